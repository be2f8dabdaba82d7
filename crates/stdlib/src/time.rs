//! `time`: clocks, an interruptible sleep, calendar time.

use chrono::{DateTime, Datelike, Local, NaiveDate, TimeZone, Timelike, Utc};
use std::sync::OnceLock;
use std::time::{Duration, Instant, SystemTime};
use tensorcell_language::builtins::{clipped_index, real};
use tensorcell_language::{Args, Builtin, Exc, ModuleDef, Raise, Result, Value, Vm};

pub static TIME: ModuleDef =
    ModuleDef { name: "_tensorcell.time", doc: "The native part of time.", functions: FUNCTIONS, init: None };

/// Returns the monotonic clock, which starts at its first use.
fn steady() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

fn since_epoch() -> Duration {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default()
}

/// Returns how long a program wants to wait, in seconds; a length below zero is none. CPython counts nanoseconds in 63 bits.
pub(crate) fn wait_length(vm: &mut Vm, seconds: &Value) -> Result<Duration> {
    let length = real(vm, seconds)?;
    if length.is_nan() {
        return Err(Raise::value_error("Invalid value NaN (not a number)"));
    }
    let counted = Duration::try_from_secs_f64(length.max(0.0)).ok().filter(|length| length.as_nanos() < 1 << 63);
    counted.ok_or_else(|| {
        Raise::new(
            Exc::OverflowError,
            match seconds {
                Value::Float(_) => "timestamp out of range for platform time_t",
                _ => "timestamp too large to convert to C PyTime_t",
            },
        )
    })
}

/// Reads the first argument as seconds.
fn seconds(vm: &mut Vm, args: &Args) -> Result<f64> {
    real(vm, args.get(0)).map_err(|error| match error.is(Exc::TypeError) {
        true => {
            let found = args.get(0).type_name();
            Raise::type_error(format!("'{found}' object cannot be interpreted as an integer"))
        }
        false => error,
    })
}

/// Returns the processor time of this process, or the monotonic clock if the host has none.
fn processor(vm: &Vm) -> Duration {
    vm.host().processor_time().unwrap_or_else(steady)
}

/// Returns the processor time of the system's thread, which all threads of a program share.
fn of_thread() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}

macro_rules! clock {
    ($name:literal, $doc:literal, $clock:expr) => {
        Builtin::new(concat!("time.", $name), "()", $doc, |vm, _| Ok(Value::from(($clock)(&*vm).as_secs_f64())))
    };
    ($name:literal, $doc:literal, $clock:expr, nanoseconds) => {
        Builtin::new(concat!("time.", $name), "()", $doc, |vm, _| Ok(Value::Int(($clock)(&*vm).as_nanos() as i64)))
    };
}

static FUNCTIONS: &[Builtin] = &[
    clock!("time", "Return the current time in seconds since the Epoch.", |_| since_epoch()),
    clock!("time_ns", "Return the current time in nanoseconds since the Epoch.", |_| since_epoch(), nanoseconds),
    clock!("perf_counter", "Performance counter for benchmarking, in seconds.", |_| steady()),
    clock!("perf_counter_ns", "Performance counter for benchmarking, in nanoseconds.", |_| steady(), nanoseconds),
    clock!("monotonic", "Monotonic clock, cannot go backward, in seconds.", |_| steady()),
    clock!("monotonic_ns", "Monotonic clock, cannot go backward, in nanoseconds.", |_| steady(), nanoseconds),
    clock!("process_time", "Process time for profiling: user and system time in seconds.", processor),
    clock!("process_time_ns", "Process time for profiling, in nanoseconds.", processor, nanoseconds),
    clock!("thread_time", "Thread time for profiling: kernel and user-space CPU time, in seconds.", |_| of_thread()),
    clock!("thread_time_ns", "Thread time for profiling, in nanoseconds.", |_| of_thread(), nanoseconds),
    Builtin::new(
        "time.sleep",
        "(seconds, /)",
        "Delay execution for a given number of seconds; an interrupt ends it.",
        |vm, args| {
            let seconds = seconds(vm, args)?;
            if seconds < 0.0 {
                return Err(Raise::value_error("sleep length must be non-negative"));
            }
            let end = Instant::now().checked_add(wait_length(vm, args.get(0))?);
            match seconds == 0.0 {
                true => vm.give_turn()?,
                false => vm.pause(end)?,
            }
            Ok(Value::None)
        },
    ),
    Builtin::new("time._fields", "(seconds=None, utc=False, /)", "The calendar fields of a moment.", |vm, args| {
        let seconds = match args.get(0) {
            Value::None => since_epoch().as_secs_f64(),
            _ => seconds(vm, args)?,
        };
        let utc = vm.truth(args.get(1))?;
        let out_of_range = || Raise::new(Exc::OverflowError, "timestamp out of range for platform time_t");
        let moment = DateTime::<Utc>::from_timestamp(seconds.floor() as i64, 0).ok_or_else(out_of_range)?;
        let fields = if utc { fields(&moment, 0, "UTC") } else { fields(&moment.with_timezone(&Local), -1, "") };
        Ok(Value::tuple(fields))
    }),
    Builtin::new("time._mktime", "(fields, /)", "Seconds since the Epoch of local calendar fields.", |vm, args| {
        let mut fields = Vec::new();
        for field in vm.collect(args.get(0))?.iter().take(6) {
            fields.push(clipped_index(vm, field)?);
        }
        let [year, month, day, hour, minute, second] = fields[..] else {
            return Err(Raise::type_error("mktime(): illegal time tuple argument"));
        };
        let out_of_range = || Raise::new(Exc::OverflowError, "mktime argument out of range");
        let months = year * 12 + month - 1;
        let start = NaiveDate::from_ymd_opt(months.div_euclid(12) as i32, months.rem_euclid(12) as u32 + 1, 1)
            .and_then(|date| date.and_hms_opt(0, 0, 0))
            .ok_or_else(out_of_range)?;
        let seconds = (((day - 1) * 24 + hour) * 60 + minute) * 60 + second;
        let moment = start.checked_add_signed(chrono::TimeDelta::seconds(seconds)).ok_or_else(out_of_range)?;
        let local = Local.from_local_datetime(&moment).earliest().ok_or_else(out_of_range)?;
        Ok(Value::from(local.timestamp() as f64))
    }),
];

/// Returns year, month, day, hour, minute, second, weekday (Monday 0), day of the year, daylight saving, zone name, offset.
fn fields<Zone: TimeZone>(moment: &DateTime<Zone>, saving: i64, zone: &str) -> Vec<Value>
where
    Zone::Offset: std::fmt::Display,
{
    let offset = chrono::Offset::fix(moment.offset()).local_minus_utc() as i64;
    let numbers = [
        moment.year() as i64,
        moment.month() as i64,
        moment.day() as i64,
        moment.hour() as i64,
        moment.minute() as i64,
        moment.second() as i64,
        moment.weekday().num_days_from_monday() as i64,
        moment.ordinal() as i64,
        if offset == 0 { 0 } else { saving.max(0) },
    ];
    let zone = match (zone, offset) {
        ("", 0) => "UTC".to_string(),
        ("", _) => moment.offset().to_string(),
        (zone, _) => zone.to_string(),
    };
    let mut values: Vec<Value> = numbers.into_iter().map(Value::Int).collect();
    values.push(Value::from(zone));
    values.push(Value::Int(offset));
    values
}
