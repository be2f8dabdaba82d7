//! Connects the sockets' tasks with the evaluator's thread.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::{Condvar, Mutex};
use serde_json::{Value, json};

use super::channel::Channel;
use super::debugger::Answer;
use super::iopub::Outbox;
use super::session::{Shell, Signals};
use super::wire::{Message, Outgoing};

/// The queue of requests from the shell socket to the evaluator.
#[derive(Default)]
pub struct Inbox {
    state: Mutex<Waiting>,
    arrived: Condvar,
}

#[derive(Default)]
struct Waiting {
    requests: VecDeque<Message>,
    /// Set when the kernel ends; true means a restart.
    shutdown: Option<bool>,
}

impl Inbox {
    pub fn push(&self, request: Message) {
        self.state.lock().requests.push_back(request);
        self.arrived.notify_one();
    }

    /// Ends the evaluator after its current request.
    pub fn shutdown(&self, restart: bool) {
        self.state.lock().shutdown = Some(restart);
        self.arrived.notify_one();
    }

    /// Returns the next request, or `Err(restart)` at a shutdown. Returns `Ok(None)` if the queue is empty and `wait` is false.
    pub fn next(&self, wait: bool) -> Result<Option<Message>, bool> {
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

    /// Waits until a matching request arrives, at most `longest`.
    pub fn wait_for(&self, wanted: impl Fn(&Message) -> bool, longest: Duration) {
        let mut state = self.state.lock();
        if !state.requests.iter().any(wanted) && state.shutdown.is_none() {
            self.arrived.wait_for(&mut state, longest);
        }
    }

    /// Removes the first matching request.
    pub fn take(&self, wanted: impl Fn(&Message) -> bool) -> Option<Message> {
        let mut state = self.state.lock();
        let index = state.requests.iter().position(wanted)?;
        state.requests.remove(index)
    }
}

/// The subshells, created and deleted on the control socket.
#[derive(Default)]
pub struct Subshells(Mutex<Vec<String>>);

impl Subshells {
    /// Creates a subshell and returns its id.
    pub fn create(&self) -> String {
        let id = uuid::Uuid::new_v4().to_string();
        self.0.lock().push(id.clone());
        id
    }

    /// Deletes a subshell. Returns false if the id is unknown.
    pub fn delete(&self, id: &str) -> bool {
        let mut all = self.0.lock();
        let before = all.len();
        all.retain(|known| known != id);
        all.len() < before
    }

    pub fn list(&self) -> Vec<String> {
        self.0.lock().clone()
    }

    /// Returns whether a shell still accepts requests.
    pub fn has(&self, shell: &Shell) -> bool {
        match shell {
            Shell::Main => true,
            Shell::Sub(id) => self.0.lock().iter().any(|known| **known == **id),
        }
    }
}

/// The evaluator's outgoing channels, shared with the sockets' tasks.
pub struct Ways {
    pub signals: Signals,
    pub inbox: Inbox,
    pub subshells: Subshells,
    pub outbox: Arc<Outbox>,
    pub shell: Channel,
    pub control: Channel,
    pub stdin: Channel,
    /// The header of the debugger's latest request: the parent of the events that follow.
    pub debugger: Mutex<Arc<Value>>,
}

impl Ways {
    /// Publishes the kernel's state for a request: `busy` or `idle`.
    pub fn status(&self, parent: &Arc<Value>, state: &str) {
        self.outbox.send(Outgoing::new("status", parent, json!({"execution_state": state})));
    }

    /// Sends the answer's events, then replies to the debugger on the control socket.
    pub fn answer_debugger(&self, request: &Message, answer: Answer) {
        *self.debugger.lock() = request.header.clone();
        answer.events.into_iter().for_each(|event| self.debug_event(event));
        self.control.send(Outgoing::reply(request, answer.response));
        self.status(&request.header, "idle");
    }

    /// Publishes an event for debuggers.
    pub fn debug_event(&self, event: Value) {
        let parent = self.debugger.lock().clone();
        self.outbox.send(Outgoing::new("debug_event", &parent, event));
    }

    /// Replies on the shell socket.
    pub fn reply(&self, request: &Message, content: Value) {
        self.shell.send(Outgoing::reply(request, content));
    }
}

/// Returns the shell that a request names.
pub fn shell_of(request: &Message) -> Shell {
    match request.header["subshell_id"].as_str() {
        Some(id) => Shell::Sub(id.into()),
        None => Shell::Main,
    }
}
