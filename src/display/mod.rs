//! What people look at: charts, HTML tables and cards, progress bars.
//!
//! Plain data in, pictures and text out: this room knows neither tensors nor the language. Every picture comes as SVG,
//! as a PNG beside it, and as one line of text that says the same.

pub mod axis;
pub mod curve;
mod frame;
pub mod graph;
pub mod html;
pub mod kernels;
pub mod memory;
pub mod picture;
pub mod progress;
pub mod series;
mod sheet;
pub mod units;

pub use curve::Curve;
pub use kernels::{KernelTime, Kernels};
pub use memory::{MemorySample, MemoryTimeline};
pub use picture::{Figure, Picture};
pub use progress::Progress;
pub use series::Series;

#[cfg(test)]
mod tests;
