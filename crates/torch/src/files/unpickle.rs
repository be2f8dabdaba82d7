//! Reads pickles: builds tensors, containers and plain values itself. Every other name goes to the builder, which
//! refuses it or returns its object. Only such objects may be called. Memory is bounded by the file's length: every
//! value costs bytes of the file.

use super::wrong;
use num_bigint::BigInt;
use std::any::Any;
use std::collections::HashMap;
use std::rc::Rc;
use tensorcell_language::native::Native;
use tensorcell_language::object::{Instance, Set};
use tensorcell_language::{Class, Exc, Raise, Result, Truth, Value, Vm};
use tensorcell_tensor::DType;

/// The names that a file may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Global {
    RebuildTensor,
    RebuildParameter,
    RebuildParameterWithState,
    RebuildFromType,
    /// A function of the prelude, called with tensors and plain values: what makes tensors without memory of their own.
    Rebuild(&'static str, &'static str),
    /// A class of `collections` or of the built-ins, called with plain values.
    Container(&'static str, &'static str),
    Size,
    Device,
    Encode,
    Storage(Option<DType>),
    DType(DType),
    ArrayRebuild,
    ArrayClass,
    ArrayDType,
    ArrayScalar,
    TensorClass,
    /// An object of the notebook's own class, or an array, from another process of this program.
    Object,
    Array,
}

/// Builds what a pickle's names and persistent ids refer to: tensors for archives, arrays for NumPy's files.
pub trait Builder {
    /// Returns the storage of an archive's persistent id.
    fn storage(&mut self, vm: &mut Vm, id: &[Value]) -> Result<Value>;
    /// `torch._utils._rebuild_tensor_v2(storage, offset, size, stride, requires_grad, hooks)`
    fn tensor(&mut self, vm: &mut Vm, args: &[Value]) -> Result<Value>;
    /// Returns the object of another name.
    ///
    /// # Errors
    /// If the name is not allowed or does not exist.
    fn find(&mut self, vm: &mut Vm, module: &str, name: &str, protocol: u8) -> Result<Value>;
    /// Whether `find` handles all names except those of tensors and arrays, and everything found may be called.
    fn imports(&self) -> bool {
        false
    }
    /// Whether NumPy's names are allowed (`arrays`).
    fn arrays(&self) -> bool {
        false
    }
    /// Whether the pickle comes from another process of this program (`Pickler::transfer`) instead of a file.
    fn transfers(&self) -> bool {
        false
    }
}

impl Global {
    /// Returns whether it makes tensors or arrays, or parts of them.
    fn makes_tensors(self) -> bool {
        use Global::{ArrayClass, ArrayDType, ArrayRebuild, ArrayScalar};
        use Global::{RebuildFromType, RebuildParameter, RebuildParameterWithState, RebuildTensor, Storage};
        let arrays = matches!(self, ArrayClass | ArrayDType | ArrayRebuild | ArrayScalar);
        let parameters = matches!(self, RebuildParameter | RebuildParameterWithState);
        arrays || parameters || matches!(self, RebuildFromType | RebuildTensor | Storage(_) | Global::DType(_))
    }
}

/// Returns the dtype of a storage class, `Some(None)` for untyped bytes, and None if the value is not a storage class.
pub fn storage_dtype(class: &Value) -> Option<Option<DType>> {
    match class.downcast::<Name>()?.0 {
        Global::Storage(dtype) => Some(dtype),
        _ => None,
    }
}

/// A name from the file, on the stack.
struct Name(Global);

impl Native for Name {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        thread_local! {
            static CLASS: Rc<Class> = Class::native("torch", "name", &[], None, &[], &[], "A name in a pickle.");
        }
        CLASS.with(Rc::clone)
    }
    fn repr(&self, _: &mut Vm) -> Result<String> {
        Ok(format!("{:?}", self.0))
    }
}

