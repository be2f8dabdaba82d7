//! What the session knows of its cells: their number, the kernels they ran, the pictures that they keep up to date.

use super::pictures::LiveCurve;
use crate::display::KernelTime;
use crate::engine::profile;
use crate::tensor::Device;
use std::cell::RefCell;
use std::rc::{Rc, Weak};

#[derive(Default)]
struct Account {
    /// `Cell [4]`.
    cell: String,
    count: u32,
    kernels: Vec<(Device, KernelTime)>,
    /// Of the last cell that ran kernels, with its name.
    earlier: (String, Vec<(Device, KernelTime)>),
    live: Vec<Weak<LiveCurve>>,
}

thread_local! {
    static ACCOUNT: RefCell<Account> = RefCell::default();
}

/// A cell begins.
pub fn begin(cell: &str, count: u32) {
    gather();
    ACCOUNT.with_borrow_mut(|account| {
        let kernels = std::mem::take(&mut account.kernels);
        if !kernels.is_empty() {
            account.earlier = (account.cell.clone(), kernels);
        }
        account.cell = cell.to_owned();
        account.count = count;
    });
}

/// The number in `In [n]` of the running cell.
pub fn count() -> u32 {
    ACCOUNT.with_borrow(|account| account.count)
}

/// The running cell's name.
pub fn cell() -> String {
    ACCOUNT.with_borrow(|account| account.cell.clone())
}

/// The kernels of the running cell or, where it ran none, of the last one that did: the cell's name and what ran.
pub fn kernels() -> (String, Vec<(Device, KernelTime)>) {
    gather();
    ACCOUNT.with_borrow(|account| match account.kernels.is_empty() && !account.earlier.0.is_empty() {
        true => account.earlier.clone(),
        false => (account.cell.clone(), account.kernels.clone()),
    })
}

/// Adds what the engine ran since the last call to the cell's account; waits for the devices.
fn gather() {
    let totals = profile::totals();
    ACCOUNT.with_borrow_mut(|account| {
        for total in totals {
            add_time(&mut account.kernels, total.device, &total.name, total.duration.as_secs_f64(), total.count);
        }
    });
}

/// Runs `work` and returns what it alone ran; the cell's account has it too.
pub fn measured<R>(work: impl FnOnce() -> R) -> (R, Vec<(Device, KernelTime)>) {
    gather();
    let before = ACCOUNT.with_borrow_mut(|account| std::mem::take(&mut account.kernels));
    let result = work();
    gather();
    let ran = ACCOUNT.with_borrow_mut(|account| {
        let ran = std::mem::replace(&mut account.kernels, before);
        for (device, time) in &ran {
            add_time(&mut account.kernels, *device, &time.name, time.seconds, time.count);
        }
        ran
    });
    (result, ran)
}

fn add_time(kernels: &mut Vec<(Device, KernelTime)>, device: Device, name: &str, seconds: f64, count: u64) {
    match kernels.iter_mut().find(|(at, time)| *at == device && time.name == name) {
        Some((_, time)) => {
            time.seconds += seconds;
            time.count += count;
        }
        None => kernels.push((device, KernelTime { name: name.to_owned(), seconds, count })),
    }
}

/// Keeps a curve's picture up to date to the end of the cell.
pub fn watch(curve: &Rc<LiveCurve>) {
    ACCOUNT.with_borrow_mut(|account| {
        let known = account.live.iter().any(|live| std::ptr::eq(live.as_ptr(), Rc::as_ptr(curve)));
        if !known {
            account.live.push(Rc::downgrade(curve));
        }
    });
}

/// A cell ends: every curve that it changed shows its last state, whole.
pub fn end() {
    let live = ACCOUNT.with_borrow_mut(|account| std::mem::take(&mut account.live));
    for curve in live.iter().filter_map(Weak::upgrade) {
        curve.finish();
    }
    gather();
}
