//! The place where expressions are evaluated: an active call, or the notebook's namespace.

use tensorcell_jupyter::debugger::Refusal;
use tensorcell_language::{Raise, Value, Vm};

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// The call at this stack height.
    Call(usize),
    Notebook,
}

/// Frame ids are stack heights plus this offset, because 0 and 1 are not valid ids.
const FIRST: usize = 2;

impl Place {
    /// # Errors
    /// If there is no active call at that height.
    pub fn of_frame(vm: &Vm, frame: i64) -> Result<Place, Refusal> {
        let height = usize::try_from(frame).ok().and_then(|frame| frame.checked_sub(FIRST));
        match height.filter(|height| vm.calls().iter().any(|call| call.height == *height)) {
            Some(height) => Ok(Place::Call(height)),
            None => Err(Refusal(format!(
                "there is no frame {frame}: the program has continued, or was never stopped there"
            ))),
        }
    }

    /// Returns the frame id of the call at a stack height.
    pub fn frame(height: usize) -> i64 {
        (height + FIRST) as i64
    }

    /// Returns the globals and the locals. They are equal outside of functions.
    ///
    /// # Errors
    /// If the call has ended.
    pub fn names(self, vm: &mut Vm) -> tensorcell_language::Result<(Value, Value)> {
        let Place::Call(height) = self else {
            let globals = Value::Dict(vm.globals());
            return Ok((globals.clone(), globals));
        };
        let frame = vm.frame_at(height).ok_or_else(|| Raise::runtime("the call has ended"))?;
        Ok((vm.get_attr(&frame, "f_globals")?, vm.get_attr(&frame, "f_locals")?))
    }
}

/// Converts an exception for a client.
pub fn refusal(vm: &mut Vm, raise: Raise) -> Refusal {
    let exception = vm.raised(raise);
    let (class, text) = (exception.type_name(), vm.str(&exception).unwrap_or_default());
    Refusal(if text.is_empty() { class } else { format!("{class}: {text}") })
}
