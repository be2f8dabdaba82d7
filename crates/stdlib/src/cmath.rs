//! `cmath`: mathematical functions of complex numbers.

mod special;

use special::{Special, Table};
use std::f64::consts::{E, LN_2, LN_10, PI, TAU};
use tensorcell_language::builtins::complex::{Complex, complex_of};
use tensorcell_language::builtins::real;
use tensorcell_language::{Args, Builtin, Exc, ModuleDef, Raise, Result, Value, Vm};

pub static CMATH: ModuleDef = ModuleDef {
    name: "cmath",
    doc: "Mathematical functions of complex numbers.",
    functions: FUNCTIONS,
    init: Some(|_, module| {
        for (name, value) in [("pi", PI), ("e", E), ("tau", TAU), ("inf", f64::INFINITY), ("nan", f64::NAN)] {
            module.dict.insert_str(name, Value::from(value));
        }
        module.dict.insert_str("infj", Value::from(Complex::new(0.0, f64::INFINITY)));
        module.dict.insert_str("nanj", Value::from(Complex::new(0.0, f64::NAN)));
        Ok(())
    }),
};

/// Above this a square could overflow.
const LARGE: f64 = f64::MAX / 4.0;
/// Above this `exp` could overflow.
const LARGE_EXPONENT: f64 = 708.396_418_532_264_1;

fn domain() -> Raise {
    Raise::value_error("math domain error")
}

fn range() -> Raise {
    Raise::new(Exc::OverflowError, "math range error")
}

/// Uses the table's entry if a part is not finite, else the formula.
fn with_table(table: &Table, z: Complex, formula: impl FnOnce(Complex) -> Result<Complex>) -> Result<Complex> {
    match special::look(table, z.re, z.im) {
        Some(Special::Value(value)) => Ok(value),
        Some(Special::DomainError) => Err(domain()),
        None => formula(z),
    }
}

/// Like `with_table`. For an infinite real part, the sine and cosine of the imaginary part give the signs.
fn with_signs(
    table: &Table,
    z: Complex,
    signs: impl FnOnce(Complex) -> Complex,
    formula: impl FnOnce(Complex) -> Result<Complex>,
) -> Result<Complex> {
    if z.re.is_infinite() && z.im.is_finite() && z.im != 0.0 {
        return Ok(signs(z));
    }
    with_table(table, z, formula)
}

/// Reports a range error if a finite argument gives infinite parts.
fn in_range(z: Complex) -> Result<Complex> {
    if z.re.is_infinite() || z.im.is_infinite() { Err(range()) } else { Ok(z) }
}

fn is_large(z: Complex) -> bool {
    z.re.abs() > LARGE || z.im.abs() > LARGE
}

/// Returns the logarithm of twice the absolute value, for large numbers.
fn log_of_double(z: Complex) -> f64 {
    (z.re / 2.0).hypot(z.im / 2.0).ln() + 2.0 * LN_2
}

fn times_i(z: Complex) -> Complex {
    Complex::new(-z.im, z.re)
}

fn over_i(z: Complex) -> Complex {
    Complex::new(z.im, -z.re)
}

fn sqrt(z: Complex) -> Result<Complex> {
    with_table(&special::SQRT, z, |z| {
        if z.is_zero() {
            return Ok(Complex::new(0.0, z.im));
        }
        let (x, y) = (z.re.abs(), z.im.abs());
        // Scale subnormal parts up by an odd power of two, so that the root can be scaled back exactly.
        let root = if x < f64::MIN_POSITIVE && y < f64::MIN_POSITIVE {
            let up = 2f64.powi(53);
            let x = x * up;
            (x + x.hypot(y * up)).sqrt() * 2f64.powi(-27)
        } else {
            let x = x / 8.0;
            2.0 * (x + x.hypot(y / 8.0)).sqrt()
        };
        let other = y / (2.0 * root);
        Ok(match z.re >= 0.0 {
            true => Complex::new(root, other.copysign(z.im)),
            false => Complex::new(other, root.copysign(z.im)),
        })
    })
}

