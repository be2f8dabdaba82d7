//! How much memory a program may still take: what would not fit raises MemoryError, before the machine is out of it.

use super::{Exc, Raise, Result};
use std::cell::Cell;
use tensorcell_memory::available;

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
