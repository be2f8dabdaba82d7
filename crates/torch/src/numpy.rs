//! `numpy`, as much of it as tensors meet: arrays to and from tensors, `loadtxt`, simple arithmetic. An array is a CPU
//! tensor with NumPy's names and NumPy's way of printing.

use super::arguments::{Integers, TensorArgs, operand_of, scalar_value, sizes, tensor_of};
use super::numpy_scalar::{self, Scalars, common, number_value, quotient_and_rest};
use super::tensor::tensor_value;
use super::{classes, host, index, numpy_text, shape};
use std::any::Any;
use std::rc::Rc;
use tensorcell_engine as engine;
use tensorcell_language::native::{Args, BinaryOp, CompareOp, Getter, ModuleDef, Native, UnaryOp};
use tensorcell_language::object::{Iter, Slice};
use tensorcell_language::{Builtin, Class, Exc, Raise, Result, Value, Vm};
use tensorcell_tensor::op::Arg;
use tensorcell_tensor::{DType, Device, Dims, Op, Scalar, Tensor};

/// `numpy.ndarray`
pub struct Array(Tensor);

pub fn array_value(tensor: Tensor) -> Value {
    Value::native(Array(tensor))
}

/// The tensor over an array's memory, or with a scalar's value.
pub fn array_of(value: &Value) -> Option<Tensor> {
    match value.downcast::<Array>() {
        Some(array) => Some(array.0.clone()),
        None => numpy_scalar::tensor_of(value)?.ok(),
    }
}

/// Whether it is an array, and no scalar.
pub fn is_array(value: &Value) -> bool {
    value.downcast::<Array>().is_some()
}

/// An array's `dtype`.
pub struct ArrayDType(pub DType);

fn dtype_of(value: &Value) -> Option<DType> {
    match value {
        Value::Str(name) => match name.as_str() {
            "float" | "f8" | "d" | "<f8" => Some(DType::Float64),
            "f4" | "f" | "<f4" | "single" => Some(DType::Float32),
            "f2" | "half" => Some(DType::Float16),
            "int" | "i8" | "<i8" => Some(DType::Int64),
            "i4" | "i" | "<i4" => Some(DType::Int32),
            "i2" => Some(DType::Int16),
            "i1" => Some(DType::Int8),
            "u1" => Some(DType::UInt8),
            "?" => Some(DType::Bool),
            name => DType::ALL.into_iter().find(|dtype| dtype.name() == name),
        },
        Value::Class(class) if class.module == "builtins" => match class.name.as_str() {
            "float" => Some(DType::Float64),
            "int" => Some(DType::Int64),
            "bool" => Some(DType::Bool),
            _ => None,
        },
        Value::Class(class) => Scalars::dtype_of(class),
        _ => value.downcast::<ArrayDType>().map(|dtype| dtype.0).or_else(|| super::arguments::dtype_of(value)),
    }
}

pub fn opt_dtype(args: &Args, i: usize) -> Result<Option<DType>> {
    match args.get(i) {
        Value::None => Ok(None),
        value => dtype_of(value).map(Some).ok_or_else(|| args.must_be(i, "a dtype")),
    }
}

impl Native for ArrayDType {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        classes().array_dtype.clone()
    }
    fn repr(&self, _: &mut Vm) -> Result<String> {
        Ok(format!("dtype('{}')", self.0.name()))
    }
    fn str(&self, _: &mut Vm) -> Result<String> {
        Ok(self.0.name().to_string())
    }
    fn compare(&self, _: &mut Vm, op: CompareOp, _: &Value, other: &Value) -> Result<Option<Value>> {
        let same = dtype_of(other) == Some(self.0);
        Ok(match op {
            CompareOp::Eq => Some(Value::from(same)),
            CompareOp::Ne => Some(Value::from(!same)),
            _ => None,
        })
    }
    fn hash(&self, vm: &mut Vm) -> Result<Option<u64>> {
        vm.hash(&Value::str(self.0.name())).map(Some)
    }
}

