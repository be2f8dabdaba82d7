//! A device's memory over time, for pictures: bounded, so older stretches grow coarser.

use super::Place;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// Memory at one moment, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sample {
    /// Since the process first asked.
    pub time: Duration,
    pub allocated: u64,
    pub reserved: u64,
}

/// Something that happened on the way, such as a cell's start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    pub time: Duration,
    pub label: String,
}

#[derive(Debug, Clone, Default)]
pub struct Timeline {
    pub samples: Vec<Sample>,
    pub marks: Vec<Mark>,
    /// When the memory was fullest (to a hundredth): bytes held then, the largest block's size and where it was made.
    pub peak: Option<(u64, usize, Option<Place>)>,
}

const SAMPLES: usize = 1 << 14;
const MARKS: usize = 1 << 10;

impl Timeline {
    pub(super) fn record(&mut self, allocated: u64, reserved: u64) {
        if self.samples.len() == SAMPLES {
            self.halve();
        }
        self.samples.push(Sample { time: now(), allocated, reserved });
    }

    /// Whether the memory is notably fuller than it ever was: then its largest block is looked for, which takes a walk.
    pub(super) fn outgrown(&self, allocated: u64) -> bool {
        self.peak.is_none_or(|(most, ..)| allocated > most + most / 100)
    }

    pub(super) fn mark(&mut self, label: &str) {
        if self.marks.len() == MARKS {
            self.marks.drain(..MARKS / 2);
        }
        self.marks.push(Mark { time: now(), label: label.to_owned() });
    }

    /// Of each two samples keeps the one with more allocated: peaks stay. So does the first: it says when all began.
    fn halve(&mut self) {
        let kept = self.samples[1..].chunks(2).filter_map(|pair| pair.iter().max_by_key(|sample| sample.allocated));
        self.samples = self.samples[..1].iter().chain(kept).copied().collect();
    }
}

/// The time that samples and marks carry.
pub fn now() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}
