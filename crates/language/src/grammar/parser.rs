//! Parses tokens by the rules, as CPython's parser does: once without the rules for errors, then with them.

use super::escapes::undecoded;
use super::rules::{Alternative, Item, Report, Rules};
use super::tokens::{Fault, Kind, Reader, Token};
use std::collections::HashMap;
use std::rc::Rc;

/// What a rule matched: the tokens from `start` to `end`.
pub(super) struct Node {
    pub kind: &'static str,
    pub start: usize,
    pub end: usize,
    pub parts: Vec<Rc<Node>>,
}

/// Rules within each other: each takes some native stack.
const DEPTH: usize = 8_000;

const KEYWORDS: [&str; 35] = [
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del",
    "elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal",
    "not", "or", "pass", "raise", "return", "try", "while", "with", "yield",
];

/// How a rule ended: its node, or nothing. An error ends everything.
type Parsed = Result<Option<Rc<Node>>, Stop>;

pub(super) enum Stop {
    Fault(Fault),
    /// The error of a token.
    Token(Fault),
    /// The source is nested too deeply to seek its error.
    TooDeep,
}

/// What a rule gave at a place, and where it ended.
type Results = HashMap<(usize, usize, bool), (Option<Rc<Node>>, usize)>;

pub(super) struct Parser<'a> {
    text: &'a str,
    pub reader: Reader<'a>,
    rules: &'a Rules,
    pub tokens: Vec<Token>,
    at: usize,
    seeks_errors: bool,
    is_single: bool,
    implies_newline: bool,
    results: Results,
    depth: usize,
}

