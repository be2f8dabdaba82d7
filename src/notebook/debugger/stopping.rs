//! Decides where the program stops, and serves the client while it is stopped.

use super::answering::{answer, event, is_started};
use super::expressions::{self, Grammar};
use super::place::{Place, refusal};
use super::plan::{PLAN, Plan, RESUME, STAND, Stand, Step};
use super::references;
use super::sources::{is_installed, path};
use crate::notebook::front::front;
use serde_json::Value as Json;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use tensorcell_jupyter::Stream;
use tensorcell_jupyter::debugger::{Breakpoint, Continued, Event, Filters, Output, Resume, Stopped};
use tensorcell_language::{Call, Result, Told, Value, Vm, Watch};

/// Waits for a client's next request, and answers other queries meanwhile. Returns None after an interrupt.
pub type Wait = fn(&mut Vm) -> Option<Json>;

thread_local! {
    static WAIT: Cell<Wait> = const { Cell::new(|_| None) };
}

/// Sets how a stopped program waits.
pub fn set_wait(wait: Wait) {
    WAIT.set(wait);
}

const WATCH: Watch = Watch {
    wants: |source| PLAN.with_borrow(|plan| plan.wants(source)),
    wants_exceptions: || PLAN.with_borrow(|plan| plan.filters != Filters::default()),
    told: on_report,
};

/// Turns on the language's reports while anything may stop the program.
pub fn watch(vm: &mut Vm) {
    let stops = PLAN.with_borrow(Plan::stops);
    vm.watch(stops.then_some(WATCH));
}

/// Ends all steps and releases the last exception. A requested pause stays.
pub fn end_cell(vm: &mut Vm) {
    drop(LAST.replace(Value::None));
    let changed = PLAN.with_borrow_mut(|plan| plan.step.take_if(|step| *step != Step::Pause).is_some());
    if changed {
        watch(vm);
    }
}

/// Stops the program at the caller of this function.
pub fn stop_here(vm: &mut Vm) -> Result<()> {
    let call = vm.calls().into_iter().find(|call| file_of(vm, call.source).is_some());
    match call {
        Some(call) => {
            vm.unwatched(|vm| stop(vm, Stopped { reason: "breakpoint", ..Stopped::default() }, call.height, None))
        }
        None => Ok(()),
    }
}

fn on_report(vm: &mut Vm, report: Told) -> Result<()> {
    let Some(call) = vm.innermost_call() else { return Ok(()) };
    let Some(file) = file_of(vm, call.source) else { return Ok(()) };
    match report {
        Told::Line => at_line(vm, &call, &file),
        Told::Return => at_return(vm, &call),
        Told::Raised { exception, is_first, may_be_caught } => {
            let filters = PLAN.with_borrow(|plan| plan.filters);
            // An exception that no handler can catch is reported where it is raised, or when the last candidate
            // handler did not match.
            let is_last = !may_be_caught && !was_reported(exception);
            if (filters.raised && is_first) || (filters.uncaught && is_last) {
                return at_exception(vm, &call, exception);
            }
            Ok(())
        }
    }
}

/// Returns the file of a source, if the program may stop in it.
fn file_of(vm: &Vm, source: u32) -> Option<Rc<str>> {
    let path = path(vm, source);
    PLAN.with_borrow_mut(|plan| {
        let path = path.filter(|path| !(plan.just_my_code && is_installed(path)));
        let has = path.as_ref().is_some_and(|path| plan.breakpoints.contains_key(&**path));
        plan.wanted.insert(source, has);
        path
    })
}

fn at_line(vm: &mut Vm, call: &Call, file: &str) -> Result<()> {
    let set: Vec<Breakpoint> = PLAN.with_borrow(|plan| {
        let all = plan.breakpoints.get(file).into_iter().flatten();
        all.filter(|breakpoint| breakpoint.line == call.line).cloned().collect()
    });
    let mut hit = Vec::new();
    for breakpoint in &set {
        if reached(vm, call, breakpoint) {
            hit.push(breakpoint.id);
        }
    }
    if !hit.is_empty() {
        let stopped = Stopped { reason: "breakpoint", hit_breakpoint_ids: hit, ..Stopped::default() };
        return stop(vm, stopped, call.height, None);
    }
    let thread = vm.thread();
    let reason = PLAN.with_borrow(|plan| match plan.step? {
        Step::Pause => Some("pause"),
        Step::Into(of) => (of == thread).then_some("step"),
        Step::Over(of, height) => (of == thread && call.height <= height).then_some("step"),
        Step::Out(..) => None,
    });
    match reason {
        Some(reason) => stop(vm, Stopped { reason, ..Stopped::default() }, call.height, None),
        None => Ok(()),
    }
}

