//! Whether operations are recorded: `no_grad`, `enable_grad`, `inference_mode`. Each thread has its own state.

use std::cell::Cell;

thread_local! {
    static ENABLED: Cell<bool> = const { Cell::new(true) };
    static INFERENCE: Cell<bool> = const { Cell::new(false) };
}

/// `torch.is_grad_enabled()`.
pub fn is_enabled() -> bool {
    ENABLED.get()
}
/// Sets the mode and returns the previous one, for restoring it at the end of a `with` block.
pub fn set_enabled(enabled: bool) -> bool {
    ENABLED.replace(enabled)
}
/// `torch.is_inference_mode_enabled()`.
pub fn is_inference() -> bool {
    INFERENCE.get()
}
/// Sets inference mode and returns the previous one. Inference mode also turns recording off, which the caller must set separately.
pub fn set_inference(inference: bool) -> bool {
    INFERENCE.replace(inference)
}

/// A thread's modes.
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

/// Switches to another thread of the program: installs its modes and returns those of the current one.
pub fn exchange(modes: Modes) -> Modes {
    Modes { enabled: ENABLED.replace(modes.enabled), inference: INFERENCE.replace(modes.inference) }
}

/// Runs `work` with recording on or off. Restores the mode even after a panic.
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
