//! A warp: its registers, its call stack, and the choice of the lanes that run next.
//!
//! Each lane of a call has its own address. The lanes at the lowest address run together, until they wait or diverge.
//! So lanes reconverge after a branch, because its paths join at a higher address. If lanes spin on other lanes of
//! their warp, the others are scheduled after `PATIENCE` backward jumps.

use super::setting::{Outcome, Setting, lanes, trouble};
use crate::alu::{LANES, V32, V64};
use crate::fault::FaultKind;
use crate::program::op::{A32, A64, Argument, Condition, Guard, Register};

/// Backward jumps that lanes may take while others of their warp wait.
const PATIENCE: u32 = 1024;

/// A stack frame: the offsets of its registers and local memory, and the lanes of the caller.
#[derive(Debug, Clone)]
pub(crate) struct Frame {
    pub(crate) function: usize,
    pub(crate) words: usize,
    pub(crate) doubles: usize,
    pub(crate) predicates: usize,
    /// Offset in local memory, in bytes.
    pub(crate) local: u32,
    pub(crate) local_end: u32,
    caller: Lanes,
    /// The lanes that called.
    pub(crate) called: u32,
    /// The address of the call in the caller.
    pub(crate) call: usize,
}

/// The lanes of one call.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Lanes {
    pub(crate) pcs: [u32; LANES],
    /// Lanes that have not returned.
    pub(crate) live: u32,
    /// Lanes that wait for others at an instruction.
    pub(crate) waiting: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Next {
    /// Lanes are chosen.
    Run,
    /// All lanes of the call have returned.
    Returned,
    /// All remaining lanes wait.
    Stuck,
}

/// A register of the running call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Word(u16),
    Double(u16),
    Predicate(u16),
}

/// A register that holds an unwritten value in some lanes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Suspect {
    pub(crate) place: Place,
    /// The depth of its call.
    pub(crate) depth: usize,
    pub(crate) lanes: u32,
    /// The address that was read, and the instruction that read it.
    pub(crate) address: u64,
    pub(crate) pc: usize,
}

pub(crate) struct Warp {
    pub(crate) number: u32,
    /// The lanes that exist in the block, and those that have not exited.
    pub(crate) present: u32,
    pub(crate) alive: u32,
    pub(crate) words: Vec<V32>,
    pub(crate) doubles: Vec<V64>,
    pub(crate) predicates: Vec<u32>,
    /// Offsets of the running call's registers.
    pub(crate) words_at: usize,
    pub(crate) doubles_at: usize,
    predicates_at: usize,
    /// Local memory; each row holds one word per lane.
    pub(crate) local: Vec<V32>,
    pub(crate) carry: u32,
    pub(crate) frames: Vec<Frame>,
    pub(crate) lanes: Lanes,
    /// The running lanes, their address, and the lowest address of lanes above.
    pub(crate) active: u32,
    pub(crate) pc: usize,
    pub(crate) limit: usize,
    jumps: u32,
    /// The number of synchronizations of its lanes, for the race detector.
    pub(crate) meetings: u32,
    /// The barrier at which it waits.
    pub(crate) barrier: Option<u32>,
    pub(crate) copies: super::copies::Copies,
    /// Registers that hold unwritten values.
    pub(crate) suspects: Vec<Suspect>,
}

impl Warp {
    pub(crate) fn new(number: u32) -> Warp {
        Warp {
            number,
            present: 0,
            alive: 0,
            words: Vec::new(),
            doubles: Vec::new(),
            predicates: Vec::new(),
            words_at: 0,
            doubles_at: 0,
            predicates_at: 0,
            local: Vec::new(),
            carry: 0,
            frames: Vec::new(),
            lanes: Lanes { pcs: [0; LANES], live: 0, waiting: 0 },
            active: 0,
            pc: 0,
            limit: usize::MAX,
            jumps: 0,
            meetings: 0,
            barrier: None,
            copies: Default::default(),
            suspects: Vec::new(),
        }
    }

