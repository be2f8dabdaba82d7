//! Matrix functions of complex matrices, and all eigenvalue functions, on the host. They compute in complex128 and round once at
//! the end. Pivots, signs and phases follow LAPACK where its algorithms determine them.

use super::field::rescaling;
use super::linalg::{Failure, by_columns, eliminate, explain, swap_rows};
use crate::host::Elements;
use faer::linalg::solvers::Eigen;
use faer::{Mat, MatRef, Side, c64};
use tensorcell_tensor::linalg::Linalg;
use tensorcell_tensor::op::{Result, View};
use tensorcell_tensor::{Arg, DType, Make, Op, Tensor, TensorError};

const ZERO: c64 = c64::new(0.0, 0.0);
const ONE: c64 = c64::new(1.0, 0.0);

/// One output of a matrix function. Matrices are column-major.
enum Part {
    Numbers(Vec<c64>),
    Pivots(Vec<i32>),
}

type Parts = std::result::Result<Vec<Part>, Failure>;

/// Runs a matrix function on every matrix of its operands. `made` describes the results.
pub(super) fn run(function: Linalg, inputs: &[Arg], made: &[Make]) -> Result<Vec<Tensor>> {
    let operands: Vec<&Tensor> = inputs.iter().filter_map(|arg| arg.tensor()).collect();
    let real = operands[0].dtype().is_floating();
    let elements: Vec<Vec<c64>> = operands.iter().map(|x| numbers_of(x)).collect::<Result<_>>()?;
    let sizes: Vec<(usize, usize)> =
        operands.iter().map(|x| (x.shape()[x.dim() - 2], x.shape()[x.dim() - 1])).collect();
    let (ndim, batch) = (operands[0].dim(), &operands[0].shape()[..operands[0].dim() - 2]);
    if function == Linalg::Eig && !elements[0].iter().all(|x| x.is_finite()) {
        let text = "torch.linalg.eig: input tensor should not contain infs or NaNs.";
        return Err(TensorError::runtime(text).mark(0, operands[0]));
    }
    let mut found: Vec<Part> = Vec::new();
    for at in 0..batch.iter().product() {
        let matrices: Vec<Mat<c64>> = (elements.iter().zip(&sizes))
            .map(|(all, &(rows, columns))| {
                let own = &all[at * rows * columns..(at + 1) * rows * columns];
                Mat::from_fn(rows, columns, |i, j| own[i * columns + j])
            })
            .collect();
        let parts =
            one(function, &matrices, real).map_err(|failure| explain(function, failure, (ndim > 2).then_some(at)))?;
        match found.is_empty() {
            true => found = parts,
            false => found.iter_mut().zip(parts).for_each(|(all, part)| all.extend(part)),
        }
    }
    if found.is_empty() {
        found = made.iter().map(|_| Part::Numbers(Vec::new())).collect();
    }
    (made.iter().zip(found)).map(|(make, part)| part.tensor(make, ndim)).collect()
}

/// The elements of a real or complex tensor.
fn numbers_of(x: &Tensor) -> Result<Vec<c64>> {
    let wide = super::grad_mode::with(false, || super::run(Op::Cast(DType::Complex128), &[Arg::Tensor(x)]))?;
    let parts = wide.alias_as(wide.layout().view(&View::AsReal)?, DType::Float64).to_vec::<f64>()?;
    Ok(parts.chunks_exact(2).map(|part| c64::new(part[0], part[1])).collect())
}

impl Part {
    fn extend(&mut self, other: Part) {
        match (self, other) {
            (Part::Numbers(all), Part::Numbers(more)) => all.extend(more),
            (Part::Pivots(all), Part::Pivots(more)) => all.extend(more),
            _ => {}
        }
    }
    fn tensor(self, make: &Make, ndim: usize) -> Result<Tensor> {
        let numbers = match self {
            Part::Numbers(numbers) => numbers,
            Part::Pivots(pivots) => {
                return super::from_bytes(bytemuck::cast_slice(&pivots), &make.shape, make.dtype, make.device);
            }
        };
        let wide =
            Make { dtype: if make.dtype.is_complex() { DType::Complex128 } else { DType::Float64 }, ..make.clone() };
        let parts: Vec<f64> = match make.dtype.is_complex() {
            true => numbers.iter().flat_map(|x| [x.re, x.im]).collect(),
            false => numbers.iter().map(|x| x.re).collect(),
        };
        let bytes = bytemuck::cast_slice(&parts);
        let tensor = match make.shape.len() == ndim {
            true => by_columns(bytes, &wide)?,
            false => super::from_bytes(bytes, &wide.shape, wide.dtype, wide.device)?,
        };
        match wide.dtype == make.dtype {
            true => Ok(tensor),
            false => super::run(Op::Cast(make.dtype), &[Arg::Tensor(&tensor)]),
        }
    }
}

