//! The debugger: stops the program, and tells a client of the debug adapter protocol what is there.
//!
//! The protocol is the adapter's (`tensorcell_jupyter::debugger`). Here is the program that it asks: where to stop (`stopping`), which
//! file a source is (`sources`), what values hold (`values`, `children`). While nothing is set and nothing steps, the language tells
//! nothing, and no code is other than without a debugger.

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
    // A session without the module has no `breakpoint()` that could be elsewhere.
    let _ = take_breakpoint(vm, answering::is_started());
    answer
}

/// A cell begins; what a client was told between cells holds no longer.
pub fn begin_cell(vm: &Vm, name: &str, code: &str) {
    references::clear();
    sources::begin_cell(vm, name, code);
}

/// The session ends: the cells' files go.
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
            // The client has gone while the program stood.
            false => {
                let usual = vm.import("sys").and_then(|sys| vm.get_attr(&sys, "__breakpointhook__"))?;
                vm.call(&usual, args.rest(0), &args.keywords(1))
            }
        }
    },
);

/// `breakpoint()` stops for the client as long as there is one, unless the program has taken it for something else.
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
