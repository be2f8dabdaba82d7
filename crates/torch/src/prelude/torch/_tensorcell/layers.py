"""Layers and losses as `torch` itself shows them: torch.nn.functional's, with PyTorch's own order of arguments."""

import torch
from torch.nn._functional.normalization import _batch_norm, _group_norm, _layer_norm

__name__ = "torch"

# By number. PyTorch's functions of `torch` do not reduce by default, unlike their documentation says.
_REDUCTIONS = ("none", "mean", "sum")
_SAMPLING = ("bilinear", "nearest", "bicubic")
_PADDING = ("zeros", "border", "reflection")


def adaptive_max_pool1d(input, output_size):
    """The largest of each share, and its place."""
    return torch.nn.functional.adaptive_max_pool1d(input, output_size, return_indices=True)


def affine_grid_generator(theta, size, align_corners):
    """Returns where to sample an image for an affine map."""
    return torch.nn.functional.affine_grid(theta, size, align_corners)


def alpha_dropout(input, p, train):
    """Dropout that keeps mean and variance."""
    return torch.nn.functional.alpha_dropout(input, p, train)


def alpha_dropout_(input, p, train):
    """`alpha_dropout`, in place."""
    return torch.nn.functional.alpha_dropout(input, p, train, inplace=True)


def batch_norm(input, weight, bias, running_mean, running_var, training, momentum, eps, cudnn_enabled):
    """Each channel with mean 0 and variance 1 over the batch, or by the running statistics.

    >>> torch.batch_norm(torch.tensor([[1.], [3.]]), None, None, None, None, True, 0.1, 1e-5, True)
    tensor([[-1.0000],
            [ 1.0000]])
    """
    return torch.nn.functional.batch_norm(input, running_mean, running_var, weight, bias, training, momentum, eps)


def bilinear(input1, input2, weight, bias=None):
    """x1' W x2 + b

    >>> torch.bilinear(torch.tensor([[1., 2.]]), torch.tensor([[3.]]), torch.ones(1, 2, 1))
    tensor([[9.]])
    """
    return torch.nn.functional.bilinear(input1, input2, weight, bias)


def binary_cross_entropy_with_logits(input, target, weight=None, pos_weight=None, reduction=0):
    """The cross entropy of log odds; `reduction` 0, 1 or 2: none, mean or sum.

    >>> torch.binary_cross_entropy_with_logits(torch.tensor([0., 2.]), torch.tensor([0., 1.]), reduction=1)
    tensor(0.4100)
    """
    return torch.nn.functional.binary_cross_entropy_with_logits(
        input, target, weight, reduction=_REDUCTIONS[reduction], pos_weight=pos_weight
    )


def celu_(input, alpha=1.0):
    """`celu`, in place.

    >>> torch.celu_(torch.tensor([-1., 2.]))
    tensor([-0.6321,  2.0000])
    """
    return torch.nn.functional.celu(input, alpha, inplace=True)


def channel_shuffle(input, groups):
    """Channels of groups, dealt out in turn.

    >>> torch.channel_shuffle(torch.arange(4.).reshape(1, 4, 1, 1), 2).flatten()
    tensor([0., 2., 1., 3.])
    """
    return torch.nn.functional.channel_shuffle(input, groups)


def constant_pad_nd(input, pad, value=0):
    """`value` around a tensor.

    >>> torch.constant_pad_nd(torch.tensor([1, 2]), (1, 2), 9)
    tensor([9, 1, 2, 9, 9])
    """
    return torch.nn.functional.pad(input, pad, "constant", value)


def convolution(input, weight, bias, stride, padding, dilation, transposed, output_padding, groups):
    """A convolution of any number of dimensions, transposed or not.

    >>> torch.convolution(torch.ones(1, 1, 3), torch.ones(1, 1, 2), None, [1], [0], [1], False, [0], 1)
    tensor([[[2., 2.]]])
    """
    spatial = weight.dim() - 2
    if transposed:
        function = (torch.conv_transpose1d, torch.conv_transpose2d, torch.conv_transpose3d)[spatial - 1]
        return function(input, weight, bias, stride, padding, output_padding, groups, dilation)
    function = (torch.conv1d, torch.conv2d, torch.conv3d)[spatial - 1]
    return function(input, weight, bias, stride, padding, dilation, groups)


