//! The awaitable steps of asynchronous generators, returned by `__anext__`, `asend`, `athrow` and `aclose`.

use crate::descriptor::thrown;
use crate::object::{AsyncState, Iter};
use crate::vm::Exit;
use crate::{Args, Builtin, Class, Exc, Native, Raise, Result, Value, Vm, at_safe_point};
use std::any::Any;
use std::cell::Cell;
use std::rc::Rc;

/// One step of an asynchronous generator.
pub(crate) struct AsyncStep {
    generator: Rc<Iter>,
    begins_with: Begin,
    stage: Cell<Stage>,
}

/// The first input to the generator.
enum Begin {
    Value(Value),
    Exception(Value),
    Close,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    New,
    Begun,
    Ended,
}

thread_local! {
    static ASEND: Rc<Class> = Class::native("builtins", "async_generator_asend", &[], None, METHODS, &[], "");
    static ATHROW: Rc<Class> = Class::native("builtins", "async_generator_athrow", &[], None, METHODS, &[], "");
}

impl Drop for AsyncStep {
    fn drop(&mut self) {
        if self.stage.get() == Stage::New {
            let method = match self.begins_with {
                Begin::Value(_) => "asend",
                Begin::Exception(_) => "athrow",
                Begin::Close => "aclose",
            };
            at_safe_point(Value::native(NeverAwaited { method, generator: self.generator.clone() }));
        }
    }
}

/// Marks a step that was dropped before it ran.
struct NeverAwaited {
    method: &'static str,
    generator: Rc<Iter>,
}

thread_local! {
    static NEVER_AWAITED: Rc<Class> = Class::native("builtins", "never_awaited", &[], None, LAST_WORDS, &[], "");
}

impl Native for NeverAwaited {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        NEVER_AWAITED.with(Rc::clone)
    }
    fn repr(&self, _vm: &mut Vm) -> Result<String> {
        let name = self.generator.qualname().borrow();
        Ok(format!("coroutine method '{}' of '{name}' was never awaited", self.method))
    }
}

static LAST_WORDS: &[Builtin] = &[Builtin::new("never_awaited.__del__", "(self, /)", "Warns.", |vm, args| {
    let text = vm.repr(args.get(0))?;
    vm.warn("RuntimeWarning", &text).map(|()| Value::None)
})];

impl Native for AsyncStep {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        match self.begins_with {
            Begin::Value(_) => ASEND.with(Rc::clone),
            _ => ATHROW.with(Rc::clone),
        }
    }
    fn repr(&self, _vm: &mut Vm) -> Result<String> {
        Ok(format!("<{} object at {:#x}>", self.class().name, std::ptr::from_ref(self) as usize))
    }
    fn trace(&self, visit: &mut dyn FnMut(&Value)) {
        visit(&Value::Iter(self.generator.clone()));
        if let Begin::Value(value) | Begin::Exception(value) = &self.begins_with {
            visit(value);
        }
    }
}

impl AsyncStep {
    /// `__anext__()`
    pub(crate) fn next(vm: &mut Vm, generator: &Rc<Iter>) -> Result<Value> {
        AsyncStep::make(vm, generator, Begin::Value(Value::None))
    }
    /// `asend(value)`
    pub(super) fn of_value(vm: &mut Vm, generator: &Rc<Iter>, value: Value) -> Result<Value> {
        AsyncStep::make(vm, generator, Begin::Value(value))
    }
    /// `athrow(exception)`
    pub(super) fn of_exception(vm: &mut Vm, generator: &Rc<Iter>, exception: Value) -> Result<Value> {
        AsyncStep::make(vm, generator, Begin::Exception(exception))
    }
    /// `aclose()`
    pub(super) fn of_close(vm: &mut Vm, generator: &Rc<Iter>) -> Result<Value> {
        AsyncStep::make(vm, generator, Begin::Close)
    }
    fn make(vm: &mut Vm, generator: &Rc<Iter>, begins_with: Begin) -> Result<Value> {
        if let Some(steps) = generator.steps.as_deref().filter(|steps| !steps.hooked.replace(true)) {
            let (first, finalizer) = vm.async_hooks.clone();
            steps.finalizer.replace(finalizer);
            if !first.is_none() {
                vm.call(&first, &[Value::Iter(generator.clone())], &[])?;
            }
        }
        Ok(Value::native(AsyncStep { generator: generator.clone(), begins_with, stage: Cell::new(Stage::New) }))
    }

