//! Tracks registers whose value was read from unwritten shared memory. Compilers hoist loads above conditions and drop
//! the result, so such a read is a fault only when something depends on it: an address, a store, a branch, another
//! lane.

use super::setting::{Outcome, lanes, trouble};
use super::warp::{Place, Suspect, Warp};
use crate::fault::FaultKind;
use crate::program::op::{
    A32, A64, Address, Answer, Argument, Base, Callee, Condition, Instruction, Joined, Logic, Meeting, Op, Register,
    Together,
};

/// Records that a lane's register received an unwritten value.
pub(crate) fn note(warp: &mut Warp, register: Register, lane: usize, address: u64) {
    let place = match register {
        Register::Word(slot) => Place::Word(slot),
        Register::Double(slot) => Place::Double(slot),
        Register::None => return,
    };
    let (depth, pc) = (warp.frames.len(), warp.pc);
    warp.suspects.push(Suspect { place, depth, lanes: 1 << lane, address, pc });
}

/// Propagates suspects through the next instruction.
pub(crate) fn follow(warp: &mut Warp, instruction: &Instruction, mask: u32) -> Outcome<()> {
    let (depth, op) = (warp.frames.len(), &instruction.op);
    warp.suspects.retain(|suspect| suspect.depth <= depth);
    let mut fresh = Vec::new();
    for at in 0..warp.suspects.len() {
        let suspect = warp.suspects[at];
        if suspect.depth != depth {
            continue;
        }
        if let Some(guard) = instruction.guard
            && suspect.place == Place::Predicate(guard.slot)
            && suspect.lanes & warp.active != 0
        {
            return report(warp, suspect, warp.active);
        }
        let touched = suspect.lanes & mask;
        if touched == 0 || !reads(op, suspect.place) {
            continue;
        }
        if !only_computes(op) {
            return report(warp, suspect, mask);
        }
        let touched = touched & depends(warp, op, suspect.place);
        written(op, &mut |place| fresh.push(Suspect { place, lanes: touched, ..suspect }));
    }
    written(op, &mut |place| {
        for suspect in warp.suspects.iter_mut().filter(|suspect| suspect.depth == depth && suspect.place == place) {
            suspect.lanes &= !mask;
        }
    });
    warp.suspects.extend(fresh);
    warp.suspects.retain(|suspect| suspect.lanes != 0);
    Ok(())
}

/// Returns the fault, located at the read.
fn report<T>(warp: &mut Warp, suspect: Suspect, mask: u32) -> Outcome<T> {
    warp.pc = suspect.pc;
    let lane = lanes(suspect.lanes & mask).next().unwrap_or(0) as u32;
    trouble(lane, FaultKind::UnwrittenShared { address: suspect.address })
}

/// Returns whether an instruction affects only its own destination registers.
fn only_computes(op: &Op) -> bool {
    use Op::*;
    matches!(
        op,
        Ss(..) | Sd(..) | Ds(..) | Dd(..) | Sss(..) | Dss(..) | Ddd(..) | Dds(..) | Ssss(..) | Dssd(..) | Dddd(..)
    ) || matches!(
        op,
        Each(_) | Move32(..) | Move64(..) | Logic(..) | Test(_) | Choose32(..) | Choose64(..) | ChooseBy(_) | Carry(_)
    )
}

/// Returns the lanes whose result depends on an operand: `false and x` is false, and an unselected operand is dropped.
fn depends(warp: &Warp, op: &Op, place: Place) -> u32 {
    let chosen = |a: Option<u16>, b: Option<u16>, condition: &Condition| {
        let (slot, holds) = (slot_of(place), warp.condition(*condition));
        let by = of_condition(condition) == Some(place);
        let (first, second) = (a == slot && slot.is_some(), b == slot && slot.is_some());
        if by { u32::MAX } else { (if first { holds } else { 0 }) | if second { !holds } else { 0 } }
    };
    match op {
        Op::Logic(kind @ (Logic::And | Logic::Or), _, a, b) => {
            let other = if of_condition(a) == Some(place) { b } else { a };
            decided(warp, *kind == Logic::And, other)
        }
        Op::Test(parts) => match &parts.2 {
            Joined::And(c) if of_condition(c) != Some(place) => decided(warp, true, c),
            Joined::Or(c) if of_condition(c) != Some(place) => decided(warp, false, c),
            _ => u32::MAX,
        },
        Op::Choose32(_, a, b, condition) if !matches!(place, Place::Double(_)) => {
            chosen(Some(a.0), Some(b.0), condition)
        }
        Op::Choose64(_, a, b, condition) if !matches!(place, Place::Word(_)) => chosen(Some(a.0), Some(b.0), condition),
        _ => u32::MAX,
    }
}

