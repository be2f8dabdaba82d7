//! Half planes that cut level spans, alone, in common or together, as Pillow's clipping trees do.

use std::f64::consts::PI;

/// The half plane where a x + b y + c is not negative.
#[derive(Clone, Copy, Debug)]
pub struct Side {
    a: f64,
    b: f64,
    c: f64,
}

/// What lies within one half plane, in both of two, or in either.
#[derive(Clone, Debug)]
pub enum Half {
    Clip(Side),
    And(Box<Half>, Box<Half>),
    Or(Box<Half>, Box<Half>),
}

fn sine(angle: f32) -> f64 {
    (f64::from(angle) * PI / 180.0).sin()
}

fn cosine(angle: f32) -> f64 {
    (f64::from(angle) * PI / 180.0).cos()
}

impl Side {
    /// The line through an ellipse's points at two angles.
    pub fn chord((a, b): (i64, i64), (first, last): (f32, f32)) -> Side {
        let point = |angle: f32| (a as f64 * cosine(angle), b as f64 * sine(angle));
        let ((xl, yl), (xr, yr)) = (point(first), point(last));
        let (a, b) = (yr - yl, xl - xr);
        Side { a, b, c: -(a * xl + b * yl) }
    }
    /// The half plane from the other direction, moved outwards by so much.
    pub fn opposite(self, by: f64) -> Side {
        Side { a: -self.a, b: -self.b, c: by * self.a.hypot(self.b) - self.c }
    }
    fn clip(self, left: i64, y: i64, right: i64) -> Option<(i64, i64)> {
        const NEAR: f64 = 1e-9;
        let Side { a, b, c } = self;
        let at = |x: i64| a * x as f64 + b * y as f64 + c;
        if a.abs() < NEAR {
            return (b * y as f64 + c >= -NEAR && left <= right).then_some((left, right));
        }
        let crossing = -(b * y as f64 + c) / a;
        let from = if at(left) < NEAR { (left as f64).max(crossing).round() as i64 } else { left };
        let to = if at(right) < NEAR { (right as f64).min(crossing).round() as i64 } else { right };
        (from <= to).then_some((from, to))
    }
}

fn clip(a: f64, b: f64, c: f64) -> Box<Half> {
    Box::new(Half::Clip(Side { a, b, c }))
}

impl Half {
    /// The parts of a span that are inside, from left to right.
    pub fn clip(&self, left: i64, y: i64, right: i64) -> Vec<(i64, i64)> {
        match self {
            Half::Clip(side) => side.clip(left, y, right).into_iter().collect(),
            Half::And(a, b) => merged(a.clip(left, y, right), b.clip(left, y, right), true),
            Half::Or(a, b) => merged(a.clip(left, y, right), b.clip(left, y, right), false),
        }
    }

    /// Exchanges x and y.
    pub fn mirrored(self) -> Half {
        let both = |a: Box<Half>, b: Box<Half>| (Box::new(a.mirrored()), Box::new(b.mirrored()));
        match self {
            Half::Clip(Side { a, b, c }) => Half::Clip(Side { a: b, b: a, c }),
            Half::And(a, b) => {
                let (a, b) = both(a, b);
                Half::And(a, b)
            }
            Half::Or(a, b) => {
                let (a, b) = both(a, b);
                Half::Or(a, b)
            }
        }
    }

    /// The part between two angles of an ellipse that is at least as wide as high, with ends across its line.
    pub fn arc(a: i64, b: i64, (first, last): (f32, f32)) -> Option<Half> {
        if last == first + 360.0 {
            return None;
        }
        let (wide, high) = (a as f64, b as f64);
        let spread = (wide * wide - high * high) / 2.0;
        let start = clip(-wide * sine(first), high * cosine(first), spread * sine(2.0 * first));
        let stop = clip(wide * sine(last), -high * cosine(last), -spread * sine(2.0 * last));
        let level = |positive: bool| clip(0.0, if positive { 1.0 } else { -1.0 }, 0.0);
        let turns = |angle: f32| (angle / 180.0) as i64;
        let short = last - first < 180.0;
        let both = |a, b| if short { Half::And(a, b) } else { Half::Or(a, b) };
        Some(if first % 180.0 == 0.0 || last % 180.0 == 0.0 {
            both(start, stop)
        } else if (turns(first) + turns(last)) % 2 == 1 {
            let start = Half::And(level(turns(first) % 2 == 0), start);
            Half::Or(Box::new(start), Box::new(Half::And(level(turns(last) % 2 == 0), stop)))
        } else {
            both(Box::new(both(start, stop)), level(!(180.0..=540.0).contains(&last)))
        })
    }

    /// A slice between two angles.
    pub fn pie((a, b): (i64, i64), (first, last): (f32, f32)) -> Half {
        let point = |angle: f32| (a as f64 * cosine(angle), b as f64 * sine(angle));
        let ((xl, yl), (xr, yr)) = (point(first), point(last));
        let (start, stop) = (clip(-yl, xl, 0.0), clip(yr, -xr, 0.0));
        let slice = if last - first < 180.0 { Half::And(start, stop) } else { Half::Or(start, stop) };
        match last - first < 90.0 {
            // The half plane ahead keeps sharp slices from going on behind the centre.
            true => Half::And(Box::new(slice), clip((xl + xr) / 2.0, (yl + yr) / 2.0, 0.0)),
            false => slice,
        }
    }

    /// A side of a slice, of a width.
    pub fn pie_side((a, b): (i64, i64), width: i64, angle: f32) -> Half {
        let (x, y) = (a as f64 * cosine(angle), b as f64 * sine(angle));
        let out = width as f64 * x.hypot(y);
        let strip = Half::And(clip(-y, x, out), clip(y, -x, out));
        Half::And(Box::new(strip), clip(x, y, 0.0))
    }
}

/// Unites parts, or keeps what both have.
fn merged(a: Vec<(i64, i64)>, b: Vec<(i64, i64)>, both: bool) -> Vec<(i64, i64)> {
    // Ends in order; where they are equal, beginnings come first.
    let ends = |parts: Vec<(i64, i64)>, owner: usize| {
        parts.into_iter().flat_map(move |(from, to)| [(from, 1, owner), (to, -1, owner)])
    };
    let mut events: Vec<(i64, i64, usize)> = ends(a, 0).chain(ends(b, 1)).collect();
    events.sort_by_key(|(x, kind, owner)| (*x, -kind, 1 - owner));
    let (mut open, mut counts, mut parts) = (None, [0i64; 2], Vec::new());
    for (x, kind, owner) in events {
        counts[owner] += kind;
        let inside = if both { counts[0] > 0 && counts[1] > 0 } else { counts[0] > 0 || counts[1] > 0 };
        match (inside, open) {
            (true, None) => open = Some(x),
            (false, Some(from)) => {
                parts.push((from, x));
                open = None;
            }
            _ => {}
        }
    }
    parts
}
