//! Dictionaries: insertion-ordered hash tables.

use super::bury::{bury, is_deep};
use super::hash::{hash_of_plain, hash_without_vm, same_key};
use super::{Str, hash_text};
use crate::gc::registry::{Container, Mark, track};
use crate::version::next_version;
use crate::{Raise, Result, Turns, Value, Vm, memory};
use hashbrown::HashTable;
use smallvec::SmallVec;
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// An insertion-ordered hash table. Keys hash and compare as in Python, through the Vm if a class defines `__hash__`/`__eq__`.
#[derive(Default)]
pub struct Dict {
    table: RefCell<Table>,
    pub(crate) mark: Mark,
}

#[derive(Default)]
struct Table {
    /// Positions in `entries`; empty while the entries are few enough for a linear search.
    index: HashTable<u32>,
    /// In order of insertion; a removed entry leaves a gap until the next compaction.
    entries: Vec<Option<Entry>>,
    /// All entries before this position are gaps.
    first: usize,
    live: usize,
    /// Changes with the set of keys: a cached miss is valid while this is unchanged.
    changes: u32,
    /// Whether it is a module's: then `changes` is unique among all tables, because code may run with another module's namespace.
    of_module: bool,
    /// Whether it is an OrderedDict's: its iterators notice every change of the order.
    ordered: bool,
    /// A Bloom filter with one bit for each key ever inserted: most lookups of missing names end here.
    seen: u64,
}

/// The kind of a dict view.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum What {
    Keys,
    Values,
    Items,
}

impl What {
    pub fn of(self, key: &Value, value: &Value) -> Value {
        match self {
            What::Keys => key.clone(),
            What::Values => value.clone(),
            What::Items => Value::pair(key.clone(), value.clone()),
        }
    }
}

struct Entry {
    hash: u64,
    key: Value,
    value: Value,
}

/// Tables with more entries have an index.
const FEW: usize = 8;
/// Tables with more entries check free memory before they grow.
const MANY: usize = 1 << 20;

/// Spreads a hash over all 64 bits, because the table takes its control bits from the top.
fn spread(hash: u64) -> u64 {
    hash.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(26) ^ hash
}

/// The bit of a hash in `Table::seen`.
#[inline]
fn bit(hash: u64) -> u64 {
    1 << (hash & 63)
}

