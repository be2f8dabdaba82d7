//! Conversions between tensors and host numbers: `item`, and typed slices in and out.

use super::{from_bytes, read_bytes, to_bytes};
use half::{bf16, f16};
use tensorcell_tensor::op::{ErrorKind, Result};
use tensorcell_tensor::{DType, Device, Scalar, Tensor, TensorError};

/// A host type that corresponds to a dtype.
pub trait Element: bytemuck::Pod {
    const DTYPE: DType;
}
macro_rules! elements {
    ($($t:ty = $dtype:ident),+) => { $(impl Element for $t { const DTYPE: DType = DType::$dtype; })+ };
}
elements!(
    u8 = UInt8,
    i8 = Int8,
    i16 = Int16,
    i32 = Int32,
    i64 = Int64,
    f16 = Float16,
    bf16 = BFloat16,
    f32 = Float32,
    f64 = Float64
);

/// A tensor's elements as slices of host numbers.
pub trait Elements: Sized {
    /// A contiguous tensor of these elements, whose number must match the shape.
    fn from_slice<T: Element>(elements: &[T], shape: &[usize], device: Device) -> Result<Self>;
    /// The elements in row-major order, converted to `T`'s dtype. Waits for the tensor's device.
    fn to_vec<T: Element>(&self) -> Result<Vec<T>>;
}

impl Elements for Tensor {
    fn from_slice<T: Element>(elements: &[T], shape: &[usize], device: Device) -> Result<Tensor> {
        from_bytes(bytemuck::cast_slice(elements), shape, T::DTYPE, device)
    }
    fn to_vec<T: Element>(&self) -> Result<Vec<T>> {
        let bytes = match self.dtype() == T::DTYPE || (T::DTYPE, self.dtype()) == (DType::UInt8, DType::Bool) {
            true => to_bytes(self)?,
            false => {
                let cast = tensorcell_tensor::Op::Cast(T::DTYPE);
                to_bytes(&super::grad_mode::with(false, || super::run(cast, &[self.into()]))?)?
            }
        };
        let size = size_of::<T>();
        Ok(bytes.chunks_exact(size).map(bytemuck::pod_read_unaligned).collect())
    }
}

/// Whether a tensor's elements may be read directly: they are real numbers in host memory, and no tape or transformation follows them.
pub fn is_plain(x: &Tensor) -> bool {
    let followed = x.requires_grad() && super::grad_mode::is_enabled();
    x.device() == Device::Cpu && !x.is_batched() && !x.is_sparse() && !x.dtype().is_complex() && !followed
}

/// `Tensor.item()`: the only element as a Python number.
pub fn item(tensor: &Tensor) -> Result<Scalar> {
    if tensor.numel() != 1 {
        return Err(TensorError::new(
            ErrorKind::Runtime,
            format!("a Tensor with {} elements cannot be converted to Scalar", tensor.numel()),
        )
        .mark(0, tensor));
    }
    super::refusals::check_item(tensor)?;
    read_bytes(tensor, |bytes| scalar(tensor.dtype(), bytes))
}

/// Decodes an element from its bytes.
pub fn scalar(dtype: DType, bytes: &[u8]) -> Scalar {
    fn read<T: Element>(bytes: &[u8]) -> T {
        bytemuck::pod_read_unaligned(bytes)
    }
    match dtype {
        DType::Bool => Scalar::Bool(bytes[0] != 0),
        DType::UInt8 => Scalar::Int(bytes[0] as i64),
        DType::Int8 => Scalar::Int(read::<i8>(bytes) as i64),
        DType::Int16 => Scalar::Int(read::<i16>(bytes) as i64),
        DType::Int32 => Scalar::Int(read::<i32>(bytes) as i64),
        DType::Int64 => Scalar::Int(read(bytes)),
        DType::Float16 => Scalar::Float(read::<f16>(bytes).to_f64()),
        DType::BFloat16 => Scalar::Float(read::<bf16>(bytes).to_f64()),
        DType::Float32 => Scalar::Float(read::<f32>(bytes) as f64),
        DType::Float64 => Scalar::Float(read(bytes)),
        DType::Complex64 => Scalar::Complex(read::<f32>(&bytes[..4]).into(), read::<f32>(&bytes[4..]).into()),
        DType::Complex128 => Scalar::Complex(read(&bytes[..8]), read(&bytes[8..])),
    }
}

/// Whether all elements are in the closed interval from `low` to `high`. `None` if the host would have to wait for a device, whose kernels
/// report out-of-bounds values themselves.
pub fn within(x: &Tensor, low: f64, high: f64) -> Result<Option<bool>> {
    let x = x.whole();
    if x.device() != Device::Cpu {
        return Ok(None);
    }
    Ok(Some(match x.dtype().is_floating() {
        true => x.to_vec::<f64>()?.iter().all(|x| (low..=high).contains(x)),
        false => {
            let (low, high) = (low.ceil() as i64, high.floor() as i64);
            x.to_vec::<i64>()?.iter().all(|x| (low..=high).contains(x))
        }
    }))
}
