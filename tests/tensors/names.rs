//! Every public name of PyTorch 2.11's modules and tensors (`names/names.txt`, recorded) and of NumPy 2.4's (`names/numpy.txt`) exists here or is
//! listed in `names/omitted.txt` or `names/numpy_omitted.txt` with a reason.

use std::collections::BTreeSet;
use std::process::Command;

/// Prints the names of each owner in a list like `names.txt`.
fn program(recorded: &str) -> String {
    let owners: BTreeSet<&str> = recorded.lines().filter_map(|line| line.split(' ').next()).collect();
    let is_class =
        |owner: &str| owner.rsplit('.').next().is_some_and(|name| ["Tensor", "ndarray", "Generator"].contains(&name));
    let module = |owner: &str| {
        if is_class(owner) { owner.rsplit_once('.').unwrap_or_default().0.to_owned() } else { owner.to_owned() }
    };
    let imports: String = owners.iter().map(|owner| format!("import {}\n", module(owner))).collect();
    let shows: String =
        owners.iter().map(|owner| format!("for name in dir({owner}):\n    print(\"{owner}\", name)\n")).collect();
    imports + &shows
}

/// Fails for each recorded name that is neither there nor left out; at least `least` must be there.
fn check(recorded: &str, omitted: &str, least: usize) {
    let scratch = tempfile::tempdir().expect("a folder");
    let file = scratch.path().join("names.py");
    std::fs::write(&file, program(recorded)).expect("a file");
    let run = Command::new(env!("CARGO_BIN_EXE_tensorcell")).arg("run").arg(&file).output().expect("tensorcell");
    let shown = String::from_utf8(run.stdout).expect("text");
    let own: BTreeSet<&str> = shown.lines().collect();
    assert!(own.len() > least, "only {} names were shown", own.len());
    let patterns: Vec<fancy_regex::Regex> = omitted
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with(['#', '[']))
        .map(|line| fancy_regex::Regex::new(&format!("^(?:{line})$")).expect(line))
        .collect();
    let left_out = |name: &str| patterns.iter().any(|pattern| pattern.is_match(name).expect("a match"));
    let missing: Vec<&str> = recorded.lines().filter(|name| !own.contains(name) && !left_out(name)).collect();
    assert!(missing.is_empty(), "neither there nor left out: {}", missing.join(", "));
}

#[test]
fn every_name_is_there_or_left_out_with_a_reason() {
    check(include_str!("../names/names.txt"), include_str!("../names/omitted.txt"), 900);
}

#[test]
fn every_name_of_numpy_is_there_or_left_out_with_a_reason() {
    let omitted = include_str!("../names/numpy_omitted.txt");
    check(include_str!("../names/numpy.txt"), omitted, 700);
    let recorded = include_str!("../names/numpy.txt");
    let unused: Vec<&str> = omitted
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with(['#', '[']))
        .filter(|line| {
            let pattern = fancy_regex::Regex::new(&format!("^(?:{line})$")).expect(line);
            !recorded.lines().any(|name| pattern.is_match(name).expect("a match"))
        })
        .collect();
    assert!(unused.is_empty(), "nothing that NumPy has: {}", unused.join(", "));
}
