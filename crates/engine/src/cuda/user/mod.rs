//! User-defined kernels: CUDA C++ from a cell, compiled by NVRTC (by g++ for emulated devices), launched on tensors.
//!
//! `source` reads names and places from the text, `signature` reads the parameters' types that the compiler found, `messages` maps
//! compiler errors to the cell, and `output` captures what kernels print.

mod messages;
mod output;
mod reports;
mod signature;
pub mod source;

pub use messages::{Message, errors};
pub use output::Printed;
pub use reports::{Finding, check, findings};
pub use signature::{Element, Number, Type, cpp_name};

use super::launch;
use parking_lot::Mutex;
use source::{HEADERS, Kernel, OF_TOOLKIT, Scan};
use std::collections::HashMap;
use std::ffi::c_void;
use std::sync::{Arc, Weak};
use tensorcell_device::activity;
use tensorcell_device::compile::{self, compile_source};
use tensorcell_device::module::{self, Function, Module, Usage};
use tensorcell_device::stream::Stream;
use tensorcell_device::user::TensorArgument;
use tensorcell_device::{driver, graph, libraries, user};
use tensorcell_tensor::op::Result;
use tensorcell_tensor::{Device, Tensor, TensorError};

const STANDARD: &str = include_str!("../../../../../kernels/user/standard.cuh");
const GROUPS: &str = include_str!("../../../../../kernels/user/cooperative_groups.cuh");
const SIGNATURE: &str = include_str!("../../../../../kernels/user/signature.cuh");

/// A source text with kernels, compiled for each device that launches them.
#[derive(Debug)]
pub struct Program {
    number: usize,
    /// The cell or file that contains it.
    pub name: String,
    /// The whole text of the cell.
    pub cell: String,
    /// The offset in the cell where the program begins.
    pub begins: usize,
    /// The cell's number among the language's sources.
    pub origin: u32,
    pub scan: Scan,
    /// Whether the emulator checks every access.
    pub checked: bool,
    text: String,
    options: Vec<String>,
    loaded: Mutex<HashMap<usize, Vec<Batch>>>,
}

/// Kernels that were compiled together, on one device.
#[derive(Debug)]
struct Batch {
    module: Module,
    instances: HashMap<String, Instance>,
}

/// A kernel on a device; for a template, with its arguments.
#[derive(Debug, Clone)]
pub struct Instance {
    function: Function,
    pub types: Arc<[Type]>,
    pub usage: Usage,
}

/// The input of a program.
pub struct Text<'a> {
    pub name: &'a str,
    pub cell: &'a str,
    pub begins: usize,
    pub origin: u32,
    /// NVRTC's options.
    pub options: Vec<String>,
    pub checked: bool,
}

static PROGRAMS: Mutex<Vec<Weak<Program>>> = Mutex::new(Vec::new());

fn find(number: usize) -> Option<Arc<Program>> {
    PROGRAMS.lock().get(number)?.upgrade()
}

impl Program {
    /// Reads a program without compiling it.
    pub fn new(text: &Text) -> std::result::Result<Arc<Program>, source::Problem> {
        let body = &text.cell[text.begins..];
        let scan = source::scan(body)?;
        let halves =
            ["__half", "half", "__half2", "half2", "__nv_bfloat16", "nv_bfloat16", "__nv_bfloat162", "nv_bfloat162"];
        let mut whole = STANDARD.to_owned();
        for (header, words) in [("cuda_fp16.h", &halves[..4]), ("cuda_bf16.h", &halves[4..])] {
            if words.iter().any(|word| scan.mentions(body, word)) {
                whole += &format!("#include <{header}>\n");
            }
        }
        if scan.includes.iter().any(|(name, _)| name == "cooperative_groups.h") {
            whole += GROUPS;
        }
        let line = text.cell[..text.begins].matches('\n').count() + 1;
        whole += &format!("#line {line} {:?}\n{body}\n", text.name);
        let mut programs = PROGRAMS.lock();
        let program = Arc::new(Program {
            number: programs.len(),
            name: text.name.to_owned(),
            cell: text.cell.to_owned(),
            begins: text.begins,
            origin: text.origin,
            scan,
            checked: text.checked,
            text: whole,
            options: text.options.clone(),
            loaded: Mutex::default(),
        });
        programs.push(Arc::downgrade(&program));
        Ok(program)
    }

    /// Finds a kernel by its name without namespaces.
    pub fn kernel(&self, name: &str) -> Option<&Kernel> {
        self.scan.kernels.iter().find(|kernel| kernel.name() == name)
    }

