//! The state of one connection that has finished its handshake.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

use bytes::Bytes;
use tokio::sync::{Notify, Semaphore};

use super::limits::Limits;
use super::outlet::{Outlet, Parcel};

/// A logical clock for all sockets: numbers connections and their actions.
static LATEST: AtomicU64 = AtomicU64::new(1);

pub fn now() -> u64 {
    LATEST.fetch_add(1, Ordering::Relaxed)
}

/// A connected peer. `own` is the state that the socket's role keeps.
#[derive(Debug)]
pub struct Peer<T> {
    pub number: u64,
    /// The name that the peer gave itself, or empty. Several peers may share one name.
    pub identity: Bytes,
    pub own: T,
    pub outlet: Outlet,
    /// Bytes that the peer's waiting requests may still occupy.
    pub requests: Arc<Semaphore>,
    pub limits: Arc<Limits>,
    /// Closes the connection when notified.
    pub ending: Arc<Notify>,
    /// The peer has signed a message, or reads what it subscribed to. It is not evicted for other peers.
    known: AtomicBool,
    /// The time of its last action, on the logical clock.
    touched: AtomicU64,
    /// Refused messages since its last accepted one.
    strikes: AtomicU32,
}

impl<T: Default> Peer<T> {
    pub fn new(identity: Bytes, limits: &Arc<Limits>) -> Self {
        let number = now();
        Self {
            number,
            identity,
            own: T::default(),
            outlet: Outlet::new(limits.patience, limits.pace),
            requests: Arc::new(Semaphore::new(limits.requests >> 10)),
            limits: limits.clone(),
            ending: Arc::default(),
            known: AtomicBool::new(false),
            touched: AtomicU64::new(number),
            strikes: AtomicU32::new(0),
        }
    }
}

impl<T> Peer<T> {
    pub fn is_known(&self) -> bool {
        self.known.load(Ordering::Relaxed)
    }

    pub fn set_known(&self, known: bool) {
        self.known.store(known, Ordering::Relaxed);
        self.strikes.store(0, Ordering::Relaxed);
    }

    pub fn touch(&self) {
        self.touched.store(now(), Ordering::Relaxed);
    }

    pub fn touched(&self) -> u64 {
        self.touched.load(Ordering::Relaxed)
    }

    /// Counts a refused message. Too many in a row close the connection. Returns true for the first in a row.
    pub fn strike(&self) -> bool {
        let before = self.strikes.fetch_add(1, Ordering::Relaxed);
        if before + 1 >= self.limits.strikes {
            self.close();
        }
        before == 0
    }

    /// Queues a parcel that must not be lost. If the backlog is full, closes the connection instead. Returns whether
    /// it was queued.
    pub fn send(&self, parcel: Parcel) -> bool {
        let queued = self.outlet.push(parcel, self.limits.backlog);
        if !queued {
            self.close();
        }
        queued
    }

    pub fn close(&self) {
        self.ending.notify_one();
    }
}
