//! Writes states in the background, one after the other. Each is renamed to its final name when it is complete on disk.

use super::state::{self, State};
use std::collections::VecDeque;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};

use parking_lot::{Condvar, Mutex};

/// A state to write: metadata, pickle, and the storages that are not on disk yet.
pub struct Job {
    pub folder: PathBuf,
    pub state: State,
    pub pickle: Vec<u8>,
    pub storages: Vec<(String, Vec<u8>)>,
}

/// The number of states that are kept: the last, and the one before it for `%undo`.
const KEPT: usize = 2;

#[derive(Default)]
struct Progress {
    waiting: usize,
    error: Option<String>,
}

pub struct Writer {
    jobs: Sender<Job>,
    progress: Arc<(Mutex<Progress>, Condvar)>,
}

impl Writer {
    pub fn start() -> io::Result<Writer> {
        let (jobs, queue) = channel::<Job>();
        let progress: Arc<(Mutex<Progress>, Condvar)> = Arc::default();
        let shared = progress.clone();
        let work = move || {
            let mut kept = VecDeque::new();
            for job in queue {
                let outcome = written(job, &mut kept);
                let mut progress = shared.0.lock();
                progress.waiting -= 1;
                progress.error = outcome.err().map(|error| error.to_string());
                shared.1.notify_all();
            }
        };
        std::thread::Builder::new().name("saved states".into()).spawn(work)?;
        Ok(Writer { jobs, progress })
    }

    pub fn write(&self, job: Job) {
        self.progress.0.lock().waiting += 1;
        if self.jobs.send(job).is_err() {
            self.progress.0.lock().waiting -= 1;
        }
    }

    /// The number of states that wait to be written.
    pub fn waiting(&self) -> usize {
        self.progress.0.lock().waiting
    }

    /// The error of the last write.
    pub fn error(&self) -> Option<String> {
        self.progress.0.lock().error.clone()
    }

    /// Waits until all states are written.
    pub fn finish(&self) {
        let mut progress = self.progress.0.lock();
        while progress.waiting > 0 {
            self.progress.1.wait(&mut progress);
        }
    }
}

fn written(job: Job, kept: &mut VecDeque<State>) -> io::Result<()> {
    super::folder::private(&job.folder)?;
    for (name, bytes) in &job.storages {
        tensorcell_files::keep(&job.folder.join(name), bytes)?;
    }
    let bytes = state::encoded(&job.state, &job.pickle)?;
    tensorcell_files::keep(&state::path(&job.folder, job.state.order), &bytes)?;
    forget_others(&job.folder, job.state, kept);
    Ok(())
}

fn forget_others(folder: &Path, state: State, kept: &mut VecDeque<State>) {
    kept.push_front(state);
    kept.truncate(KEPT);
    state::keep_only(folder, kept.make_contiguous());
}
