//! `itertools`: iterators for efficient looping.

mod chain;
mod choose;
mod filter;
mod groups;
mod state;
mod tee;

use std::rc::Rc;
use tensorcell_language::builtins::clipped_index;
use tensorcell_language::object::{Iter, Module};
use tensorcell_language::{Builtin, ModuleDef, Raise, Value, generic_methods, iterator_class};

pub static ITERTOOLS: ModuleDef = ModuleDef {
    name: "itertools",
    doc: "Iterators for efficient looping.",
    functions: std::slice::from_ref(&tee::TEE),
    init: Some(|_, module| {
        let stateful = [chain::CLASSES, choose::CLASSES, filter::CLASSES, groups::CLASSES];
        for new in stateful.into_iter().flatten() {
            let has_state = !matches!(new.short_name(), "batched" | "pairwise");
            add(module, new, if has_state { state::METHODS } else { &[] });
        }
        add(module, &chain::CHAIN, state::METHODS).define(chain::CHAIN_METHODS.iter().chain(generic_methods("chain")));
        add(module, &tee::CLASS, state::METHODS).define(tee::METHODS);
        KNOWN_TO_LOOPS.iter().for_each(|new| drop(add(module, new, state::KNOWN)));
        module.dict.insert_str("_tee_dataobject", Value::Class(tee::data_class()));
        Ok(())
    }),
};

fn add(module: &Module, new: &'static Builtin, methods: &'static [Builtin]) -> Rc<tensorcell_language::Class> {
    let class = iterator_class(new, methods);
    module.dict.insert_str(new.short_name(), Value::Class(class.clone()));
    class
}

static KNOWN_TO_LOOPS: &[Builtin] = &[
    Builtin::new("itertools.count", "(start=0, step=1)", "Return start, start+step, start+2*step, ...", |_, args| {
        let is_number = |value: &Value| {
            matches!(
                value.beneath(),
                Value::Int(_) | Value::BigInt(_) | Value::Bool(_) | Value::Float(_) | Value::Native(_)
            ) || matches!(value, Value::Instance(_))
        };
        if ![0, 1].iter().all(|at| is_number(args.get(*at))) {
            return Err(Raise::type_error("a number is required"));
        }
        Ok(Iter::count(args.get(0).clone(), args.get(1).clone()))
    }),
    Builtin::new(
        "itertools.repeat",
        "(object, times=...)",
        "Return the object over and over, or the given number of times.",
        |vm, args| {
            let left = args.given(1).map(|times| clipped_index(vm, times)).transpose()?;
            let left = left.map(|left| usize::try_from(left).unwrap_or(0));
            Ok(Iter::repeat(args.get(0).clone(), left))
        },
    ),
];
