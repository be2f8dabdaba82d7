//! `sklearn`: generated data sets, splits, scalers and scores, written in the language (`prelude/sklearn`).

use crate::prelude;
use tensorcell_language::ModuleDef;

pub static MODULES: &[ModuleDef] = &[
    prelude!("sklearn", "Data that is made, split and scaled, and scores.", "sklearn/__init__.py"),
    prelude!("sklearn.datasets", "Points that are made by rule and chance.", "sklearn/datasets.py"),
    prelude!("sklearn.metrics", "How well labels and numbers were guessed.", "sklearn/metrics.py"),
    prelude!("sklearn.model_selection", "Data in parts for training and for testing.", "sklearn/model_selection.py"),
    prelude!("sklearn.preprocessing", "Columns brought to one scale, labels as numbers.", "sklearn/preprocessing.py"),
    prelude!("sklearn.utils", "Random states, and rows in another order.", "sklearn/utils.py"),
];
