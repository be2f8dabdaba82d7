//! A bound socket: accepts connections, performs their handshakes, and reads and writes each peer. Its role interprets messages.

use std::io::{self, ErrorKind};
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use tokio::io::BufReader;
use tokio::sync::Notify;
use tokio::time::{sleep, timeout};

use super::command;
use super::endpoint::{Halves, Listener};
use super::fault::Fault;
use super::handshake::{self, Kind, Security};
use super::inlet::{Event, Inlet, Scope};
use super::limits::Limits;
use super::outlet::Parcel;
use super::peer::Peer;
use super::pool::{Pool, Room};
use super::registry::Registry;

/// A reader yields after this many frames, because buffered frames never make it wait.
const TURN: usize = 64;
/// The length of a PING's data: a time to live and a context that PONG returns.
const PING: std::ops::RangeInclusive<usize> = 2..=18;

/// The configuration that all sockets of a kernel share.
#[derive(Clone, Debug)]
pub struct Setup {
    pub limits: Arc<Limits>,
    pub security: Security,
    pub pool: Arc<Pool>,
}

impl Setup {
    pub fn new(limits: Limits, security: Security) -> Self {
        let pool = Pool::new(limits.pool);
        Self { limits: Arc::new(limits), security, pool }
    }
}

/// How a socket handles messages and commands.
pub trait Role: Send + Sync + Sized + 'static {
    const KIND: Kind;
    /// The state that the role keeps for each peer.
    type Own: Default + Send + Sync + 'static;

    /// Returns the length limit of a peer's next message.
    fn scope(peer: &Peer<Self::Own>) -> Scope;

    /// Handles a message. Until it completes, nothing more is read from the peer.
    fn received(
        &self,
        peer: &Arc<Peer<Self::Own>>,
        frames: Vec<Bytes>,
        room: Room,
    ) -> impl Future<Output = Result<(), Fault>> + Send;

    /// Handles a command other than PING. Unknown commands are ignored.
    fn commanded(&self, peer: &Arc<Peer<Self::Own>>, name: &[u8], data: &[u8]) -> Result<(), Fault> {
        let _ = (peer, name, data);
        Ok(())
    }
}

pub struct Socket<R: Role> {
    role: R,
    setup: Setup,
    pub registry: Arc<Registry<R::Own>>,
}

impl<R: Role> Socket<R> {
    /// Serves the connections of a listener until the runtime ends.
    pub fn serve(listener: Listener, setup: Setup, role: R) -> Arc<Self> {
        let registry = Arc::new(Registry::new(setup.limits.connections, setup.limits.handshakes));
        let socket = Arc::new(Self { role, setup, registry });
        let this = socket.clone();
        tokio::spawn(async move {
            loop {
                if let Some(halves) = accepted(listener.accept().await).await {
                    let ending = Arc::new(Notify::new());
                    // Enter before spawning, so that the limit holds before the task first runs.
                    let guest = this.registry.enter(&ending);
                    let this = this.clone();
                    tokio::spawn(async move {
                        if let Err(fault) = this.attend(halves, ending, guest).await {
                            tracing::debug!("a peer of a {} left: {fault}", R::KIND.name);
                        }
                    });
                }
            }
        });
        socket
    }

    /// Serves one connection until it ends.
    async fn attend(&self, halves: Halves, ending: Arc<Notify>, guest: impl Send) -> Result<(), Fault> {
        let Setup { limits, security, pool } = &self.setup;
        let (mut reader, mut writer) = (BufReader::new(halves.0), halves.1);
        let shake = handshake::shake(&mut reader, &mut writer, security, R::KIND, limits.command);
        let introduced = tokio::select! {
            introduced = timeout(limits.handshake, shake) => introduced
                .unwrap_or(Err(Fault::Protocol("it did not introduce itself in time")))?,
            () = ending.notified() => return Err(Fault::MadeRoom),
        };
        let peer = Arc::new(Peer::new(introduced.identity, limits));
        if !self.registry.admit(&peer) {
            return Err(Fault::TooMany { what: "connections", most: limits.connections });
        }
        drop(guest);
        let inlet = Inlet::new(reader, introduced.opener, limits.clone(), pool.clone(), peer.ending.clone());
        let end = tokio::select! {
            end = self.read(&peer, inlet) => end,
            end = peer.outlet.write(writer, introduced.sealer) => end,
            () = peer.ending.notified() => Err(Fault::Protocol("it was closed")),
        };
        self.registry.remove(&peer);
        peer.outlet.abandon();
        let dropped = peer.outlet.dropped();
        if dropped > 0 {
            tracing::warn!("a peer of a {} lost {dropped} messages because it did not read", R::KIND.name);
        }
        end
    }

    async fn read(
        &self,
        peer: &Arc<Peer<R::Own>>,
        mut inlet: Inlet<impl tokio::io::AsyncRead + Unpin>,
    ) -> Result<(), Fault> {
        for turn in 1.. {
            match inlet.next(|| R::scope(peer)).await? {
                Event::Message(frames, room) => self.role.received(peer, frames, room).await?,
                Event::Command(body) => self.commanded(peer, &body)?,
            }
            if turn % TURN == 0 {
                tokio::task::yield_now().await;
            }
        }
        Ok(())
    }

    fn commanded(&self, peer: &Arc<Peer<R::Own>>, body: &[u8]) -> Result<(), Fault> {
        match command::split(body)? {
            (b"PING", data) if PING.contains(&data.len()) => {
                peer.send(Parcel::command(command::join("PONG", &data[2..])));
                Ok(())
            }
            (b"PING", _) => Err(Fault::Protocol("a PING of another length")),
            (b"ERROR", _) => Err(Fault::Protocol("it refused us")),
            (name, data) => self.role.commanded(peer, name, data),
        }
    }
}

/// Returns the connection. If none can be accepted, for example because file descriptors are exhausted, pauses before
/// the next try.
async fn accepted(result: io::Result<Halves>) -> Option<Halves> {
    match result {
        Ok(halves) => Some(halves),
        // The peer has already disconnected.
        Err(error) if error.kind() == ErrorKind::ConnectionAborted => None,
        Err(error) => {
            tracing::warn!("a connection cannot be accepted: {error}");
            sleep(Duration::from_millis(100)).await;
            None
        }
    }
}