impl Table {
    /// False if no key with this hash was ever inserted.
    #[inline]
    fn has_seen(&self, hash: u64) -> bool {
        self.seen & bit(hash) != 0
    }
    fn note_change(&mut self) {
        self.changes = if self.of_module { next_version() } else { self.changes.wrapping_add(1) };
    }
    fn find(&self, hash: u64, same: impl Fn(&Value) -> bool) -> Option<usize> {
        let entries = &self.entries;
        if entries.len() <= FEW {
            return entries
                .iter()
                .position(|entry| matches!(entry, Some(entry) if entry.hash == hash && same(&entry.key)));
        }
        let matches =
            |&at: &u32| matches!(&entries[at as usize], Some(entry) if entry.hash == hash && same(&entry.key));
        self.index.find(spread(hash), matches).map(|&at| at as usize)
    }
    /// The position of a key by identity and built-in equality; None if the result needs a method call.
    #[inline]
    fn find_plain(&self, hash: u64, key: &Value) -> Option<Option<usize>> {
        if !self.has_seen(hash) {
            return Some(None);
        }
        let unsure = Cell::new(false);
        let found = self.find(hash, |other| {
            let same = same_key(other, key);
            unsure.set(unsure.get() || same.is_none());
            same == Some(true)
        });
        (found.is_some() || !unsure.get()).then_some(found)
    }
    /// Positions of the entries with a hash.
    fn candidates(&self, hash: u64) -> SmallVec<[usize; 2]> {
        let is_candidate = |at: &usize| matches!(&self.entries[*at], Some(entry) if entry.hash == hash);
        if self.entries.len() <= FEW {
            return (0..self.entries.len()).filter(is_candidate).collect();
        }
        self.index.iter_hash(spread(hash)).map(|&at| at as usize).filter(is_candidate).collect()
    }
    /// Reserves space for one more entry; MemoryError if there is none.
    #[inline]
    fn make_room(&mut self) -> Result<()> {
        if self.entries.len() >= MANY { memory::grow(&mut self.entries) } else { Ok(()) }
    }
    fn push(&mut self, hash: u64, key: Value, value: Value) {
        if self.entries.len() >= 2 * FEW && self.live < self.entries.len() / 2 {
            self.compact(0);
        }
        self.note_change();
        self.seen |= bit(hash);
        self.entries.push(Some(Entry { hash, key, value }));
        self.live += 1;
        let at = self.entries.len() - 1;
        if at == FEW {
            self.rebuild();
        } else if at > FEW {
            let entries = &self.entries;
            let rehash = |&at: &u32| entries[at as usize].as_ref().map_or(0, |entry| spread(entry.hash));
            self.index.insert_unique(spread(hash), at as u32, rehash);
        }
    }
    /// Removes all gaps, and leaves as many as asked for in front of the entries.
    fn compact(&mut self, gaps: usize) {
        self.entries.retain(Option::is_some);
        self.entries.splice(0..0, std::iter::repeat_with(|| None).take(gaps));
        self.first = gaps;
        self.rebuild();
    }
    /// Inserts a new key in front of all others. The gaps for that come in numbers that grow with the table, but
    /// are so few that `push` does not remove them soon.
    fn push_first(&mut self, hash: u64, key: Value, value: Value) {
        if self.first == 0 {
            self.compact(self.live / 2 + 1);
        }
        self.note_change();
        self.seen |= bit(hash);
        self.first -= 1;
        self.live += 1;
        let at = self.first;
        self.entries[at] = Some(Entry { hash, key, value });
        if self.entries.len() > FEW {
            let entries = &self.entries;
            let rehash = |&at: &u32| entries[at as usize].as_ref().map_or(0, |entry| spread(entry.hash));
            self.index.insert_unique(spread(hash), at as u32, rehash);
        }
    }
    /// The position of the first entry, or of the last one.
    fn edge(&self, last: bool) -> Option<usize> {
        if last {
            return self.entries.iter().rposition(Option::is_some);
        }
        let offset = self.entries.get(self.first..)?.iter().position(Option::is_some)?;
        Some(self.first + offset)
    }
    /// Rebuilds the index from the entries.
    fn rebuild(&mut self) {
        self.index.clear();
        if self.entries.len() <= FEW {
            return;
        }
        let entries = &self.entries;
        let rehash = |&at: &u32| entries[at as usize].as_ref().map_or(0, |entry| spread(entry.hash));
        for (at, entry) in entries.iter().enumerate() {
            if let Some(entry) = entry {
                self.index.insert_unique(spread(entry.hash), at as u32, rehash);
            }
        }
    }
    fn take(&mut self, at: usize) -> Option<(Value, Value)> {
        let entry = self.entries[at].take()?;
        self.note_change();
        if let Ok(found) = self.index.find_entry(spread(entry.hash), |&other| other as usize == at) {
            found.remove();
        }
        self.live -= 1;
        if at == self.first {
            self.first = self.edge(false).unwrap_or(at + 1);
        }
        // An OrderedDict's iterators notice all changes, so gaps at its end serve nothing.
        while self.ordered && matches!(self.entries.last(), Some(None)) {
            self.entries.pop();
        }
        self.first = self.first.min(self.entries.len());
        // Few gaps are kept, so that iterators notice entries added in their place.
        if self.live == 0 && self.entries.len() >= 8 {
            self.entries.clear();
            self.index.clear();
            self.first = 0;
        }
        Some((entry.key, entry.value))
    }
}

impl Container for Dict {
    fn value(self: Rc<Self>) -> std::result::Result<Value, Rc<dyn Any>> {
        Ok(Value::Dict(self))
    }
}

impl Drop for Dict {
    fn drop(&mut self) {
        let table = self.table.get_mut();
        if table.entries.iter().flatten().any(|entry| is_deep(&entry.value) || is_deep(&entry.key)) {
            bury(std::mem::take(&mut table.entries));
        }
    }
}

