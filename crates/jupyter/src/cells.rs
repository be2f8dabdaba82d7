//! Manages running and waiting cells and comm messages: their published messages and their replies.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::Receiver;
use std::time::Duration;

use serde_json::{Value, json};

use super::history::History;
use super::message::{self, ExecuteRequest};
use super::session::{Cell, CommKind, ErrorReport, Expressions, Shell, Task};
use super::ways::{Ways, shell_of};
use super::wire::{Message, Outgoing};

/// How long a failed cell waits for cells sent together with it, so that they are aborted too.
const STRAGGLERS: Duration = Duration::from_millis(20);
/// How many comm messages are remembered as origins of the threads that they started.
const REMEMBERED: usize = 1000;

/// The evaluator's state of requests that run code.
pub struct Cells {
    pub ways: Arc<Ways>,
    pub history: Option<History>,
    pub input_replies: Receiver<Message>,
    /// The number of the next cell.
    execution_count: u32,
    /// The origin of the latest cell's output.
    pub latest: Origin,
    /// The latest request number.
    numbers: u64,
    /// Requests that have started threads, by number.
    origins: BTreeMap<u64, Origin>,
    running: BTreeMap<u64, Running>,
    waiting: BTreeMap<Shell, VecDeque<Message>>,
    /// The shells whose tasks are being run.
    served: BTreeSet<Shell>,
}

/// The request that output belongs to.
#[derive(Clone, Default)]
pub struct Origin {
    pub number: u64,
    pub header: Arc<Value>,
    /// None before the first request.
    pub request: Option<Arc<Message>>,
}

/// A running cell and the data of its reply.
pub struct Running {
    request: Arc<Message>,
    pub asked: ExecuteRequest,
    shell: Shell,
    pub execution_count: u32,
    pub payload: Vec<Value>,
    /// The result as text, for the history.
    pub result_text: Option<String>,
}

impl Cells {
    pub fn new(ways: Arc<Ways>, input_replies: Receiver<Message>, history: Option<PathBuf>) -> Self {
        Self {
            ways,
            input_replies,
            history: open_history(history),
            execution_count: 1,
            latest: Origin::default(),
            numbers: 0,
            origins: BTreeMap::new(),
            running: BTreeMap::new(),
            waiting: BTreeMap::new(),
            served: BTreeSet::new(),
        }
    }

    /// Begins a cell. Returns None if its request is invalid, after replying so.
    pub fn begin(&mut self, request: &Arc<Message>, shell: Shell) -> Option<(Origin, Cell)> {
        self.ways.status(&request.header, "busy");
        let asked = match request.parse::<ExecuteRequest>() {
            Ok(asked) => asked,
            Err(bad) => {
                self.ways.reply(request, message::error(&bad.into()));
                self.ways.status(&request.header, "idle");
                return None;
            }
        };
        let execution_count = self.execution_count;
        let store_history = asked.stores_history();
        if store_history {
            self.execution_count += 1;
            self.remember(|history| history.store(execution_count, &asked.code));
        }
        if !asked.silent {
            let content = json!({"code": asked.code, "execution_count": execution_count});
            self.ways.outbox.send(Outgoing::new("execute_input", &request.header, content));
        }
        let (code, silent) = (asked.code.clone(), asked.silent);
        let cell = Cell { code, execution_count, silent, store_history, file: None };
        let origin = self.origin(request.clone());
        self.latest = origin.clone();
        let request = request.clone();
        // As in ipykernel, what is not stored has the number of the last cell that was.
        let execution_count = if store_history { execution_count } else { execution_count - 1 };
        let running = Running { request, asked, shell, execution_count, payload: Vec::new(), result_text: None };
        self.running.insert(origin.number, running);
        Some((origin, cell))
    }

    /// Replies for a finished cell, and for the waiting cells that abort with it.
    pub fn finish(&mut self, origin: &Origin, outcome: Result<Expressions, ErrorReport>) {
        let Some(running) = self.running.remove(&origin.number) else {
            // A comm message has no reply.
            return self.ways.status(&origin.header, "idle");
        };
        let failed = outcome.is_err() && running.asked.stop_on_error;
        if let Err(report) = &outcome {
            self.ways.outbox.send(Outgoing::new("error", &origin.header, json!(report)));
        }
        if let (true, Some(text)) = (running.asked.stores_history(), &running.result_text) {
            self.remember(|history| history.store_output(running.execution_count, text));
        }
        if failed && running.shell == Shell::Main {
            // Cells sent together with this one may still arrive. Their sender has not seen the failure yet.
            std::thread::sleep(STRAGGLERS);
        }
        let aborted = if failed { self.waiting_cells(&running.shell) } else { Vec::new() };
        self.ways.reply(&running.request, running.content(outcome));
        self.ways.status(&origin.header, "idle");
        for request in aborted {
            self.ways.status(&request.header, "busy");
            self.ways.reply(&request, json!({"status": "aborted"}));
            self.ways.status(&request.header, "idle");
        }
    }

