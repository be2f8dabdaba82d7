//! `%who`, `%whos`, `%reset`, `%lsmagic`: what is there.

use super::{Form, MAGICS, print};
use crate::display::units;
use crate::language::{Result, Value, Vm};
use crate::notebook::names;

pub fn who(vm: &mut Vm, _: &str, _: Option<&str>) -> Result<Value> {
    let names: Vec<String> = names::own(vm).into_iter().map(|(name, _)| name).collect();
    if names.is_empty() {
        print("Interactive namespace is empty.\n");
    } else {
        print(&format!("{}\n", names.join("   ")));
    }
    Ok(Value::None)
}

pub fn whos(vm: &mut Vm, _: &str, _: Option<&str>) -> Result<Value> {
    let mut rows = vec![["Variable".to_string(), "Type".into(), "Data/Info".into()]];
    for (name, value) in names::own(vm) {
        let info = vm.repr(&value).unwrap_or_else(|raise| format!("<repr failed: {}>", raise.message()));
        let info = units::short(&info.split_whitespace().collect::<Vec<_>>().join(" "), 80);
        rows.push([name, value.type_name(), info]);
    }
    if rows.len() == 1 {
        print("Interactive namespace is empty.\n");
        return Ok(Value::None);
    }
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let (first, second) = (width(0), width(1));
    let mut text = String::new();
    for (i, [name, kind, info]) in rows.iter().enumerate() {
        text.push_str(&format!("{name:first$}   {kind:second$}   {info}\n"));
        if i == 0 {
            text.push_str(&format!("{}\n", "-".repeat(first + second + 15)));
        }
    }
    print(&text);
    Ok(Value::None)
}

pub fn reset(vm: &mut Vm, _: &str, _: Option<&str>) -> Result<Value> {
    names::forget(vm);
    vm.collect_cycles();
    Ok(Value::None)
}

pub fn magics(_: &mut Vm, _: &str, _: Option<&str>) -> Result<Value> {
    let mut text = String::new();
    for magic in MAGICS.iter().filter(|magic| magic.form != Form::Ignored) {
        let name = match magic.form {
            Form::Both => format!("%{0}, %%{0}", magic.name),
            _ => format!("%{}", magic.name),
        };
        text.push_str(&format!("{name:22} {}\n", magic.help));
    }
    let ignored: Vec<String> =
        MAGICS.iter().filter(|magic| magic.form == Form::Ignored).map(|magic| format!("%{}", magic.name)).collect();
    text.push_str(&format!("Accepted and ignored: {}\n", ignored.join(" ")));
    print(&text);
    Ok(Value::None)
}
