//! Sets: a hash table that probes, grows and merges as CPython's does, so that numbers iterate in the same order.

use super::Dict;
use super::hash::{hash_of_plain, hash_without_vm, same_key};
use crate::gc::registry::Mark;
use crate::{Result, Turns, Value, Vm, memory};
use smallvec::SmallVec;
use std::cell::RefCell;
use std::rc::Rc;

pub struct Set {
    table: RefCell<Table>,
    pub frozen: bool,
    pub(crate) mark: Mark,
}

#[derive(Clone, Default)]
enum Slot {
    #[default]
    Empty,
    /// A deleted item: a search continues past it.
    Left,
    Full(u64, Value),
}

/// Slots are allocated with the first item; their number is a power of two.
#[derive(Default)]
struct Table {
    slots: Vec<Slot>,
    /// Slots that are not empty.
    fill: usize,
    used: usize,
    /// Where `pop` starts to search.
    finger: usize,
}

const SMALLEST: usize = 8;
/// The number of linear probes before the next jump.
const NEIGHBOURS: usize = 9;
const PERTURB_SHIFT: u32 = 5;
/// Tables with more items check free memory before they grow.
const MANY: usize = 1 << 20;

/// The endless probe sequence of a hash.
struct Probes {
    mask: usize,
    perturb: u64,
    jump: usize,
    step: usize,
}

impl Probes {
    fn new(hash: u64, mask: usize) -> Probes {
        Probes { mask, perturb: hash, jump: hash as usize & mask, step: 0 }
    }
    fn next(&mut self) -> usize {
        let neighbours = if self.jump + NEIGHBOURS <= self.mask { NEIGHBOURS } else { 0 };
        if self.step > neighbours {
            self.perturb >>= PERTURB_SHIFT;
            self.jump = (self.jump.wrapping_mul(5).wrapping_add(1).wrapping_add(self.perturb as usize)) & self.mask;
            self.step = 0;
        }
        let at = self.jump + self.step;
        self.step += 1;
        at
    }
}

enum Found {
    Here(usize),
    /// The slot that the item would take.
    Absent(usize),
    /// Items that need a method call to compare, and the free slot.
    Ask(SmallVec<[(usize, Value); 2]>, usize),
}

/// Whether both list the same items at the same slots.
fn is_same(some: &[(usize, Value)], others: &[(usize, Value)]) -> bool {
    let pairs = some.iter().zip(others);
    some.len() == others.len() && pairs.into_iter().all(|((at, item), (other, same))| at == other && item.is(same))
}

impl Table {
    fn mask(&self) -> usize {
        self.slots.len().max(SMALLEST) - 1
    }
    fn find(&self, hash: u64, key: &Value) -> Found {
        if self.slots.is_empty() {
            return Found::Absent(hash as usize & self.mask());
        }
        let mut unsure = SmallVec::new();
        // The last deleted slot on the way is reused.
        let mut left = None;
        let mut probes = Probes::new(hash, self.mask());
        loop {
            let at = probes.next();
            match &self.slots[at] {
                Slot::Empty if unsure.is_empty() => return Found::Absent(left.unwrap_or(at)),
                Slot::Empty => return Found::Ask(unsure, left.unwrap_or(at)),
                Slot::Left => left = Some(at),
                Slot::Full(other, item) if *other == hash => match same_key(item, key) {
                    Some(true) if unsure.is_empty() => return Found::Here(at),
                    Some(false) => {}
                    _ => unsure.push((at, item.clone())),
                },
                _ => {}
            }
        }
    }
    /// Stores an item in the free slot found by a search.
    fn put(&mut self, at: usize, hash: u64, key: Value) {
        if self.slots.is_empty() {
            self.slots = vec![Slot::Empty; SMALLEST];
        }
        self.used += 1;
        if let Slot::Left = std::mem::replace(&mut self.slots[at], Slot::Full(hash, key)) {
            return;
        }
        self.fill += 1;
        if self.fill * 5 >= self.mask() * 3 {
            self.resize(self.roomy());
        }
    }
    fn roomy(&self) -> usize {
        if self.used > 50_000 { self.used * 2 } else { self.used * 4 }
    }
    /// Resizes to the first size above `least`, and removes deleted slots.
    fn resize(&mut self, least: usize) {
        let mut size = SMALLEST;
        while size <= least {
            size *= 2;
        }
        let old = std::mem::replace(&mut self.slots, vec![Slot::Empty; size]);
        self.fill = self.used;
        for slot in old {
            if let Slot::Full(hash, key) = slot {
                self.put_new(hash, key);
            }
        }
    }
    /// Inserts an item that is known to be new, if there is space; updates no counts.
    fn put_new(&mut self, hash: u64, key: Value) {
        let mut probes = Probes::new(hash, self.mask());
        loop {
            let at = probes.next();
            if matches!(self.slots[at], Slot::Empty) {
                self.slots[at] = Slot::Full(hash, key);
                return;
            }
        }
    }
    fn take(&mut self, at: usize) -> Option<Value> {
        match std::mem::replace(&mut self.slots[at], Slot::Left) {
            Slot::Full(_, key) => {
                self.used -= 1;
                Some(key)
            }
            other => {
                self.slots[at] = other;
                None
            }
        }
    }
    fn entries(&self) -> Vec<(u64, Value)> {
        let full = |slot: &Slot| match slot {
            Slot::Full(hash, key) => Some((*hash, key.clone())),
            _ => None,
        };
        self.slots.iter().filter_map(full).collect()
    }
}

