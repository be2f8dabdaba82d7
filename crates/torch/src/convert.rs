//! Conversions between dtypes and devices, and to Python and NumPy: `to`, `float`, `cuda`, `item`, `numpy`, copies.

use super::arguments::TensorArgs;
use super::device::device_of;
use super::dtype::{dtype_of, names};
use super::engine_ops::{copy_from, copy_into, to};
use super::finish::finish_as;
use super::numbers::scalar_of;
use super::tensor::{tensor_of, tensor_value};
use super::{defaults, host, memory_format};
use std::sync::atomic::{AtomicBool, Ordering};
use tensorcell_engine::{self as engine, grad_mode};
use tensorcell_language::native::Args;
use tensorcell_language::{Builtin, Raise, Result, Value, Vm};
use tensorcell_tensor::op::Make;
use tensorcell_tensor::{DType, Device, MemoryFormat, Op};

/// Implements methods like `to`: returns the receiver itself if nothing changes.
fn converted(
    vm: &mut Vm,
    args: &Args,
    dtype: Option<DType>,
    device: Option<Device>,
    non_blocking: bool,
    copy: bool,
) -> Result<Value> {
    let input = args.tensor(0)?;
    warn_of_discarding(vm, input.dtype(), dtype)?;
    let result = to(input, dtype, device, non_blocking, copy)?;
    Ok(if result.same(input) { args.get(0).clone() } else { tensor_value(result) })
}

/// Gives PyTorch's warning about dropped imaginary parts, once per process.
fn warn_of_discarding(vm: &mut Vm, from: DType, to: Option<DType>) -> Result<()> {
    static WARNED: AtomicBool = AtomicBool::new(false);
    let drops = from.is_complex() && to.is_some_and(|to| !to.is_complex() && to != DType::Bool);
    match drops && !WARNED.swap(true, Ordering::Relaxed) {
        true => super::warnings::warn(vm, "Casting complex values to real discards the imaginary part"),
        false => Ok(()),
    }
}

/// `x.to(dtype)`, `x.to(device, dtype)`, `x.to(other)`, with keywords.
fn to_method(vm: &mut Vm, args: &Args) -> Result<Value> {
    let (mut dtype, mut device) = (args.opt_dtype(2)?, args.opt_device(3)?);
    let mut flags = Vec::new();
    for value in args.rest(1) {
        if let Some(other) = tensor_of(value) {
            (dtype, device) = (Some(other.dtype()), Some(other.device()));
        } else if let Value::Bool(flag) = value {
            flags.push(flag.get());
        } else if let Some(found) = dtype_of(value) {
            dtype = Some(found);
        } else if let Some(found) = device_of(value)? {
            device = Some(found);
        } else if !matches!(value, Value::None) {
            return Err(Raise::type_error(format!(
                "to() received an invalid combination of arguments - got ({}), but expected one of:\n * (torch.device device = None, torch.dtype dtype = None, bool non_blocking = False, bool copy = False, *, torch.memory_format memory_format = None)\n * (torch.dtype dtype, bool non_blocking = False, bool copy = False, *, torch.memory_format memory_format = None)\n * (Tensor tensor, bool non_blocking = False, bool copy = False, *, torch.memory_format memory_format = None)\n",
                value.type_name()
            )));
        }
    }
    let non_blocking = args.bool(4)? || flags.first().copied().unwrap_or(false);
    let copy = args.bool(5)? || flags.get(1).copied().unwrap_or(false);
    let format = memory_format::format_at(args, 6, MemoryFormat::Preserve)?;
    if format == MemoryFormat::Preserve {
        return converted(vm, args, dtype, device, non_blocking, copy);
    }
    let input = args.tensor(0)?;
    let result = memory_format::laid_out(format, input, to(input, dtype, device, non_blocking, copy)?)?;
    Ok(if result.same(input) { args.get(0).clone() } else { tensor_value(result) })
}

