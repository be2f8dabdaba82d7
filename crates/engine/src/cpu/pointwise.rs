//! Pointwise loops: one per row of the table and computing type, run block by block.

use super::complex_number::Complex;
use super::number::{Integer, Number, Outcome, Real};
use super::walk::{BLOCK, Block, Walk, in_pieces, pointer};
use super::{flags, runs, strided, transpose};
use smallvec::SmallVec;
use tensorcell_tensor::op::Result;
use tensorcell_tensor::pointwise::Rule;
use tensorcell_tensor::{Arg, DType, Device, Pointwise, Scalar, Tensor, TensorError};

/// The loop of a row over blocks of equal length. Takes operands, p, q and the result.
///
/// # Safety
/// The processor must support the loop's instructions; `Looped::find` ensures it.
pub(super) type Loop<T> = unsafe fn(&[&[T]; 3], T, T, &mut [T]);

/// A row's loop over any type that computes it: from operands to a result, or as `own` in place over the first operand. A second operand of
/// `own` may be a single number. Conditions are 0 or 1 here, like every bool in a computation.
macro_rules! body {
    ($kind:ident, $N:ident, $bound:ident, [$p:ident, $q:ident, $k:ident], $operands:tt, $e:expr) => {
        #[inline(always)]
        fn plain<$N: $bound>(x: &[&[$N]; 3], $p: $N, $q: $N, out: &mut [$N]) {
            let $k = $N::constant;
            let _ = ($k, $p, $q, x);
            body!($kind, x, out, $operands, $e)
        }
    };
    (plain, $x:ident, $out:ident, ($a:ident), $e:expr) => {
        for (y, &$a) in $out.iter_mut().zip($x[0]) {
            *y = ($e).value();
        }
    };
    (plain, $x:ident, $out:ident, ($a:ident, $b:ident), $e:expr) => {
        for ((y, &$a), &$b) in $out.iter_mut().zip($x[0]).zip($x[1]) {
            *y = ($e).value();
        }
    };
    (plain, $x:ident, $out:ident, ($a:ident, $b:ident, $c:ident), $e:expr) => {
        for (((y, &$a), &$b), &$c) in $out.iter_mut().zip($x[0]).zip($x[1]).zip($x[2]) {
            *y = ($e).value();
        }
    };
    (own, $x:ident, $out:ident, ($a:ident), $e:expr) => {
        for y in $out.iter_mut() {
            let $a = *y;
            *y = ($e).value();
        }
    };
    (own, $x:ident, $out:ident, ($a:ident, $b:ident), $e:expr) => {
        if let &[$b] = $x[1] {
            for y in $out.iter_mut() {
                let $a = *y;
                *y = ($e).value();
            }
        } else {
            for (y, &$b) in $out.iter_mut().zip($x[1]) {
                let $a = *y;
                *y = ($e).value();
            }
        }
    };
}
/// The loop for the processor's level.
macro_rules! versions {
    ($kind:ident, Bitwise, $level:ident, $F:ident, $($body:tt)+) => { None };
    ($kind:ident, $rule:ident, $level:ident, $F:ident, $($body:tt)+) => {{
        body!($kind, N, Real, $($body)+);
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx2,fma")]
        fn v3<F: Floating>(x: &[&[F]; 3], p: F, q: F, out: &mut [F]) {
            plain::<F::Lane>(lanes(x), lane(p), lane(q), lanes_mut(out))
        }
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma")]
        fn v4<F: Floating>(x: &[&[F]; 3], p: F, q: F, out: &mut [F]) {
            plain::<F::Lane>(lanes(x), lane(p), lane(q), lanes_mut(out))
        }
        Some(match $level {
            Level::Portable => plain::<$F> as Loop<$F>,
            #[cfg(target_arch = "x86_64")]
            Level::V3 => v3::<$F> as Loop<$F>,
            #[cfg(target_arch = "x86_64")]
            Level::V4 => v4::<$F> as Loop<$F>,
        })
    }};
}
/// The rows with an `own` loop: memory-bound rows that write every element. If a row could select its first operand unchanged, its loop
/// would use masked stores, which are slow on many processors.
macro_rules! own_version {
    (Add $($rest:tt)+) => { versions!(own $($rest)+) };
    (AddScaled $($rest:tt)+) => { versions!(own $($rest)+) };
    (Sub $($rest:tt)+) => { versions!(own $($rest)+) };
    (Mul $($rest:tt)+) => { versions!(own $($rest)+) };
    (Div $($rest:tt)+) => { versions!(own $($rest)+) };
    (Neg $($rest:tt)+) => { versions!(own $($rest)+) };
    (Square $($rest:tt)+) => { versions!(own $($rest)+) };
    (Sqrt $($rest:tt)+) => { versions!(own $($rest)+) };
    ($other:ident $($rest:tt)+) => { None };
}
macro_rules! unless_float {
    (Float, $($body:tt)+) => { None };
    ($rule:ident, $($body:tt)+) => {{
        body!(plain, N, Integral, $($body)+);
        Some(plain::<Integer> as Loop<Integer>)
    }};
}
/// The loop over complex numbers, for rows that support them.
macro_rules! if_complex {
    ([], $($body:tt)+) => { None };
    ([$gradients:tt], $($body:tt)+) => {{
        body!(plain, N, Real, $($body)+);
        Some(plain::<Complex> as Loop<Complex>)
    }};
}
macro_rules! loops {
    ($words:tt $($variant:ident $name:literal $operands:tt $rule:ident = $expression:expr, grad [$($gradient:expr),+]
        $(, lacks $dtypes:ident $kernel:literal)? $(, complex [$($complex:expr),*])?;)+) => {
        fn real_loop<F: Floating>(function: Pointwise, level: Level) -> Option<Loop<F>> {
            match function { $(Pointwise::$variant => versions!(plain, $rule, level, F, $words, $operands, $expression),)+ }
        }
        fn own_loop<F: Floating>(function: Pointwise, level: Level) -> Option<Loop<F>> {
            match function { $(Pointwise::$variant => own_version!($variant, $rule, level, F, $words, $operands, $expression),)+ }
        }
        fn complex_loop(function: Pointwise) -> Option<Loop<Complex>> {
            match function {
                $(Pointwise::$variant => if_complex!([$([$($complex),*])?], $words, $operands, $expression),)+
            }
        }
        fn integer_loop(function: Pointwise) -> Option<Loop<Integer>> {
            match function { $(Pointwise::$variant => unless_float!($rule, $words, $operands, $expression),)+ }
        }
    };
}
mod rows {
    #![allow(clippy::all, unused_parens)]
    use super::super::lane::{Floating, Level, lane, lanes, lanes_mut, level};
    use super::super::number::{Integral, words::*};
    use super::*;
    include!("../../../tensor/src/pointwise_rows.rs");
    pointwise_rows!(loops);

