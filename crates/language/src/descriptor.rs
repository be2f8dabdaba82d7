//! Attributes that run code when read: class and static methods, `super`, native getters; and the methods of every object.

use super::builtins::objects::attribute_name;
use super::class::ClassKind;
use super::compile::Flow;
use super::generic;
use super::native::{Args, Builtin, Getter, Native};
use super::object::{BoundMethod, Dict, Iter, Str};
use super::types::{TYPES, is_instance, types};
use super::{Class, Exc, Raise, Result, Truth, Value, Vm};
use std::any::Any;
use std::cell::OnceCell;
use std::rc::Rc;

/// A native attribute in a class's dict.
pub struct NativeGetter {
    /// What reads it.
    pub getter: &'static Getter,
    /// Whether CPython stores it in the object's structure: a `member_descriptor`.
    is_member: bool,
}

impl NativeGetter {
    /// The entry of an attribute that is computed: a `getset_descriptor`.
    pub fn computed(getter: &'static Getter) -> Value {
        Value::native(NativeGetter { getter, is_member: false })
    }
    /// The entry of an attribute that is stored: a `member_descriptor`.
    pub fn member(getter: &'static Getter) -> Value {
        Value::native(NativeGetter { getter, is_member: true })
    }
    /// Reads the attribute of an object; from a class it is itself.
    pub(crate) fn read(vm: &mut Vm, args: &Args) -> Result<Value> {
        match args.get(1) {
            Value::None => Ok(args.get(0).clone()),
            object => (getter(args)?.get)(vm, object),
        }
    }
    /// Sets the attribute of an object.
    pub(crate) fn write(vm: &mut Vm, args: &Args) -> Result<Value> {
        let getter = getter(args)?;
        match getter.set {
            Some(set) => set(vm, args.get(1), args.get(2).clone()).map(|()| Value::None),
            None => Err(not_writable(args.get(0), args.get(1))),
        }
    }
    /// Deletes the attribute of an object, where it can be deleted.
    pub(crate) fn erase(vm: &mut Vm, args: &Args) -> Result<Value> {
        vm.delete_attr_plain(args.get(1), getter(args)?.name).map(|()| Value::None)
    }
}

/// A slot's entry in the class's dict. The value is stored with the instance's other attributes.
pub(crate) struct Slot {
    pub name: Str,
    pub owner: String,
}

impl Slot {
    pub(crate) fn name(&self) -> &str {
        &self.name
    }
}

impl Native for Slot {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        types().built_in("member_descriptor").clone()
    }
    fn repr(&self, _vm: &mut Vm) -> Result<String> {
        Ok(format!("<member '{}' of '{}' objects>", self.name, self.owner))
    }
}

pub(crate) struct StaticMethod(pub Value, pub OwnNames);

pub(crate) struct ClassMethod(pub Value, pub OwnNames);

/// A wrapper's own copy of its function's names, as `functools.wraps` makes it; created when one is read or set.
#[derive(Default)]
pub(crate) struct OwnNames(OnceCell<Rc<Dict>>);

const WRAPPED_NAMES: [&str; 5] = ["__module__", "__name__", "__qualname__", "__doc__", "__annotations__"];

impl OwnNames {
    fn of(&self, vm: &mut Vm, function: &Value) -> Result<Rc<Dict>> {
        if let Some(names) = self.0.get() {
            return Ok(names.clone());
        }
        let names = Dict::new();
        for name in WRAPPED_NAMES {
            if let Some(value) = vm.find_attr(function, name)? {
                names.insert_str(name, value);
            }
        }
        Ok(self.0.get_or_init(|| names).clone())
    }
    fn get(&self, vm: &mut Vm, function: &Value, name: &str) -> Result<Option<Value>> {
        match (name, self.0.get()) {
            ("__dict__", _) => self.of(vm, function).map(|names| Some(Value::Dict(names))),
            ("__func__" | "__wrapped__", _) => Ok(Some(function.clone())),
            (_, Some(names)) => Ok(names.get_str(name)),
            (_, None) if WRAPPED_NAMES.contains(&name) => vm.find_attr(function, name),
            (_, None) => Ok(None),
        }
    }
    fn set(&self, vm: &mut Vm, function: &Value, name: &str, value: &Value) -> Result<bool> {
        if matches!(name, "__func__" | "__wrapped__" | "__dict__") {
            return Ok(false);
        }
        self.of(vm, function)?.insert_str(name, value.clone());
        Ok(true)
    }
    fn delete(&self, vm: &mut Vm, function: &Value, name: &str) -> Result<bool> {
        Ok(self.of(vm, function)?.remove_str(name).is_some())
    }
    fn trace(&self, visit: &mut dyn FnMut(&Value)) {
        if let Some(names) = self.0.get() {
            visit(&Value::Dict(names.clone()));
        }
    }
}

