//! The iopub queue: any thread adds messages, one task sends them.
//!
//! Text of one stream and one cell is collected in the queue's last entry. An entry that may still grow waits up to 80
//! ms or 64 KiB, so a cell that prints a hundred thousand lines sends a few dozen messages. Any other output ends the
//! entry, which keeps the order. A display is updated at most ten times a second: an early update is held, replaced by
//! the next one of its display, and the last state is always sent. The queue is bounded in bytes: when it is full the
//! evaluator waits, and nothing is dropped.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use parking_lot::{Condvar, Mutex};
use serde_json::{Value, json};
use tokio::sync::{Notify, oneshot};
use tokio::time::{Instant, timeout_at};

use super::session::Stream;
use super::wire::{Outgoing, Wire};
use super::zmtp::Publisher;

/// The maximum time and size of collected text.
const GATHER: Duration = Duration::from_millis(80);
const GATHERED: usize = 64 << 10;
/// The evaluator waits while more bytes than this are queued.
const BOUND: usize = 4 << 20;
/// The minimum time between two updates of one display.
const BETWEEN_UPDATES: Duration = Duration::from_millis(100);

/// The queue in front of the iopub socket.
#[derive(Default)]
pub struct Outbox {
    queue: Mutex<Queue>,
    room: Condvar,
    ready: Notify,
}

#[derive(Default)]
struct Queue {
    entries: VecDeque<Entry>,
    /// The total size of `entries` and of the message being sent.
    bytes: usize,
    /// When each display was last updated in the running cell.
    updated: HashMap<String, Instant>,
    /// Updates that came too early, each with the time when it may be sent.
    held: Vec<Held>,
}

struct Held {
    display: String,
    until: Instant,
    message: Outgoing,
}

impl Queue {
    fn push(&mut self, message: Outgoing) {
        let bytes = weight(&message.content) + message.buffers.iter().map(Bytes::len).sum::<usize>();
        self.bytes += bytes;
        self.entries.push_back(Entry::Message { message, bytes });
    }

    /// Queues the held updates that are due, or all of them.
    fn release(&mut self, all: bool) {
        let now = Instant::now();
        for held in std::mem::take(&mut self.held) {
            if all || held.until <= now {
                self.updated.insert(held.display, now);
                self.push(held.message);
            } else {
                self.held.push(held);
            }
        }
    }
}

enum Entry {
    Text {
        parent: Arc<Value>,
        stream: Stream,
        text: String,
        since: Instant,
    },
    Message {
        message: Outgoing,
        bytes: usize,
    },
    /// Signals that everything before it has been written.
    Barrier(oneshot::Sender<()>),
}

impl Outbox {
    /// Queues a message. Never waits.
    pub fn send(&self, mut message: Outgoing) {
        message.ids = vec![Bytes::copy_from_slice(message.kind.as_bytes())];
        let mut queue = self.queue.lock();
        // Held updates belong before anything except text.
        queue.release(true);
        if message.kind == "status" {
            queue.updated.clear();
        }
        queue.push(message);
        self.ready.notify_one();
    }

    /// Queues an update of a display, now or when the display may change again. Never waits.
    pub fn update(&self, display: &str, mut message: Outgoing) {
        message.ids = vec![Bytes::copy_from_slice(message.kind.as_bytes())];
        let mut queue = self.queue.lock();
        let now = Instant::now();
        let next = queue.updated.get(display).map(|last| *last + BETWEEN_UPDATES);
        match next.filter(|next| *next > now) {
            Some(until) => {
                queue.held.retain(|held| held.display != display);
                queue.held.push(Held { display: display.to_owned(), until, message });
            }
            None => {
                queue.held.retain(|held| held.display != display);
                queue.updated.insert(display.to_owned(), now);
                queue.push(message);
            }
        }
        self.ready.notify_one();
    }

