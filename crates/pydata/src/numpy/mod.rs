//! `numpy`: conversions between arrays and tensors, and NumPy's functions. The values themselves are in the crate
//! torch (`torch/ndarray`). Most functions are written in the language (`prelude/numpy`).

mod draws;
pub mod functions;
mod generator;
mod loadtxt;
mod npy;
mod printing;
mod random;
mod rarer_draws;
mod source;
mod ufunc;

use crate::prelude;
use std::rc::Rc;
use tensorcell_language::object::Module;
use tensorcell_language::{Builtin, Exc, ModuleDef, Raise, Result, Value, Vm};
use tensorcell_tensor::{DType, Scalar};
use tensorcell_torch::ndarray::{array_class, class_of, dtype_class, number_value, scalar_kinds};

static SUBMODULES: Builtin =
    Builtin::new("numpy.__getattr__", "(name)", "A submodule.", |vm, args| match args.str(0)? {
        name @ ("char" | "core" | "emath" | "exceptions" | "fft" | "lib" | "linalg" | "ma" | "polynomial"
        | "random" | "strings" | "testing" | "typing") => vm.import(&format!("numpy.{name}")),
        "bool" => Ok(class_of(DType::Bool)),
        name @ ("str_" | "object_") => of_module(vm, "numpy._objects", name),
        name @ ("void" | "recarray") => of_module(vm, "numpy._records", name),
        "rec" => vm.import("numpy._records"),
        name @ ("datetime64" | "timedelta64" | "datetime_as_string" | "datetime_data" | "isnat") => {
            of_module(vm, "numpy._times", name)
        }
        name @ ("busday_count" | "busday_offset" | "busdaycalendar" | "is_busday") => {
            of_module(vm, "numpy._working_days", name)
        }
        name => Err(Raise::new(Exc::AttributeError, format!("module 'numpy' has no attribute '{name}'"))),
    });

/// What `dir(numpy)` names besides what is loaded.
const LATER: [&str; 19] = [
    "bool",
    "busday_count",
    "busday_offset",
    "busdaycalendar",
    "core",
    "datetime64",
    "datetime_as_string",
    "datetime_data",
    "emath",
    "is_busday",
    "isnat",
    "object_",
    "polynomial",
    "rec",
    "recarray",
    "str_",
    "strings",
    "timedelta64",
    "void",
];

static NAMES: Builtin = Builtin::new("numpy.__dir__", "()", "The names of NumPy.", |vm, _| {
    let module = vm.import("numpy")?;
    let mut names = vm.dir(&module);
    names.extend(LATER.iter().map(ToString::to_string));
    names.sort();
    names.dedup();
    Ok(Value::list(names.into_iter().map(Value::from).collect()))
});

/// A name that is loaded when a program asks for it.
fn of_module(vm: &mut Vm, module: &str, name: &str) -> Result<Value> {
    let module = vm.import(module)?;
    vm.get_attr(&module, name)
}

/// The files whose names `numpy` exposes. They share its namespace and run in this order.
const FILES: [(&str, &str); 18] = [
    ("numpy/files.py", include_str!("../prelude/numpy/files.py")),
    ("numpy/text_files.py", include_str!("../prelude/numpy/text_files.py")),
    ("numpy/ufuncs.py", include_str!("../prelude/numpy/ufuncs.py")),
    ("numpy/reductions.py", include_str!("../prelude/numpy/reductions.py")),
    ("numpy/statistics.py", include_str!("../prelude/numpy/statistics.py")),
    ("numpy/products.py", include_str!("../prelude/numpy/products.py")),
    ("numpy/element_types.py", include_str!("../prelude/numpy/element_types.py")),
    ("numpy/creation.py", include_str!("../prelude/numpy/creation.py")),
    ("numpy/grids.py", include_str!("../prelude/numpy/grids.py")),
    ("numpy/signals.py", include_str!("../prelude/numpy/signals.py")),
    ("numpy/print.py", include_str!("../prelude/numpy/print.py")),
    ("numpy/shapes.py", include_str!("../prelude/numpy/shapes.py")),
    ("numpy/polynomials.py", include_str!("../prelude/numpy/polynomials.py")),
    ("numpy/errors.py", include_str!("../prelude/numpy/errors.py")),
    ("numpy/functional.py", include_str!("../prelude/numpy/functional.py")),
    ("numpy/searches.py", include_str!("../prelude/numpy/searches.py")),
    ("numpy/array_api.py", include_str!("../prelude/numpy/array_api.py")),
    ("numpy/about.py", include_str!("../prelude/numpy/about.py")),
];

