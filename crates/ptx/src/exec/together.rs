//! Warp-level operations: synchronization, shuffles, votes, reductions.

use super::setting::{Outcome, Setting, lanes, trouble};
use super::warp::Warp;
use crate::alu::{LANES, V32, V64};
use crate::fault::FaultKind;
use crate::program::op::{A32, Op, Reduction, Shuffle, Together, Vote};

/// The result where hardware leaves it undefined: a NaN as float32.
const UNDEFINED: u32 = 0x7fff_dead;

/// The lanes that executed the instruction.
pub(crate) enum Met {
    /// All active lanes.
    All,
    /// Some of them; each lane's address is stored.
    Some,
}

/// Returns the lanes in the member mask of a lane's instruction.
fn named(warp: &Warp, op: &Op, lane: usize) -> u32 {
    match op {
        Op::Together(parts) => warp.get32(parts.1)[lane],
        _ => 0,
    }
}

fn name(kind: &Together) -> &'static str {
    match kind {
        Together::Sync => "bar.warp.sync",
        Together::Shuffle { .. } => "shfl.sync",
        Together::Vote { .. } => "vote.sync",
        Together::Match { .. } => "match.sync",
        Together::Reduce { .. } => "redux.sync",
        Together::Elect { .. } => "elect.sync",
    }
}

/// Returns the fault of a lane that waits for lanes that never arrive.
pub(crate) fn absent<T>(warp: &Warp, op: &Op, lane: usize) -> Outcome<T> {
    let mask = named(warp, op, lane);
    let here = lanes(warp.lanes.waiting).filter(|other| warp.lanes.pcs[*other] == warp.lanes.pcs[lane]);
    let here = here.fold(0, |mask, lane| mask | 1 << lane);
    let instruction = match op {
        Op::Together(parts) => name(&parts.0),
        _ => "an instruction of the whole warp",
    };
    trouble(lane as u32, FaultKind::AbsentLanes { instruction, mask, lanes: mask & warp.present & !here })
}

/// Executes an instruction with the lanes whose partners have all arrived; the others wait.
pub(crate) fn run(warp: &mut Warp, setting: &Setting<'_>, kind: &Together, masks: A32, mask: u32) -> Outcome<Met> {
    let mut values = *warp.get32(masks);
    let sync = matches!(kind, Together::Sync);
    if !sync && let Some(lane) = lanes(mask).find(|lane| values[*lane] >> lane & 1 == 0) {
        let kind = FaultKind::MaskWithoutSelf { instruction: name(kind), mask: values[lane] };
        return trouble(lane as u32, kind);
    }
    let gone = warp.present & !warp.alive;
    if !sync && let Some(lane) = lanes(mask).find(|lane| values[*lane] & gone != 0) {
        let mask = values[lane];
        let kind = FaultKind::AbsentLanes { instruction: name(kind), mask, lanes: mask & gone };
        return trouble(lane as u32, kind);
    }
    let earlier = if warp.lanes.waiting == 0 { 0 } else { waiting_here(warp, setting, sync, &mut values) };
    let gathered = mask | earlier;
    let needed = |lane: usize| values[lane] & warp.alive;
    let ready = lanes(gathered).filter(|lane| needed(*lane) & !gathered == 0).fold(0, |ready, lane| ready | 1 << lane);
    if ready != 0 {
        warp.meetings += 1;
        exchange(warp, kind, &values, ready);
    }
    if ready == mask && earlier == 0 {
        return Ok(Met::All);
    }
    warp.place(warp.active & !mask, warp.pc + 1);
    warp.place(mask, warp.pc);
    warp.lanes.waiting = (warp.lanes.waiting | mask) & !ready;
    for lane in lanes(ready) {
        warp.lanes.pcs[lane] += 1;
    }
    Ok(Met::Some)
}

/// Returns the lanes that wait at this instruction and their masks. For `bar.warp.sync` any other `bar.warp.sync` counts too.
fn waiting_here(warp: &Warp, setting: &Setting<'_>, sync: bool, values: &mut V32) -> u32 {
    let code = &setting.program.functions[warp.frame().function].code;
    let mut here = 0;
    for lane in lanes(warp.lanes.waiting) {
        let pc = warp.lanes.pcs[lane] as usize;
        let op = &code[pc].op;
        let meets = sync && matches!(op, Op::Together(parts) if matches!(parts.0, Together::Sync));
        if pc == warp.pc || meets {
            values[lane] = named(warp, op, lane);
            here |= 1 << lane;
        }
    }
    here
}

