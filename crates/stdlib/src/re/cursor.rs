//! A place in a pattern or template that is being read, and what is wrong there.

/// What is wrong.
#[derive(Debug)]
pub enum Mistake {
    /// Where, in characters.
    Pattern(String, Option<usize>),
    Value(&'static str),
    Overflow(&'static str),
    /// IndexError, for groups that a template names.
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
    /// A text that ends in half an escape is refused.
    pub fn new(text: &str) -> Found<Cursor> {
        let chars: Vec<char> = text.chars().collect();
        let backslashes = chars.iter().rev().take_while(|c| **c == '\\').count();
        match backslashes % 2 {
            0 => Ok(Cursor { chars, at: 0 }),
            _ => Err(Mistake::at("bad escape (end of pattern)", chars.len() - 1)),
        }
    }
    /// A mistake so many characters back.
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
    /// What stands after a backslash.
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
    /// What was read since a place.
    pub fn text(&self, start: usize) -> String {
        self.chars[start..self.at].iter().collect()
    }
    /// A name up to its end, which is passed by.
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
