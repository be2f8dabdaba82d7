//! Describes charts in words for screen readers, and as lines of text for terminals.

use super::super::axis::{Kind, Unit};
use super::super::units::{count, short, value};
use super::text::text_lines;
use super::{Artist, Chart, Panel, Shape, Values};

/// The most panels and artists described one by one.
const DESCRIBED: usize = 6;
/// Characters of a line drawn as text.
const COLUMNS: usize = 48;

fn one_line(text: &str) -> String {
    short(&text_lines(text).join(" "), 120)
}

impl Chart {
    /// The title of the picture.
    pub fn name(&self) -> String {
        let titles = std::iter::once(&self.title).chain(self.panels.iter().map(|panel| &panel.title.text));
        titles.map(|title| one_line(title)).find(|title| !title.is_empty()).unwrap_or_else(|| "Figure".into())
    }

    /// One line for screen readers.
    pub fn describe(&self) -> String {
        let mut text = match &self.words {
            Some(words) => words.clone(),
            None => self.summary(),
        };
        if !self.notes.is_empty() {
            text += &format!(" [{}]", self.notes.join("; "));
        }
        text
    }

    fn summary(&self) -> String {
        let own: Vec<&Panel> = self.panels.iter().collect();
        let title = one_line(&self.title);
        let begin = if title.is_empty() { String::new() } else { format!("{title}: ") };
        match own[..] {
            [] => format!("{begin}an empty figure"),
            [only] => begin + &only.summary(),
            _ => {
                let mut summary: Vec<String> = own
                    .iter()
                    .take(DESCRIBED)
                    .enumerate()
                    .map(|(i, panel)| format!("({}) {}", i + 1, panel.summary()))
                    .collect();
                if own.len() > DESCRIBED {
                    summary.push(format!("and {} more", own.len() - DESCRIBED));
                }
                format!("{begin}{} plots: {}", own.len(), summary.join(". "))
            }
        }
    }

    /// One line of text for each line of the picture: its name, first value, sparkline, last value.
    pub fn sparklines(&self) -> Vec<String> {
        let mut rows: Vec<(String, String, String, String)> = Vec::new();
        for panel in &self.panels {
            for artist in &panel.artists {
                if let Some((first, shape, last)) = sparkline(panel, artist) {
                    let name = artist.label.as_deref().filter(|label| !label.starts_with('_')).unwrap_or("");
                    rows.push((short(&one_line(name), 24), first, shape, last));
                }
            }
        }
        rows.truncate(2 * DESCRIBED);
        let wide = |pick: fn(&(String, String, String, String)) -> &String| {
            rows.iter().map(|row| pick(row).chars().count()).max().unwrap_or(0)
        };
        let (names, firsts) = (wide(|row| &row.0), wide(|row| &row.1));
        rows.iter()
            .map(|(name, first, shape, last)| format!("  {name:names$} {first:>firsts$} {shape} {last}"))
            .map(|line| line.trim_end().to_owned())
            .collect()
    }
}

impl Panel {
    fn summary(&self) -> String {
        let title = one_line(&self.title.text);
        let mut summary: Vec<String> = Vec::new();
        let texts = self.artists.iter().filter(|artist| matches!(artist.shape, Shape::Text(_))).count();
        // Numbers written into the boxes of a heat map are described as one.
        let single = |artist: &&Artist| texts <= DESCRIBED || !matches!(artist.shape, Shape::Text(_));
        let mut artists: Vec<String> = self.artists.iter().filter(single).filter_map(Artist::summary).collect();
        if texts > DESCRIBED {
            artists.push(format!("{texts} texts in it"));
        }
        let alike = artists.len();
        summary.extend(artists.into_iter().take(DESCRIBED));
        if alike > DESCRIBED {
            summary.push(format!("and {} more", alike - DESCRIBED));
        }
        let mut text = if summary.is_empty() { "nothing drawn".into() } else { summary.join("; ") };
        let names = [(&self.x, "x"), (&self.y, "y")].map(|(dimension, letter)| {
            let name = one_line(&dimension.name.text);
            let log = if dimension.axis.kind == Kind::Linear { "" } else { " (logarithmic)" };
            if name.is_empty() && log.is_empty() { String::new() } else { format!("{letter}: {name}{log}") }
        });
        let names: Vec<String> = names.into_iter().filter(|name| !name.is_empty()).collect();
        if !names.is_empty() {
            text += &format!(" ({})", names.join(", "));
        }
        if title.is_empty() { text } else { format!("{title}: {text}") }
    }
}

/// The finite values: first, last, lowest, highest, and their count.
fn span(values: &Values) -> Option<(f64, f64, f64, f64, usize)> {
    let mut finite = values.iter().copied().filter(|value| value.is_finite());
    let first = finite.next()?;
    let begin = (first, first, first, first, 1);
    Some(finite.fold(begin, |(first, _, low, high, n), value| (first, value, low.min(value), high.max(value), n + 1)))
}

fn left_out(values: &Values, known: usize) -> String {
    match values.len() - known {
        0 => String::new(),
        lost => format!(", {} not finite and left out", count(lost as u64)),
    }
}

