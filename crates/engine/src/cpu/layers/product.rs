//! Matrix products over slices, out (+)= a @ b, for layers that are lowered to them.

use gemm::Parallelism;

/// A matrix in a slice, with row and column strides.
#[derive(Clone, Copy)]
pub struct View<'a, T> {
    pub data: &'a [T],
    pub row: usize,
    pub column: usize,
}

impl<'a, T> View<'a, T> {
    /// Rows that are `row` elements apart.
    pub fn rows(data: &'a [T], row: usize) -> View<'a, T> {
        View { data, row, column: 1 }
    }
    pub fn transposed(self) -> View<'a, T> {
        View { data: self.data, row: self.column, column: self.row }
    }
    fn holds(&self, rows: usize, columns: usize) -> bool {
        rows == 0 || columns == 0 || (rows - 1) * self.row + (columns - 1) * self.column < self.data.len()
    }
}

/// The sizes of a product: (`rows`, `inner`) @ (`inner`, `columns`).
#[derive(Clone, Copy)]
pub struct Sizes {
    pub rows: usize,
    pub inner: usize,
    pub columns: usize,
}

pub trait Product: Copy + Sized {
    /// out = a @ b, added to `out` if `add`. `out` has rows `row` apart. With `threads`, all threads share the work.
    fn product(sizes: Sizes, a: View<Self>, b: View<Self>, out: &mut [Self], row: usize, add: bool, threads: bool);
}

macro_rules! product {
    ($t:ident) => {
        impl Product for $t {
            fn product(sizes: Sizes, a: View<$t>, b: View<$t>, out: &mut [$t], row: usize, add: bool, threads: bool) {
                let Sizes { rows, inner, columns } = sizes;
                assert!(a.holds(rows, inner) && b.holds(inner, columns), "a matrix is inside its slice");
                assert!(View::rows(out, row).holds(rows, columns), "the result is inside its slice");
                let parallelism = if threads { Parallelism::Rayon(0) } else { Parallelism::None };
                // SAFETY: the matrices are inside their slices, as checked above, and `out` is borrowed exclusively.
                unsafe {
                    gemm::gemm(
                        rows,
                        columns,
                        inner,
                        out.as_mut_ptr(),
                        1,
                        row as isize,
                        add,
                        a.data.as_ptr(),
                        a.column as isize,
                        a.row as isize,
                        b.data.as_ptr(),
                        b.column as isize,
                        b.row as isize,
                        1.0,
                        1.0,
                        false,
                        false,
                        false,
                        parallelism,
                    );
                }
            }
        }
    };
}
product!(f32);
product!(f64);
