//! `__slots__`: restricts the attributes of a class's instances.

use super::class::{Class, ClassKind};
use super::descriptor::{NativeGetter, Slot};
use super::native::{Args, Builtin, Getter};
use super::object::{Dict, Instance, Str};
use super::unicode::is_identifier;
use super::{Exc, Raise, Result, Value, Vm};
use std::rc::Rc;

/// The methods of a slot or native member. Their arguments are the descriptor and an instance of its class.
pub(crate) static METHODS: &[Builtin] = &[
    Builtin::new("member_descriptor.__get__", "(self, instance, owner=None, /)", "Read the slot.", |vm, args| {
        if args.get(1).is_none() {
            return Ok(args.get(0).clone());
        }
        if args.get(0).downcast::<NativeGetter>().is_some() {
            return NativeGetter::read(vm, args);
        }
        let (slot, instance) = of(args)?;
        match instance.slots().get_name(&slot.name) {
            Some(value) => Ok(value),
            None => Err(empty(&slot.name, args.get(1))),
        }
    }),
    Builtin::new("member_descriptor.__set__", "(self, instance, value, /)", "Fill the slot.", |vm, args| {
        if args.get(0).downcast::<NativeGetter>().is_some() {
            return NativeGetter::write(vm, args);
        }
        let (slot, instance) = of(args)?;
        instance.set_slot(&slot.name, args.get(2).clone());
        Ok(Value::None)
    }),
    Builtin::new("member_descriptor.__delete__", "(self, instance, /)", "Empty the slot.", |vm, args| {
        if args.get(0).downcast::<NativeGetter>().is_some() {
            return NativeGetter::erase(vm, args);
        }
        let (slot, instance) = of(args)?;
        match instance.slots().remove_str(&slot.name) {
            Some(_) => Ok(Value::None),
            None => Err(Raise::new(Exc::AttributeError, slot.name.as_str()).about(args.get(1))),
        }
    }),
];

/// The error for reading a slot that holds nothing.
pub(crate) fn empty(name: &str, object: &Value) -> Raise {
    let class = match object {
        Value::Instance(instance) => {
            let class = instance.class.borrow();
            class.full_name().strip_prefix("__main__.").map_or_else(|| class.full_name(), str::to_owned)
        }
        other => other.type_name(),
    };
    Raise::new(Exc::AttributeError, format!("'{class}' object has no attribute '{name}'")).about(object)
}

fn of(args: &Args) -> Result<(&Slot, &Rc<Instance>)> {
    let slot = args.get(0).downcast::<Slot>();
    let slot = slot.ok_or_else(|| Raise::type_error("descriptor requires a 'member_descriptor' object"))?;
    match args.get(1) {
        Value::Instance(instance) if has(&instance.class.borrow(), args.get(0)) => Ok((slot, instance)),
        other => Err(Raise::type_error(format!(
            "descriptor '{}' for '{}' objects doesn't apply to a '{}' object",
            slot.name,
            slot.owner,
            other.type_name()
        ))),
    }
}

fn has(class: &Class, slot: &Value) -> bool {
    class.order().any(|class| class.name_of(slot).is_some())
}

/// The slots that a class declares; a descriptor that it took over from a base is none.
fn own_names(class: &Class) -> Vec<Str> {
    let is_inherited = |name: &str, value: &Value| {
        class.order().skip(1).any(|base| base.dict.get_str(name).is_some_and(|inherited| inherited.is(value)))
    };
    let own = |(key, value): &(Value, Value)| {
        let slot = value.downcast::<Slot>()?;
        (!is_inherited(key.as_str()?, value)).then(|| slot.name.clone())
    };
    class.dict.items().iter().filter_map(own).collect()
}

/// The slots of a class and its ancestors.
fn names(class: &Class) -> Vec<Str> {
    let slotted = class.order().filter(|class| class.dict.get_str("__slots__").is_some());
    let mut names: Vec<Str> = slotted.flat_map(own_names).collect();
    names.sort_by(|a, b| a.as_str().cmp(b));
    names.dedup();
    names
}

