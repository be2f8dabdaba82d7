//! `array`: numbers of one type in memory that views share.

use super::array_machine::Machine;
use crate::subscripted::subscripted;
use std::any::Any;
use std::rc::Rc;
use tensorcell_language::builtins::native_operators as by_name;
use tensorcell_language::builtins::operators::named_repr;
use tensorcell_language::builtins::{big_index, bounds, bytes_of, clipped_index, plain, real, receiver};
use tensorcell_language::native::{BinaryOp, Buffer, CompareOp, ItemFormat, Native};
use tensorcell_language::object::{Bytes, Iter, Slice};
use tensorcell_language::surrogate::code_of;
use tensorcell_language::{
    Args, Builtin, Class, Exc, Getter, ModuleDef, Raise, Result, Value, Vm, generic_methods, memory,
};

pub static ARRAY: ModuleDef = ModuleDef {
    name: "array",
    doc: "Numbers of one type in a row.",
    functions: &[Builtin::new(
        "array._array_reconstructor",
        "(arraytype, typecode, mformat_code, items, /)",
        "Internal. Used for pickling support.",
        reconstructed,
    )],
    init: Some(|vm, module| {
        let class = CLASS.with(Rc::clone);
        class.define(generic_methods("array"));
        let class = Value::Class(class);
        let kinds = vm.import("collections.abc")?;
        let sequences = vm.get_attr(&kinds, "MutableSequence")?;
        vm.call_method(&sequences, "register", std::slice::from_ref(&class))?;
        module.dict.insert_str("array", class.clone());
        module.dict.insert_str("ArrayType", class);
        module.dict.insert_str("typecodes", Value::str(CODES));
        Ok(())
    }),
};

const CODES: &str = "bBuwhHiIlLqQfd";

struct Array {
    /// A bytearray of the items.
    bytes: Rc<Bytes>,
    format: ItemFormat,
}

thread_local! {
    static CLASS: Rc<Class> = {
        let doc = "array(typecode [, initializer]) -> array\n\nReturn a new array whose items are restricted by typecode.";
        Class::native("array", "array", &[], Some(&NEW), METHODS, GETTERS, doc).shown_in_full()
    };
}

static NEW: Builtin =
    Builtin::new("array", "(*args)", "array(typecode [, initializer]) -> array", |vm, args| match args.rest(0) {
        [] => Err(Raise::type_error("array() takes at least 1 argument (0 given)")),
        [code] => make(vm, code, None),
        [code, initial] => make(vm, code, Some(initial)),
        more => Err(Raise::type_error(format!("array() takes at most 2 arguments ({} given)", more.len()))),
    });

fn make(vm: &mut Vm, code: &Value, initial: Option<&Value>) -> Result<Value> {
    let wrong = || {
        let found = code.type_name();
        Raise::type_error(format!("array() argument 1 must be a unicode character, not {found}"))
    };
    let mut letters = code.as_str().ok_or_else(wrong)?.chars();
    let letter = letters.next().filter(|_| letters.clone().next().is_none()).ok_or_else(wrong)?;
    let unknown = || Raise::value_error("bad typecode (must be b, B, u, h, H, i, I, l, L, q, Q, f or d)");
    let format = ItemFormat::new(letter).filter(|_| CODES.contains(letter)).ok_or_else(unknown)?;
    let array = Array { bytes: Bytes::new(Vec::new(), true), format };
    if let Some(initial) = initial {
        array.fill(vm, initial)?;
    }
    Ok(Value::native(array))
}

/// Rebuilds an array from the bytes of any machine.
fn reconstructed(vm: &mut Vm, args: &Args) -> Result<Value> {
    let (class, code, items) = (args.get(0), args.get(1), args.get(3));
    let Value::Class(kind) = class else {
        let found = class.type_name();
        return Err(Raise::type_error(format!("first argument must be a type object, not {found}")));
    };
    if !kind.is_subclass(&CLASS.with(Rc::clone)) {
        let (name, base) = (kind.full_name(), "array.array");
        return Err(Raise::type_error(format!("{name} is not a subtype of {base}")));
    }
    make(vm, code, None).map_err(|raise| match raise.is(Exc::ValueError) {
        true => Raise::value_error("second argument must be a valid type code"),
        false => raise,
    })?;
    let unknown = || Raise::value_error("third argument must be a valid machine format code.");
    let machine = Machine::of(clipped_index(vm, args.get(2))?).ok_or_else(unknown)?;
    let Value::Bytes(data) = plain(items) else {
        let found = items.type_name();
        return Err(Raise::type_error(format!("fourth argument should be bytes, not {found}")));
    };
    let items = machine.items(&data.data.borrow())?;
    vm.call(class, &[code.clone(), Value::list(items)], &[])
}

