//! Runs several pointwise steps over one shape as one loop. Each block of elements passes through all steps while it is in the L1
//! cache. A step calls its row's own vector loop, so nothing is compiled at run time.

use super::blocks::Blocks;
use super::pointwise::{Loop, Looped, number};
use super::walk::{BLOCK, Block, Walk, in_pieces};
use crate::chain::{Source, Step, Total, needed};
use parking_lot::Mutex;
use smallvec::SmallVec;
use std::sync::Arc;
use tensorcell_tensor::{DType, Reduction, Storage};

/// Runs the steps in float32 or float64 (`compute`), and returns the number of bytes written.
pub fn run(compute: DType, shape: &[usize], steps: &[Step], totals: &[Total]) -> usize {
    match compute {
        DType::Float64 => run_in::<f64>(shape, steps, totals),
        _ => run_in::<f32>(shape, steps, totals),
    }
}

/// Where a step's block is stored.
#[derive(Clone, Copy)]
enum Place {
    Nowhere,
    /// A block of scratch memory.
    Scratch(usize),
    /// The result's own memory, by the address of its first element.
    Memory(usize),
}

enum Operand {
    Step(usize),
    /// Elements read in place from this address on.
    Memory(usize),
    /// Elements copied to a block of scratch memory.
    Loaded(Walk, usize),
    /// A block of scratch memory that is filled once.
    Constant(usize),
}

struct Planned<T> {
    at: usize,
    work: Loop<T>,
    p: T,
    q: T,
    operands: SmallVec<[Operand; 3]>,
    /// For results whose dtype differs from the computing type.
    store: Option<Walk>,
}

