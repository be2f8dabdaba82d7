//! What waits for one peer to read it, and the task that writes it.

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

/// Small frames are written together up to this size.
const WRITE: usize = 64 << 10;
/// What a frame takes beside its bytes.
const FRAME: usize = 64;

/// A message or a command, shared by all to whom it goes.
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

/// One peer's queue.
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
    /// In `parcels` and in what is being written.
    bytes: usize,
    /// How long others wait for this peer yet. It earns that by reading.
    credit: Duration,
    /// Its credit was used up, and it has not read all since.
    lags: bool,
    /// Messages that it did not get.
    dropped: u64,
    closed: bool,
}

impl Outlet {
    pub fn new(patience: Duration, pace: usize) -> Self {
        Self { queue: Mutex::default(), pushed: Notify::new(), moved: Notify::new(), patience, pace: pace.max(1) }
    }

    /// Queues a parcel, or answers false where more than so many bytes wait already.
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

    /// Queues a message of which everybody gets a copy; one who lags loses it, and it is counted. Whether it was queued.
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

    /// Waits until at most so many bytes are left, as long as the peer has credit; false where it lags from now on.
    pub async fn shrinks_to(&self, limit: usize) -> bool {
        loop {
            let since = Instant::now();
            let ends = {
                let mut queue = self.queue.lock();
                if queue.bytes <= limit || queue.lags {
                    return true;
                }
                if queue.credit.is_zero() {
                    queue.lags = true;
                    return false;
                }
                since + queue.credit
            };
            let _ = timeout_at(ends, self.moved.notified()).await;
            let mut queue = self.queue.lock();
            queue.credit = queue.credit.saturating_sub(since.elapsed());
        }
    }

    /// Completes when all is written, or never will be.
    pub async fn emptied(&self) {
        while self.bytes() > 0 {
            self.moved.notified().await;
        }
    }

    pub fn bytes(&self) -> usize {
        self.queue.lock().bytes
    }

    /// How many messages the peer did not get.
    pub fn dropped(&self) -> u64 {
        self.queue.lock().dropped
    }

    /// Forgets what was not written, so that nobody waits for it.
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

    /// Writes what is queued, for ever.
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
                    // Who has nothing to read holds no buffer.
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

    /// Gathers small frames, and writes large ones where they lie.
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
