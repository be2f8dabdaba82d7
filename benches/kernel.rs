//! What the README says of the kernel: start-up, round trip of a cell, idle memory, size. ipykernel, measured by the same client in
//! the same run, stands beside it.
//!
//!     cargo bench --bench kernel

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use tensorcell::cli::environment::Environment;
use tensorcell_display::{html, units};

/// Medians, in seconds and bytes.
#[derive(serde::Deserialize)]
struct Measured {
    start: f64,
    round_trip: f64,
    memory: f64,
}

fn measure(python: &Path, command: &[String]) -> Result<Measured> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/kernel.py");
    let run = Command::new(python).arg(script).args(command).output().context("cannot run Python")?;
    ensure!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    serde_json::from_slice(&run.stdout).context("the measurement's answer")
}

fn main() -> Result<()> {
    let environment = Environment::prepare()?;
    environment.add("ipykernel", &["ipykernel==7.4.0"])?;
    let python = environment.program("python");
    let binary = PathBuf::from(env!("CARGO_BIN_EXE_tensorcell"));
    let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
    let ours = words(&[&binary.to_string_lossy(), "kernel", "{connection_file}"]);
    let theirs = words(&[&python.to_string_lossy(), "-m", "ipykernel_launcher", "-f", "{connection_file}"]);

    let mut rows = Vec::new();
    for (name, command, size) in
        [("TensorCell", ours, Some(std::fs::metadata(&binary)?.len())), ("ipykernel 7.4", theirs, None)]
    {
        let measured = measure(&python, &command)?;
        rows.push(vec![
            name.to_owned(),
            units::seconds(measured.start),
            units::seconds(measured.round_trip),
            units::bytes(measured.memory),
            size.map_or("-".into(), |size| units::bytes(size as f64)),
        ]);
    }
    print!("{}", html::text_table(&["kernel", "to first reply", "cell 1+1", "idle memory", "binary"], &rows));
    Ok(())
}
