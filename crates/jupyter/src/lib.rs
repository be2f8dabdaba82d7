//! The Jupyter messaging protocol: sockets, messages, and the loop that serves them.
//!
//! This crate has no dependency on tensors or the language. An evaluator of cells implements [`Session`]. A running
//! cell's output goes through the [`Frontend`] that it receives.
//!
//! # Security on the wire
//!
//! **Trust.** A holder of the connection file's `key` may run code: that is the purpose of a kernel. Nobody else may
//! run code, end the kernel, block it, or make it use unbounded memory.
//!
//! **Attackers without the key.** On tcp without encryption, everyone who reaches the ports (on 127.0.0.1 every user
//! of the machine) can connect. They can read iopub, and messages to an absent client whose name they take. They
//! cannot run, interrupt or end anything, or replay a message. They can occupy all 128 iopub connections by
//! subscribing: existing front ends stay, new ones see no output until one leaves. Two things prevent all of this:
//! ipc, whose files only the user may access (0600), and encryption.
//!
//! **Encryption.** With `curve_publickey` and `curve_secretkey` in the connection file, all five sockets accept only
//! CURVE. As in ipykernel there is no list of clients: only the connection file has the server's public key, and
//! everyone who knows it may connect. Messages are still signed. Keys for each connection give forward secrecy.
//!
//! **Signatures** are HMAC (SHA-2 or SHA-3), compared in constant time. The last 65,536 are remembered, so that a
//! message within them runs only once. The memory ends with the process, while a front end that restarts its kernel
//! keeps the key. As Jupyter defines it, the signature covers the four JSON frames and not the binary buffers. An
//! empty key turns signatures off, which is logged.
//!
//! **Limits** for each of the five sockets ([`Limits`]): 32 unfinished handshakes of 10 s (at the limit the oldest is
//! closed), 128 connections (at the limit one that has signed nothing is closed), commands of 8 KiB, messages of 4,096
//! frames, messages of 64 MiB before the sender has signed one and 1 GiB after, and 256 MiB of unfinished messages of
//! all senders that have signed none. Buffers grow as bytes arrive, after a check for free memory. A peer may have 64
//! MiB of waiting requests; then it is not read from. A peer may have 16 MiB of unread messages. Publishing then waits
//! for the subscriber as long as its reading has earned, at most 2 s, after which it loses messages, which are
//! counted. Any other peer is closed.
//!
//! **Files.** A connection file must be a regular file that belongs to the current user (or root) and is not writable
//! by everyone. The history file is created with, or set to, 0600.

mod answers;
mod cells;
mod channel;
#[cfg(test)]
mod client;
mod connection;
pub mod debugger;
#[cfg(test)]
mod echo;
mod evaluator;
mod frontend;
#[cfg(test)]
mod fuzz;
mod history;
mod iopub;
mod kernel;
mod message;
mod panic;
pub mod session;
mod signature;
#[cfg(test)]
mod tests;
mod usage;
mod ways;
mod wire;
mod zmtp;

pub use connection::{ConnectionError, ConnectionInfo, Transport, WrongConnection};
pub use kernel::{Kernel, KernelError, Listening, serve};
pub use panic::catch;
pub use session::{
    Bundle, Cell, Comm, CommKind, Completeness, Completion, Completions, Display, ErrorReport, Expressions, Frontend,
    HelpLink, Inspection, KernelInfo, LanguageInfo, NoInput, Queries, Session, SessionFactory, Shell, Signals, Stream,
    Task,
};
pub use wire::Message;
pub use zmtp::{KeyError, Limits};
