//! Matrix functions on the host, with `faer`. A CUDA tensor's matrices are copied to the host and the results copied back.

use super::field::{Field, rescaling};
use crate::host::Elements;
use bytemuck::Pod;
use faer::{Mat, MatRef, Side};
use num_traits::Zero;
use std::ops::{DivAssign, Mul, SubAssign};
use tensorcell_tensor::linalg::Linalg;
use tensorcell_tensor::op::{ErrorKind, Result, View};
use tensorcell_tensor::{Arg, DType, Dims, Make, Op, Tensor, TensorError};

/// Runs a matrix function on every matrix of its operands. `made` describes the results.
pub fn run(function: Linalg, inputs: &[Arg], made: &[Make]) -> Result<Vec<Tensor>> {
    let operands: Vec<&Tensor> = inputs.iter().filter_map(|arg| arg.tensor()).collect();
    match operands[0].dtype() {
        DType::Float64 => batches::<f64>(function, &operands, made),
        DType::Float32 => batches::<f32>(function, &operands, made),
        // Half precision without elements.
        dtype => {
            let wide = |make: &Make| Make {
                dtype: if make.dtype == dtype { DType::Float32 } else { make.dtype },
                ..make.clone()
            };
            let made: Vec<Make> = made.iter().map(wide).collect();
            let cast = |x: Tensor| match x.dtype() {
                DType::Float32 => super::run(Op::Cast(dtype), &[Arg::Tensor(&x)]),
                _ => Ok(x),
            };
            batches::<f32>(function, &operands, &made)?.into_iter().map(cast).collect()
        }
    }
}

/// One output of a matrix function. Matrices are column-major.
enum Part<T> {
    Numbers(Vec<T>),
    Pivots(Vec<i32>),
}

fn batches<T: Field>(function: Linalg, operands: &[&Tensor], made: &[Make]) -> Result<Vec<Tensor>> {
    let elements: Vec<Vec<T>> = operands.iter().map(|x| x.to_vec::<T>()).collect::<Result<_>>()?;
    let sizes: Vec<(usize, usize)> =
        operands.iter().map(|x| (x.shape()[x.dim() - 2], x.shape()[x.dim() - 1])).collect();
    let count: usize = operands[0].shape()[..operands[0].dim() - 2].iter().product();
    let batched = operands[0].dim() > 2;
    // As in PyTorch, a row-major matrix is factored as its transpose, which is column-major.
    let by_rows = operands[0].is_contiguous();
    let mut bytes: Vec<Vec<u8>> = made.iter().map(|_| Vec::new()).collect();
    for at in 0..count {
        let matrices: Vec<Mat<T>> = (elements.iter().zip(&sizes))
            .map(|(all, &(rows, columns))| {
                let own = &all[at * rows * columns..(at + 1) * rows * columns];
                Mat::from_fn(rows, columns, |i, j| own[i * columns + j])
            })
            .collect();
        let parts =
            one(function, &matrices, by_rows).map_err(|failure| explain(function, failure, batched.then_some(at)))?;
        for (bytes, part) in bytes.iter_mut().zip(parts) {
            match part {
                Part::Numbers(numbers) => append(bytes, &numbers),
                Part::Pivots(pivots) => append(bytes, &pivots),
            }
        }
    }
    let ndim = operands[0].dim();
    (made.iter().zip(bytes))
        .map(|(make, bytes)| match make.shape.len() == ndim {
            true => by_columns(&bytes, make),
            false => super::from_bytes(&bytes, &make.shape, make.dtype, make.device),
        })
        .collect()
}

/// A tensor of column-major matrices, like LAPACK's.
pub(super) fn by_columns(bytes: &[u8], make: &Make) -> Result<Tensor> {
    let (mut shape, mut order) = (make.shape.clone(), (0..make.shape.len()).collect::<Dims>());
    let last = shape.len() - 1;
    shape.swap(last - 1, last);
    order.swap(last - 1, last);
    let turned = super::from_bytes(bytes, &shape, make.dtype, make.device)?;
    Ok(turned.alias(turned.layout().view(&View::Permute(order))?))
}

fn append<U: Pod>(bytes: &mut Vec<u8>, elements: &[U]) {
    bytes.extend_from_slice(bytemuck::cast_slice(elements));
}

