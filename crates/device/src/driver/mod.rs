//! CUDA through cudarc's `driver::result` and `sys`, loaded at run time: devices, their primary contexts, and copies.
//!
//! The first use of a device creates its primary context. As in PyTorch, the current device and the current stream of each
//! device belong to the calling thread.

mod context;
mod copy;
mod reset;

pub use crate::wait::{synchronize, wait_for_queued};
pub use context::{
    Properties, bind, can_access_peer, current_device, device_count, is_active, is_emulated, memory_info, properties,
    resets, set_collecting, set_current_device, version, was_any_reset, why_none,
};
pub(crate) use context::{SECOND_ELAPSED_TIME, check, knows, mapping_granularity, memory_properties};
pub use copy::{copy, fill_bytes};
pub use reset::reset;
