//! Runs programs that check CUDA features under PyTorch's names, each in its own process, so that faults, limits and
//! environment variables do not affect others.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use tensorcell_verify::patience;

/// Runs `tests/cuda/programs/NAME.py` on two emulated devices, for which the host computes and which run their kernels in turn; it ends by
/// printing `ok`.
pub fn run(name: &str, environment: &[(&str, &str)]) {
    run_in(Path::new("."), name, environment);
}

/// As `run`, in a folder for the program's output files.
fn run_in(folder: &Path, name: &str, environment: &[(&str, &str)]) {
    for kernels in ["0", "1"] {
        let environment = [&[("TENSORCELL_EMULATE_KERNELS", kernels)], environment].concat();
        run_once(folder, name, &environment);
    }
}

/// As `run`, for a program that looks at the engine's own kernels.
fn run_kernels(name: &str) {
    run_once(Path::new("."), name, &[("TENSORCELL_EMULATE_KERNELS", "1")]);
}

fn run_once(folder: &Path, name: &str, environment: &[(&str, &str)]) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cuda/programs").join(name).with_extension("py");
    let mut command = Command::new(env!("CARGO_BIN_EXE_tensorcell"));
    command.arg("run").arg(file).env("TENSORCELL_EMULATE", "2").envs(environment.iter().copied());
    let output = command.current_dir(folder).output().expect("the program starts");
    let (printed, complaint) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success() && printed.ends_with("ok\n"), "{name}: {printed}{complaint}");
}

#[test]
fn graphs() {
    run("graphs", &[]);
}

#[test]
fn the_host_computes_for_emulated_devices() {
    run_once(Path::new("."), "on_host", &[("TENSORCELL_EMULATE_KERNELS", "0")]);
}

#[test]
fn host_and_kernels_draw_the_same_numbers() {
    let folder = tempfile::tempdir().expect("a folder");
    run_in(folder.path(), "draws", &[]);
}

#[test]
fn training_steps_in_graphs() {
    run("captured_steps", &[]);
}

#[test]
fn layers() {
    run_kernels("layers");
}

#[test]
fn recurrent_layers() {
    run_kernels("recurrent");
}

#[test]
fn convolutions() {
    run("convolutions", &[]);
}

#[test]
fn one_module_on_two_devices() {
    run("data_parallel", &[]);
}

#[test]
fn memory_techniques() {
    run("memory_techniques", &[]);
}

#[test]
fn half_types() {
    run_kernels("half");
}

#[test]
fn memory_is_told_by_its_holders() {
    run("holders", &[]);
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
fn waits_for_a_device_are_pointed_out() {
    run("synchronizing", &[]);
}

#[test]
fn streams_and_events() {
    run("streams", &[]);
}

/// A replacement for NVIDIA's library that records its calls.
const NVTX: &str = r#"
#include <cstdio>
#include <cstdlib>
static int tell(const char* what, const char* name) {
    if (FILE* file = fopen(getenv("NVTX_CALLS"), "a")) { fprintf(file, "%s %s\n", what, name); fclose(file); }
    return 0;
}
extern "C" int nvtxRangePushA(const char* name) { return tell("push", name); }
extern "C" int nvtxRangePop() { return tell("pop", ""); }
extern "C" unsigned long long nvtxRangeStartA(const char* name) { tell("start", name); return 41; }
extern "C" void nvtxRangeEnd(unsigned long long range) { tell("end", range == 41 ? "it" : "another"); }
extern "C" void nvtxMarkA(const char* name) { tell("mark", name); }
"#;

const RANGES: &str = "
import torch, torch.cuda.nvtx as nvtx
assert nvtx._is_available()
x = torch.ones(2, 3, device='cuda')
nvtx.range_push('outer')
with nvtx.range('inner {}', 1):
    nvtx.mark('here')
nvtx.range_pop()
nvtx.range_end(nvtx.range_start('long'))
with torch.autograd.profiler.emit_nvtx(record_shapes=True):
    x + x
with torch.autograd.profiler.emit_nvtx():
    x * x
x - x
print('ok')
";

#[test]
fn ranges_reach_the_nvtx_library() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    std::fs::write(at("nvtx.cpp"), NVTX).expect("writes");
    std::fs::write(at("ranges.py"), RANGES).expect("writes");
    let mut compiler = Command::new("g++");
    compiler.args(["-shared", "-fPIC", "-o"]).arg(at("libnvToolsExt.so.1")).arg(at("nvtx.cpp"));
    assert!(compiler.status().expect("g++").success());
    let mut command = Command::new(env!("CARGO_BIN_EXE_tensorcell"));
    command.arg("run").arg(at("ranges.py")).env("TENSORCELL_EMULATE", "1").current_dir(folder.path());
    let output = command.env("LD_LIBRARY_PATH", folder.path()).env("NVTX_CALLS", at("calls")).output().expect("starts");
    let printed = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert_eq!(printed, "ok\n");
    let told = std::fs::read_to_string(at("calls")).expect("what was told");
    let lines: Vec<&str> = told.lines().map(str::trim_end).collect();
    let ranges = ["push outer", "push inner 1", "mark here", "pop", "pop", "start long", "end it"];
    assert_eq!(lines[..7], ranges);
    assert!(
        lines[7].starts_with("push aten::add, seq = ") && lines[7].ends_with(", sizes = [[2, 3], [2, 3]]"),
        "{told}"
    );
    assert_eq!(lines[8..], ["pop", "push aten::mul", "pop"]);
}

