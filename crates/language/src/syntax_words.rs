//! CPython's messages for the parser's errors, and its positions for brackets that are never closed. The parser's own message,
//! often more specific, becomes the help text.

use super::syntax_problem::SyntaxProblem;
use super::{syntax_number as number, tree};
use ruff_python_ast::{Expr, Mod, Stmt};

/// Replaces a problem's message with CPython's, and keeps the parser's as help.
pub(crate) fn reword(problem: &mut SyntaxProblem, text: &str) {
    let said = std::mem::take(&mut problem.message);
    let (start, end) = (problem.span.start as usize, problem.span.end as usize);
    let place = Place { text, start, end: end.clamp(start, text.len()) };
    let brackets = scan(text);
    let (message, move_to) = if said.starts_with("unexpected EOF") || said.starts_with("Expected") && place.is_at_end()
    {
        match brackets.open.last() {
            Some((at, bracket)) => (format!("'{bracket}' was never closed"), Some(*at)),
            None => (message(&said, &place, &brackets), None),
        }
    } else {
        (message(&said, &place, &brackets), None)
    };
    // An invalid line after an unclosed bracket is reported at the bracket.
    let line = |at: usize| text[..at].matches('\n').count();
    let (message, move_to) = match brackets.open.last() {
        // The tokenizer reads on after an invalid line, and reports a bracket that does not match.
        _ if message.starts_with("invalid syntax") && brackets.wrong.is_some_and(|(_, open)| open.is_some()) => {
            let ((at, close), open) = brackets.wrong.unwrap_or_default();
            (mismatch(text, at, close, open), Some(at))
        }
        Some((at, bracket)) if message == "positional patterns follow keyword patterns" => {
            (format!("'{bracket}' was never closed"), Some(*at))
        }
        Some((at, bracket))
            if (message.starts_with("invalid syntax") || message.ends_with("instead of '='?"))
                && (line(*at) < line(start) || place.part() == "\n") =>
        {
            (format!("'{bracket}' was never closed"), Some(*at))
        }
        _ => (message, move_to),
    };
    let body = text[start..].trim_start();
    let move_to = match message.starts_with("expected an indented block") && place.part() == "\n" && !body.is_empty() {
        true => Some(text.len() - body.len()),
        false => move_to,
    };
    if let Some(at) = move_to {
        (problem.span.start, problem.span.end) = (at as u32, at as u32 + 1);
    }
    (problem.span.start, problem.span.end) = narrowed(&message, &place, (problem.span.start, problem.span.end));
    problem.is_indentation = ["unexpected indent", "unindent does not", "expected an indented block"]
        .iter()
        .any(|words| message.starts_with(words));
    if message == "invalid syntax" && !said.starts_with("Invalid Syntax") && !said.starts_with("Expected a statement") {
        let said = said.replace('`', "'");
        let mut letters = said.chars();
        problem.help = letters.next().map(|first| first.to_lowercase().chain(letters).collect());
    }
    problem.message = message;
}

/// Where CPython places what the parser found elsewhere: at words of the statement, or behind a character.
fn narrowed(message: &str, place: &Place<'_>, (start, end): (u32, u32)) -> (u32, u32) {
    let declaration = |word: &str| place.before().rfind(word).map_or((start, end), |at| (at as u32, end));
    match message {
        "cannot have both 'except' and 'except*' on the same 'try'" => {
            let length = if place.part().starts_with("except*") { 7 } else { 6 };
            (start, start + length)
        }
        "unexpected character after line continuation character" if place.part().starts_with('\\') => {
            (start + 1, end + 1)
        }
        _ if message.starts_with("name capture ") => {
            let name = place.part().chars().take_while(|c| c.is_alphanumeric() || *c == '_');
            (start, start + name.map(char::len_utf8).sum::<usize>() as u32)
        }
        _ if message.ends_with(" is parameter and global") => declaration("global"),
        _ if message.ends_with(" is parameter and nonlocal") => declaration("nonlocal"),
        _ => (start, end),
    }
}

/// Where the parser stands.
struct Place<'a> {
    text: &'a str,
    start: usize,
    end: usize,
}

