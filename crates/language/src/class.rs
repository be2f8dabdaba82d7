//! Classes: built-in, native and user-defined ones are of one type.

use super::gc::registry::Mark;
use super::object::{Dict, Str, hash_text};
use super::{Builtin, Raise, Result, Value};
use crate::version::next_version;
use hashbrown::HashTable;
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::{Rc, Weak};

/// A class. Built-in types (`int`, `list`), native types (`collections.deque`) and cells' classes all have a name, bases, a C3
/// resolution order, and a dict of functions, builtins, getters, properties and class attributes.
pub struct Class {
    pub name: String,
    pub module: String,
    order: Order,
    pub dict: Rc<Dict>,
    /// Creates the object of a built-in or native class (`int(x)`, `deque(...)`).
    pub new: Cell<Option<&'static Builtin>>,
    pub(crate) kind: ClassKind,
    /// Whether a class in the resolution order defines `__del__`.
    pub(crate) finalizes: Cell<bool>,
    /// Whether the drop of an instance must be handled: the class finalizes, or an instance has a weak reference.
    pub(crate) tells_ends: Cell<bool>,
    /// Whether instances have only the attributes named in `__slots__`.
    pub(crate) restricted: Cell<bool>,
    /// Whether it has abstract methods, so that it cannot be instantiated.
    is_abstract: Cell<bool>,
    /// The metaclass; None for `type`.
    metaclass: OnceCell<Rc<Class>>,
    /// The qualified name; None if it equals the name.
    qualname: RefCell<Option<Value>>,
    /// The span of the `class` statement: source, start, end.
    pub(crate) place: Cell<Option<(u32, u32, u32)>>,
    /// Whether errors show its module, too.
    in_full: Cell<bool>,
    /// Whether it is a metaclass.
    makes_classes: Cell<bool>,
    /// The largest number of attributes seen on an instance, if small: new instances reserve space for them.
    pub(crate) attributes: Cell<u8>,
    /// Whether it cannot be subclassed.
    pub(crate) is_final: Cell<bool>,
    cache: RefCell<LookupCache>,
    /// Identifies the current state of the class: inline caches compare it.
    version: Cell<u32>,
    /// Direct subclasses, in order of creation.
    subclasses: RefCell<Vec<Weak<Class>>>,
    pub(super) mark: Mark,
}

thread_local! {
    static METACLASSES_STAY: Cell<bool> = const { Cell::new(true) };
}

/// The bases of a class, and the method resolution order after the class itself.
struct Order {
    bases: Vec<Rc<Class>>,
    ancestors: Vec<Rc<Class>>,
    /// Its replacement. The old order stays alive, because a caller may be iterating over it.
    newer: OnceCell<Box<Order>>,
}

