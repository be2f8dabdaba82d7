//! The work of a cell, piece by piece: a lane per stream and for the processor, a box per kernel and copy.

use super::axis::{Axis, Kind, Tick, Unit};
use super::chart::{Artist, Chart, Dimension, Grid, Note, Panel, Shape, Title, centred};
use super::picture::{Figure, FigureSheet};
use super::sheet::{fitted, text_width};
use super::theme::{ALERT, Colour, RULE, Scheme};
use super::units;

/// A kernel, a copy, or an operation on the processor.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KernelEvent {
    pub name: String,
    /// `cuda:0`, `cuda:0 stream 2`, `cpu`
    pub lane: String,
    /// Copies or fills memory.
    pub copy: bool,
    /// Seconds since the cell began.
    pub start: f64,
    pub seconds: f64,
    /// `Cell [3] line 2`
    pub line: Option<String>,
}

#[derive(Clone, Debug, Default)]
pub struct KernelTimeline {
    /// `Cell [4]`
    pub title: String,
    pub events: Vec<KernelEvent>,
    /// The time in seconds from which the record has gaps.
    pub whole_until: Option<f64>,
    pub scheme: Scheme,
}

const WIDTH: f64 = 720.0;
const ROW: f64 = 34.0;
/// Names with their own colours.
const NAMES: usize = 7;

impl KernelTimeline {
    /// CUDA's lanes first, the processor's last, each in order of first use.
    fn lanes(&self) -> Vec<String> {
        let mut lanes: Vec<String> = Vec::new();
        for event in &self.events {
            if !lanes.contains(&event.lane) {
                lanes.push(event.lane.clone());
            }
        }
        lanes.sort_by_key(|lane| (lane == "cpu", lane.clone()));
        lanes
    }

    /// Names by total time, longest first.
    fn names(&self) -> Vec<(String, f64)> {
        let mut names: Vec<(String, f64)> = Vec::new();
        for event in &self.events {
            match names.iter_mut().find(|(name, _)| *name == event.name) {
                Some((_, seconds)) => *seconds += event.seconds,
                None => names.push((event.name.clone(), event.seconds)),
            }
        }
        names.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        names
    }

    fn end(&self) -> f64 {
        self.events.iter().map(|event| event.start + event.seconds).fold(0.0, f64::max)
    }

    fn begin(&self) -> f64 {
        self.events.iter().map(|event| event.start).fold(f64::INFINITY, f64::min).max(0.0)
    }

    /// Seconds in which two device lanes were busy at once.
    fn overlap(&self) -> f64 {
        let mut ends: Vec<(f64, i32, &str)> = Vec::new();
        for event in self.events.iter().filter(|event| event.lane != "cpu") {
            ends.push((event.start, 1, &event.lane));
            ends.push((event.start + event.seconds, -1, &event.lane));
        }
        ends.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let mut busy: Vec<(&str, i32)> = Vec::new();
        let (mut both, mut last) = (0.0, 0.0);
        for (at, change, lane) in ends {
            if busy.iter().filter(|(_, count)| *count > 0).count() > 1 {
                both += at - last;
            }
            match busy.iter_mut().find(|(known, _)| *known == lane) {
                Some((_, count)) => *count += change,
                None => busy.push((lane, change)),
            }
            last = at;
        }
        both
    }

