//! Floating-point arithmetic that the CPU lacks: every format, every rounding mode.

pub(crate) mod approximate;
pub(crate) mod narrow;
pub(crate) mod soft;
