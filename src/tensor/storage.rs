//! The memory behind tensors: a block of one device, shared by all views of it.

use crate::device::{Device, allocator::Block};
use crate::tensor::TensorError;
use std::sync::atomic::{AtomicU64, Ordering};

#[derive(Debug)]
pub struct Storage {
    block: Block,
    version: AtomicU64,
}

impl Storage {
    pub fn allocate(device: Device, bytes: usize) -> Result<Storage, TensorError> {
        Ok(Storage { block: Block::allocate(device, bytes)?, version: AtomicU64::new(0) })
    }
    pub fn device(&self) -> Device {
        self.block.device()
    }
    pub fn address(&self) -> u64 {
        self.block.address()
    }
    pub fn bytes(&self) -> usize {
        self.block.bytes()
    }
    /// Counts in-place writes; autograd compares it with the count at saving.
    pub fn version(&self) -> u64 {
        self.version.load(Ordering::Relaxed)
    }
    pub fn bump_version(&self) {
        self.version.fetch_add(1, Ordering::Relaxed);
    }
}
