//! A ROUTER: hands on each message with the way back to its sender.

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

/// Messages that wait to be verified: each peer has one at a time, and they come in turn.
const VERIFIED: usize = 16;

/// Where a reply goes: the connection that asked. Where that is gone, or another socket answers, those that bear its name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Route {
    connection: u64,
    identity: Bytes,
}

/// Keeps a peer's part of what may wait for the evaluator, until the last copy is dropped.
#[derive(Clone, Debug, Default)]
pub struct Held(#[expect(dead_code, reason = "its drop is what counts")] Option<Arc<OwnedSemaphorePermit>>);

/// A message that nobody has verified yet.
pub struct Request {
    pub frames: Vec<Bytes>,
    pub held: Held,
    peer: Arc<Peer<()>>,
    /// Given back when the request is taken apart.
    _room: Room,
}

impl Request {
    pub fn route(&self) -> Route {
        Route { connection: self.peer.number, identity: self.peer.identity.clone() }
    }

    /// The message was signed with the key.
    pub fn accept(&self) {
        self.peer.set_known(true);
    }

    /// The message is dropped. True where it is the first of a row, which is worth a line in the log.
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
        // In kibibytes, for semaphores count to 2^29 only; a small message counts as one.
        let weight = ((room.taken() >> 10) + 1).min(peer.limits.requests >> 10);
        let permit = peer.requests.clone().acquire_many_owned(weight as u32).await;
        let held = Held(permit.ok().map(Arc::new));
        let request = Request { frames, held, peer: peer.clone(), _room: room };
        self.out.send(request).await.map_err(|_| Fault::Protocol("the kernel ends"))
    }
}

impl Router {
    /// Listens; what comes is to be taken from the receiver.
    ///
    /// # Errors
    /// Where the endpoint cannot be bound.
    pub async fn bind(endpoint: &str, setup: &Setup) -> io::Result<(Self, mpsc::Receiver<Request>)> {
        Ok(Self::serve(Listener::bind(endpoint).await?, setup))
    }

    pub(super) fn serve(listener: Listener, setup: &Setup) -> (Self, mpsc::Receiver<Request>) {
        let (out, requests) = mpsc::channel(VERIFIED);
        (Self(Socket::serve(listener, setup.clone(), Routing { out })), requests)
    }

    /// Queues a message for whom a route leads to; never waits. Whether anybody is there.
    pub fn send(&self, route: &Route, frames: Vec<Bytes>) -> bool {
        let mut peers = self.0.registry.select(|peer| peer.number == route.connection);
        if peers.is_empty() && !route.identity.is_empty() {
            peers = self.0.registry.select(|peer| peer.identity == route.identity);
        }
        let parcel = Parcel::message(frames);
        // To all of them, also where one closes.
        peers.iter().filter(|peer| peer.send(parcel.clone())).count() > 0
    }

    /// Completes when all who read have all that was sent.
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
