"""Activations, and attention of several heads."""

import torch
from torch.nn import functional as F
from torch.nn import init
from torch.nn.modules.linear import NonDynamicallyQuantizableLinear
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter


class _InPlace(Module):
    """An activation whose only option is `inplace`."""

    def __init__(self, inplace=False):
        super().__init__()
        self.inplace = inplace

    def extra_repr(self):
        return "inplace=True" if self.inplace else ""


class ReLU(_InPlace):
    """max(x, 0).

    Shapes: the input's

    >>> nn.ReLU()(torch.tensor([-1., 0., 2.]))
    tensor([0., 0., 2.])
    """

    def forward(self, input):
        return F.relu(input, self.inplace)


class ReLU6(_InPlace):
    """min(max(x, 0), 6).

    >>> nn.ReLU6()(torch.tensor([-1., 3., 9.]))
    tensor([0., 3., 6.])
    """

    def forward(self, input):
        return F.relu6(input, self.inplace)


class SiLU(_InPlace):
    """x * sigmoid(x).

    >>> nn.SiLU()(torch.tensor([-1., 0., 2.]))
    tensor([-0.2689,  0.0000,  1.7616])
    """

    def forward(self, input):
        return F.silu(input, self.inplace)


class Mish(_InPlace):
    """x * tanh(softplus(x)).

    >>> nn.Mish()(torch.tensor([-1., 0., 2.]))
    tensor([-0.3034,  0.0000,  1.9440])
    """

    def forward(self, input):
        return F.mish(input, self.inplace)


class SELU(_InPlace):
    """Scaled exponential linear unit.

    >>> nn.SELU()(torch.tensor([-1., 0., 2.]))
    tensor([-1.1113,  0.0000,  2.1014])
    """

    def forward(self, input):
        return F.selu(input, self.inplace)


class Hardswish(_InPlace):
    """x * relu6(x + 3) / 6.

    >>> nn.Hardswish()(torch.tensor([-1., 0., 2.]))
    tensor([-0.3333,  0.0000,  1.6667])
    """

    def forward(self, input):
        return F.hardswish(input, self.inplace)

    def extra_repr(self):
        return ""


class Tanh(Module):
    """Hyperbolic tangent.

    Shapes: the input's

    >>> nn.Tanh()(torch.tensor([-1., 0., 2.]))
    tensor([-0.7616,  0.0000,  0.9640])
    """

    def forward(self, input):
        return torch.tanh(input)


class Sigmoid(Module):
    """1 / (1 + exp(-x)).

    Shapes: the input's

    >>> nn.Sigmoid()(torch.tensor([-1., 0., 2.]))
    tensor([0.2689, 0.5000, 0.8808])
    """

    def forward(self, input):
        return torch.sigmoid(input)


class LogSigmoid(Module):
    """log(sigmoid(x)).

    >>> nn.LogSigmoid()(torch.tensor([-1., 0., 2.]))
    tensor([-1.3133, -0.6931, -0.1269])
    """

    def forward(self, input):
        return F.logsigmoid(input)


class Softplus(Module):
    """log(1 + exp(beta * x)) / beta.

    >>> nn.Softplus()(torch.tensor([-1., 0., 30.]))
    tensor([ 0.3133,  0.6931, 30.0000])
    """

    def __init__(self, beta=1.0, threshold=20.0):
        super().__init__()
        self.beta = beta
        self.threshold = threshold

    def forward(self, input):
        return F.softplus(input, self.beta, self.threshold)

    def extra_repr(self):
        return f"beta={self.beta}, threshold={self.threshold}"


class GELU(Module):
    """x times the normal distribution function of x.

    Shapes: the input's

    >>> nn.GELU()(torch.tensor([-1., 0., 2.]))
    tensor([-0.1587,  0.0000,  1.9545])
    """

    def __init__(self, approximate="none"):
        super().__init__()
        self.approximate = approximate

    def forward(self, input):
        return F.gelu(input, approximate=self.approximate)

    def extra_repr(self):
        return f"approximate={self.approximate!r}"


class LeakyReLU(Module):
    """x where positive, else negative_slope * x.

    Shapes: the input's

    >>> nn.LeakyReLU(0.1)(torch.tensor([-1., 2.]))
    tensor([-0.1000,  2.0000])
    """

    def __init__(self, negative_slope=0.01, inplace=False):
        super().__init__()
        self.negative_slope = negative_slope
        self.inplace = inplace

    def forward(self, input):
        return F.leaky_relu(input, self.negative_slope, self.inplace)

    def extra_repr(self):
        return f"negative_slope={self.negative_slope}" + (", inplace=True" if self.inplace else "")


