//! `decimal`: numbers with decimal digits, of any precision, by the General Decimal Arithmetic Specification.

mod arithmetic;
mod class;
mod context;
mod convert;
mod elementary;
mod format;
mod functions;
mod natural;
mod number;
mod operations;
mod places;
mod settings;
mod text;

pub(crate) use context::variables_changed;
use std::rc::Rc;
use tensorcell_language::{Builtin, ModuleDef, Value};

pub static DECIMAL: ModuleDef = ModuleDef {
    name: "_tensorcell.decimal",
    doc: "The native part of decimal.",
    functions: &[Builtin::new("decimal.getcontext", "()", "Get the current default context.", |vm, _| {
        context::current(vm)
    })],
    init: Some(|_, module| {
        let (numbers, contexts) = (class::CLASS.with(Rc::clone), context::CLASS.with(Rc::clone));
        variables_changed();
        for methods in [operations::OF_NUMBERS, operations::OF_NUMBERS_ALONE, operations::BY_LIMITS, operations::PLAIN]
        {
            numbers.define(methods);
        }
        let of_contexts = [
            operations::OF_CONTEXTS,
            operations::OF_CONTEXTS_ALONE,
            operations::BY_LIMITS_OF_CONTEXTS,
            operations::PLAIN_OF_CONTEXTS,
        ];
        for methods in of_contexts {
            contexts.define(methods);
        }
        module.dict.insert_str("Decimal", Value::Class(numbers));
        module.dict.insert_str("Context", Value::Class(contexts));
        Ok(())
    }),
};
