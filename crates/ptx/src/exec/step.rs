//! The interpreter loop of a warp.

use super::common::Common;
use super::setting::{Outcome, Setting, Worker, lanes, trouble};
use super::warp::{Next, Warp};
use super::{access, atomic, matrix, print, suspect, together};
use crate::alu::compare::Test;
use crate::alu::integer::multiply;
use crate::alu::{LANES, V32, V64};
use crate::decode::lowering::{FUNCTION_WINDOW, LOCAL_WINDOW};
use crate::fault::FaultKind;
use crate::program::op::{A64, Answer, Argument, Call, Callee, Carry, CarryKind, Joined, Logic, Op, Special, Uniform};
use crate::program::{Function, Place};

/// The reason why a warp stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pause {
    TurnOver,
    Barrier,
    Ended,
}

/// What follows an instruction.
enum Then {
    Next,
    /// Choose other lanes: the running ones have stored their addresses.
    Choose,
    /// Control entered another function.
    Enter,
}

/// Runs a warp for a number of instructions, or until it waits or ends.
pub(crate) fn run<'m>(
    warp: &mut Warp,
    common: &mut Common,
    setting: &Setting<'m>,
    worker: &mut Worker<'m>,
    turn: u32,
) -> Outcome<Pause> {
    if warp.active == 0
        && let Some(pause) = unwind(warp, setting)?
    {
        return Ok(pause);
    }
    let mut left = turn;
    let mut function = &setting.program.functions[warp.frame().function];
    loop {
        let instruction = &function.code[warp.pc];
        let mask = match instruction.guard {
            None => warp.active,
            Some(guard) => warp.active & warp.guard(guard),
        };
        let class = instruction.class as usize;
        worker.tally.warps[class] += 1;
        worker.tally.lanes[class] += u64::from(mask.count_ones());
        common.clock += 1;
        if !warp.suspects.is_empty() {
            suspect::follow(warp, instruction, mask)?;
        }
        let then = if mask == 0 { Then::Next } else { step(warp, common, setting, worker, &instruction.op, mask)? };
        match then {
            Then::Next => {
                warp.pc = warp.pc.wrapping_add(1);
                if warp.pc >= warp.limit {
                    warp.park();
                    warp.choose();
                }
            }
            Then::Choose => {
                if warp.choose() != Next::Run
                    && let Some(pause) = unwind(warp, setting)?
                {
                    return Ok(pause);
                }
                function = current(warp, setting);
            }
            Then::Enter => function = current(warp, setting),
        }
        left -= 1;
        if left == 0 {
            return Ok(Pause::TurnOver);
        }
    }
}

fn current<'m>(warp: &Warp, setting: &Setting<'m>) -> &'m Function {
    &setting.program.functions[warp.frame().function]
}

/// Returns to callers until a lane can run; otherwise returns why the warp stops.
fn unwind(warp: &mut Warp, setting: &Setting<'_>) -> Outcome<Option<Pause>> {
    loop {
        match warp.choose() {
            Next::Run => return Ok(None),
            Next::Stuck => return stuck(warp, setting).map(Some),
            Next::Returned => {
                if warp.frames.len() <= 1 {
                    return Ok(Some(Pause::Ended));
                }
                give_back(warp, setting);
            }
        }
    }
}

/// Handles a warp whose remaining lanes all wait, at barriers or for lanes that never arrive.
fn stuck(warp: &Warp, setting: &Setting<'_>) -> Outcome<Pause> {
    let code = &current(warp, setting).code;
    for lane in lanes(warp.lanes.waiting) {
        let op = &code[warp.lanes.pcs[lane] as usize].op;
        if !matches!(op, Op::Barrier(_)) {
            return together::absent(warp, op, lane);
        }
    }
    Ok(Pause::Barrier)
}

/// Returns from the running call: copies results to the caller's frame.
fn give_back(warp: &mut Warp, setting: &Setting<'_>) {
    let callee = current(warp, setting);
    let Some(frame) = warp.leave() else {
        return;
    };
    let caller = current(warp, setting);
    let Op::Call(call) = &caller.code[frame.call].op else {
        return;
    };
    let base = warp.frame().local;
    for ((to, bytes), from) in call.results.iter().zip(&callee.returns) {
        copy_rows(warp, frame.local + from.offset, base + to, *bytes, frame.called);
    }
}

