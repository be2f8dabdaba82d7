//! An axis: its range, its ticks and their texts. Ticks follow matplotlib's rules (`MaxNLocator`, `LogLocator`,
//! `ScalarFormatter`), so a plot shows the numbers that its reader expects.

/// The scale of an axis.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Kind {
    #[default]
    Linear,
    /// Logarithmic, base 10.
    Log,
    /// Linear within `±threshold`, logarithmic beyond.
    SymLog(f64),
}

/// The kind of numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unit {
    #[default]
    Plain,
    Bytes,
    Seconds,
    /// Integers only.
    Count,
    /// Integers in full: `8,000,000`.
    Steps,
}

/// A range of values mapped to 0..1; the axis is reversed if `low` is above `high`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis {
    pub low: f64,
    pub high: f64,
    pub kind: Kind,
}

/// A tick's value and text.
#[derive(Clone, Debug, PartialEq)]
pub struct Tick {
    pub value: f64,
    pub text: String,
}

/// Ticks, and the offset or factor that all their texts omit (`1e6`, `+2.5e3`).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ticks {
    pub ticks: Vec<Tick>,
    pub offset: String,
}

/// Beyond this bound the difference of two values would overflow.
const LARGEST: f64 = 1e300;

impl Axis {
    /// Spans `low..high`; widens a single value on both sides.
    pub fn new(kind: Kind, low: f64, high: f64) -> Axis {
        let (mut low, mut high) = (low.clamp(-LARGEST, LARGEST), high.clamp(-LARGEST, LARGEST));
        if kind == Kind::Log {
            (low, high) = (low.max(1e-300), high.max(1e-300));
            if low == high {
                (low, high) = (low / 10.0, high * 10.0);
            }
        } else {
            (low, high) = nonsingular(low, high, 0.05, 1e-15);
        }
        Axis { low, high, kind }
    }

    /// With margins, for data that should not touch the frame.
    pub fn padded(self, share: f64) -> Axis {
        match self.kind {
            Kind::Log => {
                let by = (self.high / self.low).powf(share);
                Axis { low: (self.low / by).max(1e-305), high: (self.high * by).min(LARGEST), ..self }
            }
            _ => {
                let room = (self.high - self.low) * share;
                Axis { low: self.low - room, high: self.high + room, ..self }
            }
        }
    }

    /// Transforms values to the scale on which the axis is linear.
    fn even(&self, value: f64) -> f64 {
        match self.kind {
            Kind::Linear => value,
            Kind::Log => value.log10(),
            Kind::SymLog(threshold) => {
                let size = value.abs() / threshold;
                // As matplotlib: the linear part is as long as one decade, less the start of the logarithmic part.
                let linear = 1.0 / (1.0 - 0.1);
                value.signum() * threshold * if size <= 1.0 { size * linear } else { linear + size.log10() }
            }
        }
    }

    /// The position of a value: 0 at the low end, 1 at the high end. `None` if the axis cannot show it.
    pub fn place(&self, value: f64) -> Option<f64> {
        if !value.is_finite() || (self.kind == Kind::Log && value <= 0.0) {
            return None;
        }
        let (low, high) = (self.even(self.low), self.even(self.high));
        let place = (self.even(value.clamp(-LARGEST, LARGEST)) - low) / (high - low);
        place.is_finite().then_some(place)
    }

    fn sorted(&self) -> (f64, f64) {
        (self.low.min(self.high), self.low.max(self.high))
    }

