//! Built-in functions of numbers (abs, round, divmod, pow) and the methods of int and float.

use super::{bytes, number, receiver};
use crate::native::BinaryOp;
use crate::{Args, Builtin, Exc, Getter, Raise, Result, Truth, Value, Vm};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};

pub static FUNCTIONS: &[Builtin] = &[
    Builtin::new(
        "abs",
        "(x, /)",
        "Return the absolute value of the argument.\n\n\
         >>> abs(-3)\n\
         3",
        |vm, args| {
            let x = args.get(0);
            match x {
                Value::Int(i) => Ok(number::from_wide((*i as i128).abs())),
                Value::Float(x) => Ok(Value::from(x.get().abs())),
                Value::Bool(b) => Ok(Value::Int(*b as i64)),
                Value::BigInt(b) => Ok(number::from_big(b.abs())),
                _ => {
                    // Native types define the operation as `abs`.
                    let native = matches!(x.beneath(), Value::Native(_));
                    let mut method = vm.find_special(x, "__abs__")?;
                    if method.is_none() && native {
                        method = vm.find_attr(x, "abs")?;
                    }
                    match method {
                        Some(method) => vm.call(&method, &[], &[]),
                        None => Err(Raise::type_error(format!("bad operand type for abs(): '{}'", x.type_name()))),
                    }
                }
            }
        },
    )
    .quick(|args| match args {
        [Value::Int(x)] => x.checked_abs().map(Value::Int),
        [Value::Float(x)] => Some(Value::from(x.get().abs())),
        _ => None,
    }),
    Builtin::new(
        "round",
        "(number, ndigits=None)",
        "Round a number to a given precision in decimal digits, halves to even.\n\n\
         The return value is an integer if ndigits is omitted or None; else it has the number's type.\n\n\
         >>> round(2.675, 2)\n\
         2.67",
        |vm, args| {
            let x = args.get(0);
            match x {
                Value::Float(x) => round_float(vm, x.get(), args.get(1)),
                Value::Bool(_) | Value::Int(_) | Value::BigInt(_) => round_int(vm, x, args.get(1)),
                _ => match vm.find_special(x, "__round__")? {
                    Some(method) if args.get(1).is_none() => vm.call(&method, &[], &[]),
                    Some(method) => vm.call(&method, &[args.get(1).clone()], &[]),
                    None => Err(Raise::type_error(format!("type {} doesn't define __round__ method", x.type_name()))),
                },
            }
        },
    ),
    Builtin::new(
        "divmod",
        "(x, y, /)",
        "Return the tuple (x//y, x%y).\n\n\
         >>> divmod(7, 2)\n\
         (3, 1)",
        |vm, args| {
            let (x, y) = (args.get(0), args.get(1));
            for (object, method, other) in [(x, "__divmod__", y), (y, "__rdivmod__", x)] {
                if matches!(object, Value::Instance(_) | Value::Native(_))
                    && let Some(method) = vm.find_special(object, method)?
                {
                    match vm.call(&method, std::slice::from_ref(other), &[])? {
                        Value::NotImplemented => {}
                        found => return Ok(found),
                    }
                }
            }
            let unsupported = || {
                let (a, b) = (x.type_name(), y.type_name());
                Raise::type_error(format!("unsupported operand type(s) for divmod(): '{a}' and '{b}'"))
            };
            // Native classes may define division without divmod.
            if [x, y].iter().any(|value| matches!(value, Value::Native(_))) {
                return Err(unsupported());
            }
            let renamed = |error: Raise| {
                if error.is(Exc::TypeError) {
                    unsupported()
                } else if error.0.value.is_none() && error.0.message == "float floor division by zero" {
                    Raise::new(Exc::ZeroDivisionError, "float divmod()")
                } else {
                    error
                }
            };
            let quotient = vm.binary(BinaryOp::FloorDiv, x, y).map_err(renamed)?;
            let remainder = vm.binary(BinaryOp::Mod, x, y)?;
            Ok(Value::tuple(vec![quotient, remainder]))
        },
    ),
    Builtin::new(
        "pow",
        "(base, exp, mod=None)",
        "Equivalent to base**exp with 2 arguments or base**exp % mod with 3 arguments (integers only).\n\n\
         >>> pow(2, 5, 7)\n\
         4",
        |vm, args| {
            if args.get(2).is_none() {
                return vm.binary(BinaryOp::Pow, args.get(0), args.get(1));
            }
            if super::converts_by_itself(args.get(0), "__pow__") {
                return vm.call_method(args.get(0), "__pow__", &[args.get(1).clone(), args.get(2).clone()]);
            }
            let given = [0, 1, 2].map(|i| args.get(i));
            let Some(power) = number::power_modulo(vm, given)? else {
                if matches!(args.get(0), Value::Instance(_) | Value::Native(_))
                    && vm.find_attr(args.get(0), "__pow__")?.is_some()
                {
                    return vm.call_method(args.get(0), "__pow__", &[args.get(1).clone(), args.get(2).clone()]);
                }
                if given.iter().any(|value| super::complex::own(value).is_some()) {
                    return Err(Raise::value_error("complex modulo"));
                }
                return Err(Raise::type_error(match given.iter().any(|value| matches!(value, Value::Float(_))) {
                    true => "pow() 3rd argument not allowed unless all arguments are integers".to_owned(),
                    false => {
                        let [base, exponent, modulus] = given.map(Value::type_name);
                        format!("unsupported operand type(s) for ** or pow(): '{base}', '{exponent}', '{modulus}'")
                    }
                }));
            };
            Ok(power)
        },
    ),
];

