//! Implements the language's operators and protocols for tensors.

use super::engine_ops::{all_of, check_power, pointwise};
use super::linalg::matmul_value;
use super::numbers::{operand_of, scalar_value};
use super::tensor::{TensorObject, composed_value, tensor_value};
use super::tensor_text::{tensor_text, text_as};
use super::{autocast, classes, host, html, index, overrides, reads, views};
use std::any::Any;
use std::rc::Rc;
use tensorcell_engine::{self as engine, record};
use tensorcell_language::native::{BinaryOp, CompareOp, Native, UnaryOp};
use tensorcell_language::object::{Dict, Iter};
use tensorcell_language::{Class, Exc, Raise, Result, Value, Vm};
use tensorcell_tensor::op::{Arg, Label, Reduction};
use tensorcell_tensor::{DType, Op, Pointwise, Scalar, Tensor};

/// Returns the pointwise function of an operator. `@` has none.
fn binary_function(op: BinaryOp) -> Option<Pointwise> {
    Some(match op {
        BinaryOp::Add => Pointwise::Add,
        BinaryOp::Sub => Pointwise::Sub,
        BinaryOp::Mul => Pointwise::Mul,
        BinaryOp::Div => Pointwise::Div,
        BinaryOp::FloorDiv => Pointwise::FloorDivide,
        BinaryOp::Mod => Pointwise::Remainder,
        BinaryOp::Pow => Pointwise::Pow,
        BinaryOp::And => Pointwise::BitwiseAnd,
        BinaryOp::Or => Pointwise::BitwiseOr,
        BinaryOp::Xor => Pointwise::BitwiseXor,
        BinaryOp::LShift => Pointwise::LeftShift,
        BinaryOp::RShift => Pointwise::RightShift,
        BinaryOp::MatMul => return None,
    })
}

fn implemented(result: Value) -> Option<Value> {
    (!matches!(result, Value::NotImplemented)).then_some(result)
}

fn binary_name(op: BinaryOp) -> &'static str {
    binary_function(op).map_or("matmul", |function| function.row().name)
}

fn row(function: Pointwise, operands: &[Arg]) -> Result<Tensor> {
    Ok(engine::run(Op::Pointwise { function, parameters: [0.0; 2] }, operands)?)
}

/// Returns the operands cast by autocast for an operator, or None for unchanged ones. A number divided by a tensor is
/// PyTorch's `reciprocal` times the number.
fn cast_operands(op: BinaryOp, operands: [Arg; 2]) -> Result<[Option<Tensor>; 2]> {
    let name = match (op, operands) {
        (BinaryOp::Div, [Arg::Scalar(_), _]) => "reciprocal",
        _ => binary_name(op),
    };
    let all: Vec<Tensor> = operands.iter().filter_map(|operand| operand.tensor().cloned()).collect();
    let mut cast = [None, None];
    for (cast, operand) in cast.iter_mut().zip(operands) {
        if let Arg::Tensor(tensor) = operand {
            *cast = autocast::operand(name, tensor, &all)?;
        }
    }
    Ok(cast)
}

impl TensorObject {
    /// Returns the only element, for int() and float().
    fn number(&self) -> Result<Scalar> {
        if self.tensor.numel() != 1 {
            return Err(Raise::value_error("only one element tensors can be converted to Python scalars")
                .mark(0, format!("shape {:?}", self.tensor.shape())));
        }
        host::item(&self.tensor)
    }

    fn as_int(&self) -> Result<Value> {
        match self.number()? {
            Scalar::Float(x) if x.is_nan() => Err(Raise::value_error("cannot convert float NaN to integer")),
            Scalar::Float(x) if x.is_infinite() => {
                Err(Raise::new(Exc::OverflowError, "cannot convert float infinity to integer"))
            }
            scalar => {
                host::check_fits(scalar, DType::Int64, 1)?;
                Ok(Value::Int(host::integer(scalar)))
            }
        }
    }

    fn no_truth(&self) -> Raise {
        let text = match self.tensor.numel() {
            0 => "Boolean value of Tensor with no values is ambiguous",
            _ => "Boolean value of Tensor with more than one value is ambiguous",
        };
        Raise::runtime(text).mark(0, format!("shape {:?}", self.tensor.shape()))
    }
}

