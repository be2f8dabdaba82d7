//! Reads tables from text files: `pandas.read_csv` in `prelude/pandas/_read_csv.py` is made of these functions.

mod columns;
mod tokens;

use columns::{Reading, column};
use std::any::Any;
use std::collections::HashSet;
use std::rc::Rc;
use tensorcell_language::native::{Args, Native};
use tensorcell_language::{Builtin, Class, Exc, Raise, Result, Value, Vm};
use tensorcell_torch::files::wrong;
use tokens::{BadLines, Dialect, Rows, Separator, Skipped, Table, tokenize};

impl Native for Table {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        thread_local! {
            static CLASS: Rc<Class> = Class::native(
                "pandas._files", "Fields", &[], None, METHODS, &[], "The fields of a text file by row.");
        }
        CLASS.with(Rc::clone)
    }
    fn repr(&self, _: &mut Vm) -> Result<String> {
        Ok(format!("<fields of {} rows>", self.rows()))
    }
}

static METHODS: &[Builtin] = &[
    Builtin::new("Fields.rows", "(self)", "The number of rows.", |_, args| {
        Ok(Value::Int(args.get(0).downcast::<Table>().map_or(0, Table::rows) as i64))
    }),
    Builtin::new("Fields.row", "(self, row)", "The fields of a row.", row),
    Builtin::new("Fields.warnings", "(self)", "What was wrong with rows that were skipped.", |_, args| {
        let warnings = args.get(0).downcast::<Table>().map_or(&[][..], |table| &table.warnings);
        Ok(Value::list(warnings.iter().map(Value::str).collect()))
    }),
    Builtin::new(
        "Fields.column",
        "(self, at, first, last, missing, trues, falses, thousands=None, decimal='.', is_text=False)",
        "A column of some rows: an array, or a list of text.",
        fields_of_column,
    ),
];

fn row(_: &mut Vm, args: &Args) -> Result<Value> {
    let table = args.get(0).downcast::<Table>().ok_or_else(|| wrong("not a table's fields"))?;
    let row = usize::try_from(args.int(1)?).ok().filter(|row| *row < table.rows());
    let row = row.ok_or_else(|| Raise::new(Exc::IndexError, "there is no such row"))?;
    Ok(Value::list((0..table.width(row)).map(|at| Value::str(table.field(row, at))).collect()))
}

fn fields_of_column(vm: &mut Vm, args: &Args) -> Result<Value> {
    let table = args.get(0).downcast::<Table>().ok_or_else(|| wrong("not a table's fields"))?;
    let place = |i: usize| args.int(i).map(|n| usize::try_from(n).unwrap_or(0));
    let (at, first, last) = (place(1)?, place(2)?, place(3)?.min(table.rows()));
    let reading = Reading {
        missing: texts(vm, args.get(4))?,
        trues: texts(vm, args.get(5))?,
        falses: texts(vm, args.get(6))?,
        thousands: args.opt_str(7)?.and_then(|text| text.chars().next()),
        decimal: args.str(8)?.chars().next().unwrap_or('.'),
        is_text: args.bool(9)?,
    };
    column(table, first..last.max(first), at, &reading)
}

fn texts(vm: &mut Vm, values: &Value) -> Result<HashSet<String>> {
    Ok(vm.collect(values)?.iter().filter_map(|value| value.as_str().map(str::to_owned)).collect())
}

fn byte(args: &Args, i: usize) -> Result<Option<u8>> {
    match args.opt_str(i)?.map(str::as_bytes) {
        None | Some([]) => Ok(None),
        Some([byte]) => Ok(Some(*byte)),
        Some(_) => Err(wrong(format!("{:?} is not one character of ASCII", args.str(i)?))),
    }
}

fn number(value: &Value) -> Result<i64> {
    match value {
        Value::Int(number) => Ok(*number),
        _ => Err(Raise::type_error("a line's number is a whole number")),
    }
}

fn split(vm: &mut Vm, args: &Args) -> Result<Value> {
    let Value::Bytes(text) = args.get(0) else { return Err(Raise::type_error("the text is bytes")) };
    let dialect = Dialect {
        separator: byte(args, 1)?.map_or(Separator::Blanks, Separator::Byte),
        quote: byte(args, 2)?,
        doubled_quotes: args.bool(3)?,
        escape: byte(args, 4)?,
        comment: byte(args, 5)?,
        line_end: byte(args, 6)?,
        skip_initial_blanks: args.bool(7)?,
        skip_blank_lines: args.bool(8)?,
    };
    let skipped = match args.get(9) {
        Value::Int(count) => Skipped::First(*count),
        lines @ Value::List(_) => Skipped::Lines(vm.collect(lines)?.iter().map(number).collect::<Result<_>>()?),
        function => Skipped::By(function),
    };
    let rows = Rows {
        skipped,
        header: args.opt_int(10)?.and_then(|row| usize::try_from(row).ok()),
        most: args.opt_int(11)?.map_or(usize::MAX, |count| usize::try_from(count).unwrap_or(0)),
        bad: match args.str(12)? {
            "error" => BadLines::Refused,
            "skip" => BadLines::Skipped,
            "warn" => BadLines::Reported,
            other => return Err(wrong(format!("on_bad_lines is 'error', 'warn' or 'skip', not {other:?}"))),
        },
        is_free: args.bool(13)?,
    };
    let text = text.data.borrow();
    Ok(Value::native(tokenize(vm, &text, &dialect, &rows)?))
}

pub static SPLIT: Builtin = Builtin::new(
    "pandas._files.split",
    "(text, separator, quote, doubled_quotes, escape, comment, line_end, skip_initial_blanks, skip_blank_lines, skipped, \
     header, most, bad, is_free)",
    "The fields of a text by row. Without a separator any blanks are one.",
    split,
);
