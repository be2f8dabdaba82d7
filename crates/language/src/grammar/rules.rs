//! Reads the grammar's rules from `rules.txt`.

use std::collections::HashMap;

/// A part of an alternative.
pub(super) enum Item {
    /// A keyword or an operator.
    Token(&'static str),
    /// A name with a meaning in some places only.
    Soft(&'static str),
    /// A kind of token.
    Kind(&'static str),
    Rule(usize),
    Group(Vec<Alternative>),
    Maybe(Box<Item>),
    Many(Box<Item>),
    Some(Box<Item>),
    /// One or more, with a token between them.
    Between(&'static str, Box<Item>),
    Ahead(Box<Item>),
    NotAhead(Box<Item>),
    /// A token that is an error if it is not there.
    Forced(&'static str),
    /// No other alternative is tried from here on.
    Cut,
    Named(char, Box<Item>),
}

pub(super) struct Alternative {
    pub items: Vec<Item>,
    /// The kind of its node.
    pub kind: Option<&'static str>,
    pub report: Option<Report>,
}

/// How an error is reported: where, the names of two items, the words.
pub(super) struct Report {
    pub how: &'static str,
    pub words: String,
}

pub(super) struct Rule {
    pub name: &'static str,
    /// Whether its results do not depend on whether errors are sought.
    pub is_shared: bool,
    /// Whether it begins with itself.
    pub is_recursive: bool,
    pub alternatives: Vec<Alternative>,
}

pub(super) struct Rules {
    pub rules: Vec<Rule>,
    places: HashMap<&'static str, usize>,
}

impl Rules {
    pub fn place(&self, name: &str) -> usize {
        self.places[name]
    }
}

thread_local! {
    /// Read when a source first has an error.
    pub(super) static RULES: Rules = read(include_str!("rules.txt"));
}

fn read(text: &'static str) -> Rules {
    let mut headed: Vec<(&'static str, Vec<&'static str>)> = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        let (name, rest) = match line.starts_with(' ') {
            true => ("", line),
            false => line.split_once(':').unwrap_or((line, "")),
        };
        if !name.is_empty() {
            headed.push((name, Vec::new()));
        }
        if let Some((_, words)) = headed.last_mut() {
            words.extend(words_of(rest));
        }
    }
    let plain = |name: &'static str| name.trim_end_matches('*');
    let places: HashMap<_, _> = headed.iter().enumerate().map(|(at, (name, _))| (plain(name), at)).collect();
    let rules = headed.iter().enumerate().map(|(place, (name, words))| {
        let mut words = Words { words, at: 0, places: &places };
        let alternatives = words.alternatives();
        let begins = |one: &Alternative| matches!(one.items.first(), Some(Item::Rule(first)) if *first == place);
        let is_recursive = alternatives.iter().any(begins);
        Rule { name: plain(name), is_shared: name.ends_with('*'), is_recursive, alternatives }
    });
    let rules = rules.collect();
    Rules { rules, places }
}

/// Splits a line of the rules: quoted texts, names with their marks, signs.
fn words_of(mut line: &'static str) -> Vec<&'static str> {
    let mut words = Vec::new();
    loop {
        line = line.trim_start();
        let Some(first) = line.chars().next() else { return words };
        let length = match first {
            '\'' | '"' => quoted(line, first),
            _ if first.is_ascii_alphabetic() => {
                line.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(line.len())
            }
            '&' if line.starts_with("&&") => 2,
            '-' if line.starts_with("->") => 2,
            _ => 1,
        };
        words.push(&line[..length]);
        line = &line[length..];
    }
}

/// The length of a quoted text; a backslash keeps the quote behind it.
fn quoted(line: &str, quote: char) -> usize {
    let mut escaped = false;
    let end = line[1..].find(|c: char| {
        let ends = c == quote && !escaped;
        escaped = c == '\\';
        ends
    });
    end.map_or(line.len(), |at| at + 2)
}

struct Words<'a> {
    words: &'a [&'static str],
    at: usize,
    places: &'a HashMap<&'static str, usize>,
}

impl Words<'_> {
    fn peek(&self) -> &'static str {
        self.words.get(self.at).copied().unwrap_or_default()
    }
    fn take(&mut self) -> &'static str {
        let word = self.peek();
        self.at += 1;
        word
    }
    fn takes(&mut self, word: &str) -> bool {
        let fits = self.peek() == word;
        self.at += usize::from(fits);
        fits
    }

    fn alternatives(&mut self) -> Vec<Alternative> {
        let mut found = vec![self.alternative()];
        while self.takes("|") {
            found.push(self.alternative());
        }
        found
    }

    fn alternative(&mut self) -> Alternative {
        let (mut items, mut kind, mut report) = (Vec::new(), None, None);
        loop {
            match self.peek() {
                "" | "|" | ")" => return Alternative { items, kind, report },
                "=" => {
                    self.at += 1;
                    kind = Some(self.take().trim_matches('"'));
                }
                "->" => {
                    self.at += 1;
                    report = Some(self.report());
                }
                _ => items.push(self.item()),
            }
        }
    }

    fn report(&mut self) -> Report {
        let how = self.take();
        while matches!(self.peek(), "a" | "b") {
            self.at += 1;
        }
        let words = match self.peek().starts_with('"') {
            true => self.take().trim_start_matches('"').strip_suffix('"').unwrap_or_default().replace("\\\"", "\""),
            false => String::new(),
        };
        Report { how, words }
    }

    fn item(&mut self) -> Item {
        let word = self.take();
        let name = word.chars().next().unwrap_or_default();
        let item = match word {
            "&&" => return Item::Forced(self.take().trim_matches('\'')),
            "&" => return Item::Ahead(Box::new(self.item())),
            "!" => return Item::NotAhead(Box::new(self.item())),
            "~" => return Item::Cut,
            "a" | "b" if self.takes(":") => return Item::Named(name, Box::new(self.item())),
            "(" => {
                let group = self.alternatives();
                self.at += 1;
                Item::Group(group)
            }
            _ if word.starts_with('\'') => match self.takes(".") {
                true => return Item::Between(word.trim_matches('\''), Box::new(self.item())),
                false => Item::Token(word.trim_matches('\'')),
            },
            _ if word.starts_with('"') => Item::Soft(word.trim_matches('"')),
            _ => self.places.get(word).map_or(Item::Kind(word), |place| Item::Rule(*place)),
        };
        match self.peek() {
            "?" => self.marked(Item::Maybe, item),
            "*" => self.marked(Item::Many, item),
            "+" => self.marked(Item::Some, item),
            _ => item,
        }
    }

    fn marked(&mut self, mark: fn(Box<Item>) -> Item, item: Item) -> Item {
        self.at += 1;
        mark(Box::new(item))
    }
}