impl Native for TensorObject {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        if self.parameter { classes().parameter.clone() } else { classes().tensor.clone() }
    }
    fn identity(&self) -> Option<usize> {
        Some(self.tensor.id())
    }
    fn as_operand(&self) -> Option<(usize, String)> {
        let label = Label::new(0, &self.tensor);
        Some((label.storage, label.text))
    }
    fn repr(&self, _: &mut Vm) -> Result<String> {
        let text = tensor_text(&self.tensor)?;
        Ok(if self.parameter { format!("Parameter containing:\n{text}") } else { text })
    }
    fn text_in(&self, _: &mut Vm, class: &Class) -> Result<Option<String>> {
        match self.parameter {
            true => Ok(None),
            false => text_as(&class.name, &self.tensor).map(Some),
        }
    }
    fn format(&self, vm: &mut Vm, spec: &str) -> Result<Option<String>> {
        // PyTorch formats a 0-d tensor as its number: f"{loss}" is 0.5, not tensor(0.5).
        if self.tensor.dim() == 0 && !(self.parameter && spec.is_empty()) {
            return vm.format(&scalar_value(host::item(&self.tensor)?), spec).map(Some);
        }
        if !spec.is_empty() {
            return Err(Raise::type_error("unsupported format string passed to Tensor.__format__"));
        }
        Ok(None)
    }
    // Not `own`: calls of methods of what has own attributes are not cached.
    fn get_attr(&self, _: &mut Vm, name: &str) -> Result<Option<Value>> {
        if name == "__dict__" {
            return Ok(Some(Value::Dict(self.attributes.get_or_init(Dict::new).clone())));
        }
        Ok(self.attributes.get().and_then(|attributes| attributes.get_str(name)))
    }
    fn set_attr(&self, _: &mut Vm, name: &str, value: &Value) -> Result<bool> {
        self.attributes.get_or_init(Dict::new).insert_str(name, value.clone());
        Ok(true)
    }
    fn delete_attr(&self, _: &mut Vm, name: &str) -> Result<bool> {
        Ok(self.attributes.get().is_some_and(|attributes| attributes.remove_str(name).is_some()))
    }
    fn attr_names(&self) -> Vec<String> {
        let items = self.attributes.get().map(|attributes| attributes.items()).unwrap_or_default();
        items.iter().filter_map(|(key, _)| key.as_str().map(String::from)).collect()
    }
    fn binary(&self, vm: &mut Vm, op: BinaryOp, this: &Value, other: &Value, reflected: bool) -> Result<Option<Value>> {
        let kind = if reflected { "r" } else { "" };
        if let Some(result) = overrides::binary(vm, kind, op, this, other) {
            return result.map(implemented);
        }
        let Some(other) = operand_of(other) else {
            return Ok(None);
        };
        let this = Arg::Tensor(&self.tensor);
        let mut operands = if reflected { [other, this] } else { [this, other] };
        let mut cast = [None, None];
        if engine::autocast::is_active() {
            cast = cast_operands(op, operands)?;
        }
        for (operand, cast) in operands.iter_mut().zip(&cast) {
            *operand = cast.as_ref().map_or(*operand, Arg::Tensor);
        }
        let Some(function) = binary_function(op) else {
            let [Arg::Tensor(a), Arg::Tensor(b)] = operands else {
                return Ok(None);
            };
            return matmul_value(a, b).map(Some);
        };
        match (op, operands) {
            (BinaryOp::Pow, _) => check_power(&operands)?,
            // PyTorch computes number / tensor as the number times the reciprocal, which rounds twice.
            (BinaryOp::Div, [number @ Arg::Scalar(_), divisor]) => {
                let reciprocal = row(Pointwise::Reciprocal, &[divisor])?;
                return row(Pointwise::Mul, &[Arg::Tensor(&reciprocal), number]).map(tensor_value).map(Some);
            }
            _ => {}
        }
        row(function, &operands).map(tensor_value).map(Some)
    }
    fn binary_in_place(&self, vm: &mut Vm, op: BinaryOp, this: &Value, other: &Value) -> Result<Option<Value>> {
        if let Some(result) = overrides::binary(vm, "i", op, this, other) {
            return result.map(implemented);
        }
        let Some(other) = operand_of(other) else {
            return Ok(None);
        };
        let Some(function) = binary_function(op) else { return Ok(None) };
        let op = Op::Pointwise { function, parameters: [0.0; 2] };
        engine::run_into(op, &[Arg::Tensor(&self.tensor), other], &self.tensor)?;
        Ok(Some(this.clone()))
    }
    fn unary(&self, vm: &mut Vm, op: UnaryOp, this: &Value) -> Result<Option<Value>> {
        if let Some(result) = overrides::operator(vm, op.method(), &[this]) {
            return result.map(Some);
        }
        let function = match op {
            UnaryOp::Pos => return Ok(Some(this.clone())),
            UnaryOp::Neg => Pointwise::Neg,
            UnaryOp::Invert if self.tensor.dtype().is_inexact() => {
                return Err(Raise::type_error(
                    "~ (operator.invert) is only implemented on integer and Boolean-type tensors",
                ));
            }
            UnaryOp::Invert => Pointwise::BitwiseNot,
        };
        row(function, &[Arg::Tensor(&self.tensor)]).map(tensor_value).map(Some)
    }
    fn compare(&self, vm: &mut Vm, op: CompareOp, this: &Value, other: &Value) -> Result<Option<Value>> {
        if let Some(result) = overrides::operator(vm, op.method(), &[this, other]) {
            return result.map(Some);
        }
        let function = match op {
            CompareOp::Eq => Pointwise::Eq,
            CompareOp::Ne => Pointwise::Ne,
            CompareOp::Lt => Pointwise::Lt,
            CompareOp::Le => Pointwise::Le,
            CompareOp::Gt => Pointwise::Gt,
            CompareOp::Ge => Pointwise::Ge,
        };
        let Some(other) = operand_of(other) else {
            return Ok(None);
        };
        row(function, &[Arg::Tensor(&self.tensor), other]).map(tensor_value).map(Some)
    }
    fn get_item(&self, vm: &mut Vm, this: &Value, key: &Value) -> Result<Option<Value>> {
        if let Some(result) = overrides::operator(vm, "__getitem__", &[this, key]) {
            return result.map(Some);
        }
        index::get(vm, &self.tensor, key).map(tensor_value).map(Some)
    }
    fn set_item(&self, vm: &mut Vm, this: &Value, key: &Value, value: &Value) -> Result<bool> {
        if let Some(result) = overrides::operator(vm, "__setitem__", &[this, key, value]) {
            return result.map(|_| true);
        }
        index::set(vm, &self.tensor, key, value)?;
        Ok(true)
    }
    fn contains(&self, vm: &mut Vm, item: &Value) -> Result<Option<bool>> {
        let Some(item) = operand_of(item) else {
            return Err(Raise::runtime(format!(
                "Tensor.__contains__ only supports Tensor or scalar, but you passed in a {}.",
                vm.repr(&Value::Class(vm.class_of(item)))?
            )));
        };
        let equal = pointwise("eq", &[Arg::Tensor(&self.tensor), item])?;
        let any = all_of(Reduction::Any, &equal)?;
        Ok(Some(host::item(&any)? == Scalar::Bool(true)))
    }
    fn len(&self, _: &mut Vm) -> Result<Option<usize>> {
        match self.tensor.shape().first() {
            Some(&size) => Ok(Some(size)),
            None => Err(Raise::type_error("len() of a 0-d tensor")),
        }
    }
    fn truth(&self, vm: &mut Vm) -> Result<bool> {
        if let Some(result) = overrides::operator(vm, "__bool__", &[&tensor_value(self.tensor.clone())]) {
            return result.and_then(|value| vm.truth(&value));
        }
        if self.tensor.numel() != 1 {
            return Err(self.no_truth());
        }
        if self.tensor.is_batched() {
            return Err(Raise::runtime(
                "vmap: It looks like you're attempting to use a Tensor in some data-dependent control flow. We don't support \
                 that yet, please shout over at https://github.com/pytorch/functorch/issues/257 .",
            ));
        }
        let now = |_: &mut Vm| Ok(Value::from(host::item(&self.tensor)?.parts() != [0.0; 2]));
        let value = reads::read(vm, "Converting a tensor to a Python boolean", now)?;
        Ok(matches!(value, Value::Bool(truth) if truth.get()))
    }
    fn iter(&self, vm: &mut Vm, this: &Value) -> Result<Option<Value>> {
        if let Some(result) = overrides::operator(vm, "unbind", &[this, &Value::Int(0)]) {
            return result.and_then(|parts| vm.iter(&parts)).map(Some);
        }
        if self.tensor.dim() == 0 {
            return Err(Raise::type_error("iteration over a 0-d tensor"));
        }
        let (tensor, mut next) = (self.tensor.clone(), 0);
        Ok(Some(Iter::from_fn("tuple_iterator", move |_| {
            if next == tensor.shape()[0] {
                return Ok(None);
            }
            next += 1;
            let part = views::select(&tensor, 0, next - 1)?;
            record::among_several(&part);
            Ok(Some(composed_value(part, "UnbindBackward0")))
        })))
    }
    fn to_index(&self, vm: &mut Vm) -> Result<Option<Value>> {
        if self.tensor.numel() != 1 || self.tensor.dtype().is_inexact() {
            let text = "only integer tensors of a single element can be converted to an index";
            return Err(Raise::type_error(text));
        }
        reads::read(vm, "Converting a tensor to a Python index", |_| self.as_int()).map(Some)
    }
    fn to_int(&self, vm: &mut Vm) -> Result<Option<Value>> {
        reads::read(vm, "Converting a tensor to a Python integer", |_| self.as_int()).map(Some)
    }
    fn to_float(&self, vm: &mut Vm) -> Result<Option<f64>> {
        let now = |_: &mut Vm| {
            let number = self.number()?;
            host::check_fits(number, DType::Float64, 1)?;
            Ok(Value::from(host::float(number)))
        };
        match reads::read(vm, "Converting a tensor to a Python float", now)? {
            Value::Float(number) => Ok(Some(number.get())),
            _ => Ok(None),
        }
    }
    fn display(&self, vm: &mut Vm) -> Result<Vec<(String, String)>> {
        let text = self.repr(vm)?;
        html::tensor(vm, self, &text)
    }
    fn trace(&self, visit: &mut dyn FnMut(&Value)) {
        if let Some(attributes) = self.attributes.get() {
            visit(&Value::Dict(attributes.clone()));
        }
    }
}
