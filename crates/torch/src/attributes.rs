//! A tensor's attributes: `x.shape`, `x.grad`, `x.T`...

use super::device::device_value;
use super::dtype::dtype_value;
use super::size::size_value;
use super::sparse::layout_value;
use super::tensor::tensor_of;
use super::tensor::{composed_value, tensor_value};
use super::views::{permute, transpose};
use super::{complex, grad_fn, recording};
use tensorcell_language::native::Getter;
use tensorcell_language::{Raise, Result, Truth, Value, Vm};
use tensorcell_tensor::{Device, Format, Tensor};

fn this(value: &Value) -> Result<&Tensor> {
    tensor_of(value).ok_or_else(|| Raise::type_error("expected a Tensor"))
}

const fn read(name: &'static str, doc: &'static str, get: fn(&mut Vm, &Value) -> Result<Value>) -> Getter {
    Getter { name, doc, get, set: None }
}

fn get_grad(_: &mut Vm, value: &Value) -> Result<Value> {
    Ok(this(value)?.grad().map_or(Value::None, tensor_value))
}

fn set_grad(_: &mut Vm, value: &Value, grad: Value) -> Result<()> {
    let tensor = this(value)?;
    if matches!(grad, Value::None) {
        tensor.set_grad(None);
        return Ok(());
    }
    let Some(grad) = tensor_of(&grad) else {
        return Err(Raise::type_error(format!(
            "assigned grad expected to be a Tensor or None but got grad of type {}",
            grad.type_name()
        )));
    };
    if grad.shape() != tensor.shape() {
        return Err(Raise::runtime(format!(
            "attempting to assign a gradient of size '{:?}' to a tensor of size '{:?}'. Please ensure that the gradient \
             and the tensor are the same size",
            grad.shape(),
            tensor.shape()
        )));
    }
    if grad.dtype() != tensor.dtype() {
        return Err(Raise::runtime(format!(
            "attempting to assign a gradient with dtype '{}' to a tensor with grad_dtype '{}'. The gradient must match the \
             tensor's grad_dtype (defaults to the tensor's dtype). You can set the tensor's grad_dtype attribute with a \
             specific dtype, or None to allow any dtype. Set grad_dtype with caution. Diverging the dtypes of a tensor and \
             its gradient may break downstream systems that assume they match.",
            grad.dtype().cpp_name(),
            tensor.dtype().scalar_name()
        )));
    }
    tensor.set_grad(Some(grad.clone()));
    Ok(())
}

fn set_requires_grad(_: &mut Vm, value: &Value, on: Value) -> Result<()> {
    match on {
        Value::Bool(on) => recording::set_requires_grad(this(value)?, on.get()),
        other => Err(Raise::type_error(format!("requires_grad must be a bool, not {}", other.type_name()))),
    }
}

fn set_data(_: &mut Vm, value: &Value, data: Value) -> Result<()> {
    let data = tensor_of(&data)
        .ok_or_else(|| Raise::type_error(format!("Variable data has to be a tensor, but got {}", data.type_name())))?;
    if this(value)?.is_batched() || data.is_batched() {
        return Err(Raise::runtime("mutating directly with `.data` under vmap transform is not allowed."));
    }
    recording::set_data(this(value)?, data);
    Ok(())
}

fn reversed(_: &mut Vm, value: &Value) -> Result<Value> {
    let tensor = this(value)?;
    let reversed = permute(tensor, (0..tensor.dim()).rev().collect())?;
    Ok(composed_value(reversed, "PermuteBackward0"))
}

fn matrix_transposed(vm: &mut Vm, value: &Value) -> Result<Value> {
    match this(value)?.dim() {
        0 => Ok(value.clone()),
        2 => matrices_transposed(vm, value),
        more => {
            let batches = if more > 2 { " For batches of matrices, consider using tensor.mH" } else { "" };
            let text = format!("tensor.H is only supported on matrices (2-D tensors). Got {more}-D tensor.{batches}");
            Err(Raise::runtime(text))
        }
    }
}

fn matrices_transposed(_: &mut Vm, value: &Value) -> Result<Value> {
    let tensor = this(value)?;
    let n = tensor.dim();
    if n == 0 {
        return Ok(value.clone());
    }
    if n < 2 {
        return Err(Raise::runtime(format!(
            "tensor.mT is only supported on matrices or batches of matrices. Got {n}-D tensor."
        )));
    }
    Ok(composed_value(transpose(tensor, n - 2, n - 1)?, "TransposeBackward0"))
}

