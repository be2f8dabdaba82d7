//! The session: handles the kernel's requests in order; interrupts at once.

use crate::{analysis, prepare, processes};
use anyhow::{Context, Result, anyhow};
use crossbeam_channel::{Receiver, Select, Sender, unbounded};
use evcxr::{CommandContext, Error, EvalCallbacks, EvalOutputs};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::process::Child;
use std::sync::{Arc, Mutex, MutexGuard};

/// The first, hidden cell: compiles the crate, imports its names, and connects. The `?` makes evcxr enable it, which
/// would otherwise cost the first cell that uses it a second compilation.
const PRELUDE: &str = "\
use tensorcell_cell::{bf16, f16};
use tensorcell_cell::{Array, DeviceView, DeviceViewMut, View, ViewMut};
use tensorcell_cell::{device_view, device_view_mut, get, put, view, view_mut};
use tensorcell_cell::{eprint, eprintln, print, println};
use tensorcell_cell::ndarray;
tensorcell_cell::ready()?;
";

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// The connection to the kernel, shared by all threads.
#[derive(Clone)]
struct Kernel(Arc<Mutex<UnixStream>>);

impl Kernel {
    fn send(&self, event: &Value) {
        send(&mut lock(&self.0), event);
    }
}

fn send(stream: &mut UnixStream, event: &Value) {
    // If the kernel has ended, its closed socket ends this process elsewhere.
    let _ = stream.write_all(format!("{event}\n").as_bytes());
}

/// Serves the kernel until it closes the socket.
pub fn serve(stream: UnixStream) -> Result<()> {
    let kernel = Kernel(Arc::new(Mutex::new(stream.try_clone()?)));
    let work = PathBuf::from(std::env::var_os("EVCXR_TMPDIR").ok_or_else(|| anyhow!("EVCXR_TMPDIR is not set"))?);
    let cache = PathBuf::from(std::env::var_os("TENSORCELL_RUST_CACHE").unwrap_or_else(|| work.clone().into()));
    let (requests, answers, child) = listen(stream, work.clone());
    let ground = match prepare::prepare(&cache, &work) {
        Ok(ground) => ground,
        Err(error) => {
            kernel.send(&json!({"event": "failed", "stage": "toolchain", "text": format!("{error:#}")}));
            return Ok(());
        }
    };
    let mut context = match start(&kernel, &ground, &child) {
        Ok(context) => context,
        Err(error) => {
            kernel.send(&json!({"event": "failed", "stage": "crate", "text": format!("{error:#}")}));
            return Ok(());
        }
    };
    kernel.send(&json!({"event": "ready"}));
    if !ground.is_kept() {
        // evcxr finds a cell's errors with `cargo check`, which compiles the dependencies once more: now, rather than
        // at the first error. If the cache cannot be written, the next session only takes longer.
        let _ = context.check("let a = 1;");
        let _ = ground.keep();
    }
    for request in requests {
        let text = |key: &str| request[key].as_str().unwrap_or_default().to_owned();
        let mut answer = match request["do"].as_str() {
            Some("execute") => execute(&mut context, &ground, &text("code"), &kernel, &answers),
            Some("complete") => complete(&mut context, &text("code"), at(&request)),
            Some("inspect") => inspect(&mut context, &text("code"), at(&request)),
            Some("source") => json!({"text": context.last_source().unwrap_or_default()}),
            _ => json!({}),
        };
        answer["event"] = "done".into();
        answer["id"] = request["id"].clone();
        kernel.send(&answer);
    }
    Ok(())
}

fn at(request: &Value) -> usize {
    request["at"].as_u64().unwrap_or_default() as usize
}

type CellProcess = Arc<Mutex<Option<Arc<Mutex<Child>>>>>;

