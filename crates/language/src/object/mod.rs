//! The built-in objects behind `Value`.

mod bury;
mod dict;
mod function;
mod generator;
mod hash;
mod instance;
mod iter;
mod module;
mod namespace;
mod sequence;
mod set;
mod text;

pub(super) use bury::bury;
pub use dict::Dict;
pub(crate) use dict::What;
pub use function::{Around, Before, BoundMethod, Cell, Function, Within};
pub(crate) use function::{FrameState, Left, no_cells, no_values};
pub(crate) use generator::{AsyncState, Generator, Suspended, TryBlock};
pub(crate) use hash::{combine, compare_numbers, hash_without_vm, of_big, of_float as hash_of_float, same_without_vm};
pub use instance::Instance;
pub(crate) use iter::IterState;
pub use iter::{Iter, Steps};
pub(crate) use module::{Binds, Import, Waiting, module_text};
pub use module::{HomeOf, Module};
pub(crate) use namespace::Namespace;
pub(crate) use sequence::Fixed;
pub use sequence::{Bounds, Bytes, List, Range, Slice, Tuple};
pub use set::Set;
pub use text::{Str, intern};
pub(crate) use text::{hash_bytes, hash_text, name_to_find};