/// `torch.FloatStorage` and the other storage classes, with their dtypes.
pub const STORAGES: [(&str, DType); 12] = [
    ("FloatStorage", DType::Float32),
    ("DoubleStorage", DType::Float64),
    ("HalfStorage", DType::Float16),
    ("BFloat16Storage", DType::BFloat16),
    ("LongStorage", DType::Int64),
    ("IntStorage", DType::Int32),
    ("ShortStorage", DType::Int16),
    ("CharStorage", DType::Int8),
    ("ByteStorage", DType::UInt8),
    ("BoolStorage", DType::Bool),
    ("ComplexFloatStorage", DType::Complex64),
    ("ComplexDoubleStorage", DType::Complex128),
];

fn global(module: &str, name: &str, arrays: bool) -> Option<Global> {
    let plain = |name: &str| {
        ["set", "frozenset", "list", "dict", "tuple", "int", "float", "bool", "str", "bytearray"]
            .into_iter()
            .find(|known| *known == name)
    };
    Some(match (module, name) {
        ("torch._utils", "_rebuild_tensor_v2") => Global::RebuildTensor,
        ("torch._utils", "_rebuild_parameter") => Global::RebuildParameter,
        ("torch._utils", "_rebuild_parameter_with_state") => Global::RebuildParameterWithState,
        ("torch._tensor", "_rebuild_from_type_v2") => Global::RebuildFromType,
        ("torch._utils", "_rebuild_sparse_tensor") => Global::Rebuild("torch._utils", "_rebuild_sparse_tensor"),
        ("torch._utils", "_rebuild_meta_tensor_no_storage") => {
            Global::Rebuild("torch._utils", "_rebuild_meta_tensor_no_storage")
        }
        ("torch.serialization", "_get_layout") => Global::Rebuild("torch.serialization", "_get_layout"),
        ("torch", "Tensor") => Global::TensorClass,
        ("torch.nn.parameter", "Parameter") => Global::TensorClass,
        ("collections", "OrderedDict") => Global::Container("collections", "OrderedDict"),
        ("collections", "Counter") => Global::Container("collections", "Counter"),
        ("collections", "defaultdict") => Global::Container("collections", "defaultdict"),
        ("__builtin__" | "builtins", name) => Global::Container("builtins", plain(name)?),
        ("torch", "Size") => Global::Size,
        ("torch", "device") => Global::Device,
        ("_codecs", "encode") => Global::Encode,
        ("torch.storage", "UntypedStorage") | ("torch", "UntypedStorage") => Global::Storage(None),
        ("torch" | "torch.storage", name) => {
            if let Some((_, dtype)) = STORAGES.iter().find(|(storage, _)| *storage == name) {
                return Some(Global::Storage(Some(*dtype)));
            }
            let dtype = crate::dtype::names().find(|(known, _)| *known == name)?.1;
            Global::DType(dtype)
        }
        ("numpy.core.multiarray" | "numpy._core.multiarray", "_reconstruct") if arrays => Global::ArrayRebuild,
        ("numpy.core.multiarray" | "numpy._core.multiarray", "scalar") if arrays => Global::ArrayScalar,
        ("numpy", "ndarray") if arrays => Global::ArrayClass,
        ("numpy", "dtype") if arrays => Global::ArrayDType,
        _ => return None,
    })
}

/// An array or a dtype that BUILD will complete.
pub struct Pending(pub std::cell::RefCell<Option<Value>>, pub String);

impl Native for Pending {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        thread_local! {
            static CLASS: Rc<Class> = Class::native("torch", "pending", &[], None, &[], &[], "Part of an array.");
        }
        CLASS.with(Rc::clone)
    }
    fn repr(&self, _: &mut Vm) -> Result<String> {
        Ok(self.1.clone())
    }
}

/// The maximum nesting of containers. Deeper values could exhaust the stack when printed or dropped.
const DEEPEST: usize = 1000;

pub struct Unpickler<'a, B: Builder> {
    bytes: &'a [u8],
    pub at: usize,
    stack: Vec<Value>,
    marks: Vec<usize>,
    memo: HashMap<u64, Value>,
    protocol: u8,
    /// Objects from the builder, which may be called.
    found: Vec<Value>,
    builder: &'a mut B,
}

fn corrupt(what: &str) -> Raise {
    wrong(format!("not a valid pickle: {what}"))
}

