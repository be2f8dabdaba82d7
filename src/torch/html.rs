//! The notebook's view of a tensor: shape, dtype, device, memory, and its numbers in short.

use super::reduce::all_of;
use super::{autograd, host};
use crate::display::{html, units};
use crate::engine;
use crate::language::Result;
use crate::tensor::op::{Arg, Reduction};
use crate::tensor::{DType, Op, Tensor};

/// Larger tensors are not summed up: a look at one must not run a device out of memory.
const SUMMARISED: usize = 1 << 22;

fn number(function: Reduction, tensor: &Tensor) -> Result<String> {
    let value = host::float(host::item(&all_of(function, tensor)?)?);
    Ok(format!("{value:.4}"))
}

/// (MIME type, content): a card with what the tensor is, above its text.
pub fn tensor(tensor: &Tensor) -> Result<Vec<(String, String)>> {
    let _recording = autograd::pause();
    let shape: Vec<String> = tensor.shape().iter().map(usize::to_string).collect();
    let mut facts = vec![
        ("shape", format!("[{}]", shape.join(", "))),
        ("dtype", tensor.dtype().name().to_string()),
        ("device", tensor.device().to_string()),
        ("memory", units::bytes((tensor.numel() * tensor.dtype().size()) as f64)),
    ];
    if (2..=SUMMARISED).contains(&tensor.numel()) && tensor.dtype() != DType::Bool {
        let tensor = tensor.detach();
        let wide = engine::run(Op::Cast(DType::Float64), &[Arg::Tensor(&tensor)])?;
        facts.push(("min", number(Reduction::Min, &wide)?));
        facts.push(("mean", number(Reduction::Mean, &wide)?));
        facts.push(("max", number(Reduction::Max, &wide)?));
    }
    let text = super::tensor::tensor_text(tensor, None)?;
    let card = html::card("Tensor", &facts, Some(&text));
    Ok(vec![("text/html".to_string(), card)])
}