static DTYPE_GETTERS: &[Getter] = &[
    Getter { name: "name", doc: "`float32`", get: |_, value| Ok(Value::str(own_dtype(value)?.name())), set: None },
    Getter {
        name: "itemsize",
        doc: "Bytes of one element.",
        get: |_, value| Ok(Value::Int(own_dtype(value)?.size() as i64)),
        set: None,
    },
    Getter {
        name: "kind",
        doc: "b for truth values, u and i for whole numbers without and with a sign, f for floats.",
        get: |_, value| Ok(Value::str(kind(own_dtype(value)?))),
        set: None,
    },
    Getter {
        name: "type",
        doc: "The class of one element: `numpy.float32`.",
        get: |_, value| Ok(numpy_scalar::class_of(own_dtype(value)?)),
        set: None,
    },
];

fn own_dtype(value: &Value) -> Result<DType> {
    dtype_of(value).ok_or_else(|| Raise::type_error("expected a dtype"))
}

fn kind(dtype: DType) -> &'static str {
    match dtype {
        DType::Bool => "b",
        DType::UInt8 => "u",
        dtype if dtype.is_floating() => "f",
        _ => "i",
    }
}

pub static DTYPE: Builtin =
    Builtin::new("numpy.dtype", "(dtype)", "An array's element type.", |_, args| match opt_dtype(args, 0)? {
        Some(dtype) => Ok(Value::native(ArrayDType(dtype))),
        None => Ok(Value::native(ArrayDType(DType::Float64))),
    });

pub static DTYPE_ATTRIBUTES: &[Getter] = DTYPE_GETTERS;

/// 0-d results are scalars.
pub fn plain(tensor: &Tensor) -> Result<Value> {
    if tensor.dim() == 0 {
        Ok(number_value(tensor.dtype(), host::item(tensor)?))
    } else {
        Ok(array_value(tensor.clone()))
    }
}

/// An array, a tensor or nested sequences as a CPU tensor. Python floats are float64, as in NumPy.
pub fn read(vm: &mut Vm, value: &Value, dtype: Option<DType>) -> Result<Tensor> {
    if let Some(tensor) = array_of(value).or_else(|| tensor_of(value).cloned()) {
        return super::convert::to(&tensor.detach(), dtype, Some(Device::Cpu), false, false);
    }
    // What can make an array of itself: pictures.
    if let Value::Instance(_) = value
        && let Some(method) = vm.find_attr(value, "__array__")?
    {
        let made = vm.call(&method, &[], &[])?;
        let tensor =
            array_of(&made).ok_or_else(|| Raise::value_error("object __array__ method not producing an array"))?;
        return super::convert::to(&tensor, dtype, None, false, false);
    }
    // NumPy's conversions wrap around where PyTorch refuses.
    let tensor = with_doubles(|| host::from_value(vm, value, None, Device::Cpu))?;
    super::convert::to(&tensor, dtype, None, false, false)
}

/// Runs something with Python's floats as float64, as NumPy has them.
fn with_doubles<T>(run: impl FnOnce() -> Result<T>) -> Result<T> {
    let outer = super::defaults::dtype();
    super::defaults::set_dtype(DType::Float64);
    let result = run();
    super::defaults::set_dtype(outer);
    result
}

/// Numbers as pictures take them: an array, a tensor (under the conditions of `Tensor.numpy`), a number, or nested sequences, as
/// float64 in row-major order, and their shape. None is NaN, as in NumPy.
pub fn numbers(vm: &mut Vm, value: &Value) -> Result<(Vec<f64>, Vec<usize>)> {
    let simple = |value: &Value| match value.number() {
        Value::Float(x) => Some(x.get()),
        Value::Int(x) => Some(*x as f64),
        Value::Bool(x) => Some(f64::from(u8::from(x.get()))),
        Value::None => Some(f64::NAN),
        _ => None,
    };
    let sequence: Option<Vec<f64>> = match value {
        Value::List(list) => list.items.borrow().iter().map(simple).collect(),
        Value::Tuple(tuple) => tuple.iter().map(simple).collect(),
        _ => None,
    };
    if let Some(values) = sequence {
        let count = values.len();
        return Ok((values, vec![count]));
    }
    if let Value::Int(_) | Value::Float(_) | Value::Bool(_) = value {
        return Ok((simple(value).into_iter().collect(), Vec::new()));
    }
    let tensor = match tensor_of(value) {
        Some(_) => read_array(&vm.call_method(value, "numpy", &[])?)?,
        None => read(vm, value, None)?,
    };
    let values = match host::elements(&tensor)? {
        host::Elements::Float(values) => values,
        host::Elements::Int(values) => values.into_iter().map(|x| x as f64).collect(),
        host::Elements::Bool(values) => values.into_iter().map(|x| f64::from(u8::from(x))).collect(),
    };
    Ok((values, tensor.shape().to_vec()))
}

