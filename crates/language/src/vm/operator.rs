//! Binary and unary operators: built-in types first, then the special methods of classes.

use super::arithmetic::{float, numbers, small};
use super::frame::{Entered, FrameKind};
use super::{Vm, big};
use crate::compile::{Code, Op};
use crate::native::{BinaryOp, UnaryOp};
use crate::number::to_big;
use crate::object::{Function, Set, Str};
use crate::{Class, Exc, Raise, Result, Value, builtins, memory};
use num_bigint::{BigInt, Sign};
use std::rc::Rc;

/// Longer sequences are refused before memory runs out.
const LONGEST: usize = 1 << 31;

impl Vm {
    pub fn binary(&mut self, op: BinaryOp, a: &Value, b: &Value) -> Result<Value> {
        match (a, b) {
            (Value::Int(x), Value::Int(y)) => {
                if let Some(value) = small(op, *x, *y) {
                    return Ok(value);
                }
            }
            (Value::Int(x), Value::Bool(y)) => {
                if let Some(value) = small(op, *x, i64::from(y.get())) {
                    return Ok(value);
                }
            }
            (Value::Float(x), Value::Float(y)) => {
                return float(op, x.get(), y.get()).unwrap_or_else(|| Err(self.unsupported(op, a, b)));
            }
            (Value::Str(x), Value::Str(y)) if op == BinaryOp::Add => return x.plus(y).map(Value::Str),
            // Only a plain object's class can define an operator between a number and that object.
            (Value::Int(_) | Value::Float(_) | Value::Bool(_), Value::Instance(instance))
                if instance.payload().is_none() =>
            {
                self.note_running();
                let names = self.names.clone();
                return match self.try_method(b, names.reflected(op), a)? {
                    Some(value) => Ok(value),
                    None => Err(self.unsupported(op, a, b)),
                };
            }
            (Value::Instance(instance), _) if instance.payload().is_none() => {
                return match self.binary_by_methods(op, a, b)? {
                    Some(value) => Ok(value),
                    None if op == BinaryOp::Mul => self.repeated_by_index(a, b),
                    None => Err(self.unsupported(op, a, b)),
                };
            }
            _ => {}
        }
        if let Some(value) = self.built_in_binary(op, a, b)? {
            return Ok(value);
        }
        if let Some(value) = self.binary_by_methods(op, a, b)? {
            return Ok(value);
        }
        match op {
            BinaryOp::Mul => self.repeated_by_index(a, b),
            _ => Err(self.unsupported(op, a, b)),
        }
    }

    /// Repeats a sequence by an object with `__index__`.
    fn repeated_by_index(&mut self, a: &Value, b: &Value) -> Result<Value> {
        for (sequence, count) in [(a.beneath(), b), (b.beneath(), a)] {
            if is_sequence(sequence) && self.find_special(count, "__index__")?.is_some() {
                let count = builtins::index(self, count)?;
                if let Some(value) = repeat(self, sequence, &count) {
                    return value;
                }
            }
        }
        Err(self.unsupported(BinaryOp::Mul, a, b))
    }