fn columns_of(matrix: MatRef<'_, c64>) -> Part {
    let (rows, columns) = (matrix.nrows(), matrix.ncols());
    Part::Numbers((0..columns).flat_map(|j| (0..rows).map(move |i| matrix[(i, j)])).collect())
}

fn reals(values: impl Iterator<Item = f64>) -> Part {
    Part::Numbers(values.map(|x| c64::new(x, 0.0)).collect())
}

fn identity(n: usize) -> Mat<c64> {
    Mat::from_fn(n, n, |i, j| if i == j { ONE } else { ZERO })
}

fn finite(a: &Mat<c64>) -> bool {
    (0..a.ncols()).all(|j| (0..a.nrows()).all(|i| a[(i, j)].is_finite()))
}

fn one(function: Linalg, operands: &[Mat<c64>], real: bool) -> Parts {
    let a = &operands[0];
    let rows = a.nrows();
    Ok(match function {
        Linalg::Cholesky { upper } => vec![columns_of(cholesky(a, upper)?.as_ref())],
        Linalg::Qr { complete } => {
            let (q, r) = qr(a, complete);
            vec![columns_of(q.as_ref()), columns_of(r.as_ref())]
        }
        Linalg::Svd { full } => svd(a, full)?,
        Linalg::Eigh { upper } => eigh(a, upper)?,
        Linalg::Eig => eig(a, real)?,
        Linalg::Lu => {
            let (lu, exchanges) = lu(a);
            vec![columns_of(lu.as_ref()), Part::Pivots(exchanges.iter().map(|&row| row as i32 + 1).collect())]
        }
        Linalg::Det => {
            let (lu, exchanges) = lu(a);
            let product = (0..rows).fold(sign_of(&exchanges), |product, i| product * lu[(i, i)]);
            vec![Part::Numbers(vec![product])]
        }
        Linalg::Slogdet => {
            let (lu, exchanges) = lu(a);
            let pivots = (0..rows).map(|i| lu[(i, i)]);
            let direction = |x: c64| if x == ZERO { ZERO } else { x / x.norm() };
            let sign = pivots.clone().fold(sign_of(&exchanges), |sign, pivot| sign * direction(pivot));
            vec![Part::Numbers(vec![sign]), reals(std::iter::once(pivots.map(|pivot| pivot.norm().ln()).sum()))]
        }
        Linalg::Inv => vec![columns_of(solve(a, identity(rows))?.as_ref())],
        Linalg::Solve => vec![columns_of(solve(a, operands[1].clone())?.as_ref())],
        Linalg::SolveTriangular { upper, unit } => {
            let mut x = operands[1].clone();
            solve_triangle(a, &mut x, upper, unit);
            vec![columns_of(x.as_ref())]
        }
        // These support real matrices only.
        Linalg::LdlFactor | Linalg::LdlSolve => Vec::new(),
    })
}

/// L with A = L Lᴴ, or U with A = Uᴴ U.
fn cholesky(a: &Mat<c64>, upper: bool) -> std::result::Result<Mat<c64>, Failure> {
    let n = a.nrows();
    let read = |i: usize, j: usize| if upper { a[(j, i)].conj() } else { a[(i, j)] };
    let mut lower = Mat::<c64>::zeros(n, n);
    for j in 0..n {
        let rest = (0..j).fold(read(j, j).re, |rest, k| rest - lower[(j, k)].norm_sqr());
        if rest.is_nan() || rest <= 0.0 {
            return Err(Failure::NotPositiveDefinite(j + 1));
        }
        let diagonal = rest.sqrt();
        lower[(j, j)] = c64::new(diagonal, 0.0);
        for i in j + 1..n {
            let rest = (0..j).fold(read(i, j), |rest, k| rest - lower[(i, k)] * lower[(j, k)].conj());
            lower[(i, j)] = rest / diagonal;
        }
    }
    Ok(if upper { lower.adjoint().to_owned() } else { lower })
}

