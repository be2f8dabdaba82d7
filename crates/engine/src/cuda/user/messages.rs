//! Parses compiler errors into places in the program: NVRTC's `name(line): error: text` with a caret line, and g++'s
//! `name:line:column: error: text`.

/// A message about a line of the program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// From 1, in the text passed to the compiler, according to its `#line`.
    pub line: u32,
    /// Bytes from the line's start, if reported.
    pub column: Option<usize>,
    pub text: String,
}

/// The errors in a compiler's log about the program with this name.
pub fn errors(log: &str, name: &str) -> Vec<Message> {
    let mut found: Vec<Message> = Vec::new();
    let mut lines = log.lines().peekable();
    while let Some(line) = lines.next() {
        let Some(rest) = line.strip_prefix(name) else {
            continue;
        };
        if let Some(message) = of_gcc(rest) {
            found.push(message);
        } else if let Some(mut message) = of_nvrtc(rest) {
            // A blank line ends the message. Before it come the source line, indented by two spaces, and the caret line.
            while let Some(next) = lines.next_if(|next| !next.trim().is_empty() && !next.starts_with(name)) {
                match next.trim() {
                    "^" => message.column = next.find('^').map(|at| at.saturating_sub(2)),
                    "detected during:" => break,
                    _ => {}
                }
            }
            found.push(message);
        }
    }
    found.dedup();
    found
}

/// `:4:7: error: text`.
fn of_gcc(rest: &str) -> Option<Message> {
    let mut parts = rest.strip_prefix(':')?.splitn(3, ':');
    let (line, column, text) =
        (parts.next()?.parse().ok()?, parts.next()?.parse::<usize>().ok()?, parts.next()?.trim());
    let text = text.strip_prefix("error: ").or_else(|| text.strip_prefix("fatal error: "))?;
    Some(Message { line, column: Some(column.saturating_sub(1)), text: text.to_owned() })
}

/// `(4): error: text`.
fn of_nvrtc(rest: &str) -> Option<Message> {
    let (line, text) = rest.strip_prefix('(')?.split_once("): ")?;
    let text = text.strip_prefix("catastrophic ").unwrap_or(text);
    // `error: text` or `error #20: text`.
    let text = text.strip_prefix("error")?;
    let (_, text) = text.split_once(": ")?;
    Some(Message { line: line.parse().ok()?, column: None, text: text.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_of_both_compilers_are_read() {
        let nvrtc = "Cell [3](4): error: identifier \"zz\" is undefined\n      if (i < n) y[i] = x[i] + zz;\n                               ^\n\n\
                     Cell [3](5): warning #177-D: variable \"unused\" was declared but never referenced\n      float q;\n            ^\n\n\
                     Cell [3](6): error: expected a \";\"\n\n2 errors detected in the compilation of \"Cell [3]\".\n";
        let found = errors(nvrtc, "Cell [3]");
        assert_eq!(found[0], Message { line: 4, column: Some(29), text: "identifier \"zz\" is undefined".into() });
        assert_eq!(found[1], Message { line: 6, column: None, text: "expected a \";\"".into() });
        assert_eq!(found.len(), 2);
        let gcc = "Cell [3]: In function 'void k()':\nCell [3]:4:9: error: 'zz' was not declared in this scope\nCell [3]:5:1: note: because\n";
        assert_eq!(
            errors(gcc, "Cell [3]"),
            [Message { line: 4, column: Some(8), text: "'zz' was not declared in this scope".into() }]
        );
    }
}
