//! Splits a source into CPython's tokens, and words its errors about characters, numbers, strings, brackets and indentation.

use crate::unicode::{self, begins_name, continues_name};

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Name,
    Number,
    Text,
    Operator,
    Newline,
    Indent,
    Dedent,
    End,
    FormatStart,
    FormatMiddle,
    FormatEnd,
}

/// A token, in bytes of the source.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub kind: Kind,
    pub start: usize,
    pub end: usize,
    /// How far the source was read.
    pub read: usize,
    /// The number of brackets open behind it.
    pub level: usize,
}

impl Token {
    /// Whether it stands for characters: indentation and the end do not, nor a newline that is only implied.
    pub fn is_placed(&self) -> bool {
        !matches!(self.kind, Kind::Indent | Kind::Dedent | Kind::End)
            && (self.kind != Kind::Newline || self.start < self.end)
    }
}

/// An error: its message, and where CPython places it. Columns are bytes from the start of the line; an end may be a number that
/// CPython gives instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub message: String,
    pub line: usize,
    pub column: isize,
    pub end_line: usize,
    pub end_column: isize,
    pub is_indentation: bool,
    /// Whether it takes precedence over errors of the grammar that come before it.
    pub precedes: bool,
    /// Whether the characters of a token are wrong.
    pub is_of_token: bool,
}

/// A format string that is open.
struct Format {
    quote: u8,
    width: usize,
    is_raw: bool,
    start: usize,
    /// Brackets open in it.
    depth: isize,
    /// The depth at which its innermost expression began; -1 outside expressions.
    expression: isize,
    in_specification: bool,
    in_debug: bool,
    in_expression: bool,
}

/// A bracket that is open.
#[derive(Clone, Copy)]
pub(super) struct Open {
    pub bracket: u8,
    pub at: usize,
}

/// The most brackets, levels of indentation and format strings in each other.
const BRACKETS: usize = 200;
const INDENTS: usize = 100;
const FORMATS: usize = 150;
const EXPRESSIONS: isize = 3;

/// Reads tokens from a source that ends in a newline.
pub(super) struct Reader<'a> {
    text: &'a str,
    at: usize,
    start: usize,
    line_begins: bool,
    indents: Vec<(usize, usize)>,
    pending: isize,
    pub open: Vec<Open>,
    formats: Vec<Format>,
}

type Read<T> = Result<T, Fault>;

fn is_printable(c: char) -> bool {
    !matches!(unicode::category(c), "Cc" | "Cf" | "Cs" | "Co" | "Cn" | "Zl" | "Zp" | "Zs")
}

impl<'a> Reader<'a> {
    pub fn new(text: &'a str) -> Reader<'a> {
        let indents = vec![(0, 0)];
        Reader { text, at: 0, start: 0, line_begins: true, indents, pending: 0, open: Vec::new(), formats: Vec::new() }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }
    fn peek_at(&self, ahead: usize) -> Option<u8> {
        self.text.as_bytes().get(self.at + ahead).copied()
    }
    fn take(&mut self) -> Option<u8> {
        let byte = self.peek();
        self.at += usize::from(byte.is_some());
        byte
    }
    fn takes(&mut self, wanted: u8) -> bool {
        let fits = self.peek() == Some(wanted);
        self.at += usize::from(fits);
        fits
    }
    /// The number of the line with an offset, from 1; 0 in an empty source. The end belongs to the last line.
    pub fn line(&self, offset: usize) -> usize {
        self.before(offset).iter().filter(|byte| **byte == b'\n').count() + usize::from(!self.text.is_empty())
    }
    pub fn line_start(&self, offset: usize) -> usize {
        self.before(offset).iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1)
    }
    fn before(&self, offset: usize) -> &[u8] {
        let last = self.text.len() - usize::from(self.text.ends_with('\n'));
        &self.text.as_bytes()[..offset.min(last)]
    }

