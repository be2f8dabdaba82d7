//! Adds details to a device error: who holds the memory, how it is fragmented, what would help, and what a fault destroyed.

use super::holders::{Holder, Holders, Kind};
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use tensorcell_device::allocator::{self, Live, Place, State, format_size};
use tensorcell_device::{Device, driver};
use tensorcell_display::units;
use tensorcell_engine::cuda::recovery::{self, Recovery};
use tensorcell_language::{Hangs, Vm, place};

/// The maximum number of listed holders.
const LISTED: usize = 8;

/// Renders `x  (Cell [3], line 2)`.
pub fn place_text(place: Option<Place>) -> String {
    match place.and_then(|Place { source, offset }| place::describe((source, offset))) {
        Some(place::Line { source, line, variable: Some(variable) }) => {
            format!("{variable}  ({source}, line {line})")
        }
        Some(place::Line { source, line, variable: None }) => format!("({source}, line {line})"),
        None => "(made outside of a cell)".to_owned(),
    }
}

/// The memory that one holder holds on a device.
#[derive(Default)]
struct Share {
    name: Option<Rc<str>>,
    tensors: usize,
    bytes: usize,
    /// The parts that are gradients, and that are kept only for backward.
    gradients: usize,
    graphs: usize,
    /// The cells and lines that allocated it, with their bytes.
    lines: Vec<(Rc<str>, u32, usize)>,
}

impl Share {
    fn text(&self) -> String {
        let mut parts = Vec::new();
        if self.tensors > 1 {
            parts.push(format!("{} tensors", self.tensors));
        }
        for (bytes, what) in [(self.gradients, "of gradients"), (self.graphs, "kept for backward")] {
            if bytes > 0 {
                parts.push(format!("{} {what}", format_size(bytes as u64)));
            }
        }
        let name = self.name.as_deref().unwrap_or("no variable");
        let details = if parts.is_empty() { String::new() } else { format!(": {}", parts.join(", ")) };
        format!("{name}{details}  ({})", self.places())
    }

    /// Renders `Cell [3], line 7`, `Cell [3], lines 6 and 7`, or `Cell [3], line 7, and others`.
    fn places(&self) -> String {
        let mut lines = self.lines.clone();
        lines.sort_by_key(|(_, line, bytes)| (std::cmp::Reverse(*bytes), *line));
        let Some((cell, line, _)) = lines.first() else {
            return "made outside of a cell".to_owned();
        };
        match &lines[..] {
            [_] => format!("{cell}, line {line}"),
            [_, (other, second, _)] if other == cell => {
                format!("{cell}, lines {} and {}", line.min(second), line.max(second))
            }
            _ => format!("{cell}, line {line}, and others"),
        }
    }
}

/// Groups memory by holder, largest first.
fn shares(live: &[Live], holders: &Holders) -> Vec<Share> {
    let mut shares: Vec<Share> = Vec::new();
    let mut known: HashMap<Option<Rc<str>>, usize> = HashMap::new();
    for live in live {
        let line = live.place.and_then(|Place { source, offset }| place::describe((source, offset)));
        let holder = holders.of(live.number);
        // A tensor under construction has no holder yet, so use its line's variable.
        let said = || line.as_ref().and_then(|line| line.variable.as_deref().map(Rc::from));
        let name = holder.map(|holder| holder.path.clone()).or_else(said);
        let at = *known.entry(name.clone()).or_insert_with(|| {
            shares.push(Share { name, ..Share::default() });
            shares.len() - 1
        });
        let share = &mut shares[at];
        share.tensors += 1;
        share.bytes += live.bytes;
        match holder.map(|holder| holder.kind) {
            Some(Kind::Gradient) => share.gradients += live.bytes,
            Some(Kind::Graph) => share.graphs += live.bytes,
            _ => {}
        }
        if let Some(line) = line {
            match share.lines.iter_mut().find(|(cell, number, _)| *cell == line.source && *number == line.line) {
                Some((_, _, bytes)) => *bytes += live.bytes,
                None => share.lines.push((line.source, line.line, live.bytes)),
            }
        }
    }
    shares.sort_by_key(|share| std::cmp::Reverse(share.bytes));
    shares
}

fn list(shares: &[Share]) -> String {
    let row = |share: &Share| format!("{:>12}  {}\n", format_size(share.bytes as u64), share.text());
    let mut text: String = shares.iter().take(LISTED).map(row).collect();
    if let Some(rest) = shares.get(LISTED..).filter(|rest| !rest.is_empty()) {
        let bytes: usize = rest.iter().map(|share| share.bytes).sum();
        let tensors: usize = rest.iter().map(|share| share.tensors).sum();
        text += &format!("{:>12}  in {tensors} smaller ones\n", format_size(bytes as u64));
    }
    text
}

