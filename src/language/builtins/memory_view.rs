//! `memoryview`: a window on the bytes of a bytes or bytearray, without a copy. Its items are bytes (format 'B').

use super::clipped_index;
use crate::language::native::{CompareOp, Native};
use crate::language::object::{Bytes, Iter, Range};
use crate::language::types::types;
use crate::language::{Builtin, Class, Exc, Getter, Raise, Result, Value, Vm};
use std::any::Any;
use std::cell::Cell;
use std::rc::Rc;

pub(crate) struct MemoryView {
    bytes: Rc<Bytes>,
    /// Which of the bytes.
    places: Range,
    read_only: bool,
    released: Cell<bool>,
}

/// A copy of what a bytes-like object holds; None for other objects.
pub(crate) fn contents(value: &Value) -> Result<Option<Vec<u8>>> {
    match value.beneath() {
        Value::Bytes(bytes) => Ok(Some(bytes.data.borrow().clone())),
        other => other.downcast::<MemoryView>().map(MemoryView::data).transpose(),
    }
}

pub(super) fn new(value: &Value) -> Result<Value> {
    if let Some(view) = value.downcast::<MemoryView>() {
        view.check()?;
        return Ok(view.part(view.places.clone()));
    }
    let Value::Bytes(bytes) = super::plain(value) else {
        let found = value.type_name();
        return Err(Raise::type_error(format!("memoryview: a bytes-like object is required, not '{found}'")));
    };
    let stop = bytes.data.borrow().len() as i64;
    let read_only = !bytes.mutable;
    let places = Range { start: 0, stop, step: 1 };
    Ok(Value::native(MemoryView { bytes, places, read_only, released: Cell::new(false) }))
}

impl MemoryView {
    fn check(&self) -> Result<()> {
        match self.released.get() {
            true => Err(Raise::value_error("operation forbidden on released memoryview object")),
            false => Ok(()),
        }
    }
    fn data(&self) -> Result<Vec<u8>> {
        self.check()?;
        let data = self.bytes.data.borrow();
        // A bytearray may have become shorter since.
        Ok((0..self.places.len()).filter_map(|i| data.get(self.places.at(i) as usize).copied()).collect())
    }
    fn part(&self, places: Range) -> Value {
        let (bytes, read_only) = (self.bytes.clone(), self.read_only);
        Value::native(MemoryView { bytes, places, read_only, released: Cell::new(false) })
    }
    /// Which byte an index names.
    fn place(&self, vm: &mut Vm, key: &Value) -> Result<usize> {
        let index = clipped_index(vm, key).map_err(|raise| match raise.is(Exc::TypeError) {
            true => Raise::type_error("memoryview: invalid slice key"),
            false => raise,
        })?;
        let length = self.places.len() as i64;
        let index = if index < 0 { index + length } else { index };
        match (0..length).contains(&index) {
            true => Ok(self.places.at(index as usize) as usize),
            false => Err(Raise::new(Exc::IndexError, "index out of bounds on dimension 1")),
        }
    }
    fn selected(&self, vm: &mut Vm, slice: &crate::language::object::Slice) -> Result<Range> {
        let (start, stop, step) = slice.indices(vm, self.places.len())?;
        let Range { start: first, step: stride, .. } = self.places;
        Ok(Range { start: first + start * stride, stop: first + stop * stride, step: step * stride })
    }
}

