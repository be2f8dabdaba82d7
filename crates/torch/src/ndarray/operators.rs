//! Operators, indexing and conversions of arrays, implemented by those of tensors.

use super::array::{Array, array_value};
use super::dtype::castable;
use super::read::{array_of, plain, read, with_doubles};
use super::scalar::common;
use super::text;
use crate::engine_ops::pointwise;
use crate::numbers::{integer_of, operand_of};
use crate::tensor::{tensor_of, tensor_value, tuple_text};
use crate::{classes, host, index, views};
use std::any::Any;
use std::rc::Rc;
use tensorcell_engine as engine;
use tensorcell_language::native::{BinaryOp, CompareOp, Native, UnaryOp};
use tensorcell_language::object::{Iter, Slice};
use tensorcell_language::{Class, Exc, Raise, Result, Value, Vm};
use tensorcell_tensor::op::Arg;
use tensorcell_tensor::{DType, Device, Dims, Make, Op, Scalar, Tensor};

/// NumPy's function for a comparison that asks for an order.
pub(super) fn ordering(op: CompareOp) -> Option<&'static str> {
    match op {
        CompareOp::Eq | CompareOp::Ne => None,
        CompareOp::Lt => Some("less"),
        CompareOp::Le => Some("less_equal"),
        CompareOp::Gt => Some("greater"),
        CompareOp::Ge => Some("greater_equal"),
    }
}

fn is_complex(operand: &Arg) -> bool {
    match operand {
        Arg::Tensor(tensor) => tensor.dtype().is_complex(),
        Arg::Scalar(number) => matches!(number, Scalar::Complex(..)),
    }
}

/// Returns whether a slice has a negative step, which may be a NumPy integer.
fn goes_back(vm: &mut Vm, item: &Value) -> Result<bool> {
    let Value::Slice(slice) = item else { return Ok(false) };
    Ok(integer_of(vm, &slice.step)?.is_some_and(|step| step < 0))
}

/// Converts slices with negative steps into slices of the array flipped along the returned dimensions.
fn backwards(vm: &mut Vm, array: &Tensor, key: Value) -> Result<(Dims, Value)> {
    let mut items: Vec<Value> = match &key {
        Value::Tuple(items) => items.to_vec(),
        other => vec![other.clone()],
    };
    let back: Vec<bool> = items.iter().map(|item| goes_back(vm, item)).collect::<Result<_>>()?;
    if !back.contains(&true) {
        return Ok((Dims::new(), key));
    }
    let used: usize = items.iter().map(index::uses).sum();
    let (mut dim, mut turned) = (0, Dims::new());
    for (item, back) in items.iter_mut().zip(back) {
        let here = dim;
        dim += if matches!(item, Value::Ellipsis) { array.dim().saturating_sub(used) } else { index::uses(item) };
        if !back || here >= array.dim() {
            continue;
        }
        let Value::Slice(slice) = &*item else { continue };
        let last = array.shape()[here] as i64 - 1;
        let (start, stop, step) = slice.indices(vm, array.shape()[here])?;
        let [start, stop] = [last - start, (last - stop).max(last - start)].map(Value::Int);
        *item = Value::Slice(Rc::new(Slice { start, stop, step: Value::Int(-step) }));
        turned.push(here);
    }
    Ok((turned, Value::tuple(items)))
}

/// Converts arrays and lists in a key to tensors, including nested ones. uint8 is an index here, not a mask as in PyTorch.
fn as_key(vm: &mut Vm, key: &Value) -> Result<Value> {
    let mut one = |item: &Value| {
        let index = match item {
            Value::List(list) if !list.items.borrow().is_empty() => Some(read(vm, item, None)?),
            _ => array_of(item),
        };
        match index {
            Some(bytes) if bytes.dtype() == DType::UInt8 => {
                Ok(tensor_value(engine::run(Op::Cast(DType::Int64), &[Arg::Tensor(&bytes)])?))
            }
            index => Ok(index.map_or_else(|| item.clone(), tensor_value)),
        }
    };
    match key {
        Value::Tuple(items) => Ok(Value::tuple(items.iter().map(one).collect::<Result<_>>()?)),
        other => one(other),
    }
}

