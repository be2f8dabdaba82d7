//! Atomic operations on global and shared memory.

use super::access::{addresses, by_area, check, orders, place, watch_write, who};
use super::common::Common;
use super::setting::{Outcome, Setting, Worker, lanes, trouble};
use super::shared::Order;
use super::warp::Warp;
use crate::alu::float::{bits, single};
use crate::alu::{LANES, V64};
use crate::fault::FaultKind;
use crate::memory::Region;
use crate::number::narrow::{Brain, Half, Narrow};
use crate::program::op::{Area, Atom, Atomic};
use crate::scalar::Scalar::{self, Bf16, Bf16x2, F16, F16x2, F32, F64};

pub(crate) fn run<'m>(
    warp: &mut Warp,
    common: &mut Common,
    setting: &Setting<'m>,
    worker: &mut Worker<'m>,
    atomic: &Atomic,
    mask: u32,
) -> Outcome<()> {
    let at = addresses(warp, &atomic.address);
    let bytes = atomic.scalar.bytes() as u32;
    let total = bytes * atomic.operands.len() as u32;
    by_area(&atomic.address, at, mask, |area, at, mask| {
        if matches!(area, Area::Local | Area::Parameters) {
            let kind = FaultKind::OutOfBounds {
                space: area.space(),
                address: at[mask.trailing_zeros() as usize],
                bytes,
                write: true,
            };
            return trouble(mask.trailing_zeros(), kind);
        }
        let one = check(warp, common, setting, worker, area, atomic.address.site, at, total, true, mask)?;
        for (part, operand) in atomic.operands.iter().enumerate() {
            let values = warp.get(*operand);
            let exchange = atomic.exchange.first().map_or([0; LANES], |argument| warp.get(*argument));
            let mut out: V64 = [0; LANES];
            for lane in lanes(mask) {
                let address = at[lane] + part as u64 * u64::from(bytes);
                let change = |old: u64| changed(atomic.operation, atomic.scalar, old, values[lane], exchange[lane]);
                out[lane] = match area {
                    Area::Shared => {
                        let who = who(warp, lane, Order::Atomic);
                        let old = common.shared.read(who, address, bytes);
                        let updated = old.and_then(|old| {
                            common.shared.write(who, address, bytes, change(old))?;
                            Ok(old)
                        });
                        updated.or_else(|kind| trouble(lane as u32, kind))?
                    }
                    _ => {
                        let region = one.or_else(|| setting.find(address, u64::from(bytes)));
                        let old = region.unwrap_or(Region::empty()).update(address, bytes as u8, change);
                        let at = place(warp, common, lane, Order::Atomic);
                        watch_write(setting, at, lane, address, bytes, change(old) != old)?;
                        old
                    }
                };
            }
            warp.put(atomic.results[part], mask, &out);
        }
        orders(common, setting);
        Ok(())
    })
}

/// Computes the new value of an atomic operation.
fn changed(operation: Atom, scalar: Scalar, old: u64, value: u64, exchange: u64) -> u64 {
    let ones = u64::MAX >> (64 - scalar.bits());
    let (old, value) = (old & ones, value & ones);
    let signed = |x: u64| {
        let shift = 64 - scalar.bits();
        (x << shift) as i64 >> shift
    };
    let less = if scalar.is_signed() { signed(old) < signed(value) } else { old < value };
    let new = match operation {
        Atom::Exchange => value,
        Atom::Compare => {
            if old == value {
                exchange
            } else {
                old
            }
        }
        Atom::And => old & value,
        Atom::Or => old | value,
        Atom::Xor => old ^ value,
        Atom::Increment => {
            if old >= value {
                0
            } else {
                old + 1
            }
        }
        Atom::Decrement => {
            if old == 0 || old > value {
                value
            } else {
                old - 1
            }
        }
        Atom::Add | Atom::Min | Atom::Max if scalar.is_float() => float(operation, scalar, old, value),
        Atom::Add => old.wrapping_add(value),
        Atom::Min => {
            if less {
                old
            } else {
                value
            }
        }
        Atom::Max => {
            if less {
                value
            } else {
                old
            }
        }
    };
    new & ones
}

fn float(operation: Atom, scalar: Scalar, old: u64, value: u64) -> u64 {
    match scalar {
        F32 => u64::from(bits(single(old as u32) + single(value as u32))),
        F64 => (f64::from_bits(old) + f64::from_bits(value)).to_bits(),
        F16 => u64::from(half::<Half>(operation, old as u16, value as u16)),
        Bf16 => u64::from(half::<Brain>(operation, old as u16, value as u16)),
        F16x2 => both(old, value, |a, b| half::<Half>(operation, a, b)),
        Bf16x2 => both(old, value, |a, b| half::<Brain>(operation, a, b)),
        _ => old,
    }
}

fn both(old: u64, value: u64, f: impl Fn(u16, u16) -> u16) -> u64 {
    u64::from(f(old as u16, value as u16)) | u64::from(f((old >> 16) as u16, (value >> 16) as u16)) << 16
}

fn half<N: Narrow>(operation: Atom, old: u16, value: u16) -> u16 {
    let (a, b) = (N::wide(old), N::wide(value));
    match operation {
        Atom::Add => N::round(a + b),
        _ if a.is_nan() => value,
        _ if b.is_nan() => old,
        Atom::Min => {
            if a < b {
                old
            } else {
                value
            }
        }
        _ => {
            if a > b {
                old
            } else {
                value
            }
        }
    }
}
