//! Converts between tensors and the language's numbers: `item`, `tolist`, `torch.tensor`, and the elements for printing.

use super::defaults;
use super::ndarray::number_of;
use super::numbers::{scalar_of, scalar_value};
use super::sequences::items_of;
use super::tensor::tensor_of;
use half::{bf16, f16};
use num_traits::ToPrimitive;
use tensorcell_engine as engine;
use tensorcell_language::{Exc, Raise, Result, Value, Vm, memory};
use tensorcell_tensor::{DType, Device, Scalar, Tensor};

/// A tensor's elements on the host, in row-major order, widened to one of four types.
#[derive(Clone, Debug, PartialEq)]
pub enum Elements {
    Bool(Vec<bool>),
    Int(Vec<i64>),
    Float(Vec<f64>),
    /// Real and imaginary parts.
    Complex(Vec<[f64; 2]>),
}

impl Elements {
    pub fn one(scalar: Scalar) -> Elements {
        match scalar {
            Scalar::Bool(x) => Elements::Bool(vec![x]),
            Scalar::Int(x) => Elements::Int(vec![x]),
            Scalar::Float(x) => Elements::Float(vec![x]),
            Scalar::Complex(re, im) => Elements::Complex(vec![[re, im]]),
        }
    }
    pub fn len(&self) -> usize {
        match self {
            Elements::Bool(values) => values.len(),
            Elements::Int(values) => values.len(),
            Elements::Float(values) => values.len(),
            Elements::Complex(values) => values.len(),
        }
    }
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    pub fn scalar(&self, i: usize) -> Scalar {
        match self {
            Elements::Bool(values) => Scalar::Bool(values[i]),
            Elements::Int(values) => Scalar::Int(values[i]),
            Elements::Float(values) => Scalar::Float(values[i]),
            Elements::Complex(values) => Scalar::Complex(values[i][0], values[i][1]),
        }
    }
    /// Converts to integers. Floats are truncated and imaginary parts dropped.
    pub fn integers(self) -> Vec<i64> {
        match self {
            Elements::Bool(values) => values.into_iter().map(i64::from).collect(),
            Elements::Int(values) => values,
            Elements::Float(values) => values.into_iter().map(|x| x as i64).collect(),
            Elements::Complex(values) => values.into_iter().map(|[x, _]| x as i64).collect(),
        }
    }
    fn complex(self) -> Vec<[f64; 2]> {
        match self {
            Elements::Complex(values) => values,
            other => (0..other.len()).map(|i| other.scalar(i).parts()).collect(),
        }
    }
}

fn widen<T: bytemuck::AnyBitPattern, U>(bytes: &[u8], convert: impl Fn(T) -> U) -> Vec<U> {
    bytes.chunks_exact(size_of::<T>()).map(|chunk| convert(bytemuck::pod_read_unaligned(chunk))).collect()
}

/// Copies a tensor to the host. Waits for its device.
pub fn elements(tensor: &Tensor) -> Result<Elements> {
    memory::claim(tensor.numel().saturating_mul(size_of::<f64>()))?;
    let bytes = engine::to_bytes(tensor)?;
    Ok(match tensor.dtype() {
        DType::Bool => Elements::Bool(widen(&bytes, |x: u8| x != 0)),
        DType::UInt8 => Elements::Int(widen(&bytes, |x: u8| x.into())),
        DType::Int8 => Elements::Int(widen(&bytes, |x: i8| x.into())),
        DType::Int16 => Elements::Int(widen(&bytes, |x: i16| x.into())),
        DType::Int32 => Elements::Int(widen(&bytes, |x: i32| x.into())),
        DType::Int64 => Elements::Int(widen(&bytes, |x: i64| x)),
        DType::Float16 => Elements::Float(widen(&bytes, |x: f16| x.to_f64())),
        DType::BFloat16 => Elements::Float(widen(&bytes, |x: bf16| x.to_f64())),
        DType::Float32 => Elements::Float(widen(&bytes, |x: f32| x.into())),
        DType::Float64 => Elements::Float(widen(&bytes, |x: f64| x)),
        DType::Complex64 => Elements::Complex(widen(&bytes, |x: [f32; 2]| x.map(f64::from))),
        DType::Complex128 => Elements::Complex(widen(&bytes, |x: [f64; 2]| x)),
    })
}

