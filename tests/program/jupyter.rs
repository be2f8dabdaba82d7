//! Runs the Python tests in tests/jupyter and tests/browser, in the environment that `tensorcell lab` creates, with
//! this build installed in a folder of its own.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{BUILT, TENSORCELL, skipped};
use tensorcell::cli::environment::Environment;

const TEST_TOOLS: [&str; 10] = [
    "ipywidgets==8.1.9",
    "jupyter_console==6.6.3",
    "jupyter_kernel_test==0.7.0",
    "maturin==1.16.0",
    "papermill==2.7.0",
    "pillow==13.0.0",
    "playwright==1.65.2",
    "pypdf==7.1.0",
    "pytest==9.2.0",
    "watermark==2.6.0",
];

fn environment() -> Environment {
    let environment = Environment::prepare().expect("the Python environment for the tests");
    environment.add("tests", &TEST_TOOLS).expect("the tools of the tests");
    environment
}

/// Runs one file of Python tests; all must pass. Only tests that need a missing browser may be skipped.
fn pytest(file: &str, at_least: usize) {
    let environment = environment();
    let folder = tempfile::tempdir().unwrap();
    let installed = crate::tensorcell(&["install", "--emulate", "2", "--prefix"]).arg(folder.path()).output().unwrap();
    assert!(installed.status.success(), "{}", String::from_utf8_lossy(&installed.stderr));
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let output = Command::new(environment.program("python"))
        .args(["-m", "pytest", "-p", "no:cacheprovider", "-q", "--durations=5", "-rs"])
        .arg(tests.join(file))
        .current_dir(folder.path())
        .env("TENSORCELL", &*TENSORCELL)
        .env("TENSORCELL_BUILT", BUILT)
        .env("SCREENSHOTS", screenshots())
        .env("JUPYTER_PATH", folder.path().join("share/jupyter"))
        .env("JUPYTER_RUNTIME_DIR", runtime_folder(folder.path()))
        .env("XDG_DATA_HOME", folder.path().join("data"))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    println!("{text}{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "tests in {file} failed");
    let skipped: Vec<&str> = text.lines().filter(|line| line.starts_with("SKIPPED")).collect();
    if !skipped.is_empty() && !has_chromium() {
        skipped::skipped(&skipped.join("; "));
        return;
    }
    assert!(skipped.is_empty(), "tests in {file} were skipped");
    let passed = text.lines().last().and_then(|line| line.split(' ').next()?.parse().ok());
    assert!(passed.is_some_and(|count: usize| count >= at_least), "{passed:?} tests of {file} ran");
}

fn has_chromium() -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let names = ["chromium", "chromium-browser", "google-chrome"];
    std::env::split_paths(&path).any(|folder| names.iter().any(|name| folder.join(name).is_file()))
}

/// The folder for the browser's screenshots.
fn screenshots() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("screenshots");
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// A short path, because ipc socket paths have a maximum length.
fn runtime_folder(folder: &Path) -> PathBuf {
    folder.join("run")
}

#[test]
fn conformance() {
    pytest("jupyter/test_conformance.py", 13);
}

#[test]
fn protocol() {
    pytest("jupyter/test_protocol.py", 30);
}

#[test]
fn debugger() {
    pytest("jupyter/test_debugger.py", 35);
}

#[test]
fn wire() {
    pytest("jupyter/test_wire.py", 20);
}

#[test]
fn notebooks_and_scripts() {
    pytest("jupyter/test_notebook.py", 10);
}

#[test]
fn background() {
    pytest("jupyter/test_background.py", 4);
}

#[test]
fn memory() {
    pytest("jupyter/test_memory.py", 8);
}

#[test]
fn faults() {
    pytest("jupyter/test_faults.py", 5);
}

#[test]
fn installing() {
    pytest("jupyter/test_install.py", 3);
}

#[test]
fn in_the_browser() {
    pytest("browser/test_lab.py", 15);
}

#[test]
fn the_debugger_in_the_browser() {
    pytest("browser/test_debugger.py", 2);
}

#[test]
fn tutorials_in_the_browser() {
    // One test for each notebook, and general ones. The notebook of Rust cells needs an optional program.
    let tutorials = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("notebooks")).unwrap();
    let tutorials = tutorials.map(|file| file.unwrap().path()).filter(|file| {
        file.extension().is_some_and(|it| it == "ipynb") && file.file_stem().is_some_and(|name| name != "rust-cells")
    });
    pytest("browser/test_tutorials.py", tutorials.count() + 2);
}

#[test]
fn endurance() {
    pytest("jupyter/test_endurance.py", 20);
}

#[test]
fn interaction() {
    pytest("jupyter/test_interaction.py", 6);
}

#[test]
fn confined_kernels() {
    pytest("jupyter/test_confined.py", 3);
}

#[test]
fn magics() {
    pytest("jupyter/test_magics.py", 5);
}

#[test]
fn answers_of_ipykernel() {
    pytest("jupyter/test_ipykernel.py", 38);
}

#[test]
fn widgets() {
    pytest("jupyter/test_widgets.py", 9);
}

#[test]
fn pictures_of_the_readme() {
    pytest("browser/test_readme.py", 1);
}

#[test]
fn in_a_terminal() {
    pytest("jupyter/test_console.py", 11);
}

#[test]
fn exports() {
    pytest("jupyter/test_export.py", 7);
}
