//! User kernels in the language: `%%cuda` cells and `tensorcell.cuda_compile` make a [`KernelObject`] per `__global__`
//! function. A launch is `kernel[grid, block](arguments)`.

use super::launching::{self, Target};
use super::{classes, device_index};
use crate::dtype::dtype_of;
use crate::sequences::items_of;
use crate::tensor::tensor_of;
use std::any::Any;
use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use tensorcell_device::driver;
use tensorcell_device::stream::Stream;
use tensorcell_engine::cuda::user::source::{Kernel, Problem};
use tensorcell_engine::cuda::user::{self, Instance, Message, Program, Shape, Text, cpp_name};
use tensorcell_language::native::{Args, Getter, Native};
use tensorcell_language::{Builtin, Class, Exc, Raise, Result, Value, Vm};
use tensorcell_tensor::DType;

/// A kernel, or a template of kernels.
pub struct KernelObject {
    pub program: Arc<Program>,
    /// Its index in the program's list.
    at: usize,
    /// Its C++ name: `scale`, `scale<float, 4>`. None for a template without arguments.
    expression: Option<String>,
    /// The value of `set_shared_memory_config`.
    shared: Cell<usize>,
}

/// `kernel[grid, block]`, which is called with the arguments.
struct LaunchObject {
    kernel: Rc<KernelObject>,
    shape: Shape,
    stream: Option<Stream>,
}

/// The result of `tensorcell.cuda_compile`. Its kernels are attributes.
struct ProgramObject {
    program: Arc<Program>,
    kernels: Vec<(String, Value)>,
}

/// The language's handle of a kernel, shared by launches.
struct Handle(Rc<KernelObject>);

/// Compiles a cell. Returns each kernel by name.
pub fn compile(
    vm: &mut Vm,
    name: &str,
    cell: &str,
    begins: usize,
    options: Vec<String>,
    checked: bool,
) -> Result<Vec<(String, Value)>> {
    let origin = vm.add_source(name, cell);
    let text = Text { name, cell, begins, origin, options, checked };
    let program = Program::new(&text).map_err(|problem| problem_error(&problem, origin, begins))?;
    if program.scan.kernels.is_empty() {
        let help = "write __global__ void name(float* x, int n) { ... }; a kernel that a macro makes is not seen, a template is";
        return Err(Raise::value_error("there is no __global__ function here").help(help));
    }
    // Without a device the cell still binds its names, so that the notebook continues. A launch then reports what is missing.
    if can_launch() {
        build(&program, driver::current_device())?;
    }
    let kernel = |(at, kernel): (usize, &Kernel)| {
        let expression = kernel.template.is_none().then(|| kernel.path.clone());
        let object = KernelObject { program: program.clone(), at, expression, shared: Cell::new(0) };
        (kernel.name().to_owned(), Value::native(Handle(Rc::new(object))))
    };
    Ok(program.scan.kernels.iter().enumerate().map(kernel).collect())
}

/// Returns whether there is a device to compile for.
pub fn can_launch() -> bool {
    driver::device_count() > 0
}

fn problem_error(problem: &Problem, origin: u32, begins: usize) -> Raise {
    let place = [origin, (begins + problem.place.start) as u32, (begins + problem.place.end) as u32];
    Raise::runtime(problem.message.clone()).help(problem.help.clone()).at(place)
}

/// Compiles for a device. Compiler errors point at the cell's own lines.
fn build(program: &Program, device: usize) -> Result<()> {
    program.build(device).map_err(|error| not_compiled(program, error.into()))
}

