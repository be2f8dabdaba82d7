//! The contract between the protocol and whoever evaluates cells.
//!
//! A [`Session`] lives on the evaluator's thread and is created there by a [`SessionFactory`]. While a cell runs, the
//! evaluator polls [`Signals`]: `interrupt` asks it to stop, `attention` to call [`Frontend::safe_point`], where
//! completions and comm messages that arrived meanwhile are answered.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use bytes::Bytes;
use serde::Serialize;
use serde_json::{Map, Value};

use super::debugger;
use super::wire::Message;

/// A MIME bundle, or the metadata beside one: MIME type -> content.
pub type Bundle = Map<String, Value>;

/// Creates the session on the evaluator's thread.
pub type SessionFactory = Box<dyn FnOnce(Signals) -> Box<dyn Session> + Send>;

/// Evaluates cells, one at a time.
///
/// A panic in any method becomes an error reply; the session is used again afterwards.
pub trait Session: Queries {
    /// Runs a cell. Output goes through `front`; an error is returned, not shown: the kernel publishes it.
    fn execute(&mut self, cell: &Cell, front: &mut dyn Frontend) -> Result<(), ErrorReport>;

    /// The value of one of the request's `user_expressions`, as a MIME bundle.
    fn evaluate(&mut self, expression: &str, front: &mut dyn Frontend) -> Result<Bundle, ErrorReport>;

    /// No cell of the main shell runs: does the tasks that wait ([`Frontend::next_shell`]), and has threads that cells left run
    /// on for a moment. Whether there are any.
    fn go_on(&mut self, front: &mut dyn Frontend) -> bool {
        refuse_tasks(front);
        false
    }

    /// The kernel is about to exit; with `restart` another will take its place.
    fn shutdown(&mut self, restart: bool) {
        let _ = restart;
    }
}

/// Questions that can be answered between two instructions of a running cell. Cursors count code points, not bytes.
pub trait Queries {
    fn complete(&mut self, code: &str, cursor: usize) -> Completions;

    /// Documentation of what stands at the cursor; `detail` 1 asks for the source too.
    fn inspect(&mut self, code: &str, cursor: usize, detail: u8) -> Inspection;

    fn is_complete(&mut self, code: &str) -> Completeness;

    /// The comms that are open: their ids and targets.
    fn comms(&mut self) -> Vec<(String, String)> {
        Vec::new()
    }

    /// Answers a request of the debug adapter protocol.
    fn debug(&mut self, request: &Value) -> debugger::Answer {
        let refusal = debugger::Refusal("this session has no debugger".to_owned());
        debugger::Answer { response: debugger::refused(request, &refusal), events: Vec::new() }
    }
}

/// For sessions that run cells of the main shell only.
pub fn refuse_tasks(front: &mut dyn Frontend) {
    while let Some(shell) = front.next_shell(true) {
        while front.next_task(&shell).is_some() {
            let evalue = "this session runs cells one after the other".to_owned();
            let traceback = vec![format!("NotImplementedError: {evalue}")];
            front.finish_task(Err(ErrorReport { ename: "NotImplementedError".into(), evalue, traceback }));
        }
    }
}

/// Where a running cell's output goes, and where its questions are asked.
pub trait Frontend {
    fn stream(&mut self, stream: Stream, text: &str);

    /// Whether streams are the process's own, which a forked process may write to as well.
    fn has_own_streams(&self) -> bool {
        false
    }

    /// `display_data`, or `update_display_data`.
    fn display(&mut self, display: Display);

    /// The value of the cell's last expression.
    fn execute_result(&mut self, data: Bundle, metadata: Bundle);

    /// Clears the cell's output: now, or with `wait` when the next output comes.
    fn clear_output(&mut self, wait: bool);

    /// Asks the user for a line.
    ///
    /// # Errors
    /// Where nobody can be asked, or the question was interrupted (which takes `Signals::interrupt` down).
    fn input(&mut self, prompt: &str, password: bool) -> Result<String, NoInput>;

    /// Shows `data` in the pager, from line `start`.
    fn page(&mut self, data: Bundle, start: usize);

    /// Puts `text` into a new cell below, or with `replace` into this one.
    fn set_next_input(&mut self, text: &str, replace: bool);

    /// Asks the front end to end, as a terminal's does; with `keeps_kernel` the kernel goes on.
    fn ask_exit(&mut self, keeps_kernel: bool) {
        let _ = keeps_kernel;
    }

    /// Sends a comm message.
    fn comm(&mut self, comm: Comm);

    /// Shows an error that ends nothing.
    fn error(&mut self, report: &ErrorReport) {
        for line in &report.traceback {
            self.stream(Stream::Stderr, &format!("{line}\n"));
        }
    }

    /// The message that output belongs to; None where there is none.
    fn request(&mut self) -> Option<Arc<Message>> {
        None
    }

    /// Output from here on belongs to the message with this header.
    fn set_parent(&mut self, header: Value) {
        let _ = header;
    }