pub static GETTERS: &[Getter] = &[
    read("shape", "Sizes of the dimensions.", |_, value| Ok(size_value(this(value)?.shape()))),
    read("dtype", "Element type.", |_, value| Ok(dtype_value(this(value)?.dtype()))),
    read("device", "Where the elements are.", |_, value| Ok(device_value(this(value)?.device()))),
    read("layout", "How the elements are kept: `torch.strided`, `torch.sparse_coo`...", |_, value| {
        Ok(layout_value(this(value)?.format()))
    }),
    Getter {
        name: "grad",
        doc: "The gradient that `backward` has added up, or None.",
        get: get_grad,
        set: Some(set_grad),
    },
    Getter {
        name: "requires_grad",
        doc: "True when gradients are asked for.",
        get: |_, value| Ok(Value::from(this(value)?.requires_grad())),
        set: Some(set_requires_grad),
    },
    Getter {
        name: "data",
        doc: "The same memory without history; autograd does not see what is written through it.",
        get: |_, value| Ok(tensor_value(this(value)?.data())),
        set: Some(set_data),
    },
    read("grad_fn", "The function that made this tensor, or None for a leaf.", |_, value| {
        Ok(grad_fn::grad_fn_value(this(value)?))
    }),
    read("is_leaf", "True when no recorded operation made this tensor.", |_, value| {
        Ok(Value::from(this(value)?.is_leaf()))
    }),
    read("retains_grad", "True when retain_grad was called.", |_, value| {
        Ok(Value::from(this(value)?.autograd().lock().retains_grad))
    }),
    read("ndim", "Number of dimensions.", |_, value| Ok(Value::Int(this(value)?.dim() as i64))),
    read("itemsize", "Bytes of one element.", |_, value| Ok(Value::Int(this(value)?.dtype().size() as i64))),
    read("nbytes", "Bytes of all elements.", |_, value| {
        let tensor = this(value)?;
        Ok(Value::Int((tensor.numel() * tensor.dtype().size()) as i64))
    }),
    read("is_cuda", "True on a CUDA device.", |_, value| Ok(Value::from(this(value)?.device().is_cuda()))),
    read("is_cpu", "True in the host's memory.", |_, value| Ok(Value::from(this(value)?.device() == Device::Cpu))),
    read("is_sparse", "True of sparse tensors in coordinates.", |_, value| {
        Ok(Value::from(this(value)?.format() == Format::Coo))
    }),
    read("is_quantized", "False: no tensor is quantized.", |_, _| Ok(Value::Bool(Truth::False))),
    read("is_meta", "True on the meta device, where tensors have no data.", |_, value| {
        Ok(Value::from(this(value)?.device().is_meta()))
    }),
    read("is_mkldnn", "False: no tensor is laid out for oneDNN.", |_, _| Ok(Value::Bool(Truth::False))),
    read("is_mps", "False: there are no such devices here.", |_, _| Ok(Value::Bool(Truth::False))),
    read("is_nested", "False: no tensor is nested.", |_, _| Ok(Value::Bool(Truth::False))),
    read("is_sparse_csr", "True of sparse tensors by rows.", |_, value| {
        Ok(Value::from(this(value)?.format() == Format::Csr))
    }),
    read("is_ipu", "False: there are no such devices here.", |_, _| Ok(Value::Bool(Truth::False))),
    read("is_maia", "False: there are no such devices here.", |_, _| Ok(Value::Bool(Truth::False))),
    read("is_mtia", "False: there are no such devices here.", |_, _| Ok(Value::Bool(Truth::False))),
    read("is_vulkan", "False: there are no such devices here.", |_, _| Ok(Value::Bool(Truth::False))),
    read("is_xla", "False: there are no such devices here.", |_, _| Ok(Value::Bool(Truth::False))),
    read("is_xpu", "False: there are no such devices here.", |_, _| Ok(Value::Bool(Truth::False))),
    read("_version", "How often the memory was written in place.", |_, value| {
        let tensor = this(value)?;
        match tensor.known_autograd().is_some_and(|meta| meta.lock().inference) {
            true => Err(Raise::runtime("Inference tensors do not track version counter.")),
            false => Ok(Value::Int(tensor.version() as i64)),
        }
    }),
    read("output_nr", "Which of the outputs of its grad_fn this is.", |_, value| {
        Ok(Value::Int(grad_fn::output_nr(this(value)?) as i64))
    }),
    read("_base", "The tensor that a view is a view of; None for one that has its own memory.", |_, value| {
        let base = this(value)?.autograd().lock().base.as_ref().map(|view| view.base.clone());
        Ok(base.map_or(Value::None, tensor_value))
    }),
    read("T", "A view with all dimensions reversed.", reversed),
    read("mT", "A view with the last two dimensions exchanged.", matrices_transposed),
    read("H", "A matrix transposed, its complex numbers conjugated.", |vm, value| {
        conjugated(matrix_transposed(vm, value)?)
    }),
    read("mH", "A view with the last two dimensions exchanged; complex numbers are conjugated.", |vm, value| {
        conjugated(matrices_transposed(vm, value)?)
    }),
    Getter {
        name: "real",
        doc: "The real parts: a view, of a real tensor itself.",
        get: |_, value| complex::real(value),
        set: Some(|_, value, new| complex::set(&complex::real(value)?, &new)),
    },
    Getter {
        name: "imag",
        doc: "The imaginary parts, a view.",
        get: |_, value| complex::imaginary(value),
        set: Some(|_, value, new| complex::set(&complex::imaginary(value)?, &new)),
    },
];

fn conjugated(value: Value) -> Result<Value> {
    let tensor = this(&value)?;
    match tensor.dtype().is_complex() {
        true => Ok(composed_value(super::engine_ops::pointwise("conj_physical", &[tensor.into()])?, "ConjBackward0")),
        false => Ok(value),
    }
}
