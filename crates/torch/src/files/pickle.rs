//! Writes plain values and tensors as a protocol 2 pickle, as in PyTorch's archives: the fast path of `torch.save`.
//! The module `pickle` writes all other objects.

use super::unpickle::STORAGES;
use crate::device::DeviceObject;
use crate::dtype::dtype_of;
use crate::ndarray::array_of;
use crate::size::Size;
use crate::tensor::{is_parameter, tensor_of};
use std::collections::HashMap;
use std::sync::Arc;
use tensorcell_language::object::Instance;
use tensorcell_language::{Exc, Raise, Result, Value, Vm, memory};
use tensorcell_tensor::{DType, Format, Sparse, Storage, Tensor};

const DEEPEST: usize = 900;

/// A pickle, and its storages in the order of their keys.
pub type Pickled = (Vec<u8>, Vec<Arc<Storage>>);

/// A pickle being written, and its storages in order. A tensor's dtype says how their elements are counted.
#[derive(Default)]
pub struct Pickler {
    out: Vec<u8>,
    /// Memo indices of written values, by address. The value is kept alive, so that no address is reused.
    memo: HashMap<usize, (u32, Value)>,
    storages: HashMap<usize, usize>,
    pub data: Vec<Arc<Storage>>,
    depth: usize,
    /// Whether it is for another process of the program: then objects of the notebook's own classes are written by class name.
    transfers: bool,
    /// Whether it met an object that it cannot write.
    refused: bool,
}

impl Pickler {
    /// Pickles a plain value. Returns None if it contains an object that is not plain.
    pub fn dump(vm: &mut Vm, value: &Value) -> Result<Option<Pickled>> {
        let mut pickler = Pickler { out: vec![0x80, 2], ..Pickler::default() };
        let written = pickler.value(vm, value);
        if pickler.refused {
            return Ok(None);
        }
        written?;
        pickler.out.push(b'.');
        Ok(Some((pickler.out, pickler.data)))
    }

    /// Pickles a value for another process of this program.
    pub fn transfer(vm: &mut Vm, value: &Value) -> Result<Pickled> {
        let mut pickler = Pickler { out: vec![0x80, 2], transfers: true, ..Pickler::default() };
        pickler.value(vm, value)?;
        pickler.out.push(b'.');
        Ok((pickler.out, pickler.data))
    }

    fn global(&mut self, module: &str, name: &str) {
        self.out.extend_from_slice(format!("c{module}\n{name}\n").as_bytes());
    }
    fn text(&mut self, text: &str) {
        self.out.push(b'X');
        self.out.extend_from_slice(&(text.len() as u32).to_le_bytes());
        self.out.extend_from_slice(text.as_bytes());
    }
    fn int(&mut self, value: i64) {
        match value {
            0..=0xff => self.out.extend_from_slice(&[b'K', value as u8]),
            0x100..=0xffff => {
                self.out.push(b'M');
                self.out.extend_from_slice(&(value as u16).to_le_bytes());
            }
            _ => match i32::try_from(value) {
                Ok(value) => {
                    self.out.push(b'J');
                    self.out.extend_from_slice(&value.to_le_bytes());
                }
                Err(_) => self.long(&num_bigint::BigInt::from(value)),
            },
        }
    }
    fn long(&mut self, value: &num_bigint::BigInt) {
        let bytes = value.to_signed_bytes_le();
        match u8::try_from(bytes.len()) {
            Ok(length) => self.out.extend_from_slice(&[0x8a, length]),
            Err(_) => {
                self.out.push(0x8b);
                self.out.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
            }
        }
        self.out.extend_from_slice(&bytes);
    }
    fn numbers(&mut self, values: impl IntoIterator<Item = i64>) {
        self.out.push(b'(');
        values.into_iter().for_each(|value| self.int(value));
        self.out.push(b't');
    }
    fn memoize(&mut self, value: &Value) {
        let at = self.memo.len() as u32;
        if value.address() != 0 {
            self.memo.insert(value.address(), (at, value.clone()));
            self.out.push(b'r');
            self.out.extend_from_slice(&at.to_le_bytes());
        }
    }

    fn value(&mut self, vm: &mut Vm, value: &Value) -> Result<()> {
        if let Some((at, _)) = self.memo.get(&value.address()).filter(|_| value.address() != 0) {
            self.out.push(b'j');
            self.out.extend_from_slice(&at.to_le_bytes());
            return Ok(());
        }
        if self.depth > DEEPEST {
            let text = "maximum recursion depth exceeded while pickling an object";
            return Err(Raise::new(Exc::RecursionError, text));
        }
        self.depth += 1;
        let done = self.kind(vm, value);
        self.depth -= 1;
        done
    }

