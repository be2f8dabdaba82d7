//! Random numbers from each device's Philox generator, in PyTorch's order: the same seed gives PyTorch's CUDA values.

use super::launch::{self, device_index, dtype_name, launch};
use super::layout::{Strided, broadcast};
use super::parameters::Random as Parameters;
use super::{on_host, recovery};
use crate::cpu::philox::{Draws, philox};
use bytemuck::Zeroable;
use parking_lot::Mutex;
use std::collections::HashMap;
use tensorcell_device::allocator::Block;
use tensorcell_device::stream::Stream;
use tensorcell_device::{driver, graph};
use tensorcell_tensor::op::Result;
use tensorcell_tensor::{Arg, DType, Device, Layout, Op, Random, Tensor, TensorError};

/// A device's default generator: the seed, and the number of words that each thread has drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Generator {
    pub seed: u64,
    pub offset: u64,
}

/// PyTorch's default seed.
const DEFAULT_SEED: u64 = 67_280_421_310_721;

static GENERATORS: Mutex<Option<HashMap<usize, Generator>>> = Mutex::new(None);

/// Reads or modifies a device's generator.
fn with_generator<R>(device: usize, use_it: impl FnOnce(&mut Generator) -> R) -> R {
    let mut generators = GENERATORS.lock();
    let fresh = Generator { seed: DEFAULT_SEED, offset: 0 };
    use_it(generators.get_or_insert_default().entry(device).or_insert(fresh))
}

/// Restarts a device's generator.
pub fn manual_seed(device: usize, seed: u64) {
    with_generator(device, |generator| *generator = Generator { seed, offset: 0 });
}

/// The generator's state in PyTorch's format: seed and offset, little-endian.
pub fn state(device: usize) -> Vec<u8> {
    let Generator { seed, offset } = with_generator(device, |generator| *generator);
    [seed.to_le_bytes(), offset.to_le_bytes()].concat()
}

pub fn set_state(device: usize, state: &[u8]) -> Result<()> {
    let words: Option<[[u8; 8]; 2]> =
        (state.len() == 16).then(|| [0, 8].map(|at| std::array::from_fn(|i| state[at + i])));
    let [seed, offset] = words
        .ok_or_else(|| TensorError::runtime("RNG state is wrong size: a CUDA generator's has 16 bytes"))?
        .map(u64::from_le_bytes);
    with_generator(device, |generator| *generator = Generator { seed, offset });
    Ok(())
}

/// The random state of a captured graph. Seed and start offset of a replay are in device memory, which is written before each replay. The
/// graph's draws count from there.
#[derive(Debug)]
pub struct Recorded {
    device: usize,
    start: Block,
    /// Words that each thread draws per replay.
    drawn: u64,
}

/// Devices on which a graph is being captured: the address of `start`, and the words drawn so far.
static RECORDING: Mutex<Option<HashMap<usize, (u64, u64)>>> = Mutex::new(None);

impl Recorded {
    pub fn begin(device: usize) -> Result<Recorded> {
        let start = Block::allocate(Device::Cuda(device), size_of::<[u64; 2]>())?;
        RECORDING.lock().get_or_insert_default().insert(device, (start.address(), 0));
        Ok(Recorded { device, start, drawn: 0 })
    }
    /// Ends the recording.
    pub fn finish(&mut self) {
        let mut recording = RECORDING.lock();
        let recording = recording.get_or_insert_default();
        if let Some((_, drawn)) = recording.get(&self.device).filter(|(address, _)| *address == self.start.address()) {
            self.drawn = *drawn;
            recording.remove(&self.device);
        }
    }
}

impl Drop for Recorded {
    fn drop(&mut self) {
        self.finish();
    }
}

/// Writes the start of a replay's random numbers in the order of the current stream, and advances the generator past them.
pub fn prepare_replay(recorded: &Recorded) -> Result<()> {
    if recorded.drawn == 0 {
        return Ok(());
    }
    let start = with_generator(recorded.device, |generator| {
        let start = [generator.seed, generator.offset / 4];
        generator.offset += recorded.drawn;
        start
    });
    recorded.start.record_stream(&Stream::current(recorded.device));
    let (to, from) = ((Device::Cuda(recorded.device), recorded.start.address()), start.as_ptr() as u64);
    // SAFETY: both are 16 bytes; pageable memory has been read when the call returns.
    unsafe { driver::copy(to, (Device::Cpu, from), size_of_val(&start), true)? };
    Ok(())
}

/// Reserves words for a kernel. Returns seed, offset, and the address of values to add to both (0 outside captures).
pub fn draw(device: usize, draws: u64) -> (u64, u64, u64) {
    if graph::is_capturing(device)
        && let Some((address, drawn)) = RECORDING.lock().get_or_insert_default().get_mut(&device)
    {
        let offset = *drawn / 4;
        *drawn += 4 * draws;
        return (0, offset, *address);
    }
    with_generator(device, |generator| {
        let now = (generator.seed, generator.offset / 4, 0);
        generator.offset += 4 * draws;
        now
    })
}