impl Native for MemoryView {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        types().built_in("memoryview").clone()
    }
    fn repr(&self, _vm: &mut Vm) -> Result<String> {
        let released = if self.released.get() { "released memory" } else { "memory" };
        Ok(format!("<{released} at {:#x}>", std::ptr::from_ref(self) as usize))
    }
    fn len(&self, _vm: &mut Vm) -> Result<Option<usize>> {
        self.check()?;
        Ok(Some(self.places.len()))
    }
    fn truth(&self, _vm: &mut Vm) -> Result<bool> {
        Ok(!self.places.is_empty())
    }
    fn iter(&self, _vm: &mut Vm, _this: &Value) -> Result<Option<Value>> {
        let items = self.data()?.into_iter().map(|byte| Value::Int(i64::from(byte))).collect();
        Ok(Some(Iter::from_values("memory_iterator", items)))
    }
    fn get_item(&self, vm: &mut Vm, _this: &Value, key: &Value) -> Result<Option<Value>> {
        self.check()?;
        if let Value::Slice(slice) = key {
            return Ok(Some(self.part(self.selected(vm, slice)?)));
        }
        let at = self.place(vm, key)?;
        let byte = self.bytes.data.borrow().get(at).copied();
        let gone = || Raise::new(Exc::IndexError, "index out of bounds on dimension 1");
        byte.map(|byte| Some(Value::Int(i64::from(byte)))).ok_or_else(gone)
    }
    fn set_item(&self, vm: &mut Vm, _this: &Value, key: &Value, value: &Value) -> Result<bool> {
        self.check()?;
        if self.read_only {
            return Err(Raise::type_error("cannot modify read-only memory"));
        }
        let (places, new) = if let Value::Slice(slice) = key {
            let Some(new) = contents(value)? else {
                let found = value.type_name();
                return Err(Raise::type_error(format!("a bytes-like object is required, not '{found}'")));
            };
            let selected = self.selected(vm, slice)?;
            if new.len() != selected.len() {
                let text = "memoryview assignment: lvalue and rvalue have different structures";
                return Err(Raise::value_error(text));
            }
            ((0..new.len()).map(|i| selected.at(i) as usize).collect(), new)
        } else {
            let at = self.place(vm, key)?;
            let byte = clipped_index(vm, value).map_err(|raise| match raise.is(Exc::TypeError) {
                true => Raise::type_error("memoryview: invalid type for format 'B'"),
                false => raise,
            })?;
            let wrong = |_| Raise::value_error("memoryview: invalid value for format 'B'");
            (vec![at], vec![u8::try_from(byte).map_err(wrong)?])
        };
        let mut data = self.bytes.data.borrow_mut();
        for (at, byte) in places.into_iter().zip(new) {
            if let Some(slot) = data.get_mut(at) {
                *slot = byte;
            }
        }
        Ok(true)
    }
    fn compare(&self, _vm: &mut Vm, op: CompareOp, _this: &Value, other: &Value) -> Result<Option<Value>> {
        let same = match contents(other)? {
            Some(other) => self.data()? == other,
            None => return Ok(None),
        };
        Ok(match op {
            CompareOp::Eq => Some(Value::from(same)),
            CompareOp::Ne => Some(Value::from(!same)),
            _ => None,
        })
    }
    fn hash(&self, vm: &mut Vm) -> Result<Option<u64>> {
        if !self.read_only {
            return Err(Raise::value_error("cannot hash writable memoryview object"));
        }
        vm.hash(&Value::bytes(self.data()?)).map(Some)
    }
    fn enter(&self, _vm: &mut Vm, this: &Value) -> Result<Option<Value>> {
        self.check()?;
        Ok(Some(this.clone()))
    }
    fn exit(&self, _vm: &mut Vm) -> Result<()> {
        self.released.set(true);
        Ok(())
    }
}

fn on<T>(value: &Value, act: impl FnOnce(&MemoryView) -> Result<T>) -> Result<T> {
    match value.downcast::<MemoryView>() {
        Some(view) => view.check().and_then(|()| act(view)),
        None => Err(Raise::type_error(format!("expected a memoryview, not '{}'", value.type_name()))),
    }
}

