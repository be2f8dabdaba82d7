//! Software floating point for any binary format, rounded once by any of PTX's modes. Slow; used where the CPU rounds
//! differently.

/// The rounding mode: to nearest (ties to even or away from zero), to zero, down, up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Rounding {
    Nearest,
    Away,
    Zero,
    Down,
    Up,
}

/// A binary interchange format: bits of exponent and of stored significand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Format {
    pub(crate) exponent: u32,
    pub(crate) fraction: u32,
    /// Whether all exponents encode numbers, so there is no infinity (e4m3).
    pub(crate) finite: bool,
}

pub(crate) const F16: Format = Format { exponent: 5, fraction: 10, finite: false };
pub(crate) const BF16: Format = Format { exponent: 8, fraction: 7, finite: false };
pub(crate) const TF32: Format = Format { exponent: 8, fraction: 10, finite: false };
pub(crate) const F32: Format = Format { exponent: 8, fraction: 23, finite: false };
pub(crate) const F64: Format = Format { exponent: 11, fraction: 52, finite: false };
pub(crate) const E4M3: Format = Format { exponent: 4, fraction: 3, finite: true };
pub(crate) const E5M2: Format = Format { exponent: 5, fraction: 2, finite: false };

impl Format {
    fn bias(self) -> i32 {
        (1 << (self.exponent - 1)) - 1
    }

    /// The canonical NaN of hardware: all bits set except the sign.
    pub(crate) fn nan(self) -> u64 {
        (1 << (self.exponent + self.fraction)) - 1
    }

    pub(crate) fn infinity(self) -> u64 {
        ((1 << self.exponent) - 1) << self.fraction
    }

    /// The largest finite number.
    pub(crate) fn largest(self) -> u64 {
        if self.finite { self.nan() - 1 } else { self.infinity() - 1 }
    }

    fn sign(self, negative: bool) -> u64 {
        u64::from(negative) << (self.exponent + self.fraction)
    }
}

/// An unpacked value: exactly `mantissa * 2^exponent`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Value {
    Nan,
    Infinite { negative: bool },
    Finite { negative: bool, mantissa: u128, exponent: i32 },
}

/// Unpacks the bits of a format.
pub(crate) fn unpack(bits: u64, format: Format) -> Value {
    let negative = bits >> (format.exponent + format.fraction) & 1 == 1;
    let magnitude = bits & format.nan();
    let special = if format.finite { format.nan() } else { format.infinity() };
    if magnitude >= special {
        let infinite = !format.finite && magnitude == special;
        return if infinite { Value::Infinite { negative } } else { Value::Nan };
    }
    let (field, fraction) = (magnitude >> format.fraction, magnitude & ((1 << format.fraction) - 1));
    let mantissa = if field == 0 { fraction } else { fraction | 1 << format.fraction };
    let exponent = field.max(1) as i32 - format.bias() - format.fraction as i32;
    Value::Finite { negative, mantissa: u128::from(mantissa), exponent }
}

/// Rounds a value to a format. `sticky`: the exact value is slightly larger than the mantissa.
pub(crate) fn pack(value: Value, sticky: bool, format: Format, rounding: Rounding) -> u64 {
    let (negative, mantissa, exponent) = match value {
        Value::Nan => return format.nan(),
        Value::Infinite { .. } if format.finite => return format.nan(),
        Value::Infinite { negative } => return format.sign(negative) | format.infinity(),
        Value::Finite { negative, mantissa, exponent } => (negative, mantissa, exponent),
    };
    let sign = format.sign(negative);
    if mantissa == 0 && !sticky {
        return sign;
    }
    // The exponent of the last bit kept: given by the leading bit for normal numbers, the format's minimum for subnormal ones.
    let least = 1 - format.bias() - format.fraction as i32;
    let leading = 127 - mantissa.leading_zeros() as i32;
    let last = (exponent + leading - format.fraction as i32).max(least);
    let drop = last - exponent;
    let (kept, half, rest) = split(mantissa, drop, sticky);
    let up = match rounding {
        Rounding::Nearest => half && (rest || kept & 1 == 1),
        Rounding::Away => half,
        Rounding::Zero => false,
        Rounding::Down => negative && (half || rest),
        Rounding::Up => !negative && (half || rest),
    };
    let kept = kept + u64::from(up);
    // A carry out of the fraction increments the exponent.
    let magnitude = if kept >> format.fraction == 0 {
        kept
    } else {
        let field = (last - least + 1) as u64;
        (field << format.fraction) + (kept - (1 << format.fraction))
    };
    if magnitude > format.largest() {
        let stays = match rounding {
            Rounding::Zero => true,
            Rounding::Down => !negative,
            Rounding::Up => negative,
            Rounding::Nearest | Rounding::Away => false,
        };
        let beyond = if format.finite { format.nan() } else { format.infinity() };
        return sign | if stays { format.largest() } else { beyond };
    }
    sign | magnitude
}

