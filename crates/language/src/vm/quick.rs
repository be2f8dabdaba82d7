//! Fast paths of the most frequent instructions: numbers in place, names at their cached positions.
//!
//! Each returns nothing where it does not apply, and the general path follows. Values on the stack are read by reference and
//! numbers are written into the slot that they replace: moving a value that was just written costs more than the arithmetic.

use super::Vm;
use super::attribute::bound_method;
use crate::class::ClassKind;
use crate::compile::{Found, Op, Site};
use crate::descriptor::Slot;
use crate::descriptor::{ClassMethod, NativeGetter, StaticMethod};
use crate::native::{BinaryOp, CompareOp};
use crate::object::{Dict, Instance, IterState, Str, same_without_vm};
use crate::property::Property;
use crate::{Class, Result, Value};
use std::cell::Cell;
use std::rc::Rc;

/// A result of arithmetic, in a register.
#[derive(Clone, Copy)]
pub(super) enum Number {
    Int(i64),
    Float(f64),
}

impl From<Number> for Value {
    #[inline(always)]
    fn from(number: Number) -> Value {
        match number {
            Number::Int(value) => Value::Int(value),
            Number::Float(value) => Value::from(value),
        }
    }
}

/// Arithmetic of two ints or floats that cannot fail.
#[inline(always)]
pub(super) fn arithmetic(op: BinaryOp, a: &Value, b: &Value) -> Option<Number> {
    match (a, b) {
        (Value::Int(x), Value::Int(y)) => whole(op, *x, *y),
        (Value::Float(x), Value::Float(y)) => real(op, x.get(), y.get()),
        (Value::Float(x), Value::Int(y)) => real(op, x.get(), *y as f64),
        (Value::Int(x), Value::Float(y)) => real(op, *x as f64, y.get()),
        _ => None,
    }
}

#[inline(always)]
fn whole(op: BinaryOp, x: i64, y: i64) -> Option<Number> {
    const EXACT: u64 = 1 << 53;
    Some(Number::Int(match op {
        BinaryOp::Add => x.checked_add(y)?,
        BinaryOp::Sub => x.checked_sub(y)?,
        BinaryOp::Mul => x.checked_mul(y)?,
        BinaryOp::FloorDiv if y > 0 => x.div_euclid(y),
        BinaryOp::Mod if y > 0 => x.rem_euclid(y),
        BinaryOp::And => x & y,
        BinaryOp::Or => x | y,
        BinaryOp::Xor => x ^ y,
        BinaryOp::RShift if y >= 0 => x >> y.min(63),
        BinaryOp::Div if y != 0 && x.unsigned_abs() < EXACT && y.unsigned_abs() < EXACT => {
            return Some(Number::Float(x as f64 / y as f64));
        }
        _ => return None,
    }))
}

#[inline(always)]
fn real(op: BinaryOp, x: f64, y: f64) -> Option<Number> {
    Some(Number::Float(match op {
        BinaryOp::Add => x + y,
        BinaryOp::Sub => x - y,
        BinaryOp::Mul => x * y,
        BinaryOp::Div if y != 0.0 => x / y,
        _ => return None,
    }))
}

#[inline(always)]
pub(super) fn order(op: CompareOp, a: &Value, b: &Value) -> Option<bool> {
    fn holds<T: PartialOrd>(op: CompareOp, x: &T, y: &T) -> bool {
        match op {
            CompareOp::Eq => x == y,
            CompareOp::Ne => x != y,
            CompareOp::Lt => x < y,
            CompareOp::Le => x <= y,
            CompareOp::Gt => x > y,
            CompareOp::Ge => x >= y,
        }
    }
    match (a, b) {
        (Value::Int(x), Value::Int(y)) => Some(holds(op, x, y)),
        (Value::Float(x), Value::Float(y)) => Some(holds(op, &x.get(), &y.get())),
        (Value::Str(x), Value::Str(y)) => match op {
            CompareOp::Eq => Some(x == y),
            CompareOp::Ne => Some(x != y),
            _ => None,
        },
        _ => None,
    }
}

/// The truth of a value that needs no method call.
#[inline(always)]
pub(super) fn plain_truth(value: &Value) -> Option<bool> {
    match value {
        Value::Bool(value) => Some(value.get()),
        Value::None => Some(false),
        Value::Int(value) => Some(*value != 0),
        Value::Str(text) => Some(!text.as_str().is_empty()),
        Value::List(list) => Some(!list.items.borrow().is_empty()),
        Value::Instance(instance) => {
            (instance.payload().is_none() && instance.class.borrow().is_true()).then_some(true)
        }
        _ => None,
    }
}

