//! Comparison and membership.

use super::Vm;
use super::names::Special;
use crate::native::CompareOp;
use crate::object::{compare_numbers, same_without_vm};
use crate::{Class, Exc, Raise, Result, Truth, Value, builtins, memory};
use std::cmp::Ordering;
use std::rc::Rc;

impl Vm {
    /// Equality as containers use it: identical objects are equal, even a NaN.
    pub fn equal(&mut self, a: &Value, b: &Value) -> Result<bool> {
        if a.is(b) {
            return Ok(true);
        }
        self.poll()?;
        if let Some(same) = same_without_vm(a, b) {
            return Ok(same);
        }
        let result = match self.own_method(self.names.comparison(CompareOp::Eq), a, b) {
            Some(function) => {
                let class = self.class_of(a);
                match self.call_bound(Value::Function(function), a, &class, std::slice::from_ref(b))? {
                    Value::NotImplemented => self.compare_declined(CompareOp::Eq, a, b)?,
                    value => value,
                }
            }
            None => self.compare(CompareOp::Eq, a, b)?,
        };
        self.truth(&result)
    }

    pub fn compare(&mut self, op: CompareOp, a: &Value, b: &Value) -> Result<Value> {
        match self.built_in_compare(op, a, b)? {
            Some(value) => Ok(value),
            None => self.compare_by_methods(op, a, b),
        }
    }

    /// Compares two objects of built-in types without calling their methods; None where the comparison is undefined.
    pub(crate) fn built_in_compare(&mut self, op: CompareOp, a: &Value, b: &Value) -> Result<Option<Value>> {
        if let Some(order) = compare_numbers(a, b) {
            return Ok(Some(Value::from(order.map_or(op == CompareOp::Ne, |order| op.holds(order)))));
        }
        match (a, b) {
            (Value::Str(x), Value::Str(y)) => {
                return Ok(Some(Value::from(op.holds(x.order(y)))));
            }
            (Value::List(x), Value::List(y)) => {
                if let Some(holds) = plain_sequences(op, &x.items.borrow(), &y.items.borrow()) {
                    return Ok(Some(Value::from(holds)));
                }
                let (x, y) = (memory::copied(&x.items.borrow())?, memory::copied(&y.items.borrow())?);
                return self.compare_sequences(op, &x, &y).map(Some);
            }
            (Value::Tuple(x), Value::Tuple(y)) => {
                if let Some(holds) = plain_sequences(op, x, y) {
                    return Ok(Some(Value::from(holds)));
                }
                return self.compare_sequences(op, x, y).map(Some);
            }
            (Value::Bytes(x), Value::Bytes(y)) => {
                return Ok(Some(Value::from(op.holds(x.data.borrow().cmp(&y.data.borrow())))));
            }
            (Value::Set(x), Value::Set(y)) => {
                let (few, many) = if op.holds(Ordering::Greater) { (y, x) } else { (x, y) };
                let may_hold = match op {
                    CompareOp::Eq | CompareOp::Ne => few.len() == many.len(),
                    CompareOp::Lt | CompareOp::Gt => few.len() < many.len(),
                    CompareOp::Le | CompareOp::Ge => true,
                };
                let is_inside = may_hold && few.is_subset(self, many)?;
                return Ok(Some(Value::from(is_inside != (op == CompareOp::Ne))));
            }
            (Value::Dict(x), Value::Dict(y)) if matches!(op, CompareOp::Eq | CompareOp::Ne) => {
                let mut same = x.len() == y.len();
                for (hash, key, value) in if same { x.entries() } else { Vec::new() } {
                    if !same {
                        break;
                    }
                    same = match y.get_hashed(self, hash, &key)? {
                        Some(other) => self.nested(|vm| vm.equal(&value, &other))?,
                        None => false,
                    };
                }
                return Ok(Some(Value::from(same == (op == CompareOp::Eq))));
            }
            (Value::Slice(x), Value::Slice(y)) => {
                let x = [&x.start, &x.stop, &x.step].map(Clone::clone);
                let y = [&y.start, &y.stop, &y.step].map(Clone::clone);
                return self.compare_sequences(op, &x, &y).map(Some);
            }
            _ => {}
        }
        Ok(None)
    }

