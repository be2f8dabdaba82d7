//! The bounds that hold for peers. Tests inject others.

use std::time::Duration;

/// What peers may take. Bytes, where nothing else is said.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Connections of one socket that have finished their handshake.
    pub connections: usize,
    /// Connections of one socket that have not; at the bound the oldest makes room.
    pub handshakes: usize,
    /// How long a handshake may take.
    pub handshake: Duration,
    /// A command, its metadata included.
    pub command: usize,
    /// Frames of a message.
    pub parts: usize,
    /// A message of a peer that has signed one before.
    pub message: usize,
    /// A message of a peer that has not.
    pub unproven: usize,
    /// Unfinished messages of all peers that have signed none; at the bound the oldest makes room.
    pub pool: usize,
    /// A heartbeat, or a subscription with its topic.
    pub small: usize,
    /// Requests of one peer that wait for the evaluator; then the peer waits.
    pub requests: usize,
    /// What may wait for one peer to read it, beside one message of any size.
    pub backlog: usize,
    /// Subscriptions of one peer.
    pub subscriptions: usize,
    /// The topics of all subscriptions of one peer.
    pub topics: usize,
    /// Messages in a row that are not signed with the key, or are no messages.
    pub strikes: u32,
    /// How long all wait at most for a subscriber whose backlog is full.
    pub patience: Duration,
    /// What a subscriber must read for each second that others wait for it.
    pub pace: usize,
}

impl Default for Limits {
    /// Five sockets take 800 file descriptors at most: the usual bound of a process, 1,024, leaves some to cells.
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
