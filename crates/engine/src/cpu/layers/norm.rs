//! Normalisation over rows (layer, group, instance, RMS norm) or over a channel of a batch. Sums run in short chains of the type
//! itself and are accumulated in float64.

use super::sums::{FEW, PARTS, Sums, carry};
use super::{Computing, norm_rows};
use crate::cpu::blocks;
use rayon::prelude::*;
use std::borrow::Cow;
use tensorcell_tensor::layer::Norm;

/// The location of one statistics group's elements: `pieces` runs of `length` elements, `apart` elements from start to start.
struct Group {
    start: usize,
    pieces: usize,
    length: usize,
    apart: usize,
}

impl Group {
    fn count(&self) -> f64 {
        (self.pieces * self.length) as f64
    }
    fn runs(&self) -> impl Iterator<Item = std::ops::Range<usize>> {
        let (start, length, apart) = (self.start, self.length, self.apart);
        (0..self.pieces).map(move |i| start + i * apart..start + i * apart + length)
    }
}

/// The number of statistics groups, and a function that returns group `i`.
fn groups(norm: &Norm, shape: &[usize], numel: usize) -> (usize, impl Fn(usize) -> Group) {
    let channels = shape.get(1).copied().unwrap_or(1).max(1);
    let rows = match norm.batch {
        true => channels,
        false => numel / norm.length.max(1),
    };
    let samples = shape.first().copied().unwrap_or(1).max(1);
    let (batch, length) = (norm.batch, norm.length);
    (rows, move |i| match batch {
        true => Group { start: i * length, pieces: samples, length, apart: channels * length },
        false => Group { start: i * length, pieces: 1, length, apart: 0 },
    })
}

/// The parameter of element `j` in a run of group `i`. Runs of `span` elements share one.
fn parameter(norm: &Norm, i: usize, j: usize) -> usize {
    match norm.batch {
        true => i,
        false => i % norm.groups * norm.each + j / (norm.length / norm.each.max(1)).max(1),
    }
}

/// The sum of a function over elements, in eight lanes.
fn sum<T: Computing>(x: &[T], of: impl Fn(f64) -> f64) -> f64 {
    let mut lanes = [0.0; 8];
    let chunks = x.chunks_exact(8);
    let rest: f64 = chunks.remainder().iter().map(|x| of(x.as_f64())).sum();
    for chunk in chunks {
        lanes.iter_mut().zip(chunk).for_each(|(lane, x)| *lane += of(x.as_f64()));
    }
    lanes.iter().sum::<f64>() + rest
}

fn sum_of_products<T: Computing>(a: &[T], b: &[T], of: impl Fn(f64, f64) -> f64) -> f64 {
    let mut lanes = [0.0; 8];
    let (left, right) = (a.chunks_exact(8), b.chunks_exact(8));
    let rest: f64 = left.remainder().iter().zip(right.remainder()).map(|(a, b)| of(a.as_f64(), b.as_f64())).sum();
    for (a, b) in left.zip(right) {
        for i in 0..8 {
            lanes[i] += of(a[i].as_f64(), b[i].as_f64());
        }
    }
    lanes.iter().sum::<f64>() + rest
}

/// A result whose groups are written by different threads.
pub struct Shared<T>(*mut T, usize);
// SAFETY: groups are disjoint, and each is written by one thread.
unsafe impl<T: Send> Sync for Shared<T> {}
impl<T> Shared<T> {
    pub fn of(all: &mut [T]) -> Shared<T> {
        Shared(all.as_mut_ptr(), all.len())
    }
    /// # Safety
    /// No other thread accesses these elements.
    #[allow(clippy::mut_from_ref)]
    pub unsafe fn part(&self, range: std::ops::Range<usize>) -> &mut [T] {
        assert!(range.end <= self.1);
        // SAFETY: inside the memory; the caller guarantees exclusive access.
        unsafe { std::slice::from_raw_parts_mut(self.0.add(range.start), range.len()) }
    }
}

