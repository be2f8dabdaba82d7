//! The training curve: several series over steps.

use super::axis::{Axis, Kind, Unit};
use super::chart::{Artist, Chart, Dimension, Panel, Shape, Title};
use super::picture::{Figure, FigureSheet};
use super::series::{Series, Stretch};
use super::sheet::fitted;
use super::theme::{ALERT, Colour, SERIES, Scheme};
use super::units;

/// Named series over one x axis.
#[derive(Clone, Debug)]
pub struct Curve {
    pub title: String,
    pub x_name: String,
    pub y_name: String,
    /// A logarithmic y axis; a note counts the values that it cannot show.
    pub log: bool,
    /// A logarithmic x axis.
    pub log_x: bool,
    pub series: Vec<Series>,
    pub scheme: Scheme,
}

const WIDTH: f64 = 680.0;
const HEIGHT: f64 = 300.0;
/// The stretches of a series that the picture shows.
const STRETCHES: usize = 340;

impl Curve {
    pub fn new(title: impl Into<String>, log: bool) -> Curve {
        Curve {
            title: title.into(),
            x_name: "step".into(),
            y_name: String::new(),
            log,
            log_x: false,
            series: Vec::new(),
            scheme: Scheme::Auto,
        }
    }

    fn visible(&self, x: f64, value: f64) -> bool {
        x.is_finite() && value.is_finite() && (!self.log || value > 0.0) && (!self.log_x || x > 0.0)
    }

    /// The axes' ranges over all values that can be shown; `None` if there are none.
    fn ranges(&self, drawn: &[Vec<Stretch>]) -> Option<(Axis, Axis)> {
        let (mut x0, mut x1, mut y0, mut y1) = (f64::INFINITY, f64::NEG_INFINITY, f64::INFINITY, f64::NEG_INFINITY);
        for stretch in drawn.iter().flatten() {
            let Some(values) = stretch.values else { continue };
            for value in [values.low, values.high, values.last] {
                if self.visible(stretch.x, value) {
                    (y0, y1) = (y0.min(value), y1.max(value));
                    (x0, x1) = (x0.min(stretch.x), x1.max(stretch.x));
                }
            }
        }
        let last = self.series.iter().filter_map(|series| series.last());
        let x1 = last.filter(|(x, y)| self.visible(*x, *y)).map(|(x, _)| x).fold(x1, f64::max);
        if x0 > x1 || y0 > y1 {
            return None;
        }
        let kind = |log| if log { Kind::Log } else { Kind::Linear };
        Some((Axis::new(kind(self.log_x), x0, x1), Axis::new(kind(self.log), y0, y1).padded(0.04)))
    }

