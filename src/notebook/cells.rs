//! Runs a cell's code: transforms its text, runs its callbacks, and chooses the values to show.

use super::front::front;
use super::{magics, names, rich, shell};
use ruff_python_ast::token::TokenKind;
use ruff_python_ast::{Expr, Mod, ModModule, Stmt};
use ruff_text_size::Ranged;
use std::borrow::Cow;
use tensorcell_jupyter::{Bundle, Cell};
use tensorcell_language::{Raise, Result, Value, Vm, syntax};

/// The statements of a cell whose values are shown, as in `ast_node_interactivity`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    All,
    Last,
    LastExpression,
    LastExpressionOrAssigned,
    Nothing,
}

impl Shown {
    const NAMES: [(&'static str, Shown); 5] = [
        ("all", Shown::All),
        ("last", Shown::Last),
        ("last_expr", Shown::LastExpression),
        ("last_expr_or_assign", Shown::LastExpressionOrAssigned),
        ("none", Shown::Nothing),
    ];

    /// # Errors
    /// ValueError for an unknown name.
    pub fn named(name: &str) -> Result<Shown> {
        let found = Self::NAMES.iter().find(|(known, _)| *known == name);
        found.map(|(_, shown)| *shown).ok_or_else(|| Raise::value_error(format!("Interactivity was '{name}'")))
    }
}

/// Runs a cell with the program's registered callbacks, and shows its value. Calls `finish` once the code has ended.
pub fn run(vm: &mut Vm, name: &str, cell: &Cell, finish: &mut dyn FnMut(&mut Vm) -> Result<()>) -> Result<()> {
    if cell.store_history {
        names::remember_code(vm, cell.execution_count, &cell.code);
    }
    let begun = Begun::new(vm, cell)?;
    let outcome = evaluate(vm, name, &begun.code, begun.shown, cell.silent);
    let finished = finish(vm);
    let outcome = outcome.and_then(|value| finished.map(|()| value));
    let outcome = outcome.and_then(|value| {
        if let (Some(value), false) = (&value, cell.silent) {
            show(vm, cell, value)?;
        }
        Ok(value)
    });
    begun.end(vm, cell, outcome)
}

/// A running cell.
struct Begun {
    code: String,
    shown: Shown,
    /// The session and the cell's result object, if the program has called for the session.
    watched: Option<(Value, Value)>,
}

impl Begun {
    fn new(vm: &mut Vm, cell: &Cell) -> Result<Begun> {
        let code = cleaned(&cell.code);
        let Some(shell) = shell::known(vm)? else {
            return Ok(Begun { code: code.into_owned(), shown: Shown::LastExpression, watched: None });
        };
        let [stored, silent] = [cell.store_history, cell.silent].map(Value::from);
        let begun = vm.call_method(&shell, "_begin_cell", &[Value::from(code.into_owned()), stored, silent])?;
        let begun = vm.collect(&begun)?;
        let word = |at: usize| begun.get(at).and_then(Value::as_str).unwrap_or_default().to_owned();
        let result = begun.get(1).cloned().unwrap_or_default();
        Ok(Begun { code: word(0), shown: Shown::named(&word(2))?, watched: Some((shell, result)) })
    }

    /// Returns the session and the cell's result object, also if this cell was the first to call for the session.
    fn watchers(&self, vm: &mut Vm, cell: &Cell) -> Result<Option<(Value, Value)>> {
        if self.watched.is_some() {
            return Ok(self.watched.clone());
        }
        let Some(shell) = shell::known(vm)? else { return Ok(None) };
        let [stored, silent] = [cell.store_history, cell.silent].map(Value::from);
        let result = vm.call_method(&shell, "_result", &[Value::str(&self.code), stored, silent])?;
        Ok(Some((shell, result)))
    }

