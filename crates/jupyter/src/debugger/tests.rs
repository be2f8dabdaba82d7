//! Tests the adapter with a fake program: the answers to valid and to invalid requests.

use serde_json::{Value, json};

use super::event::Stopped;
use super::*;

/// Records the calls that it receives. Has one variable.
#[derive(Default)]
struct Toy {
    watched: Breakpoints,
    filters: Filters,
    stop: Option<Stopped>,
    resumed: Vec<Resume>,
    paused: bool,
}

fn value(text: &str) -> Evaluated {
    Evaluated { text: text.to_owned(), kind: Some("int".to_owned()), variables_reference: 0 }
}

impl Program for Toy {
    fn lines(&mut self, _: &str, text: &str) -> Vec<u32> {
        (1..).zip(text.lines()).filter(|(_, line)| !line.is_empty()).map(|(number, _)| number).collect()
    }
    fn watch(&mut self, breakpoints: &Breakpoints, filters: Filters, _: bool) {
        (self.watched, self.filters) = (breakpoints.clone(), filters);
    }
    fn stopped(&self) -> Option<Stopped> {
        self.stop.clone()
    }
    fn resume(&mut self, how: Resume) {
        self.stop = None;
        self.resumed.push(how);
    }
    fn pause(&mut self) {
        self.paused = true;
    }
    fn threads(&mut self) -> Vec<Thread> {
        vec![Thread { id: 1, name: "MainThread".to_owned() }]
    }
    fn stack(&mut self, thread: i64) -> Vec<StackFrame> {
        let frame = |id: i64| StackFrame { id, name: format!("f{id}"), line: 1, column: 1, source: Source::default() };
        if thread == 1 { (0..5).map(frame).collect() } else { Vec::new() }
    }
    fn scopes(&mut self, frame: i64) -> Result<Vec<Scope>, Refusal> {
        Err(Refusal(format!("no frame {frame}")))
    }
    fn variables(&mut self, reference: i64, page: Page) -> Result<Vec<Variable>, Refusal> {
        match reference {
            1 => Ok(vec![Variable { name: format!("{}+{}", page.start, page.count), ..Variable::default() }]),
            _ => Err(Refusal("gone".to_owned())),
        }
    }
    fn globals(&mut self) -> Vec<Variable> {
        Vec::new()
    }
    fn set_variable(&mut self, _: i64, _: &str, text: &str) -> Result<Evaluated, Refusal> {
        Ok(value(text))
    }
    fn set_expression(&mut self, _: &Expression, text: &str) -> Result<Evaluated, Refusal> {
        Ok(value(text))
    }
    fn evaluate(&mut self, expression: &Expression) -> Result<Evaluated, Refusal> {
        Ok(value(&format!("{:?} {}", expression.context, expression.text)))
    }
    fn rich(&mut self, name: &str, _: Option<i64>) -> Result<Rich, Refusal> {
        Err(Refusal(format!("no {name}")))
    }
    fn copy_to_globals(&mut self, _: &str, _: i64, _: &str) -> Result<Evaluated, Refusal> {
        Ok(value("1"))
    }
    fn exception(&mut self) -> Result<ExceptionInfo, Refusal> {
        Err(Refusal("none".to_owned()))
    }
    fn modules(&mut self) -> (Vec<ProgramModule>, usize) {
        let module = |id| ProgramModule { id, name: format!("m{id}"), path: String::new() };
        ((0..3).map(module).collect(), 9)
    }
}

/// A client's view of an adapter and its program.
#[derive(Default)]
struct Client {
    adapter: Adapter,
    program: Toy,
    seq: i64,
}

impl Client {
    fn started() -> Client {
        let mut client = Client::default();
        client.ask("initialize", json!({}));
        client.ask("attach", json!({}));
        client
    }

    fn answer(&mut self, command: &str, arguments: Value) -> Answer {
        self.seq += 1;
        let request = json!({"type": "request", "seq": self.seq, "command": command, "arguments": arguments});
        self.adapter.answer(&request, &mut self.program)
    }

    /// Sends a request that must succeed and returns its body.
    fn ask(&mut self, command: &str, arguments: Value) -> Value {
        let response = self.answer(command, arguments).response;
        assert_eq!((&response["success"], &response["request_seq"]), (&json!(true), &json!(self.seq)), "{response}");
        response["body"].clone()
    }

    /// Sends a request that must fail and returns its message.
    fn refused(&mut self, command: &str, arguments: Value) -> String {
        let response = self.answer(command, arguments).response;
        assert_eq!((&response["success"], &response["type"]), (&json!(false), &json!("response")), "{response}");
        response["message"].as_str().unwrap().to_owned()
    }

