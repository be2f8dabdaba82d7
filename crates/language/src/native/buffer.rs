//! Shared memory of objects: the source of `memoryview` and of every bytes-like argument.

use crate::object::Bytes;
use crate::{Exc, Raise, Result, Value};
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use std::rc::Rc;

/// The memory of an object, as contiguous items.
pub struct Buffer {
    pub bytes: Rc<Bytes>,
    pub format: ItemFormat,
    pub read_only: bool,
}

/// A native item format, by its letter in `struct` and `array`; `w` is a character of four bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ItemFormat(char);

impl ItemFormat {
    pub const BYTES: ItemFormat = ItemFormat('B');

    pub fn new(letter: char) -> Option<ItemFormat> {
        "cbBhHiIlLqQnNPefd?uw".contains(letter).then_some(ItemFormat(letter))
    }
    pub fn letter(self) -> char {
        self.0
    }
    pub fn size(self) -> usize {
        match self.0 {
            'h' | 'H' | 'e' => 2,
            'i' | 'I' | 'f' | 'u' | 'w' => 4,
            'l' | 'L' | 'q' | 'Q' | 'n' | 'N' | 'P' | 'd' => 8,
            _ => 1,
        }
    }
    pub fn is_byte(self) -> bool {
        matches!(self.0, 'B' | 'b' | 'c')
    }
    pub fn is_whole(self) -> bool {
        "bBhHiIlLqQnNP".contains(self.0)
    }
    fn is_signed(self) -> bool {
        self.0.is_lowercase()
    }
    /// The smallest and the largest integer.
    pub fn range(self) -> (i128, i128) {
        let bits = 8 * self.size() as u32 - u32::from(self.is_signed());
        (if self.is_signed() { -(1 << bits) } else { 0 }, (1 << bits) - 1)
    }
    /// The bytes of an integer; None if it is out of range.
    pub fn whole(self, number: &BigInt) -> Option<Vec<u8>> {
        let (least, most) = self.range();
        let number = number.to_i128().filter(|number| (least..=most).contains(number))?;
        Some(number.to_le_bytes()[..self.size()].to_vec())
    }
    /// Decodes an item from bytes.
    pub fn read(self, data: &[u8]) -> Value {
        let mut word = [0; 8];
        word[..data.len()].copy_from_slice(data);
        let word = u64::from_le_bytes(word);
        match self.0 {
            'c' => Value::bytes(data.to_vec()),
            '?' => Value::from(word != 0),
            'e' => Value::from(half_to_float(word as u16)),
            'f' => Value::from(f64::from(f32::from_bits(word as u32))),
            'd' => Value::from(f64::from_bits(word)),
            'u' | 'w' => {
                Value::from(crate::surrogate::char_of(word as u32).unwrap_or(char::REPLACEMENT_CHARACTER).to_string())
            }
            _ => {
                let unused = 64 - 8 * self.size() as u32;
                Value::big(match self.is_signed() {
                    true => BigInt::from((word << unused) as i64 >> unused),
                    false => BigInt::from(word),
                })
            }
        }
    }
}

/// The value of a half-precision float from its bits.
pub fn half_to_float(bits: u16) -> f64 {
    let (exponent, fraction) = (i32::from(bits >> 10 & 0x1f), f64::from(bits & 0x3ff));
    let size = match exponent {
        0 => fraction * 2f64.powi(-24),
        31 if fraction == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        _ => (1.0 + fraction / 1024.0) * 2f64.powi(exponent - 15),
    };
    if bits >> 15 == 1 { -size } else { size }
}

/// Rounds to the nearest half-precision float, ties to even; None on overflow.
pub fn float_to_half(x: f64) -> Option<u16> {
    let sign = if x.is_sign_negative() { 0x8000 } else { 0 };
    if x.is_nan() {
        return Some(sign | 0x7e00);
    }
    let size = x.abs();
    if size.is_infinite() {
        return Some(sign | 0x7c00);
    }
    // In units of the last place, which have a constant size below the normal range.
    let exponent = if size < 2f64.powi(-14) { -14 } else { ((size.to_bits() >> 52) as i32 - 1023).min(16) };
    let units = (size * 2f64.powi(10 - exponent)).round_ties_even();
    let bits = match exponent {
        -14 => units,
        _ => units + f64::from((exponent + 14) * 1024),
    };
    (bits < f64::from(0x7c00)).then_some(sign | bits as u16)
}

impl Bytes {
    /// The bytes for resizing; BufferError while a view exists.
    pub fn resizable(&self) -> Result<std::cell::RefMut<'_, Vec<u8>>> {
        match self.exports.get() {
            0 => Ok(self.data.borrow_mut()),
            _ => Err(Raise::new(Exc::BufferError, "Existing exports of data: object cannot be re-sized")),
        }
    }
    pub fn is_exported(&self) -> bool {
        self.exports.get() > 0
    }
}
