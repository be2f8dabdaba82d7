//! Convolution and its two gradients. Patches are laid out as columns one tile at a time, so that a matrix product reads them from the
//! cache. Depthwise convolutions run directly.

use super::product::{Sizes, View};
use super::taps::{Tile, copy_alternate, copy_run, runs, tiles, turned};
use super::{Computing, direct, planes, single};
use crate::cpu::blocks::vectorized;
use crate::cpu::lane::Floating;
use crate::cpu::number::Number;
use rayon::prelude::*;
use tensorcell_tensor::layer::Geometry;

/// Maximum bytes of a tile's columns, which fit a core's L2 cache.
const TILE_BYTES: usize = 512 << 10;
/// Multiply-adds below which multithreading does not pay.
const SMALL: usize = 1 << 15;

/// The number of partial sums of a weight gradient, and the limit of their total elements.
const MOST_PARTS: usize = 16;
const PARTS_ELEMENTS: usize = 1 << 20;

/// Whether some tap reads padding, so that columns have gaps.
fn has_gaps(g: &Geometry) -> bool {
    (0..3).any(|d| {
        g.padding[d] > 0 || (g.output[d].max(1) - 1) * g.stride[d] + (g.kernel[d] - 1) * g.dilation[d] >= g.input[d]
    })
}

vectorized! {
    /// Lays out the patches of a tile as columns: (channels of the group * taps) rows, `row` apart.
    fn lay_out<F, V>(g: &Geometry, x: &[F], tile: &Tile, columns: &mut [F], row: usize) -> () {
        let (plane, taps, positions, step) = (g.plane(), g.taps(), tile.positions(), g.stride[2]);
        let gaps = has_gaps(g);
        for (number, line) in columns.chunks_mut(row).take(x.len() / plane.max(1) * taps).enumerate() {
            let source = &x[number / taps * plane..][..plane];
            let line = &mut line[..positions];
            if gaps {
                line.fill(F::default());
            }
            for (to, from, count) in runs(g, number % taps, tile) {
                let (to, from) = (&mut line[to..to + count], &source[from..]);
                match step {
                    1 => copy_run(to, &from[..count]),
                    2 => copy_alternate(to, from),
                    _ => to.iter_mut().zip(from.iter().step_by(step)).for_each(|(to, &from)| *to = from),
                }
            }
        }
    }
    /// Adds columns to the planes that their patches came from.
    fn add_up<F, V>(g: &Geometry, columns: &[F], row: usize, tile: &Tile, x: &mut [F]) -> () {
        let (plane, taps, positions, step) = (g.plane(), g.taps(), tile.positions(), g.stride[2]);
        let rows = x.len() / plane.max(1) * taps;
        for (number, line) in columns.chunks(row).take(rows).enumerate() {
            let target = &mut x[number / taps * plane..][..plane];
            let line = &line[..positions];
            for (from, to, count) in runs(g, number % taps, tile) {
                let from = &line[from..from + count];
                match step {
                    1 => target[to..to + count].iter_mut().zip(from).for_each(|(to, &from)| *to = *to + from),
                    _ => target[to..].iter_mut().step_by(step).zip(from).for_each(|(to, &from)| *to = *to + from),
                }
            }
        }
    }
}

/// Whether the input planes already are the columns: a 1x1 kernel with stride 1 and no padding.
fn is_pointwise(g: &Geometry) -> bool {
    g.kernel == [1; 3] && g.stride == [1; 3] && g.padding == [0; 3]
}

fn is_depthwise(g: &Geometry) -> bool {
    g.groups > 1 && g.depth() == 1
}

fn work(g: &Geometry) -> usize {
    g.batch * g.features * g.depth() * g.taps() * g.positions()
}

/// A result's memory, shared by threads that write disjoint parts.
struct Shared<T>(*mut T, usize);
// SAFETY: the parts that threads write are disjoint (see `part`).
unsafe impl<T: Send> Sync for Shared<T> {}
impl<T> Shared<T> {
    fn new(all: &mut [T]) -> Shared<T> {
        Shared(all.as_mut_ptr(), all.len())
    }
    /// # Safety
    /// No two threads access the same element.
    #[allow(clippy::mut_from_ref)]
    unsafe fn part(&self, start: usize) -> &mut [T] {
        assert!(start <= self.1);
        // SAFETY: inside the memory; the caller guarantees disjoint parts.
        unsafe { std::slice::from_raw_parts_mut(self.0.add(start), self.1 - start) }
    }
}

