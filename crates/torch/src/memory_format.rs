//! `torch.memory_format`: its objects, and the methods that take one.

use super::arguments::TensorArgs;
use super::classes;
use super::tensor::tensor_value;
use std::any::Any;
use std::rc::Rc;
use tensorcell_engine as engine;
use tensorcell_language::native::{Args, Native};
use tensorcell_language::{Class, Raise, Result, Value, Vm};
use tensorcell_tensor::{Layout, MemoryFormat, Order, Tensor};

/// `torch.channels_last` and the other formats.
pub struct MemoryFormatObject(pub MemoryFormat, pub Rc<Class>);

impl Native for MemoryFormatObject {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        self.1.clone()
    }
    fn repr(&self, _: &mut Vm) -> Result<String> {
        Ok(format!("torch.{}", self.0.name()))
    }
}

/// Returns the format at a slot, or `default`.
pub fn format_at(args: &Args, i: usize, default: MemoryFormat) -> Result<MemoryFormat> {
    match args.get(i) {
        Value::None => Ok(default),
        value => match value.downcast::<MemoryFormatObject>() {
            Some(format) => Ok(format.0),
            None => Err(args.must_be(i, "torch.memory_format")),
        },
    }
}

/// Returns the object of a format.
pub fn object(format: MemoryFormat) -> Value {
    classes().memory_formats[format as usize].clone()
}

/// Returns the dimension order of a new tensor in this format, made like `like`.
pub fn order(format: MemoryFormat, like: &Tensor) -> Result<Option<Order>> {
    match format.dims() {
        Some(dims) if dims != like.dim() => {
            Err(Raise::runtime(format!("required rank {dims} tensor to use {} format", format.name())))
        }
        _ => Ok(Order::of_format(format, like.layout())),
    }
}

/// Copies a tensor to a format.
pub fn copy(format: MemoryFormat, input: &Tensor) -> Result<Tensor> {
    Ok(engine::copy_in(order(format, input)?, input)?)
}

/// Returns what a conversion made in a format. A tensor that it left as it was may have gaps.
pub fn laid_out(format: MemoryFormat, input: &Tensor, converted: Tensor) -> Result<Tensor> {
    let fits = match converted.same(input) {
        true => input.layout().suggested_format() == format,
        false => converted.layout().is_contiguous_in(format),
    };
    if fits { Ok(converted) } else { copy(format, &converted) }
}

/// torch._in_format(result, input)
pub fn in_format(args: &Args) -> Result<Value> {
    let (result, input) = (args.tensor(0)?, args.tensor(1)?);
    let order = Some(input.layout().suggested_format()).filter(|format| format.dims() == Some(result.dim()));
    let order = order.and_then(|format| Order::of_format(format, result.layout()));
    let wanted =
        order.as_ref().map_or_else(|| Layout::contiguous(result.shape()), |order| order.layout(result.shape()));
    match result.layout().strides() == wanted.strides() {
        true => Ok(args.get(0).clone()),
        false => Ok(tensor_value(engine::copy_in(order, result)?)),
    }
}

/// torch.clone(input, *, memory_format=torch.preserve_format)
pub fn clone(args: &Args) -> Result<Value> {
    copy(format_at(args, 1, MemoryFormat::Preserve)?, args.tensor(0)?).map(tensor_value)
}

/// Tensor.contiguous(memory_format=torch.contiguous_format)
pub fn contiguous(args: &Args) -> Result<Value> {
    let (input, format) = (args.tensor(0)?, format_at(args, 1, MemoryFormat::Contiguous)?);
    if input.layout().is_contiguous_in(format) {
        return Ok(args.get(0).clone());
    }
    if format == MemoryFormat::Preserve {
        return Err(Raise::runtime("preserve memory format is unsupported by the contiguous operator"));
    }
    copy(format, input).map(tensor_value)
}

/// Tensor.is_contiguous(memory_format=torch.contiguous_format)
pub fn is_contiguous(args: &Args) -> Result<Value> {
    let (input, format) = (args.tensor(0)?, format_at(args, 1, MemoryFormat::Contiguous)?);
    Ok(Value::from(input.layout().is_contiguous_in(format)))
}
