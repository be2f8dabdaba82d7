//! Runs each cell of a notebook on several ranks. Rank 0 communicates with Jupyter; the output of the others is shown folded.
//!
//! A failing rank does not block the others. When a cell fails or is interrupted on one rank, pending operations of
//! the others in `torch.distributed` end with an error that names it, and the process groups are recreated before the
//! next cell. When a process ends, the cell fails too, and the notebook reports that it must be restarted.

mod channel;
mod member;

pub use channel::{Line, VARIABLE, gather};
pub use member::serve as serve_member;

use crate::notebook::Notebook;
use channel::{Failure, Message};
use parking_lot::Mutex;
use serde_json::{Value, json};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tensorcell_display::html::escape;
use tensorcell_dist::{self as dist, Patience};
use tensorcell_jupyter::{
    Bundle, Cell, Completeness, Completions, Display, ErrorReport, Frontend, Inspection, Queries, Session, Signals,
    Stream,
};

/// Rank 0's state of another rank.
struct Member {
    rank: usize,
    to: Mutex<TcpStream>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    outputs: Vec<Output>,
    running: bool,
    error: Option<Failure>,
    connected: bool,
    gone: bool,
}

/// The output of a rank.
enum Output {
    Text(String, String),
    Shown(Display),
}

impl Member {
    fn send(&self, message: &Message) {
        if channel::write(&mut self.to.lock(), message).is_err() {
            self.state.lock().gone = true;
        }
    }
}

/// The session of rank 0.
pub struct Ranks {
    notebook: Notebook,
    members: Arc<Vec<Member>>,
    /// The notebook's own interrupt flag. The outer one, which Jupyter sets, is for all ranks.
    interrupt: Arc<AtomicBool>,
    renew: bool,
}

impl Ranks {
    /// Creates the session with the connections to all other ranks.
    pub fn new(lines: Vec<Line>, signals: Signals) -> Ranks {
        let mut readers = Vec::new();
        let mut members = Vec::new();
        for Line { rank, to, from } in lines {
            readers.push(from);
            members.push(Member { rank, to: Mutex::new(to), state: Mutex::default() });
        }
        let members = Arc::new(members);
        for (at, mut from) in readers.into_iter().enumerate() {
            let members = members.clone();
            std::thread::spawn(move || {
                while let Some(message) = channel::read(&mut from) {
                    handle_message(&members, at, message);
                }
                let mut state = members[at].state.lock();
                (state.gone, state.running) = (true, false);
                drop(state);
                abort(&members, members[at].rank, "its process has ended");
            });
        }
        let own = Signals { interrupt: Arc::default(), attention: signals.attention };
        let (outer, inner, interrupted) = (signals.interrupt, own.interrupt.clone(), members.clone());
        std::thread::spawn(move || {
            loop {
                if outer.swap(false, Ordering::Relaxed) {
                    inner.store(true, Ordering::Relaxed);
                    interrupted.iter().for_each(|member| member.send(&Message::Interrupt));
                }
                std::thread::sleep(Duration::from_millis(5));
            }
        });
        let interrupt = own.interrupt.clone();
        Ranks { notebook: Notebook::new(own), members, interrupt, renew: false }
    }

    /// Starts a cell on a rank.
    fn begin(&self, member: &Member, cell: &Cell, code: &str, renew: bool) {
        let (connected, gone) = {
            let state = member.state.lock();
            (state.connected, state.gone)
        };
        *member.state.lock() = State { running: !gone, connected, gone, ..State::default() };
        member.send(&Message::Execute {
            code: code.to_owned(),
            count: cell.execution_count,
            silent: cell.silent,
            store: cell.store_history,
            renew,
        });
    }

    /// Waits until the cells on all ranks have ended, and answers queries meanwhile.
    fn finish(&mut self, front: &mut dyn Frontend) {
        while self.members.iter().any(|member| {
            let state = member.state.lock();
            state.running && !state.gone
        }) {
            front.safe_point(&mut self.notebook);
            std::thread::sleep(Duration::from_millis(2));
        }
        // An interrupt that arrived while only other ranks ran has stopped them.
        self.interrupt.store(false, Ordering::Relaxed);
    }

    /// Returns an error if a process has ended: then no more cells can run.
    fn lost_rank(&self) -> Option<ErrorReport> {
        let gone = self.members.iter().find(|member| member.state.lock().gone)?;
        let text = format!("rank {}: its process has ended; restart the kernel", gone.rank);
        Some(ErrorReport {
            ename: "RuntimeError".into(),
            evalue: text.clone(),
            traceback: vec![format!("RuntimeError: {text}")],
        })
    }

