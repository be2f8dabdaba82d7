//! The tape as data: the engine records operations on it, and `autograd` walks it backwards.
//!
//! The engine never calls autograd: it writes `Node`s, and autograd reads them.

use super::{DType, Device, Dims, Layout, Op, Pointwise, Scalar, Tensor, WeakTensor, token::Token};
use parking_lot::Mutex;
use smallvec::SmallVec;
use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

/// A tensor's autograd state.
#[derive(Default, Debug)]
pub struct AutogradMeta {
    /// Set by the user. Results of recorded operations have a `history` instead.
    pub requires_grad: bool,
    pub retains_grad: bool,
    /// Created in inference mode.
    pub inference: bool,
    pub grad: Option<Tensor>,
    /// The node that made this tensor, and the index of its output; `None` for a leaf.
    pub history: Option<(Arc<Node>, usize)>,
    /// For a view, the tensor it views. In-place writes through either use it.
    pub base: Option<ViewOf>,
    /// The number of times an in-place operation replaced the history. Views compare it to know when to renew theirs.
    pub rebased: u64,
    /// `register_hook`: handles of functions in the language (see `autograd::hooks`).
    pub hooks: Vec<Token>,
    /// `register_post_accumulate_grad_hook`.
    pub post_accumulate_hooks: Vec<Token>,
    /// Hooks of the leaf's `AccumulateGrad` node.
    pub node_hooks: Vec<(Moment, Token)>,
    /// The `metadata` dict of that node, created on first use.
    pub metadata: Option<Token>,
}

/// When a node's hook runs: before the node, with the gradients of its outputs, or after it, with those of its inputs too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment {
    Before,
    After,
}

/// A view's origin. `base` is never a view itself.
#[derive(Debug, Clone)]
pub struct ViewOf {
    pub base: Tensor,
    /// `base`'s `rebased` count when this view took its history.
    pub rebased: u64,
    pub made: Made,
}

/// How a view was made. Decides whether it may be written in place while recording (PyTorch's `CreationMeta`).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Made {
    #[default]
    Recorded,
    WithoutGrad,
    /// By a function that returns several views.
    AmongSeveral,
}

/// A place in a program: source, start and end. Only the language interprets it.
pub type Site = [u32; 3];

/// A recorded operation.
#[derive(Debug)]
pub struct Node {
    pub op: Op,
    pub operands: Vec<Operand>,
    pub outputs: SmallVec<[Output; 1]>,
    /// Increasing number of the operation. `backward` processes nodes from the highest.
    pub sequence: u64,
    /// The place of the expression in the user's program that ran it: source, start and end.
    pub site: Site,
    /// What the gradient rule reads; taken when the graph is freed.
    pub saved: Mutex<Option<SavedTensors>>,
    /// `register_hook` on results: (output, handle). The tensor itself may be gone.
    pub hooks: Mutex<Vec<(usize, Token)>>,
    /// `Node.register_prehook` and `Node.register_hook`.
    pub node_hooks: Mutex<Vec<(Moment, Token)>>,
    /// `Node.metadata`, created on first use.
    pub metadata: OnceLock<Token>,
    /// Results that keep their gradient (`retain_grad`).
    pub retained: Mutex<Vec<(usize, WeakTensor)>>,
    /// The displayed name and inputs, if they differ from the operation's.
    pub shown: Mutex<Option<Box<Shown>>>,
}

/// How the last node of a composite function is displayed, where PyTorch has one function and one node.
#[derive(Debug)]
pub struct Shown {
    pub name: Cow<'static, str>,
    /// The tape targets of the function's inputs; empty if not known.
    pub inputs: Vec<Option<Target>>,
}

/// The tensors that the gradient rule reads, by position in the operation (see `Op::saves`).
#[derive(Debug, Default)]
pub struct SavedTensors {
    pub inputs: Vec<Option<Saved>>,
    pub outputs: Vec<Option<Saved>>,
}

/// An operand of a recorded operation.
#[derive(Debug, Clone)]
pub struct Operand {
    /// Where its gradient goes; `None` if it needs no gradient.
    pub edge: Option<Edge>,
    /// The value, if the operand was a number or became one (a 0-dim CPU tensor beside CUDA tensors).
    pub scalar: Option<Scalar>,
    pub layout: Layout,
    pub dtype: DType,
    pub device: Device,
}

