//! Iterators and generators.

use super::{AsyncState, Dict, Function, Generator, List, Set, Str, Suspended, Tuple, What};
use crate::compile::{Code, Flow};
use crate::threads::Ident;
use crate::vm::finalizers;
use crate::{Result, Value, Vm};
use std::any::Any;
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

/// An iterator: common kinds are variants, others are a Rust closure; generators hold a frame.
pub struct Iter {
    /// The name that `repr` and `type` show ("zip").
    pub name: &'static str,
    /// For a generator: its code.
    pub(crate) code: Option<Rc<Code>>,
    pub(crate) state: RefCell<IterState>,
    /// For a closure: the arguments from which its class recreates the iterator in any state.
    pub(crate) made_of: Box<[Value]>,
    /// For an asynchronous generator.
    pub(crate) steps: Option<Box<AsyncState>>,
    /// `__name__` and `__qualname__` of a generator, where they are not its code's.
    pub(crate) names: OnceCell<Box<[RefCell<Rc<str>>; 2]>>,
}

type NextFn = Box<dyn FnMut(&mut Vm) -> Result<Option<Value>>>;

/// A native iterator whose state can be read and set. Code that it calls may re-enter it before it has returned its item.
pub trait Steps {
    fn next(&self, vm: &mut Vm) -> Result<Option<Value>>;
    /// The number of remaining items, if it is known without iterating.
    fn remaining(&self, _vm: &mut Vm) -> Result<Option<usize>> {
        Ok(None)
    }
    /// Recreates the iterator: a callable, its arguments, and for some iterators a state.
    fn reduce(&self, vm: &mut Vm, class: Value) -> Result<Value>;
    fn set_state(&self, _vm: &mut Vm, _state: &Value) -> Result<()> {
        Ok(())
    }
    /// Lets the methods of its class downcast it.
    fn as_any(&self) -> &dyn Any;
}

pub(crate) enum IterState {
    Range {
        next: i64,
        left: usize,
        step: i64,
    },
    List {
        list: Rc<List>,
        at: usize,
    },
    Tuple {
        tuple: Rc<Tuple>,
        at: usize,
    },
    Str {
        text: Str,
        at: usize,
    },
    Entries {
        dict: Rc<Dict>,
        what: What,
        position: usize,
        length: usize,
        /// The state of its order, if it is an OrderedDict's.
        order: Option<u32>,
        /// The number of entries still to be yielded.
        left: usize,
    },
    Set {
        set: Rc<Set>,
        position: usize,
        length: usize,
    },
    /// Iterates by `__getitem__` with 0, 1, 2...
    Items {
        object: Value,
        at: i64,
    },
    /// `itertools.count`
    Count {
        next: Value,
        step: Value,
    },
    /// `enumerate` while its count fits i64.
    Enumerate {
        count: i64,
        inner: Value,
    },
    /// `zip` of two iterables.
    Zip {
        first: Value,
        second: Value,
    },
    /// `itertools.repeat`; endless without `left`.
    Repeat {
        object: Value,
        left: Option<usize>,
    },
    Closure(NextFn),
    Steps(Rc<dyn Steps>),
    Generator(Generator),
    /// A closure being called by this thread: it must not be re-entered.
    Running(Ident),
    Done,
}

impl Drop for Iter {
    fn drop(&mut self) {
        // A generator suspended inside `try` or `with` must still leave it.
        if let IterState::Generator(Generator::Suspended(suspended)) = self.state.get_mut()
            && has_last_words(suspended, self.steps.as_deref())
            && finalizers::can_wait()
        {
            let state = std::mem::replace(self.state.get_mut(), IterState::Done);
            let (code, steps, names) = (self.code.take(), self.steps.take(), std::mem::take(&mut self.names));
            let (name, state, made_of) = (self.name, RefCell::new(state), Box::default());
            let generator = Iter { name, code, state, made_of, steps, names };
            finalizers::at_safe_point(Value::Iter(Rc::new(generator)));
        } else if let IterState::Closure(_)
        | IterState::Steps(_)
        | IterState::Generator(_)
        | IterState::Items { .. }
        | IterState::Enumerate { .. }
        | IterState::Zip { .. }
        | IterState::Repeat { .. } = self.state.get_mut()
        {
            super::bury::bury(std::mem::replace(self.state.get_mut(), IterState::Done));
        }
        if !self.made_of.is_empty() {
            super::bury::bury(std::mem::take(&mut self.made_of));
        }
    }
}

