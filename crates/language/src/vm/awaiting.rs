//! `await`, `async for` and `async with`: the iterators that they delegate to.

use super::Vm;
use crate::builtins::async_step::AsyncStep;
use crate::compile::{Awaited, Flow, Op};
use crate::exception::{self, ExceptionState};
use crate::object::Iter;
use crate::{Exc, Raise, Result, Value};
use std::rc::Rc;

impl Vm {
    pub(super) fn run_async(&mut self, op: Op) -> Result<()> {
        match op {
            Op::GetYieldFromIter => {
                let object = self.pop();
                let iterator = self.yield_from_iter(&object)?;
                self.push(iterator);
            }
            Op::GetAwaitable(what) => {
                let object = self.pop();
                let iterator = self.awaited(&object, what)?;
                self.push(iterator);
            }
            Op::GetAsyncIter => {
                let object = self.pop();
                let iterator = self.async_iter(&object)?;
                self.push(iterator);
            }
            Op::GetAsyncNext => {
                let iterator = self.top().clone();
                let next = self.async_next(&iterator)?;
                self.push(next);
            }
            Op::EndAsyncFor => return self.end_async_for(),
            Op::AsyncEnter => {
                let manager = self.top().clone();
                let entering = self.enter_async_manager(&manager)?;
                self.push(entering);
            }
            Op::AsyncExit => {
                let manager = self.pop();
                let leaving = self.exit_async_manager(&manager, None)?;
                self.push(leaving);
            }
            Op::AsyncExcept => {
                let manager = self.pop();
                let exception = self.handling.last().cloned();
                let leaving = self.exit_async_manager(&manager, exception)?;
                self.push(leaving);
            }
            other => unreachable!("{other:?} does not await"),
        }
        Ok(())
    }

    /// The iterator that `yield from` delegates to: a coroutine only in code that may also `await`.
    fn yield_from_iter(&mut self, object: &Value) -> Result<Value> {
        if let Value::Iter(iter) = object
            && iter.flow() == Some(Flow::Coroutine)
        {
            return match self.frame().code().flow {
                Flow::AwaitableGenerator => Ok(object.clone()),
                _ => Err(Raise::type_error("cannot 'yield from' a coroutine object in a non-coroutine generator")),
            };
        }
        self.iter(object)
    }

    /// The iterator of an awaitable; None for other objects.
    pub(crate) fn await_iter(&mut self, object: &Value) -> Result<Option<Value>> {
        if let Value::Iter(iter) = object
            && matches!(iter.flow(), Some(Flow::Coroutine | Flow::AwaitableGenerator))
        {
            return Ok(Some(object.clone()));
        }
        if object.downcast::<AsyncStep>().is_some() {
            return Ok(Some(object.clone()));
        }
        let Some(iterator) = self.call_special(object, "__await__", &[])? else {
            return Ok(None);
        };
        let flow = match &iterator {
            Value::Iter(iter) => iter.flow(),
            _ => None,
        };
        if matches!(flow, Some(Flow::Coroutine | Flow::AwaitableGenerator)) {
            return Err(Raise::type_error("__await__() returned a coroutine"));
        }
        let is_iterator = self.class_of(&iterator).lookup("__next__").is_some();
        match is_iterator {
            true => Ok(Some(iterator)),
            false => {
                let found = iterator.type_name();
                Err(Raise::type_error(format!("__await__() returned non-iterator of type '{found}'")))
            }
        }
    }

    /// As `await_iter`, for the instruction of an `await`.
    fn awaited(&mut self, object: &Value, what: Awaited) -> Result<Value> {
        let Some(iterator) = self.await_iter(object)? else {
            let found = object.type_name();
            return Err(Raise::type_error(match what {
                Awaited::Operand => return Err(self.cannot_await(object)),
                Awaited::Entered => format!(
                    "'async with' received an object from __aenter__ that does not implement __await__: {found}"
                ),
                Awaited::Exited => {
                    format!("'async with' received an object from __aexit__ that does not implement __await__: {found}")
                }
            }));
        };
        if let Value::Iter(iter) = &iterator
            && iter.flow() == Some(Flow::Coroutine)
            && iter.delegate().is_some()
        {
            return Err(Raise::runtime("coroutine is being awaited already"));
        }
        Ok(iterator)
    }

    /// TypeError for an object that is not awaitable.
    pub(crate) fn cannot_await(&self, object: &Value) -> Raise {
        Raise::type_error(format!("object {} can't be used in 'await' expression", object.type_name()))
    }

