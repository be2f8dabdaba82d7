//! The names of special methods, ready made: looking one up costs no text and no hash.

use crate::native::{BinaryOp, CompareOp};
use crate::object::Str;
use crate::object::intern;

pub(super) struct Names {
    /// By operator: `__add__`, `__radd__`, `__iadd__`.
    binary: Vec<[Str; 3]>,
    /// By comparison: `__eq__`.
    comparison: Vec<Str>,
}

impl Names {
    pub fn new() -> Names {
        let of = |op: BinaryOp| ["", "r", "i"].map(|kind| intern(&format!("__{kind}{}__", op.method())));
        Names {
            binary: BinaryOp::ALL.into_iter().map(of).collect(),
            comparison: CompareOp::ALL.into_iter().map(|op| intern(op.method())).collect(),
        }
    }
    pub fn forward(&self, op: BinaryOp) -> &Str {
        &self.binary[op as usize][0]
    }
    pub fn comparison(&self, op: CompareOp) -> &Str {
        &self.comparison[op as usize]
    }
    pub fn reflected(&self, op: BinaryOp) -> &Str {
        &self.binary[op as usize][1]
    }
    pub fn in_place(&self, op: BinaryOp) -> &Str {
        &self.binary[op as usize][2]
    }
}
