//! Pooling: the maximum or mean of each window, and its gradient.

use super::{Computing, read, write};
use crate::cpu::blocks::vectorized;
use crate::cpu::lane::Floating;
use crate::cpu::number::Number;
use rayon::prelude::*;
use tensorcell_tensor::layer::Windows;
use tensorcell_tensor::layer::{Span, three};
use tensorcell_tensor::op::Result;
use tensorcell_tensor::{Tensor, TensorError};

/// The windows along three spatial dimensions; a missing dimension has one position.
struct Spans {
    along: [Vec<Span>; 3],
    input: [usize; 3],
}

impl Spans {
    fn new(windows: &Windows, planes: &[usize], pooled: &[usize]) -> Spans {
        let (input, output) = (three(&planes[2..], 1), three(&pooled[2..], 1));
        let missing = 3 - windows.dims();
        let whole = || vec![Span { start: 0, end: 1, step: 1, padded: 1 }];
        let along = std::array::from_fn(|d| match d.checked_sub(missing) {
            Some(own) => windows.spans(own, input[d], output[d]),
            None => whole(),
        });
        Spans { along, input }
    }
    fn plane(&self) -> usize {
        self.input.iter().product()
    }
    fn positions(&self) -> usize {
        self.along.iter().map(Vec::len).product()
    }
    /// Calls `each(position, spans)` for every window in order.
    #[inline]
    fn each(&self, mut each: impl FnMut(usize, [&Span; 3])) {
        let mut position = 0;
        for depth in &self.along[0] {
            for height in &self.along[1] {
                for width in &self.along[2] {
                    each(position, [depth, height, width]);
                    position += 1;
                }
            }
        }
    }
    /// Calls `each(start, end)` with the plane positions of each row of a window.
    #[inline]
    fn rows(&self, [depth, height, width]: [&Span; 3], mut each: impl FnMut(usize, usize)) {
        let mut d = depth.start;
        while d < depth.end {
            let mut h = height.start;
            while h < height.end {
                let line = (d * self.input[1] + h) * self.input[2];
                each(line + width.start, line + width.end);
                h += height.step;
            }
            d += depth.step;
        }
    }
    fn divisor(&self, windows: &Windows, spans: [&Span; 3]) -> f64 {
        let inside = spans.iter().map(|span| span.end.saturating_sub(span.start)).product();
        windows.divisor(inside, spans.iter().map(|span| span.padded).product())
    }
}

/// Two-dimensional windows that are all complete and equal: no padding and no partial windows.
#[derive(Clone, Copy)]
pub struct Alike {
    /// Rows and columns: the number of windows, their size, and the step between them.
    count: [usize; 2],
    size: [usize; 2],
    step: [usize; 2],
    /// Elements per input row.
    row: usize,
}

impl Alike {
    fn new(spans: &Spans) -> Option<Alike> {
        let along = |d: usize| {
            let spans = &spans.along[d];
            let size = spans.first()?.end.checked_sub(spans[0].start)?;
            let step = spans.get(1).map_or(1, |second| second.start.wrapping_sub(spans[0].start));
            let alike =
                |(i, span): (usize, &Span)| span.step == 1 && span.start == i * step && span.end == i * step + size;
            // Padding can leave two windows with the same elements.
            (step > 0 && spans.iter().enumerate().all(alike)).then_some((spans.len(), size, step))
        };
        let flat = spans.input[0] == 1 && spans.along[0].len() == 1;
        let ((rows, height, down), (columns, width, right)) = (along(1)?, along(2)?);
        let fits = flat && spans.plane() <= u32::MAX as usize && height * width > 0;
        fits.then_some(Alike {
            count: [rows, columns],
            size: [height, width],
            step: [down, right],
            row: spans.input[2],
        })
    }
}

vectorized! {
    /// The largest elements of a row of windows, and their positions in the plane.
    fn largest<F, V>(alike: Alike, x: &[F], row: usize, best: &mut [F], places: &mut [u32]) -> () {
        let [height, width] = alike.size;
        for tap in 0..height * width {
            let start = (row * alike.step[0] + tap / width) * alike.row + tap % width;
            let from = &x[start..];
            let one = |best: &mut F, place: &mut u32, i: usize, value: F| {
                let better = value > *best || value.is_nan() || tap == 0;
                *best = if better { value } else { *best };
                *place = if better { (start + i * alike.step[1]) as u32 } else { *place };
            };
            match alike.step[1] {
                2 => {
                    let (pairs, rest) = from.as_chunks::<2>();
                    for (i, ((best, place), pair)) in best.iter_mut().zip(places.iter_mut()).zip(pairs).enumerate() {
                        one(best, place, i, pair[0]);
                    }
                    // The last element may not have a pair.
                    for (i, &value) in (pairs.len()..best.len()).zip(rest) {
                        one(&mut best[i], &mut places[i], i, value);
                    }
                }
                step => {
                    let values = from.iter().step_by(step);
                    for (i, ((best, place), &value)) in best.iter_mut().zip(places.iter_mut()).zip(values).enumerate() {
                        one(best, place, i, value);
                    }
                }
            }
        }
    }
}

