//! Fuzzes what front ends ask: debug requests and comm messages with changed values, completion and help in changed code. Each must be
//! answered without a panic, and the session must live on. TENSORCELL_FUZZ_QUESTIONS sets their number.

use super::{NoInput, Page, Running};
use serde_json::{Value, json};
use std::sync::Arc;
use tensorcell_jupyter::{
    Bundle, Comm, CommKind, Display, ErrorReport, Expressions, Frontend, Message, Queries, Session, Shell, Stream, Task,
};
use tensorcell_verify::Random;

const QUESTIONS: usize = 1500;

const CODE: &str = "import math\ndef f(é, *rest, key='😀'):\n    y = [é for é in range(3)]\n    return f'{y!r:>{len(y)}}'\n\
                    class K(dict):\n    \"\"\"Text.\"\"\"\n    def m(self): return self.\nmath.sq(f(1,\n%time x = K().m()\n!ls {y}\nx?\n";

/// Requests as JupyterLab and VS Code send them.
fn requests() -> Vec<Value> {
    let ask = |command: &str, arguments: Value| json!({"type": "request", "seq": 1, "command": command, "arguments": arguments});
    vec![
        ask("initialize", json!({"clientID": "lab", "linesStartAt1": true, "pathFormat": "path"})),
        ask("attach", json!({"justMyCode": true})),
        ask("configurationDone", json!({})),
        ask("debugInfo", json!({})),
        ask("dumpCell", json!({"code": CODE})),
        ask(
            "setBreakpoints",
            json!({"source": {"path": "/tmp/cell.py"}, "breakpoints": [{"line": 3, "condition": "y", "hitCondition": "> 2", "logMessage": "{y}"}]}),
        ),
        ask("setExceptionBreakpoints", json!({"filters": ["raised", "uncaught"]})),
        ask("source", json!({"source": {"path": "/tmp/cell.py", "sourceReference": 1}})),
        ask("stackTrace", json!({"threadId": 1, "startFrame": 0, "levels": 2})),
        ask("scopes", json!({"frameId": 1})),
        ask("variables", json!({"variablesReference": 1, "start": 0, "count": 3, "filter": "indexed"})),
        ask("setVariable", json!({"variablesReference": 1, "name": "y", "value": "[1]"})),
        ask("setExpression", json!({"expression": "y[0]", "value": "2", "frameId": 1})),
        ask("evaluate", json!({"expression": "[y, 1]", "frameId": 1, "context": "repl"})),
        ask("exceptionInfo", json!({"threadId": 1})),
        ask("inspectVariables", json!({})),
        ask("richInspectVariables", json!({"variableName": "y", "frameId": 1})),
        ask("copyToGlobals", json!({"srcVariableName": "y", "dstVariableName": "z", "srcFrameId": 1})),
        ask("modules", json!({"startModule": 0, "moduleCount": 3})),
        ask("threads", json!({})),
        ask("next", json!({"threadId": 1})),
        ask("stepIn", json!({"threadId": 1})),
        ask("stepOut", json!({"threadId": 1})),
        ask("pause", json!({"threadId": 1})),
    ]
}

/// Returns a request with one to three values somewhere in it replaced, added or removed.
fn changed(random: &mut Random, mut request: Value) -> Value {
    for _ in 0..=random.below(3) {
        let mut pointers = vec![];
        note_pointers(&request, String::new(), &mut pointers);
        let pointer = random.pick(&pointers).clone();
        let (kind, value) = (random.below(4), odd(random));
        let place = request.pointer_mut(&pointer).expect("a place in the request");
        match (kind, place) {
            (0, Value::Object(map)) => map.clear(),
            (1, Value::Object(map)) => drop(map.insert(random.pick(&["", "line", "é", "frameId"]).to_string(), value)),
            (_, place) => *place = value,
        }
    }
    request
}

