//! The deferred pointwise tail: pointwise operations over large CPU tensors wait here, and run as one loop
//! (`cpu::fused`) when something needs a result.
//!
//! A result's memory is taken when its operation is queued, so a lack of memory is reported at its own line. Memory that
//! nobody holds any more when the queue runs is not written: such a temporary lives in the cache alone, and what only it
//! needed is not computed. The queue keeps its operands' memory as it is: whoever writes in place runs the queue first
//! (`door`). Whoever reads a pending result's address makes it run too (`Tensor::address`).
//!
//! All steps have one shape and one computing type; anything else runs the queue and begins a new one. A full sum or mean
//! of a step may end it.

use super::cpu::fused::{self, Source, Step, Total};
use super::profile;
use crate::tensor::infer::Inference;
use crate::tensor::op::{Arg, Result};
use crate::tensor::pointwise::Rule;
use crate::tensor::{DType, Device, Op, Pointwise, Reduction, Tensor, numel_of, storage};
use parking_lot::Mutex;
use smallvec::SmallVec;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Smaller results are computed at once: they stay in the cache anyway.
const LEAST: usize = 16 * 1024;
/// So many steps run without further waiting.
const MOST: usize = 48;

struct Queue {
    shape: Vec<usize>,
    compute: DType,
    steps: Vec<Step>,
    totals: Vec<Total>,
}

static QUEUE: Mutex<Queue> =
    Mutex::new(Queue { shape: Vec::new(), compute: DType::Float32, steps: Vec::new(), totals: Vec::new() });
/// Whether anything waits: asked before the lock.
static WAITING: AtomicBool = AtomicBool::new(false);

/// Runs what waits. To be called before memory is written in place, and at a cell's end.
pub fn flush() {
    if WAITING.load(Ordering::Acquire) {
        QUEUE.lock().run();
    }
}

/// Runs what waits if an operand is among it.
pub(super) fn settle(inputs: &[Arg]) {
    if WAITING.load(Ordering::Acquire) && inputs.iter().filter_map(|arg| arg.tensor()).any(is_pending) {
        flush();
    }
}

fn is_pending(tensor: &Tensor) -> bool {
    tensor.storage().pending().is_some()
}

impl Queue {
    fn run(&mut self) {
        let (steps, totals) = (std::mem::take(&mut self.steps), std::mem::take(&mut self.totals));
        if steps.is_empty() {
            return;
        }
        let _event = profile::chain(&steps);
        let running = profile::start();
        let bytes = fused::run(self.compute, &self.shape, &steps, &totals);
        if bytes > 0 {
            profile::stop_chain(running, &steps);
        }
        for out in steps.iter().map(|step| &step.out).chain(totals.iter().map(|total| &total.out)) {
            if let Some(storage) = out.upgrade() {
                storage.set_pending(None);
            }
        }
        WAITING.store(false, Ordering::Release);
    }

    /// What a step reads for an operand; none where the queue must run first.
    fn source(&self, arg: &Arg) -> Option<Source> {
        let tensor = match arg {
            Arg::Scalar(scalar) => return Some(Source::Number(*scalar)),
            Arg::Tensor(tensor) => tensor,
        };
        let Some(place) = tensor.storage().pending() else {
            return Some(Source::Memory(tensor.detach()));
        };
        let step = self.steps.get(place)?;
        let whole = tensor.shape() == self.shape.as_slice() && tensor.is_contiguous() && tensor.dtype() == step.dtype;
        whole.then_some(Source::Step(place))
    }
}

/// Queues an operation and gives its result, whose contents come later; none for an operation that is to run at once.
pub(super) fn offer(op: &Op, inputs: &[Arg], inference: &Inference) -> Result<Option<Tensor>> {
    match op {
        Op::Pointwise { function, parameters } => offer_step(*function, *parameters, inputs, inference),
        Op::Reduce { function: function @ (Reduction::Sum | Reduction::Mean), .. } => {
            offer_total(*function, inputs, inference)
        }
        _ => Ok(None),
    }
}

fn offer_step(
    function: Pointwise,
    parameters: [f64; 2],
    inputs: &[Arg],
    inference: &Inference,
) -> Result<Option<Tensor>> {
    let (made, Some(compute)) = (&inference.outputs[0], inference.compute) else {
        return Ok(None);
    };
    let numel = numel_of(&made.shape);
    let on_cpu = |arg: &Arg| arg.tensor().is_none_or(|tensor| tensor.device() == Device::Cpu);
    let suits = (LEAST..usize::MAX).contains(&numel)
        && made.device == Device::Cpu
        && matches!(compute, DType::Float32 | DType::Float64)
        && function.row().rule != Rule::Bitwise
        && inputs.iter().all(on_cpu);
    if !suits {
        return Ok(None);
    }
    storage::set_resolver(flush);
    let out = Tensor::empty(&made.shape, made.dtype, made.device)?;
    let mut queue = QUEUE.lock();
    let fits = queue.shape.as_slice() == made.shape.as_slice() && queue.compute == compute && queue.steps.len() < MOST;
    if !fits {
        queue.run();
    }
    let sources: Option<SmallVec<[Source; 3]>> = inputs.iter().map(|arg| queue.source(arg)).collect();
    let operands = match sources {
        Some(sources) => sources,
        None => {
            queue.run();
            inputs.iter().filter_map(|arg| queue.source(arg)).collect()
        }
    };
    if queue.steps.is_empty() {
        (queue.shape, queue.compute) = (made.shape.to_vec(), compute);
    }
    let storage = out.storage();
    storage.set_pending(Some(queue.steps.len()));
    let (function, operands) = fused::simplified(function, operands);
    queue.steps.push(Step { function, parameters, operands, out: Arc::downgrade(&storage), dtype: made.dtype });
    WAITING.store(true, Ordering::Release);
    Ok(Some(out))
}

/// A sum or mean of everything that a waiting step gives.
fn offer_total(function: Reduction, inputs: &[Arg], inference: &Inference) -> Result<Option<Tensor>> {
    let ([Arg::Tensor(x)], [made]) = (inputs, inference.outputs.as_slice()) else {
        return Ok(None);
    };
    let whole = numel_of(&made.shape) == 1 && made.dtype == x.dtype();
    if !whole || !WAITING.load(Ordering::Acquire) || !is_pending(x) {
        return Ok(None);
    }
    let out = Tensor::empty(&made.shape, made.dtype, made.device)?;
    let mut queue = QUEUE.lock();
    let Some(Source::Step(step)) = queue.source(&Arg::Tensor(x)).filter(|_| x.dtype() == queue.compute) else {
        return Ok(None);
    };
    let storage = out.storage();
    // No step: whoever asks for it runs the queue.
    storage.set_pending(Some(usize::MAX - 1));
    let mean = function == Reduction::Mean;
    queue.totals.push(Total { step, mean, out: Arc::downgrade(&storage) });
    Ok(Some(out))
}