/// Householder reflections as in LAPACK's `zlarfg`, so that the diagonal of R is real.
fn qr(a: &Mat<c64>, complete: bool) -> (Mat<c64>, Mat<c64>) {
    let (rows, columns) = (a.nrows(), a.ncols());
    let least = rows.min(columns);
    let mut r = a.clone();
    let mut reflections = Vec::with_capacity(least);
    for k in 0..least {
        let alpha = r[(k, k)];
        let below: f64 = (k + 1..rows).map(|i| r[(i, k)].norm_sqr()).sum();
        if below == 0.0 && alpha.im == 0.0 {
            reflections.push((ZERO, Vec::new()));
            continue;
        }
        let beta = -(below + alpha.norm_sqr()).sqrt().copysign(alpha.re);
        let tau = c64::new((beta - alpha.re) / beta, -alpha.im / beta);
        let v: Vec<c64> = (k..rows).map(|i| if i == k { ONE } else { r[(i, k)] / (alpha - beta) }).collect();
        reflect(&mut r, &v, tau.conj(), k, k);
        reflections.push((tau, v));
    }
    let inner = if complete { rows } else { least };
    let mut q = Mat::from_fn(rows, inner, |i, j| if i == j { ONE } else { ZERO });
    for (k, (tau, v)) in reflections.iter().enumerate().rev() {
        reflect(&mut q, v, *tau, k, 0);
    }
    let upper = Mat::from_fn(inner, columns, |i, j| if i <= j { r[(i, j)] } else { ZERO });
    (q, upper)
}

/// x = (1 - tau v vᴴ) x, on rows from `first` and columns from `start`.
fn reflect(x: &mut Mat<c64>, v: &[c64], tau: c64, first: usize, start: usize) {
    for j in start..x.ncols() {
        let along = v.iter().enumerate().fold(ZERO, |sum, (i, v)| sum + v.conj() * x[(first + i, j)]);
        v.iter().enumerate().for_each(|(i, v)| x[(first + i, j)] -= tau * v * along);
    }
}

fn svd(a: &Mat<c64>, full: bool) -> Parts {
    if !finite(a) {
        return Err(Failure::NotFinite);
    }
    let (rows, columns) = (a.nrows(), a.ncols());
    if rows == 0 || columns == 0 {
        let side = |n: usize| columns_of(if full { identity(n) } else { Mat::zeros(n, 0) }.as_ref());
        return Ok(vec![side(rows), Part::Numbers(Vec::new()), side(columns)]);
    }
    let largest =
        a.col_iter().flat_map(|column| column.iter()).fold(0.0, |most: f64, x| most.max(x.re.abs()).max(x.im.abs()));
    let (factor, back) = rescaling(largest, 458).unwrap_or((1.0, 1.0));
    let scaled = Mat::from_fn(rows, columns, |i, j| c64::new(a[(i, j)].re * factor, a[(i, j)].im * factor));
    let found = if full { scaled.svd() } else { scaled.thin_svd() }.map_err(|_| Failure::NotConverged)?;
    let values = found.S().column_vector();
    let sizes = (0..rows.min(columns)).map(|i| values[i].re * back);
    Ok(vec![columns_of(found.U()), reals(sizes), columns_of(found.V().adjoint().to_owned().as_ref())])
}

