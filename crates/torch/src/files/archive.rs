//! Reads and writes PyTorch's archives (`.pt`, `.pth`): a zip whose `data.pkl` refers to the storages `data/0`,
//! `data/1`, and so on. Members are not compressed, so the file length bounds the memory that reading takes.

use super::pickle::{Pickled, Pickler};
use super::unpickle::{Builder, Unpickler, storage_dtype};
use super::{Source, in_file, numel, sizes, unpickling, wrong};
use crate::device::device_of;
use crate::tensor::{tensor_of, tensor_value};
use std::any::Any;
use std::collections::HashMap;
use std::io::{Read, Seek, SeekFrom, Write};
use std::rc::Rc;
use std::sync::Arc;
use tensorcell_device::driver;
use tensorcell_engine as engine;
use tensorcell_language::builtins::files::os_failure;
use tensorcell_language::native::Native;
use tensorcell_language::{Builtin, Class, Raise, Result, Truth, Value, Vm, memory};
use tensorcell_tensor::{DType, Device, Layout, Storage, Tensor};
use zip::{CompressionMethod, ZipWriter, result::ZipError, write::SimpleFileOptions};

/// A storage on the unpickler's stack, also passed to `map_location` functions.
struct StorageObject {
    key: String,
    dtype: Option<DType>,
    storage: Arc<Storage>,
    device: Device,
}

static STORAGE_METHODS: &[Builtin] = &[
    Builtin::new("UntypedStorage.cpu", "(self)", "The storage in the host's memory.", |_, args| {
        moved(args.get(0), Device::Cpu)
    }),
    Builtin::new(
        "UntypedStorage.cuda",
        "(self, device=None, non_blocking=False)",
        "The storage on a CUDA device.",
        |_, args| {
            let device = match args.get(1) {
                Value::None => None,
                Value::Int(index) => usize::try_from(*index).ok().map(Device::Cuda),
                other => device_of(other)?,
            };
            moved(args.get(0), device.unwrap_or_else(|| Device::Cuda(driver::current_device())))
        },
    ),
    Builtin::new("UntypedStorage.nbytes", "(self)", "Its bytes.", |_, args| {
        Ok(args.get(0).downcast::<StorageObject>().map_or(Value::None, |s| Value::Int(s.storage.bytes() as i64)))
    }),
];

fn moved(value: &Value, device: Device) -> Result<Value> {
    let Some(object) = value.downcast::<StorageObject>() else { return Ok(Value::None) };
    let (key, dtype, storage) = (object.key.clone(), object.dtype, object.storage.clone());
    Ok(Value::native(StorageObject { key, dtype, storage, device }))
}

impl Native for StorageObject {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        thread_local! {
            static CLASS: Rc<Class> = Class::native(
                "torch.storage", "UntypedStorage", &[], None, STORAGE_METHODS, &[], "The memory behind tensors.");
        }
        CLASS.with(Rc::clone)
    }
    fn repr(&self, _: &mut Vm) -> Result<String> {
        Ok(format!("[torch.storage.UntypedStorage(device={}) of size {}]", self.device, self.storage.bytes()))
    }
}

/// The source of storages' bytes.
enum Data<'a> {
    /// Members of a zip: (first byte, length).
    Members { input: &'a mut dyn super::Input, places: HashMap<String, (u64, u64)> },
    /// The legacy format: they follow the pickles. Storages are created empty and filled afterwards.
    Follows { left: u64 },
    /// From another process: received with the pickle, and counted there.
    Parts(Vec<Arc<Storage>>),
}

/// Which names of a file become objects, besides those of tensors and containers, as in PyTorch's `weights_only`.
#[derive(Clone, Copy)]
pub enum Names<'a> {
    /// Names that were declared safe.
    Declared,
    /// All names, found by the `Unpickler` of a module like `pickle`.
    Any(&'a Value),
}

/// A storage of the file, and the size of its elements in bytes.
#[derive(Clone)]
struct Kept {
    storage: Arc<Storage>,
    device: Device,
    width: usize,
}

struct Archive<'a> {
    data: Data<'a>,
    map_location: &'a Value,
    storages: HashMap<String, Kept>,
    names: Names<'a>,
}