fn round_float(vm: &mut Vm, x: f64, digits: &Value) -> Result<Value> {
    if digits.is_none() {
        return number::float_to_int(x.round_ties_even());
    }
    let digits = super::clipped_index(vm, digits)?;
    if !x.is_finite() || x == 0.0 || digits > 330 {
        return Ok(Value::from(x));
    }
    let rounded = round_digits(x, digits.max(-400));
    if rounded.is_infinite() {
        return Err(Raise::new(Exc::OverflowError, "rounded value too large to represent"));
    }
    Ok(Value::from(rounded))
}

/// The float nearest to the exact value of `x` rounded to `digits` decimals.
pub(crate) fn round_digits(x: f64, digits: i64) -> f64 {
    if digits >= 0 {
        let text = format!("{x:.0$}", digits as usize);
        return text.parse().unwrap_or(x);
    }
    let exponent = format!("{x:e}").split_once('e').and_then(|(_, e)| e.parse::<i64>().ok()).unwrap_or(0);
    let kept = exponent + digits;
    if kept >= 0 {
        let text = format!("{x:.0$e}", kept as usize);
        return text.parse().unwrap_or(x);
    }
    let half: f64 = format!("5e{exponent}").parse().unwrap_or(f64::INFINITY);
    let up = kept == -1 && x.abs() > half;
    let size: f64 = if up { format!("1e{}", exponent + 1).parse().unwrap_or(f64::INFINITY) } else { 0.0 };
    size.copysign(x)
}

fn round_int(vm: &mut Vm, x: &Value, digits: &Value) -> Result<Value> {
    let n = number::to_big(x).unwrap_or_default();
    let digits = if digits.is_none() { 0 } else { super::clipped_index(vm, digits)? };
    if digits >= 0 {
        return Ok(number::from_big(n));
    }
    if digits.unsigned_abs() as u128 > n.bits() as u128 {
        return Ok(Value::Int(0));
    }
    let unit = BigInt::from(10).pow(digits.unsigned_abs() as u32);
    let (quotient, remainder) = n.div_mod_floor(&unit);
    let twice = &remainder * 2;
    let up = twice > unit || (twice == unit && quotient.is_odd());
    Ok(number::from_big((quotient + up as i32) * unit))
}

