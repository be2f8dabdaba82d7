//! Exception unwinding.

use super::Vm;
use super::frame::{Frame, FrameKind};
use crate::compile::{CodeKind, Flow};
use crate::exception::{self, ExceptionState};
use crate::exception_group;
use crate::kept;
use crate::object::IterState;
use crate::raise::{TraceEntry, keeps_variables};
use crate::{Exc, Raise, Result, Span, Value, observer};
use std::rc::Rc;

impl Vm {
    /// The exception object of a raise that native code catches.
    pub(crate) fn exception_object(&self, raise: Raise) -> Value {
        exception::materialize(raise)
    }
    /// Finds the handler of an exception in the frames above a depth and continues there. Without a handler the frames end and the
    /// exception propagates.
    pub(crate) fn unwind(&mut self, mut raise: Raise, depth: usize) -> Result<()> {
        raise.complete(self);
        self.link_context(&mut raise);
        self.unwind_linked(raise, depth)
    }

    /// As `unwind`, for an exception whose context is set.
    pub(super) fn unwind_linked(&mut self, mut raise: Raise, depth: usize) -> Result<()> {
        while self.frames.len() > depth {
            self.note_place(&mut raise);
            if observer::is_on() {
                raise = self.tell_exception(raise);
            }
            let frame = self.frame();
            let (base, tries, handling) = (frame.base, frame.tries, frame.handling);
            if self.tries.len() > tries
                && let Some(block) = self.tries.pop()
            {
                self.handling.truncate(handling + block.handling);
                let exception = exception::materialize(raise);
                self.stack.truncate(base + block.height);
                self.forget_comprehensions();
                self.handling.push(exception);
                self.ip = block.target;
                return Ok(());
            }
            if observer::is_on() {
                self.tell_end();
            }
            self.keep_plain(&mut raise);
            self.leave_seen();
            let frame = self.pop_frame();
            if let FrameKind::Generator(iter, _) = frame.kind {
                *iter.state.borrow_mut() = IterState::Done;
                raise = stopped_inside(raise, iter.flow().unwrap_or(Flow::Generator));
            }
        }
        Err(raise)
    }

    /// Saves the plain variables of a user call that an exception ends.
    fn keep_plain(&self, raise: &mut Raise) {
        let is_kept = |frame: &&Frame| frame.code().is_users && frame.code().kind == CodeKind::Function;
        let Some(frame) = self.frames.last().filter(is_kept) else { return };
        if keeps_variables() {
            return;
        }
        if let Some(passed) = raise.0.notes.trace.last_mut().and_then(|entry| entry.passed.as_mut()) {
            passed.kept = Some(self.kept(frame, kept::plain));
        }
    }

    /// Unbinds the variables of comprehensions that an exception ended.
    fn forget_comprehensions(&mut self) {
        let frame = self.frame();
        let (code, base) = (frame.code(), frame.base);
        let (first, end) = (base + code.first_inlined, base + code.locals.len());
        for at in first..end {
            drop(std::mem::replace(&mut self.stack[at], Value::Unbound));
        }
    }

    /// Sets the exception being handled as the context of the new one.
    fn link_context(&mut self, raise: &mut Raise) {
        if raise.0.resumed {
            return;
        }
        let is_new = match &raise.0.value {
            None => passed_nothing(&raise.0.notes.trace),
            Some(value) => value.downcast::<ExceptionState>().is_some_and(|state| {
                state.context.borrow().is_none()
                    && passed_nothing(&state.notes.borrow().trace)
                    && passed_nothing(&raise.0.notes.trace)
            }),
        };
        if !is_new {
            return;
        }
        let Some(current) = self.current_exception() else {
            return;
        };
        let value = match raise.0.value.clone() {
            Some(value) => value,
            None => {
                let fresh = std::mem::replace(raise, Raise::runtime(""));
                let value = exception::materialize(fresh);
                *raise = Raise::object(value.clone());
                value
            }
        };
        if let Some(state) = value.downcast::<ExceptionState>()
            && !value.is(&current)
        {
            *state.context.borrow_mut() = current;
        }
    }

