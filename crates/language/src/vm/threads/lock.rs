//! Locks and wait queues of threads.

use super::{Blocked, Ident, Woken};
use crate::{Result, Vm};
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::time::Instant;

/// Blocked threads, in order of arrival.
#[derive(Default)]
pub struct Waiters(RefCell<VecDeque<Ident>>);

impl Waiters {
    /// Blocks the running thread until it is woken; false if the timeout expires first.
    ///
    /// # Errors
    /// KeyboardInterrupt, and RuntimeError if no other thread is left that could wake it.
    pub fn wait(&self, vm: &mut Vm, until: Option<Instant>) -> Result<bool> {
        let ident = vm.thread();
        self.0.borrow_mut().push_back(ident);
        loop {
            let outcome = match vm.block(Blocked::OnThread, until) {
                Ok(Woken::Called) => return Ok(true),
                Ok(Woken::Late) => Ok(false),
                Ok(Woken::Interrupted) => match vm.check_interrupt() {
                    // A handler of the program may have woken it.
                    Ok(()) if !self.has(ident) => return Ok(true),
                    Ok(()) => continue,
                    Err(raise) => Err(raise),
                },
                Err(raise) => Err(raise),
            };
            self.0.borrow_mut().retain(|waiter| *waiter != ident);
            return outcome;
        }
    }
    fn has(&self, ident: Ident) -> bool {
        self.0.borrow().contains(&ident)
    }
    /// Wakes the thread that has waited longest; false if there is none.
    pub fn wake_one(&self, vm: &mut Vm) -> bool {
        let first = self.0.borrow_mut().pop_front();
        first.map(|ident| vm.wake_thread(ident)).is_some()
    }
    pub fn wake_all(&self, vm: &mut Vm) {
        while self.wake_one(vm) {}
    }
}

/// A lock without an owner: any thread may release it. On release it passes to the thread that has waited longest.
#[derive(Default)]
pub struct Lock {
    held: Cell<bool>,
    waiters: Waiters,
}

impl Lock {
    pub fn is_held(&self) -> bool {
        self.held.get()
    }
    /// Acquires the lock if it is free.
    pub fn try_acquire(&self) -> bool {
        !self.held.replace(true)
    }
    /// Waits for the lock; false if the timeout expires.
    ///
    /// # Errors
    /// As [`Waiters::wait`].
    pub fn acquire(&self, vm: &mut Vm, until: Option<Instant>) -> Result<bool> {
        if self.try_acquire() {
            return Ok(true);
        }
        self.waiters.wait(vm, until)
    }
    /// Passes the lock to the next waiter; false if it is not held.
    pub fn release(&self, vm: &mut Vm) -> bool {
        if self.held.get() && !self.waiters.wake_one(vm) {
            return self.held.replace(false);
        }
        self.held.get()
    }
}
