//! `datetime`: checks of fields, and the fields of a number of days or microseconds. The classes are in `datetime.py`.

use chrono::{DateTime, Datelike, Local, NaiveDate, Timelike, Utc};
use num_traits::ToPrimitive;
use tensorcell_language::builtins::{clipped_index, plain};
use tensorcell_language::object::{Instance, Str, intern};
use tensorcell_language::{Args, Builtin, Exc, ModuleDef, Raise, Result, Value, Vm};

pub static DATETIME: ModuleDef = ModuleDef {
    name: "_tensorcell.datetime",
    doc: "The native part of datetime.",
    functions: &[
        Builtin::new(
            "datetime._checked_date",
            "(year, month, day, /)",
            "The fields of a date as ints, and its ordinal.",
            |vm, args| {
                let date = date(vm, args, 0)?;
                Ok(ints([i64::from(date.year()), date.month().into(), date.day().into(), ordinal(date)]))
            },
        ),
        Builtin::new(
            "datetime._checked_time",
            "(hour, minute, second, microsecond, /)",
            "The fields of a time of day as ints, and all of it in microseconds.",
            |vm, args| {
                let clock = clock(vm, args, 0)?;
                let [hour, minute, second, microsecond] = clock;
                Ok(ints([hour, minute, second, microsecond, place(clock)]))
            },
        ),
        Builtin::new(
            "datetime._new_moment",
            "(kind, year, month, day, hour, minute, second, microsecond, tzinfo, fold, /)",
            "A datetime of its class and fields.",
            new_moment,
        ),
        Builtin::new(
            "datetime._iso_fields",
            "(text, /)",
            "The fields of a moment in its commonest ISO form, with the offset in seconds or None; None for other forms.",
            |_, args| Ok(iso_fields(args.str(0)?).unwrap_or_default()),
        ),
        Builtin::new(
            "datetime._now",
            "(utc, /)",
            "The calendar fields of this moment, to the microsecond.",
            |vm, args| {
                let now = Utc::now();
                Ok(if vm.truth(args.get(0))? { fields_of(&now) } else { fields_of(&now.with_timezone(&Local)) })
            },
        ),
        Builtin::new(
            "datetime._year_start",
            "(year, /)",
            "The ordinal of a year's first day, also next to the years that dates have.",
            |vm, args| {
                let before = field(vm, args, 0)? - 1;
                let leaps = before.div_euclid(4) - before.div_euclid(100) + before.div_euclid(400);
                Ok(Value::Int(before * 365 + leaps + 1))
            },
        ),
        Builtin::new("datetime._from_ordinal", "(ordinal, /)", "Year, month and day of an ordinal.", |vm, args| {
            from_ordinal(field(vm, args, 0)?).map(|date| Value::tuple(day_fields(date).to_vec()))
        }),
        Builtin::new(
            "datetime._moment_fields",
            "(microseconds, /)",
            "Year, month, day, hour, minute, second and microsecond; the microseconds count from the day before 0001-01-01.",
            |_, args| moment_fields(microseconds(args)?),
        ),
        Builtin::new(
            "datetime._span_fields",
            "(microseconds, /)",
            "Days, seconds and microseconds of a duration.",
            |_, args| span_fields(microseconds(args)?),
        ),
        Builtin::new(
            "datetime._span_total",
            "(days, seconds, microseconds, milliseconds, minutes, hours, weeks, /)",
            "The microseconds of a duration; None if a part is no int, or one of many digits.",
            |_, args| Ok(span_total(args).map_or(Value::None, |total| Value::big(total.into()))),
        ),
    ],
    init: None,
};

const SECOND: i128 = 1_000_000;
const DAY: i128 = 86_400 * SECOND;
/// The microseconds of the parts of a duration.
const UNITS: [i128; 7] = [DAY, SECOND, 1, 1000, 60 * SECOND, 3600 * SECOND, 7 * DAY];
/// The ordinal of 9999-12-31.
const LAST: i128 = 3_652_059;

fn ints<const N: usize>(numbers: [i64; N]) -> Value {
    Value::tuple(numbers.map(Value::Int).to_vec())
}

