//! Waits for child processes.

use super::checked;
use crate::relay;
use std::os::fd::{AsRawFd, OwnedFd};
use std::time::{Duration, Instant};
use tensorcell_language::{Args, Builtin, Result, Value, Vm};

/// Calls `ask` until a child has changed. Other threads run meanwhile, and interrupts are handled. `ask` returns None
/// while nothing has changed.
fn until_changed<T>(vm: &mut Vm, pid: i32, mut ask: impl FnMut() -> Result<Option<T>>) -> Result<T> {
    const LONGEST: Duration = Duration::from_millis(10);
    let end = watched(pid);
    let mut pause = Duration::from_micros(200);
    loop {
        if let Some(found) = ask()? {
            return Ok(found);
        }
        let deadline = Some(Instant::now() + pause);
        match &end {
            Some(end) => drop(vm.wait_readable(end.as_raw_fd(), None)?),
            None => vm.pause(deadline)?,
        }
        pause = (pause * 2).min(LONGEST);
    }
}

/// Returns a descriptor that becomes readable at the end of the process, if one process is waited for.
fn watched(pid: i32) -> Option<OwnedFd> {
    let pid = rustix::process::Pid::from_raw(pid.max(0))?;
    rustix::process::pidfd_open(pid, rustix::process::PidfdFlags::empty()).ok()
}

/// Returns the system's report of a child: (pid, status, resource use).
fn wait(vm: &mut Vm, args: &Args) -> Result<Value> {
    let (pid, options) = (args.int(0)? as i32, args.int(1)? as i32);
    // Only the end of a process can be watched by descriptor.
    let awaits_end = options & (libc::WUNTRACED | libc::WCONTINUED) == 0;
    let found = until_changed(vm, if awaits_end { pid } else { -1 }, || {
        let mut status = 0;
        // SAFETY: the record consists of numbers, for which zeros are valid.
        let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
        // SAFETY: wait4 writes to the given status and record.
        let found = unsafe { libc::wait4(pid, &raw mut status, options | libc::WNOHANG, &raw mut usage) };
        checked(i64::from(found))?;
        Ok((found != 0 || options & libc::WNOHANG != 0).then_some((found, status, usage)))
    });
    let (found, status, usage) = found?;
    if found > 0 && (libc::WIFEXITED(status) || libc::WIFSIGNALED(status)) {
        relay::finish(vm, i64::from(found))?;
    }
    let numbers = [found, status].map(|number| Value::Int(i64::from(number)));
    Ok(Value::tuple(numbers.into_iter().chain([super::limits::usage_record(&usage)]).collect()))
}

/// Returns (pid, user, signal, status, code) of a child, or None if none has changed.
fn wait_id(vm: &mut Vm, args: &Args) -> Result<Value> {
    let (kind, id, options) = (args.int(0)?, args.int(1)?, args.int(2)? as i32);
    let awaits_end = options & (libc::WSTOPPED | libc::WCONTINUED) == 0 && kind == i64::from(libc::P_PID);
    until_changed(vm, if awaits_end { id as i32 } else { -1 }, || {
        // SAFETY: the record consists of numbers, for which zeros are valid.
        let mut found: libc::siginfo_t = unsafe { std::mem::zeroed() };
        // SAFETY: waitid writes to the given record.
        let answer =
            unsafe { libc::waitid(kind as libc::idtype_t, id as libc::id_t, &raw mut found, options | libc::WNOHANG) };
        checked(i64::from(answer))?;
        // SAFETY: waitid fills these fields or leaves them zero.
        let (pid, uid, status) = unsafe { (found.si_pid(), found.si_uid(), found.si_status()) };
        if pid == 0 {
            return Ok((options & libc::WNOHANG != 0).then_some(Value::None));
        }
        let numbers = [i64::from(pid), i64::from(uid), found.si_signo.into(), status.into(), found.si_code.into()];
        Ok(Some(Value::tuple(numbers.map(Value::Int).to_vec())))
    })
}

pub static FUNCTIONS: &[Builtin] = &[
    Builtin::new("os._wait", "(pid, options)", "Waits for a child: (id, status, usage).", wait),
    Builtin::new("os._wait_id", "(idtype, id, options)", "Waits for a child: its record, or None.", wait_id),
];
