//! Optimizer steps and scaling over all parameters at once, in PyTorch's order of arithmetic.

use super::number::{Number, Real};
use super::tensor;
use super::walk::{BLOCK, Walk, in_pieces};
use std::sync::atomic::{AtomicBool, Ordering};
use tensorcell_tensor::op::Result;
use tensorcell_tensor::optimizer::{CONSTANTS, Optimizer, STATES, StepRule};
use tensorcell_tensor::{Arg, DType, Tensor};

pub fn step(step: &Optimizer, inputs: &[Arg]) -> Result<()> {
    let columns = 2 + step.states();
    let n = step.members(inputs.len());
    let step = &with_operands(step, &inputs[n * columns..])?;
    for i in 0..n {
        let parts: Vec<&Tensor> = (0..columns).map(|part| tensor(inputs, part * n + i)).collect::<Result<_>>()?;
        match parts[0].dtype() {
            DType::Float64 => update::<f64>(step, &parts),
            _ => update::<f32>(step, &parts),
        }
    }
    Ok(())
}

/// The step with the numbers that are operands.
fn with_operands(step: &Optimizer, numbers: &[Arg]) -> Result<Optimizer> {
    let mut step = step.clone();
    let places = (0..=CONSTANTS).filter(|place| step.on_device >> place & 1 == 1).collect::<Vec<_>>();
    for (place, number) in places.into_iter().zip(0..) {
        let value = crate::host::item(tensor(numbers, number)?)?.as_f64();
        match place.checked_sub(1) {
            Some(constant) => step.constants[constant] = value,
            None => step.shrink = value,
        }
    }
    Ok(step)
}

/// Equally long slices of a parameter, its gradient and its states.
struct Run<'a, T> {
    p: &'a mut [T],
    g: &'a [T],
    states: [&'a mut [T]; STATES],
}

/// Every row as a loop over a run. It is inlined, so that each instruction set gets its own loops.
macro_rules! rules {
    ([$p:ident, $g:ident, $t:ident, $u:ident, $k:ident] $($variant:ident $name:literal ($($state:ident),*) [$($constant:ident),*] { $($target:ident = $value:expr;)+ })+) => {
        #[inline(always)]
        fn apply<T: Real>(step: &Optimizer, run: Run<T>) {
            let $k = T::constant;
            let n = run.p.len();
            let (parameters, gradients) = (run.p, &run.g[..n]);
            let [first, second, third] = run.states;
            let (maximize, weight_decay, shrink) = (step.maximize, $k(step.weight_decay), $k(step.shrink));
            let (decays, shrinks) = (step.weight_decay != 0.0, step.shrink != 1.0);
            match step.rule {
                $(StepRule::$variant => {
                    let mut constants = step.constants.iter();
                    $(let $constant = $k(constants.next().copied().unwrap_or_default());)*
                    let count = step.states();
                    let length = |place| if place < count { n } else { 0 };
                    let mut states = [&mut first[..length(0)], &mut second[..length(1)], &mut third[..length(2)]];
                    for i in 0..n {
                        let (mut $p, mut $g) = (parameters[i], gradients[i]);
                        let (mut $t, mut $u) = (T::default(), T::default());
                        let mut place = 0;
                        $(let mut $state = states[place][i]; place += 1;)*
                        $g = select(maximize, -$g, $g);
                        $g = select(decays, $g + weight_decay * $p, $g);
                        $p = select(shrinks, $p * shrink, $p);
                        $($target = $value;)+
                        parameters[i] = $p;
                        place = 0;
                        $(states[place][i] = $state; place += 1;)*
                    }
                })+
            }
        }
    };
}
mod rows {
    #![allow(clippy::all, unused_mut, unused_variables, unused_assignments)]
    use super::super::number::words::*;
    use super::*;
    include!("../../../tensor/src/optimizer_rows.rs");
    optimizer_rows!(rules);

