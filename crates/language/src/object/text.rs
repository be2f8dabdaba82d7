//! Strings.

use crate::{Result, Value, memory, surrogate};
use compact_str::{CompactString, ToCompactString};
use hashbrown::HashMap;
use std::cell::{Cell, RefCell};
use std::cmp::Ordering;
use std::hash::{BuildHasher, Hash, Hasher};
use std::rc::Rc;

/// An immutable string. It stores whether it is ASCII, so that indexing by code point is mostly O(1), and caches its hash.
#[derive(Clone)]
pub struct Str(Rc<Text>);

struct Text {
    /// Short strings are stored inline.
    text: CompactString,
    ascii: bool,
    hash: Cell<u64>,
}

impl Str {
    pub fn new(text: &str) -> Str {
        match text.as_bytes() {
            [byte] => Str::ascii(*byte),
            _ => Str::of(CompactString::new(text)),
        }
    }
    fn of(text: CompactString) -> Str {
        let ascii = text.is_ascii();
        Str(Rc::new(Text { text, ascii, hash: Cell::new(0) }))
    }
    /// The string of one ASCII character; None for other bytes.
    pub(crate) fn letter(byte: u8) -> Option<Str> {
        byte.is_ascii().then(|| Str::ascii(byte))
    }
    /// These strings are shared: one object for each character.
    fn ascii(byte: u8) -> Str {
        thread_local! {
            static LETTERS: Vec<Str> = (0..128_u8).map(|byte| {
                Str::of(CompactString::new((byte as char).encode_utf8(&mut [0; 4])))
            }).collect();
        }
        LETTERS.with(|letters| letters[usize::from(byte)].clone())
    }
    /// The decimal digits of an integer.
    pub(crate) fn decimal(value: i64) -> Str {
        match u8::try_from(value) {
            Ok(digit @ 0..=9) => Str::ascii(b'0' + digit),
            _ => Str::known_ascii(value.to_compact_string()),
        }
    }
    /// Concatenates all strings among the values.
    pub(crate) fn concat(values: &[Value]) -> Result<Str> {
        let texts = || values.iter().filter_map(Value::as_str);
        let length = texts().map(str::len).sum();
        memory::claim(length)?;
        let mut text = CompactString::with_capacity(length);
        texts().for_each(|part| text.push_str(part));
        Ok(match text.as_bytes() {
            [byte @ ..128] => Str::ascii(*byte),
            _ => Str::of(text),
        })
    }
    /// MemoryError if `more` bytes cannot be appended.
    pub(crate) fn claim_for(&self, more: usize) -> Result<()> {
        let (length, room) = (self.0.text.len(), self.0.text.capacity());
        if length + more > room { memory::claim((length + more).max(room.saturating_mul(2))) } else { Ok(()) }
    }
    /// Concatenates two strings.
    pub(crate) fn plus(&self, more: &Str) -> Result<Str> {
        let length = self.0.text.len() + more.0.text.len();
        memory::claim(length)?;
        let mut text = CompactString::with_capacity(length);
        text.push_str(&self.0.text);
        text.push_str(&more.0.text);
        Ok(match text.as_bytes() {
            [byte @ ..128] => Str::ascii(*byte),
            _ => Str(Rc::new(Text { text, ascii: self.0.ascii && more.0.ascii, hash: Cell::new(0) })),
        })
    }
    /// Code points from `start` to `stop`, as a new string.
    pub(crate) fn part(&self, start: usize, stop: usize) -> Str {
        let part = self.slice(start, stop);
        match part.as_bytes() {
            [byte] => Str::ascii(*byte),
            _ if self.0.ascii => Str::known_ascii(CompactString::new(part)),
            _ => Str::of(CompactString::new(part)),
        }
    }
    /// Changes the case of an ASCII string; None for other strings.
    pub(crate) fn ascii_cased(&self, change: fn(&mut str)) -> Option<Str> {
        if !self.0.ascii || self.0.text.len() < 2 {
            return None;
        }
        let mut text = self.0.text.clone();
        change(text.as_mut_str());
        Some(Str::known_ascii(text))
    }
    fn known_ascii(text: CompactString) -> Str {
        Str(Rc::new(Text { text, ascii: true, hash: Cell::new(0) }))
    }
    /// Appends to the string, in place if it is not shared.
    pub(crate) fn joined(mut self, more: &str) -> Str {
        match Rc::get_mut(&mut self.0) {
            Some(own) => {
                own.text.push_str(more);
                own.ascii &= more.is_ascii();
                own.hash.set(0);
                self
            }
            None => {
                let mut text = CompactString::with_capacity(self.0.text.len() + more.len());
                text.push_str(&self.0.text);
                text.push_str(more);
                Str::of(text)
            }
        }
    }
    #[inline]
    pub fn as_str(&self) -> &str {
        &self.0.text
    }
    pub fn is_ascii(&self) -> bool {
        self.0.ascii
    }
    /// The number of code points: Python's `len`.
    pub fn length(&self) -> usize {
        if self.0.ascii { self.0.text.len() } else { self.0.text.chars().count() }
    }
    /// The code point at an index.
    pub(crate) fn char_at(&self, index: usize) -> Option<char> {
        if self.0.ascii {
            self.0.text.as_bytes().get(index).map(|&byte| byte as char)
        } else {
            self.0.text.chars().nth(index)
        }
    }
    /// Code points from `start` to `stop`.
    pub fn slice(&self, start: usize, stop: usize) -> &str {
        if start >= stop {
            return "";
        }
        if self.0.ascii {
            return &self.0.text[start..stop.min(self.0.text.len())];
        }
        let offset = |n: usize| self.0.text.char_indices().nth(n).map_or(self.0.text.len(), |(at, _)| at);
        &self.0.text[offset(start)..offset(stop)]
    }
    /// Compares by code points.
    pub(crate) fn order(&self, other: &Str) -> Ordering {
        // If one string is ASCII, comparing bytes gives the order of code points.
        match self.0.ascii || other.0.ascii {
            true => self.as_str().cmp(other),
            false => surrogate::compare(self, other),
        }
    }
    /// The cached hash; never 0.
    #[inline]
    pub fn hash(&self) -> u64 {
        match self.0.hash.get() {
            0 => self.hash_now(),
            known => known,
        }
    }
    #[inline(never)]
    fn hash_now(&self) -> u64 {
        let hash = hash_text(&self.0.text);
        self.0.hash.set(hash);
        hash
    }
    /// Whether both are the same object.
    #[inline]
    pub fn same(&self, other: &Str) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
    pub(crate) fn address(&self) -> usize {
        Rc::as_ptr(&self.0) as usize
    }
}

