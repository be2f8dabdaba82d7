//! Depthwise convolution: one input plane per feature. With stride 1 along a row and two dimensions, adjacent results have adjacent
//! operands, so part of a row accumulates all taps in registers and reads a padded plane. Other cases process whole rows tap by tap.

use super::Computing;
use super::taps::{Tile, runs, turned};
use crate::cpu::blocks::{chained, filled, vectorized};
use crate::cpu::lane::Floating;
use crate::cpu::number::Number;
use rayon::prelude::*;
use tensorcell_tensor::layer::Geometry;

/// Elements of a row that accumulate their taps together.
const CHUNK: usize = 32;

/// A geometry prepared for the loops over padded planes.
pub struct Padded {
    /// The input's rows and elements per row, and the padding before both.
    input: [usize; 2],
    before: [usize; 2],
    /// Elements in a padded row, and in the whole plane, including those that a row's last chunk reads past its end.
    row: usize,
    length: usize,
    /// The result's rows and elements per row, and the distance between the padded rows of adjacent result rows.
    output: [usize; 2],
    step: usize,
    /// The offset of each tap from a result's position.
    taps: Vec<usize>,
}

impl Padded {
    fn new(g: &Geometry) -> Option<Padded> {
        let flat = [g.input[0], g.output[0], g.kernel[0], g.stride[0]] == [1; 4] && g.padding[0] == 0;
        if !flat || g.stride[2] != 1 || g.positions() == 0 {
            return None;
        }
        let row = g.input[2] + 2 * g.padding[2];
        let along = |tap: usize, d: usize| tap * g.dilation[d];
        let taps = (0..g.kernel[1]).flat_map(|y| (0..g.kernel[2]).map(move |x| along(y, 1) * row + along(x, 2)));
        Some(Padded {
            input: [g.input[1], g.input[2]],
            before: [g.padding[1], g.padding[2]],
            row,
            length: row * (g.input[1] + 2 * g.padding[1]) + CHUNK,
            output: [g.output[1], g.output[2]],
            step: g.stride[1] * row,
            taps: taps.collect(),
        })
    }
    /// Copies the plane into zero-padded memory.
    fn place<F: Floating>(&self, plane: &[F], memory: &mut Vec<F>) {
        if memory.len() != self.length {
            memory.clear();
            memory.resize(self.length, F::default());
        }
        for (y, line) in plane.chunks_exact(self.input[1].max(1)).take(self.input[0]).enumerate() {
            memory[(self.before[0] + y) * self.row + self.before[1]..][..line.len()].copy_from_slice(line);
        }
    }
}

vectorized! {
    /// Adds all taps of each position to the result.
    fn gather_taps<F, V>(padded: &Padded, from: &[F], weight: &[F], y: &mut [F]) -> () {
        let [rows, width] = padded.output;
        for row in 0..rows {
            for start in (0..width).step_by(CHUNK) {
                let to = &mut y[row * width + start..][..CHUNK.min(width - start)];
                let mut sums = [F::default(); CHUNK];
                sums.iter_mut().zip(to.iter()).for_each(|(sum, &y)| *sum = y);
                let from = &from[row * padded.step + start..];
                for (&tap, &factor) in padded.taps.iter().zip(weight) {
                    if let Some(from) = from[tap..].first_chunk::<CHUNK>() {
                        for (sum, &x) in sums.iter_mut().zip(from) {
                            *sum = *sum + factor * x;
                        }
                    }
                }
                match to.first_chunk_mut::<CHUNK>() {
                    Some(to) => *to = sums,
                    None => to.iter_mut().zip(sums).for_each(|(y, sum)| *y = sum),
                }
            }
        }
    }
    /// Adds the products of a plane's gradient with the inputs of each tap.
    fn weigh_taps<F, V>(padded: &Padded, from: &[F], gradient: &[F], weight: &mut [F]) -> () {
        const TOGETHER: usize = 3;
        let (taps, weights) = (padded.taps.as_chunks::<TOGETHER>(), weight.as_chunks_mut::<TOGETHER>());
        for (taps, weights) in taps.0.iter().zip(weights.0) {
            weigh(padded, from, gradient, taps, weights);
        }
        for (&tap, weight) in taps.1.iter().zip(weights.1) {
            weigh(padded, from, gradient, &[tap], std::array::from_mut(weight));
        }
    }
}

/// The products of several taps at once, so that their sums hide each other's latency.
#[inline(always)]
fn weigh<F: Floating, const TAPS: usize>(
    padded: &Padded,
    from: &[F],
    gradient: &[F],
    taps: &[usize; TAPS],
    weights: &mut [F; TAPS],
) {
    let [rows, width] = padded.output;
    let mut sums = [[F::default(); CHUNK]; TAPS];
    let mut add = |tap: usize, gradient: &[F; CHUNK], from: &[F; CHUNK]| {
        for ((sum, &g), &x) in sums[tap].iter_mut().zip(gradient).zip(from) {
            *sum = *sum + g * x;
        }
    };
    for row in 0..rows {
        let (chunks, rest) = gradient[row * width..][..width].as_chunks::<CHUNK>();
        let from = &from[row * padded.step..];
        for (gradient, at) in chunks.iter().zip((0..).step_by(CHUNK)) {
            for (i, tap) in taps.iter().enumerate() {
                if let Some(from) = from[at + tap..].first_chunk() {
                    add(i, gradient, from);
                }
            }
        }
        if !rest.is_empty() {
            let last = filled(rest, F::default());
            for (i, tap) in taps.iter().enumerate() {
                add(i, &last, &filled(&from[chunks.len() * CHUNK + tap..][..rest.len()], F::default()));
            }
        }
    }
    for (weight, sums) in weights.iter_mut().zip(&sums) {
        *weight = *weight + chained(sums, |x| x);
    }
}