impl<'a, B: Builder> Unpickler<'a, B> {
    pub fn new(bytes: &'a [u8], at: usize, builder: &'a mut B) -> Unpickler<'a, B> {
        Unpickler {
            bytes,
            at,
            stack: Vec::new(),
            marks: Vec::new(),
            memo: HashMap::new(),
            protocol: 0,
            found: Vec::new(),
            builder,
        }
    }

    fn take(&mut self, count: usize) -> Result<&'a [u8]> {
        let end = self.at.checked_add(count).filter(|end| *end <= self.bytes.len());
        let end = end.ok_or_else(|| corrupt("it ends too early"))?;
        let taken = &self.bytes[self.at..end];
        self.at = end;
        Ok(taken)
    }
    fn byte(&mut self) -> Result<u8> {
        Ok(self.take(1)?[0])
    }
    /// Reads a little-endian number of `count` bytes.
    fn number(&mut self, count: usize) -> Result<u64> {
        Ok(self.take(count)?.iter().rev().fold(0, |sum, byte| sum << 8 | u64::from(*byte)))
    }
    fn counted(&mut self, width: usize) -> Result<&'a [u8]> {
        let count = self.number(width)?;
        self.take(usize::try_from(count).unwrap_or(usize::MAX))
    }
    fn line(&mut self) -> Result<&'a str> {
        let rest = &self.bytes[self.at..];
        let end = rest.iter().position(|byte| *byte == b'\n').ok_or_else(|| corrupt("a line does not end"))?;
        self.at += end + 1;
        std::str::from_utf8(&rest[..end]).map_err(|_| corrupt("a line is not text"))
    }
    fn text(bytes: &[u8]) -> Result<Value> {
        std::str::from_utf8(bytes).map(Value::str).map_err(|_| corrupt("a text is not UTF-8"))
    }
    /// Converts a Python 2 string: bytes, read as Latin-1.
    fn latin(bytes: &[u8]) -> Value {
        Value::str(bytes.iter().map(|&byte| char::from(byte)).collect::<String>())
    }
    fn pop(&mut self) -> Result<Value> {
        if self.marks.last().is_some_and(|mark| *mark >= self.stack.len()) {
            return Err(corrupt("its stack is empty"));
        }
        self.stack.pop().ok_or_else(|| corrupt("its stack is empty"))
    }
    fn top(&self) -> Result<Value> {
        self.stack.last().cloned().ok_or_else(|| corrupt("its stack is empty"))
    }
    /// Pops everything above the last mark.
    fn marked(&mut self) -> Result<Vec<Value>> {
        let mark = self.marks.pop().ok_or_else(|| corrupt("a mark is missing"))?;
        Ok(self.stack.split_off(mark.min(self.stack.len())))
    }
    fn memoize(&mut self, key: u64) -> Result<()> {
        let top = self.top()?;
        self.memo.insert(key, top);
        Ok(())
    }
    fn recall(&mut self, key: u64) -> Result<()> {
        let value = self.memo.get(&key).cloned().ok_or_else(|| corrupt(&format!("memo value {key} is missing")))?;
        self.stack.push(value);
        Ok(())
    }

    /// Reads the value of the pickle. Afterwards `at` is behind it.
    pub fn load(&mut self, vm: &mut Vm) -> Result<Value> {
        let mut steps = 0u32;
        loop {
            steps = steps.wrapping_add(1);
            if steps.is_multiple_of(4096) {
                vm.check_interrupt()?;
            }
            let code = self.byte()?;
            if code == b'.' {
                let value = self.pop()?;
                check_depth(&value)?;
                return Ok(value);
            }
            self.step(vm, code)?;
        }
    }

    fn step(&mut self, vm: &mut Vm, code: u8) -> Result<()> {
        let value = match code {
            0x80 => {
                let protocol = self.byte()?;
                if protocol > 5 {
                    return Err(corrupt(&format!("unsupported pickle protocol: {protocol}")));
                }
                self.protocol = protocol;
                return Ok(());
            }
            0x95 => return self.take(8).map(|_| ()),
            b'(' => {
                self.marks.push(self.stack.len());
                return Ok(());
            }
            b'0' => return self.pop().map(|_| ()),
            b'1' => return self.marked().map(|_| ()),
            b'2' => self.top()?,
            b'N' => Value::None,
            0x88 => Value::Bool(Truth::True),
            0x89 => Value::Bool(Truth::False),
            b'K' => Value::Int(i64::from(self.byte()?)),
            b'M' => Value::Int(self.number(2)? as i64),
            b'J' => Value::Int(i64::from(self.number(4)? as u32 as i32)),
            b'I' | b'L' => match self.line()?.trim_end_matches('L') {
                "00" if code == b'I' => Value::Bool(Truth::False),
                "01" if code == b'I' => Value::Bool(Truth::True),
                text => Value::big(text.parse::<BigInt>().map_err(|_| corrupt("a number is not one"))?),
            },
            0x8a => Value::big(BigInt::from_signed_bytes_le(self.counted(1)?)),
            0x8b => Value::big(BigInt::from_signed_bytes_le(self.counted(4)?)),
            b'G' => Value::from(f64::from_bits(self.number(8)?.swap_bytes())),
            b'F' => Value::from(self.line()?.parse::<f64>().map_err(|_| corrupt("a number is not one"))?),
            b'X' => Self::text(self.counted(4)?)?,
            0x8c => Self::text(self.counted(1)?)?,
            0x8d => Self::text(self.counted(8)?)?,
            b'V' => Value::str(self.line()?),
            b'U' => Self::latin(self.counted(1)?),
            b'T' => Self::latin(self.counted(4)?),
            b'S' => Value::str(self.line()?.trim_matches(['\'', '"'])),
            b'C' => Value::bytes(self.counted(1)?.to_vec()),
            b'B' => Value::bytes(self.counted(4)?.to_vec()),
            0x8e => Value::bytes(self.counted(8)?.to_vec()),
            b')' => Value::tuple(Vec::new()),
            b't' => Value::tuple(self.marked()?),
            0x85..=0x87 => {
                let mut items = Vec::new();
                for _ in 0x84..code {
                    items.insert(0, self.pop()?);
                }
                Value::tuple(items)
            }
            b']' => Value::list(Vec::new()),
            b'l' => Value::list(self.marked()?),
            b'}' => Value::dict([]),
            0x8f => Value::Set(Set::new(false)),
            0x91 => {
                let items = self.marked()?;
                items.iter().try_for_each(check_depth)?;
                Value::Set(Set::from_items(vm, true, items)?)
            }
            b'd' => {
                let dict = Value::dict([]);
                let items = self.marked()?;
                set_items(vm, &dict, items)?;
                dict
            }
            b's' => {
                let (value, key) = (self.pop()?, self.pop()?);
                return self.set_items(vm, vec![key, value]);
            }
            b'u' => {
                let items = self.marked()?;
                return self.set_items(vm, items);
            }
            b'a' => {
                let item = self.pop()?;
                return self.append(vm, vec![item]);
            }
            b'e' => {
                let items = self.marked()?;
                return self.append(vm, items);
            }
            0x90 => {
                let items = self.marked()?;
                items.iter().try_for_each(check_depth)?;
                return self.add(vm, items);
            }
            b'q' => {
                let key = self.number(1)?;
                return self.memoize(key);
            }
            b'r' => {
                let key = self.number(4)?;
                return self.memoize(key);
            }
            b'p' | b'g' => {
                let key = self.line()?.parse().map_err(|_| corrupt("a memo key is not a number"))?;
                return if code == b'p' { self.memoize(key) } else { self.recall(key) };
            }
            0x94 => return self.memoize(self.memo.len() as u64),
            b'h' => {
                let key = self.number(1)?;
                return self.recall(key);
            }
            b'j' => {
                let key = self.number(4)?;
                return self.recall(key);
            }
            b'c' => {
                let (module, name) = (self.line()?, self.line()?);
                self.name(vm, module, name)?
            }
            0x93 => {
                let (name, module) = (self.pop()?, self.pop()?);
                match (module.as_str(), name.as_str()) {
                    (Some(module), Some(name)) => self.name(vm, module, name)?,
                    _ => return Err(corrupt("a name is not text")),
                }
            }
            b'Q' => {
                let id = self.pop()?;
                match id {
                    Value::Tuple(items) => self.builder.storage(vm, &items)?,
                    _ => return Err(corrupt("a persistent id is not a tuple")),
                }
            }
            b'R' => {
                let (args, function) = (self.pop()?, self.pop()?);
                self.reduce(vm, &function, &args)?
            }
            0x81 => {
                let (args, class) = (self.pop()?, self.pop()?);
                self.new_object(vm, &class, &args, &Value::None)?
            }
            0x92 => {
                let (keywords, args, class) = (self.pop()?, self.pop()?, self.pop()?);
                self.new_object(vm, &class, &args, &keywords)?
            }
            0x96 => {
                let data = Value::bytes(self.counted(8)?.to_vec());
                let class = member(vm, "builtins", "bytearray")?;
                vm.call(&class, &[data], &[])?
            }
            b'b' => {
                let state = self.pop()?;
                return self.build(vm, &state);
            }
            other => return Err(corrupt(&format!("its byte {} says nothing that is known: {other}", self.at - 1))),
        };
        self.stack.push(value);
        Ok(())
    }

    fn name(&mut self, vm: &mut Vm, module: &str, name: &str) -> Result<Value> {
        if self.builder.transfers() && module == "tensorcell" {
            return Ok(Value::native(Name(if name == "array" { Global::Array } else { Global::Object })));
        }
        let imports = self.builder.imports();
        let known = global(module, name, self.builder.arrays()).filter(|known| !imports || known.makes_tensors());
        match known {
            Some(Global::DType(dtype)) => Ok(crate::dtype::dtype_value(dtype)),
            Some(global) => Ok(Value::native(Name(global))),
            None => {
                let found = self.builder.find(vm, module, name, self.protocol)?;
                self.found.push(found.clone());
                Ok(found)
            }
        }
    }

    /// Returns whether the file may call this, or may set the state of an object of this class.
    fn allows(&self, value: &Value) -> bool {
        self.builder.imports() || self.found.iter().any(|found| found.is(value))
    }

    /// Returns whether this is an instance of a class from the builder.
    fn is_found(&self, vm: &mut Vm, value: &Value) -> bool {
        let own = matches!(value, Value::List(_) | Value::Dict(_) | Value::Set(_))
            || value.downcast::<Pending>().is_some()
            || crate::tensor::tensor_of(value).is_some();
        !own && self.allows(&Value::Class(vm.class_of(value)))
    }

    /// `class.__new__(class, *args, **keywords)`
    fn new_object(&mut self, vm: &mut Vm, class: &Value, args: &Value, keywords: &Value) -> Result<Value> {
        if class.downcast::<Name>().is_some() {
            return self.reduce(vm, class, args);
        }
        let Value::Tuple(args) = args else { return Err(corrupt("arguments are not a tuple")) };
        if !self.allows(class) {
            return Err(corrupt("it makes an object of something that is not a class"));
        }
        let keywords = match keywords {
            Value::Dict(dict) => dict.items(),
            _ => Vec::new(),
        };
        let named = keywords.iter().filter_map(|(name, value)| Some((name.as_str()?.to_owned(), value.clone())));
        let new = vm.get_attr(class, "__new__")?;
        let args: Vec<Value> = std::iter::once(class).chain(args.iter()).cloned().collect();
        vm.call(&new, &args, &named.collect::<Vec<_>>())
    }

    fn append(&mut self, vm: &mut Vm, items: Vec<Value>) -> Result<()> {
        let target = self.top()?;
        match target.beneath() {
            Value::List(list) => list.items.borrow_mut().extend(items),
            _ if self.is_found(vm, &target) => {
                let append = vm.get_attr(&target, "append")?;
                items.into_iter().try_for_each(|item| vm.call(&append, &[item], &[]).map(drop))?;
            }
            _ => return Err(corrupt("items are appended to no list")),
        }
        Ok(())
    }

    fn add(&mut self, vm: &mut Vm, items: Vec<Value>) -> Result<()> {
        let target = self.top()?;
        match &target {
            Value::Set(set) => items.into_iter().try_for_each(|item| set.insert(vm, item).map(drop)),
            _ if self.is_found(vm, &target) => {
                let add = vm.get_attr(&target, "add")?;
                items.into_iter().try_for_each(|item| vm.call(&add, &[item], &[]).map(drop))
            }
            _ => Err(corrupt("items are added to no set")),
        }
    }

    fn set_items(&mut self, vm: &mut Vm, items: Vec<Value>) -> Result<()> {
        let target = self.top()?;
        if !self.is_found(vm, &target) {
            return set_items(vm, &target, items);
        }
        let set = vm.get_attr(&target, "__setitem__")?;
        items.chunks_exact(2).try_for_each(|pair| vm.call(&set, pair, &[]).map(drop))
    }

    fn reduce(&mut self, vm: &mut Vm, function: &Value, args: &Value) -> Result<Value> {
        let Value::Tuple(args) = args else { return Err(corrupt("arguments are not a tuple")) };
        args.iter().try_for_each(check_depth)?;
        let Some(Name(global)) = function.downcast::<Name>() else {
            return match self.allows(function) {
                true => vm.call(function, args, &[]),
                false => Err(corrupt("it calls something that is not a name")),
            };
        };
        let short = || corrupt("a call lacks arguments");
        match *global {
            Global::RebuildTensor => self.builder.tensor(vm, args),
            Global::RebuildParameter | Global::RebuildParameterWithState => {
                let tensor = args.first().and_then(crate::tensor::tensor_of).ok_or_else(short)?.detach();
                let requires_grad = matches!(args.get(1), Some(Value::Bool(Truth::True)));
                crate::recording::set_requires_grad(&tensor, requires_grad)?;
                Ok(crate::tensor::parameter_value(tensor))
            }
            // (function, class, its arguments, attributes): build only the tensor.
            Global::RebuildFromType => match (args.first(), args.get(2)) {
                (Some(function), Some(args)) => self.reduce(vm, function, args),
                _ => Err(short()),
            },
            Global::Rebuild(module, name) => {
                let plain = |arg: &Value| match arg.downcast::<Name>() {
                    Some(Name(Global::DType(dtype))) => crate::dtype::dtype_value(*dtype),
                    _ => arg.clone(),
                };
                let (function, args) = (member(vm, module, name)?, args.iter().map(plain).collect::<Vec<_>>());
                vm.call(&function, &args, &[])
            }
            Global::Container("collections", "defaultdict") => {
                let function = match args.first().and_then(Value::downcast::<Name>) {
                    Some(Name(Global::Container(module, name))) => member(vm, module, name)?,
                    _ => Value::None,
                };
                let class = member(vm, "collections", "defaultdict")?;
                vm.call(&class, &[function], &[])
            }
            Global::Container("builtins", "set") => match args.first() {
                Some(items) => Ok(Value::Set(Set::from_items(vm, false, plain_items(items)?)?)),
                None => Ok(Value::Set(Set::new(false))),
            },
            Global::Container("builtins", "frozenset") => match args.first() {
                Some(items) => Ok(Value::Set(Set::from_items(vm, true, plain_items(items)?)?)),
                None => Ok(Value::Set(Set::new(true))),
            },
            Global::Container("builtins", "bytearray") => match args.first() {
                Some(Value::Bytes(_)) | None => {
                    let class = member(vm, "builtins", "bytearray")?;
                    vm.call(&class, args, &[])
                }
                Some(_) => Err(corrupt("a bytearray is not made of bytes")),
            },
            Global::Container("collections", name) => {
                let class = member(vm, "collections", name)?;
                match args.first() {
                    None => vm.call(&class, &[], &[]),
                    Some(items @ (Value::Dict(_) | Value::List(_))) => {
                        vm.call(&class, std::slice::from_ref(items), &[])
                    }
                    Some(_) => Err(corrupt("a container is made of what is none")),
                }
            }
            Global::Container(_, name) => self.builder.find(vm, "builtins", name, self.protocol),
            Global::Size => {
                let sizes = args.first().map(plain_items).transpose()?.unwrap_or_default();
                Ok(crate::size::size_value(&super::sizes(&sizes)?))
            }
            Global::Device => {
                let text = match &args[..] {
                    [kind] => kind.as_str().map(str::to_owned),
                    [kind, Value::Int(index)] => kind.as_str().map(|kind| format!("{kind}:{index}")),
                    _ => None,
                };
                let device = crate::device::DeviceObject::parse(&text.ok_or_else(short)?)?;
                Ok(Value::native(device))
            }
            // Protocol 2 stores bytes as a text of their characters.
            Global::Encode => match (args.first().and_then(Value::as_str), args.get(1).and_then(Value::as_str)) {
                (Some(text), Some("latin1" | "latin-1")) => {
                    let bytes: Option<Vec<u8>> = text.chars().map(|c| u8::try_from(u32::from(c)).ok()).collect();
                    Ok(Value::bytes(bytes.ok_or_else(|| corrupt("bytes are not bytes"))?))
                }
                _ => Err(short()),
            },
            Global::ArrayRebuild => Ok(Value::native(Pending(None.into(), "array".to_owned()))),
            Global::ArrayDType => {
                crate::ndarray::load_methods(vm);
                let name = args.first().and_then(Value::as_str).ok_or_else(short)?;
                Ok(Value::native(Pending(Some(Value::str(name)).into(), name.to_owned())))
            }
            Global::ArrayScalar => match (args.first().and_then(Value::downcast::<Pending>), args.get(1)) {
                (Some(dtype), Some(data)) => crate::ndarray::array_from_parts(&[], &dtype.1, &bytes_of(data)?, false),
                _ => Err(short()),
            },
            Global::Array => match args.first().and_then(crate::tensor::tensor_of) {
                Some(tensor) => crate::ndarray::plain(tensor),
                None => Err(short()),
            },
            Global::Object => match &args[..] {
                [module, name, payload, Value::Dict(attributes)] => {
                    let (module, name) = (module.as_str().unwrap_or_default(), name.as_str().unwrap_or_default());
                    let found = match module {
                        "__main__" => vm.globals().get_str(name),
                        module => member(vm, module, name).ok(),
                    };
                    let Some(Value::Class(class)) = found else {
                        return Err(wrong(format!(
                            "a worker sent an object of class '{module}.{name}', which has no such name here"
                        )));
                    };
                    let instance = match payload {
                        Value::None => Instance::new(class),
                        payload => Instance::with_payload(class, payload.clone()),
                    };
                    instance.dict_to_change().update(vm, attributes)?;
                    Ok(Value::Instance(instance))
                }
                _ => Err(short()),
            },
            Global::Storage(_) | Global::DType(_) | Global::ArrayClass | Global::TensorClass => {
                Err(corrupt("it calls what makes nothing"))
            }
        }
    }

    /// Handles BUILD: the attributes of an OrderedDict, or the contents of an array.
    fn build(&mut self, vm: &mut Vm, state: &Value) -> Result<()> {
        let target = self.pop()?;
        check_depth(state)?;
        let built = if let Some(pending) = target.downcast::<Pending>() {
            let Value::Tuple(parts) = state else { return Err(corrupt("an array's state is not a tuple")) };
            match (&*pending.1, &parts[..]) {
                ("array", [_, shape, dtype, order, data]) => {
                    let dtype = dtype.downcast::<Pending>().ok_or_else(|| corrupt("an array has no dtype"))?;
                    let shape = super::sizes(&plain_items(shape)?)?;
                    let columns_first = matches!(order, Value::Bool(Truth::True) | Value::Int(1));
                    let name = dtype.0.borrow().as_ref().and_then(Value::as_str).unwrap_or(&dtype.1).to_owned();
                    let array = crate::ndarray::array_from_parts(&shape, &name, &bytes_of(data)?, columns_first)?;
                    // Replace earlier references to the array too.
                    for value in self.memo.values_mut().filter(|value| value.is(&target)) {
                        *value = array.clone();
                    }
                    array
                }
                // A dtype's state: (version, byte order, ...).
                (name, [_, order, ..]) => {
                    let order = order.as_str().unwrap_or("|");
                    let full = format!("{order}{name}");
                    pending.0.replace(Some(Value::str(full)));
                    target.clone()
                }
                _ => return Err(corrupt("an array's state has another form")),
            }
        } else if self.is_found(vm, &target) {
            fill(vm, &target, state)?;
            target.clone()
        } else if let (Value::Instance(instance), Value::Dict(attributes)) = (&target, state) {
            for (name, value) in attributes.items() {
                if let Some(name) = name.as_str() {
                    instance.dict_to_change().insert_str(name, value);
                }
            }
            target.clone()
        } else if crate::tensor::tensor_of(&target).is_some() {
            target.clone()
        } else {
            let text = "Can only build Tensor, Parameter, OrderedDict or types allowlisted via `add_safe_globals`";
            return Err(super::unpickling(vm, format!("{text}, but got {}", target.type_name())));
        };
        self.stack.push(built);
        Ok(())
    }
}