    /// An error behind the characters read so far.
    fn fault<T>(&self, message: impl Into<String>) -> Read<T> {
        let (line, column) = (
            self.line(self.start.max(self.at.saturating_sub(1))),
            self.at - self.line_start(self.at.saturating_sub(1)),
        );
        let column = column as isize;
        Err(Fault {
            message: message.into(),
            line,
            column,
            end_line: line,
            end_column: column,
            is_indentation: false,
            precedes: self.formats.is_empty(),
            is_of_token: true,
        })
    }
    /// An error that other errors before it take precedence over.
    fn later<T>(&self, message: &str, column: usize, end_column: isize, is_indentation: bool) -> Read<T> {
        let line = self.line(self.at.saturating_sub(1));
        let column = column as isize;
        Err(Fault {
            message: message.into(),
            line,
            column,
            end_line: line,
            end_column,
            is_indentation,
            precedes: false,
            is_of_token: false,
        })
    }

    fn token(&self, kind: Kind, start: usize, end: usize) -> Token {
        Token { kind, start, end, read: self.at, level: self.open.len() }
    }

    pub fn next(&mut self) -> Read<Token> {
        match self.formats.last() {
            Some(format) if !format.in_expression => self.format_part(),
            _ => self.plain(),
        }
    }

    fn plain(&mut self) -> Read<Token> {
        if self.line_begins {
            self.line_begins = false;
            self.indentation()?;
        }
        if self.pending != 0 {
            let kind = if self.pending > 0 { Kind::Indent } else { Kind::Dedent };
            self.pending -= self.pending.signum();
            return Ok(self.token(kind, self.at, self.at));
        }
        let mut comment = None;
        loop {
            while matches!(self.peek(), Some(b' ' | b'\t' | 0x0c)) {
                self.at += 1;
            }
            self.start = self.at;
            match self.peek() {
                None if !self.open.is_empty() => return self.unclosed(),
                None => return Ok(self.token(Kind::End, self.at, self.at)),
                Some(b'#') => {
                    comment = Some(self.at);
                    self.at += self.text[self.at..].find('\n').unwrap_or(self.text.len() - self.at);
                }
                Some(b'\n') if self.open.is_empty() => {
                    self.at += 1;
                    self.line_begins = true;
                    return Ok(self.token(Kind::Newline, comment.unwrap_or(self.start), self.at));
                }
                Some(b'\n') => self.at += 1,
                Some(b'\\') => self.continuation()?,
                Some(byte) if byte.is_ascii_digit() => return self.number(),
                Some(b'.') if self.peek_at(1).is_some_and(|byte| byte.is_ascii_digit()) => return self.number(),
                Some(b'"' | b'\'') => return self.string(),
                Some(byte) if byte.is_ascii_alphabetic() || byte == b'_' || byte >= 128 => return self.name(),
                Some(byte) => return self.operator(byte),
            }
        }
    }

    /// Ends all blocks.
    pub fn dedent(&mut self) {
        self.pending = 1 - self.indents.len() as isize;
        self.indents.truncate(1);
    }

    /// The error for a bracket that the source does not close.
    pub fn unclosed<T>(&self) -> Read<T> {
        let Some(open) = self.open.last() else { return self.fault("unexpected EOF while parsing") };
        let (line, column) = (self.line(open.at), (open.at - self.line_start(open.at)) as isize + 1);
        let message = format!("'{}' was never closed", char::from(open.bracket));
        Err(Fault {
            message,
            line,
            column,
            end_line: line,
            end_column: 0,
            is_indentation: false,
            precedes: false,
            is_of_token: false,
        })
    }

    /// Reads the blanks at the start of lines, up to a line with a token.
    fn indentation(&mut self) -> Read<()> {
        loop {
            let (mut column, mut narrow, mut continued) = (0, 0, None);
            loop {
                match self.peek() {
                    Some(b' ') => (column, narrow) = (column + 1, narrow + 1),
                    Some(b'\t') => (column, narrow) = ((column / 8 + 1) * 8, narrow + 1),
                    Some(0x0c) => (column, narrow) = (0, 0),
                    Some(b'\\') => {
                        continued = continued.or(Some(column));
                        self.continuation()?;
                        continue;
                    }
                    _ => break,
                }
                self.at += 1;
            }
            match self.peek() {
                Some(b'#') => self.skip_line(),
                Some(b'\n') => self.at += 1,
                _ if !self.open.is_empty() => return Ok(()),
                _ => return self.indented(continued.unwrap_or(column), continued.unwrap_or(narrow)),
            }
        }
    }

