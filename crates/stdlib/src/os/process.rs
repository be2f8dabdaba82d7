//! Information about this process, and signals to others.

use super::{checked, told};
use crate::signal;
use rustix::process::{Pid, Signal};
use tensorcell_language::builtins::files::os_error_about;
use tensorcell_language::confinement::check_program;
use tensorcell_language::{Args, Builtin, Exc, Raise, Result, Value, Vm};

/// Reads a process id. None is this process.
fn process(args: &Args, slot: usize) -> Result<Option<Pid>> {
    let number = i32::try_from(args.int(slot)?)
        .map_err(|_| Raise::new(Exc::OverflowError, "signed integer is greater than maximum"))?;
    match number < 0 {
        true => Err(os_error_about(&std::io::Error::from_raw_os_error(libc::ESRCH), &[])),
        false => Ok(Pid::from_raw(number)),
    }
}

fn number(pid: Pid) -> Value {
    Value::Int(i64::from(pid.as_raw_nonzero().get()))
}

fn kill(vm: &mut Vm, args: &Args) -> Result<Value> {
    let (pid, name) = (args.int(0)?, args.int(1)?);
    if pid != i64::from(std::process::id()) {
        check_program("kill")?;
    } else if signal::raise_own(vm, name)? {
        return Ok(Value::None);
    }
    // SAFETY: kill reads two numbers; wrong ones make it fail.
    checked(i64::from(unsafe { libc::kill(pid as i32, name as i32) })).map(|_| Value::None)
}

/// Returns a descriptor that becomes readable when a process ends.
fn watch(args: &Args) -> Result<Value> {
    use std::os::fd::IntoRawFd;
    let Some(pid) = process(args, 0)? else { return Ok(Value::None) };
    match rustix::process::pidfd_open(pid, rustix::process::PidfdFlags::empty()) {
        Ok(fd) => Ok(Value::Int(i64::from(fd.into_raw_fd()))),
        Err(_) => Ok(Value::None),
    }
}

fn affinity(args: &Args) -> Result<Value> {
    // SAFETY: the set has the given size and is only read afterwards.
    unsafe {
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        checked(i64::from(libc::sched_getaffinity(args.int(0)? as i32, size_of::<libc::cpu_set_t>(), &raw mut set)))?;
        let all = (0..libc::CPU_SETSIZE as usize).filter(|cpu| libc::CPU_ISSET(*cpu, &set));
        Ok(Value::list(all.map(|cpu| Value::Int(cpu as i64)).collect()))
    }
}

fn times() -> Result<Value> {
    // SAFETY: times fills the record that it is given.
    unsafe {
        let mut record: libc::tms = std::mem::zeroed();
        let elapsed = libc::times(&raw mut record);
        let ticks = libc::sysconf(libc::_SC_CLK_TCK).max(1) as f64;
        let all = [record.tms_utime, record.tms_stime, record.tms_cutime, record.tms_cstime, elapsed];
        Ok(Value::tuple(all.iter().map(|one| Value::from(*one as f64 / ticks)).collect()))
    }
}

/// Reads a user or group id. -1 keeps the current one.
fn id(args: &Args, slot: usize) -> Result<u32> {
    let number = args.int(slot)?;
    let known = if number == -1 { Some(u32::MAX) } else { u32::try_from(number).ok() };
    known.ok_or_else(|| Raise::new(Exc::OverflowError, "uid is out of range"))
}

fn done(answer: i32) -> Result<Value> {
    checked(i64::from(answer)).map(|_| Value::None)
}

fn set_groups(vm: &mut Vm, args: &Args) -> Result<Value> {
    let mut groups = Vec::new();
    for group in vm.collect(args.get(0))? {
        groups.push(tensorcell_language::builtins::clipped_index(vm, &group)? as libc::gid_t);
    }
    // SAFETY: the call reads exactly the given count of numbers.
    done(unsafe { libc::setgroups(groups.len(), groups.as_ptr()) })
}

