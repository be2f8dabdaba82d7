//! Stores functions and classes of cells as source text, from which another kernel recreates them.

use super::super::uses::below_magic;
use super::state::Definition;
use ruff_python_ast::{Expr, Mod, Stmt};
use ruff_text_size::Ranged;
use tensorcell_language::{Raise, Vm, syntax};

/// Records a cell's definitions, replacing earlier ones of the same names.
pub fn note(known: &mut Vec<Definition>, cell: &str, code: &str) {
    for definition in of(cell, code) {
        known.retain(|earlier| earlier.name != definition.name);
        known.push(definition);
    }
}

fn of(cell: &str, code: &str) -> Vec<Definition> {
    let body = below_magic(code);
    // A magic is on the cell's first lines.
    let above = code[..code.len() - body.len()].matches('\n').count();
    let defined = |statement: &Stmt| {
        let text = &body[statement.range()];
        let line = above + body[..statement.range().start().to_usize()].matches('\n').count();
        let (name, cell) = (name_of(statement, text)?.to_owned(), cell.to_owned());
        Some(Definition { name, cell, line, text: text.to_owned() })
    };
    syntax::with_room(|| {
        let parsed = syntax::tree(body)?;
        let Mod::Module(module) = parsed.syntax() else { return None };
        Some(module.body.iter().filter_map(defined).collect())
    })
    .unwrap_or_default()
}

/// The name that a definition or an assignment of a lambda binds; for imports their text.
fn name_of<'t>(statement: &'t Stmt, text: &'t str) -> Option<&'t str> {
    match statement {
        Stmt::FunctionDef(function) => Some(function.name.as_str()),
        Stmt::ClassDef(class) => Some(class.name.as_str()),
        // Definitions need what was imported before them.
        Stmt::Import(_) | Stmt::ImportFrom(_) => Some(text),
        Stmt::Assign(assign) => match (&assign.targets[..], &*assign.value) {
            ([Expr::Name(name)], Expr::Lambda(_)) => Some(name.id.as_str()),
            _ => None,
        },
        _ => None,
    }
}

/// Runs definitions with the line numbers of their cells; returns those that failed, with the error. Failed ones are
/// retried after later ones.
pub fn run(vm: &mut Vm, definitions: &[Definition]) -> Vec<(Definition, Raise)> {
    let mut left: Vec<Definition> = definitions.to_vec();
    loop {
        let before = left.len();
        let attempt = |definition: Definition| {
            let text = format!("{}{}", "\n".repeat(definition.line), definition.text);
            let raise = vm.run_cell(&definition.cell, &text).err()?;
            Some((definition, raise))
        };
        let failed: Vec<(Definition, Raise)> = left.into_iter().filter_map(attempt).collect();
        if failed.is_empty() || failed.len() == before {
            return failed;
        }
        left = failed.into_iter().map(|(definition, _)| definition).collect();
    }
}