/// Returns whether a breakpoint stops here and now.
fn reached(vm: &mut Vm, call: &Call, breakpoint: &Breakpoint) -> bool {
    let place = Place::Call(call.height);
    if let Some(condition) = &breakpoint.condition
        && !holds(vm, place, condition)
    {
        return false;
    }
    let hit = PLAN.with_borrow_mut(|plan| {
        let hits = plan.hits.entry(breakpoint.id).or_default();
        *hits += 1;
        *hits
    });
    if breakpoint.hits.is_some_and(|hits| !hits.holds(hit)) {
        return false;
    }
    let Some(message) = &breakpoint.log else { return true };
    let output = format!("{}\n", expressions::filled(vm, place, message));
    front(|front| front.stream(Stream::Stdout, &output));
    send_event(&Event::Output(Output { category: "stdout", output }));
    false
}

/// Returns whether a breakpoint's condition is true. A condition that raises prints its error and stops.
fn holds(vm: &mut Vm, place: Place, condition: &str) -> bool {
    let outcome = expressions::run(vm, place, condition, Grammar::Expression);
    let outcome = outcome.and_then(|value| vm.truth(&value.unwrap_or_default()));
    outcome.unwrap_or_else(|raise| {
        let why = refusal(vm, raise).0;
        let text = format!("The breakpoint's condition `{condition}` failed: {why}\n");
        front(|front| front.stream(Stream::Stderr, &text));
        true
    })
}

/// A step out of a call stops in its caller, at the call.
fn at_return(vm: &mut Vm, call: &Call) -> Result<()> {
    let here = Step::Out(vm.thread(), call.height);
    if !PLAN.with_borrow(|plan| plan.step == Some(here)) {
        return Ok(());
    }
    let callers: Vec<Call> = vm.calls().into_iter().filter(|caller| caller.height < call.height).collect();
    match callers.iter().find(|caller| file_of(vm, caller.source).is_some()) {
        Some(caller) => stop(vm, Stopped { reason: "step", ..Stopped::default() }, caller.height, None),
        None => Ok(()),
    }
}

thread_local! {
    /// The latest exception that the program stopped at.
    static LAST: RefCell<Value> = const { RefCell::new(Value::None) };
}

fn was_reported(exception: &Value) -> bool {
    LAST.with_borrow(|last| last.is(exception))
}

fn at_exception(vm: &mut Vm, call: &Call, exception: &Value) -> Result<()> {
    drop(LAST.replace(exception.clone()));
    let text = exception.type_name();
    let description = vm.str(exception).unwrap_or_default();
    let stopped =
        Stopped { reason: "exception", description: Some(description), text: Some(text), ..Stopped::default() };
    stop(vm, stopped, call.height, Some(exception.clone()))
}

fn send_event(message: &Event) -> bool {
    let content = event(message);
    front(|front| front.debug_event(message, content)).unwrap_or(false)
}

/// Stops the program until a client continues it.
fn stop(vm: &mut Vm, stopped: Stopped, top: usize, exception: Option<Value>) -> Result<()> {
    if !is_started() {
        return Ok(());
    }
    let thread = vm.thread();
    let number = thread.number() as i64;
    let stopped = Stopped { thread_id: number, all_threads_stopped: true, ..stopped };
    PLAN.with_borrow_mut(|plan| plan.step = None);
    RESUME.set(None);
    STAND.replace(Some(Stand { stopped: stopped.clone(), thread, top, exception }));
    let how = if send_event(&Event::Stopped(stopped)) { answer_until_resumed(vm) } else { Some(Resume::Continue) };
    drop(STAND.take());
    references::clear();
    // After an interrupt ends the stop, no step is pending.
    let step = how.and_then(|how| match how {
        Resume::Continue => None,
        Resume::Over => Some(Step::Over(thread, top)),
        Resume::Into => Some(Step::Into(thread)),
        Resume::Out => Some(Step::Out(thread, top)),
    });
    PLAN.with_borrow_mut(|plan| plan.step = plan.step.or(step));
    watch(vm);
    send_event(&Event::Continued(Continued { thread_id: number, all_threads_continued: true }));
    vm.check_interrupt()
}

/// Serves requests until the program continues. Returns None after an interrupt.
fn answer_until_resumed(vm: &mut Vm) -> Option<Resume> {
    loop {
        let request = WAIT.get()(vm)?;
        let answer = answer(vm, &request);
        front(|front| front.debug_reply(answer));
        if let Some(how) = RESUME.take() {
            return Some(how);
        }
    }
}
