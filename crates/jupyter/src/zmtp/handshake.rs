//! How a connection begins: greetings, the mechanism, and who the peer says it is.

use bytes::Bytes;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};

use super::command::{self, Metadata};
use super::curve::{self, Opener, Sealer};
use super::fault::Fault;
use super::frame;
use super::greeting;
use super::keys::KeyPair;

/// The mechanism that a socket speaks, and no other.
#[derive(Clone, Debug)]
pub enum Security {
    /// In the clear: NULL.
    Clear,
    /// Encrypted: CURVE, with the server's keys.
    Curve(KeyPair),
}

/// The type of our socket and those that it talks to.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    pub name: &'static str,
    pub peers: &'static [&'static str],
}

/// What a handshake leaves.
pub struct Introduced {
    pub identity: Bytes,
    /// None in the clear.
    pub sealer: Option<Sealer>,
    pub opener: Option<Opener>,
}

/// Carries out a handshake; commands of the peer's have at most so many bytes.
pub async fn shake(
    reader: &mut (impl AsyncRead + Unpin),
    writer: &mut (impl AsyncWrite + Unpin),
    security: &Security,
    kind: Kind,
    most: usize,
) -> Result<Introduced, Fault> {
    let mechanism = match security {
        Security::Clear => "NULL",
        Security::Curve(_) => "CURVE",
    };
    writer.write_all(&greeting::ours(mechanism, matches!(security, Security::Curve(_)))).await?;
    greeting::read(reader, mechanism).await?;
    let ours = Metadata { socket_type: Bytes::from_static(kind.name.as_bytes()), identity: Bytes::new() };
    match security {
        Security::Clear => {
            // Both sides may speak at once, and some wait for the other.
            curve::send(writer, "READY", &ours.write()).await?;
            let body = frame::read_command(reader, most).await?;
            let theirs = Metadata::read(command::expect("READY", &body)?)?;
            check(writer, kind, &theirs).await?;
            Ok(Introduced { identity: theirs.identity, sealer: None, opener: None })
        }
        Security::Curve(keys) => {
            let (theirs, mut sealer, opener) = curve::shake(reader, writer, keys, most).await?;
            check(writer, kind, &theirs).await?;
            curve::send(writer, "READY", &sealer.ready(&ours)?).await?;
            Ok(Introduced { identity: theirs.identity, sealer: Some(sealer), opener: Some(opener) })
        }
    }
}

/// Tells a peer of the wrong type so.
async fn check(writer: &mut (impl AsyncWrite + Unpin), kind: Kind, theirs: &Metadata) -> Result<(), Fault> {
    if kind.peers.iter().any(|peer| theirs.socket_type == peer.as_bytes()) {
        return Ok(());
    }
    curve::send(writer, "ERROR", &command::reason("Invalid socket type")).await?;
    Err(Fault::Protocol("a socket of another type"))
}