fn member(vm: &mut Vm, module: &str, name: &str) -> Result<Value> {
    if module == "builtins" {
        return vm.builtin(name).ok_or_else(|| corrupt("a type is unknown"));
    }
    let module = vm.import(module)?;
    vm.get_attr(&module, name)
}

fn plain_items(value: &Value) -> Result<Vec<Value>> {
    match value {
        Value::Tuple(items) => Ok(items.to_vec()),
        Value::List(list) => Ok(list.items.borrow().clone()),
        _ => Err(corrupt("a sequence is none")),
    }
}

fn bytes_of(value: &Value) -> Result<Vec<u8>> {
    match value {
        Value::Bytes(bytes) => Ok(bytes.data.borrow().to_vec()),
        // Python 2 wrote bytes as strings.
        Value::Str(text) => (text.chars().map(|c| u8::try_from(u32::from(c)).ok()).collect::<Option<_>>())
            .ok_or_else(|| corrupt("an array's bytes are not bytes")),
        _ => Err(corrupt("an array has no bytes")),
    }
}

/// Sets an object's state like pickle: by `__setstate__`, or as attributes, those of slots in a second dict.
fn fill(vm: &mut Vm, target: &Value, state: &Value) -> Result<()> {
    if let Some(set) = vm.find_attr(target, "__setstate__")? {
        return vm.call(&set, std::slice::from_ref(state), &[]).map(drop);
    }
    let (attributes, slots) = match state {
        Value::Tuple(both) if both.len() == 2 => (both[0].clone(), both[1].clone()),
        _ => (state.clone(), Value::None),
    };
    if let (Value::Instance(instance), Value::Dict(attributes)) = (target, &attributes) {
        instance.dict_to_change().update(vm, attributes)?;
    }
    if let Value::Dict(slots) = &slots {
        for (name, value) in slots.items() {
            vm.set_attr(target, name.as_str().unwrap_or_default(), value)?;
        }
    }
    Ok(())
}

