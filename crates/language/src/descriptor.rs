//! Attributes that act when read: properties, class and static methods, `super`, native getters; and the methods that
//! every object has.

use super::builtins::objects::attribute_name;
use super::class::ClassKind;
use super::compile::Flow;
use super::native::{Args, Builtin, Getter, Native};
use super::object::{Iter, Str};
use super::types::{is_instance, types};
use super::{Class, Exc, Raise, Result, Truth, Value, Vm};
use std::any::Any;
use std::cell::RefCell;
use std::rc::Rc;

/// A native attribute in a class's dict.
pub struct NativeGetter(pub &'static Getter);

pub(crate) struct Property {
    pub get: Value,
    pub set: Value,
    pub delete: Value,
    pub doc: RefCell<Value>,
    /// The documentation is the getter's: a copy with another getter has that one's.
    is_documented_by_getter: bool,
}

pub(crate) struct StaticMethod(pub Value);

pub(crate) struct ClassMethod(pub Value);

/// `super(start, object)`: attributes after `start` in the order of the object's class.
pub(crate) struct Super {
    pub start: Rc<Class>,
    pub object: Value,
    /// The class whose order is followed.
    pub class: Rc<Class>,
}

macro_rules! native {
    ($type:ty, $name:literal, |$own:ident| $wrapped:expr, |$this:ident, $visit:ident| $trace:expr) => {
        impl Native for $type {
            fn as_any(&self) -> &dyn Any {
                self
            }
            fn class(&self) -> Rc<Class> {
                types().built_in($name).clone()
            }
            fn repr(&self, vm: &mut Vm) -> Result<String> {
                let $own = self;
                let wrapped: Option<&Value> = $wrapped;
                match wrapped {
                    Some(inner) => Ok(format!("<{}({})>", $name, vm.repr(inner)?)),
                    None => Ok(format!("<{} object at {:#x}>", $name, std::ptr::from_ref(self) as usize)),
                }
            }
            fn trace(&self, $visit: &mut dyn FnMut(&Value)) {
                let $this = self;
                $trace
            }
        }
    };
}
native!(NativeGetter, "getset_descriptor", |_own| None, |_this, _visit| {});
impl Native for Property {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        types().built_in("property").clone()
    }
    fn repr(&self, _vm: &mut Vm) -> Result<String> {
        Ok(format!("<property object at {:#x}>", std::ptr::from_ref(self) as usize))
    }
    fn set_attr(&self, _vm: &mut Vm, name: &str, value: &Value) -> Result<bool> {
        let is_doc = name == "__doc__";
        if is_doc {
            *self.doc.borrow_mut() = value.clone();
        }
        Ok(is_doc)
    }
    fn trace(&self, visit: &mut dyn FnMut(&Value)) {
        for value in [&self.get, &self.set, &self.delete, &self.doc.borrow()] {
            visit(value);
        }
    }
}
native!(StaticMethod, "staticmethod", |own| Some(&own.0), |this, visit| visit(&this.0));
native!(ClassMethod, "classmethod", |own| Some(&own.0), |this, visit| visit(&this.0));
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

/// `super(start)`: becomes a `Super` where it is read through an object, as a descriptor.
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
        if !class.is_subclass(start) {
            return Err(Raise::type_error("super(type, obj): obj must be an instance or subtype of type"));
        }
        Ok(Value::native(Super { start: start.clone(), object, class }))
    }
    /// The raw attribute, as it stands in a class's dict.
    pub fn lookup(&self, name: &Str) -> Option<Value> {
        Super::find(&self.class, &self.start, name)
    }
    /// What a class's order has under a name after one of its classes.
    pub fn find(class: &Class, start: &Class, name: &Str) -> Option<Value> {
        let mut order = class.order();
        order.find(|class| std::ptr::eq(*class, start))?;
        order.find_map(|class| class.dict.get_name(name))
    }
}

static PROPERTY: Builtin = Builtin::new(
    "property",
    "(fget=None, fset=None, fdel=None, doc=None)",
    "An attribute computed by a method.",
    |_, args| Ok(Property::made([0, 1, 2].map(|i| args.get(i).clone()), args.get(3).clone())),
);

impl Property {
    /// A property of a getter, a setter and a deleter; without documentation of its own it has the getter's.
    fn made([get, set, delete]: [Value; 3], doc: Value) -> Value {
        let of_getter = match (&doc, &get) {
            (Value::None, Value::Function(getter)) => getter.doc().map(Value::from),
            _ => None,
        };
        let is_documented_by_getter = of_getter.is_some();
        let doc = RefCell::new(of_getter.unwrap_or(doc));
        Value::native(Property { get, set, delete, doc, is_documented_by_getter })
    }
    /// A copy with the function of a slot replaced: 0 the getter, 1 the setter, 2 the deleter.
    fn with(args: &Args, slot: usize) -> Result<Value> {
        let old = property(args)?;
        let mut functions = [&old.get, &old.set, &old.delete].map(Value::clone);
        functions[slot] = args.get(1).clone();
        let doc = if old.is_documented_by_getter { Value::None } else { old.doc.borrow().clone() };
        Ok(Property::made(functions, doc))
    }
}