/// Writes a number into a slot; true if a finalizer of the old value may be pending.
#[inline(always)]
pub(super) fn put(slot: &mut Value, number: Number) -> bool {
    match (slot, number) {
        (Value::Int(old), Number::Int(new)) => *old = new,
        (Value::Float(old), Number::Float(new)) => *old = new.into(),
        (slot, new) => return std::mem::replace(slot, Value::from(new)).end(),
    }
    false
}

/// The next item of an iterator over a range; None at its end, and for other iterators.
#[inline(always)]
pub(super) fn next_of_range(iterator: &Value) -> Option<i64> {
    let Value::Iter(iter) = iterator else { return None };
    match iter.state.try_borrow_mut().as_deref_mut() {
        Ok(IterState::Range { next, left, step }) if *left > 0 => {
            let value = *next;
            *left -= 1;
            *next = value.wrapping_add(*step);
            Some(value)
        }
        _ => None,
    }
}

/// The next item of an iterator over a list, a tuple or ASCII text; None at its end, and for other iterators.
#[inline(always)]
pub(super) fn next_of_sequence(iterator: &Value) -> Option<Value> {
    let Value::Iter(iter) = iterator else { return None };
    let mut state = iter.state.try_borrow_mut().ok()?;
    let (item, at) = match &mut *state {
        IterState::List { list, at } => (list.items.borrow().get(*at)?.clone(), at),
        IterState::Tuple { tuple, at } => (tuple.get(*at)?.clone(), at),
        IterState::Str { text, at } => (Value::Str(Str::letter(*text.as_bytes().get(*at)?)?), at),
        _ => return None,
    };
    *at += 1;
    Some(item)
}

/// An instance's own attribute, if it is at the cached position.
#[inline(always)]
pub(super) fn own(object: &Value, name: &Str, site: Site) -> Option<Value> {
    match (object, site.found) {
        (Value::Instance(instance), Found::Own(position)) if instance.class.borrow().version() == site.version => {
            instance.dict().at(position, name)
        }
        _ => None,
    }
}

