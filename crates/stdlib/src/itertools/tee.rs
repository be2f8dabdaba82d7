//! `tee`: several iterators over what one gives.

use super::state::{made, steps, tuple};
use std::any::Any;
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;
use tensorcell_language::builtins::{clipped_index, guard_size};
use tensorcell_language::native::Native;
use tensorcell_language::object::{Iter, Steps};
use tensorcell_language::{Args, Builtin, Class, Raise, Result, Value, Vm};

pub(super) static TEE: Builtin =
    Builtin::new("itertools.tee", "(iterable, n=2, /)", "Returns a tuple of n independent iterators.", |vm, args| {
        let copies = clipped_index(vm, args.get(1))?;
        let copies = usize::try_from(copies).map_err(|_| Raise::value_error("n must be >= 0"))?;
        guard_size(copies as u128, 16)?;
        if copies == 0 {
            return Ok(Value::tuple(Vec::new()));
        }
        let mut first = vm.iter(args.get(0))?;
        if vm.find_special(&first, "__copy__")?.is_none() {
            first = Tee::over(first);
        }
        let mut all = vec![first];
        while all.len() < copies {
            all.push(vm.call_method(&all[0], "__copy__", &[])?);
        }
        Ok(Value::tuple(all))
    });

pub(super) static CLASS: Builtin =
    Builtin::new("itertools._tee", "(iterable, /)", "Iterator wrapped to make it copyable.", |vm, args| {
        let iterator = vm.iter(args.get(0))?;
        let copied = match &iterator {
            Value::Iter(iter) => iter.steps().and_then(|steps| steps.as_any().downcast_ref::<Tee>().map(Tee::copy)),
            _ => None,
        };
        Ok(copied.unwrap_or_else(|| Tee::over(iterator)))
    });

pub(super) static METHODS: &[Builtin] =
    &[Builtin::new("_tee.__copy__", "(self, /)", "Returns an independent iterator.", |_, args| {
        let steps = steps(args)?;
        steps.as_any().downcast_ref().map(Tee::copy).ok_or_else(|| args.wrong(0, "itertools._tee"))
    })];

/// How many items a chunk holds.
const CHUNK: usize = 57;

/// Items that were read from an iterator, and those after them. What all iterators of a `tee` have passed nobody holds any more.
struct Chunk {
    iterator: Value,
    running: Cell<bool>,
    items: RefCell<Vec<Value>>,
    next: OnceCell<Rc<Chunk>>,
}

impl Drop for Chunk {
    /// One after the other: an iterator that lagged far behind leaves a long chain.
    fn drop(&mut self) {
        let mut next = self.next.take();
        while let Some(chunk) = next {
            next = Rc::into_inner(chunk).and_then(|mut chunk| chunk.next.take());
        }
    }
}

impl Chunk {
    fn after(iterator: Value, items: Vec<Value>) -> Rc<Chunk> {
        Rc::new(Chunk { iterator, running: Cell::new(false), items: RefCell::new(items), next: OnceCell::new() })
    }
    /// An item that was read, or is the next to read. An item's `__next__` may itself come back to the same `tee`.
    fn item(&self, vm: &mut Vm, at: usize) -> Result<Option<Value>> {
        if let Some(item) = self.items.borrow().get(at) {
            return Ok(Some(item.clone()));
        }
        if self.running.replace(true) {
            return Err(Raise::runtime("cannot re-enter the tee iterator"));
        }
        let item = vm.next(&self.iterator);
        self.running.set(false);
        let item = item?;
        self.items.borrow_mut().extend(item.clone());
        Ok(item)
    }
    fn following(&self) -> Rc<Chunk> {
        self.next.get_or_init(|| Chunk::after(self.iterator.clone(), Vec::new())).clone()
    }
}

struct Tee {
    chunk: RefCell<Rc<Chunk>>,
    at: Cell<usize>,
}

