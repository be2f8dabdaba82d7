//! Copies and fills, ordered on the device's current stream.

use super::context::{bind, can_access_peer, check, context_of, resets};
use crate::activity::{self, Kind, What};
use crate::capture::is_capturing;
use crate::event::Event;
use crate::pinned::{self, is_pinned};
use crate::stream::Stream;
use crate::{Device, DeviceError, Result, awaited, deferred_hook, host_work, user};
use cudarc::driver::sys;
use parking_lot::Mutex;
use std::ffi::c_void;

/// Copies `bytes` from one address to another, each with its device, on the current stream of the CUDA device.
/// Returns when the host may reuse or read its side, unless `non_blocking` and the host side is page-locked.
///
/// # Safety
/// Both ranges must be valid allocations of their devices for the whole copy.
pub unsafe fn copy(to: (Device, u64), from: (Device, u64), bytes: usize, non_blocking: bool) -> Result<()> {
    if bytes == 0 {
        return Ok(());
    }
    deferred_hook::flush();
    let doing = || format!("copying {bytes} bytes from {} to {}", from.0, to.0);
    if let (Device::Cpu, Device::Cuda(index), false) | (Device::Cuda(index), Device::Cpu, false) =
        (to.0, from.0, non_blocking)
    {
        awaited::note()?;
        user::wait(index)?;
    }
    match (to.0, from.0) {
        (Device::Meta, _) => Ok(()),
        (_, Device::Meta) => Err(DeviceError::Unavailable("Cannot copy out of meta tensor; no data!".to_owned())),
        (Device::Cpu, Device::Cpu) => {
            // SAFETY: the caller vouches for both ranges.
            unsafe { std::ptr::copy(from.1 as *const u8, to.1 as *mut u8, bytes) };
            Ok(())
        }
        (Device::Cuda(index), Device::Cpu) => {
            let stream = Stream::current(index);
            bind(index)?;
            capturable(index, from.1)?;
            let name = match is_pinned(from.1) {
                true => "Memcpy HtoD (Pinned -> Device)",
                false => "Memcpy HtoD (Pageable -> Device)",
            };
            activity::observed(&stream, What::memory(Kind::Upload, name, bytes), || {
                // SAFETY: the caller vouches for both ranges.
                let status = unsafe { sys::cuMemcpyHtoDAsync_v2(to.1, from.1 as *const c_void, bytes, stream.raw()) };
                check(status.result(), doing)
            })?;
            // The driver has staged pageable memory by now.
            match is_pinned(from.1) {
                true => finish_pinned(from.1, stream, non_blocking),
                false => Ok(()),
            }
        }
        (Device::Cpu, Device::Cuda(index)) => {
            let stream = Stream::current(index);
            bind(index)?;
            let name = match is_pinned(to.1) {
                true => "Memcpy DtoH (Device -> Pinned)",
                false => "Memcpy DtoH (Device -> Pageable)",
            };
            if !is_pinned(to.1) {
                // The driver's call waits, and no interrupt ends it.
                host_work::wait(index, || stream.is_done())?;
            }
            activity::observed(&stream, What::memory(Kind::Download, name, bytes), || {
                // SAFETY: the caller vouches for both ranges.
                let status = unsafe { sys::cuMemcpyDtoHAsync_v2(to.1 as *mut c_void, from.1, bytes, stream.raw()) };
                check(status.result(), doing)
            })?;
            match is_pinned(to.1) {
                true => finish_pinned(to.1, stream, non_blocking),
                false => stream.synchronize(),
            }
        }
        (Device::Cuda(target), Device::Cuda(source)) if target == source => {
            bind(source)?;
            let (stream, what) =
                (Stream::current(source), What::memory(Kind::Copy, "Memcpy DtoD (Device -> Device)", bytes));
            activity::observed(&stream, what, || {
                // SAFETY: the caller vouches for both ranges.
                let status = unsafe { sys::cuMemcpyDtoDAsync_v2(to.1, from.1, bytes, stream.raw()) };
                check(status.result(), doing)
            })
        }
        (Device::Cuda(target), Device::Cuda(source)) => {
            // The copy runs on the source's stream, after the target's earlier work and before its later work.
            let (target_stream, source_stream) = (Stream::current(target), Stream::current(source));
            let ready = Event::new(target, false)?;
            ready.record(&target_stream)?;
            source_stream.wait_event(&ready)?;
            let (target_context, source_context) = (context_of(target)?, context_of(source)?);
            reach_peer(source, target)?;
            bind(source)?;
            let what = What::memory(Kind::PeerCopy, "Memcpy PtoP (Device -> Device)", bytes);
            activity::observed(&source_stream, what, || {
                // SAFETY: the caller vouches for both ranges.
                let status = unsafe {
                    sys::cuMemcpyPeerAsync(to.1, target_context, from.1, source_context, bytes, source_stream.raw())
                };
                check(status.result(), doing)
            })?;
            let done = Event::new(source, false)?;
            done.record(&source_stream)?;
            target_stream.wait_event(&done)
        }
    }
}

/// Lets a device write to another's memory, so that a copy takes no detour over the host. Asked once for each pair of contexts.
fn reach_peer(source: usize, target: usize) -> Result<()> {
    use sys::cudaError_enum::*;
    static ASKED: Mutex<Vec<[(usize, u64); 2]>> = Mutex::new(Vec::new());
    let pair = [source, target].map(|device| (device, resets(device)));
    let mut asked = ASKED.lock();
    if asked.contains(&pair) {
        return Ok(());
    }
    asked.push(pair);
    if !can_access_peer(source, target)? {
        return Ok(());
    }
    let context = context_of(target)?;
    bind(source)?;
    // SAFETY: the context is alive.
    match unsafe { sys::cuCtxEnablePeerAccess(context, 0) } {
        // Without it the copy goes through the host.
        CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED | CUDA_ERROR_TOO_MANY_PEERS | CUDA_ERROR_PEER_ACCESS_UNSUPPORTED => {
            Ok(())
        }
        status => check(status.result(), || format!("letting device {source} access device {target}")),
    }
}

/// After queueing a copy from or to page-locked memory: waits for it, or keeps the memory until it is done.
fn finish_pinned(host: u64, stream: Stream, non_blocking: bool) -> Result<()> {
    if !non_blocking {
        return stream.synchronize();
    }
    if !is_capturing(stream.device()) {
        pinned::record_use(host, stream);
    }
    Ok(())
}

/// A graph replay reads the host's memory again: it must stay allocated and page-locked.
fn capturable(index: usize, host: u64) -> Result<()> {
    if !is_capturing(index) || is_pinned(host) {
        return Ok(());
    }
    Err(DeviceError::Unavailable(
        "Cannot copy between CPU and CUDA tensors during CUDA graph capture unless the CPU tensor is pinned. Please use \
         tensor.pin_memory() or allocate the tensor with pin_memory=True."
            .to_owned(),
    ))
}

/// Fills device memory with a byte, on the device's current stream.
///
/// # Safety
/// The range must be a valid allocation of the device.
pub unsafe fn fill_bytes(index: usize, address: u64, value: u8, bytes: usize) -> Result<()> {
    if bytes == 0 {
        return Ok(());
    }
    bind(index)?;
    let stream = Stream::current(index);
    activity::observed(&stream, What::memory(Kind::Fill, "Memset (Device)", bytes), || {
        // SAFETY: the caller vouches for the range.
        let status = unsafe { sys::cuMemsetD8Async(address, value, bytes, stream.raw()) };
        check(status.result(), || format!("filling {bytes} bytes on cuda:{index}"))
    })
}
