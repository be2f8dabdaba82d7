//! Optimizer steps and scaling over all parameters at once, in PyTorch's arithmetic order.

use super::number::{Number, Real};
use super::tensor;
use super::walk::{BLOCK, Walk, in_pieces};
use crate::tensor::op::{Optimizer, Result};
use crate::tensor::{Arg, DType, Tensor};
use std::sync::atomic::{AtomicBool, Ordering};

pub fn step(step: &Optimizer, inputs: &[Arg]) -> Result<()> {
    let states = step.states();
    let n = inputs.len() / (2 + states);
    for i in 0..n {
        let parts: Vec<&Tensor> = (0..2 + states).map(|part| tensor(inputs, part * n + i)).collect::<Result<_>>()?;
        match parts[0].dtype() {
            DType::Float64 => step_one::<f64>(step, &parts),
            _ => step_one::<f32>(step, &parts),
        }
    }
    Ok(())
}

/// Runs `update` over blocks of the tensors (parameter, gradient, states) and writes back all but the gradient.
fn over_blocks<T: Number>(parts: &[&Tensor], update: impl Fn(&mut [[T; BLOCK]; 5], usize) + Sync) {
    let walks: Vec<Walk> = parts.iter().map(|t| Walk::new(t, t.shape())).collect();
    in_pieces(parts[0].numel(), |start, count| {
        let mut blocks = [[T::default(); BLOCK]; 5];
        for at in (start..start + count).step_by(BLOCK) {
            let n = BLOCK.min(start + count - at);
            for (walk, block) in walks.iter().zip(&mut blocks) {
                // SAFETY: alive; pieces are disjoint, and read before they are written.
                unsafe { walk.load(at, &mut block[..n]) };
            }
            update(&mut blocks, n);
            for (i, (walk, block)) in walks.iter().zip(&blocks).enumerate() {
                if i != 1 {
                    // SAFETY: as above.
                    unsafe { walk.store(at, &block[..n]) };
                }
            }
        }
    });
}

fn step_one<T: Real>(step: &Optimizer, parts: &[&Tensor]) {
    let k = T::constant;
    match *step {
        Optimizer::Sgd { lr, momentum, dampening, weight_decay, nesterov, maximize, first } => {
            over_blocks(parts, |[p, g, buffer, _, _]: &mut [[T; BLOCK]; 5], n| {
                for i in 0..n {
                    let mut grad = if maximize { -g[i] } else { g[i] };
                    if weight_decay != 0.0 {
                        grad = grad + k(weight_decay) * p[i];
                    }
                    if momentum != 0.0 {
                        buffer[i] = match first {
                            true => grad,
                            false => buffer[i] * k(momentum) + k(1.0 - dampening) * grad,
                        };
                        grad = if nesterov { grad + k(momentum) * buffer[i] } else { buffer[i] };
                    }
                    p[i] = p[i] + k(-lr) * grad;
                }
            });
        }
        Optimizer::Adam { lr, beta1, beta2, eps, weight_decay, decoupled, amsgrad, maximize, step } => {
            let correction1 = 1.0 - beta1.powi(step as i32);
            let correction2_root = (1.0 - beta2.powi(step as i32)).sqrt();
            let step_size = lr / correction1;
            over_blocks(parts, |[p, g, average, square, highest]: &mut [[T; BLOCK]; 5], n| {
                for i in 0..n {
                    let mut grad = if maximize { -g[i] } else { g[i] };
                    if weight_decay != 0.0 && decoupled {
                        p[i] = p[i] * k(1.0 - lr * weight_decay);
                    } else if weight_decay != 0.0 {
                        grad = grad + k(weight_decay) * p[i];
                    }
                    average[i] = average[i] + k(1.0 - beta1) * (grad - average[i]);
                    square[i] = square[i] * k(beta2) + k(1.0 - beta2) * grad * grad;
                    let mut second = square[i];
                    if amsgrad {
                        highest[i] = super::number::maximum(highest[i], second);
                        second = highest[i];
                    }
                    let scale = second.square_root() / k(correction2_root) + k(eps);
                    p[i] = p[i] + k(-step_size) * (average[i] / scale);
                }
            });
        }
    }
}

pub fn multi_scale(factor: f64, found_inf: bool, inputs: &[Arg]) -> Result<()> {
    let count = inputs.len() - found_inf as usize;
    let found = AtomicBool::new(false);
    for i in 0..count {
        let x = tensor(inputs, i)?;
        match x.dtype() {
            DType::Float64 => scale_one::<f64>(x, factor, &found),
            _ => scale_one::<f32>(x, factor, &found),
        }
    }
    if found_inf && found.into_inner() {
        super::pointwise::fill(1.0.into(), tensor(inputs, count)?);
    }
    Ok(())
}

fn scale_one<T: Number>(x: &Tensor, factor: f64, found: &AtomicBool) {
    let walk = Walk::new(x, x.shape());
    let factor = T::constant(factor);
    in_pieces(x.numel(), |start, count| {
        let mut block = [T::default(); BLOCK];
        for at in (start..start + count).step_by(BLOCK) {
            let block = &mut block[..BLOCK.min(start + count - at)];
            // SAFETY: alive; pieces are disjoint, and read before they are written.
            unsafe { walk.load(at, block) };
            let mut finite = true;
            for x in block.iter_mut() {
                finite &= !x.is_nan() && !x.is_infinite();
                *x = *x * factor;
            }
            if !finite {
                found.store(true, Ordering::Relaxed);
            }
            // SAFETY: as above.
            unsafe { walk.store(at, block) };
        }
    });
}