fn read_array(value: &Value) -> Result<Tensor> {
    array_of(value).ok_or_else(|| Raise::type_error("an array was expected"))
}

/// A float64 array.
pub fn array_from(values: &[f64], shape: &[usize]) -> Result<Value> {
    let bytes = bytemuck::cast_slice(values);
    Ok(array_value(engine::from_bytes(bytes, shape, DType::Float64, Device::Cpu)?))
}

fn this(args: &Args) -> Result<Tensor> {
    array_of(args.get(0)).ok_or_else(|| args.must_be(0, "ndarray"))
}

/// Slices that go backwards become slices of the array turned round along these dimensions.
fn backwards(vm: &mut Vm, array: &Tensor, key: Value) -> Result<(Dims, Value)> {
    let mut items: Vec<Value> = match &key {
        Value::Tuple(items) => items.to_vec(),
        other => vec![other.clone()],
    };
    let goes_back =
        |item: &Value| matches!(item, Value::Slice(slice) if matches!(slice.step, Value::Int(step) if step < 0));
    if !items.iter().any(goes_back) {
        return Ok((Dims::new(), key));
    }
    let used: usize = items.iter().map(index::uses).sum();
    let (mut dim, mut turned) = (0, Dims::new());
    for item in &mut items {
        let here = dim;
        dim += if matches!(item, Value::Ellipsis) { array.dim().saturating_sub(used) } else { index::uses(item) };
        if !goes_back(item) || here >= array.dim() {
            continue;
        }
        let Value::Slice(slice) = &*item else { continue };
        let last = array.shape()[here] as i64 - 1;
        let (start, stop, step) = slice.indices(vm, array.shape()[here])?;
        let [start, stop] = [last - start, (last - stop).max(last - start)].map(Value::Int);
        *item = Value::Slice(Rc::new(Slice { start, stop, step: Value::Int(-step) }));
        turned.push(here);
    }
    Ok((turned, Value::tuple(items)))
}

/// A key whose arrays are tensors, also those among others.
fn as_key(key: &Value) -> Value {
    let one = |item: &Value| array_of(item).map_or_else(|| item.clone(), tensor_value);
    match key {
        Value::Tuple(items) => Value::tuple(items.iter().map(one).collect()),
        other => one(other),
    }
}

/// A copy that is turned round along some dimensions.
fn turn(array: &Tensor, dims: &Dims) -> Result<Tensor> {
    Ok(engine::run(Op::Flip(dims.clone()), &[Arg::Tensor(array)])?)
}

