//! The class `decimal.Decimal`: operators, conversions and texts.

use super::context::{self, apply, current, given_or_current};
use super::convert::{compared, exact, of_float, operand};
use super::format::format;
use super::natural::Natural;
use super::number::{Decimal, Kind, Work, compare};
use super::settings::*;
use std::any::Any;
use std::rc::Rc;
use tensorcell_language::builtins::native_operators as by_name;
use tensorcell_language::native::{BinaryOp, CompareOp, Native, UnaryOp};
use tensorcell_language::{Args, Builtin, Class, Exc, Getter, Raise, Result, Value, Vm};

thread_local! {
    pub static CLASS: Rc<Class> = Class::native(
        "decimal",
        "Decimal",
        &[],
        Some(&NEW),
        METHODS,
        GETTERS,
        "Construct a new Decimal object. 'value' can be an integer, string, tuple,\nor another Decimal object. \
         If no value is given, return Decimal('0'). The\ncontext does not affect the conversion and is only passed to \
         determine if\nthe InvalidOperation trap is active.",
    )
    .shown_in_full();
}

static NEW: Builtin =
    Builtin::new("Decimal", "(value=..., context=None)", "Construct a new Decimal object.", |vm, args| {
        let Some(value) = args.given(0) else { return Ok(Value::native(Decimal::whole(0))) };
        if let Value::Native(native) = value.beneath()
            && native.as_any().is::<Decimal>()
        {
            return Ok(value.beneath().clone());
        }
        let context = given_or_current(vm, args.given(1))?;
        apply(vm, &context, |work| work.converted(value))
    });

type Operation = fn(&mut Work, &Decimal, &Decimal) -> Result<Decimal>;

fn operation(op: BinaryOp) -> Option<Operation> {
    Some(match op {
        BinaryOp::Add => |work, a, b| work.add(a, b),
        BinaryOp::Sub => |work, a, b| work.subtract(a, b),
        BinaryOp::Mul => |work, a, b| work.multiply(a, b),
        BinaryOp::Div => |work, a, b| work.divide(a, b),
        BinaryOp::FloorDiv => |work, a, b| work.floor_divide(a, b),
        BinaryOp::Mod => |work, a, b| work.remainder(a, b),
        BinaryOp::Pow => |work, a, b| work.power(a, b),
        _ => return None,
    })
}

impl Native for Decimal {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        CLASS.with(Rc::clone)
    }
    fn repr(&self, vm: &mut Vm) -> Result<String> {
        Ok(format!("Decimal('{}')", self.str(vm)?))
    }
    fn str(&self, vm: &mut Vm) -> Result<String> {
        let context = current(vm)?;
        self.text(vm, context::of(&context)?.settings().capitals, false)
    }
    fn format(&self, vm: &mut Vm, spec: &str) -> Result<Option<String>> {
        let context = current(vm)?;
        format(vm, self, spec, &context::of(&context)?.settings()).map(Some)
    }
    fn binary(
        &self,
        vm: &mut Vm,
        op: BinaryOp,
        _this: &Value,
        other: &Value,
        reflected: bool,
    ) -> Result<Option<Value>> {
        let (Some(operation), Some(other)) = (operation(op), exact(other)) else { return Ok(None) };
        let (a, b) = if reflected { (&*other, self) } else { (self, &*other) };
        let context = current(vm)?;
        apply(vm, &context, |work| operation(work, a, b)).map(Some)
    }
    fn unary(&self, vm: &mut Vm, op: UnaryOp, _this: &Value) -> Result<Option<Value>> {
        let context = current(vm)?;
        match op {
            UnaryOp::Neg => apply(vm, &context, |work| work.plus(&negated(self))).map(Some),
            UnaryOp::Pos => apply(vm, &context, |work| work.plus(self)).map(Some),
            UnaryOp::Invert => Ok(None),
        }
    }
    fn compare(&self, vm: &mut Vm, op: CompareOp, _this: &Value, other: &Value) -> Result<Option<Value>> {
        let equality = matches!(op, CompareOp::Eq | CompareOp::Ne);
        match exact(other) {
            Some(other) if !self.is_nan() && !other.is_nan() => {
                Ok(Some(Value::from(op.holds(compare(vm, self, &other)?))))
            }
            _ => compare_slowly(vm, op, self, other, equality),
        }
    }
    fn truth(&self, _vm: &mut Vm) -> Result<bool> {
        Ok(!self.is_zero())
    }
    fn hash(&self, vm: &mut Vm) -> Result<Option<u64>> {
        match self.hash_of() {
            Some(hash) => vm.hash(&Value::Int(hash)).map(Some),
            None if self.kind == Kind::Signaling => Err(Raise::type_error("Cannot hash a signaling NaN value")),
            None => Ok(None),
        }
    }
    fn to_int(&self, vm: &mut Vm) -> Result<Option<Value>> {
        Decimal::to_int(self, vm).map(Some)
    }
    fn to_index(&self, _vm: &mut Vm) -> Result<Option<Value>> {
        Ok(None)
    }
    fn to_float(&self, vm: &mut Vm) -> Result<Option<f64>> {
        Decimal::to_float(self, vm).map(Some)
    }
}

