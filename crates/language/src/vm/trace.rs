//! `sys.settrace` and `sys.setprofile`. While either is set, calls run code with instructions between the lines that tell the
//! program what happens; without them nothing asks.

use super::Vm;
use super::frame::{Frame, FrameKind};
use super::instrumented::{BUSY, Listener, is_on, points_of};
use crate::builtins::frames;
use crate::compile::TracePoint;
use crate::exception;
use crate::{Raise, Result, Value, observer};
use std::cell::{Cell, RefCell};

impl Vm {
    /// Runs a point of instrumented code.
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
                self.tell_return(value)
            }
        }
    }

    /// Calls a function that is traced, though a trace function runs.
    pub fn call_traced(&mut self, function: &Value, arguments: &[Value]) -> Result<Value> {
        let busy = BUSY.replace(false);
        observer::set_tracing(is_on());
        let result = self.call(function, arguments, &[]);
        BUSY.set(busy);
        observer::set_tracing(!busy && is_on());
        result
    }

    /// Whether the innermost frame's code is to get points.
    #[cold]
    pub(super) fn wants_points(&self) -> bool {
        let function = self.frames.last().map(Frame::function);
        function.and_then(|function| function.frame.get()).is_some_and(|state| state.wants_points.get())
    }

    /// Gives the innermost frame code with points, where a trace function was set while it ran. The evaluator reads its code
    /// and address anew afterwards.
    #[cold]
    pub(super) fn add_points(&mut self) {
        if !self.wants_points() {
            return;
        }
        let span = self.span();
        let line = self.source(span.source).map_or(0, |source| source.line(span.start));
        let Some(frame) = self.frames.last_mut() else { return };
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
            // A generator that goes on keeps what it had.
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
        let tells =
            self.frames.last().and_then(|frame| frame.function().frame.get()).is_some_and(|s| s.tells_lines.get());
        if is_new && tells { self.tell_local("line", Value::None) } else { Ok(()) }
    }

    fn tell_return(&mut self, value: Value) -> Result<()> {
        self.tell_local("return", value.clone())?;
        self.tell_profiler("return", value)
    }

    /// Tells the running frame's own function, which may name another for what comes.
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

    /// A trace function that raises is removed.
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

    /// Tells of an exception that has come to the running frame.
    #[cold]
    pub(super) fn tell_exception(&mut self, raise: Raise) -> Raise {
        if BUSY.get() || self.with_frame_state(|_, trace| trace.borrow().is_none()).unwrap_or(true) {
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

    /// Tells that an exception ends the running frame.
    #[cold]
    pub(super) fn tell_end(&mut self) {
        if !BUSY.get() && is_on() && self.with_frame_state(|_, _| ()).is_some() {
            let _ = self.tell_return(Value::None);
        }
    }
}
