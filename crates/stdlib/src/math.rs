//! `math`: mathematical functions of real numbers.

use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::f64::consts;
use tensorcell_language::builtins::{big_index, clipped_index, number, numeric, real};
use tensorcell_language::native::BinaryOp;
use tensorcell_language::{Args, Builtin, Exc, ModuleDef, Raise, Result, Turns, Value, Vm, big};

pub static MATH: ModuleDef = ModuleDef {
    name: "math",
    doc: "Mathematical functions defined by the C standard.",
    functions: FUNCTIONS,
    init: Some(|_, module| {
        for (name, value) in
            [("pi", consts::PI), ("e", consts::E), ("tau", consts::TAU), ("inf", f64::INFINITY), ("nan", f64::NAN)]
        {
            module.dict.insert_str(name, Value::from(value));
        }
        Ok(())
    }),
};

fn domain() -> Raise {
    Raise::value_error("math domain error")
}

fn range() -> Raise {
    Raise::new(Exc::OverflowError, "math range error")
}

/// Checks a result: with finite arguments NaN is a domain error and infinity a range error.
fn checked(result: f64, finite_arguments: bool) -> Result<Value> {
    if result.is_nan() && finite_arguments {
        return Err(domain());
    }
    if result.is_infinite() && finite_arguments {
        return Err(range());
    }
    Ok(Value::from(result))
}

fn one(vm: &mut Vm, args: &Args, function: fn(f64) -> f64) -> Result<Value> {
    let x = real(vm, args.get(0))?;
    let result = function(x);
    if result.is_nan() && !x.is_nan() {
        return Err(domain());
    }
    checked(result, x.is_finite())
}

/// Returns the number that is so many steps after `x` towards `y`, at most `y`.
fn after(x: f64, y: f64, steps: u64) -> f64 {
    const SIGN: u64 = 1 << 63;
    if x.is_nan() || y.is_nan() {
        return x + y;
    }
    let (from, to) = (x.to_bits() & !SIGN, y.to_bits() & !SIGN);
    let sign = |number: f64| number.to_bits() & SIGN;
    let bits = match (sign(x) == sign(y), from < to) {
        (true, true) => sign(x) | from.saturating_add(steps).min(to),
        (true, false) => sign(x) | from.saturating_sub(steps).max(to),
        (false, _) if steps <= from => sign(x) | (from - steps),
        (false, _) => sign(y) | (steps - from).min(to),
    };
    f64::from_bits(bits)
}

/// Multiplies and adds with one rounding. The sum of infinities of opposite signs and their product with zero are invalid.
fn fused(vm: &mut Vm, args: &Args) -> Result<Value> {
    let (x, y, z) = (real(vm, args.get(0))?, real(vm, args.get(1))?, real(vm, args.get(2))?);
    let result = x.mul_add(y, z);
    if result.is_nan() && !x.is_nan() && !y.is_nan() && !z.is_nan() {
        return Err(Raise::value_error("invalid operation in fma"));
    }
    if result.is_infinite() && x.is_finite() && y.is_finite() && z.is_finite() {
        return Err(Raise::new(Exc::OverflowError, "overflow in fma"));
    }
    Ok(Value::from(result))
}

/// Calls an object's own method, such as `__floor__`, or returns None if it has none.
fn own(vm: &mut Vm, value: &Value, method: &str) -> Result<Option<Value>> {
    match value {
        Value::Float(_) => Ok(None),
        _ => vm.call_if_found(value, method),
    }
}

macro_rules! plain {
    ($name:literal, $doc:literal, $function:expr) => {
        Builtin::new(concat!("math.", $name), "(x, /)", $doc, |vm, args| one(vm, args, $function))
    };
}