fn not_compiled(program: &Program, raise: Raise) -> Raise {
    let log = raise.message();
    if driver::device_count() == 0 {
        return raise.help("TENSORCELL_EMULATE=1 in the kernel's environment gives an emulated device, which runs kernels on the processor");
    }
    let errors = user::errors(&log, &program.name);
    let Some((first, rest)) = errors.split_first() else {
        return raise;
    };
    let text = |message: &Message| message.text.replace(['‘', '’'], "'");
    let place = |message: &Message| {
        let line = program.line(message.line)?;
        let begin = message
            .column
            .map_or(line.start, |column| program.cell[..line.start].rfind('\n').map_or(0, |at| at + 1) + column);
        let begin = begin.min(program.cell.len());
        let rest = program.cell.get(begin..)?;
        let word = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let end = if message.column.is_some() { begin + word.max(1) } else { line.end };
        Some([program.origin, begin as u32, end.min(program.cell.len()) as u32])
    };
    /// Later errors are mostly consequences of the first one.
    const SHOWN: usize = 4;
    let mut raise = Raise::runtime(format!("Kernel compilation failed: {}", text(first)));
    if let Some(place) = place(first) {
        raise = raise.at(place);
    }
    for message in rest.iter().take(SHOWN) {
        if let Some(place) = place(message) {
            raise.point_at(place, text(message));
        }
    }
    raise
}

impl KernelObject {
    pub fn kernel(&self) -> &Kernel {
        &self.program.scan.kernels[self.at]
    }
    fn shown(&self) -> String {
        self.expression.clone().unwrap_or_else(|| self.kernel().path.clone())
    }
    /// Returns the signature, such as `my_kernel(const float* x, float* y, int n)`.
    fn signature(&self) -> String {
        let parameters: Vec<&str> = self.kernel().parameters.iter().map(|parameter| parameter.text.as_str()).collect();
        format!("{}({})", self.shown(), parameters.join(", "))
    }
    fn source(&self) -> String {
        self.program.cell[self.program.begins..][self.kernel().whole.clone()].to_owned()
    }
    pub fn instance(&self, device: usize, expression: &str) -> Result<Instance> {
        self.program.instance(device, expression).map_err(|error| not_compiled(&self.program, error.into()))
    }
    fn line(&self) -> usize {
        self.program.cell[..self.program.begins + self.kernel().whole.start].matches('\n').count() + 1
    }

    /// Describes the kernel and its resource use, if known.
    fn description(&self) -> String {
        let mut text = format!("A CUDA kernel of {}, line {}.\n\n", self.program.name, self.line());
        match &self.expression {
            None => {
                let template = self.kernel().template.clone().unwrap_or_default().join(", ");
                text += &format!("A template of {template}, instantiated for: {}.\n", self.instantiations().join("; "));
            }
            Some(expression) => {
                if let Ok(instance) = self.program.instance(driver::current_device(), expression) {
                    let usage = instance.usage;
                    if usage.registers > 0 {
                        text += &format!(
                            "{} registers and {} bytes of local memory a thread, ",
                            usage.registers, usage.local
                        );
                    } else {
                        text += "On an emulated device registers are not known; ";
                    }
                    text += &format!(
                        "{} bytes of static shared memory a block, at most {} threads a block.\n",
                        usage.shared, usage.most_threads
                    );
                }
            }
        }
        let names: Vec<&str> = self.kernel().parameters.iter().map(|parameter| parameter.name.as_str()).collect();
        let which = if self.expression.is_none() { "['float']" } else { "" };
        text + &format!(
            "Launched as {}{which}[grid, block]({}); grid and block are ints or tuples of up to three.\nAlso [grid, block, shared_bytes] \
             and [grid, block, shared_bytes, stream].",
            self.kernel().name(),
            names.join(", ")
        )
    }

    /// Returns the explicit instantiations.
    pub fn instantiations(&self) -> Vec<String> {
        self.program.instantiations(self.kernel())
    }