class ELU(Module):
    """x where positive, else alpha * (exp(x) - 1).

    >>> nn.ELU()(torch.tensor([-1., 2.]))
    tensor([-0.6321,  2.0000])
    """

    def __init__(self, alpha=1.0, inplace=False):
        super().__init__()
        self.alpha = alpha
        self.inplace = inplace

    def forward(self, input):
        return F.elu(input, self.alpha, self.inplace)

    def extra_repr(self):
        return f"alpha={self.alpha}" + (", inplace=True" if self.inplace else "")


class PReLU(Module):
    """Like LeakyReLU, with a slope that is trained.

    >>> nn.PReLU()(torch.tensor([-1., 2.])).detach()
    tensor([-0.2500,  2.0000])
    """

    def __init__(self, num_parameters=1, init=0.25, device=None, dtype=None):
        super().__init__()
        self.num_parameters = num_parameters
        self.weight = Parameter(torch.full((num_parameters,), float(init), device=device, dtype=dtype))

    def forward(self, input):
        return F.prelu(input, self.weight)

    def extra_repr(self):
        return f"num_parameters={self.num_parameters}"


class Hardtanh(Module):
    """x limited to [min_val, max_val].

    >>> nn.Hardtanh()(torch.tensor([-2., 0.5, 2.]))
    tensor([-1.0000,  0.5000,  1.0000])
    """

    def __init__(self, min_val=-1.0, max_val=1.0, inplace=False):
        super().__init__()
        if max_val <= min_val:
            raise AssertionError(f"max_val ({max_val}) must be greater than min_val ({min_val})")
        self.min_val = min_val
        self.max_val = max_val
        self.inplace = inplace

    def forward(self, input):
        return F.hardtanh(input, self.min_val, self.max_val, self.inplace)

    def extra_repr(self):
        return f"min_val={self.min_val}, max_val={self.max_val}" + (", inplace=True" if self.inplace else "")


class Softmax(Module):
    """exp(x) divided by its sum along dim.

    Shapes: the input's
    Errors: IndexError for a dimension that does not exist: `nn.Softmax(dim=1)(torch.ones(2))`

    >>> nn.Softmax(dim=0)(torch.tensor([1., 2., 3.]))
    tensor([0.0900, 0.2447, 0.6652])
    """

    def __init__(self, dim=None):
        super().__init__()
        self.dim = dim

    def forward(self, input):
        return F.softmax(input, self.dim)

    def extra_repr(self):
        return f"dim={self.dim}"


class LogSoftmax(Module):
    """log(softmax(x)).

    Shapes: the input's

    >>> nn.LogSoftmax(dim=0)(torch.tensor([1., 2., 3.]))
    tensor([-2.4076, -1.4076, -0.4076])
    """

    def __init__(self, dim=None):
        super().__init__()
        self.dim = dim

    def forward(self, input):
        return F.log_softmax(input, self.dim)

    def extra_repr(self):
        return f"dim={self.dim}"


class _Named(Module):
    """An activation by its function's name, with options in their order."""

    def __init__(self, **options):
        super().__init__()
        for name, value in options.items():
            setattr(self, name, value)
        self.__dict__["_options"] = tuple(options)

    def extra_repr(self):
        shown = [f"{name}={getattr(self, name)}" for name in self._options if name != "inplace"]
        return ", ".join(shown + (["inplace=True"] if self.__dict__.get("inplace") else []))


class CELU(_Named):
    """x where positive, else alpha * (exp(x / alpha) - 1).

    >>> nn.CELU()(torch.tensor([-1., 2.]))
    tensor([-0.6321,  2.0000])
    """

    def __init__(self, alpha=1.0, inplace=False):
        super().__init__(alpha=alpha, inplace=inplace)

    def forward(self, input):
        return F.celu(input, self.alpha, self.inplace)


class GLU(_Named):
    """The first half along dim times the sigmoid of the second: (*, 2 N) to (*, N).

    >>> nn.GLU()(torch.tensor([1., 2., 0., 0.]))
    tensor([0.5000, 1.0000])
    """

    def __init__(self, dim=-1):
        super().__init__(dim=dim)

    def forward(self, input):
        return F.glu(input, self.dim)


