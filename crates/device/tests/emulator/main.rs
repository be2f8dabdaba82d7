//! Tests devices on the emulator, and the emulator against CUDA's documentation.

mod blas;
mod device;
mod promises;

use std::sync::{Mutex, MutexGuard, PoisonError};
use tensorcell_device::{Device, driver};

const GPU: Device = Device::Cuda(0);

/// Two emulated devices of 256 MiB, shared by all tests, which run one at a time.
fn emulator() -> MutexGuard<'static, ()> {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let guard = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    // SAFETY: the lock keeps other tests from reading the environment meanwhile.
    unsafe {
        std::env::set_var("TENSORCELL_EMULATE", "2");
        std::env::set_var("TENSORCELL_EMULATE_MEMORY", "256MiB");
    }
    driver::set_current_device(0).expect("an emulated device");
    guard
}
