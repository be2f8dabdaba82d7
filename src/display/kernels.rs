//! Where a cell's time on the device went: one bar for each kernel.

use super::frame::{self, LABEL};
use super::picture::{Figure, FigureSheet};
use super::sheet::{Anchor, INK, SERIES, Sheet, fitted, text_width};
use super::{html, units};

/// All launches of one kernel (or one operation of the CPU executor).
#[derive(Clone, Debug, PartialEq)]
pub struct KernelTime {
    pub name: String,
    /// Over all launches.
    pub seconds: f64,
    pub count: u64,
}

/// The kernels of a cell.
#[derive(Clone, Debug, Default)]
pub struct Kernels {
    /// `Cell [4] on cuda:0`.
    pub title: String,
    pub times: Vec<KernelTime>,
}

const WIDTH: f64 = 680.0;
const ROW: f64 = 22.0;
/// More bars than this say less, not more: the rest is one bar.
const BARS: usize = 12;

impl Kernels {
    pub fn total_seconds(&self) -> f64 {
        self.times.iter().map(|time| time.seconds).sum()
    }

    /// Longest first.
    fn sorted(&self) -> Vec<KernelTime> {
        let mut times = self.times.clone();
        times.sort_by(|a, b| b.seconds.total_cmp(&a.seconds).then_with(|| a.name.cmp(&b.name)));
        times
    }

    fn bars(&self) -> Vec<KernelTime> {
        let mut bars = self.sorted();
        if bars.len() > BARS {
            let rest = bars.split_off(BARS - 1);
            bars.push(KernelTime {
                name: format!("{} more", rest.len()),
                seconds: rest.iter().map(|time| time.seconds).sum(),
                count: rest.iter().map(|time| time.count).sum(),
            });
        }
        bars
    }

    /// Every kernel as an HTML table: name, time, share, launches, time for each.
    pub fn table(&self) -> String {
        html::table(&HEAD, &self.rows())
    }

    /// The same as lines of text.
    pub fn listing(&self) -> String {
        html::text_table(&HEAD, &self.rows())
    }

    fn rows(&self) -> Vec<Vec<String>> {
        let total = self.total_seconds();
        let row = |time: &KernelTime| {
            let share = if total > 0.0 { time.seconds / total * 100.0 } else { 0.0 };
            vec![
                time.name.clone(),
                units::seconds(time.seconds),
                format!("{share:.1} %"),
                units::count(time.count),
                units::seconds(time.seconds / time.count.max(1) as f64),
            ]
        };
        self.sorted().iter().map(row).collect()
    }
}

const HEAD: [&str; 5] = ["kernel", "time", "share", "launches", "each"];

impl Figure for Kernels {
    fn text(&self) -> String {
        let bars = self.bars();
        if bars.is_empty() {
            return format!("{}: no kernels ran", self.title);
        }
        let longest: Vec<String> = bars
            .iter()
            .take(3)
            .map(|time| format!("{} {} ({}×)", time.name, units::seconds(time.seconds), units::count(time.count)))
            .collect();
        let launches = self.times.iter().map(|time| time.count).sum();
        format!(
            "{}: {} in {} launches; {}",
            self.title,
            units::seconds(self.total_seconds()),
            units::count(launches),
            longest.join(", ")
        )
    }

    fn draw(&self) -> FigureSheet {
        let bars = self.bars();
        let mut sheet = Sheet::new(WIDTH, 40.0 + ROW * bars.len().max(2) as f64);
        if bars.is_empty() {
            frame::title(&mut sheet, &self.title);
            frame::nothing(&mut sheet, "no kernels ran");
            return FigureSheet(sheet);
        }
        let launches = self.times.iter().map(|time| time.count).sum();
        let total =
            format!("{}: {} in {} launches", self.title, units::seconds(self.total_seconds()), units::count(launches));
        frame::title(&mut sheet, &total);
        let names: Vec<String> = bars.iter().map(|bar| fitted(&bar.name, LABEL, 230.0)).collect();
        let values: Vec<String> =
            bars.iter().map(|bar| format!("{} · {}×", units::seconds(bar.seconds), units::count(bar.count))).collect();
        let widest = |texts: &[String]| texts.iter().map(|text| text_width(text, LABEL)).fold(0.0, f64::max);
        let left = widest(&names) + 16.0;
        let right = WIDTH - widest(&values) - 22.0;
        let longest = bars.iter().map(|bar| bar.seconds).fold(f64::MIN_POSITIVE, f64::max);
        for (i, bar) in bars.iter().enumerate() {
            let middle = 34.0 + ROW * (i as f64 + 0.5);
            let end = left + (right - left) * (bar.seconds / longest).clamp(0.0, 1.0);
            sheet.text(&names[i], (left - 8.0, middle), Anchor::End, LABEL, INK);
            // At least a hair: it did run.
            sheet.rectangle((left, middle - 7.0), (end.max(left + 1.0), middle + 7.0), SERIES[0], 0.85);
            sheet.text(&values[i], (end.max(left + 1.0) + 6.0, middle), Anchor::Start, LABEL, INK);
        }
        FigureSheet(sheet)
    }
}
