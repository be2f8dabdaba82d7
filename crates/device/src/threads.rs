//! The thread pool of one operation's work. The evaluator's thread is a member: waking other threads and sleeping
//! until they finish would take longer than many operations.

use super::clock;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Instant;

/// Makes the calling thread a member of the pool, unless there already is a pool, or it would be the only member:
/// others may use the pool while this thread is busy.
pub fn join() {
    let alone = std::thread::available_parallelism().is_ok_and(|cores| cores.get() == 1)
        || std::env::var("RAYON_NUM_THREADS").is_ok_and(|number| number.trim() == "1");
    if !alone {
        // An error means that there already is a pool.
        let _ = rayon::ThreadPoolBuilder::new().use_current_thread().build_global();
    }
}

/// Whether the calling thread belongs to a pool.
pub fn is_member() -> bool {
    rayon::current_thread_index().is_some()
}

/// Calls `fork` while the pool's other threads hold no lock and do not count as asleep. They do not exist in the
/// child, which does all work itself and must not try to wake them.
pub fn standing_still<T>(fork: impl FnOnce() -> T) -> T {
    let Some(own) = rayon::current_thread_index() else { return fork() };
    let (standing, go) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicBool::new(false)));
    let stand = {
        let (standing, go) = (standing.clone(), go.clone());
        move |context: rayon::BroadcastContext| {
            // This thread's own broadcast runs later, in both processes.
            if context.index() != own {
                standing.fetch_add(1, Ordering::AcqRel);
                let began = Instant::now();
                while !go.load(Ordering::Acquire) {
                    clock::pause(began.elapsed());
                }
            }
        }
    };
    rayon::spawn_broadcast(stand);
    let began = Instant::now();
    while standing.load(Ordering::Acquire) + 1 < rayon::current_num_threads() {
        clock::pause(began.elapsed());
    }
    let forked = fork();
    go.store(true, Ordering::Release);
    forked
}