    /// Calls the program's callbacks for the end of a cell.
    fn end(self, vm: &mut Vm, cell: &Cell, outcome: Result<Option<Value>>) -> Result<()> {
        let Some((shell, result)) = self.watchers(vm, cell)? else {
            return outcome.map(drop);
        };
        let (value, error) = match outcome {
            Ok(value) => (value.unwrap_or(Value::None), Value::None),
            Err(raise) => (Value::None, vm.raised(raise)),
        };
        vm.call_method(&shell, "_end_cell", &[result, value, error.clone()])?;
        if error.is_none() { Ok(()) } else { Err(Raise::object(error)) }
    }
}

/// Runs code in the notebook's namespace. Returns the last value to show; earlier ones are shown as they are computed.
pub fn evaluate(vm: &mut Vm, name: &str, code: &str, shown: Shown, is_silent: bool) -> Result<Option<Value>> {
    if let Some(rest) = code.trim_start().strip_prefix("%%") {
        return cell_magic(vm, rest);
    }
    if let Some(keeps_kernel) = exits(vm, code) {
        front(|front| front.ask_exit(keeps_kernel));
        return Ok(None);
    }
    let assigned = (shown == Shown::LastExpressionOrAssigned).then(|| last_target(code)).flatten();
    let pieces = if shown == Shown::All { pieces(code) } else { vec![code.to_owned()] };
    let mut last = None;
    for piece in &pieces {
        if let (Some(value), false) = (&last, is_silent) {
            show_value(vm, "", value)?;
        }
        last = vm.run_cell(name, piece)?;
    }
    Ok(match (shown, assigned) {
        (Shown::Nothing, _) => None,
        (_, Some(target)) => vm.globals().get_str(&target),
        _ => last,
    })
}

/// Detects a cell that is only `exit` or `quit`, with or without a call, unless the program has rebound the name.
/// Returns whether the kernel is kept: `exit(True)`.
fn exits(vm: &mut Vm, code: &str) -> Option<bool> {
    let code = code.trim().trim_end_matches(';');
    let (name, call) = code.split_at(code.find('(').unwrap_or(code.len()));
    let keeps_kernel = match call {
        "" | "()" => false,
        "(True)" | "(keep_kernel=True)" => true,
        _ => return None,
    };
    (matches!(name, "exit" | "quit") && vm.globals().get_str(name).is_none()).then_some(keeps_kernel)
}

fn cell_magic(vm: &mut Vm, rest: &str) -> Result<Option<Value>> {
    let some = |value: Value| (!value.is_none()).then_some(value);
    let (line, body) = rest.split_once('\n').unwrap_or((rest, ""));
    if line.trim_end().ends_with('?') && body.trim().is_empty() {
        return magics::run(vm, "pinfo", &format!("%%{line}"), None).map(some);
    }
    let (magic, line) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let mut body = Cow::Borrowed(body);
    // As in IPython: the body passed to the program's own magics ends with a newline.
    if !body.ends_with('\n') && shell::registered_magic(vm, magic.trim(), true)?.is_some() {
        body.to_mut().push('\n');
    }
    magics::run(vm, magic.trim(), line, Some(&body)).map(some)
}

/// Splits code into its statements, each at its original position.
fn pieces(code: &str) -> Vec<String> {
    let split = |tree: &ModModule| -> Vec<String> {
        let ends = tree.body.iter().map(|statement| statement.range().end().to_usize());
        let begins: Vec<usize> = std::iter::once(0).chain(ends).collect();
        let piece = |at: usize| {
            let (begin, end) = (begins[at], begins[at + 1]);
            let lines = "\n".repeat(code[..begin].matches('\n').count());
            let text = code[begin..end].trim_start_matches([';', ' ']);
            format!("{lines}{text}")
        };
        (0..begins.len() - 1).map(piece).collect()
    };
    let found = syntax::with_room(|| {
        let parsed = syntax::tree(code).filter(|parsed| parsed.errors().is_empty())?;
        Some(split(module_of(parsed.syntax())?))
    });
    found.filter(|pieces| !pieces.is_empty()).unwrap_or_else(|| vec![code.to_owned()])
}

fn module_of(tree: &Mod) -> Option<&ModModule> {
    match tree {
        Mod::Module(module) => Some(module),
        Mod::Expression(_) => None,
    }
}

/// Returns the name that the last statement assigns.
fn last_target(code: &str) -> Option<String> {
    syntax::with_room(|| {
        let parsed = syntax::tree(code)?;
        let target = match module_of(parsed.syntax())?.body.last()? {
            Stmt::Assign(assign) => assign.targets.first()?,
            Stmt::AugAssign(assign) => &assign.target,
            Stmt::AnnAssign(assign) => &assign.target,
            _ => return None,
        };
        match target {
            Expr::Name(name) => Some(name.id.to_string()),
            _ => None,
        }
    })
}

/// Shows the value of a cell's last expression.
fn show(vm: &mut Vm, cell: &Cell, value: &Value) -> Result<()> {
    if cell.store_history {
        names::remember_value(vm, cell.execution_count, value)?;
    }
    show_value(vm, &cell.code, value)
}

/// Shows a value as the cell's result, unless its code ends in a semicolon.
pub fn show_value(vm: &mut Vm, code: &str, value: &Value) -> Result<()> {
    if ends_with_semicolon(code) || rich::shows_itself(vm, value)? {
        return Ok(());
    }
    let shown = rich::of(vm, value)?;
    front(|front| front.execute_result(shown.data, shown.metadata));
    Ok(())
}

/// Returns the MIME bundle of an expression's value.
pub fn expression(vm: &mut Vm, code: &str) -> Result<Bundle> {
    let value = vm.run_cell("<user_expressions>", code)?.unwrap_or(Value::None);
    rich::of(vm, &value).map(|shown| shown.data)
}

/// Returns whether the last statement ends in `;`: its value goes to `_` and is not shown.
fn ends_with_semicolon(code: &str) -> bool {
    let trivia =
        [TokenKind::Newline, TokenKind::NonLogicalNewline, TokenKind::Comment, TokenKind::EndOfFile, TokenKind::Dedent];
    syntax::with_room(|| {
        let parsed = syntax::tree(code)?;
        let last = parsed.tokens().iter().rev().find(|token| !trivia.contains(&token.kind()))?;
        Some(last.kind() == TokenKind::Semi)
    })
    .unwrap_or(false)
}

/// Removes the indentation of the first line from all lines, and the prompts of a session (`>>> `, `In [1]: `).
pub fn cleaned(code: &str) -> Cow<'_, str> {
    let mut code = Cow::Borrowed(code);
    for clean in [dedented, |code: &str| without_prompts(code, classic), |code: &str| without_prompts(code, numbered)] {
        if let Some(text) = clean(&code) {
            code = Cow::Owned(text);
        }
    }
    code
}