/// Why a matrix function failed. Orders count from 1.
pub(super) enum Failure {
    Singular(usize),
    NotPositiveDefinite(usize),
    NotFinite,
    NotConverged,
}

pub(super) fn explain(function: Linalg, failure: Failure, batch: Option<usize>) -> TensorError {
    let place = batch.map_or_else(String::new, |at| format!("(Batch element {at}): "));
    let title = function.title();
    let text = match (failure, function) {
        (Failure::Singular(_), Linalg::Solve) => {
            format!("torch.linalg.solve: {place}The solver failed because the input matrix is singular.")
        }
        (Failure::Singular(order), _) => format!(
            "{title}: {place}The diagonal element {order} is zero, the inversion could not be completed because the input \
             matrix is singular."
        ),
        (Failure::NotPositiveDefinite(order), _) => format!(
            "{title}: {place}The factorization could not be completed because the input is not positive-definite (the \
             leading minor of order {order} is not positive-definite)."
        ),
        (Failure::NotFinite, _) => format!(
            "{title}: {place}The algorithm failed to converge because the input matrix contained non-finite values."
        ),
        (Failure::NotConverged, _) => format!(
            "{title}: {place}The algorithm failed to converge because the input matrix is ill-conditioned or has too many \
             repeated singular values."
        ),
    };
    TensorError::new(ErrorKind::LinAlg, text)
}

fn columns_of<T: Field>(matrix: MatRef<'_, T>) -> Part<T> {
    let (rows, columns) = (matrix.nrows(), matrix.ncols());
    Part::Numbers((0..columns).flat_map(|j| (0..rows).map(move |i| matrix[(i, j)])).collect())
}

fn one<T: Field>(function: Linalg, operands: &[Mat<T>], by_rows: bool) -> std::result::Result<Vec<Part<T>>, Failure> {
    let a = &operands[0];
    let (rows, columns) = (a.nrows(), a.ncols());
    let identity = || unit::<T>(rows, rows);
    if let Some(parts) = of_empty(function, rows, columns) {
        return Ok(parts);
    }
    Ok(match function {
        Linalg::Cholesky { upper } => {
            let lower = cholesky(a, upper)?;
            vec![columns_of(if upper { lower.transpose() } else { lower.as_ref() })]
        }
        Linalg::Qr { complete } => {
            let qr = a.qr();
            match complete {
                true => vec![columns_of(qr.compute_Q().as_ref()), columns_of(upper_part(qr.R(), rows).as_ref())],
                false => vec![
                    columns_of(qr.compute_thin_Q().as_ref()),
                    columns_of(upper_part(qr.thin_R(), rows.min(columns)).as_ref()),
                ],
            }
        }
        Linalg::Svd { full } => svd(a, full)?,
        Linalg::Eigh { upper } => {
            if !finite(a) {
                let nothing = |n: usize| Part::Numbers(vec![T::nan(); n]);
                return Ok(vec![nothing(rows), nothing(rows * rows)]);
            }
            if rows == 2 {
                let wide = |i: usize, j: usize| num_traits::ToPrimitive::to_f64(&a[(i, j)]).unwrap_or(f64::NAN);
                let off_diagonal = if upper { wide(0, 1) } else { wide(1, 0) };
                let (values, vectors) = super::two_by_two::eigh(wide(0, 0), off_diagonal, wide(1, 1));
                return Ok(vec![numbers(&values), by_columns_of(&vectors)]);
            }
            let side = if upper { Side::Upper } else { Side::Lower };
            let found = a.self_adjoint_eigen(side).map_err(|_| Failure::NotConverged)?;
            let values = (0..rows).map(|i| found.S().column_vector()[i]).collect();
            vec![Part::Numbers(values), columns_of(found.U())]
        }
        // `complex_linalg` handles real matrices, too.
        Linalg::Eig => return Err(Failure::NotConverged),
        Linalg::Lu => {
            let (lu, exchanges) = lu(a);
            vec![columns_of(lu.as_ref()), Part::Pivots(exchanges.iter().map(|&row| row as i32 + 1).collect())]
        }
        Linalg::LdlFactor => {
            let (ld, pivots) = super::ldl::factor(a);
            vec![columns_of(ld.as_ref()), Part::Pivots(pivots)]
        }
        Linalg::LdlSolve => {
            let pivots: Vec<i32> =
                (0..rows).map(|i| num_traits::ToPrimitive::to_i32(&operands[1][(i, 0)]).unwrap_or(0)).collect();
            vec![columns_of(super::ldl::solve(a, &pivots, operands[2].clone()).as_ref())]
        }
        Linalg::Det => {
            let (lu, exchanges) = lu(&transposed_if(a, by_rows));
            let product = (0..rows).fold(T::one(), |product, i| product * lu[(i, i)]);
            vec![Part::Numbers(vec![if odd(&exchanges) { -product } else { product }])]
        }
        Linalg::Slogdet => {
            let (lu, exchanges) = lu(&transposed_if(a, by_rows));
            let mut sign = if odd(&exchanges) { -T::one() } else { T::one() };
            let mut log = T::zero();
            for i in 0..rows {
                let pivot = lu[(i, i)];
                if pivot < T::zero() {
                    sign = -sign;
                } else if pivot == T::zero() {
                    sign = T::zero();
                }
                log += pivot.abs().ln();
            }
            vec![Part::Numbers(vec![sign]), Part::Numbers(vec![log])]
        }
        Linalg::Inv => vec![columns_of(solve(a, identity(), by_rows)?.as_ref())],
        Linalg::Solve => vec![columns_of(solve(a, operands[1].clone(), by_rows)?.as_ref())],
        Linalg::SolveTriangular { upper, unit } => {
            let mut x = operands[1].clone();
            debug_assert_eq!(rows, columns);
            match (upper, unit) {
                (false, false) => a.as_ref().solve_lower_triangular_in_place(x.as_mut()),
                (false, true) => a.as_ref().solve_unit_lower_triangular_in_place(x.as_mut()),
                (true, false) => a.as_ref().solve_upper_triangular_in_place(x.as_mut()),
                (true, true) => a.as_ref().solve_unit_upper_triangular_in_place(x.as_mut()),
            }
            vec![columns_of(x.as_ref())]
        }
    })
}

