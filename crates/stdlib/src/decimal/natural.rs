//! Coefficients of decimal numbers: integers from zero, of any size, that are scaled and cut by powers of ten.

use num_bigint::BigInt;
use num_traits::{ToPrimitive, Zero};
use std::cmp::Ordering;
use std::f64::consts::LOG10_2;
use tensorcell_language::{Exc, Raise, Result, Vm, big};

/// Up to 38 digits are computed in registers; only longer coefficients are allocated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Natural {
    Small(u128),
    /// At least 2^128.
    Big(BigInt),
}

/// What was cut off, in comparison with half a unit of the last digit kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest {
    Nothing,
    BelowHalf,
    Half,
    AboveHalf,
}

/// The powers of ten below 2^128.
const TENS: [u128; 39] = {
    let mut tens = [1; 39];
    let mut at = 1;
    while at < 39 {
        tens[at] = tens[at - 1] * 10;
        at += 1;
    }
    tens
};

/// More digits than this are refused; a coefficient of that length takes 400 MB.
const MOST_DIGITS: i64 = 1_000_000_000;
const MOST_BITS: u64 = 3_400_000_000;

fn ten(exponent: i64) -> Option<u128> {
    TENS.get(usize::try_from(exponent).ok()?).copied()
}

/// Divides in 64 bits where it can: in 128 bits it takes several times as long.
fn split(number: u128, by: u128) -> (u128, u128) {
    match (u64::try_from(number), u64::try_from(by)) {
        (Ok(number), Ok(by)) => (u128::from(number / by), u128::from(number % by)),
        _ => (number / by, number % by),
    }
}

fn small_digits(number: u128) -> i64 {
    let bits = u128::BITS - number.leading_zeros();
    // 1233 / 4096 is just above the logarithm of two.
    let least = ((bits * 1233) >> 12) as usize;
    (least + usize::from(least < TENS.len() && number >= TENS[least])).max(1) as i64
}

fn power_of_ten(vm: &mut Vm, exponent: i64) -> Result<BigInt> {
    if exponent > MOST_DIGITS {
        return Err(Raise::new(Exc::MemoryError, ""));
    }
    big::power(vm, &BigInt::from(10), exponent as u32)
}

impl Natural {
    pub const ZERO: Natural = Natural::Small(0);
    pub const ONE: Natural = Natural::Small(1);

