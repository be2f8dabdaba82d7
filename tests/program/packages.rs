//! Runs packages' own tests with the environment's pytest; failures must be listed with reasons.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::{TENSORCELL, skipped};

/// The installed packages, which include their tests.
const REQUIREMENTS: [&str; 3] = ["mpmath==1.3.0", "pytest==9.2.0", "toolz==1.2.0"];

/// Each run: test files in the packages' folder, and the minimum number of tests that must pass.
const RUNS: &[(&[&str], usize)] = &[
    (
        &[
            "mpmath/tests/test_basic_ops.py",
            "mpmath/tests/test_bitwise.py",
            "mpmath/tests/test_convert.py",
            "mpmath/tests/test_division.py",
            "mpmath/tests/test_functions.py",
            "mpmath/tests/test_matrices.py",
            "mpmath/tests/test_str.py",
        ],
        118,
    ),
    (
        &[
            "toolz/tests/test_curried.py",
            "toolz/tests/test_dicttoolz.py",
            "toolz/tests/test_functoolz.py",
            "toolz/tests/test_itertoolz.py",
            "toolz/tests/test_serialization.py",
        ],
        150,
    ),
];

#[test]
fn packages_pass_their_own_tests() {
    let environment = match environment() {
        Ok(environment) => environment,
        Err(why) => return skipped::skipped(&format!("packages cannot be installed ({why}): let pip reach an index")),
    };
    let known = known();
    let mut wrong = Vec::new();
    for (files, at_least) in RUNS {
        let outcomes = outcomes(&environment, files);
        let passed = outcomes.iter().filter(|(outcome, _)| outcome == "passed").count();
        let failed = outcomes.iter().filter(|(outcome, _)| outcome == "failed").map(|(_, test)| test.clone());
        wrong.extend(failed.filter(|test| !known.contains(test)));
        if passed < *at_least {
            wrong.push(format!("only {passed} tests of {files:?} passed, not {at_least}"));
        }
    }
    assert!(wrong.is_empty(), "tests that are not in tests/packages/failing.txt failed:\n{}", wrong.join("\n"));
}

/// The tests that are known to fail: lines `test  # reason`.
fn known() -> BTreeSet<String> {
    let text = std::fs::read_to_string(folder().join("failing.txt")).expect("the list");
    let tests = text.lines().filter_map(|line| line.split("  # ").next());
    tests.filter(|line| !line.is_empty() && !line.starts_with('#')).map(str::to_owned).collect()
}

/// Returns the outcome of each test, as written by the plugin in tests/packages.
fn outcomes(environment: &Path, files: &[&str]) -> Vec<(String, String)> {
    let work = tempfile::tempdir().expect("a folder");
    let written = work.path().join("outcomes");
    let output = Command::new(&*TENSORCELL)
        .arg("run")
        .arg(folder().join("run_pytest.py"))
        .args(["-q", "-p", "record_outcomes", "-p", "no:cacheprovider", "--tb=short"])
        .args(files)
        .current_dir(packages(environment))
        .env("VIRTUAL_ENV", environment)
        .env("OUTCOMES", &written)
        .output()
        .expect("tensorcell runs");
    println!("{}", text_of(&output));
    let text = std::fs::read_to_string(&written).expect("the outcomes of the tests");
    text.lines().filter_map(|line| line.split_once(' ')).map(|(a, b)| (a.to_owned(), b.to_owned())).collect()
}

/// The folder of the environment's packages.
fn packages(environment: &Path) -> PathBuf {
    let versions = std::fs::read_dir(environment.join("lib")).expect("the environment's library");
    let folders = versions.flatten().map(|version| version.path().join("site-packages"));
    folders.into_iter().find(|folder| folder.is_dir()).expect("the environment's packages")
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/packages")
}

/// The environment of the packages, in the user's cache folder; an error if they cannot be installed.
fn environment() -> Result<PathBuf, String> {
    let folder = tensorcell_device::libraries::cache_folder().join("packages");
    let done = folder.join("requirements.txt");
    let wanted = REQUIREMENTS.join("\n");
    if std::fs::read_to_string(&done).is_ok_and(|had| had == wanted) {
        return Ok(folder);
    }
    run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&folder))?;
    let pip = folder.join("bin/pip");
    run(Command::new(pip).args(["install", "--quiet", "--disable-pip-version-check"]).args(REQUIREMENTS))?;
    std::fs::write(done, wanted).map_err(|error| error.to_string())?;
    Ok(folder)
}

fn run(command: &mut Command) -> Result<(), String> {
    let output = command.output().map_err(|error| error.to_string())?;
    let last = || text_of(&output).lines().last().unwrap_or_default().to_owned();
    if output.status.success() { Ok(()) } else { Err(last()) }
}

fn text_of(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}