static FUNCTIONS: &[Builtin] = &[
    plain!("sqrt", "Return the square root of x.", f64::sqrt),
    plain!("cbrt", "Return the cube root of x.", f64::cbrt),
    plain!("exp", "Return e raised to the power of x.", f64::exp),
    plain!("exp2", "Return 2 raised to the power of x.", f64::exp2),
    plain!("expm1", "Return exp(x)-1, without loss of precision for small x.", f64::exp_m1),
    plain!("sin", "Return the sine of x (measured in radians).", f64::sin),
    plain!("cos", "Return the cosine of x (measured in radians).", f64::cos),
    plain!("tan", "Return the tangent of x (measured in radians).", f64::tan),
    plain!("asin", "Return the arc sine (measured in radians) of x.", f64::asin),
    plain!("acos", "Return the arc cosine (measured in radians) of x.", f64::acos),
    plain!("atan", "Return the arc tangent (measured in radians) of x.", f64::atan),
    plain!("sinh", "Return the hyperbolic sine of x.", f64::sinh),
    plain!("cosh", "Return the hyperbolic cosine of x.", f64::cosh),
    plain!("tanh", "Return the hyperbolic tangent of x.", f64::tanh),
    plain!("asinh", "Return the inverse hyperbolic sine of x.", libm::asinh),
    plain!("acosh", "Return the inverse hyperbolic cosine of x.", libm::acosh),
    plain!("fabs", "Return the absolute value of the float x.", f64::abs),
    plain!("degrees", "Convert angle x from radians to degrees.", |x| x * (180.0 / consts::PI)),
    plain!("radians", "Convert angle x from degrees to radians.", |x| x * (consts::PI / 180.0)),
    plain!("erf", "Error function at x.", libm::erf),
    plain!("erfc", "Complementary error function at x.", libm::erfc),
    Builtin::new("math.atanh", "(x, /)", "Return the inverse hyperbolic tangent of x.", |vm, args| {
        let x = real(vm, args.get(0))?;
        if x.abs() >= 1.0 { Err(domain()) } else { Ok(Value::from(libm::atanh(x))) }
    }),
    Builtin::new("math.gamma", "(x, /)", "Gamma function at x.", |vm, args| {
        let x = real(vm, args.get(0))?;
        if x == f64::NEG_INFINITY || (x <= 0.0 && x.fract() == 0.0) {
            return Err(domain());
        }
        if x.fract() == 0.0 && x <= 23.0 {
            return Ok(Value::from((1..x as u64).product::<u64>() as f64));
        }
        checked(libm::tgamma(x), x.is_finite())
    }),
    Builtin::new("math.lgamma", "(x, /)", "Natural logarithm of absolute value of Gamma function at x.", |vm, args| {
        let x = real(vm, args.get(0))?;
        if x <= 0.0 && x.is_finite() && x.fract() == 0.0 {
            return Err(domain());
        }
        checked(if x.is_infinite() { f64::INFINITY } else { libm::lgamma(x) }, x.is_finite())
    }),
    Builtin::new(
        "math.log",
        "(x, base=..., /)",
        "log(x, [base=math.e])\nReturn the logarithm of x to the given base.",
        |vm, args| {
            let numerator = logarithm(vm, args.get(0), f64::ln)?;
            let Some(base) = args.given(1) else {
                return Ok(Value::from(numerator));
            };
            let denominator = logarithm(vm, base, f64::ln)?;
            if denominator == 0.0 {
                return Err(Raise::new(Exc::ZeroDivisionError, "float division by zero"));
            }
            Ok(Value::from(numerator / denominator))
        },
    ),
    Builtin::new("math.log2", "(x, /)", "Return the base 2 logarithm of x.", |vm, args| {
        logarithm(vm, args.get(0), f64::log2).map(Value::from)
    }),
    Builtin::new("math.log10", "(x, /)", "Return the base 10 logarithm of x.", |vm, args| {
        logarithm(vm, args.get(0), f64::log10).map(Value::from)
    }),
    Builtin::new(
        "math.log1p",
        "(x, /)",
        "Return the natural logarithm of 1+x (base e), accurate for x near zero.",
        |vm, args| {
            let x = real(vm, args.get(0))?;
            if x <= -1.0 { Err(domain()) } else { Ok(Value::from(x.ln_1p())) }
        },
    ),
    Builtin::new("math.atan2", "(y, x, /)", "Return the arc tangent (measured in radians) of y/x.", |vm, args| {
        Ok(Value::from(real(vm, args.get(0))?.atan2(real(vm, args.get(1))?)))
    }),
    Builtin::new(
        "math.copysign",
        "(x, y, /)",
        "Return a float with the magnitude of x but the sign of y.",
        |vm, args| Ok(Value::from(real(vm, args.get(0))?.copysign(real(vm, args.get(1))?))),
    ),
    Builtin::new("math.pow", "(x, y, /)", "Return x**y (x to the power of y), as floats.", |vm, args| {
        let (x, y) = (real(vm, args.get(0))?, real(vm, args.get(1))?);
        let result = x.powf(y);
        if x == 0.0 && y < 0.0 && y.is_finite() {
            return Err(domain());
        }
        checked(result, x.is_finite() && y.is_finite())
    }),
    Builtin::new(
        "math.fmod",
        "(x, y, /)",
        "Return fmod(x, y), according to platform C. x % y may differ.",
        |vm, args| {
            let (x, y) = (real(vm, args.get(0))?, real(vm, args.get(1))?);
            if (x.is_infinite() && !y.is_nan()) || (y == 0.0 && !x.is_nan()) {
                return Err(domain());
            }
            Ok(Value::from(x % y))
        },
    ),
    Builtin::new("math.fma", "(x, y, z, /)", "Fused multiply-add operation: (x * y) + z, rounded once.", fused),
    Builtin::new(
        "math.remainder",
        "(x, y, /)",
        "Difference between x and the closest integer multiple of y.",
        |vm, args| {
            let (x, y) = (real(vm, args.get(0))?, real(vm, args.get(1))?);
            if (x.is_infinite() && !y.is_nan()) || (y == 0.0 && !x.is_nan()) {
                return Err(domain());
            }
            Ok(Value::from(libm::remainder(x, y)))
        },
    ),
    Builtin::new(
        "math.hypot",
        "(*coordinates)",
        "Multidimensional Euclidean distance from the origin to a point.",
        |vm, args| {
            let mut coordinates = Vec::new();
            for coordinate in args.rest(0) {
                coordinates.push(real(vm, coordinate)?);
            }
            Ok(Value::from(norm(&coordinates)))
        },
    ),
    Builtin::new("math.dist", "(p, q, /)", "Return the Euclidean distance between two points p and q.", |vm, args| {
        let (p, q) = (vm.collect(args.get(0))?, vm.collect(args.get(1))?);
        if p.len() != q.len() {
            return Err(Raise::value_error("both points must have the same number of dimensions"));
        }
        let mut differences = Vec::new();
        for (a, b) in p.iter().zip(&q) {
            differences.push(real(vm, a)? - real(vm, b)?);
        }
        Ok(Value::from(norm(&differences)))
    }),
    Builtin::new(
        "math.floor",
        "(x, /)",
        "Return the floor of x as an Integral: the largest integer <= x.",
        |vm, args| match own(vm, args.get(0), "__floor__")? {
            Some(result) => Ok(result),
            None => number::float_to_int(real(vm, args.get(0))?.floor()),
        },
    ),
    Builtin::new(
        "math.ceil",
        "(x, /)",
        "Return the ceiling of x as an Integral: the smallest integer >= x.",
        |vm, args| match own(vm, args.get(0), "__ceil__")? {
            Some(result) => Ok(result),
            None => number::float_to_int(real(vm, args.get(0))?.ceil()),
        },
    ),
    Builtin::new("math.trunc", "(x, /)", "Truncates the Real x to the nearest Integral toward 0.", |vm, args| {
        match (args.get(0), own(vm, args.get(0), "__trunc__")?) {
            (_, Some(result)) => Ok(result),
            (Value::Float(x), None) => number::float_to_int(x.get()),
            (other, None) => {
                Err(Raise::type_error(format!("type {} doesn't define __trunc__ method", other.type_name())))
            }
        }
    }),
    Builtin::new(
        "math.isnan",
        "(x, /)",
        "Return True if x is a NaN (not a number), and False otherwise.",
        |vm, args| Ok(Value::from(real(vm, args.get(0))?.is_nan())),
    ),
    Builtin::new("math.isinf", "(x, /)", "Return True if x is a positive or negative infinity.", |vm, args| {
        Ok(Value::from(real(vm, args.get(0))?.is_infinite()))
    }),
    Builtin::new("math.isfinite", "(x, /)", "Return True if x is neither an infinity nor a NaN.", |vm, args| {
        Ok(Value::from(real(vm, args.get(0))?.is_finite()))
    }),
    Builtin::new(
        "math.isclose",
        "(a, b, *, rel_tol=1e-09, abs_tol=0.0)",
        "Determine whether two floating-point numbers are close in value.",
        |vm, args| {
            let [a, b, relative, absolute] = [0, 1, 2, 3].map(|i| real(vm, args.get(i)));
            let (a, b, relative, absolute) = (a?, b?, relative?, absolute?);
            if relative < 0.0 || absolute < 0.0 {
                return Err(Raise::value_error("tolerances must be non-negative"));
            }
            let near = || (a - b).abs() <= (relative * b.abs()).max(relative * a.abs()).max(absolute);
            Ok(Value::from(a == b || (a.is_finite() && b.is_finite() && near())))
        },
    ),
    Builtin::new(
        "math.modf",
        "(x, /)",
        "Return the fractional and integer parts of x, both with the sign of x.",
        |vm, args| {
            let x = real(vm, args.get(0))?;
            let fraction = if x.is_infinite() { 0.0 } else { x.fract() };
            Ok(Value::tuple(vec![Value::from(fraction.copysign(x)), Value::from(x.trunc())]))
        },
    ),
    Builtin::new(
        "math.frexp",
        "(x, /)",
        "Return the mantissa and exponent of x, as pair (m, e): x = m * 2.**e.",
        |vm, args| {
            let x = real(vm, args.get(0))?;
            let (mantissa, exponent) = if x.is_finite() { libm::frexp(x) } else { (x, 0) };
            Ok(Value::tuple(vec![Value::from(mantissa), Value::Int(exponent as i64)]))
        },
    ),
    Builtin::new("math.ldexp", "(x, i, /)", "Return x * (2**i). The inverse of frexp.", |vm, args| {
        let x = real(vm, args.get(0))?;
        let exponent = clipped_index(vm, args.get(1))
            .map_err(|_| Raise::type_error("Expected an int as second argument to ldexp."))?
            .clamp(-10_000, 10_000) as i32;
        checked(libm::ldexp(x, exponent), x.is_finite())
    }),
    Builtin::new(
        "math.nextafter",
        "(x, y, /, *, steps=None)",
        "Return the floating-point value the given number of steps after x towards y; the next one by default.",
        |vm, args| {
            let (x, y) = (real(vm, args.get(0))?, real(vm, args.get(1))?);
            match args.get(2) {
                Value::None => Ok(Value::from(libm::nextafter(x, y))),
                steps => {
                    let steps = big_index(vm, steps)?;
                    let negative = || Raise::value_error("steps must be a non-negative integer");
                    let steps = steps.to_biguint().ok_or_else(negative)?;
                    Ok(Value::from(after(x, y, steps.to_u64().unwrap_or(u64::MAX))))
                }
            }
        },
    ),
    Builtin::new("math.ulp", "(x, /)", "Return the value of the least significant bit of the float x.", |vm, args| {
        let x = real(vm, args.get(0))?.abs();
        if !x.is_finite() {
            return Ok(Value::from(x));
        }
        let next = x.next_up();
        Ok(Value::from(if next.is_infinite() { x - x.next_down() } else { next - x }))
    }),
    Builtin::new(
        "math.fsum",
        "(seq, /)",
        "Return an accurate floating-point sum of values in the iterable seq.",
        |vm, args| {
            let mut values = Vec::new();
            for item in vm.collect(args.get(0))? {
                values.push(real(vm, &item)?);
            }
            exact_sum(&values).map(Value::from)
        },
    ),
    Builtin::new(
        "math.prod",
        "(iterable, /, *, start=1)",
        "Calculate the product of all the elements in the input iterable.",
        |vm, args| {
            let mut product = args.get(1).clone();
            for item in vm.collect(args.get(0))? {
                product = vm.binary(BinaryOp::Mul, &product, &item)?;
            }
            Ok(product)
        },
    ),
    Builtin::new(
        "math.sumprod",
        "(p, q, /)",
        "Return the sum of products of values from two iterables p and q.",
        |vm, args| {
            let (p, q) = (vm.collect(args.get(0))?, vm.collect(args.get(1))?);
            if p.len() != q.len() {
                return Err(Raise::value_error("Inputs are not the same length"));
            }
            sum_of_products(vm, &p, &q)
        },
    ),
    Builtin::new("math.factorial", "(n, /)", "Find n!: the product of 1 to n.", |vm, args| {
        let n = big_index(vm, args.get(0))?;
        if n.is_negative() {
            return Err(Raise::value_error("factorial() not defined for negative values"));
        }
        let n = n
            .to_u64()
            .filter(|n| *n <= 1_000_000)
            .ok_or_else(|| Raise::new(Exc::OverflowError, "factorial() argument should not exceed 1000000"))?;
        product(vm, 2, n + 1).map(number::from_big)
    }),
    Builtin::new(
        "math.comb",
        "(n, k, /)",
        "Number of ways to choose k items from n items without repetition and without order.",
        |vm, args| {
            let (n, k) = (big_index(vm, args.get(0))?, big_index(vm, args.get(1))?);
            non_negative(&n, "n")?;
            non_negative(&k, "k")?;
            if k > n {
                return Ok(Value::Int(0));
            }
            let k = k.clone().min(&n - &k);
            let k = k.to_u64().filter(|k| *k <= 1_000_000).ok_or_else(|| too_large("min(n - k, k)"))?;
            let mut result = BigInt::one();
            for i in 0..k {
                if i % 64 == 0 {
                    vm.check_interrupt()?;
                }
                result = result * (&n - i) / (i + 1);
            }
            Ok(number::from_big(result))
        },
    ),
    Builtin::new(
        "math.perm",
        "(n, k=None, /)",
        "Number of ways to choose k items from n items without repetition and with order.",
        |vm, args| {
            let n = big_index(vm, args.get(0))?;
            let k = if args.get(1).is_none() { n.clone() } else { big_index(vm, args.get(1))? };
            non_negative(&n, "n")?;
            non_negative(&k, "k")?;
            if k > n {
                return Ok(Value::Int(0));
            }
            let k = k.to_u64().filter(|k| *k <= 1_000_000).ok_or_else(|| too_large("k"))?;
            let mut result = BigInt::one();
            for i in 0..k {
                if i % 64 == 0 {
                    vm.check_interrupt()?;
                }
                result *= &n - i;
            }
            Ok(number::from_big(result))
        },
    ),
    Builtin::new("math.gcd", "(*integers)", "Greatest Common Divisor.", |vm, args| {
        let mut result = BigInt::zero();
        for integer in args.rest(0) {
            let integer = big_index(vm, integer)?;
            result = big::gcd(vm, &result, &integer)?;
        }
        Ok(number::from_big(result))
    }),
    Builtin::new("math.lcm", "(*integers)", "Least Common Multiple.", |vm, args| {
        let mut result = BigInt::one();
        for integer in args.rest(0) {
            let integer = big_index(vm, integer)?;
            let shared = big::gcd(vm, &result, &integer)?;
            result = match shared.is_zero() {
                true => shared,
                false => {
                    let (part, _) = big::divide(vm, &result, &shared)?;
                    big::multiply(vm, &part, &integer)?
                }
            };
        }
        Ok(number::from_big(result.abs()))
    }),
    Builtin::new("math.isqrt", "(n, /)", "Return the integer part of the square root of the input.", |vm, args| {
        let n = big_index(vm, args.get(0))?;
        if n.is_negative() {
            return Err(Raise::value_error("isqrt() argument must be nonnegative"));
        }
        big::root(vm, &n).map(number::from_big)
    }),
];

