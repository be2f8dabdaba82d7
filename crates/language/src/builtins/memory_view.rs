//! `memoryview`: a window on the bytes of a bytes or bytearray, without a copy. Its items are numbers of a format of
//! `struct`, in one dimension.

use super::clipped_index;
use crate::native::{CompareOp, Native};
use crate::object::{Bytes, Iter, Range};
use crate::types::types;
use crate::{Builtin, Class, Exc, Getter, Raise, Result, Value, Vm};
use num_traits::ToPrimitive;
use std::any::Any;
use std::cell::Cell;
use std::rc::Rc;

pub(crate) struct MemoryView {
    bytes: Rc<Bytes>,
    /// Where items begin.
    places: Range,
    format: Format,
    read_only: bool,
    released: Cell<bool>,
}

/// A format of items, by its letter.
#[derive(Clone, Copy, PartialEq)]
struct Format(char);

impl Format {
    const BYTES: Format = Format('B');

    /// A letter, with `@` before it or without.
    fn parse(text: &str) -> Option<Format> {
        let mut letters = text.strip_prefix('@').unwrap_or(text).chars();
        let letter = letters.next().filter(|letter| "cbBhHiIlLqQnNfd?".contains(*letter))?;
        letters.next().is_none().then_some(Format(letter))
    }
    fn size(self) -> usize {
        match self.0 {
            'h' | 'H' => 2,
            'i' | 'I' | 'f' => 4,
            'l' | 'L' | 'q' | 'Q' | 'n' | 'N' | 'd' => 8,
            _ => 1,
        }
    }
    fn is_byte(self) -> bool {
        matches!(self.0, 'B' | 'b' | 'c')
    }
    fn is_signed(self) -> bool {
        self.0.is_lowercase()
    }
    /// The item that bytes stand for.
    fn read(self, data: &[u8]) -> Value {
        let mut word = [0; 8];
        word[..data.len()].copy_from_slice(data);
        let word = u64::from_le_bytes(word);
        match self.0 {
            'c' => Value::bytes(data.to_vec()),
            '?' => Value::from(word != 0),
            'f' => Value::from(f64::from(f32::from_bits(word as u32))),
            'd' => Value::from(f64::from_bits(word)),
            _ => {
                let unused = 64 - 8 * self.size() as u32;
                super::number::from_wide(match self.is_signed() {
                    true => i128::from((word << unused) as i64 >> unused),
                    false => i128::from(word),
                })
            }
        }
    }
    /// The bytes that stand for an item.
    fn write(self, vm: &mut Vm, value: &Value) -> Result<Vec<u8>> {
        let letter = self.0;
        let wrong_type = || Raise::type_error(format!("memoryview: invalid type for format '{letter}'"));
        let wrong_value = || Raise::value_error(format!("memoryview: invalid value for format '{letter}'"));
        match letter {
            'c' => match super::plain(value) {
                Value::Bytes(bytes) if !bytes.mutable && bytes.data.borrow().len() == 1 => {
                    Ok(bytes.data.borrow().clone())
                }
                Value::Bytes(bytes) if !bytes.mutable => Err(wrong_value()),
                _ => Err(wrong_type()),
            },
            '?' => vm.truth(value).map(|truth| vec![u8::from(truth)]),
            'f' | 'd' => {
                let x = super::float_of(vm, value)?.ok_or_else(wrong_type)?;
                Ok(if letter == 'f' { (x as f32).to_le_bytes().to_vec() } else { x.to_le_bytes().to_vec() })
            }
            _ => {
                let whole = super::index(vm, value).map_err(|raise| match raise.is(Exc::TypeError) {
                    true => wrong_type(),
                    false => raise,
                })?;
                let whole = super::number::to_big(&whole).and_then(|whole| whole.to_i128()).ok_or_else(wrong_value)?;
                let bits = 8 * self.size() as u32 - u32::from(self.is_signed());
                let least = if self.is_signed() { -(1 << bits) } else { 0 };
                match (least..1 << bits).contains(&whole) {
                    true => Ok(whole.to_le_bytes()[..self.size()].to_vec()),
                    false => Err(wrong_value()),
                }
            }
        }
    }
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
    Ok(Value::native(MemoryView { bytes, places, format: Format::BYTES, read_only, released: Cell::new(false) }))
}

