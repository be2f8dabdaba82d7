//! `_thread`: native threads, locks and thread-local data. `threading` is built on it.

mod handle;
mod lock;
mod own;
mod reentrant;

use std::cell::Cell;
use std::rc::Rc;
use std::time::{Duration, Instant};
use tensorcell_language::builtins::real;
use tensorcell_language::object::Module;
use tensorcell_language::threads::{Ident, Start};
use tensorcell_language::{Args, Builtin, Exc, ModuleDef, Raise, Result, Value, Vm};

pub static THREAD: ModuleDef =
    ModuleDef { name: "_thread", doc: "Threads and locks.", functions: FUNCTIONS, init: Some(init) };

fn init(vm: &mut Vm, module: &Rc<Module>) -> Result<()> {
    let set = |name: &str, value: Value| module.dict.insert_str(name, value);
    for name in ["lock", "LockType"] {
        set(name, Value::Class(lock::class()));
    }
    set("RLock", Value::Class(reentrant::class()));
    set("_ThreadHandle", Value::Class(handle::class()));
    set("_Names", Value::Class(own::class()));
    set("error", vm.builtin("RuntimeError").unwrap_or_default());
    set("TIMEOUT_MAX", Value::from(LONGEST));
    vm.run_prelude("thread.py", include_str!("../thread.py"), module)?;
    super::show_in_full(module, &["_local"]);
    own::complete(module);
    Ok(())
}

/// The maximum wait in seconds: 64-bit nanoseconds.
const LONGEST: f64 = 9_223_372_036.0;

thread_local! {
    /// The value of `stack_size`. It has no effect, because stacks grow automatically.
    static STACK_SIZE: Cell<i64> = const { Cell::new(0) };
}

/// How long to wait for a lock.
#[derive(Clone, Copy)]
enum Patience {
    None,
    Until(Option<Instant>),
}

impl Patience {
    /// Reads a lock's `blocking` and `timeout` arguments.
    fn of(vm: &mut Vm, blocking: &Value, timeout: &Value) -> Result<Patience> {
        let (blocks, seconds) = (vm.truth(blocking)?, seconds(vm, timeout)?);
        match (blocks, seconds) {
            (false, None) => Ok(Patience::None),
            (false, Some(_)) => Err(Raise::value_error("can't specify a timeout for a non-blocking call")),
            (true, seconds) => Ok(Patience::Until(seconds.map(moment))),
        }
    }
}

/// Reads a timeout. Returns None for -1.
fn seconds(vm: &mut Vm, timeout: &Value) -> Result<Option<f64>> {
    let seconds = real(vm, timeout).map_err(|error| match error.is(Exc::TypeError) {
        true => Raise::type_error(format!("'{}' object cannot be interpreted as an integer", timeout.type_name())),
        false => error,
    })?;
    if seconds == -1.0 {
        return Ok(None);
    }
    if seconds.is_nan() {
        return Err(Raise::value_error("Invalid value NaN (not a number)"));
    }
    if seconds < 0.0 {
        return Err(Raise::value_error("timeout value must be a non-negative number"));
    }
    if seconds > LONGEST {
        return Err(Raise::new(Exc::OverflowError, "timestamp out of range for platform time_t"));
    }
    Ok(Some(seconds))
}

fn moment(seconds: f64) -> Instant {
    let now = Instant::now();
    let time = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
    now.checked_add(time).unwrap_or(now + Duration::from_secs(1 << 32))
}

fn number(ident: Ident) -> Value {
    Value::Int(ident.number() as i64)
}

fn check_callable(vm: &mut Vm, function: &Value, complaint: &str) -> Result<()> {
    let callable = vm.builtin("callable").unwrap_or_default();
    match vm.call(&callable, std::slice::from_ref(function), &[])? {
        Value::Bool(truth) if truth.get() => Ok(()),
        _ => Err(Raise::type_error(complaint.to_owned())),
    }
}

/// `start_new_thread(function, args[, kwargs])`
fn start_new_thread(vm: &mut Vm, args: &Args) -> Result<Value> {
    let function = args.get(0).clone();
    check_callable(vm, &function, "first arg must be callable")?;
    let Value::Tuple(given) = tensorcell_language::builtins::plain(args.get(1)) else {
        return Err(Raise::type_error("2nd arg must be a tuple"));
    };
    if !matches!(args.get(2).beneath(), Value::Dict(_) | Value::None) {
        return Err(Raise::type_error("optional 3rd arg must be a dictionary"));
    }
    let kwargs = match args.get(2) {
        Value::None => Value::dict(Vec::new()),
        kwargs => kwargs.clone(),
    };
    let start = told(vm, function, Value::Tuple(given), kwargs)?;
    vm.start_thread(Start { daemon: true, ..start }).map(number)
}

