//! Deferred pointwise operations: operations over large CPU tensors and over floating CUDA tensors are queued here. They run as one loop
//! (`cpu::fused`) or one kernel (`cuda::chain`) when a result is needed.
//!
//! A result's memory is allocated when its operation is queued, so an out-of-memory error is reported at its own line. If
//! nothing references
//! the memory when the queue runs, it is not written: such a temporary exists only in the cache or in registers, and steps
//! that only it needs
//! are skipped. The queue relies on its operands being unchanged, so an in-place write flushes the queue first (`door`). Reading a pending
//! result's address also flushes it (`Tensor::address`). On CUDA, so does queuing any other work (`device::deferred_hook`), because a stream's
//! order must be the program's.
//!
//! All steps have the same shape, computing type and device; any other operation flushes the queue and starts a new one. A reduction of a
//! step may be queued last: on the CPU a full sum or mean, on CUDA any reduction over the last dimensions.

use super::chain::{Product, Source, Step, Total, needed, simplified};
use super::cpu::fused;
use super::failure::FAILED;
use super::{cuda, dispatch, profile};
use parking_lot::Mutex;
use smallvec::SmallVec;
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use tensorcell_device::allocator;
use tensorcell_device::deferred_hook;
use tensorcell_device::graph::is_capturing;
use tensorcell_device::stream::Stream;
use tensorcell_tensor::infer::Inference;
use tensorcell_tensor::op::{Arg, Result};
use tensorcell_tensor::pointwise::Rule;
use tensorcell_tensor::{
    DType, Device, Layout, Op, Pointwise, Reduction, Storage, Tensor, TensorError, numel_of, reduction, storage,
};

/// Smaller results are computed at once on the CPU, where they stay in the cache anyway.
const LEAST: usize = 16 * 1024;
/// The pending position of a queued product.
const PRODUCT: usize = usize::MAX - 2;
/// A queue with this many steps is flushed.
const MOST: usize = 48;

struct Queue {
    device: Device,
    /// On CUDA, the stream to run the steps on.
    stream: Option<Stream>,
    shape: Vec<usize>,
    compute: DType,
    /// On CUDA, the product at the start of the chain.
    product: Option<Product>,
    steps: Vec<Step>,
    /// The number of operands that are in memory.
    read: usize,
    totals: Vec<Total>,
}

static QUEUE: Mutex<Queue> = Mutex::new(Queue {
    device: Device::Cpu,
    stream: None,
    shape: Vec::new(),
    compute: DType::Float32,
    product: None,
    steps: Vec::new(),
    read: 0,
    totals: Vec::new(),
});
/// Whether anything is queued; checked before taking the lock.
static WAITING: AtomicBool = AtomicBool::new(false);
thread_local! {
    /// Whether this thread is running the queue. Its operations are then neither deferred nor flush the queue.
    static RUNNING: Cell<bool> = const { Cell::new(false) };
}

/// Runs the queue. Must be called before memory is written in place, and at a cell's end.
pub fn flush() {
    if WAITING.load(Ordering::Acquire) && !RUNNING.get() {
        QUEUE.lock().run();
    }
}

/// Flushes the queue if an operand is pending.
pub(super) fn flush_if_pending(inputs: &[Arg]) {
    if WAITING.load(Ordering::Acquire) && inputs.iter().filter_map(|arg| arg.tensor()).any(is_pending) {
        flush();
    }
}

fn is_pending(tensor: &Tensor) -> bool {
    tensor.storage().pending().is_some()
}

impl Queue {
    fn run(&mut self) {
        let (mut steps, totals) = (std::mem::take(&mut self.steps), std::mem::take(&mut self.totals));
        let product = self.product.take();
        self.read = 0;
        if steps.is_empty() && product.is_none() {
            return;
        }
        let outs: Vec<Weak<Storage>> = (steps.iter().map(|step| step.out.clone()))
            .chain(totals.iter().map(|total| total.out.clone()))
            .chain(product.iter().map(|product| product.out.clone()))
            .collect();
        RUNNING.set(true);
        match self.stream {
            None => self.run_on_cpu(&steps, &totals),
            Some(stream) => {
                let place = steps.last().map_or(product.as_ref().and_then(|product| product.place), |step| step.place);
                let run = || self.run_on_cuda(stream, product, &mut steps, totals.first());
                if let Err(error) = allocator::at_place(place, run) {
                    *FAILED.lock() = Some(TensorError { launched: place, ..error });
                }
            }
        }
        for out in outs {
            if let Some(storage) = out.upgrade() {
                storage.set_pending(None);
            }
        }
        WAITING.store(false, Ordering::Release);
        deferred_hook::set(false, flush);
        RUNNING.set(false);
    }

