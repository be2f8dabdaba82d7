//! Pointwise functions: every row of the table as `torch.f(x)`, `x.f()`, `x.f_()` and `torch.f(x, out=y)`.
//!
//! Rows with extra options are declared in `DECLARED`. The other declarations are derived from the operands.

use super::arguments::TensorArgs;
use super::engine_ops::function;
use super::finish::{finish, finish_as};
use super::functions::short_name;
use super::tensor::{tensor_of, tensor_value};
use super::{functions, host};
use hashbrown::HashMap;
use std::cell::RefCell;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use tensorcell_autograd as autograd;
use tensorcell_engine::{self as engine, grad_mode};
use tensorcell_language::native::Args;
use tensorcell_language::{Builtin, Raise, Result, Value, Vm};
use tensorcell_tensor::infer::{not_implemented, result_type};
use tensorcell_tensor::op::{Arg, View};
use tensorcell_tensor::pointwise::{Pointwise, Row, Rule};
use tensorcell_tensor::{DType, Op, Scalar, Tensor};

/// Returns the table's name for a builtin: `add` for `Tensor.add_`, `sub` for `torch.subtract`.
fn table_name(args: &Args) -> &'static str {
    let name = args.builtin.short_name().trim_end_matches('_');
    functions::canonical(name).unwrap_or(name)
}

/// Returns the function of `table_name`, cached per builtin.
fn table_function(args: &Args) -> Result<Pointwise> {
    thread_local! {
        static KNOWN: RefCell<HashMap<usize, Pointwise>> = RefCell::default();
    }
    let builtin = std::ptr::from_ref(args.builtin) as usize;
    if let Some(known) = KNOWN.with_borrow(|known| known.get(&builtin).copied()) {
        return Ok(known);
    }
    let found = function(table_name(args))?;
    KNOWN.with_borrow_mut(|known| known.insert(builtin, found));
    Ok(found)
}

fn finish_pointwise(args: &Args, name: &str, operands: &[Arg], parameters: [f64; 2]) -> Result<Value> {
    finish(args, Op::Pointwise { function: function(name)?, parameters }, operands)
}

fn finish_pointwise_as(
    args: &Args,
    node: &'static str,
    name: &str,
    operands: &[Arg],
    parameters: [f64; 2],
) -> Result<Value> {
    finish_as(args, node, Op::Pointwise { function: function(name)?, parameters }, operands)
}

/// Returns whether PyTorch's function accepts a number as its operand `i`.
fn takes_number(function: Pointwise, i: usize) -> bool {
    use Pointwise::*;
    match function {
        Maximum | Minimum | Atan2 | Hypot | Logaddexp | LogicalAnd | LogicalOr | LogicalXor => false,
        Eq | Ne | Lt | Le | Gt | Ge | Fmod | Copysign => i == 1,
        _ => true,
    }
}

/// A row without options: all its operands, then `out`.
fn plain(_: &mut Vm, args: &Args) -> Result<Value> {
    let function = table_function(args)?;
    let count = function.row().operands.len();
    let mut operands: smallvec::SmallVec<[Arg; 3]> = smallvec::SmallVec::new();
    for i in 0..count {
        operands.push(if takes_number(function, i) { args.operand(i)? } else { Arg::Tensor(args.tensor(i)?) });
    }
    if !operands.iter().any(|operand| matches!(operand, Arg::Tensor(_))) {
        return Err(args.must_be(0, "Tensor"));
    }
    if function == Pointwise::Pow {
        super::engine_ops::check_power(&operands)?;
    }
    finish(args, Op::Pointwise { function, parameters: [0.0; 2] }, &operands)
}

/// `input + alpha * other`, `input - alpha * other`.
fn with_alpha(_: &mut Vm, args: &Args) -> Result<Value> {
    let name = table_name(args);
    let alpha = args.scalar(2)?;
    let operands = [args.operand(0)?, args.operand(1)?];
    if matches!(alpha, Scalar::Bool(_)) && result_type(&operands) != DType::Bool {
        return Err(Raise::runtime("Boolean alpha only supported for Boolean results."));
    }
    let factor = host::float(alpha);
    if let Scalar::Complex(..) = alpha {
        return with_complex_alpha(args, name, operands, alpha);
    }
    if factor == 1.0 {
        return finish_pointwise(args, name, &operands, [0.0; 2]);
    }
    if name == "sub" && operands.iter().all(|operand| operand.tensor().is_some_and(|x| x.dtype() == DType::Bool)) {
        return finish_pointwise(args, name, &operands, [0.0; 2]); // reports why it is not allowed
    }
    let whole = operands.iter().all(|operand| !is_float(operand));
    if whole && matches!(alpha, Scalar::Float(_)) {
        return Err(Raise::runtime("For integral input tensors, argument alpha must not be a floating point number."));
    }
    let factor = host::factor(alpha, result_type(&operands))?;
    match name {
        "sub" => finish_pointwise_as(args, "SubBackward0", "add_scaled", &operands, [-factor, 0.0]),
        _ => finish_pointwise(args, "add_scaled", &operands, [factor, 0.0]),
    }
}