/// An item of a list or tuple at a valid index, or of a dict under a string or int key that it has.
#[inline(always)]
pub(super) fn item(object: &Value, key: &Value) -> Option<Value> {
    let at = |items: &[Value], index: i64| {
        let place = if index < 0 { index + items.len() as i64 } else { index };
        items.get(usize::try_from(place).ok()?).cloned()
    };
    match (object, key) {
        (Value::List(list), Value::Int(index)) => at(&list.items.borrow(), *index),
        (Value::Tuple(items), Value::Int(index)) => at(items, *index),
        (Value::Dict(dict), key) => entry(dict, key),
        (Value::Instance(instance), key) => item_beneath(instance, key),
        _ => None,
    }
}
/// As `item`, for an instance of a subclass that inherits subscripts from its payload.
#[inline(never)]
fn item_beneath(instance: &Instance, key: &Value) -> Option<Value> {
    match instance.payload() {
        Value::None => None,
        beneath @ (Value::List(_) | Value::Tuple(_) | Value::Dict(_)) if instance.class.borrow().has_plain_items() => {
            match (beneath, key) {
                (Value::Dict(dict), key) => entry(dict, key),
                (beneath, Value::Int(_)) => item(beneath, key),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Strings shorter than this are searched without polling for interrupts.
const SHORT: usize = 1 << 12;

/// Membership in a dict or set whose key needs no method call, or in a short tuple of items that compare in place.
#[inline(always)]
pub(super) fn has(container: &Value, item: &Value) -> Option<bool> {
    match container {
        Value::Dict(dict) => dict.has_plain(item),
        Value::Set(set) => set.has_plain(item),
        Value::Tuple(items) => among(items, item),
        Value::Str(text) => match item {
            Value::Str(part) if text.len() < SHORT => Some(text.contains(part.as_str())),
            _ => None,
        },
        _ => None,
    }
}
#[inline(never)]
fn among(items: &[Value], item: &Value) -> Option<bool> {
    for other in items {
        if other.is(item) || same_without_vm(other, item)? {
            return Some(true);
        }
    }
    Some(false)
}

#[inline(never)]
fn entry(dict: &Dict, key: &Value) -> Option<Value> {
    dict.get_plain(key).flatten()
}
#[inline(never)]
fn set_entry(dict: &Dict, key: &Value, value: &mut Value) -> bool {
    dict.put_plain(key, value).is_some()
}

/// Adds the item on top of the stack to the set `below` it, if that needs no method call.
pub(super) fn add_known(stack: &[Value], below: usize) -> bool {
    let [rest @ .., item] = stack else { return false };
    matches!(&rest[rest.len() - below], Value::Set(set) if set.add_plain(item))
}
/// Stores the key and value on top of the stack in the dict `below` them, if that needs no method call.
pub(super) fn put_known(stack: &mut [Value], below: usize) -> bool {
    let [rest @ .., key, value] = stack else { return false };
    matches!(&rest[rest.len() - below], Value::Dict(dict) if set_entry(dict, key, value))
}

/// Swaps two values. Numbers of one kind are only copied, because the second value is not used afterwards.
#[inline(always)]
fn exchange(slot: &mut Value, value: &mut Value) {
    match (slot, value) {
        (Value::Int(old), Value::Int(new)) => *old = *new,
        (Value::Float(old), Value::Float(new)) => *old = *new,
        (slot, value) => std::mem::swap(slot, value),
    }
}

/// Assigns an item of a list at a valid index, or of a dict under a string or int, and leaves the old item in `value`;
/// otherwise false.
#[inline(always)]
pub(super) fn set_known(object: &Value, key: &Value, value: &mut Value) -> bool {
    match (object, key) {
        (Value::List(list), Value::Int(index)) => {
            let mut items = list.items.borrow_mut();
            let place = if *index < 0 { *index + items.len() as i64 } else { *index };
            match usize::try_from(place).ok().and_then(|place| items.get_mut(place)) {
                Some(slot) => {
                    exchange(slot, value);
                    true
                }
                None => false,
            }
        }
        (Value::Dict(dict), key) => set_entry(dict, key, value),
        (Value::Instance(instance), key) => match instance.payload() {
            Value::Dict(dict) if instance.class.borrow().has_plain_stores() => set_entry(dict, key, value),
            _ => false,
        },
        _ => false,
    }
}

/// The purpose of a lookup: the same name is looked up differently for each.
#[derive(Clone, Copy, Default, PartialEq)]
pub(super) enum Use {
    #[default]
    Read,
    Call,
    Write,
}

/// The shared cache of recent lookups, for sites that meet objects of several classes in turn.
pub(super) struct Shared(Vec<Cell<(Use, usize, Site)>>);

impl Shared {
    pub fn new() -> Shared {
        Shared((0..1024).map(|_| Cell::default()).collect())
    }
    #[inline]
    fn slot(&self, version: u32, name: &Str) -> &Cell<(Use, usize, Site)> {
        &self.0[((name.address() >> 4) ^ version as usize) % self.0.len()]
    }
    /// Looks up a class in the site's cache, then in the shared one; an empty site stores what is found there.
    #[inline(always)]
    fn find(&self, of: Use, version: u32, name: &Str, cell: &Cell<Site>) -> Found {
        let site = cell.get();
        if site.version == version { site.found } else { self.get(of, version, name, cell) }
    }
    fn get(&self, of: Use, version: u32, name: &Str, cell: &Cell<Site>) -> Found {
        let (known_use, known_name, site) = self.slot(version, name).get();
        if known_use != of || known_name != name.address() || site.version != version {
            return Found::Unknown;
        }
        if cell.get().version == 0 {
            cell.set(site);
        }
        site.found
    }
    /// Stores a result, here and at the site.
    pub fn note(&self, of: Use, name: &Str, cell: &Cell<Site>, site: Site) {
        cell.set(site);
        self.slot(site.version, name).set((of, name.address(), site));
    }
}

/// The result of a cached attribute read.
pub(super) enum Read {
    Value(Value),
    /// A property's function, to be called with the object.
    Property(Value),
}

/// Assigns an attribute that the cache knows to be plain, and leaves the old value in `value`; otherwise false.
#[inline(always)]
pub(super) fn write_known(shared: &Shared, object: &Value, name: &Str, value: &mut Value, cell: &Cell<Site>) -> bool {
    let site = cell.get();
    let Value::Instance(instance) = object else {
        return false;
    };
    instance.is_given(value);
    if let Found::Own(position) = site.found
        && instance.class.borrow().version() == site.version
    {
        let dict = instance.dict();
        if dict.with_slot(position, name, |slot| exchange(slot, value))
            || !instance.is_split() && dict.append_name(position, name, value)
        {
            return true;
        }
    }
    write_shared(shared, instance, name, value, cell)
}

/// As `write_known`, for a class that the site has not cached or a new attribute.
fn write_shared(shared: &Shared, instance: &Instance, name: &Str, value: &mut Value, cell: &Cell<Site>) -> bool {
    let found = shared.find(Use::Write, instance.class.borrow().version(), name, cell);
    let Found::Own(position) = found else {
        return false;
    };
    if !instance.dict().with_slot(position, name, |slot| exchange(slot, value)) {
        if instance.is_split() {
            return false;
        }
        instance.add(name, std::mem::take(value));
    }
    true
}

impl Vm {
    /// Unpacks the list or tuple on top of the stack if it has exactly `count` items; otherwise false, as a no-op.
    pub(super) fn unpack_known(&mut self, count: usize, ops: &[Op]) -> bool {
        match self.top() {
            Value::Tuple(items) if items.len() == count => {}
            Value::List(list) if list.items.borrow().len() == count => {}
            _ => return false,
        }
        let sequence = self.pop();
        match &sequence {
            Value::Tuple(items) => self.unpack_items(items, ops),
            Value::List(list) => self.unpack_items(&list.items.borrow(), ops),
            _ => {}
        }
        sequence.end();
        true
    }
    /// Stores items to the local variables that the next instructions store to, and pushes the rest, the first one last.
    fn unpack_items(&mut self, items: &[Value], ops: &[Op]) {
        let mut rest = items;
        while let ([item, others @ ..], Some(Op::StoreLocal(to))) = (rest, ops.get(self.ip)) {
            let slot = self.base + *to as usize;
            std::mem::replace(&mut self.stack.slots[slot], item.clone()).end();
            self.ip += 1;
            rest = others;
        }
        rest.iter().rev().for_each(|item| self.stack.push(item.clone()));
    }

    // --- attributes
    #[inline]
    pub(super) fn read_known(&self, object: &Value, name: &Str, cell: &Cell<Site>) -> Option<Read> {
        match object {
            Value::Instance(instance) => {
                let class = instance.class.borrow();
                match self.shared.find(Use::Read, class.version(), name, cell) {
                    Found::Own(position) => instance.dict().at(position, name).map(Read::Value),
                    Found::Class(depth, position) if !instance.dict().has_name(name) => {
                        let found = class.nth(usize::from(depth)).dict.at(position, name)?;
                        Some(match &found {
                            Value::Native(_) => Read::Property(Property::of(&found)?.getter()),
                            Value::Function(_) => Read::Value(bound_method(object.clone(), found)),
                            _ => Read::Value(found),
                        })
                    }
                    _ => None,
                }
            }
            Value::Module(module) => match cell.get().found {
                Found::Own(position) => module.dict.at(position, name).map(Read::Value),
                _ => None,
            },
            Value::Class(class) => match cell.get() {
                Site { version, found: Found::Class(depth, position) }
                    if version == class.version() && class.is_known_by_version() =>
                {
                    let found = class.nth(usize::from(depth)).dict.at(position, name)?;
                    is_read_from_class(&found).then_some(Read::Value(found))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// The callee of a method call where it is cached and not a plain method: a function with the class as receiver, or Unbound and a
    /// callable.
    pub(super) fn callee_known(&self, object: &Value, name: &Str, cell: &Cell<Site>) -> Option<(Value, Value)> {
        let site = cell.get();
        let of_class = |class: &Rc<Class>| {
            let Found::Class(depth, position) = site.found else { return None };
            let found = class.nth(usize::from(depth)).dict.at(position, name)?;
            if let Some(ClassMethod(function @ Value::Function(_), _)) = found.downcast() {
                return Some((function.clone(), Value::Class(class.clone())));
            }
            let function = found.downcast().map(|StaticMethod(function, _)| function.clone());
            function.map(|function| (function, Value::Unbound))
        };
        match object {
            Value::Instance(instance) => {
                if let Some(value) = own(object, name, site) {
                    return Some((Value::Unbound, value));
                }
                let class = instance.class.borrow();
                let known = class.version() == site.version && !instance.dict().has_name(name);
                ordered(known.then(|| of_class(&class))??)
            }
            Value::Class(class) if class.version() == site.version && class.is_known_by_version() => {
                match self.read_known(object, name, cell) {
                    Some(Read::Value(callee)) => Some((Value::Unbound, callee)),
                    _ => ordered(of_class(class)?),
                }
            }
            Value::Module(_) => match self.read_known(object, name, cell) {
                Some(Read::Value(callee)) => Some((Value::Unbound, callee)),
                _ => None,
            },
            _ => None,
        }
    }
    /// The cache entry for such a call.
    pub(super) fn callee_site(&self, object: &Value, name: &Str) -> Option<Site> {
        let is_wrapped =
            |found: &Value| found.downcast::<ClassMethod>().is_some() || found.downcast::<StaticMethod>().is_some();
        match object {
            Value::Instance(instance) => {
                let class = instance.class.borrow().clone();
                if class.kind != ClassKind::User || class.reads_by_itself() {
                    return None;
                }
                match class.lookup_name(name) {
                    Some(found) if is_wrapped(&found) => class_site(&class, name),
                    _ => self.read_site(object, name).filter(|site| matches!(site.found, Found::Own(_))),
                }
            }
            Value::Class(class) if leaves_to_class(class, name) => {
                let found = class.lookup_name(name)?;
                (is_read_from_class(&found) || is_wrapped(&found)).then(|| class_site(class, name))?
            }
            Value::Module(_) => self.read_site(object, name),
            _ => None,
        }
    }

    /// The cache entry for a read.
    pub(super) fn read_site(&self, object: &Value, name: &Str) -> Option<Site> {
        match object {
            Value::Instance(instance) => {
                let class = instance.class.borrow().clone();
                if class.kind != ClassKind::User || class.reads_by_itself() {
                    return None;
                }
                let version = class.version();
                let own = instance.dict().position(name).map(|position| Site { version, found: Found::Own(position) });
                match class.lookup_name(name) {
                    None => own,
                    Some(found) if found.downcast::<Slot>().is_some() => own.filter(|_| !instance.is_split()),
                    Some(Value::Instance(_) | Value::Builtin(_)) => None,
                    Some(found) if !matches!(found, Value::Native(_)) => own.or_else(|| class_site(&class, name)),
                    Some(found) => match Property::of(&found)?.getter() {
                        Value::Function(get) if !get.code.flow.rests() && class.lookup("__getattr__").is_none() => {
                            if instance.dict().has_name(name) {
                                None
                            } else {
                                class_site(&class, name)
                            }
                        }
                        _ => None,
                    },
                }
            }
            Value::Module(module) => Some(Site { version: 0, found: Found::Own(module.dict.position(name)?) }),
            Value::Class(class) if leaves_to_class(class, name) => {
                is_read_from_class(&class.lookup_name(name)?).then(|| class_site(class, name))?
            }
            _ => None,
        }
    }

    /// The cached function of a method call, which takes the object as its first argument.
    #[inline]
    pub(super) fn method_known(&self, object: &Value, name: &Str, cell: &Cell<Site>) -> Option<Value> {
        let find = |class: &Class| match self.shared.find(Use::Call, class.version(), name, cell) {
            Found::Class(depth, position) => class
                .nth(usize::from(depth))
                .dict
                .at(position, name)
                .filter(|found| matches!(found, Value::Function(_) | Value::Builtin(_))),
            _ => None,
        };
        match object {
            Value::Instance(instance) if instance.dict().has_name(name) => None,
            Value::Instance(instance) => find(&instance.class.borrow()),
            Value::Native(native) => find(&native.class()),
            Value::List(_) => find(&self.types.list),
            Value::Dict(_) => find(&self.types.dict),
            Value::Str(_) => find(&self.types.str_),
            Value::Set(set) if !set.frozen => find(&self.types.set),
            _ => None,
        }
    }

    pub(super) fn method_site(&self, object: &Value, name: &Str, function: &Value, receiver: &Value) -> Option<Site> {
        // `super().name` passes another object, and finds its function elsewhere.
        if !receiver.is(object) {
            return None;
        }
        let class = match (object, function) {
            (Value::Instance(instance), Value::Function(_)) => {
                let class = instance.class.borrow().clone();
                (class.kind == ClassKind::User && !class.reads_by_itself()).then_some(class)?
            }
            // Objects that may have own attributes are not cached.
            (Value::Native(native), Value::Builtin(_)) if native.own().is_some() => return None,
            (Value::Native(_) | Value::List(_) | Value::Dict(_) | Value::Str(_) | Value::Set(_), Value::Builtin(_)) => {
                self.class_of(object)
            }
            _ => return None,
        };
        let site = class_site(&class, name)?;
        self.method_known(object, name, &Cell::new(site)).filter(|found| found.is(function)).map(|_| site)
    }

    pub(super) fn write_site(&self, object: &Value, name: &Str) -> Option<Site> {
        let Value::Instance(instance) = object else {
            return None;
        };
        let class = instance.class.borrow().clone();
        let hooked =
            !matches!(class.lookup("__setattr__"), Some(Value::Builtin(hook)) if hook.name == "object.__setattr__");
        if class.kind != ClassKind::User || hooked || name.starts_with("__") {
            return None;
        }
        match class.lookup_name(name) {
            Some(Value::Instance(_)) => return None,
            Some(found) if Property::of(&found).is_some() || found.downcast::<NativeGetter>().is_some() => {
                return None;
            }
            _ => {}
        }
        Some(Site { version: class.version(), found: Found::Own(instance.dict().position(name)?) })
    }

    // --- globals
    /// A global at its cached position.
    #[inline(always)]
    pub(super) fn global_known(&self, globals: &Dict, name: &Str, site: Site) -> Option<Value> {
        match site.found {
            Found::Own(position) => globals.at(position, name),
            Found::Class(_, position) if globals.changes() == site.version => self.builtins.at(position, name),
            _ => None,
        }
    }
    pub(super) fn load_global(&mut self, name: &Str, site: &Cell<Site>) -> Result<()> {
        if self.frames[self.frames.len() - 1].globals().dict.position(name).is_none() {
            self.run_global_file(name)?;
        }
        let module = self.frames[self.frames.len() - 1].globals().clone();
        let globals = &module.dict;
        let (found, value) = match (globals.position(name), module.builtins.get()) {
            (Some(position), _) => (Found::Own(position), globals.get_name(name)),
            (None, Some(own)) => (Found::Unknown, own.get(self, name)?),
            (None, None) => match self.builtins.position(name) {
                Some(position) => (Found::Class(0, position), self.builtins.get_name(name)),
                None => (Found::Unknown, None),
            },
        };
        site.set(Site { version: globals.changes(), found });
        match value {
            Some(value) => self.push(value),
            None => return Err(self.unknown_name(name)),
        }
        Ok(())
    }

    pub(super) fn store_global(&self, name: &Str, site: &Cell<Site>, mut value: Value) {
        let globals = self.frames[self.frames.len() - 1].globals();
        if let Found::Own(position) = site.get().found
            && globals.dict.with_slot(position, name, |slot| std::mem::swap(slot, &mut value))
        {
            return;
        }
        globals.dict.insert_name(name, value);
        if let Some(position) = globals.dict.position(name) {
            site.set(Site { version: 0, found: Found::Own(position) });
        }
    }
}

/// A wrapped function and its receiver in LoadMethod's order: with no receiver, the function comes second.
fn ordered((function, receiver): (Value, Value)) -> Option<(Value, Value)> {
    Some(match receiver {
        Value::Unbound => (Value::Unbound, function),
        receiver => (function, receiver),
    })
}

/// Whether reading an attribute of a class runs no code of a metaclass.
fn leaves_to_class(class: &Class, name: &Str) -> bool {
    class.is_known_by_version()
        && !name.starts_with("__")
        && class.metaclass().is_none_or(|metaclass| metaclass.lookup_name(name).is_none())
}

/// Whether reading an entry from the class returns it unchanged.
fn is_read_from_class(found: &Value) -> bool {
    match found {
        Value::Native(_) | Value::Builtin(_) => false,
        Value::Instance(instance) => instance.class.borrow().lookup("__get__").is_none(),
        _ => true,
    }
}

fn class_site(class: &Rc<Class>, name: &Str) -> Option<Site> {
    let (depth, position) = class.find(name)?;
    Some(Site { version: class.version(), found: Found::Class(u16::try_from(depth).ok()?, position) })
}