    /// Applies the operator to two objects of built-in types without calling their methods; None where it is undefined.
    pub(crate) fn built_in_binary(&mut self, op: BinaryOp, a: &Value, b: &Value) -> Result<Option<Value>> {
        if let (BinaryOp::Mul | BinaryOp::Pow, Some(value)) = (op, self.huge(op, a, b)?) {
            return Ok(Some(value));
        }
        if let Some(result) = numbers(op, a, b) {
            return result.map(Some);
        }
        match (op, a, b) {
            (BinaryOp::Add, Value::Str(x), Value::Str(y)) => return x.plus(y).map(|text| Some(Value::Str(text))),
            (BinaryOp::Add, Value::List(x), Value::List(y)) => {
                let (x, y) = (x.items.borrow(), y.items.borrow());
                return Ok(Some(Value::list(joined(&x, &y)?)));
            }
            (BinaryOp::Add, Value::Tuple(x), Value::Tuple(y)) => {
                return Ok(Some(Value::tuple(joined(x, y)?)));
            }
            (BinaryOp::Add, Value::Bytes(x), Value::Bytes(y)) => {
                let data = joined(&x.data.borrow(), &y.data.borrow())?;
                return Ok(Some(Value::Bytes(crate::object::Bytes::new(data, x.mutable))));
            }
            (BinaryOp::Add, Value::Bytes(x), Value::Native(_)) => {
                if let Some(more) = builtins::memory_view::contents(b)? {
                    let data = joined(&x.data.borrow(), &more)?;
                    return Ok(Some(Value::Bytes(crate::object::Bytes::new(data, x.mutable))));
                }
            }
            (BinaryOp::Mul, sequence, count @ (Value::Int(_) | Value::Bool(_) | Value::BigInt(_)))
            | (BinaryOp::Mul, count @ (Value::Int(_) | Value::Bool(_) | Value::BigInt(_)), sequence) => {
                if let Some(result) = repeat(self, sequence, count) {
                    return result.map(Some);
                }
            }
            (BinaryOp::Mod, Value::Str(template), given) => {
                return builtins::percent::format(self, template, given).map(|text| Some(Value::from(text)));
            }
            (BinaryOp::Mod, Value::Bytes(template), given) => {
                let data = template.data.borrow().clone();
                let data = builtins::percent::format_bytes(self, &data, given)?;
                return Ok(Some(Value::Bytes(crate::object::Bytes::new(data, template.mutable))));
            }
            (BinaryOp::Or, Value::Dict(x), Value::Dict(y)) => {
                let merged = x.copied(self)?;
                merged.update(self, y)?;
                return Ok(Some(Value::Dict(merged)));
            }
            (BinaryOp::Or | BinaryOp::And | BinaryOp::Xor | BinaryOp::Sub, Value::Set(x), Value::Set(y)) => {
                return self.combine_sets(op, x, y).map(Some);
            }
            // `int | None` in annotations.
            (BinaryOp::Or, Value::Class(_), Value::Class(_) | Value::None)
            | (BinaryOp::Or, Value::None, Value::Class(_)) => {
                return crate::generic::union(self, a, b);
            }
            _ => {}
        }
        Ok(None)
    }

    /// The product or power of ints where it is slow; None where it is not.
    fn huge(&mut self, op: BinaryOp, a: &Value, b: &Value) -> Result<Option<Value>> {
        let is_whole = |value: &Value| matches!(value, Value::Int(_) | Value::BigInt(_));
        if !is_whole(a) || !is_whole(b) {
            return Ok(None);
        }
        match (op, b) {
            (BinaryOp::Pow, Value::Int(power)) => {
                let (Some(base), Ok(power)) = (to_big(a), u32::try_from(*power)) else {
                    return Ok(None);
                };
                let bits = base.bits().saturating_mul(u64::from(power));
                if base.bits() < 2 || !(1 << 20..1 << 32).contains(&bits) {
                    return Ok(None);
                }
                big::power(self, &base, power).map(|value| Some(Value::big(value)))
            }
            (BinaryOp::Mul, _) if matches!(a, Value::BigInt(_)) || matches!(b, Value::BigInt(_)) => {
                let (Some(x), Some(y)) = (to_big(a), to_big(b)) else {
                    return Ok(None);
                };
                if !big::is_huge(&x, &y) {
                    return Ok(None);
                }
                big::multiply(self, &x, &y).map(|value| Some(Value::big(value)))
            }
            (BinaryOp::FloorDiv | BinaryOp::Mod, _) if matches!(a, Value::BigInt(_)) => {
                let (Some(x), Some(y)) = (to_big(a), to_big(b)) else {
                    return Ok(None);
                };
                if !big::is_huge(&x, &y) || y.sign() == Sign::NoSign {
                    return Ok(None);
                }
                let (quotient, rest) = big::divide(self, &x, &y)?;
                Ok(Some(Value::big(if op == BinaryOp::Mod { rest } else { quotient })))
            }
            _ => Ok(None),
        }
    }

