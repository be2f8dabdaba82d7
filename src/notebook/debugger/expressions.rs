//! Evaluates a client's code where the program is stopped.

use super::place::Place;
use tensorcell_language::object::Dict;
use tensorcell_language::{Exc, Raise, Result, Value, Vm};

/// The file name of the code in errors.
const FILE: &str = "<debugger>";

/// What the code may contain.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Grammar {
    Expression,
    /// Statements too, which have no value.
    Statements,
}

/// Runs code in a place. Returns its value, or None for a statement.
///
/// # Errors
/// The exception that the code raises.
pub fn run(vm: &mut Vm, place: Place, code: &str, grammar: Grammar) -> Result<Option<Value>> {
    let names = place.names(vm)?;
    match compiled(vm, code, "eval") {
        Ok(code) => called(vm, "eval", code, names).map(Some),
        Err(raise) if grammar == Grammar::Expression || !raise.is(Exc::SyntaxError) => Err(raise),
        Err(_) => {
            let code = compiled(vm, code, "exec")?;
            called(vm, "exec", code, names).map(|_| None)
        }
    }
}

fn compiled(vm: &mut Vm, code: &str, mode: &str) -> Result<Value> {
    let args = [code.trim(), FILE, mode].map(Value::str);
    vm.call(&built_in(vm, "compile")?, &args, &[])
}

fn called(vm: &mut Vm, function: &str, code: Value, (globals, locals): (Value, Value)) -> Result<Value> {
    let globals = if has_inner_code(vm, &code)? { together(vm, &globals, &locals)? } else { globals };
    vm.call(&built_in(vm, function)?, &[code, globals, locals], &[])
}

/// Returns whether code contains functions or comprehensions.
fn has_inner_code(vm: &mut Vm, code: &Value) -> Result<bool> {
    let constants = vm.get_attr(code, "co_consts")?;
    Ok(vm.collect(&constants)?.iter().any(|constant| constant.type_name() == "code"))
}

/// Merges the names of the call over those of its module, for functions inside evaluated code.
fn together(vm: &mut Vm, globals: &Value, locals: &Value) -> Result<Value> {
    let names = Value::Dict(Dict::new());
    for part in [globals, locals] {
        vm.call_method(&names, "update", std::slice::from_ref(part))?;
    }
    Ok(names)
}

fn built_in(vm: &Vm, name: &str) -> Result<Value> {
    vm.builtin(name).ok_or_else(|| Raise::runtime(format!("the built-in function {name} is gone")))
}

/// Replaces expressions in braces by their values; `{{` is a brace. A failing expression is replaced by its error.
pub fn filled(vm: &mut Vm, place: Place, text: &str) -> String {
    let (mut filled, mut rest) = (String::new(), text);
    while let Some(at) = rest.find(['{', '}']) {
        filled.push_str(&rest[..at]);
        let brace = &rest[at..=at];
        rest = &rest[at + 1..];
        if let Some(after) = rest.strip_prefix(brace) {
            filled.push_str(brace);
            rest = after;
        } else if let Some((expression, after)) = rest.split_once('}').filter(|_| brace == "{") {
            filled.push_str(&shown(vm, place, expression));
            rest = after;
        } else {
            filled.push_str(brace);
        }
    }
    filled + rest
}

fn shown(vm: &mut Vm, place: Place, expression: &str) -> String {
    let outcome = run(vm, place, expression, Grammar::Expression);
    let outcome = outcome.and_then(|value| vm.str(&value.unwrap_or_default()));
    outcome.unwrap_or_else(|raise| super::place::refusal(vm, raise).0)
}