/// Makes a tensor on `device` from elements, converted to `dtype` as in C.
pub fn from_elements(elements: &Elements, shape: &[usize], dtype: DType, device: Device) -> Result<Tensor> {
    fn pack<T: bytemuck::NoUninit, U: Copy>(values: &[U], convert: impl Fn(U) -> T) -> Vec<u8> {
        values.iter().flat_map(|&x| bytemuck::bytes_of(&convert(x)).to_vec()).collect()
    }
    fn integers<U: Copy>(values: &[U], dtype: DType, wide: impl Fn(U) -> i64, float: impl Fn(U) -> f64) -> Vec<u8> {
        match dtype {
            DType::Bool => pack(values, |x| u8::from(float(x) != 0.0)),
            DType::UInt8 => pack(values, |x| wide(x) as u8),
            DType::Int8 => pack(values, |x| wide(x) as i8),
            DType::Int16 => pack(values, |x| wide(x) as i16),
            DType::Int32 => pack(values, |x| wide(x) as i32),
            DType::Int64 => pack(values, wide),
            DType::Float16 => pack(values, |x| f16::from_f64(float(x))),
            DType::BFloat16 => pack(values, |x| bf16::from_f32(float(x) as f32)),
            DType::Float32 => pack(values, |x| float(x) as f32),
            DType::Float64 => pack(values, float),
            DType::Complex64 => pack(values, |x| [float(x) as f32, 0.0]),
            DType::Complex128 => pack(values, |x| [float(x), 0.0]),
        }
    }
    let bytes = match elements {
        Elements::Bool(values) => integers(values, dtype, i64::from, |x| f64::from(u8::from(x))),
        Elements::Int(values) => integers(values, dtype, |x| x, |x| x as f64),
        Elements::Float(values) => integers(values, dtype, |x| x as i64, |x| x),
        Elements::Complex(values) => match dtype {
            DType::Complex64 => pack(values, |x: [f64; 2]| x.map(|part| part as f32)),
            DType::Complex128 => pack(values, |x| x),
            DType::Bool => pack(values, |x| u8::from(x != [0.0; 2])),
            dtype => integers(values, dtype, |[x, _]| x as i64, |[x, _]| x),
        },
    };
    Ok(engine::from_bytes(&bytes, shape, dtype, device)?)
}

/// Returns the only element of a tensor.
pub fn item(tensor: &Tensor) -> Result<Scalar> {
    if tensor.numel() != 1 {
        let text = format!("a Tensor with {} elements cannot be converted to Scalar", tensor.numel());
        return Err(Raise::runtime(text).mark(0, format!("shape {:?}", tensor.shape())));
    }
    Ok(engine::host::item(tensor)?)
}

/// Returns nested lists of Python numbers. A 0-d tensor gives a number.
pub fn to_list(tensor: &Tensor) -> Result<Value> {
    fn nested(elements: &Elements, shape: &[usize], next: &mut usize) -> Value {
        let Some((&size, inner)) = shape.split_first() else {
            *next += 1;
            return scalar_value(elements.scalar(*next - 1));
        };
        Value::list((0..size).map(|_| nested(elements, inner, next)).collect())
    }
    memory::claim(size_of_lists(tensor.shape()))?;
    Ok(nested(&elements(tensor)?, tensor.shape(), &mut 0))
}

/// The memory that nested lists of a shape take: also without elements, there may be many lists.
fn size_of_lists(shape: &[usize]) -> usize {
    const LIST: usize = 96;
    let mut lists = 1_usize;
    shape.iter().fold(0, |total: usize, &size| {
        let own = size.saturating_mul(size_of::<Value>()).saturating_add(LIST);
        let total = total.saturating_add(lists.saturating_mul(own));
        lists = lists.saturating_mul(size);
        total
    })
}