/// With the other sign. The sign of a NaN is not changed by arithmetic.
pub fn negated(number: &Decimal) -> Decimal {
    number.signed(number.negative == number.is_nan())
}

/// Compares with NaNs and with numbers of other kinds.
fn compare_slowly(vm: &mut Vm, op: CompareOp, a: &Decimal, other: &Value, equality: bool) -> Result<Option<Value>> {
    let context = current(vm)?;
    let context = context::of(&context)?;
    let Some((b, by)) = compared(vm, context, other, equality)? else { return Ok(None) };
    if a.is_nan() || b.is_nan() {
        if !equality || a.kind == Kind::Signaling || b.kind == Kind::Signaling {
            context.note(vm, INVALID)?;
        }
        return Ok(Some(Value::from(op == CompareOp::Ne)));
    }
    let mut scaled = a.clone();
    if a.is_finite() {
        scaled.coefficient = a.coefficient.times(vm, &by.coefficient)?;
    }
    Ok(Some(Value::from(op.holds(compare(vm, &scaled, &b)?))))
}

pub fn receiver(args: &Args) -> Result<&Decimal> {
    args.get(0).downcast::<Decimal>().ok_or_else(|| args.wrong(0, "decimal.Decimal"))
}

/// A whole number by a rounding.
fn whole(vm: &mut Vm, args: &Args, rounding: Rounding) -> Result<Value> {
    let number = receiver(args)?;
    let mut work = Work { vm, settings: Settings::WIDEST.with(rounding), status: 0 };
    let found = if number.is_finite() { work.integral(number, false)? } else { number.clone() };
    Decimal::to_int(&found, vm)
}

fn divmod(vm: &mut Vm, args: &Args, reflected: bool) -> Result<Value> {
    let (this, Some(other)) = (receiver(args)?, exact(args.get(1))) else { return Ok(Value::NotImplemented) };
    let (a, b) = if reflected { (&*other, this) } else { (this, &*other) };
    let context = current(vm)?;
    let (quotient, rest) = context::of(&context)?.apply(vm, |work| work.divmod(a, b))?;
    Ok(Value::pair(Value::native(quotient), Value::native(rest)))
}

fn power(vm: &mut Vm, args: &Args) -> Result<Value> {
    let modulus = args.get(2);
    if modulus.is_none() {
        return by_name::binary(vm, args, BinaryOp::Pow);
    }
    let a = receiver(args)?;
    let (Some(b), Some(modulus)) = (exact(args.get(1)), exact(modulus)) else { return Ok(Value::NotImplemented) };
    let context = current(vm)?;
    apply(vm, &context, |work| work.power_modulo(a, &b, &modulus))
}

