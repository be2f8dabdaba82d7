//! The rules for operations with batched operands, and their application.

use super::batch::Batch;
use super::each::run_each;
use super::levels::{self, reshaped};
use super::{indices, layers, products};
use crate::{check_result_shape, run, run_into as into_whole, run_many, run_whole, view};
use tensorcell_tensor::infer::{Inference, infer};
use tensorcell_tensor::op::{Arg, Op, Random, Result, View};
use tensorcell_tensor::pointwise::Rule as Promotes;
use tensorcell_tensor::{Dims, Make, Pointwise, Tensor, TensorError};

/// A custom rule, which returns the whole results.
type Own = fn(&Op, &[Arg], &Batch) -> Result<Vec<Tensor>>;

#[allow(clippy::large_enum_variant)] // Used at once, never stored.
enum Rule {
    /// Operands broadcast: they are aligned at their last dimensions, the hidden ones in front.
    Aligned,
    /// Every operand has all hidden dimensions in front, and the rewritten operation counts dimensions after them.
    Behind(Op),
    Own(Own),
    /// Not supported: each slice has a result of its own size.
    Refused,
    /// No rule: runs for each slice in turn.
    Each,
}

/// Returns the rule of an operation after `first` hidden dimensions.
fn rule(op: &Op, first: usize, inputs: &[Arg]) -> Rule {
    let behind = |dims: &[usize]| -> Dims { dims.iter().map(|dim| dim + first).collect() };
    Rule::Behind(match op.clone() {
        Op::Pointwise { .. } | Op::Cast(_) | Op::Transfer { .. } | Op::Contiguous => return Rule::Aligned,
        Op::Reduce { function, dims, keepdim, correction } => {
            let dims = behind(&every_dim(&dims, inputs));
            Op::Reduce { function, dims, keepdim, correction }
        }
        Op::ReduceWithIndex { function, dim, keepdim } => Op::ReduceWithIndex { function, dim: dim + first, keepdim },
        Op::Scan { function, dim } => Op::Scan { function, dim: dim + first },
        Op::Softmax { dim, log } => Op::Softmax { dim: dim + first, log },
        Op::Gather { dim } => Op::Gather { dim: dim + first },
        Op::Scatter { dim, mode } => Op::Scatter { dim: dim + first, mode },
        Op::Sort { dim, descending, stable } => Op::Sort { dim: dim + first, descending, stable },
        Op::TopK { k, dim, largest, sorted } => Op::TopK { k, dim: dim + first, largest, sorted },
        Op::Flip(dims) => Op::Flip(behind(&dims)),
        Op::Fourier { transform, dims, scale } => Op::Fourier { transform, dims: behind(&dims), scale },
        // These use the last dimensions only.
        op @ (Op::Triangle { .. } | Op::PivotMatrix { .. } | Op::Linalg(_)) => op,
        Op::MatMul => return Rule::Own(products::matmul),
        Op::AddMm { .. } => return Rule::Own(products::addmm),
        Op::Distances { .. } => return Rule::Own(products::distances),
        Op::Cat { .. } => return Rule::Own(indices::cat),
        Op::IndexSelect { .. } => return Rule::Own(indices::select),
        Op::IndexAdd { .. } => return Rule::Own(indices::add),
        Op::Index { .. } => return Rule::Own(indices::index),
        Op::IndexPut { .. } => return Rule::Own(indices::put),
        Op::KthPlace => return Rule::Own(indices::kth),
        Op::SearchSorted { .. } => return Rule::Own(indices::search),
        Op::Layer(layer) if layers::has_rule(&layer) => return Rule::Own(layers::layer),
        Op::MaskedSelect if inputs[1].tensor().is_some_and(|mask| !mask.is_batched()) => {
            return Rule::Own(indices::masked_select);
        }
        Op::MaskedSelect | Op::Nonzero => return Rule::Refused,
        _ => return Rule::Each,
    })
}

/// An empty list means all dimensions.
fn every_dim(dims: &[usize], inputs: &[Arg]) -> Dims {
    let all = inputs[0].tensor().map_or(0, Tensor::dim).max(1);
    match dims.is_empty() {
        true => (0..all).collect(),
        false => dims.into(),
    }
}

