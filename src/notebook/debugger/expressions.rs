//! Code that a client has run, where the program stands.

use super::place::Place;
use tensorcell_language::object::Dict;
use tensorcell_language::{Exc, Raise, Result, Value, Vm};

/// What errors call the code.
const FILE: &str = "<debugger>";

/// What may stand in the code.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Grammar {
    Expression,
    /// Statements too; they have no value.
    Statements,
}

/// Runs code in a place; its value, None of a statement.
///
/// # Errors
/// What it raises.
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

/// Whether there are functions or comprehensions in code.
fn has_inner_code(vm: &mut Vm, code: &Value) -> Result<bool> {
    let constants = vm.get_attr(code, "co_consts")?;
    Ok(vm.collect(&constants)?.iter().any(|constant| constant.type_name() == "code"))
}

/// What functions inside evaluated code see: the names of the call over those of its module.
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

/// A text with values in the place of the expressions in braces; `{{` is a brace. What an expression raises stands in its place.
pub fn filled(vm: &mut Vm, place: Place, text: &str) -> String {
    let (mut told, mut rest) = (String::new(), text);
    while let Some(at) = rest.find(['{', '}']) {
        told.push_str(&rest[..at]);
        let brace = &rest[at..=at];
        rest = &rest[at + 1..];
        if let Some(after) = rest.strip_prefix(brace) {
            told.push_str(brace);
            rest = after;
        } else if let Some((expression, after)) = rest.split_once('}').filter(|_| brace == "{") {
            told.push_str(&shown(vm, place, expression));
            rest = after;
        } else {
            told.push_str(brace);
        }
    }
    told + rest
}

fn shown(vm: &mut Vm, place: Place, expression: &str) -> String {
    let outcome = run(vm, place, expression, Grammar::Expression);
    let outcome = outcome.and_then(|value| vm.str(&value.unwrap_or_default()));
    outcome.unwrap_or_else(|raise| super::place::refusal(vm, raise).0)
}
