//! `PIL._imaging.cover`: which pixels a shape of `ImageDraw` covers.

use super::shapes::{self, Bounds, Span};
use tensorcell_engine as engine;
use tensorcell_language::{Args, Raise, Result, Value, Vm};
use tensorcell_tensor::{DType, Device};
use tensorcell_torch::tensor_value;

/// The farthest coordinate that is drawn.
const FAR: f64 = (1 << 20) as f64;

/// A shape's name, places, angles and the width of its line; 0 fills it.
struct Shape<'a> {
    kind: &'a str,
    places: Vec<i64>,
    angles: (f32, f32),
    width: i64,
}

/// (width, height, kind, places, first, last, thick): the mask of what is covered and where it begins, or None.
pub fn cover(_: &mut Vm, args: &Args) -> Result<Value> {
    let (width, height) = (args.int(0)?, args.int(1)?);
    let places = numbers(args.get(3));
    let shape = Shape {
        kind: args.str(2)?,
        places: places.into_iter().map(|place| place.clamp(-FAR, FAR) as i64).collect(),
        angles: (args.float(4)? as f32, args.float(5)? as f32),
        width: args.int(6)?.clamp(0, FAR as i64),
    };
    let spans = shape.spans(height)?;
    match mask(&spans, width, height) {
        None => Ok(Value::None),
        Some((left, top, columns, bytes)) => {
            let rows = bytes.len() / columns;
            let tensor = engine::from_bytes(&bytes, &[rows, columns], DType::Bool, Device::Cpu)?;
            Ok(Value::tuple(vec![tensor_value(tensor), Value::Int(left), Value::Int(top)]))
        }
    }
}

fn numbers(value: &Value) -> Vec<f64> {
    let Value::List(list) = value else { return Vec::new() };
    let number = |value: &Value| match value.number() {
        Value::Float(value) => value.get(),
        Value::Int(value) => *value as f64,
        _ => 0.0,
    };
    list.items.borrow().iter().map(number).collect()
}

impl Shape<'_> {
    fn spans(&self, height: i64) -> Result<Vec<Span>> {
        let mut spans = Vec::new();
        let corners: Vec<(i64, i64)> = self.places.as_chunks().0.iter().map(|[x, y]| (*x, *y)).collect();
        match self.kind {
            "line" => self.lines(&corners, height, &mut spans),
            "polygon" if self.width == 0 => shapes::polygon(&corners, height, &mut spans),
            "polygon" => {
                let closed: Vec<_> = corners.iter().chain(corners.first()).copied().collect();
                self.lines(&closed, height, &mut spans);
            }
            _ => self.round(&mut spans)?,
        }
        Ok(spans)
    }

    fn lines(&self, corners: &[(i64, i64)], height: i64, spans: &mut Vec<Span>) {
        for pair in corners.windows(2) {
            let ends = [pair[0].0, pair[0].1, pair[1].0, pair[1].1];
            match self.width {
                1 => shapes::thin_line(ends, spans),
                width => shapes::wide_line(ends, width, height, spans),
            }
        }
        if let (1, Some(last)) = (self.width, corners.last()) {
            spans.push([last.0, last.1, last.0]);
        }
    }

    /// Ellipses and their parts.
    fn round(&self, spans: &mut Vec<Span>) -> Result<()> {
        let bounds: Bounds = self.places[..]
            .try_into()
            .map_err(|_| Raise::type_error("coordinate list must contain exactly 2 coordinates"))?;
        let [x0, y0, x1, y1] = bounds;
        let angles = shapes::normal_angles(self.angles.0, self.angles.1);
        let filled = self.width == 0;
        let whole = x1 - x0 + y1 - y0;
        let ring = if filled { whole } else { self.width };
        if self.kind == "ellipse" || angles.0 + 360.0 == angles.1 {
            shapes::ellipse(bounds, ring, spans);
            return Ok(());
        }
        if angles.0 == angles.1 {
            return Ok(());
        }
        let ring = if filled { whole + 1 } else { self.width };
        match self.kind {
            "arc" => shapes::arc(bounds, ring, angles, spans),
            "chord" => {
                if !filled {
                    shapes::chord_line(bounds, self.width, angles, spans);
                }
                shapes::chord(bounds, ring, angles, spans);
            }
            "pie" => {
                if !filled {
                    self.sides(bounds, angles, spans);
                }
                shapes::pie(bounds, if filled { whole } else { ring }, angles, spans);
            }
            other => return Err(Raise::value_error(format!("no shape is called '{other}'"))),
        }
        Ok(())
    }

    /// The straight sides of a slice, and the dot where they meet.
    fn sides(&self, bounds: Bounds, angles: (f32, f32), spans: &mut Vec<Span>) {
        let [x0, y0, x1, y1] = bounds;
        shapes::pie_side(bounds, self.width, angles.0, spans);
        shapes::pie_side(bounds, self.width, angles.1, spans);
        let middle = |a: i64, b: i64| ((a + b - self.width) as f64 / 2.0).round() as i64;
        let (x, y) = (middle(x0, x1), middle(y0, y1));
        shapes::ellipse([x, y, x + self.width - 1, y + self.width - 1], 2 * (self.width - 1), spans);
    }
}

/// Left, top, columns and the pixels of the smallest box around what of spans is within the picture.
fn mask(spans: &[Span], width: i64, height: i64) -> Option<(i64, i64, usize, Vec<u8>)> {
    let seen = || {
        let within = spans.iter().filter(|[left, y, right]| (0..height).contains(y) && *left < width && *right >= 0);
        within
            .map(|[left, y, right]| [(*left).max(0), *y, (*right).min(width - 1)])
            .filter(|[left, _, right]| left <= right)
    };
    let left = seen().map(|span| span[0]).min()?;
    let right = seen().map(|span| span[2]).max()?;
    let (top, bottom) = (seen().map(|span| span[1]).min()?, seen().map(|span| span[1]).max()?);
    let columns = (right - left + 1) as usize;
    let mut pixels = vec![0; columns * (bottom - top + 1) as usize];
    for [from, y, to] in seen() {
        let row = (y - top) as usize * columns;
        pixels[row + (from - left) as usize..=row + (to - left) as usize].fill(1);
    }
    Some((left, top, columns, pixels))
}
