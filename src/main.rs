//! The `tensorcell` command.

use std::process::ExitCode;

/// Allocation is most of the cost of a small tensor.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    tensorcell::cli::main()
}