/// Numbers collected from nested sequences, as wide as the widest so far.
struct Collected {
    elements: Elements,
    shape: Vec<usize>,
    /// The common dtype: tensors and NumPy scalars contribute their dtypes, Python numbers the default ones.
    dtype: Option<DType>,
    /// Whether there was a whole number beyond 64 bits, which only floating dtypes hold.
    beyond: bool,
}

impl Collected {
    fn push(&mut self, scalar: Scalar, dtype: DType) {
        if self.dtype != Some(dtype) {
            self.dtype = Some(self.dtype.map_or(dtype, |so_far| so_far.promote(dtype)));
        }
        let elements = std::mem::replace(&mut self.elements, Elements::Bool(Vec::new()));
        self.elements = match (elements, scalar) {
            (Elements::Bool(mut values), Scalar::Bool(x)) => {
                values.push(x);
                Elements::Bool(values)
            }
            (elements, x @ Scalar::Complex(..)) | (elements @ Elements::Complex(_), x) => {
                let mut values = elements.complex();
                values.push(x.parts());
                Elements::Complex(values)
            }
            (Elements::Float(mut values), x) => {
                values.push(float(x));
                Elements::Float(values)
            }
            (Elements::Int(values), Scalar::Float(x)) => {
                Elements::Float(values.into_iter().map(|i| i as f64).chain([x]).collect())
            }
            (Elements::Bool(values), Scalar::Float(x)) => {
                Elements::Float(values.into_iter().map(|b| f64::from(u8::from(b))).chain([x]).collect())
            }
            (elements, x) => {
                let mut values = elements.integers();
                values.push(integer(x));
                Elements::Int(values)
            }
        };
    }

    fn add(&mut self, vm: &mut Vm, value: &Value, depth: usize) -> Result<()> {
        if let Some(scalar) = scalar_of(value) {
            if depth < self.shape.len() {
                return Err(ragged(self.shape[depth], depth, None));
            }
            self.push(scalar, number_of(value).map_or(scalar.dtype(), |(dtype, _)| dtype));
            return Ok(());
        }
        if let Some(tensor) = tensor_of(value)
            && tensor.dim() == 0
        {
            self.push(item(tensor)?, tensor.dtype());
            return Ok(());
        }
        if let Value::BigInt(number) = value {
            let number = number.to_f64().filter(|number| number.is_finite());
            let number = number.ok_or_else(|| Raise::new(Exc::OverflowError, "int too large to convert to float"))?;
            self.push(Scalar::Float(number), DType::Int64);
            self.beyond = true;
            return Ok(());
        }
        let items = match (tensor_of(value), items_of(value)) {
            (Some(tensor), _) => match to_list(tensor)? {
                Value::List(list) => memory::copied(&list.items.borrow())?,
                _ => Vec::new(),
            },
            (None, Some(items)) => items,
            (None, None) => match value {
                Value::Range(_) => vm.collect(value)?,
                Value::Native(object) if object.len(vm)?.is_some() => vm.collect(value)?,
                // The first item determines the shape: a text is a sequence of texts, without end.
                Value::Str(_) if depth > 0 && depth == self.shape.len() && self.elements.is_empty() => {
                    return Err(Raise::value_error("too many dimensions 'str'"));
                }
                Value::Str(_) => {
                    return Err(Raise::type_error("new(): invalid data type 'str'"));
                }
                _ => {
                    return Err(Raise::runtime(format!("Could not infer dtype of {}", value.type_name())));
                }
            },
        };
        if depth == self.shape.len() {
            if !self.elements.is_empty() {
                let wanted = match self.elements {
                    Elements::Float(_) => "must be real number, not list",
                    _ => "'list' object cannot be interpreted as an integer",
                };
                return Err(Raise::type_error(wanted));
            }
            self.shape.push(items.len());
        } else if self.shape[depth] != items.len() {
            return Err(ragged(self.shape[depth], depth, Some(items.len())));
        }
        for item in &items {
            self.add(vm, item, depth + 1)?;
        }
        Ok(())
    }
}

