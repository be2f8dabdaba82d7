//! `__torch_function__`: an object of the program can override PyTorch functions that it is passed to.

use super::sequences::items_of;
use super::tensor::tensor_of;
use std::rc::Rc;
use tensorcell_language::native::Args;
use tensorcell_language::object::Function;
use tensorcell_language::{Raise, Result, Value, Vm};

const HOOK: &str = "__torch_function__";

/// Returns whether a value overrides functions. Tensors of the program's subclasses use the functions themselves.
fn answers(value: &Value) -> bool {
    match value {
        Value::Instance(instance) => tensor_of(value).is_none() && instance.class.borrow().lookup(HOOK).is_some(),
        _ => false,
    }
}

/// Returns the first argument that overrides the call, including those in lists and tuples.
pub fn asked<'a>(mut arguments: impl Iterator<Item = &'a Value>) -> Option<Value> {
    arguments.find_map(|argument| match argument {
        Value::Tuple(_) | Value::List(_) => items_of(argument)?.into_iter().find(answers),
        other => answers(other).then(|| other.clone()),
    })
}

/// Overrides a native function that refused its arguments. It has had no effect yet.
pub fn instead(vm: &mut Vm, args: &Args) -> Option<Result<Value>> {
    let is_own = args.builtin.name.starts_with("torch.") || args.builtin.name.starts_with("Tensor.");
    let asked = is_own.then(|| asked(args.slots.iter().flatten()))??;
    let (mut positional, mut named) = (Vec::new(), Vec::new());
    for (name, value) in args.as_given(0).0 {
        match name {
            Some(name) => named.push((Value::str(&name), value)),
            None => positional.push(value),
        }
    }
    Some(answer(vm, &asked, Value::Builtin(args.builtin), positional, named))
}

/// Overrides a function written in the language, given its bound parameters.
pub fn of_function(vm: &mut Vm, asked: &Value, function: &Rc<Function>, bound: Vec<Value>) -> Result<Value> {
    let (positional, named) = function.as_given(bound);
    let named = named.into_iter().map(|(name, value)| (Value::str(&name), value)).collect();
    answer(vm, asked, Value::Function(function.clone()), positional, named)
}

fn answer(
    vm: &mut Vm,
    asked: &Value,
    function: Value,
    positional: Vec<Value>,
    named: Vec<(Value, Value)>,
) -> Result<Value> {
    let hook = vm.get_attr(asked, HOOK)?;
    let types = Value::tuple(vec![Value::Class(vm.class_of(asked))]);
    let result = vm.call(&hook, &[function.clone(), types, Value::tuple(positional), Value::dict(named)], &[])?;
    match result {
        Value::NotImplemented => {
            let (function, kind) = (vm.repr(&function)?, asked.type_name());
            Err(Raise::type_error(format!(
                "no implementation found for '{function}' on types that implement {HOOK}: [{kind}]"
            )))
        }
        result => Ok(result),
    }
}
