//! Returns the children of a value: the names of a scope, the items of a container, the attributes of an object.

use super::place::Place;
use super::references::{self, Inside, ScopeKind};
use super::values::{self, variable};
use tensorcell_jupyter::debugger::{Page, Refusal, Variable};
use tensorcell_language::{Result, Value, Vm};
use tensorcell_torch::facts;

/// The maximum number of children if the client requests no range.
const MOST: usize = 300;

/// Names of the session or the interpreter, not of the user.
const KEPT: [&str; 20] = [
    "__name__",
    "__doc__",
    "__package__",
    "__loader__",
    "__spec__",
    "__annotations__",
    "__builtins__",
    "__builtin__",
    "__display__",
    "get_ipython",
    "display",
    "exit",
    "quit",
    "In",
    "Out",
    "_oh",
    "_dh",
    "_",
    "__",
    "___",
];

/// Returns whether a name is shown.
fn is_shown(name: &str) -> bool {
    let is_numbered = name.strip_prefix('_').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    !KEPT.contains(&name) && !is_numbered && !name.starts_with("_i")
}

/// Returns the children behind a variable reference.
pub fn of(vm: &mut Vm, reference: i64, page: Page) -> std::result::Result<Vec<Variable>, Refusal> {
    match references::get(reference) {
        Some(Inside::Scope(place, kind)) => Ok(scope(vm, place, kind)),
        Some(Inside::Group(place, names)) => Ok(named(vm, place, names)),
        Some(Inside::Value(place, value, expression)) => Ok(inside(vm, place, &value, expression.as_deref(), page)),
        None => Err(Refusal(format!("the variables {reference} are gone: the program has gone on"))),
    }
}

/// Returns the names of a scope. Functions, classes and special names are in groups.
pub fn scope(vm: &mut Vm, place: Place, kind: ScopeKind) -> Vec<Variable> {
    let Ok((globals, locals)) = place.names(vm) else { return Vec::new() };
    let names = if kind == ScopeKind::Globals { globals } else { locals };
    let mut plain = Vec::new();
    let mut groups = ["special variables", "function variables", "class variables"].map(|name| (name, Vec::new()));
    for (name, value) in items_of(vm, &names) {
        match group(&name, &value) {
            Some(group) => groups[group].1.push((name, value)),
            None if is_shown(&name) => plain.push((name, value)),
            None => {}
        }
    }
    let groups = groups.into_iter().filter(|(_, names)| !names.is_empty());
    let groups = groups.map(|(name, names)| Variable {
        name: name.to_owned(),
        kind: Some(String::new()),
        evaluate_name: Some(name.to_owned()),
        variables_reference: references::add(Inside::Group(place, names)),
        ..Variable::default()
    });
    let mut variables: Vec<Variable> = groups.collect();
    variables.extend(named(vm, place, plain));
    variables
}

/// Returns the group of a name.
fn group(name: &str, value: &Value) -> Option<usize> {
    match value {
        _ if name.starts_with("__") && name.ends_with("__") => Some(0),
        Value::Function(_) | Value::Builtin(_) | Value::Method(_) => Some(1),
        Value::Class(_) => Some(2),
        _ => None,
    }
}

fn named(vm: &mut Vm, place: Place, mut names: Vec<(String, Value)>) -> Vec<Variable> {
    // Names with a leading underscore come last.
    names.sort_by(|(a, _), (b, _)| (a.starts_with('_'), a).cmp(&(b.starts_with('_'), b)));
    names.iter().map(|(name, value)| variable(vm, place, name, value, Some(name.clone()))).collect()
}

/// Returns the names of a mapping with their values.
fn items_of(vm: &mut Vm, names: &Value) -> Vec<(String, Value)> {
    let pairs = match names {
        Value::Dict(dict) => dict.items(),
        names => {
            let items = vm.call_method(names, "items", &[]).and_then(|items| vm.collect(&items));
            let pair = |item: &Value| match item {
                Value::Tuple(pair) => Some((pair.first()?.clone(), pair.get(1)?.clone())),
                _ => None,
            };
            items.unwrap_or_default().iter().filter_map(pair).collect()
        }
    };
    pairs.into_iter().filter_map(|(name, value)| Some((name.as_str()?.to_owned(), value))).collect()
}

