//! Exports models as ONNX files: ONNX's own checker accepts them, and onnxruntime computes what the models compute.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tensorcell_verify::skipped;

/// A Python that has `onnx` and `onnxruntime`.
fn python() -> Option<PathBuf> {
    let python = match std::env::var_os("TENSORCELL_ONNX_PYTHON") {
        Some(python) => PathBuf::from(python),
        None => tensorcell_device::libraries::cache_folder().join("onnx/bin/python"),
    };
    let found = Command::new(&python).args(["-c", "import onnx, onnxruntime"]).output();
    found.is_ok_and(|output| output.status.success()).then_some(python)
}

fn text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

#[test]
fn onnxruntime_computes_what_exported_models_compute() {
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/onnx");
    let folder = tempfile::tempdir().expect("a folder");
    let exported = Command::new(env!("CARGO_BIN_EXE_tensorcell"))
        .arg("run")
        .arg(programs.join("models.py"))
        .current_dir(folder.path())
        .output()
        .expect("the binary runs");
    assert_eq!(text(&exported), "torch.onnx.export: there is no ONNX form of aten.sort.default here\n");
    let Some(python) = python() else {
        return skipped("onnx and onnxruntime were not found (pip install onnx onnxruntime; TENSORCELL_ONNX_PYTHON)");
    };
    let checked = Command::new(python).arg(programs.join("check.py")).arg(folder.path()).output().expect("Python runs");
    let expected = [
        "attention [('tokens', [2, 6])] 2",
        "axes [('rows', ['count', 8])] 3",
        "convolutions [('image', [3, 1, 16, 16])] 1",
        "functions [('x', [3, 4]), ('y', [3, 4])] 31",
        "shapes [('x', ['count', 8])] 3",
    ];
    assert_eq!(text(&checked).lines().collect::<Vec<_>>(), expected);
}
