//! A device begun anew.

use super::context::{bind, check, destroy};
use crate::{Result, allocator, stream};

/// Destroys a device's primary context with all memory, streams, events and modules in it, and makes a new one: the only
/// way out of a sticky error. Whoever holds such things must forget them first.
pub fn reset(index: usize) -> Result<()> {
    let status = destroy(index)?;
    allocator::forget(index);
    check(status, || format!("resetting device {index}"))?;
    bind(index)?;
    stream::renew(index)
}
