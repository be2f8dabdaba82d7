//! The number of processors that computing threads may use (`torch.set_num_threads`).

use std::sync::OnceLock;

/// Limits computing to `count` processors, or to all for 0; returns the number of processors.
///
/// The number of threads stays: they share the processors left to them.
#[cfg(target_os = "linux")]
pub fn compute_on(count: usize) -> usize {
    static ALL: OnceLock<libc::cpu_set_t> = OnceLock::new();
    // SAFETY: the set is plain data, and the calls write and read no further than it.
    let all = ALL.get_or_init(|| unsafe {
        let mut all: libc::cpu_set_t = std::mem::zeroed();
        libc::sched_getaffinity(0, size_of::<libc::cpu_set_t>(), &mut all);
        all
    });
    // SAFETY: the number is below the set's size.
    let here = |processor: &usize| unsafe { libc::CPU_ISSET(*processor, all) };
    let processors: Vec<usize> = (0..libc::CPU_SETSIZE as usize).filter(here).collect();
    if count > 0 {
        rayon::broadcast(|_| {
            // SAFETY: as above; 0 is the calling thread.
            unsafe {
                let mut chosen: libc::cpu_set_t = std::mem::zeroed();
                processors.iter().take(count).for_each(|&processor| libc::CPU_SET(processor, &mut chosen));
                libc::sched_setaffinity(0, size_of::<libc::cpu_set_t>(), &chosen);
            }
        });
    }
    processors.len()
}

/// Other systems always use all of them.
#[cfg(not(target_os = "linux"))]
pub fn compute_on(_: usize) -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
