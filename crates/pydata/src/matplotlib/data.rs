//! Numeric parts of pyplot: columns of data, histograms, quantiles, contours, ticks, colours. Limits and bins follow
//! matplotlib and NumPy.

use crate::numpy::functions::array_from;
use std::any::Any;
use std::rc::Rc;
use tensorcell_display::axis::{Axis, Kind, Unit, nonsingular};
use tensorcell_display::chart::Values;
use tensorcell_display::colormap;
use tensorcell_display::theme::hex;
use tensorcell_language::{Args, Builtin, Class, Getter, Native, Raise, Result, Value, Vm};
use tensorcell_torch::host;
use tensorcell_torch::ndarray::{array_of, read};
use tensorcell_torch::tensor::tensor_of;

/// Numbers on the host, with their shape.
pub struct Column {
    pub values: Values,
    pub shape: Vec<usize>,
}

impl Native for Column {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        class()
    }
    fn repr(&self, _vm: &mut Vm) -> Result<String> {
        Ok(format!("<{} numbers>", self.values.len()))
    }
}

fn class() -> Rc<Class> {
    static METHODS: [Builtin; 5] = [
        Builtin::new(
            "Column.bounds",
            "(self, positive=False)",
            "The lowest and highest finite value, or None.",
            |_, args| {
                let positive = args.bool(1)?;
                let usable = |value: &f64| value.is_finite() && (!positive || *value > 0.0);
                let values = column(args, 0)?.values.iter().copied().filter(usable);
                let bounds = values.fold(None, |bounds: Option<(f64, f64)>, value| {
                    Some(bounds.map_or((value, value), |(low, high)| (low.min(value), high.max(value))))
                });
                Ok(bounds.map_or(Value::None, |(low, high)| Value::pair(Value::from(low), Value::from(high))))
            },
        ),
        Builtin::new("Column.tolist", "(self)", "As a list.", |_, args| {
            Ok(Value::list(column(args, 0)?.values.iter().map(|value| Value::from(*value)).collect()))
        }),
        Builtin::new("Column.array", "(self)", "As an array.", |_, args| {
            let column = column(args, 0)?;
            array_from(&column.values, &column.shape)
        }),
        Builtin::new("Column.part", "(self, start, stop, step=1)", "Every step-th number of a stretch.", |_, args| {
            let values = &column(args, 0)?.values;
            let stop = (args.int(2)?.max(0) as usize).min(values.len());
            let start = (args.int(1)?.max(0) as usize).min(stop);
            let step = args.int(3)?.max(1) as usize;
            Ok(new(values[start..stop].iter().copied().step_by(step).collect()))
        }),
        Builtin::new("Column.plus", "(self, other, scale=1.0)", "self + other * scale, one by one.", |_, args| {
            let (a, b, scale) = (column(args, 0)?, column(args, 1)?, args.float(2)?);
            let at =
                |i: usize| if b.values.len() == 1 { b.values[0] } else { b.values.get(i).copied().unwrap_or(f64::NAN) };
            Ok(new(a.values.iter().enumerate().map(|(i, value)| value + at(i) * scale).collect()))
        }),
    ];
    static GETTERS: [Getter; 2] = [
        Getter {
            name: "size",
            doc: "How many numbers.",
            get: |_, this| Ok(Value::Int(this.downcast::<Column>().map_or(0, |column| column.values.len() as i64))),
            set: None,
        },
        Getter {
            name: "shape",
            doc: "The shape they came in.",
            get: |_, this| {
                let shape = this.downcast::<Column>().map(|column| column.shape.clone()).unwrap_or_default();
                Ok(Value::tuple(shape.into_iter().map(|size| Value::Int(size as i64)).collect()))
            },
            set: None,
        },
    ];
    thread_local!(static CLASS: Rc<Class> =
        Class::native("matplotlib", "Column", &[], None, &METHODS, &GETTERS, "Numbers to draw."));
    CLASS.with(Rc::clone)
}

pub fn new(values: Vec<f64>) -> Value {
    let shape = vec![values.len()];
    Value::native(Column { values: values.into(), shape })
}

pub fn column(args: &Args, i: usize) -> Result<&Column> {
    args.get(i).downcast::<Column>().ok_or_else(|| args.wrong(i, "Column"))
}