/// Converts numbers to the matrices' dtype.
fn numbers<T: Field>(numbers: &[f64]) -> Part<T> {
    Part::Numbers(numbers.iter().map(|&x| <T as num_traits::NumCast>::from(x).unwrap_or_else(T::nan)).collect())
}

fn by_columns_of<T: Field>([[a, b], [c, d]]: &[[f64; 2]; 2]) -> Part<T> {
    numbers(&[*a, *c, *b, *d])
}

fn finite<T: Field>(a: &Mat<T>) -> bool {
    (0..a.ncols()).all(|j| (0..a.nrows()).all(|i| num_traits::Float::is_finite(a[(i, j)])))
}

fn unit<T: Field>(rows: usize, columns: usize) -> Mat<T> {
    Mat::from_fn(rows, columns, |i, j| if i == j { T::one() } else { T::zero() })
}

/// The factors of a matrix without elements; `None` for other matrices.
fn of_empty<T: Field>(function: Linalg, rows: usize, columns: usize) -> Option<Vec<Part<T>>> {
    if rows > 0 && columns > 0 {
        return None;
    }
    let nothing = || Part::Numbers(Vec::new());
    match function {
        Linalg::Qr { complete } => {
            let inner = if complete { rows } else { 0 };
            Some(vec![columns_of(unit(rows, inner).as_ref()), nothing()])
        }
        Linalg::Svd { full: false } => Some(vec![nothing(), nothing(), nothing()]),
        Linalg::Svd { full: true } => {
            Some(vec![columns_of(unit(rows, rows).as_ref()), nothing(), columns_of(unit(columns, columns).as_ref())])
        }
        Linalg::Eigh { .. } => Some(vec![nothing(), nothing()]),
        _ => None,
    }
}

/// The upper triangle, with zero rows below up to `rows`.
fn upper_part<T: Field>(a: MatRef<'_, T>, rows: usize) -> Mat<T> {
    Mat::from_fn(rows, a.ncols(), |i, j| if i <= j && i < a.nrows() { a[(i, j)] } else { T::zero() })
}