fn run_in<T: Looped + Blocks>(shape: &[usize], steps: &[Step], totals: &[Total]) -> usize {
    let numel: usize = shape.iter().product();
    let held: Vec<Option<Arc<Storage>>> = steps.iter().map(|step| step.out.upgrade()).collect();
    let sums: Vec<(usize, bool, Arc<Storage>)> = (totals.iter())
        .filter_map(|total| Some((total.step, total.function == Reduction::Mean, total.out.upgrade()?)))
        .collect();
    let mut wanted: Vec<bool> = held.iter().map(Option::is_some).collect();
    sums.iter().for_each(|(step, ..)| wanted[*step] = true);
    let (needed, mut last_use) = needed(steps, wanted);
    sums.iter().for_each(|(step, ..)| last_use[*step] = usize::MAX);

    let mut constants: Vec<(usize, T)> = Vec::new();
    let (mut blocks, mut free) = (0, Vec::new());
    let mut take = |free: &mut Vec<usize>| {
        free.pop().unwrap_or_else(|| {
            blocks += 1;
            blocks - 1
        })
    };
    let mut places = vec![Place::Nowhere; steps.len()];
    let mut plan: Vec<Planned<T>> = Vec::new();
    let mut written = 0;
    for (i, step) in steps.iter().enumerate().filter(|(i, _)| needed[*i]) {
        let Some(work) = step.function.and_then(T::find) else { continue };
        let mut loaded: SmallVec<[usize; 3]> = SmallVec::new();
        let operands = step.operands.iter().map(|source| match source {
            Source::Step(from) => Operand::Step(*from),
            Source::Product => unreachable!("products are deferred on CUDA only"),
            Source::Number(scalar) => {
                let block = take(&mut Vec::new());
                constants.push((block, number(*scalar)));
                Operand::Constant(block)
            }
            Source::Memory(tensor) => {
                let walk = Walk::new(tensor, shape);
                if walk.is_single() {
                    let mut one = [T::default()];
                    // SAFETY: the queue keeps the operand alive and unmodified.
                    unsafe { walk.load(0, &mut one) };
                    let block = take(&mut Vec::new());
                    constants.push((block, one[0]));
                    Operand::Constant(block)
                } else if walk.is_contiguous() && walk.holds::<T>() {
                    Operand::Memory(tensor.address() as usize)
                } else {
                    let block = take(&mut free);
                    loaded.push(block);
                    Operand::Loaded(walk, block)
                }
            }
        });
        let operands: SmallVec<[Operand; 3]> = operands.collect();
        let mut store = None;
        if let Some(storage) = &held[i] {
            written += numel * step.dtype.size();
            let walk = Walk::over(storage.address() as usize, step.dtype, &[numel], &[1]);
            match walk.holds::<T>() {
                true => places[i] = Place::Memory(storage.address() as usize),
                false => store = Some(walk),
            }
        }
        if matches!(places[i], Place::Nowhere) {
            places[i] = Place::Scratch(take(&mut free));
        }
        // Blocks that only this step reads may be overwritten by later steps.
        free.extend(loaded);
        for from in step.operands.iter().filter_map(|source| match source {
            Source::Step(from) => Some(*from),
            _ => None,
        }) {
            if let (true, Place::Scratch(block)) = (last_use[from] == i, places[from])
                && !free.contains(&block)
            {
                free.push(block);
            }
        }
        if let (true, Place::Scratch(block)) = (last_use[i] == 0, places[i]) {
            free.push(block);
        }
        let [p, q] = step.parameters.map(T::constant);
        plan.push(Planned { at: i, work, p, q, operands, store });
    }
    if plan.is_empty() {
        return 0;
    }

    // The sums of each piece, with the piece's start.
    let parts: Mutex<Vec<(usize, Vec<f64>)>> = Mutex::new(Vec::new());
    in_pieces(numel, |start, count| {
        let mut scratch = vec![Block([T::default(); BLOCK]); blocks];
        constants.iter().for_each(|(block, value)| scratch[*block].0.fill(*value));
        let scratch = scratch.as_mut_ptr();
        // SAFETY: `block` counts blocks of `scratch`, which outlives the loop.
        let block_at = |block: usize| unsafe { scratch.add(block) as *mut T };
        let result_at = |step: usize, at: usize| match places[step] {
            Place::Memory(address) => (address as *mut T).wrapping_add(at),
            Place::Scratch(block) => block_at(block),
            Place::Nowhere => std::ptr::NonNull::dangling().as_ptr(),
        };
        let mut own = vec![0.0f64; sums.len()];
        for at in (start..start + count).step_by(BLOCK) {
            let n = BLOCK.min(start + count - at);
            for step in &plan {
                let mut slices: [&[T]; 3] = [&[]; 3];
                for (operand, slice) in step.operands.iter().zip(&mut slices) {
                    let from = match operand {
                        Operand::Step(from) => result_at(*from, at),
                        Operand::Memory(address) => (*address as *mut T).wrapping_add(at),
                        Operand::Constant(block) => block_at(*block),
                        Operand::Loaded(walk, block) => {
                            // SAFETY: the block belongs to this operand; the tensor is alive and not written.
                            unsafe { walk.load(at, std::slice::from_raw_parts_mut(block_at(*block), n)) };
                            block_at(*block)
                        }
                    };
                    // SAFETY: n elements that nothing writes during this step, because its result is elsewhere.
                    *slice = unsafe { std::slice::from_raw_parts(from, n) };
                }
                // SAFETY: n elements of the result or of a block that no operand of this step uses; pieces are disjoint.
                // The loop was selected for this processor.
                unsafe {
                    let out = std::slice::from_raw_parts_mut(result_at(step.at, at), n);
                    (step.work)(&slices, step.p, step.q, out);
                    if let Some(walk) = &step.store {
                        walk.store(at, out);
                    }
                }
            }
            for ((step, ..), sum) in sums.iter().zip(&mut own) {
                // SAFETY: the step's block is kept until the end of this iteration.
                *sum += T::sum(unsafe { std::slice::from_raw_parts(result_at(*step, at), n) }).as_f64();
            }
        }
        if !sums.is_empty() {
            parts.lock().push((start, own));
        }
    });
    let mut parts = parts.into_inner();
    parts.sort_by_key(|(start, _)| *start);
    for (i, (_, mean, storage)) in sums.iter().enumerate() {
        let sum: f64 = parts.iter().map(|(_, own)| own[i]).sum();
        let value = if *mean { sum / numel as f64 } else { sum };
        // SAFETY: the result is alive and has one element of the computing type.
        unsafe { (storage.address() as *mut T).write(T::constant(value)) };
        written += size_of::<T>();
    }
    written
}