impl Native for Array {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        classes().array.clone()
    }
    fn repr(&self, vm: &mut Vm) -> Result<String> {
        numpy_text::repr(vm, &self.0)
    }
    fn str(&self, vm: &mut Vm) -> Result<String> {
        numpy_text::text(vm, &self.0)
    }
    fn binary(&self, vm: &mut Vm, op: BinaryOp, this: &Value, other: &Value, reflected: bool) -> Result<Option<Value>> {
        let other = match other {
            Value::List(_) | Value::Tuple(_) => Some(read(vm, other, None)?),
            other => array_of(other),
        }
        .map_or(other.clone(), tensor_value);
        if let Some(tensor) = tensor_of(&other)
            && op != BinaryOp::MatMul
            && tensorcell_tensor::broadcast_shapes([self.0.shape(), tensor.shape()]).is_err()
        {
            let [a, b] =
                [self.0.shape(), tensor.shape()].map(|shape| super::tensor::tuple_text(shape).replace(", ", ","));
            let [a, b] = if reflected { [b, a] } else { [a, b] };
            return Err(Raise::value_error(format!("operands could not be broadcast together with shapes {a} {b} ")));
        }
        let mut this_tensor = self.0.clone();
        let mut other = other;
        if let Some(tensor) = tensor_of(&other)
            && tensor.dtype() != self.0.dtype()
        {
            let common = common(self.0.dtype(), tensor.dtype());
            this_tensor = engine::run(Op::Cast(common), &[Arg::Tensor(&this_tensor)])?;
            other = tensor_value(engine::run(Op::Cast(common), &[Arg::Tensor(tensor)])?);
        }
        let Value::Native(tensor) = tensor_value(this_tensor) else {
            return Ok(None);
        };
        let result = with_doubles(|| tensor.binary(vm, op, this, &other, reflected))?;
        result.as_ref().and_then(tensor_of).map(plain).transpose()
    }
    fn unary(&self, vm: &mut Vm, op: UnaryOp, this: &Value) -> Result<Option<Value>> {
        let Value::Native(tensor) = tensor_value(self.0.clone()) else {
            return Ok(None);
        };
        let result = tensor.unary(vm, op, this)?;
        result.as_ref().and_then(tensor_of).map(plain).transpose()
    }
    fn compare(&self, vm: &mut Vm, op: CompareOp, this: &Value, other: &Value) -> Result<Option<Value>> {
        let other = array_of(other).map_or(other.clone(), tensor_value);
        let Value::Native(tensor) = tensor_value(self.0.clone()) else {
            return Ok(None);
        };
        let result = with_doubles(|| tensor.compare(vm, op, this, &other))?;
        result.as_ref().and_then(tensor_of).map(plain).transpose()
    }
    fn get_item(&self, vm: &mut Vm, _: &Value, key: &Value) -> Result<Option<Value>> {
        let key = as_key(key);
        let (turned, key) = backwards(vm, &self.0, key)?;
        let array = if turned.is_empty() { self.0.clone() } else { turn(&self.0, &turned)? };
        plain(&index::get(vm, &array, &key)?).map(Some)
    }
    fn set_item(&self, vm: &mut Vm, _: &Value, key: &Value, value: &Value) -> Result<bool> {
        let value = match operand_of(value) {
            Some(_) => value.clone(),
            None => tensor_value(read(vm, value, Some(self.0.dtype()))?),
        };
        let key = as_key(key);
        let (turned, key) = backwards(vm, &self.0, key)?;
        if turned.is_empty() {
            index::set(vm, &self.0, &key, &value)?;
        } else {
            let array = turn(&self.0, &turned)?;
            index::set(vm, &array, &key, &value)?;
            index::set(vm, &self.0, &Value::Ellipsis, &tensor_value(turn(&array, &turned)?))?;
        }
        Ok(true)
    }
    fn contains(&self, vm: &mut Vm, item: &Value) -> Result<Option<bool>> {
        let item = array_of(item).map_or(item.clone(), tensor_value);
        match tensor_value(self.0.clone()) {
            Value::Native(tensor) => tensor.contains(vm, &item),
            _ => Ok(None),
        }
    }
    fn len(&self, _: &mut Vm) -> Result<Option<usize>> {
        self.0.shape().first().map(|&n| Some(n)).ok_or_else(|| Raise::type_error("len() of unsized object"))
    }
    fn truth(&self, _: &mut Vm) -> Result<bool> {
        if self.0.numel() != 1 {
            return Err(Raise::value_error(
                "The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()",
            ));
        }
        Ok(host::float(host::item(&self.0)?) != 0.0)
    }
    fn to_float(&self, _: &mut Vm) -> Result<Option<f64>> {
        if self.0.dim() > 0 {
            return Err(Raise::type_error("only 0-dimensional arrays can be converted to Python scalars"));
        }
        Ok(Some(host::float(host::item(&self.0)?)))
    }
    fn to_int(&self, _: &mut Vm) -> Result<Option<Value>> {
        if self.0.dim() > 0 {
            return Err(Raise::type_error("only 0-dimensional arrays can be converted to Python scalars"));
        }
        Ok(Some(Value::Int(host::integer(host::item(&self.0)?))))
    }
    fn iter(&self, _: &mut Vm, _: &Value) -> Result<Option<Value>> {
        let (tensor, mut next) = (self.0.clone(), 0);
        Ok(Some(Iter::from_fn("array_iterator", move |_| {
            if tensor.shape().first().is_none_or(|&n| next == n) {
                return Ok(None);
            }
            next += 1;
            plain(&shape::select(&tensor, 0, next - 1)?).map(Some)
        })))
    }
}

