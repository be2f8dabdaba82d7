//! Completion and help inside Rust cells, from evcxr's rust-analyzer.

use super::process::Event;
use super::{RUST, Rust};
use serde_json::{Value as Json, json};
use std::time::{Duration, Instant};
use tensorcell_jupyter::{Bundle, Completion, Completions, Inspection};
use tensorcell_language::Vm;

/// The maximum time for an answer: rust-analyzer reads the standard library before its first.
const PATIENCE: Duration = Duration::from_secs(20);

/// Returns where the Rust code of a cell begins, or None if it is not a Rust cell.
pub fn is_rust(code: &str) -> Option<usize> {
    let rest = code.strip_prefix("%%rust")?;
    let line = rest.find('\n')?;
    rest[..line].trim().is_empty().then_some("%%rust".len() + line + 1)
}

/// Completes at the cursor (in characters). Returns nothing before the first Rust cell has run, or while one runs.
pub fn complete(vm: &mut Vm, code: &str, begins: usize, cursor: usize) -> Completions {
    let nothing = Completions { items: Vec::new(), start: cursor, end: cursor };
    let Some(at) = offset(code, begins, cursor) else { return nothing };
    let Some(answer) = ask(vm, &json!({"do": "complete", "code": &code[begins..], "at": at})) else { return nothing };
    let character = |key: &str| {
        let at = begins + answer[key].as_u64().unwrap_or_default() as usize;
        code.get(..at).map_or(cursor, |before| before.chars().count())
    };
    let item = |item: &Json| {
        let text = item["text"].as_str()?.to_owned();
        let kind = match item["kind"].as_str()? {
            "function" => "function",
            "class" => "class",
            "module" => "module",
            "keyword" => "keyword",
            "magic" => "magic",
            _ => "instance",
        };
        let label = item["label"].as_str().unwrap_or_default();
        let signature = if label == text { String::new() } else { label.to_owned() };
        Some(Completion { text, kind, signature })
    };
    let items: Vec<Completion> =
        answer["items"].as_array().map(Vec::as_slice).unwrap_or_default().iter().filter_map(item).collect();
    match items.is_empty() {
        true => nothing,
        false => Completions { items, start: character("start"), end: character("end") },
    }
}

/// Returns rust-analyzer's description of the item at the cursor.
pub fn inspect(vm: &mut Vm, code: &str, begins: usize, cursor: usize) -> Inspection {
    let found = offset(code, begins, cursor).and_then(|at| {
        ask(vm, &json!({"do": "inspect", "code": &code[begins..], "at": word_end(&code[begins..], at)}))
    });
    let mut data = Bundle::new();
    if let Some(text) = found.as_ref().and_then(|answer| answer["text"].as_str())
        && !text.is_empty()
        && text != "No documentation found"
    {
        data.insert("text/plain".to_owned(), text.into());
        if let Some(html) = found.as_ref().and_then(|answer| answer["html"].as_str()) {
            data.insert("text/html".to_owned(), html.into());
        }
    }
    Inspection { data, ..Inspection::default() }
}

fn offset(code: &str, begins: usize, cursor: usize) -> Option<usize> {
    let at = code.char_indices().nth(cursor).map_or(code.len(), |(at, _)| at);
    at.checked_sub(begins)
}

/// Returns the end of the word at the cursor, because rust-analyzer looks at the text before it.
fn word_end(code: &str, at: usize) -> usize {
    let rest = &code[at..];
    at + rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len())
}

fn ask(vm: &mut Vm, request: &Json) -> Option<Json> {
    let mut rust = RUST.take()?;
    let answer = rust.question(vm, request);
    if !rust.process.is_gone() {
        RUST.set(Some(rust));
    }
    answer
}

impl Rust {
    fn question(&mut self, vm: &mut Vm, request: &Json) -> Option<Json> {
        let id = self.process.ask(request.clone())?;
        let until = Instant::now() + PATIENCE;
        while Instant::now() < until {
            match self.process.next(Duration::from_millis(100)) {
                Some(Event::Host(event)) if event["event"] == "done" && event["id"] == id => return Some(event),
                Some(Event::Host(event)) => self.handle(&event),
                Some(Event::Cells(_, message)) => self.serve(vm, message),
                Some(Event::CellsGone(_)) => {
                    self.held.clear();
                    self.lost = true;
                }
                Some(Event::HostGone) => return None,
                _ => {}
            }
        }
        None
    }
}