/// Scales the second operand first.
fn with_complex_alpha(args: &Args, name: &str, [a, b]: [Arg; 2], alpha: Scalar) -> Result<Value> {
    if !result_type(&[a, b]).is_complex() {
        return Err(Raise::runtime("For non-complex input tensors, argument alpha must not be a complex number."));
    }
    let scaled = super::engine_ops::pointwise("mul", &[b, Arg::Scalar(alpha)])?;
    finish_pointwise(args, name, &[a, Arg::Tensor(&scaled)], [0.0; 2])
}

fn divide(_: &mut Vm, args: &Args) -> Result<Value> {
    let operands = [args.operand(0)?, args.operand(1)?];
    match args.opt_str(2)? {
        None => finish_pointwise(args, "div", &operands, [0.0; 2]),
        Some("floor") => finish_pointwise_as(args, "DivBackward2", "floor_divide", &operands, [0.0; 2]),
        // Half types round the quotient first.
        Some("trunc") if matches!(result_type(&operands), DType::Float16 | DType::BFloat16) => {
            let quotient = super::engine_ops::pointwise("div", &operands)?;
            finish_pointwise_as(args, "DivBackward2", "trunc", &[Arg::Tensor(&quotient)], [0.0; 2])
        }
        Some("trunc") => finish_pointwise_as(args, "DivBackward2", "trunc_divide", &operands, [0.0; 2]),
        Some(mode) => Err(Raise::runtime(format!(
            "div expected rounding_mode to be one of None, 'trunc', or 'floor' but found '{mode}'"
        ))),
    }
}

fn is_float(operand: &Arg) -> bool {
    match operand {
        Arg::Tensor(tensor) => tensor.dtype().is_inexact(),
        Arg::Scalar(scalar) => matches!(scalar, Scalar::Float(_) | Scalar::Complex(..)),
    }
}

/// Bounds are numbers or tensors. Either may be missing.
fn clamp(_: &mut Vm, args: &Args) -> Result<Value> {
    let input = args.tensor(0)?;
    let bound = |i: usize| {
        if args.is_none(i) { Ok(None) } else { args.operand(i).map(Some) }
    };
    let (min, max) = (bound(1)?, bound(2)?);
    let number =
        |bound: Option<Arg>, dtype| bound.and_then(Arg::scalar).map(|bound| host::factor(bound, dtype)).transpose();
    match (min, max) {
        (None, None) => Err(Raise::runtime("torch.clamp: At least one of 'min' or 'max' must not be None")),
        (min, max) if min.or(max).is_some_and(|bound| bound.tensor().is_some()) => {
            if let (Some(min), Some(max)) = (min, max)
                && result_type(&[Arg::Tensor(input), min, max]) == DType::Bool
            {
                return Err(not_implemented("clamp_cpu", DType::Bool).into());
            }
            let mut result = input.clone();
            for (name, bound) in [("maximum", min), ("minimum", max)] {
                if let Some(bound) = bound {
                    result = limited(name, &result, bound)?;
                }
            }
            finish_as(args, "ClampBackward0", Op::Contiguous, &[Arg::Tensor(&result)])
        }
        (min, max) => {
            let input = as_wide(args, input, &[min, max])?;
            let (name, parameters) = match (number(min, input.dtype())?, number(max, input.dtype())?) {
                (Some(min), Some(max)) => ("clamp", [min, max]),
                (Some(min), None) => ("clamp_min", [min, 0.0]),
                (None, max) => ("clamp_max", [max.unwrap_or(f64::INFINITY), 0.0]),
            };
            finish_pointwise(args, name, &[Arg::Tensor(&input)], parameters)
        }
    }
}

