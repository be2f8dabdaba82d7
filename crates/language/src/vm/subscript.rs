//! Indexing, slicing and length.

use super::Vm;
use super::names::Special;
use crate::compile::Op;
use crate::object::{Bytes, Slice, Str};
use crate::{Exc, Raise, Result, Value, builtins};
use smallvec::SmallVec;
use std::ops::Range;
use std::rc::Rc;

/// Evaluates slice bounds that are ints or absent, for a positive step: returns the step, and a function from a length to the
/// range of indices.
fn plain_bounds(start: &Value, stop: &Value, step: &Value) -> Option<(impl Fn(usize) -> Range<usize> + use<>, usize)> {
    let bound = |value: &Value, absent: i64| match value {
        Value::None => Some(absent),
        Value::Int(value) => Some(*value),
        _ => None,
    };
    let step = usize::try_from(bound(step, 1)?).ok().filter(|step| *step > 0)?;
    let (start, stop) = (bound(start, 0)?, bound(stop, i64::MAX)?);
    let range = move |length: usize| {
        let clip = |at: i64| match usize::try_from(at) {
            Ok(at) => at.min(length),
            Err(_) => length.saturating_sub(usize::try_from(at.unsigned_abs()).unwrap_or(usize::MAX)),
        };
        let (first, end) = (clip(start), clip(stop));
        first..end.max(first)
    };
    Some((range, step))
}

/// Fast path of `object[start:stop:step]` for a list, tuple, string or bytes, with bounds that are ints or absent, all on top
/// of the stack; None for others.
fn plain_slice(stack: &[Value]) -> Option<Value> {
    let [.., object, start, stop, step] = stack else { return None };
    let (range, step) = plain_bounds(start, stop, step)?;
    let pick = |items: &[Value]| match step {
        1 => items[range(items.len())].to_vec(),
        _ => items[range(items.len())].chunks(step).map(|part| part[0].clone()).collect(),
    };
    Some(match object {
        Value::List(list) => Value::list(pick(&list.items.borrow())),
        Value::Tuple(items) => Value::tuple(pick(items)),
        Value::Str(text) if step == 1 => {
            let range = range(text.length());
            Value::Str(text.part(range.start, range.end))
        }
        Value::Bytes(bytes) if step == 1 => {
            let data = bytes.data.borrow();
            Value::Bytes(Bytes::new(data[range(data.len())].to_vec(), bytes.mutable))
        }
        _ => return None,
    })
}

/// Fast path of `list[start:stop] = value` for a short list or tuple, all on top of the stack. Takes the value; otherwise false and
/// a no-op.
fn assign_plain_slice(stack: &mut [Value]) -> bool {
    const LONG: usize = 1 << 16;
    let [.., value, Value::List(list), start, stop, step] = &*stack else { return false };
    let Some((range, 1)) = plain_bounds(start, stop, step) else { return false };
    let replace = |new: &[Value]| -> SmallVec<[Value; 8]> {
        let mut items = list.items.borrow_mut();
        let places = range(items.len());
        if places.len() == new.len() {
            let exchanged = items[places].iter_mut().zip(new);
            return exchanged.map(|(slot, new)| std::mem::replace(slot, new.clone())).collect();
        }
        items.splice(places, new.iter().cloned()).collect()
    };
    let old = match value {
        Value::List(new) if !Rc::ptr_eq(new, list) && new.items.borrow().len() <= LONG => replace(&new.items.borrow()),
        Value::Tuple(new) if new.len() <= LONG => replace(new),
        _ => return false,
    };
    old.into_iter().rev().for_each(drop);
    let floor = stack.len() - 5;
    stack[floor..].fill_with(Value::default);
    true
}