#[test]
fn the_profiler() {
    run_in(tempfile::tempdir().expect("a folder").path(), "profiler", &[]);
}

#[test]
fn memory_and_its_limits() {
    run("memory", &[("TENSORCELL_EMULATE_MEMORY", "128MiB")]);
}

#[test]
fn memory_settings_pools_and_history() {
    let folder = tempfile::tempdir().expect("a folder");
    let environment = [("TENSORCELL_EMULATE_MEMORY", "256MiB"), ("PYTORCH_ALLOC_CONF", "expandable_segments:True")];
    run_in(folder.path(), "memory_settings", &environment);
    // CPython unpickles what PyTorch's page unpickles.
    let script = "import pickle; s = pickle.load(open('memory.pickle', 'rb')); print(sorted(s), s['segments'][0]['blocks'][0]['state'], \
                  [step['action'] for step in s['device_traces'][0]][:2])";
    let output = Command::new("python3").args(["-c", script]).current_dir(folder.path()).output().expect("python3");
    let printed = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert_eq!(
        printed,
        "['allocator_settings', 'device_traces', 'external_annotations', 'segments'] active_allocated \
         ['segment_alloc', 'alloc']\n"
    );
}

#[test]
fn an_environment_that_cannot_be_read_is_told_at_the_first_allocation() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("settings.py");
    let text = "import torch\nprint(torch.ones(2).sum().item())\nfor _ in range(2):\n    try:\n        torch.ones(2, device='cuda')\n    \
                except ValueError as error:\n        print(error)\n";
    std::fs::write(&file, text).expect("a file");
    let printed = |name: &str, value: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tensorcell"));
        command.arg("run").arg(&file).env("TENSORCELL_EMULATE", "1").env(name, value);
        let output = command.output().expect("it starts");
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
    };
    let told = "Unrecognized key 'expandable' in Accelerator allocator config.\n";
    for name in ["PYTORCH_ALLOC_CONF", "PYTORCH_CUDA_ALLOC_CONF"] {
        assert_eq!(printed(name, "expandable:True"), format!("2.0\n{told}{told}"));
    }
}

#[test]
fn settings_may_come_before_the_first_use_of_a_device() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("first.py");
    let text = "import torch\ntorch.cuda.memory._set_allocator_settings('expandable_segments:True')\n\
                x = torch.ones(2, device='cuda')\nprint(torch.cuda.memory_snapshot()[0]['is_expandable'])\n";
    std::fs::write(&file, text).expect("a file");
    let mut command = Command::new("timeout");
    command
        .arg(patience().as_secs().to_string())
        .arg(env!("CARGO_BIN_EXE_tensorcell"))
        .arg("run")
        .arg(&file)
        .env("TENSORCELL_EMULATE", "1");
    let output = command.output().expect("it starts");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "True\n");
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
fn native_code_of_kernels_costs_the_launch_alone() {
    run_kernels("native");
}

#[test]
fn kernels_of_changed_text_are_refused_or_run() {
    run_kernels("mutated");
}

#[test]
fn an_interrupt_stops_a_kernel_without_end() {
    run_interrupted("endless");
}

#[test]
fn an_interrupt_drops_what_the_host_has_not_computed() {
    run_interrupted("dropped");
}