/// Converts an input to its common dtype with number bounds: a float bound makes an integer tensor float.
fn as_wide(args: &Args, input: &Tensor, bounds: &[Option<Arg>]) -> Result<Tensor> {
    if input.dtype().is_floating() {
        return Ok(input.clone());
    }
    let operands: Vec<Arg> = [Arg::Tensor(input)].into_iter().chain(bounds.iter().copied().flatten()).collect();
    let dtype = result_type(&operands);
    if !args.builtin.name.ends_with('_') {
        return super::engine_ops::to(input, Some(dtype), None, false, false);
    }
    if !dtype.can_cast(input.dtype()) {
        let (made, own) = (dtype.scalar_name(), input.dtype().cpp_name());
        return Err(Raise::runtime(format!("result type {made} can't be cast to the desired output type {own}")));
    }
    Ok(input.clone())
}

fn is_recorded(operands: &[Arg]) -> bool {
    grad_mode::is_enabled() && operands.iter().any(|operand| operand.tensor().is_some_and(Tensor::requires_grad))
}

/// `maximum` or `minimum` as a bound: for equal values the gradient goes only to the input.
fn limited(name: &str, input: &Tensor, bound: Arg) -> Result<Tensor> {
    let operands = [Arg::Tensor(input), bound];
    if !is_recorded(&operands) {
        return super::engine_ops::pointwise(name, &operands);
    }
    let beyond = super::engine_ops::pointwise(if name == "maximum" { "lt" } else { "gt" }, &operands)?;
    let unlike = super::engine_ops::pointwise("ne", &[bound, bound])?;
    let takes_bound = super::engine_ops::pointwise("logical_or", &[Arg::Tensor(&beyond), Arg::Tensor(&unlike)])?;
    super::engine_ops::pointwise("where", &[Arg::Tensor(&takes_bound), bound, Arg::Tensor(input)])
}

fn lerp(vm: &mut Vm, args: &Args) -> Result<Value> {
    let (input, end) = (args.tensor(0)?, args.tensor(1)?);
    let weight = tensor_of(args.get(2));
    for (name, operand) in [("end", Some(end)), ("weight", weight)] {
        if let Some(operand) = operand.filter(|operand| operand.dtype() != input.dtype()) {
            let (own, found) = (input.dtype().cpp_name(), operand.dtype().cpp_name());
            return Err(Raise::runtime(format!("expected dtype {own} for `{name}` but got dtype {found}")));
        }
    }
    if !input.dtype().is_inexact() {
        let kernel = if weight.is_some() { "lerp_kernel_tensor" } else { "lerp_kernel_scalar" };
        return Err(not_implemented(kernel, input.dtype()).into());
    }
    plain(vm, args)
}

/// clamp_min and clamp_max: (input, bound).
fn one_bound(_: &mut Vm, args: &Args) -> Result<Value> {
    let (input, name) = (args.tensor(0)?, table_name(args));
    match args.operand(1)? {
        bound @ Arg::Scalar(number) => {
            let input = as_wide(args, input, &[Some(bound)])?;
            let node = if name == "clamp_min" { "ClampMinBackward0" } else { "ClampMaxBackward0" };
            let bound = host::factor(number, input.dtype())?;
            finish_pointwise_as(args, node, name, &[Arg::Tensor(&input)], [bound, 0.0])
        }
        bound => {
            let (name, node) = match name {
                "clamp_min" => ("maximum", "ClampMinBackward1"),
                _ => ("minimum", "ClampMaxBackward1"),
            };
            let operands = [Arg::Tensor(input), bound];
            match is_recorded(&operands) {
                true => finish_as(args, node, Op::Contiguous, &[Arg::Tensor(&limited(name, input, bound)?)]),
                false => finish_pointwise(args, name, &operands, [0.0; 2]),
            }
        }
    }
}

/// `input + value * a * b` and `input + value * a / b`.
fn add_product(_: &mut Vm, args: &Args) -> Result<Value> {
    let (a, b) = (args.tensor(1)?, args.tensor(2)?);
    let operands = [args.operand(0)?, Arg::Tensor(a), Arg::Tensor(b)];
    let (name, value) = (table_name(args), args.scalar(3)?);
    if name == "addcdiv" && !a.dtype().is_inexact() && !b.dtype().is_inexact() {
        return Err(Raise::runtime(
            "Integer division with addcdiv is no longer supported, and in a future  release addcdiv will perform a true \
             division of tensor1 and tensor2. The historic addcdiv behavior can be implemented as (input + value * \
             torch.trunc(tensor1 / tensor2)).to(input.dtype) for integer inputs and as (input + value * tensor1 / tensor2) \
             for float inputs. The future addcdiv behavior is just the latter implementation: (input + value * tensor1 / \
             tensor2), for all dtypes.",
        ));
    }
    // Half types compute in a wider type.
    let dtype = result_type(&operands);
    if let Scalar::Complex(..) = value
        && dtype.is_complex()
    {
        let scaled = super::engine_ops::pointwise("mul", &[Arg::Tensor(a), Arg::Scalar(value)])?;
        return finish_pointwise(args, name, &[operands[0], Arg::Tensor(&scaled), operands[2]], [1.0, 0.0]);
    }
    let value = if dtype.is_floating() { host::float(value) } else { host::factor(value, dtype)? };
    finish_pointwise(args, name, &operands, [value, 0.0])
}

