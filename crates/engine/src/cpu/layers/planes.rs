//! Convolution of float32 directly from the input planes. Part of a row, for several features, accumulates all taps in registers and
//! reads zero-padded planes. No patch is copied, and only the weights are packed. For strides along a row, columns are sorted by
//! their remainder first, so that adjacent results have adjacent operands.

use super::taps::copy_alternate;
use crate::cpu::lane::{Level, level};
use rayon::prelude::*;
use tensorcell_tensor::layer::Geometry;

/// Maximum elements of the padded planes, which each thread makes for itself.
const LARGEST: usize = 1 << 24;

/// Computes results of several features from one position of a row on. Takes the planes, the input at that position, the weights, the
/// initial sums, and the target of the first feature.
type Gather = unsafe fn(&Planes, *const f32, *const f32, &[f32], *mut f32);

/// A geometry prepared for the loops over padded planes.
struct Planes {
    /// Channels of a group, elements per padded plane, and elements per padded row.
    depth: usize,
    plane: usize,
    row: usize,
    /// Columns of a row with the same remainder.
    phase: usize,
    /// The offset of each tap from a result's position.
    taps: Vec<usize>,
    /// Elements per result plane, the distance between features.
    positions: usize,
    /// Results of a row computed together, and the loops by their number of features, largest first.
    together: usize,
    gathers: Vec<(usize, Gather)>,
}

impl Planes {
    /// Returns `None` if patches as columns are faster, or the only way.
    fn new(g: &Geometry) -> Option<Planes> {
        let flat = [g.input[0], g.output[0], g.kernel[0], g.stride[0]] == [1; 4] && g.padding[0] == 0;
        let width = g.output[2];
        if !flat || g.taps() == 1 || [g.depth(), g.width(), g.plane(), g.positions()].contains(&0) {
            return None;
        }
        let (together, gathers) = gathers(width)?;
        // A row's last part is aligned to the row's end. It must not recompute many results.
        if width.next_multiple_of(together) * 4 > width * 5 {
            return None;
        }
        let step = g.stride[2];
        let phase = (g.input[2] + 2 * g.padding[2]).div_ceil(step);
        let row = phase * step;
        let plane = row * (g.input[1] + 2 * g.padding[1]);
        if plane.saturating_mul(g.depth()) > LARGEST {
            return None;
        }
        let along = |x: usize| (x * g.dilation[2]) % step * phase + x * g.dilation[2] / step;
        let taps = (0..g.kernel[1]).flat_map(|y| (0..g.kernel[2]).map(move |x| (y, x)));
        Some(Planes {
            depth: g.depth(),
            plane,
            row,
            phase,
            taps: taps.map(|(y, x)| y * g.dilation[1] * row + along(x)).collect(),
            positions: g.positions(),
            together,
            gathers,
        })
    }

    /// Copies a group's planes into zero-padded memory, which only this geometry has used.
    fn place(&self, g: &Geometry, x: &[f32], memory: &mut Vec<f32>) {
        memory.resize(self.depth * self.plane, 0.0);
        let step = g.stride[2];
        let (before, [height, width]) = (g.padding[2], [g.input[1], g.input[2]]);
        for (x, to) in x.chunks_exact(g.plane()).zip(memory.chunks_exact_mut(self.plane)) {
            let rows = to.chunks_exact_mut(self.row).skip(g.padding[1]).take(height);
            for (line, to) in x.chunks_exact(width).zip(rows) {
                if step == 1 {
                    to[before..before + width].copy_from_slice(line);
                    continue;
                }
                for remainder in 0..step.min(width) {
                    let column = before + remainder;
                    let from = &line[remainder..];
                    let to = &mut to[column % step * self.phase + column / step..][..from.len().div_ceil(step)];
                    match step {
                        2 => copy_alternate(to, from),
                        _ => to.iter_mut().zip(from.iter().step_by(step)).for_each(|(to, &from)| *to = from),
                    }
                }
            }
        }
    }

    /// Divides `features` among the loops: first feature, number of features, loop.
    fn blocks(&self, features: usize) -> Vec<(usize, usize, Gather)> {
        let mut blocks = Vec::new();
        let mut first = 0;
        for &(count, gather) in &self.gathers {
            while features - first >= count {
                blocks.push((first, count, gather));
                first += count;
            }
        }
        blocks
    }
}

/// A group's weights, block by block. The weights of a block's features are adjacent, in the order of channels and taps.
fn packed(weight: &[f32], inner: usize, blocks: &[(usize, usize, Gather)]) -> Vec<f32> {
    let mut packed = Vec::with_capacity(weight.len());
    for &(first, count, _) in blocks {
        let rows = &weight[first * inner..(first + count) * inner];
        packed.extend((0..inner).flat_map(|i| rows[i..].iter().step_by(inner)));
    }
    packed
}