    fn run_on_cpu(&self, steps: &[Step], totals: &[Total]) {
        let _event = profile::chain(steps);
        let running = profile::start();
        let bytes = fused::run(self.compute, &self.shape, steps, totals);
        if bytes > 0 {
            profile::stop_chain(running, steps);
        }
    }

    fn run_on_cuda(
        &self,
        stream: Stream,
        product: Option<Product>,
        steps: &mut [Step],
        total: Option<&Total>,
    ) -> Result<()> {
        let capturing = is_capturing(stream.device());
        let total = match total {
            Some(total) => total.destination(capturing)?.map(|out| (total, out)),
            None => None,
        };
        let before = Stream::current(stream.device());
        if before != stream {
            stream.make_current(); // the queue may be another thread's
        }
        let ran = product.map_or(Ok(()), |product| self.run_product(product, steps));
        let held: Vec<Option<Arc<Storage>>> = steps.iter().map(|step| step.out.upgrade()).collect();
        let mut wanted: Vec<bool> = held.iter().map(Option::is_some).collect();
        total.iter().for_each(|(total, _)| wanted[total.step] = true);
        // A graph capture must record all operations, also those whose result nothing reads.
        let unread = capturing && want_unread(steps, &mut wanted);
        let (needed, last_use) = needed(steps, wanted);
        let total = total.as_ref().map(|(total, out)| (*total, out));
        let outcome = match (ran, unread) {
            (Err(error), _) => Err(error),
            (_, true) => Ok(false),
            _ if cuda::on_host::is_on() => {
                cuda::on_host::chain(&stream, self.compute, &self.shape, steps, total).map(|()| true)
            }
            _ => cuda::chain::run(stream, self.compute, &self.shape, steps, &held, &needed, total),
        };
        let outcome = match outcome {
            Ok(false) => self.run_one_by_one(steps, &held, &needed, &last_use, total),
            outcome => outcome.map(|_| ()),
        };
        if before != stream {
            before.make_current();
        }
        outcome
    }

    /// Runs the product, fused with the one step that reads it if that is an activation that the library supports.
    /// Afterwards, the steps find its
    /// result in memory.
    fn run_product(&self, product: Product, steps: &mut [Step]) -> Result<()> {
        let held = product.out.upgrade();
        let reads = |step: &Step| step.operands.iter().any(|source| matches!(source, Source::Product));
        let readers: Vec<usize> = (0..steps.len()).filter(|&i| reads(&steps[i])).collect();
        if held.is_none() && readers.is_empty() && !is_capturing(cuda::index_of(self.device)) {
            return Ok(());
        }
        let tensor = |storage: Option<Arc<Storage>>| match storage {
            Some(storage) => Ok(Tensor::new(storage, Layout::contiguous(&self.shape), self.compute)),
            None => Tensor::empty(&self.shape, self.compute, self.device),
        };
        let inputs: SmallVec<[Arg; 3]> = product.inputs.iter().map(Arg::Tensor).collect();
        if let (None, &[reader]) = (&held, readers.as_slice()) {
            let out = tensor(steps[reader].out.upgrade().filter(|_| steps[reader].dtype == self.compute))?;
            let activation = steps[reader].function;
            let along = || match activation {
                Some(activation) => cuda::product_with(&product.op, &inputs, activation, &out),
                None => Ok(false),
            };
            if allocator::at_place(product.place, along)? {
                for source in steps.iter_mut().flat_map(|step| &mut step.operands) {
                    if matches!(source, Source::Step(from) if *from == reader) {
                        *source = Source::Memory(out.clone());
                    }
                }
                steps[reader].out = Weak::new(); // already computed
                return Ok(());
            }
        }
        let out = tensor(held)?;
        allocator::at_place(product.place, || dispatch::launch_plain(&product.op, &inputs, &out))?;
        for source in steps.iter_mut().flat_map(|step| &mut step.operands) {
            if matches!(source, Source::Product) {
                *source = Source::Memory(out.clone());
            }
        }
        Ok(())
    }

