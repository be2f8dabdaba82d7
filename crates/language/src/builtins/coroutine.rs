//! Coroutines and asynchronous generators as programs see them; `aiter` and `anext`.

use super::async_step::{AsyncStep, given, next_of, sent_to};
use super::{code, function};
use crate::compile::{Code, Flow};
use crate::descriptor::thrown;
use crate::object::{Function, Iter};
use crate::vm::Exit;
use crate::{Args, Builtin, Class, Exc, Getter, Native, Raise, Result, Value, Vm};
use std::any::Any;
use std::cell::RefCell;
use std::rc::Rc;

// --- coroutines
fn coroutine(args: &Args) -> Result<&Rc<Iter>> {
    match args.get(0) {
        Value::Iter(iter) if iter.flow() == Some(Flow::Coroutine) => Ok(iter),
        _ => Err(args.wrong(0, "coroutine")),
    }
}

pub(super) static METHODS: &[Builtin] = &[
    Builtin::new(
        "coroutine.send",
        "(self, value, /)",
        "send(arg) -> send 'arg' into coroutine,\nreturn next iterated value or raise StopIteration.",
        |vm, args| vm.generator_send(coroutine(args)?, sent_to(args)),
    ),
    Builtin::new(
        "coroutine.throw",
        "(self, exception, value=None, tb=None, /)",
        "Raise exception in coroutine, return next iterated value or raise StopIteration.",
        |vm, args| {
            let coroutine = coroutine(args)?;
            let exception = thrown(vm, args)?;
            vm.generator_throw(coroutine, exception)
        },
    ),
    Builtin::new("coroutine.close", "(self, /)", "close() -> raise GeneratorExit inside coroutine.", |vm, args| {
        vm.generator_close(coroutine(args)?)
    }),
    Builtin::new("coroutine.__await__", "(self, /)", "An iterator that runs the coroutine.", |_, args| {
        Ok(Value::native(Wrapper(coroutine(args)?.clone())))
    }),
];

/// A coroutine as an iterator.
struct Wrapper(Rc<Iter>);

thread_local! {
    static WRAPPER: Rc<Class> = Class::native(
        "builtins",
        "coroutine_wrapper",
        &[],
        None,
        WRAPPER_METHODS,
        &[],
        "A wrapper object implementing __await__ for coroutines.",
    );
}

impl Native for Wrapper {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        WRAPPER.with(Rc::clone)
    }
    fn repr(&self, _vm: &mut Vm) -> Result<String> {
        Ok(format!("<coroutine_wrapper object at {:#x}>", std::ptr::from_ref(self) as usize))
    }
    fn trace(&self, visit: &mut dyn FnMut(&Value)) {
        visit(&Value::Iter(self.0.clone()));
    }
}

fn wrapped(args: &Args) -> Result<Rc<Iter>> {
    let wrapper: Option<&Wrapper> = args.get(0).downcast();
    wrapper.map(|wrapper| wrapper.0.clone()).ok_or_else(|| args.wrong(0, "coroutine_wrapper"))
}

static WRAPPER_METHODS: &[Builtin] = &[
    Builtin::new("coroutine_wrapper.__iter__", "(self, /)", "Returns itself.", |_, args| Ok(args.get(0).clone())),
    Builtin::new("coroutine_wrapper.__next__", "(self, /)", "Runs to the next await.", |vm, args| {
        vm.generator_send(&wrapped(args)?, Value::None)
    }),
    Builtin::new("coroutine_wrapper.send", "(self, value, /)", "Same as the coroutine's method.", |vm, args| {
        vm.generator_send(&wrapped(args)?, sent_to(args))
    }),
    Builtin::new(
        "coroutine_wrapper.throw",
        "(self, exception, value=None, tb=None, /)",
        "Same as the coroutine's method.",
        |vm, args| {
            let exception = thrown(vm, args)?;
            vm.generator_throw(&wrapped(args)?, exception)
        },
    ),
    Builtin::new("coroutine_wrapper.close", "(self, /)", "Same as the coroutine's method.", |vm, args| {
        vm.generator_close(&wrapped(args)?)
    }),
];

// --- asynchronous generators
fn async_generator(args: &Args) -> Result<&Rc<Iter>> {
    match args.get(0) {
        Value::Iter(iter) if iter.flow() == Some(Flow::AsyncGenerator) => Ok(iter),
        _ => Err(args.wrong(0, "async_generator")),
    }
}