fn round(vm: &mut Vm, args: &Args) -> Result<Value> {
    let places = match args.given(1) {
        None | Some(Value::None) => return whole(vm, args, Rounding::HalfEven),
        Some(places) => match places.beneath() {
            Value::Int(places) => *places,
            Value::Bool(places) => i64::from(places.get()),
            Value::BigInt(_) => {
                return Err(Raise::new(Exc::OverflowError, "Python int too large to convert to C ssize_t"));
            }
            _ => return Err(Raise::type_error("optional arg must be an integer")),
        },
    };
    let unit = Decimal::finite(false, Natural::ONE, places.saturating_neg());
    let context = current(vm)?;
    let number = receiver(args)?;
    apply(vm, &context, |work| work.quantize(number, &unit))
}

/// The text of the tuple's third item, or the exponent.
fn tuple_exponent(number: &Decimal) -> Value {
    match number.kind {
        Kind::Finite => Value::Int(number.exponent),
        Kind::Infinite => Value::str("F"),
        Kind::Quiet => Value::str("n"),
        Kind::Signaling => Value::str("N"),
    }
}

fn as_tuple(vm: &mut Vm, args: &Args) -> Result<Value> {
    let number = receiver(args)?;
    let digits = match number.is_nan() && number.coefficient.is_zero() {
        true => String::new(),
        false => number.coefficient.text(vm)?,
    };
    let digits = digits.bytes().map(|digit| Value::Int(i64::from(digit - b'0'))).collect();
    let parts = [Value::Int(i64::from(number.negative)), Value::tuple(digits), tuple_exponent(number)];
    let module = vm.import("_decimal_context")?;
    let class = vm.get_attr(&module, "DecimalTuple")?;
    vm.call(&class, &parts, &[])
}

fn as_integer_ratio(vm: &mut Vm, args: &Args) -> Result<Value> {
    let number = receiver(args)?;
    match number.kind {
        Kind::Infinite => return Err(Raise::new(Exc::OverflowError, "cannot convert Infinity to integer ratio")),
        Kind::Quiet | Kind::Signaling => return Err(Raise::value_error("cannot convert NaN to integer ratio")),
        Kind::Finite => {}
    }
    let n = number.coefficient.scaled(vm, number.exponent.max(0))?.to_big();
    let unit = Natural::ten_to(vm, (-number.exponent).max(0))?.to_big();
    let shared = tensorcell_language::big::gcd(vm, &n, &unit)?;
    let (n, unit) = (n / &shared, unit / shared);
    Ok(Value::pair(Value::big(if number.negative { -n } else { n }), Value::big(unit)))
}

fn from_float(vm: &mut Vm, args: &Args) -> Result<Value> {
    let given = args.get(1);
    let number = match (exact(given), given.beneath()) {
        (Some(number), Value::Int(_) | Value::BigInt(_) | Value::Bool(_)) => number.into_owned(),
        (_, Value::Float(x)) => of_float(vm, x.plain())?,
        _ => return Err(Raise::type_error("argument must be int or float")),
    };
    match args.get(0) {
        Value::Class(class) if !CLASS.with(|own| Rc::ptr_eq(own, class)) => {
            vm.call(args.get(0), &[Value::native(number)], &[])
        }
        _ => Ok(Value::native(number)),
    }
}

fn reduced(vm: &mut Vm, args: &Args) -> Result<Value> {
    let text = receiver(args)?.text(vm, true, false)?;
    let class = Value::Class(vm.class_of(args.get(0)));
    Ok(Value::pair(class, Value::tuple(vec![Value::from(text)])))
}

fn itself(_: &mut Vm, args: &Args) -> Result<Value> {
    Ok(args.get(0).clone())
}

static GETTERS: &[Getter] = &[
    Getter { name: "real", doc: "The number itself.", get: |_, value| Ok(value.clone()), set: None },
    Getter { name: "imag", doc: "Decimal(0)", get: |_, _| Ok(Value::native(Decimal::whole(0))), set: None },
];

macro_rules! two {
    ($name:literal, $how:ident, $op:expr) => {
        Builtin::new(concat!("Decimal.__", $name, "__"), "(self, value, /)", "The operator's method.", |vm, args| {
            by_name::$how(vm, args, $op)
        })
    };
}

