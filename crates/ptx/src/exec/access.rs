//! Loads and stores in all spaces, and asynchronous copies.

use super::common::Common;
use super::global::Where;
use super::setting::{Outcome, Setting, Worker, lanes, trouble};
use super::shared::{Order, Who};
use super::suspect;
use super::warp::Warp;
use crate::alu::{LANES, V32, V64};
use crate::decode::lowering::{LOCAL_WINDOW, PARAMETER_WINDOW, SHARED_WINDOW};
use crate::fault::FaultKind;
use crate::memory::Region;
use crate::program::op::{Address, Area, Argument, Base, Element, Register};
use crate::scalar::Space;

/// Returns the space of a generic address.
pub(crate) fn area_of(address: u64) -> Area {
    match address >> 56 {
        1 => Area::Shared,
        2 => Area::Local,
        3 => Area::Parameters,
        _ => Area::Global,
    }
}

fn window(area: Area) -> u64 {
    match area {
        Area::Shared => SHARED_WINDOW,
        Area::Local => LOCAL_WINDOW,
        Area::Parameters => PARAMETER_WINDOW,
        Area::Generic | Area::Global => 0,
    }
}

/// Computes the address of each lane.
pub(crate) fn addresses(warp: &Warp, address: &Address) -> V64 {
    let offset = address.offset;
    match address.base {
        Base::None => [offset; LANES],
        Base::Frame => [offset.wrapping_add(u64::from(warp.frame().local)); LANES],
        Base::Word(slot) => {
            let base = &warp.words[warp.words_at + usize::from(slot)];
            // 32-bit addresses wrap around.
            std::array::from_fn(|lane| u64::from(base[lane].wrapping_add(offset as u32)))
        }
        Base::Double(slot) => {
            let base = &warp.doubles[warp.doubles_at + usize::from(slot)];
            std::array::from_fn(|lane| base[lane].wrapping_add(offset))
        }
    }
}

/// Splits the lanes of a mask by space; passes each space with its lanes and their addresses in it.
pub(crate) fn by_area(
    address: &Address,
    mut at: V64,
    mask: u32,
    mut each: impl FnMut(Area, &V64, u32) -> Outcome<()>,
) -> Outcome<()> {
    if address.space != Area::Generic {
        return each(address.space, &at, mask);
    }
    for area in [Area::Global, Area::Shared, Area::Local, Area::Parameters] {
        let inside = lanes(mask).filter(|lane| area_of(at[*lane]) == area).fold(0, |mask, lane| mask | 1 << lane);
        if inside != 0 {
            let window = window(area);
            lanes(inside).for_each(|lane| at[lane] = at[lane].wrapping_sub(window));
            each(area, &at, inside)?;
            // Restores generic addresses for the remaining spaces.
            lanes(inside).for_each(|lane| at[lane] = at[lane].wrapping_add(window));
        }
    }
    Ok(())
}

pub(crate) fn who(warp: &Warp, lane: usize, order: Order) -> Who {
    Who { thread: warp.thread(lane), meeting: warp.meetings, order }
}

/// Describes a lane's access to global memory for the race detector.
pub(crate) fn place(warp: &Warp, common: &Common, lane: usize, order: Order) -> Where {
    let (block, epoch) = (common.number, common.shared.epoch());
    Where { block, epoch, thread: warp.thread(lane), meeting: warp.meetings, order }
}

/// Records a fence, or an operation that orders like one.
pub(crate) fn orders(common: &Common, setting: &Setting<'_>) {
    if let Some(global) = &setting.global {
        global.fence(common.number);
    }
}

/// Records the lanes' reads of global memory for the race detector.
fn watch_reads(
    warp: &Warp,
    common: &Common,
    setting: &Setting<'_>,
    at: &V64,
    bytes: u32,
    strong: bool,
    mask: u32,
) -> Outcome<()> {
    let Some(global) = &setting.global else { return Ok(()) };
    for lane in lanes(mask) {
        let read = global.read(place(warp, common, lane, order(strong)), at[lane], bytes);
        read.or_else(|kind| trouble(lane as u32, kind))?;
    }
    if strong {
        global.fence(common.number);
    }
    Ok(())
}

