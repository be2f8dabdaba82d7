//! `out=`: writes results into existing tensors. A tensor of another size is resized.

use super::arguments::TensorArgs;
use super::engine_ops::copy_into;
use super::functions::short_name;
use super::sequences::items_of;
use super::tensor::{tensor_of, tensor_value};
use super::views::reinterpret;
use super::{builtins, functions};
use std::collections::HashMap;
use std::sync::OnceLock;
use tensorcell_engine as engine;
use tensorcell_language::native::Args;
use tensorcell_language::{Builtin, Raise, Result, Value, Vm};
use tensorcell_tensor::{DType, Tensor};

fn leak(text: String) -> &'static str {
    Box::leak(text.into_boxed_str())
}

/// The declarations with `out=` added, by name.
pub fn with_out() -> &'static HashMap<&'static str, (&'static Builtin, &'static Builtin)> {
    static ALL: OnceLock<HashMap<&'static str, (&'static Builtin, &'static Builtin)>> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut all = HashMap::new();
        for builtin in builtins().filter(|builtin| builtin.name.starts_with("torch.")) {
            let name = short_name(builtin.name);
            if !functions::named(name).is_some_and(|function| function.takes_out) || builtin.signature.contains("out=")
            {
                continue;
            }
            let Some(end) = builtin.signature.rfind(')') else { continue };
            let (inside, rest) = builtin.signature.split_at(end);
            let marker = if inside.contains('*') { "" } else { ", *" };
            let signature = leak(format!("{inside}{marker}, out=None{rest}"));
            let widened = Box::leak(Box::new(Builtin::new(builtin.name, signature, builtin.doc, run)));
            all.insert(name, (&*widened, builtin));
        }
        all
    })
}

/// Runs the plain function, then writes its result into `out`.
fn run(vm: &mut Vm, args: &Args) -> Result<Value> {
    let (_, plain) = with_out()[args.builtin.short_name()];
    let own = args.slots.len() - 1;
    let result = (plain.run)(vm, &Args { slots: args.slots[..own].iter().cloned().collect(), builtin: plain })?;
    receive(args.builtin.short_name(), args.get(own), result)
}

/// Writes `result` into `target` (a tensor, or a tuple of them). Without a target, returns the result.
pub fn receive(name: &str, target: &Value, result: Value) -> Result<Value> {
    if matches!(target, Value::None) {
        return Ok(result);
    }
    if let (Some(target_tensor), Some(source)) = (tensor_of(target), tensor_of(&result)) {
        fit(name, target_tensor, source.shape(), source.dtype(), source.requires_grad())?;
        copy_into(target_tensor, source)?;
        return Ok(target.clone());
    }
    let sources = items_of(&result).unwrap_or_default();
    let targets = items_of(target).ok_or_else(|| Raise::type_error("out must be a tensor or a tuple of tensors"))?;
    if targets.len() != sources.len() {
        return Err(Raise::type_error(format!("expected tuple of {} elements for out", sources.len())));
    }
    for (target, source) in targets.into_iter().zip(sources) {
        receive(name, &target, source)?;
    }
    Ok(target.clone())
}

/// Prepares `target` for a result: checks its dtype and resizes it.
pub fn fit(name: &str, target: &Tensor, shape: &[usize], dtype: DType, recorded: bool) -> Result<()> {
    if engine::grad_mode::is_enabled() && (target.requires_grad() || recorded) {
        return Err(Raise::runtime(format!(
            "{name}(): functions with out=... arguments don't support automatic differentiation, but one of the arguments requires grad."
        )));
    }
    if !dtype.can_cast(target.dtype()) {
        return Err(Raise::runtime(format!(
            "result type {} can't be cast to the desired output type {}",
            dtype.scalar_name(),
            target.dtype().scalar_name()
        )));
    }
    if target.shape() != shape {
        target.set_data(&Tensor::empty(shape, target.dtype(), target.device())?);
    }
    Ok(())
}

/// Functions for code in the language.
pub static FUNCTIONS: &[Builtin] = &[
    Builtin::new(
        "torch._return_type",
        "(function, fields, values)",
        "`torch.return_types`: a tuple with names.",
        |_, args| {
            let fields = items_of(args.get(1)).unwrap_or_default();
            let fields: Vec<&str> = fields.iter().filter_map(Value::as_str).collect();
            let values = items_of(args.get(2)).unwrap_or_default();
            Ok(super::results::named_values(args.str(0)?, &fields, values))
        },
    ),
    Builtin::new("torch._receive", "(target, result)", "`out=`: the target with the result's values.", |_, args| {
        receive("out", args.get(0), args.get(1).clone())
    }),
    Builtin::new("torch._become", "(target, view)", "The tensor itself, seen as one of its views.", |_, args| {
        let (target, view) = (args.tensor(0)?, args.tensor(1)?);
        engine::record::check_in_place(target, &[]).map_err(Raise::from)?;
        let history = view.autograd().lock().history.clone();
        target.set_data(view);
        if history.is_some() {
            target.autograd().lock().history = history;
        }
        Ok(args.get(0).clone())
    }),
    Builtin::new("torch._bits", "(x, dtype) -> Tensor", "The same memory as elements of another dtype.", |_, args| {
        let dtype = args.opt_dtype(1)?.ok_or_else(|| args.must_be(1, "torch.dtype"))?;
        reinterpret(args.tensor(0)?, dtype).map(tensor_value)
    }),
];
