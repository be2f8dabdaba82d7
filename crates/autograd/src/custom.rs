//! Functions with a user-defined backward (`torch.autograd.Function`, checkpoints). The language registers a closure, and the tape
//! holds its token.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use tensorcell_engine::batched;
use tensorcell_tensor::op::{Result, Token};
use tensorcell_tensor::{Dims, Levels, Op, Reduction, Tensor};

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
    let backward = if inputs.iter().any(Tensor::is_batched) { of_wholes(inputs, outputs, backward) } else { backward };
    tensorcell_engine::record::record_custom(name, inputs, outputs, differentiable, saved, keep(backward));
}

/// A tensor's hidden dimensions: their levels and sizes.
type Hidden = (Levels, Dims);

fn hidden_of(tensors: &[Tensor]) -> Vec<Hidden> {
    tensors.iter().map(|tensor| (tensor.levels().into(), tensor.hidden().into())).collect()
}

/// The backward of a function that ran over batched tensors: it sees slices, the tape wholes.
fn of_wholes(inputs: &[Tensor], outputs: &[Tensor], backward: Backward) -> Backward {
    let (of_inputs, of_outputs) = (hidden_of(inputs), hidden_of(outputs));
    let all: Levels = of_inputs.iter().flat_map(|(levels, _)| levels.iter().copied()).collect();
    Rc::new(move |gradients, inputs, results| {
        let slice = |(gradient, (levels, _)): (&Option<Tensor>, &Hidden)| {
            gradient.as_ref().map(|gradient| batched::conceal(gradient, levels)).transpose()
        };
        let gradients = gradients.iter().zip(&of_outputs).map(slice).collect::<Result<Vec<_>>>()?;
        let found = backward(&gradients, inputs, results)?;
        let whole = |(gradient, own): (Option<Tensor>, &Hidden)| gradient.map(|g| in_sight(&g, own, &all)).transpose();
        found.into_iter().zip(&of_inputs).map(whole).collect()
    })
}

/// The gradient of an input's whole. Of an input that all slices share it is their sum.
fn in_sight(gradient: &Tensor, (levels, sizes): &Hidden, all: &[u32]) -> Result<Tensor> {
    let shared = |level: &&u32| all.contains(level) && !levels.contains(level);
    let summed: Levels = gradient.levels().iter().filter(shared).copied().collect();
    let mut gradient = batched::reveal(gradient, &summed, &[])?;
    if !summed.is_empty() {
        let sum =
            Op::Reduce { function: Reduction::Sum, dims: (0..summed.len()).collect(), keepdim: false, correction: 0.0 };
        gradient = tensorcell_engine::run(sum, &[(&gradient).into()])?;
    }
    batched::reveal(&gradient, levels, sizes)
}