/// Splits off the last `drop` bits of a mantissa: returns the rest, the first dropped bit, and whether any other is set.
fn split(mantissa: u128, drop: i32, sticky: bool) -> (u64, bool, bool) {
    if drop <= 0 {
        return ((mantissa << -drop) as u64, false, sticky);
    }
    if drop > 127 {
        return (0, false, mantissa != 0 || sticky);
    }
    let half = mantissa >> (drop - 1) & 1 == 1;
    let rest = mantissa & ((1 << (drop - 1)) - 1) != 0 || sticky;
    ((mantissa >> drop) as u64, half, rest)
}

/// Shifts a mantissa so that its leading bit is bit 125.
fn normal(mantissa: u128, exponent: i32) -> (u128, i32) {
    if mantissa == 0 {
        return (0, i32::MIN / 2);
    }
    let shift = mantissa.leading_zeros() as i32 - 2;
    if shift >= 0 { (mantissa << shift, exponent - shift) } else { (mantissa >> -shift, exponent - shift) }
}

/// Adds exactly, except for a sticky bit in the last place.
fn sum(a: (bool, u128, i32), b: (bool, u128, i32), rounding: Rounding) -> Value {
    let zero = |negative| Value::Finite { negative, mantissa: 0, exponent: 0 };
    if a.1 == 0 && b.1 == 0 {
        return zero(if a.0 == b.0 { a.0 } else { rounding == Rounding::Down });
    }
    let (am, ae) = normal(a.1, a.2);
    let (bm, be) = normal(b.1, b.2);
    let ((ln, lm, le), (sn, sm, se)) =
        if ae >= be { ((a.0, am, ae), (b.0, bm, be)) } else { ((b.0, bm, be), (a.0, am, ae)) };
    let distance = (le - se).min(200) as u32;
    let small = if distance > 127 {
        u128::from(sm != 0)
    } else {
        sm >> distance | u128::from(distance > 0 && sm & ((1 << distance) - 1) != 0)
    };
    if ln == sn {
        return Value::Finite { negative: ln, mantissa: lm + small, exponent: le };
    }
    match lm.cmp(&small) {
        std::cmp::Ordering::Equal => zero(rounding == Rounding::Down),
        std::cmp::Ordering::Greater => Value::Finite { negative: ln, mantissa: lm - small, exponent: le },
        std::cmp::Ordering::Less => Value::Finite { negative: sn, mantissa: small - lm, exponent: le },
    }
}

/// `a * b + c`, rounded once.
pub(crate) fn fma(a: u64, b: u64, c: u64, format: Format, rounding: Rounding) -> u64 {
    let (a, b, c) = (unpack(a, format), unpack(b, format), unpack(c, format));
    let product = match product(a, b) {
        Some(product) => product,
        None => return format.nan(),
    };
    pack(add_values(product, c, rounding), false, format, rounding)
}

/// Multiplies exactly; `None` for NaN.
fn product(a: Value, b: Value) -> Option<Value> {
    let zero = |value: &Value| matches!(value, Value::Finite { mantissa: 0, .. });
    match (a, b) {
        (Value::Nan, _) | (_, Value::Nan) => None,
        (Value::Infinite { negative }, other) | (other, Value::Infinite { negative }) => {
            if zero(&other) {
                return None;
            }
            Some(Value::Infinite { negative: negative != is_negative(other) })
        }
        (
            Value::Finite { negative: an, mantissa: am, exponent: ae },
            Value::Finite { negative: bn, mantissa: bm, exponent: be },
        ) => Some(Value::Finite { negative: an != bn, mantissa: am * bm, exponent: ae + be }),
    }
}

fn is_negative(value: Value) -> bool {
    match value {
        Value::Nan => false,
        Value::Infinite { negative } | Value::Finite { negative, .. } => negative,
    }
}