impl Archive<'_> {
    /// Returns the device for a storage.
    fn device(&self, vm: &mut Vm, object: &StorageObject, location: &str) -> Result<Device> {
        let own = || -> Result<Device> {
            if location == "cpu" {
                return Ok(Device::Cpu);
            }
            if !location.starts_with("cuda") {
                return Err(Raise::runtime(format!(
                    "don't know how to restore data location of torch.storage.UntypedStorage (tagged with {location})"
                )));
            }
            if driver::device_count() == 0 {
                return Err(Raise::runtime(
                    "Attempting to deserialize object on a CUDA device but torch.cuda.is_available() is False. If you are \
                     running on a CPU-only machine, please use torch.load with map_location=torch.device('cpu') to map \
                     your storages to the CPU.",
                ));
            }
            let index: usize = location.split_once(':').and_then(|(_, index)| index.parse().ok()).unwrap_or(0);
            let count = driver::device_count();
            if index >= count {
                return Err(Raise::runtime(format!(
                    "Attempting to deserialize object on CUDA device {index} but torch.cuda.device_count() is {count}. \
                     Please use torch.load with map_location to map your storages to an existing device."
                )));
            }
            Ok(Device::Cuda(index))
        };
        match self.map_location {
            Value::None => own(),
            Value::Dict(map) => match map.get(vm, &Value::str(location))? {
                Some(device) => Ok(device_of(&device)?.unwrap_or(Device::Cpu)),
                None => own(),
            },
            given => match device_of(given)? {
                Some(device) => Ok(device),
                None => {
                    let (key, storage) = (object.key.clone(), object.storage.clone());
                    let storage = Value::native(StorageObject { key, dtype: None, storage, device: Device::Cpu });
                    let mapped = vm.call(given, &[storage, Value::str(location)], &[])?;
                    match mapped.downcast::<StorageObject>() {
                        Some(mapped) => Ok(mapped.device),
                        None => own(),
                    }
                }
            },
        }
    }
}

