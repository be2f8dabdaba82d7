//! Launches a user's kernel: checks every argument of `kernel[grid, block, shared, stream](arguments)` against the
//! kernel's own types first, so that an error message can say what to write instead.

use super::streams::stream_of;
use crate::numbers::integer_of;
use crate::recording;
use crate::sequences::items_of;
use crate::tensor::tensor_of;
use half::{bf16, f16};
use std::cell::RefCell;
use std::rc::Rc;
use tensorcell_device::stream::Stream;
use tensorcell_device::{Device, driver, graph};
use tensorcell_engine::cuda::user::source::Kernel;
use tensorcell_engine::cuda::user::{self, Argument, Element, Instance, Number, Printed, Program, Shape, Type};
use tensorcell_engine::grad_mode;
use tensorcell_language::{Exc, Host, Raise, Result, Span, Value, Vm, place};
use tensorcell_tensor::{DType, Tensor};

/// The kernel that the arguments' types select.
pub struct Target {
    pub expression: String,
    pub instance: Instance,
}

thread_local! {
    /// The receiver of kernels' printed output.
    static HOST: RefCell<Option<Rc<dyn Host>>> = const { RefCell::new(None) };
    /// Devices with user kernels launched since `finish`, and the latest launch on each.
    static LAUNCHED: RefCell<Vec<(usize, Span)>> = const { RefCell::new(Vec::new()) };
}

/// Sets the receiver of kernels' printed output.
pub fn set_host(host: Rc<dyn Host>) {
    HOST.set(Some(host));
}

pub fn show_printed(stdout: &str, stderr: &str) {
    HOST.with_borrow(|host| {
        if let Some(host) = host {
            if !stdout.is_empty() {
                host.write_stdout(stdout);
            }
            if !stderr.is_empty() {
                host.write_stderr(stderr);
            }
        }
    });
}

/// Waits at a cell's end for the kernels that it launched, so that their errors belong to the cell.
pub fn finish() -> Result<()> {
    let devices = LAUNCHED.take();
    for (device, span) in devices {
        if graph::is_capturing(device) {
            continue;
        }
        let at = |raise: Raise| raise.at([span.source, span.start, span.end]);
        super::checked(driver::synchronize(device)).map_err(at)?;
        user::check(device).map_err(|error| at(error.into()))?;
    }
    Ok(())
}

/// Returns the device of the first CUDA tensor.
pub fn device_of(args: &[Value]) -> Option<usize> {
    args.iter().filter_map(tensor_of).find_map(|tensor| match tensor.device() {
        Device::Cuda(index) => Some(index),
        Device::Cpu | Device::Meta => None,
    })
}

// --- the shape

/// `[grid, block]`, `[grid, block, shared_bytes]`, `[grid, block, shared_bytes, stream]`.
pub fn shape_of(vm: &mut Vm, name: &str, key: &Value) -> Result<(Shape, Option<Stream>)> {
    let parts = match key {
        Value::Tuple(parts) if (2..=4).contains(&parts.len()) => parts.to_vec(),
        _ => {
            let help = format!(
                "write {name}[grid, block](...), {name}[grid, block, shared_bytes](...) or with a stream after it"
            );
            return Err(Raise::type_error(format!("the launch of {name} wants a grid and a block"))
                .mark(1, key.type_name())
                .help(help));
        }
    };
    let grid = extent(vm, name, "grid", &parts[0])?;
    let block = extent(vm, name, "block", &parts[1])?;
    check_limits(name, grid, block)?;
    let shared = match parts.get(2) {
        None | Some(Value::None) => 0,
        Some(value @ (Value::Int(_) | Value::Bool(_))) => {
            shared_bytes(name, integer_of(vm, value)?.unwrap_or_default())?
        }
        Some(value) => {
            let text = format!("{name}: shared memory is a number of bytes, not {}", value.type_name());
            return Err(Raise::type_error(text).help("count elements times their size: 256 * 4 for 256 floats"));
        }
    };
    let stream = match parts.get(3) {
        None | Some(Value::None) => None,
        Some(value) => Some(stream_of(value).ok_or_else(|| {
            Raise::type_error(format!("{name}: the stream is a torch.cuda.Stream, not {}", value.type_name()))
        })?),
    };
    Ok((Shape { grid, block, shared }, stream))
}

