//! How a call of code runs: to its result, or as a suspended frame.

use serde::{Deserialize, Serialize};

/// How code runs when it is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Flow {
    /// At once, to its result.
    Plain,
    Generator,
    /// A generator that can also be awaited (`types.coroutine`).
    AwaitableGenerator,
    Coroutine,
    AsyncGenerator,
}

impl Flow {
    /// Whether a call creates a suspended frame.
    pub fn rests(self) -> bool {
        self != Flow::Plain
    }
    pub fn is_generator(self) -> bool {
        matches!(self, Flow::Generator | Flow::AwaitableGenerator)
    }
    /// The bits of `co_flags`.
    pub fn bits(self) -> usize {
        match self {
            Flow::Plain => 0,
            Flow::Generator => 0x20,
            Flow::AwaitableGenerator => 0x120,
            Flow::Coroutine => 0x80,
            Flow::AsyncGenerator => 0x200,
        }
    }
    /// The type of the object that a call returns.
    pub fn type_name(self) -> &'static str {
        match self {
            Flow::Plain | Flow::Generator | Flow::AwaitableGenerator => "generator",
            Flow::Coroutine => "coroutine",
            Flow::AsyncGenerator => "async_generator",
        }
    }
    /// The name used in errors.
    pub fn spoken(self) -> &'static str {
        match self {
            Flow::AsyncGenerator => "async generator",
            other => other.type_name(),
        }
    }
}

/// The origin of an awaitable, for errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Awaited {
    /// The operand of `await`.
    Operand,
    /// `__aenter__` of an `async with`.
    Entered,
    /// `__aexit__` of an `async with`.
    Exited,
}
