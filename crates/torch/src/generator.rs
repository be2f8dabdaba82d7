//! Random generators: `torch.Generator`, `torch.manual_seed`, generator states.

use super::arguments::TensorArgs;
use super::device::device_value;
use super::tensor::tensor_value;
use super::{classes, host};
use num_traits::ToPrimitive;
use std::any::Any;
use std::cell::RefCell;
use std::rc::Rc;
use tensorcell_device::driver;
use tensorcell_engine as engine;
use tensorcell_language::native::{Args, Getter, Native};
use tensorcell_language::{Builtin, Class, Raise, Result, Value, Vm};
use tensorcell_tensor::{DType, Device};

/// A generator with its own state, which replaces the device's default state while it draws; or that default generator itself.
pub struct Generator {
    device: Device,
    /// None for the device's default generator.
    own: Option<RefCell<Vec<u8>>>,
}

/// The initial seed of a default generator.
pub const DEFAULT_SEED: u64 = 67_280_421_310_721;

impl Generator {
    fn new(device: Device) -> Result<Generator> {
        let generator = Generator { device, own: Some(RefCell::default()) };
        generator.manual_seed(DEFAULT_SEED)?;
        Ok(generator)
    }

    /// Makes an object for the device's default generator.
    pub fn of_device(device: Device) -> Generator {
        Generator { device, own: None }
    }

    fn manual_seed(&self, seed: u64) -> Result<()> {
        let executor = engine::executor(self.device);
        let Some(own) = &self.own else {
            executor.manual_seed(self.device, seed);
            return Ok(());
        };
        let default = executor.rng_state(self.device);
        executor.manual_seed(self.device, seed);
        *own.borrow_mut() = executor.rng_state(self.device);
        Ok(executor.set_rng_state(self.device, &default)?)
    }

    fn state(&self) -> Vec<u8> {
        match &self.own {
            Some(own) => own.borrow().clone(),
            None => engine::executor(self.device).rng_state(self.device),
        }
    }

    fn set_state(&self, state: Vec<u8>) -> Result<()> {
        let executor = engine::executor(self.device);
        let default = executor.rng_state(self.device);
        executor.set_rng_state(self.device, &state)?;
        if let Some(own) = &self.own {
            executor.set_rng_state(self.device, &default)?;
            *own.borrow_mut() = state;
        }
        Ok(())
    }

    /// A state begins with its seed.
    fn initial_seed(&self) -> Value {
        let mut seed = [0; 8];
        seed.iter_mut().zip(self.state()).for_each(|(to, byte)| *to = byte);
        seed_value(u64::from_le_bytes(seed))
    }
}

fn seed_value(seed: u64) -> Value {
    i64::try_from(seed).map_or_else(|_| Value::big(seed.into()), Value::Int)
}

/// Draws with `generator`: a `torch.Generator`, or None for the device's default.
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
    let Some(own) = &generator.own else {
        return draw();
    };
    let executor = engine::executor(device);
    let default = executor.rng_state(device);
    executor.set_rng_state(device, &own.borrow())?;
    let drawn = draw();
    *own.borrow_mut() = executor.rng_state(device);
    executor.set_rng_state(device, &default)?;
    drawn
}

/// Seeds are any 64-bit number. Negative ones wrap around, as in PyTorch.
/// Returns a seed: a whole number of 64 bits, with a sign or without.
pub fn seed_of(args: &Args, i: usize) -> Result<u64> {
    match args.get(i) {
        Value::BigInt(seed) => seed.to_u64().ok_or_else(|| Raise::value_error("Overflow when unpacking long long")),
        _ => args.int(i).map(|seed| seed as u64),
    }
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

pub static NEW: Builtin = Builtin::new(
    "torch.Generator",
    "(device='cpu')",
    "A random number generator of its own.\n\n\
         >>> torch.Generator().manual_seed(7).initial_seed()\n\
         7",
    |_, args| {
        let device = args.opt_device(0)?.unwrap_or(Device::Cpu);
        Ok(Value::native(Generator::new(device)?))
    },
);

pub static GETTERS: &[Getter] = &[Getter {
    name: "device",
    doc: "The device it draws for.",
    get: |_, value| Ok(device_value(this(value)?.device)),
    set: None,
}];

pub static METHODS: &[Builtin] = &[
    Builtin::new("Generator.manual_seed", "(self, seed)", "Starts again from a seed.", |_, args| {
        this(args.get(0))?.manual_seed(seed_of(args, 1)?)?;
        Ok(args.get(0).clone())
    }),
    Builtin::new("Generator.seed", "(self)", "Starts again from a seed of chance, and returns it.", |_, args| {
        let seed = fresh_seed();
        this(args.get(0))?.manual_seed(seed)?;
        Ok(seed_value(seed))
    }),
    Builtin::new("Generator.initial_seed", "(self)", "The seed it started from.", |_, args| {
        Ok(this(args.get(0))?.initial_seed())
    }),
    Builtin::new("Generator.get_state", "(self)", "The state, as a tensor of bytes.", |_, args| {
        state_value(&this(args.get(0))?.state())
    }),
    Builtin::new("Generator.set_state", "(self, new_state)", "Returns to a state.", |_, args| {
        this(args.get(0))?.set_state(engine::to_bytes(args.tensor(1)?)?)?;
        Ok(args.get(0).clone())
    }),
    Builtin::new("Generator.clone_state", "(self)", "Another generator, in the same state.", |_, args| {
        let own = this(args.get(0))?;
        let other = Generator::new(own.device)?;
        other.set_state(own.state())?;
        Ok(Value::native(other))
    }),
];

pub static FUNCTIONS: &[Builtin] = &[
    Builtin::new(
        "torch.manual_seed",
        "(seed)",
        "Seeds the default generators of all devices.\n\n\
         >>> torch.manual_seed(0).initial_seed()\n\
         0",
        |_, args| {
            // PyTorch accepts whatever int() accepts.
            let seed = match args.get(0) {
                Value::Float(_) if args.float(0)?.is_finite() => args.float(0)? as i64 as u64,
                Value::Str(text) => text.as_str().trim().parse::<i64>().map(|seed| seed as u64).map_err(|_| {
                    Raise::value_error(format!("invalid literal for int() with base 10: '{}'", text.as_str()))
                })?,
                _ => seed_of(args, 0)?,
            };
            seed_all(seed);
            Ok(Value::native(Generator::of_device(Device::Cpu)))
        },
    ),
    Builtin::new("torch.seed", "()", "Seeds the default generators by chance, and returns the seed.", |_, _| {
        let seed = fresh_seed();
        seed_all(seed);
        Ok(seed_value(seed))
    }),
    Builtin::new(
        "torch.initial_seed",
        "()",
        "The seed of the default generators.\n\n\
         >>> torch.manual_seed(7).initial_seed()\n\
         7",
        |_, _| Ok(Generator::of_device(Device::Cpu).initial_seed()),
    ),
    Builtin::new("torch.get_rng_state", "()", "The CPU generator's state, as a tensor of bytes.", |_, _| {
        state_value(&engine::executor(Device::Cpu).rng_state(Device::Cpu))
    }),
    Builtin::new("torch.set_rng_state", "(new_state)", "Returns the CPU generator to a state.", |_, args| {
        let bytes = engine::to_bytes(args.tensor(0)?)?;
        engine::executor(Device::Cpu).set_rng_state(Device::Cpu, &bytes)?;
        Ok(Value::None)
    }),
];
