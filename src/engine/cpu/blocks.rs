//! What reductions and normalisations ask of a block of neighbouring elements, as vector loops.

use super::lane::{Floating, lane};
use super::number::{Integer, Number, Real, Unary, convert};

/// Declares functions over floats that are compiled for each kind of processor; `V` says whether there are vectors.
macro_rules! vectorized {
    ($($(#[$doc:meta])* fn $name:ident<$F:ident, $V:ident>($($argument:ident: $T:ty),*) -> $R:ty $body:block)+) => {$(
        $(#[$doc])*
        pub fn $name<$F: Floating>($($argument: $T),*) -> $R {
            #[inline(always)]
            fn plain<$F: Floating, const $V: bool>($($argument: $T),*) -> $R $body
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,fma")]
            fn v3<$F: Floating>($($argument: $T),*) -> $R {
                plain::<$F, true>($($argument),*)
            }
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma")]
            fn v4<$F: Floating>($($argument: $T),*) -> $R {
                plain::<$F, true>($($argument),*)
            }
            use $crate::engine::cpu::lane::{Level, level};
            match level() {
                Level::Portable => plain::<$F, false>($($argument),*),
                // SAFETY: the processor has these instructions.
                #[cfg(target_arch = "x86_64")]
                Level::V3 => unsafe { v3::<$F>($($argument),*) },
                // SAFETY: as above.
                #[cfg(target_arch = "x86_64")]
                Level::V4 => unsafe { v4::<$F>($($argument),*) },
            }
        }
    )+};
}
pub(super) use vectorized;

/// So many sums run beside each other: four vectors of float32, which hides an addition's latency.
const CHAINS: usize = 64;

/// The sum of what `term` makes of each element, in chains joined pair by pair.
#[inline(always)]
fn chained<F: Number>(block: &[F], term: impl Fn(F) -> F) -> F {
    let mut sums = [F::default(); CHAINS];
    let (chunks, rest) = block.as_chunks::<CHAINS>();
    for chunk in chunks {
        for (sum, &x) in sums.iter_mut().zip(chunk) {
            *sum = *sum + term(x);
        }
    }
    // What is left goes by vectors too, as far as it fills them.
    let (chunks, last) = rest.as_chunks::<16>();
    for (sums, chunk) in sums.as_chunks_mut::<16>().0.iter_mut().zip(chunks) {
        for (sum, &x) in sums.iter_mut().zip(chunk) {
            *sum = *sum + term(x);
        }
    }
    for (sum, &x) in sums[chunks.len() * 16..].iter_mut().zip(last) {
        *sum = *sum + term(x);
    }
    let mut width = CHAINS / 2;
    while width > 0 {
        for i in 0..width {
            sums[i] = sums[i] + sums[i + width];
        }
        width /= 2;
    }
    sums[0]
}

/// As `chained`, in float64.
#[inline(always)]
fn wide_chained<F: Number>(block: &[F], term: impl Fn(F) -> F) -> f64 {
    const CHAINS: usize = 32;
    let mut sums = [0.0f64; CHAINS];
    let chunks = block.chunks_exact(CHAINS);
    let rest = chunks.remainder();
    for chunk in chunks {
        for (sum, &x) in sums.iter_mut().zip(chunk) {
            *sum += term(x).as_f64();
        }
    }
    for (sum, &x) in sums.iter_mut().zip(rest) {
        *sum += term(x).as_f64();
    }
    chained(&sums, |x| x)
}

/// What `better` keeps of all elements; with `NANS`, NaN if there is one.
#[inline(always)]
fn outermost<F: Number, const NANS: bool>(block: &[F], better: impl Fn(F, F) -> F) -> F {
    const CHAINS: usize = 64;
    let mut best = [block[0]; CHAINS];
    let mut nans = [0u32; CHAINS];
    let (chunks, rest) = block.as_chunks::<CHAINS>();
    for chunk in chunks {
        for ((best, nan), &x) in best.iter_mut().zip(&mut nans).zip(chunk) {
            *best = better(*best, x);
            if NANS {
                *nan |= x.is_nan() as u32;
            }
        }
    }
    for ((best, nan), &x) in best.iter_mut().zip(&mut nans).zip(rest) {
        *best = better(*best, x);
        *nan |= x.is_nan() as u32;
    }
    if NANS && nans.iter().fold(0, |any, nan| any | nan) != 0 {
        return F::constant(f64::NAN);
    }
    let mut width = CHAINS / 2;
    while width > 0 {
        for i in 0..width {
            best[i] = better(best[i], best[i + width]);
        }
        width /= 2;
    }
    best[0]
}

#[inline(always)]
pub(super) fn exponential<F: Floating, const V: bool>(x: F) -> F {
    if V { F::constant(lane(x).exponential().as_f64()) } else { x.exponential() }
}
#[inline(always)]
pub(super) fn tanh<F: Floating, const V: bool>(x: F) -> F {
    if V { F::constant(lane(x).unary(Unary::tanh).as_f64()) } else { x.unary(Unary::tanh) }
}
#[inline(always)]
pub(super) fn sigmoid<F: Floating, const V: bool>(x: F) -> F {
    F::constant(1.0) / (F::constant(1.0) + exponential::<F, V>(-x))
}

vectorized! {
    fn float_sum<F, V>(block: &[F]) -> F {
        chained(block, |x| x)
    }
    fn float_sum_of_sizes<F, V>(block: &[F]) -> F {
        chained(block, |x| x.absolute())
    }
    fn float_sum_of_squares<F, V>(block: &[F], center: F) -> F {
        chained(block, |x| (x - center) * (x - center))
    }
    /// The largest element, or the smallest; NaN if there is one. The block is not empty.
    fn float_extreme<F, V>(block: &[F], largest: bool) -> F {
        match largest {
            true => outermost::<F, true>(block, |best, x| if x > best { x } else { best }),
            false => outermost::<F, true>(block, |best, x| if x < best { x } else { best }),
        }
    }
    /// The largest of the elements that are numbers, unless the first is none. The block is not empty.
    fn highest<F, V>(block: &[F]) -> F {
        outermost::<F, false>(block, |best, x| if x > best { x } else { best })
    }
    /// The sum, in float64.
    fn wide_sum<F, V>(block: &[F]) -> f64 {
        wide_chained(block, |x| x)
    }
    /// The sum of exp(x - shift), in float64.
    fn sum_of_exponentials<F, V>(block: &[F], shift: F) -> f64 {
        wide_chained(block, |x| exponential::<F, V>(x - shift))
    }
    /// Each element becomes exp(x - shift).
    fn to_exponentials<F, V>(block: &mut [F], shift: F) -> () {
        for x in block.iter_mut() {
            *x = exponential::<F, V>(*x - shift);
        }
    }
    /// exp(x - shift) of each element, and the sum of these in float64.
    fn exponentials<F, V>(to: &mut [F], from: &[F], shift: F) -> f64 {
        const CHAINS: usize = 32;
        let mut sums = [0.0f64; CHAINS];
        let (chunks, rest) = from.as_chunks::<CHAINS>();
        let (to_chunks, to_rest) = to.as_chunks_mut::<CHAINS>();
        for (to, from) in to_chunks.iter_mut().zip(chunks) {
            for ((sum, to), &x) in sums.iter_mut().zip(to).zip(from) {
                *to = exponential::<F, V>(x - shift);
                *sum += to.as_f64();
            }
        }
        for ((sum, to), &x) in sums.iter_mut().zip(to_rest).zip(rest) {
            *to = exponential::<F, V>(x - shift);
            *sum += to.as_f64();
        }
        chained(&sums, |x| x)
    }
    /// x - first - second of each element.
    fn shifted<F, V>(to: &mut [F], from: &[F], first: F, second: F) -> () {
        for (to, &x) in to.iter_mut().zip(from) {
            *to = x - first - second;
        }
    }
    fn divide<F, V>(block: &mut [F], by: F) -> () {
        for x in block.iter_mut() {
            *x = *x / by;
        }
    }
    fn multiply<F, V>(block: &mut [F], by: F) -> () {
        for x in block.iter_mut() {
            *x = *x * by;
        }
    }
    /// The sum of products.
    fn dot<F, V>(a: &[F], b: &[F]) -> F {
        let mut sums = [F::default(); CHAINS];
        let (left, right) = (a.chunks_exact(CHAINS), b.chunks_exact(CHAINS));
        for ((sum, &x), &y) in sums.iter_mut().zip(left.remainder()).zip(right.remainder()) {
            *sum = x * y;
        }
        for (x, y) in left.zip(right) {
            for ((sum, &x), &y) in sums.iter_mut().zip(x).zip(y) {
                *sum = *sum + x * y;
            }
        }
        chained(&sums, |x| x)
    }
    /// The sum of (x - center)^2, in float64.
    fn wide_squares<F, V>(block: &[F], center: f64) -> f64 {
        let mut sums = [0.0f64; 32];
        let (chunks, rest) = block.as_chunks::<32>();
        for chunk in chunks {
            for (sum, &x) in sums.iter_mut().zip(chunk) {
                let x = x.as_f64() - center;
                *sum += x * x;
            }
        }
        for (sum, &x) in sums.iter_mut().zip(rest) {
            let x = x.as_f64() - center;
            *sum += x * x;
        }
        chained(&sums, |x| x)
    }
    /// Normalises a row: y = (x - mean) scale weight + bias.
    fn normalize<F, V>(y: &mut [F], x: &[F], mean: F, scale: F, weight: &[F], bias: &[F]) -> () {
        for (((y, &x), &weight), &bias) in y.iter_mut().zip(x).zip(weight).zip(bias) {
            *y = (x - mean) * scale * weight + bias;
        }
    }
    /// What a normalised row adds to the gradients of weight and bias, and the sums of its weighted gradient and of that
    /// times the centred input.
    fn norm_sums<F, V>(
        g: &[F],
        x: &[F],
        mean: F,
        scale: f64,
        weight: &[F],
        of_weight: &mut [f64],
        of_bias: &mut [f64]
    ) -> (f64, f64) {
        for (((sum, &g), &x), bias) in of_weight.iter_mut().zip(g).zip(x).zip(of_bias) {
            *sum += (g * (x - mean)).as_f64() * scale;
            *bias += g.as_f64();
        }
        let (mut total, mut along) = ([0.0f64; 16], [0.0f64; 16]);
        for ((g, x), weight) in g.chunks(16).zip(x.chunks(16)).zip(weight.chunks(16)) {
            for ((((total, along), &g), &x), &weight) in total.iter_mut().zip(&mut along).zip(g).zip(x).zip(weight) {
                let g = g * weight;
                *total += g.as_f64();
                *along += (g * (x - mean)).as_f64();
            }
        }
        (total.iter().sum(), along.iter().sum())
    }
    /// A normalised row's gradient of its input: (g weight - total - (x - mean) along) scale.
    fn norm_gradient<F, V>(dx: &mut [F], g: &[F], x: &[F], weight: &[F], of_row: [F; 4]) -> () {
        let [total, along, mean, scale] = of_row;
        for (((dx, &g), &x), &weight) in dx.iter_mut().zip(g).zip(x).zip(weight) {
            *dx = (g * weight - total - (x - mean) * along) * scale;
        }
    }
    /// sums += row
    fn add_to<F, V>(sums: &mut [F], row: &[F]) -> () {
        for (sum, &x) in sums.iter_mut().zip(row) {
            *sum = *sum + x;
        }
    }
}

/// The questions, for every computing type.
pub trait Blocks: Number {
    fn sum(block: &[Self]) -> Self;
    fn sum_of_sizes(block: &[Self]) -> f64;
    fn sum_of_squares(block: &[Self], center: f64) -> f64;
    fn extreme(block: &[Self], largest: bool) -> Self;
    fn sum_of_exponentials(block: &[Self], shift: f64) -> f64;
    fn add_rows(sums: &mut [Self], row: &[Self]);
}

macro_rules! float_blocks {
    ($($f:ident)+) => {$(
        impl Blocks for $f {
            fn sum(block: &[Self]) -> Self {
                float_sum(block)
            }
            fn sum_of_sizes(block: &[Self]) -> f64 {
                float_sum_of_sizes(block) as f64
            }
            fn sum_of_squares(block: &[Self], center: f64) -> f64 {
                float_sum_of_squares(block, center as $f) as f64
            }
            fn extreme(block: &[Self], largest: bool) -> Self {
                float_extreme(block, largest)
            }
            fn sum_of_exponentials(block: &[Self], shift: f64) -> f64 {
                sum_of_exponentials(block, shift as $f)
            }
            fn add_rows(sums: &mut [Self], row: &[Self]) {
                add_to(sums, row);
            }
        }
    )+};
}
float_blocks!(f32 f64);

impl Blocks for Integer {
    fn sum(block: &[Self]) -> Self {
        chained(block, |x| x)
    }
    fn sum_of_sizes(block: &[Self]) -> f64 {
        block.iter().map(|x| x.as_f64().abs()).sum()
    }
    fn sum_of_squares(block: &[Self], center: f64) -> f64 {
        block.iter().map(|x| (x.as_f64() - center) * (x.as_f64() - center)).sum()
    }
    fn extreme(block: &[Self], largest: bool) -> Self {
        let extreme = if largest { block.iter().max() } else { block.iter().min() };
        extreme.copied().unwrap_or_default()
    }
    fn sum_of_exponentials(block: &[Self], shift: f64) -> f64 {
        block.iter().map(|x| convert::<Integer, f64>(*x) - shift).map(f64::exp).sum()
    }
    fn add_rows(sums: &mut [Self], row: &[Self]) {
        sums.iter_mut().zip(row).for_each(|(sum, x)| *sum += x);
    }
}