/// A prompt at the beginning of a line.
struct Prompt<'a> {
    /// It begins a cell instead of continuing one.
    begins: bool,
    rest: &'a str,
}

/// Parses Python's prompts.
fn classic(line: &str) -> Option<Prompt<'_>> {
    let (begins, rest) = line.strip_prefix(">>>").map_or((false, line.strip_prefix("...")), |rest| (true, Some(rest)));
    let rest = rest?;
    let rest = if rest.is_empty() { rest } else { rest.strip_prefix(' ')? };
    Some(Prompt { begins, rest })
}

/// Parses IPython's prompts.
fn numbered(line: &str) -> Option<Prompt<'_>> {
    let behind_blank = |rest: &'_ str| -> usize { usize::from(rest.starts_with(' ')) };
    if let Some(rest) = line.strip_prefix("In [") {
        let digits = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let rest = digits.strip_prefix("]:").filter(|_| digits.len() < rest.len())?;
        return Some(Prompt { begins: true, rest: &rest[behind_blank(rest)..] });
    }
    let rest = line.trim_start_matches(' ').strip_prefix("...")?.trim_start_matches('.').strip_prefix(':')?;
    Some(Prompt { begins: false, rest: &rest[behind_blank(rest)..] })
}

/// Returns the code without prompts. Returns None if the first line has no first prompt and the second no continuation prompt.
fn without_prompts(code: &str, prompt: fn(&str) -> Option<Prompt<'_>>) -> Option<String> {
    let mut said = code.lines().skip_while(|line| line.trim().is_empty());
    let first = said.next()?;
    let begins = prompt(first).is_some_and(|prompt| prompt.begins);
    if !begins && said.next().is_none_or(|second| prompt(second).is_none()) {
        return None;
    }
    let strip = |line| prompt(line).map_or(line, |prompt| prompt.rest);
    Some(code.split('\n').map(strip).collect::<Vec<_>>().join("\n"))
}

/// Removes the first line's indentation from all lines. Returns None if there is none.
fn dedented(code: &str) -> Option<String> {
    let first = code.lines().find(|line| !line.trim().is_empty())?;
    let indent = &first[..first.len() - first.trim_start_matches([' ', '\t']).len()];
    let strip = |line| str::strip_prefix(line, indent).unwrap_or(line);
    (!indent.is_empty()).then(|| code.split('\n').map(strip).collect::<Vec<_>>().join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_semicolon_at_the_end_is_seen_through_comments() {
        for (code, ends) in [
            ("x;", true),
            ("x; # why\n\n", true),
            ("x", false),
            ("a; b", false),
            ("';'", false),
            ("", false),
            ("f(\n1);\n", true),
        ] {
            assert_eq!(ends_with_semicolon(code), ends, "{code:?}");
        }
    }

    /// Computed with IPython's `TransformerManager().transform_cell`.
    #[test]
    fn prompts_and_indentation_are_taken_off() {
        for (code, cleaned_code) in [
            ("x = 1\nx", "x = 1\nx"),
            ("    x = 1\n    x", "x = 1\nx"),
            ("  if x:\n      y\n  z", "if x:\n    y\nz"),
            (">>> x = 1\n>>> x", "x = 1\nx"),
            (">>> for i in x:\n...     print(i)\n...", "for i in x:\n    print(i)\n"),
            ("In [1]: x = 1\n\nIn [2]: x", "x = 1\n\nx"),
            ("In [3]: for i in x:\n   ...:     print(i)", "for i in x:\n    print(i)"),
            ("...", "..."),
            ("x = [\n>>> 1]", "x = [\n1]"),
        ] {
            assert_eq!(cleaned(code), cleaned_code, "{code:?}");
        }
    }

    #[test]
    fn each_statement_stands_in_its_place() {
        assert_eq!(pieces("a\nb; c\nif d:\n    e"), ["a", "\nb", "\nc", "\n\nif d:\n    e"]);
    }
}