impl<'a> Parser<'a> {
    pub fn new(text: &'a str, rules: &'a Rules) -> Parser<'a> {
        let reader = Reader::new(text);
        let (tokens, results) = (Vec::new(), HashMap::new());
        Parser {
            text,
            reader,
            rules,
            tokens,
            at: 0,
            seeks_errors: false,
            is_single: false,
            implies_newline: false,
            results,
            depth: 0,
        }
    }

    /// Parses from the beginning.
    pub fn parse(&mut self, rule: &str, seeks_errors: bool) -> Parsed {
        (self.at, self.seeks_errors, self.depth) = (0, seeks_errors, 0);
        self.is_single = rule == "interactive";
        self.results.clear();
        self.rule(self.rules.place(rule))
    }

    fn token(&mut self) -> Result<Token, Stop> {
        while self.tokens.len() <= self.at {
            let mut token = self.reader.next().map_err(Stop::Token)?;
            // Where one statement is compiled, the end of the source ends it.
            let implied = self.implies_newline && token.kind == Kind::End;
            self.implies_newline = self.is_single && !implied;
            if implied {
                token.kind = Kind::Newline;
                self.reader.dedent();
            }
            self.tokens.push(token);
        }
        Ok(self.tokens[self.at])
    }

    pub fn part(&self, token: Token) -> &'a str {
        &self.text[token.start..token.end]
    }

    fn rule(&mut self, place: usize) -> Parsed {
        let rule = &self.rules.rules[place];
        let key = (place, self.at, self.seeks_errors || rule.is_shared);
        if let Some((node, end)) = self.results.get(&key) {
            self.at = *end;
            return Ok(node.clone());
        }
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(Stop::TooDeep);
        }
        let given = match rule.is_recursive {
            true => self.growing(place, key),
            false => self.without_errors_in(place),
        };
        self.depth -= 1;
        let node = given?;
        self.results.insert(key, (node.clone(), self.at));
        Ok(node)
    }

    /// A rule whose name ends so looks for no errors in what it contains.
    fn without_errors_in(&mut self, place: usize) -> Parsed {
        let rule = &self.rules.rules[place];
        let before = self.seeks_errors;
        self.seeks_errors &= !rule.name.ends_with("_without_invalid");
        let given = self.alternatives(&rule.alternatives);
        self.seeks_errors = before;
        given
    }

    /// A rule that begins with itself: each round uses what the last one gave.
    fn growing(&mut self, place: usize, key: (usize, usize, bool)) -> Parsed {
        let (start, rule) = (self.at, &self.rules.rules[place]);
        let (mut best, mut end) = (None, start);
        loop {
            self.results.insert(key, (best.clone(), end));
            self.at = start;
            let node = self.alternatives(&rule.alternatives)?;
            if node.is_none() || self.at <= end {
                self.at = end;
                return Ok(best);
            }
            (best, end) = (node, self.at);
        }
    }

    fn alternatives(&mut self, alternatives: &'a [Alternative]) -> Parsed {
        let start = self.at;
        for alternative in alternatives {
            if !self.seeks_errors && self.is_of_errors(alternative) {
                continue;
            }
            self.at = start;
            let (mut parts, mut named, mut cut) = (Vec::new(), [None, None], false);
            let mut fits = true;
            for item in &alternative.items {
                match self.item(item, &mut named, &mut cut)? {
                    Some(node) => parts.push(node),
                    None => {
                        fits = false;
                        break;
                    }
                }
            }
            if fits {
                let given = self.result(alternative, parts, named, start)?;
                if given.is_none() {
                    self.at = start;
                }
                return Ok(given);
            }
            if cut {
                break;
            }
        }
        self.at = start;
        Ok(None)
    }

    /// Whether an alternative is a rule for errors.
    fn is_of_errors(&self, alternative: &Alternative) -> bool {
        let invalid =
            |item: &Item| matches!(item, Item::Rule(place) if self.rules.rules[*place].name.starts_with("invalid_"));
        alternative.items.iter().any(invalid)
    }

    fn result(
        &mut self,
        alternative: &Alternative,
        mut parts: Vec<Rc<Node>>,
        [a, b]: [Option<Rc<Node>>; 2],
        start: usize,
    ) -> Parsed {
        if let Some(report) = &alternative.report {
            return self.report(report, a, b, start);
        }
        let end = self.at;
        let node = |kind, parts| Ok(Some(Rc::new(Node { kind, start, end, parts })));
        match (alternative.kind, a) {
            (Some("strings"), _) => {
                let kind = self.string_kind(start, end)?;
                node(kind, parts)
            }
            (Some(kind), _) => node(kind, parts),
            (None, Some(a)) => Ok(Some(a)),
            (None, None) if parts.iter().filter(|part| part.end > part.start).count() == 1 => {
                let place = parts.iter().position(|part| part.end > part.start).unwrap_or_default();
                Ok(Some(parts.swap_remove(place)))
            }
            (None, None) => node("", parts),
        }
    }

    /// Literals side by side: all of bytes, or none.
    fn string_kind(&self, start: usize, end: usize) -> Result<&'static str, Stop> {
        let tokens = &self.tokens[start..end];
        let is_bytes = |token: &&Token| {
            let part = self.part(**token);
            token.kind == Kind::Text && part[..part.find(['"', '\'']).unwrap_or(0)].contains(['b', 'B'])
        };
        let texts = tokens.iter().filter(|token| matches!(token.kind, Kind::Text | Kind::FormatStart));
        let bytes = tokens.iter().filter(is_bytes).count();
        let undecoded = (start..end).find_map(|at| self.undecoded(at));
        if let Some(fault) = undecoded {
            return Err(Stop::Fault(fault));
        }
        let formatted = tokens.iter().any(|token| token.kind == Kind::FormatStart);
        if bytes > 0 && bytes < texts.count() {
            return Err(Stop::Fault(self.here("cannot mix bytes and nonbytes literals".to_owned())));
        }
        Ok(if formatted { "f-string expression" } else { "literal" })
    }

    /// The error of a literal whose characters or escapes stand for nothing.
    fn undecoded(&self, at: usize) -> Option<Fault> {
        let token = self.tokens[at];
        let message = if token.kind == Kind::Text { undecoded(self.part(token)) } else { None };
        message.map(|message| self.between(at, at + 1, message))
    }

    fn item(&mut self, item: &'a Item, named: &mut [Option<Rc<Node>>; 2], cut: &mut bool) -> Parsed {
        let start = self.at;
        let empty = |at| Ok(Some(Rc::new(Node { kind: "", start: at, end: at, parts: Vec::new() })));
        match item {
            Item::Rule(place) => self.rule(*place),
            Item::Group(alternatives) => self.alternatives(alternatives),
            Item::Token(text) => {
                let token = self.token()?;
                let of_kind = matches!(token.kind, Kind::Name | Kind::Operator);
                Ok(self.taken(of_kind && self.part(token) == *text))
            }
            Item::Soft(text) => {
                let token = self.token()?;
                let fits = token.kind == Kind::Name && self.part(token) == *text;
                Ok(self.taken(fits))
            }
            Item::Kind(kind) => {
                let token = self.token()?;
                let fits = self.is_of(token, kind);
                Ok(self.taken(fits))
            }
            Item::Forced(text) => {
                let token = self.token()?;
                if token.kind == Kind::Operator && self.part(token) == *text {
                    return Ok(self.taken(true));
                }
                let message = format!("expected '{text}'");
                Err(Stop::Fault(self.between(self.at, self.at + 1, message)))
            }
            Item::Cut => {
                *cut = true;
                empty(start)
            }
            Item::Named(name, item) => {
                let node = self.item(item, named, cut)?;
                named[usize::from(*name == 'b')].clone_from(&node);
                Ok(node)
            }
            Item::Maybe(item) => match self.item(item, named, cut)? {
                Some(node) => Ok(Some(node)),
                None => {
                    self.at = start;
                    empty(start)
                }
            },
            Item::Many(item) => self.repeated(item, None, 0),
            Item::Some(item) => self.repeated(item, None, 1),
            Item::Between(token, item) => self.repeated(item, Some(token), 1),
            Item::Ahead(item) => {
                let node = self.item(item, named, cut)?;
                self.at = start;
                Ok(node.map(|_| Rc::new(Node { kind: "", start, end: start, parts: Vec::new() })))
            }
            Item::NotAhead(item) => {
                let node = self.item(item, named, cut)?;
                self.at = start;
                if node.is_some() { Ok(None) } else { empty(start) }
            }
        }
    }

    fn taken(&mut self, fits: bool) -> Option<Rc<Node>> {
        let start = self.at;
        self.at += usize::from(fits);
        fits.then(|| Rc::new(Node { kind: "", start, end: start + 1, parts: Vec::new() }))
    }

    fn is_of(&self, token: Token, kind: &str) -> bool {
        let name = || token.kind == Kind::Name && !KEYWORDS.contains(&self.part(token));
        match kind {
            "NAME" => name(),
            "SOFT_KEYWORD" => name() && matches!(self.part(token), "_" | "case" | "match" | "type"),
            "NUMBER" => token.kind == Kind::Number,
            "STRING" => token.kind == Kind::Text,
            "NEWLINE" => token.kind == Kind::Newline,
            "INDENT" => token.kind == Kind::Indent,
            "DEDENT" => token.kind == Kind::Dedent,
            "FSTRING_START" => token.kind == Kind::FormatStart,
            "FSTRING_MIDDLE" => token.kind == Kind::FormatMiddle,
            "FSTRING_END" => token.kind == Kind::FormatEnd,
            _ => token.kind == Kind::End,
        }
    }

    /// An item at least so many times, with a token between if one is given.
    fn repeated(&mut self, item: &'a Item, between: Option<&str>, least: usize) -> Parsed {
        let (start, mut parts) = (self.at, Vec::new());
        loop {
            let before = self.at;
            if let (Some(text), false) = (between, parts.is_empty()) {
                let token = self.token()?;
                if token.kind != Kind::Operator || self.part(token) != text {
                    break;
                }
                self.at += 1;
            }
            let (mut named, mut cut) = ([None, None], false);
            match self.item(item, &mut named, &mut cut)? {
                Some(node) if self.at > before => parts.push(node),
                _ => {
                    self.at = before;
                    break;
                }
            }
        }
        let end = self.at;
        if parts.len() < least {
            self.at = start;
            return Ok(None);
        }
        Ok(Some(Rc::new(Node { kind: "", start, end, parts })))
    }

    /// The error of a rule for errors; nothing where its condition does not hold.
    fn report(&mut self, report: &Report, a: Option<Rc<Node>>, b: Option<Rc<Node>>, start: usize) -> Parsed {
        let words = |of: &Node| {
            let text = self.tokens.get(of.start).map_or("", |token| self.part(*token));
            report.words.replace("%n", self.name_of(of)).replace("%t", text)
        };
        let fault = match (report.how, &a, &b) {
            ("here", ..) => self.here(report.words.clone()),
            ("next", ..) => {
                self.token()?;
                self.at_token(self.at, report.words.clone())
            }
            ("indent", a, _) => self.unindented(&report.words, a.as_deref()),
            ("conversion" | "complex", Some(a), Some(b)) => {
                let checked = if report.how == "complex" { self.complex(a, b) } else { self.conversion(a, b) };
                match checked {
                    Some(fault) => fault,
                    None => return Ok(Some(Rc::new(Node { kind: "", start, end: self.at, parts: Vec::new() }))),
                }
            }
            ("at", Some(a), _) => self.between(a.start, a.end, words(a)),
            ("range", Some(a), Some(b)) => self.between(a.start, b.end, words(a)),
            ("from", Some(a), _) => self.from(a, words(a)),
            ("behind", Some(a), _) => {
                let fault = self.between(a.start, a.end, words(a));
                Fault { column: fault.end_column - 1, end_column: 0, ..fault }
            }
            ("bound", Some(a), Some(b)) => {
                let what = if b.kind == "tuple" { "constraints" } else { "bound" };
                self.from(a, format!("cannot use {what} with {}", report.words))
            }
            ("legacy", Some(a), Some(b)) if self.is_legacy(a) => self.between(a.start, b.end, words(a)),
            ("comma", Some(a), Some(b)) if !self.is_legacy(a) && self.tokens[self.at - 1].level > 0 => {
                self.between(a.start, b.end, report.words.clone())
            }
            ("generator", Some(a), Some(b)) => match positionals(a) {
                found if found.len() > 1 => self.between(found[found.len() - 1].start, b.end, report.words.clone()),
                _ => return Ok(None),
            },
            ("arguments", Some(a), _) => {
                let unpacking = if contains(a, "unpacked") { " unpacking" } else { "" };
                self.here(format!("positional argument follows keyword argument{unpacking}"))
            }
            ("target" | "deleted" | "looped", Some(a), _) => match self.wrong_target(a, report.how) {
                Some(wrong) => self.between(wrong.start, wrong.end, words(&wrong)),
                None => return Ok(None),
            },
            _ => return Ok(None),
        };
        Err(Stop::Fault(fault))
    }

    fn is_legacy(&self, node: &Node) -> bool {
        node.end == node.start + 1 && matches!(self.part(self.tokens[node.start]), "print" | "exec")
    }

    /// The conversion behind the exclamation mark of a replacement field.
    fn conversion(&self, mark: &Node, name: &Node) -> Option<Fault> {
        let (mark, token) = (self.tokens[mark.start], self.tokens[name.start]);
        if mark.end != token.start {
            let message = "f-string: conversion type must come right after the exclamanation mark".to_owned();
            return Some(self.between(name.start - 1, name.end, message));
        }
        let text = self.part(token);
        let message = format!("f-string: invalid conversion character '{text}': expected 's', 'r', or 'a'");
        (!matches!(text, "s" | "r" | "a")).then(|| self.between(name.start, name.end, message))
    }

    /// The numbers of a complex number in a pattern.
    fn complex(&self, real: &Node, imaginary: &Node) -> Option<Fault> {
        let is_imaginary = |node: &Node| self.part(self.tokens[node.start]).ends_with(['j', 'J']);
        let wrong = |node: &Node, what: &str| {
            Some(self.between(node.start, node.end, format!("{what} number required in complex literal")))
        };
        match (is_imaginary(real), is_imaginary(imaginary)) {
            (true, _) => wrong(real, "real"),
            (_, false) => wrong(imaginary, "imaginary"),
            _ => None,
        }
    }

    /// What CPython calls an expression.
    fn name_of(&self, node: &Node) -> &'static str {
        match node.kind {
            "" => "name",
            "strings" => "literal",
            kind => kind,
        }
    }

    /// The part of a target that cannot be one.
    fn wrong_target(&self, node: &Rc<Node>, how: &str) -> Option<Rc<Node>> {
        match node.kind {
            "name" | "subscript" | "attribute" => None,
            "" | "list" | "tuple" => node.parts.iter().find_map(|part| self.wrong_target(part, how)),
            "starred" if how != "deleted" => node.parts.iter().find_map(|part| self.wrong_target(part, how)),
            "comparison" if how == "looped" => {
                let left = node.parts.first()?;
                let is_in = self.part(self.tokens[left.end]) == "in";
                if is_in { self.wrong_target(left, how) } else { None }
            }
            _ => Some(node.clone()),
        }
    }

    /// The line and column of a byte, from 1 and from 0.
    fn place(&self, at: usize) -> (usize, usize) {
        (self.reader.line(at), at - self.reader.line_start(at))
    }

    fn between(&self, first: usize, end: usize, message: String) -> Fault {
        let (from, to) = (self.tokens[first], self.tokens[end.max(first + 1) - 1]);
        let (line, column) = self.place(from.start);
        // A token may end behind its line: the newline's.
        let (end_line, end_column) = match to.end > to.start {
            true => (self.reader.line(to.end - 1), to.end - self.reader.line_start(to.end - 1)),
            false => self.place(to.end),
        };
        let place = |token: Token, column: usize| if token.is_placed() { column as isize + 1 } else { 0 };
        let (column, end_column) = (place(from, column), place(to, end_column));
        Fault {
            message,
            line,
            column,
            end_line,
            end_column,
            is_indentation: false,
            precedes: false,
            is_of_token: false,
        }
    }

    /// From a node to the end of what was read.
    fn from(&self, node: &Node, message: String) -> Fault {
        let read = self.tokens.last().map_or(0, |token| token.read);
        let fault = self.between(node.start, node.end, message);
        let last = read.saturating_sub(1);
        Fault { end_line: self.reader.line(last), end_column: (read - self.reader.line_start(last)) as isize, ..fault }
    }

    /// At the last token that was read.
    fn here(&self, message: String) -> Fault {
        self.at_token(self.tokens.len() - 1, message)
    }

    fn at_token(&self, at: usize, message: String) -> Fault {
        let token = self.tokens[at];
        if token.is_placed() {
            return self.between(at, at + 1, message);
        }
        let last = token.read.saturating_sub(1);
        let (line, column) = match token.kind {
            Kind::End | Kind::Newline => (self.reader.line(last), token.read - self.reader.line_start(last)),
            _ => (self.reader.line(token.read), token.read - self.reader.line_start(token.read)),
        };
        let column = column as isize;
        Fault {
            message,
            line,
            column,
            end_line: line,
            end_column: -1,
            is_indentation: false,
            precedes: false,
            is_of_token: false,
        }
    }

    /// The error for a block that is missing behind a statement.
    fn unindented(&self, what: &str, head: Option<&Node>) -> Fault {
        let message = match head {
            Some(head) => {
                let line = self.reader.line(self.tokens[head.start].start);
                format!("expected an indented block after {what} on line {line}")
            }
            None => what.to_owned(),
        };
        Fault { is_indentation: true, ..self.here(message) }
    }

    /// The error for statements behind the one that `single` compiles.
    pub fn more_statements(&self) -> Option<Fault> {
        let read = self.tokens.last().map_or(0, |token| token.read);
        let is_text = |line: &&str| !line.trim_start().is_empty() && !line.trim_start().starts_with('#');
        self.text[read..].lines().find(is_text)?;
        Some(self.here("multiple statements found while compiling a single statement".to_owned()))
    }

    /// The error that CPython reports where no rule for errors matches; `last` is the last token of the first attempt.
    pub fn unexplained(&self, last: usize) -> Parsed {
        let indentation = |message: &str| Fault { is_indentation: true, ..self.here(message.to_owned()) };
        Err(match self.tokens.get(last).map(|token| token.kind) {
            // CPython reads no further tokens.
            Some(Kind::Indent) => Stop::Token(indentation("unexpected indent")),
            Some(Kind::Dedent) => Stop::Token(indentation("unexpected unindent")),
            _ => Stop::Fault(self.between(last, last + 1, "invalid syntax".to_owned())),
        })
    }
}

fn contains(node: &Node, kind: &str) -> bool {
    node.kind == kind || node.kind != "positional" && node.parts.iter().any(|part| contains(part, kind))
}

/// The positional arguments of a call.
fn positionals(node: &Rc<Node>) -> Vec<Rc<Node>> {
    match node.kind {
        "positional" => vec![node.clone()],
        "unpacked" => Vec::new(),
        _ => node.parts.iter().flat_map(positionals).collect(),
    }
}
