//! `chain`, `cycle`, `accumulate`, `islice` and others that go through what other iterators give.

use super::state::{list, made, tuple};
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use tensorcell_language::builtins::clipped_index;
use tensorcell_language::native::BinaryOp;
use tensorcell_language::object::{Iter, List, Steps};
use tensorcell_language::{Args, Builtin, Exc, Raise, Result, Value, Vm};

pub(super) static CHAIN: Builtin = Builtin::new(
    "itertools.chain",
    "(*iterables)",
    "Return the items of the first iterable until it is exhausted, then of the next, and so on.",
    |vm, args| {
        let iterables = vm.iter(&Value::tuple(args.rest(0).to_vec()))?;
        Ok(Chain::over(iterables))
    },
);

pub(super) static CHAIN_METHODS: &[Builtin] = &[Builtin::new(
    "chain.from_iterable",
    "(iterable, /)",
    "Alternative chain() constructor taking a single iterable argument that evaluates lazily.",
    |vm, args| vm.iter(args.get(0)).map(Chain::over),
)];

pub(super) static CLASSES: &[Builtin] = &[
    Builtin::new(
        "itertools.cycle",
        "(iterable, /)",
        "Return elements from the iterable until it is exhausted. Then repeat the sequence indefinitely.",
        |vm, args| {
            let iterator = RefCell::new(Some(vm.iter(args.get(0))?));
            let Value::List(saved) = Value::list(Vec::new()) else { return Ok(Value::None) };
            let (again, at) = (Cell::new(false), Cell::new(0));
            Ok(Iter::from_steps("cycle", Cycle { iterator, saved: RefCell::new(saved), again, at }))
        },
    ),
    Builtin::new(
        "itertools.accumulate",
        "(iterable, func=None, *, initial=None)",
        "Return series of accumulated sums (or other binary function results).",
        |vm, args| {
            let (iterator, function) = (vm.iter(args.get(0))?, args.get(1).clone());
            let initial = RefCell::new((!args.get(2).is_none()).then(|| args.get(2).clone()));
            Ok(Iter::from_steps("accumulate", Accumulate { iterator, function, total: RefCell::default(), initial }))
        },
    ),
    Builtin::new(
        "itertools.batched",
        "(iterable, n, *, strict=False)",
        "Batch data into tuples of length n. The last batch may be shorter than n; with strict, ValueError then.",
        batched,
    ),
    Builtin::new(
        "itertools.islice",
        "(iterable, start, stop=..., step=None, /)",
        "islice(iterable, stop) or islice(iterable, start, stop[, step]): selected items, as slicing selects them.",
        islice,
    ),
    Builtin::new(
        "itertools.pairwise",
        "(iterable, /)",
        "Return an iterator of overlapping pairs taken from the input iterator.",
        |vm, args| {
            let iterator = RefCell::new(Some(vm.iter(args.get(0))?));
            Ok(Iter::from_steps("pairwise", Pairwise { iterator, last: RefCell::default() }))
        },
    ),
    Builtin::new(
        "itertools.zip_longest",
        "(*iterables, fillvalue=None)",
        "Return tuples of items until the longest iterable is exhausted; shorter ones are filled.",
        |vm, args| {
            let iterators: Vec<Value> = args.rest(0).iter().map(|iterable| vm.iter(iterable)).collect::<Result<_>>()?;
            let iterators = RefCell::new(iterators.into_iter().map(Some).collect());
            Ok(Iter::from_steps("zip_longest", ZipLongest { iterators, fill: RefCell::new(args.get(1).clone()) }))
        },
    ),
];

struct Chain {
    /// None where all was given.
    iterables: RefCell<Option<Value>>,
    current: RefCell<Option<Value>>,
}

impl Chain {
    fn over(iterables: Value) -> Value {
        Iter::from_steps("chain", Chain { iterables: RefCell::new(Some(iterables)), current: RefCell::default() })
    }
    /// The iterator over the next iterable; what cannot be iterated over ends the chain.
    fn open(&self, vm: &mut Vm) -> Result<Option<Value>> {
        let iterables = self.iterables.borrow().clone();
        let Some(iterables) = iterables else { return Ok(None) };
        let opened = match vm.next(&iterables)? {
            Some(iterable) => vm.iter(&iterable).map(Some),
            None => Ok(None),
        };
        if !matches!(opened, Ok(Some(_))) {
            drop(self.iterables.take());
        }
        self.current.replace(opened.as_ref().ok().cloned().flatten());
        opened
    }
}