/// Starts a call in a thread. Its exception is reported on stderr.
fn told(vm: &mut Vm, function: Value, args: Value, kwargs: Value) -> Result<Start> {
    let module = vm.import("_thread")?;
    let run = vm.get_attr(&module, "_run")?;
    let args = vec![function, args, kwargs];
    Ok(Start { function: run, args, kwargs: Vec::new(), daemon: false, at_end: Box::new(|_| {}) })
}

static FUNCTIONS: &[Builtin] = &[
    Builtin::new(
        "_thread.start_new_thread",
        "(function, args, kwargs=None, /)",
        "Start a new thread and return its identifier.",
        start_new_thread,
    ),
    Builtin::new(
        "_thread.start_new",
        "(function, args, kwargs=None, /)",
        "An obsolete synonym of start_new_thread().",
        start_new_thread,
    ),
    Builtin::new(
        "_thread.start_joinable_thread",
        "(function, handle=None, daemon=True)",
        "Start a new thread and return a handle with which it can be joined.",
        handle::start,
    ),
    Builtin::new("_thread.allocate_lock", "()", "Create a new lock object.", |_, _| Ok(lock::new())),
    Builtin::new("_thread.allocate", "()", "An obsolete synonym of allocate_lock().", |_, _| Ok(lock::new())),
    Builtin::new("_thread.get_ident", "()", "A non-zero integer that identifies the current thread.", |vm, _| {
        Ok(number(vm.thread()))
    }),
    Builtin::new("_thread.get_native_id", "()", "A number that identifies the thread in the system.", |vm, _| {
        Ok(Value::Int(i64::from(std::process::id()) + (vm.thread().number() - vm.main_thread().number()) as i64))
    }),
    Builtin::new("_thread._get_main_thread_ident", "()", "The identifier of the main thread.", |vm, _| {
        Ok(number(vm.main_thread()))
    }),
    Builtin::new("_thread._count", "()", "The number of running threads, without the main one.", |vm, _| {
        Ok(Value::Int(vm.thread_count() as i64 - 1))
    }),
    Builtin::new("_thread._shutdown", "()", "Wait for the threads that are no daemons.", |vm, _| {
        vm.join_threads()?;
        Ok(Value::None)
    }),
    Builtin::new("_thread._make_thread_handle", "(ident, /)", "A handle of a thread that runs.", |_, args| {
        Ok(handle::of_running(args.int(0)?))
    }),
    Builtin::new("_thread.daemon_threads_allowed", "()", "True.", |_, _| Ok(Value::from(true))),
    Builtin::new("_thread._is_main_interpreter", "()", "True.", |_, _| Ok(Value::from(true))),
    Builtin::new("_thread.exit", "()", "Raise SystemExit: ends the thread.", |_, _| {
        Err(Raise::with_args(Exc::SystemExit, Vec::new()))
    }),
    Builtin::new("_thread.exit_thread", "()", "An obsolete synonym of exit().", |_, _| {
        Err(Raise::with_args(Exc::SystemExit, Vec::new()))
    }),
    Builtin::new(
        "_thread.interrupt_main",
        "(signum=2, /)",
        "Interrupt the main thread, as a signal does.",
        |vm, args| {
            if !(1..=64).contains(&args.int(0)?) {
                return Err(Raise::value_error("signal number out of range"));
            }
            crate::signal::simulate(vm, args.int(0)?);
            vm.check_interrupt()?;
            Ok(Value::None)
        },
    ),
    Builtin::new("_thread.stack_size", "(size=0, /)", "The stack size for new threads, and a new one.", |_, args| {
        let size = args.int(0)?;
        if size < 0 {
            return Err(Raise::value_error("size must be 0 or a positive value"));
        }
        if size != 0 && size < 32 << 10 {
            return Err(Raise::value_error(format!("size not valid: {size} bytes")));
        }
        Ok(Value::Int(STACK_SIZE.replace(size)))
    }),
];