impl StaticMethod {
    pub(crate) fn of(function: Value) -> Value {
        Value::native(StaticMethod(function, OwnNames::default()))
    }
}

impl ClassMethod {
    pub(crate) fn of(function: Value) -> Value {
        Value::native(ClassMethod(function, OwnNames::default()))
    }
}

/// `super(start, object)`: attributes after `start` in the resolution order of the object's class.
pub(crate) struct Super {
    pub start: Rc<Class>,
    pub object: Value,
    /// The class whose order is searched.
    pub class: Rc<Class>,
}

impl Native for NativeGetter {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        types().built_in(if self.is_member { "member_descriptor" } else { "getset_descriptor" }).clone()
    }
    fn repr(&self, _vm: &mut Vm) -> Result<String> {
        let (name, kind) = (self.getter.name, if self.is_member { "member" } else { "attribute" });
        let is_this = |held: &Value| held.downcast::<NativeGetter>().is_some_and(|held| std::ptr::eq(held, self));
        let owner =
            types().object.holder_by(name, is_this).map_or_else(|| "object".to_owned(), |class| class.name.clone());
        Ok(format!("<{kind} '{name}' of '{owner}' objects>"))
    }
}
macro_rules! wrapper {
    ($type:ty, $name:literal) => {
        impl Native for $type {
            fn as_any(&self) -> &dyn Any {
                self
            }
            fn class(&self) -> Rc<Class> {
                types().built_in($name).clone()
            }
            fn repr(&self, vm: &mut Vm) -> Result<String> {
                Ok(format!("<{}({})>", $name, vm.repr(&self.0)?))
            }
            fn get_attr(&self, vm: &mut Vm, name: &str) -> Result<Option<Value>> {
                self.1.get(vm, &self.0, name)
            }
            fn set_attr(&self, vm: &mut Vm, name: &str, value: &Value) -> Result<bool> {
                self.1.set(vm, &self.0, name, value)
            }
            fn delete_attr(&self, vm: &mut Vm, name: &str) -> Result<bool> {
                self.1.delete(vm, &self.0, name)
            }
            fn trace(&self, visit: &mut dyn FnMut(&Value)) {
                visit(&self.0);
                self.1.trace(visit);
            }
        }
    };
}
wrapper!(StaticMethod, "staticmethod");
wrapper!(ClassMethod, "classmethod");
impl Native for Super {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        types().built_in("super").clone()
    }
    fn repr(&self, _vm: &mut Vm) -> Result<String> {
        Ok(format!("<super: <class '{}'>, <{} object>>", self.start.name, self.class.name))
    }
    fn trace(&self, visit: &mut dyn FnMut(&Value)) {
        visit(&self.object);
    }
}

/// `super(start)`: becomes a `Super` when read through an object, as a descriptor.
pub(crate) struct UnboundSuper(pub Rc<Class>);

impl Native for UnboundSuper {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        types().built_in("super").clone()
    }
    fn repr(&self, _vm: &mut Vm) -> Result<String> {
        Ok(format!("<super: <class '{}'>, NULL>", self.0.name))
    }
    fn get_attr(&self, _vm: &mut Vm, name: &str) -> Result<Option<Value>> {
        Ok(match name {
            "__thisclass__" => Some(Value::Class(self.0.clone())),
            "__self__" | "__self_class__" => Some(Value::None),
            _ => None,
        })
    }
}

