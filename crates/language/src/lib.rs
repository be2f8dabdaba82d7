//! The language: Python's syntax, our own evaluator. Parse -> resolve -> bytecode -> run.
//!
//! This crate knows no tensors: a native type joins through [`native::Native`], a native function through
//! [`native::Builtin`], a native module through [`native::ModuleDef`].

pub mod builtins;

mod arguments;
pub mod class;
mod compile;
pub mod console;
pub mod descriptor;
pub mod diagnostics;
mod exception;
mod gc;
mod generic;
pub mod holders;
pub mod is_complete;
mod left_out;
pub mod memory;
pub mod native;
pub mod number;
pub mod object;
pub mod observer;
pub mod place;
pub mod raise;
mod semantics;
pub mod signature;
mod slots;
pub mod source;
pub mod suggest;
pub mod syntax;
mod syntax_words;
pub mod traceback;
pub mod types;
pub mod value;
pub mod vm;

pub use class::Class;
pub use gc::collect as collect_cycles;
pub use holders::{Hangs, Held};
pub use native::{Args, Builtin, Getter, ModuleDef, Native};
pub use raise::{Exc, Raise, Result};
pub use source::Span;
pub use value::{Real, Truth, Value};
pub use vm::{Host, Peeked, Vm, at_safe_point};
