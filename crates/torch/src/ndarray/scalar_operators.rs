//! Operators of NumPy scalars. Between two of them the dtypes decide. A Python number takes the other's dtype (NEP 50).

use super::array::array_value;
use super::operators::{of_numpy, ordering};
use super::read::array_of;
use super::scalar::{Number, common, fit, number_of, number_value};
use super::text;
use crate::numbers::{scalar_of, scalar_value};
use crate::{classes, host};
use std::any::Any;
use std::rc::Rc;
use tensorcell_language::builtins::complex;
use tensorcell_language::native::{BinaryOp, CompareOp, Native, UnaryOp};
use tensorcell_language::{Class, Exc, Raise, Result, Value, Vm};
use tensorcell_tensor::{DType, Device, Scalar};

/// Returns whether a dtype is an integer type.
pub fn whole(dtype: DType) -> bool {
    !dtype.is_inexact() && dtype != DType::Bool
}

/// Returns the other operand and the common dtype. A Python number takes `dtype`. Returns None if it is not a number.
pub fn meet(dtype: DType, other: &Value, checked: bool) -> Result<Option<(DType, Scalar)>> {
    if let Some((own, value)) = number_of(other) {
        return Ok(Some((common(dtype, own), value)));
    }
    Ok(Some(match other {
        Value::Bool(value) => (dtype, Scalar::Bool(value.get())),
        Value::Int(value) => {
            let dtype = if dtype == DType::Bool { DType::Int64 } else { dtype };
            if checked && whole(dtype) {
                in_range(*value, dtype)?;
            }
            (dtype, Scalar::Int(*value))
        }
        Value::Float(value) => (if dtype.is_inexact() { dtype } else { DType::Float64 }, Scalar::Float(value.get())),
        Value::BigInt(value) if dtype.is_inexact() => {
            (dtype, Scalar::Float(tensorcell_language::number::big_to_float(value)?))
        }
        Value::BigInt(value) => {
            let dtype = if dtype == DType::Bool { DType::Int64 } else { dtype };
            return Err(out_of_bounds(&value.to_string(), dtype));
        }
        other => match complex::own(other) {
            Some(number) => {
                let wide = if dtype.is_floating() { dtype.with_imaginary() } else { DType::Complex128 };
                (if dtype.is_complex() { dtype } else { wide }, Scalar::Complex(number.re, number.im))
            }
            None => return Ok(None),
        },
    }))
}

/// Refuses a number that an integer dtype cannot hold.
pub fn in_range(value: i64, dtype: DType) -> Result<()> {
    match fit(dtype, Scalar::Int(value)) {
        Scalar::Int(fitted) if fitted != value => Err(out_of_bounds(&value.to_string(), dtype)),
        _ => Ok(()),
    }
}

/// Returns the error for an integer that a dtype cannot hold.
pub fn out_of_bounds(value: &str, dtype: DType) -> Raise {
    Raise::new(Exc::OverflowError, format!("Python integer {value} out of bounds for {}", dtype.name()))
}

fn ufunc(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "add",
        BinaryOp::Sub => "subtract",
        BinaryOp::Mul => "multiply",
        BinaryOp::Div => "divide",
        BinaryOp::FloorDiv => "floor_divide",
        BinaryOp::Mod => "remainder",
        BinaryOp::Pow => "power",
        BinaryOp::MatMul => "matmul",
        BinaryOp::And => "bitwise_and",
        BinaryOp::Or => "bitwise_or",
        BinaryOp::Xor => "bitwise_xor",
        BinaryOp::LShift => "left_shift",
        BinaryOp::RShift => "right_shift",
    }
}

