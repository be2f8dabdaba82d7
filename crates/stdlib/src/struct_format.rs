//! Formats of `struct`: parses them, and packs and unpacks items.

use std::rc::Rc;
use tensorcell_language::builtins::{big_index, float_of, plain};
use tensorcell_language::native::{ItemFormat, float_to_half};
use tensorcell_language::{Class, Exc, Raise, Result, Value, Vm};

/// A format with the positions of its items.
pub(crate) struct Format {
    pub text: String,
    pub size: usize,
    pub items: Vec<Item>,
    native: bool,
    big_endian: bool,
}

/// A field: a number or bytes.
pub(crate) struct Item {
    kind: Kind,
    at: usize,
    size: usize,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// Bytes, padded with zeros.
    Bytes,
    /// Bytes with a length prefix.
    Counted,
    /// A number of the field's size. Errors name the letter.
    Number(char),
}

/// Byte order, alignment and sizes, determined by the first character.
#[derive(Clone, Copy)]
struct Layout {
    native: bool,
    big_endian: bool,
}

impl Layout {
    /// Returns the size of a letter's items, or None if the layout does not support it.
    fn size(self, letter: char) -> Option<usize> {
        match letter {
            'n' | 'N' | 'P' if !self.native => None,
            'l' | 'L' if !self.native => Some(4),
            'u' | 'w' => None,
            'x' | 's' | 'p' => Some(1),
            _ => ItemFormat::new(letter).map(ItemFormat::size),
        }
    }
    fn aligned(self, at: usize, size: usize) -> usize {
        if self.native { at.next_multiple_of(size) } else { at }
    }
}

impl Format {
    pub fn parse(text: &str, error: &Rc<Class>) -> Result<Format> {
        if text.contains('\0') {
            return Err(Raise::of(error, "embedded null character"));
        }
        let native_order = cfg!(target_endian = "big");
        let (layout, rest) = match text.chars().next() {
            Some('<') => (Layout { native: false, big_endian: false }, &text[1..]),
            Some('>' | '!') => (Layout { native: false, big_endian: true }, &text[1..]),
            Some('=') => (Layout { native: false, big_endian: native_order }, &text[1..]),
            Some('@') => (Layout { native: true, big_endian: native_order }, &text[1..]),
            _ => (Layout { native: true, big_endian: native_order }, text),
        };
        let Layout { native, big_endian } = layout;
        let mut format = Format { text: text.to_owned(), size: 0, items: Vec::new(), native, big_endian };
        let mut letters = rest.chars().peekable();
        let too_long = || Raise::of(error, "total struct size too long");
        while let Some(letter) = letters.next() {
            if letter.is_ascii_whitespace() {
                continue;
            }
            let (count, letter) = match letter.to_digit(10) {
                None => (None, letter),
                Some(digit) => {
                    let mut count = digit as usize;
                    while let Some(digit) = letters.peek().and_then(|letter| letter.to_digit(10)) {
                        letters.next();
                        let more = count.checked_mul(10).and_then(|count| count.checked_add(digit as usize));
                        count = more.filter(|count| *count <= isize::MAX as usize).ok_or_else(too_long)?;
                    }
                    let letter = letters.next();
                    let missing = || Raise::of(error, "repeat count given without format specifier");
                    (Some(count), letter.ok_or_else(missing)?)
                }
            };
            let size = layout.size(letter).ok_or_else(|| Raise::of(error, "bad char in struct format"))?;
            format.add(layout, letter, count.unwrap_or(1), size).ok_or_else(too_long)?;
        }
        Ok(format)
    }
    /// Adds `count` items of a letter. Returns None if the total size would overflow.
    fn add(&mut self, layout: Layout, letter: char, count: usize, size: usize) -> Option<()> {
        let at = layout.aligned(self.size, size);
        let end = count.checked_mul(size)?.checked_add(at).filter(|end| *end <= isize::MAX as usize)?;
        match letter {
            'x' => {}
            's' => self.items.push(Item { kind: Kind::Bytes, at, size: count }),
            'p' => self.items.push(Item { kind: Kind::Counted, at, size: count }),
            // No machine has the memory for more item descriptions.
            _ if count > 1 << 28 => return None,
            _ => {
                let item = |i: usize| Item { kind: Kind::Number(letter), at: at + i * size, size };
                self.items.extend((0..count).map(item));
            }
        }
        self.size = end;
        Some(())
    }
    /// Packs values into a zeroed buffer of exactly the format's size.
    pub fn pack(&self, vm: &mut Vm, values: &[Value], into: &mut [u8], error: &Rc<Class>) -> Result<()> {
        for (item, value) in self.items.iter().zip(values) {
            let slot = &mut into[item.at..item.at + item.size];
            match item.kind {
                Kind::Number(letter) => {
                    let packed = number(vm, letter, item.size, self.native, value, error);
                    let mut data = packed.map_err(|raise| match value {
                        Value::Int(_) | Value::BigInt(_) if raise.is(Exc::OverflowError) => {
                            Raise::of(error, "int too large to convert")
                        }
                        _ => raise,
                    })?;
                    if self.big_endian {
                        data.reverse();
                    }
                    slot.copy_from_slice(&data);
                }
                Kind::Bytes => {
                    let data = bytes(value, 's', error)?;
                    let length = data.len().min(slot.len());
                    slot[..length].copy_from_slice(&data[..length]);
                }
                Kind::Counted => {
                    let data = bytes(value, 'p', error)?;
                    if let [count, slot @ ..] = slot {
                        let length = data.len().min(slot.len());
                        slot[..length].copy_from_slice(&data[..length]);
                        *count = length.min(255) as u8;
                    }
                }
            }
        }
        Ok(())
    }
    /// Unpacks bytes of exactly the format's size.
    pub fn unpack(&self, data: &[u8]) -> Value {
        let read = |item: &Item| {
            let slot = &data[item.at..item.at + item.size];
            match (item.kind, slot) {
                (Kind::Bytes, slot) => Value::bytes(slot.to_vec()),
                (Kind::Counted, []) => Value::bytes(Vec::new()),
                (Kind::Counted, [count, slot @ ..]) => {
                    Value::bytes(slot[..usize::from(*count).min(slot.len())].to_vec())
                }
                (Kind::Number(letter), slot) => {
                    let mut word = slot.to_vec();
                    if self.big_endian {
                        word.reverse();
                    }
                    sized(letter, item.size).read(&word)
                }
            }
        };
        Value::tuple(self.items.iter().map(read).collect())
    }
}

