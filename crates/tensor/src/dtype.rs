//! Element types, their promotion rules, and Python numbers as scalars.

use std::cell::Cell;
use std::fmt;

/// Element type of a tensor. `Display` prints PyTorch's name, such as `torch.float32`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DType {
    Bool,
    UInt8,
    Int8,
    Int16,
    Int32,
    Int64,
    Float16,
    BFloat16,
    Float32,
    Float64,
    /// A real and an imaginary part, both float32.
    Complex64,
    /// A real and an imaginary part, both float64.
    Complex128,
}

impl DType {
    pub const ALL: [DType; 12] = [
        DType::Bool,
        DType::UInt8,
        DType::Int8,
        DType::Int16,
        DType::Int32,
        DType::Int64,
        DType::Float16,
        DType::BFloat16,
        DType::Float32,
        DType::Float64,
        DType::Complex64,
        DType::Complex128,
    ];
    /// Size of one element in bytes.
    pub fn size(self) -> usize {
        match self {
            DType::Bool | DType::UInt8 | DType::Int8 => 1,
            DType::Int16 | DType::Float16 | DType::BFloat16 => 2,
            DType::Int32 | DType::Float32 => 4,
            DType::Int64 | DType::Float64 | DType::Complex64 => 8,
            DType::Complex128 => 16,
        }
    }
    pub fn is_floating(self) -> bool {
        matches!(self, DType::Float16 | DType::BFloat16 | DType::Float32 | DType::Float64)
    }
    pub fn is_complex(self) -> bool {
        matches!(self, DType::Complex64 | DType::Complex128)
    }
    /// Whether elements can have fractions. True for floating and complex dtypes, the only ones that may require gradients.
    pub fn is_inexact(self) -> bool {
        self.is_floating() || self.is_complex()
    }
    /// The dtype of a complex number's real and imaginary parts; any other dtype itself.
    pub fn part(self) -> DType {
        match self {
            DType::Complex64 => DType::Float32,
            DType::Complex128 => DType::Float64,
            other => other,
        }
    }
    /// The complex dtype whose parts can hold this dtype's values. Half types give complex64, because complex32 is not supported.
    pub fn with_imaginary(self) -> DType {
        match self {
            DType::Float64 | DType::Complex128 => DType::Complex128,
            _ => DType::Complex64,
        }
    }
    /// The name in the `torch` module, such as `float32`.
    pub fn name(self) -> &'static str {
        match self {
            DType::Bool => "bool",
            DType::UInt8 => "uint8",
            DType::Int8 => "int8",
            DType::Int16 => "int16",
            DType::Int32 => "int32",
            DType::Int64 => "int64",
            DType::Float16 => "float16",
            DType::BFloat16 => "bfloat16",
            DType::Float32 => "float32",
            DType::Float64 => "float64",
            DType::Complex64 => "complex64",
            DType::Complex128 => "complex128",
        }
    }
    /// The scalar type name that many of PyTorch's messages use, such as `Float`.
    pub fn scalar_name(self) -> &'static str {
        match self {
            DType::Bool => "Bool",
            DType::UInt8 => "Byte",
            DType::Int8 => "Char",
            DType::Int16 => "Short",
            DType::Int32 => "Int",
            DType::Int64 => "Long",
            DType::Float16 => "Half",
            DType::BFloat16 => "BFloat16",
            DType::Float32 => "Float",
            DType::Float64 => "Double",
            DType::Complex64 => "ComplexFloat",
            DType::Complex128 => "ComplexDouble",
        }
    }
    /// The C++ type name that some other messages use, such as `float`.
    pub fn cpp_name(self) -> &'static str {
        match self {
            DType::Bool => "bool",
            DType::UInt8 => "unsigned char",
            DType::Int8 => "signed char",
            DType::Int16 => "short int",
            DType::Int32 => "int",
            DType::Int64 => "long int",
            DType::Float16 => "c10::Half",
            DType::BFloat16 => "c10::BFloat16",
            DType::Float32 => "float",
            DType::Float64 => "double",
            DType::Complex64 => "c10::complex<float>",
            DType::Complex128 => "c10::complex<double>",
        }
    }
    /// The C type name, such as `int64_t`, for messages about writing a number into an existing tensor.
    pub fn c_name(self) -> &'static str {
        match self {
            DType::UInt8 => "uint8_t",
            DType::Int8 => "int8_t",
            DType::Int16 => "int16_t",
            DType::Int64 => "int64_t",
            other => other.cpp_name(),
        }
    }
    fn category(self) -> u8 {
        match self {
            DType::Bool => 0,
            _ if self.is_complex() => 3,
            _ if self.is_floating() => 2,
            _ => 1,
        }
    }
    /// The smallest dtype that can hold both (`torch.promote_types`).
    pub fn promote(self, other: DType) -> DType {
        use DType::*;
        match (self, other) {
            (a, b) if a == b => a,
            (Complex64, Float64) | (Float64, Complex64) => Complex128,
            (Float16, BFloat16) | (BFloat16, Float16) => Float32,
            (UInt8, Int8) | (Int8, UInt8) => Int16,
            (a, b) if a.category() != b.category() => {
                if a.category() > b.category() {
                    a
                } else {
                    b
                }
            }
            (a, b) if a.size() >= b.size() => a,
            (_, b) => b,
        }
    }
    /// Whether a result of this dtype may be stored as another (`torch.can_cast`). Complex to float, float to integer and
    /// anything except bool to bool are not allowed.
    pub fn can_cast(self, to: DType) -> bool {
        self.category() <= to.category()
    }
}

