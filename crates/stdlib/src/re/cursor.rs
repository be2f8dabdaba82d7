//! A read position in a pattern or template, and the errors at it.

/// An error in a pattern or template.
#[derive(Debug)]
pub enum Mistake {
    /// The message and its position in characters.
    Pattern(String, Option<usize>),
    Value(&'static str),
    Overflow(&'static str),
    /// An IndexError, for groups in templates.
    Index(String),
}

pub type Found<T> = Result<T, Mistake>;

impl Mistake {
    pub fn at(what: impl Into<String>, place: usize) -> Mistake {
        Mistake::Pattern(what.into(), Some(place))
    }
    pub fn nowhere(what: &str) -> Mistake {
        Mistake::Pattern(what.to_owned(), None)
    }
    pub fn value(what: &'static str) -> Mistake {
        Mistake::Value(what)
    }
    pub fn overflow(what: &'static str) -> Mistake {
        Mistake::Overflow(what)
    }
}

pub struct Cursor {
    chars: Vec<char>,
    pub at: usize,
}

impl Cursor {
    /// Refuses a text that ends in an incomplete escape.
    pub fn new(text: &str) -> Found<Cursor> {
        let chars: Vec<char> = text.chars().collect();
        let backslashes = chars.iter().rev().take_while(|c| **c == '\\').count();
        match backslashes % 2 {
            0 => Ok(Cursor { chars, at: 0 }),
            _ => Err(Mistake::at("bad escape (end of pattern)", chars.len() - 1)),
        }
    }
    /// Makes a mistake at a position `back` characters before.
    pub fn mistake(&self, what: impl Into<String>, back: usize) -> Mistake {
        Mistake::at(what, self.at - back)
    }
    pub fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }
    pub fn next(&mut self) -> Option<char> {
        let c = self.peek();
        self.at += usize::from(c.is_some());
        c
    }
    pub fn next_or(&mut self, missing: &str) -> Found<char> {
        self.next().ok_or_else(|| self.mistake(missing, 0))
    }
    /// Reads the character after a backslash.
    pub fn escaped(&mut self) -> Found<char> {
        self.next_or("bad escape (end of pattern)")
    }
    pub fn eat(&mut self, c: char) -> bool {
        let is_next = self.peek() == Some(c);
        self.at += usize::from(is_next);
        is_next
    }
    pub fn skip_until(&mut self, end: char) {
        while self.peek().is_some_and(|c| c != end) {
            self.at += 1;
        }
    }
    pub fn take_while(&mut self, most: usize, fits: impl Fn(char) -> bool) -> String {
        let taken: String = self.chars[self.at..].iter().take(most).take_while(|c| fits(**c)).collect();
        self.at += taken.chars().count();
        taken
    }
    /// Returns the text read since a position.
    pub fn text(&self, start: usize) -> String {
        self.chars[start..self.at].iter().collect()
    }
    /// Reads a name up to its end character, which is skipped.
    pub fn until(&mut self, end: char, what: &str) -> Found<String> {
        let start = self.at;
        self.skip_until(end);
        let name = self.text(start);
        match (self.eat(end), name.is_empty()) {
            (true, false) => Ok(name),
            (true, true) => Err(self.mistake(format!("missing {what}"), 1)),
            (false, true) => Err(self.mistake(format!("missing {what}"), 0)),
            (false, false) => Err(Mistake::at(format!("missing {end}, unterminated name"), start)),
        }
    }
}