impl Steps for Chain {
    fn next(&self, vm: &mut Vm) -> Result<Option<Value>> {
        loop {
            let current = self.current.borrow().clone();
            let iterator = match current {
                Some(iterator) => iterator,
                None => match self.open(vm)? {
                    Some(iterator) => iterator,
                    None => return Ok(None),
                },
            };
            if let Some(item) = vm.next(&iterator)? {
                return Ok(Some(item));
            }
            drop(self.current.take());
        }
    }
    fn reduce(&self, _: &mut Vm, class: Value) -> Result<Value> {
        let iterables = self.iterables.borrow().clone();
        let state = iterables.map(|iterables| {
            let current = self.current.borrow().clone();
            Value::tuple([iterables].into_iter().chain(current).collect())
        });
        Ok(made(&class, Vec::new(), state))
    }
    fn set_state(&self, vm: &mut Vm, state: &Value) -> Result<()> {
        let parts = tuple(state)?;
        if !matches!(parts.len(), 1 | 2) {
            let (bound, count) = if parts.is_empty() { ("at least 1", 0) } else { ("at most 2", parts.len()) };
            return Err(Raise::type_error(format!("function takes {bound} arguments ({count} given)")));
        }
        for part in parts.iter() {
            if vm.find_special(part, "__next__")?.is_none() {
                return Err(Raise::type_error("Arguments must be iterators."));
            }
        }
        self.iterables.replace(Some(parts[0].clone()));
        self.current.replace(parts.get(1).cloned());
        Ok(())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

struct Cycle {
    /// None where it gives what was saved.
    iterator: RefCell<Option<Value>>,
    saved: RefCell<Rc<List>>,
    /// What the iterator gives was saved already.
    again: Cell<bool>,
    at: Cell<usize>,
}

impl Steps for Cycle {
    fn next(&self, vm: &mut Vm) -> Result<Option<Value>> {
        let (iterator, saved) = (self.iterator.borrow().clone(), self.saved.borrow().clone());
        if let Some(iterator) = iterator {
            if let Some(item) = vm.next(&iterator)? {
                if !self.again.get() {
                    saved.items.borrow_mut().push(item.clone());
                }
                return Ok(Some(item));
            }
            drop(self.iterator.take());
        }
        let (items, at) = (saved.items.borrow(), self.at.get());
        self.at.set(if at + 1 < items.len() { at + 1 } else { 0 });
        Ok(items.get(at).cloned())
    }
    fn reduce(&self, vm: &mut Vm, class: Value) -> Result<Value> {
        let (saved, iterator) = (Value::List(self.saved.borrow().clone()), self.iterator.borrow().clone());
        let again = iterator.is_none();
        let iterator = match iterator {
            Some(iterator) => iterator,
            None => {
                let iterator = vm.iter(&saved)?;
                if self.at.get() != 0 {
                    vm.call_method(&iterator, "__setstate__", &[Value::Int(self.at.get() as i64)])?;
                }
                iterator
            }
        };
        Ok(made(&class, vec![iterator], Some(Value::pair(saved, Value::from(again)))))
    }
    fn set_state(&self, vm: &mut Vm, state: &Value) -> Result<()> {
        let [saved, again] = &tuple(state)?[..] else {
            let count = tuple(state)?.len();
            return Err(Raise::type_error(format!("function takes exactly 2 arguments ({count} given)")));
        };
        let saved = list(saved)?.clone();
        self.again.set(clipped_index(vm, again)? != 0);
        drop(self.saved.replace(saved));
        self.at.set(0);
        Ok(())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

struct Accumulate {
    iterator: Value,
    function: Value,
    total: RefCell<Option<Value>>,
    initial: RefCell<Option<Value>>,
}

impl Accumulate {
    /// `chain((first,), iterator)`
    fn led_by(&self, vm: &mut Vm, first: Value) -> Result<Value> {
        let chain = vm.import("itertools").and_then(|module| vm.get_attr(&module, "chain"))?;
        vm.call(&chain, &[Value::tuple(vec![first]), self.iterator.clone()], &[])
    }
}

impl Steps for Accumulate {
    fn next(&self, vm: &mut Vm) -> Result<Option<Value>> {
        if let Some(initial) = self.initial.take() {
            self.total.replace(Some(initial.clone()));
            return Ok(Some(initial));
        }
        let Some(item) = vm.next(&self.iterator)? else { return Ok(None) };
        let total = self.total.borrow().clone();
        let next = match &total {
            None => item,
            Some(total) if self.function.is_none() => vm.binary(BinaryOp::Add, total, &item)?,
            Some(total) => vm.call(&self.function, &[total.clone(), item], &[])?,
        };
        self.total.replace(Some(next.clone()));
        Ok(Some(next))
    }
    fn reduce(&self, vm: &mut Vm, class: Value) -> Result<Value> {
        let (initial, total) = (self.initial.borrow().clone(), self.total.borrow().clone());
        if let Some(initial) = initial {
            let led = self.led_by(vm, initial)?;
            return Ok(made(&class, vec![led, self.function.clone()], Some(Value::None)));
        }
        if let Some(Value::None) = total {
            // A state that is None would not be set.
            let led = self.led_by(vm, Value::None)?;
            let again = vm.call(&class, &[led, self.function.clone()], &[])?;
            let islice = vm.import("itertools").and_then(|module| vm.get_attr(&module, "islice"))?;
            return Ok(made(&islice, vec![again, Value::Int(1), Value::None], None));
        }
        Ok(made(&class, vec![self.iterator.clone(), self.function.clone()], Some(total.unwrap_or_default())))
    }
    fn set_state(&self, _: &mut Vm, state: &Value) -> Result<()> {
        self.total.replace(Some(state.clone()));
        Ok(())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

fn batched(vm: &mut Vm, args: &Args) -> Result<Value> {
    let iterator = vm.iter(args.get(0))?;
    let (size, strict) = (clipped_index(vm, args.get(1))?, vm.truth(args.get(2))?);
    if size < 1 {
        return Err(Raise::value_error("n must be at least one"));
    }
    Ok(Iter::from_fn("batched", move |vm| {
        let mut batch = Vec::new();
        while (batch.len() as i64) < size
            && let Some(item) = vm.next(&iterator)?
        {
            batch.push(item);
        }
        if strict && !batch.is_empty() && (batch.len() as i64) < size {
            return Err(Raise::value_error("batched(): incomplete batch"));
        }
        Ok((!batch.is_empty()).then(|| Value::tuple(batch)))
    }))
}

struct Slice {
    /// None at its end.
    iterator: RefCell<Option<Value>>,
    stop: Option<usize>,
    step: usize,
    /// How many items were read.
    read: Cell<usize>,
    /// The place of the next item to give.
    wanted: Cell<usize>,
}

impl Slice {
    /// Reads on to a place; false at the end of the iterator.
    fn skip_to(&self, vm: &mut Vm, iterator: &Value, place: usize) -> Result<bool> {
        while self.read.get() < place {
            if vm.next(iterator)?.is_none() {
                return Ok(false);
            }
            self.read.set(self.read.get() + 1);
        }
        Ok(true)
    }
    fn step(&self, vm: &mut Vm, iterator: &Value) -> Result<Option<Value>> {
        // What lies before the end is consumed, as slicing would.
        let place = self.stop.map_or(self.wanted.get(), |stop| stop.min(self.wanted.get()));
        if !self.skip_to(vm, iterator, place)? || self.stop.is_some_and(|stop| self.read.get() >= stop) {
            return Ok(None);
        }
        let item = vm.next(iterator)?;
        if item.is_some() {
            self.read.set(self.read.get() + 1);
            let next = self.wanted.get().saturating_add(self.step);
            self.wanted.set(self.stop.map_or(next, |stop| next.min(stop)));
        }
        Ok(item)
    }
}

impl Steps for Slice {
    fn next(&self, vm: &mut Vm) -> Result<Option<Value>> {
        let iterator = self.iterator.borrow().clone();
        let Some(iterator) = iterator else { return Ok(None) };
        let item = self.step(vm, &iterator)?;
        if item.is_none() {
            drop(self.iterator.take());
        }
        Ok(item)
    }
    fn reduce(&self, vm: &mut Vm, class: Value) -> Result<Value> {
        let number = |at: usize| Value::Int(i64::try_from(at).unwrap_or(i64::MAX));
        let iterator = self.iterator.borrow().clone();
        let Some(iterator) = iterator else {
            let empty = vm.iter(&Value::list(Vec::new()))?;
            return Ok(made(&class, vec![empty, Value::Int(0)], Some(Value::Int(0))));
        };
        let stop = self.stop.map_or(Value::None, number);
        let args = vec![iterator, number(self.wanted.get()), stop, number(self.step)];
        Ok(made(&class, args, Some(number(self.read.get()))))
    }
    fn set_state(&self, vm: &mut Vm, state: &Value) -> Result<()> {
        self.read.set(usize::try_from(clipped_index(vm, state)?).unwrap_or(0));
        Ok(())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// A place that `islice` is given.
fn bound(vm: &mut Vm, value: &Value, what: &str) -> Result<Option<usize>> {
    let wrong =
        || Raise::value_error(format!("{what} for islice() must be None or an integer: 0 <= x <= sys.maxsize."));
    if value.is_none() {
        return Ok(None);
    }
    let number = clipped_index(vm, value).map_err(|error| if error.is(Exc::TypeError) { wrong() } else { error })?;
    usize::try_from(number).map(Some).map_err(|_| wrong())
}

fn islice(vm: &mut Vm, args: &Args) -> Result<Value> {
    let (start, stop) = match args.given(2) {
        None => (0, bound(vm, args.get(1), "Stop argument")?),
        Some(stop) => (bound(vm, args.get(1), "Indices")?.unwrap_or(0), bound(vm, stop, "Indices")?),
    };
    let step = match bound(vm, args.get(3), "Step")? {
        Some(0) => {
            return Err(Raise::value_error("Step for islice() must be a positive integer or None."));
        }
        step => step.unwrap_or(1),
    };
    let iterator = RefCell::new(Some(vm.iter(args.get(0))?));
    let (read, wanted) = (Cell::new(0), Cell::new(start));
    Ok(Iter::from_steps("islice", Slice { iterator, stop, step, read, wanted }))
}

struct Pairwise {
    /// None at its end.
    iterator: RefCell<Option<Value>>,
    last: RefCell<Option<Value>>,
}

impl Pairwise {
    /// Reads an item; what was read last ends with the iterator.
    fn read(&self, vm: &mut Vm, iterator: &Value) -> Result<Option<Value>> {
        let item = vm.next(iterator)?;
        if item.is_none() {
            drop((self.iterator.take(), self.last.take()));
        }
        Ok(item)
    }
}

impl Steps for Pairwise {
    fn next(&self, vm: &mut Vm) -> Result<Option<Value>> {
        let (iterator, last) = (self.iterator.borrow().clone(), self.last.borrow().clone());
        let Some(iterator) = iterator else { return Ok(None) };
        let first = match last {
            Some(item) => item,
            None => {
                let Some(item) = self.read(vm, &iterator)? else { return Ok(None) };
                self.last.replace(Some(item.clone()));
                // Its code may have read this very iterator to its end.
                if self.iterator.borrow().is_none() {
                    drop(self.last.take());
                    return Ok(None);
                }
                item
            }
        };
        let Some(second) = self.read(vm, &iterator)? else { return Ok(None) };
        self.last.replace(Some(second.clone()));
        Ok(Some(Value::pair(first, second)))
    }
    fn reduce(&self, _: &mut Vm, _: Value) -> Result<Value> {
        Err(Raise::type_error("cannot pickle 'itertools.pairwise' object"))
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

struct ZipLongest {
    /// None for those that have ended.
    iterators: RefCell<Vec<Option<Value>>>,
    fill: RefCell<Value>,
}

impl Steps for ZipLongest {
    fn next(&self, vm: &mut Vm) -> Result<Option<Value>> {
        let count = self.iterators.borrow().len();
        let mut items = Vec::with_capacity(count);
        for at in 0..count {
            let iterator = self.iterators.borrow()[at].clone();
            let item = match iterator {
                Some(iterator) => vm.next(&iterator)?,
                None => None,
            };
            if item.is_none() {
                drop(self.iterators.borrow_mut()[at].take());
            }
            items.push(item.unwrap_or_else(|| self.fill.borrow().clone()));
        }
        let any = self.iterators.borrow().iter().any(Option::is_some);
        Ok(any.then(|| Value::tuple(items)))
    }
    fn reduce(&self, _: &mut Vm, class: Value) -> Result<Value> {
        let ended = Value::tuple(Vec::new());
        let left = self.iterators.borrow().iter().map(|iterator| iterator.clone().unwrap_or(ended.clone())).collect();
        Ok(made(&class, left, Some(self.fill.borrow().clone())))
    }
    fn set_state(&self, _: &mut Vm, state: &Value) -> Result<()> {
        drop(self.fill.replace(state.clone()));
        Ok(())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}