/// Returns the dtype of the result, and the result before conversion to it. Returns None if NumPy has no such operator.
fn compute(op: BinaryOp, dtype: DType, a: Scalar, b: Scalar) -> Result<Option<(DType, Scalar)>> {
    let dtype = match (op, dtype) {
        (BinaryOp::Div, dtype) if !dtype.is_inexact() => DType::Float64,
        (BinaryOp::FloorDiv | BinaryOp::Mod | BinaryOp::Pow | BinaryOp::LShift | BinaryOp::RShift, DType::Bool) => {
            DType::Int8
        }
        (_, dtype) => dtype,
    };
    let value = if dtype == DType::Bool {
        let (a, b) = (a.as_f64() != 0.0, b.as_f64() != 0.0);
        Scalar::Bool(match op {
            BinaryOp::Add | BinaryOp::Or => a | b,
            BinaryOp::Mul | BinaryOp::And => a & b,
            BinaryOp::Xor => a ^ b,
            BinaryOp::Sub => {
                return Err(Raise::type_error(
                    "numpy boolean subtract, the `-` operator, is not supported, use the bitwise_xor, the `^` operator, \
                     or the logical_xor function instead.",
                ));
            }
            _ => return Ok(None),
        })
    } else if dtype.is_complex() {
        return Ok(complex_result(op, a, b)?.map(|value| (dtype, value)));
    } else if dtype.is_floating() {
        let (x, y) = (fit(dtype, a).as_f64(), fit(dtype, b).as_f64());
        Scalar::Float(match op {
            BinaryOp::Add => x + y,
            BinaryOp::Sub => x - y,
            BinaryOp::Mul => x * y,
            BinaryOp::Div => x / y,
            BinaryOp::FloorDiv if y == 0.0 => x / y,
            BinaryOp::FloorDiv => quotient(x, y),
            BinaryOp::Mod => remainder(x, y),
            BinaryOp::Pow if dtype == DType::Float64 => x.powf(y),
            BinaryOp::Pow => f64::from((x as f32).powf(y as f32)),
            BinaryOp::MatMul => return Ok(None),
            _ => {
                return Err(Raise::type_error(format!(
                    "ufunc '{}' not supported for the input types, and the inputs could not be safely coerced to any \
                     supported types according to the casting rule ''safe''",
                    ufunc(op)
                )));
            }
        })
    } else {
        let (x, y) = (a.as_i64(), b.as_i64());
        Scalar::Int(match op {
            BinaryOp::Add => x.wrapping_add(y),
            BinaryOp::Sub => x.wrapping_sub(y),
            BinaryOp::Mul => x.wrapping_mul(y),
            BinaryOp::FloorDiv | BinaryOp::Mod if y == 0 => 0,
            BinaryOp::FloorDiv => num_integer::Integer::div_floor(&i128::from(x), &i128::from(y)) as i64,
            BinaryOp::Mod => num_integer::Integer::mod_floor(&i128::from(x), &i128::from(y)) as i64,
            BinaryOp::Pow if y < 0 => {
                return Err(Raise::value_error("Integers to negative integer powers are not allowed."));
            }
            BinaryOp::Pow => num_traits::pow(std::num::Wrapping(x), y as usize).0,
            BinaryOp::And => x & y,
            BinaryOp::Or => x | y,
            BinaryOp::Xor => x ^ y,
            BinaryOp::LShift => u32::try_from(y).ok().and_then(|y| x.checked_shl(y)).unwrap_or(0),
            BinaryOp::RShift => x >> y.clamp(0, 63),
            BinaryOp::Div | BinaryOp::MatMul => return Ok(None),
        })
    };
    Ok(Some((dtype, value)))
}

/// Applies an operator to complex numbers. Returns None if NumPy has no such operator.
fn complex_result(op: BinaryOp, a: Scalar, b: Scalar) -> Result<Option<Scalar>> {
    let [x, y] = [a, b].map(|number| complex::Complex::new(number.parts()[0], number.parts()[1]));
    let value = match op {
        BinaryOp::Add => x + y,
        BinaryOp::Sub => x - y,
        BinaryOp::Mul => x * y,
        BinaryOp::Div => x.divide(y).unwrap_or(complex::Complex::new(f64::NAN, f64::NAN)),
        BinaryOp::Pow => x.power(y)?,
        BinaryOp::MatMul => return Ok(None),
        _ => {
            return Err(Raise::type_error(format!(
                "ufunc '{}' not supported for the input types, and the inputs could not be safely coerced to any supported \
                 types according to the casting rule ''safe''",
                ufunc(op)
            )));
        }
    };
    Ok(Some(Scalar::Complex(value.re, value.im)))
}

