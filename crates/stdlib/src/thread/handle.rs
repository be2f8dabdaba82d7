//! `_thread._ThreadHandle`: the handle to join a thread.

use super::{check_callable, moment, seconds, told};
use std::any::Any;
use std::cell::Cell;
use std::rc::Rc;
use tensorcell_language::builtins::receiver;
use tensorcell_language::native::Native;
use tensorcell_language::threads::{Start, Waiters};
use tensorcell_language::{Args, Builtin, Class, Getter, Raise, Result, Value, Vm};

#[derive(Clone, Copy, PartialEq)]
enum Stage {
    New,
    Runs,
    Done,
}

struct Known {
    stage: Cell<Stage>,
    /// The ident that programs see.
    ident: Cell<i64>,
    joining: Waiters,
}

struct Handle(Rc<Known>);

thread_local! {
    static CLASS: Rc<Class> =
        Class::native("_thread", "_ThreadHandle", &[], Some(&NEW), METHODS, GETTERS, "A thread that can be joined.")
            .shown_in_full()
            .made_final();
}

static NEW: Builtin =
    Builtin::new("_ThreadHandle", "()", "A handle for a thread to start.", |_, _| Ok(handle(Stage::New, 0)));

pub(super) fn class() -> Rc<Class> {
    CLASS.with(Rc::clone)
}

fn handle(stage: Stage, ident: i64) -> Value {
    let known = Known { stage: Cell::new(stage), ident: Cell::new(ident), joining: Waiters::default() };
    Value::native(Handle(Rc::new(known)))
}

pub(super) fn of_running(ident: i64) -> Value {
    handle(Stage::Runs, ident)
}

impl Known {
    fn end(&self, vm: &mut Vm) {
        self.stage.set(Stage::Done);
        self.joining.wake_all(vm);
    }
}

/// `start_joinable_thread(function, handle=None, daemon=True)`
pub(super) fn start(vm: &mut Vm, args: &Args) -> Result<Value> {
    let function = args.get(0).clone();
    check_callable(vm, &function, "thread function must be callable")?;
    let given = match args.get(1) {
        Value::None => handle(Stage::New, 0),
        given => given.clone(),
    };
    let Some(known) = given.downcast::<Handle>().map(|handle| handle.0.clone()) else {
        return Err(Raise::type_error("'handle' must be a _ThreadHandle"));
    };
    if known.stage.get() != Stage::New {
        return Err(Raise::runtime("thread already started"));
    }
    let (daemon, ended) = (vm.truth(args.get(2))?, known.clone());
    let at_end = Box::new(move |vm: &mut Vm| ended.end(vm));
    let start = told(vm, function, Value::tuple(Vec::new()), Value::dict(Vec::new()))?;
    let ident = vm.start_thread(Start { daemon, at_end, ..start })?;
    known.stage.set(Stage::Runs);
    known.ident.set(ident.number() as i64);
    Ok(given)
}

impl Native for Handle {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        class()
    }
    fn repr(&self, _vm: &mut Vm) -> Result<String> {
        Ok(format!("<_ThreadHandle object: ident={}>", self.0.ident.get()))
    }
}

fn known(args: &Args) -> Result<Rc<Known>> {
    receiver(args, |value| value.downcast::<Handle>().map(|handle| handle.0.clone()))
}

fn join(vm: &mut Vm, args: &Args) -> Result<Value> {
    let known = known(args)?;
    let until = match args.get(1) {
        Value::None => None,
        timeout => seconds(vm, timeout)?.map(moment),
    };
    match known.stage.get() {
        Stage::New => return Err(Raise::runtime("thread not started")),
        Stage::Runs if known.ident.get() == vm.thread().number() as i64 => {
            return Err(Raise::runtime("Cannot join current thread"));
        }
        Stage::Runs => {
            known.joining.wait(vm, until)?;
        }
        Stage::Done => {}
    }
    Ok(Value::None)
}

static METHODS: &[Builtin] = &[
    Builtin::new("_ThreadHandle.join", "(self, timeout=None, /)", "Wait until the thread has ended.", join),
    Builtin::new("_ThreadHandle.is_done", "(self, /)", "Whether the thread has ended.", |_, args| {
        Ok(Value::from(known(args)?.stage.get() == Stage::Done))
    }),
    Builtin::new("_ThreadHandle._set_done", "(self, /)", "The thread counts as ended.", |vm, args| {
        let known = known(args)?;
        if known.stage.get() == Stage::New {
            return Err(Raise::runtime("thread not started"));
        }
        known.end(vm);
        Ok(Value::None)
    }),
];

static GETTERS: &[Getter] = &[Getter {
    name: "ident",
    doc: "The identifier of the thread.",
    get: |_, value| Ok(Value::Int(value.downcast::<Handle>().map_or(0, |handle| handle.0.ident.get()))),
    set: None,
}];