impl Vm {
    /// start stop step -> slice; or does what the following instruction does with the slice, where it needs no object for it.
    pub(super) fn slice_on_stack(&mut self, following: Op) {
        if following == Op::GetItem
            && let Some(part) = plain_slice(&self.stack)
        {
            self.cut(self.stack.height - 4);
            self.push(part);
            self.ip += 1;
        } else if following == Op::SetItem && assign_plain_slice(&mut self.stack) {
            self.cut(self.stack.height - 5);
            self.ip += 1;
        } else {
            let (step, stop, start) = (self.pop(), self.pop(), self.pop());
            self.push(Value::Slice(Rc::new(Slice { start, stop, step })));
        }
    }
    pub fn get_item(&mut self, object: &Value, key: &Value) -> Result<Value> {
        match (object, key) {
            (Value::List(list), Value::Int(index)) => {
                let items = list.items.borrow();
                return at(*index, items.len()).map(|at| items[at].clone()).ok_or_else(|| out_of_range("list"));
            }
            (Value::Tuple(items), Value::Int(index)) => {
                return at(*index, items.len()).map(|at| items[at].clone()).ok_or_else(|| out_of_range("tuple"));
            }
            (Value::Dict(dict), key) => {
                return dict.get(self, key)?.ok_or_else(|| Raise::key_error(key));
            }
            (Value::Str(text), Value::Int(index)) => {
                let found = at(*index, text.length()).and_then(|at| text.char_at(at));
                return found.map(|c| Value::Str(Str::from(c))).ok_or_else(|| out_of_range("string"));
            }
            (Value::Range(range), Value::Int(index)) => {
                return at(*index, range.len())
                    .map(|at| Value::Int(range.at(at)))
                    .ok_or_else(|| Raise::new(Exc::IndexError, "range object index out of range"));
            }
            (Value::Bytes(bytes), Value::Int(index)) => {
                let data = bytes.data.borrow();
                let found = at(*index, data.len()).map(|at| Value::Int(i64::from(data[at])));
                let text = if bytes.mutable { "bytearray index out of range" } else { "index out of range" };
                return found.ok_or_else(|| Raise::new(Exc::IndexError, text));
            }
            (
                Value::List(_) | Value::Tuple(_) | Value::Str(_) | Value::Range(_) | Value::Bytes(_),
                Value::Slice(slice),
            ) => {
                return self.get_slice(object, slice);
            }
            (Value::List(_) | Value::Tuple(_) | Value::Str(_) | Value::Range(_) | Value::Bytes(_), key) => {
                return match self.as_index(key)? {
                    Some(index) => self.get_item(object, &Value::Int(index)),
                    None => Err(wrong_index(object, key)),
                };
            }
            (Value::Native(native), key) => {
                if let Some(value) = native.clone().get_item(self, object, key)? {
                    return Ok(value);
                }
            }
            (Value::Class(class), key) => {
                if class.of_metaclass("__getitem__").is_some()
                    && let Some(value) = self.by_metaclass(object, "__getitem__", std::slice::from_ref(key))?
                {
                    return Ok(value);
                }
                return match self.find_attr(object, "__class_getitem__")? {
                    Some(method) => self.call(&method, std::slice::from_ref(key), &[]),
                    None if class.name == "type" => Ok(crate::generic::alias(object.clone(), key)),
                    None => Err(Raise::type_error(format!("type '{}' is not subscriptable", class.name))),
                };
            }
            _ => {}
        }
        let class = self.class_of(object);
        if let Value::Instance(instance) = object
            && let Value::Dict(dict) = instance.payload()
            && class.has_plain_items()
        {
            let dict = dict.clone();
            return match (dict.get(self, key)?, class.lookup("__missing__")) {
                (Some(value), _) => Ok(value),
                (None, Some(hook)) => self.call_bound(hook, object, &class, std::slice::from_ref(key)),
                (None, None) => Err(Raise::key_error(key)),
            };
        }
        if let Some(method) = class.lookup_name(self.names.special(Special::GetItem)) {
            return self.call_bound(method, object, &class, std::slice::from_ref(key));
        }
        if let Value::Instance(instance) = object
            && !instance.payload().is_none()
        {
            let payload = instance.payload().clone();
            if let (Value::Dict(dict), Some(hook)) = (&payload, class.lookup("__missing__")) {
                if let Some(value) = dict.get(self, key)? {
                    return Ok(value);
                }
                return self.call_bound(hook, object, &class, std::slice::from_ref(key));
            }
            return self.get_item(&payload, key);
        }
        Err(Raise::type_error(format!("'{}' object is not subscriptable", object.type_name()))
            .mark(0, object.type_name()))
    }

