//! Splits text into rows of fields by the rules of pandas' C parser.

use std::collections::HashSet;
use tensorcell_language::{Raise, Result, Value, Vm};
use tensorcell_torch::files::wrong;

/// What stands between fields.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Separator {
    Byte(u8),
    /// Any number of blanks and tabs.
    Blanks,
}

impl Separator {
    fn is(self, byte: u8) -> bool {
        match self {
            Separator::Byte(separator) => byte == separator,
            Separator::Blanks => is_blank(byte),
        }
    }
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// How text is split.
pub struct Dialect {
    pub separator: Separator,
    pub quote: Option<u8>,
    /// Two quotes inside quotes are one.
    pub doubled_quotes: bool,
    pub escape: Option<u8>,
    /// The rest of the line is skipped.
    pub comment: Option<u8>,
    /// The byte that ends a line in place of `\n`, `\r` and `\r\n`.
    pub line_end: Option<u8>,
    pub skip_initial_blanks: bool,
    pub skip_blank_lines: bool,
}

/// Lines of the file that are not read.
pub enum Skipped<'a> {
    First(i64),
    Lines(HashSet<i64>),
    /// A function of the line's number.
    By(&'a Value),
}

impl Skipped<'_> {
    fn has(&self, vm: &mut Vm, line: i64) -> Result<bool> {
        match self {
            Skipped::First(count) => Ok(line < *count),
            Skipped::Lines(lines) => Ok(lines.contains(&line)),
            Skipped::By(function) => {
                let answer = vm.call(function, &[Value::Int(line)], &[])?;
                vm.truth(&answer)
            }
        }
    }
}

/// What happens to a row with too many fields.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum BadLines {
    Refused,
    Skipped,
    /// Skipped, with a warning for each.
    Reported,
}

/// The rows that are read.
pub struct Rows<'a> {
    pub skipped: Skipped<'a>,
    /// The number of the last row of the header; None without a header.
    pub header: Option<usize>,
    /// The maximum number of rows, with the header.
    pub most: usize,
    pub bad: BadLines,
    /// Rows may have any number of fields: only some columns are wanted.
    pub is_free: bool,
}

/// Fields by row.
pub struct Table {
    text: String,
    /// Where each field ends in the text.
    ends: Vec<usize>,
    /// The number of the first field of each row.
    rows: Vec<usize>,
    /// What was wrong with rows that were skipped.
    pub warnings: Vec<String>,
}

impl Table {
    pub fn rows(&self) -> usize {
        self.rows.len()
    }

    pub fn width(&self, row: usize) -> usize {
        self.rows.get(row + 1).copied().unwrap_or(self.ends.len()) - self.rows[row]
    }

    /// Returns a field; an empty one where the row is too short.
    pub fn field(&self, row: usize, column: usize) -> &str {
        if column >= self.width(row) {
            return "";
        }
        let field = self.rows[row] + column;
        let start = field.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.text[start..self.ends[field]]
    }
}

/// A table while it is read.
#[derive(Default)]
struct Growing {
    text: Vec<u8>,
    ends: Vec<usize>,
    rows: Vec<usize>,
    warnings: Vec<String>,
}

impl Growing {
    /// # Errors
    /// UnicodeDecodeError for the first field that is not UTF-8.
    fn finish(self, vm: &mut Vm) -> Result<Table> {
        let Growing { text, ends, rows, warnings } = self;
        match String::from_utf8(text) {
            Ok(text) if ends.iter().all(|&end| text.is_char_boundary(end)) => Ok(Table { text, ends, rows, warnings }),
            Ok(text) => Err(undecodable(vm, text.as_bytes(), &ends)),
            Err(error) => Err(undecodable(vm, error.as_bytes(), &ends)),
        }
    }

    fn end_field(&mut self) {
        self.ends.push(self.text.len());
    }

