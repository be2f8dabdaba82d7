# Every operation in float16 and bfloat16 that PyTorch's CUDA supports (by its own table of dtypes): compares dtype and
# values with the same operation in float64 on the same rounded operands.
import torch
import torch.nn as nn
import torch.nn.functional as F

cuda = torch.device("cuda")
generator = torch.Generator().manual_seed(0)


class Operands:
    """The same operands for each dtype: numbers in (0.1, 0.9) that bfloat16 holds exactly."""

    def __init__(self, dtype, device):
        self.dtype, self.device = dtype, device
        self.count = 0

    def __call__(self, *shape):
        self.count += 1
        values = torch.rand(shape, generator=torch.Generator().manual_seed(self.count)) * 0.8 + 0.1
        return values.bfloat16().to(self.device, self.dtype)

    def i(self, *values):
        return torch.tensor(values, device=self.device)

    def put(self, module):
        for number, parameter in enumerate(module.parameters()):
            values = torch.rand(parameter.shape, generator=torch.Generator().manual_seed(100 + number)) * 0.4 - 0.2
            parameter.data = values.bfloat16().to(self.device, self.dtype)
        return module.to(self.device, self.dtype)


UNARY = """abs acos acosh asin asinh atan atanh bernoulli ceil cos cosh deg2rad digamma erf erfc erfinv exp exp2 expm1 fix
floor frac i0 isfinite isinf isnan isneginf isposinf lgamma log log10 log1p log2 logit neg positive rad2deg reciprocal
relu round rsqrt sgn sigmoid sign signbit sin sinc sinh sqrt square tan tanh trunc all any argmax argmin argsort
count_nonzero cummax_0 cummin_0 cumprod_0 cumsum_0 logcumsumexp_0 logsumexp_0 max mean median min msort nanmean
nanmedian nansum nonzero norm prod sort std sum unique var aminmax amax amin nan_to_num diff flip_0 fliplr flipud rot90 roll_1 t ravel
softmax_0 log_softmax_0 tril triu trace diag diagonal diagflat diag_embed clone zeros_like ones_like rand_like randn_like
empty_like std_mean var_mean trapezoid cumulative_trapezoid mode frexp""".split()
RANDOM = {"bernoulli", "rand_like", "randn_like", "empty_like"}
BINARY = """add sub mul div true_divide floor_divide remainder fmod pow atan2 copysign hypot maximum minimum fmax fmin eq ne lt le
gt ge logaddexp logaddexp2 logical_and logical_or logical_xor xlogy dist nextafter heaviside isclose rsub
allclose equal""".split()
MATRICES = "matmul mm inner kron mv_v outer_vv dot_vv vdot_vv".split()
ACTIVATIONS = """celu elu gelu glu hardshrink hardsigmoid hardswish hardtanh leaky_relu logsigmoid mish relu relu6 selu silu softplus
softshrink softsign tanhshrink normalize""".split()
LOSSES = """mse_loss l1_loss smooth_l1_loss huber_loss binary_cross_entropy binary_cross_entropy_with_logits kl_div poisson_nll_loss
soft_margin_loss hinge_embedding_loss cosine_similarity pairwise_distance""".split()

CASES = {}
for name in UNARY:
    function, _, dim = name.partition("_") if name.endswith(("_0", "_1")) else (name, "", "")
    function = name[:-2] if name.endswith(("_0", "_1")) else name
    rest = (int(name[-1]),) if name.endswith(("_0", "_1")) else ()
    if function == "flip":
        rest = ((0,),)
    CASES[function] = lambda x, f=function, rest=rest: getattr(torch, f)(x(5, 5) + (1 if f == "acosh" else 0), *rest)
for name in BINARY:
    CASES[name] = lambda x, f=name: getattr(torch, f)(x(4, 5), x(4, 5))
for name in MATRICES:
    function, _, kinds = name.partition("_")
    if kinds == "vv":
        CASES[function] = lambda x, f=function: getattr(torch, f)(x(6), x(6))
    elif kinds == "v":
        CASES[function] = lambda x, f=function: getattr(torch, f)(x(5, 6), x(6))
    else:
        CASES[function] = lambda x, f=function: getattr(torch, f)(x(6, 6), x(6, 6))
for name in ACTIVATIONS:
    CASES["F." + name] = lambda x, f=name: getattr(F, f)(x(4, 6) - 0.5)
for name in LOSSES:
    CASES["F." + name] = lambda x, f=name: getattr(F, f)(x(4, 6), x(4, 6))