    /// Runs each needed step as its own operation.
    fn run_one_by_one(
        &self,
        steps: &[Step],
        held: &[Option<Arc<Storage>>],
        needed: &[bool],
        last_use: &[usize],
        total: Option<(&Total, &Tensor)>,
    ) -> Result<()> {
        let mut results: Vec<Option<Tensor>> = vec![None; steps.len()];
        for (i, step) in steps.iter().enumerate().filter(|(i, _)| needed[*i]) {
            let out = match &held[i] {
                Some(storage) => Tensor::new(storage.clone(), Layout::contiguous(&self.shape), step.dtype),
                None => Tensor::empty(&self.shape, step.dtype, self.device)?,
            };
            let inputs: SmallVec<[Arg; 3]> = (step.operands.iter())
                .filter_map(|source| match source {
                    Source::Step(from) => results[*from].as_ref().map(Arg::Tensor),
                    Source::Product => None, // already in memory
                    Source::Number(scalar) => Some(Arg::Scalar(*scalar)),
                    Source::Memory(tensor) => Some(Arg::Tensor(tensor)),
                })
                .collect();
            let launch = || match step.function {
                Some(function) => {
                    let op = Op::Pointwise { function, parameters: step.parameters };
                    dispatch::launch_step(&op, &inputs, self.compute, &out)
                }
                None => dispatch::launch_plain(&Op::Cast(step.dtype), &inputs, &out),
            };
            allocator::at_place(step.place, launch)?;
            drop(inputs);
            if let Some((total, into)) = total.filter(|(total, _)| total.step == i) {
                allocator::at_place(total.place, || dispatch::launch_plain(&total.op(), &[Arg::Tensor(&out)], into))?;
            }
            results[i] = Some(out);
            for source in &step.operands {
                if let Source::Step(from) = source
                    && last_use[*from] == i
                {
                    results[*from] = None;
                }
            }
        }
        Ok(())
    }

    /// The source that a step reads for an operand; `None` if the queue must run first.
    fn source(&self, arg: &Arg) -> Option<Source> {
        let tensor = match arg {
            Arg::Scalar(scalar) => return Some(Source::Number(*scalar)),
            Arg::Tensor(tensor) => tensor,
        };
        let Some(place) = tensor.storage().pending() else {
            return Some(Source::Memory(tensor.detach()));
        };
        let plain = tensor.shape() == self.shape.as_slice() && tensor.is_contiguous();
        if place == PRODUCT {
            return (plain && tensor.dtype() == self.compute).then_some(Source::Product);
        }
        let step = self.steps.get(place)?;
        (plain && tensor.dtype() == step.dtype).then_some(Source::Step(place))
    }
}

/// Also marks unread steps as wanted. Returns whether any of them was not wanted before.
fn want_unread(steps: &[Step], wanted: &mut [bool]) -> bool {
    let mut read = vec![false; steps.len()];
    for source in steps.iter().flat_map(|step| &step.operands) {
        if let Source::Step(from) = source {
            read[*from] = true;
        }
    }
    let unread: Vec<usize> = (0..steps.len()).filter(|&i| !read[i] && !wanted[i]).collect();
    unread.iter().for_each(|&i| wanted[i] = true);
    !unread.is_empty()
}

/// Queues an operation and returns its pending result; `None` if it must run at once.
pub(super) fn offer(op: &Op, inputs: &[Arg], inference: &Inference) -> Result<Option<Tensor>> {
    match op {
        _ if RUNNING.get() || super::complex::computes(inputs, inference) => Ok(None),
        Op::AddMm { .. } | Op::MatMul => offer_product(op, inputs, inference),
        Op::Pointwise { function, parameters } => offer_step(Some(*function), *parameters, inputs, inference),
        Op::Cast(_) => offer_step(None, [0.0; 2], inputs, inference),
        Op::Reduce { .. } => offer_total(op, inputs, inference),
        _ => Ok(None),
    }
}

