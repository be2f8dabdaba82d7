//! Places in sources.

/// A place: byte range in a source. `source` indexes `Vm`'s table of sources.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    pub source: u32,
    pub start: u32,
    pub end: u32,
}
