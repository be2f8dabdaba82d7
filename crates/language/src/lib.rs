//! The language: Python's syntax, our own evaluator. Parse -> resolve -> bytecode -> run.
//!
//! What runs in it joins from other crates: a native type through [`native::Native`], a native function through
//! [`native::Builtin`], a native module through [`native::ModuleDef`].

/// The built-in functions, and the methods of the built-in types.
pub mod builtins;
/// Classes, of the language and from outside.
pub mod class;
/// Whether cells may reach files elsewhere, programs and sockets.
pub mod confinement;
/// Lines that the program reads from and writes to.
pub mod console;
/// Attributes that act when read.
pub mod descriptor;
/// Reports of errors, with the source under them.
pub mod diagnostics;
/// How a library binds arguments and words errors in its own way.
pub mod dialect;
/// Modules in the folders of a search path.
pub mod find_module;
/// Which names hold which native objects.
pub mod holders;
/// Who answers a call in place of a native function.
pub mod instead;
/// Whether a cell is whole, or more of it is to come.
pub mod is_complete;
pub mod kept;
/// What memory is left, asked before texts and containers grow.
pub mod memory;
/// How Rust joins the language.
pub mod native;
/// The tree as objects of the program.
pub mod nodes;
/// Whole numbers of any size.
pub mod number;
/// The built-in objects behind [`Value`].
pub mod object;
/// Who looks on while functions are called.
pub mod observer;
/// Which line of the program is running.
pub mod place;
mod program;
/// Exceptions on their way.
pub mod raise;
/// Signatures of native functions.
pub mod signature;
/// Source texts.
pub mod source;
/// Names that are near to a mistyped one.
pub mod suggest;
/// Lone surrogates: which characters stand for them.
pub mod surrogate;
/// The tree of a source, or what is wrong with it.
pub mod syntax;
/// The places that an exception passed.
pub mod traceback;
mod type_arguments;
/// The classes of built-in values.
pub mod types;
/// What Unicode says of characters.
pub mod unicode;
/// References that do not keep their objects.
pub mod weak;

mod await_rules;
mod compile;
mod exc;
mod exception;
mod exception_group;
/// Exceptions of codecs.
pub mod exception_unicode;
mod gc;
mod generic;
mod left_out;
mod literals;
mod nan;
mod native_stack;
mod property;
mod semantics;
mod slots;
mod source_bytes;
mod span;
mod syntax_problem;
mod syntax_warnings;
mod syntax_words;
mod tree;
mod value;
mod version;
mod vm;

pub(crate) use builtins::bytes::data as bytes_of;
pub(crate) use builtins::memory_view::contents;
pub use class::Class;
pub use compile::globals;
pub use exc::Exc;
pub use gc::collect as collect_cycles;
pub use gc::inspect as gc_inspect;
pub use generic::{alias as generic_alias, methods as generic_methods, union as type_union};
pub use holders::{Hangs, Held};
pub use native::{Args, Builtin, Getter, ModuleDef, Native};
pub(crate) use object::Iter;
pub use raise::{Raise, Result};
pub use span::Span;
pub use value::{Real, Truth, Value};
pub use vm::{
    Awaited, BUILT_IN, Call, Host, Listener, OWN_MODULES, Peeked, Told, Vm, Watch, at_safe_point, resolve, threads,
};
