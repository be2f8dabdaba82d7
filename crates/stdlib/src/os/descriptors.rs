//! Open files by descriptor number.

use super::{base, checked, descriptor, descriptor_number, entry, place, told, told_of};
use crate::time::wait_length;
use rustix::fs::{FlockOperation, Mode, OFlags, SeekFrom};
use rustix::io::FdFlags;
use std::os::fd::{AsFd, AsRawFd, IntoRawFd, OwnedFd};
use std::time::{Duration, Instant};
use tensorcell_language::builtins::files;
use tensorcell_language::{Args, Awaited, Builtin, Raise, Result, Value, Vm, memory};

/// Passes ownership of a descriptor to the program, which must close it.
fn given(fd: OwnedFd) -> Value {
    Value::Int(i64::from(fd.into_raw_fd()))
}

/// Returns whether reading and writing may block.
pub fn waits(fd: impl AsFd) -> bool {
    let kind = rustix::fs::fstat(&fd).map(|facts| rustix::fs::FileType::from_raw_mode(facts.st_mode));
    let slow = !matches!(kind, Ok(rustix::fs::FileType::RegularFile | rustix::fs::FileType::Directory));
    slow && rustix::fs::fcntl_getfl(&fd).is_ok_and(|flags| !flags.contains(OFlags::NONBLOCK))
}

fn read(vm: &mut Vm, args: &Args) -> Result<Value> {
    let (fd, length) = (descriptor(args, 0)?, args.int(1)?);
    let length = usize::try_from(length).map_err(|_| files::os_failure(&std::io::Error::from_raw_os_error(22)))?;
    if waits(fd) {
        vm.wait_readable(fd.as_raw_fd(), None)?;
    }
    let mut data = memory::zeroed(length)?;
    let count = told(rustix::io::retry_on_intr(|| rustix::io::read(fd, &mut data)))?;
    data.truncate(count);
    Ok(Value::bytes(data))
}

fn data(args: &Args, slot: usize) -> Result<Vec<u8>> {
    bytes_of(args.get(slot))
}

/// Returns the bytes of a bytes-like object.
pub fn bytes_of(value: &Value) -> Result<Vec<u8>> {
    tensorcell_language::builtins::bytes::contents(value)?.ok_or_else(|| {
        let found = value.type_name();
        Raise::type_error(format!("a bytes-like object is required, not '{found}'"))
    })
}

fn write(vm: &mut Vm, args: &Args) -> Result<Value> {
    /// The size that a writable pipe accepts without blocking.
    const PIPE: usize = 4096;
    let (fd, data) = (descriptor(args, 0)?, data(args, 1)?);
    if !waits(fd) {
        let count = told(rustix::io::retry_on_intr(|| rustix::io::write(fd, &data)))?;
        return Ok(Value::Int(count as i64));
    }
    let mut written = 0;
    loop {
        vm.wait_writable(fd.as_raw_fd(), None)?;
        let part = &data[written..data.len().min(written + PIPE)];
        written += told(rustix::io::retry_on_intr(|| rustix::io::write(fd, part)))?;
        if written >= data.len() {
            return Ok(Value::Int(written as i64));
        }
    }
}

fn duplicate(args: &Args) -> Result<Value> {
    told(rustix::io::fcntl_dupfd_cloexec(descriptor(args, 0)?, 0)).map(given)
}

fn duplicate_to(args: &Args) -> Result<Value> {
    let (from, to) = (descriptor(args, 0)?.as_raw_fd(), descriptor(args, 1)?.as_raw_fd());
    let flags = if args.bool(2)? { 0 } else { libc::O_CLOEXEC };
    if from == to {
        return Ok(Value::Int(i64::from(to)));
    }
    // SAFETY: both numbers are the program's own; wrong ones make the call fail.
    checked(i64::from(unsafe { libc::dup3(from, to, flags) }))
}

fn close(args: &Args) -> Result<Value> {
    let fd = descriptor(args, 0)?.as_raw_fd();
    // SAFETY: the number is the program's own, and the program requests to close it.
    checked(i64::from(unsafe { libc::close(fd) })).map(|_| Value::None)
}

