//! Conversion of contiguous elements between their stored type and the computing type.

use super::lane::{Level, level};
use super::number::{Number, Stored, convert, shortens, stored};
use half::f16;
use half::slice::HalfFloatSliceExt;
use std::any::TypeId;

/// Declares a function that is compiled for each processor level.
macro_rules! for_each_level {
    ($(#[$doc:meta])* fn $name:ident<$S:ident, $C:ident>($($argument:ident: $T:ty),*) $body:block) => {
        $(#[$doc])*
        pub fn $name<$S: Stored, $C: Number>($($argument: $T),*) {
            #[inline(always)]
            fn plain<$S: Stored, $C: Number>($($argument: $T),*) $body
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,fma")]
            fn v3<$S: Stored, $C: Number>($($argument: $T),*) {
                plain::<$S, $C>($($argument),*)
            }
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma")]
            fn v4<$S: Stored, $C: Number>($($argument: $T),*) {
                plain::<$S, $C>($($argument),*)
            }
            match level() {
                Level::Portable => plain::<$S, $C>($($argument),*),
                // SAFETY: the processor supports these instructions.
                #[cfg(target_arch = "x86_64")]
                Level::V3 => unsafe { v3::<$S, $C>($($argument),*) },
                // SAFETY: as above.
                #[cfg(target_arch = "x86_64")]
                Level::V4 => unsafe { v4::<$S, $C>($($argument),*) },
            }
        }
    };
}

for_each_level! {
    fn convert_in<S, C>(from: &[S], to: &mut [C]) {
        for (to, value) in to.iter_mut().zip(from) {
            *to = convert(value.load());
        }
    }
}
for_each_level! {
    fn convert_out<S, C>(from: &[C], to: &mut [S]) {
        for (to, &value) in to.iter_mut().zip(from) {
            *to = stored(value);
        }
    }
}

/// Whole parts of float32 numbers by the instructions whose results `whole` and `short` name.
#[cfg(target_arch = "x86_64")]
mod whole_parts {
    use super::super::number::{Stored, convert};
    use std::arch::x86_64::{__m256i, __m512i, _mm256_cvttps_epi32, _mm256_loadu_ps, _mm256_storeu_si256};
    use std::arch::x86_64::{_mm512_cvttps_epi64, _mm512_storeu_si512};
    use std::num::Wrapping;

    const STEP: usize = 8;

    /// As 32 bits, of which shorter integers take the last. Returns how many numbers it converted.
    #[target_feature(enable = "avx2,fma")]
    pub fn short<S: Stored>(from: &[f32], to: &mut [S]) -> usize {
        let (blocks, _) = from.as_chunks::<STEP>();
        for (from, to) in blocks.iter().zip(to.chunks_exact_mut(STEP)) {
            let mut parts = [0i32; STEP];
            // SAFETY: both have eight elements of 32 bits.
            unsafe {
                let numbers = _mm256_cvttps_epi32(_mm256_loadu_ps(from.as_ptr()));
                _mm256_storeu_si256(parts.as_mut_ptr().cast::<__m256i>(), numbers);
            }
            to.iter_mut().zip(parts).for_each(|(to, part)| *to = S::store(convert(Wrapping(i64::from(part)))));
        }
        blocks.len() * STEP
    }
    /// As 64 bits.
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma")]
    pub fn long(from: &[f32], to: &mut [i64]) -> usize {
        let (blocks, _) = from.as_chunks::<STEP>();
        for (from, to) in blocks.iter().zip(to.chunks_exact_mut(STEP)) {
            // SAFETY: both have eight elements of 32 and of 64 bits.
            unsafe {
                let numbers = _mm512_cvttps_epi64(_mm256_loadu_ps(from.as_ptr()));
                _mm512_storeu_si512(to.as_mut_ptr().cast::<__m512i>(), numbers);
            }
        }
        blocks.len() * STEP
    }
}

/// Converts the first float32 numbers to integers, and returns how many, if the processor has instructions for it.
#[cfg(target_arch = "x86_64")]
fn to_integers<S: Stored, C: Number>(from: &[C], to: &mut [S]) -> usize {
    let Some(from) = as_slice::<C, f32>(from) else { return 0 };
    if shortens::<C, S>() && level() != Level::Portable {
        // SAFETY: the processor supports these instructions.
        return unsafe { whole_parts::short(from, to) };
    }
    match as_slice_mut::<S, i64>(to) {
        // SAFETY: as above.
        Some(to) if level() == Level::V4 => unsafe { whole_parts::long(from, to) },
        _ => 0,
    }
}
#[cfg(not(target_arch = "x86_64"))]
fn to_integers<S: Stored, C: Number>(_: &[C], _: &mut [S]) -> usize {
    0
}

/// The slice with its real element type, if that is `B`.
fn as_slice<A: 'static, B: 'static>(slice: &[A]) -> Option<&[B]> {
    let same = TypeId::of::<A>() == TypeId::of::<B>();
    // SAFETY: both are the same type.
    same.then(|| unsafe { &*(std::ptr::from_ref(slice) as *const [B]) })
}
fn as_slice_mut<A: 'static, B: 'static>(slice: &mut [A]) -> Option<&mut [B]> {
    let same = TypeId::of::<A>() == TypeId::of::<B>();
    // SAFETY: both are the same type.
    same.then(|| unsafe { &mut *(std::ptr::from_mut(slice) as *mut [B]) })
}

/// Reads elements. Both slices have the same length.
pub fn load<S: Stored, C: Number>(from: &[S], to: &mut [C]) {
    if let Some(from) = as_slice::<S, C>(from) {
        return to.copy_from_slice(from);
    }
    if let (Some(from), Some(to)) = (as_slice::<S, f16>(from), as_slice_mut::<C, f32>(to)) {
        return from.convert_to_f32_slice(to);
    }
    convert_in(from, to);
}

/// Writes elements. Both slices have the same length.
pub fn store<S: Stored, C: Number>(from: &[C], to: &mut [S]) {
    if let Some(from) = as_slice::<C, S>(from) {
        return to.copy_from_slice(from);
    }
    if let (Some(from), Some(to)) = (as_slice::<C, f32>(from), as_slice_mut::<S, f16>(to)) {
        return to.convert_from_f32_slice(from);
    }
    let done = to_integers(from, to);
    convert_out(&from[done..], &mut to[done..]);
}

/// Results of this many bytes bypass the caches. They would not stay there, and would evict data that may be needed.
pub const STREAMED: usize = 12 << 20;

/// Copies bytes with non-temporal stores, which bypass the caches.
///
/// # Safety
/// `to` has space for them, nothing else accesses it, and the ranges do not overlap.
pub unsafe fn stream(from: &[u8], to: *mut u8) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{__m128i, _mm_loadu_si128, _mm_sfence, _mm_stream_si128};
        const PIECE: usize = size_of::<__m128i>();
        let lead = to.align_offset(PIECE).min(from.len());
        let (head, rest) = from.split_at(lead);
        let (pieces, tail) = rest.as_chunks::<PIECE>();
        // SAFETY: all x86-64 processors have these instructions; the targets are inside the caller's memory, and aligned.
        unsafe {
            std::ptr::copy_nonoverlapping(head.as_ptr(), to, lead);
            let mut at = to.add(lead);
            for piece in pieces {
                _mm_stream_si128(at.cast(), _mm_loadu_si128(piece.as_ptr().cast()));
                at = at.add(PIECE);
            }
            std::ptr::copy_nonoverlapping(tail.as_ptr(), at, tail.len());
            _mm_sfence();
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    // SAFETY: guaranteed by the caller.
    unsafe {
        std::ptr::copy_nonoverlapping(from.as_ptr(), to, from.len())
    }
}

/// Writes numbers with non-temporal stores, which bypass the caches.
///
/// # Safety
/// As for `stream`.
pub unsafe fn stream_values<T: Number>(from: &[T], to: *mut T) {
    // SAFETY: numbers have no padding; the rest is guaranteed by the caller.
    unsafe { stream(std::slice::from_raw_parts(from.as_ptr().cast(), size_of_val(from)), to.cast()) }
}
