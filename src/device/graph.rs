//! CUDA graphs: work recorded once, launched many times as a whole.
//!
//! Memory allocated on the capturing stream comes from a pool that belongs to the graph, so that the addresses which the
//! graph reads and writes are its own at each launch.

use std::sync::atomic::{AtomicU64, Ordering};

use cudarc::driver::{result, sys};

use super::driver::{bind, check, resets};
use super::stream::Stream;
use super::{Result, allocator};

/// A capture under way on a stream. Dropped without [`Capture::end`], it is abandoned.
#[derive(Debug)]
pub struct Capture {
    stream: Stream,
    pool: u64,
    ended: bool,
}

/// A captured graph, ready to be launched.
#[derive(Debug)]
pub struct Graph {
    device: usize,
    pool: u64,
    graph: usize,
    executable: usize,
    made_at: u64,
}

impl Capture {
    /// Records, instead of doing, the work queued on a stream from here on, and on streams that wait for its events.
    ///
    /// # Errors
    /// The default stream cannot capture.
    pub fn begin(stream: Stream) -> Result<Capture> {
        static POOLS: AtomicU64 = AtomicU64::new(1);
        bind(stream.device())?;
        let mode = sys::CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_THREAD_LOCAL;
        // SAFETY: the stream is alive.
        check(unsafe { result::stream::begin_capture(stream.raw(), mode) }, || "beginning a capture".to_owned())?;
        let pool = POOLS.fetch_add(1, Ordering::Relaxed);
        allocator::begin_private_pool(&stream, pool);
        Ok(Capture { stream, pool, ended: false })
    }

    /// Ends the capture and makes its work launchable.
    ///
    /// # Errors
    /// Work that cannot be captured, such as a synchronization, spoils a capture: it is told here.
    pub fn end(mut self) -> Result<Graph> {
        let device = self.stream.device();
        let raw = self.stop()?;
        let mut graph = Graph { device, pool: self.pool, graph: raw as usize, executable: 0, made_at: resets(device) };
        let flags = sys::CUgraphInstantiate_flags::CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH;
        // SAFETY: the graph is alive.
        let executable = unsafe { result::graph::instantiate(raw, flags) };
        graph.executable = check(executable, || "making a graph launchable".to_owned())? as usize;
        Ok(graph)
    }

    fn stop(&mut self) -> Result<sys::CUgraph> {
        self.ended = true;
        allocator::end_private_pool(self.stream.device(), self.pool);
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
        allocator::release_private_pool(self.stream.device(), self.pool);
    }
}

impl Graph {
    /// Queues all captured work on a stream.
    pub fn launch(&self, stream: &Stream) -> Result<()> {
        bind(self.device)?;
        // SAFETY: the executable graph is alive.
        let status = unsafe { result::graph::launch(self.executable as sys::CUgraphExec, stream.raw()) };
        check(status, || "launching a graph".to_owned())
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
        allocator::release_private_pool(self.device, self.pool);
    }
}
