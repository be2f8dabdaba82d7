//! The classes of NumPy scalars, from `numpy.generic` down: one per dtype; float64 is a subclass of float, too.

use super::array::array_value;
use super::dtype::{castable, opt_dtype};
use super::methods::GETTERS as OF_ARRAYS;
use super::read::{array_of, plain, read};
use super::scalar::{number_of, number_value};
use super::scalar_operators::{in_range, meet, out_of_bounds, quotient_and_rest, whole};
use crate::numbers::scalar_value;
use std::rc::Rc;
use tensorcell_language::builtins::number::{parse_float, parse_int};
use tensorcell_language::native::{Args, Getter, STR};
use tensorcell_language::types::types;
use tensorcell_language::{Builtin, Class, Raise, Result, Value, Vm, native_operators};
use tensorcell_tensor::{DType, Scalar};

/// `np.float32(x)`: makes a scalar from a number or a text, and an array from anything else.
fn make(vm: &mut Vm, args: &Args, dtype: DType) -> Result<Value> {
    let value = match args.given(0) {
        None => Scalar::Int(0),
        Some(Value::None) if dtype.is_floating() => Scalar::Float(f64::NAN),
        Some(Value::Str(text)) if dtype.is_floating() => Scalar::Float(parse_float(text.as_str())?),
        Some(Value::Str(text)) if dtype != DType::Bool => match parse_int(vm, text.as_str(), 10)? {
            Value::Int(value) => Scalar::Int(value),
            other => return Err(out_of_bounds(&vm.repr(&other)?, dtype)),
        },
        Some(Value::Str(text)) => Scalar::Bool(!text.is_empty()),
        Some(Value::None) if dtype == DType::Bool => Scalar::Bool(false),
        Some(Value::Int(value)) if whole(dtype) => {
            in_range(*value, dtype)?;
            Scalar::Int(*value)
        }
        Some(value) => match meet(dtype, value, false)? {
            Some((_, value)) => value,
            None => return plain(&read(vm, value, Some(dtype))?),
        },
    };
    Ok(number_value(dtype, value))
}

macro_rules! makers {
    ($($dtype:ident $name:literal),*) => {
        static MAKERS: &[(DType, Builtin)] = &[$((
            DType::$dtype,
            Builtin::new(
                concat!("numpy.", $name),
                "(x=..., /)",
                concat!("A number of NumPy's type ", $name, "; an array, where an array or a list is given."),
                |vm, args| make(vm, args, DType::$dtype),
            ),
        )),*];
    };
}
makers!(
    Bool "bool", UInt8 "uint8", Int8 "int8", Int16 "int16", Int32 "int32", Int64 "int64", Float16 "float16",
    Float32 "float32", Float64 "float64", Complex64 "complex64", Complex128 "complex128"
);

fn this(args: &Args) -> Result<(DType, Scalar)> {
    number_of(args.get(0)).ok_or_else(|| args.wrong(0, "a NumPy scalar"))
}

/// Calls a method of Python's numbers and returns its plain result.
fn as_plain(vm: &mut Vm, args: &Args, name: &str) -> Result<Value> {
    let (_, value) = this(args)?;
    vm.call_method(&scalar_value(value), name, &[])
}

