//! Reads and writes NumPy's `.npy` files, and writes `.npz`, zips of them.

use std::io::{Cursor, Read, Write};
use tensorcell_engine as engine;
use tensorcell_language::{Args, Builtin, Exc, Raise, Result, Value, Vm};
use tensorcell_tensor::{DType, Device, Tensor};
use tensorcell_torch::files::{Source, in_file, numel, path_of, write, wrong};
use tensorcell_torch::ndarray::{
    array_of, array_value, description_of, dtype_described, read as read_array, tensor_from_parts,
};
use tensorcell_torch::views;
use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

/// The maximum length of a header in bytes, NumPy's `max_header_size`.
const LONGEST_HEADER: usize = 10_000;

/// The bytes that every file begins with.
const MAGIC: &[u8; 6] = b"\x93NUMPY";

/// The facts of a header.
struct Header {
    /// The dtype, as `<f4`.
    descr: String,
    columns_first: bool,
    sizes: Vec<usize>,
}

/// Parses a header, a dict literal with exactly three keys, as `numpy.lib.format.read_array_header_1_0` does.
fn parse_header(vm: &mut Vm, text: &str) -> Result<Header> {
    let value = literal(vm, text)?;
    let Value::Dict(dict) = &value else {
        return Err(wrong(format!("Header is not a dictionary: {}", vm.repr(&value)?)));
    };
    let (Some(shape), Some(columns_first), Some(descr), 3) =
        (dict.get_str("shape"), dict.get_str("fortran_order"), dict.get_str("descr"), dict.len())
    else {
        let keys = vm.collect(&value)?;
        return Err(wrong(format!("Header does not contain the correct keys: {}", vm.repr(&Value::list(keys))?)));
    };
    let Value::Bool(columns_first) = columns_first else {
        return Err(wrong(format!("fortran_order is not a valid bool: {}", vm.repr(&columns_first)?)));
    };
    let Some(sizes) = sizes_in(vm, &shape)? else {
        return Err(wrong(format!("shape is not valid: {}", vm.repr(&shape)?)));
    };
    match descr.as_str() {
        Some(text) => Ok(Header { descr: text.to_owned(), columns_first: columns_first.get(), sizes }),
        None if matches!(descr, Value::List(_)) => Err(wrong("arrays of records are not read here")),
        None => Err(wrong(format!("descr is not a valid dtype descriptor: {}", vm.repr(&descr)?))),
    }
}

fn sizes_in(vm: &mut Vm, shape: &Value) -> Result<Option<Vec<usize>>> {
    match shape {
        Value::Tuple(_) => Ok(vm.collect(shape)?.iter().map(size).collect()),
        _ => Ok(None),
    }
}

fn size(item: &Value) -> Option<usize> {
    match item {
        Value::Int(n) => usize::try_from(*n).ok(),
        Value::Bool(n) => Some(n.get().into()),
        _ => None,
    }
}

/// Evaluates a header. Python 2 wrote sizes as `3L`.
fn literal(vm: &mut Vm, text: &str) -> Result<Value> {
    let module = vm.import("ast")?;
    let mut evaluated = |text: &str| vm.call_method(&module, "literal_eval", &[Value::str(text)]);
    let found = match evaluated(text) {
        Err(raise) if raise.is(Exc::SyntaxError) => evaluated(&without_long_marks(text)),
        found => found,
    };
    match found {
        Err(raise) if raise.is(Exc::SyntaxError) => {
            Err(wrong(format!("Cannot parse header: {}", vm.repr(&Value::str(text))?)))
        }
        found => found,
    }
}

fn without_long_marks(text: &str) -> String {
    let mut before = ' ';
    text.chars().filter(|&c| !(std::mem::replace(&mut before, c).is_ascii_digit() && c == 'L')).collect()
}

