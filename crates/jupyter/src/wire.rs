//! Encodes messages as frames: identities, `<IDS|MSG>`, a signature, four JSON frames, binary buffers.
//!
//! Headers stay JSON values, so that fields of later protocol versions are kept from a request to its replies.

use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bytes::Bytes;
use serde_json::{Value, json};

use super::signature::{Scheme, Signer, Verdict};
use super::zmtp::{Held, Route};

/// The protocol version in our headers.
pub const PROTOCOL_VERSION: &str = "5.5";

const DELIMITER: &[u8] = b"<IDS|MSG>";

/// A message as it arrived.
#[derive(Clone, Debug, Default)]
pub struct Message {
    /// The route to its sender.
    pub from: Route,
    /// The frames before the delimiter. A reply must repeat them.
    pub ids: Vec<Bytes>,
    pub header: Arc<Value>,
    pub parent_header: Value,
    pub metadata: Value,
    pub content: Value,
    /// Binary frames, which the signature does not cover.
    pub buffers: Vec<Bytes>,
    /// Its share of the sender's limit for waiting requests.
    pub held: Held,
}

impl Message {
    /// Marks the request as running: it no longer counts as waiting.
    pub fn begun(self) -> Arc<Self> {
        Arc::new(Self { held: Held::default(), ..self })
    }

    /// Returns the header's `msg_type`.
    pub fn kind(&self) -> &str {
        self.header["msg_type"].as_str().unwrap_or_default()
    }
}

/// A message to send; [`Wire::encode`] adds the header and the signature.
#[derive(Clone, Debug)]
pub struct Outgoing {
    /// The receiver, on sockets that address one peer.
    pub to: Route,
    pub ids: Vec<Bytes>,
    pub kind: Cow<'static, str>,
    /// The header of the message that caused this one.
    pub parent: Arc<Value>,
    pub metadata: Value,
    pub content: Value,
    pub buffers: Vec<Bytes>,
}

impl Outgoing {
    pub fn new(kind: impl Into<Cow<'static, str>>, parent: &Arc<Value>, content: Value) -> Self {
        Self {
            to: Route::default(),
            ids: Vec::new(),
            kind: kind.into(),
            parent: parent.clone(),
            metadata: json!({}),
            content,
            buffers: Vec::new(),
        }
    }

    /// Makes the reply to `request`. It must be sent on the socket that received the request.
    pub fn reply(request: &Message, content: Value) -> Self {
        let stem = request.kind().rsplit_once('_').map_or(request.kind(), |(stem, _)| stem);
        let mut reply = Self::new(format!("{stem}_reply"), &request.header, content);
        (reply.to, reply.ids) = (request.from.clone(), request.ids.clone());
        reply
    }
}

/// Why frames are not a valid message.
#[derive(Debug, thiserror::Error)]
pub enum WireError {
    #[error("no <IDS|MSG> delimiter among {0} frames")]
    NoDelimiter(usize),
    #[error("{0} frames after the delimiter, a message has at least 5")]
    TooShort(usize),
    #[error("the signature does not match")]
    BadSignature,
    #[error("a message with this signature came before")]
    Replayed,
    #[error("the header is not a JSON object with a msg_type: {0}")]
    BadHeader(String),
    /// The header is valid, so the sender can be answered.
    #[error("the {frame} frame is not JSON: {reason}")]
    BadJson {
        frame: &'static str,
        reason: String,
        /// The readable parts. The invalid frame is null.
        message: Box<Message>,
    },
}

/// Signs and numbers outgoing messages, verifies incoming ones. One per kernel.
pub struct Wire {
    /// None if the key is empty: messages are then not signed.
    signer: Option<Signer>,
    session: String,
    sent: AtomicU64,
}

impl Wire {
    /// `key` comes from the connection file. An empty key turns signatures off.
    pub fn new(scheme: Scheme, key: &str) -> Self {
        let signer = (!key.is_empty()).then(|| Signer::new(scheme, key.as_bytes()));
        let session = uuid::Uuid::new_v4().simple().to_string();
        Self { signer, session, sent: AtomicU64::new(0) }
    }

    /// # Errors
    /// If the frames are not a message, have a wrong signature, or are a replay.
    pub fn decode(&self, frames: Vec<Bytes>) -> Result<Message, WireError> {
        let delimiter =
            frames.iter().position(|frame| &frame[..] == DELIMITER).ok_or(WireError::NoDelimiter(frames.len()))?;
        let rest = &frames[delimiter + 1..];
        let [signature, header, parent_header, metadata, content, buffers @ ..] = rest else {
            return Err(WireError::TooShort(rest.len()));
        };
        if let Some(signer) = &self.signer {
            match signer.verify([header, parent_header, metadata, content], signature) {
                Verdict::New => {}
                Verdict::Replayed => return Err(WireError::Replayed),
                Verdict::Forged => return Err(WireError::BadSignature),
            }
        }
        let header: Value = serde_json::from_slice(header).map_err(|error| WireError::BadHeader(error.to_string()))?;
        if !header["msg_type"].is_string() {
            return Err(WireError::BadHeader("msg_type is missing".into()));
        }
        let mut message = Message {
            from: Route::default(),
            held: Held::default(),
            ids: frames[..delimiter].to_vec(),
            header: Arc::new(header),
            parent_header: Value::Null,
            metadata: Value::Null,
            content: Value::Null,
            buffers: buffers.to_vec(),
        };
        for (frame, bytes) in [("parent_header", parent_header), ("metadata", metadata), ("content", content)] {
            match serde_json::from_slice(bytes) {
                Ok(value) => match frame {
                    "parent_header" => message.parent_header = value,
                    "metadata" => message.metadata = value,
                    _ => message.content = value,
                },
                Err(error) => {
                    let (reason, message) = (error.to_string(), Box::new(message));
                    return Err(WireError::BadJson { frame, reason, message });
                }
            }
        }
        Ok(message)
    }

