//! The decimal digits of floats, exact and rounded half to even, with 128-bit integers if those suffice.

/// The powers of ten whose product with a 53-bit number fits 126 bits.
const TENS: [u128; 23] = {
    let mut tens = [1; 23];
    let mut at = 1;
    while at < tens.len() {
        tens[at] = tens[at - 1] * 10;
        at += 1;
    }
    tens
};

/// The most significant digits that `significant` returns.
pub const MOST: usize = 17;

/// n * 2^exponent, rounded; None on overflow.
fn scaled(n: u128, exponent: i32) -> Option<u128> {
    let shift = exponent.unsigned_abs();
    if exponent >= 0 {
        return (shift < n.leading_zeros()).then(|| n << shift);
    }
    if shift >= 128 {
        return Some(0);
    }
    let (whole, rest, half) = (n >> shift, n & ((1 << shift) - 1), 1 << (shift - 1));
    Some(whole + u128::from(rest > half || rest == half && whole & 1 == 1))
}

/// n / d, rounded.
fn quotient(n: u128, d: u128) -> u128 {
    let (whole, rest) = (n / d, n % d);
    whole + u128::from(rest > d - rest || rest == d - rest && whole & 1 == 1)
}

/// The exact mantissa * 2**exponent of a finite float.
pub fn decompose(x: f64) -> (i64, i32) {
    let bits = x.to_bits();
    let sign = if bits >> 63 == 0 { 1 } else { -1 };
    let exponent = ((bits >> 52) & 0x7ff) as i32;
    let fraction = (bits & 0x000f_ffff_ffff_ffff) as i64;
    if exponent == 0 { (sign * fraction, -1074) } else { (sign * (fraction | (1 << 52)), exponent - 1075) }
}

/// `x` (finite, not negative) with `places` decimals, as an integer in units of the last place.
pub fn fixed(x: f64, places: usize) -> Option<u128> {
    let (mantissa, exponent) = decompose(x);
    scaled(mantissa as u128 * TENS.get(places)?, exponent)
}

/// `count` significant digits of `x` (finite, not negative), and the power of ten of the first digit.
pub fn significant(x: f64, count: usize) -> Option<(u64, i32)> {
    if x == 0.0 {
        return Some((0, 0));
    }
    if !(1..=MOST).contains(&count) {
        return None;
    }
    let (mantissa, exponent) = decompose(x);
    let bits = 63 - mantissa.leading_zeros() as i32 + exponent;
    let guess = (f64::from(bits) * std::f64::consts::LOG10_2).floor() as i32;
    // The guess is correct or one too low, also if rounding carries.
    for first in guess..guess + 3 {
        let places = count as i32 - 1 - first;
        let power = *TENS.get(places.unsigned_abs() as usize)?;
        let whole = match (places >= 0, exponent >= 0) {
            (true, _) => scaled(mantissa as u128 * power, exponent)?,
            (false, true) => quotient(scaled(mantissa as u128, exponent)?, power),
            (false, false) => quotient(mantissa as u128, scaled(power, -exponent)?),
        };
        if whole < TENS[count] {
            return Some((whole as u64, first));
        }
    }
    None
}

/// The shortest digits that read back as `x`, if they are at most fifteen: such digits are unique.
pub fn shortest(x: f64) -> Option<(u64, i32)> {
    let (mut digits, first) = significant(x, 15)?;
    let last = first - 14;
    // Powers up to the twenty-second are exact floats, so that one operation rounds as parsing does.
    let power = *TENS.get(last.unsigned_abs() as usize)? as f64;
    let read = if last >= 0 { digits as f64 * power } else { digits as f64 / power };
    if read != x {
        return None;
    }
    while digits > 9 && digits.is_multiple_of(10) {
        digits /= 10;
    }
    Some((digits, first))
}

/// The digits of an integer.
pub struct Digits {
    bytes: [u8; 40],
    start: usize,
}

impl Digits {
    /// Pads with leading zeros to at least `least` digits.
    pub fn new(mut n: u128, least: usize) -> Digits {
        let mut digits = Digits { bytes: [b'0'; 40], start: 40 };
        while n > u128::from(u64::MAX) {
            digits.push((n % 10) as u8);
            n /= 10;
        }
        let mut n = n as u64;
        while n > 0 {
            digits.push((n % 10) as u8);
            n /= 10;
        }
        digits.start = digits.start.min(40 - least.clamp(1, 40));
        digits
    }
    fn push(&mut self, digit: u8) {
        self.start -= 1;
        self.bytes[self.start] = b'0' + digit;
    }
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.bytes[self.start..]).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Test numbers of every size, with few and many digits.
    fn numbers() -> impl Iterator<Item = f64> {
        let mut state = 1_u64;
        (0..200_000).map(move |turn| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            match turn % 4 {
                0 => (state >> 40) as f64 / 1000.0,
                1 => (state >> 11) as f64 / (1_u64 << (turn % 60)) as f64,
                2 => (state >> 50) as f64 * 10_f64.powi((turn % 40) - 20),
                _ => f64::from_bits(state & !(1 << 63) & !(1 << 62)),
            }
        })
    }

    #[test]
    fn digits_are_those_of_the_standard_library() {
        for (turn, x) in numbers().filter(|x| x.is_finite()).enumerate() {
            let places = turn % 20;
            if let Some(whole) = fixed(x, places) {
                let digits = Digits::new(whole, places + 1);
                assert_eq!(digits.as_str(), format!("{x:.places$}").replace('.', ""), "{x} to {places} places");
            }
            let count = turn % MOST + 1;
            if let Some((digits, first)) = significant(x, count) {
                let text = format!("{:.*e}", count - 1, x);
                let (mantissa, exponent) = text.split_once('e').expect("an exponent");
                let known = (mantissa.replace('.', ""), exponent.parse().expect("a number"));
                assert_eq!(
                    (Digits::new(digits.into(), count).as_str().to_owned(), first),
                    known,
                    "{x} to {count} digits"
                );
            }
            if let Some((digits, first)) = shortest(x) {
                let text = format!("{x:e}");
                let (mantissa, exponent) = text.split_once('e').expect("an exponent");
                let known = (mantissa.replace('.', ""), exponent.parse().expect("a number"));
                assert_eq!((digits.to_string(), first), known, "{x}");
            }
        }
    }
}