/// Whether the host's loop runs a device's chains (`cpu::fused`).
fn on_host(device: Device) -> bool {
    !device.is_cuda() || cuda::on_host::is_on()
}

/// Whether a step can be deferred on its device.
fn can_defer(function: Option<Pointwise>, inputs: &[Arg], device: Device, compute: DType, numel: usize) -> bool {
    let here = |arg: &Arg| arg.tensor().is_none_or(|tensor| tensor.device() == device);
    let a_number = |arg: &Arg| arg.tensor().is_some_and(|tensor| tensor.device() == Device::Cpu && tensor.dim() == 0);
    let takes = match on_host(device) {
        true => {
            function.is_some_and(|function| function.row().rule != Rule::Bitwise)
                && (LEAST..usize::MAX).contains(&numel)
                && matches!(compute, DType::Float32 | DType::Float64)
        }
        false => numel > 0,
    };
    match device {
        Device::Cpu => takes && inputs.iter().all(here),
        Device::Cuda(_) => {
            takes
                && cuda::chain::is_enabled()
                // The profiler records each kernel under its own operation, so nothing is deferred.
                && !profile::events::is_on()
                && inputs.iter().all(|arg| here(arg) || a_number(arg))
        }
        Device::Meta => false,
    }
}

/// The computing type of a conversion: that of the chain whose result it reads, else its own.
fn conversion_in(inputs: &[Arg], to: DType) -> Option<DType> {
    let [Arg::Tensor(x)] = inputs else { return None };
    if !x.device().is_cuda() || !WAITING.load(Ordering::Acquire) || !is_pending(x) {
        return Some(to);
    }
    let queue = QUEUE.lock();
    // The chain cannot pass on values that its computing type cannot hold.
    let held = x.dtype() == queue.compute || x.dtype() == DType::Bool;
    Some(if held && x.shape() == queue.shape.as_slice() { queue.compute } else { to })
}

fn offer_step(
    function: Option<Pointwise>,
    parameters: [f64; 2],
    inputs: &[Arg],
    inference: &Inference,
) -> Result<Option<Tensor>> {
    let made = &inference.outputs[0];
    let computes = || match function {
        Some(_) => inference.compute,
        None => conversion_in(inputs, made.dtype),
    };
    let Some(compute) = computes() else {
        return Ok(None);
    };
    if !can_defer(function, inputs, made.device, compute, numel_of(&made.shape)) {
        return Ok(None);
    }
    storage::set_resolver(flush);
    let mut inputs: SmallVec<[Arg; 3]> = inputs.into();
    let (mut stream, mut place, mut most) = (None, None, MOST);
    if let Device::Cuda(index) = made.device {
        cuda::check_indices(made.device)?;
        inputs.iter().filter_map(|arg| arg.tensor()).try_for_each(cuda::recovery::check_lost)?;
        for arg in &mut inputs {
            if let Some(tensor) = arg.tensor().filter(|tensor| !tensor.device().is_cuda()) {
                *arg = Arg::Scalar(super::host::item(tensor)?);
            }
        }
        (stream, place, most) = (Some(Stream::current(index)), allocator::place(), cuda::chain::MAX_CHAIN);
    }
    let out = Tensor::empty(&made.shape, made.dtype, made.device)?;
    let mut queue = QUEUE.lock();
    let fits = queue.shape.as_slice() == made.shape.as_slice()
        && queue.compute == compute
        && queue.device == made.device
        && queue.stream == stream
        && queue.steps.len() < most
        && (stream.is_none() || queue.read + inputs.len() <= most);
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
    if queue.steps.is_empty() && queue.product.is_none() {
        (queue.shape, queue.compute) = (made.shape.to_vec(), compute);
        (queue.device, queue.stream) = (made.device, stream);
    }
    let storage = out.storage();
    storage.set_pending(Some(queue.steps.len()));
    queue.read += operands.iter().filter(|source| matches!(source, Source::Memory(_))).count();
    let (function, operands) = match function {
        Some(function) if compute.is_floating() => {
            let (function, operands) = simplified(function, operands);
            (Some(function), operands)
        }
        function => (function, operands),
    };
    queue.steps.push(Step { function, parameters, operands, out: Arc::downgrade(&storage), dtype: made.dtype, place });
    WAITING.store(true, Ordering::Release);
    if stream.is_some() {
        deferred_hook::set(true, flush);
    }
    Ok(Some(out))
}

