//! `pyexpat`: Expat's parser of XML, in memory-safe Rust.
//!
//! It is a parser of our own, since no crate has Expat's events, positions and errors for documents in pieces with entities that the
//! document declares. Tokens (`tokens.rs`, `markup.rs`) are found in a text that may go on; the grammar of the prolog
//! (`roles.rs`) gives each its part, which `prolog.rs` carries out; `content.rs` and `attributes.rs` read elements. `object.rs` and
//! `class.rs` are what a program sees.

mod attributes;
mod builder;
mod calls;
mod class;
mod content;
mod declaration;
mod dtd;
mod encoding;
mod event;
mod faults;
mod input;
mod markup;
mod names;
mod object;
mod parser;
mod prolog;
mod roles;
mod tokens;
mod values;

use class::{FUNCTIONS, expat_error, xmlparser};
use tensorcell_language::object::{Dict, Module};
use tensorcell_language::{ModuleDef, Value};

pub static EXPAT: ModuleDef = ModuleDef {
    name: "pyexpat",
    doc: "Python wrapper for Expat parser.",
    functions: FUNCTIONS,
    init: Some(|vm, module| {
        for name in ["ExpatError", "error"] {
            module.dict.insert_str(name, Value::Class(expat_error()));
        }
        module.dict.insert_str("XMLParserType", Value::Class(xmlparser()));
        module.dict.insert_str("EXPAT_VERSION", Value::str("expat_2.6.3"));
        module.dict.insert_str("version_info", Value::tuple([2, 6, 3].map(Value::Int).to_vec()));
        module.dict.insert_str("native_encoding", Value::str("UTF-8"));
        module.dict.insert_str("features", features());
        for (value, name) in ["NEVER", "UNLESS_STANDALONE", "ALWAYS"].iter().enumerate() {
            module.dict.insert_str(&format!("XML_PARAM_ENTITY_PARSING_{name}"), Value::Int(value as i64));
        }
        vm.import_own("pyexpat.errors")?;
        vm.import_own("pyexpat.model")?;
        Ok(())
    }),
};

/// What Expat was built with in CPython.
fn features() -> Value {
    const FEATURES: [(&str, i64); 8] = [
        ("sizeof(XML_Char)", 1),
        ("sizeof(XML_LChar)", 1),
        ("XML_DTD", 0),
        ("XML_CONTEXT_BYTES", 1024),
        ("XML_NS", 0),
        ("XML_BLAP_MAX_AMP", 100),
        ("XML_BLAP_ACT_THRES", 8 << 20),
        ("XML_GE", 0),
    ];
    Value::list(FEATURES.iter().map(|(name, value)| Value::pair(Value::str(name), Value::Int(*value))).collect())
}

pub static ERRORS: ModuleDef = ModuleDef {
    name: "pyexpat.errors",
    doc: "Constants used to describe error conditions.",
    functions: &[],
    init: Some(|_, module| {
        let codes = Dict::new();
        for (at, (name, text)) in faults::ROWS.iter().enumerate() {
            module.dict.insert_str(name, Value::str(text));
            codes.insert_str(text, Value::Int(at as i64 + 1));
        }
        let by_code = codes.items().into_iter().map(|(text, code)| (code, text));
        module.dict.insert_str("messages", Value::dict(by_code));
        module.dict.insert_str("codes", Value::Dict(codes));
        Ok(())
    }),
};

pub static MODEL: ModuleDef = ModuleDef {
    name: "pyexpat.model",
    doc: "Constants used to interpret content model information.",
    functions: &[],
    init: Some(|_, module| {
        number(module, "XML_CTYPE", 1, &["EMPTY", "ANY", "MIXED", "NAME", "CHOICE", "SEQ"]);
        number(module, "XML_CQUANT", 0, &["NONE", "OPT", "REP", "PLUS"]);
        Ok(())
    }),
};

fn number(module: &Module, prefix: &str, first: i64, names: &[&str]) {
    for (name, value) in names.iter().zip(first..) {
        module.dict.insert_str(&format!("{prefix}_{name}"), Value::Int(value));
    }
}
