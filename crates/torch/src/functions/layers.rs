//! Records of the functions that layers and losses call.

use super::Function;
use tensorcell_engine::autocast::Policy;

pub(super) static ALL: &[Function] = &[
    // Covers `replication_pad1d` and its relatives.
    Function::new("_listed_edge_pad")
        .autocast_cpu(Policy::Float32),
    // `_cudnn_rnn` and `mkldnn_rnn_layer` in PyTorch.
    Function::new("_lstm_layer")
        .autocast(Policy::Lower),
    // `_cudnn_rnn` in PyTorch.
    Function::new("_rnn_layer")
        .autocast_cuda(Policy::Lower),
    // Covers the `upsample_*` rows of PyTorch's lists.
    Function::new("_upsample")
        .autocast_cuda(Policy::Float32),
    Function::new("adaptive_avg_pool3d")
        .autocast_cpu(Policy::Float32),
    Function::new("adaptive_max_pool3d")
        .autocast_cpu(Policy::Float32),
    Function::new("affine_grid")
        .autocast_cuda(Policy::Composite),
    Function::new("avg_pool3d")
        .autocast_cpu(Policy::Float32),
    Function::new("bilinear")
        .autocast_cuda(Policy::Widest),
    Function::new("binary_cross_entropy")
        .autocast_cuda(Policy::Refused)
        .autocast_cpu(Policy::Float32),
    Function::new("binary_cross_entropy_with_logits")
        .autocast(Policy::Float32),
    Function::new("channel_shuffle")
        .node("ChannelShuffleBackward0"),
    Function::new("conv1d")
        .autocast(Policy::Lower)
        .forms(&[
            "Tensor input, Tensor weight, Tensor bias = None, tuple of ints stride = 1, tuple of ints padding = 0, tuple of ints dilation = 1, int groups = 1",
            "Tensor input, Tensor weight, Tensor bias = None, tuple of ints stride = 1, str padding = \"valid\", tuple of ints dilation = 1, int groups = 1",
        ]),
    Function::new("conv2d")
        .autocast(Policy::Lower)
        .forms(&[
            "Tensor input, Tensor weight, Tensor bias = None, tuple of ints stride = 1, tuple of ints padding = 0, tuple of ints dilation = 1, int groups = 1",
            "Tensor input, Tensor weight, Tensor bias = None, tuple of ints stride = 1, str padding = \"valid\", tuple of ints dilation = 1, int groups = 1",
        ]),
    Function::new("conv3d")
        .autocast(Policy::Lower)
        .forms(&[
            "Tensor input, Tensor weight, Tensor bias = None, tuple of ints stride = 1, tuple of ints padding = 0, tuple of ints dilation = 1, int groups = 1",
            "Tensor input, Tensor weight, Tensor bias = None, tuple of ints stride = 1, str padding = \"valid\", tuple of ints dilation = 1, int groups = 1",
        ]),
    Function::new("conv_tbc")
        .autocast(Policy::Lower),
    Function::new("conv_transpose1d")
        .autocast(Policy::Lower),
    Function::new("conv_transpose2d")
        .autocast(Policy::Lower),
    Function::new("conv_transpose3d")
        .autocast(Policy::Lower),
    Function::new("convolution")
        .autocast_cuda(Policy::Lower),
    Function::new("cosine_embedding_loss")
        .autocast(Policy::Float32),
    Function::new("cosine_similarity")
        .autocast_cuda(Policy::Float32),
    // `cross_entropy_loss` in PyTorch.
    Function::new("cross_entropy")
        .autocast_cpu(Policy::Float32),
    Function::new("ctc_loss")
        .each_slice()
        .autocast_cpu(Policy::Float32),
    Function::new("fractional_max_pool2d")
        .autocast_cpu(Policy::Float32),
    Function::new("fractional_max_pool3d")
        .autocast_cpu(Policy::Float32),
    // `grid_sampler` in PyTorch.
    Function::new("grid_sample")
        .autocast_cuda(Policy::Widest)
        .autocast_cpu(Policy::Float32),
    Function::new("group_norm")
        .autocast_cuda(Policy::Float32),
    Function::new("gru_cell")
        .autocast_cuda(Policy::Lower),
    Function::new("hinge_embedding_loss")
        .autocast(Policy::Float32),
    Function::new("huber_loss")
        .autocast(Policy::Float32),
    Function::new("kl_div")
        .autocast(Policy::Float32),
    Function::new("l1_loss")
        .autocast(Policy::Float32),
    Function::new("layer_norm")
        .autocast_cuda(Policy::Float32),
    Function::new("lstm_cell")
        .autocast_cuda(Policy::Lower),
    Function::new("margin_ranking_loss")
        .autocast(Policy::Float32),
    Function::new("max_pool3d")
        .autocast_cpu(Policy::Float32),
    Function::new("max_unpool2d")
        .autocast_cpu(Policy::Float32),
    Function::new("max_unpool3d")
        .autocast_cpu(Policy::Float32),
    Function::new("mse_loss")
        .autocast(Policy::Float32),
    Function::new("multi_margin_loss")
        .autocast(Policy::Float32),
    Function::new("multilabel_margin_loss")
        .autocast(Policy::Float32),
    Function::new("native_layer_norm")
        .autocast_cuda(Policy::Float32),
    Function::new("nll_loss")
        .autocast(Policy::Float32),
    Function::new("pairwise_distance")
        .node("NormBackward1"),
    Function::new("pdist")
        .node("PdistBackward0")
        .autocast_cuda(Policy::Float32),
    Function::new("poisson_nll_loss")
        .autocast(Policy::Float32),
    Function::new("prelu")
        .autocast(Policy::Lower),
    Function::new("reflection_pad1d")
        .autocast_cpu(Policy::Float32),
    Function::new("reflection_pad2d")
        .autocast_cpu(Policy::Float32),
    Function::new("replication_pad1d")
        .autocast_cpu(Policy::Float32),
    Function::new("replication_pad2d")
        .autocast_cpu(Policy::Float32),
    Function::new("replication_pad3d")
        .autocast_cpu(Policy::Float32),
    Function::new("rnn_relu_cell")
        .autocast_cuda(Policy::Lower),
    Function::new("rnn_tanh_cell")
        .autocast_cuda(Policy::Lower),
    Function::new("scaled_dot_product_attention")
        .autocast(Policy::Lower),
    Function::new("smooth_l1_loss")
        .autocast(Policy::Float32),
    Function::new("soft_margin_loss")
        .autocast(Policy::Float32),
    Function::new("triplet_margin_loss")
        .autocast(Policy::Float32),
    Function::new("embedding_bag").each_slice(),
];
