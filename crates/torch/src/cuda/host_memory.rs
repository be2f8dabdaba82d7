//! Reports the cache of page-locked memory in PyTorch's form.

use tensorcell_device::allocator::Stat;
use tensorcell_device::pinned::{self, Times};
use tensorcell_language::{Builtin, Value};

fn flat() -> Vec<(String, i64)> {
    let stats = pinned::stats();
    let mut list = Vec::new();
    for (name, stat) in [
        ("active_bytes", stats.active_bytes),
        ("active_requests", stats.active_requests),
        ("allocated_bytes", stats.allocated_bytes),
        ("allocations", stats.allocations),
    ] {
        let Stat { current, peak, allocated, freed } = stat;
        for (part, value) in [("allocated", allocated), ("current", current), ("freed", freed), ("peak", peak)] {
            list.push((format!("{name}.{part}"), value as i64));
        }
    }
    for (name, times) in [("host_alloc_time", stats.alloc_time), ("host_free_time", stats.free_time)] {
        let Times { total, max, min, count } = times;
        let average = times.average();
        for (part, value) in [("avg", average), ("count", count), ("max", max), ("min", min), ("total", total)] {
            list.push((format!("{name}.{part}"), value as i64));
        }
    }
    list.push(("num_host_alloc".to_owned(), stats.allocations.allocated as i64));
    list.push(("num_host_free".to_owned(), stats.allocations.freed as i64));
    list
}

pub(super) static FUNCTIONS: &[Builtin] = &[
    Builtin::new(
        "torch.cuda.host_memory_stats",
        "() -> dict",
        "Every counter of the cache of page-locked memory; times in microseconds.",
        |_, _| Ok(Value::dict(flat().into_iter().map(|(name, value)| (Value::from(name), Value::Int(value))))),
    ),
    Builtin::new("torch.cuda.host_memory_stats_as_nested_dict", "() -> dict", "The same, nested.", |_, _| {
        Ok(super::memory::nested(flat()))
    }),
    Builtin::new("torch.cuda.reset_peak_host_memory_stats", "()", "Resets the peaks to the current values.", |_, _| {
        pinned::reset_peak();
        Ok(Value::None)
    }),
    Builtin::new(
        "torch.cuda.reset_accumulated_host_memory_stats",
        "()",
        "Resets the totals of allocated and freed memory.",
        |_, _| {
            pinned::reset_accumulated();
            Ok(Value::None)
        },
    ),
];