fn new_array(vm: &mut Vm, args: &Args) -> Result<Value> {
    let dtype = opt_dtype(args, 1)?;
    let tensor = read(vm, args.get(0), dtype)?;
    Ok(array_value(super::convert::to(&tensor, None, None, false, true)?))
}

fn filled(vm: &mut Vm, args: &Args, value: Scalar) -> Result<Value> {
    let dtype = opt_dtype(args, 1)?.unwrap_or(DType::Float64);
    let shape = sizes(&args.integers(vm, 0)?)?;
    let make = tensorcell_tensor::op::Make { shape, dtype, device: Device::Cpu };
    Ok(array_value(engine::run(Op::Fill { value, make }, &[])?))
}

/// Numbers of a text file, one row for each line. Paths are relative to the notebook's folder and stay inside it.
fn loadtxt(vm: &mut Vm, args: &Args) -> Result<Value> {
    let path = args.str(0)?;
    let dtype = opt_dtype(args, 1)?.unwrap_or(DType::Float64);
    let delimiter = args.opt_str(3)?;
    let skip = args.int(4)?.max(0) as usize;
    let place = tensorcell_language::builtins::files::inside_folder(path)?;
    let text = std::fs::read_to_string(place)
        .map_err(|error| Raise::new(Exc::FileNotFoundError, format!("{path} not found: {error}")))?;
    let mut numbers = Vec::new();
    let (mut rows, mut columns) = (0, None);
    for (at, line) in text.lines().enumerate().skip(skip) {
        if at % 1024 == 0 {
            vm.check_interrupt()?;
        }
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let before = numbers.len();
        let fields: Box<dyn Iterator<Item = &str>> = match delimiter {
            Some(delimiter) => Box::new(line.split(delimiter)),
            None => Box::new(line.split_whitespace()),
        };
        for field in fields {
            let number = field.trim().parse::<f64>();
            numbers.push(number.map_err(|_| {
                Raise::value_error(format!(
                    "could not convert string '{}' to {} at row {rows}, column {}.",
                    field.trim(),
                    dtype.name(),
                    numbers.len() - before + 1
                ))
            })?);
        }
        let found = numbers.len() - before;
        if *columns.get_or_insert(found) != found {
            return Err(Raise::value_error(format!(
                "the number of columns changed from {} to {found} at row {}; use `usecols` to select a subset and avoid this error",
                columns.unwrap_or(0),
                rows + 1
            )));
        }
        rows += 1;
    }
    let columns = columns.unwrap_or(0);
    let shape: &[usize] = if columns == 1 || rows == 1 { &[rows * columns] } else { &[rows, columns] };
    Ok(array_value(host::from_elements(&host::Elements::Float(numbers), shape, dtype, Device::Cpu)?))
}

fn method(args: &Args, run: impl FnOnce(&Tensor) -> Result<Value>) -> Result<Value> {
    run(&this(args)?)
}

pub static METHODS: &[Builtin] = &[
    Builtin::new("ndarray.__divmod__", "(self, value, /)", "divmod(self, value)", |vm, args| {
        quotient_and_rest(vm, args.get(0), args.get(1))
    }),
    Builtin::new("ndarray.__rdivmod__", "(self, value, /)", "divmod(value, self)", |vm, args| {
        quotient_and_rest(vm, args.get(1), args.get(0))
    }),
    Builtin::new("ndarray.astype", "(self, dtype, copy=True)", "A copy in another dtype.", |_, args| {
        let dtype = opt_dtype(args, 1)?;
        method(args, |x| Ok(array_value(super::convert::to(x, dtype, None, false, true)?)))
    }),
    Builtin::new("ndarray.tolist", "(self)", "Nested lists of Python numbers.", |_, args| method(args, host::to_list)),
    Builtin::new("ndarray.item", "(self)", "The one element.", |_, args| {
        method(args, |x| Ok(scalar_value(host::item(x)?)))
    }),
    Builtin::new("ndarray.copy", "(self)", "A copy.", |_, args| {
        method(args, |x| Ok(array_value(super::convert::to(x, None, None, false, true)?)))
    }),
    Builtin::new("ndarray.reshape", "(self, *shape)", "The same elements in another shape.", |vm, args| {
        let mut wanted = if args.rest(1).is_empty() { Integers::new() } else { args.spread(vm, 1)? };
        let x = this(args)?;
        let known = wanted.iter().filter(|&&n| n != -1).copied().fold(1i64, i64::saturating_mul);
        for n in &mut wanted {
            if *n == -1 && known > 0 {
                *n = x.numel() as i64 / known;
            }
        }
        let shape = sizes(&wanted)?;
        if tensorcell_tensor::numel_of(&shape) != x.numel() {
            let text = format!(
                "cannot reshape array of size {} into shape {}",
                x.numel(),
                super::tensor::tuple_text(&shape).replace(' ', "")
            );
            return Err(Raise::value_error(text));
        }
        Ok(array_value(shape::reshape_to(&x, &shape)?))
    }),
    Builtin::new("ndarray.flatten", "(self)", "A copy in one dimension.", |_, args| {
        method(args, |x| {
            Ok(array_value(super::convert::to(&shape::reshape_to(x, &[x.numel()])?, None, None, false, true)?))
        })
    }),
];