    /// Queues text of a stream. Never waits.
    pub fn stream(&self, parent: &Arc<Value>, stream: Stream, text: &str) {
        let mut queue = self.queue.lock();
        queue.bytes += text.len();
        if let Some(Entry::Text { parent: last, stream: name, text: gathered, .. }) = queue.entries.back_mut()
            && Arc::ptr_eq(last, parent)
            && *name == stream
            && gathered.len() < GATHERED
        {
            gathered.push_str(text);
            if gathered.len() >= GATHERED {
                self.ready.notify_one();
            }
            return;
        }
        let (parent, text) = (parent.clone(), text.to_owned());
        queue.entries.push_back(Entry::Text { parent, stream, text, since: Instant::now() });
        self.ready.notify_one();
    }

    /// Waits until the queue is below its bound. Blocks the thread, so it is not for async tasks.
    pub fn wait_for_room(&self) {
        let mut queue = self.queue.lock();
        while queue.bytes > BOUND {
            self.room.wait(&mut queue);
        }
    }

    /// Completes when everything queued before is written.
    pub async fn flushed(&self) {
        let (written, wait) = oneshot::channel();
        {
            let mut queue = self.queue.lock();
            queue.release(true);
            queue.entries.push_back(Entry::Barrier(written));
        }
        self.ready.notify_one();
        let _ = wait.await;
    }

    /// Sends queued messages forever. It is the only task that writes to iopub.
    pub async fn publish(self: Arc<Self>, wire: Arc<Wire>, publisher: Publisher) {
        loop {
            let (message, bytes) = match self.next().await {
                Entry::Text { parent, stream, text, .. } => {
                    let bytes = text.len();
                    let content = json!({"name": stream.name(), "text": text});
                    let mut message = Outgoing::new("stream", &parent, content);
                    message.ids = vec![Bytes::from_static(b"stream")];
                    (message, bytes)
                }
                Entry::Message { message, bytes } => (message, bytes),
                Entry::Barrier(written) => {
                    publisher.flush().await;
                    let _ = written.send(());
                    continue;
                }
            };
            publisher.publish(wire.encode(message)).await;
            self.queue.lock().bytes -= bytes;
            self.room.notify_all();
        }
    }

    /// Returns the first entry, once it cannot or need not grow.
    async fn next(&self) -> Entry {
        loop {
            let grows_until = {
                let mut queue = self.queue.lock();
                queue.release(false);
                let held = queue.held.iter().map(|held| held.until).min();
                let alone = queue.entries.len() == 1;
                let grows = match queue.entries.front() {
                    Some(Entry::Text { text, since, .. })
                        if alone && text.len() < GATHERED && since.elapsed() < GATHER =>
                    {
                        Some(*since + GATHER)
                    }
                    Some(_) => match queue.entries.pop_front() {
                        Some(entry) => return entry,
                        None => None,
                    },
                    None => None,
                };
                grows.into_iter().chain(held).min()
            };
            match grows_until {
                Some(deadline) => drop(timeout_at(deadline, self.ready.notified()).await),
                None => self.ready.notified().await,
            }
        }
    }
}

