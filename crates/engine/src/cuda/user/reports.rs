//! Findings about running user kernels: races, out-of-bounds accesses, failed asserts. The emulator detects all of them; a GPU only reports
//! printed asserts.

use super::{Program, find};
use parking_lot::Mutex;
use tensorcell_device::driver;
use tensorcell_device::user::{self, Report};
use tensorcell_tensor::op::{KernelTrouble, Result};
use tensorcell_tensor::{ErrorKind, TensorError};

/// A finding, with the places in cells that it concerns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    pub kind: String,
    /// For example `sums, Cell [3], line 7: thread (1,0,0) of block (0,0,0) writes ...`.
    pub text: String,
    /// Source, start, end, and the text to show there.
    pub places: Vec<([u32; 3], String)>,
}

/// Failed asserts printed by a GPU's kernels, kept until the fault is reported.
static ASSERTS: Mutex<Vec<(usize, Finding)>> = Mutex::new(Vec::new());

fn finding(report: &Report) -> Finding {
    let (number, kernel) = report.kernel.split_once(':').unwrap_or(("", &report.kernel));
    let program = number.parse().ok().and_then(find);
    let mut text = kernel.to_owned();
    let mut places = Vec::new();
    if let Some(program) = program {
        text += &format!(", {}", program.name);
        let mut mark = |line: Option<u32>, label: &str| {
            let place = line.and_then(|line| program.line(line));
            places
                .extend(place.map(|place| ([program.origin, place.start as u32, place.end as u32], label.to_owned())));
        };
        mark(report.line, &report.text);
        if report.earlier_line != report.line {
            mark(report.earlier_line, "the other thread's access");
        }
    }
    if let Some(line) = report.line {
        text += &format!(", line {line}");
    }
    Finding { kind: report.kind.clone(), text: format!("{text}: {}", report.text), places }
}

/// Takes the findings about a device's fault. Each is reported once.
pub fn findings(device: usize) -> Vec<Finding> {
    // A stopped kernel was already reported when it was stopped.
    let reports = user::take_reports(device, |_| true).into_iter().filter(|report| report.kind != "stopped");
    let mut found: Vec<Finding> = reports.map(|report| finding(&report)).collect();
    ASSERTS.lock().retain(|(of, assert)| {
        if *of == device {
            found.push(assert.clone());
        }
        *of != device
    });
    found
}

/// Takes the error of a race in a finished kernel. Called after waiting for the device.
pub fn check(device: usize) -> Result<()> {
    let reports = user::take_reports(device, |report| matches!(report.kind.as_str(), "race" | "stopped"));
    let Some(race) = reports.iter().find(|report| report.kind == "race").map(finding) else {
        return Ok(());
    };
    let mut error = TensorError::new(ErrorKind::Runtime, format!("race in kernel {}", race.text));
    let help = "put __syncthreads() between the two accesses (__syncwarp() within a warp), or make them atomic; `%%cuda --no-check` \
                leaves the checks out";
    error.kernel =
        Some(Box::new(KernelTrouble { places: race.places, help: Some(help.to_owned()), ..KernelTrouble::default() }));
    Err(error)
}

/// Stores what a GPU's failed asserts printed: `NAME:7: void k(): block: [0,0,0], thread: [5,0,0] Assertion `...` failed.`
pub fn note_asserts(program: &Program, kernel: &str, device: usize, printed: &str) {
    if driver::is_emulated() {
        return;
    }
    for line in printed.lines().filter(|line| line.contains("Assertion `")) {
        let Some((number, said)) =
            line.strip_prefix(&format!("{}:", program.name)).and_then(|rest| rest.split_once(':'))
        else {
            continue;
        };
        let number = number.parse().ok();
        let report = Report {
            kind: "assert".into(),
            device,
            kernel: format!("{}:{kernel}", program.number),
            line: number,
            earlier_line: None,
            text: said.trim().to_owned(),
        };
        ASSERTS.lock().push((device, finding(&report)));
        return; // each thread of a warp prints the same
    }
}
