//! `functools`: the native `partial`, and the wrapper that `lru_cache` returns. The rest is in `functools.py`.

mod cache;
mod key;
mod partial;
mod ring;

use std::rc::Rc;
use tensorcell_language::{ModuleDef, Value};

pub static FUNCTOOLS: ModuleDef = ModuleDef {
    name: "_tensorcell.functools",
    doc: "The native part of functools.",
    functions: &[],
    init: Some(|_, module| {
        module.dict.insert_str("_lru_cache_wrapper", Value::Class(cache::CLASS.with(Rc::clone)));
        module.dict.insert_str("partial", Value::Class(partial::CLASS.with(Rc::clone)));
        Ok(())
    }),
};