fn acos(z: Complex) -> Result<Complex> {
    with_table(&special::ACOS, z, |z| {
        if is_large(z) {
            let size = log_of_double(z);
            let imaginary = if z.re < 0.0 { -size.copysign(z.im) } else { size.copysign(-z.im) };
            return Ok(Complex::new(z.im.abs().atan2(z.re), imaginary));
        }
        let less = sqrt(Complex::new(1.0 - z.re, -z.im))?;
        let more = sqrt(Complex::new(1.0 + z.re, z.im))?;
        Ok(Complex::new(2.0 * less.re.atan2(more.re), libm::asinh(more.re * less.im - more.im * less.re)))
    })
}

fn acosh(z: Complex) -> Result<Complex> {
    with_table(&special::ACOSH, z, |z| {
        if is_large(z) {
            return Ok(Complex::new(log_of_double(z), z.im.atan2(z.re)));
        }
        let less = sqrt(Complex::new(z.re - 1.0, z.im))?;
        let more = sqrt(Complex::new(z.re + 1.0, z.im))?;
        Ok(Complex::new(libm::asinh(less.re * more.re + less.im * more.im), 2.0 * less.im.atan2(more.re)))
    })
}

fn asinh(z: Complex) -> Result<Complex> {
    with_table(&special::ASINH, z, |z| {
        if is_large(z) {
            return Ok(Complex::new(log_of_double(z).copysign(z.re), z.im.atan2(z.re.abs())));
        }
        let first = sqrt(Complex::new(1.0 + z.im, -z.re))?;
        let second = sqrt(Complex::new(1.0 - z.im, z.re))?;
        let real = libm::asinh(first.re * second.im - second.re * first.im);
        Ok(Complex::new(real, z.im.atan2(first.re * second.re - first.im * second.im)))
    })
}

fn asin(z: Complex) -> Result<Complex> {
    asinh(times_i(z)).map(over_i)
}

fn atanh(z: Complex) -> Result<Complex> {
    with_table(&special::ATANH, z, |z| {
        if z.re.is_sign_negative() {
            return atanh(-z).map(|z| -z);
        }
        let y = z.im.abs();
        if z.re > LARGE.sqrt() || y > LARGE.sqrt() {
            let size = (z.re / 2.0).hypot(y / 2.0);
            return Ok(Complex::new(z.re / 4.0 / size / size, (PI / 2.0).copysign(z.im)));
        }
        if z.re == 1.0 && y < f64::MIN_POSITIVE.sqrt() {
            if y == 0.0 {
                return Err(domain());
            }
            let real = -(y.sqrt() / y.hypot(2.0).sqrt()).ln();
            return Ok(Complex::new(real, (2f64.atan2(-y) / 2.0).copysign(z.im)));
        }
        let below = 1.0 - z.re;
        let real = (4.0 * z.re / (below * below + y * y)).ln_1p() / 4.0;
        Ok(Complex::new(real, -(-2.0 * z.im).atan2(below * (1.0 + z.re) - y * y) / 2.0))
    })
}

fn atan(z: Complex) -> Result<Complex> {
    atanh(times_i(z)).map(over_i)
}

fn cosh(z: Complex) -> Result<Complex> {
    let signs = |z: Complex| {
        let sine = f64::INFINITY.copysign(z.im.sin());
        Complex::new(f64::INFINITY.copysign(z.im.cos()), if z.re > 0.0 { sine } else { -sine })
    };
    with_signs(&special::COSH, z, signs, |z| {
        let (x, scale) = tamed(z.re);
        in_range(Complex::new(z.im.cos() * x.cosh() * scale, z.im.sin() * x.sinh() * scale))
    })
}

fn sinh(z: Complex) -> Result<Complex> {
    let signs = |z: Complex| {
        let cosine = f64::INFINITY.copysign(z.im.cos());
        Complex::new(if z.re > 0.0 { cosine } else { -cosine }, f64::INFINITY.copysign(z.im.sin()))
    };
    with_signs(&special::SINH, z, signs, |z| {
        let (x, scale) = tamed(z.re);
        in_range(Complex::new(z.im.cos() * x.sinh() * scale, z.im.sin() * x.cosh() * scale))
    })
}

