//! Describes values for people: the shape, dtype, device and bytes of tensors and models, read without running code.

use super::tensor::is_parameter;
use super::tensor::tensor_of;
use std::rc::Rc;
use tensorcell_language::object::Dict;
use tensorcell_language::{Class, Value};
use tensorcell_tensor::{DType, Device};

/// A summary of a tensor.
#[derive(Clone, Debug, PartialEq)]
pub struct TensorFacts {
    /// `Tensor` or `Parameter`.
    pub kind: &'static str,
    pub shape: Vec<usize>,
    pub dtype: DType,
    pub device: Device,
    /// The size of its elements. A view's memory may be larger.
    pub bytes: usize,
    pub requires_grad: bool,
    pub grad_fn: Option<String>,
}

impl TensorFacts {
    /// Renders `[2, 3]`.
    pub fn shape_text(&self) -> String {
        format!("{:?}", self.shape)
    }
}

/// Summarizes a tensor. Returns None for other values.
pub fn tensor(value: &Value) -> Option<TensorFacts> {
    let tensor = tensor_of(value)?;
    Some(TensorFacts {
        kind: if is_parameter(value) { "Parameter" } else { "Tensor" },
        shape: tensor.shape().to_vec(),
        dtype: tensor.dtype(),
        device: tensor.device(),
        bytes: tensor.numel().saturating_mul(tensor.dtype().size()),
        requires_grad: tensor.requires_grad(),
        grad_fn: tensor.grad_fn_name(),
    })
}

/// A summary of a model. Each tensor is counted once.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModuleFacts {
    /// The number of elements of its parameters.
    pub parameters: usize,
    /// The number of elements that training changes.
    pub trainable: usize,
    /// The bytes of parameters and buffers.
    pub bytes: usize,
    pub dtypes: Vec<DType>,
    pub devices: Vec<Device>,
}

/// Summarizes an `nn.Module`. Returns None for other values.
pub fn module(value: &Value) -> Option<ModuleFacts> {
    let mut facts = ModuleFacts::default();
    gather(&mut facts, &mut Vec::new(), value)?;
    Some(facts)
}

/// Returns a registry of an `nn.Module` (`_parameters`, `_buffers`, `_modules`).
pub fn registry(value: &Value, name: &str) -> Option<Rc<Dict>> {
    let Value::Instance(instance) = value else { return None };
    match instance.dict().get_str(name) {
        Some(Value::Dict(found)) => Some(found),
        _ => None,
    }
}

fn gather(facts: &mut ModuleFacts, seen: &mut Vec<usize>, value: &Value) -> Option<()> {
    let (parameters, modules) = (registry(value, "_parameters")?, registry(value, "_modules")?);
    if seen.contains(&value.address()) {
        return Some(());
    }
    seen.push(value.address());
    let buffers = registry(value, "_buffers").map_or_else(Vec::new, |buffers| buffers.items());
    let tensors = parameters.items().into_iter().map(|(_, tensor)| (tensor, true));
    for (found, trained) in tensors.chain(buffers.into_iter().map(|(_, tensor)| (tensor, false))) {
        let Some(tensor) = tensor_of(&found) else { continue };
        if seen.contains(&tensor.id()) {
            continue;
        }
        seen.push(tensor.id());
        facts.bytes += tensor.numel() * tensor.dtype().size();
        facts.parameters += if trained { tensor.numel() } else { 0 };
        facts.trainable += if trained && tensor.requires_grad() { tensor.numel() } else { 0 };
        if !facts.dtypes.contains(&tensor.dtype()) {
            facts.dtypes.push(tensor.dtype());
        }
        if !facts.devices.contains(&tensor.device()) {
            facts.devices.push(tensor.device());
        }
    }
    for (_, inner) in modules.items() {
        gather(facts, seen, &inner);
    }
    Some(())
}

/// Returns the class of tensors.
pub fn tensor_class() -> Rc<Class> {
    super::classes().tensor.clone()
}

/// Returns the class of a tensor attribute, which is the same for all tensors.
pub fn attribute_class(class: &Class, name: &str) -> Option<Rc<Class>> {
    let classes = super::classes();
    if !class.is_subclass(&classes.tensor) {
        return None;
    }
    match name {
        "T" | "H" | "mT" | "mH" | "grad" | "data" | "real" | "imag" => Some(classes.tensor.clone()),
        "shape" => Some(classes.size.clone()),
        "dtype" => Some(classes.dtype.clone()),
        "device" => Some(classes.device.clone()),
        _ => None,
    }
}