    /// A shell with tasks that nobody does yet: from here on the caller does them, by [`Frontend::next_task`]. The main shell's are
    /// for the program's main thread.
    fn next_shell(&mut self, is_main_thread: bool) -> Option<Shell> {
        let _ = is_main_thread;
        None
    }

    /// Begins a shell's next task, which output then belongs to. At `None` the caller stops serving the shell.
    fn next_task(&mut self, shell: &Shell) -> Option<Task> {
        let _ = shell;
        None
    }

    /// Ends the task that output belongs to.
    fn finish_task(&mut self, outcome: Result<Expressions, ErrorReport>) {
        let _ = outcome;
    }

    /// Answers what was asked since the last call; cheap when there is nothing. Call it when `Signals::attention` is up.
    fn safe_point(&mut self, queries: &mut dyn Queries);

    /// The program stands still for a debugger: that one's next request, which [`Frontend::debug_reply`] answers. Other questions are
    /// answered meanwhile, and what runs code of the program waits. None after an interrupt, which stays up.
    fn debug_request(&mut self, queries: &mut dyn Queries) -> Option<Value> {
        let _ = queries;
        None
    }

    /// Answers the request that [`Frontend::debug_request`] gave last.
    fn debug_reply(&mut self, answer: debugger::Answer) {
        let _ = answer;
    }

    /// Tells debuggers that the program stands, goes on, or something else; false where no debugger can be told.
    fn debug_event(&mut self, event: &debugger::Event, content: Value) -> bool {
        let _ = (event, content);
        false
    }

    /// The number of the cell that output belongs to; it is known from then on.
    fn cell(&mut self) -> u64 {
        0
    }

    /// Output from here on belongs to a cell that is known.
    fn enter_cell(&mut self, cell: u64) {
        let _ = cell;
    }
}

/// Flags that the evaluator polls at every loop turn and call.
#[derive(Clone, Debug, Default)]
pub struct Signals {
    /// The user asked to stop: clear it and raise KeyboardInterrupt.
    pub interrupt: Arc<AtomicBool>,
    /// A question waits: clear it and call [`Frontend::safe_point`].
    pub attention: Arc<AtomicBool>,
}

/// A cell to run.
#[derive(Clone, Debug)]
pub struct Cell {
    pub code: String,
    /// The number in `In [n]`.
    pub execution_count: u32,
    /// Run as quietly as possible: results are not shown.
    pub silent: bool,
    /// False for code that the front end runs for itself.
    pub store_history: bool,
    /// The file that the code is, where it is no cell of a notebook: what diagnostics call it.
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

/// Something to show, with a name where it is to be updated later.
#[derive(Clone, Debug, Default)]
pub struct Display {
    pub data: Bundle,
    pub metadata: Bundle,
    pub display_id: Option<String>,
    /// Replaces what was shown under `display_id` instead of showing anew.
    pub update: bool,
}

/// Why a cell failed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ErrorReport {
    /// The exception's class, such as `RuntimeError`.
    pub ename: String,
    /// Its message.
    pub evalue: String,
    /// What to print, line by line, colours as ANSI escapes.
    pub traceback: Vec<String>,
}

/// Why `input` got no answer.
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

/// One way to go on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completion {
    pub text: String,
    /// `function`, `module`, ...: shown as an icon.
    pub kind: &'static str,
    /// What is shown beside it; empty where there is nothing to say.
    pub signature: String,
}

/// `data` is empty where nothing was found.
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

/// Where requests are done one after the other.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shell {
    Main,
    /// Its requests are done beside those of the others.
    Sub(Arc<str>),
}

/// What runs code of the program and is no cell of the main shell.
#[derive(Clone, Debug)]
pub enum Task {
    /// A cell, with the request's `user_expressions`.
    Cell(Cell, Map<String, Value>),
    /// A message of a comm from the front end.
    Comm(CommKind, Arc<Message>),
}

/// The values of a request's `user_expressions`, by their names.
pub type Expressions = Vec<(String, Result<Bundle, ErrorReport>)>;

/// A message of a comm, the channel between an object here and its picture in the front end.
#[derive(Clone, Debug)]
pub struct Comm {
    pub kind: CommKind,
    /// `comm_id`, `data`, and where it opens `target_name`.
    pub content: Bundle,
    pub metadata: Bundle,
    /// Binary frames, passed on untouched.
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

    /// The type of the message.
    pub fn name(self) -> &'static str {
        match self {
            CommKind::Open => "comm_open",
            CommKind::Message => "comm_msg",
            CommKind::Close => "comm_close",
        }
    }

    /// Of a type of messages; None where those are none of comms.
    pub fn named(name: &str) -> Option<CommKind> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// Who answers here: the content of `kernel_info_reply`. Known before the session exists.
#[derive(Clone, Debug, Serialize)]
pub struct KernelInfo {
    pub implementation: String,
    pub implementation_version: String,
    pub language_info: LanguageInfo,
    pub banner: String,
    pub help_links: Vec<HelpLink>,
    /// Whether the session answers a debugger.
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