fn int(args: &Args) -> Result<BigInt> {
    receiver(args, |value| number::to_big(&value))
}

fn float(args: &Args) -> Result<f64> {
    receiver(args, |value| match value {
        Value::Float(x) => Some(x.get()),
        _ => None,
    })
}

pub(crate) static INT_METHODS: &[Builtin] = &[
    Builtin::new(
        "int.bit_length",
        "(self, /)",
        "Number of bits necessary to represent self in binary.\n\n>>> (37).bit_length()\n6",
        |_, args| Ok(Value::Int(int(args)?.bits() as i64)),
    ),
    Builtin::new(
        "int.bit_count",
        "(self, /)",
        "Number of ones in the binary representation of the absolute value of self.\n\n>>> (13).bit_count()\n3",
        |_, args| Ok(Value::Int(int(args)?.magnitude().count_ones() as i64)),
    ),
    Builtin::new("int.conjugate", "(self, /)", "Returns self, the complex conjugate of any int.", |_, args| {
        int(args).map(number::from_big)
    }),
    Builtin::new(
        "int.as_integer_ratio",
        "(self, /)",
        "Return a pair of integers, whose ratio is equal to the original int.\n\n>>> (-10).as_integer_ratio()\n(-10, 1)",
        |_, args| Ok(Value::tuple(vec![number::from_big(int(args)?), Value::Int(1)])),
    ),
    Builtin::new(
        "int.is_integer",
        "(self, /)",
        "Returns True. Exists for duck type compatibility with float.is_integer.",
        |_, args| int(args).map(|_| Value::Bool(Truth::True)),
    ),
    Builtin::new(
        "int.to_bytes",
        "(self, /, length=1, byteorder='big', *, signed=False)",
        "Return an array of bytes representing an integer.",
        |vm, args| {
            let n = int(args)?;
            let length = super::clipped_index(vm, args.get(1))?;
            let length =
                usize::try_from(length).map_err(|_| Raise::value_error("length argument must be non-negative"))?;
            super::guard_size(length as u128, 1)?;
            let signed = vm.truth(args.get(3))?;
            let big_endian = byte_order(args, 2)?;
            if n.is_negative() && !signed {
                return Err(Raise::new(Exc::OverflowError, "can't convert negative int to unsigned"));
            }
            let mut data = if signed { n.to_signed_bytes_le() } else { n.magnitude().to_bytes_le() };
            if n.is_zero() {
                data.clear();
            }
            if data.len() > length {
                return Err(Raise::new(Exc::OverflowError, "int too big to convert"));
            }
            data.resize(length, if n.is_negative() { 0xff } else { 0 });
            if big_endian {
                data.reverse();
            }
            Ok(Value::bytes(data))
        },
    ),
    Builtin::new(
        "int.from_bytes",
        "(cls, /, bytes, byteorder='big', *, signed=False)",
        "Return the integer represented by the given array of bytes.",
        |vm, args| {
            let source = args.get(1);
            let made = match source {
                Value::Instance(_) => vm.call_if_found(source, "__bytes__")?,
                _ => None,
            };
            let mut data = bytes::data(vm, made.as_ref().unwrap_or(source))?;
            if byte_order(args, 2)? {
                data.reverse();
            }
            let number = match vm.truth(args.get(3))? {
                true => BigInt::from_signed_bytes_le(&data),
                false => BigInt::from_bytes_le(num_bigint::Sign::Plus, &data),
            };
            of_class(vm, args.get(0), number::from_big(number))
        },
    ),
    Builtin::new(
        "int.__round__",
        "(self, ndigits=None, /)",
        "Rounding an int to a negative number of digits.",
        |vm, args| {
            let x = number::from_big(int(args)?);
            round_int(vm, &x, args.get(1))
        },
    ),
    Builtin::new("int.__trunc__", "(self, /)", "Truncating an int returns itself.", |_, args| {
        int(args).map(number::from_big)
    }),
    Builtin::new("int.__floor__", "(self, /)", "Flooring an int returns itself.", |_, args| {
        int(args).map(number::from_big)
    }),
    Builtin::new("int.__ceil__", "(self, /)", "Ceiling of an int returns itself.", |_, args| {
        int(args).map(number::from_big)
    }),
    Builtin::new("int.__int__", "(self, /)", "int(self)", |_, args| int(args).map(number::from_big)),
    Builtin::new("int.__index__", "(self, /)", "Return self as an index.", |_, args| int(args).map(number::from_big)),
    Builtin::new("int.__float__", "(self, /)", "float(self)", |_, args| {
        number::big_to_float(&int(args)?).map(Value::from)
    }),
    Builtin::new("int.__bool__", "(self, /)", "True if self else False", |_, args| {
        Ok(Value::from(!int(args)?.is_zero()))
    }),
];

