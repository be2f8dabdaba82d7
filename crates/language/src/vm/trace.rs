//! `sys.settrace` and `sys.setprofile`. While either is set, calls run instrumented code that reports events to the program.
//! Otherwise tracing costs nothing.

use super::Vm;
use super::frame::{Frame, FrameKind};
use super::instrumented::{self, BUSY, Listener, is_on, is_watched, points_of};
use super::watch::{self, Call, Told, Watch};
use crate::builtins::frames;
use crate::compile::{Last, TracePoint};
use crate::exception::{self, ExceptionState};
use crate::tree::Grammar;
use crate::{Raise, Result, Value, observer};
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

impl Vm {
    /// Executes a point of instrumented code.
    pub(super) fn trace_point(&mut self, point: TracePoint) -> Result<()> {
        if BUSY.get() || !is_on() {
            return Ok(());
        }
        match point {
            TracePoint::Call => self.tell_call(),
            TracePoint::Line => self.tell_line(),
            TracePoint::Back => {
                self.with_frame_state(|line, _| line.set(0));
                Ok(())
            }
            TracePoint::Return => {
                let value = self.top().clone();
                self.tell_watch(Told::Return)?;
                self.tell_return(value)
            }
        }
    }

    /// Calls a function with tracing enabled, even while a trace function runs.
    pub fn call_traced(&mut self, function: &Value, arguments: &[Value]) -> Result<Value> {
        let busy = BUSY.replace(false);
        observer::set_tracing(is_on());
        let result = self.call(function, arguments, &[]);
        BUSY.set(busy);
        observer::set_tracing(!busy && is_on());
        result
    }

    /// Whether the innermost frame's code needs points.
    #[cold]
    pub(super) fn wants_points(&self) -> bool {
        let Some(function) = self.frames.last().map(Frame::function) else { return false };
        function.frame.get().is_some_and(|state| state.wants_points.get()) || is_watched(&function.code)
    }

    /// Instruments the innermost frame's code, if a trace function was set while it ran. The evaluator reloads its code and
    /// instruction pointer afterwards.
    #[cold]
    pub(super) fn add_points(&mut self) {
        if !self.wants_points() {
            return;
        }
        let span = self.span();
        let line = self.source(span.source).map_or(0, |source| source.line(span.start));
        let Some(frame) = self.frames.last_mut() else { return };
        // State of the frame that the program already refers to must survive.
        frame.own_function();
        let made = points_of(&frame.function().code);
        let function = frame.function().with_points(made.code, line);
        if let FrameKind::Generator(_, resting) = &mut frame.kind {
            resting.function = function.clone();
        }
        frame.function = Some(function);
        let tries = frame.tries;
        let place = |at: usize| made.places.get(at).map_or(at, |place| *place as usize);
        self.ip = place(self.ip);
        self.tries[tries..].iter_mut().for_each(|block| block.target = place(block.target));
    }

    fn with_frame_state<T>(&self, look: impl FnOnce(&Cell<u32>, &RefCell<Value>) -> T) -> Option<T> {
        let state = self.frames.last()?.function().frame.get()?;
        Some(look(&state.line, &state.trace))
    }

    fn tell_call(&mut self) -> Result<()> {
        let tracer = Listener::Trace.get();
        if !tracer.is_none() {
            let local = self.tell(&tracer, "call", Value::None)?;
            // A resumed generator keeps its local trace function.
            if !local.is_none() {
                self.with_frame_state(|_, trace| trace.replace(local));
            }
        }
        self.tell_profiler("call", Value::None)
    }

    fn tell_line(&mut self) -> Result<()> {
        let span = self.span();
        let line = self.source(span.source).map_or(0, |source| source.line(span.start));
        let is_new = self.with_frame_state(|last, _| last.replace(line) != line).unwrap_or(false);
        if is_new {
            self.tell_watch(Told::Line)?;
        }
        let tells =
            self.frames.last().and_then(|frame| frame.function().frame.get()).is_some_and(|s| s.tells_lines.get());
        if is_new && tells { self.tell_local("line", Value::None) } else { Ok(()) }
    }

    fn tell_return(&mut self, value: Value) -> Result<()> {
        self.tell_local("return", value.clone())?;
        self.tell_profiler("return", value)
    }

    /// Calls the running frame's local trace function, which may return another for later events.
    fn tell_local(&mut self, event: &str, argument: Value) -> Result<()> {
        let local = self.with_frame_state(|_, trace| trace.borrow().clone()).unwrap_or_default();
        if local.is_none() || Listener::Trace.get().is_none() {
            return Ok(());
        }
        let next = self.tell(&local, event, argument)?;
        if !next.is_none() {
            self.with_frame_state(|_, trace| trace.replace(next));
        }
        Ok(())
    }

    pub(super) fn tell_profiler(&mut self, event: &str, argument: Value) -> Result<()> {
        let profiler = Listener::Profile.get();
        if profiler.is_none() || BUSY.get() || self.frames.is_empty() {
            return Ok(());
        }
        self.tell(&profiler, event, argument).map(drop)
    }

    /// Calls a trace function; one that raises is removed.
    fn tell(&mut self, listener: &Value, event: &str, argument: Value) -> Result<Value> {
        let frame = frames::of_running(self, self.frames.len() - 1);
        BUSY.set(true);
        observer::set_tracing(false);
        let answer = self.call(listener, &[frame, Value::str(event), argument], &[]);
        BUSY.set(false);
        if answer.is_err() {
            Listener::Trace.set(Value::None);
            Listener::Profile.set(Value::None);
        }
        observer::set_tracing(is_on());
        answer
    }

