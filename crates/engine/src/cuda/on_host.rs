//! Computes emulated devices' operations with the CPU executor, in the order of their streams. Kernels, whose threads are emulated one by
//! one, are many times slower.

use super::launch::{self, device_index};
use crate::chain::{Source, Step, Total};
use crate::cpu::philox::{self, Draws};
use crate::cpu::{self, fused};
use crate::failure::FAILED;
use crate::host::Elements;
use smallvec::SmallVec;
use std::sync::{Arc, Weak};
use tensorcell_device::activity::interned;
use tensorcell_device::allocator::{self, Place};
use tensorcell_device::awaited;
use tensorcell_device::host_work::{self, Length, queue};
use tensorcell_device::stream::Stream;
use tensorcell_tensor::op::{ErrorKind, Operand, Result};
use tensorcell_tensor::{Arg, DType, Device, Layer, Layout, Op, Random, Storage, Tensor, TensorError};

pub use host_work::is_on;

/// Whether the host computes an operation as the CPU does. Random numbers are the device's own: see [`random`].
pub fn computes(op: &Op) -> bool {
    is_on() && !matches!(op, Op::Random { .. })
}

/// Whether the host has a fused loop for a layer.
pub fn fuses(layer: &Layer, inputs: &[&Tensor]) -> bool {
    cpu::executor().fuses(layer, inputs)
}

/// Host views of device memory, one for each storage: executors check whether operands share a storage.
///
/// A view owns nothing. As for a kernel, freed memory is reused in stream order only.
#[derive(Default)]
struct Seen(Vec<(Arc<Storage>, Arc<Storage>)>);

impl Seen {
    fn storage(&mut self, storage: Arc<Storage>) -> Arc<Storage> {
        if storage.device() == Device::Cpu {
            return storage;
        }
        if let Some((_, seen)) = self.0.iter().find(|(known, _)| Arc::ptr_eq(known, &storage)) {
            return seen.clone();
        }
        let seen = Storage::borrow(storage.address(), storage.bytes());
        self.0.push((storage, seen.clone()));
        seen
    }
    fn tensor(&mut self, tensor: &Tensor) -> Tensor {
        Tensor::new(self.storage(tensor.storage()), tensor.layout().clone(), tensor.dtype())
    }
    fn operands(&mut self, inputs: &[Arg]) -> SmallVec<[Operand; 4]> {
        let operand = |arg: &Arg| match arg {
            Arg::Tensor(tensor) => Operand::Tensor(self.tensor(tensor)),
            Arg::Scalar(scalar) => Operand::Scalar(*scalar),
        };
        inputs.iter().map(operand).collect()
    }
    /// The view of a result that is still referenced; `kept` holds it until the work is done.
    fn result(&mut self, out: &Weak<Storage>, kept: &mut Vec<Arc<Storage>>) -> Weak<Storage> {
        let Some(storage) = out.upgrade() else { return Weak::new() };
        let seen = self.storage(storage);
        kept.push(seen.clone());
        Arc::downgrade(&seen)
    }
}

/// Queues an operation on the current stream of the device, as an executor runs it.
pub fn run(device: usize, op: &Op, inputs: &[Arg], outputs: &[Tensor]) -> Result<()> {
    let mut seen = Seen::default();
    let operands = seen.operands(inputs);
    let outputs: SmallVec<[Tensor; 2]> = outputs.iter().map(|output| seen.tensor(output)).collect();
    let (kept, place, length) = (op.clone(), allocator::place(), length_of(op, inputs, &outputs));
    let work = move || {
        let args: SmallVec<[Arg; 4]> = operands.iter().map(Operand::arg).collect();
        let outcome = cpu::executor().run(&kept, &args, &outputs);
        note(outcome.map_err(|error| out_of_bounds(&kept, &args).unwrap_or(error)), place);
    };
    queued(&Stream::current(device), name_of(op), length, work)
}

/// Queues random numbers, drawn as the kernel of this name would. During a capture, `recorded` is the address of each replay's seed and
/// first offset, which those of `draws` are added to; else 0.
pub fn random(kernel: &str, kind: Random, draws: Draws, recorded: u64, inputs: &[Arg], output: &Tensor) -> Result<()> {
    let stream = Stream::current(device_index(output.device()));
    let mut seen = Seen::default();
    let (operands, output, place) = (seen.operands(inputs), seen.tensor(output), allocator::place());
    let length = of_elements(output.numel());
    let work = move || {
        // SAFETY: the graph keeps the memory, and each replay writes it before, in the stream's order.
        let [seed, offset] = if recorded == 0 { [0; 2] } else { unsafe { (recorded as *const [u64; 2]).read() } };
        let draws = Draws { seed: seed.wrapping_add(draws.seed), offset: offset.wrapping_add(draws.offset), ..draws };
        let args: SmallVec<[Arg; 4]> = operands.iter().map(Operand::arg).collect();
        note(philox::fill(kind, draws, &args, &output), place);
    };
    queued(&stream, interned(kernel), length, work)
}

/// Computes an operation whose result size depends on the data: waits for the operands, as the size is needed anyway.
pub fn run_sized_by_data(op: &Op, inputs: &[Arg]) -> Result<Vec<Tensor>> {
    let device = super::tensor(inputs, 0)?.device();
    awaited::note()?;
    Stream::current(device_index(device)).synchronize()?;
    super::check_indices(device)?;
    let mut seen = Seen::default();
    let operands = seen.operands(inputs);
    let args: SmallVec<[Arg; 4]> = operands.iter().map(Operand::arg).collect();
    let results = cpu::executor().run_sized_by_data(op, &args)?;
    results.iter().map(|result| to_device(result, op, device)).collect()
}