fn set_items(vm: &mut Vm, dict: &Value, items: Vec<Value>) -> Result<()> {
    let Value::Dict(dict) = dict.beneath() else { return Err(corrupt("items are set in no dict")) };
    if !items.len().is_multiple_of(2) {
        return Err(corrupt("a key has no value"));
    }
    let mut items = items.into_iter();
    while let (Some(key), Some(value)) = (items.next(), items.next()) {
        check_depth(&key)?;
        dict.insert(vm, key, value)?;
    }
    Ok(())
}

/// Refuses nesting that is too deep to hash, print or drop safely.
fn check_depth(value: &Value) -> Result<()> {
    let mut seen = std::collections::HashSet::new();
    let mut level = vec![value.clone()];
    for _ in 0..DEEPEST {
        let mut next = Vec::new();
        for value in level {
            if value.address() != 0 && !seen.insert(value.address()) {
                continue;
            }
            match value.beneath() {
                Value::Tuple(items) => next.extend(items.iter().filter(|item| nests(item)).cloned()),
                Value::List(list) => next.extend(list.items.borrow().iter().filter(|item| nests(item)).cloned()),
                Value::Dict(dict) => {
                    let items = dict.items().into_iter().flat_map(|(key, value)| [key, value]);
                    next.extend(items.filter(nests));
                }
                _ => {}
            }
        }
        if next.is_empty() {
            return Ok(());
        }
        level = next;
    }
    Err(Raise::new(Exc::RecursionError, "maximum recursion depth exceeded while reading a pickle"))
}

fn nests(value: &Value) -> bool {
    matches!(value.beneath(), Value::Tuple(_) | Value::List(_) | Value::Dict(_))
}