/// Polls (descriptor, events) pairs. Returns the pairs that are ready. The timeout is in seconds; None waits forever.
fn poll(vm: &mut Vm, args: &Args) -> Result<Value> {
    let mut awaited = Vec::new();
    for pair in vm.collect(args.get(0))? {
        let pair = vm.collect(&pair)?;
        let [fd, Value::Int(events)] = pair.as_slice() else { return Err(args.wrong(0, "pairs")) };
        awaited.push(Awaited { fd: descriptor_number(vm, fd)?, events: *events as u16, ready: 0 });
    }
    let deadline = match args.get(1) {
        Value::None => None,
        timeout => Instant::now().checked_add(wait_length(vm, timeout)?),
    };
    vm.wait_descriptors(&mut awaited, deadline)?;
    let pair = |one: &Awaited| Value::pair(Value::Int(i64::from(one.fd)), Value::Int(i64::from(one.ready)));
    Ok(Value::list(awaited.iter().filter(|one| one.ready != 0).map(pair).collect()))
}

fn lock(vm: &mut Vm, args: &Args) -> Result<Value> {
    let fd = descriptor_number(vm, args.get(0))?;
    let bits = args.int(1)?;
    let operation = match (bits & 8 != 0, bits & 1 != 0, bits & 4 != 0) {
        (true, ..) => FlockOperation::Unlock,
        (_, true, _) => FlockOperation::NonBlockingLockShared,
        _ => FlockOperation::NonBlockingLockExclusive,
    };
    // SAFETY: the number is the program's own; a closed one makes the call fail.
    let file = unsafe { std::os::fd::BorrowedFd::borrow_raw(fd) };
    loop {
        match rustix::fs::flock(file, operation) {
            Err(rustix::io::Errno::WOULDBLOCK) if bits & 4 == 0 => {
                vm.check_interrupt()?;
                std::thread::sleep(Duration::from_millis(5));
            }
            outcome => return told(outcome).map(|()| Value::None),
        }
    }
}

fn pipe(flags: rustix::pipe::PipeFlags) -> Result<Value> {
    let (read, write) = told(rustix::pipe::pipe_with(flags))?;
    Ok(Value::pair(given(read), given(write)))
}

/// Opens a pseudo-terminal: the program's side and the terminal's side.
pub fn pseudo_terminal() -> rustix::io::Result<(OwnedFd, OwnedFd)> {
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC;
    let master = openpt(flags)?;
    grantpt(&master)?;
    unlockpt(&master)?;
    let name = ptsname(&master, Vec::new())?;
    let terminal = rustix::fs::open(name, OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC, Mode::empty())?;
    Ok((master, terminal))
}

fn seek(args: &Args) -> Result<Value> {
    let offset = args.int(1)?;
    let to = match args.int(2)? {
        0 => SeekFrom::Start(
            u64::try_from(offset).map_err(|_| files::os_failure(&std::io::Error::from_raw_os_error(22)))?,
        ),
        1 => SeekFrom::Current(offset),
        2 => SeekFrom::End(offset),
        _ => return Err(files::os_failure(&std::io::Error::from_raw_os_error(22))),
    };
    told(rustix::fs::seek(descriptor(args, 0)?, to)).map(|at| Value::Int(at as i64))
}

fn set_blocking(args: &Args) -> Result<Value> {
    let fd = descriptor(args, 0)?;
    let mut flags = told(rustix::fs::fcntl_getfl(fd))?;
    flags.set(OFlags::NONBLOCK, !args.bool(1)?);
    told(rustix::fs::fcntl_setfl(fd, flags)).map(|()| Value::None)
}

/// The maximum number of descriptors that the system sends at once.
const MOST_SENT: usize = 253;

/// Sends bytes and descriptors over a Unix socket.
fn send_descriptors(vm: &mut Vm, args: &Args) -> Result<Value> {
    use rustix::net::{SendAncillaryBuffer, SendAncillaryMessage, SendFlags, sendmsg};
    let (socket, data) = (descriptor(args, 0)?, data(args, 1)?);
    let mut sent = Vec::new();
    for fd in vm.collect(args.get(2))? {
        // SAFETY: the number is the program's own; a closed one makes the call fail.
        sent.push(unsafe { std::os::fd::BorrowedFd::borrow_raw(descriptor_number(vm, &fd)?) });
    }
    if sent.len() > MOST_SENT {
        return Err(Raise::value_error("too many fds"));
    }
    vm.wait_writable(socket.as_raw_fd(), None)?;
    let mut space = [std::mem::MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MOST_SENT))];
    let mut control = SendAncillaryBuffer::new(&mut space);
    control.push(SendAncillaryMessage::ScmRights(&sent));
    let count = told(sendmsg(socket, &[std::io::IoSlice::new(&data)], &mut control, SendFlags::NOSIGNAL))?;
    Ok(Value::Int(count as i64))
}

