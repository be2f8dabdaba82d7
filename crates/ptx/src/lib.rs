//! Parses PTX, NVIDIA's virtual assembly, and runs its kernels on the CPU, with checks for errors that hardware does not report.
//!
//! [`Program::parse`] parses and validates a module; [`Program::launch`] runs a grid. The 32 lanes of a warp execute
//! each instruction together; after divergence the lanes at the lowest address run first (`exec/warp.rs`). Accesses
//! are checked against the allocations that a [`Memory`] reports.

mod alu;
mod decode;
mod exec;
mod fault;
mod memory;
mod number;
mod program;
mod scalar;
mod text;

pub use exec::launch::{Counts, Launch, Limits};
pub use exec::setting::Checks;
pub use fault::{Fault, FaultKind, LaunchError, Location};
pub use memory::{Allocations, Buffer, Memory, Region};
pub use program::{Class, Global, Kernel, Program, Shared};
pub use scalar::Space;
pub use text::Error;
