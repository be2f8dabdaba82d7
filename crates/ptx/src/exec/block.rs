//! A block: schedules its warps and synchronizes them at barriers.

use super::common::{Common, Meet};
use super::setting::{Outcome, Setting, Trouble, Worker, lanes, trouble};
use super::shared::Shared;
use super::step::{Pause, run};
use super::warp::Warp;
use crate::fault::{Fault, FaultKind};
use crate::program::op::{Meeting, Op};

/// Instructions that a warp executes before the next one is scheduled.
const TURN: u32 = 4096;

pub(crate) struct Block {
    warps: Vec<Warp>,
    pub(crate) common: Common,
    next: usize,
}

impl Block {
    pub(crate) fn new(setting: &Setting<'_>) -> Block {
        let warps = setting.threads.div_ceil(32);
        let checks = setting.checks;
        let granule = setting.kernel.granule;
        let shared = Shared::new(setting.shared_bytes, granule, setting.threads, checks.races, checks.unwritten_shared);
        Block {
            warps: (0..warps).map(Warp::new).collect(),
            common: Common { index: [0; 3], number: 0, shared, meets: Default::default(), running: 0, clock: 0 },
            next: 0,
        }
    }

    /// Resets it to the start of a block of the grid.
    pub(crate) fn begin(&mut self, setting: &Setting<'_>, index: [u32; 3]) -> Result<(), Box<Fault>> {
        self.common.index = index;
        let ([x, y, z], [width, height, _]) = (index.map(u64::from), setting.grid.map(u64::from));
        self.common.number = x + width * (y + height * z);
        self.common.shared.begin_block();
        self.common.meets = Default::default();
        self.common.running = u32::MAX >> (32 - self.warps.len());
        self.next = 0;
        for at in 0..self.warps.len() {
            self.warps[at].begin(setting).map_err(|trouble| self.fault(setting, at, *trouble))?;
        }
        Ok(())
    }