/// Queues a product of CUDA matrices of one dtype, because an activation may follow.
fn offer_product(op: &Op, inputs: &[Arg], inference: &Inference) -> Result<Option<Tensor>> {
    let [made] = inference.outputs.as_slice() else { return Ok(None) };
    let Device::Cuda(index) = made.device else { return Ok(None) };
    let same_kind = |arg: &Arg| arg.tensor().is_some_and(|x| x.device() == made.device && x.dtype() == made.dtype);
    let suits = made.shape.len() == 2
        && numel_of(&made.shape) > 0
        && matches!(made.dtype, DType::Float16 | DType::BFloat16 | DType::Float32)
        && cuda::chain::is_enabled()
        && !on_host(made.device)
        && !profile::events::is_on()
        && inputs.iter().all(same_kind);
    if !suits {
        return Ok(None);
    }
    storage::set_resolver(flush);
    flush_if_pending(inputs);
    cuda::check_indices(made.device)?;
    cuda::recovery::check_operands(op, inputs, &[])?;
    let out = Tensor::empty(&made.shape, made.dtype, made.device)?;
    let mut queue = QUEUE.lock();
    queue.run();
    (queue.shape, queue.compute) = (made.shape.to_vec(), made.dtype);
    (queue.device, queue.stream) = (made.device, Some(Stream::current(index)));
    let storage = out.storage();
    storage.set_pending(Some(PRODUCT));
    let inputs = inputs.iter().filter_map(|arg| arg.tensor().map(Tensor::detach)).collect();
    queue.product = Some(Product { op: op.clone(), inputs, out: Arc::downgrade(&storage), place: allocator::place() });
    WAITING.store(true, Ordering::Release);
    deferred_hook::set(true, flush);
    Ok(Some(out))
}

/// Whether a reduction on CUDA can end a chain: over the last dimensions, of values of the computing type or of comparison results.
fn ends_a_chain(function: Reduction, dims: &[usize], x: &Tensor, compute: DType) -> bool {
    let first = x.dim() - dims.len().min(x.dim());
    let last = dims.iter().all(|&dim| dim >= first);
    let counts =
        matches!(function.row().rule, reduction::Rule::Summed | reduction::Rule::Truth | reduction::Rule::Count);
    last && match x.dtype() {
        DType::Bool => counts,
        dtype => dtype == compute,
    }
}

/// Queues a reduction of a pending step.
fn offer_total(op: &Op, inputs: &[Arg], inference: &Inference) -> Result<Option<Tensor>> {
    let Op::Reduce { function, dims, correction, .. } = op else { return Ok(None) };
    let ([Arg::Tensor(x)], [made]) = (inputs, inference.outputs.as_slice()) else {
        return Ok(None);
    };
    if !WAITING.load(Ordering::Acquire) || !is_pending(x) || made.device != x.device() {
        return Ok(None);
    }
    let whole = numel_of(&made.shape) == 1 && made.dtype == x.dtype();
    let fused = !on_host(made.device) || whole && matches!(function, Reduction::Sum | Reduction::Mean);
    if !fused {
        return Ok(None);
    }
    let out = Tensor::empty(&made.shape, made.dtype, made.device)?;
    let mut queue = QUEUE.lock();
    let fits = match made.device {
        Device::Cpu => x.dtype() == queue.compute,
        Device::Cuda(index) => {
            queue.stream == Some(Stream::current(index))
                && queue.product.is_none()
                && queue.totals.is_empty()
                && ends_a_chain(*function, dims, x, queue.compute)
        }
        Device::Meta => false,
    };
    let step = match queue.source(&Arg::Tensor(x)) {
        Some(Source::Step(step)) if fits => step,
        _ => return Ok(None),
    };
    let storage = out.storage();
    // Not a step: reading it flushes the queue.
    storage.set_pending(Some(usize::MAX - 1));
    queue.totals.push(Total {
        step,
        function: *function,
        dims: dims.clone(),
        parameter: *correction,
        out: Arc::downgrade(&storage),
        made: made.clone(),
        place: allocator::place(),
    });
    Ok(Some(out))
}
