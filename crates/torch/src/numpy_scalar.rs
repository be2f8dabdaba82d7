//! NumPy's scalars, `np.float64(2.5)`: what elements and reductions of arrays are. A number with a dtype; between two of them the
//! dtypes decide, a Python number takes the other's (NEP 50). Their classes hang under `numpy.generic`; float64 is a float, too.

use super::arguments::scalar_value;
use super::numpy::{self, array_of, array_value};
use super::{convert, host, numpy_text};
use half::f16;
use std::any::Any;
use std::rc::Rc;
use tensorcell_language::builtins::number::parse_float;
use tensorcell_language::native::{Args, BinaryOp, CompareOp, Getter, Native, UnaryOp};
use tensorcell_language::types::types;
use tensorcell_language::{Builtin, Class, Exc, Raise, Result, Value, Vm};
use tensorcell_tensor::{DType, Device, Scalar, Tensor};

/// A number of a dtype.
pub struct Number {
    dtype: DType,
    /// As the language's own: a bool, an int or a float that the dtype can hold.
    plain: Value,
}

/// The scalar of a dtype, its value brought into the dtype as C would.
pub fn number_value(dtype: DType, value: Scalar) -> Value {
    Value::native(Number { dtype, plain: scalar_value(fit(dtype, value)) })
}

/// A tensor over a scalar's value.
pub fn tensor_of(value: &Value) -> Option<Result<Tensor>> {
    let number = value.downcast::<Number>()?;
    Some(host::from_elements(&host::Elements::one(number.scalar()), &[], number.dtype, Device::Cpu))
}

/// A scalar's dtype and value.
pub fn number_of(value: &Value) -> Option<(DType, Scalar)> {
    value.downcast::<Number>().map(|number| (number.dtype, number.scalar()))
}

/// What NumPy computes two dtypes in: unlike PyTorch, float32 cannot hold all of int32, so they meet in float64.
pub fn common(a: DType, b: DType) -> DType {
    let wide = |dtype: DType| matches!(dtype, DType::Int32 | DType::Int64);
    match (a, b) {
        (DType::Float16, DType::Int16) | (DType::Int16, DType::Float16) => DType::Float32,
        (a, b) if a.is_floating() && wide(b) || b.is_floating() && wide(a) => DType::Float64,
        (a, b) => a.promote(b),
    }
}

fn fit(dtype: DType, value: Scalar) -> Scalar {
    match dtype {
        DType::Bool => Scalar::Bool(value.as_f64() != 0.0),
        DType::UInt8 => Scalar::Int(i64::from(value.as_i64() as u8)),
        DType::Int8 => Scalar::Int(i64::from(value.as_i64() as i8)),
        DType::Int16 => Scalar::Int(i64::from(value.as_i64() as i16)),
        DType::Int32 => Scalar::Int(i64::from(value.as_i64() as i32)),
        DType::Int64 => Scalar::Int(value.as_i64()),
        DType::Float16 => Scalar::Float(f16::from_f64(value.as_f64()).to_f64()),
        DType::BFloat16 => Scalar::Float(half::bf16::from_f64(value.as_f64()).to_f64()),
        DType::Float32 => Scalar::Float(f64::from(value.as_f64() as f32)),
        DType::Float64 => Scalar::Float(value.as_f64()),
    }
}

fn whole(dtype: DType) -> bool {
    !dtype.is_floating() && dtype != DType::Bool
}

/// The other operand and the dtype of both: its own, or for a Python number that of `dtype`. None: no number.
fn meet(dtype: DType, other: &Value, checked: bool) -> Result<Option<(DType, Scalar)>> {
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
        Value::Float(value) => (if dtype.is_floating() { dtype } else { DType::Float64 }, Scalar::Float(value.get())),
        Value::BigInt(value) if dtype.is_floating() => {
            (dtype, Scalar::Float(tensorcell_language::number::big_to_float(value)?))
        }
        Value::BigInt(value) => {
            let dtype = if dtype == DType::Bool { DType::Int64 } else { dtype };
            return Err(out_of_bounds(&value.to_string(), dtype));
        }
        _ => return Ok(None),
    }))
}

