//! Runs a connection's handshake: greeting, security mechanism, and the peer's metadata.

use bytes::Bytes;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};

use super::command::{self, Metadata};
use super::curve::{self, Opener, Sealer};
use super::fault::Fault;
use super::frame;
use super::greeting;
use super::keys::KeyPair;

/// The only security mechanism that a socket accepts.
#[derive(Clone, Debug)]
pub enum Security {
    /// Plain text: NULL.
    Clear,
    /// Encrypted: CURVE, with the server's keys.
    Curve(KeyPair),
}

/// Our socket type and the peer types that it accepts.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    pub name: &'static str,
    pub peers: &'static [&'static str],
}

/// The result of a handshake.
pub struct Introduced {
    pub identity: Bytes,
    /// None without encryption.
    pub sealer: Option<Sealer>,
    pub opener: Option<Opener>,
}

/// Performs a handshake. The peer's commands may have at most `most` bytes.
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
            // Send first: both sides may send at once, and some peers wait for the other side.
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

/// Refuses a peer of the wrong type with an ERROR command.
async fn check(writer: &mut (impl AsyncWrite + Unpin), kind: Kind, theirs: &Metadata) -> Result<(), Fault> {
    if kind.peers.iter().any(|peer| theirs.socket_type == peer.as_bytes()) {
        return Ok(());
    }
    curve::send(writer, "ERROR", &command::reason("Invalid socket type")).await?;
    Err(Fault::Protocol("a socket of another type"))
}
