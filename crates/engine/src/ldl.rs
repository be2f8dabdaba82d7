//! Symmetric indefinite matrices: the Bunch-Kaufman factorisation and its solver, as in LAPACK's `sytf2` and `sytrs` for the lower
//! triangle.

use super::field::Field;
use faer::Mat;

fn swap<T: Field>(a: &mut Mat<T>, first: (usize, usize), second: (usize, usize)) {
    let held = a[first];
    a[first] = a[second];
    a[second] = held;
}

/// The row and magnitude of the largest element of a column, from a row on.
fn largest<T: Field>(a: &Mat<T>, from: usize, column: usize) -> (usize, T) {
    (from..a.nrows()).fold((from, T::zero()), |best, i| match a[(i, column)].abs() {
        size if size > best.1 => (i, size),
        _ => best,
    })
}

/// Returns L and D in one matrix with zeros above, and the pivots: k + 1 for the row exchanged with a 1x1 block, -(k + 1) for a 2x2
/// block.
pub(super) fn factor<T: Field>(symmetric: &Mat<T>) -> (Mat<T>, Vec<i32>) {
    let n = symmetric.nrows();
    let mut a = Mat::from_fn(n, n, |i, j| if i >= j { symmetric[(i, j)] } else { T::zero() });
    let mut pivots = vec![0; n];
    // Bounds the growth of elements: (1 + sqrt 17) / 8.
    let alpha = <T as num_traits::NumCast>::from(0.640_388_203_202_207_6).unwrap_or_else(T::one);
    let mut k = 0;
    while k < n {
        let diagonal = a[(k, k)].abs();
        let (row, size) = largest(&a, k + 1, k);
        let (mut step, mut pivot) = (1, k);
        if diagonal < alpha * size {
            let wider = |best: T, size: T| if size > best { size } else { best };
            let across = (k..row).fold(T::zero(), |best, j| wider(best, a[(row, j)].abs()));
            let all = wider(across, largest(&a, row + 1, row).1);
            if diagonal < alpha * size * (size / all) {
                pivot = row;
                step = if a[(row, row)].abs() >= alpha * all { 1 } else { 2 };
            }
        }
        let with = k + step - 1;
        if pivot != with {
            (pivot + 1..n).for_each(|i| swap(&mut a, (i, with), (i, pivot)));
            (with + 1..pivot).for_each(|i| swap(&mut a, (i, with), (pivot, i)));
            swap(&mut a, (with, with), (pivot, pivot));
            if step == 2 {
                swap(&mut a, (k + 1, k), (pivot, k));
            }
        }
        let place = pivot as i32 + 1;
        if step == 1 {
            pivots[k] = place;
            if a[(k, k)] != T::zero() {
                eliminate_one(&mut a, k);
            }
        } else {
            (pivots[k], pivots[k + 1]) = (-place, -place);
            eliminate_two(&mut a, k);
        }
        k += step;
    }
    (a, pivots)
}

fn eliminate_one<T: Field>(a: &mut Mat<T>, k: usize) {
    let (n, inverse) = (a.nrows(), T::one() / a[(k, k)]);
    for j in k + 1..n {
        let factor = a[(j, k)] * inverse;
        for i in j..n {
            let left = a[(i, k)];
            a[(i, j)] -= left * factor;
        }
    }
    (k + 1..n).for_each(|i| a[(i, k)] *= inverse);
}

fn eliminate_two<T: Field>(a: &mut Mat<T>, k: usize) {
    let n = a.nrows();
    let between = a[(k + 1, k)];
    let (first, second) = (a[(k + 1, k + 1)] / between, a[(k, k)] / between);
    let scale = T::one() / (first * second - T::one()) / between;
    for j in k + 2..n {
        let left = scale * (first * a[(j, k)] - a[(j, k + 1)]);
        let right = scale * (second * a[(j, k + 1)] - a[(j, k)]);
        for i in j..n {
            let change = a[(i, k)] * left + a[(i, k + 1)] * right;
            a[(i, j)] -= change;
        }
        (a[(j, k)], a[(j, k + 1)]) = (left, right);
    }
}

/// Solves A X = B: L D Y = B from the top, Lᵀ X = Y from the bottom, with the row exchanges.
pub(super) fn solve<T: Field>(ld: &Mat<T>, pivots: &[i32], mut b: Mat<T>) -> Mat<T> {
    let (n, width) = (ld.nrows(), b.ncols());
    let row_of = |k: usize| (pivots[k].unsigned_abs() as usize).clamp(1, n) - 1;
    let exchange = |b: &mut Mat<T>, k: usize, row: usize| (0..width).for_each(|j| swap(b, (k, j), (row, j)));
    let mut k = 0;
    while k < n {
        let two = pivots[k] < 0 && k + 1 < n;
        let end = k + usize::from(two);
        exchange(&mut b, end, row_of(k));
        for column in k..=end {
            for i in end + 1..n {
                for j in 0..width {
                    let change = ld[(i, column)] * b[(column, j)];
                    b[(i, j)] -= change;
                }
            }
        }
        for j in 0..width {
            if two {
                let between = ld[(end, k)];
                let (first, second) = (ld[(k, k)] / between, ld[(end, end)] / between);
                let (above, below) = (b[(k, j)] / between, b[(end, j)] / between);
                let determinant = first * second - T::one();
                b[(k, j)] = (second * above - below) / determinant;
                b[(end, j)] = (first * below - above) / determinant;
            } else {
                b[(k, j)] /= ld[(k, k)];
            }
        }
        k = end + 1;
    }
    let mut end = n;
    while end > 0 {
        let k = end - 1;
        let two = pivots[k] < 0 && k > 0;
        let first = if two { k - 1 } else { k };
        for column in first..=k {
            for j in 0..width {
                let change = (end..n).fold(T::zero(), |sum, i| sum + ld[(i, column)] * b[(i, j)]);
                b[(column, j)] -= change;
            }
        }
        exchange(&mut b, k, row_of(k));
        end = first;
    }
    b
}
