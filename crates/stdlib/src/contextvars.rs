//! `_contextvars`: variables whose values belong to a context; tasks and callbacks of asyncio run in copies of one.

use crate::decimal::variables_changed;
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;
use tensorcell_language::native::{CompareOp, Native};
use tensorcell_language::object::Dict;
use tensorcell_language::{Args, Builtin, Class, Exc, Getter, ModuleDef, Raise, Result, Value, Vm, generic_alias};

pub static CONTEXTVARS: ModuleDef = ModuleDef {
    name: "_contextvars",
    doc: "Context Variables",
    functions: &[Builtin::new("_contextvars.copy_context", "()", "A copy of the running context.", |vm, _| {
        with_running(vm, |context| Context::with(context.values()))
    })],
    init: Some(|_, module| {
        for class in [&VARIABLE, &TOKEN, &CONTEXT] {
            let class = class.with(Rc::clone);
            module.dict.insert_str(&class.name.clone(), Value::Class(class));
        }
        Ok(())
    }),
};

struct Variable {
    name: Value,
    default: Option<Value>,
}

/// What `ContextVar.set` gives, for `ContextVar.reset`.
struct Token {
    context: Value,
    variable: Value,
    old: Option<Value>,
    used: Cell<bool>,
}

/// The values of variables.
struct Context {
    /// Shared with copies and iterators: a change is made to a copy then.
    values: RefCell<Value>,
    entered: Cell<bool>,
}

/// `Token.MISSING`.
struct Missing;

thread_local! {
    static VARIABLE: Rc<Class> = class("ContextVar", Some(&NEW_VARIABLE), OF_VARIABLES, VARIABLE_GETTERS);
    static TOKEN: Rc<Class> = {
        let class = class("Token", Some(&NEW_TOKEN), OF_TOKENS, TOKEN_GETTERS);
        class.set("__hash__", Value::None);
        class.set("MISSING", MISSING.with(Value::clone));
        class
    };
    static CONTEXT: Rc<Class> = {
        let class = class("Context", Some(&NEW_CONTEXT), OF_CONTEXTS, &[]);
        class.set("__hash__", Value::None);
        class
    };
    static MISSING_CLASS: Rc<Class> = Class::native("Token", "MISSING", &[], None, &[], &[], "");
    static MISSING: Value = Value::native(Missing);
    /// The running contexts of each thread, innermost last.
    static RUNNING: RefCell<HashMap<u64, Vec<Value>>> = RefCell::default();
}

fn class(
    name: &str,
    new: Option<&'static Builtin>,
    methods: &'static [Builtin],
    getters: &'static [Getter],
) -> Rc<Class> {
    Class::native("_contextvars", name, &[], new, methods, getters, "").shown_in_full().made_final()
}

/// Runs a step with the innermost context of the running thread.
fn with_running<T>(vm: &Vm, step: impl FnOnce(&Context) -> T) -> Result<T> {
    let context = running(vm);
    match context.downcast::<Context>() {
        Some(context) => Ok(step(context)),
        None => Err(Raise::runtime("no context runs")),
    }
}

fn running(vm: &Vm) -> Value {
    RUNNING.with_borrow_mut(|running| {
        let contexts = running.entry(vm.thread().number()).or_default();
        match contexts.last() {
            Some(context) => context.clone(),
            None => {
                let context = Context::with(Dict::new());
                if let Some(context) = context.downcast::<Context>() {
                    context.entered.set(true);
                }
                contexts.push(context.clone());
                context
            }
        }
    })
}

impl Context {
    fn with(values: Rc<Dict>) -> Value {
        Value::native(Context { values: RefCell::new(Value::Dict(values)), entered: Cell::new(false) })
    }
    fn values(&self) -> Rc<Dict> {
        match &*self.values.borrow() {
            Value::Dict(values) => values.clone(),
            _ => Dict::new(),
        }
    }
    fn get(&self, vm: &mut Vm, variable: &Value) -> Result<Option<Value>> {
        self.values().get(vm, variable)
    }
    /// Sets or removes the value of a variable.
    fn put(&self, vm: &mut Vm, variable: &Value, value: Option<Value>) -> Result<()> {
        let mut values = self.values();
        // One reference is here, one in the context.
        if Rc::strong_count(&values) > 2 {
            values = values.copy();
            let old = self.values.replace(Value::Dict(values.clone()));
            drop(old);
        }
        match value {
            Some(value) => values.insert(vm, variable.clone(), value).map(drop)?,
            None => values.remove(vm, variable).map(drop)?,
        }
        variables_changed();
        Ok(())
    }
}

