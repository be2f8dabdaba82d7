//! Prints arrays like NumPy: shortest digits, at most 8 after the point; aligned points; exponents if magnitudes
//! differ much; a summary for more than 1,000 elements. `np.set_printoptions` changes all of that.

use super::scalar::number_value;
use crate::format::fixed;
use crate::host::{self, Elements};
use crate::tensor::tuple_text;
use half::f16;
use std::cell::RefCell;
use tensorcell_language::{Result, Value, Vm};
use tensorcell_tensor::{DType, Scalar, Tensor};

/// NumPy's print options.
#[derive(Clone)]
pub struct Options {
    /// Digits after the point.
    pub precision: usize,
    /// Arrays with more elements are summarized.
    pub threshold: usize,
    /// Elements shown at each end of a summarized dimension.
    pub edge: usize,
    /// Characters per line.
    pub line: usize,
    /// Never use exponents.
    pub suppress: bool,
    /// `-`: no sign for positive numbers; `+`: always a sign; a space.
    pub sign: char,
    /// Print exactly `precision` digits, including zeros.
    pub fixed: bool,
    /// Pad with zeros up to the longest fraction.
    pub equal: bool,
    pub nan: String,
    pub infinity: String,
    /// The `formatter` functions for floats, integers, bools and complex numbers.
    pub own: [Value; 4],
}

impl Default for Options {
    fn default() -> Options {
        Options {
            precision: 8,
            threshold: 1000,
            edge: 3,
            line: 75,
            suppress: false,
            sign: '-',
            fixed: false,
            equal: false,
            nan: "nan".to_owned(),
            infinity: "inf".to_owned(),
            own: Default::default(),
        }
    }
}

thread_local! {
    static OPTIONS: RefCell<Options> = RefCell::default();
}

/// Sets the print options.
pub fn set_options(options: Options) {
    OPTIONS.set(options);
}

/// Returns the shortest digits that read back as the number, in plain or scientific form.
fn shortest(x: f64, dtype: DType, scientific: bool) -> String {
    match (dtype, scientific) {
        (DType::Float64, true) => format!("{x:e}"),
        (DType::Float64, false) => x.to_string(),
        (DType::Float16, scientific) => {
            let reads_back = |text: &String| text.parse::<f64>().is_ok_and(|y| f16::from_f64(y).to_f64() == x);
            let scientific_text = (0..6).map(|digits| format!("{x:.digits$e}")).find(reads_back);
            let text = scientific_text.unwrap_or_else(|| format!("{x:e}"));
            match scientific {
                true => text,
                false => text.parse::<f64>().unwrap_or(x).to_string(),
            }
        }
        (_, true) => format!("{:e}", x as f32),
        (_, false) => (x as f32).to_string(),
    }
}

/// Converts Rust's `e6` to `e+06`.
fn exponent(digits: &str) -> String {
    let (sign, digits) = digits.strip_prefix('-').map_or(('+', digits), |digits| ('-', digits));
    format!("e{sign}{digits:0>2}")
}

/// Formats a scalar: shortest digits, with an exponent if the number is small or exceeds its dtype's precision.
pub fn scalar(x: f64, dtype: DType) -> String {
    if !x.is_finite() {
        return fixed(x, 0);
    }
    let most = match dtype {
        DType::Float64 => 1e16,
        DType::Float16 => 1e3,
        _ => 1e6,
    };
    let scientific = x != 0.0 && !(1e-4..most).contains(&x.abs());
    let text = shortest(x, dtype, scientific);
    match text.split_once('e') {
        Some((mantissa, digits)) => format!("{mantissa}{}", exponent(digits)),
        None if text.contains('.') => text,
        None => format!("{text}.0"),
    }
}

