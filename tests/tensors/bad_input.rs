//! Calls every public function with odd arguments: they must return or raise, never panic.

use std::path::Path;
use std::process::Command;

#[test]
fn no_argument_panics() {
    check("odd_arguments.py");
}

#[test]
fn no_sparse_tensor_panics() {
    check("odd_sparse.py");
}

#[test]
fn no_size_ends_the_process() {
    check_within("sizes.py", 3_000_000);
}

#[test]
fn no_long_container_ends_the_process() {
    check("little_memory.py");
}

fn check(program: &str) {
    check_within(program, 16_000_000);
}

/// Runs a program with so many kibibytes of address space.
fn check_within(program: &str, kibibytes: usize) {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bad_input").join(program);
    let limited = format!("ulimit -v {kibibytes}; exec \"$0\" run \"$1\"");
    let tensorcell = env!("CARGO_BIN_EXE_tensorcell");
    let run = Command::new("bash").args(["-c", &limited, tensorcell]).arg(program).output().expect("bash");
    let words = [run.stdout, run.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    let end: Vec<&str> = words.lines().filter(|line| line.contains("panicked") || line.contains("rror")).collect();
    // A panic becomes an exception, which the program may catch; its message tells.
    let good = run.status.success() && words.contains("True True") && !words.contains("panicked");
    assert!(good, "{}\n{}", end.join("\n"), words.chars().take(2000).collect::<String>());
}
