//! The scopes of a source as programs see them: the data of the module `symtable`.

use super::scope::{self, Flags, Scope, ScopeKind};
use crate::Value;
use ruff_python_ast::Stmt;

// CPython's values.
const GLOBAL: i64 = 1;
const LOCAL: i64 = 2;
const PARAMETER: i64 = 4;
const NONLOCAL: i64 = 8;
const USE: i64 = 16;
const IMPORT: i64 = 128;
const ANNOTATION: i64 = 256;
const SCOPE_OFFSET: i64 = 12;

/// Each scope of a source, outermost first: (parent, kind, name, line, names), each name with CPython's flags.
pub(crate) fn table(body: &[Stmt], text: &str) -> Value {
    let scopes = scope::analyse(body, ScopeKind::Module).scopes;
    Value::list(scopes.iter().map(|scope| row(scope, text)).collect())
}

fn row(scope: &Scope, text: &str) -> Value {
    let title = &scope.title;
    // Arguments of hidden functions are not names of the program.
    let names = scope.names.iter().filter(|(name, _)| name == ".0" || !name.starts_with('.'));
    let names = names.map(|(name, flags)| Value::pair(Value::str(name), Value::Int(bits(flags))));
    Value::tuple(vec![
        scope.parent.map_or(Value::None, |parent| Value::Int(parent as i64)),
        Value::str(title.kind),
        Value::str(&title.name),
        Value::Int(scope.parent.map_or(0, |_| line(text, title.start.to_usize()))),
        Value::list(names.collect()),
    ])
}

fn line(text: &str, at: usize) -> i64 {
    text.as_bytes()[..at].iter().filter(|byte| **byte == b'\n').count() as i64 + 1
}

fn bits(flags: &Flags) -> i64 {
    let set = [
        (flags.global, GLOBAL),
        (flags.bound && !flags.parameter && !flags.imported, LOCAL),
        (flags.parameter, PARAMETER),
        (flags.nonlocal, NONLOCAL),
        (flags.used, USE),
        (flags.imported, IMPORT),
        (flags.annotated, ANNOTATION),
    ];
    let bits: i64 = set.iter().filter(|(set, _)| *set).map(|(_, bit)| bit).sum();
    bits | place(flags) << SCOPE_OFFSET
}

/// The kind of a name: 1 local, 2 declared global, 3 global, 4 of an enclosing function, 5 local and captured by inner functions.
fn place(flags: &Flags) -> i64 {
    match flags {
        _ if flags.global => 2,
        _ if flags.free => 4,
        _ if flags.captured => 5,
        _ if flags.bound => 1,
        _ => 3,
    }
}