fn non_negative(n: &BigInt, name: &str) -> Result<()> {
    if n.is_negative() { Err(Raise::value_error(format!("{name} must be a non-negative integer"))) } else { Ok(()) }
}

fn too_large(name: &str) -> Raise {
    Raise::new(Exc::OverflowError, format!("{name} must not exceed 1000000"))
}

/// Returns the product of `low..high` by halving, because factors of equal size multiply fast.
fn product(vm: &mut Vm, low: u64, high: u64) -> Result<BigInt> {
    if high <= low + 16 {
        vm.check_interrupt()?;
        return Ok((low..high).fold(BigInt::one(), |product, i| product * i));
    }
    let middle = low + (high - low) / 2;
    Ok(product(vm, low, middle)? * product(vm, middle, high)?)
}

/// Returns a logarithm. Integers may have any size.
fn logarithm(vm: &mut Vm, value: &Value, log: fn(f64) -> f64) -> Result<f64> {
    if let Some(big) = number::to_big(&tensorcell_language::builtins::plain(value)) {
        if !big.is_positive() {
            return Err(domain());
        }
        if big.bits() > 1000 {
            let shift = big.bits() - 64;
            let high = number::big_to_float(&(big >> shift))?;
            return Ok(log(high) + shift as f64 * log(2.0));
        }
    }
    let x = real(vm, value)?;
    if x <= 0.0 { Err(domain()) } else { Ok(log(x)) }
}

