//! Repeated products with one matrix. It is packed once into panels whose columns fit the vector registers, so that each product
//! reads it in order, without transposing or copying it.

use super::norm::Shared;
use crate::cpu::lane::{Level, level};
use rayon::prelude::*;

/// Columns per panel: two float32 vectors on AVX-512, four on AVX2.
pub const COLUMNS: usize = 32;

/// A matrix (outputs, inner) as panels of `COLUMNS` outputs, each in the order of `inner`.
pub struct Panels {
    data: Vec<f32>,
    inner: usize,
}

impl Panels {
    /// Returns `None` if the processor lacks the vector instructions or the outputs do not fill whole panels.
    pub fn new(matrix: &[f32], inner: usize) -> Option<Panels> {
        if level() == Level::Portable || inner == 0 || !matrix.len().is_multiple_of(inner * COLUMNS) {
            return None;
        }
        let mut data = vec![0.0; matrix.len()];
        for (panel, rows) in data.chunks_exact_mut(inner * COLUMNS).zip(matrix.chunks_exact(inner * COLUMNS)) {
            for (column, row) in rows.chunks_exact(inner).enumerate() {
                panel[column..].iter_mut().step_by(COLUMNS).zip(row).for_each(|(to, &from)| *to = from);
            }
        }
        Some(Panels { data, inner })
    }

    /// out = a @ matrixᵀ, added to `out` if `add`. Each thread has its own panels, which stay in its cache between products.
    /// `memory` is reused between calls.
    pub fn product(&self, a: &[f32], rows: usize, out: &mut [f32], add: bool, memory: &mut Vec<Vec<f32>>) {
        let panels = self.data.len() / (self.inner * COLUMNS);
        let (columns, parts) = (panels * COLUMNS, rayon::current_num_threads().min(panels));
        assert!(rows * columns <= out.len(), "the rows are inside the result");
        memory.resize_with(parts, Vec::new);
        let out = Shared::of(out);
        memory.par_iter_mut().enumerate().for_each(|(part, made)| {
            let own = part * panels / parts..(part + 1) * panels / parts;
            let (first, width) = (own.start * COLUMNS, own.len() * COLUMNS);
            made.resize(rows * width, 0.0);
            for (at, panel) in own.enumerate() {
                self.multiply(panel, a, rows, &mut made[at * COLUMNS..], width);
            }
            for (row, made) in made.chunks(width).enumerate() {
                // SAFETY: only this thread uses these columns.
                let to = unsafe { out.part(row * columns + first..row * columns + first + width) };
                match add {
                    true => to.iter_mut().zip(made).for_each(|(to, made)| *to += made),
                    false => to.copy_from_slice(made),
                }
            }
        });
    }

    /// out = a @ panel, which is stored transposed. `a` has `rows` rows, `inner` apart; `out` has rows `row` apart.
    pub fn multiply(&self, panel: usize, a: &[f32], rows: usize, out: &mut [f32], row: usize) {
        let size = self.inner * COLUMNS;
        let panel = &self.data[panel * size..][..size];
        assert!(
            rows * self.inner <= a.len() && rows.saturating_sub(1) * row + COLUMNS <= out.len(),
            "rows are inside their slices"
        );
        let mut done = 0;
        #[cfg(target_arch = "x86_64")]
        while done < rows {
            let (a, out) = (a[done * self.inner..].as_ptr(), out[done * row..].as_mut_ptr());
            // SAFETY: the processor supports these instructions; the rows are inside their slices, as checked above.
            done += unsafe {
                match (level(), rows - done) {
                    (Level::V4, 12..) => wide_tile::<12>(a, self.inner, panel, out, row),
                    (Level::V4, 8..) => wide_tile::<8>(a, self.inner, panel, out, row),
                    (Level::V4, 4..) => wide_tile::<4>(a, self.inner, panel, out, row),
                    (Level::V4, 2..) => wide_tile::<2>(a, self.inner, panel, out, row),
                    (Level::V4, _) => wide_tile::<1>(a, self.inner, panel, out, row),
                    (_, 6..) => tile::<6>(a, self.inner, panel, out, row),
                    (_, 4..) => tile::<4>(a, self.inner, panel, out, row),
                    (_, 2..) => tile::<2>(a, self.inner, panel, out, row),
                    _ => tile::<1>(a, self.inner, panel, out, row),
                }
            };
        }
        let _ = &mut done;
    }
}