/// Records a lane's write to global memory, before the value is replaced.
pub(crate) fn watch_write(
    setting: &Setting<'_>,
    at: Where,
    lane: usize,
    address: u64,
    bytes: u32,
    changes: bool,
) -> Outcome<()> {
    let Some(global) = &setting.global else { return Ok(()) };
    global.write(at, address, bytes, changes).or_else(|kind| trouble(lane as u32, kind))
}

fn order(strong: bool) -> Order {
    if strong { Order::Strong } else { Order::Weak }
}

/// Checks the lanes' addresses in global memory; returns their region if all are in one.
pub(crate) fn global_region<'m>(
    setting: &Setting<'m>,
    worker: &mut Worker<'m>,
    site: u32,
    at: &V64,
    bytes: u32,
    write: bool,
    mask: u32,
) -> Outcome<Option<Region<'m>>> {
    let (mut one, mut first) = (true, None);
    let mut region = worker.sites[site as usize];
    for lane in lanes(mask) {
        let address = at[lane];
        if address & u64::from(bytes - 1) != 0 {
            return trouble(lane as u32, FaultKind::Misaligned { space: Space::Global, address, bytes, write });
        }
        if !region.holds(address, u64::from(bytes)) {
            let Some(found) = setting.find(address, u64::from(bytes)) else {
                return trouble(lane as u32, FaultKind::OutOfBounds { space: Space::Global, address, bytes, write });
            };
            if write && setting.is_constant(address) {
                return trouble(lane as u32, FaultKind::ReadOnly(Space::Const));
            }
            region = found;
            worker.sites[site as usize] = region;
            one &= first.is_none();
        }
        first = first.or(Some(lane));
    }
    Ok(one.then_some(region))
}

/// Returns the region of a checked address of one lane.
fn region_of<'m>(setting: &Setting<'m>, one: Option<Region<'m>>, address: u64) -> Region<'m> {
    one.or_else(|| setting.find(address, 1)).unwrap_or(Region::empty())
}

/// Extends an element to the width of its register.
fn extended(value: u64, element: Element) -> u64 {
    if !element.signed || element.bytes == 8 {
        return value;
    }
    let shift = 64 - 8 * u32::from(element.bytes);
    let wide = ((value << shift) as i64 >> shift) as u64;
    if element.narrow { wide & 0xffff } else { wide }
}

#[allow(clippy::too_many_arguments)] // what every access is made of
pub(crate) fn load<'m>(
    warp: &mut Warp,
    common: &mut Common,
    setting: &Setting<'m>,
    worker: &mut Worker<'m>,
    address: &Address,
    element: Element,
    to: &[Register],
    strong: bool,
    mask: u32,
) -> Outcome<()> {
    let at = addresses(warp, address);
    let bytes = u32::from(element.bytes);
    let total = bytes * to.len() as u32;
    by_area(address, at, mask, |area, at, mask| {
        let one = check(warp, common, setting, worker, area, address.site, at, total, false, mask)?;
        if matches!(area, Area::Global | Area::Generic) {
            watch_reads(warp, common, setting, at, total, strong, mask)?;
        }
        for (part, register) in to.iter().enumerate() {
            let offset = part as u64 * u64::from(bytes);
            let mut out: V64 = [0; LANES];
            for lane in lanes(mask) {
                let address = at[lane] + offset;
                let value = match area {
                    Area::Global | Area::Generic => region_of(setting, one, address).load(address, element.bytes),
                    Area::Shared => match common.shared.read(who(warp, lane, order(strong)), address, bytes) {
                        Ok(value) => value,
                        Err(FaultKind::UnwrittenShared { .. }) => {
                            suspect::note(warp, *register, lane, address);
                            common.shared.value(address, bytes)
                        }
                        Err(kind) => return trouble(lane as u32, kind),
                    },
                    Area::Local => local_value(warp, lane, address, bytes),
                    Area::Parameters => parameter(setting, address, bytes),
                };
                out[lane] = extended(value, element);
            }
            warp.put(*register, mask, &out);
        }
        Ok(())
    })
}

