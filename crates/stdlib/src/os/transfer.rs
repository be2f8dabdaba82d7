//! Moves data between open files: vectors of buffers, copies in the kernel, hints about ranges.

use super::{checked, descriptor, failed, told};
use std::io::{IoSlice, IoSliceMut};
use std::os::fd::{AsRawFd, BorrowedFd, IntoRawFd};
use std::time::{Duration, Instant};
use tensorcell_language::builtins::{bytes_of, change_bytes};
use tensorcell_language::{Args, Builtin, Exc, Raise, Result, Value, Vm, memory};

/// Reads a sequence of buffers.
fn buffers(vm: &mut Vm, args: &Args) -> Result<Vec<Value>> {
    match args.get(1) {
        Value::List(_) | Value::Tuple(_) => vm.collect(args.get(1)),
        _ => Err(Raise::type_error(format!("{}() arg 2 must be a sequence", args.builtin.short_name()))),
    }
}

fn not_bytes(value: &Value) -> Raise {
    if matches!(bytes_of(value), Ok(Some(_))) {
        return Raise::new(Exc::BufferError, "Object is not writable.");
    }
    Raise::type_error(format!("a bytes-like object is required, not '{}'", value.type_name()))
}

/// Returns the sizes of buffers that can be written to.
fn sizes(buffers: &[Value]) -> Result<Vec<usize>> {
    buffers.iter().map(|buffer| change_bytes(buffer, |own| own.len())?.ok_or_else(|| not_bytes(buffer))).collect()
}

/// Distributes what was read over the buffers.
fn fill(buffers: &[Value], mut data: &[u8]) -> Result<()> {
    for buffer in buffers {
        let used = change_bytes(buffer, |own| {
            let used = own.len().min(data.len());
            own[..used].copy_from_slice(&data[..used]);
            used
        })?;
        data = &data[used.unwrap_or(0)..];
    }
    Ok(())
}

/// Waits until a pipe or a socket has data, so that other threads run and interrupts are noticed.
fn until_readable(vm: &mut Vm, fd: BorrowedFd<'_>) -> Result<()> {
    if super::descriptors::waits(fd) {
        vm.wait_readable(fd.as_raw_fd(), None)?;
    }
    Ok(())
}

fn until_writable(vm: &mut Vm, fd: BorrowedFd<'_>) -> Result<()> {
    if super::descriptors::waits(fd) {
        vm.wait_writable(fd.as_raw_fd(), None)?;
    }
    Ok(())
}

/// Reads into buffers by a call that gets one block of memory of their size.
fn read_into(
    vm: &mut Vm,
    args: &Args,
    call: impl FnOnce(BorrowedFd<'_>, &mut [IoSliceMut<'_>]) -> rustix::io::Result<usize>,
) -> Result<Value> {
    let (fd, buffers) = (descriptor(args, 0)?, buffers(vm, args)?);
    let mut data = memory::zeroed(sizes(&buffers)?.iter().sum())?;
    until_readable(vm, fd)?;
    let count = told(call(fd, &mut [IoSliceMut::new(&mut data)]))?;
    fill(&buffers, &data[..count])?;
    Ok(Value::Int(count as i64))
}

/// Writes the buffers by a call.
fn write_from(
    vm: &mut Vm,
    args: &Args,
    call: impl FnOnce(BorrowedFd<'_>, &[IoSlice<'_>]) -> rustix::io::Result<usize>,
) -> Result<Value> {
    let fd = descriptor(args, 0)?;
    let mut parts = Vec::new();
    for buffer in buffers(vm, args)? {
        parts.push(bytes_of(&buffer)?.ok_or_else(|| not_bytes(&buffer))?);
    }
    let slices: Vec<IoSlice> = parts.iter().map(|part| IoSlice::new(part)).collect();
    until_writable(vm, fd)?;
    told(call(fd, &slices)).map(|count| Value::Int(count as i64))
}

fn flags(args: &Args) -> Result<rustix::io::ReadWriteFlags> {
    Ok(rustix::io::ReadWriteFlags::from_bits_retain(args.int(3)? as u32))
}

fn count(args: &Args, slot: usize) -> Result<usize> {
    usize::try_from(args.int(slot)?).map_err(|_| Raise::value_error("negative value for 'count' not allowed"))
}

