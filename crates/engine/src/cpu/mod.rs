//! The CPU executor.

mod blocks;
pub(super) mod complex;
mod complex_number;
mod distances;
pub mod distinct;
pub mod extremes;
mod flags;
pub(super) mod fused;
mod index;
mod lane;
mod layers;
mod lines;
mod make;
mod matmul;
mod moves;
mod normal;
mod number;
mod optimize;
mod panels;
pub(super) mod philox;
mod planes;
pub(super) mod pointwise;
mod random;
mod reduce;
pub mod rejection;
mod runs;
mod search;
pub mod special;
mod strided;
mod transpose;
mod twister;
mod vector;
mod walk;

pub mod host;

use super::Executor;
use tensorcell_device::allocator;
use tensorcell_tensor::layer::Running;
use tensorcell_tensor::op::{ErrorKind, Result};
use tensorcell_tensor::{Arg, Device, Layer, Op, Tensor, TensorError};

struct Cpu;

pub fn executor() -> &'static dyn Executor {
    &Cpu
}

/// The operand at a position, which the engine has checked to be a tensor.
fn tensor<'a>(inputs: &[Arg<'a>], position: usize) -> Result<&'a Tensor> {
    (inputs.get(position).and_then(|arg| arg.tensor()))
        .ok_or_else(|| TensorError::runtime(format!("operand {position} must be a tensor")))
}

/// Whether an operation copies whole operands, though its result may be small.
fn copies_operands(op: &Op) -> bool {
    matches!(
        op,
        Op::ReduceWithIndex { .. }
            | Op::Scatter { .. }
            | Op::IndexAdd { .. }
            | Op::IndexPut { .. }
            | Op::TopK { .. }
            | Op::KthPlace
    )
}

/// Asks for the memory of copies of operands that have more elements than memory, as expanded ones.
fn room_for_copies(inputs: &[Arg]) -> Result<()> {
    for x in inputs.iter().filter_map(|arg| arg.tensor()) {
        let bytes = x.numel().saturating_mul(x.dtype().size());
        if bytes > x.storage().bytes() {
            allocator::ask_host(bytes)?;
        }
    }
    Ok(())
}

impl Executor for Cpu {
    fn run(&self, op: &Op, inputs: &[Arg], outputs: &[Tensor]) -> Result<()> {
        if copies_operands(op) {
            room_for_copies(inputs)?;
        }
        let x = |position| tensor(inputs, position);
        match op {
            Op::Pointwise { function, parameters } => pointwise::run(*function, *parameters, inputs, &outputs[0])?,
            Op::Cast(_) | Op::Contiguous => pointwise::copy(x(0)?, &outputs[0]),
            Op::Fill { value, .. } => pointwise::fill(*value, &outputs[0]),
            Op::Arange { start, step, .. } => make::arange(*start, *step, &outputs[0]),
            Op::Linspace { start, end, .. } => make::linspace(*start, *end, &outputs[0]),
            Op::Eye { .. } => make::eye(&outputs[0]),
            Op::Random { kind, .. } => random::run(*kind, inputs, &outputs[0])?,
            Op::Reduce { function, dims, correction, .. } => {
                reduce::run(*function, x(0)?, dims, *correction, &outputs[0])
            }
            Op::ReduceWithIndex { function, dim, .. } => lines::reduce_with_index(*function, x(0)?, *dim, outputs)?,
            Op::Scan { function, dim } => lines::scan(*function, x(0)?, *dim, outputs),
            Op::Softmax { dim, log } => lines::softmax(x(0)?, *dim, *log, &outputs[0]),
            Op::MatMul => matmul::matmul(x(0)?, x(1)?, &outputs[0]),
            Op::AddMm { beta, alpha } => matmul::addmm(x(0)?, x(1)?, x(2)?, *beta, *alpha, &outputs[0]),
            Op::Cat { dim } => make::cat(inputs, *dim, &outputs[0]),
            Op::Gather { dim } => index::gather(x(0)?, x(1)?, *dim, &outputs[0])?,
            Op::Scatter { dim, mode } => index::scatter(x(0)?, x(1)?, &inputs[2], *dim, *mode, &outputs[0])?,
            Op::IndexSelect { dim } => index::index_select(x(0)?, x(1)?, *dim, &outputs[0])?,
            Op::IndexAdd { dim } => index::index_add(x(0)?, x(1)?, x(2)?, *dim, &outputs[0])?,
            Op::Index { indexed } => index::index(x(0)?, indexed, &inputs[1..], &outputs[0])?,
            Op::IndexPut { indexed, accumulate } => {
                let parts = (x(0)?, x(1)?, &inputs[2..]);
                index::index_put(parts, indexed, *accumulate, &outputs[0])?
            }
            Op::Sort { dim, descending, .. } => lines::sort(x(0)?, *dim, *descending, outputs),
            Op::TopK { k, dim, largest, .. } => lines::top_k(x(0)?, *k, *dim, *largest, outputs),
            Op::KthPlace => search::kth_place(x(0)?, inputs[1], &outputs[0])?,
            Op::SearchSorted { right } => search::search_sorted(x(0)?, x(1)?, *right, &outputs[0])?,
            Op::Distances { p } => distances::distances(x(0)?, x(1)?, *p, &outputs[0])?,
            Op::Triangle { upper, diagonal } => make::triangle(x(0)?, *upper, *diagonal, &outputs[0]),
            Op::Flip(dims) => make::flip(x(0)?, dims, &outputs[0]),
            Op::OptimizerStep(step) => optimize::step(step, inputs)?,
            Op::TotalNorm { p } => reduce::total_norm(inputs, *p, &outputs[0])?,
            Op::MultiScale { factor, check } => optimize::multi_scale(*factor, *check, inputs)?,
            Op::Layer(layer) => layers::run(layer, inputs, outputs)?,
            Op::Transfer { .. }
            | Op::Linalg(_)
            | Op::Fourier { .. }
            | Op::CtcLoss(_)
            | Op::PivotMatrix { .. }
            | Op::MaskedSelect
            | Op::Nonzero
            | Op::View(_)
            | Op::ViewBackward { .. }
            | Op::CopySlices { .. }
            | Op::Sparse(_)
            | Op::Custom(_) => return Err(unsupported(op)),
        }
        Ok(())
    }
    fn run_sized_by_data(&self, op: &Op, inputs: &[Arg]) -> Result<Vec<Tensor>> {
        room_for_copies(inputs)?;
        match op {
            Op::MaskedSelect => index::masked_select(tensor(inputs, 0)?, tensor(inputs, 1)?),
            Op::Nonzero => index::nonzero(tensor(inputs, 0)?),
            _ => Err(unsupported(op)),
        }
        .map(|result| vec![result])
    }
    fn fuses(&self, layer: &Layer, _: &[&Tensor]) -> bool {
        match layer {
            Layer::Attention(attention) => attention.dropout == 0.0,
            Layer::Norm(norm) => norm.running == Running::Absent,
            _ => true,
        }
    }
    fn manual_seed(&self, _: Device, seed: u64) {
        random::manual_seed(seed);
    }
    fn rng_state(&self, _: Device) -> Vec<u8> {
        random::state()
    }
    fn set_rng_state(&self, _: Device, state: &[u8]) -> Result<()> {
        random::set_state(state)
    }
}

fn unsupported(op: &Op) -> TensorError {
    TensorError::new(ErrorKind::NotImplemented, format!("{} is not supported on the CPU", op.name()))
}