    fn steps(&self) -> &AsyncState {
        self.generator.steps.as_deref().expect("made for asynchronous generators only")
    }
    fn method(&self) -> &'static str {
        match self.begins_with {
            Begin::Value(_) => "anext",
            Begin::Exception(_) => "athrow",
            Begin::Close => "aclose",
        }
    }
    fn check_reuse(&self) -> Result<()> {
        let how = match self.begins_with {
            Begin::Value(_) => "__anext__()/asend()",
            _ => "aclose()/athrow()",
        };
        match self.stage.get() {
            Stage::Ended => Err(Raise::runtime(format!("cannot reuse already awaited {how}"))),
            _ => Ok(()),
        }
    }
    /// Claims the generator for this step.
    fn begin(&self) -> Result<()> {
        if self.steps().running.get() {
            self.stage.set(Stage::Ended);
            let method = self.method();
            return Err(Raise::runtime(format!("{method}(): asynchronous generator is already running")));
        }
        self.stage.set(Stage::Begun);
        self.steps().running.set(true);
        Ok(())
    }
    fn end(&self) {
        self.stage.set(Stage::Ended);
        self.steps().running.set(false);
    }

    /// Runs to the next await, or to the end of the step.
    pub(crate) fn send(&self, vm: &mut Vm, sent: Value) -> Result<Exit> {
        self.check_reuse()?;
        let throws = !matches!(self.begins_with, Begin::Value(_));
        if throws && self.generator.has_ended() {
            self.stage.set(Stage::Ended);
            return Ok(Exit::Return(Value::None));
        }
        let input = match self.stage.get() {
            Stage::New => self.first_input(vm, sent)?,
            _ => Ok(sent),
        };
        let step = vm.resume(&self.generator, input);
        self.conclude(step)
    }
    fn first_input(&self, vm: &mut Vm, sent: Value) -> Result<Result<Value>> {
        if !self.steps().running.get() && !matches!(self.begins_with, Begin::Value(_)) {
            if self.steps().closed.get() {
                self.stage.set(Stage::Ended);
                return Err(Raise::with_args(Exc::StopAsyncIteration, Vec::new()));
            }
            if !sent.is_none() {
                return Err(Raise::runtime("can't send non-None value to a just-started coroutine"));
            }
        }
        self.begin()?;
        Ok(match &self.begins_with {
            Begin::Value(value) if sent.is_none() => Ok(value.clone()),
            Begin::Value(_) => Ok(sent),
            Begin::Exception(exception) => match vm.exception_of_throw(exception.clone()) {
                Ok(exception) => Err(Raise::object(exception)),
                Err(raise) => {
                    self.end();
                    return Err(raise);
                }
            },
            Begin::Close => {
                self.steps().closed.set(true);
                Err(Raise::new(Exc::GeneratorExit, ""))
            }
        })
    }
    /// Raises an exception where the step is suspended.
    pub(crate) fn throw(&self, vm: &mut Vm, raise: Raise) -> Result<Exit> {
        self.check_reuse()?;
        if self.stage.get() == Stage::New {
            self.begin()?;
        }
        let step = vm.resume(&self.generator, Err(raise));
        self.conclude(step)
    }
    /// Passes an await of the generator through; a yield or a return ends the step.
    fn conclude(&self, turn: Result<Exit>) -> Result<Exit> {
        if let Ok(Exit::Yield(_)) = &turn
            && self.generator.delegate().is_some()
        {
            return turn;
        }
        self.end();
        let closes = matches!(self.begins_with, Begin::Close);
        let ended = match turn {
            Ok(Exit::Yield(_)) if closes => return Err(Raise::runtime("async generator ignored GeneratorExit")),
            Ok(Exit::Yield(value)) => return Ok(Exit::Return(value)),
            Ok(Exit::Return(_)) => Raise::with_args(Exc::StopAsyncIteration, Vec::new()),
            Err(raise) => raise,
        };
        if !ended.is(Exc::StopAsyncIteration) && !ended.is(Exc::GeneratorExit) {
            return Err(ended);
        }
        self.steps().closed.set(true);
        if closes { Ok(Exit::Return(Value::None)) } else { Err(ended) }
    }
    fn close(&self, vm: &mut Vm) -> Result<()> {
        if self.stage.get() == Stage::Ended {
            return Ok(());
        }
        match self.throw(vm, Raise::new(Exc::GeneratorExit, "")) {
            Ok(Exit::Yield(_)) => Err(Raise::runtime("coroutine ignored GeneratorExit")),
            Ok(Exit::Return(_)) => Ok(()),
            Err(raise) if raise.is(Exc::StopAsyncIteration) || raise.is(Exc::GeneratorExit) => Ok(()),
            Err(raise) => Err(raise),
        }
    }
}

/// Converts the outcome of a step for a caller in the language: StopIteration carries the result.
pub(super) fn next_of(exit: Exit) -> Result<Value> {
    match exit {
        Exit::Yield(value) => Ok(value),
        Exit::Return(Value::None) => Err(Raise::with_args(Exc::StopIteration, Vec::new())),
        Exit::Return(value) => Err(Raise::with_args(Exc::StopIteration, vec![value])),
    }
}
pub(super) fn sent_to(args: &Args) -> Value {
    args.get(1).clone()
}
/// The exception from the arguments of `throw`.
pub(super) fn given(vm: &mut Vm, args: &Args) -> Result<Raise> {
    let exception = thrown(vm, args)?;
    vm.exception_of_throw(exception).map(Raise::object)
}

fn step(args: &Args) -> Result<&AsyncStep> {
    args.get(0).downcast().ok_or_else(|| args.wrong(0, "async_generator_asend"))
}

static METHODS: &[Builtin] = &[
    Builtin::new("step.__await__", "(self, /)", "Returns itself.", |_, args| Ok(args.get(0).clone())),
    Builtin::new("step.__iter__", "(self, /)", "Returns itself.", |_, args| Ok(args.get(0).clone())),
    Builtin::new("step.__next__", "(self, /)", "Runs to the next await.", |vm, args| {
        let exit = step(args)?.send(vm, Value::None)?;
        next_of(exit)
    }),
    Builtin::new(
        "step.send",
        "(self, value, /)",
        "Sends a value to the pending await and runs to the next.",
        |vm, args| {
            let exit = step(args)?.send(vm, sent_to(args))?;
            next_of(exit)
        },
    ),
    Builtin::new(
        "step.throw",
        "(self, exception, value=None, tb=None, /)",
        "Raises an exception at the pending await.",
        |vm, args| {
            let raise = given(vm, args)?;
            let exit = step(args)?.throw(vm, raise)?;
            next_of(exit)
        },
    ),
    Builtin::new("step.close", "(self, /)", "Raises GeneratorExit at the pending await.", |vm, args| {
        step(args)?.close(vm).map(|()| Value::None)
    }),
];
