//! The interface between the protocol and the evaluator of cells.
//!
//! A [`Session`] lives on the evaluator's thread, where a [`SessionFactory`] creates it. While a cell runs, the
//! evaluator polls [`Signals`]: `interrupt` requests a stop, `attention` requests a call of [`Frontend::safe_point`],
//! which answers completions and comm messages that have arrived.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use bytes::Bytes;
use serde::Serialize;
use serde_json::{Map, Value};

use super::debugger;
use super::wire::Message;

/// A MIME bundle or its metadata: MIME type -> content.
pub type Bundle = Map<String, Value>;

/// Creates the session on the evaluator's thread.
pub type SessionFactory = Box<dyn FnOnce(Signals) -> Box<dyn Session> + Send>;

/// Evaluates cells, one at a time.
///
/// A panic in any method becomes an error reply. The session is used again afterwards.
pub trait Session: Queries {
    /// Runs a cell. Output goes through `front`. Errors are returned, not shown: the kernel publishes them.
    fn execute(&mut self, cell: &Cell, front: &mut dyn Frontend) -> Result<(), ErrorReport>;

    /// Evaluates one of the request's `user_expressions` to a MIME bundle.
    fn evaluate(&mut self, expression: &str, front: &mut dyn Frontend) -> Result<Bundle, ErrorReport>;

    /// Called while no cell of the main shell runs. Runs waiting tasks ([`Frontend::next_shell`]), and lets background
    /// threads run for a moment. Returns whether any are left.
    fn go_on(&mut self, front: &mut dyn Frontend) -> bool {
        refuse_tasks(front);
        false
    }

    /// Called before the kernel exits. `restart` means that a new kernel will replace it.
    fn shutdown(&mut self, restart: bool) {
        let _ = restart;
    }
}

/// Queries that can be answered between two instructions of a running cell. Cursors count code points, not bytes.
pub trait Queries {
    fn complete(&mut self, code: &str, cursor: usize) -> Completions;

    /// Returns documentation of the object at the cursor. `detail` 1 includes its source.
    fn inspect(&mut self, code: &str, cursor: usize, detail: u8) -> Inspection;

    fn is_complete(&mut self, code: &str) -> Completeness;

    /// Returns the open comms: ids and targets.
    fn comms(&mut self) -> Vec<(String, String)> {
        Vec::new()
    }

    /// Answers a request of the debug adapter protocol.
    fn debug(&mut self, request: &Value) -> debugger::Answer {
        let refusal = debugger::Refusal("this session has no debugger".to_owned());
        debugger::Answer { response: debugger::refused(request, &refusal), events: Vec::new() }
    }
}

/// For sessions that run only cells of the main shell: fails all tasks.
pub fn refuse_tasks(front: &mut dyn Frontend) {
    while let Some(shell) = front.next_shell(true) {
        while front.next_task(&shell).is_some() {
            let evalue = "this session runs cells one after the other".to_owned();
            let traceback = vec![format!("NotImplementedError: {evalue}")];
            front.finish_task(Err(ErrorReport { ename: "NotImplementedError".into(), evalue, traceback }));
        }
    }
}

/// The sink of a running cell's output, and its way to ask the user.
pub trait Frontend {
    fn stream(&mut self, stream: Stream, text: &str);

    /// Whether the streams are the process's own, which a forked process may also write to.
    fn has_own_streams(&self) -> bool {
        false
    }

    /// `display_data`, or `update_display_data`.
    fn display(&mut self, display: Display);

    /// Publishes the value of the cell's last expression.
    fn execute_result(&mut self, data: Bundle, metadata: Bundle);

    /// Clears the cell's output: now, or with `wait` when the next output comes.
    fn clear_output(&mut self, wait: bool);

    /// Asks the user for a line.
    ///
    /// # Errors
    /// If the front end cannot ask, or the question was interrupted (which clears `Signals::interrupt`).
    fn input(&mut self, prompt: &str, password: bool) -> Result<String, NoInput>;