fn numpy(vm: &mut Vm, module: &Rc<Module>) -> Result<()> {
    for dtype in DType::ALL {
        // `bool` would shadow the built-in for the files that run next.
        if !matches!(dtype, DType::BFloat16 | DType::Bool) {
            module.dict.insert_str(dtype.name(), class_of(dtype));
        }
    }
    module.dict.insert_str("bool_", class_of(DType::Bool));
    for (name, value) in [("True_", true), ("False_", false)] {
        module.dict.insert_str(name, number_value(DType::Bool, Scalar::Bool(value)));
    }
    for class in scalar_kinds().into_iter().chain([array_class(), dtype_class(), ufunc::class()]) {
        module.dict.insert_str(&class.name, Value::Class(class.clone()));
    }
    for builtin in npy::FUNCTIONS.iter().chain(printing::FUNCTIONS).chain([&loadtxt::LOADTXT, &ufunc::MAKE]) {
        module.dict.insert_str(builtin.short_name(), Value::Builtin(builtin));
    }
    for (name, value) in
        [("pi", std::f64::consts::PI), ("e", std::f64::consts::E), ("inf", f64::INFINITY), ("nan", f64::NAN)]
    {
        module.dict.insert_str(name, Value::from(value));
    }
    module.dict.insert_str("__getattr__", Value::Builtin(&SUBMODULES));
    module.dict.insert_str("__dir__", Value::Builtin(&NAMES));
    for (file, source) in FILES {
        vm.run_prelude(file, source, module)?;
    }
    add_methods(vm)?;
    // After the methods: an array of numbers answers its own without asking for other arrays.
    vm.run_prelude("numpy/held_functions.py", include_str!("../prelude/numpy/held_functions.py"), module)
}

/// Adds NumPy's functions as methods of arrays and scalars.
fn add_methods(vm: &mut Vm) -> Result<()> {
    let Value::Module(methods) = vm.import("numpy._methods")? else { return Ok(()) };
    vm.run_files(&methods)?;
    let (array, generic) = (array_class(), &scalar_kinds()[0]);
    for (name, value) in methods.dict.items() {
        let is_method = !matches!(value, Value::Module(_) | Value::Str(_) | Value::None | Value::Class(_));
        if let Some(name) = name.as_str().filter(|_| is_method) {
            array.set(name, value.clone());
            if !name.starts_with("__") && !matches!(name, "sort" | "fill" | "partition" | "resize") {
                generic.set(name, value.clone());
            }
        }
    }
    Ok(())
}

fn numpy_random(vm: &mut Vm, module: &Rc<Module>) -> Result<()> {
    for builtin in generator::FUNCTIONS.iter().chain(draws::FUNCTIONS) {
        module.dict.insert_str(builtin.short_name(), Value::Builtin(builtin));
    }
    module.dict.insert_str("PCG64", Value::Class(generator::class()));
    let draws = include_str!("../prelude/numpy/distributions.py");
    vm.run_prelude("numpy/random/distributions.py", draws, module)?;
    let generator = include_str!("../prelude/numpy/generator.py");
    vm.run_prelude("numpy/random/generator.py", generator, module)
}

