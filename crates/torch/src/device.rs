//! `torch.device` objects.

use super::numbers::integer_of;
use super::{classes, defaults};
use std::any::Any;
use std::cell::RefCell;
use std::rc::Rc;
use tensorcell_device::driver;
use tensorcell_language::native::{CompareOp, Getter, Native};
use tensorcell_language::{Builtin, Class, Raise, Result, Value, Vm};
use tensorcell_tensor::Device;

/// `torch.device("cuda")` has no index until a tensor is created on it; `torch.device("cuda:1")` has one.
#[derive(Debug)]
pub struct DeviceObject {
    kind: Kind,
    index: Option<usize>,
    /// The default devices to restore after `with torch.device(...)`.
    outer: RefCell<Vec<Device>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Cpu,
    Cuda,
    Meta,
}

impl From<Device> for DeviceObject {
    fn from(device: Device) -> DeviceObject {
        match device {
            Device::Cpu => DeviceObject::new(Kind::Cpu, None),
            Device::Cuda(index) => DeviceObject::new(Kind::Cuda, Some(index)),
            Device::Meta => DeviceObject::new(Kind::Meta, None),
        }
    }
}

const KINDS: &str = "cpu, cuda, ipu, xpu, mkldnn, opengl, opencl, ideep, hip, ve, fpga, maia, xla, lazy, vulkan, mps, meta, hpu, mtia, privateuseone";

impl DeviceObject {
    fn new(kind: Kind, index: Option<usize>) -> DeviceObject {
        DeviceObject { kind, index, outer: RefCell::default() }
    }

    /// Parses `cpu`, `cuda` or `cuda:1`.
    pub fn parse(text: &str) -> Result<DeviceObject> {
        let (kind, index) = match text.split_once(':') {
            Some((kind, index)) => (kind, Some(index)),
            None => (text, None),
        };
        let index = match index {
            Some(index) => match index.parse::<usize>() {
                Ok(index) => Some(index),
                Err(_) => return Err(Raise::runtime(format!("Invalid device string: '{text}'"))),
            },
            None => None,
        };
        match kind {
            "cpu" => Ok(DeviceObject::new(Kind::Cpu, index)),
            "cuda" => Ok(DeviceObject::new(Kind::Cuda, index)),
            "meta" => Ok(DeviceObject::new(Kind::Meta, index)),
            _ if KINDS.split(", ").any(|known| known == kind) => Err(Raise::runtime(format!(
                "there are no devices of type '{kind}' here: tensors live on 'cpu', 'cuda' and 'meta'"
            ))),
            _ => Err(Raise::runtime(format!("Expected one of {KINDS} device type at start of device string: {kind}"))),
        }
    }

    /// Returns the current meaning: `cuda` alone is the current CUDA device.
    pub fn resolve(&self) -> Device {
        match (self.kind, self.index) {
            (Kind::Cpu, _) => Device::Cpu,
            (Kind::Cuda, Some(index)) => Device::Cuda(index),
            (Kind::Cuda, None) => Device::Cuda(driver::current_device()),
            (Kind::Meta, _) => Device::Meta,
        }
    }

    fn kind(&self) -> &'static str {
        match self.kind {
            Kind::Cpu => "cpu",
            Kind::Cuda => "cuda",
            Kind::Meta => "meta",
        }
    }

    fn text(&self) -> String {
        match self.index {
            Some(index) => format!("{}:{index}", self.kind()),
            None => self.kind().to_string(),
        }
    }
}

pub fn device_value(device: Device) -> Value {
    Value::native(DeviceObject::from(device))
}

/// Reads a `torch.device`, `"cuda:1"` or the index of a CUDA device.
pub fn device_of(value: &Value) -> Result<Option<Device>> {
    match value {
        Value::Str(text) => DeviceObject::parse(text.as_str()).map(|device| Some(device.resolve())),
        Value::Int(index) => Ok(Some(Device::Cuda(*index as usize))),
        _ => Ok(value.downcast::<DeviceObject>().map(DeviceObject::resolve)),
    }
}