/// Runs an operation with batched operands.
pub fn run_all(op: &Op, inputs: &[Arg]) -> Result<Vec<Tensor>> {
    if let Op::Random { kind, make } = op {
        return Ok(vec![random(*kind, make, inputs)?]);
    }
    let batch = Batch::of_args(inputs);
    // Errors describe slices, and a slice's result decides shape and dtype.
    let inference = infer(op, inputs)?;
    let wholes = match rule(op, batch.dims(), inputs) {
        Rule::Aligned => {
            let dims = inputs.iter().filter_map(|arg| arg.tensor()).map(Tensor::dim).max().unwrap_or(0);
            let operands = aligned(op, inputs, &batch, dims, &inference)?;
            vec![run(op.clone(), &args(inputs, &operands))?]
        }
        Rule::Behind(written) => {
            let operands = in_full(inputs, &batch)?;
            run_many(written, &args(inputs, &operands))?
        }
        Rule::Own(own) => own(op, inputs, &batch)?,
        Rule::Refused => return Err(sized_by_data(op, inputs)),
        Rule::Each => run_each(op, inputs, &batch, &inference.outputs)?,
    };
    let fitted = |(i, whole): (usize, Tensor)| match inference.outputs.get(i) {
        Some(made) => reshaped(&whole, batch.shape(&made.shape)),
        None => Ok(whole),
    };
    wholes.into_iter().enumerate().map(|one| Ok(fitted(one)?.hide(&batch.levels))).collect()
}

fn sized_by_data(op: &Op, inputs: &[Arg]) -> TensorError {
    let text = "vmap: Attempted to vmap over `mask` in torch.masked_select(self, mask) We cannot support this because for each batch \
                this would return a differently shaped Tensor. Please voice your support in \
                https://github.com/pytorch/functorch/issues/256";
    let masked = TensorError::runtime(text);
    match (op, inputs) {
        (Op::Nonzero, [Arg::Tensor(x)]) => super::check_sized_by_data(x, op.name()).err().unwrap_or(masked),
        _ => masked,
    }
}

pub(super) fn args<'a>(inputs: &[Arg<'a>], held: &'a [Option<Tensor>]) -> Vec<Arg<'a>> {
    inputs.iter().zip(held).map(|(arg, held)| held.as_ref().map_or(*arg, Arg::Tensor)).collect()
}

/// Operands of a pointwise operation. A 0-dim tensor has lower priority in type promotion. A batch of such tensors has a
/// dimension, so it is cast first.
fn aligned(op: &Op, inputs: &[Arg], batch: &Batch, dims: usize, made: &Inference) -> Result<Vec<Option<Tensor>>> {
    let selects = matches!(op, Op::Pointwise { function, .. } if function.row().rule == Promotes::Select);
    let operand = |(i, arg): (usize, &Arg)| -> Result<Option<Tensor>> {
        let Arg::Tensor(tensor) = arg else { return Ok(None) };
        let whole = batch.aligned(tensor, dims)?;
        let wanted = made.compute.filter(|&dtype| dtype != tensor.dtype() && tensor.is_batched() && tensor.dim() == 0);
        match wanted.filter(|_| !(selects && i == 0)) {
            Some(dtype) => run(Op::Cast(dtype), &[(&whole).into()]).map(Some),
            None => Ok(Some(whole)),
        }
    };
    inputs.iter().enumerate().map(operand).collect()
}

/// Operands with all hidden dimensions; 0-dim tensors as rows of one.
fn in_full(inputs: &[Arg], batch: &Batch) -> Result<Vec<Option<Tensor>>> {
    let operand = |arg: &Arg| -> Result<Option<Tensor>> {
        let Arg::Tensor(tensor) = arg else { return Ok(None) };
        let whole = batch.full(tensor)?;
        match tensor.dim() {
            0 => view(&whole, View::Unsqueeze(batch.dims())).map(Some),
            _ => Ok(Some(whole)),
        }
    };
    inputs.iter().map(operand).collect()
}

/// Random numbers: different for each slice, or the same for all.
fn random(kind: Random, make: &Make, inputs: &[Arg]) -> Result<Tensor> {
    let given: Vec<&Tensor> = inputs.iter().filter_map(|arg| arg.tensor()).collect();
    let (levels, sizes) = levels::drawn_for(&given)?;
    let batch = Batch { levels, sizes };
    if kind == Random::Permutation {
        let op = Op::Random { kind, make: make.clone() };
        let drawn = (0..batch.slices()).map(|_| view(&run_whole(op.clone(), &[])?[0], View::Unsqueeze(0)));
        let drawn = drawn.collect::<Result<Vec<Tensor>>>()?;
        let together = run(Op::Cat { dim: 0 }, &drawn.iter().map(Arg::Tensor).collect::<Vec<_>>())?;
        return Ok(reshaped(&together, batch.shape(&make.shape))?.hide(&batch.levels));
    }
    let make = Make { shape: batch.shape(&make.shape), ..make.clone() };
    let operands: Vec<Tensor> = given.iter().map(|tensor| batch.full(tensor)).collect::<Result<_>>()?;
    let operands: Vec<Arg> = operands.iter().map(Arg::Tensor).collect();
    Ok(run_whole(Op::Random { kind, make }, &operands)?[0].hide(&batch.levels))
}