/// Receives bytes and descriptors over a Unix socket: (bytes, numbers).
fn receive_descriptors(vm: &mut Vm, args: &Args) -> Result<Value> {
    use rustix::net::{RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, recvmsg};
    let (socket, size, most) = (descriptor(args, 0)?, args.int(1)?.clamp(1, 1 << 16), args.int(2)?);
    vm.wait_readable(socket.as_raw_fd(), None)?;
    let mut data = vec![0; size as usize];
    let mut space = [std::mem::MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MOST_SENT))];
    let mut control = RecvAncillaryBuffer::new(&mut space);
    let into = &mut [std::io::IoSliceMut::new(&mut data)];
    let count = told(recvmsg(socket, into, &mut control, RecvFlags::CMSG_CLOEXEC))?.bytes;
    data.truncate(count);
    let descriptors = control.drain().filter_map(|message| match message {
        RecvAncillaryMessage::ScmRights(fds) => Some(fds),
        _ => None,
    });
    // Unwanted descriptors are closed.
    let wanted = usize::try_from(most).unwrap_or(0);
    let numbers = descriptors.flatten().enumerate().filter_map(|(at, fd)| (at < wanted).then(|| given(fd))).collect();
    Ok(Value::pair(Value::bytes(data), Value::list(numbers)))
}