CASES.update({
    "addmm": lambda x: torch.addmm(x(4, 5), x(4, 3), x(3, 5)),
    "addmv": lambda x: torch.addmv(x(4), x(4, 3), x(3)),
    "addr": lambda x: torch.addr(x(4, 3), x(4), x(3)),
    "bmm": lambda x: torch.bmm(x(2, 4, 3), x(2, 3, 5)),
    "baddbmm": lambda x: torch.baddbmm(x(2, 4, 5), x(2, 4, 3), x(2, 3, 5)),
    "addbmm": lambda x: torch.addbmm(x(4, 5), x(2, 4, 3), x(2, 3, 5)),
    "einsum": lambda x: torch.einsum("bij,bjk->ik", x(2, 4, 3), x(2, 3, 5)),
    "tensordot": lambda x: torch.tensordot(x(2, 4, 3), x(4, 3), dims=2),
    "linalg.vecdot": lambda x: torch.linalg.vecdot(x(4, 3), x(4, 3)),
    "linalg.multi_dot": lambda x: torch.linalg.multi_dot([x(4, 3), x(3, 2), x(2, 4)]),
    "linalg.norm": lambda x: torch.linalg.norm(x(4, 3)),
    "linalg.vector_norm": lambda x: torch.linalg.vector_norm(x(4, 3), 3),
    "linalg.matrix_norm": lambda x: torch.linalg.matrix_norm(x(4, 3)),
    "linalg.cross": lambda x: torch.linalg.cross(x(4, 3), x(4, 3)),
    "addcmul": lambda x: torch.addcmul(x(4), x(4), x(4), value=0.5),
    "addcdiv": lambda x: torch.addcdiv(x(4), x(4), x(4), value=0.5),
    "lerp": lambda x: torch.lerp(x(4), x(4), 0.3),
    "clamp": lambda x: torch.clamp(x(4), 0.2, 0.6),
    "where": lambda x: torch.where(x(4) > 0.5, x(4), x(4)),
    "cat": lambda x: torch.cat([x(2, 3), x(1, 3)]),
    "stack": lambda x: torch.stack([x(3), x(3)]),
    "gather": lambda x: torch.gather(x(5), 0, x.i(0, 3)),
    "scatter": lambda x: torch.scatter(x(5), 0, x.i(0, 3), x(2)),
    "scatter_add": lambda x: torch.scatter_add(x(5), 0, x.i(0, 0), x(2)),
    "scatter_reduce": lambda x: torch.scatter_reduce(x(5), 0, x.i(0, 0), x(2), "amax"),
    "index_select": lambda x: torch.index_select(x(5), 0, x.i(0, 3)),
    "index_add": lambda x: torch.index_add(x(5), 0, x.i(0, 0), x(2)),
    "index_copy": lambda x: torch.index_copy(x(5), 0, x.i(0, 1), x(2)),
    "index_fill": lambda x: torch.index_fill(x(5), 0, x.i(0, 1), 0.5),
    "index_put": lambda x: torch.index_put(x(5), (x.i(0, 0),), x(2), accumulate=True),
    "x[i]": lambda x: x(5)[x.i(0, 3)],
    "masked_fill": lambda x: torch.masked_fill(x(5), x(5) > 0.5, 0.25),
    "masked_select": lambda x: torch.masked_select(x(5), x(5) > 0.5),
    "take": lambda x: torch.take(x(5), x.i(0, 3)),
    "put": lambda x: torch.Tensor.put(x(5), x.i(0, 3), x(2)),
    "topk": lambda x: torch.topk(x(5), 2),
    "kthvalue": lambda x: torch.kthvalue(x(5), 2),
    "searchsorted": lambda x: torch.searchsorted(x(5).sort().values, x(3)),
    "bucketize": lambda x: torch.bucketize(x(3), x(5).sort().values),
    "cov": lambda x: torch.cov(x(3, 5)),
    "polygamma": lambda x: torch.polygamma(1, x(4) + 1),
    "mvlgamma": lambda x: torch.mvlgamma(x(4) + 2, 2),
    "renorm": lambda x: torch.renorm(x(4, 3), 2, 0, 0.5),
    "ldexp": lambda x: torch.ldexp(x(4), x.i(0, 1, 2, 1)),
    "float_power": lambda x: torch.float_power(x(4), 2),
    "linspace": lambda x: torch.linspace(0, 1, 5, dtype=x.dtype, device=x.device),
    "arange": lambda x: torch.arange(5, dtype=x.dtype, device=x.device),
    "full": lambda x: torch.full((3,), 0.5, dtype=x.dtype, device=x.device),
    "eye": lambda x: torch.eye(3, dtype=x.dtype, device=x.device),
    "item": lambda x: x(1).item(),
    "F.linear": lambda x: F.linear(x(4, 6), x(3, 6), x(3)),
    "F.bilinear": lambda x: F.bilinear(x(4, 2), x(4, 3), x(2, 2, 3), x(2)),
    "F.conv1d": lambda x: F.conv1d(x(1, 2, 8), x(3, 2, 3), x(3)),
    "F.conv2d": lambda x: F.conv2d(x(1, 2, 6, 6), x(3, 2, 3, 3), x(3), stride=2, padding=1),
    "F.conv3d": lambda x: F.conv3d(x(1, 2, 4, 4, 4), x(3, 2, 3, 3, 3)),
    "F.conv_transpose2d": lambda x: F.conv_transpose2d(x(1, 2, 4, 4), x(2, 3, 3, 3)),
    "F.max_pool2d": lambda x: F.max_pool2d(x(1, 2, 4, 4), 2),
    "F.avg_pool2d": lambda x: F.avg_pool2d(x(1, 2, 4, 4), 2),
    "F.adaptive_avg_pool2d": lambda x: F.adaptive_avg_pool2d(x(1, 2, 5, 5), 2),
    "F.adaptive_max_pool2d": lambda x: F.adaptive_max_pool2d(x(1, 2, 5, 5), 2),
    "F.max_pool3d": lambda x: F.max_pool3d(x(1, 2, 4, 4, 4), 2),
    "F.avg_pool3d": lambda x: F.avg_pool3d(x(1, 2, 4, 4, 4), 2),
    "F.lp_pool2d": lambda x: F.lp_pool2d(x(1, 2, 4, 4), 2, 2),
    "F.layer_norm": lambda x: F.layer_norm(x(4, 8), (8,), x(8), x(8)),
    "F.group_norm": lambda x: F.group_norm(x(2, 4, 5), 2, x(4), x(4)),
    "F.batch_norm": lambda x: F.batch_norm(x(4, 3, 5), None, None, x(3), x(3), training=True),
    "F.instance_norm": lambda x: F.instance_norm(x(2, 3, 6)),
    "F.rms_norm": lambda x: F.rms_norm(x(4, 8), (8,), x(8)),
    "F.local_response_norm": lambda x: F.local_response_norm(x(1, 4, 4), 2),
    "F.prelu": lambda x: F.prelu(x(2, 3) - 0.5, x(3)),
    "F.threshold": lambda x: F.threshold(x(4), 0.5, 0.0),
    "F.embedding": lambda x: F.embedding(x.i(0, 2), x(4, 3)),
    "F.embedding_bag": lambda x: F.embedding_bag(x.i(0, 2, 1), x(4, 3), x.i(0, 2)),
    "F.pad": lambda x: F.pad(x(1, 2, 4), (1, 2), mode="reflect"),
    "F.interpolate nearest": lambda x: F.interpolate(x(1, 2, 3, 3), scale_factor=2),
    "F.interpolate bilinear": lambda x: F.interpolate(x(1, 2, 3, 3), scale_factor=2, mode="bilinear"),
    "F.interpolate bicubic": lambda x: F.interpolate(x(1, 2, 3, 3), scale_factor=2, mode="bicubic"),
    "F.grid_sample": lambda x: F.grid_sample(x(1, 2, 4, 4), x(1, 3, 3, 2) - 0.5, align_corners=False),
    "F.unfold": lambda x: F.unfold(x(1, 2, 4, 4), 2),
    "F.fold": lambda x: F.fold(x(1, 4, 9), (4, 4), 2),
    "F.pixel_shuffle": lambda x: F.pixel_shuffle(x(1, 4, 2, 2), 2),
    "F.nll_loss": lambda x: F.nll_loss(x(4, 3), x.i(0, 1, 2, 1)),
    "F.cross_entropy": lambda x: F.cross_entropy(x(4, 3), x.i(0, 1, 2, 1), label_smoothing=0.1),
    "F.gaussian_nll_loss": lambda x: F.gaussian_nll_loss(x(4), x(4), x(4)),
    "F.margin_ranking_loss": lambda x: F.margin_ranking_loss(x(4), x(4), x(4)),
    "F.multi_margin_loss": lambda x: F.multi_margin_loss(x(4, 3), x.i(0, 1, 2, 1)),
    "F.triplet_margin_loss": lambda x: F.triplet_margin_loss(x(4, 3), x(4, 3), x(4, 3)),
    "F.cosine_embedding_loss": lambda x: F.cosine_embedding_loss(x(2, 3), x(2, 3), x.i(1, -1)),
    "F.scaled_dot_product_attention": lambda x: F.scaled_dot_product_attention(x(1, 2, 4, 8), x(1, 2, 4, 8), x(1, 2, 4, 8)),
    "nn.LSTM": lambda x: x.put(nn.LSTM(3, 4))(x(5, 2, 3))[0],
    "nn.GRU": lambda x: x.put(nn.GRU(3, 4))(x(5, 2, 3))[0],
    "nn.RNN": lambda x: x.put(nn.RNN(3, 4))(x(5, 2, 3))[0],
    "nn.MultiheadAttention": lambda x: x.put(nn.MultiheadAttention(4, 2))(x(3, 1, 4), x(3, 1, 4), x(3, 1, 4))[0],
    "nn.TransformerEncoderLayer": lambda x: x.put(nn.TransformerEncoderLayer(4, 2, 8, dropout=0.0))(x(3, 1, 4)),
})
# Values are not compared: random, or not a function of the operands' values (indices of ties, bits).
DTYPE_ONLY = RANDOM | {"nextafter", "empty_like", "frexp"}


