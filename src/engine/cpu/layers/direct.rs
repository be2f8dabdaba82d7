//! Depthwise convolution: one input plane for each feature, tap by tap over whole rows.

use super::Computing;
use super::conv::{Tile, runs};
use crate::tensor::layer::Geometry;
use rayon::prelude::*;

fn input_of(g: &Geometry, plane: usize) -> usize {
    plane / g.features * g.channels + plane % g.features / g.width()
}

/// `y` holds the bias already where `add` says so.
pub fn forward<T: Computing>(g: &Geometry, x: &[T], weight: &[T], add: bool, y: &mut [T]) {
    let (tile, taps, step) = (Tile::whole(g), g.taps(), g.stride[2]);
    y.par_chunks_mut(g.positions().max(1)).enumerate().for_each(|(i, y)| {
        if !add {
            y.fill(T::default());
        }
        let x = &x[input_of(g, i) * g.plane()..][..g.plane()];
        for tap in 0..taps {
            let factor = weight[i % g.features * taps + tap];
            runs(g, tap, &tile, |to, from, count| {
                let to = &mut y[to..to + count];
                match step {
                    1 => to.iter_mut().zip(&x[from..from + count]).for_each(|(y, &x)| *y = *y + factor * x),
                    _ => to.iter_mut().zip(x[from..].iter().step_by(step)).for_each(|(y, &x)| *y = *y + factor * x),
                }
            });
        }
    });
}

/// `x` holds what the sums are added to.
pub fn input<T: Computing>(g: &Geometry, gradient: &[T], weight: &[T], x: &mut [T]) {
    let (tile, taps, step, width, positions) = (Tile::whole(g), g.taps(), g.stride[2], g.width(), g.positions());
    x.par_chunks_mut(g.plane().max(1)).enumerate().for_each(|(i, x)| {
        for feature in i % g.channels * width..(i % g.channels + 1) * width {
            let gradient = &gradient[(i / g.channels * g.features + feature) * positions..][..positions];
            for tap in 0..taps {
                let factor = weight[feature * taps + tap];
                runs(g, tap, &tile, |from, to, count| {
                    let from = &gradient[from..from + count];
                    match step {
                        1 => x[to..to + count].iter_mut().zip(from).for_each(|(x, &g)| *x = *x + factor * g),
                        _ => x[to..].iter_mut().step_by(step).zip(from).for_each(|(x, &g)| *x = *x + factor * g),
                    }
                });
            }
        }
    });
}

pub fn weight<T: Computing>(g: &Geometry, x: &[T], gradient: &[T], weight: &mut [T]) {
    let (tile, taps, step, positions) = (Tile::whole(g), g.taps(), g.stride[2], g.positions());
    weight.par_chunks_mut(taps.max(1)).enumerate().for_each(|(feature, weight)| {
        for (tap, weight) in weight.iter_mut().enumerate() {
            let mut sum = T::default();
            for n in 0..g.batch {
                let at = n * g.features + feature;
                let x = &x[input_of(g, at) * g.plane()..][..g.plane()];
                let gradient = &gradient[at * positions..][..positions];
                runs(g, tap, &tile, |from, to, count| {
                    let pairs = gradient[from..from + count].iter().zip(x[to..].iter().step_by(step));
                    sum = pairs.fold(sum, |sum, (&a, &b)| sum + a * b);
                });
            }
            *weight = sum;
        }
    });
}
