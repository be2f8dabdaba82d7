//! Runs a Rust cell: serves its requests, shows its output and reports its failure.

use super::mime::Piece;
use super::process::{Event, POLL, Process};
use super::wire::{Data, Message};
use super::{RUST, Rust, mime, values};
use crate::notebook::account;
use crate::notebook::front::front;
use serde_json::{Value as Json, json};
use std::collections::HashMap;
use std::time::{Duration, Instant};
use tensorcell_engine as engine;
use tensorcell_jupyter::{Bundle, Display, Stream};
use tensorcell_language::{Exc, Raise, Result, Value, Vm};

/// How long an interrupted cell may take to end.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long the cells' process may take to flush its output.
const FLUSH_PATIENCE: Duration = Duration::from_secs(5);

const LOST: &str = "Rust's variables are gone; its functions, and the notebook's tensors, are still there";

/// Runs a `%%rust` cell.
pub fn run(vm: &mut Vm, line: &str, body: Option<&str>) -> Result<Value> {
    let Some(body) = body else {
        let raise = Raise::new(Exc::SyntaxError, "%rust is a cell magic");
        return Err(raise.help("write %%rust on the first line, and Rust below it"));
    };
    if !line.is_empty() {
        return Err(Raise::value_error(format!("%%rust takes no options, and was given `{line}`"))
            .help("evcxr's commands, such as :dep and :opt, stand in the lines below it"));
    }
    let head = "%%rust\n";
    let cell = Cell { text: format!("{head}{body}"), begins: head.len(), name: account::cell() };
    let outcome = with(vm, |vm, rust| rust.run(vm, &cell));
    outcome.map(|()| Value::None)
}

/// The text of a cell, for errors.
struct Cell {
    text: String,
    /// The offset of the Rust code.
    begins: usize,
    name: String,
}

/// Takes this thread's Rust state, or starts it. An ended process is not put back.
pub fn with<T>(vm: &mut Vm, work: impl FnOnce(&mut Vm, &mut Rust) -> Result<T>) -> Result<T> {
    let mut rust = match RUST.take() {
        Some(rust) => rust,
        None => Rust::start(vm)?,
    };
    let outcome = work(vm, &mut rust);
    if !rust.process.is_gone() {
        RUST.set(Some(rust));
    }
    outcome
}

/// The outcome of a request to the host.
enum Outcome {
    Done(Json),
    /// The cells' process ended, by an interrupt or by itself.
    Interrupted(Json),
    HostGone,
}

impl Rust {
    fn start(vm: &mut Vm) -> Result<Rust> {
        let mut rust = Rust {
            process: Process::start()?,
            held: HashMap::new(),
            holds: 0,
            functions: HashMap::new(),
            exported: Vec::new(),
            failure: None,
            shown: mime::Reader::default(),
            lost: false,
            signal: None,
        };
        loop {
            match rust.process.next(POLL) {
                Some(Event::Host(event)) => match event["event"].as_str() {
                    Some("ready") => return Ok(rust),
                    Some("failed") => return Err(not_started(&event)),
                    _ => rust.handle(&event),
                },
                Some(Event::Cells(_, message)) => rust.serve(vm, message),
                Some(Event::HostGone) => {
                    return Err(Raise::runtime("tensorcell-rust ended before it was ready")
                        .help("it runs by itself too: `tensorcell-rust --version` says whether it can"));
                }
                Some(_) => {}
                None if rust.process.is_gone() => {
                    return Err(Raise::runtime("tensorcell-rust ended before it was ready"));
                }
                None => vm.check_interrupt()?,
            }
        }
    }

    fn run(&mut self, vm: &mut Vm, cell: &Cell) -> Result<()> {
        engine::flush();
        self.catch_up(vm)?;
        for name in self.stale(vm) {
            let text = format!(
                "note: a Rust view of `{name}` still shows the tensor that it was taken of; `{name}` is another one now\n"
            );
            front(|front| front.stream(Stream::Stderr, &text));
        }
        let body = &cell.text[cell.begins..];
        let outcome = self.execute(vm, body);
        self.bind(vm, body)?;
        match outcome {
            Outcome::Done(answer) => self.cell_outcome(vm, cell, &answer),
            Outcome::Interrupted(answer) => {
                let raise = Raise::new(Exc::KeyboardInterrupt, "");
                Err(match answer["status"].as_str() {
                    Some("ended") => raise.help(LOST),
                    _ => raise.help("the cell was not compiled; Rust's variables are still there"),
                })
            }
            Outcome::HostGone => Err(Raise::runtime("tensorcell-rust ended")
                .help("Rust's variables and functions are gone; the notebook's tensors are still there")),
        }
    }