impl Dict {
    #[allow(clippy::new_ret_no_self)]
    pub fn new() -> Rc<Dict> {
        let dict = Rc::new(Dict::default());
        track(Rc::<Dict>::downgrade(&dict));
        dict
    }
    /// An empty dict with capacity for an object's attributes.
    pub(super) fn with_room(entries: u8) -> Dict {
        let table = Table { entries: Vec::with_capacity(usize::from(entries)), ..Table::default() };
        Dict { table: RefCell::new(table), mark: Mark::default() }
    }
    /// Moves all entries from another dict.
    pub(super) fn take(&self, other: &Dict) {
        let table = std::mem::take(&mut *other.table.borrow_mut());
        *self.table.borrow_mut() = table;
    }
    /// Builds a dict from keys that need no Vm to hash (str, int, float, bool, None, tuples of them). Panics on others: for Rust callers.
    pub(crate) fn from_hashable(pairs: impl IntoIterator<Item = (Value, Value)>) -> Rc<Dict> {
        let dict = Dict::new();
        for (key, value) in pairs {
            let hash = hash_without_vm(&key).expect("a key that hashes by itself");
            dict.put(hash, key, value);
        }
        dict
    }
    /// Inserts under a key that compares without a Vm.
    fn put(&self, hash: u64, key: Value, value: Value) -> Option<Value> {
        let mut table = self.table.borrow_mut();
        let known = table.has_seen(hash).then(|| table.find(hash, |other| same_key(other, &key) == Some(true)));
        match known.flatten() {
            Some(at) => table.entries[at].as_mut().map(|entry| std::mem::replace(&mut entry.value, value)),
            None => {
                table.push(hash, key, value);
                None
            }
        }
    }
    /// Finds the entry of a key by identity and built-in equality, then through the Vm for the remaining candidates. Repeats if a
    /// comparison has changed the table.
    fn locate(&self, vm: &mut Vm, hash: u64, key: &Value) -> Result<Option<usize>> {
        loop {
            let before = self.changes();
            let found = self.locate_once(vm, hash, key)?;
            if self.changes() == before {
                return Ok(found);
            }
        }
    }
    fn locate_once(&self, vm: &mut Vm, hash: u64, key: &Value) -> Result<Option<usize>> {
        let candidates: SmallVec<[(usize, Value); 2]> = {
            let table = self.table.borrow();
            if let Some(found) = table.find_plain(hash, key) {
                return Ok(found);
            }
            let of = |at: usize| table.entries[at].as_ref().map(|entry| (at, entry.key.clone()));
            let unsure = |(_, candidate): &(usize, Value)| same_key(candidate, key).is_none();
            table.candidates(hash).into_iter().filter_map(of).filter(unsure).collect()
        };
        for (at, candidate) in candidates {
            if vm.equal(&candidate, key)? {
                return Ok(Some(at));
            }
        }
        Ok(None)
    }
    pub fn get(&self, vm: &mut Vm, key: &Value) -> Result<Option<Value>> {
        if let Some(found) = self.get_plain(key) {
            return Ok(found);
        }
        let hash = vm.hash(key)?;
        self.get_hashed(vm, hash, key)
    }
    /// As `get`, for a key whose hash is known.
    pub(crate) fn get_hashed(&self, vm: &mut Vm, hash: u64, key: &Value) -> Result<Option<Value>> {
        Ok(self.locate(vm, hash, key)?.and_then(|at| self.value_at(at)))
    }
    /// The value of a string or int key; None for other keys, or if the lookup needs a method call.
    #[inline]
    pub(crate) fn get_plain(&self, key: &Value) -> Option<Option<Value>> {
        let hash = hash_of_plain(key)?;
        let table = self.table.borrow();
        let found = table.find_plain(hash, key)?;
        Some(found.and_then(|at| table.entries[at].as_ref()).map(|entry| entry.value.clone()))
    }
    /// Whether a key is present; None if the lookup needs the Vm.
    #[inline(never)]
    pub(crate) fn has_plain(&self, key: &Value) -> Option<bool> {
        self.table.borrow().find_plain(hash_of_plain(key)?, key).map(|found| found.is_some())
    }
    /// Inserts under a string or int key, and swaps the old value into `value`; returns whether there was one. None, as a no-op,
    /// for other keys, if a method call is needed, or if the table is so large that it must check memory.
    #[inline]
    pub(crate) fn put_plain(&self, key: &Value, value: &mut Value) -> Option<bool> {
        let hash = hash_of_plain(key)?;
        let mut table = self.table.borrow_mut();
        let known = table.find_plain(hash, key)?;
        if known.is_none() && table.entries.len() >= MANY {
            return None;
        }
        match known.and_then(|at| table.entries[at].as_mut()) {
            Some(entry) => std::mem::swap(&mut entry.value, value),
            None => table.push(hash, key.clone(), std::mem::take(value)),
        }
        Some(known.is_some())
    }
    fn value_at(&self, at: usize) -> Option<Value> {
        self.table.borrow().entries.get(at)?.as_ref().map(|entry| entry.value.clone())
    }
    /// Looks up a string key, without a Vm.
    pub fn get_str(&self, key: &str) -> Option<Value> {
        let table = self.table.borrow();
        let at = table.find(hash_text(key), |other| matches!(other, Value::Str(other) if other.as_str() == key))?;
        table.entries[at].as_ref().map(|entry| entry.value.clone())
    }
    /// Looks up a string key by its cached hash.
    pub fn get_name(&self, key: &Str) -> Option<Value> {
        let table = self.table.borrow();
        let at = table.find(key.hash(), |other| matches!(other, Value::Str(other) if other == key))?;
        table.entries[at].as_ref().map(|entry| entry.value.clone())
    }
    // --- for inline caches, which store the position of a key
    /// The position of a key.
    pub(crate) fn position(&self, key: &Str) -> Option<u32> {
        let table = self.table.borrow();
        table.find(key.hash(), |other| matches!(other, Value::Str(other) if other == key)).map(|at| at as u32)
    }
    /// The value at a position, if its key is this very string object.
    #[inline]
    pub(crate) fn at(&self, position: u32, key: &Str) -> Option<Value> {
        match self.table.borrow().entries.get(position as usize) {
            Some(Some(Entry { key: Value::Str(other), value, .. })) if other.same(key) => Some(value.clone()),
            _ => None,
        }
    }
    /// Calls a step with the slot at a position if its key is this very string object; returns whether it is. The step runs no
    /// code of the program.
    #[inline(always)]
    pub(crate) fn with_slot(&self, position: u32, key: &Str, step: impl FnOnce(&mut Value)) -> bool {
        match self.table.borrow_mut().entries.get_mut(position as usize) {
            Some(Some(Entry { key: Value::Str(other), value, .. })) if other.same(key) => {
                step(value);
                true
            }
            _ => false,
        }
    }
    /// Appends a new name at a position, if that is the end of a small table; otherwise false, and a no-op.
    #[inline]
    pub(crate) fn append_name(&self, position: u32, key: &Str, value: &mut Value) -> bool {
        let mut table = self.table.borrow_mut();
        let hash = key.hash();
        let is_known = |table: &Table| {
            table.has_seen(hash)
                && table.find(hash, |other| matches!(other, Value::Str(other) if other == key)).is_some()
        };
        if table.entries.len() != position as usize || table.entries.len() >= FEW || is_known(&table) {
            return false;
        }
        table.push(hash, Value::Str(key.clone()), std::mem::take(value));
        true
    }
    /// Turns the dict into a module's namespace.
    pub(super) fn becomes_module(&self) {
        let mut table = self.table.borrow_mut();
        table.of_module = true;
        table.note_change();
    }
    /// Changes with the set of keys.
    #[inline]
    pub(crate) fn changes(&self) -> u32 {
        self.table.borrow().changes
    }
    #[inline]
    pub(crate) fn has_name(&self, key: &Str) -> bool {
        self.table.borrow().has_seen(key.hash()) && self.position(key).is_some()
    }
    pub fn insert(&self, vm: &mut Vm, key: Value, mut value: Value) -> Result<Option<Value>> {
        if let Some(replaced) = self.put_plain(&key, &mut value) {
            return Ok(replaced.then_some(value));
        }
        let hash = vm.hash(&key)?;
        self.insert_hashed(vm, hash, key, value)
    }
    /// As `insert`, for a key whose hash is known.
    pub(crate) fn insert_hashed(&self, vm: &mut Vm, hash: u64, key: Value, value: Value) -> Result<Option<Value>> {
        self.table.borrow_mut().make_room()?;
        match self.locate(vm, hash, &key)? {
            Some(at) => {
                let mut table = self.table.borrow_mut();
                Ok(table
                    .entries
                    .get_mut(at)
                    .and_then(Option::as_mut)
                    .map(|entry| std::mem::replace(&mut entry.value, value)))
            }
            None => {
                self.table.borrow_mut().push(hash, key, value);
                Ok(None)
            }
        }
    }
    pub fn insert_str(&self, key: &str, value: Value) {
        self.insert_name(&crate::object::intern(key), value);
    }
    pub(crate) fn insert_name(&self, key: &Str, value: Value) {
        let old = self.put(key.hash(), Value::Str(key.clone()), value);
        drop(old);
    }
    /// Removes a key; the rest keeps its order.
    pub fn remove(&self, vm: &mut Vm, key: &Value) -> Result<Option<Value>> {
        let hash = vm.hash(key)?;
        let Some(at) = self.locate(vm, hash, key)? else {
            return Ok(None);
        };
        let taken = self.table.borrow_mut().take(at);
        Ok(taken.map(|(_, value)| value))
    }
    pub fn remove_str(&self, key: &str) -> Option<Value> {
        let name = Str::new(key);
        let mut table = self.table.borrow_mut();
        let at = table.find(name.hash(), |other| matches!(other, Value::Str(other) if *other == name))?;
        table.take(at).map(|(_, value)| value)
    }
    pub fn len(&self) -> usize {
        self.table.borrow().live
    }
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    pub fn clear(&self) {
        let mut table = self.table.borrow_mut();
        table.note_change();
        let Table { changes, of_module, ordered, .. } = *table;
        let old = std::mem::replace(&mut *table, Table { changes, of_module, ordered, ..Table::default() });
        drop(table);
        drop(old);
    }
    /// A snapshot of the items in order.
    pub fn items(&self) -> Vec<(Value, Value)> {
        self.table.borrow().entries.iter().flatten().map(|entry| (entry.key.clone(), entry.value.clone())).collect()
    }
    /// The items in order, with the hashes of their keys.
    pub(crate) fn entries(&self) -> Vec<(u64, Value, Value)> {
        let entry = |entry: &Entry| (entry.hash, entry.key.clone(), entry.value.clone());
        self.table.borrow().entries.iter().flatten().map(entry).collect()
    }
    pub fn keys(&self) -> Vec<Value> {
        self.table.borrow().entries.iter().flatten().map(|entry| entry.key.clone()).collect()
    }
    /// Copies all items of another dict, whose keys are hashed already.
    pub fn update(&self, vm: &mut Vm, other: &Dict) -> Result<()> {
        let (length, mut turns) = (other.len(), Turns::default());
        for (hash, key, value) in other.entries() {
            turns.next(vm)?;
            self.insert_hashed(vm, hash, key, value)?;
            if other.len() != length {
                return Err(Raise::runtime("dict mutated during update"));
            }
        }
        Ok(())
    }
    /// A new dict with the same items.
    pub fn copy(&self) -> Rc<Dict> {
        let copy = Dict::new();
        {
            let mut table = copy.table.borrow_mut();
            for entry in self.table.borrow().entries.iter().flatten() {
                table.push(entry.hash, entry.key.clone(), entry.value.clone());
            }
        }
        copy
    }
    /// As `copy`, with polls for interrupts.
    pub(crate) fn copied(&self, vm: &mut Vm) -> Result<Rc<Dict>> {
        const STEP: usize = 1 << 14;
        let (copy, mut at) = (Dict::new(), 0);
        let add = |at: usize| {
            let (table, mut new) = (self.table.borrow(), copy.table.borrow_mut());
            let rest = table.entries.get(at..).unwrap_or_default();
            for entry in rest.iter().take(STEP).flatten() {
                new.push(entry.hash, entry.key.clone(), entry.value.clone());
            }
            rest.len() > STEP
        };
        while add(at) {
            at += STEP;
            vm.check_interrupt()?;
        }
        Ok(copy)
    }
    /// The next entry at or after a position, which is advanced past it. For iterators that detect changes.
    #[inline]
    fn next_of<T>(&self, position: &mut usize, of: impl Fn(&Value, &Value) -> T) -> Option<T> {
        let table = self.table.borrow();
        let start = table.first.max(*position);
        let rest = table.entries.get(start..)?;
        let (offset, entry) = rest.iter().enumerate().find_map(|(i, entry)| entry.as_ref().map(|entry| (i, entry)))?;
        *position = start + offset + 1;
        Some(of(&entry.key, &entry.value))
    }
    pub(crate) fn next_entry(&self, position: &mut usize, what: What) -> Option<Value> {
        self.next_of(position, |key, value| what.of(key, value))
    }
    /// As `next_of`, for both key and value.
    pub fn next_pair(&self, position: &mut usize) -> Option<(Value, Value)> {
        self.next_of(position, |key, value| (key.clone(), value.clone()))
    }
    /// Removes and returns the last item (`popitem`). No gap remains in its place, so the next call finds an item at once.
    pub fn pop_last(&self) -> Option<(Value, Value)> {
        let mut table = self.table.borrow_mut();
        let at = table.edge(true)?;
        let taken = table.take(at);
        table.entries.truncate(at);
        table.first = table.first.min(table.entries.len());
        taken
    }
    /// Removes and returns the first item.
    pub fn pop_first(&self) -> Option<(Value, Value)> {
        let mut table = self.table.borrow_mut();
        let at = table.edge(false)?;
        table.take(at)
    }
    /// Moves the entry of a key behind or in front of all others; false if the key is missing.
    pub fn move_to_edge(&self, vm: &mut Vm, key: &Value, last: bool) -> Result<bool> {
        let hash = vm.hash(key)?;
        let Some(at) = self.locate(vm, hash, key)? else {
            return Ok(false);
        };
        let mut table = self.table.borrow_mut();
        if table.edge(last) == Some(at) {
            return Ok(true);
        }
        table.make_room()?;
        if !last && table.first == 0 {
            memory::claim(table.live.saturating_mul(size_of::<Option<Entry>>()))?;
        }
        if let Some((key, value)) = table.take(at) {
            if last { table.push(hash, key, value) } else { table.push_first(hash, key, value) }
        }
        Ok(true)
    }
    /// Turns the dict into an OrderedDict's.
    pub fn becomes_ordered(&self) {
        self.table.borrow_mut().ordered = true;
    }
    /// What an iterator that must notice changes of the order compares: only an OrderedDict's do.
    pub(crate) fn order(&self) -> Option<u32> {
        let table = self.table.borrow();
        table.ordered.then_some(table.changes)
    }
    /// Fails if the dict is no longer as an iterator found it: its length, and an OrderedDict's order.
    #[inline]
    pub(crate) fn check_unchanged(&self, length: usize, order: Option<u32>) -> Result<()> {
        if order.is_some() && order != self.order() {
            return Err(Raise::runtime("OrderedDict mutated during iteration"));
        }
        if self.len() != length {
            return Err(Raise::runtime("dictionary changed size during iteration"));
        }
        Ok(())
    }
    /// The last entry before a position, which becomes its own.
    pub(crate) fn previous_entry(&self, position: &mut usize, what: What) -> Option<Value> {
        let table = self.table.borrow();
        let before = &table.entries[..table.entries.len().min(*position)];
        *position = before.iter().rposition(Option::is_some)?;
        before[*position].as_ref().map(|entry| what.of(&entry.key, &entry.value))
    }
    /// Visits keys and values.
    pub(crate) fn trace(&self, visit: &mut dyn FnMut(&Value)) {
        if let Ok(table) = self.table.try_borrow() {
            for entry in table.entries.iter().flatten() {
                visit(&entry.key);
                visit(&entry.value);
            }
        }
    }
}