    /// `%rank N`, `%rank N CODE`, `%%rank N`: shows one rank's last output, or runs code on it alone.
    fn on_one(&mut self, rank: &str, code: &str, cell: &Cell, front: &mut dyn Frontend) -> Result<(), ErrorReport> {
        let members = self.members.clone();
        let found = rank.parse().ok().and_then(|rank: usize| match rank {
            0 => Some(None),
            rank => members.iter().find(|member| member.rank == rank).map(Some),
        });
        let Some(member) = found else {
            let text = format!("there is no rank {rank:?}: ranks go from 0 to {}", members.len());
            return Err(ErrorReport {
                ename: "ValueError".into(),
                evalue: text.clone(),
                traceback: vec![format!("ValueError: {text}")],
            });
        };
        let Some(member) = member else {
            let cell = Cell { code: code.to_owned(), ..cell.clone() };
            return self.notebook.execute(&cell, front);
        };
        if !code.trim().is_empty() {
            self.begin(member, cell, code, false);
            self.finish(front);
        }
        let state = member.state.lock();
        for output in &state.outputs {
            match output {
                Output::Text(stream, text) if stream == "stderr" => front.stream(Stream::Stderr, text),
                Output::Text(_, text) => front.stream(Stream::Stdout, text),
                Output::Shown(display) => front.display(Display { display_id: None, update: false, ..display.clone() }),
            }
        }
        match &state.error {
            Some(error) if !code.trim().is_empty() => Err(report(member.rank, error)),
            _ => Ok(()),
        }
    }

    /// Shows the output of the other ranks, folded.
    fn fold(&self, front: &mut dyn Frontend) {
        let (mut html, mut plain) = (String::new(), Vec::new());
        for member in self.members.iter() {
            let state = member.state.lock();
            if state.outputs.is_empty() {
                continue;
            }
            let mut text = String::new();
            let mut shown = 0;
            for output in &state.outputs {
                match output {
                    Output::Text(_, more) => text += more,
                    Output::Shown(display) => {
                        shown += 1;
                        if let Some(more) = display.data.get("text/plain").and_then(Value::as_str) {
                            text += more;
                            text.push('\n');
                        }
                    }
                }
            }
            let lines = text.lines().count();
            let what = match (lines, shown) {
                (1, _) => "1 line".to_owned(),
                (lines, _) => format!("{lines} lines"),
            };
            html += &format!(
                "<details><summary>rank {}: {what}</summary><pre>{}</pre></details>",
                member.rank,
                escape(&text)
            );
            plain.push(format!("[rank {}: {what}; %rank {} shows them]", member.rank, member.rank));
        }
        if !html.is_empty() {
            let data = json!({"text/html": html, "text/plain": plain.join("\n")});
            front.display(Display { data: data.as_object().cloned().unwrap_or_default(), ..Display::default() });
        }
    }
}

/// Handles a message of a rank.
fn handle_message(members: &[Member], at: usize, message: Message) {
    let member = &members[at];
    let mut state = member.state.lock();
    match message {
        Message::Text { stream, text } => match state.outputs.last_mut() {
            Some(Output::Text(last, before)) if *last == stream => before.push_str(&text),
            _ => state.outputs.push(Output::Text(stream, text)),
        },
        Message::Show { data, metadata, id, update } => {
            let display = Display { data, metadata, display_id: id, update };
            let same = |output: &&mut Output| matches!(output, Output::Shown(old) if update && old.display_id == display.display_id);
            match state.outputs.iter_mut().find(same) {
                Some(old) => *old = Output::Shown(display),
                None => state.outputs.push(Output::Shown(display)),
            }
        }
        Message::Clear => state.outputs.clear(),
        Message::Done { error, connected } => {
            if let Some(error) = &error {
                let reason = format!("its cell has ended with {}: {}", error.ename, first_line(&error.evalue));
                drop(state);
                abort(members, member.rank, &reason);
                state = member.state.lock();
            }
            state.error = error;
            state.connected = connected;
            state.running = false;
        }
        _ => {}
    }
}

/// Aborts the pending operations of all ranks that wait for one that failed.
fn abort(members: &[Member], rank: usize, reason: &str) {
    let reason = format!("rank {rank}: {reason}");
    dist::abort(&reason);
    for member in members.iter().filter(|member| member.rank != rank && !member.state.lock().gone) {
        member.send(&Message::Abort { reason: reason.clone() });
    }
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

/// Converts a rank's error. Each line names the rank.
fn report(rank: usize, error: &Failure) -> ErrorReport {
    let traceback = error.traceback.iter().flat_map(|text| text.lines()).map(|line| format!("[rank{rank}]: {line}"));
    ErrorReport {
        ename: error.ename.clone(),
        evalue: format!("[rank {rank}] {}", error.evalue),
        traceback: traceback.collect(),
    }
}

/// Recreates the process groups, on every rank at once, if there are any.
fn renew() {
    if let Some(connected) = tensorcell_torch::distributed::connected() {
        let mut patience = Patience { until: Instant::now() + Duration::from_secs(10), interrupted: &mut || false };
        if let Err(error) = connected.renew(&mut patience) {
            tracing::warn!("the process groups cannot be used any more: {error}");
        }
    }
}

/// Leaves the other ranks at the end, without a long wait.
fn leave_group() {
    if let Some(connected) = tensorcell_torch::distributed::connected() {
        connected.leave("");
    }
    let (ended, end) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        dist::finalize(true);
        let _ = ended.send(());
    });
    let _ = end.recv_timeout(Duration::from_secs(2));
}

