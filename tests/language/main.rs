//! Tests the language without tensors: CPython's results, its error messages, and resource limits.

mod cpython;
mod errors;
mod fuzz;
mod limits;
mod programs;

use std::cell::RefCell;
use tensorcell_language::{Exc, Host, Raise, Result, Value, Vm};

/// Collects a program's output.
#[derive(Default)]
struct Recorder(RefCell<String>);

impl Host for Recorder {
    fn write_stdout(&self, text: &str) {
        self.0.borrow_mut().push_str(text);
    }
    fn write_stderr(&self, _: &str) {}
    fn input(&self, _: &str, _: bool) -> Result<String> {
        Err(Raise::new(Exc::EOFError, "EOF when reading a line"))
    }
    fn display(&self, _: &[(String, String)], _: Option<&str>, _: bool) {}
    fn magic(&self, _: &mut Vm, name: &str, _: &str, _: Option<&str>) -> Result<Value> {
        Err(Raise::new(Exc::NameError, format!("no magic {name}")))
    }
    fn safe_point(&self, _: &mut Vm) {}
}
