//! Encodings of documents, and their conversion to UTF-8.

use std::rc::Rc;

/// An encoding that Expat knows by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Named {
    Latin1,
    Ascii,
    Utf8,
    Utf16,
    Utf16Big,
    Utf16Little,
}

impl Named {
    pub fn of(name: &str) -> Option<Named> {
        const NAMES: [(&str, Named); 6] = [
            ("ISO-8859-1", Named::Latin1),
            ("US-ASCII", Named::Ascii),
            ("UTF-8", Named::Utf8),
            ("UTF-16", Named::Utf16),
            ("UTF-16BE", Named::Utf16Big),
            ("UTF-16LE", Named::Utf16Little),
        ];
        NAMES.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, named)| *named)
    }
    pub fn encoding(self) -> Encoding {
        match self {
            Named::Latin1 => Encoding::Latin1,
            Named::Ascii => Encoding::Ascii,
            Named::Utf8 => Encoding::Utf8,
            Named::Utf16 | Named::Utf16Big => Encoding::Utf16 { big: true },
            Named::Utf16Little => Encoding::Utf16 { big: false },
        }
    }
    fn is_wide(self) -> bool {
        matches!(self, Named::Utf16 | Named::Utf16Big | Named::Utf16Little)
    }
}

/// The characters of an encoding of one byte; None where it has none.
pub(super) type Table = [Option<char>; 256];

/// How the bytes of a document are characters.
#[derive(Clone)]
pub(super) enum Encoding {
    /// To be found from the first bytes, and from the name that the program gave.
    Pending(Option<Named>),
    Utf8,
    Latin1,
    Ascii,
    Utf16 {
        big: bool,
    },
    Table(Rc<Table>),
}

/// Stands for what is no character: no document has this byte.
const INVALID: u8 = 0xff;

/// Stands for half a pair of surrogates at the end: a character of which more must come.
const UNFINISHED: u8 = 0xf0;

impl Encoding {
    pub fn is_utf8(&self) -> bool {
        matches!(self, Encoding::Utf8 | Encoding::Pending(_))
    }
    pub fn is_wide(&self) -> bool {
        matches!(self, Encoding::Utf16 { .. })
    }
    /// The encoding that a declaration names, for a document that has this one so far.
    pub fn declared(&self, name: &str) -> Option<Encoding> {
        let named = Named::of(name)?;
        Some(if named == Named::Utf16 && self.is_wide() { self.clone() } else { named.encoding() })
    }
    pub fn is_same_width(&self, other: &Encoding) -> bool {
        match (self, other) {
            (Encoding::Utf16 { big }, Encoding::Utf16 { big: other }) => big == other,
            _ => !self.is_wide() && !other.is_wide(),
        }
    }

    /// Appends bytes of this encoding as UTF-8; returns how many it took. What is left needs more bytes.
    pub fn convert(&self, raw: &[u8], out: &mut Vec<u8>) -> usize {
        match self {
            Encoding::Pending(_) | Encoding::Utf8 => out.extend_from_slice(raw),
            Encoding::Latin1 => raw.iter().for_each(|byte| push(out, Some(char::from(*byte)))),
            Encoding::Ascii => raw.iter().for_each(|byte| out.push(if byte.is_ascii() { *byte } else { INVALID })),
            Encoding::Table(table) => raw.iter().for_each(|byte| push(out, table[usize::from(*byte)])),
            Encoding::Utf16 { big } => return convert_wide(raw, *big, out),
        }
        raw.len()
    }
    /// Marks the end of a document within a character. Half a unit leaves no mark.
    pub fn finish(&self, left: &mut Vec<u8>, out: &mut Vec<u8>) {
        if left.len() > 1 {
            left.clear();
            out.push(UNFINISHED);
        }
    }
    /// How many bytes of the document a converted text was.
    pub fn raw_length(&self, converted: &[u8]) -> usize {
        let begins = |byte: &u8| byte & 0xc0 != 0x80;
        match self {
            Encoding::Pending(_) | Encoding::Utf8 | Encoding::Ascii => converted.len(),
            Encoding::Latin1 | Encoding::Table(_) => converted.iter().filter(|byte| begins(byte)).count(),
            Encoding::Utf16 { .. } => {
                let is_pair = |pair: &&[u8]| (0xf0..0xf8).contains(&pair[0]) && !begins(&pair[1]);
                let pairs = converted.windows(2).filter(is_pair).count();
                2 * (converted.iter().filter(|byte| begins(byte)).count() + pairs)
            }
        }
    }
}

fn push(out: &mut Vec<u8>, c: Option<char>) {
    match c {
        Some(c) => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
        None => out.push(INVALID),
    }
}

fn convert_wide(raw: &[u8], big: bool, out: &mut Vec<u8>) -> usize {
    let unit = |at: usize| {
        let pair = [*raw.get(at)?, *raw.get(at + 1)?];
        Some(if big { u16::from_be_bytes(pair) } else { u16::from_le_bytes(pair) })
    };
    let mut at = 0;
    while let Some(first) = unit(at) {
        if (0xd800..0xdc00).contains(&first) {
            let Some(second) = unit(at + 2) else { break };
            let c = char::decode_utf16([first, second]).next().and_then(Result::ok);
            at += if c.is_some() { 4 } else { 2 };
            push(out, c);
        } else {
            push(out, char::from_u32(u32::from(first)));
            at += 2;
        }
    }
    at
}

/// What the first bytes of a document tell.
pub(super) enum Detected {
    /// More bytes are needed.
    Partial,
    Encoding(Encoding),
    /// The encoding, and how many bytes its mark has.
    Marked(Encoding, usize),
}

/// Finds the encoding from the first bytes. In an external entity some bytes that look like marks are data.
pub(super) fn detect(raw: &[u8], given: Option<Named>, in_content: bool) -> Detected {
    let by_name = || Detected::Encoding(given.map_or(Encoding::Utf8, Named::encoding));
    let is_latin = in_content && given == Some(Named::Latin1);
    let is_wide = given.is_some_and(Named::is_wide);
    let wide = |big| Detected::Encoding(Encoding::Utf16 { big });
    match raw {
        [first] => match first {
            _ if is_wide => Detected::Partial,
            0xfe | 0xff | 0xef if is_latin => by_name(),
            0xfe | 0xff | 0xef | 0 | b'<' => Detected::Partial,
            _ => by_name(),
        },
        [0xfe, 0xff, ..] if !is_latin => Detected::Marked(Encoding::Utf16 { big: true }, 2),
        [0xff, 0xfe, ..] if !is_latin => Detected::Marked(Encoding::Utf16 { big: false }, 2),
        [b'<', 0, ..] if in_content && matches!(given, Some(Named::Utf16 | Named::Utf16Big)) => by_name(),
        [b'<', 0, ..] => wide(false),
        [0xef, 0xbb, ..] if in_content && (is_latin || is_wide) => by_name(),
        [0xef, 0xbb] => Detected::Partial,
        [0xef, 0xbb, 0xbf, ..] => Detected::Marked(Encoding::Utf8, 3),
        [0, _, ..] if in_content && given == Some(Named::Utf16Little) => by_name(),
        [0, _, ..] => wide(true),
        [_, 0, ..] if !in_content => wide(false),
        _ => by_name(),
    }
}
