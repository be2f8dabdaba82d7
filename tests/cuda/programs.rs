//! Programs with what must hold of CUDA's machinery under PyTorch's names, each in a process of its own: a fault, a limit
//! or an environment variable is then its alone.

use std::path::Path;
use std::process::Command;

/// Runs `tests/cuda/programs/NAME.py` on two emulated devices; it ends by printing `ok`.
fn run(name: &str, environment: &[(&str, &str)]) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cuda/programs").join(name).with_extension("py");
    let mut command = Command::new(env!("CARGO_BIN_EXE_tensorcell"));
    command.arg("run").arg(file).env("TENSORCELL_EMULATE", "2").envs(environment.iter().copied());
    let output = command.output().expect("the program starts");
    let (printed, complaint) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success() && printed.ends_with("ok\n"), "{name}: {printed}{complaint}");
}

#[test]
fn graphs() {
    run("graphs", &[]);
}

#[test]
fn one_module_on_two_devices() {
    run("data_parallel", &[]);
}

#[test]
fn half_types() {
    run("half", &[]);
}

#[test]
fn pinned_memory() {
    run("pinned", &[]);
}

#[test]
fn faults_cost_what_they_must() {
    run("faults", &[]);
}

#[test]
fn devices_and_copies_between_them() {
    run("devices", &[("TENSORCELL_EMULATE", "3"), ("CUDA_VISIBLE_DEVICES", "2,0")]);
}

#[test]
fn streams_and_events() {
    run("streams", &[]);
}

#[test]
fn memory_and_its_limits() {
    run("memory", &[("TENSORCELL_EMULATE_MEMORY", "128MiB")]);
}

#[test]
fn kernels_of_the_users_own() {
    run("kernels", &[]);
}

#[test]
fn what_kernels_of_the_users_own_do_wrong() {
    run("kernel_faults", &[]);
}

#[test]
fn the_check_for_hardware_runs_on_the_emulator_and_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let json = folder.path().join("check.json");
    let mut command = Command::new(env!("CARGO_BIN_EXE_tensorcell"));
    command.args(["gpu-check", "--quick", "--programs"]).arg(folder.path()).arg("--json").arg(&json);
    let output = command.env("TENSORCELL_EMULATE", "1").output().expect("it starts");
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{printed}");
    assert!(printed.contains("EMULATED"), "{printed}");
    let report: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(json).expect("a report")).expect("JSON");
    assert_eq!(report["emulated"], true);
    assert_eq!(report["checks"].as_array().map(Vec::len), Some(6), "{printed}");
    let figures = report["figures"].as_array().expect("figures");
    assert!(figures.len() >= 10 && figures.iter().all(|figure| figure["value"].is_number()), "{figures:?}");
}
