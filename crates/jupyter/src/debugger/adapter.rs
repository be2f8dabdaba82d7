//! Answers the protocol's requests from the state of the program.

use serde::Serialize;
use serde_json::{Value, json};

use super::cells::{Cells, SEED, SUFFIX};
use super::event::{Event, Process, ThreadChange};
use super::program::{Breakpoint, Breakpoints, Filters, Program, Resume};
use super::refusal::Refusal;
use super::reply::{
    Capabilities, DebugInfo, Evaluated, Modules, Placed, Rich, Source, SourceBreakpoints, Stack, Verified,
};
use super::request::{
    Asked, CopyToGlobalsArguments, EvaluateArguments, Expression, ModulesArguments, Request,
    RichInspectVariablesArguments, SetBreakpointsArguments, StackTraceArguments, WantedBreakpoint,
};

/// The state of the protocol and the client's settings.
#[derive(Debug, Default)]
pub struct Adapter {
    cells: Cells,
    is_started: bool,
    just_my_code: bool,
    breakpoints: Breakpoints,
    filters: Filters,
    /// The id of the latest breakpoint.
    numbered: i64,
    /// The sequence number of the latest message.
    sent: i64,
}

/// A response and the events that follow it.
#[derive(Clone, Debug)]
pub struct Answer {
    pub response: Value,
    pub events: Vec<Value>,
}

/// The body of a response, or None if it has no body.
type Body = Option<Value>;

fn body(body: impl Serialize) -> Result<Body, Refusal> {
    serde_json::to_value(body).map(Some).map_err(|error| Refusal(format!("the answer cannot be written: {error}")))
}

/// Returns the response to a failed request. Fields that the request lacks get defaults.
pub fn refused(content: &Value, refusal: &Refusal) -> Value {
    let seq = content["seq"].as_i64().unwrap_or_default();
    let command = content["command"].as_str().unwrap_or_default();
    json!({"type": "response", "request_seq": seq, "success": false, "command": command, "message": refusal.0})
}

impl Adapter {
    /// Returns the files of the cells.
    pub fn cells(&self) -> &Cells {
        &self.cells
    }

    /// Returns whether a client is connected.
    pub fn is_started(&self) -> bool {
        self.is_started
    }

    /// Answers any request, valid or not.
    pub fn answer(&mut self, content: &Value, program: &mut dyn Program) -> Answer {
        let mut events = Vec::new();
        let outcome = Request::read(content).and_then(|request| self.done(&request, program, &mut events));
        let mut response = match outcome {
            Ok(body) => {
                let (seq, command) = (&content["seq"], &content["command"]);
                let mut response = json!({"type": "response", "request_seq": seq, "success": true, "command": command});
                if let Some(body) = body {
                    response["body"] = body;
                }
                response
            }
            Err(refusal) => refused(content, &refusal),
        };
        response["seq"] = json!(self.number());
        let events = events.iter().map(|event| self.event(event)).collect();
        Answer { response, events }
    }

    /// Encodes an event as a message.
    pub fn event(&mut self, event: &Event) -> Value {
        let mut content = serde_json::to_value(event).unwrap_or_else(|_| json!({}));
        content["type"] = json!("event");
        content["seq"] = json!(self.number());
        content
    }

    fn number(&mut self) -> i64 {
        self.sent += 1;
        self.sent
    }

    fn done(&mut self, request: &Request, program: &mut dyn Program, events: &mut Vec<Event>) -> Result<Body, Refusal> {
        let asked = request.asked()?;
        if !self.is_started && !asked.needs_no_start() {
            return Err(Refusal(format!("{} comes after initialize: the debugger is not started", request.command)));
        }
        match asked {
            Asked::DebugInfo => body(self.info(program)),
            Asked::Initialize => {
                self.is_started = true;
                body(Capabilities::default())
            }
            Asked::Attach(asked) => {
                self.just_my_code = asked.just_my_code;
                self.watch(program);
                events.extend(attached(program));
                Ok(None)
            }
            Asked::ConfigurationDone => Ok(None),
            Asked::DumpCell(asked) => {
                let written = self.cells.dump(&asked.code);
                let path = written.map_err(|error| Refusal(format!("the cell's file was not written: {error}")))?;
                body(json!({"sourcePath": path}))
            }
            Asked::SetBreakpoints(asked) => self.set_breakpoints(asked, program),
            Asked::SetExceptionBreakpoints(asked) => {
                self.filters = filters(&asked.filters)?;
                self.watch(program);
                Ok(None)
            }
            Asked::Source(asked) => source(&asked.source),
            Asked::Disconnect | Asked::Terminate => {
                self.stop(program);
                if let Asked::Terminate = asked {
                    events.push(Event::Terminated);
                }
                Ok(None)
            }
            asked => of_program(asked, program),
        }
    }

