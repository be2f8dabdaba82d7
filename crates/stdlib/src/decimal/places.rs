//! Operations on the digits and exponents of decimal numbers.

use super::natural::Natural;
use super::number::{Decimal, Work, compare, shed};
use super::settings::*;
use std::cmp::Ordering;
use tensorcell_language::Result;

impl Work<'_> {
    /// The number with the exponent of another.
    pub fn quantize(&mut self, a: &Decimal, b: &Decimal) -> Result<Decimal> {
        if let Some(found) = self.of_nans(&[a, b])? {
            return Ok(found);
        }
        if !a.is_finite() || !b.is_finite() {
            return Ok(if a.kind == b.kind { Decimal::infinity(a.negative) } else { self.fail(INVALID) });
        }
        self.with_exponent(a, b.exponent)
    }

    fn with_exponent(&mut self, a: &Decimal, e: i64) -> Result<Decimal> {
        let settings = self.settings;
        if !(settings.etiny()..=settings.emax).contains(&e) {
            return Ok(self.fail(INVALID));
        }
        if a.is_zero() {
            return self.finish(a.negative, Natural::ZERO, e);
        }
        if a.adjusted(self.vm)? - e + 1 > settings.prec {
            return Ok(self.fail(INVALID));
        }
        let mut happened = 0;
        let n = match a.exponent.cmp(&e) {
            Ordering::Equal => a.coefficient.clone(),
            Ordering::Greater => a.coefficient.scaled(self.vm, a.exponent - e)?,
            Ordering::Less => {
                let (n, inexact) = shed(self.vm, &a.coefficient, e - a.exponent, a.negative, settings.rounding)?;
                happened = if inexact { ROUNDED | INEXACT } else { ROUNDED };
                n
            }
        };
        let digits = n.digits(self.vm)?;
        if digits > settings.prec || !n.is_zero() && digits + e - 1 > settings.emax {
            return Ok(self.fail(INVALID));
        }
        self.status |= happened;
        self.finish(a.negative, n, e)
    }

    /// Rounds to a whole number; `reports` if that loses digits.
    pub fn integral(&mut self, a: &Decimal, reports: bool) -> Result<Decimal> {
        if let Some(found) = self.of_nans(&[a])? {
            return Ok(found);
        }
        if !a.is_finite() || a.exponent >= 0 {
            return Ok(a.clone());
        }
        let (n, inexact) = shed(self.vm, &a.coefficient, -a.exponent, a.negative, self.settings.rounding)?;
        if reports && !a.is_zero() {
            self.status |= if inexact { ROUNDED | INEXACT } else { ROUNDED };
        }
        Ok(Decimal::finite(a.negative, n, 0))
    }

    /// Rounded, without zeros at the end.
    pub fn normalize(&mut self, a: &Decimal) -> Result<Decimal> {
        if let Some(found) = self.of_nans(&[a])? {
            return Ok(found);
        }
        let number = self.rounded(a)?;
        if !number.is_finite() {
            return Ok(number);
        }
        if number.is_zero() {
            return Ok(Decimal::finite(number.negative, Natural::ZERO, 0));
        }
        let most = if self.settings.clamp { self.settings.etop() } else { self.settings.emax };
        let (n, zeros) = number.coefficient.without_zeros(self.vm, most - number.exponent)?;
        Ok(Decimal::finite(number.negative, n, number.exponent + zeros))
    }

    /// The exponent of the first digit.
    pub fn logb(&mut self, a: &Decimal) -> Result<Decimal> {
        if let Some(found) = self.of_nans(&[a])? {
            return Ok(found);
        }
        if !a.is_finite() {
            return Ok(Decimal::infinity(false));
        }
        if a.is_zero() {
            self.status |= BY_ZERO;
            return Ok(Decimal::infinity(true));
        }
        let adjusted = Decimal::whole(a.adjusted(self.vm)?);
        self.rounded(&adjusted)
    }

    /// a * 10 ** b
    pub fn scaleb(&mut self, a: &Decimal, b: &Decimal) -> Result<Decimal> {
        if let Some(found) = self.of_nans(&[a, b])? {
            return Ok(found);
        }
        let limit = 2 * (i128::from(self.settings.emax) + i128::from(self.settings.prec));
        let Some(places) = small(b).filter(|places| i128::from(places.abs()) <= limit) else {
            return Ok(self.fail(INVALID));
        };
        if !a.is_finite() {
            return Ok(Decimal::infinity(a.negative));
        }
        self.finish(a.negative, a.coefficient.clone(), a.exponent + places)
    }

    /// The number of digits by which to shift or rotate, or the result if there is none.
    fn turn(&mut self, a: &Decimal, b: &Decimal) -> Result<std::result::Result<i64, Decimal>> {
        if let Some(found) = self.of_nans(&[a, b])? {
            return Ok(Err(found));
        }
        let by = small(b).filter(|by| by.abs() <= self.settings.prec);
        Ok(match by {
            None => Err(self.fail(INVALID)),
            Some(_) if !a.is_finite() => Err(Decimal::infinity(a.negative)),
            Some(by) => Ok(by),
        })
    }

    /// The last digits of a number.
    fn last_digits(&mut self, n: &Natural, count: i64) -> Result<Natural> {
        if n.digits(self.vm)? <= count {
            return Ok(n.clone());
        }
        let unit = Natural::ten_to(self.vm, count)?;
        Ok(n.divided(self.vm, &unit)?.1)
    }

    pub fn shift(&mut self, a: &Decimal, b: &Decimal) -> Result<Decimal> {
        let by = match self.turn(a, b)? {
            Ok(by) => by,
            Err(result) => return Ok(result),
        };
        let prec = self.settings.prec;
        let n = match by {
            0.. => {
                let kept = self.last_digits(&a.coefficient, prec - by)?;
                kept.scaled(self.vm, by)?
            }
            _ => {
                let kept = self.last_digits(&a.coefficient, prec)?;
                kept.cut(self.vm, -by)?.0
            }
        };
        Ok(Decimal::finite(a.negative, n, a.exponent))
    }

    pub fn rotate(&mut self, a: &Decimal, b: &Decimal) -> Result<Decimal> {
        let by = match self.turn(a, b)? {
            Ok(by) => by,
            Err(result) => return Ok(result),
        };
        let prec = self.settings.prec;
        // The first `left` digits go to the end.
        let left = if by < 0 { by + prec } else { by };
        let n = self.last_digits(&a.coefficient, prec)?;
        let first = n.cut(self.vm, prec - left)?.0;
        let rest = self.last_digits(&n, prec - left)?;
        let n = rest.scaled(self.vm, left)?.plus(&first);
        Ok(Decimal::finite(a.negative, n, a.exponent))
    }

    /// The digits of a logical operand, last first; None if it is none.
    fn bits(&mut self, a: &Decimal) -> Result<Option<Vec<u8>>> {
        if !a.is_finite() || a.negative || a.exponent != 0 {
            return Ok(None);
        }
        let mut digits = a.coefficient.text(self.vm)?.into_bytes();
        if digits.iter().any(|digit| *digit > b'1') {
            return Ok(None);
        }
        digits.reverse();
        digits.truncate(usize::try_from(self.settings.prec).unwrap_or(usize::MAX));
        Ok(Some(digits))
    }

    pub fn logical(&mut self, a: &Decimal, b: &Decimal, operation: fn(u8, u8) -> u8) -> Result<Decimal> {
        let (Some(x), Some(y)) = (self.bits(a)?, self.bits(b)?) else { return Ok(self.fail(INVALID)) };
        let digit = |digits: &[u8], at: usize| digits.get(at).map_or(0, |digit| digit - b'0');
        let places = (0..x.len().max(y.len())).rev();
        let digits: Vec<u8> = places.map(|at| b'0' + operation(digit(&x, at), digit(&y, at))).collect();
        Ok(Decimal::finite(false, Natural::read(self.vm, &digits)?, 0))
    }

    pub fn logical_invert(&mut self, a: &Decimal) -> Result<Decimal> {
        let nines = Natural::nines(self.vm, self.settings.prec)?;
        let ones = nines.divided(self.vm, &Natural::Small(9))?.0;
        self.logical(a, &Decimal::finite(false, ones, 0), |x, y| x ^ y)
    }

    /// The next number of the context, upwards or downwards.
    pub fn neighbour(&mut self, a: &Decimal, up: bool) -> Result<Decimal> {
        if let Some(found) = self.of_nans(&[a])? {
            return Ok(found);
        }
        let settings = self.settings;
        if !a.is_finite() {
            if a.negative != up {
                return Ok(a.clone());
            }
            return Ok(Decimal::finite(a.negative, Natural::nines(self.vm, settings.prec)?, settings.etop()));
        }
        let rounding = if up { Rounding::Ceiling } else { Rounding::Floor };
        let mut quiet = Work { vm: self.vm, settings: settings.with(rounding), status: 0 };
        let number = quiet.plus(a)?;
        if compare(quiet.vm, &number, a)?.is_ne() {
            return Ok(number);
        }
        quiet.add(a, &Decimal::finite(!up, Natural::ONE, settings.etiny() - 1))
    }

    pub fn next_toward(&mut self, a: &Decimal, b: &Decimal) -> Result<Decimal> {
        if let Some(found) = self.of_nans(&[a, b])? {
            return Ok(found);
        }
        let order = compare(self.vm, a, b)?;
        if order.is_eq() {
            return Ok(a.signed(b.negative));
        }
        let number = self.neighbour(a, order.is_lt())?;
        if !number.is_finite() {
            self.status |= OVERFLOW | INEXACT | ROUNDED;
        } else if number.adjusted(self.vm)? < self.settings.emin {
            self.status |= UNDERFLOW | SUBNORMAL | INEXACT | ROUNDED;
            self.status |= if number.is_zero() { CLAMPED } else { 0 };
        }
        Ok(number)
    }
}

/// A whole number with the exponent 0, as an integer.
fn small(number: &Decimal) -> Option<i64> {
    let size = number.coefficient.to_i64().filter(|_| number.is_finite() && number.exponent == 0)?;
    Some(if number.negative { -size } else { size })
}
