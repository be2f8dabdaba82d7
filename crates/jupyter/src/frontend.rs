//! Implements [`Frontend`] for the running request: publishes its output and asks the user its questions.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

use serde_json::{Value, json};

use super::answers::{DEBUG_REQUEST, answer};
use super::cells::{Cells, Origin, is_main_cell, runs_code};
use super::debugger::{Answer, Event};
use super::message::InputReply;
use super::session::{
    Bundle, Comm, Display, ErrorReport, Expressions, Frontend, NoInput, Queries, Shell, Stream, Task,
};
use super::wire::{Message, Outgoing};

/// How often a question to the user checks for an interrupt.
const INTERRUPT_POLL: Duration = Duration::from_millis(20);

/// The front end of one request at a time. The request changes with the running thread.
pub struct CellFrontend<'a> {
    cells: &'a mut Cells,
    origin: Origin,
    /// The debugger's request that is being answered.
    debugger: Option<Message>,
}

impl<'a> CellFrontend<'a> {
    pub fn new(cells: &'a mut Cells, origin: Origin) -> Self {
        Self { cells, origin, debugger: None }
    }

    fn publish(&self, kind: &'static str, content: Value) {
        self.publish_with(Outgoing::new(kind, &self.origin.header, content));
    }

    fn publish_with(&self, message: Outgoing) {
        let outbox = &self.cells.ways.outbox;
        outbox.send(message);
        outbox.wait_for_room();
    }

    /// Answers waiting queries and queues waiting tasks. Returns whether a query was answered.
    fn look(&mut self, queries: &mut dyn Queries) -> bool {
        let mut answered = false;
        while let Some(request) = self.cells.ways.inbox.take(|request| !is_main_cell(request)) {
            match runs_code(&request) {
                true => self.cells.push(request),
                false => {
                    answer(self.cells, queries, &request);
                    answered = true;
                }
            }
        }
        answered
    }

    /// Adds a payload to the cell's reply. Replaces an earlier one of the same source.
    fn carry(&mut self, source: &str, payload: Value) {
        if let Some(running) = self.cells.running(&self.origin) {
            running.payload.retain(|earlier| earlier["source"] != source);
            running.payload.push(payload);
        }
    }

    /// Begins to answer a debugger's request. Returns its content.
    fn debugged(&mut self, request: Message) -> Value {
        self.cells.ways.status(&request.header, "busy");
        let content = request.content.clone();
        self.debugger = Some(request);
        content
    }

    /// Publishes `busy` again: front ends show the latest status, which was another request's idle.
    fn is_busy_again(&mut self) {
        let origin = self.cells.latest.clone();
        if self.cells.running(&origin).is_some() {
            self.cells.ways.status(&origin.header, "busy");
        }
    }
}

