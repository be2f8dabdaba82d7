//! Reads and writes NumPy's files: `.npy`, and `.npz`, a zip of them.

use std::io::{Cursor, Read, Write};
use tensorcell_engine as engine;
use tensorcell_language::{Args, Builtin, Raise, Result, Value, Vm};
use tensorcell_tensor::Tensor;
use tensorcell_torch::files::{Source, in_file, numel, path_of, write, wrong, zip_archive};
use tensorcell_torch::ndarray::{
    array_of, array_value, description_of, dtype_described, read as read_array, tensor_from_parts,
};
use tensorcell_torch::views;
use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

/// The maximum size of one decompressed array.
const MOST_INFLATED: u64 = 4 << 30;

/// Parses the header's dict: description, column-major order, shape.
fn header(text: &str) -> Option<(String, bool, Vec<usize>)> {
    let after = |key: &str| text.split_once(&format!("'{key}':")).map(|(_, rest)| rest.trim_start());
    let descr = after("descr")?.strip_prefix('\'')?.split('\'').next()?.to_owned();
    let columns_first = after("fortran_order")?.starts_with("True");
    let inside = after("shape")?.strip_prefix('(')?.split(')').next()?;
    let sizes = inside.split(',').map(str::trim).filter(|part| !part.is_empty());
    Some((descr, columns_first, sizes.map(|part| part.parse().ok()).collect::<Option<_>>()?))
}

/// Reads one array. `length` bytes are available.
fn read(input: &mut dyn Read, length: u64) -> Result<Tensor> {
    let short = |_| wrong("the file ends within its header");
    let mut start = [0; 8];
    input.read_exact(&mut start).map_err(short)?;
    if &start[..6] != b"\x93NUMPY" {
        return Err(wrong("not a .npy file: the magic string is not correct"));
    }
    let width = if start[6] == 1 { 2 } else { 4 };
    let mut count = [0; 4];
    input.read_exact(&mut count[..width]).map_err(short)?;
    let count = u64::from(u32::from_le_bytes(count));
    if count > 1 << 16 {
        return Err(wrong(format!("a header of {count} bytes is too long")));
    }
    let mut text = vec![0; count as usize];
    input.read_exact(&mut text).map_err(short)?;
    let text = String::from_utf8_lossy(&text);
    let (descr, columns_first, sizes) = match header(&text) {
        Some(header) => header,
        None if text.contains("'descr': [") => return Err(wrong("arrays of records are not read here")),
        None => return Err(wrong("Cannot parse header")),
    };
    let (dtype, swapped) = dtype_described(&descr)?;
    let bytes = numel(&[numel(&sizes)?, dtype.size()])?;
    let left = length.saturating_sub(8 + width as u64 + count);
    if bytes as u64 > left {
        let elements = left / dtype.size() as u64;
        return Err(wrong(format!(
            "cannot reshape array of size {elements} into shape {sizes:?}: the file is too short"
        )));
    }
    let broken = |error: std::io::Error| wrong(format!("the array cannot be read: {error}"));
    if swapped || columns_first {
        let mut data = vec![0; bytes];
        input.read_exact(&mut data).map_err(broken)?;
        return tensor_from_parts(&sizes, &descr, &data, columns_first);
    }
    let flat = engine::from_reader(input, bytes, dtype)?.map_err(broken)?;
    views::reshape_to(&flat, &sizes)
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
    let mut out = b"\x93NUMPY\x01\x00".to_vec();
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

/// Returns the names in a `.npz`, or None for a `.npy`.
fn names(vm: &mut Vm, args: &Args) -> Result<Value> {
    let mut source = Source::of(vm, args.get(0))?;
    let mut start = [0; 2];
    let _ = source.input.read_exact(&mut start);
    if &start != b"PK" {
        return Ok(Value::None);
    }
    let zip = zip_archive(source.input).map_err(|error| in_file(&source.name, wrong(error.to_string())))?;
    let names = zip.file_names().flatten();
    Ok(Value::list(names.map(|name| Value::str(name.strip_suffix(".npy").unwrap_or(&name))).collect()))
}

/// Reads a `.npy`, or one array of a `.npz`.
fn load(vm: &mut Vm, args: &Args) -> Result<Value> {
    let mut source = Source::of(vm, args.get(0))?;
    let tensor = match args.opt_str(1)? {
        None => read(&mut *source.input, source.length),
        Some(name) => (|| {
            let mut zip = zip_archive(&mut source.input).map_err(|error| wrong(error.to_string()))?;
            let index = zip.index_for_name(&format!("{name}.npy")).or_else(|| zip.index_for_name(name));
            let index =
                index.ok_or_else(|| Raise::key_error(&Value::str(format!("{name} is not a file in the archive"))))?;
            let member = zip.by_index(index).map_err(|error| wrong(error.to_string()))?;
            let (size, packed) = (member.size(), member.compressed_size());
            if size > MOST_INFLATED && size > packed {
                return Err(wrong(format!("{name} would unfold to {size} bytes, more than {MOST_INFLATED}")));
            }
            read(&mut member.take(size), size)
        })(),
    };
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
    Builtin::new("numpy._npz_names", "(file)", "The names in a .npz; None for a .npy.", names),
    Builtin::new("numpy._load", "(file, name=None)", "The array of a .npy, or one of a .npz.", load),
    Builtin::new("numpy.save", "(file, arr, allow_pickle=True)", "Writes an array as a .npy file.", save),
    Builtin::new("numpy._savez", "(file, arrays, compressed)", "Writes arrays by name as a .npz file.", save_all),
];
