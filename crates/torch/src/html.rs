//! The HTML view of a tensor: shape, dtype, device, memory, and statistics of its numbers. A parameter also shows its
//! name and gradient.

use super::engine_ops::all_of;
use super::tensor::TensorObject;
use super::{host, recording};
use tensorcell_display::{html, units};
use tensorcell_engine as engine;
use tensorcell_language::{Result, Value, Vm};
use tensorcell_tensor::op::{Arg, Reduction};
use tensorcell_tensor::{DType, Op, Tensor};

/// Larger tensors get no statistics: showing one must not exhaust a device's memory.
const SUMMARISED: usize = 1 << 22;

fn number(function: Reduction, tensor: &Tensor) -> Result<String> {
    let value = host::float(host::item(&all_of(function, tensor)?)?);
    Ok(format!("{value:.4}"))
}

/// Converts to double precision. Returns None if there are too many elements, no numbers, or no memory.
fn wide(tensor: &Tensor) -> Result<Option<Tensor>> {
    if !(1..=SUMMARISED).contains(&tensor.numel()) || tensor.dtype() == DType::Bool || !tensor.has_memory() {
        return Ok(None);
    }
    Ok(Some(engine::run(Op::Cast(DType::Float64), &[Arg::Tensor(&tensor.detach())])?))
}

/// Returns (MIME type, content): a card with the tensor's facts above its text.
pub fn tensor(vm: &mut Vm, object: &TensorObject, text: &str) -> Result<Vec<(String, String)>> {
    let _recording = recording::pause();
    let tensor = &object.tensor;
    let mut facts = Vec::new();
    if object.parameter
        && let Some(name) = name_in_models(vm, tensor)
    {
        facts.push(("name", name));
    }
    let shape: Vec<String> = tensor.shape().iter().map(usize::to_string).collect();
    facts.push(("shape", format!("[{}]", shape.join(", "))));
    facts.push(("dtype", tensor.dtype().name().to_string()));
    facts.push(("device", tensor.device().to_string()));
    facts.push(("memory", units::bytes((tensor.numel() * tensor.dtype().size()) as f64)));
    if tensor.numel() > 1
        && let Some(wide) = wide(tensor)?
    {
        facts.push(("min", number(Reduction::Min, &wide)?));
        facts.push(("mean", number(Reduction::Mean, &wide)?));
        facts.push(("max", number(Reduction::Max, &wide)?));
    }
    if tensor.is_leaf() && (object.parameter || tensor.requires_grad()) {
        facts.push(("gradient", gradient(tensor)?));
    }
    let title = if object.parameter { "Parameter" } else { "Tensor" };
    Ok(vec![("text/html".to_string(), html::card(title, &facts, Some(text)))])
}

/// Returns `norm 0.1234`, `none` or `frozen`.
fn gradient(tensor: &Tensor) -> Result<String> {
    let Some(grad) = tensor.grad() else {
        return Ok(if tensor.requires_grad() { "none" } else { "frozen" }.to_owned());
    };
    let Some(wide) = wide(&grad)? else { return Ok("there".to_owned()) };
    let squares = super::engine_ops::pointwise("square", &[Arg::Tensor(&wide)])?;
    let norm = host::float(host::item(&all_of(Reduction::Sum, &squares)?)?).sqrt();
    Ok(format!("norm {norm:.4}"))
}

/// Returns the parameter's name in the first of the notebook's models that has it, such as `model.0.weight`.
fn name_in_models(vm: &Vm, parameter: &Tensor) -> Option<String> {
    /// Limits of the search. A parameter beyond them has no name.
    const DEEPEST: usize = 64;
    const MOST: usize = 50_000;
    fn find(module: &Value, parameter: &Tensor, depth: usize, left: &mut usize) -> Option<String> {
        let Value::Instance(module) = module else { return None };
        let part = |name: &str| match module.dict().get_str(name) {
            Some(Value::Dict(dict)) => dict.items(),
            _ => Vec::new(),
        };
        *left = left.checked_sub(1).filter(|_| depth < DEEPEST)?;
        for (name, value) in part("_parameters") {
            *left = left.checked_sub(1)?;
            if value.downcast::<TensorObject>().is_some_and(|own| own.tensor.same(parameter)) {
                return name.as_str().map(str::to_owned);
            }
        }
        part("_modules").into_iter().find_map(|(name, inner)| {
            let found = find(&inner, parameter, depth + 1, left)?;
            Some(format!("{}.{found}", name.as_str()?))
        })
    }
    let mut left = MOST;
    vm.globals().items().into_iter().find_map(|(name, value)| {
        let name = name.as_str().filter(|name| !name.starts_with('_'))?;
        Some(format!("{name}.{}", find(&value, parameter, 0, &mut left)?))
    })
}
