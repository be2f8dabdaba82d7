//! Serves a REP socket that echoes each message.

use std::io;
use std::sync::Arc;

use bytes::Bytes;

use super::endpoint::Listener;
use super::fault::Fault;
use super::handshake::Kind;
use super::inlet::Scope;
use super::outlet::Parcel;
use super::peer::Peer;
use super::pool::Room;
use super::socket::{Role, Setup, Socket};

/// A bound heartbeat socket. At the connection limit, the longest idle peer is closed.
#[derive(Clone)]
pub struct Heartbeat(#[cfg_attr(not(test), expect(dead_code, reason = "it serves by itself"))] Arc<Socket<Echo>>);

struct Echo;

impl Role for Echo {
    const KIND: Kind = Kind { name: "REP", peers: &["REQ", "DEALER"] };
    type Own = ();

    fn scope(_: &Peer<()>) -> Scope {
        Scope::Small
    }

    async fn received(&self, peer: &Arc<Peer<()>>, frames: Vec<Bytes>, _: Room) -> Result<(), Fault> {
        peer.touch();
        peer.send(Parcel::message(frames));
        // One message at a time: a peer that does not read its echoes is not read from.
        peer.outlet.emptied().await;
        Ok(())
    }
}

impl Heartbeat {
    /// Listens and echoes until the runtime ends.
    ///
    /// # Errors
    /// If the endpoint cannot be bound.
    pub async fn bind(endpoint: &str, setup: &Setup) -> io::Result<Self> {
        Ok(Self::serve(Listener::bind(endpoint).await?, setup))
    }

    pub(super) fn serve(listener: Listener, setup: &Setup) -> Self {
        Self(Socket::serve(listener, setup.clone(), Echo))
    }

    #[cfg(test)]
    pub fn counts(&self) -> (usize, usize) {
        self.0.registry.counts()
    }
}
