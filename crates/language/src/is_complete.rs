//! Decides whether Enter runs a cell or opens another line, from the tokens and the parser's errors.

use ruff_python_ast::token::TokenKind;
use ruff_python_parser::ParseErrorType;

/// What a console does on Enter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Completeness {
    Complete,
    /// The indentation of the next line.
    Incomplete(String),
    Invalid,
}

/// Decides as IPython does (`IPython.core.inputtransformer2.TransformerManager.check_complete`): a block is complete
/// once a line that is not indented, or an empty one, follows it.
pub fn is_complete(source: &str) -> Completeness {
    super::syntax::with_room(|| decide(source))
}

fn decide(source: &str) -> Completeness {
    use Completeness::{Complete, Incomplete, Invalid};

    let last_line = source.rsplit('\n').next().unwrap_or_default();
    let ends_with_empty_line = last_line.trim().is_empty();
    let last_text = source.lines().rfind(|line| !line.trim().is_empty()).unwrap_or_default();
    let indent: String = last_text.chars().take_while(|c| matches!(c, ' ' | '\t')).collect();

    if source.trim().is_empty() {
        return Complete;
    }
    if source.starts_with("%%") {
        return if source.contains('\n') && ends_with_empty_line { Complete } else { Incomplete(String::new()) };
    }
    if source.trim_end_matches([' ', '\n']).ends_with('\\') && !ends_with_empty_line {
        return Incomplete(indent);
    }

    let Some(parsed) = super::syntax::tree(source) else {
        return Invalid;
    };
    let errors = parsed.errors();
    if errors.is_empty() {
        let open_block = !indent.is_empty() && !ends_with_empty_line;
        return if open_block { Incomplete(indent) } else { Complete };
    }

    let (mut depth, mut last, mut end) = (0i32, None, 0);
    for token in parsed.tokens().iter() {
        match token.kind() {
            TokenKind::Lpar | TokenKind::Lsqb | TokenKind::Lbrace => depth += 1,
            TokenKind::Rpar | TokenKind::Rsqb | TokenKind::Rbrace => depth -= 1,
            _ => {}
        }
        if depth < 0 {
            return Invalid;
        }
        let layout = matches!(
            token.kind(),
            TokenKind::Newline
                | TokenKind::NonLogicalNewline
                | TokenKind::Indent
                | TokenKind::Dedent
                | TokenKind::Comment
                | TokenKind::EndOfFile
        );
        if !layout {
            last = Some(token.kind());
            end = ruff_text_size::Ranged::range(token).end().to_usize();
        }
    }
    let first = &errors[0];
    let inside_triple_quotes = errors.iter().any(|error| {
        let text = &source[error.location.start().to_usize().min(source.len())..];
        let text = text.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        matches!(error.error, ParseErrorType::Lexical(_) | ParseErrorType::FStringError(_))
            && (text.starts_with("\"\"\"") || text.starts_with("'''"))
    });
    if depth > 0 || inside_triple_quotes {
        return Incomplete(indent);
    }
    let at_end = first.location.end().to_usize() >= end;
    if at_end && last == Some(TokenKind::Colon) {
        let deeper = if last_text.trim_start().starts_with('#') { "" } else { "    " };
        return Incomplete(indent + deeper);
    }
    let decorator = last_text.trim_start().strip_prefix('@').is_some_and(|name| !name.trim().is_empty());
    if at_end && decorator {
        return Incomplete(indent);
    }
    if at_end && first.error.to_string().contains("`except` or `finally`") {
        return Incomplete(indent);
    }
    Invalid
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Answers of IPython 9's `check_complete`, recorded.
    #[test]
    fn decides_as_ipython() {
        let complete = [
            "a = 1",
            "1+1",
            "for i in range(3):\n    print(i)\n",
            "for i in range(3):\n    print(i)\n\n",
            "def f(x):\n    return x\n",
            "x = (1,\n2)",
            "'''abc\n'''",
            "x = {1: 2}",
            "import math",
            "%time x",
            "!ls",
            "x?",
            "x??",
            "a = \\\n1",
            "",
            "   ",
            "# comment",
            "x = 1; y",
            "while True:\n    pass\n\n",
            "for i in range(3): print(i)",
            "if a: pass",
        ];
        for source in complete {
            assert_eq!(is_complete(source), Completeness::Complete, "{source:?}");
        }
        let incomplete = [
            ("for i in range(3):", 4),
            ("for i in range(3):\n    print(i)", 4),
            ("def f(x):", 4),
            ("def f(x):\n    return x", 4),
            ("x = (1,", 0),
            ("x = [", 0),
            ("f(", 0),
            ("f(a,\n  b", 2),
            ("'''abc", 0),
            ("if True:\n    a = 1\nelse:", 4),
            ("if x:\n    if y:", 8),
            ("if x:\n    if y:\n        pass", 8),
            ("class A:", 4),
            ("class A:\n    def f(self):\n        pass", 8),
            ("try:\n    pass", 4),
            ("try:\n    pass\nexcept:", 4),
            ("@dec", 0),
            ("@dec\ndef f():", 4),
            ("x = {", 0),
            ("with a as b:", 4),
            ("%%time\nx", 0),
            ("%%time", 0),
            ("a = \\", 0),
            ("lambda:", 4),
            ("f'''{x", 0),
            ("x = (1,\n  # c", 2),
            ("if True:\n    # c", 4),
            ("def f():\n    '''doc", 4),
            ("def f():\n    '''doc'''", 4),
            ("model = nn.Sequential(\n    nn.Linear(1, 2),", 4),
            ("a = [1, 2\nb = 3", 0),
        ];
        for (source, indent) in incomplete {
            assert_eq!(is_complete(source), Completeness::Incomplete(" ".repeat(indent)), "{source:?}");
        }
        for source in ["'abc", "x = 1 +", "x = }", "a b", "1 = 2", "def", "import", "print(1))"] {
            assert_eq!(is_complete(source), Completeness::Invalid, "{source:?}");
        }
    }
}
