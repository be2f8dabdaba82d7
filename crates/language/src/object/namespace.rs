//! The namespace of a class body or of evaluated code.

use super::{Dict, Str};
use crate::{Exc, Result, Value, Vm};
use std::rc::Rc;

/// A plain dict, or another mapping provided by a program.
#[derive(Clone)]
pub(crate) enum Namespace {
    Dict(Rc<Dict>),
    /// Any other mapping, read and written by its own methods.
    Mapping(Value),
}

impl Namespace {
    /// The namespace for a value: a plain dict is accessed directly.
    pub fn new(value: Value) -> Namespace {
        match value {
            Value::Dict(dict) => Namespace::Dict(dict),
            mapping => Namespace::Mapping(mapping),
        }
    }
    pub fn value(&self) -> Value {
        match self {
            Namespace::Dict(dict) => Value::Dict(dict.clone()),
            Namespace::Mapping(mapping) => mapping.clone(),
        }
    }
    pub fn get(&self, vm: &mut Vm, name: &Str) -> Result<Option<Value>> {
        match self {
            Namespace::Dict(dict) => Ok(dict.get_name(name)),
            Namespace::Mapping(mapping) => match vm.get_item(mapping, &Value::Str(name.clone())) {
                Ok(value) => Ok(Some(value)),
                Err(raise) if raise.is(Exc::KeyError) => Ok(None),
                Err(raise) => Err(raise),
            },
        }
    }
    pub fn set(&self, vm: &mut Vm, name: &Str, value: Value) -> Result<()> {
        match self {
            Namespace::Dict(dict) => {
                dict.insert_name(name, value);
                Ok(())
            }
            Namespace::Mapping(mapping) => vm.set_item(mapping, &Value::Str(name.clone()), value),
        }
    }
    /// Removes a name; returns whether it was present.
    pub fn remove(&self, vm: &mut Vm, name: &Str) -> Result<bool> {
        match self {
            Namespace::Dict(dict) => Ok(dict.remove_str(name).is_some()),
            Namespace::Mapping(mapping) => match vm.delete_item(mapping, &Value::Str(name.clone())) {
                Ok(()) => Ok(true),
                Err(raise) if raise.is(Exc::KeyError) => Ok(false),
                Err(raise) => Err(raise),
            },
        }
    }
}
