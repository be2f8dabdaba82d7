//! `functools._lru_cache_wrapper`: a function whose results are kept.

use super::key;
use super::ring::Ring;
use std::any::Any;
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;
use tensorcell_language::builtins::objects::is_callable;
use tensorcell_language::object::{BoundMethod, Dict};
use tensorcell_language::{Args, Builtin, Class, Native, Raise, Result, Value, Vm};

thread_local! {
    pub(super) static CLASS: Rc<Class> = Class::native(
        "functools",
        "_lru_cache_wrapper",
        &[],
        Some(&NEW),
        METHODS,
        &[],
        "Create a cached callable that wraps another function.",
    );
}

struct Cached {
    function: Value,
    /// The largest number of results; None: no bound.
    most: Option<usize>,
    typed: bool,
    /// Makes what `cache_info()` returns.
    info: Value,
    /// Results by key; in a bounded cache their places in the ring.
    known: Rc<Dict>,
    ring: RefCell<Ring>,
    hits: Cell<i64>,
    misses: Cell<i64>,
    own: OnceCell<Rc<Dict>>,
}

static NEW: Builtin = Builtin::new(
    "_lru_cache_wrapper",
    "(user_function, maxsize, typed, cache_info_type)",
    "Create a cached callable that wraps another function.",
    |vm, args| {
        if !is_callable(vm, args.get(0))? {
            return Err(Raise::type_error("the first argument must be callable"));
        }
        let most = args.opt_int(1).map_err(|_| Raise::type_error("maxsize should be integer or None"))?;
        Ok(Value::native(Cached {
            function: args.get(0).clone(),
            most: most.map(|most| usize::try_from(most).unwrap_or(0)),
            typed: vm.truth(&args.get(2).clone())?,
            info: args.get(3).clone(),
            known: Dict::new(),
            ring: RefCell::default(),
            hits: Cell::default(),
            misses: Cell::default(),
            own: OnceCell::new(),
        }))
    },
);

impl Cached {
    fn called(&self, vm: &mut Vm, args: &[Value], keywords: &[(String, Value)]) -> Result<Value> {
        if self.most == Some(0) {
            self.misses.set(self.misses.get() + 1);
            return vm.call(&self.function, args, keywords);
        }
        let key = key::of(vm, args, keywords, self.typed)?;
        if let Some(found) = self.known(vm, &key)? {
            self.hits.set(self.hits.get() + 1);
            return Ok(found);
        }
        self.misses.set(self.misses.get() + 1);
        let result = vm.call(&self.function, args, keywords)?;
        self.keep(vm, key, &result)?;
        Ok(result)
    }
    fn known(&self, vm: &mut Vm, key: &Value) -> Result<Option<Value>> {
        let Some(found) = self.known.get(vm, key)? else { return Ok(None) };
        match (self.most, &found) {
            (None, _) => Ok(Some(found)),
            (_, Value::Int(at)) => Ok(self.ring.borrow_mut().used(*at as usize)),
            _ => Ok(None),
        }
    }
    fn keep(&self, vm: &mut Vm, key: Value, result: &Value) -> Result<()> {
        let Some(most) = self.most else {
            return self.known.insert(vm, key, result.clone()).map(drop);
        };
        // The call may have kept its result already.
        if self.known.get(vm, &key)?.is_some() {
            return Ok(());
        }
        if self.known.len() >= most {
            self.forget_oldest(vm)?;
        }
        let at = self.ring.borrow_mut().add(key.clone(), result.clone());
        let inserted = self.known.insert(vm, key, Value::Int(at as i64));
        if inserted.is_err() {
            let dropped = self.ring.borrow_mut().remove(at);
            drop(dropped);
        }
        inserted.map(drop)
    }
    fn forget_oldest(&self, vm: &mut Vm) -> Result<()> {
        let Some(oldest) = self.ring.borrow().oldest() else { return Ok(()) };
        // A comparison may run code that forgets it first.
        if let Some(Value::Int(at)) = self.known.remove(vm, &oldest)? {
            let dropped = self.ring.borrow_mut().remove(at as usize);
            drop(dropped);
        }
        Ok(())
    }
    fn clear(&self) {
        self.known.clear();
        let old = self.ring.take();
        self.hits.set(0);
        self.misses.set(0);
        drop(old);
    }
    fn info(&self) -> [Value; 4] {
        let most = self.most.map_or(Value::None, |most| Value::Int(most as i64));
        [Value::Int(self.hits.get()), Value::Int(self.misses.get()), most, Value::Int(self.known.len() as i64)]
    }
}

impl Native for Cached {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        CLASS.with(Rc::clone)
    }
    fn repr(&self, _vm: &mut Vm) -> Result<String> {
        Ok(format!("<functools._lru_cache_wrapper object at {:#x}>", std::ptr::from_ref(self) as usize))
    }
    fn own(&self) -> Option<&OnceCell<Rc<Dict>>> {
        Some(&self.own)
    }
    fn call(&self, vm: &mut Vm, args: &[Value], keywords: &[(String, Value)]) -> Result<Option<Value>> {
        self.called(vm, args, keywords).map(Some)
    }
    fn bound(&self, _vm: &mut Vm, this: &Value, object: &Value) -> Result<Option<Value>> {
        Ok(Some(method(this, object)))
    }
    fn trace(&self, visit: &mut dyn FnMut(&Value)) {
        visit(&self.function);
        visit(&self.info);
        visit(&Value::Dict(self.known.clone()));
        if let Ok(ring) = self.ring.try_borrow() {
            ring.trace(visit);
        }
        if let Some(own) = self.own.get() {
            visit(&Value::Dict(own.clone()));
        }
    }
}

fn method(this: &Value, object: &Value) -> Value {
    Value::Method(Rc::new(BoundMethod { receiver: object.clone(), function: this.clone() }))
}

fn cached(args: &Args) -> Result<&Cached> {
    args.get(0).downcast().ok_or_else(|| args.wrong(0, "functools._lru_cache_wrapper"))
}

fn itself(_: &mut Vm, args: &Args) -> Result<Value> {
    Ok(args.get(0).clone())
}

static METHODS: &[Builtin] = &[
    Builtin::new("_lru_cache_wrapper.cache_info", "(self, /)", "Report cache statistics", |vm, args| {
        let (info, values) = (cached(args)?.info.clone(), cached(args)?.info());
        vm.call(&info, &values, &[])
    }),
    Builtin::new("_lru_cache_wrapper.cache_clear", "(self, /)", "Clear the cache and cache statistics", |_, args| {
        cached(args)?.clear();
        Ok(Value::None)
    }),
    Builtin::new(
        "_lru_cache_wrapper.__call__",
        "(self, /, *args, **kwargs)",
        "Call self as a function.",
        |vm, args| cached(args)?.called(vm, args.rest(1), &args.keywords(2)),
    ),
    Builtin::new(
        "_lru_cache_wrapper.__get__",
        "(self, instance, owner=None, /)",
        "Return an attribute of instance, which is of type owner.",
        |_, args| match args.get(1) {
            Value::None => Ok(args.get(0).clone()),
            object => Ok(method(args.get(0), object)),
        },
    ),
    Builtin::new("_lru_cache_wrapper.__copy__", "(self, /)", "Itself.", itself),
    Builtin::new("_lru_cache_wrapper.__deepcopy__", "(self, memo, /)", "Itself.", itself),
    Builtin::new("_lru_cache_wrapper.__reduce__", "(self, /)", "Its qualified name.", |vm, args| {
        vm.get_attr(args.get(0), "__qualname__")
    }),
];