/// The lower factor. A failure names the first leading minor that is not positive.
fn cholesky<T: Field>(a: &Mat<T>, upper: bool) -> std::result::Result<Mat<T>, Failure> {
    let n = a.nrows();
    let read = |i: usize, j: usize| if upper { a[(j, i)] } else { a[(i, j)] };
    if n >= LARGE {
        let side = if upper { Side::Upper } else { Side::Lower };
        if let Ok(factor) = a.llt(side) {
            return Ok(Mat::from_fn(n, n, |i, j| if i >= j { factor.L()[(i, j)] } else { T::zero() }));
        }
    }
    let mut lower = Mat::<T>::zeros(n, n);
    for j in 0..n {
        let rest = (0..j).fold(read(j, j), |rest, k| rest - lower[(j, k)] * lower[(j, k)]);
        if rest.is_nan() || rest <= T::zero() {
            return Err(Failure::NotPositiveDefinite(j + 1));
        }
        let diagonal = num_traits::Float::sqrt(rest);
        lower[(j, j)] = diagonal;
        for i in j + 1..n {
            let rest = (0..j).fold(read(i, j), |rest, k| rest - lower[(i, k)] * lower[(j, k)]);
            lower[(i, j)] = rest / diagonal;
        }
    }
    Ok(lower)
}

fn svd<T: Field>(a: &Mat<T>, full: bool) -> std::result::Result<Vec<Part<T>>, Failure> {
    if !finite(a) {
        return Err(Failure::NotFinite);
    }
    if (a.nrows(), a.ncols()) == (2, 2) {
        let wide = |i: usize, j: usize| num_traits::ToPrimitive::to_f64(&a[(i, j)]).unwrap_or(f64::NAN);
        let (u, s, vt) = super::two_by_two::svd([[wide(0, 0), wide(0, 1)], [wide(1, 0), wide(1, 1)]]);
        return Ok(vec![by_columns_of(&u), numbers(&s), by_columns_of(&vt)]);
    }
    let largest =
        a.col_iter().flat_map(|column| column.iter()).fold(T::zero(), |most, &x| most.max(num_traits::Float::abs(x)));
    let bound = if size_of::<T>() == 4 { 39 } else { 458 };
    let of = |x: f64| <T as num_traits::NumCast>::from(x).unwrap_or_else(T::nan);
    let (factor, back) =
        rescaling(num_traits::ToPrimitive::to_f64(&largest).unwrap_or(f64::NAN), bound).unwrap_or((1.0, 1.0));
    let scaled = Mat::from_fn(a.nrows(), a.ncols(), |i, j| a[(i, j)] * of(factor));
    let found = if full { scaled.svd() } else { scaled.thin_svd() }.map_err(|_| Failure::NotConverged)?;
    let least = a.nrows().min(a.ncols());
    let values = (0..least).map(|i| found.S().column_vector()[i] * of(back)).collect();
    Ok(vec![columns_of(found.U()), Part::Numbers(values), columns_of(found.V().transpose())])
}

/// Order from which blocked algorithms pay.
const LARGE: usize = 48;

/// L and U in one matrix, and for each column the row that was exchanged with the diagonal's.
fn lu<T: Field>(a: &Mat<T>) -> (Mat<T>, Vec<usize>) {
    let (rows, columns) = (a.nrows(), a.ncols());
    if rows == columns && rows >= LARGE && finite(a) {
        let found = a.partial_piv_lu();
        let (l, u) = (found.L(), found.U());
        // A zero pivot invalidates the rest of the blocked result. The plain algorithm continues past it.
        if (0..rows).all(|i| num_traits::Float::is_finite(u[(i, i)]) && u[(i, i)] != T::zero()) {
            let both = Mat::from_fn(rows, rows, |i, j| if i > j { l[(i, j)] } else { u[(i, j)] });
            return (both, exchanges(found.P().arrays().0));
        }
    }
    eliminate(a.clone(), |x| x.abs())
}