    fn stop(&mut self) {
        self.program.stop = Some(Stopped { reason: "breakpoint", thread_id: 1, ..Stopped::default() });
    }
}

#[test]
fn a_client_is_told_when_breakpoints_may_be_set() {
    let mut client = Client::default();
    assert!(client.refused("threads", json!({})).contains("initialize"));
    assert_eq!(client.ask("debugInfo", json!({}))["isStarted"], false);
    assert_eq!(client.ask("initialize", json!({"clientID": "x"}))["supportsConditionalBreakpoints"], true);
    let events = client.answer("attach", json!({})).events;
    let names: Vec<&str> = events.iter().map(|event| event["event"].as_str().unwrap()).collect();
    assert_eq!(names, ["initialized", "process", "thread"]);
    assert_eq!(client.ask("debugInfo", json!({}))["isStarted"], true);
    let numbers: Vec<i64> = events.iter().map(|event| event["seq"].as_i64().unwrap()).collect();
    assert!(numbers.is_sorted_by(|a, b| a < b), "{numbers:?}");
}

#[test]
fn breakpoints_move_to_where_the_program_can_stop() {
    let mut client = Client::started();
    let path = client.ask("dumpCell", json!({"code": "a\n\nb\n"}))["sourcePath"].as_str().unwrap().to_owned();
    let wanted = json!([{"line": 1}, {"line": 2, "condition": "x > 1"}, {"line": 9, "hitCondition": ">= 2"}]);
    let set = client.ask("setBreakpoints", json!({"source": {"path": path}, "breakpoints": wanted}));
    let lines: Vec<i64> =
        set["breakpoints"].as_array().unwrap().iter().map(|one| one["line"].as_i64().unwrap()).collect();
    assert_eq!(lines, [1, 3, 3]);
    let watched = &client.program.watched[&path];
    assert_eq!((watched[1].condition.as_deref(), watched[2].hits), (Some("x > 1"), ">=2".parse().ok()));
    let answer = client.ask("debugInfo", json!({}));
    assert_eq!(
        answer["breakpoints"],
        json!([{"source": path, "breakpoints": [{"line": 1}, {"line": 3}, {"line": 3}]}])
    );
    assert_eq!(client.ask("source", json!({"source": {"path": path}}))["content"], "a\n\nb\n");

    let bad = client.ask(
        "setBreakpoints",
        json!({"source": {"path": path}, "breakpoints": [{"line": 1, "hitCondition": "often"}]}),
    );
    assert_eq!(bad["breakpoints"][0]["verified"], false);
    assert!(bad["breakpoints"][0]["message"].as_str().unwrap().contains("often"));
    assert!(client.program.watched.is_empty(), "a breakpoint that cannot stop is none");
}

#[test]
fn exceptions_are_filtered_by_name() {
    let mut client = Client::started();
    client.ask("setExceptionBreakpoints", json!({"filters": ["raised", "userUnhandled"], "exceptionOptions": []}));
    assert_eq!(client.program.filters, Filters { raised: true, uncaught: true });
    assert!(client.refused("setExceptionBreakpoints", json!({"filters": ["loud"]})).contains("`loud`"));
}

#[test]
fn only_a_program_that_stands_goes_on() {
    let mut client = Client::started();
    for command in ["continue", "next", "stepIn", "stepOut"] {
        assert!(client.refused(command, json!({"threadId": 1})).contains("not stopped"), "{command}");
        client.stop();
        client.ask(command, json!({"threadId": 1}));
    }
    assert_eq!(client.program.resumed, [Resume::Continue, Resume::Over, Resume::Into, Resume::Out]);
    client.ask("pause", json!({}));
    assert!(client.program.paused);
}

#[test]
fn lists_come_in_pages() {
    let mut client = Client::started();
    let stack = client.ask("stackTrace", json!({"threadId": 1, "startFrame": 1, "levels": 2}));
    assert_eq!((&stack["totalFrames"], stack["stackFrames"].as_array().unwrap().len()), (&json!(5), 2));
    assert_eq!(stack["stackFrames"][0]["name"], "f1");
    assert_eq!(client.ask("stackTrace", json!({"threadId": 7}))["totalFrames"], 0);
    let page = json!({"variablesReference": 1, "start": 100, "count": 50});
    assert_eq!(client.ask("variables", page)["variables"][0]["name"], "100+50");
    assert_eq!(client.refused("variables", json!({"variablesReference": 2})), "gone");
    let modules = client.ask("modules", json!({"startModule": 1, "moduleCount": 1}));
    assert_eq!((&modules["modules"][0]["name"], &modules["totalModules"]), (&json!("m1"), &json!(9)));
}

