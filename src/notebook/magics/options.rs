//! Parses the options on a magic's line by its declaration.

use super::declaration::Magic;
use super::find;
use std::str::FromStr;
use tensorcell_language::{Exc, Raise, Result};

/// The given options, and the rest of the line.
pub struct Options<'a> {
    magic: &'static Magic,
    given: Vec<(char, &'a str)>,
    pub rest: &'a str,
}

/// Parses a line by the declaration of the magic. Accepts `-n10`, `-n 10` and `-qo`.
pub fn parse<'a>(name: &'static str, line: &'a str) -> Result<Options<'a>> {
    let Some(magic) = find(name) else {
        return Err(Raise::runtime(format!("no magic is called {name}")));
    };
    let mut options = Options { magic, given: Vec::new(), rest: line.trim() };
    while let Some(letters) = options.rest.strip_prefix('-') {
        if letters.is_empty() || letters.starts_with([' ', '.']) || letters.starts_with(|c: char| c.is_ascii_digit()) {
            break;
        }
        if let Some(rest) = letters.strip_prefix('-')
            && (rest.is_empty() || rest.starts_with(' '))
        {
            options.rest = rest.trim_start();
            break;
        }
        let end = letters.find(char::is_whitespace).unwrap_or(letters.len());
        let (word, mut after) = letters.split_at(end);
        for (at, letter) in word.char_indices() {
            let Some(flag) = magic.options.iter().find(|flag| flag.letter == letter) else {
                let message = format!("%{name} has no option -{letter}");
                return Err(Raise::new(Exc::ValueError, message).help(format!("its usage is: {}", magic.usage())));
            };
            if flag.value.is_empty() {
                options.given.push((letter, ""));
                continue;
            }
            let attached = &word[at + letter.len_utf8()..];
            let value = if attached.is_empty() {
                after = after.trim_start();
                let end = after.find(char::is_whitespace).unwrap_or(after.len());
                let (value, rest) = after.split_at(end);
                after = rest;
                value
            } else {
                attached
            };
            options.given.push((letter, value));
            break;
        }
        options.rest = after.trim_start();
    }
    Ok(options)
}

impl<'a> Options<'a> {
    pub fn has(&self, letter: char) -> bool {
        self.given.iter().any(|(given, _)| *given == letter)
    }

    pub fn text(&self, letter: char) -> Option<&'a str> {
        self.given.iter().rev().find(|(given, _)| *given == letter).map(|(_, value)| *value)
    }

    /// Returns a number that is at least 1.
    pub fn positive<T: FromStr + PartialOrd + From<u8>>(&self, letter: char) -> Result<Option<T>> {
        let Some(text) = self.text(letter) else { return Ok(None) };
        match text.parse().ok().filter(|number| *number >= T::from(1)) {
            Some(number) => Ok(Some(number)),
            None => {
                let name = self.magic.name;
                let message = format!("%{name} -{letter} needs a positive number, not '{text}'");
                Err(Raise::new(Exc::ValueError, message).help(format!("its usage is: {}", self.magic.usage())))
            }
        }
    }
}
