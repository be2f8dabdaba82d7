//! The class `complex`.

pub use super::complex_number::Complex;
use super::native_operators as by_name;
use super::{float_of, plain, receiver, spec};
use crate::native::{BinaryOp, CompareOp, Native, UnaryOp};
use crate::object::hash_of_float;
use crate::types::types;
use crate::{Args, Builtin, Class, Getter, Raise, Result, Value, Vm};
use std::any::Any;
use std::rc::Rc;

impl From<Complex> for Value {
    fn from(number: Complex) -> Value {
        Value::native(number)
    }
}

/// The value of a complex number or of a subclass instance.
pub fn own(value: &Value) -> Option<Complex> {
    value.downcast::<Complex>().copied()
}

/// The result of `complex()` for a number-like object; None for others.
pub fn complex_of(vm: &mut Vm, value: &Value) -> Result<Option<Complex>> {
    match own(value) {
        Some(number) => Ok(Some(number)),
        None => converted(vm, value),
    }
}

/// The result of `__complex__`, or else a real number.
fn converted(vm: &mut Vm, value: &Value) -> Result<Option<Complex>> {
    if let Value::Instance(_) | Value::Native(_) = value
        && let Some(converted) = vm.call_if_found(value, "__complex__")?
    {
        let wrong = || Raise::type_error(format!("__complex__ returned non-complex (type {})", converted.type_name()));
        return own(&converted).map(Some).ok_or_else(wrong);
    }
    Ok(float_of(vm, value)?.map(Complex::from))
}

/// An operand of a complex number: numbers of built-in types only.
fn operand(vm: &mut Vm, value: &Value) -> Result<Option<Complex>> {
    match plain(value) {
        Value::Bool(_) | Value::Int(_) | Value::BigInt(_) | Value::Float(_) => complex_of(vm, &plain(value)),
        other => Ok(own(&other)),
    }
}

impl Native for Complex {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        types().built_in("complex").clone()
    }
    fn repr(&self, _vm: &mut Vm) -> Result<String> {
        Ok(self.text())
    }
    fn format(&self, _vm: &mut Vm, spec: &str) -> Result<Option<String>> {
        if spec.is_empty() {
            return Ok(None);
        }
        super::written(|out| spec::write_complex(out, self.re, self.im, spec)).map(Some)
    }
    fn binary(
        &self,
        vm: &mut Vm,
        op: BinaryOp,
        _this: &Value,
        other: &Value,
        reflected: bool,
    ) -> Result<Option<Value>> {
        use BinaryOp::{Add, Div, Mul, Pow, Sub};
        if !matches!(op, Add | Sub | Mul | Div | Pow) {
            return Ok(None);
        }
        let Some(other) = operand(vm, other)? else { return Ok(None) };
        let (a, b) = if reflected { (other, *self) } else { (*self, other) };
        Ok(Some(Value::from(match op {
            Add => a + b,
            Sub => a - b,
            Mul => a * b,
            Div => a.quotient(b)?,
            _ => a.power(b)?,
        })))
    }
    fn unary(&self, _vm: &mut Vm, op: UnaryOp, _this: &Value) -> Result<Option<Value>> {
        Ok(match op {
            UnaryOp::Neg => Some(Value::from(-*self)),
            UnaryOp::Pos => Some(Value::from(*self)),
            UnaryOp::Invert => None,
        })
    }
    fn compare(&self, vm: &mut Vm, op: CompareOp, _this: &Value, other: &Value) -> Result<Option<Value>> {
        if !matches!(op, CompareOp::Eq | CompareOp::Ne) {
            return Ok(None);
        }
        let same = match (own(other), plain(other)) {
            (Some(other), _) => *self == other,
            (None, real @ (Value::Bool(_) | Value::Int(_) | Value::BigInt(_) | Value::Float(_))) => {
                self.im == 0.0 && !self.re.is_nan() && vm.equal(&Value::from(self.re), &real)?
            }
            _ => return Ok(None),
        };
        Ok(Some(Value::from(same == (op == CompareOp::Eq))))
    }
    fn truth(&self, _vm: &mut Vm) -> Result<bool> {
        Ok(!self.is_zero())
    }
    /// Without an imaginary part, the hash of the real part.
    fn hash(&self, _vm: &mut Vm) -> Result<Option<u64>> {
        const IMAGINARY: u64 = 1_000_003;
        let hash = hash_of_float(self.re).wrapping_add(hash_of_float(self.im).wrapping_mul(IMAGINARY));
        Ok(Some(if hash == u64::MAX { -2_i64 as u64 } else { hash }))
    }
}

/// `complex(real, imag)`.
pub(super) fn construct(vm: &mut Vm, args: &Args) -> Result<Value> {
    let (first, second) = (args.given(0), args.given(1));
    if let Some(text) = first.and_then(Value::as_str) {
        return match second {
            None => Complex::parse(text).map(Value::from),
            Some(_) => Err(Raise::type_error("complex() can't take second arg if first is a string")),
        };
    }
    if second.and_then(Value::as_str).is_some() {
        return Err(Raise::type_error("complex() second arg can't be a string"));
    }
    if let (Some(number @ Value::Native(_)), None) = (first, second)
        && own(number).is_some()
    {
        return Ok(number.clone());
    }
    let real = match first {
        None => Complex::from(0.0),
        Some(value) => {
            let found = if super::converts_by_itself(value, "__complex__") {
                converted(vm, value)?
            } else {
                complex_of(vm, value)?
            };
            found.ok_or_else(|| wrong("first", "a string or a number", value))?
        }
    };
    let Some(value) = second else { return Ok(Value::from(real)) };
    // A zero part is not added, because that could change the sign of a zero.
    let sum = |x: f64, more: f64| if more == 0.0 { x } else { x + more };
    let (re, im) = match own(value) {
        Some(imaginary) => (real.re - imaginary.im, imaginary.re),
        None => (real.re, float_of(vm, value)?.ok_or_else(|| wrong("second", "a number", value))?),
    };
    Ok(Value::from(Complex::new(re, sum(im, real.im))))
}

