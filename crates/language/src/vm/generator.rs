//! Generators and coroutines: suspended frames, resumed by an instruction of the frame below or by native code.

use super::Vm;
use super::frame::{Entered, Exit, FrameKind, Sink, too_deep};
use crate::builtins::async_step::AsyncStep;
use crate::compile::{Flow, Op};
use crate::exception;
use crate::object::{Generator, Iter, IterState, Suspended};
use crate::{Builtin, Exc, Raise, Result, Value, observer};
use std::rc::Rc;

impl Vm {
    /// Runs a generator to its next yield or its end, sending a value or an exception to the suspended yield.
    pub(crate) fn resume(&mut self, iter: &Rc<Iter>, input: Result<Value>) -> Result<Exit> {
        self.resume_into(iter, input, &mut Some)
    }

    /// As `resume`, but continues past each yield whose value `take` accepts: suspending each time would cost more than most
    /// generators do between two yields.
    pub(super) fn resume_into(&mut self, iter: &Rc<Iter>, input: Result<Value>, take: Sink) -> Result<Exit> {
        let Some(resting) = take_up(iter)? else {
            return input.map(|_| Exit::Return(Value::None));
        };
        if !resting.started && matches!(&input, Ok(value) if !value.is_none()) {
            let kind = resting.function.code.flow.spoken();
            *iter.state.borrow_mut() = IterState::Generator(Generator::Suspended(resting));
            return Err(Raise::type_error(format!("can't send non-None value to a just-started {kind}")));
        }
        let (depth, started, delegates) = (self.frames.len(), resting.started, resting.delegate().is_some());
        self.wake(iter.clone(), resting, false)?;
        let input = match input {
            Err(raise) if delegates => match self.throw_below(raise) {
                Ok(Exit::Yield(value)) => return Ok(Exit::Yield(value)),
                Ok(Exit::Return(value)) => Ok(value),
                Err(raise) => Err(raise),
            },
            input => input,
        };
        let entered = match input {
            Ok(value) => {
                if started {
                    self.push(value);
                }
                Ok(())
            }
            Err(mut raise) => {
                raise.complete(self);
                self.chain_thrown(&raise);
                self.unwind_linked(raise, depth)
            }
        };
        let result = entered.and_then(|()| self.native_step(|vm| vm.run(depth, take)));
        if result.is_err() {
            while self.frames.len() > depth {
                self.pop_frame();
            }
        }
        if !matches!(result, Ok(Exit::Yield(_))) {
            *iter.state.borrow_mut() = IterState::Done;
        }
        result
    }

    /// Raises an exception in the iterator that the running generator delegates to, from its `yield from`. If that yields, the
    /// generator is suspended there again.
    fn throw_below(&mut self, raise: Raise) -> Result<Exit> {
        let inner = self.top().clone();
        self.ip += 1;
        let exit = self.throw_into(&inner, raise)?;
        if let Exit::Yield(_) = exit {
            self.ip -= 1;
            self.suspend();
        } else {
            self.pop();
        }
        Ok(exit)
    }

    /// Sets the exception that the running generator handles as the context of one thrown into it. The exception that its caller
    /// handles is not used.
    fn chain_thrown(&self, raise: &Raise) {
        let Some(frame) = self.frames.last() else { return };
        let handling = &self.handling[frame.handling..];
        let (Some(thrown), Some(current)) = (&raise.0.value, handling.last()) else {
            return;
        };
        if !thrown.is(current) {
            exception::set_context(thrown, current.clone());
        }
    }

    /// Sends a value to the iterator that a frame delegates to, and runs it to its next yield or its end.
    pub(crate) fn send_into(&mut self, inner: &Value, sent: Value) -> Result<Exit> {
        if let Some(step) = inner.downcast::<AsyncStep>() {
            return step.send(self, sent);
        }
        match inner {
            Value::Iter(iter) if iter.is_generator() => self.resume(iter, Ok(sent)),
            Value::Iter(iter) if sent.is_none() => match self.item_or_stop(iter) {
                Ok(None) => Ok(Exit::Return(Value::None)),
                Ok(Some(value)) => Ok(Exit::Yield(value)),
                Err(raise) => self.exit_of(Err(raise)),
            },
            _ if sent.is_none() && self.class_of(inner).lookup("__next__").is_some() => {
                self.step_of(inner, "__next__", &[])
            }
            _ => self.step_of(inner, "send", &[sent]),
        }
    }

