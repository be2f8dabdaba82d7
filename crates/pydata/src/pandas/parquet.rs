//! Reads Parquet tables: flat columns of numbers, bools and text.

use bytes::Bytes;
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{ByteArray, DataType};
use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, SerializedFileReader};
use tensorcell_engine as engine;
use tensorcell_language::native::Args;
use tensorcell_language::quiet::unless_it_panics;
use tensorcell_language::{Builtin, Result, Value, Vm};
use tensorcell_tensor::{DType, Device};
use tensorcell_torch::engine_ops::to;
use tensorcell_torch::files::{Source, in_file, wrong};
use tensorcell_torch::ndarray::array_value;

/// The number of rows read at once, and the maximum of a table.
const BLOCK: usize = 1 << 16;
const MOST_ROWS: usize = 1 << 27;

fn broken(error: ParquetError) -> tensorcell_language::Raise {
    wrong(format!("not a valid Parquet file: {error}"))
}

/// Appends a column's values, None for missing ones.
fn values<T: DataType>(
    vm: &mut Vm,
    mut reader: ColumnReaderImpl<T>,
    nullable: bool,
    out: &mut Vec<Option<T::T>>,
) -> Result<()> {
    loop {
        vm.check_interrupt()?;
        let (mut levels, mut found) = (Vec::new(), Vec::new());
        let wanted = nullable.then_some(&mut levels);
        let (records, _, _) = reader.read_records(BLOCK, wanted, None, &mut found).map_err(broken)?;
        if records == 0 {
            return Ok(());
        }
        if out.len() + records > MOST_ROWS {
            return Err(wrong(format!("it unfolds to more than {MOST_ROWS} rows")));
        }
        let mut found = found.into_iter();
        match nullable {
            true => out.extend(levels.into_iter().map(|level| if level > 0 { found.next() } else { None })),
            false => out.extend(found.map(Some)),
        }
    }
}

/// A column that grows over row groups.
enum Column {
    Bool(Vec<Option<bool>>),
    Int32(Vec<Option<i32>>),
    Int64(Vec<Option<i64>>),
    Float(Vec<Option<f32>>),
    Double(Vec<Option<f64>>),
    Text(Vec<Option<ByteArray>>),
}

/// Makes an array of numbers. Integers with missing values become floats with NaN, as in pandas.
fn numbers<T: bytemuck::NoUninit>(values: &[Option<T>], dtype: DType, float: impl Fn(T) -> f64) -> Result<Value> {
    let shape = [values.len()];
    let whole: Option<Vec<T>> = values.iter().copied().collect();
    Ok(array_value(match whole {
        Some(values) => engine::from_bytes(bytemuck::cast_slice(&values), &shape, dtype, Device::Cpu)?,
        None => {
            let values: Vec<f64> = values.iter().map(|value| value.map_or(f64::NAN, &float)).collect();
            let floats = engine::from_bytes(bytemuck::cast_slice(&values), &shape, DType::Float64, Device::Cpu)?;
            if dtype == DType::Float32 { to(&floats, Some(dtype), None, false, false)? } else { floats }
        }
    }))
}

fn finished(column: Column) -> Result<Value> {
    match column {
        Column::Int32(values) => numbers(&values, DType::Int32, f64::from),
        Column::Int64(values) => numbers(&values, DType::Int64, |x| x as f64),
        Column::Float(values) => numbers(&values, DType::Float32, f64::from),
        Column::Double(values) => numbers(&values, DType::Float64, |x| x),
        Column::Bool(values) if values.iter().all(Option::is_some) => {
            let bytes: Vec<u8> = values.iter().map(|value| u8::from(*value == Some(true))).collect();
            Ok(array_value(engine::from_bytes(&bytes, &[bytes.len()], DType::Bool, Device::Cpu)?))
        }
        Column::Bool(values) => {
            Ok(Value::list(values.into_iter().map(|value| value.map_or(Value::None, Value::from)).collect()))
        }
        Column::Text(values) => {
            let text = |bytes: ByteArray| match std::str::from_utf8(bytes.data()) {
                Ok(text) => Value::str(text),
                Err(_) => Value::bytes(bytes.data().to_vec()),
            };
            Ok(Value::list(values.into_iter().map(|value| value.map_or(Value::None, text)).collect()))
        }
    }
}

fn read(vm: &mut Vm, bytes: Vec<u8>) -> Result<Value> {
    let file = SerializedFileReader::new(Bytes::from(bytes)).map_err(broken)?;
    let schema = file.metadata().file_metadata().schema_descr_ptr();
    let mut columns: Vec<Option<Column>> = (0..schema.num_columns()).map(|_| None).collect();
    for group in 0..file.num_row_groups() {
        let group = file.get_row_group(group).map_err(broken)?;
        for (at, column) in columns.iter_mut().enumerate() {
            let description = schema.column(at);
            let name = description.path().string();
            // pandas stores its row labels as a column with such a name. They are not data.
            if description.max_rep_level() > 0 || description.max_def_level() > 1 {
                return Err(wrong(format!("column '{name}' holds nested values, which are not read here")));
            }
            let nullable = description.max_def_level() > 0;
            let reader = group.get_column_reader(at).map_err(broken)?;
            macro_rules! append {
                ($reader:ident, $variant:ident) => {{
                    let column = column.get_or_insert_with(|| Column::$variant(Vec::new()));
                    match column {
                        Column::$variant(out) => values(vm, $reader, nullable, out)?,
                        _ => return Err(wrong(format!("column '{name}' changes its type"))),
                    }
                }};
            }
            match reader {
                ColumnReader::BoolColumnReader(reader) => append!(reader, Bool),
                ColumnReader::Int32ColumnReader(reader) => append!(reader, Int32),
                ColumnReader::Int64ColumnReader(reader) => append!(reader, Int64),
                ColumnReader::FloatColumnReader(reader) => append!(reader, Float),
                ColumnReader::DoubleColumnReader(reader) => append!(reader, Double),
                ColumnReader::ByteArrayColumnReader(reader) => append!(reader, Text),
                _ => return Err(wrong(format!("column '{name}' is of a type that is not read here"))),
            }
        }
    }
    let mut pairs = Vec::new();
    for (at, column) in columns.into_iter().enumerate() {
        let name = schema.column(at).path().string();
        pairs.push((Value::str(name), finished(column.unwrap_or(Column::Double(Vec::new())))?));
    }
    Ok(Value::dict(pairs))
}

pub static READ_PARQUET: Builtin = Builtin::new(
    "pandas._files.read_parquet",
    "(file)",
    "The columns of a Parquet file by name: arrays of numbers, lists of text.",
    |vm: &mut Vm, args: &Args| {
        let (name, bytes) = Source::of(vm, args.get(0))?.bytes()?;
        // The library does not check everything it reads. A panic means an invalid file.
        let read = unless_it_panics(|| read(vm, bytes));
        read.unwrap_or_else(|| Err(wrong("not a valid Parquet file"))).map_err(|raise| in_file(&name, raise))
    },
);