static CLASS_METHOD: Builtin =
    Builtin::new("classmethod", "(function, /)", "A method that receives its class as first argument.", |_, args| {
        Ok(Value::native(ClassMethod(args.get(0).clone())))
    });
static STATIC_METHOD: Builtin = Builtin::new(
    "staticmethod",
    "(function, /)",
    "A method that receives neither its object nor its class.",
    |_, args| Ok(Value::native(StaticMethod(args.get(0).clone()))),
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
    });
static OBJECT: Builtin = Builtin::new("object", "()", "A plain object.", |_, _| {
    Ok(Value::Instance(super::object::Instance::new(types().object.clone())))
});

/// What the names of these classes run when called.
pub(crate) fn constructor(type_name: &str) -> Option<&'static Builtin> {
    Some(match type_name {
        "property" => &PROPERTY,
        "classmethod" => &CLASS_METHOD,
        "staticmethod" => &STATIC_METHOD,
        "super" => &SUPER,
        "type" => &TYPE,
        "object" => &OBJECT,
        _ => return None,
    })
}

fn property(args: &Args) -> Result<&Property> {
    args.get(0).downcast().ok_or_else(|| args.wrong(0, "property"))
}

static PROPERTY_METHODS: &[Builtin] = &[
    Builtin::new("property.getter", "(self, fget, /)", "The property with another getter.", |_, args| {
        Property::with(args, 0)
    }),
    Builtin::new("property.setter", "(self, fset, /)", "The property with a setter.", |_, args| {
        Property::with(args, 1)
    }),
    Builtin::new("property.deleter", "(self, fdel, /)", "The property with a deleter.", |_, args| {
        Property::with(args, 2)
    }),
];

static STATIC_METHOD_METHODS: &[Builtin] =
    &[Builtin::new("staticmethod.__call__", "(self, /, *args, **kwargs)", "Call the function.", |vm, args| match args
        .get(0)
        .downcast::<StaticMethod>()
    {
        Some(StaticMethod(function)) => vm.call(&function.clone(), args.rest(1), &args.keywords(2)),
        None => Err(args.wrong(0, "staticmethod")),
    })];
static SUPER_METHODS: &[Builtin] = &[
    Builtin::new(
        "super.__init__",
        "(self, type=None, object_or_type=None, /)",
        "Nothing: it was made whole.",
        |_, _| Ok(Value::None),
    ),
    Builtin::new("super.__get__", "(self, instance, owner=None, /)", "Bound to an object.", |vm, args| {
        match (args.get(0).downcast::<UnboundSuper>(), args.get(1)) {
            (Some(unbound), object) if !object.is_none() => {
                let start = unbound.0.clone();
                Super::bound(vm, &start, object.clone())
            }
            _ => Ok(args.get(0).clone()),
        }
    }),
];

