//! The outgoing queue of one peer and the task that writes it.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use parking_lot::Mutex;
use tokio::io::{AsyncWrite, AsyncWriteExt};
use tokio::sync::Notify;
use tokio::time::{Instant, timeout_at};

use super::curve::Sealer;
use super::fault::Fault;
use super::frame::{Header, MORE};
use super::inlet::COMMAND_IN_BOX;

/// Small frames are batched up to this size.
const WRITE: usize = 64 << 10;
/// The memory that a frame uses besides its bytes.
const FRAME: usize = 64;

/// A message or a command, shared by all its receivers.
#[derive(Clone, Debug)]
pub struct Parcel {
    frames: Arc<[Bytes]>,
    command: bool,
}

impl Parcel {
    pub fn message(frames: Vec<Bytes>) -> Self {
        Self { frames: frames.into(), command: false }
    }

    pub fn command(body: Bytes) -> Self {
        Self { frames: Arc::new([body]), command: true }
    }

    fn weight(&self) -> usize {
        self.frames.iter().map(|frame| frame.len() + FRAME).sum()
    }
}

/// The queue of one peer.
#[derive(Debug)]
pub struct Outlet {
    queue: Mutex<Queue>,
    pushed: Notify,
    moved: Notify,
    patience: Duration,
    pace: usize,
}

#[derive(Debug, Default)]
struct Queue {
    parcels: VecDeque<Parcel>,
    /// The total size of `parcels` and of the data being written.
    bytes: usize,
    /// How long publishing may still wait for this peer. The peer earns it by reading.
    credit: Duration,
    /// Whether the credit is used up and the peer has not read its whole backlog since.
    lags: bool,
    /// Messages that the peer lost.
    dropped: u64,
    closed: bool,
}

impl Outlet {
    pub fn new(patience: Duration, pace: usize) -> Self {
        Self { queue: Mutex::default(), pushed: Notify::new(), moved: Notify::new(), patience, pace: pace.max(1) }
    }

    /// Queues a parcel. Returns false if more than `backlog` bytes wait already.
    pub fn push(&self, parcel: Parcel, backlog: usize) -> bool {
        let mut queue = self.queue.lock();
        if queue.closed || queue.bytes > 0 && queue.bytes + parcel.weight() > backlog {
            return false;
        }
        queue.bytes += parcel.weight();
        queue.parcels.push_back(parcel);
        self.pushed.notify_one();
        true
    }

    /// Queues a broadcast message. A lagging peer loses it, and the loss is counted. Returns whether it was queued.
    pub fn offer(&self, parcel: Parcel, backlog: usize) -> bool {
        let mut queue = self.queue.lock();
        queue.lags &= queue.bytes > 0;
        if queue.closed || queue.lags && queue.bytes + parcel.weight() > backlog {
            queue.dropped += 1;
            return false;
        }
        queue.bytes += parcel.weight();
        queue.parcels.push_back(parcel);
        self.pushed.notify_one();
        true
    }

    /// Waits until at most `limit` bytes are left, while the peer has credit. Credit is counted from `since`, when
    /// publishing began to wait: waiting for several peers takes no longer than for one. Returns false if the peer
    /// lags from now on.
    pub async fn shrinks_to(&self, limit: usize, since: Instant) -> bool {
        let mut waited = false;
        loop {
            let ends = {
                let mut queue = self.queue.lock();
                if queue.bytes <= limit || queue.lags {
                    let taken = if waited { since.elapsed() } else { Duration::ZERO };
                    queue.credit = queue.credit.saturating_sub(taken);
                    return true;
                }
                let ends = since + queue.credit;
                if ends <= Instant::now() {
                    (queue.lags, queue.credit) = (true, Duration::ZERO);
                    return false;
                }
                ends
            };
            waited = true;
            let _ = timeout_at(ends, self.moved.notified()).await;
        }
    }

    /// Completes when everything is written or the outlet is closed.
    pub async fn emptied(&self) {
        while self.bytes() > 0 {
            self.moved.notified().await;
        }
    }

    pub fn bytes(&self) -> usize {
        self.queue.lock().bytes
    }

    /// Returns the number of messages that the peer lost.
    pub fn dropped(&self) -> u64 {
        self.queue.lock().dropped
    }

    /// Drops all unwritten parcels, so that nothing waits for them.
    pub fn abandon(&self) {
        let mut queue = self.queue.lock();
        queue.parcels.clear();
        queue.bytes = 0;
        queue.closed = true;
        self.moved.notify_one();
    }

    fn next(&self) -> Option<Parcel> {
        self.queue.lock().parcels.pop_front()
    }

