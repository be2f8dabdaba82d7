//! The contents of requests, with the protocol's defaults, and of the larger replies.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::connection::ConnectionInfo;
use super::session::{Completeness, Completion, Completions, ErrorReport, Inspection, KernelInfo};
use super::wire::{Message, PROTOCOL_VERSION};

/// The content of a request violates the protocol.
#[derive(Debug, thiserror::Error)]
#[error("malformed {kind}: {reason}")]
pub struct BadContent {
    kind: String,
    reason: serde_json::Error,
}

impl Message {
    /// Parses the content as the struct for the message's kind.
    ///
    /// # Errors
    /// If a required field is missing, or a field has another type.
    pub fn parse<T: DeserializeOwned>(&self) -> Result<T, BadContent> {
        T::deserialize(&self.content).map_err(|reason| BadContent { kind: self.kind().to_owned(), reason })
    }
}

fn yes() -> bool {
    true
}

#[derive(Debug, Deserialize)]
pub struct ExecuteRequest {
    pub code: String,
    #[serde(default)]
    pub silent: bool,
    /// `silent` overrides it: use [`ExecuteRequest::stores_history`].
    #[serde(default = "yes")]
    store_history: bool,
    #[serde(default)]
    pub user_expressions: Map<String, Value>,
    #[serde(default = "yes")]
    pub allow_stdin: bool,
    #[serde(default = "yes")]
    pub stop_on_error: bool,
}

impl ExecuteRequest {
    pub fn stores_history(&self) -> bool {
        self.store_history && !self.silent
    }
}

/// `complete_request` and `inspect_request`.
#[derive(Debug, Deserialize)]
pub struct CursorRequest {
    pub code: String,
    /// In code points. Defaults to the end of the code.
    cursor_pos: Option<usize>,
    #[serde(default)]
    pub detail_level: u8,
}

impl CursorRequest {
    /// Returns the cursor in code points, clamped to the code.
    pub fn cursor(&self) -> usize {
        let length = self.code.chars().count();
        self.cursor_pos.map_or(length, |cursor| cursor.min(length))
    }
}

#[derive(Debug, Deserialize)]
pub struct IsCompleteRequest {
    pub code: String,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum HistoryAccess {
    Range,
    Tail,
    Search,
}

#[derive(Debug, Deserialize)]
pub struct HistoryRequest {
    pub hist_access_type: HistoryAccess,
    /// Whether each entry includes its output.
    #[serde(default)]
    pub output: bool,
    /// For `range`: a session number. 0 is this session; negative numbers count back.
    #[serde(default)]
    pub session: i64,
    #[serde(default)]
    pub start: i64,
    pub stop: Option<i64>,
    /// For `tail` and `search`: the number of latest entries.
    pub n: Option<u32>,
    /// For `search`: a pattern with the wildcards `*` and `?`.
    pub pattern: Option<String>,
    #[serde(default)]
    pub unique: bool,
}

#[derive(Debug, Deserialize)]
pub struct CommInfoRequest {
    pub target_name: Option<String>,
}

#[derive(Debug, Deserialize)]
pub struct ShutdownRequest {
    #[serde(default)]
    pub restart: bool,
}

#[derive(Debug, Deserialize)]
pub struct InputReply {
    pub value: String,
}

/// `kernel_info_reply`.
pub fn kernel_info(info: &KernelInfo) -> Value {
    #[derive(Serialize)]
    struct Content<'a> {
        status: &'a str,
        protocol_version: &'a str,
        #[serde(flatten)]
        info: &'a KernelInfo,
        supported_features: Vec<&'a str>,
    }
    let debugger = info.debugger.then_some("debugger");
    let supported_features = std::iter::once("kernel subshells").chain(debugger).collect();
    json!(Content { status: "ok", protocol_version: PROTOCOL_VERSION, info, supported_features })
}

/// `connect_reply`.
pub fn ports(connection: &ConnectionInfo) -> Value {
    json!({
        "status": "ok",
        "shell_port": connection.shell_port,
        "iopub_port": connection.iopub_port,
        "stdin_port": connection.stdin_port,
        "hb_port": connection.hb_port,
        "control_port": connection.control_port,
    })
}

/// The content of a reply that reports an error.
pub fn error(report: &ErrorReport) -> Value {
    json!({
        "status": "error",
        "ename": report.ename,
        "evalue": report.evalue,
        "traceback": report.traceback,
    })
}

/// `complete_reply`.
pub fn completions(found: &Completions) -> Value {
    let typed = |item: &Completion| {
        let Completion { text, kind, signature } = item;
        json!({"text": text, "type": kind, "signature": signature, "start": found.start, "end": found.end})
    };
    let types: Vec<Value> = found.items.iter().map(typed).collect();
    let matches: Vec<&str> = found.items.iter().map(|item| item.text.as_str()).collect();
    let metadata = match types.is_empty() {
        true => json!({}),
        false => json!({"_jupyter_types_experimental": types}),
    };
    json!({
        "status": "ok",
        "matches": matches,
        "cursor_start": found.start,
        "cursor_end": found.end,
        "metadata": metadata,
    })
}

/// `inspect_reply`.
pub fn inspection(found: &Inspection) -> Value {
    json!({
        "status": "ok",
        "found": !found.data.is_empty(),
        "data": found.data,
        "metadata": found.metadata,
    })
}

/// `is_complete_reply`.
pub fn completeness(answer: &Completeness) -> Value {
    match answer {
        Completeness::Complete => json!({"status": "complete"}),
        Completeness::Incomplete(indent) => json!({"status": "incomplete", "indent": indent}),
        Completeness::Invalid => json!({"status": "invalid"}),
        Completeness::Unknown => json!({"status": "unknown"}),
    }
}
