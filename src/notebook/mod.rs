//! The notebook session: cells, `In`/`Out`, displays, magics, and pictures of memory and kernels.
//!
//! Implements the protocol's `Session` with the language and the tensors. `tensorcell run` uses the same session without Jupyter.

pub mod account;
mod bindings;
mod cells;
mod compiled;
mod completion;
mod cursor;
mod debugger;
mod describe;
mod front;
mod host;
mod ipython;
mod kernel_module;
mod lineage;
mod lines;
mod live;
mod magics;
mod names;
mod outline;
mod pictures;
mod pretty;
pub mod progress;
mod questions;
pub mod ranks;
mod reference;
mod resolve;
mod restore;
mod rich;
pub mod rust;
mod session;
mod shell;
mod summary;
mod tasks;
mod timeline;
mod types;
mod uses;
mod watch;

pub use names::ONLY_IN_SESSIONS;
pub use reference::Page;
pub use restore::Budget;
pub use session::{Notebook, PROMPTS};

#[cfg(test)]
mod tests;
