//! What the iterators of itertools are made of, as `pickle` and `copy` ask for it.

use std::rc::Rc;
use tensorcell_language::object::{Iter, List, Steps, Tuple};
use tensorcell_language::{Args, Builtin, Raise, Result, Value, Vm};

pub(super) static METHODS: &[Builtin] = &[
    Builtin::new("iterator.__reduce__", "(self, /)", "Return state information for pickling.", |vm, args| {
        warn(vm)?;
        let class = Value::Class(vm.class_of(args.get(0)));
        steps(args)?.reduce(vm, class)
    }),
    Builtin::new("iterator.__setstate__", "(self, state, /)", "Set state information for unpickling.", |vm, args| {
        warn(vm)?;
        steps(args)?.set_state(vm, args.get(1)).map(|()| Value::None)
    }),
];

/// `count` and `repeat` are the language's own, whose loops know them.
pub(super) static KNOWN: &[Builtin] =
    &[Builtin::new("iterator.__reduce__", "(self, /)", "Return state information for pickling.", |vm, args| {
        warn(vm)?;
        let class = Value::Class(vm.class_of(args.get(0)));
        let made_of = iterator(args)?.made_of()?;
        Ok(made(&class, made_of, None))
    })];

pub(super) fn warn(vm: &mut Vm) -> Result<()> {
    vm.warn("DeprecationWarning", "Pickle, copy, and deepcopy support will be removed from itertools in Python 3.14.")
}

fn iterator(args: &Args) -> Result<&Rc<Iter>> {
    match args.get(0).beneath() {
        Value::Iter(iter) => Ok(iter),
        _ => Err(args.wrong(0, "iterator")),
    }
}

pub(super) fn steps(args: &Args) -> Result<Rc<dyn Steps>> {
    iterator(args)?.steps().ok_or_else(|| args.wrong(0, "iterator"))
}

/// What `__reduce__` gives.
pub(super) fn made(class: &Value, args: Vec<Value>, state: Option<Value>) -> Value {
    Value::tuple([class.clone(), Value::tuple(args)].into_iter().chain(state).collect())
}

/// The items of a state that has to be a tuple.
pub(super) fn tuple(state: &Value) -> Result<&Rc<Tuple>> {
    match state {
        Value::Tuple(items) => Ok(items),
        _ => Err(Raise::type_error("state is not a tuple")),
    }
}

pub(super) fn list(value: &Value) -> Result<&Rc<List>> {
    match value {
        Value::List(list) => Ok(list),
        other => Err(Raise::type_error(format!("argument 1 must be list, not {}", other.type_name()))),
    }
}
