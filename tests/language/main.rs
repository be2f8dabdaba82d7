//! Tests the language without tensors: CPython's results, its error messages, and resource limits.

mod cpython;
mod errors;
mod fuzz;
mod limits;
mod programs;

use std::cell::RefCell;
use tensorcell_language::{Exc, Host, Raise, Result, Value, Vm};

/// Takes a program's output.
trait Sink {
    fn take(&self, text: &str);
}

/// A host that has a program's output alone.
#[derive(Default)]
struct Printing<S>(S);

/// Collects a program's output.
type Recorder = Printing<RefCell<String>>;

impl Sink for RefCell<String> {
    fn take(&self, text: &str) {
        self.borrow_mut().push_str(text);
    }
}

impl<S: Sink> Host for Printing<S> {
    fn write_stdout(&self, text: &str) {
        self.0.take(text);
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