/// Copies bytes of local memory, one row of lanes at a time.
fn copy_rows(warp: &mut Warp, from: u32, to: u32, bytes: u32, mask: u32) {
    for row in 0..bytes.div_ceil(4) {
        let source = warp.local[(from / 4 + row) as usize];
        let target = &mut warp.local[(to / 4 + row) as usize];
        lanes(mask).for_each(|lane| target[lane] = source[lane]);
    }
}

macro_rules! words {
    ($warp:ident, $mask:ident, $to:expr, |$d:ident| $fill:expr) => {{
        let mut $d: V32 = [0; LANES];
        $fill;
        $warp.put32(*$to, $mask, &$d);
    }};
}

macro_rules! doubles {
    ($warp:ident, $mask:ident, $to:expr, |$d:ident| $fill:expr) => {{
        let mut $d: V64 = [0; LANES];
        $fill;
        $warp.put64(*$to, $mask, &$d);
    }};
}

fn step<'m>(
    warp: &mut Warp,
    common: &mut Common,
    setting: &Setting<'m>,
    worker: &mut Worker<'m>,
    op: &Op,
    mask: u32,
) -> Outcome<Then> {
    match op {
        Op::Ss(f, to, a) => words!(warp, mask, to, |d| f(warp.get32(*a), &mut d)),
        Op::Sd(f, to, a) => words!(warp, mask, to, |d| f(warp.get64(*a), &mut d)),
        Op::Ds(f, to, a) => doubles!(warp, mask, to, |d| f(warp.get32(*a), &mut d)),
        Op::Dd(f, to, a) => doubles!(warp, mask, to, |d| f(warp.get64(*a), &mut d)),
        Op::Sss(f, to, a, b) => words!(warp, mask, to, |d| f(warp.get32(*a), warp.get32(*b), &mut d)),
        Op::Dss(f, to, a, b) => doubles!(warp, mask, to, |d| f(warp.get32(*a), warp.get32(*b), &mut d)),
        Op::Ddd(f, to, a, b) => doubles!(warp, mask, to, |d| f(warp.get64(*a), warp.get64(*b), &mut d)),
        Op::Dds(f, to, a, b) => doubles!(warp, mask, to, |d| f(warp.get64(*a), warp.get32(*b), &mut d)),
        Op::Ssss(f, to, a, b, c) => {
            words!(warp, mask, to, |d| f(warp.get32(*a), warp.get32(*b), warp.get32(*c), &mut d));
        }
        Op::Dssd(f, to, a, b, c) => {
            doubles!(warp, mask, to, |d| f(warp.get32(*a), warp.get32(*b), warp.get64(*c), &mut d));
        }
        Op::Dddd(f, to, a, b, c) => {
            doubles!(warp, mask, to, |d| f(warp.get64(*a), warp.get64(*b), warp.get64(*c), &mut d));
        }
        Op::Each(each) => {
            let (function, to, arguments) = &**each;
            let inputs = arguments.map(|argument| argument.map(|argument| warp.get(argument)));
            let mut out: V64 = [0; LANES];
            for lane in lanes(mask) {
                out[lane] = function(&inputs.map(|input| input.map_or(0, |input| input[lane])));
            }
            warp.put(*to, mask, &out);
        }
        Op::Move32(to, a) => {
            let value = *warp.get32(*a);
            warp.put32(*to, mask, &value);
        }
        Op::Move64(to, a) => {
            let value = *warp.get64(*a);
            warp.put64(*to, mask, &value);
        }
        Op::Logic(kind, to, a, b) => {
            let (a, b) = (warp.condition(*a), warp.condition(*b));
            let value = match kind {
                Logic::And => a & b,
                Logic::Or => a | b,
                Logic::Xor => a ^ b,
                Logic::Not => !a,
                Logic::Move => a,
            };
            warp.put_predicate(*to, mask, value);
        }
        Op::Test(parts) => {
            let (test, [a, b], joined, answer) = &**parts;
            let passed = tested(warp, test, *a, *b);
            answer_test(warp, mask, passed, *joined, *answer);
        }
        Op::Choose32(to, a, b, condition) => {
            let (a, b, chosen) = (warp.get32(*a), warp.get32(*b), warp.condition(*condition));
            let value: V32 = std::array::from_fn(|i| if chosen >> i & 1 == 1 { a[i] } else { b[i] });
            warp.put32(*to, mask, &value);
        }
        Op::Choose64(to, a, b, condition) => {
            let (a, b, chosen) = (warp.get64(*a), warp.get64(*b), warp.condition(*condition));
            let value: V64 = std::array::from_fn(|i| if chosen >> i & 1 == 1 { a[i] } else { b[i] });
            warp.put64(*to, mask, &value);
        }
        Op::ChooseBy(parts) => {
            let (test, to, [a, b, by]) = &**parts;
            let chosen = tested(warp, test, *by, *by);
            let (a, b) = (warp.get(*a), warp.get(*b));
            let value: V64 = std::array::from_fn(|i| if chosen >> i & 1 == 1 { a[i] } else { b[i] });
            warp.put(*to, mask, &value);
        }
        Op::Carry(carry) => carry_through(warp, carry, mask),
        Op::Special(special, to) => {
            let value = special_value(warp, common, setting, *special);
            warp.put32(*to, mask, &value);
        }
        Op::Clock(to) => warp.put64(*to, mask, &[setting.now(common.clock); LANES]),
        Op::FrameAddress(to, offset, generic) => {
            let address = u64::from(warp.frame().local + offset) + if *generic { LOCAL_WINDOW } else { 0 };
            warp.put(*to, mask, &[address; LANES]);
        }
        Op::Isolated(area, to, of) => {
            let addresses = warp.get(*of);
            let inside = lanes(mask).filter(|lane| access::area_of(addresses[*lane]) == *area);
            let value = inside.fold(0, |value, lane| value | 1 << lane);
            warp.put_predicate(*to, mask, value);
        }
        Op::Load(address, element, to, strong) => {
            access::load(warp, common, setting, worker, address, *element, to, *strong, mask)?;
        }
        Op::Store(address, element, from, strong) => {
            access::store(warp, common, setting, worker, address, *element, from, *strong, mask)?;
        }
        Op::Prefetch => {}
        Op::Atomic(atomic) => atomic::run(warp, common, setting, worker, atomic, mask)?,
        Op::Branch(target) => return Ok(branch(warp, *target as usize, mask)),
        Op::BranchBy(index, targets) => return branch_by(warp, *warp.get32(*index), targets, mask),
        Op::Call(call) => return enter(warp, common, setting, call, mask),
        Op::Return => {
            warp.place(warp.active & !mask, warp.pc + 1);
            warp.lanes.live &= !mask;
            if warp.frames.len() == 1 {
                warp.alive &= !mask;
            }
            return Ok(Then::Choose);
        }
        Op::Exit => {
            warp.place(warp.active & !mask, warp.pc + 1);
            warp.lanes.live &= !mask;
            warp.alive &= !mask;
            return Ok(Then::Choose);
        }
        Op::Trap => return trouble(mask.trailing_zeros(), FaultKind::Trap),
        Op::Barrier(_) => {
            warp.place(warp.active & !mask, warp.pc + 1);
            warp.place(mask, warp.pc);
            warp.lanes.waiting |= mask;
            return Ok(Then::Choose);
        }
        Op::Fence => {
            lanes(mask).for_each(|lane| common.shared.fence(warp.thread(lane)));
            access::orders(common, setting);
        }
        Op::ActiveMask(to) => warp.put32(*to, mask, &[mask; LANES]),
        Op::Together(parts) => {
            let (kind, masks) = &**parts;
            return Ok(match together::run(warp, setting, kind, *masks, mask)? {
                together::Met::All => Then::Next,
                together::Met::Some => Then::Choose,
            });
        }
        Op::Product(product) => {
            whole(warp, "mma", mask)?;
            matrix::product(warp, product);
        }
        Op::LoadMatrix { address, transposed, to } => {
            whole(warp, "ldmatrix", mask)?;
            matrix::load(warp, common, address, *transposed, to)?;
        }
        Op::StoreMatrix { address, transposed, from } => {
            whole(warp, "stmatrix", mask)?;
            matrix::store(warp, common, address, *transposed, from)?;
        }
        Op::TransposeMatrix(to, from) => {
            whole(warp, "movmatrix", mask)?;
            matrix::transpose(warp, *to, *from);
        }
        Op::CopyAsync { to, from, bytes, taken, ignored } => {
            let taken = taken.map_or([*bytes; LANES], |taken| *warp.get32(taken));
            let ignored = warp.condition(*ignored);
            access::copy_async(warp, common, setting, worker, (to, from), *bytes, &taken, ignored, mask)?;
        }
        Op::CommitGroup => warp.copies.commit(mask),
        Op::WaitGroup(left) => access::arrive(warp, common, *left, mask)?,
    }
    Ok(Then::Next)
}

