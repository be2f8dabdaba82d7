//! `f_locals` of a function's frame: a mapping that reads and writes the variables themselves.

use super::frames::{FrameView, Place, ended};
use crate::object::{Dict, Str};
use crate::{Args, Builtin, Class, Exc, Native, Raise, Result, Value, Vm};
use std::any::Any;
use std::rc::Rc;

thread_local! {
    static CLASS: Rc<Class> =
        Class::native("builtins", "FrameLocalsProxy", &[], None, METHODS, &[], "The variables of a call.");
}

/// Of this frame.
pub(super) struct FrameLocals(pub Value);

/// Where a variable lives.
enum Slot {
    Local(usize),
    Cell(usize),
}

impl FrameLocals {
    fn frame(&self) -> &FrameView {
        self.0.downcast().expect("made of a frame")
    }
    fn slot(&self, name: &Str) -> Option<Slot> {
        let code = self.frame().code();
        let cell = code.cells.iter().position(|known| known == name).map(Slot::Cell);
        cell.or_else(|| code.locals.iter().position(|known| known == name).map(Slot::Local))
    }
    fn read(&self, vm: &Vm, slot: &Slot) -> Option<Value> {
        let value = match (self.frame().place(vm), slot) {
            (Place::Running(height), Slot::Local(at)) => vm.stack[vm.frames[height].base + at].clone(),
            (Place::Running(height), Slot::Cell(at)) => vm.frames[height].cells().get(*at)?.value.borrow().clone(),
            (Place::Resting(iter), Slot::Local(at)) => iter.resting(|rest| rest.stack.get(*at).cloned())??,
            (Place::Resting(iter), Slot::Cell(at)) => {
                iter.resting(|rest| rest.cells().get(*at).map(|cell| cell.value.borrow().clone()))??
            }
            (Place::Ended, _) => return None,
        };
        (!matches!(value, Value::Unbound)).then_some(value)
    }
    fn write(&self, vm: &mut Vm, name: &Str, slot: &Slot, value: Value) -> Result<()> {
        let old = match (self.frame().place(vm), slot) {
            (Place::Running(height), Slot::Local(at)) => {
                let place = vm.frames[height].base + at;
                Some(std::mem::replace(&mut vm.stack[place], value))
            }
            (Place::Running(height), Slot::Cell(at)) => {
                vm.frames[height].cells().get(*at).map(|cell| cell.value.replace(value))
            }
            (Place::Resting(iter), Slot::Local(at)) => {
                iter.resting_mut(|rest| rest.stack.get_mut(*at).map(|place| std::mem::replace(place, value))).flatten()
            }
            (Place::Resting(iter), Slot::Cell(at)) => {
                iter.resting(|rest| rest.cells().get(*at).map(|cell| cell.value.replace(value))).flatten()
            }
            (Place::Ended, _) => None,
        };
        old.map(drop).ok_or_else(|| ended(name))
    }
    /// Names that a program has added, which are no variables.
    fn extra(&self) -> Option<Rc<Dict>> {
        self.frame().with_state(|state| state.extra.clone())
    }
    fn snapshot(&self, vm: &Vm) -> Rc<Dict> {
        let (dict, code) = (Dict::new(), self.frame().code());
        let locals = code.locals.iter().filter(|name| !name.as_str().starts_with('.') && !code.cells.contains(name));
        for name in locals.chain(&code.cells) {
            if let Some(value) = self.slot(name).and_then(|slot| self.read(vm, &slot)) {
                dict.insert_name(name, value);
            }
        }
        if let Some(extra) = self.extra() {
            extra.items().into_iter().for_each(|(name, value)| {
                if let Value::Str(name) = &name {
                    dict.insert_name(name, value);
                }
            });
        }
        dict
    }
    fn get(&self, vm: &Vm, key: &Value) -> Option<Value> {
        let Value::Str(name) = key.beneath() else {
            return None;
        };
        match self.slot(name) {
            Some(slot) => self.read(vm, &slot),
            None => self.extra()?.get_name(name),
        }
    }
    fn set(&self, vm: &mut Vm, key: &Value, value: Value) -> Result<()> {
        let Value::Str(name) = key.beneath() else {
            return Err(Raise::type_error("keys of frame locals must be strings"));
        };
        match self.slot(name) {
            Some(slot) => self.write(vm, name, &slot, value),
            None => {
                let extra = self.extra().ok_or_else(|| ended(name))?;
                extra.insert_name(name, value);
                Ok(())
            }
        }
    }
}

