//! `!command`, `!!command`, `%%bash`, `%%script` and similar: run programs through `prelude/shell.py`.

use crate::notebook::front::front;
use tensorcell_jupyter::Stream;
use tensorcell_language::confinement::Confinement;
use tensorcell_language::{Exc, Raise, Result, Value, Vm};

/// Calls a function of the module that runs commands.
fn call(vm: &mut Vm, function: &str, args: &[Value]) -> Result<Value> {
    let module = vm.import("IPython.utils._shell")?;
    vm.call_method(&module, function, args)
}

/// `!command`: shows its output as it arrives.
pub fn system(vm: &mut Vm, line: &str, _: Option<&str>) -> Result<Value> {
    if Confinement::is_confined() && installs(line) {
        let text = "Nothing was installed: what cells can import comes with TensorCell.\n";
        front(|front| front.stream(Stream::Stderr, text));
        return Ok(Value::None);
    }
    check(line)?;
    let command = expanded(vm, line);
    call(vm, "system", &[Value::from(command)]).map(|_| Value::None)
}

/// `x = !command` and `!!command`: return its output as a list of lines.
pub fn output(vm: &mut Vm, line: &str, body: Option<&str>) -> Result<Value> {
    let command = body.unwrap_or(line);
    check(command)?;
    let command = expanded(vm, command);
    call(vm, "getoutput", &[Value::from(command)])
}

/// `%%script PROGRAM`: passes the cell's text to a program.
pub fn script(vm: &mut Vm, line: &str, body: Option<&str>) -> Result<Value> {
    check(line)?;
    let line = expanded(vm, line);
    call(vm, "script", &[Value::from(line), Value::str(body.unwrap_or_default())])
}

/// `%%bash` and similar: `%%script` with a fixed program.
pub fn script_by(vm: &mut Vm, program: &str, line: &str, body: Option<&str>) -> Result<Value> {
    script(vm, &format!("{program} {line}"), body)
}

pub fn kill_background(vm: &mut Vm, _: &str, _: Option<&str>) -> Result<Value> {
    call(vm, "killbgscripts", &[])
}

/// `%cat FILE` and similar: run the shell's command.
pub fn alias(vm: &mut Vm, command: &str, line: &str) -> Result<Value> {
    system(vm, format!("{command} {line}").trim_end(), None)
}

/// Refuses commands in a confined notebook.
fn check(command: &str) -> Result<()> {
    if !Confinement::is_confined() {
        return Ok(());
    }
    let instead = match command.split_whitespace().next().unwrap_or_default() {
        "ls" | "dir" => "`%ls` lists the notebook's folder",
        "pwd" => "`%pwd` shows the current folder",
        "cd" => "`%cd` changes the current folder",
        "cat" | "head" | "tail" | "less" | "more" => {
            "`%load FILE` puts a file into the cell, `open(name).read()` reads it"
        }
        "python" | "python3" | "ipython" => "`%run FILE` runs a script in the notebook's names",
        "nvidia-smi" | "rocm-smi" => "`%device` shows the devices and their memory, `%memory` draws it over time",
        "env" | "printenv" | "export" => "`%env` shows the environment",
        "echo" => "`print()` prints",
        "mkdir" | "mv" => "`os.makedirs` and `os.rename` work inside the notebook's folder",
        "rm" | "cp" => "`os.remove` and `shutil.copy` work inside the notebook's folder",
        "time" => "`%time` measures",
        "wget" | "curl" | "git" => "nothing is downloaded: put the files into the notebook's folder",
        _ => "use a terminal for it; `%lsmagic` lists what there is",
    };
    Err(Raise::new(Exc::NotImplementedError, "cells run no shell commands").help(instead))
}

/// Whether a command installs packages, as at the start of many tutorials: a confined notebook skips it.
fn installs(command: &str) -> bool {
    let mut words = command.split_whitespace();
    matches!(words.next(), Some("pip" | "pip3" | "conda" | "mamba")) && words.next() == Some("install")
}

