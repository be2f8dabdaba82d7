//! Weak references. A dying instance notifies its references at once (its class is marked, so that other instances pay only one
//! check); objects of other kinds are polled at safe points.

use super::native::{Builtin, CompareOp, Getter, Native};
use super::object::{BoundMethod, Function, Instance, Iter, Module, Set};
use super::vm::finalizers;
use super::{Args, Class, Raise, Result, Value, Vm};
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::{Rc, Weak};

/// A weakly held object.
enum Target {
    Instance(Weak<Instance>),
    Function(Weak<Function>),
    Method(Weak<BoundMethod>),
    Class(Weak<Class>),
    Set(Weak<Set>),
    Iter(Weak<Iter>),
    Module(Weak<Module>),
    Native(Weak<Box<dyn Native>>),
    /// A native function lives as long as the program.
    Builtin(&'static Builtin),
}

impl Target {
    /// None for objects that do not support weak references.
    fn of(value: &Value) -> Option<Target> {
        Some(match value {
            Value::Instance(instance) if has_room(&instance.class.borrow()) => {
                Target::Instance(Rc::downgrade(instance))
            }
            Value::Function(function) => Target::Function(Rc::downgrade(function)),
            Value::Method(method) => Target::Method(Rc::downgrade(method)),
            Value::Class(class) => Target::Class(Rc::downgrade(class)),
            Value::Set(set) => Target::Set(Rc::downgrade(set)),
            Value::Iter(iter) if iter.is_generator() => Target::Iter(Rc::downgrade(iter)),
            Value::Module(module) => Target::Module(Rc::downgrade(module)),
            Value::Native(native) if !UNREFERRED.contains(&native.class().name.as_str()) => {
                Target::Native(Rc::downgrade(native))
            }
            Value::Builtin(builtin) => Target::Builtin(builtin),
            _ => return None,
        })
    }
    fn upgrade(&self) -> Option<Value> {
        match self {
            Target::Instance(target) => target.upgrade().map(Value::Instance),
            Target::Function(target) => target.upgrade().map(Value::Function),
            Target::Method(target) => target.upgrade().map(Value::Method),
            Target::Class(target) => target.upgrade().map(Value::Class),
            Target::Set(target) => target.upgrade().map(Value::Set),
            Target::Iter(target) => target.upgrade().map(Value::Iter),
            Target::Module(target) => target.upgrade().map(Value::Module),
            Target::Native(target) => target.upgrade().map(Value::Native),
            Target::Builtin(builtin) => Some(Value::Builtin(builtin)),
        }
    }
}

/// Native classes whose objects do not support weak references, as in CPython.
const UNREFERRED: &[&str] = &[
    "property",
    "classmethod",
    "staticmethod",
    "cell",
    "frame",
    "traceback",
    "super",
    "mappingproxy",
    "getset_descriptor",
    "member_descriptor",
    "dict_keys",
    "dict_values",
    "dict_items",
    "date",
    "datetime",
    "time",
    "timedelta",
];

/// Whether instances of the class support weak references: a class in its order that is not built in has no `__slots__`, or names
/// `__weakref__` there. Instances that store items in place do not.
fn has_room(class: &Class) -> bool {
    use super::class::ClassKind;
    let fixed = |class: &Class| matches!(class.name.as_str(), "int" | "tuple" | "bytes");
    if class.built_in_base().is_some_and(fixed) {
        return false;
    }
    class.order().filter(|class| class.kind != ClassKind::BuiltIn).any(|class| match class.dict.get_str("__slots__") {
        None => true,
        Some(Value::List(names)) => names.items.borrow().iter().any(is_weakref),
        Some(Value::Tuple(names)) => names.iter().any(is_weakref),
        Some(Value::Set(names)) => names.items().iter().any(is_weakref),
        Some(Value::Dict(names)) => names.keys().iter().any(is_weakref),
        Some(other) => is_weakref(&other),
    })
}

fn is_weakref(name: &Value) -> bool {
    name.as_str() == Some("__weakref__")
}

/// The state shared by all views of one weak reference.
pub(crate) struct Reference {
    target: RefCell<Target>,
    callback: RefCell<Value>,
    /// The object's hash, once computed.
    hash: Cell<Option<u64>>,
    /// Whether the callback has run.
    ended: Cell<bool>,
}

impl Reference {
    fn object(&self) -> Option<Value> {
        if self.ended.get() { None } else { self.target.borrow().upgrade() }
    }
}

thread_local! {
    /// Keyed by the object's address.
    static KNOWN: RefCell<HashMap<usize, Vec<Weak<Reference>>>> = RefCell::default();
    /// Addresses of referenced objects that cannot notify of their end.
    static POLLED: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
    static CLASS: Rc<Class> = Class::native("weakref", "ReferenceType", &[], Some(&NEW), METHODS, GETTERS, "A weak reference.").shown_in_full();
}

/// The class of weak references.
pub fn class() -> Rc<Class> {
    CLASS.with(Rc::clone)
}

/// A weak reference as programs see it.
struct View(Rc<Reference>);

fn living(address: usize) -> Vec<Rc<Reference>> {
    KNOWN.with_borrow_mut(|known| {
        let Some(references) = known.get_mut(&address) else {
            return Vec::new();
        };
        references.retain(|reference| reference.upgrade().is_some_and(|reference| reference.object().is_some()));
        references.iter().filter_map(Weak::upgrade).collect()
    })
}

fn refer(value: &Value, callback: Value) -> Result<Rc<Reference>> {
    let Some(target) = Target::of(value) else {
        let name = value.type_name();
        return Err(Raise::type_error(format!("cannot create weak reference to '{name}' object")));
    };
    let address = value.address();
    let plain = |reference: &Rc<Reference>| reference.callback.borrow().is_none();
    if callback.is_none()
        && let Some(known) = living(address).into_iter().find(plain)
    {
        return Ok(known);
    }
    watch(value, !callback.is_none());
    let made = Reference {
        target: RefCell::new(target),
        callback: RefCell::new(callback),
        hash: Cell::new(None),
        ended: Cell::new(false),
    };
    let made = Rc::new(made);
    KNOWN.with_borrow_mut(|known| {
        if known.len() >= 64 && known.len() == known.capacity() {
            known.retain(|_, references| {
                references.retain(|reference| reference.strong_count() > 0);
                !references.is_empty()
            });
        }
        known.entry(address).or_default().push(Rc::downgrade(&made));
    });
    Ok(made)
}

/// Watches for the object's end; `called`: whether a callback waits for it.
fn watch(value: &Value, called: bool) {
    match value {
        Value::Instance(instance) => instance.class.borrow().tells_ends.set(true),
        other if called => {
            POLLED.with_borrow_mut(|polled| polled.push(other.address()));
            finalizers::poll(true);
        }
        _ => {}
    }
}

/// Updates references when a dying instance is moved to a new address until its `__del__` has run.
pub(crate) fn moved(from: usize, instance: &Value) {
    let references = KNOWN.with_borrow_mut(|known| known.remove(&from)).unwrap_or_default();
    if references.is_empty() {
        return;
    }
    for reference in references.iter().filter_map(Weak::upgrade) {
        if let Value::Instance(instance) = instance {
            *reference.target.borrow_mut() = Target::Instance(Rc::downgrade(instance));
        }
    }
    let address = instance.address();
    KNOWN.with_borrow_mut(|known| known.entry(address).or_default().extend(references));
}

/// Runs the callbacks of an object that has ended, latest first.
pub(crate) fn tell_end(vm: &mut Vm, address: usize) {
    let references = KNOWN.with_borrow_mut(|known| known.remove(&address)).unwrap_or_default();
    for reference in references.iter().rev().filter_map(Weak::upgrade) {
        let callback = std::mem::take(&mut *reference.callback.borrow_mut());
        if reference.ended.replace(true) || callback.is_none() {
            continue;
        }
        let this = Value::native(View(reference));
        if let Err(raise) = vm.call(&callback, &[this], &[]) {
            vm.tell_unraisable(raise, &callback);
        }
    }
}

/// Checks which polled objects have ended; if there are many, not each time.
pub(crate) fn look(vm: &mut Vm) {
    const FEW: usize = 32;
    thread_local! {
        static TURN: Cell<usize> = const { Cell::new(0) };
    }
    TURN.set(TURN.get().wrapping_add(1));
    if !TURN.get().is_multiple_of(POLLED.with_borrow(Vec::len) / FEW + 1) {
        return;
    }
    let is_alive = |address: &usize| {
        KNOWN.with_borrow(|known| {
            let references = known.get(address).map_or([].as_slice(), Vec::as_slice);
            references.iter().filter_map(Weak::upgrade).any(|reference| reference.object().is_some())
        })
    };
    let mut ended = Vec::new();
    let left = POLLED.with_borrow_mut(|polled| {
        polled.retain(|address| {
            is_alive(address) || {
                ended.push(*address);
                false
            }
        });
        polled.len()
    });
    finalizers::poll(left > 0);
    ended.into_iter().for_each(|address| tell_end(vm, address));
}

impl Native for View {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        class()
    }
    fn repr(&self, vm: &mut Vm) -> Result<String> {
        let address = Rc::as_ptr(&self.0).cast::<()>() as usize;
        let Some(object) = self.0.object() else {
            return Ok(format!("<weakref at {address:#x}; dead>"));
        };
        let (kind, at) = (object.type_name(), object.address());
        // An object that cannot tell its name has none.
        let name = match vm.find_attr(&object, "__name__").ok().flatten().as_ref().and_then(Value::as_str) {
            Some(name) => format!(" ({name})"),
            None => String::new(),
        };
        Ok(format!("<weakref at {address:#x}; to '{kind}' at {at:#x}{name}>"))
    }
    fn call(&self, _vm: &mut Vm, args: &[Value], kwargs: &[(String, Value)]) -> Result<Option<Value>> {
        if !args.is_empty() || !kwargs.is_empty() {
            return Err(Raise::type_error("ReferenceType.__call__() takes no arguments"));
        }
        Ok(Some(self.0.object().unwrap_or_default()))
    }
    fn identity(&self) -> Option<usize> {
        Some(Rc::as_ptr(&self.0).cast::<()>() as usize)
    }
    fn compare(&self, vm: &mut Vm, op: CompareOp, _this: &Value, other: &Value) -> Result<Option<Value>> {
        let (Some(other), CompareOp::Eq | CompareOp::Ne) = (other.downcast::<View>(), op) else {
            return Ok(None);
        };
        match (self.0.object(), other.0.object()) {
            (Some(a), Some(b)) => vm.compare(op, &a, &b).map(Some),
            _ => Ok(Some(Value::from(Rc::ptr_eq(&self.0, &other.0) == (op == CompareOp::Eq)))),
        }
    }
    fn hash(&self, vm: &mut Vm) -> Result<Option<u64>> {
        if self.0.hash.get().is_none() {
            let object = self.0.object().ok_or_else(|| Raise::type_error("weak object has gone away"))?;
            self.0.hash.set(Some(vm.hash(&object)?));
        }
        Ok(self.0.hash.get())
    }
    fn trace(&self, visit: &mut dyn FnMut(&Value)) {
        // Views share the callback: only a single view counts as holding it.
        if Rc::strong_count(&self.0) == 1 {
            visit(&self.0.callback.borrow());
        }
    }
}