fn floats(values: impl IntoIterator<Item = f64>) -> Value {
    Value::list(values.into_iter().map(Value::from).collect())
}

pub fn kind(name: &str, threshold: f64) -> Kind {
    match name {
        "log" => Kind::Log,
        "symlog" => Kind::SymLog(if threshold > 0.0 { threshold } else { 2.0 }),
        _ => Kind::Linear,
    }
}

pub static FUNCTIONS: &[Builtin] = &[
    Builtin::new("_draw.column", "(x)", "Numbers, an array or a tensor as a column.", |vm, args| {
        if args.get(0).downcast::<Column>().is_some() {
            return Ok(args.get(0).clone());
        }
        let (values, shape) = numbers(vm, args.get(0))?;
        Ok(Value::native(Column { values: values.into(), shape }))
    }),
    Builtin::new("_draw.nonsingular", "(low, high, expander=0.05, tiny=1e-15)", "Ends of an axis.", |_, args| {
        let (low, high) = nonsingular(args.float(0)?, args.float(1)?, args.float(2)?, args.float(3)?);
        Ok(Value::pair(Value::from(low), Value::from(high)))
    }),
    Builtin::new("_draw.ticks", "(scale, low, high, room, integer=False)", "Places and texts of ticks.", |_, args| {
        let axis = Axis { low: args.float(1)?, high: args.float(2)?, kind: kind(args.str(0)?, 2.0) };
        let unit = if args.bool(4)? { Unit::Count } else { Unit::Plain };
        let ticks = axis.ticks(args.int(3)?.clamp(1, 100) as usize, unit).ticks;
        let texts = ticks.iter().map(|tick| Value::str(&tick.text)).collect();
        Ok(Value::pair(floats(ticks.iter().map(|tick| tick.value)), Value::list(texts)))
    }),
    Builtin::new(
        "_draw.histogram",
        "(x, edges, low=None, high=None, weights=None)",
        "Counts and edges: edges is their number plus one, or a column of them.",
        histogram,
    ),
    Builtin::new(
        "_draw.quantiles",
        "(x, shares)",
        "Quantiles of the finite numbers, linear between two.",
        |vm, args| {
            let mut sorted: Vec<f64> =
                column(args, 0)?.values.iter().copied().filter(|value| value.is_finite()).collect();
            sorted.sort_by(f64::total_cmp);
            let (shares, _) = numbers(vm, args.get(1))?;
            Ok(floats(shares.into_iter().map(|share| quantile(&sorted, share))))
        },
    ),
    Builtin::new(
        "_draw.density",
        "(x, at)",
        "A Gaussian kernel's estimate (Scott's rule) at these places.",
        |_, args| {
            let data: Vec<f64> = column(args, 0)?.values.iter().copied().filter(|value| value.is_finite()).collect();
            let count = data.len().max(1) as f64;
            let mean = data.iter().sum::<f64>() / count;
            let spread = (data.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0)).sqrt();
            let width = (spread * count.powf(-0.2)).max(f64::MIN_POSITIVE);
            // A sample gives practically the same curve as all points.
            let every = data.len() / 5000 + 1;
            let sample: Vec<f64> = data.into_iter().step_by(every).collect();
            let norm = 1.0 / (sample.len().max(1) as f64 * width * (2.0 * std::f64::consts::PI).sqrt());
            let at = column(args, 1)?.values.iter();
            Ok(floats(at.map(|x| sample.iter().map(|d| (-0.5 * ((x - d) / width).powi(2)).exp()).sum::<f64>() * norm)))
        },
    ),
    Builtin::new("_draw.contours", "(z, x, y, level)", "Segments of the line where z has this value.", contours),
    Builtin::new("_draw.fine", "(z, columns, rows)", "A grid of numbers with more between them.", |_, args| {
        let z = column(args, 0)?;
        let &[rows, columns] = &z.shape[..] else { return Err(Raise::value_error("z must be 2-D")) };
        let (wide, high) = (args.int(1)?.clamp(1, 2000) as usize, args.int(2)?.clamp(1, 2000) as usize);
        let at = |i: usize, count: usize, of: usize| i as f64 / (count.max(2) - 1) as f64 * (of.max(1) - 1) as f64;
        let mut values = Vec::with_capacity(wide * high);
        for row in 0..high {
            for column in 0..wide {
                let (u, v) = (at(column, wide, columns), at(row, high, rows));
                let (x, y) = (u as usize, v as usize);
                let (right, above) = ((x + 1).min(columns - 1), (y + 1).min(rows - 1));
                let value = |x: usize, y: usize| z.values[y * columns + x];
                let lower = value(x, y) + (value(right, y) - value(x, y)) * u.fract();
                let upper = value(x, above) + (value(right, above) - value(x, above)) * u.fract();
                values.push(lower + (upper - lower) * v.fract());
            }
        }
        Ok(Value::native(Column { values: values.into(), shape: vec![high, wide] }))
    }),
    Builtin::new("_draw.colour", "(name)", "The code of a named colour, or None.", |_, args| {
        Ok(colormap::named(args.str(0)?).map_or(Value::None, |rgb| Value::str(hex(rgb).to_lowercase())))
    }),
    Builtin::new("_draw.maps", "()", "The names of all colour maps.", |_, _| {
        Ok(Value::list(colormap::names().map(Value::str).collect()))
    }),
    Builtin::new(
        "_draw.map_table",
        "(name)",
        "A colour map's codes, and whether it is a list; None if there is none.",
        |_, args| {
            let Some(map) = colormap::find(args.str(0)?) else { return Ok(Value::None) };
            let codes = map.table().into_iter().map(|rgb| Value::str(hex(rgb).to_lowercase())).collect();
            Ok(Value::pair(Value::list(codes), Value::from(map.is_list())))
        },
    ),
];

