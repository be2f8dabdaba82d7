//! The sources of the caching allocator's segments: the host's allocator and the CUDA driver.

use std::alloc::Layout;

use cudarc::driver::{result, sys};
use sys::CUmemAllocationProp_st as MemoryProperties;

use super::pool::{RawMemory, StreamId};
use crate::capture::Relaxed;
use crate::event::Event;
use crate::stream::Stream;
use crate::{Result, driver, shared, user};

/// Host memory. It has no streams: work on it is synchronous. Stream 1 stands for segments of shared memory.
pub struct HostMemory;

/// A cache line, and the widest vectors.
const HOST_ALIGNMENT: usize = 64;

/// The size of huge pages, which the processor looks up faster and prefetches across.
const HUGE_PAGE: usize = 2 << 20;
/// Segments of this size and above lie on huge pages: NumPy uses the same bound.
const HUGE_FROM: usize = 4 << 20;

/// Segments of this size and above are checked against free memory first.
const ASKED_FROM: usize = 64 << 20;

/// Whether the host has this much memory. The system overcommits it, and kills the process when it runs out.
pub fn is_left(bytes: usize) -> bool {
    bytes < ASKED_FROM || bytes <= tensorcell_memory::available()
}

fn host_layout(bytes: usize) -> Option<Layout> {
    let alignment = if bytes >= HUGE_FROM { HUGE_PAGE } else { HOST_ALIGNMENT };
    Layout::from_size_align(bytes, alignment).ok()
}

impl RawMemory for HostMemory {
    type Event = ();