/// Reads an offset; None is the file's own position.
fn offset(args: &Args, slot: usize) -> Result<Option<i64>> {
    if args.get(slot).is_none() { Ok(None) } else { args.int(slot).map(Some) }
}

/// Returns the address of an offset for the system, null for none.
fn address(offset: &mut Option<i64>) -> *mut i64 {
    offset.as_mut().map_or(std::ptr::null_mut(), std::ptr::from_mut)
}

fn copy_file_range(args: &Args) -> Result<Value> {
    let (from, to, count) = (descriptor(args, 0)?.as_raw_fd(), descriptor(args, 1)?.as_raw_fd(), count(args, 2)?);
    let (mut start, mut end) = (offset(args, 3)?, offset(args, 4)?);
    // SAFETY: the offsets outlive the call; wrong descriptors make it fail.
    checked(unsafe { libc::copy_file_range(from, address(&mut start), to, address(&mut end), count, 0) } as i64)
}

fn sendfile(vm: &mut Vm, args: &Args) -> Result<Value> {
    let (to, from) = (descriptor(args, 0)?, descriptor(args, 1)?);
    let (mut start, count) = (offset(args, 2)?, args.int(3)?);
    until_writable(vm, to)?;
    // SAFETY: the offset outlives the call; wrong descriptors make it fail.
    checked(unsafe { libc::sendfile(to.as_raw_fd(), from.as_raw_fd(), address(&mut start), count as usize) } as i64)
}

fn splice(vm: &mut Vm, args: &Args) -> Result<Value> {
    let (from, to, count) = (descriptor(args, 0)?, descriptor(args, 1)?, count(args, 2)?);
    let (mut start, mut end, flags) = (offset(args, 3)?, offset(args, 4)?, args.int(5)? as libc::c_uint);
    if flags & libc::SPLICE_F_NONBLOCK == 0 {
        until_readable(vm, from)?;
        until_writable(vm, to)?;
    }
    let (from, to) = (from.as_raw_fd(), to.as_raw_fd());
    // SAFETY: the offsets outlive the call; wrong descriptors make it fail.
    checked(unsafe { libc::splice(from, address(&mut start), to, address(&mut end), count, flags) } as i64)
}

/// Locks or unlocks a range of a file from its position on. Other threads run while it waits.
fn lockf(vm: &mut Vm, args: &Args) -> Result<Value> {
    const PAUSE: Duration = Duration::from_millis(5);
    let (fd, command, length) = (descriptor(args, 0)?.as_raw_fd(), args.int(1)? as i32, args.int(2)?);
    let (attempt, waits) = if command == libc::F_LOCK { (libc::F_TLOCK, true) } else { (command, false) };
    loop {
        // SAFETY: the call reads numbers; a closed descriptor makes it fail.
        if unsafe { libc::lockf(fd, attempt, length) } == 0 {
            return Ok(Value::None);
        }
        match std::io::Error::last_os_error().raw_os_error() {
            Some(libc::EAGAIN | libc::EACCES) if waits => vm.pause(Instant::now().checked_add(PAUSE))?,
            error => return Err(failed(error.unwrap_or(libc::EINVAL))),
        }
    }
}

/// Converts the result of a call that returns its error.
fn outcome(error: i32) -> Result<Value> {
    if error == 0 { Ok(Value::None) } else { Err(failed(error)) }
}

fn openpt(args: &Args) -> Result<Value> {
    use rustix::pty::OpenptFlags;
    let flags = OpenptFlags::from_bits_retain(args.int(0)? as u32);
    told(rustix::pty::openpt(flags)).map(|fd| Value::Int(i64::from(fd.into_raw_fd())))
}

