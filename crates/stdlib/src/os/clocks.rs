//! Clocks of the system by number, for `time`; timers that are files, for `os`.

use super::{checked, descriptor_number};
use std::mem::zeroed;
use tensorcell_language::builtins::{clipped_index, real};
use tensorcell_language::{Args, Builtin, Exc, ModuleDef, Raise, Result, Value, Vm};

pub static CLOCKS: ModuleDef = ModuleDef {
    name: "_tensorcell.clocks",
    doc: "The native part of time that takes clocks by number.",
    functions: &[
        Builtin::new("time.clock_gettime", "(clk_id, /)", "Return the time of the specified clock.", |vm, args| {
            gettime(vm, args).map(|time| Value::from(seconds(&time)))
        }),
        Builtin::new(
            "time.clock_gettime_ns",
            "(clk_id, /)",
            "Return the time of a clock as nanoseconds.",
            |vm, args| gettime(vm, args).map(|time| Value::Int(nanoseconds(&time))),
        ),
        Builtin::new("time.clock_getres", "(clk_id, /)", "Return the precision of the specified clock.", |vm, args| {
            resolution(vm, args)
        }),
        Builtin::new("time.clock_settime", "(clk_id, time, /)", "Set the time of the specified clock.", |vm, args| {
            let time = from_seconds(vm, args.get(1))?;
            settime(vm, args, &time)
        }),
        Builtin::new(
            "time.clock_settime_ns",
            "(clk_id, time, /)",
            "Set the time of a clock in nanoseconds.",
            |vm, args| {
                let time = from_nanoseconds(clipped_index(vm, args.get(1))?);
                settime(vm, args, &time)
            },
        ),
        Builtin::new("time._thread_clock", "()", "The number of this thread's processor-time clock.", |_, _| {
            thread_clock()
        }),
    ],
    init: None,
};

const BILLION: i64 = 1_000_000_000;

fn seconds(time: &libc::timespec) -> f64 {
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

fn nanoseconds(time: &libc::timespec) -> i64 {
    time.tv_sec.saturating_mul(BILLION).saturating_add(time.tv_nsec)
}

fn from_nanoseconds(count: i64) -> libc::timespec {
    libc::timespec { tv_sec: count.div_euclid(BILLION), tv_nsec: count.rem_euclid(BILLION) }
}

fn from_seconds(vm: &mut Vm, value: &Value) -> Result<libc::timespec> {
    let seconds = real(vm, value)?;
    if seconds.is_nan() {
        return Err(Raise::value_error("Invalid value NaN (not a number)"));
    }
    let count = (seconds * 1e9).floor();
    if count.abs() >= i64::MAX as f64 {
        return Err(Raise::new(Exc::OverflowError, "timestamp out of range for platform time_t"));
    }
    Ok(from_nanoseconds(count as i64))
}

fn clock(vm: &mut Vm, args: &Args) -> Result<libc::clockid_t> {
    libc::clockid_t::try_from(clipped_index(vm, args.get(0))?)
        .map_err(|_| Raise::new(Exc::OverflowError, "signed integer is greater than maximum"))
}

fn gettime(vm: &mut Vm, args: &Args) -> Result<libc::timespec> {
    let (clock, mut time) = (clock(vm, args)?, from_nanoseconds(0));
    // SAFETY: the call fills the record; an unknown clock makes it fail.
    checked(i64::from(unsafe { libc::clock_gettime(clock, &raw mut time) }))?;
    Ok(time)
}

fn resolution(vm: &mut Vm, args: &Args) -> Result<Value> {
    let (clock, mut time) = (clock(vm, args)?, from_nanoseconds(0));
    // SAFETY: the call fills the record; an unknown clock makes it fail.
    checked(i64::from(unsafe { libc::clock_getres(clock, &raw mut time) }))?;
    Ok(Value::from(seconds(&time)))
}

fn settime(vm: &mut Vm, args: &Args, time: &libc::timespec) -> Result<Value> {
    let clock = clock(vm, args)?;
    // SAFETY: the call reads the record; an unknown clock or a lack of rights makes it fail.
    checked(i64::from(unsafe { libc::clock_settime(clock, std::ptr::from_ref(time)) })).map(|_| Value::None)
}

fn thread_clock() -> Result<Value> {
    let mut clock = 0;
    // SAFETY: the call asks about the thread that makes it, and fills the number.
    match unsafe { libc::pthread_getcpuclockid(libc::pthread_self(), &raw mut clock) } {
        0 => Ok(Value::Int(i64::from(clock))),
        error => Err(super::failed(error)),
    }
}

/// Reads the first expiration and the interval of a timer in nanoseconds.
fn timer(args: &Args, slot: usize) -> Result<libc::itimerspec> {
    Ok(libc::itimerspec {
        it_value: from_nanoseconds(args.int(slot)?),
        it_interval: from_nanoseconds(args.int(slot + 1)?),
    })
}

/// Converts a timer's record: nanoseconds until the next expiration, and the interval.
fn shown(timer: &libc::itimerspec) -> Value {
    Value::pair(Value::Int(nanoseconds(&timer.it_value)), Value::Int(nanoseconds(&timer.it_interval)))
}

fn set_timer(vm: &mut Vm, args: &Args) -> Result<Value> {
    let (fd, flags, new) = (descriptor_number(vm, args.get(0))?, args.int(1)? as i32, timer(args, 2)?);
    // SAFETY: the record consists of numbers, for which zeros are valid; the call reads one and fills the other.
    unsafe {
        let mut old: libc::itimerspec = zeroed();
        checked(i64::from(libc::timerfd_settime(fd, flags, &raw const new, &raw mut old)))?;
        Ok(shown(&old))
    }
}

fn left_of_timer(vm: &mut Vm, args: &Args) -> Result<Value> {
    let fd = descriptor_number(vm, args.get(0))?;
    // SAFETY: the record consists of numbers, for which zeros are valid; the call fills it.
    unsafe {
        let mut record: libc::itimerspec = zeroed();
        checked(i64::from(libc::timerfd_gettime(fd, &raw mut record)))?;
        Ok(shown(&record))
    }
}

pub static FUNCTIONS: &[Builtin] = &[
    Builtin::new(
        "os.timerfd_create",
        "(clockid, /, *, flags=524288)",
        "Create and return a timer file descriptor.",
        |vm, args| {
            let (clock, flags) = (clock(vm, args)?, args.int(1)? as i32);
            // SAFETY: the call reads two numbers and makes a descriptor.
            checked(i64::from(unsafe { libc::timerfd_create(clock, flags) }))
        },
    ),
    Builtin::new("os._timerfd_settime", "(fd, flags, initial, interval, /)", "Sets a timer; what it was.", set_timer),
    Builtin::new(
        "os.timerfd_gettime_ns",
        "(fd, /)",
        "Return a tuple (next_expiration, interval) of a timer.",
        left_of_timer,
    ),
];
