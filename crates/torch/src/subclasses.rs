//! Subclasses of `torch.Tensor`: their results are of their class, unless `__torch_function__` says otherwise.

use super::arguments::TensorArgs;
use super::classes::classes;
use super::overrides::SIGNATURE;
use super::sequences::items_of;
use super::tensor::{TensorObject, tensor_of, tensor_value};
use super::{overrides, recording, views};
use std::rc::Rc;
use tensorcell_autograd as autograd;
use tensorcell_language::descriptor::NativeGetter;
use tensorcell_language::native::Args;
use tensorcell_language::object::Instance;
use tensorcell_language::{Builtin, Class, Raise, Result, Value, Vm};
use tensorcell_tensor::Tensor;
use tensorcell_tensor::op::View;

/// A tensor of a class of the program.
fn of_class(tensor: Value, class: &Rc<Class>) -> Value {
    if Rc::ptr_eq(class, &classes().tensor) || tensor.downcast::<TensorObject>().is_none() {
        return tensor;
    }
    overrides::note_subclass();
    Value::Instance(Instance::with_payload(class.clone(), tensor.beneath().clone()))
}

fn class_at(args: &Args, i: usize) -> Result<Rc<Class>> {
    match args.get(i) {
        Value::Class(class) if class.is_subclass(&classes().tensor) => Ok(class.clone()),
        _ => Err(Raise::type_error(
            "Creating a Tensor subclass from a class that does not inherit from Tensor is not possible. Make sure your class \
             inherits from Tensor.",
        )),
    }
}

/// A view of the whole tensor.
fn alias(tensor: &Tensor) -> Result<Tensor> {
    let alias = views::view(tensor, View::Reshape(tensor.shape().into()))?;
    autograd::name_node(&alias, "AliasBackward0", Vec::new());
    Ok(alias)
}

fn as_subclass(_: &mut Vm, args: &Args) -> Result<Value> {
    let class = class_at(args, 1)?;
    Ok(of_class(tensor_value(alias(args.tensor(0)?)?), &class))
}

/// `Tensor._make_subclass(cls, data, require_grad=False)`
fn make_subclass(_: &mut Vm, args: &Args) -> Result<Value> {
    let (class, tensor) = (class_at(args, 0)?, args.tensor(1)?.detach());
    recording::set_requires_grad(&tensor, args.bool(2)?)?;
    Ok(of_class(tensor_value(tensor), &class))
}

/// Makes the tensors of a result, in tuples and lists too, tensors of a class.
fn converted(result: Value, class: &Rc<Class>) -> Value {
    if matches!(&result, Value::Native(_)) && !super::tensor::is_parameter(&result) {
        return of_class(result, class);
    }
    let Some(items) = items_of(&result).filter(|items| items.iter().any(|item| tensor_of(item).is_some())) else {
        return result;
    };
    let items: Vec<Value> = items.into_iter().map(|item| converted(item, class)).collect();
    match &result {
        Value::List(_) => Value::list(items),
        Value::Tuple(_) => Value::tuple(items),
        Value::Instance(instance) => {
            let class = instance.class.borrow().clone();
            Value::Instance(Instance::with_payload(class, Value::tuple(items)))
        }
        _ => result,
    }
}

/// `Tensor.__torch_function__`: runs the function, and makes its result a tensor of the class.
fn by_default(vm: &mut Vm, args: &Args) -> Result<Value> {
    let Value::Class(class) = args.get(0) else { return Ok(Value::NotImplemented) };
    let types = items_of(args.get(2)).unwrap_or_default();
    let fits = |kind: &Value| matches!(kind, Value::Class(kind) if class.is_subclass(kind));
    if !types.iter().all(fits) {
        return Ok(Value::NotImplemented);
    }
    let result = overrides::plainly(vm, args)?;
    match keeps_its_class(vm, args.get(1)) {
        true => Ok(result),
        false => Ok(converted(result, class)),
    }
}

/// Whether a function reads an attribute that stays as it is: gradients, and the tensors that views are of.
fn keeps_its_class(vm: &mut Vm, function: &Value) -> bool {
    !matches!(function, Value::Builtin(_) | Value::Function(_)) && {
        let descriptor = vm.get_attr(function, "__self__").ok();
        let getter = descriptor.as_ref().and_then(|descriptor| descriptor.downcast::<NativeGetter>());
        getter.is_some_and(|found| matches!(found.getter.name, "grad" | "_base"))
    }
}

static CLASS_METHODS: [Builtin; 3] = [
    Builtin::new(
        "Tensor.__torch_function__",
        SIGNATURE,
        "Called for functions of PyTorch that receive a tensor of this class: runs them, and makes what they return tensors of \
     the class. A subclass may answer otherwise.",
        by_default,
    ),
    Builtin::new("Tensor.__init_subclass__", "(cls, /)", "Called for each subclass.", |_, args| {
        if matches!(args.get(0), Value::Class(class) if !class.is_subclass(&classes().parameter)) {
            overrides::note_subclass();
        }
        Ok(Value::None)
    }),
    Builtin::new(
        "Tensor._make_subclass",
        "(kind, data, require_grad=False, dispatch_strides=False, dispatch_device=False)",
        "A tensor of a class that shares the memory of another one, outside its graph.",
        make_subclass,
    ),
];

/// Adds the protocol to the classes.
pub fn define(tensor: &Rc<Class>, parameter: &Rc<Class>) {
    tensor.define(&CLASS_METHODS);
    parameter.set(overrides::HOOK, Value::Builtin(&overrides::NO_ANSWER));
}

pub static FUNCTIONS: &[Builtin] = &[Builtin::new(
    "Tensor.as_subclass",
    "(self, cls) -> Tensor",
    "The same tensor as an object of a subclass; gradients flow through.",
    as_subclass,
)];
