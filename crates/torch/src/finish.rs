//! Delivers an operation's result: as a new tensor, in place, or into `out=`.

use super::arguments::TensorArgs;
use super::out::fit;
use super::tensor::{name_written, tensor_of, tensor_value};
use tensorcell_autograd as autograd;
use tensorcell_engine as engine;
use tensorcell_language::native::Args;
use tensorcell_language::{Result, Value};
use tensorcell_tensor::Op;
use tensorcell_tensor::op::Arg;

/// Runs an operation as the builtin's name requires: in place for a trailing underscore, into `out=` if given (the
/// last parameter), else into a new tensor.
pub fn finish(args: &Args, op: Op, operands: &[Arg]) -> Result<Value> {
    if args.builtin.name.ends_with('_') {
        engine::run_into(op, operands, args.tensor(0)?)?;
        return Ok(args.get(0).clone());
    }
    let last = args.slots.last().and_then(Option::as_ref).filter(|last| !matches!(last, Value::None));
    match last.filter(|_| args.builtin.signature.contains("out=None")) {
        None => Ok(tensor_value(engine::run(op, operands)?)),
        Some(out) => {
            let target = tensor_of(out).ok_or_else(|| args.must_be(args.slots.len() - 1, "Tensor"))?;
            if let Some(made) = tensorcell_tensor::infer::infer(&op, operands)?.outputs.first() {
                let recorded = operands.iter().any(|arg| arg.tensor().is_some_and(|x| x.requires_grad()));
                fit(op.name(), target, &made.shape, made.dtype, recorded)?;
            }
            engine::run_into(op, operands, target)?;
            Ok(out.clone())
        }
    }
}

/// Like `finish`, with another node name than the operation's.
pub fn finish_as(args: &Args, node: &'static str, op: Op, operands: &[Arg]) -> Result<Value> {
    let result = finish(args, op, operands)?;
    match tensor_of(&result) {
        Some(tensor) if args.builtin.name.ends_with('_') => name_written(tensor, node),
        Some(tensor) => autograd::name_node(tensor, node, Vec::new()),
        None => {}
    }
    Ok(result)
}