/// Parses `%rank N CODE` and `%%rank N` into the rank and its code.
fn magic(code: &str) -> Option<(&str, &str)> {
    let code = code.trim_start();
    if let Some(rest) = code.strip_prefix("%%rank") {
        let (line, body) = rest.split_once('\n').unwrap_or((rest, ""));
        return Some((line.trim(), body));
    }
    let rest = code
        .strip_prefix("%rank")
        .filter(|rest| rest.starts_with(char::is_whitespace) && !rest.trim().contains('\n'))?;
    let rest = rest.trim();
    Some(rest.split_once(char::is_whitespace).unwrap_or((rest, "")))
}

impl Session for Ranks {
    fn execute(&mut self, cell: &Cell, front: &mut dyn Frontend) -> Result<(), ErrorReport> {
        if let Some(report) = self.lost_rank() {
            return Err(report);
        }
        if let Some((rank, code)) = magic(&cell.code) {
            return self.on_one(rank, code, cell, front);
        }
        // Groups are recreated on all ranks or on none.
        let here = tensorcell_torch::distributed::connected().is_some();
        let renewed =
            std::mem::take(&mut self.renew) && here && self.members.iter().all(|member| member.state.lock().connected);
        let members = self.members.clone();
        members.iter().for_each(|member| self.begin(member, cell, &cell.code, renewed));
        if renewed {
            renew();
        }
        let own = self.notebook.execute(cell, front);
        if let Err(error) = &own {
            abort(&members, 0, &format!("its cell has ended with {}: {}", error.ename, first_line(&error.evalue)));
        }
        self.finish(front);
        self.fold(front);
        // The first rank to fail has the cause; the others may have failed because they waited for it.
        let waited = |text: &str| text.contains("its cell has ended with") || text.contains("its process has ended");
        let failed: Vec<ErrorReport> = members
            .iter()
            .filter_map(|member| member.state.lock().error.as_ref().map(|error| report(member.rank, error)))
            .collect();
        self.renew = own.is_err() || !failed.is_empty();
        let cause = failed.iter().find(|error| !waited(&error.evalue)).or(failed.first());
        match (own, cause, self.lost_rank()) {
            (Err(own), Some(cause), None) if waited(&own.evalue) && !waited(&cause.evalue) => Err(cause.clone()),
            (Err(own), ..) => Err(ErrorReport {
                traceback: own
                    .traceback
                    .iter()
                    .flat_map(|text| text.lines())
                    .map(|line| format!("[rank0]: {line}"))
                    .collect(),
                evalue: format!("[rank 0] {}", own.evalue),
                ..own
            }),
            (Ok(()), Some(cause), None) => Err(cause.clone()),
            (Ok(()), _, Some(gone)) => Err(gone),
            (Ok(()), None, None) => Ok(()),
        }
    }

    fn evaluate(&mut self, expression: &str, front: &mut dyn Frontend) -> Result<Bundle, ErrorReport> {
        self.notebook.evaluate(expression, front)
    }

    fn go_on(&mut self, front: &mut dyn Frontend) -> bool {
        self.notebook.go_on(front)
    }

    fn shutdown(&mut self, restart: bool) {
        self.members.iter().for_each(|member| member.send(&Message::Shutdown));
        self.notebook.shutdown(restart);
        leave_group();
    }
}

impl Queries for Ranks {
    fn complete(&mut self, code: &str, cursor: usize) -> Completions {
        self.notebook.complete(code, cursor)
    }
    fn inspect(&mut self, code: &str, cursor: usize, detail: u8) -> Inspection {
        self.notebook.inspect(code, cursor, detail)
    }
    fn is_complete(&mut self, code: &str) -> Completeness {
        self.notebook.is_complete(code)
    }
    fn comms(&mut self) -> Vec<(String, String)> {
        self.notebook.comms()
    }
}

#[cfg(test)]
mod tests {
    use super::magic;

    #[test]
    fn the_magic_of_ranks_is_read() {
        assert_eq!(magic("%rank 2"), Some(("2", "")));
        assert_eq!(magic(" %rank 1 x.sum()"), Some(("1", "x.sum()")));
        assert_eq!(magic("%%rank 3\na = 1\na"), Some(("3", "a = 1\na")));
        assert_eq!(magic("%ranks"), None);
        assert_eq!(magic("%rank 1\nprint()"), None);
    }
}
