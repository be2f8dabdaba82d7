//! A node's saved values under the names of PyTorch's derivatives, such as `_saved_self` and `_saved_dim`.

use super::graph::is_swapped;
use super::hooks;
use super::names::{node_name, operation_name};
use super::walk::{freed, modified};
use std::sync::Arc;
use tensorcell_tensor::layer::{Conv, Layer, Norm};
use tensorcell_tensor::op::{Result, View};
use tensorcell_tensor::tape::{Node, Operand, Saved};
use tensorcell_tensor::{Layout, Op, Pointwise, Reduction, Scalar, Scan, Tensor};

/// A saved value.
#[derive(Clone, Debug, PartialEq)]
pub enum Kept {
    /// The operand at this position.
    Input(usize),
    /// The result at this position.
    Result(usize),
    /// Operands at these positions; `None` where there is none.
    Inputs(Vec<Option<usize>>),
    /// A number that PyTorch saves as a tensor.
    AsTensor(Scalar),
    Number(Scalar),
    Integers(Vec<i64>),
    Text(&'static str),
    Nothing,
}

type Named = (&'static str, Kept);

/// All saved values of a node by name. Empty for a node that represents several operations.
pub fn kept(node: &Node) -> Vec<Named> {
    let shown = node.shown.lock().as_ref().map(|shown| shown.name.clone());
    match shown.is_some_and(|name| name != operation_name(node)) {
        true => Vec::new(),
        false => Reader { operands: &node.operands, node }.all(&node.op),
    }
}

/// The saved value of a name, or `None`. Returns an error for tensors of a freed graph.
pub fn named(node: &Node, name: &str) -> Result<Option<Kept>> {
    let Some((_, found)) = kept(node).into_iter().find(|(own, _)| *own == name) else { return Ok(None) };
    let is_tensor = matches!(found, Kept::Input(_) | Kept::Result(_) | Kept::Inputs(_));
    if is_tensor && node.saved.lock().is_none() {
        return Err(freed());
    }
    Ok(Some(found))
}

/// The positions of saved operands and of saved results in PyTorch's saving order: by name, operands first.
pub fn order(node: &Node) -> [Vec<usize>; 2] {
    let mut named = kept(node);
    named.sort_by_key(|(name, _)| *name);
    let mut places = [Vec::new(), Vec::new()];
    for (_, kept) in named {
        match kept {
            Kept::Input(at) => places[0].push(at),
            Kept::Inputs(all) => places[0].extend(all.into_iter().flatten()),
            Kept::Result(at) => places[1].push(at),
            _ => {}
        }
    }
    let saved = node.saved.lock();
    let counts = saved.as_ref().map_or([0; 2], |saved| [saved.inputs.len(), saved.outputs.len()]);
    for (places, count) in places.iter_mut().zip(counts) {
        let rest: Vec<usize> = (0..count).filter(|at| !places.contains(at)).collect();
        places.extend(rest);
    }
    places
}

struct Reader<'a> {
    operands: &'a [Operand],
    node: &'a Node,
}

fn integer(value: usize) -> Kept {
    Kept::Number(Scalar::Int(value as i64))
}

fn truth(value: bool) -> Kept {
    Kept::Number(Scalar::Bool(value))
}

fn number(value: f64) -> Kept {
    let whole = value.fract() == 0.0 && value.abs() < 2f64.powi(53);
    Kept::Number(if whole { Scalar::Int(value as i64) } else { Scalar::Float(value) })
}

fn float(value: f64) -> Kept {
    Kept::Number(Scalar::Float(value))
}

fn integers(values: &[usize]) -> Kept {
    Kept::Integers(values.iter().map(|&value| value as i64).collect())
}

fn indices(indexed: &[bool], first: usize) -> Kept {
    let mut next = first..;
    Kept::Inputs(indexed.iter().map(|&is| next.next().filter(|_| is)).collect())
}

impl Reader<'_> {
    fn input(&self, at: usize) -> Kept {
        match self.operands.get(at).and_then(|operand| operand.scalar) {
            Some(scalar) => Kept::AsTensor(scalar),
            None => Kept::Input(at),
        }
    }
    fn layout(&self, at: usize) -> Option<&Layout> {
        self.operands.get(at).map(|operand| &operand.layout)
    }
    fn sizes(&self, at: usize) -> Kept {
        self.layout(at).map_or(Kept::Nothing, |layout| integers(layout.shape()))
    }
    /// Strides are saved for an operand that needs a gradient; otherwise they are empty.
    fn strides(&self, at: usize) -> Kept {
        let strides = |operand: &Operand| match operand.edge {
            Some(_) => operand.layout.strides().iter().map(|&stride| stride as i64).collect(),
            None => Vec::new(),
        };
        self.operands.get(at).map_or(Kept::Nothing, |operand| Kept::Integers(strides(operand)))
    }
    /// A number as the program passed it, for overloads that take no tensor in this position.
    fn given(&self, at: usize) -> Kept {
        match self.operands.get(at).and_then(|operand| operand.scalar) {
            Some(scalar) => Kept::Number(scalar),
            None => self.input(at),
        }
    }

