//! Reads messages and commands from one peer after its handshake.

use std::sync::Arc;

use bytes::Bytes;
use tokio::io::AsyncRead;
use tokio::sync::Notify;

use super::curve::{Opener, SEALED};
use super::fault::Fault;
use super::frame::{self, COMMAND, Header, MORE};
use super::limits::Limits;
use super::pool::{Claim, Pool, Room};

/// A message or a command from a peer.
#[derive(Debug)]
pub enum Event {
    /// A message and the memory that it occupies.
    Message(Vec<Bytes>, Room),
    /// The body of a command.
    Command(Bytes),
}

/// Which length limit holds for a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Heartbeats and subscriptions.
    Small,
    /// The peer has not signed a message yet.
    Unproven,
    Proven,
}

/// The reading end of a connection.
pub struct Inlet<R> {
    reader: R,
    opener: Option<Opener>,
    limits: Arc<Limits>,
    pool: Arc<Pool>,
    ending: Arc<Notify>,
    /// The frames received so far of an unfinished message.
    parts: Vec<Bytes>,
    room: Option<Room>,
}

impl<R: AsyncRead + Unpin> Inlet<R> {
    pub fn new(reader: R, opener: Option<Opener>, limits: Arc<Limits>, pool: Arc<Pool>, ending: Arc<Notify>) -> Self {
        Self { reader, opener, limits, pool, ending, parts: Vec::new(), room: None }
    }

    /// Reads the next message or command. `scope` is evaluated when it begins to arrive: by then all earlier messages
    /// are verified.
    pub async fn next(&mut self, scope: impl Fn() -> Scope) -> Result<Event, Fault> {
        loop {
            let header = Header::read(&mut self.reader).await?;
            let mut room = self.room.take().unwrap_or_else(|| self.room_for(scope()));
            let (flags, content) = self.frame(header, &mut room).await?;
            if flags & COMMAND != 0 {
                self.room = Some(room).filter(|_| !self.parts.is_empty());
                return Ok(Event::Command(content));
            }
            self.parts.push(content);
            if flags & MORE == 0 {
                return Ok(Event::Message(std::mem::take(&mut self.parts), room));
            }
            if self.parts.len() >= self.limits.parts {
                return Err(Fault::TooMany { what: "frames of a message", most: self.limits.parts });
            }
            self.room = Some(room);
        }
    }

    fn room_for(&self, scope: Scope) -> Room {
        match scope {
            Scope::Small => Room::new(self.limits.small, None),
            Scope::Unproven => Room::new(self.limits.unproven, Some(Claim::new(&self.pool, &self.ending))),
            Scope::Proven => Room::new(self.limits.message, None),
        }
    }

    /// Reads a frame's flags and content, and decrypts it.
    async fn frame(&mut self, header: Header, room: &mut Room) -> Result<(u8, Bytes), Fault> {
        let most = self.limits.command;
        let sealed = if self.opener.is_some() { SEALED } else { 0 };
        if header.command && header.length > most as u64 + sealed {
            return Err(Fault::TooLong { what: "a command", most });
        }
        let body = frame::read_body(&mut self.reader, header.length, room).await?;
        let Some(opener) = &mut self.opener else {
            let flags = if header.more { MORE } else { 0 } | if header.command { COMMAND } else { 0 };
            return Ok((flags, body.into()));
        };
        let (flags, content) = opener.open(body)?;
        match flags & COMMAND_IN_BOX != 0 {
            false => Ok((flags & MORE, content)),
            true if content.len() > most => Err(Fault::TooLong { what: "a command", most }),
            true => Ok((COMMAND, content)),
        }
    }
}

/// The flag of a command inside a box. It differs from the flag outside.
pub const COMMAND_IN_BOX: u8 = 2;
