//! `f_locals` of a function's frame: a mapping that reads and writes the variables themselves, beside names of its own.

use super::frames::{self, FrameView, Place};
use crate::native::{BinaryOp, CompareOp};
use crate::object::{Dict, Str};
use crate::{Args, Builtin, Class, Native, Raise, Result, Value, Vm};
use std::any::Any;
use std::rc::Rc;

thread_local! {
    static CLASS: Rc<Class> =
        Class::native("builtins", "FrameLocalsProxy", &[], Some(&NEW), METHODS, &[], "The variables of a call.");
}

static NEW: Builtin = Builtin::new("FrameLocalsProxy", "(frame, /)", "The variables of a call.", |_, args| match args
    .get(0)
    .downcast::<FrameView>()
{
    Some(_) => Ok(of(args.get(0))),
    None => Err(Raise::type_error(format!("expect frame, not {}", args.get(0).type_name()))),
});

/// The variables of a frame.
pub(super) fn of(frame: &Value) -> Value {
    let kept = frames::this(frame).ok().and_then(|frame| frame.with_state(|state| state.extra.clone()));
    Value::native(FrameLocals { frame: frame.clone(), extra: kept.unwrap_or_else(Dict::new) })
}

struct FrameLocals {
    frame: Value,
    /// Names that a program has added, which are no variables; of a call that has ended, all.
    extra: Rc<Dict>,
}

/// Where a variable lives.
enum Slot {
    Local(usize),
    Cell(usize),
}

