//! Implements the adapter's view of the program.

use super::children;
use super::expressions::{self, Grammar};
use super::place::{Place, refusal};
use super::references::{self, Inside, ScopeKind};
use super::sources::path;
use super::{plan, values};
use crate::notebook::rich;
use tensorcell_jupyter::debugger::{
    BreakMode, Breakpoints, Context, Evaluated, ExceptionDetails, ExceptionInfo, Expression, Filters, Page, Program,
    ProgramModule, Refusal, Resume, Rich, Scope, Source, StackFrame, Stopped, Thread, Variable,
};
use tensorcell_language::threads::Ident;
use tensorcell_language::{Peeked, Result, Value, Vm};

/// The program that a session runs.
pub struct Debugged<'a> {
    pub vm: &'a mut Vm,
}

type Answer<T> = std::result::Result<T, Refusal>;

impl Debugged<'_> {
    fn place(&self, frame: Option<i64>) -> Answer<Place> {
        frame.map_or(Ok(Place::Notebook), |frame| Place::of_frame(self.vm, frame))
    }

    fn checked<T>(&mut self, outcome: Result<T>) -> Answer<T> {
        outcome.map_err(|raise| refusal(self.vm, raise))
    }

    /// Evaluates an expression.
    fn value(&mut self, place: Place, expression: &str) -> Answer<Value> {
        let outcome = expressions::run(self.vm, place, expression, Grammar::Expression);
        self.checked(outcome).map(Option::unwrap_or_default)
    }

    fn assigned(&mut self, place: Place, target: &str, value: &Value) -> Answer<Evaluated> {
        Ok(values::evaluated(self.vm, place, value, target))
    }
}

impl Program for Debugged<'_> {
    fn lines(&mut self, path: &str, text: &str) -> Vec<u32> {
        // Below a cell magic, line numbers still count from the first line of the cell.
        let text = match text.strip_prefix("%%").and_then(|rest| rest.split_once('\n')) {
            Some((_, body)) => format!("\n{body}"),
            None => text.to_owned(),
        };
        self.vm.lines_of(path, &text)
    }

    fn watch(&mut self, breakpoints: &Breakpoints, filters: Filters, just_my_code: bool) {
        plan::set(breakpoints, filters, just_my_code);
    }

    fn stopped(&self) -> Option<Stopped> {
        plan::stand().map(|stand| stand.stopped)
    }

    fn resume(&mut self, how: Resume) {
        plan::resume(how);
    }

    fn pause(&mut self) {
        plan::pause();
    }

    fn threads(&mut self) -> Vec<Thread> {
        threads(self.vm)
    }

    fn stack(&mut self, thread: i64) -> Vec<StackFrame> {
        let Some(stand) = plan::stand().filter(|stand| stand.thread.number() as i64 == thread) else {
            return Vec::new();
        };
        let calls = self.vm.calls().into_iter().filter(|call| call.height <= stand.top);
        let frame = |call: tensorcell_language::Call| {
            let path = path(self.vm, call.source)?.to_string();
            Some(StackFrame {
                id: Place::frame(call.height),
                name: call.name,
                line: call.line,
                column: call.column,
                source: Source { path, source_reference: Some(0) },
            })
        };
        calls.filter_map(frame).collect()
    }

    fn scopes(&mut self, frame: i64) -> Answer<Vec<Scope>> {
        let place = Place::of_frame(self.vm, frame)?;
        let scope = |name, kind, presentation_hint| Scope {
            name,
            variables_reference: references::add(Inside::Scope(place, kind)),
            expensive: false,
            presentation_hint,
            source: serde_json::Map::new(),
        };
        Ok(vec![scope("Locals", ScopeKind::Locals, Some("locals")), scope("Globals", ScopeKind::Globals, None)])
    }

    fn variables(&mut self, reference: i64, page: Page) -> Answer<Vec<Variable>> {
        children::of(self.vm, reference, page)
    }

    fn globals(&mut self) -> Vec<Variable> {
        // While the program is stopped, the client's references stay valid.
        if plan::stand().is_none() {
            references::clear();
        }
        children::scope(self.vm, Place::Notebook, ScopeKind::Globals)
    }

    fn set_variable(&mut self, reference: i64, name: &str, value: &str) -> Answer<Evaluated> {
        let Some(inside) = references::get(reference) else {
            return Err(Refusal(format!("the variables {reference} are gone: the program has gone on")));
        };
        let place = match &inside {
            Inside::Scope(place, _) | Inside::Group(place, _) | Inside::Value(place, ..) => *place,
        };
        let value = self.value(place, value)?;
        let set = set_inside(self.vm, &inside, name, value.clone());
        self.checked(set)?;
        self.assigned(place, name, &value)
    }

    fn set_expression(&mut self, target: &Expression, value: &str) -> Answer<Evaluated> {
        let place = self.place(target.frame)?;
        // Both texts are used unchanged, so that an error quotes them as written.
        let assignment = format!("{} = ({value}\n)", target.text);
        let outcome = expressions::run(self.vm, place, &assignment, Grammar::Statements);
        self.checked(outcome)?;
        let value = self.value(place, &target.text)?;
        self.assigned(place, &target.text, &value)
    }

    fn evaluate(&mut self, expression: &Expression) -> Answer<Evaluated> {
        let place = self.place(expression.frame)?;
        let grammar = if expression.context == Context::Repl { Grammar::Statements } else { Grammar::Expression };
        let outcome = expressions::run(self.vm, place, &expression.text, grammar);
        let value = self.checked(outcome)?;
        match value {
            None | Some(Value::None) if expression.context == Context::Repl => Ok(Evaluated::default()),
            // Without a frame, a string evaluates to its own text, as in debugpy.
            Some(Value::Str(text)) if expression.frame.is_none() => {
                Ok(Evaluated { text: text.to_string(), ..Evaluated::default() })
            }
            value => Ok(values::evaluated(self.vm, place, &value.unwrap_or_default(), &expression.text)),
        }
    }

    fn rich(&mut self, name: &str, frame: Option<i64>) -> Answer<Rich> {
        // Frame ids are valid only while the program is stopped.
        let frame = frame.filter(|_| plan::stand().is_some());
        let place = self.place(frame)?;
        let Ok(value) = self.value(place, name) else { return Ok(Rich::default()) };
        let outcome = rich::of(self.vm, &value);
        let shown = self.checked(outcome)?;
        Ok(Rich { data: shown.data, metadata: shown.metadata })
    }

    fn copy_to_globals(&mut self, from: &str, frame: i64, to: &str) -> Answer<Evaluated> {
        let place = Place::of_frame(self.vm, frame)?;
        let value = self.value(place, from)?;
        let names = place.names(self.vm);
        let (globals, _) = self.checked(names)?;
        let outcome = self.vm.set_item(&globals, &Value::str(to), value.clone());
        self.checked(outcome)?;
        self.assigned(place, to, &value)
    }

    fn exception(&mut self) -> Answer<ExceptionInfo> {
        let exception = plan::stand().and_then(|stand| stand.exception);
        let Some(exception) = exception else {
            return Err(Refusal("the program is not stopped at an exception".to_owned()));
        };
        let message = self.vm.str(&exception).unwrap_or_default();
        let stack_trace = trace_of(self.vm, &exception).unwrap_or_default();
        let source = self.vm.innermost_call().and_then(|call| path(self.vm, call.source)).map(|path| path.to_string());
        let kind = exception.type_name();
        let details = ExceptionDetails {
            message: message.clone(),
            type_name: kind.clone(),
            stack_trace,
            source: source.unwrap_or_default(),
        };
        Ok(ExceptionInfo { exception_id: kind, description: message, break_mode: BreakMode::Always, details })
    }

    fn modules(&mut self) -> (Vec<ProgramModule>, usize) {
        modules(self.vm).unwrap_or_default()
    }
}