impl Order {
    fn new(bases: Vec<Rc<Class>>, ancestors: Vec<Rc<Class>>) -> Order {
        Order { bases, ancestors, newer: OnceCell::new() }
    }
    fn latest(&self) -> &Order {
        let mut latest = self;
        while let Some(newer) = latest.newer.get() {
            latest = newer;
        }
        latest
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClassKind {
    /// Part of the language: attributes cannot be set.
    BuiltIn,
    /// Declared by another crate through `Class::native`.
    Native,
    /// Defined by a `class` statement.
    User,
}

/// Cached lookups along the resolution order, valid until the class or one of its ancestors changes.
#[derive(Default)]
struct LookupCache {
    found: HashTable<(Str, Option<Value>)>,
    reads_by_itself: Option<bool>,
    is_simple: Option<bool>,
    makes_exceptions: Option<bool>,
    init: Option<Option<Value>>,
    reduces_plainly: Option<bool>,
    plain_items: Option<bool>,
    plain_stores: Option<bool>,
    is_true: Option<bool>,
}

impl Class {
    /// TypeError if the bases have no consistent order.
    pub fn build(
        module: &str,
        name: &str,
        bases: Vec<Rc<Class>>,
        dict: Rc<Dict>,
        kind: ClassKind,
    ) -> Result<Rc<Class>> {
        let ancestors = linearize(&bases)?;
        let finalizes = dict.get_str("__del__").is_some() || ancestors.iter().any(|class| class.finalizes.get());
        let class = Rc::new(Class {
            name: name.into(),
            module: module.into(),
            order: Order::new(bases, ancestors),
            dict,
            new: Cell::new(None),
            kind,
            finalizes: Cell::new(finalizes),
            tells_ends: Cell::new(finalizes),
            mark: Mark::default(),
            restricted: Cell::new(false),
            is_abstract: Cell::new(false),
            metaclass: OnceCell::new(),
            qualname: RefCell::default(),
            place: Cell::new(None),
            in_full: Cell::new(false),
            makes_classes: Cell::new(false),
            attributes: Cell::new(0),
            is_final: Cell::new(false),
            cache: RefCell::default(),
            version: Cell::new(next_version()),
            subclasses: RefCell::default(),
        });
        class.join_bases();
        Ok(class)
    }
    /// Records that an instance has one more attribute.
    #[inline]
    pub(crate) fn note_attributes(&self, count: usize) {
        const FEW: usize = 32;
        if count <= FEW && count > usize::from(self.attributes.get()) {
            self.attributes.set(count as u8);
        }
    }
    /// Adds the class to its bases' subclasses.
    fn join_bases(self: &Rc<Class>) {
        for base in self.bases() {
            let mut subclasses = base.subclasses.borrow_mut();
            if subclasses.len() == subclasses.capacity() {
                subclasses.retain(|subclass| subclass.strong_count() > 0);
            }
            subclasses.push(Rc::downgrade(self));
        }
    }
    /// Replaces the bases and the resolution order.
    pub(crate) fn reorder(self: &Rc<Class>, bases: Vec<Rc<Class>>, ancestors: Vec<Rc<Class>>) {
        for base in self.bases() {
            base.subclasses.borrow_mut().retain(|known| !std::ptr::eq(known.as_ptr(), Rc::as_ptr(self)));
        }
        let _ = self.order.latest().newer.set(Box::new(Order::new(bases, ancestors)));
        self.join_bases();
        self.changed();
    }
    pub(crate) fn bases(&self) -> &[Rc<Class>] {
        &self.order.latest().bases
    }
    /// Every class that is or was a base or an ancestor.
    pub(crate) fn all_above(&self) -> Vec<Rc<Class>> {
        let orders = std::iter::successors(Some(&self.order), |order| order.newer.get().map(|newer| &**newer));
        orders.flat_map(|order| order.bases.iter().chain(&order.ancestors)).cloned().collect()
    }
    /// The C3 order that follows from the bases.
    pub(crate) fn linearized(bases: &[Rc<Class>]) -> Result<Vec<Rc<Class>>> {
        linearize(bases)
    }
    /// The metaclass; None for `type`.
    #[inline]
    pub(crate) fn metaclass(&self) -> Option<&Rc<Class>> {
        self.metaclass.get()
    }
    /// Sets the metaclass once, when the class is created.
    pub(crate) fn set_metaclass(&self, metaclass: &Rc<Class>) {
        let _ = self.metaclass.set(metaclass.clone());
        metaclass.makes_classes.set(true);
    }
    /// Whether the version determines the result of reading its attributes: it has no metaclass, or no metaclass has changed
    /// since it made its first class.
    pub(crate) fn is_known_by_version(&self) -> bool {
        self.metaclass().is_none_or(|_| METACLASSES_STAY.get())
    }
    /// The abstract methods that prevent instantiation, sorted.
    pub(crate) fn abstract_methods(&self) -> Option<Vec<String>> {
        if !self.is_abstract.get() {
            return None;
        }
        let names = self.dict.get_str("__abstractmethods__")?;
        let mut names = match &names {
            Value::Set(set) => set.items(),
            Value::Tuple(names) => names.to_vec(),
            Value::List(names) => names.items.borrow().clone(),
            _ => Vec::new(),
        };
        names.retain(|name| name.as_str().is_some());
        let mut names: Vec<String> = names.iter().filter_map(|name| name.as_str().map(str::to_owned)).collect();
        names.sort();
        Some(names)
    }
    /// A definition in a user-defined metaclass; entries of `type` and `object` are ignored.
    pub(crate) fn of_metaclass(&self, name: &str) -> Option<Value> {
        self.metaclass()?.lookup(name).filter(|found| !matches!(found, Value::Builtin(_)))
    }
    /// The living direct subclasses made by `class` statements.
    pub fn subclasses(&self) -> Vec<Rc<Class>> {
        let known = self.subclasses.borrow();
        known.iter().filter_map(Weak::upgrade).filter(|class| class.kind == ClassKind::User).collect()
    }

    /// Adds native methods under the last part of their names.
    pub fn define(&self, methods: impl IntoIterator<Item = &'static Builtin>) {
        for method in methods {
            self.set(method.short_name(), Value::Builtin(method));
        }
    }
    /// Whether it was made by a `class` statement, not in Rust.
    pub fn is_of_the_language(&self) -> bool {
        self.kind == ClassKind::User
    }
    /// The full name, such as `collections.deque`; built-in classes and those of `__main__` omit the module.
    pub fn full_name(&self) -> String {
        // A program may have assigned another module.
        let assigned = self.dict.get_str("__module__");
        match assigned.as_ref().and_then(Value::as_str).unwrap_or(&self.module) {
            "builtins" => self.name.clone(),
            module => format!("{module}.{}", self.qualname()),
        }
    }
    /// Makes errors show the module of the class, as CPython does for classes written in C.
    pub fn shown_in_full(self: Rc<Class>) -> Rc<Class> {
        self.in_full.set(true);
        self
    }
    /// Forbids subclasses, as most of CPython's classes written in C do.
    pub fn made_final(self: Rc<Class>) -> Rc<Class> {
        self.is_final.set(true);
        self
    }
    /// The type name of its instances in errors.
    pub(crate) fn spoken_name(&self) -> String {
        if self.in_full.get() { self.full_name() } else { self.name.clone() }
    }
    pub(crate) fn qualname(&self) -> String {
        match &*self.qualname.borrow() {
            Some(Value::Str(name)) => name.to_string(),
            _ => self.name.clone(),
        }
    }
    /// Whether its dict stores a value under a name.
    pub(crate) fn holds(&self, name: &str, value: &Value) -> bool {
        self.dict.get_str(name).is_some_and(|held| held.is(value))
    }
    /// The class at or below this one whose dict stores a value under a name.
    pub(crate) fn holder(self: &Rc<Class>, name: &str, value: &Value) -> Option<Rc<Class>> {
        self.holder_by(name, |held| held.is(value))
    }
    /// The class at or below this one whose dict stores under a name what is looked for.
    pub(crate) fn holder_by(self: &Rc<Class>, name: &str, is_sought: impl Fn(&Value) -> bool) -> Option<Rc<Class>> {
        let mut next = vec![self.clone()];
        while let Some(class) = next.pop() {
            if class.dict.get_str(name).is_some_and(|held| is_sought(&held)) {
                return Some(class);
            }
            next.extend(class.subclasses.borrow().iter().filter_map(Weak::upgrade));
        }
        None
    }
    pub fn is_subclass(&self, other: &Class) -> bool {
        std::ptr::eq(self, other) || self.ancestors().iter().any(|class| std::ptr::eq(&**class, other))
    }
    /// The class and its ancestors in method resolution order.
    pub fn order(&self) -> impl Iterator<Item = &Class> {
        std::iter::once(self).chain(self.ancestors().iter().map(|class| &**class))
    }
    /// The method resolution order after the class itself.
    pub fn ancestors(&self) -> &[Rc<Class>] {
        &self.order.latest().ancestors
    }
    /// The name under which the class stores a value.
    pub(crate) fn name_of(&self, value: &Value) -> Option<String> {
        let entry = self.dict.items().into_iter().find(|(_, held)| held.is(value))?;
        entry.0.as_str().map(str::to_owned)
    }
    /// Looks a name up along the method resolution order.
    pub fn lookup(&self, name: &str) -> Option<Value> {
        match self.remembered(hash_text(name), |other| other.as_str() == name) {
            Some(found) => found,
            None => self.search(&Str::new(name)),
        }
    }
    pub(crate) fn lookup_name(&self, name: &Str) -> Option<Value> {
        match self.remembered(name.hash(), |other| other == name) {
            Some(found) => found,
            None => self.search(name),
        }
    }
    /// The result of an earlier lookup, if no class has changed since.
    fn remembered(&self, hash: u64, is_name: impl Fn(&Str) -> bool) -> Option<Option<Value>> {
        self.cache.borrow().found.find(hash, |(other, _)| is_name(other)).map(|(_, value)| value.clone())
    }
    fn search(&self, name: &Str) -> Option<Value> {
        let value = self.order().find_map(|class| class.dict.get_name(name));
        let mut cache = self.cache.borrow_mut();
        cache.found.insert_unique(name.hash(), (name.clone(), value.clone()), |(name, _)| name.hash());
        value
    }
    /// Whether the class overrides `__getattribute__`.
    pub(crate) fn reads_by_itself(&self) -> bool {
        if self.kind != ClassKind::User {
            return false;
        }
        if let Some(known) = self.cache.borrow().reads_by_itself {
            return known;
        }
        let own = match self.lookup("__getattribute__") {
            Some(Value::Builtin(builtin)) => builtin.name != "object.__getattribute__",
            own => own.is_some(),
        };
        self.cache.borrow_mut().reads_by_itself = Some(own);
        own
    }
    pub(crate) fn set_qualname(&self, name: Value) {
        drop(self.qualname.replace(Some(name)));
    }
    pub fn set(&self, name: &str, value: Value) {
        match name {
            "__qualname__" if matches!(value, Value::Str(_)) => return self.set_qualname(value),
            "__del__" => {
                self.finalizes.set(true);
                self.tells_ends.set(true);
            }
            "__abstractmethods__" => self.is_abstract.set(!matches!(&value, Value::Set(names) if names.is_empty())),
            _ => {}
        }
        self.dict.insert_name(&super::object::intern(name), value);
        self.changed();
    }
    pub(crate) fn remove(&self, name: &str) -> Option<Value> {
        let removed = self.dict.remove_str(name);
        self.changed();
        removed
    }
    /// Invalidates caches of this class and of its subclasses.
    fn changed(&self) {
        self.version.set(next_version());
        if self.makes_classes.get() {
            METACLASSES_STAY.set(false);
        }
        self.forget_lookups();
        let subclasses = self.subclasses.borrow().clone();
        subclasses.iter().filter_map(Weak::upgrade).for_each(|class| class.changed());
    }
    /// Identifies the current state of the class: changes with the class or an ancestor.
    #[inline]
    pub(crate) fn version(&self) -> u32 {
        self.version.get()
    }
    /// The position of a name: which class of the resolution order, and the index in its dict.
    pub(crate) fn find(&self, name: &Str) -> Option<(usize, u32)> {
        self.order().enumerate().find_map(|(depth, class)| Some((depth, class.dict.position(name)?)))
    }
    /// The class at an index of the resolution order.
    #[inline]
    pub(crate) fn nth(&self, depth: usize) -> &Class {
        depth.checked_sub(1).and_then(|depth| self.ancestors().get(depth)).map_or(self, |class| class)
    }
    /// Whether a call only makes a plain object and runs `__init__`: no class in the order customizes creation.
    pub(crate) fn is_simple(&self) -> bool {
        if let Some(known) = self.cache.borrow().is_simple {
            return known;
        }
        let simple = self.kind == ClassKind::User
            && !self.is_abstract.get()
            && self.native_base().is_none()
            && self.own_new().is_none()
            && self.of_metaclass("__call__").is_none();
        self.cache.borrow_mut().is_simple = Some(simple);
        simple
    }
    /// Whether a call only makes an exception of the arguments: no class in the order customizes that.
    pub(crate) fn makes_exceptions(&self) -> bool {
        if let Some(known) = self.cache.borrow().makes_exceptions {
            return known;
        }
        let makes = self.order().any(|class| class.kind == ClassKind::BuiltIn && class.name == "BaseException")
            && self.new.get().is_none()
            && self.own_new().is_none()
            && !matches!(self.lookup("__new__"), Some(Value::Builtin(new)) if new.name != "object.__new__")
            && matches!(self.lookup("__init__"), Some(Value::Builtin(init)) if init.name.starts_with("BaseException"))
            && self.of_metaclass("__call__").is_none();
        self.cache.borrow_mut().makes_exceptions = Some(makes);
        makes
    }
    /// A `__new__` that is not native.
    pub(crate) fn own_new(&self) -> Option<Value> {
        self.lookup("__new__").filter(|new| match new {
            Value::Builtin(new) => new.short_name() != "__new__",
            Value::Method(method) => !matches!(method.function, Value::Builtin(new) if new.short_name() == "__new__"),
            _ => true,
        })
    }
    /// Whether `object` alone decides how pickle and copy take its instances apart: by their attributes.
    pub(crate) fn reduces_plainly(&self) -> bool {
        if let Some(known) = self.cache.borrow().reduces_plainly {
            return known;
        }
        let of_object = |name: &str| match self.lookup(name) {
            Some(Value::Builtin(found)) => found.name.strip_prefix("object.") == Some(name),
            _ => false,
        };
        let plain = self.kind == ClassKind::User
            && self.native_base().is_none()
            && ["__reduce_ex__", "__reduce__", "__getstate__"].into_iter().all(of_object)
            && ["__getnewargs__", "__getnewargs_ex__"].into_iter().all(|name| self.lookup(name).is_none())
            && !self.reads_by_itself()
            && !self.order().any(|class| {
                class.kind == ClassKind::User
                    && ["__slots__", "__class__"].iter().any(|name| class.dict.get_str(name).is_some())
            });
        self.cache.borrow_mut().reduces_plainly = Some(plain);
        plain
    }
    /// Whether reading subscripts of its instances reads their payload.
    pub(crate) fn has_plain_items(&self) -> bool {
        if let Some(known) = self.cache.borrow().plain_items {
            return known;
        }
        let plain = matches!(self.lookup("__getitem__"), Some(Value::Builtin(_)) | None);
        self.cache.borrow_mut().plain_items = Some(plain);
        plain
    }
    /// Whether assigning subscripts of its instances changes their payload.
    pub(crate) fn has_plain_stores(&self) -> bool {
        if let Some(known) = self.cache.borrow().plain_stores {
            return known;
        }
        let plain = matches!(self.lookup("__setitem__"), Some(Value::Builtin(_)) | None);
        self.cache.borrow_mut().plain_stores = Some(plain);
        plain
    }
    /// Whether its instances without payload are true: it defines neither `__bool__` nor `__len__`.
    pub(crate) fn is_true(&self) -> bool {
        if let Some(known) = self.cache.borrow().is_true {
            return known;
        }
        let is_true = self.lookup("__bool__").is_none() && self.lookup("__len__").is_none();
        self.cache.borrow_mut().is_true = Some(is_true);
        is_true
    }
    /// Its `__init__`.
    pub(crate) fn init(&self) -> Option<Value> {
        if let Some(known) = &self.cache.borrow().init {
            return known.clone();
        }
        let init = self.lookup("__init__");
        self.cache.borrow_mut().init = Some(init.clone());
        init
    }
    /// The nearest built-in or native class in the order, except `object`: it defines the payload of an instance.
    pub(crate) fn native_base(&self) -> Option<&Class> {
        self.order().find(|class| class.kind != ClassKind::User && !matches!(class.name.as_str(), "object" | "module"))
    }
    /// The nearest built-in class in the order that defines the layout of its instances.
    pub(crate) fn built_in_base(&self) -> Option<&Class> {
        const FORMS: &[&str] = &[
            "int",
            "float",
            "complex",
            "str",
            "bytes",
            "bytearray",
            "tuple",
            "list",
            "dict",
            "set",
            "frozenset",
            "BaseException",
        ];
        self.order().find(|class| class.kind == ClassKind::BuiltIn && FORMS.contains(&class.name.as_str()))
    }
    pub(crate) fn forget_lookups(&self) {
        *self.cache.borrow_mut() = LookupCache::default();
    }
}

/// C3 linearization: the order of a class after itself.
fn linearize(bases: &[Rc<Class>]) -> Result<Vec<Rc<Class>>> {
    if let [only] = bases {
        return Ok(std::iter::once(only.clone()).chain(only.ancestors().iter().cloned()).collect());
    }
    let mut sequences: Vec<Vec<Rc<Class>>> = bases
        .iter()
        .map(|base| std::iter::once(base.clone()).chain(base.ancestors().iter().cloned()).collect())
        .collect();
    sequences.push(bases.to_vec());
    for (i, base) in bases.iter().enumerate() {
        if bases[..i].iter().any(|other| Rc::ptr_eq(base, other)) {
            return Err(Raise::type_error(format!("duplicate base class {}", base.name)));
        }
    }
    let mut order: Vec<Rc<Class>> = Vec::new();
    loop {
        sequences.retain(|sequence| !sequence.is_empty());
        if sequences.is_empty() {
            return Ok(order);
        }
        let good = sequences.iter().map(|sequence| &sequence[0]).find(|candidate| {
            !sequences.iter().any(|sequence| sequence[1..].iter().any(|other| Rc::ptr_eq(other, candidate)))
        });
        let Some(next) = good.cloned() else {
            // The first class of each remaining sequence, as CPython lists them.
            let mut names: Vec<&str> = Vec::new();
            for sequence in &sequences {
                let first = sequence[0].name.as_str();
                if !names.contains(&first) {
                    names.push(first);
                }
            }
            return Err(Raise::type_error(format!(
                "Cannot create a consistent method resolution order (MRO) for bases {}",
                names.join(", ")
            )));
        };
        for sequence in &mut sequences {
            if Rc::ptr_eq(&sequence[0], &next) {
                sequence.remove(0);
            }
        }
        order.push(next);
    }
}