/// Returns a large exponent minus one, and the compensating factor.
fn tamed(x: f64) -> (f64, f64) {
    if x.abs() > LARGE_EXPONENT { (x - 1f64.copysign(x), E) } else { (x, 1.0) }
}

fn tanh(z: Complex) -> Result<Complex> {
    let signs = |z: Complex| Complex::new(1f64.copysign(z.re), 0f64.copysign(2.0 * z.im.sin() * z.im.cos()));
    with_signs(&special::TANH, z, signs, |z| {
        if z.re.abs() > LARGE_EXPONENT {
            let imaginary = 4.0 * z.im.sin() * z.im.cos() * (-2.0 * z.re.abs()).exp();
            return Ok(Complex::new(1f64.copysign(z.re), imaginary));
        }
        let (x, y, inverse) = (z.re.tanh(), z.im.tan(), 1.0 / z.re.cosh());
        let product = x * y;
        let divisor = 1.0 + product * product;
        Ok(Complex::new(x * (1.0 + y * y) / divisor, ((y / divisor) * inverse) * inverse))
    })
}

fn cos(z: Complex) -> Result<Complex> {
    cosh(times_i(z))
}

fn sin(z: Complex) -> Result<Complex> {
    sinh(times_i(z)).map(over_i)
}

fn tan(z: Complex) -> Result<Complex> {
    tanh(times_i(z)).map(over_i)
}

fn exp(z: Complex) -> Result<Complex> {
    let signs = |z: Complex| {
        let size = if z.re > 0.0 { f64::INFINITY } else { 0.0 };
        Complex::new(size.copysign(z.im.cos()), size.copysign(z.im.sin()))
    };
    with_signs(&special::EXP, z, signs, |z| {
        if z.re > LARGE_EXPONENT {
            let size = (z.re - 1.0).exp();
            return in_range(Complex::new(size * z.im.cos() * E, size * z.im.sin() * E));
        }
        let size = z.re.exp();
        in_range(Complex::new(size * z.im.cos(), size * z.im.sin()))
    })
}

fn log(z: Complex) -> Result<Complex> {
    with_table(&special::LOG, z, |z| {
        let (x, y) = (z.re.abs(), z.im.abs());
        let real = if is_large(z) {
            (x / 2.0).hypot(y / 2.0).ln() + LN_2
        } else if x < f64::MIN_POSITIVE && y < f64::MIN_POSITIVE {
            if z.is_zero() {
                return Err(domain());
            }
            let up = 2f64.powi(53);
            (x * up).hypot(y * up).ln() - 53.0 * LN_2
        } else {
            near_one(x, y, x.hypot(y))
        };
        Ok(Complex::new(real, z.im.atan2(z.re)))
    })
}

/// Returns the logarithm of an absolute value, accurate near one.
fn near_one(x: f64, y: f64, size: f64) -> f64 {
    if !(0.71..=1.73).contains(&size) {
        return size.ln();
    }
    let (more, less) = (x.max(y), x.min(y));
    ((more - 1.0) * (more + 1.0) + less * less).ln_1p() / 2.0
}

fn log10(z: Complex) -> Result<Complex> {
    log(z).map(|z| Complex::new(z.re / LN_10, z.im / LN_10))
}

fn rect(size: f64, angle: f64) -> Result<Complex> {
    let signs = |z: Complex| Complex::new(z.re * z.im.cos(), z.re * z.im.sin());
    with_signs(&special::RECT, Complex::new(size, angle), signs, |_| {
        Ok(match angle == 0.0 {
            true => Complex::new(size, size * angle),
            false => Complex::new(size * angle.cos(), size * angle.sin()),
        })
    })
}

fn argument(vm: &mut Vm, args: &Args, at: usize) -> Result<Complex> {
    let value = args.get(at);
    let wrong = || Raise::type_error(format!("must be real number, not {}", value.type_name()));
    complex_of(vm, value)?.ok_or_else(wrong)
}

fn size(z: Complex) -> Result<f64> {
    z.magnitude().map_err(|_| range())
}

macro_rules! one {
    ($name:literal, $doc:literal, $function:expr) => {
        Builtin::new(concat!("cmath.", $name), "(z, /)", $doc, |vm, args| {
            let z = argument(vm, args, 0)?;
            $function(z).map(Value::from)
        })
    };
}

