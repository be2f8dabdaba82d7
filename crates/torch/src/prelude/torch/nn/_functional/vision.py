"""Images resized and sampled, as functions."""

import itertools
import math

import torch
from torch._nn import adaptive_avg_pool1d, adaptive_avg_pool2d, adaptive_avg_pool3d
from torch._tensorcell.checks import _not_implemented
from torch.nn._functional.margin_loss import _only_dtype

__name__ = "torch.nn.functional"


def pixel_shuffle(input, upscale_factor):
    """(*, C * r * r, H, W) to (*, C, H * r, W * r).

    >>> F.pixel_shuffle(torch.arange(4.).view(1, 4, 1, 1), 2)
    tensor([[[[0., 1.],
              [2., 3.]]]])
    """
    r = _shuffle_factor(input, upscale_factor, "pixel_shuffle", "upscale_factor")
    front, (channels, height, width) = list(input.shape[:-3]), input.shape[-3:]
    if channels % (r * r) != 0:
        raise RuntimeError(
            "pixel_shuffle expects its input's 'channel' dimension to be divisible by the square of upscale_factor, "
            f"but input.size(-3)={channels} is not divisible by {r * r}"
        )
    n = len(front)
    split = input.reshape(front + [channels // (r * r), r, r, height, width])
    order = list(range(n)) + [n, n + 3, n + 1, n + 4, n + 2]
    result = split.permute(order).reshape(front + [channels // (r * r), height * r, width * r])
    return torch._named(torch._in_format(result, input), "PixelShuffleBackward0", input)


def _shuffle_factor(input, factor, function, name):
    if input.dim() < 3:
        raise RuntimeError(
            f"{function} expects input to have at least 3 dimensions, but got input with {input.dim()} dimension(s)"
        )
    if factor <= 0:
        raise RuntimeError(f"{function} expects a positive {name}, but got {factor}")
    return factor


def pixel_unshuffle(input, downscale_factor):
    """(*, C, H * r, W * r) to (*, C * r * r, H, W).

    >>> F.pixel_unshuffle(torch.arange(4.).view(1, 1, 2, 2), 2).shape
    torch.Size([1, 4, 1, 1])
    """
    r = _shuffle_factor(input, downscale_factor, "pixel_unshuffle", "downscale_factor")
    front, (channels, height, width) = list(input.shape[:-3]), input.shape[-3:]
    if height % r != 0 or width % r != 0:
        name, size = ("height", height) if height % r != 0 else ("width", width)
        at = -2 if height % r != 0 else -1
        raise RuntimeError(
            f"pixel_unshuffle expects {name} to be divisible by downscale_factor, but input.size({at})={size} is not "
            f"divisible by {r}"
        )
    n = len(front)
    split = input.reshape(front + [channels, height // r, r, width // r, r])
    order = list(range(n)) + [n, n + 2, n + 4, n + 1, n + 3]
    result = split.permute(order).reshape(front + [channels * r * r, height // r, width // r])
    return torch._named(torch._in_format(result, input), "PixelUnshuffleBackward0", input)


def channel_shuffle(input, groups):
    """Channels of groups dealt out one after the other.

    >>> F.channel_shuffle(torch.arange(4.).reshape(1, 4, 1, 1), 2).flatten()
    tensor([0., 2., 1., 3.])
    """
    if input.dim() <= 2:
        raise RuntimeError(f"channel_shuffle expects input with > 2 dims, but got input with sizes {list(input.shape)}")
    if groups <= 0:
        raise RuntimeError(f"Number of groups to divide channels in must be positive. Value of groups:{groups}")
    channels = input.shape[1]
    if channels % groups != 0:
        raise RuntimeError(f"Number of channels must be divisible by groups. Got {channels} channels and {groups} groups.")
    shape = list(input.shape)
    result = input.reshape([shape[0], groups, channels // groups] + shape[2:]).transpose(1, 2).reshape(shape)
    return torch._named(torch._in_format(result, input), "ChannelShuffleBackward0", input)


def _places(size, out, align_corners, scale, mode, like):
    """Returns the position in the input of each output element, as a real number."""
    at = torch.arange(out, dtype=like.dtype, device=like.device)
    if align_corners:
        return at * ((size - 1) / (out - 1) if out > 1 else 0.0)
    step = 1.0 / scale if scale is not None and scale > 0 else size / out
    at = (at + 0.5) * step - 0.5
    return at.clamp_min(0) if mode == "linear" else at


def _whole_shares(weights):
    """Shares of bytes as the largest fractions of a power of 2 that fit in 16 bits: sums of products are whole then."""
    largest, digits = float(weights.max()), 0
    while digits < 22 and int(0.5 + largest * 2 ** (digits + 1)) < 2**15:
        digits += 1
    return (weights.abs() * 2**digits + 0.5).floor().copysign(weights) / 2**digits


def _linear_along(x, dim, out, align_corners, scale, shares):
    size = x.shape[dim]
    if size == out and (scale is None or scale == 1):
        return x
    at = _places(size, out, align_corners, scale, "linear", x)
    low = at.floor().clamp_max(size - 1)
    shape = [1] * x.dim()
    shape[dim] = -1
    share = (at - low).to(torch.float32 if shares == torch.uint8 else shares)
    weights = torch.stack([1 - share, share])
    weights = (_whole_shares(weights) if shares == torch.uint8 else weights).to(x.dtype)
    low = low.long()
    high = (low + 1).clamp_max(size - 1)
    return x.index_select(dim, low) * weights[0].view(shape) + x.index_select(dim, high) * weights[1].view(shape)


def _cubic_along(x, dim, out, align_corners, scale, shares):
    size, a = x.shape[dim], -0.75
    at = _places(size, out, align_corners, scale, "cubic", x)
    base = at.floor()
    t = at - base
    base = base.long()
    weights = torch.stack(_cubic_shares(t, a))
    weights = (_whole_shares(weights) if shares == torch.uint8 else weights.to(shares)).to(x.dtype)
    shape = [1] * x.dim()
    shape[dim] = -1
    total = None
    for i, weight in enumerate(weights):
        part = x.index_select(dim, (base + (i - 1)).clamp(0, size - 1)) * weight.view(shape)
        total = part if total is None else total + part
    return total


def interpolate(
    input,
    size=None,
    scale_factor=None,
    mode="nearest",
    align_corners=None,
    recompute_scale_factor=None,
    antialias=False,
):
    """Images (N, C, ...) in other sizes: nearest, nearest-exact, linear, bilinear, bicubic, trilinear or area.

    Shapes: (N, C, ...) -> (N, C, ...) of the new size
    Errors: ValueError where neither size nor scale_factor is given:
            `F.interpolate(torch.ones(1, 1, 2, 2))`

    >>> F.interpolate(torch.tensor([[[1., 2.]]]), scale_factor=2)
    tensor([[[1., 1., 2., 2.]]])
    """
    if mode in ("nearest", "area", "nearest-exact"):
        if align_corners is not None:
            raise ValueError(
                "align_corners option can only be set with the interpolating modes: linear | bilinear | bicubic | trilinear"
            )
    elif align_corners is None:
        align_corners = False
    n = input.dim() - 2
    if antialias and not (mode in ("bilinear", "bicubic") and input.dim() == 4):
        raise ValueError("Anti-alias option is restricted to bilinear and bicubic modes and requires a 4-D tensor as input")
    if size is not None and scale_factor is not None:
        raise ValueError("only one of size or scale_factor should be defined")
    scales = [None] * n
    if size is not None:
        sizes = [size] * n if isinstance(size, int) else list(size)
        if len(sizes) != n:
            raise ValueError(
                f"Input and output must have the same number of spatial dimensions, but got input with spatial dimensions "
                f"of {list(input.shape[2:])} and output size of {size}. Please provide input tensor in (N, C, d1, d2, "
                "...,dK) format and output size in (o1, o2, ...,oK) format."
            )
    elif scale_factor is not None:
        if isinstance(scale_factor, (list, tuple)) and len(scale_factor) != n:
            raise ValueError(
                "Input and scale_factor must have the same number of spatial dimensions, but got input with spatial "
                f"dimensions of {list(input.shape[2:])} and scale_factor of shape {scale_factor}. Please provide input "
                "tensor in (N, C, d1, d2, ...,dK) format and scale_factor in (s1, s2, ...,sK) format."
            )
        scales = [float(s) for s in scale_factor] if isinstance(scale_factor, (list, tuple)) else [float(scale_factor)] * n
        sizes = [int(math.floor(float(input.shape[i + 2]) * scales[i])) for i in range(n)]
        if recompute_scale_factor:
            scales = [None] * n
    else:
        raise ValueError("either size or scale_factor should be defined")
    expected = {"linear": 3, "bilinear": 4, "bicubic": 4, "trilinear": 5}.get(mode)
    if expected not in (None, input.dim()) and mode != "bicubic" and input.dim() in (3, 4, 5):
        raise NotImplementedError(f"Got {input.dim()}D input, but {mode} mode needs {expected}D input")
    if input.dim() not in (3, 4, 5) or expected not in (None, input.dim()):
        raise NotImplementedError(
            "Input Error: Only 3D, 4D and 5D input Tensors supported"
            f" (got {input.dim()}D) for the modes: nearest | linear | bilinear | bicubic | trilinear | area | nearest-exact"
            f" (got {mode})"
        )
    if mode == "area":
        return (adaptive_avg_pool1d, adaptive_avg_pool2d, adaptive_avg_pool3d)[n - 1](input, sizes)
    name = {
        "nearest": f"UpsampleNearest{n}DBackward0",
        "linear": "UpsampleLinear1DBackward0",
        "bilinear": "UpsampleBilinear2DBackward0",
        "bicubic": "UpsampleBicubic2DBackward0",
        "trilinear": "UpsampleTrilinear3DBackward0",
        "nearest-exact": f"UpsampleNearestExact{n}DBackward0",
    }
    if mode not in name:
        raise NotImplementedError(
            "Input Error: Only 3D, 4D and 5D input Tensors supported"
            f" (got {input.dim()}D) for the modes: nearest | linear | bilinear | bicubic | trilinear | area | nearest-exact"
            f" (got {mode})"
        )
    _check_upsample(input, sizes, mode, antialias)
    result = _upsample(input, sizes, scales, mode, align_corners, antialias)
    if mode == "bicubic" and sizes == list(input.shape[2:]) and result.requires_grad and not antialias:
        # PyTorch's gradient copies images of the same size, whatever the scale is.
        result = _SlopeOfAnother.apply(result.detach(), input)
    result = input.clone() if result is input else result
    return torch._named(result, f"Upsample{mode.capitalize()}2DAaBackward0" if antialias else name[mode], input)


def _check_upsample(input, sizes, mode, antialias):
    n, given = len(sizes), list(input.shape[2:])
    if min(given + sizes) <= 0:
        shown = lambda all: "(" + ", ".join(f"{name}: {size}" for name, size in zip("DHW"[3 - n :], all)) + ")"
        joint = " and" if n == 1 else ""
        raise RuntimeError(
            f"Input and output sizes should be greater than 0, but got input {shown(given)}{joint} output {shown(sizes)}"
        )
    if input.shape[1] == 0:
        raise RuntimeError(f"Non-empty {n + 2}D data tensor expected but got a tensor with sizes {list(input.shape)}")
    takes = input.is_floating_point() or (input.dtype == torch.uint8 and mode not in ("linear", "trilinear"))
    if antialias and input.is_floating_point():
        torch._only_singles("compute_index_ranges_weights", input)
    if not takes:
        weights = {"bicubic": "cubic", "nearest": "nearest", "nearest-exact": "nearest"}.get(mode, "linear")
        kernel = f"compute_indices_weights_{weights}"
        if antialias:
            kernel = "compute_index_ranges_weights"
        elif n == 2 and mode != "bicubic":
            kernel = f"upsample_{'bilinear' if mode == 'bilinear' else 'nearest'}2d_channels_last"
        _not_implemented(kernel, input.dtype)


def _upsample(input, sizes, scales, mode, align_corners, antialias):
    given, dtype, nearest = input, input.dtype, mode in ("nearest", "nearest-exact")
    bytes = dtype == torch.uint8 and not nearest
    half = dtype in (torch.float16, torch.bfloat16) and not nearest
    if bytes or half:
        input = input.float()
    # On the CPU sums are in float32 and weights in the dtype itself, except for half types in bilinear mode.
    narrow = (bytes or (half and mode != "bilinear")) and not input.is_cuda
    shares = dtype if narrow else input.dtype
    for i in reversed(range(len(sizes))):
        dim, own = i + 2, input.shape[i + 2]
        if nearest:
            input = _nearest_along(input, dim, sizes[i], scales[i], mode)
        elif antialias:
            input = _antialiased_along(input, dim, sizes[i], align_corners, scales[i], mode, narrow)
        elif mode == "bicubic":
            input = _cubic_along(input, dim, sizes[i], align_corners, scales[i], shares)
        elif sizes[i] != own:
            input = _linear_along(input, dim, sizes[i], align_corners, scales[i], shares)
        if bytes:
            # Each dimension rounds to bytes again.
            input = (input + 0.5).floor().clamp(0, 255)
    return torch._in_format(input.to(dtype), given)


class _SlopeOfAnother(torch.autograd.Function):
    """The values of one result with the gradient of another, where PyTorch's two kernels disagree."""

    @staticmethod
    def forward(ctx, values, other):
        return values.clone()

    @staticmethod
    def backward(ctx, g):
        return None, g


def _nearest_along(x, dim, size, scale, mode):
    own, dims = x.shape[dim], x.dim() - 2
    found = x.index_select(dim, _nearest_places(own, size, scale, mode, dims, x.device))
    if mode == "nearest" and dims != 2 and size in (own, 2 * own) and found.requires_grad:
        # PyTorch's gradients copy and double whatever the scale is.
        alike = x.index_select(dim, _nearest_places(own, size, None, mode, dims, x.device))
        return _SlopeOfAnother.apply(found.detach(), alike)
    return found


def _nearest_places(own, size, scale, mode, dims, device):
    """Which of `own` elements each of `size` is a copy of."""
    if mode == "nearest" and dims == 2 and size in (own, 2 * own):
        # Images are copied or doubled whatever the scale is. PyTorch's kernels for other dimensions use the scale.
        return torch.arange(size, device=device) // (size // own)
    step = 1.0 / scale if scale is not None else own / size
    places = torch.arange(size, dtype=torch.float32, device=device) + (0.5 if mode == "nearest-exact" else 0.0)
    return (places * step).floor().long().clamp_max(own - 1)


def upsample(input, size=None, scale_factor=None, mode="nearest", align_corners=None):
    """interpolate, by its old name."""
    return interpolate(input, size, scale_factor, mode, align_corners)


def upsample_nearest(input, size=None, scale_factor=None):
    """interpolate(mode="nearest"), by its old name.

    >>> F.upsample_nearest(torch.tensor([[[[1., 2.]]]]), scale_factor=2)
    tensor([[[[1., 1., 2., 2.],
              [1., 1., 2., 2.]]]])
    """
    return interpolate(input, size, scale_factor, mode="nearest")


def upsample_bilinear(input, size=None, scale_factor=None):
    """interpolate(mode="bilinear", align_corners=True), by its old name."""
    return interpolate(input, size, scale_factor, mode="bilinear", align_corners=True)


def affine_grid(theta, size, align_corners=None):
    """Places (N, H, W, 2) at which `grid_sample` shows images turned and moved by theta (N, 2, 3).

    >>> F.affine_grid(torch.eye(2, 3)[None], (1, 1, 2, 2), align_corners=False).shape
    torch.Size([1, 2, 2, 2])
    """
    if not theta.is_floating_point():
        raise ValueError(f"Expected theta to have floating point type, but got {theta.dtype}")
    if len(size) not in (4, 5):
        raise NotImplementedError(
            f"affine_grid only supports 4D and 5D sizes, for 2D and 3D affine transforms, respectively. Got size {size}."
        )
    dims = len(size) - 2
    if theta.dim() != 3 or tuple(theta.shape[-2:]) != (dims, dims + 1):
        raise ValueError(
            f"Expected a batch of {dims}D affine matrices of shape Nx{dims}x{dims + 1} for size {size}. Got {theta.shape}."
        )
    if min(size) <= 0:
        raise ValueError(f"Expected non-zero, positive output size. Got {size}")

    def line(count):
        at = (
            torch.linspace(-1, 1, count, dtype=theta.dtype, device=theta.device)
            if count > 1
            else torch.zeros(count, dtype=theta.dtype, device=theta.device)
        )
        return at if align_corners else at * (count - 1) / count

    # The grid lists the last dimension first.
    places = list(reversed(torch.meshgrid(*[line(count) for count in size[2:]], indexing="ij")))
    base = torch.stack(places + [torch.ones_like(places[0])], -1).view(1, -1, dims + 1)
    result = torch.bmm(base.expand(size[0], -1, -1), theta.transpose(1, 2)).view(size[0], *size[2:], dims)
    return torch._named(result, "AffineGridGeneratorBackward0", theta)


def grid_sample(input, grid, mode="bilinear", padding_mode="zeros", align_corners=None):
    """Images (N, C, H, W) or volumes (N, C, D, H, W) read at places between -1 and 1, (N, H', W', 2) or (N, D', H', W', 3).

    >>> F.grid_sample(torch.arange(4.).view(1, 1, 2, 2), torch.zeros(1, 1, 1, 2), align_corners=False)
    tensor([[[[1.5000]]]])
    """
    if mode not in ("bilinear", "nearest", "bicubic"):
        raise ValueError(
            f"nn.functional.grid_sample(): expected mode to be 'bilinear', 'nearest' or 'bicubic', but got: '{mode}'"
        )
    if padding_mode not in ("zeros", "border", "reflection"):
        raise ValueError(
            "nn.functional.grid_sample(): expected padding_mode to be 'zeros', 'border', or 'reflection', but got: "
            f"'{padding_mode}'"
        )
    n = input.dim() - 2
    if n not in (2, 3) or grid.dim() != input.dim():
        raise RuntimeError(
            "grid_sampler(): expected 4D or 5D input and grid with same number of dimensions, but got input with sizes "
            f"{list(input.shape)} and grid with sizes {list(grid.shape)}"
        )
    if input.shape[0] != grid.shape[0]:
        raise RuntimeError(
            "grid_sampler(): expected grid and input to have same batch size, but got input with sizes "
            f"{list(input.shape)} and grid with sizes {list(grid.shape)}"
        )
    if grid.shape[-1] != n:
        raise RuntimeError(
            f"grid_sampler(): expected grid to have size {n} in last dimension, but got grid with sizes {list(grid.shape)}"
        )
    if mode == "bicubic" and n == 3:
        raise RuntimeError("grid_sampler(): bicubic interpolation only supports 4D input")
    sizes = input.shape[2:]
    for dim, size in enumerate(sizes, 2):
        if size == 0:
            raise RuntimeError(
                "grid_sampler(): expected input to have non-empty spatial dimensions, but input has sizes "
                f"{list(input.shape)} with dimension {dim} being empty"
            )
    if not input.is_floating_point():
        _not_implemented("grid_sampler_2d_cpu_kernel_impl" if n == 2 else "grid_sampler3d_cpu", input.dtype)
    _only_dtype(grid, input.dtype)
    # The grid lists the last dimension first.
    places = []
    for size, at in zip(sizes, reversed(grid.unbind(-1))):
        at = (at + 1) / 2 * (size - 1) if align_corners else ((at + 1) * size - 1) / 2
        places.append(at if mode == "bicubic" else _padded_place(at, size, padding_mode, align_corners))
    flat = input.flatten(2)

    def read(indices):
        """The values at whole places, zero outside."""
        inside, place = torch.ones_like(indices[0], dtype=torch.bool), 0
        for size, index in zip(sizes, indices):
            inside = inside & (index >= 0) & (index < size)
            place = place * size + index.clamp(0, size - 1).long()
        values = flat.gather(2, place.flatten(1).unsqueeze(1).expand(-1, input.shape[1], -1))
        return torch.where(inside.unsqueeze(1), values.view(*input.shape[:2], *place.shape[1:]), 0.0)

    # For each dimension: the neighbouring integer positions and their weights.
    lines = []
    for size, at in zip(sizes, places):
        if mode == "nearest":
            # A weight of one that depends on the position: its gradient is zero, not missing.
            whole = torch.ones_like(at)
            lines.append([(at.detach().round(), torch.where(whole > 0, whole, at))])
            continue
        low = at.detach().floor()
        share = at - low
        if mode == "bilinear":
            lines.append([(low, 1 - share), (low + 1, share)])
        else:
            whole = [_padded_place(low + k, size, padding_mode, align_corners) for k in (-1, 0, 1, 2)]
            lines.append(list(zip(whole, _cubic_shares(share, -0.75))))
    total = None
    for corner in itertools.product(*lines):
        share = corner[0][1]
        for _, other in corner[1:]:
            share = share * other
        part = read([index for index, _ in corner]) * share.unsqueeze(1)
        total = part if total is None else total + part
    return torch._named(total, f"GridSampler{n}DBackward0", input)


def _padded_place(at, size, padding_mode, align_corners):
    """Returns where a position outside is read: unchanged, at the border, or mirrored."""
    if padding_mode == "zeros":
        return at
    if padding_mode == "reflection":
        low, span = (0.0, size - 1.0) if align_corners else (-0.5, float(size))
        if span == 0:
            return torch.zeros_like(at)
        rest = (at - low).abs() % (2 * span)
        at = span - (span - rest).abs() + low
    # Within [0, size - 1]. A position on the border or beyond gets no gradient.
    at = torch.where(at > 0, at, torch.zeros_like(at))
    return torch.where(at >= size - 1, torch.full_like(at, size - 1), at)


def _cubic_shares(t, a):
    """Keys' cubic convolution (1981): the shares of the four neighbours of a place t beyond the second."""
    near = lambda d: ((a + 2) * d - (a + 3)) * d * d + 1
    far = lambda d: ((a * d - 5 * a) * d + 8 * a) * d - 4 * a
    return far(t + 1), near(t), near(1 - t), far(2 - t)


def _antialiased_along(x, dim, out, align_corners, scale, mode, whole):
    """Resizes one dimension. Each result is a mean over all elements that it covers, as in Pillow."""
    size = x.shape[dim]
    if align_corners:
        step = (size - 1) / (out - 1) if out > 1 else 0.0
    else:
        step = 1.0 / scale if scale else size / out
    reach, wide = 1.0 if mode == "bilinear" else 2.0, max(step, 1.0)
    centre = step * (torch.arange(out, dtype=torch.float64) + 0.5)
    first = (centre - reach * wide + 0.5).trunc().clamp(min=0)
    last = (centre + reach * wide + 0.5).trunc().clamp(max=size)
    index = torch.arange(size, dtype=torch.float64)
    d = ((index - centre.unsqueeze(1) + 0.5) / wide).abs()
    if mode == "bilinear":
        weights = (1 - d).clamp(min=0)
    else:
        a = -0.5
        near, far = ((a + 2) * d - (a + 3)) * d * d + 1, (((d - 5) * d + 8) * d - 4) * a
        weights = torch.where(d < 1, near, torch.where(d < 2, far, torch.zeros_like(d)))
    weights = weights * ((index >= first.unsqueeze(1)) & (index < last.unsqueeze(1)))
    weights = weights / weights.sum(1, keepdim=True)
    weights = (_whole_shares(weights) if whole else weights).to(x)
    return (x.transpose(dim, -1) @ weights.T).transpose(dim, -1)
