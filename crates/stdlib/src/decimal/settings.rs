//! How operations on decimal numbers round and what limits they have; the conditions that they report.

/// How a result that does not fit is rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    Up,
    Down,
    Ceiling,
    Floor,
    HalfUp,
    HalfDown,
    HalfEven,
    ZeroFiveUp,
}

/// Roundings by their names.
pub const ROUNDINGS: [(&str, Rounding); 8] = [
    ("ROUND_UP", Rounding::Up),
    ("ROUND_DOWN", Rounding::Down),
    ("ROUND_CEILING", Rounding::Ceiling),
    ("ROUND_FLOOR", Rounding::Floor),
    ("ROUND_HALF_UP", Rounding::HalfUp),
    ("ROUND_HALF_DOWN", Rounding::HalfDown),
    ("ROUND_HALF_EVEN", Rounding::HalfEven),
    ("ROUND_05UP", Rounding::ZeroFiveUp),
];

impl Rounding {
    pub fn named(name: &str) -> Option<Rounding> {
        ROUNDINGS.iter().find(|(known, _)| *known == name).map(|(_, rounding)| *rounding)
    }
    pub fn name(self) -> &'static str {
        ROUNDINGS.iter().find(|(_, rounding)| *rounding == self).map_or("", |(name, _)| name)
    }
}

pub const MAX_PREC: i64 = 999_999_999_999_999_999;
pub const MAX_EMAX: i64 = 999_999_999_999_999_999;
pub const MIN_EMIN: i64 = -999_999_999_999_999_999;

/// Precision, rounding and limits.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    pub prec: i64,
    pub rounding: Rounding,
    pub emin: i64,
    pub emax: i64,
    pub capitals: bool,
    pub clamp: bool,
}

impl Settings {
    /// The widest limits, in which exact results are exact.
    pub const WIDEST: Settings = Settings {
        prec: MAX_PREC,
        rounding: Rounding::HalfEven,
        emin: MIN_EMIN,
        emax: MAX_EMAX,
        capitals: true,
        clamp: false,
    };
    pub fn etiny(&self) -> i64 {
        self.emin - self.prec + 1
    }
    pub fn etop(&self) -> i64 {
        self.emax - self.prec + 1
    }
    pub fn with(self, rounding: Rounding) -> Settings {
        Settings { rounding, ..self }
    }
}

/// What happened, as bits: an operation collects them, and the context raises or records them when it is done.
pub type Status = u32;

pub const INVALID: Status = 1;
pub const SYNTAX: Status = 2;
pub const IMPOSSIBLE: Status = 4;
pub const UNDEFINED: Status = 8;
pub const BAD_CONTEXT: Status = 16;
pub const FLOAT: Status = 32;
pub const BY_ZERO: Status = 64;
pub const OVERFLOW: Status = 128;
pub const UNDERFLOW: Status = 256;
pub const SUBNORMAL: Status = 512;
pub const INEXACT: Status = 1024;
pub const ROUNDED: Status = 2048;
pub const CLAMPED: Status = 4096;
/// The conditions of the signal `InvalidOperation`.
pub const ANY_INVALID: Status = INVALID | SYNTAX | IMPOSSIBLE | UNDEFINED | BAD_CONTEXT;