/// Rounds to a number of decimals, halves to even.
fn round(_: &mut Vm, args: &Args) -> Result<Value> {
    let input = args.tensor(0)?;
    if args.given(1).is_none() {
        return finish_pointwise(args, "round", &[Arg::Tensor(input)], [0.0; 2]);
    }
    let decimals = args.int(1)?;
    if !input.dtype().is_floating() {
        let kernel = if decimals == 0 { "round_vml_cpu" } else { "round_cpu" };
        return Err(not_implemented(kernel, input.dtype()).into());
    }
    let scale = Arg::from(10f64.powi(decimals.unsigned_abs() as i32));
    let [before, after] = if decimals < 0 { ["div", "mul"] } else { ["mul", "div"] };
    let scaled = super::engine_ops::pointwise(before, &[Arg::Tensor(input), scale])?;
    let rounded = super::engine_ops::pointwise("round", &[Arg::Tensor(&scaled)])?;
    finish_pointwise_as(args, "RoundBackward1", after, &[Arg::Tensor(&rounded), scale], [0.0; 2])
}

/// nan_to_num(input, nan=0.0, posinf=None, neginf=None): infinities default to the dtype's limits.
fn nan_to_num(_: &mut Vm, args: &Args) -> Result<Value> {
    let input = args.tensor(0)?;
    let limit = super::number_info::largest(input.dtype().part());
    let number = |i: usize, default: f64| {
        if args.is_none(i) { Ok(default) } else { args.scalar(i).map(host::float) }
    };
    if input.dtype().is_complex() {
        // Each part separately.
        let both = engine::view(input, View::AsReal)?;
        let limits = [Arg::Tensor(&both), Arg::from(number(2, limit)?), Arg::from(number(3, -limit)?)];
        let parts = super::engine_ops::pointwise_with("nan_to_num", &limits, [number(1, 0.0)?, 0.0])?;
        let whole = engine::view(&parts, View::AsComplex)?;
        return finish_as(args, "NanToNumBackward0", Op::Contiguous, &[Arg::Tensor(&whole)]);
    }
    let nan = number(1, 0.0)?;
    let operands = [Arg::Tensor(input), Arg::from(number(2, limit)?), Arg::from(number(3, -limit)?)];
    if !input.dtype().is_floating() {
        return finish(args, Op::Contiguous, &operands[..1]);
    }
    finish_pointwise(args, "nan_to_num", &operands, [nan, 0.0])
}

fn masked_fill(_: &mut Vm, args: &Args) -> Result<Value> {
    let (input, mask) = (args.tensor(0)?, args.tensor(1)?);
    if mask.dtype() != DType::Bool {
        let dtype = mask.dtype().cpp_name();
        return Err(Raise::runtime(format!(
            "masked_fill_ only supports boolean masks, but got mask with dtype {dtype}"
        )));
    }
    let value = args.operand(2)?;
    if let Arg::Tensor(value) = value
        && value.dim() > 0
    {
        return Err(Raise::runtime(format!(
            "masked_fill_ only supports a 0-dimensional value tensor, but got tensor with {} dimension(s).",
            value.dim()
        )));
    }
    let cast;
    let (node, value) = match value {
        Arg::Scalar(scalar) => {
            host::factor(scalar, input.dtype())?;
            ("MaskedFillBackward0", Arg::Scalar(scalar.cast(input.dtype())))
        }
        Arg::Tensor(tensor) => {
            cast = super::engine_ops::to(tensor, Some(input.dtype()), None, false, false)?;
            ("MaskedFillBackward1", Arg::Tensor(&cast))
        }
    };
    let given: Vec<_> = std::iter::once(input).chain(value.tensor()).map(autograd::end).collect();
    let is_in_place = args.builtin.name.ends_with('_');
    // Out of place PyTorch fills a row-major copy, whatever the input's layout.
    let input = if is_in_place { input.clone() } else { engine::contiguous(input)? };
    let mask = engine::contiguous(mask)?;
    let filled = finish_pointwise_as(args, node, "where", &[Arg::Tensor(&mask), value, Arg::Tensor(&input)], [0.0; 2])?;
    if let Some(tensor) = tensor_of(&filled).filter(|_| !is_in_place) {
        autograd::name_node(tensor, node, given);
    }
    Ok(filled)
}

