//! What a pickle has named before: objects by their identity while it is written, by their number while it is read.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use tensorcell_language::{Result, Value, memory};

/// Hashes an address by multiplication.
#[derive(Default)]
pub(super) struct AddressHasher(u64);

impl Hasher for AddressHasher {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_usize(usize::from(*byte));
        }
    }
    fn write_usize(&mut self, address: usize) {
        let mixed = (self.0 ^ address as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ (mixed >> 32);
    }
}

/// The objects that a pickler has written, each with its number. It keeps them, so that no identity comes twice.
#[derive(Default)]
pub(super) struct Written {
    numbers: HashMap<usize, u32, BuildHasherDefault<AddressHasher>>,
    kept: Vec<(u32, Value)>,
}

/// What `is` compares, as one number.
pub(super) fn identity(value: &Value) -> usize {
    match value {
        Value::NotImplemented => 1,
        Value::Ellipsis => 2,
        // Objects that wrap one thing are one object; odd numbers are no addresses.
        Value::Native(object) => match object.identity() {
            Some(number) => (number << 2) | 3,
            None => value.address(),
        },
        _ => value.address(),
    }
}

impl Written {
    #[inline]
    pub fn number(&self, value: &Value) -> Option<u32> {
        self.numbers.get(&identity(value)).copied()
    }
    /// Numbers an object.
    pub fn add(&mut self, value: &Value) -> Result<u32> {
        let number = self.numbers.len() as u32;
        self.set(number, value.clone())?;
        Ok(number)
    }
    pub fn set(&mut self, number: u32, value: Value) -> Result<()> {
        memory::grow(&mut self.kept)?;
        self.numbers.insert(identity(&value), number);
        self.kept.push((number, value));
        Ok(())
    }
    pub fn entries(&self) -> &[(u32, Value)] {
        &self.kept
    }
}

/// The objects that an unpickler has numbered. Numbers usually follow each other; a pickle may name any.
#[derive(Default, Clone)]
pub(super) struct Read {
    dense: Vec<Option<Value>>,
    sparse: HashMap<usize, Value>,
    count: usize,
}

/// Numbers so far beyond the others are kept apart: a few bytes of a pickle must not fill the memory.
const GAP: usize = 1 << 10;

impl Read {
    pub fn get(&self, number: usize) -> Option<&Value> {
        match self.dense.get(number) {
            Some(found) => found.as_ref(),
            None => self.sparse.get(&number),
        }
    }
    pub fn set(&mut self, number: usize, value: Value) -> Result<()> {
        let known = if number < self.dense.len() {
            self.dense[number].replace(value)
        } else if number == self.dense.len() && self.sparse.is_empty() {
            memory::grow(&mut self.dense)?;
            self.dense.push(Some(value));
            None
        } else if number - self.dense.len() < GAP && self.sparse.is_empty() {
            let more = number + 1 - self.dense.len();
            memory::reserve(&mut self.dense, more)?;
            self.dense.resize_with(number, || None);
            self.dense.push(Some(value));
            None
        } else {
            self.sparse.insert(number, value)
        };
        self.count += usize::from(known.is_none());
        Ok(())
    }
    /// How many objects have a number: the next one of those that count by themselves.
    pub fn count(&self) -> usize {
        self.count
    }
    pub fn entries(&self) -> Vec<(usize, Value)> {
        let dense = self.dense.iter().enumerate().filter_map(|(number, value)| Some((number, value.clone()?)));
        let mut entries: Vec<(usize, Value)> = dense.collect();
        let mut rest: Vec<(usize, Value)> =
            self.sparse.iter().map(|(number, value)| (*number, value.clone())).collect();
        rest.sort_unstable_by_key(|(number, _)| *number);
        entries.extend(rest);
        entries
    }
    pub fn trace(&self, visit: &mut dyn FnMut(&Value)) {
        self.dense.iter().flatten().chain(self.sparse.values()).for_each(visit);
    }
}