/// Replaces `{expression}` and `$name` in a command by their values, `{{` and `$$` by a single one. If one of them has
/// no value, the command is unchanged.
pub fn expanded(vm: &mut Vm, command: &str) -> String {
    let expand = |vm: &mut Vm| -> Result<String> {
        let mut text = String::new();
        for piece in pieces(command)? {
            match piece {
                Piece::Text(part) => text.push_str(&part),
                Piece::Value(expression, conversion) => {
                    let value = evaluate(vm, &expression)?;
                    text.push_str(&match conversion {
                        Some('r' | 'a') => vm.repr(&value)?,
                        _ => vm.str(&value)?,
                    });
                }
            }
        }
        Ok(text)
    };
    expand(vm).unwrap_or_else(|_| command.to_owned())
}

/// Evaluates an expression in the namespace of the code that runs the command.
fn evaluate(vm: &mut Vm, expression: &str) -> Result<Value> {
    let eval = vm.builtin("eval").unwrap_or_default();
    vm.call(&eval, &[Value::str(expression.trim())], &[])
}

#[derive(Debug, PartialEq)]
enum Piece {
    Text(String),
    /// An expression, and the letter after its `!`.
    Value(String, Option<char>),
}

/// Splits a command into its parts.
fn pieces(command: &str) -> Result<Vec<Piece>> {
    let mut found = Vec::new();
    let mut text = String::new();
    let mut rest = command;
    while let Some(c) = rest.chars().next() {
        let after = &rest[c.len_utf8()..];
        match c {
            '{' | '}' if after.starts_with(c) => {
                text.push(c);
                rest = &after[1..];
            }
            '{' => {
                let (inside, behind) = braces(after)?;
                flush(&mut text, &mut found);
                found.push(field(inside));
                rest = behind;
            }
            '}' => return Err(Raise::value_error("Single '}' encountered in format string")),
            _ => {
                text.push(c);
                rest = after;
            }
        }
    }
    flush(&mut text, &mut found);
    Ok(found)
}

/// Returns the text before the closing brace, and the text after it.
fn braces(text: &str) -> Result<(&str, &str)> {
    let mut depth = 1;
    for (at, c) in text.char_indices() {
        depth += i32::from(c == '{') - i32::from(c == '}');
        if depth == 0 {
            return Ok((&text[..at], &text[at + 1..]));
        }
    }
    Err(Raise::value_error("expected '}' before end of string"))
}

/// An expression with its conversion: `{x!r}`.
fn field(inside: &str) -> Piece {
    match inside.rsplit_once('!') {
        Some((expression, letter)) if matches!(letter, "r" | "s" | "a") => {
            Piece::Value(expression.to_owned(), letter.chars().next())
        }
        _ => Piece::Value(inside.to_owned(), None),
    }
}

/// Ends a literal part, whose `$name` are values.
fn flush(text: &mut String, found: &mut Vec<Piece>) {
    let literal = std::mem::take(text);
    let mut rest = literal.as_str();
    let mut plain = String::new();
    while let Some(at) = rest.find('$') {
        plain.push_str(&rest[..at]);
        let after = &rest[at + 1..];
        let escaped = after.starts_with('$');
        let named = &after[usize::from(escaped)..];
        let end = named.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '.')).unwrap_or(named.len());
        rest = &named[end..];
        match (&named[..end], escaped) {
            ("", false) => plain.push('$'),
            ("", true) => plain.push_str("$$"),
            (name, true) => plain.push_str(&format!("${name}")),
            (name, false) => {
                found.push(Piece::Text(std::mem::take(&mut plain)));
                found.push(Piece::Value(name.to_owned(), None));
            }
        }
    }
    plain.push_str(rest);
    if !plain.is_empty() {
        found.push(Piece::Text(plain));
    }
}

#[cfg(test)]
mod tests {
    use super::{Piece, pieces};

    #[test]
    fn commands_are_parsed() {
        let value = |text: &str| Piece::Value(text.to_owned(), None);
        let text = |text: &str| Piece::Text(text.to_owned());
        assert_eq!(pieces("echo {x[1:2]} a").unwrap(), [text("echo "), value("x[1:2]"), text(" a")]);
        assert_eq!(pieces("a {{b}}").unwrap(), [text("a {b}")]);
        assert_eq!(pieces("awk '{{print $$1}}'").unwrap(), [text("awk '{print $1}'")]);
        assert_eq!(pieces("$a/b").unwrap(), [text(""), value("a"), text("/b")]);
        assert!(pieces("a }").is_err());
    }
}