fn in_range(value: i64, dtype: DType) -> Result<()> {
    match fit(dtype, Scalar::Int(value)) {
        Scalar::Int(fitted) if fitted != value => Err(out_of_bounds(&value.to_string(), dtype)),
        _ => Ok(()),
    }
}

fn out_of_bounds(value: &str, dtype: DType) -> Raise {
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

/// The dtype of the result, and the result before it is brought into the dtype. None: NumPy has no such operator.
fn compute(op: BinaryOp, dtype: DType, a: Scalar, b: Scalar) -> Result<Option<(DType, Scalar)>> {
    let dtype = match (op, dtype) {
        (BinaryOp::Div, dtype) if !dtype.is_floating() => DType::Float64,
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

/// What is left of x / y, with the sign of y.
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
    fn scalar(&self) -> Scalar {
        super::arguments::scalar_of(&self.plain).unwrap_or(Scalar::Int(0))
    }
    fn is_whole(&self) -> bool {
        !self.dtype.is_floating()
    }
    fn text(&self) -> Result<String> {
        Ok(match self.scalar() {
            Scalar::Bool(value) => if value { "True" } else { "False" }.to_string(),
            Scalar::Int(value) => value.to_string(),
            Scalar::Float(value) => numpy_text::scalar(value, self.dtype),
        })
    }
}

impl Native for Number {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        classes().of(self.dtype)
    }
    fn repr(&self, _: &mut Vm) -> Result<String> {
        let text = self.text()?;
        Ok(if self.dtype == DType::Bool { format!("np.{text}_") } else { format!("np.{}({text})", self.dtype.name()) })
    }
    fn str(&self, _: &mut Vm) -> Result<String> {
        self.text()
    }
    /// NumPy formats the Python number, so float32 shows digits of float64.
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
    fn unary(&self, _: &mut Vm, op: UnaryOp, this: &Value) -> Result<Option<Value>> {
        let value = match (op, self.scalar()) {
            (UnaryOp::Pos, _) => return Ok(Some(this.clone())),
            (UnaryOp::Neg, Scalar::Bool(_)) => {
                return Err(Raise::type_error(
                    "The numpy boolean negative, the `-` operator, is not supported, use the `~` operator or the \
                     logical_not function instead.",
                ));
            }
            (UnaryOp::Neg, Scalar::Int(x)) => Scalar::Int(x.wrapping_neg()),
            (UnaryOp::Neg, Scalar::Float(x)) => Scalar::Float(-x),
            (UnaryOp::Invert, Scalar::Bool(x)) => Scalar::Bool(!x),
            (UnaryOp::Invert, Scalar::Int(x)) => Scalar::Int(!x),
            (UnaryOp::Invert, Scalar::Float(_)) => {
                return Err(Raise::type_error(
                    "ufunc 'invert' not supported for the input types, and the inputs could not be safely coerced to any \
                     supported types according to the casting rule ''safe''",
                ));
            }
        };
        Ok(Some(number_value(self.dtype, value)))
    }
    fn compare(&self, vm: &mut Vm, op: CompareOp, _: &Value, other: &Value) -> Result<Option<Value>> {
        let Some((dtype, value)) = meet(self.dtype, &other.clone(), false)? else { return Ok(None) };
        // Whole numbers are compared as they are; others in the dtype of both.
        let read = |value: Scalar| scalar_value(if dtype.is_floating() { fit(dtype, value) } else { value });
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
    /// There are two of `np.bool_`: `np.True_ is np.bool_(1)`.
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
            plain => Value::Int(super::arguments::scalar_of(plain).map_or(0, Scalar::as_i64)),
        }))
    }
    fn to_index(&self, vm: &mut Vm) -> Result<Option<Value>> {
        if whole(self.dtype) { self.to_int(vm) } else { Ok(None) }
    }
    fn to_float(&self, _: &mut Vm) -> Result<Option<f64>> {
        Ok(Some(self.scalar().as_f64()))
    }
}

