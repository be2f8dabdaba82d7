//! A stream of measurements of any length, kept in bounded memory.

/// Named points `(x, y)` in order of arrival. Beyond [`Series::CAPACITY`] stretches, neighbours are merged in pairs, and each
/// stretch keeps its first, lowest, highest and last values: ten million points draw like all of them.
#[derive(Clone, Debug)]
pub struct Series {
    pub name: String,
    stretches: Vec<Stretch>,
    /// Points per stretch, except the last.
    per_stretch: u64,
    count: u64,
    unusable: u64,
    first_unusable: Option<f64>,
    lowest: Option<(f64, f64)>,
    highest: Option<(f64, f64)>,
    first: Option<f64>,
    last: Option<(f64, f64)>,
    smooth: f64,
    average: Option<f64>,
}

/// Neighbouring points as one. `values` is `None` if all were NaN or infinite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stretch {
    pub x: f64,
    pub values: Option<Values>,
    points: u64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Values {
    pub first: f64,
    pub low: f64,
    pub high: f64,
    pub last: f64,
    /// The running average at its end (equals `last` without smoothing).
    pub average: f64,
}

impl Series {
    pub const CAPACITY: usize = 8192;

    /// `smooth` in 0..1 is the weight of the past in the running average; 0 for none.
    pub fn new(name: impl Into<String>, smooth: f64) -> Series {
        let smooth = if smooth.is_finite() { smooth.clamp(0.0, 0.9999) } else { 0.0 };
        Series {
            name: name.into(),
            stretches: Vec::new(),
            per_stretch: 1,
            count: 0,
            unusable: 0,
            first_unusable: None,
            lowest: None,
            highest: None,
            first: None,
            last: None,
            smooth,
            average: None,
        }
    }

    pub fn push(&mut self, x: f64, y: f64) {
        self.count += 1;
        let values = y.is_finite().then(|| {
            let average = match self.average {
                Some(past) => past * self.smooth + y * (1.0 - self.smooth),
                None => y,
            };
            self.average = Some(average);
            self.first.get_or_insert(y);
            self.last = Some((x, y));
            if self.lowest.is_none_or(|(_, low)| y < low) {
                self.lowest = Some((x, y));
            }
            if self.highest.is_none_or(|(_, high)| y > high) {
                self.highest = Some((x, y));
            }
            Values { first: y, low: y, high: y, last: y, average }
        });
        if values.is_none() {
            self.unusable += 1;
            self.first_unusable.get_or_insert(x);
        }
        let point = Stretch { x, values, points: 1 };
        match self.stretches.last_mut() {
            Some(open) if open.points < self.per_stretch => *open = open.joined(point),
            _ => self.stretches.push(point),
        }
        if self.stretches.len() > Series::CAPACITY {
            self.stretches = merged(&self.stretches);
            self.per_stretch *= 2;
        }
    }

    pub fn len(&self) -> u64 {
        self.count
    }
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }
    /// The number of NaN or infinite values, and the x of the first.
    pub fn unusable(&self) -> (u64, Option<f64>) {
        (self.unusable, self.first_unusable)
    }
    pub fn first(&self) -> Option<f64> {
        self.first
    }
    pub fn last(&self) -> Option<(f64, f64)> {
        self.last
    }
    /// The lowest value and where it first occurred.
    pub fn lowest(&self) -> Option<(f64, f64)> {
        self.lowest
    }
    pub fn highest(&self) -> Option<(f64, f64)> {
        self.highest
    }
    pub fn smooth(&self) -> f64 {
        self.smooth
    }

    /// About `wanted` stretches at most, for a picture of that many pixels.
    pub fn stretches(&self, wanted: usize) -> Vec<Stretch> {
        let mut stretches = self.stretches.clone();
        while stretches.len() > wanted.max(2) * 2 {
            stretches = merged(&stretches);
        }
        stretches
    }
}

impl Stretch {
    fn joined(self, next: Stretch) -> Stretch {
        let values = match (self.values, next.values) {
            (Some(a), Some(b)) => Some(Values {
                first: a.first,
                low: a.low.min(b.low),
                high: a.high.max(b.high),
                last: b.last,
                average: b.average,
            }),
            (a, b) => a.or(b),
        };
        Stretch { x: self.x, values, points: self.points + next.points }
    }
}

fn merged(stretches: &[Stretch]) -> Vec<Stretch> {
    stretches.chunks(2).map(|pair| pair[1..].iter().fold(pair[0], |a, b| a.joined(*b))).collect()
}