/// Splits a number into the parts before and after the point, and the exponent, if any: `1.`, `25`, `e+06`.
fn parts(x: f64, dtype: DType, scientific: bool, precision: usize) -> (String, String, String) {
    let mut text = shortest(x, dtype, scientific);
    let digits = |text: &str| text.split('e').next().and_then(|t| t.split_once('.')).map_or(0, |(_, d)| d.len());
    if digits(&text) > precision {
        text = if scientific { format!("{x:.precision$e}") } else { format!("{x:.precision$}") };
    }
    let (mantissa, exponent) = match text.split_once('e') {
        Some((mantissa, digits)) => (mantissa, exponent(digits)),
        None => (text.as_str(), String::new()),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    (format!("{whole}."), fraction.trim_end_matches('0').to_string(), exponent)
}

/// Formats numbers with equal width.
fn floats(values: &[f64], dtype: DType, options: &Options) -> Vec<String> {
    let sizes = || values.iter().map(|x| x.abs()).filter(|x| x.is_finite() && *x != 0.0);
    let largest = sizes().fold(0.0, f64::max);
    let smallest = sizes().fold(f64::INFINITY, f64::min);
    let far = smallest < 1e-4 || largest / smallest > 1000.0;
    let scientific = largest > 0.0 && (largest >= 1e8 || (far && !options.suppress));
    let written: Vec<Option<(String, String, String)>> =
        values.iter().map(|&x| x.is_finite().then(|| parts(x, dtype, scientific, options.precision))).collect();
    let exponents = written.iter().flatten().map(|(_, _, exponent)| exponent.len()).max().unwrap_or(0);
    let longest = written.iter().flatten().map(|(_, fraction, _)| fraction.len()).max().unwrap_or(0);
    let widest = if options.fixed { options.precision } else { longest };
    let fill = if scientific || options.fixed || options.equal { "0" } else { " " };
    let texts: Vec<String> = values
        .iter()
        .zip(written)
        .map(|(x, written)| {
            let text = match written {
                Some((whole, fraction, exponent)) => {
                    let rest = fill.repeat(widest.saturating_sub(fraction.len()));
                    let (mark, digits) = exponent.split_at(exponent.len().min(2));
                    let zeros = "0".repeat(exponents - exponent.len());
                    format!("{whole}{fraction}{rest}{mark}{zeros}{digits}")
                }
                None if x.is_nan() => options.nan.clone(),
                None if *x < 0.0 => format!("-{}", options.infinity),
                None => options.infinity.clone(),
            };
            if options.sign == '-' || text.starts_with('-') { text } else { format!("{}{text}", options.sign) }
        })
        .collect();
    aligned(texts)
}

fn signed(x: i64, sign: char) -> String {
    if sign == '-' || x < 0 { x.to_string() } else { format!("{sign}{x}") }
}

fn aligned(texts: Vec<String>) -> Vec<String> {
    let width = texts.iter().map(String::len).max().unwrap_or(0);
    texts.into_iter().map(|text| format!("{text:>width$}")).collect()
}

/// Returns the shown indices of a dimension: `edge` at each end, or all.
fn shown(size: usize, edge: Option<usize>) -> Vec<usize> {
    match edge {
        Some(edge) if size > 2 * edge => (0..edge).chain(size - edge..size).collect(),
        _ => (0..size).collect(),
    }
}

/// Returns the flat indices of the shown elements, row by row.
fn places(shape: &[usize], edge: Option<usize>) -> Vec<usize> {
    let mut places = vec![0];
    for &size in shape {
        let kept = shown(size, edge);
        places = places.iter().flat_map(|place| kept.iter().map(move |i| place * size + i)).collect();
    }
    places
}

struct Writer<'a> {
    separator: &'a str,
    edge: Option<usize>,
    texts: std::vec::IntoIter<String>,
}

impl Writer<'_> {
    /// Formats one dimension and its content, indented by `indent` columns and at most `width` wide.
    fn dimension(&mut self, shape: &[usize], indent: usize, width: usize) -> String {
        let Some((&size, inner)) = shape.split_first() else {
            return self.texts.next().unwrap_or_default();
        };
        let elided = self.edge.filter(|edge| size > 2 * edge);
        let count = shown(size, self.edge).len();
        let hang = " ".repeat(indent);
        let mut all = String::new();
        if inner.is_empty() {
            let width = width.saturating_sub(self.separator.trim_end().len().max(1));
            let mut line = hang.clone();
            let mut extend = |line: &mut String, word: &str| {
                if line.len() + word.len() > width && line.len() > indent {
                    all.push_str(line.trim_end());
                    all.push('\n');
                    line.clone_from(&hang);
                }
                line.push_str(word);
            };
            for i in 0..count {
                if elided == Some(i) {
                    extend(&mut line, "...");
                    line.push_str(self.separator);
                }
                extend(&mut line, &self.texts.next().unwrap_or_default());
                if i + 1 < count {
                    line.push_str(self.separator);
                }
            }
            all.push_str(&line);
        } else {
            let between = format!("{}{}", self.separator.trim_end(), "\n".repeat(inner.len()));
            for i in 0..count {
                if elided == Some(i) {
                    all.push_str(&format!("{hang}...{between}"));
                }
                let part = self.dimension(inner, indent + 1, width.saturating_sub(1));
                all.push_str(&format!("{hang}{part}"));
                if i + 1 < count {
                    all.push_str(&between);
                }
            }
        }
        format!("[{}]", all.get(indent..).unwrap_or_default())
    }
}

/// Formats both parts in columns. The imaginary part always has a sign, and its `j` comes before the column's padding.
fn complex_numbers(values: &[[f64; 2]], dtype: DType, options: &Options) -> Vec<String> {
    let part = |index: usize| -> Vec<f64> { values.iter().map(|x| x[index]).collect() };
    let sizes: Vec<f64> = part(1).iter().map(|x| x.abs()).collect();
    let unsigned = Options { sign: '-', ..options.clone() };
    let (real, imaginary) = (floats(&part(0), dtype.part(), options), floats(&sizes, dtype.part(), &unsigned));
    (real.into_iter().zip(imaginary).zip(values))
        .map(|((real, imaginary), value)| {
            let (digits, sign) = (imaginary.trim(), if value[1].is_sign_negative() { '-' } else { '+' });
            let left = imaginary.len() - imaginary.trim_start().len();
            let right = imaginary.len() - left - digits.len();
            format!("{real}{}{sign}{digits}j{}", " ".repeat(left), " ".repeat(right))
        })
        .collect()
}