impl Frontend for CellFrontend<'_> {
    fn stream(&mut self, stream: Stream, text: &str) {
        if !text.is_empty() {
            let outbox = &self.cells.ways.outbox;
            outbox.stream(&self.origin.header, stream, text);
            outbox.wait_for_room();
        }
    }

    fn display(&mut self, display: Display) {
        let kind = if display.update { "update_display_data" } else { "display_data" };
        let transient = match &display.display_id {
            Some(id) => json!({"display_id": id}),
            None => json!({}),
        };
        let content = json!({"data": display.data, "metadata": display.metadata, "transient": transient});
        match display.display_id.filter(|_| display.update) {
            Some(id) => {
                let outbox = &self.cells.ways.outbox;
                outbox.update(&id, Outgoing::new(kind, &self.origin.header, content));
                outbox.wait_for_room();
            }
            None => self.publish(kind, content),
        }
    }

    fn execute_result(&mut self, data: Bundle, metadata: Bundle) {
        let Some(running) = self.cells.running(&self.origin) else {
            return self.display(Display { data, metadata, ..Display::default() });
        };
        running.result_text = data.get("text/plain").and_then(Value::as_str).map(str::to_owned);
        let count = running.execution_count;
        self.publish("execute_result", json!({"execution_count": count, "data": data, "metadata": metadata}));
    }

    fn clear_output(&mut self, wait: bool) {
        self.publish("clear_output", json!({"wait": wait}));
    }

    fn input(&mut self, prompt: &str, password: bool) -> Result<String, NoInput> {
        let asks = self.cells.running(&self.origin).is_some_and(|running| running.asked.allow_stdin);
        let Some(request) = self.origin.request.clone().filter(|_| asks) else {
            return Err(NoInput::NotSupported);
        };
        let cells = &mut *self.cells;
        // Discards answers to abandoned questions.
        while cells.input_replies.try_recv().is_ok() {}
        let content = json!({"prompt": prompt, "password": password});
        let mut question = Outgoing::new("input_request", &request.header, content);
        (question.to, question.ids) = (request.from.clone(), request.ids.clone());
        if !cells.ways.stdin.send(question) {
            return Err(NoInput::NotSupported);
        }
        loop {
            match cells.input_replies.recv_timeout(INTERRUPT_POLL) {
                Ok(reply) => match reply.parse::<InputReply>() {
                    Ok(reply) => return Ok(reply.value),
                    Err(bad) => tracing::warn!("{bad}"),
                },
                Err(RecvTimeoutError::Timeout) if cells.ways.signals.interrupt.swap(false, Ordering::Relaxed) => {
                    return Err(NoInput::Interrupted);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(NoInput::NotSupported),
            }
        }
    }

    fn page(&mut self, data: Bundle, start: usize) {
        self.carry("page", json!({"source": "page", "data": data, "start": start}));
    }

    fn set_next_input(&mut self, text: &str, replace: bool) {
        self.carry("set_next_input", json!({"source": "set_next_input", "text": text, "replace": replace}));
    }

    fn ask_exit(&mut self, keeps_kernel: bool) {
        self.carry("ask_exit", json!({"source": "ask_exit", "keepkernel": keeps_kernel}));
    }

    fn comm(&mut self, comm: Comm) {
        let mut message = Outgoing::new(comm.kind.name(), &self.origin.header, comm.content.into());
        message.metadata = comm.metadata.into();
        message.buffers = comm.buffers;
        self.publish_with(message);
    }

    fn error(&mut self, report: &ErrorReport) {
        self.publish("error", json!(report));
    }

    fn request(&mut self) -> Option<Arc<Message>> {
        self.origin.request.clone()
    }

    fn set_parent(&mut self, header: Value) {
        if header != *self.origin.header {
            self.origin.header = Arc::new(header);
        }
    }

    fn safe_point(&mut self, queries: &mut dyn Queries) {
        self.cells.ways.signals.attention.store(false, Ordering::Relaxed);
        if self.look(queries) {
            self.is_busy_again();
        }
    }

    fn debug_request(&mut self, queries: &mut dyn Queries) -> Option<Value> {
        let ways = self.cells.ways.clone();
        while !ways.signals.interrupt.load(Ordering::Relaxed) {
            match ways.inbox.take(|request| !is_main_cell(request)) {
                Some(request) if runs_code(&request) => self.cells.push(request),
                Some(request) if request.kind() == DEBUG_REQUEST => return Some(self.debugged(request)),
                Some(request) => answer(self.cells, queries, &request),
                None => ways.inbox.wait_for(|request| !is_main_cell(request), INTERRUPT_POLL),
            }
        }
        None
    }

    fn debug_reply(&mut self, answer: Answer) {
        if let Some(request) = self.debugger.take() {
            self.cells.ways.answer_debugger(&request, answer);
        }
    }

    fn debug_event(&mut self, event: &Event, content: Value) -> bool {
        let ways = self.cells.ways.clone();
        ways.debug_event(content);
        if let Event::Continued(_) = event {
            // Requests that arrived meanwhile and run code can run now.
            ways.signals.attention.store(true, Ordering::Relaxed);
            self.is_busy_again();
        }
        true
    }

    fn next_shell(&mut self, is_main_thread: bool) -> Option<Shell> {
        self.cells.next_shell(is_main_thread)
    }

    fn next_task(&mut self, shell: &Shell) -> Option<Task> {
        let (origin, task) = self.cells.next_task(shell)?;
        self.origin = origin;
        Some(task)
    }

    fn finish_task(&mut self, outcome: Result<Expressions, ErrorReport>) {
        self.cells.finish(&self.origin, outcome);
        self.is_busy_again();
    }

    fn cell(&mut self) -> u64 {
        self.cells.keep(&self.origin)
    }

    fn enter_cell(&mut self, cell: u64) {
        if let Some(origin) = self.cells.kept(cell) {
            self.origin = origin.clone();
        }
    }
}