pub static FUNCTIONS: &[Builtin] = &[
    Builtin::new("os._send_descriptors", "(socket, data, fds)", "Sends descriptors over a socket.", send_descriptors),
    Builtin::new(
        "os._receive_descriptors",
        "(socket, size, most)",
        "Receives descriptors over a socket: (bytes, numbers).",
        receive_descriptors,
    ),
    Builtin::new("os.open", "(path, flags, mode=511, *, dir_fd=None)", "Open a file; its descriptor.", |vm, args| {
        let flags = OFlags::from_bits_retain(args.int(1)? as u32) | OFlags::CLOEXEC;
        let is_entry = flags.intersects(OFlags::NOFOLLOW | OFlags::EXCL);
        let path = if is_entry { entry(vm, args, 0)? } else { place(vm, args, 0)? };
        let mode = Mode::from_raw_mode(args.int(2)? as u32);
        told_of(vm, rustix::fs::openat(base(args, 3)?, path, flags, mode), &[args.get(0)]).map(given)
    }),
    Builtin::new("os.close", "(fd)", "Close a descriptor.", |_, args| close(args)),
    Builtin::new("os.read", "(fd, length, /)", "Read bytes from a descriptor.", read),
    Builtin::new("os.write", "(fd, data, /)", "Write bytes to a descriptor; how many.", write),
    Builtin::new("os.pread", "(fd, length, offset, /)", "Read bytes at an offset.", |_, args| {
        let mut data = memory::zeroed(args.int(1)?.max(0) as usize)?;
        let offset = args.int(2)?.max(0) as u64;
        let count = told(rustix::io::pread(descriptor(args, 0)?, &mut data, offset))?;
        data.truncate(count);
        Ok(Value::bytes(data))
    }),
    Builtin::new("os.pwrite", "(fd, data, offset, /)", "Write bytes at an offset; how many.", |_, args| {
        let offset = args.int(2)?.max(0) as u64;
        told(rustix::io::pwrite(descriptor(args, 0)?, &data(args, 1)?, offset)).map(|count| Value::Int(count as i64))
    }),
    Builtin::new("os.lseek", "(fd, position, whence, /)", "Set the position; the new one.", |_, args| seek(args)),
    Builtin::new("os.dup", "(fd, /)", "Duplicate a descriptor.", |_, args| duplicate(args)),
    Builtin::new("os.dup2", "(fd, fd2, inheritable=True)", "Duplicate a descriptor to a number.", |_, args| {
        duplicate_to(args)
    }),
    Builtin::new("os.pipe", "()", "Create a pipe: the ends to read and to write.", |_, _| {
        pipe(rustix::pipe::PipeFlags::CLOEXEC)
    }),
    Builtin::new("os.pipe2", "(flags, /)", "Create a pipe with flags.", |_, args| {
        pipe(rustix::pipe::PipeFlags::from_bits_retain(args.int(0)? as u32))
    }),
    Builtin::new("os.fsync", "(fd)", "Have what was written reach the disk.", |vm, args| {
        let fd = descriptor_number(vm, args.get(0))?;
        // SAFETY: the number is the program's own; a closed one makes the call fail.
        told(rustix::fs::fsync(unsafe { std::os::fd::BorrowedFd::borrow_raw(fd) })).map(|()| Value::None)
    }),
    Builtin::new("os.fdatasync", "(fd)", "Have what was written reach the disk.", |_, args| {
        told(rustix::fs::fdatasync(descriptor(args, 0)?)).map(|()| Value::None)
    }),
    Builtin::new("os.ftruncate", "(fd, length, /)", "Cut a file to a length.", |_, args| {
        told(rustix::fs::ftruncate(descriptor(args, 0)?, args.int(1)?.max(0) as u64)).map(|()| Value::None)
    }),
    Builtin::new("os.isatty", "(fd, /)", "Whether a descriptor is a terminal.", |_, args| {
        Ok(Value::from(descriptor(args, 0).is_ok_and(rustix::termios::isatty)))
    }),
    Builtin::new("os.ttyname", "(fd, /)", "The name of a terminal.", |_, args| {
        let name = told(rustix::termios::ttyname(descriptor(args, 0)?, Vec::new()))?;
        Ok(Value::str(name.to_string_lossy()))
    }),
    Builtin::new("os.get_blocking", "(fd, /)", "Whether reading and writing wait.", |_, args| {
        let flags = told(rustix::fs::fcntl_getfl(descriptor(args, 0)?))?;
        Ok(Value::from(!flags.contains(OFlags::NONBLOCK)))
    }),
    Builtin::new("os.set_blocking", "(fd, blocking, /)", "Sets whether reading and writing wait.", |_, args| {
        set_blocking(args)
    }),
    Builtin::new("os.get_inheritable", "(fd, /)", "Whether children get the descriptor.", |_, args| {
        let flags = told(rustix::io::fcntl_getfd(descriptor(args, 0)?))?;
        Ok(Value::from(!flags.contains(FdFlags::CLOEXEC)))
    }),
    Builtin::new("os.set_inheritable", "(fd, inheritable, /)", "Sets whether children get it.", |_, args| {
        let flags = if args.bool(1)? { FdFlags::empty() } else { FdFlags::CLOEXEC };
        told(rustix::io::fcntl_setfd(descriptor(args, 0)?, flags)).map(|()| Value::None)
    }),
    Builtin::new("os._terminal_size", "(fd)", "The columns and lines of a terminal.", |_, args| {
        let size = told(rustix::termios::tcgetwinsize(descriptor(args, 0)?))?;
        Ok(Value::pair(Value::Int(i64::from(size.ws_col)), Value::Int(i64::from(size.ws_row))))
    }),
    Builtin::new("os.openpty", "()", "Open a pseudo-terminal: (master, slave).", |_, _| {
        let (master, terminal) = told(pseudo_terminal())?;
        Ok(Value::pair(given(master), given(terminal)))
    }),
    Builtin::new("os._terminal", "()", "A pseudo-terminal for a command: lines end in a newline alone.", |_, _| {
        use rustix::termios::{OptionalActions, OutputModes, Winsize, tcgetattr, tcsetattr, tcsetwinsize};
        let (master, terminal) = told(pseudo_terminal())?;
        let mut settings = told(tcgetattr(&terminal))?;
        settings.output_modes.remove(OutputModes::ONLCR);
        told(tcsetattr(&terminal, OptionalActions::Now, &settings))?;
        told(tcsetwinsize(&terminal, Winsize { ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 }))?;
        Ok(Value::pair(given(master), given(terminal)))
    }),
    Builtin::new("os.memfd_create", "(name, flags=1)", "Open a file in memory.", |_, args| {
        let flags = rustix::fs::MemfdFlags::from_bits_retain(args.int(1)? as u32);
        told(rustix::fs::memfd_create(args.str(0)?, flags)).map(given)
    }),
    Builtin::new("os._eventfd", "(initval, flags)", "Open a counter that is waited for as a file.", |_, args| {
        let flags = rustix::event::EventfdFlags::from_bits_retain(args.int(1)? as u32);
        told(rustix::event::eventfd(args.int(0)? as u32, flags)).map(given)
    }),
    Builtin::new("os._get_flags", "(fd)", "The flags of an open file.", |_, args| {
        told(rustix::fs::fcntl_getfl(descriptor(args, 0)?)).map(|flags| Value::Int(i64::from(flags.bits())))
    }),
    Builtin::new("os._poll", "(pairs, timeout)", "Waits for descriptors.", poll),
    Builtin::new("os._flock", "(fd, operation)", "Locks a file.", lock),
];
