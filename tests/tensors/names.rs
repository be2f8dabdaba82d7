//! Every public name of PyTorch 2.11's modules and tensors (`names/names.txt`, recorded) exists here or is listed in
//! `names/omitted.txt` with a reason.

use std::collections::BTreeSet;
use std::process::Command;

const RECORDED: &str = include_str!("../names/names.txt");

/// Prints the names of each owner in `names.txt`.
fn program(recorded: &str) -> String {
    let owners: BTreeSet<&str> = recorded.lines().filter_map(|line| line.split(' ').next()).collect();
    let imports: String =
        owners.iter().filter(|owner| **owner != "torch.Tensor").map(|owner| format!("import {owner}\n")).collect();
    let shows: String =
        owners.iter().map(|owner| format!("for name in dir({owner}):\n    print(\"{owner}\", name)\n")).collect();
    imports + &shows
}

#[test]
fn every_name_is_there_or_left_out_with_a_reason() {
    let scratch = tempfile::tempdir().expect("a folder");
    let file = scratch.path().join("names.py");
    std::fs::write(&file, program(RECORDED)).expect("a file");
    let run = Command::new(env!("CARGO_BIN_EXE_tensorcell")).arg("run").arg(&file).output().expect("tensorcell");
    let shown = String::from_utf8(run.stdout).expect("text");
    let own: BTreeSet<&str> = shown.lines().collect();
    assert!(own.len() > 900, "only {} names were shown", own.len());
    let patterns: Vec<fancy_regex::Regex> = include_str!("../names/omitted.txt")
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with(['#', '[']))
        .map(|line| fancy_regex::Regex::new(&format!("^(?:{line})$")).expect(line))
        .collect();
    let left_out = |name: &str| patterns.iter().any(|pattern| pattern.is_match(name).expect("a match"));
    let missing: Vec<&str> = RECORDED.lines().filter(|name| !own.contains(name) && !left_out(name)).collect();
    assert!(missing.is_empty(), "neither there nor left out: {}", missing.join(", "));
}
