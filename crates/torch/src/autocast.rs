//! Applies autocast to functions: each function whose record (`functions`) has a policy gets a wrapper that casts its
//! operands while a region is active. `prelude/torch/amp` defines the regions.

use super::arguments::TensorArgs;
use super::dtype::dtype_value;
use super::functions;
use super::functions::short_name;
use super::tensor::{tensor_of, tensor_value};
use tensorcell_engine::autocast::{self, Kind, Plan, Restore, Row};
use tensorcell_language::native::Args;
use tensorcell_language::object::Function;
use tensorcell_language::{Builtin, Raise, Result, Value, Vm};
use tensorcell_tensor::Tensor;

/// Returns the policy of a function by its qualified name: `torch.mm`, `Tensor.mm`, `torch.linalg.inv`.
fn row(qualified: &str) -> Option<Row> {
    functions::of(qualified).map(|function| function.autocast).filter(|row| !row.is_empty())
}

/// Returns the tensors among arguments, including those in lists, tuples and dicts.
fn operands<'a>(arguments: impl Iterator<Item = &'a Value>) -> Vec<Tensor> {
    let mut found = Vec::new();
    for argument in arguments {
        match argument {
            Value::Tuple(items) => found.extend(items.iter().filter_map(tensor_of).cloned()),
            Value::List(list) => found.extend(list.items.borrow().iter().filter_map(tensor_of).cloned()),
            Value::Dict(dict) => found.extend(dict.items().iter().filter_map(|(_, item)| tensor_of(item).cloned())),
            other => found.extend(tensor_of(other).cloned()),
        }
    }
    found
}

/// Casts the tensors of an argument. Returns None if nothing changes.
fn cast(plan: &Plan, argument: &Value) -> Result<Option<Value>> {
    let several = |items: &[Value]| -> Result<Option<Vec<Value>>> {
        let mut changed = None;
        for (at, item) in items.iter().enumerate() {
            if let Some(tensor) = tensor_of(item)
                && let Some(result) = plan.cast(tensor)?
            {
                changed.get_or_insert_with(|| items.to_vec())[at] = tensor_value(result);
            }
        }
        Ok(changed)
    };
    match argument {
        Value::Tuple(items) => Ok(several(items)?.map(Value::tuple)),
        Value::List(list) => {
            let items = list.items.borrow().clone();
            Ok(several(&items)?.map(Value::list))
        }
        Value::Dict(dict) => {
            let (keys, items): (Vec<Value>, Vec<Value>) = dict.items().into_iter().unzip();
            Ok(several(&items)?.map(|items| Value::dict(keys.into_iter().zip(items).collect::<Vec<_>>())))
        }
        other => match tensor_of(other) {
            Some(tensor) => Ok(plan.cast(tensor)?.map(tensor_value)),
            None => Ok(None),
        },
    }
}

fn is_given(argument: Option<&Value>) -> bool {
    !matches!(argument, None | Some(Value::None))
}

/// The wrapper of a native function.
fn casting(vm: &mut Vm, args: &Args) -> Result<Value> {
    let inner = args.builtin.inner.unwrap_or(args.builtin);
    if !autocast::is_active() {
        return (inner.run)(vm, args);
    }
    let at = |name: &str| args.builtin.parsed().parameters.iter().position(|parameter| parameter.name == name);
    let given = |name: &str| is_given(at(name).and_then(|at| args.given(at)));
    let Some(row) = row(args.builtin.name).filter(|_| !given("out")) else {
        return (inner.run)(vm, args);
    };
    let operands = operands(args.slots.iter().flatten());
    let Some(plan) = row.plan(args.builtin.short_name(), &operands, given("dtype"))? else {
        return (inner.run)(vm, args);
    };
    let mut slots = args.slots.clone();
    for slot in slots.iter_mut().flatten() {
        if let Some(changed) = cast(&plan, slot)? {
            *slot = changed;
        }
    }
    let _inside = plan.inside();
    (inner.run)(vm, &Args { slots, builtin: args.builtin })
}