static OBJECT_METHODS: &[Builtin] = &[
    Builtin::new("object.__new__", "(cls, /, *args, **kwargs)", "A new object of a class.", |vm, args| {
        let Value::Class(class) = args.get(0) else {
            let found = args.get(0).type_name();
            return Err(Raise::type_error(format!("object.__new__(X): X is not a type object ({found})")));
        };
        vm.new_object(class, args.rest(1), &args.keywords(2))
    }),
    Builtin::new("object.__init__", "(self, /, *args, **kwargs)", "Nothing, for a plain object.", |vm, args| {
        vm.init_beneath(args.get(0), args.rest(1), &args.keywords(2))
    }),
    Builtin::new("object.__repr__", "(self, /)", "The default form.", |vm, args| {
        vm.default_repr(args.get(0)).map(Value::from)
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
        Ok(Value::from(!vm.equal(args.get(0), args.get(1))?))
    }),
    Builtin::new("object.__hash__", "(self, /)", "By identity.", |_, args| {
        Ok(Value::Int((args.get(0).address() >> 4) as i64))
    }),
    Builtin::new("object.__getattribute__", "(self, name, /)", "Reads an attribute.", |vm, args| {
        vm.get_attr_plain(args.get(0), attribute_name(args)?)
    }),
    Builtin::new("object.__setattr__", "(self, name, value, /)", "Sets an attribute.", |vm, args| {
        vm.set_attr_plain(args.get(0), attribute_name(args)?, args.get(2).clone())?;
        Ok(Value::None)
    }),
    Builtin::new("object.__delattr__", "(self, name, /)", "Deletes an attribute.", |vm, args| {
        vm.delete_attr_plain(args.get(0), attribute_name(args)?)?;
        Ok(Value::None)
    }),
    Builtin::new("object.__dir__", "(self, /)", "The names of the attributes.", |vm, args| {
        let names = super::builtins::objects::attribute_names(vm, args.get(0));
        Ok(Value::list(names.into_iter().map(Value::from).collect()))
    }),
    Builtin::new("object.__init_subclass__", "(cls, /)", "Called when a subclass is made.", |_, _| Ok(Value::None)),
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
        "Create and return a new class: of a name, a tuple of bases and a dict of names.",
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
        let own = vm.class_of(args.get(1));
        Ok(Value::from(own.is_subclass(class_of(args)?)))
    }),
    Builtin::new("type.__subclasscheck__", "(self, subclass, /)", "Check if a class is a subclass.", |_, args| {
        match args.get(1) {
            Value::Class(other) => Ok(Value::from(other.is_subclass(class_of(args)?))),
            _ => Err(Raise::type_error("issubclass() arg 1 must be a class")),
        }
    }),
    Builtin::new("type.__setattr__", "(self, name, value, /)", "Sets an attribute of a class.", |vm, args| match args
        .get(0)
    {
        Value::Class(class) if class.kind == ClassKind::User => {
            class.set(args.str(1)?, args.get(2).clone());
            Ok(Value::None)
        }
        other => vm.set_attr(other, args.str(1)?, args.get(2).clone()).map(|()| Value::None),
    }),
    Builtin::new("type.__delattr__", "(self, name, /)", "Deletes an attribute of a class.", |vm, args| {
        match args.get(0) {
            Value::Class(class) if class.kind == ClassKind::User => {
                let name = args.str(1)?;
                match class.remove(name) {
                    Some(_) => Ok(Value::None),
                    None => Err(vm.no_attribute(args.get(0), name)),
                }
            }
            other => vm.delete_attribute(other, &args.str(1)?.into()).map(|()| Value::None),
        }
    }),
    Builtin::new("type.__subclasses__", "(self, /)", "The direct subclasses that are alive.", |vm, args| {
        match args.get(0) {
            Value::Class(class) => {
                // Abstract classes ask often, and a class that was not made yet has no instances.
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
            let order = std::iter::once(class).chain(&class.ancestors);
            Ok(Value::list(order.cloned().map(Value::Class).collect()))
        }
        _ => Err(args.wrong(0, "type")),
    }),
];

static ITERATOR_METHODS: &[Builtin] = &[
    Builtin::new("iterator.__iter__", "(self, /)", "Itself.", |_, args| Ok(args.get(0).clone())),
    Builtin::new("iterator.__next__", "(self, /)", "The next item; StopIteration at the end.", |vm, args| {
        vm.next(args.get(0))?.ok_or_else(|| Raise::with_args(Exc::StopIteration, Vec::new()))
    }),
    // Last, so that only iterators over what is at hand get it.
    Builtin::new("iterator.__length_hint__", "(self, /)", "How many items are to come.", |_, args| {
        Ok(match args.get(0) {
            Value::Iter(iter) => iter.remaining().map_or(Value::NotImplemented, |left| Value::Int(left as i64)),
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

/// What `throw` is to raise: an exception, or a type and what its instance is made from, as `raise` had it once.
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
    Builtin::new("generator.__next__", "(self, /)", "Runs to the next yield.", |vm, args| {
        vm.generator_send(generator(args)?, Value::None)
    }),
    Builtin::new(
        "generator.send",
        "(self, value, /)",
        "Gives the waiting yield a value and runs to the next.",
        |vm, args| vm.generator_send(generator(args)?, args.get(1).clone()),
    ),
    Builtin::new(
        "generator.throw",
        "(self, exception, value=None, tb=None, /)",
        "Raises at the waiting yield.",
        |vm, args| {
            let generator = generator(args)?;
            let exception = thrown(vm, args)?;
            vm.generator_throw(generator, exception)
        },
    ),
    Builtin::new("generator.close", "(self, /)", "Raises GeneratorExit at the waiting yield.", |vm, args| {
        vm.generator_close(generator(args)?)?;
        Ok(Value::None)
    }),
];

/// Native methods of the classes that belong to the core.
pub(crate) fn methods(type_name: &str) -> &'static [Builtin] {
    match type_name {
        "object" => OBJECT_METHODS,
        "type" => TYPE_METHODS,
        "property" => PROPERTY_METHODS,
        "staticmethod" => STATIC_METHOD_METHODS,
        "super" => SUPER_METHODS,
        "iterator" => ITERATOR_METHODS,
        "generator" => GENERATOR_METHODS,
        _ => &[],
    }
}
