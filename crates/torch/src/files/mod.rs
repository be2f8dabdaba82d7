//! Files of tensors: PyTorch's archives and safetensors, and file access for other packages. A file's stated sizes are
//! checked against its length before memory is allocated.

pub mod archive;
pub mod load;
pub mod pickle;
pub mod safetensors;
mod saving;
pub mod unpickle;

use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom, Write};
use std::rc::Rc;
use tensorcell_language::builtins::files::{os_error, reachable};
use tensorcell_language::object::Bytes;
use tensorcell_language::{Exc, Raise, Result, Value, Vm, memory};
use zip::read::{ArchiveOffset, Config};
use zip::{ZipArchive, result::ZipResult};

/// Opens a zip that begins at the file's first byte, as PyTorch's and NumPy's do. Otherwise the crate would search for
/// data before it, and mistake PyTorch's end records for it when a name is as long as they are.
pub fn zip_archive<R: Read + Seek>(input: R) -> ZipResult<ZipArchive<R>> {
    ZipArchive::with_config(Config { archive_offset: ArchiveOffset::Known(0) }, input)
}

/// Returns the error for an invalid file.
pub fn wrong(text: impl Into<String>) -> Raise {
    Raise::new(Exc::ValueError, text)
}

/// Prefixes an exception's message with the file's name.
pub fn in_file(name: &str, raise: Raise) -> Raise {
    let message = raise.message();
    if name.is_empty() || message.contains(name) || raise.is(Exc::KeyboardInterrupt) {
        return raise;
    }
    Raise::of(&raise.class(), format!("{name}: {message}"))
}

/// Returns a `pickle.UnpicklingError`.
pub fn unpickling(vm: &mut Vm, text: impl Into<String>) -> Raise {
    let class = vm.import("pickle").and_then(|module| vm.get_attr(&module, "UnpicklingError"));
    match class {
        Ok(Value::Class(class)) => Raise::of(&class, text),
        _ => wrong(text),
    }
}

/// Reads the sizes of a shape. They must not be negative, and their product must not overflow.
pub fn sizes(items: &[Value]) -> Result<Vec<usize>> {
    let sizes: Option<Vec<usize>> = (items.iter())
        .map(|item| match item {
            Value::Int(n) => usize::try_from(*n).ok(),
            _ => None,
        })
        .collect();
    let sizes = sizes.ok_or_else(|| wrong("a size is not a whole number"))?;
    numel(&sizes)?;
    Ok(sizes)
}

/// Returns the number of elements of a shape, without overflow.
pub fn numel(shape: &[usize]) -> Result<usize> {
    let mut numel = 1usize;
    for &n in shape {
        numel = numel
            .checked_mul(n)
            .filter(|n| isize::try_from(*n).is_ok())
            .ok_or_else(|| wrong(format!("a shape of {shape:?} has more elements than there can be")))?;
    }
    Ok(numel)
}

/// A readable and seekable input.
pub trait Input: Read + Seek {}
impl<T: Read + Seek> Input for T {}

/// The bytes of a `bytes` object, read without a copy.
struct Held {
    bytes: Rc<Bytes>,
    at: u64,
}

impl Read for Held {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let data = self.bytes.data.borrow();
        let mut rest = &data[data.len().min(usize::try_from(self.at).unwrap_or(usize::MAX))..];
        let read = rest.read(into)?;
        self.at += read as u64;
        Ok(read)
    }
}

impl Seek for Held {
    fn seek(&mut self, to: SeekFrom) -> std::io::Result<u64> {
        let (from, by) = match to {
            SeekFrom::Start(at) => (at, 0),
            SeekFrom::End(by) => (self.bytes.data.borrow().len() as u64, by),
            SeekFrom::Current(by) => (self.at, by),
        };
        self.at = from.checked_add_signed(by).ok_or(std::io::ErrorKind::InvalidInput)?;
        Ok(self.at)
    }
}

/// A file given by name, bytes, or the `read()` result of a file-like object: its name, length and bytes.
pub struct Source {
    pub name: String,
    pub length: u64,
    pub input: Box<dyn Input>,
}

/// Returns the text of a path: a `str` or a `pathlib.Path`.
pub fn path_of(vm: &mut Vm, value: &Value) -> Result<Option<String>> {
    if let Some(text) = value.as_str() {
        return Ok(Some(text.to_owned()));
    }
    match vm.find_attr(value, "__fspath__")? {
        Some(method) => Ok(vm.call(&method, &[], &[])?.as_str().map(str::to_owned)),
        None => Ok(None),
    }
}

impl Source {
    pub fn open(name: &str) -> Result<Source> {
        let path = reachable(name)?;
        let failed = |error| os_error(&error, name);
        if path.is_dir() {
            return Err(failed(std::io::ErrorKind::IsADirectory.into()));
        }
        let file = File::open(path).map_err(failed)?;
        let length = file.metadata().map_err(failed)?.len();
        Ok(Source { name: name.to_owned(), length, input: Box::new(BufReader::with_capacity(1 << 16, file)) })
    }
    pub fn of(vm: &mut Vm, value: &Value) -> Result<Source> {
        if let Some(name) = path_of(vm, value)? {
            return Source::open(&name);
        }
        if let Value::Bytes(bytes) = value {
            return Ok(Source::held(bytes));
        }
        let Some(read) = vm.find_attr(value, "read")? else {
            return Err(Raise::new(
                Exc::AttributeError,
                "expected 'f' to be string, path, or a file-like object with a 'read' attribute",
            ));
        };
        let data = vm.call(&read, &[], &[])?;
        let Value::Bytes(bytes) = &data else {
            return Err(Raise::type_error(format!("a file of bytes is wanted, not of {}", data.type_name())));
        };
        Ok(Source::held(bytes))
    }
    fn held(bytes: &Rc<Bytes>) -> Source {
        let length = bytes.data.borrow().len() as u64;
        Source { name: String::new(), length, input: Box::new(Held { bytes: bytes.clone(), at: 0 }) }
    }
    /// Reads all bytes.
    pub fn bytes(mut self) -> Result<(String, Vec<u8>)> {
        let mut bytes = Vec::new();
        memory::reserve(&mut bytes, usize::try_from(self.length).unwrap_or(usize::MAX))?;
        self.input.read_to_end(&mut bytes).map_err(|error| os_error(&error, &self.name))?;
        Ok((self.name, bytes))
    }
}

/// Writes bytes to a path, or to a file-like object through its `write`.
pub fn write(vm: &mut Vm, target: &Value, bytes: Vec<u8>) -> Result<()> {
    if let Some(name) = path_of(vm, target)? {
        return saving::replace(&name, |file| file.write_all(&bytes).map_err(|error| os_error(&error, &name)));
    }
    match vm.find_attr(target, "write")? {
        Some(write) => vm.call(&write, &[Value::bytes(bytes)], &[]).map(|_| ()),
        None => Err(Raise::new(
            Exc::AttributeError,
            "expected 'f' to be string, path, or a file-like object with a 'write' attribute",
        )),
    }
}
