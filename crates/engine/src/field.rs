//! The numbers that linear algebra computes in.

/// What matrices are computed in.
pub(super) trait Field: faer::traits::RealField + super::host::Element + num_traits::Float {}
impl Field for f32 {}
impl Field for f64 {}
