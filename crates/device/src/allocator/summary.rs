//! `torch.cuda.memory_summary`: the counters as PyTorch's table, 75 characters wide.

use super::stats::{PoolStat, Stat, Stats};

type Format = fn(u64, u64) -> String;

/// The table for a device; `abbreviated` leaves out the rows of each pool.
pub fn memory_summary(stats: &Stats, device: usize, abbreviated: bool) -> String {
    let pools: [(&str, &PoolStat, Format); 9] = [
        ("Allocated memory", &stats.allocated_bytes, size),
        ("Active memory", &stats.active_bytes, size),
        ("Requested memory", &stats.requested_bytes, size),
        ("GPU reserved memory", &stats.reserved_bytes, size),
        ("Non-releasable memory", &stats.inactive_split_bytes, size),
        ("Allocations", &stats.allocation, count),
        ("Active allocs", &stats.active, count),
        ("GPU reserved segments", &stats.segment, count),
        ("Non-releasable allocs", &stats.inactive_split, count),
    ];
    let (double, single) = ("=".repeat(75), "-".repeat(75));
    let mut lines = vec![
        double.clone(),
        format!(" {:16} PyTorch CUDA memory summary, device ID {device:<17} ", ""),
        single.clone(),
        format!(
            "  {:9} CUDA OOMs: {:<12} | {:6} cudaMalloc retries: {:<8}  ",
            "", stats.num_ooms, "", stats.num_alloc_retries
        ),
        double.clone(),
        "        Metric         | Cur Usage  | Peak Usage | Tot Alloc  | Tot Freed  ".to_owned(),
    ];
    for (name, stat, format) in pools {
        lines.push(single.clone());
        lines.push(row(name, &stat.all, &stat.all, format));
        if !abbreviated {
            lines.push(row("      from large pool", &stat.large_pool, &stat.all, format));
            lines.push(row("      from small pool", &stat.small_pool, &stat.all, format));
        }
    }
    for (name, stat) in
        [("Oversize allocations", &stats.oversize_allocations), ("Oversize GPU segments", &stats.oversize_segments)]
    {
        lines.push(single.clone());
        lines.push(row(name, stat, stat, count));
    }
    lines.push(double);
    format!("|{}|\n", lines.join("|\n|"))
}

/// A row in units that suit `scale`, so that a pool's row compares with the total's.
fn row(name: &str, stat: &Stat, scale: &Stat, format: Format) -> String {
    let cells = [
        format(stat.current, scale.current),
        format(stat.peak, scale.peak),
        format(stat.allocated, scale.allocated),
        format(stat.freed, scale.freed),
    ];
    format!(" {name:<21} | {} ", cells.join(" | "))
}

fn size(bytes: u64, scale: u64) -> String {
    let (value, unit) = step(bytes, scale, 1024, 768.0 * 1024.0, &["B  ", "KiB", "MiB", "GiB", "TiB", "PiB"]);
    format!("{value:6} {unit}")
}

fn count(number: u64, scale: u64) -> String {
    let (value, unit) = step(number, scale, 1000, 750.0 * 1000.0, &[" ", "K", "M"]);
    format!("{value:7} {unit} ")
}

/// Divides by `base` once for each unit that `scale` exceeds.
fn step(mut value: u64, scale: u64, base: u64, limit: f64, units: &[&'static str]) -> (u64, &'static str) {
    let mut scale = scale as f64;
    let mut unit = units[0];
    for next in &units[1..] {
        if scale < limit {
            break;
        }
        unit = next;
        value /= base;
        scale /= base as f64;
    }
    (value, unit)
}

/// Bytes as in the out-of-memory message: `20.00 GiB`.
pub fn format_size(bytes: u64) -> String {
    let in_units = |unit: u32| bytes as f64 / (1u64 << unit) as f64;
    if bytes <= 1 << 10 {
        format!("{bytes} bytes")
    } else if bytes <= 1 << 20 {
        format!("{:.2} KiB", in_units(10))
    } else if bytes <= 1 << 30 {
        format!("{:.2} MiB", in_units(20))
    } else {
        format!("{:.2} GiB", in_units(30))
    }
}
