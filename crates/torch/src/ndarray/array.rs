//! `numpy.ndarray` as a value: a CPU tensor with NumPy's names, operators and text form.

use crate::classes;
use std::rc::Rc;
use tensorcell_language::{Class, Value, Vm};
use tensorcell_tensor::Tensor;

/// `numpy.ndarray`
pub struct Array(pub(super) Tensor);

/// Makes an array over a CPU tensor's memory.
pub fn array_value(tensor: Tensor) -> Value {
    Value::native(Array(tensor))
}

/// Imports `numpy`, which gives arrays and scalars most of their methods, for a program that has an array without it.
/// Without the module the class has its native methods only.
pub fn load_methods(vm: &mut Vm) {
    let _ = vm.import("numpy");
}

/// Returns whether a value is an array. Scalars are not.
pub fn is_array(value: &Value) -> bool {
    value.downcast::<Array>().is_some()
}

/// Returns the class `numpy.ndarray`.
pub fn array_class() -> Rc<Class> {
    classes().array.clone()
}