fn of(value: &Value) -> Result<Tensor> {
    array_of(value).ok_or_else(|| Raise::type_error("expected an ndarray"))
}

pub static GETTERS: &[Getter] = &[
    Getter {
        name: "shape",
        doc: "Sizes of the dimensions.",
        get: |_, value| Ok(Value::tuple(of(value)?.shape().iter().map(|&n| Value::Int(n as i64)).collect())),
        set: None,
    },
    Getter {
        name: "dtype",
        doc: "Element type.",
        get: |_, value| Ok(Value::native(ArrayDType(of(value)?.dtype()))),
        set: None,
    },
    Getter {
        name: "ndim",
        doc: "Number of dimensions.",
        get: |_, value| Ok(Value::Int(of(value)?.dim() as i64)),
        set: None,
    },
    Getter {
        name: "size",
        doc: "Number of elements.",
        get: |_, value| Ok(Value::Int(of(value)?.numel() as i64)),
        set: None,
    },
    Getter {
        name: "itemsize",
        doc: "Bytes of one element.",
        get: |_, value| Ok(Value::Int(of(value)?.dtype().size() as i64)),
        set: None,
    },
    Getter {
        name: "nbytes",
        doc: "Bytes of all elements.",
        get: |_, value| {
            let tensor = of(value)?;
            Ok(Value::Int((tensor.numel() * tensor.dtype().size()) as i64))
        },
        set: None,
    },
    Getter {
        name: "strides",
        doc: "Bytes from one element to the next along each dimension.",
        get: |_, value| {
            let tensor = of(value)?;
            let size = tensor.dtype().size() as i64;
            Ok(Value::tuple(tensor.strides().iter().map(|&n| Value::Int(n as i64 * size)).collect()))
        },
        set: None,
    },
    Getter {
        name: "flat",
        doc: "The elements in one dimension.",
        get: |_, value| {
            let tensor = of(value)?;
            Ok(array_value(shape::reshape_to(&tensor, &[tensor.numel()])?))
        },
        set: None,
    },
    Getter {
        name: "T",
        doc: "Dimensions reversed.",
        get: |_, value| {
            let tensor = of(value)?;
            let order: Dims = (0..tensor.dim()).rev().collect();
            Ok(array_value(shape::permute(&tensor, order)?))
        },
        set: None,
    },
];