/// The first element of each vector is real, as after LAPACK's reduction to a real tridiagonal matrix.
fn eigh(a: &Mat<c64>, upper: bool) -> Parts {
    let n = a.nrows();
    if !finite(a) {
        let nothing = |n: usize| Part::Numbers(vec![c64::new(f64::NAN, f64::NAN); n]);
        return Ok(vec![nothing(n), nothing(n * n)]);
    }
    if n == 0 {
        return Ok(vec![Part::Numbers(Vec::new()), Part::Numbers(Vec::new())]);
    }
    let side = if upper { Side::Upper } else { Side::Lower };
    let found = a.self_adjoint_eigen(side).map_err(|_| Failure::NotConverged)?;
    let values = found.S().column_vector();
    let turned = Mat::from_fn(n, n, |i, j| found.U()[(i, j)] / phase(found.U()[(0, j)]));
    Ok(vec![reals((0..n).map(|i| values[i].re)), columns_of(turned.as_ref())])
}

/// The phase to divide a number by to make it real, with the sign of its real part.
fn phase(x: c64) -> c64 {
    match x.norm() {
        0.0 => ONE,
        size => (x / size) * if x.re < 0.0 { -1.0 } else { 1.0 },
    }
}

/// Eigenvectors with norm 1 and a real largest element, as in LAPACK's `geev`.
fn eig(a: &Mat<c64>, real: bool) -> Parts {
    let n = a.nrows();
    if n == 0 {
        return Ok(vec![Part::Numbers(Vec::new()), Part::Numbers(Vec::new())]);
    }
    let found = match real {
        true => Eigen::new_from_real(Mat::from_fn(n, n, |i, j| a[(i, j)].re).as_ref()),
        false => a.eigen(),
    }
    .map_err(|_| Failure::NotConverged)?;
    let (values, vectors) = (found.S().column_vector(), found.U());
    let scale = |j: usize| {
        let size = (0..n).map(|i| vectors[(i, j)].norm_sqr()).sum::<f64>().sqrt();
        let larger = |best: usize, i: usize| if vectors[(i, j)].norm() > vectors[(best, j)].norm() { i } else { best };
        let largest = vectors[((1..n).fold(0, larger), j)];
        let keeps = real && values[j].im == 0.0;
        if keeps { c64::new(size, 0.0) } else { phase(largest) * size }
    };
    let scales: Vec<c64> = (0..n).map(scale).collect();
    // For a real matrix, the second vector of a conjugate pair is the conjugate of the first.
    let element = |i: usize, j: usize| match real && values[j].im < 0.0 && j > 0 {
        true => (vectors[(i, j - 1)] / scales[j - 1]).conj(),
        false => vectors[(i, j)] / scales[j],
    };
    let scaled = Mat::from_fn(n, n, element);
    Ok(vec![Part::Numbers((0..n).map(|i| values[i]).collect()), columns_of(scaled.as_ref())])
}

/// L and U in one matrix, and for each column the row exchanged with the diagonal's. The pivot has the largest |re| + |im|, as in
/// LAPACK's `izamax`.
fn lu(a: &Mat<c64>) -> (Mat<c64>, Vec<usize>) {
    eliminate(a.clone(), |x| x.re.abs() + x.im.abs())
}

fn sign_of(exchanges: &[usize]) -> c64 {
    let count = exchanges.iter().enumerate().filter(|(k, row)| k != *row).count();
    if count % 2 == 1 { -ONE } else { ONE }
}

fn solve(a: &Mat<c64>, mut b: Mat<c64>) -> std::result::Result<Mat<c64>, Failure> {
    let (lu, swaps) = lu(a);
    if let Some(zero) = (0..a.nrows()).find(|&i| lu[(i, i)] == ZERO) {
        return Err(Failure::Singular(zero + 1));
    }
    swaps.iter().enumerate().for_each(|(k, &row)| swap_rows(&mut b, k, row));
    solve_triangle(&lu, &mut b, false, true);
    solve_triangle(&lu, &mut b, true, false);
    Ok(b)
}

fn solve_triangle(a: &Mat<c64>, x: &mut Mat<c64>, upper: bool, unit: bool) {
    let n = a.nrows();
    for j in 0..x.ncols() {
        for step in 0..n {
            let i = if upper { n - 1 - step } else { step };
            let known = if upper { i + 1..n } else { 0..i };
            let rest = known.fold(x[(i, j)], |rest, k| rest - a[(i, k)] * x[(k, j)]);
            x[(i, j)] = if unit { rest } else { rest / a[(i, i)] };
        }
    }
}
