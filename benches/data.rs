//! `cargo bench --bench data`: optimizers, a training loop, the loader and archives, beside PyTorch in the same minute where
//! `PYTORCH_PYTHON` names a Python that has it.

use std::path::Path;
use std::process::Command;

fn main() {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/data.py");
    let folder = tempfile::tempdir().expect("a folder");
    let own = folder.path().join("data.py");
    std::fs::copy(program, &own).expect("a copy of the program");
    let mut peers = vec![("TensorCell", vec![env!("CARGO_BIN_EXE_tensorcell").to_owned(), "run".to_owned()])];
    if let Ok(python) = std::env::var("PYTORCH_PYTHON") {
        peers.push(("PyTorch", vec![python]));
    }
    for (name, command) in peers {
        let output = Command::new(&command[0]).args(&command[1..]).arg("data.py").current_dir(folder.path()).output();
        let output = output.expect("it runs");
        println!("{name}\n{}", String::from_utf8_lossy(&output.stdout));
        eprint!("{}", String::from_utf8_lossy(&output.stderr));
    }
}