#[test]
fn the_end_of_a_session_lets_the_program_run() {
    for command in ["disconnect", "terminate"] {
        let mut client = Client::started();
        client.ask("setBreakpoints", json!({"source": {"path": "/nowhere.py"}, "breakpoints": [{"line": 4}]}));
        client.stop();
        client.ask(command, json!({"terminateDebuggee": true}));
        assert!(client.program.watched.is_empty() && client.program.stop.is_none(), "{command}");
        assert_eq!(client.ask("debugInfo", json!({}))["isStarted"], false);
        client.ask("initialize", json!({}));
    }
}

#[test]
fn contexts_are_known_or_read_as_watches() {
    let mut client = Client::started();
    for (context, answer) in [("repl", "Repl x"), ("hover", "Hover x"), ("new", "Watch x")] {
        assert_eq!(client.ask("evaluate", json!({"expression": "x", "context": context}))["result"], answer);
    }
    assert_eq!(client.ask("evaluate", json!({"expression": "x"}))["result"], "Watch x");
}

#[test]
fn names_are_looked_at_before_they_are_used() {
    let mut client = Client::started();
    assert_eq!(client.ask("richInspectVariables", json!({"variableName": "special variables"}))["data"], json!({}));
    client.refused("richInspectVariables", json!({"variableName": "a b"}));
    client.refused("richInspectVariables", json!({"variableName": "1a"}));
    let copied = json!({"srcVariableName": "a", "dstVariableName": "b", "srcFrameId": 0});
    assert_eq!(client.ask("copyToGlobals", copied)["value"], "1");
    let names = json!({"srcVariableName": "a", "dstVariableName": "b[0]", "srcFrameId": 0});
    assert!(client.refused("copyToGlobals", names).contains("identifiers"));
}

/// Every message gets a response, and the next request is still answered.
#[test]
fn what_is_no_request_is_answered_and_harms_nothing() {
    let mut client = Client::started();
    let deep = (0..100).fold(json!(1), |inner, _| json!([inner]));
    let odd = [
        json!(null),
        json!(7),
        json!("initialize"),
        json!([]),
        json!({}),
        json!({"type": "request"}),
        json!({"type": "request", "seq": 1}),
        json!({"type": "request", "seq": "1", "command": "threads"}),
        json!({"type": "request", "seq": 1.5, "command": "threads"}),
        json!({"type": "request", "seq": 1e300, "command": "threads"}),
        json!({"type": "response", "seq": 1, "command": "threads"}),
        json!({"type": "request", "seq": 1, "command": 5}),
        json!({"type": "request", "seq": 1, "command": ""}),
        json!({"type": "request", "seq": 1, "command": "launch"}),
        json!({"type": "request", "seq": 1, "command": "\u{0}\u{202e}"}),
        json!({"type": "request", "seq": 1, "command": "dumpCell", "arguments": {}}),
        json!({"type": "request", "seq": 1, "command": "dumpCell", "arguments": {"code": 5}}),
        json!({"type": "request", "seq": 1, "command": "dumpCell", "arguments": deep}),
        json!({"type": "request", "seq": 1, "command": "setBreakpoints", "arguments": {"source": {}}}),
        json!({"type": "request", "seq": 1, "command": "setBreakpoints",
            "arguments": {"source": {"path": "/x"}, "breakpoints": [{"line": -1}]}}),
        json!({"type": "request", "seq": 1, "command": "scopes", "arguments": {"frameId": 1u64 << 63}}),
        json!({"type": "request", "seq": 1, "command": "variables", "arguments": {"variablesReference": 1, "start": -3}}),
        json!({"type": "request", "seq": 1, "command": "stackTrace", "arguments": null}),
        json!({"type": "request", "seq": 1, "command": "source", "arguments": {"source": {"path": "/\u{0}"}}}),
    ];
    for request in odd {
        let response = client.adapter.answer(&request, &mut client.program).response;
        assert_eq!((&response["type"], &response["success"]), (&json!("response"), &json!(false)), "{request}");
        assert!(!response["message"].as_str().unwrap().is_empty(), "{request}");
        client.ask("threads", json!({}));
    }
}

#[test]
fn numbers_need_not_follow_each_other() {
    let mut client = Client::started();
    for seq in [-5, 0, 3, 3, i64::MAX] {
        client.seq = seq.saturating_sub(1);
        let request = json!({"type": "request", "seq": seq, "command": "threads"});
        let response = client.adapter.answer(&request, &mut client.program).response;
        assert_eq!((&response["success"], &response["request_seq"]), (&json!(true), &json!(seq)));
    }
}
