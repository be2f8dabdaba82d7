//! `groupby`: consecutive items of one key, and the iterator of each group.

use super::state::{made, tuple};
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use tensorcell_language::object::{Iter, Steps};
use tensorcell_language::{Args, Builtin, Raise, Result, Value, Vm};

pub(super) static CLASSES: &[Builtin] = &[
    Builtin::new(
        "itertools.groupby",
        "(iterable, key=None)",
        "Make an iterator that returns consecutive keys and groups from the iterable.",
        |vm, args| {
            let groups =
                Groups { iterator: vm.iter(args.get(0))?, key_function: args.get(1).clone(), ..Groups::default() };
            Ok(Iter::from_steps("groupby", Grouping(Rc::new(groups))))
        },
    ),
    Builtin::new("itertools._grouper", "(parent, tgtkey, /)", "The items of one group.", group),
];

/// The state that the iterator of groups and the current group share.
#[derive(Default)]
struct Groups {
    iterator: Value,
    key_function: Value,
    /// The item read ahead, with its key.
    ahead: RefCell<Option<(Value, Value)>>,
    /// The key of the current group.
    key: RefCell<Option<Value>>,
    /// Counts groups: a group that is no longer the current one is empty.
    current: Cell<usize>,
}

impl Groups {
    fn read(&self, vm: &mut Vm) -> Result<bool> {
        let Some(item) = vm.next(&self.iterator)? else {
            return Ok(false);
        };
        let key = match &self.key_function {
            Value::None => item.clone(),
            function => vm.call(function, std::slice::from_ref(&item), &[])?,
        };
        self.ahead.replace(Some((key, item)));
        Ok(true)
    }
    fn next_key(&self) -> Option<Value> {
        self.ahead.borrow().as_ref().map(|(key, _)| key.clone())
    }
    /// Whether the item read ahead begins another group than the current one.
    fn is_at_another(&self, vm: &mut Vm) -> Result<bool> {
        let Some(next) = self.next_key() else { return Ok(false) };
        let current = self.key.borrow().clone();
        current.map_or(Ok(true), |current| Ok(!vm.equal(&current, &next)?))
    }
    fn begin(self: &Rc<Groups>, key: Value) -> Value {
        self.current.set(self.current.get() + 1);
        Iter::from_steps("_grouper", Group { groups: self.clone(), number: self.current.get(), key })
    }
}

/// The iterator of groups.
struct Grouping(Rc<Groups>);

impl Steps for Grouping {
    fn next(&self, vm: &mut Vm) -> Result<Option<Value>> {
        self.0.current.set(self.0.current.get() + 1);
        while !self.0.is_at_another(vm)? {
            if !self.0.read(vm)? {
                return Ok(None);
            }
        }
        let key = self.0.next_key().unwrap_or_default();
        self.0.key.replace(Some(key.clone()));
        Ok(Some(Value::pair(key.clone(), self.0.begin(key))))
    }
    fn reduce(&self, _: &mut Vm, class: Value) -> Result<Value> {
        let (ahead, key) = (self.0.ahead.borrow().clone(), self.0.key.borrow().clone());
        let state = ahead.zip(key).map(|((next, item), key)| Value::tuple(vec![next, item, key]));
        Ok(made(&class, vec![self.0.iterator.clone(), self.0.key_function.clone()], state))
    }
    fn set_state(&self, _: &mut Vm, state: &Value) -> Result<()> {
        let [next, item, key] = &tuple(state)?[..] else {
            return Err(Raise::type_error("function takes exactly 3 arguments"));
        };
        self.0.ahead.replace(Some((next.clone(), item.clone())));
        self.0.key.replace(Some(key.clone()));
        Ok(())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

struct Group {
    groups: Rc<Groups>,
    number: usize,
    key: Value,
}

impl Steps for Group {
    fn next(&self, vm: &mut Vm) -> Result<Option<Value>> {
        if self.groups.current.get() != self.number {
            return Ok(None);
        }
        if self.groups.ahead.borrow().is_none() && !self.groups.read(vm)? {
            return Ok(None);
        }
        let next = self.groups.next_key().unwrap_or_default();
        if !vm.equal(&self.key, &next)? {
            return Ok(None);
        }
        Ok(self.groups.ahead.take().map(|(_, item)| item))
    }
    fn reduce(&self, vm: &mut Vm, class: Value) -> Result<Value> {
        if self.groups.current.get() != self.number {
            let iter = vm.import("builtins").and_then(|builtins| vm.get_attr(&builtins, "iter"))?;
            return Ok(made(&iter, vec![Value::tuple(Vec::new())], None));
        }
        let parent = Iter::from_steps("groupby", Grouping(self.groups.clone()));
        Ok(made(&class, vec![parent, self.key.clone()], None))
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// `_grouper(parent, key)`, as a pickle has it.
fn group(_: &mut Vm, args: &Args) -> Result<Value> {
    let steps = match args.get(0) {
        Value::Iter(iter) => iter.steps(),
        _ => None,
    };
    let groups = steps.as_ref().and_then(|steps| steps.as_any().downcast_ref::<Grouping>());
    let groups = groups.ok_or_else(|| args.wrong(0, "itertools.groupby"))?;
    Ok(groups.0.begin(args.get(1).clone()))
}
