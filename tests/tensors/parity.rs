//! Compares programs with PyTorch's recorded output (`tests/parity/*.py` and `*.out`, recorded by `record.py` on the
//! CPU): the output must be the same on the CPU and on an emulated CUDA device.
//!
//! Each program runs in its own process, so that seeds, defaults and caches are not shared; as many in parallel as
//! there are processors. `PARITY=name` selects programs by a part of their name. `record.py` explains how a program
//! picks its device.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Begins the first line of a program that does not run on the device; the reason follows.
const CPU_ONLY: &str = "# cpu only: ";
/// Begins it if the program uses two devices, if there are any.
const TWO_DEVICES: &str = "# two devices: ";
/// Begins it if the program runs only on the device.
const DEVICE_ONLY: &str = "# device only: ";

fn programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/parity");
    let entries = fs::read_dir(folder).expect("the folder of programs");
    let mut programs: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "py") && !path.ends_with("record.py"))
        .collect();
    programs.sort();
    programs
}

fn recordings() -> usize {
    let entries = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/parity")).expect("the folder");
    entries.filter(|entry| entry.as_ref().is_ok_and(|e| e.path().extension().is_some_and(|e| e == "out"))).count()
}

fn source(path: &Path) -> String {
    fs::read_to_string(path).expect("a program")
}

fn name(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Returns a program's output, with the report of a final error.
fn run(path: &Path, emulated_devices: &str) -> String {
    let several = emulated_devices != "0" && source(path).starts_with(TWO_DEVICES);
    let devices = if several { "2" } else { emulated_devices };
    let output = Command::new(env!("CARGO_BIN_EXE_tensorcell"))
        .arg("run")
        .arg(path)
        .env("TENSORCELL_EMULATE", devices)
        .env("CUDA_VISIBLE_DEVICES", if devices == "0" { "" } else { "0,1" })
        .current_dir(path.parent().expect("the folder of programs"))
        .output()
        .expect("the binary runs");
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    match output.status.success() {
        true => printed,
        false => printed + &String::from_utf8_lossy(&output.stderr),
    }
}

/// Returns the first line that differs, in both forms.
fn difference(expected: &str, found: &str) -> Option<String> {
    if expected == found {
        return None;
    }
    let mut ours = found.lines();
    for (number, line) in expected.lines().enumerate() {
        let our = ours.next();
        if our != Some(line) {
            let rest: Vec<&str> = our.into_iter().chain(ours.by_ref()).take(12).collect();
            return Some(format!("line {}\n  PyTorch: {line}\n  ours:    {}", number + 1, rest.join("\n           ")));
        }
    }
    Some(format!("ours goes on: {}", ours.take(12).collect::<Vec<_>>().join("\n")))
}

fn check(programs: &[PathBuf], emulated_devices: &str) {
    let only = std::env::var("PARITY").unwrap_or_default();
    let chosen: Vec<&PathBuf> = programs.iter().filter(|path| name(path).contains(&only)).collect();
    let failures = Mutex::new(Vec::new());
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(path) = chosen.get(next.fetch_add(1, Ordering::Relaxed)) {
            let wrong = match fs::read_to_string(path.with_extension("out")) {
                Ok(expected) => difference(&expected, &run(path, emulated_devices)),
                Err(error) => Some(format!("no recording beside it ({error})")),
            };
            if let Some(difference) = wrong {
                failures.lock().expect("no panic").push(format!("{}: {difference}", name(path)));
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    let mut failures = failures.into_inner().expect("no panic");
    failures.sort();
    let count = format!("{} of {} programs differ", failures.len(), chosen.len());
    assert!(failures.is_empty(), "{count}\n\n{}", failures.join("\n\n"));
}

#[test]
fn programs_print_what_pytorch_prints() {
    let programs = programs();
    assert_eq!(programs.len(), recordings(), "each program has a recording, and each recording its program");
    assert!(programs.len() >= 180, "only {} programs were found", programs.len());
    let on_cpu: Vec<PathBuf> = programs.into_iter().filter(|path| !source(path).starts_with(DEVICE_ONLY)).collect();
    check(&on_cpu, "0");
}

#[test]
fn programs_print_the_same_on_an_emulated_device() {
    let mut programs = programs();
    programs.retain(|path| !source(path).starts_with(CPU_ONLY));
    assert!(programs.len() >= recordings() * 2 / 3, "only {} programs run on the device", programs.len());
    check(&programs, "1");
}

#[test]
fn programs_that_run_in_one_place_say_why() {
    for path in programs() {
        let first = source(&path).lines().next().unwrap_or_default().to_owned();
        for marker in [CPU_ONLY, DEVICE_ONLY, TWO_DEVICES] {
            if let Some(reason) = first.strip_prefix(marker.trim_end_matches(": ")) {
                let reason = reason.strip_prefix(": ").unwrap_or_default();
                assert!(reason.len() > 10, "{}: `{marker}` wants a reason", name(&path));
            }
        }
    }
}
