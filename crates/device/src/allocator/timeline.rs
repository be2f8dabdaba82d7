//! A device's memory over time, for charts. It is bounded: older stretches grow coarser.

use crate::clock::{Pace, now, ticks};
use crate::place::Place;
use std::time::Duration;

/// Memory at one moment, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sample {
    /// Time since the first call in this process.
    pub time: Duration,
    pub allocated: u64,
    pub reserved: u64,
}

/// An event of the timeline, such as a cell's start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    pub time: Duration,
    pub label: String,
}

#[derive(Debug, Clone, Default)]
pub struct Timeline {
    pub samples: Vec<Sample>,
    pub marks: Vec<Mark>,
    /// The peak (to a hundredth): bytes held, the largest block's size and the place that made it.
    pub peak: Option<(u64, usize, Option<Place>)>,
}

const SAMPLES: usize = 1 << 14;
const MARKS: usize = 1 << 10;

/// A timeline as it is recorded. Each allocation and free takes a sample, so times are ticks, which cost less.
#[derive(Debug, Default)]
pub(super) struct Recorder {
    /// Ticks, bytes allocated, bytes reserved.
    samples: Vec<(u64, u64, u64)>,
    marks: Vec<Mark>,
    pub peak: Option<(u64, usize, Option<Place>)>,
}

impl Recorder {
    pub fn record(&mut self, allocated: u64, reserved: u64) {
        if self.samples.len() == SAMPLES {
            self.halve();
        }
        self.samples.push((ticks(), allocated, reserved));
    }

    /// Whether memory is notably above its peak: only then is the largest block looked for, which walks all blocks.
    pub fn outgrown(&self, allocated: u64) -> bool {
        self.peak.is_none_or(|(most, ..)| allocated > most + most / 100)
    }

    pub fn mark(&mut self, label: &str) {
        if self.marks.len() == MARKS {
            self.marks.drain(..MARKS / 2);
        }
        self.marks.push(Mark { time: now(), label: label.to_owned() });
    }

    /// Of each two samples keeps the one with more allocated, so peaks stay. Keeps the first one, which marks the start.
    fn halve(&mut self) {
        for i in 1..=self.samples.len() / 2 {
            let pair = &self.samples[2 * i - 1..self.samples.len().min(2 * i + 1)];
            self.samples[i] = pair.iter().max_by_key(|(_, allocated, _)| *allocated).copied().unwrap_or_default();
        }
        self.samples.truncate(self.samples.len() / 2 + 1);
    }

    pub fn read(&self) -> Timeline {
        let pace = Pace::measured();
        let sample = |(ticks, allocated, reserved): &(u64, u64, u64)| Sample {
            time: pace.time(*ticks),
            allocated: *allocated,
            reserved: *reserved,
        };
        Timeline { samples: self.samples.iter().map(sample).collect(), marks: self.marks.clone(), peak: self.peak }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_timeline_keeps_its_first_sample_and_its_peaks() {
        let mut recorder = Recorder::default();
        recorder.record(5, 10);
        for step in 1..=SAMPLES {
            recorder.record(if step % 100 == 99 { 7 } else { 1 }, 10);
        }
        let allocated: Vec<u64> = recorder.samples.iter().map(|sample| sample.1).collect();
        assert_eq!((allocated[0], allocated.len()), (5, SAMPLES / 2 + 2));
        assert_eq!(allocated.iter().filter(|&&bytes| bytes == 7).count(), SAMPLES / 100);
    }

    #[test]
    fn samples_are_told_on_the_clock_of_marks() {
        let mut recorder = Recorder::default();
        for step in 0..5 {
            recorder.mark("before");
            recorder.record(step, 10);
            recorder.mark("after");
            std::thread::sleep(Duration::from_millis(2));
        }
        // The two clocks are read one after the other; the thread may be preempted in between.
        tensorcell_verify::wait_until("a reading of both clocks that nothing disturbs", || {
            let timeline = recorder.read();
            let slack = Duration::from_millis(1);
            timeline
                .samples
                .iter()
                .zip(timeline.marks.chunks(2))
                .all(|(sample, around)| around[0].time <= sample.time + slack && sample.time <= around[1].time + slack)
        });
    }
}
