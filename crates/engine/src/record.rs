//! Writes the tape: which operations are recorded, what they save, and how in-place writes change histories.

use super::grad_mode;
use parking_lot::Mutex;
use smallvec::SmallVec;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use tensorcell_tensor::op::{Arg, Result, Saves, Token, View};
use tensorcell_tensor::tape::{Edge, Made, Node, Operand, Output, Saved, SavedTensors, Site, Target, ViewOf};
use tensorcell_tensor::{Device, Layout, Op, Scalar, Tensor, TensorError};

static NEXT_SEQUENCE: AtomicU64 = AtomicU64::new(1);

fn next_sequence() -> u64 {
    NEXT_SEQUENCE.fetch_add(1, Ordering::Relaxed)
}

/// The sequence number of the next tape node.
pub fn peek_sequence() -> u64 {
    NEXT_SEQUENCE.load(Ordering::Relaxed)
}

/// The target of a tensor's gradient; `None` if it needs none. If a view's base was written in place, the view's history is renewed first.
pub fn edge(tensor: &Tensor) -> Option<Edge> {
    if !tensor.dtype().is_inexact() {
        return None; // such as the indices of a sort
    }
    let tensor = tensor.whole();
    let mut meta = tensor.known_autograd()?.lock();
    if meta.base.is_some() {
        drop(meta);
        renew_view(tensor);
        meta = tensor.autograd().lock();
    }
    let target = match &meta.history {
        Some((node, output)) => Target::Node(node.clone(), *output),
        None if meta.requires_grad => Target::Leaf(tensor.clone()),
        None => return None,
    };
    Some(Edge { target, shape: tensor.shape().into(), dtype: tensor.dtype(), device: tensor.device() })
}

/// Quick check before computing an edge: most tensors are constants.
fn may_have_edge(tensor: &Tensor) -> bool {
    let Some(meta) = tensor.known_autograd() else { return false };
    let meta = meta.lock();
    meta.requires_grad || meta.history.is_some() || meta.base.is_some()
}

fn is_view(tensor: &Tensor) -> bool {
    tensor.known_autograd().is_some_and(|meta| meta.lock().base.is_some())
}

/// A bit mask of the elements for which `holds` is true.
fn bits<T>(all: &[T], holds: impl Fn(&T) -> bool) -> u32 {
    let held = all.iter().enumerate().filter(|(_, one)| holds(one));
    held.fold(0, |bits, (at, _)| bits | 1 << at.min(31))
}

fn operand(arg: &Arg, edge: Option<Edge>) -> Operand {
    match arg {
        Arg::Tensor(tensor) => Operand {
            edge,
            scalar: None,
            layout: tensor.layout().clone(),
            dtype: tensor.dtype(),
            device: tensor.device(),
        },
        Arg::Scalar(scalar) => Operand {
            edge: None,
            scalar: Some(*scalar),
            layout: Layout::contiguous(&[]),
            dtype: Scalar::dtype(*scalar),
            device: Device::Cpu,
        },
    }
}

type SiteHook = fn() -> Site;

static SITE: OnceLock<SiteHook> = OnceLock::new();

/// Sets the function that returns the current expression of the user's program. It is called for each recorded operation.
pub fn set_site_hook(hook: SiteHook) {
    SITE.get_or_init(|| hook);
}

fn node(op: Op, operands: Vec<Operand>, outputs: &[Tensor], saved: SavedTensors) -> Arc<Node> {
    let saves = saved.inputs.iter().chain(&saved.outputs).any(Option::is_some);
    let outputs =
        outputs.iter().map(|t| Output { shape: t.shape().into(), dtype: t.dtype(), device: t.device() }).collect();
    let node = Arc::new(Node {
        op,
        operands,
        outputs,
        sequence: next_sequence(),
        site: SITE.get().map_or([0; 3], |hook| hook()),
        saved: Mutex::new(Some(saved)),
        hooks: Mutex::new(Vec::new()),
        node_hooks: Mutex::new(Vec::new()),
        metadata: OnceLock::new(),
        retained: Mutex::new(Vec::new()),
        shown: Mutex::new(None),
    });
    if let Some(hook) = NODE.get().filter(|_| saves) {
        hook(&node);
    }
    node
}

type NodeHook = fn(&Arc<Node>);

thread_local! {
    static NODE: std::cell::Cell<Option<NodeHook>> = const { std::cell::Cell::new(None) };
}

