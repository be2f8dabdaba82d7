//! Errors name their operands: a failed expression shows shape, dtype and device of the user's arguments, also if the
//! function is composed of other operations.

use std::io::Write;
use std::process::Command;

/// Returns the report of a failing program, without the path of its file.
fn report(program: &str, emulated_devices: &str) -> Vec<String> {
    let mut file = tempfile::Builder::new().suffix(".py").tempfile().expect("a file");
    file.write_all(program.as_bytes()).expect("a program");
    let run = Command::new(env!("CARGO_BIN_EXE_tensorcell"))
        .arg("run")
        .arg(file.path())
        .env("TENSORCELL_EMULATE", emulated_devices)
        .env("NO_COLOR", "1")
        .output()
        .expect("the binary runs");
    assert!(!run.status.success(), "nothing failed: {program}");
    let text = String::from_utf8_lossy(&run.stderr).into_owned();
    text.lines().map(|line| line.trim().to_owned()).filter(|line| !line.starts_with("-->")).collect()
}

#[track_caller]
fn says(report: &[String], line: &str) {
    assert!(report.iter().any(|found| found.contains(line)), "'{line}' is not in\n{}", report.join("\n"));
}

#[test]
fn a_layer_names_its_input_and_its_weight() {
    let report = report("import torch\nlayer = torch.nn.Linear(100, 10)\nlayer(torch.randn(32, 64))\n", "0");
    says(&report, "RuntimeError: mat1 and mat2 shapes cannot be multiplied (32x64 and 100x10)");
    says(&report, "layer(torch.randn(32, 64))");
    says(&report, "input: shape [32, 64], float32, cpu");
    says(&report, "self.weight: shape [10, 100], float32, cpu");
    assert!(!report.iter().any(|line| line.contains("self.bias")), "the bias has no part in it");
}

#[test]
fn devices_are_named_with_the_operand_that_is_there() {
    let report = report("import torch\nlayer = torch.nn.Linear(1, 1).cuda()\nlayer(torch.zeros(5, 1))\n", "1");
    says(&report, "Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu!");
    says(&report, "input: shape [5, 1], float32, cpu");
    says(&report, "self.bias: shape [1], float32, cuda:0");
}

#[test]
fn elements_of_a_list_are_named_by_index() {
    let report = report("import torch\na, b = torch.ones(2, 3), torch.ones(2, 4)\ntorch.cat([a, b])\n", "0");
    says(&report, "[0] has shape [2, 3], float32, cpu");
    says(&report, "[1] has shape [2, 4], float32, cpu");
}

#[test]
fn operators_and_methods_mark_both_sides() {
    for expression in ["a + b", "a.add(b)", "torch.add(a, other=b)", "a @ b"] {
        let report =
            report(&format!("import torch\na, b = torch.ones(2, 3), torch.ones(2, 4).double()\n{expression}\n"), "0");
        says(&report, "shape [2, 3], float32, cpu");
        says(&report, "shape [2, 4], float64, cpu");
    }
}