impl Builder for Archive<'_> {
    fn storage(&mut self, vm: &mut Vm, id: &[Value]) -> Result<Value> {
        let bad = || wrong("not a valid archive: a storage is named in a way that is not known");
        let [kind, class, key, location, count, ..] = id else { return Err(bad()) };
        if kind.as_str() != Some("storage") {
            return Err(bad());
        }
        let key = match key {
            Value::Int(key) => key.to_string(),
            key => key.as_str().ok_or_else(bad)?.to_owned(),
        };
        let location = location.as_str().ok_or_else(bad)?.to_owned();
        let dtype = storage_dtype(class).ok_or_else(bad)?;
        let count = match count {
            Value::Int(count) => usize::try_from(*count).map_err(|_| bad())?,
            _ => return Err(bad()),
        };
        if let Some(Kept { storage, device, .. }) = self.storages.get(&key) {
            return Ok(Value::native(StorageObject { key, dtype, storage: storage.clone(), device: *device }));
        }
        let width = dtype.map_or(1, DType::size);
        let bytes = numel(&[count, width])?;
        let storage = match &mut self.data {
            Data::Members { input, places } => {
                let &(at, length) =
                    places.get(&key).ok_or_else(|| wrong(format!("not a whole archive: data/{key} is missing")))?;
                if length != bytes as u64 {
                    return Err(wrong(format!("not a valid archive: data/{key} has {length} bytes, not {bytes}")));
                }
                let failed = |error| wrong(format!("data/{key} cannot be read: {error}"));
                input.seek(SeekFrom::Start(at)).map_err(failed)?;
                let tensor = engine::from_reader(&mut **input, bytes, DType::UInt8)?.map_err(failed)?;
                tensor.storage()
            }
            Data::Parts(parts) => {
                let part = key.parse::<usize>().ok().and_then(|key| parts.get(key));
                part.ok_or_else(bad)?.clone()
            }
            Data::Follows { left } => {
                *left = left.checked_sub(bytes as u64).ok_or_else(|| {
                    wrong(format!("not a whole file: storage {key} has {bytes} bytes, which do not follow"))
                })?;
                Tensor::empty(&[bytes], DType::UInt8, Device::Cpu)?.storage()
            }
        };
        let object = StorageObject { key, dtype, storage, device: Device::Cpu };
        let device = self.device(vm, &object, &location)?;
        let storage = match device {
            Device::Cpu => object.storage,
            device if matches!(self.data, Data::Members { .. }) => {
                let layout = Layout::contiguous(&[bytes]);
                let host = Tensor::new(object.storage, layout, DType::UInt8);
                crate::engine_ops::to(&host, None, Some(device), false, false)?.storage()
            }
            _ => return Err(wrong("the old form of PyTorch's files is read to the cpu: map_location='cpu'")),
        };
        self.storages.insert(object.key.clone(), Kept { storage: storage.clone(), device, width });
        Ok(Value::native(StorageObject { key: object.key, dtype, storage, device }))
    }

    fn tensor(&mut self, _: &mut Vm, args: &[Value]) -> Result<Value> {
        let bad = || wrong("not a valid archive: a tensor is described in a way that is not known");
        // The last two are hooks and metadata.
        let ([storage, offset, shape, strides, requires_grad, _]
        | [storage, offset, shape, strides, requires_grad, _, _]) = args
        else {
            return Err(bad());
        };
        let (object, Value::Int(offset), Value::Tuple(shape), Value::Tuple(strides)) =
            (storage.downcast::<StorageObject>().ok_or_else(bad)?, offset, shape, strides)
        else {
            return Err(bad());
        };
        let dtype = object.dtype.ok_or_else(bad)?;
        let (shape, strides) = (sizes(shape)?, strides.iter().map(stride).collect::<Option<Vec<_>>>().ok_or_else(bad)?);
        if shape.len() != strides.len() {
            return Err(bad());
        }
        let offset = usize::try_from(*offset).map_err(|_| bad())?;
        // The last element of the tensor must be inside its storage.
        let mut end = offset.checked_add(1).ok_or_else(bad)?;
        for (&size, &stride) in shape.iter().zip(&strides) {
            let reach = size.saturating_sub(1).checked_mul(stride as usize).ok_or_else(bad)?;
            end = end.checked_add(reach).ok_or_else(bad)?;
        }
        let elements = object.storage.bytes() / dtype.size();
        if shape.iter().all(|&size| size > 0) && end > elements {
            return Err(wrong(format!(
                "not a valid archive: a tensor of shape {shape:?} needs {end} elements of storage {}, which has {elements}",
                object.key
            )));
        }
        let layout = Layout::with_strides(&shape, &strides, offset.min(elements));
        let tensor = Tensor::new(object.storage.clone(), layout, dtype);
        if matches!(requires_grad, Value::Bool(Truth::True)) {
            crate::recording::set_requires_grad(&tensor, true)?;
        }
        Ok(tensor_value(tensor))
    }

    fn transfers(&self) -> bool {
        matches!(self.data, Data::Parts(_))
    }

    fn imports(&self) -> bool {
        matches!(self.names, Names::Any(_))
    }

    fn arrays(&self) -> bool {
        self.imports()
    }

    fn find(&mut self, vm: &mut Vm, module: &str, name: &str, protocol: u8) -> Result<Value> {
        let (module_name, wanted) = (Value::str(module), Value::str(name));
        match self.names {
            Names::Any(pickle) => {
                let arguments = [module_name, wanted, Value::Int(i64::from(protocol)), pickle.clone()];
                serialization(vm, "_found", &arguments)
            }
            Names::Declared => match serialization(vm, "_declared", &[module_name, wanted])? {
                Value::None => Err(refused(vm, module, name)),
                declared => Ok(declared),
            },
        }
    }
}

fn stride(value: &Value) -> Option<isize> {
    match value {
        Value::Int(n) if *n >= 0 => isize::try_from(*n).ok(),
        _ => None,
    }
}

const LEARN_MORE: &str = "Check the documentation of torch.load to learn more about types accepted by default with \
     weights_only https://pytorch.org/docs/stable/generated/torch.load.html.";
const CHANGED: &str = "In PyTorch 2.6, we changed the default value of the `weights_only` argument in `torch.load` from \
     `False` to `True`. Re-running `torch.load` with `weights_only` set to `False` will likely succeed, but it can result \
     in arbitrary code execution. Do it only if you got the file from a trusted source.";