def cosine_embedding_loss(input1, input2, target, margin=0.0, reduction=0):
    """1 - cos of pairs that belong together, the cosine above `margin` of others."""
    return torch.nn.functional.cosine_embedding_loss(input1, input2, target, margin, reduction=_REDUCTIONS[reduction])


def cosine_similarity(x1, x2, dim=1, eps=1e-08):
    """The cosine of the angle between vectors.

    >>> torch.cosine_similarity(torch.tensor([3., 4.]), torch.tensor([4., 3.]), dim=0)
    tensor(0.9600)
    """
    return torch.nn.functional.cosine_similarity(x1, x2, dim, eps)


def ctc_loss(log_probs, targets, input_lengths, target_lengths, blank=0, reduction=0, zero_infinity=False):
    """The loss of label sequences without alignment."""
    return torch.nn.functional.ctc_loss(
        log_probs, targets, input_lengths, target_lengths, blank, _REDUCTIONS[reduction], zero_infinity
    )


def dropout_(input, p, train):
    """`dropout`, in place."""
    return torch.nn.functional.dropout(input, p, train, inplace=True)


def embedding(weight, indices, padding_idx=-1, scale_grad_by_freq=False, sparse=False):
    """Rows of `weight` by number.

    >>> torch.embedding(torch.tensor([[1., 2.], [3., 4.]]), torch.tensor([1, 0]))
    tensor([[3., 4.],
            [1., 2.]])
    """
    padding_idx = None if padding_idx == -1 else padding_idx
    return torch.nn.functional.embedding(indices, weight, padding_idx, scale_grad_by_freq=scale_grad_by_freq, sparse=sparse)


def feature_alpha_dropout(input, p, train):
    """`alpha_dropout` of whole channels."""
    return torch.nn.functional.feature_alpha_dropout(input, p, train)


def feature_alpha_dropout_(input, p, train):
    """`feature_alpha_dropout`, in place."""
    return torch.nn.functional.feature_alpha_dropout(input, p, train, inplace=True)


def feature_dropout(input, p, train):
    """Dropout of whole channels."""
    return torch.nn.functional.dropout2d(input, p, train)


def feature_dropout_(input, p, train):
    """`feature_dropout`, in place."""
    return torch.nn.functional.dropout2d(input, p, train, inplace=True)


def grid_sampler(input, grid, interpolation_mode, padding_mode, align_corners):
    """A picture sampled at places; modes by number: 0 bilinear, 1 nearest, 2 bicubic; 0 zeros, 1 border, 2 reflection."""
    return torch.nn.functional.grid_sample(input, grid, _SAMPLING[interpolation_mode], _PADDING[padding_mode], align_corners)


def grid_sampler_2d(input, grid, interpolation_mode, padding_mode, align_corners):
    """`grid_sampler` of pictures (N, C, H, W)."""
    _check_sampled(input, grid, 4)
    return grid_sampler(input, grid, interpolation_mode, padding_mode, align_corners)


def grid_sampler_3d(input, grid, interpolation_mode, padding_mode, align_corners):
    """`grid_sampler` of volumes (N, C, D, H, W)."""
    _check_sampled(input, grid, 5)
    return grid_sampler(input, grid, interpolation_mode, padding_mode, align_corners)


def _check_sampled(input, grid, dims):
    if input.dim() != dims or grid.dim() != dims:
        raise RuntimeError(
            f"grid_sampler(): expected {dims}D input and grid with same number of dimensions, but got input with sizes "
            f"{list(input.shape)} and grid with sizes {list(grid.shape)}"
        )


def group_norm(input, num_groups, weight=None, bias=None, eps=1e-05, cudnn_enabled=True):
    """Groups of channels with mean 0 and variance 1.

    >>> torch.group_norm(torch.tensor([[1., 3., 2., 6.]]), 2)
    tensor([[-1.0000,  1.0000, -1.0000,  1.0000]])
    """
    return _group_norm(input, num_groups, weight, bias, eps)


