//! Arrays as NumPy prints them: shortest digits, at most 8 after the point; points below each other; exponents where numbers are
//! far apart; the middle of more than 1,000 elements left out.

use super::host::{self, Elements};
use crate::language::Result;
use crate::tensor::{DType, Scalar, Tensor};

/// NumPy's print options, which cannot be changed here.
const PRECISION: usize = 8;
const THRESHOLD: usize = 1000;
const EDGE: usize = 3;
const LINE: usize = 75;

/// The shortest digits that read back as the number, in plain or in scientific form.
fn shortest(x: f64, single: bool, scientific: bool) -> String {
    match (single, scientific) {
        (true, true) => format!("{:e}", x as f32),
        (true, false) => (x as f32).to_string(),
        (false, true) => format!("{x:e}"),
        (false, false) => x.to_string(),
    }
}

/// The parts before and after the point, and the exponent if there is one: `1.`, `25`, `e+06`.
fn parts(x: f64, single: bool, scientific: bool) -> (String, String, String) {
    let mut text = shortest(x, single, scientific);
    let digits = |text: &str| text.split('e').next().and_then(|t| t.split_once('.')).map_or(0, |(_, d)| d.len());
    if digits(&text) > PRECISION {
        text = if scientific { format!("{x:.PRECISION$e}") } else { format!("{x:.PRECISION$}") };
    }
    let (mantissa, exponent) = match text.split_once('e') {
        Some((mantissa, exponent)) => {
            let (sign, digits) = exponent.strip_prefix('-').map_or(('+', exponent), |digits| ('-', digits));
            (mantissa, format!("e{sign}{digits:0>2}"))
        }
        None => (text.as_str(), String::new()),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    (format!("{whole}."), fraction.trim_end_matches('0').to_string(), exponent)
}

/// All numbers, of one width.
fn floats(values: &[f64], single: bool) -> Vec<String> {
    let sizes = || values.iter().map(|x| x.abs()).filter(|x| x.is_finite() && *x != 0.0);
    let largest = sizes().fold(0.0, f64::max);
    let smallest = sizes().fold(f64::INFINITY, f64::min);
    let scientific = largest > 0.0 && (largest >= 1e8 || smallest < 1e-4 || largest / smallest > 1000.0);
    let written: Vec<Option<(String, String, String)>> =
        values.iter().map(|&x| x.is_finite().then(|| parts(x, single, scientific))).collect();
    let widest = written.iter().flatten().map(|(_, fraction, _)| fraction.len()).max().unwrap_or(0);
    let fill = if scientific { "0" } else { " " };
    let texts: Vec<String> = values
        .iter()
        .zip(written)
        .map(|(x, written)| match written {
            Some((whole, fraction, exponent)) => {
                let rest = fill.repeat(widest - fraction.len());
                format!("{whole}{fraction}{rest}{exponent}")
            }
            None => super::format::fixed(*x, 0),
        })
        .collect();
    aligned(texts)
}

fn aligned(texts: Vec<String>) -> Vec<String> {
    let width = texts.iter().map(String::len).max().unwrap_or(0);
    texts.into_iter().map(|text| format!("{text:>width$}")).collect()
}

/// Which indices of a dimension are shown.
fn shown(size: usize, summarize: bool) -> Vec<usize> {
    if summarize && size > 2 * EDGE { (0..EDGE).chain(size - EDGE..size).collect() } else { (0..size).collect() }
}

/// The flat places of what is shown, row by row.
fn places(shape: &[usize], summarize: bool) -> Vec<usize> {
    let mut places = vec![0];
    for &size in shape {
        let kept = shown(size, summarize);
        places = places.iter().flat_map(|place| kept.iter().map(move |i| place * size + i)).collect();
    }
    places
}

struct Writer<'a> {
    separator: &'a str,
    summarize: bool,
    texts: std::vec::IntoIter<String>,
}

impl Writer<'_> {
    /// One dimension and all within it, hung under `indent` columns and no wider than `width`.
    fn dimension(&mut self, shape: &[usize], indent: usize, width: usize) -> String {
        let Some((&size, inner)) = shape.split_first() else {
            return self.texts.next().unwrap_or_default();
        };
        let elided = self.summarize && size > 2 * EDGE;
        let count = shown(size, self.summarize).len();
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
                if elided && i == EDGE {
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
                if elided && i == EDGE {
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

/// The numbers alone: `str(array)`, after `prefix` columns and before `suffix` columns.
fn numbers(tensor: &Tensor, separator: &str, prefix: usize, suffix: usize) -> Result<String> {
    if tensor.numel() == 0 {
        return Ok("[]".to_string());
    }
    let elements = host::elements(tensor)?;
    let summarize = tensor.numel() > THRESHOLD;
    let places = places(tensor.shape(), summarize);
    let texts = match &elements {
        Elements::Float(values) => {
            let values: Vec<f64> = places.iter().map(|&i| values[i]).collect();
            floats(&values, tensor.dtype() != DType::Float64)
        }
        _ => aligned(
            places
                .iter()
                .map(|&i| match elements.scalar(i) {
                    Scalar::Bool(b) => if b { "True" } else { "False" }.to_string(),
                    scalar => host::integer(scalar).to_string(),
                })
                .collect(),
        ),
    };
    let mut writer = Writer { separator, summarize, texts: texts.into_iter() };
    Ok(writer.dimension(tensor.shape(), 1 + prefix, LINE - suffix))
}

/// `str(array)`
pub fn text(tensor: &Tensor) -> Result<String> {
    if tensor.dim() == 0 {
        return Ok(match host::item(tensor)? {
            Scalar::Float(x) if x.is_finite() => {
                let (whole, fraction, _) = parts(x, tensor.dtype() != DType::Float64, false);
                format!("{whole}{}", if fraction.is_empty() { "0" } else { &fraction })
            }
            Scalar::Float(x) => super::format::fixed(x, 0),
            Scalar::Int(n) => n.to_string(),
            Scalar::Bool(b) => if b { "True" } else { "False" }.to_string(),
        });
    }
    numbers(tensor, " ", 0, 0)
}

/// `repr(array)`
pub fn repr(tensor: &Tensor) -> Result<String> {
    const PREFIX: &str = "array(";
    let text = if tensor.dim() == 0 {
        let text = text(tensor)?;
        text.strip_suffix(".0").map_or(text.clone(), |whole| format!("{whole}."))
    } else {
        numbers(tensor, ", ", PREFIX.len(), 1)?
    };
    let mut notes = Vec::new();
    let shape = super::tensor::tuple_text(tensor.shape());
    if tensor.numel() > THRESHOLD || (tensor.numel() == 0 && tensor.dim() != 1) {
        notes.push(format!("shape={shape}"));
    }
    if tensor.numel() == 0 || !matches!(tensor.dtype(), DType::Float64 | DType::Int64 | DType::Bool) {
        notes.push(format!("dtype={}", tensor.dtype().name()));
    }
    if notes.is_empty() {
        return Ok(format!("{PREFIX}{text})"));
    }
    let notes = notes.join(", ");
    let text = format!("{PREFIX}{text},");
    let last = text.rsplit('\n').next().unwrap_or_default().len();
    let space = if last + notes.len() + 2 > LINE { format!("\n{}", " ".repeat(PREFIX.len())) } else { " ".to_string() };
    Ok(format!("{text}{space}{notes})"))
}