    /// Raises an exception in the iterator that a suspended frame delegates to.
    pub(crate) fn throw_into(&mut self, inner: &Value, raise: Raise) -> Result<Exit> {
        if let Value::Iter(iter) = inner
            && iter.is_generator()
        {
            return match raise.is(Exc::GeneratorExit) {
                true => self.generator_close(iter).and(Err(raise)),
                false => self.resume(iter, Err(raise)),
            };
        }
        if raise.is(Exc::GeneratorExit) {
            if let Some(close) = self.find_attr(inner, "close")? {
                self.call(&close, &[], &[])?;
            }
            return Err(raise);
        }
        if let Some(step) = inner.downcast::<AsyncStep>() {
            return step.throw(self, raise);
        }
        let Some(throw) = self.find_attr(inner, "throw")? else {
            return Err(raise);
        };
        let exception = exception::materialize(raise);
        let result = self.call(&throw, &[exception], &[]);
        self.exit_of(result)
    }

    /// Resumes a generator for an instruction of the running frame: the generator's frame runs next, and `yield_value` delivers
    /// its values. False if it has ended.
    pub(super) fn resume_inline(&mut self, iter: Rc<Iter>, sent: Value) -> Result<bool> {
        let Some(resting) = take_up(&iter)? else {
            return Ok(false);
        };
        let started = resting.started;
        self.wake(iter, resting, true)?;
        if started {
            self.push(sent);
        }
        Ok(true)
    }

    /// Makes a suspended generator's frame the running one.
    #[inline]
    fn wake(&mut self, iter: Rc<Iter>, mut resting: Box<Suspended>, inline: bool) -> Result<()> {
        if self.frames.len() >= self.recursion_limit {
            *iter.state.borrow_mut() = IterState::Done;
            return Err(too_deep());
        }
        let base = self.stack.height;
        let (tries, handling) = (self.tries.len(), self.handling.len());
        self.stack.take_up(&mut resting.stack);
        if !resting.tries.is_empty() {
            self.tries.append(&mut resting.tries);
        }
        if !resting.handling.is_empty() {
            self.handling.append(&mut resting.handling);
        }
        resting.inline = inline;
        if let Some(caller) = self.frames.last_mut() {
            caller.ip = self.ip;
        }
        (self.ip, self.base) = (resting.ip, base);
        // Filled in place: a frame made elsewhere would be moved right after it was written, which stalls.
        let slot = self.frames.begin();
        slot.function = Some(resting.function.clone());
        if let Some(cells) = &resting.own_cells {
            slot.own_cells = Some(cells.clone());
        }
        (slot.ip, slot.base, slot.floor, slot.tries, slot.handling) = (resting.ip, base, base, tries, handling);
        std::mem::forget(std::mem::replace(&mut slot.kind, FrameKind::Generator(iter, resting)));
        Ok(())
    }

    /// Suspends the running generator's frame; true if an instruction of the frame below waits for the value.
    #[inline]
    fn suspend(&mut self) -> bool {
        let frame = self.frame();
        let FrameKind::Generator(iter, mut resting) = std::mem::take(&mut frame.kind) else {
            return false;
        };
        let (base, tries, handling) = (frame.base, frame.tries, frame.handling);
        resting.ip = self.ip;
        let count = self.stack.height - base;
        if resting.stack.len() != count {
            resting.stack.resize(count, Value::None);
        }
        self.stack.put_away(base, &mut resting.stack);
        if self.tries.len() > tries {
            resting.tries.extend(self.tries.drain(tries..));
        }
        if self.handling.len() > handling {
            resting.handling.extend(self.handling.drain(handling..));
        }
        self.frames.end();
        if let Some(caller) = self.frames.last() {
            self.ip = caller.ip;
            self.base = caller.base;
        }
        resting.started = true;
        let inline = resting.inline;
        if let IterState::Generator(state) = &mut *iter.state.borrow_mut() {
            *state = Generator::Suspended(resting);
        }
        inline
    }

    /// Yields a value from the running generator to the instruction that resumed it, through any `yield from` of frames below.
    /// Returns the value if native code waits for it.
    pub(super) fn yield_value(&mut self, value: Value) -> Option<Value> {
        while self.suspend() {
            let at = self.ip - 1;
            match self.frame().code().ops[at] {
                Op::YieldFrom => self.ip -= 1,
                Op::ForIterStore(to, _) => {
                    let slot = self.base + usize::from(to);
                    self.ip += 1;
                    if std::mem::replace(&mut self.stack[slot], value).end() {
                        self.finalize();
                    }
                    return None;
                }
                _ => {
                    self.push(value);
                    return None;
                }
            }
        }
        Some(value)
    }

