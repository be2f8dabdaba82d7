//! A thread's body on a native stack of its own. It is resumed from the main thread's stack alone.

use crate::Vm;
use crate::native_stack::{Lowest, Piece};
use corosensei::stack::DefaultStack;
use corosensei::{CoroutineResult, Yielder};
use std::cell::Cell;
use std::mem::ManuallyDrop;
use std::rc::Rc;

/// A thread's first piece of native stack; it grows as any.
const STACK: usize = 4 << 20;

type Resumed = *mut Vm;
type Suspender = Yielder<Resumed, ()>;

/// What a turn came to.
pub(super) enum Outcome {
    Suspended,
    Ended,
    /// It did not run, and never will: its evaluator has moved.
    Lost,
}

/// A body that can be suspended from within. One that has not ended when it is dropped is leaked with all that it holds:
/// unwinding it would run code of the program's.
pub(super) struct Coroutine {
    body: ManuallyDrop<corosensei::Coroutine<Resumed, (), (), DefaultStack>>,
    yielder: Rc<Cell<*const Suspender>>,
    /// The evaluator that it began with, which must not move.
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
            // SAFETY: `resume` gives the evaluator that it has a unique reference to, and uses it no more until the body
            // suspends or ends. It stays where it is: `resume` compares the address.
            run(unsafe { &mut *vm });
        });
        let (vm, lowest) = (Cell::new(std::ptr::null_mut()), Cell::new(lowest));
        Ok(Coroutine { body: ManuallyDrop::new(body), yielder, vm, lowest })
    }
    /// Runs it until it suspends or ends; gives its panic to the caller.
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
    /// What suspends it, for code that runs on it.
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
        // SAFETY: the yielder lies at the base of the coroutine's stack, and the coroutine runs: it called this.
        unsafe { &*self.0.get() }.suspend(());
    }
}