/// Where an array is read from.
enum Origin<'a> {
    /// A file on disk, and how many bytes are left.
    Input(&'a mut dyn Read, u64),
    /// A file-like object. Only the array's own bytes are read, so that others may follow.
    Object(&'a Value),
}

impl Origin<'_> {
    fn take(&mut self, vm: &mut Vm, count: usize, what: &str) -> Result<Vec<u8>> {
        let mut bytes = vec![];
        match self {
            Origin::Input(input, left) => {
                let read = input.take(count as u64).read_to_end(&mut bytes);
                *left -= read.map_err(|error| wrong(format!("the {what} cannot be read: {error}")))? as u64;
            }
            Origin::Object(file) => bytes = read_from(vm, file, count)?,
        }
        match bytes.len() {
            read if read < count => Err(wrong(format!("EOF: reading {what}, expected {count} bytes got {read}"))),
            _ => Ok(bytes),
        }
    }

    fn array(&mut self, vm: &mut Vm, sizes: &[usize], bytes: usize, dtype: DType) -> Result<Tensor> {
        match self {
            Origin::Input(input, left) if bytes as u64 <= *left => {
                let broken = |error: std::io::Error| wrong(format!("the array cannot be read: {error}"));
                views::reshape_to(&engine::from_reader(input, bytes, dtype)?.map_err(broken)?, sizes)
            }
            Origin::Input(_, left) => {
                let elements = *left / dtype.size() as u64;
                Err(wrong(format!(
                    "cannot reshape array of size {elements} into shape {sizes:?}: the file is too short"
                )))
            }
            Origin::Object(_) => {
                let data = self.take(vm, bytes, "array data")?;
                Ok(engine::from_bytes(&data, sizes, dtype, Device::Cpu)?)
            }
        }
    }
}

fn replace(vm: &mut Vm, args: &Args) -> Result<Value> {
    let Value::Bytes(bytes) = args.get(1) else { return Err(args.wrong(1, "bytes")) };
    let bytes = bytes.data.borrow().clone();
    write(vm, args.get(0), bytes)?;
    Ok(Value::None)
}

fn read_from(vm: &mut Vm, file: &Value, count: usize) -> Result<Vec<u8>> {
    let data = vm.call_method(file, "read", &[Value::Int(count as i64)])?;
    match &data {
        Value::Bytes(bytes) => Ok(bytes.data.borrow().clone()),
        _ => Err(Raise::type_error(format!("a file of bytes is wanted, not of {}", data.type_name()))),
    }
}

/// Reads what stands before the data.
fn read_header(vm: &mut Vm, origin: &mut Origin) -> Result<Header> {
    let start = origin.take(vm, 8, "magic string")?;
    if &start[..6] != MAGIC {
        return Err(wrong("not a .npy file: the magic string is not correct"));
    }
    let width = match (start[6], start[7]) {
        (1, 0) => 2,
        (2 | 3, 0) => 4,
        (major, minor) => {
            let known = "we only support format version (1,0), (2,0), and (3,0)";
            return Err(wrong(format!("{known}, not ({major}, {minor})")));
        }
    };
    let length = origin.take(vm, width, "array header length")?;
    let length = length.iter().rev().fold(0, |length, &byte| length << 8 | usize::from(byte));
    if length > LONGEST_HEADER {
        return Err(wrong(format!("Header info length ({length}) is large and may not be safe to load securely.")));
    }
    let text = origin.take(vm, length, "array header")?;
    let text = match start[6] {
        3 => String::from_utf8(text).map_err(|_| wrong("Cannot parse header: it is not UTF-8"))?,
        _ => text.iter().map(|&byte| char::from(byte)).collect(),
    };
    parse_header(vm, &text)
}

/// Reads one array.
fn read(vm: &mut Vm, mut origin: Origin) -> Result<Tensor> {
    let Header { descr, columns_first, sizes } = read_header(vm, &mut origin)?;
    let (dtype, swapped) = dtype_described(&descr)?;
    let bytes = numel(&[numel(&sizes)?, dtype.size()])?;
    if swapped || columns_first {
        let flat = origin.array(vm, &[bytes], bytes, DType::UInt8)?;
        return tensor_from_parts(&sizes, &descr, &engine::to_bytes(&flat)?, columns_first);
    }
    origin.array(vm, &sizes, bytes, dtype)
}

