//! The types of a kernel's parameters, as the compiler sees them. They are read from the numbers that
//! `kernels/user/signature.cuh` embeds in
//! the program.

use tensorcell_tensor::DType;

/// The element type of a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Element {
    Number(Number),
    /// Behind a pointer: any tensor.
    Void,
    /// Behind a pointer: a table of addresses, passed as an int64 tensor.
    Address,
    /// A structure, or any other type that is neither tensor nor number.
    Unknown,
}

/// C++'s arithmetic types.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Number {
    Bool,
    /// A signed integer with this many bytes.
    Int(usize),
    Unsigned(usize),
    Half,
    BFloat16,
    Float,
    Double,
}

/// A parameter of a kernel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Type {
    pub element: Element,
    /// 4 for `float4`.
    pub lanes: usize,
    pub pointer: bool,
    /// Behind a pointer: the kernel does not write through it.
    pub constant: bool,
    pub reference: bool,
    /// The size of the parameter itself.
    pub bytes: usize,
}

impl Type {
    fn read(what: u32, bytes: u32) -> Type {
        let element = match what & 0xff {
            1 => Element::Number(Number::Bool),
            2 | 3 => Element::Number(Number::Int(1)),
            4 => Element::Number(Number::Unsigned(1)),
            5 => Element::Number(Number::Int(2)),
            6 => Element::Number(Number::Unsigned(2)),
            7 => Element::Number(Number::Int(4)),
            8 => Element::Number(Number::Unsigned(4)),
            // `long` has 8 bytes on Linux hosts and 4 on Windows. A value's size tells which; behind a pointer, Linux is assumed.
            9 | 11 => Element::Number(Number::Int(8)),
            10 | 12 => Element::Number(Number::Unsigned(8)),
            13 => Element::Number(Number::Float),
            14 => Element::Number(Number::Double),
            15 => Element::Number(Number::Half),
            16 => Element::Number(Number::BFloat16),
            17 => Element::Void,
            18 => Element::Address,
            _ => Element::Unknown,
        };
        Type {
            element,
            lanes: ((what >> 8 & 0xff) as usize).max(1),
            pointer: what >> 16 & 1 != 0,
            constant: what >> 17 & 1 != 0,
            reference: what >> 18 & 1 != 0,
            bytes: bytes as usize,
        }
    }

    /// The dtypes of tensors that the pointer accepts. Empty if it accepts none, `DType::ALL` for any.
    pub fn dtypes(&self) -> &'static [DType] {
        match self.element {
            Element::Number(Number::Bool) => &[DType::Bool],
            Element::Number(Number::Int(1)) => &[DType::Int8],
            Element::Number(Number::Unsigned(1)) => &[DType::UInt8, DType::Bool],
            Element::Number(Number::Int(2)) => &[DType::Int16],
            // PyTorch has no arithmetic on unsigned types beyond uint8, so their bits are stored in signed dtypes.
            Element::Number(Number::Unsigned(2)) => &[DType::Int16],
            Element::Number(Number::Int(4) | Number::Unsigned(4)) => &[DType::Int32],
            Element::Number(Number::Int(_) | Number::Unsigned(_)) | Element::Address => &[DType::Int64],
            Element::Number(Number::Half) => &[DType::Float16],
            Element::Number(Number::BFloat16) => &[DType::BFloat16],
            Element::Number(Number::Float) => &[DType::Float32],
            Element::Number(Number::Double) => &[DType::Float64],
            Element::Void => &DType::ALL,
            Element::Unknown => &[],
        }
    }
}

/// Decodes parameters from the numbers: their count, then the type of each, then the size of each.
pub fn read(numbers: &[u32]) -> Vec<Type> {
    let count = numbers.first().map_or(0, |count| *count as usize);
    let (what, bytes) = (numbers.iter().skip(1), numbers.iter().skip(1 + count));
    what.zip(bytes).take(count).map(|(what, bytes)| Type::read(*what, *bytes)).collect()
}

/// A dtype's name in C++, for an instantiation.
pub fn cpp_name(dtype: DType) -> &'static str {
    match dtype {
        DType::Bool => "bool",
        DType::UInt8 => "uint8_t",
        DType::Int8 => "int8_t",
        DType::Int16 => "int16_t",
        DType::Int32 => "int",
        DType::Int64 => "int64_t",
        DType::Float16 => "__half",
        DType::BFloat16 => "__nv_bfloat16",
        DType::Float32 => "float",
        DType::Float64 => "double",
        DType::Complex64 => "cuFloatComplex",
        DType::Complex128 => "cuDoubleComplex",
    }
}
