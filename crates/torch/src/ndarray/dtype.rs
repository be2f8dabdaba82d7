//! `numpy.dtype`: an array's element type, from NumPy's names and classes.

use crate::arguments::TensorArgs;
use crate::classes;
use crate::dtype;
use std::any::Any;
use std::rc::Rc;
use tensorcell_language::native::{Args, CompareOp, Getter, Native};
use tensorcell_language::{Builtin, Class, Raise, Result, Value, Vm};
use tensorcell_tensor::DType;

/// An array's `dtype`.
pub struct ArrayDType(pub DType);

/// The dtype of a NumPy name or code; `<`, `=` and `|` before a code are this machine's byte order.
fn named(name: &str) -> Option<DType> {
    match name.strip_prefix(['<', '=', '|']).unwrap_or(name) {
        "float" | "double" | "f8" | "d" => Some(DType::Float64),
        "single" | "f4" | "f" => Some(DType::Float32),
        "half" | "f2" | "e" => Some(DType::Float16),
        "int" | "int_" | "intp" | "long" | "longlong" | "i8" | "l" | "q" | "p" => Some(DType::Int64),
        "intc" | "i4" | "i" => Some(DType::Int32),
        "short" | "i2" | "h" => Some(DType::Int16),
        "byte" | "i1" | "b" => Some(DType::Int8),
        "ubyte" | "u1" | "B" => Some(DType::UInt8),
        "complex" | "cdouble" | "c16" | "D" => Some(DType::Complex128),
        "csingle" | "c8" | "F" => Some(DType::Complex64),
        "bool_" | "b1" | "?" => Some(DType::Bool),
        _ => DType::ALL.into_iter().find(|dtype| dtype.name() == name),
    }
}

fn dtype_of(value: &Value) -> Option<DType> {
    match value {
        Value::Str(name) => named(name.as_str()),
        Value::Class(class) if class.module == "builtins" => match class.name.as_str() {
            "float" => Some(DType::Float64),
            "int" => Some(DType::Int64),
            "bool" => Some(DType::Bool),
            "complex" => Some(DType::Complex128),
            _ => None,
        },
        Value::Class(class) => dtype_of_class(class),
        _ => value.downcast::<ArrayDType>().map(|dtype| dtype.0).or_else(|| dtype::dtype_of(value)),
    }
}

/// Returns the class `numpy.dtype`.
pub fn dtype_class() -> Rc<Class> {
    classes().array_dtype.clone()
}

/// Returns `numpy.generic` and its subclasses that have no dtype.
pub fn scalar_kinds() -> Vec<Rc<Class>> {
    classes().scalar_kinds.clone()
}

/// Returns the scalar class of a dtype: `numpy.float32`.
pub fn class_of(dtype: DType) -> Value {
    Value::Class(classes().scalar_class(dtype))
}

/// Returns the dtype of a scalar class.
fn dtype_of_class(class: &Class) -> Option<DType> {
    if class.module != "numpy" {
        return None;
    }
    classes().scalars.iter().find(|(_, own)| std::ptr::eq(&**own, class)).map(|(dtype, _)| *dtype)
}

/// Reads a `dtype` argument, or None.
pub fn opt_dtype(args: &Args, i: usize) -> Result<Option<DType>> {
    match args.get(i) {
        Value::None => Ok(None),
        value => dtype_of(value).map(Some).ok_or_else(|| args.must_be(i, "a dtype")),
    }
}

/// Returns whether NumPy converts between two dtypes under a rule such as `same_kind`.
///
/// # Errors
/// ValueError for another rule.
pub fn castable(from: DType, to: DType, rule: &str) -> Result<bool> {
    let rank = |dtype: DType| "buifc".find(kind(dtype));
    match rule {
        "unsafe" => Ok(true),
        "no" | "equiv" => Ok(from == to),
        "safe" => Ok(super::scalar::common(from, to) == to),
        "same_kind" => Ok(super::scalar::common(from, to) == to || rank(from) <= rank(to)),
        other => Err(Raise::value_error(format!(
            "casting must be one of 'no', 'equiv', 'safe', 'same_kind', 'unsafe', 'same_value' (got '{other}')"
        ))),
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

/// Attributes of `numpy.dtype`.
pub static GETTERS: &[Getter] = &[
    Getter { name: "name", doc: "`float32`", get: |_, value| Ok(Value::str(own_dtype(value)?.name())), set: None },
    Getter {
        name: "itemsize",
        doc: "Bytes of one element.",
        get: |_, value| Ok(Value::Int(own_dtype(value)?.size() as i64)),
        set: None,
    },
    Getter {
        name: "kind",
        doc: "b for truth values, u and i for whole numbers without and with a sign, f for floats, c for complex numbers.",
        get: |_, value| Ok(Value::str(kind(own_dtype(value)?))),
        set: None,
    },
    Getter {
        name: "type",
        doc: "The class of one element: `numpy.float32`.",
        get: |_, value| Ok(class_of(own_dtype(value)?)),
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
        dtype if dtype.is_complex() => "c",
        _ => "i",
    }
}

/// The class `numpy.dtype`.
pub static NEW: Builtin =
    Builtin::new("numpy.dtype", "(dtype, align=False, copy=False)", "An array's element type.", |vm, args| {
        match opt_dtype(args, 0) {
            Ok(dtype) => Ok(Value::native(ArrayDType(dtype.unwrap_or(DType::Float64)))),
            Err(refusal) => super::instead(vm, refusal, "dtype_of", &[args.get(0).clone()]),
        }
    });