/// Reads the kernel's messages: queues requests and answers to questions, handles interrupts at once.
fn listen(stream: UnixStream, work: PathBuf) -> (Receiver<Value>, Receiver<String>, CellProcess) {
    let (to_requests, requests) = unbounded();
    let (to_answers, answers): (Sender<String>, _) = unbounded();
    let child = CellProcess::default();
    let cell_process = child.clone();
    std::thread::spawn(move || {
        for line in BufReader::new(stream).lines() {
            let Ok(Ok(message)) = line.map(|line| serde_json::from_str::<Value>(&line)) else { break };
            match message["do"].as_str() {
                Some("interrupt") => interrupt(&cell_process),
                Some("answer") => {
                    let _ = to_answers.send(message["text"].as_str().unwrap_or_default().to_owned());
                }
                _ => {
                    let _ = to_requests.send(message);
                }
            }
        }
        // The kernel has ended.
        interrupt(&cell_process);
        if let Some(child) = &*lock(&cell_process) {
            let _ = child.try_lock().map(|mut child| child.kill());
        }
        // The session's folder, which contains evcxr's.
        let _ = std::fs::remove_dir_all(work.parent().unwrap_or(&work));
        std::process::exit(0);
    });
    (requests, answers, child)
}

/// Ends running compilers and keeps the variables; if there are none, ends the process that runs the cell.
fn interrupt(cell_process: &CellProcess) {
    let child = lock(cell_process).clone();
    let pid = child.as_ref().and_then(|child| child.try_lock().ok().map(|child| child.id()));
    if !processes::end_compilers(pid.unwrap_or_default())
        && let Some(child) = child
        && let Ok(mut child) = child.try_lock()
    {
        let _ = child.kill();
    }
}

/// Starts evcxr with the crate that cells use.
fn start(kernel: &Kernel, ground: &prepare::Ground, child: &CellProcess) -> Result<CommandContext> {
    let (mut context, outputs) = CommandContext::new().context("evcxr does not start")?;
    *lock(child) = Some(context.process_handle());
    forward(kernel.clone(), outputs.stdout, false);
    forward(kernel.clone(), outputs.stderr, true);
    context.execute(&prelude(ground)).map_err(|error| anyhow!("{}", spelled(&error)))?;
    Ok(context)
}

fn prelude(ground: &prepare::Ground) -> String {
    let path = ground.cell.display().to_string();
    format!(":dep tensorcell_cell = {{ path = {path:?} }}\n{PRELUDE}")
}

/// Formats an error with all of rustc's text.
fn spelled(error: &Error) -> String {
    match error {
        Error::CompilationErrors(errors) => {
            let texts = errors.iter().map(|error| match error.rendered() {
                rendered if rendered.is_empty() => error.message(),
                rendered => rendered,
            });
            texts.collect::<Vec<_>>().join("\n")
        }
        other => other.to_string(),
    }
}

/// Forwards lines as they arrive. A line is taken from the channel only while the connection is locked, so an empty
/// channel means that all lines have been sent; evcxr waits for that.
fn forward(kernel: Kernel, lines: Receiver<String>, error: bool) {
    std::thread::spawn(move || {
        loop {
            let mut select = Select::new();
            select.recv(&lines);
            select.ready();
            let mut stream = lock(&kernel.0);
            loop {
                match lines.try_recv() {
                    Ok(line) => send(&mut stream, &json!({"event": "stream", "error": error, "text": line + "\n"})),
                    Err(crossbeam_channel::TryRecvError::Empty) => break,
                    Err(crossbeam_channel::TryRecvError::Disconnected) => return,
                }
            }
        }
    });
}

fn execute(
    context: &mut CommandContext,
    ground: &prepare::Ground,
    code: &str,
    kernel: &Kernel,
    answers: &Receiver<String>,
) -> Value {
    if let Some(text) = code.lines().find_map(refusal) {
        return json!({"status": "error", "text": text});
    }
    if let Some(at) = code.lines().position(|line| matches!(line.trim(), ":clear" | ":restart")) {
        let upto = |lines: usize| code.split_inclusive('\n').take(lines).map(str::len).sum::<usize>();
        let (start, end) = (upto(at), upto(at + 1));
        if let Err(error) = run_and_reset(context, ground, code[start..end].trim(), &code[..start]) {
            return json!({"status": "error", "text": spelled(&error)});
        }
        // Keeps the line numbers of the rest.
        let rest = "\n".repeat(at + 1) + &code[end..];
        return execute(context, ground, &rest, kernel, answers);
    }
    let mut callbacks = EvalCallbacks {
        input_reader: &|request| {
            kernel.send(&json!({"event": "input", "prompt": request.prompt, "password": request.is_password}));
            answers.recv().unwrap_or_default()
        },
    };
    match context.execute_with_callbacks(&with_leading_docs(code), &mut callbacks) {
        Ok(outputs) => json!({"status": "ok", "content": content(&outputs)}),
        Err(Error::CompilationErrors(errors)) => {
            let errors: Vec<Value> = errors.iter().map(analysis::error).collect();
            json!({"status": "compile", "errors": errors})
        }
        Err(Error::SubprocessTerminated(text)) => json!({"status": "ended", "text": text}),
        Err(error) => json!({"status": "error", "text": error.to_string()}),
    }
}