    /// Ends a row that began with the given field.
    fn end_row(&mut self, first: usize, line: i64, rows: &Rows) -> Result<()> {
        let (number, fields) = (self.rows.len(), self.ends.len() - first);
        let expected = number.checked_sub(1).map_or(fields, |before| self.width_before(before, first));
        let is_data = rows.header.is_none_or(|header| number > header);
        let is_first_data = number == rows.header.map_or(0, |header| header + 1);
        if fields > expected && is_data && !is_first_data && !rows.is_free {
            return self.drop_row(first, &BadRow { line, expected, fields }, rows.bad);
        }
        self.rows.push(first);
        if is_data {
            (fields..expected).for_each(|_| self.end_field());
        }
        Ok(())
    }

    fn width_before(&self, row: usize, end: usize) -> usize {
        end - self.rows[row]
    }

    fn drop_row(&mut self, first: usize, row: &BadRow, bad: BadLines) -> Result<()> {
        let BadRow { line, expected, fields } = row;
        match bad {
            BadLines::Refused => {
                let what = format!("Expected {expected} fields in line {line}, saw {fields}");
                return Err(wrong(format!("Error tokenizing data. C error: {what}\n")));
            }
            BadLines::Reported => {
                self.warnings.push(format!("Skipping line {line}: expected {expected} fields, saw {fields}\n"));
            }
            BadLines::Skipped => {}
        }
        self.ends.truncate(first);
        self.text.truncate(self.ends.last().copied().unwrap_or(0));
        Ok(())
    }
}

/// Returns the codec's error for the first field that is not UTF-8.
fn undecodable(vm: &mut Vm, text: &[u8], ends: &[usize]) -> Raise {
    let starts = std::iter::once(&0).chain(ends);
    let mut fields = starts.zip(ends).map(|(start, end)| &text[*start..*end]);
    let field = fields.find(|field| std::str::from_utf8(field).is_err()).unwrap_or_default();
    let decoded = vm.call_method(&Value::bytes(field.to_vec()), "decode", &[]);
    decoded.err().unwrap_or_else(|| wrong("a field is not UTF-8"))
}

/// A row with too many fields.
struct BadRow {
    line: i64,
    expected: usize,
    fields: usize,
}

/// Splits a text.
///
/// # Errors
/// For a row with more fields than the one before it, and for a quote that is not closed, with pandas' texts.
pub fn tokenize(vm: &mut Vm, text: &[u8], dialect: &Dialect, rows: &Rows) -> Result<Table> {
    let mut reader = Reader { text, at: 0, line: 0, dialect, table: Growing::default() };
    while reader.at < text.len() && reader.table.rows.len() < rows.most {
        if reader.line % 1024 == 0 {
            vm.check_interrupt()?;
        }
        if rows.skipped.has(vm, reader.line)? {
            reader.skip_line();
        } else if !reader.skip_empty_line() {
            reader.read_row(rows)?;
        }
    }
    reader.table.finish(vm)
}

/// What follows a field.
#[derive(PartialEq, Eq)]
enum After {
    Field,
    Line,
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
    /// The number of the line in the file, from 0.
    line: i64,
    dialect: &'a Dialect,
    table: Growing,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn is_line_end(&self, byte: u8) -> bool {
        self.dialect.line_end.map_or(matches!(byte, b'\n' | b'\r'), |end| byte == end)
    }

    /// Moves behind the end of a line, if one is here.
    fn take_line_end(&mut self) -> bool {
        let Some(byte) = self.peek().filter(|byte| self.is_line_end(*byte)) else { return self.at >= self.text.len() };
        self.at += 1;
        if byte == b'\r' && self.dialect.line_end.is_none() && self.peek() == Some(b'\n') {
            self.at += 1;
        }
        self.line += 1;
        true
    }

    fn skip_rest(&mut self) {
        while self.peek().is_some_and(|byte| !self.is_line_end(byte)) {
            self.at += 1;
        }
        self.take_line_end();
    }

