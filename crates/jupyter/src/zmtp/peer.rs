//! One connection that has finished its handshake.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

use bytes::Bytes;
use tokio::sync::{Notify, Semaphore};

use super::limits::Limits;
use super::outlet::{Outlet, Parcel};

/// Numbers connections and what they do, of all sockets: a smaller number was earlier.
static LATEST: AtomicU64 = AtomicU64::new(1);

pub fn now() -> u64 {
    LATEST.fetch_add(1, Ordering::Relaxed)
}

/// What a socket knows of a peer; `own` is what its role keeps.
#[derive(Debug)]
pub struct Peer<T> {
    pub number: u64,
    /// As it calls itself; empty where it does not. Several may bear one name.
    pub identity: Bytes,
    pub own: T,
    pub outlet: Outlet,
    /// Bytes that its waiting requests may still take.
    pub requests: Arc<Semaphore>,
    pub limits: Arc<Limits>,
    /// Ends the connection.
    pub ending: Arc<Notify>,
    /// It has shown that it holds the key, or reads what it subscribed to: it makes room for nobody.
    known: AtomicBool,
    /// When it last did something.
    touched: AtomicU64,
    /// What it sent in vain since its last good message.
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

    /// Counts a message that was refused; too many in a row end the connection. True for the first of a row.
    pub fn strike(&self) -> bool {
        let before = self.strikes.fetch_add(1, Ordering::Relaxed);
        if before + 1 >= self.limits.strikes {
            self.close();
        }
        before == 0
    }

    /// Queues what must not be lost: where the peer does not read, its connection ends instead. Whether it was queued.
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