/// Returns the native format of a letter with a given item size: a standard `l` has four bytes.
fn sized(letter: char, size: usize) -> ItemFormat {
    let letter = match (letter, size) {
        ('l', 4) => 'i',
        ('L', 4) => 'I',
        _ => letter,
    };
    ItemFormat::new(letter).unwrap_or(ItemFormat::BYTES)
}

fn bytes(value: &Value, letter: char, error: &Rc<Class>) -> Result<Vec<u8>> {
    match plain(value) {
        Value::Bytes(bytes) => Ok(bytes.data.borrow().clone()),
        _ => Err(Raise::of(error, format!("argument for '{letter}' must be a bytes object"))),
    }
}

/// Returns a number's bytes in little-endian order. Native single floats may become infinite, as in the machine's conversion.
fn number(vm: &mut Vm, letter: char, size: usize, native: bool, value: &Value, error: &Rc<Class>) -> Result<Vec<u8>> {
    let too_large = || Raise::new(Exc::OverflowError, format!("float too large to pack with {letter} format"));
    match letter {
        '?' => vm.truth(value).map(|truth| vec![u8::from(truth)]),
        'c' => match plain(value) {
            Value::Bytes(bytes) if bytes.data.borrow().len() == 1 && !bytes.mutable => Ok(bytes.data.borrow().clone()),
            _ => Err(Raise::of(error, "char format requires a bytes object of length 1")),
        },
        'd' => Ok(float(vm, value, error)?.to_le_bytes().to_vec()),
        'e' => float_to_half(float(vm, value, error)?).map(|bits| bits.to_le_bytes().to_vec()).ok_or_else(too_large),
        'f' => {
            let x = float(vm, value, error)?;
            match (x as f32).is_infinite() && x.is_finite() && !native {
                true => Err(too_large()),
                false => Ok((x as f32).to_le_bytes().to_vec()),
            }
        }
        _ => {
            let whole = big_index(vm, value).map_err(|raise| {
                match raise.is(Exc::TypeError) && raise.message().ends_with("as an integer") {
                    true => Raise::of(error, "required argument is not an integer"),
                    false => raise,
                }
            })?;
            let format = sized(letter, size);
            // A pointer may also be given as a negative number.
            let wrapped =
                if letter == 'P' { ItemFormat::new('q').and_then(|format| format.whole(&whole)) } else { None };
            wrapped.or_else(|| format.whole(&whole)).ok_or_else(|| {
                let (least, most) = format.range();
                Raise::of(
                    error,
                    match letter {
                        'P' => "int too large to convert".to_owned(),
                        _ => format!("'{letter}' format requires {least} <= number <= {most}"),
                    },
                )
            })
        }
    }
}

fn float(vm: &mut Vm, value: &Value, error: &Rc<Class>) -> Result<f64> {
    let wrong = || Raise::of(error, "required argument is not a float");
    match float_of(vm, value) {
        Ok(found) => found.ok_or_else(wrong),
        Err(raise) if raise.is(Exc::OverflowError) => Err(wrong()),
        Err(raise) => Err(raise),
    }
}
