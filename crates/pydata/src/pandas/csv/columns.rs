//! Finds the type of a column of fields: whole numbers, numbers, flags or text, as pandas does.

use super::tokens::Table;
use std::collections::HashSet;
use std::ops::Range;
use tensorcell_language::{Result, Value};
use tensorcell_tensor::{DType, Device};
use tensorcell_torch::host::{Elements, from_elements};
use tensorcell_torch::ndarray::array_value;

/// How fields become values.
pub struct Reading {
    /// Fields that stand for missing values.
    pub missing: HashSet<String>,
    /// Besides "true" and "false" in any case.
    pub trues: HashSet<String>,
    pub falses: HashSet<String>,
    pub thousands: Option<char>,
    pub decimal: char,
    /// All fields are text.
    pub is_text: bool,
}

/// Returns a column: an array, or a list of texts with NaN for missing ones.
pub fn column(table: &Table, rows: Range<usize>, at: usize, reading: &Reading) -> Result<Value> {
    let fields: Vec<Option<&str>> =
        rows.map(|row| table.field(row, at)).map(|field| (!reading.missing.contains(field)).then_some(field)).collect();
    if fields.is_empty() || reading.is_text {
        return Ok(texts(fields));
    }
    match numbers(&fields, reading) {
        Some((elements, dtype)) => Ok(array_value(from_elements(&elements, &[fields.len()], dtype, Device::Cpu)?)),
        None => flags(&fields, reading).unwrap_or_else(|| Ok(texts(fields))),
    }
}

fn texts(fields: Vec<Option<&str>>) -> Value {
    Value::list(fields.into_iter().map(|field| field.map_or(Value::from(f64::NAN), Value::str)).collect())
}

fn numbers(fields: &[Option<&str>], reading: &Reading) -> Option<(Elements, DType)> {
    let whole = |field: &Option<&str>| field.and_then(|field| reading.whole(field));
    if let Some(values) = fields.iter().map(whole).collect() {
        return Some((Elements::Int(values), DType::Int64));
    }
    let number = |field: &Option<&str>| field.map_or(Some(f64::NAN), |field| reading.number(field));
    let values = fields.iter().map(number).collect::<Option<_>>()?;
    Some((Elements::Float(values), DType::Float64))
}

/// An array of flags; a list where some are missing.
fn flags(fields: &[Option<&str>], reading: &Reading) -> Option<Result<Value>> {
    let flag = |field: &Option<&str>| field.map_or(Some(None), |field| reading.flag(field).map(Some));
    let flags: Vec<Option<bool>> = fields.iter().map(flag).collect::<Option<_>>()?;
    let value = match flags.iter().copied().collect::<Option<Vec<bool>>>() {
        Some(all) => from_elements(&Elements::Bool(all), &[fields.len()], DType::Bool, Device::Cpu).map(array_value),
        None => {
            Ok(Value::list(flags.into_iter().map(|flag| flag.map_or(Value::from(f64::NAN), Value::from)).collect()))
        }
    };
    Some(value)
}

impl Reading {
    fn plain(&self, field: &str) -> String {
        let plain: String = field.trim().chars().filter(|c| Some(*c) != self.thousands).collect();
        if self.decimal == '.' { plain } else { plain.replace(self.decimal, ".") }
    }

    fn whole(&self, field: &str) -> Option<i64> {
        match self.thousands {
            None => field.trim_matches([' ', '\t']).parse().ok(),
            Some(_) => self.plain(field).parse().ok(),
        }
    }

    fn number(&self, field: &str) -> Option<f64> {
        let plain;
        let text = if self.thousands.is_none() && self.decimal == '.' {
            field.trim_matches([' ', '\t'])
        } else {
            plain = self.plain(field);
            &plain
        };
        // Rust reads "nan" too, which is text here unless it stands for a missing value.
        let is_number = !text.trim_start_matches(['+', '-']).starts_with(['n', 'N']);
        if is_number { text.parse().ok() } else { None }
    }

    fn flag(&self, field: &str) -> Option<bool> {
        if self.trues.contains(field) || field.eq_ignore_ascii_case("true") {
            return Some(true);
        }
        (self.falses.contains(field) || field.eq_ignore_ascii_case("false")).then_some(false)
    }
}
