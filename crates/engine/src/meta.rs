//! The executor of the meta device: its tensors have no data, so what inference found is all of a result.

use super::Executor;
use tensorcell_tensor::op::{ErrorKind, Result};
use tensorcell_tensor::{Arg, Device, Layer, Op, Tensor, TensorError};

struct Meta;

pub fn executor() -> &'static dyn Executor {
    &Meta
}

impl Executor for Meta {
    fn run(&self, _: &Op, _: &[Arg], _: &[Tensor]) -> Result<()> {
        Ok(())
    }
    fn run_sized_by_data(&self, op: &Op, _: &[Arg]) -> Result<Vec<Tensor>> {
        Err(TensorError::new(
            ErrorKind::NotImplemented,
            format!(
                "aten::{}: attempted to run this operator with Meta tensors, but there was no fake impl or Meta kernel \
                 registered for this operator. You may have run into this message while using an operator with PT2 \
                 compilation APIs (torch.compile/torch.export); in order to use this operator with those APIs you'll need \
                 to add a fake impl. Please see the following for next steps:  \
                 https://pytorch.org/tutorials/advanced/custom_ops_landing_page.html",
                op.name()
            ),
        ))
    }
    /// A layer of one operation has the shapes of a composed one, and costs least.
    fn fuses(&self, _: &Layer, _: &[&Tensor]) -> bool {
        true
    }
    fn manual_seed(&self, _: Device, _: u64) {}
    fn rng_state(&self, _: Device) -> Vec<u8> {
        Vec::new()
    }
    fn set_rng_state(&self, _: Device, _: &[u8]) -> Result<()> {
        Ok(())
    }
}
