//! Native methods and attributes of `numpy.ndarray`. The others are written in the language.

use super::array::array_value;
use super::dtype::{ArrayDType, castable, opt_dtype};
use super::order::Order;
use super::read::{array_of, shape_given};
use super::scalar_operators::quotient_and_rest;
use crate::arguments::{TensorArgs, sizes};
use crate::engine_ops::to;
use crate::numbers::scalar_value;
use crate::sequences::Integers;
use crate::{host, views};
use tensorcell_language::native::{Args, Getter};
use tensorcell_language::{Builtin, Raise, Result, Value, Vm};
use tensorcell_tensor::{DType, Dims, Tensor};

fn this(args: &Args) -> Result<Tensor> {
    array_of(args.get(0)).ok_or_else(|| args.must_be(0, "ndarray"))
}

fn method(args: &Args, run: impl FnOnce(&Tensor) -> Result<Value>) -> Result<Value> {
    run(&this(args)?)
}

fn part_of(x: &Tensor, index: usize) -> Result<Tensor> {
    match (x.dtype().is_complex(), index) {
        (true, _) => crate::complex::part(x, index),
        (false, 0) => Ok(x.clone()),
        (false, _) => crate::engine_ops::pointwise("mul", &[x.into(), 0i64.into()]),
    }
}

fn part(value: &Value, index: usize) -> Result<Value> {
    let x = array_of(value).ok_or_else(|| Raise::type_error("expected an array"))?;
    part_of(&x, index).map(array_value)
}

fn set_part(value: &Value, index: usize, new: &Value) -> Result<()> {
    let x = array_of(value).ok_or_else(|| Raise::type_error("expected an array"))?;
    if index == 1 && !x.dtype().is_complex() {
        return Err(Raise::type_error("array does not have imaginary part to set"));
    }
    let target = crate::tensor::tensor_value(part_of(&x, index)?);
    match array_of(new) {
        Some(array) => crate::complex::set(&target, &crate::tensor::tensor_value(array)),
        None => crate::complex::set(&target, new),
    }
}

fn reversed(x: &Tensor) -> Result<Tensor> {
    views::permute(x, (0..x.dim()).rev().collect())
}

fn as_type(vm: &mut Vm, args: &Args) -> Result<Value> {
    let (dtype, order) = match opt_dtype(args, 1) {
        Ok(dtype) => (dtype, Order::of(args, 2)?),
        Err(refusal) => return super::instead(vm, refusal, "converted", &[args.get(0).clone(), args.get(1).clone()]),
    };
    let x = this(args)?;
    let target = dtype.unwrap_or(DType::Float64);
    if args.str(3)? != "unsafe" && !castable(x.dtype(), target, args.str(3)?)? {
        let [from, to] = [x.dtype(), target].map(|dtype| format!("dtype('{}')", dtype.name()));
        let rule = args.str(3)?;
        return Err(Raise::type_error(format!(
            "Cannot cast array data from {from} to {to} according to the rule '{rule}'"
        )));
    }
    if x.dtype() == target && !args.bool(5)? && order == Order::Kept {
        return Ok(args.get(0).clone());
    }
    Ok(array_value(order.arrange(to(&x, Some(target), None, false, true)?)?))
}

fn item(vm: &mut Vm, args: &Args) -> Result<Value> {
    let x = this(args)?;
    let x = match args.rest(1) {
        [] if x.numel() != 1 => {
            return Err(Raise::value_error("can only convert an array of size 1 to a Python scalar"));
        }
        [] => x,
        [Value::Int(place)] if x.dim() != 1 => {
            let flat = views::reshape_to(&x, &[x.numel()])?;
            crate::index::get(vm, &flat, &Value::Int(*place))?
        }
        [key] => crate::index::get(vm, &x, key)?,
        keys => crate::index::get(vm, &x, &Value::tuple(keys.to_vec()))?,
    };
    Ok(scalar_value(host::item(&x)?))
}

