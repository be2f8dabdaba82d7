//! A single process: its input is its output.

use super::{Backend, Call, Error, Group, Patience, Result, Work};
use std::time::Duration;
use tensorcell_device::Device;
use tensorcell_device::event::Event;
use tensorcell_engine::{self as engine, grad_mode};
use tensorcell_tensor::Op;

pub struct Single;

struct Done;

impl Work for Done {
    fn wait(&self, _: Duration) -> Result<bool> {
        Ok(true)
    }
    fn source(&self) -> Option<usize> {
        Some(0)
    }
}

impl Backend for Single {
    fn name(&self) -> &'static str {
        "single"
    }
    fn takes(&self, _: Device) -> bool {
        true
    }
    fn start(&self, _: Group, call: Call, _: Option<Event>, _: &mut Patience) -> Result<Box<dyn Work>> {
        if call.collective.is_message() {
            return Err(Error::Distributed(format!("{}: there is no other rank", call.name)));
        }
        if let (Some(send), Some(receive)) = (&call.send, &call.receive)
            && !send.same(receive)
        {
            let (send, receive) = (send.detach(), receive.detach());
            grad_mode::with(false, || engine::run_into(Op::Contiguous, &[(&send).into()], &receive))?;
        }
        Ok(Box::new(Done))
    }
    fn new_group(&self, _: &[usize], _: &mut Patience) -> Result<Group> {
        Ok(0)
    }
    fn meet(&self, _: &str, text: &str, _: &mut Patience) -> Result<Vec<String>> {
        Ok(vec![text.to_owned()])
    }
    fn abort(&self, _: &str, _: bool) {}
    fn renew(&self, _: &mut Patience) -> Result<()> {
        Ok(())
    }
    fn leave(&self, _: &str) {}
}