/// y = conv(x, weight) + bias.
pub fn forward<T: Computing>(g: &Geometry, x: &[T], weight: &[T], bias: Option<&[T]>, y: &mut [T]) {
    let (positions, inner, width) = (g.positions(), g.depth() * g.taps(), g.width());
    if let (false, Some(x), Some(weight)) = (is_depthwise(g), single(x), single(weight))
        && planes::forward(g, x, weight, bias.and_then(single), bytemuck::cast_slice_mut(y))
    {
        return;
    }
    if let Some(bias) = bias {
        y.chunks_mut(positions.max(1)).enumerate().for_each(|(i, plane)| plane.fill(bias[i % g.features]));
    }
    if is_depthwise(g) {
        return direct::forward(g, x, weight, bias.is_some(), y);
    }
    let add = bias.is_some();
    if inner == 0 && !add {
        return y.fill(T::default());
    }
    let limit = (TILE_BYTES / (inner.max(1) * size_of::<T>())).clamp(64, 4096);
    let tiles = match is_pointwise(g) {
        true => vec![Tile::whole(g)],
        false => tiles(g, limit),
    };
    let tasks = g.batch * g.groups * tiles.len();
    let shared = Shared::new(y);
    let one = |columns: &mut Vec<T>, task: usize, threads: bool| {
        let (tile, at) = (&tiles[task % tiles.len()], task / tiles.len());
        let (n, group) = (at / g.groups, at % g.groups);
        let x = &x[(n * g.channels + group * g.depth()) * g.plane()..][..g.depth() * g.plane()];
        let weight = &weight[group * width * inner..][..width * inner];
        let count = tile.positions();
        // SAFETY: each task has its own sample, group and tile, so its own elements of the result.
        let y = unsafe { shared.part((n * g.features + group * width) * positions + tile.start(g)) };
        let sizes = Sizes { rows: width, inner, columns: count };
        if is_pointwise(g) {
            T::product(sizes, View::rows(weight, inner), View::rows(x, positions), y, positions, add, threads);
        } else {
            columns.resize(inner * count, T::default());
            lay_out(g, x, tile, columns, count);
            T::product(sizes, View::rows(weight, inner), View::rows(columns, count), y, positions, add, threads);
        }
    };
    spread(tasks, work(g), one);
}

/// `forward` without matrix products, for number types that have none.
pub fn forward_by_taps<T: Number>(g: &Geometry, x: &[T], weight: &[T], bias: Option<&[T]>, y: &mut [T]) {
    begin(y, g.positions(), g.features, bias);
    direct::by_taps(g, x, weight, y);
}

/// `input` without matrix products.
pub fn input_by_taps<T: Number>(g: &Geometry, gradient: &[T], weight: &[T], bias: Option<&[T]>, x: &mut [T]) {
    begin(x, g.plane(), g.channels, bias);
    direct::input_by_taps(g, gradient, weight, x);
}

/// Fills every plane with its bias, or with zeros.
fn begin<T: Number>(planes: &mut [T], each: usize, channels: usize, bias: Option<&[T]>) {
    let start = |i: usize| bias.map_or(T::default(), |bias| bias[i % channels]);
    planes.chunks_mut(each.max(1)).enumerate().for_each(|(i, plane)| plane.fill(start(i)));
}

/// Runs tasks on all threads, each with its own scratch memory. If there are few tasks, they run in turn and each uses all threads.
fn spread<T: Send>(tasks: usize, work: usize, one: impl Fn(&mut Vec<T>, usize, bool) + Sync) {
    if tasks < rayon::current_num_threads() || work < SMALL {
        let mut memory = Vec::new();
        return (0..tasks).for_each(|task| one(&mut memory, task, work >= SMALL));
    }
    (0..tasks).into_par_iter().for_each_init(Vec::new, |memory, task| one(memory, task, false));
}

/// The gradient of the input, also the transposed convolution: x = conv_input(gradient, weight) + bias.
pub fn input<T: Computing>(g: &Geometry, gradient: &[T], weight: &[T], bias: Option<&[T]>, x: &mut [T]) {
    let (plane, positions, inner, width) = (g.plane(), g.positions(), g.depth() * g.taps(), g.width());
    if let Some(turned) = turned(g).filter(|_| bias.is_none() && !is_depthwise(g)) {
        return forward(&turned, gradient, &turned_weight(g, weight), None, x);
    }
    begin(x, plane, g.channels, bias);
    if is_depthwise(g) {
        return direct::input(g, gradient, weight, x);
    }
    let limit = (TILE_BYTES / (inner.max(1) * size_of::<T>())).clamp(64, 4096);
    let tiles = tiles(g, limit);
    let shared = Shared::new(x);
    spread(g.batch * g.groups, work(g), |columns: &mut Vec<T>, task, threads| {
        let (n, group) = (task / g.groups, task % g.groups);
        let gradient = &gradient[(n * g.features + group * width) * positions..][..width * positions];
        let weight = View::rows(&weight[group * width * inner..][..width * inner], inner).transposed();
        // SAFETY: each task has its own sample and group, so its own planes of the result.
        let x = unsafe { shared.part((n * g.channels + group * g.depth()) * plane) };
        let x = &mut x[..g.depth() * plane];
        for tile in &tiles {
            let count = tile.positions();
            let sizes = Sizes { rows: inner, inner: width, columns: count };
            columns.resize(inner * count, T::default());
            let gradient = View::rows(&gradient[tile.start(g)..], positions);
            T::product(sizes, weight, gradient, columns, count, false, threads);
            add_up(g, columns, count, tile, x);
        }
    });
}

