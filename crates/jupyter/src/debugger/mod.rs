//! The debug adapter protocol (DAP) over the control channel, as JupyterLab and VS Code speak it with ipykernel 7.4.
//!
//! A `debug_request` carries a request of DAP, a `debug_reply` its response, a `debug_event` on iopub an event. The [`Adapter`] knows
//! the protocol, the cells' files and the breakpoints; what it asks of the program that is debugged is [`Program`].
//!
//! All of it is done by the evaluator's thread, in the order in which it was asked: between cells, at safe points of a running cell,
//! and while that stands at a stop ([`Frontend::debug_request`](crate::Frontend::debug_request)). The control socket itself answers interrupts and
//! shutdowns all the while.
//!
//! Whatever is asked, an answer follows and the session lives: what cannot be understood is a response with `success: false` that
//! says why.

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
