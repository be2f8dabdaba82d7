//! The node classes, as module `ast` created them.

use super::table::{self, Node};
use crate::object::{Instance, Str, intern};
use crate::{Class, Raise, Result, Value, Vm};
use std::collections::HashMap;
use std::rc::Rc;

/// The classes, and the singleton of each node without fields.
pub(super) struct Classes {
    root: Rc<Class>,
    known: HashMap<String, Rc<Class>>,
    names: HashMap<*const Class, &'static Node>,
    plain: HashMap<String, Value>,
}

impl Classes {
    pub fn load(vm: &mut Vm) -> Result<Classes> {
        let Value::Module(module) = vm.import("ast")? else {
            return Err(Raise::runtime("lost ast"));
        };
        let pairs = |name: &str| match module.dict.get_str(name) {
            Some(Value::Dict(dict)) => dict.items(),
            _ => Vec::new(),
        };
        let named = |(name, class): (Value, Value)| match class {
            Value::Class(class) => Some((name.as_str()?.to_owned(), class)),
            _ => None,
        };
        let known: HashMap<String, Rc<Class>> = pairs("_classes").into_iter().filter_map(named).collect();
        let plain = pairs("_plain").into_iter().filter_map(|(name, value)| Some((name.as_str()?.to_owned(), value)));
        let root = known.get("AST").cloned().ok_or_else(|| Raise::runtime("lost ast.AST"))?;
        let names = known.iter().filter_map(|(name, class)| Some((Rc::as_ptr(class), table::node(name)?))).collect();
        Ok(Classes { root, names, plain: plain.collect(), known })
    }

    pub fn is_node(&self, value: &Value) -> bool {
        matches!(value, Value::Instance(instance) if instance.class.borrow().is_subclass(&self.root))
    }

    /// The node of an object, from the nearest node class in its order.
    pub fn node_of(&self, value: &Value) -> Option<&'static Node> {
        let Value::Instance(instance) = value else {
            return None;
        };
        let class = instance.class.borrow().clone();
        class.order().find_map(|class| self.names.get(&std::ptr::from_ref(class)).copied())
    }

    /// The singleton for a node without fields.
    pub fn plain(&self, name: &str) -> Value {
        self.plain.get(name).cloned().unwrap_or_default()
    }

    /// A new object with its fields in the table's order.
    pub fn make(&self, name: &'static str, fields: Vec<Value>) -> Option<Rc<Instance>> {
        let node = table::node(name)?;
        debug_assert_eq!(node.fields.len(), fields.len(), "{name}");
        let made = Instance::new(self.known.get(name)?.clone());
        for (field, value) in node.fields.iter().zip(fields) {
            made.set(&intern(field.name), value);
        }
        Some(made)
    }
}

/// The position attributes of a node, in CPython's order.
pub(super) fn place_names() -> [Str; 4] {
    ["lineno", "col_offset", "end_lineno", "end_col_offset"].map(intern)
}
