//! Graphs of tensor operations: a device graph, and the random state from which each replay draws.

use super::random::{self, Recorded};
use std::path::Path;
use tensorcell_device::graph as device;
use tensorcell_device::stream::Stream;
use tensorcell_tensor::op::Result;

pub use device::{Mode, PrivateId, is_capturing};
pub use tensorcell_device::allocator::private::new_id as new_pool;

/// A running capture. Dropping it abandons the capture.
#[derive(Debug)]
pub struct Capture {
    // The fields must be dropped in this order.
    work: device::Capture,
    random: Recorded,
}

/// Captured operations, ready to be replayed.
#[derive(Debug)]
pub struct Graph {
    work: device::Graph,
    random: Recorded,
}

impl Capture {
    /// Records the operations on a stream instead of running them. Memory comes from `pool`, or from a new one.
    pub fn begin(stream: Stream, mode: Mode, pool: Option<PrivateId>) -> Result<Capture> {
        let random = Recorded::begin(stream.device())?;
        Ok(Capture { work: device::Capture::begin(stream, mode, pool)?, random })
    }
    pub fn stream(&self) -> Stream {
        self.work.stream()
    }
    pub fn end(mut self) -> Result<Graph> {
        self.random.finish();
        Ok(Graph { work: self.work.end()?, random: self.random })
    }
}

impl Graph {
    pub fn device(&self) -> usize {
        self.work.device()
    }
    pub fn pool(&self) -> PrivateId {
        self.work.pool()
    }
    /// The driver's graph and executable graph, as numbers.
    pub fn handles(&self) -> (usize, usize) {
        self.work.handles()
    }
    pub fn nodes(&self) -> Result<usize> {
        Ok(self.work.nodes()?)
    }
    pub fn dump(&self, file: &Path) -> Result<()> {
        Ok(self.work.dump(file)?)
    }
    /// Queues the whole graph on its device's current stream.
    pub fn replay(&self) -> Result<()> {
        super::check_indices(tensorcell_device::Device::Cuda(self.work.device()))?;
        random::prepare_replay(&self.random)?;
        let stream = Stream::current(self.work.device());
        self.work.launch(&stream)?;
        Ok(tensorcell_device::user::note_replay(&stream)?)
    }
}
