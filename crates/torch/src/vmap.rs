//! What `torch.vmap` is made of: maps begin and end, tensors hide the dimension that is mapped over and show it again.

use super::arguments::TensorArgs;
use super::tensor::tensor_value;
use std::rc::Rc;
use tensorcell_engine::batched::{self, Randomness};
use tensorcell_language::native::Args;
use tensorcell_language::object::Function;
use tensorcell_language::{Builtin, Result, Value, Vm};
use tensorcell_tensor::op::View;
use tensorcell_tensor::{Dims, Tensor};

fn size(args: &Args, i: usize) -> Result<usize> {
    Ok(args.int(i)?.max(0) as usize)
}

/// The tensor with one dimension moved.
fn moved(x: &Tensor, from: usize, to: usize) -> Result<Tensor> {
    if from == to {
        return Ok(x.clone());
    }
    let mut order: Dims = (0..x.dim()).filter(|&dim| dim != from).collect();
    order.insert(to, from);
    Ok(tensorcell_engine::view(x, View::Permute(order))?)
}

fn enter(_: &mut Vm, args: &Args) -> Result<Value> {
    let randomness = match args.str(1)? {
        "different" => Randomness::Different,
        "same" => Randomness::Same,
        _ => Randomness::Error,
    };
    Ok(Value::Int(i64::from(batched::enter(size(args, 0)?, randomness))))
}

fn hide(vm: &mut Vm, args: &Args) -> Result<Value> {
    let x = args.tensor(0)?;
    let first = moved(x, args.axis(vm, 1, x.dim())?, 0)?;
    Ok(tensor_value(batched::conceal(&first, &[size(args, 2)? as u32])?))
}

fn show(vm: &mut Vm, args: &Args) -> Result<Value> {
    let shown = batched::reveal(args.tensor(0)?, &[size(args, 1)? as u32], &[size(args, 2)?])?;
    let to = args.axis(vm, 3, shown.dim())?;
    Ok(tensor_value(moved(&shown, 0, to)?))
}

/// A function of the prelude over batched arguments: called for each slice, the results stacked.
pub fn each_slice(vm: &mut Vm, function: &Rc<Function>, bound: Vec<Value>) -> Result<Value> {
    let (positional, named) = function.as_given(bound);
    let named: Vec<(Value, Value)> = named.into_iter().map(|(name, value)| (Value::str(&name), value)).collect();
    let module = vm.import("torch._functorch.vmap")?;
    let each = vm.get_attr(&module, "each_slice")?;
    vm.call(&each, &[Value::Function(function.clone()), Value::tuple(positional), Value::dict(named)], &[])
}

/// The innermost map that hides a dimension of the tensor, and that dimension's size; (0, 0): none does.
fn innermost(_: &mut Vm, args: &Args) -> Result<Value> {
    let x = args.tensor(0)?;
    let (level, size) = x.levels().iter().zip(x.hidden()).next_back().unwrap_or((&0, &0));
    Ok(Value::tuple(vec![Value::Int(i64::from(*level)), Value::Int(*size as i64)]))
}

pub static FUNCTIONS: &[Builtin] = &[
    Builtin::new("torch._vmap_enter", "(size, randomness) -> int", "Begins a map, and gives its level.", enter),
    Builtin::new("torch._vmap_leave", "(level)", "Ends a map, and those within it.", |_, args| {
        batched::restore(size(args, 0)?.saturating_sub(1));
        Ok(Value::None)
    }),
    Builtin::new("torch._vmap_hide", "(x, dim, level)", "The tensor with a dimension hidden.", hide),
    Builtin::new("torch._vmap_show", "(x, level, size, dim)", "The tensor with a hidden dimension in sight.", show),
    Builtin::new(
        "torch._not_sized_by_data",
        "(x, operation)",
        "Refuses what has another size in each slice.",
        |_, args| {
            batched::check_sized_by_data(args.tensor(0)?, args.str(1)?)?;
            Ok(Value::None)
        },
    ),
    Builtin::new(
        "torch._whole",
        "(x)",
        "The tensor with all that it hides in sight, off the tape: checks of values are of every slice.",
        |_, args| Ok(tensor_value(args.tensor(0)?.whole().detach())),
    ),
    Builtin::new(
        "torch._innermost_map",
        "(x) -> tuple",
        "The innermost map over a tensor: its level and size.",
        innermost,
    ),
    Builtin::new("torch._is_batched", "(x) -> bool", "Whether a tensor hides dimensions.", |_, args| {
        Ok(Value::from(args.tensor(0)?.is_batched()))
    }),
    Builtin::new(
        "torch._in_every_level",
        "(x)",
        "The tensor with a dimension for every map that is under way: derivatives by it are those of each slice.",
        |_, args| Ok(tensor_value(batched::in_every_level(args.tensor(0)?)?)),
    ),
];
