//! The threads that share the work of one operation. The evaluator's is one of them: from outside it would wake others and
//! sleep until they are done, which takes longer than many operations do.

use super::clock;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Instant;

/// Makes the calling thread one of the pool, unless there is a pool already, or it would be the only one: others may ask the
/// pool while it is busy with something else.
pub fn join() {
    let alone = std::thread::available_parallelism().is_ok_and(|cores| cores.get() == 1)
        || std::env::var("RAYON_NUM_THREADS").is_ok_and(|number| number.trim() == "1");
    if !alone {
        // An error says that there is a pool.
        let _ = rayon::ThreadPoolBuilder::new().use_current_thread().build_global();
    }
}

/// Whether the calling thread belongs to a pool.
pub fn is_member() -> bool {
    rayon::current_thread_index().is_some()
}

/// Forks, by `fork`, while the pool's other threads stand still where they hold no lock and do not count as asleep. A child has
/// none of them: it does a member's work alone, and must find nobody to wake.
pub fn standing_still<T>(fork: impl FnOnce() -> T) -> T {
    let Some(own) = rayon::current_thread_index() else { return fork() };
    let (standing, go) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicBool::new(false)));
    let stand = {
        let (standing, go) = (standing.clone(), go.clone());
        move |context: rayon::BroadcastContext| {
            // Our own turn comes later, in both processes.
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
