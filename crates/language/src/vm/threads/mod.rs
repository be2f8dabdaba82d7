//! Threads of the program: coroutines, each on a native stack of its own, that take turns on the evaluator's one thread.
//!
//! A thread runs until it blocks or its time slice ends. Slices end at safe points of the bytecode loop, in the user's own
//! code only: native functions and the modules written in the language are never interrupted half-way. Threads switch
//! through the main thread's stack, where the scheduler runs: a coroutine suspends to it, and it resumes the next one.
//!
//! The main thread is a thread as others; KeyboardInterrupt is raised in it alone.

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

/// Identifies a thread of the program; numbers are not used again.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Ident(u64);

impl Ident {
    /// The main thread.
    pub const MAIN: Ident = Ident(1);

    /// As programs see it.
    pub fn number(self) -> u64 {
        self.0
    }
}

/// What a blocked thread waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Blocked {
    /// A lock, or whatever else another thread must do.
    OnThread,
    UntilMoment,
    OnFile,
}

/// Why a blocked thread goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Woken {
    /// What it waited for has happened.
    Called,
    /// Its time is over.
    Late,
    /// The main thread is to look for interrupts and questions.
    Interrupted,
}

enum State {
    /// It runs, or waits for its turn.
    Ready(Woken),
    Blocked(Blocked, Option<Instant>),
}

/// What starts a thread.
pub struct Start {
    pub function: Value,
    pub args: Vec<Value>,
    pub kwargs: Vec<(String, Value)>,
    /// The end of the program does not wait for it.
    pub daemon: bool,
    /// Called when it has ended.
    pub at_end: Box<dyn FnOnce(&mut Vm)>,
}

struct Thread {
    state: State,
    /// What it runs, while another thread runs.
    rest: Execution,
    /// None of the main thread, and while it runs.
    coroutine: Option<Coroutine>,
    /// None of the main thread.
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

/// Values that each thread has its own of, for one object.
pub type Own = std::cell::RefCell<BTreeMap<Ident, Rc<Dict>>>;

/// The threads of a program.
pub(crate) struct Threads {
    current: Ident,
    /// Who gets interrupts: the main thread, or in a forked process the one that forked.
    main: Ident,
    known: BTreeMap<Ident, Thread>,
    ready: VecDeque<Ident>,
    /// When blocked threads go on at the latest.
    timers: BTreeSet<(Instant, Ident)>,
    /// Descriptors that blocked threads wait for.
    files: Vec<(Ident, Awaited)>,
    latest: u64,
    ticker: Option<Ticker>,
    /// When the running slice began.
    since: Instant,
    interval: Duration,
    per_thread: Vec<PerThread>,
    /// Attention was asked for while another thread ran than the main one, which has not looked yet.
    main_is_asked: bool,
    /// How often the running thread was asked to keep its turn.
    held: usize,
    /// What loses its values of a thread when that ends.
    own: Vec<Weak<Own>>,
    /// Who waits for threads to end.
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
    /// Whether the running thread is to look what was asked; `asked` is what the flag said. The main thread looks, too, where
    /// another one did.
    pub fn is_asked(&mut self, asked: bool) -> bool {
        if self.is_main() {
            return std::mem::take(&mut self.main_is_asked) || asked;
        }
        self.main_is_asked |= asked;
        asked
    }
    /// The running thread is about to wait for descriptors.
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
    /// The thread that interrupts are raised in.
    pub fn main_thread(&self) -> Ident {
        self.threads.main
    }
    /// How many threads live.
    pub fn thread_count(&self) -> usize {
        self.threads.known.len()
    }
    /// How long a thread runs before others have their turn.
    pub fn switch_interval(&self) -> Duration {
        self.threads.interval
    }
    pub fn set_switch_interval(&mut self, interval: Duration) {
        self.threads.interval = interval;
        if let Some(ticker) = &self.threads.ticker {
            ticker.set_interval(interval);
        }
    }
    /// Has each thread keep its own state of another crate.
    pub fn keep_per_thread(&mut self, state: PerThread) {
        self.threads.per_thread.push(state);
    }
    /// The running thread keeps its turn until [`Vm::release_turn`]: for code that moves the evaluator, or keeps something for
    /// the time of a call that other threads must not find.
    pub fn hold_turn(&mut self) {
        self.threads.held += 1;
    }
    /// Others may have their turn again, once for each [`Vm::hold_turn`].
    pub fn release_turn(&mut self) {
        self.threads.held -= 1;
    }
    /// Whether another thread could have its turn now.
    pub(crate) fn may_switch(&self) -> bool {
        self.threads.held == 0 && self.threads.known.len() > 1
    }
    /// Drops a thread's values in `own` when the thread ends.
    pub fn end_with_threads(&mut self, own: &Rc<Own>) {
        self.threads.own.retain(|own| own.strong_count() > 0);
        self.threads.own.push(Rc::downgrade(own));
    }
    /// The main thread sees the interrupt flag at its next safe point, as if the user had interrupted.
    pub fn interrupt_main(&mut self) {
        self.interrupt.store(true, std::sync::atomic::Ordering::Relaxed);
    }

    /// Starts a thread. It has its first turn when the running thread blocks or its slice ends.
    ///
    /// # Errors
    /// RuntimeError where there is no memory for its stack.
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

    /// An exception that a thread's function let pass.
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
    /// Gives other threads a turn.
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
    /// Runs the other threads for a while, for a host whose program is idle; true while any live.
    ///
    /// # Errors
    /// KeyboardInterrupt.
    pub fn run_threads(&mut self, time: Duration) -> Result<bool> {
        if self.threads.known.len() > 1 {
            self.pause(Instant::now().checked_add(time))?;
        }
        Ok(self.threads.known.len() > 1)
    }
    /// Waits until the running thread and daemons alone are left.
    ///
    /// # Errors
    /// KeyboardInterrupt, and RuntimeError where the others wait for each other.
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
    /// In a forked process the running thread alone lives on, as the main one. The stacks of the others stay where they are:
    /// what stands on them must not run, not even to be taken apart.
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
        // Its thread was left behind in the parent.
        std::mem::forget(self.threads.ticker.take());
    }
}
