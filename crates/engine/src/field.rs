//! The number types of real linear algebra.

/// A type in which matrix functions compute.
pub(super) trait Field: faer::traits::RealField + super::host::Element + num_traits::Float {}
impl Field for f32 {}
impl Field for f64 {}

/// Returns a power of two, and its inverse, that brings elements of this largest size to where their products neither overflow nor vanish, as
/// LAPACK's singular value decomposition does; None where they are there. `bound` is the largest exponent of such elements.
pub(super) fn rescaling(largest: f64, bound: i32) -> Option<(f64, f64)> {
    if largest == 0.0 {
        return None;
    }
    let exponent = largest.log2().floor() as i32;
    let shift = exponent.clamp(-2 * bound, 2 * bound);
    (exponent.abs() > bound).then(|| (2f64.powi(-shift), 2f64.powi(shift)))
}
