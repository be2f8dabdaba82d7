//! The allocator's sizes, and the type that identifies streams.

/// A stream's number; 0 is the default stream.
pub type StreamId = usize;
/// Block sizes are multiples of it.
pub const ROUND: usize = 512;
/// Requests up to this size come from the small pool.
pub const SMALL: usize = 1 << 20;
/// Segments of the small pool.
pub const SMALL_SEGMENT: usize = 2 << 20;
/// Requests below this size come from segments of `Settings::large_segment`; larger requests have their own segments.
pub const LARGE: usize = 10 << 20;
/// Larger segments are multiples of it.
pub const ROUND_LARGE: usize = 2 << 20;