/// Reads one to three sizes. Missing ones are 1.
fn extent(vm: &mut Vm, name: &str, what: &str, value: &Value) -> Result<[u32; 3]> {
    let items = match items_of(value) {
        Some(items) => items,
        None => vec![value.clone()],
    };
    let of = if what == "grid" { "blocks" } else { "threads" };
    if items.is_empty() || items.len() > 3 {
        let text = format!("{name}: {what} has {} dimensions", items.len());
        return Err(Raise::value_error(text)
            .help(format!("{what} is an int or a tuple of one to three: the {of} in x, y and z")));
    }
    let mut numbers = [1u32; 3];
    for (at, item) in items.iter().enumerate() {
        let axis = ["x", "y", "z"][at];
        let number = match item {
            Value::Int(number) => *number,
            Value::Float(_) => {
                let text = format!("{name}: {what} is counted in whole {of}, and {axis} is a float");
                return Err(Raise::type_error(text).help("divide with //: (n + 255) // 256"));
            }
            item => match (tensor_of(item).is_none(), item) {
                (true, Value::Native(_)) => integer_of(vm, item)?,
                _ => None,
            }
            .ok_or_else(|| {
                let text = format!("{name}: {what} is counted in whole {of}, and {axis} is {}", item.type_name());
                let help = if tensor_of(item).is_some() {
                    "a tensor's number is x.item(), its size x.numel()"
                } else {
                    "give an int or a tuple of ints"
                };
                Raise::type_error(text).help(help)
            })?,
        };
        if number < 1 {
            let text = format!("{name}: {what} has {number} {of} in {axis}");
            let help = match number {
                0 => "a launch runs at least one: for an empty tensor, skip it",
                _ => "a size cannot be negative: is a subtraction the wrong way round?",
            };
            return Err(Raise::value_error(text).help(help));
        }
        numbers[at] = u32::try_from(number).unwrap_or(u32::MAX);
    }
    Ok(numbers)
}

/// Checks the limits that all CUDA devices share.
fn check_limits(name: &str, grid: [u32; 3], block: [u32; 3]) -> Result<()> {
    const BLOCKS: [u32; 3] = [0x7fff_ffff, 65_535, 65_535];
    const THREADS: [u32; 3] = [1024, 1024, 64];
    for at in 0..3 {
        let axis = ["x", "y", "z"][at];
        if grid[at] > BLOCKS[at] {
            let text = format!("{name}: grid has {} blocks in {axis}, and CUDA allows {}", grid[at], BLOCKS[at]);
            let help = if at == 0 {
                "let each thread do several elements, in a loop over i += gridDim.x * blockDim.x"
            } else {
                "put the long dimension into x"
            };
            return Err(Raise::value_error(text).help(help));
        }
    }
    let threads: u64 = block.iter().map(|size| u64::from(*size)).product();
    if threads > 1024 {
        let text = format!(
            "{name}: a block of {} x {} x {} is {threads} threads, and CUDA allows 1024",
            block[0], block[1], block[2]
        );
        return Err(Raise::value_error(text)
            .help("take 256 threads a block and more blocks: kernel[(n + 255) // 256, 256](...)"));
    }
    if block[2] > THREADS[2] {
        let text = format!("{name}: block has {} threads in z, and CUDA allows 64", block[2]);
        return Err(Raise::value_error(text).help("put the long dimension into x"));
    }
    Ok(())
}

pub fn shared_bytes(name: &str, bytes: i64) -> Result<usize> {
    usize::try_from(bytes)
        .map_err(|_| Raise::value_error(format!("{name}: {bytes} bytes of shared memory")).help("give 0 or more"))
}

