//! Odd arguments for every public function: an answer or an exception, never a panic.

use std::path::Path;
use std::process::Command;

/// Runs one share of the calls in a process of its own, with limited memory: its exit code and last words.
fn share(part: usize, parts: usize) -> (bool, String) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bad_input");
    let program = std::fs::read_to_string(folder.join("odd_arguments.py")).expect("the program");
    let scratch = tempfile::tempdir().expect("a folder");
    let file = scratch.path().join("odd_arguments.py");
    std::fs::write(&file, program.replace("PART, PARTS", &format!("{part}, {parts}"))).expect("a file");
    let limited = format!("ulimit -v 16000000; exec {} run {}", env!("CARGO_BIN_EXE_tensorcell"), file.display());
    let run = Command::new("bash").args(["-c", &limited]).output().expect("bash");
    let words = [run.stdout, run.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    (run.status.success() && words.contains("True True"), words)
}

#[test]
fn no_argument_panics() {
    const PARTS: usize = 8;
    for part in 0..PARTS {
        let (good, words) = share(part, PARTS);
        let end: Vec<&str> = words.lines().filter(|line| line.contains("panicked") || line.contains("rror")).collect();
        assert!(good, "part {part} of {PARTS}: {}\n{}", end.join("\n"), words.chars().take(2000).collect::<String>());
    }
}
