//! Vector loops over blocks of contiguous elements, for reductions and normalisations.

use super::lane::{Floating, lane};
use super::number::{Integer, Number, Real, Unary, convert};
use super::walk::BLOCK;

/// Declares functions over floats that are compiled for each processor level. `V` is true if vector instructions are available.
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
            use $crate::cpu::lane::{Level, level};
            match level() {
                Level::Portable => plain::<$F, false>($($argument),*),
                // SAFETY: the processor supports these instructions.
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

/// The number of sums computed in parallel: four AVX-512 vectors of float32, which hide the latency of an addition.
const CHAINS: usize = 64;

/// The sums of a norm's rows move to float64 after this many elements.
const NORM_BLOCK: usize = 2048;

/// The sum of `term` over all elements, in parallel chains that are added pairwise.
#[inline(always)]
pub(super) fn chained<F: Number>(block: &[F], term: impl Fn(F) -> F) -> F {
    if block.len() < 16 {
        return few(block, term);
    }
    let mut sums = [F::default(); CHAINS];
    let (chunks, rest) = block.as_chunks::<CHAINS>();
    for chunk in chunks {
        for (sum, &x) in sums.iter_mut().zip(chunk) {
            *sum = *sum + term(x);
        }
    }
    // The rest also uses whole vectors where it can. The target indices are compile-time constants, so that the sums stay in registers.
    let (chunks, last) = rest.as_chunks::<16>();
    for i in 0..CHAINS / 16 {
        if let Some(chunk) = chunks.get(i) {
            for (sum, &x) in sums[i * 16..].iter_mut().zip(chunk) {
                *sum = *sum + term(x);
            }
        }
    }
    let (eights, ones) = last.as_chunks::<8>();
    if let [eight] = eights {
        for (sum, &x) in sums[CHAINS - 16..].iter_mut().zip(eight) {
            *sum = *sum + term(x);
        }
    }
    let mut tail = F::default();
    for &x in ones {
        tail = tail + term(x);
    }
    let mut width = CHAINS / 2;
    while width > 0 {
        for i in 0..width {
            sums[i] = sums[i] + sums[i + width];
        }
        width /= 2;
    }
    sums[0] + tail
}

/// Like `chained` for fewer than sixteen elements: the same sum, without the empty chains.
#[inline(always)]
fn few<F: Number>(block: &[F], term: impl Fn(F) -> F) -> F {
    let (eights, ones) = block.as_chunks::<8>();
    let whole = match eights {
        [eight] => {
            let [a, b, c, d, e, f, g, h] = eight.map(&term);
            ((a + e) + (c + g)) + ((b + f) + (d + h))
        }
        _ => F::default(),
    };
    whole + ones.iter().fold(F::default(), |sum, &x| sum + term(x))
}

/// Pads the elements after the last whole chunk to a chunk. A loop over a partial chunk would not be vectorised.
#[inline(always)]
pub(super) fn filled<F: Number, const N: usize>(rest: &[F], with: F) -> [F; N] {
    let mut chunk = [with; N];
    chunk[..rest.len()].copy_from_slice(rest);
    chunk
}

/// The smallest and the largest element. Both skip NaN, except for a leading one.
#[inline(always)]
fn outermost_two<F: Number>(block: &[F]) -> (F, F) {
    const CHAINS: usize = 32;
    let (mut least, mut most) = ([block[0]; CHAINS], [block[0]; CHAINS]);
    let mut take = |chunk: &[F; CHAINS]| {
        for i in 0..CHAINS {
            least[i] = if chunk[i] < least[i] { chunk[i] } else { least[i] };
            most[i] = if chunk[i] > most[i] { chunk[i] } else { most[i] };
        }
    };
    let (chunks, rest) = block.as_chunks::<CHAINS>();
    chunks.iter().for_each(&mut take);
    if !rest.is_empty() {
        take(&filled(rest, block[0]));
    }
    let mut width = CHAINS / 2;
    while width > 0 {
        for i in 0..width {
            least[i] = if least[i + width] < least[i] { least[i + width] } else { least[i] };
            most[i] = if most[i + width] > most[i] { most[i + width] } else { most[i] };
        }
        width /= 2;
    }
    (least[0], most[0])
}

/// Writes `make` of each element, and returns the float64 sum of these values.
#[inline(always)]
fn made<F: Number>(to: &mut [F], from: &[F], make: impl Fn(F) -> F) -> f64 {
    const CHAINS: usize = 16;
    let mut total = 0.0;
    for (to, from) in to.chunks_mut(BLOCK).zip(from.chunks(BLOCK)) {
        let mut sums = [0.0; CHAINS];
        let (chunks, rest) = from.as_chunks::<CHAINS>();
        let (to_chunks, to_rest) = to.as_chunks_mut::<CHAINS>();
        for (to, from) in to_chunks.iter_mut().zip(chunks) {
            for i in 0..CHAINS {
                to[i] = make(from[i]);
                sums[i] += to[i].as_f64();
            }
        }
        if let Some(&first) = rest.first() {
            let mut last = filled::<F, CHAINS>(rest, first);
            for x in &mut last {
                *x = make(*x);
            }
            last[rest.len()..].fill(F::default());
            to_rest.copy_from_slice(&last[..rest.len()]);
            for i in 0..CHAINS {
                sums[i] += last[i].as_f64();
            }
        }
        total += chained(&sums, |x| x);
    }
    total
}

/// Folds all elements with `better`. With `NANS`, the result is NaN if any element is.
#[inline(always)]
fn outermost<F: Number, const NANS: bool>(block: &[F], better: impl Fn(F, F) -> F) -> F {
    const CHAINS: usize = 32;
    let mut best = [block[0]; CHAINS];
    let mut nans = [0u32; CHAINS];
    let mut take = |chunk: &[F; CHAINS]| {
        for ((best, nan), &x) in best.iter_mut().zip(&mut nans).zip(chunk) {
            *best = better(*best, x);
            if NANS {
                *nan |= x.is_nan() as u32;
            }
        }
    };
    let (chunks, rest) = block.as_chunks::<CHAINS>();
    chunks.iter().for_each(&mut take);
    if !rest.is_empty() {
        take(&filled(rest, block[0]));
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

/// The number of lanes in the search for the first elements of an order.
pub const LANES: usize = 64;

/// One candidate per lane, mostly its largest or smallest element. Elements at a distance of `LANES` belong to one lane.
#[inline(always)]
fn of_lanes<F: Number>(block: &[F], ahead: impl Fn(F, F) -> bool) -> [F; LANES] {
    let chunks = block.as_chunks::<LANES>().0;
    let mut best = chunks[0];
    for chunk in &chunks[1..] {
        for (best, &x) in best.iter_mut().zip(chunk) {
            *best = if ahead(x, *best) { x } else { *best };
        }
    }
    best
}

/// Finds the elements that are not behind a threshold, with their positions. Most are behind, so whole chunks are tested at once.
#[inline(always)]
fn not_behind<F: Number>(block: &[F], behind: impl Fn(F) -> bool, found: &mut Vec<(F, usize)>) {
    for (chunk, start) in block.chunks(LANES).zip((0..).step_by(LANES)) {
        let all = match chunk.as_array::<LANES>() {
            Some(chunk) => chunk.iter().fold(true, |all, &x| all & behind(x)),
            None => false,
        };
        if !all {
            found.extend(chunk.iter().copied().zip(start..).filter(|&(x, _)| !behind(x)));
        }
    }
}

#[inline(always)]
pub(super) fn exponential<F: Floating, const V: bool>(x: F) -> F {
    if V { F::constant(lane(x).exponential().as_f64()) } else { x.exponential() }
}
/// `exponential` of numbers from -87 to 0, and of NaN.
#[inline(always)]
fn falling<F: Floating, const V: bool>(x: F) -> F {
    if V { F::constant(lane(x).falling_exponential().as_f64()) } else { x.exponential() }
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
    /// The largest or the smallest element; NaN if any element is NaN. The block must not be empty.
    fn float_extreme<F, V>(block: &[F], largest: bool) -> F {
        match largest {
            true => outermost::<F, true>(block, |best, x| if x > best { x } else { best }),
            false => outermost::<F, true>(block, |best, x| if x < best { x } else { best }),
        }
    }
    /// The smallest and the largest element, ignoring NaN except for a leading one. The block must not be empty.
    fn ends<F, V>(block: &[F]) -> (F, F) {
        outermost_two(block)
    }
    /// The sums of rows of `each` elements, divided by `by`. Each block is summed in the type itself, the blocks in float64.
    fn sum_each<F, V>(rows: &[F], each: usize, by: f64, sums: &mut [F]) -> () {
        for (row, sum) in rows.chunks_exact(each).zip(sums) {
            let mut total = 0.0;
            for block in row.chunks(BLOCK) {
                total += chained(block, |x| x).as_f64();
            }
            *sum = F::constant(total / by);
        }
    }
    fn float_of_lanes<F, V>(block: &[F], largest: bool) -> [F; LANES] {
        match largest {
            true => of_lanes(block, |x, best| x > best),
            false => of_lanes(block, |x, best| x < best),
        }
    }
    fn float_not_behind<F, V>(block: &[F], last: F, largest: bool, found: &mut Vec<(F, usize)>) -> () {
        match largest {
            true => not_behind(block, |x| x < last, found),
            false => not_behind(block, |x| x > last, found),
        }
    }
    /// The sums of x - center and of its square. Each block is summed in the type itself, the blocks in float64.
    fn moments_around<F, V>(elements: &[F], center: F) -> (f64, f64) {
        const CHAINS: usize = 32;
        let (mut sum, mut squares) = (0.0, 0.0);
        for block in elements.chunks(BLOCK) {
            let (mut of_x, mut of_squares) = ([F::default(); CHAINS], [F::default(); CHAINS]);
            let mut take = |chunk: &[F; CHAINS]| {
                for i in 0..CHAINS {
                    let x = chunk[i] - center;
                    of_x[i] = of_x[i] + x;
                    of_squares[i] = of_squares[i] + x * x;
                }
            };
            let (chunks, rest) = block.as_chunks::<CHAINS>();
            chunks.iter().for_each(&mut take);
            if !rest.is_empty() {
                take(&filled(rest, center));
            }
            sum += chained(&of_x, |x| x).as_f64();
            squares += chained(&of_squares, |x| x).as_f64();
        }
        (sum, squares)
    }
    /// The sum of (x - center)^2, with the same precision.
    fn squares_around<F, V>(elements: &[F], center: F) -> f64 {
        let mut total = 0.0;
        for block in elements.chunks(BLOCK) {
            total += chained(block, |x| (x - center) * (x - center)).as_f64();
        }
        total
    }
    /// The sum of exp(x - shift).
    fn float_sum_of_exponentials<F, V>(block: &[F], shift: F) -> F {
        chained(block, |x| exponential::<F, V>(x - shift))
    }
    /// Replaces each element by exp(x - shift).
    fn to_exponentials<F, V>(block: &mut [F], shift: F) -> () {
        for x in block.iter_mut() {
            *x = exponential::<F, V>(*x - shift);
        }
    }
    /// Writes exp(x - largest) of each element, and returns their sum.
    fn exponentials<F, V>(to: &mut [F], from: &[F], least: F, largest: F) -> f64 {
        match least - largest >= F::constant(-87.0) {
            true => made(to, from, |x| falling::<F, V>(x - largest)),
            false => made(to, from, |x| exponential::<F, V>(x - largest)),
        }
    }
    /// Writes x - first - second of each element.
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
    /// Normalises a row: y = (x - mean) scale weight + bias.
    fn normalize<F, V>(y: &mut [F], x: &[F], mean: F, scale: F, weight: &[F], bias: &[F]) -> () {
        for (((y, &x), &weight), &bias) in y.iter_mut().zip(x).zip(weight).zip(bias) {
            *y = (x - mean) * scale * weight + bias;
        }
    }
    /// Adds to each sum the squared difference between each element and the element in the sum's column. Columns are `stride` apart.
    fn add_squared_distances<F, V>(elements: &[F], columns: &[F], stride: usize, sums: &mut [F]) -> () {
        for (i, &x) in elements.iter().enumerate() {
            for (sum, &y) in sums.iter_mut().zip(&columns[i * stride..]) {
                *sum = *sum + (x - y) * (x - y);
            }
        }
    }
    /// Like `add_squared_distances`, for absolute differences.
    fn add_distances<F, V>(elements: &[F], columns: &[F], stride: usize, sums: &mut [F]) -> () {
        for (i, &x) in elements.iter().enumerate() {
            for (sum, &y) in sums.iter_mut().zip(&columns[i * stride..]) {
                *sum = *sum + (x - y).absolute();
            }
        }
    }
    fn float_take_extremes<F, V>(row: &[F], largest: bool, number: u32, best: &mut [F], place: &mut [u32]) -> () {
        take_extremes(row, number, best, place, |x, best| {
            (if largest { x > best } else { x < best }) | (x.is_nan() & !best.is_nan())
        });
    }
    fn float_product<F, V>(block: &[F]) -> f64 {
        let mut products = [1.0; 16];
        let (chunks, rest) = block.as_chunks::<16>();
        for chunk in chunks {
            for (product, x) in products.iter_mut().zip(chunk) {
                *product *= x.as_f64();
            }
        }
        rest.iter().map(|x| x.as_f64()).chain(products).product()
    }
    /// Adds each element's distance from its column's center, and the square of this distance.
    fn add_moments<F, V>(x: &[F], center: &[F], of_x: &mut [F], of_squares: &mut [F]) -> () {
        for (((&x, &center), of_x), of_squares) in x.iter().zip(center).zip(of_x).zip(of_squares) {
            let x = x - center;
            *of_x = *of_x + x;
            *of_squares = *of_squares + x * x;
        }
    }
    /// Adds each gradient times its centred input, and the gradient itself.
    fn add_products<F, V>(g: &[F], x: &[F], mean: &[F], centred: &mut [F], sum: &mut [F]) -> () {
        for ((((&g, &x), &mean), centred), sum) in g.iter().zip(x).zip(mean).zip(centred).zip(sum) {
            *centred = *centred + g * (x - mean);
            *sum = *sum + g;
        }
    }
    /// Applies each column's own linear function.
    fn affine<F, V>(y: &mut [F], x: &[F], factor: &[F], shift: &[F]) -> () {
        for (((y, &x), &factor), &shift) in y.iter_mut().zip(x).zip(factor).zip(shift) {
            *y = x * factor + shift;
        }
    }
    /// The input gradient of one row of a batch norm. `of_channels` holds, per channel: weight, mean weighted gradient, mean, the
    /// gradient's component along the input, and scale.
    fn channel_gradient<F, V>(dx: &mut [F], g: &[F], x: &[F], of_channels: [&[F]; 5]) -> () {
        let n = dx.len();
        let ([g, x], [weight, total, mean, along, scale]) = ([g, x].map(|part| &part[..n]), of_channels.map(|part| &part[..n]));
        for i in 0..n {
            dx[i] = (g[i] * weight[i] - total[i] - (x[i] - mean[i]) * along[i]) * scale[i];
        }
    }
    /// Adds a normalised row's contribution to the gradients of weight and bias. Returns the sums of the weighted gradient and of the
    /// weighted gradient times the centred input.
    fn norm_sums<F, V>(
        g: &[F],
        x: &[F],
        mean: F,
        scale: F,
        weight: &[F],
        of_weight: &mut [F],
        of_bias: &mut [F]
    ) -> (f64, f64) {
        const CHAINS: usize = 32;
        let zero = F::default();
        let (mut all, mut all_along) = (0.0, 0.0);
        for start in (0..g.len()).step_by(NORM_BLOCK) {
            let block = start..g.len().min(start + NORM_BLOCK);
            let (mut total, mut along) = ([zero; CHAINS], [zero; CHAINS]);
            let mut add = |[g, x, weight]: [&[F; CHAINS]; 3], [of_weight, of_bias]: [&mut [F; CHAINS]; 2]| {
                for i in 0..CHAINS {
                    let centred = x[i] - mean;
                    of_weight[i] = of_weight[i] + g[i] * centred * scale;
                    of_bias[i] = of_bias[i] + g[i];
                    let weighted = g[i] * weight[i];
                    total[i] = total[i] + weighted;
                    along[i] = along[i] + weighted * centred;
                }
            };
            let [(g, g_rest), (x, x_rest), (weight, weight_rest)] =
                [g, x, weight].map(|from| from[block.clone()].as_chunks::<CHAINS>());
            let (of_weight, of_weight_rest) = of_weight[block.clone()].as_chunks_mut::<CHAINS>();
            let (of_bias, of_bias_rest) = of_bias[block].as_chunks_mut::<CHAINS>();
            for ((((g, x), weight), of_weight), of_bias) in g.iter().zip(x).zip(weight).zip(of_weight).zip(of_bias) {
                add([g, x, weight], [of_weight, of_bias]);
            }
            if !g_rest.is_empty() {
                let [mut last_weight, mut last_bias] = [&*of_weight_rest, &*of_bias_rest].map(|from| filled(from, zero));
                let last = [filled(g_rest, zero), filled(x_rest, mean), filled(weight_rest, zero)];
                add(last.each_ref(), [&mut last_weight, &mut last_bias]);
                of_weight_rest.copy_from_slice(&last_weight[..g_rest.len()]);
                of_bias_rest.copy_from_slice(&last_bias[..g_rest.len()]);
            }
            all += chained(&total, |x| x).as_f64();
            all_along += chained(&along, |x| x).as_f64();
        }
        (all, all_along)
    }
    /// The input gradient of a normalised row: (g weight - total - (x - mean) along) scale.
    fn norm_gradient<F, V>(dx: &mut [F], g: &[F], x: &[F], weight: &[F], of_row: [F; 4]) -> () {
        let [total, along, mean, scale] = of_row;
        for (((dx, &g), &x), &weight) in dx.iter_mut().zip(g).zip(x).zip(weight) {
            *dx = (g * weight - total - (x - mean) * along) * scale;
        }
    }
    /// Adds each row to `sums`. Processes four rows per pass over the sums.
    fn add_to<F, V>(sums: &mut [F], rows: &[F]) -> () {
        let n = sums.len();
        let fours = rows.chunks_exact(4 * n);
        for row in fours.remainder().chunks_exact(n) {
            for (sum, &x) in sums.iter_mut().zip(row) {
                *sum = *sum + x;
            }
        }
        for four in fours {
            let [a, b, c, d] = std::array::from_fn(|i| &four[i * n..][..n]);
            for ((((sum, &a), &b), &c), &d) in sums.iter_mut().zip(a).zip(b).zip(c).zip(d) {
                *sum = *sum + a + b + c + d;
            }
        }
    }
}

#[inline(always)]
fn take_extremes<T: Number>(row: &[T], number: u32, best: &mut [T], place: &mut [u32], beats: impl Fn(T, T) -> bool) {
    for ((&x, best), place) in row.iter().zip(best).zip(place) {
        let takes = beats(x, *best);
        *best = if takes { x } else { *best };
        *place = if takes { number } else { *place };
    }
}

/// The block operations of every computing type.
pub trait Blocks: Number {
    fn sum(block: &[Self]) -> Self;
    fn sum_of_sizes(block: &[Self]) -> f64;
    fn sum_of_squares(block: &[Self], center: f64) -> f64;
    fn extreme(block: &[Self], largest: bool) -> Self;
    fn sum_of_exponentials(block: &[Self], shift: f64) -> f64;
    /// One candidate per lane, mostly its largest or smallest element. The block must have at least `LANES` elements.
    fn of_lanes(block: &[Self], largest: bool) -> [Self; LANES];
    /// Finds the elements that are not smaller (or not larger) than `last`, with their positions.
    fn not_behind(block: &[Self], last: Self, largest: bool, found: &mut Vec<(Self, usize)>);
    /// Adds each row to the sums. A row has as many elements as there are sums.
    fn add_rows(sums: &mut [Self], rows: &[Self]);
    /// Updates each column's best element, and its row number, with the elements of a row that are more extreme.
    fn take_extremes(row: &[Self], largest: bool, number: u32, best: &mut [Self], place: &mut [u32]);
    /// The product of the elements: wrapping for integers, in float64 for other types.
    fn product(block: &[Self]) -> (f64, Integer);
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
            fn take_extremes(row: &[Self], largest: bool, number: u32, best: &mut [Self], place: &mut [u32]) {
                float_take_extremes(row, largest, number, best, place);
            }
            fn product(block: &[Self]) -> (f64, Integer) {
                (float_product(block), Integer::default())
            }
            fn sum_of_exponentials(block: &[Self], shift: f64) -> f64 {
                float_sum_of_exponentials(block, shift as $f) as f64
            }
            fn of_lanes(block: &[Self], largest: bool) -> [Self; LANES] {
                float_of_lanes(block, largest)
            }
            fn not_behind(block: &[Self], last: Self, largest: bool, found: &mut Vec<(Self, usize)>) {
                float_not_behind(block, last, largest, found);
            }
            fn add_rows(sums: &mut [Self], rows: &[Self]) {
                add_to(sums, rows);
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
    fn take_extremes(row: &[Self], largest: bool, number: u32, best: &mut [Self], place: &mut [u32]) {
        take_extremes(row, number, best, place, |x, best| if largest { x > best } else { x < best });
    }
    fn product(block: &[Self]) -> (f64, Integer) {
        (0.0, block.iter().fold(Integer::from_i64(1), |product, &x| product * x))
    }
    fn sum_of_exponentials(block: &[Self], shift: f64) -> f64 {
        block.iter().map(|x| convert::<Integer, f64>(*x) - shift).map(f64::exp).sum()
    }
    fn of_lanes(block: &[Self], largest: bool) -> [Self; LANES] {
        of_lanes(block, |x, best| if largest { x > best } else { x < best })
    }
    fn not_behind(block: &[Self], last: Self, largest: bool, found: &mut Vec<(Self, usize)>) {
        not_behind(block, |x| if largest { x < last } else { x > last }, found);
    }
    fn add_rows(sums: &mut [Self], rows: &[Self]) {
        for row in rows.chunks_exact(sums.len().max(1)) {
            sums.iter_mut().zip(row).for_each(|(sum, x)| *sum += x);
        }
    }
}
