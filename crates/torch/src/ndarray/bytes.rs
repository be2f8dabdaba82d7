//! Makes arrays from bytes and a dtype description, as in `.npy` files and pickles.

use super::array::array_value;
use crate::files::{numel, wrong};
use crate::views;
use tensorcell_engine as engine;
use tensorcell_language::{Result, Value};
use tensorcell_tensor::{DType, Device, Tensor};

/// The dtype descriptions of `.npy` files and pickles.
const DESCRIPTIONS: [(&str, DType); 11] = [
    ("b1", DType::Bool),
    ("u1", DType::UInt8),
    ("i1", DType::Int8),
    ("i2", DType::Int16),
    ("i4", DType::Int32),
    ("i8", DType::Int64),
    ("f2", DType::Float16),
    ("f4", DType::Float32),
    ("f8", DType::Float64),
    ("c8", DType::Complex64),
    ("c16", DType::Complex128),
];

/// Parses a description such as `<f4`, `>i8`, `|b1` into a dtype and whether its bytes are swapped.
pub fn dtype_described(description: &str) -> Result<(DType, bool)> {
    let kind = description.trim_start_matches(['<', '>', '|', '=']);
    let dtype = DESCRIPTIONS.iter().find(|(name, _)| *name == kind).map(|(_, dtype)| *dtype);
    if kind.starts_with('O') || kind.starts_with('V') {
        return Err(wrong("Object arrays cannot be loaded when allow_pickle=False"));
    }
    let dtype = dtype.ok_or_else(|| wrong(format!("arrays of dtype '{description}' are not read here")))?;
    Ok((dtype, description.starts_with('>')))
}

/// Returns the description of a dtype without its byte order, or None if NumPy has no such dtype.
pub fn description_of(dtype: DType) -> Option<&'static str> {
    DESCRIPTIONS.iter().find(|(_, held)| *held == dtype).map(|(kind, _)| *kind)
}

/// Makes an array from its description and bytes.
pub fn array_from_parts(shape: &[usize], description: &str, bytes: &[u8], columns_first: bool) -> Result<Value> {
    Ok(array_value(tensor_from_parts(shape, description, bytes, columns_first)?))
}

/// Like `array_from_parts`, as a tensor.
pub fn tensor_from_parts(sizes: &[usize], description: &str, bytes: &[u8], columns_first: bool) -> Result<Tensor> {
    let (dtype, swapped) = dtype_described(description)?;
    let wanted = numel(&[numel(sizes)?, dtype.size()])?;
    if bytes.len() != wanted {
        return Err(wrong(format!("an array of shape {sizes:?} has {wanted} bytes, and {} are there", bytes.len())));
    }
    let mut own = Vec::new();
    let bytes = if swapped {
        own.extend(bytes.chunks_exact(dtype.part().size()).flat_map(|element| element.iter().rev()));
        &own
    } else {
        bytes
    };
    if !columns_first || sizes.len() < 2 {
        return Ok(engine::from_bytes(bytes, sizes, dtype, Device::Cpu)?);
    }
    let reversed: Vec<usize> = sizes.iter().rev().copied().collect();
    let tensor = engine::from_bytes(bytes, &reversed, dtype, Device::Cpu)?;
    views::permute(&tensor, (0..sizes.len()).rev().collect())
}