/// Assigns to a name or an item.
fn set_inside(vm: &mut Vm, inside: &Inside, name: &str, value: Value) -> Result<()> {
    match inside {
        Inside::Scope(place, kind) => {
            let (globals, locals) = place.names(vm)?;
            let names = if *kind == ScopeKind::Globals { globals } else { locals };
            vm.set_item(&names, &Value::str(name), value)
        }
        Inside::Group(place, _) => {
            let (globals, _) = place.names(vm)?;
            vm.set_item(&globals, &Value::str(name), value)
        }
        Inside::Value(_, of @ Value::Dict(dict), _) => {
            let keys = dict.keys();
            let key = keys.into_iter().find(|key| values::text(vm, key) == name);
            vm.set_item(of, &key.unwrap_or_else(|| Value::str(name)), value)
        }
        Inside::Value(_, of, _) => match name.parse::<i64>() {
            Ok(number) => vm.set_item(of, &Value::Int(number), value),
            Err(_) => vm.set_attr(of, name, value),
        },
    }
}

/// Returns the threads of the program by their names.
fn threads(vm: &mut Vm) -> Vec<Thread> {
    let main = Thread { id: Ident::MAIN.number() as i64, name: "MainThread".to_owned() };
    let others = named_threads(vm).unwrap_or_default();
    std::iter::once(main).chain(others.into_iter().filter(|thread| thread.id != Ident::MAIN.number() as i64)).collect()
}

fn named_threads(vm: &mut Vm) -> Result<Vec<Thread>> {
    let Some(threading) = vm.imported("threading") else { return Ok(Vec::new()) };
    let all = vm.call_method(&Value::Module(threading), "enumerate", &[])?;
    let mut found = Vec::new();
    for thread in vm.collect(&all)? {
        let (ident, name) = (vm.get_attr(&thread, "ident")?, vm.get_attr(&thread, "name")?);
        if let (Value::Int(id), Some(name)) = (ident, name.as_str()) {
            found.push(Thread { id, name: name.to_owned() });
        }
    }
    Ok(found)
}

/// Formats an exception with its traceback, as Python prints it.
fn trace_of(vm: &mut Vm, exception: &Value) -> Result<String> {
    let traceback = vm.import("traceback")?;
    let lines = vm.call_method(&traceback, "format_exception", std::slice::from_ref(exception))?;
    let lines = vm.collect(&lines)?;
    Ok(lines.iter().filter_map(Value::as_str).collect())
}

/// Returns the modules loaded from files of the language, and the number of all modules.
fn modules(vm: &mut Vm) -> Result<(Vec<ProgramModule>, usize)> {
    let sys = vm.import("sys")?;
    let Value::Dict(all) = vm.get_attr(&sys, "modules")? else { return Ok(Default::default()) };
    let items = all.items();
    let total = items.len();
    let mut found = Vec::new();
    for (id, (name, module)) in items.iter().enumerate() {
        let (Some(name), Some(Peeked::Value(file))) = (name.as_str(), vm.peek_attr(module, "__file__")) else {
            continue;
        };
        if let Some(path) = file.as_str().filter(|path| path.ends_with(".py") && std::path::Path::new(path).is_file()) {
            found.push(ProgramModule { id, name: name.to_owned(), path: path.to_owned() });
        }
    }
    Ok((found, total))
}
