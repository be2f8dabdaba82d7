//! Signals: handlers in the language run at safe points.

use signal_hook_registry::SigId;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, AtomicU32, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tensorcell_language::builtins::real;
use tensorcell_language::{Args, Builtin, Exc, ModuleDef, Raise, Result, Value, Vm};

const INTERRUPT: i64 = 2;
const ALARM: i64 = 14;
const LAST: i64 = 64;

pub static SIGNAL: ModuleDef = ModuleDef {
    name: "_tensorcell.signal",
    doc: "The native part of signal.",
    functions: &[
        Builtin::new("signal._handle", "(number, handler)", "Sets a handler; the one before.", |vm, args| {
            handle(vm, args)
        }),
        Builtin::new("signal._handler", "(number)", "The handler of a signal.", |_, args| Ok(handler(args.int(0)?))),
        Builtin::new("signal._timer", "(delay, interval)", "Has SIGALRM come after a delay, and again.", |vm, args| {
            timer(vm, args)
        }),
        Builtin::new("signal._timer_left", "()", "Seconds until the alarm, and between alarms.", |_, _| {
            Ok(TIMER.with(|timer| left(&timer.borrow())))
        }),
        Builtin::new("signal._blocked", "()", "The signals that wait when they come.", |_, _| {
            Ok(numbers(BLOCKED.get()))
        }),
        Builtin::new("signal._block", "(numbers)", "Has these signals, and no others, wait when they come.", block),
        Builtin::new("signal._pending", "()", "The signals that have come and wait.", |_, _| {
            Ok(numbers(PENDING.with(|pending| pending.load(Ordering::Acquire)) & BLOCKED.get()))
        }),
        Builtin::new("signal._take", "(numbers)", "One of these signals that has come, taken; or None.", take),
        Builtin::new(
            "signal._sender",
            "(number)",
            "What is known of a signal's last coming: (code, error, process, user, status, band).",
            |_, args| {
                let number = args.int(0)?;
                check(number)?;
                Ok(Origin::of(number).shown())
            },
        ),
        Builtin::new("signal._count", "()", "How many handlers have run.", |_, _| Ok(Value::Int(CALLS.get()))),
        Builtin::new("signal._name", "(number)", "The description of a signal.", |_, args| describe(args)),
    ],
    init: None,
};

/// How the program handles a signal.
#[derive(Clone)]
enum Treatment {
    /// The system's default, the number 0.
    Default,
    /// The number 1.
    Ignored,
    Called(Value),
}

/// Where a signal came from when it came last.
struct Origin {
    code: AtomicI32,
    process: AtomicI32,
    user: AtomicU32,
    status: AtomicI32,
}

static ORIGINS: [Origin; LAST as usize] = [const {
    Origin { code: AtomicI32::new(0), process: AtomicI32::new(0), user: AtomicU32::new(0), status: AtomicI32::new(0) }
}; LAST as usize];

impl Origin {
    /// Returns the place of a signal, whose number is checked.
    fn of(number: i64) -> &'static Origin {
        &ORIGINS[number as usize - 1]
    }
    fn set(&self, code: i32, process: i32, user: u32, status: i32) {
        self.code.store(code, Ordering::Release);
        self.process.store(process, Ordering::Release);
        self.user.store(user, Ordering::Release);
        self.status.store(status, Ordering::Release);
    }
    fn shown(&self) -> Value {
        let user = i64::from(self.user.load(Ordering::Acquire));
        let number = |number: &AtomicI32| Value::Int(i64::from(number.load(Ordering::Acquire)));
        let (none, process) = (Value::Int(0), number(&self.process));
        Value::tuple(vec![number(&self.code), none.clone(), process, Value::Int(user), number(&self.status), none])
    }
}

/// Notes that this process sends itself a signal.
fn note_own(number: i64) {
    Origin::of(number).set(libc::SI_USER, std::process::id() as i32, rustix::process::getuid().as_raw(), 0);
    note(number);
}

/// The running alarm: its time and its interval.
struct Timer {
    at: Instant,
    interval: Duration,
}

