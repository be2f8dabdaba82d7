//! Runs CPython's own tests. Failures must be listed in cpython/known.txt, by name and with a reason; a listed test
//! that passes is an error too.

use std::path::Path;
use std::process::Command;

/// The version for which the list was recorded; the tests of other versions differ.
const VERSION: &str = "3.13.0";
const PYTHON: &str = "TENSORCELL_CPYTHON_TESTS";

/// Finds a CPython that includes its tests.
fn peer() -> Option<String> {
    let python = std::env::var(PYTHON).unwrap_or_else(|_| "python3.13".to_owned());
    let asked = "import sys, test.test_ast; print('.'.join(map(str, sys.version_info[:3])))";
    let answer = Command::new(&python).args(["-c", asked]).output().ok()?;
    (answer.status.success() && answer.stdout.trim_ascii() == VERSION.as_bytes()).then_some(python)
}

#[test]
fn cpythons_tests_fail_only_where_known() {
    let Some(python) = peer() else {
        tensorcell_verify::skipped(&format!("CPython {VERSION} with its package test; {PYTHON} names the program"));
        return;
    };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/language/cpython");
    let jobs = std::thread::available_parallelism().map_or(1, usize::from);
    let judged = Command::new(python)
        .arg(folder.join("compare.py"))
        .args(["--runner", concat!(env!("CARGO_BIN_EXE_tensorcell"), " run"), "--jobs", &jobs.to_string(), "--known"])
        .arg(folder.join("known.txt"))
        .output()
        .expect("a Python");
    assert!(
        judged.status.success(),
        "{}{}",
        String::from_utf8_lossy(&judged.stdout),
        String::from_utf8_lossy(&judged.stderr)
    );
}
