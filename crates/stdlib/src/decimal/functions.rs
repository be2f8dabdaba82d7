//! Roots, exponentials and logarithms of decimal coefficients, in binary fixed point.

use super::arithmetic::sticky;
use super::natural::Natural;
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};
use std::cell::RefCell;
use tensorcell_language::{Exc, Raise, Result, Vm, big};

/// A coefficient and an exponent of ten.
pub type Scaled = (BigInt, i64);

thread_local! {
    /// ln(10) with the most bits that were needed so far.
    static LN10: RefCell<(i64, BigInt)> = const { RefCell::new((0, BigInt::ZERO)) };
}

/// The square root of n * 10 ** e to so many digits; a further one shows whether something was cut.
pub fn root(vm: &mut Vm, n: &Natural, e: i64, digits: i64) -> Result<(Natural, i64)> {
    let (n, e) = if e % 2 == 0 { (n.clone(), e) } else { (n.scaled(vm, 1)?, e - 1) };
    let shift = digits - (n.digits(vm)? + 1) / 2;
    let (scaled, exact) = match shift {
        0.. => (n.scaled(vm, 2 * shift)?, true),
        _ => {
            let unit = Natural::ten_to(vm, -2 * shift)?;
            let (kept, rest) = n.divided(vm, &unit)?;
            (kept, rest.is_zero())
        }
    };
    let found = scaled.root(vm)?;
    if exact && found.times(vm, &found)? == scaled {
        let (found, zeros) = found.without_zeros(vm, shift.max(0))?;
        return Ok((found, e / 2 - shift + zeros));
    }
    Ok((sticky(found), e / 2 - shift))
}

fn ten_to(vm: &mut Vm, places: i64) -> Result<BigInt> {
    Ok(Natural::ten_to(vm, places)?.to_big())
}

fn count(vm: &mut Vm, number: &BigInt) -> Result<i64> {
    Natural::of(number.clone()).digits(vm)
}

/// How many digits a 64-bit integer has.
pub fn count_small(number: i64) -> i64 {
    i64::from(number.unsigned_abs().checked_ilog10().unwrap_or(0)) + 1
}

/// Bits that hold so many decimal digits, and a few more.
fn bits_for(digits: i64) -> Result<i64> {
    const MOST: i64 = 1_000_000_000;
    if digits > MOST {
        return Err(Raise::new(Exc::MemoryError, ""));
    }
    Ok(digits * 3322 / 1000 + 16)
}

/// n * 10 ** e in units of 2 ** -bits, cut towards zero.
fn fixed(vm: &mut Vm, n: &BigInt, e: i64, bits: i64) -> Result<BigInt> {
    let scaled = ten_to(vm, e.abs())?;
    if e >= 0 {
        return Ok(big::multiply(vm, n, &scaled)? << bits);
    }
    let size = big::divide(vm, &(n.abs() << bits), &scaled)?.0;
    Ok(if n.is_negative() { -size } else { size })
}

/// A number in units of 2 ** -bits in units of 10 ** -digits.
fn to_decimal(vm: &mut Vm, value: &BigInt, bits: i64, digits: i64) -> Result<BigInt> {
    let unit = ten_to(vm, digits)?;
    Ok(big::multiply(vm, value, &unit)? >> bits)
}

/// ln(x / 2 ** bits) in units of 2 ** -bits, for x of at least 2 ** bits.
fn ln_of(vm: &mut Vm, x: BigInt, bits: i64) -> Result<BigInt> {
    let one = BigInt::one() << bits;
    let (mut x, mut halvings) = (x, 0);
    while &x - &one > &one >> 8 {
        x = big::root(vm, &(x << bits))?;
        halvings += 1;
    }
    // ln(x) is twice the area tangent of (x - 1) / (x + 1).
    let z = big::divide(vm, &((&x - &one) << bits), &(x + one))?.0;
    let square = big::multiply(vm, &z, &z)? >> bits;
    let (mut total, mut power, mut k) = (z.clone(), z, 1u64);
    while !power.is_zero() {
        vm.check_interrupt()?;
        power = big::multiply(vm, &power, &square)? >> bits;
        k += 2;
        total += &power / k;
    }
    Ok(total << (1 + halvings))
}

fn ln10(vm: &mut Vm, bits: i64) -> Result<BigInt> {
    let known = LN10.with_borrow(|(known, value)| (*known >= bits).then(|| value >> (known - bits)));
    if let Some(value) = known {
        return Ok(value);
    }
    let exact = bits + 64;
    let value = ln_of(vm, BigInt::from(10) << exact, exact)?;
    LN10.set((exact, value.clone()));
    Ok(value >> 64)
}

