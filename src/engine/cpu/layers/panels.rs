//! Products with one matrix again and again: it is packed once, in panels whose columns fit a processor's vectors, so that
//! each product reads it in order and none turns or copies it.

/// Columns of a panel: two vectors of float32 on AVX-512.
pub const COLUMNS: usize = 32;

/// A matrix (outputs, inner) as panels of `COLUMNS` outputs, each with its numbers in the order of `inner`.
pub struct Panels {
    data: Vec<f32>,
    inner: usize,
}

impl Panels {
    /// None where the processor lacks the vectors, or the outputs do not fill whole panels.
    pub fn new(matrix: &[f32], inner: usize) -> Option<Panels> {
        if !is_supported() || inner == 0 || !matrix.len().is_multiple_of(inner * COLUMNS) {
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

    /// out = a @ panel, transposed as it is: `rows` rows of `a`, `inner` apart, make rows of `out`, `row` apart.
    pub fn multiply(&self, panel: usize, a: &[f32], rows: usize, out: &mut [f32], row: usize) {
        let size = self.inner * COLUMNS;
        let panel = &self.data[panel * size..][..size];
        assert!(
            rows * self.inner <= a.len() && rows.saturating_sub(1) * row + COLUMNS <= out.len(),
            "rows lie in their slices"
        );
        let mut done = 0;
        #[cfg(target_arch = "x86_64")]
        while done < rows {
            let (a, out) = (a[done * self.inner..].as_ptr(), out[done * row..].as_mut_ptr());
            // SAFETY: `new` saw that the processor has these instructions; the rows lie in their slices, as was just checked.
            done += unsafe {
                match rows - done {
                    8.. => tile::<8>(a, self.inner, panel, out, row),
                    4..8 => tile::<4>(a, self.inner, panel, out, row),
                    2..4 => tile::<2>(a, self.inner, panel, out, row),
                    _ => tile::<1>(a, self.inner, panel, out, row),
                }
            };
        }
        let _ = &mut done;
    }
}

fn is_supported() -> bool {
    #[cfg(target_arch = "x86_64")]
    return crate::engine::cpu::lane::level() == crate::engine::cpu::lane::Level::V4;
    #[cfg(not(target_arch = "x86_64"))]
    false
}

/// So many rows at once, their sums in registers; gives their number.
///
/// # Safety
/// `a` has these rows of `inner` numbers, `out` room for them, `row` apart.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
unsafe fn tile<const ROWS: usize>(a: *const f32, inner: usize, panel: &[f32], out: *mut f32, row: usize) -> usize {
    use std::arch::x86_64::{_mm512_fmadd_ps, _mm512_loadu_ps, _mm512_set1_ps, _mm512_setzero_ps, _mm512_storeu_ps};
    let mut sums = [[_mm512_setzero_ps(); 2]; ROWS];
    for (k, columns) in panel.as_chunks::<COLUMNS>().0.iter().enumerate() {
        // SAFETY: both halves of the columns; the numbers and the room are the caller's.
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
        // SAFETY: as above.
        unsafe {
            _mm512_storeu_ps(out.add(r * row), left);
            _mm512_storeu_ps(out.add(r * row + 16), right);
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
        }
    }
}
