//! The iopub socket: an XPUB of our own, ZMTP 3.0 with the NULL mechanism.
//!
//! Every subscriber has a backlog and a task that writes it, so that one who stops reading cannot hold up the others:
//! a full backlog holds the publisher back while it shrinks, and costs the subscriber its connection once it has not
//! shrunk for [`PATIENCE`]. (ZeroMQ clients reconnect by themselves.) Nothing is dropped for those who read, and a
//! subscription is answered by a welcome message (Jupyter's JEP 65). A general XPUB socket offers none of the three.
//!
//! The wire format is ZeroMQ's RFC 23, <https://rfc.zeromq.org/spec/23/>.

use std::collections::VecDeque;
use std::io::{self, ErrorKind};
use std::sync::Arc;
use std::time::Duration;

use bytes::{Buf, BufMut, Bytes, BytesMut};
use parking_lot::Mutex;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, UnixListener};
use tokio::sync::Notify;
use tokio::time::{Instant, sleep, timeout, timeout_at};

/// Bytes that may wait for one subscriber before the publisher waits with them.
const BACKLOG: usize = 16 << 20;
/// How long a full backlog may stand still.
const PATIENCE: Duration = Duration::from_secs(2);
/// A peer that has not introduced itself by then is no subscriber.
const HANDSHAKE: Duration = Duration::from_secs(10);
/// Small messages are written together up to this size.
const WRITE: usize = 64 << 10;
/// Subscriptions are short; a longer frame is no subscription.
const LONGEST_SUBSCRIPTION: u64 = 64 << 10;

const MORE: u8 = 1;
const LONG: u8 = 2;
const COMMAND: u8 = 4;

/// Makes the frames that answer a subscription to a topic.
pub type Welcome = Arc<dyn Fn(&[u8]) -> Vec<Bytes> + Send + Sync>;

/// A bound socket; its tasks end with the runtime.
#[derive(Clone)]
pub struct Publisher {
    subscribers: Arc<Mutex<Vec<Arc<Subscriber>>>>,
    welcome: Welcome,
}

impl Publisher {
    /// Listens at `tcp://ADDRESS:PORT` or `ipc://PATH`.
    ///
    /// # Errors
    /// Where the endpoint cannot be bound.
    pub async fn bind(endpoint: &str, welcome: Welcome) -> io::Result<Self> {
        let publisher = Self { subscribers: Arc::default(), welcome };
        let this = publisher.clone();
        match endpoint.split_once("://") {
            Some(("tcp", address)) => {
                let listener = TcpListener::bind(address).await?;
                tokio::spawn(async move {
                    loop {
                        if let Some(stream) = accepted(listener.accept().await).await {
                            let _ = stream.set_nodelay(true);
                            tokio::spawn(this.clone().attend(stream));
                        }
                    }
                });
            }
            Some(("ipc", path)) => {
                let listener = UnixListener::bind(path)?;
                tokio::spawn(async move {
                    loop {
                        if let Some(stream) = accepted(listener.accept().await).await {
                            tokio::spawn(this.clone().attend(stream));
                        }
                    }
                });
            }
            _ => {
                return Err(io::Error::new(ErrorKind::InvalidInput, "neither tcp:// nor ipc://"));
            }
        }
        Ok(publisher)
    }

    /// Sends a message to all who subscribed to a beginning of its first frame, and waits while a backlog is full.
    pub async fn publish(&self, frames: &[Bytes]) {
        let Some(topic) = frames.first() else { return };
        let subscribers: Vec<_> = self.subscribers.lock().iter().filter(|peer| peer.wants(topic)).cloned().collect();
        if subscribers.is_empty() {
            return;
        }
        let message = encode(frames);
        for subscriber in &subscribers {
            subscriber.push(message.clone());
        }
        for subscriber in &subscribers {
            if !subscriber.shrinks_to(BACKLOG).await {
                tracing::warn!("a subscriber of iopub has stopped reading: closing its connection");
                subscriber.close();
            }
        }
    }