/// Converts the result of a class method to a subclass, by its constructor.
fn of_class(vm: &mut Vm, class: &Value, number: Value) -> Result<Value> {
    match class {
        Value::Class(own) if matches!(own.name.as_str(), "int" | "float") => Ok(number),
        _ => vm.call(class, &[number], &[]),
    }
}

/// True for big-endian.
fn byte_order(args: &Args, slot: usize) -> Result<bool> {
    match args.str(slot)? {
        "big" => Ok(true),
        "little" => Ok(false),
        _ => Err(Raise::value_error("byteorder must be either 'little' or 'big'")),
    }
}

pub(crate) static INT_GETTERS: &[Getter] = &[
    Getter { name: "real", doc: "the real part of a complex number", get: |_, x| Ok(int_of(x)), set: None },
    Getter { name: "imag", doc: "the imaginary part of a complex number", get: |_, _| Ok(Value::Int(0)), set: None },
    Getter {
        name: "numerator",
        doc: "the numerator of a rational number in lowest terms",
        get: |_, x| Ok(int_of(x)),
        set: None,
    },
    Getter {
        name: "denominator",
        doc: "the denominator of a rational number in lowest terms",
        get: |_, _| Ok(Value::Int(1)),
        set: None,
    },
];

fn int_of(value: &Value) -> Value {
    number::to_big(&super::plain(value)).map_or(Value::Int(0), number::from_big)
}

pub(crate) static FLOAT_GETTERS: &[Getter] = &[
    Getter { name: "real", doc: "the real part of a complex number", get: |_, x| Ok(super::plain(x)), set: None },
    Getter { name: "imag", doc: "the imaginary part of a complex number", get: |_, _| Ok(Value::from(0.0)), set: None },
];

