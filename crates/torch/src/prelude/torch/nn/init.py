"""Initial values: each function fills a tensor in place and returns it."""

import math

import torch


def calculate_gain(nonlinearity, param=None):
    """The factor that keeps variances through a nonlinearity.

    >>> nn.init.calculate_gain('leaky_relu', 0.2)
    1.3867504905630728
    """
    if nonlinearity in ("linear", "identity", "sigmoid", "conv1d", "conv2d", "conv3d"):
        return 1
    if nonlinearity == "tanh":
        return 5.0 / 3
    if nonlinearity == "relu":
        return math.sqrt(2.0)
    if nonlinearity == "leaky_relu":
        slope = 0.01 if param is None else param
        if isinstance(slope, bool) or not isinstance(slope, (int, float)):
            raise ValueError(f"negative_slope {param} not a valid number")
        return math.sqrt(2.0 / (1 + slope**2))
    if nonlinearity == "selu":
        return 3.0 / 4
    raise ValueError(f"Unsupported nonlinearity {nonlinearity}")


def _calculate_fan_in_and_fan_out(tensor):
    if tensor.dim() < 2:
        raise ValueError("Fan in and fan out can not be computed for tensor with fewer than 2 dimensions")
    field = 1
    for n in tensor.shape[2:]:
        field *= n
    return tensor.shape[1] * field, tensor.shape[0] * field


def _fan(tensor, mode):
    mode = mode.lower()
    if mode not in ("fan_in", "fan_out"):
        raise ValueError(f"Mode {mode} not supported, please use one of ['fan_in', 'fan_out']")
    fan_in, fan_out = _calculate_fan_in_and_fan_out(tensor)
    return fan_in if mode == "fan_in" else fan_out


def uniform_(tensor, a=0.0, b=1.0, generator=None):
    """Uniform numbers from [a, b).

    >>> nn.init.uniform_(torch.empty(2, 3)).shape
    torch.Size([2, 3])
    """
    with torch.no_grad():
        return tensor.uniform_(a, b, generator=generator)


def normal_(tensor, mean=0.0, std=1.0, generator=None):
    """Normal numbers.

    >>> nn.init.normal_(torch.empty(2, 3)).shape
    torch.Size([2, 3])
    """
    with torch.no_grad():
        return tensor.normal_(mean, std, generator=generator)


def trunc_normal_(tensor, mean=0.0, std=1.0, a=-2.0, b=2.0, generator=None):
    """Normal numbers between a and b.

    >>> nn.init.trunc_normal_(torch.empty(2, 3)).shape
    torch.Size([2, 3])
    """

    def below(x):
        return (1.0 + math.erf(x / math.sqrt(2.0))) / 2.0

    low, high = below((a - mean) / std), below((b - mean) / std)
    with torch.no_grad():
        tensor.uniform_(2 * low - 1, 2 * high - 1, generator=generator)
        tensor.erfinv_().mul_(std * math.sqrt(2.0)).add_(mean)
        return tensor.clamp_(min=a, max=b)


def constant_(tensor, val):
    """One value everywhere.

    >>> nn.init.constant_(torch.empty(2, 2), 3.)
    tensor([[3., 3.],
            [3., 3.]])
    """
    with torch.no_grad():
        return tensor.fill_(val)


def ones_(tensor):
    """Ones.

    >>> nn.init.ones_(torch.empty(2, 2))
    tensor([[1., 1.],
            [1., 1.]])
    """
    return constant_(tensor, 1.0)


def zeros_(tensor):
    """Zeros.

    >>> nn.init.zeros_(torch.empty(2, 2))
    tensor([[0., 0.],
            [0., 0.]])
    """
    return constant_(tensor, 0.0)


def eye_(tensor):
    """Ones on the diagonal of a matrix.

    >>> nn.init.eye_(torch.empty(2, 2))
    tensor([[1., 0.],
            [0., 1.]])
    """
    if tensor.dim() != 2:
        raise ValueError("Only tensors with 2 dimensions are supported")
    with torch.no_grad():
        return tensor.copy_(torch.eye(*tensor.shape, device=tensor.device, dtype=tensor.dtype))


def xavier_uniform_(tensor, gain=1.0, generator=None):
    """Uniform in +-gain * sqrt(6 / (fan_in + fan_out)).

    >>> nn.init.xavier_uniform_(torch.empty(2, 3)).shape
    torch.Size([2, 3])
    """
    fan_in, fan_out = _calculate_fan_in_and_fan_out(tensor)
    bound = math.sqrt(3.0) * gain * math.sqrt(2.0 / float(fan_in + fan_out))
    return uniform_(tensor, -bound, bound, generator)


