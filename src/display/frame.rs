//! What all charts share: the title, the plot's rectangle, grid lines and tick texts.

use super::axis::Tick;
use super::sheet::{Anchor, INK, Point, Sheet, fitted, text_width};

pub const TITLE: f64 = 13.0;
pub const LABEL: f64 = 11.0;

/// The rectangle that data is drawn in.
#[derive(Clone, Copy, Debug)]
pub struct Plot {
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

impl Plot {
    pub fn width(&self) -> f64 {
        self.right - self.left
    }
    pub fn height(&self) -> f64 {
        self.bottom - self.top
    }
    /// From shares of the axes (0..1, y upwards) to the sheet.
    pub fn at(&self, x: f64, y: f64) -> Point {
        (self.left + x * self.width(), self.bottom - y * self.height())
    }
}

pub fn title(sheet: &mut Sheet, text: &str) {
    let width = sheet.width - 16.0;
    sheet.text(&fitted(text, TITLE, width), (8.0, 14.0), Anchor::Start, TITLE, INK);
}

/// Draws grid, ticks and the name of the x axis; the rectangle is what they leave.
pub fn plot(sheet: &mut Sheet, top: f64, x_ticks: &[Tick], y_ticks: &[Tick], x_name: &str) -> Plot {
    let widest = y_ticks.iter().map(|tick| text_width(&tick.text, LABEL)).fold(16.0, f64::max);
    let plot = Plot { left: widest + 18.0, top, right: sheet.width - 16.0, bottom: sheet.height - 34.0 };
    for tick in y_ticks {
        let (_, y) = plot.at(0.0, tick.at);
        sheet.line(vec![(plot.left, y), (plot.right, y)], INK, 0.75, 0.25);
        sheet.text(&tick.text, (plot.left - 6.0, y), Anchor::End, LABEL, INK);
    }
    sheet.line(vec![(plot.left, plot.bottom), (plot.right, plot.bottom)], INK, 1.0, 0.6);
    let mut free = f64::NEG_INFINITY;
    for tick in x_ticks {
        let (x, _) = plot.at(tick.at, 0.0);
        let half = text_width(&tick.text, LABEL) / 2.0;
        let x_text = x.min(sheet.width - half - 4.0);
        if x_text - half < free {
            continue;
        }
        free = x_text + half + 8.0;
        sheet.line(vec![(x, plot.bottom), (x, plot.bottom + 4.0)], INK, 1.0, 0.6);
        sheet.text(&tick.text, (x_text, plot.bottom + 12.0), Anchor::Middle, LABEL, INK);
    }
    sheet.text(x_name, ((plot.left + plot.right) / 2.0, sheet.height - 9.0), Anchor::Middle, LABEL, INK);
    plot
}

/// Where there is nothing to draw, says so.
pub fn nothing(sheet: &mut Sheet, text: &str) {
    let at = (sheet.width / 2.0, sheet.height / 2.0);
    sheet.text(text, at, Anchor::Middle, TITLE, INK);
}
