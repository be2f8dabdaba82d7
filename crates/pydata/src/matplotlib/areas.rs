//! Triangles of pyplot: Delaunay's triangulation of points, and the parts of triangles between two values.

use super::data::{column, new};
use delaunator::{Point, triangulate};
use tensorcell_language::{Args, Builtin, Raise, Result, Value, Vm};

pub static FUNCTIONS: &[Builtin] = &[
    Builtin::new("_areas.delaunay", "(x, y)", "The corners' numbers of all triangles, three for each.", delaunay),
    Builtin::new(
        "_areas.bands",
        "(x, y, z, low, high)",
        "Outlines of what lies between two values in triangles of three corners each, ended by NaN.",
        bands,
    ),
];

fn delaunay(_: &mut Vm, args: &Args) -> Result<Value> {
    let (x, y) = (&column(args, 0)?.values, &column(args, 1)?.values);
    if x.len() != y.len() || x.len() < 3 {
        return Err(Raise::value_error("x and y arrays must have a length of at least 3"));
    }
    let points: Vec<Point> = x.iter().zip(y.iter()).map(|(x, y)| Point { x: *x, y: *y }).collect();
    let found = triangulate(&points).triangles;
    // Counter-clockwise, as matplotlib has them; delaunator looks at a y axis that points down.
    let turned = found.chunks_exact(3).flat_map(|corners| [corners[0], corners[2], corners[1]]);
    Ok(Value::list(turned.map(|corner| Value::Int(corner as i64)).collect()))
}

/// A corner with its value.
type Corner = [f64; 3];

fn bands(_: &mut Vm, args: &Args) -> Result<Value> {
    let (x, y, z) = (&column(args, 0)?.values, &column(args, 1)?.values, &column(args, 2)?.values);
    let (low, high) = (args.float(3)?, args.float(4)?);
    let (mut xs, mut ys) = (Vec::new(), Vec::new());
    let corners: Vec<Corner> = x.iter().zip(y.iter()).zip(z.iter()).map(|((x, y), z)| [*x, *y, *z]).collect();
    for triangle in corners.chunks_exact(3).filter(|corners| corners.iter().flatten().all(|part| part.is_finite())) {
        let within = clipped(&clipped(triangle, |z| z - low), |z| high - z);
        if within.len() > 2 {
            xs.extend(within.iter().map(|corner| corner[0]).chain([f64::NAN]));
            ys.extend(within.iter().map(|corner| corner[1]).chain([f64::NAN]));
        }
    }
    Ok(Value::pair(new(xs), new(ys)))
}

/// The part of an outline where `above` is not negative (Sutherland and Hodgman).
fn clipped(corners: &[Corner], above: impl Fn(f64) -> f64) -> Vec<Corner> {
    let mut kept = Vec::with_capacity(corners.len() + 1);
    for (i, &corner) in corners.iter().enumerate() {
        let before = corners[(i + corners.len() - 1) % corners.len()];
        let (from, to) = (above(before[2]), above(corner[2]));
        if (from < 0.0) != (to < 0.0) {
            let share = from / (from - to);
            kept.push(std::array::from_fn(|part| before[part] + (corner[part] - before[part]) * share));
        }
        if to >= 0.0 {
            kept.push(corner);
        }
    }
    kept
}