def hinge_embedding_loss(input, target, margin=1.0, reduction=0):
    """The loss of paired inputs: the distance of positive pairs, and how much negative pairs are closer than `margin`."""
    return torch.nn.functional.hinge_embedding_loss(input, target, margin, reduction=_REDUCTIONS[reduction])


def instance_norm(input, weight, bias, running_mean, running_var, use_input_stats, momentum, eps, cudnn_enabled):
    """Each channel of each sample with mean 0 and variance 1."""
    return torch.nn.functional.instance_norm(input, running_mean, running_var, weight, bias, use_input_stats, momentum, eps)


def kl_div(input, target, reduction=0, *, log_target=False):
    """The divergence of logarithms of probabilities from a target.

    >>> torch.kl_div(torch.tensor([0.5, 0.5]).log(), torch.tensor([0.25, 0.75]), 2)
    tensor(0.1308)
    """
    return torch.nn.functional.kl_div(input, target, reduction=_REDUCTIONS[reduction], log_target=log_target)


def layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-05, cudnn_enable=True):
    """The last dimensions with mean 0 and variance 1.

    >>> torch.layer_norm(torch.tensor([[1., 3.], [2., 6.]]), (2,))
    tensor([[-1.0000,  1.0000],
            [-1.0000,  1.0000]])
    """
    return torch.nn.functional.layer_norm(input, normalized_shape, weight, bias, eps)


def margin_ranking_loss(input1, input2, target, margin=0.0, reduction=0):
    """Returns how much one score lacks to exceed another by `margin`.

    >>> torch.margin_ranking_loss(torch.tensor([1.]), torch.tensor([2.]), torch.tensor([1.]))
    tensor([1.])
    """
    return torch.nn.functional.margin_ranking_loss(input1, input2, target, margin, reduction=_REDUCTIONS[reduction])


def max_pool1d(input, kernel_size, stride=(), padding=0, dilation=1, ceil_mode=False):
    """The largest of each window.

    >>> torch.max_pool1d(torch.tensor([[[1., 3., 2., 0.]]]), 2)
    tensor([[[3., 2.]]])
    """
    return torch.nn.functional.max_pool1d(input, kernel_size, stride or None, padding, dilation, ceil_mode)


def max_pool1d_with_indices(input, kernel_size, stride=(), padding=0, dilation=1, ceil_mode=False):
    """The largest of each window, and its place.

    >>> torch.max_pool1d_with_indices(torch.tensor([[[1., 3., 2., 0.]]]), 2)
    (tensor([[[3., 2.]]]), tensor([[[1, 2]]]))
    """
    return torch.nn.functional.max_pool1d(input, kernel_size, stride or None, padding, dilation, ceil_mode, True)


def max_pool2d(input, kernel_size, stride=(), padding=0, dilation=1, ceil_mode=False):
    """The largest of each window.

    >>> torch.max_pool2d(torch.tensor([[[[1., 3.], [2., 0.]]]]), 2)
    tensor([[[[3.]]]])
    """
    return torch.nn.functional.max_pool2d(input, kernel_size, stride or None, padding, dilation, ceil_mode)


def max_pool3d(input, kernel_size, stride=(), padding=0, dilation=1, ceil_mode=False):
    """The largest of each window."""
    return torch.nn.functional.max_pool3d(input, kernel_size, stride or None, padding, dilation, ceil_mode)


def native_batch_norm(input, weight, bias, running_mean, running_var, training, momentum, eps):
    """`batch_norm`, with the mean and the reciprocal of the deviation that it divided by; neither by running statistics.

    >>> torch.native_batch_norm(torch.tensor([[1.], [3.]]), None, None, None, None, True, 0.1, 0.)
    (tensor([[-1.],
            [ 1.]]), tensor([2.]), tensor([1.]))
    """
    result, mean, variance = _batch_norm(input, running_mean, running_var, weight, bias, training, momentum, eps)
    if not training:
        return result, input.new_empty(0), input.new_empty(0)
    return result, mean, torch.rsqrt(variance + eps)