/// Returns the lanes in which the other operand does not decide the result, or is a suspect itself.
fn decided(warp: &Warp, and: bool, other: &Condition) -> u32 {
    let depth = warp.frames.len();
    let open = warp.suspects.iter().filter(|s| s.depth == depth && Some(s.place) == of_condition(other));
    let unknown = open.fold(0, |unknown, suspect| unknown | suspect.lanes);
    let holds = warp.condition(*other);
    unknown | if and { holds } else { !holds }
}

fn slot_of(place: Place) -> Option<u16> {
    match place {
        Place::Word(slot) | Place::Double(slot) => Some(slot),
        Place::Predicate(_) => None,
    }
}

fn of_condition(condition: &Condition) -> Option<Place> {
    match condition {
        Condition::Of(guard) => Some(Place::Predicate(guard.slot)),
        Condition::Always(_) => None,
    }
}

fn word(a: &A32, place: Place) -> bool {
    place == Place::Word(a.0)
}

fn double(a: &A64, place: Place) -> bool {
    place == Place::Double(a.0)
}

fn argument(a: &Argument, place: Place) -> bool {
    match a {
        Argument::Word(a) => word(a, place),
        Argument::Double(a) => double(a, place),
    }
}

fn any(arguments: &[Argument], place: Place) -> bool {
    arguments.iter().any(|a| argument(a, place))
}

fn base(address: &Address, place: Place) -> bool {
    match address.base {
        Base::Word(slot) => place == Place::Word(slot),
        Base::Double(slot) => place == Place::Double(slot),
        Base::None | Base::Frame => false,
    }
}

/// Returns whether an instruction reads a register.
fn reads(op: &Op, place: Place) -> bool {
    let w = |a: &A32| word(a, place);
    let d = |a: &A64| double(a, place);
    let c = |condition: &Condition| of_condition(condition) == Some(place);
    match op {
        Op::Ss(_, _, a) | Op::Ds(_, _, a) | Op::Move32(_, a) | Op::BranchBy(a, _) | Op::TransposeMatrix(_, a) => w(a),
        Op::Sd(_, _, a) | Op::Dd(_, _, a) | Op::Move64(_, a) => d(a),
        Op::Sss(_, _, a, b) | Op::Dss(_, _, a, b) => w(a) || w(b),
        Op::Ddd(_, _, a, b) => d(a) || d(b),
        Op::Dds(_, _, a, b) => d(a) || w(b),
        Op::Ssss(_, _, x, y, z) => w(x) || w(y) || w(z),
        Op::Dssd(_, _, x, y, z) => w(x) || w(y) || d(z),
        Op::Dddd(_, _, x, y, z) => d(x) || d(y) || d(z),
        Op::Each(parts) => parts.2.iter().flatten().any(|a| argument(a, place)),
        Op::Logic(_, _, a, b) => c(a) || c(b),
        Op::Test(parts) => {
            let joined = match &parts.2 {
                Joined::Alone => false,
                Joined::And(other) | Joined::Or(other) | Joined::Xor(other) => c(other),
            };
            joined || any(&parts.1, place)
        }
        Op::Choose32(_, a, b, condition) => w(a) || w(b) || c(condition),
        Op::Choose64(_, a, b, condition) => d(a) || d(b) || c(condition),
        Op::ChooseBy(parts) => any(&parts.2, place),
        Op::Carry(carry) => any(&carry.operands, place),
        Op::Isolated(_, _, of) => argument(of, place),
        Op::Load(address, ..) | Op::LoadMatrix { address, .. } => base(address, place),
        Op::Store(address, _, from, _) | Op::StoreMatrix { address, from, .. } => {
            base(address, place) || any(from, place)
        }
        Op::Atomic(atomic) => {
            base(&atomic.address, place) || any(&atomic.operands, place) || any(&atomic.exchange, place)
        }
        Op::Call(call) => matches!(call.callee, Callee::Slot(slot) if place == Place::Double(slot)),
        Op::Barrier(barrier) => {
            let met = match &barrier.meeting {
                Meeting::Plain => false,
                Meeting::Count(_, of) | Meeting::And(_, of) | Meeting::Or(_, of) => c(of),
            };
            met || w(&barrier.id) || barrier.count.as_ref().is_some_and(w)
        }
        Op::Together(parts) => w(&parts.1) || together_reads(&parts.0, place),
        Op::Product(product) => any(&product.a, place) || any(&product.b, place) || any(&product.c, place),
        Op::CopyAsync { to, from, taken, ignored, .. } => {
            base(to, place) || base(from, place) || taken.as_ref().is_some_and(w) || c(ignored)
        }
        _ => false,
    }
}