/// The number of blocks of PyTorch's distribution kernels, which determines the order of the values.
fn blocks(device: Device, n: usize) -> Result<u32> {
    let (multiprocessors, threads) = launch::capacity(device)?;
    let most = multiprocessors * (threads / launch::THREADS as usize).max(1);
    Ok(n.div_ceil(launch::THREADS as usize).clamp(1, most.max(1)) as u32)
}

pub fn random(kind: Random, inputs: &[Arg], output: &Tensor) -> Result<()> {
    let (device, dtype) = (output.device(), output.dtype());
    let mut s = Parameters { output: output.address(), n: output.numel() as u64, ..Zeroable::zeroed() };
    let mut per_draw = if dtype == DType::Float64 { 2 } else { 4 };
    let mut probabilities: Option<&Tensor> = None;
    let name = dtype_name(dtype);
    let kernel = match kind {
        Random::Uniform { low, high } => {
            (s.first, s.second) = (low, high - low);
            format!("uniform_{name}")
        }
        Random::Normal { mean, std } => {
            (s.first, s.second) = (mean, std);
            format!("normal_{name}")
        }
        Random::Exponential { rate } => {
            s.first = rate;
            format!("exponential_{name}")
        }
        Random::Bernoulli { p } => {
            s.first = p;
            format!("bernoulli_{name}")
        }
        Random::BernoulliOf => match inputs.first() {
            Some(Arg::Tensor(tensor)) => {
                per_draw = 4;
                probabilities = Some(tensor);
                s.probabilities = tensor.address();
                format!("bernoulli_of_{}_{name}", dtype_name(tensor.dtype()))
            }
            Some(Arg::Scalar(_)) | None => {
                return Err(TensorError::runtime("bernoulli: probabilities must be a tensor"));
            }
        },
        Random::Integer { low, high } => {
            s.base = low;
            s.range = high.wrapping_sub(low) as u64;
            let wide = s.range == 0 || s.range >= 1 << 32;
            per_draw = if wide { 2 } else { 4 };
            format!("{}_{name}", if wide { "wide_integer" } else { "integer" })
        }
        Random::Permutation => return permutation(output),
        Random::PoissonOf | Random::GammaOf | Random::BinomialOf => {
            return Err(TensorError::runtime("distributions sampled by rejection run on the host"));
        }
    };
    let strides = match probabilities {
        Some(tensor) => broadcast(tensor, output.shape()),
        None => smallvec::smallvec![0; output.dim()],
    };
    s.layout = Strided::new(output.shape(), &[output.strides(), &strides])?;
    let blocks = blocks(device, output.numel())?;
    let draws = output.numel().div_ceil(blocks as usize * launch::THREADS as usize * per_draw) as u64;
    (s.seed, s.offset, s.recorded) = draw(device_index(device), draws);
    // The same words give the same values again.
    let repeats = s.recorded == 0 && probabilities.is_none();
    if on_host::is_on() {
        let draws = Draws { seed: s.seed, offset: s.offset, blocks: blocks as usize };
        on_host::random(&kernel, kind, draws, s.recorded, inputs, output)?;
        if repeats {
            recovery::note_origin(output, move |output| on_host::random(&kernel, kind, draws, 0, &[], output));
        }
        return Ok(());
    }
    launch(device, &kernel, blocks, launch::THREADS, &s)?;
    if repeats {
        recovery::note_origin(output, move |output| {
            let s = Parameters { output: output.address(), ..s };
            launch(output.device(), &kernel, blocks, launch::THREADS, &s)
        });
    }
    Ok(())
}

/// Fisher-Yates shuffle on the host, with draws from the device's generator.
fn permutation(output: &Tensor) -> Result<()> {
    let (device, n) = (output.device(), output.numel());
    let Generator { seed, offset } = with_generator(device_index(device), |generator| {
        let now = *generator;
        generator.offset += 4;
        now
    });
    let mut order: Vec<i64> = (0..n as i64).collect();
    for last in (1..n).rev() {
        let draw = philox(seed, last as u64, offset / 4);
        let word = (draw[0] as u64) << 32 | draw[1] as u64;
        let chosen = ((word as u128 * (last as u128 + 1)) >> 64) as usize;
        order.swap(last, chosen);
    }
    let staged = Tensor::empty(&[n], DType::Int64, device)?;
    // SAFETY: both hold n numbers of 8 bytes; pageable memory has been read when the call returns.
    unsafe { driver::copy((device, staged.address()), (Device::Cpu, order.as_ptr() as u64), n * 8, true)? };
    let staged = staged.alias(Layout::contiguous(output.shape()));
    match on_host::is_on() {
        true => {
            on_host::run(device_index(device), &Op::Contiguous, &[Arg::Tensor(&staged)], std::slice::from_ref(output))
        }
        false => super::copy::copy(&staged, output),
    }
}
