//! Where the caching allocator's segments come from: the host's allocator, and the CUDA driver.

use std::alloc::Layout;

use cudarc::driver::{result, sys};

use super::pool::{RawMemory, StreamId};
use crate::device::event::Event;
use crate::device::graph::Relaxed;
use crate::device::stream::Stream;
use crate::device::{Result, driver, user};

/// Host memory. It has no streams: work on it is done when it returns.
pub struct HostMemory;

/// A cache line, and the widest vectors.
const HOST_ALIGNMENT: usize = 64;

impl RawMemory for HostMemory {
    type Event = ();

    fn allocate(&mut self, bytes: usize) -> Result<Option<u64>> {
        let Ok(layout) = Layout::from_size_align(bytes, HOST_ALIGNMENT) else {
            return Ok(None);
        };
        // SAFETY: a segment's size is not zero.
        let address = unsafe { std::alloc::alloc(layout) } as u64;
        Ok((address != 0).then_some(address))
    }
    fn free(&mut self, address: u64, bytes: usize) {
        if let Ok(layout) = Layout::from_size_align(bytes, HOST_ALIGNMENT) {
            // SAFETY: allocated above with the same layout.
            unsafe { std::alloc::dealloc(address as *mut u8, layout) }
        }
    }
    fn record(&mut self, _: StreamId) -> Result<()> {
        Ok(())
    }
    fn is_done(&mut self, (): &()) -> Result<bool> {
        Ok(true)
    }
    fn wait(&mut self, (): &()) -> Result<()> {
        Ok(())
    }
}

/// The memory of one CUDA device.
pub struct CudaMemory {
    pub device: usize,
}

impl RawMemory for CudaMemory {
    type Event = Event;

    fn allocate(&mut self, bytes: usize) -> Result<Option<u64>> {
        driver::bind(self.device)?;
        let _relaxed = Relaxed::begin();
        // SAFETY: a context is current.
        match unsafe { result::malloc_sync(bytes) } {
            Err(error) if error.0 == sys::cudaError_enum::CUDA_ERROR_OUT_OF_MEMORY => Ok(None),
            address => driver::check(address, || format!("allocating {bytes} bytes on cuda:{}", self.device)).map(Some),
        }
    }
    fn free(&mut self, address: u64, _: usize) {
        // The driver waits for all work: memory that a kernel without end may use is kept.
        if driver::bind(self.device).is_ok() && user::settle(self.device).is_ok() {
            let _relaxed = Relaxed::begin();
            // SAFETY: allocated above, freed once.
            if let Err(error) = unsafe { result::free_sync(address) } {
                tracing::warn!("giving memory back to cuda:{}: {error:?}", self.device);
            }
        }
    }
    fn record(&mut self, stream: StreamId) -> Result<Event> {
        let event = Event::new(self.device, false)?;
        event.record(&Stream::from_handle(self.device, stream))?;
        Ok(event)
    }
    fn is_done(&mut self, event: &Event) -> Result<bool> {
        event.query()
    }
    fn wait(&mut self, event: &Event) -> Result<()> {
        event.synchronize()
    }
    fn is_capturing(&mut self, stream: StreamId) -> bool {
        Stream::from_handle(self.device, stream).is_capturing().unwrap_or(false)
    }
}
