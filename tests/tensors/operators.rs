//! Every operator of PyTorch 2.11's own database, with its samples and errors (`operators/record.py`): values, memory
//! layout, gradients, names of graph nodes and error messages are PyTorch's, or differ for a reason in
//! `operators/known.txt`. Runs on the CPU and, without the errors, on an emulated CUDA device. `torch.vmap` over the
//! same calls (`operators/vmap.py`) gives the results of the single slices.

use std::io::Read;
use std::process::Command;

/// Returns the differences that a script prints on a device, and the number of cases.
fn differences(script: &str, device: &str) -> (Vec<String>, usize) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut recorded = Vec::new();
    flate2::read::GzDecoder::new(&include_bytes!("../operators/operators.pt.gz")[..])
        .read_to_end(&mut recorded)
        .expect("the recorded answers");
    std::fs::write(folder.path().join("operators.pt"), recorded).expect("a file");
    std::fs::write(folder.path().join("compare.py"), include_str!("../operators/compare.py")).expect("a file");
    std::fs::write(folder.path().join("vmap.py"), include_str!("../operators/vmap.py")).expect("a file");
    let run = Command::new(env!("CARGO_BIN_EXE_tensorcell"))
        .args(["run", script, "--", "operators.pt", device])
        .env("TENSORCELL_EMULATE", if device == "cpu" { "0" } else { "1" })
        .current_dir(folder.path())
        .output()
        .expect("the binary runs");
    let printed = String::from_utf8(run.stdout).expect("text");
    assert!(run.status.success(), "{printed}{}", String::from_utf8_lossy(&run.stderr));
    let mut lines: Vec<String> = printed.lines().map(str::to_owned).collect();
    let last = lines.pop().expect("a count");
    let asked = last.strip_suffix(" cases asked").and_then(|count| count.parse().ok()).expect("a count");
    (lines, asked)
}

/// Patterns for differences on a device: sections that begin with "cuda" apply there, the others everywhere.
fn known(listed: &str, device: &str) -> Vec<fancy_regex::Regex> {
    let mut holds = true;
    let mut patterns = Vec::new();
    for line in listed.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        match line.strip_prefix('[') {
            Some(section) => holds = !section.starts_with("cuda") || device == "cuda",
            None if holds => patterns.push(fancy_regex::Regex::new(&format!("^(?:{line})")).expect(line)),
            None => {}
        }
    }
    patterns
}

/// A script, and where its results may differ.
struct Asked {
    script: &'static str,
    listed: &'static str,
    at_least: usize,
}

fn answers_are_pytorchs(Asked { script, listed, at_least }: Asked, device: &str) {
    let (differences, asked) = differences(script, device);
    assert!(asked >= at_least, "only {asked} cases were asked");
    let known = known(listed, device);
    let matches = |pattern: &fancy_regex::Regex, line: &str| pattern.is_match(line).expect("a match");
    let new: Vec<&String> = differences.iter().filter(|line| !known.iter().any(|known| matches(known, line))).collect();
    assert!(
        new.is_empty(),
        "{} of {asked} answers differ:\n{}",
        new.len(),
        new.iter().map(|l| l.as_str()).collect::<Vec<_>>().join("\n")
    );
    if device == "cpu" {
        let stale = known.iter().filter(|known| !differences.iter().any(|line| matches(known, line)));
        let stale: Vec<&str> = stale.map(|known| known.as_str()).collect();
        assert!(stale.is_empty(), "known differences that are none any more: {stale:?}");
    }
}

const CALLS: Asked = Asked { script: "compare.py", listed: include_str!("../operators/known.txt"), at_least: 11_000 };

#[test]
fn on_the_processor() {
    answers_are_pytorchs(CALLS, "cpu");
}

#[test]
fn on_an_emulated_device() {
    answers_are_pytorchs(Asked { at_least: 8_000, ..CALLS }, "cuda");
}

#[test]
fn over_a_batch() {
    let listed = include_str!("../operators/vmap_known.txt");
    answers_are_pytorchs(Asked { script: "vmap.py", listed, at_least: 3_000 }, "cpu");
}