def results(value):
    if isinstance(value, torch.Tensor):
        return [value]
    if isinstance(value, (list, tuple)):
        return [x for item in value for x in results(item)]
    return [torch.tensor(value, dtype=torch.float64)] if isinstance(value, float) else []


failures, checked = [], 0
for name, case in CASES.items():
    expected = results(case(Operands(torch.float64, "cpu")))
    for dtype, tolerance in ((torch.float16, 4e-3), (torch.bfloat16, 3e-2)):
        try:
            found = results(case(Operands(dtype, cuda)))
        except Exception as error:
            failures.append(f"{name} {dtype}: {type(error).__name__} {error}")
            continue
        for want, have in zip(expected, found):
            checked += 1
            if name not in ("item", "float_power") and want.dtype == torch.float64 and have.dtype != dtype:
                failures.append(f"{name}: {have.dtype} in place of {dtype}")
            elif want.dtype != torch.float64 and have.dtype != want.dtype:
                failures.append(f"{name} {dtype}: {have.dtype} in place of {want.dtype}")
            elif name in DTYPE_ONLY:
                continue
            else:
                want, have = want.double(), have.cpu().double()
                close = (want - have).abs() <= tolerance * (1 + want.abs()) * 2
                same = close | (want == have) | (want.isnan() & have.isnan())
                if want.shape != have.shape or not same.all():
                    failures.append(f"{name} {dtype}: {have.flatten()[:4].tolist()} in place of {want.flatten()[:4].tolist()}")
