//! Chains of pointwise operations as one kernel: operands are read once, in packs of 16 bytes where they lie plainly, each
//! element goes through all steps in registers, and only what somebody holds is written.
//!
//! A kernel of its own costs a compilation (25 to 45 ms with NVRTC, more with the emulator's compiler). So a chain's operations
//! run one by one until it has been seen some times, then it is compiled on another thread while they go on; what the cache
//! folder has is used at once. `TENSORCELL_FUSE` is `0` for no chains at all, and `1` for compiling each at first sight.

use super::launch::{self, THREADS, dtype_name};
use super::layout::{Strides, broadcast, merged};
use super::source;
use crate::device::compile::{Source as Program, cached, compile_source};
use crate::device::graph::is_capturing;
use crate::device::module::{self, Function, Module};
use crate::device::stream::Stream;
use crate::device::{activity, driver};
use crate::engine::chain::{Source, Step};
use crate::tensor::op::Result;
use crate::tensor::pointwise::Rule;
use crate::tensor::{DType, Pointwise, Storage, Tensor};
use bytemuck::{Pod, Zeroable};
use parking_lot::{Condvar, Mutex};
use smallvec::SmallVec;
use std::collections::HashMap;
use std::ffi::c_void;
use std::fmt::Write;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, LazyLock};

/// Steps of a chain, and its operands in memory, at most: as in `kernels/chain.cuh`.
pub const MAX_CHAIN: usize = 24;
const MAX_NUMBERS: usize = 48;
const DIMS: usize = 8;
const STRIDED: usize = 8;
/// Bytes of a pack.
const PACK: usize = 16;

/// `struct Chain` of `kernels/chain.cuh`.
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
struct Parameters {
    n: u64,
    outputs: [u64; MAX_CHAIN],
    inputs: [u64; MAX_CHAIN],
    numbers: [f64; MAX_NUMBERS],
    parameters: [[f64; 2]; MAX_CHAIN],
    sizes: [u64; DIMS],
    strides: [[i64; DIMS]; STRIDED],
}

/// How an operand in memory is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Read {
    /// Contiguous and aligned: in packs.
    Packs,
    /// One element for all.
    Single,
    /// By strides, the number of this operand among those read so.
    Strided(u8),
}

/// What a step reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    Step(u8),
    Number(u8),
    Input(u8),
}

/// A row over operands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Planned {
    /// None: its operand converted to `dtype`.
    pub function: Option<Pointwise>,
    pub dtype: DType,
    pub operands: SmallVec<[Operand; 3]>,
    /// Its place among the outputs, if it is written.
    pub output: Option<u8>,
}

/// All that decides a chain's kernel; addresses, sizes and numbers are its parameters.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Plan {
    pub compute: DType,
    pub inputs: SmallVec<[(DType, Read); 4]>,
    /// Of the index space of strided operands.
    pub dims: u8,
    pub steps: SmallVec<[Planned; 8]>,
}

/// Where a plan's kernel is.
enum State {
    /// How often it was wanted.
    Seen(u32),
    Compiling,
    Compiled(Arc<Vec<u8>>),
    Loaded(Module, Function, Arc<Vec<u8>>),
    /// It does not compile: its operations run one by one.
    Failed,
}

static CHAINS: Mutex<Option<HashMap<(usize, Plan), State>>> = Mutex::new(None);
/// Told when a compilation has ended.
static ENDED: Condvar = Condvar::new();
/// Plans kept in mind.
const KNOWN: usize = 4096;

/// What ran as chains in this process: for those who measure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Kernels launched, and the operations that they stood for.
    pub launches: u64,
    pub steps: u64,
    /// Results that were written to memory.
    pub written: u64,
}
static COUNTS: Mutex<Counts> = Mutex::new(Counts { launches: 0, steps: 0, written: 0 });

pub fn counts() -> Counts {
    *COUNTS.lock()
}

