//! Finds and starts the processes of Rust cells, and receives their messages.

use super::wire::{self, Data, Message, Role};
use serde_json::{Value as Json, json};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::unix::net::{UnixListener, UnixStream};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};
use tensorcell_device::{allocator, libraries, shared};
use tensorcell_language::confinement::Confinement;
use tensorcell_language::{Exc, Raise, Result};

const PROGRAM: &str = "tensorcell-rust";
const NAMED: &str = "TENSORCELL_RUST";

/// How long an ending process is waited for.
const PATIENCE: Duration = Duration::from_secs(3);
/// How often a waiting evaluator checks for an interrupt.
pub const POLL: Duration = Duration::from_millis(20);

/// Finds the program that evaluates Rust cells: named by the environment, beside this program, or on the path.
pub fn find() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os(NAMED) {
        return Some(PathBuf::from(named)).filter(|path| path.is_file());
    }
    let own = std::env::current_exe().ok();
    // Programs built by cargo (tests, benches) are one folder deeper.
    let beside = own.iter().flat_map(|own| own.ancestors().skip(1).take(2)).map(|folder| folder.join(PROGRAM));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let on_path = std::env::split_paths(&path).map(|folder| folder.join(PROGRAM));
    beside.chain(on_path).find(|path| path.is_file())
}

/// A message of a process.
pub enum Event {
    /// A message of the host.
    Host(Json),
    HostGone,
    /// The cells' process with this id: its sockets, its requests, and its end.
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
    /// The id of the connected cells' process.
    cells: Option<u32>,
    answers: Option<UnixStream>,
    pub calls: Option<Calls>,
    requests: u64,
}

/// The socket for calls. It is read here, without a thread in between.
pub struct Calls {
    stream: UnixStream,
    received: Vec<u8>,
}

impl Calls {
    pub fn send(&mut self, message: &Message) -> io::Result<()> {
        wire::send(&mut self.stream, message)
    }

    /// Receives the next message, or None after `POLL`.
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
    /// Starts the host. It sends a message when it is ready.
    ///
    /// # Errors
    /// If the program is missing or cannot be started.
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
        // Turn on sharing first, so that all later allocations are shared.
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
            // A user's settings for evcxr's own notebooks must not apply here.
            .env("EVCXR_CONFIG_DIR", &folder)
            .env("TENSORCELL_RUST_CACHE", libraries::cache_folder().join("rust-cells"))
            .current_dir(std::env::current_dir().unwrap_or_else(|_| folder.clone()))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            // The terminal's interrupts must not reach it. It receives a message instead.
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

    /// Receives the next event, or None within `wait`. Handles connections itself.
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
            // From a replaced process.
            Event::Cells(pid, _) | Event::CellsGone(pid) if Some(pid) != self.cells => {}
            Event::CellsGone(_) => {
                (self.cells, self.answers, self.calls) = (None, None, None);
                return Some(event);
            }
            event => return Some(event),
        }
        None
    }

    /// Returns whether the host is known to have ended.
    pub fn is_gone(&mut self) -> bool {
        !matches!(self.host.try_wait(), Ok(None))
    }

    /// Sends a request to the host. Returns the id that its completion will carry.
    pub fn ask(&mut self, mut request: Json) -> Option<u64> {
        self.requests += 1;
        request["id"] = self.requests.into();
        self.send(&request).then_some(self.requests)
    }

    /// Sends a message to the host. Returns false if it cannot receive it.
    pub fn send(&mut self, request: &Json) -> bool {
        self.to_host.as_mut().is_some_and(|host| host.write_all(format!("{request}\n").as_bytes()).is_ok())
    }

    /// Answers a cell's request.
    pub fn answer(&mut self, outcome: std::result::Result<Data, String>) {
        if let Some(stream) = &mut self.answers {
            let _ = wire::send(stream, &Message::Answer(outcome));
        }
    }

    /// Interrupts the running cell.
    pub fn interrupt(&mut self) {
        self.send(&json!({"do": "interrupt"}));
    }

    /// Kills the host at once.
    pub fn kill(&mut self) {
        let _ = self.host.kill();
        let _ = self.host.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // The host detects the closed socket, ends the cell, and removes its folder.
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
            let _ = wire::send(&mut stream, &Message::Synchronize);
        }
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Creates a new folder that only its owner can access, and removes those of killed kernels.
fn folder() -> io::Result<PathBuf> {
    // The path of a socket is limited to 107 bytes: 50 leave room for the names of the folder and the socket.
    let base = Some(std::env::temp_dir()).filter(|base| base.as_os_str().len() < 50);
    tensorcell_files::process_folder_in(&base.unwrap_or_else(|| PathBuf::from("/tmp")), PROGRAM)
}

/// Accepts connections until one sends the end message.
fn listen(listener: &UnixListener, events: &Sender<Event>) {
    for stream in listener.incoming() {
        let Ok(mut stream) = stream else { continue };
        let role = wire::receive(&mut stream);
        let Ok(own) = stream.try_clone() else { continue };
        let accepted = match role {
            Ok(Message::Hello(Role::Host, pid)) => {
                let events = events.clone();
                let sent = events.send(Event::Requests(pid, own)).is_ok();
                std::thread::spawn(move || hear_host(stream, &events));
                sent
            }
            Ok(Message::Hello(Role::Requests, pid)) => {
                if let Err(error) = shared::send(&own) {
                    tracing::warn!("sharing memory with Rust cells: {error}");
                }
                let events = events.clone();
                let sent = events.send(Event::Requests(pid, own)).is_ok();
                std::thread::spawn(move || hear_cells(pid, stream, &events));
                sent
            }
            Ok(Message::Hello(Role::Calls, pid)) => events.send(Event::Calls(pid, own)).is_ok(),
            _ => false,
        };
        if !accepted {
            return;
        }
    }
}

/// Forwards cargo's progress while it compiles dependencies of cells.
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