/// Reports an index outside the array, or one too many, in NumPy's words.
fn check_places(array: &Tensor, key: &Value) -> Result<()> {
    let items = match key {
        Value::Tuple(items) => &items[..],
        one => std::slice::from_ref(one),
    };
    let plain = |item: &Value| matches!(item, Value::Int(_) | Value::Slice(_));
    if !items.iter().all(plain) {
        return Ok(());
    }
    if items.len() > array.dim() {
        return Err(Raise::new(
            Exc::IndexError,
            format!(
                "too many indices for array: array is {}-dimensional, but {} were indexed",
                array.dim(),
                items.len()
            ),
        ));
    }
    for (axis, (item, &size)) in items.iter().zip(array.shape()).enumerate() {
        if let Value::Int(index) = item
            && !(-(size as i64)..size as i64).contains(index)
        {
            let text = format!("index {index} is out of bounds for axis {axis} with size {size}");
            return Err(Raise::new(Exc::IndexError, text));
        }
    }
    Ok(())
}

/// Copies an array, flipped along some dimensions.
fn turn(array: &Tensor, dims: &Dims) -> Result<Tensor> {
    Ok(engine::run(Op::Flip(dims.clone()), &[Arg::Tensor(array)])?)
}

/// Calls NumPy's function of this name.
pub(super) fn of_numpy(vm: &mut Vm, name: &str, operands: &[Value]) -> Result<Value> {
    let module = vm.import("numpy")?;
    let function = vm.get_attr(&module, name)?;
    vm.call(&function, operands, &[])
}

/// Where shapes do not broadcast, NumPy names that of the array that takes the result, too.
fn naming_result(raise: Raise, result: &Tensor) -> Raise {
    if !raise.message().starts_with(NO_BROADCAST) {
        return raise;
    }
    let shape = tuple_text(result.shape()).replace(", ", ",");
    Raise::value_error(format!("{}{shape} ", raise.message()))
}

const NO_BROADCAST: &str = "operands could not be broadcast together with shapes";

/// Refuses operands whose shapes do not broadcast.
fn check_broadcast(own: &Tensor, other: &Value, reflected: bool) -> Result<()> {
    let Some(other) = tensor_of(other) else { return Ok(()) };
    if tensorcell_tensor::broadcast_shapes([own.shape(), other.shape()]).is_ok() {
        return Ok(());
    }
    let [a, b] = [own.shape(), other.shape()].map(|shape| tuple_text(shape).replace(", ", ","));
    let [a, b] = if reflected { [b, a] } else { [a, b] };
    Err(Raise::value_error(format!("{NO_BROADCAST} {a} {b} ")))
}

/// Refuses a result that an array cannot take over its own elements: of another kind, or of a larger shape.
fn check_stored(vm: &mut Vm, op: BinaryOp, own: &Tensor, result: &Tensor) -> Result<()> {
    if !castable(result.dtype(), own.dtype(), "same_kind")? {
        let module = vm.import("numpy._operations")?;
        let refuse = vm.get_attr(&module, "refuse_cast")?;
        let names = [op.symbol(), result.dtype().name(), own.dtype().name()];
        vm.call(&refuse, &names.map(Value::str), &[])?;
    }
    if own.shape() == result.shape() {
        return Ok(());
    }
    let [own, result] = [own, result].map(|tensor| tuple_text(tensor.shape()).replace(", ", ","));
    Err(Raise::value_error(format!(
        "non-broadcastable output operand with shape {own} doesn't match the broadcast shape {result}"
    )))
}

/// What a division leaves, with the divisor's sign where it is zero, too.
fn with_signed_zeros(rest: &Tensor, divisor: Arg) -> Result<Tensor> {
    let none = pointwise("eq", &[rest.into(), 0i64.into()])?;
    let zeros = pointwise("mul", &[rest.into(), 0i64.into()])?;
    let zeros = pointwise("copysign", &[(&zeros).into(), divisor])?;
    pointwise("where", &[(&none).into(), (&zeros).into(), rest.into()])
}

