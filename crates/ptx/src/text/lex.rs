//! Splits PTX text into tokens with their lines.

use super::Error;

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Word<'a> {
    /// A name, register, directive or mnemonic with its modifiers.
    Name(&'a str),
    Integer(u64),
    /// The bits of a float32 (`0f...`).
    Single(u32),
    /// The bits of a float64 (`0d...` or a decimal).
    Double(u64),
    Text(&'a str),
    Mark(char),
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Token<'a> {
    pub(crate) word: Word<'a>,
    pub(crate) line: u32,
}

fn in_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'%' | b'.')
}

/// Returns all tokens of a text.
pub(crate) fn words(text: &str) -> Result<Vec<Token<'_>>, Error> {
    let mut lexer = Lexer { text, at: 0, line: 1, tokens: Vec::new() };
    while lexer.skip()? {
        let (line, word) = (lexer.line, lexer.word()?);
        lexer.tokens.push(Token { word, line });
    }
    Ok(lexer.tokens)
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
    line: u32,
    tokens: Vec<Token<'a>>,
}

impl<'a> Lexer<'a> {
    fn peek(&self, ahead: usize) -> u8 {
        self.text.as_bytes().get(self.at + ahead).copied().unwrap_or(0)
    }

    /// Skips spaces and comments; returns whether anything is left.
    fn skip(&mut self) -> Result<bool, Error> {
        while self.at < self.text.len() {
            match (self.peek(0), self.peek(1)) {
                (b'\n', _) => self.advance_line(),
                (b' ' | b'\t' | b'\r', _) => self.at += 1,
                (b'/', b'/') => self.at = self.text[self.at..].find('\n').map_or(self.text.len(), |n| self.at + n),
                (b'/', b'*') => {
                    let end = self.text[self.at..].find("*/").map(|n| self.at + n + 2);
                    let end = end.ok_or_else(|| Error::new(self.line, "comment has no end"))?;
                    self.line += self.text[self.at..end].matches('\n').count() as u32;
                    self.at = end;
                }
                _ => return Ok(true),
            }
        }
        Ok(false)
    }

    fn advance_line(&mut self) {
        self.line += 1;
        self.at += 1;
    }

    fn word(&mut self) -> Result<Word<'a>, Error> {
        match self.peek(0) {
            b'"' => self.quoted(),
            byte if byte.is_ascii_digit() => self.number(),
            byte if in_name(byte) => Ok(Word::Name(self.name())),
            byte if byte.is_ascii_graphic() => {
                self.at += 1;
                Ok(Word::Mark(char::from(byte)))
            }
            _ => {
                let character = self.text[self.at..].chars().next().unwrap_or('?');
                Err(Error::new(self.line, format!("character {character:?} has no place in PTX")))
            }
        }
    }

    /// Reads a name; `shared::cta` is one name. A directive ends at the next one: `.reg.b32`.
    fn name(&mut self) -> &'a str {
        let start = self.at;
        let directive = self.peek(0) == b'.';
        loop {
            if directive && self.at > start && self.peek(0) == b'.' {
                return &self.text[start..self.at];
            }
            if in_name(self.peek(0)) {
                self.at += 1;
            } else if self.peek(0) == b':' && self.peek(1) == b':' {
                self.at += 2;
            } else {
                return &self.text[start..self.at];
            }
        }
    }

    fn quoted(&mut self) -> Result<Word<'a>, Error> {
        let start = self.at + 1;
        let end = self.text[start..].find(['"', '\n']).map(|n| start + n);
        match end {
            Some(end) if self.text.as_bytes()[end] == b'"' => {
                self.at = end + 1;
                Ok(Word::Text(&self.text[start..end]))
            }
            _ => Err(Error::new(self.line, "text in quotes has no end")),
        }
    }

    fn number(&mut self) -> Result<Word<'a>, Error> {
        let start = self.at;
        while self.peek(0).is_ascii_alphanumeric() || self.peek(0) == b'.' || self.in_exponent(start) {
            self.at += 1;
        }
        let text = &self.text[start..self.at];
        read_number(text).ok_or_else(|| Error::new(self.line, format!("`{text}` is not a number")))
    }

    /// Returns whether the next byte is the sign of a decimal's exponent.
    fn in_exponent(&self, start: usize) -> bool {
        let so_far = &self.text[start..self.at];
        matches!(self.peek(0), b'+' | b'-')
            && so_far.ends_with(['e', 'E'])
            && !so_far.starts_with("0x")
            && so_far.contains('.')
    }
}

fn read_number<'a>(text: &str) -> Option<Word<'a>> {
    let digits = |text: &str, radix| u64::from_str_radix(text.trim_end_matches('U'), radix).ok().map(Word::Integer);
    match text.get(..2) {
        Some("0f" | "0F") if text.len() == 10 => u32::from_str_radix(&text[2..], 16).ok().map(Word::Single),
        Some("0d" | "0D") if text.len() == 18 => u64::from_str_radix(&text[2..], 16).ok().map(Word::Double),
        Some("0x" | "0X") => digits(&text[2..], 16),
        Some("0b" | "0B") => digits(&text[2..], 2),
        _ if text.contains('.') => text.parse::<f64>().ok().map(|value| Word::Double(value.to_bits())),
        _ if text.len() > 1 && text.starts_with('0') && !text.ends_with('U') => digits(&text[1..], 8),
        _ => digits(text, 10),
    }
}
