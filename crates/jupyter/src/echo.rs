//! A session without a language, for protocol tests. A cell is one word and its argument.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

use serde_json::{Value, json};

use super::session::*;

use super::{ConnectionInfo, Kernel, Limits, Message, serve};

#[derive(Clone, Default)]
pub struct Echo {
    pub signals: Signals,
    /// The open comms: ids and targets.
    comms: BTreeMap<String, String>,
}

impl Echo {
    pub fn new(signals: Signals) -> Self {
        Self { signals, ..Self::default() }
    }

    /// Runs the waiting tasks. Comms of the target `echo` send back what they receive.
    fn do_tasks(&mut self, front: &mut dyn Frontend) {
        while let Some(shell) = front.next_shell(true) {
            while let Some(task) = front.next_task(&shell) {
                let outcome = match task {
                    Task::Cell(cell, _) => self.execute(&cell, front),
                    Task::Comm(kind, message) => {
                        self.comm(kind, &message, front);
                        Ok(())
                    }
                };
                front.finish_task(outcome.map(|()| Expressions::new()));
            }
        }
    }

    fn comm(&mut self, kind: CommKind, message: &Message, front: &mut dyn Frontend) {
        let word = |name: &str| message.content[name].as_str().unwrap_or_default().to_owned();
        let (id, target) = (word("comm_id"), word("target_name"));
        let content = message.content.as_object().cloned().unwrap_or_default();
        let answer = Comm { kind, content, metadata: Bundle::new(), buffers: message.buffers.clone() };
        match kind {
            CommKind::Open if target == "echo" => drop(self.comms.insert(id, target)),
            CommKind::Open => front.comm(Comm { kind: CommKind::Close, ..answer }),
            CommKind::Message if self.comms.contains_key(&id) => front.comm(answer),
            CommKind::Message => {}
            CommKind::Close => drop(self.comms.remove(&id)),
        }
    }
}

/// A kernel that echoes.
pub fn kernel() -> Kernel {
    let info = KernelInfo {
        implementation: "echo".into(),
        implementation_version: "1".into(),
        language_info: LanguageInfo {
            name: "echo".into(),
            version: "1".into(),
            mimetype: "text/plain".into(),
            file_extension: ".txt".into(),
            pygments_lexer: "text".into(),
            codemirror_mode: json!("text"),
            nbconvert_exporter: "script".into(),
        },
        banner: "echo".into(),
        help_links: Vec::new(),
        debugger: false,
    };
    Kernel {
        info,
        session: Box::new(|signals| Box::new(Echo::new(signals))),
        history: None,
        limits: Limits::default(),
        listening: Box::new(|| Ok(())),
    }
}

/// Starts a kernel on free ports. `given` adds fields to its connection.
pub fn start(given: Value) -> ConnectionInfo {
    // Keep all five listeners open until their ports are known, so that the ports differ.
    let listeners = [(); 5].map(|()| std::net::TcpListener::bind("127.0.0.1:0").unwrap());
    let ports = listeners.each_ref().map(|listener| listener.local_addr().unwrap().port());
    drop(listeners);
    let mut content = given;
    for (name, port) in ["shell_port", "control_port", "iopub_port", "stdin_port", "hb_port"].iter().zip(ports) {
        content[name] = json!(port);
    }
    let connection: ConnectionInfo = serde_json::from_value(content).unwrap();
    let at = connection.clone();
    std::thread::spawn(move || serve(&at, kernel()).unwrap());
    connection
}

fn text(text: &str) -> Bundle {
    [("text/plain".to_owned(), json!(text))].into_iter().collect()
}

fn failed(ename: &str, evalue: &str) -> ErrorReport {
    ErrorReport { ename: ename.into(), evalue: evalue.into(), traceback: vec![format!("{ename}: {evalue}")] }
}

impl Session for Echo {
    fn execute(&mut self, cell: &Cell, front: &mut dyn Frontend) -> Result<(), ErrorReport> {
        let (word, argument) = cell.code.split_once(' ').unwrap_or((&cell.code, ""));
        match word {
            "print" => front.stream(Stream::Stdout, argument),
            "complain" => front.stream(Stream::Stderr, argument),
            "lines" => {
                for number in 0..argument.parse().unwrap_or(0) {
                    front.stream(Stream::Stdout, &format!("line {number}\n"));
                }
            }
            "result" => front.execute_result(text(argument), Bundle::new()),
            "show" => {
                front.display(Display { data: text(argument), display_id: Some("id".into()), ..Default::default() })
            }
            "clear" => front.clear_output(true),
            "page" => front.page(text(argument), 0),
            "ask" => match front.input(argument, false) {
                Ok(line) => front.stream(Stream::Stdout, &line),
                Err(NoInput::Interrupted) => return Err(failed("KeyboardInterrupt", "")),
                Err(reason) => return Err(failed("StdinNotImplementedError", &reason.to_string())),
            },
            "raise" => return Err(failed("ValueError", argument)),
            "panic" => panic!("{argument}"),
            "loop" => loop {
                if self.signals.interrupt.swap(false, Ordering::Relaxed) {
                    return Err(failed("KeyboardInterrupt", ""));
                }
                if self.signals.attention.swap(false, Ordering::Relaxed) {
                    front.safe_point(&mut self.clone());
                    let cell = front.cell();
                    self.do_tasks(front);
                    front.enter_cell(cell);
                }
                std::thread::sleep(std::time::Duration::from_micros(100));
            },
            _ => {}
        }
        Ok(())
    }

    fn go_on(&mut self, front: &mut dyn Frontend) -> bool {
        self.do_tasks(front);
        false
    }

    fn evaluate(&mut self, expression: &str, _: &mut dyn Frontend) -> Result<Bundle, ErrorReport> {
        match expression {
            "" => Err(failed("SyntaxError", "invalid syntax")),
            expression => Ok(text(expression)),
        }
    }
}

impl Queries for Echo {
    fn complete(&mut self, code: &str, cursor: usize) -> Completions {
        let text = code.chars().take(cursor).collect::<String>() + "!";
        let item = Completion { text, kind: "text", ..Completion::default() };
        Completions { items: vec![item], start: 0, end: cursor }
    }

    fn inspect(&mut self, code: &str, _: usize, detail: u8) -> Inspection {
        match code {
            "nothing" => Inspection::default(),
            code => Inspection { data: text(&format!("{code} {detail}")), ..Default::default() },
        }
    }

    fn is_complete(&mut self, code: &str) -> Completeness {
        match code {
            "print" => Completeness::Incomplete("  ".into()),
            _ => Completeness::Complete,
        }
    }

    fn comms(&mut self) -> Vec<(String, String)> {
        self.comms.clone().into_iter().collect()
    }
}
