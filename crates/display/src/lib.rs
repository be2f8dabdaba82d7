//! Output for people: charts, HTML tables and cards, progress bars.
//!
//! Takes plain data and returns pictures and text; knows neither tensors nor the language. Every picture comes as SVG,
//! as a PNG, and as one line of text with the same content.

pub mod axis;
mod bitmap;
pub mod board;
pub mod chart;
pub mod colormap;
pub mod curve;
pub mod graph;
pub mod html;
pub mod kernels;
pub mod letters;
pub mod memory;
pub mod memory_map;
pub mod picture;
pub mod progress;
pub mod series;
mod sheet;
mod svg;
pub mod theme;
pub mod timeline;
pub mod units;

pub use board::Board;
pub use chart::Chart;
pub use curve::Curve;
pub use kernels::{KernelTime, Kernels};
pub use memory::{MemorySample, MemoryTimeline, Owner};
pub use memory_map::{MapBlock, MapSegment, MemoryMap};
pub use picture::{Figure, Picture};
pub use progress::Progress;
pub use series::Series;
pub use sheet::Raster;
pub use theme::Scheme;
pub use timeline::{KernelEvent, KernelTimeline};

#[cfg(test)]
mod tests;