/// Returns PyTorch's error for a name that its `weights_only` reader refuses, with a hint.
fn refused(vm: &mut Vm, module: &str, name: &str) -> Raise {
    let blocked = ["sys", "os", "posix", "nt"].contains(&module);
    let raise = if blocked {
        let text = format!(
            "Weights only load failed. {CHANGED}\n\n\nTrying to load unsupported GLOBAL {module}.{name} whose module \
             {module} is blocked.\n\n{LEARN_MORE}"
        );
        unpickling(vm, text)
    } else {
        let text = format!(
            "Weights only load failed. This file can still be loaded, to do so you have two options, \u{1b}[1mdo those \
             steps only if you trust the source of the checkpoint\u{1b}[0m. \n\t(1) {CHANGED}\n\t(2) Alternatively, to \
             load with `weights_only=True` please check the recommended steps in the following error \
             message.\n\tWeightsUnpickler error: Unsupported global: GLOBAL {module}.{name} was not an allowed global by \
             default. Please use `torch.serialization.add_safe_globals([{module}.{name}])` or the \
             `torch.serialization.safe_globals([{module}.{name}])` context manager to allowlist this global if you trust \
             this class/function.\n\n{LEARN_MORE}"
        );
        unpickling(vm, text)
    };
    raise.help(
        "torch.load(..., weights_only=False) reads it, and runs what the file says: only where you trust its source",
    )
}

/// Reads an archive.
pub fn load(vm: &mut Vm, mut source: Source, map_location: &Value, names: Names) -> Result<Value> {
    let name = std::mem::take(&mut source.name);
    let mut start = [0; 4];
    let read = source.input.read(&mut start).unwrap_or(0);
    let _ = source.input.rewind();
    let zip = start[..read] == *b"PK\x03\x04";
    let loaded = match zip {
        true => load_zip(vm, source, map_location, names),
        false => load_old(vm, source, map_location, names),
    };
    match loaded {
        Ok(value) => whole(vm, value),
        Err(raise) => Err(in_file(&name, raise)),
    }
}

/// Converts a file's object that is a bare storage to a storage object.
fn whole(vm: &mut Vm, value: Value) -> Result<Value> {
    let Some(object) = value.downcast::<StorageObject>() else { return Ok(value) };
    let dtype = object.dtype.unwrap_or(DType::UInt8);
    let layout = Layout::contiguous(&[object.storage.bytes() / dtype.size()]);
    let elements = tensor_value(Tensor::new(object.storage.clone(), layout, dtype));
    let module = vm.import("torch.storage")?;
    let class = vm.get_attr(&module, "TypedStorage")?;
    vm.call(&class, &[elements], &[])
}

fn load_zip(vm: &mut Vm, mut source: Source, map_location: &Value, names: Names) -> Result<Value> {
    let broken = |error: ZipError| {
        Raise::runtime(format!(
            "PytorchStreamReader failed reading zip archive: {error}. If you are seeing this error, there is a high \
             likelihood that your checkpoint file is corrupted. This can happen if the checkpoint was not saved properly, \
             was transferred incorrectly, or the file was modified after saving."
        ))
    };
    let mut zip = super::zip_archive(&mut source.input).map_err(broken)?;
    let (mut places, mut pickle, mut big_endian) = (HashMap::new(), None, None);
    let mut folder: Option<String> = None;
    for i in 0..zip.len() {
        let member = zip.by_index_raw(i).map_err(broken)?;
        let inner = inside(&member.name().map_err(broken)?, &mut folder)?;
        let Some(at) = member.data_start() else { continue };
        let place = (at, member.size());
        let wanted = inner == "data.pkl" || inner == "byteorder" || inner.starts_with("data/");
        if !wanted {
            continue;
        }
        if member.compression() != CompressionMethod::Stored || member.size() != member.compressed_size() {
            return Err(wrong(format!("{inner} is compressed, which members of PyTorch's archives are not")));
        }
        if at.checked_add(member.size()).is_none_or(|end| end > source.length) {
            return Err(wrong(format!("{inner} is said to be longer than the file")));
        }
        match inner.strip_prefix("data/") {
            Some(key) => {
                places.insert(key.to_owned(), place);
            }
            None if inner == "data.pkl" => pickle = Some(place),
            None => big_endian = Some(place),
        }
    }
    drop(zip);
    let mut member = |(at, length): (u64, u64)| -> Result<Vec<u8>> {
        let failed = |error: std::io::Error| wrong(format!("the archive cannot be read: {error}"));
        source.input.seek(SeekFrom::Start(at)).map_err(failed)?;
        let mut bytes = memory::zeroed(usize::try_from(length).unwrap_or(usize::MAX))?;
        source.input.read_exact(&mut bytes).map_err(failed)?;
        Ok(bytes)
    };
    if let Some(place) = big_endian
        && member(place)? != b"little"
    {
        return Err(wrong("its numbers are big-endian, which is not read here"));
    }
    let pickle = pickle.ok_or_else(|| {
        let text = "PytorchStreamReader failed locating file data.pkl: file not found";
        Raise::runtime(text)
    })?;
    let pickle = member(pickle)?;
    let data = Data::Members { input: &mut *source.input, places };
    let mut archive = Archive { data, map_location, storages: HashMap::new(), names };
    Unpickler::new(&pickle, 0, &mut archive).load(vm)
}

