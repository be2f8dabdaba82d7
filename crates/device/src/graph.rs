//! CUDA graphs: work recorded once, launched many times as a whole.
//!
//! Memory allocated on the capturing stream, and on streams that join it, comes from a pool that belongs to the graph, so
//! that the addresses which the graph reads and writes are its own at each launch. Graphs that never run side by side may
//! share a pool.

use std::ffi::CString;
use std::path::Path;
use std::sync::atomic::Ordering;

use cudarc::driver::{result, sys};

use super::activity::{self, Kind, What};
use super::allocator::private;
use super::capture::UNDER_WAY;
use super::driver::{bind, check, resets};
use super::stream::Stream;
use super::{DeviceError, Result};

pub use super::allocator::PrivateId;
pub use super::capture::{Relaxed, is_any_under_way, is_capturing};

/// Which calls spoil a capture (`capture_error_mode`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Those of any thread that cannot be captured.
    Global,
    /// Those of the capturing thread.
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

/// A capture under way on a stream. Dropped without [`Capture::end`], it is abandoned.
#[derive(Debug)]
pub struct Capture {
    stream: Stream,
    pool: PrivateId,
    ended: bool,
}

/// A captured graph, ready to be launched.
#[derive(Debug)]
pub struct Graph {
    device: usize,
    pool: PrivateId,
    graph: usize,
    executable: usize,
    made_at: u64,
}

impl Capture {
    /// Records, instead of doing, the work queued on a stream from here on, and on streams that wait for its events.
    /// Memory comes from `pool`, a new one if none is given.
    ///
    /// # Errors
    /// The default stream cannot capture.
    pub fn begin(stream: Stream, mode: Mode, pool: Option<PrivateId>) -> Result<Capture> {
        super::held::settle();
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
    /// Work that cannot be captured, such as a synchronization, spoils a capture: it is told here.
    pub fn end(mut self) -> Result<Graph> {
        let device = self.stream.device();
        let raw = match self.stop() {
            Ok(raw) => raw,
            Err(error) => {
                private::release(device, self.pool);
                return Err(error);
            }
        };
        let mut graph = Graph { device, pool: self.pool, graph: raw as usize, executable: 0, made_at: resets(device) };
        let flags = sys::CUgraphInstantiate_flags::CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH;
        // SAFETY: the graph is alive.
        let executable = unsafe { result::graph::instantiate(raw, flags) };
        graph.executable = check(executable, || "making a graph launchable".to_owned())? as usize;
        Ok(graph)
    }

    fn stop(&mut self) -> Result<sys::CUgraph> {
        super::held::settle();
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
    /// The pool that its memory is in.
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
        })
    }

    /// How many kernels, copies and fills were captured.
    pub fn nodes(&self) -> Result<usize> {
        bind(self.device)?;
        let mut count = 0;
        // SAFETY: the graph is alive; without an array only the count is written.
        let status = unsafe { sys::cuGraphGetNodes(self.graph as sys::CUgraph, std::ptr::null_mut(), &mut count) };
        check(status.result(), || "counting a graph's nodes".to_owned())?;
        Ok(count)
    }

    /// Writes the graph to a file in the language of Graphviz.
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
