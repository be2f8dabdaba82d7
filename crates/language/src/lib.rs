//! The language: Python's syntax, our own evaluator. Parse -> resolve -> bytecode -> run.
//!
//! Other crates add native types through [`native::Native`], native functions through [`native::Builtin`], and native modules
//! through [`native::ModuleDef`].

/// The built-in functions, and the methods of the built-in types.
pub mod builtins;
/// Classes, defined in the language or natively.
pub mod class;
/// Whether cells may access outside files, programs and sockets.
pub mod confinement;
/// Line input and output of the program.
pub mod console;
/// Attributes that run code when read (descriptors).
pub mod descriptor;
/// Error reports that show the source below the message.
pub mod diagnostics;
/// How a library binds arguments and words its errors.
pub mod dialect;
/// Finds modules in the folders of a search path.
pub mod find_module;
/// Which names hold which native objects.
pub mod holders;
/// Hooks that handle a call in place of a native function.
pub mod instead;
/// Whether a cell is complete or needs more input.
pub mod is_complete;
pub mod kept;
/// Free memory, checked before strings and containers grow.
pub mod memory;
/// The interface between Rust and the language.
pub mod native;
/// The syntax tree as objects of the program (`ast`).
pub mod nodes;
/// Integers of any size.
pub mod number;
/// The built-in objects behind [`Value`].
pub mod object;
/// Observers that are notified of function calls.
pub mod observer;
/// The source position that is running.
pub mod place;
mod program;
/// Panics of libraries on invalid input.
pub mod quiet;
/// Exceptions in flight.
pub mod raise;
/// Signatures of native functions.
pub mod signature;
/// Source texts.
pub mod source;
/// Suggests names similar to a mistyped one.
pub mod suggest;
/// Lone surrogates, and the characters that represent them.
pub mod surrogate;
/// The syntax tree of a source, or its errors.
pub mod syntax;
/// The source positions that an exception passed.
pub mod traceback;
mod type_arguments;
/// The classes of built-in values.
pub mod types;
/// Unicode character properties.
pub mod unicode;
/// Weak references.
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
mod grammar;
mod left_out;
mod literals;
mod nan;
mod native_stack;
mod property;
mod semantics;
mod slots;
/// The text of source that is given as bytes.
pub mod source_bytes;
mod span;
mod syntax_number;
mod syntax_problem;
mod syntax_warnings;
mod syntax_words;
mod tree;
mod value;
mod version;
mod vm;

pub(crate) use builtins::bytes::data as bytes_of;
pub use builtins::install::iterators as iterator_class;
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
    Awaited, BUILT_IN, Call, CodeStore, Host, Listener, OWN_MODULES, Peeked, Polled, Told, Turns, Vm, Watch,
    at_safe_point, big, resolve, threads,
};
