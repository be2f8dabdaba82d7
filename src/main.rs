//! The `tensorcell` command.

use std::process::ExitCode;

/// Most of what a small tensor costs is made and let go of here.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    tensorcell::cli::main()
}
