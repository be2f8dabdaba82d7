//! Progress bars, as a line of text and as HTML.

use super::{html, units};
use std::fmt::Write as _;

/// How far a loop has come.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Progress {
    pub name: String,
    pub done: u64,
    /// None where the length is unknown.
    pub total: Option<u64>,
    pub seconds: f64,
}

impl Progress {
    /// 0..1.
    pub fn share(&self) -> Option<f64> {
        self.total.map(|total| if total == 0 { 1.0 } else { (self.done as f64 / total as f64).min(1.0) })
    }

    /// `epoch  40% |████      | 4/10 [1.20 s, 3.33/s]`
    pub fn text(&self) -> String {
        const CELLS: f64 = 20.0;
        let mut line = String::new();
        if !self.name.is_empty() {
            let _ = write!(line, "{} ", self.name);
        }
        match (self.share(), self.total) {
            (Some(share), Some(total)) => {
                let full = (share * CELLS).round() as usize;
                let _ =
                    write!(line, "{:3.0}% |{}{}| ", share * 100.0, "█".repeat(full), " ".repeat(CELLS as usize - full));
                let _ = write!(line, "{}/{}", units::count(self.done), units::count(total));
            }
            _ => line.push_str(&units::count(self.done)),
        }
        let _ = write!(line, " [{}", units::seconds(self.seconds));
        if self.seconds > 0.0 && self.done > 0 {
            let _ = write!(line, ", {}/s", units::value(self.done as f64 / self.seconds));
        }
        line.push(']');
        line
    }

    pub fn html(&self) -> String {
        let value = self.share().map(|share| format!(" value=\"{share:.4}\"")).unwrap_or_default();
        let text = html::escape(&self.text().replace(['█', '|'], "").split_whitespace().collect::<Vec<_>>().join(" "));
        format!("<div><progress max=\"1\"{value} style=\"width:16em\"></progress> {text}</div>")
    }
}