    /// Ticks for an axis with room for `room` of them; as in matplotlib, at least one may lie beyond each end.
    pub fn ticks(&self, room: usize, unit: Unit) -> Ticks {
        let (low, high) = self.sorted();
        match (self.kind, unit) {
            (Kind::Log, _) => log_ticks(low, high, room),
            (Kind::SymLog(threshold), _) => symlog_ticks(low, high, threshold, room),
            (Kind::Linear, Unit::Plain) => {
                let values = max_n(low, high, room.clamp(1, 9), false);
                let (texts, offset) = scalar_texts(&values, low, high);
                Ticks { ticks: together(values, texts), offset }
            }
            (Kind::Linear, Unit::Count) => {
                let values = max_n(low, high, room.clamp(1, 9), true);
                let (texts, offset) = scalar_texts(&values, low, high);
                Ticks { ticks: together(values, texts), offset }
            }
            (Kind::Linear, Unit::Steps) => {
                let values = max_n(low, high, room.clamp(1, 9), true);
                let text = |value: f64| match value.fract() == 0.0 && value.abs() < 1e15 {
                    true => {
                        format!("{}{}", if value < 0.0 { "−" } else { "" }, super::units::count(value.abs() as u64))
                    }
                    false => minus(&short_number(value)),
                };
                let texts = values.iter().map(|value| text(*value)).collect();
                Ticks { ticks: together(values, texts), offset: String::new() }
            }
            (Kind::Linear, Unit::Bytes) => {
                const UNITS: [&str; 6] = [" B", " KiB", " MiB", " GiB", " TiB", " PiB"];
                let power = ((high.max(1.0).log2() / 10.0).floor() as usize).min(5);
                in_unit(low, high, room, 1024f64.powi(power as i32), UNITS[power])
            }
            (Kind::Linear, Unit::Seconds) => {
                let (unit, name) = match low.abs().max(high.abs()) {
                    size if size >= 7200.0 => (3600.0, " h"),
                    size if size >= 120.0 => (60.0, " min"),
                    size if size >= 1.0 => (1.0, " s"),
                    size if size >= 1e-3 => (1e-3, " ms"),
                    size if size >= 1e-6 => (1e-6, " µs"),
                    _ => (1e-9, " ns"),
                };
                in_unit(low, high, room, unit, name)
            }
        }
    }

    /// Minor ticks of a logarithmic axis: two to nine times each power of ten.
    pub fn minor(&self) -> Vec<f64> {
        let (low, high) = self.sorted();
        if self.kind != Kind::Log || high.log10() - low.log10() > 8.0 {
            return Vec::new();
        }
        let decades = low.log10().floor() as i32..=high.log10().ceil() as i32;
        let all = decades.flat_map(|decade| (2..10).map(move |factor| factor as f64 * 10f64.powi(decade)));
        all.filter(|value| (low..=high).contains(value)).collect()
    }

    /// Whether a value lies within the range, up to rounding.
    pub fn holds(&self, value: f64) -> bool {
        self.place(value).is_some_and(|place| (-1e-9..=1.0 + 1e-9).contains(&place))
    }
}

fn together(values: Vec<f64>, texts: Vec<String>) -> Vec<Tick> {
    values.into_iter().zip(texts).map(|(value, text)| Tick { value, text }).collect()
}

fn in_unit(low: f64, high: f64, room: usize, unit: f64, name: &str) -> Ticks {
    let values = max_n(low / unit, high / unit, room.clamp(1, 9), false);
    let (texts, _) = plain_texts(&values, low / unit, high / unit);
    let ticks = values.into_iter().zip(texts).map(|(value, text)| Tick { value: value * unit, text: text + name });
    Ticks { ticks: ticks.collect(), offset: String::new() }
}

/// matplotlib's `nonsingular`: moves two values far enough apart to be the ends of an axis.
pub fn nonsingular(low: f64, high: f64, expander: f64, tiny: f64) -> (f64, f64) {
    if !low.is_finite() || !high.is_finite() {
        return (-expander, expander);
    }
    let swapped = high < low;
    let (mut low, mut high) = if swapped { (high, low) } else { (low, high) };
    let largest = low.abs().max(high.abs());
    if largest < 1e6 / tiny * f64::MIN_POSITIVE {
        (low, high) = (-expander, expander);
    } else if high - low <= largest * tiny {
        (low, high) = (low - expander * low.abs(), high + expander * high.abs());
    }
    if swapped { (high, low) } else { (low, high) }
}

