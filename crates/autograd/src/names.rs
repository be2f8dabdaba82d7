//! PyTorch's names of the tape's nodes, such as `AddBackward0`.

use std::borrow::Cow;
use tensorcell_engine::record;
use tensorcell_tensor::op::{Random, ScatterMode, View};
use tensorcell_tensor::tape::{Node, Shown, Target, titled};
use tensorcell_tensor::{Op, Tensor};

/// The tape target of a tensor; `None` if it needs no gradient.
pub fn end(tensor: &Tensor) -> Option<Target> {
    record::edge(tensor).map(|edge| edge.target)
}

/// Sets the displayed `grad_fn` name and the displayed inputs of the node that made a tensor. Used for the last node of a
/// composite function.
pub fn name_node(tensor: &Tensor, name: impl Into<Cow<'static, str>>, mut inputs: Vec<Option<Target>>) {
    let Some(history) = tensor.known_autograd().and_then(|meta| meta.lock().history.clone()) else { return };
    let node = &history.0;
    // A node that referred to itself would never be freed.
    inputs.retain(|input| !matches!(input, Some(Target::Node(before, _)) if before.sequence >= node.sequence));
    *node.shown.lock() = Some(Box::new(Shown { name: name.into(), inputs }));
}

/// PyTorch's name of a node, which depends on the function that our operation corresponds to.
pub fn node_name(node: &Node) -> String {
    if let Some(shown) = node.shown.lock().as_ref() {
        return shown.name.to_string();
    }
    operation_name(node)
}

/// The name derived from the node's operation, ignoring a displayed name.
pub(super) fn operation_name(node: &Node) -> String {
    let operand_dim = |i: usize| node.operands.get(i).map_or(0, |operand| operand.layout.shape().len());
    let scalar = |i: usize| node.operands.get(i).is_some_and(|operand| operand.scalar.is_some());
    match &node.op {
        Op::Pointwise { function, .. } => match function.row().name {
            // PyTorch computes a number divided by a tensor as its reciprocal times the number.
            "div" if scalar(0) => "MulBackward0".to_string(),
            "sub" if scalar(0) => "RsubBackward1".to_string(),
            "add_scaled" => "AddBackward0".to_string(),
            "gelu_tanh" => "GeluBackward0".to_string(),
            // PyTorch has no derivative for these.
            "floor_divide" | "trunc_divide" => "NotImplemented".to_string(),
            "square" => "PowBackward0".to_string(),
            "pow" | "xlogy" | "copysign" | "remainder" | "fmod" | "lerp" => {
                let title = titled(function.row().name);
                let overload = match function.row().name {
                    "pow" if scalar(0) => 2,
                    "pow" => u8::from(!scalar(1)),
                    "xlogy" if scalar(0) => 1,
                    "xlogy" if scalar(1) => 2,
                    "copysign" => u8::from(scalar(1)),
                    "remainder" | "fmod" => u8::from(!scalar(1)),
                    "lerp" => u8::from(!scalar(2)),
                    _ => 0,
                };
                format!("{title}Backward{overload}")
            }
            "clamp" | "clamp_min" | "clamp_max" => "ClampBackward1".to_string(),
            "selu" => "EluBackward0".to_string(),
            _ => titled_name(&node.op),
        },
        Op::Cast(_) | Op::Transfer { .. } => "ToCopyBackward0".to_string(),
        Op::Reduce { function, dims, .. } => function.row().nodes[usize::from(!dims.is_empty())].to_string(),
        Op::MatMul if operand_dim(0) == 2 && operand_dim(1) == 2 => "MmBackward0".to_string(),
        Op::MatMul => "BmmBackward0".to_string(),
        Op::View(View::Permute(order)) => match order.as_slice() {
            [1, 0] => "TBackward0".to_string(),
            order if order.iter().enumerate().filter(|(at, dim)| at != *dim).count() == 2 => {
                "TransposeBackward0".to_string()
            }
            _ => "PermuteBackward0".to_string(),
        },
        Op::View(View::Unfold { .. }) => "UnfoldBackward0".to_string(),
        Op::View(View::Squeeze(dims)) => {
            format!("SqueezeBackward{}", if dims.len() == 1 { 1 } else { 0 })
        }
        Op::CopySlices { .. } => "CopySlices".to_string(),
        Op::Gather { .. } => "GatherBackward0".to_string(),
        Op::Scatter { mode: ScatterMode::Assign, .. } if scalar(2) => "ScatterBackward1".to_string(),
        Op::Fill { .. } => "FillBackward2".to_string(),
        Op::Random { kind: Random::Integer { .. }, .. } => "RandomBackward2".to_string(),
        Op::Random { kind: Random::Bernoulli { .. }, .. } => "BernoulliBackward2".to_string(),
        Op::Custom(function) => function.name.clone() + "Backward",
        op => titled_name(op),
    }
}

fn titled_name(op: &Op) -> String {
    format!("{}Backward0", titled(op.name()))
}
