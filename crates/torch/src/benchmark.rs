//! The native part of `torch.utils.benchmark`: compiles text into a function.

use super::arguments::TensorArgs;
use tensorcell_language::object::{Dict, Module};
use tensorcell_language::{Builtin, Exc, Raise, Result, Value};

pub static FUNCTIONS: &[Builtin] = &[Builtin::new(
    "torch._benchmark.function_of_text",
    "(source, names, name)",
    "The function `name` that a text declares, among these names.",
    |vm, args| -> Result<Value> {
        let Value::Dict(names) = args.get(1).beneath() else { return Err(args.must_be(1, "dict")) };
        let dict = Dict::new();
        for (name, value) in names.items() {
            dict.insert(vm, name, value)?;
        }
        let module = Module::new("timed", dict);
        vm.run_made("stmt", args.str(0)?, &module)?;
        let name = args.str(2)?;
        module.dict.get_str(name).ok_or_else(|| Raise::new(Exc::NameError, format!("name '{name}' is not defined")))
    },
)];
