//! The native part of the module `traceback`.

use ruff_python_ast::{Expr, Mod, Stmt};
use ruff_text_size::{Ranged, TextRange};
use tensorcell_language::builtins::frames;
use tensorcell_language::traceback;
use tensorcell_language::{Args, Builtin, ModuleDef, Result, Value, raise, suggest, syntax};

pub static TRACEBACK: ModuleDef = ModuleDef {
    name: "_tensorcell.traceback",
    doc: "The native part of traceback.",
    functions: &[
        Builtin::new(
            "traceback._anchors",
            "(text, /)",
            "Of an operation, a subscript or a call as text: line and column where its operator, or its brackets, begin and end.",
            |_, args| {
                let text = args.str(0)?;
                let pair = |at: usize| {
                    let (line, column) = line_and_column(text, at);
                    Value::pair(line.into(), column.into())
                };
                Ok(anchors(text).map_or(Value::None, |(start, end)| Value::pair(pair(start), pair(end))))
            },
        ),
        Builtin::new(
            "traceback._stands_alone",
            "(text, start, end, /)",
            "Whether the characters from start to end are a call that is all that a plain statement returns or assigns.",
            |_, args| Ok(Value::from(stands_alone(args.str(0)?, count(args, 1)?, count(args, 2)?))),
        ),
        Builtin::new(
            "traceback._position",
            "(tb, /)",
            "Of a call in a traceback: first and last line, first and last column in bytes; None of other objects.",
            |vm, args| Ok(traceback::position(vm, args.get(0))),
        ),
        Builtin::new(
            "traceback._place",
            "(frame, /)",
            "Of a frame: file, line, function, text of the line, first and last column.",
            |vm, args| frames::summary(vm, args.get(0)),
        ),
        Builtin::new("traceback._text", "(filename, /)", "The text of a known source, or None.", |vm, args| {
            Ok(frames::text_of(vm, args.str(0)?).map_or(Value::None, Value::str))
        }),
        Builtin::new(
            "traceback._cell_text",
            "(filename, /)",
            "The text of a known cell or file, or None.",
            |vm, args| Ok(frames::text_of_cell(vm, args.str(0)?).map_or(Value::None, Value::str)),
        ),
        Builtin::new(
            "traceback._help",
            "(exc, /)",
            "Returns the interpreter's suggestion for an exception, or None.",
            |_, args| Ok(traceback::help(args.get(0)).map_or(Value::None, Value::from)),
        ),
        Builtin::new(
            "traceback._keep_variables",
            "()",
            "From now on exceptions keep the variables of the calls that they pass.",
            |_, _| {
                raise::keep_variables();
                Ok(Value::None)
            },
        ),
        Builtin::new(
            "traceback._closest",
            "(name, names, /)",
            "The name that was probably meant, or None.",
            |vm, args| {
                let name = args.str(0)?;
                let names = vm.collect(args.get(1))?;
                let near = suggest::closest(name, names.iter().filter_map(Value::as_str));
                Ok(near.map_or(Value::None, Value::str))
            },
        ),
        Builtin::new(
            "traceback._levenshtein_distance",
            "(a, b, max_cost, /)",
            "Returns the cost of changing one name to another, or more than max_cost if it is larger.",
            |_, args| Ok(Value::from(suggest::distance(args.str(0)?, args.str(1)?, count(args, 2)?) as i64)),
        ),
    ],
    init: None,
};

fn count(args: &Args, at: usize) -> Result<usize> {
    usize::try_from(args.int(at)?).map_err(|_| args.wrong(at, "a number that is not negative"))
}

/// Returns the only statement of a text.
fn statement(text: &str) -> Option<Stmt> {
    let tree = syntax::tree(text).filter(|parsed| parsed.errors().is_empty())?.into_syntax();
    let Mod::Module(module) = tree else {
        return None;
    };
    let mut body = module.body.into_iter();
    body.next().filter(|_| body.next().is_none())
}

/// Returns the byte range of the operator in `a + b`, or of the brackets in `a[b]` and `f(x)`.
fn anchors(text: &str) -> Option<(usize, usize)> {
    // Inside parentheses an expression may span several lines.
    let before = "(\n";
    let Stmt::Expr(statement) = statement(&format!("{before}{text}\n)"))? else {
        return None;
    };
    let end_of = |expression: &dyn Ranged| expression.range().end().to_usize() - before.len();
    match &*statement.value {
        Expr::BinOp(operation) => {
            let start = find(text, end_of(&*operation.left), |c| !c.is_whitespace() && c != ')')?;
            let right = operation.right.range().start().to_usize() - before.len();
            let second = text[start + 1..].chars().next().filter(|c| !c.is_whitespace() && !matches!(c, '\\' | '#'));
            Some((start, start + if start + 1 < right && second.is_some() { 2 } else { 1 }))
        }
        Expr::Subscript(subscript) => Some((find(text, end_of(&*subscript.value), |c| c == '[')?, end_of(subscript))),
        Expr::Call(call) => Some((find(text, end_of(&*call.func), |c| c == '(')?, end_of(call))),
        _ => None,
    }
}

/// Returns the first matching character from a position on, outside of comments.
fn find(text: &str, from: usize, wanted: impl Fn(char) -> bool) -> Option<usize> {
    let mut is_comment = false;
    for (at, character) in text.get(from..)?.char_indices() {
        is_comment = character != '\n' && (is_comment || matches!(character, '#' | '\\'));
        if !is_comment && wanted(character) {
            return Some(from + at);
        }
    }
    None
}

/// Returns the 0-based line of a byte position, and its column in characters.
fn line_and_column(text: &str, at: usize) -> (i64, i64) {
    let before = &text[..at];
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    (before.matches('\n').count() as i64, before[start..].chars().count() as i64)
}

fn stands_alone(text: &str, start: usize, end: usize) -> bool {
    let value = match statement(text) {
        Some(Stmt::Return(statement)) => statement.value.filter(|value| match &**value {
            Expr::Call(call) => call.func.is_name_expr(),
            _ => false,
        }),
        Some(Stmt::Assign(statement)) => match &statement.targets[..] {
            [Expr::Name(_)] => Some(statement.value),
            _ => None,
        },
        _ => None,
    };
    let place = |range: TextRange| {
        let characters = |at: usize| text[..at].chars().count();
        (characters(range.start().to_usize()), characters(range.end().to_usize()))
    };
    match value.as_deref() {
        Some(Expr::Call(call)) => place(call.range()) == (start, end),
        _ => false,
    }
}
