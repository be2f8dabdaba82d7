//! Operations along one dimension: softmax, scans, extremes with indices, sort, topk. A line is all elements along that dimension at
//! one position of the others.

use super::blocks::{self, Blocks};
use super::lane::Floating;
use super::number::{Integer, Number};
use super::pointwise::copy;
use super::walk::{PARALLEL, Walk};
use rayon::prelude::*;
use std::cmp::Ordering;
use tensorcell_tensor::layout::{Dims, Strides};
use tensorcell_tensor::op::Result;
use tensorcell_tensor::{DType, Device, Layout, Reduction, Scan, Tensor, TensorError};

/// A tensor with one dimension moved to the end: line i is the elements `i * length..(i + 1) * length`.
struct Lines {
    walk: Walk,
    count: usize,
    length: usize,
}

impl Lines {
    fn new(x: &Tensor, dim: usize) -> Lines {
        let (mut shape, mut strides): (Dims, Strides) = (x.shape().into(), x.strides().into());
        let mut length = 1;
        if x.dim() > 0 {
            length = shape.remove(dim);
            let stride = strides.remove(dim);
            shape.push(length);
            strides.push(stride);
        }
        let walk = Walk::over(x.address() as usize, x.dtype(), &shape, &strides);
        Lines { walk, count: x.numel() / length.max(1), length }
    }
    fn load<T: Number>(&self, line: usize, into: &mut Vec<T>) {
        into.resize(self.length, T::default());
        // SAFETY: the operand is alive, and nothing writes it during the operation.
        unsafe { self.walk.load(line * self.length, into) };
    }
    /// A line, borrowed in place or copied to the buffer.
    fn read<'a, T: Number>(&self, line: usize, buffer: &'a mut Vec<T>) -> &'a [T] {
        // SAFETY: as above.
        match self.walk.holds::<T>().then(|| unsafe { self.walk.run_at(line * self.length, self.length) }).flatten() {
            Some(line) => line,
            None => {
                self.load(line, buffer);
                buffer
            }
        }
    }
    fn store<T: Number>(&self, line: usize, values: &[T]) {
        // SAFETY: the result is alive, and each line is written once.
        unsafe { self.walk.store(line * self.length, values) };
    }
}

/// Calls `work(memory, line)` for each line, on several threads if that pays, each with its own memory.
fn in_lines<M: Default>(count: usize, length: usize, work: impl Fn(&mut M, usize) + Sync + Send) {
    if count <= 1 || count * length < PARALLEL {
        let mut memory = M::default();
        return (0..count).for_each(|line| work(&mut memory, line));
    }
    let least = (PARALLEL / 8 / length.max(1)).max(1);
    (0..count).into_par_iter().with_min_len(least).for_each_init(M::default, work);
}

/// Calls `work(line, buffer)` for each line of `x`, with its elements in the buffer.
fn each_line<T: Number>(x: &Lines, work: impl Fn(usize, &mut Vec<T>) + Sync + Send) {
    in_lines(x.count, x.length, |buffer: &mut Vec<T>, line| {
        x.load(line, buffer);
        work(line, buffer);
    });
}

/// Runs `work(operand, dimension, results)` along a dimension. If its elements lie apart, beside those of other lines, it runs along the
/// last dimension of copies, whose lines are contiguous.
fn along(x: &Tensor, dim: usize, outputs: &[Tensor], work: impl Fn(&Tensor, usize, &[Tensor])) {
    let Some((copied, made)) = lines_apart(x, dim).then(|| beside(x, dim, outputs)).flatten() else {
        return work(x, dim, outputs);
    };
    work(&copied, x.dim() - 1, &made);
    outputs.iter().zip(&made).for_each(|(out, made)| copy(made, &moved(out, dim)));
}

/// Whether lines along a dimension are so long and so many that transposing them pays.
fn lines_apart(x: &Tensor, dim: usize) -> bool {
    const LEAST: usize = 8;
    let long = |d: usize| x.shape()[d] >= LEAST;
    let apart = x.dim() > 1 && long(dim) && x.strides()[dim].unsigned_abs() >= LEAST;
    apart && x.numel() >= PARALLEL / 16 && (0..x.dim()).any(|d| x.strides()[d] == 1 && long(d))
}

