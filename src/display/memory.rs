//! Device memory over time: what tensors hold, what the pool has reserved, where cells began.

use super::axis::Axis;
use super::frame::{self, LABEL, Plot};
use super::picture::{Figure, FigureSheet};
use super::sheet::{Anchor, INK, Point, SERIES, Sheet, fitted, text_width};
use super::units;

/// The pool's state from this moment on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MemorySample {
    /// Seconds since the session began.
    pub seconds: f64,
    /// Bytes.
    pub allocated: u64,
    /// Bytes.
    pub reserved: u64,
}

/// One device's memory over a session.
#[derive(Clone, Debug, Default)]
pub struct MemoryTimeline {
    /// `cuda:0`, with the product's name where there is one.
    pub device: String,
    /// In order of time.
    pub samples: Vec<MemorySample>,
    /// Where cells began: seconds and name.
    pub marks: Vec<(f64, String)>,
}

const WIDTH: f64 = 680.0;
const HEIGHT: f64 = 280.0;

impl MemoryTimeline {
    /// The first sample with the most allocated memory.
    pub fn peak(&self) -> Option<MemorySample> {
        self.samples.iter().copied().reduce(
            |best, sample| {
                if sample.allocated > best.allocated { sample } else { best }
            },
        )
    }

    fn cell_at(&self, seconds: f64) -> Option<&str> {
        self.marks.iter().take_while(|(at, _)| *at <= seconds).last().map(|(_, name)| name.as_str())
    }

    /// A step line through the samples, with no more corners than the picture has pixels: each pixel keeps its first,
    /// lowest, highest and last value.
    fn steps(&self, place: impl Fn(f64) -> f64, value: impl Fn(&MemorySample) -> u64) -> Vec<(f64, f64)> {
        let mut corners: Vec<(f64, f64)> = Vec::new();
        let mut level = 0.0;
        let mut samples = self.samples.iter().peekable();
        while let Some(first) = samples.next() {
            let x = place(first.seconds);
            let now = value(first) as f64;
            let (mut low, mut high, mut last) = (now, now, now);
            let mut many = false;
            while let Some(next) = samples.next_if(|next| place(next.seconds) - x < 0.5) {
                last = value(next) as f64;
                (low, high, many) = (low.min(last), high.max(last), true);
            }
            if corners.is_empty() {
                level = now;
            }
            corners.extend([(x, level), (x, now)]);
            if many {
                corners.extend([(x, low), (x, high), (x, last)]);
            }
            level = last;
        }
        corners
    }
}

impl MemoryTimeline {
    /// A line where each cell began; names as far as there is room, those of the longest cells first.
    fn name_cells(&self, sheet: &mut Sheet, plot: &Plot, begin: f64, end: f64, place: impl Fn(f64) -> f64) {
        let ends = self.marks.iter().skip(1).map(|(at, _)| *at).chain([end]);
        let mut cells: Vec<(f64, f64, &str)> = self
            .marks
            .iter()
            .zip(ends)
            .filter(|((at, _), _)| *at >= begin)
            .map(|((at, name), end)| (*at, end - at, name.as_str()))
            .collect();
        cells.sort_by(|a, b| b.1.total_cmp(&a.1));
        let mut taken: Vec<(f64, f64)> = Vec::new();
        for (at, _, name) in cells {
            let x = place(at);
            let line = vec![(x, plot.top - 12.0), (x, plot.bottom)];
            sheet.line(line, INK, 0.75, 0.45);
            let name = fitted(name, LABEL - 1.0, 90.0);
            let wide = text_width(&name, LABEL - 1.0);
            // Right of its line; left of it at the picture's end.
            let fits = x + 3.0 + wide < plot.right + 12.0;
            let left = if fits { x + 3.0 } else { x - 3.0 - wide };
            let right = left + wide;
            if taken.iter().all(|(from, to)| right + 3.0 < *from || *to + 3.0 < left) {
                let at = (left, plot.top - 8.0);
                sheet.text(&name, at, Anchor::Start, LABEL - 1.0, INK);
                taken.push((left, right));
            }
        }
    }
}

impl Figure for MemoryTimeline {
    fn text(&self) -> String {
        let (Some(peak), Some(now)) = (self.peak(), self.samples.last()) else {
            return format!("Memory of {}: nothing allocated yet", self.device);
        };
        let cell = self.cell_at(peak.seconds).map(|cell| format!(" in {cell}")).unwrap_or_default();
        format!(
            "Memory of {}: {} allocated, {} reserved; peak {}{cell}",
            self.device,
            units::bytes(now.allocated as f64),
            units::bytes(now.reserved as f64),
            units::bytes(peak.allocated as f64)
        )
    }

    fn draw(&self) -> FigureSheet {
        let mut sheet = Sheet::new(WIDTH, HEIGHT);
        frame::title(&mut sheet, &format!("Memory of {}", self.device));
        let (Some(peak), Some(first), Some(last)) = (self.peak(), self.samples.first(), self.samples.last()) else {
            frame::nothing(&mut sheet, "nothing allocated yet");
            return FigureSheet(sheet);
        };
        let end = self.marks.iter().map(|(at, _)| *at).fold(last.seconds, f64::max);
        let x_axis = Axis::linear(first.seconds, end.max(first.seconds + 1e-3));
        let highest = self.samples.iter().map(|sample| sample.reserved.max(sample.allocated)).max().unwrap_or(0);
        let y_axis = Axis::linear(0.0, (highest as f64 * 1.08).max(1024.0));
        let mut x = 8.0;
        for (name, value, colour) in [("allocated", last.allocated, SERIES[0]), ("reserved", last.reserved, SERIES[4])]
        {
            sheet.line(vec![(x, 36.0), (x + 14.0, 36.0)], colour, 3.0, 1.0);
            let text = format!("{name} {}", units::bytes(value as f64));
            sheet.text(&text, (x + 20.0, 36.0), Anchor::Start, LABEL, INK);
            x += text_width(&text, LABEL) + 38.0;
        }
        sheet.dot((x + 4.0, 36.0), 3.0, SERIES[1]);
        sheet.text(
            &format!("peak {}", units::bytes(peak.allocated as f64)),
            (x + 12.0, 36.0),
            Anchor::Start,
            LABEL,
            INK,
        );
        let plot = frame::plot(&mut sheet, 66.0, &x_axis.second_ticks(8), &y_axis.byte_ticks(4), "time");

        let place = |seconds: f64| plot.at(x_axis.place(seconds).unwrap_or(0.0), 0.0).0;
        let height = |bytes: f64| plot.at(0.0, y_axis.place(bytes).unwrap_or(0.0)).1;
        let line = |value: fn(&MemorySample) -> u64| -> Vec<Point> {
            let mut corners: Vec<Point> = self.steps(place, value).into_iter().map(|(x, y)| (x, height(y))).collect();
            if let Some(&(_, y)) = corners.last() {
                corners.push((place(end), y));
            }
            corners
        };
        let allocated = line(|sample| sample.allocated);
        let mut area = allocated.clone();
        area.extend([(place(end), plot.bottom), (place(first.seconds), plot.bottom)]);
        sheet.fill(area, SERIES[0], 0.2);
        sheet.line(line(|sample| sample.reserved), SERIES[4], 1.5, 1.0);
        sheet.line(allocated, SERIES[0], 1.5, 1.0);

        self.name_cells(&mut sheet, &plot, first.seconds, end, place);

        let at = (place(peak.seconds), height(peak.allocated as f64));
        sheet.dot(at, 3.0, SERIES[1]);
        FigureSheet(sheet)
    }
}