impl Super {
    pub fn bound(vm: &mut Vm, start: &Rc<Class>, object: Value) -> Result<Value> {
        let class = match &object {
            Value::Class(class) if class.is_subclass(start) => class.clone(),
            object => vm.class_of(object),
        };
        if class.is_subclass(start) {
            return Ok(Value::native(Super { start: start.clone(), object, class }));
        }
        // A proxy reports its class by `__class__`.
        if let Some(Value::Class(class)) = vm.find_attr(&object, "__class__")?
            && class.is_subclass(start)
        {
            return Ok(Value::native(Super { start: start.clone(), object, class }));
        }
        let kind = match &object {
            Value::Class(class) => format!("type {}", class.name),
            object => format!("instance of {}", object.type_name()),
        };
        let start = &start.name;
        let text = format!("super(type, obj): obj ({kind}) is not an instance or subtype of type ({start}).");
        Err(Raise::type_error(text))
    }
    /// The raw entry of a class's dict.
    pub fn lookup(&self, name: &Str) -> Option<Value> {
        Super::find(&self.class, &self.start, name)
    }
    /// The entry that a class's order has under a name after one of its classes.
    pub fn find(class: &Class, start: &Class, name: &Str) -> Option<Value> {
        let mut order = class.order();
        order.find(|class| std::ptr::eq(*class, start))?;
        order.find_map(|class| class.dict.get_name(name))
    }
}

static CLASS_METHOD: Builtin =
    Builtin::new("classmethod", "(function, /)", "A method that receives its class as first argument.", |_, args| {
        Ok(ClassMethod::of(args.get(0).clone()))
    });
static STATIC_METHOD: Builtin = Builtin::new(
    "staticmethod",
    "(function, /)",
    "A method that receives neither its object nor its class.",
    |_, args| Ok(StaticMethod::of(args.get(0).clone())),
);
pub(crate) static SUPER: Builtin = Builtin::new(
    "super",
    "(type=None, object_or_type=..., /)",
    "Access to the methods of the classes after this one in the method resolution order.",
    |vm, args| {
        let Value::Class(start) = args.get(0) else {
            return Err(match args.get(0) {
                Value::None => Raise::runtime("super(): no arguments"),
                other => Raise::type_error(format!("super() argument 1 must be a type, not {}", other.type_name())),
            });
        };
        match args.given(1) {
            Some(object) if !object.is_none() => Super::bound(vm, start, object.clone()),
            _ => Ok(Value::native(UnboundSuper(start.clone()))),
        }
    },
);
static TYPE: Builtin =
    Builtin::new("type", "(object, bases=..., dict=..., /, **kwargs)", "The class of an object.", |vm, args| {
        match (args.given(1), args.given(2)) {
            (None, None) if args.given(3).is_none() => Ok(Value::Class(vm.class_of(args.get(0)))),
            (Some(bases), Some(dict)) => {
                let type_ = types().type_.clone();
                vm.new_class(&type_, &[args.get(0).clone(), bases.clone(), dict.clone()], &args.keywords(3))
            }
            _ => Err(Raise::type_error("type() takes 1 or 3 arguments")),
        }
    })
    .quick(|args| {
        let [object] = args else { return None };
        TYPES.with(|types| match object {
            Value::Instance(instance) => Some(Value::Class(instance.class.borrow().clone())),
            Value::Int(_) => Some(Value::Class(types.int.clone())),
            Value::Float(_) => Some(Value::Class(types.float.clone())),
            Value::Str(_) => Some(Value::Class(types.str_.clone())),
            Value::List(_) => Some(Value::Class(types.list.clone())),
            Value::Dict(_) => Some(Value::Class(types.dict.clone())),
            Value::Tuple(_) => Some(Value::Class(types.tuple.clone())),
            _ => None,
        })
    });
static OBJECT: Builtin = Builtin::new("object", "()", "A plain object.", |_, _| {
    Ok(Value::Instance(super::object::Instance::new(types().object.clone())))
});

/// `__new__` of a class with a native constructor, bound to that class.
static OWN_NEW: Builtin = Builtin::new(
    "type.__new__",
    "(self, /, *args, **kwargs)",
    "Create and return a new object.  See help(type) for accurate signature.",
    |vm, args| {
        let base = class_of(args)?.clone();
        let (name, given) = (&base.name, args.rest(1));
        let class = match given.first() {
            Some(Value::Class(class)) => class,
            Some(other) => {
                let found = other.type_name();
                return Err(Raise::type_error(format!("{name}.__new__(X): X is not a type object ({found})")));
            }
            None => return Err(Raise::type_error(format!("{name}.__new__(): not enough arguments"))),
        };
        if !class.is_subclass(&base) {
            let other = &class.name;
            return Err(Raise::type_error(format!("{name}.__new__({other}): {other} is not a subtype of {name}")));
        }
        if let Some(nearer) = class.order().find(|class| class.new.get().is_some())
            && !std::ptr::eq(nearer, &*base)
        {
            let (class, nearer) = (&class.name, &nearer.name);
            return Err(Raise::type_error(format!("{name}.__new__({class}) is not safe, use {nearer}.__new__()")));
        }
        vm.new_object(class, &given[1..], &args.keywords(2))
    },
);

