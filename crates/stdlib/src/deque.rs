//! `collections`: the native deque, Counter's counting, OrderedDict's methods. The other classes are in `collections.py`.

use crate::subscripted::subscripted;
use crate::{ordered_dict, tuple_getter};
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;
use tensorcell_language::builtins::operators::named_repr;
use tensorcell_language::builtins::repr::{Showing, joined};
use tensorcell_language::builtins::{clipped_index, dict, plain, receiver};
use tensorcell_language::native::{BinaryOp, CompareOp, Native};
use tensorcell_language::object::Iter;
use tensorcell_language::{
    Args, Builtin, Class, Exc, Getter, ModuleDef, Raise, Result, Turns, Value, Vm, generic_methods, memory,
};

pub static COLLECTIONS: ModuleDef = ModuleDef {
    name: "_tensorcell.collections",
    doc: "The native part of collections.",
    functions: &[Builtin::new(
        "collections._count_elements",
        "(mapping, iterable, /)",
        "Adds to a dict how often each item comes.",
        |vm, args| {
            let Value::Dict(counts) = plain(args.get(0)) else {
                return Err(args.wrong(0, "dict"));
            };
            let items = vm.iter(args.get(1))?;
            while let Some(item) = vm.next(&items)? {
                let count = match counts.get(vm, &item)? {
                    None => Value::Int(1),
                    Some(count) => vm.binary(BinaryOp::Add, &count, &Value::Int(1))?,
                };
                counts.insert(vm, item, count)?;
            }
            Ok(Value::None)
        },
    )],
    init: Some(|_, module| {
        let class = CLASS.with(Rc::clone);
        class.define(generic_methods("deque"));
        module.dict.insert_str("deque", Value::Class(class));
        module.dict.insert_str("_tuplegetter", Value::Class(tuple_getter::class()));
        module.dict.insert_str("_ordered_view", Value::Builtin(&dict::ORDERED_VIEW));
        for method in ordered_dict::METHODS {
            module.dict.insert_str(&format!("_ordered_{}", method.short_name()), Value::Builtin(method));
        }
        Ok(())
    }),
};

struct Deque {
    items: RefCell<VecDeque<Value>>,
    most: Cell<Option<usize>>,
    /// Increases with each change of length, so that iterators detect it.
    version: Cell<u64>,
}

thread_local! {
    static CLASS: Rc<Class> = Class::native(
        "collections",
        "deque",
        &[],
        Some(&NEW),
        METHODS,
        GETTERS,
        "deque([iterable[, maxlen]]) --> a list-like sequence with fast appends and pops on both ends",
    );
}

static NEW: Builtin = Builtin::new(
    "deque",
    "(iterable=(), maxlen=None)",
    "A list-like sequence optimized for data accesses near its endpoints.",
    |vm, args| {
        let most = match args.get(1) {
            Value::None => None,
            value => {
                let most = clipped_index(vm, value).map_err(|raise| match raise.is(Exc::TypeError) {
                    true => Raise::type_error("an integer is required"),
                    false => raise,
                })?;
                Some(usize::try_from(most).map_err(|_| Raise::value_error("maxlen must be non-negative"))?)
            }
        };
        let deque = Deque { items: RefCell::default(), most: Cell::new(most), version: Cell::new(0) };
        deque.add_all(vm, args.get(0), false)?;
        Ok(Value::native(deque))
    },
);