thread_local! {
    static TREATMENTS: RefCell<HashMap<i64, Treatment>> = RefCell::default();
    static REGISTERED: RefCell<HashMap<i64, SigId>> = RefCell::default();
    /// A bit per pending signal.
    static PENDING: Arc<AtomicU64> = Arc::default();
    /// A bit per blocked signal.
    static BLOCKED: Cell<u64> = const { Cell::new(0) };
    static TIMER: RefCell<Option<Timer>> = const { RefCell::new(None) };
    /// The number of handler calls.
    static CALLS: Cell<i64> = const { Cell::new(0) };
    static GENERATION: Cell<u64> = const { Cell::new(0) };
    /// The generation of the current alarm, which its thread checks.
    static CURRENT: Arc<AtomicU64> = Arc::default();
}

fn bit(number: i64) -> u64 {
    1 << (number - 1)
}

fn is_blocked(number: i64) -> bool {
    BLOCKED.get() & bit(number) != 0
}

fn numbers(bits: u64) -> Value {
    Value::list((1..=LAST).filter(|number| bits & bit(*number) != 0).map(Value::Int).collect())
}

fn bits(vm: &mut Vm, numbers: &Value) -> Result<u64> {
    let mut bits = 0;
    for number in vm.collect(numbers)? {
        let Value::Int(number) = number else { return Err(Raise::type_error("an integer is required")) };
        if !(1..=LAST).contains(&number) {
            return Err(Raise::value_error(format!("signal number {number} out of range [1; {LAST}]")));
        }
        bits |= bit(number);
    }
    Ok(bits)
}

/// Blocks signals. A blocked signal is recorded; unblocking delivers it.
fn block(vm: &mut Vm, args: &Args) -> Result<Value> {
    let new = bits(vm, args.get(0))? & !(bit(libc::SIGKILL.into()) | bit(libc::SIGSTOP.into()));
    let changed = BLOCKED.replace(new) ^ new;
    for number in (1..=LAST).filter(|number| changed & bit(*number) != 0) {
        match treatment(number) {
            _ if number == INTERRUPT => vm.set_interrupt_handler(Some(interrupted)),
            Treatment::Default if is_blocked(number) => listen(vm, number, &Treatment::Ignored)?,
            Treatment::Default => listen(vm, number, &Treatment::Default)?,
            Treatment::Ignored | Treatment::Called(_) => {}
        }
    }
    if PENDING.with(|pending| pending.load(Ordering::Acquire)) & !new != 0 {
        deliver(vm)?;
    }
    Ok(Value::None)
}

fn take(vm: &mut Vm, args: &Args) -> Result<Value> {
    let wanted = bits(vm, args.get(0))?;
    let come = PENDING.with(|pending| pending.load(Ordering::Acquire)) & wanted;
    let Some(number) = (1..=LAST).find(|number| come & bit(*number) != 0) else { return Ok(Value::None) };
    PENDING.with(|pending| pending.fetch_and(!bit(number), Ordering::AcqRel));
    Ok(Value::Int(number))
}

fn note(number: i64) {
    PENDING.with(|pending| pending.fetch_or(bit(number), Ordering::AcqRel));
}

/// Calls a handler.
fn call(vm: &mut Vm, handler: &Value, number: i64) -> Result<()> {
    CALLS.set(CALLS.get() + 1);
    vm.call(handler, &[Value::Int(number), Value::None], &[]).map(drop)
}

/// Signals that Python ignores from its start on: a write into a closed pipe or beyond a limit is an error, not the end.
const IGNORED: [i32; 2] = [libc::SIGPIPE, libc::SIGXFSZ];

/// Has the process ignore what Python ignores.
pub fn ignore_as_python() {
    for number in IGNORED {
        // SAFETY: an ignored signal runs no code.
        unsafe { libc::signal(number, libc::SIG_IGN) };
    }
}

fn treatment(number: i64) -> Treatment {
    let at_first = || match IGNORED.iter().any(|&it| i64::from(it) == number) {
        true => Treatment::Ignored,
        false => Treatment::Default,
    };
    TREATMENTS.with_borrow(|all| all.get(&number).cloned()).unwrap_or_else(at_first)
}

fn handler(number: i64) -> Value {
    match treatment(number) {
        Treatment::Default if number == INTERRUPT && !TREATMENTS.with_borrow(|all| all.contains_key(&number)) => {
            Value::None
        }
        Treatment::Default => Value::Int(0),
        Treatment::Ignored => Value::Int(1),
        Treatment::Called(handler) => handler,
    }
}

