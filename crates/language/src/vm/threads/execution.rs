//! A thread's execution state, saved here while another thread runs.

use crate::builtins::repr;
use crate::object::TryBlock;
use crate::vm::frame::Frames;
use crate::vm::operands::Stack;
use crate::{Span, Value, Vm, place};
use std::any::Any;
use std::mem::swap;

/// Per-thread state of another crate: installs the next thread's state (None for a new thread) and returns that of the previous
/// one.
pub type PerThread = fn(Option<Box<dyn Any>>) -> Box<dyn Any>;

#[derive(Default)]
pub(super) struct Execution {
    stack: Stack,
    frames: Frames,
    tries: Vec<TryBlock>,
    handling: Vec<Value>,
    ip: usize,
    base: usize,
    native_depth: usize,
    running: Span,
    showing: Vec<usize>,
    others: Vec<Option<Box<dyn Any>>>,
}

impl Execution {
    /// Swaps this state with the evaluator's.
    pub fn swap(&mut self, vm: &mut Vm) {
        swap(&mut self.stack, &mut vm.stack);
        swap(&mut self.frames, &mut vm.frames);
        swap(&mut self.tries, &mut vm.tries);
        swap(&mut self.handling, &mut vm.handling);
        swap(&mut self.ip, &mut vm.ip);
        swap(&mut self.base, &mut vm.base);
        swap(&mut self.native_depth, &mut vm.native_depth);
        self.running = place::switch(self.running);
        repr::switch(&mut self.showing);
        self.others.resize_with(vm.threads.per_thread.len(), || None);
        for (state, switch) in self.others.iter_mut().zip(&vm.threads.per_thread) {
            *state = Some(switch(state.take()));
        }
    }
}