    fn binary_by_methods(&mut self, op: BinaryOp, a: &Value, b: &Value) -> Result<Option<Value>> {
        self.note_running();
        // A native operand is tried before the classes of built-in types.
        match (a, b) {
            (Value::Native(native), other) if !matches!(other, Value::Instance(_)) => {
                if let Some(value) = native.clone().binary(self, op, a, b, false)? {
                    return Ok(Some(value));
                }
            }
            (Value::Int(_) | Value::Float(_) | Value::Bool(_), Value::Native(native)) => {
                if let Some(value) = native.clone().binary(self, op, b, a, true)? {
                    return Ok(Some(value));
                }
            }
            _ => {}
        }
        let names = self.names.clone();
        let (forward, reflected) = (names.forward(op), names.reflected(op));
        let (left, right) = (self.class_of(a), self.class_of(b));
        let right_first = !Rc::ptr_eq(&left, &right) && right.is_subclass(&left) && overrides(&right, &left, reflected);
        if right_first && let Some(value) = self.try_method(b, reflected, a)? {
            return Ok(Some(value));
        }
        if let Some(value) = self.try_method(a, forward, b)? {
            return Ok(Some(value));
        }
        if let Value::Native(native) = a.beneath()
            && let Some(value) = native.clone().binary(self, op, a, b, false)?
        {
            return Ok(Some(value));
        }
        if !right_first
            && !Rc::ptr_eq(&left, &right)
            && let Some(value) = self.try_method(b, reflected, a)?
        {
            return Ok(Some(value));
        }
        if let Value::Native(native) = b.beneath()
            && let Some(value) = native.clone().binary(self, op, b, a, true)?
        {
            return Ok(Some(value));
        }
        let (x, y) = (a.beneath(), b.beneath());
        if let (BinaryOp::Or, Value::Dict(_), Value::Dict(_)) = (op, x, y) {
            return builtins::dict::merged(self, a, Some(b)).map(|merged| Some(Value::Dict(merged)));
        }
        if (!std::ptr::eq(x, a) || !std::ptr::eq(y, b))
            && !matches!((x, y), (Value::Native(_), _) | (_, Value::Native(_)))
        {
            let (x, y) = (x.clone(), y.clone());
            return match self.binary(op, &x, &y) {
                Err(raise) if raise.is(Exc::TypeError) => Ok(None),
                found => found.map(Some),
            };
        }
        Ok(None)
    }
    /// Calls a special method of the object's class; None where it has none or returns NotImplemented.
    fn try_method(&mut self, object: &Value, name: &Str, argument: &Value) -> Result<Option<Value>> {
        let class = self.class_of(object);
        match class.lookup_name(name) {
            None | Some(Value::None) => Ok(None),
            Some(method) => {
                let result = self.call_bound(method, object, &class, std::slice::from_ref(argument))?;
                match result {
                    Value::NotImplemented => Ok(None),
                    value => Ok(Some(value)),
                }
            }
        }
    }

    pub(crate) fn unsupported(&mut self, op: BinaryOp, a: &Value, b: &Value) -> Raise {
        let (left, right) = (a.type_name(), b.type_name());
        let text = match (op, a, b) {
            (BinaryOp::Add, Value::Str(_), _) => {
                format!("can only concatenate str (not \"{right}\") to str")
            }
            (BinaryOp::Add, Value::List(_), _) => {
                format!("can only concatenate list (not \"{right}\") to list")
            }
            (BinaryOp::Add, Value::Tuple(_), _) => {
                format!("can only concatenate tuple (not \"{right}\") to tuple")
            }
            (BinaryOp::Add, Value::Bytes(_), _) => format!("can't concat {right} to {left}"),
            (BinaryOp::Mul, Value::Str(_) | Value::List(_) | Value::Tuple(_) | Value::Bytes(_), _) => {
                format!("can't multiply sequence by non-int of type '{right}'")
            }
            (BinaryOp::RShift, Value::Builtin(builtin), _) if builtin.name == "print" => format!(
                "unsupported operand type(s) for >>: '{left}' and '{right}'. \
                 Did you mean \"print(<message>, file=<output_stream>)\"?"
            ),
            (BinaryOp::Mul, _, Value::Str(_) | Value::List(_) | Value::Tuple(_) | Value::Bytes(_)) => {
                format!("can't multiply sequence by non-int of type '{left}'")
            }
            _ => format!("unsupported operand type(s) for {}: '{left}' and '{right}'", op.symbol()),
        };
        Raise::type_error(text).mark(0, left).mark(1, right)
    }