/// Returns the Euclidean norm, scaled by the largest coordinate and corrected for rounding.
fn norm(coordinates: &[f64]) -> f64 {
    if coordinates.iter().any(|x| x.is_infinite()) {
        return f64::INFINITY;
    }
    let largest =
        coordinates.iter().fold(0.0, |largest: f64, x| if x.is_nan() { f64::NAN } else { largest.max(x.abs()) });
    if largest == 0.0 || coordinates.iter().any(|x| x.is_nan()) {
        return if coordinates.iter().any(|x| x.is_nan()) { f64::NAN } else { 0.0 };
    }
    let (_, exponent) = libm::frexp(largest);
    let scaled: Vec<f64> = coordinates.iter().map(|x| libm::ldexp(*x, -exponent)).collect();
    // Squares and their rounding errors, summed exactly.
    let mut terms = Vec::with_capacity(2 * scaled.len());
    for x in scaled {
        let square = x * x;
        terms.extend([square, x.mul_add(x, -square)]);
    }
    let sum = exact_sum(&terms).unwrap_or(f64::NAN);
    let root = sum.sqrt();
    let square = root * root;
    let error = exact_sum(&[sum, -square, -root.mul_add(root, -square)]).unwrap_or(0.0);
    libm::ldexp(root + error / (2.0 * root), exponent)
}

