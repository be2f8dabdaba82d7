//! Shortcuts: runs of instructions that occur together most often get one that does the work of all.
//!
//! A shortcut takes the place of the first instruction of its run; the others stay where they are, behind it. So no
//! address changes, a jump into the middle of a run finds what it expects, and where a shortcut does not apply (the
//! operands are no numbers, a name is unbound) the evaluator does what the first instruction did and goes on with the
//! others, which also report errors at their own places.

use super::Op;

pub(super) fn fuse(ops: &mut [Op]) {
    for at in 0..ops.len() {
        if let Some(shortcut) = shortcut(&ops[at..]) {
            ops[at] = shortcut;
        }
    }
}

fn short(operand: u32) -> Option<u16> {
    u16::try_from(operand).ok()
}

fn shortcut(ops: &[Op]) -> Option<Op> {
    Some(match *ops {
        [Op::LoadLocal(a), Op::LoadLocal(b), Op::Binary(op) | Op::InPlace(op), ..] => {
            Op::BinaryLocals(op, short(a)?, short(b)?)
        }
        [Op::LoadLocal(a), Op::Const(c), Op::Binary(op) | Op::InPlace(op), ..] => {
            Op::BinaryLocalConst(op, short(a)?, short(c)?)
        }
        [Op::LoadLocal(a), Op::LoadLocal(b), Op::Compare(op), Op::PopJumpIfFalse(_), ..] => {
            Op::CompareLocals(op, short(a)?, short(b)?)
        }
        [Op::LoadLocal(a), Op::Const(c), Op::Compare(op), Op::PopJumpIfFalse(_), ..] => {
            Op::CompareLocalConst(op, short(a)?, short(c)?)
        }
        [Op::LoadLocal(a), Op::LoadLocal(b), Op::GetItem, ..] => Op::ItemOfLocals(short(a)?, short(b)?),
        [Op::LoadLocal(a), Op::LoadLocal(b), Op::SetItem, ..] => Op::SetItemOfLocals(short(a)?, short(b)?),
        [Op::LoadLocal(b), Op::Binary(op) | Op::InPlace(op), ..] => Op::BinaryLocal(op, short(b)?),
        [Op::Const(c), Op::Binary(op) | Op::InPlace(op), ..] => Op::BinaryConst(op, short(c)?),
        [Op::Const(c), Op::Compare(op), Op::PopJumpIfFalse(_), ..] => Op::CompareConst(op, short(c)?),
        [Op::LoadLocal(b), Op::GetItem, ..] => Op::ItemAtLocal(short(b)?),
        [Op::LoadLocal(a), Op::LoadAttr(name), ..] => Op::AttrOfLocal(short(a)?, name),
        [Op::LoadLocal(a), Op::StoreAttr(name), ..] => Op::StoreAttrOfLocal(short(a)?, name),
        [Op::LoadLocal(a), Op::LoadMethod(name), ..] => Op::MethodOfLocal(short(a)?, name),
        [Op::Compare(op), Op::PopJumpIfFalse(_), ..] => Op::CompareJump(op),
        [Op::ForIter(end), Op::StoreLocal(to), ..] => Op::ForIterStore(short(to)?, end),
        _ => return None,
    })
}