/// Sets a class's native constructor, and the `__new__` that runs it.
pub(crate) fn set_constructor(class: &Rc<Class>, new: &'static Builtin) {
    class.new.set(Some(new));
    if class.dict.get_str("__new__").is_none() {
        let bound = BoundMethod { receiver: Value::Class(class.clone()), function: Value::Builtin(&OWN_NEW) };
        class.set("__new__", Value::Method(Rc::new(bound)));
    }
}

/// The functions that run when these types are called.
pub(crate) fn constructor(type_name: &str) -> Option<&'static Builtin> {
    Some(match type_name {
        "classmethod" => &CLASS_METHOD,
        "staticmethod" => &STATIC_METHOD,
        "super" => &SUPER,
        "type" => &TYPE,
        "object" => &OBJECT,
        _ => return None,
    })
}

static SUPER_METHODS: &[Builtin] = &[
    Builtin::new(
        "super.__init__",
        "(self, type=None, object_or_type=None, /)",
        "Does nothing: the object is complete.",
        |_, _| Ok(Value::None),
    ),
    Builtin::new("super.__get__", "(self, instance, owner=None, /)", "Binds to an object.", |vm, args| {
        match (args.get(0).beneath().downcast::<UnboundSuper>(), args.get(1)) {
            (Some(unbound), object) if !object.is_none() => {
                let start = unbound.0.clone();
                match args.get(0) {
                    // A subclass makes an object of its own.
                    Value::Instance(instance) => {
                        let class = Value::Class(instance.class.borrow().clone());
                        vm.call(&class, &[Value::Class(start), object.clone()], &[])
                    }
                    _ => Super::bound(vm, &start, object.clone()),
                }
            }
            _ => Ok(args.get(0).clone()),
        }
    }),
];

fn static_method(args: &Args) -> Result<Value> {
    match args.get(0).downcast::<StaticMethod>() {
        Some(StaticMethod(function, _)) => Ok(function.clone()),
        None => Err(args.wrong(0, "staticmethod")),
    }
}

static STATIC_METHOD_METHODS: &[Builtin] = &[
    Builtin::new(
        "staticmethod.__get__",
        "(self, instance, owner=None, /)",
        "Return an attribute of instance, which is of type owner.",
        |_, args| static_method(args),
    ),
    Builtin::new("staticmethod.__call__", "(self, /, *args, **kwargs)", "Call self as a function.", |vm, args| {
        vm.call(&static_method(args)?, args.rest(1), &args.keywords(2))
    }),
];

static CLASS_METHOD_METHODS: &[Builtin] = &[Builtin::new(
    "classmethod.__get__",
    "(self, instance, owner=None, /)",
    "Return an attribute of instance, which is of type owner.",
    |vm, args| {
        let Some(ClassMethod(function, _)) = args.get(0).downcast() else {
            return Err(args.wrong(0, "classmethod"));
        };
        let class = match (args.get(1), args.get(2)) {
            (_, Value::Class(owner)) => owner.clone(),
            (Value::None, _) => return Err(Raise::type_error("__get__(None, None) is invalid")),
            (instance, _) => vm.class_of(instance),
        };
        let bound = BoundMethod { receiver: Value::Class(class), function: function.clone() };
        Ok(Value::Method(Rc::new(bound)))
    },
)];

fn getter(args: &Args) -> Result<&'static Getter> {
    args.get(0).downcast::<NativeGetter>().map(|held| held.getter).ok_or_else(|| args.wrong(0, "getset_descriptor"))
}

/// The error for assigning a read-only native attribute, found in the object's class.
pub(crate) fn not_writable(found: &Value, object: &Value) -> Raise {
    let text = match found.downcast::<NativeGetter>() {
        Some(NativeGetter { getter, is_member: false }) => {
            format!("attribute '{}' of '{}' objects is not writable", getter.name, object.type_name())
        }
        _ => "readonly attribute".to_owned(),
    };
    Raise::new(Exc::AttributeError, text)
}

