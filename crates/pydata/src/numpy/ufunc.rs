//! `numpy.ufunc`: functions of elements as objects. A call with plain operands goes to the engine or to the function's
//! loop; one with options, and each method, to its record in the prelude (`prelude/numpy/operations.py`).

use smallvec::SmallVec;
use std::any::Any;
use std::rc::Rc;
use tensorcell_engine as engine;
use tensorcell_language::native::{Args, Getter, Native};
use tensorcell_language::{Builtin, Class, Result, Value, Vm};
use tensorcell_tensor::op::{Arg, Operand};
use tensorcell_tensor::pointwise::Pointwise;
use tensorcell_tensor::{DType, Device, Op, Scalar};
use tensorcell_torch::arguments::TensorArgs;
use tensorcell_torch::engine_ops::function;
use tensorcell_torch::host::{self, Elements};
use tensorcell_torch::ndarray::{array_of, plain};

/// One of NumPy's functions of elements.
struct Ufunc {
    name: String,
    /// The number of operands.
    nin: usize,
    /// The function of operands alone.
    run: Value,
    /// What answers calls with options, and attributes.
    record: Value,
    row: Option<Row>,
}

/// A row of the engine's table that computes what NumPy does.
#[derive(Clone, Copy)]
struct Row {
    function: Pointwise,
    /// Also for whole numbers.
    whole: bool,
    /// Computes wide whole numbers as float64.
    widens: bool,
}

/// The operand of a direct call, if it is an array or a number.
fn operand(value: &Value) -> Option<Operand> {
    Some(match value {
        Value::Float(x) => Operand::Scalar(Scalar::Float(x.get())),
        Value::Int(x) => Operand::Scalar(Scalar::Int(*x)),
        Value::Native(_) => Operand::Tensor(array_of(value)?),
        _ => return None,
    })
}

/// Converts wide whole numbers to float64.
fn widen(operand: &mut Operand) -> Result<()> {
    if let Operand::Tensor(tensor) = operand
        && matches!(tensor.dtype(), DType::Int32 | DType::Int64)
    {
        *tensor = engine::run(Op::Cast(DType::Float64), &[Arg::Tensor(tensor)])?;
    }
    Ok(())
}

fn single(value: f64) -> Result<Operand> {
    Ok(Operand::Tensor(host::from_elements(&Elements::Float(vec![value]), &[], DType::Float64, Device::Cpu)?))
}

/// Returns whether the engine's row gives NumPy's result: operands of one dtype and shape, or numbers that take it.
fn fits(row: Row, operands: &[Operand]) -> bool {
    let mut tensors = operands.iter().filter_map(Operand::tensor);
    let Some(first) = tensors.next() else { return false };
    let dtype = first.dtype();
    let float = matches!(dtype, DType::Float32 | DType::Float64);
    let whole = row.whole && matches!(dtype, DType::Int32 | DType::Int64);
    let alike = tensors.all(|other| other.dtype() == dtype && other.shape() == first.shape());
    let numbers = operands.iter().all(|operand| match operand {
        Operand::Tensor(_) => true,
        Operand::Scalar(Scalar::Float(_)) => float,
        Operand::Scalar(number) => dtype == DType::Int64 || float || i32::try_from(number.as_i64()).is_ok(),
    });
    (float || whole) && alike && numbers
}

impl Ufunc {
    /// Computes with the engine's row, or returns None.
    fn direct(&self, args: &[Value]) -> Result<Option<Value>> {
        let Some(row) = self.row else { return Ok(None) };
        let Some(mut operands) = args.iter().map(operand).collect::<Option<SmallVec<[Operand; 2]>>>() else {
            return Ok(None);
        };
        if let [Operand::Scalar(Scalar::Float(x))] = operands[..] {
            operands[0] = single(x)?;
        }
        if row.widens {
            operands.iter_mut().try_for_each(widen)?;
        }
        if !fits(row, &operands) {
            return Ok(None);
        }
        let arguments: SmallVec<[Arg; 2]> = operands.iter().map(Operand::arg).collect();
        let op = Op::Pointwise { function: row.function, parameters: [0.0; 2] };
        plain(&engine::run(op, &arguments)?).map(Some)
    }
}

impl Native for Ufunc {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        class()
    }
    fn repr(&self, _: &mut Vm) -> Result<String> {
        Ok(format!("<ufunc '{}'>", self.name))
    }
    fn call(&self, vm: &mut Vm, args: &[Value], keywords: &[(String, Value)]) -> Result<Option<Value>> {
        let own_kinds = args.iter().any(|arg| matches!(arg, Value::Instance(_)));
        if !keywords.is_empty() || args.len() != self.nin || own_kinds {
            return vm.call(&self.record, args, keywords).map(Some);
        }
        match self.direct(args)? {
            Some(result) => Ok(Some(result)),
            None => vm.call(&self.run, args, &[]).map(Some),
        }
    }
    fn get_attr(&self, vm: &mut Vm, name: &str) -> Result<Option<Value>> {
        vm.find_attr(&self.record, name)
    }
    fn attr_names(&self) -> Vec<String> {
        ATTRIBUTES.iter().map(|&name| name.to_owned()).collect()
    }
    fn trace(&self, visit: &mut dyn FnMut(&Value)) {
        visit(&self.run);
        visit(&self.record);
    }
}

/// What a record answers.
const ATTRIBUTES: [&str; 13] = [
    "__name__",
    "accumulate",
    "at",
    "identity",
    "nargs",
    "nin",
    "nout",
    "ntypes",
    "outer",
    "reduce",
    "reduceat",
    "signature",
    "types",
];

static GETTERS: &[Getter] = &[Getter {
    name: "__doc__",
    doc: "What the function computes.",
    get: |vm, value| match value.downcast::<Ufunc>() {
        Some(own) => vm.get_attr(&own.record, "__doc__"),
        None => Ok(Value::str("Functions of elements.")),
    },
    set: None,
}];

static METHODS: &[Builtin] = &[
    Builtin::new("ufunc.__reduce__", "(self)", "Its name, for pickle.", |_, args| {
        let own = args.get(0).downcast::<Ufunc>().ok_or_else(|| args.must_be(0, "ufunc"))?;
        Ok(Value::str(&own.name))
    }),
    Builtin::new("ufunc.__call__", "(self, *args, **kwargs)", "The function of operands.", |vm, args| {
        vm.call(args.get(0), args.rest(1), &args.keywords(2))
    }),
];

/// The class `numpy.ufunc`.
pub fn class() -> Rc<Class> {
    thread_local! {
        static CLASS: Rc<Class> = Class::native("numpy", "ufunc", &[], None, METHODS, GETTERS, "");
    }
    CLASS.with(Rc::clone)
}

fn make(_: &mut Vm, args: &Args) -> Result<Value> {
    let row = match args.opt_str(4)? {
        Some(name) => Some(Row { function: function(name)?, whole: args.bool(5)?, widens: args.bool(6)? }),
        None => None,
    };
    Ok(Value::native(Ufunc {
        name: args.str(0)?.to_owned(),
        nin: usize::try_from(args.int(1)?).unwrap_or(0),
        run: args.get(2).clone(),
        record: args.get(3).clone(),
        row,
    }))
}

pub static MAKE: Builtin = Builtin::new(
    "numpy._ufunc",
    "(name, nin, run, record, row, whole, widens, /)",
    "A function of elements, from its loop and its record.",
    make,
);
