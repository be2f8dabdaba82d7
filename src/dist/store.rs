//! The meeting place of all ranks: a small server in rank 0's process, spoken to over TCP.
//!
//! It carries agreements (who is there, which groups there are, NCCL's numbers) and news of ranks that left or died; tensors
//! never pass here. A message is a line of JSON. A connection that ends without a farewell is a death.

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
    /// First of all, to the server: who speaks.
    Hello { rank: usize, world: usize },
    /// From the server: welcome, or why not.
    Welcome { refused: Option<String> },
    /// So many ranks meet under a key, each with a text.
    Meet { key: String, count: usize, text: String },
    /// All are there.
    Met { key: String, texts: Vec<String> },
    /// The speaker leaves; with a reason, the others cannot go on.
    Bye { reason: String },
    /// The speaker stays, but what is under way will not be finished.
    Abort { reason: String },
    /// From the server: a rank left, was lost, or gave up.
    Left { rank: usize, reason: String },
}

/// What is told of a rank that is no longer with us; an empty reason: it had finished.
pub type OnLeft = Arc<dyn Fn(usize, &str) + Send + Sync>;

/// A rank's way to the meeting place.
pub struct Store {
    rank: usize,
    world: usize,
    to: Mutex<TcpStream>,
    inbox: Arc<Inbox>,
}

#[derive(Default)]
struct Inbox {
    met: Mutex<HashMap<String, Vec<String>>>,
    /// We have left: what happens to the others is no news any more.
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

/// The server's side.
#[derive(Default)]
struct Room {
    members: HashMap<usize, TcpStream>,
    meetings: HashMap<String, BTreeMap<usize, String>>,
    /// Ranks that are gone, for those who come later.
    left: Vec<(usize, String)>,
}

impl Room {
    fn tell_all(&mut self, message: &Message) {
        for member in self.members.values_mut() {
            let _ = write(member, message);
        }
    }
    fn lose(&mut self, rank: usize, reason: &str) {
        self.members.remove(&rank);
        self.left.push((rank, reason.to_owned()));
        self.tell_all(&Message::Left { rank, reason: reason.to_owned() });
    }
}

/// Opens the meeting place; port 0 takes any that is free. The port.
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

/// Serves one rank until it goes.
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
            Some(Message::Abort { reason }) => room.lock().tell_all(&Message::Left { rank, reason }),
            Some(Message::Bye { reason }) => return room.lock().lose(rank, &reason),
            Some(_) => {}
            None => return room.lock().lose(rank, "its process has ended"),
        }
    }
}

impl Store {
    /// Joins the meeting place, which may open a little later.
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

    /// Waits until `count` ranks have come to the same key; their texts, by rank.
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

    pub fn world(&self) -> usize {
        self.world
    }

    /// Tells the others that what is under way will not be finished.
    pub fn abort(&self, reason: &str) {
        let _ = write(&mut self.to.lock(), &Message::Abort { reason: reason.to_owned() });
    }

    /// After an abort that all have heard of: what went wrong is past.
    pub fn forgive(&self) {
        *self.inbox.lost.lock() = None;
    }

    /// Parts; with a reason, the others are told that they cannot go on.
    pub fn leave(&self, reason: &str) {
        self.inbox.parted.store(true, Ordering::Release);
        let mut to = self.to.lock();
        let _ = write(&mut to, &Message::Bye { reason: reason.to_owned() });
        let _ = to.shutdown(Shutdown::Write);
    }
}
