//! Convolution and its two gradients: patches laid out as columns a tile at a time, so that a matrix product does the
//! work while they are in the cache; planes of their own (depthwise) directly.

use super::product::{Sizes, View};
use super::{Computing, direct, planes, single};
use crate::cpu::blocks::vectorized;
use crate::cpu::lane::Floating;
use crate::cpu::number::Number;
use rayon::prelude::*;
use tensorcell_tensor::layer::Geometry;

/// Bytes of columns that a tile may fill: what stays in a core's second-level cache.
const TILE_BYTES: usize = 512 << 10;
/// Multiply-adds below which threads are not worth waking.
const SMALL: usize = 1 << 15;

/// A weight's gradient is added up in so many parts, unless they would be more than so many elements.
const MOST_PARTS: usize = 16;
const PARTS_ELEMENTS: usize = 1 << 20;

/// Output positions: rows `rows` (depth and height counted as one) of which the columns `columns` belong to it.
#[derive(Clone)]
pub struct Tile {
    rows: std::ops::Range<usize>,
    columns: std::ops::Range<usize>,
}

impl Tile {
    fn positions(&self) -> usize {
        self.rows.len() * self.columns.len()
    }
    /// Its first position in the output plane.
    fn start(&self, geometry: &Geometry) -> usize {
        self.rows.start * geometry.output[2] + self.columns.start
    }
    /// Everything.
    pub fn whole(geometry: &Geometry) -> Tile {
        Tile { rows: 0..geometry.output[0] * geometry.output[1], columns: 0..geometry.output[2] }
    }
}

/// Tiles of about `limit` positions that make up the output plane: whole rows, or parts of one.
fn tiles(geometry: &Geometry, limit: usize) -> Vec<Tile> {
    let (rows, width) = (geometry.output[0] * geometry.output[1], geometry.output[2]);
    let limit = limit.max(1);
    if width <= limit {
        let each = (limit / width.max(1)).max(1);
        return (0..rows)
            .step_by(each)
            .map(|row| Tile { rows: row..(row + each).min(rows), columns: 0..width })
            .collect();
    }
    let starts = (0..rows).flat_map(|row| (0..width).step_by(limit).map(move |column| (row, column)));
    starts.map(|(row, column)| Tile { rows: row..row + 1, columns: column..(column + limit).min(width) }).collect()
}

/// For one kernel tap: (place in the tile, place in the input plane, count) of every run of positions whose input exists; the
/// input's step between neighbours is the stride's last number.
#[inline(always)]
pub fn runs(g: &Geometry, tap: usize, tile: &Tile) -> impl Iterator<Item = (usize, usize, usize)> {
    let [kd, kh, kw] = [tap / (g.kernel[1] * g.kernel[2]), tap / g.kernel[2] % g.kernel[1], tap % g.kernel[2]];
    let offset = |d: usize, k: usize| (k * g.dilation[d]) as isize - g.padding[d] as isize;
    let (stride, shift, size) = (g.stride[2] as isize, offset(2, kw), g.input[2] as isize);
    // Columns whose input lies inside: 0 <= column * stride + shift < size.
    let first = (-shift + stride - 1).div_euclid(stride).max(tile.columns.start as isize);
    let last = (size - shift + stride - 1).div_euclid(stride).min(tile.columns.end as isize);
    let rows = if last <= first { 0..0 } else { tile.rows.clone() };
    let (first, count) = (first as usize, (last - first) as usize);
    let (at_depth, at_height) = (offset(0, kd), offset(1, kh));
    let (geometry, start, width) = (*g, tile.rows.start, tile.columns.len());
    let begin = first - tile.columns.start;
    rows.filter_map(move |row| {
        let g = &geometry;
        let depth = (row / g.output[1] * g.stride[0]) as isize + at_depth;
        let height = (row % g.output[1] * g.stride[1]) as isize + at_height;
        if !(0..g.input[0] as isize).contains(&depth) || !(0..g.input[1] as isize).contains(&height) {
            return None;
        }
        let line = (depth as usize * g.input[1] + height as usize) * g.input[2];
        let at = (line + first * g.stride[2]).wrapping_add_signed(shift);
        Some(((row - start) * width + begin, at, count))
    })
}

/// Whether some tap meets padding, so that columns have gaps.
fn has_gaps(g: &Geometry) -> bool {
    (0..3).any(|d| {
        g.padding[d] > 0 || (g.output[d].max(1) - 1) * g.stride[d] + (g.kernel[d] - 1) * g.dilation[d] >= g.input[d]
    })
}

