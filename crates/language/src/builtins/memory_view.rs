//! `memoryview`: a view of the memory of bytes, a bytearray or another buffer, without a copy. Its items are numbers of a `struct`
//! format, in any number of dimensions.

use super::clipped_index;
use super::native_operators as by_name;
use crate::native::{Buffer, CompareOp, ItemFormat, Native, float_to_half};
use crate::object::{Bytes, Iter, Slice};
use crate::types::types;
use crate::{Args, Builtin, Class, Exc, Getter, Raise, Result, Value, Vm, memory};
use std::any::Any;
use std::cell::Cell;
use std::rc::Rc;

/// CPython's own limit.
const MOST_DIMENSIONS: usize = 64;

pub(crate) struct MemoryView {
    /// The object that owns the memory.
    owner: Value,
    bytes: Rc<Bytes>,
    /// The offset of the first item.
    start: i64,
    dimensions: Vec<Dimension>,
    format: ItemFormat,
    /// The format as requested, with or without `@`.
    format_text: Rc<str>,
    read_only: bool,
    released: Cell<bool>,
    /// Cached once computed: it survives a release.
    hash: Cell<Option<u64>>,
}

#[derive(Clone, Copy, PartialEq)]
struct Dimension {
    length: usize,
    /// The distance in bytes between neighbours.
    stride: i64,
}

/// The layout of a view.
struct Shape {
    start: i64,
    dimensions: Vec<Dimension>,
    format: ItemFormat,
    format_text: Rc<str>,
    read_only: bool,
}

/// A copy of the contents of a bytes-like object; None for other objects.
pub fn contents(value: &Value) -> Result<Option<Vec<u8>>> {
    match value.beneath() {
        Value::Bytes(bytes) => Ok(Some(bytes.data.borrow().clone())),
        Value::Native(native) => match native.as_any().downcast_ref::<MemoryView>() {
            Some(view) => view.data().map(Some),
            None => Ok(native.buffer().map(|buffer| buffer.bytes.data.borrow().clone())),
        },
        _ => Ok(None),
    }
}

/// Modifies the memory of a writable bytes-like object by a step; None for other objects.
pub fn change<T>(value: &Value, step: impl FnOnce(&mut [u8]) -> T) -> Result<Option<T>> {
    match value.beneath() {
        Value::Bytes(bytes) if bytes.mutable => Ok(Some(step(&mut bytes.data.borrow_mut()))),
        Value::Native(native) => match native.as_any().downcast_ref::<MemoryView>() {
            Some(view) if !view.read_only => view.change(step).map(Some),
            Some(_) => Ok(None),
            None => {
                let shared = native.buffer().filter(|buffer| !buffer.read_only);
                Ok(shared.map(|buffer| step(&mut buffer.bytes.data.borrow_mut())))
            }
        },
        _ => Ok(None),
    }
}

/// The view returned by an object's own `__buffer__` (PEP 688); None if its class has none.
///
/// # Errors
/// Any exception of `__buffer__`, and TypeError if it returns no memoryview.
pub(super) fn exported(vm: &mut Vm, value: &Value) -> Result<Option<Value>> {
    const FULL_READ_ONLY: i64 = 0x11c;
    let Value::Instance(instance) = value else { return Ok(None) };
    let class = instance.class.borrow().clone();
    let Some(method) = class.lookup("__buffer__") else { return Ok(None) };
    let view = vm.call(&method, &[value.clone(), Value::Int(FULL_READ_ONLY)], &[])?;
    match view.downcast::<MemoryView>() {
        Some(_) => Ok(Some(view)),
        None => Err(Raise::type_error("__buffer__ returned non-memoryview object")),
    }
}

pub(super) fn new(value: &Value) -> Result<Value> {
    if let Some(view) = value.downcast::<MemoryView>() {
        view.check()?;
        return Ok(view.with(view.shape()));
    }
    let buffer = match value.beneath() {
        Value::Bytes(bytes) => {
            Some(Buffer { bytes: bytes.clone(), format: ItemFormat::BYTES, read_only: !bytes.mutable })
        }
        Value::Native(native) => native.buffer(),
        _ => None,
    };
    let Some(Buffer { bytes, format, read_only }) = buffer else {
        let found = value.type_name();
        return Err(Raise::type_error(format!("memoryview: a bytes-like object is required, not '{found}'")));
    };
    let size = format.size();
    let dimensions = vec![Dimension { length: bytes.data.borrow().len() / size, stride: size as i64 }];
    let format_text = format.letter().to_string().into();
    Ok(MemoryView::make(value.clone(), bytes, Shape { start: 0, dimensions, format, format_text, read_only }))
}

