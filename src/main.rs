//! The `tensorcell` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    tensorcell::cli::main()
}
