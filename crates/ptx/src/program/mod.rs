//! A validated program: instructions with resolved registers, functions, kernels and variables.

pub(crate) mod op;

use crate::fault::Location;
use crate::memory::Buffer;
use crate::scalar::Space;
use op::Instruction;
use std::collections::HashMap;

/// The class in which an instruction is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Class {
    Integer,
    Single,
    Double,
    Half,
    Convert,
    Compare,
    Move,
    /// `.approx` functions, which run on the special function unit.
    Approximate,
    Load,
    Store,
    SharedLoad,
    SharedStore,
    Atomic,
    Branch,
    Call,
    Barrier,
    Warp,
    Matrix,
    Copy,
    Other,
}

impl Class {
    pub const ALL: [Class; 20] = [
        Class::Integer,
        Class::Single,
        Class::Double,
        Class::Half,
        Class::Convert,
        Class::Compare,
        Class::Move,
        Class::Approximate,
        Class::Load,
        Class::Store,
        Class::SharedLoad,
        Class::SharedStore,
        Class::Atomic,
        Class::Branch,
        Class::Call,
        Class::Barrier,
        Class::Warp,
        Class::Matrix,
        Class::Copy,
        Class::Other,
    ];
}

/// The number of registers of a function, by width.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Registers {
    pub(crate) words: u16,
    pub(crate) doubles: u16,
    pub(crate) predicates: u16,
}

/// A parameter or result: in the frame of a function, or in the parameter space of a kernel.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place {
    pub(crate) offset: u32,
    pub(crate) bytes: u32,
}

pub(crate) struct Function {
    pub(crate) name: String,
    pub(crate) code: Vec<Instruction>,
    /// Per instruction: its line, and file and line of the CUDA source.
    pub(crate) lines: Vec<(u32, u32, u32)>,
    pub(crate) registers: Registers,
    /// Constants and their slots.
    pub(crate) words: Vec<(u16, u32)>,
    pub(crate) doubles: Vec<(u16, u64)>,
    /// Size of the frame in bytes: results, parameters, local variables.
    pub(crate) frame: u32,
    pub(crate) returns: Vec<Place>,
    pub(crate) parameters: Vec<Place>,
}

/// A kernel of a program.
#[derive(Debug, Clone)]
pub struct Kernel {
    pub(crate) function: usize,
    pub(crate) places: Vec<Place>,
    /// Size of all parameters in bytes, each at its alignment.
    pub parameter_bytes: usize,
    /// Size of static shared memory in bytes.
    pub shared_bytes: u32,
    /// The required block size (`.reqntid`).
    pub required: Option<[u32; 3]>,
    /// The most threads per block (`.maxntid`).
    pub most_threads: Option<u32>,
    /// Registers per thread (`.maxnreg`).
    pub registers: Option<u32>,
    /// Bytes of shared memory that are tracked as one: the narrowest access of the program.
    pub(crate) granule: u32,
    pub(crate) shared: Vec<Shared>,
}

/// A variable in static shared memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shared {
    pub name: String,
    pub offset: u32,
    pub bytes: u32,
}

impl Kernel {
    /// Returns the variable that contains a byte of static shared memory.
    pub fn shared_at(&self, address: u64) -> Option<&Shared> {
        let holds = |shared: &&Shared| (0..shared.bytes.into()).contains(&address.wrapping_sub(shared.offset.into()));
        self.shared.iter().find(holds)
    }

    /// Iterates over offset and size in bytes of each parameter.
    pub fn parameters(&self) -> impl Iterator<Item = (usize, usize)> {
        self.places.iter().map(|place| (place.offset as usize, place.bytes as usize))
    }
}

/// A variable in global or constant memory.
#[derive(Debug, Clone)]
pub struct Global {
    pub space: Space,
    pub address: u64,
    pub bytes: u64,
}

/// A module: its kernels, functions and variables. The variables live as long as it does.
pub struct Program {
    pub(crate) functions: Vec<Function>,
    pub(crate) kernels: HashMap<String, Kernel>,
    pub(crate) globals: HashMap<String, Global>,
    pub(crate) files: HashMap<u32, String>,
    pub(crate) memory: Buffer,
    pub(crate) constants: Vec<(u64, u64)>,
    pub(crate) sites: u32,
    /// PTX version and target, as written.
    pub version: (u32, u32),
    pub target: String,
}

impl Program {
    /// Returns the names of the kernels, sorted.
    pub fn kernels(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.kernels.keys().map(String::as_str).collect();
        names.sort_unstable();
        names
    }

    pub fn kernel(&self, name: &str) -> Option<&Kernel> {
        self.kernels.get(name)
    }

    /// Returns a variable of the module.
    pub fn global(&self, name: &str) -> Option<&Global> {
        self.globals.get(name)
    }

    /// Returns the region of the variable that contains an address.
    pub(crate) fn variable_at(&self, address: u64) -> Option<crate::memory::Region<'_>> {
        let holds = |global: &&Global| address >= global.address && address - global.address < global.bytes;
        let global = self.globals.values().find(holds)?;
        Some(self.memory.part(global.address, global.bytes))
    }

    /// Returns the location of an instruction.
    pub(crate) fn location(&self, function: usize, pc: usize) -> Location {
        let lines = &self.functions[function].lines;
        let (line, file, source) = lines.get(pc.min(lines.len().saturating_sub(1))).copied().unwrap_or_default();
        let source = self.files.get(&file).filter(|_| source > 0).map(|name| (name.clone(), source));
        Location { line, source }
    }
}

impl std::fmt::Debug for Program {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Program").field("kernels", &self.kernels()).finish_non_exhaustive()
    }
}