/// Runs a program, interrupts it whenever it prints `launched`.
fn run_interrupted(name: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cuda/programs").join(name).with_extension("py");
    let mut command = Command::new(env!("CARGO_BIN_EXE_tensorcell"));
    let mut child =
        command.arg("run").arg(file).env("TENSORCELL_EMULATE", "1").stdout(Stdio::piped()).spawn().expect("it starts");
    let mut printed = String::new();
    for line in BufReader::new(child.stdout.take().expect("a pipe")).lines() {
        let line = line.expect("text");
        if line == "launched" {
            let interrupted = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
            assert!(interrupted.success());
        }
        printed += &line;
    }
    assert!(child.wait().expect("it ends").success() && printed.ends_with("ok"), "{printed}");
}

/// Runs cells as a notebook, each of which may fail; returns both output streams.
fn run_cells(cells: &[&str]) -> (String, String) {
    run_cells_with(cells, &[])
}

pub fn run_cells_with(cells: &[&str], environment: &[(&str, &str)]) -> (String, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("cells.ipynb");
    let cell = |source: &&str| {
        serde_json::json!({ "cell_type": "code", "execution_count": null, "outputs": [], "source": source,
                            "metadata": { "tags": ["raises-exception"] } })
    };
    let cells: Vec<_> = cells.iter().map(cell).collect();
    let notebook = serde_json::json!({ "cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5 });
    std::fs::write(&file, notebook.to_string()).expect("a file");
    let mut command = Command::new(env!("CARGO_BIN_EXE_tensorcell"));
    command.arg("run").arg(&file).env("TENSORCELL_EMULATE", "2").envs(environment.iter().copied());
    let output = command.output().expect("it starts");
    (String::from_utf8_lossy(&output.stdout).into_owned(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn a_cell_of_cuda_gives_names_and_its_errors_stand_in_it() {
    let (printed, complaint) = run_cells(&[
        "%%cuda -DBIAS=2\n__global__ void shift(const float* x, float* y, int n) {\n    int i = blockIdx.x * blockDim.x + threadIdx.x;\n\
         \x20   if (i < n) y[i] = x[i] + BIAS;\n}",
        "import torch\nx = torch.arange(300., device='cuda')\ny = torch.empty_like(x)\nshift[(300 + 127) // 128, 128](x, y, 300)\n\
         print('shifted', torch.equal(y, x + 2))\nshift",
        "%%cuda\n__global__ void broken(float* y) {\n    y[0] = 1 + missing;\n}",
        "%%cuda\n__global__ void shift(int n) { if (threadIdx.x < n) printf(\"thread %d\\n\", threadIdx.x); }",
        "print('before')\nshift[1, 32](2)\nprint('after')",
        "%%cuda --nonsense\n__global__ void k() {}",
        "%%cuda\n__global__ void race(float* y) {\n    y[threadIdx.x / 2] = threadIdx.x;\n}",
        "race[1, 64](y)",
        "print('lives', y.sum().item() >= 0)",
        "shift(2)\n",
        "shift[1, 32](x)",
    ]);
    for text in [
        "shifted True\n<CUDA kernel shift(const float* x, float* y, int n), Cell [1]>",
        "before\nthread 0\nthread 1\nafter\n",
        "lives True",
    ] {
        assert!(printed.contains(text), "{text}\n{printed}");
    }
    for text in [
        "Kernel compilation failed: 'missing' was not declared in this scope",
        " --> Cell [3]:3:16\n  |\n3 |     y[0] = 1 + missing;\n  |                ^^^^^^^",
        "unknown option of a CUDA program: --nonsense",
        "race in kernel race, Cell [7], line 3",
        " --> Cell [8]:1:1",
        "::: Cell [7]:3:5",
        "write shift[grid, block](n)",
        "shift: argument 1 (`int n`) is a number, and a tensor of shape [300] was given",
    ] {
        assert!(complaint.contains(text), "{text}\n{complaint}");
    }
}

#[test]
fn without_gcc_a_sentence_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("own.py");
    let text = "import tensorcell\ntensorcell.cuda_compile('__global__ void k(int* x) { x[0] = 1; } // nobody compiled this')\n";
    std::fs::write(&file, text).expect("a file");
    let mut command = Command::new(env!("CARGO_BIN_EXE_tensorcell"));
    command.arg("run").arg(&file).env("TENSORCELL_EMULATE", "1").env("CXX", "/nowhere/g++");
    let output = command.env("TENSORCELL_CACHE", folder.path()).output().expect("it starts");
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && complaint.contains("g++, which is not installed"), "{complaint}");
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
    let checks = report["checks"].as_array().expect("checks");
    let programs =
        ["graphs", "half types", "kernels of the user's own", "profiler", "faults", "allocator against the driver"];
    for name in programs {
        assert!(checks.iter().any(|check| check["name"] == name && check["passed"] == true), "{name}: {printed}");
    }
    let figures = report["figures"].as_array().expect("figures");
    assert!(figures.len() >= 10 && figures.iter().all(|figure| figure["value"].is_number()), "{figures:?}");
}

/// A driver whose answers are set by environment variables.
const DRIVER: &str = r#"
#include <cstdlib>
extern "C" int cuDriverGetVersion(int* version) { *version = atoi(getenv("DRIVER_VERSION")); return 0; }
extern "C" int cuInit(unsigned) { return atoi(getenv("DRIVER_STATUS")); }
extern "C" int cuGetErrorName(int, const char** text) { *text = "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH"; return 0; }
extern "C" int cuGetErrorString(int, const char** text) { *text = "system has unsupported display driver / cuda driver combination"; return 0; }
"#;

/// Missing parts are reported in the order in which users must install them, and everything else works.
#[test]
fn a_missing_or_old_driver_is_told_in_pytorchs_words() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let text = "import torch\nprint(torch.cuda.is_available(), torch.cuda.device_count(), torch.ones(3).sum().item())\ntorch.cuda.manual_seed(1)\n\
                for work in (lambda: torch.ones(2, device='cuda'), lambda: torch.cuda.current_device(), lambda: torch.cuda.Stream(),\n\
                             lambda: torch.ones(2).cuda(), lambda: torch.cuda.synchronize(), lambda: torch.cuda.get_device_name()):\n    \
                try:\n        work()\n    except (RuntimeError, AssertionError) as error:\n        print(str(error).splitlines()[0])\n";
    std::fs::write(at("driver.cpp"), DRIVER).expect("writes");
    std::fs::write(at("program.py"), text).expect("writes");
    std::fs::create_dir(at("lib")).expect("a folder");
    let printed = |version: &str, status: &str, emulated: Option<&str>| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tensorcell"));
        command.arg("run").arg(at("program.py")).env_remove("TENSORCELL_EMULATE");
        command.env("DRIVER_VERSION", version).env("DRIVER_STATUS", status).env("LD_LIBRARY_PATH", at("lib"));
        command.envs(emulated.map(|visible| ("CUDA_VISIBLE_DEVICES", visible)));
        command.envs(emulated.map(|_| ("TENSORCELL_EMULATE", "2")));
        let output = command.output().expect("it starts");
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
    };
    let all = |sentence: &str| format!("False 0 3.0\n{}", format!("{sentence}\n").repeat(6));
    let none = all(
        "Found no NVIDIA driver on your system. Please check that you have an NVIDIA GPU and installed a driver from \
         http://www.nvidia.com/Download/index.aspx",
    );
    assert_eq!(printed("13000", "0", Some("")), all("No CUDA GPUs are available"));
    if tensorcell_device::libraries::load().driver {
        eprintln!("this machine has a driver: that one is missing cannot be seen here");
    } else {
        assert_eq!(printed("13000", "0", None), none);
    }
    let mut compiler = Command::new("g++");
    compiler.args(["-shared", "-fPIC", "-o"]).arg(at("lib/libcuda.so")).arg(at("driver.cpp"));
    assert!(compiler.status().expect("g++").success());
    let told = printed("11040", "0", None);
    let old = "The NVIDIA driver on your system is too old (found version 11040). Please update your GPU driver by downloading and \
               installing a new version from the URL: http://www.nvidia.com/Download/index.aspx";
    assert_eq!(told, all(old));
    assert_eq!(printed("13000", "100", None), all("No CUDA GPUs are available"));
    let mismatch = "CUDA error: system has unsupported display driver / cuda driver combination \
                    (CUDA_ERROR_SYSTEM_DRIVER_MISMATCH, while starting the driver)";
    assert_eq!(printed("13000", "803", None), all(mismatch));
}
