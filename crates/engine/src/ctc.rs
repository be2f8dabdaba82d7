//! Connectionist temporal classification (Graves et al., 2006): the loss of a labelling that is not aligned with its input. Computes
//! forward and backward recursions over time in logarithms, on the host.

use crate::host::Elements;
use rayon::prelude::*;
use tensorcell_tensor::op::{CtcLoss, Result};
use tensorcell_tensor::{DType, Make, Tensor};

/// The data of one sample.
struct Sample<'a> {
    /// (steps, classes) of the sample, with rows `stride` apart.
    log_probs: &'a [f64],
    stride: usize,
    classes: usize,
    /// Blank, label, blank, label, ..., blank.
    states: Vec<usize>,
    steps: usize,
}

/// Given log_probs (T, N, C), computes the losses (N), infinite if no alignment fits. If requested, also their gradients (T, N, C) with
/// respect to the input of the log-softmax that made log_probs, as in PyTorch. These are zero for infinite losses and after a sample's
/// end.
pub fn run(given: &CtcLoss, log_probs: &Tensor, made: &[Make]) -> Result<Vec<Tensor>> {
    let [steps, batch, classes] = [0, 1, 2].map(|dim| log_probs.shape()[dim]);
    let all = log_probs.to_vec::<f64>()?;
    let samples: Vec<(f64, Vec<f64>)> = (0..batch)
        .into_par_iter()
        .map(|i| {
            let blank = given.blank;
            let states = given.labels[i].iter().flat_map(|&label| [blank, label]).chain([blank]).collect();
            let log_probs = all.get(i * classes..).unwrap_or(&[]);
            let sample = Sample { log_probs, stride: batch * classes, classes, states, steps: given.lengths[i] };
            sample.solve(given.gradients)
        })
        .collect();
    let losses: Vec<f64> = samples.iter().map(|(loss, _)| *loss).collect();
    let mut results = vec![losses];
    if given.gradients {
        let mut gradients = vec![0.0; steps * batch * classes];
        for (i, (_, gradient)) in samples.iter().enumerate() {
            for (t, row) in gradient.chunks(classes.max(1)).enumerate() {
                gradients[(t * batch + i) * classes..][..classes].copy_from_slice(row);
            }
        }
        results.push(gradients);
    }
    results.iter().zip(made).map(|(values, make)| numbers(values, make)).collect()
}

/// Converts numbers to the dtype of a result, float32 or float64.
fn numbers(values: &[f64], make: &Make) -> Result<Tensor> {
    match make.dtype {
        DType::Float64 => Tensor::from_slice(values, &make.shape, make.device),
        _ => {
            let singles: Vec<f32> = values.iter().map(|&x| x as f32).collect();
            Tensor::from_slice(&singles, &make.shape, make.device)
        }
    }
}

/// log(exp(a) + exp(b) + ...).
fn log_sum(terms: &[f64]) -> f64 {
    let most = terms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if most == f64::NEG_INFINITY {
        // Also handles NaN.
        return terms.iter().sum();
    }
    most + terms.iter().map(|term| (term - most).exp()).sum::<f64>().ln()
}

impl Sample<'_> {
    fn at(&self, t: usize, class: usize) -> f64 {
        self.log_probs[t * self.stride + class]
    }
    /// Whether the blank between two labels can be skipped.
    fn skips(&self, state: usize) -> bool {
        state >= 2 && self.states[state] != self.states[state - 2]
    }
    /// The loss, and its gradient over the sample's steps.
    fn solve(&self, gradients: bool) -> (f64, Vec<f64>) {
        let (width, none) = (self.states.len(), f64::NEG_INFINITY);
        if self.steps == 0 {
            return (if width == 1 { -0.0 } else { f64::INFINITY }, Vec::new());
        }
        // Forward (alpha) and backward (beta) probabilities of a state; both include the state's own emission.
        let mut alpha = vec![none; self.steps * width];
        for (alpha, &class) in alpha.iter_mut().zip(&self.states).take(2) {
            *alpha = self.at(0, class);
        }
        for t in 1..self.steps {
            let (before, now) = alpha[(t - 1) * width..].split_at_mut(width);
            for s in 0..width {
                let two = if self.skips(s) { before[s - 2] } else { none };
                let one = if s > 0 { before[s - 1] } else { none };
                now[s] = log_sum(&[before[s], one, two]) + self.at(t, self.states[s]);
            }
        }
        let end = &alpha[(self.steps - 1) * width..];
        let likelihood = log_sum(&end[width.saturating_sub(2)..]);
        if likelihood == none {
            return (f64::INFINITY, Vec::new());
        }
        if !gradients {
            return (-likelihood, Vec::new());
        }
        let mut beta = vec![none; width];
        let mut gradient = vec![0.0; self.steps * self.classes];
        let mut through = vec![none; self.classes];
        for t in (0..self.steps).rev() {
            beta = (0..width)
                .map(|s| {
                    let after = match t + 1 == self.steps {
                        true => {
                            if s + 2 >= width {
                                0.0
                            } else {
                                none
                            }
                        }
                        false => {
                            let two = if s + 2 < width && self.skips(s + 2) { beta[s + 2] } else { none };
                            log_sum(&[beta[s], beta.get(s + 1).copied().unwrap_or(none), two])
                        }
                    };
                    after + self.at(t, self.states[s])
                })
                .collect();
            through.fill(none);
            for (s, &class) in self.states.iter().enumerate() {
                through[class] = log_sum(&[through[class], alpha[t * width + s] + beta[s]]);
            }
            for (class, &through) in through.iter().enumerate() {
                let own = self.at(t, class);
                // Both passes include the emission.
                let part = if through == none { 0.0 } else { (through - likelihood - own).exp() };
                gradient[t * self.classes + class] = own.exp() - part;
            }
        }
        (-likelihood, gradient)
    }
}