impl Drop for MemoryView {
    fn drop(&mut self) {
        self.let_go();
    }
}

impl MemoryView {
    fn make(owner: Value, bytes: Rc<Bytes>, shape: Shape) -> Value {
        bytes.exports.set(bytes.exports.get() + 1);
        let Shape { start, dimensions, format, format_text, read_only } = shape;
        let (released, hash) = (Cell::new(false), Cell::new(None));
        Value::native(MemoryView { owner, bytes, start, dimensions, format, format_text, read_only, released, hash })
    }
    fn let_go(&self) {
        if !self.released.replace(true) {
            self.bytes.exports.set(self.bytes.exports.get() - 1);
        }
    }
    fn check(&self) -> Result<()> {
        match self.released.get() {
            true => Err(Raise::value_error("operation forbidden on released memoryview object")),
            false => Ok(()),
        }
    }
    fn shape(&self) -> Shape {
        Shape {
            start: self.start,
            dimensions: self.dimensions.clone(),
            format: self.format,
            format_text: self.format_text.clone(),
            read_only: self.read_only,
        }
    }
    fn with(&self, shape: Shape) -> Value {
        MemoryView::make(self.owner.clone(), self.bytes.clone(), shape)
    }
    fn count(&self) -> usize {
        self.dimensions.iter().map(|dimension| dimension.length).product()
    }
    /// The offsets of the items, the last index running fastest; with `by_columns` the first.
    fn places(&self, by_columns: bool) -> Vec<usize> {
        let mut places = vec![self.start];
        let extend = |places: Vec<i64>, dimension: &Dimension| match by_columns {
            false => places.iter().flat_map(|place| dimension.places(*place)).collect(),
            true => dimension.places(0).flat_map(|step| places.iter().map(move |place| place + step)).collect(),
        };
        for dimension in &self.dimensions {
            places = extend(places, dimension);
        }
        places.into_iter().map(|place| place as usize).collect()
    }
    fn data(&self) -> Result<Vec<u8>> {
        self.data_in_order(false)
    }
    fn data_in_order(&self, by_columns: bool) -> Result<Vec<u8>> {
        self.check()?;
        let (data, size) = (self.bytes.data.borrow(), self.format.size());
        if !by_columns && self.is_contiguous(false) {
            let start = self.start as usize;
            return Ok(data.get(start..start + self.count() * size).unwrap_or_default().to_vec());
        }
        Ok(self.places(by_columns).into_iter().flat_map(|at| data[at..at + size].iter().copied()).collect())
    }
    fn change<T>(&self, step: impl FnOnce(&mut [u8]) -> T) -> Result<T> {
        self.check()?;
        if !self.is_contiguous(false) {
            return Err(Raise::new(Exc::BufferError, "memoryview: underlying buffer is not C-contiguous"));
        }
        let (start, length) = (self.start as usize, self.count() * self.format.size());
        Ok(step(&mut self.bytes.data.borrow_mut()[start..start + length]))
    }
    fn item(&self, at: usize) -> Value {
        self.format.read(&self.bytes.data.borrow()[at..at + self.format.size()])
    }
    fn items(&self) -> Result<Vec<Value>> {
        self.check()?;
        Ok(self.places(false).into_iter().map(|at| self.item(at)).collect())
    }
    /// The items as nested lists.
    fn nested(&self, start: i64, dimensions: &[Dimension]) -> Value {
        match dimensions {
            [] => self.item(start as usize),
            [first, rest @ ..] => Value::list(first.places(start).map(|place| self.nested(place, rest)).collect()),
        }
    }
    fn is_contiguous(&self, by_columns: bool) -> bool {
        let mut stride = self.format.size() as i64;
        let mut adjoins = |dimension: &Dimension| {
            let fits = dimension.length < 2 || dimension.stride == stride;
            stride *= dimension.length as i64;
            fits
        };
        self.count() == 0
            || match by_columns {
                false => self.dimensions.iter().rev().all(&mut adjoins),
                true => self.dimensions.iter().all(&mut adjoins),
            }
    }
    /// The layout of the same bytes as items of another format, in one dimension.
    fn cast(&self, text: &str) -> Result<Shape> {
        let mut letters = text.strip_prefix('@').unwrap_or(text).chars();
        let letter = letters.next().filter(|letter| "cbBhHiIlLqQnNPfde?".contains(*letter));
        let Some(format) = letter.and_then(ItemFormat::new).filter(|_| letters.next().is_none()) else {
            return Err(Raise::value_error(
                "memoryview: destination format must be a native single character format prefixed with an optional '@'",
            ));
        };
        if !self.format.is_byte() && !format.is_byte() {
            return Err(Raise::type_error("memoryview: cannot cast between two non-byte formats"));
        }
        let length = self.count() * self.format.size();
        if !length.is_multiple_of(format.size()) {
            return Err(Raise::type_error("memoryview: length is not a multiple of itemsize"));
        }
        let dimensions = vec![Dimension { length: length / format.size(), stride: format.size() as i64 }];
        Ok(Shape { dimensions, format, format_text: text.into(), ..self.shape() })
    }
    /// The offset of an index along a dimension, from a given offset.
    fn along(&self, vm: &mut Vm, place: i64, dimension: usize, key: &Value) -> Result<i64> {
        let index = clipped_index(vm, key)?;
        let Dimension { length, stride } = self.dimensions[dimension];
        let index = if index < 0 { index.saturating_add(length as i64) } else { index };
        match (0..length as i64).contains(&index) {
            true => Ok(place + index * stride),
            false => {
                let text = format!("index out of bounds on dimension {}", dimension + 1);
                Err(Raise::new(Exc::IndexError, text))
            }
        }
    }
    /// The offset of the item at a key.
    fn place(&self, vm: &mut Vm, key: &Value) -> Result<usize> {
        let keys = match key {
            Value::Tuple(keys) => keys.to_vec(),
            key => vec![key.clone()],
        };
        let mut place = self.start;
        for (dimension, key) in keys.iter().enumerate() {
            place = self.along(vm, place, dimension, key)?;
        }
        // Computing the index may have released the view.
        self.check()?;
        Ok(place as usize)
    }
    /// Slices the first dimension.
    fn sliced(&self, vm: &mut Vm, slice: &Slice) -> Result<Shape> {
        let mut shape = self.shape();
        let first = &mut shape.dimensions[0];
        let (start, stop, step) = slice.indices(vm, first.length)?;
        let range = crate::object::Range { start, stop, step };
        shape.start += if range.is_empty() { 0 } else { start * first.stride };
        *first = Dimension { length: range.len(), stride: first.stride * step };
        Ok(shape)
    }
    /// Encodes an item.
    fn bytes_of(&self, vm: &mut Vm, value: &Value) -> Result<Vec<u8>> {
        let letter = self.format.letter();
        let wrong_type = || Raise::type_error(format!("memoryview: invalid type for format '{letter}'"));
        let wrong_value = || Raise::value_error(format!("memoryview: invalid value for format '{letter}'"));
        let float = |vm: &mut Vm| super::float_of(vm, value)?.ok_or_else(wrong_type);
        match letter {
            'c' => match super::plain(value) {
                Value::Bytes(bytes) if !bytes.mutable && bytes.data.borrow().len() == 1 => {
                    Ok(bytes.data.borrow().clone())
                }
                Value::Bytes(bytes) if !bytes.mutable => Err(wrong_value()),
                _ => Err(wrong_type()),
            },
            '?' => vm.truth(value).map(|truth| vec![u8::from(truth)]),
            'f' => Ok((float(vm)? as f32).to_le_bytes().to_vec()),
            'd' => Ok(float(vm)?.to_le_bytes().to_vec()),
            'e' => float_to_half(float(vm)?).map(|bits| bits.to_le_bytes().to_vec()).ok_or_else(wrong_value),
            _ if self.format.is_whole() => {
                let whole = super::big_index(vm, value).map_err(|raise| match raise.is(Exc::TypeError) {
                    true => wrong_type(),
                    false => raise,
                })?;
                self.format.whole(&whole).ok_or_else(wrong_value)
            }
            _ => Err(Raise::new(Exc::NotImplementedError, format!("memoryview: format {letter} not supported"))),
        }
    }
    fn assign_slice(&self, vm: &mut Vm, slice: &Slice, value: &Value) -> Result<()> {
        let wrong = || Raise::type_error(format!("a bytes-like object is required, not '{}'", value.type_name()));
        let source = new(value).map_err(|raise| if raise.is(Exc::TypeError) { wrong() } else { raise })?;
        let part = self.with(self.sliced(vm, slice)?);
        let (Some(source), Some(part)) = (source.downcast::<MemoryView>(), part.downcast::<MemoryView>()) else {
            return Ok(());
        };
        let (format, new) = (source.format, source.data()?);
        let is_flat = source.dimensions.len() == 1;
        if !is_flat || format != self.format || new.len() != part.count() * format.size() {
            let text = "memoryview assignment: lvalue and rvalue have different structures";
            return Err(Raise::value_error(text));
        }
        let mut data = self.bytes.data.borrow_mut();
        for (at, item) in part.places(false).into_iter().zip(new.chunks(format.size())) {
            data[at..at + item.len()].copy_from_slice(item);
        }
        Ok(())
    }
    fn write(&self, at: usize, item: &[u8]) {
        self.bytes.data.borrow_mut()[at..at + item.len()].copy_from_slice(item);
    }
}

