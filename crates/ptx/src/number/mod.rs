//! Floating-point arithmetic beyond the processor's own: every format, every rounding mode.

pub(crate) mod approximate;
pub(crate) mod narrow;
pub(crate) mod soft;
