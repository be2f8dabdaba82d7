//! `numpy.loadtxt`: reads the numbers of a text file.

use tensorcell_language::builtins::files::reachable;
use tensorcell_language::{Args, Builtin, Exc, Raise, Result, Value, Vm};
use tensorcell_tensor::{DType, Device};
use tensorcell_torch::host::{Elements, from_elements};
use tensorcell_torch::ndarray::{array_value, opt_dtype};

/// Reads the numbers of a text file, one row per line. Paths are relative to the notebook's folder and stay inside it.
fn loadtxt(vm: &mut Vm, args: &Args) -> Result<Value> {
    let path = args.str(0)?;
    let dtype = opt_dtype(args, 1)?.unwrap_or(DType::Float64);
    let delimiter = args.opt_str(3)?;
    let skip = args.int(4)?.max(0) as usize;
    let place = reachable(path)?;
    let text =
        std::fs::read_to_string(place).map_err(|_| Raise::new(Exc::FileNotFoundError, format!("{path} not found.")))?;
    let mut numbers = Vec::new();
    let (mut rows, mut columns) = (0, None);
    for (at, line) in text.lines().enumerate().skip(skip) {
        if at % 1024 == 0 {
            vm.check_interrupt()?;
        }
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let before = numbers.len();
        let fields: Box<dyn Iterator<Item = &str>> = match delimiter {
            Some(delimiter) => Box::new(line.split(delimiter)),
            None => Box::new(line.split_whitespace()),
        };
        for field in fields {
            let number = field.trim().parse::<f64>();
            numbers.push(number.map_err(|_| {
                Raise::value_error(format!(
                    "could not convert string '{}' to {} at row {rows}, column {}.",
                    field.trim(),
                    dtype.name(),
                    numbers.len() - before + 1
                ))
            })?);
        }
        let found = numbers.len() - before;
        if *columns.get_or_insert(found) != found {
            return Err(Raise::value_error(format!(
                "the number of columns changed from {} to {found} at row {}; use `usecols` to select a subset and avoid this error",
                columns.unwrap_or(0),
                rows + 1
            )));
        }
        rows += 1;
    }
    let columns = columns.unwrap_or(0);
    let shape: &[usize] = if columns == 1 || rows == 1 { &[rows * columns] } else { &[rows, columns] };
    Ok(array_value(from_elements(&Elements::Float(numbers), shape, dtype, Device::Cpu)?))
}

pub static LOADTXT: Builtin = Builtin::new(
    "numpy._loadtxt",
    "(fname, dtype=None, comments='#', delimiter=None, skiprows=0)",
    "Numbers of a text file, one row for each line.",
    loadtxt,
);
