//! `functools.partial`: a function with some arguments already given.

use crate::subscripted::subscripted;
use std::any::Any;
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;
use tensorcell_language::builtins::objects::is_callable;
use tensorcell_language::builtins::repr::Showing;
use tensorcell_language::object::{Dict, Tuple};
use tensorcell_language::{Args, Builtin, Class, Getter, Native, Raise, Result, Value, Vm};

thread_local! {
    pub(super) static CLASS: Rc<Class> = Class::native(
        "functools",
        "partial",
        &[],
        Some(&NEW),
        METHODS,
        GETTERS,
        "Create a new function with partial application of the given arguments and keywords.",
    )
    .shown_in_full();
}

#[derive(Clone)]
struct Given {
    function: Value,
    args: Rc<Tuple>,
    keywords: Rc<Dict>,
}

struct Partial {
    given: RefCell<Given>,
    own: OnceCell<Rc<Dict>>,
}

static NEW: Builtin = Builtin::new(
    "partial",
    "(func=..., /, *args, **keywords)",
    "Create a new function with partial application of the given arguments and keywords.",
    |vm, args| {
        let Some(function) = args.given(0).cloned() else {
            return Err(Raise::type_error("type 'partial' takes at least one argument"));
        };
        if !is_callable(vm, &function)? {
            return Err(Raise::type_error("the first argument must be callable"));
        }
        let given =
            Given { function, args: Rc::new(args.rest(1).iter().cloned().collect()), keywords: named(vm, args)? };
        let given = given.flattened(vm)?;
        Ok(Value::native(Partial { given: RefCell::new(given), own: OnceCell::new() }))
    },
);

fn named(vm: &mut Vm, args: &Args) -> Result<Rc<Dict>> {
    let keywords = Dict::new();
    for (name, value) in args.keywords(2) {
        keywords.insert(vm, Value::str(name), value)?;
    }
    Ok(keywords)
}

impl Given {
    /// A partial of a partial that has no attributes of its own is one of the function beneath.
    fn flattened(self, vm: &mut Vm) -> Result<Given> {
        let inner = match self.function.beneath().downcast::<Partial>() {
            Some(inner) if !has_attributes(vm, &self.function)? => inner.given.borrow().clone(),
            _ => return Ok(self),
        };
        let args = Rc::new(inner.args.iter().chain(self.args.iter()).cloned().collect());
        let keywords = inner.keywords.copy();
        keywords.update(vm, &self.keywords)?;
        Ok(Given { function: inner.function, args, keywords })
    }
    /// The keywords of a call: those given first, with the call's own in their places.
    fn keywords_for(&self, own: &[(String, Value)]) -> Result<Vec<(String, Value)>> {
        let mut all = Vec::with_capacity(self.keywords.len() + own.len());
        for (name, value) in self.keywords.items() {
            let name = name.as_str().ok_or_else(|| Raise::type_error("keywords must be strings"))?.to_owned();
            let value = own.iter().find(|(known, _)| *known == name).map_or(value, |(_, value)| value.clone());
            all.push((name, value));
        }
        let is_new = |name: &str| self.keywords.get_str(name).is_none();
        all.extend(own.iter().filter(|(name, _)| is_new(name)).cloned());
        Ok(all)
    }
}

fn has_attributes(vm: &mut Vm, function: &Value) -> Result<bool> {
    match function {
        Value::Native(_) => Ok(function.downcast::<Partial>().is_some_and(|held| held.own.get().is_some())),
        _ => Ok(matches!(vm.get_attr(function, "__dict__")?, Value::Dict(names) if !names.is_empty())),
    }
}

impl Partial {
    fn given(&self) -> Given {
        self.given.borrow().clone()
    }
    fn called(&self, vm: &mut Vm, args: &[Value], keywords: &[(String, Value)]) -> Result<Value> {
        let given = self.given();
        let all: Vec<Value> = given.args.iter().chain(args).cloned().collect();
        match given.keywords.is_empty() {
            true => vm.call(&given.function, &all, keywords),
            false => vm.call(&given.function, &all, &given.keywords_for(keywords)?),
        }
    }
    fn shown(&self, vm: &mut Vm, class: &Class) -> Result<String> {
        let Some(_showing) = Showing::enter(std::ptr::from_ref(self) as usize)? else {
            return Ok("...".into());
        };
        let given = self.given();
        let mut parts = vec![vm.repr(&given.function)?];
        for value in given.args.iter() {
            parts.push(vm.repr(value)?);
        }
        for (name, value) in given.keywords.items() {
            let name = vm.str(&name)?;
            parts.push(format!("{name}={}", vm.repr(&value)?));
        }
        Ok(format!("{}({})", class.full_name(), parts.join(", ")))
    }
}

