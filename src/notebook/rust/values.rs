//! Transfers values: numbers and text by value, tensors by their location in shared or device memory.

use super::wire::{self, Data, Want};
use super::{Held, Rust};
use tensorcell_device::{Device, driver, ipc, shared};
use tensorcell_engine::host::item;
use tensorcell_engine::{self as engine, grad_mode};
use tensorcell_language::unicode::is_identifier;
use tensorcell_language::{Raise, Result, Value, Vm, suggest};
use tensorcell_tensor::op::Make;
use tensorcell_tensor::{DType, Op, Scalar, Tensor};
use tensorcell_torch::{array_of, scalar_value, tensor_of, tensor_value};

/// An answer to a cell, or an error message for it.
type Answer<T> = std::result::Result<T, String>;

fn number(dtype: DType) -> u8 {
    DType::ALL.iter().position(|known| *known == dtype).unwrap_or_default() as u8
}

fn dtype(number: u8) -> Answer<DType> {
    DType::ALL.get(usize::from(number)).copied().ok_or_else(|| "no such dtype".to_owned())
}

/// Looks up a name of the notebook, or a dotted one such as `model.weight`.
pub fn named(vm: &mut Vm, name: &str) -> Answer<Value> {
    let mut parts = name.split('.');
    let first = parts.next().unwrap_or_default();
    let Some(mut value) = vm.globals().get_str(first) else {
        let names: Vec<String> = vm.globals().keys().iter().filter_map(|key| key.as_str().map(str::to_owned)).collect();
        let close = suggest::closest(first, names.iter().map(String::as_str));
        let close = close.map(|close| format!(", did you mean '{close}'?")).unwrap_or_default();
        return Err(format!("name '{first}' is not defined in the notebook{close}"));
    };
    for part in parts {
        value = vm.get_attr(&value, part).map_err(|raise| raise.message())?;
    }
    Ok(value)
}

impl Rust {
    /// Converts a value for a cell that requests it as `want`. `name` is used in messages, `own` is the name to watch
    /// for rebinding.
    pub fn data_of(&mut self, value: &Value, want: Want, name: &str, own: Option<&str>) -> Answer<Data> {
        if let Some(tensor) = tensor_of(value).cloned().or_else(|| array_of(value)) {
            return match want {
                Want::Value if tensor.numel() == 1 => item(&tensor)
                    .map_err(|error| error.message)
                    .and_then(|scalar| self.data_of(&scalar_value(scalar), want, name, own)),
                Want::Value => Err(format!(
                    "{name} is a tensor of shape {:?}: view::<{}>(\"{name}\") shows it",
                    tensor.shape(),
                    tensor.dtype().name()
                )),
                _ => self.hold(&tensor, want, name, own).map(Data::Tensor),
            };
        }
        let items = match value {
            Value::List(list) => Some(list.items.borrow().clone()),
            Value::Tuple(items) => Some(items.to_vec()),
            _ => None,
        };
        if let Some(items) = items {
            let item = |(i, item): (usize, &Value)| self.data_of(item, want, &format!("{name}[{i}]"), None);
            return items.iter().enumerate().map(item).collect::<Answer<_>>().map(Data::List);
        }
        match value {
            Value::None => Ok(Data::None),
            Value::Bool(value) => Ok(Data::Bool(value.get())),
            Value::Int(value) => Ok(Data::Int(*value)),
            Value::Float(value) => Ok(Data::Float(value.get())),
            Value::Str(_) => Ok(Data::Text(value.as_str().unwrap_or_default().to_owned())),
            other => Err(format!(
                "{name} is a {}, which Rust cells do not take: they take tensors, numbers, bools, str, None and lists of such",
                other.type_name()
            )),
        }
    }

    /// Holds a tensor for a cell and returns its location.
    fn hold(&mut self, tensor: &Tensor, want: Want, name: &str, own: Option<&str>) -> Answer<wire::Tensor> {
        if want.writes() && tensor.requires_grad() && (tensor.is_leaf() || grad_mode::is_enabled()) {
            return Err(format!(
                "{name} requires grad, and autograd would not know what Rust writes to it: give {name}.detach()"
            ));
        }
        let at = match (tensor.device(), want.is_device()) {
            (Device::Meta, _) => return Err(format!("{name} is on the meta device, which has no data")),
            _ if tensor.is_sparse() => {
                return Err(format!("{name} is sparse, so it has no memory of its own: give {name}.to_dense()"));
            }
            (Device::Cpu, true) => {
                return Err(format!("{name} is on the processor: view::<{}> shows it there", tensor.dtype().name()));
            }
            (Device::Cuda(_), false) => {
                return Err(format!(
                    "{name} is on {}: device_view gives its address there, {name}.cpu() copies it to the processor",
                    tensor.device()
                ));
            }
            (Device::Cpu, false) => (-1, place(tensor, name)?, Vec::new()),
            (Device::Cuda(index), true) => {
                let failed = |error: tensorcell_device::DeviceError| format!("{name}: {error}");
                // Earlier launches must be complete before another process reads the memory.
                driver::synchronize(index).map_err(failed)?;
                match tensor.numel() {
                    0 => (index as i32, 0, Vec::new()),
                    _ => {
                        let ipc::Shared { handle, offset } = ipc::share(index, tensor.address()).map_err(failed)?;
                        (index as i32, offset, handle.to_vec())
                    }
                }
            }
        };
        if want.writes() {
            tensor.bump_version();
        }
        self.holds += 1;
        let held =
            Held { tensor: tensor.clone(), name: own.map(str::to_owned), writes: want.writes(), reported: false };
        self.held.insert(self.holds, held);
        let (device, offset, ipc) = at;
        Ok(wire::Tensor {
            hold: self.holds,
            dtype: number(tensor.dtype()),
            device,
            offset,
            shape: tensor.shape().iter().map(|size| *size as u64).collect(),
            strides: tensor.strides().iter().map(|stride| *stride as i64).collect(),
            ipc,
        })
    }

