//! What an error of a device says beyond PyTorch's sentence: who holds the memory, how it lies, what would help; and what
//! a fault took with it.

use crate::device::allocator::{self, Live, Place, State, format_size};
use crate::device::{Device, driver};
use crate::engine::cuda::recovery::{self, Recovery};
use crate::language::place;
use std::collections::BTreeMap;

/// Tensors that an out-of-memory error lists.
const LISTED: usize = 8;

/// `x  (Cell [3], line 2)`
pub fn place_text(place: Option<Place>) -> String {
    match place.and_then(|Place { source, offset }| place::describe((source, offset))) {
        Some(place::Line { source, line, variable: Some(variable) }) => {
            format!("{variable}  ({source}, line {line})")
        }
        Some(place::Line { source, line, variable: None }) => format!("({source}, line {line})"),
        None => "(made outside of a cell)".to_owned(),
    }
}

fn list(live: &[Live]) -> String {
    let rows = live.iter().take(LISTED);
    let mut text: String =
        rows.map(|live| format!("{:>12}  {}\n", format_size(live.bytes as u64), place_text(live.place))).collect();
    if live.len() > LISTED {
        let rest: u64 = live[LISTED..].iter().map(|live| live.bytes as u64).sum();
        text += &format!("{:>12}  in {} smaller ones\n", format_size(rest), live.len() - LISTED);
    }
    text
}

/// The largest live tensors by name, cell and line, how the free memory lies, and what would help.
pub fn out_of_memory(index: usize, requested: usize) -> String {
    let device = Device::Cuda(index);
    let live = allocator::largest_live(device, usize::MAX);
    let mut text = match live.is_empty() {
        true => format!("No tensor of this session is on {device}.\n"),
        false => format!("The largest of {} tensors on {device}:\n{}", live.len(), list(&live)),
    };
    let free: Vec<usize> = (allocator::snapshot(device).iter())
        .flat_map(|segment| {
            segment.blocks.iter().filter(|block| block.state == State::Inactive).map(|block| block.size)
        })
        .collect();
    let cached: usize = free.iter().sum();
    if let Some(largest) = free.iter().max() {
        text += &format!(
            "Cached and free: {} in {} pieces, the largest of {}.\n",
            format_size(cached as u64),
            free.len(),
            format_size(*largest as u64)
        );
    }
    let advice = advice(index, requested, cached, &live);
    text + "What would help:\n" + &advice.iter().map(|line| format!("  - {line}\n")).collect::<String>()
}

fn advice(index: usize, requested: usize, cached: usize, live: &[Live]) -> Vec<String> {
    let mut lines = Vec::new();
    let total = driver::memory_info(index).map_or(0, |(_, total)| total);
    let allocated: usize = live.iter().map(|live| live.bytes).sum();
    if requested > total {
        lines.push(format!(
            "the device has {} in all: make the tensor in parts, or of a smaller dtype",
            format_size(total as u64)
        ));
        return lines;
    }
    if cached >= requested {
        lines.push(
            "the free memory is in pieces: torch.cuda.empty_cache(), or PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True"
                .to_owned(),
        );
    }
    // A name may hold several tensors, each smaller than others: what counts is their sum.
    let mut named: BTreeMap<String, usize> = BTreeMap::new();
    for live in live {
        let line = live.place.and_then(|Place { source, offset }| place::describe((source, offset)));
        if let Some(variable) = line.and_then(|line| line.variable) {
            *named.entry(variable).or_default() += live.bytes;
        }
    }
    let largest = named.into_iter().max_by_key(|(_, bytes)| *bytes);
    if let Some((variable, bytes)) = largest.filter(|(_, bytes)| *bytes * 8 >= requested) {
        lines.push(format!("`del {variable}` when it is no longer needed: {}", format_size(bytes as u64)));
    }
    if allocated > 0 {
        lines.push("a smaller batch: activations shrink with it".to_owned());
        lines.push(
            "`with torch.no_grad():` where nothing is trained; torch.utils.checkpoint where something is".to_owned(),
        );
    }
    if live.is_empty() {
        lines.push("another process holds the memory: nvidia-smi shows which".to_owned());
    }
    lines
}

/// Which line launched the kernel that found an error, if it is not the one that is told of it.
pub fn launched_elsewhere(Place { source, offset }: Place) -> Option<String> {
    let launched = place::describe((source, offset))?;
    let told = place::describe(place::now())?;
    let same = (&launched.source, launched.line) == (&told.source, told.line);
    (!same).then(|| format!("found by a kernel that was launched in {}, line {}", launched.source, launched.line))
}

/// Rebuilds the contexts that refuse all work, and says what came back and what did not; with the places in the user's
/// kernels where they went wrong, if that is known.
pub fn recover() -> (String, Vec<([u32; 3], String)>) {
    let recovered_all = recovery::recover();
    let places =
        recovered_all.iter().flat_map(|recovery| &recovery.findings).flat_map(|finding| finding.places.clone());
    let places = places.collect();
    (recovered_all.iter().map(recovered).collect::<Vec<_>>().join("\n"), places)
}

fn recovered(recovery: &Recovery) -> String {
    let device = Device::Cuda(recovery.device);
    let mut text: String = recovery.findings.iter().map(|finding| format!("{}\n", finding.text)).collect();
    match &recovery.launches[..] {
        // It is told already, with its line.
        _ if !recovery.findings.is_empty() => {}
        [] => {}
        [(kernel, place)] => text += &format!("The kernel {kernel} was launched in {}.\n", plain_place(*place)),
        launches => {
            text += "Kernels launched since the device was last waited for, latest first (CUDA_LAUNCH_BLOCKING=1 waits for \
                     each):\n";
            for (kernel, place) in launches.iter().rev().take(LISTED) {
                text += &format!("{kernel:>24}  {}\n", plain_place(*place));
            }
        }
    }
    if let Some(error) = &recovery.failed {
        return text + &format!("The context of {device} could not be rebuilt: {error}\n");
    }
    text += &format!("The context of {device} was rebuilt: the next cell can use it.\n");
    if recovery.restored > 0 {
        text += &format!("{} tensors were restored from what the host knew of them.\n", recovery.restored);
    }
    if !recovery.lost.is_empty() {
        text += &format!(
            "{} tensors were lost, and say so when they are used:\n{}",
            recovery.lost.len(),
            list(&recovery.lost)
        );
    }
    text
}

fn plain_place(place: Option<Place>) -> String {
    match place.and_then(|Place { source, offset }| place::describe((source, offset))) {
        Some(place::Line { source, line, .. }) => format!("{source}, line {line}"),
        None => "no cell".to_owned(),
    }
}
