//! Formats numbers for people: bytes, durations, counts, values.

/// `1536` -> `1.50 KiB`: binary units with three significant digits, as in PyTorch's memory reports.
pub fn bytes(count: f64) -> String {
    const UNITS: [&str; 6] = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"];
    let mut value = count;
    let mut unit = 0;
    while value.abs() >= 999.5 && unit + 1 < UNITS.len() {
        value /= 1024.0;
        unit += 1;
    }
    if unit == 0 { format!("{value:.0} B") } else { format!("{} {}", significant(value, 3), UNITS[unit]) }
}

/// `0.00123` -> `1.23 ms`; from a minute on `2 min 5 s`.
pub fn seconds(value: f64) -> String {
    if !value.is_finite() {
        return format!("{value} s");
    }
    let size = value.abs();
    if size >= 3600.0 {
        format!("{:.0} h {:.0} min", (value / 3600.0).trunc(), (value % 3600.0 / 60.0).trunc())
    } else if size >= 60.0 {
        format!("{:.0} min {:.0} s", (value / 60.0).trunc(), (value % 60.0).trunc())
    } else if size >= 0.9995 {
        format!("{} s", significant(value, 3))
    } else if size >= 0.9995e-3 {
        format!("{} ms", significant(value * 1e3, 3))
    } else if size >= 0.9995e-6 {
        format!("{} µs", significant(value * 1e6, 3))
    } else if value == 0.0 {
        "0 s".into()
    } else {
        format!("{} ns", significant(value * 1e9, 3))
    }
}

/// `1234567` -> `1,234,567`.
pub fn count(value: u64) -> String {
    let digits = value.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `1 piece`, `1,200 pieces`.
pub fn counted(number: usize, what: &str) -> String {
    format!("{} {what}{}", count(number as u64), if number == 1 { "" } else { "s" })
}

/// A value with four significant digits: `0.0213`, `97.22`, `1.2e-7`, `nan`.
pub fn value(value: f64) -> String {
    if value.is_nan() {
        return "nan".into();
    }
    if value.is_infinite() {
        return if value > 0.0 { "inf".into() } else { "-inf".into() };
    }
    let size = value.abs();
    if value == 0.0 {
        "0".into()
    } else if !(1e-4..1e7).contains(&size) {
        trim_zeros(&format!("{value:.3e}"))
    } else if value.fract() == 0.0 {
        format!("{value:.0}")
    } else {
        trim_zeros(&significant(value, 4))
    }
}

fn significant(value: f64, digits: i32) -> String {
    let magnitude = if value == 0.0 { 0 } else { value.abs().log10().floor() as i32 };
    let decimals = (digits - 1 - magnitude).clamp(0, 12);
    // 9.996 rounds to 10.0, not to 10.00.
    let rounded = (value.abs() * 10f64.powi(decimals)).round() >= 10f64.powi(digits);
    let decimals = (decimals - rounded as i32).max(0) as usize;
    format!("{value:.decimals$}")
}

/// The text cut to at most `length` characters, with an ellipsis.
pub fn short(text: &str, length: usize) -> String {
    match text.char_indices().nth(length) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.into(),
    }
}

fn trim_zeros(text: &str) -> String {
    let (mantissa, exponent) = match text.split_once('e') {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (text, None),
    };
    let mantissa = if mantissa.contains('.') { mantissa.trim_end_matches('0').trim_end_matches('.') } else { mantissa };
    match exponent {
        Some(exponent) => format!("{mantissa}e{exponent}"),
        None => mantissa.into(),
    }
}
