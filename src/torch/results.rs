//! `torch.return_types`: results with names, `torch.max(x, dim=1).indices`.

use super::classes;
use super::tensor::tensor_value;
use crate::language::native::{CompareOp, Native};
use crate::language::object::Iter;
use crate::language::{Class, Result, Value, Vm};
use crate::tensor::Tensor;
use std::any::Any;
use std::borrow::Cow;
use std::rc::Rc;

/// A tuple of tensors whose places have names.
pub struct NamedResult {
    function: Cow<'static, str>,
    fields: Vec<Cow<'static, str>>,
    values: Vec<Value>,
}

impl NamedResult {
    pub fn values(&self) -> &[Value] {
        &self.values
    }
}

pub fn named(function: &'static str, fields: &'static [&'static str], tensors: Vec<Tensor>) -> Value {
    let values = tensors.into_iter().map(tensor_value).collect();
    let fields = fields.iter().map(|&field| field.into()).collect();
    Value::native(NamedResult { function: function.into(), fields, values })
}

/// As `named`, for functions that are written in the language.
pub fn named_values(function: &str, fields: &[&str], values: Vec<Value>) -> Value {
    let fields = fields.iter().map(|&field| field.to_owned().into()).collect();
    Value::native(NamedResult { function: function.to_owned().into(), fields, values })
}

pub fn tensors_or_none(tensors: Vec<Option<Tensor>>) -> Vec<Value> {
    tensors.into_iter().map(|tensor| tensor.map_or(Value::None, tensor_value)).collect()
}

/// The usual pair of a reduction along a dimension.
pub fn values_and_indices(function: &'static str, tensors: Vec<Tensor>) -> Value {
    named(function, &["values", "indices"], tensors)
}

impl Native for NamedResult {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        classes().named_result.clone()
    }
    fn repr(&self, vm: &mut Vm) -> Result<String> {
        let mut lines = Vec::with_capacity(self.values.len());
        for (field, value) in self.fields.iter().zip(&self.values) {
            lines.push(format!("{field}={}", vm.repr(value)?));
        }
        Ok(format!("torch.return_types.{}(\n{})", self.function, lines.join(",\n")))
    }
    fn get_attr(&self, _: &mut Vm, name: &str) -> Result<Option<Value>> {
        Ok(self.fields.iter().position(|field| *field == name).map(|at| self.values[at].clone()))
    }
    fn attr_names(&self) -> Vec<String> {
        self.fields.iter().map(|field| field.to_string()).collect()
    }
    fn get_item(&self, vm: &mut Vm, _: &Value, key: &Value) -> Result<Option<Value>> {
        vm.get_item(&Value::tuple(self.values.clone()), key).map(Some)
    }
    fn compare(&self, vm: &mut Vm, op: CompareOp, _: &Value, other: &Value) -> Result<Option<Value>> {
        vm.compare(op, &Value::tuple(self.values.clone()), other).map(Some)
    }
    fn len(&self, _: &mut Vm) -> Result<Option<usize>> {
        Ok(Some(self.values.len()))
    }
    fn iter(&self, _: &mut Vm, _: &Value) -> Result<Option<Value>> {
        let mut values = self.values.clone().into_iter();
        Ok(Some(Iter::from_fn("tuple_iterator", move |_| Ok(values.next()))))
    }
    fn trace(&self, visit: &mut dyn FnMut(&Value)) {
        self.values.iter().for_each(visit);
    }
}
