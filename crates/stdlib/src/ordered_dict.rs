//! `collections.OrderedDict`: what a dict does in a different way, or cannot do. The class is in `collections.py`.

use std::rc::Rc;
use tensorcell_language::builtins::receiver;
use tensorcell_language::object::Dict;
use tensorcell_language::{Args, Builtin, Exc, Raise, Result, Value};

fn this(args: &Args) -> Result<Rc<Dict>> {
    receiver(args, |value| match value {
        Value::Dict(dict) => Some(dict),
        _ => None,
    })
}

pub static METHODS: &[Builtin] = &[
    Builtin::new("OrderedDict.mark", "(self, /)", "Makes iterators notice changes of the order.", |_, args| {
        this(args)?.becomes_ordered();
        Ok(Value::None)
    }),
    Builtin::new(
        "OrderedDict.pop",
        "(self, key, default=...)",
        "Remove the key and return its value. If it is missing, return the default or raise KeyError.",
        |vm, args| match (this(args)?.remove(vm, args.get(1))?, args.given(2)) {
            (Some(value), _) => Ok(value),
            (None, Some(default)) => Ok(default.clone()),
            (None, None) => Err(Raise::key_error(args.get(1))),
        },
    ),
    Builtin::new(
        "OrderedDict.popitem",
        "(self, last=True)",
        "Remove and return a (key, value) pair: the last one, or the first.",
        |vm, args| {
            let (dict, last) = (this(args)?, vm.truth(args.get(1))?);
            match if last { dict.pop_last() } else { dict.pop_first() } {
                Some((key, value)) => Ok(Value::tuple(vec![key, value])),
                None => Err(Raise::new(Exc::KeyError, "dictionary is empty")),
            }
        },
    ),
    Builtin::new(
        "OrderedDict.move_to_end",
        "(self, key, last=True)",
        "Move an existing key to the end, or to the beginning.",
        |vm, args| {
            let last = vm.truth(args.get(2))?;
            match this(args)?.move_to_edge(vm, args.get(1), last)? {
                true => Ok(Value::None),
                false => Err(Raise::key_error(args.get(1))),
            }
        },
    ),
];
