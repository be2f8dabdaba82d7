//! Spans in sources.

/// A byte range in a source. `source` is an index into `Vm`'s table of sources.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    pub source: u32,
    pub start: u32,
    pub end: u32,
}