impl Dimension {
    fn places(self, start: i64) -> impl DoubleEndedIterator<Item = i64> {
        (0..self.length as i64).map(move |index| start + index * self.stride)
    }
}

/// The kind of a key.
enum Key {
    Whole,
    Item,
    Slice,
    Slices,
    Other,
}

fn kind_of(vm: &mut Vm, key: &Value) -> Result<Key> {
    let is_index = |vm: &mut Vm, key: &Value| {
        Ok::<bool, Raise>(match key {
            Value::Int(_) | Value::Bool(_) | Value::BigInt(_) => true,
            Value::Instance(_) | Value::Native(_) => vm.find_special(key, "__index__")?.is_some(),
            _ => false,
        })
    };
    Ok(match key {
        Value::Ellipsis => Key::Whole,
        Value::Slice(_) => Key::Slice,
        Value::Tuple(keys) => {
            let mut all_index = true;
            for key in keys.iter() {
                all_index &= is_index(vm, key)?;
            }
            match keys.iter().all(|key| matches!(key, Value::Slice(_))) {
                _ if all_index => Key::Item,
                true => Key::Slices,
                false => Key::Other,
            }
        }
        key if is_index(vm, key)? => Key::Item,
        _ => Key::Other,
    })
}

fn indices(key: &Value) -> usize {
    if let Value::Tuple(keys) = key { keys.len() } else { 1 }
}