    pub trait Looped: Number {
        fn find(function: Pointwise) -> Option<Loop<Self>>;
        /// The loop that overwrites its first operand element by element. It ignores that operand's slice.
        fn find_own(_: Pointwise) -> Option<Loop<Self>> {
            None
        }
    }
    impl Looped for f32 {
        fn find(function: Pointwise) -> Option<Loop<f32>> {
            circular(function).or_else(|| real_loop(function, level()))
        }
        fn find_own(function: Pointwise) -> Option<Loop<f32>> {
            own_loop(function, level())
        }
    }
    impl Looped for f64 {
        fn find(function: Pointwise) -> Option<Loop<f64>> {
            circular(function).or_else(|| real_loop(function, level()))
        }
        fn find_own(function: Pointwise) -> Option<Loop<f64>> {
            own_loop(function, level())
        }
    }
    impl Looped for Complex {
        fn find(function: Pointwise) -> Option<Loop<Complex>> {
            complex_loop(function)
        }
    }
    impl Looped for Integer {
        fn find(function: Pointwise) -> Option<Loop<Integer>> {
            integer_loop(function)
        }
    }

    /// Circular functions. Blocks with large arguments use the C library.
    fn circular<F: Floating>(function: Pointwise) -> Option<Loop<F>> {
        const ROWS: [Pointwise; 3] = [Pointwise::Sin, Pointwise::Cos, Pointwise::Tan];
        unsafe fn row<F: Floating, const ROW: usize>(x: &[&[F]; 3], p: F, q: F, out: &mut [F]) {
            let level = match x[0].iter().fold(true, |all, x| all & (x.absolute() <= F::CIRCULAR)) {
                true => level(),
                false => Level::Portable,
            };
            if let Some(work) = real_loop::<F>(ROWS[ROW], level) {
                // SAFETY: compiled for this processor or for any.
                unsafe { work(x, p, q, out) }
            }
        }
        match function {
            Pointwise::Sin => Some(row::<F, 0>),
            Pointwise::Cos => Some(row::<F, 1>),
            Pointwise::Tan => Some(row::<F, 2>),
            _ => None,
        }
    }
}
pub(super) use rows::Looped;

