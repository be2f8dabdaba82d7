//! Neural network layers as data: the operations that layers add to tensor operations, each with an operation for its gradient.

mod geometry;
mod sequence;

pub use geometry::{Conv, Geometry, Span, Windows, conv_output, pool_output, three, transposed_output};
pub use sequence::{Attention, Cell, Norm, Recurrent, Running};

use super::Dims;
use super::saves::Saves;

/// One layer operation. Operands are passed separately, in the order that each variant's comment lists.
#[derive(Clone, Debug, PartialEq)]
pub enum Layer {
    /// (x, weight) or (x, weight, bias): cross-correlation over 1 to 3 spatial dimensions; x is (N, C, ...).
    Conv(Conv),
    /// (gradient, weight) or (gradient, weight, bias): the transposed convolution, with a result of these spatial sizes.
    ConvInput(Conv, Dims),
    /// (x, gradient): the gradient of a weight with these kernel sizes.
    ConvWeight(Conv, Dims),
    /// (x) -> values, indices: the maximum of each window, and its index in its plane. x is (N, C, ...).
    MaxPool(Windows),
    /// (gradient, indices): scatters and sums gradients into planes of these spatial sizes.
    MaxPoolBackward(Dims),
    /// (x): the mean of each window.
    AvgPool(Windows),
    /// (gradient): the gradient of `AvgPool` for planes of these spatial sizes.
    AvgPoolBackward(Windows, Dims),
    /// (x): every patch as a column, (N, C * kernel, positions). See `torch.nn.Unfold`.
    Im2Col(Conv, Dims),
    /// (columns): adds patches into planes, (N, C, ...). The first sizes are the planes', the second the kernel's.
    Col2Im(Conv, Dims, Dims),
    /// (x, [weight], [bias], [running mean, running variance]) -> y, and mean and variance of each statistics group.
    Norm(Norm),
    /// (gradient, x, mean, variance, [weight]) -> gradients of x, [weight] and [bias].
    NormBackward(Norm),
    /// (gates, weight, hidden, [cells or bias]) -> states, last state, (LSTM: last cells,) saved values, (LSTM: cells).
    Recurrent(Recurrent),
    /// (gradients of states, of the last state, (LSTM: of the last cells,) weight, hidden, (LSTM: cells,) states, saved,
    /// (LSTM: all cells)) -> gradients of gates, weight, hidden, [cells or bias].
    RecurrentBackward(Recurrent),
    /// (q, k, v, [mask]), all (N, H, rows, columns) -> result, and the log of each query's sum of exponentials.
    Attention(Attention),
    /// (gradient, q, k, v, result, logs, [mask]) -> gradients of q, k, v.
    AttentionBackward(Attention),
}

impl Layer {
    /// PyTorch's name of the operation.
    pub fn name(&self) -> &'static str {
        match self {
            Layer::Conv(_) | Layer::ConvInput(..) => "convolution",
            Layer::ConvWeight(..) => "convolution_backward",
            Layer::MaxPool(windows) => match (windows.dims(), windows.is_adaptive()) {
                (1, _) => "max_pool1d_with_indices",
                (2, false) => "max_pool2d_with_indices",
                (2, true) => "adaptive_max_pool2d",
                (_, false) => "max_pool3d_with_indices",
                (_, true) => "adaptive_max_pool3d",
            },
            Layer::MaxPoolBackward(_) => "max_pool_backward",
            Layer::AvgPool(windows) => match (windows.dims(), windows.is_adaptive()) {
                (1, _) => "avg_pool1d",
                (2, false) => "avg_pool2d",
                (2, true) => "adaptive_avg_pool2d",
                (_, false) => "avg_pool3d",
                (_, true) => "adaptive_avg_pool3d",
            },
            Layer::AvgPoolBackward(..) => "avg_pool_backward",
            Layer::Im2Col(..) => "im2Col",
            Layer::Col2Im(..) => "col2Im",
            Layer::Norm(norm) if norm.batch => "native_batch_norm",
            Layer::Norm(_) => "native_layer_norm",
            Layer::NormBackward(_) => "native_norm_backward",
            Layer::Recurrent(Recurrent { cell: Cell::Lstm, .. }) => "lstm",
            Layer::Recurrent(Recurrent { cell: Cell::Gru, .. }) => "gru",
            Layer::Recurrent(_) => "rnn",
            Layer::RecurrentBackward(_) => "rnn_backward",
            Layer::Attention(_) => "scaled_dot_product_attention",
            Layer::AttentionBackward(_) => "scaled_dot_product_attention_backward",
        }
    }

    /// What autograd reads of this operation.
    pub fn saves(&self) -> Saves {
        match self {
            Layer::Conv(_) | Layer::ConvInput(..) | Layer::ConvWeight(..) => Saves { inputs: 0b11, outputs: 0 },
            Layer::MaxPool(_) => Saves { inputs: 0, outputs: 0b10 },
            Layer::MaxPoolBackward(_) => Saves { inputs: 0b10, outputs: 0 },
            Layer::Norm(norm) => {
                let parameters = (1 << (norm.weight as u32 + norm.bias as u32)) - 1;
                Saves { inputs: parameters << 1 | 1, outputs: 0b110 }
            }
            Layer::Recurrent(_) => Saves { inputs: 0b1110, outputs: 0b1_1111 },
            Layer::Attention(_) => Saves { inputs: 0b1111, outputs: 0b111 },
            _ => Saves::default(),
        }
    }
}