    fn all(&self, op: &Op) -> Vec<Named> {
        match op {
            Op::Pointwise { function, parameters } => self.pointwise(*function, *parameters),
            Op::Reduce { function, dims, keepdim, correction } => {
                self.reduction(*function, dims, *keepdim, *correction)
            }
            Op::ReduceWithIndex { dim, keepdim, .. } => {
                let place = [("dim", integer(*dim)), ("indices", Kept::Result(1)), ("keepdim", truth(*keepdim))];
                place.into_iter().chain([("self_sym_sizes", self.sizes(0))]).collect()
            }
            Op::Scan { function, dim } => self.scan(*function, *dim),
            Op::Softmax { dim, .. } => vec![("dim", integer(*dim)), ("result", Kept::Result(0))],
            Op::MatMul => self.product(),
            Op::AddMm { beta, alpha } => vec![
                ("alpha", number(*alpha)),
                ("beta", number(*beta)),
                ("mat1", self.input(1)),
                ("mat1_sym_sizes", self.sizes(1)),
                ("mat1_sym_strides", self.strides(1)),
                ("mat2", self.input(2)),
                ("mat2_sym_sizes", self.sizes(2)),
                ("mat2_sym_strides", self.strides(2)),
            ],
            Op::Cat { dim } => vec![("dim", integer(*dim))],
            Op::Gather { dim } => vec![("dim", integer(*dim)), ("index", self.input(1)), ("sparse_grad", truth(false))],
            Op::Scatter { dim, .. } => vec![("dim", integer(*dim)), ("index", self.input(1))],
            Op::IndexSelect { dim } => {
                vec![("dim", integer(*dim)), ("index", self.input(1)), ("self_sym_sizes", self.sizes(0))]
            }
            Op::Index { indexed } => {
                vec![("indices", indices(indexed, 1)), ("self_sym_sizes", self.sizes(0))]
            }
            Op::IndexPut { indexed, accumulate } => {
                vec![("accumulate", truth(*accumulate)), ("indices", indices(indexed, 2))]
            }
            Op::MaskedSelect => vec![("mask", self.input(1))],
            Op::Sort { dim, .. } | Op::TopK { dim, .. } => {
                vec![("dim", integer(*dim)), ("indices", Kept::Result(1)), ("self_sym_sizes", self.sizes(0))]
            }
            Op::Triangle { diagonal, .. } => vec![("diagonal", Kept::Number(Scalar::Int(*diagonal as i64)))],
            Op::Flip(dims) => vec![("dims", integers(dims))],
            Op::Layer(layer) => self.layer(layer),
            Op::View(view) => self.view(view),
            _ => Vec::new(),
        }
    }

    fn product(&self) -> Vec<Named> {
        let mut all = vec![("mat2", self.input(1)), ("self", self.input(0))];
        if node_name(self.node) == "MmBackward0" {
            all.extend([
                ("mat2_sym_sizes", self.sizes(1)),
                ("mat2_sym_strides", self.strides(1)),
                ("self_sym_sizes", self.sizes(0)),
                ("self_sym_strides", self.strides(0)),
            ]);
        }
        all
    }

    fn scan(&self, function: Scan, dim: usize) -> Vec<Named> {
        let dim = ("dim", integer(dim));
        match function {
            Scan::Sum => vec![dim],
            Scan::Prod => vec![dim, ("result", Kept::Result(0)), ("self", self.input(0))],
            Scan::Max | Scan::Min => vec![dim, ("indices", Kept::Result(1))],
        }
    }