pub fn run(function: Pointwise, parameters: [f64; 2], inputs: &[Arg], out: &Tensor) -> Result<()> {
    if out.dtype() == DType::Bool && flags::run(function, inputs, out) {
        return Ok(());
    }
    let dtype = computing_dtype(function, inputs, out);
    if !dtype.is_floating() {
        check_divisors(function, inputs)?;
    }
    if let (Pointwise::Pow, [base, Arg::Scalar(exponent)], true) = (function, inputs, dtype.is_floating())
        && let Some(function) = crate::chain::power(exponent.as_f64())
    {
        return run(function, parameters, &[*base], out);
    }
    match dtype {
        DType::Float64 => run_in::<f64>(function, parameters, inputs, out),
        dtype if dtype.is_floating() => run_in::<f32>(function, parameters, inputs, out),
        _ => run_in::<Integer>(function, parameters, inputs, out),
    }
}

/// Maximum size of results that are computed in one piece, with numbers expanded to blocks.
const ALIKE: usize = 1024;

/// The operand that determines the result's layout, if all tensor operands agree: small, CPU, contiguous, the same shape and float
/// dtype. Plain numbers are allowed beside them.
pub fn like<'a>(function: Pointwise, inputs: &[Arg<'a>]) -> Option<&'a Tensor> {
    if !matches!(function.row().rule, Rule::Arithmetic | Rule::Float) {
        return None;
    }
    let mut found: Option<&Tensor> = None;
    for arg in inputs {
        let tensor = match arg {
            Arg::Tensor(tensor) => *tensor,
            Arg::Scalar(Scalar::Complex(..)) => return None,
            Arg::Scalar(_) => continue,
        };
        let fits = match found {
            Some(first) => tensor.shape() == first.shape() && tensor.dtype() == first.dtype(),
            None => matches!(tensor.dtype(), DType::Float32 | DType::Float64) && (1..=ALIKE).contains(&tensor.numel()),
        };
        if !fits
            || tensor.device() != Device::Cpu
            || tensor.is_batched()
            || tensor.is_sparse()
            || !tensor.layout().is_row_major()
        {
            return None;
        }
        found = Some(tensor);
    }
    found
}

/// Computes an operation that `like` accepted.
pub fn run_alike(function: Pointwise, parameters: [f64; 2], inputs: &[Arg], out: &Tensor) -> Result<()> {
    if function == Pointwise::Pow {
        return run(function, parameters, inputs, out);
    }
    let numbers = inputs.iter().any(|arg| arg.tensor().is_none());
    match (out.dtype(), out.numel()) {
        (DType::Float64, _) if !numbers => alike::<f64, 0>(function, parameters, inputs, out),
        _ if !numbers => alike::<f32, 0>(function, parameters, inputs, out),
        (DType::Float64, 0..=SMALL) => alike::<f64, SMALL>(function, parameters, inputs, out),
        (DType::Float64, _) => alike::<f64, ALIKE>(function, parameters, inputs, out),
        (_, 0..=SMALL) => alike::<f32, SMALL>(function, parameters, inputs, out),
        _ => alike::<f32, ALIKE>(function, parameters, inputs, out),
    }
}