    fn indented(&mut self, column: usize, narrow: usize) -> Read<()> {
        let ambiguous = |reader: &mut Self| {
            reader.skip_line();
            reader.later("inconsistent use of tabs and spaces in indentation", 1, 0, true)
        };
        let top = self.indents.last().copied().unwrap_or_default();
        if column == top.0 {
            return if narrow == top.1 { Ok(()) } else { ambiguous(self) };
        }
        if column > top.0 {
            if self.indents.len() >= INDENTS {
                self.skip_line();
                return self.later("too many levels of indentation", 1, 0, true);
            }
            if narrow <= top.1 {
                return ambiguous(self);
            }
            self.indents.push((column, narrow));
            self.pending = 1;
            return Ok(());
        }
        while self.indents.last().is_some_and(|top| column < top.0) {
            self.indents.pop();
            self.pending -= 1;
        }
        let top = self.indents.last().copied().unwrap_or_default();
        if column != top.0 {
            self.skip_line();
            let read = self.at - self.line_start(self.at - 1);
            return self.later("unindent does not match any outer indentation level", read, -1, true);
        }
        if narrow == top.1 { Ok(()) } else { ambiguous(self) }
    }

    fn skip_line(&mut self) {
        self.at += self.text[self.at..].find('\n').map_or(self.text.len() - self.at, |length| length + 1);
    }

    /// A backslash at the end of a line.
    fn continuation(&mut self) -> Read<()> {
        let line = self.line_start(self.at);
        self.at += 1;
        if !self.takes(b'\n') {
            // CPython reads the character, and counts from where its buffer begins.
            let width = self.text[self.at..].chars().next().map_or(0, char::len_utf8);
            let column = self.at + width - 1 - line + 1;
            return self.later("unexpected character after line continuation character", column.max(1), 0, false);
        }
        if self.peek().is_some() {
            return Ok(());
        }
        match self.open.is_empty() {
            true => self.later("unexpected EOF while parsing", self.at - line, -1, false),
            false => self.unclosed(),
        }
    }