    fn reduction(&self, function: Reduction, dims: &[usize], keepdim: bool, correction: f64) -> Vec<Named> {
        let over = || [("dim", integers(dims)), ("keepdim", truth(keepdim))];
        let sizes = ("self_sym_sizes", self.sizes(0));
        let mut all = match function {
            Reduction::Mean => {
                let count = self.layout(0).map_or(0, Layout::numel);
                vec![sizes, ("self_sym_numel", integer(count))]
            }
            Reduction::Sum => vec![sizes],
            Reduction::Std
            | Reduction::Norm
            | Reduction::Prod
            | Reduction::LogSumExp
            | Reduction::Max
            | Reduction::Min => {
                vec![("result", Kept::Result(0)), ("self", self.input(0))]
            }
            Reduction::Var => vec![("self", self.input(0))],
            _ => Vec::new(),
        };
        match function {
            Reduction::Var | Reduction::Std => all.push(("correction", number(correction))),
            Reduction::Norm => all.push(("ord", number(correction))),
            _ => {}
        }
        let takes_none = matches!(function, Reduction::Var | Reduction::Std | Reduction::Norm);
        match (dims.is_empty(), takes_none) {
            (false, _) => all.extend(over()),
            (true, true) => all.extend([("dim", Kept::Nothing), ("keepdim", truth(keepdim))]),
            (true, false) if matches!(function, Reduction::LogSumExp) => all.extend(over()),
            (true, false) => {}
        }
        all
    }

    fn view(&self, view: &View) -> Vec<Named> {
        let sizes = ("self_sym_sizes", self.sizes(0));
        match view {
            View::Reshape(_) | View::Expand(_) => vec![sizes],
            View::Permute(order) => match moved(order).as_slice() {
                _ if order.as_slice() == [1, 0] => Vec::new(),
                [first, second] => vec![("dim0", integer(*first)), ("dim1", integer(*second))],
                _ => vec![("dims", integers(order))],
            },
            View::Slice { dim, start, length, step } => {
                let size = self.layout(0).map_or(0, |layout| layout.shape()[*dim]);
                let last = start + length * step;
                let end = if last >= size { i64::MAX } else { last as i64 };
                let end = ("end", Kept::Number(Scalar::Int(end)));
                vec![("dim", integer(*dim)), end, sizes, ("start", integer(*start)), ("step", integer(*step))]
            }
            View::Select { dim, index } => vec![("dim", integer(*dim)), ("index", integer(*index)), sizes],
            View::Squeeze(dims) => match dims.as_slice() {
                [dim] => vec![("dim", integer(*dim)), sizes],
                _ => vec![sizes],
            },
            View::Unsqueeze(dim) => vec![("dim", integer(*dim))],
            View::Diagonal { offset, dim1, dim2 } => {
                let offset = ("offset", Kept::Number(Scalar::Int(*offset as i64)));
                vec![("dim1", integer(*dim1)), ("dim2", integer(*dim2)), offset, sizes]
            }
            View::AsStrided { size, stride, offset } => {
                let stride = Kept::Integers(stride.iter().map(|&stride| stride as i64).collect());
                vec![("size", integers(size)), ("storage_offset", integer(*offset)), ("stride", stride)]
            }
            View::Unfold { dim, size, step } => {
                let window = [("size", integer(*size)), ("step", integer(*step))];
                [("dimension", integer(*dim)), sizes].into_iter().chain(window).collect()
            }
            View::AsReal | View::AsComplex | View::Detach => Vec::new(),
        }
    }

    fn layer(&self, layer: &Layer) -> Vec<Named> {
        match layer {
            Layer::Conv(conv) => self.convolution(conv, false),
            Layer::ConvInput(conv, _) => self.convolution(conv, true),
            Layer::Norm(norm) => self.norm(norm),
            Layer::MaxPool(_) => vec![("result1", Kept::Result(1))],
            _ => Vec::new(),
        }
    }

    fn convolution(&self, conv: &Conv, transposed: bool) -> Vec<Named> {
        let bias = self.layout(2).map_or(Kept::Integers(vec![0]), |layout| integers(layout.shape()));
        vec![
            ("bias_sym_sizes_opt", bias),
            ("dilation", integers(&conv.dilation)),
            ("groups", integer(conv.groups)),
            ("input", self.input(0)),
            ("padding", integers(&conv.padding)),
            ("stride", integers(&conv.stride)),
            ("transposed", truth(transposed)),
            ("weight", self.input(1)),
        ]
    }

    fn norm(&self, norm: &Norm) -> Vec<Named> {
        let parameter = |has: bool, at: usize| if has { self.input(at) } else { Kept::Nothing };
        let mut all = vec![("input", self.input(0)), ("weight", parameter(norm.weight, 1))];
        match norm.batch {
            true => all.push(("eps", float(norm.eps))),
            false => all.push(("bias", parameter(norm.bias, 1 + usize::from(norm.weight)))),
        }
        all.extend([("result1", Kept::Result(1)), ("result2", Kept::Result(2))]);
        all
    }