/// Sets a function to call for each node of this thread that saves tensors; `None` removes it.
pub fn set_node_hook(hook: Option<NodeHook>) {
    NODE.set(hook);
}

/// An operation that may be recorded. It begins before the operation runs, because an in-place write changes its operands.
pub struct Recording {
    /// `None` if nothing is recorded.
    operands: Option<Vec<Operand>>,
    inputs: Vec<Option<Saved>>,
    saves: Saves,
}

impl Recording {
    /// `out` is the tensor that the operation writes to, if any.
    pub fn begin(op: &Op, inputs: &[Arg], out: Option<&Tensor>) -> Result<Recording> {
        let none = Recording { operands: None, inputs: Vec::new(), saves: Saves::default() };
        if !grad_mode::is_enabled() {
            return Ok(none);
        }
        // Overwriting a tensor that has a history cuts off that history; this is recorded, too.
        let overwrites = out.is_some_and(Tensor::requires_grad);
        if !overwrites && !inputs.iter().filter_map(|arg| arg.tensor()).any(may_have_edge) {
            return Ok(none);
        }
        let edges: SmallVec<[Option<Edge>; 3]> = inputs.iter().map(|arg| arg.tensor().and_then(edge)).collect();
        if !overwrites && edges.iter().all(Option::is_none) {
            return Ok(none);
        }
        let saves = match out {
            // The gradient of a write through a view is that of a write to its base.
            Some(out) if is_view(out) => op.saves(),
            _ => op.saves_for(bits(&edges, Option::is_some), bits(inputs, |arg| arg.tensor().is_some())),
        };
        let mut saved = Vec::new();
        for (i, arg) in inputs.iter().enumerate().filter(|_| saves.inputs != 0) {
            let wanted = saves.inputs >> i.min(31) & 1 == 1;
            if wanted && arg.tensor().is_some_and(|tensor| tensor.autograd().lock().inference) {
                return Err(TensorError::runtime(
                    "Inference tensors cannot be saved for backward. Please do not use Tensors created in inference mode \
                     in computation tracked by autograd. To work around this, you can make a clone to get a normal \
                     tensor and use it in autograd, or use `torch.no_grad()` instead of `torch.inference_mode()`.",
                ));
            }
            saved.push(match arg {
                Arg::Tensor(tensor) if wanted => Some(match out {
                    // The gradient rule reads the value before the write.
                    Some(out) if tensor.shares_storage(out) => Saved::new(keep_value(tensor)?),
                    _ => Saved::new((*tensor).clone()),
                }),
                _ => None,
            });
        }
        let operands = inputs.iter().zip(edges).map(|(arg, edge)| operand(arg, edge)).collect();
        Ok(Recording { operands: Some(operands), inputs: saved, saves })
    }

    fn save_outputs(&self, outputs: &[Tensor]) -> Vec<Option<Saved>> {
        let wanted = |i: usize| self.saves.outputs >> i & 1 == 1;
        let save = |(i, out): (usize, &Tensor)| wanted(i).then(|| Saved::new(out.detach()));
        outputs.iter().enumerate().filter(|_| self.saves.outputs != 0).map(save).collect()
    }

    /// Sets the results' history.
    pub fn finish(mut self, op: Op, results: &[Tensor]) {
        let differentiable = results.iter().any(|t| t.dtype().is_inexact());
        let Some(operands) = self.operands.take().filter(|_| differentiable) else {
            return;
        };
        let saved = SavedTensors { outputs: self.save_outputs(results), inputs: std::mem::take(&mut self.inputs) };
        let node = node(op, operands, results, saved);
        for (i, result) in results.iter().enumerate() {
            if result.dtype().is_inexact() {
                result.autograd().lock().history = Some((node.clone(), i));
            }
        }
    }