fn this<'a, T: Native>(args: &'a Args, class: &str) -> Result<&'a T> {
    args.get(0).downcast::<T>().ok_or_else(|| {
        let (method, found) = (args.builtin.short_name(), args.get(0).type_name());
        Raise::type_error(format!("descriptor '{method}' for '{class}' objects doesn't apply to a '{found}' object"))
    })
}

static NEW_VARIABLE: Builtin = Builtin::new(
    "ContextVar",
    "(*names, **options)",
    "A variable of which each context has a value of its own.",
    |_, args| {
        let names = args.rest(0);
        let [name] = names else {
            let text = format!("ContextVar() takes exactly 1 positional argument ({} given)", names.len());
            return Err(Raise::type_error(text));
        };
        if name.as_str().is_none() {
            return Err(Raise::type_error("context variable name must be a str"));
        }
        let mut default = None;
        for (option, value) in args.keywords(1) {
            match option.as_str() {
                "default" => default = Some(value),
                other => {
                    let text = format!("ContextVar() got an unexpected keyword argument '{other}'");
                    return Err(Raise::type_error(text));
                }
            }
        }
        Ok(Value::native(Variable { name: name.clone(), default }))
    },
);

static OF_VARIABLES: &[Builtin] = &[
    Builtin::new(
        "ContextVar.get",
        "(self, default=..., /)",
        "The value in the running context; else the default given here, or the variable's own.",
        |vm, args| {
            let variable = this::<Variable>(args, "_contextvars.ContextVar")?;
            let values = with_running(vm, Context::values)?;
            if let Some(value) = values.get(vm, args.get(0))? {
                return Ok(value);
            }
            let default = args.given(1).or(variable.default.as_ref());
            default.cloned().ok_or_else(|| Raise::with_args(Exc::LookupError, vec![args.get(0).clone()]))
        },
    ),
    Builtin::new(
        "ContextVar.set",
        "(self, value, /)",
        "Set the value in the running context; the token restores the one before.",
        |vm, args| {
            this::<Variable>(args, "_contextvars.ContextVar")?;
            let (holder, variable) = (running(vm), args.get(0).clone());
            let Some(context) = holder.downcast::<Context>() else { return Ok(Value::None) };
            let old = context.get(vm, &variable)?;
            context.put(vm, &variable, Some(args.get(1).clone()))?;
            Ok(Value::native(Token { context: holder.clone(), variable, old, used: Cell::new(false) }))
        },
    ),
    Builtin::new(
        "ContextVar.reset",
        "(self, token, /)",
        "Restore the value that the variable had before the set() that gave the token.",
        |vm, args| {
            this::<Variable>(args, "_contextvars.ContextVar")?;
            reset(vm, args.get(0), args.get(1))?;
            Ok(Value::None)
        },
    ),
    Builtin::new("ContextVar.__class_getitem__", "(cls, item, /)", "See PEP 585", |_, args| {
        Ok(generic_alias(args.get(0).clone(), args.get(1)))
    }),
];

fn reset(vm: &mut Vm, variable: &Value, given: &Value) -> Result<()> {
    let Some(token) = given.downcast::<Token>() else {
        let shown = vm.repr(given)?;
        return Err(Raise::type_error(format!("expected an instance of Token, got {shown}")));
    };
    let complaint = if token.used.get() {
        (Exc::RuntimeError, "has already been used once")
    } else if !token.variable.is(variable) {
        (Exc::ValueError, "was created by a different ContextVar")
    } else if !token.context.is(&running(vm)) {
        (Exc::ValueError, "was created in a different Context")
    } else {
        token.used.set(true);
        return match token.context.downcast::<Context>() {
            Some(context) => context.put(vm, variable, token.old.clone()),
            None => Ok(()),
        };
    };
    let shown = vm.repr(given)?;
    Err(Raise::new(complaint.0, format!("{shown} {}", complaint.1)))
}

static VARIABLE_GETTERS: &[Getter] = &[Getter {
    name: "name",
    doc: "The name of the variable.",
    get: |_, value| Ok(value.downcast::<Variable>().map(|variable| variable.name.clone()).unwrap_or_default()),
    set: None,
}];

