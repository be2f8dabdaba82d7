//! `doctor`: reports what this machine has, and how to get what is missing.

use std::path::PathBuf;
use std::process::{Command, ExitCode};

use anyhow::Result;

use tensorcell_device::{driver, host_work, libraries};
use tensorcell_engine::cuda::ready;

/// A component, and either its description or a hint how to get it.
struct Finding {
    what: &'static str,
    found: Result<String, &'static str>,
}

pub fn run() -> Result<ExitCode> {
    println!("tensorcell {}", env!("CARGO_PKG_VERSION"));
    for Finding { what, found } in findings() {
        match found {
            Ok(detail) => println!("  found   {what:<10} {detail}"),
            Err(advice) => println!("  absent  {what:<10} {advice}"),
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn findings() -> Vec<Finding> {
    let libraries = libraries::load();
    let present = |present: bool| present.then(|| "usable".to_owned());
    let finding = |what, found: Option<String>, advice| Finding { what, found: found.ok_or(advice) };
    let driver_version = driver::version().map(|(major, minor)| {
        let kind = if driver::is_emulated() { ", emulated" } else { "" };
        format!("CUDA {major}.{minor}{kind}")
    });
    vec![
        finding("driver", driver_version, "no CUDA driver: TENSORCELL_EMULATE=2 runs cells on emulated devices"),
        finding("GPUs", gpus(), "none: tensors on cuda need one, or TENSORCELL_EMULATE=2"),
        finding("NVRTC", present(libraries.nvrtc), "kernels cannot be compiled: pip install nvidia-cuda-nvrtc"),
        finding("kernels", kernels(), "compiled when they are first used; `tensorcell install` compiles them ahead"),
        finding("cuBLASLt", present(libraries.cublaslt), "no fast matrix products on a GPU: pip install nvidia-cublas"),
        finding("cuDNN", cudnn(), "not needed; where wanted: pip install nvidia-cudnn-cu13"),
        finding(
            "MPI",
            tensorcell_dist::mpi_version().map(str::to_owned),
            "not needed; for tensors of the processor between processes: apt install openmpi-bin",
        ),
        finding(
            "confinement",
            confinement(),
            "not needed; confined sessions: Linux 6.12 or newer with Landlock switched on",
        ),
        finding("emulator", emulator(), ""),
        finding("g++", first_line("g++", &["--version"]), "emulated devices compile kernels with it: apt install g++"),
        finding(
            "Rust",
            rust_cells(),
            "not needed; %%rust cells: cargo build --release -p tensorcell-rust, and a Rust toolchain",
        ),
        finding(
            "python3",
            first_line("python3", &["--version"]),
            "`tensorcell lab` needs it, or uv: apt install python3-venv",
        ),
        finding("uv", first_line("uv", &["--version"]), "not needed; makes the first `tensorcell lab` faster"),
        finding("jupyter", first_line("jupyter", &["--version"]), "not needed; `tensorcell lab` has its own"),
    ]
}

fn gpus() -> Option<String> {
    let devices: Vec<String> = (0..driver::device_count())
        .filter_map(|index| driver::properties(index).ok())
        .map(|device| format!("{} ({:.1} GiB)", device.name, device.total_memory as f64 / f64::from(1 << 30)))
        .collect();
    (!devices.is_empty()).then(|| devices.join(", "))
}

/// Returns the base kernels that are compiled for the first GPU.
fn kernels() -> Option<String> {
    if driver::is_emulated() {
        return Some("the emulator's".to_owned());
    }
    if driver::device_count() == 0 {
        return None;
    }
    let (have, all) = ready::count(0);
    (have > 0).then(|| format!("{have} of {all} programs are compiled"))
}

/// Returns the mechanism that confines sessions, if it is complete.
fn confinement() -> Option<String> {
    let found = tensorcell_confine::support();
    tensorcell_confine::check_support(found).ok()?;
    Some(found.to_string())
}

/// Describes the emulator. It is always available, because it is part of the binary.
fn emulator() -> Option<String> {
    Some(match libraries::emulated_devices() {
        0 => "built in; TENSORCELL_EMULATE=N asks for N emulated devices".to_owned(),
        devices if libraries::load().ptx => format!("{devices} devices, which run PTX"),
        devices if host_work::is_on() => format!("{devices} devices, for which the processor computes"),
        devices => format!("{devices} devices, which run their kernels"),
    })
}

/// Finds what `%%rust` cells need: the cell program and a compiler.
fn rust_cells() -> Option<String> {
    let program = crate::notebook::rust::find()?;
    first_line("cargo", &["--version"])?;
    Some(format!("{}, with {}", program.display(), first_line("rustc", &["--version"])?))
}

/// Finds cuDNN through the linker or pip.
fn cudnn() -> Option<String> {
    let is_cudnn =
        |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("libcudnn.so"));
    let by_pip = libraries::python_libraries().iter().find(|path| is_cudnn(path)).cloned();
    let cache = Command::new("ldconfig").arg("-p").output().ok();
    let by_linker = cache.and_then(|output| {
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        text.lines().filter_map(|line| line.split("=> ").nth(1).map(PathBuf::from)).find(is_cudnn)
    });
    by_linker.or(by_pip).map(|path| path.display().to_string())
}

fn first_line(program: &str, args: &[&str]) -> Option<String> {
    let output = Command::new(program).args(args).output().ok().filter(|output| output.status.success())?;
    let text = String::from_utf8_lossy(&output.stdout);
    Some(text.lines().next().unwrap_or_default().trim_end_matches("...").trim().to_owned())
}
