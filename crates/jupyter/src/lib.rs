//! The notebook protocol: sockets, messages, and the loop that serves them.
//!
//! This crate knows no tensors and no language. Whoever evaluates cells implements [`Session`]; what a running cell
//! shows goes through the [`Frontend`] it is given.

mod connection;
#[cfg(test)]
mod echo;
mod evaluator;
mod history;
mod iopub;
mod kernel;
mod message;
mod panic;
mod publisher;
pub mod session;
#[cfg(test)]
mod tests;
mod wire;

pub use connection::{ConnectionError, ConnectionInfo};
pub use kernel::{Kernel, KernelError, Listening, serve};
pub use session::{
    Bundle, Cell, Comm, CommAction, Completeness, Completion, Completions, Display, ErrorReport, Frontend, HelpLink,
    Inspection, KernelInfo, LanguageInfo, NoInput, Queries, Session, SessionFactory, Signals, Stream,
};
