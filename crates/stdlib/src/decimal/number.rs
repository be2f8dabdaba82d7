//! Decimal numbers: their parts, their order, and how they are fitted into limits.

use super::natural::{Natural, Rest};
use super::settings::*;
use std::cmp::Ordering;
use tensorcell_language::{Result, Vm};

/// What a number is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Finite,
    Infinite,
    Quiet,
    Signaling,
}

/// coefficient * 10 ** exponent, or no finite number. The coefficient of a NaN is its payload.
#[derive(Clone, Debug)]
pub struct Decimal {
    pub negative: bool,
    pub kind: Kind,
    pub exponent: i64,
    pub coefficient: Natural,
}

/// The conditions that an operation collects, and what it works under.
pub struct Work<'a> {
    pub vm: &'a mut Vm,
    pub settings: Settings,
    pub status: Status,
}

/// `n` rounded by what was cut off.
fn rounded(n: Natural, rest: Rest, negative: bool, rounding: Rounding) -> Natural {
    let up = match rounding {
        _ if rest == Rest::Nothing => false,
        Rounding::HalfEven => rest == Rest::AboveHalf || rest == Rest::Half && n.is_odd(),
        Rounding::HalfUp => rest != Rest::BelowHalf,
        Rounding::HalfDown => rest == Rest::AboveHalf,
        Rounding::Up => true,
        Rounding::Down => false,
        Rounding::Ceiling => !negative,
        Rounding::Floor => negative,
        Rounding::ZeroFiveUp => n.ends_a_five(),
    };
    if up { n.plus(&Natural::ONE) } else { n }
}

/// `n` without its last digits, rounded, and whether any of them was not 0.
pub fn shed(vm: &mut Vm, n: &Natural, drop: i64, negative: bool, rounding: Rounding) -> Result<(Natural, bool)> {
    let (kept, rest) = n.cut(vm, drop)?;
    Ok((rounded(kept, rest, negative, rounding), rest != Rest::Nothing))
}

impl Decimal {
    pub fn finite(negative: bool, coefficient: Natural, exponent: i64) -> Decimal {
        Decimal { negative, kind: Kind::Finite, exponent, coefficient }
    }
    pub fn whole(number: i64) -> Decimal {
        Decimal::finite(number < 0, Natural::Small(u128::from(number.unsigned_abs())), 0)
    }
    pub fn infinity(negative: bool) -> Decimal {
        Decimal { negative, kind: Kind::Infinite, exponent: 0, coefficient: Natural::ZERO }
    }
    pub fn nan() -> Decimal {
        Decimal { negative: false, kind: Kind::Quiet, exponent: 0, coefficient: Natural::ZERO }
    }
    pub fn signed(&self, negative: bool) -> Decimal {
        Decimal { negative, ..self.clone() }
    }
    pub fn is_finite(&self) -> bool {
        self.kind == Kind::Finite
    }
    pub fn is_nan(&self) -> bool {
        self.kind >= Kind::Quiet
    }
    pub fn is_zero(&self) -> bool {
        self.is_finite() && self.coefficient.is_zero()
    }
    /// The exponent of its first digit.
    pub fn adjusted(&self, vm: &mut Vm) -> Result<i64> {
        Ok(self.exponent + self.coefficient.digits(vm)? - 1)
    }
    /// Whether it is a finite number without a fraction.
    pub fn is_whole(&self, vm: &mut Vm) -> Result<bool> {
        if !self.is_finite() || self.exponent >= 0 || self.coefficient.is_zero() {
            return Ok(self.is_finite());
        }
        Ok(-self.exponent < self.coefficient.digits(vm)?
            && self.coefficient.cut(vm, -self.exponent)?.1 == Rest::Nothing)
    }
    /// Its whole part, without the sign.
    pub fn truncated(&self, vm: &mut Vm) -> Result<Natural> {
        match self.exponent {
            0.. => self.coefficient.scaled(vm, self.exponent),
            _ => Ok(self.coefficient.cut(vm, -self.exponent)?.0),
        }
    }
    /// -1, 0 or 1 by its sign.
    fn direction(&self) -> i64 {
        match (self.is_zero(), self.negative) {
            (true, _) => 0,
            (_, true) => -1,
            _ => 1,
        }
    }
}

/// The order of two that are no NaN.
pub fn compare(vm: &mut Vm, a: &Decimal, b: &Decimal) -> Result<Ordering> {
    if !a.is_finite() || !b.is_finite() {
        let side = |number: &Decimal| if number.is_finite() { 0 } else { number.direction() };
        return Ok(side(a).cmp(&side(b)));
    }
    let (x, y) = (a.direction(), b.direction());
    if x != y || x == 0 {
        return Ok(x.cmp(&y));
    }
    let order = compare_sizes(vm, a, b)?;
    Ok(if a.negative { order.reverse() } else { order })
}

/// The order of the absolute values of two finite numbers other than zero.
fn compare_sizes(vm: &mut Vm, a: &Decimal, b: &Decimal) -> Result<Ordering> {
    if a.exponent == b.exponent {
        return Ok(a.coefficient.cmp(&b.coefficient));
    }
    let order = a.adjusted(vm)?.cmp(&b.adjusted(vm)?);
    if order.is_ne() {
        return Ok(order);
    }
    let e = a.exponent.min(b.exponent);
    Ok(a.coefficient.scaled(vm, a.exponent - e)?.cmp(&b.coefficient.scaled(vm, b.exponent - e)?))
}

