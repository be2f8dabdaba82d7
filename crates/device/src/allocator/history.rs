//! The allocator's history, step by step (`torch.cuda.memory._record_memory_history`). It is bounded: the oldest steps go
//! first.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::SystemTime;

use super::sizes::StreamId;
use crate::place::Place;

/// A step of the allocator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    Alloc,
    FreeRequested,
    /// The streams that used the block have finished with it.
    FreeCompleted,
    SegmentAlloc,
    SegmentFree,
    /// Memory was mapped to addresses of an expandable segment.
    SegmentMap,
    SegmentUnmap,
    /// A snapshot was requested.
    Snapshot,
    OutOfMemory,
}

impl Action {
    /// PyTorch's name for it.
    pub fn name(self) -> &'static str {
        match self {
            Action::Alloc => "alloc",
            Action::FreeRequested => "free_requested",
            Action::FreeCompleted => "free_completed",
            Action::SegmentAlloc => "segment_alloc",
            Action::SegmentFree => "segment_free",
            Action::SegmentMap => "segment_map",
            Action::SegmentUnmap => "segment_unmap",
            Action::Snapshot => "snapshot",
            Action::OutOfMemory => "oom",
        }
    }
    fn is_free(self) -> bool {
        matches!(self, Action::FreeRequested | Action::FreeCompleted | Action::SegmentFree | Action::SegmentUnmap)
    }
}

/// One step, and the place in the program that caused it.
#[derive(Debug, Clone)]
pub struct Entry {
    pub action: Action,
    /// For `OutOfMemory`, the device's free bytes.
    pub address: u64,
    pub size: usize,
    pub stream: StreamId,
    /// Microseconds since 1970.
    pub time: u64,
    pub place: Option<Place>,
    pub metadata: Arc<str>,
}

/// What is recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Keep {
    /// Records steps; otherwise only blocks in use keep their own record.
    pub steps: bool,
    /// Records the places of allocations and of frees.
    pub places: bool,
    pub places_of_frees: bool,
    pub most: usize,
}

#[derive(Debug, Clone)]
pub struct History {
    entries: VecDeque<Entry>,
    keep: Keep,
    skipped: Vec<&'static str>,
    /// The program's text for its allocations (`_set_memory_metadata`).
    pub metadata: Arc<str>,
}

impl History {
    /// An empty history; leaves out steps whose names are in `skipped`.
    pub fn new(keep: Keep, skipped: Vec<&'static str>) -> History {
        History { entries: VecDeque::new(), keep, skipped, metadata: Arc::from("") }
    }

    /// Continues under other rules.
    pub fn keep(&mut self, keep: Keep, skipped: Vec<&'static str>) {
        (self.keep, self.skipped) = (keep, skipped);
    }

    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter()
    }
    pub fn clear(&mut self) {
        self.entries.clear();
    }

    pub(super) fn record(&mut self, action: Action, address: u64, size: usize, stream: StreamId, place: Option<Place>) {
        if !self.keep.steps || self.keep.most == 0 || self.skipped.contains(&action.name()) {
            return;
        }
        while self.entries.len() >= self.keep.most {
            self.entries.pop_front();
        }
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let placed = if action.is_free() { self.keep.places_of_frees } else { self.keep.places };
        self.entries.push_back(Entry {
            action,
            address,
            size,
            stream,
            time: since.as_micros() as u64,
            place: place.filter(|_| placed),
            metadata: self.metadata.clone(),
        });
    }
}