    fn kind(&mut self, vm: &mut Vm, value: &Value) -> Result<()> {
        match value {
            Value::None => self.out.push(b'N'),
            Value::Bool(b) => self.out.push(0x89 - u8::from(b.get())),
            Value::Int(n) => self.int(*n),
            Value::BigInt(n) => self.long(n),
            Value::Float(x) => {
                self.out.push(b'G');
                self.out.extend_from_slice(&x.plain().to_be_bytes());
            }
            Value::Str(text) => self.text(text.as_str()),
            Value::Bytes(bytes) => {
                self.global("_codecs", "encode");
                let text: String = bytes.data.borrow().iter().map(|&byte| char::from(byte)).collect();
                self.text(&text);
                self.text("latin1");
                self.out.extend_from_slice(&[0x86, b'R']);
            }
            Value::Tuple(items) => {
                self.out.push(b'(');
                items.iter().try_for_each(|item| self.value(vm, item))?;
                self.out.push(b't');
                self.memoize(value);
            }
            Value::List(list) => {
                self.out.push(b']');
                self.memoize(value);
                let items = memory::copied(&list.items.borrow())?;
                self.items(vm, &items)?;
            }
            Value::Dict(_) => {
                self.out.push(b'}');
                self.memoize(value);
                self.pairs(vm, value)?;
            }
            Value::Set(set) => {
                self.global("__builtin__", if set.frozen { "frozenset" } else { "set" });
                self.out.push(b']');
                self.items(vm, &set.items())?;
                self.out.extend_from_slice(&[0x85, b'R']);
                self.memoize(value);
            }
            _ if tensor_of(value).is_some() => self.tensor_value(vm, value)?,
            _ if value.downcast::<Size>().is_some() => {
                self.global("torch", "Size");
                let sizes = value.downcast::<Size>().map(|size| size.0.clone()).unwrap_or_default();
                self.numbers(sizes.iter().copied());
                self.out.extend_from_slice(&[0x85, b'R']);
            }
            _ if value.downcast::<DeviceObject>().is_some() => {
                let text = vm.str(value)?;
                self.global("torch", "device");
                self.text(&text);
                self.out.extend_from_slice(&[0x85, b'R']);
            }
            Value::Instance(instance) => self.instance(vm, value, instance)?,
            _ if self.transfers && array_of(value).is_some() => {
                self.global("tensorcell", "array");
                if let Some(array) = array_of(value) {
                    self.tensor(&array, false)?;
                }
                self.out.extend_from_slice(&[0x85, b'R']);
            }
            _ => match dtype_of(value) {
                Some(dtype) => self.global("torch", dtype.name()),
                None => return Err(self.refuse(vm, value)),
            },
        }
        Ok(())
    }

    /// Writes an OrderedDict, Counter or defaultdict. Other programs would not know other classes.
    fn instance(&mut self, vm: &mut Vm, value: &Value, instance: &Instance) -> Result<()> {
        let class = instance.class.borrow().clone();
        let known = ["OrderedDict", "Counter", "defaultdict"];
        if class.module != "collections" || !known.contains(&class.name.as_str()) {
            if !self.transfers {
                return Err(self.refuse(vm, value));
            }
            self.global("tensorcell", "object");
            self.out.push(b'(');
            self.text(&class.module);
            self.text(&class.name);
            self.value(vm, instance.payload())?;
            self.value(vm, &Value::Dict(instance.shared_dict().clone()))?;
            self.out.extend_from_slice(b"tR");
            self.memoize(value);
            return Ok(());
        }
        self.global("collections", &class.name);
        match class.name.as_str() {
            "Counter" => {
                self.out.push(b'}');
                self.pairs(vm, value)?;
                self.out.extend_from_slice(&[0x85, b'R']);
                self.memoize(value);
            }
            name => {
                if name == "defaultdict" {
                    let factory = vm.get_attr(value, "default_factory")?;
                    match &factory {
                        Value::Class(class) if class.module == "builtins" => {
                            self.global("__builtin__", &class.name);
                            self.out.push(0x85);
                        }
                        Value::None => self.out.push(b')'),
                        _ => return Err(self.refuse(vm, &factory)),
                    }
                } else {
                    self.out.push(b')');
                }
                self.out.push(b'R');
                self.memoize(value);
                self.pairs(vm, value)?;
                if name == "OrderedDict" && !instance.dict().is_empty() {
                    self.value(vm, &Value::Dict(instance.shared_dict().clone()))?;
                    self.out.push(b'b');
                }
            }
        }
        Ok(())
    }