fn histogram(_vm: &mut Vm, args: &Args) -> Result<Value> {
    let data = column(args, 0)?;
    let weights = match args.get(4) {
        Value::None => None,
        _ => Some(column(args, 4)?),
    };
    if let Some(weights) = weights
        && weights.values.len() != data.values.len()
    {
        return Err(Raise::value_error("weights should have the same shape as x"));
    }
    let edges: Vec<f64> = match args.get(1) {
        Value::Int(count) => {
            let finite = || data.values.iter().copied().filter(|value| value.is_finite());
            let low = args.opt_float(2)?.unwrap_or_else(|| finite().fold(f64::INFINITY, f64::min));
            let high = args.opt_float(3)?.unwrap_or_else(|| finite().fold(f64::NEG_INFINITY, f64::max));
            // As in NumPy: no data gives 0..1, a single value gets half a unit on both sides.
            let (low, high) = match () {
                () if low > high => (0.0, 1.0),
                () if low == high => (low - 0.5, high + 0.5),
                () => (low, high),
            };
            let bins = (*count - 1).clamp(1, 1_000_000) as usize;
            (0..=bins).map(|i| if i == bins { high } else { low + (high - low) * i as f64 / bins as f64 }).collect()
        }
        _ => column(args, 1)?.values.to_vec(),
    };
    if edges.len() < 2 || edges.windows(2).any(|pair| pair[0] > pair[1]) {
        return Err(Raise::value_error("`bins` must increase monotonically, when an array"));
    }
    let mut counts = vec![0.0; edges.len() - 1];
    let (first, last) = (edges[0], edges[edges.len() - 1]);
    let even = matches!(args.get(1), Value::Int(_));
    for (i, value) in data.values.iter().enumerate().filter(|(_, value)| (first..=last).contains(*value)) {
        let guess = match even {
            true => ((value - first) / (last - first) * counts.len() as f64) as usize,
            false => edges.partition_point(|edge| edge <= value).saturating_sub(1),
        };
        let mut bin = guess.min(counts.len() - 1);
        // Correct a rounding error of the division.
        while bin > 0 && *value < edges[bin] {
            bin -= 1;
        }
        while bin + 1 < counts.len() && *value >= edges[bin + 1] {
            bin += 1;
        }
        counts[bin] += weights.map_or(1.0, |weights| weights.values[i]);
    }
    Ok(Value::pair(floats(counts), floats(edges)))
}

fn quantile(sorted: &[f64], share: f64) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else { return f64::NAN };
    let place = share.clamp(0.0, 1.0) * last as f64;
    let (below, above) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
    below + (above - below) * place.fract()
}