static NEW_TOKEN: Builtin = Builtin::new("Token", "(*args, **keywords)", "What ContextVar.set() gives.", |_, _| {
    Err(Raise::runtime("Tokens can only be created by ContextVars"))
});

static OF_TOKENS: &[Builtin] = &[
    Builtin::new("Token.__enter__", "(self, /)", "Gives the token.", |_, args| Ok(args.get(0).clone())),
    Builtin::new("Token.__exit__", "(self, /, *details)", "Restores the variable.", |vm, args| {
        let variable = this::<Token>(args, "_contextvars.Token")?.variable.clone();
        reset(vm, &variable, args.get(0))?;
        Ok(Value::None)
    }),
    Builtin::new("Token.__class_getitem__", "(cls, item, /)", "See PEP 585", |_, args| {
        Ok(generic_alias(args.get(0).clone(), args.get(1)))
    }),
];

static TOKEN_GETTERS: &[Getter] = &[
    Getter {
        name: "var",
        doc: "The variable.",
        get: |_, value| Ok(value.downcast::<Token>().map(|token| token.variable.clone()).unwrap_or_default()),
        set: None,
    },
    Getter {
        name: "old_value",
        doc: "The value that the variable had, or Token.MISSING.",
        get: |_, value| {
            let old = value.downcast::<Token>().and_then(|token| token.old.clone());
            Ok(old.unwrap_or_else(|| MISSING.with(Value::clone)))
        },
        set: None,
    },
];

static NEW_CONTEXT: Builtin = Builtin::new("Context", "(*args, **keywords)", "The values of variables.", |_, args| {
    match args.rest(0).is_empty() && args.keywords(1).is_empty() {
        true => Ok(Context::with(Dict::new())),
        false => Err(Raise::type_error("Context() does not accept any arguments")),
    }
});

static OF_CONTEXTS: &[Builtin] = &[
    Builtin::new("Context.run", "(self, callable, /, *args, **keywords)", "Call a function in this context.", run),
    Builtin::new("Context.copy", "(self, /)", "A context with the same values.", |_, args| {
        Ok(Context::with(this::<Context>(args, "_contextvars.Context")?.values()))
    }),
    Builtin::new("Context.get", "(self, key, default=None, /)", "The value of a variable.", |vm, args| {
        let found = of_variable(vm, this(args, "_contextvars.Context")?, args.get(1))?;
        Ok(found.unwrap_or_else(|| args.get(2).clone()))
    }),
    Builtin::new("Context.keys", "(self, /)", "The variables.", |vm, args| view(vm, args, "keys")),
    Builtin::new("Context.values", "(self, /)", "Their values.", |vm, args| view(vm, args, "values")),
    Builtin::new("Context.items", "(self, /)", "Variables and values.", |vm, args| view(vm, args, "items")),
    Builtin::new("Context.__getitem__", "(self, key, /)", "Return self[key].", |vm, args| {
        let found = of_variable(vm, this(args, "_contextvars.Context")?, args.get(1))?;
        found.ok_or_else(|| Raise::key_error(args.get(1)))
    }),
    Builtin::new("Context.__contains__", "(self, key, /)", "Return bool(key in self).", |vm, args| {
        let found = of_variable(vm, this(args, "_contextvars.Context")?, args.get(1))?;
        Ok(Value::from(found.is_some()))
    }),
    Builtin::new("Context.__iter__", "(self, /)", "Implement iter(self).", |vm, args| {
        let values = this::<Context>(args, "_contextvars.Context")?.values();
        vm.iter(&Value::Dict(values))
    }),
    Builtin::new("Context.__len__", "(self, /)", "Return len(self).", |_, args| {
        Ok(Value::Int(this::<Context>(args, "_contextvars.Context")?.values().len() as i64))
    }),
];

fn view(vm: &mut Vm, args: &Args, name: &str) -> Result<Value> {
    let values = this::<Context>(args, "_contextvars.Context")?.values();
    vm.call_method(&Value::Dict(values), name, &[])
}

/// The value of a variable in a context; TypeError for what is no variable.
fn of_variable(vm: &mut Vm, context: &Context, key: &Value) -> Result<Option<Value>> {
    if key.downcast::<Variable>().is_none() {
        let shown = vm.repr(key)?;
        return Err(Raise::type_error(format!("a ContextVar key was expected, got {shown}")));
    }
    context.get(vm, key)
}

