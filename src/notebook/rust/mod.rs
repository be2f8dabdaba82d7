//! `%%rust`: cells in Rust, on the notebook's tensors.
//!
//! The program `tensorcell-rust` (`crates/rust-cells/`) compiles a cell with evcxr and runs it in its own process: a
//! crash there loses Rust's variables but never a tensor. `process` starts it and receives its messages, `cells` runs
//! a cell, `values` transfers values, `functions` binds exported functions to names of the notebook, `questions`
//! requests completions.

mod cells;
mod functions;
mod mime;
mod process;
mod questions;
mod values;
#[allow(dead_code)] // the cells' half is in the same file
#[path = "../../../crates/rust-cells/cell/src/wire.rs"]
mod wire;

pub use cells::run;
pub use functions::MODULE;
pub use process::find;
pub use questions::{complete, inspect, is_rust};

use process::Process;
use std::cell::RefCell;
use std::collections::HashMap;
use tensorcell_tensor::Tensor;
use wire::Function;

/// A notebook's Rust state: the processes and the tensors that their cells hold.
struct Rust {
    process: Process,
    /// Tensors that cells hold, by number.
    held: HashMap<u64, Held>,
    holds: u64,
    /// The exported functions, by name.
    functions: HashMap<String, Function>,
    /// Functions exported by the running cell. They are bound when it ends.
    exported: Vec<String>,
    /// How the running cell failed: whether by a panic, the message, and the line in the compiled source.
    failure: Option<(bool, String, u32)>,
    /// Parses the displayed content on the cell's stdout.
    shown: mime::Reader,
    /// Whether the processes' variables are lost and this is not reported yet.
    lost: bool,
    /// The signal that ended the cells' process. A backtrace of evcxr follows it.
    signal: Option<String>,
}

/// A tensor that a cell holds.
struct Held {
    tensor: Tensor,
    /// The name that the cell used for it, or None for an argument of a call.
    name: Option<String>,
    /// Whether the cell may write to it.
    writes: bool,
    /// Whether the rebinding of the name was reported.
    reported: bool,
}

thread_local! {
    /// Belongs to the evaluator's thread. It is taken out while in use, so that nested queries find none.
    static RUST: RefCell<Option<Rust>> = const { RefCell::new(None) };
}

/// Ends Rust's processes and releases all their tensors.
pub fn shutdown() {
    RUST.take();
}