/// `x.half()`, `x.long()`...: the dtype is the method's name.
fn to_named_dtype(vm: &mut Vm, args: &Args) -> Result<Value> {
    let name = args.builtin.short_name();
    let dtype = names().find(|(known, _)| *known == name).map(|(_, dtype)| dtype);
    converted(vm, args, dtype, None, false, false)
}

fn type_method(vm: &mut Vm, args: &Args) -> Result<Value> {
    let input = args.tensor(0)?;
    let prefix = if input.device().is_cuda() { "torch.cuda." } else { "torch." };
    match args.get(1) {
        Value::None => Ok(Value::str(format!("{prefix}{}Tensor", input.dtype().scalar_name()))),
        Value::Str(_) | Value::Builtin(_) => {
            // 'torch.cuda.FloatTensor', or the function of that name.
            let name = match args.get(1) {
                Value::Str(name) => name.as_str(),
                Value::Builtin(class) => class.name,
                _ => "",
            };
            let wanted = name.rsplit('.').next().unwrap_or_default();
            let current = || Device::Cuda(tensorcell_device::driver::current_device());
            let device = if name.starts_with("torch.cuda.") { current() } else { Device::Cpu };
            let moved = (input.device().is_cuda() != device.is_cuda()).then_some(device);
            let dtype = DType::ALL
                .into_iter()
                .find(|dtype| wanted == dtype.name() || wanted == format!("{}Tensor", dtype.scalar_name()));
            let dtype = dtype.ok_or_else(|| Raise::value_error(format!("invalid type: '{name}'")))?;
            converted(vm, args, Some(dtype), moved, false, false)
        }
        _ => {
            let dtype = args.opt_dtype(1)?;
            converted(vm, args, dtype, None, false, false)
        }
    }
}

fn cuda(vm: &mut Vm, args: &Args) -> Result<Value> {
    let current = || Device::Cuda(tensorcell_device::driver::current_device());
    let device = args.opt_device(1)?.unwrap_or_else(current);
    if !device.is_cuda() {
        return Err(Raise::runtime("Invalid device, must be cuda device").mark(1, "not a CUDA device"));
    }
    converted(vm, args, None, Some(device), args.bool(2)?, false)
}

fn fill(args: &Args, value: tensorcell_tensor::Scalar) -> Result<Value> {
    let input = args.tensor(0)?;
    super::host::check_fits(value, input.dtype(), input.numel())?;
    let make = Make { shape: input.shape().into(), dtype: input.dtype(), device: input.device() };
    let node = if args.builtin.short_name() == "zero_" { "ZeroBackward0" } else { "FillBackward2" };
    finish_as(args, node, Op::Fill { value, make }, &[])
}

fn from_buffer(_: &mut Vm, args: &Args) -> Result<Value> {
    let Value::Bytes(bytes) = args.get(0) else {
        return Err(Raise::value_error("object does not implement Python buffer protocol."));
    };
    let dtype = super::dtype::dtype_of(args.get(1)).ok_or_else(|| args.must_be(1, "torch.dtype"))?;
    let bytes = bytes.data.borrow();
    let (length, size, count, offset) = (bytes.len() as i64, dtype.size() as i64, args.int(2)?, args.int(3)?);
    let wrong = |text: String| Err(Raise::value_error(text));
    if length == 0 || count == 0 {
        return wrong(format!("both buffer length ({length}) and count ({count}) must not be 0"));
    }
    if offset < 0 || offset >= length {
        return wrong(format!(
            "offset ({offset} bytes) must be non-negative and no greater than buffer length ({length} bytes) minus 1"
        ));
    }
    let rest = length - offset;
    if count < 0 && rest % size != 0 {
        return wrong(format!(
            "buffer length ({rest} bytes) after offset ({offset} bytes) must be a multiple of element size ({size})"
        ));
    }
    if count > 0 && count.saturating_mul(size) > rest {
        return wrong(format!(
            "requested buffer length ({count} * {size} bytes) after offset ({offset} bytes) must not be greater than actual \
             buffer length ({length} bytes)"
        ));
    }
    let count = if count < 0 { rest / size } else { count };
    let part = &bytes[offset as usize..(offset + count * size) as usize];
    let tensor = engine::from_bytes(part, &[count as usize], dtype, Device::Cpu)?;
    super::recording::set_requires_grad(&tensor, args.bool(4)?)?;
    Ok(tensor_value(tensor))
}

