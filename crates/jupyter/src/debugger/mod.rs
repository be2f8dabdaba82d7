//! The debug adapter protocol (DAP) over the control channel, as JupyterLab and VS Code speak it with ipykernel 7.4.
//!
//! A `debug_request` carries a DAP request, a `debug_reply` its response, and a `debug_event` on iopub an event. The
//! [`Adapter`] implements the protocol, the cells' files and the breakpoints. It controls the debugged program through
//! [`Program`].
//!
//! All requests run on the evaluator's thread, in order: between cells, at safe points of a running cell, and while a
//! cell is stopped ([`Frontend::debug_request`](crate::Frontend::debug_request)). The control socket itself still
//! answers interrupts and shutdowns at any time.
//!
//! Every request gets a response, and the session survives. For an invalid request the response has `success: false`
//! and a reason.

mod adapter;
mod cells;
mod event;
mod hits;
mod program;
mod refusal;
mod reply;
mod request;
#[cfg(test)]
mod tests;

pub use adapter::{Adapter, Answer, refused};
pub use cells::Cells;
pub use event::{Continued, Event, Output, Stopped};
pub use hits::HitCondition;
pub use program::{Breakpoint, Breakpoints, Filters, Program, Resume};
pub use refusal::Refusal;
pub use reply::{
    BreakMode, Evaluated, ExceptionDetails, ExceptionInfo, Modules, ProgramModule, Rich, Scope, Source, Stack,
    StackFrame, Thread, Variable,
};
pub use request::{Context, Expression, Page};
