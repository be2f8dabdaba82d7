//! The resource limits for peers. Tests use their own.

use std::time::Duration;

/// What peers may use, in bytes unless stated otherwise.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Connections of one socket that have finished their handshake.
    pub connections: usize,
    /// Connections of one socket with an unfinished handshake. At the limit the oldest is closed.
    pub handshakes: usize,
    /// The maximum time of a handshake.
    pub handshake: Duration,
    /// A command, its metadata included.
    pub command: usize,
    /// The maximum number of frames of a message.
    pub parts: usize,
    /// A message of a peer that has signed one before.
    pub message: usize,
    /// A message of a peer that has not signed one yet.
    pub unproven: usize,
    /// Unfinished messages of all peers that have signed none. At the limit the oldest is dropped with its peer.
    pub pool: usize,
    /// A heartbeat, or a subscription with its topic.
    pub small: usize,
    /// Requests of one peer that wait for the evaluator. At the limit the peer is not read from.
    pub requests: usize,
    /// Unread messages of one peer, plus one message of any size.
    pub backlog: usize,
    /// Subscriptions of one peer.
    pub subscriptions: usize,
    /// The topics of all subscriptions of one peer.
    pub topics: usize,
    /// Consecutive messages that are invalid or not signed with the key.
    pub strikes: u32,
    /// The maximum time that publishing waits for a subscriber whose backlog is full.
    pub patience: Duration,
    /// Bytes that a subscriber must read for each second that publishing waits for it.
    pub pace: usize,
}

impl Default for Limits {
    /// Five sockets use at most 800 file descriptors. The usual limit of a process is 1,024, so cells have some left.
    fn default() -> Self {
        Self {
            connections: 128,
            handshakes: 32,
            handshake: Duration::from_secs(10),
            command: 8 << 10,
            parts: 4096,
            message: 1 << 30,
            unproven: 64 << 20,
            pool: 256 << 20,
            small: 4 << 10,
            requests: 64 << 20,
            backlog: 16 << 20,
            subscriptions: 256,
            topics: 16 << 10,
            strikes: 64,
            patience: Duration::from_secs(2),
            pace: 2 << 20,
        }
    }
}
