//! Draws arrows: straight, bent or along points, shortened at both ends, with heads of a size in pixels.

use super::super::sheet::{Point, Sheet};
use super::Arrow;
use super::clip::Frame;

/// How many straight pieces a bent arrow has.
const PIECES: usize = 24;

/// Draws an arrow through positions on the sheet.
pub fn draw(sheet: &mut Sheet, frame: Frame, arrow: &Arrow, at: Vec<Point>, opacity: f64) {
    let whole = match at[..] {
        [from, to] if arrow.bend != 0.0 => bent(from, to, arrow.bend),
        _ => at,
    };
    let mut way = shortened(whole, arrow.shrink.0);
    way.reverse();
    let mut way = shortened(way, arrow.shrink.1);
    way.reverse();
    if way.len() < 2 {
        return;
    }
    let stroke = |sheet: &mut Sheet, way: &[Point]| {
        for piece in frame.line(way) {
            sheet.stroke(piece, arrow.colour, arrow.width, opacity, &arrow.dash);
        }
    };
    let last = way.len() - 1;
    let heads = [(arrow.heads.0, way[0], way[1]), (arrow.heads.1, way[last], way[last - 1])];
    stroke(sheet, &way);
    for (_, tip, before) in heads.into_iter().filter(|(drawn, tip, _)| *drawn && frame.holds(*tip)) {
        let corners = head(tip, before, arrow.scale);
        match arrow.filled {
            true => sheet.fill(corners.to_vec(), arrow.colour, opacity),
            false => sheet.stroke(corners.to_vec(), arrow.colour, arrow.width, opacity, &[]),
        }
    }
}

/// matplotlib's `arc3`: a quadratic curve whose control point lies off the middle by a share of the length.
fn bent(from: Point, to: Point, bend: f64) -> Vec<Point> {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let control = ((from.0 + to.0) / 2.0 - bend * dy, (from.1 + to.1) / 2.0 + bend * dx);
    let at = |t: f64| {
        let mix = |a: f64, b: f64, c: f64| (1.0 - t) * (1.0 - t) * a + 2.0 * t * (1.0 - t) * b + t * t * c;
        (mix(from.0, control.0, to.0), mix(from.1, control.1, to.1))
    };
    (0..=PIECES).map(|i| at(i as f64 / PIECES as f64)).collect()
}

/// The way without its first stretch.
fn shortened(way: Vec<Point>, by: f64) -> Vec<Point> {
    let mut left = by;
    for (i, pair) in way.windows(2).enumerate() {
        let length = (pair[1].0 - pair[0].0).hypot(pair[1].1 - pair[0].1);
        if length > left {
            let share = left / length;
            let start = (pair[0].0 + (pair[1].0 - pair[0].0) * share, pair[0].1 + (pair[1].1 - pair[0].1) * share);
            return [start].into_iter().chain(way[i + 1..].iter().copied()).collect();
        }
        left -= length;
    }
    Vec::new()
}

/// The corners of a head: one wing, the tip, the other wing.
fn head(tip: Point, before: Point, scale: f64) -> [Point; 3] {
    let (dx, dy) = (tip.0 - before.0, tip.1 - before.1);
    let length = dx.hypot(dy).max(1e-9);
    let (ux, uy) = (dx / length, dy / length);
    let wing = |side: f64| {
        let (back, out) = (0.4 * scale, 0.2 * scale * side);
        (tip.0 - ux * back - uy * out, tip.1 - uy * back + ux * out)
    };
    [wing(1.0), tip, wing(-1.0)]
}