/// Marching squares: `z[row, column]` at `x[column]`, `y[row]`.
fn contours(_vm: &mut Vm, args: &Args) -> Result<Value> {
    let (z, x, y, level) = (column(args, 0)?, column(args, 1)?, column(args, 2)?, args.float(3)?);
    let (rows, columns) = (y.values.len(), x.values.len());
    if z.values.len() != rows * columns {
        let text =
            format!("Length of x ({columns}) must match number of columns in z, and length of y ({rows}) its rows");
        return Err(Raise::type_error(text));
    }
    let mut ends: Vec<f64> = Vec::new();
    for row in 0..rows.saturating_sub(1) {
        for column in 0..columns.saturating_sub(1) {
            let corners = [(column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1)];
            let value = |(c, r): (usize, usize)| z.values[r * columns + c];
            if corners.iter().any(|corner| !value(*corner).is_finite()) {
                continue;
            }
            // Find where the level crosses each side of the square.
            let mut crossings: Vec<(f64, f64)> = Vec::new();
            for side in 0..4 {
                let (a, b) = (corners[side], corners[(side + 1) % 4]);
                let (from, to) = (value(a), value(b));
                if (from < level) != (to < level) {
                    let share = (level - from) / (to - from);
                    let between = |values: &Values, a: usize, b: usize| values[a] + (values[b] - values[a]) * share;
                    crossings.push((between(&x.values, a.0, b.0), between(&y.values, a.1, b.1)));
                }
            }
            // At a saddle, the value in the middle decides which crossings to connect.
            if crossings.len() == 4 {
                let middle = corners.iter().map(|corner| value(*corner)).sum::<f64>() / 4.0;
                if (middle < level) == (value(corners[0]) < level) {
                    crossings.rotate_left(1);
                }
            }
            for pair in crossings.chunks_exact(2) {
                ends.extend([pair[0].0, pair[0].1, pair[1].0, pair[1].1]);
            }
        }
    }
    Ok(new(ends))
}

/// The number in an array without dimensions: lists of losses hold `loss.numpy()`.
fn without_dimensions(value: &Value) -> Option<f64> {
    let array = array_of(value).filter(|array| array.shape().is_empty())?;
    match host::elements(&array).ok()? {
        host::Elements::Float(values) => values.first().copied(),
        host::Elements::Int(values) => values.first().map(|x| *x as f64),
        host::Elements::Complex(values) => values.first().map(|[re, _]| *re),
        host::Elements::Bool(values) => values.first().map(|x| f64::from(u8::from(*x))),
    }
}

/// Reads numbers for a picture: an array, a tensor (under the conditions of `Tensor.numpy`), a number, or nested
/// sequences. Returns float64 in row-major order and the shape. None becomes NaN, as in NumPy.
fn numbers(vm: &mut Vm, value: &Value) -> Result<(Vec<f64>, Vec<usize>)> {
    let simple = |value: &Value| match value.number() {
        Value::Float(x) => Some(x.get()),
        Value::Int(x) => Some(*x as f64),
        Value::Bool(x) => Some(f64::from(u8::from(x.get()))),
        Value::None => Some(f64::NAN),
        _ => without_dimensions(value),
    };
    let sequence: Option<Vec<f64>> = match value {
        Value::List(list) => list.items.borrow().iter().map(simple).collect(),
        Value::Tuple(tuple) => tuple.iter().map(simple).collect(),
        _ => None,
    };
    if let Some(values) = sequence {
        let count = values.len();
        return Ok((values, vec![count]));
    }
    if let Value::Int(_) | Value::Float(_) | Value::Bool(_) = value {
        return Ok((simple(value).into_iter().collect(), Vec::new()));
    }
    let tensor = match tensor_of(value) {
        Some(_) => {
            let array = vm.call_method(value, "numpy", &[])?;
            array_of(&array).ok_or_else(|| Raise::type_error("an array was expected"))?
        }
        None => read(vm, value, None)?,
    };
    let values = match host::elements(&tensor)? {
        host::Elements::Float(values) => values,
        host::Elements::Int(values) => values.into_iter().map(|x| x as f64).collect(),
        // matplotlib drops imaginary parts, too.
        host::Elements::Complex(values) => values.into_iter().map(|[re, _]| re).collect(),
        host::Elements::Bool(values) => values.into_iter().map(|x| f64::from(u8::from(x))).collect(),
    };
    Ok((values, tensor.shape().to_vec()))
}
