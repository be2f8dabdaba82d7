//! Prints a tensor's numbers exactly like PyTorch (the rules of its `_tensor_str.py`).

use super::host::Elements;
use std::cell::Cell;

/// `torch.set_printoptions`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PrintOptions {
    /// Digits after the point.
    pub precision: usize,
    /// Tensors with more elements are summarized.
    pub threshold: usize,
    /// Elements shown at each end of a summarized dimension.
    pub edge_items: usize,
    /// Characters per line.
    pub line_width: usize,
    /// Forces or forbids scientific notation. None decides by the values.
    pub sci_mode: Option<bool>,
}

impl PrintOptions {
    pub const DEFAULT: PrintOptions =
        PrintOptions { precision: 4, threshold: 1000, edge_items: 3, line_width: 80, sci_mode: None };

    /// Returns how many of a dimension's `size` elements are shown.
    pub fn shown(&self, size: usize, summarize: bool) -> usize {
        if summarize { size.min(2 * self.edge_items) } else { size }
    }
}

thread_local! {
    static OPTIONS: Cell<PrintOptions> = const { Cell::new(PrintOptions::DEFAULT) };
}

pub fn options() -> PrintOptions {
    OPTIONS.get()
}
pub fn set_options(options: PrintOptions) {
    OPTIONS.set(options);
}

/// Formats numbers, padded to the width of the widest.
struct Formatter {
    precision: usize,
    /// Whether all finite values are integral: they print as `1.`.
    whole: bool,
    scientific: bool,
    width: usize,
}

impl Formatter {
    fn new(elements: &Elements, options: &PrintOptions) -> Formatter {
        let mut formatter = Formatter { precision: options.precision, whole: true, scientific: false, width: 1 };
        let Elements::Float(values) = elements else {
            let width = (0..elements.len()).map(|i| formatter.text(elements, i).len()).max();
            formatter.width = width.unwrap_or(1).max(1);
            return formatter;
        };
        let telling = || values.iter().copied().filter(|x| x.is_finite() && *x != 0.0);
        let (mut least, mut greatest) = (f64::INFINITY, 0.0f64);
        for value in telling() {
            least = least.min(value.abs());
            greatest = greatest.max(value.abs());
            formatter.whole &= value == value.ceil();
        }
        if greatest == 0.0 {
            return formatter;
        }
        formatter.scientific =
            options.sci_mode.unwrap_or(greatest / least > 1000.0 || greatest > 1.0e8 || least < 1.0e-4);
        formatter.width = telling().map(|value| formatter.float(value).len()).max().unwrap_or(1).max(1);
        formatter
    }

    fn float(&self, value: f64) -> String {
        if self.scientific {
            scientific(value, self.precision)
        } else if self.whole {
            let point = if value.is_finite() { "." } else { "" };
            format!("{}{point}", fixed(value, 0))
        } else {
            fixed(value, self.precision)
        }
    }

    fn text(&self, elements: &Elements, i: usize) -> String {
        match elements {
            Elements::Bool(values) => if values[i] { "True" } else { "False" }.to_string(),
            Elements::Int(values) => values[i].to_string(),
            Elements::Float(values) => self.float(values[i]),
            Elements::Complex(values) => self.float(values[i][0]),
        }
    }

    fn padded(&self, elements: &Elements, i: usize) -> String {
        format!("{:>width$}", self.text(elements, i), width = self.width)
    }
}

/// `%.{digits}f`, with Python's `nan` and `inf`.
pub fn fixed(value: f64, digits: usize) -> String {
    if value.is_nan() { "nan".to_string() } else { format!("{value:.digits$}") }
}

/// `%.{digits}e`: the exponent has a sign and at least two digits.
fn scientific(value: f64, digits: usize) -> String {
    if !value.is_finite() {
        return fixed(value, 0);
    }
    let text = format!("{value:.digits$e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    match exponent.strip_prefix('-') {
        Some(exponent) => format!("{mantissa}e-{exponent:0>2}"),
        None => format!("{mantissa}e+{exponent:0>2}"),
    }
}

/// Formats the numbers of a tensor in brackets. `elements` are the shown ones in row-major order: all, or with
/// `summarize` only the edges (`PrintOptions::shown` of each dimension). `shape` is the whole tensor's.
pub fn brackets(
    elements: &Elements,
    shape: &[usize],
    summarize: bool,
    options: &PrintOptions,
    indent: usize,
) -> String {
    if elements.is_empty() {
        return "[]".to_string();
    }
    if let Elements::Complex(values) = elements {
        let [real, imaginary] = [0, 1].map(|part| Elements::Float(values.iter().map(|x| x[part]).collect()));
        let formatter = Formatter::new(&real, options);
        let beside = Some((&imaginary, Formatter::new(&imaginary, options)));
        return Page { elements: &real, formatter, beside, shape, summarize, options, next: 0 }.nested(0, indent);
    }
    let formatter = Formatter::new(elements, options);
    Page { elements, formatter, beside: None, shape, summarize, options, next: 0 }.nested(0, indent)
}