fn note_pointers(value: &Value, here: String, pointers: &mut Vec<String>) {
    match value {
        Value::Object(map) => {
            map.iter().for_each(|(key, inner)| note_pointers(inner, format!("{here}/{key}"), pointers))
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(at, inner)| note_pointers(inner, format!("{here}/{at}"), pointers));
        }
        _ => {}
    }
    pointers.push(here);
}

fn odd(random: &mut Random) -> Value {
    let odd = [
        json!(null),
        json!(0),
        json!(-1),
        json!(i64::MAX),
        json!(u64::MAX),
        json!(1e308),
        json!(true),
        json!(""),
        json!("\0"),
        json!("😀(\\"),
        json!("y["),
        json!("1/0"),
        json!("__import__('sys')"),
        json!("x".repeat(5000)),
        json!([]),
        json!({}),
        json!([[[{}]]]),
    ];
    random.pick(&odd).clone()
}

/// A front end whose debugger asks some requests in a stopped program, then disconnects.
#[derive(Default)]
struct Asking {
    page: Page,
    requests: Vec<Value>,
    comms: Vec<Task>,
    /// The number of comm messages that were handled.
    handled: usize,
}

impl Frontend for Asking {
    fn stream(&mut self, stream: Stream, text: &str) {
        self.page.stream(stream, text);
    }
    fn display(&mut self, display: Display) {
        self.page.display(display);
    }
    fn execute_result(&mut self, data: Bundle, metadata: Bundle) {
        self.page.execute_result(data, metadata);
    }
    fn clear_output(&mut self, wait: bool) {
        self.page.clear_output(wait);
    }
    fn input(&mut self, _: &str, _: bool) -> Result<String, NoInput> {
        Err(NoInput::NotSupported)
    }
    fn page(&mut self, data: Bundle, start: usize) {
        self.page.page(data, start);
    }
    fn set_next_input(&mut self, _: &str, _: bool) {}
    fn comm(&mut self, _: Comm) {}
    fn next_shell(&mut self, is_main_thread: bool) -> Option<Shell> {
        (is_main_thread && !self.comms.is_empty()).then_some(Shell::Main)
    }
    fn next_task(&mut self, _: &Shell) -> Option<Task> {
        self.comms.pop()
    }
    fn finish_task(&mut self, _: Result<Expressions, ErrorReport>) {
        self.handled += 1;
    }
    fn safe_point(&mut self, _: &mut dyn Queries) {}
    fn debug_request(&mut self, _: &mut dyn Queries) -> Option<Value> {
        let end = json!({"type": "request", "seq": 9, "command": "disconnect"});
        Some(self.requests.pop().unwrap_or(end))
    }
    fn debug_event(&mut self, _: &tensorcell_jupyter::debugger::Event, _: Value) -> bool {
        true
    }
}

fn count() -> usize {
    std::env::var("TENSORCELL_FUZZ_QUESTIONS").map_or(QUESTIONS, |count| count.parse().expect("a number"))
}

#[test]
fn changed_debug_requests_are_answered() {
    let (mut run, mut random, requests) = (Running::new(), Random(20_261_128), requests());
    run.cell("def f(x):\n    y = [x, 'é', {1: x}]\n    breakpoint()\n    return y");
    for _ in 0..count() / 30 {
        for request in &requests[..3] {
            run.session.debug(request);
        }
        for _ in 0..10 {
            let request = some(&mut random, &requests);
            run.session.debug(&request);
        }
        let asked = (0..20).map(|_| some(&mut random, &requests)).collect();
        let mut front = Asking { requests: asked, ..Asking::default() };
        run.count += 1;
        let cell = super::Cell {
            code: "f(1)".into(),
            execution_count: run.count,
            silent: false,
            store_history: true,
            file: None,
        };
        // A request may have set a breakpoint's condition or `y` to anything: only the session must go on.
        let _ = run.session.execute(&cell, &mut front);
    }
    assert_eq!(run.result("1 + 1"), "2");
}

fn some(random: &mut Random, requests: &[Value]) -> Value {
    let request = random.pick(requests).clone();
    changed(random, request)
}