fn exchange(warp: &mut Warp, kind: &Together, masks: &V32, ready: u32) {
    match kind {
        Together::Sync => {}
        Together::Shuffle { kind, to, valid, from, by, clamp } => {
            let (from, by, clamp) = (*warp.get32(*from), *warp.get32(*by), *warp.get32(*clamp));
            let (mut out, mut inside) = ([0; LANES], 0);
            for lane in lanes(ready) {
                let (source, valid) = source(*kind, lane as u32, by[lane], clamp[lane]);
                let runs = (ready & masks[lane]) >> source & 1 == 1;
                out[lane] = if runs { from[source as usize] } else { UNDEFINED };
                inside |= u32::from(valid) << lane;
            }
            warp.put32(*to, ready, &out);
            valid.iter().for_each(|valid| warp.put_predicate(*valid, ready, inside));
        }
        Together::Vote { kind, to, predicate, of } => {
            let holds = warp.condition(*of);
            let (mut out, mut verdict) = ([0u64; LANES], 0);
            for lane in lanes(ready) {
                let members = masks[lane] & ready;
                let yes = holds & members;
                out[lane] = u64::from(yes);
                let verdict_here = match kind {
                    Vote::All => yes == members,
                    Vote::Any => yes != 0,
                    Vote::Uniform => yes == members || yes == 0,
                    Vote::Ballot => false,
                };
                verdict |= u32::from(verdict_here) << lane;
            }
            warp.put(*to, ready, &out);
            predicate.iter().for_each(|to| warp.put_predicate(*to, ready, verdict));
        }
        Together::Match { all, to, valid, of } => {
            let values = warp.get(*of);
            matching(warp, *all, *to, *valid, &values, masks, ready);
        }
        Together::Reduce { kind, signed, to, of } => {
            let values = *warp.get32(*of);
            let mut out = [0; LANES];
            for lane in lanes(ready) {
                let members = lanes(masks[lane] & ready).map(|member| values[member]);
                out[lane] = members.reduce(|a, b| reduced(*kind, *signed, a, b)).unwrap_or(0);
            }
            warp.put32(*to, ready, &out);
        }
        Together::Elect { to, elected } => {
            let leader = |lane: usize| (masks[lane] & ready).trailing_zeros();
            let mut out = [0u64; LANES];
            let mut leads = 0;
            for lane in lanes(ready) {
                out[lane] = u64::from(leader(lane));
                leads |= u32::from(leader(lane) == lane as u32) << lane;
            }
            warp.put(*to, ready, &out);
            warp.put_predicate(*elected, ready, leads);
        }
    }
}

/// Returns the source lane of a shuffle, and whether it is in the segment.
fn source(kind: Shuffle, lane: u32, by: u32, clamp: u32) -> (u32, bool) {
    let (segment, bound) = (clamp >> 8 & 31, clamp & 31);
    let by = by & 31;
    let (least, most) = (lane & segment, lane & segment | bound & !segment);
    let (source, inside) = match kind {
        Shuffle::Up => (lane.wrapping_sub(by), lane as i32 - by as i32 >= most as i32),
        Shuffle::Down => (lane + by, lane + by <= most),
        Shuffle::Butterfly => (lane ^ by, lane ^ by <= most),
        Shuffle::Index => {
            let source = least | by & !segment;
            (source, source <= most)
        }
    };
    if inside { (source & 31, true) } else { (lane, false) }
}

fn matching(warp: &mut Warp, all: bool, to: u16, valid: Option<u16>, values: &V64, masks: &V32, ready: u32) {
    let (mut out, mut same_in_all) = ([0; LANES], 0);
    for lane in lanes(ready) {
        let members = masks[lane] & ready;
        let same =
            lanes(members).filter(|member| values[*member] == values[lane]).fold(0, |same, lane| same | 1 << lane);
        let whole = same == members;
        out[lane] = if !all || whole { same } else { 0 };
        same_in_all |= u32::from(whole) << lane;
    }
    warp.put32(to, ready, &out);
    valid.into_iter().for_each(|valid| warp.put_predicate(valid, ready, same_in_all));
}

fn reduced(kind: Reduction, signed: bool, a: u32, b: u32) -> u32 {
    match (kind, signed) {
        (Reduction::Add, _) => a.wrapping_add(b),
        (Reduction::And, _) => a & b,
        (Reduction::Or, _) => a | b,
        (Reduction::Xor, _) => a ^ b,
        (Reduction::Min, false) => a.min(b),
        (Reduction::Max, false) => a.max(b),
        (Reduction::Min, true) => (a as i32).min(b as i32) as u32,
        (Reduction::Max, true) => (a as i32).max(b as i32) as u32,
    }
}