    fn info(&self, program: &mut dyn Program) -> DebugInfo {
        let placed = |breakpoint: &Breakpoint| Placed { line: breakpoint.line };
        let of_source = |(source, set): (&String, &Vec<Breakpoint>)| SourceBreakpoints {
            source: source.clone(),
            breakpoints: set.iter().map(placed).collect(),
        };
        let stopped = program.stopped().is_some();
        DebugInfo {
            is_started: self.is_started,
            hash_method: "Murmur2",
            hash_seed: SEED,
            tmp_file_prefix: self.cells.prefix(),
            tmp_file_suffix: SUFFIX,
            breakpoints: self.breakpoints.iter().map(of_source).collect(),
            stopped_threads: if stopped {
                program.threads().iter().map(|thread| thread.id).collect()
            } else {
                Vec::new()
            },
            rich_rendering: true,
            exception_paths: ["Python Exceptions"],
            copy_to_globals: true,
        }
    }

    fn watch(&self, program: &mut dyn Program) {
        program.watch(&self.breakpoints, self.filters, self.just_my_code);
    }

    /// Handles the client's disconnection: nothing stops the program any more.
    fn stop(&mut self, program: &mut dyn Program) {
        self.breakpoints.clear();
        self.filters = Filters::default();
        self.is_started = false;
        self.watch(program);
        if program.stopped().is_some() {
            program.resume(Resume::Continue);
        }
    }

    /// Replaces the breakpoints of a file. A breakpoint on a line without code moves down to the next line with code.
    fn set_breakpoints(&mut self, asked: SetBreakpointsArguments, program: &mut dyn Program) -> Result<Body, Refusal> {
        let path = asked.source.path;
        if path.is_empty() {
            return Err(Refusal("setBreakpoints has no file: source.path is missing".to_owned()));
        }
        let lines = std::fs::read_to_string(&path).map(|text| program.lines(&path, &text)).unwrap_or_default();
        let (mut set, mut result) = (Vec::new(), Vec::new());
        for wanted in asked.breakpoints {
            self.numbered += 1;
            let line = moved(wanted.line, &lines);
            let source = Source { path: path.clone(), source_reference: None };
            let made = breakpoint(self.numbered - 1, line, wanted);
            let message = made.as_ref().err().map(|refusal| refusal.0.clone());
            result.push(Verified { verified: made.is_ok(), message, id: self.numbered - 1, source, line });
            set.extend(made.ok());
        }
        match set.is_empty() {
            true => self.breakpoints.remove(&path),
            false => self.breakpoints.insert(path, set),
        };
        self.watch(program);
        body(json!({"breakpoints": result}))
    }
}

/// Returns the events that report the program to a new client.
fn attached(program: &mut dyn Program) -> Vec<Event> {
    let process = Process {
        name: "tensorcell".to_owned(),
        system_process_id: std::process::id(),
        is_local_process: true,
        start_method: "attach",
    };
    let threads = program.threads();
    let started = threads.iter().map(|thread| Event::Thread(ThreadChange::started(thread)));
    [Event::Initialized, Event::Process(process)].into_iter().chain(started).collect()
}

/// Returns the line itself if the program can stop there, else the next possible line, else the last one.
fn moved(line: u32, lines: &[u32]) -> u32 {
    let next = lines.iter().find(|known| **known >= line);
    next.or(lines.last()).copied().unwrap_or(line)
}

fn breakpoint(id: i64, line: u32, wanted: WantedBreakpoint) -> Result<Breakpoint, Refusal> {
    let given = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
    let hits = given(wanted.hit_condition).map(|text| text.parse());
    let hits = hits.transpose().map_err(|error| Refusal(format!("{error}")))?;
    Ok(Breakpoint { id, line, condition: given(wanted.condition), hits, log: given(wanted.log_message) })
}

fn filters(names: &[String]) -> Result<Filters, Refusal> {
    let mut filters = Filters::default();
    for name in names {
        match name.as_str() {
            "raised" => filters.raised = true,
            "uncaught" | "userUnhandled" => filters.uncaught = true,
            unknown => {
                let known = "there are raised, uncaught and userUnhandled";
                return Err(Refusal(format!("there is no exception filter `{unknown}`: {known}")));
            }
        }
    }
    Ok(filters)
}

/// Reads the text of a file.
fn source(source: &Source) -> Result<Body, Refusal> {
    match std::fs::read_to_string(&source.path) {
        Ok(content) => body(json!({"content": content})),
        Err(_) => Err(Refusal("source unavailable".to_owned())),
    }
}