/// A result of a recorded operation.
#[derive(Debug, Clone)]
pub struct Output {
    pub shape: Dims,
    pub dtype: DType,
    pub device: Device,
}

/// Where an input's gradient goes, and the required shape, dtype and device.
#[derive(Debug, Clone)]
pub struct Edge {
    pub target: Target,
    pub shape: Dims,
    pub dtype: DType,
    pub device: Device,
}

#[derive(Debug, Clone)]
pub enum Target {
    /// Add to this leaf's `.grad`.
    Leaf(Tensor),
    /// Output `1` of node `0`.
    Node(Arc<Node>, usize),
}

/// A saved tensor, and its storage's version at that moment. A saved output is an alias without history, because the node would
/// otherwise own itself. Autograd restores the history.
#[derive(Debug, Clone)]
pub struct Saved {
    pub tensor: Tensor,
    pub version: u64,
    /// Set if a hook stores the value elsewhere (`torch.autograd.graph.saved_tensors_hooks`). `tensor` then only has the history.
    pub packed: Option<Token>,
}

impl Saved {
    pub fn new(tensor: Tensor) -> Saved {
        let version = tensor.version();
        Saved { tensor, version, packed: None }
    }
}

impl Node {
    /// Whether PyTorch would save nothing of this operation; `saved` is what this node saves. Products and quotients with a number
    /// count as saving something, as in PyTorch. A user-defined function always counts as saving.
    pub fn keeps_nothing(&self, saved: &SavedTensors) -> bool {
        let number = || self.operands.iter().any(|operand| operand.scalar.is_some());
        let keeps_otherwise = match &self.op {
            Op::Pointwise { function: Pointwise::Mul | Pointwise::Div, .. } => number(),
            Op::Custom(_) => true,
            _ => false,
        };
        !keeps_otherwise && saved.inputs.iter().chain(&saved.outputs).all(Option::is_none)
    }
    /// PyTorch's name for the node, such as `AddBackward0`.
    pub fn grad_name(&self) -> String {
        if let Some(shown) = self.shown.lock().as_ref() {
            return shown.name.to_string();
        }
        match &self.op {
            Op::Custom(function) => format!("{}Backward", function.name),
            op => format!("{}Backward0", titled(op.name())),
        }
    }
    /// Moves out the nodes that receive this one's gradients.
    fn take_next(&mut self, into: &mut Vec<Arc<Node>>) {
        for operand in &mut self.operands {
            if let Some(Edge { target: Target::Node(node, _), .. }) = operand.edge.take() {
                into.push(node);
            }
        }
        let inputs = self.shown.get_mut().take().map_or_else(Vec::new, |shown| shown.inputs);
        into.extend(inputs.into_iter().flatten().filter_map(|target| match target {
            Target::Node(node, _) => Some(node),
            Target::Leaf(_) => None,
        }));
    }
}

/// A function's name in its node's name: `max_pool2d` becomes `MaxPool2D`.
pub fn titled(name: &str) -> String {
    let mut titled = String::with_capacity(name.len());
    let mut begins = true;
    for letter in name.chars() {
        titled.extend((letter != '_').then_some(if begins { letter.to_ascii_uppercase() } else { letter }));
        begins = !letter.is_alphabetic();
    }
    titled
}

/// Drops iteratively: recursion over a chain of a million operations would overflow the stack.
impl Drop for Node {
    fn drop(&mut self) {
        let mut waiting = Vec::new();
        let mut saved = Vec::new();
        self.take_next(&mut waiting);
        saved.extend(self.saved.get_mut().take());
        while let Some(mut saved) = saved.pop() {
            release(&mut saved, &mut waiting);
        }
        while let Some(node) = waiting.pop() {
            if let Some(mut node) = Arc::into_inner(node) {
                node.take_next(&mut waiting);
                if let Some(mut saved) = node.saved.get_mut().take() {
                    release(&mut saved, &mut waiting);
                }
            }
        }
    }
}

/// Saved inputs hold their own histories. If the node has the last reference to a tensor, its history moves to the list.
fn release(saved: &mut SavedTensors, waiting: &mut Vec<Arc<Node>>) {
    for Saved { tensor, .. } in saved.inputs.drain(..).flatten() {
        if let Some(node) = tensor.into_last_history() {
            waiting.push(node);
        }
    }
}
