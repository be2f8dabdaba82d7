//! Functions with a user-defined backward (`torch.autograd.Function`, checkpoints). The language registers a closure, and the tape
//! holds its token.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use tensorcell_tensor::Tensor;
use tensorcell_tensor::op::{Result, Token};

/// Takes the gradients of the outputs (`None` for zero), the saved inputs and the saved outputs (`None` if not saved). Returns a
/// gradient per input (`None` if it has none).
pub type Backward = Rc<dyn Fn(&[Option<Tensor>], &[Option<Tensor>], &[Option<Tensor>]) -> Result<Vec<Option<Tensor>>>>;

thread_local! {
    static BACKWARDS: RefCell<HashMap<u64, Backward>> = RefCell::new(HashMap::new());
}

fn keep(backward: Backward) -> Token {
    let id = super::hooks::next_id();
    BACKWARDS.with_borrow_mut(|kept| kept.insert(id, backward));
    Token::new(id, |id| {
        let kept = BACKWARDS.try_with(|kept| kept.borrow_mut().remove(&id));
        drop(kept);
    })
}

pub(super) fn get(token: &Token) -> Option<Backward> {
    BACKWARDS.with_borrow(|kept| kept.get(&token.id()).cloned())
}

/// Records a function on the tape. `outputs`, computed from `inputs` with recording off, get this node as their history, if they
/// are listed in `differentiable`. The tape saves the inputs and outputs at the positions in `saved` and checks their versions.
/// Does nothing if recording is off or no input requires a gradient.
pub fn record(
    name: &str,
    inputs: &[Tensor],
    outputs: &[Tensor],
    differentiable: &[usize],
    saved: [&[usize]; 2],
    backward: Backward,
) {
    tensorcell_engine::record::record_custom(name, inputs, outputs, differentiable, saved, keep(backward));
}