/// Requires all 32 lanes, for instructions of a whole warp.
fn whole(warp: &mut Warp, instruction: &'static str, mask: u32) -> Outcome<()> {
    warp.meetings += 1;
    if mask == u32::MAX {
        return Ok(());
    }
    trouble(mask.trailing_zeros(), FaultKind::PartialWarp { instruction, active: mask })
}

fn tested(warp: &Warp, test: &Test, a: Argument, b: Argument) -> u32 {
    use Argument::{Double, Word};
    match (test, a, b) {
        (Test::S1(f), Word(a), _) => f(warp.get32(a)),
        (Test::D1(f), Double(a), _) => f(warp.get64(a)),
        (Test::S2(f), Word(a), Word(b)) => f(warp.get32(a), warp.get32(b)),
        (Test::D2(f), Double(a), Double(b)) => f(warp.get64(a), warp.get64(b)),
        // The decoder emits tests with operands of their width only.
        _ => 0,
    }
}

fn answer_test(warp: &mut Warp, mask: u32, passed: u32, joined: Joined, answer: Answer) {
    let join = |warp: &Warp, value: u32| match joined {
        Joined::Alone => value,
        Joined::And(c) => value & warp.condition(c),
        Joined::Or(c) => value | warp.condition(c),
        Joined::Xor(c) => value ^ warp.condition(c),
    };
    let (holds, fails) = (join(warp, passed), join(warp, !passed));
    match answer {
        Answer::Predicates(p, q) => {
            p.into_iter().for_each(|p| warp.put_predicate(p, mask, holds));
            q.into_iter().for_each(|q| warp.put_predicate(q, mask, fails));
        }
        Answer::Word(to, one) => {
            let value: V32 = std::array::from_fn(|i| if holds >> i & 1 == 1 { one } else { 0 });
            warp.put32(to, mask, &value);
        }
    }
}

