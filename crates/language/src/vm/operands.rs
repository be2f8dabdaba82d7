//! The stack of locals and operands.

use super::{Vm, finalizers};
use crate::Value;
use std::ops::{Deref, DerefMut};

/// A stack whose height is stored apart from its slots, so that the main loop can keep the height in a register. Going through
/// memory from each push to the next pop would cost more than most instructions do. Slots above the height hold plain values
/// (`Value::is_plain`).
#[derive(Default)]
pub(crate) struct Stack {
    pub(super) slots: Vec<Value>,
    pub(super) height: usize,
}

impl Stack {
    #[inline(always)]
    pub fn push(&mut self, value: Value) {
        match self.slots.get_mut(self.height) {
            Some(slot) => std::mem::forget(std::mem::replace(slot, value)),
            None => self.slots.push(value),
        }
        self.height += 1;
    }
    /// Pushes `count` plain values.
    #[inline(always)]
    pub(crate) fn fill_up(&mut self, count: usize, value: impl Fn() -> Value) {
        let top = self.height + count;
        while self.slots.len() < top {
            self.grow();
        }
        for slot in &mut self.slots[self.height..top] {
            std::mem::forget(std::mem::replace(slot, value()));
        }
        self.height = top;
    }
    /// Allocates slots above a height.
    #[cold]
    #[inline(never)]
    pub fn grow(&mut self) {
        self.slots.resize_with(self.slots.len() * 2 + 1024, Value::default);
    }
    /// Allocates slots, and stores a value at a height that had none.
    #[cold]
    #[inline(never)]
    pub(crate) fn push_beyond(&mut self, height: usize, value: Value) {
        self.grow();
        self.slots[height] = value;
    }
    #[inline(always)]
    pub fn pop(&mut self) -> Option<Value> {
        self.height = self.height.checked_sub(1)?;
        Some(std::mem::take(&mut self.slots[self.height]))
    }
    /// Moves values from elsewhere to the top, and leaves plain values behind.
    #[inline(always)]
    pub(crate) fn take_up(&mut self, values: &mut [Value]) {
        let top = self.height + values.len();
        while self.slots.len() < top {
            self.grow();
        }
        self.slots[self.height..top].swap_with_slice(values);
        self.height = top;
    }
    /// Moves the topmost values from `from` on to slots elsewhere that hold plain values.
    #[inline(always)]
    pub(crate) fn put_away(&mut self, from: usize, to: &mut [Value]) {
        self.slots[from..self.height].swap_with_slice(to);
        self.height = from;
    }
    pub fn truncate(&mut self, height: usize) {
        while self.height > height {
            self.pop();
        }
    }
    /// Removes and returns the values from a position on.
    pub fn drain(&mut self, from: usize) -> impl Iterator<Item = Value> {
        let top = std::mem::replace(&mut self.height, from);
        self.slots[from..top].iter_mut().map(std::mem::take)
    }
    pub fn split_off(&mut self, from: usize) -> Vec<Value> {
        self.drain(from).collect()
    }
    /// Truncates the stack, or fills it up.
    pub fn resize(&mut self, height: usize, value: &Value) {
        self.truncate(height);
        while self.height < height {
            self.push(value.clone());
        }
    }
    pub fn insert(&mut self, at: usize, value: Value) {
        self.push(value);
        self[at..].rotate_right(1);
    }
}

impl Extend<Value> for Stack {
    fn extend<T: IntoIterator<Item = Value>>(&mut self, values: T) {
        values.into_iter().for_each(|value| self.push(value));
    }
}

impl Deref for Stack {
    type Target = [Value];
    #[inline(always)]
    fn deref(&self) -> &[Value] {
        &self.slots[..self.height]
    }
}
impl DerefMut for Stack {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [Value] {
        &mut self.slots[..self.height]
    }
}

/// Clears a slot; a plain value may stay.
#[inline(always)]
pub(super) fn clear(slot: &mut Value) {
    if !slot.is_plain() {
        std::mem::take(slot).end();
    }
}

impl Vm {
    #[inline(always)]
    pub(super) fn pop(&mut self) -> Value {
        self.stack.pop().unwrap_or_default()
    }
    #[inline(always)]
    pub(super) fn push(&mut self, value: Value) {
        self.stack.push(value);
    }
    /// Drops the values above a height.
    #[inline(always)]
    pub(super) fn cut(&mut self, height: usize) {
        let top = self.stack.height;
        if height < top {
            self.stack.height = height;
            self.stack.slots[height..top].iter_mut().for_each(clear);
        }
    }
    /// Runs pending finalizers.
    #[inline(always)]
    pub(super) fn finalize(&mut self) {
        if finalizers::any() {
            self.run_finalizers();
        }
    }
    #[inline]
    pub(super) fn top(&self) -> &Value {
        self.stack.last().unwrap_or(&Value::None)
    }
    /// Pushes the result of an instruction that may have dropped objects, and runs their finalizers.
    #[inline]
    pub(super) fn push_and_finalize(&mut self, value: Value) {
        self.push(value);
        self.finalize();
    }
    pub(super) fn pop_many(&mut self, count: u32) -> Vec<Value> {
        let at = self.stack.len() - count as usize;
        self.stack.split_off(at)
    }
}
