//! Executable instructions: operations on slots of registers.

use super::Class;
use crate::alu::compare::Test;
use crate::alu::{Each, V32, V64};
use crate::scalar::{Scalar, Space};

/// An operand of up to 32 bits: the slot of a register or constant.
#[derive(Debug, Clone, Copy)]
pub(crate) struct A32(pub(crate) u16);

/// An operand of 64 bits.
#[derive(Debug, Clone, Copy)]
pub(crate) struct A64(pub(crate) u16);

/// An operand of either width.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Argument {
    Word(A32),
    Double(A64),
}

/// A destination register of either width, or a sink.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Register {
    Word(u16),
    Double(u16),
    None,
}

/// A predicate, or its negation.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Guard {
    pub(crate) slot: u16,
    pub(crate) negated: bool,
}

/// A predicate operand.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Condition {
    Of(Guard),
    Always(bool),
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum Base {
    None,
    Word(u16),
    Double(u16),
    /// The running function's frame of local memory.
    Frame,
}

/// The address of an access; `site` is the number of the instruction in the program.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Address {
    pub(crate) space: Area,
    pub(crate) base: Base,
    pub(crate) offset: u64,
    pub(crate) site: u32,
}

/// The space of an access. Parameters of kernels have their own space; those of functions are in the frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Area {
    Generic,
    Global,
    Shared,
    Local,
    Parameters,
}

impl Area {
    pub(crate) fn space(self) -> Space {
        match self {
            Area::Generic => Space::Generic,
            Area::Global => Space::Global,
            Area::Shared => Space::Shared,
            Area::Local => Space::Local,
            Area::Parameters => Space::Param,
        }
    }
}