/// A field as C's `int`.
fn field(vm: &mut Vm, args: &Args, at: usize) -> Result<i64> {
    let overflow = |text: &str| Err(Raise::new(Exc::OverflowError, text));
    match clipped_index(vm, args.get(at))? {
        i64::MAX | i64::MIN => overflow("Python int too large to convert to C long"),
        number if number > i64::from(i32::MAX) => overflow("signed integer is greater than maximum"),
        number if number < i64::from(i32::MIN) => overflow("signed integer is less than minimum"),
        number => Ok(number),
    }
}

/// The date of three arguments.
fn date(vm: &mut Vm, args: &Args, first: usize) -> Result<NaiveDate> {
    let (year, month, day) = (field(vm, args, first)?, field(vm, args, first + 1)?, field(vm, args, first + 2)?);
    if !(1..=9999).contains(&year) {
        return Err(Raise::value_error(format!("year {year} is out of range")));
    }
    if !(1..=12).contains(&month) {
        return Err(Raise::value_error("month must be in 1..12"));
    }
    let found = u32::try_from(day).ok().and_then(|day| NaiveDate::from_ymd_opt(year as i32, month as u32, day));
    found.ok_or_else(|| Raise::value_error("day is out of range for month"))
}

/// The time of day of four arguments.
fn clock(vm: &mut Vm, args: &Args, first: usize) -> Result<[i64; 4]> {
    const LIMITS: [(&str, i64); 4] = [("hour", 23), ("minute", 59), ("second", 59), ("microsecond", 999_999)];
    let mut fields = [0; 4];
    for (at, number) in fields.iter_mut().enumerate() {
        *number = field(vm, args, first + at)?;
    }
    match LIMITS.iter().zip(fields).find(|((_, most), number)| !(0..=*most).contains(number)) {
        Some(((name, most), _)) => Err(Raise::value_error(format!("{name} must be in 0..{most}"))),
        None => Ok(fields),
    }
}

/// A time of day in microseconds.
fn place([hour, minute, second, microsecond]: [i64; 4]) -> i64 {
    ((hour * 60 + minute) * 60 + second) * 1_000_000 + microsecond
}

thread_local! {
    /// The attributes of a `datetime` in the order of `new_moment`.
    static ATTRIBUTES: [Str; 10] = [
        "_year", "_month", "_day", "_hour", "_minute", "_second", "_microsecond", "_place", "_tzinfo", "fold",
    ].map(intern);
}

/// A `datetime` of its class and fields, each checked.
fn new_moment(vm: &mut Vm, args: &Args) -> Result<Value> {
    let Value::Class(class) = args.get(0) else { return Err(args.wrong(0, "type")) };
    let (date, clock) = (date(vm, args, 1)?, clock(vm, args, 4)?);
    let made = Instance::new(class.clone());
    let place = ordinal(date) * DAY as i64 + place(clock);
    let fields = day_fields(date).into_iter().chain(clock.map(Value::Int)).chain([
        Value::Int(place),
        args.get(8).clone(),
        args.get(9).clone(),
    ]);
    ATTRIBUTES.with(|names| names.iter().zip(fields).for_each(|(name, value)| made.set(name, value)));
    Ok(Value::Instance(made))
}

/// The fields of a moment in its commonest ISO form, with the offset in seconds; None for other forms.
fn iso_fields(text: &str) -> Option<Value> {
    let bytes = text.as_bytes();
    let (day, rest) = bytes.split_at_checked(10)?;
    let [year, month, day] = [number(&day[..4])?, number(&day[5..7])?, number(&day[8..])?];
    if bytes[4] != b'-' || bytes[7] != b'-' {
        return None;
    }
    let (clock, offset) = match rest {
        [] => ([0; 4], None),
        [b'T' | b' ', rest @ ..] => iso_clock(rest)?,
        _ => return None,
    };
    let numbers = [year, month, day].into_iter().chain(clock).map(Value::Int);
    let offset = offset.map_or(Value::None, Value::Int);
    Some(Value::tuple(numbers.chain([offset]).collect()))
}

fn number(digits: &[u8]) -> Option<i64> {
    let add = |sum, digit: &u8| digit.is_ascii_digit().then(|| sum * 10 + i64::from(digit - b'0'));
    digits.iter().try_fold(0, add)
}

