//! A socket at the message level: verifies incoming messages and signs outgoing ones.

use std::sync::Arc;

use tokio::sync::mpsc::Receiver;

use super::wire::{Message, Outgoing, Wire, WireError};
use super::zmtp::{Request, Router};

/// The sending side of a socket.
#[derive(Clone)]
pub struct Channel {
    router: Router,
    wire: Arc<Wire>,
}

impl Channel {
    pub fn new(router: Router, wire: &Arc<Wire>) -> Self {
        Self { router, wire: wire.clone() }
    }

    /// Signs and queues a message. Never waits. Returns whether its receiver is connected.
    pub fn send(&self, message: Outgoing) -> bool {
        let (to, kind) = (message.to.clone(), message.kind.clone());
        let is_there = self.router.send(&to, self.wire.encode(message));
        if !is_there {
            tracing::debug!("a {kind} could not be delivered: its front end is gone");
        }
        is_there
    }

    /// Completes when every peer that reads has received everything.
    pub async fn flush(&self) {
        self.router.flush().await;
    }
}

/// A request with invalid JSON but a valid header, so that its sender can be answered.
pub struct Malformed {
    pub request: Box<Message>,
    pub reason: String,
}

/// Receives messages forever. Invalid messages are logged and dropped.
pub async fn receive(
    mut requests: Receiver<Request>,
    wire: Arc<Wire>,
    mut handle: impl FnMut(Result<Message, Malformed>) + Send + 'static,
) {
    while let Some(mut request) = requests.recv().await {
        let (from, held) = (request.route(), request.held.clone());
        match wire.decode(std::mem::take(&mut request.frames)) {
            Ok(message) => {
                request.accept();
                handle(Ok(Message { from, held, ..message }));
            }
            Err(WireError::BadJson { frame, reason, message }) => {
                request.accept();
                let reason = format!("the {frame} frame is not JSON: {reason}");
                handle(Err(Malformed { request: Box::new(Message { from, held, ..*message }), reason }));
            }
            Err(error) if request.refuse() => tracing::warn!("a message was dropped: {error}"),
            Err(error) => tracing::debug!("another message was dropped: {error}"),
        }
    }
}
