//! Events: messages that the client did not request.

use serde::Serialize;

use super::reply::Thread;

/// An event as `debug_event` carries it, without its sequence number.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "event", content = "body", rename_all = "camelCase")]
pub enum Event {
    /// Breakpoints may be set now.
    Initialized,
    Process(Process),
    Thread(ThreadChange),
    Stopped(Stopped),
    Continued(Continued),
    Output(Output),
    Terminated,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Process {
    pub name: String,
    pub system_process_id: u32,
    pub is_local_process: bool,
    pub start_method: &'static str,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ThreadChange {
    pub reason: &'static str,
    pub thread_id: i64,
}

impl ThreadChange {
    pub fn started(thread: &Thread) -> ThreadChange {
        ThreadChange { reason: "started", thread_id: thread.id }
    }
}

/// The program has stopped.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Stopped {
    /// `breakpoint`, `step`, `exception` or `pause`.
    pub reason: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    pub thread_id: i64,
    pub preserve_focus_hint: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    pub all_threads_stopped: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hit_breakpoint_ids: Vec<i64>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Continued {
    pub thread_id: i64,
    pub all_threads_continued: bool,
}

/// The output of a logpoint.
#[derive(Clone, Debug, Serialize)]
pub struct Output {
    pub category: &'static str,
    pub output: String,
}