    /// The explicit instantiations of a template, as C++ names them: `scale<float, 4>`.
    pub fn instantiations(&self, kernel: &Kernel) -> Vec<String> {
        let of_it = |path: &str| path == kernel.path || kernel.path.ends_with(&format!("::{path}"));
        let all = self.scan.instantiations.iter().filter(|instantiation| of_it(&instantiation.path));
        all.map(|instantiation| format!("{}<{}>", kernel.path, instantiation.arguments)).collect()
    }

    /// The kernels to compile first: those that are not templates, and explicit instantiations of templates.
    pub fn expressions(&self) -> Vec<String> {
        let of = |kernel: &Kernel| match &kernel.template {
            None => vec![kernel.path.clone()],
            Some(_) => self.instantiations(kernel),
        };
        self.scan.kernels.iter().flat_map(of).collect()
    }

    /// Compiles the program for a device, unless that was already done.
    pub fn build(&self, device: usize) -> Result<()> {
        let mut loaded = self.loaded.lock();
        let batches = loaded.entry(device).or_default();
        if batches.iter().any(|batch| batch.module.is_lost()) {
            batches.clear();
        }
        if batches.is_empty() {
            batches.push(self.batch(device, self.expressions())?);
        }
        Ok(())
    }

    /// A kernel by its C++ name. Compiles other instantiations of a template on demand.
    pub fn instance(&self, device: usize, expression: &str) -> Result<Instance> {
        self.build(device)?;
        let known = |batches: &[Batch]| batches.iter().find_map(|batch| batch.instances.get(expression).cloned());
        if let Some(instance) = known(&self.loaded.lock()[&device]) {
            return Ok(instance);
        }
        let fresh = self.batch(device, vec![expression.to_owned()])?;
        let mut loaded = self.loaded.lock();
        let batches = loaded.entry(device).or_default();
        batches.push(fresh);
        known(batches).ok_or_else(|| TensorError::runtime(format!("the program has no kernel {expression}")))
    }

    fn batch(&self, device: usize, expressions: Vec<String>) -> Result<Batch> {
        let text = self.whole_text(&expressions);
        let mut options: Vec<&str> = vec!["--std=c++17"];
        options.extend(self.options.iter().map(String::as_str));
        let mut folder = None;
        if !compile::is_nvrtc() {
            options.extend(self.checked.then_some("-DTENSORCELL_CHECKED"));
        } else if OF_TOOLKIT.iter().any(|header| text.contains(&format!("#include <{header}>"))) {
            folder = libraries::cuda_headers().map(|folder| format!("--include-path={}", folder.display()));
            if folder.is_none() {
                return Err(TensorError::runtime(
                    "cuda_fp16.h and similar headers come with the CUDA toolkit, which was not found: `pip install nvidia-cuda-runtime`, or \
                     set CUDA_HOME",
                ));
            }
        }
        options.extend(folder.as_deref());
        let headers: Vec<(&str, &str)> =
            HEADERS.iter().filter(|name| !OF_TOOLKIT.contains(name)).map(|name| (*name, "")).collect();
        let source = compile::Source {
            name: &self.name,
            text: &text,
            options: &options,
            headers: &headers,
            expressions: &expressions,
        };
        let compiled = compile_source(device, &source)?;
        let module = Module::load(device, &compiled.image)?;
        let mut instances = HashMap::new();
        for (number, (expression, name)) in expressions.into_iter().zip(&compiled.names).enumerate() {
            let function = module.function(name)?.called(&expression);
            let mut bytes = vec![0u8; 4 * (1 + 2 * MOST_PARAMETERS)];
            module.read(&format!("tensorcell_signature_{number}"), &mut bytes)?;
            let numbers: Vec<u32> =
                bytes.chunks_exact(4).map(|four| u32::from_le_bytes([four[0], four[1], four[2], four[3]])).collect();
            let (types, usage) = (signature::read(&numbers).into(), function.usage()?);
            instances.insert(expression, Instance { function, types, usage });
        }
        Ok(Batch { module, instances })
    }

    /// The text passed to a compiler for these kernels.
    pub fn whole_text(&self, expressions: &[String]) -> String {
        let mut text = format!("{}#line 1 \"tensorcell\"\n{SIGNATURE}", self.text);
        for (number, expression) in expressions.iter().enumerate() {
            text += &format!(
                "extern \"C\" {{ __device__ tensorcell_signature::numbers<decltype(&{expression})> tensorcell_signature_{number} = {{}}; }}\n"
            );
        }
        text
    }

