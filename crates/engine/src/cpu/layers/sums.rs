//! Sums over rows in parts, as many on every machine, so that no result depends on the threads.

use super::Computing;

/// Each parameter's gradients: the weight's and the bias's.
pub(super) type Sums = (Vec<f64>, Vec<f64>);

/// So many parts of the rows are added up beside each other.
pub(super) const PARTS: usize = 16;

/// So many rows are added up before their sums are carried on in float64.
pub(super) const FEW: usize = 16;

/// Adds the sums of some rows to all, and clears them.
pub(super) fn carry<T: Computing>(few: &mut (Vec<T>, Vec<T>), all: &mut Sums) {
    for (few, all) in [(&mut few.0, &mut all.0), (&mut few.1, &mut all.1)] {
        all.iter_mut().zip(few.iter()).for_each(|(all, few)| *all += few.as_f64());
        few.fill(T::default());
    }
}