/// matplotlib's `MaxNLocator` with the steps 1, 2, 2.5, 5, 10: at most `bins` intervals; the outer ticks reach or pass the ends.
pub fn max_n(low: f64, high: f64, bins: usize, integer: bool) -> Vec<f64> {
    const STEPS: [f64; 10] = [0.1, 0.2, 0.25, 0.5, 1.0, 2.0, 2.5, 5.0, 10.0, 20.0];
    let (low, high) = nonsingular(low, high, 1e-13, 1e-14);
    let bins = bins.max(1) as f64;
    let (spread, middle) = (high - low, (high + low) / 2.0);
    let offset = match middle.abs() / spread < 100.0 {
        true => 0.0,
        false => 10f64.powf(middle.abs().log10().floor()).copysign(middle),
    };
    let scale = 10f64.powf((spread / bins).log10().floor());
    let (from, to) = (low - offset, high - offset);
    let steps: Vec<f64> = (STEPS.iter().map(|step| step * scale))
        .filter(|step| !integer || *step < 1.0 || (step - step.round()).abs() < 0.001)
        .collect();
    let raw = (to - from) / bins;
    let large = steps.iter().position(|step| *step >= raw).unwrap_or(steps.len() - 1);
    let mut ticks = Vec::new();
    for &step in steps[..=large].iter().rev() {
        let step = if integer && to.floor() - from.ceil() >= 1.0 { step.max(1.0) } else { step };
        let best = (from / step).floor() * step;
        let tolerance = match offset == 0.0 {
            true => 1e-10,
            false => 10f64.powf((offset.abs() / step).log10() - 12.0).clamp(1e-10, 0.4999),
        };
        let close = |share: f64, whole: f64| (share - whole).abs() < tolerance;
        // As Python's divmod: the quotient that matches the remainder.
        let divided = |x: f64| {
            let rest = x.rem_euclid(step);
            (((x - rest) / step).round(), rest)
        };
        let below = |x: f64| {
            let (count, rest) = divided(x);
            if close(rest / step, 1.0) { count + 1.0 } else { count }
        };
        let above = |x: f64| {
            let (count, rest) = divided(x);
            if close(rest / step, 0.0) { count } else { count + 1.0 }
        };
        let (first, last) = (below(from - best), above(to - best));
        let count = (last - first).clamp(0.0, 1000.0) as usize;
        ticks = (0..=count).map(|i| (first + i as f64) * step + best).collect();
        if ticks.iter().filter(|tick| (from..=to).contains(*tick)).count() >= 2 {
            break;
        }
    }
    ticks.iter().map(|tick| tick + offset).collect()
}

/// matplotlib's `ScalarFormatter`: as many digits as the ticks need. Very large and very small numbers share a power of
/// ten; numbers that differ only in late digits share an offset.
fn scalar_texts(values: &[f64], low: f64, high: f64) -> (Vec<String>, String) {
    let inside: Vec<f64> = values.iter().copied().filter(|value| (low..=high).contains(value)).collect();
    let offset = shared_offset(&inside);
    let size = inside.iter().map(|value| (value - offset).abs()).fold(0.0, f64::max);
    let power = match (offset == 0.0, size) {
        (_, 0.0) => 0,
        (true, _) => size.log10().floor() as i32,
        (false, _) => (high - low).log10().floor() as i32,
    };
    let power = if power <= -5 || power >= 6 { power } else { 0 };
    let unit = 10f64.powi(power);
    let shifted: Vec<f64> = values.iter().map(|value| (value - offset) / unit).collect();
    let (texts, _) = plain_texts(&shifted, (low - offset) / unit, (high - offset) / unit);
    let mut note = String::new();
    if power != 0 {
        note = format!("1e{power}");
    }
    if offset != 0.0 {
        note += &minus(&format!("{}{}", if offset > 0.0 { "+" } else { "" }, short_number(offset)));
    }
    (texts, minus(&note))
}

/// The common offset of all ticks if it saves four digits or more each, else 0.
fn shared_offset(ticks: &[f64]) -> f64 {
    let (Some(&first), Some(&last)) = (ticks.first(), ticks.last()) else { return 0.0 };
    if first == last || first.signum() != last.signum() || first == 0.0 {
        return 0.0;
    }
    let sign = first.signum();
    let (least, most) = (first.abs().min(last.abs()), first.abs().max(last.abs()));
    // The largest power of ten at which the two still differ by at most one.
    let differs = |power: i32, most_by: f64| {
        let unit = 10f64.powi(power);
        (most / unit).floor() - (least / unit).floor() > most_by
    };
    let ceiling = most.log10().ceil() as i32;
    let mut power = 1 + (-320..=ceiling).rev().find(|power| differs(*power, 0.0)).unwrap_or(-321);
    if (most - least) / 10f64.powi(power) <= 1e-2 {
        power = 1 + (-320..=ceiling).rev().find(|power| differs(*power, 1.0)).unwrap_or(-321);
    }
    let unit = 10f64.powi(power);
    if (most / unit).floor() >= 1000.0 { sign * (most / unit).floor() * unit } else { 0.0 }
}