/// Sums products: integers exactly, floats that follow in triple length, the rest by the operators.
fn sum_of_products(vm: &mut Vm, p: &[Value], q: &[Value]) -> Result<Value> {
    let is_int = |value: &Value| matches!(value, Value::Int(_) | Value::BigInt(_));
    let integers = p.iter().zip(q).take_while(|(a, b)| is_int(a) && is_int(b)).count();
    let mut total = add_products(vm, Value::Int(0), &p[..integers], &q[..integers])?;
    let (mut at, mut sum) = (integers, TripleLength::default());
    while let Some((a, b)) = p.get(at).zip(q.get(at)).and_then(|(a, b)| float_factors(a, b)) {
        let next = sum.add_product(a, b);
        if !next.high.is_finite() {
            break;
        }
        (at, sum) = (at + 1, next);
    }
    if at > integers {
        total = vm.binary(BinaryOp::Add, &total, &Value::from(sum.value()))?;
    }
    add_products(vm, total, &p[at..], &q[at..])
}

fn add_products(vm: &mut Vm, mut total: Value, p: &[Value], q: &[Value]) -> Result<Value> {
    let mut turns = Turns::default();
    for (a, b) in p.iter().zip(q) {
        turns.next(vm)?;
        let product = vm.binary(BinaryOp::Mul, a, b)?;
        total = vm.binary(BinaryOp::Add, &total, &product)?;
    }
    Ok(total)
}