/// Answers requests that only the program can answer.
fn of_program(asked: Asked, program: &mut dyn Program) -> Result<Body, Refusal> {
    match asked {
        Asked::Pause => {
            program.pause();
            Ok(None)
        }
        Asked::Continue => {
            resume(program, Resume::Continue)?;
            body(json!({"allThreadsContinued": true}))
        }
        Asked::Next => resume(program, Resume::Over),
        Asked::StepIn => resume(program, Resume::Into),
        Asked::StepOut => resume(program, Resume::Out),
        Asked::Threads => body(json!({"threads": program.threads()})),
        Asked::StackTrace(asked) => body(stack(&asked, program)),
        Asked::Scopes(asked) => body(json!({"scopes": program.scopes(asked.frame_id)?})),
        Asked::Variables(asked) => {
            body(json!({"variables": program.variables(asked.variables_reference, asked.page)?}))
        }
        Asked::SetVariable(asked) => {
            assigned(&program.set_variable(asked.variables_reference, &asked.name, &asked.value)?)
        }
        Asked::SetExpression(asked) => {
            let target = Expression {
                text: asked.expression,
                frame: asked.frame_id,
                context: super::request::Context::default(),
            };
            assigned(&program.set_expression(&target, &asked.value)?)
        }
        Asked::Evaluate(EvaluateArguments { expression, frame_id, context }) => {
            evaluated(&program.evaluate(&Expression { text: expression, frame: frame_id, context })?)
        }
        Asked::ExceptionInfo => body(program.exception()?),
        Asked::InspectVariables => body(json!({"variables": program.globals()})),
        Asked::RichInspectVariables(asked) => rich(&asked, program),
        Asked::CopyToGlobals(asked) => copy(&asked, program),
        Asked::Modules(asked) => body(modules(&asked, program)),
        asked => Err(Refusal(format!("{asked:?} is not the program's to answer"))),
    }
}

fn resume(program: &mut dyn Program, how: Resume) -> Result<Body, Refusal> {
    match program.stopped() {
        Some(_) => {
            program.resume(how);
            Ok(None)
        }
        None => Err(Refusal("the program is not stopped, so it cannot continue".to_owned())),
    }
}

fn stack(asked: &StackTraceArguments, program: &mut dyn Program) -> Stack {
    let all = program.stack(asked.thread_id);
    let total_frames = all.len();
    let levels = if asked.levels == 0 { total_frames } else { asked.levels };
    Stack { stack_frames: all.into_iter().skip(asked.start_frame).take(levels).collect(), total_frames }
}

fn evaluated(value: &Evaluated) -> Result<Body, Refusal> {
    let Evaluated { text, kind, variables_reference } = value;
    let mut result = json!({"result": text, "variablesReference": variables_reference, "presentationHint": {}});
    if let Some(kind) = kind {
        result["type"] = json!(kind);
    }
    Ok(Some(result))
}

fn assigned(value: &Evaluated) -> Result<Body, Refusal> {
    let Evaluated { text, kind, variables_reference } = value;
    Ok(Some(json!({"value": text, "type": kind, "variablesReference": variables_reference})))
}

fn is_identifier(name: &str) -> bool {
    let letter = |c: char| c == '_' || c.is_alphabetic();
    name.starts_with(letter) && name.chars().all(|c| letter(c) || c.is_alphanumeric())
}

/// A name that is not an identifier, such as that of a variable group, shows nothing.
fn rich(asked: &RichInspectVariablesArguments, program: &mut dyn Program) -> Result<Body, Refusal> {
    if !is_identifier(&asked.variable_name) {
        return match asked.variable_name.ends_with(" variables") {
            true => body(Rich::default()),
            false => Err(Refusal(format!("`{}` is not a variable name", asked.variable_name))),
        };
    }
    body(program.rich(&asked.variable_name, asked.frame_id)?)
}

fn copy(asked: &CopyToGlobalsArguments, program: &mut dyn Program) -> Result<Body, Refusal> {
    if !is_identifier(&asked.dst_variable_name) || !is_identifier(&asked.src_variable_name) {
        return Err(Refusal("dstVariableName and srcVariableName must be valid identifiers".to_owned()));
    }
    let copied = program.copy_to_globals(&asked.src_variable_name, asked.src_frame_id, &asked.dst_variable_name)?;
    assigned(&copied)
}

fn modules(asked: &ModulesArguments, program: &mut dyn Program) -> Modules {
    let (all, total_modules) = program.modules();
    let count = if asked.module_count == 0 { all.len() } else { asked.module_count };
    Modules { modules: all.into_iter().skip(asked.start_module).take(count).collect(), total_modules }
}