/// Returns the children of a value.
fn inside(vm: &mut Vm, place: Place, value: &Value, expression: Option<&str>, page: Page) -> Vec<Variable> {
    let count = values::length(value);
    let mut variables = match value {
        Value::List(_) | Value::Tuple(_) | Value::Dict(_) | Value::Set(_) => Vec::new(),
        value if facts::tensor(value).is_some() => {
            let mut variables = facts_of(vm, value, expression);
            variables.extend(attributes(vm, place, value, expression, &TENSOR));
            variables
        }
        value => {
            let names = names_of(vm, value);
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            attributes(vm, place, value, expression, &names)
        }
    };
    let Some(count) = count else { return variables };
    let most = if page.count == 0 { MOST } else { page.count };
    // A client that requests a range wants only items.
    if page.count > 0 {
        variables.clear();
    }
    let end = count.min(page.start.saturating_add(most));
    variables.extend(items(vm, place, value, expression, page.start.min(end)..end));
    if page.count == 0 {
        if end < count {
            let value = format!("{} more", count - end);
            variables.push(Variable { name: "...".to_owned(), value, ..Variable::default() });
        }
        let length = expression.map(|expression| format!("len({expression})"));
        variables.push(variable(vm, place, "len()", &Value::Int(count as i64), length).hinted("readOnly"));
    }
    variables
}

/// The attributes of a tensor that are shown besides its items.
const TENSOR: [&str; 3] = ["requires_grad", "grad", "grad_fn"];

/// Returns a tensor's metadata. These children have no children, and no type that would add information.
fn facts_of(vm: &mut Vm, value: &Value, expression: Option<&str>) -> Vec<Variable> {
    let mut variables = Vec::new();
    for name in ["shape", "dtype", "device"] {
        let text = vm.get_attr(value, name).and_then(|found| vm.str(&found));
        let evaluate_name = expression.map(|expression| format!("{expression}.{name}"));
        let value = text.unwrap_or_else(|raise| values::failed(vm, raise));
        variables.push(Variable { name: name.to_owned(), value, evaluate_name, ..Variable::default() });
    }
    variables
}

/// Returns the items of a container: sequences and tensors by index, dicts by key.
fn items(
    vm: &mut Vm,
    place: Place,
    value: &Value,
    expression: Option<&str>,
    range: std::ops::Range<usize>,
) -> Vec<Variable> {
    let width = values::length(value).map_or(1, |count| count.saturating_sub(1).to_string().len());
    let at = |key: &str| expression.map(|expression| format!("{expression}[{key}]"));
    match value {
        Value::Dict(dict) => {
            let pairs: Vec<(Value, Value)> = dict.items().into_iter().skip(range.start).take(range.len()).collect();
            let pair = |(key, value): (Value, Value)| {
                let key = values::text(vm, &key);
                let expression = at(&key);
                variable(vm, place, &key, &value, expression)
            };
            pairs.into_iter().map(pair).collect()
        }
        Value::Set(set) => {
            let all = set.items();
            let one = |at: usize| variable(vm, place, &format!("{at:0width$}"), &all[at], None);
            range.filter(|at| *at < all.len()).map(one).collect()
        }
        value => {
            let mut one = |number: usize| {
                let item = vm.get_item(value, &Value::Int(number as i64)).ok()?;
                Some(variable(vm, place, &format!("{number:0width$}"), &item, at(&number.to_string())))
            };
            range.filter_map(&mut one).collect()
        }
    }
}

fn attributes(vm: &mut Vm, place: Place, value: &Value, expression: Option<&str>, names: &[&str]) -> Vec<Variable> {
    let mut variables = Vec::new();
    for name in names.iter().take(MOST) {
        let expression = expression.map(|expression| format!("{expression}.{name}"));
        match vm.get_attr(value, name) {
            Ok(Value::Function(_) | Value::Builtin(_) | Value::Method(_)) => {}
            Ok(found) => variables.push(variable(vm, place, name, &found, expression)),
            Err(raise) => {
                let value = values::failed(vm, raise);
                variables.push(Variable { name: (*name).to_owned(), value, ..Variable::default() });
            }
        }
    }
    variables
}

/// Returns the attributes that an object lists, without special names.
fn names_of(vm: &mut Vm, value: &Value) -> Vec<String> {
    let names = listed(vm, value).unwrap_or_default();
    let names = names.iter().filter_map(Value::as_str).filter(|name| !name.starts_with("__")).map(str::to_owned);
    let mut names: Vec<String> = names.collect();
    names.sort_by(|a, b| (a.starts_with('_'), a).cmp(&(b.starts_with('_'), b)));
    names
}

fn listed(vm: &mut Vm, value: &Value) -> Result<Vec<Value>> {
    let Some(dir) = vm.builtin("dir") else { return Ok(Vec::new()) };
    let names = vm.call(&dir, std::slice::from_ref(value), &[])?;
    vm.collect(&names)
}