static METHODS: &[Builtin] = &[
    Builtin::new("generic.item", "(self)", "The number as Python's own.", |_, args| Ok(scalar_value(this(args)?.1))),
    Builtin::new("generic.tolist", "(self)", "The number as Python's own.", |_, args| Ok(scalar_value(this(args)?.1))),
    Builtin::new(
        "generic.astype",
        "(self, dtype, order='K', casting='unsafe', subok=True, copy=True)",
        "The number in another dtype.",
        |_, args| {
            let ((own, number), dtype, casting) =
                (this(args)?, opt_dtype(args, 1)?.unwrap_or(DType::Float64), args.str(3)?);
            if !castable(own, dtype, casting)? {
                let names = [own, dtype].map(|dtype| format!("dtype('{}')", dtype.name()));
                let [from, to] = names;
                let text = format!("Cannot cast scalar from {from} to {to} according to the rule '{casting}'");
                return Err(Raise::type_error(text));
            }
            Ok(number_value(dtype, number))
        },
    ),
    Builtin::new("generic.copy", "(self, order='C')", "The same number.", |_, args| Ok(args.get(0).clone())),
    Builtin::new("generic.__copy__", "(self)", "The same number.", |_, args| Ok(args.get(0).clone())),
    Builtin::new("generic.__deepcopy__", "(self, memo=None)", "The same number.", |_, args| Ok(args.get(0).clone())),
    Builtin::new("generic.conjugate", "(self)", "The number with its imaginary part negated.", |_, args| {
        Ok(match this(args)? {
            (dtype, Scalar::Complex(re, im)) => number_value(dtype, Scalar::Complex(re, -im)),
            _ => args.get(0).clone(),
        })
    }),
    Builtin::new("generic.reshape", "(self, *shape)", "An array of the one element.", |vm, args| {
        let array = array_of(args.get(0)).map(array_value).unwrap_or_default();
        vm.call_method(&array, "reshape", args.rest(1))
    }),
    Builtin::new("generic.flatten", "(self, order='C')", "An array of the one element.", |vm, args| {
        let array = array_of(args.get(0)).map(array_value).unwrap_or_default();
        vm.call_method(&array, "flatten", &[])
    }),
    Builtin::new("generic.__abs__", "(self)", "abs(self)", |_, args| {
        let (dtype, value) = this(args)?;
        Ok(number_value(
            dtype,
            match value {
                Scalar::Int(x) => Scalar::Int(x.wrapping_abs()),
                Scalar::Float(x) => Scalar::Float(x.abs()),
                Scalar::Bool(_) => value,
                Scalar::Complex(re, im) => return Ok(number_value(dtype.part(), Scalar::Float(re.hypot(im)))),
            },
        ))
    }),
    Builtin::new("generic.__round__", "(self, ndigits=None)", "round(self, ndigits)", |vm, args| {
        let (dtype, _) = this(args)?;
        match (args.get(1), dtype.is_floating()) {
            (Value::None, true) => vm.call_method(&scalar_value(this(args)?.1), "__round__", &[]),
            (Value::None, false) => Ok(scalar_value(this(args)?.1)),
            (digits, _) => vm.call_method(args.get(0), "round", std::slice::from_ref(digits)),
        }
    }),
    Builtin::new("generic.__divmod__", "(self, value, /)", "divmod(self, value)", |vm, args| {
        quotient_and_rest(vm, args.get(0), args.get(1))
    }),
    Builtin::new("generic.__rdivmod__", "(self, value, /)", "divmod(value, self)", |vm, args| {
        quotient_and_rest(vm, args.get(1), args.get(0))
    }),
    Builtin::new("generic.__int__", "(self)", "int(self)", |vm, args| as_plain(vm, args, "__int__")),
    Builtin::new("generic.__float__", "(self)", "float(self)", |_, args| Ok(Value::from(this(args)?.1.as_f64()))),
    Builtin::new("generic.__complex__", "(self)", "complex(self)", |_, args| {
        let [re, im] = this(args)?.1.parts();
        Ok(scalar_value(Scalar::Complex(re, im)))
    }),
    Builtin::new("generic.__bool__", "(self)", "bool(self)", |_, args| {
        Ok(Value::from(this(args)?.1.parts() != [0.0; 2]))
    }),
    Builtin::new("generic.__floor__", "(self)", "math.floor(self)", |vm, args| as_plain(vm, args, "__floor__")),
    Builtin::new("generic.__ceil__", "(self)", "math.ceil(self)", |vm, args| as_plain(vm, args, "__ceil__")),
    Builtin::new("generic.__trunc__", "(self)", "math.trunc(self)", |vm, args| as_plain(vm, args, "__trunc__")),
    Builtin::new("generic.__format__", "(self, spec, /)", "format(self, spec)", |vm, args| {
        let plain = scalar_value(this(args)?.1);
        let spec = args.str(1)?.to_owned();
        vm.format(&plain, &spec).map(Value::from)
    }),
];

static FLOATING: &[Builtin] = &[
    Builtin::new("floating.is_integer", "(self)", "Whether it is a whole number.", |vm, args| {
        as_plain(vm, args, "is_integer")
    }),
    Builtin::new("floating.hex", "(self)", "Its bits in hexadecimal.", |vm, args| as_plain(vm, args, "hex")),
    Builtin::new("floating.as_integer_ratio", "(self)", "Two integers whose ratio it is.", |vm, args| {
        as_plain(vm, args, "as_integer_ratio")
    }),
];