/// Stand for False and True by their addresses.
static TRUTHS: [u8; 2] = [0, 1];

/// `np.float32(x)`: a scalar of a number or a text, an array of anything else.
fn make(vm: &mut Vm, args: &Args, dtype: DType) -> Result<Value> {
    let value = match args.given(0) {
        None => Scalar::Int(0),
        Some(Value::None) if dtype.is_floating() => Scalar::Float(f64::NAN),
        Some(Value::Str(text)) if dtype.is_floating() => Scalar::Float(parse_float(text.as_str())?),
        Some(Value::Str(text)) if dtype != DType::Bool => {
            match tensorcell_language::builtins::number::parse_int(text.as_str(), 10)? {
                Value::Int(value) => Scalar::Int(value),
                other => return Err(out_of_bounds(&vm.repr(&other)?, dtype)),
            }
        }
        Some(Value::Str(text)) => Scalar::Bool(!text.is_empty()),
        Some(Value::None) if dtype == DType::Bool => Scalar::Bool(false),
        Some(Value::Int(value)) if whole(dtype) => {
            in_range(*value, dtype)?;
            Scalar::Int(*value)
        }
        Some(value) => match meet(dtype, value, false)? {
            Some((_, value)) => value,
            None => return numpy::plain(&numpy::read(vm, value, Some(dtype))?),
        },
    };
    Ok(number_value(dtype, value))
}

macro_rules! makers {
    ($($dtype:ident $name:literal),*) => {
        const MAKERS: &[(DType, Builtin)] = &[$((
            DType::$dtype,
            Builtin::new(
                concat!("numpy.", $name),
                "(x=..., /)",
                concat!("A number of NumPy's type ", $name, "; an array, where an array or a list is given."),
                |vm, args| make(vm, args, DType::$dtype),
            ),
        )),*];
    };
}
makers!(
    Bool "bool", UInt8 "uint8", Int8 "int8", Int16 "int16", Int32 "int32", Int64 "int64", Float16 "float16",
    Float32 "float32", Float64 "float64"
);
static NEW: &[(DType, Builtin)] = MAKERS;

fn this(args: &Args) -> Result<(DType, Scalar)> {
    number_of(args.get(0)).ok_or_else(|| args.wrong(0, "a NumPy scalar"))
}

/// What a method of Python's numbers gives, as a plain number.
fn as_plain(vm: &mut Vm, args: &Args, name: &str) -> Result<Value> {
    let (_, value) = this(args)?;
    vm.call_method(&scalar_value(value), name, &[])
}

/// `divmod` of arrays and their numbers.
pub fn quotient_and_rest(vm: &mut Vm, a: &Value, b: &Value) -> Result<Value> {
    let whole = vm.binary(BinaryOp::FloorDiv, a, b)?;
    Ok(Value::pair(whole, vm.binary(BinaryOp::Mod, a, b)?))
}