/// Returns the declaration to bind: wrapped if it has a policy.
pub fn bound(builtin: &'static Builtin) -> &'static Builtin {
    match row(builtin.name) {
        Some(_) => Box::leak(Box::new(builtin.wrapped(casting))),
        None => builtin,
    }
}

/// The casts of one prelude function, with the positions of its `out` and `dtype` parameters.
pub struct Casts {
    name: String,
    row: Row,
    out: Option<usize>,
    dtype: Option<usize>,
}

impl Casts {
    /// Returns None if the function has no policy.
    pub fn of(qualified: &str, function: &Function) -> Option<Casts> {
        let (out, dtype) = (function.parameter("out"), function.parameter("dtype"));
        Some(Casts { name: short_name(qualified).to_owned(), row: row(qualified)?, out, dtype })
    }
    /// Casts the arguments. The result keeps the call inside its region. Returns None if no region changes anything.
    pub fn begin(&self, arguments: &mut [Value]) -> Result<Option<Restore>> {
        let given = |at: Option<usize>| is_given(at.and_then(|at| arguments.get(at)));
        if !autocast::is_active() || given(self.out) {
            return Ok(None);
        }
        let Some(plan) = self.row.plan(&self.name, &operands(arguments.iter()), given(self.dtype))? else {
            return Ok(None);
        };
        for argument in arguments.iter_mut() {
            if let Some(changed) = cast(&plan, argument)? {
                *argument = changed;
            }
        }
        Ok(Some(plan.inside()))
    }
}

/// Casts an operand as the operator's function would: `x @ y` is matmul. Returns None if no region changes it.
pub fn operand(name: &str, tensor: &Tensor, all: &[Tensor]) -> Result<Option<Tensor>> {
    match row(name) {
        Some(row) => match row.plan(name, all, false)? {
            Some(plan) => Ok(plan.cast(tensor)?),
            None => Ok(None),
        },
        None => Ok(None),
    }
}

/// The device types that PyTorch accepts. Only two of them have regions here.
const DEVICES: &str = "cpu, cuda, ipu, xpu, mkldnn, opengl, opencl, ideep, hip, ve, fpga, maia, xla, lazy, vulkan, mps, \
                       meta, hpu, mtia, privateuseone";

fn kind(args: &Args, i: usize) -> Result<Kind> {
    let text = args.str(i)?;
    match text.split(':').next().unwrap_or_default() {
        "cpu" => Ok(Kind::Cpu),
        "cuda" => Ok(Kind::Cuda),
        name if DEVICES.split(", ").any(|device| device == name) => {
            Err(Raise::runtime(format!("autocast on '{name}' devices is not there: only 'cpu' and 'cuda'")))
        }
        _ => Err(Raise::runtime(format!("Expected one of {DEVICES} device type at start of device string: {text}"))),
    }
}

/// `(True)`, the old form, means CUDA; the new one is `('cpu', True)`.
fn set_enabled(_: &mut Vm, args: &Args) -> Result<Value> {
    match args.given(1) {
        None => autocast::set_enabled(Kind::Cuda, args.bool(0)?),
        Some(_) => autocast::set_enabled(kind(args, 0)?, args.bool(1)?),
    }
    Ok(Value::None)
}

pub static FUNCTIONS: &[Builtin] = &[
    Builtin::new(
        "torch.is_autocast_enabled",
        "(device_type='cuda') -> bool",
        "Whether an autocast region is open for a kind of device.",
        |_, args| Ok(Value::from(autocast::region(kind(args, 0)?).enabled)),
    ),
    Builtin::new(
        "torch.set_autocast_enabled",
        "(device_type, enabled=...)",
        "Opens or closes autocast without a region of its own; `torch.autocast` is the usual way.",
        set_enabled,
    ),
    Builtin::new(
        "torch.get_autocast_dtype",
        "(device_type) -> torch.dtype",
        "The half type of autocast: at first float16 on CUDA and bfloat16 on the processor.",
        |_, args| Ok(dtype_value(autocast::region(kind(args, 0)?).dtype)),
    ),
    Builtin::new(
        "torch.set_autocast_dtype",
        "(device_type, dtype)",
        "Sets the half type of autocast for a kind of device.",
        |_, args| {
            let dtype = args.opt_dtype(1)?.ok_or_else(|| args.must_be(1, "torch.dtype"))?;
            autocast::set_dtype(kind(args, 0)?, dtype);
            Ok(Value::None)
        },
    ),
    Builtin::new(
        "torch.is_autocast_cache_enabled",
        "() -> bool",
        "Whether weights cast in a region are kept until its end.",
        |_, _| Ok(Value::from(autocast::is_caching())),
    ),
    Builtin::new(
        "torch.set_autocast_cache_enabled",
        "(enabled)",
        "Whether weights cast in a region are kept until its end.",
        |_, args| {
            autocast::set_caching(args.bool(0)?);
            Ok(Value::None)
        },
    ),
    Builtin::new("torch.clear_autocast_cache", "()", "Forgets the weights that were cast.", |_, _| {
        autocast::clear_cache();
        Ok(Value::None)
    }),
    Builtin::new("torch.autocast_increment_nesting", "() -> int", "One more region is open.", |_, _| {
        Ok(Value::Int(autocast::nest(1)))
    }),
    Builtin::new("torch.autocast_decrement_nesting", "() -> int", "One region less is open.", |_, _| {
        Ok(Value::Int(autocast::nest(-1)))
    }),
];
