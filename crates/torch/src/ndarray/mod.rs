//! NumPy's values: arrays over CPU tensors, scalars and dtypes, with operators and text forms. The functions of
//! `numpy` are in the crate pydata.

mod array;
mod bytes;
mod dtype;
mod held;
mod methods;
mod operators;
mod order;
mod read;
mod scalar;
mod scalar_classes;
mod scalar_operators;
pub mod text;

pub use array::{array_class, array_value, is_array, load_methods};
pub use bytes::{array_from_parts, description_of, dtype_described, tensor_from_parts};
pub use dtype::{castable, class_of, dtype_class, opt_dtype, scalar_kinds};
pub use held::instead;
pub use order::Order;
pub use read::{array_of, plain, read, shape_given};
pub use scalar::{number_of, number_value};

pub(crate) use dtype::{GETTERS as DTYPE_GETTERS, NEW as NEW_DTYPE};
pub(crate) use methods::{GETTERS, METHODS};
pub(crate) use scalar_classes::hierarchy;