    /// The operator method of two plain objects of one class, where no other method can take precedence.
    pub(super) fn own_method(&self, name: &Str, a: &Value, b: &Value) -> Option<Rc<Function>> {
        let (Value::Instance(a), Value::Instance(b)) = (a, b) else {
            return None;
        };
        let class = a.class.borrow();
        if !Rc::ptr_eq(&class, &b.class.borrow()) || !a.payload().is_none() || !b.payload().is_none() {
            return None;
        }
        match class.lookup_name(name) {
            Some(Value::Function(function)) if self.is_usual(&function, 2) => Some(function),
            _ => None,
        }
    }
    /// Runs such a method on the two topmost values, which stay below its arguments.
    pub(super) fn enter_operator(&mut self, function: Rc<Function>, kind: FrameKind) -> Entered {
        let floor = self.stack.len() - 2;
        let (a, b) = (self.stack[floor].clone(), self.stack[floor + 1].clone());
        self.push(a);
        self.push(b);
        if !function.code.is_users {
            self.note_running();
        }
        self.enter_light(function, floor + 2, floor, kind);
        Entered::Frame
    }
    /// Applies a binary operator to operands on the stack.
    pub(super) fn binary_on_stack(&mut self, op: BinaryOp) -> Result<Entered> {
        if let [.., a, b] = &self.stack[..]
            && let Some(function) = self.own_method(self.names.forward(op), a, b)
        {
            return Ok(self.enter_operator(function, FrameKind::Operator(op)));
        }
        let b = self.pop();
        let a = self.pop();
        let value = self.binary(op, &a, &b)?;
        Ok(Entered::Value(value))
    }
    /// As `binary_on_stack`, in place.
    pub(super) fn in_place_on_stack(&mut self, op: BinaryOp, code: &Code) -> Result<()> {
        let b = self.pop();
        let a = self.pop();
        let value = match (op, a, &b) {
            (BinaryOp::Add, Value::Str(text), Value::Str(more)) => {
                text.claim_for(more.len())?;
                // Drops the reference of the variable about to be assigned, so that the string grows in place.
                if let Op::StoreLocal(to) = code.ops[self.ip] {
                    let slot = &mut self.stack[self.base + to as usize];
                    if matches!(slot, Value::Str(old) if old.same(&text)) {
                        *slot = Value::Unbound;
                    }
                }
                Value::Str(text.joined(more))
            }
            (_, a, b) => self.in_place(op, &a, b)?,
        };
        self.push(value);
        Ok(())
    }

