//! Sockets of ZeroMQ's protocol (ZMTP 3.1, RFC 37), of our own so that no peer can end or hold up the kernel.
//!
//! A [`Router`] serves shell, control and stdin, a [`Heartbeat`] echoes, a [`Publisher`] is iopub. All are one [`socket::Socket`]
//! with another role, over tcp or ipc, in the clear (NULL) or encrypted (CURVE, RFC 26). Peers of ZMTP 3.0 are served as
//! well; older ones are refused as soon as their greeting shows it.
//!
//! What a peer announces is never believed: a buffer grows as its bytes come. Each bound stands in [`Limits`], and what
//! happens at it is one of four things. The peer that broke it is closed (lengths, parts, metadata, subscriptions, replies that
//! it does not read). Or the oldest that has shown nothing makes room for the newest (unfinished handshakes, unfinished
//! messages, connections of those who have signed nothing). Or the peer waits (requests that the evaluator has not taken).
//! Or what it does not read is dropped and counted (iopub).

mod command;
mod curve;
mod endpoint;
mod fault;
mod frame;
mod greeting;
mod handshake;
mod heartbeat;
mod inlet;
mod keys;
mod limits;
mod outlet;
mod peer;
mod pool;
mod publisher;
mod registry;
mod router;
mod socket;
#[cfg(test)]
mod tests;

pub use handshake::Security;
pub use heartbeat::Heartbeat;
pub use keys::{KeyError, KeyPair};
pub use limits::Limits;
pub use publisher::{Publisher, Welcome};
pub use router::{Held, Request, Route, Router};
pub use socket::Setup;