    /// Waits until all is written, or has not moved for [`PATIENCE`].
    pub async fn flush(&self) {
        let subscribers = self.subscribers.lock().clone();
        for subscriber in subscribers {
            subscriber.shrinks_to(0).await;
        }
    }

    /// Serves one connection until it ends.
    async fn attend<S: AsyncRead + AsyncWrite + Send + 'static>(self, stream: S) {
        let (mut reader, mut writer) = tokio::io::split(stream);
        match timeout(HANDSHAKE, handshake(&mut reader, &mut writer)).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => {
                return tracing::debug!("a peer of iopub failed its handshake: {error}");
            }
            Err(_) => return tracing::debug!("a peer of iopub did not introduce itself"),
        }
        let subscriber = Arc::new(Subscriber::default());
        self.subscribers.lock().push(subscriber.clone());
        let end = tokio::select! {
            end = self.read_subscriptions(&mut reader, &subscriber) => end,
            end = subscriber.write_backlog(&mut writer) => end,
            () = subscriber.closed.notified() => Ok(()),
        };
        if let Err(error) = end {
            tracing::debug!("a subscriber of iopub left: {error}");
        }
        self.subscribers.lock().retain(|other| !Arc::ptr_eq(other, &subscriber));
        subscriber.abandon();
    }

    async fn read_subscriptions(
        &self,
        reader: &mut (impl AsyncRead + Unpin),
        subscriber: &Subscriber,
    ) -> io::Result<()> {
        loop {
            let (flags, body) = read_frame(reader).await?;
            let (subscribe, topic) = match (flags & COMMAND != 0, &body[..]) {
                (false, [1, topic @ ..]) => (true, topic),
                (false, [0, topic @ ..]) => (false, topic),
                // The form of ZMTP 3.1.
                (true, [9, b'S', b'U', b'B', b'S', b'C', b'R', b'I', b'B', b'E', topic @ ..]) => (true, topic),
                (true, [6, b'C', b'A', b'N', b'C', b'E', b'L', topic @ ..]) => (false, topic),
                _ => continue,
            };
            if subscribe {
                subscriber.push(encode(&(self.welcome)(topic)));
                subscriber.topics.lock().push(topic.to_vec());
            } else {
                let mut topics = subscriber.topics.lock();
                if let Some(index) = topics.iter().position(|known| known == topic) {
                    topics.swap_remove(index);
                }
            }
        }
    }
}

/// The connection; where there is none, for want of file descriptors, a pause before the next try.
async fn accepted<S, A>(result: io::Result<(S, A)>) -> Option<S> {
    match result {
        Ok((stream, _)) => Some(stream),
        Err(error) => {
            tracing::warn!("iopub cannot accept a connection: {error}");
            sleep(Duration::from_millis(100)).await;
            None
        }
    }
}

#[derive(Default)]
struct Subscriber {
    topics: Mutex<Vec<Vec<u8>>>,
    backlog: Mutex<Backlog>,
    pushed: Notify,
    moved: Notify,
    closed: Notify,
}

struct Backlog {
    messages: VecDeque<Bytes>,
    /// Bytes in `messages` and in the write under way.
    bytes: usize,
    /// When bytes last left, or first came.
    moved: Instant,
    abandoned: bool,
}

impl Default for Backlog {
    fn default() -> Self {
        Self { messages: VecDeque::new(), bytes: 0, moved: Instant::now(), abandoned: false }
    }
}

impl Subscriber {
    fn wants(&self, topic: &[u8]) -> bool {
        self.topics.lock().iter().any(|prefix| topic.starts_with(prefix))
    }

    fn push(&self, message: Bytes) {
        let mut backlog = self.backlog.lock();
        if backlog.abandoned {
            return;
        }
        if backlog.bytes == 0 {
            backlog.moved = Instant::now();
        }
        backlog.bytes += message.len();
        backlog.messages.push_back(message);
        self.pushed.notify_one();
    }

