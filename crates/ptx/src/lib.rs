//! Reads PTX, NVIDIA's assembly for GPUs, and runs its kernels on the processor, with the checks of what hardware punishes.
//!
//! [`Program::parse`] reads a module's text and validates it; [`Program::launch`] runs a grid. Warps of 32 lanes run in
//! step, each instruction over all lanes at once; lanes that took different ways wait for each other at the lowest
//! address (`exec/warp.rs`). Memory is what a [`Memory`] names as allocated: each access is checked against it.

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