fn named_dtypes() -> &'static [Builtin] {
    const DOC: &str = "The tensor in another dtype.";
    static METHODS: &[Builtin] = &[
        Builtin::new("Tensor.half", "(self, memory_format=None) -> Tensor", DOC, to_named_dtype),
        Builtin::new("Tensor.bfloat16", "(self, memory_format=None) -> Tensor", DOC, to_named_dtype),
        Builtin::new("Tensor.float", "(self, memory_format=None) -> Tensor", DOC, to_named_dtype),
        Builtin::new("Tensor.double", "(self, memory_format=None) -> Tensor", DOC, to_named_dtype),
        Builtin::new("Tensor.short", "(self, memory_format=None) -> Tensor", DOC, to_named_dtype),
        Builtin::new("Tensor.int", "(self, memory_format=None) -> Tensor", DOC, to_named_dtype),
        Builtin::new("Tensor.long", "(self, memory_format=None) -> Tensor", DOC, to_named_dtype),
        Builtin::new("Tensor.cfloat", "(self, memory_format=None) -> Tensor", DOC, to_named_dtype),
        Builtin::new("Tensor.cdouble", "(self, memory_format=None) -> Tensor", DOC, to_named_dtype),
        Builtin::new("Tensor.bool", "(self, memory_format=None) -> Tensor", DOC, to_named_dtype),
    ];
    METHODS
}

pub fn builtins() -> impl Iterator<Item = &'static Builtin> {
    FUNCTIONS.iter().chain(named_dtypes())
}