    /// Waits until at most `limit` bytes are left; false where they stood still for too long.
    async fn shrinks_to(&self, limit: usize) -> bool {
        loop {
            let patience_ends = {
                let backlog = self.backlog.lock();
                if backlog.bytes <= limit {
                    return true;
                }
                backlog.moved + PATIENCE
            };
            if Instant::now() >= patience_ends {
                return false;
            }
            let _ = timeout_at(patience_ends, self.moved.notified()).await;
        }
    }

    async fn write_backlog(&self, writer: &mut (impl AsyncWrite + Unpin)) -> io::Result<()> {
        loop {
            let mut chunk = self.next_chunk();
            if chunk.is_empty() {
                self.pushed.notified().await;
                continue;
            }
            while chunk.has_remaining() {
                let written = writer.write_buf(&mut chunk).await?;
                let mut backlog = self.backlog.lock();
                backlog.bytes -= written;
                backlog.moved = Instant::now();
                self.moved.notify_one();
            }
        }
    }

    /// One large message, or several small ones together; empty where none waits.
    fn next_chunk(&self) -> Bytes {
        let mut backlog = self.backlog.lock();
        let Some(first) = backlog.messages.pop_front() else {
            return Bytes::new();
        };
        let fits = |size: usize, next: Option<&Bytes>| next.is_some_and(|next| size + next.len() <= WRITE);
        if !fits(first.len(), backlog.messages.front()) {
            return first;
        }
        let mut chunk = BytesMut::from(first);
        while fits(chunk.len(), backlog.messages.front()) {
            chunk.extend(backlog.messages.pop_front());
        }
        chunk.freeze()
    }

    fn close(&self) {
        self.closed.notify_one();
        self.abandon();
    }

    /// Forgets what was not written, so that nobody waits for it.
    fn abandon(&self) {
        let mut backlog = self.backlog.lock();
        backlog.messages.clear();
        backlog.bytes = 0;
        backlog.abandoned = true;
        self.moved.notify_one();
    }
}

/// Both greetings and both READY commands.
async fn handshake(reader: &mut (impl AsyncRead + Unpin), writer: &mut (impl AsyncWrite + Unpin)) -> io::Result<()> {
    let invalid = |reason: &str| Err(io::Error::new(ErrorKind::InvalidData, reason));
    let mut greeting = [0u8; 64];
    greeting[0] = 0xff;
    greeting[9] = 0x7f;
    greeting[10] = 3;
    greeting[12..16].copy_from_slice(b"NULL");
    writer.write_all(&greeting).await?;
    let mut theirs = [0u8; 64];
    reader.read_exact(&mut theirs).await?;
    if theirs[0] != 0xff || theirs[9] & 1 != 1 || theirs[10] < 3 {
        return invalid("not ZMTP 3");
    }
    if theirs[12..32] != greeting[12..32] {
        return invalid("not the NULL mechanism");
    }
    let mut ready = BytesMut::new();
    ready.put_slice(b"\x05READY\x0bSocket-Type");
    ready.put_u32(4);
    ready.put_slice(b"XPUB");
    writer.write_all(&[COMMAND, ready.len() as u8]).await?;
    writer.write_all(&ready).await?;
    match read_frame(reader).await? {
        (flags, body) if flags & COMMAND != 0 && body.starts_with(b"\x05READY") => Ok(()),
        _ => invalid("no READY command"),
    }
}

async fn read_frame(reader: &mut (impl AsyncRead + Unpin)) -> io::Result<(u8, Vec<u8>)> {
    let flags = reader.read_u8().await?;
    let length = match flags & LONG != 0 {
        true => reader.read_u64().await?,
        false => u64::from(reader.read_u8().await?),
    };
    if length > LONGEST_SUBSCRIPTION {
        return Err(io::Error::new(ErrorKind::InvalidData, "a frame too long for a subscription"));
    }
    let mut body = vec![0; length as usize];
    reader.read_exact(&mut body).await?;
    Ok((flags, body))
}

/// A message's frames as bytes on the wire.
fn encode(frames: &[Bytes]) -> Bytes {
    let mut out = BytesMut::with_capacity(frames.iter().map(|frame| frame.len() + 9).sum());
    for (index, frame) in frames.iter().enumerate() {
        let more = if index + 1 < frames.len() { MORE } else { 0 };
        match u8::try_from(frame.len()) {
            Ok(length) => out.put_slice(&[more, length]),
            Err(_) => {
                out.put_u8(more | LONG);
                out.put_u64(frame.len() as u64);
            }
        }
        out.put_slice(frame);
    }
    out.freeze()
}

