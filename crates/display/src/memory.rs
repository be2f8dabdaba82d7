//! Device memory over time: tensors' memory, the pool's reserve, cell boundaries, the owner of the peak.

use super::axis::{Axis, Kind, Unit};
use super::chart::{Artist, Chart, Dimension, Grid, Marker, Note, Panel, Shape, Title, centred};
use super::picture::{Figure, FigureSheet};
use super::sheet::{fitted, text_width};
use super::theme::{ALERT, Colour, QUIET, RULE, Scheme};
use super::units;
use std::fmt;

/// The pool's state from a moment on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MemorySample {
    /// Seconds since the session began.
    pub seconds: f64,
    /// Bytes.
    pub allocated: u64,
    /// Bytes.
    pub reserved: u64,
}

/// The code that made a block.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Owner {
    pub variable: Option<String>,
    /// `Cell [3] line 2`
    pub place: String,
}

impl fmt::Display for Owner {
    /// `weights (Cell [3] line 2)`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.variable {
            Some(variable) => write!(f, "{variable} ({})", self.place),
            None => f.write_str(&self.place),
        }
    }
}

/// One device's memory over a session.
#[derive(Clone, Debug, Default)]
pub struct MemoryTimeline {
    /// `cuda:0`, with the product's name if known.
    pub device: String,
    /// Ordered by time.
    pub samples: Vec<MemorySample>,
    /// The start of each cell: seconds and name.
    pub marks: Vec<(f64, String)>,
    /// The largest block at the peak, in bytes.
    pub owner: Option<(Owner, u64)>,
    pub scheme: Scheme,
}

