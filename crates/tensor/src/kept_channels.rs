//! Which layers keep channels last, as PyTorch's kernels for the processor do.

use super::layer::{Conv, Layer};
use super::{DType, Layout};

/// Whether a layer's result, and the gradients of its first operands, lie channels last for these operands.
pub fn keeps_channels_last(layer: &Layer, operands: &[&Layout], dtype: DType) -> bool {
    let Some(x) = operands.first() else { return false };
    match layer {
        Layer::Conv(conv) | Layer::ConvInput(conv, _) => match operands.get(1) {
            Some(weight) if x.dim() > 3 => {
                let any = x.keeps_channels_last() || weight.keeps_channels_last();
                any && (x.dim() == 4 || moves_voxels(conv, x, weight, dtype))
            }
            _ => false,
        },
        Layer::MaxPool(windows) => x.keeps_channels_last() && !(windows.is_adaptive() && windows.dims() == 3),
        Layer::AvgPool(windows) => x.keeps_channels_last() && windows.dims() < 3,
        Layer::Norm(norm) => norm.batch && x.dim() > 3 && x.keeps_channels_last(),
        _ => false,
    }
}

/// Whether PyTorch convolves volumes with its library that knows channels last. Its own kernels, for small or exact volumes, do not.
fn moves_voxels(conv: &Conv, x: &Layout, weight: &Layout, dtype: DType) -> bool {
    let (shape, kernel) = (x.shape(), &weight.shape()[2..]);
    let large = shape[..4].iter().product::<usize>() > 20480 || kernel[1..].iter().all(|&size| size > 3);
    dtype != DType::Float64 && (conv.groups > 1 || shape[0] > 1 || large)
}