/// Reports who holds a device's memory, how the free memory is fragmented, and what would help. `live` dates from the failure.
pub fn out_of_memory(vm: &Vm, index: usize, requested: usize, live: &[Live]) -> String {
    let device = Device::Cuda(index);
    let holders = Holders::of_program(vm);
    let mut text = match live.len() {
        0 => format!("No tensor of this session is on {device}.\n"),
        1 => format!("The one tensor on {device}:\n{}", list(&shares(live, &holders))),
        count => {
            format!(
                "The {count} tensors on {device}, by the variables that hold them:\n{}",
                list(&shares(live, &holders))
            )
        }
    };
    let free: Vec<usize> = (allocator::snapshot(device).iter())
        .flat_map(|segment| {
            segment.blocks.iter().filter(|block| block.state == State::Inactive).map(|block| block.size)
        })
        .collect();
    let cached: usize = free.iter().sum();
    if let Some(largest) = free.iter().max() {
        text += &format!(
            "Cached and free: {} in {}, the largest of {}.\n",
            format_size(cached as u64),
            units::counted(free.len(), "piece"),
            format_size(*largest as u64)
        );
    }
    let advice = advice(index, requested, cached, live, &holders);
    text + "What would help:\n" + &advice.iter().map(|line| format!("  - {line}\n")).collect::<String>()
}

fn advice(index: usize, requested: usize, cached: usize, live: &[Live], holders: &Holders) -> Vec<String> {
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
        let expandable = match allocator::settings().expandable_segments {
            true => "",
            false => ", or PYTORCH_ALLOC_CONF=expandable_segments:True",
        };
        lines.push(format!("the free memory is in pieces: torch.cuda.empty_cache(){expandable}"));
    }
    // Deleting a variable frees only the memory that nothing else holds.
    let mut freed: BTreeMap<Rc<str>, (usize, usize)> = BTreeMap::new();
    for live in live {
        if let Some(Holder { hangs: Hangs::On(name), kind, .. }) = holders.of(live.number) {
            let (bytes, graphs) = freed.entry(name.clone()).or_default();
            *bytes += live.bytes;
            *graphs += if *kind == Kind::Graph { live.bytes } else { 0 };
        }
    }
    let largest = freed.into_iter().max_by_key(|(_, (bytes, _))| *bytes);
    if let Some((name, (bytes, graphs))) = largest.filter(|(_, (bytes, _))| *bytes * 8 >= requested) {
        if graphs * 2 > bytes {
            lines.push(format!("`{name}` holds graphs for backward: keep loss.item() or loss.detach() in it"));
        }
        let freed = format_size(bytes as u64);
        lines.push(match name.split_once(" in ") {
            _ if &*name == "Out" => format!("`Out` keeps what cells showed: `%reset -f out` frees {freed}"),
            Some((local, function)) => format!("`del {local}` in {function} when it is no longer needed: {freed}"),
            None => format!("`del {name}` when it is no longer needed: {freed}"),
        });
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

/// Returns the launch line of the kernel that found an error, if it differs from the line that reports it.
pub fn launched_elsewhere(Place { source, offset }: Place) -> Option<String> {
    let launched = place::describe((source, offset))?;
    let reported = place::describe(place::now())?;
    let same = (&launched.source, launched.line) == (&reported.source, reported.line);
    (!same).then(|| format!("found by a kernel that was launched in {}, line {}", launched.source, launched.line))
}

/// Rebuilds broken contexts. Returns the recoveries, and the positions of errors in user kernels, if known.
pub fn recover() -> (Vec<Recovery>, Vec<([u32; 3], String)>) {
    let recovered = recovery::recover();
    let places = recovered.iter().flat_map(|recovery| &recovery.findings).flat_map(|finding| finding.places.clone());
    let places = places.collect();
    (recovered, places)
}

/// Reports what was restored after a fault and what was lost.
pub fn recovered(vm: &Vm, recoveries: &[Recovery]) -> String {
    let holders = Holders::of_program(vm);
    recoveries.iter().map(|recovery| recovery_text(recovery, &holders)).collect::<Vec<_>>().join("\n")
}

fn recovery_text(recovery: &Recovery, holders: &Holders) -> String {
    let device = Device::Cuda(recovery.device);
    let mut text: String = recovery.findings.iter().map(|finding| format!("{}\n", finding.text)).collect();
    match &recovery.launches[..] {
        // The finding already includes its line.
        _ if recovery.findings.iter().any(|finding| !finding.places.is_empty()) => {}
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
        text += &format!("Restored from what the host knew: {}.\n", units::counted(recovery.restored, "tensor"));
    }
    if !recovery.lost.is_empty() {
        text += &format!(
            "Lost: {}. Each use of one says so:\n{}",
            units::counted(recovery.lost.len(), "tensor"),
            list(&shares(&recovery.lost, holders))
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
