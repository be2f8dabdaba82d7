//! The store through which all ranks meet: a small TCP server in rank 0's process.
//!
//! It carries agreements (ranks, groups, NCCL's ids) and news of ranks that left or died; tensors never pass through
//! it. A message is a line of JSON. A connection that closes without `Bye` means that the rank died.

use super::{Patience, Result, failed};
use parking_lot::{Condvar, Mutex};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use std::io::{BufRead, BufReader, Write};
use std::net::{Shutdown, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Message {
    /// The first message to the server: the sender.
    Hello { rank: usize, world: usize },
    /// From the server: welcome, or a refusal.
    Welcome { refused: Option<String> },
    /// A number of ranks meet under a key, each with a text.
    Meet { key: String, count: usize, text: String },
    /// Announces an operation of `count` ranks, without waiting; if the announcements differ, the server reports it to all ranks.
    Compare { key: String, count: usize, text: String },
    /// All have arrived.
    Met { key: String, texts: Vec<String> },
    /// The sender leaves; with a reason, the others cannot continue.
    Bye { reason: String },
    /// The sender stays, but aborts what is in progress.
    Abort { reason: String },
    /// From the server: a rank left, died, or gave up.
    Left { rank: usize, reason: String },
}

/// Why a rank is gone; empty if it had finished.
pub type OnLeft = Arc<dyn Fn(usize, &str) + Send + Sync>;

/// A rank's connection to the store.
pub struct Store {
    rank: usize,
    world: usize,
    to: Mutex<TcpStream>,
    inbox: Arc<Inbox>,
}

#[derive(Default)]
struct Inbox {
    met: Mutex<HashMap<String, Vec<String>>>,
    /// This rank has left: events of others no longer matter.
    parted: AtomicBool,
    lost: Mutex<Option<String>>,
    changed: Condvar,
}

fn write(to: &mut TcpStream, message: &Message) -> std::io::Result<()> {
    let mut line = serde_json::to_string(message)?;
    line.push('\n');
    to.write_all(line.as_bytes())
}

fn read(from: &mut impl BufRead) -> Option<Message> {
    let mut line = String::new();
    match from.read_line(&mut line) {
        Ok(1..) => serde_json::from_str(&line).ok(),
        _ => None,
    }
}

/// The server's state.
#[derive(Default)]
struct Room {
    members: HashMap<usize, TcpStream>,
    meetings: HashMap<String, BTreeMap<usize, String>>,
    /// The first rank's operation, its rank, and how many ranks have announced.
    compared: HashMap<String, (usize, String, usize)>,
    /// Ranks that have left, for ranks that connect later.
    left: Vec<(usize, String)>,
}

impl Room {
    fn tell_all(&mut self, message: &Message) {
        for member in self.members.values_mut() {
            let _ = write(member, message);
        }
    }
    fn compare(&mut self, rank: usize, key: String, count: usize, text: String) {
        let (first, expected, come) = self.compared.entry(key.clone()).or_insert((rank, text.clone(), 0));
        *come += 1;
        if *expected != text {
            let reason = format!(
                "Detected mismatch between collectives on ranks. Rank {first} is running collective: {expected}, but Rank {rank} \
                 is running collective: {text}."
            );
            self.tell_all(&Message::Left { rank, reason });
        } else if *come == count {
            self.compared.remove(&key);
        }
    }
    fn lose(&mut self, rank: usize, reason: &str) {
        self.members.remove(&rank);
        self.left.push((rank, reason.to_owned()));
        self.tell_all(&Message::Left { rank, reason: reason.to_owned() });
    }
}

/// Opens the store; port 0 takes any free port. Returns the port.
pub fn serve(address: &str, port: u16, world: usize) -> std::io::Result<u16> {
    let listener = TcpListener::bind((address, port))?;
    let port = listener.local_addr()?.port();
    let room = Arc::new(Mutex::new(Room::default()));
    std::thread::Builder::new().name("store".into()).spawn(move || {
        for stream in listener.incoming().flatten() {
            let room = room.clone();
            let _ = std::thread::Builder::new()
                .name("store".into())
                .stack_size(128 << 10)
                .spawn(move || attend(stream, &room, world));
        }
    })?;
    Ok(port)
}

/// Serves one rank until it disconnects.
fn attend(stream: TcpStream, room: &Mutex<Room>, world: usize) {
    let _ = stream.set_nodelay(true);
    let Ok(mut to) = stream.try_clone() else { return };
    let mut from = BufReader::new(stream);
    let Some(Message::Hello { rank, world: theirs }) = read(&mut from) else { return };
    let refused = if theirs != world {
        Some(format!("it says that there are {theirs} ranks, rank 0 that there are {world}"))
    } else if rank >= world {
        Some(format!("its number must be less than the world size, {world}"))
    } else if room.lock().members.contains_key(&rank) {
        Some("another process has the same number".to_owned())
    } else {
        None
    };
    let is_refused = refused.is_some();
    {
        let mut room = room.lock();
        if write(&mut to, &Message::Welcome { refused: refused.clone() }).is_err() {
            return;
        }
        if let Some(reason) = refused {
            // The others would wait for it.
            room.tell_all(&Message::Left { rank, reason: format!("it was refused: {reason}") });
        } else {
            for (rank, reason) in room.left.clone() {
                let _ = write(&mut to, &Message::Left { rank, reason });
            }
            room.members.insert(rank, to);
        }
    }
    if is_refused {
        return;
    }
    loop {
        match read(&mut from) {
            Some(Message::Meet { key, count, text }) => {
                let mut room = room.lock();
                let meeting = room.meetings.entry(key.clone()).or_default();
                meeting.insert(rank, text);
                if meeting.len() < count {
                    continue;
                }
                let there = room.meetings.remove(&key).unwrap_or_default();
                let message = Message::Met { key, texts: there.values().cloned().collect() };
                for member in there.keys() {
                    if let Some(to) = room.members.get_mut(member) {
                        let _ = write(to, &message);
                    }
                }
            }
            Some(Message::Compare { key, count, text }) => room.lock().compare(rank, key, count, text),
            Some(Message::Abort { reason }) => room.lock().tell_all(&Message::Left { rank, reason }),
            Some(Message::Bye { reason }) => return room.lock().lose(rank, &reason),
            Some(_) => {}
            None => return room.lock().lose(rank, "its process has ended"),
        }
    }
}

impl Store {
    /// Connects to the store, which may open a little later.
    pub fn join(
        host: &str,
        port: u16,
        rank: usize,
        world: usize,
        on_left: OnLeft,
        patience: &mut Patience,
    ) -> Result<Store> {
        let what = format!("[Rank {rank}] init_process_group: connecting to rank 0 at {host}:{port}");
        let addresses: Vec<_> = (host, port)
            .to_socket_addrs()
            .map_err(|error| failed(format!("{what}: {error}; MASTER_ADDR must be the address of rank 0's machine")))?
            .collect();
        let mut stream = patience.poll(&what, |pause| {
            let found =
                addresses.iter().find_map(|address| TcpStream::connect_timeout(address, Duration::from_secs(1)).ok());
            if found.is_none() {
                std::thread::sleep(pause);
            }
            Ok(found)
        })?;
        let trouble = |error: std::io::Error| failed(format!("{what}: {error}"));
        stream.set_nodelay(true).map_err(trouble)?;
        write(&mut stream, &Message::Hello { rank, world }).map_err(trouble)?;
        stream.set_read_timeout(Some(Duration::from_secs(10))).map_err(trouble)?;
        let mut from = BufReader::new(stream.try_clone().map_err(trouble)?);
        match read(&mut from) {
            Some(Message::Welcome { refused: None }) => {}
            Some(Message::Welcome { refused: Some(reason) }) => {
                return Err(failed(format!("[Rank {rank}] init_process_group: rank {rank} was refused: {reason}")));
            }
            _ => {
                return Err(failed(format!(
                    "{what}: what answers there is not rank 0: is the port in use by another program? Choose another MASTER_PORT."
                )));
            }
        }
        stream.set_read_timeout(None).map_err(trouble)?;
        let inbox = Arc::new(Inbox::default());
        let shared = inbox.clone();
        std::thread::Builder::new()
            .name("store client".into())
            .spawn(move || {
                while let Some(message) = read(&mut from) {
                    match message {
                        Message::Met { key, texts } => {
                            shared.met.lock().insert(key, texts);
                        }
                        Message::Left { rank, reason } => {
                            if !reason.is_empty() {
                                shared.lost.lock().get_or_insert(format!("rank {rank}: {reason}"));
                            }
                            on_left(rank, &reason);
                        }
                        _ => {}
                    }
                    shared.changed.notify_all();
                }
                if shared.parted.load(Ordering::Acquire) {
                    return;
                }
                shared.lost.lock().get_or_insert("rank 0: its process has ended".to_owned());
                on_left(0, "its process has ended");
                shared.changed.notify_all();
            })
            .map_err(trouble)?;
        Ok(Store { rank, world, to: Mutex::new(stream), inbox })
    }

    /// Waits until `count` ranks have called it with the same key; returns their texts by rank.
    pub fn meet(&self, key: &str, count: usize, text: &str, patience: &mut Patience) -> Result<Vec<String>> {
        let what = format!("[Rank {}] waiting for the other ranks ({key})", self.rank);
        let message = Message::Meet { key: key.to_owned(), count, text: text.to_owned() };
        write(&mut self.to.lock(), &message).map_err(|error| failed(format!("{what}: {error}")))?;
        patience.poll(&what, |pause| {
            let mut met = self.inbox.met.lock();
            if let Some(texts) = met.remove(key) {
                return Ok(Some(texts));
            }
            if let Some(lost) = &*self.inbox.lost.lock() {
                return Err(failed(format!("[Rank {}] {lost} ({key})", self.rank)));
            }
            self.inbox.changed.wait_for(&mut met, pause);
            Ok(met.remove(key))
        })
    }

    /// Announces this rank's operation, in a text that all `count` ranks use under the key; does not wait.
    pub fn compare(&self, key: &str, count: usize, text: &str) {
        let message = Message::Compare { key: key.to_owned(), count, text: text.to_owned() };
        let _ = write(&mut self.to.lock(), &message);
    }

    pub fn world(&self) -> usize {
        self.world
    }

    /// Tells the others that operations in progress are aborted.
    pub fn abort(&self, reason: &str) {
        let _ = write(&mut self.to.lock(), &Message::Abort { reason: reason.to_owned() });
    }

    /// After an abort that all ranks know of: forgets the failure.
    pub fn forgive(&self) {
        *self.inbox.lost.lock() = None;
    }

    /// Leaves; a reason tells the others that they cannot go on.
    pub fn leave(&self, reason: &str) {
        self.inbox.parted.store(true, Ordering::Release);
        let mut to = self.to.lock();
        let _ = write(&mut to, &Message::Bye { reason: reason.to_owned() });
        let _ = to.shutdown(Shutdown::Write);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    /// News of other ranks.
    type Events = Arc<Mutex<Vec<(usize, String)>>>;

    /// Seconds after which a wait has failed.
    const PATIENCE: u64 = 240;

    fn join(port: u16, rank: usize, world: usize) -> (Result<Store>, Events) {
        let events = Events::default();
        let sink = events.clone();
        let on_left = Arc::new(move |rank: usize, reason: &str| sink.lock().push((rank, reason.to_owned())));
        let mut patience = patience(PATIENCE);
        (Store::join("127.0.0.1", port, rank, world, on_left, &mut patience), events)
    }

    fn patience(seconds: u64) -> Patience<'static> {
        // Never interrupted: one flag for all tests.
        Patience { until: Instant::now() + Duration::from_secs(seconds), interrupted: Box::leak(Box::new(|| false)) }
    }

    fn eventually(events: &Events, wanted: impl Fn(&[(usize, String)]) -> bool) {
        let until = Instant::now() + Duration::from_secs(PATIENCE);
        while !wanted(&events.lock()) {
            assert!(Instant::now() < until, "{:?}", events.lock());
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    fn all(world: usize) -> (u16, Vec<(Store, Events)>) {
        let port = serve("127.0.0.1", 0, world).expect("the meeting place");
        let welcomed = |rank| {
            let (store, events) = join(port, rank, world);
            (store.expect("welcome"), events)
        };
        (port, (0..world).map(welcomed).collect())
    }

    #[test]
    fn all_texts_reach_all_in_the_order_of_ranks() {
        let (_, ranks) = all(3);
        std::thread::scope(|scope| {
            let meet = |store: &Store, rank: usize, key: &str| {
                store.meet(key, 3, &format!("{key} of {rank}"), &mut patience(PATIENCE)).expect("all come")
            };
            let threads: Vec<_> = (ranks.iter().enumerate().rev())
                .map(|(rank, (store, _))| scope.spawn(move || [meet(store, rank, "a"), meet(store, rank, "b")]))
                .collect();
            for thread in threads {
                let expected = ["a", "b"].map(|key| (0..3).map(|rank| format!("{key} of {rank}")).collect::<Vec<_>>());
                assert_eq!(thread.join().expect("no panic"), expected);
            }
        });
    }

    #[test]
    fn some_meet_without_the_others_and_a_rank_that_stays_away_is_waited_for_so_long() {
        let (_, ranks) = all(3);
        std::thread::scope(|scope| {
            scope.spawn(|| ranks[2].0.meet("two", 2, "z", &mut patience(PATIENCE)).expect("both come"));
            assert_eq!(ranks[0].0.meet("two", 2, "x", &mut patience(PATIENCE)).expect("both come"), ["x", "z"]);
        });
        let error = ranks[0].0.meet("all", 3, "", &mut patience(0)).expect_err("nobody comes").to_string();
        assert_eq!(error, "[Rank 0] waiting for the other ranks (all): timed out");
    }

    #[test]
    fn who_does_not_fit_is_refused_and_the_others_are_told() {
        let (port, ranks) = all(2);
        for (rank, world, reason) in [
            (1, 3, "it says that there are 3 ranks, rank 0 that there are 2"),
            (2, 2, "its number must be less than the world size, 2"),
            (1, 2, "another process has the same number"),
        ] {
            let error = join(port, rank, world).0.err().expect("refused").to_string();
            assert_eq!(error, format!("[Rank {rank}] init_process_group: rank {rank} was refused: {reason}"));
            eventually(&ranks[0].1, |events| events.contains(&(rank, format!("it was refused: {reason}"))));
        }
    }

    #[test]
    fn what_answers_otherwise_is_not_rank_0() {
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
        let port = listener.local_addr().expect("its number").port();
        std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().expect("somebody");
            let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n");
        });
        let error = join(port, 1, 2).0.err().expect("refused").to_string();
        assert!(error.contains("what answers there is not rank 0: is the port in use by another program?"), "{error}");
    }

    #[test]
    fn leaving_failing_and_dying_are_distinguished() {
        let (_, mut ranks) = all(4);
        let (last, _) = ranks.pop().expect("four");
        last.leave("");
        eventually(&ranks[0].1, |events| events == [(3, String::new())]);
        let (third, _) = ranks.pop().expect("three");
        third.leave("its program has ended with ValueError");
        eventually(&ranks[0].1, |events| {
            events.last() == Some(&(2, "its program has ended with ValueError".to_owned()))
        });
        let error = ranks[0].0.meet("after", 2, "", &mut patience(PATIENCE)).expect_err("a rank is gone").to_string();
        assert_eq!(error, "[Rank 0] rank 2: its program has ended with ValueError (after)");
        ranks[0].0.forgive();
        // A process that dies closes its connection without `Bye`.
        let (second, _) = ranks.pop().expect("two");
        second.to.lock().shutdown(Shutdown::Both).expect("closed");
        eventually(&ranks[0].1, |events| events.last() == Some(&(1, "its process has ended".to_owned())));
    }

    #[test]
    fn ranks_that_differ_are_told_at_once_and_others_never() {
        let (_, ranks) = all(3);
        for (store, _) in &ranks {
            store.compare("0 1", 3, "all_reduce");
        }
        ranks[0].0.compare("0 2", 3, "barrier");
        // The others must match the first rank; which one that is is unknown.
        ranks[1].0.compare("0 2", 3, "all_reduce");
        for (_, events) in &ranks {
            eventually(events, |events| events.len() == 1);
            let reason = events.lock()[0].1.clone();
            assert!(reason.starts_with("Detected mismatch between collectives on ranks. Rank "), "{reason}");
            assert!(reason.contains("barrier") && reason.contains("all_reduce"), "{reason}");
        }
    }

    #[test]
    fn nonsense_harms_nobody() {
        let (port, ranks) = all(1);
        for nonsense in [&b"GET / HTTP/1.1\r\n\r\n"[..], b"{\"hello\":{\"rank\":-1,\"world\":1}}\n", b"\xff\xfe\n", b""]
        {
            let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("a connection");
            stream.write_all(nonsense).expect("taken");
            let _ = stream.shutdown(Shutdown::Write);
            let mut answer = String::new();
            let _ = BufReader::new(stream).read_line(&mut answer);
            assert_eq!(answer, "");
        }
        assert_eq!(ranks[0].0.meet("still", 1, "here", &mut patience(PATIENCE)).expect("alone"), ["here"]);
    }
}