/// A condition of bytes as one of bools. PyTorch warns of it once.
fn as_condition(vm: &mut Vm, condition: &Tensor) -> Result<Tensor> {
    static HAS_WARNED: AtomicBool = AtomicBool::new(false);
    if condition.dtype() != DType::UInt8 {
        return Ok(condition.clone());
    }
    if !HAS_WARNED.swap(true, Ordering::Relaxed) {
        vm.warn(
            "UserWarning",
            "where received a uint8 condition tensor. This behavior is deprecated and will be removed in a future version \
             of PyTorch. Use a boolean condition instead.",
        )?;
    }
    super::engine_ops::to(condition, Some(DType::Bool), None, false, false)
}

fn choose(vm: &mut Vm, args: &Args) -> Result<Value> {
    if args.given(1).is_none() {
        return super::index::nonzero_tuple(args.tensor(0)?);
    }
    let sides = [args.operand(1)?, args.operand(2)?];
    // A number beyond a floating dtype becomes infinite.
    let dtype = result_type(&sides);
    for number in sides.iter().filter_map(|side| side.scalar()).filter(|_| !dtype.is_floating()) {
        host::factor(number, dtype)?;
    }
    let condition = as_condition(vm, args.tensor(0)?)?;
    finish_pointwise(args, "where", &[Arg::Tensor(&condition), sides[0], sides[1]], [0.0; 2])
}

/// Passes numbers as the row's parameters p and q.
fn with_parameters(_: &mut Vm, args: &Args) -> Result<Value> {
    let (input, function) = (args.tensor(0)?, table_function(args)?);
    // The other rows compute in a wider dtype than their operand's.
    let held = function.row().rule == Rule::Arithmetic;
    let parameter = |i: usize| match args.is_none(i) {
        true => Ok(0.0),
        false if held => host::factor(args.scalar(i)?, input.dtype()),
        false => args.scalar(i).map(host::float),
    };
    let parameters = [parameter(1)?, parameter(2)?];
    finish_pointwise(args, table_name(args), &[Arg::Tensor(input)], parameters)
}