fn reshape(vm: &mut Vm, args: &Args) -> Result<Value> {
    let mut wanted = match args.rest(1) {
        [] => Integers::new(),
        [one] => shape_given(one)?.map_or_else(|| args.spread(vm, 1), Ok)?,
        _ => args.spread(vm, 1)?,
    };
    let x = this(args)?;
    let columns = match args.str(2)? {
        "A" => x.dim() > 1 && !x.is_contiguous() && reversed(&x)?.is_contiguous(),
        _ => Order::of(args, 2)? == Order::Columns,
    };
    let known = wanted.iter().filter(|&&n| n != -1).copied().fold(1i64, i64::saturating_mul);
    if wanted.iter().filter(|&&n| n == -1).count() > 1 {
        return Err(Raise::value_error("can only specify one unknown dimension"));
    }
    let asked = wanted.clone();
    for n in &mut wanted {
        if *n == -1 && known > 0 {
            *n = x.numel() as i64 / known;
        }
    }
    let shape = sizes(&wanted)?;
    if tensorcell_tensor::numel_of(&shape) != x.numel() {
        let named = |n: &i64| if *n == -1 { "newaxis".to_owned() } else { n.to_string() };
        let asked = asked.iter().map(named).collect::<Vec<_>>();
        let comma = if asked.len() == 1 { "," } else { "" };
        let text = format!("cannot reshape array of size {} into shape ({}{comma})", x.numel(), asked.join(","));
        return Err(Raise::value_error(text));
    }
    if !columns {
        return Ok(array_value(views::reshape_to(&x, &shape)?));
    }
    let turned: Vec<usize> = shape.iter().rev().copied().collect();
    Ok(array_value(reversed(&views::reshape_to(&reversed(&x)?, &turned)?)?))
}

/// Methods of the class.
pub static METHODS: &[Builtin] = &[
    Builtin::new("ndarray.__setstate__", "(self, state)", "Takes the elements that pickle read.", |vm, args| {
        let module = vm.import("numpy._methods")?;
        let restore = vm.get_attr(&module, "_restored")?;
        let read = vm.call(&restore, std::slice::from_ref(args.get(1)), &[])?;
        let read = array_of(&read).ok_or_else(|| Raise::value_error("the state is not an array's"))?;
        this(args)?.set_data(&read);
        Ok(Value::None)
    }),
    Builtin::new("ndarray.__divmod__", "(self, value, /)", "divmod(self, value)", |vm, args| {
        quotient_and_rest(vm, args.get(0), args.get(1))
    }),
    Builtin::new("ndarray.__rdivmod__", "(self, value, /)", "divmod(value, self)", |vm, args| {
        quotient_and_rest(vm, args.get(1), args.get(0))
    }),
    Builtin::new(
        "ndarray.astype",
        "(self, dtype, order='K', casting='unsafe', subok=True, copy=True)",
        "A copy in another dtype.",
        as_type,
    ),
    Builtin::new("ndarray.tolist", "(self)", "Nested lists of Python numbers.", |_, args| method(args, host::to_list)),
    Builtin::new("ndarray.item", "(self, *args)", "The one element, or the one at an index.", item),
    Builtin::new("ndarray.copy", "(self, order='C')", "A copy.", |_, args| {
        let order = Order::of(args, 1)?;
        method(args, |x| Ok(array_value(order.arrange(to(x, None, None, false, true)?)?)))
    }),
    Builtin::new(
        "ndarray.reshape",
        "(self, *shape, order='C', copy=None)",
        "The same elements in another shape.",
        reshape,
    ),
    Builtin::new("ndarray.flatten", "(self, order='C')", "A copy in one dimension.", |_, args| {
        let order = Order::of(args, 1)?;
        method(args, |x| {
            let x = if order == Order::Columns { reversed(x)? } else { x.clone() };
            Ok(array_value(to(&views::reshape_to(&x, &[x.numel()])?, None, None, false, true)?))
        })
    }),
];

fn of(value: &Value) -> Result<Tensor> {
    array_of(value).ok_or_else(|| Raise::type_error("expected an ndarray"))
}

/// Attributes of arrays and scalars.
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
        name: "real",
        doc: "The real parts.",
        get: |_, value| part(value, 0),
        set: Some(|_, value, new| set_part(value, 0, &new)),
    },
    Getter {
        name: "imag",
        doc: "The imaginary parts; of real numbers zeros.",
        get: |_, value| part(value, 1),
        set: Some(|_, value, new| set_part(value, 1, &new)),
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
            Ok(array_value(views::reshape_to(&tensor, &[tensor.numel()])?))
        },
        set: None,
    },
    Getter {
        name: "T",
        doc: "Dimensions reversed.",
        get: |_, value| {
            let tensor = of(value)?;
            let order: Dims = (0..tensor.dim()).rev().collect();
            Ok(array_value(views::permute(&tensor, order)?))
        },
        set: None,
    },
];
