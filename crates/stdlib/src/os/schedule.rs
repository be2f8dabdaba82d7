//! Scheduling of processes, and the name spaces that they are in.

use super::{checked, descriptor_number, failed};
use tensorcell_language::builtins::clipped_index;
use tensorcell_language::confinement::check_program;
use tensorcell_language::{Args, Builtin, Raise, Result, Value, Vm};

fn pid(args: &Args) -> Result<libc::pid_t> {
    libc::pid_t::try_from(args.int(0)?).map_err(|_| failed(libc::ESRCH))
}

/// Reads the processors that an iterable names.
fn processors(vm: &mut Vm, value: &Value) -> Result<libc::cpu_set_t> {
    // SAFETY: the set consists of bits, for which zeros are valid.
    let mut set: libc::cpu_set_t = unsafe { std::mem::zeroed() };
    for item in vm.collect(value)? {
        if !matches!(item.number(), Value::Int(_) | Value::Bool(_)) {
            let found = item.type_name();
            let text = format!("expected an iterator of ints, but iterator yielded <class '{found}'>");
            return Err(Raise::type_error(text));
        }
        let number = clipped_index(vm, &item)?;
        let number = usize::try_from(number).map_err(|_| Raise::value_error("negative CPU number"))?;
        if number >= libc::CPU_SETSIZE as usize {
            return Err(failed(libc::EINVAL));
        }
        // SAFETY: the number is within the set.
        unsafe { libc::CPU_SET(number, &mut set) };
    }
    Ok(set)
}

fn set_affinity(vm: &mut Vm, args: &Args) -> Result<Value> {
    let (pid, set) = (pid(args)?, processors(vm, args.get(1))?);
    // SAFETY: the call reads the set, which has the given size.
    let answer = unsafe { libc::sched_setaffinity(pid, size_of::<libc::cpu_set_t>(), &raw const set) };
    checked(i64::from(answer)).map(|_| Value::None)
}

fn record(priority: i64) -> Result<libc::sched_param> {
    let wrong = |_| Raise::new(tensorcell_language::Exc::OverflowError, "sched_priority out of range");
    // SAFETY: the record consists of numbers, for which zeros are valid.
    let mut record: libc::sched_param = unsafe { std::mem::zeroed() };
    record.sched_priority = i32::try_from(priority).map_err(wrong)?;
    Ok(record)
}

fn parameters(args: &Args) -> Result<Value> {
    let (pid, mut record) = (pid(args)?, record(0)?);
    // SAFETY: the call fills the record; an unknown process makes it fail.
    checked(i64::from(unsafe { libc::sched_getparam(pid, &raw mut record) }))?;
    Ok(Value::Int(i64::from(record.sched_priority)))
}

fn set_parameters(args: &Args) -> Result<Value> {
    let (pid, record) = (pid(args)?, record(args.int(1)?)?);
    // SAFETY: the call reads the record; an unknown process makes it fail.
    checked(i64::from(unsafe { libc::sched_setparam(pid, &raw const record) })).map(|_| Value::None)
}

fn set_scheduler(args: &Args) -> Result<Value> {
    let (pid, policy, record) = (pid(args)?, args.int(1)? as i32, record(args.int(2)?)?);
    // SAFETY: the call reads the record; an unknown process or policy makes it fail.
    checked(i64::from(unsafe { libc::sched_setscheduler(pid, policy, &raw const record) })).map(|_| Value::None)
}

fn interval(args: &Args) -> Result<Value> {
    let (pid, mut time) = (pid(args)?, libc::timespec { tv_sec: 0, tv_nsec: 0 });
    // SAFETY: the call fills the record; an unknown process makes it fail.
    checked(i64::from(unsafe { libc::sched_rr_get_interval(pid, &raw mut time) }))?;
    Ok(Value::from(time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9))
}

pub static FUNCTIONS: &[Builtin] = &[
    Builtin::new("os.sched_get_priority_max", "(policy)", "Get the maximum priority of a policy.", |_, args| {
        // SAFETY: the call reads a number; an unknown policy makes it fail.
        checked(i64::from(unsafe { libc::sched_get_priority_max(args.int(0)? as i32) }))
    }),
    Builtin::new("os.sched_get_priority_min", "(policy)", "Get the minimum priority of a policy.", |_, args| {
        // SAFETY: the call reads a number; an unknown policy makes it fail.
        checked(i64::from(unsafe { libc::sched_get_priority_min(args.int(0)? as i32) }))
    }),
    Builtin::new("os.sched_getscheduler", "(pid, /)", "Get the scheduling policy of a process.", |_, args| {
        let pid = pid(args)?;
        // SAFETY: the call reads a number; an unknown process makes it fail.
        checked(i64::from(unsafe { libc::sched_getscheduler(pid) }))
    }),
    Builtin::new("os._sched_setscheduler", "(pid, policy, priority, /)", "Sets policy and priority.", |_, args| {
        set_scheduler(args)
    }),
    Builtin::new("os._sched_getparam", "(pid, /)", "The scheduling priority of a process.", |_, args| parameters(args)),
    Builtin::new(
        "os._sched_setparam",
        "(pid, priority, /)",
        "Sets the scheduling priority of a process.",
        |_, args| set_parameters(args),
    ),
    Builtin::new("os.sched_rr_get_interval", "(pid, /)", "Return the round-robin quantum, in seconds.", |_, args| {
        interval(args)
    }),
    Builtin::new("os.sched_setaffinity", "(pid, mask, /)", "Restrict a process to a set of CPUs.", set_affinity),
    Builtin::new("os.setns", "(fd, nstype=0)", "Move the calling thread into different namespaces.", |vm, args| {
        check_program("setns")?;
        let (fd, kind) = (descriptor_number(vm, args.get(0))?, args.int(1)? as i32);
        // SAFETY: the call reads numbers; wrong ones make it fail.
        checked(i64::from(unsafe { libc::setns(fd, kind) })).map(|_| Value::None)
    }),
    Builtin::new("os.unshare", "(flags)", "Disassociate parts of the process's execution context.", |_, args| {
        check_program("unshare")?;
        let flags = args.int(0)? as i32;
        // SAFETY: the call reads a number; a lack of rights makes it fail.
        checked(i64::from(unsafe { libc::unshare(flags) })).map(|_| Value::None)
    }),
];