/// Changes characters of code: removes, doubles and replaces them.
fn changed_code(random: &mut Random) -> String {
    const ODD: [char; 15] = ['\0', 'é', '😀', 'f', '\u{301}', '(', '[', '{', '"', '\\', '.', '%', '!', '?', '\n'];
    let mut letters: Vec<char> = CODE.chars().collect();
    for _ in 0..1 + random.below(8) {
        let at = random.below(letters.len());
        match random.below(3) {
            0 => drop(letters.remove(at)),
            1 => letters.insert(at, *random.pick(&ODD)),
            _ => letters[at] = *random.pick(&ODD),
        }
    }
    letters.truncate(1 + random.below(letters.len()));
    letters.into_iter().collect()
}

#[test]
fn questions_in_changed_code_are_answered() {
    let (mut run, mut random) = (Running::new(), Random(42));
    run.cell("import math\nx = {'é': [1]}\nclass K(dict): pass");
    for _ in 0..count() {
        let code = changed_code(&mut random);
        let cursor = random.below(code.chars().count() + 3);
        run.session.complete(&code, cursor);
        run.session.inspect(&code, cursor, random.below(3) as u8);
        run.session.is_complete(&code);
    }
    assert_eq!(run.result("1 + 1"), "2");
}

/// Comm messages as widgets' front ends send them.
fn comm_messages() -> Vec<(CommKind, Value)> {
    let update = |state: Value| json!({"method": "update", "state": state, "buffer_paths": [["state", 0]]});
    vec![
        (CommKind::Open, json!({"comm_id": "a", "target_name": "echo", "data": {"x": [1, 2]}})),
        (CommKind::Open, json!({"comm_id": "b", "target_name": "jupyter.widget.control", "data": {}})),
        (CommKind::Message, json!({"comm_id": "a", "data": {"x": [1, 2], "é": "😀"}})),
        (CommKind::Message, json!({"comm_id": "a", "data": update(json!({"value": 3}))})),
        (CommKind::Message, json!({"comm_id": "b", "data": {"method": "request_states"}})),
        (CommKind::Message, json!({"comm_id": "a", "data": {"method": "custom", "content": {"event": "click"}}})),
        (CommKind::Close, json!({"comm_id": "a", "data": {}})),
    ]
}

/// A comm message with changes in its content, metadata and binary frames, or with none.
fn changed_comm(random: &mut Random, (kind, content): (CommKind, Value)) -> Task {
    let content = if random.below(3) > 0 { changed(random, content) } else { content };
    let kind = if random.below(8) == 0 { CommKind::Close } else { kind };
    let (metadata, header) = (odd(random), Arc::new(json!({"msg_id": "m", "msg_type": odd(random)})));
    let buffers = (0..random.below(3)).map(|length| vec![7; length].into()).collect();
    Task::Comm(kind, Arc::new(Message { header, metadata, content, buffers, ..Message::default() }))
}

fn some_comm(random: &mut Random, messages: &[(CommKind, Value)]) -> Task {
    let message = random.pick(messages).clone();
    changed_comm(random, message)
}

#[test]
fn changed_comm_messages_are_handled() {
    let (mut run, mut random, messages) = (Running::new(), Random(7), comm_messages());
    // A target answers with what it was sent, and looks into it as widgets do.
    run.cell(
        "from comm import get_comm_manager\nseen = []\ndef echo(comm, message):\n    seen.append(message)\n    \
         @comm.on_msg\n    def answer(message):\n        comm.send(message['content']['data'], buffers=message['buffers'])\n        \
         message['content']['data']['state']['value']\nget_comm_manager().register_target('echo', echo)",
    );
    let mut front = Asking::default();
    for _ in 0..count() / 10 {
        front.comms = (0..10).map(|_| some_comm(&mut random, &messages)).collect();
        run.session.go_on(&mut front);
        assert!(front.comms.is_empty());
    }
    assert_eq!(front.handled, count() / 10 * 10);
    assert_eq!(run.result("len(seen) > 10"), "True");
    assert_eq!(run.result("1 + 1"), "2");
}
