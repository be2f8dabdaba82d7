//! Special files, limits of files, and the root of paths.

use super::{base, checked, descriptor, entry, is_number, place, told_of};
use rustix::fs::{FileType, Mode};
use std::ffi::CString;
use std::os::fd::{AsRawFd, IntoRawFd};
use std::os::unix::ffi::OsStrExt;
use tensorcell_language::builtins::files::os_error_about;
use tensorcell_language::confinement::check_program;
use tensorcell_language::{Args, Builtin, Exc, Raise, Result, Value, Vm};

/// Reads a part of a device's number.
fn part(args: &Args, slot: usize) -> Result<u32> {
    let too_big = |_| Raise::new(Exc::OverflowError, "Python int too large to convert to C unsigned int");
    match args.int(slot)? {
        -1 => Ok(u32::MAX),
        number => u32::try_from(number).map_err(too_big),
    }
}

/// Converts a part of a device's number. All bits mean none, as in CPython.
fn shown(part: u32) -> Value {
    Value::Int(if part == u32::MAX { -1 } else { i64::from(part) })
}

fn mknod(vm: &mut Vm, args: &Args) -> Result<Value> {
    let (path, mode) = (entry(vm, args, 0)?, args.int(1)? as u32);
    let (kind, device) = (mode & libc::S_IFMT, args.int(2)?.cast_unsigned());
    let kind = if kind == 0 { FileType::RegularFile } else { FileType::from_raw_mode(kind) };
    let outcome = rustix::fs::mknodat(base(args, 3)?, path, kind, Mode::from_raw_mode(mode), device);
    told_of(vm, outcome, &[]).map(|()| Value::None)
}

/// Calls for a limit. -1 without an error is no limit, which the program also reads as -1.
fn limit(call: impl FnOnce() -> libc::c_long, about: &[Value]) -> Result<Value> {
    // SAFETY: the address is of this thread's own number.
    unsafe { *libc::__errno_location() = 0 };
    let found = call();
    let error = std::io::Error::last_os_error();
    match found == -1 && error.raw_os_error() != Some(0) {
        true => Err(os_error_about(&error, about)),
        false => Ok(Value::Int(found)),
    }
}

fn limit_of_path(vm: &mut Vm, args: &Args) -> Result<Value> {
    let name = args.int(1)? as i32;
    if is_number(args.get(0)) {
        return limit_of_file(args);
    }
    let path = place(vm, args, 0)?;
    let path = CString::new(path.as_os_str().as_bytes()).map_err(|_| Raise::value_error("embedded null byte"))?;
    // SAFETY: the call reads a text and a number; an unknown number makes it fail.
    limit(|| unsafe { libc::pathconf(path.as_ptr(), name) }, &[super::plain(vm, args.get(0))])
}

fn limit_of_file(args: &Args) -> Result<Value> {
    let (fd, name) = (descriptor(args, 0)?.as_raw_fd(), args.int(1)? as i32);
    // SAFETY: the call reads numbers; wrong ones make it fail.
    limit(|| unsafe { libc::fpathconf(fd, name) }, &[])
}

fn open_process(args: &Args) -> Result<Value> {
    let flags = rustix::process::PidfdFlags::from_bits_retain(args.int(1)? as u32);
    let pid = i32::try_from(args.int(0)?).ok().filter(|pid| *pid > 0).and_then(rustix::process::Pid::from_raw);
    let pid = pid.ok_or_else(|| super::failed(libc::EINVAL))?;
    super::told(rustix::process::pidfd_open(pid, flags)).map(|fd| Value::Int(i64::from(fd.into_raw_fd())))
}

pub static FUNCTIONS: &[Builtin] = &[
    Builtin::new("os.major", "(device, /)", "Extracts a device major number from a raw device number.", |_, args| {
        Ok(shown(libc::major(args.int(0)?.cast_unsigned())))
    }),
    Builtin::new("os.minor", "(device, /)", "Extracts a device minor number from a raw device number.", |_, args| {
        Ok(shown(libc::minor(args.int(0)?.cast_unsigned())))
    }),
    Builtin::new("os.makedev", "(major, minor, /)", "Composes a raw device number.", |_, args| {
        Ok(Value::Int(libc::makedev(part(args, 0)?, part(args, 1)?).cast_signed()))
    }),
    Builtin::new("os.mknod", "(path, mode=384, device=0, *, dir_fd=None)", "Create a node in the file system.", mknod),
    Builtin::new("os._pathconf", "(path, name, /)", "A limit of the file system of a path.", limit_of_path),
    Builtin::new("os._fpathconf", "(fd, name, /)", "A limit of an open file.", |_, args| limit_of_file(args)),
    Builtin::new("os.chroot", "(path)", "Change root directory to path.", |vm, args| {
        check_program("chroot")?;
        let path = place(vm, args, 0)?;
        told_of(vm, rustix::process::chroot(path), &[args.get(0)]).map(|()| Value::None)
    }),
    Builtin::new("os.pidfd_open", "(pid, flags=0)", "Return a file descriptor of a process.", |_, args| {
        open_process(args)
    }),
    Builtin::new(
        "os._send_to_process",
        "(pidfd, signal, flags, /)",
        "Sends a signal to an open process.",
        |_, args| {
            check_program("kill")?;
            let (fd, signal, flags) = (args.int(0)?, args.int(1)?, args.int(2)?);
            let nothing = std::ptr::null::<libc::siginfo_t>();
            // SAFETY: the call reads numbers and no record.
            checked(unsafe { libc::syscall(libc::SYS_pidfd_send_signal, fd, signal, nothing, flags) })
                .map(|_| Value::None)
        },
    ),
];