    /// `a op= b`.
    pub(crate) fn in_place(&mut self, op: BinaryOp, a: &Value, b: &Value) -> Result<Value> {
        match (op, a, b) {
            (_, Value::Int(_) | Value::Float(_), Value::Int(_) | Value::Float(_)) => {
                return self.binary(op, a, b);
            }
            (BinaryOp::Add, Value::List(list), b) => {
                builtins::list::extend(self, list, b)?;
                return Ok(a.clone());
            }
            (BinaryOp::Add, Value::Bytes(bytes), _) if bytes.mutable => {
                if let Some(more) = builtins::memory_view::contents(b)? {
                    memory::claim(more.len())?;
                    bytes.resizable()?.extend(more);
                    return Ok(a.clone());
                }
            }
            (BinaryOp::Mul, Value::Bytes(bytes), Value::Int(_)) if bytes.mutable => {
                if let Value::Bytes(longer) = self.binary(op, a, b)? {
                    *bytes.resizable()? = longer.data.take();
                }
                return Ok(a.clone());
            }
            (BinaryOp::Mul, Value::List(list), Value::Int(_)) => {
                if let Value::List(longer) = self.binary(op, a, b)? {
                    let old = list.items.replace(longer.items.take());
                    old.into_iter().rev().for_each(drop);
                }
                return Ok(a.clone());
            }
            (BinaryOp::Or, Value::Dict(dict), _) => {
                builtins::dict::update(self, &dict.clone(), b)?;
                return Ok(a.clone());
            }
            (BinaryOp::Or | BinaryOp::And | BinaryOp::Xor | BinaryOp::Sub, Value::Set(set), Value::Set(other))
                if !set.frozen =>
            {
                match op {
                    BinaryOp::Or => set.merge(self, other)?,
                    BinaryOp::And => set.become_set(&*set.intersection(self, b)?),
                    BinaryOp::Sub => set.remove_all(self, b)?,
                    _ => set.toggle_all(self, b)?,
                }
                return Ok(a.clone());
            }
            (_, Value::Native(native), _) => {
                if let Some(value) = native.clone().binary_in_place(self, op, a, b)? {
                    return Ok(value);
                }
            }
            (_, Value::Instance(_), _) => {
                if let Some(value) = self.try_method(a, self.names.clone().in_place(op), b)? {
                    return Ok(value);
                }
                if let Value::Native(native) = a.beneath()
                    && let Some(value) = native.clone().binary_in_place(self, op, a, b)?
                {
                    return Ok(value);
                }
            }
            _ => {}
        }
        self.binary(op, a, b).map_err(|mut raise| {
            if raise.0.value.is_none() && raise.0.message.starts_with("unsupported operand type(s) for ") {
                let symbol = if op == BinaryOp::Pow { "**" } else { op.symbol() };
                raise.0.message =
                    raise.0.message.replacen(&format!("for {}:", op.symbol()), &format!("for {symbol}=:"), 1);
            }
            raise
        })
    }

    fn combine_sets(&mut self, op: BinaryOp, a: &Rc<Set>, b: &Rc<Set>) -> Result<Value> {
        let other = Value::Set(b.clone());
        Ok(Value::Set(match op {
            BinaryOp::Or => {
                let result = a.copy(a.frozen);
                result.merge(self, b)?;
                result
            }
            BinaryOp::And => a.intersection(self, &other)?,
            BinaryOp::Sub => a.difference(self, &other)?,
            _ => a.symmetric_difference(self, &other)?,
        }))
    }

    pub fn unary(&mut self, op: UnaryOp, a: &Value) -> Result<Value> {
        match (op, a) {
            (UnaryOp::Neg, Value::Int(x)) => {
                return Ok(x.checked_neg().map_or_else(|| Value::big(-BigInt::from(*x)), Value::Int));
            }
            (UnaryOp::Neg, Value::Float(x)) => return Ok(Value::from(-x.get())),
            (UnaryOp::Pos, Value::Int(_) | Value::Float(_) | Value::BigInt(_)) => {
                return Ok(a.clone());
            }
            (UnaryOp::Neg, Value::BigInt(x)) => return Ok(Value::big(-(**x).clone())),
            (UnaryOp::Invert, Value::Int(x)) => return Ok(Value::Int(!x)),
            (UnaryOp::Invert, Value::BigInt(x)) => return Ok(Value::big(-(**x).clone() - 1)),
            (UnaryOp::Neg, Value::Bool(x)) => return Ok(Value::Int(-i64::from(x.get()))),
            (UnaryOp::Pos, Value::Bool(x)) => return Ok(Value::Int(i64::from(x.get()))),
            (UnaryOp::Invert, Value::Bool(x)) => return Ok(Value::Int(!i64::from(x.get()))),
            _ => {}
        }
        let (name, symbol) = (op.method(), op.symbol());
        if let Value::Native(native) = a
            && let Some(value) = native.clone().unary(self, op, a)?
        {
            return Ok(value);
        }
        let class = self.class_of(a);
        if let Some(method) = class.lookup(name) {
            return self.call_bound(method, a, &class, &[]);
        }
        match a.beneath().clone() {
            Value::Native(native) if matches!(a, Value::Instance(_)) => {
                if let Some(value) = native.unary(self, op, a)? {
                    return Ok(value);
                }
            }
            beneath if matches!(a, Value::Instance(_)) && !matches!(beneath, Value::Instance(_)) => {
                return self.unary(op, &beneath);
            }
            _ => {}
        }
        let found = a.type_name();
        Err(Raise::type_error(format!("bad operand type for unary {symbol}: '{found}'")).mark(0, found))
    }
}