    fn name(&mut self) -> Read<Token> {
        let (mut prefix, bytes) = (0, self.text.as_bytes());
        while bytes.get(self.at + prefix).is_some_and(|byte| b"rRbBuUfF".contains(byte)) && prefix < 2 {
            prefix += 1;
        }
        let letters = self.text[self.at..self.at + prefix].to_ascii_lowercase();
        let known = matches!(&*letters, "r" | "b" | "u" | "f" | "rb" | "br" | "rf" | "fr");
        if known && matches!(bytes.get(self.at + prefix), Some(b'"' | b'\'')) {
            self.at += prefix;
            return match letters.contains('f') {
                true => self.format_start(letters.contains('r')),
                false => self.string(),
            };
        }
        let rest = &self.text[self.at..];
        let length =
            rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || !c.is_ascii())).unwrap_or(rest.len());
        let wrong = rest[..length].char_indices().find(|(at, c)| match at {
            0 => !begins_name(*c),
            _ => !continues_name(*c),
        });
        if let Some((at, c)) = wrong {
            self.at += at + c.len_utf8();
            return match is_printable(c) {
                true => self.fault(format!("invalid character '{c}' (U+{:04X})", c as u32)),
                false => self.fault(format!("invalid non-printable character U+{:04X}", c as u32)),
            };
        }
        self.at += length;
        Ok(self.token(Kind::Name, self.start, self.at))
    }

    fn operator(&mut self, byte: u8) -> Read<Token> {
        let rest = &self.text.as_bytes()[self.at..];
        self.at += 1;
        if let Some(token) = self.closes_expression(byte)? {
            return Ok(token);
        }
        const LONG: [&[u8]; 26] = [
            b"**=", b"//=", b"<<=", b">>=", b"...", b"!=", b"==", b"<=", b">=", b"<>", b"<<", b">>", b"**", b"//",
            b"->", b"+=", b"-=", b"*=", b"/=", b"%=", b"&=", b"|=", b"^=", b"@=", b":=", b"..",
        ];
        if let Some(long) = LONG.iter().find(|long| rest.starts_with(long)).filter(|long| **long != b"..") {
            self.at += long.len() - 1;
            return Ok(self.token(Kind::Operator, self.start, self.at));
        }
        match byte {
            b'(' | b'[' | b'{' => self.opens(byte)?,
            b')' | b']' | b'}' => self.closes(byte)?,
            _ if byte.is_ascii_control() => {
                return self.fault(format!("invalid non-printable character U+{byte:04X}"));
            }
            _ => {}
        }
        if let Some(format) = self.formats.last_mut().filter(|format| byte == b'=' && format.expression >= 0) {
            format.in_debug = true;
        }
        Ok(self.token(Kind::Operator, self.start, self.at))
    }

    /// The colon that ends the expression of a replacement field.
    fn closes_expression(&mut self, byte: u8) -> Read<Option<Token>> {
        let Some(format) = self.formats.last_mut() else { return Ok(None) };
        let is_end = byte == b':' && format.expression >= 0 && format.depth - 1 == format.expression;
        if !is_end {
            return Ok(None);
        }
        (format.in_expression, format.in_specification) = (false, true);
        Ok(Some(self.token(Kind::Operator, self.start, self.at)))
    }

    fn opens(&mut self, bracket: u8) -> Read<()> {
        if self.open.len() >= BRACKETS {
            return self.fault("too many nested parentheses");
        }
        self.open.push(Open { bracket, at: self.start });
        if let Some(format) = self.formats.last_mut() {
            format.depth += 1;
        }
        Ok(())
    }

    fn closes(&mut self, bracket: u8) -> Read<()> {
        let shown = char::from(bracket);
        if self.formats.last().is_some_and(|format| format.depth == 0) && bracket == b'}' {
            return self.fault("f-string: single '}' is not allowed");
        }
        let Some(open) = self.open.pop() else { return self.fault(format!("unmatched '{shown}'")) };
        let fits = matches!((open.bracket, bracket), (b'(', b')') | (b'[', b']') | (b'{', b'}'));
        if !fits {
            if self.formats.last().is_some_and(|format| open.bracket == b'{' && format.depth - 1 == format.expression) {
                return self.fault(format!("f-string: unmatched '{shown}'"));
            }
            let opening = char::from(open.bracket);
            let line = match self.line(open.at) {
                line if line == self.line(self.start) => String::new(),
                line => format!(" on line {line}"),
            };
            return self
                .fault(format!("closing parenthesis '{shown}' does not match opening parenthesis '{opening}'{line}"));
        }
        let Some(format) = self.formats.last_mut() else { return Ok(()) };
        format.depth -= 1;
        if format.depth < 0 {
            return self.fault(format!("f-string: unmatched '{shown}'"));
        }
        if bracket == b'}' && format.depth == format.expression {
            format.expression -= 1;
            (format.in_expression, format.in_specification, format.in_debug) = (false, false, false);
        }
        Ok(())
    }

    fn string(&mut self) -> Read<Token> {
        let quote = self.peek().unwrap_or_default();
        let width = if self.text.as_bytes()[self.at..].starts_with(&[quote; 3]) { 3 } else { 1 };
        self.at += width;
        let mut escaped_quote = false;
        loop {
            if self.text.as_bytes()[self.at..].starts_with(&[quote; 3][..width]) {
                self.at += width;
                return Ok(self.token(Kind::Text, self.start, self.at));
            }
            match self.take() {
                None => return self.unterminated(quote, width, escaped_quote),
                Some(b'\n') if width == 1 => {
                    self.at -= 1;
                    return self.unterminated(quote, width, escaped_quote);
                }
                Some(b'\\') => escaped_quote |= self.take() == Some(quote),
                Some(_) => {}
            }
        }
    }

    fn unterminated(&mut self, quote: u8, width: usize, escaped_quote: bool) -> Read<Token> {
        let last = self.line(self.at);
        self.at = self.start + 1;
        if self.formats.last().is_some_and(|format| (format.quote, format.width) == (quote, width)) {
            return self.fault("f-string: expecting '}'");
        }
        let hint = if escaped_quote && width == 1 { "; perhaps you escaped the end quote?" } else { "" };
        let triple = if width == 3 { "triple-quoted " } else { "" };
        self.fault(format!("unterminated {triple}string literal (detected at line {last}){hint}"))
    }

    fn format_start(&mut self, is_raw: bool) -> Read<Token> {
        let quote = self.peek().unwrap_or_default();
        let width = if self.text.as_bytes()[self.at..].starts_with(&[quote; 3]) { 3 } else { 1 };
        self.at += width;
        if self.formats.len() + 1 >= FORMATS {
            return self.fault("too many nested f-strings");
        }
        self.formats.push(Format {
            quote,
            width,
            is_raw,
            start: self.start,
            depth: 0,
            expression: -1,
            in_specification: false,
            in_debug: false,
            in_expression: false,
        });
        Ok(self.token(Kind::FormatStart, self.start, self.at))
    }

    /// Whether a replacement field begins here.
    fn enters_expression(&mut self) -> Read<()> {
        let deep = self.formats.last_mut().is_some_and(|format| {
            format.expression += 1;
            format.in_expression = true;
            format.expression >= EXPRESSIONS
        });
        if deep { self.fault("f-string: expressions nested too deeply") } else { Ok(()) }
    }

    fn format_part(&mut self) -> Read<Token> {
        self.start = self.at;
        let Some(format) = self.formats.last() else { return self.plain() };
        let (quote, width, is_raw, begin) = (format.quote, format.width, format.is_raw, format.start);
        let in_specification = format.in_specification && format.expression >= 0;
        let at_top = format.depth == 0;
        if self.peek() == Some(b'{') && self.peek_at(1) != Some(b'{') {
            self.enters_expression()?;
            return self.plain();
        }
        let closing = [quote; 3];
        if self.text.as_bytes()[self.at..].starts_with(&closing[..width]) {
            self.at += width;
            self.formats.pop();
            return Ok(self.token(Kind::FormatEnd, self.start, self.at));
        }
        let mut named = false;
        loop {
            if self.text.as_bytes()[self.at..].starts_with(&closing[..width]) {
                return Ok(self.token(Kind::FormatMiddle, self.start, self.at));
            }
            match self.take() {
                Some(b'\n') if width == 1 && in_specification => {
                    self.at -= 1;
                    if let Some(format) = self.formats.last_mut() {
                        (format.in_expression, format.in_specification) = (true, false);
                    }
                    return Ok(self.token(Kind::FormatMiddle, self.start, self.at));
                }
                byte @ (None | Some(b'\n')) if byte.is_none() || width == 1 => {
                    let last = self.line(self.at.saturating_sub(1));
                    (self.start, self.at) = (begin, begin + 1);
                    let triple = if width == 3 { "triple-quoted " } else { "" };
                    return self.fault(format!("unterminated {triple}f-string literal (detected at line {last})"));
                }
                Some(b'{') if self.peek() == Some(b'{') && !in_specification => {
                    let token = self.token(Kind::FormatMiddle, self.start, self.at);
                    self.at += 1;
                    return Ok(token);
                }
                Some(b'{') => {
                    self.at -= 1;
                    self.enters_expression()?;
                    return Ok(self.token(Kind::FormatMiddle, self.start, self.at));
                }
                Some(b'}') if named => return Ok(self.token(Kind::FormatMiddle, self.start, self.at)),
                Some(b'}') if self.peek() == Some(b'}') && !in_specification && at_top => {
                    let token = self.token(Kind::FormatMiddle, self.start, self.at);
                    self.at += 1;
                    return Ok(token);
                }
                Some(b'}') => {
                    self.at -= 1;
                    if let Some(format) = self.formats.last_mut() {
                        format.in_expression = true;
                    }
                    return Ok(self.token(Kind::FormatMiddle, self.start, self.at));
                }
                Some(b'\\') => match self.peek() {
                    Some(b'{' | b'}') => {}
                    Some(b'N') if !is_raw && self.peek_at(1) == Some(b'{') => {
                        self.at += 2;
                        named = true;
                    }
                    _ => self.at += usize::from(self.at < self.text.len()),
                },
                _ => {}
            }
        }
    }

    fn digits(&mut self, is_digit: fn(&u8) -> bool) -> bool {
        let from = self.at;
        while self.peek().is_some_and(|byte| is_digit(&byte)) {
            self.at += 1;
        }
        self.at > from
    }

    /// Decimal digits with underscores between them.
    fn decimal(&mut self) -> Read<()> {
        loop {
            self.digits(u8::is_ascii_digit);
            if !self.takes(b'_') {
                return Ok(());
            }
            if !self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
                return self.fault("invalid decimal literal");
            }
        }
    }

    fn number(&mut self) -> Read<Token> {
        let kind = match (self.peek(), self.peek_at(1).map(|byte| byte.to_ascii_lowercase())) {
            (Some(b'0'), Some(b'x')) => self.based("hexadecimal", |byte| byte.is_ascii_hexdigit())?,
            (Some(b'0'), Some(b'o')) => self.based("octal", |byte| (b'0'..b'8').contains(byte))?,
            (Some(b'0'), Some(b'b')) => self.based("binary", |byte| (b'0'..b'2').contains(byte))?,
            _ => self.real()?,
        };
        if let Some(kind) = kind {
            self.ends_number(kind)?;
        }
        Ok(self.token(Kind::Number, self.start, self.at))
    }

    fn based(&mut self, kind: &'static str, is_digit: fn(&u8) -> bool) -> Read<Option<&'static str>> {
        self.at += 2;
        loop {
            self.takes(b'_');
            if !self.digits(is_digit) {
                return self.no_digit(kind);
            }
            if self.peek() != Some(b'_') {
                break;
            }
        }
        match self.peek() {
            Some(byte) if byte.is_ascii_digit() => self.no_digit(kind),
            _ => Ok(Some(kind)),
        }
    }

    fn no_digit<T>(&mut self, kind: &str) -> Read<T> {
        match self.peek() {
            Some(byte) if byte.is_ascii_digit() => {
                self.at += 1;
                self.fault(format!("invalid digit '{}' in {kind} literal", char::from(byte)))
            }
            _ => self.fault(format!("invalid {kind} literal")),
        }
    }

    /// A decimal number; the word for it, or None if a keyword follows its digits.
    fn real(&mut self) -> Read<Option<&'static str>> {
        let mut zeros = None;
        if self.peek() == Some(b'0') {
            while self.takes(b'0')
                || self.peek() == Some(b'_')
                    && self.peek_at(1).is_some_and(|byte| byte.is_ascii_digit())
                    && self.takes(b'_')
            {}
            if self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
                zeros = Some(self.at + 1);
            }
        }
        self.decimal()?;
        let mut is_real = false;
        if self.takes(b'.') {
            is_real = true;
            if self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
                self.decimal()?;
            }
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            let signed = matches!(self.peek_at(1), Some(b'+' | b'-'));
            let digit = self.peek_at(1 + usize::from(signed)).is_some_and(|byte| byte.is_ascii_digit());
            match (signed, digit) {
                (_, true) => {
                    is_real = true;
                    self.at += 1 + usize::from(signed);
                    self.decimal()?;
                }
                (true, false) => {
                    self.at += 2;
                    return self.fault("invalid decimal literal");
                }
                (false, false) => {
                    self.ends_number("decimal")?;
                    return Ok(None);
                }
            }
        }
        if matches!(self.peek(), Some(b'j' | b'J')) {
            self.at += 1;
            return Ok(Some("imaginary"));
        }
        match zeros.filter(|_| !is_real) {
            Some(zeros) => {
                let start = self.line_start(self.start);
                let (column, end_column) = ((self.start + 1 - start) as isize, (zeros - start) as isize);
                let line = self.line(self.start);
                let message =
                    "leading zeros in decimal integer literals are not permitted; use an 0o prefix for octal integers";
                let message = message.to_owned();
                Err(Fault {
                    message,
                    line,
                    column,
                    end_line: line,
                    end_column,
                    is_indentation: false,
                    precedes: true,
                    is_of_token: true,
                })
            }
            None => Ok(Some("decimal")),
        }
    }

    /// Refuses a letter behind a number, unless it begins a keyword.
    fn ends_number(&self, kind: &str) -> Read<()> {
        let rest = &self.text[self.at..];
        let continues = |c: char| c.is_ascii_alphanumeric() || c == '_' || !c.is_ascii();
        let whole = |word: &str| rest.strip_prefix(word).is_some_and(|rest| !rest.starts_with(continues));
        let keyword = ["if", "in", "is"].iter().any(|word| rest.starts_with(word))
            || ["and", "else", "for", "or", "not"].iter().any(|word| whole(word));
        // Other characters than ASCII's have errors of their own.
        let letter = rest.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
        if letter && !keyword { self.fault(format!("invalid {kind} literal")) } else { Ok(()) }
    }
}
