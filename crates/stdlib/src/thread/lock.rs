//! `_thread.lock`: a lock that any thread may release.

use super::Patience;
use std::any::Any;
use std::cell::RefCell;
use std::rc::Rc;
use tensorcell_language::builtins::receiver;
use tensorcell_language::native::Native;
use tensorcell_language::threads::Lock;
use tensorcell_language::{Args, Builtin, Class, Raise, Result, Value, Vm};

struct PlainLock(RefCell<Rc<Lock>>);

thread_local! {
    static CLASS: Rc<Class> =
        Class::native("_thread", "lock", &[], Some(&NEW), METHODS, &[], "A lock that any thread may release.")
            .shown_in_full()
            .made_final();
}

static NEW: Builtin = Builtin::new("lock", "()", "Create a new lock object.", |_, _| Ok(new()));

pub(super) fn class() -> Rc<Class> {
    CLASS.with(Rc::clone)
}

pub(super) fn new() -> Value {
    Value::native(PlainLock(RefCell::default()))
}

impl Native for PlainLock {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        class()
    }
    fn repr(&self, _vm: &mut Vm) -> Result<String> {
        let state = if self.0.borrow().is_held() { "locked" } else { "unlocked" };
        Ok(format!("<{state} _thread.lock object at {:#x}>", std::ptr::from_ref(self) as usize))
    }
    fn enter(&self, vm: &mut Vm, _this: &Value) -> Result<Option<Value>> {
        let lock = self.0.borrow().clone();
        lock.acquire(vm, None).map(|_| Some(Value::from(true)))
    }
    fn exit(&self, vm: &mut Vm) -> Result<()> {
        let lock = self.0.borrow().clone();
        release(vm, &lock)
    }
}

fn lock_of(args: &Args) -> Result<Rc<Lock>> {
    receiver(args, |value| value.downcast::<PlainLock>().map(|lock| lock.0.borrow().clone()))
}

fn release(vm: &mut Vm, lock: &Lock) -> Result<()> {
    match lock.release(vm) {
        true => Ok(()),
        false => Err(Raise::runtime("release unlocked lock")),
    }
}

fn acquire(vm: &mut Vm, args: &Args) -> Result<Value> {
    let (lock, patience) = (lock_of(args)?, Patience::of(vm, args.get(1), args.get(2))?);
    Ok(Value::from(match patience {
        Patience::None => lock.try_acquire(),
        Patience::Until(moment) => lock.acquire(vm, moment)?,
    }))
}

fn give_back(vm: &mut Vm, args: &Args) -> Result<Value> {
    let lock = lock_of(args)?;
    release(vm, &lock).map(|()| Value::None)
}

fn is_held(_vm: &mut Vm, args: &Args) -> Result<Value> {
    Ok(Value::from(lock_of(args)?.is_held()))
}

static METHODS: &[Builtin] = &[
    Builtin::new("lock.acquire", "(self, /, blocking=True, timeout=-1)", "Lock the lock; whether it was.", acquire),
    Builtin::new("lock.acquire_lock", "(self, /, blocking=True, timeout=-1)", "As acquire().", acquire),
    Builtin::new("lock.release", "(self, /)", "Release the lock.", give_back),
    Builtin::new("lock.release_lock", "(self, /)", "As release().", give_back),
    Builtin::new("lock.locked", "(self, /)", "Whether the lock is held.", is_held),
    Builtin::new("lock.locked_lock", "(self, /)", "As locked().", is_held),
    Builtin::new("lock.__enter__", "(self, /)", "Lock the lock.", |vm, args| {
        lock_of(args)?.acquire(vm, None).map(Value::from)
    }),
    Builtin::new("lock.__exit__", "(self, /, *args)", "Release the lock.", give_back),
    Builtin::new("lock._at_fork_reinit", "(self, /)", "Nobody holds it in a forked process.", |_, args| {
        let fresh = receiver(args, |value| value.downcast::<PlainLock>().map(|lock| lock.0.take()));
        fresh.map(|_| Value::None)
    }),
];
