//! What becomes of each operation when an operand is sparse: the table of rules, and in-place writes.

use super::compressed::compress;
use super::coordinates::{in_coordinates, nothing};
use super::parts::{assemble, parts, refused, run_step, values, with_values};
use super::places::{Places, block_of, numbers};
use super::rows::led_by;
use super::{pointwise, products, selections, sums};
use crate::compose::reshape;
use crate::{record, run, run_into as write};
use tensorcell_tensor::op::{Arg, Op, Result};
use tensorcell_tensor::{Device, Format, Pointwise, Tensor, TensorError};

/// Runs an operation with a sparse operand.
pub fn run_all(op: &Op, inputs: &[Arg]) -> Result<Vec<Tensor>> {
    if inputs.iter().any(|arg| arg.tensor().is_some_and(Tensor::is_batched)) {
        return Err(TensorError::runtime("vmap does not map over sparse tensors here"));
    }
    let one = match (op, inputs) {
        (Op::Sparse(step), _) => run_step(op, step, inputs),
        (Op::Pointwise { function, parameters }, _) => pointwise::compute(*function, *parameters, inputs),
        (Op::Cast(_) | Op::Contiguous, [Arg::Tensor(x)]) => with_values(x, &run(op.clone(), &[(&values(x)?).into()])?),
        (Op::Transfer { device, .. }, [Arg::Tensor(x)]) => moved(op, x, *device),
        (Op::Reduce { .. }, [Arg::Tensor(x)]) => sums::reduce(op, x),
        (Op::Softmax { dim, log }, [Arg::Tensor(x)]) => sums::softmax(x, *dim, *log),
        (Op::Cat { dim }, _) => selections::cat(op, inputs, *dim),
        (Op::IndexSelect { dim }, [Arg::Tensor(x), Arg::Tensor(index)]) => selections::index_select(x, *dim, index),
        (Op::MatMul, [Arg::Tensor(a), Arg::Tensor(b)]) => products::matmul(op, a, b),
        (Op::AddMm { beta, alpha }, [Arg::Tensor(input), Arg::Tensor(a), Arg::Tensor(b)]) => {
            products::addmm(op, [input, a, b], *beta, *alpha)
        }
        _ => Err(refused(op, inputs)),
    }?;
    Ok(vec![one])
}

fn moved(op: &Op, x: &Tensor, device: Device) -> Result<Tensor> {
    let parts = parts(x)?;
    let there = |part: &Tensor| match part.device() == device {
        true => Ok(part.clone()),
        false => run(op.clone(), &[part.into()]),
    };
    let indices: Vec<Tensor> = parts.indices.iter().map(there).collect::<Result<_>>()?;
    assemble(parts.format, x.shape(), &indices, &there(&values(x)?)?, parts.coalesced)
}

/// Runs an operation with a sparse operand or into a sparse tensor.
pub fn run_into(op: &Op, inputs: &[Arg], out: &Tensor) -> Result<()> {
    record::check_in_place(out, inputs)?;
    let copies = matches!(op, Op::Contiguous | Op::Cast(_));
    if copies && inputs[0].tensor().is_some_and(|from| from.format() != out.format()) {
        return Err(TensorError::runtime(format!(
            "copy_() between dense and sparse Tensors is not implemented! Found self type = {} and src type = {}",
            kind(out),
            inputs[0].tensor().map_or_else(String::new, kind)
        )));
    }
    match (op, inputs, out.is_sparse()) {
        (Op::Fill { value, .. }, _, true) if value.as_f64() == 0.0 => {
            let parts = parts(out)?;
            let none = nothing(out.shape(), parts.sparse_dims(), out.dtype(), out.device())?;
            let compressed = parts.format != Format::Coo;
            replace(out, &if compressed { compress(&none, parts.format, block_of(&parts))? } else { none })
        }
        (_, _, true) => {
            let made = run_all(op, inputs)?.swap_remove(0);
            check(op, &made, out)?;
            let made = if made.dtype() == out.dtype() { made } else { run(Op::Cast(out.dtype()), &[(&made).into()])? };
            replace(out, &made)
        }
        (Op::Pointwise { function, parameters }, [Arg::Tensor(x), Arg::Tensor(sparse)], false)
            if x.same(out) && out.is_contiguous() && sparse.is_sparse() && sparse.shape() == out.shape() =>
        {
            match function {
                Pointwise::Add => add_to(out, sparse, 1.0),
                Pointwise::Sub => add_to(out, sparse, -1.0),
                Pointwise::AddScaled => add_to(out, sparse, parameters[0]),
                _ => compute_into(op, inputs, out),
            }
        }
        _ => compute_into(op, inputs, out),
    }
}

/// A dense result written into a dense tensor.
fn compute_into(op: &Op, inputs: &[Arg], out: &Tensor) -> Result<()> {
    let made = run_all(op, inputs)?.swap_remove(0);
    if made.is_sparse() {
        return Err(refused(op, inputs));
    }
    check(op, &made, out)?;
    write(Op::Contiguous, &[(&made).into()], out)
}

/// Adds a sparse tensor to a dense one: only the rows at its places are touched.
fn add_to(out: &Tensor, sparse: &Tensor, factor: f64) -> Result<()> {
    let sparse = in_coordinates(sparse)?;
    let places = Places::of(sparse.shape(), &*parts(&sparse)?)?;
    let rows = reshape(out, &led_by(places.capacity(), &out.shape()[places.dims()..]))?;
    let positions = numbers(&places.flat()?, out.device())?;
    let mut terms = values(&sparse)?;
    if factor != 1.0 {
        let scale = Op::Pointwise { function: Pointwise::Mul, parameters: [0.0; 2] };
        terms = run(scale, &[(&terms).into(), factor.into()])?;
    }
    if terms.dtype() != out.dtype() {
        terms = run(Op::Cast(out.dtype()), &[(&terms).into()])?;
    }
    write(Op::IndexAdd { dim: 0 }, &[(&rows).into(), (&positions).into(), (&terms).into()], &rows)
}

/// Gives a sparse tensor the parts and the history of another.
fn replace(out: &Tensor, made: &Tensor) -> Result<()> {
    let history = made.known_autograd().and_then(|meta| meta.lock().history.clone());
    out.set_data(&made.detach());
    out.bump_version();
    if let Some(history) = history {
        let mut meta = out.autograd().lock();
        meta.history = Some(history);
        meta.rebased += 1;
    }
    Ok(())
}

fn check(op: &Op, made: &Tensor, out: &Tensor) -> Result<()> {
    if made.shape() != out.shape() {
        return Err(TensorError::runtime(format!(
            "{}: the result has shape {:?}, which does not fit the output's {:?}",
            op.name(),
            made.shape(),
            out.shape()
        )));
    }
    match made.dtype().can_cast(out.dtype()) {
        true => Ok(()),
        false => Err(TensorError::runtime(format!(
            "result type {} can't be cast to the desired output type {}",
            made.dtype().scalar_name(),
            out.dtype().scalar_name()
        ))),
    }
}

/// PyTorch's old name of a tensor's type, such as `torch.sparse.FloatTensor`.
fn kind(x: &Tensor) -> String {
    let device = if x.device().is_cuda() { "torch.cuda." } else { "torch." };
    format!("{device}{}{}Tensor", if x.is_sparse() { "sparse." } else { "" }, x.dtype().scalar_name())
}
