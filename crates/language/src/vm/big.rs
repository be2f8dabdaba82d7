//! Products and powers of huge integers, in steps short enough to poll for interrupts in between.

use super::Vm;
use crate::Result;
use num_bigint::BigInt;
use num_traits::One;

/// Smaller numbers (in bits) are multiplied in one step of a few milliseconds.
const PIECE: u64 = 1 << 19;

/// Karatsuba multiplication, down to operands of `PIECE` bits.
pub(crate) fn multiply(vm: &mut Vm, x: &BigInt, y: &BigInt) -> Result<BigInt> {
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

pub(crate) fn power(vm: &mut Vm, base: &BigInt, exponent: u32) -> Result<BigInt> {
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
    const QUICK: u64 = 1 << 12;
    if modulus.bits() < QUICK && exponent.bits() < QUICK {
        return Ok(base.modpow(exponent, modulus));
    }
    let base = num_integer::Integer::mod_floor(base, modulus);
    let mut result = num_integer::Integer::mod_floor(&BigInt::one(), modulus);
    for bit in (0..exponent.bits()).rev() {
        vm.check_interrupt()?;
        result = num_integer::Integer::mod_floor(&multiply(vm, &result, &result)?, modulus);
        if exponent.bit(bit) {
            result = num_integer::Integer::mod_floor(&multiply(vm, &result, &base)?, modulus);
        }
    }
    Ok(result)
}

/// Whether a product or power is large enough to compute in steps.
pub(super) fn is_huge(x: &BigInt, y: &BigInt) -> bool {
    x.bits().max(y.bits()) > PIECE
}
