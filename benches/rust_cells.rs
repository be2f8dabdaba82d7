//! `cargo bench --bench rust_cells`: a first Rust cell, later ones, a call of an exported function, and how long a tensor of
//! 1 GB takes to be shared. Build `tensorcell-rust` with `--release` first.

use std::path::Path;
use std::process::Command;

fn main() {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/rust_cells.py");
    let output = Command::new(env!("CARGO_BIN_EXE_tensorcell")).arg("run").arg(program).output().expect("it runs");
    print!("{}", String::from_utf8_lossy(&output.stdout));
    eprint!("{}", String::from_utf8_lossy(&output.stderr));
}
