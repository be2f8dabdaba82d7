//! PyTorch's per-thread state: grad mode, autocast regions, saved-tensor hooks, the default device.

use super::{defaults, saved};
use std::any::Any;
use tensorcell_engine::{autocast, grad_mode};
use tensorcell_language::Vm;
use tensorcell_tensor::Device;

struct State {
    modes: grad_mode::Modes,
    autocast: autocast::Regions,
    saved: saved::Regions,
    device: Device,
}

/// Returns the state of a new thread.
fn fresh() -> Box<State> {
    Box::new(State {
        modes: grad_mode::Modes::default(),
        autocast: autocast::Regions::default(),
        saved: saved::Regions::default(),
        device: Device::Cpu,
    })
}

/// Switches threads: installs a thread's state and returns that of the previous one.
fn switch(next: Option<Box<dyn Any>>) -> Box<dyn Any> {
    let next = next.and_then(|state| state.downcast().ok()).unwrap_or_else(fresh);
    let State { modes, autocast, saved, device } = *next;
    Box::new(State {
        modes: grad_mode::exchange(modes),
        autocast: autocast::exchange(autocast),
        saved: saved::exchange(saved),
        device: defaults::exchange_device(device),
    })
}

pub fn register(vm: &mut Vm) {
    vm.keep_per_thread(switch);
}