    /// The byte range of a line (from 1) in the cell, without surrounding whitespace.
    pub fn line(&self, line: u32) -> Option<std::ops::Range<usize>> {
        let start = match line {
            0 => return None,
            1 => 0,
            line => self.cell.match_indices('\n').nth(line as usize - 2)?.0 + 1,
        };
        let text = self.cell[start..].lines().next()?;
        let lead = text.len() - text.trim_start().len();
        Some(start + lead..start + text.trim_end().len().max(lead))
    }
}

/// More parameters than any real kernel has. The driver limits them to 4 KiB in total.
const MOST_PARAMETERS: usize = 256;

/// An argument as the kernel receives it.
#[derive(Debug, Clone)]
pub struct Argument<'a> {
    pub name: &'a str,
    /// The parameter's bytes, lowest first.
    pub bits: u64,
    /// For a pointer, the tensor and whether the kernel may write it.
    pub tensor: Option<(&'a Tensor, bool)>,
}

/// The launch configuration: grid and block sizes, and dynamic shared memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    pub grid: [u32; 3],
    pub block: [u32; 3],
    /// Bytes of dynamic shared memory.
    pub shared: usize,
}

/// Queues a kernel on a stream. The caller ensures that the arguments match its parameters in number and types. A kernel that can print is
/// waited for, and its output returned.
pub fn launch(
    program: &Program,
    name: &str,
    instance: &Instance,
    shape: Shape,
    stream: &Stream,
    arguments: &[Argument],
) -> Result<Printed> {
    if arguments.len() != instance.types.len() {
        return Err(TensorError::runtime(format!(
            "{name} takes {} arguments, {} given",
            instance.types.len(),
            arguments.len()
        )));
    }
    let device = Device::Cuda(stream.device());
    super::check_indices(device)?;
    for (tensor, _) in arguments.iter().filter_map(|argument| argument.tensor) {
        super::lost::check_lost(tensor)?;
    }
    /// Available to every block without a request.
    const GRANTED: usize = 48 << 10;
    if shape.shared + instance.usage.shared > GRANTED {
        instance.function.allow_shared(shape.shared)?;
    }
    let prints = program.scan.mentions(&program.cell[program.begins..], "printf")
        || program.scan.mentions(&program.cell[program.begins..], "assert");
    if prints && !graph::is_capturing(stream.device()) {
        // Earlier work must neither print into the captured output nor be waited for during the capture.
        driver::synchronize(stream.device())?;
        let (outcome, printed) = output::capture(|| -> Result<()> {
            queue(program, name, instance, shape, stream, arguments)?;
            Ok(driver::synchronize(stream.device())?)
        });
        reports::note_asserts(program, name, stream.device(), &printed.stderr);
        return match outcome {
            Ok(()) => Ok(printed),
            Err(mut error) => {
                error.kernel.get_or_insert_default().printed = (printed.stdout, printed.stderr);
                Err(error)
            }
        };
    }
    queue(program, name, instance, shape, stream, arguments)?;
    Ok(Printed::default())
}

fn queue(
    program: &Program,
    name: &str,
    instance: &Instance,
    shape: Shape,
    stream: &Stream,
    arguments: &[Argument],
) -> Result<()> {
    let tensors: Vec<TensorArgument> = arguments
        .iter()
        .enumerate()
        .filter_map(|(position, argument)| {
            let (tensor, _) = argument.tensor?;
            let element = tensor.dtype().size();
            Some(TensorArgument {
                name: argument.name,
                address: tensor.address(),
                bytes: tensor.numel() * element,
                element,
                position,
            })
        })
        .collect();
    crate::flush(); // the announcement must reach the next launch
    user::announce(&format!("{}:{name}", program.number), &tensors, program.checked);
    let mut values: Vec<u64> = arguments.iter().map(|argument| argument.bits).collect();
    let mut pointers: Vec<*mut c_void> = values.iter_mut().map(|value| std::ptr::from_mut(value).cast()).collect();
    // SAFETY: the values match the parameters in number and have at least their sizes, as reported by the compiler; the caller holds the
    // tensors, and their memory is reused in the stream's order only.
    unsafe {
        module::launch(instance.function, shape.grid, shape.block, shape.shared as u32, stream, &mut pointers)?;
    }
    user::note_launch(stream, name)?;
    launch::remember(stream.device(), activity::interned(name));
    let current = Stream::current(stream.device());
    for (tensor, written) in arguments.iter().filter_map(|argument| argument.tensor) {
        if written {
            tensor.bump_version();
        }
        if *stream != current && !graph::is_capturing(stream.device()) {
            tensor.storage().record_stream(stream);
        }
    }
    launch::wait_if_blocking(stream.device())
}