fn check(number: i64) -> Result<()> {
    match (1..=LAST).contains(&number) {
        true => Ok(()),
        false => Err(Raise::value_error("signal number out of range")),
    }
}

fn handle(vm: &mut Vm, args: &Args) -> Result<Value> {
    let (number, new) = (args.int(0)?, args.get(1));
    check(number)?;
    if number == 9 || number == 19 {
        return Err(Raise::with_args(Exc::OSError, vec![Value::Int(22), Value::str("Invalid argument")]));
    }
    let before = handler(number);
    let treatment = match new {
        Value::Int(0) => Treatment::Default,
        Value::Int(1) => Treatment::Ignored,
        other => Treatment::Called(other.clone()),
    };
    // The front end interrupts cells by a flag, so its signal keeps its handler.
    if number == INTERRUPT {
        vm.set_interrupt_handler(Some(interrupted));
    } else {
        listen(vm, number, &treatment)?;
    }
    TREATMENTS.with_borrow_mut(|all| all.insert(number, treatment));
    Ok(before)
}

/// Handles an interrupt as the program has set.
fn interrupted(vm: &mut Vm) -> Result<()> {
    if is_blocked(INTERRUPT) {
        note(INTERRUPT);
        return Ok(());
    }
    match treatment(INTERRUPT) {
        Treatment::Default => Err(Raise::new(Exc::KeyboardInterrupt, "")),
        Treatment::Ignored => Ok(()),
        Treatment::Called(handler) => call(vm, &handler, INTERRUPT),
    }
}

/// Makes the process record a signal, or restores the system's default.
fn listen(vm: &mut Vm, number: i64, treatment: &Treatment) -> Result<()> {
    vm.on_attention(deliver);
    if let Some(id) = REGISTERED.with_borrow_mut(|all| all.remove(&number)) {
        signal_hook_registry::unregister(id);
    }
    if let Treatment::Default = treatment {
        // SAFETY: the system's default handler runs no code of ours.
        unsafe { libc::signal(number as i32, libc::SIG_DFL) };
        return Ok(());
    }
    let (pending, attention) = (PENDING.with(Arc::clone), vm.attention());
    let note = move |facts: &libc::siginfo_t| {
        // SAFETY: the system has filled the record; of a signal without a sender these are zeros.
        let (process, user, status) = unsafe { (facts.si_pid(), facts.si_uid(), facts.si_status()) };
        let status = if number == i64::from(libc::SIGCHLD) { status } else { 0 };
        Origin::of(number).set(facts.si_code, process, user, status);
        pending.fetch_or(1 << (number - 1), Ordering::AcqRel);
        attention.store(true, Ordering::Release);
    };
    // SAFETY: the action sets atomic numbers.
    let id = unsafe { signal_hook_registry::register_sigaction(number as i32, note) };
    let id = id.map_err(|error| tensorcell_language::builtins::files::os_failure(&error))?;
    REGISTERED.with_borrow_mut(|all| all.insert(number, id));
    Ok(())
}

/// Calls the handlers of pending signals.
fn deliver(vm: &mut Vm) -> Result<()> {
    let blocked = BLOCKED.get();
    let pending = PENDING.with(|pending| pending.fetch_and(blocked, Ordering::AcqRel)) & !blocked;
    for number in (1..=LAST).filter(|number| pending & (1 << (number - 1)) != 0) {
        match treatment(number) {
            Treatment::Called(handler) => call(vm, &handler, number)?,
            Treatment::Ignored => {}
            Treatment::Default if number == INTERRUPT => interrupted(vm)?,
            // SAFETY: raise sends this process a signal with the system's default handling.
            Treatment::Default => drop(unsafe { libc::raise(number as i32) }),
        }
    }
    Ok(())
}

/// Simulates a signal: its handler runs soon, in the main thread. Does nothing if the program has set none.
pub fn simulate(vm: &mut Vm, number: i64) {
    let is_set = TREATMENTS.with_borrow(|all| all.contains_key(&number));
    match treatment(number) {
        Treatment::Called(_) if number != INTERRUPT => {
            PENDING.with(|pending| pending.fetch_or(1 << (number - 1), Ordering::AcqRel));
            vm.attention().store(true, Ordering::Release);
        }
        Treatment::Called(_) => vm.interrupt_main(),
        // By default an interrupt raises KeyboardInterrupt.
        Treatment::Default if number == INTERRUPT && !is_set => vm.interrupt_main(),
        Treatment::Default | Treatment::Ignored => {}
    }
}