pub(super) static ASYNC_GENERATOR_METHODS: &[Builtin] = &[
    Builtin::new("async_generator.__aiter__", "(self, /)", "Returns itself.", |_, args| Ok(args.get(0).clone())),
    Builtin::new("async_generator.__anext__", "(self, /)", "An awaitable of the next item.", |vm, args| {
        AsyncStep::next(vm, async_generator(args)?)
    }),
    Builtin::new("async_generator.asend", "(self, value, /)", "asend(v) -> send 'v' in generator.", |vm, args| {
        AsyncStep::of_value(vm, async_generator(args)?, sent_to(args))
    }),
    Builtin::new(
        "async_generator.athrow",
        "(self, exception, value=None, tb=None, /)",
        "Raise exception in asynchronous generator.",
        |vm, args| {
            let generator = async_generator(args)?;
            let exception = thrown(vm, args)?;
            AsyncStep::of_exception(vm, generator, exception)
        },
    ),
    Builtin::new(
        "async_generator.aclose",
        "(self, /)",
        "aclose() -> raise GeneratorExit inside generator.",
        |vm, args| AsyncStep::of_close(vm, async_generator(args)?),
    ),
];

// --- attributes
fn of_frame<T: Into<Value>>(this: &Value, show: fn(&Rc<Iter>) -> T) -> Result<Value> {
    match this {
        Value::Iter(iter) => Ok(show(iter).into()),
        _ => Ok(Value::None),
    }
}
fn awaits(_: &mut Vm, this: &Value) -> Result<Value> {
    of_frame(this, |iter| iter.delegate().unwrap_or_default())
}
fn code(_: &mut Vm, this: &Value) -> Result<Value> {
    of_frame(this, |iter| iter.code.as_ref().map_or(Value::None, code::of_function))
}
fn suspended(_: &mut Vm, this: &Value) -> Result<Value> {
    of_frame(this, |iter| iter.is_suspended())
}
macro_rules! shown {
    ($name:literal, $doc:literal, $get:expr) => {
        Getter { name: $name, doc: $doc, get: $get, set: None }
    };
}

pub(super) static GETTERS: &[Getter] = &[
    named!("__name__", "name of the coroutine", Iter::generator_name),
    named!("__qualname__", "qualified name of the coroutine", Iter::qualname),
    shown!("cr_await", "what the coroutine waits for", awaits),
    shown!("cr_code", "the function's code", code),
    shown!("cr_frame", "where the coroutine is; None when it has ended", |vm, this| Ok(function::frame_of(vm, this))),
    shown!("cr_running", "the coroutine's code runs now", |_, this| of_frame(this, |iter| iter.is_running())),
    shown!("cr_suspended", "the coroutine waits at an await", suspended),
    shown!("cr_origin", "None: where coroutines were made is not tracked", |_, _| Ok(Value::None)),
];

pub(super) static ASYNC_GENERATOR_GETTERS: &[Getter] = &[
    named!("__name__", "name of the async generator", Iter::generator_name),
    named!("__qualname__", "qualified name of the async generator", Iter::qualname),
    shown!("ag_await", "what the generator waits for", awaits),
    shown!("ag_code", "the function's code", code),
    shown!("ag_frame", "the generator's frame; None when it has ended", |vm, this| Ok(function::frame_of(vm, this))),
    shown!("ag_running", "a step of the generator is being awaited", |_, this| {
        of_frame(this, |iter| iter.steps.as_deref().is_some_and(|steps| steps.running.get()))
    }),
    shown!("ag_suspended", "the generator waits at a yield or await", suspended),
];

/// A generator function that can also be awaited: `types.coroutine`.
pub fn as_awaitable(function: &Rc<Function>) -> Rc<Function> {
    let mut code = Code::clone(&function.code);
    code.flow = Flow::AwaitableGenerator;
    Rc::new(function.with_code(Rc::new(code)))
}