    /// Runs its warps for one time slice; returns whether all have ended.
    pub(crate) fn run<'m>(
        &mut self,
        setting: &Setting<'m>,
        worker: &mut Worker<'m>,
        turns: u32,
    ) -> Result<bool, Box<Fault>> {
        for _ in 0..turns {
            let Some(at) = self.runnable() else {
                return if self.common.running == 0 { Ok(true) } else { Err(self.stuck(setting)) };
            };
            self.next = at + 1;
            let pause = run(&mut self.warps[at], &mut self.common, setting, worker, TURN);
            let after = pause.and_then(|pause| self.after(setting, at, pause));
            after.map_err(|trouble| self.fault(setting, at, *trouble))?;
        }
        Ok(false)
    }

    /// Returns the next runnable warp in round-robin order.
    fn runnable(&self) -> Option<usize> {
        let count = self.warps.len();
        let can = |at: &usize| self.common.running >> at & 1 == 1 && self.warps[*at].barrier.is_none();
        (0..count).map(|i| (self.next + i) % count).find(can)
    }

    fn after(&mut self, setting: &Setting<'_>, at: usize, pause: Pause) -> Outcome<()> {
        match pause {
            Pause::TurnOver => Ok(()),
            Pause::Ended => {
                self.common.running &= !(1 << at);
                (0..16).for_each(|id| self.complete(setting, id));
                Ok(())
            }
            Pause::Barrier => self.arrive(setting, at),
        }
    }

    /// Records that a warp has arrived at a barrier: all of its lanes wait.
    fn arrive(&mut self, setting: &Setting<'_>, at: usize) -> Outcome<()> {
        let warp = &mut self.warps[at];
        let function = &setting.program.functions[warp.frame().function];
        let waiting = warp.lanes.waiting;
        let first = waiting.trailing_zeros();
        let pc = warp.lanes.pcs[first as usize] as usize;
        let Op::Barrier(barrier) = &function.code[pc].op else {
            return trouble(first, FaultKind::Deadlock(waiting.count_ones()));
        };
        let id = warp.get32(barrier.id)[first as usize];
        let same = lanes(waiting).all(|lane| warp.lanes.pcs[lane] as usize == pc);
        if waiting != warp.alive || barrier.aligned && !same {
            let others = if same { "of its warp do not come to it" } else { "of its warp wait at another barrier" };
            return trouble(first, FaultKind::BarrierDivergence { barrier: id, waiting: waiting.count_ones(), others });
        }
        if id > 15 {
            return trouble(first, FaultKind::BarrierCount { barrier: id, count: 0 });
        }
        let count = barrier.count.map(|count| warp.get32(count)[first as usize]);
        let most = setting.threads.next_multiple_of(32);
        if let Some(count) = count.filter(|count| *count == 0 || count % 32 != 0 || *count > most) {
            return trouble(first, FaultKind::BarrierCount { barrier: id, count });
        }
        let meet = &mut self.common.meets[id as usize];
        meet.count = count;
        meet.come |= 1 << at;
        meet.threads += waiting.count_ones();
        if let Meeting::Count(_, of) | Meeting::And(_, of) | Meeting::Or(_, of) = barrier.meeting {
            meet.held += (warp.condition(of) & waiting).count_ones();
        }
        if barrier.arrives {
            release(warp, setting, *meet);
        } else {
            meet.waiting |= 1 << at;
            warp.barrier = Some(id);
        }
        self.complete(setting, id as usize);
        Ok(())
    }

    /// Opens a barrier at which all warps have arrived.
    fn complete(&mut self, setting: &Setting<'_>, id: usize) {
        let meet = self.common.meets[id];
        let whole = match meet.count {
            None => meet.come & self.common.running == self.common.running,
            Some(count) => meet.come.count_ones() * 32 >= count,
        };
        if meet.come == 0 || !whole {
            return;
        }
        self.common.meets[id] = Meet::default();
        self.common.shared.barrier();
        for at in lanes(meet.waiting) {
            self.warps[at].barrier = None;
            release(&mut self.warps[at], setting, meet);
        }
    }

    /// Returns the barrier fault of a block in which no warp can run.
    fn stuck(&self, setting: &Setting<'_>) -> Box<Fault> {
        let waits = |at: &usize| self.common.running >> at & 1 == 1 && self.warps[*at].barrier.is_some();
        let at = (0..self.warps.len()).find(waits).unwrap_or(0);
        let barrier = self.warps[at].barrier.unwrap_or(0);
        let waiting = self.common.meets[barrier as usize & 15].threads;
        let others = "wait at another barrier or have exited";
        let kind = FaultKind::BarrierDivergence { barrier, waiting, others };
        let lane = self.warps[at].lanes.waiting.trailing_zeros() & 31;
        self.fault(setting, at, Trouble { lane, kind })
    }

    fn fault(&self, setting: &Setting<'_>, at: usize, trouble: Trouble) -> Box<Fault> {
        let warp = &self.warps[at];
        let lane = (trouble.lane & 31) as usize;
        let (function, pc) = match warp.frames.last() {
            Some(frame) if warp.active != 0 => (frame.function, warp.pc),
            Some(frame) => (frame.function, warp.lanes.pcs[lane] as usize),
            None => (setting.kernel.function, 0),
        };
        let mut kind = trouble.kind;
        match &mut kind {
            FaultKind::Race { other, .. } => *other = setting.thread(other[0]),
            FaultKind::GlobalRace { other, other_block, .. } => {
                (*other, *other_block) = (setting.thread(other[0]), setting.block_at(other_block[0].into()));
            }
            _ => {}
        }
        Box::new(Fault {
            kernel: setting.program.functions[setting.kernel.function].name.clone(),
            block: self.common.index,
            thread: setting.thread(warp.thread(lane)),
            location: setting.program.location(function, pc),
            kind,
        })
    }
}

/// Lets the waiting lanes of a warp continue after their barriers.
fn release(warp: &mut Warp, setting: &Setting<'_>, meet: Meet) {
    let function = &setting.program.functions[warp.frame().function];
    let waiting = warp.lanes.waiting;
    for lane in lanes(waiting) {
        let pc = warp.lanes.pcs[lane] as usize;
        if let Op::Barrier(barrier) = &function.code[pc].op {
            match barrier.meeting {
                Meeting::Plain => {}
                Meeting::Count(to, _) => warp.put32(to, 1 << lane, &[meet.held; 32]),
                Meeting::And(to, _) => warp.put_predicate(to, 1 << lane, mask_of(meet.held == meet.threads)),
                Meeting::Or(to, _) => warp.put_predicate(to, 1 << lane, mask_of(meet.held > 0)),
            }
        }
        warp.lanes.pcs[lane] = pc as u32 + 1;
    }
    warp.lanes.waiting = 0;
    warp.choose();
}

fn mask_of(holds: bool) -> u32 {
    if holds { u32::MAX } else { 0 }
}