    /// Executes code and handles all messages meanwhile.
    fn execute(&mut self, vm: &mut Vm, code: &str) -> Outcome {
        (self.failure, self.signal) = (None, None);
        self.exported.clear();
        let Some(id) = self.process.ask(json!({"do": "execute", "code": code})) else { return Outcome::HostGone };
        let outcome = self.wait_for(vm, id);
        self.wait_until_flushed(vm);
        self.count_writes();
        for piece in self.shown.finish() {
            show(piece);
        }
        outcome
    }

    /// Handles messages until a request is done.
    fn wait_for(&mut self, vm: &mut Vm, id: u64) -> Outcome {
        let mut interrupted = None;
        loop {
            match self.process.next(POLL) {
                Some(Event::Host(event)) if event["event"] == "done" && event["id"] == id => {
                    return if interrupted.is_some() { Outcome::Interrupted(event) } else { Outcome::Done(event) };
                }
                Some(Event::Host(event)) => self.handle(&event),
                Some(Event::Cells(_, message)) => self.serve(vm, message),
                Some(Event::CellsGone(_)) => self.held.clear(),
                Some(Event::HostGone) => return Outcome::HostGone,
                Some(_) => {}
                None if self.process.is_gone() => return Outcome::HostGone,
                None => {}
            }
            match interrupted {
                None if vm.check_interrupt().is_err() => {
                    self.process.interrupt();
                    interrupted = Some(Instant::now());
                }
                Some(since) if since.elapsed() > PATIENCE => {
                    self.process.kill();
                    return Outcome::HostGone;
                }
                _ => {}
            }
        }
    }

    /// Waits until all messages of the cells' process are handled and its devices are idle.
    fn wait_until_flushed(&mut self, vm: &mut Vm) {
        let Some(calls) = &mut self.process.calls else { return };
        if calls.send(&Message::Synchronize).is_err() {
            // The process has ended. The listening thread may report that later, but no call may use it meanwhile.
            self.process.calls = None;
            return;
        }
        let until = Instant::now() + FLUSH_PATIENCE;
        while Instant::now() < until && self.process.calls.is_some() {
            match self.process.next(POLL) {
                Some(Event::Cells(_, Message::Synchronized)) => return,
                Some(Event::Cells(_, message)) => self.serve(vm, message),
                Some(Event::Host(event)) => self.handle(&event),
                Some(Event::CellsGone(_)) => self.held.clear(),
                Some(Event::HostGone) => return,
                _ => {}
            }
        }
    }

    /// Handles pending messages. Restarts the cells' process if it has ended.
    pub fn catch_up(&mut self, vm: &mut Vm) -> Result<()> {
        while let Some(event) = self.process.next(Duration::ZERO) {
            match event {
                Event::Host(event) => self.handle(&event),
                Event::Cells(_, message) => self.serve(vm, message),
                Event::CellsGone(_) => {
                    self.held.clear();
                    self.lost = true;
                }
                _ => {}
            }
        }
        if std::mem::take(&mut self.lost) {
            front(|front| front.stream(Stream::Stderr, &format!("note: Rust's process had ended. {LOST}\n")));
            self.revive(vm)?;
        }
        Ok(())
    }

    /// Restarts the cells' process with its functions.
    pub fn revive(&mut self, vm: &mut Vm) -> Result<()> {
        // The first attempt detects that the process has ended and restarts it.
        for _ in 0..2 {
            match self.execute(vm, "tensorcell_cell::ready()?;") {
                Outcome::Done(answer) if answer["status"] == "ok" => {
                    self.wait_for_calls(vm);
                    return Ok(());
                }
                Outcome::Done(_) => {}
                Outcome::Interrupted(_) => return Err(Raise::new(Exc::KeyboardInterrupt, "")),
                Outcome::HostGone => break,
            }
        }
        Err(Raise::runtime("Rust's process does not start again").help("run the cells with Rust again"))
    }

    /// Waits for the call socket of a new process. On a busy machine it arrives after the first answer.
    fn wait_for_calls(&mut self, vm: &mut Vm) {
        let until = Instant::now() + FLUSH_PATIENCE;
        while self.process.calls.is_none() && Instant::now() < until {
            match self.process.next(POLL) {
                Some(Event::Cells(_, message)) => self.serve(vm, message),
                Some(Event::Host(event)) => self.handle(&event),
                Some(Event::HostGone) => return,
                _ => {}
            }
        }
    }