impl Deque {
    /// Adds the items of an iterable, each as it comes: of an endless one only the last are kept, and those before an error stay.
    fn add_all(&self, vm: &mut Vm, source: &Value, left: bool) -> Result<()> {
        let is_itself = source.downcast::<Deque>().is_some_and(|other| std::ptr::eq(&raw const *other, self));
        let copy = is_itself.then(|| Value::list(self.all()));
        let iterator = vm.iter(copy.as_ref().unwrap_or(source))?;
        let mut turns = Turns::default();
        while let Some(item) = vm.next(&iterator)? {
            turns.next(vm)?;
            self.push(item, left)?;
        }
        Ok(())
    }
    fn push(&self, item: Value, left: bool) -> Result<()> {
        let mut items = self.items.borrow_mut();
        if items.len() == items.capacity() {
            let more = items.len().max(4);
            memory::room_for::<Value>(items.len() + more)?;
            items.try_reserve(more).map_err(|_| memory::exhausted())?;
        }
        if left {
            items.push_front(item)
        } else {
            items.push_back(item)
        }
        let dropped = match self.most.get() {
            Some(most) if items.len() > most => {
                if left {
                    items.pop_back()
                } else {
                    items.pop_front()
                }
            }
            _ => None,
        };
        self.version.set(self.version.get() + 1);
        drop(items);
        drop(dropped);
        Ok(())
    }
    fn pop(&self, left: bool) -> Result<Value> {
        let item = if left { self.items.borrow_mut().pop_front() } else { self.items.borrow_mut().pop_back() };
        self.version.set(self.version.get() + 1);
        item.ok_or_else(|| Raise::new(Exc::IndexError, "pop from an empty deque"))
    }
    fn all(&self) -> Vec<Value> {
        self.items.borrow().iter().cloned().collect()
    }
    fn place(&self, vm: &mut Vm, index: &Value) -> Result<usize> {
        let index = clipped_index(vm, index).map_err(|raise| match raise.is(Exc::TypeError) {
            true => Raise::type_error(format!("sequence index must be integer, not '{}'", index.type_name())),
            false => raise,
        })?;
        let length = self.items.borrow().len() as i64;
        let at = if index < 0 { index.saturating_add(length) } else { index };
        if (0..length).contains(&at) {
            Ok(at as usize)
        } else {
            Err(Raise::new(Exc::IndexError, "deque index out of range"))
        }
    }
    fn of(items: Vec<Value>, most: Option<usize>) -> Result<Value> {
        let deque = Deque { items: RefCell::default(), most: Cell::new(most), version: Cell::new(0) };
        items.into_iter().try_for_each(|item| deque.push(item, false))?;
        Ok(Value::native(deque))
    }
    fn find(&self, vm: &mut Vm, wanted: &Value, start: usize, stop: usize) -> Result<Option<usize>> {
        for (i, item) in self.all().iter().enumerate().take(stop).skip(start) {
            if item.is(wanted) || vm.equal(item, wanted)? {
                return Ok(Some(i));
            }
        }
        Ok(None)
    }
}

impl Native for Deque {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        CLASS.with(Rc::clone)
    }
    fn repr(&self, vm: &mut Vm) -> Result<String> {
        let Some(_showing) = Showing::enter(std::ptr::from_ref(self) as usize)? else {
            return Ok("[...]".into());
        };
        let items = joined(vm, &self.all())?;
        Ok(match self.most.get() {
            Some(most) => format!("deque([{items}], maxlen={most})"),
            None => format!("deque([{items}])"),
        })
    }
    fn len(&self, _vm: &mut Vm) -> Result<Option<usize>> {
        Ok(Some(self.items.borrow().len()))
    }
    fn truth(&self, _vm: &mut Vm) -> Result<bool> {
        Ok(!self.items.borrow().is_empty())
    }
    fn get_item(&self, vm: &mut Vm, _this: &Value, key: &Value) -> Result<Option<Value>> {
        let at = self.place(vm, key)?;
        Ok(self.items.borrow().get(at).cloned())
    }
    fn set_item(&self, vm: &mut Vm, _this: &Value, key: &Value, value: &Value) -> Result<bool> {
        let at = self.place(vm, key)?;
        let old = self.items.borrow_mut().get_mut(at).map(|slot| std::mem::replace(slot, value.clone()));
        drop(old);
        Ok(true)
    }
    fn contains(&self, vm: &mut Vm, item: &Value) -> Result<Option<bool>> {
        Ok(Some(self.find(vm, item, 0, usize::MAX)?.is_some()))
    }
    fn iter(&self, _vm: &mut Vm, this: &Value) -> Result<Option<Value>> {
        let (this, version, mut at) = (this.clone(), self.version.get(), 0);
        Ok(Some(Iter::from_fn("_deque_iterator", move |_| {
            let Some(deque) = this.downcast::<Deque>() else {
                return Ok(None);
            };
            if deque.version.get() != version {
                return Err(Raise::runtime("deque mutated during iteration"));
            }
            at += 1;
            Ok(deque.items.borrow().get(at - 1).cloned())
        })))
    }
    fn binary(
        &self,
        vm: &mut Vm,
        op: BinaryOp,
        _this: &Value,
        other: &Value,
        reflected: bool,
    ) -> Result<Option<Value>> {
        match (op, other.downcast::<Deque>()) {
            (BinaryOp::Add, Some(other)) if !reflected => {
                memory::room_for::<Value>(self.items.borrow().len() + other.items.borrow().len())?;
                Deque::of([self.all(), other.all()].concat(), self.most.get()).map(Some)
            }
            (BinaryOp::Add, None) if !reflected && !matches!(other, Value::Instance(_)) => {
                Err(Raise::type_error(format!("can only concatenate deque (not \"{}\") to deque", other.type_name())))
            }
            (BinaryOp::Mul, None) if !matches!(other, Value::Instance(_)) => {
                let product = vm.binary(op, &Value::list(self.all()), other)?;
                Deque::of(vm.collect(&product)?, self.most.get()).map(Some)
            }
            _ => Ok(None),
        }
    }
    fn binary_in_place(&self, vm: &mut Vm, op: BinaryOp, this: &Value, other: &Value) -> Result<Option<Value>> {
        if op != BinaryOp::Add {
            return Ok(None);
        }
        self.add_all(vm, other, false)?;
        Ok(Some(this.clone()))
    }
    fn hash(&self, _vm: &mut Vm) -> Result<Option<u64>> {
        Err(Raise::type_error("unhashable type: 'collections.deque'"))
    }
    fn compare(&self, vm: &mut Vm, op: CompareOp, _this: &Value, other: &Value) -> Result<Option<Value>> {
        match other.downcast::<Deque>() {
            Some(other) => vm.compare(op, &Value::list(self.all()), &Value::list(other.all())).map(Some),
            None => Ok(None),
        }
    }
    fn trace(&self, visit: &mut dyn FnMut(&Value)) {
        if let Ok(items) = self.items.try_borrow() {
            items.iter().for_each(visit);
        }
    }
}

