//! Shows the output of child processes that inherit the cell's streams.
//!
//! A thread reads the pipe of each stream and requests attention. The evaluator shows the output at its next safe point.

use std::cell::RefCell;
use std::fs::File;
use std::io::Read;
use std::os::fd::OwnedFd;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tensorcell_language::{Result, Vm};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Output,
    Errors,
}

/// The read end of a pipe whose child has not started yet.
pub struct Pending {
    kind: Kind,
    pipe: File,
}

/// Output that was read but not shown yet.
#[derive(Default)]
struct Arrived {
    data: Vec<u8>,
    ended: bool,
}

type Shared = Arc<(Mutex<Arrived>, Condvar)>;

struct Relay {
    pid: i64,
    kind: Kind,
    shared: Shared,
    /// The beginning of an incomplete character.
    rest: Vec<u8>,
}

/// A child that writes faster than the cell shows is blocked at this size.
const MOST: usize = 1 << 20;

/// The maximum wait for output of grandchildren that outlive the child.
const LINGER: Duration = Duration::from_millis(40);

thread_local! {
    static RELAYS: RefCell<Vec<Relay>> = const { RefCell::new(Vec::new()) };
}

fn locked(shared: &Shared) -> MutexGuard<'_, Arrived> {
    shared.0.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Opens a pipe to the host's stream. Returns the child's end.
pub fn open(kind: Kind) -> std::io::Result<(Pending, OwnedFd)> {
    let (read, write) = rustix::pipe::pipe_with(rustix::pipe::PipeFlags::CLOEXEC)?;
    Ok((Pending { kind, pipe: read.into() }, write))
}

/// Begins to read a child's output.
pub fn begin(vm: &mut Vm, pid: i64, pending: Vec<Pending>) {
    vm.on_attention(show);
    for Pending { kind, pipe } in pending {
        let shared = Shared::default();
        RELAYS.with_borrow_mut(|relays| relays.push(Relay { pid, kind, shared: shared.clone(), rest: Vec::new() }));
        let attention = vm.attention();
        std::thread::spawn(move || read_all(pipe, &shared, &attention));
    }
}

fn read_all(mut pipe: File, shared: &Shared, attention: &AtomicBool) {
    let mut block = [0; 8192];
    loop {
        let count = pipe.read(&mut block).unwrap_or(0);
        let mut arrived = locked(shared);
        while arrived.data.len() > MOST {
            arrived = shared.1.wait(arrived).unwrap_or_else(PoisonError::into_inner);
        }
        arrived.data.extend_from_slice(&block[..count]);
        arrived.ended = count == 0;
        let ended = arrived.ended;
        drop(arrived);
        shared.1.notify_all();
        attention.store(true, Ordering::Release);
        if ended {
            return;
        }
    }
}

/// Drops all relays in a forked process: the parent's threads read the children's output.
pub fn forget() {
    RELAYS.take();
}

/// Shows the output that children have written so far.
pub fn show(vm: &mut Vm) -> Result<()> {
    let mut texts = Vec::new();
    RELAYS.with_borrow_mut(|relays| {
        relays.retain_mut(|relay| {
            let (text, ended) = relay.take();
            texts.push((relay.kind, text));
            !ended
        });
    });
    for (kind, text) in texts.into_iter().filter(|(_, text)| !text.is_empty()) {
        match kind {
            Kind::Output => vm.host().write_stdout(&text),
            Kind::Errors => vm.host().write_stderr(&text),
        }
    }
    Ok(())
}

impl Relay {
    /// Returns the new text, and whether the output has ended.
    fn take(&mut self) -> (String, bool) {
        let mut arrived = locked(&self.shared);
        self.rest.append(&mut arrived.data);
        let ended = arrived.ended;
        drop(arrived);
        self.shared.1.notify_all();
        let whole = if ended { self.rest.len() } else { whole_characters(&self.rest) };
        let text = String::from_utf8_lossy(&self.rest[..whole]).into_owned();
        self.rest.drain(..whole);
        (text, ended)
    }
}

/// Returns the length of the prefix that ends with a complete character.
fn whole_characters(data: &[u8]) -> usize {
    match std::str::from_utf8(data) {
        Err(error) if error.error_len().is_none() => error.valid_up_to(),
        _ => data.len(),
    }
}

/// Shows all output of a child after it has ended.
pub fn finish(vm: &mut Vm, pid: i64) -> Result<()> {
    let until = Instant::now() + LINGER;
    let shared: Vec<Shared> = RELAYS.with_borrow(|relays| {
        relays.iter().filter(|relay| relay.pid == pid).map(|relay| relay.shared.clone()).collect()
    });
    for shared in shared {
        let mut arrived = locked(&shared);
        while !arrived.ended && arrived.data.len() <= MOST {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break;
            }
            arrived = shared.1.wait_timeout(arrived, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
    show(vm)
}
