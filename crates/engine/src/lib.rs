//! The one door: every tensor operation enters here, and nothing else launches work.
//!
//! `run` infers shape, dtype and device, allocates the outputs, executes on the device's
//! executor, records the tape and tells the observers (profiler, kernel account).

pub mod autocast;
pub mod batched;
pub mod compose;
pub mod cpu;
pub mod cuda;
pub mod grad_mode;
pub mod host;
pub mod profile;
pub mod record;

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
mod ldl;
mod linalg;
mod on_host;
mod ordered;
mod two_by_two;

pub use compose::{contiguous, matmul, reshape};
pub use cpu::host::{copy_across, from_bytes, from_reader, pin, read_bytes, to_bytes};
pub use deferred::flush;
use door::{check_result_shape, run_whole, run_whole_into};
pub use door::{copy_in, run, run_into, run_many, view};

use tensorcell_device::Device;
use tensorcell_tensor::op::{Arg, Result};
use tensorcell_tensor::{Layer, Op, Tensor};

/// What an executor is asked. `engine` has checked everything, and gives:
/// - operands in the dtype that the operation computes in: pointwise operands are all of one dtype (see
///   `pointwise::Rule`), index operands int64, a mask or condition bool. Scalars among them are Python numbers, to be
///   used at the computing precision (float32 for half types). Layouts are as they are: any strides, 0 included;
///   pointwise operands are to be broadcast to the output's shape, all on the output's device (or scalars);
/// - outputs allocated. They are contiguous, but `Pointwise`, `Fill`, `Random`, `Contiguous` and `Cast` may be given any
///   layout; `Pointwise` may then share memory with an operand, element for element. `Contiguous` and `Cast` convert
///   between any two dtypes and layouts of one device (`copy_`), their operand broadcast to the output. Outputs have
///   the operation's dtype, but of `Contiguous` and `Cast`;
/// - `Scatter`, `IndexAdd` and `IndexPut` with `outputs[0]` the same tensor as operand 0 work in place, on any layout.
///
/// Complex operands and results reach no executor: `complex` gives it their parts, or computes on the host.
/// `Fourier`, `Linalg`, `CtcLoss` and `PivotMatrix` reach no executor either: `on_host` computes them for every device.
///
/// An output without elements never reaches an executor. Copies between devices (`Transfer`) do not either.
pub trait Executor: Sync {
    fn run(&self, op: &Op, inputs: &[Arg], outputs: &[Tensor]) -> Result<()>;
    /// Operations whose result's size depends on the data: `MaskedSelect`, `Nonzero`.
    fn run_sized_by_data(&self, op: &Op, inputs: &[Arg]) -> Result<Vec<Tensor>>;
    /// Whether one kernel of the device does the work of a layer over these operands; otherwise it must be composed.
    fn fuses(&self, layer: &Layer, inputs: &[&Tensor]) -> bool;
    /// Restarts the device's default generator (`torch.manual_seed`).
    fn manual_seed(&self, device: Device, seed: u64);
    /// `torch.get_rng_state` and `set_rng_state`, as bytes in PyTorch's layout.
    fn rng_state(&self, device: Device) -> Vec<u8>;
    fn set_rng_state(&self, device: Device, state: &[u8]) -> Result<()>;
}

/// The executor of a device.
pub fn executor(device: Device) -> &'static dyn Executor {
    match device {
        Device::Cpu => cpu::executor(),
        Device::Cuda(_) => cuda::executor(),
    }
}

#[cfg(test)]
mod tests;
