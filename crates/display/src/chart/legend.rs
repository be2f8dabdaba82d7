//! The legend: a box of samples and names, placed where it covers least, inside a panel or beside it.

use super::super::sheet::{Anchor, Point, Sheet, fitted, text_width};
use super::super::theme::{GRID, INK, SURFACE};
use super::clip::Frame;
use super::text::{TICK, text_lines};
use super::{Artist, Legend, Panel, Shape};

const ROW: f64 = 18.0;
const SAMPLE: f64 = 22.0;
const PAD: f64 = 7.0;
/// The longest name.
const LONGEST: f64 = 320.0;

/// An entry of the legend: a label and its sample.
pub type Entry<'a> = (String, &'a Artist);

impl Panel {
    pub fn entries(&self) -> Vec<Entry<'_>> {
        let named =
            |artist: &'_ Artist| artist.label.clone().filter(|label| !label.is_empty() && !label.starts_with('_'));
        let all: Vec<Entry> = self.artists.iter().filter_map(|artist| Some((named(artist)?, artist))).collect();
        match self.legend.as_ref().and_then(|legend| legend.only.as_ref()) {
            None => all,
            Some(only) => {
                only.iter().filter_map(|label| all.iter().find(|(known, _)| known == label).cloned()).collect()
            }
        }
    }
}

fn text_size(legend: &Legend) -> f64 {
    if legend.size > 0.0 { legend.size } else { TICK }
}

fn shown(label: &str, size: f64) -> String {
    fitted(&text_lines(label).join(" "), size, LONGEST)
}

/// The size of the box.
pub fn size(legend: &Legend, entries: &[Entry]) -> (f64, f64) {
    let text = text_size(legend);
    let row = ROW * text / TICK;
    let columns = legend.columns.clamp(1, entries.len().max(1));
    let rows = entries.len().div_ceil(columns);
    let width: f64 = widths(legend, entries, rows).iter().sum::<f64>() + PAD * 2.0 - 10.0;
    let title = if legend.title.is_empty() { 0.0 } else { row };
    (width.max(text_width(&legend.title, text) + PAD * 2.0), rows as f64 * row + title + PAD)
}

/// The width of each column.
fn widths(legend: &Legend, entries: &[Entry], rows: usize) -> Vec<f64> {
    let text = text_size(legend);
    let column = |column: &[Entry]| {
        column.iter().map(|(label, _)| text_width(&shown(label, text), text)).fold(0.0, f64::max) + SAMPLE + 6.0 + 10.0
    };
    entries.chunks(rows.max(1)).map(column).collect()
}

/// Draws it; `points` are the positions of the panel's data, in pixels.
pub fn draw(sheet: &mut Sheet, legend: &Legend, entries: &[Entry], frame: Frame, points: &[Point]) {
    if entries.is_empty() {
        return;
    }
    let (width, height) = size(legend, entries);
    let Point2(left, top) = match legend.anchor {
        Some((x, y)) => anchored(legend, frame, (x, y), width, height),
        None => Point2::of(place(&legend.place, frame, width, height, points)),
    };
    let (left, top) = (left.round(), top.round());
    if legend.framed {
        sheet.rectangle((left, top), (left + width, top + height), SURFACE, 0.86);
        let corners =
            vec![(left, top), (left + width, top), (left + width, top + height), (left, top + height), (left, top)];
        sheet.line(corners, GRID, 1.0);
    }
    let text = text_size(legend);
    let row = ROW * text / TICK;
    let columns = legend.columns.clamp(1, entries.len());
    let rows = entries.len().div_ceil(columns);
    let mut y = top + PAD / 2.0;
    if !legend.title.is_empty() {
        sheet.text(&legend.title, (left + width / 2.0, y + row / 2.0), Anchor::Middle, text, INK);
        y += row;
    }
    let mut x = left + PAD;
    for (column, width) in entries.chunks(rows).zip(widths(legend, entries, rows)) {
        for (i, (label, artist)) in column.iter().enumerate() {
            let middle = y + (i as f64 + 0.5) * row;
            sample(sheet, artist, (x, middle));
            sheet.text(&shown(label, text), (x + SAMPLE + 6.0, middle), Anchor::Start, text, INK);
        }
        x += width;
    }
}

struct Point2(f64, f64);

impl Point2 {
    fn of((x, y): Point) -> Point2 {
        Point2(x, y)
    }
}

/// As matplotlib's `bbox_to_anchor`: the corner named by `place` is at this point.
fn anchored(legend: &Legend, frame: Frame, (x, y): (f64, f64), width: f64, height: f64) -> Point2 {
    let at = (frame.left + x * frame.width(), frame.bottom - y * frame.height());
    let (across, down) = corner(&legend.place).unwrap_or((0.0, 0.0));
    Point2(at.0 - across * width + (1.0 - across * 2.0) * 6.0, at.1 - down * height)
}