/// Returns the remainder of x / y with the sign of y.
fn remainder(x: f64, y: f64) -> f64 {
    let rest = x % y;
    if rest == 0.0 {
        return 0.0_f64.copysign(y);
    }
    if (y < 0.0) != (rest < 0.0) { rest + y } else { rest }
}

fn quotient(x: f64, y: f64) -> f64 {
    let times = (x - remainder(x, y)) / y;
    let below = times.floor();
    if times - below > 0.5 { below + 1.0 } else { below }
}

impl Number {
    fn is_whole(&self) -> bool {
        !self.dtype.is_inexact()
    }
    fn text(&self) -> Result<String> {
        Ok(match self.scalar() {
            Scalar::Bool(value) => if value { "True" } else { "False" }.to_string(),
            Scalar::Int(value) => value.to_string(),
            Scalar::Float(value) => text::scalar(value, self.dtype),
            Scalar::Complex(re, im) => text::complex_scalar([re, im], self.dtype),
        })
    }
}

impl Native for Number {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        classes().scalar_class(self.dtype)
    }
    fn repr(&self, _: &mut Vm) -> Result<String> {
        let text = self.text()?;
        let text = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).unwrap_or(&text);
        Ok(if self.dtype == DType::Bool { format!("np.{text}_") } else { format!("np.{}({text})", self.dtype.name()) })
    }
    fn str(&self, _: &mut Vm) -> Result<String> {
        self.text()
    }
    /// NumPy formats the Python number, so float32 shows float64 digits.
    fn format(&self, vm: &mut Vm, spec: &str) -> Result<Option<String>> {
        vm.format(&self.plain, spec).map(Some)
    }
    fn number(&self) -> Option<&Value> {
        Some(&self.plain)
    }
    fn binary(&self, vm: &mut Vm, op: BinaryOp, _: &Value, other: &Value, reflected: bool) -> Result<Option<Value>> {
        if let Some((dtype, value)) = meet(self.dtype, other, op != BinaryOp::Div)? {
            let (a, b) = if reflected { (value, self.scalar()) } else { (self.scalar(), value) };
            return Ok(compute(op, dtype, a, b)?.map(|(dtype, value)| number_value(dtype, value)));
        }
        match other {
            Value::List(_) | Value::Tuple(_) | Value::Str(_) | Value::Bytes(_)
                if op == BinaryOp::Mul && self.is_whole() =>
            {
                vm.binary(op, other, &self.plain).map(Some)
            }
            Value::List(_) | Value::Tuple(_) => {
                let this = array_value(host::from_elements(
                    &host::Elements::one(self.scalar()),
                    &[],
                    self.dtype,
                    Device::Cpu,
                )?);
                match &this {
                    Value::Native(array) => array.binary(vm, op, &this, other, reflected),
                    _ => Ok(None),
                }
            }
            Value::Str(text) if !reflected => {
                let length = text.chars().count().max(1);
                let text = format!(
                    "ufunc '{}' did not contain a loop with signature matching types (dtype('{}'), dtype('<U{length}')) -> None",
                    ufunc(op),
                    self.dtype.name()
                );
                Err(Raise::type_error(text))
            }
            Value::None => match reflected {
                true => vm.binary(op, other, &self.plain).map(Some),
                false => vm.binary(op, &self.plain, other).map(Some),
            },
            _ => Ok(None),
        }
    }
    fn unary(&self, vm: &mut Vm, op: UnaryOp, this: &Value) -> Result<Option<Value>> {
        let value = match (op, self.scalar()) {
            (UnaryOp::Pos, Scalar::Bool(_)) => {
                let array = array_of(this).map(array_value).ok_or_else(|| Raise::type_error("no array"))?;
                return of_numpy(vm, "positive", &[array]).map(Some);
            }
            (UnaryOp::Pos, _) => return Ok(Some(this.clone())),
            (UnaryOp::Neg, Scalar::Bool(_)) => {
                return Err(Raise::type_error(
                    "The numpy boolean negative, the `-` operator, is not supported, use the `~` operator or the \
                     logical_not function instead.",
                ));
            }
            (UnaryOp::Neg, Scalar::Int(x)) => Scalar::Int(x.wrapping_neg()),
            (UnaryOp::Neg, Scalar::Float(x)) => Scalar::Float(-x),
            (UnaryOp::Neg, Scalar::Complex(re, im)) => Scalar::Complex(-re, -im),
            (UnaryOp::Invert, Scalar::Bool(x)) => Scalar::Bool(!x),
            (UnaryOp::Invert, Scalar::Int(x)) => Scalar::Int(!x),
            (UnaryOp::Invert, Scalar::Float(_) | Scalar::Complex(..)) => {
                return Err(Raise::type_error(
                    "ufunc 'invert' not supported for the input types, and the inputs could not be safely coerced to any \
                     supported types according to the casting rule ''safe''",
                ));
            }
        };
        Ok(Some(number_value(self.dtype, value)))
    }
    fn compare(&self, vm: &mut Vm, op: CompareOp, this: &Value, other: &Value) -> Result<Option<Value>> {
        if let (Value::Str(_), CompareOp::Eq | CompareOp::Ne) = (other, op) {
            return Ok(Some(number_value(DType::Bool, Scalar::Bool(op == CompareOp::Ne))));
        }
        // A sequence is compared element by element.
        if let (Value::List(_) | Value::Tuple(_), Some(own)) = (other, array_of(this)) {
            return vm.compare(op, &array_value(own), other).map(Some);
        }
        let Some((dtype, value)) = meet(self.dtype, &other.clone(), false)? else { return Ok(None) };
        if let Some(name) = ordering(op).filter(|_| dtype.is_complex()) {
            return of_numpy(vm, name, &[this.clone(), other.clone()]).map(Some);
        }
        // Integers are compared exactly, others in the common dtype.
        let read = |value: Scalar| scalar_value(if dtype.is_inexact() { fit(dtype, value) } else { value });
        let holds = vm.compare(op, &read(self.scalar()), &read(value))?;
        let holds = vm.truth(&holds)?;
        Ok(Some(number_value(DType::Bool, Scalar::Bool(holds))))
    }
    fn get_item(&self, _: &mut Vm, this: &Value, key: &Value) -> Result<Option<Value>> {
        match key {
            Value::Tuple(items) if items.is_empty() => Ok(Some(this.clone())),
            Value::Ellipsis => array_of(this).map(array_value).map(Some).ok_or_else(|| Raise::type_error("no array")),
            _ => Err(Raise::new(Exc::IndexError, "invalid index to scalar variable.")),
        }
    }
    fn truth(&self, vm: &mut Vm) -> Result<bool> {
        vm.truth(&self.plain)
    }
    /// There are only two objects of `np.bool_`: `np.True_ is np.bool_(1)`.
    fn identity(&self) -> Option<usize> {
        match self.scalar() {
            Scalar::Bool(value) => Some(std::ptr::from_ref(&TRUTHS[usize::from(value)]) as usize),
            _ => None,
        }
    }
    fn hash(&self, vm: &mut Vm) -> Result<Option<u64>> {
        vm.hash(&self.plain).map(Some)
    }
    fn to_int(&self, _: &mut Vm) -> Result<Option<Value>> {
        Ok(Some(match &self.plain {
            Value::Float(x) => tensorcell_language::builtins::number::float_to_int(x.get())?,
            plain => Value::Int(scalar_of(plain).map_or(0, Scalar::as_i64)),
        }))
    }
    fn to_index(&self, vm: &mut Vm) -> Result<Option<Value>> {
        if whole(self.dtype) { self.to_int(vm) } else { Ok(None) }
    }
    fn to_float(&self, _: &mut Vm) -> Result<Option<f64>> {
        Ok(Some(self.scalar().as_f64()))
    }
}

/// Their addresses identify False and True.
static TRUTHS: [u8; 2] = [0, 1];

/// `divmod` of arrays and NumPy scalars.
pub fn quotient_and_rest(vm: &mut Vm, a: &Value, b: &Value) -> Result<Value> {
    let whole = vm.binary(BinaryOp::FloorDiv, a, b)?;
    Ok(Value::pair(whole, vm.binary(BinaryOp::Mod, a, b)?))
}