static GETSET_METHODS: &[Builtin] = &[
    Builtin::new(
        "getset_descriptor.__get__",
        "(self, instance, owner=None, /)",
        "Return an attribute of instance, which is of type owner.",
        NativeGetter::read,
    ),
    Builtin::new(
        "getset_descriptor.__set__",
        "(self, instance, value, /)",
        "Set an attribute of instance to value.",
        NativeGetter::write,
    ),
    Builtin::new(
        "getset_descriptor.__delete__",
        "(self, instance, /)",
        "Delete an attribute of instance.",
        NativeGetter::erase,
    ),
];

/// The name of a native attribute or a slot.
fn named(descriptor: &Value) -> Option<&str> {
    match descriptor.downcast::<NativeGetter>() {
        Some(held) => Some(held.getter.name),
        None => descriptor.downcast::<Slot>().map(Slot::name),
    }
}

static DESCRIPTOR_GETTERS: &[Getter] = &[
    Getter {
        name: "__objclass__",
        doc: "the class that has the attribute",
        get: |_, this| {
            Ok(named(this).and_then(|name| types().object.holder(name, this)).map(Value::Class).unwrap_or_default())
        },
        set: None,
    },
    Getter {
        name: "__qualname__",
        doc: "the attribute's qualified name",
        get: |_, this| {
            let Some(name) = named(this) else { return Ok(Value::None) };
            let owner = types().object.holder(name, this).map_or_else(String::new, |class| class.qualname() + ".");
            Ok(Value::from(owner + name))
        },
        set: None,
    },
    Getter {
        name: "__name__",
        doc: "the attribute's name",
        get: |_, this| Ok(named(this).map_or(Value::None, Value::str)),
        set: None,
    },
    Getter {
        name: "__doc__",
        doc: "the attribute's documentation",
        get: |_, this| Ok(this.downcast::<NativeGetter>().map_or(Value::None, |held| Value::str(held.getter.doc))),
        set: None,
    },
];

static ABSTRACT: &[Getter] = &[Getter {
    name: "__isabstractmethod__",
    doc: "whether the function is abstract",
    get: |vm, this| {
        let inner = this.downcast::<StaticMethod>().map(|inner| inner.0.clone());
        match inner.or_else(|| this.downcast::<ClassMethod>().map(|inner| inner.0.clone())) {
            Some(function) => vm.is_marked_abstract(&function).map(Value::from),
            None => Ok(Value::from(false)),
        }
    },
    set: None,
}];

/// Native attributes of the core classes.
pub(crate) fn getters(type_name: &str) -> &'static [Getter] {
    match type_name {
        "staticmethod" | "classmethod" => ABSTRACT,
        "getset_descriptor" | "member_descriptor" => DESCRIPTOR_GETTERS,
        _ => &[],
    }
}

/// `object.__new__` accepts arguments only if they are meant for an `__init__`.
fn refuse_arguments(class: &Class, args: &Args) -> Result<()> {
    if args.rest(1).is_empty() && args.keywords(2).is_empty() || class.native_base().is_some() {
        return Ok(());
    }
    if class.own_new().is_some() {
        return Err(Raise::type_error("object.__new__() takes exactly one argument (the type to instantiate)"));
    }
    match class.lookup("__init__") {
        Some(Value::Builtin(init)) if init.name == "object.__init__" => {
            Err(Raise::type_error(format!("{}() takes no arguments", class.name)))
        }
        _ => Ok(()),
    }
}

/// Rejects classes: `object`'s methods would bypass how `type` changes attributes.
fn refuse_classes(args: &Args) -> Result<()> {
    match args.get(0) {
        Value::Class(_) => {
            let (name, found) = (args.builtin.short_name(), args.get(0).type_name());
            Err(Raise::type_error(format!("can't apply this {name} to {found} object")))
        }
        _ => Ok(()),
    }
}

/// Objects have no order of their own.
fn unordered(_: &mut Vm, _: &Args) -> Result<Value> {
    Ok(Value::NotImplemented)
}