    /// Notes on what the picture leaves out, so that it does not mislead.
    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        for series in &self.series {
            let (count, first) = series.unusable();
            if let (1.., Some(x)) = (count, first) {
                let verb = if count == 1 { "value is" } else { "values are" };
                let (count, from) = (units::count(count), units::value(x));
                notes.push(format!("{}: {count} {verb} NaN or infinite, from step {from}", series.name));
            }
            if self.log && series.lowest().is_some_and(|(_, low)| low <= 0.0) {
                notes.push(format!("{}: values of 0 or less have no place on a log axis", series.name));
            }
        }
        notes
    }

    /// The curve as a chart.
    pub fn chart(&self) -> Chart {
        let drawn: Vec<Vec<Stretch>> = self.series.iter().map(|series| series.stretches(STRETCHES)).collect();
        let notes = self.notes();
        let mut panel = Panel {
            title: Title { text: self.title.clone(), at: 0.0, ..Title::default() },
            frame: [false, false, true, false],
            ..Panel::default()
        };
        for (i, series) in self.series.iter().enumerate() {
            let last = series.last().map_or("no value".into(), |(_, y)| units::value(y));
            panel.header.push((Colour::series(i), format!("{} {last}", fitted(&series.name, 11.0, 180.0))));
        }
        panel.header.extend(notes.iter().map(|note| (ALERT, note.clone())));
        let mut chart = Chart {
            width: WIDTH,
            height: HEIGHT,
            scheme: self.scheme,
            words: Some(self.summary()),
            ..Chart::default()
        };
        match self.ranges(&drawn) {
            Some((x, y)) => {
                panel.x = Dimension::over(x).named(&self.x_name);
                if x.high - x.low >= 2.0 {
                    panel.x.unit = Unit::Steps;
                }
                panel.y = Dimension::over(y).named(&self.y_name).with_grid();
                for (i, (series, stretches)) in self.series.iter().zip(&drawn).enumerate() {
                    panel.artists.extend(self.lines(i, series, stretches));
                }
            }
            None => {
                let why =
                    if self.series.iter().all(Series::is_empty) { "no values yet" } else { "no finite value to draw" };
                panel.bare = true;
                panel.artists.push(Artist::new(super::chart::centred(why)));
            }
        }
        // More legend rows make the picture taller, not the plot smaller.
        let rows = panel.header_places(WIDTH - 80.0).last().map_or(0, |(_, row)| *row) as f64;
        chart.height += rows * 20.0;
        chart.notes = notes;
        chart.panels.push(panel);
        chart
    }

    /// A series as it came, faint under its average.
    fn lines(&self, index: usize, series: &Series, stretches: &[Stretch]) -> Vec<Artist> {
        let line = |width: f64, values: &dyn Fn(&Stretch) -> Vec<f64>| {
            let (mut x, mut y) = (Vec::new(), Vec::new());
            for stretch in stretches {
                let values = values(stretch);
                if values.is_empty() {
                    x.push(stretch.x);
                    y.push(f64::NAN);
                }
                for value in values {
                    x.push(stretch.x);
                    y.push(if self.visible(stretch.x, value) { value } else { f64::NAN });
                }
            }
            // Past the palette's last colour, colours repeat, dashed.
            let dash = if index < SERIES.len() { Vec::new() } else { vec![6.0, 3.0] };
            let (x, y, colour) = (x.into(), y.into(), Colour::series(index));
            Artist::new(Shape::Line { x, y, colour, width, dash, marker: None, every: 1 })
        };
        let raw = |stretch: &Stretch| match stretch.values {
            Some(v) if v.low == v.high => vec![v.first],
            // The first extreme first, as in the data.
            Some(v) if v.first <= v.last => vec![v.first, v.low, v.high, v.last],
            Some(v) => vec![v.first, v.high, v.low, v.last],
            None => Vec::new(),
        };
        let average = |stretch: &Stretch| stretch.values.map(|v| v.average).into_iter().collect();
        match series.smooth() > 0.0 {
            true => vec![line(1.0, &raw).faint(0.3), line(2.0, &average).named(&series.name)],
            false => vec![line(1.75, &raw).named(&series.name)],
        }
    }

    fn summary(&self) -> String {
        let mut text = if self.title.is_empty() { "Curve".to_string() } else { self.title.clone() };
        text.push_str(": ");
        if self.series.iter().all(Series::is_empty) {
            return text + "no values yet";
        }
        let series: Vec<String> = self
            .series
            .iter()
            .map(|series| match (series.first(), series.last(), series.lowest(), series.highest()) {
                (Some(_), Some((_, last)), ..) if series.len() == 1 => {
                    format!("{} {}", series.name, units::value(last))
                }
                (Some(first), Some((_, last)), Some((_, low)), Some((_, high))) => format!(
                    "{} {} → {} in {} steps (lowest {}, highest {})",
                    series.name,
                    units::value(first),
                    units::value(last),
                    units::count(series.len()),
                    units::value(low),
                    units::value(high)
                ),
                _ => format!("{} has no finite value", series.name),
            })
            .collect();
        text + &series.join("; ")
    }
}

impl Figure for Curve {
    fn title(&self) -> String {
        if self.title.is_empty() { "Curve".into() } else { self.title.clone() }
    }
    fn text(&self) -> String {
        let notes = self.notes();
        if notes.is_empty() { self.summary() } else { format!("{} [{}]", self.summary(), notes.join("; ")) }
    }
    fn sketch(&self) -> Vec<String> {
        self.chart().sparklines()
    }
    fn draw(&self) -> FigureSheet {
        self.chart().draw()
    }
}
