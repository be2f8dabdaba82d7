//! Runs chains of pointwise operations as one kernel. Each operand is read once, in 16-byte packs if it is contiguous; each element passes
//! through all steps in registers, and only results that are still referenced are written. A chain may end in a reduction of one step.
//!
//! Each distinct chain costs a compilation (25 to 45 ms with NVRTC, more with the emulator's compiler). A chain's
//! operations therefore run one
//! by one until it was seen a few times. It is then compiled on another thread while they continue. Kernels in the cache folder are used at
//! once. `TENSORCELL_FUSE=0` disables chains; `1` compiles each at first sight.

mod plan;

use super::launch::{self, THREADS};
use super::layout::{Strides, broadcast, contiguous, merged};
pub use super::parameters::MAX_CHAIN;
use super::parameters::{CHAIN_DIMS, CHAIN_STRIDED, Chain as Parameters, ChainReduce as WithReduce};
use super::pointwise::immediate;
use super::reduce;
use crate::chain::{Source, Step, Total};
use bytemuck::Zeroable;
use parking_lot::{Condvar, Mutex};
use smallvec::SmallVec;
use std::collections::HashMap;
use std::ffi::c_void;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, LazyLock};
use tensorcell_device::compile::{Source as Program, cached, compile_source};
use tensorcell_device::driver;
use tensorcell_device::graph::is_capturing;
use tensorcell_device::module::{self, Function, Module};
use tensorcell_device::stream::Stream;
use tensorcell_tensor::op::Result;
use tensorcell_tensor::{DType, Storage, Tensor};

pub use plan::{Operand, Plan, Planned, Read, Reduced};

/// Bytes per pack.
const PACK: usize = 16;

/// The state of a plan's kernel.
enum State {
    /// The number of times it was requested.
    Seen(u32),
    Compiling,
    Compiled(Arc<Vec<u8>>),
    Loaded(Module, Function, Arc<Vec<u8>>),
    /// Compilation failed: its operations run one by one.
    Failed,
}

static CHAINS: Mutex<Option<HashMap<(usize, Plan), State>>> = Mutex::new(None);
/// Notified when a compilation ends.
static ENDED: Condvar = Condvar::new();
/// The maximum number of plans to remember.
const KNOWN: usize = 4096;

/// Statistics of the chains that ran in this process, for measurements.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Kernels launched, and the operations that they replaced.
    pub launches: u64,
    pub steps: u64,
    /// Results written to memory.
    pub written: u64,
}
static COUNTS: Mutex<Counts> = Mutex::new(Counts { launches: 0, steps: 0, written: 0 });

pub fn counts() -> Counts {
    *COUNTS.lock()
}

/// `TENSORCELL_FUSE`; `None` if it is not set.
fn fuse_setting() -> Option<bool> {
    static SETTING: LazyLock<Option<bool>> =
        LazyLock::new(|| std::env::var("TENSORCELL_FUSE").ok().filter(|text| !text.is_empty()).map(|text| text != "0"));
    *SETTING
}

/// Whether operations on CUDA may be deferred to run together. False if each launch is waited for.
pub fn is_enabled() -> bool {
    fuse_setting() != Some(false) && !launch::is_blocking()
}

/// How often a chain runs one by one before it is compiled. The compiler for an emulated device takes a second.
fn runs_before_compiling() -> u32 {
    match (fuse_setting(), driver::is_emulated()) {
        (Some(true), _) => 0,
        (_, true) => 24,
        (_, false) => 2,
    }
}