/// Formats decimals with as many digits as the ticks need; also returns that count.
fn plain_texts(values: &[f64], low: f64, high: f64) -> (Vec<String>, usize) {
    let mut all = values.to_vec();
    if values.len() < 5 {
        all.extend([low, high]);
    }
    let (least, most) = all.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), v| (a.min(*v), b.max(*v)));
    let mut range = most - least;
    if range == 0.0 {
        range = all.iter().fold(0.0, |size: f64, value| size.max(value.abs()));
    }
    if range == 0.0 || !range.is_finite() {
        range = 1.0;
    }
    let magnitude = range.log10().floor() as i32;
    let mut digits = (3 - magnitude).clamp(0, 17);
    let near = 1e-3 * 10f64.powi(magnitude);
    while digits >= 0 {
        let unit = 10f64.powi(digits);
        let worst = values.iter().map(|value| (value - (value * unit).round() / unit).abs()).fold(0.0, f64::max);
        if worst >= near {
            break;
        }
        digits -= 1;
    }
    let digits = (digits + 1) as usize;
    let texts = values.iter().map(|value| {
        let text = if value.abs() < 1e16 { format!("{value:.digits$}") } else { short_number(*value) };
        let zero = text.trim_start_matches('-').chars().all(|c| matches!(c, '0' | '.'));
        minus(if zero { text.trim_start_matches('-') } else { &text })
    });
    (texts.collect(), digits)
}

fn short_number(value: f64) -> String {
    let text = format!("{value:e}");
    text.strip_suffix("e0").map(str::to_owned).unwrap_or(text)
}

/// With a proper minus sign.
pub fn minus(text: &str) -> String {
    text.replace('-', "−")
}

fn log_ticks(low: f64, high: f64, room: usize) -> Ticks {
    let (from, to) = (low.max(1e-305).log10(), high.clamp(1e-305, 1e305).log10());
    let decades = to.floor() - from.ceil() + 1.0;
    if decades < 1.0 || (to - from) < 1.0 {
        // The range is less than one power of ten: round numbers say more.
        let values: Vec<f64> =
            max_n(low, high, room.clamp(2, 5), false).into_iter().filter(|value| *value > 0.0).collect();
        let (texts, offset) = scalar_texts(&values, low, high);
        return Ticks { ticks: together(values, texts), offset };
    }
    let stride = (decades / room.clamp(2, 9) as f64).ceil().max(1.0) as i64;
    let first = (from.floor() as i64).div_euclid(stride) * stride;
    let last = to.ceil() as i64;
    let powers = (first..=last).step_by(stride as usize);
    let few = decades <= 2.0 && to - from < 2.5;
    let mut ticks = Vec::new();
    for power in powers {
        let value = 10f64.powi(power as i32);
        ticks.push(Tick { value, text: power_text(power) });
        if few {
            for factor in [2.0, 5.0] {
                let text = format!("{factor}×{}", power_text(power));
                ticks.push(Tick { value: value * factor, text });
            }
        }
    }
    // Short numbers need no exponent.
    if from >= -3.0 && to <= 4.0 && from >= to.min(0.0) - 4.0 {
        for tick in &mut ticks {
            tick.text = super::units::value(tick.value);
        }
    }
    Ticks { ticks, offset: String::new() }
}

/// `10³`
fn power_text(power: i64) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let digits =
        power.to_string().chars().map(|c| c.to_digit(10).map_or('⁻', |digit| DIGITS[digit as usize])).collect();
    format!("10{}", String::from_iter::<Vec<char>>(digits))
}

fn symlog_ticks(low: f64, high: f64, threshold: f64, room: usize) -> Ticks {
    let mut ticks = Vec::new();
    let base = threshold.log10().ceil() as i64;
    let top = low.abs().max(high.abs()).log10().ceil() as i64;
    let stride = ((top - base + 1).max(1) as f64 * 2.0 / room.max(2) as f64).ceil().max(1.0) as usize;
    let powers: Vec<i64> = (base..=top).step_by(stride).collect();
    for power in powers.iter().rev() {
        ticks.push(Tick { value: -10f64.powi(*power as i32), text: format!("−{}", power_text(*power)) });
    }
    ticks.push(Tick { value: 0.0, text: "0".into() });
    for power in powers {
        ticks.push(Tick { value: 10f64.powi(power as i32), text: power_text(power) });
    }
    ticks.retain(|tick| (low..=high).contains(&tick.value));
    Ticks { ticks, offset: String::new() }
}