    /// The value of an int, or of `__index__`; None for other values.
    fn as_index(&mut self, value: &Value) -> Result<Option<i64>> {
        Ok(match value {
            Value::Int(value) => Some(*value),
            Value::Bool(value) => Some(i64::from(value.get())),
            Value::BigInt(_) => {
                return Err(Raise::new(Exc::IndexError, "cannot fit 'int' into an index-sized integer"));
            }
            Value::Native(native) => match native.to_index(self)? {
                Some(Value::Int(value)) => Some(value),
                _ => None,
            },
            Value::Instance(_) => match builtins::index(self, value) {
                Ok(Value::Int(value)) => Some(value),
                Ok(_) => None,
                Err(raise) if raise.says("__index__ returned") => return Err(raise),
                Err(raise) if raise.is(Exc::TypeError) => None,
                Err(raise) => return Err(raise),
            },
            _ => None,
        })
    }
    /// As an index, clamped to 64 bits.
    pub(crate) fn index_clipped(&mut self, value: &Value) -> Result<i64> {
        builtins::clipped_index(self, value)
    }

    pub fn set_item(&mut self, object: &Value, key: &Value, value: Value) -> Result<()> {
        match (object, key) {
            (Value::List(list), Value::Int(index)) => {
                let mut items = list.items.borrow_mut();
                let length = items.len();
                let place = at(*index, length)
                    .ok_or_else(|| Raise::new(Exc::IndexError, "list assignment index out of range"))?;
                let old = std::mem::replace(&mut items[place], value);
                drop(items);
                drop(old);
                return Ok(());
            }
            (Value::Dict(dict), key) => return dict.insert(self, key.clone(), value).map(drop),
            (Value::List(list), Value::Slice(slice)) => {
                return self.set_list_slice(list, slice, &value);
            }
            (Value::List(_), key) => {
                return match self.as_index(key)? {
                    Some(index) => self.set_item(object, &Value::Int(index), value),
                    None => Err(wrong_index(object, key)),
                };
            }
            (Value::Bytes(bytes), Value::Int(index)) if bytes.mutable => {
                let Value::Int(byte @ 0..=255) = builtins::index(self, &value)? else {
                    return Err(Raise::value_error("byte must be in range(0, 256)"));
                };
                let mut data = bytes.data.borrow_mut();
                let length = data.len();
                let place =
                    at(*index, length).ok_or_else(|| Raise::new(Exc::IndexError, "bytearray index out of range"))?;
                data[place] = byte as u8;
                return Ok(());
            }
            (Value::Bytes(bytes), Value::Slice(slice)) if bytes.mutable => {
                return self.set_bytes_slice(bytes, slice, &value);
            }
            (Value::Bytes(bytes), key) if bytes.mutable => {
                return match self.as_index(key)? {
                    Some(index) => self.set_item(object, &Value::Int(index), value),
                    None => {
                        let found = key.type_name();
                        Err(Raise::type_error(format!("bytearray indices must be integers or slices, not {found}")))
                    }
                };
            }
            (Value::Native(native), key) if native.clone().set_item(self, object, key, &value)? => {
                return Ok(());
            }
            _ => {}
        }
        let class = self.class_of(object);
        if let Some(method) = class.lookup_name(self.names.special(Special::SetItem)) {
            return self.call_bound(method, object, &class, &[key.clone(), value]).map(drop);
        }
        if let Value::Instance(instance) = object
            && !instance.payload().is_none()
        {
            let payload = instance.payload().clone();
            return self.set_item(&payload, key, value);
        }
        Err(Raise::type_error(format!("'{}' object does not support item assignment", object.type_name())))
    }