fn run(vm: &mut Vm, args: &Args) -> Result<Value> {
    let context = this::<Context>(args, "_contextvars.Context")?;
    if context.entered.get() {
        let shown = vm.repr(args.get(0))?;
        return Err(Raise::runtime(format!("cannot enter context: {shown} is already entered")));
    }
    // The thread's own context is below.
    running(vm);
    let thread = vm.thread().number();
    context.entered.set(true);
    RUNNING.with_borrow_mut(|running| running.entry(thread).or_default().push(args.get(0).clone()));
    variables_changed();
    let called = vm.call(args.get(1), args.rest(2), &args.keywords(3));
    let left = RUNNING.with_borrow_mut(|running| running.get_mut(&thread).and_then(Vec::pop));
    drop(left);
    variables_changed();
    context.entered.set(false);
    called
}

impl Native for Variable {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        VARIABLE.with(Rc::clone)
    }
    fn repr(&self, vm: &mut Vm) -> Result<String> {
        let name = vm.repr(&self.name)?;
        let default = match &self.default {
            Some(default) => format!(" default={}", vm.repr(default)?),
            None => String::new(),
        };
        Ok(format!("<ContextVar name={name}{default} at {:p}>", std::ptr::from_ref(self)))
    }
    fn trace(&self, visit: &mut dyn FnMut(&Value)) {
        self.default.iter().for_each(visit);
    }
}

impl Native for Token {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        TOKEN.with(Rc::clone)
    }
    fn repr(&self, vm: &mut Vm) -> Result<String> {
        let used = if self.used.get() { " used" } else { "" };
        let variable = vm.repr(&self.variable)?;
        Ok(format!("<Token{used} var={variable} at {:p}>", std::ptr::from_ref(self)))
    }
    fn hash(&self, _: &mut Vm) -> Result<Option<u64>> {
        Err(Raise::type_error("unhashable type: '_contextvars.Token'"))
    }
    fn enter(&self, _: &mut Vm, this: &Value) -> Result<Option<Value>> {
        Ok(Some(this.clone()))
    }
    fn trace(&self, visit: &mut dyn FnMut(&Value)) {
        visit(&self.context);
        visit(&self.variable);
        self.old.iter().for_each(visit);
    }
}

impl Native for Context {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        CONTEXT.with(Rc::clone)
    }
    fn repr(&self, _: &mut Vm) -> Result<String> {
        Ok(format!("<_contextvars.Context object at {:p}>", std::ptr::from_ref(self)))
    }
    fn get_item(&self, vm: &mut Vm, _: &Value, key: &Value) -> Result<Option<Value>> {
        of_variable(vm, self, key)?.map_or_else(|| Err(Raise::key_error(key)), |value| Ok(Some(value)))
    }
    fn contains(&self, vm: &mut Vm, item: &Value) -> Result<Option<bool>> {
        of_variable(vm, self, item).map(|found| Some(found.is_some()))
    }
    fn len(&self, _: &mut Vm) -> Result<Option<usize>> {
        Ok(Some(self.values().len()))
    }
    fn truth(&self, _: &mut Vm) -> Result<bool> {
        Ok(!self.values().is_empty())
    }
    fn iter(&self, vm: &mut Vm, _: &Value) -> Result<Option<Value>> {
        vm.iter(&Value::Dict(self.values())).map(Some)
    }
    fn compare(&self, vm: &mut Vm, op: CompareOp, _: &Value, other: &Value) -> Result<Option<Value>> {
        match (op, other.downcast::<Context>()) {
            (CompareOp::Eq | CompareOp::Ne, Some(other)) => {
                vm.compare(op, &Value::Dict(self.values()), &Value::Dict(other.values())).map(Some)
            }
            _ => Ok(None),
        }
    }
    fn hash(&self, _: &mut Vm) -> Result<Option<u64>> {
        Err(Raise::type_error("unhashable type: '_contextvars.Context'"))
    }
    fn trace(&self, visit: &mut dyn FnMut(&Value)) {
        visit(&self.values.borrow());
    }
}

impl Native for Missing {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        MISSING_CLASS.with(Rc::clone)
    }
    fn repr(&self, _: &mut Vm) -> Result<String> {
        Ok("<Token.MISSING>".into())
    }
}