impl Place<'_> {
    fn part(&self) -> &str {
        self.text.get(self.start..self.end).unwrap_or_default()
    }
    fn before(&self) -> &str {
        self.text.get(..self.start).unwrap_or_default()
    }
    fn after(&self) -> &str {
        self.text.get(self.end..).unwrap_or_default()
    }
    /// Counted from 1.
    fn line(&self) -> usize {
        self.before().matches('\n').count() + 1
    }
    /// Whether it is in the head of a function.
    fn declares(&self) -> bool {
        self.statement().trim_start_matches("async ").starts_with("def ") || self.in_lambda()
    }
    /// Whether it is between `lambda` and its colon.
    fn in_lambda(&self) -> bool {
        let before = self.before();
        before.rfind("lambda").is_some_and(|at| !before[at..].contains(':'))
    }
    /// The text before the position, within the innermost open bracket or the statement.
    fn inside(&self) -> &str {
        let before = self.before();
        let start = match scan(before).open.last() {
            Some((at, _)) => at + 1,
            None => before.rfind(['\n', ';']).map_or(0, |at| at + 1),
        };
        before[start..].trim()
    }
    /// The part of that after the last comma.
    fn item(&self) -> &str {
        let inside = self.inside();
        let comma = inside.match_indices(',').map(|(at, _)| at).rfind(|at| scan(&inside[..*at]).open.is_empty());
        inside[comma.map_or(0, |at| at + 1)..].trim()
    }
    /// The text from the position on, without leading blanks.
    fn after_blank(&self) -> &str {
        self.text[self.start..].trim_start()
    }
    /// The string literal that contains the position.
    fn in_string(&self) -> Option<Literal> {
        literals(self.text).into_iter().find(|literal| literal.start < self.end && self.start < literal.end)
    }
    /// From the beginning of the simple statement to the end of the line.
    fn simple_statement(&self) -> &str {
        let start = self.before().rfind(['\n', ':', ';']).map_or(0, |at| at + 1);
        let rest = &self.text[start..];
        rest[..rest.find('\n').unwrap_or(rest.len())].trim()
    }
    fn is_at_end(&self) -> bool {
        self.text.get(self.start..).is_none_or(|rest| rest.trim().is_empty())
    }
    /// The beginning of the line, without its indentation.
    fn statement(&self) -> &str {
        let start = self.before().rfind('\n').map_or(0, |at| at + 1);
        self.text[start..].trim_start()
    }
}

/// Whether a message is about a token itself, not about its position.
pub(crate) fn is_of_tokens(message: &str) -> bool {
    const TOKENS: &[&str] =
        &["unterminated ", "invalid character", "invalid non-printable", "unexpected character after", "unmatched "];
    TOKENS.iter().any(|words| message.starts_with(words))
        || message.starts_with("invalid ") && message.ends_with(" literal")
}

/// A string literal of a source.
struct Literal {
    start: usize,
    /// The start of its contents.
    body: usize,
    end: usize,
    is_bytes: bool,
    is_formatted: bool,
}