/// `TENSORCELL_FUSE`: none where it is not set.
fn asked() -> Option<bool> {
    static ASKED: LazyLock<Option<bool>> =
        LazyLock::new(|| std::env::var("TENSORCELL_FUSE").ok().filter(|text| !text.is_empty()).map(|text| text != "0"));
    *ASKED
}

/// Whether operations on CUDA may wait to be run together. Not where each launch is to be waited for.
pub fn is_enabled() -> bool {
    asked() != Some(false) && !launch::is_blocking()
}

/// How often a chain is run one by one before it is compiled: an emulated device's compiler takes a second.
fn patience() -> u32 {
    match (asked(), driver::is_emulated()) {
        (Some(true), _) => 0,
        (_, true) => 24,
        (_, false) => 2,
    }
}

/// Runs the steps that are needed as one kernel on a stream; those results are written that are `held`. False if they are to run one by one: a single step, a
/// chain that is not compiled yet, or one of too many operands.
pub fn run(
    stream: Stream,
    compute: DType,
    shape: &[usize],
    steps: &[Step],
    held: &[Option<Arc<Storage>>],
    needed: &[bool],
) -> Result<bool> {
    if needed.iter().filter(|needed| **needed).count() < 2 {
        return Ok(false);
    }
    let Some((plan, parameters)) = planned(compute, shape, steps, held, needed) else {
        return Ok(false);
    };
    let device = stream.device();
    let count = Counts {
        launches: 1,
        steps: plan.steps.len() as u64,
        written: plan.steps.iter().filter(|step| step.output.is_some()).count() as u64,
    };
    let name = plan.name();
    let Some(function) = function(device, plan)? else {
        return Ok(false);
    };
    let packs = parameters.n as usize * compute.size() / PACK + 1;
    let mut argument = parameters;
    let mut arguments = [(&raw mut argument).cast::<c_void>()];
    let (blocks, function) = (launch::blocks(packs), function.called(name));
    // SAFETY: the kernel takes one `struct Chain`. The steps hold what is read, `held` what is written, and memory freed
    // afterwards is reused in the stream's order only.
    unsafe { module::launch(function, [blocks, 1, 1], [THREADS, 1, 1], 0, &stream, &mut arguments)? };
    launch::remember(device, name);
    let mut counts = COUNTS.lock();
    counts.launches += count.launches;
    counts.steps += count.steps;
    counts.written += count.written;
    Ok(true)
}

