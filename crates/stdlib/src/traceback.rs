//! What the module `traceback` is made of.

use ruff_python_ast::{Expr, Mod, Stmt};
use ruff_text_size::Ranged;
use tensorcell_language::builtins::frames;
use tensorcell_language::traceback;
use tensorcell_language::{Builtin, ModuleDef, Value, syntax};

pub static TRACEBACK: ModuleDef = ModuleDef {
    name: "_tensorcell.traceback",
    doc: "What traceback is made of.",
    functions: &[
        Builtin::new(
            "traceback._operator",
            "(text, /)",
            "Of an operation or a subscript as text: where its operator, or its brackets, begin and end.",
            |_, args| {
                Ok(operator(args.str(0)?).map_or(Value::None, |(start, end)| Value::pair(start.into(), end.into())))
            },
        ),
        Builtin::new(
            "traceback._places",
            "(tb, /)",
            "Of each call, outermost first: file, line, function, text of the line, first and last column.",
            |vm, args| traceback::places(vm, args.get(0)),
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
    ],
    init: None,
};

/// Where the operator of `a + b`, or the brackets of `a[b]`, stand in the text, in characters.
fn operator(text: &str) -> Option<(i64, i64)> {
    let tree = syntax::tree(text).filter(|parsed| parsed.errors().is_empty())?.into_syntax();
    let Mod::Module(module) = tree else {
        return None;
    };
    let [Stmt::Expr(statement)] = &module.body[..] else {
        return None;
    };
    let (start, end) = match &*statement.value {
        Expr::BinOp(operation) => {
            let left = operation.left.range().end().to_usize();
            let skipped = text[left..].find(|c: char| !c.is_whitespace() && !matches!(c, ')' | '#' | '\\'))?;
            let start = left + skipped;
            let double = ["**", "//", "<<", ">>"].iter().any(|double| text[start..].starts_with(double));
            (start, start + if double { 2 } else { 1 })
        }
        Expr::Subscript(subscript) => {
            let left = subscript.value.range().end().to_usize();
            (left + text[left..].find('[')?, subscript.range().end().to_usize())
        }
        _ => return None,
    };
    let characters = |at: usize| text[..at].chars().count() as i64;
    Some((characters(start), characters(end)))
}
