//! Manages the notebook's names: the user's own, and those of the session (`In`, `Out`, `_`, `_3`).

use super::account;
use std::cell::RefCell;
use tensorcell_language::object::Dict;
use tensorcell_language::{Result, Value, Vm};

/// Names that the session itself defines.
const KEPT: [&str; 9] = ["In", "Out", "_", "__", "___", "_i", "display", "get_ipython", "__name__"];

/// Defines the session's names.
pub fn define(vm: &mut Vm) {
    let globals = vm.globals();
    globals.insert_str("__name__", Value::str("__main__"));
    globals.insert_str("__doc__", Value::str("Automatically created module for IPython interactive environment"));
    for name in ["__package__", "__loader__", "__spec__"] {
        globals.insert_str(name, Value::None);
    }
    if let Ok(built_in) = vm.import("builtins") {
        globals.insert_str("__builtins__", built_in);
    }
    globals.insert_str("In", Value::list(vec![Value::str("")]));
    globals.insert_str("Out", Value::Dict(Dict::new()));
    for name in ["_", "__", "___"] {
        globals.insert_str(name, Value::str(""));
    }
    globals.insert_str("get_ipython", Value::Builtin(&super::ipython::GET_IPYTHON_GLOBAL));
    if let Ok(module) = vm.import("IPython.display")
        && let Ok(display) = vm.get_attr(&module, "display")
    {
        globals.insert_str("display", display);
    }
}

/// Names of a session that a script does not have; it has `display` and `get_ipython`, since notebooks are exported as scripts.
pub const ONLY_IN_SESSIONS: &str = "In, Out, _, __, ___";

/// Returns the user's names with their values, sorted.
pub fn own(vm: &mut Vm) -> Vec<(String, Value)> {
    let mut names: Vec<(String, Value)> = vm
        .globals()
        .items()
        .into_iter()
        .filter_map(|(name, value)| Some((name.as_str()?.to_owned(), value)))
        .filter(|(name, value)| !is_kept(name) && !matches!(value, Value::Module(_)))
        .collect();
    names.sort_by(|a, b| a.0.cmp(&b.0));
    names
}

/// Whether a name is one of the session, or hidden.
pub fn is_kept(name: &str) -> bool {
    name.starts_with('_') || KEPT.contains(&name)
}

/// Deletes everything except the session's own names. With `keep`, `In`, `Out` and names with a leading underscore stay.
pub fn forget(vm: &mut Vm, keep: bool) {
    let globals = vm.globals();
    let remembered = |name: &str| matches!(name, "In" | "Out") || name.starts_with('_');
    let kept: Vec<(Value, Value)> = match keep {
        true => globals.items().into_iter().filter(|(name, _)| name.as_str().is_some_and(remembered)).collect(),
        false => Vec::new(),
    };
    globals.clear();
    define(vm);
    for (name, value) in &kept {
        if let Some(name) = name.as_str() {
            globals.insert_str(name, value.clone());
        }
    }
    if kept.is_empty() {
        remember_code(vm, account::count(), "%reset");
    }
}

/// Stores the code of a cell in `In[n]`.
pub fn remember_code(vm: &mut Vm, count: u32, code: &str) {
    if let Some(Value::List(list)) = vm.globals().get_str("In") {
        let mut items = list.items.borrow_mut();
        let count = count as usize;
        let length = items.len().max(count + 1);
        items.resize(length, Value::str(""));
        items[count] = Value::str(code);
    }
}

thread_local! {
    /// The latest values of `_`, `__` and `___`.
    static LAST: RefCell<[Value; 3]> = const { RefCell::new([Value::None, Value::None, Value::None]) };
}

/// Sets `Out[n]`, `_n`, and `_`, `__`, `___` unless the user has rebound those, as `for _ in ...` does.
pub fn remember_value(vm: &mut Vm, count: u32, value: &Value) -> Result<()> {
    let globals = vm.globals();
    if let Some(Value::Dict(out)) = globals.get_str("Out") {
        out.insert(vm, Value::Int(count.into()), value.clone())?;
    }
    globals.insert_str(&format!("_{count}"), value.clone());
    let names = ["_", "__", "___"];
    // Their initial value is an empty text.
    let ours = |now: &Value, last: &Value| now.is(last) || now.as_str() == Some("");
    let last = LAST.with_borrow(Clone::clone);
    let untouched =
        names.iter().zip(&last).all(|(name, last)| globals.get_str(name).is_none_or(|now| ours(&now, last)));
    if untouched {
        let [first, second, _] = last;
        let now = [value.clone(), first, second];
        for (name, value) in names.iter().zip(&now) {
            globals.insert_str(name, value.clone());
        }
        // Drop outside of the borrow: the replaced values may run finalizers.
        drop(LAST.replace(now));
    }
    Ok(())
}
