//! Resets a device.

use super::context::{bind, check, destroy};
use crate::{Result, allocator, stream};

/// Destroys a device's primary context with all its memory, streams, events and modules, and creates a new one: the only
/// way out of a sticky error. Owners of such objects must drop them first.
pub fn reset(index: usize) -> Result<()> {
    let status = destroy(index)?;
    allocator::forget(index);
    check(status, || format!("resetting device {index}"))?;
    bind(index)?;
    stream::renew(index)
}