/// The factors as floats, if one of them is a float and the other a float or a small integer.
fn float_factors(a: &Value, b: &Value) -> Option<(f64, f64)> {
    let number = |value: &Value| match value {
        Value::Float(x) => Some(x.get()),
        Value::Int(x) => Some(*x as f64),
        Value::Bool(x) => Some(f64::from(x.get())),
        _ => None,
    };
    let has_float = matches!(a, Value::Float(_)) || matches!(b, Value::Float(_));
    has_float.then(|| number(a).zip(number(b))).flatten()
}

/// A float with some 150 digits, as the sum of three.
///
/// Ogita, Rump, Oishi: Accurate Sum and Dot Product (2005), algorithm 5.10 for K = 3.
#[derive(Clone, Copy, Default)]
struct TripleLength {
    high: f64,
    low: f64,
    tiny: f64,
}

impl TripleLength {
    fn add_product(self, a: f64, b: f64) -> TripleLength {
        let product = a * b;
        let (high, lost) = two_sum(self.high, product);
        let (low, less) = two_sum(self.low, a.mul_add(b, -product));
        let (low, least) = two_sum(low, lost);
        TripleLength { high, low, tiny: self.tiny + less + least }
    }
    fn value(self) -> f64 {
        let (sum, lost) = two_sum(self.low, self.high);
        self.tiny + lost + sum
    }
}

