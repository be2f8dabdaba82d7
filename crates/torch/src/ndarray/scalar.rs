//! NumPy scalars as values, `np.float64(2.5)`: elements and reductions of arrays.

use crate::numbers::{scalar_of, scalar_value};
use half::f16;
use tensorcell_language::Value;
use tensorcell_tensor::{DType, Scalar};

/// A number of a dtype.
pub struct Number {
    pub(super) dtype: DType,
    /// As a value of the language: a bool, int or float that the dtype can hold.
    pub(super) plain: Value,
}

impl Number {
    pub(super) fn scalar(&self) -> Scalar {
        scalar_of(&self.plain).unwrap_or(Scalar::Int(0))
    }
}

/// Makes the scalar of a dtype. The value is converted as in C.
pub fn number_value(dtype: DType, value: Scalar) -> Value {
    Value::native(Number { dtype, plain: scalar_value(fit(dtype, value)) })
}

/// Returns a scalar's dtype and value.
pub fn number_of(value: &Value) -> Option<(DType, Scalar)> {
    value.downcast::<Number>().map(|number| (number.dtype, number.scalar()))
}

/// Returns NumPy's common dtype. Unlike in PyTorch, float32 cannot hold all of int32, so the result is float64.
pub fn common(a: DType, b: DType) -> DType {
    let wide = |dtype: DType| matches!(dtype, DType::Int32 | DType::Int64);
    match (a, b) {
        (DType::Float16, DType::Int16) | (DType::Int16, DType::Float16) => DType::Float32,
        (DType::Complex64, b) if wide(b) => DType::Complex128,
        (a, DType::Complex64) if wide(a) => DType::Complex128,
        (a, b) if a.is_floating() && wide(b) || b.is_floating() && wide(a) => DType::Float64,
        (a, b) => a.promote(b),
    }
}

/// Converts a number to a dtype as in C.
pub fn fit(dtype: DType, value: Scalar) -> Scalar {
    match dtype {
        DType::Bool => value.cast(DType::Bool),
        DType::Complex64 => {
            let [re, im] = value.parts().map(|part| f64::from(part as f32));
            Scalar::Complex(re, im)
        }
        DType::Complex128 => value.cast(DType::Complex128),
        DType::UInt8 => Scalar::Int(i64::from(value.as_i64() as u8)),
        DType::Int8 => Scalar::Int(i64::from(value.as_i64() as i8)),
        DType::Int16 => Scalar::Int(i64::from(value.as_i64() as i16)),
        DType::Int32 => Scalar::Int(i64::from(value.as_i64() as i32)),
        DType::Int64 => Scalar::Int(value.as_i64()),
        DType::Float16 => Scalar::Float(f16::from_f64(value.as_f64()).to_f64()),
        DType::BFloat16 => Scalar::Float(half::bf16::from_f64(value.as_f64()).to_f64()),
        DType::Float32 => Scalar::Float(f64::from(value.as_f64() as f32)),
        DType::Float64 => Scalar::Float(value.as_f64()),
    }
}