fn wrong(which: &str, expected: &str, value: &Value) -> Raise {
    Raise::type_error(format!("complex() {which} argument must be {expected}, not '{}'", value.type_name()))
}

fn this(args: &Args) -> Result<Complex> {
    receiver(args, |value| own(&value))
}

fn power(vm: &mut Vm, args: &Args, reflected: bool) -> Result<Value> {
    this(args)?;
    match (args.get(2).is_none(), reflected) {
        (false, _) => Err(Raise::value_error("complex modulo")),
        (true, false) => by_name::binary(vm, args, BinaryOp::Pow),
        (true, true) => by_name::reflected(vm, args, BinaryOp::Pow),
    }
}

macro_rules! two {
    ($name:literal, $how:ident, $op:expr) => {
        Builtin::new(concat!("complex.__", $name, "__"), "(self, value, /)", "The operator's method.", |vm, args| {
            this(args)?;
            by_name::$how(vm, args, $op)
        })
    };
}

pub(super) static METHODS: &[Builtin] = &[
    Builtin::new("complex.conjugate", "(self, /)", "Return the complex conjugate of its argument.", |_, args| {
        let z = this(args)?;
        Ok(Value::from(Complex::new(z.re, -z.im)))
    }),
    Builtin::new("complex.__complex__", "(self, /)", "Convert this value to exact type complex.", |_, args| {
        this(args).map(Value::from)
    }),
    Builtin::new("complex.__getnewargs__", "(self, /)", "Arguments that recreate the number.", |_, args| {
        let z = this(args)?;
        Ok(Value::pair(Value::from(z.re), Value::from(z.im)))
    }),
    Builtin::new("complex.from_number", "(cls, number, /)", "Convert number to a complex number.", |vm, args| {
        let number = args.get(1);
        let converted = complex_of(vm, number)?;
        let wrong = || Raise::type_error(format!("must be real number, not {}", number.type_name()));
        let value = Value::from(converted.ok_or_else(wrong)?);
        match args.get(0) {
            Value::Class(class) if !Rc::ptr_eq(class, types().built_in("complex")) => {
                vm.call(args.get(0), &[value], &[])
            }
            _ => Ok(value),
        }
    }),
    Builtin::new("complex.__abs__", "(self, /)", "abs(self)", |_, args| this(args)?.magnitude().map(Value::from)),
    Builtin::new("complex.__bool__", "(self, /)", "True if self else False", |_, args| {
        Ok(Value::from(!this(args)?.is_zero()))
    }),
    Builtin::new("complex.__hash__", "(self, /)", "Return hash(self).", |vm, args| {
        let hash = this(args)?.hash(vm)?;
        Ok(Value::Int(hash.unwrap_or_default() as i64))
    }),
    Builtin::new("complex.__repr__", "(self, /)", "Return repr(self).", |_, args| Ok(Value::from(this(args)?.text()))),
    Builtin::new(
        "complex.__format__",
        "(self, format_spec, /)",
        "Convert to a string according to format_spec.",
        |vm, args| {
            let (z, spec) = (this(args)?, args.get(1));
            let wrong = || Raise::type_error(format!("__format__() argument must be str, not {}", super::spoken(spec)));
            let spec = spec.as_str().ok_or_else(wrong)?;
            Ok(Value::from(z.format(vm, spec)?.unwrap_or_else(|| z.text())))
        },
    ),
    two!("add", binary, BinaryOp::Add),
    two!("radd", reflected, BinaryOp::Add),
    two!("sub", binary, BinaryOp::Sub),
    two!("rsub", reflected, BinaryOp::Sub),
    two!("mul", binary, BinaryOp::Mul),
    two!("rmul", reflected, BinaryOp::Mul),
    two!("truediv", binary, BinaryOp::Div),
    two!("rtruediv", reflected, BinaryOp::Div),
    Builtin::new("complex.__pow__", "(self, value, mod=None, /)", "Return pow(self, value, mod).", |vm, args| {
        power(vm, args, false)
    }),
    Builtin::new("complex.__rpow__", "(self, value, mod=None, /)", "Return pow(value, self, mod).", |vm, args| {
        power(vm, args, true)
    }),
    two!("eq", compare, CompareOp::Eq),
    two!("ne", compare, CompareOp::Ne),
    two!("lt", compare, CompareOp::Lt),
    two!("le", compare, CompareOp::Le),
    two!("gt", compare, CompareOp::Gt),
    two!("ge", compare, CompareOp::Ge),
    Builtin::new("complex.__neg__", "(self, /)", "-self", |_, args| this(args).map(|z| Value::from(-z))),
    Builtin::new("complex.__pos__", "(self, /)", "+self", |_, args| this(args).map(Value::from)),
];

fn part(value: &Value, pick: fn(Complex) -> f64) -> Result<Value> {
    let foreign = || Raise::type_error(format!("expected a complex number, not '{}'", value.type_name()));
    own(value).map(|z| Value::from(pick(z))).ok_or_else(foreign)
}

pub(super) static GETTERS: &[Getter] = &[
    Getter { name: "real", doc: "the real part of a complex number", get: |_, x| part(x, |z| z.re), set: None },
    Getter { name: "imag", doc: "the imaginary part of a complex number", get: |_, x| part(x, |z| z.im), set: None },
];

/// A negative float to a fractional power.
pub(crate) fn power_of_floats(x: f64, y: f64) -> Result<Value> {
    Complex::from(x).power(Complex::from(y)).map(Value::from)
}
