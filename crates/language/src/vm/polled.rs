//! Iterators that poll for interrupts, for native loops over long values.

use super::Vm;
use crate::{Raise, Result};

/// How many items are taken between two polls.
const STEP: u32 = 1 << 13;

/// Polls now and then; an exception raised there ends it.
pub struct Polled<'a, I> {
    items: I,
    vm: &'a mut Vm,
    raised: &'a mut Option<Raise>,
    step: u32,
    left: u32,
}

impl<I> Polled<'_, I> {
    #[cold]
    fn poll(&mut self) -> Option<()> {
        self.left = self.step;
        self.vm.check_interrupt().map_err(|raise| *self.raised = Some(raise)).ok()
    }
}

impl<I: Iterator> Iterator for Polled<'_, I> {
    type Item = I::Item;

    #[inline]
    fn next(&mut self) -> Option<I::Item> {
        if self.left == 0 {
            self.poll()?;
        }
        self.left -= 1;
        self.items.next()
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.items.size_hint()
    }
}

/// Counts the turns of a loop that needs the evaluator itself, and polls now and then.
#[derive(Default)]
pub struct Turns(u32);

impl Turns {
    /// Counts one turn.
    #[inline]
    pub fn next(&mut self, vm: &mut Vm) -> Result<()> {
        self.0 += 1;
        if self.0.is_multiple_of(STEP) { vm.check_interrupt() } else { Ok(()) }
    }
}

impl Vm {
    /// Applies `work` to the items. An interrupt ends them early, and its exception is then the result.
    pub fn polled<I: IntoIterator, T>(
        &mut self,
        items: I,
        work: impl FnOnce(&mut Polled<'_, I::IntoIter>) -> T,
    ) -> Result<T> {
        self.polled_each(STEP, items, work)
    }
    /// As `polled`, where each item takes long.
    pub fn polled_slowly<I: IntoIterator, T>(
        &mut self,
        items: I,
        work: impl FnOnce(&mut Polled<'_, I::IntoIter>) -> T,
    ) -> Result<T> {
        self.polled_each(1, items, work)
    }
    fn polled_each<I: IntoIterator, T>(
        &mut self,
        step: u32,
        items: I,
        work: impl FnOnce(&mut Polled<'_, I::IntoIter>) -> T,
    ) -> Result<T> {
        let mut raised = None;
        let done = work(&mut Polled { items: items.into_iter(), vm: self, raised: &mut raised, step, left: step });
        raised.map_or(Ok(done), Err)
    }
}
