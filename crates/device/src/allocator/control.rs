//! What programs control of the allocator: settings, history, private pools.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use parking_lot::Mutex;

use super::cuda_pool;
use super::history::{Action, Entry, History, Keep};
use super::pool::{Pool, PrivateId, RawMemory};
use super::settings::Settings;
use crate::place::place;
use crate::stream::Stream;
use crate::{DeviceError, Result, driver};

/// The current settings, and what was wrong with the environment's.
struct InForce {
    settings: Mutex<Settings>,
    error: Option<DeviceError>,
}

fn in_force() -> &'static InForce {
    static IN_FORCE: OnceLock<InForce> = OnceLock::new();
    IN_FORCE.get_or_init(|| {
        let read = Settings::from_environment();
        InForce { settings: Mutex::new(read.clone().unwrap_or_default()), error: read.err().map(DeviceError::Setting) }
    })
}

/// Fails if the environment's settings are invalid: reported at the first allocation, as in PyTorch.
pub(super) fn check() -> Result<()> {
    in_force().error.as_ref().map_or(Ok(()), |error| Err(error.clone()))
}

/// Applies the current settings to a new pool.
pub(super) fn prepare<M: RawMemory>(pool: &mut Pool<M>, device: usize) {
    let settings = in_force().settings.lock().clone();
    if let (Some(fraction), Ok(properties)) = (settings.memory_fraction, driver::properties(device)) {
        pool.set_limit(Some((properties.total_memory as f64 * fraction) as usize));
    }
    pool.set_settings(settings);
}

/// Changes the settings by a text in the environment's format (`torch.cuda.memory._set_allocator_settings`).
pub fn apply_settings(text: &str) -> Result<()> {
    // A pool that is created meanwhile reads the settings itself.
    let settings = {
        let mut settings = in_force().settings.lock();
        *settings = settings.with(text).map_err(DeviceError::Setting)?;
        settings.clone()
    };
    for pool in (0..driver::device_count()).filter_map(cuda_pool) {
        pool.lock().set_settings(settings.clone());
    }
    Ok(())
}

/// The current settings.
pub fn settings() -> Settings {
    in_force().settings.lock().clone()
}

/// Starts recording the devices' history, or stops with `None` (`_record_memory_history`). `skipped` names actions to
/// leave out; `clear` drops the recorded history.
pub fn keep_history(keep: Option<Keep>, skipped: &[&'static str], clear: bool) {
    for pool in (0..driver::device_count()).filter_map(cuda_pool) {
        let mut pool = pool.lock();
        let history = pool.history_mut();
        match (keep, history.as_mut()) {
            (None, _) => *history = None,
            (Some(keep), Some(history)) => {
                history.keep(keep, skipped.to_vec());
                if clear {
                    history.clear();
                }
            }
            (Some(keep), None) => *history = Some(Box::new(History::new(keep, skipped.to_vec()))),
        }
    }
}

/// Sets the text that is recorded with later allocations.
pub fn set_history_metadata(text: &str) {
    for pool in (0..driver::device_count()).filter_map(cuda_pool) {
        if let Some(history) = pool.lock().history_mut() {
            history.metadata = text.into();
        }
    }
}
/// The text set last.
pub fn history_metadata() -> String {
    let of_first = cuda_pool(0).and_then(|pool| Some(pool.lock().history()?.metadata.to_string()));
    of_first.unwrap_or_default()
}

/// A device's history, oldest first. Asking for it is recorded as a step.
pub fn steps(index: usize) -> Vec<Entry> {
    let (place, Some(pool)) = (place(), cuda_pool(index)) else { return Vec::new() };
    let mut pool = pool.lock();
    let active = pool.stats().active_bytes.all.current as usize;
    let Some(history) = pool.history_mut() else { return Vec::new() };
    let steps = history.entries().cloned().collect();
    history.record(Action::Snapshot, 0, active, 0, place);
    steps
}

/// Private pools: of captured graphs, whose addresses must stay theirs, and of `torch.cuda.MemPool`.
pub mod private {
    use super::*;

    /// A number for a new pool.
    pub fn new_id() -> PrivateId {
        static POOLS: AtomicU64 = AtomicU64::new(1);
        POOLS.fetch_add(1, Ordering::Relaxed)
    }

    /// Sends a stream's allocations to a private pool during a graph capture.
    pub fn begin(stream: &Stream, pool: PrivateId) {
        with(stream.device(), |pools| pools.lock().begin_private(stream.handle(), pool));
    }
    /// Ends [`begin`]; the graph still uses the pool.
    pub fn end(stream: &Stream) {
        with(stream.device(), |pools| pools.lock().end_private(stream.handle()));
    }

    /// Sends all of a device's allocations to a private pool (`torch.cuda.use_mem_pool`).
    pub fn begin_route(device: usize, pool: PrivateId) {
        with(device, |pools| pools.lock().begin_route(pool));
    }
    /// Ends [`begin_route`].
    pub fn end_route(device: usize, pool: PrivateId) {
        with(device, |pools| pools.lock().end_route(pool));
    }

    /// Adds a user of a private pool. With `unsplit` its blocks are not split; with `last_resort` it serves everyone when all
    /// else has failed.
    pub fn open(device: usize, pool: PrivateId, unsplit: bool, last_resort: bool) {
        with(device, |pools| {
            let mut pools = pools.lock();
            pools.configure_private(pool, unsplit, last_resort);
            pools.retain_private(pool);
        });
    }
    /// The number of graphs, `MemPool`s and routes that use it.
    pub fn users(device: usize, pool: PrivateId) -> usize {
        with(device, |pools| pools.lock().users_of(pool)).unwrap_or(0)
    }
    /// Removes a user; when the last one goes, everyone can use the pool's memory.
    pub fn release(device: usize, pool: PrivateId) {
        with(device, |pools| pools.lock().release_private(pool));
    }
    /// As [`release`]; the last user first returns free memory to the driver.
    pub fn close(device: usize, pool: PrivateId) {
        with(device, |pools| {
            let mut pools = pools.lock();
            if let Err(error) = pools.empty_private(pool) {
                tracing::debug!("emptying a pool of cuda:{device}: {error}");
            }
            pools.release_private(pool);
        });
    }

    fn with<T>(
        device: usize,
        work: impl FnOnce(&'static Mutex<Pool<super::super::raw::CudaMemory>>) -> T,
    ) -> Option<T> {
        cuda_pool(device).map(work)
    }
}
