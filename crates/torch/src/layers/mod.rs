//! The native functions of `torch.nn`'s layers, as `torch._nn`.

mod conv;
mod pool;
mod sequence;

use super::arguments::TensorArgs;
use super::sequences::Integers;
use tensorcell_autograd as autograd;
use tensorcell_engine as engine;
use tensorcell_language::native::Args;
use tensorcell_language::object::Module;
use tensorcell_language::{Builtin, Raise, Result, Value, Vm};
use tensorcell_tensor::layer::Layer;
use tensorcell_tensor::op::{Arg, View};
use tensorcell_tensor::{Dims, Op, Target, Tensor};

/// Returns every declaration of `torch._nn`.
pub fn builtins() -> impl Iterator<Item = &'static Builtin> {
    super::linalg::LAYERS
        .iter()
        .chain(super::pointwise::LAYERS)
        .chain(conv::FUNCTIONS)
        .chain(pool::FUNCTIONS)
        .chain(sequence::FUNCTIONS)
}

/// Binds the declarations.
pub fn init(_: &mut Vm, module: &std::rc::Rc<Module>) -> Result<()> {
    for builtin in builtins() {
        module.dict.insert_str(builtin.short_name(), Value::Builtin(super::autocast::bound(builtin)));
    }
    Ok(())
}

fn run(layer: Layer, inputs: &[&Tensor]) -> Result<Tensor> {
    let args: Vec<Arg> = inputs.iter().map(|&t| Arg::Tensor(t)).collect();
    Ok(engine::run(Op::Layer(layer), &args)?)
}

fn run_many(layer: Layer, inputs: &[&Tensor]) -> Result<Vec<Tensor>> {
    let args: Vec<Arg> = inputs.iter().map(|&t| Arg::Tensor(t)).collect();
    Ok(engine::run_many(Op::Layer(layer), &args)?)
}

/// Adds a batch dimension if `x` is a single sample with `dims + 1` dimensions. Returns whether it did.
fn batched(x: &Tensor, dims: usize) -> Result<(Tensor, bool)> {
    match x.dim() == dims + 1 {
        true => Ok((engine::view(x, View::Unsqueeze(0))?, true)),
        false => Ok((x.clone(), false)),
    }
}

/// Removes the batch dimension of a single sample.
fn unbatched(x: Tensor, alone: bool) -> Result<Tensor> {
    match alone {
        true => Ok(engine::view(&x, View::Squeeze(Dims::from_slice(&[0])))?),
        false => Ok(x),
    }
}

/// Removes the batch dimension where PyTorch accepts single samples natively: the history shows the operation, and no batch.
fn sample(result: Tensor, alone: bool, input: &Tensor) -> Result<Tensor> {
    let name = match autograd::end(&result).filter(|_| alone) {
        Some(Target::Node(node, _)) => Some(autograd::node_name(&node)),
        _ => None,
    };
    let result = unbatched(result, alone)?;
    if let Some(name) = name {
        autograd::name_node(&result, name, vec![autograd::end(input)]);
    }
    Ok(result)
}

/// Reads sizes for each spatial dimension: one for all, or one per dimension. `wrong` makes the error message.
fn sizes(vm: &mut Vm, args: &Args, i: usize, dims: usize, wrong: impl Fn(&[i64]) -> String) -> Result<Integers> {
    let given = args.integers(vm, i)?;
    match given.len() {
        1 => Ok(Integers::from_elem(given[0], dims)),
        n if n == dims => Ok(given),
        _ => Err(Raise::runtime(wrong(&given))),
    }
}

/// Converts sizes that are known to be non-negative.
fn unsigned(sizes: &[i64]) -> Dims {
    sizes.iter().map(|&size| size.max(0) as usize).collect()
}