thread_local! {
    /// One hash builder per thread: equal strings hash equally in every table.
    static HASHER: hashbrown::DefaultHashBuilder = hashbrown::DefaultHashBuilder::default();
}

/// The hash of a `Str` with this text.
pub(crate) fn hash_text(text: &str) -> u64 {
    HASHER.with(|hasher| hasher.hash_one(text)).max(1)
}

/// The hash of bytes: that of the text with the same bytes.
pub(crate) fn hash_bytes(bytes: &[u8]) -> u64 {
    match std::str::from_utf8(bytes) {
        Ok(text) => hash_text(text),
        Err(_) => HASHER.with(|hasher| hasher.hash_one(bytes)).max(1),
    }
}

impl From<String> for Str {
    fn from(text: String) -> Str {
        match text.as_bytes() {
            [byte] => Str::ascii(*byte),
            _ => Str::of(text.into()),
        }
    }
}
impl From<char> for Str {
    fn from(c: char) -> Str {
        Str::new(c.encode_utf8(&mut [0; 4]))
    }
}
impl From<&str> for Str {
    fn from(text: &str) -> Str {
        Str::new(text)
    }
}
impl PartialEq for Str {
    #[inline]
    fn eq(&self, other: &Str) -> bool {
        if self.same(other) {
            return true;
        }
        // Most different strings differ in length or first byte, which avoids the call that compares blocks.
        let (a, b) = (self.as_str().as_bytes(), other.as_str().as_bytes());
        a.len() == b.len() && a.first() == b.first() && a == b
    }
}
impl Eq for Str {}
impl Hash for Str {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}
impl std::ops::Deref for Str {
    type Target = str;
    fn deref(&self) -> &str {
        self.as_str()
    }
}
impl std::fmt::Debug for Str {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.as_str().fmt(f)
    }
}
impl std::fmt::Display for Str {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

thread_local! {
    static NAMES: RefCell<HashMap<String, Str>> = RefCell::default();
}

/// The unique `Str` of a name on this thread, so that names can be found by address.
pub fn intern(name: &str) -> Str {
    NAMES.with_borrow_mut(|names| match names.get(name) {
        Some(known) => known.clone(),
        None => {
            let made = Str::new(name);
            names.insert(name.to_owned(), made.clone());
            made
        }
    })
}

/// The interned `Str` of a name if there is one, else a new one, for a lookup.
pub(crate) fn name_to_find(name: &str) -> Str {
    NAMES.with_borrow(|names| names.get(name).cloned()).unwrap_or_else(|| Str::new(name))
}
