//! The syntax tree of PTX, before names are resolved.

use crate::scalar::{Scalar, Space};

#[derive(Debug, Default)]
pub(crate) struct Module<'a> {
    pub(crate) version: (u32, u32),
    pub(crate) target: &'a str,
    pub(crate) files: Vec<(u32, &'a str)>,
    pub(crate) variables: Vec<Variable<'a>>,
    pub(crate) functions: Vec<Function<'a>>,
}

#[derive(Debug, Clone)]
pub(crate) struct Variable<'a> {
    pub(crate) line: u32,
    pub(crate) space: Space,
    pub(crate) name: &'a str,
    pub(crate) scalar: Scalar,
    pub(crate) align: u64,
    /// Number of elements; `None` if left open (`.extern .shared x[]`).
    pub(crate) count: Option<u64>,
    pub(crate) external: bool,
    pub(crate) values: Vec<Constant<'a>>,
}

/// One element of an initialiser.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Constant<'a> {
    Bits {
        value: u64,
        of: Literal,
    },
    /// A variable's or function's address plus an offset.
    Symbol {
        name: &'a str,
        offset: i64,
    },
}

/// How an immediate was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Literal {
    Integer,
    Single,
    Double,
}

#[derive(Debug)]
pub(crate) struct Function<'a> {
    pub(crate) line: u32,
    pub(crate) name: &'a str,
    pub(crate) entry: bool,
    pub(crate) returns: Vec<Variable<'a>>,
    pub(crate) parameters: Vec<Variable<'a>>,
    pub(crate) required: Option<[u32; 3]>,
    pub(crate) most: Option<[u32; 3]>,
    pub(crate) registers: Option<u32>,
    /// `None` for a declaration.
    pub(crate) body: Option<Vec<Statement<'a>>>,
}

#[derive(Debug)]
pub(crate) enum Statement<'a> {
    Open,
    Close,
    Label { line: u32, name: &'a str },
    Registers { line: u32, scalar: Scalar, name: &'a str, count: Option<u32> },
    Variable(Variable<'a>),
    Targets { name: &'a str, labels: Vec<&'a str> },
    Location { file: u32, line: u32 },
    Instruction(Instruction<'a>),
}

#[derive(Debug)]
pub(crate) struct Instruction<'a> {
    pub(crate) line: u32,
    /// The register of the guard, and whether it is negated.
    pub(crate) guard: Option<(&'a str, bool)>,
    /// The mnemonic with its modifiers.
    pub(crate) mnemonic: &'a str,
    pub(crate) operands: Vec<Operand<'a>>,
}

#[derive(Debug, Clone)]
pub(crate) enum Operand<'a> {
    Name(&'a str),
    /// A name with an offset, or a negated integer.
    Sum(&'a str, i64),
    Immediate {
        bits: u64,
        of: Literal,
    },
    /// `!p`.
    Not(&'a str),
    /// `d|p`.
    Pair(&'a str, &'a str),
    Vector(Vec<Operand<'a>>),
    /// `[base+offset]`; `None` if the address is a number.
    Address {
        base: Option<&'a str>,
        offset: i64,
    },
    /// The lists of a call.
    List(Vec<Operand<'a>>),
    /// `[map, {x, y}]`, of tensor maps and textures.
    Compound,
}