/// Functions with extra options.
static DECLARED: &[Builtin] = &[
    Builtin::new(
        "torch.add",
        "(input, other, *, alpha=1, out=None) -> Tensor",
        "input + alpha * other, element by element.\n\n\
         Shapes: operands broadcast; the result has their common shape\n\
         Errors: RuntimeError where the sizes do not broadcast:\n\
         \x20       `torch.add(torch.ones(2), torch.ones(3))`\n\n\
         >>> torch.add(torch.tensor([1, 2]), torch.tensor([10, 20]), alpha=2)\n\
         tensor([21, 42])",
        with_alpha,
    ),
    Builtin::new(
        "torch.sub",
        "(input, other, *, alpha=1, out=None) -> Tensor",
        "input - alpha * other, element by element.\n\n\
         Shapes: operands broadcast; the result has their common shape\n\
         Errors: RuntimeError where the sizes do not broadcast:\n\
         \x20       `torch.sub(torch.ones(2), torch.ones(3))`\n\
         \x20       RuntimeError of two bool tensors:\n\
         \x20       `torch.sub(torch.tensor([True]), torch.tensor([True]))`\n\n\
         >>> torch.sub(torch.tensor([1, 2]), 1)\n\
         tensor([0, 1])",
        with_alpha,
    ),
    Builtin::new(
        "torch.subtract",
        "(input, other, *, alpha=1, out=None) -> Tensor",
        "input - alpha * other, element by element.\n\n\
         >>> torch.subtract(torch.tensor([5, 6]), 2)\n\
         tensor([3, 4])",
        with_alpha,
    ),
    Builtin::new(
        "torch.div",
        "(input, other, *, rounding_mode=None, out=None) -> Tensor",
        "input / other; `rounding_mode` 'floor' or 'trunc' rounds the quotient.\n\n\
         Shapes: operands broadcast; the result has their common shape\n\
         Errors: RuntimeError where the sizes do not broadcast:\n\
         \x20       `torch.div(torch.ones(2), torch.ones(3))`\n\
         \x20       RuntimeError for another rounding mode:\n\
         \x20       `torch.div(torch.ones(2), 2, rounding_mode='up')`\n\n\
         >>> torch.div(torch.tensor([7., 8.]), 2, rounding_mode='floor')\n\
         tensor([3., 4.])",
        divide,
    ),
    Builtin::new(
        "torch.divide",
        "(input, other, *, rounding_mode=None, out=None) -> Tensor",
        "input / other; `rounding_mode` 'floor' or 'trunc' rounds the quotient.\n\n\
         >>> torch.divide(torch.tensor([7., -7.]), 2, rounding_mode='floor')\n\
         tensor([ 3., -4.])",
        divide,
    ),
    Builtin::new(
        "torch.clamp",
        "(input, min=None, max=None, *, out=None) -> Tensor",
        "Limits every element to [min, max].\n\n\
         Errors: RuntimeError where neither limit is given: `torch.clamp(torch.ones(2))`\n\n\
         >>> torch.clamp(torch.tensor([-2, 0, 5]), 0, 3)\n\
         tensor([0, 0, 3])",
        clamp,
    ),
    Builtin::new(
        "torch.clip",
        "(input, min=None, max=None, *, out=None) -> Tensor",
        "Limits every element to [min, max].\n\n\
         >>> torch.clip(torch.tensor([-1., 0.5, 2.]), 0, 1)\n\
         tensor([0.0000, 0.5000, 1.0000])",
        clamp,
    ),
    Builtin::new(
        "torch.addcmul",
        "(input, tensor1, tensor2, *, value=1, out=None) -> Tensor",
        "input + value * tensor1 * tensor2.\n\n\
         Shapes: operands broadcast; the result has their common shape\n\n\
         >>> torch.addcmul(torch.tensor([1., 2.]), torch.tensor([3., 4.]), torch.tensor([10., 10.]), value=0.5)\n\
         tensor([16., 22.])",
        add_product,
    ),
    Builtin::new(
        "torch.addcdiv",
        "(input, tensor1, tensor2, *, value=1, out=None) -> Tensor",
        "input + value * tensor1 / tensor2.\n\n\
         Shapes: operands broadcast; the result has their common shape\n\n\
         >>> torch.addcdiv(torch.tensor([1., 2.]), torch.tensor([3., 4.]), torch.tensor([10., 10.]), value=0.5)\n\
         tensor([1.1500, 2.2000])",
        add_product,
    ),
    Builtin::new(
        "torch.masked_fill",
        "(input, mask, value) -> Tensor",
        "A copy with `value` where `mask` is True.\n\n\
         Shapes: the mask broadcasts to the input's shape\n\
         Errors: RuntimeError where the mask is not of bools:\n\
         \x20       `torch.masked_fill(torch.ones(2), torch.tensor([0, 1]), 9.)`\n\n\
         >>> torch.masked_fill(torch.tensor([1., 2., 3.]), torch.tensor([True, False, True]), 0.)\n\
         tensor([0., 2., 0.])",
        masked_fill,
    ),
    Builtin::new(
        "torch.clamp_min",
        "(input, min) -> Tensor",
        "No element below min.\n\n\
         >>> torch.clamp_min(torch.tensor([-1., 0.5, 2.]), 0)\n\
         tensor([0.0000, 0.5000, 2.0000])",
        one_bound,
    ),
    Builtin::new(
        "torch.clamp_max",
        "(input, max) -> Tensor",
        "No element above max.\n\n\
         >>> torch.clamp_max(torch.tensor([-1., 0.5, 2.]), 1)\n\
         tensor([-1.0000,  0.5000,  1.0000])",
        one_bound,
    ),
    Builtin::new(
        "torch.round",
        "(input, *, decimals=..., out=None) -> Tensor",
        "Rounds to whole numbers or to decimals, halves to even.\n\n\
         >>> torch.round(torch.tensor([0.5, 1.5, 2.345]))\n\
         tensor([0., 2., 2.])\n\
         >>> torch.round(torch.tensor([2.345]), decimals=2)\n\
         tensor([2.3400])",
        round,
    ),
    Builtin::new(
        "torch.nan_to_num",
        "(input, nan=0.0, posinf=None, neginf=None) -> Tensor",
        "NaN and infinities as numbers.\n\n\
         >>> torch.nan_to_num(torch.tensor([1., float('nan'), float('inf')]), nan=0.0, posinf=100.)\n\
         tensor([  1.,   0., 100.])",
        nan_to_num,
    ),
    Builtin::new(
        "torch.lerp",
        "(input, end, weight) -> Tensor",
        "input + weight * (end - input).\n\n\
         Shapes: operands broadcast; the result has their common shape\n\n\
         >>> torch.lerp(torch.tensor([0.]), torch.tensor([10.]), 0.3)\n\
         tensor([3.])",
        lerp,
    ),
];

