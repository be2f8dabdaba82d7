//! Fourier transforms on the host with `rustfft` and `realfft`: line by line, one dimension after the other.

use super::host::{Element, Elements};
use bytemuck::{Pod, Zeroable};
use rayon::prelude::*;
use realfft::RealFftPlanner;
use rustfft::num_complex::Complex;
use rustfft::{FftNum, FftPlanner};
use tensorcell_tensor::op::{Fourier, Result, View};
use tensorcell_tensor::{Arg, DType, Make, Op, Tensor, TensorError};

/// Transforms a tensor over `dims` and multiplies by `scale`.
pub fn run(transform: Fourier, x: &Tensor, dims: &[usize], scale: f64, made: &Make) -> Result<Tensor> {
    match x.dtype().part() {
        DType::Float64 => in_type::<f64>(transform, x, dims, scale, made),
        _ => in_type::<f32>(transform, x, dims, scale, made),
    }
}

/// The type of a complex number's parts.
trait Part: FftNum + Element + Pod + Zeroable {
    fn rounded(value: f64) -> Self;
}
impl Part for f32 {
    fn rounded(value: f64) -> f32 {
        value as f32
    }
}
impl Part for f64 {
    fn rounded(value: f64) -> f64 {
        value
    }
}

/// Numbers in row-major order of a shape.
struct Numbers<T> {
    elements: Vec<Complex<T>>,
    shape: Vec<usize>,
}

fn in_type<T: Part>(transform: Fourier, x: &Tensor, dims: &[usize], scale: f64, made: &Make) -> Result<Tensor> {
    let Some((&last, others)) = dims.split_last() else {
        return super::run(Op::Cast(made.dtype), &[Arg::Tensor(x)]);
    };
    let scale = T::rounded(scale);
    let shape = x.shape().to_vec();
    match transform {
        Fourier::Complex { forward } => {
            let mut numbers = Numbers { elements: complex_numbers::<T>(x)?, shape };
            dims.iter().for_each(|&dim| numbers.transform(dim, forward));
            numbers.tensor(scale, made)
        }
        Fourier::RealToComplex { half } => {
            let mut numbers = of_reals(&x.to_vec::<T>()?, &shape, last)?;
            if !half {
                numbers.mirror(last, shape[last]);
            }
            others.iter().for_each(|&dim| numbers.transform(dim, true));
            numbers.tensor(scale, made)
        }
        Fourier::HalfToReal { length } => {
            let mut numbers = Numbers { elements: complex_numbers::<T>(x)?, shape };
            others.iter().for_each(|&dim| numbers.transform(dim, false));
            let mut reals = numbers.to_reals(last, length)?;
            reals.par_iter_mut().for_each(|x| *x = *x * scale);
            super::from_bytes(bytemuck::cast_slice(&reals), &made.shape, made.dtype, made.device)
        }
    }
}

fn complex_numbers<T: Part>(x: &Tensor) -> Result<Vec<Complex<T>>> {
    let parts = x.alias_as(x.layout().view(&View::AsReal)?, T::DTYPE).to_vec::<T>()?;
    Ok(parts.chunks_exact(2).map(|part| Complex::new(part[0], part[1])).collect())
}

/// The geometry of lines along a dimension in row-major order: number of outer positions, length, and distance between elements.
fn lines(shape: &[usize], dim: usize) -> (usize, usize, usize) {
    (shape[..dim].iter().product(), shape[dim], shape[dim + 1..].iter().product())
}

/// Moves a dimension to the end, or `back` to its place.
fn with_dimension_moved<T: Copy>(elements: &[T], (outer, length, inner): (usize, usize, usize), back: bool) -> Vec<T> {
    if inner == 1 {
        return elements.to_vec();
    }
    let (rows, columns) = if back { (inner, length) } else { (length, inner) };
    let mut made = Vec::with_capacity(elements.len());
    for block in elements.chunks_exact((rows * columns).max(1)).take(outer) {
        (0..columns).for_each(|column| made.extend((0..rows).map(|row| block[row * columns + column])));
    }
    made
}

fn failed(error: realfft::FftError) -> TensorError {
    TensorError::runtime(format!("the transform failed: {error}"))
}

