//! `torch.return_types`: results with named fields, `torch.max(x, dim=1).indices`.

use super::tensor::tensor_value;
use hashbrown::HashMap;
use std::cell::RefCell;
use std::rc::Rc;
use tensorcell_language::class::ClassKind;
use tensorcell_language::descriptor::NativeGetter;
use tensorcell_language::object::{Dict, Instance};
use tensorcell_language::types::types;
use tensorcell_language::{Builtin, Class, Getter, Raise, Result, Value, Vm};
use tensorcell_tensor::Tensor;

/// Makes a tuple with named fields.
pub fn named(function: &str, fields: &[&str], tensors: Vec<Tensor>) -> Value {
    named_values(function, fields, tensors.into_iter().map(tensor_value).collect())
}

/// Like `named`, for functions that are written in the language.
pub fn named_values(function: &str, fields: &[&str], values: Vec<Value>) -> Value {
    Value::Instance(Instance::with_payload(class(function, fields), Value::tuple(values)))
}

pub fn tensors_or_none(tensors: Vec<Option<Tensor>>) -> Vec<Value> {
    tensors.into_iter().map(|tensor| tensor.map_or(Value::None, tensor_value)).collect()
}

/// Makes the usual pair of a reduction along a dimension.
pub fn values_and_indices(function: &str, tensors: Vec<Tensor>) -> Value {
    named(function, &["values", "indices"], tensors)
}

/// Returns the tuple subclass of a function's results.
fn class(function: &str, fields: &[&str]) -> Rc<Class> {
    thread_local! {
        static MADE: RefCell<HashMap<String, Rc<Class>>> = RefCell::default();
    }
    MADE.with_borrow_mut(|made| {
        if let Some(class) = made.get(function) {
            return class.clone();
        }
        let names = fields.iter().map(|&field| Value::str(field)).collect();
        let dict = Dict::new();
        dict.insert_str("__match_args__", Value::tuple(names));
        for (field, getter) in fields.iter().zip(FIELDS) {
            dict.insert_str(field, NativeGetter::member(getter));
        }
        let class = Class::build("torch.return_types", function, vec![types().tuple.clone()], dict, ClassKind::User)
            .expect("one base has an order");
        class.define(METHODS);
        made.insert(function.to_owned(), class.clone());
        class
    })
}

const fn field(get: fn(&mut Vm, &Value) -> Result<Value>) -> Getter {
    Getter { name: "field", doc: "A result by its name.", get, set: None }
}

/// By index. No function has more results.
static FIELDS: &[Getter] = &[
    field(|_, this| result(this, 0)),
    field(|_, this| result(this, 1)),
    field(|_, this| result(this, 2)),
    field(|_, this| result(this, 3)),
];

fn result(this: &Value, place: usize) -> Result<Value> {
    let values: &[Value] = if let Value::Tuple(values) = this.beneath() { values } else { &[] };
    values.get(place).cloned().ok_or_else(|| Raise::type_error("the results of a function are a tuple"))
}

static METHODS: &[Builtin] = &[Builtin::new("return_types.__repr__", "(self, /)", "Return repr(self).", |vm, args| {
    let Value::Instance(instance) = args.get(0) else { return vm.repr(args.get(0)).map(Value::str) };
    let class = instance.class.borrow().clone();
    let names = class.lookup("__match_args__").and_then(|names| super::sequences::items_of(&names)).unwrap_or_default();
    let values = super::sequences::items_of(args.get(0)).unwrap_or_default();
    let mut lines = Vec::with_capacity(values.len());
    for (name, value) in names.iter().zip(&values) {
        lines.push(format!("{}={}", name.as_str().unwrap_or_default(), vm.repr(value)?));
    }
    Ok(Value::str(format!("{}(\n{})", class.full_name(), lines.join(",\n"))))
})];