fn unimplemented(text: &str) -> Raise {
    Raise::new(Exc::NotImplementedError, text)
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
        let none = || Raise::type_error("0-dim memory has no length");
        self.dimensions.first().map(|first| Some(first.length)).ok_or_else(none)
    }
    fn truth(&self, vm: &mut Vm) -> Result<bool> {
        Ok(self.len(vm)? != Some(0))
    }
    fn iter(&self, _vm: &mut Vm, this: &Value) -> Result<Option<Value>> {
        self.check()?;
        match self.dimensions.len() {
            0 => return Err(Raise::type_error("invalid indexing of 0-dim memory")),
            1 => {}
            _ => return Err(unimplemented("multi-dimensional sub-views are not implemented")),
        }
        let (this, mut places) = (this.clone(), self.places(false).into_iter());
        Ok(Some(Iter::from_fn("memory_iterator", move |_| {
            let Some(view) = this.downcast::<MemoryView>() else { return Ok(None) };
            let Some(at) = places.next() else { return Ok(None) };
            view.check()?;
            Ok(Some(view.item(at)))
        })))
    }
    fn get_item(&self, vm: &mut Vm, this: &Value, key: &Value) -> Result<Option<Value>> {
        self.check()?;
        let count = self.dimensions.len();
        let kind = kind_of(vm, key)?;
        if count == 0 {
            return match (kind, key) {
                (Key::Whole, _) => Ok(Some(this.clone())),
                (_, Value::Tuple(keys)) if keys.is_empty() => Ok(Some(self.item(self.start as usize))),
                _ => Err(Raise::type_error("invalid indexing of 0-dim memory")),
            };
        }
        match (kind, key) {
            (Key::Item, Value::Tuple(keys)) if keys.len() < count => {
                Err(unimplemented("sub-views are not implemented"))
            }
            (Key::Item, Value::Tuple(keys)) if keys.len() > count => {
                let text = format!("cannot index {count}-dimension view with {}-element tuple", keys.len());
                Err(Raise::type_error(text))
            }
            (Key::Item, _) if indices(key) < count => {
                Err(unimplemented("multi-dimensional sub-views are not implemented"))
            }
            (Key::Item, _) => {
                let at = self.place(vm, key)?;
                Ok(Some(self.item(at)))
            }
            (Key::Slice, Value::Slice(slice)) => Ok(Some(self.with(self.sliced(vm, slice)?))),
            (Key::Slices, _) => Err(unimplemented("multi-dimensional slicing is not implemented")),
            _ => Err(Raise::type_error("memoryview: invalid slice key")),
        }
    }
    fn set_item(&self, vm: &mut Vm, _this: &Value, key: &Value, value: &Value) -> Result<bool> {
        self.check()?;
        if self.read_only {
            return Err(Raise::type_error("cannot modify read-only memory"));
        }
        let count = self.dimensions.len();
        let kind = kind_of(vm, key)?;
        if count == 0 {
            let is_all = matches!(kind, Key::Whole) || matches!(key, Value::Tuple(keys) if keys.is_empty());
            if !is_all {
                return Err(Raise::type_error("invalid indexing of 0-dim memory"));
            }
            self.write(self.start as usize, &self.bytes_of(vm, value)?);
            return Ok(true);
        }
        match (kind, key) {
            (Key::Item, _) if indices(key) < count => return Err(unimplemented("sub-views are not implemented")),
            (Key::Item, Value::Tuple(keys)) if keys.len() > count => {
                let text = format!("cannot index {count}-dimension view with {}-element tuple", keys.len());
                return Err(Raise::type_error(text));
            }
            (Key::Item, _) => {
                let at = self.place(vm, key)?;
                let item = self.bytes_of(vm, value)?;
                // Computing the item may have released the view.
                self.check()?;
                self.write(at, &item);
            }
            (Key::Slice, Value::Slice(slice)) if count == 1 => self.assign_slice(vm, slice, value)?,
            (Key::Slice | Key::Slices, _) => {
                return Err(unimplemented("memoryview slice assignments are currently restricted to ndim = 1"));
            }
            _ => return Err(Raise::type_error("memoryview: invalid slice key")),
        }
        Ok(true)
    }
    fn compare(&self, vm: &mut Vm, op: CompareOp, _this: &Value, other: &Value) -> Result<Option<Value>> {
        if !matches!(op, CompareOp::Eq | CompareOp::Ne) {
            return Ok(None);
        }
        let told = |same: bool| Ok(Some(Value::from(same == (op == CompareOp::Eq))));
        let other = match other.downcast::<MemoryView>() {
            Some(_) => other.clone(),
            None => match new(other) {
                Ok(view) => view,
                Err(_) => return Ok(None),
            },
        };
        let Some(view) = other.downcast::<MemoryView>() else { return Ok(None) };
        if self.released.get() || view.released.get() {
            return told(std::ptr::eq(self, view));
        }
        let lengths = |view: &MemoryView| view.dimensions.iter().map(|dimension| dimension.length).collect::<Vec<_>>();
        if lengths(self) != lengths(view) {
            return told(false);
        }
        for (a, b) in self.items()?.iter().zip(view.items()?) {
            if (matches!(a, Value::Float(x) if x.get().is_nan())) || !vm.equal(a, &b)? {
                return told(false);
            }
        }
        told(true)
    }
    fn hash(&self, vm: &mut Vm) -> Result<Option<u64>> {
        if let Some(known) = self.hash.get() {
            return Ok(Some(known));
        }
        self.check()?;
        if !self.read_only {
            return Err(Raise::value_error("cannot hash writable memoryview object"));
        }
        if !self.format.is_byte() {
            return Err(Raise::value_error("memoryview: hashing is restricted to formats 'B', 'b' or 'c'"));
        }
        if matches!(self.owner.beneath(), Value::Bytes(bytes) if bytes.mutable) {
            vm.hash(&self.owner)?;
        }
        let hash = vm.hash(&Value::bytes(self.data()?))?;
        self.hash.set(Some(hash));
        Ok(Some(hash))
    }
    fn enter(&self, _vm: &mut Vm, this: &Value) -> Result<Option<Value>> {
        self.check()?;
        Ok(Some(this.clone()))
    }
    fn exit(&self, _vm: &mut Vm) -> Result<()> {
        self.let_go();
        Ok(())
    }
    fn trace(&self, visit: &mut dyn FnMut(&Value)) {
        visit(&self.owner);
    }
}