/// Runs the `needed` steps, and the reduction at their end, as one kernel on a stream. Writes the results that are `held`. Returns false if
/// they must run one by one: a single step, a chain that is not compiled yet, or one with too many operands.
pub fn run(
    stream: Stream,
    compute: DType,
    shape: &[usize],
    steps: &[Step],
    held: &[Option<Arc<Storage>>],
    needed: &[bool],
    total: Option<(&Total, &Tensor)>,
) -> Result<bool> {
    let together = needed.iter().filter(|needed| **needed).count() + usize::from(total.is_some());
    if together < 2 {
        return Ok(false);
    }
    let Some((mut plan, parameters, places)) = planned(compute, shape, steps, held, needed) else {
        return Ok(false);
    };
    let mut reduction = match total {
        Some((total, _)) => {
            let reduction = reduce::Launch::new((shape, &contiguous(shape)), &total.dims, total.parameter)?;
            let (function, step) = (total.function, places[total.step]);
            plan.reduced = Some(Reduced { function, step, by_block: reduction.by_block });
            Some(reduction)
        }
        None => None,
    };
    let device = stream.device();
    let count = Counts {
        launches: 1,
        steps: together as u64,
        written: plan.steps.iter().filter(|step| step.output.is_some()).count() as u64,
    };
    let name = plan.name();
    let Some(function) = function(device, plan)? else {
        return Ok(false);
    };
    let _partials = match (&mut reduction, total) {
        (Some(reduction), Some((_, out))) => reduction.write_to(out, None)?,
        _ => None,
    };
    let packs = parameters.n as usize * compute.size() / PACK + 1;
    let (blocks, threads, reduce) = match &reduction {
        Some(reduction) => (reduction.blocks, reduction.threads, reduction.parameters),
        None => (launch::blocks(packs), THREADS, Zeroable::zeroed()),
    };
    let mut argument = WithReduce { chain: parameters, reduce };
    let (mut arguments, function) = ([(&raw mut argument).cast::<c_void>()], function.called(name));
    // SAFETY: the kernel takes one `struct ChainReduce`, or its first part `struct Chain`. The steps keep the inputs alive,
    // `held` and `total`
    // the outputs, and memory freed afterwards is reused in the stream's order only.
    unsafe { module::launch(function, [blocks, 1, 1], [threads, 1, 1], 0, &stream, &mut arguments)? };
    launch::remember(device, name);
    let mut counts = COUNTS.lock();
    counts.launches += count.launches;
    counts.steps += count.steps;
    counts.written += count.written;
    Ok(true)
}

/// The plan, its parameters, and the position of each step in it.
fn planned(
    compute: DType,
    shape: &[usize],
    steps: &[Step],
    held: &[Option<Arc<Storage>>],
    needed: &[bool],
) -> Option<(Plan, Parameters, Vec<u8>)> {
    let numel: usize = shape.iter().product();
    let mut s = Parameters { n: numel as u64, ..Zeroable::zeroed() };
    let mut plan = Plan { compute, inputs: SmallVec::new(), dims: 0, steps: SmallVec::new(), reduced: None };
    let mut read: SmallVec<[&Tensor; 8]> = SmallVec::new();
    let mut strided: SmallVec<[Strides; 8]> = SmallVec::new();
    let (mut numbers, mut outputs) = (0, 0);
    let mut places = vec![0u8; steps.len()];
    for (i, step) in steps.iter().enumerate().filter(|(i, _)| needed[*i]) {
        let mut operands = SmallVec::new();
        for source in &step.operands {
            operands.push(match source {
                Source::Step(from) => Operand::Step(places[*from]),
                Source::Product => return None, // has run by now
                Source::Number(scalar) => {
                    *s.numbers.get_mut(numbers)? = immediate(*scalar, compute);
                    numbers += 1;
                    Operand::Number(numbers as u8 - 1)
                }
                Source::Memory(tensor) => {
                    let same = |other: &&Tensor| {
                        other.shares_storage(tensor)
                            && other.layout() == tensor.layout()
                            && other.dtype() == tensor.dtype()
                    };
                    let at = match read.iter().position(same) {
                        Some(at) => at,
                        None => {
                            *s.inputs.get_mut(read.len())? = tensor.address();
                            let how = how_read(tensor, compute, numel, strided.len());
                            if matches!(how, Read::Strided(_)) {
                                strided.push(broadcast(tensor, shape));
                            }
                            plan.inputs.push((tensor.dtype(), how));
                            read.push(tensor);
                            read.len() - 1
                        }
                    };
                    Operand::Input(at as u8)
                }
            });
        }
        let output = match &held[i] {
            Some(storage) => {
                *s.outputs.get_mut(outputs)? = storage.address();
                outputs += 1;
                Some(outputs as u8 - 1)
            }
            None => None,
        };
        places[i] = plan.steps.len() as u8;
        *s.parameters.get_mut(plan.steps.len())? = step.parameters;
        plan.steps.push(Planned { function: step.function, dtype: step.dtype, operands, output });
    }
    if strided.len() > CHAIN_STRIDED {
        return None;
    }
    let (sizes, strides) =
        merged::<CHAIN_STRIDED>(shape, &strided.iter().map(|of| &of[..]).collect::<SmallVec<[_; 8]>>());
    if sizes.len() > CHAIN_DIMS {
        return None;
    }
    plan.dims = if strided.is_empty() { 0 } else { sizes.len() as u8 };
    for (dim, (size, strides)) in sizes.iter().zip(&strides).enumerate() {
        s.sizes[dim] = *size as u64;
        for (of_operand, stride) in s.strides.iter_mut().zip(strides) {
            of_operand[dim] = *stride as i64;
        }
    }
    Some((plan, s, places))
}

