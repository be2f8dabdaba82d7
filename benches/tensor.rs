//! Tensor operations on the CPU, through the language, beside PyTorch: one program (`tensor.py`) run by both, turn by turn.
//!
//!     PYTORCH_PYTHON=path/to/python cargo bench --bench tensor [-- PART]
//!
//! `PYTORCH_PYTHON` is a Python that has PyTorch; without it, our figures stand alone. PART: only items so named.
//! `TENSOR_BENCH_ROUNDS` says how often each runs (2); the least of all counts.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use tensorcell_display::{html, units};

/// Items in the program's order, each with its least time in seconds.
#[derive(Default)]
struct Figures(Vec<(String, f64)>);

impl Figures {
    fn add(&mut self, name: &str, seconds: f64) {
        match self.0.iter_mut().find(|(known, _)| known == name) {
            Some((_, least)) => *least = least.min(seconds),
            None => self.0.push((name.to_owned(), seconds)),
        }
    }
    fn of(&self, name: &str) -> Option<f64> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, seconds)| *seconds)
    }
    /// Runs a program that prints `name<TAB>seconds` lines. What it printed before it failed counts too.
    fn run(&mut self, command: &mut Command) -> Result<()> {
        let output = command.output().with_context(|| format!("cannot run {command:?}"))?;
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            if let Some((name, seconds)) = line.split_once('\t') {
                self.add(name, seconds.parse().with_context(|| format!("a time in {line:?}"))?);
            }
        }
        if !output.status.success() {
            eprintln!("{}", String::from_utf8_lossy(&output.stderr));
        }
        Ok(())
    }
}

fn main() -> Result<()> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/tensor.py");
    let part: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect();
    let peer = std::env::var_os("PYTORCH_PYTHON");
    let rounds = std::env::var("TENSOR_BENCH_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(2);
    let (mut ours, mut theirs) = (Figures::default(), Figures::default());
    for _ in 0..rounds {
        ours.run(Command::new(env!("CARGO_BIN_EXE_tensorcell")).arg("run").arg(&script).args(&part))?;
        if let Some(python) = &peer {
            theirs.run(Command::new(python).arg(&script).args(&part))?;
        }
    }
    ensure!(!ours.0.is_empty(), "nothing was measured");
    let rows: Vec<Vec<String>> = (ours.0.iter())
        .map(|(name, seconds)| {
            let peer = theirs.of(name);
            vec![
                name.clone(),
                units::seconds(*seconds),
                peer.map_or("-".into(), units::seconds),
                peer.map_or("-".into(), |peer| format!("{:.2}", seconds / peer)),
            ]
        })
        .collect();
    print!("{}", html::text_table(&["operation", "TensorCell", "PyTorch", "ratio"], &rows));
    Ok(())
}
