//! What instructions compute of registers: functions over the 32 lanes of a warp at once.
//!
//! Common instructions are plain functions over arrays of lanes, which the compiler vectorises; all others are closures
//! over one lane's operands.

pub(crate) mod compare;
pub(crate) mod convert;
pub(crate) mod float;
pub(crate) mod integer;
pub(crate) mod mnemonic;
pub(crate) mod packed;

use crate::text::Error;
use mnemonic::Mnemonic;
use std::sync::Arc;

pub(crate) const LANES: usize = 32;
/// Registers of up to 32 bits, one of each lane; narrower values have zeros above.
pub(crate) type V32 = [u32; LANES];
/// Registers of 64 bits, one of each lane.
pub(crate) type V64 = [u64; LANES];

/// The width of a register's storage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Width {
    W32,
    W64,
}

impl Width {
    pub(crate) fn of_bits(bits: u32) -> Width {
        if bits > 32 { Width::W64 } else { Width::W32 }
    }
}

/// A function of one lane's operands.
pub(crate) type Each = Arc<dyn Fn(&[u64; 4]) -> u64 + Send + Sync>;

/// A function with the widths of its result and operands: `S` is 32 bits, `D` 64; the result comes first.
#[derive(Clone)]
pub(crate) enum Shape {
    Ss(fn(&V32, &mut V32)),
    Sd(fn(&V64, &mut V32)),
    Ds(fn(&V32, &mut V64)),
    Dd(fn(&V64, &mut V64)),
    Sss(fn(&V32, &V32, &mut V32)),
    Dss(fn(&V32, &V32, &mut V64)),
    Ddd(fn(&V64, &V64, &mut V64)),
    Dds(fn(&V64, &V32, &mut V64)),
    Ssss(fn(&V32, &V32, &V32, &mut V32)),
    Dssd(fn(&V32, &V32, &V64, &mut V64)),
    Dddd(fn(&V64, &V64, &V64, &mut V64)),
    Each { result: Width, operands: Vec<Width>, function: Each },
}

impl Shape {
    /// A function of one lane, with the bits of its result and operands.
    pub(crate) fn each(
        result: u32,
        operands: &[u32],
        function: impl Fn(&[u64; 4]) -> u64 + Send + Sync + 'static,
    ) -> Shape {
        let operands = operands.iter().map(|bits| Width::of_bits(*bits)).collect();
        Shape::Each { result: Width::of_bits(result), operands, function: Arc::new(function) }
    }
}

macro_rules! lanes {
    ($shape:ident, |$($x:ident),+| $result:expr) => {
        $crate::alu::Shape::$shape($crate::alu::lanes!(@ $shape |$($x),+| $result))
    };
    (@ $shape:ident |$a:ident| $result:expr) => {
        |xs, out| for (o, x) in out.iter_mut().zip(xs) { let $a = *x; *o = $result; }
    };
    (@ $shape:ident |$a:ident, $b:ident| $result:expr) => {
        |xs, ys, out| for ((o, x), y) in out.iter_mut().zip(xs).zip(ys) { let ($a, $b) = (*x, *y); *o = $result; }
    };
    (@ $shape:ident |$a:ident, $b:ident, $c:ident| $result:expr) => {
        |xs, ys, zs, out| for (((o, x), y), z) in out.iter_mut().zip(xs).zip(ys).zip(zs) {
            let ($a, $b, $c) = (*x, *y, *z);
            *o = $result;
        }
    };
}
pub(crate) use lanes;

/// The function of an instruction that computes registers of registers; none for all others.
pub(crate) fn shape(m: &mut Mnemonic<'_>) -> Result<Option<Shape>, Error> {
    for table in [integer::shape, float::shape, packed::shape, convert::shape] {
        if let Some(shape) = table(m)? {
            return Ok(Some(shape));
        }
    }
    Ok(None)
}