/// Concatenates two sequences.
fn joined<T: Clone>(first: &[T], second: &[T]) -> Result<Vec<T>> {
    let length = first.len() + second.len();
    memory::claim(length.saturating_mul(size_of::<T>()))?;
    let mut all = Vec::with_capacity(length);
    all.extend_from_slice(first);
    all.extend_from_slice(second);
    Ok(all)
}

/// Repeats the items up to `total` items.
fn repeated(vm: &mut Vm, items: &[Value], total: usize) -> Result<Vec<Value>> {
    const TURN: usize = 1 << 20;
    let mut all = Vec::new();
    all.try_reserve_exact(total).map_err(|_| Raise::new(Exc::MemoryError, ""))?;
    while all.len() < total {
        if all.len() >= TURN {
            vm.check_interrupt()?;
        }
        let (done, more) = (all.len(), TURN.min(total - all.len()));
        match items {
            [one] => all.resize(done + more, one.clone()),
            _ => all.extend(items.iter().cycle().skip(done % items.len()).take(more).cloned()),
        }
    }
    Ok(all)
}

fn is_sequence(value: &Value) -> bool {
    matches!(value, Value::Str(_) | Value::List(_) | Value::Tuple(_) | Value::Bytes(_))
}

fn repeat(vm: &mut Vm, sequence: &Value, count: &Value) -> Option<Result<Value>> {
    let count = match count {
        Value::Int(count) => *count,
        Value::Bool(count) => i64::from(count.get()),
        Value::BigInt(_) => {
            let text = "cannot fit 'int' into an index-sized integer";
            return is_sequence(sequence).then(|| Err(Raise::new(Exc::OverflowError, text)));
        }
        _ => return None,
    };
    let count = count.max(0) as usize;
    let size = if matches!(sequence, Value::List(_) | Value::Tuple(_)) { size_of::<Value>() } else { 1 };
    let fits = |length: usize| match length.checked_mul(count) {
        Some(total) if total <= LONGEST => memory::claim(total * size).map(|()| total),
        Some(total) if total <= isize::MAX as usize => Err(Raise::new(Exc::MemoryError, "")),
        _ => Err(match sequence {
            Value::Str(_) => Raise::new(Exc::OverflowError, "repeated string is too long"),
            Value::Bytes(bytes) if !bytes.mutable => Raise::new(Exc::OverflowError, "repeated bytes are too long"),
            _ => Raise::new(Exc::MemoryError, ""),
        }),
    };
    Some(match sequence {
        Value::Str(text) => fits(text.as_str().len()).map(|_| Value::from(text.as_str().repeat(count))),
        Value::List(list) => {
            let items = list.items.borrow();
            fits(items.len()).and_then(|total| repeated(vm, &items, total)).map(Value::list)
        }
        Value::Tuple(items) => fits(items.len()).and_then(|total| repeated(vm, items, total)).map(Value::tuple),
        Value::Bytes(bytes) => {
            let data = bytes.data.borrow();
            fits(data.len()).map(|_| Value::Bytes(crate::object::Bytes::new(data.repeat(count), bytes.mutable)))
        }
        _ => return None,
    })
}

/// Whether a class has another method under a name than the class above it.
fn overrides(class: &Class, above: &Class, name: &Str) -> bool {
    match (class.lookup_name(name), above.lookup_name(name)) {
        (Some(own), Some(inherited)) => !own.is(&inherited),
        (own, _) => own.is_some(),
    }
}