    /// Allocates a zeroed tensor in shared memory, held for the cell.
    pub fn allocate(&mut self, number: u8, shape: &[u64]) -> Answer<Data> {
        let shape: Vec<usize> = shape.iter().map(|size| *size as usize).collect();
        let make = Make { shape: shape.as_slice().into(), dtype: dtype(number)?, device: Device::Cpu };
        let zeros = Op::Fill { value: Scalar::Int(0), make };
        let tensor = grad_mode::with(false, || engine::run(zeros, &[])).map_err(|error| error.message)?;
        self.hold(&tensor, Want::ViewMut, "the new tensor", None).map(Data::Tensor)
    }

    /// Converts a cell's value for the notebook.
    pub fn value_of(&mut self, data: Data) -> Answer<Value> {
        Ok(match data {
            Data::None => Value::None,
            Data::Bool(value) => Value::from(value),
            Data::Int(value) => Value::Int(value),
            Data::Float(value) => Value::from(value),
            Data::Text(text) => Value::str(text),
            Data::List(items) => Value::list(items.into_iter().map(|item| self.value_of(item)).collect::<Answer<_>>()?),
            Data::Tuple(items) => {
                Value::tuple(items.into_iter().map(|item| self.value_of(item)).collect::<Answer<_>>()?)
            }
            Data::Array { dtype: number, shape, bytes } => {
                let shape: Vec<usize> = shape.iter().map(|size| *size as usize).collect();
                let tensor = engine::from_bytes(&bytes, &shape, dtype(number)?, Device::Cpu);
                tensor_value(tensor.map_err(|error| error.message)?)
            }
            Data::Held(hold, taken) => {
                let held = self.held.get(&hold).ok_or("the tensor is not held any more")?;
                let value = tensor_value(held.tensor.clone());
                if taken {
                    self.held.remove(&hold);
                }
                value
            }
            Data::Tensor(_) => return Err("a cell gives tensors by number".to_owned()),
        })
    }

    /// Binds a name of the notebook.
    pub fn put(&mut self, vm: &mut Vm, name: &str, data: Data) -> Answer<Data> {
        if !is_identifier(name) {
            return Err(format!("'{name}' cannot be a name of the notebook"));
        }
        let value = self.value_of(data)?;
        vm.globals().insert_str(name, value);
        Ok(Data::None)
    }

    /// Returns the views of earlier cells whose names are now bound to other tensors. Each is reported once.
    pub fn stale(&mut self, vm: &Vm) -> Vec<String> {
        let globals = vm.globals();
        let mut names = Vec::new();
        for held in self.held.values_mut().filter(|held| !held.reported) {
            let Some(name) = held.name.as_deref().filter(|name| !name.contains('.')) else { continue };
            let now = globals.get_str(name);
            let same = now.as_ref().and_then(tensor_of).is_some_and(|now| now.shares_storage(&held.tensor));
            if !same {
                held.reported = true;
                names.push(name.to_owned());
            }
        }
        names.sort();
        names.dedup();
        names
    }

    /// Bumps the version of tensors that cells may have written through their views.
    pub fn count_writes(&self) {
        self.held.values().filter(|held| held.writes).for_each(|held| held.tensor.bump_version());
    }
}

/// Returns the location of a CPU tensor in shared memory. Moves it there first if necessary.
fn place(tensor: &Tensor, name: &str) -> Answer<u64> {
    if tensor.numel() == 0 {
        return Ok(0);
    }
    if !tensor.storage().share().map_err(|error| error.message)? {
        return Err(match tensor.storage().is_pinned() {
            true => format!("{name} is in page-locked memory, which is not shared with Rust: give {name}.clone()"),
            false => format!("there is no shared memory left for {name}"),
        });
    }
    shared::offset(tensor.address()).ok_or_else(|| format!("{name} is not in shared memory"))
}

/// Returns whether autograd would have to record a call with this argument, which is not possible.
pub fn needs_grad(value: &Value) -> bool {
    grad_mode::is_enabled() && tensor_of(value).is_some_and(Tensor::requires_grad)
}

pub fn refuse_grad(function: &str, parameter: &str) -> Raise {
    Raise::runtime(format!("{parameter} requires grad, and autograd does not see into the Rust function {function}"))
        .help(format!("give {parameter}.detach(), or call {function} in the forward of a torch.autograd.Function"))
}

pub fn raise<T>(answer: Answer<T>) -> Result<T> {
    answer.map_err(Raise::runtime)
}