/// Checks the limits of the device and the compiled kernel.
fn check_device_limits(name: &str, instance: &Instance, shape: Shape, device: usize) -> Result<()> {
    let properties = super::checked(driver::properties(device))?;
    let most = properties.shared_memory_per_block_optin.max(properties.shared_memory_per_block);
    let wanted = shape.shared + instance.usage.shared;
    if wanted > most {
        let text = match instance.usage.shared {
            0 => format!(
                "{name}: a block asks for {wanted} bytes of shared memory, and cuda:{device} has {most} for each"
            ),
            own => format!(
                "{name}: a block asks for {} bytes of dynamic and {own} of static shared memory, and cuda:{device} has {most} for each",
                shape.shared
            ),
        };
        return Err(Raise::value_error(text)
            .help("smaller tiles, or smaller blocks: the third number in [grid, block, bytes] is for each block"));
    }
    let threads: usize = shape.block.iter().map(|size| *size as usize).product();
    if threads > instance.usage.most_threads && instance.usage.most_threads > 0 {
        let text = format!(
            "{name}: a block of {threads} threads, and this kernel can have {} ({} registers a thread)",
            instance.usage.most_threads, instance.usage.registers
        );
        return Err(Raise::value_error(text)
            .help("smaller blocks, or __launch_bounds__ in the source with the number of threads you launch"));
    }
    Ok(())
}

// --- the arguments

/// Returns whether the arguments match an instantiation: by count, and tensors by dtype.
pub fn fit(instance: &Instance, args: &[Value]) -> bool {
    instance.types.len() == args.len()
        && instance.types.iter().zip(args).all(|(of, value)| match tensor_of(value) {
            Some(tensor) => of.pointer && of.dtypes().contains(&tensor.dtype()),
            None => !of.pointer || value.is_none(),
        })
}

/// The position of a problem: the kernel, the parameter as written in the source, and its index.
struct Where<'a> {
    kernel: &'a str,
    parameter: &'a str,
    text: &'a str,
    at: usize,
}

impl Where<'_> {
    fn error(&self, exception: Exc, problem: &str, help: impl Into<String>) -> Raise {
        let Where { kernel, text, at, .. } = self;
        Raise::new(exception, format!("{kernel}: argument {} (`{text}`) {problem}", at + 1))
            .mark(*at, format!("for `{text}`"))
            .help(help)
    }
}

/// Queues a kernel with the values as arguments.
pub fn launch(
    vm: &mut Vm,
    program: &Program,
    written: &Kernel,
    target: &Target,
    shape: Shape,
    stream: &Stream,
    args: &[Value],
) -> Result<()> {
    let name = target.expression.as_str();
    let (types, parameters) = (&target.instance.types, &written.parameters);
    if args.len() != types.len() {
        let names: Vec<&str> = parameters.iter().map(|parameter| parameter.text.as_str()).collect();
        let text = match types.len() {
            1 => format!("{name}() takes 1 argument but {} were given", args.len()),
            count => format!("{name}() takes {count} arguments but {} were given", args.len()),
        };
        return Err(Raise::type_error(text).help(format!("its parameters are ({})", names.join(", "))));
    }
    check_device_limits(name, &target.instance, shape, stream.device())?;
    let mut arguments = Vec::with_capacity(args.len());
    for (at, (of, value)) in types.iter().zip(args).enumerate() {
        let (parameter, text) =
            parameters.get(at).map_or(("", ""), |parameter| (parameter.name.as_str(), parameter.text.as_str()));
        let place = Where { kernel: name, parameter, text, at };
        arguments.push(argument(vm, &place, of, value, stream.device())?);
    }
    LAUNCHED.with_borrow_mut(|launched| {
        launched.retain(|(device, _)| *device != stream.device());
        launched.push((stream.device(), place::span()));
    });
    let Printed { stdout, stderr } = user::launch(program, name, &target.instance, shape, stream, &arguments)?;
    show_printed(&stdout, &stderr);
    Ok(())
}

