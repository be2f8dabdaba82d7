//! The adapter of this session, and what it answers.

use super::program::Debugged;
use serde_json::Value as Json;
use std::cell::{Cell, RefCell};
use tensorcell_jupyter::debugger::{Adapter, Answer, Event};
use tensorcell_language::Vm;

thread_local! {
    static ADAPTER: RefCell<Adapter> = RefCell::default();
    static ANSWERING: Cell<bool> = const { Cell::new(false) };
}

/// Whether a request is being answered: what the program runs for it looks for no other.
pub fn is_answering() -> bool {
    ANSWERING.get()
}

/// Whether a client debugs.
pub fn is_started() -> bool {
    ADAPTER.with_borrow(Adapter::is_started)
}

/// Answers a request.
pub fn answer(vm: &mut Vm, request: &Json) -> Answer {
    let mut adapter = ADAPTER.take();
    ANSWERING.set(true);
    let answer = vm.unwatched(|vm| adapter.answer(request, &mut Debugged { vm }));
    ANSWERING.set(false);
    ADAPTER.set(adapter);
    // What was asked meanwhile waits.
    vm.attention().store(true, std::sync::atomic::Ordering::Relaxed);
    answer
}

/// An event as it is sent.
pub fn event(event: &Event) -> Json {
    ADAPTER.with_borrow_mut(|adapter| adapter.event(event))
}

/// The session ends: the cells' files go.
pub fn end() {
    ADAPTER.with_borrow(|adapter| adapter.cells().remove());
}