    fn pointwise(&self, function: Pointwise, [p, q]: [f64; 2]) -> Vec<Named> {
        use Pointwise as F;
        let this = || ("self", self.given(0));
        let other = || ("other", self.given(1));
        match function {
            F::Add => vec![("alpha", number(1.0))],
            F::Sub => vec![("alpha", number(1.0))],
            F::AddScaled => vec![("alpha", number(p))],
            F::Mul | F::Div => {
                let (first, second) = if is_swapped(&self.node.op, self.operands) { (1, 0) } else { (0, 1) };
                vec![("other", self.input(second)), ("self", self.input(first))]
            }
            F::Remainder | F::Fmod if self.operands.get(1).is_some_and(|other| other.scalar.is_some()) => Vec::new(),
            F::Pow => self.power(),
            F::Square => vec![("exponent", number(2.0)), this()],
            F::Where => vec![("condition", self.input(0))],
            F::Addcmul | F::Addcdiv => {
                vec![("tensor1", self.input(1)), ("tensor2", self.input(2)), ("value", number(p))]
            }
            F::LeakyRelu => vec![("negative_slope", float(p)), this()],
            F::Elu => vec![("alpha", float(p)), ("input_scale", number(1.0)), ("scale", number(1.0)), this()],
            F::Celu => vec![("alpha", float(p)), this()],
            F::Gelu => vec![("approximate", Kept::Text("none")), this()],
            F::GeluTanh => vec![("approximate", Kept::Text("tanh")), this()],
            F::Softplus => vec![("beta", number(p)), this(), ("threshold", number(q))],
            F::Hardshrink | F::Softshrink => vec![("lambd", float(p)), this()],
            F::Hardtanh => vec![("max_val", float(q)), ("min_val", float(p)), this()],
            F::Threshold => vec![this(), ("threshold", float(p))],
            F::Clamp => vec![("max", number(q)), ("min", number(p)), this()],
            F::ClampMin => vec![("max", Kept::Nothing), ("min", number(p)), this()],
            F::ClampMax => vec![("max", number(p)), ("min", Kept::Nothing), this()],
            _ => {
                let saves = function.saves();
                let mut all = Vec::new();
                all.extend((saves.inputs & 1 != 0).then(this));
                all.extend((saves.inputs & 2 != 0).then(other));
                all.extend((saves.outputs & 1 != 0).then_some(("result", Kept::Result(0))));
                all
            }
        }
    }

    fn power(&self) -> Vec<Named> {
        let number = |at: usize| self.operands.get(at).is_some_and(|operand| operand.scalar.is_some());
        let mut all = vec![("exponent", self.given(1)), ("self", self.given(0))];
        all.extend((!number(1)).then_some(("result", Kept::Result(0))));
        all
    }
}

/// The dimensions that a permutation moves.
fn moved(order: &[usize]) -> Vec<usize> {
    order.iter().enumerate().filter(|(at, dim)| at != *dim).map(|(at, _)| at).collect()
}

/// The saved tensor of an operand or a result, with its history; `None` if no gradient that is needed reads it.
pub fn read(node: &Arc<Node>, of_results: bool, at: usize) -> Result<Option<Tensor>> {
    let saved = {
        let saved = node.saved.lock();
        let saved = saved.as_ref().ok_or_else(freed)?;
        if of_results { &saved.outputs } else { &saved.inputs }.get(at).cloned().flatten()
    };
    saved.map(|saved| unpacked(node, &saved, of_results.then_some(at))).transpose()
}

fn unpacked(node: &Arc<Node>, saved: &Saved, output: Option<usize>) -> Result<Tensor> {
    if saved.tensor.version() != saved.version {
        return Err(modified(node, output, &saved.tensor, saved.version));
    }
    let unpack = saved.packed.as_ref().and_then(hooks::packed);
    let history = match output {
        Some(at) => Some((node.clone(), at)),
        None => unpack.as_ref().and_then(|_| saved.tensor.autograd().lock().history.clone()),
    };
    let value = unpack.map_or_else(|| Ok(saved.tensor.clone()), |unpack| unpack(true))?;
    let Some(history) = history.filter(|_| value.dtype().is_inexact()) else { return Ok(value) };
    let alias = value.detach();
    alias.autograd().lock().history = Some(history);
    Ok(alias)
}