    /// Resets it to the kernel's first instruction.
    pub(crate) fn begin(&mut self, setting: &Setting<'_>) -> Outcome<()> {
        let first = self.number * 32;
        let count = (setting.threads - first).min(32);
        self.present = u32::MAX >> (32 - count);
        self.alive = self.present;
        self.frames.clear();
        self.local.clear();
        self.lanes = Lanes { pcs: [0; LANES], live: 0, waiting: 0 };
        self.barrier = None;
        self.carry = 0;
        self.copies = Default::default();
        self.suspects.clear();
        self.enter(setting, setting.kernel.function, self.present, 0)
    }

    /// Enters a call with these lanes.
    pub(crate) fn enter(&mut self, setting: &Setting<'_>, function: usize, called: u32, call: usize) -> Outcome<()> {
        let lane = called.trailing_zeros();
        if self.frames.len() >= setting.call_depth {
            return trouble(lane, FaultKind::CallDepth(setting.call_depth));
        }
        let code = &setting.program.functions[function];
        let (words, doubles, predicates, local) = match self.frames.last() {
            None => (0, 0, 0, 0),
            Some(frame) => {
                let registers = setting.program.functions[frame.function].registers;
                (
                    frame.words + usize::from(registers.words),
                    frame.doubles + usize::from(registers.doubles),
                    frame.predicates + usize::from(registers.predicates),
                    frame.local_end,
                )
            }
        };
        let local_end = local + code.frame;
        if local_end as usize > setting.local_bytes {
            return trouble(lane, FaultKind::LocalMemory(setting.local_bytes));
        }
        let grow = |length: usize, wanted: usize| length.max(wanted);
        let registers = code.registers;
        self.words.resize(grow(self.words.len(), words + usize::from(registers.words)), [0; LANES]);
        self.doubles.resize(grow(self.doubles.len(), doubles + usize::from(registers.doubles)), [0; LANES]);
        self.predicates.resize(grow(self.predicates.len(), predicates + usize::from(registers.predicates)), 0);
        self.local.resize(grow(self.local.len(), local_end.div_ceil(4) as usize), [0; LANES]);
        for (slot, value) in &code.words {
            self.words[words + usize::from(*slot)] = [*value; LANES];
        }
        for (slot, value) in &code.doubles {
            self.doubles[doubles + usize::from(*slot)] = [*value; LANES];
        }
        (self.words_at, self.doubles_at, self.predicates_at) = (words, doubles, predicates);
        let caller = self.lanes;
        self.frames.push(Frame { function, words, doubles, predicates, local, local_end, caller, called, call });
        self.lanes = Lanes { pcs: [0; LANES], live: called, waiting: 0 };
        self.choose();
        Ok(())
    }

    /// Pops the frame of a call from which all lanes have returned.
    pub(crate) fn leave(&mut self) -> Option<Frame> {
        let frame = self.frames.pop()?;
        self.lanes = frame.caller;
        if let Some(caller) = self.frames.last() {
            (self.words_at, self.doubles_at, self.predicates_at) = (caller.words, caller.doubles, caller.predicates);
        }
        self.lanes.live &= self.alive;
        self.lanes.waiting &= self.alive;
        Some(frame)
    }

    pub(crate) fn frame(&self) -> &Frame {
        // A running warp has at least one frame.
        &self.frames[self.frames.len() - 1]
    }

    /// Chooses the lanes that run next.
    pub(crate) fn choose(&mut self) -> Next {
        let runnable = self.lanes.live & !self.lanes.waiting;
        if runnable == 0 {
            self.active = 0;
            return if self.lanes.live == 0 { Next::Returned } else { Next::Stuck };
        }
        let lowest = lanes(runnable).map(|lane| self.lanes.pcs[lane]).min().unwrap_or(0);
        self.start(lowest, runnable)
    }