for failure in failures:
    print(failure)
assert checked > 400, checked
assert not failures, f"{len(failures)} of {checked}"

# Gradients in half types, through layers, compared with float64.
for dtype, tolerance in ((torch.float16, 2e-2), (torch.bfloat16, 1e-1)):
    grads = {}
    for kind, device in ((torch.float64, "cpu"), (dtype, cuda)):
        x = Operands(kind, device)
        model = x.put(
            nn.Sequential(nn.Conv2d(1, 4, 3), nn.BatchNorm2d(4), nn.GELU(), nn.MaxPool2d(2), nn.Flatten(), nn.Linear(16, 8),
                          nn.LayerNorm(8), nn.SiLU(), nn.Linear(8, 3))
        )
        F.cross_entropy(model(x(5, 1, 6, 6)), x.i(0, 1, 2, 1, 0)).backward()
        grads[kind] = [p.grad for p in model.parameters()]
    for number, (want, have) in enumerate(zip(grads[torch.float64], grads[dtype])):
        assert have.dtype == dtype and have.is_cuda
        assert torch.allclose(have.cpu().double(), want, atol=tolerance, rtol=0.1), (number, dtype, have, want)

# GradScaler checks all gradients for infinities, and unscales them, in one launch.
parameters = [nn.Parameter(torch.ones(n % 50 + 1, device=cuda)) for n in range(190)]
optimizer = torch.optim.SGD(parameters, lr=0.1)
scaler = torch.amp.GradScaler("cuda")
scaler.scale(sum(p.sum() for p in parameters)).backward()
with torch.profiler.profile() as profile:
    scaler.unscale_(optimizer)
    torch.cuda.synchronize()
launches = [event.name for event in profile.events() if event.name.startswith("multi_scale")]
assert launches == ["multi_scale_f32"], launches
assert all(p.grad.eq(1).all() for p in parameters)

# A weight that is modified in a region is cast again.
weight = nn.Parameter(torch.ones(2, 2, device=cuda))
with torch.autocast("cuda"):
    before = weight @ weight
    with torch.no_grad():
        weight.mul_(2)
    assert (before[0, 0].item(), (weight @ weight)[0, 0].item()) == (2.0, 8.0)
print("ok")