    /// Sets the history of `out`, and of the tensor that it is a view of, after an in-place write.
    pub fn finish_in_place(mut self, op: Op, inputs: &[Arg], out: &Tensor) {
        let Some(operands) = self.operands.take().filter(|_| out.dtype().is_inexact()) else {
            return;
        };
        let results = std::slice::from_ref(out);
        let mut saved = SavedTensors { outputs: self.save_outputs(results), inputs: std::mem::take(&mut self.inputs) };
        let base = out.autograd().lock().base.clone();
        let Some(ViewOf { base, .. }) = base else {
            let node = node(op, operands, results, saved);
            let mut meta = out.autograd().lock();
            meta.history = Some((node, 0));
            meta.rebased += 1;
            return;
        };
        // The operation writes to the base: a part of it by `op`, the rest unchanged.
        let own = inputs.iter().enumerate().filter(|(_, arg)| arg.tensor().is_some_and(|t| t.same(out)));
        let own = own.fold(0u32, |bits, (i, _)| bits | 1 << i.min(31));
        let mut all = vec![operand(&Arg::Tensor(&base), edge(&base))];
        all.extend(operands.into_iter().enumerate().map(|(i, operand)| match own >> i & 1 {
            1 => Operand { edge: None, ..operand },
            _ => operand,
        }));
        saved.inputs.insert(0, None);
        let op = Op::CopySlices { op: Box::new(op), layout: out.layout().clone(), dtype: out.dtype(), own };
        let node = node(op, all, std::slice::from_ref(&base), saved);
        {
            let mut meta = base.autograd().lock();
            meta.history = Some((node, 0));
            meta.rebased += 1;
        }
        renew_view(out);
    }
}

/// A copy of a tensor's value with its history, for a gradient rule to read after the tensor was overwritten.
fn keep_value(tensor: &Tensor) -> Result<Tensor> {
    let copy = grad_mode::with(false, || super::run(Op::Contiguous, &[Arg::Tensor(tensor)]))?;
    let history = tensor.autograd().lock().history.clone();
    copy.autograd().lock().history = history;
    Ok(copy)
}

/// PyTorch's checks of in-place writes while recording.
pub fn check_in_place(out: &Tensor, inputs: &[Arg]) -> Result<()> {
    let Some(meta) = out.known_autograd() else { return Ok(()) };
    if !grad_mode::is_inference() && meta.lock().inference {
        return Err(TensorError::runtime(
            "Inplace update to inference tensor outside InferenceMode is not allowed.You can make a clone to get a normal \
             tensor before doing inplace update.",
        ));
    }
    if !grad_mode::is_enabled() {
        return Ok(());
    }
    let is_leaf_that_requires = |tensor: &Tensor| {
        tensor.known_autograd().map(Mutex::lock).is_some_and(|meta| meta.requires_grad && meta.history.is_none())
    };
    if is_leaf_that_requires(out) {
        return Err(TensorError::runtime("a leaf Variable that requires grad is being used in an in-place operation."));
    }
    let view = meta.lock().base.clone();
    if let Some(ViewOf { base, made, .. }) = &view
        && (base.requires_grad()
            || inputs.iter().filter_map(|arg| arg.tensor()).chain([out]).any(Tensor::requires_grad))
    {
        check_view(out, *made)?;
    }
    match view {
        Some(view) if is_leaf_that_requires(&view.base) => Err(TensorError::runtime(
            "a view of a leaf Variable that requires grad is being used in an in-place operation.",
        )),
        _ => Ok(()),
    }
}

/// Rejects an in-place write to a view that was made in a way that does not allow it.
fn check_view(view: &Tensor, made: Made) -> Result<()> {
    let how = match made {
        Made::Recorded => return Ok(()),
        Made::AmongSeveral => {
            let history = view.autograd().lock().history.clone();
            let output = history
                .map_or_else(String::new, |(node, output)| format!("Output {output} of {} is a", node.grad_name()));
            let start = if output.is_empty() { "A" } else { &output };
            return Err(TensorError::runtime(format!(
                "{start} view and is being modified inplace. This view is the output of a function that returns multiple views. \
                 Such functions do not allow the output views to be modified inplace. You should replace the inplace operation by \
                 an out-of-place one."
            )));
        }
        Made::WithoutGrad => "no_grad",
    };
    Err(TensorError::runtime(format!(
        "A view was created in {how} mode and is being modified inplace with grad mode enabled. Given that this use case is \
         ambiguous and error-prone, it is forbidden. You can clarify your code by moving both the view and the inplace either \
         both inside the {how} block (if you don't want the inplace to be tracked) or both outside (if you want the inplace to \
         be tracked)."
    )))
}

/// Marks a view as made by a function that returns several views.
pub fn among_several(view: &Tensor) {
    if let Some(meta) = view.known_autograd()
        && let Some(of) = &mut meta.lock().base
        && of.made == Made::Recorded
    {
        of.made = Made::AmongSeveral;
    }
}

