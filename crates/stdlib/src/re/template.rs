//! Parses replacement templates: text with group references.

use super::cursor::{Cursor, Found, Mistake};
use super::parse::{check_name, is_number, octal};
use tensorcell_language::builtins::repr::str_repr;

pub enum Piece {
    Text(String),
    Group(usize),
}

struct Reader<'a> {
    cursor: Cursor,
    of_bytes: bool,
    /// The names of the pattern's groups.
    names: &'a [Option<String>],
    pieces: Vec<Piece>,
}

/// Parses a replacement for a pattern with these group names.
pub fn parse(template: &str, of_bytes: bool, names: &[Option<String>]) -> Found<Vec<Piece>> {
    if !template.contains('\\') {
        return Ok(vec![Piece::Text(template.to_owned())]);
    }
    let mut reader = Reader { cursor: Cursor::new(template)?, of_bytes, names, pieces: Vec::new() };
    while let Some(c) = reader.cursor.next() {
        if c == '\\' { reader.escape()? } else { reader.push(c) }
    }
    Ok(reader.pieces)
}

impl Reader<'_> {
    fn push(&mut self, c: char) {
        match self.pieces.last_mut() {
            Some(Piece::Text(text)) => text.push(c),
            _ => self.pieces.push(Piece::Text(c.to_string())),
        }
    }
    fn push_code(&mut self, code: u32) {
        self.push(char::from(code as u8));
    }
    fn group(&mut self, number: usize, back: usize) -> Found<()> {
        if number >= self.names.len() {
            return Err(self.cursor.mistake(format!("invalid group reference {number}"), back));
        }
        self.pieces.push(Piece::Group(number));
        Ok(())
    }

    fn escape(&mut self) -> Found<()> {
        let start = self.cursor.at - 1;
        let is_octal = |c: char| ('0'..='7').contains(&c);
        match self.cursor.escaped()? {
            'g' => return self.named(),
            '0' => {
                self.cursor.take_while(2, is_octal);
                let code = octal(&self.cursor, start)?;
                self.push_code(code);
            }
            '1'..='9' => {
                self.cursor.take_while(1, |c| c.is_ascii_digit());
                let digits = self.cursor.text(start + 1);
                if digits.len() == 2 && digits.chars().all(is_octal) && self.cursor.peek().is_some_and(is_octal) {
                    self.cursor.at += 1;
                    let code = octal(&self.cursor, start)?;
                    self.push_code(code);
                } else {
                    self.group(digits.parse().unwrap_or(usize::MAX), digits.len())?;
                }
            }
            'a' => self.push('\x07'),
            'b' => self.push('\x08'),
            'f' => self.push('\x0c'),
            'n' => self.push('\n'),
            'r' => self.push('\r'),
            't' => self.push('\t'),
            'v' => self.push('\x0b'),
            '\\' => self.push('\\'),
            c if c.is_ascii_alphabetic() => return Err(Mistake::at(format!("bad escape \\{c}"), start)),
            c => {
                self.push('\\');
                self.push(c);
            }
        }
        Ok(())
    }

    /// Parses `\g<name>` and `\g<1>`.
    fn named(&mut self) -> Found<()> {
        if !self.cursor.eat('<') {
            return Err(self.cursor.mistake("missing <", 0));
        }
        let name = self.cursor.until('>', "group name")?;
        if is_number(&name) {
            return self.group(name.parse().unwrap_or(usize::MAX), name.len() + 1);
        }
        check_name(&self.cursor, &name, self.of_bytes)?;
        match self.names.iter().position(|known| known.as_ref() == Some(&name)) {
            Some(number) => self.group(number, 0),
            None => Err(Mistake::Index(format!("unknown group name {}", str_repr(&name)))),
        }
    }
}