    fn compare_by_methods(&mut self, op: CompareOp, a: &Value, b: &Value) -> Result<Value> {
        let (left, right) = (self.class_of(a), self.class_of(b));
        let right_first = !Rc::ptr_eq(&left, &right) && right.is_subclass(&left);
        if right_first && let Some(value) = self.compare_one(op.mirrored(), b, a)? {
            return Ok(value);
        }
        if let Some(value) = self.compare_one(op, a, b)? {
            return Ok(value);
        }
        if !right_first && let Some(value) = self.compare_one(op.mirrored(), b, a)? {
            return Ok(value);
        }
        self.compare_undefined(op, a, b)
    }

    /// Compares two objects of one class whose method returned NotImplemented.
    pub(super) fn compare_declined(&mut self, op: CompareOp, a: &Value, b: &Value) -> Result<Value> {
        match self.compare_one(op.mirrored(), b, a)? {
            Some(value) => Ok(value),
            None => self.compare_undefined(op, a, b),
        }
    }

    /// Compares two objects whose classes do not define the comparison.
    fn compare_undefined(&mut self, op: CompareOp, a: &Value, b: &Value) -> Result<Value> {
        let (x, y) = (a.beneath(), b.beneath());
        let plain = |value: &Value| !matches!(value, Value::Instance(_) | Value::Native(_));
        if (!std::ptr::eq(x, a) || !std::ptr::eq(y, b)) && plain(x) && plain(y) {
            let (x, y) = (x.clone(), y.clone());
            if let Some(value) = self.built_in_compare(op, &x, &y)? {
                return Ok(value);
            }
        }
        match op {
            CompareOp::Eq => Ok(Value::from(same_without_vm(a, b).unwrap_or_else(|| a.is(b)))),
            CompareOp::Ne => Ok(Value::from(!same_without_vm(a, b).unwrap_or_else(|| a.is(b)))),
            _ => {
                let (left, right) = (a.type_name(), b.type_name());
                let text = format!("'{}' not supported between instances of '{left}' and '{right}'", op.symbol());
                Err(Raise::type_error(text).mark(0, left).mark(1, right))
            }
        }
    }
    fn compare_one(&mut self, op: CompareOp, a: &Value, b: &Value) -> Result<Option<Value>> {
        let class = self.class_of(a);
        if let Value::Native(native) = a.beneath()
            && (matches!(a, Value::Native(_)) || !self.overrides(&class, op))
            && let Some(value) = native.clone().compare(self, op, a, b)?
        {
            return Ok(Some(value));
        }
        match class.lookup_name(self.names.comparison(op)) {
            None | Some(Value::None) => Ok(None),
            // The defaults of `object`: identity, and the negation of `__eq__`.
            Some(Value::Builtin(builtin)) if builtin.name.starts_with("object.") && op != CompareOp::Ne => Ok(None),
            Some(Value::Builtin(builtin)) if builtin.name == "object.__ne__" => {
                Ok(match self.compare_one(CompareOp::Eq, a, b)? {
                    Some(equal) => Some(Value::from(!self.truth(&equal)?)),
                    None => None,
                })
            }
            Some(method) => match self.call_bound(method, a, &class, std::slice::from_ref(b))? {
                Value::NotImplemented => Ok(None),
                value => Ok(Some(value)),
            },
        }
    }

    /// Whether a class of the program defines a comparison.
    fn overrides(&self, class: &Class, op: CompareOp) -> bool {
        !matches!(class.lookup_name(self.names.comparison(op)), None | Some(Value::Builtin(_)))
    }

    fn compare_sequences(&mut self, op: CompareOp, x: &[Value], y: &[Value]) -> Result<Value> {
        if x.len() != y.len() && matches!(op, CompareOp::Eq | CompareOp::Ne) {
            return Ok(Value::from(op == CompareOp::Ne));
        }
        for (a, b) in x.iter().zip(y) {
            if !self.nested(|vm| vm.equal(a, b))? {
                return match op {
                    CompareOp::Eq => Ok(Value::Bool(Truth::False)),
                    CompareOp::Ne => Ok(Value::Bool(Truth::True)),
                    _ => self.nested(|vm| vm.compare(op, a, b)),
                };
            }
        }
        Ok(Value::from(op.holds(x.len().cmp(&y.len()))))
    }

