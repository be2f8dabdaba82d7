//! The memos of picklers and unpicklers, as a program sees them.

use super::memo::{Read, Written};
use super::saving::Memory;
use std::any::Any;
use std::cell::RefCell;
use std::rc::Rc;
use tensorcell_language::builtins::index;
use tensorcell_language::native::Native;
use tensorcell_language::types::types;
use tensorcell_language::{Builtin, Class, Exc, Raise, Result, Value, Vm};

/// `Pickler.memo`.
pub(super) struct PicklerMemo(pub Rc<Memory>);

/// `Unpickler.memo`.
pub(super) struct UnpicklerMemo(pub Rc<RefCell<Read>>);

thread_local! {
    static OF_PICKLER: Rc<Class> =
        Class::native("_pickle", "PicklerMemoProxy", &[], None, METHODS, &[], "The memo of a pickler.").shown_in_full();
    static OF_UNPICKLER: Rc<Class> =
        Class::native("_pickle", "UnpicklerMemoProxy", &[], None, METHODS, &[], "The memo of an unpickler.").shown_in_full();
}

/// A memo behind its view.
trait View: Native {
    fn clear(&self);
    fn copy(&self, vm: &mut Vm) -> Result<Value>;
}

impl View for PicklerMemo {
    fn clear(&self) {
        let old = self.0.memo.take();
        drop(old);
    }
    fn copy(&self, vm: &mut Vm) -> Result<Value> {
        let Some(id) = vm.builtin("id") else { return Ok(Value::dict([])) };
        let entries = self.0.memo.borrow().entries().to_vec();
        let mut copied = Vec::with_capacity(entries.len());
        for (number, value) in entries {
            let key = vm.call(&id, std::slice::from_ref(&value), &[])?;
            copied.push((key, Value::pair(Value::Int(i64::from(number)), value)));
        }
        Ok(Value::dict(copied))
    }
}

impl View for UnpicklerMemo {
    fn clear(&self) {
        let old = self.0.take();
        drop(old);
    }
    fn copy(&self, _: &mut Vm) -> Result<Value> {
        let entries = self.0.borrow().entries();
        Ok(Value::dict(entries.into_iter().map(|(number, value)| (Value::Int(number as i64), value))))
    }
}

impl PicklerMemo {
    /// The memo that a program sets: a view of one, or a dict of (number, object) by identity.
    pub fn read(vm: &mut Vm, given: &Value) -> Result<Written> {
        let mut memo = Written::default();
        if let Some(PicklerMemo(memory)) = given.downcast() {
            for (number, value) in memory.memo.borrow().entries() {
                memo.set(*number, value.clone())?;
            }
            return Ok(memo);
        }
        let Value::Dict(given) = given.beneath() else {
            let text = format!("'memo' attribute must be a PicklerMemoProxy object or dict, not {}", given.type_name());
            return Err(Raise::type_error(text));
        };
        for (_, entry) in given.items() {
            let entry = match entry.beneath() {
                Value::Tuple(entry) if entry.len() == 2 => entry.clone(),
                _ => return Err(Raise::type_error("'memo' values must be 2-item tuples")),
            };
            let number = match index(vm, &entry[0])? {
                Value::Int(number) => u32::try_from(number).ok(),
                _ => None,
            };
            let number = number.ok_or_else(|| Raise::new(Exc::OverflowError, "memo number out of range"))?;
            memo.set(number, entry[1].clone())?;
        }
        Ok(memo)
    }
}

impl UnpicklerMemo {
    /// The memo that a program sets: a view of one, or a dict of objects by number.
    pub fn read(given: &Value) -> Result<Read> {
        if let Some(UnpicklerMemo(memo)) = given.downcast() {
            return Ok(memo.borrow().clone());
        }
        let Value::Dict(given) = given.beneath() else {
            let text =
                format!("'memo' attribute must be an UnpicklerMemoProxy object or dict, not {}", given.type_name());
            return Err(Raise::type_error(text));
        };
        let mut memo = Read::default();
        for (number, value) in given.items() {
            match number.number() {
                Value::Int(number) => match usize::try_from(*number) {
                    Ok(number) => memo.set(number, value)?,
                    Err(_) => return Err(Raise::value_error("memo key must be positive integers.")),
                },
                _ => return Err(Raise::type_error("memo key must be integers")),
            }
        }
        Ok(memo)
    }
}

impl Native for PicklerMemo {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        OF_PICKLER.with(Rc::clone)
    }
    fn repr(&self, _: &mut Vm) -> Result<String> {
        Ok(format!("<_pickle.PicklerMemoProxy object at {:p}>", std::ptr::from_ref(self)))
    }
}

impl Native for UnpicklerMemo {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        OF_UNPICKLER.with(Rc::clone)
    }
    fn repr(&self, _: &mut Vm) -> Result<String> {
        Ok(format!("<_pickle.UnpicklerMemoProxy object at {:p}>", std::ptr::from_ref(self)))
    }
}

fn view(value: &Value) -> Result<&dyn View> {
    let of_pickler = value.downcast::<PicklerMemo>().map(|view| view as &dyn View);
    let view = of_pickler.or_else(|| value.downcast::<UnpicklerMemo>().map(|view| view as &dyn View));
    view.ok_or_else(|| Raise::type_error("descriptor requires a memo"))
}

static METHODS: &[Builtin] = &[
    Builtin::new("memo.clear", "(self, /)", "Remove all items from memo.", |_, args| {
        view(args.get(0))?.clear();
        Ok(Value::None)
    }),
    Builtin::new("memo.copy", "(self, /)", "Copy the memo to a new object.", |vm, args| view(args.get(0))?.copy(vm)),
    Builtin::new("memo.__reduce__", "(self, /)", "Implement pickle support.", |vm, args| {
        let copied = view(args.get(0))?.copy(vm)?;
        Ok(Value::pair(Value::Class(types().built_in("dict").clone()), Value::tuple(vec![copied])))
    }),
];