static OBJECT_METHODS: &[Builtin] = &[
    Builtin::new("object.__new__", "(cls, /, *args, **kwargs)", "A new object of a class.", |vm, args| {
        let Value::Class(class) = args.get(0) else {
            let found = args.get(0).type_name();
            return Err(Raise::type_error(format!("object.__new__(X): X is not a type object ({found})")));
        };
        if let Some(base) = class.order().find(|base| base.new.get().is_some() && base.name != "object") {
            let (class, base) = (&class.name, &base.name);
            return Err(Raise::type_error(format!("object.__new__({class}) is not safe, use {base}.__new__()")));
        }
        refuse_arguments(class, args)?;
        vm.new_object(class, args.rest(1), &args.keywords(2))
    }),
    Builtin::new("object.__init__", "(self, /, *args, **kwargs)", "Does nothing for a plain object.", |vm, args| {
        vm.init_beneath(args.get(0), args.rest(1), &args.keywords(2))
    }),
    Builtin::new("object.__repr__", "(self, /)", "The default form.", |vm, args| {
        let object = args.get(0);
        let class = vm.class_of(object);
        match class.lookup("__repr__") {
            // The evaluator's own types have no entries for it in their classes.
            Some(Value::Builtin(found)) if class.kind == ClassKind::BuiltIn && found.name == "object.__repr__" => {
                vm.repr(object).map(Value::from)
            }
            _ => Ok(Value::from(format!("<{} object at {:#x}>", class.full_name(), object.address()))),
        }
    }),
    Builtin::new("object.__str__", "(self, /)", "`repr(self)`.", |vm, args| vm.repr(args.get(0)).map(Value::from)),
    Builtin::new("object.__format__", "(self, spec, /)", "`str(self)`.", |vm, args| {
        let text = vm.str(args.get(0))?;
        if !args.str(1)?.is_empty() {
            let found = args.get(0).type_name();
            return Err(Raise::type_error(format!("unsupported format string passed to {found}.__format__")));
        }
        Ok(Value::from(text))
    }),
    Builtin::new("object.__eq__", "(self, other, /)", "Identity.", |_, args| {
        Ok(if args.get(0).is(args.get(1)) { Value::Bool(Truth::True) } else { Value::NotImplemented })
    }),
    Builtin::new("object.__ne__", "(self, other, /)", "The contrary of __eq__.", |vm, args| {
        match vm.call_method(args.get(0), "__eq__", std::slice::from_ref(args.get(1)))? {
            Value::NotImplemented => Ok(Value::NotImplemented),
            equal => vm.truth(&equal).map(|equal| Value::from(!equal)),
        }
    }),
    Builtin::new("object.__lt__", "(self, value, /)", "Return self<value.", unordered),
    Builtin::new("object.__le__", "(self, value, /)", "Return self<=value.", unordered),
    Builtin::new("object.__gt__", "(self, value, /)", "Return self>value.", unordered),
    Builtin::new("object.__ge__", "(self, value, /)", "Return self>=value.", unordered),
    Builtin::new("object.__hash__", "(self, /)", "By identity.", |_, args| {
        Ok(Value::Int((args.get(0).address() >> 4) as i64))
    }),
    Builtin::new("object.__getattribute__", "(self, name, /)", "Reads an attribute.", |vm, args| {
        vm.get_attr_plain(args.get(0), attribute_name(args)?)
    }),
    Builtin::new("object.__setattr__", "(self, name, value, /)", "Sets an attribute.", |vm, args| {
        refuse_classes(args)?;
        vm.set_attr_plain(args.get(0), attribute_name(args)?, args.get(2).clone())?;
        Ok(Value::None)
    })
    .quick(|args| match args {
        [object, Value::Str(name), value] => Vm::set_freely(object, name, value).then_some(Value::None),
        _ => None,
    }),
    Builtin::new("object.__delattr__", "(self, name, /)", "Deletes an attribute.", |vm, args| {
        refuse_classes(args)?;
        vm.delete_attr_plain(args.get(0), attribute_name(args)?)?;
        Ok(Value::None)
    }),
    Builtin::new("object.__dir__", "(self, /)", "The names of the attributes.", |vm, args| {
        let names = super::builtins::objects::attribute_names(vm, args.get(0));
        Ok(Value::list(names.into_iter().map(Value::from).collect()))
    }),
    Builtin::new("object.__init_subclass__", "(cls, /)", "Called when a subclass is made.", |_, _| Ok(Value::None)),
    Builtin::new(
        "object.__subclasshook__",
        "(cls, subclass, /)",
        "Called by issubclass() on an abstract class; NotImplemented selects the usual rules.",
        |_, _| Ok(Value::NotImplemented),
    ),
];

