//! Renders a value on one short line, as a client shows it beside a name.

use super::place::Place;
use super::references::{self, Inside};
use crate::notebook::describe;
use tensorcell_display::units;
use tensorcell_jupyter::debugger::{Evaluated, Variable};
use tensorcell_language::{Value, Vm};
use tensorcell_torch::facts;

/// The maximum number of shown items of a container, and of containers inside it. Deeper ones are elided.
const SHOWN: [usize; 2] = [59, 19];
/// The maximum number of shown characters of a text: of the value itself, and inside a container.
const LENGTHS: [usize; 2] = [1 << 16, 128];

/// Describes a name and its value. `expression` evaluates to the value.
pub fn variable(vm: &mut Vm, place: Place, name: &str, value: &Value, expression: Option<String>) -> Variable {
    let (text, kind) = (text(vm, value), kind(value));
    let reference = reference(place, value, expression.clone());
    let variable = Variable {
        name: name.to_owned(),
        value: text,
        kind: Some(kind),
        evaluate_name: expression,
        variables_reference: reference,
        indexed_variables: length(value).filter(|count| *count > 0),
        presentation_hint: None,
    };
    match value {
        Value::Str(_) | Value::Bytes(_) => variable.hinted("rawString"),
        _ => variable,
    }
}

/// Describes the value of an expression.
pub fn evaluated(vm: &mut Vm, place: Place, value: &Value, expression: &str) -> Evaluated {
    let text = text(vm, value);
    let variables_reference = reference(place, value, Some(expression.to_owned()));
    Evaluated { text, kind: Some(kind(value)), variables_reference }
}

/// Returns the type. For a value with children JupyterLab shows only the type, so a tensor's shape, dtype and device are in it.
fn kind(value: &Value) -> String {
    match facts::tensor(value) {
        Some(tensor) => {
            let name = value.type_name();
            format!("{name} {} {} {}", tensor.shape_text(), tensor.dtype.name(), tensor.device)
        }
        None => value.type_name(),
    }
}

/// Returns a reference to a value's children, or 0 if it has none.
fn reference(place: Place, value: &Value, expression: Option<String>) -> i64 {
    match value {
        Value::None | Value::NotImplemented | Value::Ellipsis => 0,
        Value::Bool(_) | Value::Int(_) | Value::BigInt(_) | Value::Float(_) | Value::Str(_) | Value::Bytes(_) => 0,
        Value::Builtin(_) => 0,
        _ => references::add(Inside::Value(place, value.clone(), expression)),
    }
}

/// Returns the number of items of a container.
pub fn length(value: &Value) -> Option<usize> {
    match value {
        Value::List(list) => Some(list.items.borrow().len()),
        Value::Tuple(items) => Some(items.len()),
        Value::Dict(dict) => Some(dict.len()),
        Value::Set(set) => Some(set.len()),
        _ => facts::tensor(value).and_then(|tensor| tensor.shape.first().copied()),
    }
}

/// Renders a value on one line.
pub fn text(vm: &mut Vm, value: &Value) -> String {
    written(vm, value, 0)
}

fn written(vm: &mut Vm, value: &Value, level: usize) -> String {
    if let Some(tensor) = facts::tensor(value) {
        return describe::tensor(&tensor);
    }
    match value {
        Value::List(list) => {
            let items = some(list.items.borrow().iter(), level);
            listed(vm, ("[", "]"), list.items.borrow().len(), items, level)
        }
        Value::Tuple(all) => {
            let end = if all.len() == 1 { ",)" } else { ")" };
            listed(vm, ("(", end), all.len(), some(all.iter(), level), level)
        }
        Value::Set(set) if !set.is_empty() => {
            let (begin, end) = if set.frozen { ("frozenset({", "})") } else { ("{", "}") };
            listed(vm, (begin, end), set.len(), some(set.items().iter(), level), level)
        }
        Value::Dict(dict) => pairs(vm, dict.items(), level),
        _ => {
            let text = vm.repr(value).unwrap_or_else(|raise| failed(vm, raise));
            cut(&text, level)
        }
    }
}

fn some<'a>(items: impl Iterator<Item = &'a Value>, level: usize) -> Vec<Value> {
    let count = SHOWN.get(level).copied().unwrap_or_default();
    items.take(count).cloned().collect()
}

fn listed(vm: &mut Vm, (begin, end): (&str, &str), length: usize, items: Vec<Value>, level: usize) -> String {
    let left_out = items.len() < length;
    let mut texts: Vec<String> = items.iter().map(|item| written(vm, item, level + 1)).collect();
    texts.extend(left_out.then(|| "...".to_owned()));
    // Drop the comma of a one-element tuple if items are left out.
    let end = if left_out { end.trim_start_matches(',') } else { end };
    format!("{begin}{}{end}", texts.join(", "))
}

fn pairs(vm: &mut Vm, items: Vec<(Value, Value)>, level: usize) -> String {
    let shown = SHOWN.get(level).copied().unwrap_or_default();
    let left_out = items.len() > shown;
    let pair = |(key, value): &(Value, Value)| {
        let key = written(vm, key, level + 1);
        format!("{key}: {}", written(vm, value, level + 1))
    };
    let mut texts: Vec<String> = items.iter().take(shown).map(pair).collect();
    texts.extend(left_out.then(|| "...".to_owned()));
    format!("{{{}}}", texts.join(", "))
}

fn cut(text: &str, level: usize) -> String {
    units::short(text, LENGTHS[level.min(1)])
}

/// Returns the text of a value whose `__repr__` raises.
pub fn failed(vm: &mut Vm, raise: tensorcell_language::Raise) -> String {
    let exception = vm.raised(raise);
    format!("<{} while it was shown>", exception.type_name())
}
