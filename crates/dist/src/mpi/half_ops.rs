//! Reductions of types that MPI lacks: float16 and bfloat16, computed in float32 and rounded once per pair.

use super::super::Reduce;
use super::abi::Handle;
use super::library::{Combine, Mpi};
use half::{bf16, f16};
use std::ffi::{c_int, c_void};
use std::sync::OnceLock;

/// Combines `length` elements of `given` into `kept`.
macro_rules! pair {
    ($name:ident, $type:ty, $combine:expr) => {
        unsafe extern "C" fn $name(given: *mut c_void, kept: *mut c_void, length: *mut c_int, _: *mut c_void) {
            // SAFETY: MPI gives two arrays of `length` elements of two bytes each, which do not overlap.
            let (given, kept) = unsafe {
                let length = (*length).max(0) as usize;
                (
                    std::slice::from_raw_parts(given as *const $type, length),
                    std::slice::from_raw_parts_mut(kept as *mut $type, length),
                )
            };
            let combine: fn(f32, f32) -> f32 = $combine;
            for (kept, given) in kept.iter_mut().zip(given) {
                *kept = <$type>::from_f32(combine(kept.to_f32(), given.to_f32()));
            }
        }
    };
}

/// The smaller one, or NaN.
fn least(a: f32, b: f32) -> f32 {
    if a.is_nan() || a < b { a } else { b }
}
fn greatest(a: f32, b: f32) -> f32 {
    if a.is_nan() || a > b { a } else { b }
}

pair!(sum_f16, f16, |a, b| a + b);
pair!(product_f16, f16, |a, b| a * b);
pair!(min_f16, f16, least);
pair!(max_f16, f16, greatest);
pair!(sum_bf16, bf16, |a, b| a + b);
pair!(product_bf16, bf16, |a, b| a * b);
pair!(min_bf16, bf16, least);
pair!(max_bf16, bf16, greatest);

/// One operation per type and reduction.
fn make(mpi: &Mpi) -> [Handle; 8] {
    let pairs: [Combine; 8] = [sum_f16, product_f16, min_f16, max_f16, sum_bf16, product_bf16, min_bf16, max_bf16];
    pairs.map(|pair| {
        let mut op = 0;
        // SAFETY: the function has the form that MPI asks for, and is commutative; MPI has begun on this thread.
        unsafe { (mpi.functions.op_create)(pair, 1, &mut op) };
        op
    })
}

/// The operation for a half type, created at the first call; `None` for bitwise operations.
pub fn operation(mpi: &Mpi, bfloat: bool, op: Reduce) -> Option<Handle> {
    static OPS: OnceLock<[Handle; 8]> = OnceLock::new();
    let at = match op {
        Reduce::Sum => 0,
        Reduce::Product => 1,
        Reduce::Min => 2,
        Reduce::Max => 3,
        Reduce::And | Reduce::Or | Reduce::Xor => return None,
    };
    Some(OPS.get_or_init(|| make(mpi))[at + if bfloat { 4 } else { 0 }])
}
