//! Batch norm of rows (N, C). Channels are adjacent, so all channels of a row are processed at once.

use super::Computing;
use super::sums::{FEW, PARTS, Sums, carry};
use crate::cpu::blocks;
use rayon::prelude::*;
use tensorcell_tensor::layer::Norm;

/// Minimum number of elements per thread.
const PIECE: usize = 1 << 14;

/// Two sums per channel over all rows; `add` adds the terms of one row.
fn sums<T: Computing>(rows: usize, channels: usize, add: impl Fn(usize, &mut [T], &mut [T]) + Sync) -> Sums {
    // The number of parts does not depend on the number of threads, so results are reproducible.
    let parts = if rows * channels < PIECE { 1 } else { PARTS.min(rows) };
    let of_part = |part: usize| {
        let mut all = (vec![0.0; channels], vec![0.0; channels]);
        let mut few = (vec![T::default(); channels], vec![T::default(); channels]);
        for (number, row) in (part * rows / parts..(part + 1) * rows / parts).enumerate() {
            if number.is_multiple_of(FEW) {
                carry(&mut few, &mut all);
            }
            add(row, &mut few.0, &mut few.1);
        }
        carry(&mut few, &mut all);
        all
    };
    let parts: Vec<Sums> = (0..parts).into_par_iter().map(of_part).collect();
    let mut parts = parts.into_iter();
    let first = parts.next().unwrap_or_default();
    parts.fold(first, |mut all, part| {
        for (all, part) in [(&mut all.0, part.0), (&mut all.1, part.1)] {
            all.iter_mut().zip(part).for_each(|(all, part)| *all += part);
        }
        all
    })
}

/// Each channel's mean and variance.
fn moments<T: Computing>(x: &[T], channels: usize) -> Vec<(f64, f64)> {
    let rows = x.len() / channels;
    let around = |center: &[T]| {
        sums(rows, channels, |row, of_x: &mut [T], of_squares: &mut [T]| {
            blocks::add_moments(&x[row * channels..][..channels], center, of_x, of_squares);
        })
    };
    // Centered on the first row, so that nothing is lost if all are similar.
    let usable = |x: &T| if x.is_nan() || x.is_infinite() { T::default() } else { *x };
    let center: Vec<T> = x[..channels].iter().map(usable).collect();
    let (of_x, of_squares) = around(&center);
    let n = rows as f64;
    let found = of_x.iter().zip(&of_squares).zip(&center).map(|((of_x, of_squares), center)| {
        let shift = of_x / n;
        (center.as_f64() + shift, of_squares / n - shift * shift, shift)
    });
    let mut found: Vec<(f64, f64, f64)> = found.collect();
    // If that element is far from the others, the difference of the two terms would lose digits.
    let is_far = |(_, variance, shift): &(f64, f64, f64)| shift * shift > 4.0 * variance;
    if found.iter().any(is_far) {
        let means: Vec<T> = found.iter().map(|(mean, ..)| T::constant(*mean)).collect();
        let (_, of_squares) = around(&means);
        for (found, of_squares) in found.iter_mut().zip(of_squares).filter(|(found, _)| is_far(found)) {
            found.1 = of_squares / n;
        }
    }
    found.into_iter().map(|(mean, variance, _)| (mean, variance)).collect()
}

/// Computes y, and each channel's mean and variance.
pub fn forward<T: Computing>(
    norm: &Norm,
    x: &[T],
    (weight, bias): (Option<&[T]>, Option<&[T]>),
    (y, mean, variance): (&mut [T], &mut [T], &mut [T]),
) {
    let channels = mean.len();
    let mut factors = vec![T::default(); channels];
    let mut shifts = vec![T::default(); channels];
    for (c, (m, v)) in moments(x, channels).into_iter().enumerate() {
        (mean[c], variance[c]) = (T::constant(m), T::constant(v));
        let scale = T::constant(1.0 / (v + norm.eps).sqrt());
        factors[c] = weight.map_or(scale, |weight| scale * weight[c]);
        shifts[c] = bias.map_or(T::default(), |bias| bias[c]) - mean[c] * factors[c];
    }
    let piece = PIECE.div_ceil(channels) * channels;
    y.par_chunks_mut(piece).zip(x.par_chunks(piece)).for_each(|(y, x)| {
        for (y, x) in y.chunks_mut(channels).zip(x.chunks(channels)) {
            blocks::affine(y, x, &factors, &shifts);
        }
    });
}

/// Computes the gradients of x, weight and bias.
pub fn backward<T: Computing>(
    norm: &Norm,
    (g, x, mean, variance): (&[T], &[T], &[T], &[T]),
    weight: Option<&[T]>,
    (dx, dweight, dbias): (&mut [T], Option<&mut [T]>, Option<&mut [T]>),
) {
    let (channels, rows) = (mean.len(), x.len() / mean.len());
    let n = rows as f64;
    let (centred, plain) = sums(rows, channels, |row, centred: &mut [T], plain: &mut [T]| {
        let row = row * channels..(row + 1) * channels;
        blocks::add_products(&g[row.clone()], &x[row], mean, centred, plain);
    });
    let scales: Vec<f64> = variance.iter().map(|v| 1.0 / (v.as_f64() + norm.eps).sqrt()).collect();
    let write = |out: Option<&mut [T]>, of: &dyn Fn(usize) -> f64| {
        out.into_iter().flatten().enumerate().for_each(|(c, out)| *out = T::constant(of(c)));
    };
    write(dweight, &|c| centred[c] * scales[c]);
    write(dbias, &|c| plain[c]);
    let weight_of = |c: usize| weight.map_or(1.0, |weight| weight[c].as_f64());
    let each = |of: &dyn Fn(usize) -> f64| (0..channels).map(|c| T::constant(of(c))).collect::<Vec<T>>();
    let weights = each(&weight_of);
    let totals = each(&|c| weight_of(c) * plain[c] / n);
    let along = each(&|c| weight_of(c) * centred[c] * scales[c] * scales[c] / n);
    let scales = each(&|c| scales[c]);
    let piece = PIECE.div_ceil(channels) * channels;
    dx.par_chunks_mut(piece).zip(g.par_chunks(piece)).zip(x.par_chunks(piece)).for_each(|((dx, g), x)| {
        for ((dx, g), x) in dx.chunks_mut(channels).zip(g.chunks(channels)).zip(x.chunks(channels)) {
            blocks::channel_gradient(dx, g, x, [&weights, &totals, mean, &along, &scales]);
        }
    });
}