/// A copy of the operand with the dimension at the end, and results of such shapes; `None` without memory for them.
fn beside(x: &Tensor, dim: usize, outputs: &[Tensor]) -> Option<(Tensor, Vec<Tensor>)> {
    let made = |t: &Tensor| Tensor::empty(moved(t, dim).shape(), t.dtype(), Device::Cpu).ok();
    let (copied, made_outputs) = (made(x)?, outputs.iter().map(made).collect::<Option<_>>()?);
    copy(&moved(x, dim), &copied);
    Some((copied, made_outputs))
}

/// A view with a dimension moved to the end.
fn moved(t: &Tensor, dim: usize) -> Tensor {
    let (mut shape, mut strides): (Dims, Strides) = (t.shape().into(), t.strides().into());
    let (size, stride) = (shape.remove(dim), strides.remove(dim));
    shape.push(size);
    strides.push(stride);
    t.alias(Layout::with_strides(&shape, &strides, t.layout().offset()))
}

/// Runs a generic function in the computing type of a dtype.
macro_rules! in_type {
    ($dtype:expr, $f:ident($($argument:expr),*)) => {
        match $dtype {
            DType::Float64 => $f::<f64>($($argument),*),
            dtype if dtype.is_floating() => $f::<f32>($($argument),*),
            _ => $f::<Integer>($($argument),*),
        }
    };
}

pub fn softmax(x: &Tensor, dim: usize, log: bool, out: &Tensor) {
    along(x, dim, std::slice::from_ref(out), |x, dim, outputs| match x.dtype() {
        DType::Float64 => softmax_in::<f64>(x, dim, log, &outputs[0]),
        _ => softmax_in::<f32>(x, dim, log, &outputs[0]),
    })
}

fn softmax_in<T: Floating + Blocks>(x: &Tensor, dim: usize, log: bool, out: &Tensor) {
    let (lines, target) = (Lines::new(x, dim), Lines::new(out, dim));
    if lines.length == 0 {
        return;
    }
    // A NaN makes the sum NaN, so the ends need not find it.
    let soften = |from: &[T], to: &mut [T]| {
        let (least, largest) = blocks::ends(from);
        let sum = blocks::exponentials(to, from, least, largest);
        match log {
            true => blocks::shifted(to, from, largest, T::constant(sum.ln())),
            false => blocks::divide(to, T::constant(sum)),
        }
    };
    // Writes directly to the result's memory if possible.
    let direct = target.walk.holds::<T>() && target.walk.is_contiguous();
    in_lines(lines.count, lines.length, |[read, made]: &mut [Vec<T>; 2], line| {
        let from = lines.read(line, read);
        // SAFETY: the result is alive, of type T and contiguous, and each line is written by one thread.
        match direct.then(|| unsafe { target.walk.slice_mut(line * lines.length, lines.length) }).flatten() {
            Some(to) => soften(from, to),
            None => {
                made.resize(lines.length, T::default());
                soften(from, made);
                target.store(line, made);
            }
        }
    });
}

pub fn scan(function: Scan, x: &Tensor, dim: usize, outputs: &[Tensor]) {
    // Integers accumulate in int64, the computing type of all integers.
    along(x, dim, outputs, |x, dim, outputs| in_type!(x.dtype(), scan_in(function, x, dim, outputs)))
}

fn scan_in<T: Number>(function: Scan, x: &Tensor, dim: usize, outputs: &[Tensor]) {
    let (lines, target) = (Lines::new(x, dim), Lines::new(&outputs[0], dim));
    // Like PyTorch, running sums and products of float32 accumulate in float64.
    let ran = match function {
        Scan::Sum if x.dtype().is_floating() => running::<T>(&lines, &target, 0.0, |total, x| total + x),
        Scan::Prod if x.dtype().is_floating() => running::<T>(&lines, &target, 1.0, |total, x| total * x),
        _ => false,
    };
    if ran {
        return;
    }
    match function {
        Scan::Sum | Scan::Prod => each_line(&lines, |line, values: &mut Vec<T>| {
            if x.dtype().is_floating() {
                let mut total = if function == Scan::Sum { 0.0 } else { 1.0 };
                for x in values.iter_mut() {
                    match function {
                        Scan::Sum => total += x.as_f64(),
                        _ => total *= x.as_f64(),
                    }
                    *x = T::constant(total);
                }
            } else {
                let mut total = T::from_i64((function == Scan::Prod) as i64);
                for x in values.iter_mut() {
                    total = if function == Scan::Sum { total + *x } else { total * *x };
                    *x = total;
                }
            }
            target.store(line, values);
        }),
        Scan::Max | Scan::Min => {
            let places = Lines::new(&outputs[1], dim);
            each_line(&lines, |line, values: &mut Vec<T>| {
                let mut at = vec![Integer::default(); values.len()];
                let (mut best, mut place) = (values.first().copied().unwrap_or_default(), 0);
                for (i, x) in values.iter_mut().enumerate() {
                    let better = if function == Scan::Max { *x >= best } else { *x <= best };
                    if x.is_nan() || (better && !best.is_nan()) {
                        (best, place) = (*x, i);
                    }
                    *x = best;
                    at[i] = Integer::from_i64(place as i64);
                }
                target.store(line, values);
                places.store(line, &at);
            });
        }
    }
}