vectorized! {
    /// The patches of a tile as columns: (channels of the group * taps) rows, `row` apart.
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
    /// Columns added back to the planes that they were patches of.
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

/// Elements of a short run that are moved at once: runs are a row's at most, and a call to copy one takes as long as it does.
const MOVED: usize = 8;

/// Copies a run of the same length.
#[inline(always)]
fn copy_run<F: Copy>(to: &mut [F], from: &[F]) {
    let (pieces, rest) = to.as_chunks_mut::<MOVED>();
    let (from_pieces, from_rest) = from.as_chunks::<MOVED>();
    for (to, from) in pieces.iter_mut().zip(from_pieces) {
        *to = *from;
    }
    match (rest.is_empty(), to.last_chunk_mut::<MOVED>(), from.last_chunk::<MOVED>()) {
        (true, ..) => {}
        // Some of them again, instead of one by one.
        (_, Some(to), Some(from)) => *to = *from,
        _ => to.iter_mut().zip(from_rest).for_each(|(to, &from)| *to = from),
    }
}

/// Copies every other element.
#[inline(always)]
pub fn copy_alternate<F: Copy>(to: &mut [F], from: &[F]) {
    let (pieces, rest) = to.as_chunks_mut::<MOVED>();
    let (from_pieces, _) = from.as_chunks::<{ 2 * MOVED }>();
    // The last piece's last element may have no neighbour.
    let whole = pieces.len().min(from_pieces.len());
    for (to, from) in pieces[..whole].iter_mut().zip(from_pieces) {
        for i in 0..MOVED {
            to[i] = from[2 * i];
        }
    }
    let left = pieces[whole..].iter_mut().flatten().chain(rest);
    left.zip(from[whole * 2 * MOVED..].iter().step_by(2)).for_each(|(to, &from)| *to = from);
}

/// Whether the input's planes are the columns already: a 1x1 kernel that meets every position once.
fn is_pointwise(g: &Geometry) -> bool {
    g.kernel == [1; 3] && g.stride == [1; 3] && g.padding == [0; 3]
}

fn is_depthwise(g: &Geometry) -> bool {
    g.groups > 1 && g.depth() == 1
}

fn work(g: &Geometry) -> usize {
    g.batch * g.features * g.depth() * g.taps() * g.positions()
}

/// A result's memory, shared among threads that each write a part of their own.
struct Shared<T>(*mut T, usize);
// SAFETY: the parts that threads take are disjoint (see `part`).
unsafe impl<T: Send> Sync for Shared<T> {}
impl<T> Shared<T> {
    fn new(all: &mut [T]) -> Shared<T> {
        Shared(all.as_mut_ptr(), all.len())
    }
    /// # Safety
    /// Elements that one thread writes are met by no other.
    #[allow(clippy::mut_from_ref)]
    unsafe fn part(&self, start: usize) -> &mut [T] {
        assert!(start <= self.1);
        // SAFETY: inside the memory; disjoint by the caller's word.
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
        // SAFETY: each task has its own sample, group and tile: its own elements of the result.
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

/// `forward` without a product of matrices, for numbers that have none.
pub fn forward_by_taps<T: Number>(g: &Geometry, x: &[T], weight: &[T], bias: Option<&[T]>, y: &mut [T]) {
    begin(y, g.positions(), g.features, bias);
    direct::by_taps(g, x, weight, y);
}

/// `input` without a product of matrices.
pub fn input_by_taps<T: Number>(g: &Geometry, gradient: &[T], weight: &[T], bias: Option<&[T]>, x: &mut [T]) {
    begin(x, g.plane(), g.channels, bias);
    direct::input_by_taps(g, gradient, weight, x);
}

/// Every plane filled with its bias, or with zeros.
fn begin<T: Number>(planes: &mut [T], each: usize, channels: usize, bias: Option<&[T]>) {
    let start = |i: usize| bias.map_or(T::default(), |bias| bias[i % channels]);
    planes.chunks_mut(each.max(1)).enumerate().for_each(|(i, plane)| plane.fill(start(i)));
}

/// Runs tasks on all threads, each with its own working memory; one that is alone has all threads for itself.
fn spread<T: Send>(tasks: usize, work: usize, one: impl Fn(&mut Vec<T>, usize, bool) + Sync) {
    if tasks < rayon::current_num_threads() || work < SMALL {
        let mut memory = Vec::new();
        return (0..tasks).for_each(|task| one(&mut memory, task, work >= SMALL));
    }
    (0..tasks).into_par_iter().for_each_init(Vec::new, |memory, task| one(memory, task, false));
}

/// The gradient of the input (and a transposed convolution): x = conv_input(gradient, weight) + bias.
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
        // SAFETY: each task has its own sample and group: its own planes of the result.
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

/// With stride 1 the gradient of the input is itself a convolution, of the gradient with the mirrored kernel.
pub fn turned(g: &Geometry) -> Option<Geometry> {
    let mut padding = [0; 3];
    for (d, padding) in padding.iter_mut().enumerate() {
        *padding = ((g.kernel[d] - 1) * g.dilation[d]).checked_sub(g.padding[d])?;
        let reach = g.output[d] + 2 * *padding;
        if g.stride[d] != 1 || reach.checked_sub((g.kernel[d] - 1) * g.dilation[d])? != g.input[d] {
            return None;
        }
    }
    Some(Geometry { channels: g.features, features: g.channels, input: g.output, output: g.input, padding, ..*g })
}

/// (features, depth, taps) with features and channels exchanged in each group, and the taps in reverse.
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
    // Samples are shared out in parts, each of which adds up its own, and the parts follow: as many whatever the number of
    // threads, so that the sums are the same.
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

/// Every patch as a column (`torch.nn.functional.unfold`).
pub fn columns<T: Computing>(g: &Geometry, x: &[T], columns: &mut [T]) {
    let (tile, plane, each) = (Tile::whole(g), g.channels * g.plane(), g.channels * g.taps() * g.positions());
    for (x, columns) in x.chunks(plane.max(1)).zip(columns.chunks_mut(each.max(1))) {
        lay_out(g, x, &tile, columns, g.positions());
    }
}

/// Columns added up (`torch.nn.functional.fold`).
pub fn uncolumns<T: Computing>(g: &Geometry, columns: &[T], x: &mut [T]) {
    let (tile, plane, each) = (Tile::whole(g), g.channels * g.plane(), g.channels * g.taps() * g.positions());
    x.fill(T::default());
    for (x, columns) in x.chunks_mut(plane.max(1)).zip(columns.chunks(each.max(1))) {
        add_up(g, columns, g.positions(), &tile, x);
    }
}
