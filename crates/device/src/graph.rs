//! CUDA graphs: work captured once and launched many times.
//!
//! Memory allocated on the capturing stream, and on streams that join it, comes from a pool of the graph, so that each
//! launch reads and writes the same addresses. Graphs that never run at the same time may share a pool.

use std::ffi::CString;
use std::path::Path;
use std::sync::atomic::Ordering;

use cudarc::driver::{result, sys};
use parking_lot::Mutex;

use super::activity::{self, Kind, What};
use super::allocator::private;
use super::capture::UNDER_WAY;
use super::driver::{bind, check, resets};
use super::event::Event;
use super::stream::Stream;
use super::{DeviceError, Result};

pub use super::allocator::PrivateId;
pub use super::capture::{Relaxed, is_any_under_way, is_capturing};

/// Which calls invalidate a capture (`capture_error_mode`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Calls of any thread that cannot be captured.
    Global,
    /// Calls of the capturing thread that cannot be captured.
    ThreadLocal,
    /// None.
    Relaxed,
}

impl Mode {
    fn raw(self) -> sys::CUstreamCaptureMode {
        match self {
            Mode::Global => sys::CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_GLOBAL,
            Mode::ThreadLocal => sys::CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_THREAD_LOCAL,
            Mode::Relaxed => sys::CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED,
        }
    }
}

/// A capture in progress on a stream. Dropping it without [`Capture::end`] abandons it.
#[derive(Debug)]
pub struct Capture {
    stream: Stream,
    pool: PrivateId,
    ended: bool,
}

/// A captured graph, ready to launch.
#[derive(Debug)]
pub struct Graph {
    device: usize,
    pool: PrivateId,
    graph: usize,
    executable: usize,
    made_at: u64,
    /// Behind the last launch: until then the pool's memory is in use.
    last: Mutex<Option<Event>>,
}

impl Capture {
    /// Captures the work queued on a stream, and on streams that wait for its events, instead of running it.
    /// Memory comes from `pool`, or from a new pool.
    ///
    /// # Errors
    /// The default stream cannot capture.
    pub fn begin(stream: Stream, mode: Mode, pool: Option<PrivateId>) -> Result<Capture> {
        super::deferred_hook::flush();
        bind(stream.device())?;
        // SAFETY: the stream is alive.
        let begun = unsafe { result::stream::begin_capture(stream.raw(), mode.raw()) };
        check(begun, || "beginning a capture".to_owned())?;
        UNDER_WAY.fetch_add(1, Ordering::Relaxed);
        let pool = pool.unwrap_or_else(private::new_id);
        private::begin(&stream, pool);
        Ok(Capture { stream, pool, ended: false })
    }

    pub fn stream(&self) -> Stream {
        self.stream
    }

    /// Ends the capture and makes its work launchable.
    ///
    /// # Errors
    /// Reports work that invalidated the capture, such as a synchronization.
    pub fn end(mut self) -> Result<Graph> {
        let device = self.stream.device();
        let raw = match self.stop() {
            Ok(raw) => raw,
            Err(error) => {
                private::release(device, self.pool);
                return Err(error);
            }
        };
        let mut graph = Graph {
            device,
            pool: self.pool,
            graph: raw as usize,
            executable: 0,
            made_at: resets(device),
            last: Mutex::new(None),
        };
        let flags = sys::CUgraphInstantiate_flags::CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH;
        // SAFETY: the graph is alive.
        let executable = unsafe { result::graph::instantiate(raw, flags) };
        graph.executable = check(executable, || "making a graph launchable".to_owned())? as usize;
        Ok(graph)
    }

    fn stop(&mut self) -> Result<sys::CUgraph> {
        super::deferred_hook::flush();
        self.ended = true;
        UNDER_WAY.fetch_sub(1, Ordering::Relaxed);
        private::end(&self.stream);
        bind(self.stream.device())?;
        // SAFETY: the stream is alive.
        let raw = unsafe { result::stream::end_capture(self.stream.raw()) };
        check(raw, || "ending a capture".to_owned())
    }
}

impl Drop for Capture {
    fn drop(&mut self) {
        if self.ended {
            return;
        }
        if let Ok(graph) = self.stop() {
            // SAFETY: captured just now, destroyed once.
            let _ = unsafe { result::graph::destroy(graph) };
        }
        private::release(self.stream.device(), self.pool);
    }
}

impl Graph {
    pub fn device(&self) -> usize {
        self.device
    }
    /// The pool of its memory.
    pub fn pool(&self) -> PrivateId {
        self.pool
    }

    /// The driver's graph and its launchable form, as numbers.
    pub fn handles(&self) -> (usize, usize) {
        (self.graph, self.executable)
    }

    /// Queues all captured work on a stream.
    pub fn launch(&self, stream: &Stream) -> Result<()> {
        bind(self.device)?;
        if self.made_at != resets(self.device) {
            return Err(DeviceError::Unavailable(format!(
                "the graph was lost when the context of cuda:{} was rebuilt after a fault: capture it again",
                self.device
            )));
        }
        activity::observed(stream, What::memory(Kind::Graph, "CUDA graph", 0), || {
            // SAFETY: the executable graph is alive.
            let status = unsafe { result::graph::launch(self.executable as sys::CUgraphExec, stream.raw()) };
            check(status, || "launching a graph".to_owned())
        })?;
        self.note_launch(stream)
    }

    fn note_launch(&self, stream: &Stream) -> Result<()> {
        let mut last = self.last.lock();
        let event = match last.take() {
            Some(event) if !event.is_lost() => event,
            _ => Event::new(self.device, false)?,
        };
        event.mark(stream)?;
        *last = Some(event);
        Ok(())
    }

    /// The number of captured kernels, copies and fills.
    pub fn nodes(&self) -> Result<usize> {
        bind(self.device)?;
        let mut count = 0;
        // SAFETY: the graph is alive; without an array only the count is written.
        let status = unsafe { sys::cuGraphGetNodes(self.graph as sys::CUgraph, std::ptr::null_mut(), &mut count) };
        check(status.result(), || "counting a graph's nodes".to_owned())?;
        Ok(count)
    }

    /// Writes the graph as a Graphviz file.
    pub fn dump(&self, file: &Path) -> Result<()> {
        const VERBOSE: u32 = 1;
        bind(self.device)?;
        let path = CString::new(file.as_os_str().as_encoded_bytes())
            .map_err(|_| DeviceError::Unavailable(format!("no file can be named {}", file.display())))?;
        // SAFETY: the graph is alive, the path ends with a zero.
        let status = unsafe { sys::cuGraphDebugDotPrint(self.graph as sys::CUgraph, path.as_ptr(), VERBOSE) };
        check(status.result(), || format!("writing a graph to {}", file.display()))
    }
}

impl Drop for Graph {
    fn drop(&mut self) {
        if self.made_at != resets(self.device) {
            return;
        }
        if let Some(event) = self.last.get_mut().take() {
            let _ = super::awaited::exempt(|| event.synchronize());
        }
        if bind(self.device).is_ok() {
            // SAFETY: made by us, destroyed once.
            unsafe {
                if self.executable != 0 {
                    let _ = result::graph::exec_destroy(self.executable as sys::CUgraphExec);
                }
                let _ = result::graph::destroy(self.graph as sys::CUgraph);
            }
        }
        private::release(self.device, self.pool);
    }
}
