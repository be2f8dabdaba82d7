//! Shapes of `PIL.ImageDraw` as level spans of pixels, to the pixels of Pillow's `Draw.c`: lines, polygons, ellipses and
//! their parts.

use super::halves::{Half, Side};

/// A span on a row: left, row, right, both ends inside.
pub type Span = [i64; 3];

/// Rounds halves away from zero.
fn rounded_up(value: f64) -> i64 {
    value.round() as i64
}

/// Rounds halves towards zero.
fn rounded_down(value: f64) -> i64 {
    ((value.abs() - 0.5).ceil().copysign(value)) as i64
}

/// Bresenham's line, without its last point.
pub fn thin_line([x0, y0, x1, y1]: [i64; 4], spans: &mut Vec<Span>) {
    let (across, down) = ((x1 - x0).abs(), (y1 - y0).abs());
    let (step_x, step_y) = (if x1 >= x0 { 1 } else { -1 }, if y1 >= y0 { 1 } else { -1 });
    let flat = across > down;
    let (long, short) = if flat { (across, down) } else { (down, across) };
    let (mut x, mut y, mut error) = (x0, y0, 2 * short - long);
    for _ in 0..long {
        spans.push([x, y, x]);
        if error >= 0 && short > 0 {
            (x, y) = if flat { (x, y + step_y) } else { (x + step_x, y) };
            error -= 2 * long;
        }
        error += 2 * short;
        (x, y) = if flat { (x + step_x, y) } else { (x, y + step_y) };
    }
}

/// A line of several pixels.
pub fn wide_line([x0, y0, x1, y1]: [i64; 4], width: i64, height: i64, spans: &mut Vec<Span>) {
    let (dx, dy) = ((x1 - x0) as f64, (y1 - y0) as f64);
    if dx == 0.0 && dy == 0.0 {
        return spans.push([x0, y0, x0]);
    }
    let half = (width - 1) as f64 / 2.0;
    let ratio = |side: i64| side as f64 / dx.hypot(dy);
    let (most, least) = (ratio(rounded_up(half)), ratio(rounded_down(half)));
    let (dx_least, dx_most) = (rounded_down(least * dy), rounded_down(most * dy));
    let (dy_least, dy_most) = (rounded_down(least * dx), rounded_down(most * dx));
    let corners = [
        (x0 - dx_least, y0 + dy_most),
        (x1 - dx_least, y1 + dy_most),
        (x1 + dx_most, y1 - dy_least),
        (x0 + dx_most, y0 - dy_least),
    ];
    let edges: Vec<Edge> = (0..4).map(|i| Edge::new(corners[i], corners[(i + 1) % 4])).collect();
    filled(&edges, height, spans);
}

struct Edge {
    x: (i64, i64),
    y: (i64, i64),
    slope: f32,
    from: (i64, i64),
}

impl Edge {
    fn new(from: (i64, i64), to: (i64, i64)) -> Edge {
        let slope = if from.1 == to.1 { 0.0 } else { (to.0 - from.0) as f32 / (to.1 - from.1) as f32 };
        Edge { x: (from.0.min(to.0), from.0.max(to.0)), y: (from.1.min(to.1), from.1.max(to.1)), slope, from }
    }
    fn at(&self, y: i64) -> f32 {
        (y - self.from.1) as f32 * self.slope + self.from.0 as f32
    }
    fn ends_at(&self, y: i64) -> bool {
        y == self.y.0 || y == self.y.1
    }
    fn holds(&self, y: i64) -> bool {
        (self.y.0..=self.y.1).contains(&y)
    }
}

/// The area within corners.
pub fn polygon(corners: &[(i64, i64)], height: i64, spans: &mut Vec<Span>) {
    let mut edges: Vec<Edge> = Vec::new();
    for (i, pair) in corners.windows(2).enumerate() {
        let (from, to) = (pair[0], pair[1]);
        if let Some(before) = i.checked_sub(1).map(|i| corners[i])
            && from.1 == to.1
            && from.1 == before.1
            && let Some(last) = edges.last_mut()
        {
            // A level edge that goes on in the same direction lengthens the one before.
            if to.0 > from.0 && from.0 > before.0 {
                last.x.1 = to.0;
                continue;
            }
            if to.0 < from.0 && from.0 < before.0 {
                last.x.0 = to.0;
                continue;
            }
        }
        edges.push(Edge::new(from, to));
    }
    if let (Some(&first), Some(&last)) = (corners.first(), corners.last())
        && first != last
    {
        edges.push(Edge::new(last, first));
    }
    filled(&edges, height, spans);
}