    /// Shows `data` in the pager, from line `start`.
    fn page(&mut self, data: Bundle, start: usize);

    /// Puts `text` into a new cell below, or with `replace` into this one.
    fn set_next_input(&mut self, text: &str, replace: bool);

    /// Asks the front end to exit, as in a terminal. With `keeps_kernel` the kernel keeps running.
    fn ask_exit(&mut self, keeps_kernel: bool) {
        let _ = keeps_kernel;
    }

    /// Sends a comm message.
    fn comm(&mut self, comm: Comm);

    /// Shows an error without ending the cell.
    fn error(&mut self, report: &ErrorReport) {
        for line in &report.traceback {
            self.stream(Stream::Stderr, &format!("{line}\n"));
        }
    }

    /// Returns the message that output belongs to, if any.
    fn request(&mut self) -> Option<Arc<Message>> {
        None
    }

    /// Output from now on belongs to the message with this header.
    fn set_parent(&mut self, header: Value) {
        let _ = header;
    }

    /// Returns a shell with waiting tasks that is not served yet. From now on the caller serves it with
    /// [`Frontend::next_task`]. Only the program's main thread may serve the main shell.
    fn next_shell(&mut self, is_main_thread: bool) -> Option<Shell> {
        let _ = is_main_thread;
        None
    }

    /// Begins a shell's next task, which output then belongs to. After `None` the caller no longer serves the shell.
    fn next_task(&mut self, shell: &Shell) -> Option<Task> {
        let _ = shell;
        None
    }

    /// Ends the task that output belongs to.
    fn finish_task(&mut self, outcome: Result<Expressions, ErrorReport>) {
        let _ = outcome;
    }

    /// Answers requests that arrived since the last call. Cheap if there are none. Call it when `Signals::attention` is set.
    fn safe_point(&mut self, queries: &mut dyn Queries);

    /// Waits, in a stopped program, for the debugger's next request. [`Frontend::debug_reply`] answers it. Other
    /// queries are answered meanwhile; requests that run code wait. Returns None after an interrupt, which stays set.
    fn debug_request(&mut self, queries: &mut dyn Queries) -> Option<Value> {
        let _ = queries;
        None
    }

    /// Answers the latest request of [`Frontend::debug_request`].
    fn debug_reply(&mut self, answer: debugger::Answer) {
        let _ = answer;
    }

    /// Publishes an event for debuggers, such as a stop. Returns false if there is no way to do so.
    fn debug_event(&mut self, event: &debugger::Event, content: Value) -> bool {
        let _ = (event, content);
        false
    }

    /// Returns the number of the cell that output belongs to, and remembers the cell.
    fn cell(&mut self) -> u64 {
        0
    }

    /// Output from now on belongs to a remembered cell.
    fn enter_cell(&mut self, cell: u64) {
        let _ = cell;
    }
}

/// Flags that the evaluator polls at every loop iteration and call.
#[derive(Clone, Debug, Default)]
pub struct Signals {
    /// The user requested a stop: clear it and raise KeyboardInterrupt.
    pub interrupt: Arc<AtomicBool>,
    /// A request waits: clear it and call [`Frontend::safe_point`].
    pub attention: Arc<AtomicBool>,
}

/// A cell to run.
#[derive(Clone, Debug)]
pub struct Cell {
    pub code: String,
    /// The number in `In [n]`.
    pub execution_count: u32,
    /// Results are not shown.
    pub silent: bool,
    /// False for code that the front end runs for its own purposes.
    pub store_history: bool,
    /// The file name for diagnostics, if the code is not a notebook cell.
    pub file: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    Stdout,
    Stderr,
}

impl Stream {
    pub fn name(self) -> &'static str {
        match self {
            Stream::Stdout => "stdout",
            Stream::Stderr => "stderr",
        }
    }
}

