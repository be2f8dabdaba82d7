//! `torch.dtype` objects.

use super::classes;
use std::any::Any;
use std::rc::Rc;
use tensorcell_language::native::{CompareOp, Getter, Native};
use tensorcell_language::{Builtin, Class, Result, Value, Vm};
use tensorcell_tensor::DType;

/// `torch.float32` and the other dtypes. One object per dtype, so that `is` works.
pub struct DTypeObject(pub DType);

pub fn dtype_value(dtype: DType) -> Value {
    classes().dtypes[dtype as usize].clone()
}

/// Returns the dtype of a value: a `torch.dtype`, or one of Python's number classes.
pub fn dtype_of(value: &Value) -> Option<DType> {
    match value {
        Value::Class(class) if class.module == "builtins" => match class.name.as_str() {
            "float" => Some(DType::Float64),
            "int" => Some(DType::Int64),
            "bool" => Some(DType::Bool),
            "complex" => Some(DType::Complex128),
            _ => None,
        },
        _ => value.downcast::<DTypeObject>().map(|object| object.0),
    }
}

/// Names in the torch module: each dtype's own name, then its alias.
pub fn names() -> impl Iterator<Item = (&'static str, DType)> {
    let aliases = [
        ("half", DType::Float16),
        ("float", DType::Float32),
        ("double", DType::Float64),
        ("short", DType::Int16),
        ("int", DType::Int32),
        ("long", DType::Int64),
        ("cfloat", DType::Complex64),
        ("cdouble", DType::Complex128),
    ];
    DType::ALL.into_iter().map(|dtype| (dtype.name(), dtype)).chain(aliases)
}

fn dtype(value: &Value) -> DType {
    dtype_of(value).unwrap_or(DType::Float32)
}

pub static GETTERS: &[Getter] = &[
    Getter {
        name: "is_floating_point",
        doc: "True for float16, bfloat16, float32 and float64.",
        get: |_, this| Ok(Value::from(dtype(this).is_floating())),
        set: None,
    },
    Getter {
        name: "is_complex",
        doc: "True for complex64 and complex128.",
        get: |_, this| Ok(Value::from(dtype(this).is_complex())),
        set: None,
    },
    Getter {
        name: "is_signed",
        doc: "True when negative numbers can be held.",
        get: |_, this| Ok(Value::from(!matches!(dtype(this), DType::Bool | DType::UInt8))),
        set: None,
    },
    Getter {
        name: "itemsize",
        doc: "Bytes of one element.",
        get: |_, this| Ok(Value::Int(dtype(this).size() as i64)),
        set: None,
    },
];

pub static METHODS: &[Builtin] = &[
    // Pickle finds a dtype by its name in `torch`.
    Builtin::new("dtype.__reduce__", "(self)", "What pickle writes.", |_, args| {
        Ok(Value::str(dtype(args.get(0)).name()))
    }),
    Builtin::new(
        "dtype.to_complex",
        "(self)",
        "The complex dtype whose parts hold these numbers.\n\n\
         >>> torch.float64.to_complex()\n\
         torch.complex128",
        |_, args| Ok(dtype_value(dtype(args.get(0)).with_imaginary())),
    ),
    Builtin::new(
        "dtype.to_real",
        "(self)",
        "The dtype of a complex number's parts.\n\n\
         >>> torch.complex64.to_real()\n\
         torch.float32",
        |_, args| Ok(dtype_value(dtype(args.get(0)).part())),
    ),
];

impl Native for DTypeObject {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        classes().dtype.clone()
    }
    fn repr(&self, _: &mut Vm) -> Result<String> {
        Ok(self.0.to_string())
    }
    fn compare(&self, _: &mut Vm, op: CompareOp, _: &Value, other: &Value) -> Result<Option<Value>> {
        let same = other.downcast::<DTypeObject>().is_some_and(|other| other.0 == self.0);
        Ok(match op {
            CompareOp::Eq => Some(Value::from(same)),
            CompareOp::Ne => Some(Value::from(!same)),
            _ => None,
        })
    }
    fn hash(&self, _: &mut Vm) -> Result<Option<u64>> {
        Ok(Some(self.0 as u64 + 0x64_74_79_70))
    }
}