/// Running totals of contiguous lines in the computing type, four at a time: a single line would wait for each step.
fn running<T: Number>(x: &Lines, out: &Lines, start: f64, step: impl Fn(f64, f64) -> f64 + Sync + Send) -> bool {
    const TOGETHER: usize = 4;
    let lie = |lines: &Lines| lines.walk.holds::<T>() && lines.walk.is_contiguous();
    if !lie(x) || !lie(out) || x.length == 0 {
        return false;
    }
    in_lines(x.count.div_ceil(TOGETHER), x.length * TOGETHER, |(): &mut (), some| {
        let first = some * TOGETHER;
        let count = TOGETHER.min(x.count - first);
        let (begin, all) = (first * x.length, count * x.length);
        // SAFETY: both are alive, of type T and contiguous; each line is written by one thread.
        let (Some(from), Some(to)) = (unsafe { (x.walk.slice::<T>(begin, all), out.walk.slice_mut::<T>(begin, all)) })
        else {
            return;
        };
        let n = x.length;
        if count == TOGETHER {
            let mut totals = [start; TOGETHER];
            for i in 0..n {
                for (line, total) in totals.iter_mut().enumerate() {
                    *total = step(*total, from[line * n + i].as_f64());
                    to[line * n + i] = T::constant(*total);
                }
            }
            return;
        }
        for (from, to) in from.chunks(n).zip(to.chunks_mut(n)) {
            let mut total = start;
            for (from, to) in from.iter().zip(to) {
                total = step(total, from.as_f64());
                *to = T::constant(total);
            }
        }
    });
    true
}

pub fn reduce_with_index(function: Reduction, x: &Tensor, dim: usize, outputs: &[Tensor]) -> Result<()> {
    let largest = match function {
        Reduction::Max => true,
        Reduction::Min => false,
        _ => {
            return Err(TensorError::runtime(format!("{} does not return indices", function.name())));
        }
    };
    in_type!(x.dtype(), extremes(largest, x, dim, outputs));
    Ok(())
}

fn extremes<T: Blocks>(largest: bool, x: &Tensor, dim: usize, outputs: &[Tensor]) {
    if extremes_of_rows::<T>(largest, x, dim, outputs) {
        return;
    }
    let beside = lines_apart(x, dim).then(|| beside(x, dim, &[])).flatten();
    let lines = match &beside {
        Some((copied, _)) => Lines::new(copied, x.dim() - 1),
        None => Lines::new(x, dim),
    };
    let (values_out, places_out) = (&outputs[0], &outputs[1]);
    let (to_values, to_places) = (Walk::new(values_out, values_out.shape()), Walk::new(places_out, places_out.shape()));
    in_lines(lines.count, lines.length, |buffer: &mut Vec<T>, line| {
        let values = lines.read(line, buffer);
        let best = T::extreme(values, largest);
        let place = values.iter().position(|&x| x == best || (best.is_nan() && x.is_nan())).unwrap_or(0);
        // SAFETY: the results are alive, and each line writes its own element.
        unsafe {
            to_values.store(line, &values[place..=place]);
            to_places.store(line, &[Integer::from_i64(place as i64)]);
        }
    });
}

