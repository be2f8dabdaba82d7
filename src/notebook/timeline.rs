//! Converts the allocator's and the profiler's records for the pictures.

use super::account;
use tensorcell_device::activity::Kind;
use tensorcell_device::allocator::State;
use tensorcell_device::{allocator, driver};
use tensorcell_display::{
    KernelEvent, KernelTimeline, MapBlock, MapSegment, MemoryMap, MemorySample, MemoryTimeline, Owner,
};
use tensorcell_language::place;
use tensorcell_tensor::Device;

/// Returns the current CUDA device, or the CPU if there is none.
pub fn default_device() -> Device {
    if driver::device_count() > 0 { Device::Cuda(driver::current_device()) } else { Device::Cpu }
}

/// Waits until every device in use is idle.
pub fn synchronize() {
    for index in (0..driver::device_count()).filter(|index| driver::is_active(*index)) {
        // A failed device reports its error where its result is used.
        let _ = driver::synchronize(index);
    }
}

/// Returns a device's memory use from the session's start until now.
pub fn of(device: Device) -> MemoryTimeline {
    let timeline = allocator::timeline(device);
    let mut samples: Vec<MemorySample> = timeline
        .samples
        .iter()
        .map(|sample| MemorySample {
            seconds: sample.time.as_secs_f64(),
            allocated: sample.allocated,
            reserved: sample.reserved,
        })
        .collect();
    // Nothing was held before the first sample: begin the picture with that cell.
    if let Some(first) = samples.first().copied()
        && let Some(began) = timeline.marks.iter().rfind(|mark| mark.time.as_secs_f64() <= first.seconds)
    {
        let seconds = began.time.as_secs_f64();
        samples.insert(0, MemorySample { seconds, allocated: 0, reserved: 0 });
    }
    if let Some(last) = samples.last().copied() {
        samples.push(MemorySample { seconds: allocator::now().as_secs_f64(), ..last });
    }
    MemoryTimeline {
        device: described(device),
        samples,
        marks: timeline.marks.into_iter().map(|mark| (mark.time.as_secs_f64(), mark.label)).collect(),
        owner: timeline.peak.and_then(|(_, bytes, place)| Some((owner(place?)?, bytes as u64))),
        ..MemoryTimeline::default()
    }
}

/// Marks the beginning of a cell.
pub fn mark(cell: &str) {
    allocator::mark(cell);
}

/// Describes a device, such as `cuda:0 (Emulated GPU)`.
fn described(device: Device) -> String {
    match device {
        Device::Cpu | Device::Meta => device.to_string(),
        Device::Cuda(index) => match driver::properties(index) {
            Ok(found) => format!("{device} ({})", found.name),
            Err(_) => device.to_string(),
        },
    }
}

/// Returns the code that allocated a block.
fn owner(place: allocator::Place) -> Option<Owner> {
    let place::Line { source, line, variable } = place::describe((place.source, place.offset))?;
    Some(Owner { variable, place: format!("{source} line {line}") })
}

/// Returns a device's current memory layout: segments, blocks, and the code that allocated them.
pub fn map(device: Device) -> MemoryMap {
    let segments = allocator::snapshot(device).into_iter().map(|segment| MapSegment {
        stream: segment.stream != 0,
        small: segment.small,
        blocks: segment
            .blocks
            .iter()
            .map(|block| MapBlock {
                bytes: block.size as u64,
                held: block.state != State::Inactive,
                pending: block.state == State::ActivePendingFree,
                owner: (block.state != State::Inactive).then(|| block.place.and_then(owner)).flatten(),
            })
            .collect(),
    });
    MemoryMap { device: described(device), segments: segments.collect(), ..MemoryMap::default() }
}

/// Returns the events of a cell, with a lane per stream.
pub fn lanes(work: &account::CellWork) -> KernelTimeline {
    let events = work.events().into_iter().map(|event| KernelEvent {
        name: event.name.to_owned(),
        lane: match (event.device, event.stream) {
            (Device::Cpu, 0) => "cpu".to_owned(),
            (Device::Cpu, _) => "between ranks".to_owned(),
            (device, 0) => device.to_string(),
            (device, stream) => format!("{device} stream {stream}"),
        },
        copy: event.kind.is_some_and(|kind| !matches!(kind, Kind::Kernel | Kind::Graph)),
        start: event.start,
        seconds: event.seconds,
        line: event.line.map(|(source, line)| format!("{source} line {line}")),
    });
    KernelTimeline {
        title: work.cell.clone(),
        events: events.collect(),
        whole_until: work.whole_until(),
        ..Default::default()
    }
}
