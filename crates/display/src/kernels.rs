//! Where a cell's device time went: one bar per kernel.

use super::axis::{Axis, Kind, Tick};
use super::chart::{Artist, Chart, Dimension, Note, Panel, Shape, Title, centred};
use super::picture::{Figure, FigureSheet};
use super::sheet::{fitted, text_width};
use super::theme::{Colour, INK, Scheme};
use super::{html, units};

/// All launches of one kernel, or of one operation on the processor.
#[derive(Clone, Debug, PartialEq)]
pub struct KernelTime {
    pub name: String,
    /// Total of all launches.
    pub seconds: f64,
    pub count: u64,
}

/// The kernels of a cell.
#[derive(Clone, Debug, Default)]
pub struct Kernels {
    /// `Cell [4] on cuda:0`.
    pub title: String,
    pub times: Vec<KernelTime>,
    pub scheme: Scheme,
}

const WIDTH: f64 = 680.0;
const ROW: f64 = 22.0;
/// The most bars; the rest share one.
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

    /// All kernels as an HTML table: name, time, share, launches, time per launch.
    pub fn table(&self) -> String {
        html::table(&HEAD, &self.rows())
    }

    /// The same as plain text.
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

impl Kernels {
    pub fn chart(&self) -> Chart {
        let bars = self.bars();
        let title = match bars.is_empty() {
            true => self.title.clone(),
            false => {
                let launches = self.times.iter().map(|time| time.count).sum();
                format!(
                    "{}: {} in {} launches",
                    self.title,
                    units::seconds(self.total_seconds()),
                    units::count(launches)
                )
            }
        };
        let mut panel = Panel { title: Title { text: title, ..Title::default() }, ..Panel::default() };
        let rows = bars.len().max(2) as f64;
        let height = 44.0 + ROW * rows;
        let words = Some(self.text());
        let mut chart = Chart { width: WIDTH, height, scheme: self.scheme, words, ..Chart::default() };
        if bars.is_empty() {
            panel.bare = true;
            panel.artists.push(Artist::new(centred("no kernels ran")));
            chart.panels.push(panel);
            return chart;
        }
        let longest = bars.iter().map(|bar| bar.seconds).fold(f64::MIN_POSITIVE, f64::max);
        let values: Vec<String> =
            bars.iter().map(|bar| format!("{} · {}×", units::seconds(bar.seconds), units::count(bar.count))).collect();
        // Room for the values behind the longest bar.
        let widest = values.iter().map(|text| text_width(text, 11.0)).fold(0.0, f64::max) + 10.0;
        let names: Vec<String> = bars.iter().map(|bar| fitted(&bar.name, 11.0, 230.0)).collect();
        let left = names.iter().map(|name| text_width(name, 11.0)).fold(0.0, f64::max) + 24.0;
        let room = (WIDTH - left - 16.0).max(100.0);
        panel.x =
            Dimension::over(Axis { low: 0.0, high: longest * room / (room - widest).max(40.0), kind: Kind::Linear });
        (panel.x.labels, panel.x.marks, panel.x.ticks) = (false, false, Some(Vec::new()));
        panel.y = Dimension::over(Axis { low: rows - 0.5, high: -0.5, kind: Kind::Linear });
        panel.y.marks = false;
        let ticks = names.into_iter().enumerate();
        panel.y.ticks = Some(ticks.map(|(i, text)| Tick { value: i as f64, text }).collect());
        let place = |i: usize| (i as f64 - 0.36, i as f64 + 0.36);
        let boxes =
            bars.iter().enumerate().map(|(i, bar)| [0.0, place(i).0, bar.seconds.max(0.0), place(i).1]).collect();
        panel.artists.push(Artist::new(Shape::Boxes {
            boxes,
            colours: vec![Colour::series(0)],
            edge: None,
            filled: true,
        }));
        for (i, (bar, text)) in bars.iter().zip(values).enumerate() {
            let (at, shift) = ((bar.seconds.max(0.0), i as f64), (6.0, 0.0));
            let note = Note { text, at, upright: 0.0, size: 11.0, colour: INK, shift, ..Note::default() };
            panel.artists.push(Artist::new(Shape::Text(note)));
        }
        chart.panels.push(panel);
        chart
    }
}

impl Figure for Kernels {
    fn title(&self) -> String {
        format!("Kernels of {}", self.title)
    }
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
    fn sketch(&self) -> Vec<String> {
        let bars = self.bars();
        let longest = bars.iter().map(|bar| bar.seconds).fold(f64::MIN_POSITIVE, f64::max);
        let name = bars.iter().map(|bar| bar.name.chars().count().min(32)).max().unwrap_or(0);
        bars.iter()
            .map(|bar| {
                let length = (bar.seconds / longest * 30.0).round().clamp(1.0, 30.0) as usize;
                format!("  {:name$} {:█<length$} {}", units::short(&bar.name, 31), "", units::seconds(bar.seconds))
            })
            .collect()
    }
    fn draw(&self) -> FigureSheet {
        self.chart().draw()
    }
}