    /// Calls a special method of the object's class; None where the class has none.
    pub(crate) fn call_special(&mut self, object: &Value, name: &str, args: &[Value]) -> Result<Option<Value>> {
        let class = self.class_of(object);
        let Some(method) = class.lookup(name).filter(|method| !method.is_none()) else {
            return Ok(None);
        };
        self.call_bound(method, object, &class, args).map(Some)
    }

    fn async_iter(&mut self, object: &Value) -> Result<Value> {
        let found = object.type_name();
        let Some(iterator) = self.call_special(object, "__aiter__", &[])? else {
            return Err(Raise::type_error(format!(
                "'async for' requires an object with __aiter__ method, got {found}"
            )));
        };
        match self.class_of(&iterator).lookup("__anext__") {
            Some(_) => Ok(iterator),
            None => {
                let found = iterator.type_name();
                Err(Raise::type_error(format!(
                    "'async for' received an object from __aiter__ that does not implement __anext__: {found}"
                )))
            }
        }
    }

    fn async_next(&mut self, iterator: &Value) -> Result<Value> {
        if let Value::Iter(iter) = iterator
            && iter.flow() == Some(Flow::AsyncGenerator)
        {
            return AsyncStep::next(self, iter);
        }
        let Some(next) = self.call_special(iterator, "__anext__", &[])? else {
            let found = iterator.type_name();
            return Err(Raise::type_error(format!(
                "'async for' requires an iterator with __anext__ method, got {found}"
            )));
        };
        let invalid = || {
            let found = next.type_name();
            Raise::type_error(format!("'async for' received an invalid object from __anext__: {found}"))
        };
        match self.await_iter(&next) {
            Ok(Some(iterator)) => Ok(iterator),
            Ok(None) => Err(caused(invalid(), self.cannot_await(&next))),
            Err(raise) => Err(caused(invalid(), raise)),
        }
    }

    /// Ends a loop at StopAsyncIteration; any other exception propagates.
    fn end_async_for(&mut self) -> Result<()> {
        let ended = self
            .handling
            .last()
            .is_some_and(|exception| self.class_of(exception).is_subclass(self.types.built_in("StopAsyncIteration")));
        if !ended {
            return Err(self.reraise());
        }
        self.handling.pop();
        let iterator = self.pop();
        drop(iterator);
        self.run_finalizers();
        Ok(())
    }

    fn enter_async_manager(&mut self, manager: &Value) -> Result<Value> {
        let class = self.class_of(manager);
        let refused = |why: &str| {
            let found = manager.type_name();
            Raise::type_error(format!(
                "'{found}' object does not support the asynchronous context manager protocol{why}"
            ))
        };
        let enter = class.lookup("__aenter__").ok_or_else(|| refused(""))?;
        if class.lookup("__aexit__").is_none() {
            return Err(refused(" (missed __aexit__ method)"));
        }
        self.call_bound(enter, manager, &class, &[])
    }

    fn exit_async_manager(&mut self, manager: &Value, exception: Option<Value>) -> Result<Value> {
        let args = match exception {
            Some(exception) => {
                let traceback = exception.downcast::<ExceptionState>().map_or(Value::None, crate::traceback::of);
                [Value::Class(self.class_of(&exception)), exception, traceback]
            }
            None => [Value::None, Value::None, Value::None],
        };
        let left = self.call_special(manager, "__aexit__", &args)?;
        left.ok_or_else(|| Raise::new(Exc::AttributeError, "__aexit__"))
    }

    /// Issues a warning, which is an error if the warning filters say so.
    pub fn warn(&mut self, category: &str, text: &str) -> Result<()> {
        let warnings = self.import("warnings")?;
        let category = Value::Class(self.types.built_in(category).clone());
        self.call_method(&warnings, "warn", &[Value::str(text), category]).map(drop)
    }

    /// Warns that a coroutine was dropped before it ran.
    pub(crate) fn warn_never_awaited(&mut self, coroutine: &Rc<Iter>) -> Result<()> {
        let warnings = self.import("warnings")?;
        self.call_method(&warnings, "_warn_unawaited_coroutine", &[Value::Iter(coroutine.clone())]).map(drop)
    }
}

/// Chains an error to its cause.
fn caused(error: Raise, cause: Raise) -> Raise {
    let (error, cause) = (exception::materialize(error), exception::materialize(cause));
    if let Some(state) = error.downcast::<ExceptionState>() {
        *state.cause.borrow_mut() = cause.clone();
        *state.context.borrow_mut() = cause;
        state.suppress_context.set(true);
    }
    Raise::object(error)
}
