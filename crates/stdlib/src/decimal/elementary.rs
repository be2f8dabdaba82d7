//! Square roots, exponentials, logarithms and powers of decimal numbers.

use super::functions::{self, Scaled, count_small};
use super::natural::Natural;
use super::number::{Decimal, Kind, Work, compare};
use super::settings::*;
use num_bigint::{BigInt, Sign};
use std::cmp::Ordering;
use tensorcell_language::{Result, Vm};

impl Work<'_> {
    /// An inexact result.
    fn inexact(&mut self, (n, e): Scaled, rounding: Rounding) -> Result<Decimal> {
        self.status |= INEXACT | ROUNDED;
        let negative = n.sign() == Sign::Minus;
        self.fit(negative, Natural::of(n), e, rounding)
    }

    pub fn sqrt(&mut self, a: &Decimal) -> Result<Decimal> {
        if let Some(found) = self.of_nans(&[a])? {
            return Ok(found);
        }
        if a.is_zero() {
            return self.finish(a.negative, Natural::ZERO, a.exponent.div_euclid(2));
        }
        if a.negative {
            return Ok(self.fail(INVALID));
        }
        if !a.is_finite() {
            return Ok(Decimal::infinity(false));
        }
        let (n, e) = functions::root(self.vm, &a.coefficient, a.exponent, self.settings.prec + 1)?;
        self.fit(false, n, e, Rounding::HalfEven)
    }

    pub fn exp(&mut self, a: &Decimal) -> Result<Decimal> {
        if let Some(found) = self.of_nans(&[a])? {
            return Ok(found);
        }
        if !a.is_finite() {
            return Ok(if a.negative { Decimal::whole(0) } else { Decimal::infinity(false) });
        }
        if a.is_zero() {
            return Ok(Decimal::whole(1));
        }
        let Settings { prec, emax, .. } = self.settings;
        let (adjusted, etiny) = (a.adjusted(self.vm)?, self.settings.etiny());
        let most = count_small(emax.max(-etiny)) + 1;
        if adjusted > most {
            let e = if a.negative { etiny - 2 } else { emax + 1 };
            return self.fit(false, Natural::ONE, e, Rounding::HalfEven);
        }
        if adjusted < -prec - 2 {
            // So near to one that only the direction matters.
            let one = Natural::ten_to(self.vm, prec + 2)?;
            let n = if a.negative { one.minus(&Natural::ONE) } else { one.plus(&Natural::ONE) };
            return self.fit(false, n, -prec - 2, Rounding::HalfEven);
        }
        let found = functions::exp(self.vm, &signed(a), a.exponent, prec)?;
        self.inexact(found, Rounding::HalfEven)
    }

    pub fn ln(&mut self, a: &Decimal) -> Result<Decimal> {
        if a.is_finite() && compare(self.vm, a, &Decimal::whole(1))?.is_eq() {
            return Ok(Decimal::whole(0));
        }
        self.logarithm(a, functions::ln, |_, _| Ok(None))
    }

    pub fn log10(&mut self, a: &Decimal) -> Result<Decimal> {
        self.logarithm(a, functions::log10, |vm, a| {
            let (n, zeros) = a.coefficient.without_zeros(vm, i64::MAX)?;
            Ok((n == Natural::ONE).then_some(a.exponent + zeros))
        })
    }

    fn logarithm(
        &mut self,
        a: &Decimal,
        function: fn(&mut Vm, &BigInt, i64, i64) -> Result<Scaled>,
        exact: fn(&mut Vm, &Decimal) -> Result<Option<i64>>,
    ) -> Result<Decimal> {
        if let Some(found) = self.of_nans(&[a])? {
            return Ok(found);
        }
        if a.is_zero() {
            return Ok(Decimal::infinity(true));
        }
        if a.negative {
            return Ok(self.fail(INVALID));
        }
        if !a.is_finite() {
            return Ok(Decimal::infinity(false));
        }
        if let Some(power) = exact(self.vm, a)? {
            let power = Decimal::whole(power);
            return self.fit(power.negative, power.coefficient, 0, Rounding::HalfEven);
        }
        let found = function(self.vm, &a.coefficient.to_big(), a.exponent, self.settings.prec)?;
        self.inexact(found, Rounding::HalfEven)
    }

    pub fn power(&mut self, a: &Decimal, b: &Decimal) -> Result<Decimal> {
        if let Some(found) = self.of_nans(&[a, b])? {
            return Ok(found);
        }
        if b.is_zero() {
            return Ok(if a.is_zero() { self.fail(INVALID) } else { Decimal::whole(1) });
        }
        let whole = b.is_whole(self.vm)?;
        let negative = a.negative && whole && b.exponent <= 0 && b.truncated(self.vm)?.is_odd();
        if a.is_zero() {
            let zero = Decimal::finite(negative, Natural::ZERO, 0);
            return Ok(if b.negative { Decimal::infinity(negative) } else { zero });
        }
        if a.negative && !whole {
            return Ok(self.fail(INVALID));
        }
        if !a.is_finite() {
            let zero = Decimal::finite(negative, Natural::ZERO, 0);
            return Ok(if b.negative { zero } else { Decimal::infinity(negative) });
        }
        let size = a.signed(false);
        let order = compare(self.vm, &size, &Decimal::whole(1))?;
        if order.is_eq() {
            return self.power_of_one(a, b, whole, negative);
        }
        let grows = order.is_gt() != b.negative;
        if !b.is_finite() {
            return Ok(if grows { Decimal::infinity(false) } else { Decimal::whole(0) });
        }
        // Far outside the limits nothing has to be computed.
        let (limit, e) = match grows {
            true => (self.settings.emax, self.settings.emax + 1),
            false => (self.settings.etiny(), self.settings.etiny() - 1),
        };
        if log_size(self.vm, &size)? + b.adjusted(self.vm)? > count_small(limit) {
            return self.finish(negative, Natural::ONE, e);
        }
        match whole {
            true => self.whole_power(a, b, negative),
            false => self.real_power(a, b),
        }
    }

    fn power_of_one(&mut self, a: &Decimal, b: &Decimal, whole: bool, negative: bool) -> Result<Decimal> {
        let least = 1 - self.settings.prec;
        let (e, happened) = match whole {
            false => (least, INEXACT | ROUNDED),
            true => {
                let is_short = b.adjusted(self.vm)? <= 18;
                let times = if is_short { b.truncated(self.vm)?.to_i64() } else { None }.unwrap_or(i64::MAX);
                let wanted = if b.negative { 0 } else { a.exponent.saturating_mul(times) };
                (wanted.max(least), if wanted < least { ROUNDED } else { 0 })
            }
        };
        self.status |= happened;
        let n = Natural::ten_to(self.vm, -e)?;
        self.finish(negative, n, e)
    }

    /// Rounds what was computed with other settings. An infinity becomes the largest number for some roundings.
    fn rounded_again(&mut self, found: Decimal, negative: bool, status: Status) -> Result<Decimal> {
        self.status |= status;
        match found.kind {
            Kind::Infinite => self.finish(negative, Natural::ONE, self.settings.emax + 1),
            _ => self.rounded(&found),
        }
    }

    /// The power by multiplication, with as many more digits as the exponent has, and three.
    fn whole_power(&mut self, a: &Decimal, b: &Decimal, negative: bool) -> Result<Decimal> {
        let prec = self.settings.prec + b.adjusted(self.vm)? + 3 + i64::from(b.negative);
        let settings = Settings { prec, rounding: Rounding::HalfEven, clamp: false, ..self.settings };
        let mut work = Work { vm: self.vm, settings, status: 0 };
        let base = if b.negative { work.divide(&Decimal::whole(1), a)? } else { a.clone() };
        let times = b.truncated(work.vm)?.to_big();
        let mut result = base.clone();
        for bit in (0..times.bits() - 1).rev() {
            work.vm.check_interrupt()?;
            result = work.multiply(&result, &result)?;
            if times.bit(bit) {
                result = work.multiply(&result, &base)?;
            }
            if !result.is_finite() || result.is_zero() {
                break;
            }
        }
        let status = work.status;
        self.rounded_again(result.signed(negative), negative, status)
    }

    /// exp(ln(a) * b), with more digits.
    fn real_power(&mut self, a: &Decimal, b: &Decimal) -> Result<Decimal> {
        const MORE: i64 = 23;
        let prec = self.settings.prec.max(a.coefficient.digits(self.vm)?) + MORE;
        let settings = Settings { prec, ..Settings::WIDEST };
        let mut work = Work { vm: self.vm, settings, status: 0 };
        let logarithm = work.ln(a)?;
        let product = work.multiply(&logarithm, b)?;
        work.status = 0;
        let mut result = work.exp(&product)?;
        let status = work.status | INEXACT | ROUNDED;
        if result.is_finite() && compare(self.vm, &result, &Decimal::whole(1))?.is_eq() {
            let places = self.settings.prec - 1;
            result = Decimal::finite(false, Natural::ten_to(self.vm, places)?, -places);
        }
        self.rounded_again(result, false, status)
    }
}

fn signed(number: &Decimal) -> BigInt {
    let size = number.coefficient.to_big();
    if number.negative { -size } else { size }
}

/// An exponent of ten that the common logarithm of a positive number reaches.
fn log_size(vm: &mut Vm, a: &Decimal) -> Result<i64> {
    let adjusted = a.adjusted(vm)?;
    if !matches!(adjusted, 0 | -1) {
        return Ok(count_small(if adjusted < 0 { adjusted + 1 } else { adjusted }) - 1);
    }
    // Near one the logarithm is as small as the distance from it.
    let one = Natural::ten_to(vm, -a.exponent)?;
    let distance = match a.coefficient.cmp(&one) {
        Ordering::Less => one.minus(&a.coefficient),
        _ => a.coefficient.minus(&one),
    };
    Ok(distance.digits(vm)? + a.exponent - if adjusted == 0 { 2 } else { 1 })
}