impl Artist {
    fn summary(&self) -> Option<String> {
        if let Some(said) = &self.said {
            return (!said.is_empty()).then(|| one_line(said));
        }
        let label = self.label.as_deref().filter(|label| !label.starts_with('_')).map(one_line).unwrap_or_default();
        let called = |kind: &str| if label.is_empty() { kind.to_owned() } else { format!("{kind} '{label}'") };
        Some(match &self.shape {
            Shape::Line { x, y, .. } => match span(y) {
                None if y.is_empty() => format!("{} of no points", called("line")),
                None => format!("{} of {} points, none of them finite", called("line"), count(y.len() as u64)),
                Some((first, last, low, high, known)) => {
                    let xs = span(x).map_or(String::new(), |(from, to, ..)| {
                        format!(" for x from {} to {}", value(from), value(to))
                    });
                    let shape = match known {
                        1 => value(first),
                        _ => format!(
                            "{} → {} (lowest {}, highest {})",
                            value(first),
                            value(last),
                            value(low),
                            value(high)
                        ),
                    };
                    let points = if y.len() == 1 { "point" } else { "points" };
                    let n = count(y.len() as u64);
                    format!("{} of {n} {points}{xs}: {shape}{}", called("line"), left_out(y, known))
                }
            },
            Shape::Points { x, y, .. } => {
                let ranges = span(x).zip(span(y)).map_or(String::new(), |(across, up)| {
                    let (x0, x1, y0, y1) = (value(across.2), value(across.3), value(up.2), value(up.3));
                    format!(", x {x0} to {x1}, y {y0} to {y1}{}", left_out(y, up.4))
                });
                format!("{} of {} points{ranges}", called("scatter"), count(x.len() as u64))
            }
            Shape::Boxes { boxes, .. } => {
                let highs =
                    || boxes.iter().flat_map(|[_, y0, _, y1]| [*y0, *y1]).filter(|y| y.is_finite() && *y != 0.0);
                let (low, high) = (highs().fold(f64::INFINITY, f64::min), highs().fold(f64::NEG_INFINITY, f64::max));
                let range =
                    if low <= high { format!(" from {} to {}", value(low), value(high)) } else { String::new() };
                format!("{} {}{range}", count(boxes.len() as u64), called("bars"))
            }
            Shape::Area { .. } => called("area"),
            Shape::Arrow(_) => called("arrow"),
            Shape::Polygons { polygons, .. } => format!("{} {}", count(polygons.len() as u64), called("areas")),
            Shape::Image { raster, words, .. } if words.is_empty() => {
                called(&format!("image of {} × {} pixels", raster.width, raster.height))
            }
            Shape::Image { words, .. } => called(words),
            Shape::Rule { level: true, at, .. } => format!("{} at y = {}", called("level line"), value(*at)),
            Shape::Rule { at, .. } => format!("{} at x = {}", called("upright line"), value(*at)),
            Shape::Segments { segments, .. } => format!("{} {}", count(segments.len() as u64), called("segments")),
            Shape::Text(note) => {
                let text = one_line(&note.text);
                if text.is_empty() {
                    return None;
                }
                format!("text '{text}'")
            }
            Shape::Band { .. } => called("band"),
            Shape::Key { .. } => return None,
        })
    }
}

/// A line's first value, a sparkline of eight levels, its last value.
fn sparkline(panel: &Panel, artist: &Artist) -> Option<(String, String, String)> {
    let Shape::Line { y, .. } = &artist.shape else { return None };
    if artist.opacity < 0.5 || y.len() < 2 || artist.said.is_some() {
        return None;
    }
    let (first, last, ..) = span(y)?;
    let value = |x: f64| match panel.y.unit {
        Unit::Bytes => super::super::units::bytes(x),
        Unit::Seconds => super::super::units::seconds(x),
        _ => value(x),
    };
    Some((value(first), levels(y, panel.y.axis.kind == Kind::Log)?, value(last)))
}

/// Values as bars of eight heights; a space where there is none.
pub fn levels(values: &[f64], log: bool) -> Option<String> {
    let even = |value: f64| if log { value.log10() } else { value };
    let columns = values.len().min(COLUMNS);
    let means: Vec<Option<f64>> = (0..columns)
        .map(|i| {
            let part = &values[i * values.len() / columns..(i + 1) * values.len() / columns];
            let known: Vec<f64> = part.iter().map(|v| even(*v)).filter(|v| v.is_finite()).collect();
            (!known.is_empty()).then(|| known.iter().sum::<f64>() / known.len() as f64)
        })
        .collect();
    let low = means.iter().flatten().copied().reduce(f64::min)?;
    let high = means.iter().flatten().copied().reduce(f64::max)?;
    let level = |mean: f64| if high > low { ((mean - low) / (high - low) * 7.0).round() as usize } else { 3 };
    const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    Some(means.into_iter().map(|mean| mean.map_or(' ', |mean| BARS[level(mean).min(7)])).collect())
}
