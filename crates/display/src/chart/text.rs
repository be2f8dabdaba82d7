//! Texts of a chart: sizes, lines and extents.

use super::mathtext;
use crate::sheet::text_width;

pub const TITLE: f64 = 14.0;
pub const LABEL: f64 = 12.0;
pub const TICK: f64 = 11.0;
/// The line height of text in [`LABEL`].
pub const LINE: f64 = 15.0;

/// A text's lines with formulas rendered; empty for blank text.
pub fn text_lines(text: &str) -> Vec<String> {
    /// Longer text is unreadable, and megabytes would take long to measure.
    const LONGEST: usize = 2000;
    if text.trim().is_empty() {
        return Vec::new();
    }
    let text: String = text.chars().take(LONGEST).collect();
    mathtext::plain(&text).trim_end_matches('\n').split('\n').take(12).map(str::to_owned).collect()
}

/// Rounds to half a pixel, where a line of one pixel is sharp.
pub fn crisp(at: f64) -> f64 {
    at.floor() + 0.5
}

/// Width and height of a text of several lines.
pub fn text_block(text: &str, size: f64, line: f64) -> (f64, f64) {
    let lines = text_lines(text);
    (lines.iter().map(|line| text_width(line, size)).fold(0.0, f64::max), lines.len() as f64 * line)
}
