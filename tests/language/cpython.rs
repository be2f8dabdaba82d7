//! CPython's own tests, where this machine's CPython ships them: what passes there passes here, but for a list that only
//! shrinks (`cpython.txt`).

use std::path::{Path, PathBuf};
use std::process::Command;

/// A CPython of the version that the language follows, with its package `test`.
fn reference() -> Option<PathBuf> {
    const ASKED: &str = "import sys, test.test_json; sys.exit(sys.version_info[:2] != (3, 13))";
    let has_tests =
        |python: &&str| Command::new(python).args(["-c", ASKED]).output().is_ok_and(|out| out.status.success());
    ["python3.13", "python3"].iter().find(has_tests).map(PathBuf::from)
}

#[test]
fn cpythons_tests_pass() {
    let Some(python) = reference() else {
        return tensorcell_verify::skipped("CPython 3.13 with its package `test` (python3.13) is not installed");
    };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/language");
    let compared = Command::new("python3")
        .arg(folder.join("cpython/compare.py"))
        .args(["--runner", concat!(env!("CARGO_BIN_EXE_tensorcell"), " run")])
        .arg("--python")
        .arg(python)
        .arg("--expected")
        .arg(folder.join("cpython.txt"))
        .output()
        .expect("python3 is installed");
    let told = String::from_utf8_lossy(&compared.stdout);
    assert!(compared.status.success(), "{told}{}", String::from_utf8_lossy(&compared.stderr));
}
