//! The results of `cmath`'s functions for infinite and NaN parts.
//!
//! Seven rows for the first part and seven columns for the second: -inf, negative, -0, 0, positive, inf, nan. Two
//! letters are the parts of the result, a capital is the negative of its letter; `!!` is a domain error, and `..`
//! means that the formula applies.

use tensorcell_language::builtins::complex::Complex;

pub(super) type Table = [&'static str; 7];

/// A table entry.
pub(super) enum Special {
    Value(Complex),
    DomainError,
}

fn class(x: f64) -> usize {
    match x {
        x if x.is_nan() => 6,
        x if x.is_infinite() => {
            if x > 0.0 {
                5
            } else {
                0
            }
        }
        x if x == 0.0 => {
            if x.is_sign_negative() {
                2
            } else {
                3
            }
        }
        x => {
            if x > 0.0 {
                4
            } else {
                1
            }
        }
    }
}

fn number(letter: u8) -> f64 {
    use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};
    let size = match letter.to_ascii_lowercase() {
        b'z' => 0.0,
        b'o' => 1.0,
        b'i' => f64::INFINITY,
        b'p' => PI,
        b'h' => FRAC_PI_2,
        b'q' => FRAC_PI_4,
        b't' => 3.0 * FRAC_PI_4,
        _ => f64::NAN,
    };
    if letter.is_ascii_uppercase() { -size } else { size }
}

/// Returns the table entry, or None if both parts are finite.
pub(super) fn look(table: &Table, first: f64, second: f64) -> Option<Special> {
    let at = 3 * class(second);
    match &table[class(first)].as_bytes()[at..at + 2] {
        b".." => None,
        b"!!" => Some(Special::DomainError),
        parts => Some(Special::Value(Complex::new(number(parts[0]), number(parts[1])))),
    }
}

pub(super) const ACOS: Table = [
    "ti pi pi pI pI tI ni",
    "hi .. .. .. .. hI nn",
    "hi .. .. .. .. hI hn",
    "hi .. .. .. .. hI hn",
    "hi .. .. .. .. hI nn",
    "qi zi zi zI zI qI ni",
    "ni nn nn nn nn nI nn",
];

pub(super) const ACOSH: Table = [
    "iT iP iP ip ip it in",
    "iH .. .. .. .. ih nn",
    "iH .. .. .. .. ih nn",
    "iH .. .. .. .. ih nn",
    "iH .. .. .. .. ih nn",
    "iQ iZ iZ iz iz iq in",
    "in nn nn nn nn in nn",
];

pub(super) const ASINH: Table = [
    "IQ IZ IZ Iz Iz Iq In",
    "IH .. .. .. .. Ih nn",
    "IH .. .. .. .. Ih nn",
    "iH .. .. .. .. ih nn",
    "iH .. .. .. .. ih nn",
    "iQ iZ iZ iz iz iq in",
    "in nn nZ nz nn in nn",
];

pub(super) const ATANH: Table = [
    "ZH ZH ZH Zh Zh Zh Zn",
    "ZH .. .. .. .. Zh nn",
    "ZH .. .. .. .. Zh Zn",
    "zH .. .. .. .. zh zn",
    "zH .. .. .. .. zh nn",
    "zH zH zH zh zh zh zn",
    "zH nn nn nn nn zh nn",
];

pub(super) const COSH: Table = [
    "!! ii iz iZ iI !! in",
    "!! .. .. .. .. !! nn",
    "!! .. .. .. .. !! nz",
    "!! .. .. .. .. !! nz",
    "!! .. .. .. .. !! nn",
    "!! iI iZ iz ii !! in",
    "nn nn nz nz nn nn nn",
];

pub(super) const EXP: Table = [
    "zz zZ zZ zz zz zz zz",
    "!! .. .. .. .. !! nn",
    "!! .. .. .. .. !! nn",
    "!! .. .. .. .. !! nn",
    "!! .. .. .. .. !! nn",
    "!! iI iZ iz ii !! in",
    "nn nn nZ nz nn nn nn",
];

pub(super) const LOG: Table = [
    "iT iP iP ip ip it in",
    "iH .. .. .. .. ih nn",
    "iH .. .. .. .. ih nn",
    "iH .. .. .. .. ih nn",
    "iH .. .. .. .. ih nn",
    "iQ iZ iZ iz iz iq in",
    "in nn nn nn nn in nn",
];

pub(super) const SINH: Table = [
    "!! II IZ Iz Ii !! in",
    "!! .. .. .. .. !! nn",
    "!! .. .. .. .. !! zn",
    "!! .. .. .. .. !! zn",
    "!! .. .. .. .. !! nn",
    "!! iI iZ iz ii !! in",
    "nn nn nZ nz nn nn nn",
];

pub(super) const SQRT: Table = [
    "iI zI zI zi zi ii ni",
    "iI .. .. .. .. ii nn",
    "iI .. .. .. .. ii nn",
    "iI .. .. .. .. ii nn",
    "iI .. .. .. .. ii nn",
    "iI iZ iZ iz iz ii in",
    "iI nn nn nn nn ii nn",
];

pub(super) const TANH: Table = [
    "Oz OZ OZ Oz Oz Oz Oz",
    "!! .. .. .. .. !! nn",
    "!! .. .. .. .. !! nn",
    "!! .. .. .. .. !! nn",
    "!! .. .. .. .. !! nn",
    "oz oZ oZ oz oz oz oz",
    "nn nn nZ nz nn nn nn",
];

pub(super) const RECT: Table = [
    "!! Ii Iz IZ II !! in",
    "!! .. .. .. .. !! nn",
    "zz .. .. .. .. zz zz",
    "zz .. .. .. .. zz zz",
    "!! .. .. .. .. !! nn",
    "!! iI iZ iz ii !! in",
    "nn nn nz nz nn nn nn",
];
