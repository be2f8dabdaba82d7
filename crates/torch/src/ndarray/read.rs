//! Makes arrays from the language's values: arrays, scalars, tensors, nested sequences.

use super::array::{Array, array_value};
use super::scalar::{number_of, number_value};
use crate::engine_ops::to;
use crate::sequences::Integers;
use crate::tensor::tensor_of;
use crate::{defaults, host};
use tensorcell_language::{Raise, Result, Value, Vm};
use tensorcell_tensor::{DType, Device, Tensor};

/// Returns the tensor over an array's memory, or with a scalar's value.
pub fn array_of(value: &Value) -> Option<Tensor> {
    if let Some(array) = value.downcast::<Array>() {
        return Some(array.0.clone());
    }
    let (dtype, number) = number_of(value)?;
    host::from_elements(&host::Elements::one(number), &[], dtype, Device::Cpu).ok()
}

/// Makes an array, or a scalar if the tensor has no dimensions.
pub fn plain(tensor: &Tensor) -> Result<Value> {
    if tensor.dim() == 0 {
        Ok(number_value(tensor.dtype(), host::item(tensor)?))
    } else {
        Ok(array_value(tensor.clone()))
    }
}

/// Reads a shape that a one-dimensional array gives; None for other values.
pub fn shape_given(value: &Value) -> Result<Option<Integers>> {
    let Some(array) = value.downcast::<Array>().filter(|array| array.0.dim() == 1) else { return Ok(None) };
    let dtype = array.0.dtype();
    if dtype.is_inexact() || dtype == DType::Bool {
        return Err(Raise::type_error(format!("'numpy.{}' object cannot be interpreted as an integer", dtype.name())));
    }
    Ok(Some(host::elements(&array.0)?.integers().into()))
}

/// Converts an array, a tensor or nested sequences to a CPU tensor. Python floats become float64, as in NumPy.
pub fn read(vm: &mut Vm, value: &Value, dtype: Option<DType>) -> Result<Tensor> {
    if let Some(tensor) = array_of(value).or_else(|| tensor_of(value).cloned()) {
        return to(&tensor.detach(), dtype, Some(Device::Cpu), false, false);
    }
    // Objects that convert themselves to arrays, such as images.
    if let Value::Instance(_) = value
        && let Some(method) = vm.find_attr(value, "__array__")?
    {
        let made = vm.call(&method, &[], &[])?;
        let tensor =
            array_of(&made).ok_or_else(|| Raise::value_error("object __array__ method not producing an array"))?;
        return to(&tensor, dtype, None, false, false);
    }
    // NumPy's conversions wrap around where PyTorch's fail.
    let tensor = with_doubles(|| host::from_value(vm, value, None, Device::Cpu))?;
    to(&tensor, dtype, None, false, false)
}

/// Runs with Python floats as float64, as in NumPy.
pub fn with_doubles<T>(run: impl FnOnce() -> Result<T>) -> Result<T> {
    let outer = defaults::dtype();
    defaults::set_dtype(DType::Float64);
    let result = run();
    defaults::set_dtype(outer);
    result
}