pub static NEW: Builtin = Builtin::new(
    "torch.device",
    "(type, index=None)",
    "Where a tensor lives: `torch.device('cuda', 1)`, `torch.device('cuda:1')`, `torch.device('cpu')`.\n\n\
         Errors: RuntimeError for a kind that does not exist: `torch.device('gpu')`\n\n\
         >>> torch.device('cuda:1')\n\
         device(type='cuda', index=1)\n\
         >>> torch.device('cuda', 1).index\n\
         1",
    |vm, args| {
        if let Some(device) = args.get(0).downcast::<DeviceObject>() {
            return Ok(Value::native(DeviceObject::new(device.kind, device.index)));
        }
        if let Value::Int(index) = args.get(0) {
            return Ok(Value::native(DeviceObject::new(Kind::Cuda, Some(*index as usize))));
        }
        let Value::Str(text) = args.get(0) else {
            return Err(args.wrong(0, "str"));
        };
        let mut device = DeviceObject::parse(text.as_str())?;
        if let Some(index) = args.given(1).filter(|index| !index.is_none()) {
            if device.index.is_some() {
                let text = format!(
                    "type (string) must not include an index because index was passed explicitly: {}",
                    text.as_str()
                );
                return Err(Raise::runtime(text));
            }
            let index = integer_of(vm, index)?.ok_or_else(|| args.wrong(1, "int"))?;
            let negative = |_| Raise::runtime("Device index must not be negative").mark(1, "negative");
            device.index = Some(usize::try_from(index).map_err(negative)?);
        }
        Ok(Value::native(device))
    },
);

fn this(value: &Value) -> Result<&DeviceObject> {
    value.downcast::<DeviceObject>().ok_or_else(|| Raise::type_error("expected a torch.device"))
}

pub static METHODS: &[Builtin] = &[Builtin::new("device.__reduce__", "(self)", "What pickle writes.", |_, args| {
    let device = this(args.get(0))?;
    let index = device.index.map(|index| Value::Int(index as i64));
    let parts = std::iter::once(Value::str(device.kind())).chain(index).collect();
    Ok(Value::tuple(vec![Value::Class(classes().device.clone()), Value::tuple(parts)]))
})];

pub static GETTERS: &[Getter] = &[
    Getter {
        name: "type",
        doc: "'cpu', 'cuda' or 'meta'.",
        get: |_, value| Ok(Value::str(this(value)?.kind())),
        set: None,
    },
    Getter {
        name: "index",
        doc: "The device's number, or None.",
        get: |_, value| Ok(this(value)?.index.map_or(Value::None, |index| Value::Int(index as i64))),
        set: None,
    },
];

impl Native for DeviceObject {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        classes().device.clone()
    }
    fn repr(&self, _: &mut Vm) -> Result<String> {
        Ok(match self.index {
            Some(index) => format!("device(type='{}', index={index})", self.kind()),
            None => format!("device(type='{}')", self.kind()),
        })
    }
    fn str(&self, _: &mut Vm) -> Result<String> {
        Ok(self.text())
    }
    fn compare(&self, _: &mut Vm, op: CompareOp, _: &Value, other: &Value) -> Result<Option<Value>> {
        let same =
            other.downcast::<DeviceObject>().is_some_and(|other| (other.kind, other.index) == (self.kind, self.index));
        Ok(match op {
            CompareOp::Eq => Some(Value::from(same)),
            CompareOp::Ne => Some(Value::from(!same)),
            _ => None,
        })
    }
    fn hash(&self, _: &mut Vm) -> Result<Option<u64>> {
        Ok(Some((self.kind as u64) << 32 | self.index.map_or(0, |index| index as u64 + 1)))
    }
    fn enter(&self, _: &mut Vm, this: &Value) -> Result<Option<Value>> {
        self.outer.borrow_mut().push(defaults::device());
        defaults::set_device(self.resolve());
        Ok(Some(this.clone()))
    }
    fn exit(&self, _: &mut Vm) -> Result<()> {
        if let Some(device) = self.outer.borrow_mut().pop() {
            defaults::set_device(device);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn device_strings() {
        assert_eq!(DeviceObject::parse("cuda:1").map(|d| d.text()).ok().as_deref(), Some("cuda:1"));
        assert_eq!(DeviceObject::parse("cpu").map(|d| d.resolve()).ok(), Some(Device::Cpu));
        assert!(DeviceObject::parse("gpu").is_err());
        assert!(DeviceObject::parse("cuda:x").is_err());
    }
}