static METHODS: &[Builtin] = &[
    two!("add", binary, BinaryOp::Add),
    two!("sub", binary, BinaryOp::Sub),
    two!("mul", binary, BinaryOp::Mul),
    two!("truediv", binary, BinaryOp::Div),
    two!("floordiv", binary, BinaryOp::FloorDiv),
    two!("mod", binary, BinaryOp::Mod),
    two!("radd", reflected, BinaryOp::Add),
    two!("rsub", reflected, BinaryOp::Sub),
    two!("rmul", reflected, BinaryOp::Mul),
    two!("rtruediv", reflected, BinaryOp::Div),
    two!("rfloordiv", reflected, BinaryOp::FloorDiv),
    two!("rmod", reflected, BinaryOp::Mod),
    two!("rpow", reflected, BinaryOp::Pow),
    two!("eq", compare, CompareOp::Eq),
    two!("ne", compare, CompareOp::Ne),
    two!("lt", compare, CompareOp::Lt),
    two!("le", compare, CompareOp::Le),
    two!("gt", compare, CompareOp::Gt),
    two!("ge", compare, CompareOp::Ge),
    Builtin::new("Decimal.__pow__", "(self, value, mod=None, /)", "Return pow(self, value, mod).", power),
    Builtin::new("Decimal.__divmod__", "(self, value, /)", "Return divmod(self, value).", |vm, args| {
        divmod(vm, args, false)
    }),
    Builtin::new("Decimal.__rdivmod__", "(self, value, /)", "Return divmod(value, self).", |vm, args| {
        divmod(vm, args, true)
    }),
    Builtin::new("Decimal.__neg__", "(self, /)", "-self", |vm, args| by_name::unary(vm, args, UnaryOp::Neg)),
    Builtin::new("Decimal.__pos__", "(self, /)", "+self", |vm, args| by_name::unary(vm, args, UnaryOp::Pos)),
    Builtin::new("Decimal.__abs__", "(self, /)", "abs(self)", |vm, args| {
        let number = receiver(args)?;
        let context = current(vm)?;
        let negative = number.negative && number.is_nan();
        apply(vm, &context, |work| work.plus(&number.signed(negative)))
    }),
    Builtin::new("Decimal.__bool__", "(self, /)", "True if self else False", by_name::truth),
    Builtin::new("Decimal.__hash__", "(self, /)", "Return hash(self).", |vm, args| {
        let value = args.get(0).beneath().clone();
        vm.hash(&value).map(|hash| Value::Int(hash as i64))
    }),
    Builtin::new("Decimal.__int__", "(self, /)", "int(self)", |vm, args| by_name::int(vm, args, false)),
    Builtin::new("Decimal.__trunc__", "(self, /)", "Truncate to an integer.", |vm, args| by_name::int(vm, args, false)),
    Builtin::new("Decimal.__float__", "(self, /)", "float(self)", by_name::float),
    Builtin::new("Decimal.__complex__", "(self, /)", "Convert this value to exact type complex.", |vm, args| {
        let number = Decimal::to_float(receiver(args)?, vm)?;
        let module = vm.import("builtins")?;
        let class = vm.get_attr(&module, "complex")?;
        vm.call(&class, &[Value::from(number)], &[])
    }),
    Builtin::new("Decimal.__floor__", "(self, /)", "Round down to an integer.", |vm, args| {
        whole(vm, args, Rounding::Floor)
    }),
    Builtin::new("Decimal.__ceil__", "(self, /)", "Round up to an integer.", |vm, args| {
        whole(vm, args, Rounding::Ceiling)
    }),
    Builtin::new(
        "Decimal.__round__",
        "(self, ndigits=None, /)",
        "Round to an integer, or to a number of digits.",
        round,
    ),
    Builtin::new("Decimal.__repr__", "(self, /)", "Return repr(self).", |vm, args| {
        receiver(args)?.repr(vm).map(Value::from)
    }),
    Builtin::new("Decimal.__str__", "(self, /)", "Return str(self).", |vm, args| {
        receiver(args)?.str(vm).map(Value::from)
    }),
    Builtin::new(
        "Decimal.__format__",
        "(self, fmtarg, override=None, /)",
        "Formats the Decimal according to fmtarg.",
        |vm, args| {
            let spec = args.get(1).as_str().ok_or_else(|| Raise::type_error("format arg must be str"))?;
            Ok(Native::format(receiver(args)?, vm, spec)?.map_or(Value::None, Value::from))
        },
    ),
    Builtin::new("Decimal.__copy__", "(self, /)", "Return self.", itself),
    Builtin::new("Decimal.__deepcopy__", "(self, memo, /)", "Return self.", itself),
    Builtin::new("Decimal.__reduce__", "(self, /)", "Return state information for pickling.", reduced),
    Builtin::new(
        "Decimal.from_float",
        "(cls, f, /)",
        "Class method that converts a float to a decimal number, exactly.",
        from_float,
    ),
    Builtin::new("Decimal.as_tuple", "(self, /)", "Return a tuple representation of the number.", as_tuple),
    Builtin::new(
        "Decimal.as_integer_ratio",
        "(self, /)",
        "Return a pair of integers whose ratio is exactly equal to the original.",
        as_integer_ratio,
    ),
    Builtin::new("Decimal.adjusted", "(self, /)", "Return the adjusted exponent of the number.", |vm, args| {
        let number = receiver(args)?;
        if !number.is_finite() {
            return Ok(Value::Int(0));
        }
        number.adjusted(vm).map(Value::Int)
    }),
    Builtin::new("Decimal.conjugate", "(self, /)", "Return self.", itself),
    Builtin::new("Decimal.canonical", "(self, /)", "Return the canonical encoding of the argument.", itself),
    Builtin::new("Decimal.radix", "(self, /)", "Return Decimal(10), the base of all arithmetic.", |_, _| {
        Ok(Value::native(Decimal::whole(10)))
    }),
    Builtin::new(
        "Decimal.quantize",
        "(self, exp, rounding=None, context=None)",
        "Quantize to the exponent of another number.",
        |vm, args| {
            let context = given_or_current(vm, args.given(3))?;
            let context = context::of(&context)?;
            let settings = match args.given(2) {
                None | Some(Value::None) => context.settings(),
                Some(name) => context.settings().with(context::rounding(name)?),
            };
            let (number, unit) = (receiver(args)?, operand(args.get(1))?);
            context.apply_with(vm, settings, |work| work.quantize(number, &unit)).map(Value::native)
        },
    ),
    Builtin::new(
        "Decimal.to_integral_value",
        "(self, rounding=None, context=None)",
        "Round to the nearest integer without signaling.",
        |vm, args| to_whole(vm, args, false),
    ),
    Builtin::new(
        "Decimal.to_integral",
        "(self, rounding=None, context=None)",
        "Identical to the to_integral_value() method.",
        |vm, args| to_whole(vm, args, false),
    ),
    Builtin::new(
        "Decimal.to_integral_exact",
        "(self, rounding=None, context=None)",
        "Round to the nearest integer, signaling Inexact or Rounded.",
        |vm, args| to_whole(vm, args, true),
    ),
    Builtin::new(
        "Decimal.to_eng_string",
        "(self, context=None)",
        "Convert to an engineering-type string.",
        |vm, args| {
            let context = given_or_current(vm, args.given(1))?;
            let capitals = context::of(&context)?.settings().capitals;
            receiver(args)?.text(vm, capitals, true).map(Value::from)
        },
    ),
];

fn to_whole(vm: &mut Vm, args: &Args, reports: bool) -> Result<Value> {
    let context = given_or_current(vm, args.given(2))?;
    let context = context::of(&context)?;
    let settings = match args.given(1) {
        None | Some(Value::None) => context.settings(),
        Some(name) => context.settings().with(context::rounding(name)?),
    };
    let number = receiver(args)?;
    context.apply_with(vm, settings, |work| work.integral(number, reports)).map(Value::native)
}