class Hardshrink(_Named):
    """x beyond +-lambd, else 0.

    >>> nn.Hardshrink()(torch.tensor([-1., 0.2, 2.]))
    tensor([-1.,  0.,  2.])
    """

    def __init__(self, lambd=0.5):
        super().__init__(lambd=lambd)

    def forward(self, input):
        return F.hardshrink(input, self.lambd)

    def extra_repr(self):
        return f"{self.lambd}"


class Softshrink(_Named):
    """x brought lambd nearer to 0, and 0 within.

    >>> nn.Softshrink()(torch.tensor([-1., 0.2, 2.]))
    tensor([-0.5000,  0.0000,  1.5000])
    """

    def __init__(self, lambd=0.5):
        super().__init__(lambd=lambd)

    def forward(self, input):
        return F.softshrink(input, self.lambd)

    def extra_repr(self):
        return f"{self.lambd}"


class Hardsigmoid(_InPlace):
    """relu6(x + 3) / 6.

    >>> nn.Hardsigmoid()(torch.tensor([-4., 0., 4.]))
    tensor([0.0000, 0.5000, 1.0000])
    """

    def forward(self, input):
        return F.hardsigmoid(input, self.inplace)

    def extra_repr(self):
        return ""


class Softsign(Module):
    """x / (1 + |x|).

    >>> nn.Softsign()(torch.tensor([-1., 3.]))
    tensor([-0.5000,  0.7500])
    """

    def forward(self, input):
        return F.softsign(input)


class Tanhshrink(Module):
    """x - tanh(x).

    >>> nn.Tanhshrink()(torch.tensor([-1., 2.]))
    tensor([-0.2384,  1.0360])
    """

    def forward(self, input):
        return F.tanhshrink(input)


class Threshold(_Named):
    """x above the threshold, else value.

    >>> nn.Threshold(1., 0.)(torch.tensor([-1., 2.]))
    tensor([0., 2.])
    """

    def __init__(self, threshold, value, inplace=False):
        super().__init__(threshold=threshold, value=value, inplace=inplace)

    def forward(self, input):
        return F.threshold(input, self.threshold, self.value, self.inplace)


class RReLU(_Named):
    """Like LeakyReLU, with a slope drawn between lower and upper for each element while training.

    >>> nn.RReLU(0.1, 0.3).eval()(torch.tensor([-1., 2.]))
    tensor([-0.2000,  2.0000])
    """

    def __init__(self, lower=1.0 / 8, upper=1.0 / 3, inplace=False):
        super().__init__(lower=lower, upper=upper, inplace=inplace)

    def forward(self, input):
        return F.rrelu(input, self.lower, self.upper, self.training, self.inplace)


class Softmin(Module):
    """softmax(-x) along dim.

    >>> nn.Softmin(dim=0)(torch.tensor([1., 2.]))
    tensor([0.7311, 0.2689])
    """

    def __init__(self, dim=None):
        super().__init__()
        self.dim = dim

    def forward(self, input):
        return F.softmin(input, self.dim)

    def extra_repr(self):
        return f"dim={self.dim}"


class Softmax2d(Module):
    """softmax over the channels of (N, C, H, W).

    >>> nn.Softmax2d()(torch.zeros(1, 2, 1, 1)).shape
    torch.Size([1, 2, 1, 1])
    """

    def forward(self, input):
        if input.dim() not in (3, 4):
            raise ValueError(f"Softmax2d: expected input to be 3D or 4D, got {input.dim()}D instead")
        return F.softmax(input, -3)


