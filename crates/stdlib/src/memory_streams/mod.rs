//! Streams in memory: what `io.StringIO` and `io.BytesIO` are made of.

mod arguments;
mod data;
mod text;

use tensorcell_language::{ModuleDef, Value};

pub static MEMORY_STREAMS: ModuleDef = ModuleDef {
    name: "_tensorcell.io",
    doc: "The native part of io.",
    functions: &[],
    init: Some(|_, module| {
        module.dict.insert_str("_TextMemory", Value::Class(text::class()));
        module.dict.insert_str("_DataMemory", Value::Class(data::class()));
        Ok(())
    }),
};
