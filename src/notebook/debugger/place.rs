//! Where expressions are evaluated: in a call that stands, or in the notebook's names.

use tensorcell_jupyter::debugger::Refusal;
use tensorcell_language::{Raise, Value, Vm};

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// In the call of this height.
    Call(usize),
    Notebook,
}

/// The number of a client's frame stands for a call's height; 0 and 1 are no frames.
const FIRST: usize = 2;

impl Place {
    /// # Errors
    /// Where no call stands at that height.
    pub fn of_frame(vm: &Vm, frame: i64) -> Result<Place, Refusal> {
        let height = usize::try_from(frame).ok().and_then(|frame| frame.checked_sub(FIRST));
        match height.filter(|height| vm.calls().iter().any(|call| call.height == *height)) {
            Some(height) => Ok(Place::Call(height)),
            None => Err(Refusal(format!("there is no frame {frame}: the program has gone on, or never stood there"))),
        }
    }

    /// The number by which a client knows the call of a height.
    pub fn frame(height: usize) -> i64 {
        (height + FIRST) as i64
    }

    /// The names of the module, and those of the call; these are the same where there is no function.
    ///
    /// # Errors
    /// Where the call has ended.
    pub fn names(self, vm: &mut Vm) -> tensorcell_language::Result<(Value, Value)> {
        let Place::Call(height) = self else {
            let globals = Value::Dict(vm.globals());
            return Ok((globals.clone(), globals));
        };
        let frame = vm.frame_at(height).ok_or_else(|| Raise::runtime("the call has ended"))?;
        Ok((vm.get_attr(&frame, "f_globals")?, vm.get_attr(&frame, "f_locals")?))
    }
}

/// What is raised, for a client.
pub fn refusal(vm: &mut Vm, raise: Raise) -> Refusal {
    let exception = vm.raised(raise);
    let (class, text) = (exception.type_name(), vm.str(&exception).unwrap_or_default());
    Refusal(if text.is_empty() { class } else { format!("{class}: {text}") })
}