/// An element of memory: its size, whether a load sign-extends it, and whether only to 16 bits.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Element {
    pub(crate) bytes: u8,
    pub(crate) signed: bool,
    pub(crate) narrow: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Logic {
    And,
    Or,
    Xor,
    Not,
    Move,
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum Joined {
    Alone,
    And(Condition),
    Or(Condition),
    Xor(Condition),
}

/// The destination of a comparison.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Answer {
    /// Predicates for the result and its negation.
    Predicates(Option<u16>, Option<u16>),
    /// A register that receives this value if true, 0 otherwise.
    Word(u16, u32),
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum Special {
    ThreadX,
    ThreadY,
    ThreadZ,
    Lane,
    WarpInBlock,
    /// Masks of lanes relative to this one: less, less or equal, greater, greater or equal, equal.
    MaskLess,
    MaskLessEqual,
    MaskGreater,
    MaskGreaterEqual,
    MaskEqual,
    /// The address of dynamic shared memory.
    Dynamic,
    Uniform(Uniform),
}

/// Special registers with the same value in all lanes.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Uniform {
    Block(usize),
    BlockSize(usize),
    GridSize(usize),
    Warps,
    Grid,
    Multiprocessor,
    Multiprocessors,
    Clock,
    ClockHigh,
    DynamicBytes,
    TotalBytes,
    Constant(u32),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Atom {
    Add,
    Min,
    Max,
    And,
    Or,
    Xor,
    Exchange,
    Compare,
    Increment,
    Decrement,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shuffle {
    Up,
    Down,
    Butterfly,
    Index,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Vote {
    All,
    Any,
    Uniform,
    Ballot,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reduction {
    Add,
    Min,
    Max,
    And,
    Or,
    Xor,
}

/// The reduction of a barrier (`bar.red`).
#[derive(Debug, Clone, Copy)]
pub(crate) enum Meeting {
    Plain,
    Count(u16, Condition),
    And(u16, Condition),
    Or(u16, Condition),
}

/// An operation that the lanes of a mask execute together.
pub(crate) enum Together {
    Sync,
    Shuffle { kind: Shuffle, to: u16, valid: Option<u16>, from: A32, by: A32, clamp: A32 },
    Vote { kind: Vote, to: Register, predicate: Option<u16>, of: Condition },
    Match { all: bool, to: u16, valid: Option<u16>, of: Argument },
    Reduce { kind: Reduction, signed: bool, to: u16, of: A32 },
    Elect { to: Register, elected: u16 },
}

/// A product of small matrices.
pub(crate) struct Product {
    pub(crate) shape: (u8, u8, u8),
    pub(crate) inputs: (Scalar, Scalar),
    /// Types of the accumulator and the result: float16, float32, float64 or signed 32-bit integers.
    pub(crate) sum: (Scalar, Scalar),
    pub(crate) saturates: bool,
    pub(crate) d: Vec<Register>,
    pub(crate) a: Vec<Argument>,
    pub(crate) b: Vec<Argument>,
    pub(crate) c: Vec<Argument>,
}

pub(crate) enum Callee {
    Function(usize),
    /// The address of a function in a register.
    Slot(u16),
    Print,
    Assert,
}

/// A call: the ranges that are copied between frames, in bytes of local memory.
pub(crate) struct Call {
    pub(crate) callee: Callee,
    /// Offsets in the caller's frame, and sizes.
    pub(crate) arguments: Vec<(u32, u32)>,
    pub(crate) results: Vec<(u32, u32)>,
}

pub(crate) enum Op {
    Ss(fn(&V32, &mut V32), u16, A32),
    Sd(fn(&V64, &mut V32), u16, A64),
    Ds(fn(&V32, &mut V64), u16, A32),
    Dd(fn(&V64, &mut V64), u16, A64),
    Sss(fn(&V32, &V32, &mut V32), u16, A32, A32),
    Dss(fn(&V32, &V32, &mut V64), u16, A32, A32),
    Ddd(fn(&V64, &V64, &mut V64), u16, A64, A64),
    Dds(fn(&V64, &V32, &mut V64), u16, A64, A32),
    Ssss(fn(&V32, &V32, &V32, &mut V32), u16, A32, A32, A32),
    Dssd(fn(&V32, &V32, &V64, &mut V64), u16, A32, A32, A64),
    Dddd(fn(&V64, &V64, &V64, &mut V64), u16, A64, A64, A64),
    Each(Box<(Each, Register, [Option<Argument>; 4])>),
    Move32(u16, A32),
    Move64(u16, A64),
    Logic(Logic, u16, Condition, Condition),
    Test(Box<(Test, [Argument; 2], Joined, Answer)>),
    /// Selects by a predicate.
    Choose32(u16, A32, A32, Condition),
    Choose64(u16, A64, A64, Condition),
    /// Selects by a test of the third operand.
    ChooseBy(Box<(Test, Register, [Argument; 3])>),
    /// Addition and multiplication with the carry flag.
    Carry(Box<Carry>),
    Special(Special, u16),
    Clock(u16),
    /// The address of a place in the frame; generic, or in local space.
    FrameAddress(Register, u32, bool),
    Isolated(Area, u16, Argument),
    /// The last field: whether the access is strong (volatile, relaxed or stronger).
    Load(Address, Element, Box<[Register]>, bool),
    Store(Address, Element, Box<[Argument]>, bool),
    Prefetch,
    Atomic(Box<Atomic>),
    Branch(u32),
    BranchBy(A32, Box<[u32]>),
    Call(Box<Call>),
    Return,
    Exit,
    Trap,
    Barrier(Box<Barrier>),
    Fence,
    ActiveMask(u16),
    Together(Box<(Together, A32)>),
    Product(Box<Product>),
    LoadMatrix {
        address: Address,
        transposed: bool,
        to: Box<[Register]>,
    },
    StoreMatrix {
        address: Address,
        transposed: bool,
        from: Box<[Argument]>,
    },
    TransposeMatrix(u16, A32),
    CopyAsync {
        to: Address,
        from: Address,
        bytes: u32,
        taken: Option<A32>,
        ignored: Condition,
    },
    CommitGroup,
    WaitGroup(u32),
}

pub(crate) struct Carry {
    /// Which operation: high or low half of a product, addition, subtraction.
    pub(crate) kind: CarryKind,
    pub(crate) scalar: Scalar,
    pub(crate) reads: bool,
    pub(crate) writes: bool,
    pub(crate) to: Register,
    pub(crate) operands: [Argument; 3],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CarryKind {
    Add,
    Subtract,
    Low,
    High,
}

pub(crate) struct Atomic {
    pub(crate) operation: Atom,
    pub(crate) scalar: Scalar,
    pub(crate) address: Address,
    pub(crate) operands: Vec<Argument>,
    /// The value to store if the comparison is equal.
    pub(crate) exchange: Vec<Argument>,
    pub(crate) results: Vec<Register>,
}

pub(crate) struct Barrier {
    pub(crate) id: A32,
    pub(crate) count: Option<A32>,
    /// Whether it arrives without waiting.
    pub(crate) arrives: bool,
    pub(crate) aligned: bool,
    pub(crate) meeting: Meeting,
}

pub(crate) struct Instruction {
    pub(crate) op: Op,
    pub(crate) guard: Option<Guard>,
    pub(crate) class: Class,
}
