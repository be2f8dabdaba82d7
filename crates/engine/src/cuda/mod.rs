//! The CUDA executor: kernels compiled by NVRTC and products by cuBLASLt, on the current stream.
//!
//! Each operation fills a structure of addresses, sizes and strides, which one kernel in `kernels/*.cuh` reads. `source` generates the
//! programs, `launch` compiles and launches them.

pub mod chain;
mod copy;
mod fault;
pub mod graph;
mod index;
mod launch;
pub mod layers;
mod layout;
mod lost;
mod matmul;
pub mod on_host;
mod optimizer;
mod parameters;
mod pointwise;
mod programs;
mod random;
pub mod ready;
pub mod recovery;
mod reduce;
mod search;
mod select;
pub mod source;
pub mod user;

pub use fault::{assert_async, spin};
pub use matmul::{allow_tf32, deterministic, set_allow_tf32, set_deterministic};
pub use random::Generator;

pub use launch::device_index as index_of;
use launch::device_index;
use matmul::Product;
use std::cell::Cell;
use std::time::{Duration, Instant};
use tensorcell_device::driver;
use tensorcell_device::graph::is_capturing;
use tensorcell_device::stream::Stream;
use tensorcell_tensor::layer::Running;
use tensorcell_tensor::op::Result;
use tensorcell_tensor::{Arg, Device, Layer, Op, Pointwise, Tensor, TensorError};

/// The executor for all CUDA devices.
pub fn executor() -> &'static dyn super::Executor {
    &Cuda
}

struct Cuda;

thread_local! {
    static LEAVES_ERRORS: Cell<bool> = const { Cell::new(false) };
}

/// Runs `step` once all devices have finished their work, and leaves errors of earlier kernels for the program's own next
/// operation. None if a device is still busy after `patience`, records a graph, or has failed: then nothing ran.
pub fn at_rest<T>(patience: Duration, step: impl FnOnce() -> T) -> Option<T> {
    let began = Instant::now();
    while !devices_rest() {
        if began.elapsed() > patience {
            return None;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    let _until_the_end = LeavesErrors::begin();
    Some(step())
}

/// While it lives, errors of earlier kernels stay for later.
struct LeavesErrors;

impl LeavesErrors {
    fn begin() -> LeavesErrors {
        LEAVES_ERRORS.set(true);
        LeavesErrors
    }
}

impl Drop for LeavesErrors {
    fn drop(&mut self) {
        LEAVES_ERRORS.set(false);
    }
}

/// Whether no device has work, records a graph or has failed.
fn devices_rest() -> bool {
    let mut active = (0..driver::device_count()).filter(|device| driver::is_active(*device));
    active.all(|device| !is_capturing(device) && Stream::current(device).query().unwrap_or(false))
}

/// Returns the error of an out-of-bounds index that a kernel recorded. Called after waiting for the device. A no-op for the
/// CPU, whose loops
/// report at once.
pub fn check_indices(device: Device) -> Result<()> {
    match device {
        Device::Cuda(_) if LEAVES_ERRORS.get() => Ok(()),
        Device::Cuda(index) => {
            super::failure::take_failure().and_then(|()| fault::check(index)).and_then(|()| user::check(index))
        }
        Device::Cpu | Device::Meta => Ok(()),
    }
}

/// The tensor operands.
fn tensors<'a>(inputs: &[Arg<'a>]) -> Vec<&'a Tensor> {
    inputs.iter().filter_map(|input| input.tensor()).collect()
}

fn tensor<'a>(inputs: &[Arg<'a>], position: usize) -> Result<&'a Tensor> {
    let missing = || TensorError::runtime(format!("operand {position} must be a tensor on CUDA"));
    inputs.get(position).and_then(|input| input.tensor()).ok_or_else(missing)
}

impl super::Executor for Cuda {
    fn run(&self, op: &Op, inputs: &[Arg], outputs: &[Tensor]) -> Result<()> {
        let x = || tensor(inputs, 0);
        let unsupported = || Err(TensorError::runtime(format!("\"{}\" is not implemented on CUDA", op.name())));
        let written = outputs.first().or_else(|| inputs.iter().find_map(|input| input.tensor()));
        if let Some(tensor) = written {
            check_indices(tensor.device())?;
        }
        recovery::check_operands(op, inputs, outputs)?;
        if let Some(tensor) = written.filter(|_| on_host::computes(op)) {
            on_host::run(device_index(tensor.device()), op, inputs, outputs)?;
            note_making(op, outputs);
            return Ok(());
        }
        match (op, outputs) {
            (Op::OptimizerStep(optimizer), _) => optimizer::step(optimizer, &tensors(inputs)),
            (Op::MultiScale { factor, check }, _) => optimizer::multi_scale(*factor, *check, &tensors(inputs)),
            (Op::ReduceWithIndex { function, dim, .. }, [values, indices]) => {
                reduce::reduce(*function, &[*dim], 0.0, x()?, values, Some(indices))
            }
            (Op::Scan { function, dim }, outputs) => reduce::scan(*function, *dim, x()?, outputs),
            (Op::Sort { dim, descending, .. }, [values, indices]) => {
                select::sort(*dim, *descending, x()?, values, indices)
            }
            (Op::TopK { dim, largest, .. }, [values, indices]) => select::sort(*dim, *largest, x()?, values, indices),
            (Op::Layer(layer), outputs) => layers::run(layer, inputs, outputs),
            (op, [output]) => match run_one(op, inputs, output)? {
                true => Ok(()),
                false => unsupported(),
            },
            _ => unsupported(),
        }
    }