/// Checks alignment and bounds of an access.
#[allow(clippy::too_many_arguments)]
pub(crate) fn check<'m>(
    warp: &Warp,
    common: &Common,
    setting: &Setting<'m>,
    worker: &mut Worker<'m>,
    area: Area,
    site: u32,
    at: &V64,
    bytes: u32,
    write: bool,
    mask: u32,
) -> Outcome<Option<Region<'m>>> {
    let end = match area {
        Area::Global | Area::Generic => return global_region(setting, worker, site, at, bytes, write, mask),
        Area::Shared => {
            for lane in lanes(mask) {
                common.shared.check(at[lane], bytes, write).or_else(|kind| trouble(lane as u32, kind))?;
            }
            return Ok(None);
        }
        Area::Local => u64::from(warp.frame().local_end),
        Area::Parameters => setting.parameters.len() as u64,
    };
    for lane in lanes(mask) {
        let (space, address) = (area.space(), at[lane]);
        if address & u64::from(bytes - 1) != 0 {
            return trouble(lane as u32, FaultKind::Misaligned { space, address, bytes, write });
        }
        if address.checked_add(u64::from(bytes)).is_none_or(|last| last > end) {
            return trouble(lane as u32, FaultKind::OutOfBounds { space, address, bytes, write });
        }
        if write && area == Area::Parameters {
            return trouble(lane as u32, FaultKind::ReadOnly(Space::Param));
        }
    }
    Ok(None)
}

/// Reads a checked address of local memory.
fn local_value(warp: &Warp, lane: usize, address: u64, bytes: u32) -> u64 {
    let row = (address / 4) as usize;
    let word = u64::from(warp.local[row][lane]);
    match bytes {
        8 => word | u64::from(warp.local[row + 1][lane]) << 32,
        4 => word,
        bytes => word >> (8 * (address % 4)) & (u64::MAX >> (64 - 8 * bytes)),
    }
}

fn put_local(warp: &mut Warp, lane: usize, address: u64, bytes: u32, value: u64) {
    let row = (address / 4) as usize;
    match bytes {
        8 => {
            warp.local[row][lane] = value as u32;
            warp.local[row + 1][lane] = (value >> 32) as u32;
        }
        4 => warp.local[row][lane] = value as u32,
        bytes => {
            let shift = 8 * (address % 4) as u32;
            let mask = (u32::MAX >> (32 - 8 * bytes)) << shift;
            let old = warp.local[row][lane];
            warp.local[row][lane] = old & !mask | (value as u32) << shift & mask;
        }
    }
}

fn parameter(setting: &Setting<'_>, address: u64, bytes: u32) -> u64 {
    let at = address as usize;
    let mut value = [0; 8];
    value[..bytes as usize].copy_from_slice(&setting.parameters[at..at + bytes as usize]);
    u64::from_le_bytes(value)
}

#[allow(clippy::too_many_arguments)]
pub(crate) fn store<'m>(
    warp: &mut Warp,
    common: &mut Common,
    setting: &Setting<'m>,
    worker: &mut Worker<'m>,
    address: &Address,
    element: Element,
    from: &[Argument],
    strong: bool,
    mask: u32,
) -> Outcome<()> {
    let at = addresses(warp, address);
    let bytes = u32::from(element.bytes);
    let total = bytes * from.len() as u32;
    by_area(address, at, mask, |area, at, mask| {
        let one = check(warp, common, setting, worker, area, address.site, at, total, true, mask)?;
        for (part, argument) in from.iter().enumerate() {
            let offset = part as u64 * u64::from(bytes);
            let values = warp.get(*argument);
            for lane in lanes(mask) {
                let address = at[lane] + offset;
                match area {
                    Area::Local => put_local(warp, lane, address, bytes, values[lane]),
                    Area::Shared => {
                        let who = who(warp, lane, order(strong));
                        let wrote = common.shared.write(who, address, bytes, values[lane]);
                        wrote.or_else(|kind| trouble(lane as u32, kind))?;
                    }
                    _ => {
                        let region = region_of(setting, one, address);
                        let ones = u64::MAX >> (64 - 8 * bytes);
                        let changes = region.load(address, element.bytes) != values[lane] & ones;
                        let at = place(warp, common, lane, order(strong));
                        watch_write(setting, at, lane, address, bytes, changes)?;
                        region.store(address, element.bytes, values[lane]);
                    }
                }
            }
        }
        if strong {
            orders(common, setting);
        }
        Ok(())
    })
}

