//! CUDA events: points in a stream's work, to wait for and to measure between.

use std::sync::OnceLock;

use cudarc::driver::{result, sys};
use libloading::os::unix::{Library, RTLD_NOW, Symbol};

use super::capture::Relaxed;
use super::driver::{self, bind, check, resets};
use super::stream::Stream;
use super::{DeviceError, Result};

/// A point in a stream's work. A fresh event counts as reached.
#[derive(Debug)]
pub struct Event {
    pub(crate) device: usize,
    handle: usize,
    made_at: u64,
}

impl Event {
    /// An event on a device; only events with timing can measure.
    pub fn new(device: usize, timing: bool) -> Result<Event> {
        bind(device)?;
        let flags = match timing {
            true => sys::CUevent_flags::CU_EVENT_DEFAULT,
            false => sys::CUevent_flags::CU_EVENT_DISABLE_TIMING,
        };
        let raw = check(result::event::create(flags), || format!("creating an event on cuda:{device}"))?;
        Ok(Event { device, handle: raw as usize, made_at: resets(device) })
    }

    pub fn device(&self) -> usize {
        self.device
    }
    pub fn raw(&self) -> sys::CUevent {
        self.handle as sys::CUevent
    }

    /// Whether a reset of its device destroyed it.
    pub fn is_lost(&self) -> bool {
        self.made_at != resets(self.device)
    }

    /// Moves the event behind everything queued on the stream.
    pub fn record(&self, stream: &Stream) -> Result<()> {
        super::deferred_hook::flush();
        self.mark(stream)
    }

    /// As `record`, but only behind what the driver knows: deferred work stays deferred.
    pub(super) fn mark(&self, stream: &Stream) -> Result<()> {
        bind(stream.device())?;
        // SAFETY: both handles are alive.
        check(unsafe { result::event::record(self.raw(), stream.raw()) }, || "recording an event".to_owned())
    }

    /// Whether the stream has reached it.
    pub fn query(&self) -> Result<bool> {
        bind(self.device)?;
        // SAFETY: the handle is alive.
        match unsafe { sys::cuEventQuery(self.raw()) } {
            sys::cudaError_enum::CUDA_ERROR_NOT_READY => Ok(false),
            status => check(status.result(), || "asking an event".to_owned()).map(|()| true),
        }
    }

    /// As `query`, for questions that the program does not ask: they invalidate no capture that another thread has under way.
    pub fn is_reached(&self) -> Result<bool> {
        let _relaxed = Relaxed::begin();
        self.query()
    }

    /// Milliseconds from this event to a later one; both must have been reached.
    pub fn elapsed(&self, end: &Event) -> Result<f32> {
        bind(self.device)?;
        let mut milliseconds = 0.0;
        // SAFETY: both handles are alive; one number is written.
        let status = unsafe {
            match driver::knows(driver::SECOND_ELAPSED_TIME) {
                true => sys::cuEventElapsedTime_v2(&mut milliseconds, self.raw(), end.raw()),
                false => first_elapsed_time()?(&mut milliseconds, self.raw(), end.raw()),
            }
        };
        check(status.result(), || "measuring between two events".to_owned()).map(|()| milliseconds)
    }
}

type ElapsedTime = unsafe extern "C" fn(*mut f32, sys::CUevent, sys::CUevent) -> sys::CUresult;

/// `cuEventElapsedTime` of drivers before CUDA 12.8, which cudarc's bindings for CUDA 13 lack.
fn first_elapsed_time() -> Result<&'static Symbol<ElapsedTime>> {
    static FOUND: OnceLock<Option<Symbol<ElapsedTime>>> = OnceLock::new();
    // SAFETY: the driver is open already, so no initialiser runs; the type is CUDA's, and the library is never closed.
    let find = || unsafe {
        let driver = Library::open(Some("libcuda.so.1"), RTLD_NOW).ok()?;
        let symbol = driver.get(b"cuEventElapsedTime").ok();
        std::mem::forget(driver);
        symbol
    };
    let missing = || DeviceError::Unavailable("the driver cannot measure the time between two events".to_owned());
    FOUND.get_or_init(find).as_ref().ok_or_else(missing)
}

impl Stream {
    /// Makes later work on this stream wait for the event.
    pub fn wait_event(&self, event: &Event) -> Result<()> {
        super::deferred_hook::flush();
        bind(self.device())?;
        let flags = sys::CUevent_wait_flags::CU_EVENT_WAIT_DEFAULT;
        // SAFETY: both handles are alive.
        let status = unsafe { result::stream::wait_event(self.raw(), event.raw(), flags) };
        check(status, || format!("making a stream of cuda:{} wait for an event", self.device()))
    }

    /// Makes later work on this stream wait for all that is queued on the other.
    pub fn wait_stream(&self, other: &Stream) -> Result<()> {
        if self == other {
            return Ok(());
        }
        let event = Event::new(other.device(), false)?;
        event.record(other)?;
        self.wait_event(&event)
    }
}

impl Drop for Event {
    fn drop(&mut self) {
        // A reset has destroyed the events made before it.
        if !self.is_lost() && bind(self.device).is_ok() {
            // SAFETY: made by us, destroyed once.
            let _ = unsafe { result::event::destroy(self.raw()) };
        }
    }
}