impl Tee {
    fn over(iterator: Value) -> Value {
        Iter::from_steps("_tee", Tee { chunk: RefCell::new(Chunk::after(iterator, Vec::new())), at: Cell::new(0) })
    }
    fn copy(&self) -> Value {
        Iter::from_steps("_tee", Tee { chunk: self.chunk.clone(), at: self.at.clone() })
    }
}

impl Steps for Tee {
    fn next(&self, vm: &mut Vm) -> Result<Option<Value>> {
        if self.at.get() >= CHUNK {
            let following = self.chunk.borrow().following();
            drop(self.chunk.replace(following));
            self.at.set(0);
        }
        let chunk = self.chunk.borrow().clone();
        let item = chunk.item(vm, self.at.get())?;
        if item.is_some() {
            self.at.set(self.at.get() + 1);
        }
        Ok(item)
    }
    fn reduce(&self, _: &mut Vm, class: Value) -> Result<Value> {
        let data = Value::native(Data(self.chunk.borrow().clone()));
        let state = Value::pair(data, Value::Int(self.at.get() as i64));
        Ok(made(&class, vec![Value::tuple(Vec::new())], Some(state)))
    }
    fn set_state(&self, vm: &mut Vm, state: &Value) -> Result<()> {
        let wrong = || Raise::type_error("state is not a tuple of a chunk and an index");
        let [data, at] = &tuple(state)?[..] else { return Err(wrong()) };
        let Data(chunk) = data.downcast().ok_or_else(wrong)?;
        let at = usize::try_from(clipped_index(vm, at)?).ok().filter(|at| *at <= CHUNK);
        self.at.set(at.ok_or_else(|| Raise::value_error("Index out of range"))?);
        drop(self.chunk.replace(chunk.clone()));
        Ok(())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// A chunk as programs see it: what a pickle of a `tee` holds.
struct Data(Rc<Chunk>);

thread_local! {
    static DATA: Rc<Class> = Class::native(
        "itertools",
        "_tee_dataobject",
        &[],
        Some(&NEW_DATA),
        DATA_METHODS,
        &[],
        "Data container common to multiple tee objects.",
    );
}

pub(super) fn data_class() -> Rc<Class> {
    DATA.with(Rc::clone)
}

impl Native for Data {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        data_class()
    }
    fn repr(&self, _: &mut Vm) -> Result<String> {
        Ok(format!("<itertools._tee_dataobject object at {:p}>", Rc::as_ptr(&self.0)))
    }
    fn identity(&self) -> Option<usize> {
        Some(Rc::as_ptr(&self.0).addr())
    }
}

static NEW_DATA: Builtin = Builtin::new(
    "_tee_dataobject",
    "(iterable, values, next, /)",
    "Data container common to multiple tee objects.",
    |_, args: &Args| {
        let Value::List(values) = args.get(1) else { return Err(args.wrong(1, "list")) };
        let values = values.items.borrow().clone();
        let next = args.get(2).downcast::<Data>();
        if values.len() > CHUNK || next.is_none() && !args.get(2).is_none() || next.is_some() && values.len() < CHUNK {
            return Err(Raise::value_error("Invalid arguments"));
        }
        let chunk = Chunk::after(args.get(0).clone(), values);
        if let Some(Data(next)) = next {
            let _ = chunk.next.set(next.clone());
        }
        Ok(Value::native(Data(chunk)))
    },
);

static DATA_METHODS: &[Builtin] =
    &[Builtin::new("_tee_dataobject.__reduce__", "(self, /)", "Return state information for pickling.", |vm, args| {
        super::state::warn(vm)?;
        let Some(Data(chunk)) = args.get(0).downcast() else { return Err(args.wrong(0, "itertools._tee_dataobject")) };
        let next = chunk.next.get().map_or(Value::None, |next| Value::native(Data(next.clone())));
        let items = Value::list(chunk.items.borrow().clone());
        Ok(made(&Value::Class(data_class()), vec![chunk.iterator.clone(), items, next], None))
    })];
