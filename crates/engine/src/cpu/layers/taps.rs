//! Locations of convolution taps, and copies of runs of elements.

use tensorcell_tensor::layer::Geometry;

/// A tile of output positions: a range of rows (depth and height combined) and a range of columns.
#[derive(Clone)]
pub struct Tile {
    rows: std::ops::Range<usize>,
    columns: std::ops::Range<usize>,
}

impl Tile {
    pub fn positions(&self) -> usize {
        self.rows.len() * self.columns.len()
    }
    /// The tile's first position in the output plane.
    pub fn start(&self, geometry: &Geometry) -> usize {
        self.rows.start * geometry.output[2] + self.columns.start
    }
    /// The whole output plane.
    pub fn whole(geometry: &Geometry) -> Tile {
        Tile { rows: 0..geometry.output[0] * geometry.output[1], columns: 0..geometry.output[2] }
    }
}

/// Divides the output plane into tiles of about `limit` positions: whole rows, or parts of one row.
pub fn tiles(geometry: &Geometry, limit: usize) -> Vec<Tile> {
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

/// For one kernel tap, all runs of positions whose input is inside the plane: (offset in the tile, offset in the input plane, count).
/// Adjacent inputs are `stride[2]` apart.
#[inline(always)]
pub fn runs(g: &Geometry, tap: usize, tile: &Tile) -> impl Iterator<Item = (usize, usize, usize)> {
    let [kd, kh, kw] = [tap / (g.kernel[1] * g.kernel[2]), tap / g.kernel[2] % g.kernel[1], tap % g.kernel[2]];
    let offset = |d: usize, k: usize| (k * g.dilation[d]) as isize - g.padding[d] as isize;
    let (stride, shift, size) = (g.stride[2] as isize, offset(2, kw), g.input[2] as isize);
    // Columns whose input is inside the row: 0 <= column * stride + shift < size.
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

/// With stride 1, the input gradient is a convolution of the gradient with the mirrored kernel; returns its geometry.
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

/// Elements copied at once. Runs are at most a row long, and calling `memcpy` would take as long as the copy.
const MOVED: usize = 8;

/// Copies a run of equal length.
#[inline(always)]
pub fn copy_run<F: Copy>(to: &mut [F], from: &[F]) {
    let (pieces, rest) = to.as_chunks_mut::<MOVED>();
    let (from_pieces, from_rest) = from.as_chunks::<MOVED>();
    for (to, from) in pieces.iter_mut().zip(from_pieces) {
        *to = *from;
    }
    match (rest.is_empty(), to.last_chunk_mut::<MOVED>(), from.last_chunk::<MOVED>()) {
        (true, ..) => {}
        // Copies some elements twice instead of one by one.
        (_, Some(to), Some(from)) => *to = *from,
        _ => to.iter_mut().zip(from_rest).for_each(|(to, &from)| *to = from),
    }
}

/// Copies every second element.
#[inline(always)]
pub fn copy_alternate<F: Copy>(to: &mut [F], from: &[F]) {
    let (pieces, rest) = to.as_chunks_mut::<MOVED>();
    let (from_pieces, _) = from.as_chunks::<{ 2 * MOVED }>();
    // The last piece's last element may not have a pair.
    let whole = pieces.len().min(from_pieces.len());
    for (to, from) in pieces[..whole].iter_mut().zip(from_pieces) {
        for i in 0..MOVED {
            to[i] = from[2 * i];
        }
    }
    let left = pieces[whole..].iter_mut().flatten().chain(rest);
    left.zip(from[whole * 2 * MOVED..].iter().step_by(2)).for_each(|(to, &from)| *to = from);
}
