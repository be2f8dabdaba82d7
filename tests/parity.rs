//! Programs and what PyTorch printed for them (`tests/parity/*.py` and `*.out`, recorded by `record.py`): ours must print
//! the same text, on the CPU and, where a program says so, on an emulated CUDA device.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use tensorcell::language::{Exc, Host, Raise, Result, Value, Vm};

/// Keeps what a program prints.
#[derive(Default)]
struct Printed(RefCell<String>);

impl Host for Printed {
    fn write_stdout(&self, text: &str) {
        self.0.borrow_mut().push_str(text);
    }
    fn write_stderr(&self, _: &str) {}
    fn input(&self, _: &str, _: bool) -> Result<String> {
        Err(Raise::new(Exc::EOFError, "nobody to ask"))
    }
    fn display(&self, _: &[(String, String)], _: Option<&str>, _: bool) {}
    fn magic(&self, _: &mut Vm, name: &str, _: &str, _: Option<&str>) -> Result<Value> {
        Err(Raise::runtime(format!("no magic here: {name}")))
    }
    fn safe_point(&self, _: &mut Vm) {}
}

fn programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/parity");
    let entries = std::fs::read_dir(folder).expect("the folder of programs");
    let mut programs: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "py") && path.with_extension("out").exists())
        .collect();
    programs.sort();
    programs
}

/// Runs a program and gives what it printed, the exception that ended it last.
fn run(path: &Path) -> String {
    let host = Rc::new(Printed::default());
    let mut vm = Vm::new(host.clone(), Arc::default(), Arc::default());
    tensorcell::torch::register(&mut vm);
    let source = std::fs::read_to_string(path).expect("a program");
    let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    if let Err(raise) = vm.run_cell(&name, &source) {
        host.write_stdout(&vm.report(raise).plain);
    }
    host.0.take()
}

/// The first line that differs, with both its forms.
fn difference(expected: &str, found: &str) -> Option<String> {
    if expected == found {
        return None;
    }
    let mut ours = found.lines();
    for (number, line) in expected.lines().enumerate() {
        let our = ours.next();
        if our != Some(line) {
            let rest: Vec<&str> = our.into_iter().chain(ours.by_ref()).take(12).collect();
            return Some(format!("line {}\n  PyTorch: {line}\n  ours:    {}", number + 1, rest.join("\n           ")));
        }
    }
    Some(format!("ours goes on: {}", ours.take(12).collect::<Vec<_>>().join("\n")))
}

/// Runs a program through the binary, with an emulated CUDA device.
fn run_on_cuda(path: &Path) -> String {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_tensorcell"))
        .arg("run")
        .arg(path)
        .env("TENSORCELL_EMULATE", "1")
        .output()
        .expect("the binary runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    format!("{}{errors}", String::from_utf8_lossy(&output.stdout))
}

/// A panic in one program is that program's failure.
fn check(programs: &[PathBuf], run: fn(&Path) -> String) {
    let only = std::env::var("PARITY").unwrap_or_default();
    let mut failures = Vec::new();
    for path in programs.iter().filter(|path| path.to_string_lossy().contains(&only)) {
        let expected = std::fs::read_to_string(path.with_extension("out")).expect("a recording");
        let program = path.clone();
        let thread = std::thread::Builder::new().stack_size(64 << 20).spawn(move || run(&program));
        let found = thread.expect("a thread").join().unwrap_or_else(|_| "it panicked".to_string());
        if let Some(difference) = difference(&expected, &found) {
            failures.push(format!("{}: {difference}", path.file_stem().unwrap_or_default().to_string_lossy()));
        }
    }
    assert!(
        failures.is_empty(),
        "{} of {} programs differ\n\n{}",
        failures.len(),
        programs.len(),
        failures.join("\n\n")
    );
}

#[test]
fn programs_print_what_pytorch_prints() {
    let programs = programs();
    assert!(programs.len() >= 55, "the programs were not found");
    check(&programs, run);
}

#[test]
fn programs_print_the_same_on_an_emulated_device() {
    let mut programs = programs();
    programs.retain(|path| {
        let source = std::fs::read_to_string(path).expect("a program");
        source.starts_with("# also on: cuda")
    });
    assert!(programs.len() >= 7, "the programs were not found");
    check(&programs, run_on_cuda);
}