fn on<T>(args: &Args, act: impl FnOnce(&Deque) -> T) -> Result<T> {
    let value = receiver(args, |value| value.downcast::<Deque>().is_some().then_some(value))?;
    match value.downcast::<Deque>() {
        Some(deque) => Ok(act(deque)),
        None => Err(args.wrong(0, "deque")),
    }
}

fn extend(vm: &mut Vm, args: &Args, left: bool) -> Result<Value> {
    on(args, |deque| deque.add_all(vm, args.get(1), left))??;
    Ok(Value::None)
}

static METHODS: &[Builtin] = &[
    Builtin::new("deque.__class_getitem__", "(cls, item, /)", "For annotations.", subscripted),
    Builtin::new("deque.__repr__", "(self, /)", "Return repr(self).", named_repr),
    Builtin::new("deque.append", "(self, item, /)", "Add an element to the right side of the deque.", |_, args| {
        on(args, |deque| deque.push(args.get(1).clone(), false))??;
        Ok(Value::None)
    }),
    Builtin::new("deque.appendleft", "(self, item, /)", "Add an element to the left side of the deque.", |_, args| {
        on(args, |deque| deque.push(args.get(1).clone(), true))??;
        Ok(Value::None)
    }),
    Builtin::new(
        "deque.extend",
        "(self, iterable, /)",
        "Extend the right side of the deque with elements from the iterable.",
        |vm, args| extend(vm, args, false),
    ),
    Builtin::new(
        "deque.extendleft",
        "(self, iterable, /)",
        "Extend the left side of the deque with elements from the iterable.",
        |vm, args| extend(vm, args, true),
    ),
    Builtin::new("deque.pop", "(self, /)", "Remove and return the rightmost element.", |_, args| {
        on(args, |deque| deque.pop(false))?
    }),
    Builtin::new("deque.popleft", "(self, /)", "Remove and return the leftmost element.", |_, args| {
        on(args, |deque| deque.pop(true))?
    }),
    Builtin::new("deque.clear", "(self, /)", "Remove all elements from the deque.", |_, args| {
        let old = on(args, |deque| {
            deque.version.set(deque.version.get() + 1);
            deque.items.take()
        })?;
        drop(old);
        Ok(Value::None)
    }),
    Builtin::new("deque.copy", "(self, /)", "Return a shallow copy of a deque.", |_, args| {
        on(args, |deque| Deque::of(deque.all(), deque.most.get()))?
    }),
    Builtin::new("deque.__copy__", "(self, /)", "Return a shallow copy of a deque.", |_, args| {
        on(args, |deque| Deque::of(deque.all(), deque.most.get()))?
    }),
    Builtin::new("deque.__deepcopy__", "(self, memo, /)", "Return a deep copy of a deque.", |vm, args| {
        let (items, most) = on(args, |deque| (deque.all(), deque.most.get()))?;
        let module = vm.import("copy")?;
        let deepcopy = vm.get_attr(&module, "deepcopy")?;
        let copied = vm.call(&deepcopy, &[Value::list(items), args.get(1).clone()], &[])?;
        Deque::of(vm.collect(&copied)?, most)
    }),
    Builtin::new("deque.count", "(self, value, /)", "Return number of occurrences of value.", |vm, args| {
        let mut count = 0;
        for item in on(args, Deque::all)? {
            count += (item.is(args.get(1)) || vm.equal(&item, args.get(1))?) as i64;
        }
        Ok(Value::Int(count))
    }),
    Builtin::new(
        "deque.index",
        "(self, value, start=0, stop=None, /)",
        "Return first index of value; ValueError if it is not present.",
        |vm, args| {
            let length = on(args, |deque| deque.items.borrow().len())?;
            let (start, stop) = tensorcell_language::builtins::bounds(vm, args, 2, || length)?;
            match on(args, |deque| deque.find(vm, args.get(1), start, stop))?? {
                Some(at) => Ok(Value::Int(at as i64)),
                None => Err(Raise::value_error(format!("{} is not in deque", vm.repr(args.get(1))?))),
            }
        },
    ),
    Builtin::new("deque.insert", "(self, index, value, /)", "Insert value before index.", |vm, args| {
        let index = clipped_index(vm, args.get(1))?;
        on(args, |deque| {
            let mut items = deque.items.borrow_mut();
            let length = items.len() as i64;
            if deque.most.get().is_some_and(|most| length as usize >= most) {
                return Err(Raise::new(Exc::IndexError, "deque already at its maximum size"));
            }
            let at = if index < 0 { index.saturating_add(length) } else { index }.clamp(0, length);
            items.insert(at as usize, args.get(2).clone());
            deque.version.set(deque.version.get() + 1);
            Ok(Value::None)
        })?
    }),
    Builtin::new("deque.remove", "(self, value, /)", "Remove first occurrence of value.", |vm, args| {
        match on(args, |deque| deque.find(vm, args.get(1), 0, usize::MAX))?? {
            Some(at) => {
                let removed = on(args, |deque| {
                    deque.version.set(deque.version.get() + 1);
                    deque.items.borrow_mut().remove(at)
                })?;
                drop(removed);
                Ok(Value::None)
            }
            None => Err(Raise::value_error(format!("{} is not in deque", vm.repr(args.get(1))?))),
        }
    }),
    Builtin::new("deque.reverse", "(self, /)", "Reverse in place.", |_, args| {
        on(args, |deque| deque.items.borrow_mut().make_contiguous().reverse())?;
        Ok(Value::None)
    }),
    Builtin::new(
        "deque.rotate",
        "(self, n=1, /)",
        "Rotate the deque n steps to the right. If n is negative, rotates left.",
        |vm, args| {
            let n = clipped_index(vm, args.get(1))?;
            on(args, |deque| {
                let mut items = deque.items.borrow_mut();
                if !items.is_empty() {
                    let steps = n.rem_euclid(items.len() as i64) as usize;
                    items.rotate_right(steps);
                }
            })?;
            Ok(Value::None)
        },
    ),
    Builtin::new("deque.__delitem__", "(self, index, /)", "Delete self[index].", |vm, args| {
        let at = on(args, |deque| deque.place(vm, args.get(1)))??;
        let removed = on(args, |deque| {
            deque.version.set(deque.version.get() + 1);
            deque.items.borrow_mut().remove(at)
        })?;
        drop(removed);
        Ok(Value::None)
    }),
    Builtin::new("deque.__reversed__", "(self, /)", "Return a reverse iterator over the deque.", |_, args| {
        let mut items = on(args, Deque::all)?;
        Ok(Iter::from_fn("_deque_reverse_iterator", move |_| Ok(items.pop())))
    }),
    Builtin::new("deque.__setitem__", "(self, index, value, /)", "Set self[index] to value.", |vm, args| {
        let at = on(args, |deque| deque.place(vm, args.get(1)))??;
        let old = on(args, |deque| std::mem::replace(&mut deque.items.borrow_mut()[at], args.get(2).clone()))?;
        drop(old);
        Ok(Value::None)
    }),
    Builtin::new("deque.__len__", "(self, /)", "Return len(self).", |_, args| {
        on(args, |deque| Value::Int(deque.items.borrow().len() as i64))
    }),
    Builtin::new("deque.__getitem__", "(self, index, /)", "Return self[index].", |vm, args| {
        let at = on(args, |deque| deque.place(vm, args.get(1)))??;
        on(args, |deque| deque.items.borrow()[at].clone())
    }),
];

static GETTERS: &[Getter] = &[Getter {
    name: "maxlen",
    doc: "maximum size of a deque or None if unbounded",
    get: |_, value| {
        Ok(value
            .downcast::<Deque>()
            .and_then(|deque| deque.most.get())
            .map_or(Value::None, |most| Value::Int(most as i64)))
    },
    set: None,
}];
