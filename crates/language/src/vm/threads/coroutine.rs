//! A thread's body on its own native stack. It is resumed only from the main thread's stack.

use crate::Vm;
use crate::native_stack::{Lowest, Piece};
use corosensei::stack::DefaultStack;
use corosensei::{CoroutineResult, Yielder};
use std::cell::Cell;
use std::mem::ManuallyDrop;
use std::rc::Rc;

/// The size of a thread's first stack segment; the stack grows as needed.
const STACK: usize = 4 << 20;

type Resumed = *mut Vm;
type Suspender = Yielder<Resumed, ()>;

/// The outcome of a turn.
pub(super) enum Outcome {
    Suspended,
    Ended,
    /// It did not run and never will, because its evaluator has moved.
    Lost,
}

/// A body that can suspend itself. If it is dropped before its end, its stack and all objects on it are leaked: unwinding would
/// run code of the program.
pub(super) struct Coroutine {
    body: ManuallyDrop<corosensei::Coroutine<Resumed, (), (), DefaultStack>>,
    yielder: Rc<Cell<*const Suspender>>,
    /// The evaluator that it started with, which must not move.
    vm: Cell<Resumed>,
    lowest: Cell<Lowest>,
}

impl Coroutine {
    pub fn new(run: impl FnOnce(&mut Vm) + 'static) -> std::io::Result<Coroutine> {
        let (memory, lowest) = Piece::new(STACK)?.into_memory();
        let yielder = Rc::new(Cell::new(std::ptr::null()));
        let known = yielder.clone();
        let body = corosensei::Coroutine::with_stack(memory, move |yielder: &Suspender, vm: Resumed| {
            known.set(std::ptr::from_ref(yielder));
            // SAFETY: `resume` passes the evaluator that it holds a unique reference to, and does not use it until the body suspends or
            // ends. The evaluator has not moved: `resume` compares the address.
            run(unsafe { &mut *vm });
        });
        let (vm, lowest) = (Cell::new(std::ptr::null_mut()), Cell::new(lowest));
        Ok(Coroutine { body: ManuallyDrop::new(body), yielder, vm, lowest })
    }
    /// Runs the body until it suspends or ends; returns its panic to the caller.
    pub fn resume(&mut self, vm: &mut Vm) -> std::thread::Result<Outcome> {
        let here = std::ptr::from_mut(vm);
        if !self.vm.get().is_null() && self.vm.get() != here {
            return Ok(Outcome::Lost);
        }
        self.vm.set(here);
        let outer = self.lowest.get().switch();
        let body = &mut self.body;
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| body.resume(here)));
        self.lowest.set(outer.switch());
        outcome.map(|result| match result {
            CoroutineResult::Yield(()) => Outcome::Suspended,
            CoroutineResult::Return(()) => Outcome::Ended,
        })
    }
    /// The handle by which code on this stack suspends it.
    pub fn suspender(&self) -> Suspend {
        Suspend(self.yielder.clone())
    }
}

impl Drop for Coroutine {
    fn drop(&mut self) {
        if self.body.done() || !self.body.started() {
            // SAFETY: dropped once, here.
            unsafe { ManuallyDrop::drop(&mut self.body) };
        }
    }
}

/// Suspends the running coroutine.
#[derive(Clone)]
pub(super) struct Suspend(Rc<Cell<*const Suspender>>);

impl Suspend {
    pub fn suspend(&self) {
        // SAFETY: the yielder is at the base of the coroutine's stack, and the coroutine is running, because it called this.
        unsafe { &*self.0.get() }.suspend(());
    }
}