fn alike<T: Looped, const SIZE: usize>(
    function: Pointwise,
    [p, q]: [f64; 2],
    inputs: &[Arg],
    out: &Tensor,
) -> Result<()> {
    let Some(work) = T::find(function) else { return run(function, [p, q], inputs, out) };
    let numel = out.numel();
    let mut numbers = [[T::default(); SIZE]; 2];
    let mut numbers = numbers.iter_mut();
    let mut slices: [&[T]; 3] = [&[]; 3];
    for (arg, slice) in inputs.iter().zip(&mut slices) {
        *slice = match arg {
            // SAFETY: alive, contiguous and of type T, and nothing writes it during the operation.
            Arg::Tensor(tensor) => unsafe { std::slice::from_raw_parts(pointer(tensor), numel) },
            Arg::Scalar(scalar) => {
                let Some(block) = numbers.next() else { return run(function, [p, q], inputs, out) };
                block[..numel].fill(number(*scalar));
                &block[..numel]
            }
        };
    }
    // SAFETY: the result is alive, new and of type T; the loop was selected for this processor.
    unsafe { work(&slices, T::constant(p), T::constant(q), std::slice::from_raw_parts_mut(pointer(out), numel)) };
    Ok(())
}

/// The common dtype of the operands, which the engine has converted. A row over numbers only computes in its result's dtype.
fn computing_dtype(function: Pointwise, inputs: &[Arg], out: &Tensor) -> DType {
    let values = match function {
        Pointwise::Where => &inputs[1..],
        _ => inputs,
    };
    (values.iter().find_map(|arg| arg.tensor())).map_or(out.dtype(), |tensor| tensor.dtype())
}

fn check_divisors(function: Pointwise, inputs: &[Arg]) -> Result<()> {
    let divides =
        matches!(function, Pointwise::FloorDivide | Pointwise::TruncDivide | Pointwise::Remainder | Pointwise::Fmod);
    if !divides {
        return Ok(());
    }
    let has_zero = match inputs[1] {
        Arg::Scalar(scalar) => scalar.as_i64() == 0,
        Arg::Tensor(tensor) => {
            let walk = Walk::new(tensor, tensor.shape());
            let mut block = [Integer::default(); BLOCK];
            (0..tensor.numel()).step_by(BLOCK).any(|start| {
                let block = &mut block[..BLOCK.min(tensor.numel() - start)];
                // SAFETY: the operand is alive, and nothing writes it during the operation.
                unsafe { walk.load(start, block) };
                block.contains(&Integer::default())
            })
        }
    };
    match has_zero {
        true => Err(TensorError::runtime("ZeroDivisionError")),
        false => Ok(()),
    }
}

enum Operand {
    Tensor { walk: Walk, in_place: bool },
    Number(Scalar),
}

pub(super) fn number<T: Number>(scalar: Scalar) -> T {
    match scalar {
        Scalar::Float(value) => T::constant(value),
        other => T::from_i64(other.as_i64()),
    }
}

fn run_in<T: Looped>(function: Pointwise, [p, q]: [f64; 2], inputs: &[Arg], out: &Tensor) -> Result<()> {
    let Some(mut work) = T::find(function) else {
        return Err(TensorError::runtime(format!(
            "{} cannot be computed in {}",
            function.row().name,
            out.dtype().name()
        )));
    };
    let computes_as = |dtype: DType| match dtype {
        DType::Float32 => std::any::TypeId::of::<T>() == std::any::TypeId::of::<f32>(),
        DType::Float64 => std::any::TypeId::of::<T>() == std::any::TypeId::of::<f64>(),
        DType::Int64 => std::any::TypeId::of::<T>() == std::any::TypeId::of::<Integer>(),
        _ => false,
    };
    let target = Walk::new(out, out.shape());
    // An operand that the result overwrites element by element is read in place, and results go through a block. The exception is a
    // first operand whose row has a loop for this.
    let overwritten = |tensor: &Tensor| tensor.address() == out.address() && target.is_contiguous();
    let mut direct_target = computes_as(out.dtype()) && target.is_contiguous();
    let own = match inputs {
        [Arg::Tensor(first), others @ ..] => {
            let alone = others.iter().all(|arg| arg.tensor().is_none_or(|tensor| !tensor.shares_storage(out)));
            let fits = direct_target && alone && overwritten(first) && first.dtype() == out.dtype();
            T::find_own(function).filter(|_| fits && Walk::new(first, out.shape()).is_contiguous())
        }
        _ => None,
    };
    let operands: SmallVec<[Operand; 3]> = inputs
        .iter()
        .map(|arg| match arg {
            Arg::Scalar(scalar) => Operand::Number(*scalar),
            Arg::Tensor(tensor) => {
                let walk = Walk::new(tensor, out.shape());
                // An operand that overlaps the result in another way is copied to a block first.
                let shared = tensor.shares_storage(out);
                let lies_there = walk.is_contiguous() && computes_as(tensor.dtype());
                let in_place = lies_there && (!shared || (overwritten(tensor) && out.dtype() == tensor.dtype()));
                direct_target &= !(shared && in_place);
                Operand::Tensor { walk, in_place }
            }
        })
        .collect();
    if let Some(own) = own {
        (work, direct_target) = (own, true);
    }
    let (p, q) = (T::constant(p), T::constant(q));
    let loops = Loops { work, p, q, operands, target, direct_target, own: own.is_some() };
    match out.numel() {
        // Clearing large blocks would take longer than computing so few elements.
        numel @ 0..=SMALL => loops.run::<SMALL>(0, numel),
        numel => in_pieces(numel, |start, count| loops.run::<BLOCK>(start, count)),
    }
    Ok(())
}

