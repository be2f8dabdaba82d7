//! Calls the language from inside an operation: hooks and custom functions run during `backward`.
//!
//! The engine and autograd do not depend on the interpreter. While they work, it is lent to the thread in `LENT`, and
//! a spare one takes its place.

use std::cell::RefCell;
use std::sync::Arc;
use tensorcell_language::{Raise, Result, Vm};
use tensorcell_tensor::TensorError;

thread_local! {
    static LENT: RefCell<Option<Vm>> = const { RefCell::new(None) };
    static SPARE: RefCell<Option<Vm>> = const { RefCell::new(None) };
    /// The exception that a callback raised, while it propagates through the tensor crates.
    static RAISED: RefCell<Option<Raise>> = const { RefCell::new(None) };
}

/// Puts the interpreter back, also during a panic.
struct Loan<'a> {
    place: &'a mut Vm,
    outer: Option<Vm>,
}

impl<'a> Loan<'a> {
    fn new(place: &'a mut Vm) -> Loan<'a> {
        // The interpreter moves in memory, so other threads must not run meanwhile.
        place.hold_turn();
        let spare = SPARE.take().unwrap_or_else(|| Vm::new(place.host(), Arc::default(), Arc::default()));
        let outer = LENT.replace(Some(std::mem::replace(place, spare)));
        Loan { place, outer }
    }
}

impl Drop for Loan<'_> {
    fn drop(&mut self) {
        if let Some(vm) = LENT.replace(self.outer.take()) {
            SPARE.set(Some(std::mem::replace(self.place, vm)));
            self.place.release_turn();
        }
    }
}

/// Holds the lent interpreter. Returns it on drop.
struct Borrowed(Option<Vm>);

impl Drop for Borrowed {
    fn drop(&mut self) {
        LENT.set(self.0.take());
    }
}

/// Runs `work` with the interpreter available to `with_vm`.
pub fn lend<T>(vm: &mut Vm, work: impl FnOnce() -> std::result::Result<T, TensorError>) -> Result<T> {
    let loan = Loan::new(vm);
    let result = work();
    drop(loan);
    result.map_err(|mut error| {
        let origin = error.origin.take();
        let mut raise = RAISED.take().unwrap_or_else(|| Raise::from(error));
        if let Some((site, name)) = origin.map(|origin| *origin) {
            raise.point_at(site, format!("the operation in forward: {name}"));
        }
        raise
    })
}

/// Runs `work` with the lent interpreter. An exception ends the operation with an error that `lend` turns back into
/// the exception.
pub fn with_vm<T>(work: impl FnOnce(&mut Vm) -> Result<T>) -> std::result::Result<T, TensorError> {
    let mut borrowed = Borrowed(LENT.take());
    let Some(vm) = &mut borrowed.0 else {
        return Err(TensorError::runtime("a function of the notebook was called where no cell runs"));
    };
    work(vm).map_err(|raise| {
        let error = TensorError::runtime(raise.message());
        RAISED.set(Some(raise));
        error
    })
}