impl Array {
    fn is_text(&self) -> bool {
        matches!(self.format.letter(), 'u' | 'w')
    }
    fn size(&self) -> usize {
        self.format.size()
    }
    fn count(&self) -> usize {
        self.bytes.data.borrow().len() / self.size()
    }
    fn get(&self, index: usize) -> Option<Value> {
        let at = index * self.size();
        self.bytes.data.borrow().get(at..at + self.size()).map(|item| self.format.read(item))
    }
    fn items(&self) -> Vec<Value> {
        self.bytes.data.borrow().chunks_exact(self.size()).map(|item| self.format.read(item)).collect()
    }
    fn of(&self, data: Vec<u8>) -> Value {
        Value::native(Array { bytes: Bytes::new(data, true), format: self.format })
    }
    fn copy(&self) -> Vec<u8> {
        self.bytes.data.borrow().clone()
    }
    /// Returns the bytes for a change of their length.
    fn resizable(&self) -> Result<std::cell::RefMut<'_, Vec<u8>>> {
        match self.bytes.is_exported() {
            true => Err(Raise::new(Exc::BufferError, "cannot resize an array that is exporting buffers")),
            false => self.bytes.resizable(),
        }
    }
    fn fill(&self, vm: &mut Vm, initial: &Value) -> Result<()> {
        if let Some(text) = initial.as_str() {
            if !self.is_text() {
                let code = self.format.letter();
                let text = format!("cannot use a str to initialize an array with typecode '{code}'");
                return Err(Raise::type_error(text));
            }
            return self.add_text(text);
        }
        if let Some(other) = initial.downcast::<Array>() {
            if self.is_text() != other.is_text() {
                let code = self.format.letter();
                return Err(Raise::type_error(match self.is_text() {
                    true => "array item must be unicode character".to_owned(),
                    false => format!("cannot use a unicode array to initialize an array with typecode '{code}'"),
                }));
            }
            return self.extend_with(vm, other.items());
        }
        match plain(initial) {
            Value::Bytes(bytes) => {
                let data = bytes.data.borrow().clone();
                self.add_bytes(data)
            }
            _ => {
                let items = vm.collect(initial)?;
                self.extend_with(vm, items)
            }
        }
    }
    fn add_text(&self, text: &str) -> Result<()> {
        let data: Vec<u8> = text.chars().flat_map(|c| code_of(c).to_le_bytes()).collect();
        self.add_bytes(data)
    }
    fn add_bytes(&self, data: Vec<u8>) -> Result<()> {
        if !data.len().is_multiple_of(self.size()) {
            return Err(Raise::value_error("bytes length not a multiple of item size"));
        }
        if data.is_empty() {
            return Ok(());
        }
        memory::claim(data.len())?;
        self.resizable()?.extend(data);
        Ok(())
    }
    /// Appends items one by one. Those before an invalid one stay.
    fn extend_with(&self, vm: &mut Vm, items: Vec<Value>) -> Result<()> {
        for item in items {
            let data = self.bytes_of(vm, &item)?;
            self.resizable()?.extend(data);
        }
        Ok(())
    }
    fn extend(&self, vm: &mut Vm, more: &Value) -> Result<()> {
        match more.downcast::<Array>() {
            Some(other) if other.format != self.format => {
                Err(Raise::type_error("can only extend with array of same kind"))
            }
            Some(other) => self.add_bytes(other.copy()),
            None => {
                let items = vm.iter(more)?;
                while let Some(item) = vm.next(&items)? {
                    let data = self.bytes_of(vm, &item)?;
                    memory::claim(data.len())?;
                    self.resizable()?.extend(data);
                }
                Ok(())
            }
        }
    }
    /// Returns the bytes of an item.
    fn bytes_of(&self, vm: &mut Vm, value: &Value) -> Result<Vec<u8>> {
        match self.format.letter() {
            'u' | 'w' => {
                let wrong = || Raise::type_error("array item must be unicode character");
                let mut letters = value.as_str().ok_or_else(wrong)?.chars();
                let letter = letters.next().filter(|_| letters.clone().next().is_none()).ok_or_else(wrong)?;
                Ok(code_of(letter).to_le_bytes().to_vec())
            }
            'f' => Ok((real(vm, value)? as f32).to_le_bytes().to_vec()),
            'd' => Ok(real(vm, value)?.to_le_bytes().to_vec()),
            _ => {
                let whole = big_index(vm, value)?;
                self.format.whole(&whole).ok_or_else(|| self.out_of_range(whole.sign() == num_bigint::Sign::Minus))
            }
        }
    }
    fn out_of_range(&self, negative: bool) -> Raise {
        let named =
            |name: &str| format!("{name} is {}", if negative { "less than minimum" } else { "greater than maximum" });
        Raise::new(
            Exc::OverflowError,
            match self.format.letter() {
                'b' => named("signed char"),
                'B' => named("unsigned byte integer"),
                'h' => named("signed short integer"),
                'H' => named("unsigned short"),
                'i' => named("signed integer"),
                'I' | 'L' if negative => "can't convert negative value to unsigned int".to_owned(),
                'I' => named("unsigned int"),
                'l' => "Python int too large to convert to C long".to_owned(),
                'L' => "Python int too large to convert to C unsigned long".to_owned(),
                'Q' if negative => "can't convert negative int to unsigned".to_owned(),
                _ => "int too big to convert".to_owned(),
            },
        )
    }
    /// Returns the position of an index.
    fn place(&self, vm: &mut Vm, key: &Value, text: &str) -> Result<usize> {
        let index = index_of(vm, key)?;
        self.place_of(index, text)
    }
    fn place_of(&self, index: i64, text: &str) -> Result<usize> {
        let length = self.count() as i64;
        let at = if index < 0 { index.saturating_add(length) } else { index };
        match (0..length).contains(&at) {
            true => Ok(at as usize),
            false => Err(Raise::new(Exc::IndexError, text)),
        }
    }
    fn find(&self, vm: &mut Vm, wanted: &Value, start: usize, stop: usize) -> Result<Option<usize>> {
        let mut at = start;
        while at < stop
            && let Some(item) = self.get(at)
        {
            if vm.equal(&item, wanted)? {
                return Ok(Some(at));
            }
            at += 1;
        }
        Ok(None)
    }
    fn write(&self, index: usize, item: &[u8]) {
        let at = index * self.size();
        if let Some(slot) = self.bytes.data.borrow_mut().get_mut(at..at + item.len()) {
            slot.copy_from_slice(item);
        }
    }
    fn remove(&self, index: usize) -> Result<()> {
        // A comparison may have shortened the array since.
        let at = self.bytes_at(index..index + 1);
        let mut bytes = self.resizable()?;
        if at.end <= bytes.len() {
            bytes.drain(at);
        }
        Ok(())
    }
    fn assign_slice(&self, vm: &mut Vm, slice: &Slice, value: &Value) -> Result<()> {
        let bounds = slice.bounds(vm)?;
        let Some(other) = value.downcast::<Array>() else {
            let found = value.type_name();
            return Err(Raise::type_error(format!("can only assign array (not \"{found}\") to array slice")));
        };
        if other.format != self.format {
            return Err(Raise::type_error("bad argument type for built-in operation"));
        }
        let (new, size) = (other.copy(), self.size());
        let range = bounds.within(self.count());
        if range.step == 1 {
            let places = self.bytes_at(range.contiguous());
            match places.len() == new.len() {
                true => self.bytes.data.borrow_mut()[places].copy_from_slice(&new),
                false => drop(self.resizable()?.splice(places, new)),
            }
            return Ok(());
        }
        let (given, wanted) = (new.len() / size, range.len());
        if given != wanted {
            let text = format!("attempt to assign array of size {given} to extended slice of size {wanted}");
            return Err(Raise::value_error(text));
        }
        range.positions().zip(new.chunks(size)).for_each(|(at, item)| self.write(at, item));
        Ok(())
    }
    fn delete_slice(&self, vm: &mut Vm, slice: &Slice) -> Result<()> {
        let range = slice.bounds(vm)?.within(self.count());
        if range.is_empty() {
            return Ok(());
        }
        let (size, mut at) = (self.size(), 0..);
        self.resizable()?.retain(|_| at.next().is_none_or(|at: usize| !range.contains((at / size) as i64)));
        Ok(())
    }
    /// Where items lie among the bytes.
    fn bytes_at(&self, items: std::ops::Range<usize>) -> std::ops::Range<usize> {
        items.start * self.size()..items.end * self.size()
    }
    fn repeated(&self, vm: &mut Vm, count: &Value) -> Result<Vec<u8>> {
        let product = vm.binary(BinaryOp::Mul, &Value::bytes(self.copy()), count).map_err(|raise| {
            let too_long = raise.is(Exc::OverflowError) && !matches!(count, Value::BigInt(_));
            if too_long { Raise::new(Exc::MemoryError, "") } else { raise }
        })?;
        Ok(bytes_of(&product)?.unwrap_or_default())
    }
}