/// Records a view, and stores its base.
pub fn record_view(input: &Tensor, view: View, result: &Tensor) {
    renew_view(input);
    let (of, recorded) = match input.known_autograd().map(Mutex::lock) {
        Some(meta) => {
            let whole = || ViewOf { base: input.clone(), rebased: meta.rebased, made: Made::Recorded };
            (meta.base.clone().unwrap_or_else(whole), meta.requires_grad || meta.history.is_some())
        }
        None => (ViewOf { base: input.clone(), rebased: 0, made: Made::Recorded }, false),
    };
    let made = if grad_mode::is_enabled() { of.made } else { Made::WithoutGrad };
    result.autograd().lock().base = Some(ViewOf { made, ..of });
    if !recorded || !grad_mode::is_enabled() || !result.dtype().is_inexact() {
        return;
    }
    let Some(edge) = edge(input) else { return };
    let operands = vec![operand(&Arg::Tensor(input), Some(edge))];
    let node = node(Op::View(view), operands, std::slice::from_ref(result), SavedTensors::default());
    result.autograd().lock().history = Some((node, 0));
}

/// Renews a view's history if its base was written in place since the view was made.
fn renew_view(tensor: &Tensor) {
    let Some(ViewOf { base, rebased, made }) = tensor.known_autograd().and_then(|meta| meta.lock().base.clone()) else {
        return;
    };
    let now = base.known_autograd().map_or(0, |meta| meta.lock().rebased);
    if now == rebased {
        return;
    }
    let node = node_of_view(&base, tensor);
    let mut meta = tensor.autograd().lock();
    meta.history = Some((node, 0));
    meta.base = Some(ViewOf { base, rebased: now, made });
}

/// A new node that derives a view from its base, independent of intermediate views. Parts of complex numbers count as real.
fn node_of_view(base: &Tensor, tensor: &Tensor) -> Arc<Node> {
    let step = |view: View, from: &Tensor, to: &Tensor| {
        let operands = vec![operand(&Arg::Tensor(from), edge(from))];
        node(Op::View(view), operands, std::slice::from_ref(to), SavedTensors::default())
    };
    let strided = |layout: &Layout| View::AsStrided {
        size: layout.shape().into(),
        stride: layout.strides().to_vec(),
        offset: layout.offset(),
    };
    // Views of real and imaginary parts always have layouts.
    let as_real = |x: &Tensor| x.layout().view(&View::AsReal).map(|layout| x.alias_as(layout, x.dtype().part()));
    match (base.dtype().is_complex(), tensor.dtype().is_complex(), as_real(base), as_real(tensor)) {
        (true, false, Ok(parts), _) => {
            let from = step(View::AsReal, base, &parts);
            parts.autograd().lock().history = Some((from, 0));
            step(strided(tensor.layout()), &parts, tensor)
        }
        (false, true, _, Ok(parts)) => {
            let from = step(strided(parts.layout()), base, &parts);
            parts.autograd().lock().history = Some((from, 0));
            step(View::AsComplex, &parts, tensor)
        }
        _ => step(strided(tensor.layout()), base, tensor),
    }
}

/// Records a user-defined function. The outputs listed in `differentiable` get it as their history; the inputs and outputs
/// listed in `saved`
/// are saved. Returns false if nothing is recorded because recording is off or no input requires a gradient.
pub fn record_custom(
    name: &str,
    inputs: &[Tensor],
    outputs: &[Tensor],
    differentiable: &[usize],
    saved: [&[usize]; 2],
    token: Token,
) -> bool {
    let edges: Vec<Option<Edge>> = inputs.iter().map(edge).collect();
    if !grad_mode::is_enabled() || edges.iter().all(Option::is_none) {
        return false;
    }
    let operands = inputs.iter().zip(edges).map(|(t, edge)| operand(&Arg::Tensor(t), edge)).collect();
    let op = Op::Custom(tensorcell_tensor::op::CustomFunction { name: name.to_owned(), token });
    let kept = |(i, tensor): (usize, &Tensor), places: &[usize]| places.contains(&i).then(|| tensor.clone());
    let saved = SavedTensors {
        inputs: inputs.iter().enumerate().map(|one| kept(one, saved[0]).map(Saved::new)).collect(),
        outputs: (outputs.iter().enumerate()).map(|one| kept(one, saved[1]).map(|t| Saved::new(t.detach()))).collect(),
    };
    let node = node(op, operands, outputs, saved);
    for (i, output) in outputs.iter().enumerate() {
        if output.dtype().is_inexact() && differentiable.contains(&i) {
            let mut meta = output.autograd().lock();
            meta.history = Some((node.clone(), i));
            meta.requires_grad = false;
            meta.base = None;
            meta.rebased += 1;
        }
    }
    true
}