const WIDTH: f64 = 680.0;
const HEIGHT: f64 = 300.0;
/// The most steps that a picture can show.
const STEPS: f64 = 1200.0;

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

    /// A step line through the samples with no more corners than the picture has pixels: each pixel keeps its first, lowest,
    /// highest and last values.
    fn steps(&self, end: f64, value: impl Fn(&MemorySample) -> u64) -> (Vec<f64>, Vec<f64>) {
        let (mut x, mut y) = (Vec::new(), Vec::new());
        let begin = self.samples.first().map_or(0.0, |sample| sample.seconds);
        let each = (end - begin) / STEPS;
        let mut level = None;
        let mut samples = self.samples.iter().peekable();
        while let Some(first) = samples.next() {
            let now = value(first) as f64;
            let (mut low, mut high, mut last) = (now, now, now);
            let mut many = false;
            while let Some(next) = samples.next_if(|next| next.seconds - first.seconds < each) {
                last = value(next) as f64;
                (low, high, many) = (low.min(last), high.max(last), true);
            }
            let corners = if many { vec![now, low, high, last] } else { vec![now] };
            for corner in level.into_iter().chain(corners) {
                x.push(first.seconds);
                y.push(corner);
            }
            level = Some(last);
        }
        x.extend(level.map(|_| end));
        y.extend(level);
        (x, y)
    }

    /// A line at each cell's start; names where there is room, those of the longest cells first.
    fn name_cells(&self, panel: &mut Panel, begin: f64, end: f64) {
        let ends = self.marks.iter().skip(1).map(|(at, _)| *at).chain([end]);
        let mut cells: Vec<(f64, f64, &str)> = self
            .marks
            .iter()
            .zip(ends)
            .filter(|((at, _), _)| *at >= begin)
            .map(|((at, name), end)| (*at, end - at, name.as_str()))
            .collect();
        let colour = RULE;
        // In a session of a thousand cells only the longest are named.
        cells.sort_by(|a, b| b.1.total_cmp(&a.1));
        cells.truncate(200);
        let mut taken: Vec<(f64, f64)> = Vec::new();
        let pixels = |seconds: f64| (seconds - begin) / (end - begin) * (WIDTH - 90.0);
        for (at, _, name) in cells {
            let (level, dash) = (false, vec![2.0, 3.0]);
            panel.artists.push(Artist::new(Shape::Rule { level, at, share: (0.0, 1.0), colour, width: 1.0, dash }));
            let name = fitted(name, 10.0, 96.0);
            let (x, wide) = (pixels(at), text_width(&name, 10.0));
            // Right of its line; left of it at the picture's end.
            let fits = x + 4.0 + wide < WIDTH - 84.0;
            let left = if fits { x + 4.0 } else { x - 4.0 - wide };
            if taken.iter().all(|(from, to)| left + wide + 3.0 < *from || *to + 3.0 < left) {
                taken.push((left, left + wide));
                let (level, shift) = if fits { (1.0, (4.0, 0.0)) } else { (-1.0, (-4.0, 0.0)) };
                let at = (at, panel.y.axis.high);
                let note =
                    Note { text: name, at, level, shift, upright: -1.0, size: 10.0, colour: QUIET, ..Note::default() };
                panel.artists.push(Artist::new(Shape::Text(note)));
            }
        }
    }

    pub fn chart(&self) -> Chart {
        let mut panel = Panel {
            title: Title { text: self.title(), ..Title::default() },
            frame: [false, false, true, false],
            ..Panel::default()
        };
        let words = Some(self.text());
        let mut chart = Chart { width: WIDTH, height: HEIGHT, scheme: self.scheme, words, ..Chart::default() };
        let (Some(peak), Some(first), Some(last)) = (self.peak(), self.samples.first(), self.samples.last()) else {
            panel.bare = true;
            panel.artists.push(Artist::new(centred("nothing allocated yet")));
            chart.panels.push(panel);
            return chart;
        };
        let end = self.marks.iter().map(|(at, _)| *at).fold(last.seconds, f64::max).max(first.seconds + 1e-3);
        let highest = self.samples.iter().map(|sample| sample.reserved.max(sample.allocated)).max().unwrap_or(0);
        panel.x = Dimension::over(Axis { low: first.seconds, high: end, kind: Kind::Linear })
            .in_unit(Unit::Seconds)
            .named("time");
        let top = (highest as f64 * 1.12).max(1024.0);
        panel.y = Dimension::over(Axis { low: 0.0, high: top, kind: Kind::Linear }).in_unit(Unit::Bytes);
        panel.y.grid = Some(Grid::default());
        let (blue, orange) = (Colour::series(0), Colour::series(1));
        let bytes = |count: u64| units::bytes(count as f64);
        panel.header = vec![
            (blue, format!("allocated {}", bytes(last.allocated))),
            (orange, format!("reserved {}", bytes(last.reserved))),
            (ALERT, self.peak_text(&peak)),
        ];
        let (x, y) = self.steps(end, |sample| sample.allocated);
        let mut area: Vec<(f64, f64)> = x.iter().copied().zip(y.iter().copied()).collect();
        area.extend([(end, 0.0), (first.seconds, 0.0)]);
        let filled = Shape::Area { points: area, colour: blue, edge: None, filled: true };
        let line = |(x, y): (Vec<f64>, Vec<f64>), colour| {
            let (x, y) = (x.into(), y.into());
            Artist::new(Shape::Line { x, y, colour, width: 1.75, dash: Vec::new(), marker: None, every: 1 })
        };
        panel.artists.push(Artist::new(filled).faint(0.16));
        panel.artists.push(line(self.steps(end, |sample| sample.reserved), orange).named("reserved"));
        panel.artists.push(line((x, y), blue).named("allocated"));
        self.name_cells(&mut panel, first.seconds, end);
        let marker = Marker { shape: 'o', size: 7.0, face: None, edge: None, hollow: false };
        panel.artists.push(Artist::new(Shape::Points {
            x: [peak.seconds].into(),
            y: [peak.allocated as f64].into(),
            sizes: vec![7.0],
            colours: vec![ALERT],
            marker,
        }));
        let rows = panel.header_places(WIDTH - 90.0).last().map_or(0, |(_, row)| *row) as f64;
        chart.height += rows * 20.0;
        chart.panels.push(panel);
        chart
    }

    /// `peak 1.20 GiB (Cell [3]); largest tensor: weights, 512 MiB (Cell [2] line 4)`
    fn peak_text(&self, peak: &MemorySample) -> String {
        let bytes = |count: u64| units::bytes(count as f64);
        let cell = self.cell_at(peak.seconds).map(|cell| format!(" ({cell})")).unwrap_or_default();
        let owner = match &self.owner {
            Some((Owner { variable: Some(name), place }, held)) => {
                format!("; largest tensor: {name}, {} ({place})", bytes(*held))
            }
            Some((Owner { variable: None, place }, held)) => format!("; largest tensor: {} ({place})", bytes(*held)),
            None => String::new(),
        };
        format!("peak {}{cell}{owner}", bytes(peak.allocated))
    }
}

impl Figure for MemoryTimeline {
    fn title(&self) -> String {
        format!("Memory of {}", self.device)
    }
    fn text(&self) -> String {
        let (Some(peak), Some(now)) = (self.peak(), self.samples.last()) else {
            return format!("Memory of {}: nothing allocated yet", self.device);
        };
        format!(
            "Memory of {}: {} allocated, {} reserved; {}",
            self.device,
            units::bytes(now.allocated as f64),
            units::bytes(now.reserved as f64),
            self.peak_text(&peak)
        )
    }
    fn sketch(&self) -> Vec<String> {
        self.chart().sparklines()
    }
    fn draw(&self) -> FigureSheet {
        self.chart().draw()
    }
}