fn carry_through(warp: &mut Warp, carry: &Carry, mask: u32) {
    let bits = carry.scalar.bits();
    let [a, b, c] = carry.operands.map(|operand| warp.get(operand));
    let ones = u128::from(u64::MAX >> (64 - bits));
    let mut out: V64 = [0; LANES];
    let mut carried = 0;
    for lane in lanes(mask) {
        let taken = u128::from(carry.reads && warp.carry >> lane & 1 == 1);
        let of = |x: u64| u128::from(x) & ones;
        let sum = match carry.kind {
            CarryKind::Add => of(a[lane]) + of(b[lane]) + taken,
            // The flag is the borrow.
            CarryKind::Subtract => of(a[lane]).wrapping_sub(of(b[lane])).wrapping_sub(taken) & (ones << 1 | 1),
            CarryKind::Low | CarryKind::High => {
                of(multiply(a[lane], b[lane], carry.scalar, carry.kind == CarryKind::High)) + of(c[lane]) + taken
            }
        };
        out[lane] = (sum & ones) as u64;
        carried |= ((sum >> bits & 1) as u32) << lane;
    }
    warp.put(carry.to, mask, &out);
    if carry.writes {
        warp.carry = warp.carry & !mask | carried;
    }
}

fn special_value(warp: &Warp, common: &Common, setting: &Setting<'_>, special: Special) -> V32 {
    let of_thread = |axis: usize| std::array::from_fn(|lane| setting.thread(warp.thread(lane))[axis]);
    match special {
        Special::ThreadX if setting.block[1] == 1 && setting.block[2] == 1 => {
            std::array::from_fn(|lane| warp.thread(lane))
        }
        Special::ThreadX => of_thread(0),
        Special::ThreadY => of_thread(1),
        Special::ThreadZ => of_thread(2),
        Special::Lane => std::array::from_fn(|lane| lane as u32),
        Special::WarpInBlock => [warp.number; LANES],
        Special::MaskLess => std::array::from_fn(|lane| (1 << lane) - 1),
        Special::MaskLessEqual => std::array::from_fn(|lane| u32::MAX >> (31 - lane)),
        Special::MaskGreater => std::array::from_fn(|lane| !(u32::MAX >> (31 - lane))),
        Special::MaskGreaterEqual => std::array::from_fn(|lane| u32::MAX << lane),
        Special::MaskEqual => std::array::from_fn(|lane| 1 << lane),
        Special::Dynamic => [setting.kernel.shared_bytes.next_multiple_of(16); LANES],
        Special::Uniform(uniform) => [uniform_value(common, setting, uniform); LANES],
    }
}