/// Encodes an array as a `.npy` file.
fn bytes_of(tensor: &Tensor) -> Result<Vec<u8>> {
    let dtype = tensor.dtype();
    let kind =
        description_of(dtype).ok_or_else(|| Raise::type_error(format!("NumPy has no dtype {}", dtype.name())))?;
    let order = if dtype.size() == 1 { '|' } else { '<' };
    let mut sizes: String = tensor.shape().iter().map(|n| format!("{n}, ")).collect();
    if tensor.dim() > 1 {
        sizes.truncate(sizes.len() - 2);
    } else if tensor.dim() == 1 {
        sizes.truncate(sizes.len() - 1);
    }
    let mut text = format!("{{'descr': '{order}{kind}', 'fortran_order': False, 'shape': ({sizes}), }}");
    while !(10 + text.len() + 1).is_multiple_of(64) {
        text.push(' ');
    }
    text.push('\n');
    let mut out = MAGIC.to_vec();
    out.extend_from_slice(&[1, 0]);
    out.extend_from_slice(&(text.len() as u16).to_le_bytes());
    out.extend_from_slice(text.as_bytes());
    out.extend_from_slice(&engine::to_bytes(tensor)?);
    Ok(out)
}

fn array(vm: &mut Vm, value: &Value) -> Result<Tensor> {
    match array_of(value) {
        Some(array) => Ok(array),
        None => read_array(vm, value, None),
    }
}

/// Reads the array at the place of a file-like object, or a `.npy` on disk.
fn load(vm: &mut Vm, args: &Args) -> Result<Value> {
    if path_of(vm, args.get(0))?.is_none() {
        return Ok(array_value(read(vm, Origin::Object(args.get(0)))?));
    }
    let mut source = Source::of(vm, args.get(0))?;
    let tensor = read(vm, Origin::Input(&mut *source.input, source.length));
    Ok(array_value(tensor.map_err(|raise| in_file(&source.name, raise))?))
}

fn save(vm: &mut Vm, args: &Args) -> Result<Value> {
    let bytes = bytes_of(&array(vm, args.get(1))?)?;
    let target = match path_of(vm, args.get(0))? {
        Some(name) if !name.ends_with(".npy") => Value::str(format!("{name}.npy")),
        _ => args.get(0).clone(),
    };
    write(vm, &target, bytes)?;
    Ok(Value::None)
}

/// Writes a `.npz`: (file, {name: array}, compressed).
fn save_all(vm: &mut Vm, args: &Args) -> Result<Value> {
    let failed = |error: zip::result::ZipError| wrong(format!("the archive cannot be written: {error}"));
    let method = if args.bool(2)? { CompressionMethod::Deflated } else { CompressionMethod::Stored };
    let options = SimpleFileOptions::default().compression_method(method);
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    if let Value::Dict(arrays) = args.get(1) {
        for (name, value) in arrays.items() {
            let bytes = bytes_of(&array(vm, &value)?)?;
            zip.start_file(format!("{}.npy", vm.str(&name)?), options).map_err(failed)?;
            zip.write_all(&bytes).map_err(|error| failed(error.into()))?;
        }
    }
    let bytes = zip.finish().map_err(failed)?.into_inner();
    let target = match path_of(vm, args.get(0))? {
        Some(name) if !name.ends_with(".npz") => Value::str(format!("{name}.npz")),
        _ => args.get(0).clone(),
    };
    write(vm, &target, bytes)?;
    Ok(Value::None)
}

pub static FUNCTIONS: &[Builtin] = &[
    Builtin::new("numpy._load", "(file)", "The array of a .npy, or the next one of a file object.", load),
    Builtin::new("numpy.save", "(file, arr, allow_pickle=True)", "Writes an array as a .npy file.", save),
    Builtin::new("numpy._replace", "(file, data)", "Writes bytes as a whole file, or to a file object.", replace),
    Builtin::new("numpy._savez", "(file, arrays, compressed)", "Writes arrays by name as a .npz file.", save_all),
];