fn on<T>(value: &Value, act: impl FnOnce(&MemoryView) -> Result<T>) -> Result<T> {
    match value.downcast::<MemoryView>() {
        Some(view) => view.check().and_then(|()| act(view)),
        None => Err(Raise::type_error(format!("expected a memoryview, not '{}'", value.type_name()))),
    }
}

/// `cast(format, shape)`.
fn cast(vm: &mut Vm, args: &Args) -> Result<Value> {
    let (this, format) = (args.get(0), args.str(1)?);
    let lengths = match args.given(2) {
        None => None,
        Some(Value::List(lengths)) => Some(lengths.items.borrow().clone()),
        Some(Value::Tuple(lengths)) => Some(lengths.to_vec()),
        Some(_) => return Err(Raise::type_error("shape must be a list or a tuple")),
    };
    on(this, |view| {
        if !view.is_contiguous(false) {
            return Err(Raise::type_error("memoryview: casts are restricted to C-contiguous views"));
        }
        let many = |lengths: &Vec<Value>| view.dimensions.len() != 1 && lengths.len() != 1;
        if lengths.as_ref().is_some_and(many) {
            return Err(Raise::type_error("memoryview: cast must be 1D -> ND or ND -> 1D"));
        }
        let mut shape = view.cast(format)?;
        if let Some(lengths) = &lengths {
            shape.dimensions = reshaped(vm, &shape, lengths)?;
        }
        Ok(view.with(shape))
    })
}

