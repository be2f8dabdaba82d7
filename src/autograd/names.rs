//! What PyTorch calls the nodes of the tape: `AddBackward0`.

use crate::tensor::Op;
use crate::tensor::op::{Reduction, View};
use crate::tensor::tape::Node;

/// PyTorch's name of a node: which of its functions our operation stands for.
pub fn node_name(node: &Node) -> String {
    let dims_of = |base: &str, whole: bool| format!("{base}Backward{}", u8::from(!whole));
    let operand_dim = |i: usize| node.operands.get(i).map_or(0, |operand| operand.layout.shape().len());
    let scalar = |i: usize| node.operands.get(i).is_some_and(|operand| operand.scalar.is_some());
    match &node.op {
        Op::Pointwise { function, .. } => match function.row().name {
            // PyTorch divides a number by a tensor as its reciprocal times the number.
            "div" if scalar(0) => "MulBackward0".to_string(),
            "sub" if scalar(0) => "RsubBackward1".to_string(),
            "add_scaled" => "AddBackward0".to_string(),
            "gelu_tanh" => "GeluBackward0".to_string(),
            "trunc_divide" => "DivBackward1".to_string(),
            "pow" => format!("PowBackward{}", if scalar(1) { 0 } else { 1 }),
            "clamp" | "clamp_min" | "clamp_max" if node.operands.len() > 1 => "ClampBackward0".to_string(),
            "clamp" | "clamp_min" | "clamp_max" => "ClampBackward1".to_string(),
            "bitwise_and" => "BitwiseAndBackward0".to_string(),
            _ => node.grad_name(),
        },
        Op::Cast(_) | Op::Transfer { .. } => "ToCopyBackward0".to_string(),
        Op::Reduce { function, dims, .. } => {
            let whole = dims.is_empty();
            match function {
                Reduction::Sum => dims_of("Sum", whole),
                Reduction::Mean => dims_of("Mean", whole),
                Reduction::Prod => dims_of("Prod", whole),
                Reduction::Max if whole => "MaxBackward1".to_string(),
                Reduction::Min if whole => "MinBackward1".to_string(),
                Reduction::Max => "AmaxBackward0".to_string(),
                Reduction::Min => "AminBackward0".to_string(),
                Reduction::Norm => "LinalgVectorNormBackward0".to_string(),
                _ => node.grad_name(),
            }
        }
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
        Op::Custom(function) => function.name.clone() + "Backward",
        _ => node.grad_name(),
    }
}