fn together_reads(kind: &Together, place: Place) -> bool {
    match kind {
        Together::Sync | Together::Elect { .. } => false,
        // A lane may pass an unwritten value to a shuffle if no lane uses the result; that is not tracked.
        Together::Shuffle { from, by, clamp, .. } => word(from, place) || word(by, place) || word(clamp, place),
        Together::Vote { of, .. } => of_condition(of) == Some(place),
        Together::Match { of, .. } => argument(of, place),
        Together::Reduce { of, .. } => word(of, place),
    }
}

/// Passes the registers that an instruction writes.
fn written(op: &Op, each: &mut dyn FnMut(Place)) {
    let mut register = |register: &Register| match register {
        Register::Word(slot) => each(Place::Word(*slot)),
        Register::Double(slot) => each(Place::Double(*slot)),
        Register::None => {}
    };
    match op {
        Op::Ss(_, to, _) | Op::Sd(_, to, _) | Op::Move32(to, _) | Op::Choose32(to, ..) => each(Place::Word(*to)),
        Op::Sss(_, to, ..) | Op::Ssss(_, to, ..) | Op::Special(_, to) => each(Place::Word(*to)),
        Op::ActiveMask(to) | Op::TransposeMatrix(to, _) => each(Place::Word(*to)),
        Op::Ds(_, to, _) | Op::Dd(_, to, _) | Op::Move64(to, _) | Op::Choose64(to, ..) => each(Place::Double(*to)),
        Op::Dss(_, to, ..) | Op::Ddd(_, to, ..) | Op::Dds(_, to, ..) => each(Place::Double(*to)),
        Op::Dssd(_, to, ..) | Op::Dddd(_, to, ..) | Op::Clock(to) => each(Place::Double(*to)),
        Op::Each(parts) => register(&parts.1),
        Op::ChooseBy(parts) => register(&parts.1),
        Op::Carry(carry) => register(&carry.to),
        Op::FrameAddress(to, ..) => register(to),
        Op::Load(_, _, to, _) => to.iter().for_each(register),
        Op::LoadMatrix { to, .. } => to.iter().for_each(register),
        Op::Atomic(atomic) => atomic.results.iter().for_each(register),
        Op::Product(product) => product.d.iter().for_each(register),
        Op::Logic(_, to, ..) | Op::Isolated(_, to, _) => each(Place::Predicate(*to)),
        Op::Test(parts) => match parts.3 {
            Answer::Predicates(p, q) => p.into_iter().chain(q).for_each(|slot| each(Place::Predicate(slot))),
            Answer::Word(to, _) => each(Place::Word(to)),
        },
        Op::Together(parts) => together_writes(&parts.0, each),
        _ => {}
    }
}

fn together_writes(kind: &Together, each: &mut dyn FnMut(Place)) {
    match kind {
        Together::Sync => {}
        Together::Shuffle { to, valid, .. } | Together::Match { to, valid, .. } => {
            each(Place::Word(*to));
            valid.iter().for_each(|slot| each(Place::Predicate(*slot)));
        }
        Together::Vote { to, predicate, .. } => {
            if let Register::Word(slot) = to {
                each(Place::Word(*slot));
            }
            predicate.iter().for_each(|slot| each(Place::Predicate(*slot)));
        }
        Together::Reduce { to, .. } => each(Place::Word(*to)),
        Together::Elect { elected, .. } => each(Place::Predicate(*elected)),
    }
}
