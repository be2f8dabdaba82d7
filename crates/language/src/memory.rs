//! How much memory a program may still allocate: larger requests raise MemoryError before the machine runs out.

use super::{Exc, Raise, Result};
use std::cell::Cell;
use tensorcell_memory::available;

/// Smaller amounts are only added up, without a check.
const SMALL: usize = 64 << 20;

thread_local! {
    /// Bytes claimed since the last check.
    static CLAIMED: Cell<usize> = const { Cell::new(0) };
}

/// The error of an allocation that failed.
pub fn exhausted() -> Raise {
    Raise::new(Exc::MemoryError, "")
}

/// MemoryError if `bytes` more are not available.
pub fn claim(bytes: usize) -> Result<()> {
    let claimed = CLAIMED.get().saturating_add(bytes);
    if claimed < SMALL {
        CLAIMED.set(claimed);
        return Ok(());
    }
    CLAIMED.set(0);
    // Also leaves room for the amount that may be claimed before the next check.
    if bytes.saturating_add(SMALL) > available() { Err(exhausted()) } else { Ok(()) }
}

/// MemoryError if there is no memory for this many values.
pub fn room_for<T>(count: usize) -> Result<()> {
    claim(count.saturating_mul(size_of::<T>()))
}

/// Grows a vector for at least one more value, as `push` would.
pub fn grow<T>(items: &mut Vec<T>) -> Result<()> {
    if items.len() < items.capacity() {
        return Ok(());
    }
    let more = items.capacity().max(4);
    claim((items.capacity() + more).saturating_mul(size_of::<T>()))?;
    items.try_reserve_exact(more).map_err(|_| exhausted())
}

/// Appends a value to a vector that may become very long.
pub fn push<T>(items: &mut Vec<T>, item: T) -> Result<()> {
    grow(items)?;
    items.push(item);
    Ok(())
}

/// Appends values to a vector that may become very long.
pub(crate) fn extend<T>(items: &mut Vec<T>, more: Vec<T>) -> Result<()> {
    reserve(items, more.len())?;
    items.extend(more);
    Ok(())
}

/// Makes room for `more` values of a vector that may become very long.
pub fn reserve<T>(items: &mut Vec<T>, more: usize) -> Result<()> {
    let length = items.len().saturating_add(more);
    if length > items.capacity() {
        claim(length.max(items.capacity().saturating_mul(2)).saturating_mul(size_of::<T>()))?;
        items.try_reserve(more).map_err(|_| exhausted())?;
    }
    Ok(())
}

/// Appends to bytes that may become very long.
pub fn append_bytes(bytes: &mut Vec<u8>, more: &[u8]) -> Result<()> {
    reserve(bytes, more.len())?;
    bytes.extend_from_slice(more);
    Ok(())
}

/// The values of an iterator that has `count`, a number from outside.
pub fn collected<T>(count: usize, values: impl Iterator<Item = T>) -> Result<Vec<T>> {
    let mut items = Vec::new();
    reserve(&mut items, count)?;
    items.extend(values);
    Ok(items)
}

/// A copy of bytes or values.
pub fn copied<T: Clone>(items: &[T]) -> Result<Vec<T>> {
    let mut copy = Vec::new();
    reserve(&mut copy, items.len())?;
    copy.extend_from_slice(items);
    Ok(copy)
}

/// Bytes of a length that comes from outside.
pub fn zeroed(length: usize) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reserve(&mut bytes, length)?;
    bytes.resize(length, 0);
    Ok(bytes)
}

/// Makes room in a string that may become very long, before small pieces of at most `bytes` are appended.
pub fn spare(text: &mut String, bytes: usize) -> Result<()> {
    if text.capacity() - text.len() < bytes {
        claim((text.len() + bytes).max(text.capacity().saturating_mul(2)))?;
        text.try_reserve(bytes).map_err(|_| exhausted())?;
    }
    Ok(())
}

/// Appends to a string that may become very long.
pub fn append(text: &mut String, more: &str) -> Result<()> {
    spare(text, more.len())?;
    text.push_str(more);
    Ok(())
}
