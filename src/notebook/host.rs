//! Implements the language's host: a cell's output, input and displays go to the front end of the running request.

use super::front::front;
use super::questions::Questions;
use super::{debugger, magics, rich, tasks};
use tensorcell_jupyter::{Display, NoInput, Stream};
use tensorcell_language::{Exc, Host, Raise, Result, Value, Vm};

pub struct NotebookHost;

impl Host for NotebookHost {
    fn processor_time(&self) -> Option<std::time::Duration> {
        Some(tensorcell_device::clock::process_time())
    }

    fn write_stdout(&self, text: &str) {
        front(|front| front.stream(Stream::Stdout, text));
    }

    fn write_stderr(&self, text: &str) {
        front(|front| front.stream(Stream::Stderr, text));
    }

    fn writes_to_descriptors(&self) -> bool {
        front(|front| front.has_own_streams()).unwrap_or(false)
    }

    fn command(&self) -> &'static [&'static str] {
        &["run"]
    }

    fn input(&self, prompt: &str, password: bool) -> Result<String> {
        match front(|front| front.input(prompt, password)).unwrap_or(Err(NoInput::NotSupported)) {
            Ok(line) => Ok(line),
            Err(NoInput::Interrupted) => Err(Raise::new(Exc::KeyboardInterrupt, "")),
            Err(reason @ NoInput::NotSupported) => Err(Raise::new(Exc::EOFError, reason.to_string())),
        }
    }

    fn display(&self, bundle: &[(String, String)], id: Option<&str>, update: bool) {
        let display = Display { display_id: id.map(str::to_owned), update, ..rich::display(bundle) };
        front(|front| front.display(display));
    }

    fn magic(&self, vm: &mut Vm, name: &str, line: &str, body: Option<&str>) -> Result<Value> {
        magics::run(vm, name, line, body)
    }

    fn cell(&self) -> u64 {
        front(|front| front.cell()).unwrap_or_default()
    }

    fn enter_cell(&self, cell: u64) {
        front(|front| front.enter_cell(cell));
    }

    fn safe_point(&self, vm: &mut Vm) {
        if debugger::is_answering() {
            return;
        }
        front(|front| front.safe_point(&mut Questions { vm }));
        tasks::look(vm);
    }
}
