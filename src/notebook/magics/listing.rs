//! `%who`, `%who_ls`, `%whos`, `%reset`, `%lsmagic`: list names and magics.

use super::declaration::{Form, all};
use super::{options, print, stale};
use crate::notebook::front::front;
use crate::notebook::{lineage, names};
use tensorcell_display::{html, units};
use tensorcell_jupyter::NoInput;
use tensorcell_language::{Exc, Raise, Result, Value, Vm};
use tensorcell_torch::facts;

/// The user's names whose types are named on the line; all of them without arguments.
fn chosen(vm: &mut Vm, line: &str) -> Vec<(String, Value)> {
    let types: Vec<&str> = line.split_whitespace().collect();
    let mut names = names::own(vm);
    names.retain(|(_, value)| types.is_empty() || types.contains(&value.type_name().as_str()));
    names
}

fn tell_none(line: &str) {
    print(match line.is_empty() {
        true => "Interactive namespace is empty.\n",
        false => "No variables match your requested type.\n",
    });
}

pub fn who(vm: &mut Vm, line: &str, _: Option<&str>) -> Result<Value> {
    let names: Vec<String> = chosen(vm, line).into_iter().map(|(name, _)| name).collect();
    match names.is_empty() {
        true => tell_none(line),
        false => print(&format!("{}\n", names.join("   "))),
    }
    Ok(Value::None)
}

pub fn who_ls(vm: &mut Vm, line: &str, _: Option<&str>) -> Result<Value> {
    Ok(Value::list(chosen(vm, line).into_iter().map(|(name, _)| Value::str(name)).collect()))
}

const COLUMNS: usize = 8;

/// Leaves out columns without contents.
pub fn whos(vm: &mut Vm, line: &str, _: Option<&str>) -> Result<Value> {
    const HEAD: [&str; COLUMNS] = ["Variable", "Type", "Shape", "Dtype", "Device", "Bytes", "Stale", "Data/Info"];
    let mut rows: Vec<[String; COLUMNS]> = Vec::new();
    let mut stale = stale::by_name();
    for (name, value) in chosen(vm, line) {
        let mut row: [String; COLUMNS] = Default::default();
        row[6] = stale.remove(&name).unwrap_or_default();
        (row[0], row[1], row[7]) = (name, value.type_name(), info(vm, &value));
        if let Some(tensor) = facts::tensor(&value) {
            row[2] = tensor.shape_text();
            row[3] = tensor.dtype.name().to_owned();
            row[4] = tensor.device.to_string();
            row[5] = units::bytes(tensor.bytes as f64);
        } else if let Some(module) = facts::module(&value) {
            row[3] = listed(module.dtypes.iter().map(|dtype| dtype.name().to_owned()));
            row[4] = listed(module.devices.iter().map(ToString::to_string));
            row[5] = units::bytes(module.bytes as f64);
            row[7] = format!("{} parameters", units::count(module.parameters as u64));
        }
        rows.push(row);
    }
    if rows.is_empty() {
        tell_none(line);
        return Ok(Value::None);
    }
    let shown: Vec<usize> = (0..COLUMNS).filter(|column| rows.iter().any(|row| !row[*column].is_empty())).collect();
    let pick = |row: &[String; COLUMNS]| -> Vec<String> { shown.iter().map(|column| row[*column].clone()).collect() };
    let width = |column: &usize| {
        rows.iter().map(|row| row[*column].chars().count()).chain([HEAD[*column].len()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = shown.iter().map(width).collect();
    let written = |cells: Vec<String>| {
        let cells = cells.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}"));
        format!("{}\n", cells.collect::<Vec<_>>().join("   ").trim_end())
    };
    let mut text = written(pick(&HEAD.map(str::to_owned)));
    text.push_str(&format!("{}\n", "-".repeat(text.trim_end().chars().count())));
    rows.iter().for_each(|row| text.push_str(&written(pick(row))));
    print(&text);
    Ok(Value::None)
}

fn listed(items: impl Iterator<Item = String>) -> String {
    items.collect::<Vec<_>>().join(", ")
}

/// Describes a value in one line: its text, or its size.
fn info(vm: &mut Vm, value: &Value) -> String {
    const LENGTH: usize = 60;
    let count = match value {
        Value::List(list) if list.items.borrow().len() > 10 => Some(list.items.borrow().len()),
        Value::Dict(dict) if dict.len() > 10 => Some(dict.len()),
        Value::Tuple(items) if items.len() > 10 => Some(items.len()),
        _ => None,
    };
    if let Some(count) = count {
        return format!("n={count}");
    }
    let text = match value {
        Value::Str(text) => text.to_string(),
        _ => vm.repr(value).unwrap_or_else(|raise| format!("<repr failed: {}>", raise.message())),
    };
    units::short(&text.split_whitespace().collect::<Vec<_>>().join(" "), LENGTH)
}

pub fn reset(vm: &mut Vm, line: &str, _: Option<&str>) -> Result<Value> {
    let options = options::parse("reset", line)?;
    if !options.has('f') {
        let question = "Once deleted, variables cannot be recovered. Proceed (y/[n])? ";
        match front(|front| front.input(question, false)).unwrap_or(Err(NoInput::NotSupported)) {
            Ok(answer) if matches!(answer.trim(), "y" | "Y" | "yes") => {}
            Ok(_) => {
                print("Nothing done.\n");
                return Ok(Value::None);
            }
            Err(NoInput::Interrupted) => return Err(Raise::new(Exc::KeyboardInterrupt, "")),
            Err(NoInput::NotSupported) => {
                let raise = Raise::new(Exc::EOFError, "%reset asks first, and here nobody can be asked");
                return Err(raise.help("`%reset -f` does it without asking"));
            }
        }
    }
    lineage::forget();
    names::forget(vm, options.has('s'));
    vm.collect_cycles();
    Ok(Value::None)
}

pub fn magics(vm: &mut Vm, _: &str, _: Option<&str>) -> Result<Value> {
    let mut rows = Vec::new();
    for magic in all().iter().filter(|magic| magic.form != Form::Ignored) {
        rows.push(vec![magic.names().join(" "), first_sentence(magic.help).to_owned()]);
    }
    let ignored: Vec<String> =
        all().iter().filter(|magic| magic.form == Form::Ignored).map(|magic| format!("%{}", magic.name)).collect();
    let width = rows.iter().map(|row| row[0].len()).max().unwrap_or(0);
    let mut text: String = rows.iter().map(|row| format!("{:width$}  {}\n", row[0], row[1])).collect();
    let note = format!("`%name?` says more. Accepted and ignored: {}", ignored.join(" "));
    text.push_str(&format!("\n{note}\n"));
    let _ = vm;
    let html = format!("{}<p>{}</p>", html::left_table(&["magic", "what it does"], &rows), html::escape(&note));
    let forms = [("text/html".to_owned(), html), ("text/plain".to_owned(), text)];
    front(|front| front.display(crate::notebook::rich::display(&forms)));
    Ok(Value::None)
}

fn first_sentence(help: &str) -> &str {
    let line = help.lines().next().unwrap_or_default();
    line.find(". ").map_or(line, |end| &line[..=end])
}