    /// Continues the frame below after a generator that it resumed has returned. A call of `next` or `send` raises
    /// StopIteration.
    pub(super) fn end_inline(&mut self, value: Value) -> Result<()> {
        let at = self.ip - 1;
        match self.frame().code().ops[at] {
            Op::ForIter(end) | Op::ForIterStore(_, end) => {
                self.stack.pop();
                self.ip = end as usize;
            }
            Op::YieldFrom => {
                self.stack.pop();
                self.push(value);
            }
            _ => return Err(stopped(value)),
        }
        Ok(())
    }
    /// Runs a call of `next` or `send` of a generator at `floor` as a frame; None for other calls.
    pub(super) fn resume_for_call(&mut self, builtin: &Builtin, floor: usize) -> Option<Result<Entered>> {
        let (iter, sent) = match &self.stack[floor + 1..] {
            [Value::Iter(iter)] if matches!(builtin.name, "next" | "generator.__next__") => (iter, Value::None),
            [Value::Iter(iter), sent] if builtin.name == "generator.send" => (iter, sent.clone()),
            _ => return None,
        };
        let is_ready = iter.resting(|resting| resting.started || sent.is_none()).unwrap_or(false);
        if iter.flow() != Some(Flow::Generator) || !is_ready || observer::is_on() {
            return None;
        }
        let iter = iter.clone();
        self.cut(floor);
        Some(match self.resume_inline(iter, sent) {
            Ok(true) => Ok(Entered::Frame),
            Ok(false) => Err(stopped(Value::None)),
            Err(raise) => Err(raise),
        })
    }

    pub(crate) fn generator_send(&mut self, iter: &Rc<Iter>, value: Value) -> Result<Value> {
        match self.resume(iter, Ok(value))? {
            Exit::Yield(value) => Ok(value),
            Exit::Return(value) => Err(stopped(value)),
        }
    }
    /// Makes the exception that a program throws into a generator.
    pub(crate) fn exception_of_throw(&mut self, exception: Value) -> Result<Value> {
        let found = exception.type_name();
        self.exception_of(exception).map_err(|raise| match raise.says("must derive from") {
            true => Raise::type_error(format!(
                "exceptions must be classes or instances deriving from BaseException, not {found}"
            )),
            false => raise,
        })
    }
    pub(crate) fn generator_throw(&mut self, iter: &Rc<Iter>, exception: Value) -> Result<Value> {
        let is_class = matches!(exception, Value::Class(_));
        let thrown = match self.exception_of_throw(exception) {
            Ok(exception) => Raise::object(exception),
            // An error from constructing the exception is raised in the generator, too.
            Err(raise) if is_class => raise,
            Err(raise) => return Err(raise),
        };
        match self.resume(iter, Err(thrown))? {
            Exit::Yield(value) => Ok(value),
            Exit::Return(value) => Err(Raise::with_args(Exc::StopIteration, vec![value])),
        }
    }
    /// Closes a generator; returns its return value.
    pub(crate) fn generator_close(&mut self, iter: &Rc<Iter>) -> Result<Value> {
        let begun = match &*iter.state.borrow() {
            IterState::Generator(Generator::Suspended(suspended)) => suspended.started,
            IterState::Generator(Generator::Running) => {
                return Err(already_executing(iter));
            }
            _ => return Ok(Value::None),
        };
        if !begun {
            *iter.state.borrow_mut() = IterState::Done;
            return Ok(Value::None);
        }
        match self.resume(iter, Err(Raise::new(Exc::GeneratorExit, ""))) {
            Ok(Exit::Yield(_)) => Err(Raise::runtime(format!("{} ignored GeneratorExit", spoken(iter)))),
            Ok(Exit::Return(value)) => Ok(value),
            Err(raise) if raise.is(Exc::GeneratorExit) || raise.is(Exc::StopIteration) => Ok(Value::None),
            Err(raise) => Err(raise),
        }
    }
}

/// Takes the frame of a suspended generator, which then counts as running; None if it has ended.
#[inline]
fn take_up(iter: &Iter) -> Result<Option<Box<Suspended>>> {
    match &mut *iter.state.borrow_mut() {
        IterState::Generator(state @ Generator::Suspended(_)) => match std::mem::replace(state, Generator::Running) {
            Generator::Suspended(resting) => Ok(Some(resting)),
            Generator::Running => Ok(None),
        },
        IterState::Generator(Generator::Running) => Err(already_executing(iter)),
        _ if iter.flow() == Some(Flow::Coroutine) => Err(Raise::runtime("cannot reuse already awaited coroutine")),
        _ => Ok(None),
    }
}

/// The StopIteration of a generator that has ended.
fn stopped(value: Value) -> Raise {
    let args = if value.is_none() { Vec::new() } else { vec![value] };
    Raise::with_args(Exc::StopIteration, args)
}

fn already_executing(iter: &Iter) -> Raise {
    Raise::value_error(format!("{} already executing", spoken(iter)))
}

fn spoken(iter: &Iter) -> &'static str {
    iter.flow().map_or(iter.name, Flow::spoken)
}
