//! The evaluator's thread: takes requests in order, asks the [`Session`], replies.
//!
//! Whatever happens in a handler, a reply and an idle status follow. Between two instructions of a running cell,
//! everything but the next cells is answered too ([`Frontend::safe_point`]).

use std::collections::{BTreeMap, VecDeque};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use parking_lot::{Condvar, Mutex};
use serde_json::{Value, json};

use super::channel::Channel;
use super::history::History;
use super::iopub::Outbox;
use super::message::{
    self, CommContent, CommInfoRequest, CursorRequest, ExecuteRequest, HistoryRequest, InputReply, IsCompleteRequest,
};
use super::panic::catch;
use super::session::{
    Bundle, Cell, Comm, CommAction, Display, ErrorReport, Frontend, NoInput, Queries, Session, SessionFactory, Signals,
    Stream,
};
use super::wire::{Message, Outgoing};

/// How long a failed cell waits for the cells that were sent with it, so that they are aborted too.
const STRAGGLERS: Duration = Duration::from_millis(20);
/// How often a question to the user looks whether it was interrupted.
const INTERRUPT_POLL: Duration = Duration::from_millis(20);

/// Requests on their way from the shell socket to the evaluator.
#[derive(Default)]
pub struct Inbox {
    state: Mutex<Waiting>,
    arrived: Condvar,
}

#[derive(Default)]
struct Waiting {
    requests: VecDeque<Message>,
    /// The kernel ends; with true another takes its place.
    shutdown: Option<bool>,
}

impl Inbox {
    pub fn push(&self, request: Message) {
        self.state.lock().requests.push_back(request);
        self.arrived.notify_one();
    }

    /// Ends the evaluator after the request that it is at.
    pub fn shutdown(&self, restart: bool) {
        self.state.lock().shutdown = Some(restart);
        self.arrived.notify_one();
    }

    /// The next request, or whether this shutdown is a restart; `None` where no request waits and none is waited for.
    fn next(&self, wait: bool) -> Result<Option<Message>, bool> {
        let mut state = self.state.lock();
        loop {
            if let Some(restart) = state.shutdown {
                return Err(restart);
            }
            match state.requests.pop_front() {
                None if wait => self.arrived.wait(&mut state),
                request => return Ok(request),
            }
        }
    }

    /// The first request that is or is not for a cell to be run.
    fn take(&self, execute: bool) -> Option<Message> {
        let mut state = self.state.lock();
        let wanted = |request: &Message| (request.kind() == "execute_request") == execute;
        let index = state.requests.iter().position(wanted)?;
        state.requests.remove(index)
    }
}

/// The ways out of the evaluator, shared with the sockets' tasks.
pub struct Ways {
    pub signals: Signals,
    pub inbox: Inbox,
    pub outbox: Arc<Outbox>,
    pub shell: Channel,
    pub stdin: Channel,
}

impl Ways {
    /// Publishes what the kernel is at: `busy` or `idle`, for a request.
    pub fn status(&self, parent: &Arc<Value>, state: &str) {
        self.outbox.send(Outgoing::new("status", parent, json!({"execution_state": state})));
    }
}

/// What the evaluator's thread needs to begin.
pub struct Evaluator {
    ways: Arc<Ways>,
    input_replies: Receiver<Message>,
    history: Option<History>,
    comms: BTreeMap<String, String>,
    /// The number of the next cell.
    execution_count: u32,
    /// What the output of the latest cell belongs to.
    latest: Origin,
    /// Of the cells that have started threads, by their numbers.
    origins: BTreeMap<u64, Origin>,
}

/// What output belongs to: the request of a cell.
#[derive(Clone, Default)]
struct Origin {
    number: u64,
    header: Arc<Value>,
    silent: bool,
}

impl Evaluator {
    pub fn new(ways: Arc<Ways>, input_replies: Receiver<Message>, history: Option<PathBuf>) -> Self {
        let history = open_history(history);
        let (latest, origins) = (Origin::default(), BTreeMap::new());
        Self { ways, input_replies, history, comms: BTreeMap::new(), execution_count: 1, latest, origins }
    }

