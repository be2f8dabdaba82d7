//! Tracebacks: the places that an exception passed, as `__traceback__` holds them. A traceback holds places in the source and
//! no frames, so it keeps no value alive.

use super::exception::ExceptionState;
use super::native::Native;
use super::raise::TraceEntry;
use super::types::types;
use super::{Class, Getter, Raise, Result, Value, Vm};
use std::any::Any;
use std::rc::Rc;

pub(crate) struct Traceback {
    /// Outermost first.
    entries: Rc<[TraceEntry]>,
    at: usize,
}

/// The traceback of an exception; None for one that was never raised.
pub(crate) fn of(state: &ExceptionState) -> Value {
    let mut entries: Vec<TraceEntry> = state.notes.borrow().trace.clone();
    entries.reverse();
    if entries.is_empty() { Value::None } else { Value::native(Traceback { entries: entries.into(), at: 0 }) }
}

/// Gives an exception the places of a traceback, or none.
pub(crate) fn set(exception: &Value, traceback: &Value) -> Result<()> {
    let trace = match (traceback, traceback.downcast::<Traceback>()) {
        (Value::None, _) => Vec::new(),
        (_, Some(traceback)) => traceback.entries[traceback.at..].iter().rev().cloned().collect(),
        _ => return Err(Raise::type_error("__traceback__ must be a traceback or None")),
    };
    if let Some(state) = exception.downcast::<ExceptionState>() {
        state.notes.borrow_mut().trace = trace;
    }
    Ok(())
}

impl Native for Traceback {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        types().built_in("traceback").clone()
    }
    fn repr(&self, _vm: &mut Vm) -> Result<String> {
        Ok(format!("<traceback object at {:#x}>", std::ptr::from_ref(self) as usize))
    }
}

fn this(value: &Value) -> Result<&Traceback> {
    value.downcast().ok_or_else(|| Raise::type_error(format!("expected a traceback, not {}", value.type_name())))
}

/// Of each call in a traceback, outermost first: file, line, function, text of the line, first and last column.
pub fn places(vm: &Vm, traceback: &Value) -> Result<Value> {
    let traceback = this(traceback)?;
    Ok(Value::list(traceback.entries[traceback.at..].iter().map(|entry| place(vm, entry)).collect()))
}

fn place(vm: &Vm, entry: &TraceEntry) -> Value {
    let (mut file, mut line, mut text, mut columns) = (String::new(), 0, String::new(), (0, 0));
    if let Some(source) = vm.source(entry.span.source) {
        line = source.line(entry.span.start);
        file = source.name.to_string();
        text = source.line_text(line).to_owned();
        let start =
            source.text.get(..entry.span.start as usize).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
        let end = (entry.span.end as usize).min(start + text.len());
        let column = |at: usize| source.text.get(start..at).map_or(0, |part| part.chars().count());
        columns = (column(entry.span.start as usize), column(end));
    }
    let columns = [columns.0, columns.1].map(|column| Value::Int(column as i64));
    let [first, last] = columns;
    Value::tuple(vec![
        Value::from(file),
        Value::Int(i64::from(line)),
        Value::str(&*entry.function),
        Value::from(text),
        first,
        last,
    ])
}

static GETTERS: &[Getter] = &[
    Getter {
        name: "tb_lineno",
        doc: "The line, from 1.",
        get: |vm, value| {
            let traceback = this(value)?;
            let span = traceback.entries[traceback.at].span;
            Ok(vm.source(span.source).map_or(Value::None, |source| Value::Int(i64::from(source.line(span.start)))))
        },
        set: None,
    },
    Getter {
        name: "tb_next",
        doc: "The next call towards the place of the error.",
        get: |_, value| {
            let traceback = this(value)?;
            let at = traceback.at + 1;
            Ok(match at < traceback.entries.len() {
                true => Value::native(Traceback { entries: traceback.entries.clone(), at }),
                false => Value::None,
            })
        },
        set: None,
    },
    Getter {
        name: "tb_frame",
        doc: "None: a traceback holds no frames, so it keeps no value alive.",
        get: |_, _| Ok(Value::None),
        set: None,
    },
    Getter { name: "tb_lasti", doc: "-1", get: |_, _| Ok(Value::Int(-1)), set: None },
];

/// What exceptions have of it.
static OF_EXCEPTIONS: &[Getter] = &[Getter {
    name: "__traceback__",
    doc: "The places that the exception passed: no frames, so it keeps no value alive.",
    get: |_, this| Ok(this.downcast::<ExceptionState>().map_or(Value::None, of)),
    set: Some(|_, this, value| set(this, &value)),
}];

/// The class, value and traceback of the exception that is being handled, or three None (`sys.exc_info`).
pub fn exc_info(vm: &Vm) -> Value {
    let Some(exception) = vm.current_exception() else {
        return Value::tuple(vec![Value::None, Value::None, Value::None]);
    };
    let traceback = exception.downcast::<ExceptionState>().map_or(Value::None, of);
    Value::tuple(vec![Value::Class(vm.class_of(&exception)), exception, traceback])
}

/// Native attributes of tracebacks, and of exceptions what leads there.
pub(crate) fn getters(type_name: &str) -> &'static [Getter] {
    match type_name {
        "traceback" => GETTERS,
        "BaseException" => OF_EXCEPTIONS,
        _ => &[],
    }
}
