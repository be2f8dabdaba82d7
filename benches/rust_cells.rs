//! What Rust cells cost: calls of exported functions and the sharing of a tensor of 1 GB (`rust_cells.py`, inside a notebook's
//! session), and cells as a client of the kernel sees them (`rust_cells_client.py`). Build `tensorcell-rust` with
//! `--release` first. evcxr's own kernel stands beside it where `EVCXR_JUPYTER` names its program.
//!
//!     cargo bench --bench rust_cells

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use tensorcell::cli::environment::Environment;
use tensorcell_display::{html, units};

/// Medians of seconds; `first` is one cell's.
#[derive(serde::Deserialize)]
struct Cells {
    first: f64,
    statement: f64,
    printed: f64,
    function: f64,
    mistake: f64,
}

fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("benches").join(name)
}

fn cells(python: &Path, head: &str, command: &[&str]) -> Result<Cells> {
    let run = Command::new(python).arg(script("rust_cells_client.py")).arg(head).args(command).output()?;
    ensure!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    serde_json::from_slice(&run.stdout).context("the measurement's answer")
}

fn main() -> Result<()> {
    let binary = env!("CARGO_BIN_EXE_tensorcell");
    let python = Environment::prepare()?.program("python");
    let mut kernels = vec![("TensorCell", cells(&python, "%%rust", &[binary, "kernel", "{connection_file}"])?)];
    if let Ok(peer) = std::env::var("EVCXR_JUPYTER") {
        kernels.push(("evcxr_jupyter", cells(&python, "", &[&peer, "--control_file", "{connection_file}"])?));
    }
    let rows: Vec<Vec<String>> = (kernels.iter())
        .map(|(name, cells)| {
            let times = [cells.first, cells.statement, cells.printed, cells.function, cells.mistake];
            std::iter::once((*name).to_owned()).chain(times.map(units::seconds)).collect()
        })
        .collect();
    print!(
        "{}",
        html::text_table(&["kernel", "first cell", "let b = 1;", "println!", "a function", "a mistake"], &rows)
    );

    let output = Command::new(binary).arg("run").arg(script("rust_cells.py")).output().context("cannot run")?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    print!("{}", String::from_utf8_lossy(&output.stdout));
    Ok(())
}
