//! Reductions that MPI has no types for: float16 and bfloat16, added up in float32 and rounded once for each pair.

use super::super::Reduce;
use half::{bf16, f16};
use mpi::ffi;
use std::ffi::{c_int, c_void};

type Pair = unsafe extern "C" fn(*mut c_void, *mut c_void, *mut c_int, *mut ffi::MPI_Datatype);

/// Combines `length` elements of `given` into `kept`.
macro_rules! pair {
    ($name:ident, $type:ty, $combine:expr) => {
        unsafe extern "C" fn $name(
            given: *mut c_void,
            kept: *mut c_void,
            length: *mut c_int,
            _: *mut ffi::MPI_Datatype,
        ) {
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

/// The smaller, or the one that is no number.
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

thread_local! {
    /// Made once, on MPI's thread.
    static OPS: Vec<ffi::MPI_Op> = make();
}

fn make() -> Vec<ffi::MPI_Op> {
    let pairs: [Pair; 8] = [sum_f16, product_f16, min_f16, max_f16, sum_bf16, product_bf16, min_bf16, max_bf16];
    let make = |pair: Pair| {
        let mut op = std::mem::MaybeUninit::uninit();
        // SAFETY: the function has the form that MPI asks for, and is commutative; MPI has begun on this thread.
        unsafe {
            ffi::MPI_Op_create(Some(pair), 1, op.as_mut_ptr());
            op.assume_init()
        }
    };
    pairs.into_iter().map(make).collect()
}

/// The operation for a half type; None for those of bits.
pub fn operation(bfloat: bool, op: Reduce) -> Option<ffi::MPI_Op> {
    let at = match op {
        Reduce::Sum => 0,
        Reduce::Product => 1,
        Reduce::Min => 2,
        Reduce::Max => 3,
        Reduce::And | Reduce::Or | Reduce::Xor => return None,
    };
    OPS.with(|ops| ops.get(at + if bfloat { 4 } else { 0 }).copied())
}
