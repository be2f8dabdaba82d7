//! Decodes items from the bytes of another machine, as pickles of `array` store them.

use num_bigint::{BigInt, Sign};
use tensorcell_language::native::ItemFormat;
use tensorcell_language::{Raise, Result, Value};

/// A machine's item format, identified by CPython's code.
pub(super) struct Machine {
    size: usize,
    kind: Kind,
    big_endian: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Unsigned,
    Signed,
    Float,
    Text,
}

impl Machine {
    pub fn of(code: i64) -> Option<Machine> {
        use Kind::{Float, Signed, Text, Unsigned};
        let (size, kind) = match code {
            0 => (1, Unsigned),
            1 => (1, Signed),
            2 | 3 => (2, Unsigned),
            4 | 5 => (2, Signed),
            6 | 7 => (4, Unsigned),
            8 | 9 => (4, Signed),
            10 | 11 => (8, Unsigned),
            12 | 13 => (8, Signed),
            14 | 15 => (4, Float),
            16 | 17 => (8, Float),
            18 | 19 => (2, Text),
            20 | 21 => (4, Text),
            _ => return None,
        };
        Some(Machine { size, kind, big_endian: code % 2 == 1 && code > 1 })
    }
    /// Returns the code of this machine's format for items.
    pub fn code_of(format: ItemFormat) -> i64 {
        match (format.letter(), format.size()) {
            ('u' | 'w', _) => 20,
            ('f', _) => 14,
            ('d', _) => 16,
            (letter, size) => {
                let signed = letter.is_lowercase();
                match size {
                    1 => i64::from(signed),
                    2 => 2 + 2 * i64::from(signed),
                    4 => 6 + 2 * i64::from(signed),
                    _ => 10 + 2 * i64::from(signed),
                }
            }
        }
    }
    /// Decodes bytes into items.
    pub fn items(&self, data: &[u8]) -> Result<Vec<Value>> {
        if !data.len().is_multiple_of(self.size) {
            return Err(Raise::value_error("string length not a multiple of item size"));
        }
        Ok(data.chunks(self.size).map(|item| self.item(item)).collect())
    }
    fn item(&self, item: &[u8]) -> Value {
        let mut word = item.to_vec();
        if self.big_endian {
            word.reverse();
        }
        match (self.kind, self.size) {
            (Kind::Unsigned, _) => Value::big(BigInt::from_bytes_le(Sign::Plus, &word)),
            (Kind::Signed, _) => Value::big(BigInt::from_signed_bytes_le(&word)),
            (Kind::Float, 4) => ItemFormat::new('f').map_or(Value::None, |format| format.read(&word)),
            (Kind::Float, _) => ItemFormat::new('d').map_or(Value::None, |format| format.read(&word)),
            (Kind::Text, _) => {
                word.resize(4, 0);
                ItemFormat::new('w').map_or(Value::None, |format| format.read(&word))
            }
        }
    }
}