    /// Serves requests until the kernel ends.
    pub fn run(mut self, factory: SessionFactory) {
        let signals = self.ways.signals.clone();
        let mut session = catch(|| factory(signals)).unwrap_or_else(|report| Box::new(NoSession(report)));
        let mut goes_on = false;
        let restart = loop {
            let request = match self.ways.inbox.next(!goes_on) {
                Ok(Some(request)) => request,
                Ok(None) => {
                    goes_on = self.go_on(session.as_mut());
                    continue;
                }
                Err(restart) => break restart,
            };
            // It may leave threads that go on.
            goes_on = true;
            match request.kind() {
                "execute_request" => self.execute(session.as_mut(), &request),
                _ => self.answer(session.as_mut(), &request),
            }
        };
        // Nobody is left to be told of a panic here; it is logged.
        let _ = catch(|| session.shutdown(restart));
        let _ = catch(|| drop(session));
    }

    /// Has what cells left behind run on for a moment; whether it still does.
    fn go_on(&mut self, session: &mut dyn Session) -> bool {
        let origin = self.latest.clone();
        let mut front = CellFrontend::new(self, origin);
        catch(|| session.go_on(&mut front)).unwrap_or(false)
    }

    /// Answers any request but those for cells.
    fn answer(&mut self, queries: &mut dyn Queries, request: &Message) {
        self.ways.status(&request.header, "busy");
        let content = catch(|| self.answer_content(queries, request)).unwrap_or_else(Err);
        match content {
            Ok(None) => {}
            Ok(Some(content)) => self.reply(request, content),
            Err(report) if request.kind().ends_with("_request") => self.reply(request, message::error(&report)),
            Err(report) => tracing::warn!("{}: {}", report.ename, report.evalue),
        }
        self.ways.status(&request.header, "idle");
    }

    /// The content of the reply, for requests that have one.
    fn answer_content(&mut self, queries: &mut dyn Queries, request: &Message) -> Result<Option<Value>, ErrorReport> {
        let content = match request.kind() {
            "complete_request" => {
                let asked: CursorRequest = request.parse()?;
                message::completions(&queries.complete(&asked.code, asked.cursor()))
            }
            "inspect_request" => {
                let asked: CursorRequest = request.parse()?;
                message::inspection(&queries.inspect(&asked.code, asked.cursor(), asked.detail_level))
            }
            "is_complete_request" => {
                let asked: IsCompleteRequest = request.parse()?;
                message::completeness(&queries.is_complete(&asked.code))
            }
            "history_request" => {
                let asked: HistoryRequest = request.parse()?;
                let entries = match &self.history {
                    Some(history) => history.answer(&asked).map_err(|error| report("OSError", error))?,
                    None => Vec::new(),
                };
                json!({"status": "ok", "history": entries})
            }
            "comm_info_request" => {
                let asked: CommInfoRequest = request.parse()?;
                let wanted = |target: &String| asked.target_name.as_ref().is_none_or(|name| name == target);
                let comms: serde_json::Map<String, Value> = self
                    .comms
                    .iter()
                    .filter(|(_, target)| wanted(target))
                    .map(|(id, target)| (id.clone(), json!({"target_name": target})))
                    .collect();
                json!({"status": "ok", "comms": comms})
            }
            "comm_open" | "comm_msg" | "comm_close" => {
                self.comm(queries, request)?;
                return Ok(None);
            }
            kind => {
                return Err(report("NotImplementedError", format!("{kind} is not supported")));
            }
        };
        Ok(Some(content))
    }