impl Native for Array {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        classes().array.clone()
    }
    fn repr(&self, vm: &mut Vm) -> Result<String> {
        text::repr(vm, &self.0)
    }
    fn str(&self, vm: &mut Vm) -> Result<String> {
        text::text(vm, &self.0)
    }
    /// Refused: an array may change, and equality is asked of each element.
    fn hash(&self, _: &mut Vm) -> Result<Option<u64>> {
        Err(Raise::type_error("unhashable type: 'numpy.ndarray'"))
    }
    fn binary(&self, vm: &mut Vm, op: BinaryOp, this: &Value, other: &Value, reflected: bool) -> Result<Option<Value>> {
        let other = match other {
            Value::List(_) | Value::Tuple(_) => Some(read(vm, other, None)?),
            other => array_of(other),
        }
        .map_or(other.clone(), tensor_value);
        if op != BinaryOp::MatMul {
            check_broadcast(&self.0, &other, reflected)?;
        }
        let is_bool = |tensor: &Tensor| tensor.dtype() == DType::Bool;
        if op == BinaryOp::Sub && is_bool(&self.0) && tensor_of(&other).is_some_and(is_bool) {
            return Err(Raise::type_error(
                "numpy boolean subtract, the `-` operator, is not supported, use the bitwise_xor, the `^` operator, or the logical_xor function instead.",
            ));
        }
        if op == BinaryOp::MatMul && is_bool(&self.0) && tensor_of(&other).is_some_and(is_bool) {
            let other = array_value(tensor_of(&other).unwrap_or(&self.0).clone());
            let operands = if reflected { [other, this.clone()] } else { [this.clone(), other] };
            return of_numpy(vm, "matmul", &operands).map(Some);
        }
        let mut this_tensor = self.0.clone();
        let mut other = other;
        if let Some(tensor) = tensor_of(&other)
            && tensor.dtype() != self.0.dtype()
        {
            let common = common(self.0.dtype(), tensor.dtype());
            this_tensor = engine::run(Op::Cast(common), &[Arg::Tensor(&this_tensor)])?;
            other = tensor_value(engine::run(Op::Cast(common), &[Arg::Tensor(tensor)])?);
        }
        let Value::Native(tensor) = tensor_value(this_tensor) else {
            return Ok(None);
        };
        let result = with_doubles(|| tensor.binary(vm, op, this, &other, reflected))?;
        let Some(result) = result.as_ref().and_then(tensor_of) else { return Ok(None) };
        if op != BinaryOp::Mod || !result.dtype().is_floating() {
            return plain(result).map(Some);
        }
        let divisor = if reflected { Some(Arg::Tensor(&self.0)) } else { operand_of(&other) };
        plain(&divisor.map_or_else(|| Ok(result.clone()), |divisor| with_signed_zeros(result, divisor))?).map(Some)
    }
    /// Writes the result over the array's own elements, which all views of them see.
    fn binary_in_place(&self, vm: &mut Vm, op: BinaryOp, this: &Value, other: &Value) -> Result<Option<Value>> {
        let result = self.binary(vm, op, this, other, false).map_err(|raise| naming_result(raise, &self.0))?;
        let Some(result) = result else { return Ok(None) };
        let Some(result) = array_of(&result) else { return Ok(None) };
        check_stored(vm, op, &self.0, &result)?;
        index::set(vm, &self.0, &Value::Ellipsis, &tensor_value(result))?;
        Ok(Some(this.clone()))
    }
    fn unary(&self, vm: &mut Vm, op: UnaryOp, this: &Value) -> Result<Option<Value>> {
        if op == UnaryOp::Neg && self.0.dtype() == DType::Bool {
            return Err(Raise::type_error(
                "The numpy boolean negative, the `-` operator, is not supported, use the `~` operator or the logical_not function instead.",
            ));
        }
        match op {
            UnaryOp::Pos => return of_numpy(vm, "positive", std::slice::from_ref(this)).map(Some),
            UnaryOp::Invert if self.0.dtype().is_inexact() => {
                return of_numpy(vm, "invert", std::slice::from_ref(this)).map(Some);
            }
            _ => {}
        }
        let Value::Native(tensor) = tensor_value(self.0.clone()) else {
            return Ok(None);
        };
        let result = tensor.unary(vm, op, this)?;
        result.as_ref().and_then(tensor_of).map(plain).transpose()
    }
    fn compare(&self, vm: &mut Vm, op: CompareOp, this: &Value, other: &Value) -> Result<Option<Value>> {
        let other = match other {
            // A sequence is compared element by element.
            Value::List(_) | Value::Tuple(_) => tensor_value(read(vm, other, None)?),
            // No element equals a text or None.
            Value::Str(_) | Value::None if matches!(op, CompareOp::Eq | CompareOp::Ne) => {
                let same = Scalar::Bool(op == CompareOp::Ne);
                let make = Make { shape: self.0.shape().into(), dtype: DType::Bool, device: Device::Cpu };
                return plain(&engine::run(Op::Fill { value: same, make }, &[])?).map(Some);
            }
            other => array_of(other).map_or(other.clone(), tensor_value),
        };
        check_broadcast(&self.0, &other, false)?;
        // Complex numbers are ordered by their real parts, then by their imaginary parts.
        if let Some(name) = ordering(op)
            && (self.0.dtype().is_complex() || operand_of(&other).is_some_and(|other| is_complex(&other)))
        {
            return of_numpy(vm, name, &[this.clone(), other]).map(Some);
        }
        let Value::Native(tensor) = tensor_value(self.0.clone()) else {
            return Ok(None);
        };
        let result = with_doubles(|| tensor.compare(vm, op, this, &other))?;
        result.as_ref().and_then(tensor_of).map(plain).transpose()
    }
    fn get_item(&self, vm: &mut Vm, _: &Value, key: &Value) -> Result<Option<Value>> {
        check_places(&self.0, key)?;
        let key = as_key(vm, key)?;
        let (turned, key) = backwards(vm, &self.0, key)?;
        let array = if turned.is_empty() { self.0.clone() } else { turn(&self.0, &turned)? };
        plain(&index::get(vm, &array, &key)?).map(Some)
    }
    fn set_item(&self, vm: &mut Vm, _: &Value, key: &Value, value: &Value) -> Result<bool> {
        check_places(&self.0, key)?;
        let value = match operand_of(value) {
            Some(_) => value.clone(),
            None => tensor_value(read(vm, value, Some(self.0.dtype()))?),
        };
        let key = as_key(vm, key)?;
        let (turned, key) = backwards(vm, &self.0, key)?;
        if turned.is_empty() {
            index::set(vm, &self.0, &key, &value)?;
        } else {
            let array = turn(&self.0, &turned)?;
            index::set(vm, &array, &key, &value)?;
            index::set(vm, &self.0, &Value::Ellipsis, &tensor_value(turn(&array, &turned)?))?;
        }
        Ok(true)
    }
    fn contains(&self, vm: &mut Vm, item: &Value) -> Result<Option<bool>> {
        let item = array_of(item).map_or(item.clone(), tensor_value);
        if operand_of(&item).is_none() {
            return Ok(Some(false));
        }
        match tensor_value(self.0.clone()) {
            Value::Native(tensor) => tensor.contains(vm, &item),
            _ => Ok(None),
        }
    }
    fn len(&self, _: &mut Vm) -> Result<Option<usize>> {
        self.0.shape().first().map(|&n| Some(n)).ok_or_else(|| Raise::type_error("len() of unsized object"))
    }
    fn truth(&self, _: &mut Vm) -> Result<bool> {
        if self.0.numel() != 1 {
            return Err(Raise::value_error(
                "The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()",
            ));
        }
        Ok(host::float(host::item(&self.0)?) != 0.0)
    }
    fn to_float(&self, _: &mut Vm) -> Result<Option<f64>> {
        if self.0.dim() > 0 {
            return Err(Raise::type_error("only 0-dimensional arrays can be converted to Python scalars"));
        }
        Ok(Some(host::float(host::item(&self.0)?)))
    }
    fn to_int(&self, _: &mut Vm) -> Result<Option<Value>> {
        if self.0.dim() > 0 {
            return Err(Raise::type_error("only 0-dimensional arrays can be converted to Python scalars"));
        }
        Ok(Some(Value::Int(host::integer(host::item(&self.0)?))))
    }
    fn iter(&self, _: &mut Vm, _: &Value) -> Result<Option<Value>> {
        let (tensor, mut next) = (self.0.clone(), 0);
        Ok(Some(Iter::from_fn("array_iterator", move |_| {
            if tensor.shape().first().is_none_or(|&n| next == n) {
                return Ok(None);
            }
            next += 1;
            plain(&views::select(&tensor, 0, next - 1)?).map(Some)
        })))
    }
}
