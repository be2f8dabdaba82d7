//! Errors of a launch: faults of a kernel with their location, and invalid launches.

use crate::scalar::Space;
use std::fmt;

/// A location in the PTX text, and in the CUDA source if `.loc` gives it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Location {
    /// The line of the PTX text, from 1.
    pub line: u32,
    /// The file and line of the CUDA source, from 1.
    pub source: Option<(String, u32)>,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.source {
            Some((file, line)) => write!(f, "{file}:{line} (PTX line {})", self.line),
            None => write!(f, "PTX line {}", self.line),
        }
    }
}

/// An action of a thread that is undefined or an error on hardware.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FaultKind {
    #[error("{} of {bytes} bytes at {space:?} address {address:#x} is misaligned", verb(*.write))]
    Misaligned { space: Space, address: u64, bytes: u32, write: bool },
    #[error("{} of {bytes} bytes at {space:?} address {address:#x} is out of bounds", verb(*.write))]
    OutOfBounds { space: Space, address: u64, bytes: u32, write: bool },
    #[error("read of shared memory at byte {address}, which no thread of the block has written")]
    UnwrittenShared { address: u64 },
    #[error(
        "race in shared memory at byte {address}: {} here, {} by thread {other:?} without a barrier between",
        verb(*.write),
        verb(*.other_write)
    )]
    Race { address: u64, write: bool, other: [u32; 3], other_write: bool },
    #[error(
        "race in global memory at address {address:#x}: {} here, {} by thread {other:?} of block {other_block:?} with nothing that orders them",
        verb(*.write),
        verb(*.other_write)
    )]
    GlobalRace { address: u64, write: bool, other_block: [u32; 3], other: [u32; 3], other_write: bool },
    #[error("barrier divergence: {waiting} threads wait at barrier {barrier}, others {others}")]
    BarrierDivergence { barrier: u32, waiting: u32, others: &'static str },
    #[error("barrier {barrier} wants {count} threads; a positive multiple of 32 up to the block's threads is allowed")]
    BarrierCount { barrier: u32, count: u32 },
    #[error("mask {mask:#010x} of `{instruction}` does not name the lane that runs it")]
    MaskWithoutSelf { instruction: &'static str, mask: u32 },
    #[error("mask {mask:#010x} of `{instruction}` names lanes {lanes:#010x}, which have exited or never come to it")]
    AbsentLanes { instruction: &'static str, mask: u32, lanes: u32 },
    #[error("`{instruction}` is run by lanes {active:#010x} only; all 32 of the warp must run it together")]
    PartialWarp { instruction: &'static str, active: u32 },
    #[error("write to {0:?} memory, which a kernel may only read")]
    ReadOnly(Space),
    #[error("call depth exceeds {0}")]
    CallDepth(usize),
    #[error("local memory of a thread exceeds {0} bytes")]
    LocalMemory(usize),
    #[error("indirect branch to entry {index} of {count}")]
    BranchIndex { index: u32, count: u32 },
    #[error("call of address {0:#x}, where no function is")]
    CallAddress(u64),
    #[error("trap")]
    Trap,
    #[error("assertion `{message}` failed at {file}:{line}")]
    Assertion { message: String, file: String, line: u32 },
    #[error("printf: {0}")]
    Print(&'static str),
    #[error("{0} threads wait for each other without an end")]
    Deadlock(u32),
}

fn verb(write: bool) -> &'static str {
    if write { "write" } else { "read" }
}

/// A fault with the thread that caused it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    pub kernel: String,
    pub block: [u32; 3],
    pub thread: [u32; 3],
    pub location: Location,
    pub kind: FaultKind,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ([bx, by, bz], [x, y, z]) = (self.block, self.thread);
        write!(f, "kernel `{}`, block ({bx},{by},{bz}), thread ({x},{y},{z}), ", self.kernel)?;
        write!(f, "{}: {}", self.location, self.kind)
    }
}

impl std::error::Error for Fault {}

/// Why a launch failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LaunchError {
    #[error("the module has no kernel `{0}`")]
    NoKernel(String),
    #[error("grid or block has a size of zero")]
    Empty,
    #[error("block of {threads} threads: at most {limit} are allowed ({by})")]
    TooManyThreads { threads: u64, limit: u32, by: &'static str },
    #[error("block of {given:?} threads: the kernel requires {required:?} (.reqntid)")]
    RequiredBlock { given: [u32; 3], required: [u32; 3] },
    #[error("grid of {0:?} blocks exceeds 2147483647 x 65535 x 65535")]
    GridTooLarge([u32; 3]),
    #[error("{wanted} bytes of shared memory: at most {limit} are allowed")]
    SharedMemory { wanted: u64, limit: u32 },
    #[error("{registers} registers a thread times {threads} threads exceed the {limit} of a multiprocessor")]
    Registers { registers: u32, threads: u32, limit: u32 },
    #[error("{given} bytes of parameters; the kernel takes {wanted}")]
    Parameters { given: usize, wanted: usize },
    #[error(transparent)]
    Fault(Box<Fault>),
    #[error("interrupted")]
    Interrupted,
}