fn ragged(expected: usize, dim: usize, found: Option<usize>) -> Raise {
    match found {
        Some(found) => Raise::value_error(format!("expected sequence of length {expected} at dim {dim} (got {found})")),
        None => Raise::type_error("not a sequence"),
    }
}

pub fn float(scalar: Scalar) -> f64 {
    match scalar {
        Scalar::Bool(b) => f64::from(u8::from(b)),
        Scalar::Int(i) => i as f64,
        Scalar::Float(f) | Scalar::Complex(f, _) => f,
    }
}
pub fn integer(scalar: Scalar) -> i64 {
    match scalar {
        Scalar::Bool(b) => i64::from(b),
        Scalar::Int(i) => i,
        Scalar::Float(f) | Scalar::Complex(f, _) => f as i64,
    }
}

/// Refuses a number that `count` elements of this dtype cannot be filled with. As in PyTorch, one element of a half
/// type may become infinite.
pub fn check_fits(scalar: Scalar, dtype: DType, count: usize) -> Result<()> {
    let most = match dtype {
        DType::Float32 => f32::MAX.into(),
        DType::Float16 if count > 1 => f16::MAX.to_f64(),
        DType::BFloat16 if count > 1 => bf16::MAX.to_f64(),
        _ => f64::INFINITY,
    };
    if let (Scalar::Complex(re, im), false) = (scalar, dtype.is_complex())
        && (im != 0.0 || Scalar::Float(re).overflows(dtype))
    {
        return Err(overflow(dtype.c_name(), scalar));
    }
    let beyond = scalar.as_f64().is_finite() && scalar.as_f64().abs() > most;
    match beyond || scalar.overflows(dtype) {
        true => Err(overflow(dtype.c_name(), scalar)),
        false => Ok(()),
    }
}

/// Checks a scalar argument of a computation (`alpha`, `value`, a bound): it must fit into the dtype.
pub fn factor(number: Scalar, dtype: DType) -> Result<f64> {
    check_fits(number, dtype, 2)?;
    Ok(float(number))
}

fn overflow(kind: &str, wrong: Scalar) -> Raise {
    let number = match wrong {
        Scalar::Float(x) => format!("{x:?}"),
        Scalar::Complex(re, im) => format!("{re:?}{im:+?}j"),
        other => integer(other).to_string(),
    };
    Raise::runtime(format!("value cannot be converted to type {kind} without overflow"))
        .help(format!("{number} is outside of what the dtype holds"))
}

/// Makes the tensor of `torch.tensor(data)` from numbers and nested sequences of numbers and 0-d tensors.
pub fn from_value(vm: &mut Vm, data: &Value, dtype: Option<DType>, device: Device) -> Result<Tensor> {
    let mut collected =
        Collected { elements: Elements::Bool(Vec::new()), shape: Vec::new(), dtype: None, beyond: false };
    collected.add(vm, data, 0)?;
    if let (Elements::Complex(_), Some(dtype)) = (&collected.elements, dtype)
        && !dtype.is_complex()
    {
        return Err(Raise::type_error(match dtype.is_floating() {
            true => "must be real number, not complex",
            false => "'complex' object cannot be interpreted as an integer",
        }));
    }
    let inferred = collected.dtype.unwrap_or_else(defaults::dtype);
    if collected.beyond && !dtype.unwrap_or(inferred).is_inexact() {
        return Err(Raise::value_error("Overflow when unpacking long long"));
    }
    if let Some(dtype) = dtype
        && !dtype.is_inexact()
        && let Some(wrong) =
            (0..collected.elements.len()).map(|i| collected.elements.scalar(i)).find(|scalar| scalar.overflows(dtype))
    {
        return Err(overflow(dtype.name(), wrong));
    }
    from_elements(&collected.elements, &collected.shape, dtype.unwrap_or(inferred), device)
}