    /// Writes queued parcels forever.
    pub async fn write(&self, mut writer: impl AsyncWrite + Unpin, mut sealer: Option<Sealer>) -> Result<(), Fault> {
        let (mut gathered, mut weight) = (BytesMut::new(), 0);
        loop {
            match self.next() {
                Some(parcel) => {
                    weight += parcel.weight();
                    self.write_parcel(&mut writer, &mut sealer, &parcel, &mut gathered).await?;
                    if (1..WRITE).contains(&gathered.len()) {
                        continue;
                    }
                }
                None if weight == 0 => {
                    // An idle peer keeps no buffer.
                    gathered = BytesMut::new();
                    self.pushed.notified().await;
                    continue;
                }
                None => {}
            }
            self.write_bytes(&mut writer, &gathered).await?;
            gathered.clear();
            self.wrote(std::mem::take(&mut weight));
        }
    }

    /// Batches small frames, and writes large ones without copying.
    async fn write_parcel(
        &self,
        writer: &mut (impl AsyncWrite + Unpin),
        sealer: &mut Option<Sealer>,
        parcel: &Parcel,
        gathered: &mut BytesMut,
    ) -> Result<(), Fault> {
        for (index, frame) in parcel.frames.iter().enumerate() {
            let more = index + 1 < parcel.frames.len();
            let (header, body) = match sealer {
                None => (Header { more, command: parcel.command, length: frame.len() as u64 }, frame.clone()),
                Some(sealer) => {
                    let command = if parcel.command { COMMAND_IN_BOX } else { 0 };
                    let body = sealer.seal(command | if more { MORE } else { 0 }, frame)?;
                    (Header { more: false, command: false, length: body.len() as u64 }, body)
                }
            };
            header.write(gathered);
            if body.len() < WRITE {
                gathered.extend_from_slice(&body);
            }
            if gathered.len() > WRITE || body.len() >= WRITE {
                self.write_bytes(writer, gathered).await?;
                gathered.clear();
            }
            if body.len() >= WRITE {
                self.write_bytes(writer, &body).await?;
            }
        }
        Ok(())
    }

    async fn write_bytes(&self, writer: &mut (impl AsyncWrite + Unpin), mut bytes: &[u8]) -> Result<(), Fault> {
        while !bytes.is_empty() {
            let count = writer.write(bytes).await?;
            if count == 0 {
                return Err(std::io::Error::from(std::io::ErrorKind::WriteZero).into());
            }
            bytes = &bytes[count..];
            let earned = Duration::from_secs_f64(count as f64 / self.pace as f64);
            let mut queue = self.queue.lock();
            queue.credit = (queue.credit + earned).min(self.patience);
        }
        Ok(())
    }

    fn wrote(&self, weight: usize) {
        let mut queue = self.queue.lock();
        queue.bytes = queue.bytes.saturating_sub(weight);
        self.moved.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::task::{Context, Poll, Waker};

    const PATIENCE: Duration = Duration::from_secs(1000);
    const LIMIT: usize = 1000;

    /// An outlet whose peer has read `read` bytes, which earns one second per byte, and whose backlog exceeds the limit.
    fn full_after(read: usize) -> Outlet {
        let outlet = Outlet::new(PATIENCE, 1);
        let (mut reader, bytes) = (tokio::io::sink(), vec![0; read]);
        assert!(poll(outlet.write_bytes(&mut reader, &bytes)).is_ready());
        assert!(outlet.offer(Parcel::message(vec![vec![0; 2 * LIMIT].into()]), LIMIT));
        outlet
    }

    fn poll<T>(future: impl Future<Output = T>) -> Poll<T> {
        std::pin::pin!(future).poll(&mut Context::from_waker(Waker::noop()))
    }

    #[tokio::test]
    async fn others_wait_as_long_as_reading_has_earned_and_all_at_once() {
        let ago = |seconds| Instant::now() - Duration::from_secs(seconds);
        assert_eq!(poll(full_after(0).shrinks_to(LIMIT, ago(0))), Poll::Ready(false));
        assert!(poll(full_after(500).shrinks_to(LIMIT, ago(0))).is_pending());
        assert_eq!(poll(full_after(500).shrinks_to(LIMIT, ago(501))), Poll::Ready(false));
        // Never longer than the patience, however much was read.
        assert_eq!(poll(full_after(5000).shrinks_to(LIMIT, ago(1001))), Poll::Ready(false));
    }

    #[tokio::test]
    async fn who_lags_is_not_waited_for_until_it_has_read_all() {
        let outlet = full_after(0);
        let parcel = || Parcel::message(vec![Bytes::from_static(b"next")]);
        assert_eq!(poll(outlet.shrinks_to(LIMIT, Instant::now())), Poll::Ready(false));
        assert!(!outlet.offer(parcel(), LIMIT));
        assert_eq!((poll(outlet.shrinks_to(LIMIT, Instant::now())), outlet.dropped()), (Poll::Ready(true), 1));
        outlet.wrote(outlet.bytes());
        assert!(outlet.offer(parcel(), 0));
        assert_eq!(outlet.dropped(), 1);
        outlet.abandon();
        assert!(!outlet.offer(parcel(), LIMIT) && !outlet.push(parcel(), LIMIT));
    }
}