    fn waiting_cells(&mut self, shell: &Shell) -> Vec<Message> {
        let is_cell = |request: &Message| request.kind() == "execute_request";
        match shell {
            Shell::Main => std::iter::from_fn(|| self.ways.inbox.take(is_main_cell)).collect(),
            Shell::Sub(_) => {
                let queue = self.waiting.remove(shell).unwrap_or_default();
                let (cells, others): (Vec<Message>, Vec<Message>) = queue.into_iter().partition(is_cell);
                self.waiting.insert(shell.clone(), others.into());
                cells
            }
        }
    }

    /// Queues a task for its shell.
    pub fn push(&mut self, request: Message) {
        self.waiting.entry(shell_of(&request)).or_default().push_back(request);
    }

    /// Returns a shell with tasks that is not served yet. From now on the caller serves it.
    pub fn next_shell(&mut self, is_main_thread: bool) -> Option<Shell> {
        let Self { waiting, served, .. } = self;
        let is_free = |shell: &&Shell| (is_main_thread || **shell != Shell::Main) && !served.contains(shell);
        let mut asked = waiting.iter().filter(|(_, queue)| !queue.is_empty()).map(|(shell, _)| shell);
        let shell = asked.find(is_free)?.clone();
        served.insert(shell.clone());
        Some(shell)
    }

    /// Begins a shell's next task, or returns `None` if it has none.
    pub fn next_task(&mut self, shell: &Shell) -> Option<(Origin, Task)> {
        if !self.ways.subshells.has(shell) {
            self.waiting.remove(shell);
        }
        while let Some(request) = self.waiting.get_mut(shell).and_then(VecDeque::pop_front) {
            let request = request.begun();
            let Some(kind) = CommKind::named(request.kind()) else {
                match self.begin(&request, shell.clone()) {
                    Some((origin, cell)) => return Some((origin.clone(), self.cell_task(&origin, cell))),
                    None => continue,
                }
            };
            self.ways.status(&request.header, "busy");
            let origin = self.origin(request.clone());
            return Some((origin, Task::Comm(kind, request)));
        }
        self.served.remove(shell);
        None
    }

    fn cell_task(&self, origin: &Origin, cell: Cell) -> Task {
        let expressions = self.running.get(&origin.number).map(|running| running.asked.user_expressions.clone());
        Task::Cell(cell, expressions.unwrap_or_default())
    }

    /// Returns the running cell of a request.
    pub fn running(&mut self, origin: &Origin) -> Option<&mut Running> {
        self.running.get_mut(&origin.number)
    }

    /// Remembers an origin for the threads that belong to it.
    pub fn keep(&mut self, origin: &Origin) -> u64 {
        self.origins.entry(origin.number).or_insert_with(|| origin.clone());
        origin.number
    }

    pub fn kept(&self, number: u64) -> Option<&Origin> {
        self.origins.get(&number)
    }

    fn origin(&mut self, request: Arc<Message>) -> Origin {
        self.numbers += 1;
        let number = self.numbers;
        let is_old_comm = |origin: &Origin| {
            let kind = origin.request.as_ref().map(|request| CommKind::named(request.kind()));
            origin.number + REMEMBERED as u64 <= number && kind.flatten().is_some()
        };
        self.origins.retain(|_, origin| !is_old_comm(origin));
        Origin { number, header: request.header.clone(), request: Some(request) }
    }

    /// Writes to the history. A failure, such as a full disk, loses the entry, not the cell.
    fn remember(&mut self, write: impl FnOnce(&mut History) -> rusqlite::Result<()>) {
        if let Some(Err(error)) = self.history.as_mut().map(write) {
            tracing::warn!("the history was not written: {error}");
        }
    }

    /// Clears an interrupt that arrived between two cells, where there is nothing to stop.
    pub fn forget_interrupt(&self) {
        self.ways.signals.interrupt.store(false, Ordering::Relaxed);
    }
}

impl Running {
    /// Returns the content of the reply.
    fn content(&self, outcome: Result<Expressions, ErrorReport>) -> Value {
        let (mut content, expressions) = match outcome {
            Ok(expressions) => (json!({"status": "ok"}), expressions),
            Err(report) => (message::error(&report), Vec::new()),
        };
        let content_of = |value| match value {
            Ok(data) => json!({"status": "ok", "data": data, "metadata": {}}),
            Err(report) => message::error(&report),
        };
        let expressions: serde_json::Map<String, Value> =
            expressions.into_iter().map(|(name, value)| (name, content_of(value))).collect();
        content["execution_count"] = json!(self.execution_count);
        content["payload"] = json!(self.payload);
        content["user_expressions"] = json!(expressions);
        content
    }
}

/// Returns whether a request is a cell of the main shell. These run one after the other.
pub fn is_main_cell(request: &Message) -> bool {
    request.kind() == "execute_request" && shell_of(request) == Shell::Main
}

/// Returns whether a request runs code of the program.
pub fn runs_code(request: &Message) -> bool {
    request.kind() == "execute_request" || CommKind::named(request.kind()).is_some()
}

/// Opens the history file, or one in memory if there is no usable file.
fn open_history(path: Option<PathBuf>) -> Option<History> {
    if let Some(path) = path {
        match History::open(&path) {
            Ok(history) => return Some(history),
            Err(error) => tracing::warn!("the history {} cannot be used: {error}", path.display()),
        }
    }
    History::in_memory().ok()
}