    /// Calls `apply` with the widest vectors of the processor. All instruction sets give the same result, because nothing is fused.
    pub fn run<T: Real>(step: &Optimizer, run: Run<T>) {
        #[cfg(target_arch = "x86_64")]
        {
            #[target_feature(enable = "avx512f,avx512vl,avx512dq")]
            fn with_avx512<T: Real>(step: &Optimizer, run: Run<T>) {
                apply(step, run)
            }
            #[target_feature(enable = "avx2")]
            fn with_avx2<T: Real>(step: &Optimizer, run: Run<T>) {
                apply(step, run)
            }
            if is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("avx512dq")
            {
                // SAFETY: the processor supports it.
                return unsafe { with_avx512(step, run) };
            }
            if is_x86_feature_detected!("avx2") {
                // SAFETY: the processor supports it.
                return unsafe { with_avx2(step, run) };
            }
        }
        apply(step, run)
    }
}

/// One step of one parameter: in place if the tensors are contiguous and have the computing type, else block by block.
fn update<T: Real>(step: &Optimizer, parts: &[&Tensor]) {
    let walks: Vec<Walk> = parts.iter().map(|t| Walk::new(t, t.shape())).collect();
    let direct = walks.iter().all(|walk| walk.is_contiguous() && walk.dtype == parts[0].dtype());
    let direct = direct && size_of::<T>() == parts[0].dtype().size();
    in_pieces(parts[0].numel(), |start, count| {
        if direct {
            // SAFETY: contiguous and of type `T`; the tensors are alive, and pieces are disjoint.
            let mut slices = walks.iter().map(|walk| unsafe { walk.slice_mut::<T>(start, count) }.unwrap_or_default());
            let (p, g) = (slices.next().unwrap_or_default(), slices.next().unwrap_or_default());
            return rows::run(step, Run { p, g, states: std::array::from_fn(|_| slices.next().unwrap_or_default()) });
        }
        let mut blocks = [[T::default(); BLOCK]; 2 + STATES];
        for at in (start..start + count).step_by(BLOCK) {
            let n = BLOCK.min(start + count - at);
            for (walk, block) in walks.iter().zip(&mut blocks) {
                // SAFETY: alive; pieces are disjoint, and read before they are written.
                unsafe { walk.load(at, &mut block[..n]) };
            }
            let [p, g, states @ ..] = &mut blocks;
            rows::run(step, Run { p: &mut p[..n], g, states: states.each_mut().map(|block| &mut block[..]) });
            for (i, (walk, block)) in walks.iter().zip(&blocks).enumerate() {
                if i != 1 {
                    // SAFETY: as above.
                    unsafe { walk.store(at, &block[..n]) };
                }
            }
        }
    });
}

/// With `check`, the last two operands are another factor, and a flag that is set to 1 if an element was infinite or NaN.
pub fn multi_scale(factor: f64, check: bool, inputs: &[Arg]) -> Result<()> {
    let count = inputs.len() - 2 * usize::from(check);
    let more = if check { crate::host::item(tensor(inputs, count)?)?.as_f64() } else { 1.0 };
    let factor = factor * more;
    let found = AtomicBool::new(false);
    for i in 0..count {
        let x = tensor(inputs, i)?;
        match x.dtype() {
            DType::Float64 => scale_one::<f64>(x, factor, &found),
            _ => scale_one::<f32>(x, factor, &found),
        }
    }
    if check && found.into_inner() {
        super::pointwise::fill(1.0.into(), tensor(inputs, count + 1)?);
    }
    Ok(())
}

fn scale_one<T: Number>(x: &Tensor, factor: f64, found: &AtomicBool) {
    let walk = Walk::new(x, x.shape());
    let factor = T::constant(factor);
    in_pieces(x.numel(), |start, count| {
        let mut block = [T::default(); BLOCK];
        for at in (start..start + count).step_by(BLOCK) {
            let block = &mut block[..BLOCK.min(start + count - at)];
            // SAFETY: alive; pieces are disjoint, and read before they are written.
            unsafe { walk.load(at, block) };
            let mut finite = true;
            for x in block.iter_mut() {
                finite &= !x.is_nan() && !x.is_infinite();
                *x = *x * factor;
            }
            if !finite {
                found.store(true, Ordering::Relaxed);
            }
            // SAFETY: as above.
            unsafe { walk.store(at, block) };
        }
    });
}
