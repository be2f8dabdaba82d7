//! The last program of a run of all tests: prints what was skipped.

use std::process::ExitCode;

fn main() -> ExitCode {
    tensorcell_verify::summary()
}
