//! Sockets of ZeroMQ's protocol (ZMTP 3.1, RFC 37), written here so that no peer can stop or block the kernel.
//!
//! A [`Router`] serves shell, control and stdin, a [`Heartbeat`] echoes, a [`Publisher`] serves iopub. Each is a
//! [`socket::Socket`] with its own role, over tcp or ipc, in plain text (NULL) or encrypted (CURVE, RFC 26). Peers of
//! ZMTP 3.0 are served as well; older ones are refused as soon as their greeting shows the version.
//!
//! A peer's announced lengths are not trusted: a buffer grows only as bytes arrive. All limits are in [`Limits`]. At a
//! limit one of four things happens:
//! - the offending peer is closed (lengths, parts, metadata, subscriptions, unread replies),
//! - the oldest peer that has signed nothing is closed for the newest (handshakes, unfinished messages, connections),
//! - the peer waits (requests that the evaluator has not taken),
//! - unread messages are dropped and counted (iopub).

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
