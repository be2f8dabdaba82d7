//! The notebook protocol: sockets, messages, and the loop that serves them.
//!
//! This crate knows no tensors and no language. Whoever evaluates cells implements [`Session`]; what a running cell
//! shows goes through the [`Frontend`] it is given.
//!
//! # Security on the wire
//!
//! **Who is trusted.** Who holds the connection file's `key` may run code: that is what a kernel is for. Nobody else may, and
//! nobody else may end the kernel, hold it up, or have it take memory without bound.
//!
//! **What an attacker without the key can do.** On tcp without encryption, anyone who reaches the ports (on 127.0.0.1 every user
//! of the machine) can connect. They can read what is published on iopub, and what goes to a client whose name they take while
//! it is away. They cannot run, interrupt or end anything, nor replay a message. They can take all 128
//! connections of iopub by subscribing: front ends that are there stay, new ones see no output until one leaves. Two things
//! close all of this: ipc, whose files are the user's alone (0600), and encryption.
//!
//! **Encryption.** With `curve_publickey` and `curve_secretkey` in the connection file all five sockets speak CURVE and nothing
//! else. As in ipykernel there is no list of clients: the server's public key lies in the connection file alone, and who knows
//! it may connect. Messages are signed all the same. Keys for each connection give forward secrecy.
//!
//! **Signatures** are HMAC (SHA-2 or SHA-3), compared in constant time. The last 65,536 are remembered, so that a message runs
//! once for as long; the memory ends with the process, and a front end that restarts its kernel keeps the key. As Jupyter
//! defines it, the signature covers the four JSON frames and not the binary buffers. An empty key means no signatures, and
//! a line in the log says so.
//!
//! **Bounds**, for each of the five sockets ([`Limits`]): 32 unfinished handshakes of 10 s (the oldest makes room), 128 connections
//! (one that has shown no key makes room), commands of 8 KiB, messages of 4,096 frames, 64 MiB before the sender has signed one and
//! 1 GiB after, 256 MiB of unfinished messages of all who have not. Buffers grow as bytes come; the machine is asked first. 64 MiB of
//! one peer's requests wait, then the peer does. 16 MiB wait for one peer to read: then all wait for a subscriber as long as
//! its reading has earned, 2 s at most, after which it loses messages, which is counted; any other peer is closed.
//!
//! **Files.** A connection file must be a regular file of its reader's (or root's) that not everybody may write. The history is
//! made with, or set to, 0600.

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
