//! `%stale`: lists cells and variables that depend on something that has changed.

use crate::notebook::front::front;
use crate::notebook::{lineage, rich};
use std::collections::HashMap;
use tensorcell_display::html;
use tensorcell_language::{Result, Value, Vm};

pub fn stale(_: &mut Vm, _: &str, _: Option<&str>) -> Result<Value> {
    let stale = lineage::stale();
    if stale.is_empty() {
        super::print("Nothing is stale.\n");
        return Ok(Value::None);
    }
    let rows: Vec<Vec<String>> =
        stale.into_iter().map(|stale| vec![stale.cell, stale.names.join(", "), stale.why]).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let (cells, names) = (width(0), width(1));
    let line = |row: &Vec<String>| format!("{:cells$}  {:names$}  {}\n", row[0], row[1], row[2]);
    let forms = [
        ("text/html".to_owned(), html::left_table(&["cell", "its variables", "what has changed since"], &rows)),
        ("text/plain".to_owned(), rows.iter().map(line).collect()),
    ];
    front(|front| front.display(rich::display(&forms)));
    Ok(Value::None)
}

/// Returns the reasons of stale variables by name.
pub fn by_name() -> HashMap<String, String> {
    let pairs = |stale: lineage::Stale| stale.names.into_iter().map(move |name| (name, stale.why.clone()));
    lineage::stale().into_iter().flat_map(pairs).collect()
}
