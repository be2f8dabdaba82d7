//! Resource limits and resource use of processes.

use super::checked;
use std::time::Duration;
use tensorcell_language::builtins::{big_index, clipped_index};
use tensorcell_language::{Args, Builtin, Exc, Raise, Result, Value, Vm};

/// Converts the record of `getrusage` to a tuple, in CPython's order.
pub fn usage_record(usage: &libc::rusage) -> Value {
    let seconds = |time: libc::timeval| {
        let time = Duration::new(time.tv_sec.unsigned_abs(), (time.tv_usec as u32).saturating_mul(1000));
        Value::from(time.as_secs_f64())
    };
    let counts = [
        usage.ru_maxrss,
        usage.ru_ixrss,
        usage.ru_idrss,
        usage.ru_isrss,
        usage.ru_minflt,
        usage.ru_majflt,
        usage.ru_nswap,
        usage.ru_inblock,
        usage.ru_oublock,
        usage.ru_msgsnd,
        usage.ru_msgrcv,
        usage.ru_nsignals,
        usage.ru_nvcsw,
        usage.ru_nivcsw,
    ];
    let times = [seconds(usage.ru_utime), seconds(usage.ru_stime)];
    Value::tuple(times.into_iter().chain(counts.map(Value::Int)).collect())
}

fn usage(args: &Args) -> Result<Value> {
    let who = args.int(0)?;
    if ![libc::RUSAGE_SELF, libc::RUSAGE_CHILDREN, libc::RUSAGE_THREAD].contains(&(who as i32)) {
        return Err(Raise::value_error("invalid who parameter"));
    }
    // SAFETY: the record consists of numbers, for which zeros are valid; getrusage fills it.
    unsafe {
        let mut record: libc::rusage = std::mem::zeroed();
        checked(i64::from(libc::getrusage(who as i32, &raw mut record)))?;
        Ok(usage_record(&record))
    }
}

fn which(args: &Args, slot: usize) -> Result<u32> {
    /// The number of resources on Linux.
    const COUNT: u32 = 16;
    u32::try_from(args.int(slot)?)
        .ok()
        .filter(|number| *number < COUNT)
        .ok_or_else(|| Raise::value_error("invalid resource specified"))
}

fn number(limit: libc::rlim_t) -> Value {
    Value::Int(limit.cast_signed())
}

fn limit(vm: &mut Vm, value: &Value) -> Result<libc::rlim_t> {
    let too_big = || Raise::new(Exc::OverflowError, "Python int too large to convert to C long");
    let whole = big_index(vm, value)?;
    match i64::try_from(whole) {
        Ok(number) if number >= -1 => Ok(number.cast_unsigned()),
        Ok(_) => Err(Raise::value_error("Cannot convert negative int")),
        Err(_) => Err(too_big()),
    }
}

/// Returns the previous limits of a process and sets new ones: `(pid, resource, new or None)`.
fn limits(vm: &mut Vm, args: &Args) -> Result<Value> {
    let (pid, which) = (args.int(0)? as i32, which(args, 1)?);
    let new = match args.get(2) {
        Value::None => None,
        pair => {
            let wrong = || Raise::value_error("expected a tuple of 2 integers");
            let [soft, hard]: [Value; 2] = vm.collect(pair)?.try_into().map_err(|_| wrong())?;
            Some(libc::rlimit { rlim_cur: limit(vm, &soft)?, rlim_max: limit(vm, &hard)? })
        }
    };
    let mut old = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    let new = new.as_ref().map_or(std::ptr::null(), std::ptr::from_ref);
    // SAFETY: prlimit reads one record and fills the other, which both outlive the call.
    let answer = unsafe { libc::prlimit(pid, which, new, &raw mut old) };
    if answer < 0 && !new.is_null() {
        let error = std::io::Error::last_os_error();
        match error.raw_os_error() {
            Some(libc::EINVAL) => return Err(Raise::value_error("current limit exceeds maximum limit")),
            Some(libc::EPERM) if pid == 0 => {
                return Err(Raise::value_error("not allowed to raise maximum limit"));
            }
            _ => {}
        }
    }
    checked(i64::from(answer))?;
    Ok(Value::pair(number(old.rlim_cur), number(old.rlim_max)))
}

fn priority(vm: &mut Vm, args: &Args) -> Result<Value> {
    let (which, who) = (args.int(0)? as libc::__priority_which_t, clipped_index(vm, args.get(1))? as libc::id_t);
    // SAFETY: the calls read numbers; -1 is also a valid result, so errno distinguishes a failure.
    unsafe {
        *libc::__errno_location() = 0;
        let found = libc::getpriority(which, who);
        let failed = found == -1 && *libc::__errno_location() != 0;
        if failed { checked(-1) } else { Ok(Value::Int(i64::from(found))) }
    }
}

pub static FUNCTIONS: &[Builtin] = &[
    Builtin::new("os._usage", "(who)", "Returns the resource use of a process.", |_, args| usage(args)),
    Builtin::new("os._limits", "(pid, resource, new)", "The limits of a process; sets new ones.", limits),
    Builtin::new("os.getpriority", "(which, who)", "The priority of processes.", priority),
    Builtin::new("os.setpriority", "(which, who, priority)", "Sets the priority of processes.", |_, args| {
        let (which, who, priority) = (args.int(0)?, args.int(1)?, args.int(2)?);
        // SAFETY: the call reads numbers; wrong ones make it fail.
        let answer =
            unsafe { libc::setpriority(which as libc::__priority_which_t, who as libc::id_t, priority as i32) };
        checked(i64::from(answer)).map(|_| Value::None)
    }),
];