pub(crate) static FLOAT_METHODS: &[Builtin] = &[
    Builtin::new("float.is_integer", "(self, /)", "Return True if the float is an integer.", |_, args| {
        let x = float(args)?;
        Ok(Value::from(x.is_finite() && x.fract() == 0.0))
    }),
    Builtin::new("float.conjugate", "(self, /)", "Return self, the complex conjugate of any float.", |_, args| {
        float(args).map(Value::from)
    }),
    Builtin::new(
        "float.as_integer_ratio",
        "(self, /)",
        "Return a pair of integers, whose ratio is exactly equal to the original float.\n\n>>> (-.25).as_integer_ratio()\n(-1, 4)",
        |_, args| {
            let x = float(args)?;
            if x.is_nan() {
                return Err(Raise::value_error("cannot convert NaN to integer ratio"));
            }
            if x.is_infinite() {
                return Err(Raise::new(Exc::OverflowError, "cannot convert Infinity to integer ratio"));
            }
            let (numerator, denominator) = integer_ratio(x);
            Ok(Value::tuple(vec![number::from_big(numerator), number::from_big(denominator)]))
        },
    ),
    Builtin::new(
        "float.hex",
        "(self, /)",
        "Return a hexadecimal representation of a floating-point number.\n\n>>> (-0.1).hex()\n'-0x1.999999999999ap-4'",
        |_, args| Ok(Value::from(float_hex(float(args)?))),
    ),
    Builtin::new(
        "float.__getformat__",
        "(cls, typestr, /)",
        "Tell how the machine stores floats or doubles.",
        |_, args| match args.str(1)? {
            "double" | "float" if cfg!(target_endian = "little") => Ok(Value::str("IEEE, little-endian")),
            "double" | "float" => Ok(Value::str("IEEE, big-endian")),
            _ => Err(Raise::value_error("__getformat__() argument 1 must be 'double' or 'float'")),
        },
    ),
    Builtin::new(
        "float.fromhex",
        "(cls, string, /)",
        "Create a floating-point number from a hexadecimal string.\n\n>>> float.fromhex('0x1.ffffp10')\n2047.984375",
        |vm, args| {
            let number = float_from_hex(args.str(1)?).map(Value::from)?;
            of_class(vm, args.get(0), number)
        },
    ),
    Builtin::new(
        "float.__round__",
        "(self, ndigits=None, /)",
        "Return the Integral closest to x, rounding half toward even.",
        |vm, args| {
            let x = float(args)?;
            round_float(vm, x, args.get(1))
        },
    ),
    Builtin::new("float.__trunc__", "(self, /)", "Return the Integral closest to x between 0 and x.", |_, args| {
        number::float_to_int(float(args)?)
    }),
    Builtin::new("float.__floor__", "(self, /)", "Return the floor as an Integral.", |_, args| {
        number::float_to_int(float(args)?.floor())
    }),
    Builtin::new("float.__ceil__", "(self, /)", "Return the ceiling as an Integral.", |_, args| {
        number::float_to_int(float(args)?.ceil())
    }),
    Builtin::new("float.__int__", "(self, /)", "int(self)", |_, args| number::float_to_int(float(args)?)),
    Builtin::new("float.__float__", "(self, /)", "float(self)", |_, args| float(args).map(Value::from)),
    Builtin::new("float.__bool__", "(self, /)", "True if self else False", |_, args| {
        Ok(Value::from(float(args)? != 0.0))
    }),
];

/// The exact ratio of a finite float, in lowest terms.
pub(crate) fn integer_ratio(x: f64) -> (BigInt, BigInt) {
    let (mut mantissa, mut exponent) = number::decompose(x);
    if mantissa == 0 {
        return (BigInt::zero(), BigInt::one());
    }
    let shift = (mantissa.trailing_zeros() as i32).min((-exponent).max(0));
    mantissa >>= shift;
    exponent += shift;
    if exponent >= 0 {
        (BigInt::from(mantissa) << exponent, BigInt::one())
    } else {
        (BigInt::from(mantissa), BigInt::one() << -exponent)
    }
}

fn float_hex(x: f64) -> String {
    if !x.is_finite() {
        return number::float_repr(x);
    }
    let sign = if x.is_sign_negative() { "-" } else { "" };
    let bits = x.to_bits();
    let (exponent, fraction) = ((bits >> 52 & 0x7ff) as i32, bits & 0x000f_ffff_ffff_ffff);
    match (exponent, fraction) {
        (0, 0) => format!("{sign}0x0.0p+0"),
        (0, _) => format!("{sign}0x0.{fraction:013x}p-1022"),
        _ => format!("{sign}0x1.{fraction:013x}p{:+}", exponent - 1023),
    }
}