/// L and U by plain elimination. Each pivot has the largest `size` in its column.
pub(super) fn eliminate<T, S>(mut lu: Mat<T>, size: impl Fn(T) -> S) -> (Mat<T>, Vec<usize>)
where
    T: Copy + PartialEq + Zero + Mul<Output = T> + DivAssign + SubAssign,
    S: PartialOrd,
{
    let (rows, columns) = (lu.nrows(), lu.ncols());
    let mut swaps = Vec::with_capacity(rows.min(columns));
    for k in 0..rows.min(columns) {
        let larger = |best: usize, i: usize| if size(lu[(i, k)]) > size(lu[(best, k)]) { i } else { best };
        let pivot = (k + 1..rows).fold(k, larger);
        swaps.push(pivot);
        swap_rows(&mut lu, k, pivot);
        let diagonal = lu[(k, k)];
        if diagonal == T::zero() {
            continue;
        }
        for i in k + 1..rows {
            lu[(i, k)] /= diagonal;
        }
        for j in k + 1..columns {
            let above = lu[(k, j)];
            for i in k + 1..rows {
                let left = lu[(i, k)];
                lu[(i, j)] -= left * above;
            }
        }
    }
    (lu, swaps)
}

/// A permutation as a sequence of exchanges, in LAPACK's format.
fn exchanges(order: &[usize]) -> Vec<usize> {
    let mut now: Vec<usize> = (0..order.len()).collect();
    let mut swaps = Vec::with_capacity(order.len());
    for (k, wanted) in order.iter().enumerate() {
        let at = now.iter().position(|row| row == wanted).unwrap_or(k);
        now.swap(k, at);
        swaps.push(at);
    }
    swaps
}

fn odd(exchanges: &[usize]) -> bool {
    exchanges.iter().enumerate().filter(|(k, row)| k != *row).count() % 2 == 1
}

fn transposed_if<T: Field>(a: &Mat<T>, by_rows: bool) -> Mat<T> {
    if by_rows { a.transpose().to_owned() } else { a.clone() }
}

pub(super) fn swap_rows<T: Copy>(b: &mut Mat<T>, first: usize, second: usize) {
    for j in 0..b.ncols() {
        let held = b[(first, j)];
        b[(first, j)] = b[(second, j)];
        b[(second, j)] = held;
    }
}

/// Solves with P L U of A or, with `by_rows`, of Aᵀ, where A = Uᵀ Lᵀ Pᵀ.
fn solve<T: Field>(a: &Mat<T>, mut b: Mat<T>, by_rows: bool) -> std::result::Result<Mat<T>, Failure> {
    let (lu, swaps) = lu(&transposed_if(a, by_rows));
    if let Some(zero) = (0..a.nrows()).find(|&i| lu[(i, i)] == T::zero()) {
        return Err(Failure::Singular(zero + 1));
    }
    let swaps = swaps.iter().copied().enumerate().filter(|(k, row)| k != row);
    if by_rows {
        lu.transpose().solve_lower_triangular_in_place(b.as_mut());
        lu.transpose().solve_unit_upper_triangular_in_place(b.as_mut());
        swaps.rev().for_each(|(k, row)| swap_rows(&mut b, k, row));
    } else {
        swaps.for_each(|(k, row)| swap_rows(&mut b, k, row));
        lu.as_ref().solve_unit_lower_triangular_in_place(b.as_mut());
        lu.as_ref().solve_upper_triangular_in_place(b.as_mut());
    }
    Ok(b)
}

/// The matrices P with A = P L U, from LAPACK's exchanges.
pub(super) fn permutation(pivots: &Tensor, n: usize, dtype: DType) -> Result<Tensor> {
    let swaps = pivots.to_vec::<i64>()?;
    let each = pivots.shape()[pivots.dim() - 1];
    let mut shape: Dims = pivots.shape()[..pivots.dim() - 1].into();
    let count: usize = shape.iter().product();
    shape.extend([n, n]);
    let mut elements = vec![0.0f64; count * n * n];
    for at in 0..count {
        let mut order: Vec<usize> = (0..n).collect();
        for (k, &row) in swaps[at * each..(at + 1) * each].iter().enumerate() {
            let row = row.checked_sub(1).and_then(|row| usize::try_from(row).ok()).filter(|&row| row < n).ok_or_else(
                || TensorError::runtime(format!("pivots given to lu_solve or lu_unpack must be in range [1, {n}]")),
            )?;
            order.swap(k, row);
        }
        order.iter().enumerate().for_each(|(j, &i)| elements[at * n * n + i * n + j] = 1.0);
    }
    let whole = Tensor::from_slice(&elements, &shape, pivots.device())?;
    match dtype {
        DType::Float64 => Ok(whole),
        dtype => super::run(Op::Cast(dtype), &[Arg::Tensor(&whole)]),
    }
}