/// A copy on the device. Places of nonzero elements lie column by column there, as PyTorch's do.
fn to_device(result: &Tensor, op: &Op, device: Device) -> Result<Tensor> {
    let copy = match (op, result.shape()) {
        (Op::Nonzero, &[count, dims]) => {
            let columns = Tensor::empty(&[dims, count], result.dtype(), device)?;
            columns.alias(Layout::with_strides(&[count, dims], &[1, count as isize], 0))
        }
        (_, shape) => Tensor::empty(shape, result.dtype(), device)?,
    };
    if copy.numel() > 0 {
        run(device_index(device), &Op::Contiguous, &[Arg::Tensor(result)], std::slice::from_ref(&copy))?;
    }
    Ok(copy)
}

/// Queues a chain of steps that the host's loop takes (see [`fused`]), and the reduction at its end.
pub fn chain(
    stream: &Stream,
    compute: DType,
    shape: &[usize],
    steps: &[Step],
    total: Option<(&Total, &Tensor)>,
) -> Result<()> {
    let (mut seen, mut kept) = (Seen::default(), Vec::new());
    let own: Vec<Step> = steps.iter().map(|step| own_step(step, &mut seen, &mut kept)).collect();
    let totals: Vec<Total> = total.iter().map(|(total, out)| own_total(total, out, &mut seen, &mut kept)).collect();
    let name = steps.iter().map(Step::name).collect::<Vec<_>>().join("+");
    let shape = shape.to_vec();
    let work = move || {
        let _written_to = &kept;
        fused::run(compute, &shape, &own, &totals);
    };
    queued(stream, interned(&name), Length::Long, work)
}

fn own_step(step: &Step, seen: &mut Seen, kept: &mut Vec<Arc<Storage>>) -> Step {
    let own = |source: &Source| match source {
        Source::Step(from) => Source::Step(*from),
        Source::Product => Source::Product,
        Source::Number(number) => Source::Number(*number),
        Source::Memory(tensor) => Source::Memory(seen.tensor(tensor)),
    };
    let operands = step.operands.iter().map(own).collect();
    Step { operands, out: seen.result(&step.out, kept), ..*step }
}

fn own_total(total: &Total, out: &Tensor, seen: &mut Seen, kept: &mut Vec<Arc<Storage>>) -> Total {
    let out = seen.result(&Arc::downgrade(&out.storage()), kept);
    Total { out, dims: total.dims.clone(), made: total.made.clone(), ..*total }
}

/// Elements that an operation goes through in a few microseconds.
const FEW: usize = 16 * 1024;

fn of_elements(elements: usize) -> Length {
    if elements <= FEW { Length::Short } else { Length::Long }
}

fn length_of(op: &Op, inputs: &[Arg], outputs: &[Tensor]) -> Length {
    let sizes = |inputs: &[Arg]| -> SmallVec<[usize; 8]> {
        inputs.iter().filter_map(|arg| arg.tensor()).chain(outputs).map(Tensor::numel).collect()
    };
    of_elements(match op {
        // Of (m, k) and (k, n): m * k * n steps, the root of the three sizes' product.
        Op::MatMul | Op::AddMm { .. } => {
            let factors = sizes(&inputs[inputs.len().saturating_sub(2)..]);
            factors.iter().map(|&size| size as f64).product::<f64>().sqrt() as usize / 8
        }
        Op::Layer(Layer::Norm(_) | Layer::NormBackward(_) | Layer::MaxPool(_) | Layer::AvgPool(_)) => {
            sizes(inputs).iter().sum()
        }
        Op::Layer(_) | Op::Custom(_) | Op::Sort { .. } | Op::TopK { .. } | Op::Distances { .. } => {
            sizes(inputs).iter().sum::<usize>() * 16
        }
        _ => sizes(inputs).iter().sum(),
    })
}

fn name_of(op: &Op) -> &'static str {
    match op {
        Op::Custom(function) => interned(&function.name),
        op => op.known_name(),
    }
}

fn queued(stream: &Stream, name: &'static str, length: Length, work: impl Fn() + Send + 'static) -> Result<()> {
    launch::remember(stream.device(), name);
    queue(stream, name, length, work)?;
    launch::wait_if_blocking(stream.device())
}

/// The error of a kernel for the first index out of bounds, of an operation that takes one index tensor.
fn out_of_bounds(op: &Op, args: &[Arg]) -> Option<TensorError> {
    let (Op::Gather { dim } | Op::Scatter { dim, .. } | Op::IndexSelect { dim } | Op::IndexAdd { dim }) = *op else {
        return None;
    };
    let size = args[0].tensor()?.shape().get(dim).map_or(1, |size| *size as i64);
    let indices = args[1].tensor()?.to_vec::<i64>().ok()?;
    let index = indices.into_iter().find(|index| !(0..size).contains(index))?;
    let message = format!("index {index} is out of bounds for dimension {dim} with size {size}");
    Some(TensorError::new(ErrorKind::Index, message))
}

/// Keeps an error until the host next waits for the device, or gives it work.
fn note(outcome: Result<()>, place: Option<Place>) {
    if let Err(error) = outcome {
        FAILED.lock().get_or_insert(TensorError { launched: place, ..error });
    }
}
