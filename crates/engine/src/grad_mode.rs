//! Whether operations are recorded: `no_grad`, `enable_grad`, `inference_mode`. Each thread has its own answer.

use std::cell::Cell;

thread_local! {
    static ENABLED: Cell<bool> = const { Cell::new(true) };
    static INFERENCE: Cell<bool> = const { Cell::new(false) };
}

/// `torch.is_grad_enabled()`
pub fn is_enabled() -> bool {
    ENABLED.get()
}
/// Sets the mode and returns the one before, for the way back out of a `with` block.
pub fn set_enabled(enabled: bool) -> bool {
    ENABLED.replace(enabled)
}
/// `torch.is_inference_mode_enabled()`
pub fn is_inference() -> bool {
    INFERENCE.get()
}
/// Sets inference mode (which also turns recording off while it lasts: set both) and returns the mode before.
pub fn set_inference(inference: bool) -> bool {
    INFERENCE.replace(inference)
}

/// What a thread records.
#[derive(Clone, Copy)]
pub struct Modes {
    enabled: bool,
    inference: bool,
}

impl Default for Modes {
    fn default() -> Modes {
        Modes { enabled: true, inference: false }
    }
}

/// Another thread of the program runs: its modes for those of the one that ran.
pub fn exchange(modes: Modes) -> Modes {
    Modes { enabled: ENABLED.replace(modes.enabled), inference: INFERENCE.replace(modes.inference) }
}

/// Runs `work` with recording on or off, and restores the mode even through a panic.
pub fn with<T>(enabled: bool, work: impl FnOnce() -> T) -> T {
    struct Restore(bool);
    impl Drop for Restore {
        fn drop(&mut self) {
            ENABLED.set(self.0);
        }
    }
    let _restore = Restore(ENABLED.replace(enabled));
    work()
}