/// The nearest class in the order that adds to the layout of instances: a built-in or native one, or one with slots.
pub(crate) fn layout_of(class: &Class) -> &Class {
    let adds = |class: &&Class| class.kind != ClassKind::User || !own_names(class).is_empty();
    class.order().find(adds).unwrap_or(class)
}

/// `__dict__` of an instance: its attributes other than slots.
pub(crate) fn dict_of(instance: &Instance) -> Rc<Dict> {
    let names = match instance.class.borrow().lookup("__slots__") {
        Some(_) => names(&instance.class.borrow()),
        None => Vec::new(),
    };
    instance.dict_beside(&names).clone()
}

/// `object.__dict__ = names`.
pub(crate) fn set_dict(vm: &mut Vm, object: &Value, value: Value) -> Result<()> {
    let (Value::Instance(instance), Value::Dict(dict)) = (object, value.beneath()) else {
        let found = value.type_name();
        return Err(Raise::type_error(format!("__dict__ must be set to a dictionary, not a '{found}'")));
    };
    if instance.class.borrow().order().any(|class| class.kind == ClassKind::BuiltIn && class.name == "module") {
        return Err(Raise::new(Exc::AttributeError, "readonly attribute"));
    }
    let slots: Vec<(Str, Value)> = names(&instance.class.borrow())
        .into_iter()
        .filter_map(|name| instance.dict().get_name(&name).map(|value| (name, value)))
        .collect();
    let own = instance.dict_to_change();
    own.clear();
    own.update(vm, dict)?;
    slots.into_iter().for_each(|(name, value)| own.insert_name(&name, value));
    Ok(())
}

static OPEN: [Getter; 2] = [
    Getter {
        name: "__dict__",
        doc: "dictionary for instance variables",
        get: |_, this| match this {
            Value::Instance(instance) => Ok(Value::Dict(dict_of(instance))),
            other => Err(Raise::type_error(format!(
                "this __dict__ descriptor does not support '{}' objects",
                other.type_name()
            ))),
        },
        set: Some(set_dict),
    },
    Getter {
        name: "__weakref__",
        doc: "list of weak references to the object",
        get: |_, _| Ok(Value::None),
        set: None,
    },
];

/// Adds the entries of classes whose instances accept any attribute, unless an ancestor has them.
fn open_up(class: &Class) {
    for (at, getter) in OPEN.iter().enumerate() {
        if class.lookup(getter.name).is_none() {
            class.set(getter.name, opening(at));
        }
    }
}

/// The class entry for a row of [`OPEN`].
fn opening(at: usize) -> Value {
    thread_local! {
        static SHARED: [Value; 2] = [0, 1].map(|at| NativeGetter::computed(&OPEN[at]));
    }
    SHARED.with(|shared| shared[at].clone())
}

/// The error for objects whose class cannot be changed.
pub(crate) const IMMOVABLE: &str = "__class__ assignment only supported for mutable types or ModuleType subclasses";

/// What a class adds to the instances of its base: slots and the entries of [`OPEN`], sorted.
fn additions(class: &Class) -> Vec<Str> {
    let mut added = own_names(class);
    added.extend(
        OPEN.iter().filter(|getter| class.dict.get_str(getter.name).is_some()).map(|getter| Str::new(getter.name)),
    );
    added.sort_by(|a, b| a.as_str().cmp(b));
    added
}

/// The nearest class along the first bases that adds something, or that is not the program's.
fn adding(class: &Rc<Class>) -> Rc<Class> {
    let mut found = class.clone();
    while found.kind == ClassKind::User && additions(&found).is_empty() {
        found = found.bases()[0].clone();
    }
    found
}

