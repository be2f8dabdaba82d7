//! The training curve: several series over steps.

use super::axis::Axis;
use super::frame::{self, LABEL, Plot};
use super::picture::{Figure, FigureSheet};
use super::series::{Series, Stretch};
use super::sheet::{Anchor, INK, Point, SERIES, Sheet, fitted, text_width};
use super::units;

/// Named series over one x axis.
#[derive(Clone, Debug)]
pub struct Curve {
    pub title: String,
    pub x_name: String,
    /// A logarithmic y axis; values that it cannot show are counted in a note.
    pub log: bool,
    pub series: Vec<Series>,
}

const WIDTH: f64 = 680.0;
const HEIGHT: f64 = 300.0;
const LEGEND_ROW: f64 = 18.0;

impl Curve {
    pub fn new(title: impl Into<String>, log: bool) -> Curve {
        Curve { title: title.into(), x_name: "step".into(), log, series: Vec::new() }
    }

    fn visible(&self, value: f64) -> bool {
        !self.log || value > 0.0
    }

    /// The axes' ranges over all that can be shown; None where nothing can.
    fn ranges(&self, drawn: &[Vec<Stretch>]) -> Option<(Axis, Axis)> {
        let (mut x0, mut x1, mut y0, mut y1) = (f64::INFINITY, f64::NEG_INFINITY, f64::INFINITY, f64::NEG_INFINITY);
        for stretch in drawn.iter().flatten().filter(|stretch| stretch.x.is_finite()) {
            let Some(values) = stretch.values else {
                continue;
            };
            for value in [values.low, values.high, values.last].into_iter().filter(|value| self.visible(*value)) {
                (y0, y1) = (y0.min(value), y1.max(value));
                (x0, x1) = (x0.min(stretch.x), x1.max(stretch.x));
            }
        }
        let last = self.series.iter().filter_map(|series| series.last()).map(|(x, _)| x).filter(|x| x.is_finite());
        let x1 = last.fold(x1, f64::max);
        if x0 > x1 || y0 > y1 {
            return None;
        }
        let y = if self.log { Axis::log(y0, y1) } else { Axis::linear(y0, y1) };
        Some((Axis::linear(x0, x1), y.padded(0.04)))
    }

    /// Name and last value of each series, in rows; returns where the plot begins.
    fn legend(&self, sheet: &mut Sheet) -> f64 {
        let mut top = if self.title.is_empty() { 8.0 } else { 28.0 };
        let mut x = 8.0;
        for (i, series) in self.series.iter().enumerate() {
            let last = series.last().map_or("no value".into(), |(_, y)| units::value(y));
            let name = format!("{} {last}", fitted(&series.name, LABEL, 180.0));
            let wide = text_width(&name, LABEL) + 22.0;
            if x > 8.0 && x + wide > sheet.width - 8.0 {
                x = 8.0;
                top += LEGEND_ROW;
            }
            let y = top + LEGEND_ROW / 2.0;
            sheet.line(vec![(x, y), (x + 14.0, y)], colour(i), 3.0, 1.0);
            sheet.text(&name, (x + 20.0, y), Anchor::Start, LABEL, INK);
            x += wide + 16.0;
        }
        if self.series.is_empty() { top } else { top + LEGEND_ROW + 8.0 }
    }

    /// What the picture leaves out, so that it does not mislead.
    fn note(&self) -> String {
        let mut notes = Vec::new();
        for series in &self.series {
            let (count, first) = series.unusable();
            if let (1.., Some(x)) = (count, first) {
                let verb = if count == 1 { "value is" } else { "values are" };
                notes.push(format!(
                    "{}: {} {verb} NaN or infinite, from step {}",
                    series.name,
                    units::count(count),
                    units::value(x)
                ));
            }
            if self.log && series.lowest().is_some_and(|(_, low)| low <= 0.0) {
                notes.push(format!("{}: values of 0 or less have no place on a log axis", series.name));
            }
        }
        notes.join("; ")
    }
}

impl Figure for Curve {
    fn text(&self) -> String {
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
        text.push_str(&series.join("; "));
        let note = self.note();
        if note.is_empty() { text } else { format!("{text} [{note}]") }
    }

    fn draw(&self) -> FigureSheet {
        let mut sheet = Sheet::new(WIDTH, HEIGHT);
        if !self.title.is_empty() {
            frame::title(&mut sheet, &self.title);
        }
        let mut top = self.legend(&mut sheet);
        let note = self.note();
        if !note.is_empty() {
            let text = fitted(&note, LABEL, WIDTH - 16.0);
            sheet.text(&text, (8.0, top + 2.0), Anchor::Start, LABEL, SERIES[1]);
            top += LEGEND_ROW;
        }
        // Many legend rows make the picture taller, not the plot flatter.
        sheet.height = sheet.height.max(top + 180.0);
        let drawn: Vec<Vec<Stretch>> = self.series.iter().map(|series| series.stretches(WIDTH as usize / 2)).collect();
        let Some((x_axis, y_axis)) = self.ranges(&drawn) else {
            let why =
                if self.series.iter().all(Series::is_empty) { "no values yet" } else { "no finite value to draw" };
            frame::nothing(&mut sheet, why);
            return FigureSheet(sheet);
        };
        let plot = frame::plot(&mut sheet, top, &x_axis.ticks(8), &y_axis.ticks(5), &self.x_name);
        for (i, (series, stretches)) in self.series.iter().zip(&drawn).enumerate() {
            let smooth = series.smooth() > 0.0;
            let raw = |stretch: &Stretch| match stretch.values {
                Some(v) if v.low == v.high => vec![v.first],
                // Up or down first, as the data went.
                Some(v) if v.first <= v.last => vec![v.first, v.low, v.high, v.last],
                Some(v) => vec![v.first, v.high, v.low, v.last],
                None => Vec::new(),
            };
            trace(&mut sheet, &plot, (&x_axis, &y_axis), stretches, raw, i, smooth);
            if smooth {
                let average = |stretch: &Stretch| stretch.values.map(|v| v.average).into_iter().collect();
                trace(&mut sheet, &plot, (&x_axis, &y_axis), stretches, average, i, false);
            }
        }
        FigureSheet(sheet)
    }
}

/// One line for each run of values that can be shown; a run of one is a dot.
fn trace(
    sheet: &mut Sheet,
    plot: &Plot,
    (x_axis, y_axis): (&Axis, &Axis),
    stretches: &[Stretch],
    values: impl Fn(&Stretch) -> Vec<f64>,
    index: usize,
    faint: bool,
) {
    let (width, opacity) = if faint { (1.0, 0.35) } else { (1.75, 1.0) };
    let mut run: Vec<Point> = Vec::new();
    let end = |run: &mut Vec<Point>, sheet: &mut Sheet| match run.len() {
        0 => {}
        1 => sheet.dot(run.remove(0), 3.0, colour(index)),
        _ => sheet.line(std::mem::take(run), colour(index), width, opacity),
    };
    for stretch in stretches {
        let Some(x) = x_axis.place(stretch.x) else {
            continue;
        };
        let places: Vec<Option<f64>> = values(stretch).into_iter().map(|value| y_axis.place(value)).collect();
        if places.is_empty() {
            end(&mut run, sheet);
        }
        for place in places {
            match place {
                Some(y) => run.push(plot.at(x, y)),
                None => end(&mut run, sheet),
            }
        }
    }
    end(&mut run, sheet);
}

fn colour(index: usize) -> plotters::style::RGBColor {
    SERIES[index % SERIES.len()]
}