/// A group's mean (0 for RMS) and variance (mean square for RMS).
fn moments<T: Computing>(norm: &Norm, x: &[T], group: &Group) -> (f64, f64) {
    let squares =
        |center: T| group.runs().map(|run| blocks::squares_around(&x[run], center)).sum::<f64>() / group.count();
    if norm.rms {
        return (0.0, squares(T::default()));
    }
    // Centered on one element, so that nothing is lost if all are similar.
    let center = x.get(group.start).copied().filter(|x| !x.is_nan() && !x.is_infinite()).unwrap_or_default();
    let add = |(a, b): (f64, f64), (c, d): (f64, f64)| (a + c, b + d);
    let sums = group.runs().map(|run| blocks::moments_around(&x[run], center)).fold((0.0, 0.0), add);
    let (shift, around) = (sums.0 / group.count(), sums.1 / group.count());
    let (mean, variance) = (center.as_f64() + shift, around - shift * shift);
    // If that element is far from the others, the difference of the two terms would lose digits.
    match shift * shift <= 4.0 * variance {
        true => (mean, variance),
        false => (mean, squares(T::constant(mean))),
    }
}

/// Computes y, and each group's mean (0 for RMS) and variance (mean square for RMS).
pub fn forward<T: Computing>(
    norm: &Norm,
    shape: &[usize],
    x: &[T],
    (weight, bias): (Option<&[T]>, Option<&[T]>),
    (y, mean, variance): (&mut [T], &mut [T], &mut [T]),
) {
    if lies_in_rows(norm, mean.len(), x.len()) {
        return norm_rows::forward(norm, x, (weight, bias), (y, mean, variance));
    }
    let (rows, group) = groups(norm, shape, x.len());
    let y = Shared::of(y);
    let elementwise = elementwise(norm);
    let (weights, biases) = (for_elements(norm, weight, 1.0), for_elements(norm, bias, 0.0));
    let one = |(i, (mean, variance)): (usize, (&mut T, &mut T))| {
        let group = group(i);
        let (m, v) = moments(norm, x, &group);
        (*mean, *variance) = (T::constant(m), T::constant(v));
        let scale = 1.0 / (v + norm.eps).sqrt();
        for run in group.runs() {
            // SAFETY: each group has its own elements.
            let y = unsafe { y.part(run.clone()) };
            if elementwise {
                let at = i % norm.groups * norm.each;
                blocks::normalize(y, &x[run], T::constant(m), T::constant(scale), &weights[at..], &biases[at..]);
                continue;
            }
            scaled(norm, i, &x[run], y, (T::constant(m), T::constant(scale)), weight, bias);
        }
    };
    let all = mean.par_iter_mut().zip(variance).enumerate();
    match x.len() < 1 << 14 || rows == 1 {
        true => all.with_max_len(usize::MAX).with_min_len(rows.max(1)).for_each(one),
        false => all.for_each(one),
    }
}

/// Whether the channels of a sample are adjacent single elements.
fn lies_in_rows(norm: &Norm, channels: usize, numel: usize) -> bool {
    norm.batch && !norm.rms && norm.length == 1 && channels > 0 && numel > 0
}

/// Whether each element of a row has its own parameter.
fn elementwise(norm: &Norm) -> bool {
    !norm.batch && norm.each == norm.length
}

/// An elementwise norm's parameters, or neutral ones; empty for other norms.
fn for_elements<'a, T: Computing>(norm: &Norm, given: Option<&'a [T]>, neutral: f64) -> Cow<'a, [T]> {
    match given {
        _ if !elementwise(norm) => Cow::Borrowed(&[]),
        Some(given) => Cow::Borrowed(given),
        None => Cow::Owned(vec![T::constant(neutral); norm.groups * norm.each]),
    }
}

fn scaled<T: Computing>(
    norm: &Norm,
    i: usize,
    x: &[T],
    y: &mut [T],
    (m, scale): (T, T),
    weight: Option<&[T]>,
    bias: Option<&[T]>,
) {
    let span = if norm.batch { x.len() } else { norm.length / norm.each.max(1) }.max(1);
    for (part, (y, x)) in y.chunks_mut(span).zip(x.chunks(span)).enumerate() {
        let at = parameter(norm, i, part * span);
        let factor = weight.map_or(scale, |weight| scale * weight[at]);
        let shift = bias.map_or(T::default(), |bias| bias[at]) - m * factor;
        y.iter_mut().zip(x).for_each(|(y, &x)| *y = x * factor + shift);
    }
}