class MultiheadAttention(Module):
    """Attention of num_heads heads: (L, N, E), (S, N, kdim), (S, N, vdim) to (L, N, E), and the weights (N, L, S).

    Shapes: query (L, N, E), key (S, N, kdim), value (S, N, vdim) -> (L, N, E), weights (N, L, S); N
            first with batch_first
    Errors: AssertionError where num_heads does not divide embed_dim:
            `nn.MultiheadAttention(8, 3)`

    >>> nn.MultiheadAttention(8, 2)(torch.ones(5, 1, 8), torch.ones(6, 1, 8), torch.ones(6, 1, 8))[0].shape
    torch.Size([5, 1, 8])
    """

    def __init__(
        self,
        embed_dim,
        num_heads,
        dropout=0.0,
        bias=True,
        add_bias_kv=False,
        add_zero_attn=False,
        kdim=None,
        vdim=None,
        batch_first=False,
        device=None,
        dtype=None,
    ):
        if embed_dim <= 0 or num_heads <= 0:
            raise ValueError(
                f"embed_dim and num_heads must be greater than 0, got embed_dim={embed_dim} and num_heads={num_heads} instead"
            )
        like = {"device": device, "dtype": dtype}
        super().__init__()
        self.embed_dim = embed_dim
        self.kdim = kdim if kdim is not None else embed_dim
        self.vdim = vdim if vdim is not None else embed_dim
        self._qkv_same_embed_dim = self.kdim == embed_dim and self.vdim == embed_dim
        self.num_heads = num_heads
        self.dropout = dropout
        self.batch_first = batch_first
        self.head_dim = embed_dim // num_heads
        if self.head_dim * num_heads != embed_dim:
            raise AssertionError("embed_dim must be divisible by num_heads")
        if not self._qkv_same_embed_dim:
            self.q_proj_weight = Parameter(torch.empty(embed_dim, embed_dim, **like))
            self.k_proj_weight = Parameter(torch.empty(embed_dim, self.kdim, **like))
            self.v_proj_weight = Parameter(torch.empty(embed_dim, self.vdim, **like))
            self.register_parameter("in_proj_weight", None)
        else:
            self.in_proj_weight = Parameter(torch.empty(3 * embed_dim, embed_dim, **like))
            self.register_parameter("q_proj_weight", None)
            self.register_parameter("k_proj_weight", None)
            self.register_parameter("v_proj_weight", None)
        if bias:
            self.in_proj_bias = Parameter(torch.empty(3 * embed_dim, **like))
        else:
            self.register_parameter("in_proj_bias", None)
        self.out_proj = NonDynamicallyQuantizableLinear(embed_dim, embed_dim, bias=bias, **like)
        if add_bias_kv:
            self.bias_k = Parameter(torch.empty(1, 1, embed_dim, **like))
            self.bias_v = Parameter(torch.empty(1, 1, embed_dim, **like))
        else:
            self.bias_k = self.bias_v = None
        self.add_zero_attn = add_zero_attn
        self._reset_parameters()

    def _reset_parameters(self):
        if self._qkv_same_embed_dim:
            init.xavier_uniform_(self.in_proj_weight)
        else:
            init.xavier_uniform_(self.q_proj_weight)
            init.xavier_uniform_(self.k_proj_weight)
            init.xavier_uniform_(self.v_proj_weight)
        if self.in_proj_bias is not None:
            init.constant_(self.in_proj_bias, 0.0)
            init.constant_(self.out_proj.bias, 0.0)
        if self.bias_k is not None:
            init.xavier_normal_(self.bias_k)
        if self.bias_v is not None:
            init.xavier_normal_(self.bias_v)

    def forward(
        self,
        query,
        key,
        value,
        key_padding_mask=None,
        need_weights=True,
        attn_mask=None,
        average_attn_weights=True,
        is_causal=False,
    ):
        if self.batch_first and query.dim() == 3:
            # One tensor for all three stays one.
            if key is value:
                if query is key:
                    query = key = value = query.transpose(0, 1)
                else:
                    query, key = query.transpose(0, 1), key.transpose(0, 1)
                    value = key
            else:
                query, key, value = [x.transpose(0, 1) for x in (query, key, value)]
            turned = True
        else:
            turned = False
        result, weights = F.multi_head_attention_forward(
            query,
            key,
            value,
            self.embed_dim,
            self.num_heads,
            self.in_proj_weight,
            self.in_proj_bias,
            self.bias_k,
            self.bias_v,
            self.add_zero_attn,
            self.dropout,
            self.out_proj.weight,
            self.out_proj.bias,
            training=self.training,
            key_padding_mask=key_padding_mask,
            need_weights=need_weights,
            attn_mask=attn_mask,
            use_separate_proj_weight=not self._qkv_same_embed_dim,
            q_proj_weight=self.q_proj_weight,
            k_proj_weight=self.k_proj_weight,
            v_proj_weight=self.v_proj_weight,
            average_attn_weights=average_attn_weights,
            is_causal=is_causal,
        )
        return (result.transpose(0, 1) if turned else result), weights