static METHODS: &[Builtin] = &[
    Builtin::new("generic.item", "(self)", "The number as Python's own.", |_, args| Ok(scalar_value(this(args)?.1))),
    Builtin::new("generic.tolist", "(self)", "The number as Python's own.", |_, args| Ok(scalar_value(this(args)?.1))),
    Builtin::new("generic.astype", "(self, dtype, copy=True)", "The number in another dtype.", |_, args| {
        let dtype = numpy::opt_dtype(args, 1)?.unwrap_or(DType::Float64);
        Ok(number_value(dtype, this(args)?.1))
    }),
    Builtin::new("generic.copy", "(self)", "The same number.", |_, args| Ok(args.get(0).clone())),
    Builtin::new("generic.__copy__", "(self)", "The same number.", |_, args| Ok(args.get(0).clone())),
    Builtin::new("generic.__deepcopy__", "(self, memo=None)", "The same number.", |_, args| Ok(args.get(0).clone())),
    Builtin::new("generic.conjugate", "(self)", "The same number.", |_, args| Ok(args.get(0).clone())),
    Builtin::new("generic.reshape", "(self, *shape)", "An array of the one element.", |vm, args| {
        let array = array_of(args.get(0)).map(array_value).unwrap_or_default();
        vm.call_method(&array, "reshape", args.rest(1))
    }),
    Builtin::new("generic.flatten", "(self)", "An array of the one element.", |vm, args| {
        let array = array_of(args.get(0)).map(array_value).unwrap_or_default();
        vm.call_method(&array, "flatten", &[])
    }),
    Builtin::new("generic.__abs__", "(self)", "abs(self)", |_, args| {
        let (dtype, value) = this(args)?;
        Ok(number_value(
            dtype,
            match value {
                Scalar::Int(x) => Scalar::Int(x.wrapping_abs()),
                Scalar::Float(x) => Scalar::Float(x.abs()),
                Scalar::Bool(_) => value,
            },
        ))
    }),
    Builtin::new("generic.__round__", "(self, ndigits=None)", "round(self, ndigits)", |vm, args| {
        let (dtype, _) = this(args)?;
        match (args.get(1), dtype.is_floating()) {
            (Value::None, true) => vm.call_method(&scalar_value(this(args)?.1), "__round__", &[]),
            (Value::None, false) => Ok(scalar_value(this(args)?.1)),
            (digits, _) => vm.call_method(args.get(0), "round", std::slice::from_ref(digits)),
        }
    }),
    Builtin::new("generic.__divmod__", "(self, value, /)", "divmod(self, value)", |vm, args| {
        quotient_and_rest(vm, args.get(0), args.get(1))
    }),
    Builtin::new("generic.__rdivmod__", "(self, value, /)", "divmod(value, self)", |vm, args| {
        quotient_and_rest(vm, args.get(1), args.get(0))
    }),
    Builtin::new("generic.__int__", "(self)", "int(self)", |vm, args| as_plain(vm, args, "__int__")),
    Builtin::new("generic.__float__", "(self)", "float(self)", |_, args| Ok(Value::from(this(args)?.1.as_f64()))),
    Builtin::new("generic.__bool__", "(self)", "bool(self)", |_, args| Ok(Value::from(this(args)?.1.as_f64() != 0.0))),
    Builtin::new("generic.__floor__", "(self)", "math.floor(self)", |vm, args| as_plain(vm, args, "__floor__")),
    Builtin::new("generic.__ceil__", "(self)", "math.ceil(self)", |vm, args| as_plain(vm, args, "__ceil__")),
    Builtin::new("generic.__trunc__", "(self)", "math.trunc(self)", |vm, args| as_plain(vm, args, "__trunc__")),
    Builtin::new("generic.__format__", "(self, spec, /)", "format(self, spec)", |vm, args| {
        let plain = scalar_value(this(args)?.1);
        let spec = args.str(1)?.to_owned();
        vm.format(&plain, &spec).map(Value::from)
    }),
];

static FLOATING: &[Builtin] = &[
    Builtin::new("floating.is_integer", "(self)", "Whether it is a whole number.", |vm, args| {
        as_plain(vm, args, "is_integer")
    }),
    Builtin::new("floating.hex", "(self)", "Its bits in hexadecimal.", |vm, args| as_plain(vm, args, "hex")),
    Builtin::new("floating.as_integer_ratio", "(self)", "Two integers whose ratio it is.", |vm, args| {
        as_plain(vm, args, "as_integer_ratio")
    }),
];

static INTEGER: &[Builtin] = &[
    Builtin::new("integer.is_integer", "(self)", "True.", |_, args| this(args).map(|_| Value::from(true))),
    Builtin::new("integer.bit_count", "(self)", "How many bits of the number's size are set.", |vm, args| {
        as_plain(vm, args, "bit_count")
    }),
    Builtin::new("integer.__index__", "(self)", "The number as Python's own.", |_, args| {
        Ok(scalar_value(this(args)?.1))
    }),
];