/// Results up to this size use blocks of this size.
const SMALL: usize = 32;

/// The data shared by all pieces of an operation.
struct Loops<T> {
    work: Loop<T>,
    p: T,
    q: T,
    operands: SmallVec<[Operand; 3]>,
    target: Walk,
    direct_target: bool,
    /// Whether the first operand is the result. It is then accessed only as the result.
    own: bool,
}

impl<T: Number> Loops<T> {
    /// Computes the elements `start..start + count`, `SIZE` at a time.
    fn run<const SIZE: usize>(&self, start: usize, count: usize) {
        let Loops { work, p, q, operands, target, direct_target, own } = self;
        let mut blocks = [Block([T::default(); SIZE]); 3];
        let mut result = Block([T::default(); SIZE]);
        for (operand, block) in operands.iter().zip(&mut blocks) {
            match operand {
                Operand::Number(scalar) => block.0.fill(number(*scalar)),
                Operand::Tensor { walk, .. } if walk.is_single() => {
                    let mut one = [T::default()];
                    // SAFETY: the operand is alive, and each block is written only after it was read.
                    unsafe { walk.load(0, &mut one) };
                    block.0.fill(one[0]);
                }
                Operand::Tensor { .. } => {}
            }
        }
        let mut at = start;
        while at < start + count {
            let n = SIZE.min(start + count - at);
            let mut slices: [&[T]; 3] = [&[]; 3];
            for ((operand, block), slice) in operands.iter().zip(&mut blocks).zip(&mut slices).skip(*own as usize) {
                *slice = match operand {
                    Operand::Tensor { walk, in_place: true } => {
                        // SAFETY: alive, of type T, and not written, because its storage is not the result's.
                        unsafe { walk.slice(at, n) }.unwrap_or(&[])
                    }
                    Operand::Tensor { walk, .. } if !walk.is_single() => {
                        // SAFETY: alive; pieces are disjoint, and each is written after it was read.
                        unsafe { walk.load(at, &mut block.0[..n]) };
                        &block.0[..n]
                    }
                    // As a single number, for a loop that overwrites its operand.
                    _ => &block.0[..if *own { 1 } else { n }],
                };
            }
            // SAFETY: the result is alive, of type T, and pieces are disjoint; the loop was selected for this processor.
            match unsafe { (*direct_target).then(|| target.slice_mut(at, n)).flatten() } {
                Some(target) => unsafe { work(&slices, *p, *q, target) },
                // SAFETY: as above.
                None => unsafe {
                    work(&slices, *p, *q, &mut result.0[..n]);
                    target.store(at, &result.0[..n]);
                },
            }
            at += n;
        }
    }
}