    /// The size of an integer.
    pub fn of(number: BigInt) -> Natural {
        match number.magnitude().to_u128() {
            Some(small) => Natural::Small(small),
            None => Natural::Big(BigInt::from(number.into_parts().1)),
        }
    }
    pub fn to_big(&self) -> BigInt {
        match self {
            Natural::Small(small) => BigInt::from(*small),
            Natural::Big(number) => number.clone(),
        }
    }
    pub fn is_zero(&self) -> bool {
        matches!(self, Natural::Small(0))
    }
    pub fn is_odd(&self) -> bool {
        match self {
            Natural::Small(small) => small & 1 == 1,
            Natural::Big(number) => number.bit(0),
        }
    }
    /// Whether the last digit is 0 or 5.
    pub fn ends_a_five(&self) -> bool {
        match self {
            Natural::Small(small) => small % 5 == 0,
            Natural::Big(number) => (number % 5u32).is_zero(),
        }
    }
    /// As a 64-bit integer; None if it is larger.
    pub fn to_i64(&self) -> Option<i64> {
        match self {
            Natural::Small(small) => i64::try_from(*small).ok(),
            Natural::Big(_) => None,
        }
    }
    /// 10 ** exponent
    pub fn ten_to(vm: &mut Vm, exponent: i64) -> Result<Natural> {
        match ten(exponent) {
            Some(small) => Ok(Natural::Small(small)),
            None => power_of_ten(vm, exponent).map(Natural::Big),
        }
    }
    /// The largest number of so many digits.
    pub fn nines(vm: &mut Vm, digits: i64) -> Result<Natural> {
        Ok(Natural::ten_to(vm, digits)?.minus(&Natural::ONE))
    }
    /// How many digits it has; 1 for zero.
    pub fn digits(&self, vm: &mut Vm) -> Result<i64> {
        match self {
            Natural::Small(small) => Ok(small_digits(*small)),
            Natural::Big(number) => big_digits(vm, number),
        }
    }
    pub fn plus(&self, other: &Natural) -> Natural {
        match (self, other) {
            (Natural::Small(x), Natural::Small(y)) => match x.checked_add(*y) {
                Some(sum) => Natural::Small(sum),
                None => Natural::of(BigInt::from(*x) + BigInt::from(*y)),
            },
            _ => Natural::of(self.to_big() + other.to_big()),
        }
    }
    /// The other is not larger.
    pub fn minus(&self, other: &Natural) -> Natural {
        match (self, other) {
            (Natural::Small(x), Natural::Small(y)) => Natural::Small(x - y),
            (Natural::Big(x), Natural::Small(y)) => Natural::of(x - y),
            _ => Natural::of(self.to_big() - other.to_big()),
        }
    }
    pub fn times(&self, vm: &mut Vm, other: &Natural) -> Result<Natural> {
        match (self, other) {
            (Natural::Small(x), Natural::Small(y)) => Ok(match x.checked_mul(*y) {
                Some(product) => Natural::Small(product),
                None => Natural::of(BigInt::from(*x) * *y),
            }),
            (Natural::Big(x), Natural::Small(y)) | (Natural::Small(y), Natural::Big(x)) => Ok(Natural::of(x * *y)),
            (Natural::Big(x), Natural::Big(y)) if x.bits() + y.bits() > MOST_BITS => {
                Err(Raise::new(Exc::MemoryError, ""))
            }
            (Natural::Big(x), Natural::Big(y)) => big::multiply(vm, x, y).map(Natural::of),
        }
    }
    /// self * 10 ** places
    pub fn scaled(&self, vm: &mut Vm, places: i64) -> Result<Natural> {
        match (self, ten(places)) {
            (Natural::Small(0), _) => Ok(Natural::ZERO),
            (_, Some(1)) => Ok(self.clone()),
            (_, Some(unit)) => self.times(vm, &Natural::Small(unit)),
            (_, None) => {
                let unit = power_of_ten(vm, places)?;
                self.times(vm, &Natural::Big(unit))
            }
        }
    }
    /// The quotient and the remainder.
    pub fn divided(&self, vm: &mut Vm, by: &Natural) -> Result<(Natural, Natural)> {
        match (self, by) {
            (Natural::Small(x), Natural::Small(y)) => {
                let (quotient, rest) = split(*x, *y);
                Ok((Natural::Small(quotient), Natural::Small(rest)))
            }
            (Natural::Small(_), Natural::Big(_)) => Ok((Natural::ZERO, self.clone())),
            (Natural::Big(x), _) => {
                let (quotient, rest) = big::divide(vm, x, &by.to_big())?;
                Ok((Natural::of(quotient), Natural::of(rest)))
            }
        }
    }
    /// Without the last `places` digits, and what those were.
    pub fn cut(&self, vm: &mut Vm, places: i64) -> Result<(Natural, Rest)> {
        if let (Natural::Small(number), Some(unit)) = (self, ten(places)) {
            let (kept, rest) = split(*number, unit);
            return Ok((
                Natural::Small(kept),
                if rest == 0 { Rest::Nothing } else { compared(rest.cmp(&(unit - rest))) },
            ));
        }
        if places > self.digits(vm)? {
            let rest = if self.is_zero() { Rest::Nothing } else { Rest::BelowHalf };
            return Ok((Natural::ZERO, rest));
        }
        let unit = Natural::ten_to(vm, places)?;
        let (kept, rest) = self.divided(vm, &unit)?;
        if rest.is_zero() {
            return Ok((kept, Rest::Nothing));
        }
        let left = unit.minus(&rest);
        Ok((kept, compared(rest.cmp(&left))))
    }
    /// Without the zeros at its end, at most so many, and how many those were. Zero has none.
    pub fn without_zeros(&self, vm: &mut Vm, most: i64) -> Result<(Natural, i64)> {
        if self.is_zero() {
            return Ok((Natural::ZERO, 0));
        }
        let (mut number, mut zeros) = (self.clone(), 0);
        // A zero digit needs a zero bit, so that a number has at most as many zeros at its end.
        let bits = match &number {
            Natural::Small(small) => i64::from(small.trailing_zeros()),
            Natural::Big(large) => large.trailing_zeros().unwrap_or(0) as i64,
        };
        let mut step = bits.min(most);
        while step > 0 {
            let next = (most - zeros).min(step);
            match number.cut(vm, next)? {
                (shorter, Rest::Nothing) if next > 0 => (number, zeros) = (shorter, zeros + next),
                _ => step /= 2,
            }
        }
        Ok((number, zeros))
    }
    /// The whole part of its square root.
    pub fn root(&self, vm: &mut Vm) -> Result<Natural> {
        match self {
            Natural::Small(small) => Ok(Natural::Small(small.isqrt())),
            Natural::Big(number) => big::root(vm, number).map(Natural::of),
        }
    }
    pub fn text(&self, vm: &mut Vm) -> Result<String> {
        match self {
            Natural::Small(small) => Ok(match u64::try_from(*small) {
                Ok(short) => short.to_string(),
                Err(_) => small.to_string(),
            }),
            Natural::Big(number) => big::text(vm, number),
        }
    }
    /// The number that ASCII digits write.
    pub fn read(vm: &mut Vm, digits: &[u8]) -> Result<Natural> {
        if digits.len() <= 38 {
            let number = digits.iter().fold(0, |number: u128, digit| number * 10 + u128::from(digit - b'0'));
            return Ok(Natural::Small(number));
        }
        Ok(Natural::of(big::read(vm, digits, 10)?.unwrap_or_default()))
    }
}

fn compared(order: Ordering) -> Rest {
    match order {
        Ordering::Less => Rest::BelowHalf,
        Ordering::Equal => Rest::Half,
        Ordering::Greater => Rest::AboveHalf,
    }
}

/// Counts by the logarithm of the leading bits. Near a power of ten, compares with it.
fn big_digits(vm: &mut Vm, number: &BigInt) -> Result<i64> {
    let below = number.bits() - 64;
    let lead = (number >> below).to_u64().unwrap_or(u64::MAX);
    let logarithm = below as f64 * LOG10_2 + (lead as f64).log10();
    let nearest = logarithm.round();
    if (logarithm - nearest).abs() > 1e-9 * logarithm.max(1.0) {
        return Ok(logarithm as i64 + 1);
    }
    let power = power_of_ten(vm, nearest as i64)?;
    Ok(nearest as i64 + i64::from(*number >= power))
}

impl Ord for Natural {
    fn cmp(&self, other: &Natural) -> Ordering {
        match (self, other) {
            (Natural::Small(x), Natural::Small(y)) => x.cmp(y),
            (Natural::Small(_), Natural::Big(_)) => Ordering::Less,
            (Natural::Big(_), Natural::Small(_)) => Ordering::Greater,
            (Natural::Big(x), Natural::Big(y)) => x.cmp(y),
        }
    }
}
impl PartialOrd for Natural {
    fn partial_cmp(&self, other: &Natural) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