pub fn max<T: Computing>(windows: &Windows, x: &Tensor, values: &Tensor, indices: &Tensor) {
    let spans = Spans::new(windows, x.shape(), values.shape());
    if let Some(alike) = Alike::new(&spans) {
        let (positions, plane) = (spans.positions().max(1), spans.plane());
        let (x, values, indices) = (read::<T>(x), write::<T>(values), write::<i64>(indices));
        let planes = values.par_chunks_mut(positions).zip(indices.par_chunks_mut(positions)).enumerate();
        let columns = alike.count[1].max(1);
        return planes.for_each_init(Vec::new, |places, (i, (values, indices))| {
            places.resize(columns, 0u32);
            let x = &x[i * plane..][..plane];
            let rows = values.chunks_mut(columns).zip(indices.chunks_mut(columns)).enumerate();
            for (row, (best, indices)) in rows {
                largest(alike, x, row, best, places);
                indices.iter_mut().zip(places.iter()).for_each(|(index, &place)| *index = i64::from(place));
            }
        });
    }
    max_by_elements::<T>(windows, x, values, indices);
}

pub fn max_by_elements<T: Number>(windows: &Windows, x: &Tensor, values: &Tensor, indices: &Tensor) {
    let spans = Spans::new(windows, x.shape(), values.shape());
    let (positions, plane) = (spans.positions().max(1), spans.plane());
    let (x, values, indices) = (read::<T>(x), write::<T>(values), write::<i64>(indices));
    let planes = values.par_chunks_mut(positions).zip(indices.par_chunks_mut(positions)).enumerate();
    planes.for_each(|(i, (values, indices))| {
        let x = &x[i * plane..][..plane];
        spans.each(|position, window| {
            let step = window[2].step;
            let (mut best, mut place) = (T::constant(f64::NEG_INFINITY), usize::MAX);
            spans.rows(window, |start, end| {
                let mut at = start;
                while at < end {
                    let value = x[at];
                    if value > best || value.is_nan() || place == usize::MAX {
                        (best, place) = (value, at);
                    }
                    at += step;
                }
            });
            values[position] = best;
            indices[position] = place as i64;
        });
    });
}

pub fn max_backward<T: Computing>(gradient: &Tensor, indices: &Tensor, out: &Tensor) -> Result<()> {
    let count = |t: &Tensor| t.shape()[2..].iter().product::<usize>();
    let (positions, plane) = (count(gradient).max(1), count(out));
    let (gradient, indices, out) = (read::<T>(gradient), read::<i64>(indices), write::<T>(out));
    if let Some(bad) = indices.iter().find(|&&i| i < 0 || i as usize >= plane) {
        return Err(TensorError::runtime(format!(
            "Found an invalid max index: {bad} (output volumes are of size {plane})"
        )));
    }
    out.par_chunks_mut(plane.max(1)).enumerate().for_each(|(i, out)| {
        out.fill(T::default());
        let part = i * positions..(i + 1) * positions;
        for (&gradient, &at) in gradient[part.clone()].iter().zip(&indices[part]) {
            out[at as usize] = out[at as usize] + gradient;
        }
    });
    Ok(())
}

/// `share` divides a sum by a count.
pub fn mean<T: Number>(windows: &Windows, x: &Tensor, out: &Tensor, share: impl Fn(T, f64) -> T + Sync) {
    let spans = Spans::new(windows, x.shape(), out.shape());
    let plane = spans.plane();
    let (x, out) = (read::<T>(x), write::<T>(out));
    out.par_chunks_mut(spans.positions().max(1)).enumerate().for_each(|(i, out)| {
        let x = &x[i * plane..][..plane];
        spans.each(|position, window| {
            let mut sum = T::default();
            spans.rows(window, |start, end| sum = x[start..end.max(start)].iter().fold(sum, |sum, &x| sum + x));
            out[position] = share(sum, spans.divisor(windows, window));
        });
    });
}

pub fn mean_backward<T: Computing>(windows: &Windows, gradient: &Tensor, out: &Tensor) {
    let spans = Spans::new(windows, out.shape(), gradient.shape());
    let positions = spans.positions();
    let (gradient, out) = (read::<T>(gradient), write::<T>(out));
    out.par_chunks_mut(spans.plane().max(1)).enumerate().for_each(|(i, out)| {
        out.fill(T::default());
        spans.each(|position, window| {
            let share = gradient[i * positions + position] / T::constant(spans.divisor(windows, window));
            spans.rows(window, |start, end| {
                out[start..end.max(start)].iter_mut().for_each(|x| *x = *x + share);
            });
        });
    });
}