/// Functions of `torch._nn`, such as parametric activations, which `torch.nn.functional` shows.
pub static LAYERS: &[Builtin] = &[Builtin::new(
    "torch._nn.hardtanh",
    "(input, min_val, max_val)",
    "x limited to [min_val, max_val]; flat at the limits.",
    with_parameters,
)];

static FUNCTIONS: &[Builtin] = &[
    Builtin::new(
        "torch.leaky_relu",
        "(input, negative_slope=0.01)",
        "x where positive, else negative_slope * x.\n\n\
         >>> F.leaky_relu(torch.tensor([-1., 2.]))\n\
         tensor([-0.0100,  2.0000])",
        with_parameters,
    ),
    Builtin::new(
        "torch.elu",
        "(input, alpha=1.0)",
        "x where positive, else alpha * (exp(x) - 1).\n\n\
         >>> F.elu(torch.tensor([-1., 2.]))\n\
         tensor([-0.6321,  2.0000])",
        with_parameters,
    ),
    Builtin::new(
        "torch.celu",
        "(input, alpha=1.0)",
        "x where positive, else alpha * (exp(x / alpha) - 1).",
        with_parameters,
    ),
    Builtin::new(
        "torch.softplus",
        "(input, beta=1.0, threshold=20.0)",
        "log(1 + exp(beta * x)) / beta.",
        with_parameters,
    ),
    Builtin::new(
        "torch.hardshrink",
        "(input, lambd=0.5)",
        "x beyond +-lambd, else 0.\n\n\
         >>> F.hardshrink(torch.tensor([-1., 0.2, 2.]))\n\
         tensor([-1.,  0.,  2.])",
        with_parameters,
    ),
    Builtin::new(
        "torch.softshrink",
        "(input, lambd=0.5)",
        "x moved towards 0 by lambd.\n\n\
         >>> F.softshrink(torch.tensor([-1., 0.2, 2.]))\n\
         tensor([-0.5000,  0.0000,  1.5000])",
        with_parameters,
    ),
    Builtin::new(
        "torch.threshold",
        "(input, threshold, value)",
        "x above the threshold, else value.\n\n\
         >>> torch.threshold(torch.tensor([-1., 2.]), 1., 0.)\n\
         tensor([0., 2.])",
        with_parameters,
    ),
    Builtin::new(
        "torch.where",
        "(condition, self=..., other=...) -> Tensor",
        "self where condition is True, else other; with the condition alone, the indices where it is True.\n\n\
         Shapes: operands broadcast; the result has their common shape\n\
         Errors: RuntimeError where the condition is not of bools:\n\
         \x20       `torch.where(torch.tensor([1., 0.]), 1, 2)`\n\
         \x20       RuntimeError where the sizes do not broadcast:\n\
         \x20       `torch.where(torch.ones(2).bool(), torch.ones(2), torch.ones(3))`\n\n\
         >>> torch.where(torch.tensor([True, False]), 1, 2)\n\
         tensor([1, 2])",
        choose,
    ),
    Builtin::new(
        "Tensor.__rdiv__",
        "(self, other) -> Tensor",
        "other / self.\n\n\
         >>> torch.tensor([2., 4.]).__rdiv__(8)\n\
         tensor([4., 2.])",
        |_, args| {
            let reciprocal = super::engine_ops::pointwise("reciprocal", &[Arg::Tensor(args.tensor(0)?)])?;
            super::engine_ops::pointwise("mul", &[Arg::Tensor(&reciprocal), args.operand(1)?]).map(tensor_value)
        },
    ),
    Builtin::new(
        "Tensor.where",
        "(self, condition, other) -> Tensor",
        "self where condition is True, else other.\n\n\
         >>> torch.tensor([1, 2]).where(torch.tensor([True, False]), 0)\n\
         tensor([1, 0])",
        |vm, args| {
            let condition = as_condition(vm, args.tensor(1)?)?;
            let operands = [Arg::Tensor(&condition), args.operand(0)?, args.operand(2)?];
            finish_pointwise(args, "where", &operands, [0.0; 2])
        },
    ),
];

fn leak(text: String) -> &'static str {
    Box::leak(text.into_boxed_str())
}

