//! Serves a ROUTER socket: passes on each message with a route back to its sender.

use std::io;
use std::sync::Arc;

use bytes::Bytes;
use tokio::sync::{OwnedSemaphorePermit, mpsc};

use super::endpoint::Listener;
use super::fault::Fault;
use super::handshake::Kind;
use super::inlet::Scope;
use super::outlet::Parcel;
use super::peer::Peer;
use super::pool::Room;
use super::socket::{Role, Setup, Socket};

/// Messages that wait for verification. Each peer has one at a time, and peers take turns.
const VERIFIED: usize = 16;

/// The destination of a reply: the connection that sent the request. If that is closed, or another socket replies, all
/// connections with the same identity.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Route {
    connection: u64,
    identity: Bytes,
}

/// Holds a peer's share of the requests that wait for the evaluator, until the last copy is dropped.
#[derive(Clone, Debug, Default)]
pub struct Held(#[expect(dead_code, reason = "its drop is what counts")] Option<Arc<OwnedSemaphorePermit>>);

/// A message that is not verified yet.
pub struct Request {
    pub frames: Vec<Bytes>,
    pub held: Held,
    peer: Arc<Peer<()>>,
    /// Released when the request is taken apart.
    _room: Room,
}

impl Request {
    pub fn route(&self) -> Route {
        Route { connection: self.peer.number, identity: self.peer.identity.clone() }
    }

    /// Accepts the message: it was signed with the key.
    pub fn accept(&self) {
        self.peer.set_known(true);
    }

    /// Drops the message. Returns true for the first refused message in a row, which is worth a log line.
    pub fn refuse(&self) -> bool {
        self.peer.strike()
    }
}

/// A bound ROUTER.
#[derive(Clone)]
pub struct Router(Arc<Socket<Routing>>);

struct Routing {
    out: mpsc::Sender<Request>,
}

impl Role for Routing {
    const KIND: Kind = Kind { name: "ROUTER", peers: &["DEALER", "REQ", "ROUTER"] };
    type Own = ();

    fn scope(peer: &Peer<()>) -> Scope {
        if peer.is_known() { Scope::Proven } else { Scope::Unproven }
    }

    async fn received(&self, peer: &Arc<Peer<()>>, frames: Vec<Bytes>, room: Room) -> Result<(), Fault> {
        peer.touch();
        // Counted in KiB, because semaphores count only up to 2^29. A small message counts as 1.
        let weight = ((room.taken() >> 10) + 1).min(peer.limits.requests >> 10);
        let permit = peer.requests.clone().acquire_many_owned(weight as u32).await;
        let held = Held(permit.ok().map(Arc::new));
        let request = Request { frames, held, peer: peer.clone(), _room: room };
        self.out.send(request).await.map_err(|_| Fault::Protocol("the kernel ends"))
    }
}

impl Router {
    /// Listens at the endpoint and returns the receiver of its requests.
    ///
    /// # Errors
    /// If the endpoint cannot be bound.
    pub async fn bind(endpoint: &str, setup: &Setup) -> io::Result<(Self, mpsc::Receiver<Request>)> {
        Ok(Self::serve(Listener::bind(endpoint).await?, setup))
    }

    pub(super) fn serve(listener: Listener, setup: &Setup) -> (Self, mpsc::Receiver<Request>) {
        let (out, requests) = mpsc::channel(VERIFIED);
        (Self(Socket::serve(listener, setup.clone(), Routing { out })), requests)
    }

    /// Queues a message for the peers of a route. Never waits. Returns whether any peer is connected.
    pub fn send(&self, route: &Route, frames: Vec<Bytes>) -> bool {
        let mut peers = self.0.registry.select(|peer| peer.number == route.connection);
        if peers.is_empty() && !route.identity.is_empty() {
            peers = self.0.registry.select(|peer| peer.identity == route.identity);
        }
        let parcel = Parcel::message(frames);
        // Sends to all of them, also when sending closes one.
        peers.iter().filter(|peer| peer.send(parcel.clone())).count() > 0
    }

    /// Completes when every peer that reads has received everything that was sent.
    pub async fn flush(&self) {
        for peer in self.0.registry.select(|_| true) {
            peer.outlet.emptied().await;
        }
    }

    #[cfg(test)]
    pub fn counts(&self) -> (usize, usize) {
        self.0.registry.counts()
    }
}