/// Returns the approximate size of a value in bytes. The bound of the queue need not be exact.
fn weight(value: &Value) -> usize {
    match value {
        Value::String(text) => text.len(),
        Value::Array(items) => items.iter().map(|item| weight(item) + 1).sum(),
        Value::Object(fields) => fields.iter().map(|(name, field)| name.len() + weight(field)).sum(),
        _ => 8,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::task::{Context, Waker};

    fn parent() -> Arc<Value> {
        Arc::new(json!({"msg_id": "1"}))
    }

    async fn texts(outbox: &Outbox, count: usize) -> Vec<(Stream, String)> {
        let mut found = Vec::new();
        for _ in 0..count {
            match outbox.next().await {
                Entry::Text { stream, text, .. } => found.push((stream, text)),
                _ => panic!("not text"),
            }
        }
        found
    }

    #[tokio::test]
    async fn text_gathers_until_another_stream_or_cell_comes() {
        let outbox = Outbox::default();
        let (first, second) = (parent(), parent());
        for (parent, stream, text) in [
            (&first, Stream::Stdout, "a"),
            (&first, Stream::Stdout, "b"),
            (&first, Stream::Stderr, "c"),
            (&first, Stream::Stdout, "d"),
            (&second, Stream::Stdout, "e"),
        ] {
            outbox.stream(parent, stream, text);
        }
        let expected = [
            (Stream::Stdout, "ab".to_owned()),
            (Stream::Stderr, "c".to_owned()),
            (Stream::Stdout, "d".to_owned()),
            (Stream::Stdout, "e".to_owned()),
        ];
        assert_eq!(texts(&outbox, 4).await, expected);
    }

    #[tokio::test]
    async fn large_text_does_not_wait_and_nothing_is_lost() {
        let outbox = Outbox::default();
        let parent = parent();
        let line = "x".repeat(1023) + "\n";
        for _ in 0..1000 {
            outbox.stream(&parent, Stream::Stdout, &line);
        }
        outbox.send(Outgoing::new("status", &parent, json!({})));
        let mut total = 0;
        while let Entry::Text { text, .. } = outbox.next().await {
            assert!(text.len() <= GATHERED);
            total += text.len();
        }
        assert_eq!(total, 1000 * 1024);
    }

    #[tokio::test]
    async fn updates_of_a_display_are_sent_ten_times_a_second_and_the_last_always() {
        let outbox = Outbox::default();
        let parent = parent();
        let update = |n: u64| Outgoing::new("update_display_data", &parent, json!({"n": n}));
        let start = Instant::now();
        let n = 200;
        let mut seen = Vec::new();
        for n in 1..=n {
            outbox.update("a", update(n));
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        let periods = start.elapsed().div_duration_f64(BETWEEN_UPDATES) as usize;
        outbox.update("b", update(0));
        outbox.send(Outgoing::new("status", &parent, json!({"execution_state": "idle"})));
        loop {
            match outbox.next().await {
                Entry::Message { message, .. } if message.kind == "status" => break,
                Entry::Message { message, .. } => seen.push(message.content["n"].as_u64()),
                _ => panic!("not a message"),
            }
        }
        assert!(seen.contains(&Some(0)), "another display's updates do not wait for it");
        seen.retain(|n| *n != Some(0));
        // The test's only task updates and does not publish, so held updates go out with the status.
        assert!((1..=periods + 2).contains(&seen.len()), "{seen:?} of {n} in {periods} periods");
        assert_eq!((seen.first(), seen.last()), (Some(&Some(1)), Some(&Some(n))));
    }

    #[tokio::test]
    async fn an_update_that_was_held_goes_when_its_time_comes() {
        let outbox = Outbox::default();
        let parent = parent();
        for n in 1..=3 {
            outbox.update("a", Outgoing::new("update_display_data", &parent, json!({"n": n})));
            // On a slow machine too, the held updates are not due yet.
            outbox.queue.lock().updated.insert("a".to_owned(), Instant::now() + BETWEEN_UPDATES * 1000);
        }
        {
            let mut queue = outbox.queue.lock();
            assert_eq!((queue.entries.len(), queue.held.len()), (1, 1));
            queue.held[0].until = Instant::now() + BETWEEN_UPDATES;
        }
        for expected in [1, 3] {
            match outbox.next().await {
                Entry::Message { message, .. } => assert_eq!(message.content["n"], expected),
                _ => panic!("not a message"),
            }
        }
    }

    #[tokio::test]
    async fn text_alone_waits_a_while() {
        let outbox = Outbox::default();
        outbox.stream(&parent(), Stream::Stdout, "a");
        let came = |at: Instant| match outbox.queue.lock().entries.front_mut() {
            Some(Entry::Text { since, .. }) => *since = at,
            _ => panic!("not text"),
        };
        came(Instant::now() + GATHER * 1000);
        let mut next = std::pin::pin!(outbox.next());
        assert!(next.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
        came(Instant::now() - GATHER);
        assert_eq!(texts(&outbox, 1).await, [(Stream::Stdout, "a".to_owned())]);
    }
}