static FUNCTIONS: &[Builtin] = &[
    Builtin::new(
        "Tensor.to",
        "(self, *what, dtype=None, device=None, non_blocking=False, copy=False, memory_format=None) -> Tensor",
        "The tensor in another dtype, on another device, or like another tensor.\n\n\
         Errors: RuntimeError where there is no such device\n\n\
         >>> torch.tensor([1, 2]).to(torch.float32)\n\
         tensor([1., 2.])",
        to_method,
    ),
    Builtin::new(
        "Tensor.type",
        "(self, dtype=None, non_blocking=False)",
        "Without a dtype, the type's name; else a conversion.\n\n\
         >>> torch.ones(2).type()\n\
         'torch.FloatTensor'",
        type_method,
    ),
    Builtin::new(
        "Tensor.type_as",
        "(self, other) -> Tensor",
        "In the dtype and on the device of another tensor.\n\n\
         >>> torch.tensor([1.7, 2.2]).type_as(torch.tensor([1]))\n\
         tensor([1, 2])",
        |vm, args| {
            let other = args.tensor(1)?;
            converted(vm, args, Some(other.dtype()), Some(other.device()), false, false)
        },
    ),
    Builtin::new(
        "Tensor.cuda",
        "(self, device=None, non_blocking=False, memory_format=None) -> Tensor",
        "On a CUDA device.\n\n\
         Errors: RuntimeError where there is no such device",
        cuda,
    ),
    Builtin::new(
        "Tensor.cpu",
        "(self, memory_format=None) -> Tensor",
        "In the host's memory.\n\n\
         >>> torch.ones(2).cpu().device\n\
         device(type='cpu')",
        |vm, args| converted(vm, args, None, Some(Device::Cpu), false, false),
    ),
    Builtin::new(
        "torch.clone",
        "(input, *, memory_format=None) -> Tensor",
        "A copy; gradients flow through it.\n\n\
         >>> torch.clone(torch.tensor([1, 2]))\n\
         tensor([1, 2])",
        |_, args| memory_format::clone(args),
    ),
    Builtin::new(
        "Tensor.contiguous",
        "(self, memory_format=None) -> Tensor",
        "Itself, or a copy laid out row by row.\n\n\
         >>> torch.zeros(2, 3).t().contiguous().is_contiguous()\n\
         True",
        |_, args| memory_format::contiguous(args),
    ),
    Builtin::new(
        "Tensor.is_contiguous",
        "(self, memory_format=None)",
        "True when elements lie row by row.\n\n\
         >>> torch.ones(2, 3).is_contiguous(), torch.ones(2, 3).t().is_contiguous()\n\
         (True, False)",
        |_, args| memory_format::is_contiguous(args),
    ),
    Builtin::new(
        "torch.frombuffer",
        "(buffer, *, dtype, count=-1, offset=0, requires_grad=False) -> Tensor",
        "The numbers that bytes hold, in one dimension: a copy of them.\n\n\
         Errors: ValueError where the bytes are not a whole number of elements:\n\
         \x20       `torch.frombuffer(bytearray(b'123'), dtype=torch.int16)`\n\n\
         >>> torch.frombuffer(bytearray([1, 0, 2, 0]), dtype=torch.int16)\n\
         tensor([1, 2], dtype=torch.int16)",
        from_buffer,
    ),
    Builtin::new(
        "Tensor._is_view",
        "(self)",
        "True when the memory is another tensor's: `_base`'s.\n\n\
         >>> x = torch.zeros(2, 3)\n\
         >>> x._is_view(), x.t()._is_view(), x.t()._base is x\n\
         (False, True, True)",
        |_, args| Ok(Value::from(args.tensor(0)?.autograd().lock().base.is_some())),
    ),
    Builtin::new(
        "Tensor.copy_",
        "(self, src, non_blocking=False)",
        "In place: the values of another tensor.\n\n\
         Shapes: src broadcasts to this tensor's shape\n\
         Errors: RuntimeError where it does not: `torch.zeros(2).copy_(torch.ones(3))`\n\
         \x20       RuntimeError of a leaf that requires gradients:\n\
         \x20       `torch.zeros(2, requires_grad=True).copy_(torch.ones(2))`\n\n\
         >>> torch.zeros(2, 2).copy_(torch.tensor([1., 2.]))\n\
         tensor([[1., 2.],\n\
         \x20       [1., 2.]])",
        |vm, args| {
            let target = args.tensor(0)?;
            let number = match (scalar_of(args.get(1)), target.dtype()) {
                (Some(number), dtype) => {
                    Some(host::from_elements(&host::Elements::one(number), &[], dtype, target.device())?)
                }
                (None, _) => None,
            };
            let source = match &number {
                Some(source) => source,
                None => args.tensor(1)?,
            };
            let wide = tensorcell_tensor::broadcast_shapes([target.shape(), source.shape()])?;
            if wide.as_slice() != target.shape() {
                return Err(Raise::runtime(format!(
                    "output with shape {:?} doesn't match the broadcast shape {wide:?}",
                    target.shape()
                )));
            }
            warn_of_discarding(vm, source.dtype(), Some(target.dtype()))?;
            copy_from(target, source, args.bool(2)?)?;
            Ok(args.get(0).clone())
        },
    ),
    Builtin::new(
        "Tensor.__array__",
        "(self, dtype=None)",
        "The elements as an array of NumPy's.\n\n\
         >>> torch.tensor([1, 2]).__array__()\n\
         array([1, 2])",
        |vm, args| {
            let array = vm.call_method(args.get(0), "numpy", &[])?;
            if args.is_none(1) { Ok(array) } else { vm.call_method(&array, "astype", &[args.get(1).clone()]) }
        },
    ),
    Builtin::new(
        "Tensor.__reversed__",
        "(self)",
        "The items from the last to the first.\n\n\
         >>> reversed(torch.tensor([1, 2]))\n\
         tensor([2, 1])",
        |vm, args| match args.tensor(0)?.dim() {
            0 => Ok(args.get(0).clone()),
            _ => vm.call_method(args.get(0), "flip", &[Value::Int(0)]),
        },
    ),
    Builtin::new("Tensor.__deepcopy__", "(self, memo)", "A copy with memory of its own; leaves only.", |_, args| {
        let input = args.tensor(0)?;
        if !input.is_leaf() {
            return Err(Raise::runtime(
                "Only Tensors created explicitly by the user (graph leaves) support the deepcopy protocol at the moment.  \
                 If you were attempting to deepcopy a module, this may be because of a torch.nn.utils.weight_norm usage, \
                 see https://github.com/pytorch/pytorch/pull/103001",
            ));
        }
        let _recording = super::recording::pause();
        let copied = to(&input.detach(), None, None, false, true)?;
        if let Some(grad) = input.grad() {
            copied.set_grad(Some(to(&grad.detach(), None, None, false, true)?));
        }
        super::recording::set_requires_grad(&copied, input.requires_grad())?;
        let parameter = super::tensor::is_parameter(args.get(0));
        Ok(if parameter { super::tensor::parameter_value(copied) } else { tensor_value(copied) })
    }),
    Builtin::new(
        "Tensor.zero_",
        "(self)",
        "In place: zeros.\n\n\
         >>> torch.ones(3).zero_()\n\
         tensor([0., 0., 0.])",
        |_, args| fill(args, tensorcell_tensor::Scalar::Int(0)),
    ),
    Builtin::new(
        "Tensor.fill_",
        "(self, value)",
        "In place: one value everywhere.\n\n\
         >>> torch.zeros(3).fill_(7)\n\
         tensor([7., 7., 7.])",
        |_, args| match super::tensor::tensor_of(args.get(1)) {
            Some(value) if value.dim() > 0 => Err(Raise::runtime(format!(
                "fill_ only supports 0-dimension value tensor but got tensor with {} dimensions.",
                value.dim()
            ))),
            Some(value) => {
                copy_into(args.tensor(0)?, value)?;
                super::tensor::name_written(args.tensor(0)?, "FillBackward3");
                Ok(args.get(0).clone())
            }
            None => fill(args, args.scalar(1)?),
        },
    ),
    Builtin::new(
        "Tensor.item",
        "(self)",
        "The one element as a Python number.\n\n\
         Errors: RuntimeError unless there is exactly one element: `torch.ones(2).item()`\n\n\
         >>> torch.tensor(2.5).item()\n\
         2.5",
        |vm, args| {
            let input = args.tensor(0)?;
            super::reads::read(vm, "Converting a tensor to a Python number", |_| {
                let dense = if input.is_sparse() { engine::sparse::to_dense(input)? } else { input.clone() };
                Ok(super::numbers::scalar_value(host::item(&dense)?))
            })
        },
    ),
    Builtin::new(
        "Tensor.tolist",
        "(self)",
        "The elements as nested lists of Python numbers.\n\n\
         >>> torch.tensor([[1, 2]]).tolist()\n\
         [[1, 2]]",
        |vm, args| super::reads::read(vm, "Converting a tensor to a Python list", |_| host::to_list(args.tensor(0)?)),
    ),
    Builtin::new(
        "Tensor.numpy",
        "(self, *, force=False)",
        "An array of the elements.\n\n\
         Errors: RuntimeError of a tensor that requires gradients (detach() first):\n\
         \x20       `torch.ones(2, requires_grad=True).numpy()`\n\n\
         >>> torch.tensor([1, 2]).numpy()\n\
         array([1, 2])",
        |vm, args| {
            let input = args.tensor(0)?;
            let force = args.bool(1)?;
            if let Some(layout) = super::sparse::sparse_layout(input) {
                return Err(Raise::type_error(format!(
                    "can't convert {layout} layout tensor to numpy. Use Tensor.to_dense() first."
                )));
            }
            engine::batched::check_read(input)?;
            if input.requires_grad() && grad_mode::is_enabled() && !force {
                return Err(Raise::runtime(
                    "Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.",
                ));
            }
            if input.device() != Device::Cpu && !(force && input.device().is_cuda()) {
                return Err(Raise::type_error(format!(
                    "can't convert {} device type tensor to numpy. Use Tensor.cpu() to copy the tensor to host memory first.",
                    input.device()
                )));
            }
            super::ndarray::load_methods(vm);
            Ok(super::ndarray::array_value(to(&input.data(), None, Some(Device::Cpu), false, false)?))
        },
    ),
    Builtin::new(
        "torch.is_floating_point",
        "(input)",
        "True for a floating dtype.\n\n\
         >>> torch.is_floating_point(torch.tensor([1.])), torch.is_floating_point(torch.tensor([1]))\n\
         (True, False)",
        |_, args| Ok(Value::from(args.tensor(0)?.dtype().is_floating())),
    ),
    Builtin::new(
        "torch.is_complex",
        "(input)",
        "True for a complex dtype.\n\n\
         >>> torch.is_complex(torch.tensor([1j])), torch.is_complex(torch.tensor([1.]))\n\
         (True, False)",
        |_, args| Ok(Value::from(args.tensor(0)?.dtype().is_complex())),
    ),
    Builtin::new(
        "torch.is_nonzero",
        "(input)",
        "True when the one element is not zero.\n\n\
         Errors: RuntimeError unless there is exactly one element: `torch.is_nonzero(torch.ones(2))`\n\n\
         >>> torch.is_nonzero(torch.tensor([0.]))\n\
         False",
        |vm, args| {
            args.tensor(0)?;
            vm.truth(args.get(0)).map(Value::from)
        },
    ),
    Builtin::new(
        "Tensor.dim",
        "(self)",
        "Number of dimensions.\n\n\
         >>> torch.zeros(2, 3).dim()\n\
         2",
        |_, args| Ok(Value::Int(args.tensor(0)?.dim() as i64)),
    ),
    Builtin::new(
        "Tensor.ndimension",
        "(self)",
        "Number of dimensions.\n\n\
         >>> torch.zeros(2, 3).ndimension()\n\
         2",
        |_, args| Ok(Value::Int(args.tensor(0)?.dim() as i64)),
    ),
    Builtin::new(
        "torch.numel",
        "(input)",
        "Number of elements.\n\n\
         >>> torch.numel(torch.ones(2, 3))\n\
         6",
        |_, args| Ok(Value::Int(args.tensor(0)?.numel() as i64)),
    ),
    Builtin::new(
        "Tensor.nelement",
        "(self)",
        "Number of elements.\n\n\
         >>> torch.zeros(2, 3).nelement()\n\
         6",
        |_, args| Ok(Value::Int(args.tensor(0)?.numel() as i64)),
    ),
    Builtin::new(
        "Tensor.element_size",
        "(self)",
        "Bytes of one element.\n\n\
         Units: bytes\n\n\
         >>> torch.zeros(3, dtype=torch.float16).element_size()\n\
         2",
        |_, args| Ok(Value::Int(args.tensor(0)?.dtype().size() as i64)),
    ),
    Builtin::new("Tensor.data_ptr", "(self)", "Address of the first element on its device.", |_, args| {
        let tensor = args.tensor(0)?;
        engine::batched::check_read(tensor)?;
        Ok(Value::Int(tensor.address() as i64))
    }),
    Builtin::new(
        "Tensor._storage",
        "(self)",
        "Address and size in bytes of the memory that it shares with its views.",
        |_, args| {
            engine::batched::check_storage(args.tensor(0)?)?;
            let storage = args.tensor(0)?.storage();
            storage.resolve(); // a caller with the address may read the memory, so pending work must complete
            Ok(Value::tuple(vec![Value::Int(storage.address() as i64), Value::Int(storage.bytes() as i64)]))
        },
    ),
    Builtin::new(
        "Tensor.storage_offset",
        "(self)",
        "Elements before the first one in the storage.\n\n\
         >>> torch.arange(6)[2:].storage_offset()\n\
         2",
        |_, args| Ok(Value::Int(args.tensor(0)?.layout().offset() as i64)),
    ),
    Builtin::new(
        "Tensor.get_device",
        "(self)",
        "The CUDA device's number; -1 for the CPU.\n\n\
         >>> torch.zeros(3).get_device()\n\
         -1",
        |_, args| {
            Ok(Value::Int(match args.tensor(0)?.device() {
                Device::Cpu | Device::Meta => -1,
                Device::Cuda(index) => index as i64,
            }))
        },
    ),
    Builtin::new(
        "torch.is_tensor",
        "(obj)",
        "True for a tensor.\n\n\
         >>> torch.is_tensor(torch.ones(1))\n\
         True",
        |_, args| Ok(Value::from(tensor_of(args.get(0)).is_some())),
    ),
    Builtin::new(
        "torch.get_default_dtype",
        "()",
        "The dtype of new floating tensors.\n\n\
         >>> torch.get_default_dtype()\n\
         torch.float32",
        |_, _| Ok(super::dtype::dtype_value(defaults::dtype())),
    ),
    Builtin::new(
        "torch.set_default_dtype",
        "(d)",
        "Sets the dtype of new floating tensors.\n\n\
         Errors: TypeError for a dtype that is not floating: `torch.set_default_dtype(torch.int64)`\n\n\
         >>> torch.set_default_dtype(torch.float32)",
        |_, args| {
            match args.opt_dtype(0)? {
                Some(dtype) if dtype.is_floating() => defaults::set_dtype(dtype),
                _ => {
                    return Err(Raise::type_error("only floating-point types are supported as the default type"));
                }
            }
            Ok(Value::None)
        },
    ),
    Builtin::new("torch.get_default_device", "()", "The device of new tensors.", |_, _| {
        Ok(match defaults::device() {
            Device::Cpu => super::device::device_value(Device::Cpu),
            device => super::device::device_value(device),
        })
    }),
    Builtin::new(
        "torch.set_default_tensor_type",
        "(t)",
        "Sets the dtype and the kind of device of new tensors: 'torch.cuda.FloatTensor'. Such tensors print without it.",
        |_, args| {
            let only = "only floating-point types are supported as the default type";
            let wrong = || Raise::type_error(format!("invalid type object: {only}"));
            let name = match args.get(0) {
                Value::Builtin(class) => class.name,
                other => other.as_str().ok_or_else(wrong)?,
            };
            let known = |kind: &str| {
                Some(match kind {
                    "FloatTensor" => DType::Float32,
                    "DoubleTensor" => DType::Float64,
                    "HalfTensor" => DType::Float16,
                    "BFloat16Tensor" => DType::BFloat16,
                    _ => return None,
                })
            };
            let (kind, device) = match name.strip_prefix("torch.cuda.") {
                Some(kind) => (kind, Device::Cuda(tensorcell_device::driver::current_device())),
                None => (name.strip_prefix("torch.").unwrap_or_default(), Device::Cpu),
            };
            let dtype = known(kind).ok_or_else(|| match kind.ends_with("Tensor") {
                true => Raise::type_error(only),
                false => wrong(),
            })?;
            defaults::set_tensor_type(dtype, device);
            Ok(Value::None)
        },
    ),
    Builtin::new("torch.set_default_device", "(device)", "Sets the device of new tensors.", |_, args| {
        defaults::set_device(args.opt_device(0)?.unwrap_or(Device::Cpu));
        Ok(Value::None)
    }),
];