/// The order of representations: NaNs, infinities, and equal numbers by their exponents.
pub fn compare_total(vm: &mut Vm, a: &Decimal, b: &Decimal) -> Result<Ordering> {
    if a.negative != b.negative {
        return Ok(b.negative.cmp(&a.negative));
    }
    let rank = |number: &Decimal| match number.kind {
        Kind::Finite => 0,
        Kind::Infinite => 1,
        Kind::Signaling => 2,
        Kind::Quiet => 3,
    };
    let order = match rank(a).cmp(&rank(b)) {
        Ordering::Equal if a.is_nan() => a.coefficient.cmp(&b.coefficient),
        Ordering::Equal => {
            let order = compare(vm, &a.signed(false), &b.signed(false))?;
            order.then(a.exponent.cmp(&b.exponent))
        }
        order => order,
    };
    Ok(if a.negative { order.reverse() } else { order })
}

impl Work<'_> {
    /// The result of an operation that cannot be done.
    pub fn fail(&mut self, condition: Status) -> Decimal {
        self.status |= condition;
        Decimal::nan()
    }

    /// What an operation returns if an operand is a NaN; None if none is.
    pub fn of_nans(&mut self, numbers: &[&Decimal]) -> Result<Option<Decimal>> {
        if !numbers.iter().any(|number| number.is_nan()) {
            return Ok(None);
        }
        let first = |kind| numbers.iter().find(|number| number.kind == kind);
        let signaling = first(Kind::Signaling);
        if signaling.is_some() {
            self.status |= INVALID;
        }
        let Some(found) = signaling.or_else(|| first(Kind::Quiet)) else { return Ok(None) };
        let most = self.settings.prec - i64::from(self.settings.clamp);
        let mut payload = found.coefficient.clone();
        if payload.digits(self.vm)? > most {
            let unit = Natural::ten_to(self.vm, most)?;
            payload = payload.divided(self.vm, &unit)?.1;
        }
        Ok(Some(Decimal { coefficient: payload, kind: Kind::Quiet, exponent: 0, ..**found }))
    }

    pub fn finish(&mut self, negative: bool, n: Natural, e: i64) -> Result<Decimal> {
        self.fit(negative, n, e, self.settings.rounding)
    }

    /// The number, rounded to the precision and the limits.
    pub fn fit(&mut self, negative: bool, n: Natural, e: i64, rounding: Rounding) -> Result<Decimal> {
        let settings = self.settings;
        if n.is_zero() {
            let most = if settings.clamp { settings.etop() } else { settings.emax };
            let fitting = e.max(settings.etiny()).min(most);
            self.status |= if fitting != e { CLAMPED } else { 0 };
            return Ok(Decimal::finite(negative, n, fitting));
        }
        let digits = n.digits(self.vm)?;
        let is_subnormal = e + digits - 1 < settings.emin;
        if digits <= settings.prec && !is_subnormal && e + digits - 1 <= settings.emax && !settings.clamp {
            return Ok(Decimal::finite(negative, n, e));
        }
        let drop = match is_subnormal {
            true => (digits - settings.prec).max(settings.etiny() - e),
            false => digits - settings.prec,
        };
        self.status |= if is_subnormal { SUBNORMAL } else { 0 };
        match drop {
            1.. => self.dropped(negative, &n, e, drop, rounding),
            _ => self.limited(negative, n, e, digits, rounding),
        }
    }

    /// The number without its last digits.
    fn dropped(&mut self, negative: bool, n: &Natural, e: i64, drop: i64, rounding: Rounding) -> Result<Decimal> {
        let (mut n, inexact) = shed(self.vm, n, drop, negative, rounding)?;
        let mut e = e + drop;
        self.status |= ROUNDED;
        if inexact {
            self.status |= if self.status & SUBNORMAL != 0 { INEXACT | UNDERFLOW } else { INEXACT };
        }
        let mut digits = n.digits(self.vm)?;
        if digits > self.settings.prec {
            (n, e, digits) = (n.cut(self.vm, 1)?.0, e + 1, digits - 1);
        }
        if n.is_zero() {
            self.status |= CLAMPED;
            return Ok(Decimal::finite(negative, n, e));
        }
        self.limited(negative, n, e, digits, rounding)
    }

    /// The number of a fitting length, unless its exponent is too large.
    fn limited(&mut self, negative: bool, n: Natural, e: i64, digits: i64, rounding: Rounding) -> Result<Decimal> {
        let settings = self.settings;
        if e + digits - 1 > settings.emax {
            self.status |= OVERFLOW | INEXACT | ROUNDED;
            let to_largest = match rounding {
                Rounding::Down | Rounding::ZeroFiveUp => true,
                Rounding::Ceiling => negative,
                Rounding::Floor => !negative,
                _ => false,
            };
            if !to_largest {
                return Ok(Decimal::infinity(negative));
            }
            return Ok(Decimal::finite(negative, Natural::nines(self.vm, settings.prec)?, settings.etop()));
        }
        if settings.clamp && e > settings.etop() {
            self.status |= CLAMPED;
            return Ok(Decimal::finite(negative, n.scaled(self.vm, e - settings.etop())?, settings.etop()));
        }
        Ok(Decimal::finite(negative, n, e))
    }

    /// The number, rounded; a zero loses its sign.
    pub fn plus(&mut self, number: &Decimal) -> Result<Decimal> {
        if let Some(found) = self.of_nans(&[number])? {
            return Ok(found);
        }
        if !number.is_finite() {
            return Ok(number.clone());
        }
        let negative = number.negative && (!number.is_zero() || self.settings.rounding == Rounding::Floor);
        self.finish(negative, number.coefficient.clone(), number.exponent)
    }

    /// The number, rounded, with its sign; a NaN is unchanged.
    pub fn rounded(&mut self, number: &Decimal) -> Result<Decimal> {
        match number.kind {
            Kind::Finite => self.finish(number.negative, number.coefficient.clone(), number.exponent),
            _ => Ok(number.clone()),
        }
    }
}
