//! `pandas`: tables from files. The table itself is written in the language (`prelude/pandas.py`).

mod csv;
mod parquet;

use crate::prelude;
use tensorcell_language::{ModuleDef, Value};

pub static MODULES: &[ModuleDef] = &[
    prelude!("pandas", "Tables from files.", "pandas.py"),
    ModuleDef {
        name: "pandas._files",
        doc: "Columns of files.",
        functions: &[],
        init: Some(|_, module| {
            for builtin in [&csv::READ_CSV, &parquet::READ_PARQUET] {
                module.dict.insert_str(builtin.short_name(), Value::Builtin(builtin));
            }
            Ok(())
        }),
    },
];