static INTEGER: &[Builtin] = &[
    Builtin::new("integer.is_integer", "(self)", "True.", |_, args| this(args).map(|_| Value::from(true))),
    Builtin::new("integer.bit_count", "(self)", "How many bits of the number's size are set.", |vm, args| {
        as_plain(vm, args, "bit_count")
    }),
    Builtin::new("integer.__index__", "(self)", "The number as Python's own.", |_, args| {
        Ok(scalar_value(this(args)?.1))
    }),
];

static GETTERS: &[Getter] = &[
    Getter { name: "T", doc: "The number itself.", get: |_, value| Ok(value.clone()), set: None },
    Getter {
        name: "real",
        doc: "The real part: of a real number itself.",
        get: |_, value| {
            Ok(match number_of(value) {
                Some((dtype, Scalar::Complex(re, _))) => number_value(dtype.part(), Scalar::Float(re)),
                _ => value.clone(),
            })
        },
        set: None,
    },
    Getter {
        name: "imag",
        doc: "The imaginary part: of a real number zero.",
        get: |_, value| {
            Ok(match number_of(value) {
                Some((dtype, Scalar::Complex(_, im))) => number_value(dtype.part(), Scalar::Float(im)),
                Some((dtype, _)) => number_value(dtype, Scalar::Int(0)),
                None => Value::None,
            })
        },
        set: None,
    },
];

/// The abstract classes, `numpy.generic` first, and the class of each dtype.
pub type Hierarchy = (Vec<Rc<Class>>, Vec<(DType, Rc<Class>)>);

/// Whether an operator's method is one of numbers: not of containers, not in place, no conversion.
fn is_of_numbers(method: &Builtin) -> bool {
    const OTHERS: [&str; 9] = ["getitem", "setitem", "contains", "len", "iter", "bool", "int", "index", "float"];
    let name = method.short_name().trim_matches('_');
    let in_place = name.starts_with('i') && name != "invert";
    !in_place && !OTHERS.contains(&name)
}

/// Creates the classes.
pub fn hierarchy() -> Hierarchy {
    let kind = |name: &str, bases: &[Rc<Class>], methods, getters, doc| {
        Class::native("numpy", name, bases, None, methods, getters, doc).shown_in_full()
    };
    let generic = kind("generic", &[], METHODS, OF_ARRAYS, "A scalar of NumPy's.");
    generic.define_getters(GETTERS);
    generic.define(&STR);
    generic.define(native_operators!("generic").iter().filter(|method| is_of_numbers(method)));
    let number = kind("number", std::slice::from_ref(&generic), &[], &[], "A number.");
    let integer = kind("integer", std::slice::from_ref(&number), INTEGER, &[], "A whole number.");
    let signed = kind("signedinteger", std::slice::from_ref(&integer), &[], &[], "A whole number with a sign.");
    let unsigned = kind("unsignedinteger", std::slice::from_ref(&integer), &[], &[], "A whole number from 0 on.");
    let inexact = kind("inexact", std::slice::from_ref(&number), &[], &[], "A number that is rounded.");
    let floating = kind("floating", std::slice::from_ref(&inexact), FLOATING, &[], "A floating-point number.");
    let complex = kind("complexfloating", std::slice::from_ref(&inexact), &[], &[], "A complex number.");
    let types = MAKERS
        .iter()
        .map(|(dtype, new)| {
            let bases = match dtype {
                DType::Bool => vec![generic.clone()],
                DType::UInt8 => vec![unsigned.clone()],
                DType::Float64 => vec![floating.clone(), types().float.clone()],
                DType::Complex128 => vec![complex.clone(), types().built_in("complex").clone()],
                DType::Complex64 => vec![complex.clone()],
                dtype if dtype.is_floating() => vec![floating.clone()],
                _ => vec![signed.clone()],
            };
            (*dtype, Class::native("numpy", dtype.name(), &bases, Some(new), &[], &[], new.doc).shown_in_full())
        })
        .collect();
    (vec![generic, number, integer, signed, unsigned, inexact, floating, complex], types)
}