    pub fn chart(&self) -> Chart {
        let (lanes, names) = (self.lanes(), self.names());
        let mut panel = Panel {
            title: Title { text: self.title(), ..Title::default() },
            frame: [false, false, true, false],
            ..Panel::default()
        };
        let rows = lanes.len().max(1) as f64;
        let words = Some(self.text());
        let mut chart =
            Chart { width: WIDTH, height: 96.0 + ROW * rows, scheme: self.scheme, words, ..Chart::default() };
        if lanes.is_empty() {
            panel.bare = true;
            panel.artists.push(Artist::new(centred("nothing ran")));
            chart.panels.push(panel);
            return chart;
        }
        let colour_of =
            |name: &str| Colour::series(names.iter().take(NAMES).position(|(known, _)| known == name).unwrap_or(NAMES));
        for (i, (name, seconds)) in names.iter().take(NAMES).enumerate() {
            panel
                .header
                .push((Colour::series(i), format!("{} {}", fitted(name, 11.0, 180.0), units::seconds(*seconds))));
        }
        if names.len() > NAMES {
            let rest: f64 = names[NAMES..].iter().map(|(_, seconds)| seconds).sum();
            let text = format!("{} more {}", names.len() - NAMES, units::seconds(rest));
            panel.header.push((Colour::series(NAMES), text));
        }
        let (begin, end) = (self.begin(), self.end());
        let end = if end > begin { end } else { begin + 1e-6 };
        // The picture's clock starts at its first event.
        panel.x = Dimension::over(Axis { low: 0.0, high: (end - begin) * 1.01, kind: Kind::Linear })
            .in_unit(Unit::Seconds)
            .named("time");
        panel.x.grid = Some(Grid::default());
        panel.y = Dimension::over(Axis { low: rows - 0.5, high: -0.5, kind: Kind::Linear });
        panel.y.marks = false;
        let ticks = lanes.iter().enumerate().map(|(i, lane)| Tick { value: i as f64, text: lane.clone() });
        panel.y.ticks = Some(ticks.collect());
        let pixel = (WIDTH - 130.0) / (end - begin);
        for (row, lane) in lanes.iter().enumerate() {
            let y = row as f64;
            let (level, colour, dash) = (true, RULE, vec![1.0, 3.0]);
            panel.artists.push(Artist::new(Shape::Rule { level, at: y, share: (0.0, 1.0), colour, width: 1.0, dash }));
            for (i, name) in names.iter().map(|(name, _)| name).enumerate() {
                let own = || self.events.iter().filter(|event| event.lane == *lane && event.name == *name);
                let half = |event: &KernelEvent| if event.copy { 0.22 } else { 0.36 };
                let boxes: Vec<[f64; 4]> = own()
                    .map(|event| {
                        let from = event.start - begin;
                        [from, y - half(event), from + event.seconds.max(0.0), y + half(event)]
                    })
                    .collect();
                if boxes.is_empty() {
                    continue;
                }
                let colours = vec![if i < NAMES { Colour::series(i) } else { Colour::series(NAMES) }];
                panel.artists.push(Artist::new(Shape::Boxes { boxes, colours, edge: None, filled: true }));
                for event in own().filter(|event| event.seconds * pixel > 34.0).take(60) {
                    let room = event.seconds * pixel - 8.0;
                    let text = if text_width(name, 10.0) < room { name.clone() } else { fitted(name, 10.0, room) };
                    let colour = colour_of(name).written();
                    let at = (event.start - begin + event.seconds / 2.0, y);
                    let note = Note { text, at, level: 0.0, upright: 0.0, size: 10.0, colour, ..Note::default() };
                    panel.artists.push(Artist::new(Shape::Text(note)));
                }
            }
        }
        if let Some(until) = self.whole_until.filter(|until| *until < end) {
            let (level, from, to) = (false, (until - begin).max(0.0), end);
            let band = Shape::Band { level, from, to, share: (0.0, 1.0), colour: ALERT };
            panel.artists.push(Artist::new(band).faint(0.08));
            panel.header.push((ALERT, "not every piece is recorded from here on".into()));
        }
        let lines = panel.header_places(WIDTH - 130.0).last().map_or(0, |(_, row)| row + 1) as f64;
        chart.height += lines * 20.0;
        chart.panels.push(panel);
        chart
    }
}

impl Figure for KernelTimeline {
    fn title(&self) -> String {
        format!("Timeline of {}", self.title)
    }
    fn text(&self) -> String {
        if self.events.is_empty() {
            return format!("Timeline of {}: nothing ran", self.title);
        }
        let lanes: Vec<String> = self
            .lanes()
            .iter()
            .map(|lane| {
                let own = || self.events.iter().filter(|event| event.lane == *lane);
                let busy: f64 = own().map(|event| event.seconds).sum();
                format!("{lane} {}, {} busy", units::counted(own().count(), "piece"), units::seconds(busy))
            })
            .collect();
        let overlap = self.overlap();
        let overlap =
            if overlap > 0.0 { format!("; streams overlap for {}", units::seconds(overlap)) } else { String::new() };
        let span = units::seconds(self.end() - self.begin());
        format!("Timeline of {}: {span} on {} lanes: {}{overlap}", self.title, self.lanes().len(), lanes.join("; "))
    }
    fn sketch(&self) -> Vec<String> {
        const COLUMNS: usize = 60;
        let (begin, end) = (self.begin(), self.end());
        let lanes = self.lanes();
        let name = lanes.iter().map(|lane| lane.chars().count()).max().unwrap_or(0);
        let line = |lane: &String| {
            let mut busy = [0.0f64; COLUMNS];
            let each = ((end - begin) / COLUMNS as f64).max(f64::MIN_POSITIVE);
            for event in self.events.iter().filter(|event| event.lane == *lane) {
                let (from, to) = (event.start - begin, event.start - begin + event.seconds);
                let last = ((to / each) as usize).min(COLUMNS - 1);
                for (i, share) in busy.iter_mut().enumerate().take(last + 1).skip(((from / each) as usize).min(last)) {
                    let (a, b) = (from.max(i as f64 * each), to.min((i + 1) as f64 * each));
                    *share += ((b - a) / each).max(0.0);
                }
            }
            let signs = busy.map(|share| match share {
                0.0 => '·',
                s if s < 0.25 => '░',
                s if s < 0.5 => '▒',
                s if s < 0.75 => '▓',
                _ => '█',
            });
            format!("  {lane:name$} {}", signs.iter().collect::<String>())
        };
        lanes.iter().take(12).map(line).collect()
    }
    fn draw(&self) -> FigureSheet {
        self.chart().draw()
    }
}