impl Set {
    #[allow(clippy::new_ret_no_self)]
    pub fn new(frozen: bool) -> Rc<Set> {
        Rc::new(Set { table: RefCell::default(), frozen, mark: Mark::default() })
    }
    /// TypeError for an unhashable item.
    pub fn from_items(vm: &mut Vm, frozen: bool, items: impl IntoIterator<Item = Value>) -> Result<Rc<Set>> {
        let set = Set::new(frozen);
        let mut turns = Turns::default();
        for item in items {
            turns.next(vm)?;
            set.insert(vm, item)?;
        }
        Ok(set)
    }
    /// A set of an iterable's items.
    pub fn from_iterable(vm: &mut Vm, frozen: bool, iterable: &Value) -> Result<Rc<Set>> {
        let set = Set::new(frozen);
        set.extend(vm, iterable)?;
        Ok(set)
    }
    pub fn copy(&self, frozen: bool) -> Rc<Set> {
        let set = Set::new(frozen);
        set.copy_from(self);
        set
    }
    /// The iteration order of a set of constants; None if it needs a method call.
    pub(crate) fn order_of_constants(items: &[Value]) -> Option<Vec<Value>> {
        let mut table = Table::default();
        for item in items {
            let hash = hash_without_vm(item)?;
            match table.find(hash, item) {
                Found::Absent(at) => table.put(at, hash, item.clone()),
                Found::Here(_) => {}
                Found::Ask(..) => return None,
            }
        }
        Some(table.entries().into_iter().map(|(_, key)| key).collect())
    }
    fn locate(&self, vm: &mut Vm, hash: u64, key: &Value) -> Result<std::result::Result<usize, usize>> {
        loop {
            let found = self.table.borrow().find(hash, key);
            let (candidates, absent) = match found {
                Found::Here(at) => return Ok(Ok(at)),
                Found::Absent(at) => return Ok(Err(at)),
                Found::Ask(candidates, absent) => (candidates, absent),
            };
            let mut place = Err(absent);
            for (at, candidate) in &candidates {
                if candidate.is(key) || vm.equal(candidate, key)? {
                    place = Ok(*at);
                    break;
                }
            }
            // A comparison may have changed the table.
            let again = self.table.borrow().find(hash, key);
            if matches!(again, Found::Ask(now, free) if free == absent && is_same(&now, &candidates)) {
                return Ok(place);
            }
        }
    }
    /// Adds an item unless an equal one is present.
    pub fn insert(&self, vm: &mut Vm, item: Value) -> Result<()> {
        if self.add_plain(&item) {
            return Ok(());
        }
        let hash = vm.hash(&item)?;
        let (fill, slots) = {
            let table = self.table.borrow();
            (table.fill, table.slots.len())
        };
        if fill >= MANY && fill % (1 << 16) == 0 {
            memory::claim(slots.saturating_mul(4 * size_of::<Slot>()))?;
        }
        self.insert_hashed(vm, hash, item)
    }
    fn insert_hashed(&self, vm: &mut Vm, hash: u64, item: Value) -> Result<()> {
        if let Err(at) = self.locate(vm, hash, &item)? {
            let mut table = self.table.borrow_mut();
            // A method call may have changed the set meanwhile.
            match table.slots.get(at) {
                Some(Slot::Full(..)) => {
                    if let Found::Absent(at) | Found::Ask(_, at) = table.find(hash, &item) {
                        table.put(at, hash, item);
                    }
                }
                _ => table.put(at, hash, item),
            }
        }
        Ok(())
    }
    /// Adds a string or int unless it is present. False, as a no-op, for other items, if a method call is needed, or if the table is so
    /// large that it must check memory.
    pub(crate) fn add_plain(&self, item: &Value) -> bool {
        let Some(hash) = hash_of_plain(item) else { return false };
        let mut table = self.table.borrow_mut();
        match table.find(hash, item) {
            Found::Here(_) => true,
            Found::Absent(at) if table.fill < MANY => {
                table.put(at, hash, item.clone());
                true
            }
            _ => false,
        }
    }
    /// Whether a string or int is present; None as for `add_plain`.
    #[inline]
    pub(crate) fn has_plain(&self, item: &Value) -> Option<bool> {
        match self.table.borrow().find(hash_of_plain(item)?, item) {
            Found::Here(_) => Some(true),
            Found::Absent(_) => Some(false),
            Found::Ask(..) => None,
        }
    }
    /// Removes an item; returns whether it was present.
    pub fn remove(&self, vm: &mut Vm, item: &Value) -> Result<bool> {
        // A set as an item means the frozenset of its items.
        if let Value::Set(set) = item.beneath()
            && !set.frozen
        {
            let frozen = Value::Set(set.copy(true));
            let hash = vm.hash(&frozen)?;
            return self.remove_hashed(vm, hash, &frozen);
        }
        let hash = vm.hash(item)?;
        self.remove_hashed(vm, hash, item)
    }
    fn remove_hashed(&self, vm: &mut Vm, hash: u64, item: &Value) -> Result<bool> {
        let taken = match self.locate(vm, hash, item)? {
            Ok(at) => self.table.borrow_mut().take(at),
            Err(_) => None,
        };
        Ok(taken.is_some())
    }
    pub fn contains(&self, vm: &mut Vm, item: &Value) -> Result<bool> {
        if let Some(found) = self.has_plain(item) {
            return Ok(found);
        }
        let hash = match hash_without_vm(item) {
            Some(hash) => hash,
            None => match item.beneath() {
                Value::Set(set) if !set.frozen => {
                    let frozen = Value::Set(set.copy(true));
                    let hash = vm.hash(&frozen)?;
                    return self.contains_hashed(vm, hash, &frozen);
                }
                _ => vm.hash(item)?,
            },
        };
        self.contains_hashed(vm, hash, item)
    }
    fn contains_hashed(&self, vm: &mut Vm, hash: u64, item: &Value) -> Result<bool> {
        Ok(self.locate(vm, hash, item)?.is_ok())
    }
    /// Whether another set has all items of this one.
    pub(crate) fn is_subset(&self, vm: &mut Vm, other: &Set) -> Result<bool> {
        if self.len() > other.len() {
            return Ok(false);
        }
        let mut turns = Turns::default();
        for (hash, key) in self.entries() {
            turns.next(vm)?;
            if !other.contains_hashed(vm, hash, &key)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
    /// Whether no item of another set is in this one.
    pub(crate) fn is_disjoint(&self, vm: &mut Vm, other: &Set) -> Result<bool> {
        let (few, many) = if self.len() > other.len() { (other, self) } else { (self, other) };
        let mut turns = Turns::default();
        for (hash, key) in few.entries() {
            turns.next(vm)?;
            if many.contains_hashed(vm, hash, &key)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
    pub fn len(&self) -> usize {
        self.table.borrow().used
    }
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    pub fn clear(&self) {
        let old = std::mem::take(&mut *self.table.borrow_mut());
        drop(old);
    }
    /// Removes and returns an arbitrary item.
    pub fn pop(&self) -> Option<Value> {
        let mut table = self.table.borrow_mut();
        if table.used == 0 {
            return None;
        }
        let mask = table.mask();
        let mut at = table.finger & mask;
        while !matches!(table.slots[at], Slot::Full(..)) {
            at = (at + 1) & mask;
        }
        table.finger = at + 1;
        table.take(at)
    }
    /// A snapshot of the items, in the table's order.
    pub fn items(&self) -> Vec<Value> {
        self.entries().into_iter().map(|(_, key)| key).collect()
    }
    /// The items and their hashes.
    pub(crate) fn entries(&self) -> Vec<(u64, Value)> {
        self.table.borrow().entries()
    }
    /// The item at or after a position of the table, with the position to continue at.
    pub fn next_item(&self, position: usize) -> Option<(usize, Value)> {
        let table = self.table.borrow();
        let rest = table.slots.get(position..)?;
        rest.iter().enumerate().find_map(|(offset, slot)| match slot {
            Slot::Full(_, key) => Some((position + offset + 1, key.clone())),
            _ => None,
        })
    }
    /// Visits the items.
    pub(crate) fn trace(&self, visit: &mut dyn FnMut(&Value)) {
        if let Ok(table) = self.table.try_borrow() {
            for slot in &table.slots {
                if let Slot::Full(_, key) = slot {
                    visit(key);
                }
            }
        }
    }

    // --- operations on whole sets
    fn make_room(&self, more: usize) {
        let mut table = self.table.borrow_mut();
        if (table.fill + more) * 5 >= table.mask() * 3 {
            let least = (table.used + more) * 2;
            table.resize(least);
        }
    }
    /// Copies the other's items into this empty set.
    fn copy_from(&self, other: &Set) {
        if other.is_empty() {
            return;
        }
        self.make_room(other.len());
        let (mut table, other) = (self.table.borrow_mut(), other.table.borrow());
        if table.slots.is_empty() {
            table.slots = vec![Slot::Empty; SMALLEST];
        }
        (table.fill, table.used) = (other.used, other.used);
        if table.slots.len() == other.slots.len() && other.fill == other.used {
            table.slots.clone_from(&other.slots);
            return;
        }
        for (hash, key) in other.entries() {
            table.put_new(hash, key);
        }
    }
    /// Adds all items of another set.
    pub fn merge(&self, vm: &mut Vm, other: &Set) -> Result<()> {
        if std::ptr::eq(self, other) || other.is_empty() {
            return Ok(());
        }
        let fresh = self.table.borrow().fill == 0;
        if fresh {
            self.copy_from(other);
            return Ok(());
        }
        self.make_room(other.len());
        let mut turns = Turns::default();
        for (hash, key) in other.entries() {
            turns.next(vm)?;
            self.insert_hashed(vm, hash, key)?;
        }
        Ok(())
    }
    /// Adds all items of an iterable.
    pub fn extend(&self, vm: &mut Vm, iterable: &Value) -> Result<()> {
        match iterable.beneath() {
            Value::Set(other) => return self.merge(vm, &other.clone()),
            Value::Dict(dict) if matches!(iterable, Value::Dict(_)) => return self.extend_by_keys(vm, &dict.clone()),
            _ => {}
        }
        let iterator = vm.iter(iterable)?;
        // Each item is added as it comes: those before an error stay.
        while let Some(item) = vm.feed(&iterator, &mut |item| (!self.add_plain(&item)).then_some(item))? {
            self.insert(vm, item)?;
        }
        Ok(())
    }
    fn extend_by_keys(&self, vm: &mut Vm, dict: &Dict) -> Result<()> {
        self.make_room(dict.len());
        let mut turns = Turns::default();
        for (hash, key, _) in dict.entries() {
            turns.next(vm)?;
            self.insert_hashed(vm, hash, key)?;
        }
        Ok(())
    }
    /// The items that are also in an iterable.
    pub(crate) fn intersection(&self, vm: &mut Vm, other: &Value) -> Result<Rc<Set>> {
        let result = Set::new(self.frozen);
        if let Value::Set(other) = other.beneath() {
            let other = other.clone();
            if std::ptr::eq(self, &*other) {
                return Ok(self.copy(self.frozen));
            }
            let (few, many) = if other.len() > self.len() { (self, &*other) } else { (&*other, self) };
            let mut turns = Turns::default();
            for (hash, key) in few.entries() {
                turns.next(vm)?;
                if many.contains_hashed(vm, hash, &key)? {
                    result.insert_hashed(vm, hash, key)?;
                }
            }
            return Ok(result);
        }
        let iterator = vm.iter(other)?;
        let mut turns = Turns::default();
        while let Some(item) = vm.next(&iterator)? {
            turns.next(vm)?;
            if self.contains(vm, &item)? {
                result.insert(vm, item)?;
                // Nothing else can be added: the rest, which may be endless, is not read.
                if result.len() >= self.len() {
                    break;
                }
            }
        }
        Ok(result)
    }
    /// The items that are not in an iterable.
    pub fn difference(&self, vm: &mut Vm, other: &Value) -> Result<Rc<Set>> {
        let size = match other.beneath() {
            Value::Set(set) => Some(set.len()),
            Value::Dict(dict) if matches!(other, Value::Dict(_)) => Some(dict.len()),
            _ => None,
        };
        if size.is_none_or(|size| self.len() / 4 > size) {
            let result = self.copy(self.frozen);
            result.remove_all(vm, other)?;
            return Ok(result);
        }
        let result = Set::new(self.frozen);
        let mut turns = Turns::default();
        for (hash, key) in self.entries() {
            turns.next(vm)?;
            let there = match other.beneath() {
                Value::Set(set) => set.clone().contains_hashed(vm, hash, &key)?,
                _ => vm.contains(other, &key)?,
            };
            if !there {
                result.insert_hashed(vm, hash, key)?;
            }
        }
        Ok(result)
    }
    /// Removes the items of an iterable.
    pub(crate) fn remove_all(&self, vm: &mut Vm, other: &Value) -> Result<()> {
        match other.beneath() {
            Value::Set(other) if std::ptr::eq(self, &**other) => {
                self.clear();
                return Ok(());
            }
            Value::Set(other) => {
                let mut turns = Turns::default();
                for (hash, key) in other.entries() {
                    turns.next(vm)?;
                    self.remove_hashed(vm, hash, &key)?;
                }
            }
            _ => {
                let iterator = vm.iter(other)?;
                let mut turns = Turns::default();
                while let Some(item) = vm.next(&iterator)? {
                    turns.next(vm)?;
                    self.remove(vm, &item)?;
                }
            }
        }
        let mut table = self.table.borrow_mut();
        if table.fill - table.used > table.mask() / 4 {
            let least = table.roomy();
            table.resize(least);
        }
        Ok(())
    }
    /// Toggles the membership of each item of an iterable.
    pub(crate) fn toggle_all(&self, vm: &mut Vm, other: &Value) -> Result<()> {
        let other = match other.beneath() {
            Value::Set(other) if std::ptr::eq(self, &**other) => {
                self.clear();
                return Ok(());
            }
            Value::Set(other) => other.clone(),
            _ => Set::from_iterable(vm, false, other)?,
        };
        let mut turns = Turns::default();
        for (hash, key) in other.entries() {
            turns.next(vm)?;
            if !self.remove_hashed(vm, hash, &key)? {
                self.insert_hashed(vm, hash, key)?;
            }
        }
        Ok(())
    }
    /// The items that are in exactly one of the two.
    pub(crate) fn symmetric_difference(&self, vm: &mut Vm, other: &Value) -> Result<Rc<Set>> {
        let result = Set::from_iterable(vm, self.frozen, other)?;
        let mut turns = Turns::default();
        for (hash, key) in self.entries() {
            turns.next(vm)?;
            if !result.remove_hashed(vm, hash, &key)? {
                result.insert_hashed(vm, hash, key)?;
            }
        }
        Ok(result)
    }
    /// Replaces the items by those of another set.
    pub(crate) fn become_set(&self, other: &Set) {
        let finger = self.table.borrow().finger;
        let new = Table { finger, ..std::mem::take(&mut *other.table.borrow_mut()) };
        let old = std::mem::replace(&mut *self.table.borrow_mut(), new);
        drop(old);
    }
    /// CPython's hash of a frozenset, independent of the order of its items.
    pub(crate) fn hash(&self) -> u64 {
        let mut all = 0_u64;
        for (hash, _) in self.entries() {
            all ^= ((hash ^ 89_869_747) ^ (hash << 16)).wrapping_mul(3_644_798_167);
        }
        all ^= (self.len() as u64 + 1).wrapping_mul(1_927_868_237);
        all ^= (all >> 11) ^ (all >> 25);
        all = all.wrapping_mul(69_069).wrapping_add(907_133_923);
        if all == u64::MAX { 590_923_713 } else { all }
    }
}