#[cfg(test)]
mod tests {
    use super::*;
    use zeromq::{Socket, SocketRecv, SubSocket};

    async fn subscribe(endpoint: &str, topic: &str) -> SubSocket {
        let mut subscriber = SubSocket::new();
        subscriber.connect(endpoint).await.unwrap();
        subscriber.subscribe(topic).await.unwrap();
        let welcome = subscriber.recv().await.unwrap().into_vec();
        assert_eq!(welcome, [Bytes::from(topic.to_owned()), Bytes::from_static(b"welcome")]);
        subscriber
    }

    /// A publisher at a free port.
    async fn publisher() -> (Publisher, String) {
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let endpoint = format!("tcp://127.0.0.1:{port}");
        let welcome: Welcome = Arc::new(|topic| vec![Bytes::copy_from_slice(topic), Bytes::from_static(b"welcome")]);
        (Publisher::bind(&endpoint, welcome).await.unwrap(), endpoint)
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn every_message_arrives_in_order() {
        let (publisher, endpoint) = publisher().await;
        let mut subscriber = subscribe(&endpoint, "").await;
        let count = 20_000u32;
        let payload = Bytes::from(vec![7; 1024]);
        let sender = tokio::spawn(async move {
            for number in 0..count {
                publisher.publish(&[Bytes::copy_from_slice(&number.to_be_bytes()), payload.clone()]).await;
            }
        });
        for number in 0..count {
            let message = subscriber.recv().await.unwrap();
            assert_eq!(message.get(0).unwrap()[..], number.to_be_bytes());
            assert_eq!(message.get(1).unwrap().len(), 1024);
        }
        sender.await.unwrap();
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_topic_selects_messages() {
        let (publisher, endpoint) = publisher().await;
        let mut subscriber = subscribe(&endpoint, "str").await;
        for topic in ["status", "stream", "st", "strong"] {
            publisher.publish(&[Bytes::from_static(topic.as_bytes())]).await;
        }
        for topic in ["stream", "strong"] {
            assert_eq!(subscriber.recv().await.unwrap().get(0).unwrap()[..], *topic.as_bytes());
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn one_who_stops_reading_does_not_hold_up_the_others() {
        let (publisher, endpoint) = publisher().await;
        // Subscribes, then never reads again: its socket stays open, its buffers fill.
        let mut stopped = tokio::net::TcpStream::connect(&endpoint["tcp://".len()..]).await.unwrap();
        let (mut reader, mut writer) = stopped.split();
        let mut greeting = [0u8; 64];
        greeting[..11].copy_from_slice(&[0xff, 0, 0, 0, 0, 0, 0, 0, 0, 0x7f, 3]);
        greeting[12..16].copy_from_slice(b"NULL");
        writer.write_all(&greeting).await.unwrap();
        writer.write_all(b"\x04\x19\x05READY\x0bSocket-Type\0\0\0\x03SUB").await.unwrap();
        writer.write_all(b"\x00\x01\x01").await.unwrap();
        reader.read_exact(&mut greeting).await.unwrap();

        let mut healthy = subscribe(&endpoint, "").await;
        while publisher.subscribers.lock().iter().filter(|peer| peer.wants(b"x")).count() < 2 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        let total = 4 * BACKLOG / (1 << 20);
        let message = Bytes::from(vec![1; 1 << 20]);
        let this = publisher.clone();
        let sender = tokio::spawn(async move {
            for _ in 0..total {
                this.publish(&[Bytes::from_static(b"x"), message.clone()]).await;
            }
        });
        for _ in 0..total {
            assert_eq!(healthy.recv().await.unwrap().get(1).unwrap().len(), 1 << 20);
        }
        sender.await.unwrap();
        assert_eq!(publisher.subscribers.lock().len(), 1);
    }
}