    /// Adds the running position to the exception's trace; at the raising expression, labels its operands.
    fn note_place(&mut self, raise: &mut Raise) {
        if std::mem::take(&mut raise.0.resumed) {
            return;
        }
        let at = self.ip.saturating_sub(1);
        let Some(frame) = self.frames.last() else {
            return;
        };
        let span = frame.code().span(at);
        let labels = std::mem::take(&mut raise.0.labels);
        let operands = frame.code().operands.of(at as u32);
        for label in labels {
            if let Some((start, end)) = operands.get(label.operand) {
                let place = crate::Span { source: span.source, start: *start, end: *end };
                raise.0.notes.marks.push((place, label.text));
            }
        }
        // A comprehension's position belongs to the code around it.
        let comprehension = raise.0.notes.trace.pop_if(|entry| entry.is_comprehension());
        let span = comprehension.map_or(span, |entry| entry.span);
        raise.0.notes.trace.push(self.entry(frame, span));
    }
    /// Notes where the running frame, which caught an exception, lets it go on.
    pub(super) fn leaving(&self, raise: Raise) -> Raise {
        let state = raise.0.value.as_ref().and_then(|value| value.downcast::<ExceptionState>());
        if let (Some(state), Some(frame)) = (state, self.frames.last())
            && let Some(passed) = state.notes.borrow_mut().trace.last_mut().and_then(|entry| entry.passed.as_mut())
            && Rc::ptr_eq(&passed.code, frame.code())
        {
            passed.left = self.ip.saturating_sub(1);
        }
        raise
    }
    fn entry(&self, frame: &Frame, span: Span) -> TraceEntry {
        TraceEntry { span, function: frame.code().name.clone(), passed: Some(self.passed(frame)) }
    }

    /// Sets the running position on an exception that the interpreter created.
    pub(crate) fn note_running_place(&self, exception: &Value) {
        if let (Some(frame), Some(state)) = (self.frames.last(), exception.downcast::<ExceptionState>()) {
            let span = frame.code().span(self.ip.saturating_sub(1));
            state.notes.borrow_mut().trace.push(self.entry(frame, span));
        }
    }

    /// Splits the handled exception for an `except*` clause: the matching part is handled next, and the rest stays for the
    /// following clauses. original raised rest class -> original raised rest bool
    pub(super) fn star_match(&mut self) -> Result<()> {
        let class = self.pop();
        let rest = self.top().clone();
        let (matched, rest) = exception_group::match_star(self, &rest, &class)?;
        let found = !matched.is_none();
        if found {
            let top = self.stack.len() - 1;
            self.stack[top] = rest;
            self.handling.push(matched);
        }
        self.push(Value::from(found));
        Ok(())
    }

    /// Stores an exception raised by a clause until all clauses have run. original raised rest -> original raised rest
    pub(super) fn star_raised(&mut self) {
        let raised = self.handling.pop().unwrap_or_default();
        self.handling.pop();
        let at = self.stack.len() - 2;
        if let Value::List(all) = &self.stack[at] {
            all.items.borrow_mut().push(raised);
        }
    }

    /// After all clauses, combines the raised exceptions and the rest. original raised rest -> bool
    pub(super) fn star_end(&mut self) -> Result<()> {
        let (rest, raised, original) = (self.pop(), self.pop(), self.pop());
        let mut all = self.collect(&raised)?;
        all.extend((!rest.is_none()).then_some(rest));
        let next = exception_group::after_star(self, &original, all)?;
        let found = !next.is_none();
        if found && let Some(handled) = self.handling.last_mut() {
            *handled = next;
        }
        self.push(Value::from(found));
        Ok(())
    }

    /// Whether an exception is an instance of a class, or of one of a tuple of classes.
    pub(crate) fn exception_matches(&mut self, exception: &Value, class: &Value) -> Result<bool> {
        match class {
            Value::Class(class) if class.is_subclass(self.types.exception(crate::Exc::BaseException)) => {
                Ok(self.class_of(exception).is_subclass(class))
            }
            Value::Tuple(classes) => {
                let base = self.types.exception(crate::Exc::BaseException);
                if !classes.iter().all(|class| matches!(class, Value::Class(class) if class.is_subclass(base))) {
                    return Err(not_catchable());
                }
                let own = self.class_of(exception);
                Ok(classes.iter().any(|class| matches!(class, Value::Class(class) if own.is_subclass(class))))
            }
            _ => Err(not_catchable()),
        }
    }
}

fn not_catchable() -> Raise {
    Raise::type_error("catching classes that do not inherit from BaseException is not allowed")
}

/// Whether a trace names no frame: at most the place of a syntax error.
fn passed_nothing(trace: &[TraceEntry]) -> bool {
    trace.iter().all(|entry| entry.passed.is_none())
}

/// Converts a StopIteration that leaves a generator's body to RuntimeError; other exceptions stay.
fn stopped_inside(raise: Raise, flow: Flow) -> Raise {
    let stop = match flow {
        _ if raise.is(Exc::StopIteration) => "StopIteration",
        Flow::AsyncGenerator if raise.is(Exc::StopAsyncIteration) => "StopAsyncIteration",
        _ => return raise,
    };
    let cause = exception::materialize(raise);
    let error = exception::materialize(Raise::runtime(format!("{} raised {stop}", flow.spoken())));
    if let Some(state) = error.downcast::<ExceptionState>() {
        *state.cause.borrow_mut() = cause.clone();
        *state.context.borrow_mut() = cause;
        state.suppress_context.set(true);
    }
    Raise::object(error)
}
