//! The device's account of its memory, as the picture wants it.

use crate::device::{allocator, driver};
use crate::display::{MemorySample, MemoryTimeline};
use crate::tensor::Device;

/// What `cuda` means now; the CPU where there is none.
pub fn default_device() -> Device {
    if driver::device_count() > 0 { Device::Cuda(driver::current_device()) } else { Device::Cpu }
}

/// Waits until every device in use is done.
pub fn synchronize() {
    for index in (0..driver::device_count()).filter(|index| driver::is_active(*index)) {
        // A failed device tells so where its result is used.
        let _ = driver::synchronize(index);
    }
}

/// A device's memory since the session began, up to this moment.
pub fn of(device: Device) -> MemoryTimeline {
    let name = match device {
        Device::Cpu => None,
        Device::Cuda(index) => driver::properties(index).ok().map(|found| found.name.clone()),
    };
    let told = allocator::timeline(device);
    let mut samples: Vec<MemorySample> = told
        .samples
        .iter()
        .map(|sample| MemorySample {
            seconds: sample.time.as_secs_f64(),
            allocated: sample.allocated,
            reserved: sample.reserved,
        })
        .collect();
    // Before the first sample nothing was held: the picture begins with that cell.
    if let Some(first) = samples.first().copied()
        && let Some(began) = told.marks.iter().rfind(|mark| mark.time.as_secs_f64() <= first.seconds)
    {
        let seconds = began.time.as_secs_f64();
        samples.insert(0, MemorySample { seconds, allocated: 0, reserved: 0 });
    }
    if let Some(last) = samples.last().copied() {
        samples.push(MemorySample { seconds: allocator::now().as_secs_f64(), ..last });
    }
    MemoryTimeline {
        device: name.map_or(device.to_string(), |name| format!("{device} ({name})")),
        samples,
        marks: told.marks.into_iter().map(|mark| (mark.time.as_secs_f64(), mark.label)).collect(),
        ..MemoryTimeline::default()
    }
}

/// A cell begins.
pub fn mark(cell: &str) {
    allocator::mark(cell);
}
