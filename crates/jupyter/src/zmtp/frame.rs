//! Encodes and decodes frames: a flag byte, a length and a body. A body's buffer grows as bytes arrive, not by the
//! announced length.

use bytes::{BufMut, BytesMut};
use tokio::io::{AsyncRead, AsyncReadExt};

use super::fault::Fault;
use super::pool::Room;

/// Another frame of the message follows.
pub const MORE: u8 = 1;
const LONG: u8 = 2;
/// The frame is a command.
pub const COMMAND: u8 = 4;

/// The first growth step of a buffer. Later steps double it.
const CHUNK: usize = 16 << 10;

/// The header of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    pub more: bool,
    pub command: bool,
    pub length: u64,
}

impl Header {
    pub async fn read(reader: &mut (impl AsyncRead + Unpin)) -> Result<Self, Fault> {
        let flags = reader.read_u8().await?;
        if flags & !(MORE | LONG | COMMAND) != 0 {
            return Err(Fault::Protocol("a flag that ZMTP does not have"));
        }
        let length = match flags & LONG != 0 {
            true => reader.read_u64().await?,
            false => u64::from(reader.read_u8().await?),
        };
        let (more, command) = (flags & MORE != 0, flags & COMMAND != 0);
        if more && command {
            return Err(Fault::Protocol("a command in several frames"));
        }
        Ok(Self { more, command, length })
    }

    pub fn write(self, out: &mut BytesMut) {
        let flags = if self.more { MORE } else { 0 } | if self.command { COMMAND } else { 0 };
        match u8::try_from(self.length) {
            Ok(length) => out.put_slice(&[flags, length]),
            Err(_) => {
                out.put_u8(flags | LONG);
                out.put_u64(self.length);
            }
        }
    }
}

/// Reads a body. Reserves memory for each piece before the buffer grows.
pub async fn read_body(reader: &mut (impl AsyncRead + Unpin), length: u64, room: &mut Room) -> Result<Vec<u8>, Fault> {
    room.admits(length)?;
    let length = usize::try_from(length).map_err(|_| Fault::Protocol("a length beyond this machine's"))?;
    let mut body = Vec::new();
    while body.len() < length {
        let (begin, step) = (body.len(), (length - body.len()).min(body.len().max(CHUNK)));
        room.take(step)?;
        body.try_reserve_exact(step).map_err(|_| Fault::Memory(step))?;
        body.resize(begin + step, 0);
        reader.read_exact(&mut body[begin..]).await?;
    }
    Ok(body)
}

/// Reads a handshake command, which has one frame.
pub async fn read_command(reader: &mut (impl AsyncRead + Unpin), most: usize) -> Result<Vec<u8>, Fault> {
    let header = Header::read(reader).await?;
    if !header.command {
        return Err(Fault::Protocol("a message before the end of the handshake"));
    }
    if header.length > most as u64 {
        return Err(Fault::TooLong { what: "a command", most });
    }
    read_body(reader, header.length, &mut Room::new(most, None)).await
}
