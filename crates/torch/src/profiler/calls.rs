//! Records the language's calls as profiler events: functions and methods that are PyTorch operators, steps of
//! optimizers and loaders, and on request the user's functions and modules.

use crate::sequences::items_of;
use crate::tensor::tensor_of;
use std::any::Any;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use tensorcell_engine::profile::events::{self, Entered, Kind, Shape};
use tensorcell_engine::profile::{fit, shape_of};
use tensorcell_engine::{grad_mode, record};
use tensorcell_language::observer::Callee;
use tensorcell_language::source::SourceKind;
use tensorcell_language::{Value, Vm};
use tensorcell_tensor::Arg;

/// Tensor functions that PyTorch runs outside of its operators.
const NOT_OPERATORS: &[&str] = &[
    "as_tensor",
    "backward",
    "from_numpy",
    "grad",
    "load",
    "manual_seed",
    "normalize",
    "numpy",
    "register_hook",
    "requires_grad_",
    "retain_grad",
    "save",
    "set_",
    "softsign",
    "tensor",
    "tolist",
    "interpolate",
    "gumbel_softmax",
    "multi_head_attention_forward",
];

/// Operators with another name than the function.
const OTHER_NAMES: &[(&str, &str)] = &[
    ("bfloat16", "to"),
    ("bool", "to"),
    ("byte", "to"),
    ("char", "to"),
    ("cpu", "to"),
    ("cross_entropy", "cross_entropy_loss"),
    ("cuda", "to"),
    ("double", "to"),
    ("float", "to"),
    ("gelu_tanh", "gelu"),
    ("half", "to"),
    ("int", "to"),
    ("long", "to"),
    ("nll_loss", "nll_loss_nd"),
    ("short", "to"),
    ("type", "to"),
];

/// Called for each call while a session records.
pub fn observe(vm: &Vm, callee: Callee, arguments: &[Value]) -> Option<Box<dyn Any>> {
    let entered = match callee {
        Callee::Builtin(builtin) => {
            let (space, name) = builtin.name.rsplit_once('.')?;
            let known = ["torch", "Tensor", "torch._nn", "torch.nn.functional", "torch.linalg", "torch.special"];
            if !known.contains(&space) {
                return None;
            }
            let family = if matches!(space, "torch.linalg" | "torch.special") { space } else { "torch" };
            operator(family, name, arguments)?
        }
        Callee::Function(function) => {
            let code = &function.code;
            let source = vm.source(code.source)?;
            let (file, name) = (&*source.name, &*code.name);
            match (source.kind == SourceKind::Prelude).then_some(file) {
                Some(file) if file.starts_with("torch/nn/_functional/") || file.starts_with("torch/_operations/") => {
                    if *code.qualname != *code.name {
                        return None;
                    }
                    operator("torch", name, arguments)?
                }
                Some("torch/linalg/__init__.py") if *code.qualname == *code.name => {
                    operator("torch.linalg", name, arguments)?
                }
                Some("torch/nn/modules/module.py")
                    if &*code.qualname == "Module.__call__" && events::records_calls() =>
                {
                    let module = arguments.first()?;
                    events::enter(Kind::Call, module_name(vm, module), false)
                }
                Some("torch/autograd/function.py") if &*code.qualname == "Function.apply" => {
                    let Value::Class(class) = arguments.first()? else { return None };
                    events::enter(Kind::Operation, class.name.clone(), false)
                }
                Some("torch/utils/data/dataloader.py") if name == "__next__" => {
                    let iterator = match &*code.qualname {
                        "_SingleProcessDataLoaderIter.__next__" => "_SingleProcessDataLoaderIter",
                        _ => "_MultiProcessingDataLoaderIter",
                    };
                    events::enter(Kind::Annotation, format!("enumerate(DataLoader)#{iterator}.__next__"), false)
                }
                _ if matches!(name, "step" | "zero_grad")
                    && arguments.first().is_some_and(|of| is_optimizer(vm, of)) =>
                {
                    let class = vm.class_of(arguments.first()?).name.clone();
                    events::enter(Kind::Annotation, format!("Optimizer.{name}#{class}.{name}"), false)
                }
                None if source.kind == SourceKind::User && events::records_calls() => {
                    let line = source.line(code.range.0);
                    events::enter(Kind::Call, format!("{file}({line}): {name}"), false)
                }
                _ => return None,
            }
        }
    };
    Some(Box::new(entered))
}

/// Begins an operator's event. It is kept if tensor work happens inside.
fn operator(family: &str, name: &str, arguments: &[Value]) -> Option<Entered> {
    if name.starts_with('_') || NOT_OPERATORS.contains(&name) {
        return None;
    }
    let name = OTHER_NAMES.iter().find(|(own, _)| *own == name).map_or(name, |(_, theirs)| theirs);
    let prefix = family.strip_prefix("torch.").map(|family| format!("{family}_")).unwrap_or_default();
    let entered = events::enter(Kind::Operation, format!("aten::{prefix}{name}"), true);
    if grad_mode::is_enabled() {
        entered.update(|event| event.sequence = Some(record::peek_sequence()));
    }
    if events::records_shapes() {
        let mut shapes: Vec<Shape> = arguments.iter().map(shape).collect();
        while shapes.last() == Some(&Shape::Other(None)) {
            shapes.pop();
        }
        fit(name, &mut shapes);
        entered.update(|event| event.shapes = shapes);
    }
    Some(entered)
}

fn shape(value: &Value) -> Shape {
    if let Some(tensor) = tensor_of(value) {
        return shape_of(&Arg::Tensor(tensor));
    }
    match value {
        Value::Int(_) | Value::Float(_) | Value::Bool(_) => {
            let text = match value {
                Value::Int(value) => value.to_string(),
                Value::Float(value) => format!("{:?}", value.get()),
                Value::Bool(value) => if value.get() { "True" } else { "False" }.to_owned(),
                _ => String::new(),
            };
            Shape::Other(Some(text))
        }
        value => match items_of(value) {
            Some(items) if !items.is_empty() && items.iter().all(|item| tensor_of(item).is_some()) => {
                Shape::List(items.iter().filter_map(|item| tensor_of(item)).map(|x| x.shape().into()).collect())
            }
            _ => Shape::Other(None),
        },
    }
}

fn is_optimizer(vm: &Vm, value: &Value) -> bool {
    matches!(value, Value::Instance(_)) && vm.class_of(value).ancestors().iter().any(|class| class.name == "Optimizer")
}

thread_local! {
    /// The called modules by class, in the order of their first calls.
    static MODULES: RefCell<HashMap<String, Vec<usize>>> = RefCell::default();
}

/// Forgets the called modules, because a new session numbers them again.
pub fn forget() {
    MODULES.with_borrow_mut(HashMap::clear);
}

/// `nn.Module: Linear_0`
fn module_name(vm: &Vm, module: &Value) -> String {
    let class = vm.class_of(module).name.clone();
    let identity = match module {
        Value::Instance(instance) => Rc::as_ptr(instance) as *const () as usize,
        _ => 0,
    };
    let number = MODULES.with_borrow_mut(|modules| {
        let known = modules.entry(class.clone()).or_default();
        known.iter().position(|other| *other == identity).unwrap_or_else(|| {
            known.push(identity);
            known.len() - 1
        })
    });
    format!("nn.Module: {class}_{number}")
}