fn class_of(args: &Args) -> Result<&Rc<Class>> {
    match args.get(0) {
        Value::Class(class) => Ok(class),
        _ => Err(args.wrong(0, "type")),
    }
}

static TYPE_METHODS: &[Builtin] = &[
    Builtin::new(
        "type.__new__",
        "(metaclass, /, *args, **kwargs)",
        "Create and return a new class from a name, a tuple of bases and a dict of attributes.",
        |vm, args| {
            let metaclass = match args.get(0) {
                Value::Class(class) => class.clone(),
                other => {
                    let found = other.type_name();
                    return Err(Raise::type_error(format!("type.__new__(X): X is not a type object ({found})")));
                }
            };
            if !metaclass.is_subclass(&types().type_) {
                let name = &metaclass.name;
                return Err(Raise::type_error(format!("type.__new__({name}): {name} is not a subtype of type")));
            }
            vm.new_class(&metaclass, args.rest(1), &args.keywords(2))
        },
    ),
    Builtin::new("type.__repr__", "(self, /)", "Return repr(self).", |_, args| {
        Ok(Value::from(format!("<class '{}'>", class_of(args)?.full_name())))
    }),
    Builtin::new("type.__or__", "(self, value, /)", "Return self|value.", |vm, args| {
        Ok(generic::union(vm, args.get(0), args.get(1))?.unwrap_or(Value::NotImplemented))
    }),
    Builtin::new("type.__ror__", "(self, value, /)", "Return value|self.", |vm, args| {
        Ok(generic::union(vm, args.get(1), args.get(0))?.unwrap_or(Value::NotImplemented))
    }),
    Builtin::new("type.__init__", "(self, /, *args, **kwargs)", "Initialize a class.", |_, _| Ok(Value::None)),
    Builtin::new("type.__call__", "(self, /, *args, **kwargs)", "Make an object of the class.", |vm, args| {
        let class = class_of(args)?.clone();
        vm.make_object(&class, args.rest(1), &args.keywords(2))
    }),
    Builtin::new(
        "type.__prepare__",
        "(cls, /, *args, **kwargs)",
        "The namespace that the body of a class fills.",
        |_, _| Ok(Value::Dict(super::object::Dict::new())),
    ),
    Builtin::new("type.__instancecheck__", "(self, instance, /)", "Check if an object is an instance.", |vm, args| {
        vm.is_plain_instance(args.get(1), class_of(args)?).map(Value::from)
    }),
    Builtin::new("type.__subclasscheck__", "(self, subclass, /)", "Check if a class is a subclass.", |vm, args| {
        vm.is_plain_subclass(args.get(1), class_of(args)?).map(Value::from)
    }),
    Builtin::new("type.__setattr__", "(self, name, value, /)", "Sets an attribute of a class.", |vm, args| match args
        .get(0)
    {
        Value::Class(class) => {
            let (class, name) = (class.clone(), crate::object::intern(args.str(1)?));
            vm.set_class_attribute(&class, &name, args.get(2).clone()).map(|()| Value::None)
        }
        other => vm.set_attr(other, args.str(1)?, args.get(2).clone()).map(|()| Value::None),
    }),
    Builtin::new("type.__delattr__", "(self, name, /)", "Deletes an attribute of a class.", |vm, args| {
        match args.get(0) {
            Value::Class(class) if class.kind == ClassKind::User => {
                vm.delete_class_attribute(&class.clone(), args.str(1)?).map(|()| Value::None)
            }
            other => vm.delete_attribute(other, &args.str(1)?.into()).map(|()| Value::None),
        }
    }),
    Builtin::new("type.__subclasses__", "(self, /)", "The direct subclasses that are alive.", |vm, args| {
        match args.get(0) {
            Value::Class(class) => {
                // Only user code loads lazy files here: abstract classes call this often, and classes not created yet have no instances.
                if vm.runs_users_code() {
                    vm.run_all_files()?;
                }
                Ok(Value::list(class.subclasses().into_iter().map(Value::Class).collect()))
            }
            _ => Err(args.wrong(0, "type")),
        }
    }),
    Builtin::new("type.mro", "(self, /)", "The method resolution order.", |_, args| match args.get(0) {
        Value::Class(class) => {
            let ancestors = Class::linearized(class.bases())?;
            Ok(Value::list(std::iter::once(class.clone()).chain(ancestors).map(Value::Class).collect()))
        }
        _ => Err(args.wrong(0, "type")),
    }),
];