    /// Returns a template's kernel for arguments: `'float, 4'`, `torch.float32`, `(torch.float16, 128)`.
    fn instantiate(&self, key: &Value) -> Result<Option<KernelObject>> {
        let parts = match key {
            Value::Tuple(items) => items.to_vec(),
            value => vec![value.clone()],
        };
        // Two or more plain numbers are a launch shape; a single number is not.
        let launches = parts.len() > 1 && !parts.iter().any(|part| part.as_str().is_some() || dtype_of(part).is_some());
        if launches {
            return Ok(None);
        }
        let mut choices: Vec<Vec<String>> = Vec::new();
        for part in &parts {
            choices.push(match part {
                Value::Bool(value) => vec![value.get().to_string()],
                Value::Int(value) => vec![value.to_string()],
                value => match (value.as_str(), dtype_of(value)) {
                    (Some(text), _) => vec![user::source::normalized(text)],
                    (None, Some(dtype)) => names_of(dtype),
                    _ => {
                        let text = format!("a template's arguments are text, dtypes and ints, not {}", value.type_name());
                        let help = "write kernel['float'] or kernel[torch.float32]; float alone is Python's, which has 64 bits";
                        return Err(Raise::type_error(text).mark(1, value.type_name()).help(help));
                    }
                },
            });
        }
        let path = &self.kernel().path;
        let fits = |expression: &String| {
            let inside = expression[path.len()..].trim_start_matches('<').trim_end_matches('>');
            let given: Vec<&str> = inside.split(", ").collect();
            let wanted: Vec<&[String]> = choices.iter().map(Vec::as_slice).collect();
            given.join(", ") == wanted.iter().map(|names| names[0].as_str()).collect::<Vec<_>>().join(", ")
                || given.len() == wanted.len()
                    && given.iter().zip(wanted).all(|(given, names)| names.iter().any(|name| name == given))
        };
        let expression = self.instantiations().into_iter().find(fits).unwrap_or_else(|| {
            let first: Vec<&str> = choices.iter().map(|names| names[0].as_str()).collect();
            format!("{path}<{}>", first.join(", "))
        });
        self.instance(driver::current_device(), &expression)?;
        Ok(Some(KernelObject {
            program: self.program.clone(),
            at: self.at,
            expression: Some(expression),
            shared: Cell::new(0),
        }))
    }

    /// Returns the kernel and device of a call `kernel[grid, block](...)`. Tensor dtypes choose a template's instantiation.
    fn target(&self, device: usize, args: &[Value]) -> Result<Target> {
        if let Some(expression) = &self.expression {
            return Ok(Target { expression: expression.clone(), instance: self.instance(device, expression)? });
        }
        let all = self.instantiations();
        let mut fitting = Vec::new();
        for expression in &all {
            let instance = self.instance(device, expression)?;
            if launching::fit(&instance, args) {
                fitting.push(Target { expression: expression.clone(), instance });
            }
        }
        let name = self.kernel().name();
        match (fitting.len(), fitting.pop()) {
            (1, Some(target)) => Ok(target),
            (0, _) => {
                let known =
                    if all.is_empty() { "it has none".to_owned() } else { format!("it has {}", all.join("; ")) };
                let help = format!(
                    "add `template __global__ void {name}<...>(...);` to the cell, or name the arguments: {name}['float'][grid, block](...)"
                );
                Err(Raise::type_error(format!("no instantiation of {name} takes these arguments: {known}")).help(help))
            }
            _ => {
                let help = format!("choose one: {name}['...'][grid, block](...)");
                Err(Raise::type_error(format!(
                    "several instantiations of {name} take these arguments: {}",
                    all.join("; ")
                ))
                .help(help))
            }
        }
    }

    fn launch(&self, vm: &mut Vm, shape: Shape, stream: Option<Stream>, args: &[Value]) -> Result<()> {
        let device = match stream {
            Some(stream) => stream.device(),
            None => launching::device_of(args).unwrap_or_else(driver::current_device),
        };
        let stream = stream.unwrap_or_else(|| Stream::current(device));
        let target = self.target(device, args)?;
        launching::launch(vm, &self.program, self.kernel(), &target, shape, &stream, args)
    }
}

/// Returns the C++ names of a dtype.
fn names_of(dtype: DType) -> Vec<String> {
    let others: &[&str] = match dtype {
        DType::Int8 => &["signed char", "char"],
        DType::UInt8 => &["unsigned char"],
        DType::Int16 => &["short"],
        DType::Int32 => &["int32_t"],
        DType::Int64 => &["long long", "long"],
        DType::Float16 => &["half"],
        DType::BFloat16 => &["nv_bfloat16"],
        _ => &[],
    };
    std::iter::once(cpp_name(dtype)).chain(others.iter().copied()).map(str::to_owned).collect()
}