/// Copies between any two dtypes and layouts (`copy_`, `to`, `contiguous`).
pub fn copy(from: &Tensor, to: &Tensor) {
    let (source, target) = (Walk::new(from, to.shape()), Walk::new(to, to.shape()));
    if from.dtype() == to.dtype() && source.is_contiguous() && target.is_contiguous() {
        let size = from.dtype().size();
        let to_numel = to.numel();
        let (from, to) = (from.address() as usize, to.address() as usize);
        return in_pieces(to_numel, |start, count| {
            // SAFETY: both are alive and contain these elements; `copy` allows them to be the same.
            unsafe {
                let (from, to) = ((from as *const u8).add(start * size), (to as *mut u8).add(start * size));
                match to_numel * size >= runs::STREAMED && from != to {
                    true => runs::stream(std::slice::from_raw_parts(from, count * size), to),
                    false => std::ptr::copy(from, to, count * size),
                }
            }
        });
    }
    if from.dtype() == to.dtype() && !from.shares_storage(to) {
        if !transpose::copy(from, to) {
            strided::copy(from, to);
        }
        return;
    }
    fn through<T: Number>(source: &Walk, target: &Walk, numel: usize, apart: bool) {
        in_pieces(numel, |start, count| {
            let Block(block) = &mut Block([T::default(); BLOCK]);
            for at in (start..start + count).step_by(BLOCK) {
                let n = BLOCK.min(start + count - at);
                // SAFETY: both are alive; pieces are disjoint.
                unsafe {
                    // Skips the block if either side has the computing type.
                    if numel * size_of::<T>() >= runs::STREAMED
                        && apart
                        && target.holds::<T>()
                        && target.is_contiguous()
                    {
                        source.load(at, &mut block[..n]);
                        runs::stream_values(&block[..n], (target.address() as *mut T).add(at));
                    } else if let Some(values) = (apart && source.holds::<T>()).then(|| source.run_at(at, n)).flatten()
                    {
                        target.store::<T>(at, values);
                    } else if let Some(values) =
                        (apart && target.holds::<T>()).then(|| target.slice_mut(at, n)).flatten()
                    {
                        source.load::<T>(at, values);
                    } else {
                        source.load(at, &mut block[..n]);
                        target.store(at, &block[..n]);
                    }
                }
            }
        });
    }
    let (numel, apart) = (to.numel(), !from.shares_storage(to));
    match (from.dtype(), to.dtype()) {
        (DType::Float64, _) | (_, DType::Float64) => through::<f64>(&source, &target, numel, apart),
        (dtype, _) if dtype.is_floating() => through::<f32>(&source, &target, numel, apart),
        _ => through::<Integer>(&source, &target, numel, apart),
    }
}

/// Fills a tensor with one number.
pub fn fill(value: Scalar, out: &Tensor) {
    let target = Walk::new(out, out.shape());
    // The number in its stored form.
    let mut element = 0u64;
    let one = Walk::over(std::ptr::from_mut(&mut element) as usize, out.dtype(), &[1], &[1]);
    // SAFETY: `element` is large enough for an element of any dtype.
    match (value, out.dtype()) {
        (Scalar::Float(_), _) | (_, DType::Float64) => unsafe { one.store(0, &[number::<f64>(value)]) },
        _ => unsafe { one.store(0, &[number::<Integer>(value)]) },
    }
    fn with<T: Copy + Sync>(element: T, target: &Walk, numel: usize) {
        in_pieces(numel, |start, count| {
            // SAFETY: the result is alive, and its elements have this size; pieces are disjoint.
            match unsafe { target.slice_mut(start, count) } {
                Some(piece) => piece.fill(element),
                None => target.runs(start, count, |offset, step, count| {
                    let first = (target.address() as *mut T).wrapping_offset(offset);
                    // SAFETY: as above; a walk stays inside its tensor.
                    (0..count as isize).for_each(|i| unsafe { first.wrapping_offset(i * step).write(element) });
                }),
            }
        });
    }
    let size = out.dtype().size();
    match size {
        _ if element == 0 && target.is_contiguous() => {
            let bytes = out.numel() * size;
            with(0u8, &Walk::over(target.address(), DType::UInt8, &[bytes], &[1]), bytes)
        }
        1 => with(element as u8, &target, out.numel()),
        2 => with(element as u16, &target, out.numel()),
        4 => with(element as u32, &target, out.numel()),
        _ => with(element, &target, out.numel()),
    }
}