fn reshaped(vm: &mut Vm, shape: &Shape, lengths: &[Value]) -> Result<Vec<Dimension>> {
    if lengths.len() > MOST_DIMENSIONS {
        let text = format!("memoryview: number of dimensions must not exceed {MOST_DIMENSIONS}");
        return Err(Raise::value_error(text));
    }
    let whole = shape.dimensions[0].length;
    let mut dimensions = Vec::with_capacity(lengths.len());
    for length in lengths {
        let (Value::Int(_) | Value::BigInt(_)) = length else {
            return Err(Raise::type_error("memoryview.cast(): elements of shape must be integers"));
        };
        let length = clipped_index(vm, length)?;
        if length <= 0 {
            return Err(Raise::value_error("memoryview.cast(): elements of shape must be integers > 0"));
        }
        dimensions.push(Dimension { length: length as usize, stride: 0 });
    }
    let product = dimensions.iter().try_fold(1_usize, |product, dimension| product.checked_mul(dimension.length));
    match product {
        None => return Err(Raise::value_error("memoryview.cast(): product(shape) > SSIZE_MAX")),
        Some(product) if product != whole => {
            return Err(Raise::type_error("memoryview: product(shape) * itemsize != buffer size"));
        }
        Some(_) => {}
    }
    let mut stride = shape.format.size() as i64;
    for dimension in dimensions.iter_mut().rev() {
        dimension.stride = stride;
        stride *= dimension.length as i64;
    }
    Ok(dimensions)
}

fn operator(args: &Args, act: impl FnOnce() -> Result<Value>) -> Result<Value> {
    on(args.get(0), |_| Ok(()))?;
    act()
}