fn input_of(g: &Geometry, plane: usize) -> usize {
    plane / g.features * g.channels + plane % g.features / g.width()
}

/// With `add`, `y` already contains the bias.
pub fn forward<T: Computing>(g: &Geometry, x: &[T], weight: &[T], add: bool, y: &mut [T]) {
    let taps = g.taps();
    if let Some(padded) = Padded::new(g) {
        return y.par_chunks_mut(g.positions()).enumerate().for_each_init(Vec::new, |memory, (i, y)| {
            if !add {
                y.fill(T::default());
            }
            padded.place(&x[input_of(g, i) * g.plane()..][..g.plane()], memory);
            gather_taps(&padded, memory, &weight[i % g.features * taps..][..taps], y);
        });
    }
    if !add {
        y.fill(T::default());
    }
    by_taps(g, x, weight, y);
}

/// Any convolution, tap by tap. Adds to `y`.
pub fn by_taps<T: Number>(g: &Geometry, x: &[T], weight: &[T], y: &mut [T]) {
    let (tile, taps, step, depth) = (Tile::whole(g), g.taps(), g.stride[2], g.depth());
    y.par_chunks_mut(g.positions().max(1)).enumerate().for_each(|(i, y)| {
        let (n, feature) = (i / g.features, i % g.features);
        for tap in 0..depth * taps {
            let channel = n * g.channels + feature / g.width() * depth + tap / taps;
            let x = &x[channel * g.plane()..][..g.plane()];
            let factor = weight[feature * depth * taps + tap];
            for (to, from, count) in runs(g, tap % taps, &tile) {
                let to = &mut y[to..to + count];
                match step {
                    1 => to.iter_mut().zip(&x[from..from + count]).for_each(|(y, &x)| *y = *y + factor * x),
                    _ => to.iter_mut().zip(x[from..].iter().step_by(step)).for_each(|(y, &x)| *y = *y + factor * x),
                }
            }
        }
    });
}

/// Adds the input gradient to `x`.
pub fn input<T: Computing>(g: &Geometry, gradient: &[T], weight: &[T], x: &mut [T]) {
    let (taps, width, positions) = (g.taps(), g.width(), g.positions());
    if let Some(padded) = turned(g).as_ref().and_then(Padded::new) {
        let mirrored: Vec<T> = weight.chunks(taps).flat_map(|weight| weight.iter().rev().copied()).collect();
        return x.par_chunks_mut(g.plane().max(1)).enumerate().for_each_init(Vec::new, |memory, (i, x)| {
            for feature in i % g.channels * width..(i % g.channels + 1) * width {
                padded.place(&gradient[(i / g.channels * g.features + feature) * positions..][..positions], memory);
                gather_taps(&padded, memory, &mirrored[feature * taps..][..taps], x);
            }
        });
    }
    input_by_taps(g, gradient, weight, x);
}

/// The input gradient of any convolution, tap by tap. Adds to `x`.
pub fn input_by_taps<T: Number>(g: &Geometry, gradient: &[T], weight: &[T], x: &mut [T]) {
    let (tile, taps, step, depth) = (Tile::whole(g), g.taps(), g.stride[2], g.depth());
    let (width, positions) = (g.width(), g.positions());
    x.par_chunks_mut(g.plane().max(1)).enumerate().for_each(|(i, x)| {
        let (group, channel) = (i % g.channels / depth, i % depth);
        for feature in group * width..(group + 1) * width {
            let gradient = &gradient[(i / g.channels * g.features + feature) * positions..][..positions];
            for tap in 0..taps {
                let factor = weight[(feature * depth + channel) * taps + tap];
                for (from, to, count) in runs(g, tap, &tile) {
                    let from = &gradient[from..from + count];
                    match step {
                        1 => x[to..to + count].iter_mut().zip(from).for_each(|(x, &g)| *x = *x + factor * g),
                        _ => x[to..].iter_mut().step_by(step).zip(from).for_each(|(x, &g)| *x = *x + factor * g),
                    }
                }
            }
        }
    });
}

pub fn weight<T: Computing>(g: &Geometry, x: &[T], gradient: &[T], weight: &mut [T]) {
    let (tile, taps, step, positions) = (Tile::whole(g), g.taps(), g.stride[2], g.positions());
    if let Some(padded) = Padded::new(g) {
        return weight.par_chunks_mut(taps.max(1)).enumerate().for_each_init(Vec::new, |memory, (feature, weight)| {
            weight.fill(T::default());
            for n in 0..g.batch {
                let at = n * g.features + feature;
                padded.place(&x[input_of(g, at) * g.plane()..][..g.plane()], memory);
                weigh_taps(&padded, memory, &gradient[at * positions..][..positions], weight);
            }
        });
    }
    weight.par_chunks_mut(taps.max(1)).enumerate().for_each(|(feature, weight)| {
        for (tap, weight) in weight.iter_mut().enumerate() {
            let mut sum = T::default();
            for n in 0..g.batch {
                let at = n * g.features + feature;
                let x = &x[input_of(g, at) * g.plane()..][..g.plane()];
                let gradient = &gradient[at * positions..][..positions];
                for (from, to, count) in runs(g, tap, &tile) {
                    let pairs = gradient[from..from + count].iter().zip(x[to..].iter().step_by(step));
                    sum = pairs.fold(sum, |sum, (&a, &b)| sum + a * b);
                }
            }
            *weight = sum;
        }
    });
}