/// The first half of the transform of real lines.
fn of_reals<T: Part>(x: &[T], shape: &[usize], dim: usize) -> Result<Numbers<T>> {
    let (outer, length, inner) = lines(shape, dim);
    let half = length / 2 + 1;
    let plan = RealFftPlanner::<T>::new().plan_fft_forward(length);
    let mut rows = with_dimension_moved(x, (outer, length, inner), false);
    let mut made = vec![Complex::new(T::zero(), T::zero()); outer * inner * half];
    (rows.par_chunks_mut(length).zip(made.par_chunks_mut(half)))
        .try_for_each_init(|| plan.make_scratch_vec(), |scratch, (row, to)| plan.process_with_scratch(row, to, scratch))
        .map_err(failed)?;
    let mut shape = shape.to_vec();
    shape[dim] = half;
    Ok(Numbers { elements: with_dimension_moved(&made, (outer, half, inner), true), shape })
}

impl<T: Part> Numbers<T> {
    /// Transforms every line along a dimension.
    fn transform(&mut self, dim: usize, forward: bool) {
        let (outer, length, inner) = lines(&self.shape, dim);
        if length < 2 {
            return;
        }
        let mut planner = FftPlanner::<T>::new();
        let plan = if forward { planner.plan_fft_forward(length) } else { planner.plan_fft_inverse(length) };
        let work = |rows: &mut [Complex<T>]| {
            rows.par_chunks_mut(length).for_each_init(
                || vec![Complex::new(T::zero(), T::zero()); plan.get_inplace_scratch_len()],
                |scratch, row| plan.process_with_scratch(row, scratch),
            );
        };
        if inner == 1 {
            return work(&mut self.elements);
        }
        let mut rows = with_dimension_moved(&self.elements, (outer, length, inner), false);
        work(&mut rows);
        self.elements = with_dimension_moved(&rows, (outer, length, inner), true);
    }
    /// Inverse transform of half spectra along a dimension to real lines. Ignores the imaginary parts of elements that must be real.
    fn to_reals(&self, dim: usize, length: usize) -> Result<Vec<T>> {
        let (outer, given, inner) = lines(&self.shape, dim);
        let half = length / 2 + 1;
        let rows = with_dimension_moved(&self.elements, (outer, given, inner), false);
        let plan = RealFftPlanner::<T>::new().plan_fft_inverse(length);
        let mut made = vec![T::zero(); outer * inner * length];
        (rows.par_chunks(given.max(1)).zip(made.par_chunks_mut(length)))
            .try_for_each_init(
                || (plan.make_scratch_vec(), vec![Complex::new(T::zero(), T::zero()); half]),
                |(scratch, own), (row, to)| {
                    own.fill(Complex::new(T::zero(), T::zero()));
                    let kept = half.min(given);
                    own[..kept].copy_from_slice(&row[..kept]);
                    own[0].im = T::zero();
                    if length.is_multiple_of(2) {
                        own[half - 1].im = T::zero();
                    }
                    plan.process_with_scratch(own, to, scratch)
                },
            )
            .map_err(failed)?;
        Ok(with_dimension_moved(&made, (outer, length, inner), true))
    }
    /// Fills the second half of a dimension with the conjugates of the first, for transforms of real lines.
    fn mirror(&mut self, dim: usize, length: usize) {
        let (outer, half, inner) = lines(&self.shape, dim);
        let rows = with_dimension_moved(&self.elements, (outer, half, inner), false);
        let mut made = Vec::with_capacity(outer * inner * length);
        for row in rows.chunks_exact(half) {
            made.extend_from_slice(row);
            made.extend((half..length).map(|k| row[length - k].conj()));
        }
        self.shape[dim] = length;
        self.elements = with_dimension_moved(&made, (outer, length, inner), true);
    }
    fn tensor(mut self, scale: T, made: &Make) -> Result<Tensor> {
        self.elements.par_iter_mut().for_each(|x| *x = *x * scale);
        let parts: Vec<T> = self.elements.iter().flat_map(|x| [x.re, x.im]).collect();
        super::from_bytes(bytemuck::cast_slice(&parts), &made.shape, made.dtype, made.device)
    }
}