/// The weight (features, depth, taps) with features and channels swapped in each group, and the taps reversed.
fn turned_weight<T: Computing>(g: &Geometry, weight: &[T]) -> Vec<T> {
    let (taps, depth, width) = (g.taps(), g.depth(), g.width());
    let mut turned = Vec::with_capacity(weight.len());
    for group in 0..g.groups {
        for channel in 0..depth {
            for feature in 0..width {
                let at = ((group * width + feature) * depth + channel) * taps;
                turned.extend(weight[at..at + taps].iter().rev());
            }
        }
    }
    turned
}

/// The gradient of the weight.
pub fn weight<T: Computing>(g: &Geometry, x: &[T], gradient: &[T], weight: &mut [T]) {
    let (plane, positions, inner, width) = (g.plane(), g.positions(), g.depth() * g.taps(), g.width());
    if is_depthwise(g) {
        return direct::weight(g, x, gradient, weight);
    }
    let limit = (TILE_BYTES / (inner.max(1) * size_of::<T>())).clamp(64, 4096);
    let tiles = match is_pointwise(g) {
        true => vec![Tile::whole(g)],
        false => tiles(g, limit),
    };
    // Samples are divided into parts with their own sums, which are added in order at the end. The number of parts does not depend on
    // the number of threads, so results are reproducible.
    let steps = g.batch * tiles.len();
    let fit = (PARTS_ELEMENTS / (width * inner * g.groups).max(1)).clamp(2, MOST_PARTS);
    let parts = if work(g) < SMALL { 1 } else { fit.div_ceil(g.groups).min(steps.max(1)) };
    let one = |columns: &mut Vec<T>, group: usize, part: usize, sum: &mut [T], threads: bool| {
        sum.fill(T::default());
        for step in part * steps / parts..(part + 1) * steps / parts {
            let (n, tile) = (step / tiles.len(), &tiles[step % tiles.len()]);
            let count = tile.positions();
            let x = &x[(n * g.channels + group * g.depth()) * plane..][..g.depth() * plane];
            let gradient = &gradient[(n * g.features + group * width) * positions + tile.start(g)..];
            let sizes = Sizes { rows: width, inner: count, columns: inner };
            let patches = match is_pointwise(g) {
                true => View::rows(x, plane),
                false => {
                    columns.resize(inner * count, T::default());
                    lay_out(g, x, tile, columns, count);
                    View::rows(&columns[..], count)
                }
            };
            T::product(sizes, View::rows(gradient, positions), patches.transposed(), sum, inner, true, threads);
        }
    };
    if parts == 1 {
        let groups = weight.chunks_mut((width * inner).max(1)).enumerate();
        if g.groups == 1 || work(g) < SMALL {
            let mut columns = Vec::new();
            return groups.for_each(|(group, sum)| one(&mut columns, group, 0, sum, work(g) >= SMALL));
        }
        let mut groups: Vec<_> = groups.collect();
        return groups
            .par_iter_mut()
            .for_each_init(Vec::new, |columns, (group, sum)| one(columns, *group, 0, sum, false));
    }
    let size = width * inner;
    let mut sums = vec![T::default(); g.groups * parts * size];
    sums.par_chunks_mut(size.max(1)).enumerate().for_each_init(Vec::new, |columns, (i, sum)| {
        one(columns, i / parts, i % parts, sum, false);
    });
    for (target, sums) in weight.chunks_mut(size.max(1)).zip(sums.chunks(size.max(1) * parts)) {
        target.copy_from_slice(&sums[..size]);
        for sum in sums.chunks(size).skip(1) {
            target.iter_mut().zip(sum).for_each(|(to, &from)| *to = *to + from);
        }
    }
}

/// Lays out every patch as a column (`torch.nn.functional.unfold`).
pub fn columns<T: Computing>(g: &Geometry, x: &[T], columns: &mut [T]) {
    let (tile, plane, each) = (Tile::whole(g), g.channels * g.plane(), g.channels * g.taps() * g.positions());
    for (x, columns) in x.chunks(plane.max(1)).zip(columns.chunks_mut(each.max(1))) {
        lay_out(g, x, &tile, columns, g.positions());
    }
}

/// Adds columns into planes (`torch.nn.functional.fold`).
pub fn uncolumns<T: Computing>(g: &Geometry, columns: &[T], x: &mut [T]) {
    let (tile, plane, each) = (Tile::whole(g), g.channels * g.plane(), g.channels * g.taps() * g.positions());
    x.fill(T::default());
    for (x, columns) in x.chunks_mut(plane.max(1)).zip(columns.chunks(each.max(1))) {
        add_up(g, columns, g.positions(), &tile, x);
    }
}
