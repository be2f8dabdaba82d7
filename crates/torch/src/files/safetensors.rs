//! Reads and writes safetensors files: tensors by name. The crate `safetensors` checks the headers.

use super::{Source, in_file, wrong};
use crate::arguments::TensorArgs;
use crate::tensor::{tensor_of, tensor_value};
use safetensors::tensor::TensorView;
use safetensors::{Dtype, SafeTensors};
use tensorcell_engine as engine;
use tensorcell_language::native::Args;
use tensorcell_language::{Builtin, Raise, Result, Value, Vm};
use tensorcell_tensor::{DType, Device, Tensor};

const DTYPES: [(Dtype, DType); 11] = [
    (Dtype::BOOL, DType::Bool),
    (Dtype::U8, DType::UInt8),
    (Dtype::I8, DType::Int8),
    (Dtype::I16, DType::Int16),
    (Dtype::I32, DType::Int32),
    (Dtype::I64, DType::Int64),
    (Dtype::F16, DType::Float16),
    (Dtype::BF16, DType::BFloat16),
    (Dtype::F32, DType::Float32),
    (Dtype::F64, DType::Float64),
    (Dtype::C64, DType::Complex64),
];

/// Returns a `safetensors.SafetensorError`.
fn broken(vm: &mut Vm, error: impl std::fmt::Display) -> Raise {
    let class = vm.import("safetensors").and_then(|module| vm.get_attr(&module, "SafetensorError"));
    let text = format!("Error while deserializing header: {error}");
    match class {
        Ok(Value::Class(class)) => Raise::of(&class, text),
        _ => wrong(text),
    }
}

fn read(vm: &mut Vm, bytes: &[u8], device: Device) -> Result<Value> {
    let file = SafeTensors::deserialize(bytes).map_err(|error| broken(vm, error))?;
    let mut tensors = file.tensors();
    // In the order of their bytes.
    tensors.sort_by_key(|(_, view)| view.data().as_ptr() as usize);
    let mut pairs = Vec::new();
    for (name, view) in tensors {
        vm.check_interrupt()?;
        let dtype = DTYPES.iter().find(|(theirs, _)| *theirs == view.dtype()).map(|(_, ours)| *ours);
        let dtype = dtype.ok_or_else(|| wrong(format!("{name} is of dtype {:?}, which is not here", view.dtype())))?;
        super::numel(view.shape())?;
        let tensor = engine::from_bytes(view.data(), view.shape(), dtype, device)?;
        pairs.push((Value::str(name), tensor_value(tensor)));
    }
    Ok(Value::dict(pairs))
}

fn load_file(vm: &mut Vm, args: &Args) -> Result<Value> {
    let device = args.opt_device(1)?.unwrap_or(Device::Cpu);
    let (name, bytes) = Source::of(vm, args.get(0))?.bytes()?;
    read(vm, &bytes, device).map_err(|raise| in_file(&name, raise))
}

fn bytes_of(tensors: &Value, metadata: &Value) -> Result<Vec<u8>> {
    let Value::Dict(dict) = tensors.beneath() else {
        let text = format!("Expected a dict of [str, torch.Tensor] but received {}", tensors.type_name());
        return Err(Raise::value_error(text));
    };
    let mut held: Vec<(String, Tensor, Vec<u8>)> = Vec::new();
    for (name, value) in dict.items() {
        let Some(tensor) = tensor_of(&value) else {
            let text = format!(
                "Key `{}` is invalid, expected torch.Tensor but received {}",
                name.as_str().unwrap_or("?"),
                value.type_name()
            );
            return Err(Raise::value_error(text));
        };
        let name = name.as_str().ok_or_else(|| Raise::type_error("names of tensors are text"))?.to_owned();
        if let Some((other, ..)) = held.iter().find(|(_, other, _)| other.numel() > 0 && other.shares_storage(tensor)) {
            return Err(Raise::runtime(format!(
                "\n            Some tensors share memory, this will lead to duplicate memory on disk and potential differences when loading them again: [{{'{other}', '{name}'}}].\n            A potential way to correctly save your model is to use `save_model`.\n            More information at https://huggingface.co/docs/safetensors/torch_shared_tensors\n            "
            )));
        }
        if !tensor.is_contiguous() {
            return Err(Raise::value_error(format!(
                "You are trying to save a non contiguous tensor: `{name}` which is not allowed. It either means you are \
                 trying to save tensors which are reference of each other in which case it's recommended to save only the \
                 full tensors, and reslice at load time, or simply call `.contiguous()` on your tensor to pack it before \
                 saving."
            )));
        }
        held.push((name, tensor.clone(), engine::to_bytes(tensor)?));
    }
    let mut views = Vec::new();
    for (name, tensor, bytes) in &held {
        let known = DTYPES.iter().find(|(_, ours)| *ours == tensor.dtype());
        let (dtype, _) = known.ok_or_else(|| wrong(format!("dtype {} is not covered", tensor.dtype().name())))?;
        let view = TensorView::new(*dtype, tensor.shape().to_vec(), bytes).map_err(|error| wrong(error.to_string()))?;
        views.push((name.as_str(), view));
    }
    let metadata = match metadata {
        Value::Dict(dict) => {
            let items = dict.items().into_iter();
            Some(
                items.filter_map(|(key, value)| Some((key.as_str()?.to_owned(), value.as_str()?.to_owned()))).collect(),
            )
        }
        _ => None,
    };
    safetensors::serialize(views, metadata).map_err(|error| wrong(error.to_string()))
}

/// Returns the metadata texts of a file's header.
fn metadata(vm: &mut Vm, args: &Args) -> Result<Value> {
    let (name, bytes) = Source::of(vm, args.get(0))?.bytes()?;
    let (_, read) = SafeTensors::read_metadata(&bytes).map_err(|error| in_file(&name, broken(vm, error)))?;
    Ok(match read.metadata() {
        Some(map) => Value::dict(map.iter().map(|(key, value)| (Value::str(key), Value::str(value)))),
        None => Value::None,
    })
}

pub static FUNCTIONS: &[Builtin] = &[
    Builtin::new(
        "safetensors.torch.load_file",
        "(filename, device='cpu')",
        "The tensors of a file, by name.",
        load_file,
    ),
    Builtin::new("safetensors.torch.load", "(data)", "The tensors in a file's bytes, by name.", |vm, args| match args
        .get(0)
    {
        Value::Bytes(bytes) => read(vm, &bytes.data.borrow(), Device::Cpu),
        _ => Err(args.wrong(0, "bytes")),
    }),
    Builtin::new(
        "safetensors.torch.save_file",
        "(tensors, filename, metadata=None)",
        "Writes tensors by name.",
        |vm, args| {
            let bytes = bytes_of(args.get(0), args.get(2))?;
            super::write(vm, args.get(1), bytes)?;
            Ok(Value::None)
        },
    ),
    Builtin::new(
        "safetensors.torch.save",
        "(tensors, metadata=None)",
        "The bytes of a file of these tensors.",
        |_, args| Ok(Value::bytes(bytes_of(args.get(0), args.get(1))?)),
    ),
    Builtin::new("safetensors.torch._metadata", "(filename)", "The texts in a file's header.", metadata),
];
