//! An axis: which values it spans, where its ticks are, what they say.

/// A range of values mapped to 0..1, linearly or by logarithm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis {
    low: f64,
    high: f64,
    log: bool,
}

/// A tick's place (0..1) and text.
#[derive(Clone, Debug, PartialEq)]
pub struct Tick {
    pub at: f64,
    pub text: String,
}

/// Beyond this the difference of two values would overflow.
const LARGEST: f64 = 1e300;

impl Axis {
    /// Spans exactly `low..high` (a single value gets room on both sides).
    pub fn linear(low: f64, high: f64) -> Axis {
        let (mut low, mut high) = (low.clamp(-LARGEST, LARGEST), high.clamp(-LARGEST, LARGEST));
        if high - low <= low.abs().max(high.abs()) * 1e-12 {
            let room = if low == 0.0 { 1.0 } else { low.abs() * 0.1 };
            (low, high) = (low - room, high + room);
        }
        Axis { low, high, log: false }
    }

    /// Spans the decades that hold `low..high`; both must be positive.
    pub fn log(low: f64, high: f64) -> Axis {
        let (mut low, mut high) = (low.max(1e-300).log10(), high.clamp(1e-300, LARGEST).log10());
        if high - low < 0.05 {
            (low, high) = (low - 0.5, high + 0.5);
        }
        Axis { low, high, log: true }
    }

    /// With some air above and below, for data that should not touch the frame.
    pub fn padded(self, share: f64) -> Axis {
        let room = (self.high - self.low) * share;
        Axis { low: self.low - room, high: self.high + room, ..self }
    }

    /// Where a value lies, 0 at the low end and 1 at the high one. None for what the axis cannot show.
    pub fn place(&self, value: f64) -> Option<f64> {
        let value = match self.log {
            true if value > 0.0 => value.log10(),
            true => return None,
            false => value.clamp(-LARGEST, LARGEST),
        };
        value.is_finite().then(|| (value - self.low) / (self.high - self.low))
    }

    /// About `wanted` round values inside the range.
    pub fn ticks(&self, wanted: usize) -> Vec<Tick> {
        if self.log { self.log_ticks(wanted) } else { self.linear_ticks(wanted, 1.0, "") }
    }

    /// Ticks at round numbers of a byte unit that suits the range.
    pub fn byte_ticks(&self, wanted: usize) -> Vec<Tick> {
        const UNITS: [&str; 6] = [" B", " KiB", " MiB", " GiB", " TiB", " PiB"];
        let power = ((self.high.max(1.0).log2() / 10.0).floor() as usize).min(5);
        self.linear_ticks(wanted, 1024f64.powi(power as i32), UNITS[power])
    }

    /// Ticks at round seconds, milliseconds or microseconds.
    pub fn second_ticks(&self, wanted: usize) -> Vec<Tick> {
        let (unit, name) = match self.high.abs().max(self.low.abs()) {
            size if size >= 7200.0 => (3600.0, " h"),
            size if size >= 120.0 => (60.0, " min"),
            size if size >= 1.0 => (1.0, " s"),
            size if size >= 1e-3 => (1e-3, " ms"),
            _ => (1e-6, " µs"),
        };
        self.linear_ticks(wanted, unit, name)
    }

    fn linear_ticks(&self, wanted: usize, unit: f64, suffix: &str) -> Vec<Tick> {
        let (low, high) = (self.low / unit, self.high / unit);
        let step = round_step((high - low) / wanted.max(1) as f64);
        let first = (low / step - 1e-9).ceil();
        let count = ((high / step + 1e-9).floor() - first).clamp(0.0, 100.0) as usize;
        (0..=count)
            .map(|i| {
                let value = (first + i as f64) * step;
                let text =
                    if value == 0.0 { format!("0{suffix}") } else { format!("{}{suffix}", tick_text(value, step)) };
                Tick { at: (value - low) / (high - low), text }
            })
            .collect()
    }

    fn log_ticks(&self, wanted: usize) -> Vec<Tick> {
        let decades = self.high - self.low;
        let every = (decades / wanted.max(1) as f64).ceil().max(1.0) as i64;
        let within: &[f64] = match decades {
            d if d < 1.0 => &[1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0],
            d if d < 2.5 => &[1.0, 2.0, 5.0],
            _ => &[1.0],
        };
        let mut ticks = Vec::new();
        let mut decade = (self.low.floor() as i64).div_euclid(every) * every;
        while decade as f64 <= self.high {
            for factor in within {
                let at = (decade as f64 + factor.log10() - self.low) / decades;
                if (-1e-9..=1.0 + 1e-9).contains(&at) {
                    let value = factor * 10f64.powi(decade as i32);
                    ticks.push(Tick { at, text: super::units::value(value) });
                }
            }
            decade += every;
        }
        ticks
    }
}

/// The next of 1, 2, 2.5, 5 times a power of ten.
fn round_step(least: f64) -> f64 {
    let power = 10f64.powf(least.log10().floor());
    let factor = [1.0, 2.0, 2.5, 5.0, 10.0].into_iter().find(|f| f * power >= least * (1.0 - 1e-9)).unwrap_or(10.0);
    factor * power
}

fn tick_text(value: f64, step: f64) -> String {
    if value.abs() >= 1e7 || step < 1e-6 {
        return super::units::value(value);
    }
    // 2.5 and 0.25 need a digit more than their power of ten says.
    let mut decimals = (-step.log10().floor()).max(0.0) as usize;
    if ((step * 10f64.powi(decimals as i32)).fract() - 0.5).abs() < 1e-6 {
        decimals += 1;
    }
    if value.fract() == 0.0 && decimals == 0 && value.abs() >= 1e4 {
        let sign = if value < 0.0 { "−" } else { "" };
        return format!("{sign}{}", super::units::count(value.abs() as u64));
    }
    format!("{value:.decimals$}").replace('-', "−")
}