    fn comm(&mut self, queries: &mut dyn Queries, request: &Message) -> Result<(), ErrorReport> {
        let content: CommContent = request.parse()?;
        let action = match request.kind() {
            "comm_open" => CommAction::Open { target_name: content.target_name.clone() },
            "comm_msg" => CommAction::Message,
            _ => CommAction::Close,
        };
        if action != CommAction::Close
            && !matches!(action, CommAction::Open { .. })
            && !self.comms.contains_key(&content.comm_id)
        {
            return Err(report("KeyError", format!("no comm {} is open", content.comm_id)));
        }
        let comm = Comm {
            id: content.comm_id.clone(),
            action: action.clone(),
            data: content.data,
            metadata: request.metadata.clone(),
            buffers: request.buffers.clone(),
        };
        match action {
            CommAction::Open { target_name } => {
                // Registered first: the session may answer on it at once.
                self.comms.insert(comm.id.clone(), target_name);
                let accepted = catch(|| queries.comm(&comm, &mut CellFrontend::of(self, request)));
                if !matches!(accepted, Ok(true)) {
                    let close = Comm { action: CommAction::Close, data: json!({}), buffers: Vec::new(), ..comm };
                    CellFrontend::of(self, request).comm(close);
                }
                accepted.map(drop)
            }
            CommAction::Message => {
                queries.comm(&comm, &mut CellFrontend::of(self, request));
                Ok(())
            }
            CommAction::Close => {
                if self.comms.remove(&comm.id).is_some() {
                    queries.comm(&comm, &mut CellFrontend::of(self, request));
                }
                Ok(())
            }
        }
    }

    fn execute(&mut self, session: &mut dyn Session, request: &Message) {
        self.ways.status(&request.header, "busy");
        let (content, failed) = match request.parse::<ExecuteRequest>() {
            Ok(asked) => {
                let content = self.run_cell(session, request, &asked);
                let failed = content["status"] == "error" && asked.stop_on_error;
                (content, failed)
            }
            Err(bad) => (message::error(&bad.into()), false),
        };
        if failed {
            // What was sent together with this cell may still be on its way; its sender has seen no failure yet.
            std::thread::sleep(STRAGGLERS);
        }
        let aborted = if failed { self.waiting_cells() } else { Vec::new() };
        self.reply(request, content);
        self.ways.status(&request.header, "idle");
        for request in aborted {
            self.ways.status(&request.header, "busy");
            self.reply(&request, json!({"status": "aborted"}));
            self.ways.status(&request.header, "idle");
        }
    }

    fn waiting_cells(&self) -> Vec<Message> {
        std::iter::from_fn(|| self.ways.inbox.take(true)).collect()
    }

    /// Runs a cell and returns the content of its reply.
    fn run_cell(&mut self, session: &mut dyn Session, request: &Message, asked: &ExecuteRequest) -> Value {
        let count = self.execution_count;
        let store_history = asked.stores_history();
        if store_history {
            self.execution_count += 1;
            self.remember(|history| history.store(count, &asked.code));
        }
        if !asked.silent {
            let content = json!({"code": asked.code, "execution_count": count});
            self.ways.outbox.send(Outgoing::new("execute_input", &request.header, content));
        }
        // An interrupt that came between two cells has nothing to stop.
        self.ways.signals.interrupt.store(false, Ordering::Relaxed);
        let cell =
            Cell { code: asked.code.clone(), execution_count: count, silent: asked.silent, store_history, file: None };
        let number = self.latest.number + 1;
        self.latest = Origin { number, header: request.header.clone(), silent: asked.silent };
        let origin = self.latest.clone();
        let mut front =
            CellFrontend { asked: Some((request, asked)), execution_count: count, ..CellFrontend::new(self, origin) };
        let result = catch(|| session.execute(&cell, &mut front)).unwrap_or_else(Err);
        let mut user_expressions = serde_json::Map::new();
        if result.is_ok() {
            for (name, expression) in &asked.user_expressions {
                let expression = expression.as_str().unwrap_or_default();
                let value = catch(|| session.evaluate(expression, &mut front)).unwrap_or_else(Err);
                let value = match value {
                    Ok(data) => json!({"status": "ok", "data": data, "metadata": {}}),
                    Err(report) => message::error(&report),
                };
                user_expressions.insert(name.clone(), value);
            }
        }
        let (payload, result_text) = (std::mem::take(&mut front.payload), front.result_text.take());
        let mut content = match &result {
            Ok(()) => json!({"status": "ok"}),
            Err(report) => message::error(report),
        };
        content["execution_count"] = json!(count);
        content["payload"] = json!(payload);
        content["user_expressions"] = json!(user_expressions);
        if let (true, Some(text)) = (store_history, result_text) {
            self.remember(|history| history.store_output(count, &text));
        }
        if let (false, Err(report)) = (asked.silent, &result) {
            self.ways.outbox.send(Outgoing::new("error", &request.header, json!(report)));
        }
        content
    }