/// The sum of two floats, and what its rounding lost.
fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let of_b = sum - a;
    (sum, (a - (sum - of_b)) + (b - of_b))
}

/// Returns Shewchuk's exact sum, rounded once.
pub fn exact_sum(values: &[f64]) -> Result<f64> {
    let mut total = BigInt::zero();
    let (mut special, mut infinite) = (0.0, (false, false));
    for x in values {
        if x.is_finite() {
            let (mantissa, exponent) = number::decompose(*x);
            total += BigInt::from(mantissa) << (exponent + 1074);
        } else {
            special += x;
            infinite = (infinite.0 | (*x == f64::INFINITY), infinite.1 | (*x == f64::NEG_INFINITY));
        }
    }
    if infinite == (true, true) {
        return Err(Raise::value_error("-inf + inf in fsum"));
    }
    if special != 0.0 || f64::is_nan(special) {
        return Ok(special);
    }
    let size = numeric::divide(&total.abs(), &(BigInt::one() << 1074));
    if size.is_infinite() {
        return Err(Raise::new(Exc::OverflowError, "intermediate overflow in fsum"));
    }
    Ok(if total.is_negative() { -size } else { size })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_exact() {
        assert_eq!(exact_sum(&[0.1; 10]).ok(), Some(1.0));
        assert_eq!(exact_sum(&[1e16, 1.0, -1e16]).ok(), Some(1.0));
        assert_eq!(exact_sum(&[5e-324, -1e-323]).ok(), Some(-5e-324));
        assert_eq!(norm(&[3.0, 4.0]), 5.0);
        assert_eq!(norm(&[1e300, 1e300]), 1.4142135623730952e300);
    }
}
