//! The collector's data, for the module `gc`.

use super::registry::REGISTRY;
use super::{Node, Part, children, node};
use crate::Value;

fn value(node: Node) -> Option<Value> {
    match node {
        Node::Value(Value::Unbound) => None,
        Node::Value(value) => Some(value),
        Node::Class(class) => Some(Value::Class(class)),
        Node::Cell(_) => None,
    }
}

/// The tracked containers.
pub fn objects() -> Vec<Value> {
    REGISTRY.with_borrow(|registry| {
        let all = registry.old.iter().chain(&registry.young).chain(&registry.newest);
        all.filter_map(node).filter_map(value).collect()
    })
}

/// The objects that an object refers to, once per reference.
pub fn referents(object: &Value) -> Vec<Value> {
    let mut found = Vec::new();
    children(Part::Value(object), &mut |child| match child {
        Part::Cell(cell) => found.extend(value(Node::Value(cell.value.borrow().clone()))),
        child => found.extend(value(child.node())),
    });
    found.retain(|value| !value.is_plain());
    found
}

/// The containers that refer to any of the targets.
pub fn referrers(targets: &[Value]) -> Vec<Value> {
    let refers = |object: &Value| referents(object).iter().any(|found| targets.iter().any(|target| target.is(found)));
    objects().into_iter().filter(refers).collect()
}

/// Whether the object can be part of a cycle.
pub fn is_tracked(object: &Value) -> bool {
    match object {
        Value::Tuple(items) => items.iter().any(is_tracked),
        Value::List(_) | Value::Dict(_) | Value::Set(_) | Value::Function(_) | Value::Method(_) | Value::Class(_) => {
            true
        }
        Value::Instance(_) | Value::Module(_) | Value::Iter(_) | Value::Slice(_) => true,
        _ => false,
    }
}

/// Whether the object's `__del__` was called.
pub fn is_finalized(object: &Value) -> bool {
    matches!(object, Value::Instance(instance) if instance.is_finalized())
}
