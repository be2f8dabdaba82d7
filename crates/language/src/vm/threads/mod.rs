//! Threads of the program: coroutines with native stacks of their own, which take turns on the evaluator's one native thread.
//!
//! A thread runs until it blocks or its time slice ends. Slices end only at safe points of the bytecode loop in user code:
//! native functions and our modules written in the language are never preempted. Threads switch through the main thread's
//! stack, where the scheduler runs: a coroutine suspends to it, and it resumes the next one.
//!
//! The main thread is scheduled like the others; only it receives KeyboardInterrupt.

mod coroutine;
mod execution;
mod fork;
mod lock;
mod scheduler;
mod ticker;

pub use execution::PerThread;
pub use fork::AtFork;
pub(crate) use fork::Forks;
pub use lock::{Lock, Waiters};

use crate::object::Dict;
use crate::{Awaited, Exc, Raise, Result, Value, Vm};
use coroutine::{Coroutine, Suspend};
use execution::Execution;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::{Rc, Weak};
use std::time::{Duration, Instant};
use ticker::Ticker;

/// Identifies a thread of the program; numbers are never reused.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Ident(u64);

impl Ident {
    /// The main thread.
    pub const MAIN: Ident = Ident(1);

    /// The number that programs see.
    pub fn number(self) -> u64 {
        self.0
    }
}

/// The reason why a thread is blocked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Blocked {
    /// A lock, or another action of a thread.
    OnThread,
    UntilMoment,
    OnFile,
}

/// The reason why a blocked thread continues.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Woken {
    /// The awaited event has happened.
    Called,
    /// The timeout has expired.
    Late,
    /// The main thread must check for interrupts and requests.
    Interrupted,
}

enum State {
    /// It runs, or is queued to run.
    Ready(Woken),
    Blocked(Blocked, Option<Instant>),
}

/// The arguments for starting a thread.
pub struct Start {
    pub function: Value,
    pub args: Vec<Value>,
    pub kwargs: Vec<(String, Value)>,
    /// Whether the program may end without waiting for it.
    pub daemon: bool,
    /// Called after the thread has ended.
    pub at_end: Box<dyn FnOnce(&mut Vm)>,
}

struct Thread {
    state: State,
    /// The thread's state while another thread runs.
    rest: Execution,
    /// None for the main thread, and while the thread runs.
    coroutine: Option<Coroutine>,
    /// None for the main thread.
    suspend: Option<Suspend>,
    daemon: bool,
    /// The host's number of the cell that started it.
    cell: u64,
}

impl Thread {
    fn new(coroutine: Option<Coroutine>, daemon: bool, cell: u64) -> Thread {
        let suspend = coroutine.as_ref().map(Coroutine::suspender);
        Thread { state: State::Ready(Woken::Called), rest: Execution::default(), coroutine, suspend, daemon, cell }
    }
}

/// The thread-local values of one object.
pub type Own = std::cell::RefCell<BTreeMap<Ident, Rc<Dict>>>;

/// The threads of a program.
pub(crate) struct Threads {
    current: Ident,
    /// The thread that receives interrupts: the main thread, or in a forked process the one that forked.
    main: Ident,
    known: BTreeMap<Ident, Thread>,
    ready: VecDeque<Ident>,
    /// Deadlines of blocked threads.
    timers: BTreeSet<(Instant, Ident)>,
    /// Descriptors that blocked threads wait for.
    files: Vec<(Ident, Awaited)>,
    latest: u64,
    ticker: Option<Ticker>,
    /// The start of the running slice.
    since: Instant,
    interval: Duration,
    per_thread: Vec<PerThread>,
    /// Attention was requested while another thread ran, and the main thread has not handled it yet.
    main_is_asked: bool,
    /// How many times the running thread has disabled switching.
    held: usize,
    /// Thread-local values, which are dropped when their thread ends.
    own: Vec<Weak<Own>>,
    /// Threads that wait for other threads to end.
    ended: Rc<Waiters>,
}

impl Default for Threads {
    fn default() -> Threads {
        Threads {
            current: Ident::MAIN,
            main: Ident::MAIN,
            known: BTreeMap::from([(Ident::MAIN, Thread::new(None, false, 0))]),
            ready: VecDeque::new(),
            timers: BTreeSet::new(),
            files: Vec::new(),
            latest: Ident::MAIN.0,
            ticker: None,
            since: Instant::now(),
            interval: Duration::from_millis(5),
            per_thread: Vec::new(),
            main_is_asked: false,
            held: 0,
            own: Vec::new(),
            ended: Rc::default(),
        }
    }
}

impl Threads {
    /// Whether the main thread runs.
    pub fn is_main(&self) -> bool {
        self.current == self.main
    }
    /// Whether the running thread must handle a request; `asked` is the value of the flag. A request that another thread consumed
    /// is handled by the main thread, too.
    pub fn is_asked(&mut self, asked: bool) -> bool {
        if self.is_main() {
            return std::mem::take(&mut self.main_is_asked) || asked;
        }
        self.main_is_asked |= asked;
        asked
    }
    /// Registers descriptors that the running thread is about to wait for.
    pub fn begin_watch(&mut self, awaited: &[Awaited]) -> Ident {
        self.files.extend(awaited.iter().map(|one| (self.current, *one)));
        self.current
    }
    pub fn end_watch(&mut self, ident: Ident) {
        self.files.retain(|(waiter, _)| *waiter != ident);
    }
}