macro_rules! asks {
    ($name:literal, $doc:literal, $holds:expr) => {
        one!($name, $doc, |z: Complex| Ok($holds(z)))
    };
}

static FUNCTIONS: &[Builtin] = &[
    one!("acos", "Return the arc cosine of z.", acos),
    one!("acosh", "Return the inverse hyperbolic cosine of z.", acosh),
    one!("asin", "Return the arc sine of z.", asin),
    one!("asinh", "Return the inverse hyperbolic sine of z.", asinh),
    one!("atan", "Return the arc tangent of z.", atan),
    one!("atanh", "Return the inverse hyperbolic tangent of z.", atanh),
    one!("cos", "Return the cosine of z.", cos),
    one!("cosh", "Return the hyperbolic cosine of z.", cosh),
    one!("exp", "Return the exponential value e**z.", exp),
    one!("log10", "Return the base-10 logarithm of z.", log10),
    one!("sin", "Return the sine of z.", sin),
    one!("sinh", "Return the hyperbolic sine of z.", sinh),
    one!("sqrt", "Return the square root of z.", sqrt),
    one!("tan", "Return the tangent of z.", tan),
    one!("tanh", "Return the hyperbolic tangent of z.", tanh),
    one!("phase", "Return argument, also known as the phase angle, of a complex.", |z: Complex| {
        Ok::<f64, Raise>(z.im.atan2(z.re))
    }),
    asks!("isfinite", "Return True if both the real and imaginary parts of z are finite, else False.", |z: Complex| {
        z.is_finite()
    }),
    asks!("isinf", "Checks if the real or imaginary part of z is infinite.", |z: Complex| {
        z.re.is_infinite() || z.im.is_infinite()
    }),
    asks!("isnan", "Checks if the real or imaginary part of z not a number (NaN).", |z: Complex| {
        z.re.is_nan() || z.im.is_nan()
    }),
    Builtin::new(
        "cmath.log",
        "(z, base=..., /)",
        "log(z[, base]) -> the logarithm of z to the given base.\n\nIf the base is not specified, returns the natural logarithm (base e) of z.",
        |vm, args| {
            let whole = argument(vm, args, 0)?;
            let base = match args.given(1) {
                None => None,
                Some(_) => Some(argument(vm, args, 1)?),
            };
            let whole = log(whole)?;
            let Some(base) = base else { return Ok(Value::from(whole)) };
            whole.divide(log(base)?).map(Value::from).ok_or_else(domain)
        },
    ),
    Builtin::new(
        "cmath.polar",
        "(z, /)",
        "Convert a complex from rectangular coordinates to polar coordinates.",
        |vm, args| {
            let z = argument(vm, args, 0)?;
            Ok(Value::pair(Value::from(size(z)?), Value::from(z.im.atan2(z.re))))
        },
    ),
    Builtin::new(
        "cmath.rect",
        "(r, phi, /)",
        "Convert from polar coordinates to rectangular coordinates.",
        |vm, args| {
            let (size, angle) = (real(vm, args.get(0))?, real(vm, args.get(1))?);
            rect(size, angle).map(Value::from)
        },
    ),
    Builtin::new(
        "cmath.isclose",
        "(a, b, *, rel_tol=1e-09, abs_tol=0.0)",
        "Determine whether two complex numbers are close in value.",
        |vm, args| {
            let (a, b) = (argument(vm, args, 0)?, argument(vm, args, 1)?);
            let (relative, absolute) = (real(vm, args.get(2))?, real(vm, args.get(3))?);
            if relative < 0.0 || absolute < 0.0 {
                return Err(Raise::value_error("tolerances must be non-negative"));
            }
            if a == b {
                return Ok(Value::from(true));
            }
            let is_infinite = |z: Complex| z.re.is_infinite() || z.im.is_infinite();
            if is_infinite(a) || is_infinite(b) {
                return Ok(Value::from(false));
            }
            let distance = size(a - b)?;
            let largest = size(a)?.max(size(b)?);
            Ok(Value::from(distance <= relative * largest || distance <= absolute))
        },
    ),
];
