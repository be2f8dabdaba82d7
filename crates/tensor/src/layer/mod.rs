//! Layers as data: the operations that neural networks add to those on tensors, each with its gradient's own operation.

mod geometry;
mod sequence;

pub use geometry::{Conv, Geometry, Span, Windows, conv_output, pool_output, three, transposed_output};
pub use sequence::{Attention, Cell, Norm, Recurrent, Running};

use super::Dims;
use super::saves::Saves;

/// One operation of a layer. Operands are given beside it, in the order that each variant's line names.
#[derive(Clone, Debug, PartialEq)]
pub enum Layer {
    /// (x, weight) or (x, weight, bias): cross-correlation over 1 to 3 spatial dimensions; x is (N, C, ...).
    Conv(Conv),
    /// (gradient, weight) or (gradient, weight, bias): the transposed convolution, whose result has these spatial sizes.
    ConvInput(Conv, Dims),
    /// (x, gradient): the gradient of a weight with these kernel sizes.
    ConvWeight(Conv, Dims),
    /// (x) -> values, indices: the largest of each window, and its place in its plane. x is (N, C, ...).
    MaxPool(Windows),
    /// (gradient, indices): sums brought back to planes of these spatial sizes.
    MaxPoolBackward(Dims),
    /// (x): each window's mean.
    AvgPool(Windows),
    /// (gradient): the gradient of `AvgPool` for planes of these spatial sizes.
    AvgPoolBackward(Windows, Dims),
    /// (x): every patch as a column: (N, C * kernel, positions). See `torch.nn.Unfold`.
    Im2Col(Conv, Dims),
    /// (columns): patches added up in planes of these spatial sizes: (N, C, ...). The second sizes are the kernel's.
    Col2Im(Conv, Dims, Dims),
    /// (x, [weight], [bias], [running mean, running variance]) -> y, mean and variance of each group of statistics.
    Norm(Norm),
    /// (gradient, x, mean, variance, [weight]) -> gradients of x, weight and bias, those that there are.
    NormBackward(Norm),
    /// (gates, weight, hidden, [cells or bias]) -> states, last state, (LSTM: last cells,) what was saved, (LSTM: cells).
    Recurrent(Recurrent),
    /// (gradients of states, of the last state, (LSTM: of the last cells,) weight, hidden, (LSTM: cells,) states, saved,
    /// (LSTM: all cells)) -> gradients of gates, weight, hidden, [cells or bias].
    RecurrentBackward(Recurrent),
    /// (q, k, v, [mask]), all (N, H, rows, columns) -> result, log of each query's sum of exponentials.
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

    /// What autograd will read of this operation.
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