/// HH:MM, then :SS, then a fraction of three or six digits, then Z or +HH:MM.
fn iso_clock(text: &[u8]) -> Option<([i64; 4], Option<i64>)> {
    let minutes = |text: &[u8]| match text {
        [a, b, b':', c, d] => Some((number(&[*a, *b])?, number(&[*c, *d])?)),
        _ => None,
    };
    let (start, mut rest) = text.split_at_checked(5)?;
    let (hour, minute) = minutes(start)?;
    let (mut second, mut microsecond) = (0, 0);
    if let [b':', a, b, more @ ..] = rest {
        (second, rest) = (number(&[*a, *b])?, more);
        if let [b'.', more @ ..] = rest {
            let length = more.iter().take_while(|byte| byte.is_ascii_digit()).count();
            let (digits, more) = more.split_at(length);
            microsecond = number(digits)?
                * match length {
                    3 => 1000,
                    6 => 1,
                    _ => return None,
                };
            rest = more;
        }
    }
    let offset = match rest {
        [] => None,
        [b'Z'] => Some(0),
        [sign @ (b'+' | b'-'), rest @ ..] => {
            let (hours, minutes) = minutes(rest).filter(|(hours, minutes)| *hours < 24 && *minutes < 60)?;
            let seconds = hours * 3600 + minutes * 60;
            Some(if *sign == b'-' { -seconds } else { seconds })
        }
        _ => return None,
    };
    Some(([hour, minute, second, microsecond], offset))
}

fn fields_of<Zone: chrono::TimeZone>(moment: &DateTime<Zone>) -> Value {
    let clock = [moment.hour(), moment.minute(), moment.second(), moment.nanosecond() / 1000];
    let date = moment.date_naive();
    Value::tuple(day_fields(date).into_iter().chain(clock.map(|field| Value::Int(field.into()))).collect())
}

fn ordinal(date: NaiveDate) -> i64 {
    date.num_days_from_ce().into()
}

fn from_ordinal(ordinal: i64) -> Result<NaiveDate> {
    if ordinal < 1 {
        return Err(Raise::value_error("ordinal must be >= 1"));
    }
    let found = NaiveDate::from_num_days_from_ce_opt(ordinal as i32);
    let year = found.map_or(ordinal * 400 / 146_097 + 1, |date| date.year().into());
    found.filter(|_| year <= 9999).ok_or_else(|| Raise::value_error(format!("year {year} is out of range")))
}

fn day_fields(date: NaiveDate) -> [Value; 3] {
    [i64::from(date.year()), date.month().into(), date.day().into()].map(Value::Int)
}

/// A number of microseconds; those that no duration has are all alike.
fn microseconds(args: &Args) -> Result<i128> {
    match plain(args.get(0)) {
        Value::Int(number) => Ok(number.into()),
        Value::BigInt(number) => Ok(number.to_i128().unwrap_or(i128::MAX)),
        _ => Err(args.wrong(0, "int")),
    }
}

fn moment_fields(microseconds: i128) -> Result<Value> {
    let (days, rest) = (microseconds.div_euclid(DAY), microseconds.rem_euclid(DAY) as i64);
    if !(1..=LAST).contains(&days) {
        return Err(Raise::new(Exc::OverflowError, "date value out of range"));
    }
    let seconds = rest / 1_000_000;
    let clock = [seconds / 3600, seconds / 60 % 60, seconds % 60, rest % 1_000_000].map(Value::Int);
    let day = day_fields(from_ordinal(days as i64)?);
    Ok(Value::tuple(day.into_iter().chain(clock).collect()))
}

fn span_fields(microseconds: i128) -> Result<Value> {
    let (days, rest) = (microseconds.div_euclid(DAY), microseconds.rem_euclid(DAY) as i64);
    let overflow = |text: String| Err(Raise::new(Exc::OverflowError, text));
    if days.abs() > i32::MAX.into() {
        return overflow("Python int too large to convert to C int".to_owned());
    }
    if days.abs() > 999_999_999 {
        return overflow(format!("days={days}; must have magnitude <= 999999999"));
    }
    Ok(ints([days as i64, rest / 1_000_000, rest % 1_000_000]))
}

/// The sum of parts that are all ints.
fn span_total(args: &Args) -> Option<i128> {
    let part = |(at, unit): (usize, &i128)| match plain(args.get(at)) {
        Value::Int(number) => Some(i128::from(number) * unit),
        Value::Bool(truth) => Some(i128::from(truth.get()) * unit),
        _ => None,
    };
    UNITS.iter().enumerate().map(part).sum()
}