/// ln(n * 10 ** e) in units of 10 ** -digits, near to the last of them.
fn ln_scaled(vm: &mut Vm, n: &BigInt, e: i64, digits: i64) -> Result<BigInt> {
    let bits = bits_for(digits + 12 + count_small(e.abs() + 1))?;
    let length = count(vm, n)?;
    let adjusted = e + length - 1;
    let value = match adjusted {
        // Near one nothing may cancel: uses the logarithm of the number itself, or of its inverse.
        -1 | 0 => {
            let (x, one) = (fixed(vm, n, e, bits)?, BigInt::one() << bits);
            match x >= one {
                true => ln_of(vm, x, bits)?,
                false if x.is_zero() => BigInt::ZERO,
                false => {
                    let inverse = big::divide(vm, &(one << bits), &x)?.0;
                    -ln_of(vm, inverse, bits)?
                }
            }
        }
        _ => {
            let mantissa = fixed(vm, n, 1 - length, bits)?;
            ln_of(vm, mantissa, bits)? + ln10(vm, bits)? * adjusted
        }
    };
    to_decimal(vm, &value, bits, digits)
}

/// Computes with more and more digits until they determine how the result is rounded to `digits`.
fn determined(vm: &mut Vm, digits: i64, mut attempt: impl FnMut(&mut Vm, i64) -> Result<Scaled>) -> Result<Scaled> {
    let mut extra = 4;
    loop {
        let (coefficient, exponent) = attempt(vm, digits + extra)?;
        let size = Natural::of(coefficient.clone());
        let cut = size.digits(vm)? - digits;
        if cut > 2 {
            let half = Natural::Small(5).scaled(vm, cut - 1)?;
            let slack = Natural::ten_to(vm, (cut - 3).max(0))?.plus(&Natural::Small(2));
            let rest = size.divided(vm, &half)?.1;
            if slack < rest && rest < half.minus(&slack) || extra > 60 {
                return Ok((coefficient, exponent));
            }
        }
        extra += if cut <= 2 { (digits / 2).max(4) } else { 4 };
    }
}

/// How many places after the point a logarithm begins later because the number is near one.
fn places_near_one(vm: &mut Vm, n: &BigInt, e: i64) -> Result<i64> {
    if e >= 0 || !matches!(count(vm, n)? + e, 0 | 1) {
        return Ok(0);
    }
    let distance = n - ten_to(vm, -e)?;
    Ok(if distance.is_zero() { 0 } else { (-e - count(vm, &distance)?).max(0) })
}

/// ln(n * 10 ** e) to so many digits and some more.
pub fn ln(vm: &mut Vm, n: &BigInt, e: i64, digits: i64) -> Result<Scaled> {
    let small = places_near_one(vm, n, e)?;
    determined(vm, digits, |vm, wanted| {
        let places = wanted + small + 2;
        Ok((ln_scaled(vm, n, e, places)?, -places))
    })
}

/// log10(n * 10 ** e) to so many digits and some more.
pub fn log10(vm: &mut Vm, n: &BigInt, e: i64, digits: i64) -> Result<Scaled> {
    let small = places_near_one(vm, n, e)?;
    determined(vm, digits, |vm, wanted| {
        let places = wanted + small + 4;
        let bits = bits_for(places + 4)?;
        let natural = ln_scaled(vm, n, e, places)?;
        let by = ln10(vm, bits)?;
        Ok((big::divide(vm, &(natural << bits), &by)?.0, -places))
    })
}

/// exp(x / 2 ** bits) with so many digits.
fn exp_fixed(vm: &mut Vm, x: &BigInt, digits: i64, bits: i64) -> Result<Scaled> {
    const HALVINGS: usize = 8;
    let by = ln10(vm, bits)?;
    let (tens, rest) = big::divide(vm, x, &by)?;
    let small = rest >> HALVINGS;
    let (mut total, mut term, mut k) = ((BigInt::one() << bits) + &small, small.clone(), 1u64);
    while !term.is_zero() {
        vm.check_interrupt()?;
        k += 1;
        term = (big::multiply(vm, &term, &small)? >> bits) / k;
        total += &term;
    }
    for _ in 0..HALVINGS {
        total = big::multiply(vm, &total, &total)? >> bits;
    }
    let tens = i64::try_from(tens).unwrap_or(i64::MAX / 4);
    Ok((to_decimal(vm, &total, bits, digits)?, tens - digits))
}

/// exp(n * 10 ** e) to so many digits and some more.
pub fn exp(vm: &mut Vm, n: &BigInt, e: i64, digits: i64) -> Result<Scaled> {
    let whole = (count(vm, n)? + e).max(0);
    determined(vm, digits, |vm, wanted| {
        let bits = bits_for(wanted + 12 + whole)?;
        let x = fixed(vm, n, e, bits)?;
        exp_fixed(vm, &x, wanted, bits)
    })
}