impl MemoryView {
    fn check(&self) -> Result<()> {
        match self.released.get() {
            true => Err(Raise::value_error("operation forbidden on released memoryview object")),
            false => Ok(()),
        }
    }
    fn data(&self) -> Result<Vec<u8>> {
        self.each(|item| item.to_vec()).map(|items| items.concat())
    }
    fn items(&self) -> Result<Vec<Value>> {
        self.each(|item| self.format.read(item))
    }
    /// What is made of the bytes of each item.
    fn each<T>(&self, make: impl Fn(&[u8]) -> T) -> Result<Vec<T>> {
        self.check()?;
        let data = self.bytes.data.borrow();
        // A bytearray may have become shorter since.
        let item = |place: usize| data.get(place..place + self.format.size()).map(&make);
        Ok((0..self.places.len()).filter_map(|i| item(self.places.at(i) as usize)).collect())
    }
    fn part(&self, places: Range) -> Value {
        self.with(places, self.format, self.read_only)
    }
    fn with(&self, places: Range, format: Format, read_only: bool) -> Value {
        Value::native(MemoryView { bytes: self.bytes.clone(), places, format, read_only, released: Cell::new(false) })
    }
    fn is_contiguous(&self) -> bool {
        self.places.step == self.format.size() as i64 || self.places.len() < 2
    }
    /// The same bytes as items of another format.
    fn cast(&self, letter: &str) -> Result<Value> {
        let Some(format) = Format::parse(letter) else {
            return Err(Raise::value_error(
                "memoryview: destination format must be a native single character format prefixed with an optional '@'",
            ));
        };
        if !self.is_contiguous() {
            return Err(Raise::type_error("memoryview: casts are restricted to C-contiguous views"));
        }
        if !self.format.is_byte() && !format.is_byte() {
            return Err(Raise::type_error("memoryview: cannot cast between two non-byte formats"));
        }
        let length = self.places.len() * self.format.size();
        if !length.is_multiple_of(format.size()) {
            return Err(Raise::type_error("memoryview: length is not a multiple of itemsize"));
        }
        let Range { start, .. } = self.places;
        Ok(self.with(Range { start, stop: start + length as i64, step: format.size() as i64 }, format, self.read_only))
    }
    /// Where the item begins that an index names.
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
    fn selected(&self, vm: &mut Vm, slice: &crate::object::Slice) -> Result<Range> {
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
        Ok(Some(Iter::from_values("memory_iterator", self.items()?)))
    }
    fn get_item(&self, vm: &mut Vm, _this: &Value, key: &Value) -> Result<Option<Value>> {
        self.check()?;
        if let Value::Slice(slice) = key {
            return Ok(Some(self.part(self.selected(vm, slice)?)));
        }
        let at = self.place(vm, key)?;
        let item = self.bytes.data.borrow().get(at..at + self.format.size()).map(|item| self.format.read(item));
        let gone = || Raise::new(Exc::IndexError, "index out of bounds on dimension 1");
        item.map(Some).ok_or_else(gone)
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
            let format = value.downcast::<MemoryView>().map_or(Format::BYTES, |view| view.format);
            if format != self.format || new.len() != selected.len() * format.size() {
                let text = "memoryview assignment: lvalue and rvalue have different structures";
                return Err(Raise::value_error(text));
            }
            ((0..selected.len()).map(|i| selected.at(i) as usize).collect(), new)
        } else {
            (vec![self.place(vm, key)?], self.format.write(vm, value)?)
        };
        let mut data = self.bytes.data.borrow_mut();
        for (at, item) in places.into_iter().zip(new.chunks(self.format.size())) {
            if let Some(slot) = data.get_mut(at..at + item.len()) {
                slot.copy_from_slice(item);
            }
        }
        Ok(true)
    }
    fn compare(&self, vm: &mut Vm, op: CompareOp, _this: &Value, other: &Value) -> Result<Option<Value>> {
        let others = match (other.downcast::<MemoryView>(), contents(other)?) {
            (Some(view), _) => view.items()?,
            (None, Some(data)) => data.iter().map(|byte| Format::BYTES.read(&[*byte])).collect(),
            (None, None) => return Ok(None),
        };
        let same = vm.equal(&Value::list(self.items()?), &Value::list(others))?;
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
        if !self.format.is_byte() {
            return Err(Raise::value_error("memoryview: hashing is restricted to formats 'B', 'b' or 'c'"));
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
        "Return the data in the buffer as a list of its items.",
        |_, args| on(args.get(0), |view| view.items().map(Value::list)),
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
        on(args.get(0), |view| Ok(view.with(view.places.clone(), view.format, true)))
    }),
    Builtin::new(
        "memoryview.cast",
        "(self, /, format, shape=...)",
        "Cast a memoryview to a new format, of one dimension.",
        |_, args| match args.given(2) {
            None => on(args.get(0), |view| view.cast(args.str(1)?)),
            Some(_) => Err(Raise::new(Exc::NotImplementedError, "memoryview: only one dimension is supported")
                .help("cast it to one dimension, and group the items yourself")),
        },
    ),
];

fn read(value: &Value, pick: impl FnOnce(&MemoryView) -> Value) -> Result<Value> {
    on(value, |view| Ok(pick(view)))
}

fn is_contiguous(view: &MemoryView) -> Value {
    Value::from(view.is_contiguous())
}

pub static GETTERS: &[Getter] = &[
    Getter {
        name: "nbytes",
        doc: "The amount of space in bytes that the array would use contiguously.",
        get: |_, x| read(x, |view| Value::Int((view.places.len() * view.format.size()) as i64)),
        set: None,
    },
    Getter {
        name: "itemsize",
        doc: "The size of an item in bytes.",
        get: |_, x| read(x, |view| Value::Int(view.format.size() as i64)),
        set: None,
    },
    Getter {
        name: "format",
        doc: "The format of the items, as struct names it.",
        get: |_, x| read(x, |view| Value::str(view.format.0.to_string())),
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
