//! The arithmetic of decimal numbers.

use super::natural::Natural;
use super::number::{Decimal, Kind, Work, compare, compare_total};
use super::settings::*;
use std::cmp::Ordering;
use tensorcell_language::Result;

/// A quotient and a remainder.
type Pair = (Decimal, Decimal);

impl Work<'_> {
    pub fn add(&mut self, a: &Decimal, b: &Decimal) -> Result<Decimal> {
        if let Some(found) = self.of_nans(&[a, b])? {
            return Ok(found);
        }
        match (a.is_finite(), b.is_finite()) {
            (false, false) if a.negative != b.negative => Ok(self.fail(INVALID)),
            (false, _) => Ok(Decimal::infinity(a.negative)),
            (_, false) => Ok(Decimal::infinity(b.negative)),
            _ => self.add_finite(a, b),
        }
    }

    pub fn subtract(&mut self, a: &Decimal, b: &Decimal) -> Result<Decimal> {
        // A NaN keeps its sign.
        self.add(a, &if b.is_nan() { b.clone() } else { b.signed(!b.negative) })
    }

    fn add_finite(&mut self, a: &Decimal, b: &Decimal) -> Result<Decimal> {
        let (x, y, e) = match a.exponent == b.exponent {
            true => (a.coefficient.clone(), b.coefficient.clone(), a.exponent),
            false => self.aligned(a, b)?,
        };
        if a.negative == b.negative {
            let negative = a.negative;
            return self.finish(negative, x.plus(&y), e);
        }
        match x.cmp(&y) {
            Ordering::Equal => self.finish(self.settings.rounding == Rounding::Floor, Natural::ZERO, e),
            Ordering::Less => self.finish(b.negative, y.minus(&x), e),
            Ordering::Greater => self.finish(a.negative, x.minus(&y), e),
        }
    }

    /// The coefficients of two numbers for one exponent, as far as their sum depends on them.
    fn aligned(&mut self, a: &Decimal, b: &Decimal) -> Result<(Natural, Natural, i64)> {
        if a.exponent < b.exponent {
            let (y, x, e) = self.aligned(b, a)?;
            return Ok((x, y, e));
        }
        let (high, low) = (a.exponent, b.exponent);
        let (x, y) = (a.coefficient.digits(self.vm)?, b.coefficient.digits(self.vm)?);
        if a.is_zero() {
            return Ok((Natural::ZERO, b.coefficient.clone(), low));
        }
        let prec = self.settings.prec;
        if b.is_zero() {
            // A zero takes the other's exponent down as far as the precision allows.
            let e = low.max(high - (prec + 1 - x).max(0));
            return Ok((a.coefficient.scaled(self.vm, high - e)?, Natural::ZERO, e));
        }
        let far = 2i64.saturating_mul(prec).saturating_add(x.max(y) + 3);
        if high - low > far.saturating_add(y) {
            // The lower number is far below the last digit kept: only its presence matters.
            return Ok((a.coefficient.scaled(self.vm, far)?, Natural::ONE, high - far));
        }
        Ok((a.coefficient.scaled(self.vm, high - low)?, b.coefficient.clone(), low))
    }

    pub fn multiply(&mut self, a: &Decimal, b: &Decimal) -> Result<Decimal> {
        let negative = a.negative != b.negative;
        if let Some(found) = self.of_nans(&[a, b])? {
            return Ok(found);
        }
        if !a.is_finite() || !b.is_finite() {
            return Ok(if a.is_zero() || b.is_zero() { self.fail(INVALID) } else { Decimal::infinity(negative) });
        }
        let product = a.coefficient.times(self.vm, &b.coefficient)?;
        self.finish(negative, product, a.exponent + b.exponent)
    }

    /// self * other + third, rounded once.
    pub fn fma(&mut self, a: &Decimal, b: &Decimal, c: &Decimal) -> Result<Decimal> {
        let signals = |number: &Decimal| number.kind == Kind::Signaling;
        if signals(a) || signals(b) || !a.is_nan() && !b.is_nan() && signals(c) {
            return Ok(self.of_nans(&[a, b, c])?.unwrap_or_else(Decimal::nan));
        }
        if !a.is_finite() || !b.is_finite() {
            let product = self.multiply(a, b)?;
            return if self.status & INVALID != 0 { Ok(product) } else { self.add(&product, c) };
        }
        let product = a.coefficient.times(self.vm, &b.coefficient)?;
        let product = Decimal::finite(a.negative != b.negative, product, a.exponent + b.exponent);
        self.add(&product, c)
    }

    pub fn divide(&mut self, a: &Decimal, b: &Decimal) -> Result<Decimal> {
        let negative = a.negative != b.negative;
        if let Some(found) = self.of_nans(&[a, b])? {
            return Ok(found);
        }
        if !a.is_finite() {
            return Ok(if b.is_finite() { Decimal::infinity(negative) } else { self.fail(INVALID) });
        }
        if !b.is_finite() {
            self.status |= CLAMPED;
            return Ok(Decimal::finite(negative, Natural::ZERO, self.settings.etiny()));
        }
        if b.is_zero() {
            return Ok(self.by_zero(a, negative));
        }
        let ideal = a.exponent - b.exponent;
        if a.is_zero() {
            return self.finish(negative, Natural::ZERO, ideal);
        }
        let (x, y) = (a.coefficient.digits(self.vm)?, b.coefficient.digits(self.vm)?);
        let shift = (y - x + self.settings.prec + 1).max(0);
        let scaled = a.coefficient.scaled(self.vm, shift)?;
        let (quotient, rest) = scaled.divided(self.vm, &b.coefficient)?;
        if rest.is_zero() {
            let (quotient, zeros) = quotient.without_zeros(self.vm, shift)?;
            return self.finish(negative, quotient, ideal - shift + zeros);
        }
        self.finish(negative, sticky(quotient), ideal - shift)
    }

    fn by_zero(&mut self, a: &Decimal, negative: bool) -> Decimal {
        if a.is_zero() {
            return self.fail(UNDEFINED);
        }
        self.status |= BY_ZERO;
        Decimal::infinity(negative)
    }

    /// The whole quotient and the remainder of finite numbers; None if the quotient is too long.
    fn divide_whole(&mut self, a: &Decimal, b: &Decimal) -> Result<Option<Pair>> {
        let e = a.exponent.min(b.exponent);
        let distance = a.adjusted(self.vm)? - b.adjusted(self.vm)?;
        let quotient = |n| Decimal::finite(a.negative != b.negative, n, 0);
        if a.is_zero() || distance < -1 {
            return Ok(Some((quotient(Natural::ZERO), self.rescaled(a, e)?)));
        }
        if distance > self.settings.prec {
            return Ok(None);
        }
        let x = a.coefficient.scaled(self.vm, a.exponent - e)?;
        let y = b.coefficient.scaled(self.vm, b.exponent - e)?;
        let (n, rest) = x.divided(self.vm, &y)?;
        if n.digits(self.vm)? > self.settings.prec {
            return Ok(None);
        }
        Ok(Some((quotient(n), Decimal::finite(a.negative, rest, e))))
    }

    /// The number with a smaller exponent.
    fn rescaled(&mut self, number: &Decimal, e: i64) -> Result<Decimal> {
        let n = number.coefficient.scaled(self.vm, number.exponent - e)?;
        Ok(Decimal::finite(number.negative, n, e))
    }

    /// The parts of a division of a finite number by one that is not zero, not yet rounded.
    fn division(&mut self, a: &Decimal, b: &Decimal) -> Result<Pair> {
        if !b.is_finite() {
            return Ok((Decimal::finite(a.negative != b.negative, Natural::ZERO, 0), a.clone()));
        }
        let parts = self.divide_whole(a, b)?;
        Ok(parts.unwrap_or_else(|| (self.fail(IMPOSSIBLE), Decimal::nan())))
    }

    pub fn floor_divide(&mut self, a: &Decimal, b: &Decimal) -> Result<Decimal> {
        let negative = a.negative != b.negative;
        if let Some(found) = self.of_nans(&[a, b])? {
            return Ok(found);
        }
        if !a.is_finite() {
            return Ok(if b.is_finite() { Decimal::infinity(negative) } else { self.fail(INVALID) });
        }
        if b.is_zero() {
            return Ok(self.by_zero(a, negative));
        }
        let (quotient, _) = self.division(a, b)?;
        if b.is_finite() { self.rounded(&quotient) } else { Ok(quotient) }
    }

    pub fn remainder(&mut self, a: &Decimal, b: &Decimal) -> Result<Decimal> {
        if let Some(found) = self.of_nans(&[a, b])? {
            return Ok(found);
        }
        match b.is_zero() && a.is_zero() {
            true => Ok(self.fail(UNDEFINED)),
            false if b.is_zero() || !a.is_finite() => Ok(self.fail(INVALID)),
            false => {
                let (_, rest) = self.division(a, b)?;
                self.rounded(&rest)
            }
        }
    }

    pub fn divmod(&mut self, a: &Decimal, b: &Decimal) -> Result<Pair> {
        let negative = a.negative != b.negative;
        if let Some(found) = self.of_nans(&[a, b])? {
            return Ok((found.clone(), found));
        }
        if !a.is_finite() {
            let quotient = if b.is_finite() { Decimal::infinity(negative) } else { Decimal::nan() };
            return Ok((quotient, self.fail(INVALID)));
        }
        if b.is_zero() {
            if a.is_zero() {
                return Ok((self.fail(UNDEFINED), Decimal::nan()));
            }
            self.status |= BY_ZERO | INVALID;
            return Ok((Decimal::infinity(negative), Decimal::nan()));
        }
        let (quotient, rest) = self.division(a, b)?;
        let quotient = if b.is_finite() { self.rounded(&quotient)? } else { quotient };
        Ok((quotient, self.rounded(&rest)?))
    }

    pub fn remainder_near(&mut self, a: &Decimal, b: &Decimal) -> Result<Decimal> {
        if let Some(found) = self.of_nans(&[a, b])? {
            return Ok(found);
        }
        if !a.is_finite() {
            return Ok(self.fail(INVALID));
        }
        if !b.is_finite() {
            return self.rounded(a);
        }
        if b.is_zero() {
            return Ok(self.fail(if a.is_zero() { UNDEFINED } else { INVALID }));
        }
        let e = a.exponent.min(b.exponent);
        if a.is_zero() {
            return self.finish(a.negative, Natural::ZERO, e);
        }
        let distance = a.adjusted(self.vm)? - b.adjusted(self.vm)?;
        if distance > self.settings.prec {
            return Ok(self.fail(IMPOSSIBLE));
        }
        if distance <= -2 {
            let rest = self.rescaled(a, e)?;
            return self.rounded(&rest);
        }
        let x = a.coefficient.scaled(self.vm, a.exponent - e)?;
        let y = b.coefficient.scaled(self.vm, b.exponent - e)?;
        let (mut quotient, mut rest) = x.divided(self.vm, &y)?;
        let (left, mut negative) = (y.minus(&rest), a.negative);
        if rest > left || rest == left && quotient.is_odd() {
            (quotient, rest, negative) = (quotient.plus(&Natural::ONE), left, !negative);
        }
        if quotient.digits(self.vm)? > self.settings.prec {
            return Ok(self.fail(IMPOSSIBLE));
        }
        self.finish(negative, rest, e)
    }

    pub fn compare(&mut self, a: &Decimal, b: &Decimal) -> Result<Decimal> {
        match self.of_nans(&[a, b])? {
            Some(found) => Ok(found),
            None => Ok(Decimal::whole(compare(self.vm, a, b)? as i64)),
        }
    }

    /// `compare`, for which quiet NaNs signal too.
    pub fn compare_signal(&mut self, a: &Decimal, b: &Decimal) -> Result<Decimal> {
        self.status |= if a.is_nan() || b.is_nan() { INVALID } else { 0 };
        self.compare(a, b)
    }

    /// The greater one if `wanted` is so, or the lesser; by size, or by value.
    pub fn best(&mut self, a: &Decimal, b: &Decimal, wanted: Ordering, by_size: bool) -> Result<Decimal> {
        match (a.kind, b.kind) {
            (Kind::Quiet, Kind::Finite | Kind::Infinite) => return self.rounded(b),
            (Kind::Finite | Kind::Infinite, Kind::Quiet) => return self.rounded(a),
            _ => {}
        }
        if let Some(found) = self.of_nans(&[a, b])? {
            return Ok(found);
        }
        let mut order = match by_size {
            true => compare(self.vm, &a.signed(false), &b.signed(false))?,
            false => Ordering::Equal,
        };
        if order.is_eq() {
            order = compare(self.vm, a, b)?;
        }
        if order.is_eq() {
            order = compare_total(self.vm, a, b)?;
        }
        self.rounded(if order == wanted { a } else { b })
    }

    /// a ** b % modulus of whole numbers.
    pub fn power_modulo(&mut self, a: &Decimal, b: &Decimal, modulus: &Decimal) -> Result<Decimal> {
        if let Some(found) = self.of_nans(&[a, b, modulus])? {
            return Ok(found);
        }
        for number in [a, b, modulus] {
            if !number.is_whole(self.vm)? {
                return Ok(self.fail(INVALID));
            }
        }
        if b.negative && !b.is_zero() || modulus.is_zero() || a.is_zero() && b.is_zero() {
            return Ok(self.fail(INVALID));
        }
        if modulus.adjusted(self.vm)? >= self.settings.prec {
            return Ok(self.fail(INVALID));
        }
        if a.is_zero() {
            let is_odd = b.exponent <= 0 && b.truncated(self.vm)?.is_odd();
            return Ok(Decimal::finite(a.negative && is_odd, Natural::ZERO, 0));
        }
        let exponent = b.truncated(self.vm)?;
        let by = modulus.truncated(self.vm)?;
        let base = self.reduced(a, &by)?;
        let power = self.reduced_power(&base, &exponent, &by)?;
        Ok(Decimal::finite(a.negative && exponent.is_odd(), power, 0))
    }

    /// A whole number modulo another, without its powers of ten written out.
    fn reduced(&mut self, number: &Decimal, by: &Natural) -> Result<Natural> {
        if number.exponent <= 0 {
            let whole = number.truncated(self.vm)?;
            return Ok(whole.divided(self.vm, by)?.1);
        }
        let places = Natural::Small(number.exponent as u128);
        let unit = self.reduced_power(&Natural::Small(10), &places, by)?;
        let product = number.coefficient.times(self.vm, &unit)?;
        Ok(product.divided(self.vm, by)?.1)
    }

    fn reduced_power(&mut self, base: &Natural, exponent: &Natural, by: &Natural) -> Result<Natural> {
        let exponent = exponent.to_big();
        let mut result = Natural::ONE.divided(self.vm, by)?.1;
        for bit in (0..exponent.bits()).rev() {
            self.vm.check_interrupt()?;
            result = result.times(self.vm, &result)?.divided(self.vm, by)?.1;
            if exponent.bit(bit) {
                result = result.times(self.vm, base)?.divided(self.vm, by)?.1;
            }
        }
        Ok(result)
    }
}

/// A cut number whose last digit shows that something not zero was cut: no rounding takes it for exact or a tie.
pub fn sticky(n: Natural) -> Natural {
    if n.ends_a_five() { n.plus(&Natural::ONE) } else { n }
}