fn planned(
    compute: DType,
    shape: &[usize],
    steps: &[Step],
    held: &[Option<Arc<Storage>>],
    needed: &[bool],
) -> Option<(Plan, Parameters)> {
    let numel: usize = shape.iter().product();
    let mut s = Parameters { n: numel as u64, ..Zeroable::zeroed() };
    let mut plan = Plan { compute, inputs: SmallVec::new(), dims: 0, steps: SmallVec::new() };
    let mut read: SmallVec<[&Tensor; 8]> = SmallVec::new();
    let mut strided: SmallVec<[Strides; 8]> = SmallVec::new();
    let (mut numbers, mut outputs) = (0, 0);
    let mut places = vec![0u8; steps.len()];
    for (i, step) in steps.iter().enumerate().filter(|(i, _)| needed[*i]) {
        let mut operands = SmallVec::new();
        for source in &step.operands {
            operands.push(match source {
                Source::Step(from) => Operand::Step(places[*from]),
                Source::Product => return None, // it has run by now
                Source::Number(scalar) => {
                    *s.numbers.get_mut(numbers)? = scalar.as_f64();
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
    if strided.len() > STRIDED {
        return None;
    }
    let (sizes, strides) = merged::<STRIDED>(shape, &strided.iter().map(|of| &of[..]).collect::<SmallVec<[_; 8]>>());
    if sizes.len() > DIMS {
        return None;
    }
    plan.dims = if strided.is_empty() { 0 } else { sizes.len() as u8 };
    for (dim, (size, strides)) in sizes.iter().zip(&strides).enumerate() {
        s.sizes[dim] = *size as u64;
        for (of_operand, stride) in s.strides.iter_mut().zip(strides) {
            of_operand[dim] = *stride as i64;
        }
    }
    Some((plan, s))
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

/// The plan's kernel on a device, if it is to run now.
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
        } else if *times < patience() {
            *times += 1;
            return Ok(None);
        } else {
            *state = State::Compiling;
            let _ = COMPILER.send(key.clone());
        }
    }
    // What is captured runs many times: that is worth a wait.
    while matches!(known_state(&mut chains, &key), Some(State::Compiling)) && (capturing || asked() == Some(true)) {
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

/// Takes plans to compile, one after another.
static COMPILER: LazyLock<Sender<(usize, Plan)>> = LazyLock::new(|| {
    let (sender, receiver) = channel::<(usize, Plan)>();
    let work = move || {
        for key in receiver {
            let state = match compile_source(key.0, &program(&key.1.text())) {
                Ok(compiled) => State::Compiled(Arc::new(compiled.image)),
                Err(error) => {
                    tracing::warn!("a chain of operations runs one by one: {error}");
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
        tracing::warn!("chains of operations run one by one: {error}");
    }
    sender
});

/// A dtype's name in the kernels' C++.
fn cpp(dtype: DType) -> &'static str {
    match dtype {
        DType::Float32 => "float",
        DType::Float64 => "double",
        dtype => dtype_name(dtype),
    }
}

impl Planned {
    fn name(&self) -> &'static str {
        self.function.map_or("to", |function| function.row().name)
    }
    fn rule(&self) -> Option<Rule> {
        self.function.map(|function| function.row().rule)
    }
}

impl Plan {
    /// `mul+add+tanh_f32`
    fn name(&self) -> &'static str {
        const SHOWN: usize = 6;
        let mut names: Vec<&str> = self.steps.iter().take(SHOWN).map(Planned::name).collect();
        if self.steps.len() > SHOWN {
            names.push("...");
        }
        activity::interned(&format!("{}_{}", names.join("+"), dtype_name(self.compute)))
    }

    /// The CUDA C++ of its kernel, whole.
    pub fn text(&self) -> String {
        let mut text = format!(
            "extern \"C\" __global__ void {KERNEL}(const __grid_constant__ Chain s) {{\n\
             typedef {} T; typedef Compute<T> V; constexpr int WIDTH = {PACK} / sizeof(T);\n",
            cpp(self.compute)
        );
        for (i, (dtype, _)) in self.of(|read| read == Read::Single) {
            let _ = writeln!(text, "const {0} m{i} = element<{0}>(s.inputs[{i}], 0);", cpp(dtype));
        }
        text.push_str("GRID_STRIDE(chunk, s.n / WIDTH) {\n");
        for (i, (dtype, _)) in self.of(|read| read == Read::Packs) {
            let pack = format!("Pack<{}, WIDTH>", cpp(dtype));
            let _ = writeln!(text, "const {pack} m{i} = ((const {pack}*)s.inputs[{i}])[chunk];");
        }
        let stored = || self.steps.iter().enumerate().filter_map(|(i, step)| Some((i, step, step.output?)));
        for (i, step, _) in stored() {
            let _ = writeln!(text, "Pack<{}, WIDTH> r{i};", self.stored_as(step));
        }
        text.push_str("for (int j = 0; j < WIDTH; j++) {\n");
        self.offsets(&mut text, "chunk * WIDTH + j");
        self.body(&mut text, |i| format!("m{i}.at[j]"));
        for (i, step, _) in stored() {
            let _ = writeln!(text, "r{i}.at[j] = {};", self.narrowed(step, i));
        }
        text.push_str("}\n");
        for (i, step, output) in stored() {
            let _ = writeln!(text, "((Pack<{}, WIDTH>*)s.outputs[{output}])[chunk] = r{i};", self.stored_as(step));
        }
        // The rest, less than a pack.
        text.push_str("}\nconst u64 at = s.n / WIDTH * WIDTH + thread_number();\nif (at < s.n) {\n");
        self.offsets(&mut text, "at");
        self.body(&mut text, |i| format!("element<{}>(s.inputs[{i}], (i64)at)", cpp(self.inputs[i].0)));
        for (i, step, output) in stored() {
            let (stored, value) = (self.stored_as(step), self.narrowed(step, i));
            let _ = writeln!(text, "element<{stored}>(s.outputs[{output}], (i64)at) = {value};");
        }
        text.push_str("}\n}\n");
        let rows = self.steps.iter().filter_map(|step| step.function);
        let mut variants: Vec<String> = rows.map(|function| format!("{function:?}")).collect();
        variants.sort();
        variants.dedup();
        source::chain_program(&variants, &text)
    }

    fn of(&self, wanted: impl Fn(Read) -> bool) -> impl Iterator<Item = (usize, (DType, Read))> {
        self.inputs.iter().copied().enumerate().filter(move |(_, (_, read))| wanted(*read))
    }

    /// Where the strided operands' elements lie.
    fn offsets(&self, text: &mut String, number: &str) {
        let count = self.of(|read| matches!(read, Read::Strided(_))).count();
        if count > 0 {
            let dims = self.dims;
            let _ =
                writeln!(text, "const ChainOffsets<{count}> offsets = chain_offsets<{dims}, {count}>(s, {number});");
        }
    }

    /// All steps over one element; `pack` gives the element of an operand that is read in packs.
    fn body(&self, text: &mut String, pack: impl Fn(usize) -> String) {
        for (i, step) in self.steps.iter().enumerate() {
            let mut arguments: SmallVec<[String; 3]> = SmallVec::new();
            for (position, operand) in step.operands.iter().enumerate() {
                let condition = step.rule() == Some(Rule::Select) && position == 0;
                arguments.push(match *operand {
                    Operand::Step(from) if condition => format!("v{from} != 0"),
                    Operand::Step(from) if self.is_foreign(&self.steps[from as usize]) => {
                        format!("(V)convert<T>(v{from})")
                    }
                    Operand::Step(from) => format!("(V)v{from}"),
                    Operand::Number(number) if condition => format!("s.numbers[{number}] != 0"),
                    Operand::Number(number) => format!("(V)s.numbers[{number}]"),
                    Operand::Input(input) => {
                        let (dtype, read) = self.inputs[input as usize];
                        let element = match read {
                            Read::Packs => pack(input as usize),
                            Read::Single => format!("m{input}"),
                            Read::Strided(number) => {
                                format!("element<{}>(s.inputs[{input}], offsets.at[{number}])", cpp(dtype))
                            }
                        };
                        match condition {
                            true => format!("(bool){element}"),
                            false if dtype == self.compute => format!("(V){element}"),
                            false => format!("(V)convert<T>({element})"),
                        }
                    }
                });
            }
            let Some(function) = step.function else {
                let stored = self.stored_as(step);
                let _ = match self.is_foreign(step) {
                    true => writeln!(text, "const {stored} v{i} = convert<{stored}>({});", arguments[0]),
                    false => writeln!(text, "const V v{i} = {};", arguments[0]),
                };
                continue;
            };
            arguments.resize(3, "None()".to_owned());
            let call = format!(
                "number::{function:?}::of<V>({}, parameter<V>(s.parameters[{i}][0]), parameter<V>(s.parameters[{i}][1]))",
                arguments.join(", ")
            );
            let _ = match step.rule() {
                Some(Rule::Compare) => writeln!(text, "const bool v{i} = {call};"),
                // Rounded where its operation would have been, had it run alone.
                _ => writeln!(text, "const V v{i} = apart((V)convert<T>({call}));"),
            };
        }
    }

    /// Whether a step gives something else than the computing type: a comparison, or a conversion.
    fn is_foreign(&self, step: &Planned) -> bool {
        step.dtype != self.compute
    }

    fn stored_as(&self, step: &Planned) -> &'static str {
        cpp(step.dtype)
    }

    fn narrowed(&self, step: &Planned, i: usize) -> String {
        if self.is_foreign(step) { format!("v{i}") } else { format!("convert<T>(v{i})") }
    }
}
