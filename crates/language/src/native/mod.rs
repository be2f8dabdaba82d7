//! The interface for Rust crates: functions, types and modules, each declared once. The binding, argument checks, `help`,
//! completion, Shift-Tab and the reference page are derived from the declaration.

mod arguments;
mod buffer;
mod class;
mod declaration;
mod foreign;
mod kind;
mod operation;

pub use arguments::{Args, Slots};
pub use buffer::{Buffer, ItemFormat, float_to_half, half_to_float};
pub use class::STR;
pub use declaration::{Builtin, Getter, InitFn, ModuleDef, SetFn};
pub(crate) use foreign::own_attribute;
pub use foreign::{MANAGER, Native};
pub(crate) use kind::Kind;
pub use operation::{BinaryOp, CompareOp, UnaryOp};