/// Whether a suspended frame needs finalization: it is inside `try` or `with`, is a coroutine that was never awaited, or an
/// asynchronous generator that its event loop must close.
fn has_last_words(resting: &Suspended, steps: Option<&AsyncState>) -> bool {
    match resting.started {
        _ if steps.is_some_and(|steps| steps.finalized.get()) => false,
        true => !resting.tries.is_empty() || steps.is_some_and(|steps| !steps.finalizer.borrow().is_none()),
        false => resting.function.code.flow == Flow::Coroutine,
    }
}

impl Iter {
    pub(crate) fn of(name: &'static str, state: IterState) -> Value {
        Value::Iter(Rc::new(Iter {
            name,
            code: None,
            state: RefCell::new(state),
            made_of: Box::default(),
            steps: None,
            names: OnceCell::new(),
        }))
    }
    /// An iterator from a Rust closure: `Ok(None)` ends it. `name` is what `repr` and `type` show ("zip").
    pub fn from_fn(name: &'static str, next: impl FnMut(&mut Vm) -> Result<Option<Value>> + 'static) -> Value {
        Iter::of(name, IterState::Closure(Box::new(next)))
    }
    /// As `from_fn`, for an iterator that its class can recreate from these arguments at any time: they hold its state.
    pub fn from_parts(
        name: &'static str,
        made_of: Vec<Value>,
        next: impl FnMut(&mut Vm) -> Result<Option<Value>> + 'static,
    ) -> Value {
        let state = RefCell::new(IterState::Closure(Box::new(next)));
        let (made_of, names) = (made_of.into(), OnceCell::new());
        Value::Iter(Rc::new(Iter { name, code: None, state, made_of, steps: None, names }))
    }
    /// An iterator whose state can be read and set.
    pub fn from_steps(name: &'static str, steps: impl Steps + 'static) -> Value {
        Iter::of(name, IterState::Steps(Rc::new(steps)))
    }
    /// That state.
    pub fn steps(&self) -> Option<Rc<dyn Steps>> {
        match self.state.try_borrow().as_deref() {
            Ok(IterState::Steps(steps)) => Some(steps.clone()),
            _ => None,
        }
    }
    /// `itertools.count`: numbers from `next` on, in steps of `step`.
    pub fn count(next: Value, step: Value) -> Value {
        Iter::of("count", IterState::Count { next, step })
    }
    /// `itertools.repeat`: one value `times` times, or endlessly for None.
    pub fn repeat(object: Value, times: Option<usize>) -> Value {
        Iter::of("repeat", IterState::Repeat { object, left: times })
    }
    /// An iterator over the given values.
    pub(crate) fn from_values(name: &'static str, values: Vec<Value>) -> Value {
        let mut values = values.into_iter();
        Iter::from_fn(name, move |_| Ok(values.next()))
    }
    pub(crate) fn over_dict(name: &'static str, dict: &Rc<Dict>, what: What) -> Value {
        let (order, length) = (dict.order(), dict.len());
        let name = if order.is_some() { "odict_iterator" } else { name };
        Iter::of(name, IterState::Entries { dict: dict.clone(), what, position: 0, length, order, left: length })
    }
    /// The number of remaining items, if it is known without iterating.
    pub(crate) fn remaining(&self) -> Option<usize> {
        Some(match &*self.state.borrow() {
            IterState::Range { left, .. } => *left,
            IterState::List { list, at } => list.items.borrow().len().saturating_sub(*at),
            IterState::Tuple { tuple, at } => tuple.len().saturating_sub(*at),
            IterState::Str { text, at } => text.as_str()[*at..].chars().count(),
            IterState::Entries { dict, position, length, .. } if dict.len() == *length => {
                let mut position = *position;
                std::iter::from_fn(|| dict.next_entry(&mut position, What::Keys)).count()
            }
            IterState::Set { set, position, length } if set.len() == *length => {
                let mut position = *position;
                std::iter::from_fn(|| set.next_item(position).map(|(next, _)| position = next)).count()
            }
            IterState::Entries { .. } | IterState::Set { .. } | IterState::Done => 0,
            IterState::Repeat { left, .. } => (*left)?,
            _ => return None,
        })
    }
    /// Whether it is a generator whose code is running.
    pub(crate) fn is_running(&self) -> bool {
        matches!(&*self.state.borrow(), IterState::Generator(Generator::Running))
    }
    /// Whether it is a generator suspended at a `yield`.
    pub(crate) fn is_suspended(&self) -> bool {
        matches!(&*self.state.borrow(), IterState::Generator(Generator::Suspended(resting)) if resting.started)
    }
    /// Whether it is a generator that is neither running nor ended.
    pub(crate) fn rests(&self) -> bool {
        self.resting(|_| ()).is_some()
    }
    /// Calls `look` with the frame of a suspended generator.
    pub(crate) fn resting<T>(&self, look: impl FnOnce(&Suspended) -> T) -> Option<T> {
        match self.state.try_borrow().as_deref() {
            Ok(IterState::Generator(Generator::Suspended(resting))) => Some(look(resting)),
            _ => None,
        }
    }
    pub(crate) fn resting_mut<T>(&self, change: impl FnOnce(&mut Suspended) -> T) -> Option<T> {
        match self.state.try_borrow_mut().as_deref_mut() {
            Ok(IterState::Generator(Generator::Suspended(resting))) => Some(change(resting)),
            _ => None,
        }
    }
    /// Gives the frame of a suspended generator its own function; returns that and the next instruction.
    pub(crate) fn own_function(self: &Rc<Iter>) -> Option<(Rc<Function>, usize)> {
        self.resting_mut(|resting| {
            if resting.function.frame.get().is_none() {
                resting.function = Rc::new(resting.function.for_frame(resting.function.code.clone()));
            }
            if let Some(state) = resting.function.frame.get() {
                let _ = state.generator.set(Rc::downgrade(self));
            }
            (resting.function.clone(), resting.ip)
        })
    }
    /// `__name__` and `__qualname__` of a generator, as its code or the program has them.
    fn names(&self) -> &[RefCell<Rc<str>>; 2] {
        self.names.get_or_init(|| {
            let names = self.code.as_ref().map(|code| [code.name.clone(), code.qualname.clone()]);
            Box::new(names.unwrap_or_else(|| ["".into(), "".into()]).map(RefCell::new))
        })
    }
    pub(crate) fn generator_name(&self) -> &RefCell<Rc<str>> {
        &self.names()[0]
    }
    pub(crate) fn qualname(&self) -> &RefCell<Rc<str>> {
        &self.names()[1]
    }
    /// Whether its items are pairs (`Vm::next_pair`).
    pub(crate) fn gives_pairs(&self) -> bool {
        matches!(
            self.state.try_borrow().as_deref(),
            Ok(IterState::Enumerate { .. } | IterState::Zip { .. } | IterState::Entries { what: What::Items, .. })
        )
    }
    /// How the code of a generator, coroutine or asynchronous generator runs.
    pub(crate) fn flow(&self) -> Option<Flow> {
        self.code.as_ref().map(|code| code.flow)
    }
    /// The iterator that it delegates to by `yield from` or `await`.
    pub(crate) fn delegate(&self) -> Option<Value> {
        match &*self.state.borrow() {
            IterState::Generator(Generator::Suspended(resting)) => resting.delegate().cloned(),
            _ => None,
        }
    }
    /// Whether it has ended.
    pub(crate) fn has_ended(&self) -> bool {
        matches!(&*self.state.borrow(), IterState::Done)
    }
    /// Whether it is a frame that has not run yet.
    pub(crate) fn is_new(&self) -> bool {
        matches!(&*self.state.borrow(), IterState::Generator(Generator::Suspended(resting)) if !resting.started)
    }
    /// Whether it has a frame: a generator, coroutine or asynchronous generator.
    pub(crate) fn is_generator(&self) -> bool {
        self.code.is_some()
    }
}
