//! The number types of real linear algebra.

/// A type in which matrix functions compute.
pub(super) trait Field: faer::traits::RealField + super::host::Element + num_traits::Float {}
impl Field for f32 {}
impl Field for f64 {}