/// Returns a member's name inside the folder of all members, which the first one names.
fn inside(name: &str, folder: &mut Option<String>) -> Result<String> {
    let (own, inner) = name
        .split_once('/')
        .ok_or_else(|| Raise::runtime(format!("file in archive is not in a subdirectory: {name}")))?;
    let folder = folder.get_or_insert_with(|| own.to_owned());
    match own == folder {
        true => Ok(inner.to_owned()),
        false => Err(Raise::runtime(format!("file in archive is not in a subdirectory {folder}/: {name}"))),
    }
}

/// Reads the format before PyTorch 1.6: consecutive pickles, then the storages.
fn load_old(vm: &mut Vm, source: Source, map_location: &Value, names: Names) -> Result<Value> {
    let (_, bytes) = source.bytes()?;
    if bytes.is_empty() {
        return Err(Raise::new(tensorcell_language::Exc::EOFError, "the file is empty"));
    }
    let strange =
        |vm: &mut Vm| unpickling(vm, "not a file of torch.save: neither a zip archive nor a pickle of the old form");
    if bytes[0] != 0x80 {
        return Err(strange(vm));
    }
    let data = Data::Follows { left: bytes.len() as u64 };
    let mut archive = Archive { data, map_location, storages: HashMap::new(), names };
    let mut at = 0;
    let mut parts = Vec::new();
    // Magic number, protocol, system info, the object, the storages' keys.
    for part in 0..5 {
        let mut unpickler = Unpickler::new(&bytes, at, &mut archive);
        let value = unpickler.load(vm)?;
        at = unpickler.at;
        if part == 0 && vm.str(&value)? != "119547037146038801333356" {
            return Err(strange(vm));
        }
        parts.push(value);
    }
    for key in vm.collect(&parts[4])? {
        let key = vm.str(&key)?;
        let kept = archive.storages.get(&key).cloned().ok_or_else(|| wrong("a storage has no tensor"))?;
        let Kept { storage, width, .. } = kept;
        // The number of elements, then the bytes.
        let begin = at.saturating_add(8);
        let count = bytes.get(at..begin).and_then(|count| count.try_into().ok()).map_or(0, u64::from_le_bytes);
        if count.checked_mul(width as u64) != Some(storage.bytes() as u64) {
            let expected = storage.bytes() / width;
            return Err(Raise::runtime(format!("storage {key} has {count} elements, expected {expected}")));
        }
        let end = begin.saturating_add(storage.bytes());
        let elements = bytes.get(begin..end).ok_or_else(|| wrong("not a whole file: storages are missing"))?;
        let layout = Layout::contiguous(&[elements.len()]);
        let source = engine::from_bytes(elements, &[elements.len()], DType::UInt8, Device::Cpu)?;
        crate::engine_ops::copy_into(&Tensor::new(storage, layout, DType::UInt8), &source)?;
        at = end;
    }
    Ok(parts.swap_remove(3))
}

/// The pickle module and protocol for objects that are not plain.
pub struct Objects<'a> {
    pub module: &'a Value,
    pub protocol: i64,
}

impl Objects<'_> {
    /// Pickles any object with the module.
    fn dump(&self, vm: &mut Vm, value: &Value) -> Result<Pickled> {
        let arguments = [value.clone(), self.module.clone(), Value::Int(self.protocol)];
        let pickled = serialization(vm, "_pickled", &arguments)?;
        let strange = || wrong("the pickle module wrote no bytes");
        let Value::Tuple(parts) = &pickled else { return Err(strange()) };
        let [Value::Bytes(pickle), Value::List(storages)] = &parts[..] else { return Err(strange()) };
        let storages = storages.items.borrow().iter().filter_map(|all| Some(tensor_of(all)?.storage())).collect();
        Ok((pickle.data.borrow().to_vec(), storages))
    }
}

/// Calls a function of `torch.serialization`.
fn serialization(vm: &mut Vm, name: &str, arguments: &[Value]) -> Result<Value> {
    let module = vm.import("torch.serialization")?;
    let function = vm.get_attr(&module, name)?;
    vm.call(&function, arguments, &[])
}