impl Native for Partial {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        CLASS.with(Rc::clone)
    }
    fn repr(&self, vm: &mut Vm) -> Result<String> {
        self.shown(vm, &self.class())
    }
    fn own(&self) -> Option<&OnceCell<Rc<Dict>>> {
        Some(&self.own)
    }
    fn call(&self, vm: &mut Vm, args: &[Value], keywords: &[(String, Value)]) -> Result<Option<Value>> {
        self.called(vm, args, keywords).map(Some)
    }
    fn bound(&self, vm: &mut Vm, _this: &Value, _object: &Value) -> Result<Option<Value>> {
        vm.warn("FutureWarning", FUTURE).map(|()| None)
    }
    fn trace(&self, visit: &mut dyn FnMut(&Value)) {
        if let Ok(given) = self.given.try_borrow() {
            visit(&given.function);
            visit(&Value::Tuple(given.args.clone()));
            visit(&Value::Dict(given.keywords.clone()));
        }
        if let Some(own) = self.own.get() {
            visit(&Value::Dict(own.clone()));
        }
    }
}

const FUTURE: &str = "functools.partial will be a method descriptor in future Python versions; wrap it in staticmethod() if \
                      you want to preserve the old behavior";

fn this(args: &Args) -> Result<&Partial> {
    held(args.get(0)).ok_or_else(|| args.wrong(0, "functools.partial"))
}

fn held(value: &Value) -> Option<&Partial> {
    value.beneath().downcast()
}

/// A dict, or None where it is empty.
fn or_none(names: Value) -> Value {
    match &names {
        Value::Dict(dict) if dict.is_empty() => Value::None,
        _ => names,
    }
}

fn set_state(vm: &mut Vm, args: &Args) -> Result<Value> {
    let Value::Tuple(state) = args.get(1).beneath() else {
        return Err(Raise::type_error("argument to __setstate__ must be a tuple"));
    };
    let [function, given, keywords, names] = &state[..] else {
        return Err(Raise::type_error("invalid partial state"));
    };
    let is_dict = |value: &Value| value.is_none() || matches!(value.beneath(), Value::Dict(_));
    let (Value::Tuple(given), true, true) = (given.beneath(), is_dict(keywords), is_dict(names)) else {
        return Err(Raise::type_error("invalid partial state"));
    };
    if !is_callable(vm, function)? {
        return Err(Raise::type_error("invalid partial state"));
    }
    let keywords = match keywords {
        Value::Dict(keywords) => keywords.clone(),
        other => match other.beneath() {
            Value::Dict(keywords) => keywords.copy(),
            _ => Dict::new(),
        },
    };
    this(args)?.given.replace(Given { function: function.clone(), args: given.clone(), keywords });
    if let Value::Dict(own) = vm.get_attr(args.get(0), "__dict__")? {
        own.clear();
        if let Value::Dict(names) = names.beneath() {
            own.update(vm, names)?;
        }
    }
    Ok(Value::None)
}

static METHODS: &[Builtin] = &[
    Builtin::new("partial.__class_getitem__", "(cls, item, /)", "See PEP 585", subscripted),
    Builtin::new("partial.__call__", "(self, /, *args, **kwargs)", "Call self as a function.", |vm, args| {
        this(args)?.called(vm, args.rest(1), &args.keywords(2))
    }),
    Builtin::new("partial.__repr__", "(self, /)", "Return repr(self).", |vm, args| {
        let class = vm.class_of(args.get(0));
        this(args)?.shown(vm, &class).map(Value::from)
    }),
    Builtin::new(
        "partial.__get__",
        "(self, instance, owner=None, /)",
        "Return an attribute of instance, which is of type owner.",
        |vm, args| {
            if !args.get(1).is_none() {
                vm.warn("FutureWarning", FUTURE)?;
            }
            Ok(args.get(0).clone())
        },
    ),
    Builtin::new("partial.__reduce__", "(self, /)", "Return state information for pickling.", |vm, args| {
        let (class, given) = (Value::Class(vm.class_of(args.get(0))), this(args)?.given());
        let names = or_none(vm.get_attr(args.get(0), "__dict__")?);
        let (function, keywords) = (given.function, or_none(Value::Dict(given.keywords)));
        let made_of = Value::tuple(vec![function.clone()]);
        let state = Value::tuple(vec![function, Value::Tuple(given.args), keywords, names]);
        Ok(Value::tuple(vec![class, made_of, state]))
    }),
    Builtin::new("partial.__setstate__", "(self, state, /)", "Set state information for unpickling.", set_state),
];

/// An attribute of a partial object; on the class itself the getter is read by its name.
macro_rules! part {
    ($name:literal, $doc:literal, $read:expr) => {
        Getter {
            name: $name,
            doc: $doc,
            get: |_, value| match held(value) {
                Some(held) => Ok($read(held.given())),
                None => Err(Raise::type_error("descriptor of functools.partial needs a partial object")),
            },
            set: None,
        }
    };
}

static GETTERS: &[Getter] = &[
    part!("func", "function object to use in future partial calls", |given: Given| given.function),
    part!("args", "tuple of arguments to future partial calls", |given: Given| Value::Tuple(given.args)),
    part!("keywords", "dictionary of keyword arguments to future partial calls", |given: Given| Value::Dict(
        given.keywords
    )),
];
