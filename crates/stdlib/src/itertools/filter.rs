//! `takewhile`, `dropwhile`, `filterfalse`, `compress` and `starmap`: a function or selectors along an iterator.

use super::state::made;
use std::any::Any;
use std::cell::Cell;
use tensorcell_language::object::{Iter, Steps};
use tensorcell_language::{Args, Builtin, Result, Value, Vm};

pub(super) static CLASSES: &[Builtin] = &[
    Builtin::new(
        "itertools.compress",
        "(data, selectors)",
        "Return data elements corresponding to true selector elements.",
        |vm, args| {
            let (data, selectors) = (vm.iter(args.get(0))?, vm.iter(args.get(1))?);
            Ok(Along::begin("compress", data, selectors, Along::compress))
        },
    ),
    Builtin::new(
        "itertools.dropwhile",
        "(predicate, iterable, /)",
        "Drop items from the iterable while predicate(item) is true; then return every element.",
        |vm, args| along(vm, args, "dropwhile", Along::drop_while),
    ),
    Builtin::new(
        "itertools.takewhile",
        "(predicate, iterable, /)",
        "Return successive entries from an iterable as long as the predicate is true for each.",
        |vm, args| along(vm, args, "takewhile", Along::take_while),
    ),
    Builtin::new(
        "itertools.filterfalse",
        "(function, iterable, /)",
        "Return those items of iterable for which function(item) is false.",
        |vm, args| along(vm, args, "filterfalse", Along::filter_false),
    ),
    Builtin::new(
        "itertools.starmap",
        "(function, iterable, /)",
        "Return values of function(*args) with argument tuples taken from the iterable.",
        |vm, args| along(vm, args, "starmap", Along::star_map),
    ),
];

type Step = fn(&Along, &mut Vm) -> Result<Option<Value>>;

/// A function and an iterator, or an iterator and its selectors.
struct Along {
    first: Value,
    second: Value,
    /// `dropwhile` drops no more; `takewhile` has stopped.
    turned: Cell<bool>,
    step: Step,
    /// Whether it can have turned.
    turns: bool,
}

fn along(vm: &mut Vm, args: &Args, name: &'static str, step: Step) -> Result<Value> {
    let iterator = vm.iter(args.get(1))?;
    Ok(Along::begin(name, args.get(0).clone(), iterator, step))
}

impl Along {
    fn begin(name: &'static str, first: Value, second: Value, step: Step) -> Value {
        let turns = name.ends_with("while");
        Iter::from_steps(name, Along { first, second, turned: Cell::new(false), step, turns })
    }
    fn holds(&self, vm: &mut Vm, item: &Value) -> Result<bool> {
        let answer = vm.call(&self.first, std::slice::from_ref(item), &[])?;
        vm.truth(&answer)
    }
    fn compress(&self, vm: &mut Vm) -> Result<Option<Value>> {
        while let Some(item) = vm.next(&self.first)? {
            let Some(selector) = vm.next(&self.second)? else { break };
            if vm.truth(&selector)? {
                return Ok(Some(item));
            }
        }
        Ok(None)
    }
    fn drop_while(&self, vm: &mut Vm) -> Result<Option<Value>> {
        while let Some(item) = vm.next(&self.second)? {
            if self.turned.get() || !self.holds(vm, &item)? {
                self.turned.set(true);
                return Ok(Some(item));
            }
        }
        Ok(None)
    }
    fn take_while(&self, vm: &mut Vm) -> Result<Option<Value>> {
        if self.turned.get() {
            return Ok(None);
        }
        let Some(item) = vm.next(&self.second)? else { return Ok(None) };
        let holds = self.holds(vm, &item)?;
        self.turned.set(!holds);
        Ok(holds.then_some(item))
    }
    fn filter_false(&self, vm: &mut Vm) -> Result<Option<Value>> {
        while let Some(item) = vm.next(&self.second)? {
            let found = if self.first.is_none() { vm.truth(&item)? } else { self.holds(vm, &item)? };
            if !found {
                return Ok(Some(item));
            }
        }
        Ok(None)
    }
    fn star_map(&self, vm: &mut Vm) -> Result<Option<Value>> {
        let Some(item) = vm.next(&self.second)? else { return Ok(None) };
        let arguments = vm.collect(&item)?;
        vm.call(&self.first, &arguments, &[]).map(Some)
    }
}

impl Steps for Along {
    fn next(&self, vm: &mut Vm) -> Result<Option<Value>> {
        (self.step)(self, vm)
    }
    fn reduce(&self, _: &mut Vm, class: Value) -> Result<Value> {
        let turned = self.turns.then(|| Value::Int(i64::from(self.turned.get())));
        Ok(made(&class, vec![self.first.clone(), self.second.clone()], turned))
    }
    fn set_state(&self, vm: &mut Vm, state: &Value) -> Result<()> {
        self.turned.set(vm.truth(state)?);
        Ok(())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}