/// Writes an archive. Members begin at multiples of 64 bytes, as in PyTorch.
pub fn save<W: Write + Seek>(vm: &mut Vm, value: &Value, objects: &Objects, folder: &str, out: W) -> Result<W> {
    let plain = match objects.module {
        Value::None => Pickler::dump(vm, value)?,
        _ => None,
    };
    let (pickle, storages) = match plain {
        Some(written) => written,
        None => objects.dump(vm, value)?,
    };
    let failed = |error: ZipError| match error {
        ZipError::Io(error) if error.raw_os_error().is_some() => os_failure(&error),
        error => wrong(format!("the archive cannot be written: {error}")),
    };
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored).with_alignment(64);
    let mut zip = ZipWriter::new(Sink { out, at: 0, failed: false });
    let mut put = |name: &str, bytes: &[u8]| -> Result<()> {
        let large = bytes.len() as u64 >= u64::from(u32::MAX);
        zip.start_file(format!("{folder}/{name}"), options.large_file(large)).map_err(failed)?;
        zip.write_all(bytes).map_err(|error| failed(error.into()))
    };
    put("data.pkl", &pickle)?;
    put(".format_version", b"1")?;
    put(".storage_alignment", b"64")?;
    put("byteorder", b"little")?;
    for (key, storage) in storages.iter().enumerate() {
        vm.check_interrupt()?;
        super::pickle::read_storage(storage, |bytes| put(&format!("data/{key}"), bytes))??;
    }
    put("version", b"3\n")?;
    zip.finish().map(|sink| sink.out).map_err(failed)
}

/// The output of an archive. After an error it discards all writes: dropping the zip finishes it, and would print the
/// failure again.
struct Sink<W> {
    out: W,
    at: u64,
    failed: bool,
}

impl<W> Sink<W> {
    /// Runs a step that returns its end position. After an error only the position changes.
    fn go(&mut self, spared: u64, step: impl FnOnce(&mut W, u64) -> std::io::Result<u64>) -> std::io::Result<u64> {
        self.at = match self.failed {
            true => spared,
            false => step(&mut self.out, self.at).inspect_err(|_| self.failed = true)?,
        };
        Ok(self.at)
    }
}

impl<W: Write> Write for Sink<W> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let before = self.at;
        let after = self.go(before + bytes.len() as u64, |out, at| Ok(at + out.write(bytes)? as u64))?;
        Ok((after - before) as usize)
    }
    fn flush(&mut self) -> std::io::Result<()> {
        self.go(self.at, |out, at| out.flush().map(|()| at)).map(drop)
    }
}

impl<W: Seek> Seek for Sink<W> {
    fn seek(&mut self, to: SeekFrom) -> std::io::Result<u64> {
        let spared = match to {
            SeekFrom::Start(at) => at,
            SeekFrom::Current(by) | SeekFrom::End(by) => self.at.saturating_add_signed(by),
        };
        self.go(spared, |out, _| out.seek(to))
    }
}

/// Packs a value for another process of this program: its pickle, then its storages, each with its length first.
pub fn pack(vm: &mut Vm, value: &Value) -> Result<Vec<u8>> {
    let (pickle, storages) = Pickler::transfer(vm, value)?;
    let mut out = Vec::new();
    let mut put = |bytes: &[u8]| {
        out.extend_from_slice(&(bytes.len() as u64).to_le_bytes());
        out.extend_from_slice(bytes);
    };
    put(&pickle);
    for storage in &storages {
        super::pickle::read_storage(storage, &mut put)?;
    }
    Ok(out)
}

/// Unpacks the value of `pack`.
pub fn unpack(vm: &mut Vm, message: &[u8]) -> Result<Value> {
    let mut rest = message;
    let mut next = || {
        let (length, after) = rest.split_first_chunk::<8>()?;
        let (part, after) = after.split_at_checked(u64::from_le_bytes(*length) as usize)?;
        rest = after;
        Some(part)
    };
    let pickle = next().ok_or_else(|| wrong("a message is not whole"))?;
    let mut parts = Vec::new();
    while let Some(part) = next() {
        parts.push(engine::from_bytes(part, &[part.len()], DType::UInt8, Device::Cpu)?.storage());
    }
    let mut archive = Archive {
        data: Data::Parts(parts),
        map_location: &Value::None,
        storages: HashMap::new(),
        names: Names::Declared,
    };
    Unpickler::new(pickle, 0, &mut archive).load(vm)
}
