//! The built-in objects behind `Value`.

mod bury;
mod dict;
mod function;
mod instance;
mod iter;
mod sequence;
mod set;
mod text;

pub(super) use bury::bury;
pub use dict::Dict;
pub(crate) use dict::What;
pub use function::{BoundMethod, Cell, Function, Module};
pub use instance::Instance;
pub use iter::Iter;
pub(crate) use iter::{Generator, IterState};
pub use sequence::{Bytes, List, Range, Slice, Tuple};
pub use set::Set;
pub use text::Str;
pub(crate) use text::hash_text;