/// Multiplies `ROWS` rows at once, with their sums in registers. Returns `ROWS`.
///
/// # Safety
/// `a` has `ROWS` rows of `inner` numbers, and `out` has space for as many rows, `row` apart.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
unsafe fn wide_tile<const ROWS: usize>(a: *const f32, inner: usize, panel: &[f32], out: *mut f32, row: usize) -> usize {
    use std::arch::x86_64::{_mm512_fmadd_ps, _mm512_loadu_ps, _mm512_set1_ps, _mm512_setzero_ps, _mm512_storeu_ps};
    let mut sums = [[_mm512_setzero_ps(); 2]; ROWS];
    for (k, columns) in panel.as_chunks::<COLUMNS>().0.iter().enumerate() {
        // SAFETY: both halves are inside the columns; the caller guarantees `a`.
        unsafe {
            let (left, right) = (_mm512_loadu_ps(columns.as_ptr()), _mm512_loadu_ps(columns.as_ptr().add(16)));
            for (r, [of_left, of_right]) in sums.iter_mut().enumerate() {
                let x = _mm512_set1_ps(*a.add(r * inner + k));
                *of_left = _mm512_fmadd_ps(x, left, *of_left);
                *of_right = _mm512_fmadd_ps(x, right, *of_right);
            }
        }
    }
    for (r, [left, right]) in sums.into_iter().enumerate() {
        // SAFETY: the caller guarantees `out`.
        unsafe {
            _mm512_storeu_ps(out.add(r * row), left);
            _mm512_storeu_ps(out.add(r * row + 16), right);
        }
    }
    ROWS
}

/// The same with vectors of eight, one half of the columns after the other. The sums of six rows fill the registers.
///
/// # Safety
/// As for `wide_tile`.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
unsafe fn tile<const ROWS: usize>(a: *const f32, inner: usize, panel: &[f32], out: *mut f32, row: usize) -> usize {
    use std::arch::x86_64::{_mm256_fmadd_ps, _mm256_loadu_ps, _mm256_set1_ps, _mm256_setzero_ps, _mm256_storeu_ps};
    for half in [0, COLUMNS / 2] {
        let mut sums = [[_mm256_setzero_ps(); 2]; ROWS];
        for (k, columns) in panel.as_chunks::<COLUMNS>().0.iter().enumerate() {
            // SAFETY: a half is inside the columns; the caller guarantees `a`.
            unsafe {
                let from = columns.as_ptr().add(half);
                let (left, right) = (_mm256_loadu_ps(from), _mm256_loadu_ps(from.add(8)));
                for (r, [of_left, of_right]) in sums.iter_mut().enumerate() {
                    let x = _mm256_set1_ps(*a.add(r * inner + k));
                    *of_left = _mm256_fmadd_ps(x, left, *of_left);
                    *of_right = _mm256_fmadd_ps(x, right, *of_right);
                }
            }
        }
        for (r, [left, right]) in sums.into_iter().enumerate() {
            // SAFETY: the caller guarantees `out`.
            unsafe {
                _mm256_storeu_ps(out.add(r * row + half), left);
                _mm256_storeu_ps(out.add(r * row + half + 8), right);
            }
        }
    }
    ROWS
}

#[cfg(test)]
mod tests {
    use super::{COLUMNS, Panels};

    #[test]
    fn a_panel_gives_the_product() {
        let (inner, outputs) = (37, 2 * COLUMNS);
        let matrix: Vec<f32> = (0..outputs * inner).map(|i| (i % 11) as f32 - 5.0).collect();
        let Some(panels) = Panels::new(&matrix, inner) else { return };
        for rows in [1, 2, 3, 7, 8, 15, 17] {
            let a: Vec<f32> = (0..rows * inner).map(|i| (i % 7) as f32 - 3.0).collect();
            let mut out = vec![0.0; rows * outputs];
            for panel in 0..2 {
                panels.multiply(panel, &a, rows, &mut out[panel * COLUMNS..], outputs);
            }
            for (at, &found) in out.iter().enumerate() {
                let (a, b) = (&a[at / outputs * inner..][..inner], &matrix[at % outputs * inner..][..inner]);
                assert_eq!(found, a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>(), "{rows} rows, {at}");
            }
            let (once, mut memory) = (out.clone(), Vec::new());
            panels.product(&a, rows, &mut out, true, &mut memory);
            assert!(out.iter().zip(&once).all(|(found, once)| *found == 2.0 * once), "{rows} rows, added");
            panels.product(&a, rows, &mut out, false, &mut memory);
            assert_eq!(out, once, "{rows} rows, again");
        }
    }
}
