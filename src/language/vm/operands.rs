//! The stack of locals and operands.

use crate::language::Value;
use std::ops::{Deref, DerefMut};

/// A stack whose height is a number beside its slots. So the loop that runs instructions can keep the height in a register:
/// the way through memory, from each push to the next pop, costs more than most instructions do. What is above the height
/// is plain (`Value::is_plain`).
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
    /// Pushes some values that are plain.
    #[inline(always)]
    pub fn fill_up(&mut self, count: usize, value: impl Fn() -> Value) {
        let top = self.height + count;
        while self.slots.len() < top {
            self.grow();
        }
        for slot in &mut self.slots[self.height..top] {
            std::mem::forget(std::mem::replace(slot, value()));
        }
        self.height = top;
    }
    /// Makes room above a height.
    #[cold]
    #[inline(never)]
    pub fn grow(&mut self) {
        self.slots.resize_with(self.slots.len() * 2 + 1024, Value::default);
    }
    #[inline(always)]
    pub fn pop(&mut self) -> Option<Value> {
        self.height = self.height.checked_sub(1)?;
        Some(std::mem::take(&mut self.slots[self.height]))
    }
    pub fn truncate(&mut self, height: usize) {
        while self.height > height {
            self.pop();
        }
    }
    /// The values from a place on.
    pub fn drain(&mut self, from: usize) -> impl Iterator<Item = Value> {
        let top = std::mem::replace(&mut self.height, from);
        self.slots[from..top].iter_mut().map(std::mem::take)
    }
    pub fn split_off(&mut self, from: usize) -> Vec<Value> {
        self.drain(from).collect()
    }
    /// Cuts the stack, or fills it up.
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