    pub fn contains(&mut self, container: &Value, item: &Value) -> Result<bool> {
        match container {
            Value::Str(text) => {
                return match item.as_str() {
                    Some(part) => Ok(builtins::searching::first(self, text.as_bytes(), part.as_bytes())?.is_some()),
                    None => Err(Raise::type_error(format!(
                        "'in <string>' requires string as left operand, not {}",
                        item.type_name()
                    ))),
                };
            }
            Value::Dict(dict) => return Ok(dict.get(self, item)?.is_some()),
            Value::Set(set) => return set.contains(self, item),
            Value::Class(_) => {
                if let Some(found) = self.by_metaclass(container, "__contains__", std::slice::from_ref(item))? {
                    return self.truth(&found);
                }
            }
            Value::Bytes(bytes) => match item {
                Value::Bytes(part) => {
                    // Nothing runs meanwhile, so a bytearray need not be copied.
                    if bytes.data.borrow().len() <= builtins::searching::WINDOW {
                        return Ok(memchr::memmem::find(&bytes.data.borrow(), &part.data.borrow()).is_some());
                    }
                    let within = builtins::searching::Within::new(bytes, 0..usize::MAX);
                    return Ok(builtins::searching::first(self, &within, &part.steady())?.is_some());
                }
                Value::Instance(_) if !matches!(item.beneath(), Value::Instance(_)) => {
                    return self.contains(container, &item.beneath().clone());
                }
                other => return builtins::bytes::contains(self, bytes, other),
            },
            Value::Tuple(items) => {
                for candidate in items.iter() {
                    if self.equal(candidate, item)? {
                        return Ok(true);
                    }
                }
                return Ok(false);
            }
            Value::Range(range) => {
                if let Value::Int(item) = item {
                    return Ok(range.contains(*item));
                }
            }
            Value::List(list) => {
                let mut at = 0;
                while let Some(candidate) = { list.items.borrow().get(at).cloned() } {
                    if self.equal(&candidate, item)? {
                        return Ok(true);
                    }
                    at += 1;
                }
                return Ok(false);
            }
            Value::Native(native) => {
                if let Some(found) = native.clone().contains(self, item)? {
                    return Ok(found);
                }
            }
            _ => {}
        }
        let class = self.class_of(container);
        match class.lookup_name(self.names.special(Special::Contains)) {
            Some(Value::None) => {}
            Some(method) => {
                let found = self.call_bound(method, container, &class, std::slice::from_ref(item))?;
                return self.truth(&found);
            }
            None => {
                if let (Value::Instance(instance), None) =
                    (container, class.lookup_name(self.names.special(Special::Iter)))
                    && !instance.payload().is_none()
                {
                    let payload = instance.payload().clone();
                    return self.contains(&payload, item);
                }
            }
        }
        let iterator =
            self.iter(container).map_err(|raise| match raise.is(Exc::TypeError) && raise.0.value.is_none() {
                true => Raise::type_error(format!("argument of type '{}' is not iterable", container.type_name())),
                false => raise,
            })?;
        while let Some(candidate) = self.next(&iterator)? {
            if self.equal(&candidate, item)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Compares two sequences whose items need no method calls.
fn plain_sequences(op: CompareOp, x: &[Value], y: &[Value]) -> Option<bool> {
    if x.len() != y.len() && matches!(op, CompareOp::Eq | CompareOp::Ne) {
        return Some(op == CompareOp::Ne);
    }
    for (a, b) in x.iter().zip(y) {
        if a.is(b) || same_without_vm(a, b)? {
            continue;
        }
        return match (op, a, b) {
            (CompareOp::Eq, ..) => Some(false),
            (CompareOp::Ne, ..) => Some(true),
            (_, Value::Str(a), Value::Str(b)) => Some(op.holds(a.order(b))),
            _ => compare_numbers(a, b).map(|order| order.is_some_and(|order| op.holds(order))),
        };
    }
    Some(op.holds(x.len().cmp(&y.len())))
}