fn index_of(vm: &mut Vm, key: &Value) -> Result<i64> {
    clipped_index(vm, key).map_err(|raise| match raise.is(Exc::TypeError) {
        true => Raise::type_error("array indices must be integers"),
        false => raise,
    })
}

impl Native for Array {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        CLASS.with(Rc::clone)
    }
    fn buffer(&self) -> Option<Buffer> {
        Some(Buffer { bytes: self.bytes.clone(), format: self.format, read_only: false })
    }
    fn repr(&self, vm: &mut Vm) -> Result<String> {
        let code = self.format.letter();
        let items = match (self.count(), self.is_text()) {
            (0, _) => return Ok(format!("array('{code}')")),
            (_, true) => vm.repr(&self.text())?,
            (_, false) => vm.repr(&Value::list(self.items()))?,
        };
        Ok(format!("array('{code}', {items})"))
    }
    fn len(&self, _vm: &mut Vm) -> Result<Option<usize>> {
        Ok(Some(self.count()))
    }
    fn truth(&self, _vm: &mut Vm) -> Result<bool> {
        Ok(self.count() > 0)
    }
    fn contains(&self, vm: &mut Vm, item: &Value) -> Result<Option<bool>> {
        Ok(Some(self.find(vm, item, 0, usize::MAX)?.is_some()))
    }
    fn iter(&self, _vm: &mut Vm, this: &Value) -> Result<Option<Value>> {
        let (this, mut at) = (this.clone(), 0);
        Ok(Some(Iter::from_fn("arrayiterator", move |_| {
            at += 1;
            Ok(this.downcast::<Array>().and_then(|array| array.get(at - 1)))
        })))
    }
    fn get_item(&self, vm: &mut Vm, _this: &Value, key: &Value) -> Result<Option<Value>> {
        if let Value::Slice(slice) = key {
            let places = slice.bounds(vm)?.within(self.count()).positions();
            let data = self.bytes.data.borrow();
            let cut = places.flat_map(|at| data[self.bytes_at(at..at + 1)].iter().copied()).collect();
            return Ok(Some(self.of(cut)));
        }
        let at = self.place(vm, key, "array index out of range")?;
        Ok(self.get(at))
    }
    fn set_item(&self, vm: &mut Vm, _this: &Value, key: &Value, value: &Value) -> Result<bool> {
        if let Value::Slice(slice) = key {
            self.assign_slice(vm, slice, value)?;
            return Ok(true);
        }
        let at = self.place(vm, key, "array assignment index out of range")?;
        let item = self.bytes_of(vm, value)?;
        self.write(at, &item);
        Ok(true)
    }
    fn binary(
        &self,
        vm: &mut Vm,
        op: BinaryOp,
        _this: &Value,
        other: &Value,
        reflected: bool,
    ) -> Result<Option<Value>> {
        match (op, other.downcast::<Array>()) {
            (BinaryOp::Add, Some(other)) if !reflected => match other.format == self.format {
                true => Ok(Some(self.of([self.copy(), other.copy()].concat()))),
                false => Err(Raise::type_error("bad argument type for built-in operation")),
            },
            (BinaryOp::Add, None) if !reflected => {
                let found = other.type_name();
                Err(Raise::type_error(format!("can only append array (not \"{found}\") to array")))
            }
            (BinaryOp::Mul, None) => self.repeated(vm, other).map(|data| Some(self.of(data))),
            _ => Ok(None),
        }
    }
    fn binary_in_place(&self, vm: &mut Vm, op: BinaryOp, this: &Value, other: &Value) -> Result<Option<Value>> {
        match op {
            BinaryOp::Add if other.downcast::<Array>().is_none() => {
                let found = other.type_name();
                Err(Raise::type_error(format!("can only extend array with array (not \"{found}\")")))
            }
            BinaryOp::Add => self.extend(vm, other).map(|()| Some(this.clone())),
            BinaryOp::Mul => {
                let data = self.repeated(vm, other)?;
                if data.len() != self.bytes.data.borrow().len() {
                    *self.resizable()? = data;
                }
                Ok(Some(this.clone()))
            }
            _ => Ok(None),
        }
    }
    fn hash(&self, _vm: &mut Vm) -> Result<Option<u64>> {
        Err(Raise::type_error("unhashable type: 'array.array'"))
    }
    fn compare(&self, vm: &mut Vm, op: CompareOp, _this: &Value, other: &Value) -> Result<Option<Value>> {
        match other.downcast::<Array>() {
            Some(other) => vm.compare(op, &Value::list(self.items()), &Value::list(other.items())).map(Some),
            None => Ok(None),
        }
    }
}

