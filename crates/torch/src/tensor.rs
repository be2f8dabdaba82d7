//! `torch.Tensor` and `torch.nn.Parameter` as values of the language.

use std::cell::OnceCell;
use std::rc::Rc;
use tensorcell_autograd as autograd;
use tensorcell_engine as engine;
use tensorcell_language::Value;
use tensorcell_language::object::Dict;
use tensorcell_tensor::Tensor;

/// A tensor of the language.
pub struct TensorObject {
    pub tensor: Tensor,
    pub parameter: bool,
    /// Attributes set by the notebook (`p.my_note = ...`).
    pub attributes: OnceCell<Rc<Dict>>,
}

/// Returns the tensor inside a value.
pub fn tensor_of(value: &Value) -> Option<&Tensor> {
    value.downcast::<TensorObject>().map(|object| &object.tensor)
}

pub fn tensor_value(tensor: Tensor) -> Value {
    if engine::grad_mode::is_inference() {
        tensor.autograd().lock().inference = true;
    }
    Value::native(TensorObject { tensor, parameter: false, attributes: OnceCell::new() })
}

/// Wraps a result whose `grad_fn` has another name in PyTorch than the operation here.
pub fn composed_value(tensor: Tensor, grad_fn: &'static str) -> Value {
    autograd::name_node(&tensor, grad_fn, Vec::new());
    tensor_value(tensor)
}

pub fn parameter_value(tensor: Tensor) -> Value {
    Value::native(TensorObject { tensor, parameter: true, attributes: OnceCell::new() })
}

pub fn is_parameter(value: &Value) -> bool {
    value.downcast::<TensorObject>().is_some_and(|object| object.parameter)
}

/// Names the node of an in-place write. A write through a view has its own kind of node.
pub fn name_written(tensor: &Tensor, node: &'static str) {
    if !tensor.is_leaf() && tensor.autograd().lock().base.is_none() {
        autograd::name_node(tensor, node, Vec::new());
    }
}

/// Returns `(2, 3)`, `(2,)` or `()`.
pub fn tuple_text(shape: &[usize]) -> String {
    let sizes: Vec<String> = shape.iter().map(usize::to_string).collect();
    if let [one] = sizes.as_slice() { format!("({one},)") } else { format!("({})", sizes.join(", ")) }
}