/// Extremes along a dimension that is not the innermost: compares whole rows and so processes all lines at once.
fn extremes_of_rows<T: Blocks>(largest: bool, x: &Tensor, dim: usize, outputs: &[Tensor]) -> bool {
    let inner: usize = x.shape().get(dim + 1..).unwrap_or(&[]).iter().product();
    let length = x.shape().get(dim).copied().unwrap_or(1);
    let walk = Walk::new(x, x.shape());
    if inner < 16 || length == 0 || length > u32::MAX as usize || !walk.holds::<T>() || !walk.is_contiguous() {
        return false;
    }
    let [values, places] = [0, 1].map(|i| Walk::new(&outputs[i], outputs[i].shape()));
    in_lines(x.numel() / (length * inner), length * inner, |(): &mut (), outer| {
        // SAFETY: the operand is alive, contiguous and of type T, and nothing writes it during the operation.
        let Some(rows) = (unsafe { walk.slice::<T>(outer * length * inner, length * inner) }) else { return };
        let (mut best, mut place) = (rows[..inner].to_vec(), vec![0_u32; inner]);
        for (number, row) in rows.chunks(inner).enumerate() {
            T::take_extremes(row, largest, number as u32, &mut best, &mut place);
        }
        let place: Vec<Integer> = place.iter().map(|&place| Integer::from_i64(i64::from(place))).collect();
        // SAFETY: the results are alive, and each piece of them is written by one thread.
        unsafe {
            values.store(outer * inner, &best);
            places.store(outer * inner, &place);
        }
    });
    true
}

/// The order of PyTorch's sort, in which NaN is larger than any number.
pub fn order<T: Number>(a: T, b: T) -> Ordering {
    a.partial_cmp(&b).unwrap_or_else(|| a.is_nan().cmp(&b.is_nan()))
}

pub fn sort(x: &Tensor, dim: usize, descending: bool, outputs: &[Tensor]) {
    along(x, dim, outputs, |x, dim, outputs| in_type!(x.dtype(), sorted(x, dim, descending, outputs)))
}

fn sorted<T: Number>(x: &Tensor, dim: usize, descending: bool, outputs: &[Tensor]) {
    let lines = Lines::new(x, dim);
    let (target, places) = (Lines::new(&outputs[0], dim), Lines::new(&outputs[1], dim));
    each_line(&lines, |line, values: &mut Vec<T>| {
        let mut pairs: Vec<(T, usize)> = values.iter().copied().zip(0..).collect();
        pairs.sort_by(|a, b| if descending { order(b.0, a.0) } else { order(a.0, b.0) });
        write_pairs(line, &pairs, &target, &places);
    });
}

fn write_pairs<T: Number>(line: usize, pairs: &[(T, usize)], values: &Lines, places: &Lines) {
    let of_values: Vec<T> = pairs.iter().map(|pair| pair.0).collect();
    let of_places: Vec<Integer> = pairs.iter().map(|pair| Integer::from_i64(pair.1 as i64)).collect();
    values.store(line, &of_values);
    places.store(line, &of_places);
}

pub fn top_k(x: &Tensor, k: usize, dim: usize, largest: bool, outputs: &[Tensor]) {
    along(x, dim, outputs, |x, dim, outputs| in_type!(x.dtype(), top_k_in(x, k, dim, largest, outputs)))
}

fn top_k_in<T: Blocks>(x: &Tensor, k: usize, dim: usize, largest: bool, outputs: &[Tensor]) {
    let lines = Lines::new(x, dim);
    let (target, places) = (Lines::new(&outputs[0], dim), Lines::new(&outputs[1], dim));
    let before = |a: T, b: T| if largest { order(b, a) } else { order(a, b) };
    let by = |a: &(T, usize), b: &(T, usize)| before(a.0, b.0).then(a.1.cmp(&b.1));
    in_lines(lines.count, lines.length, |(buffer, pairs): &mut (Vec<T>, Vec<(T, usize)>), line| {
        let values = lines.read(line, buffer);
        pairs.clear();
        if (1..=FEW).contains(&k) && values.len() >= 2 * blocks::LANES {
            // At least k elements are not behind the k-th best lane, and rarely many more.
            let mut best = T::of_lanes(values, largest);
            let (_, &mut last, _) = best.select_nth_unstable_by(k - 1, |a, b| before(*a, *b));
            T::not_behind(values, last, largest, pairs);
        } else {
            pairs.extend(values.iter().copied().zip(0..));
        }
        if k > 0 && k < pairs.len() {
            pairs.select_nth_unstable_by(k - 1, by);
        }
        pairs.truncate(k);
        pairs.sort_by(by);
        write_pairs(line, pairs, &target, &places);
    });
}

/// Up to this k, candidates are searched in lanes first.
const FEW: usize = 32;