/// Something to show. `display_id` allows later updates.
#[derive(Clone, Debug, Default)]
pub struct Display {
    pub data: Bundle,
    pub metadata: Bundle,
    pub display_id: Option<String>,
    /// Updates the display `display_id` instead of adding one.
    pub update: bool,
}

/// Why a cell failed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ErrorReport {
    /// The exception's class, such as `RuntimeError`.
    pub ename: String,
    /// Its message.
    pub evalue: String,
    /// The lines to print, with colours as ANSI escapes.
    pub traceback: Vec<String>,
}

/// Why `input` returned no line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoInput {
    #[error("input was called, but this frontend does not support input requests.")]
    NotSupported,
    #[error("interrupted while waiting for input")]
    Interrupted,
}

/// Each of `items` replaces the code from `start` to `end` (code points).
#[derive(Clone, Debug, Default)]
pub struct Completions {
    pub items: Vec<Completion>,
    pub start: usize,
    pub end: usize,
}

/// One completion.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completion {
    pub text: String,
    /// `function`, `module`, ...: front ends show it as an icon.
    pub kind: &'static str,
    /// Text shown beside it, or empty.
    pub signature: String,
}

/// `data` is empty if nothing was found.
#[derive(Clone, Debug, Default)]
pub struct Inspection {
    pub data: Bundle,
    pub metadata: Bundle,
}

/// Whether Enter should run the code or open another line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Completeness {
    Complete,
    /// The indentation for the next line.
    Incomplete(String),
    Invalid,
    Unknown,
}

/// A queue whose requests run one after the other.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shell {
    Main,
    /// A subshell. Its requests run concurrently with those of other shells.
    Sub(Arc<str>),
}

/// Work that runs code of the program, other than a cell of the main shell.
#[derive(Clone, Debug)]
pub enum Task {
    /// A cell, with the request's `user_expressions`.
    Cell(Cell, Map<String, Value>),
    /// A comm message from the front end.
    Comm(CommKind, Arc<Message>),
}

/// The values of a request's `user_expressions`, by name.
pub type Expressions = Vec<(String, Result<Bundle, ErrorReport>)>;

/// A comm message. A comm connects an object here with its view in the front end.
#[derive(Clone, Debug)]
pub struct Comm {
    pub kind: CommKind,
    /// `comm_id`, `data`, and for an open message `target_name`.
    pub content: Bundle,
    pub metadata: Bundle,
    /// Binary frames, forwarded unchanged.
    pub buffers: Vec<Bytes>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommKind {
    Open,
    Message,
    Close,
}

impl CommKind {
    const ALL: [CommKind; 3] = [CommKind::Open, CommKind::Message, CommKind::Close];

    /// Returns the message type.
    pub fn name(self) -> &'static str {
        match self {
            CommKind::Open => "comm_open",
            CommKind::Message => "comm_msg",
            CommKind::Close => "comm_close",
        }
    }

    /// Returns the kind of a message type, or None if it is not a comm message.
    pub fn named(name: &str) -> Option<CommKind> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// The content of `kernel_info_reply`. Known before the session exists.
#[derive(Clone, Debug, Serialize)]
pub struct KernelInfo {
    pub implementation: String,
    pub implementation_version: String,
    pub language_info: LanguageInfo,
    pub banner: String,
    pub help_links: Vec<HelpLink>,
    /// Whether the session supports a debugger.
    #[serde(skip)]
    pub debugger: bool,
}

/// How front ends highlight, export and name files.
#[derive(Clone, Debug, Serialize)]
pub struct LanguageInfo {
    pub name: String,
    pub version: String,
    pub mimetype: String,
    pub file_extension: String,
    pub pygments_lexer: String,
    pub codemirror_mode: Value,
    pub nbconvert_exporter: String,
}

/// An entry of the front end's Help menu.
#[derive(Clone, Debug, Serialize)]
pub struct HelpLink {
    pub text: String,
    pub url: String,
}