pub static METHODS: &[Builtin] = &[
    Builtin::new("memoryview.tobytes", "(self, /, order='C')", "Return the data in the buffer as bytes.", |_, args| {
        let order = args.opt_str(1)?;
        on(args.get(0), |view| match order {
            None | Some("C" | "A") => view.data(),
            Some("F") => view.data_in_order(true),
            Some(_) => Err(Raise::value_error("order must be 'C', 'F' or 'A'")),
        })
        .map(Value::bytes)
    }),
    Builtin::new(
        "memoryview.tolist",
        "(self, /)",
        "Return the data in the buffer as a list of its items.",
        |_, args| {
            on(args.get(0), |view| {
                memory::room_for::<Value>(view.count())?;
                Ok(view.nested(view.start, &view.dimensions))
            })
        },
    ),
    Builtin::new(
        "memoryview.hex",
        "(self, /, sep=..., bytes_per_sep=1)",
        "Return the data in the buffer as hexadecimal text.\n\n>>> memoryview(b'abc').hex(':')\n'61:62:63'",
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
            view.let_go();
        }
        Ok(Value::None)
    }),
    Builtin::new("memoryview.toreadonly", "(self, /)", "Return a readonly version of the memoryview.", |_, args| {
        on(args.get(0), |view| Ok(view.with(Shape { read_only: true, ..view.shape() })))
    }),
    Builtin::new(
        "memoryview.cast",
        "(self, /, format, shape=...)",
        "Cast a memoryview to a new format or shape.",
        cast,
    ),
    Builtin::new("memoryview.__getitem__", "(self, key, /)", "Return self[key].", |vm, args| {
        operator(args, || by_name::get_item(vm, args))
    }),
    Builtin::new("memoryview.__setitem__", "(self, key, value, /)", "Set self[key] to value.", |vm, args| {
        operator(args, || by_name::set_item(vm, args))
    }),
    Builtin::new("memoryview.__delitem__", "(self, key, /)", "Memory cannot be deleted.", |_, args| {
        on(args.get(0), |view| {
            Err(Raise::type_error(match view.read_only {
                true => "cannot modify read-only memory",
                false => "cannot delete memory",
            }))
        })
    }),
    Builtin::new("memoryview.__len__", "(self, /)", "Return len(self).", |vm, args| {
        operator(args, || by_name::len(vm, args))
    }),
    Builtin::new("memoryview.__iter__", "(self, /)", "Implement iter(self).", |vm, args| {
        operator(args, || by_name::iter(vm, args))
    }),
    Builtin::new("memoryview.__copy__", "(self, /)", "Views are not copied.", |_, _| {
        Err(Raise::type_error("cannot pickle 'memoryview' object"))
    }),
    Builtin::new("memoryview.__hash__", "(self, /)", "Return hash(self).", |vm, args| {
        vm.hash(args.get(0)).map(|hash| Value::Int(hash as i64))
    }),
];

fn read(value: &Value, pick: impl FnOnce(&MemoryView) -> Value) -> Result<Value> {
    on(value, |view| Ok(pick(view)))
}

fn of_dimensions(view: &MemoryView, pick: fn(&Dimension) -> i64) -> Value {
    Value::tuple(view.dimensions.iter().map(|dimension| Value::Int(pick(dimension))).collect())
}

pub static GETTERS: &[Getter] = &[
    Getter {
        name: "nbytes",
        doc: "The amount of space in bytes that the array would use contiguously.",
        get: |_, x| read(x, |view| Value::Int((view.count() * view.format.size()) as i64)),
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
        get: |_, x| read(x, |view| Value::str(&view.format_text)),
        set: None,
    },
    Getter {
        name: "ndim",
        doc: "The number of dimensions.",
        get: |_, x| read(x, |view| Value::Int(view.dimensions.len() as i64)),
        set: None,
    },
    Getter {
        name: "readonly",
        doc: "Whether the memory is read only.",
        get: |_, x| read(x, |view| Value::from(view.read_only)),
        set: None,
    },
    Getter {
        name: "shape",
        doc: "The length of each dimension.",
        get: |_, x| read(x, |view| of_dimensions(view, |dimension| dimension.length as i64)),
        set: None,
    },
    Getter {
        name: "strides",
        doc: "The bytes between neighbours of each dimension.",
        get: |_, x| read(x, |view| of_dimensions(view, |dimension| dimension.stride)),
        set: None,
    },
    Getter {
        name: "suboffsets",
        doc: "Empty: nothing is reached through pointers.",
        get: |_, x| read(x, |_| Value::tuple(Vec::new())),
        set: None,
    },
    Getter { name: "obj", doc: "The underlying object.", get: |_, x| read(x, |view| view.owner.clone()), set: None },
    Getter {
        name: "contiguous",
        doc: "Whether the bytes adjoin.",
        get: |_, x| read(x, |view| Value::from(view.is_contiguous(false) || view.is_contiguous(true))),
        set: None,
    },
    Getter {
        name: "c_contiguous",
        doc: "Whether the bytes adjoin, the last index running fastest.",
        get: |_, x| read(x, |view| Value::from(view.is_contiguous(false))),
        set: None,
    },
    Getter {
        name: "f_contiguous",
        doc: "Whether the bytes adjoin, the first index running fastest.",
        get: |_, x| read(x, |view| Value::from(view.is_contiguous(true))),
        set: None,
    },
];