static FUNCTIONS: &[Builtin] = &[
    Builtin::new("numpy.array", "(object, dtype=None)", "An array of these numbers (a copy).", new_array),
    Builtin::new("numpy.asarray", "(a, dtype=None)", "An array of these numbers.", |vm, args| {
        let dtype = opt_dtype(args, 1)?;
        Ok(array_value(read(vm, args.get(0), dtype)?))
    }),
    Builtin::new("numpy.zeros", "(shape, dtype=None)", "An array of zeros.", |vm, args| {
        filled(vm, args, Scalar::Int(0))
    }),
    Builtin::new("numpy.ones", "(shape, dtype=None)", "An array of ones.", |vm, args| filled(vm, args, Scalar::Int(1))),
    Builtin::new(
        "numpy.arange",
        "(start, stop=None, step=1, dtype=None)",
        "Numbers from start (0) up to stop, not included.",
        |_, args| {
            let (start, stop) =
                if args.is_none(1) { (Scalar::Int(0), args.scalar(0)?) } else { (args.scalar(0)?, args.scalar(1)?) };
            let step = args.scalar(2)?;
            let float = [start, stop, step].iter().any(|x| matches!(x, Scalar::Float(_)));
            let dtype = opt_dtype(args, 3)?.unwrap_or(if float { DType::Float64 } else { DType::Int64 });
            let count = ((host::float(stop) - host::float(start)) / host::float(step)).ceil().max(0.0) as usize;
            let make = tensorcell_tensor::op::Make { shape: Dims::from_slice(&[count]), dtype, device: Device::Cpu };
            Ok(array_value(engine::run(Op::Arange { start, step, make }, &[])?))
        },
    ),
    Builtin::new(
        "numpy.loadtxt",
        "(fname, dtype=None, comments='#', delimiter=None, skiprows=0)",
        "Numbers of a text file, one row for each line.",
        loadtxt,
    ),
];

static SUBMODULES: Builtin =
    Builtin::new("numpy.__getattr__", "(name)", "A submodule.", |vm, args| match args.str(0)? {
        name @ ("linalg" | "random" | "testing") => vm.import(&format!("numpy.{name}")),
        "bool" => Ok(numpy_scalar::class_of(DType::Bool)),
        name => Err(Raise::new(Exc::AttributeError, format!("module 'numpy' has no attribute '{name}'"))),
    });

pub static MODULE: ModuleDef = ModuleDef {
    name: "numpy",
    doc: "Arrays to and from tensors, and the simplest of NumPy.",
    functions: FUNCTIONS,
    init: Some(|vm, module| {
        for dtype in DType::ALL {
            // `bool` would hide the language's own from the files that are read next.
            if !matches!(dtype, DType::BFloat16 | DType::Bool) {
                module.dict.insert_str(dtype.name(), numpy_scalar::class_of(dtype));
            }
        }
        module.dict.insert_str("bool_", numpy_scalar::class_of(DType::Bool));
        for (name, value) in [("True_", true), ("False_", false)] {
            module.dict.insert_str(name, number_value(DType::Bool, Scalar::Bool(value)));
        }
        for class in &numpy_scalar::classes().kinds {
            module.dict.insert_str(&class.name, Value::Class(class.clone()));
        }
        module.dict.insert_str("dtype", Value::Class(classes().array_dtype.clone()));
        module.dict.insert_str("_array", Value::Builtin(&numpy_scalar::RESULT));
        for builtin in super::files::npy::FUNCTIONS.iter().chain(numpy_text::FUNCTIONS) {
            module.dict.insert_str(builtin.short_name(), Value::Builtin(builtin));
        }
        module.dict.insert_str("ndarray", Value::Class(classes().array.clone()));
        for (name, value) in
            [("pi", std::f64::consts::PI), ("e", std::f64::consts::E), ("inf", f64::INFINITY), ("nan", f64::NAN)]
        {
            module.dict.insert_str(name, Value::from(value));
        }
        module.dict.insert_str("__getattr__", Value::Builtin(&SUBMODULES));
        vm.run_prelude("torch/prelude/files/numpy.py", include_str!("prelude/files/numpy.py"), module)?;
        vm.run_prelude("torch/prelude/files/numpy_more.py", include_str!("prelude/files/numpy_more.py"), module)?;
        vm.run_prelude("torch/prelude/files/numpy_print.py", include_str!("prelude/files/numpy_print.py"), module)?;
        vm.run_prelude("torch/prelude/files/numpy_shapes.py", include_str!("prelude/files/numpy_shapes.py"), module)?;
        let Value::Module(methods) = vm.import("numpy._methods")? else { return Ok(()) };
        vm.run_files(&methods)?;
        for (name, value) in methods.dict.items() {
            if let (Some(name), Value::Function(_)) = (name.as_str(), &value) {
                classes().array.set(name, value.clone());
                if !name.starts_with("__") && !matches!(name, "sort" | "fill" | "tobytes") {
                    numpy_scalar::classes().kinds[0].set(name, value.clone());
                }
            }
        }
        Ok(())
    }),
};