/// Formats one complex number like NumPy.
pub fn complex_scalar([re, im]: [f64; 2], dtype: DType) -> String {
    let part = |x: f64| {
        let text = scalar(x, dtype.part());
        text.strip_suffix(".0").map(str::to_owned).unwrap_or(text)
    };
    match re == 0.0 && !re.is_sign_negative() {
        true => format!("{}j", part(im)),
        false => format!("({}{}{}j)", part(re), if im.is_sign_negative() { "" } else { "+" }, part(im)),
    }
}

/// Formats only the numbers: `str(array)`, after `prefix` columns and before `suffix` columns.
fn numbers(vm: &mut Vm, tensor: &Tensor, separator: &str, prefix: usize, suffix: usize) -> Result<String> {
    if tensor.numel() == 0 {
        return Ok("[]".to_string());
    }
    let options = OPTIONS.with_borrow(Clone::clone);
    let elements = host::elements(tensor)?;
    let edge = (tensor.numel() > options.threshold).then_some(options.edge);
    let places = places(tensor.shape(), edge);
    let own = match &elements {
        Elements::Float(_) => &options.own[0],
        Elements::Complex(_) => &options.own[3],
        Elements::Int(_) => &options.own[1],
        Elements::Bool(_) => &options.own[2],
    };
    let texts = match &elements {
        _ if !own.is_none() => {
            let mut texts = Vec::new();
            for &i in &places {
                let number = number_value(tensor.dtype(), elements.scalar(i));
                let text = vm.call(own, &[number], &[])?;
                texts.push(vm.str(&text)?);
            }
            texts
        }
        Elements::Float(values) => {
            let values: Vec<f64> = places.iter().map(|&i| values[i]).collect();
            floats(&values, tensor.dtype(), &options)
        }
        Elements::Complex(values) => {
            let values: Vec<[f64; 2]> = places.iter().map(|&i| values[i]).collect();
            complex_numbers(&values, tensor.dtype(), &options)
        }
        _ => aligned(
            places
                .iter()
                .map(|&i| match elements.scalar(i) {
                    Scalar::Bool(b) => if b { " True" } else { "False" }.to_string(),
                    scalar => signed(host::integer(scalar), options.sign),
                })
                .collect(),
        ),
    };
    let mut writer = Writer { separator, edge, texts: texts.into_iter() };
    Ok(writer.dimension(tensor.shape(), 1 + prefix, options.line.saturating_sub(suffix)))
}

/// `str(array)`
pub fn text(vm: &mut Vm, tensor: &Tensor) -> Result<String> {
    separated(vm, tensor, " ")
}

/// `np.array2string(array, separator=separator)`
pub fn separated(vm: &mut Vm, tensor: &Tensor, separator: &str) -> Result<String> {
    if tensor.dim() == 0 {
        return Ok(match host::item(tensor)? {
            Scalar::Float(x) => scalar(x, tensor.dtype()),
            Scalar::Int(n) => n.to_string(),
            Scalar::Bool(b) => if b { "True" } else { "False" }.to_string(),
            Scalar::Complex(re, im) => complex_scalar([re, im], tensor.dtype()),
        });
    }
    numbers(vm, tensor, separator, 0, 0)
}

/// `repr(array)`
pub fn repr(vm: &mut Vm, tensor: &Tensor) -> Result<String> {
    const PREFIX: &str = "array(";
    let (threshold, line) = OPTIONS.with_borrow(|options| (options.threshold, options.line));
    let text = match (tensor.dim(), host::elements(tensor)?) {
        (0, Elements::Float(values)) => {
            let text = floats(&values, tensor.dtype(), &OPTIONS.with_borrow(Clone::clone));
            text.into_iter().next().unwrap_or_default()
        }
        (0, Elements::Complex(values)) => {
            let text = complex_numbers(&values, tensor.dtype(), &OPTIONS.with_borrow(Clone::clone));
            text.into_iter().next().unwrap_or_default()
        }
        (0, _) => text(vm, tensor)?,
        _ => numbers(vm, tensor, ", ", PREFIX.len(), 1)?,
    };
    let mut notes = Vec::new();
    let shape = tuple_text(tensor.shape());
    if tensor.numel() > threshold || (tensor.numel() == 0 && tensor.dim() != 1) {
        notes.push(format!("shape={shape}"));
    }
    if tensor.numel() == 0 || !matches!(tensor.dtype(), DType::Float64 | DType::Complex128 | DType::Int64 | DType::Bool)
    {
        notes.push(format!("dtype={}", tensor.dtype().name()));
    }
    if notes.is_empty() {
        return Ok(format!("{PREFIX}{text})"));
    }
    let notes = notes.join(", ");
    let text = format!("{PREFIX}{text},");
    let last = text.rsplit('\n').next().unwrap_or_default().len();
    let space = if last + notes.len() + 2 > line { format!("\n{}", " ".repeat(PREFIX.len())) } else { " ".to_string() };
    Ok(format!("{text}{space}{notes})"))
}