static NEW: Builtin = Builtin::new(
    "weakref.ref",
    "(object, callback=None, /)",
    "A reference that does not keep its object alive.",
    |_, args| refer(args.get(0), args.get(1).clone()).map(|reference| Value::native(View(reference))),
);

fn this(args: &Args) -> Result<&View> {
    args.get(0).downcast().ok_or_else(|| args.wrong(0, "weakref.ReferenceType"))
}

static METHODS: &[Builtin] = &[
    Builtin::new("ReferenceType.__call__", "(self, /)", "The object, or None if it no longer exists.", |_, args| {
        Ok(this(args)?.0.object().unwrap_or_default())
    }),
    Builtin::new("ReferenceType.__class_getitem__", "(cls, item, /)", "For annotations.", |_, args| {
        Ok(super::generic::alias(args.get(0).clone(), args.get(1)))
    }),
];

static GETTERS: &[Getter] = &[Getter {
    name: "__callback__",
    doc: "called when the object ends",
    get: |_, value| Ok(value.downcast::<View>().map_or(Value::None, |view| view.0.callback.borrow().clone())),
    set: None,
}];

/// The functions of the module `_weakref`.
pub static FUNCTIONS: &[Builtin] = &[
    Builtin::new("weakref.getweakrefcount", "(object, /)", "The number of weak references to an object.", |_, args| {
        Ok(Value::Int(living(args.get(0).address()).len() as i64))
    }),
    Builtin::new("weakref.getweakrefs", "(object, /)", "The weak references to an object.", |_, args| {
        let references = living(args.get(0).address());
        Ok(Value::list(references.into_iter().map(|reference| Value::native(View(reference))).collect()))
    }),
];
