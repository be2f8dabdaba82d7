//! The sizes that the allocator works in, and how streams are told apart.

/// A stream's number; 0 is the default stream.
pub type StreamId = usize;
/// Every block's size is a multiple of it.
pub const ROUND: usize = 512;
/// Requests up to here come from the small pool.
pub const SMALL: usize = 1 << 20;
/// Segments of the small pool.
pub const SMALL_SEGMENT: usize = 2 << 20;
/// Requests below this come from segments of `Settings::large_segment`; larger ones have segments of their own.
pub const LARGE: usize = 10 << 20;
/// Sizes of larger segments are multiples of it.
pub const ROUND_LARGE: usize = 2 << 20;
