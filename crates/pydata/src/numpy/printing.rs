//! The native part of `numpy.set_printoptions` and `numpy.array2string`.

use tensorcell_language::{Builtin, Value};
use tensorcell_torch::ndarray::read;
use tensorcell_torch::ndarray::text::{Options, separated, set_options};

pub static FUNCTIONS: &[Builtin] = &[
    Builtin::new(
        "numpy._set_options",
        "(precision, threshold, edgeitems, linewidth, suppress, sign, floatmode, nanstr, infstr, floats, integers, truths, complexes, /)",
        "How arrays are printed from now on.",
        |vm, args| {
            let count = |at: usize| args.int(at).map(|n| usize::try_from(n).unwrap_or(0));
            let options = Options {
                precision: count(0)?,
                threshold: args.float(1)?.min(1e18) as usize,
                edge: count(2)?,
                line: args.float(3)?.min(1e9) as usize,
                suppress: vm.truth(args.get(4))?,
                sign: args.str(5)?.chars().next().unwrap_or('-'),
                fixed: args.str(6)? == "fixed",
                equal: args.str(6)? == "maxprec_equal",
                nan: args.str(7)?.to_owned(),
                infinity: args.str(8)?.to_owned(),
                own: [9, 10, 11, 12].map(|at| args.get(at).clone()),
            };
            set_options(options);
            Ok(Value::None)
        },
    ),
    Builtin::new("numpy._text", "(array, separator, /)", "An array's numbers, this between them.", |vm, args| {
        let array = read(vm, args.get(0), None)?;
        separated(vm, &array, args.str(1)?).map(Value::from)
    }),
];