    /// Handles a host message that is not an answer.
    pub fn handle(&mut self, event: &Json) {
        match event["event"].as_str() {
            Some("stream") => {
                let (error, text) = (event["error"] == true, event["text"].as_str().unwrap_or_default());
                match text.trim_end() {
                    signal @ ("Segmentation fault." | "Illegal instruction." | "Bus error.") if error => {
                        self.signal = Some(signal.trim_end_matches('.').to_lowercase());
                    }
                    _ if error && self.signal.is_some() => {}
                    _ => self.print(error, text),
                }
            }
            Some("input") => {
                let (prompt, password) = (event["prompt"].as_str().unwrap_or_default(), event["password"] == true);
                let line = front(|front| front.input(prompt, password));
                let text = line.and_then(std::result::Result::ok).unwrap_or_default();
                self.process.send(&json!({"do": "answer", "text": text}));
            }
            _ => {}
        }
    }

    fn print(&mut self, error: bool, text: &str) {
        match error {
            true => {
                front(|front| front.stream(Stream::Stderr, text));
            }
            false => self.shown.read(text).into_iter().for_each(show),
        }
    }

    /// Answers a request of a cell.
    pub fn serve(&mut self, vm: &mut Vm, message: Message) {
        if let Some(answer) = self.respond(vm, message) {
            self.process.answer(answer);
        }
    }

    /// Returns the answer to a cell's message, or None if it needs none.
    pub fn respond(&mut self, vm: &mut Vm, message: Message) -> Option<std::result::Result<Data, String>> {
        match message {
            Message::Get(name, want) => {
                let value = values::named(vm, &name);
                Some(value.and_then(|value| self.data_of(&value, want, &name, Some(&name))))
            }
            Message::Put(name, data) => Some(self.put(vm, &name, data)),
            Message::Allocate(dtype, shape) => Some(self.allocate(dtype, &shape)),
            Message::Release(holds) => {
                for hold in holds {
                    self.held.remove(&hold);
                }
                None
            }
            Message::Register(function) => {
                self.exported.push(function.name.clone());
                self.functions.insert(function.name.clone(), function);
                None
            }
            Message::Print(error, text) => {
                self.print(error, &text);
                None
            }
            Message::Failed(panic, text, line) => {
                self.failure = Some((panic, text, line));
                None
            }
            _ => None,
        }
    }

    /// Converts the host's answer into the cell's result.
    fn cell_outcome(&mut self, vm: &mut Vm, cell: &Cell, answer: &Json) -> Result<()> {
        let text = answer["text"].as_str().unwrap_or_default();
        match answer["status"].as_str() {
            Some("ok") => {
                if let Some((panic, text, line)) = self.failure.take() {
                    return Err(self.failed(vm, cell, panic, &text, line));
                }
                result(&answer["content"]);
                Ok(())
            }
            Some("compile") => Err(not_compiled(vm, cell, &answer["errors"])),
            Some("ended") => {
                let status = text.rsplit("status: ").next().unwrap_or(text).trim();
                let how = self.signal.take().unwrap_or_else(|| status.to_owned());
                Err(Raise::runtime(format!("Rust's process ended: {how}")).help(LOST))
            }
            _ => Err(Raise::runtime(text.to_owned())),
        }
    }

    /// Reports a panic, or an error that left the cell through `?`.
    fn failed(&mut self, vm: &mut Vm, cell: &Cell, panic: bool, text: &str, line: u32) -> Raise {
        let raise = Raise::runtime(if panic { format!("the cell panicked: {text}") } else { text.to_owned() });
        if line == 0 {
            return raise;
        }
        // The line is in the source that evcxr generated around the cell, which contains the cell's lines unchanged.
        let source = self.process.ask(json!({"do": "source"})).map(|id| self.wait_for(vm, id));
        let Some(Outcome::Done(answer)) = source else { return raise };
        let source = answer["text"].as_str().unwrap_or_default();
        let Some(own) = source.lines().nth(line as usize - 1).map(str::trim).filter(|own| own.len() > 3) else {
            return raise;
        };
        match cell.text[cell.begins..].find(own) {
            Some(at) => {
                let at = cell.begins + at;
                raise.at([vm.add_source(&cell.name, &cell.text), at as u32, (at + own.len()) as u32])
            }
            None => raise,
        }
    }
}

/// Shows printed text or displayed content.
fn show(piece: Piece) {
    match piece {
        Piece::Text(text) => {
            front(|front| front.stream(Stream::Stdout, &text));
        }
        Piece::Content(kind, content) => {
            let data = Bundle::from_iter([(kind.clone(), form(&kind, &content))]);
            front(|front| front.display(Display { data, ..Display::default() }));
        }
    }
}

fn form(kind: &str, content: &str) -> Json {
    match kind.ends_with("json") {
        true => serde_json::from_str(content).unwrap_or_else(|_| content.into()),
        false if kind.starts_with("text/") => content.into(),
        false => content.trim().into(),
    }
}

