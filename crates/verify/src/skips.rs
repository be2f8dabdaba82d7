//! Collects the skipped tests of a run in one list, which its last test program prints.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::os::unix::process::parent_id;
use std::path::PathBuf;
use std::process::ExitCode;

/// Notes that the running test was skipped; the reason says what to install.
pub fn skipped(why: &str) {
    let thread = std::thread::current();
    let line = format!("{why}\t{}\n", thread.name().unwrap_or("a test"));
    let file = OpenOptions::new().create(true).append(true).open(list());
    file.and_then(|mut file| file.write_all(line.as_bytes())).expect("a list of what was skipped");
}

/// Prints what this cargo run skipped, by reason; fails if `TENSORCELL_REQUIRE_ALL` is set.
pub fn summary() -> ExitCode {
    let text = fs::read_to_string(list()).unwrap_or_default();
    let _ = fs::remove_file(list());
    let mut tests: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (why, test) in text.lines().filter_map(|line| line.split_once('\t')) {
        tests.entry(why).or_default().push(test);
    }
    if tests.is_empty() {
        return ExitCode::SUCCESS;
    }
    println!("\n{} tests were skipped:", text.lines().count());
    for (why, tests) in tests {
        println!("  {why}\n    {}", tests.join(", "));
    }
    match std::env::var_os("TENSORCELL_REQUIRE_ALL") {
        Some(_) => ExitCode::FAILURE,
        None => ExitCode::SUCCESS,
    }
}

/// One file per cargo run, named by cargo's process id and start time, so that no other run's list is read.
fn list() -> PathBuf {
    let cargo = parent_id();
    let status = fs::read_to_string(format!("/proc/{cargo}/stat")).unwrap_or_default();
    // The fields after the command, which may contain spaces; the 22nd field is the start time.
    let start = status.rsplit(')').next().and_then(|rest| rest.split_whitespace().nth(19)).unwrap_or_default();
    let program = std::env::current_exe().expect("the path of this test program");
    program.with_file_name(format!("skipped-{cargo}-{start}"))
}
