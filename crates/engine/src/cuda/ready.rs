//! Compiles the base kernels before they are needed: at installation, or on another thread from a device's first launch on. An emulated
//! device's kernels are built with it.

use super::programs::{self, OPTIONS};
use super::source::needs_tensor_cores;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use tensorcell_device::compile::{self, Source, Target, compile_source, is_cached};
use tensorcell_device::{DeviceError, driver};

/// Number of compiling threads.
const THREADS: usize = 4;

/// The base programs that a device can run, with those that a first cell probably needs first.
fn programs(device: usize) -> Vec<(&'static str, &'static str)> {
    let tensor_cores = compile::target(device).is_ok_and(Target::has_tensor_cores);
    let rank = |name: &str| match name {
        "copy" | "sum_by_block" | "sum_by_thread" | "mean_by_block" | "sequence" | "random_f32" | "random_integer" => 0,
        _ if name.starts_with("pointwise_f32") => 0,
        _ if name.ends_with("_f32") || name.starts_with("softmax") || name.starts_with("optimizer_adam") => 1,
        _ => 2,
    };
    let mut programs = programs::programs();
    programs.retain(|(name, _)| tensor_cores || !needs_tensor_cores(name));
    programs.sort_by_key(|(name, _)| rank(name));
    programs
}

fn source<'a>(file: &'a str, text: &'a str) -> Source<'a> {
    Source { name: file, text, options: OPTIONS, ..Source::default() }
}

/// How many base programs the cache folder has for a device, and their total number.
pub fn count(device: usize) -> (usize, usize) {
    let programs = programs(device);
    let ready = |(name, text): &&(&str, &str)| is_cached(device, &source(&format!("{name}.cu"), text));
    (programs.iter().filter(ready).count(), programs.len())
}

/// Compiles the base programs that the cache folder lacks for a device, and reports progress.
///
/// # Errors
/// If NVRTC is missing, or rejects a program.
pub fn prepare(device: usize, done: impl Fn(usize, usize) + Sync) -> Result<(), DeviceError> {
    if driver::is_emulated() {
        return Ok(());
    }
    let mut missing = programs(device);
    missing.retain(|(name, text)| !is_cached(device, &source(&format!("{name}.cu"), text)));
    let (next, finished, failed) = (AtomicUsize::new(0), AtomicUsize::new(0), parking_lot::Mutex::new(None));
    std::thread::scope(|scope| {
        for _ in 0..THREADS.min(missing.len()) {
            scope.spawn(|| {
                while let Some((name, text)) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
                    match compile_source(device, &source(&format!("{name}.cu"), text)) {
                        Ok(_) => done(finished.fetch_add(1, Ordering::Relaxed) + 1, missing.len()),
                        Err(error) => *failed.lock() = Some(error),
                    }
                }
            });
        }
    });
    failed.into_inner().map_or(Ok(()), Err)
}

/// Starts `prepare` on another thread, once per process.
pub fn prepare_in_background(device: usize) {
    static BEGUN: AtomicBool = AtomicBool::new(false);
    if driver::is_emulated() || BEGUN.swap(true, Ordering::Relaxed) {
        return;
    }
    let work = move || {
        if let Err(error) = prepare(device, |_, _| {}) {
            tracing::warn!("not all kernels could be compiled in advance: {error}");
        }
    };
    if let Err(error) = std::thread::Builder::new().name("kernels".to_owned()).spawn(work) {
        tracing::warn!("kernels are compiled when they are first used: {error}");
    }
}
