//! Reductions and scans of complex numbers, accumulated in float64.

use super::super::complex_number::Complex;
use super::super::walk::PARALLEL;
use super::elements::Elements;
use rayon::prelude::*;
use tensorcell_tensor::infer::not_implemented;
use tensorcell_tensor::layout::{Dims, Strides};
use tensorcell_tensor::op::Result;
use tensorcell_tensor::{Reduction, Scan, Tensor};

pub fn run(function: Reduction, x: &Tensor, dims: &[usize], parameter: f64, out: &Tensor) -> Result<()> {
    let all: Dims = (0..x.dim()).collect();
    let dims = if dims.is_empty() { &all[..] } else { dims };
    let (mut shape, mut strides) = (Dims::new(), Strides::new());
    let kept = (0..x.dim()).filter(|d| !dims.contains(d));
    for d in kept.chain((0..x.dim()).filter(|d| dims.contains(d))) {
        shape.push(x.shape()[d]);
        strides.push(x.strides()[d]);
    }
    let each: usize = shape[x.dim() - dims.len()..].iter().product();
    let (from, to) = (Elements::over(x, &shape, &strides), Elements::new(out, out.shape()));
    if finish(function, &[], parameter).is_none() {
        return Err(not_implemented(function.name(), x.dtype()));
    }
    let one = |group: usize| {
        let mut values = vec![Complex::default(); each];
        // SAFETY: the operand is alive, and nothing writes it during the operation; each group writes its own element.
        unsafe {
            from.load(group * each, &mut values);
            to.store(group, &[finish(function, &values, parameter).unwrap_or_default()]);
        }
    };
    match out.numel() > 1 && x.numel() >= PARALLEL {
        true => (0..out.numel()).into_par_iter().with_min_len((PARALLEL / 8 / each.max(1)).max(1)).for_each(one),
        false => (0..out.numel()).for_each(one),
    }
    Ok(())
}

/// Reduces the elements of one result; `None` if the reduction does not support complex numbers.
fn finish(function: Reduction, values: &[Complex], parameter: f64) -> Option<Complex> {
    let count = values.len() as f64;
    let zero = Complex::default();
    let real = |value: f64| Complex::new(value, 0.0);
    let truth = |holds: bool| real(f64::from(u8::from(holds)));
    Some(match function {
        Reduction::Sum => sum(values),
        Reduction::Mean => {
            let total = sum(values);
            Complex::new(total.re / count, total.im / count)
        }
        Reduction::Prod => values.iter().fold(real(1.0), |product, &x| product * x),
        Reduction::Any => truth(values.iter().any(|&x| x != zero)),
        Reduction::All => truth(values.iter().all(|&x| x != zero)),
        Reduction::CountNonzero => real(values.iter().filter(|&&x| x != zero).count() as f64),
        Reduction::Var | Reduction::Std => {
            let total = sum(values);
            let mean = Complex::new(total.re / count, total.im / count);
            let squares: f64 = values.iter().map(|&x| (x - mean).square_of_size()).sum();
            let variance = squares / (count - parameter).max(0.0);
            real(if function == Reduction::Std { variance.sqrt() } else { variance })
        }
        Reduction::Norm => {
            real(super::super::reduce::norm(parameter, |each| values.iter().for_each(|x| each(x.size()))))
        }
        Reduction::Max | Reduction::Min | Reduction::ArgMax | Reduction::ArgMin | Reduction::LogSumExp => return None,
    })
}

/// Sums in short chains, whose totals are then added, so that the rounding error stays small.
fn sum(values: &[Complex]) -> Complex {
    const CHAIN: usize = 64;
    let chains = values.chunks(CHAIN).map(|chain| chain.iter().fold(Complex::default(), |sum, &x| sum + x));
    chains.fold(Complex::default(), |sum, part| sum + part)
}

/// Running sums or products along a dimension.
pub fn scan(function: Scan, x: &Tensor, dim: usize, out: &Tensor) -> Result<()> {
    let step: fn(Complex, Complex) -> Complex = match function {
        Scan::Sum => |a, b| a + b,
        Scan::Prod => |a, b| a * b,
        Scan::Max => return Err(not_implemented("cummax_cpu", x.dtype())),
        Scan::Min => return Err(not_implemented("cummin_cpu", x.dtype())),
    };
    let last = |tensor: &Tensor| {
        let (mut shape, mut strides): (Dims, Strides) = (tensor.shape().into(), tensor.strides().into());
        if tensor.dim() > 0 {
            let (size, stride) = (shape.remove(dim), strides.remove(dim));
            shape.push(size);
            strides.push(stride);
        }
        Elements::over(tensor, &shape, &strides)
    };
    let (from, to) = (last(x), last(out));
    let length = x.shape().get(dim).copied().unwrap_or(1);
    for line in 0..x.numel() / length.max(1) {
        let mut values = vec![Complex::default(); length];
        // SAFETY: the operand is alive, and nothing writes it during the operation; nothing else uses the result.
        unsafe { from.load(line * length, &mut values) };
        for i in 1..length {
            values[i] = step(values[i - 1], values[i]);
        }
        // SAFETY: as above.
        unsafe { to.store(line * length, &values) };
    }
    Ok(())
}