/// Fractions of the room, from the left and from the top.
fn corner(place: &str) -> Option<(f64, f64)> {
    Some(match place {
        "upper left" | "2" => (0.0, 0.0),
        "upper right" | "1" => (1.0, 0.0),
        "lower left" | "3" => (0.0, 1.0),
        "lower right" | "4" => (1.0, 1.0),
        "center left" | "6" => (0.0, 0.5),
        "center right" | "right" | "5" | "7" => (1.0, 0.5),
        "lower center" | "8" => (0.5, 1.0),
        "upper center" | "9" => (0.5, 0.0),
        "center" | "10" => (0.5, 0.5),
        _ => return None,
    })
}

fn place(name: &str, frame: Frame, width: f64, height: f64, points: &[Point]) -> Point {
    const AWAY: f64 = 8.0;
    let at = |(across, down): (f64, f64)| {
        let (w, h) = (frame.width() - width - 2.0 * AWAY, frame.height() - height - 2.0 * AWAY);
        (frame.left + AWAY + across * w, frame.top + AWAY + down * h)
    };
    if let Some(corner) = corner(name) {
        return at(corner);
    }
    let names = [
        "upper right",
        "upper left",
        "lower left",
        "lower right",
        "center right",
        "center left",
        "lower center",
        "upper center",
        "center",
    ];
    let covered = |(left, top): Point| {
        points
            .iter()
            .filter(|(x, y)| {
                (left - 4.0..=left + width + 4.0).contains(x) && (top - 4.0..=top + height + 4.0).contains(y)
            })
            .count()
    };
    let places = names.iter().filter_map(|name| corner(name)).map(at);
    places.map(|at| (covered(at), at)).min_by_key(|(count, _)| *count).map_or((frame.left, frame.top), |(_, at)| at)
}

/// The sample of an artist: a piece of its line, its marker, a box of its colour.
fn sample(sheet: &mut Sheet, artist: &Artist, (x, y): Point) {
    let fill = |sheet: &mut Sheet, colour| {
        sheet.rectangle((x + 1.0, y - 5.0), (x + SAMPLE - 1.0, y + 5.0), colour, artist.opacity)
    };
    match &artist.shape {
        Shape::Line { colour, width, dash, marker, .. } => {
            sheet.stroke(vec![(x, y), (x + SAMPLE, y)], *colour, *width, artist.opacity, dash);
            if let Some(marker) = marker {
                super::marks::marker(
                    sheet,
                    (x + SAMPLE / 2.0, y),
                    marker,
                    *colour,
                    marker.size.min(9.0),
                    artist.opacity,
                );
            }
        }
        Shape::Points { colours, marker, sizes, .. } => {
            let size = sizes.first().copied().unwrap_or(6.0).clamp(3.0, 9.0);
            let colour = colours.first().copied().unwrap_or(INK);
            super::marks::marker(sheet, (x + SAMPLE / 2.0, y), marker, colour, size, artist.opacity);
        }
        Shape::Boxes { colours, edge, filled, .. } => {
            if *filled {
                fill(sheet, colours.first().copied().unwrap_or(INK));
            }
            if let Some((colour, width)) = edge.filter(|_| !*filled || edge.is_some()) {
                let (a, b, c, d) = (x + 1.0, y - 5.0, x + SAMPLE - 1.0, y + 5.0);
                sheet.stroke(vec![(a, b), (c, b), (c, d), (a, d), (a, b)], colour, width, artist.opacity, &[]);
            }
        }
        Shape::Area { colour, filled: true, .. } | Shape::Band { colour, .. } | Shape::Key { colour } => {
            fill(sheet, *colour)
        }
        Shape::Polygons { colours, edges, .. } => {
            fill(sheet, colours.first().or(edges.first()).copied().unwrap_or(INK));
        }
        Shape::Area { edge: Some((colour, width)), .. } => {
            sheet.stroke(vec![(x, y), (x + SAMPLE, y)], *colour, *width, artist.opacity, &[]);
        }
        Shape::Rule { colour, width, dash, .. } => {
            sheet.stroke(vec![(x, y), (x + SAMPLE, y)], *colour, *width, artist.opacity, dash);
        }
        Shape::Segments { colours, width, dash, .. } => {
            let colour = colours.first().copied().unwrap_or(INK);
            sheet.stroke(vec![(x, y), (x + SAMPLE, y)], colour, *width, artist.opacity, dash);
        }
        Shape::Arrow(arrow) => {
            sheet.stroke(vec![(x, y), (x + SAMPLE, y)], arrow.colour, arrow.width, artist.opacity, &arrow.dash);
        }
        Shape::Area { .. } | Shape::Image { .. } | Shape::Text(_) => {}
    }
}