/// Reads 1 to 8 bytes at any generic address, for one lane.
pub(crate) fn generic_value(
    warp: &Warp,
    common: &mut Common,
    setting: &Setting<'_>,
    lane: usize,
    address: u64,
    bytes: u32,
) -> Outcome<u64> {
    let area = area_of(address);
    let inside = address.wrapping_sub(window(area));
    let space = area.space();
    let beyond = FaultKind::OutOfBounds { space, address: inside, bytes, write: false };
    let end = inside.checked_add(u64::from(bytes));
    match area {
        Area::Local if end.is_some_and(|end| end <= u64::from(warp.frame().local_end)) => {
            Ok((0..u64::from(bytes)).fold(0, |value, i| value | local_value(warp, lane, inside + i, 1) << (8 * i)))
        }
        Area::Parameters if end.is_some_and(|end| end <= setting.parameters.len() as u64) => {
            Ok(parameter(setting, inside, bytes))
        }
        Area::Shared => {
            let who = who(warp, lane, Order::Strong);
            let checked = common.shared.check(inside, bytes, false);
            checked.and_then(|()| common.shared.read(who, inside, bytes)).or_else(|kind| trouble(lane as u32, kind))
        }
        Area::Global | Area::Generic => match setting.find(inside, u64::from(bytes)) {
            Some(region) => Ok((0..u64::from(bytes)).fold(0, |value, i| value | region.load(inside + i, 1) << (8 * i))),
            None => trouble(lane as u32, beyond),
        },
        _ => trouble(lane as u32, beyond),
    }
}

/// `cp.async`: reads now and writes when the copy is waited for.
#[allow(clippy::too_many_arguments)]
pub(crate) fn copy_async<'m>(
    warp: &mut Warp,
    common: &mut Common,
    setting: &Setting<'m>,
    worker: &mut Worker<'m>,
    (to, from): (&Address, &Address),
    bytes: u32,
    taken: &V32,
    ignored: u32,
    mask: u32,
) -> Outcome<()> {
    let (targets, sources) = (addresses(warp, to), addresses(warp, from));
    for lane in lanes(mask) {
        common.shared.check(targets[lane], bytes, true).or_else(|kind| trouble(lane as u32, kind))?;
        let taken = if ignored >> lane & 1 == 1 { 0 } else { taken[lane].min(bytes) };
        let address = sources[lane];
        if address & u64::from(bytes - 1) != 0 {
            return trouble(lane as u32, FaultKind::Misaligned { space: Space::Global, address, bytes, write: false });
        }
        let mut data = [0; 2];
        if taken > 0 {
            let bytes = taken;
            let mut region = worker.sites[from.site as usize];
            if !region.holds(address, u64::from(bytes)) {
                let Some(found) = setting.find(address, u64::from(bytes)) else {
                    let kind = FaultKind::OutOfBounds { space: Space::Global, address, bytes, write: false };
                    return trouble(lane as u32, kind);
                };
                region = found;
                worker.sites[from.site as usize] = region;
            }
            for i in 0..u64::from(taken) {
                data[(i / 8) as usize] |= region.load(address + i, 1) << (8 * (i % 8));
            }
        }
        warp.copies.begin(lane, targets[lane], bytes, data);
    }
    Ok(())
}

/// Writes the copies that have been waited for.
pub(crate) fn arrive(warp: &mut Warp, common: &mut Common, left: u32, mask: u32) -> Outcome<()> {
    for copy in warp.copies.arrived(mask, left) {
        let who = who(warp, copy.lane, Order::Weak);
        for word in 0..copy.bytes / 4 {
            let value = copy.data[(word / 2) as usize] >> (32 * (word % 2));
            let wrote = common.shared.write(who, copy.to + u64::from(word) * 4, 4, value & 0xffff_ffff);
            wrote.or_else(|kind| trouble(copy.lane as u32, kind))?;
        }
    }
    Ok(())
}