    /// Writes to the history; a full disk costs the entry, not the cell.
    fn remember(&mut self, write: impl FnOnce(&mut History) -> rusqlite::Result<()>) {
        if let Some(Err(error)) = self.history.as_mut().map(write) {
            tracing::warn!("the history was not written: {error}");
        }
    }

    fn reply(&self, request: &Message, content: Value) {
        self.ways.shell.send(Outgoing::reply(request, content));
    }
}

/// The history in this file; in memory where there is none or it cannot be used.
fn open_history(path: Option<PathBuf>) -> Option<History> {
    if let Some(path) = path {
        match History::open(&path) {
            Ok(history) => return Some(history),
            Err(error) => tracing::warn!("the history {} cannot be used: {error}", path.display()),
        }
    }
    History::in_memory().ok()
}

fn report(ename: &str, evalue: impl ToString) -> ErrorReport {
    let evalue = evalue.to_string();
    let traceback = vec![format!("{ename}: {evalue}")];
    ErrorReport { ename: ename.to_owned(), evalue, traceback }
}

impl From<message::BadContent> for ErrorReport {
    fn from(bad: message::BadContent) -> Self {
        report("BadRequest", bad)
    }
}

/// Where the output of one request goes.
struct CellFrontend<'a> {
    evaluator: &'a mut Evaluator,
    origin: Origin,
    /// None for messages that run no cell.
    asked: Option<(&'a Message, &'a ExecuteRequest)>,
    execution_count: u32,
    payload: Vec<Value>,
    /// The result as text, for the history.
    result_text: Option<String>,
}

impl<'a> CellFrontend<'a> {
    /// For what is no cell: there is nobody to ask for input.
    fn new(evaluator: &'a mut Evaluator, origin: Origin) -> Self {
        Self { evaluator, origin, asked: None, execution_count: 0, payload: Vec::new(), result_text: None }
    }

    /// For a message that is no cell.
    fn of(evaluator: &'a mut Evaluator, request: &Message) -> Self {
        let origin = Origin { header: request.header.clone(), ..Origin::default() };
        Self::new(evaluator, origin)
    }

    fn publish(&self, kind: &'static str, content: Value) {
        self.publish_with(Outgoing::new(kind, &self.origin.header, content));
    }

    fn publish_with(&self, message: Outgoing) {
        let outbox = &self.evaluator.ways.outbox;
        outbox.send(message);
        outbox.wait_for_room();
    }
}

