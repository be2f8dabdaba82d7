//! The notebook protocol: sockets, messages, and the loop that serves them.
//!
//! This crate knows no tensors and no language. Whoever evaluates cells implements [`Session`]; what a running cell
//! shows goes through the [`Frontend`] it is given.

mod answers;
mod cells;
mod connection;
#[cfg(test)]
mod echo;
mod evaluator;
mod frontend;
mod history;
mod iopub;
mod kernel;
mod message;
mod panic;
mod publisher;
pub mod session;
#[cfg(test)]
mod tests;
mod usage;
mod ways;
mod wire;

pub use connection::{ConnectionError, ConnectionInfo};
pub use kernel::{Kernel, KernelError, serve};
pub use panic::catch;
pub use session::{
    Bundle, Cell, Comm, CommKind, Completeness, Completion, Completions, Display, ErrorReport, Expressions, Frontend,
    HelpLink, Inspection, KernelInfo, LanguageInfo, NoInput, Queries, Session, SessionFactory, Shell, Signals, Stream,
    Task,
};
pub use wire::Message;