impl FrameLocals {
    fn frame(&self) -> &FrameView {
        self.frame.downcast().expect("made of a frame")
    }
    fn slot(&self, name: &Str) -> Option<Slot> {
        let code = &self.frame().code;
        let cell = code.cells.iter().position(|known| known == name).map(Slot::Cell);
        cell.or_else(|| code.locals.iter().position(|known| known == name).map(Slot::Local))
    }
    /// The variable that a key names: one that is no string may equal a name, too.
    fn named(&self, vm: &mut Vm, key: &Value) -> Result<Option<Slot>> {
        if let Value::Str(name) = key {
            return Ok(self.slot(name));
        }
        let (hash, code) = (vm.hash(key)?, self.frame().code.clone());
        for name in code.locals.iter().chain(&code.cells) {
            let name = Value::Str(name.clone());
            if vm.hash(&name)? == hash && vm.equal(&name, key)? {
                return self.named(vm, &name);
            }
        }
        Ok(None)
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
    /// Gives a variable a value; false where its call has ended.
    fn write(&self, vm: &mut Vm, slot: &Slot, value: Value) -> bool {
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
        old.is_some()
    }
    fn snapshot(&self, vm: &mut Vm) -> Result<Value> {
        let (dict, code) = (Dict::new(), &self.frame().code);
        let locals = code.locals.iter().filter(|name| !name.as_str().starts_with('.') && !code.cells.contains(name));
        for name in locals.chain(&code.cells) {
            if let Some(value) = self.slot(name).and_then(|slot| self.read(vm, &slot)) {
                dict.insert_name(name, value);
            }
        }
        vm.merge(&dict, &Value::Dict(self.extra.clone()), false)?;
        Ok(Value::Dict(dict))
    }
    fn get(&self, vm: &mut Vm, key: &Value) -> Result<Option<Value>> {
        let variable = self.named(vm, key)?.and_then(|slot| self.read(vm, &slot));
        match variable {
            Some(value) => Ok(Some(value)),
            None => self.extra.get(vm, key),
        }
    }
    fn set(&self, vm: &mut Vm, key: &Value, value: Value) -> Result<()> {
        if let Some(slot) = self.named(vm, key)?
            && self.write(vm, &slot, value.clone())
        {
            return Ok(());
        }
        vm.set_item(&Value::Dict(self.extra.clone()), key, value)
    }
    fn update(&self, vm: &mut Vm, names: &Value) -> Result<()> {
        let names = match names.downcast::<FrameLocals>() {
            Some(other) => other.snapshot(vm)?,
            None => names.clone(),
        };
        let items = Dict::new();
        vm.merge(&items, &names, false)?;
        items.items().into_iter().try_for_each(|(key, value)| self.set(vm, &key, value))
    }
}

/// A dict of variables instead of their proxy.
fn plain(vm: &mut Vm, value: &Value) -> Result<Value> {
    match value.downcast::<FrameLocals>() {
        Some(locals) => locals.snapshot(vm),
        None => Ok(value.clone()),
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
        let names = self.snapshot(vm)?;
        vm.repr(&names)
    }
    fn get_item(&self, vm: &mut Vm, _this: &Value, key: &Value) -> Result<Option<Value>> {
        self.get(vm, key)?.map(Some).ok_or_else(|| Raise::key_error(key))
    }
    fn set_item(&self, vm: &mut Vm, _this: &Value, key: &Value, value: &Value) -> Result<bool> {
        self.set(vm, key, value.clone()).map(|()| true)
    }
    fn contains(&self, vm: &mut Vm, item: &Value) -> Result<Option<bool>> {
        Ok(Some(self.get(vm, item)?.is_some()))
    }
    fn len(&self, vm: &mut Vm) -> Result<Option<usize>> {
        let names = self.snapshot(vm)?;
        vm.collect(&names).map(|names| Some(names.len()))
    }
    fn truth(&self, vm: &mut Vm) -> Result<bool> {
        let names = self.snapshot(vm)?;
        vm.truth(&names)
    }
    fn iter(&self, vm: &mut Vm, _this: &Value) -> Result<Option<Value>> {
        let names = self.snapshot(vm)?;
        let names = Value::list(vm.collect(&names)?);
        vm.iter(&names).map(Some)
    }
    fn binary(&self, vm: &mut Vm, op: BinaryOp, this: &Value, other: &Value, reflected: bool) -> Result<Option<Value>> {
        if op != BinaryOp::Or {
            return Ok(None);
        }
        let (this, other) = (plain(vm, this)?, plain(vm, other)?);
        match reflected {
            true => vm.binary(op, &other, &this).map(Some),
            false => vm.binary(op, &this, &other).map(Some),
        }
    }
    fn binary_in_place(&self, vm: &mut Vm, op: BinaryOp, this: &Value, other: &Value) -> Result<Option<Value>> {
        if op != BinaryOp::Or {
            return Ok(None);
        }
        self.update(vm, other)?;
        Ok(Some(this.clone()))
    }
    fn compare(&self, vm: &mut Vm, op: CompareOp, _this: &Value, other: &Value) -> Result<Option<Value>> {
        let (own, other) = (self.snapshot(vm)?, plain(vm, other)?);
        vm.compare(op, &own, &other).map(Some)
    }
    fn trace(&self, visit: &mut dyn FnMut(&Value)) {
        visit(&self.frame);
        visit(&Value::Dict(self.extra.clone()));
    }
}

fn these(args: &Args) -> Result<&FrameLocals> {
    args.get(0).downcast().ok_or_else(|| args.wrong(0, "FrameLocalsProxy"))
}

/// Asks a dict of the variables as they are now.
macro_rules! of_snapshot {
    ($name:literal, $doc:literal, $shape:expr) => {
        Builtin::new(concat!("FrameLocalsProxy.", $name), "(self, /)", $doc, |vm, args| {
            let names = these(args)?.snapshot(vm)?;
            let answer = vm.call_method(&names, $name, &[])?;
            $shape(vm, answer)
        })
    };
}

fn as_list(vm: &mut Vm, items: Value) -> Result<Value> {
    vm.collect(&items).map(Value::list)
}

fn as_it_is(_: &mut Vm, value: Value) -> Result<Value> {
    Ok(value)
}

static METHODS: &[Builtin] = &[
    of_snapshot!("keys", "The names of the variables.", as_list),
    of_snapshot!("values", "The values of the variables.", as_list),
    of_snapshot!("items", "Pairs of name and value.", as_list),
    of_snapshot!("copy", "A dict of the variables.", as_it_is),
    of_snapshot!("__reversed__", "The names, the last first.", as_list),
    Builtin::new("FrameLocalsProxy.__getitem__", "(self, key, /)", "A variable.", |vm, args| {
        these(args)?.get(vm, args.get(1))?.ok_or_else(|| Raise::key_error(args.get(1)))
    }),
    Builtin::new("FrameLocalsProxy.__len__", "(self, /)", "The number of variables.", |vm, args| {
        Ok(these(args)?.len(vm)?.map_or(Value::None, |count| Value::Int(count as i64)))
    }),
    Builtin::new("FrameLocalsProxy.__contains__", "(self, key, /)", "Whether a variable has a value.", |vm, args| {
        Ok(Value::from(these(args)?.get(vm, args.get(1))?.is_some()))
    }),
    Builtin::new("FrameLocalsProxy.__setitem__", "(self, key, value, /)", "Sets a variable.", |vm, args| {
        these(args)?.set(vm, args.get(1), args.get(2).clone())?;
        Ok(Value::None)
    }),
    Builtin::new("FrameLocalsProxy.__delitem__", "(self, key, /)", "Variables stay.", |_, _| {
        Err(Raise::type_error("cannot remove variables from FrameLocalsProxy"))
    }),
    Builtin::new("FrameLocalsProxy.get", "(self, key, default=None, /)", "A variable, or the default.", |vm, args| {
        Ok(these(args)?.get(vm, args.get(1))?.unwrap_or_else(|| args.get(2).clone()))
    }),
    Builtin::new(
        "FrameLocalsProxy.setdefault",
        "(self, key, default=None, /)",
        "A variable, set first if need be.",
        |vm, args| {
            if let Some(value) = these(args)?.get(vm, args.get(1))? {
                return Ok(value);
            }
            these(args)?.set(vm, args.get(1), args.get(2).clone())?;
            Ok(args.get(2).clone())
        },
    ),
    Builtin::new("FrameLocalsProxy.update", "(self, names, /)", "Sets variables.", |vm, args| {
        these(args)?.update(vm, args.get(1))?;
        Ok(Value::None)
    }),
    Builtin::new("FrameLocalsProxy.__reduce_ex__", "(self, protocol, /)", "Not kept.", |_, _| {
        Err(Raise::type_error("cannot pickle 'FrameLocalsProxy' object"))
    }),
];