/// Fills between edges, row by row.
fn filled(edges: &[Edge], height: i64, spans: &mut Vec<Span>) {
    let level = edges.iter().filter(|edge| edge.y.0 == edge.y.1);
    spans.extend(level.map(|edge| [edge.x.0, edge.y.0, edge.x.1]));
    let first = edges.iter().map(|edge| edge.y.0).chain([height - 1]).min().unwrap_or(0).max(0);
    let last = edges.iter().map(|edge| edge.y.1).chain([0]).max().unwrap_or(0).min(height);
    let steep: Vec<&Edge> = edges.iter().filter(|edge| edge.y.0 != edge.y.1).collect();
    for y in first..=last {
        let mut crossings: Vec<f32> = Vec::new();
        for (i, edge) in steep.iter().enumerate().filter(|(_, edge)| edge.holds(y)) {
            let x = edge.at(y);
            crossings.push(x);
            if y == edge.y.1 && y < last {
                crossings.push(x);
            } else if edge.ends_at(y)
                && edge.slope != 0.0
                && let Some(moved) = joined(x, y, edge, &steep[..i])
                && let Some(place) = crossings.last_mut()
            {
                *place = moved;
            }
        }
        crossings.sort_by(f32::total_cmp);
        for pair in crossings.chunks_exact(2) {
            spans.push([rounded_up(pair[0].into()), y, rounded_down(pair[1].into())]);
        }
    }
}

/// Where a corner of two edges begins, so that it is connected with the row beside it; None if it stays.
fn joined(x: f32, y: i64, edge: &Edge, others: &[&Edge]) -> Option<f32> {
    for other in others.iter().filter(|other| other.ends_at(y) && other.slope != 0.0) {
        let beside = y + if y == edge.y.1 { -1 } else { 1 };
        if x.round() != other.at(y).round() || !other.holds(beside) {
            continue;
        }
        let (own, others) = (edge.at(beside), other.at(beside));
        if x > own + 1.0 && x > others + 1.0 {
            return Some(own.max(others).round() + 1.0);
        }
        if x < own - 1.0 && x < others - 1.0 {
            return Some(own.min(others).round() - 1.0);
        }
        return None;
    }
    None
}

/// The points of a quarter of an ellipse, on a grid of steps of two.
struct Quarter {
    at: (i64, i64),
    end: (i64, i64),
    squares: (i128, i128),
    finished: bool,
}

impl Quarter {
    fn new(a: i64, b: i64) -> Quarter {
        let finished = a < 0 || b < 0;
        Quarter {
            at: (a, b.rem_euclid(2)),
            end: (a.rem_euclid(2), b),
            squares: (i128::from(a * a), i128::from(b * b)),
            finished,
        }
    }
    fn deviation(&self, (x, y): (i64, i64)) -> i128 {
        let (a, b) = self.squares;
        let (x, y) = (i128::from(x), i128::from(y));
        (a * y * y + b * x * x - a * b).abs()
    }
}

impl Iterator for Quarter {
    type Item = (i64, i64);
    fn next(&mut self) -> Option<(i64, i64)> {
        if self.finished {
            return None;
        }
        let (x, y) = self.at;
        if self.at == self.end {
            self.finished = true;
            return Some((x, y));
        }
        let mut best = (x, y + 2);
        if x > 1 {
            for other in [(x - 2, y + 2), (x - 2, y)] {
                if self.deviation(best) > self.deviation(other) {
                    best = other;
                }
            }
        }
        self.at = best;
        Some((x, y))
    }
}

/// The spans of a ring between two ellipses, on a grid of steps of two around the centre.
struct Ring {
    outer: Quarter,
    inner: Quarter,
    row: (i64, i64, i64),
    leftmost: i64,
    waiting: Vec<Span>,
    finished: bool,
}

impl Ring {
    fn new(a: i64, b: i64, width: i64) -> Ring {
        let mut outer = Quarter::new(a, b);
        let inset = 2 * (width - 1);
        let inner = Quarter::new(a - inset, b - inset);
        let leftmost = a.rem_euclid(2);
        let first = if width < 1 { None } else { outer.next() };
        let (right, row) = first.unwrap_or((0, 0));
        Ring { outer, inner, row: (leftmost, row, right), leftmost, waiting: Vec::new(), finished: first.is_none() }
    }