impl Array {
    fn text(&self) -> Value {
        Value::from(self.items().iter().filter_map(Value::as_str).collect::<String>())
    }
}

fn on<T>(args: &Args, act: impl FnOnce(&Array) -> Result<T>) -> Result<T> {
    let value = receiver(args, |value| value.downcast::<Array>().is_some().then_some(value))?;
    match value.downcast::<Array>() {
        Some(array) => act(array),
        None => Err(args.wrong(0, "array")),
    }
}

fn nothing(result: Result<()>) -> Result<Value> {
    result.map(|()| Value::None)
}

fn not_in() -> Raise {
    Raise::value_error("array.remove(x): x not in array")
}

macro_rules! operator {
    ($name:literal, $op:expr, $how:ident) => {
        Builtin::new(concat!("array.__", $name, "__"), "(self, value, /)", "The operator's method.", |vm, args| {
            by_name::$how(vm, args, $op)
        })
    };
}

static METHODS: &[Builtin] = &[
    Builtin::new("array.__class_getitem__", "(cls, item, /)", "For annotations.", subscripted),
    Builtin::new("array.__repr__", "(self, /)", "Return repr(self).", named_repr),
    Builtin::new("array.append", "(self, v, /)", "Append new value v to the end of the array.", |vm, args| {
        nothing(on(args, |array| {
            let item = array.bytes_of(vm, args.get(1))?;
            array.add_bytes(item)
        }))
    }),
    Builtin::new("array.buffer_info", "(self, /)", "Return a tuple (address, length).", |_, args| {
        on(args, |array| {
            let address = array.bytes.data.borrow().as_ptr() as i64;
            Ok(Value::pair(Value::Int(address), Value::Int(array.count() as i64)))
        })
    }),
    Builtin::new("array.byteswap", "(self, /)", "Byteswap all items of the array.", |_, args| {
        nothing(on(args, |array| {
            array.bytes.data.borrow_mut().chunks_mut(array.size()).for_each(<[u8]>::reverse);
            Ok(())
        }))
    }),
    Builtin::new("array.clear", "(self, /)", "Remove all items from the array.", |_, args| {
        nothing(on(args, |array| array.resizable().map(|mut bytes| bytes.clear())))
    }),
    Builtin::new("array.count", "(self, v, /)", "Return number of occurrences of v in the array.", |vm, args| {
        let mut count = 0;
        for item in on(args, |array| Ok(array.items()))? {
            count += i64::from(vm.equal(&item, args.get(1))?);
        }
        Ok(Value::Int(count))
    }),
    Builtin::new("array.extend", "(self, bb, /)", "Append items to the end of the array.", |vm, args| {
        nothing(on(args, |array| array.extend(vm, args.get(1))))
    }),
    Builtin::new(
        "array.frombytes",
        "(self, buffer, /)",
        "Appends items from the string, as machine values.",
        |_, args| {
            nothing(on(args, |array| {
                let buffer = args.get(1);
                let wrong =
                    || Raise::type_error(format!("a bytes-like object is required, not '{}'", buffer.type_name()));
                array.add_bytes(bytes_of(buffer)?.ok_or_else(wrong)?)
            }))
        },
    ),
    Builtin::new(
        "array.fromfile",
        "(self, f, n, /)",
        "Read n items from the file object f and append them.",
        |vm, args| {
            nothing(on(args, |array| {
                let count = clipped_index(vm, args.get(2))?;
                let wanted = usize::try_from(count).map_err(|_| Raise::value_error("negative count"))?;
                let wanted = wanted.saturating_mul(array.size());
                let read = vm.call_method(args.get(1), "read", &[Value::Int(wanted as i64)])?;
                let data = bytes_of(&read)?.ok_or_else(|| Raise::type_error("read() didn't return bytes"))?;
                let enough = data.len() >= wanted;
                array.add_bytes(data)?;
                if enough { Ok(()) } else { Err(Raise::new(Exc::EOFError, "read() didn't return enough bytes")) }
            }))
        },
    ),
    Builtin::new("array.fromlist", "(self, list, /)", "Append items to array from list.", |vm, args| {
        nothing(on(args, |array| {
            let Value::List(list) = plain(args.get(1)) else {
                return Err(Raise::type_error("arg must be list"));
            };
            let items = memory::copied(&list.items.borrow())?;
            let mut data = Vec::new();
            for item in &items {
                data.extend(array.bytes_of(vm, item)?);
            }
            array.add_bytes(data)
        }))
    }),
    Builtin::new(
        "array.fromunicode",
        "(self, ustr, /)",
        "Extends this array with data from the unicode string.",
        |_, args| {
            nothing(on(args, |array| match array.is_text() {
                true => array.add_text(args.str(1)?),
                false => {
                    Err(Raise::value_error("fromunicode() may only be called on unicode type arrays ('u' or 'w')"))
                }
            }))
        },
    ),
    Builtin::new(
        "array.index",
        "(self, v, start=0, stop=..., /)",
        "Return index of first occurrence of v in the array.",
        |vm, args| {
            on(args, |array| {
                let (start, stop) = bounds(vm, args, 2, || array.count())?;
                let found = array.find(vm, args.get(1), start, stop)?;
                let missing = || Raise::value_error("array.index(x): x not in array");
                found.map(|at| Value::Int(at as i64)).ok_or_else(missing)
            })
        },
    ),
    Builtin::new(
        "array.insert",
        "(self, i, v, /)",
        "Insert a new item v into the array before position i.",
        |vm, args| {
            nothing(on(args, |array| {
                let index = clipped_index(vm, args.get(1))?;
                let item = array.bytes_of(vm, args.get(2))?;
                let length = array.count() as i64;
                let at = if index < 0 { index.saturating_add(length) } else { index }.clamp(0, length) as usize;
                let at = at * array.size();
                array.resizable()?.splice(at..at, item);
                Ok(())
            }))
        },
    ),
    Builtin::new(
        "array.pop",
        "(self, i=-1, /)",
        "Return the i-th element and delete it from the array.",
        |vm, args| {
            on(args, |array| {
                let index = index_of(vm, args.get(1))?;
                if array.count() == 0 {
                    return Err(Raise::new(Exc::IndexError, "pop from empty array"));
                }
                let at = array.place_of(index, "pop index out of range")?;
                let item = array.get(at).unwrap_or_default();
                array.remove(at).map(|()| item)
            })
        },
    ),
    Builtin::new("array.remove", "(self, v, /)", "Remove the first occurrence of v in the array.", |vm, args| {
        nothing(on(args, |array| {
            let at = array.find(vm, args.get(1), 0, usize::MAX)?.ok_or_else(not_in)?;
            array.remove(at)
        }))
    }),
    Builtin::new("array.reverse", "(self, /)", "Reverse the order of the items in the array.", |_, args| {
        nothing(on(args, |array| {
            let size = array.size();
            let reversed = array.bytes.data.borrow().chunks_exact(size).rev().flatten().copied().collect();
            *array.bytes.data.borrow_mut() = reversed;
            Ok(())
        }))
    }),
    Builtin::new("array.tobytes", "(self, /)", "Convert the array to an array of machine values.", |_, args| {
        on(args, |array| Ok(Value::bytes(array.copy())))
    }),
    Builtin::new(
        "array.tofile",
        "(self, f, /)",
        "Write all items (as machine values) to the file object f.",
        |vm, args| {
            let data = on(args, |array| Ok(Value::bytes(array.copy())))?;
            vm.call_method(args.get(1), "write", &[data]).map(|_| Value::None)
        },
    ),
    Builtin::new("array.tolist", "(self, /)", "Convert array to an ordinary list with the same items.", |_, args| {
        on(args, |array| Ok(Value::list(array.items())))
    }),
    Builtin::new("array.tounicode", "(self, /)", "Convert the array to a unicode string.", |_, args| {
        on(args, |array| match array.is_text() {
            true => Ok(array.text()),
            false => Err(Raise::value_error("tounicode() may only be called on unicode type arrays ('u' or 'w')")),
        })
    }),
    Builtin::new("array.__copy__", "(self, /)", "Return a copy of the array.", |_, args| {
        on(args, |array| Ok(array.of(array.copy())))
    }),
    Builtin::new("array.__deepcopy__", "(self, unused, /)", "Return a copy of the array.", |_, args| {
        on(args, |array| Ok(array.of(array.copy())))
    }),
    Builtin::new("array.__reduce_ex__", "(self, value, /)", "Return state information for pickling.", |vm, args| {
        let protocol = clipped_index(vm, args.get(1))?;
        let class = Value::Class(vm.class_of(args.get(0)));
        let state = vm.find_attr(args.get(0), "__dict__")?.unwrap_or_default();
        let (code, listed, machine, data) = on(args, |array| {
            let listed = if array.is_text() { array.text() } else { Value::list(array.items()) };
            let code = Value::from(array.format.letter().to_string());
            Ok((code, listed, Value::Int(Machine::code_of(array.format)), Value::bytes(array.copy())))
        })?;
        if protocol < 3 {
            return Ok(Value::tuple(vec![class, Value::pair(code, listed), state]));
        }
        let module = vm.import("array")?;
        let make = vm.get_attr(&module, "_array_reconstructor")?;
        Ok(Value::tuple(vec![make, Value::tuple(vec![class, code, machine, data]), state]))
    }),
    Builtin::new("array.__delitem__", "(self, key, /)", "Delete self[key].", |vm, args| {
        nothing(on(args, |array| match args.get(1) {
            Value::Slice(slice) => array.delete_slice(vm, slice),
            key => {
                let at = array.place(vm, key, "array assignment index out of range")?;
                array.remove(at)
            }
        }))
    }),
    Builtin::new("array.__getitem__", "(self, key, /)", "Return self[key].", by_name::get_item),
    Builtin::new("array.__setitem__", "(self, key, value, /)", "Set self[key] to value.", by_name::set_item),
    Builtin::new("array.__contains__", "(self, key, /)", "Return bool(key in self).", by_name::contains),
    Builtin::new("array.__len__", "(self, /)", "Return len(self).", by_name::len),
    Builtin::new("array.__iter__", "(self, /)", "Implement iter(self).", by_name::iter),
    operator!("add", BinaryOp::Add, binary),
    operator!("mul", BinaryOp::Mul, binary),
    operator!("rmul", BinaryOp::Mul, reflected),
    operator!("iadd", BinaryOp::Add, in_place),
    operator!("imul", BinaryOp::Mul, in_place),
    operator!("eq", CompareOp::Eq, compare),
    operator!("ne", CompareOp::Ne, compare),
    operator!("lt", CompareOp::Lt, compare),
    operator!("le", CompareOp::Le, compare),
    operator!("gt", CompareOp::Gt, compare),
    operator!("ge", CompareOp::Ge, compare),
];

static GETTERS: &[Getter] = &[
    Getter {
        name: "typecode",
        doc: "the typecode character used to create the array",
        get: |_, x| {
            Ok(x.downcast::<Array>().map_or(Value::None, |array| Value::from(array.format.letter().to_string())))
        },
        set: None,
    },
    Getter {
        name: "itemsize",
        doc: "the size, in bytes, of one array item",
        get: |_, x| Ok(x.downcast::<Array>().map_or(Value::None, |array| Value::Int(array.size() as i64))),
        set: None,
    },
];