    fn run_sized_by_data(&self, op: &Op, inputs: &[Arg]) -> Result<Vec<Tensor>> {
        recovery::check_operands(op, inputs, &[])?;
        if on_host::computes(op) {
            return on_host::run_sized_by_data(op, inputs);
        }
        match op {
            Op::MaskedSelect => Ok(vec![select::masked_select(tensor(inputs, 0)?, tensor(inputs, 1)?)?]),
            Op::Nonzero => Ok(vec![select::nonzero(tensor(inputs, 0)?)?]),
            op => Err(TensorError::runtime(format!("\"{}\" is not implemented on CUDA", op.name()))),
        }
    }

    fn fuses(&self, layer: &Layer, inputs: &[&Tensor]) -> bool {
        match (layer, inputs) {
            _ if on_host::is_on() => on_host::fuses(layer, inputs),
            (Layer::Attention(attention), [query, _, value, ..]) => layers::has_attention(attention, query, value),
            (Layer::Norm(norm), _) => norm.running == Running::Absent || layers::has_running(norm, inputs),
            _ => true,
        }
    }

    fn manual_seed(&self, device: Device, seed: u64) {
        random::manual_seed(device_index(device), seed);
    }
    fn rng_state(&self, device: Device) -> Vec<u8> {
        random::state(device_index(device))
    }
    fn set_rng_state(&self, device: Device, state: &[u8]) -> Result<()> {
        random::set_state(device_index(device), state)
    }
}

/// The operands of a matrix product from those of an operation.
fn product_of<'a>(op: &Op, inputs: &[Arg<'a>]) -> Result<Product<'a>> {
    Ok(match op {
        Op::AddMm { beta, alpha } => Product {
            a: tensor(inputs, 1)?,
            b: tensor(inputs, 2)?,
            bias: Some(tensor(inputs, 0)?),
            alpha: *alpha,
            beta: *beta,
        },
        _ => Product { a: tensor(inputs, 0)?, b: tensor(inputs, 1)?, bias: None, alpha: 1.0, beta: 0.0 },
    })
}

/// Computes a matrix product and an activation in one launch. Returns false if they must run separately.
pub fn product_with(op: &Op, inputs: &[Arg], activation: Pointwise, output: &Tensor) -> Result<bool> {
    matmul::activated(&product_of(op, inputs)?, activation, output)
}

/// Notes how to make a tensor again after a fault, if nothing but the operation's own parameters made it.
fn note_making(op: &Op, outputs: &[Tensor]) {
    let ([output], Op::Fill { .. } | Op::Arange { .. } | Op::Linspace { .. } | Op::Eye { .. }) = (outputs, op) else {
        return;
    };
    let op = op.clone();
    recovery::note_origin(output, move |output| executor().run(&op, &[], std::slice::from_ref(output)));
}

/// Runs an operation that creates a tensor.
fn make(op: &Op, output: &Tensor) -> Result<()> {
    match op {
        Op::Fill { value, .. } => copy::fill(*value, output),
        Op::Arange { start, step, .. } => copy::arange(*start, *step, output),
        Op::Linspace { start, end, .. } => copy::linspace(*start, *end, output),
        Op::Eye { make } => copy::eye(make, output),
        _ => Ok(()),
    }
}

/// Runs an operation with one result. Returns false if executors do not run this kind.
fn run_one(op: &Op, inputs: &[Arg], output: &Tensor) -> Result<bool> {
    let x = || tensor(inputs, 0);
    match op {
        Op::Pointwise { function, parameters } => pointwise::run(*function, *parameters, inputs, output)?,
        Op::Cast(_) | Op::Contiguous => match inputs[0] {
            Arg::Tensor(input) => copy::copy(input, output)?,
            Arg::Scalar(value) => copy::fill(value, output)?,
        },
        Op::Fill { .. } | Op::Arange { .. } | Op::Linspace { .. } | Op::Eye { .. } => {
            make(op, output)?;
            note_making(op, std::slice::from_ref(output));
        }
        Op::Random { kind, .. } => random::random(*kind, inputs, output)?,
        Op::Reduce { function, dims, correction, .. } => {
            reduce::reduce(*function, dims, *correction, x()?, output, None)?
        }
        Op::Softmax { dim, log } => reduce::softmax(*dim, *log, x()?, output)?,
        Op::MatMul | Op::AddMm { .. } => matmul::matmul(&product_of(op, inputs)?, output)?,
        Op::Cat { dim } => copy::cat(*dim, &tensors(inputs), output)?,
        Op::Gather { dim } => index::gather(*dim, x()?, tensor(inputs, 1)?, output)?,
        Op::Scatter { dim, mode } => index::scatter(*dim, *mode, inputs, tensor(inputs, 1)?, output)?,
        Op::IndexSelect { dim } => index::index_select(*dim, x()?, tensor(inputs, 1)?, output)?,
        Op::IndexAdd { dim } => index::index_add(*dim, inputs[0], tensor(inputs, 1)?, tensor(inputs, 2)?, output)?,
        Op::Index { indexed } => index::index(indexed, x()?, &tensors(&inputs[1..]), output)?,
        Op::IndexPut { indexed, accumulate } => {
            index::index_put(indexed, *accumulate, inputs, &tensors(&inputs[2..]), output)?
        }
        Op::KthPlace => search::kth_place(x()?, inputs[1], output)?,
        Op::SearchSorted { right } => search::search_sorted(x()?, tensor(inputs, 1)?, *right, output)?,
        Op::Distances { p } => search::distances(x()?, tensor(inputs, 1)?, *p, output)?,
        Op::Triangle { upper, diagonal } => copy::triangle(*upper, *diagonal, x()?, output)?,
        Op::Flip(dims) => copy::flip(dims, x()?, output)?,
        Op::TotalNorm { p } => optimizer::total_norm(*p, &tensors(inputs), output)?,
        _ => return Ok(false),
    }
    Ok(true)
}
