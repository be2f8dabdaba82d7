//! The debugger: stops the program and reports its state to a client of the debug adapter protocol.
//!
//! The protocol is in the adapter (`tensorcell_jupyter::debugger`). Here is the debugged program: where to stop
//! (`stopping`), the file of a source (`sources`), the contents of values (`values`, `children`). Without breakpoints
//! and steps the language reports nothing, and all code is the same as without a debugger.

mod answering;
mod children;
mod expressions;
mod place;
mod plan;
mod program;
mod references;
mod sources;
mod stopping;
mod values;

use serde_json::Value as Json;
use tensorcell_jupyter::debugger::Answer;
use tensorcell_language::{Builtin, Result, Value, Vm};

pub use answering::is_answering;
pub use stopping::{end_cell, set_wait};

/// Answers a request.
pub fn answer(vm: &mut Vm, request: &Json) -> Answer {
    let answer = answering::answer(vm, request);
    stopping::watch(vm);
    // A session without this module has no `breakpoint()` to redirect.
    let _ = take_breakpoint(vm, answering::is_started());
    answer
}

/// Begins a cell. References that a client received between cells become invalid.
pub fn begin_cell(vm: &Vm, name: &str, code: &str) {
    references::clear();
    sources::begin_cell(vm, name, code);
}

/// Ends the session: removes the cells' files.
pub fn end() {
    answering::end();
}

static BREAKPOINT: Builtin = Builtin::new(
    "breakpoint",
    "(*args, **kwargs)",
    "Stops the program for the debugger of the front end.",
    |vm, args| {
        match answering::is_started() {
            true => stopping::stop_here(vm).map(|()| Value::None),
            // The client has disconnected while the program was stopped.
            false => {
                let usual = vm.import("sys").and_then(|sys| vm.get_attr(&sys, "__breakpointhook__"))?;
                vm.call(&usual, args.rest(0), &args.keywords(1))
            }
        }
    },
);

/// Makes `breakpoint()` stop for the client while one is connected, unless the program has replaced the hook.
fn take_breakpoint(vm: &mut Vm, is_started: bool) -> Result<()> {
    let sys = vm.import("sys")?;
    let hooks = [vm.get_attr(&sys, "__breakpointhook__")?, Value::Builtin(&BREAKPOINT)];
    let now = vm.get_attr(&sys, "breakpointhook")?;
    let [from, to] = if is_started {
        hooks
    } else {
        let [usual, ours] = hooks;
        [ours, usual]
    };
    if now.is(&from) { vm.set_attr(&sys, "breakpointhook", to) } else { Ok(()) }
}
