//! Progress bars, as a line of text in tqdm's form and as HTML.

use super::html;
use std::fmt::Write as _;

/// How far a loop has come.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Progress {
    pub name: String,
    pub done: f64,
    /// None where the length is unknown.
    pub total: Option<f64>,
    pub seconds: f64,
    /// Steps per second; None: all steps over all seconds.
    pub rate: Option<f64>,
    /// What a step is called: `it`, `B`.
    pub unit: String,
    /// Large numbers with `k`, `M`, `G`.
    pub scaled: bool,
    /// `loss=0.31`: what is told beside it.
    pub note: String,
    /// Characters that the line may take; None: a bar of ten.
    pub width: Option<usize>,
    /// It will not go on before its end: the loop was left.
    pub stopped: bool,
}

impl Progress {
    /// 0..1; None where the length is not known, or was passed.
    pub fn share(&self) -> Option<f64> {
        self.total.filter(|total| *total > 0.0 && self.done <= *total).map(|total| self.done / total)
    }

    fn rate(&self) -> Option<f64> {
        let mean = (self.seconds > 0.0).then(|| self.done / self.seconds);
        self.rate.or(mean).filter(|rate| *rate > 0.0 && rate.is_finite())
    }

    fn amount(&self, amount: f64) -> String {
        match self.scaled {
            true => scaled(amount),
            false if amount.fract() == 0.0 => format!("{amount:.0}"),
            false => format!("{amount}"),
        }
    }

    /// `4/10 [00:01<00:01,  3.33it/s, loss=0.31]`
    fn numbers(&self) -> String {
        let unit = if self.unit.is_empty() { "it" } else { &self.unit };
        let rate = match self.rate() {
            None => format!("?{unit}/s"),
            Some(rate) if rate < 1.0 => match self.scaled {
                true => format!("{}s/{unit}", scaled(1.0 / rate)),
                false => format!("{:5.2}s/{unit}", 1.0 / rate),
            },
            Some(rate) if self.scaled => format!("{}{unit}/s", scaled(rate)),
            Some(rate) => format!("{rate:5.2}{unit}/s"),
        };
        let note = if self.note.is_empty() { String::new() } else { format!(", {}", self.note) };
        let elapsed = interval(self.seconds);
        match (self.share(), self.total) {
            (Some(_), Some(total)) => {
                let left = self.rate().map_or("?".into(), |rate| interval((total - self.done) / rate));
                format!("{}/{} [{elapsed}<{left}, {rate}{note}]", self.amount(self.done), self.amount(total))
            }
            _ => format!("{}{unit} [{elapsed}, {rate}{note}]", self.amount(self.done)),
        }
    }

    /// `epoch:  40%|████      | 4/10 [00:01<00:01,  3.33it/s]`
    pub fn text(&self) -> String {
        let mut line = String::new();
        if !self.name.is_empty() {
            let _ = write!(line, "{}: ", self.name.trim_end_matches(": "));
        }
        let numbers = self.numbers();
        let Some(share) = self.share() else { return line + &numbers };
        let _ = write!(line, "{:3.0}%|", share * 100.0);
        let taken = line.chars().count() + numbers.chars().count() + 2;
        let cells = self.width.map_or(10, |width| width.saturating_sub(taken).max(1));
        let _ = write!(line, "{}| {numbers}", bar(share, cells));
        line
    }

    pub fn html(&self) -> String {
        let value = match self.share() {
            Some(share) => format!(" value=\"{share:.4}\""),
            // A bar that does not know its end runs to and fro; one that is over stands.
            None if self.stopped => " value=\"1\"".into(),
            None => String::new(),
        };
        let unfinished = self.stopped && self.share().is_some_and(|share| share < 1.0);
        let colour = if unfinished { ";accent-color:#d55e00" } else { "" };
        let name = if self.name.is_empty() { String::new() } else { format!("{}: ", html::escape(&self.name)) };
        let share = self.share().map_or(String::new(), |share| format!("{:.0}% ", share * 100.0));
        format!(
            "<div style=\"font-family:monospace;white-space:nowrap\">{name}{share}<progress max=\"1\"{value} \
             style=\"width:16em;vertical-align:middle{colour}\"></progress> {}</div>",
            html::escape(&self.numbers())
        )
    }
}

/// A bar of so many cells, its end to an eighth of one.
fn bar(share: f64, cells: usize) -> String {
    const PARTS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (share * cells as f64 * 8.0) as usize;
    let (full, part) = ((eighths / 8).min(cells), eighths % 8);
    let begun = if full < cells { PARTS[part] } else { "" };
    let blank = cells - full - usize::from(!begun.is_empty());
    format!("{}{begun}{}", "█".repeat(full), " ".repeat(blank))
}

/// `01:40`, `1:06:40`
fn interval(seconds: f64) -> String {
    let whole = seconds.clamp(0.0, 1e15) as u64;
    let (hours, minutes, seconds) = (whole / 3600, whole / 60 % 60, whole % 60);
    match hours {
        0 => format!("{minutes:02}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

/// `1.50k`, `100k`, `13.7M`: three digits.
fn scaled(amount: f64) -> String {
    let mut amount = amount;
    for unit in ["", "k", "M", "G", "T", "P", "E", "Z"] {
        if amount.abs() < 999.5 {
            return match amount.abs() {
                size if size < 9.995 && unit.is_empty() && amount.fract() == 0.0 => format!("{amount:.0}"),
                size if size < 9.995 => format!("{amount:.2}{unit}"),
                size if size < 99.95 && (amount.fract() != 0.0 || !unit.is_empty()) => format!("{amount:.1}{unit}"),
                _ => format!("{amount:.0}{unit}"),
            };
        }
        amount /= 1000.0;
    }
    format!("{amount:.1}Y")
}
