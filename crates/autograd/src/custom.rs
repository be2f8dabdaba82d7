//! Functions with a backward of their own (`torch.autograd.Function`, checkpoints): the language registers a closure,
//! the tape holds its token.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use tensorcell_tensor::Tensor;
use tensorcell_tensor::op::{Result, Token};

/// Takes the gradients of the outputs (none: zero), the saved inputs and the saved outputs (none where nothing was
/// saved); gives a gradient for each input (none: no gradient).
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

/// Puts a function on the tape: `outputs` (computed from `inputs` with recording off) get this node as their history, those
/// at `differentiable` at least. The tape keeps the inputs and outputs at the places of `saved`, and checks their versions.
/// Nothing is recorded when recording is off or no input requires a gradient.
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
