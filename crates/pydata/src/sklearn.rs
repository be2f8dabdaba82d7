//! `sklearn`: generated data sets, small tables, splits, scalers and scores, written in the language (`prelude/sklearn`).

use crate::prelude;
use tensorcell_language::native::{Args, Builtin};
use tensorcell_language::{ModuleDef, Result, Value, Vm};

/// Returns the bytes of a compressed table.
fn table(_: &mut Vm, args: &Args) -> Result<Value> {
    let bytes: &[u8] = match args.get(0).as_str() {
        Some("iris") => include_bytes!("sklearn_tables/iris.gz"),
        Some("wine") => include_bytes!("sklearn_tables/wine.gz"),
        Some("breast_cancer") => include_bytes!("sklearn_tables/breast_cancer.gz"),
        _ => include_bytes!("sklearn_tables/digits.gz"),
    };
    Ok(Value::bytes(bytes.to_vec()))
}

static TABLES: &[Builtin] = &[Builtin::new("sklearn._data.table", "(name)", "The bytes of a compressed table.", table)];

pub static MODULES: &[ModuleDef] = &[
    ModuleDef { name: "sklearn._data", doc: "Bytes of tables.", functions: TABLES, init: None },
    prelude!("sklearn", "Data that is made, split and scaled, and scores.", "sklearn/__init__.py"),
    prelude!("sklearn._tables", "Small tables.", "sklearn/_tables.py"),
    prelude!("sklearn.base", "What estimators share.", "sklearn/base.py"),
    prelude!("sklearn.datasets", "Points that are made by rule and chance, and small tables.", "sklearn/datasets.py"),
    prelude!("sklearn.decomposition", "Data in the directions of its largest variance.", "sklearn/decomposition.py"),
    prelude!("sklearn.exceptions", "Errors.", "sklearn/exceptions.py"),
    prelude!("sklearn.linear_model", "Weighted sums of columns.", "sklearn/linear_model.py"),
    prelude!("sklearn.manifold", "Points of many dimensions on a plane.", "sklearn/manifold.py"),
    prelude!("sklearn.metrics", "How well labels and numbers were guessed.", "sklearn/metrics.py"),
    prelude!("sklearn.metrics._ranking", "How well scores put labels in order.", "sklearn/ranking.py"),
    prelude!("sklearn.model_selection", "Data in parts for training and for testing.", "sklearn/model_selection.py"),
    prelude!("sklearn.preprocessing", "Columns brought to one scale, labels as numbers.", "sklearn/preprocessing.py"),
    prelude!("sklearn.preprocessing._encoders", "Categories as columns.", "sklearn/encoders.py"),
    prelude!("sklearn.utils", "Random states, and rows in another order.", "sklearn/utils.py"),
];
