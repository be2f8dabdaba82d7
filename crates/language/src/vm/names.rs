//! The names of special methods, interned in advance so that a lookup needs no new string and no hash.

use crate::native::{BinaryOp, CompareOp};
use crate::object::Str;
use crate::object::intern;

/// Special methods that are looked up often.
#[derive(Clone, Copy)]
pub(super) enum Special {
    Bool,
    Call,
    Contains,
    Enter,
    Exit,
    GetItem,
    Hash,
    Iter,
    Len,
    Next,
    SetItem,
}

impl Special {
    const NAMES: [&str; 11] = [
        "__bool__",
        "__call__",
        "__contains__",
        "__enter__",
        "__exit__",
        "__getitem__",
        "__hash__",
        "__iter__",
        "__len__",
        "__next__",
        "__setitem__",
    ];
}

pub(super) struct Names {
    /// By operator: `__add__`, `__radd__`, `__iadd__`.
    binary: Vec<[Str; 3]>,
    /// By comparison: `__eq__`.
    comparison: Vec<Str>,
    special: [Str; Special::NAMES.len()],
}

impl Names {
    pub fn new() -> Names {
        let of = |op: BinaryOp| ["", "r", "i"].map(|kind| intern(&format!("__{kind}{}__", op.method())));
        Names {
            binary: BinaryOp::ALL.into_iter().map(of).collect(),
            comparison: CompareOp::ALL.into_iter().map(|op| intern(op.method())).collect(),
            special: Special::NAMES.map(intern),
        }
    }
    pub fn forward(&self, op: BinaryOp) -> &Str {
        &self.binary[op as usize][0]
    }
    pub fn comparison(&self, op: CompareOp) -> &Str {
        &self.comparison[op as usize]
    }
    pub fn special(&self, special: Special) -> &Str {
        &self.special[special as usize]
    }
    pub fn reflected(&self, op: BinaryOp) -> &Str {
        &self.binary[op as usize][1]
    }
    pub fn in_place(&self, op: BinaryOp) -> &Str {
        &self.binary[op as usize][2]
    }
}