/// The gradients of x, weight and bias. Those of weight and bias are accumulated in float64.
pub fn backward<T: Computing>(
    norm: &Norm,
    shape: &[usize],
    (g, x, mean, variance): (&[T], &[T], &[T], &[T]),
    weight: Option<&[T]>,
    (dx, dweight, dbias): (&mut [T], Option<&mut [T]>, Option<&mut [T]>),
) {
    if lies_in_rows(norm, mean.len(), x.len()) {
        return norm_rows::backward(norm, (g, x, mean, variance), weight, (dx, dweight, dbias));
    }
    let (rows, group) = groups(norm, shape, x.len());
    let parameters = if norm.batch { rows } else { norm.groups * norm.each };
    let dx = Shared::of(dx);
    let elementwise = elementwise(norm);
    let weights = for_elements(norm, weight, 1.0);
    let span = |length: usize| if norm.batch { length } else { (norm.length / norm.each.max(1)).max(1) };
    // The rows are divided into parts with their own sums, which are added in order at the end. The number of parts does not depend on
    // the number of threads, so results are reproducible.
    let parts = if x.len() < 1 << 14 { 1 } else { PARTS.min(rows.max(1)) };
    let sums: Vec<Sums> = (0..parts)
        .into_par_iter()
        .map(|part| {
            let mut sums = (vec![0.0; parameters], vec![0.0; parameters]);
            // The sums of a few rows, in the type itself.
            let elements = if elementwise { parameters } else { 0 };
            let mut few = (vec![T::default(); elements], vec![T::default(); elements]);
            let first = part * rows / parts;
            for i in first..(part + 1) * rows / parts {
                let group = group(i);
                if elementwise && (i - first).is_multiple_of(FEW * norm.groups) {
                    carry(&mut few, &mut sums);
                }
                let m = if norm.rms { 0.0 } else { mean[i].as_f64() };
                let scale = 1.0 / (variance[i].as_f64() + norm.eps).sqrt();
                if elementwise {
                    let (at, run) = (i % norm.groups * norm.each, group.start..group.start + group.length);
                    let (g, x, weight) = (&g[run.clone()], &x[run.clone()], &weights[at..at + norm.each]);
                    let (of_weight, of_bias) = (&mut few.0[at..], &mut few.1[at..]);
                    let (m_of_row, s_of_row) = (T::constant(m), T::constant(scale));
                    let (total, along) = blocks::norm_sums(g, x, m_of_row, s_of_row, weight, of_weight, of_bias);
                    let n = group.count();
                    let (total, along) = (if norm.rms { 0.0 } else { total / n }, along * scale * scale / n);
                    let of_row = [total, along, m, scale].map(T::constant);
                    // SAFETY: each group has its own elements.
                    blocks::norm_gradient(unsafe { dx.part(run) }, g, x, weight, of_row);
                    continue;
                }
                // The sums of the weighted gradient, and of the weighted gradient times the centred input.
                let (mut total, mut along) = (0.0, 0.0);
                for run in group.runs() {
                    let span = span(run.len());
                    for (j, at) in run.clone().step_by(span).enumerate() {
                        let range = at..(at + span).min(run.end);
                        let p = parameter(norm, i, j * span);
                        let plain = sum(&g[range.clone()], |g| g);
                        let centred = sum_of_products(&g[range.clone()], &x[range], |g, x| g * (x - m));
                        sums.0[p] += centred * scale;
                        sums.1[p] += plain;
                        let w = weight.map_or(1.0, |weight| weight[p].as_f64());
                        total += w * plain;
                        along += w * centred;
                    }
                }
                let n = group.count();
                let (total, along) = (if norm.rms { 0.0 } else { total / n }, along * scale * scale / n);
                let [total, along, m, scale] = [total, along, m, scale].map(T::constant);
                for run in group.runs() {
                    // SAFETY: each group has its own elements.
                    let dx = unsafe { dx.part(run.clone()) };
                    let span = span(run.len());
                    let pieces = dx.chunks_mut(span).zip(g[run.clone()].chunks(span)).zip(x[run].chunks(span));
                    for (j, ((dx, g), x)) in pieces.enumerate() {
                        let w = weight.map_or(T::constant(1.0), |weight| weight[parameter(norm, i, j * span)]);
                        for ((dx, &g), &x) in dx.iter_mut().zip(g).zip(x) {
                            *dx = (g * w - total - (x - m) * along) * scale;
                        }
                    }
                }
            }
            carry(&mut few, &mut sums);
            sums
        })
        .collect();
    let write = |out: Option<&mut [T]>, of: fn(&Sums) -> &Vec<f64>| {
        if let Some(out) = out {
            for (p, out) in out.iter_mut().enumerate() {
                *out = T::constant(sums.iter().map(|sums| of(sums)[p]).sum());
            }
        }
    };
    write(dweight, |sums| &sums.0);
    write(dbias, |sums| &sums.1);
}