pub static FUNCTIONS: &[Builtin] = &[
    Builtin::new(
        "os.readv",
        "(fd, buffers, /)",
        "Read from a file descriptor into an iterable of buffers.",
        |vm, args| read_into(vm, args, |fd, slices| rustix::io::readv(fd, slices)),
    ),
    Builtin::new("os.writev", "(fd, buffers, /)", "Write an iterable of buffers to a file descriptor.", |vm, args| {
        write_from(vm, args, |fd, slices| rustix::io::writev(fd, slices))
    }),
    Builtin::new("os.preadv", "(fd, buffers, offset, flags=0, /)", "Read into buffers from an offset.", |vm, args| {
        let (offset, flags) = (args.int(2)?.cast_unsigned(), flags(args)?);
        match flags.is_empty() {
            true => read_into(vm, args, |fd, slices| rustix::io::preadv(fd, slices, offset)),
            false => read_into(vm, args, |fd, slices| rustix::io::preadv2(fd, slices, offset, flags)),
        }
    }),
    Builtin::new("os.pwritev", "(fd, buffers, offset, flags=0, /)", "Write buffers at an offset.", |vm, args| {
        let (offset, flags) = (args.int(2)?.cast_unsigned(), flags(args)?);
        match flags.is_empty() {
            true => write_from(vm, args, |fd, slices| rustix::io::pwritev(fd, slices, offset)),
            false => write_from(vm, args, |fd, slices| rustix::io::pwritev2(fd, slices, offset, flags)),
        }
    }),
    Builtin::new(
        "os.copy_file_range",
        "(src, dst, count, offset_src=None, offset_dst=None)",
        "Copy count bytes from one file descriptor to another.",
        |_, args| copy_file_range(args),
    ),
    Builtin::new(
        "os.sendfile",
        "(out_fd, in_fd, offset, count)",
        "Copy count bytes from file descriptor in_fd to file descriptor out_fd.",
        sendfile,
    ),
    Builtin::new(
        "os.splice",
        "(src, dst, count, offset_src=None, offset_dst=None, flags=0)",
        "Transfer count bytes from one pipe to a descriptor or vice versa.",
        splice,
    ),
    Builtin::new("os.posix_fadvise", "(fd, offset, length, advice, /)", "Announce how data is accessed.", |_, args| {
        let (fd, offset, length) = (descriptor(args, 0)?.as_raw_fd(), args.int(1)?, args.int(2)?);
        // SAFETY: the call reads numbers; a closed descriptor makes it fail.
        outcome(unsafe { libc::posix_fadvise(fd, offset, length, args.int(3)? as i32) })
    }),
    Builtin::new("os.posix_fallocate", "(fd, offset, length, /)", "Reserve space of a file on disk.", |_, args| {
        let (fd, offset, length) = (descriptor(args, 0)?.as_raw_fd(), args.int(1)?, args.int(2)?);
        // SAFETY: the call reads numbers; a closed descriptor makes it fail.
        outcome(unsafe { libc::posix_fallocate(fd, offset, length) })
    }),
    Builtin::new("os.lockf", "(fd, command, length, /)", "Apply, test or remove a POSIX lock on a file.", lockf),
    Builtin::new("os.fchdir", "(fd)", "Change to the directory of the given file descriptor.", |vm, args| {
        let fd = super::descriptor_number(vm, args.get(0))?;
        // SAFETY: the number is the program's own; a closed one makes the call fail.
        told(rustix::process::fchdir(unsafe { BorrowedFd::borrow_raw(fd) })).map(|()| Value::None)
    }),
    Builtin::new("os.sync", "()", "Force write of everything to disk.", |_, _| {
        rustix::fs::sync();
        Ok(Value::None)
    }),
    Builtin::new("os.posix_openpt", "(oflag, /)", "Open a master pseudo-terminal device.", |_, args| openpt(args)),
    Builtin::new("os.grantpt", "(fd, /)", "Grant access to the slave pseudo-terminal device.", |_, args| {
        told(rustix::pty::grantpt(descriptor(args, 0)?)).map(|()| Value::None)
    }),
    Builtin::new("os.unlockpt", "(fd, /)", "Unlock a pseudo-terminal master/slave pair.", |_, args| {
        told(rustix::pty::unlockpt(descriptor(args, 0)?)).map(|()| Value::None)
    }),
    Builtin::new("os.ptsname", "(fd, /)", "Return the name of the slave pseudo-terminal device.", |_, args| {
        let name = told(rustix::pty::ptsname(descriptor(args, 0)?, Vec::new()))?;
        Ok(Value::str(name.to_string_lossy()))
    }),
];