pub static FUNCTIONS: &[Builtin] = &[
    // SAFETY of these: the calls read numbers and fail if they are not permitted.
    Builtin::new("os.setuid", "(uid, /)", "Set the user of this process.", |_, args| {
        // SAFETY: as above.
        done(unsafe { libc::setuid(id(args, 0)?) })
    }),
    Builtin::new("os.seteuid", "(euid, /)", "Set the effective user of this process.", |_, args| {
        // SAFETY: as above.
        done(unsafe { libc::seteuid(id(args, 0)?) })
    }),
    Builtin::new("os.setreuid", "(ruid, euid, /)", "Set the real and the effective user.", |_, args| {
        // SAFETY: as above.
        done(unsafe { libc::setreuid(id(args, 0)?, id(args, 1)?) })
    }),
    Builtin::new("os.setgid", "(gid, /)", "Set the group of this process.", |_, args| {
        // SAFETY: as above.
        done(unsafe { libc::setgid(id(args, 0)?) })
    }),
    Builtin::new("os.setegid", "(egid, /)", "Set the effective group of this process.", |_, args| {
        // SAFETY: as above.
        done(unsafe { libc::setegid(id(args, 0)?) })
    }),
    Builtin::new("os.setregid", "(rgid, egid, /)", "Set the real and the effective group.", |_, args| {
        // SAFETY: as above.
        done(unsafe { libc::setregid(id(args, 0)?, id(args, 1)?) })
    }),
    Builtin::new("os.setgroups", "(groups, /)", "Set the groups of this process.", set_groups),
    Builtin::new("os.getpid", "()", "Return the current process id.", |_, _| Ok(Value::Int(std::process::id() as i64))),
    Builtin::new("os.getppid", "()", "Return the id of the process that started this one.", |_, _| {
        Ok(rustix::process::getppid().map_or(Value::Int(0), number))
    }),
    Builtin::new("os.getpgrp", "()", "The process group of this process.", |_, _| {
        Ok(number(rustix::process::getpgrp()))
    }),
    Builtin::new("os.getpgid", "(pid)", "The process group of a process.", |_, args| {
        told(rustix::process::getpgid(process(args, 0)?)).map(number)
    }),
    Builtin::new("os.setpgid", "(pid, pgrp, /)", "Sets the process group of a process.", |_, args| {
        told(rustix::process::setpgid(process(args, 0)?, process(args, 1)?)).map(|()| Value::None)
    }),
    Builtin::new("os.getsid", "(pid, /)", "The session of a process.", |_, args| {
        told(rustix::process::getsid(process(args, 0)?)).map(number)
    }),
    Builtin::new("os.setsid", "()", "Begins a session.", |_, _| told(rustix::process::setsid()).map(|_| Value::None)),
    Builtin::new("os.getuid", "()", "The user of this process.", |_, _| {
        Ok(Value::Int(i64::from(rustix::process::getuid().as_raw())))
    }),
    Builtin::new("os.geteuid", "()", "The effective user of this process.", |_, _| {
        Ok(Value::Int(i64::from(rustix::process::geteuid().as_raw())))
    }),
    Builtin::new("os.getgid", "()", "The group of this process.", |_, _| {
        Ok(Value::Int(i64::from(rustix::process::getgid().as_raw())))
    }),
    Builtin::new("os.getegid", "()", "The effective group of this process.", |_, _| {
        Ok(Value::Int(i64::from(rustix::process::getegid().as_raw())))
    }),
    Builtin::new("os.getgroups", "()", "The groups of this process.", |_, _| {
        let groups = told(rustix::process::getgroups())?;
        Ok(Value::list(groups.iter().map(|group| Value::Int(i64::from(group.as_raw()))).collect()))
    }),
    Builtin::new("os.umask", "(mask, /)", "Sets the mask of new files' permissions; the one before.", |_, args| {
        let before = rustix::process::umask(rustix::fs::Mode::from_raw_mode(args.int(0)? as u32));
        Ok(Value::Int(i64::from(before.as_raw_mode())))
    }),
    Builtin::new("os.kill", "(pid, signal, /)", "Send a signal to a process.", kill),
    Builtin::new("os.killpg", "(pgid, signal, /)", "Send a signal to a process group.", |_, args| {
        check_program("kill")?;
        let group = process(args, 0)?.ok_or_else(|| Raise::new(Exc::OSError, "no process group 0"))?;
        let Some(signal) = Signal::from_named_raw(args.int(1)? as i32) else {
            return told(rustix::process::test_kill_process_group(group)).map(|()| Value::None);
        };
        told(rustix::process::kill_process_group(group, signal)).map(|()| Value::None)
    }),
    Builtin::new("os._watch", "(pid)", "A descriptor that is readable when a process has ended.", |_, args| {
        watch(args)
    }),
    Builtin::new("os.nice", "(increment, /)", "Adds to the niceness of this process.", |_, args| {
        told(rustix::process::nice(args.int(0)? as i32)).map(|nice| Value::Int(i64::from(nice)))
    }),
    Builtin::new("os._affinity", "(pid)", "The processors that a process may run on.", |_, args| affinity(args)),
    Builtin::new("os._times", "()", "Processor times of this process and its children.", |_, _| times()),
    Builtin::new("os._exit", "(status)", "Ends the process at once.", |_, args| {
        let status = args.int(0)? as i32;
        // SAFETY: nothing runs after it.
        unsafe { libc::_exit(status) }
    }),
];