fn literals(text: &str) -> Vec<Literal> {
    let bytes = text.as_bytes();
    let (mut found, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        match bytes[at] {
            b'#' => at += text[at..].find('\n').unwrap_or(text.len() - at),
            quote @ (b'"' | b'\'') => {
                let letters = text[..at].chars().rev().take_while(|c| c.is_ascii_alphabetic()).collect::<String>();
                let letters = if letters.len() <= 2 { letters.to_ascii_lowercase() } else { String::new() };
                let triple = bytes[at..].starts_with(&[quote; 3]);
                let width = if triple { 3 } else { 1 };
                let (start, body) = (at - letters.len(), at + width);
                at = body;
                while at < bytes.len() && !bytes[at..].starts_with(&[quote; 3][..width]) {
                    if bytes[at] == b'\n' && !triple {
                        break;
                    }
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                at = (at + width).min(bytes.len());
                let (is_bytes, is_formatted) = (letters.contains('b'), letters.contains('f'));
                found.push(Literal { start, body, end: at, is_bytes, is_formatted });
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    found
}

/// Where a bracket stands, and which.
type Bracket = (usize, char);

/// The brackets of a source, ignoring strings and comments.
#[derive(Default)]
struct Brackets {
    /// Brackets that are never closed.
    open: Vec<Bracket>,
    /// The first closing bracket that does not match, and the bracket open there.
    wrong: Option<(Bracket, Option<Bracket>)>,
}

fn scan(text: &str) -> Brackets {
    let mut found = Brackets::default();
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'#' => at += text[at..].find('\n').unwrap_or(text.len() - at) - 1,
            quote @ (b'"' | b'\'') => {
                let triple = bytes[at..].starts_with(&[quote; 3]);
                let width = if triple { 3 } else { 1 };
                at += width;
                while at < bytes.len() && !bytes[at..].starts_with(&[quote; 3][..width]) {
                    if bytes[at] == b'\n' && !triple {
                        break;
                    }
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                at += width - 1;
            }
            open @ (b'(' | b'[' | b'{') => found.open.push((at, char::from(open))),
            close @ (b')' | b']' | b'}') => {
                let opens = found.open.pop();
                let bracket = opens.map(|(_, bracket)| bracket);
                let fits = matches!((bracket, close), (Some('('), b')') | (Some('['), b']') | (Some('{'), b'}'));
                if !fits {
                    found.wrong = Some(((at, char::from(close)), opens));
                    return found;
                }
            }
            _ => {}
        }
        at += 1;
    }
    found
}

/// The message for a closing bracket that does not match the one open there.
fn mismatch(text: &str, at: usize, close: char, open: Option<(usize, char)>) -> String {
    let Some((from, open)) = open else { return format!("unmatched '{close}'") };
    let line = |at: usize| text[..at].matches('\n').count() + 1;
    let place = if line(from) == line(at) { String::new() } else { format!(" on line {}", line(from)) };
    format!("closing parenthesis '{close}' does not match opening parenthesis '{open}'{place}")
}

fn message(said: &str, place: &Place<'_>, brackets: &Brackets) -> String {
    if let Some(((at, close), open)) = brackets.wrong
        && at >= place.start.saturating_sub(1)
        && at <= place.end
    {
        return mismatch(place.text, at, close, open);
    }
    if let Some(words) = number::fault(place.text, place.start) {
        return words;
    }
    let whole = match said {
        "`continue` outside loop" => "'continue' not properly in loop",
        "`return` statement outside of a function" => "'return' outside function",
        "Two starred expressions in assignment" => "multiple starred expressions in assignment",
        "Iterable argument unpacking cannot follow keyword argument unpacking" => {
            "iterable argument unpacking follows keyword argument unpacking"
        }
        "'/' parameter must appear before '*' parameter" => "/ must be ahead of *",
        "Parameter with `*` or `**` cannot have default value" => {
            match place.item().trim_start_matches("lambda").trim_start().starts_with("**") {
                true => "var-keyword argument cannot have default value",
                false => "var-positional argument cannot have default value",
            }
        }
        "Expected `,`, found `*`" if place.declares() && place.item() == "/" => "expected comma between / and *",
        "Expected `:`, found `(`" if place.in_lambda() => "Lambda expression parameters cannot be parenthesized",
        "Cannot have both 'except' and 'except*' on the same 'try'" => {
            "cannot have both 'except' and 'except*' on the same 'try'"
        }
        "Expected one or more exception types" => "expected one or more exception types",
        "Expected an identifier" if place.item().starts_with("case ") && place.item().ends_with(" as") => {
            "invalid pattern target"
        }
        "Expected `)`, found `for`" if is_keyword_argument(place.item()) => {
            "invalid syntax. Maybe you meant '==' or ':=' instead of '='?"
        }
        "Expected `]`, found `for`" | "Expected `}`, found `for`" if place.inside().contains(',') => {
            "did you forget parentheses around the comprehension target?"
        }
        "cannot use '_' as a target" if place.item().ends_with("**") => "invalid syntax",
        "Invalid assignment target" if place.item() == "for" && !place.after().trim_start().starts_with("in ") => {
            "invalid syntax"
        }
        "Iterable unpacking cannot be used in a comprehension" => "iterable unpacking cannot be used in comprehension",
        "Positional argument cannot follow keyword argument unpacking" => {
            "positional argument follows keyword argument unpacking"
        }
        "Positional argument cannot follow keyword argument" => "positional argument follows keyword argument",
        "Parameter without a default cannot follow a parameter with a default" => {
            "non-default argument follows default argument"
        }
        "Expected one or more keyword parameter after `*` separator" => {
            match place.after().trim_start().starts_with(char::is_alphabetic) {
                true => "invalid syntax",
                false => "named arguments must follow bare *",
            }
        }
        "Parameter cannot follow var-keyword parameter" => "arguments cannot follow var-keyword argument",
        "Only one '/' separator allowed" => "/ may appear only once",
        "Only one '*' parameter allowed" => "* argument may appear only once",
        "Unexpected indentation" => "unexpected indent",
        "Expected `except` or `finally` after `try` block" => "expected 'except' or 'finally' block",
        "Bytes literal cannot be mixed with non-bytes literals" => "cannot mix bytes and nonbytes literals",
        "f-string: invalid conversion character" => "f-string: invalid conversion character: expected 's', 'r', or 'a'",
        "Multiple exception types must be parenthesized"
        | "Multiple exception types must be parenthesized when using `as`" => {
            "multiple exception types must be parenthesized"
        }
        "Position-only parameter separator not allowed as first parameter" => match place.before().contains("(*") {
            true => "/ must be ahead of *",
            false => "at least one argument must precede /",
        },
        "Only single target (not tuple) can be annotated" => "only single target (not tuple) can be annotated",
        "Only single target (not list) can be annotated" => "only single target (not list) can be annotated",
        "Positional patterns cannot follow keyword patterns" => "positional patterns follow keyword patterns",
        "Expected an imaginary number in complex literal pattern" => "imaginary number required in complex literal",
        "`from a import *` only allowed at module level" => "import * only allowed at module level",
        _ if said.starts_with("cannot delete `__debug__`") => "cannot delete __debug__",
        "cannot assign to `__debug__`" => "cannot assign to __debug__",
        "Future feature `braces` is not defined" => "not a chance",
        "__future__ imports must be at the top of the file" => {
            "from __future__ imports must occur at the beginning of the file"
        }
        "Star import must be the only import"
        | "Exception missing in `raise` statement with cause"
        | "Global statement must have at least one name"
        | "Nonlocal statement must have at least one name"
        | "Delete statement must have at least one target"
        | "Pattern cannot follow a double star pattern" => "invalid syntax",
        _ if said.ends_with("import *` only allowed at module level") => "import * only allowed at module level",
        "Expected a newline after line continuation character" => match place.in_string() {
            Some(_) => "f-string expression part cannot include a backslash",
            None => "unexpected character after line continuation character",
        },
        "Expected a parameter name" if brackets_at(place) == Some('(') && !place.declares() => match place.part() {
            "True" => "cannot assign to True",
            "False" => "cannot assign to False",
            "None" => "cannot assign to None",
            _ => "expression cannot contain assignment, perhaps you meant \"==\"?",
        },
        "Expected `)`, found `(`" if place.in_lambda() => "Lambda expression parameters cannot be parenthesized",
        "Expected `)`, found `(`" if place.declares() => "Function parameters cannot be parenthesized",
        "Expected `(`, found `:`" | "Expected `(`, found newline" if place.declares() => "expected '('",
        _ if said.starts_with("Expected `else`, found ") && place.part() != ":" => {
            "expected 'else' after 'if' expression"
        }
        "Expected an expression" => expression_missing(place),
        "Starred expression cannot be used here" | "can't use starred expression here" => starred(place),
        "Unparenthesized generator expression cannot be used here" if place.statement().starts_with("class ") => {
            "invalid syntax"
        }
        "Assignment expression target must be an identifier"
            if place.before().trim_end().ends_with('(')
                && place.before().trim_end_matches(['(', ' ']).ends_with(|c: char| c.is_alphanumeric() || c == '_') =>
        {
            "invalid syntax"
        }
        "f-string: expecting '}'" | "f-string: expecting `}`"
            if place.after_blank().starts_with(char::is_alphanumeric) && !place.before().trim_end().ends_with('=') =>
        {
            "invalid syntax. Perhaps you forgot a comma?"
        }
        "f-string: unterminated string" if place.text.contains("{#") => "f-string expression part cannot include '#'",
        "Unparenthesized generator expression cannot be used here" => "Generator expression must be parenthesized",
        _ => "",
    };
    if !whole.is_empty() {
        return whole.to_owned();
    }
    if said.starts_with("missing closing quote") {
        let prefix = place.part().trim_start_matches(|c: char| c.is_ascii_alphabetic());
        return match prefix.starts_with("\"\"\"") || prefix.starts_with("'''") {
            true => {
                let last = place.text.matches('\n').count() + usize::from(!place.text.ends_with('\n'));
                format!("unterminated triple-quoted string literal (detected at line {last})")
            }
            false => {
                let escaped = if ends_in_escaped_quote(place) { "; perhaps you escaped the end quote?" } else { "" };
                format!("unterminated string literal (detected at line {}){escaped}", place.line())
            }
        };
    }
    if let Some(block) = said.strip_prefix("Expected an indented block after ") {
        let line = header_line(place, block);
        let starred = place.text.lines().nth(line - 1).is_some_and(|line| line.trim_start().starts_with("except*"));
        let block = block.replace('`', "'").replace("'class'", "class").replace(" clause", " statement");
        let block = block.replace("'case' block", "'case' statement");
        let block = if starred { block.replace("'except'", "'except*'") } else { block };
        return format!("expected an indented block after {block} on line {line}");
    }
    if place.part() == ":"
        && said.starts_with("Expected")
        && let Some(words) = bounded_variadic(place)
    {
        return words;
    }
    if place.part() == "=" && (said == "Expected `:`, found `=`" || brackets_at(place).is_some()) && !place.declares() {
        return equals_sign(place);
    }
    if let Some(sign) = said.strip_prefix("Expected `,`, found `")
        && sign.len() > 2
        && sign.ends_with("=`")
        && brackets_at(place).is_none()
        && !matches!(place.part(), "==" | "!=" | "<=" | ">=" | ":=")
        && let Some(kind) = kind_of(place.inside())
    {
        return format!("'{kind}' is an illegal expression for augmented assignment");
    }
    if let Some(found) = said.strip_prefix("Expected `:`, found ") {
        return match found {
            "newline" | "end of file" => "expected ':'",
            "`}`" | "`,`" if brackets_at(place) == Some('{') => "':' expected after dictionary key",
            _ if ["def ", "else ", "try ", "finally "].iter().any(|word| place.statement().starts_with(word)) => {
                "expected ':'"
            }
            _ => "invalid syntax",
        }
        .to_owned();
    }
    const FORGOTTEN: &[&str] = &["Expected `,`, found ", "Expected `)`, found ", "Expected `in`, found "];
    let forgotten = FORGOTTEN.iter().any(|words| said.starts_with(words)) && brackets_at(place).is_some();
    if forgotten && !place.declares() && starts_expression(place.part()) && ends_expression(place.before()) {
        return "invalid syntax. Perhaps you forgot a comma?".to_owned();
    }
    if said.starts_with("Simple statements must be separated") {
        for function in ["print", "exec"] {
            let rest = place.simple_statement().strip_prefix(function);
            if rest.is_some_and(|rest| rest.starts_with(' ') && is_expression(rest)) {
                return format!("Missing parentheses in call to '{function}'. Did you mean {function}(...)?");
            }
        }
        return "invalid syntax".to_owned();
    }
    if said == "Invalid decimal integer literal" {
        let words = "leading zeros in decimal integer literals are not permitted; use an 0o prefix for octal integers";
        return words.to_owned();
    }
    if said.starts_with("Got unexpected token") || said.starts_with("Got unexpected unicode") {
        if let Some(words) = escape(place) {
            return words;
        }
        return match place.part().chars().next() {
            Some(c) if c.is_control() => format!("invalid non-printable character U+{:04X}", c as u32),
            Some(c) if !c.is_ascii() => format!("invalid character '{c}' (U+{:04X})", c as u32),
            _ => "invalid syntax".to_owned(),
        };
    }
    if said.starts_with("Trailing comma not allowed") {
        let words = "trailing comma not allowed without surrounding parentheses";
        return if place.statement().starts_with("from ") { words } else { "invalid syntax" }.to_owned();
    }
    if let Some(words) = target(said, place) {
        return words;
    }
    if let Some(words) = about_a_name(said, place) {
        return words;
    }
    if let Some(name) = said.strip_prefix("Duplicate parameter \"").and_then(|rest| rest.strip_suffix('"')) {
        return format!("duplicate argument '{name}' in function definition");
    }
    if let Some(name) = said.strip_prefix("Duplicate keyword argument `").and_then(|rest| rest.strip_suffix('`')) {
        return format!("keyword argument repeated: {name}");
    }
    if said.starts_with("`yield from") {
        return "'yield from' outside function".to_owned();
    }
    if said.starts_with("`yield") {
        return "'yield' outside function".to_owned();
    }
    const GENERIC: &[&str] =
        &["Expected", "Unexpected", "Got unexpected", "Compound statements", "Unparenthesized", "Yield expression"];
    match GENERIC.iter().any(|words| said.starts_with(words)) || said == "Invalid Syntax" {
        true => "invalid syntax".to_owned(),
        false => said.replace('`', "'"),
    }
}

/// Messages that contain a name.
fn about_a_name(said: &str, place: &Place<'_>) -> Option<String> {
    let between = |before: &str, after: &str| said.strip_prefix(before)?.strip_suffix(after).map(str::to_owned);
    if let Some(name) = between("name `", "` cannot refer to a parameter and a global variable") {
        return Some(format!("name '{name}' is parameter and global"));
    }
    if let Some(name) = between("name `", "` cannot refer to a parameter and a nonlocal variable") {
        return Some(format!("name '{name}' is parameter and nonlocal"));
    }
    if let Some(name) = between("Future feature `", "` is not defined") {
        return Some(format!("future feature {name} is not defined"));
    }
    if let Some(key) = between("mapping pattern checks duplicate key `", "`") {
        return Some(format!("mapping pattern checks duplicate key ({key})"));
    }
    if let Some(name) = between("attribute name `", "` repeated in class pattern") {
        return Some(format!("attribute name repeated in class pattern: {name}"));
    }
    let word = |text: &str| text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    if let Some(name) = between("non default type parameter `", "` follows default type parameter") {
        return Some(format!("non-default type parameter '{name}' follows default type parameter"));
    }
    match said {
        "duplicate type parameter" => {
            Some(format!("duplicate type parameter '{}'", word(place.part().trim_start_matches('*'))))
        }
        "assignment expression cannot rebind comprehension variable" => {
            let name = word(place.part());
            Some(format!("assignment expression cannot rebind comprehension iteration variable '{name}'"))
        }
        "alternative patterns bind different names" => {
            // A name alone matches anything: the alternatives after it are never tried.
            let first = word(place.part());
            let alone = place.part()[first.len()..].trim_start().starts_with('|');
            let captures = alone && !first.is_empty() && !first.starts_with(|c: char| c.is_ascii_digit());
            captures.then(|| format!("name capture '{first}' makes remaining patterns unreachable"))
        }
        _ => None,
    }
}

/// A bound of a type parameter that stands for several types.
fn bounded_variadic(place: &Place<'_>) -> Option<String> {
    let kind = match place.item().strip_prefix("**") {
        Some(_) => "ParamSpec",
        None => place.item().strip_prefix('*').map(|_| "TypeVarTuple")?,
    };
    let statement = place.statement().trim_start_matches("async ");
    let takes_types = ["def ", "class ", "type "].iter().any(|word| statement.starts_with(word));
    let what = if place.after().trim_start().starts_with('(') { "constraints" } else { "bound" };
    (takes_types && brackets_at(place) == Some('[')).then(|| format!("cannot use {what} with {kind}"))
}

/// Where an expression should stand.
fn expression_missing(place: &Place<'_>) -> &'static str {
    let before = place.before().trim_end();
    if place.in_string().is_some_and(|string| string.is_formatted) {
        return match place.part() {
            "}" if before.ends_with('{') => "f-string: empty expression not allowed",
            "" | "'" | "\"" => "f-string: expecting '}'",
            _ => "f-string: invalid syntax",
        };
    }
    match brackets_at(place) {
        Some('{') if before.ends_with(':') && matches!(place.part(), "}" | ",") => {
            "expression expected after dictionary key and ':'"
        }
        Some('(') if before.ends_with('=') && place.declares() => "expected default value expression",
        _ if before.ends_with('=') && place.in_lambda() && place.part() == "," => "expected default value expression",
        Some('(') if place.item() == "*" && !place.declares() && place.inside().contains("**") => {
            "iterable argument unpacking follows keyword argument unpacking"
        }
        None if before.ends_with("->") => "expected ':'",
        _ => "",
    }
}

fn starred(place: &Place<'_>) -> &'static str {
    let (before, after) = (place.before().trim_end(), place.after().trim_start());
    match before.chars().last() {
        Some('(') if after.starts_with(')') => "cannot use starred expression here",
        Some('[' | '{' | '(') if after.starts_with("for ") => "iterable unpacking cannot be used in comprehension",
        _ if after.starts_with(':') => "invalid syntax",
        Some(':') if brackets_at(place) == Some('{') => "cannot use a starred expression in a dictionary value",
        Some(':') if brackets_at(place).is_some() || annotates(place.item()) => "invalid syntax",
        _ if place.statement().starts_with("for ") && before.ends_with("for") => {
            "starred assignment target must be in a list or tuple"
        }
        _ => "can't use starred expression here",
    }
}

/// Whether the text before a colon is a target of an annotation, and not the head of a block.
fn annotates(text: &str) -> bool {
    let target = text.trim_end_matches(':');
    !text.starts_with("lambda")
        && kind_of(target).is_some_and(|kind| matches!(&*kind, "name" | "attribute" | "subscript"))
}

fn is_keyword_argument(item: &str) -> bool {
    let name = item.split_once('=').map_or("", |(name, _)| name.trim_end());
    !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// The error for an assignment in an expression. CPython names no operands that bind less tightly than `|`.
fn equals_sign(place: &Place<'_>) -> String {
    let item = place.item();
    let head = ["if ", "elif ", "while "].iter().find_map(|word| item.strip_prefix(word));
    let operand = head.unwrap_or(item).trim();
    match kind_of(operand).as_deref() {
        Some("name") => "invalid syntax. Maybe you meant '==' or ':=' instead of '='?".to_owned(),
        Some("None" | "True" | "False" | "list" | "tuple" | "generator expression") | None => {
            "invalid syntax".to_owned()
        }
        Some(kind) if binds_loosely(kind, operand) => "invalid syntax".to_owned(),
        Some(kind) => format!("cannot assign to {kind} here. Maybe you meant '==' instead of '='?"),
    }
}

fn binds_loosely(kind: &str, text: &str) -> bool {
    matches!(kind, "comparison" | "lambda" | "conditional expression" | "generator expression")
        || text.starts_with("not ")
        || kind == "expression" && [" and ", " or "].iter().any(|word| text.contains(word))
}

/// A backslash in a string and what follows it, where that stands for nothing.
fn escape(place: &Place<'_>) -> Option<String> {
    let string = place.in_string()?;
    let body = &place.text[string.body..];
    let at = body[..place.end - string.body].rfind('\\')?;
    let letter = body[at + 1..].chars().next()?;
    if string.is_bytes {
        return (letter == 'x').then(|| format!("(value error) invalid \\x escape at position {at}"));
    }
    let position = body[..at].chars().count();
    let digits = |most: usize| body[at + 2..].chars().take(most).take_while(char::is_ascii_hexdigit).count();
    let (length, what) = match letter {
        'x' => (1 + digits(2), "truncated \\xXX escape".to_owned()),
        'u' => (1 + digits(4), "truncated \\uXXXX escape".to_owned()),
        'U' if digits(8) < 8 => (1 + digits(8), "truncated \\UXXXXXXXX escape".to_owned()),
        'U' => (9, "illegal Unicode character".to_owned()),
        'N' => match body[at + 2..].starts_with('{').then(|| body[at..].find('}')).flatten() {
            Some(close) => (body[at..at + close].chars().count(), "unknown Unicode character name".to_owned()),
            None => (1, "malformed \\N character escape".to_owned()),
        },
        _ => return None,
    };
    let end = position + length;
    Some(format!("(unicode error) 'unicodeescape' codec can't decode bytes in position {position}-{end}: {what}"))
}

/// The innermost bracket open before the position.
fn brackets_at(place: &Place<'_>) -> Option<char> {
    scan(place.before()).open.last().map(|(_, bracket)| *bracket)
}

/// Whether the text before a token ends an expression.
fn ends_expression(before: &str) -> bool {
    before.trim_end().ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '"' | '\'' | ')' | ']' | '}'))
}

/// Whether a token could begin an expression, so that a comma may be missing before it.
fn starts_expression(token: &str) -> bool {
    const WORDS: &[&str] = &["for", "if", "else", "in", "is", "and", "or", "as", "async", "class", "def", "return"];
    token.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '"' | '\'')) && !WORDS.contains(&token)
}

/// Whether a backslash in an unterminated string stands before a quote that could have ended it.
fn ends_in_escaped_quote(place: &Place<'_>) -> bool {
    let rest = place.text[place.start..].trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let line = rest.lines().next().unwrap_or_default();
    line.chars().next().is_some_and(|quote| line.contains(&format!("\\{quote}")))
}

/// Where a block begins whose body is missing.
fn header_line(place: &Place<'_>, block: &str) -> usize {
    let word = match block.split_once('`').and_then(|(_, rest)| rest.split_once('`')) {
        Some((word, _)) => word,
        None if block.starts_with("class") => "class",
        None => "def",
    };
    let lines = place.before().lines().enumerate().collect::<Vec<_>>();
    let begins = |line: &str| line.trim_start().starts_with(word) || line.trim_start().starts_with("async ");
    lines.iter().rev().find(|(_, line)| begins(line)).map_or(1, |(at, _)| at + 1)
}

/// The error for assigning to or deleting an invalid target.
fn target(said: &str, place: &Place<'_>) -> Option<String> {
    let kind = kind_of(place.part());
    let kind = kind.as_deref().unwrap_or("expression");
    Some(match said {
        "Invalid assignment target" => {
            let rest = place.after().trim_start_matches([' ', ')']);
            let low = binds_loosely(kind, place.part());
            let chained = place
                .before()
                .rsplit(['\n', ';', ':'])
                .next()
                .is_some_and(|text| !text.trim_matches(['(', ' ']).is_empty());
            let simple = rest.starts_with('=') && !rest.starts_with("==") && !low && !chained;
            match kind {
                "yield expression" if rest.starts_with('=') && !place.before().ends_with('(') => {
                    "assignment to yield expression not possible".to_owned()
                }
                "None" | "True" | "False" => format!("cannot assign to {kind}"),
                _ if simple => format!("cannot assign to {kind} here. Maybe you meant '==' instead of '='?"),
                _ => format!("cannot assign to {kind}"),
            }
        }
        "Invalid delete target" => format!("cannot delete {kind}"),
        "Invalid augmented assignment target" => {
            format!("'{kind}' is an illegal expression for augmented assignment")
        }
        "Invalid annotated assignment target" => match kind {
            "tuple" | "list" => format!("only single target (not {kind}) can be annotated"),
            _ => "illegal target for annotation".to_owned(),
        },
        "Assignment expression target must be an identifier" => {
            format!("cannot use assignment expressions with {kind}")
        }
        _ => return None,
    })
}

fn is_expression(text: &str) -> bool {
    tree::tree(&format!("({})", text.trim())).is_some_and(|parsed| parsed.errors().is_empty())
}

/// What CPython calls an expression that cannot be assigned to.
fn kind_of(text: &str) -> Option<String> {
    let Mod::Module(module) = tree::tree(&format!("({})", text.trim()))?.into_syntax() else {
        return None;
    };
    let [Stmt::Expr(statement)] = &module.body[..] else {
        return None;
    };
    let kind = match &*statement.value {
        Expr::NoneLiteral(_) => "None",
        Expr::BooleanLiteral(literal) if literal.value => "True",
        Expr::BooleanLiteral(_) => "False",
        Expr::EllipsisLiteral(_) => "ellipsis",
        Expr::StringLiteral(_) | Expr::BytesLiteral(_) | Expr::NumberLiteral(_) => "literal",
        Expr::FString(_) => "f-string expression",
        Expr::Call(_) => "function call",
        Expr::Compare(_) => "comparison",
        Expr::Lambda(_) => "lambda",
        Expr::If(_) => "conditional expression",
        Expr::ListComp(_) => "list comprehension",
        Expr::SetComp(_) => "set comprehension",
        Expr::DictComp(_) => "dict comprehension",
        Expr::Generator(_) => "generator expression",
        Expr::Dict(_) => "dict literal",
        Expr::Set(_) => "set display",
        Expr::Named(_) => "named expression",
        Expr::Await(_) => "await expression",
        Expr::Yield(_) | Expr::YieldFrom(_) => "yield expression",
        Expr::Name(_) => "name",
        Expr::Attribute(_) => "attribute",
        Expr::Subscript(_) => "subscript",
        Expr::Tuple(_) => "tuple",
        Expr::List(_) => "list",
        Expr::Starred(_) => "starred",
        _ => "expression",
    };
    Some(kind.to_owned())
}
