//! The tape as data: what the engine records of an operation, and what `autograd` walks backwards.
//!
//! The engine never calls autograd: it writes `Node`s, and autograd reads them.

use super::{DType, Device, Dims, Layout, Op, Pointwise, Scalar, Tensor, WeakTensor, token::Token};
use parking_lot::Mutex;
use smallvec::SmallVec;
use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

/// A tensor's place in autograd.
#[derive(Default, Debug)]
pub struct AutogradMeta {
    /// Asked for by the user; results of recorded operations have a `history` instead.
    pub requires_grad: bool,
    pub retains_grad: bool,
    /// Made in inference mode.
    pub inference: bool,
    pub grad: Option<Tensor>,
    /// The node that made this tensor and which of its outputs this is; none for a leaf.
    pub history: Option<(Arc<Node>, usize)>,
    /// For a view: the tensor it is a view of, for in-place writes through either.
    pub base: Option<ViewOf>,
    /// How often the history was replaced by an in-place operation: views compare it and renew theirs.
    pub rebased: u64,
    /// `register_hook`: functions that live above, by their handles (see `autograd::hooks`).
    pub hooks: Vec<Token>,
    /// `register_post_accumulate_grad_hook`.
    pub post_accumulate_hooks: Vec<Token>,
    /// Hooks of the leaf's own end of the tape, `AccumulateGrad`.
    pub node_hooks: Vec<(Moment, Token)>,
    /// Its `metadata`, once a program has asked for it.
    pub metadata: Option<Token>,
}

/// When a hook of a node is called: with what came for its outputs, or with what it found for its inputs too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment {
    Before,
    After,
}

/// A view's origin: `base` is itself never a view.
#[derive(Debug, Clone)]
pub struct ViewOf {
    pub base: Tensor,
    /// `base`'s `rebased` when this view's history was taken.
    pub rebased: u64,
    pub made: Made,
}

/// How a view was made, which decides whether it may be written to in place while recording (PyTorch's `CreationMeta`).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Made {
    #[default]
    Recorded,
    WithoutGrad,
    /// By a function that returns several views.
    AmongSeveral,
}

/// A place in a program: source, start and end. What made it knows what it means.
pub type Site = [u32; 3];

/// One recorded operation.
#[derive(Debug)]
pub struct Node {
    pub op: Op,
    pub operands: Vec<Operand>,
    pub outputs: SmallVec<[Output; 1]>,
    /// Made when the operation ran, in increasing order: `backward` goes through nodes from the latest.
    pub sequence: u64,
    /// The expression of the user's program that ran it, as the language counts places: its source, start and end.
    pub site: Site,
    /// What the gradient rule reads; taken when the graph is freed.
    pub saved: Mutex<Option<SavedTensors>>,
    /// `register_hook` on results: (output, handle); the tensor itself may be gone.
    pub hooks: Mutex<Vec<(usize, Token)>>,
    /// `Node.register_prehook` and `Node.register_hook`.
    pub node_hooks: Mutex<Vec<(Moment, Token)>>,
    /// `Node.metadata`, once a program has asked for it.
    pub metadata: OnceLock<Token>,
    /// Results whose gradient is kept (`retain_grad`).
    pub retained: Mutex<Vec<(usize, WeakTensor)>>,
    /// What it is called, where it is not called after its operation.
    pub shown: Mutex<Option<Box<Shown>>>,
}

/// One of PyTorch's functions that is several operations here, as the node of the last of them shows it.
#[derive(Debug)]
pub struct Shown {
    pub name: Cow<'static, str>,
    /// The ends of the tape at what the function was given; empty where that is not known.
    pub inputs: Vec<Option<Target>>,
}

/// By position in the operation: the tensors its gradient rule reads (`Op::saves` says which).
#[derive(Debug, Default)]
pub struct SavedTensors {
    pub inputs: Vec<Option<Saved>>,
    pub outputs: Vec<Option<Saved>>,
}

/// What an operation was given at one position.
#[derive(Debug, Clone)]
pub struct Operand {
    /// Where its gradient goes; none when it wants none.
    pub edge: Option<Edge>,
    /// The number, when the operand was one (or became one: a 0-dim CPU tensor beside CUDA tensors).
    pub scalar: Option<Scalar>,
    pub layout: Layout,
    pub dtype: DType,
    pub device: Device,
}

/// What an operation gave.
#[derive(Debug, Clone)]
pub struct Output {
    pub shape: Dims,
    pub dtype: DType,
    pub device: Device,
}

/// Where the gradient of one input goes, and what it must look like.
#[derive(Debug, Clone)]
pub struct Edge {
    pub target: Target,
    pub shape: Dims,
    pub dtype: DType,
    pub device: Device,
}

#[derive(Debug, Clone)]
pub enum Target {
    /// Add into this leaf's `.grad`.
    Leaf(Tensor),
    /// Output `1` of node `0`.
    Node(Arc<Node>, usize),
}

/// A saved tensor and its storage's version at that moment. A saved output is an alias without history, or the node
/// would own itself: autograd gives it its history back.
#[derive(Debug, Clone)]
pub struct Saved {
    pub tensor: Tensor,
    pub version: u64,
    /// Its value lies elsewhere (`torch.autograd.graph.saved_tensors_hooks`): `tensor` is empty, with the history alone.
    pub packed: Option<Token>,
}

impl Saved {
    pub fn new(tensor: Tensor) -> Saved {
        let version = tensor.version();
        Saved { tensor, version, packed: None }
    }
}

impl Node {
    /// Whether PyTorch would have kept nothing of this operation for its gradient, `saved` being what this node keeps. A product with
    /// a number and a quotient by one count as keeping it, as they do there; a function of the program's own knows for itself.
    pub fn keeps_nothing(&self, saved: &SavedTensors) -> bool {
        let number = || self.operands.iter().any(|operand| operand.scalar.is_some());
        let keeps_otherwise = match &self.op {
            Op::Pointwise { function: Pointwise::Mul | Pointwise::Div, .. } => number(),
            Op::Custom(_) => true,
            _ => false,
        };
        !keeps_otherwise && saved.inputs.iter().chain(&saved.outputs).all(Option::is_none)
    }
    /// PyTorch's name for a node: `AddBackward0`.
    pub fn grad_name(&self) -> String {
        if let Some(shown) = self.shown.lock().as_ref() {
            return shown.name.to_string();
        }
        match &self.op {
            Op::Custom(function) => format!("{}Backward", function.name),
            op => format!("{}Backward0", titled(op.name())),
        }
    }
    /// The nodes that this one's gradients go to, moved out.
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

/// A function's name as its node bears it: `max_pool2d` is MaxPool2D.
pub fn titled(name: &str) -> String {
    let mut titled = String::with_capacity(name.len());
    let mut begins = true;
    for letter in name.chars() {
        titled.extend((letter != '_').then_some(if begins { letter.to_ascii_uppercase() } else { letter }));
        begins = !letter.is_alphabetic();
    }
    titled
}

/// A chain of a million operations must not free itself recursively.
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

/// Saved inputs hold their own histories: a tensor that only this node keeps alive gives its history to the list.
fn release(saved: &mut SavedTensors, waiting: &mut Vec<Arc<Node>>) {
    for Saved { tensor, .. } in saved.inputs.drain(..).flatten() {
        if let Some(node) = tensor.into_last_history() {
            waiting.push(node);
        }
    }
}