static GETTERS: &[Getter] = &[
    Getter { name: "T", doc: "The number itself.", get: |_, value| Ok(value.clone()), set: None },
    Getter { name: "real", doc: "The number itself.", get: |_, value| Ok(value.clone()), set: None },
    Getter {
        name: "imag",
        doc: "Zero.",
        get: |_, value| Ok(number_of(value).map_or(Value::None, |(dtype, _)| number_value(dtype, Scalar::Int(0)))),
        set: None,
    },
];

/// The classes from `numpy.generic` down.
pub struct Scalars {
    /// Those without objects of their own: generic, number, integer...
    pub kinds: Vec<Rc<Class>>,
    /// One for each of NumPy's dtypes.
    pub types: Vec<(DType, Rc<Class>)>,
}

thread_local! {
    static SCALARS: Rc<Scalars> = Rc::new(Scalars::new());
}

pub fn classes() -> Rc<Scalars> {
    SCALARS.with(Rc::clone)
}

impl Scalars {
    fn new() -> Scalars {
        let kind = |name: &str, bases: &[Rc<Class>], methods, getters, doc| {
            Class::native("numpy", name, bases, None, methods, getters, doc)
        };
        let generic = kind("generic", &[], METHODS, numpy::GETTERS, "A scalar of NumPy's.");
        generic.define_getters(GETTERS);
        let number = kind("number", std::slice::from_ref(&generic), &[], &[], "A number.");
        let integer = kind("integer", std::slice::from_ref(&number), INTEGER, &[], "A whole number.");
        let signed = kind("signedinteger", std::slice::from_ref(&integer), &[], &[], "A whole number with a sign.");
        let unsigned = kind("unsignedinteger", std::slice::from_ref(&integer), &[], &[], "A whole number from 0 on.");
        let inexact = kind("inexact", std::slice::from_ref(&number), &[], &[], "A number that is rounded.");
        let floating = kind("floating", std::slice::from_ref(&inexact), FLOATING, &[], "A floating-point number.");
        let types = NEW
            .iter()
            .map(|(dtype, new)| {
                let bases = match dtype {
                    DType::Bool => vec![generic.clone()],
                    DType::UInt8 => vec![unsigned.clone()],
                    DType::Float64 => vec![floating.clone(), types().float.clone()],
                    dtype if dtype.is_floating() => vec![floating.clone()],
                    _ => vec![signed.clone()],
                };
                (*dtype, Class::native("numpy", dtype.name(), &bases, Some(new), &[], &[], new.doc))
            })
            .collect();
        Scalars { kinds: vec![generic, number, integer, signed, unsigned, inexact, floating], types }
    }
    fn of(&self, dtype: DType) -> Rc<Class> {
        let found = self.types.iter().find(|(own, _)| *own == dtype);
        found.map_or_else(|| self.kinds[0].clone(), |(_, class)| class.clone())
    }
    /// The dtype that a class of scalars stands for.
    pub fn dtype_of(class: &Class) -> Option<DType> {
        if class.module != "numpy" {
            return None;
        }
        classes().types.iter().find(|(_, own)| std::ptr::eq(&**own, class)).map(|(dtype, _)| *dtype)
    }
}

/// `np.float32`, for a dtype.
pub fn class_of(dtype: DType) -> Value {
    Value::Class(classes().of(dtype))
}

/// A tensor's value as NumPy's functions give results: an array, or a scalar where there are no dimensions.
pub static RESULT: Builtin = Builtin::new(
    "numpy._array",
    "(tensor, /)",
    "A result: an array, or a scalar where there are no dimensions.",
    |_, args| {
        let tensor = super::arguments::tensor_of(args.get(0)).ok_or_else(|| args.wrong(0, "a tensor"))?;
        numpy::plain(&convert::to(&tensor.detach(), None, Some(Device::Cpu), false, false)?)
    },
);