    /// Makes the spans of the next rows above and below the centre.
    fn advance(&mut self) {
        let (mut left, y, right) = self.row;
        match self.outer.by_ref().find(|(_, row)| *row > y) {
            Some((right, row)) => (self.row.1, self.row.2) = (row, right),
            None => self.finished = true,
        }
        let mut next = None;
        for (x, row) in self.inner.by_ref() {
            if row > y {
                next = Some(x);
                break;
            }
            left = x;
        }
        self.row.0 = next.unwrap_or(self.leftmost);
        let open = left > 0 || left < right;
        let start = if left == 0 { 2 } else { left };
        if open && y > 0 {
            self.waiting.push([start, y, right]);
        }
        if y > 0 {
            self.waiting.push([-right, y, -left]);
        }
        if open {
            self.waiting.push([start, -y, right]);
        }
        self.waiting.push([-right, -y, -left]);
    }
}

impl Iterator for Ring {
    type Item = Span;
    fn next(&mut self) -> Option<Span> {
        if self.waiting.is_empty() && !self.finished {
            self.advance();
        }
        self.waiting.pop()
    }
}

/// A box, with the corners inside.
pub type Bounds = [i64; 4];

/// An ellipse's ring of this width.
pub fn ellipse(bounds: Bounds, width: i64, spans: &mut Vec<Span>) {
    clipped(bounds, width, &None, spans);
}

/// The spans of a ring that lie within half planes.
fn clipped([x0, y0, x1, y1]: Bounds, width: i64, within: &Option<Half>, spans: &mut Vec<Span>) {
    let (a, b) = (x1 - x0, y1 - y0);
    if a < 0 || b < 0 {
        return;
    }
    for [left, y, right] in Ring::new(a, b, width) {
        let parts = within.as_ref().map_or_else(|| vec![(left, right)], |half| half.clip(left, y, right));
        spans.extend(
            parts.into_iter().map(|(left, right)| [x0 + (left + a) / 2, y0 + (y + b) / 2, x0 + (right + a) / 2]),
        );
    }
}

/// Angles with the first in 0..360 and the last up to a turn later.
pub fn normal_angles(first: f32, last: f32) -> (f32, f32) {
    if last - first >= 360.0 {
        return (0.0, 360.0);
    }
    let turned = |angle: f32| if angle < 0.0 { 360.0 - (-angle) % 360.0 } else { angle };
    let start = turned(first) % 360.0;
    let apart = if last < start { 360.0 - (start - last) % 360.0 } else { last - start };
    (start, start + apart % 360.0)
}

/// The part of a ring between two angles.
pub fn arc(bounds: Bounds, width: i64, (first, last): (f32, f32), spans: &mut Vec<Span>) {
    let (a, b) = (bounds[2] - bounds[0], bounds[3] - bounds[1]);
    let within = if a < b {
        Half::arc(b, a, normal_angles(90.0 - last, 90.0 - first)).map(Half::mirrored)
    } else {
        Half::arc(a, b, (first, last))
    };
    clipped(bounds, width, &within, spans);
}

/// What of a ring lies beyond the line between two angles.
pub fn chord(bounds: Bounds, width: i64, angles: (f32, f32), spans: &mut Vec<Span>) {
    let line = Side::chord(half_axes(bounds), angles);
    clipped(bounds, width, &Some(Half::Clip(line)), spans);
}

/// The line of a chord.
pub fn chord_line(bounds: Bounds, width: i64, angles: (f32, f32), spans: &mut Vec<Span>) {
    let (a, b) = half_axes(bounds);
    let line = Side::chord((a, b), angles);
    let other = line.opposite(2.0 * width as f64);
    let within = Half::And(Box::new(Half::Clip(line)), Box::new(Half::Clip(other)));
    clipped(bounds, a + b + 1, &Some(within), spans);
}

/// The part of a ring within a slice.
pub fn pie(bounds: Bounds, width: i64, angles: (f32, f32), spans: &mut Vec<Span>) {
    clipped(bounds, width, &Some(Half::pie(half_axes(bounds), angles)), spans);
}

/// A straight side of a slice.
pub fn pie_side(bounds: Bounds, width: i64, angle: f32, spans: &mut Vec<Span>) {
    let (a, b) = half_axes(bounds);
    clipped(bounds, a + b + 1, &Some(Half::pie_side((a, b), width, angle)), spans);
}

fn half_axes([x0, y0, x1, y1]: Bounds) -> (i64, i64) {
    (x1 - x0, y1 - y0)
}