    /// Returns the frames of a signed message.
    pub fn encode(&self, message: Outgoing) -> Vec<Bytes> {
        let number = self.sent.fetch_add(1, Ordering::Relaxed);
        let header = json!({
            "msg_id": format!("{}_{}_{number}", self.session, std::process::id()),
            "session": self.session,
            "username": "kernel",
            "date": chrono::Utc::now().to_rfc3339_opts(chrono::SecondsFormat::Micros, true),
            "msg_type": message.kind,
            "version": PROTOCOL_VERSION,
        });
        let json =
            [&header, &message.parent, &message.metadata, &message.content].map(|value| Bytes::from(value.to_string()));
        let signature = self.signer.as_ref().map(|signer| signer.sign(json.each_ref())).unwrap_or_default();
        let mut frames = message.ids;
        frames.push(Bytes::from_static(DELIMITER));
        frames.push(signature.into());
        frames.extend(json);
        frames.extend(message.buffers);
        frames
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(wire: &Wire, content: Value, buffers: Vec<Bytes>) -> Vec<Bytes> {
        let parent = Arc::new(json!({"msg_id": "p", "subshell_id": null, "later": [1]}));
        let mut out = Outgoing::new("comm_msg", &parent, content);
        out.ids = vec![Bytes::from_static(b"peer")];
        out.buffers = buffers;
        wire.encode(out)
    }

    #[test]
    fn a_message_survives_the_wire() {
        let wire = Wire::new(Scheme::default(), "secret");
        let buffer = Bytes::from_static(b"\0\xff<IDS|MSG>");
        let frames = message(&wire, json!({"data": "å"}), vec![buffer.clone()]);
        let back = wire.decode(frames).unwrap();
        assert_eq!(back.ids, [Bytes::from_static(b"peer")]);
        assert_eq!(back.kind(), "comm_msg");
        assert_eq!(back.parent_header["later"], json!([1]));
        assert_eq!(back.content, json!({"data": "å"}));
        assert_eq!(back.buffers, [buffer]);
        assert_eq!(back.header["version"], "5.5");
    }

    #[test]
    fn what_was_not_signed_with_our_key_is_refused() {
        let wire = Wire::new(Scheme::default(), "secret");
        for other in [Wire::new(Scheme::default(), "other"), Wire::new(Scheme::default(), "")] {
            let frames = message(&other, json!({}), vec![]);
            assert!(matches!(wire.decode(frames), Err(WireError::BadSignature)));
        }
        let mut frames = message(&wire, json!({}), vec![]);
        frames[2] = Bytes::from_static("é".as_bytes());
        assert!(matches!(wire.decode(frames), Err(WireError::BadSignature)));
        let mut frames = message(&wire, json!({"code": "1"}), vec![]);
        frames[6] = Bytes::from_static(b"{\"code\": \"2\"}");
        assert!(matches!(wire.decode(frames), Err(WireError::BadSignature)));
    }

    #[test]
    fn a_message_is_taken_once() {
        let wire = Wire::new(Scheme::default(), "secret");
        let frames = message(&wire, json!({}), vec![]);
        assert!(wire.decode(frames.clone()).is_ok());
        let mut again = frames.clone();
        again[0] = Bytes::from_static(b"another peer");
        again.push(Bytes::from_static(b"another buffer"));
        again[2] = again[2].to_ascii_uppercase().into();
        for frames in [frames, again] {
            assert!(matches!(wire.decode(frames), Err(WireError::Replayed)));
        }
        // Without a key, replays cannot be detected.
        let open = Wire::new(Scheme::default(), "");
        let frames = message(&open, json!({}), vec![]);
        assert!(open.decode(frames.clone()).is_ok() && open.decode(frames).is_ok());
    }

    #[test]
    fn bad_frames_are_named() {
        let wire = Wire::new(Scheme::default(), "");
        let frames = message(&wire, json!({}), vec![]);
        assert!(matches!(wire.decode(frames[2..].to_vec()), Err(WireError::NoDelimiter(5))));
        assert!(matches!(wire.decode(frames[..6].to_vec()), Err(WireError::TooShort(4))));
        let mut bad = frames.clone();
        bad[3] = Bytes::from_static(b"[]");
        assert!(matches!(wire.decode(bad), Err(WireError::BadHeader(_))));
        let mut bad = frames.clone();
        bad[6] = Bytes::from_static(b"{\"code\": ");
        match wire.decode(bad) {
            Err(WireError::BadJson { frame, message, .. }) => {
                assert_eq!((frame, message.kind()), ("content", "comm_msg"));
            }
            other => panic!("{other:?}"),
        }
    }
}