    fn allocate(&mut self, bytes: usize) -> Result<Option<u64>> {
        if let Some(address) = shared::allocate(bytes) {
            return Ok(Some(address));
        }
        if !is_left(bytes) {
            return Ok(None);
        }
        let Some(layout) = host_layout(bytes) else { return Ok(None) };
        // SAFETY: a segment's size is not zero.
        let address = unsafe { std::alloc::alloc(layout) };
        #[cfg(target_os = "linux")]
        if layout.align() == HUGE_PAGE && !address.is_null() {
            // SAFETY: whole pages of memory that is ours. It is advice: where it is not taken, nothing is lost.
            unsafe { libc::madvise(address.cast(), bytes, libc::MADV_HUGEPAGE) };
        }
        Ok((!address.is_null()).then_some(address as u64))
    }
    fn free(&mut self, address: u64, bytes: usize) {
        if shared::release(address, bytes) {
            return;
        }
        if let Some(layout) = host_layout(bytes) {
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
        // The driver waits for all work: memory that an endless kernel may use is kept.
        if driver::bind(self.device).is_ok() && user::wait(self.device).is_ok() {
            let _relaxed = Relaxed::begin();
            // SAFETY: allocated above, freed once.
            if let Err(error) = unsafe { result::free_sync(address) } {
                tracing::warn!("giving memory back to cuda:{}: {error:?}", self.device);
            }
        }
    }
    fn record(&mut self, stream: StreamId) -> Result<Event> {
        // Another device's stream may have used the memory.
        let device = Stream::owner(stream).unwrap_or(self.device);
        let event = Event::new(device, false)?;
        event.mark(&Stream::from_handle(device, stream))?;
        Ok(event)
    }
    fn is_done(&mut self, event: &Event) -> Result<bool> {
        event.is_reached()
    }
    fn wait(&mut self, event: &Event) -> Result<()> {
        event.synchronize()
    }
    fn is_capturing(&mut self, stream: StreamId) -> bool {
        Stream::from_handle(self.device, stream).is_capturing().unwrap_or(false)
    }

    /// Reserves an eighth more than the device's memory, so that pages at the end find room when some in the middle are free.
    fn reserve(&mut self, page: usize) -> Result<Option<(u64, usize)>> {
        driver::bind(self.device)?;
        let granularity = match driver::mapping_granularity(self.device)? {
            Some(granularity) if page.is_multiple_of(granularity) => granularity,
            _ => {
                tracing::warn!("expandable_segments not supported on this platform");
                return Ok(None);
            }
        };
        let total = driver::properties(self.device)?.total_memory;
        let (bytes, mut address) = ((total + total / 8).next_multiple_of(page), 0);
        // SAFETY: writes one address.
        let status = unsafe { sys::cuMemAddressReserve(&mut address, bytes, granularity, 0, 0) };
        driver::check(status.result(), || format!("reserving {bytes} bytes of addresses for cuda:{}", self.device))?;
        Ok(Some((address, bytes)))
    }
    fn unreserve(&mut self, address: u64, bytes: usize) {
        // SAFETY: reserved above; nothing is mapped there.
        let status = unsafe { sys::cuMemAddressFree(address, bytes) };
        if let Err(error) = status.result() {
            tracing::warn!("giving addresses of cuda:{} back: {error:?}", self.device);
        }
    }
    fn map(&mut self, address: u64, bytes: usize, page: usize) -> Result<bool> {
        driver::bind(self.device)?;
        let _relaxed = Relaxed::begin();
        let properties = driver::memory_properties(self.device)?;
        for offset in (0..bytes).step_by(page) {
            if !self.map_page(address + offset as u64, page, &properties)? {
                self.unmap_pages(address, offset, page);
                return Ok(false);
            }
        }
        let access = sys::CUmemAccessDesc {
            location: properties.location,
            flags: sys::CUmemAccess_flags::CU_MEM_ACCESS_FLAGS_PROT_READWRITE,
        };
        // SAFETY: mapped just now.
        let status = unsafe { sys::cuMemSetAccess(address, bytes, &access, 1) };
        driver::check(status.result(), || format!("mapping {bytes} bytes on cuda:{}", self.device))?;
        Ok(true)
    }
    fn unmap(&mut self, address: u64, bytes: usize, page: usize, stream: StreamId) -> bool {
        // The driver does not wait for work that may use the memory.
        let is_idle = driver::bind(self.device).is_ok() && user::wait(self.device).is_ok();
        if !is_idle || Stream::from_handle(self.device, stream).wait().is_err() {
            return false;
        }
        let _relaxed = Relaxed::begin();
        self.unmap_pages(address, bytes, page);
        true
    }
    fn discard(&mut self, address: u64, bytes: usize, page: usize, reach: usize) {
        self.unmap_pages(address, reach, page);
        // SAFETY: reserved above; whatever was mapped is not any more.
        let _ = unsafe { sys::cuMemAddressFree(address, bytes) };
    }
    fn free_bytes(&mut self) -> usize {
        driver::memory_info(self.device).map_or(0, |(free, _)| free)
    }
}

impl CudaMemory {
    /// Maps one page; false if there is no memory left.
    fn map_page(&self, address: u64, page: usize, properties: &MemoryProperties) -> Result<bool> {
        let mut memory = 0;
        // SAFETY: writes one handle.
        let status = unsafe { sys::cuMemCreate(&mut memory, page, properties, 0) };
        if status == sys::cudaError_enum::CUDA_ERROR_OUT_OF_MEMORY {
            return Ok(false);
        }
        driver::check(status.result(), || format!("allocating {page} bytes on cuda:{}", self.device))?;
        // SAFETY: the addresses are reserved and free; the mapping alone keeps the memory after the release.
        let mapped = unsafe {
            let mapped = sys::cuMemMap(address, page, 0, memory, 0);
            let _ = sys::cuMemRelease(memory);
            mapped
        };
        driver::check(mapped.result(), || format!("mapping {page} bytes on cuda:{}", self.device)).map(|()| true)
    }

    /// Ignores pages that a context reset has already unmapped.
    fn unmap_pages(&self, address: u64, bytes: usize, page: usize) {
        for offset in (0..bytes).step_by(page) {
            // SAFETY: pages that were mapped one by one; nobody uses them.
            let _ = unsafe { sys::cuMemUnmap(address + offset as u64, page) };
        }
    }
}