// --- aiter and anext
pub static FUNCTIONS: &[Builtin] = &[
    Builtin::new("aiter", "(async_iterable, /)", "Return an AsyncIterator for an AsyncIterable object.", |vm, args| {
        let found = args.get(0).type_name();
        let Some(iterator) = vm.call_special(args.get(0), "__aiter__", &[])? else {
            return Err(Raise::type_error(format!("'{found}' object is not an async iterable")));
        };
        match vm.class_of(&iterator).lookup("__anext__") {
            Some(_) => Ok(iterator),
            None => {
                let found = iterator.type_name();
                Err(Raise::type_error(format!("aiter() returned not an async iterator of type '{found}'")))
            }
        }
    }),
    Builtin::new(
        "anext",
        "(aiterator, default=..., /)",
        "Return the next item from the async iterator.\n\n\
         If default is given and the async iterator is exhausted,\n\
         it is returned instead of raising StopAsyncIteration.",
        |vm, args| {
            let found = args.get(0).type_name();
            let Some(awaitable) = vm.call_special(args.get(0), "__anext__", &[])? else {
                return Err(Raise::type_error(format!("'{found}' object is not an async iterator")));
            };
            Ok(match args.given(1).cloned() {
                None => awaitable,
                Some(default) => Value::native(NextOr { awaitable, default, iterator: RefCell::default() }),
            })
        },
    ),
];

/// `anext(iterator, default)`
struct NextOr {
    awaitable: Value,
    default: Value,
    iterator: RefCell<Value>,
}

thread_local! {
    static NEXT_OR: Rc<Class> = Class::native("builtins", "anext_awaitable", &[], None, NEXT_OR_METHODS, &[], "");
}

impl Native for NextOr {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        NEXT_OR.with(Rc::clone)
    }
    fn repr(&self, _vm: &mut Vm) -> Result<String> {
        Ok(format!("<anext_awaitable object at {:#x}>", std::ptr::from_ref(self) as usize))
    }
    fn trace(&self, visit: &mut dyn FnMut(&Value)) {
        [&self.awaitable, &self.default, &*self.iterator.borrow()].into_iter().for_each(visit);
    }
}

impl NextOr {
    fn iterator(&self, vm: &mut Vm) -> Result<Value> {
        if self.iterator.borrow().is_none() {
            let Some(iterator) = vm.await_iter(&self.awaitable)? else {
                return Err(vm.cannot_await(&self.awaitable));
            };
            self.iterator.replace(iterator);
        }
        Ok(self.iterator.borrow().clone())
    }
    fn or_default(&self, step: Result<Exit>) -> Result<Value> {
        match step {
            Err(raise) if raise.is(Exc::StopAsyncIteration) => next_of(Exit::Return(self.default.clone())),
            step => next_of(step?),
        }
    }
}

fn next_or(args: &Args) -> Result<&NextOr> {
    args.get(0).downcast().ok_or_else(|| args.wrong(0, "anext_awaitable"))
}

static NEXT_OR_METHODS: &[Builtin] = &[
    Builtin::new("anext_awaitable.__await__", "(self, /)", "Returns itself.", |_, args| Ok(args.get(0).clone())),
    Builtin::new("anext_awaitable.__iter__", "(self, /)", "Returns itself.", |_, args| Ok(args.get(0).clone())),
    Builtin::new("anext_awaitable.__next__", "(self, /)", "Runs to the next await.", |vm, args| {
        let (this, iterator) = (next_or(args)?, next_or(args)?.iterator(vm)?);
        let step = vm.send_into(&iterator, Value::None);
        this.or_default(step)
    }),
    Builtin::new("anext_awaitable.send", "(self, value, /)", "Sends a value to the pending await.", |vm, args| {
        let (this, iterator) = (next_or(args)?, next_or(args)?.iterator(vm)?);
        let step = vm.send_into(&iterator, sent_to(args));
        this.or_default(step)
    }),
    Builtin::new(
        "anext_awaitable.throw",
        "(self, exception, value=None, tb=None, /)",
        "Raises an exception at the pending await.",
        |vm, args| {
            let (this, iterator) = (next_or(args)?, next_or(args)?.iterator(vm)?);
            let raise = given(vm, args)?;
            let step = vm.throw_into(&iterator, raise);
            this.or_default(step)
        },
    ),
    Builtin::new("anext_awaitable.close", "(self, /)", "Raises GeneratorExit at the pending await.", |vm, args| {
        let iterator = next_or(args)?.iterator(vm)?;
        vm.call_method(&iterator, "close", &[])
    }),
];
