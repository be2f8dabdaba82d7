//! Serves iopub's XPUB socket: sends each message to the peers with a matching topic, and a welcome for each
//! subscription (JEP 65).
//!
//! Publishing waits for a subscriber with a full backlog, as long as its reading has earned: subscribers that read
//! lose nothing. A subscriber that does not read loses messages until it has read its backlog. Lost messages are
//! counted.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bytes::Bytes;
use parking_lot::Mutex;
use tokio::time::Instant;

use super::endpoint::Listener;
use super::fault::Fault;
use super::handshake::Kind;
use super::inlet::Scope;
use super::outlet::Parcel;
use super::peer::Peer;
use super::pool::Room;
use super::socket::{Role, Setup, Socket};

/// Makes the welcome message for a subscription to a topic.
pub type Welcome = Arc<dyn Fn(&[u8]) -> Vec<Bytes> + Send + Sync>;

/// A bound XPUB.
#[derive(Clone)]
pub struct Publisher {
    socket: Arc<Socket<Publishing>>,
    dropped: Arc<AtomicU64>,
}

struct Publishing {
    welcome: Welcome,
}

/// The topics of one peer, once per subscription.
type Topics = Mutex<Vec<Bytes>>;

impl Publishing {
    fn subscribe(&self, peer: &Peer<Topics>, topic: &[u8]) -> Result<(), Fault> {
        let mut topics = peer.own.lock();
        if topics.len() >= peer.limits.subscriptions {
            return Err(Fault::TooMany { what: "subscriptions", most: peer.limits.subscriptions });
        }
        let known: usize = topics.iter().map(Bytes::len).sum();
        if known + topic.len() > peer.limits.topics {
            return Err(Fault::TooLong { what: "topics", most: peer.limits.topics });
        }
        peer.set_known(true);
        peer.send(Parcel::message((self.welcome)(topic)));
        topics.push(Bytes::copy_from_slice(topic));
        Ok(())
    }

    fn cancel(&self, peer: &Peer<Topics>, topic: &[u8]) {
        let mut topics = peer.own.lock();
        if let Some(index) = topics.iter().position(|known| known == topic) {
            topics.swap_remove(index);
        }
        if topics.is_empty() {
            peer.set_known(false);
        }
    }
}

impl Role for Publishing {
    const KIND: Kind = Kind { name: "XPUB", peers: &["SUB", "XSUB"] };
    type Own = Topics;

    fn scope(_: &Peer<Topics>) -> Scope {
        Scope::Small
    }

    /// ZMTP 3.0 sends subscriptions as messages. Other messages are ignored.
    async fn received(&self, peer: &Arc<Peer<Topics>>, frames: Vec<Bytes>, _: Room) -> Result<(), Fault> {
        peer.touch();
        match frames.first().and_then(|frame| frame.split_first()) {
            Some((1, topic)) => self.subscribe(peer, topic),
            Some((0, topic)) => {
                self.cancel(peer, topic);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// ZMTP 3.1 sends subscriptions as commands.
    fn commanded(&self, peer: &Arc<Peer<Topics>>, name: &[u8], data: &[u8]) -> Result<(), Fault> {
        peer.touch();
        match name {
            b"SUBSCRIBE" => self.subscribe(peer, data)?,
            b"CANCEL" => self.cancel(peer, data),
            _ => {}
        }
        Ok(())
    }
}

impl Publisher {
    /// Listens. The socket lives until the runtime ends.
    ///
    /// # Errors
    /// If the endpoint cannot be bound.
    pub async fn bind(endpoint: &str, setup: &Setup, welcome: Welcome) -> io::Result<Self> {
        Ok(Self::serve(Listener::bind(endpoint).await?, setup, welcome))
    }

    pub(super) fn serve(listener: Listener, setup: &Setup, welcome: Welcome) -> Self {
        let socket = Socket::serve(listener, setup.clone(), Publishing { welcome });
        Self { socket, dropped: Arc::default() }
    }

    /// Sends a message to all subscribers of a prefix of its first frame.
    pub async fn publish(&self, frames: Vec<Bytes>) {
        let Some(topic) = frames.first().cloned() else { return };
        let wants = |peer: &Peer<Topics>| peer.own.lock().iter().any(|prefix| topic.starts_with(prefix));
        let subscribers = self.socket.registry.select(wants);
        let parcel = Parcel::message(frames);
        for peer in &subscribers {
            let backlog = peer.limits.backlog;
            match peer.outlet.offer(parcel.clone(), backlog) {
                true => peer.set_known(true),
                false => drop(self.dropped.fetch_add(1, Ordering::Relaxed)),
            }
        }
        let since = Instant::now();
        for peer in &subscribers {
            if !peer.outlet.shrinks_to(peer.limits.backlog, since).await {
                tracing::warn!("a subscriber of iopub has stopped reading: new messages are dropped for it");
                peer.set_known(false);
            }
        }
    }

    /// Completes when every subscriber that reads has received everything.
    pub async fn flush(&self) {
        for peer in self.socket.registry.select(Peer::is_known) {
            peer.outlet.emptied().await;
        }
    }

    /// Returns the number of messages that subscribers lost because they did not read.
    #[cfg(test)]
    pub fn dropped(&self) -> u64 {
        self.dropped.load(Ordering::Relaxed)
    }

    /// Returns the number of subscriptions.
    #[cfg(test)]
    pub fn subscriptions(&self) -> usize {
        self.socket.registry.select(|_| true).iter().map(|peer| peer.own.lock().len()).sum()
    }

    #[cfg(test)]
    pub fn counts(&self) -> (usize, usize) {
        self.socket.registry.counts()
    }
}