pub static METHODS: &[Builtin] = &[
    Builtin::new("memoryview.tobytes", "(self, /, order='C')", "Return the data in the buffer as bytes.", |_, args| {
        on(args.get(0), |view| view.data().map(Value::bytes))
    }),
    Builtin::new(
        "memoryview.tolist",
        "(self, /)",
        "Return the data in the buffer as a list of integers.",
        |_, args| {
            let ints = |data: Vec<u8>| Value::list(data.into_iter().map(|byte| Value::Int(i64::from(byte))).collect());
            on(args.get(0), |view| view.data().map(ints))
        },
    ),
    Builtin::new(
        "memoryview.hex",
        "(self, /, sep=..., bytes_per_sep=1)",
        "Return the data in the buffer as hexadecimal text.",
        |vm, args| {
            let data = on(args.get(0), |view| view.data().map(Value::bytes))?;
            let mut rest = vec![];
            if let Some(sep) = args.given(1) {
                rest = vec![sep.clone(), args.get(2).clone()];
            }
            vm.call_method(&data, "hex", &rest)
        },
    ),
    Builtin::new("memoryview.release", "(self, /)", "Let go of the underlying object.", |_, args| {
        if let Some(view) = args.get(0).downcast::<MemoryView>() {
            view.released.set(true);
        }
        Ok(Value::None)
    }),
    Builtin::new("memoryview.toreadonly", "(self, /)", "Return a readonly version of the memoryview.", |_, args| {
        on(args.get(0), |view| {
            let (bytes, places) = (view.bytes.clone(), view.places.clone());
            Ok(Value::native(MemoryView { bytes, places, read_only: true, released: Cell::new(false) }))
        })
    }),
    Builtin::new(
        "memoryview.cast",
        "(self, /, format, shape=...)",
        "Cast a memoryview to a new format: only to 'B', the format it has.",
        |_, args| match args.str(1)? {
            "B" if args.given(2).is_none() => on(args.get(0), |view| Ok(view.part(view.places.clone()))),
            other => Err(Raise::new(
                Exc::NotImplementedError,
                format!("memoryview: only format 'B' of one dimension is supported, not {other:?}"),
            )
            .help("torch.frombuffer reads bytes as numbers of any dtype")),
        },
    ),
];

fn read(value: &Value, pick: impl FnOnce(&MemoryView) -> Value) -> Result<Value> {
    on(value, |view| Ok(pick(view)))
}

fn is_contiguous(view: &MemoryView) -> Value {
    Value::from(view.places.step == 1 || view.places.len() < 2)
}

pub static GETTERS: &[Getter] = &[
    Getter {
        name: "nbytes",
        doc: "The amount of space in bytes that the array would use contiguously.",
        get: |_, x| read(x, |view| Value::Int(view.places.len() as i64)),
        set: None,
    },
    Getter { name: "itemsize", doc: "The size of an item: 1.", get: |_, x| read(x, |_| Value::Int(1)), set: None },
    Getter {
        name: "format",
        doc: "The format of the items: 'B'.",
        get: |_, x| read(x, |_| Value::str("B")),
        set: None,
    },
    Getter { name: "ndim", doc: "The number of dimensions: 1.", get: |_, x| read(x, |_| Value::Int(1)), set: None },
    Getter {
        name: "readonly",
        doc: "Whether the memory is read only.",
        get: |_, x| read(x, |view| Value::from(view.read_only)),
        set: None,
    },
    Getter {
        name: "shape",
        doc: "The length of each dimension.",
        get: |_, x| read(x, |view| Value::tuple(vec![Value::Int(view.places.len() as i64)])),
        set: None,
    },
    Getter {
        name: "strides",
        doc: "The bytes between neighbours of each dimension.",
        get: |_, x| read(x, |view| Value::tuple(vec![Value::Int(view.places.step)])),
        set: None,
    },
    Getter { name: "suboffsets", doc: "None.", get: |_, x| read(x, |_| Value::tuple(Vec::new())), set: None },
    Getter {
        name: "obj",
        doc: "The underlying object.",
        get: |_, x| read(x, |view| Value::Bytes(view.bytes.clone())),
        set: None,
    },
    Getter { name: "contiguous", doc: "Whether the bytes adjoin.", get: |_, x| read(x, is_contiguous), set: None },
    Getter { name: "c_contiguous", doc: "Whether the bytes adjoin.", get: |_, x| read(x, is_contiguous), set: None },
    Getter { name: "f_contiguous", doc: "Whether the bytes adjoin.", get: |_, x| read(x, is_contiguous), set: None },
];
