//! How much memory a program may still take: what would not fit raises MemoryError, before the machine is out of it.

use super::{Exc, Raise, Result};
use std::cell::Cell;

/// Smaller amounts are not worth the question, until they add up.
const SMALL: usize = 64 << 20;

thread_local! {
    /// What was claimed since the question was last asked.
    static CLAIMED: Cell<usize> = const { Cell::new(0) };
}

fn exhausted() -> Raise {
    Raise::new(Exc::MemoryError, "")
}

/// MemoryError where `bytes` more are not to be had.
pub fn claim(bytes: usize) -> Result<()> {
    let claimed = CLAIMED.get().saturating_add(bytes);
    if claimed < SMALL {
        CLAIMED.set(claimed);
        return Ok(());
    }
    CLAIMED.set(0);
    // As much again may be taken before the question is asked next.
    if bytes.saturating_add(SMALL) > available() { Err(exhausted()) } else { Ok(()) }
}

/// Makes room for at least one more value in a vector, as `push` would.
pub fn grow<T>(items: &mut Vec<T>) -> Result<()> {
    if items.len() < items.capacity() {
        return Ok(());
    }
    let more = items.capacity().max(4);
    claim((items.capacity() + more).saturating_mul(size_of::<T>()))?;
    items.try_reserve_exact(more).map_err(|_| exhausted())
}

/// Appends values to a vector that may become very long.
pub(crate) fn extend<T>(items: &mut Vec<T>, more: Vec<T>) -> Result<()> {
    let length = items.len() + more.len();
    if length > items.capacity() {
        claim(length.max(items.capacity() * 2).saturating_mul(size_of::<T>()))?;
        items.try_reserve(more.len()).map_err(|_| exhausted())?;
    }
    items.extend(more);
    Ok(())
}

/// Appends to a text that may become very long.
pub fn append(text: &mut String, more: &str) -> Result<()> {
    if text.capacity() - text.len() < more.len() {
        claim((text.len() + more.len()).max(text.capacity().saturating_mul(2)))?;
        text.try_reserve(more.len()).map_err(|_| exhausted())?;
    }
    text.push_str(more);
    Ok(())
}

/// What the machine, the control group and the limits of the process, where there are such, have left for it, with a reserve
/// kept.
fn available() -> usize {
    let read = |path: &str| std::fs::read_to_string(path).unwrap_or_default();
    let kibibytes = |text: &str, name: &str| {
        let amount = text.lines().find_map(|line| line.strip_prefix(name)?.trim().strip_suffix("kB"))?;
        amount.trim().parse::<usize>().ok().map(|amount| amount << 10)
    };
    let machine = kibibytes(&read("/proc/meminfo"), "MemAvailable:");
    let number = |path: &str| read(path).trim().parse::<usize>().ok();
    let group = number("/sys/fs/cgroup/memory.max")
        .map(|most| most.saturating_sub(number("/sys/fs/cgroup/memory.current").unwrap_or(0)));
    let (limits, status) = (read("/proc/self/limits"), read("/proc/self/status"));
    let limit = |name: &str, taken: &str| {
        let most = limits.lines().find_map(|line| line.strip_prefix(name)?.split_whitespace().next()?.parse().ok());
        most.map(|most: usize| most.saturating_sub(kibibytes(&status, taken).unwrap_or(0)))
    };
    let left = [machine, group, limit("Max address space", "VmSize:"), limit("Max data size", "VmData:")];
    let least = left.into_iter().flatten().min().unwrap_or(usize::MAX);
    least - least / 8
}
