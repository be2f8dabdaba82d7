//! Runs tensor operations. Every operation enters through `run`, and nothing else launches work.
//!
//! `run` infers shape, dtype and device, allocates the outputs, executes on the device's executor, records the tape and notifies the
//! profiler.

pub mod autocast;
pub mod batched;
pub mod compose;
pub mod cpu;
pub mod cuda;
pub mod grad_mode;
pub mod host;
pub mod profile;
pub mod record;
pub mod sparse;

mod chain;
mod complex;
mod complex_linalg;
mod ctc;
mod deferred;
mod dispatch;
mod door;
mod failure;
mod field;
mod fourier;
mod kept_order;
mod ldl;
mod linalg;
mod meta;
mod on_host;
mod ordered;
mod refusals;
mod two_by_two;

pub use compose::{contiguous, matmul, reshape};
pub use cpu::host::{copy_across, from_bytes, from_reader, pin, read_bytes, to_bytes};
pub use deferred::flush;
use door::{check_result_shape, run_whole, run_whole_into};
pub use door::{copy_in, run, run_into, run_many, view};
pub use kept_order::order_of_joined;

use tensorcell_device::Device;
use tensorcell_tensor::op::{Arg, Result};
use tensorcell_tensor::{Layer, Op, Tensor};

/// The operations that a device must implement. `engine` performs all checks and guarantees:
/// - Operands have the dtype in which the operation computes. All operands of a pointwise operation have one dtype (see
///   `pointwise::Rule`), index operands are int64, masks and conditions bool. Scalars are Python numbers, to be used at the computing
///   precision (float32 for half types). Layouts may have any strides, including 0. The executor broadcasts pointwise operands to the
///   output's shape. All operands are on the output's device or scalars.
/// - Outputs are allocated and contiguous. Only `Pointwise`, `Fill`, `Random`, `Contiguous` and `Cast` may receive any layout;
///   an output of `Pointwise` may then share memory with an operand, element for element. `Contiguous` and `Cast` convert between any
///   two dtypes and layouts of one device (`copy_`) and broadcast their operand to the output. All other outputs have the
///   operation's dtype.
/// - `Scatter`, `IndexAdd` and `IndexPut` work in place, on any layout, if `outputs[0]` is the same tensor as operand 0.
///
/// Executors never receive complex operands or results: `complex` passes their parts, or computes on the host.
/// They do not receive `Fourier`, `Linalg`, `CtcLoss` and `PivotMatrix` either: `on_host` computes these for every device.
///
/// Outputs without elements and copies between devices (`Transfer`) never reach an executor.
pub trait Executor: Sync {
    fn run(&self, op: &Op, inputs: &[Arg], outputs: &[Tensor]) -> Result<()>;
    /// Runs operations whose result size depends on the data: `MaskedSelect`, `Nonzero`.
    fn run_sized_by_data(&self, op: &Op, inputs: &[Arg]) -> Result<Vec<Tensor>>;
    /// Whether the device has a fused kernel for a layer with these operands. Otherwise the caller composes the layer.
    fn fuses(&self, layer: &Layer, inputs: &[&Tensor]) -> bool;
    /// Restarts the device's default generator (`torch.manual_seed`).
    fn manual_seed(&self, device: Device, seed: u64);
    /// `torch.get_rng_state` and `set_rng_state`, as bytes in PyTorch's format.
    fn rng_state(&self, device: Device) -> Vec<u8>;
    fn set_rng_state(&self, device: Device, state: &[u8]) -> Result<()>;
}

/// The executor of a device.
pub fn executor(device: Device) -> &'static dyn Executor {
    match device {
        Device::Cpu => cpu::executor(),
        Device::Cuda(_) => cuda::executor(),
        Device::Meta => meta::executor(),
    }
}

#[cfg(test)]
mod tests;