    /// Skips a line; one that ends inside quotes goes on.
    fn skip_line(&mut self) {
        let mut is_quoted = false;
        while let Some(byte) = self.peek() {
            if Some(byte) == self.dialect.quote {
                is_quoted = !is_quoted;
            } else if !is_quoted && self.is_line_end(byte) {
                break;
            }
            self.at += 1;
        }
        self.take_line_end();
    }

    /// Skips an empty line, or one with nothing but a comment.
    fn skip_empty_line(&mut self) -> bool {
        let begin = self.at;
        let is_eaten = |byte| is_blank(byte) && !matches!(self.dialect.separator, Separator::Byte(own) if own == byte);
        let blanks = self.text[begin..].iter().take_while(|byte| is_eaten(**byte)).count();
        let next = self.text.get(begin + blanks).copied();
        if next.is_some() && next == self.dialect.comment && (blanks == 0 || self.dialect.skip_blank_lines) {
            self.skip_rest();
            return true;
        }
        if !self.dialect.skip_blank_lines || next.is_some_and(|byte| !self.is_line_end(byte)) {
            return false;
        }
        self.at += blanks;
        self.take_line_end()
    }

    fn read_row(&mut self, rows: &Rows) -> Result<()> {
        let (first, line) = (self.table.ends.len(), self.line + 1);
        if self.dialect.separator == Separator::Blanks {
            self.skip_blanks();
        }
        loop {
            let after = self.read_field()?;
            self.table.end_field();
            if after == After::Line {
                return self.table.end_row(first, line, rows);
            }
        }
    }

    fn skip_blanks(&mut self) {
        while self.peek().is_some_and(is_blank) {
            self.at += 1;
        }
    }

    fn read_field(&mut self) -> Result<After> {
        if self.dialect.skip_initial_blanks {
            while self.peek() == Some(b' ') && !self.dialect.separator.is(b' ') {
                self.at += 1;
            }
        }
        if self.peek().is_some() && self.peek() == self.dialect.quote {
            self.at += 1;
            self.read_quoted()?;
        }
        self.read_plain()
    }

    /// Reads to the closing quote.
    fn read_quoted(&mut self) -> Result<()> {
        while let Some(byte) = self.peek() {
            self.at += 1;
            if Some(byte) == self.dialect.escape {
                self.read_escaped();
            } else if Some(byte) != self.dialect.quote {
                self.line += i64::from(byte == b'\n');
                self.table.text.push(byte);
            } else if self.dialect.doubled_quotes && self.peek() == Some(byte) {
                self.at += 1;
                self.table.text.push(byte);
            } else {
                return Ok(());
            }
        }
        let row = self.table.rows.len();
        Err(wrong(format!("Error tokenizing data. C error: EOF inside string starting at row {row}")))
    }

    fn read_escaped(&mut self) {
        if let Some(byte) = self.peek() {
            self.at += 1;
            self.table.text.push(byte);
        }
    }

    /// Reads to the end of a field without quotes, or what follows its closing quote.
    fn read_plain(&mut self) -> Result<After> {
        while let Some(byte) = self.peek() {
            if self.is_line_end(byte) {
                self.take_line_end();
                return Ok(After::Line);
            }
            if Some(byte) == self.dialect.comment {
                self.skip_rest();
                return Ok(After::Line);
            }
            self.at += 1;
            if self.dialect.separator.is(byte) {
                return Ok(self.after_separator());
            }
            match Some(byte) == self.dialect.escape {
                true => self.read_escaped(),
                false => self.table.text.push(byte),
            }
        }
        self.line += 1;
        Ok(After::Line)
    }

    /// Blanks at the end of a line separate nothing.
    fn after_separator(&mut self) -> After {
        if self.dialect.separator == Separator::Byte(self.text[self.at - 1]) {
            return After::Field;
        }
        self.skip_blanks();
        match self.peek() {
            Some(byte) if !self.is_line_end(byte) => After::Field,
            _ => {
                self.take_line_end();
                After::Line
            }
        }
    }
}