fn same_bases(a: &Class, b: &Class) -> bool {
    a.kind == ClassKind::User
        && b.kind == ClassKind::User
        && matches!((a.bases().first(), b.bases().first()), (Some(a), Some(b)) if Rc::ptr_eq(a, b))
}

/// `object.__class__ = class`: only between classes with the same instance layout.
pub(crate) fn move_to(instance: &Instance, class: &Rc<Class>) -> Result<()> {
    let old = instance.class.borrow().clone();
    if class.kind == ClassKind::BuiltIn || old.kind == ClassKind::BuiltIn {
        return Err(Raise::type_error(IMMOVABLE));
    }
    let (from, to) = (adding(&old), adding(class));
    let same = Rc::ptr_eq(&from, &to) || same_bases(&from, &to) && additions(&from) == additions(&to);
    if !same {
        let (new, old) = (&class.name, &old.name);
        return Err(Raise::type_error(format!("__class__ assignment: '{new}' object layout differs from '{old}'")));
    }
    *instance.class.borrow_mut() = class.clone();
    Ok(())
}

/// Built-in classes whose instances store their items in place, so that they cannot have slots.
const FIXED: &[&str] = &["int", "bytes", "tuple"];

/// Whether two bases have slots of their own and neither derives from the other: no instance can have both layouts.
fn conflict(class: &Class) -> bool {
    let slotted: Vec<&Class> = class.order().skip(1).filter(|class| !own_names(class).is_empty()).collect();
    slotted.first().is_some_and(|first| slotted.iter().any(|other| !first.is_subclass(other)))
}

/// Applies `__slots__` to a class under construction.
pub(crate) fn apply(vm: &mut Vm, class: &Class) -> Result<()> {
    if class.bases().len() > 1 && conflict(class) {
        return Err(Raise::type_error("multiple bases have instance lay-out conflict"));
    }
    let Some(declared) = class.dict.get_str("__slots__") else {
        open_up(class);
        return Ok(());
    };
    let names = match declared.as_str() {
        Some(_) => vec![declared.clone()],
        None => vm.collect(&declared)?,
    };
    let mut open = false;
    for name in &names {
        let Some(name) = name.as_str() else {
            let found = name.type_name();
            return Err(Raise::type_error(format!("__slots__ items must be strings, not '{found}'")));
        };
        if let Some(at) = OPEN.iter().position(|getter| getter.name == name) {
            if class.lookup(name).is_some() {
                return Err(Raise::type_error(format!("{name} slot disallowed: we already got one")));
            }
            open |= name == "__dict__";
            class.set(name, opening(at));
            continue;
        }
        if !is_identifier(name) {
            return Err(Raise::type_error("__slots__ must be identifiers"));
        }
        if let Some(base) = class.built_in_base().filter(|base| FIXED.contains(&base.name.as_str())) {
            let base = &base.name;
            return Err(Raise::type_error(format!("nonempty __slots__ not supported for subtype of '{base}'")));
        }
        if class.dict.get_str(name).is_some() {
            return Err(Raise::value_error(format!("'{name}' in __slots__ conflicts with class variable")));
        }
        let private = name.starts_with("__") && !name.ends_with("__");
        let name = match private {
            true => format!("_{}{name}", class.name.trim_start_matches('_')),
            false => name.to_owned(),
        };
        let slot = Slot { name: super::object::intern(&name), owner: class.name.clone() };
        class.set(&name, Value::native(slot));
    }
    let closed = |other: &Rc<Class>| {
        let exception = || other.is_subclass(super::types::types().exception(Exc::BaseException));
        other.restricted.get() || other.kind == ClassKind::BuiltIn && !exception()
    };
    class.restricted.set(!open && class.ancestors().iter().all(closed));
    Ok(())
}

/// Whether instances may have the attribute; `found` is the class's entry of that name.
pub(crate) fn allows(class: &Class, found: Option<&Value>) -> bool {
    !class.restricted.get() || found.is_some_and(|found| found.downcast::<Slot>().is_some())
}
