//! Sums over rows in a fixed number of parts, so that no result depends on the number of threads.

use super::Computing;

/// The gradients of weight and bias, per parameter.
pub(super) type Sums = (Vec<f64>, Vec<f64>);

/// The number of parts.
pub(super) const PARTS: usize = 16;

/// The number of rows summed before their sums move to float64.
pub(super) const FEW: usize = 16;

/// Adds the sums of a few rows to the total and clears them.
pub(super) fn carry<T: Computing>(few: &mut (Vec<T>, Vec<T>), all: &mut Sums) {
    for (few, all) in [(&mut few.0, &mut all.0), (&mut few.1, &mut all.1)] {
        all.iter_mut().zip(few.iter()).for_each(|(all, few)| *all += few.as_f64());
        few.fill(T::default());
    }
}