/// Shows the value of the cell's last expression, or the output of an evcxr command.
fn result(content: &Json) {
    let Some(content) = content.as_object().filter(|content| !content.is_empty()) else { return };
    let text = |kind: &String, content: &Json| form(kind, content.as_str().unwrap_or_default().trim_end_matches('\n'));
    let data: Bundle = content.iter().map(|(kind, content)| (kind.clone(), text(kind, content))).collect();
    front(|front| match data.contains_key("text/plain") {
        true => front.execute_result(data, Bundle::default()),
        false => front.display(Display { data, ..Display::default() }),
    });
}

/// Reports why the host did not start.
fn not_started(event: &Json) -> Raise {
    let text = event["text"].as_str().unwrap_or_default();
    if event["stage"] == "toolchain" {
        return Raise::runtime(format!("%%rust cells need a Rust toolchain: {text}"))
            .help("https://rustup.rs installs one");
    }
    let raise = Raise::runtime(format!("the crate that Rust cells see was not compiled: {text}"));
    match is_network(text) {
        true => raise.help(
            "the first Rust cell fetches ndarray, half and syn from cargo's registry: connect to the network once",
        ),
        false => raise,
    }
}

/// Returns whether cargo's message reports a missing network.
fn is_network(text: &str) -> bool {
    const WORDS: [&str; 8] = [
        "Could not resolve host",
        "Couldn't resolve host",
        "Could not connect to server",
        "Couldn't connect to server",
        "failed to download",
        "network failure",
        "spurious network error",
        "--offline",
    ];
    WORDS.iter().any(|words| text.contains(words))
}

/// Reports rustc's errors at the cell's own lines.
fn not_compiled(vm: &mut Vm, cell: &Cell, errors: &Json) -> Raise {
    /// Later errors are mostly consequences of the first one.
    const SHOWN: usize = 4;
    let errors = errors.as_array().map(Vec::as_slice).unwrap_or_default();
    let Some((first, rest)) = errors.split_first() else {
        return Raise::runtime("the cell does not compile");
    };
    let origin = vm.add_source(&cell.name, &cell.text);
    let text = |error: &Json| {
        let code = error["code"].as_str().map(|code| format!(" [{code}]")).unwrap_or_default();
        format!("{}{code}", error["message"].as_str().unwrap_or_default().trim())
    };
    let places = |error: &Json| -> Vec<([u32; 3], String, bool)> {
        let places = error["places"].as_array().map(Vec::as_slice).unwrap_or_default();
        let place = |place: &Json| {
            let (start, end) = (cell.offset(&place["start"])?, cell.offset(&place["end"])?);
            let label = place["label"].as_str().unwrap_or_default().to_owned();
            Some(([origin, start, end.max(start + 1)], label, place["primary"] == true))
        };
        places.iter().filter_map(place).collect()
    };
    let own = places(first);
    let message = text(first);
    let mut raise = match own.is_empty() {
        // No error is at a line of the cell, so show rustc's own rendering.
        true => {
            let rendered = first["rendered"].as_str().unwrap_or_default().trim();
            Raise::runtime(if rendered.is_empty() { message.clone() } else { rendered.to_owned() })
        }
        false => Raise::runtime(message.clone()),
    };
    if is_network(&message) {
        raise = raise.help(
            ":dep fetches from cargo's registry, which was not reached; `:offline 1` in a line above uses what cargo has already",
        );
    } else if let Some(help) = first["help"].as_array().and_then(|help| help.first()?.as_str()) {
        raise = raise.help(help.to_owned());
    }
    let primary = own.iter().position(|(_, _, primary)| *primary).unwrap_or_default();
    for (at, (place, label, _)) in own.into_iter().enumerate() {
        if at == primary {
            raise = raise.at(place);
        }
        let is_repeated = at == primary && label.ends_with(&message);
        if !label.is_empty() && !is_repeated {
            raise.point_at(place, label);
        }
    }
    for error in rest.iter().take(SHOWN) {
        if let Some((place, _, _)) = places(error).into_iter().max_by_key(|(_, _, primary)| *primary) {
            raise.point_at(place, text(error));
        }
    }
    raise
}

impl Cell {
    /// Returns the offset of a 1-based line and column (in characters) of the cell's Rust.
    fn offset(&self, place: &Json) -> Option<u32> {
        let (line, column) = (place[0].as_u64()? as usize, place[1].as_u64()? as usize);
        let body = &self.text[self.begins..];
        let start = match line {
            0 => return None,
            1 => 0,
            line => body.match_indices('\n').nth(line - 2)?.0 + 1,
        };
        let rest = &body[start..];
        let within = rest.char_indices().nth(column.saturating_sub(1)).map_or(rest.len(), |(at, _)| at);
        Some((self.begins + start + within) as u32)
    }
}