impl Native for Handle {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        classes(|classes| classes.kernel.clone())
    }
    fn repr(&self, _: &mut Vm) -> Result<String> {
        let kind = if self.0.expression.is_none() { "template of CUDA kernels" } else { "CUDA kernel" };
        Ok(format!("<{kind} {}, {}>", self.0.signature(), self.0.program.name))
    }
    fn source(&self) -> Option<String> {
        Some(self.0.source())
    }
    fn get_item(&self, vm: &mut Vm, _: &Value, key: &Value) -> Result<Option<Value>> {
        if self.0.kernel().template.is_some()
            && self.0.expression.is_none()
            && let Some(kernel) = self.0.instantiate(key)?
        {
            return Ok(Some(Value::native(Handle(Rc::new(kernel)))));
        }
        let name = self.0.kernel().name();
        let (shape, stream) = launching::shape_of(vm, name, key)?;
        Ok(Some(Value::native(LaunchObject { kernel: self.0.clone(), shape, stream })))
    }
    /// PyTorch's call form of compiled kernels: `kernel(grid, block, args)`.
    fn call(&self, vm: &mut Vm, args: &[Value], kwargs: &[(String, Value)]) -> Result<Option<Value>> {
        static CALL: Builtin = Builtin::new(
            "CudaKernel.__call__",
            "(grid=(1, 1, 1), block=(1, 1, 1), args=None, shared_mem=0, stream=None)",
            "Launches the kernel, as PyTorch's `torch.cuda._compile_kernel` does.",
            |_, _| Ok(Value::None),
        );
        let name = self.0.kernel().name();
        // PyTorch's form has a list as third argument; other positional arguments are probably meant for the kernel.
        let as_pytorch =
            args.is_empty() || !kwargs.is_empty() || args.get(2).is_some_and(|list| items_of(list).is_some());
        let takes_none = self.0.kernel().parameters.is_empty() && args.len() == 2;
        if args.iter().any(|value| tensor_of(value).is_some()) || !(as_pytorch || takes_none) {
            let names: Vec<&str> = self.0.kernel().parameters.iter().map(|parameter| parameter.name.as_str()).collect();
            let help = format!("write {name}[grid, block]({}): blocks, and threads of each", names.join(", "));
            return Err(Raise::type_error(format!("the launch of {name} has no shape")).help(help));
        }
        let bound = CALL.bind(args, kwargs)?;
        let key = Value::tuple((0..2).chain([3, 4]).map(|i| bound.get(i).clone()).collect());
        let (shape, stream) = launching::shape_of(vm, name, &key)?;
        let given = match bound.get(2) {
            Value::None => Vec::new(),
            value => items_of(value).ok_or_else(|| bound.wrong(2, "list"))?,
        };
        self.0.launch(vm, shape, stream, &given)?;
        Ok(Some(Value::None))
    }
}

fn handle(value: &Value) -> Result<&Rc<KernelObject>> {
    value.downcast::<Handle>().map(|handle| &handle.0).ok_or_else(|| Raise::type_error("expected a CUDA kernel"))
}

/// Queries the driver about a kernel on the current device. Returns None for a template.
fn usage(value: &Value, read: impl FnOnce(&Instance) -> usize) -> Result<Value> {
    let kernel = handle(value)?;
    match &kernel.expression {
        Some(expression) => Ok(Value::Int(read(&kernel.instance(driver::current_device(), expression)?) as i64)),
        None => Ok(Value::None),
    }
}