fn argument<'a>(vm: &mut Vm, place: &Where<'a>, of: &Type, value: &'a Value, device: usize) -> Result<Argument<'a>> {
    if of.reference {
        let help = "declare it by value (int n) or as a pointer, and pass a tensor";
        return Err(place.error(Exc::TypeError, "is a reference, which a cell has nothing to pass for", help));
    }
    if of.pointer {
        return pointer(place, of, value, device);
    }
    let Element::Number(number) = of.element else {
        let help = "give its fields parameters of their own, or put them into a tensor";
        return Err(place.error(Exc::TypeError, "is a structure, which a cell has nothing to pass for", help));
    };
    if of.lanes > 1 {
        let help = "give its x, y, ... parameters of their own";
        return Err(place.error(Exc::TypeError, "is a vector by value, which a cell has nothing to pass for", help));
    }
    if let Some(tensor) = tensor_of(value) {
        let problem = format!("is a number, and a tensor of shape {:?} was given", tensor.shape());
        let help = format!(
            "pass its number, x.item(), or declare the parameter as a pointer: const float* {}",
            place.parameter
        );
        return Err(place.error(Exc::TypeError, &problem, help));
    }
    Ok(Argument { name: place.parameter, bits: number_bits(vm, place, number, value)?, tensor: None })
}

fn pointer<'a>(place: &Where<'a>, of: &Type, value: &'a Value, device: usize) -> Result<Argument<'a>> {
    let none = Argument { name: place.parameter, bits: 0, tensor: None };
    let Some(tensor) = tensor_of(value) else {
        if value.is_none() {
            return Ok(none);
        }
        let problem = format!("is a pointer, and {} was given", value.type_name());
        return Err(place.error(
            Exc::TypeError,
            &problem,
            "pass a tensor on the device: torch.tensor(..., device='cuda')",
        ));
    };
    check_place(place, tensor, device)?;
    if of.element == Element::Unknown {
        let help = "use a pointer to numbers: float*, int*, __half*, ...; fields can be cut out of a tensor of bytes (unsigned char*)";
        return Err(place.error(Exc::TypeError, "points to a structure, of which there are no tensors", help));
    }
    if !of.dtypes().contains(&tensor.dtype()) {
        let wanted: Vec<String> = of.dtypes().iter().map(DType::to_string).collect();
        let problem = format!("takes tensors of {}, and one of {} was given", wanted.join(" or "), tensor.dtype());
        let help = format!(
            "convert it: x.to({}), or declare the parameter as {}{}*",
            wanted.first().map_or("", String::as_str),
            if of.constant { "const " } else { "" },
            user::cpp_name(tensor.dtype())
        );
        return Err(place.error(Exc::TypeError, &problem, help));
    }
    if !tensor.is_contiguous() {
        let problem = format!(
            "points into a view with strides {:?} of shape {:?}: a kernel sees memory without them",
            tensor.layout().strides(),
            tensor.shape()
        );
        let help = match of.constant {
            true => "pass x.contiguous()",
            false => "pass a contiguous tensor, y = x.contiguous(), and copy back after the launch: x.copy_(y)",
        };
        return Err(place.error(Exc::ValueError, &problem, help));
    }
    let alignment = if matches!(of.lanes, 2 | 4) { (of.lanes * tensor.dtype().size()).min(16) } else { 1 };
    if !tensor.address().is_multiple_of(alignment as u64) {
        let problem = format!("wants an address that is a multiple of {alignment}, and this view begins between two");
        return Err(place.error(Exc::ValueError, &problem, "pass a copy: x.clone()"));
    }
    if !of.constant && grad_mode::is_enabled() && tensor.requires_grad() {
        let problem = match recording::grad_fn_name(tensor) {
            None => "may be written, and a leaf Variable that requires grad is being used in an in-place operation.",
            Some(_) => "may be written, and requires grad: autograd does not see what a kernel does",
        };
        let help = format!(
            "launch inside forward of a torch.autograd.Function, or under torch.no_grad(); what is only read is declared const {}",
            place.text
        );
        return Err(place.error(Exc::RuntimeError, problem, help));
    }
    Ok(Argument { bits: tensor.address(), tensor: Some((tensor, !of.constant)), ..none })
}

