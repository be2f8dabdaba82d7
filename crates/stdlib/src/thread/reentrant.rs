//! `_thread.RLock`: a lock that its owner may acquire again.

use super::Patience;
use std::any::Any;
use std::cell::Cell;
use std::rc::Rc;
use std::time::Instant;
use tensorcell_language::builtins::plain;
use tensorcell_language::native::Native;
use tensorcell_language::threads::{Ident, Lock};
use tensorcell_language::{Args, Builtin, Class, Raise, Result, Value, Vm};

#[derive(Default)]
struct Reentrant {
    lock: Lock,
    owner: Cell<Option<Ident>>,
    count: Cell<i64>,
}

thread_local! {
    static CLASS: Rc<Class> =
        Class::native("_thread", "RLock", &[], Some(&NEW), METHODS, &[], "A lock that its owner may take again.")
            .shown_in_full();
}

static NEW: Builtin = Builtin::new("RLock", "(*args, **kwargs)", "Create a new reentrant lock.", |_, _| {
    Ok(Value::native(Reentrant::default()))
});

pub(super) fn class() -> Rc<Class> {
    CLASS.with(Rc::clone)
}

impl Reentrant {
    fn is_mine(&self, vm: &Vm) -> bool {
        self.owner.get() == Some(vm.thread())
    }
    /// Acquires the lock `count` times.
    fn take(&self, vm: &mut Vm, patience: Patience, count: i64) -> Result<bool> {
        if self.is_mine(vm) {
            self.count.set(self.count.get() + count);
            return Ok(true);
        }
        let taken = match patience {
            Patience::None => self.lock.try_acquire(),
            Patience::Until(moment) => self.lock.acquire(vm, moment)?,
        };
        if taken {
            self.owner.set(Some(vm.thread()));
            self.count.set(count);
        }
        Ok(taken)
    }
    fn acquire(&self, vm: &mut Vm, moment: Option<Instant>) -> Result<bool> {
        self.take(vm, Patience::Until(moment), 1)
    }
    /// Releases the lock once, or completely. Returns the number of releases.
    fn release(&self, vm: &mut Vm, all: bool) -> Result<i64> {
        if !self.is_mine(vm) {
            return Err(Raise::runtime("cannot release un-acquired lock"));
        }
        let count = if all { self.count.get() } else { 1 };
        self.count.set(self.count.get() - count);
        if self.count.get() == 0 {
            self.owner.set(None);
            self.lock.release(vm);
        }
        Ok(count)
    }
}

impl Native for Reentrant {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        class()
    }
    fn repr(&self, _vm: &mut Vm) -> Result<String> {
        let state = if self.lock.is_held() { "locked" } else { "unlocked" };
        let (owner, count) = (self.owner.get().map_or(0, Ident::number), self.count.get());
        let address = std::ptr::from_ref(self) as usize;
        Ok(format!("<{state} _thread.RLock object owner={owner} count={count} at {address:#x}>"))
    }
    fn enter(&self, vm: &mut Vm, _this: &Value) -> Result<Option<Value>> {
        self.acquire(vm, None).map(|_| Some(Value::from(true)))
    }
    fn exit(&self, vm: &mut Vm) -> Result<()> {
        self.release(vm, false).map(drop)
    }
}

/// Calls `act` with the receiver.
fn on<T>(vm: &mut Vm, args: &Args, act: impl FnOnce(&mut Vm, &Reentrant) -> Result<T>) -> Result<T> {
    let this = plain(args.get(0));
    match this.downcast::<Reentrant>() {
        Some(lock) => act(vm, lock),
        None => Err(args.wrong(0, "_thread.RLock")),
    }
}

static METHODS: &[Builtin] = &[
    Builtin::new(
        "RLock.acquire",
        "(self, /, blocking=True, timeout=-1)",
        "Lock the lock; whether it was. Its owner takes it at once.",
        |vm, args| {
            let patience = Patience::of(vm, args.get(1), args.get(2))?;
            on(vm, args, |vm, lock| lock.take(vm, patience, 1)).map(Value::from)
        },
    ),
    Builtin::new("RLock.release", "(self, /)", "Give the lock back once.", |vm, args| {
        on(vm, args, |vm, lock| lock.release(vm, false)).map(|_| Value::None)
    }),
    Builtin::new("RLock.locked", "(self, /)", "Whether the lock is held.", |vm, args| {
        on(vm, args, |_, lock| Ok(Value::from(lock.lock.is_held())))
    }),
    Builtin::new("RLock.__enter__", "(self, /)", "Lock the lock.", |vm, args| {
        on(vm, args, |vm, lock| lock.acquire(vm, None)).map(Value::from)
    }),
    Builtin::new("RLock.__exit__", "(self, /, *args)", "Give the lock back once.", |vm, args| {
        on(vm, args, |vm, lock| lock.release(vm, false)).map(|_| Value::None)
    }),
    Builtin::new("RLock._is_owned", "(self, /)", "Whether the running thread holds it.", |vm, args| {
        on(vm, args, |vm, lock| Ok(Value::from(lock.is_mine(vm))))
    }),
    Builtin::new("RLock._recursion_count", "(self, /)", "How often the running thread holds it.", |vm, args| {
        on(vm, args, |vm, lock| Ok(Value::Int(if lock.is_mine(vm) { lock.count.get() } else { 0 })))
    }),
    Builtin::new("RLock._release_save", "(self, /)", "Give the lock back whole.", |vm, args| {
        let count = on(vm, args, |vm, lock| lock.release(vm, true))?;
        Ok(Value::pair(Value::Int(count), Value::Int(vm.thread().number() as i64)))
    }),
    Builtin::new("RLock._acquire_restore", "(self, state, /)", "Take the lock as it was held.", |vm, args| {
        let state = vm.collect(args.get(1))?;
        let Some(Value::Int(count)) = state.first() else {
            return Err(args.wrong(1, "tuple"));
        };
        on(vm, args, |vm, lock| lock.take(vm, Patience::Until(None), *count)).map(|_| Value::None)
    }),
    Builtin::new("RLock._at_fork_reinit", "(self, /)", "Nobody holds it in a forked process.", |vm, args| {
        on(vm, args, |vm, lock| {
            lock.count.set(0);
            if lock.owner.take().is_some() {
                lock.lock.release(vm);
            }
            Ok(Value::None)
        })
    }),
];
