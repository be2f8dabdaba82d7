//! Reverse-mode differentiation: walks the tape that the engine recorded and applies the gradient rules.

pub mod anomaly;
pub mod custom;
pub mod graph;
pub mod hooks;
pub mod kept;
mod layers;
pub mod passes;

pub mod composed;

mod context;
mod expression;
mod gamma;
mod linalg_rules;
mod names;
mod reductions;
mod rules;
mod view_rules;
mod walk;

pub use names::{end, name_node, node_name};
use tensorcell_engine::profile::events::Kind;
use tensorcell_engine::{self as engine, autocast, batched, grad_mode};
use tensorcell_tensor::op::Result;
use tensorcell_tensor::{ErrorKind, Make, Op, Scalar, Tensor, TensorError};
use walk::{Goal, Walk};

/// `torch.autograd.backward` / `Tensor.backward`: accumulates into the leaves' `.grad`.
///
/// `gradients` holds one per output; `None` means 1 and is only allowed for outputs with one element.
pub fn backward(
    outputs: &[Tensor],
    gradients: &[Option<Tensor>],
    retain_graph: bool,
    create_graph: bool,
) -> Result<()> {
    let roots = roots(outputs, gradients, create_graph)?;
    in_backward(create_graph, || {
        hooks::pass(|| Walk::new(retain_graph || create_graph, create_graph, Goal::Leaves).run(roots)?.accumulate())
    })
}

/// `torch.autograd.grad`: returns the gradients of `inputs` and accumulates nothing. An input that the outputs do not depend on
/// gives `None`; without `allow_unused`, this is an error.
pub fn grad(
    outputs: &[Tensor],
    inputs: &[Tensor],
    gradients: &[Option<Tensor>],
    retain_graph: bool,
    create_graph: bool,
    allow_unused: bool,
) -> Result<Vec<Option<Tensor>>> {
    let roots = roots(outputs, gradients, create_graph)?;
    for (i, input) in inputs.iter().enumerate() {
        if engine::record::edge(input).is_none() {
            return Err(TensorError::runtime("One of the differentiated Tensors does not require grad").mark(i, input));
        }
    }
    let found = in_backward(create_graph, || {
        let goal = Goal::inputs(inputs);
        Walk::new(retain_graph || create_graph, create_graph, goal).run(roots)?.of_inputs(inputs)
    })?;
    if !allow_unused && found.iter().any(Option::is_none) {
        return Err(TensorError::runtime(
            "One of the differentiated Tensors appears to not have been used in the graph. Set allow_unused=True if \
             this is the desired behavior.",
        ));
    }
    let concealed = |(found, input): (Option<Tensor>, &Tensor)| match found {
        Some(gradient) if input.is_batched() => batched::conceal(&gradient, input.levels()).map(Some),
        found => Ok(found),
    };
    found.into_iter().zip(inputs).map(concealed).collect()
}

/// Whether gradients of `tensor` reach any leaf that is not in `leaves` (tensor ids).
pub fn reaches_beyond(tensor: &Tensor, leaves: &[usize]) -> bool {
    reached(std::slice::from_ref(tensor)).iter().any(|leaf| !leaves.contains(leaf))
}

/// The ids of the leaves that gradients of the tensors reach.
pub fn reached(tensors: &[Tensor]) -> std::collections::HashSet<usize> {
    use tensorcell_tensor::tape::Target;
    let (mut seen, mut leaves) = (std::collections::HashSet::new(), std::collections::HashSet::new());
    let mut open: Vec<Target> = tensors.iter().filter_map(engine::record::edge).map(|edge| edge.target).collect();
    while let Some(target) = open.pop() {
        match target {
            Target::Leaf(leaf) => {
                leaves.insert(leaf.id());
            }
            Target::Node(node, _) if seen.insert(node.sequence) => {
                let edges = node.operands.iter().filter_map(|operand| operand.edge.as_ref());
                open.extend(edges.map(|edge| edge.target.clone()));
            }
            Target::Node(..) => {}
        }
    }
    leaves
}

/// `Tensor.retain_grad()`: keeps this result's gradient in its `.grad`.
pub fn retain_grad(tensor: &Tensor) -> Result<()> {
    if engine::record::edge(tensor).is_none() {
        return Err(TensorError::runtime("can't retain_grad on Tensor that has requires_grad=False"));
    }
    let mut meta = tensor.autograd().lock();
    if let (Some((node, output)), false) = (&meta.history, meta.retains_grad) {
        node.retained.lock().push((*output, tensor.downgrade()));
        meta.retains_grad = true;
    }
    Ok(())
}

/// Runs a backward pass outside autocast. It is recorded only with `create_graph`.
fn in_backward<T>(create_graph: bool, work: impl FnOnce() -> T) -> T {
    let _restore = autocast::pause();
    grad_mode::with(create_graph, work)
}

/// Pairs each output with its gradient. The tape has whole tensors only, so dimensions hidden in an output are visible in its gradient.
fn roots(outputs: &[Tensor], gradients: &[Option<Tensor>], create_graph: bool) -> Result<Vec<(Tensor, Tensor)>> {
    let mut roots = Vec::with_capacity(outputs.len());
    for (i, output) in outputs.iter().enumerate() {
        if engine::record::edge(output).is_none() {
            return Err(TensorError::runtime(format!(
                "element {i} of tensors does not require grad and does not have a grad_fn"
            ))
            .mark(i, output));
        }
        let gradient = match gradients.get(i).cloned().flatten() {
            Some(gradient) if gradient.shape() == output.shape() => {
                check_complex(i, output, &gradient)?;
                gradient
            }
            Some(gradient) => {
                let size = |t: &Tensor| format!("torch.Size({:?})", t.shape());
                return Err(TensorError::runtime(format!(
                    "Mismatch in shape: grad_output[{i}] has a shape of {} and output[{i}] has a shape of {}.",
                    size(&gradient),
                    size(output)
                )));
            }
            None if output.numel() != 1 => {
                return Err(TensorError::new(
                    ErrorKind::Runtime,
                    "grad can be implicitly created only for scalar outputs",
                )
                .mark(i, output));
            }
            None if output.dtype().is_complex() => {
                return Err(TensorError::runtime(format!(
                    "grad can be implicitly created only for real scalar outputs but got {}",
                    output.dtype()
                ))
                .mark(i, output));
            }
            None => grad_mode::with(create_graph, || {
                let _event = engine::profile::events::enter(Kind::Operation, "aten::ones_like", false);
                let make = Make { shape: output.shape().into(), dtype: output.dtype(), device: output.device() };
                engine::run(Op::Fill { value: Scalar::Int(1), make }, &[])
            })?,
        };
        roots.push((output.whole().clone(), batched::reveal(&gradient, output.levels(), output.hidden())?));
    }
    Ok(roots)
}

/// Checks that a gradient is complex exactly if its output is.
fn check_complex(i: usize, output: &Tensor, gradient: &Tensor) -> Result<()> {
    let (own, given) = (output.dtype(), gradient.dtype());
    match own.is_complex() == given.is_complex() {
        true => Ok(()),
        false => Err(TensorError::runtime(format!(
            "For complex Tensors, both grad_output and output are required to have the same dtype. Mismatch in dtype: \
             grad_output[{i}] has a dtype of {given} and output[{i}] has a dtype of {own}."
        ))),
    }
}

#[cfg(test)]
mod tests;
