//! The processes of Rust cells: how they are found and started, and what they say.

use super::wire::{self, Data, Message, Role};
use serde_json::{Value as Json, json};
use std::fs::DirBuilder;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::unix::fs::DirBuilderExt;
use std::os::unix::net::{UnixListener, UnixStream};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};
use tensorcell_device::{allocator, libraries, shared};
use tensorcell_language::confinement::Confinement;
use tensorcell_language::{Exc, Raise, Result};

const PROGRAM: &str = "tensorcell-rust";
const NAMED: &str = "TENSORCELL_RUST";

/// How long a process is waited for that was asked to end.
const PATIENCE: Duration = Duration::from_secs(3);
/// How often a waiting evaluator looks whether it was interrupted.
pub const POLL: Duration = Duration::from_millis(20);

/// The program that evaluates Rust cells: the one that the environment names, beside this program, or on the path.
pub fn find() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os(NAMED) {
        return Some(PathBuf::from(named)).filter(|path| path.is_file());
    }
    let own = std::env::current_exe().ok();
    // Programs of cargo's (tests, benches) lie one folder deeper.
    let beside = own.iter().flat_map(|own| own.ancestors().skip(1).take(2)).map(|folder| folder.join(PROGRAM));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let on_path = std::env::split_paths(&path).map(|folder| folder.join(PROGRAM));
    beside.chain(on_path).find(|path| path.is_file())
}

/// What a process said.
pub enum Event {
    /// The host: a line.
    Host(Json),
    HostGone,
    /// The cells' process with this number: its sockets, what it asks, and its end.
    Requests(u32, UnixStream),
    Calls(u32, UnixStream),
    Cells(u32, Message),
    CellsGone(u32),
}

pub struct Process {
    host: Child,
    to_host: Option<UnixStream>,
    events: Receiver<Event>,
    folder: PathBuf,
    /// The number of the cells' process that is connected.
    cells: Option<u32>,
    answers: Option<UnixStream>,
    pub calls: Option<Calls>,
    requests: u64,
}

/// The socket of calls: read here, without a thread between.
pub struct Calls {
    stream: UnixStream,
    received: Vec<u8>,
}

impl Calls {
    pub fn send(&mut self, message: &Message) -> io::Result<()> {
        wire::send(&mut self.stream, message)
    }

    /// The next message; none within `POLL`.
    pub fn receive(&mut self) -> io::Result<Option<Message>> {
        let mut part = [0; 1 << 12];
        loop {
            if let Some((head, rest)) = self.received.split_at_checked(4) {
                let length = u32::from_le_bytes([head[0], head[1], head[2], head[3]]) as usize;
                if let Some(frame) = rest.get(..length) {
                    let message = wire::decode(frame);
                    self.received.drain(..4 + length);
                    return message.map(Some);
                }
            }
            match self.stream.read(&mut part) {
                Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(count) => self.received.extend_from_slice(&part[..count]),
                Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) => {
                    return Ok(None);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }
}

fn cannot(doing: &str) -> impl Fn(io::Error) -> Raise + '_ {
    move |error| Raise::new(Exc::OSError, format!("{doing}: {error}"))
}

impl Process {
    /// Starts the host; it says by itself when it is ready.
    ///
    /// # Errors
    /// Where there is no such program, or it cannot be started.
    pub fn start() -> Result<Process> {
        if Confinement::is_confined() {
            let refused = "the session is confined: %%rust cells need programs and sockets that it does not have";
            return Err(Raise::new(Exc::PermissionError, refused).help("run them in a session that is not confined"));
        }
        let Some(program) = find() else {
            let named = std::env::var_os(NAMED);
            let missing = match &named {
                Some(path) => {
                    format!("{} is not there, which {NAMED} names for %%rust cells", Path::new(path).display())
                }
                None => format!("%%rust cells need the program {PROGRAM}, which is not beside this one"),
            };
            return Err(Raise::runtime(missing).help(
                "`cargo build --release -p tensorcell-rust` in TensorCell's sources makes it, in about 15 minutes",
            ));
        };
        // Before anything is shared, so that what is made from now on is.
        allocator::share().map_err(cannot("sharing memory with Rust cells"))?;
        let folder = folder().map_err(cannot("making a folder for Rust cells"))?;
        let socket = folder.join("kernel");
        let listener = UnixListener::bind(&socket).map_err(cannot("listening to Rust cells"))?;
        let (sender, events) = channel();
        let to_events = sender.clone();
        std::thread::Builder::new()
            .name("rust cells".to_owned())
            .spawn(move || listen(&listener, &sender))
            .map_err(cannot("starting a thread"))?;
        let mut command = Command::new(&program);
        command
            .arg(&socket)
            .env("TENSORCELL_SOCKET", &socket)
            .env("EVCXR_TMPDIR", folder.join("work"))
            // Somebody's settings for evcxr's own notebooks are not for these.
            .env("EVCXR_CONFIG_DIR", &folder)
            .env("TENSORCELL_RUST_CACHE", libraries::cache_folder().join("rust-cells"))
            .current_dir(std::env::current_dir().unwrap_or_else(|_| folder.clone()))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            // An interrupt of the notebook is not for it: it is told.
            .process_group(0);
        if let Some(path) = libraries::search_path() {
            command.env("LD_LIBRARY_PATH", path);
        }
        let mut host = command.spawn().map_err(|error| {
            let _ = std::fs::remove_dir_all(&folder);
            Raise::new(Exc::OSError, format!("{} does not start: {error}", program.display()))
        })?;
        if let Some(stderr) = host.stderr.take() {
            std::thread::spawn(move || hear_progress(stderr, &to_events));
        }
        Ok(Process { host, to_host: None, events, folder, cells: None, answers: None, calls: None, requests: 0 })
    }