struct Results(*mut f32, usize);
// SAFETY: each task writes its own planes.
unsafe impl Sync for Results {}

/// y = conv(x, weight) + bias. Returns false if this method does not apply.
pub fn forward(g: &Geometry, x: &[f32], weight: &[f32], bias: Option<&[f32]>, y: &mut [f32]) -> bool {
    let Some(planes) = Planes::new(g) else { return false };
    let (width, inner, [height, row]) = (g.width(), g.depth() * g.taps(), [g.output[1], g.output[2]]);
    let blocks = planes.blocks(width);
    let weights: Vec<Vec<f32>> =
        weight.chunks_exact(width * inner).take(g.groups).map(|weight| packed(weight, inner, &blocks)).collect();
    // One task per sample and group, and if these are few, per part of the features. The division changes no sum.
    let parts = (2 * rayon::current_num_threads()).div_ceil((g.batch * g.groups).max(1)).min(blocks.len());
    let results = Results(y.as_mut_ptr(), y.len());
    let one = |memory: &mut Vec<f32>, task: usize| {
        let results = &results;
        let (part, at) = (task % parts, task / parts);
        let (n, group) = (at / g.groups, at % g.groups);
        planes.place(g, &x[(n * g.channels + group * g.depth()) * g.plane()..][..g.depth() * g.plane()], memory);
        for &(first, count, gather) in &blocks[part * blocks.len() / parts..(part + 1) * blocks.len() / parts] {
            let weight = &weights[group][first * inner..][..count * inner];
            let feature = group * width + first;
            let zeros = [0.0; MOST];
            let starts = bias.map_or(&zeros[..count], |bias| &bias[feature..][..count]);
            let out = (n * g.features + feature) * planes.positions;
            assert!(out + count * planes.positions <= results.1, "the planes are inside the result");
            for line in 0..height {
                for part in (0..row).step_by(planes.together) {
                    let column = part.min(row - planes.together);
                    let from = line * g.stride[1] * planes.row + column;
                    // SAFETY: the loop was selected for this processor; the taps of a valid convolution are inside the
                    // padded planes, a phase of which
                    // holds the operands of a whole row; only this task writes these results.
                    unsafe {
                        let to = results.0.add(out + line * row + column);
                        gather(&planes, memory[from..].as_ptr(), weight.as_ptr(), starts, to);
                    }
                }
            }
        }
    };
    (0..g.batch * g.groups * parts).into_par_iter().for_each_init(Vec::new, one);
    true
}

/// The maximum number of features of a loop.
const MOST: usize = 16;

macro_rules! gather {
    ($name:ident, $features:literal, $lanes:literal, $set:ident, $load:ident, $add:ident, $store:ident) => {
        /// # Safety
        /// `from` points into planes that hold all taps of the results. `weight` has a number per feature, channel and
        /// tap, `start` one per
        /// feature. `to` has space for the results; features are a plane apart.
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = $features)]
        unsafe fn $name<const FEATURES: usize, const VECTORS: usize>(
            planes: &Planes,
            from: *const f32,
            mut weight: *const f32,
            start: &[f32],
            to: *mut f32,
        ) {
            use std::arch::x86_64::{$add, $load, $set, $store};
            // A fixed length tells the compiler the number of sums; otherwise it would keep them in memory.
            let start: &[f32; FEATURES] = start.try_into().expect("a start for each feature");
            let mut sums = [[$set(0.0); VECTORS]; FEATURES];
            for (sums, &start) in sums.iter_mut().zip(start) {
                *sums = [$set(start); VECTORS];
            }
            for channel in 0..planes.depth {
                for &tap in &planes.taps {
                    // SAFETY: guaranteed by the caller.
                    unsafe {
                        let from = from.add(channel * planes.plane + tap);
                        let mut x = [$set(0.0); VECTORS];
                        for (i, x) in x.iter_mut().enumerate() {
                            *x = $load(from.add(i * $lanes));
                        }
                        for (feature, sums) in sums.iter_mut().enumerate() {
                            let factor = $set(*weight.add(feature));
                            for (sum, &x) in sums.iter_mut().zip(&x) {
                                *sum = $add(factor, x, *sum);
                            }
                        }
                        weight = weight.add(FEATURES);
                    }
                }
            }
            for (feature, sums) in sums.into_iter().enumerate() {
                for (i, sum) in sums.into_iter().enumerate() {
                    // SAFETY: guaranteed by the caller.
                    unsafe { $store(to.add(feature * planes.positions + i * $lanes), sum) };
                }
            }
        }
    };
}
gather!(gather_v3, "avx2,fma", 8, _mm256_set1_ps, _mm256_loadu_ps, _mm256_fmadd_ps, _mm256_storeu_ps);
gather!(gather_v4, "avx512f", 16, _mm512_set1_ps, _mm512_loadu_ps, _mm512_fmadd_ps, _mm512_storeu_ps);

