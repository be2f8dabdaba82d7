//! How much memory a program may still take: what would not fit raises MemoryError, before the machine is out of it.

use super::{Exc, Raise, Result};

/// Smaller amounts are not worth the question.
const SMALL: usize = 64 << 20;

/// MemoryError where `bytes` more are not to be had.
pub fn claim(bytes: usize) -> Result<()> {
    if bytes >= SMALL && bytes > available() {
        return Err(Raise::new(Exc::MemoryError, ""));
    }
    Ok(())
}

/// Makes room for at least one more value in a vector, as `push` would.
pub(crate) fn grow<T>(items: &mut Vec<T>) -> Result<()> {
    if items.len() < items.capacity() {
        return Ok(());
    }
    let more = items.capacity().max(4);
    claim((items.capacity() + more).saturating_mul(size_of::<T>()))?;
    items.try_reserve_exact(more).map_err(|_| Raise::new(Exc::MemoryError, ""))
}

/// Appends to a text that may become very long.
pub(crate) fn append(text: &mut String, more: &str) -> Result<()> {
    let length = text.len() + more.len();
    if length > text.capacity() && length >= SMALL {
        claim(length.max(text.capacity().saturating_mul(2)))?;
    }
    text.push_str(more);
    Ok(())
}

/// What the machine, and the control group where there is one, have left for this process, with a reserve kept.
fn available() -> usize {
    let read = |path: &str| std::fs::read_to_string(path).unwrap_or_default();
    let machine = read("/proc/meminfo").lines().find_map(|line| {
        let kibibytes: usize = line.strip_prefix("MemAvailable:")?.trim().strip_suffix("kB")?.trim().parse().ok()?;
        Some(kibibytes << 10)
    });
    let number = |path: &str| read(path).trim().parse::<usize>().ok();
    let group = number("/sys/fs/cgroup/memory.max")
        .map(|most| most.saturating_sub(number("/sys/fs/cgroup/memory.current").unwrap_or(0)));
    let least = machine.unwrap_or(usize::MAX).min(group.unwrap_or(usize::MAX));
    least - least / 8
}