fn float_from_hex(text: &str) -> Result<f64> {
    let invalid = || Raise::value_error("invalid hexadecimal floating-point string");
    let lower = text.trim().to_ascii_lowercase();
    let (sign, rest) = match lower.strip_prefix('-') {
        Some(rest) => (-1.0, rest),
        None => (1.0, lower.strip_prefix('+').unwrap_or(&lower)),
    };
    match rest {
        "inf" | "infinity" => return Ok(sign * f64::INFINITY),
        "nan" => return Ok(crate::nan::new().copysign(sign)),
        _ => {}
    }
    let rest = rest.strip_prefix("0x").unwrap_or(rest);
    let (mantissa, exponent) = rest.split_once('p').unwrap_or((rest, "0"));
    let exponent: i64 = exponent.parse().map_err(|_| invalid())?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
        return Err(invalid());
    }
    let value = BigInt::parse_bytes(digits.as_bytes(), 16).ok_or_else(invalid)?;
    let exponent = exponent.clamp(-100_000, 100_000) - 4 * fraction.len() as i64;
    let size = if exponent >= 0 {
        number::big_to_float(&(value << exponent))
            .map_err(|_| Raise::new(Exc::OverflowError, "hexadecimal value too large to represent as a float"))?
    } else {
        divide(&value, &(BigInt::one() << -exponent))
    };
    Ok(sign * size)
}

/// The float nearest to a ratio of positive integers.
pub fn divide(numerator: &BigInt, denominator: &BigInt) -> f64 {
    if numerator.is_zero() {
        return 0.0;
    }
    // Scaled so that the quotient has about 66 bits, more than a float holds; the remainder becomes a sticky bit.
    let shift = 66 - (numerator.bits() as i64 - denominator.bits() as i64);
    // Below the normal range fewer bits survive: rounding happens once, at the last subnormal bit.
    let shift = shift.min(1074);
    let (scaled, divisor) =
        if shift >= 0 { (numerator << shift, denominator.clone()) } else { (numerator.clone(), denominator << -shift) };
    let (quotient, remainder) = scaled.div_rem(&divisor);
    if shift == 1074 && quotient.bits() <= u64::from(f64::MANTISSA_DIGITS) {
        // In units of the smallest subnormal: rounds half to even here.
        let twice: BigInt = remainder * 2;
        let up = twice > divisor || (twice == divisor && quotient.is_odd());
        let units = (quotient + up as i32).to_u64().unwrap_or(u64::MAX);
        return units as f64 * f64::from_bits(1);
    }
    // Near the subnormal range the quotient is only a few bits longer than a float: the sticky bit goes below them.
    let sticky: BigInt = (quotient << 2) | BigInt::from(!remainder.is_zero() as i32);
    let wide = sticky.to_u128().unwrap_or(u128::MAX) as f64;
    scale(wide, -shift - 2)
}

/// x * 2**exponent, in steps that avoid early overflow.
pub fn scale(mut x: f64, mut exponent: i64) -> f64 {
    while exponent > 1000 {
        x *= 2f64.powi(1000);
        exponent -= 1000;
        if x.is_infinite() {
            return x;
        }
    }
    while exponent < -1000 {
        x *= 2f64.powi(-1000);
        exponent += 1000;
        if x == 0.0 {
            return x;
        }
    }
    x * 2f64.powi(exponent as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_is_of_the_exact_value() {
        for (x, digits, rounded) in [
            (2.675, 2, 2.67),
            (0.5, 0, 0.0),
            (1.5, 0, 2.0),
            (25.0, -1, 20.0),
            (35.0, -1, 40.0),
            (51.0, -2, 100.0),
            (50.0, -2, 0.0),
            (4.0, -3, 0.0),
        ] {
            assert_eq!(round_digits(x, digits), rounded, "{x} {digits}");
        }
    }

    #[test]
    fn hexadecimal_floats_round_trip() {
        for x in [0.1, 1.0, 3.7e300, 5e-324, 2.2e-308, -6.25] {
            assert_eq!(float_from_hex(&float_hex(x)).ok(), Some(x));
        }
        assert_eq!(float_hex(0.1), "0x1.999999999999ap-4");
    }
}