    /// What was said next; none within `wait`. What concerns the connections is seen to here.
    pub fn next(&mut self, wait: Duration) -> Option<Event> {
        let event = match self.events.recv_timeout(wait) {
            Ok(event) => event,
            Err(RecvTimeoutError::Timeout) => return None,
            Err(RecvTimeoutError::Disconnected) => return Some(Event::HostGone),
        };
        match event {
            Event::Requests(pid, stream) if pid == self.host.id() => self.to_host = Some(stream),
            Event::Requests(pid, stream) => {
                (self.cells, self.answers, self.calls) = (Some(pid), Some(stream), None);
            }
            Event::Calls(pid, stream) if Some(pid) == self.cells => {
                let _ = stream.set_read_timeout(Some(POLL));
                self.calls = Some(Calls { stream, received: Vec::new() });
            }
            // Of a process that was replaced.
            Event::Cells(pid, _) | Event::CellsGone(pid) if Some(pid) != self.cells => {}
            Event::CellsGone(_) => {
                (self.cells, self.answers, self.calls) = (None, None, None);
                return Some(event);
            }
            event => return Some(event),
        }
        None
    }

    /// Whether the host has ended, for as far as is known without asking.
    pub fn is_gone(&mut self) -> bool {
        !matches!(self.host.try_wait(), Ok(None))
    }

    /// Asks the host for something; the number under which it will say that it is done.
    pub fn ask(&mut self, mut request: Json) -> Option<u64> {
        self.requests += 1;
        request["id"] = self.requests.into();
        self.tell(&request).then_some(self.requests)
    }

    /// Tells the host something; false where it does not hear.
    pub fn tell(&mut self, request: &Json) -> bool {
        self.to_host.as_mut().is_some_and(|host| host.write_all(format!("{request}\n").as_bytes()).is_ok())
    }

    /// Answers a cell.
    pub fn answer(&mut self, outcome: std::result::Result<Data, String>) {
        if let Some(stream) = &mut self.answers {
            let _ = wire::send(stream, &Message::Answer(outcome));
        }
    }

    /// Has the host end what the cell is at.
    pub fn interrupt(&mut self) {
        self.tell(&json!({"do": "interrupt"}));
    }

    /// Ends it all at once.
    pub fn kill(&mut self) {
        let _ = self.host.kill();
        let _ = self.host.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // The host hears that the socket closes, ends the cell, and takes its folder away.
        if let Some(host) = self.to_host.take() {
            let _ = host.shutdown(std::net::Shutdown::Both);
            let until = Instant::now() + PATIENCE;
            while matches!(self.host.try_wait(), Ok(None)) && Instant::now() < until {
                std::thread::sleep(Duration::from_millis(2));
            }
        }
        self.kill();
        // Ends the listening thread.
        if let Ok(mut stream) = UnixStream::connect(self.folder.join("kernel")) {
            let _ = wire::send(&mut stream, &Message::Settle);
        }
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// A fresh folder that only its owner may look into.
fn folder() -> io::Result<PathBuf> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let name = format!("{PROGRAM}-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    // A socket's path may have 107 bytes.
    let base = Some(std::env::temp_dir()).filter(|base| base.as_os_str().len() + name.len() < 90);
    let folder = base.unwrap_or_else(|| PathBuf::from("/tmp")).join(name);
    // What a process of the same number has left.
    let _ = std::fs::remove_dir_all(&folder);
    DirBuilder::new().mode(0o700).create(&folder)?;
    Ok(folder)
}

/// Takes connections until one says that it is over.
fn listen(listener: &UnixListener, events: &Sender<Event>) {
    for stream in listener.incoming() {
        let Ok(mut stream) = stream else { continue };
        let role = wire::receive(&mut stream);
        let Ok(own) = stream.try_clone() else { continue };
        let accepted = match role {
            Ok(Message::Hello(Role::Host, pid)) => {
                let events = events.clone();
                let told = events.send(Event::Requests(pid, own)).is_ok();
                std::thread::spawn(move || hear_host(stream, &events));
                told
            }
            Ok(Message::Hello(Role::Requests, pid)) => {
                if let Err(error) = shared::send(&own) {
                    tracing::warn!("sharing memory with Rust cells: {error}");
                }
                let events = events.clone();
                let told = events.send(Event::Requests(pid, own)).is_ok();
                std::thread::spawn(move || hear_cells(pid, stream, &events));
                told
            }
            Ok(Message::Hello(Role::Calls, pid)) => events.send(Event::Calls(pid, own)).is_ok(),
            _ => false,
        };
        if !accepted {
            return;
        }
    }
}

/// What cargo says while it compiles what cells depend on.
fn hear_progress(stderr: ChildStderr, events: &Sender<Event>) {
    for line in BufReader::new(stderr).lines() {
        let Ok(line) = line else { break };
        let event = json!({"event": "stream", "error": true, "text": line + "\n"});
        if events.send(Event::Host(event)).is_err() {
            return;
        }
    }
}

fn hear_host(stream: UnixStream, events: &Sender<Event>) {
    for line in BufReader::new(stream).lines() {
        let Ok(Ok(event)) = line.map(|line| serde_json::from_str(&line)) else { break };
        if events.send(Event::Host(event)).is_err() {
            return;
        }
    }
    let _ = events.send(Event::HostGone);
}

fn hear_cells(pid: u32, stream: UnixStream, events: &Sender<Event>) {
    let mut stream = BufReader::new(stream);
    while let Ok(message) = wire::receive(&mut stream) {
        if events.send(Event::Cells(pid, message)).is_err() {
            return;
        }
    }
    let _ = events.send(Event::CellsGone(pid));
}