impl Native for FrameLocals {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        CLASS.with(Rc::clone)
    }
    fn repr(&self, vm: &mut Vm) -> Result<String> {
        let names = Value::Dict(self.snapshot(vm));
        vm.repr(&names)
    }
    fn get_item(&self, vm: &mut Vm, _this: &Value, key: &Value) -> Result<Option<Value>> {
        self.get(vm, key).map(Some).ok_or_else(|| Raise::key_error(key))
    }
    fn set_item(&self, vm: &mut Vm, _this: &Value, key: &Value, value: &Value) -> Result<bool> {
        self.set(vm, key, value.clone()).map(|()| true)
    }
    fn contains(&self, vm: &mut Vm, item: &Value) -> Result<Option<bool>> {
        Ok(Some(self.get(vm, item).is_some()))
    }
    fn len(&self, vm: &mut Vm) -> Result<Option<usize>> {
        Ok(Some(self.snapshot(vm).len()))
    }
    fn iter(&self, vm: &mut Vm, _this: &Value) -> Result<Option<Value>> {
        let names = Value::list(self.snapshot(vm).keys());
        vm.iter(&names).map(Some)
    }
    fn compare(
        &self,
        vm: &mut Vm,
        op: crate::native::CompareOp,
        _this: &Value,
        other: &Value,
    ) -> Result<Option<Value>> {
        let own = Value::Dict(self.snapshot(vm));
        let other = match other.downcast::<FrameLocals>() {
            Some(other) => Value::Dict(other.snapshot(vm)),
            None => other.clone(),
        };
        vm.compare(op, &own, &other).map(Some)
    }
    fn trace(&self, visit: &mut dyn FnMut(&Value)) {
        visit(&self.0);
    }
}

fn this<'a>(args: &'a Args) -> Result<&'a FrameLocals> {
    args.get(0).downcast().ok_or_else(|| args.wrong(0, "FrameLocalsProxy"))
}

/// Asks a dict of the variables as they are now.
macro_rules! of_snapshot {
    ($name:literal, $doc:literal) => {
        Builtin::new(concat!("FrameLocalsProxy.", $name), "(self, /)", $doc, |vm, args| {
            let names = Value::Dict(this(args)?.snapshot(vm));
            vm.call_method(&names, $name, &[])
        })
    };
}

static METHODS: &[Builtin] = &[
    of_snapshot!("keys", "The names of the variables."),
    of_snapshot!("values", "The values of the variables."),
    of_snapshot!("items", "Pairs of name and value."),
    of_snapshot!("copy", "A dict of the variables."),
    of_snapshot!("__reversed__", "The names, the last first."),
    Builtin::new("FrameLocalsProxy.get", "(self, key, default=None, /)", "A variable, or the default.", |vm, args| {
        Ok(this(args)?.get(vm, args.get(1)).unwrap_or_else(|| args.get(2).clone()))
    }),
    Builtin::new("FrameLocalsProxy.setdefault", "(self, key, default=None, /)", "A variable, set first if need be.", {
        |vm, args| {
            let this = this(args)?;
            if let Some(value) = this.get(vm, args.get(1)) {
                return Ok(value);
            }
            this.set(vm, args.get(1), args.get(2).clone())?;
            Ok(args.get(2).clone())
        }
    }),
    Builtin::new("FrameLocalsProxy.update", "(self, names, /)", "Sets variables.", |vm, args| {
        let names = Dict::new();
        vm.merge(&names, args.get(1), false)?;
        for (key, value) in names.items() {
            this(args)?.set(vm, &key, value)?;
        }
        Ok(Value::None)
    }),
    Builtin::new("FrameLocalsProxy.pop", "(self, key, default=..., /)", "Takes out a name that is no variable.", {
        |_, args| {
            let this = this(args)?;
            let Value::Str(name) = args.get(1).beneath() else {
                return Err(Raise::key_error(args.get(1)));
            };
            if this.slot(name).is_some() {
                return Err(Raise::new(Exc::ValueError, "cannot remove local variables from FrameLocalsProxy"));
            }
            let removed = this.extra().and_then(|extra| extra.remove_str(name));
            removed.or_else(|| args.given(2).cloned()).ok_or_else(|| Raise::key_error(args.get(1)))
        }
    }),
];
