//! Clips lines and areas to a panel.

use super::super::sheet::Point;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

impl Frame {
    pub fn width(&self) -> f64 {
        self.right - self.left
    }
    pub fn height(&self) -> f64 {
        self.bottom - self.top
    }
    pub fn holds(&self, (x, y): Point) -> bool {
        (self.left..=self.right).contains(&x) && (self.top..=self.bottom).contains(&y)
    }
    pub fn grown(&self, by: f64) -> Frame {
        Frame { left: self.left - by, top: self.top - by, right: self.right + by, bottom: self.bottom + by }
    }
    pub fn clamp(&self, (x, y): Point) -> Point {
        (x.clamp(self.left, self.right), y.clamp(self.top, self.bottom))
    }

    /// The part of a segment inside the panel (Liang and Barsky).
    pub fn segment(&self, from: Point, to: Point) -> Option<(Point, Point)> {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let (mut enter, mut leave) = (0.0f64, 1.0f64);
        for (step, room) in
            [(-dx, from.0 - self.left), (dx, self.right - from.0), (-dy, from.1 - self.top), (dy, self.bottom - from.1)]
        {
            if step == 0.0 {
                if room < 0.0 {
                    return None;
                }
            } else if step < 0.0 {
                enter = enter.max(room / step);
            } else {
                leave = leave.min(room / step);
            }
        }
        if enter > leave {
            return None;
        }
        let at = |share: f64| (from.0 + dx * share, from.1 + dy * share);
        Some((if enter == 0.0 { from } else { at(enter) }, if leave == 1.0 { to } else { at(leave) }))
    }

    /// The parts of a line inside the panel.
    pub fn line(&self, points: &[Point]) -> Vec<Vec<Point>> {
        let mut pieces: Vec<Vec<Point>> = Vec::new();
        let mut open = false;
        for pair in points.windows(2) {
            let Some((from, to)) = self.segment(pair[0], pair[1]) else {
                open = false;
                continue;
            };
            match pieces.last_mut().filter(|_| open && from == pair[0]) {
                Some(piece) => piece.push(to),
                None => pieces.push(vec![from, to]),
            }
            open = to == pair[1];
        }
        pieces
    }

    /// The part of an area inside the panel (Sutherland and Hodgman).
    pub fn area(&self, points: &[Point]) -> Vec<Point> {
        let mut area = points.to_vec();
        for side in 0..4 {
            let inside = |(x, y): Point| match side {
                0 => x >= self.left,
                1 => x <= self.right,
                2 => y >= self.top,
                _ => y <= self.bottom,
            };
            let cross = |a: Point, b: Point| {
                let share = match side {
                    0 => (self.left - a.0) / (b.0 - a.0),
                    1 => (self.right - a.0) / (b.0 - a.0),
                    2 => (self.top - a.1) / (b.1 - a.1),
                    _ => (self.bottom - a.1) / (b.1 - a.1),
                };
                (a.0 + (b.0 - a.0) * share, a.1 + (b.1 - a.1) * share)
            };
            let mut kept = Vec::with_capacity(area.len() + 4);
            for (i, &point) in area.iter().enumerate() {
                let before = area[(i + area.len() - 1) % area.len()];
                if inside(point) {
                    if !inside(before) {
                        kept.push(cross(before, point));
                    }
                    kept.push(point);
                } else if inside(before) {
                    kept.push(cross(before, point));
                }
            }
            area = kept;
            if area.is_empty() {
                break;
            }
        }
        area
    }
}

/// Thins points without changing the drawn line: of successive points within half a pixel of x it keeps the first, lowest,
/// highest and last, in order.
pub fn thinned(points: Vec<Point>) -> Vec<Point> {
    const FEW: usize = 2000;
    if points.len() <= FEW {
        return points;
    }
    let mut kept: Vec<Point> = Vec::new();
    let mut from = 0;
    while from < points.len() {
        let mut to = from + 1;
        let (mut low, mut high) = (from, from);
        while to < points.len() && (points[to].0 - points[from].0).abs() < 0.5 {
            if points[to].1 < points[low].1 {
                low = to;
            }
            if points[to].1 > points[high].1 {
                high = to;
            }
            to += 1;
        }
        let mut chosen = [from, low, high, to - 1];
        chosen.sort_unstable();
        for (i, &index) in chosen.iter().enumerate() {
            if i == 0 || chosen[i - 1] != index {
                kept.push(points[index]);
            }
        }
        from = to;
    }
    kept
}
