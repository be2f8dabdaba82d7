//! Superinstructions: frequent sequences of instructions are fused into one that does the work of all.
//!
//! A fused instruction replaces the first of its sequence; the others stay behind it, so that no address changes and a jump into
//! the sequence still works. If a fused instruction does not apply (an operand is not a number, a name is unbound), the
//! evaluator executes the original first instruction and continues with the others. Those also report errors at their own spans.

use super::Op;

pub(super) fn fuse(ops: &mut [Op]) {
    for at in 0..ops.len() {
        if let Some(shortcut) = shortcut(&ops[at..]).or_else(|| pair(&ops[at..])) {
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
        [Op::LoadLocal(a), Op::PopJumpIfFalse(_), ..] => Op::BranchOnLocal(short(a)?),
        [Op::Const(c), Op::Is(negated), Op::PopJumpIfFalse(_), ..] => Op::IsConst(negated, short(c)?),
        [Op::ForIter(end), Op::StoreLocal(to), ..] => Op::ForIterStore(short(to)?, end),
        _ => return None,
    })
}

/// Two loads, unless the second one begins a longer sequence.
fn pair(ops: &[Op]) -> Option<Op> {
    match *ops {
        [Op::LoadLocal(a), Op::LoadLocal(b), ..] if shortcut(&ops[1..]).is_none() => {
            Some(Op::LoadLocals(short(a)?, short(b)?))
        }
        _ => None,
    }
}