impl Frontend for CellFrontend<'_> {
    fn stream(&mut self, stream: Stream, text: &str) {
        if !self.origin.silent && !text.is_empty() {
            let outbox = &self.evaluator.ways.outbox;
            outbox.stream(&self.origin.header, stream, text);
            outbox.wait_for_room();
        }
    }

    fn display(&mut self, display: Display) {
        if self.origin.silent {
            return;
        }
        let kind = if display.update { "update_display_data" } else { "display_data" };
        let transient = match &display.display_id {
            Some(id) => json!({"display_id": id}),
            None => json!({}),
        };
        let content = json!({"data": display.data, "metadata": display.metadata, "transient": transient});
        match display.display_id.filter(|_| display.update) {
            Some(id) => {
                let outbox = &self.evaluator.ways.outbox;
                outbox.update(&id, Outgoing::new(kind, &self.origin.header, content));
                outbox.wait_for_room();
            }
            None => self.publish(kind, content),
        }
    }

    fn execute_result(&mut self, data: Bundle, metadata: Bundle) {
        self.result_text = data.get("text/plain").and_then(Value::as_str).map(str::to_owned);
        if !self.origin.silent {
            let content = json!({"execution_count": self.execution_count, "data": data, "metadata": metadata});
            self.publish("execute_result", content);
        }
    }

    fn clear_output(&mut self, wait: bool) {
        if !self.origin.silent {
            self.publish("clear_output", json!({"wait": wait}));
        }
    }

    fn input(&mut self, prompt: &str, password: bool) -> Result<String, NoInput> {
        let Some((request, _)) = self.asked.filter(|(_, asked)| asked.allow_stdin) else {
            return Err(NoInput::NotSupported);
        };
        let evaluator = &mut *self.evaluator;
        // Answers to questions that were given up.
        while evaluator.input_replies.try_recv().is_ok() {}
        let content = json!({"prompt": prompt, "password": password});
        let mut question = Outgoing::new("input_request", &request.header, content);
        (question.to, question.ids) = (request.from.clone(), request.ids.clone());
        if !evaluator.ways.stdin.send(question) {
            return Err(NoInput::NotSupported);
        }
        loop {
            match evaluator.input_replies.recv_timeout(INTERRUPT_POLL) {
                Ok(reply) => match reply.parse::<InputReply>() {
                    Ok(reply) => return Ok(reply.value),
                    Err(bad) => tracing::warn!("{bad}"),
                },
                Err(RecvTimeoutError::Timeout) if evaluator.ways.signals.interrupt.swap(false, Ordering::Relaxed) => {
                    return Err(NoInput::Interrupted);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(NoInput::NotSupported),
            }
        }
    }

    fn page(&mut self, data: Bundle, start: usize) {
        self.payload.push(json!({"source": "page", "data": data, "start": start}));
    }

    fn set_next_input(&mut self, text: &str, replace: bool) {
        self.payload.push(json!({"source": "set_next_input", "text": text, "replace": replace}));
    }

    fn comm(&mut self, comm: Comm) {
        let comms = &mut self.evaluator.comms;
        let mut content = json!({"comm_id": comm.id, "data": comm.data});
        let kind = match comm.action {
            CommAction::Open { target_name } => {
                content["target_name"] = json!(target_name);
                comms.insert(comm.id, target_name);
                "comm_open"
            }
            CommAction::Message => "comm_msg",
            CommAction::Close => {
                comms.remove(&comm.id);
                "comm_close"
            }
        };
        let mut message = Outgoing::new(kind, &self.origin.header, content);
        if comm.metadata.is_object() {
            message.metadata = comm.metadata;
        }
        message.buffers = comm.buffers;
        self.publish_with(message);
    }

    fn safe_point(&mut self, queries: &mut dyn Queries) {
        self.evaluator.ways.signals.attention.store(false, Ordering::Relaxed);
        let mut answered = false;
        while let Some(request) = self.evaluator.ways.inbox.take(false) {
            self.evaluator.answer(queries, &request);
            answered = true;
        }
        if let (true, Some((request, _))) = (answered, self.asked) {
            // Front ends show the latest status, and that was the answer's idle.
            self.evaluator.ways.status(&request.header, "busy");
        }
    }

    fn cell(&mut self) -> u64 {
        self.evaluator.origins.entry(self.origin.number).or_insert_with(|| self.origin.clone());
        self.origin.number
    }

    fn enter_cell(&mut self, cell: u64) {
        if let Some(origin) = self.evaluator.origins.get(&cell) {
            self.origin = origin.clone();
        }
    }
}

/// Stands in for a session that could not be made, and says why to whoever asks.
struct NoSession(ErrorReport);

impl Session for NoSession {
    fn execute(&mut self, _: &Cell, _: &mut dyn Frontend) -> Result<(), ErrorReport> {
        Err(self.0.clone())
    }

    fn evaluate(&mut self, _: &str, _: &mut dyn Frontend) -> Result<Bundle, ErrorReport> {
        Err(self.0.clone())
    }
}

impl Queries for NoSession {
    fn complete(&mut self, _: &str, cursor: usize) -> super::Completions {
        super::Completions { start: cursor, end: cursor, ..Default::default() }
    }

    fn inspect(&mut self, _: &str, _: usize, _: u8) -> super::Inspection {
        super::Inspection::default()
    }

    fn is_complete(&mut self, _: &str) -> super::Completeness {
        super::Completeness::Unknown
    }
}
