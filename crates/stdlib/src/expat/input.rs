//! The text of a document as it arrives in pieces: its encoding, positions in it, and when a piece is worth reading.

use super::encoding::{Detected, Encoding, Named, detect};
use super::tokens::{Kind, Token};
use std::rc::Rc;
use tensorcell_language::{Result, memory};

/// How much before the current event Expat keeps.
const CONTEXT: usize = 1024;

/// The text so far.
pub(super) struct Input {
    pub encoding: Encoding,
    /// As UTF-8; bytes that are no characters stay, or become a byte that no document has.
    text: Rc<Vec<u8>>,
    /// Where the next token begins.
    pub start: usize,
    /// Bytes at the end that need more bytes to be a character.
    left: Vec<u8>,
    /// The bytes since `text`'s beginning, if `text` has others.
    raw: Vec<u8>,
    /// How many bytes came in all.
    received: usize,
    pub is_final: bool,
    counted: Counted,
    room: Room,
    pub defers: bool,
    /// How many bytes there were when a token was last found to be unfinished.
    unfinished: usize,
}

/// The line and column of a place, from which others are counted.
struct Counted {
    at: usize,
    line: usize,
    column: usize,
}

impl Input {
    pub fn new(given: Option<Named>) -> Input {
        Input {
            encoding: Encoding::Pending(given),
            text: Rc::default(),
            start: 0,
            left: Vec::new(),
            raw: Vec::new(),
            received: 0,
            is_final: false,
            counted: Counted { at: 0, line: 0, column: 0 },
            room: Room::default(),
            defers: true,
            unfinished: 0,
        }
    }
    pub fn text(&self) -> Rc<Vec<u8>> {
        self.text.clone()
    }

    /// Takes the next piece; true if places in the text have changed.
    pub fn feed(&mut self, data: &[u8], is_final: bool) -> Result<bool> {
        let moved = self.room.request(data.len());
        if moved {
            self.forget_before_start();
        }
        self.room.end += data.len();
        self.received += data.len();
        self.is_final = is_final;
        self.append(data)?;
        Ok(moved)
    }
    fn forget_before_start(&mut self) {
        if self.start > 0 {
            let raw = self.encoding.raw_length(&self.text[..self.start]).min(self.raw.len());
            self.raw.drain(..raw);
            Rc::make_mut(&mut self.text).drain(..self.start);
            self.counted.at = self.counted.at.saturating_sub(self.start);
            self.start = 0;
        }
    }
    fn append(&mut self, data: &[u8]) -> Result<()> {
        let text = Rc::make_mut(&mut self.text);
        memory::reserve(text, data.len())?;
        if self.encoding.is_utf8() {
            text.extend_from_slice(data);
            return Ok(());
        }
        memory::append_bytes(&mut self.raw, data)?;
        self.convert(data);
        Ok(())
    }

    /// Finds the encoding, if it is not known yet. A mark of the encoding is a token of its own.
    pub fn detect(&mut self, in_content: bool) -> Option<Token> {
        let Encoding::Pending(given) = self.encoding else { return None };
        if self.text.len() == self.start {
            return Some(Token::new(Kind::None, self.start));
        }
        match detect(&self.text[self.start..], given, in_content) {
            Detected::Partial => Some(Token::new(Kind::Partial, self.start)),
            Detected::Encoding(encoding) => {
                self.become_encoded(encoding, self.start);
                None
            }
            Detected::Marked(encoding, raw) => {
                let is_wide = encoding.is_wide();
                self.become_encoded(encoding, self.start);
                Some(Token::new(Kind::ByteOrderMark, self.start + if is_wide { 3 } else { raw }))
            }
        }
    }
    /// Reads the bytes from a place on, so far UTF-8, in another encoding.
    pub fn become_encoded(&mut self, encoding: Encoding, from: usize) {
        let was_utf8 = self.encoding.is_utf8();
        if was_utf8 && encoding.is_utf8() {
            self.encoding = encoding;
            return;
        }
        if was_utf8 {
            self.raw = self.text.to_vec();
        }
        let rest = self.raw_from(from);
        self.encoding = encoding;
        Rc::make_mut(&mut self.text).truncate(from);
        self.left.clear();
        self.convert(&rest);
    }
    /// Appends bytes that are not UTF-8.
    fn convert(&mut self, data: &[u8]) {
        let text = Rc::make_mut(&mut self.text);
        self.left.extend_from_slice(data);
        let taken = self.encoding.convert(&self.left, text);
        self.left.drain(..taken);
        if self.is_final {
            self.encoding.finish(&mut self.left, text);
        }
    }
    /// Whether half a character's unit is left.
    pub fn has_half_unit(&self) -> bool {
        self.left.len() == 1
    }