/// Handles a signal that the program sends to itself: its handler runs at once. Returns false if the system must handle it.
pub fn raise_own(vm: &mut Vm, number: i64) -> Result<bool> {
    if (1..=LAST).contains(&number) && is_blocked(number) {
        note_own(number);
        return Ok(true);
    }
    if number == INTERRUPT {
        vm.interrupt();
        return vm.check_interrupt().map(|()| true);
    }
    match treatment(number) {
        Treatment::Default => Ok(false),
        Treatment::Ignored => Ok(true),
        Treatment::Called(handler) => call(vm, &handler, number).map(|()| true),
    }
}

fn seconds(vm: &mut Vm, value: &Value) -> Result<Duration> {
    let seconds = real(vm, value)?;
    // A delay beyond the clock's range is invalid.
    let reached = |delay: &Duration| Instant::now().checked_add(*delay).is_some();
    Duration::try_from_secs_f64(seconds)
        .ok()
        .filter(reached)
        .ok_or_else(|| Raise::with_args(Exc::OSError, vec![Value::Int(22), Value::str("Invalid argument")]))
}

/// Returns the time left until the alarm, and the interval.
fn left(timer: &Option<Timer>) -> Value {
    let (left, interval) = match timer {
        Some(timer) => (timer.at.saturating_duration_since(Instant::now()), timer.interval),
        None => (Duration::ZERO, Duration::ZERO),
    };
    Value::pair(Value::from(left.as_secs_f64()), Value::from(interval.as_secs_f64()))
}

/// Sets an alarm. A thread sleeps until it: the system's own timer would be shared by all evaluators of the process.
fn timer(vm: &mut Vm, args: &Args) -> Result<Value> {
    let (delay, interval) = (seconds(vm, args.get(0))?, seconds(vm, args.get(1))?);
    let before = TIMER.with(|timer| left(&timer.borrow()));
    let generation = GENERATION.get() + 1;
    GENERATION.set(generation);
    let current = CURRENT.with(Arc::clone);
    current.store(generation, Ordering::Release);
    if delay.is_zero() {
        TIMER.with(|timer| timer.replace(None));
        return Ok(before);
    }
    vm.on_attention(deliver);
    TIMER.with(|timer| timer.replace(Some(Timer { at: Instant::now() + delay, interval })));
    let (pending, attention) = (PENDING.with(Arc::clone), vm.attention());
    std::thread::spawn(move || {
        let mut pause = delay;
        loop {
            std::thread::sleep(pause);
            if current.load(Ordering::Acquire) != generation {
                return;
            }
            pending.fetch_or(1 << (ALARM - 1), Ordering::AcqRel);
            attention.store(true, Ordering::Release);
            if interval.is_zero() {
                return;
            }
            pause = interval;
        }
    });
    Ok(before)
}

/// Resets signals in a forked process: nothing is pending and no alarm runs. Interrupts arrive by the system's signal,
/// because the front end's threads do not exist here.
pub fn become_forked(vm: &mut Vm) {
    PENDING.with(|pending| pending.store(0, Ordering::Release));
    TIMER.with(|timer| timer.replace(None));
    GENERATION.set(GENERATION.get() + 1);
    let (interrupts, attention) = (vm.interrupts(), vm.attention());
    interrupts.store(false, Ordering::Release);
    let note = move || {
        interrupts.store(true, Ordering::Release);
        attention.store(true, Ordering::Release);
    };
    // SAFETY: the action sets two atomic flags. If it cannot be set, an interrupt ends the process.
    drop(unsafe { signal_hook_registry::register(INTERRUPT as i32, note) });
}

fn describe(args: &Args) -> Result<Value> {
    let number = args.int(0)?;
    check(number)?;
    // SAFETY: strsignal returns a text of the system, which is read before the next call.
    let text = unsafe {
        let text = libc::strsignal(number as i32);
        (!text.is_null()).then(|| std::ffi::CStr::from_ptr(text).to_string_lossy().into_owned())
    };
    Ok(text.map_or(Value::None, Value::from))
}