    /// Reports an exception that reaches the running frame.
    #[cold]
    pub(super) fn tell_exception(&mut self, raise: Raise) -> Raise {
        if BUSY.get() {
            return raise;
        }
        let raise = match self.tell_watch_raised(raise) {
            Ok(raise) => raise,
            Err(instead) => return instead,
        };
        if self.with_frame_state(|_, trace| trace.borrow().is_none()).unwrap_or(true) {
            return raise;
        }
        let resumed = raise.0.resumed;
        let value = exception::materialize(raise);
        let class = Value::Class(self.class_of(&value));
        let traceback = self.get_attr(&value, "__traceback__").unwrap_or_default();
        match self.tell_local("exception", Value::tuple(vec![class, value.clone(), traceback])) {
            Ok(()) => {
                let mut raise = Raise::object(value);
                raise.0.resumed = resumed;
                raise
            }
            Err(raise) => raise,
        }
    }

    /// Reports that an exception ends the running frame.
    #[cold]
    pub(super) fn tell_end(&mut self) {
        if !BUSY.get() && is_on() && self.with_frame_state(|_, _| ()).is_some() {
            let _ = self.tell_return(Value::None);
        }
    }

    /// Sets the debugger of the host; None removes it. Running calls start to report when they are returned to or jump backward.
    pub fn watch(&mut self, watch: Option<Watch>) {
        watch::set(watch);
        instrumented::changed();
    }

    /// Runs a debugger's work without tracing it.
    pub fn unwatched<T>(&mut self, work: impl FnOnce(&mut Vm) -> T) -> T {
        let busy = BUSY.replace(true);
        observer::set_tracing(false);
        self.hold_turn();
        let done = work(self);
        self.release_turn();
        BUSY.set(busy);
        observer::set_tracing(!busy && is_on());
        done
    }

    fn tell_watch(&mut self, told: Told) -> Result<()> {
        match watch::get() {
            Some(watch) => self.unwatched(|vm| (watch.told)(vm, told)),
            None => Ok(()),
        }
    }

    /// Reports an exception that reaches a user frame; an exception raised by the debugger is the error.
    fn tell_watch_raised(&mut self, raise: Raise) -> std::result::Result<Raise, Raise> {
        let is_users = self.frames.last().is_some_and(|frame| frame.code().is_users);
        if !is_users || !watch::get().is_some_and(|watch| (watch.wants_exceptions)()) {
            return Ok(raise);
        }
        let resumed = raise.0.resumed;
        let exception = exception::materialize(raise);
        let is_first = !resumed && is_new_to_users(&exception);
        let may_be_caught = self.may_be_caught();
        self.tell_watch(Told::Raised { exception: &exception, is_first, may_be_caught })?;
        let mut raise = Raise::object(exception);
        raise.0.resumed = resumed;
        Ok(raise)
    }

    /// Whether a user frame has a handler installed.
    fn may_be_caught(&self) -> bool {
        let ends = self.frames.iter().skip(1).map(|inner| inner.tries).chain([self.tries.len()]);
        self.frames.iter().zip(ends).any(|(frame, end)| frame.code().is_users && end > frame.tries)
    }

    /// The running user calls, innermost first.
    pub fn calls(&self) -> Vec<Call> {
        let heights = (0..self.frames.len()).rev();
        let shown = heights.filter(|height| {
            let code = self.frames[*height].code();
            code.is_users && !code.is_inlined()
        });
        shown.filter_map(|height| self.call_at(height)).collect()
    }

    /// The innermost user call.
    pub fn innermost_call(&self) -> Option<Call> {
        self.call_at(self.frames.len().checked_sub(1)?)
    }

    /// The id of the next source to be registered.
    pub fn next_source(&self) -> u32 {
        self.sources.count()
    }

    fn call_at(&self, height: usize) -> Option<Call> {
        let code = self.frames[height].code();
        let span = code.span(self.instruction(height).unwrap_or_default());
        let source = self.source(span.source)?;
        let before = source.text.get(..span.start as usize).unwrap_or_default();
        let column = before.chars().rev().take_while(|c| *c != '\n').count() as u32 + 1;
        Some(Call { height, name: code.name.to_string(), source: span.source, line: source.line(span.start), column })
    }

    /// The frame object of the running call at a height.
    pub fn frame_at(&mut self, height: usize) -> Option<Value> {
        (height < self.frames.len()).then(|| frames::of_running(self, height))
    }

    /// The lines of a source where a debugger can stop, in order; none if it does not compile.
    pub fn lines_of(&mut self, name: &str, text: &str) -> Vec<u32> {
        let Ok(program) = self.compile_users(text, name, Grammar::Cell, Last::Value) else { return Vec::new() };
        let begins: Vec<usize> = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        let line = |offset: u32| begins.partition_point(|begin| *begin <= offset as usize) as u32;
        let mut found = BTreeSet::new();
        instrumented::lines_of(&program.code, &line, &mut found);
        found.into_iter().collect()
    }
}

/// Whether the exception has passed at most one user call.
fn is_new_to_users(exception: &Value) -> bool {
    let Some(state) = exception.downcast::<ExceptionState>() else { return true };
    let notes = state.notes.borrow();
    let mut passed = notes.trace.iter().rev().skip(1).filter_map(|entry| entry.passed.as_ref());
    !passed.any(|passed| passed.code.is_users)
}