    fn items(&mut self, vm: &mut Vm, items: &[Value]) -> Result<()> {
        if !items.is_empty() {
            self.out.push(b'(');
            items.iter().try_for_each(|item| self.value(vm, item))?;
            self.out.push(b'e');
        }
        Ok(())
    }
    fn pairs(&mut self, vm: &mut Vm, dict: &Value) -> Result<()> {
        let Value::Dict(dict) = dict.beneath() else { return Ok(()) };
        if !dict.is_empty() {
            self.out.push(b'(');
            for (key, value) in dict.items() {
                self.value(vm, &key)?;
                self.value(vm, &value)?;
            }
            self.out.push(b'u');
        }
        Ok(())
    }

    fn tensor_value(&mut self, vm: &mut Vm, value: &Value) -> Result<()> {
        let Some(tensor) = tensor_of(value) else { return Ok(()) };
        let parameter = is_parameter(value);
        if parameter {
            self.global("torch._utils", "_rebuild_parameter");
        }
        self.tensor(tensor, tensor.requires_grad() && !parameter)?;
        if parameter {
            self.flag(tensor.requires_grad());
            self.no_hooks();
            self.out.extend_from_slice(&[0x87, b'R']);
        }
        self.memoize(value);
        let _ = vm;
        Ok(())
    }
    fn refuse(&mut self, vm: &mut Vm, value: &Value) -> Raise {
        self.refused = true;
        Raise::type_error(format!("a worker cannot send objects of '{}'", vm.class_of(value).full_name()))
            .help("send what it holds as a dict of tensors, numbers and text")
    }
    fn flag(&mut self, on: bool) {
        self.out.push(if on { 0x88 } else { 0x89 });
    }
    fn no_hooks(&mut self) {
        self.global("collections", "OrderedDict");
        self.out.extend_from_slice(b")R");
    }
    /// A sparse tensor: its layout, and its parts as tensors.
    fn sparse(&mut self, tensor: &Tensor, parts: &Sparse) -> Result<()> {
        self.global("torch._utils", "_rebuild_sparse_tensor");
        self.out.push(b'(');
        self.global("torch.serialization", "_get_layout");
        self.text(&parts.format.to_string());
        self.out.extend_from_slice(&[0x85, b'R', b'(']);
        parts.indices.iter().chain([&parts.values]).try_for_each(|part| self.tensor(part, false))?;
        self.global("torch", "Size");
        self.numbers(tensor.shape().iter().map(|&n| n as i64));
        self.out.extend_from_slice(&[0x85, b'R']);
        if parts.format == Format::Coo {
            self.flag(parts.coalesced);
        }
        self.out.extend_from_slice(b"ttR");
        Ok(())
    }
    /// A tensor of the meta device: there is nothing to store.
    fn without_data(&mut self, tensor: &Tensor, requires_grad: bool) {
        self.global("torch._utils", "_rebuild_meta_tensor_no_storage");
        self.out.push(b'(');
        self.global("torch", tensor.dtype().name());
        self.numbers(tensor.shape().iter().map(|&n| n as i64));
        self.numbers(tensor.strides().iter().map(|&n| n as i64));
        self.flag(requires_grad);
        self.out.extend_from_slice(b"tR");
    }
    fn tensor(&mut self, tensor: &Tensor, requires_grad: bool) -> Result<()> {
        if let Some(parts) = tensor.parts() {
            return self.sparse(tensor, &parts);
        }
        if tensor.device().is_meta() {
            self.without_data(tensor, requires_grad);
            return Ok(());
        }
        let dtype = tensor.dtype();
        let storage = tensor.storage();
        let next = self.data.len();
        let key = *self.storages.entry(Arc::as_ptr(&storage) as usize).or_insert(next);
        if key == next {
            self.data.push(storage.clone());
        }
        self.global("torch._utils", "_rebuild_tensor_v2");
        self.out.extend_from_slice(b"((");
        self.text("storage");
        let name = STORAGES.iter().find(|(_, held)| *held == dtype).map_or("FloatStorage", |(name, _)| name);
        self.global("torch", name);
        self.text(&key.to_string());
        self.text(&tensor.device().to_string());
        self.int((storage.bytes() / dtype.size()) as i64);
        self.out.extend_from_slice(b"tQ");
        self.int(tensor.layout().offset() as i64);
        self.numbers(tensor.shape().iter().map(|&n| n as i64));
        self.numbers(tensor.strides().iter().map(|&n| n as i64));
        self.flag(requires_grad);
        self.no_hooks();
        self.out.extend_from_slice(b"tR");
        Ok(())
    }
}

/// Calls `read` with a storage's bytes.
pub fn read_storage<T>(storage: &Arc<Storage>, read: impl FnOnce(&[u8]) -> T) -> Result<T> {
    let layout = tensorcell_tensor::Layout::contiguous(&[storage.bytes()]);
    Ok(tensorcell_engine::read_bytes(&Tensor::new(storage.clone(), layout, DType::UInt8), read)?)
}
