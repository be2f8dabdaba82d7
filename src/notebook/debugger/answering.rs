//! The debug adapter of this session.

use super::program::Debugged;
use serde_json::Value as Json;
use std::cell::{Cell, RefCell};
use tensorcell_jupyter::debugger::{Adapter, Answer, Event};
use tensorcell_language::Vm;

thread_local! {
    static ADAPTER: RefCell<Adapter> = RefCell::default();
    static ANSWERING: Cell<bool> = const { Cell::new(false) };
}

/// Returns whether a request is being answered. Code that runs for it does not check for other requests.
pub fn is_answering() -> bool {
    ANSWERING.get()
}

/// Returns whether a client is connected.
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
    // Requests that arrived meanwhile are waiting.
    vm.attention().store(true, std::sync::atomic::Ordering::Relaxed);
    answer
}

/// Encodes an event as a message.
pub fn event(event: &Event) -> Json {
    ADAPTER.with_borrow_mut(|adapter| adapter.event(event))
}

/// Ends the session: removes the cells' files.
pub fn end() {
    ADAPTER.with_borrow(|adapter| adapter.cells().remove());
}