static ITERATOR_METHODS: &[Builtin] = &[
    Builtin::new("iterator.__iter__", "(self, /)", "Returns itself.", |_, args| Ok(args.get(0).clone())),
    Builtin::new("iterator.__next__", "(self, /)", "The next item; StopIteration at the end.", |vm, args| {
        // The payload of a subclass's instance: the object itself would call this method again.
        let this = args.get(0).beneath().clone();
        vm.next_or_stop(&this)
    }),
    // Last, so that only iterators over existing values get it.
    Builtin::new("iterator.__length_hint__", "(self, /)", "The number of remaining items.", |vm, args| {
        Ok(match args.get(0).beneath() {
            Value::Iter(iter) => vm.remaining(iter)?.map_or(Value::NotImplemented, |left| Value::Int(left as i64)),
            _ => Value::NotImplemented,
        })
    }),
];

fn generator(args: &Args) -> Result<&Rc<Iter>> {
    match args.get(0) {
        Value::Iter(iter) if iter.flow().is_some_and(Flow::is_generator) => Ok(iter),
        _ => Err(args.wrong(0, "generator")),
    }
}

/// The exception for `throw`: an exception, or a type and its argument, as `raise` once allowed.
pub(crate) fn thrown(vm: &mut Vm, args: &Args) -> Result<Value> {
    let (exception, value) = (args.get(1), args.get(2));
    if !args.get(3).is_none() && args.get(3).type_name() != "traceback" {
        return Err(Raise::type_error("throw() third argument must be a traceback object"));
    }
    if args.given(2).is_some_and(|value| !value.is_none()) || !args.get(3).is_none() {
        let method = args.builtin.short_name();
        let text =
            format!("the (type, exc, tb) signature of {method}() is deprecated, use the single-arg signature instead.");
        vm.warn("DeprecationWarning", &text)?;
    }
    match (exception, value) {
        (Value::Class(_), Value::None) => Ok(exception.clone()),
        (Value::Class(class), Value::Instance(_)) if is_instance(value, class) => Ok(value.clone()),
        (Value::Class(_), Value::Tuple(items)) => vm.call(exception, items, &[]),
        (Value::Class(_), value) => vm.call(exception, std::slice::from_ref(value), &[]),
        (_, Value::None) => Ok(exception.clone()),
        _ => Err(Raise::type_error("instance exception may not have a separate value")),
    }
}

static GENERATOR_METHODS: &[Builtin] = &[
    Builtin::new("generator.__iter__", "(self, /)", "Itself.", |_, args| Ok(args.get(0).clone())),
    Builtin::new("generator.__next__", "(self, /)", "Implement next(self).", |vm, args| {
        vm.generator_send(generator(args)?, Value::None)
    }),
    Builtin::new(
        "generator.send",
        "(self, value, /)",
        "Sends a value to the pending yield and runs to the next.",
        |vm, args| vm.generator_send(generator(args)?, args.get(1).clone()),
    ),
    Builtin::new(
        "generator.throw",
        "(self, exception, value=None, tb=None, /)",
        "Raises an exception at the pending yield.",
        |vm, args| {
            let generator = generator(args)?;
            let exception = thrown(vm, args)?;
            vm.generator_throw(generator, exception)
        },
    ),
    Builtin::new("generator.close", "(self, /)", "Raises GeneratorExit at the pending yield.", |vm, args| {
        vm.generator_close(generator(args)?)
    }),
];

/// Native methods of the core classes.
pub(crate) fn methods(type_name: &str) -> &'static [Builtin] {
    match type_name {
        "object" => OBJECT_METHODS,
        "type" => TYPE_METHODS,
        "super" => SUPER_METHODS,
        "staticmethod" => STATIC_METHOD_METHODS,
        "classmethod" => CLASS_METHOD_METHODS,
        "getset_descriptor" => GETSET_METHODS,
        "iterator" => ITERATOR_METHODS,
        "generator" => GENERATOR_METHODS,
        _ => &[],
    }
}
