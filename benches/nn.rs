//! Layers, and functions over a batch, beside PyTorch's, in one run: `cargo bench --bench nn`, with PYTORCH_PYTHON naming a Python that has PyTorch.
//!
//! Two programs (`benches/nn.py`, `benches/func.py`) are run by both; each prints the least of many short times for each line.

use std::process::Command;

fn lines(program: &str, arguments: &[&str], file: &str) -> Vec<(String, f64)> {
    let file = format!("{}/benches/{file}", env!("CARGO_MANIFEST_DIR"));
    let output = Command::new(program).args(arguments).arg(file).output().expect("the program runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program}: {text}{errors}");
    text.lines()
        .filter_map(|line| {
            let (name, time) = line.rsplit_once(' ')?;
            Some((name.to_owned(), time.parse().ok()?))
        })
        .collect()
}

fn main() {
    compare("nn.py");
    compare("func.py");
}

fn compare(file: &str) {
    let ours = lines(env!("CARGO_BIN_EXE_tensorcell"), &["run"], file);
    let python = std::env::var("PYTORCH_PYTHON").ok();
    let theirs = python.map(|python| lines(&python, &[], file)).unwrap_or_default();
    println!("{:<44} {:>12} {:>12}", "milliseconds, least of many", "TensorCell", "PyTorch");
    for (name, time) in &ours {
        let other = theirs.iter().find(|(other, _)| other == name);
        let other = other.map_or("-".to_owned(), |(_, time)| format!("{time:.3}"));
        println!("{name:<44} {time:>12.3} {other:>12}");
    }
}
