//! Instructions between registers, as functions over the 32 lanes of a warp.
//!
//! Common instructions are plain functions over arrays of lanes, which the compiler vectorises; all others are
//! closures over the operands of one lane.

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
/// Registers of up to 32 bits, one per lane; unused high bits are zero.
pub(crate) type V32 = [u32; LANES];
/// 64-bit registers, one per lane.
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

/// A function of the operands of one lane.
pub(crate) type Each = Arc<dyn Fn(&[u64; 4]) -> u64 + Send + Sync>;

/// A function and the widths of its result and operands: `S` is 32 bits, `D` 64; the result comes first.
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
    /// Wraps a function of one lane; takes the widths of its result and operands.
    pub(crate) fn each(
        result: u32,
        operands: &[u32],
        function: impl Fn(&[u64; 4]) -> u64 + Send + Sync + 'static,
    ) -> Shape {
        let operands = operands.iter().map(|bits| Width::of_bits(*bits)).collect();
        Shape::Each { result: Width::of_bits(result), operands, function: Arc::new(function) }
    }
}

/// Returns whether the processor supports the instructions that the fast functions are compiled for.
pub(crate) fn has_wide_lanes() -> bool {
    #[cfg(target_arch = "x86_64")]
    return std::arch::is_x86_feature_detected!("avx2")
        && std::arch::is_x86_feature_detected!("fma")
        && std::arch::is_x86_feature_detected!("bmi2")
        && std::arch::is_x86_feature_detected!("lzcnt")
        && std::arch::is_x86_feature_detected!("popcnt");
    #[cfg(not(target_arch = "x86_64"))]
    false
}

/// Makes a function over arrays of lanes from an expression for one lane, compiled for any processor and for AVX2.
macro_rules! lanes {
    (Ss, $($rest:tt)*) => { $crate::alu::lanes!(@ Ss, V32; (xs: V32); $($rest)*) };
    (Sd, $($rest:tt)*) => { $crate::alu::lanes!(@ Sd, V32; (xs: V64); $($rest)*) };
    (Ds, $($rest:tt)*) => { $crate::alu::lanes!(@ Ds, V64; (xs: V32); $($rest)*) };
    (Dd, $($rest:tt)*) => { $crate::alu::lanes!(@ Dd, V64; (xs: V64); $($rest)*) };
    (Sss, $($rest:tt)*) => { $crate::alu::lanes!(@ Sss, V32; (xs: V32, ys: V32); $($rest)*) };
    (Dss, $($rest:tt)*) => { $crate::alu::lanes!(@ Dss, V64; (xs: V32, ys: V32); $($rest)*) };
    (Ddd, $($rest:tt)*) => { $crate::alu::lanes!(@ Ddd, V64; (xs: V64, ys: V64); $($rest)*) };
    (Dds, $($rest:tt)*) => { $crate::alu::lanes!(@ Dds, V64; (xs: V64, ys: V32); $($rest)*) };
    (Ssss, $($rest:tt)*) => { $crate::alu::lanes!(@ Ssss, V32; (xs: V32, ys: V32, zs: V32); $($rest)*) };
    (Dssd, $($rest:tt)*) => { $crate::alu::lanes!(@ Dssd, V64; (xs: V32, ys: V32, zs: V64); $($rest)*) };
    (Dddd, $($rest:tt)*) => { $crate::alu::lanes!(@ Dddd, V64; (xs: V64, ys: V64, zs: V64); $($rest)*) };
    (@ $shape:ident, $out:ident; ($($v:ident: $vector:ident),+); |$($x:ident),+| $result:expr) => {{
        #[inline(always)]
        fn every($($v: &$crate::alu::$vector,)+ out: &mut $crate::alu::$out) {
            for lane in 0..$crate::alu::LANES {
                $(let $x = $v[lane];)+
                out[lane] = $result;
            }
        }
        fn plain($($v: &$crate::alu::$vector,)+ out: &mut $crate::alu::$out) {
            every($($v,)+ out);
        }
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx2,fma,bmi2,lzcnt,popcnt")]
        fn fast($($v: &$crate::alu::$vector,)+ out: &mut $crate::alu::$out) {
            every($($v,)+ out);
        }
        #[cfg(target_arch = "x86_64")]
        fn wide($($v: &$crate::alu::$vector,)+ out: &mut $crate::alu::$out) {
            // SAFETY: chosen only if the processor supports the features that `fast` is compiled for.
            unsafe { fast($($v,)+ out) }
        }
        #[cfg(not(target_arch = "x86_64"))]
        use plain as wide;
        $crate::alu::Shape::$shape(if $crate::alu::has_wide_lanes() { wide } else { plain })
    }};
}
pub(crate) use lanes;

/// Returns the function of an instruction between registers; `None` for other instructions.
pub(crate) fn shape(m: &mut Mnemonic<'_>) -> Result<Option<Shape>, Error> {
    for table in [integer::shape, float::shape, packed::shape, convert::shape] {
        if let Some(shape) = table(m)? {
            return Ok(Some(shape));
        }
    }
    Ok(None)
}
