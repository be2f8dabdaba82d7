//! `_pickle`: objects as bytes, and back. What is written is what CPython's native module writes, byte for byte.
//!
//! [`saving`] writes an object by its kind, [`loading`] reads instruction by instruction. The Python classes that programs extend
//! further than `_pickle` allows are in `pickle_writer.py` and `pickle_reader.py`.

mod containers;
mod failure;
mod globals;
mod input;
mod load_objects;
mod load_values;
mod loading;
mod memo;
mod memo_views;
mod names;
mod opcodes;
mod output;
mod parts;
mod pickler;
mod plain_values;
mod saving;
mod unpickler;

use tensorcell_language::{ModuleDef, Value};

pub static PICKLE: ModuleDef = ModuleDef {
    name: "_pickle",
    doc: "Optimized C implementation for the Python pickle module.",
    functions: &[],
    init: Some(|vm, module| {
        vm.run_prelude("pickle_native.py", include_str!("../pickle_native.py"), module)?;
        failure::note_classes(module);
        module.dict.insert_str("Pickler", Value::Class(pickler::class()));
        module.dict.insert_str("Unpickler", Value::Class(unpickler::class()));
        for function in [&pickler::DUMP, &pickler::DUMPS, &unpickler::LOAD, &unpickler::LOADS] {
            module.dict.insert_str(function.short_name(), Value::Builtin(function));
        }
        Ok(())
    }),
};