/// Runs the code before a `:clear` or `:restart`, and the command so that later cells still work.
fn run_and_reset(
    context: &mut CommandContext,
    ground: &prepare::Ground,
    command: &str,
    before: &str,
) -> Result<(), Error> {
    if !before.trim().is_empty() {
        context.execute(before)?;
    }
    if command == ":clear" {
        // It also forgets the crate's names.
        context.execute(command)?;
        return context.execute(&prelude(ground)).map(drop);
    }
    // evcxr's own `:restart` ends the process but still expects its variables. If the process exits by itself, evcxr
    // forgets them.
    match context.execute("std::process::exit(0)") {
        Err(Error::SubprocessTerminated(_)) | Ok(_) => Ok(()),
        Err(error) => Err(error),
    }
}

/// Why a command is refused: evcxr would accept it, but later cells would fail.
fn refusal(line: &str) -> Option<String> {
    let mut words = line.strip_prefix(':')?.split_whitespace();
    match (words.next()?, words.next()) {
        ("quit", None) => Some("the notebook ends Rust's process itself; `:clear` forgets Rust's variables".to_owned()),
        ("opt", Some(level)) if !["0", "1", "2", "3", "s", "z"].contains(&level) => {
            Some(format!("`:opt` takes 0, 1, 2, 3, s or z, not `{level}`"))
        }
        _ => None,
    }
}

/// evcxr drops comments at the start of a cell, also doc comments. They are kept by converting them to attributes on
/// the same lines.
fn with_leading_docs(code: &str) -> String {
    let is_head = |line: &&str| {
        let line = line.trim_start();
        line.is_empty() || line.starts_with("//") || line.starts_with(':') || line.starts_with('!')
    };
    let head = code.split_inclusive('\n').take_while(is_head).count();
    let lines = code.split_inclusive('\n').enumerate().map(|(at, line)| match line.trim().strip_prefix("///") {
        Some(text) if at < head && !text.starts_with('/') => format!("#[doc = {text:?}]\n"),
        _ => line.to_owned(),
    });
    lines.collect()
}

fn content(outputs: &EvalOutputs) -> Value {
    let mut content: serde_json::Map<String, Value> =
        outputs.content_by_mime_type.iter().map(|(kind, text)| (kind.clone(), text.as_str().into())).collect();
    // Hides the unit value of a loop at the end of a cell.
    content.retain(|kind, text| kind != "text/plain" || text != "()");
    if let Some(time) = outputs.timing {
        let line = format!("Took {}ms", time.as_millis());
        let text = content.get("text/plain").and_then(Value::as_str).unwrap_or_default();
        content.insert("text/plain".to_owned(), format!("{text}\n{line}").trim().into());
    }
    content.into()
}

fn complete(context: &mut CommandContext, code: &str, at: usize) -> Value {
    match context.completions(code, at) {
        Ok(found) => {
            let items: Vec<Value> = found
                .completions
                .iter()
                .map(|item| json!({"text": item.code, "kind": item.kind, "label": item.label}))
                .collect();
            json!({"items": items, "start": found.start_offset, "end": found.end_offset})
        }
        Err(_) => json!({"items": []}),
    }
}

fn inspect(context: &mut CommandContext, code: &str, at: usize) -> Value {
    match context.hover_at(code, at) {
        Ok((text, html)) => json!({"text": text, "html": html}),
        Err(_) => json!({}),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_docs_of_a_cells_first_item_are_kept_on_their_lines() {
        let cell = ":dep x = \"1\"\n// said\n/// Doubles \"x\".\n\n/// Slowly.\nfn f() {}\n/// Other.\nfn g() {}\n";
        let kept = ":dep x = \"1\"\n// said\n#[doc = \" Doubles \\\"x\\\".\"]\n\n#[doc = \" Slowly.\"]\nfn f() {}\n/// Other.\nfn g() {}\n";
        assert_eq!(with_leading_docs(cell), kept);
        assert_eq!(with_leading_docs("let a = 1; // b"), "let a = 1; // b");
    }
}