fn how_read(tensor: &Tensor, compute: DType, numel: usize, strided: usize) -> Read {
    let width = PACK / compute.size();
    let aligned = tensor.address().is_multiple_of((width * tensor.dtype().size()) as u64);
    match () {
        () if tensor.numel() == 1 => Read::Single,
        () if tensor.is_contiguous() && tensor.numel() == numel && aligned => Read::Packs,
        () => Read::Strided(strided as u8),
    }
}

/// The plan's kernel on a device, if the chain should run as one now.
fn function(device: usize, plan: Plan) -> Result<Option<Function>> {
    let mut chains = CHAINS.lock();
    let known = chains.get_or_insert_default();
    if known.len() > KNOWN {
        known.retain(|_, state| !matches!(state, State::Seen(_)));
    }
    let key = (device, plan);
    let capturing = is_capturing(device);
    let state = known.entry(key.clone()).or_insert(State::Seen(0));
    if let State::Seen(times) = state {
        if *times == 0
            && let Some(compiled) = cached(device, &program(&key.1.text()))
        {
            *state = State::Compiled(Arc::new(compiled.image));
        } else if *times < runs_before_compiling() {
            *times += 1;
            return Ok(None);
        } else {
            *state = State::Compiling;
            let _ = COMPILER.send(key.clone());
        }
    }
    // A captured kernel runs many times, so waiting for the compilation pays.
    while matches!(known_state(&mut chains, &key), Some(State::Compiling))
        && (capturing || fuse_setting() == Some(true))
    {
        ENDED.wait(&mut chains);
    }
    let Some(state) = known_state(&mut chains, &key) else {
        return Ok(None);
    };
    let image = match state {
        State::Loaded(module, function, _) if !module.is_lost() => return Ok(Some(*function)),
        State::Loaded(_, _, image) | State::Compiled(image) => image.clone(),
        State::Seen(_) | State::Compiling | State::Failed => return Ok(None),
    };
    let module = Module::load(device, &image)?;
    let function = module.function(KERNEL)?;
    *state = State::Loaded(module, function, image);
    Ok(Some(function))
}

fn known_state<'a>(
    chains: &'a mut Option<HashMap<(usize, Plan), State>>,
    key: &(usize, Plan),
) -> Option<&'a mut State> {
    chains.as_mut()?.get_mut(key)
}

const KERNEL: &str = "chain";
const OPTIONS: &[&str] = &["--std=c++17"];

fn program(text: &str) -> Program<'_> {
    Program { name: "chain.cu", text, options: OPTIONS, ..Program::default() }
}

/// The thread that compiles plans, one after another.
static COMPILER: LazyLock<Sender<(usize, Plan)>> = LazyLock::new(|| {
    let (sender, receiver) = channel::<(usize, Plan)>();
    let work = move || {
        for key in receiver {
            let state = match compile_source(key.0, &program(&key.1.text())) {
                Ok(compiled) => State::Compiled(Arc::new(compiled.image)),
                Err(error) => {
                    tracing::warn!("the operations of a chain run one by one, because compiling it failed: {error}");
                    State::Failed
                }
            };
            if let Some(known) = CHAINS.lock().as_mut() {
                known.insert(key, state);
            }
            ENDED.notify_all();
        }
    };
    if let Err(error) = std::thread::Builder::new().name("chains".to_owned()).spawn(work) {
        tracing::warn!("the operations of chains run one by one, because the compiler thread could not start: {error}");
    }
    sender
});