/// Runs an operation with batched operands into an existing tensor.
pub fn run_into(op: &Op, inputs: &[Arg], out: &Tensor) -> Result<()> {
    let batch = Batch::of(inputs.iter().filter_map(|arg| arg.tensor()).chain([out]));
    if let Op::Random { kind, make } = op {
        return random_into(*kind, make, inputs, out, &batch);
    }
    if batch.levels.as_slice() != out.levels() {
        return Err(not_for_each(op, &batch));
    }
    let inference = infer(op, inputs)?;
    let copies = matches!(op, Op::Contiguous | Op::Cast(_));
    if let Some(made) = inference.outputs.first() {
        check_result_shape(op, inputs, &made.shape, out, copies)?;
    }
    match op {
        Op::Fill { value, make } => {
            let make = Make { shape: out.whole().shape().into(), ..make.clone() };
            into_whole(Op::Fill { value: *value, make }, &[], out.whole())
        }
        Op::Pointwise { .. } | Op::Contiguous | Op::Cast(_) => {
            let operands = aligned(op, inputs, &batch, out.dim(), &inference)?;
            into_whole(op.clone(), &args(inputs, &operands), out.whole())
        }
        _ => {
            let kept = kept_for_gradient(op, inputs, out)?;
            let result = run(op.clone(), &args(inputs, &kept))?;
            run_into(&Op::Contiguous, &[(&result).into()], out)
        }
    }
}

/// Copies operands that are about to be overwritten and that the gradient reads.
fn kept_for_gradient(op: &Op, inputs: &[Arg], out: &Tensor) -> Result<Vec<Option<Tensor>>> {
    let overwritten = |i: usize, tensor: &Tensor| op.saves().inputs >> i.min(31) & 1 == 1 && tensor.shares_storage(out);
    let kept = |(i, arg): (usize, &Arg)| {
        let tensor = arg.tensor().filter(|tensor| overwritten(i, tensor));
        tensor.map(|tensor| run(Op::Contiguous, &[tensor.into()])).transpose()
    };
    inputs.iter().enumerate().map(kept).collect()
}

fn random_into(kind: Random, make: &Make, inputs: &[Arg], out: &Tensor, batch: &Batch) -> Result<()> {
    let given: Vec<&Tensor> = inputs.iter().filter_map(|arg| arg.tensor()).collect();
    let (levels, _) = levels::drawn_for(&given)?;
    if levels.iter().any(|level| !out.levels().contains(level)) {
        return Err(TensorError::runtime(
            "vmap: Cannot ask for different inplace randomness on an unbatched tensor. This will appear like same randomness. If this \
             is necessary for your usage, please file an issue with functorch.",
        ));
    }
    if levels.as_slice() != out.levels() {
        // The same numbers for every slice: drawn once and copied.
        let drawn = run(Op::Random { kind, make: make.clone() }, inputs)?;
        return crate::run_into(Op::Contiguous, &[(&drawn).into()], out);
    }
    let make = Make { shape: out.whole().shape().into(), ..make.clone() };
    let operands = given.iter().map(|tensor| batch.full(tensor)).collect::<Result<Vec<Tensor>>>()?;
    let operands: Vec<Arg> = operands.iter().map(Arg::Tensor).collect();
    crate::run_whole_into(Op::Random { kind, make }, &operands, out.whole())
}

/// An error: the slices would overwrite each other.
fn not_for_each(op: &Op, batch: &Batch) -> TensorError {
    let (name, place) = match op {
        Op::Contiguous | Op::Cast(_) => ("inplace arithmetic".to_owned(), "in a vmap".to_owned()),
        Op::Pointwise {
            function: Pointwise::Add | Pointwise::Sub | Pointwise::Mul | Pointwise::Div | Pointwise::Where,
            ..
        } => ("inplace arithmetic".to_owned(), "in a vmap".to_owned()),
        Op::IndexPut { .. } | Op::IndexAdd { .. } => (format!("{}_", op.name()), "in a vmap".to_owned()),
        op => (format!("aten::{}_", op.name()), format!("at level {}", batch.levels.last().unwrap_or(&1))),
    };
    TensorError::runtime(format!(
        "vmap: {name}(self, *extra_args) is not possible because there exists a Tensor `other` in extra_args that has more elements \
         than `self`. This happened due to `other` being vmapped over but `self` not being vmapped over {place}. Please try to use \
         out-of-place operators instead of {name}. If said operator is being called inside the PyTorch framework, please file a bug \
         report instead."
    ))
}
