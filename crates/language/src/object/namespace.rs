//! Where a class body or evaluated code keeps its names.

use super::{Dict, Str};
use crate::{Exc, Result, Value, Vm};
use std::rc::Rc;

/// A plain dict, or whatever a program gives in its place.
#[derive(Clone)]
pub(crate) enum Namespace {
    Dict(Rc<Dict>),
    /// Any other mapping, read and written by its own methods.
    Mapping(Value),
}

impl Namespace {
    /// The namespace that a value is: a plain dict is read and written directly.
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
    /// Whether the name was there.
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