fn check_place(place: &Where, tensor: &Tensor, device: usize) -> Result<()> {
    match tensor.device() {
        _ if tensor.is_sparse() => {
            Err(place.error(Exc::RuntimeError, "is sparse, so it has no memory of its own", "pass x.to_dense()"))
        }
        Device::Cuda(index) if index == device => Ok(()),
        Device::Cuda(index) => {
            let problem = format!(
                "is on cuda:{index}, and the kernel runs on cuda:{device}, where the first tensor or the stream is"
            );
            Err(place.error(Exc::RuntimeError, &problem, format!("bring all to one device: x.to('cuda:{device}')")))
        }
        Device::Cpu if tensor.storage().is_pinned() => Ok(()),
        Device::Meta => {
            Err(place.error(Exc::RuntimeError, "is on the meta device, which has no data", "pass a tensor with data"))
        }
        Device::Cpu => {
            let problem = "is in the host's memory, which a kernel does not reach";
            Err(place.error(Exc::RuntimeError, problem, "pass x.cuda(), and bring a result back with .cpu()"))
        }
    }
}

/// Converts a number to the bits of the parameter's type.
fn number_bits(vm: &mut Vm, place: &Where, number: Number, value: &Value) -> Result<u64> {
    let cpp = match number {
        Number::Bool => "bool",
        Number::Int(1) => "int8_t",
        Number::Int(2) => "short",
        Number::Int(4) => "int",
        Number::Int(_) => "long long",
        Number::Unsigned(1) => "unsigned char",
        Number::Unsigned(2) => "unsigned short",
        Number::Unsigned(4) => "unsigned int",
        Number::Unsigned(_) => "unsigned long long",
        Number::Half => "__half",
        Number::BFloat16 => "__nv_bfloat16",
        Number::Float => "float",
        Number::Double => "double",
    };
    let wrong = |value: &Value, help: &str| {
        Err(place.error(Exc::TypeError, &format!("takes a number, and {} was given", value.type_name()), help))
    };
    if let Number::Float | Number::Double | Number::Half | Number::BFloat16 = number {
        let given = match value.number() {
            Value::Float(given) => given.get(),
            Value::Int(given) => *given as f64,
            Value::Bool(given) => f64::from(u8::from(given.get())),
            Value::Native(object) => match object.to_float(vm)? {
                Some(given) => given,
                None => return wrong(value, "pass a float"),
            },
            value => return wrong(value, "pass a float"),
        };
        let (bits, back) = match number {
            Number::Float => (u64::from((given as f32).to_bits()), f64::from(given as f32)),
            Number::Half => (u64::from(f16::from_f64(given).to_bits()), f16::from_f64(given).to_f64()),
            Number::BFloat16 => (u64::from(bf16::from_f64(given).to_bits()), bf16::from_f64(given).to_f64()),
            _ => (given.to_bits(), given),
        };
        if back.is_infinite() && given.is_finite() {
            return Err(place.error(
                Exc::OverflowError,
                &format!("is a {cpp}, and {given:e} is beyond what it holds"),
                "declare it as double",
            ));
        }
        return Ok(bits);
    }
    let given: i128 = match value.number() {
        Value::Int(given) => (*given).into(),
        Value::Bool(given) => i128::from(given.get()),
        Value::Float(_) => {
            return Err(place.error(
                Exc::TypeError,
                &format!("is a whole number ({cpp}), and a float was given"),
                "round it: int(x)",
            ));
        }
        Value::BigInt(given) => given.to_string().parse().unwrap_or(i128::MAX),
        Value::Native(object) => match object.to_int(vm)? {
            Some(Value::Int(given)) => given.into(),
            _ => return wrong(value, "pass an int"),
        },
        value => return wrong(value, "pass an int"),
    };
    let (least, most): (i128, i128) = match number {
        Number::Bool => (0, 1),
        Number::Unsigned(bytes) => (0, (1 << (8 * bytes)) - 1),
        Number::Int(bytes) => (-(1 << (8 * bytes - 1)), (1 << (8 * bytes - 1)) - 1),
        _ => (0, 0),
    };
    if given < least || given > most {
        let problem = format!("is a {cpp}, which holds {least} to {most}, and {given} was given");
        return Err(place.error(Exc::OverflowError, &problem, "declare it as long long (int64_t)"));
    }
    Ok(given as u64)
}