    /// Whether enough has come since a token was found to be unfinished to try it again.
    pub fn is_worth_reading(&self) -> bool {
        let now = self.room.end - self.room.start;
        !self.defers || self.is_final || now >= 2 * self.unfinished || self.room.is_short()
    }
    /// Notes how far the text was read.
    pub fn consume(&mut self, to: usize) {
        let raw = self.encoding.raw_length(&self.text[self.start..to]);
        let now = self.room.end - self.room.start;
        self.unfinished = if to == self.start { now } else { 0 };
        self.room.start += raw;
        self.start = to;
    }

    /// Counts lines and columns up to a place, if it is after what was counted.
    pub fn count_to(&mut self, at: usize) {
        let counted = &mut self.counted;
        while counted.at < at {
            let byte = self.text[counted.at];
            counted.at += 1;
            match byte {
                b'\n' => (counted.line, counted.column) = (counted.line + 1, 0),
                b'\r' => {
                    (counted.line, counted.column) = (counted.line + 1, 0);
                    counted.at += usize::from(counted.at < at && self.text[counted.at] == b'\n');
                }
                0xc0..=0xdf => counted.long(1),
                0xe0..=0xef => counted.long(2),
                0xf0..=0xf4 => counted.long(3),
                _ => counted.column += 1,
            }
        }
    }
    /// The line and column of the place that was counted to, both from 0 on.
    pub fn line_and_column(&self) -> (usize, usize) {
        (self.counted.line, self.counted.column)
    }
    /// How many bytes of the document are before a place.
    pub fn byte_index(&self, at: usize) -> usize {
        let after = self.encoding.raw_length(&self.text[at.min(self.text.len())..]);
        self.received.saturating_sub(after + self.left.len())
    }
    /// The bytes of the document from a place on.
    pub fn bytes_from(&self, at: usize) -> Vec<u8> {
        if self.encoding.is_utf8() { self.text[at..].to_vec() } else { self.raw_from(at) }
    }
    fn raw_from(&self, at: usize) -> Vec<u8> {
        let after = self.encoding.raw_length(&self.text[at..]) + self.left.len();
        self.raw[self.raw.len().saturating_sub(after)..].to_vec()
    }
}

impl Counted {
    fn long(&mut self, more: usize) {
        self.at += more;
        self.column += 1;
    }
}

/// Expat's buffer, of which only the sizes are kept: they decide when places become unknown and when an unfinished token is
/// tried again.
#[derive(Default)]
struct Room {
    capacity: usize,
    start: usize,
    end: usize,
    requested: usize,
}

impl Room {
    /// Makes room for bytes; true if those that are there had to move.
    fn request(&mut self, length: usize) -> bool {
        self.requested = length;
        if length <= self.capacity - self.end && self.capacity > 0 {
            return false;
        }
        let keep = self.start.min(CONTEXT);
        let needed = length + (self.end - self.start) + keep;
        if needed > self.capacity {
            self.capacity = self.capacity.max(1024) * 2;
            while self.capacity < needed {
                self.capacity *= 2;
            }
        }
        self.end = self.end - self.start + keep;
        self.start = keep;
        true
    }
    /// Whether the next piece would not fit.
    fn is_short(&self) -> bool {
        let spare = self.start - self.start.min(CONTEXT) + self.capacity - self.end;
        self.requested > spare
    }
}