def xavier_normal_(tensor, gain=1.0, generator=None):
    """Normal with deviation gain * sqrt(2 / (fan_in + fan_out)).

    >>> nn.init.xavier_normal_(torch.empty(2, 3)).shape
    torch.Size([2, 3])
    """
    fan_in, fan_out = _calculate_fan_in_and_fan_out(tensor)
    return normal_(tensor, 0.0, gain * math.sqrt(2.0 / float(fan_in + fan_out)), generator)


def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu", generator=None):
    """Uniform in +-gain * sqrt(3 / fan).

    >>> nn.init.kaiming_uniform_(torch.empty(2, 3)).shape
    torch.Size([2, 3])
    """
    if 0 in tensor.shape:
        return tensor
    std = calculate_gain(nonlinearity, a) / math.sqrt(_fan(tensor, mode))
    bound = math.sqrt(3.0) * std
    return uniform_(tensor, -bound, bound, generator)


def kaiming_normal_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu", generator=None):
    """Normal with deviation gain / sqrt(fan).

    >>> nn.init.kaiming_normal_(torch.empty(2, 3)).shape
    torch.Size([2, 3])
    """
    if 0 in tensor.shape:
        return tensor
    std = calculate_gain(nonlinearity, a) / math.sqrt(_fan(tensor, mode))
    return normal_(tensor, 0.0, std, generator)


def dirac_(tensor, groups=1):
    """A convolution weight that passes its input on, as far as there are channels.

    >>> nn.init.dirac_(torch.empty(2, 1, 3))
    tensor([[[0., 1., 0.]],

            [[0., 0., 0.]]])
    """
    if tensor.dim() not in (3, 4, 5):
        raise ValueError("Only tensors with 3, 4, or 5 dimensions are supported")
    if tensor.shape[0] % groups != 0:
        raise ValueError("dim 0 must be divisible by groups")
    each = tensor.shape[0] // groups
    with torch.no_grad():
        tensor.zero_()
        middle = tuple(n // 2 for n in tensor.shape[2:])
        for group in range(groups):
            for d in range(min(each, tensor.shape[1])):
                tensor[(group * each + d, d) + middle] = 1
    return tensor


def orthogonal_(tensor, gain=1, generator=None):
    """A matrix with orthonormal rows or columns, times gain.

    >>> nn.init.orthogonal_(torch.empty(2, 3)).shape
    torch.Size([2, 3])
    """
    if tensor.dim() < 2:
        raise ValueError("Only tensors with 2 or more dimensions are supported")
    if tensor.numel() == 0:
        return tensor
    rows, columns = tensor.shape[0], tensor.numel() // tensor.shape[0]
    flat = torch.empty(rows, columns, dtype=tensor.dtype, device=tensor.device).normal_(0, 1, generator=generator)
    if rows < columns:
        flat = flat.t()
    q, r = torch.linalg.qr(flat)
    q = q * torch.diagonal(r, 0).sign()
    if rows < columns:
        q = q.t()
    with torch.no_grad():
        tensor.view_as(q).copy_(q)
        tensor.mul_(gain)
    return tensor


def sparse_(tensor, sparsity, std=0.01, generator=None):
    """Normal numbers, in each column a part of them zero."""
    if tensor.dim() != 2:
        raise ValueError("Only tensors with 2 dimensions are supported")
    rows, columns = tensor.shape
    zeros = int(math.ceil(sparsity * rows))
    with torch.no_grad():
        tensor.normal_(0, std, generator=generator)
        for column in range(columns):
            tensor[torch.randperm(rows)[:zeros], column] = 0
    return tensor


uniform = uniform_
normal = normal_
constant = constant_
xavier_uniform = xavier_uniform_
xavier_normal = xavier_normal_
kaiming_uniform = kaiming_uniform_
kaiming_normal = kaiming_normal_
orthogonal = orthogonal_


def _old(name, function):
    def old(*args, **kwargs):
        import warnings

        warnings.warn(f"`nn.init.{name}` is now deprecated in favor of `nn.init.{name}_`.", FutureWarning, stacklevel=2)
        return function(*args, **kwargs)

    old.__name__ = name
    old.__doc__ = f"The old name of {name}_."
    return old


eye = _old("eye", eye_)
dirac = _old("dirac", dirac_)
sparse = _old("sparse", sparse_)