fn add_values(a: Value, b: Value, rounding: Rounding) -> Value {
    match (a, b) {
        (Value::Nan, _) | (_, Value::Nan) => Value::Nan,
        (Value::Infinite { negative: an }, Value::Infinite { negative: bn }) if an != bn => Value::Nan,
        (infinite @ Value::Infinite { .. }, _) | (_, infinite @ Value::Infinite { .. }) => infinite,
        (
            Value::Finite { negative: an, mantissa: am, exponent: ae },
            Value::Finite { negative: bn, mantissa: bm, exponent: be },
        ) => sum((an, am, ae), (bn, bm, be), rounding),
    }
}

/// `a + b`, rounded once.
pub(crate) fn add(a: u64, b: u64, format: Format, rounding: Rounding) -> u64 {
    pack(add_values(unpack(a, format), unpack(b, format), rounding), false, format, rounding)
}

/// `a * b`, rounded once.
pub(crate) fn mul(a: u64, b: u64, format: Format, rounding: Rounding) -> u64 {
    product(unpack(a, format), unpack(b, format)).map_or(format.nan(), |value| pack(value, false, format, rounding))
}

/// `a / b`, rounded once.
pub(crate) fn div(a: u64, b: u64, format: Format, rounding: Rounding) -> u64 {
    let (a, b) = (unpack(a, format), unpack(b, format));
    let negative = is_negative(a) != is_negative(b);
    match (a, b) {
        (Value::Nan, _) | (_, Value::Nan) | (Value::Infinite { .. }, Value::Infinite { .. }) => format.nan(),
        (Value::Infinite { .. }, _) => pack(Value::Infinite { negative }, false, format, rounding),
        (_, Value::Infinite { .. }) => format.sign(negative),
        (Value::Finite { mantissa: am, exponent: ae, .. }, Value::Finite { mantissa: bm, exponent: be, .. }) => {
            if bm == 0 {
                return if am == 0 { format.nan() } else { format.sign(negative) | format.infinity() };
            }
            let (am, ae) = normal(am, ae);
            let mantissa = am / bm;
            pack(Value::Finite { negative, mantissa, exponent: ae - be }, am % bm != 0, format, rounding)
        }
    }
}

/// The square root, rounded once.
pub(crate) fn sqrt(a: u64, format: Format, rounding: Rounding) -> u64 {
    match unpack(a, format) {
        Value::Nan => format.nan(),
        Value::Finite { mantissa: 0, .. } => a,
        Value::Infinite { negative: false } => a,
        Value::Infinite { negative: true } | Value::Finite { negative: true, .. } => format.nan(),
        Value::Finite { negative: false, mantissa, exponent } => {
            let (mut mantissa, mut exponent) = normal(mantissa, exponent);
            if exponent % 2 != 0 {
                mantissa <<= 1;
                exponent -= 1;
            }
            let root = mantissa.isqrt();
            let value = Value::Finite { negative: false, mantissa: root, exponent: exponent / 2 };
            pack(value, root * root != mantissa, format, rounding)
        }
    }
}

/// Converts between formats.
pub(crate) fn convert(bits: u64, from: Format, to: Format, rounding: Rounding) -> u64 {
    pack(unpack(bits, from), false, to, rounding)
}

/// Converts an integer.
pub(crate) fn from_integer(value: i128, to: Format, rounding: Rounding) -> u64 {
    let value = Value::Finite { negative: value < 0, mantissa: value.unsigned_abs(), exponent: 0 };
    pack(value, false, to, rounding)
}

/// Converts to an integer, clamped to `least` and `most`; NaN becomes 0.
pub(crate) fn to_integer(bits: u64, from: Format, rounding: Rounding, least: i128, most: i128) -> i128 {
    match unpack(bits, from) {
        Value::Nan => 0,
        Value::Infinite { negative } => {
            if negative {
                least
            } else {
                most
            }
        }
        Value::Finite { negative, mantissa, exponent } => {
            if exponent > 66 {
                return if mantissa == 0 {
                    0
                } else if negative {
                    least
                } else {
                    most
                };
            }
            let (kept, half, rest) = integer_part(mantissa, exponent);
            let up = match rounding {
                Rounding::Nearest => half && (rest || kept & 1 == 1),
                Rounding::Away => half,
                Rounding::Zero => false,
                Rounding::Down => negative && (half || rest),
                Rounding::Up => !negative && (half || rest),
            };
            let magnitude = (kept + u128::from(up)) as i128;
            (if negative { -magnitude } else { magnitude }).clamp(least, most)
        }
    }
}

fn integer_part(mantissa: u128, exponent: i32) -> (u128, bool, bool) {
    if exponent >= 0 {
        return (mantissa << exponent, false, false);
    }
    let (kept, half, rest) = split(mantissa, -exponent, false);
    (u128::from(kept), half, rest)
}