fn uniform_value(common: &Common, setting: &Setting<'_>, uniform: Uniform) -> u32 {
    match uniform {
        Uniform::Block(axis) => common.index[axis],
        Uniform::BlockSize(axis) => setting.block[axis],
        Uniform::GridSize(axis) => setting.grid[axis],
        Uniform::Warps => setting.threads.div_ceil(32),
        Uniform::Grid | Uniform::Multiprocessor => 0,
        Uniform::Multiprocessors => 1,
        Uniform::Clock => setting.now(common.clock) as u32,
        Uniform::ClockHigh => (setting.now(common.clock) >> 32) as u32,
        Uniform::DynamicBytes => setting.dynamic_bytes,
        Uniform::TotalBytes => setting.shared_bytes,
        Uniform::Constant(value) => value,
    }
}

/// Moves lanes to a target; the other lanes of the group continue.
fn branch(warp: &mut Warp, target: usize, mask: u32) -> Then {
    let back = target <= warp.pc;
    let impatient = back && warp.jumped_back();
    if mask == warp.active && !impatient {
        // The interpreter loop adds one.
        warp.pc = target.wrapping_sub(1);
        return Then::Next;
    }
    warp.place(warp.active & !mask, warp.pc + 1);
    warp.place(mask, target);
    if !impatient {
        return Then::Choose;
    }
    warp.give_turn();
    Then::Enter
}

fn branch_by(warp: &mut Warp, index: V32, targets: &[u32], mask: u32) -> Outcome<Then> {
    warp.place(warp.active & !mask, warp.pc + 1);
    for lane in lanes(mask) {
        let Some(target) = targets.get(index[lane] as usize) else {
            let count = targets.len() as u32;
            return trouble(lane as u32, FaultKind::BranchIndex { index: index[lane], count });
        };
        warp.lanes.pcs[lane] = *target;
    }
    Ok(Then::Choose)
}

fn enter(warp: &mut Warp, common: &mut Common, setting: &Setting<'_>, call: &Call, mask: u32) -> Outcome<Then> {
    let function = match call.callee {
        Callee::Function(function) => function,
        Callee::Slot(slot) => return enter_by_address(warp, setting, call, slot, mask),
        Callee::Print => {
            print::print(warp, common, setting, call, mask)?;
            return Ok(Then::Next);
        }
        Callee::Assert => return print::assertion(warp, common, setting, call, mask).map(|()| Then::Next),
    };
    warp.place(warp.active & !mask, warp.pc + 1);
    warp.place(mask, warp.pc + 1);
    begin_call(warp, setting, call, function, mask)?;
    Ok(Then::Enter)
}

/// Calls the function whose address the first lane holds, with the lanes that hold the same; the others repeat the call.
fn enter_by_address(warp: &mut Warp, setting: &Setting<'_>, call: &Call, slot: u16, mask: u32) -> Outcome<Then> {
    let addresses = *warp.get64(A64(slot));
    let first = mask.trailing_zeros();
    let address = addresses[first as usize];
    let index = address.wrapping_sub(FUNCTION_WINDOW);
    let fits = |function: &Function| {
        let same = |given: &[(u32, u32)], wanted: &[Place]| {
            given.len() == wanted.len() && given.iter().zip(wanted).all(|(given, wanted)| given.1 == wanted.bytes)
        };
        same(&call.arguments, &function.parameters) && same(&call.results, &function.returns)
    };
    let found = setting.program.functions.get((index / 16) as usize).filter(|f| index.is_multiple_of(16) && fits(f));
    if found.is_none() {
        return trouble(first, FaultKind::CallAddress(address));
    }
    let same = lanes(mask).filter(|lane| addresses[*lane] == address).fold(0, |mask, lane| mask | 1 << lane);
    warp.place(warp.active & !mask, warp.pc + 1);
    warp.place(mask & !same, warp.pc);
    warp.place(same, warp.pc + 1);
    begin_call(warp, setting, call, (index / 16) as usize, same)?;
    Ok(Then::Enter)
}

fn begin_call(warp: &mut Warp, setting: &Setting<'_>, call: &Call, function: usize, mask: u32) -> Outcome<()> {
    let (base, at) = (warp.frame().local, warp.pc);
    warp.enter(setting, function, mask, at)?;
    let local = warp.frame().local;
    let parameters = &setting.program.functions[function].parameters;
    for ((from, bytes), to) in call.arguments.iter().zip(parameters) {
        copy_rows(warp, base + from, local + to.offset, *bytes, mask);
    }
    Ok(())
}