    pub(crate) fn delete_item(&mut self, object: &Value, key: &Value) -> Result<()> {
        match (object, key) {
            (Value::Dict(dict), key) => {
                return dict.remove(self, key)?.map(drop).ok_or_else(|| Raise::key_error(key));
            }
            (Value::List(list), Value::Slice(slice)) => {
                return self.delete_list_slice(list, slice);
            }
            (Value::Bytes(bytes), Value::Slice(slice)) if bytes.mutable => {
                return self.delete_bytes_slice(bytes, slice);
            }
            (Value::Bytes(bytes), key) if bytes.mutable => {
                let Some(index) = self.as_index(key)? else {
                    return Err(wrong_index(object, key));
                };
                let length = bytes.data.borrow().len();
                let place =
                    at(index, length).ok_or_else(|| Raise::new(Exc::IndexError, "bytearray index out of range"))?;
                bytes.resizable()?.remove(place);
                return Ok(());
            }
            (Value::List(list), key) => {
                let Some(index) = self.as_index(key)? else {
                    return Err(wrong_index(object, key));
                };
                let length = list.items.borrow().len();
                let place = at(index, length)
                    .ok_or_else(|| Raise::new(Exc::IndexError, "list assignment index out of range"))?;
                let old = list.items.borrow_mut().remove(place);
                drop(old);
                return Ok(());
            }
            _ => {}
        }
        let class = self.class_of(object);
        if let Some(method) = class.lookup("__delitem__") {
            return self.call_bound(method, object, &class, std::slice::from_ref(key)).map(drop);
        }
        if let Value::Instance(instance) = object
            && !instance.payload().is_none()
        {
            let payload = instance.payload().clone();
            return self.delete_item(&payload, key);
        }
        // CPython's messages for subscriptable and other objects.
        let does_not = match object {
            Value::Str(_)
            | Value::Tuple(_)
            | Value::Bytes(_)
            | Value::Range(_)
            | Value::Set(_)
            | Value::Instance(_)
                if matches!(key.beneath(), Value::Int(_) | Value::Bool(_)) =>
            {
                "doesn't"
            }
            _ => "does not",
        };
        Err(Raise::type_error(format!("'{}' object {does_not} support item deletion", object.type_name())))
    }

    /// The length that a `__len__` returned.
    fn length_of(&mut self, returned: &Value) -> Result<usize> {
        match builtins::index(self, returned)? {
            Value::Int(length) if length >= 0 => Ok(length as usize),
            Value::BigInt(length) if length.sign() == num_bigint::Sign::Plus => {
                Err(Raise::new(Exc::OverflowError, "cannot fit 'int' into an index-sized integer"))
            }
            _ => Err(Raise::value_error("__len__() should return >= 0")),
        }
    }
    pub fn length(&mut self, object: &Value) -> Result<usize> {
        match object {
            Value::Str(text) => return Ok(text.length()),
            Value::List(list) => return Ok(list.items.borrow().len()),
            Value::Tuple(items) => return Ok(items.len()),
            Value::Dict(dict) => return Ok(dict.len()),
            Value::Set(set) => return Ok(set.len()),
            Value::Range(range) => return Ok(range.len()),
            Value::Bytes(bytes) => return Ok(bytes.data.borrow().len()),
            Value::Class(_) => {
                if let Some(length) = self.by_metaclass(object, "__len__", &[])? {
                    return builtins::clipped_index(self, &length).map(|length| length.max(0) as usize);
                }
            }
            Value::Native(native) => {
                if let Some(length) = native.clone().len(self)? {
                    return Ok(length);
                }
            }
            _ => {}
        }
        let class = self.class_of(object);
        if let Some(method) = class.lookup_name(self.names.special(Special::Len)) {
            return match self.call_bound(method, object, &class, &[])? {
                Value::Int(length) if length >= 0 => Ok(length as usize),
                other => self.length_of(&other),
            };
        }
        match object {
            Value::Instance(instance) if !instance.payload().is_none() => {
                let payload = instance.payload().clone();
                self.length(&payload)
            }
            _ => Err(Raise::type_error(format!("object of type '{}' has no len()", object.type_name()))),
        }
    }
}

fn at(index: i64, length: usize) -> Option<usize> {
    let place = if index < 0 { index + length as i64 } else { index };
    usize::try_from(place).ok().filter(|place| *place < length)
}
fn out_of_range(kind: &str) -> Raise {
    Raise::new(Exc::IndexError, format!("{kind} index out of range"))
}
fn wrong_index(object: &Value, key: &Value) -> Raise {
    let (kind, found) = (object.type_name(), key.type_name());
    let text = match object {
        Value::Str(_) => format!("string indices must be integers, not '{found}'"),
        Value::Bytes(bytes) if !bytes.mutable => format!("byte indices must be integers or slices, not {found}"),
        _ => format!("{kind} indices must be integers or slices, not {found}"),
    };
    Raise::type_error(text).mark(1, found)
}