static KERNEL_GETTERS: &[Getter] = &[
    Getter {
        name: "__doc__",
        doc: "Its source position, its parameters, and how to launch it.",
        get: |_, value| Ok(Value::str(handle(value)?.description())),
        set: None,
    },
    Getter {
        name: "__name__",
        doc: "Its name.",
        get: |_, value| Ok(Value::str(handle(value)?.kernel().name())),
        set: None,
    },
    Getter {
        name: "signature",
        doc: "Its parameters as the source has them.",
        get: |_, value| Ok(Value::str(handle(value)?.signature())),
        set: None,
    },
    Getter {
        name: "instantiations",
        doc: "A template's explicit instantiations.",
        get: |_, value| Ok(Value::list(handle(value)?.instantiations().iter().map(Value::str).collect())),
        set: None,
    },
    Getter {
        name: "num_regs",
        doc: "Registers of each thread; 0 on an emulated device, which has none.",
        get: |_, value| usage(value, |instance| instance.usage.registers),
        set: None,
    },
    Getter {
        name: "shared_size_bytes",
        doc: "Bytes of static shared memory of each block.",
        get: |_, value| usage(value, |instance| instance.usage.shared),
        set: None,
    },
    Getter {
        name: "max_threads_per_block",
        doc: "The largest block that can be launched.",
        get: |_, value| usage(value, |instance| instance.usage.most_threads),
        set: None,
    },
];

static KERNEL_METHODS: &[Builtin] = &[Builtin::new(
    "CudaKernel.set_shared_memory_config",
    "(self, shared_mem_bytes)",
    "Accepted as PyTorch's: what a launch asks for beyond 48 KiB is allowed by itself here.",
    |_, args| {
        let kernel = handle(args.get(0))?;
        kernel.shared.set(launching::shared_bytes(kernel.kernel().name(), args.int(1)?)?);
        Ok(Value::None)
    },
)];

pub(super) fn kernel_class() -> Rc<Class> {
    Class::native("tensorcell", "CudaKernel", &[], None, KERNEL_METHODS, KERNEL_GETTERS, "")
}

impl Native for LaunchObject {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        classes(|classes| classes.launch.clone())
    }
    fn repr(&self, _: &mut Vm) -> Result<String> {
        let Shape { grid, block, shared } = self.shape;
        Ok(format!(
            "<launch of {}: grid {grid:?}, block {block:?}, {shared} bytes of shared memory>",
            self.kernel.signature()
        ))
    }
    fn call(&self, vm: &mut Vm, args: &[Value], kwargs: &[(String, Value)]) -> Result<Option<Value>> {
        if let Some((keyword, _)) = kwargs.first() {
            let text = format!(
                "{}() takes its arguments by position, not by keyword ('{keyword}')",
                self.kernel.kernel().name()
            );
            return Err(Raise::type_error(text).help(format!("the order is {}", self.kernel.signature())));
        }
        self.kernel.launch(vm, self.shape, self.stream, args)?;
        Ok(Some(Value::None))
    }
}

pub(super) fn launch_class() -> Rc<Class> {
    Class::native(
        "tensorcell",
        "CudaLaunch",
        &[],
        None,
        &[],
        &[],
        "A kernel with the shape of its launch: call it with the arguments.",
    )
}

impl Native for ProgramObject {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        classes(|classes| classes.program.clone())
    }
    fn repr(&self, _: &mut Vm) -> Result<String> {
        let names: Vec<&str> = self.kernels.iter().map(|(name, _)| name.as_str()).collect();
        Ok(format!("<CUDA program {} with {}>", self.program.name, names.join(", ")))
    }
    fn get_attr(&self, _: &mut Vm, name: &str) -> Result<Option<Value>> {
        Ok(self.kernels.iter().find(|(own, _)| own == name).map(|(_, kernel)| kernel.clone()))
    }
    fn attr_names(&self) -> Vec<String> {
        self.kernels.iter().map(|(name, _)| name.clone()).collect()
    }
}

pub(super) fn program_class() -> Rc<Class> {
    Class::native("tensorcell", "CudaProgram", &[], None, &[], &[], "Compiled CUDA C++: its kernels are attributes.")
}