    fn start(&mut self, pc: u32, runnable: u32) -> Next {
        let (mut active, mut limit) = (0, u32::MAX);
        for lane in lanes(runnable) {
            let at = self.lanes.pcs[lane];
            if at == pc {
                active |= 1 << lane;
            } else if at > pc {
                limit = limit.min(at);
            }
        }
        self.active = active;
        self.pc = pc as usize;
        self.limit = limit as usize;
        Next::Run
    }

    /// Counts a backward jump; returns whether the other lanes must be scheduled now.
    pub(crate) fn jumped_back(&mut self) -> bool {
        self.jumps += 1;
        self.jumps >= PATIENCE && self.lanes.live & !self.lanes.waiting != self.active
    }

    /// Schedules the lanes above the address at which the others spin; all have stored their addresses.
    pub(crate) fn give_turn(&mut self) {
        self.jumps = 0;
        let here = self.pc as u32;
        let runnable = self.lanes.live & !self.lanes.waiting;
        let others = lanes(runnable).map(|lane| self.lanes.pcs[lane]);
        let above = others.filter(|pc| *pc > here).min();
        match above {
            Some(pc) => self.start(pc, runnable),
            None => self.choose(),
        };
    }

    /// Stores the address of the running lanes.
    pub(crate) fn park(&mut self) {
        self.place(self.active, self.pc);
    }

    pub(crate) fn place(&mut self, mask: u32, pc: usize) {
        for lane in lanes(mask) {
            self.lanes.pcs[lane] = pc as u32;
        }
    }

    #[inline]
    pub(crate) fn get32(&self, a: A32) -> &V32 {
        &self.words[self.words_at + usize::from(a.0)]
    }

    #[inline]
    pub(crate) fn get64(&self, a: A64) -> &V64 {
        &self.doubles[self.doubles_at + usize::from(a.0)]
    }

    /// Reads an operand of either width as 64 bits.
    pub(crate) fn get(&self, a: Argument) -> V64 {
        match a {
            Argument::Word(a) => self.get32(a).map(u64::from),
            Argument::Double(a) => *self.get64(a),
        }
    }

    #[inline]
    pub(crate) fn put32(&mut self, slot: u16, mask: u32, value: &V32) {
        let at = self.words_at + usize::from(slot);
        blend(&mut self.words[at], value, mask);
    }

    #[inline]
    pub(crate) fn put64(&mut self, slot: u16, mask: u32, value: &V64) {
        let at = self.doubles_at + usize::from(slot);
        blend(&mut self.doubles[at], value, mask);
    }

    pub(crate) fn put(&mut self, register: Register, mask: u32, value: &V64) {
        match register {
            Register::Word(slot) => self.put32(slot, mask, &value.map(|value| value as u32)),
            Register::Double(slot) => self.put64(slot, mask, value),
            Register::None => {}
        }
    }

    pub(crate) fn predicate(&self, slot: u16) -> u32 {
        self.predicates[self.predicates_at + usize::from(slot)]
    }

    pub(crate) fn put_predicate(&mut self, slot: u16, mask: u32, value: u32) {
        let at = self.predicates_at + usize::from(slot);
        let old = &mut self.predicates[at];
        *old = *old & !mask | value & mask;
    }

    pub(crate) fn guard(&self, guard: Guard) -> u32 {
        let value = self.predicate(guard.slot);
        if guard.negated { !value } else { value }
    }

    pub(crate) fn condition(&self, condition: Condition) -> u32 {
        match condition {
            Condition::Of(guard) => self.guard(guard),
            Condition::Always(true) => u32::MAX,
            Condition::Always(false) => 0,
        }
    }

    /// Returns the index in the block of a lane's thread.
    pub(crate) fn thread(&self, lane: usize) -> u32 {
        self.number * 32 + lane as u32
    }
}

/// Writes the lanes of a mask.
#[inline]
fn blend<T: Copy>(to: &mut [T; LANES], from: &[T; LANES], mask: u32) {
    if mask == u32::MAX {
        *to = *from;
        return;
    }
    for lane in 0..LANES {
        to[lane] = if mask >> lane & 1 == 1 { from[lane] } else { to[lane] };
    }
}
