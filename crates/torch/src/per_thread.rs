//! What PyTorch keeps for each thread: grad mode, autocast's regions, hooks of saved tensors, the default device.

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

/// Of a new thread.
fn fresh() -> Box<State> {
    Box::new(State {
        modes: grad_mode::Modes::default(),
        autocast: autocast::Regions::default(),
        saved: saved::Regions::default(),
        device: Device::Cpu,
    })
}

/// Another thread runs: takes its state, gives that of the one that ran.
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