/// Checks an NVRTC option. Only options about a program's text and speed are allowed; others would change what the
/// notebook relies on.
pub fn check_option(option: &str) -> Result<()> {
    const KNOWN: [&str; 13] = [
        "-D",
        "-U",
        "--define-macro",
        "--undefine-macro",
        "--use_fast_math",
        "-use_fast_math",
        "--fmad",
        "-fmad",
        "--maxrregcount",
        "-maxrregcount",
        "-lineinfo",
        "--generate-line-info",
        "--extra-device-vectorization",
    ];
    if KNOWN.iter().any(|known| option.starts_with(known)) {
        return Ok(());
    }
    let help = "known: -DNAME=VALUE, --use_fast_math, --fmad=false, --maxrregcount=N, --generate-line-info, --no-check";
    Err(Raise::value_error(format!("unknown option of a CUDA program: {option}")).help(help))
}

fn texts(args: &Args, i: usize) -> Result<Vec<String>> {
    match args.get(i) {
        Value::None => Ok(Vec::new()),
        value => {
            let items = items_of(value).ok_or_else(|| args.wrong(i, "list of str"))?;
            items
                .iter()
                .map(|item| item.as_str().map(str::to_owned).ok_or_else(|| args.wrong(i, "list of str")))
                .collect()
        }
    }
}

pub static COMPILE: Builtin = Builtin::new(
    "tensorcell.cuda_compile",
    "(source, *, name='cuda source', options=(), check=True)",
    "Compiles CUDA C++ and gives a program whose kernels are attributes: what a %%cuda cell does, for a script.\n\n\
     program = tensorcell.cuda_compile('__global__ void twice(float* x, int n) { ... }')\n\
     program.twice[(n + 255) // 256, 256](x, n)\n\n\
     options: NVRTC's, such as '-DBLOCK=128' and '--use_fast_math'. check: on an emulated device, whether every access is checked \
     for races and bounds. Errors of the compiler are a RuntimeError with a caret in the source.",
    |vm, args| {
        let options = texts(args, 2)?;
        options.iter().try_for_each(|option| check_option(option))?;
        let kernels = compile(vm, args.str(1)?, args.str(0)?, 0, options, args.bool(3)?)?;
        let program = handle(&kernels[0].1)?.program.clone();
        Ok(Value::native(ProgramObject { program, kernels }))
    },
);

/// Same signature as PyTorch's.
pub static COMPILE_KERNEL: Builtin = Builtin::new(
    "torch.cuda._compile_kernel",
    "(kernel_source, kernel_name, compute_capability=None, cuda_include_dirs=None, nvcc_options=None)",
    "Compiles one kernel and gives it, to be called as kernel(grid=(4, 1, 1), block=(256, 1, 1), args=[x, y, n]).\n\n\
     kernel_name may name a template's arguments: 'scale<float>'. kernel[grid, block](x, y, n) launches it, too.",
    |vm, args| {
        let name = args.str(1)?;
        if let Some(wanted) = args.opt_str(2)? {
            let (major, minor) = super::checked(driver::properties(device_index(&Value::None)?))?.capability;
            if wanted != format!("{major}{minor}") {
                let text = format!(
                    "the current device has compute capability {major}.{minor}; a kernel for {wanted} cannot be launched on it"
                );
                return Err(Raise::runtime(text));
            }
        }
        if !texts(args, 3)?.is_empty() {
            let help = "write the included text into the source";
            return Err(Raise::new(
                Exc::NotImplementedError,
                "cuda_include_dirs: a program of the notebook has no files beside it",
            )
            .help(help));
        }
        let options = texts(args, 4)?;
        let kernels =
            compile(vm, &format!("{}.cu", name.split('<').next().unwrap_or(name)), args.str(0)?, 0, options, true)?;
        let wanted = user::source::normalized(name);
        let base = wanted.split('<').next().unwrap_or_default();
        let found = kernels
            .iter()
            .find(|(own, value)| own == base || handle(value).is_ok_and(|kernel| kernel.kernel().path == base));
        let Some((_, kernel)) = found else {
            let names: Vec<&str> = kernels.iter().map(|(name, _)| name.as_str()).collect();
            return Err(Raise::runtime(format!("the source has no kernel {name}: it has {}", names.join(", "))));
        };
        match wanted.split_once('<') {
            Some((_, arguments)) => vm.get_item(kernel, &Value::str(arguments.trim_end_matches('>'))),
            None => Ok(kernel.clone()),
        }
    },
);
