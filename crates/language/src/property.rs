//! Properties: attributes with functions for reading, setting and deleting.

use super::native::{Args, Builtin, Getter, Native};
use super::types::types;
use super::{Class, Exc, Raise, Result, Value, Vm};
use std::any::Any;
use std::cell::{Ref, RefCell};
use std::rc::Rc;

/// A property; the payload of an instance of a subclass.
#[derive(Default)]
pub(crate) struct Property(RefCell<State>);

#[derive(Default, Clone)]
struct State {
    get: Value,
    set: Value,
    delete: Value,
    doc: Value,
    /// Whether the documentation is the getter's: a copy with another getter takes that one's.
    is_documented_by_getter: bool,
    /// The name in the class, or an assigned one.
    name: Option<Value>,
}

impl State {
    fn functions(&self) -> [Value; 3] {
        [&self.get, &self.set, &self.delete].map(Value::clone)
    }
}

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
    fn trace(&self, visit: &mut dyn FnMut(&Value)) {
        let state = self.0.borrow();
        for value in [&state.get, &state.set, &state.delete, &state.doc] {
            visit(value);
        }
    }
}

impl Property {
    /// The property of a value, but not of a subclass instance.
    pub(crate) fn of(value: &Value) -> Option<&Property> {
        match value {
            Value::Native(native) => native.as_any().downcast_ref(),
            _ => None,
        }
    }
    pub(crate) fn getter(&self) -> Value {
        self.0.borrow().get.clone()
    }
    fn state(&self) -> Ref<'_, State> {
        self.0.borrow()
    }
    /// Sets the name under which the class defines it.
    pub(crate) fn set_name(&self, name: &Value) {
        self.0.borrow_mut().name = Some(name.clone());
    }
    pub(crate) fn doc(&self) -> Value {
        self.state().doc.clone()
    }
    pub(crate) fn set_doc(&self, doc: Value) {
        self.0.borrow_mut().doc = doc;
    }

    pub(crate) fn read(&self, vm: &mut Vm, object: &Value) -> Result<Value> {
        match self.getter() {
            Value::None => Err(self.lacks(vm, "getter", object)),
            get => vm.call(&get, std::slice::from_ref(object), &[]),
        }
    }
    pub(crate) fn write(&self, vm: &mut Vm, object: &Value, value: &Value) -> Result<()> {
        let set = self.state().set.clone();
        match set {
            Value::None => Err(self.lacks(vm, "setter", object)),
            set => vm.call(&set, &[object.clone(), value.clone()], &[]).map(drop),
        }
    }
    pub(crate) fn delete(&self, vm: &mut Vm, object: &Value) -> Result<()> {
        let delete = self.state().delete.clone();
        match delete {
            Value::None => Err(self.lacks(vm, "deleter", object)),
            delete => vm.call(&delete, std::slice::from_ref(object), &[]).map(drop),
        }
    }
    /// Its name, else the getter's.
    fn name(&self, vm: &mut Vm) -> Result<Option<Value>> {
        let (name, get) = (self.state().name.clone(), self.getter());
        match (name, get) {
            (Some(name), _) => Ok(Some(name)),
            (None, Value::None) => Ok(None),
            (None, get) => vm.find_attr(&get, "__name__"),
        }
    }
    fn lacks(&self, vm: &mut Vm, function: &str, object: &Value) -> Raise {
        let name = match self.name(vm) {
            Ok(name) => name,
            Err(raise) => return raise,
        };
        let class = vm.class_of(object).qualname();
        let text = match name.and_then(|name| vm.repr(&name).ok()) {
            Some(name) => format!("property {name} of '{class}' object has no {function}"),
            None => format!("property of '{class}' object has no {function}"),
        };
        Raise::new(Exc::AttributeError, text)
    }
    fn is_abstract(&self, vm: &mut Vm) -> Result<bool> {
        let functions = self.state().functions();
        for function in functions {
            if vm.is_marked_abstract(&function)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

impl Vm {
    /// Whether a function is marked abstract (`__isabstractmethod__`).
    pub(crate) fn is_marked_abstract(&mut self, function: &Value) -> Result<bool> {
        match self.find_attr(function, "__isabstractmethod__")? {
            Some(marked) => self.truth(&marked),
            None => Ok(false),
        }
    }
}

pub(crate) static PROPERTY: Builtin = Builtin::new(
    "property",
    "(fget=None, fset=None, fdel=None, doc=None)",
    "Property attribute.\n\n\
     fget: function to be used for getting an attribute value\nfset: function to be used for setting an attribute value\n\
     fdel: function to be used for del'ing an attribute\ndoc: docstring",
    |vm, args| {
        let made = Value::native(Property::default());
        initialize(vm, &made, [0, 1, 2, 3].map(|i| args.get(i).clone()))?;
        Ok(made)
    },
);

fn property(args: &Args) -> Result<&Property> {
    args.get(0).downcast().ok_or_else(|| args.wrong(0, "property"))
}

/// `__init__`: without its own documentation a property takes the getter's. A subclass instance stores it as an attribute.
fn initialize(vm: &mut Vm, this: &Value, [get, set, delete, doc]: [Value; 4]) -> Result<()> {
    let Some(property) = this.downcast::<Property>() else { return Ok(()) };
    let of_getter = match (&doc, &get) {
        (Value::None, get) if !get.is_none() => vm.find_attr(get, "__doc__")?.filter(|doc| !doc.is_none()),
        _ => None,
    };
    let is_documented_by_getter = of_getter.is_some();
    let doc = of_getter.unwrap_or(doc);
    let state = State { get, set, delete, doc: doc.clone(), is_documented_by_getter, name: None };
    drop(property.0.replace(state));
    if let Value::Instance(_) = this {
        match vm.set_attr(this, "__doc__", doc) {
            Err(raise) if is_documented_by_getter || !raise.is(Exc::AttributeError) => return Err(raise),
            _ => {}
        }
    }
    Ok(())
}

/// A copy with one function replaced: 0 the getter, 1 the setter, 2 the deleter.
fn with(vm: &mut Vm, args: &Args, slot: usize) -> Result<Value> {
    let State { get, set, delete, doc, is_documented_by_getter, name } = property(args)?.state().clone();
    let mut functions = [get, set, delete];
    if !args.get(1).is_none() {
        functions[slot] = args.get(1).clone();
    }
    let doc = if is_documented_by_getter && !functions[0].is_none() { Value::None } else { doc };
    let [get, set, delete] = functions;
    let class = Value::Class(vm.class_of(args.get(0)));
    let copy = vm.call(&class, &[get, set, delete, doc], &[])?;
    if let Some(copied) = copy.downcast::<Property>() {
        copied.0.borrow_mut().name = name;
    }
    Ok(copy)
}

pub(crate) static METHODS: &[Builtin] =
    &[
        Builtin::new(
            "property.__init__",
            "(self, /, fget=None, fset=None, fdel=None, doc=None)",
            "Initialize self.  See help(type(self)) for accurate signature.",
            |vm, args| {
                initialize(vm, args.get(0), [1, 2, 3, 4].map(|i| args.get(i).clone()))?;
                Ok(Value::None)
            },
        ),
        Builtin::new(
            "property.__get__",
            "(self, instance, owner=None, /)",
            "Return an attribute of instance, which is of type owner.",
            |vm, args| match args.get(1) {
                Value::None => Ok(args.get(0).clone()),
                object => property(args)?.read(vm, object),
            },
        ),
        Builtin::new(
            "property.__set__",
            "(self, instance, value, /)",
            "Set an attribute of instance to value.",
            |vm, args| property(args)?.write(vm, args.get(1), args.get(2)).map(|()| Value::None),
        ),
        Builtin::new("property.__delete__", "(self, instance, /)", "Delete an attribute of instance.", |vm, args| {
            property(args)?.delete(vm, args.get(1)).map(|()| Value::None)
        }),
        Builtin::new("property.__set_name__", "(self, /, *args)", "Method to set name of a property.", |_, args| {
            match args.rest(1) {
                [_, name] => {
                    property(args)?.set_name(name);
                    Ok(Value::None)
                }
                given => {
                    let given = given.len();
                    let text = format!("__set_name__() takes 2 positional arguments but {given} were given");
                    Err(Raise::type_error(text))
                }
            }
        }),
        Builtin::new(
            "property.getter",
            "(self, fget, /)",
            "Descriptor to obtain a copy of the property with a different getter.",
            |vm, args| with(vm, args, 0),
        ),
        Builtin::new(
            "property.setter",
            "(self, fset, /)",
            "Descriptor to obtain a copy of the property with a different setter.",
            |vm, args| with(vm, args, 1),
        ),
        Builtin::new(
            "property.deleter",
            "(self, fdel, /)",
            "Descriptor to obtain a copy of the property with a different deleter.",
            |vm, args| with(vm, args, 2),
        ),
    ];

fn held<T>(this: &Value, read: impl Fn(&State) -> T) -> Result<T> {
    let property = this.downcast::<Property>();
    property
        .map(|property| read(&property.state()))
        .ok_or_else(|| Raise::type_error("descriptor requires a 'property' object"))
}

/// A read-only getter for one of the three functions.
const fn function(name: &'static str, get: fn(&mut Vm, &Value) -> Result<Value>) -> Getter {
    Getter { name, doc: "", get, set: Some(|_, _, _| Err(Raise::new(Exc::AttributeError, "readonly attribute"))) }
}

pub(crate) static GETTERS: &[Getter] = &[
    function("fget", |_, this| held(this, |state| state.get.clone())),
    function("fset", |_, this| held(this, |state| state.set.clone())),
    function("fdel", |_, this| held(this, |state| state.delete.clone())),
    Getter {
        name: "__name__",
        doc: "the name in the class",
        get: |vm, this| {
            let name = match this.downcast::<Property>() {
                Some(property) => property.name(vm)?,
                None => None,
            };
            name.ok_or_else(|| {
                let text = format!("'{}' object has no attribute '__name__'", this.type_name());
                Raise::new(Exc::AttributeError, text)
            })
        },
        set: Some(|_, this, name| {
            if let Some(property) = this.downcast::<Property>() {
                property.set_name(&name);
            }
            Ok(())
        }),
    },
    Getter {
        name: "__isabstractmethod__",
        doc: "whether one of the functions is abstract",
        get: |vm, this| match this.downcast::<Property>() {
            Some(property) => property.is_abstract(vm).map(Value::from),
            None => Ok(Value::from(false)),
        },
        set: None,
    },
];
