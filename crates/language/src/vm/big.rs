//! Arithmetic of huge integers and their texts, in steps short enough to poll for interrupts in between.

use super::Vm;
use crate::Result;
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, Zero};

/// Smaller numbers (in bits) are multiplied in one step of a few milliseconds.
const PIECE: u64 = 1 << 19;

/// Smaller numbers (in bits) are divided, written and read in one step.
const QUICK: u64 = 1 << 15;
/// The digits that are written or read in one step.
const LEAF: usize = 1 << 12;

/// Karatsuba multiplication, down to operands of `PIECE` bits.
pub fn multiply(vm: &mut Vm, x: &BigInt, y: &BigInt) -> Result<BigInt> {
    let (long, short) = if x.bits() >= y.bits() { (x, y) } else { (y, x) };
    if long.bits() <= PIECE {
        return Ok(x * y);
    }
    vm.check_interrupt()?;
    let half = long.bits() / 2;
    let split = |number: &BigInt| {
        let high = number >> half;
        let low = number - (&high << half);
        (high, low)
    };
    let (high, low) = split(long);
    if short.bits() <= half {
        return Ok((multiply(vm, &high, short)? << half) + multiply(vm, &low, short)?);
    }
    let (short_high, short_low) = split(short);
    let top = multiply(vm, &high, &short_high)?;
    let bottom = multiply(vm, &low, &short_low)?;
    let middle = multiply(vm, &(high + low), &(short_high + short_low))? - &top - &bottom;
    Ok((top << (2 * half)) + (middle << half) + bottom)
}

/// `base ** exponent`
pub fn power(vm: &mut Vm, base: &BigInt, exponent: u32) -> Result<BigInt> {
    let mut result = BigInt::one();
    for bit in (0..u32::BITS - exponent.leading_zeros()).rev() {
        result = multiply(vm, &result, &result)?;
        if exponent >> bit & 1 == 1 {
            result = multiply(vm, &result, base)?;
        }
    }
    Ok(result)
}

/// `base ** exponent % modulus` for a non-negative exponent.
pub(crate) fn power_modulo(vm: &mut Vm, base: &BigInt, exponent: &BigInt, modulus: &BigInt) -> Result<BigInt> {
    const SHORT: u64 = 1 << 12;
    if modulus.bits() < SHORT && exponent.bits() < SHORT {
        return Ok(base.modpow(exponent, modulus));
    }
    let base = divide(vm, base, modulus)?.1;
    let mut result = BigInt::one().mod_floor(modulus);
    for bit in (0..exponent.bits()).rev() {
        vm.check_interrupt()?;
        let square = multiply(vm, &result, &result)?;
        result = divide(vm, &square, modulus)?.1;
        if exponent.bit(bit) {
            let product = multiply(vm, &result, &base)?;
            result = divide(vm, &product, modulus)?.1;
        }
    }
    Ok(result)
}

/// The quotient, rounded down, and the remainder. The divisor is not zero.
pub fn divide(vm: &mut Vm, x: &BigInt, y: &BigInt) -> Result<(BigInt, BigInt)> {
    if x.bits() <= QUICK {
        return Ok(x.div_mod_floor(y));
    }
    let (quotient, rest) = divide_sizes(vm, x.magnitude(), y.magnitude())?;
    let quotient = BigInt::from_biguint(x.sign() * y.sign(), quotient);
    let rest = BigInt::from_biguint(x.sign(), rest);
    match rest.is_zero() || rest.sign() == y.sign() {
        true => Ok((quotient, rest)),
        false => Ok((quotient - 1, rest + y)),
    }
}

/// Long division, several digits at a time.
fn divide_sizes(vm: &mut Vm, x: &BigUint, y: &BigUint) -> Result<(BigUint, BigUint)> {
    const DIGIT: u64 = u32::BITS as u64;
    // The products of digits in one step, which takes a millisecond or two.
    const WORK: u64 = 1 << 21;
    let step = (WORK / (y.bits() / DIGIT + 1)).max(1) as usize;
    let digits = x.to_u32_digits();
    // The first digits are less than the divisor.
    let (digits, first) = digits.split_at(digits.len() - digits.len().min(y.iter_u32_digits().len() - 1));
    let (mut quotient, mut rest) = (vec![0; digits.len()], BigUint::from_slice(first));
    for (at, piece) in digits.chunks(step).enumerate().rev() {
        vm.check_interrupt()?;
        rest = (rest << (piece.len() as u64 * DIGIT)) | BigUint::from_slice(piece);
        let (whole, left) = rest.div_rem(y);
        rest = left;
        let whole = whole.to_u32_digits();
        quotient[at * step..][..whole.len()].copy_from_slice(&whole);
    }
    Ok((BigUint::new(quotient), rest))
}

