//! Prints a tensor: its numbers, and its dtype, device and gradient where they are not implied.

use super::format::{self, brackets, with_suffixes};
use super::recording::{grad_fn_name, pause};
use super::sparse::sparse_text;
use super::tensor::tuple_text;
use super::{defaults, host};
use tensorcell_engine as engine;
use tensorcell_language::Result;
use tensorcell_tensor::op::{Arg, View};
use tensorcell_tensor::{DType, Device, Op, Tensor};

/// Prints the numbers of a tensor like PyTorch, after `indent` characters of the line.
fn numbers(tensor: &Tensor, indent: usize) -> Result<String> {
    let options = format::options();
    let summarize = tensor.numel() > options.threshold;
    let _grad = pause();
    let shown = if summarize { edges(tensor, options.edge_items)? } else { tensor.clone() };
    Ok(brackets(&host::elements(&shown)?, tensor.shape(), summarize, &options, indent))
}

/// Returns the first and last `keep` elements of every dimension that is longer than both.
fn edges(tensor: &Tensor, keep: usize) -> Result<Tensor> {
    let mut kept = tensor.clone();
    for dim in 0..tensor.dim() {
        let size = tensor.shape()[dim];
        if size > 2 * keep {
            let head = engine::view(&kept, View::Slice { dim, start: 0, length: keep, step: 1 })?;
            let tail = engine::view(&kept, View::Slice { dim, start: size - keep, length: keep, step: 1 })?;
            kept = engine::run(Op::Cat { dim }, &[Arg::Tensor(&head), Arg::Tensor(&tail)])?;
        }
    }
    Ok(kept)
}

/// `repr(x)`.
pub fn tensor_text(tensor: &Tensor) -> Result<String> {
    text_as("tensor", tensor)
}

/// `repr(x)` of a tensor of the class with this name.
pub fn text_as(name: &str, tensor: &Tensor) -> Result<String> {
    if let Some(&level) = tensor.levels().last() {
        return batched_text(tensor, level);
    }
    let prefix = format!("{name}(");
    let mut suffixes = Vec::new();
    let elsewhere = match tensor.device() {
        Device::Cpu => defaults::type_is_cuda(),
        Device::Cuda(index) => !defaults::type_is_cuda() || index != tensorcell_device::driver::current_device(),
        Device::Meta => true,
    };
    if elsewhere {
        suffixes.push(format!("device='{}'", tensor.device()));
    }
    let dtype = tensor.dtype();
    let default = defaults::dtype();
    let told_by_its_numbers =
        dtype == default || dtype == default.with_imaginary() || matches!(dtype, DType::Int64 | DType::Bool);
    if tensor.is_sparse() {
        let device = elsewhere.then(|| suffixes.swap_remove(0));
        let dtype = (!told_by_its_numbers).then(|| format!("dtype={dtype}"));
        return sparse_text(tensor, [device, dtype, history(tensor)], &format::options(), numbers);
    }
    let has_numbers = tensor.numel() > 0 && !tensor.device().is_meta();
    if !has_numbers && (tensor.dim() != 1 || tensor.device().is_meta()) {
        suffixes.push(format!("size={}", tuple_text(tensor.shape())));
    }
    if if has_numbers { !told_by_its_numbers } else { dtype != default } {
        suffixes.push(format!("dtype={dtype}"));
    }
    let numbers = if tensor.device().is_meta() { "...".to_owned() } else { numbers(tensor, prefix.len())? };
    let text = format!("{prefix}{numbers}");
    suffixes.extend(history(tensor));
    Ok(with_suffixes(text, &suffixes, prefix.len(), &format::options()))
}

/// What a tensor's gradient goes to.
fn history(tensor: &Tensor) -> Option<String> {
    match grad_fn_name(tensor) {
        Some(name) => Some(format!("grad_fn=<{name}>")),
        None => tensor.requires_grad().then(|| "requires_grad=True".to_string()),
    }
}

/// The text of a batched tensor: its value with the innermost map's dimension visible, which may be batched too.
fn batched_text(tensor: &Tensor, level: u32) -> Result<String> {
    let outer = tensor.levels().len() - 1;
    let value = tensor_text(&tensor.whole().hide(&tensor.levels()[..outer]))?;
    let value = value.lines().map(|line| format!("    {line}")).collect::<Vec<_>>().join("\n");
    Ok(format!("BatchedTensor(lvl={level}, bdim=0, value=\n{value}\n)"))
}
