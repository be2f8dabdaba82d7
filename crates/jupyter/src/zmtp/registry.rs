//! Keeps a socket's connections and chooses the one to close when there are too many.

use std::collections::BTreeMap;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::Notify;

use super::peer::{self, Peer};

#[derive(Debug)]
pub struct Registry<T> {
    connections: usize,
    handshakes: usize,
    /// Unfinished handshakes, oldest first.
    lobby: Mutex<BTreeMap<u64, Arc<Notify>>>,
    peers: Mutex<Vec<Arc<Peer<T>>>>,
}

impl<T> Registry<T> {
    pub fn new(connections: usize, handshakes: usize) -> Self {
        Self { connections, handshakes, lobby: Mutex::default(), peers: Mutex::default() }
    }

    /// Lets a connection begin its handshake. At the limit the oldest unfinished handshake is closed.
    pub fn enter(self: &Arc<Self>, ending: &Arc<Notify>) -> Guest<T> {
        let number = peer::now();
        let mut lobby = self.lobby.lock();
        while lobby.len() >= self.handshakes.max(1)
            && let Some((_, oldest)) = lobby.pop_first()
        {
            oldest.notify_one();
        }
        lobby.insert(number, ending.clone());
        Guest { registry: self.clone(), number }
    }

    /// Adds a peer. At the limit, closes the longest idle peer that is not known. Returns false if all peers are known.
    pub fn admit(&self, peer: &Arc<Peer<T>>) -> bool {
        let mut peers = self.peers.lock();
        if peers.len() >= self.connections {
            let strangers = peers.iter().enumerate().filter(|(_, peer)| !peer.is_known());
            let Some((index, _)) = strangers.min_by_key(|(_, peer)| peer.touched()) else { return false };
            peers.swap_remove(index).close();
        }
        peers.push(peer.clone());
        true
    }

    pub fn remove(&self, peer: &Arc<Peer<T>>) {
        self.peers.lock().retain(|other| !Arc::ptr_eq(other, peer));
    }

    /// Returns the peers that match a condition.
    pub fn select(&self, wanted: impl Fn(&Peer<T>) -> bool) -> Vec<Arc<Peer<T>>> {
        self.peers.lock().iter().filter(|peer| wanted(peer)).cloned().collect()
    }

    #[cfg(test)]
    pub fn counts(&self) -> (usize, usize) {
        (self.lobby.lock().len(), self.peers.lock().len())
    }
}

/// A handshake in progress. Dropping it ends the handshake.
pub struct Guest<T> {
    registry: Arc<Registry<T>>,
    number: u64,
}

impl<T> Drop for Guest<T> {
    fn drop(&mut self) {
        self.registry.lobby.lock().remove(&self.number);
    }
}