/// Returns the documentation of a table function: the description and example from its record
/// (`functions/pointwise.rs`), and facts derived from its row.
fn documentation(row: &Row) -> String {
    let own = functions::named(row.name).and_then(|function| function.doc);
    let (words, example) = own.map_or((row.expression, ""), |text| text.split_once('\n').unwrap_or((text, "")));
    let mut text = format!("{}\n\n", words.trim_end());
    if row.operands.len() > 1 {
        let integers = if row.rule == Rule::Bitwise { ".int()" } else { "" };
        text.push_str("Shapes: operands broadcast; the result has their common shape\n");
        text.push_str(match row.rule {
            Rule::Float => "Dtypes: the operands' common one; integers become the default floating one\n",
            Rule::Compare => "Dtypes: any; the result is of bools\n",
            Rule::Bitwise => "Dtypes: integers and bool\n",
            _ => "Dtypes: the operands' common one\n",
        });
        // Names without an example are not PyTorch's.
        let errors = if example.is_empty() {
            String::new()
        } else {
            format!(
                "Errors: RuntimeError where the sizes do not broadcast:\n        `torch.{}(torch.ones(2){integers}, torch.ones(3){integers})`\n",
                row.name
            )
        };
        text.push_str(&errors);
    } else {
        text.push_str("Shapes: any; the result has the input's\n");
        text.push_str(match row.rule {
            Rule::Float => "Dtypes: the input's; integers become the default floating one\n",
            Rule::Compare => "Dtypes: any; the result is of bools\n",
            Rule::Bitwise => "Dtypes: integers and bool\n",
            _ => "Dtypes: the input's\n",
        });
    }
    if !example.is_empty() {
        text.push('\n');
        text.push_str(example.trim_end());
    }
    text
}

/// Functions that PyTorch does not have in place.
const WITHOUT_TWIN: [&str; 18] = [
    "angle",
    "gelu",
    "gelu_tanh",
    "hardsigmoid",
    "hardswish",
    "isfinite",
    "isinf",
    "isnan",
    "log_sigmoid",
    "logaddexp",
    "maximum",
    "minimum",
    "mish",
    "signbit",
    "silu",
    "special_expit",
    "trigamma",
    "trunc_divide",
];

/// Returns the in-place variant of a function: the same declaration with an underscore in its name, and without `out`.
pub fn in_place_twin(builtin: &'static Builtin) -> &'static Builtin {
    let name = leak(format!("Tensor.{}_", short_name(builtin.name)));
    let signature =
        builtin.signature.replace(", *, out=None", "").replace(", out=None", "").replacen("(input", "(self", 1);
    let signature = leak(signature);
    let doc = leak(format!("In place: {}", builtin.doc));
    Box::leak(Box::new(Builtin::new(name, signature, doc, builtin.run)))
}

/// Returns whether it is an in-place method without further operands, such as `Tensor.sqrt_`.
pub fn is_unary_twin(builtin: &Builtin) -> bool {
    builtin.name.ends_with('_') && (builtin.signature.starts_with("(self)") || builtin.name == "Tensor.clamp_")
}

/// Returns all pointwise builtins, created once for both functions and methods.
pub fn builtins() -> &'static [&'static Builtin] {
    static ALL: OnceLock<Vec<&'static Builtin>> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut all: Vec<&'static Builtin> = FUNCTIONS.iter().collect();
        let mut with_twin = |builtin: &'static Builtin| {
            all.push(builtin);
            if !WITHOUT_TWIN.contains(&short_name(builtin.name)) {
                all.push(in_place_twin(builtin));
            }
        };
        DECLARED.iter().for_each(&mut with_twin);
        // The internal `add` with alpha. PyTorch has no function with this name.
        let inner = |name: &str| name == "add_scaled";
        let declared = |name: &str| {
            inner(name)
                || LAYERS.iter().any(|builtin| short_name(builtin.name) == name)
                || DECLARED.iter().chain(FUNCTIONS).any(|builtin| short_name(builtin.name) == name)
        };
        let rows = Pointwise::ALL.iter().map(|function| (function.row().name, function.row()));
        let aliases = functions::all().flat_map(|known| {
            let row = function(known.name).ok().map(Pointwise::row);
            known.aliases.iter().filter_map(move |alias| Some((*alias, row?)))
        });
        for (name, row) in rows.chain(aliases).filter(|(name, _)| !declared(name)) {
            let operands = ["input", "other", "third"][..row.operands.len().min(3)].join(", ");
            let signature = leak(format!("({operands}, *, out=None) -> Tensor"));
            let doc = leak(documentation(row));
            with_twin(Box::leak(Box::new(Builtin::new(leak(format!("torch.{name}")), signature, doc, plain))));
        }
        all
    })
}
