//! `pandas`: reads tables from files. The table itself is written in the language (`prelude/pandas`).

mod csv;
mod parquet;
mod rows;

use crate::prelude;
use tensorcell_language::{ModuleDef, Value};

pub static MODULES: &[ModuleDef] = &[
    prelude!("pandas", "Tables: columns and rows with labels.", "pandas/__init__.py"),
    prelude!("pandas._building", "What tables are made of.", "pandas/_building.py"),
    prelude!("pandas._categories", "Columns of a few values in an order.", "pandas/_categories.py"),
    prelude!("pandas._columns", "Columns of tables.", "pandas/_columns.py"),
    prelude!("pandas._dates", "Columns and indexes of moments and spans.", "pandas/_dates.py"),
    prelude!("pandas._expressions", "Expressions of columns as text.", "pandas/_expressions.py"),
    prelude!("pandas._frame", "Columns of one length with their names.", "pandas/_frame.py"),
    prelude!("pandas._groups", "Rows in groups.", "pandas/_groups.py"),
    prelude!("pandas._index_texts", "How indexes print.", "pandas/_index_texts.py"),
    prelude!("pandas._indexes", "The labels of rows and columns.", "pandas/_indexes.py"),
    prelude!("pandas._indexing", "Rows and columns by places and labels.", "pandas/_indexing.py"),
    prelude!("pandas._info", "What a table holds, and its bytes.", "pandas/_info.py"),
    prelude!("pandas._json", "Tables as JSON.", "pandas/_json.py"),
    prelude!("pandas._levels", "Labels of several levels.", "pandas/_levels.py"),
    prelude!("pandas._offsets", "Steps of the calendar.", "pandas/_offsets.py"),
    prelude!("pandas._options", "The options of printing.", "pandas/_options.py"),
    prelude!("pandas._orders", "Shifts, ranks, gaps and windows of columns.", "pandas/_orders.py"),
    prelude!("pandas._periods", "Spans of the calendar.", "pandas/_periods.py"),
    prelude!("pandas._printing", "Tables as text and as HTML.", "pandas/_printing.py"),
    prelude!("pandas._read_csv", "Tables from text files.", "pandas/_read_csv.py"),
    prelude!("pandas._resample", "Rows in spans of time.", "pandas/_resample.py"),
    prelude!("pandas._reshape", "Tables below, beside and joined to each other.", "pandas/_reshape.py"),
    prelude!("pandas._row_statistics", "Statistics of rows and windows.", "pandas/_row_statistics.py"),
    prelude!("pandas._series", "A column with its labels.", "pandas/_series.py"),
    prelude!("pandas._stamps", "One moment, one span of time.", "pandas/_stamps.py"),
    prelude!("pandas._tables", "Reshaping of tables, and their other forms of text.", "pandas/_tables.py"),
    prelude!("pandas._time_indexes", "Moments and spans as labels.", "pandas/_time_indexes.py"),
    prelude!("pandas._zones", "Columns of moments in a time zone.", "pandas/_zones.py"),
    prelude!("pandas._time_parts", "The parts of moments and spans.", "pandas/_time_parts.py"),
    prelude!("pandas._time_stats", "Statistics of moments and spans.", "pandas/_time_stats.py"),
    prelude!("pandas._time_texts", "Moments and spans as texts.", "pandas/_time_texts.py"),
    prelude!("pandas._timed", "Methods of rows in time.", "pandas/_timed.py"),
    prelude!("pandas._texts", "Methods of a column's texts.", "pandas/_texts.py"),
    prelude!("pandas._in_place", "Methods that change their owner.", "pandas/_in_place.py"),
    prelude!("pandas._labels", "What labels can do.", "pandas/_labels.py"),
    prelude!("pandas._level_keys", "Keys of labels of several levels.", "pandas/_level_keys.py"),
    prelude!("pandas._matched", "Two columns or tables by their labels.", "pandas/_matched.py"),
    prelude!("pandas._ordered_merges", "Joins of tables in order.", "pandas/_ordered_merges.py"),
    prelude!("pandas._placed", "Rows by their places or labels.", "pandas/_placed.py"),
    prelude!("pandas._plotting", "Drawing of columns and tables.", "pandas/_plotting.py"),
    prelude!("pandas._to_csv", "Tables as text files.", "pandas/_to_csv.py"),
    prelude!("pandas.plotting", "Figures of whole tables.", "pandas/plotting.py"),
    prelude!("pandas.api", "What other packages build on.", "pandas/api/__init__.py"),
    prelude!("pandas.api.types", "Questions about types.", "pandas/api/types.py"),
    prelude!("pandas.core", "Where pandas defines its classes.", "pandas/core/__init__.py"),
    prelude!("pandas.core.frame", "Tables.", "pandas/core/frame.py"),
    prelude!("pandas.core.series", "Columns.", "pandas/core/series.py"),
    prelude!("pandas.io", "Tables from files and to files.", "pandas/io/__init__.py"),
    prelude!("pandas.io.json", "Tables as JSON.", "pandas/io/json.py"),
    prelude!("pandas.offsets", "Steps of the calendar.", "pandas/offsets.py"),
    prelude!("pandas.tseries", "Steps of the calendar.", "pandas/tseries/__init__.py"),
    prelude!("pandas.tseries.frequencies", "Steps by their names.", "pandas/tseries/frequencies.py"),
    prelude!("pandas.tseries.offsets", "Steps of the calendar.", "pandas/tseries/offsets.py"),
    prelude!("pandas.errors", "Errors and warnings.", "pandas/errors.py"),
    ModuleDef {
        name: "pandas._files",
        doc: "Columns of files.",
        functions: &[],
        init: Some(|_, module| {
            for builtin in [&csv::SPLIT, &parquet::READ_PARQUET, &rows::OF_LIST, &rows::MISSING, &rows::GROUPED] {
                module.dict.insert_str(builtin.short_name(), Value::Builtin(builtin));
            }
            Ok(())
        }),
    },
];
