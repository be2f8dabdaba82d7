//! Answers requests that run no code of the program.

use serde_json::{Value, json};

use super::cells::Cells;
use super::debugger::{Answer, Refusal, refused};
use super::message::{self, BadContent, CommInfoRequest, CursorRequest, HistoryRequest, IsCompleteRequest};
use super::panic::catch;
use super::session::{ErrorReport, Queries};
use super::wire::Message;

/// The message type of a debugger's request.
pub const DEBUG_REQUEST: &str = "debug_request";

/// Sends a reply to `request`, also when answering it fails or panics.
pub fn answer(cells: &Cells, queries: &mut dyn Queries, request: &Message) {
    let ways = &cells.ways;
    ways.status(&request.header, "busy");
    if request.kind() == DEBUG_REQUEST {
        return ways.answer_debugger(request, debug(queries, request));
    }
    let content = catch(|| content(cells, queries, request)).unwrap_or_else(Err);
    match content {
        Ok(content) => ways.reply(request, content),
        Err(report) if request.kind().ends_with("_request") => ways.reply(request, message::error(&report)),
        Err(report) => tracing::warn!("{}: {}", report.ename, report.evalue),
    }
    ways.status(&request.header, "idle");
}

/// Returns the answer to a debugger's request.
fn debug(queries: &mut dyn Queries, request: &Message) -> Answer {
    let failed = |report: ErrorReport| Answer {
        response: refused(&request.content, &Refusal(format!("{}: {}", report.ename, report.evalue))),
        events: Vec::new(),
    };
    catch(|| queries.debug(&request.content)).unwrap_or_else(failed)
}

fn content(cells: &Cells, queries: &mut dyn Queries, request: &Message) -> Result<Value, ErrorReport> {
    Ok(match request.kind() {
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
            let entries = match &cells.history {
                Some(history) => history.answer(&asked).map_err(|error| report("OSError", error))?,
                None => Vec::new(),
            };
            json!({"status": "ok", "history": entries})
        }
        "comm_info_request" => {
            let asked: CommInfoRequest = request.parse()?;
            let wanted = |target: &String| asked.target_name.as_ref().is_none_or(|name| name == target);
            let comms: serde_json::Map<String, Value> = queries
                .comms()
                .into_iter()
                .filter(|(_, target)| wanted(target))
                .map(|(id, target)| (id, json!({"target_name": target})))
                .collect();
            json!({"status": "ok", "comms": comms})
        }
        kind => return Err(report("NotImplementedError", format!("{kind} is not supported"))),
    })
}

fn report(ename: &str, evalue: impl ToString) -> ErrorReport {
    let evalue = evalue.to_string();
    let traceback = vec![format!("{ename}: {evalue}")];
    ErrorReport { ename: ename.to_owned(), evalue, traceback }
}

impl From<BadContent> for ErrorReport {
    fn from(bad: BadContent) -> Self {
        report("BadRequest", bad)
    }
}
