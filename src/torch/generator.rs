//! Random numbers: `torch.Generator`, `torch.manual_seed`, generator states.

use super::arguments::TensorArgs;
use super::device::device_value;
use super::tensor::tensor_value;
use super::{classes, host};
use crate::device::driver;
use crate::engine;
use crate::language::native::{Getter, Native};
use crate::language::{Builtin, Class, Raise, Result, Value, Vm};
use crate::tensor::{DType, Device};
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// A generator of its own: a state that takes the place of the device's default one while it draws.
pub struct Generator {
    device: Device,
    seed: Cell<u64>,
    state: RefCell<Vec<u8>>,
}

/// What a default generator starts with.
pub const DEFAULT_SEED: u64 = 67_280_421_310_721;

thread_local! {
    static SEED: Cell<u64> = const { Cell::new(DEFAULT_SEED) };
}

impl Generator {
    fn new(device: Device) -> Result<Generator> {
        let generator = Generator { device, seed: Cell::new(DEFAULT_SEED), state: RefCell::default() };
        generator.manual_seed(DEFAULT_SEED)?;
        Ok(generator)
    }

    fn manual_seed(&self, seed: u64) -> Result<()> {
        let executor = engine::executor(self.device);
        let default = executor.rng_state(self.device);
        executor.manual_seed(self.device, seed);
        *self.state.borrow_mut() = executor.rng_state(self.device);
        self.seed.set(seed);
        Ok(executor.set_rng_state(self.device, &default)?)
    }
}

/// Draws from `generator` (a `torch.Generator` or None: the device's default).
pub fn with_generator<T>(generator: &Value, device: Device, draw: impl FnOnce() -> Result<T>) -> Result<T> {
    let generator = match generator {
        Value::None => return draw(),
        value => {
            value.downcast::<Generator>().ok_or_else(|| Raise::type_error("generator must be a torch.Generator"))?
        }
    };
    if generator.device.is_cuda() != device.is_cuda() {
        let kind = |device: Device| if device.is_cuda() { "cuda" } else { "cpu" };
        let text =
            format!("Expected a '{}' device type for generator but found '{}'", kind(device), kind(generator.device));
        return Err(Raise::runtime(text));
    }
    let executor = engine::executor(device);
    let default = executor.rng_state(device);
    executor.set_rng_state(device, &generator.state.borrow())?;
    let drawn = draw();
    *generator.state.borrow_mut() = executor.rng_state(device);
    executor.set_rng_state(device, &default)?;
    drawn
}

/// Seeds are any 64-bit number; negative ones wrap as PyTorch's do.
fn seed_of(seed: i64) -> u64 {
    seed as u64
}

pub fn state_value(state: &[u8]) -> Result<Value> {
    let bytes = host::Elements::Int(state.iter().map(|&b| i64::from(b)).collect());
    host::from_elements(&bytes, &[state.len()], DType::UInt8, Device::Cpu).map(tensor_value)
}

fn fresh_seed() -> u64 {
    use std::hash::{BuildHasher, Hasher};
    std::collections::hash_map::RandomState::new().build_hasher().finish() >> 11
}

/// Seeds every device's default generator.
fn seed_all(seed: u64) {
    SEED.set(seed);
    engine::executor(Device::Cpu).manual_seed(Device::Cpu, seed);
    for index in 0..driver::device_count() {
        let device = Device::Cuda(index);
        engine::executor(device).manual_seed(device, seed);
    }
}

fn this(value: &Value) -> Result<&Generator> {
    value.downcast::<Generator>().ok_or_else(|| Raise::type_error("expected a torch.Generator"))
}

impl Native for Generator {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        classes().generator.clone()
    }
    fn repr(&self, _: &mut Vm) -> Result<String> {
        Ok(format!("<torch._C.Generator object at {self:p}>"))
    }
}

pub static NEW: Builtin =
    Builtin::new("torch.Generator", "(device='cpu')", "A random number generator of its own.", |_, args| {
        let device = args.opt_device(0)?.unwrap_or(Device::Cpu);
        Ok(Value::native(Generator::new(device)?))
    });

pub static GETTERS: &[Getter] = &[Getter {
    name: "device",
    doc: "The device it draws for.",
    get: |_, value| Ok(device_value(this(value)?.device)),
    set: None,
}];

pub static METHODS: &[Builtin] = &[
    Builtin::new("Generator.manual_seed", "(self, seed)", "Starts again from a seed.", |_, args| {
        this(args.get(0))?.manual_seed(seed_of(args.int(1)?))?;
        Ok(args.get(0).clone())
    }),
    Builtin::new("Generator.seed", "(self)", "Starts again from a seed of chance, and returns it.", |_, args| {
        let seed = fresh_seed();
        this(args.get(0))?.manual_seed(seed)?;
        Ok(Value::Int(seed as i64))
    }),
    Builtin::new("Generator.initial_seed", "(self)", "The seed it started from.", |_, args| {
        Ok(Value::Int(this(args.get(0))?.seed.get() as i64))
    }),
    Builtin::new("Generator.get_state", "(self)", "The state, as a tensor of bytes.", |_, args| {
        state_value(&this(args.get(0))?.state.borrow())
    }),
    Builtin::new("Generator.set_state", "(self, new_state)", "Returns to a state.", |_, args| {
        let bytes = engine::to_bytes(args.tensor(1)?)?;
        *this(args.get(0))?.state.borrow_mut() = bytes;
        Ok(Value::None)
    }),
];

pub static FUNCTIONS: &[Builtin] = &[
    Builtin::new("torch.manual_seed", "(seed)", "Seeds the default generators of all devices.", |_, args| {
        seed_all(seed_of(args.int(0)?));
        let generator = Generator::new(Device::Cpu)?;
        generator.manual_seed(SEED.get())?;
        Ok(Value::native(generator))
    }),
    Builtin::new("torch.seed", "()", "Seeds the default generators by chance, and returns the seed.", |_, _| {
        let seed = fresh_seed();
        seed_all(seed);
        Ok(Value::Int(seed as i64))
    }),
    Builtin::new("torch.initial_seed", "()", "The seed of the default generators.", |_, _| {
        Ok(Value::Int(SEED.get() as i64))
    }),
    Builtin::new("torch.get_rng_state", "()", "The CPU generator's state, as a tensor of bytes.", |_, _| {
        state_value(&engine::executor(Device::Cpu).rng_state(Device::Cpu))
    }),
    Builtin::new("torch.set_rng_state", "(new_state)", "Returns the CPU generator to a state.", |_, args| {
        let bytes = engine::to_bytes(args.tensor(0)?)?;
        engine::executor(Device::Cpu).set_rng_state(Device::Cpu, &bytes)?;
        Ok(Value::None)
    }),
];