impl fmt::Display for DType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "torch.{}", self.name())
    }
}

/// A Python number as an operand. Only its category takes part in promotion (PyTorch's "wrapped number").
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scalar {
    Bool(bool),
    Int(i64),
    Float(f64),
    /// Real and imaginary part.
    Complex(f64, f64),
}

impl Scalar {
    /// Whether PyTorch refuses to store the number in an integer dtype (`c10::overflows`). A negative integer may wrap around once in
    /// uint8.
    pub fn overflows(self, dtype: DType) -> bool {
        let (least, most) = match dtype {
            DType::UInt8 => (0, i64::from(u8::MAX)),
            DType::Int8 => (i8::MIN.into(), i8::MAX.into()),
            DType::Int16 => (i16::MIN.into(), i16::MAX.into()),
            DType::Int32 => (i32::MIN.into(), i32::MAX.into()),
            DType::Int64 => (i64::MIN, i64::MAX),
            _ => return false,
        };
        match self {
            Scalar::Bool(_) => false,
            Scalar::Int(x) if dtype == DType::UInt8 => !(-most..=most).contains(&x),
            Scalar::Int(x) => !(least..=most).contains(&x),
            Scalar::Float(x) | Scalar::Complex(x, 0.0) => !(least as f64..=most as f64).contains(&x),
            Scalar::Complex(..) => true,
        }
    }
    /// The value as a float; for a complex number, its real part.
    pub fn as_f64(self) -> f64 {
        match self {
            Scalar::Bool(value) => value as u8 as f64,
            Scalar::Int(value) => value as f64,
            Scalar::Float(value) | Scalar::Complex(value, _) => value,
        }
    }
    /// The value as an integer; floats are truncated towards zero.
    pub fn as_i64(self) -> i64 {
        match self {
            Scalar::Bool(value) => value as i64,
            Scalar::Int(value) => value,
            Scalar::Float(value) | Scalar::Complex(value, _) => value as i64,
        }
    }
    /// Real and imaginary part.
    pub fn parts(self) -> [f64; 2] {
        match self {
            Scalar::Complex(real, imaginary) => [real, imaginary],
            other => [other.as_f64(), 0.0],
        }
    }
    /// Converts the number to an element of a dtype.
    pub fn cast(self, dtype: DType) -> Scalar {
        match dtype {
            DType::Bool => Scalar::Bool(self.parts() != [0.0; 2]),
            _ if dtype.is_complex() => Scalar::Complex(self.parts()[0], self.parts()[1]),
            _ if dtype.is_floating() => Scalar::Float(self.as_f64()),
            _ => Scalar::Int(self.as_i64()),
        }
    }
    /// The dtype of a tensor created from this number alone.
    pub fn dtype(self) -> DType {
        match self {
            Scalar::Bool(_) => DType::Bool,
            Scalar::Int(_) => DType::Int64,
            Scalar::Float(_) => default_float(),
            Scalar::Complex(..) => default_float().with_imaginary(),
        }
    }
}

impl From<f64> for Scalar {
    fn from(value: f64) -> Self {
        Scalar::Float(value)
    }
}
impl From<i64> for Scalar {
    fn from(value: i64) -> Self {
        Scalar::Int(value)
    }
}
impl From<bool> for Scalar {
    fn from(value: bool) -> Self {
        Scalar::Bool(value)
    }
}

/// `torch.result_type` for any number of operands. Tensors with dimensions have priority over 0-dim tensors, and these over
/// Python numbers. A group of lower priority counts only if its category is higher.
#[derive(Default, Clone, Copy)]
pub struct Promotion {
    dimensional: Option<DType>,
    zero_dim: Option<DType>,
    number: Option<DType>,
}

impl Promotion {
    pub fn tensor(&mut self, dtype: DType, ndim: usize) {
        let group = if ndim > 0 { &mut self.dimensional } else { &mut self.zero_dim };
        *group = Some(group.map_or(dtype, |so_far| so_far.promote(dtype)));
    }
    pub fn number(&mut self, scalar: Scalar) {
        let dtype = scalar.dtype();
        self.number = Some(self.number.map_or(dtype, |so_far| so_far.promote(dtype)));
    }
    pub fn result(self) -> DType {
        let combine = |higher: Option<DType>, lower: Option<DType>| match (higher, lower) {
            (Some(higher), Some(lower)) => Some(if higher.is_complex() {
                higher
            } else if higher.is_floating() {
                if lower.is_complex() { higher.with_imaginary() } else { higher }
            } else if higher == DType::Bool || lower.is_inexact() {
                higher.promote(lower)
            } else {
                higher
            }),
            (one, other) => one.or(other),
        };
        combine(self.dimensional, combine(self.zero_dim, self.number)).unwrap_or(default_float())
    }
}

thread_local! {
    static DEFAULT_FLOAT: Cell<DType> = const { Cell::new(DType::Float32) };
}

/// `torch.get_default_dtype()`: the dtype of integers that are converted to floats, and of new tensors without an explicit dtype.
pub fn default_float() -> DType {
    DEFAULT_FLOAT.get()
}
/// `torch.set_default_dtype`; takes a floating dtype.
pub fn set_default_float(dtype: DType) {
    DEFAULT_FLOAT.set(dtype);
}