def native_channel_shuffle(input, groups):
    """`channel_shuffle`, by another name."""
    return torch.nn.functional.channel_shuffle(input, groups)


def native_layer_norm(input, normalized_shape, weight, bias, eps):
    """`layer_norm`, with the mean and the reciprocal of the deviation that it divided by."""
    result, mean, variance = _layer_norm(input, normalized_shape, weight, bias, eps)
    shape = list(input.shape[: -len(normalized_shape)]) + [1] * len(normalized_shape)
    return result, mean.view(shape), torch.rsqrt(variance + eps).view(shape)


def norm_except_dim(v, pow=2, dim=0):
    """The norm over all dimensions but one, -1: over all.

    >>> torch.norm_except_dim(torch.tensor([[3., 4.], [6., 8.]]))
    tensor([[ 5.],
            [10.]])
    """
    if dim == -1:
        return v.norm(pow)
    return v.movedim(dim, 0).flatten(1).norm(pow, 1).reshape([-1 if d == dim else 1 for d, _ in enumerate(v.shape)])


def pixel_shuffle(input, upscale_factor):
    """Channels as pixels of a larger picture.

    >>> torch.pixel_shuffle(torch.arange(4.).reshape(1, 4, 1, 1), 2)
    tensor([[[[0., 1.],
              [2., 3.]]]])
    """
    return torch.nn.functional.pixel_shuffle(input, upscale_factor)


def pixel_unshuffle(input, downscale_factor):
    """Pixels as channels of a smaller picture.

    >>> torch.pixel_unshuffle(torch.arange(4.).reshape(1, 1, 2, 2), 2).flatten()
    tensor([0., 1., 2., 3.])
    """
    return torch.nn.functional.pixel_unshuffle(input, downscale_factor)


def poisson_nll_loss(input, target, log_input, full, eps, reduction):
    """The loss of counts."""
    return torch.nn.functional.poisson_nll_loss(input, target, log_input, full, eps=eps, reduction=_REDUCTIONS[reduction])


def rms_norm(input, normalized_shape, weight=None, eps=None):
    """The last dimensions with mean square 1.

    >>> torch.rms_norm(torch.tensor([3., 4.]), (2,))
    tensor([0.8485, 1.1314])
    """
    return torch.nn.functional.rms_norm(input, normalized_shape, weight, eps)


def gru_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
    """One step of a GRU."""
    return torch.nn.functional.gru_cell(input, hx, w_ih, w_hh, b_ih, b_hh)


def lstm_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
    """One step of an LSTM: `hx` and the result are hidden state and cell state."""
    return torch.nn.functional.lstm_cell(input, hx, w_ih, w_hh, b_ih, b_hh)


def rnn_relu_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
    """One step of a plain recurrent layer, with relu."""
    return torch.nn.functional.rnn_relu_cell(input, hx, w_ih, w_hh, b_ih, b_hh)


def rnn_tanh_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
    """One step of a plain recurrent layer, with tanh."""
    return torch.nn.functional.rnn_tanh_cell(input, hx, w_ih, w_hh, b_ih, b_hh)


def rrelu(input, lower=1.0 / 8, upper=1.0 / 3, training=False, generator=None):
    """relu with a random slope below 0."""
    return torch.nn.functional.rrelu(input, lower, upper, training)


def rrelu_(input, lower=1.0 / 8, upper=1.0 / 3, training=False, generator=None):
    """`rrelu`, in place."""
    return torch.nn.functional.rrelu(input, lower, upper, training, inplace=True)


def threshold_(input, threshold, value):
    """`threshold`, in place.

    >>> torch.threshold_(torch.tensor([-3., 0.5]), 0.1, 9.)
    tensor([9.0000, 0.5000])
    """
    return torch.nn.functional.threshold(input, threshold, value, inplace=True)


def triplet_margin_loss(anchor, positive, negative, margin=1.0, p=2.0, eps=1e-06, swap=False, reduction=0):
    """Returns how much the negative lacks to be farther than the positive by `margin`."""
    return torch.nn.functional.triplet_margin_loss(
        anchor, positive, negative, margin, p, eps, swap, reduction=_REDUCTIONS[reduction]
    )
