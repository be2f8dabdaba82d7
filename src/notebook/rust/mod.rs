//! `%%rust`: cells in Rust, on the notebook's tensors.
//!
//! The program `tensorcell-rust` (`crates/rust-cells/`) compiles a cell with evcxr and runs it in a process of its own: what goes
//! wrong there costs Rust's variables and never a tensor. `process` starts it and hears what it says, `cells` runs a cell,
//! `values` takes values across, `functions` makes exported functions names of the notebook, `questions` asks for
//! completions.

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

/// A notebook's Rust: the processes, and what their cells hold.
struct Rust {
    process: Process,
    /// Tensors that cells hold, by the number that they hold them under.
    held: HashMap<u64, Held>,
    holds: u64,
    /// What cells export, by name.
    functions: HashMap<String, Function>,
    /// Exported by the cell that runs: they become names when it ends.
    exported: Vec<String>,
    /// How the cell that runs failed: by a panic or not, what it said, the line of the source that was compiled.
    failure: Option<(bool, String, u32)>,
    /// What a cell shows on its standard output.
    shown: mime::Reader,
    /// Whether the processes' variables are gone and nobody was told.
    lost: bool,
    /// The signal that the cells' process says it was ended by; what follows is a backtrace of evcxr's.
    signal: Option<String>,
}

/// A tensor that a cell holds.
struct Held {
    tensor: Tensor,
    /// The name that it was asked for under; none for an argument of a call.
    name: Option<String>,
    /// Whether the cell may write to it.
    writes: bool,
    /// Whether it was told that the name has become another tensor.
    told: bool,
}

thread_local! {
    /// The evaluator's thread has it; taken out while it is in use, so that questions in between find none.
    static RUST: RefCell<Option<Rust>> = const { RefCell::new(None) };
}

/// Ends Rust's processes, and forgets all that they held.
pub fn shutdown() {
    RUST.take();
}
