//! Reads tables from text files: columns of integers, floats or text, each of the narrowest type that fits all its values.

use tensorcell_language::native::Args;
use tensorcell_language::{Builtin, Result, Value, Vm};
use tensorcell_tensor::{DType, Device};
use tensorcell_torch::files::{Source, in_file, wrong};
use tensorcell_torch::host::{Elements, from_elements};
use tensorcell_torch::ndarray::array_value;

/// (file, separator, header, skipped rows, maximum rows)
fn read_csv(vm: &mut Vm, args: &Args) -> Result<Value> {
    let source = Source::of(vm, args.get(0))?;
    let name = source.name.clone();
    let separator = match args.str(1)?.as_bytes() {
        [byte] => *byte,
        _ => return Err(wrong("a separator is one character")),
    };
    let most = args.opt_int(4)?.map_or(usize::MAX, |n| usize::try_from(n).unwrap_or(0));
    let (header, skipped) = (args.bool(2)?, args.int(3)?.max(0) as usize);
    columns(vm, source, separator, header, skipped, most).map_err(|raise| in_file(&name, raise))
}

fn columns(vm: &mut Vm, source: Source, separator: u8, header: bool, skipped: usize, most: usize) -> Result<Value> {
    let mut reader =
        csv::ReaderBuilder::new().delimiter(separator).has_headers(false).flexible(true).from_reader(source.input);
    let mut names: Option<Vec<String>> = None;
    let mut columns: Vec<Vec<String>> = Vec::new();
    for (at, row) in reader.records().enumerate() {
        if at % 1024 == 0 {
            vm.check_interrupt()?;
        }
        let row = row.map_err(|error| wrong(format!("row {}: {error}", at + 1)))?;
        if at < skipped {
            continue;
        }
        if header && names.is_none() {
            names = Some(row.iter().map(str::to_owned).collect());
            columns = vec![Vec::new(); row.len()];
            continue;
        }
        if columns.is_empty() {
            columns = vec![Vec::new(); row.len()];
        }
        if row.len() != columns.len() {
            let expected = columns.len();
            return Err(wrong(format!(
                "Error tokenizing data. Expected {expected} fields in line {}, saw {}",
                at + 1,
                row.len()
            )));
        }
        if columns.first().is_some_and(|column| column.len() >= most) {
            break;
        }
        columns.iter_mut().zip(&row).for_each(|(column, field)| column.push(field.to_owned()));
    }
    let names = names.unwrap_or_else(|| (0..columns.len()).map(|at| at.to_string()).collect());
    let mut pairs = Vec::new();
    for (name, column) in names.into_iter().zip(columns) {
        pairs.push((Value::str(name), typed(&column)?));
    }
    Ok(Value::dict(pairs))
}

fn typed(column: &[String]) -> Result<Value> {
    let array = |elements: Elements, dtype: DType| -> Result<Value> {
        Ok(array_value(from_elements(&elements, &[column.len()], dtype, Device::Cpu)?))
    };
    let whole: Option<Vec<i64>> = column.iter().map(|field| field.trim().parse().ok()).collect();
    if let Some(values) = whole.filter(|values| !values.is_empty()) {
        return array(Elements::Int(values), DType::Int64);
    }
    let float = |field: &String| match field.trim() {
        "" | "NA" | "NaN" | "nan" | "null" => Some(f64::NAN),
        text => text.parse().ok(),
    };
    match column.iter().map(float).collect::<Option<Vec<f64>>>() {
        Some(values) => array(Elements::Float(values), DType::Float64),
        None => Ok(Value::list(column.iter().map(Value::str).collect())),
    }
}

pub static READ_CSV: Builtin = Builtin::new(
    "pandas._files.read_csv",
    "(file, separator=',', header=True, skiprows=0, nrows=None)",
    "The columns of a text file by name: arrays of numbers, lists of text.",
    read_csv,
);