/// The whole part of a square root, by Newton's steps, each of twice the precision.
pub fn root(vm: &mut Vm, n: &BigInt) -> Result<BigInt> {
    if n.bits() <= QUICK {
        return Ok(n.sqrt());
    }
    let half = (n.bits() - 1) / 2;
    let (mut root, mut precision) = (BigInt::one(), 0);
    for shift in (0..u64::BITS - half.leading_zeros()).rev() {
        let before = std::mem::replace(&mut precision, half >> shift);
        let next = divide(vm, &(n >> (2 * half + 1 - before - precision)), &root)?.0;
        root = (root << (precision - before - 1)) + next;
    }
    let square = multiply(vm, &root, &root)?;
    Ok(if square > *n { root - 1 } else { root })
}

/// The greatest common divisor.
pub fn gcd(vm: &mut Vm, x: &BigInt, y: &BigInt) -> Result<BigInt> {
    let (mut x, mut y) = (BigInt::from(x.magnitude().clone()), BigInt::from(y.magnitude().clone()));
    while x.bits().min(y.bits()) > QUICK {
        (x, y) = (divide(vm, &y, &x)?.1, x);
    }
    if x.bits().max(y.bits()) > QUICK && !x.is_zero() && !y.is_zero() {
        (x, y) = if x > y { (divide(vm, &x, &y)?.1, y) } else { (divide(vm, &y, &x)?.1, x) };
    }
    Ok(x.gcd(&y))
}

/// The decimal digits.
pub fn text(vm: &mut Vm, number: &BigInt) -> Result<String> {
    if number.bits() <= QUICK {
        return Ok(number.to_string());
    }
    let mut powers = vec![BigInt::from(10).pow(LEAF as u32)];
    while let Some(last) = powers.last()
        && 2 * last.bits() - 1 <= number.bits()
    {
        let square = multiply(vm, last, last)?;
        powers.push(square);
    }
    let mut digits = String::new();
    write(vm, &BigInt::from(number.magnitude().clone()), &powers, &mut digits)?;
    Ok(if number.sign() == num_bigint::Sign::Minus { format!("-{digits}") } else { digits })
}

/// Appends the digits of a number below the square of the last power, with leading zeros if there are digits before.
fn write(vm: &mut Vm, number: &BigInt, powers: &[BigInt], digits: &mut String) -> Result<()> {
    match powers.split_last() {
        Some((power, smaller)) => {
            let (high, low) = divide(vm, number, power)?;
            write(vm, &high, smaller, digits)?;
            write(vm, &low, smaller, digits)?;
        }
        None if !digits.is_empty() => digits.push_str(&format!("{:0>LEAF$}", number.to_string())),
        None if number.is_zero() => {}
        None => digits.push_str(&number.to_string()),
    }
    Ok(())
}

/// The number of digits, which are those of the radix; None if there are others.
pub fn read(vm: &mut Vm, digits: &[u8], radix: u32) -> Result<Option<BigInt>> {
    if digits.len() <= LEAF || radix.is_power_of_two() {
        return Ok(BigInt::parse_bytes(digits, radix));
    }
    let mut powers: Vec<BigInt> = Vec::new();
    while LEAF << powers.len() < digits.len() {
        let power = match powers.last() {
            Some(last) => multiply(vm, last, last)?,
            None => BigInt::from(radix).pow(LEAF as u32),
        };
        powers.push(power);
    }
    read_halves(vm, digits, radix, &powers)
}

fn read_halves(vm: &mut Vm, digits: &[u8], radix: u32, powers: &[BigInt]) -> Result<Option<BigInt>> {
    vm.check_interrupt()?;
    let Some((power, smaller)) = powers.split_last() else { return Ok(BigInt::parse_bytes(digits, radix)) };
    let Some(high) = digits.len().checked_sub(LEAF << smaller.len()).filter(|high| *high > 0) else {
        return read_halves(vm, digits, radix, smaller);
    };
    let (high, low) = digits.split_at(high);
    let (Some(high), Some(low)) = (read_halves(vm, high, radix, smaller)?, read_halves(vm, low, radix, smaller)?)
    else {
        return Ok(None);
    };
    Ok(Some(multiply(vm, &high, power)? + low))
}

/// Whether a product or power is large enough to compute in steps.
pub(super) fn is_huge(x: &BigInt, y: &BigInt) -> bool {
    x.bits().max(y.bits()) > PIECE
}