pub static MODULES: &[ModuleDef] = &[
    ModuleDef {
        name: "numpy",
        doc: "Arrays to and from tensors, and the simplest of NumPy.",
        functions: functions::FUNCTIONS,
        init: Some(numpy),
    },
    ModuleDef { name: "numpy.random", doc: "Random arrays.", functions: random::FUNCTIONS, init: Some(numpy_random) },
    prelude!("numpy.random.mtrand", "The old generator.", "numpy/mtrand.py"),
    prelude!("numpy._methods", "Methods of arrays.", "numpy/methods.py"),
    prelude!("numpy._operations", "Functions of elements.", "numpy/operations.py"),
    prelude!("numpy._arrays", "Arrays of moments, texts and objects.", "numpy/arrays.py"),
    prelude!("numpy._held", "Arrays whose elements the engine has no kernels for.", "numpy/held.py"),
    prelude!("numpy._objects", "Arrays of texts and of objects.", "numpy/objects.py"),
    prelude!("numpy._records", "Arrays of records.", "numpy/records.py"),
    prelude!("numpy.char", "Methods of texts, for each of an array.", "numpy/texts.py"),
    prelude!("numpy.strings", "Methods of texts, for each of an array.", "numpy/texts.py"),
    prelude!("numpy._times", "Moments and spans of time.", "numpy/times.py"),
    prelude!("numpy._working_days", "Calendars of working days.", "numpy/working_days.py"),
    prelude!("numpy._core", "What pickles of arrays name.", "numpy/core.py"),
    prelude!("numpy._core.multiarray", "What pickles of arrays name.", "numpy/multiarray.py"),
    prelude!("numpy._core.fromnumeric", "Functions of NumPy.", "numpy/core_part.py"),
    prelude!("numpy._core.numeric", "Functions of NumPy.", "numpy/core_part.py"),
    prelude!("numpy._core.numerictypes", "Classes of numbers.", "numpy/core_part.py"),
    prelude!("numpy._core.umath", "Functions of elements.", "numpy/core_part.py"),
    prelude!("numpy.core", "What older pickles of arrays name.", "numpy/core.py"),
    prelude!("numpy.core.multiarray", "What older pickles of arrays name.", "numpy/multiarray.py"),
    prelude!("numpy.exceptions", "NumPy's exceptions.", "numpy/exceptions.py"),
    prelude!("numpy.lib", "Parts of NumPy's library.", "numpy/lib/__init__.py"),
    prelude!("numpy.lib.array_utils", "Axes, and where arrays lie.", "numpy/lib/array_utils.py"),
    prelude!("numpy.lib.mixins", "Operators by `__array_ufunc__`.", "numpy/lib/mixins.py"),
    prelude!("numpy.lib.scimath", "Functions that turn complex where they must.", "numpy/lib/scimath.py"),
    prelude!("numpy.lib.stride_tricks", "Windows over arrays.", "numpy/lib/stride_tricks.py"),
    prelude!("numpy.emath", "Functions that turn complex where they must.", "numpy/lib/scimath.py"),
    prelude!("numpy.polynomial", "Series of polynomials.", "numpy/polynomial/__init__.py"),
    prelude!("numpy.polynomial._polybase", "The class of series.", "numpy/polynomial/_polybase.py"),
    prelude!("numpy.polynomial._series", "Functions of a family.", "numpy/polynomial/_series.py"),
    prelude!("numpy.polynomial.chebyshev", "Chebyshev series.", "numpy/polynomial/chebyshev.py"),
    prelude!("numpy.polynomial.hermite", "Hermite series of the physicists.", "numpy/polynomial/hermite.py"),
    prelude!("numpy.polynomial.hermite_e", "Hermite series of the probabilists.", "numpy/polynomial/hermite_e.py"),
    prelude!("numpy.polynomial.laguerre", "Laguerre series.", "numpy/polynomial/laguerre.py"),
    prelude!("numpy.polynomial.legendre", "Legendre series.", "numpy/polynomial/legendre.py"),
    prelude!("numpy.polynomial.polynomial", "Sums of powers.", "numpy/polynomial/polynomial.py"),
    prelude!("numpy.polynomial.polyutils", "What the families share.", "numpy/polynomial/polyutils.py"),
    prelude!("numpy.ma", "Arrays some of whose elements are masked.", "numpy/ma.py", "numpy/ma_functions.py"),
    prelude!("numpy.fft", "Fourier transforms of arrays.", "numpy/fft.py"),
    prelude!("numpy.linalg", "Linear algebra of arrays.", "numpy/linalg.py"),
    prelude!("numpy.testing", "Arrays that must be equal, or nearly.", "numpy/testing.py"),
    prelude!("numpy.typing", "Names for annotations.", "numpy/typing.py"),
];

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    /// The files share one namespace: what two of them define, the first one loses.
    #[test]
    fn no_two_files_define_one_name() {
        let mut homes = HashMap::new();
        for (file, source) in super::FILES {
            for line in source.lines() {
                let Some(rest) = line.strip_prefix("def ").or_else(|| line.strip_prefix("class ")) else { continue };
                let name = rest.split(['(', ':']).next().expect("a name");
                let before = *homes.entry(name).or_insert(file);
                assert_eq!(before, file, "`{name}` is defined twice");
            }
        }
        assert!(homes.len() > 300, "only {} names were read", homes.len());
    }
}