impl Vm {
    /// The running thread.
    pub fn thread(&self) -> Ident {
        self.threads.current
    }
    /// The thread that receives interrupts.
    pub fn main_thread(&self) -> Ident {
        self.threads.main
    }
    /// The number of living threads.
    pub fn thread_count(&self) -> usize {
        self.threads.known.len()
    }
    /// How long a thread runs before others get a turn.
    pub fn switch_interval(&self) -> Duration {
        self.threads.interval
    }
    pub fn set_switch_interval(&mut self, interval: Duration) {
        self.threads.interval = interval;
        if let Some(ticker) = &self.threads.ticker {
            ticker.set_interval(interval);
        }
    }
    /// Registers per-thread state of another crate.
    pub fn keep_per_thread(&mut self, state: PerThread) {
        self.threads.per_thread.push(state);
    }
    /// Disables thread switching until [`Vm::release_turn`]: for code that moves the evaluator, or changes state during a call
    /// that other threads must not see.
    pub fn hold_turn(&mut self) {
        self.threads.held += 1;
    }
    /// Enables thread switching again; call it once for each [`Vm::hold_turn`].
    pub fn release_turn(&mut self) {
        self.threads.held -= 1;
    }
    /// Whether another thread could run now.
    pub(crate) fn may_switch(&self) -> bool {
        self.threads.held == 0 && self.threads.known.len() > 1
    }
    /// Drops a thread's values in `own` when the thread ends.
    pub fn end_with_threads(&mut self, own: &Rc<Own>) {
        self.threads.own.retain(|own| own.strong_count() > 0);
        self.threads.own.push(Rc::downgrade(own));
    }
    /// Sets the interrupt flag, so that the main thread is interrupted at its next safe point.
    pub fn interrupt_main(&mut self) {
        self.interrupt.store(true, std::sync::atomic::Ordering::Relaxed);
    }

    /// Starts a thread. It first runs when the running thread blocks or its slice ends.
    ///
    /// # Errors
    /// RuntimeError if there is no memory for its stack.
    pub fn start_thread(&mut self, start: Start) -> Result<Ident> {
        let ident = Ident(self.threads.latest + 1);
        let Start { function, args, kwargs, daemon, at_end } = start;
        let body = move |vm: &mut Vm| {
            if let Err(raise) = vm.call(&function, &args, &kwargs) {
                vm.thread_failed(&function, raise);
            }
            drop((function, args, kwargs));
            at_end(vm);
            vm.run_finalizers();
        };
        let coroutine = Coroutine::new(body).map_err(|_| Raise::new(Exc::RuntimeError, "can't start new thread"))?;
        self.threads.latest = ident.0;
        let cell = self.host.cell();
        self.threads.known.insert(ident, Thread::new(Some(coroutine), daemon, cell));
        self.threads.ready.push_back(ident);
        let (interval, attention) = (self.threads.interval, &self.attention);
        self.threads.ticker.get_or_insert_with(|| Ticker::start(interval, attention.clone())).resume();
        Ok(ident)
    }

    /// Reports an exception that a thread's function did not catch.
    fn thread_failed(&mut self, function: &Value, raise: Raise) {
        if raise.is(Exc::SystemExit) {
            return;
        }
        let shown = self.repr(function).unwrap_or_else(|_| "<function>".to_owned());
        let report = self.report(raise).plain;
        self.host.clone().write_stderr(&format!("Exception ignored in thread started by: {shown}\n{report}"));
    }

    /// Waits until a moment; None: until an interrupt.
    ///
    /// # Errors
    /// KeyboardInterrupt.
    pub fn pause(&mut self, until: Option<Instant>) -> Result<()> {
        loop {
            self.check_interrupt()?;
            if until.is_some_and(|until| until <= Instant::now()) {
                return Ok(());
            }
            self.block(Blocked::UntilMoment, until)?;
        }
    }
    /// Yields to other threads.
    ///
    /// # Errors
    /// KeyboardInterrupt.
    pub fn give_turn(&mut self) -> Result<()> {
        self.check_interrupt()?;
        if self.may_switch() {
            self.end_slice();
            self.check_interrupt()?;
        }
        Ok(())
    }
    /// Runs the other threads for a while, for a host whose program is idle; true while any are alive.
    ///
    /// # Errors
    /// KeyboardInterrupt.
    pub fn run_threads(&mut self, time: Duration) -> Result<bool> {
        if self.threads.known.len() > 1 {
            self.pause(Instant::now().checked_add(time))?;
        }
        Ok(self.threads.known.len() > 1)
    }
    /// Waits until only the running thread and daemons are left.
    ///
    /// # Errors
    /// KeyboardInterrupt, and RuntimeError if the others are deadlocked.
    pub fn join_threads(&mut self) -> Result<()> {
        while self.has_others_to_join() {
            self.threads.ended.clone().wait(self, None)?;
        }
        Ok(())
    }
    fn has_others_to_join(&self) -> bool {
        let (current, mut known) = (self.threads.current, self.threads.known.iter());
        known.any(|(ident, thread)| *ident != current && *ident != self.threads.main && !thread.daemon)
    }
    /// In a forked process only the running thread survives, as the main one. The stacks of the others are leaked: values on them
    /// must not run any code, not even their destructors.
    pub fn forget_threads(&mut self) {
        let current = self.threads.current;
        let (own, others) =
            std::mem::take(&mut self.threads.known).into_iter().partition(|(ident, _)| *ident == current);
        self.threads.known = own;
        std::mem::forget::<BTreeMap<Ident, Thread>>(others);
        self.threads.main = current;
        self.threads.main_is_asked = false;
        self.threads.ready.clear();
        self.threads.timers.clear();
        self.threads.files.clear();
        // Its native thread exists only in the parent.
        std::mem::forget(self.threads.ticker.take());
    }
}