struct Page<'a> {
    elements: &'a Elements,
    formatter: Formatter,
    /// The imaginary parts and their formatter.
    beside: Option<(&'a Elements, Formatter)>,
    shape: &'a [usize],
    summarize: bool,
    options: &'a PrintOptions,
    next: usize,
}

impl Page<'_> {
    fn number(&mut self) -> String {
        self.next += 1;
        let at = self.next - 1;
        let real = self.formatter.padded(self.elements, at);
        let Some((imaginary, formatter)) = &self.beside else { return real };
        let text = formatter.padded(imaginary, at);
        let text = text.trim_start();
        let sign = if text.starts_with('-') { "" } else { "+" };
        format!("{real}{sign}{text}j")
    }

    fn element_width(&self) -> usize {
        self.formatter.width + self.beside.as_ref().map_or(0, |(_, formatter)| formatter.width + 1)
    }

    fn nested(&mut self, dim: usize, indent: usize) -> String {
        let Some(&size) = self.shape.get(dim) else {
            return self.number();
        };
        let last = dim + 1 == self.shape.len();
        let shown = self.options.shown(size, self.summarize);
        let mut parts: Vec<String> =
            (0..shown).map(|_| if last { self.number() } else { self.nested(dim + 1, indent + 1) }).collect();
        if shown < size {
            parts.insert(shown / 2, if last { " ..." } else { "..." }.to_string());
        }
        let margin = " ".repeat(indent + 1);
        if !last {
            let breaks = "\n".repeat(self.shape.len() - dim - 1);
            return format!("[{}]", parts.join(&format!(",{breaks}{margin}")));
        }
        let per_line = (self.options.line_width.saturating_sub(indent) / (self.element_width() + 2)).max(1);
        let lines: Vec<String> = parts.chunks(per_line).map(|line| line.join(", ")).collect();
        format!("[{}]", lines.join(&format!(",\n{margin}")))
    }
}

/// Closes `tensor(...` with its suffixes (`dtype=torch.float64`). Starts a new line where a suffix would exceed the width.
pub fn with_suffixes(text: String, suffixes: &[String], indent: usize, options: &PrintOptions) -> String {
    let line_start = text.rfind('\n').map_or(-1, |at| at as isize);
    let line = (text.len() as isize - line_start + 1) as usize;
    closed(text, line, suffixes, indent, options)
}

/// Like `with_suffixes`, with the suffixes on lines of their own.
pub fn with_suffixes_below(text: String, suffixes: &[String], indent: usize, options: &PrintOptions) -> String {
    closed(text, options.line_width, suffixes, indent, options)
}

fn closed(mut text: String, mut line: usize, suffixes: &[String], indent: usize, options: &PrintOptions) -> String {
    for suffix in suffixes {
        if line + suffix.len() + 2 > options.line_width {
            text.push_str(&format!(",\n{}{suffix}", " ".repeat(indent)));
            line = indent + suffix.len();
        } else {
            text.push_str(&format!(", {suffix}"));
            line += suffix.len() + 2;
        }
    }
    text.push(')');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn print(elements: Elements, shape: &[usize]) -> String {
        brackets(&elements, shape, false, &PrintOptions::DEFAULT, 7)
    }

    // Expected texts are from PyTorch 2.11.
    #[test]
    fn floats_choose_their_notation() {
        assert_eq!(print(Elements::Float(vec![1.0, 2.5]), &[2]), "[1.0000, 2.5000]");
        assert_eq!(print(Elements::Float(vec![1.0, -2.0]), &[2]), "[ 1., -2.]");
        assert_eq!(print(Elements::Float(vec![1e-5, 1.0]), &[2]), "[1.0000e-05, 1.0000e+00]");
        assert_eq!(print(Elements::Float(vec![f64::NAN, f64::INFINITY, 1.0]), &[3]), "[nan, inf, 1.]");
        assert_eq!(print(Elements::Float(vec![0.0, -0.0]), &[2]), "[0., -0.]");
        assert_eq!(print(Elements::Float(vec![3.25]), &[]), "3.2500");
    }

    #[test]
    fn nesting_and_wrapping() {
        assert_eq!(print(Elements::Int(vec![1, 20, 3, 4]), &[2, 2]), "[[ 1, 20],\n        [ 3,  4]]");
        let long = print(Elements::Int((0..30).collect()), &[30]);
        assert_eq!(
            long,
            "[ 0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 13, 14, 15, 16, 17,\n        18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29]"
        );
    }

    #[test]
    fn summaries_keep_the_edges() {
        let shown = Elements::Int(vec![0, 1, 2, 1997, 1998, 1999]);
        let text = brackets(&shown, &[2000], true, &PrintOptions::DEFAULT, 7);
        assert_eq!(text, "[   0,    1,    2,  ..., 1997, 1998, 1999]");
    }
}