/// The results of a row computed together, and the loops. They use as many sums as there are registers.
fn gathers(width: usize) -> Option<(usize, Vec<(usize, Gather)>)> {
    macro_rules! loops {
        ($gather:ident, $vectors:literal: $($features:literal)+) => {
            vec![$(($features, $gather::<$features, $vectors> as Gather)),+]
        };
    }
    Some(match level() {
        #[cfg(target_arch = "x86_64")]
        Level::V3 if width >= 16 => (16, loops!(gather_v3, 2: 6 4 2 1)),
        #[cfg(target_arch = "x86_64")]
        Level::V3 if width >= 8 => (8, loops!(gather_v3, 1: 12 8 4 2 1)),
        #[cfg(target_arch = "x86_64")]
        Level::V4 if width >= 32 && width.next_multiple_of(32) <= width.next_multiple_of(16) => {
            (32, loops!(gather_v4, 2: 12 8 4 2 1))
        }
        #[cfg(target_arch = "x86_64")]
        Level::V4 if width >= 16 => (16, loops!(gather_v4, 1: 16 8 4 2 1)),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::forward;
    use tensorcell_tensor::layer::Geometry;

    fn noise(count: usize) -> Vec<f32> {
        (0..count).map(|i| ((i * 7919 + 13) % 1009) as f32 / 504.5 - 1.0).collect()
    }

    /// The expected sum of a result, in float64.
    fn expected(g: &Geometry, x: &[f32], weight: &[f32], place: [usize; 4]) -> f64 {
        let [n, feature, row, column] = place;
        let mut sum = 0.0;
        for channel in 0..g.depth() {
            let plane = n * g.channels + feature / g.width() * g.depth() + channel;
            for tap in 0..g.taps() {
                let reach = |d: usize, at: usize, k: usize| {
                    (at * g.stride[d] + k * g.dilation[d]).checked_sub(g.padding[d]).filter(|&i| i < g.input[d])
                };
                let (y, x_at) = (reach(1, row, tap / g.kernel[2]), reach(2, column, tap % g.kernel[2]));
                if let (Some(y), Some(x_at)) = (y, x_at) {
                    let factor = weight[(feature * g.depth() + channel) * g.taps() + tap];
                    sum += x[(plane * g.input[1] + y) * g.input[2] + x_at] as f64 * factor as f64;
                }
            }
        }
        sum
    }

    #[test]
    fn results_are_the_sums_over_their_patches() {
        let mut computed = 0;
        let kinds = [(1, 3, 7), (2, 2, 13), (3, 1, 23)].into_iter();
        let windows = [([3, 3], 1, 1, 1), ([5, 2], 2, 1, 3), ([2, 5], 3, 2, 0), ([3, 3], 2, 2, 2), ([1, 3], 1, 2, 0)];
        for (groups, depth, width) in kinds {
            for ([kh, kw], stride, dilation, padding) in windows {
                for [height, row] in [[9, 34], [12, 17], [7, 67], [11, 48]] {
                    let out =
                        |input: usize, kernel: usize| (input + 2 * padding - (kernel - 1) * dilation - 1) / stride + 1;
                    let g = Geometry {
                        batch: 2,
                        groups,
                        channels: groups * depth,
                        features: groups * width,
                        input: [1, height, row],
                        output: [1, out(height, kh), out(row, kw)],
                        kernel: [1, kh, kw],
                        stride: [1, stride, stride],
                        padding: [0, padding, padding],
                        dilation: [1, dilation, dilation],
                    };
                    let (x, weight) = (noise(2 * g.channels * g.plane()), noise(g.features * depth * g.taps()));
                    let bias = noise(g.features);
                    let mut y = vec![f32::NAN; 2 * g.features * g.positions()];
                    if !forward(&g, &x, &weight, Some(&bias), &mut y) {
                        continue;
                    }
                    computed += 1;
                    for (i, &found) in y.iter().enumerate() {
                        let (plane, at) = (i / g.positions(), i % g.positions());
                        let feature = plane % g.features;
                        let place = [plane / g.features, feature, at / g.output[2], at % g.output[2]];
                        let expected = expected(&g, &x, &weight, place) + bias[feature] as f64;
                        assert!((found as f64 - expected).abs() < 1e-4, "{g:?} {place:?}: {found}, not {expected}");
                    }
                }
            }
        }
        assert!(super::gathers(64).is_none() || computed > 12, "{computed}");
    }
}
