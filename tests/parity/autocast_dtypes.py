# device only: PyTorch's answers come from its own dispatcher over fake CUDA tensors, which record.py makes.
# The dtype of every operation in PyTorch's autocast lists, and of many that are in none, on the processor and on a device.
import torch
import torch.nn as nn
import torch.nn.functional as F

FLOAT, HALF = torch.float32, {"cpu": torch.bfloat16, "cuda": torch.float16}


class Make:
    """Tensors of one device: f in float32, h in autocast's half type."""

    def __init__(self, device):
        self.device = device
        self.half = HALF[device]

    def f(self, *shape):
        return torch.full(shape, 0.5, device=self.device)

    def h(self, *shape):
        return self.f(*shape).to(self.half)

    def d(self, *shape):
        return self.f(*shape).double()

    def m(self, *shape):
        """Where PyTorch's processor wants one dtype: float32 there, the half type on CUDA."""
        return self.f(*shape) if self.device == "cpu" else self.h(*shape)

    def i(self, *shape):
        return torch.zeros(shape, dtype=torch.int64, device=self.device)

    def eye(self, n):
        return torch.eye(n, device=self.device)


def shown(result):
    if isinstance(result, torch.Tensor):
        return str(result.dtype).removeprefix("torch.")
    if result is True:
        return "not asked"
    return " ".join(shown(x) for x in result if x is not None)


CASES = {
    # products
    "mm": lambda t: torch.mm(t.f(4, 4), t.f(4, 4)),
    "mm mixed": lambda t: torch.mm(t.f(4, 4), t.h(4, 4)),
    "mm double": lambda t: torch.mm(t.d(4, 4), t.d(4, 4)),
    "Tensor.mm": lambda t: t.f(4, 4).mm(t.f(4, 4)),
    "matmul": lambda t: torch.matmul(t.f(4, 4), t.f(4)),
    "matmul vectors": lambda t: torch.matmul(t.f(4), t.f(4)),
    "@": lambda t: t.f(4, 4) @ t.h(4, 4),
    "bmm": lambda t: torch.bmm(t.f(2, 4, 4), t.f(2, 4, 4)),
    "mv": lambda t: torch.mv(t.f(4, 4), t.f(4)),
    "addmm": lambda t: torch.addmm(t.f(4, 4), t.f(4, 4), t.f(4, 4)),
    "addmv": lambda t: torch.addmv(t.f(4), t.f(4, 4), t.f(4)),
    "addr": lambda t: torch.addr(t.f(4, 4), t.f(4), t.f(4)),
    "addbmm": lambda t: torch.addbmm(t.f(4, 4), t.f(2, 4, 4), t.f(2, 4, 4)),
    "baddbmm": lambda t: torch.baddbmm(t.f(2, 4, 4), t.f(2, 4, 4), t.f(2, 4, 4)),
    "einsum": lambda t: torch.einsum("ij,jk->ik", t.f(4, 4), t.f(4, 4)),
    "chain_matmul": lambda t: torch.linalg.multi_dot([t.f(4, 4), t.f(4, 4), t.f(4, 4)]),
    "multi_dot": lambda t: torch.linalg.multi_dot([t.f(4, 4), t.f(4, 4), t.f(4, 4)]),
    "vecdot": lambda t: torch.linalg.vecdot(t.f(4, 4), t.f(4, 4)),
    "linalg.matmul": lambda t: torch.linalg.matmul(t.f(4, 4), t.f(4, 4)),
    "dot": lambda t: torch.dot(t.m(4), t.f(4)),
    "dot halves": lambda t: torch.dot(t.h(4), t.h(4)),
    "dot floats": lambda t: torch.dot(t.f(4), t.f(4)),
    "vdot": lambda t: torch.vdot(t.m(4), t.f(4)),
    "inner": lambda t: torch.inner(t.f(4, 4), t.f(4, 4)),
    "outer": lambda t: torch.outer(t.f(4), t.h(4)),
    "tensordot": lambda t: torch.tensordot(t.f(4, 4), t.m(4, 4), dims=1),
    "tensordot floats": lambda t: torch.tensordot(t.f(4, 4), t.f(4, 4), dims=1),
    "kron": lambda t: torch.kron(t.f(2, 2), t.h(2, 2)),
    "linear": lambda t: F.linear(t.f(4, 4), t.f(3, 4), t.f(3)),
    "bilinear": lambda t: F.bilinear(t.m(1, 2), t.f(1, 2), t.m(1, 2, 2), t.f(1)),
    "conv1d": lambda t: F.conv1d(t.f(1, 2, 8), t.f(2, 2, 3), t.f(2)),
    "conv2d": lambda t: F.conv2d(t.f(1, 2, 8, 8), t.f(2, 2, 3, 3), t.f(2)),
    "conv2d same": lambda t: F.conv2d(t.f(1, 2, 8, 8), t.f(2, 2, 3, 3), padding="same"),
    "conv3d": lambda t: F.conv3d(t.f(1, 2, 4, 4, 4), t.f(2, 2, 3, 3, 3)),
    "conv2d mixed": lambda t: F.conv2d(t.f(1, 2, 8, 8), t.h(2, 2, 3, 3)),
    "conv_transpose1d": lambda t: F.conv_transpose1d(t.f(1, 2, 8), t.f(2, 2, 3)),
    "conv_transpose2d": lambda t: F.conv_transpose2d(t.f(1, 2, 8, 8), t.f(2, 2, 3, 3)),
    "conv_transpose3d": lambda t: F.conv_transpose3d(t.f(1, 2, 4, 4, 4), t.f(2, 2, 3, 3, 3)),
    "torch.conv2d": lambda t: torch.conv2d(t.f(1, 2, 8, 8), t.f(2, 2, 3, 3)),
    "prelu": lambda t: F.prelu(t.f(4), t.f(1)),
    "torch.prelu": lambda t: torch.prelu(t.f(4), t.f(1)),
    "attention": lambda t: F.scaled_dot_product_attention(t.f(1, 2, 4, 8), t.f(1, 2, 4, 8), t.f(1, 2, 4, 8)),
    # functions
    "acos": lambda t: t.h(4).acos(),
    "arccos": lambda t: torch.arccos(t.h(4)),
    "asin": lambda t: t.h(4).asin(),
    "atan": lambda t: t.h(4).atan(),
    "cosh": lambda t: t.h(4).cosh(),
    "sinh": lambda t: t.h(4).sinh(),
    "tan": lambda t: t.h(4).tan(),
    "tanh": lambda t: t.h(4).tanh(),
    "sin": lambda t: t.h(4).sin(),
    "sigmoid": lambda t: t.h(4).sigmoid(),
    "erf": lambda t: t.h(4).erf(),
    "erfinv": lambda t: t.h(4).erfinv(),
    "exp": lambda t: t.h(4).exp(),
    "exp double": lambda t: t.d(4).exp(),
    "exp2": lambda t: t.h(4).exp2(),
    "expm1": lambda t: t.h(4).expm1(),
    "special.expm1": lambda t: torch.special.expm1(t.h(4)),
    "log": lambda t: t.h(4).log(),
    "log10": lambda t: t.h(4).log10(),
    "log2": lambda t: t.h(4).log2(),
    "log1p": lambda t: t.h(4).log1p(),
    "logit": lambda t: t.h(4).logit(),
    "xlogy": lambda t: torch.xlogy(t.h(4), t.h(4)),
    "reciprocal": lambda t: t.h(4).reciprocal(),
    "1 / x": lambda t: 1 / t.h(4),
    "x / 2": lambda t: t.h(4) / 2,
    "2 - x": lambda t: 2 - t.h(4),
    "rsqrt": lambda t: t.h(4).rsqrt(),
    "sqrt": lambda t: t.h(4).sqrt(),
    "square": lambda t: t.h(4).square(),
    "pow": lambda t: t.h(4).pow(1.7),
    "pow tensor": lambda t: torch.pow(t.h(4), t.h(4)),
    "pow of a number": lambda t: torch.pow(1.7, t.h(4)),
    "**": lambda t: t.h(4) ** 2,
    "2 **": lambda t: 2 ** t.h(4),
    "float_power": lambda t: torch.float_power(t.h(4), 2),
    "hypot": lambda t: torch.hypot(t.h(4), t.h(4)),
    "lgamma": lambda t: t.h(4).lgamma(),
    "addcdiv": lambda t: torch.addcdiv(t.f(4), t.h(4), t.h(4)),
    "addcmul": lambda t: torch.addcmul(t.f(4), t.h(4), t.h(4)),
    "addcmul halves": lambda t: torch.addcmul(t.h(4), t.h(4), t.h(4)),
    "atan2": lambda t: torch.atan2(t.f(4), t.h(4)),
    "lerp": lambda t: torch.lerp(t.h(4), t.h(4), 0.5),
    "add": lambda t: t.f(4) + t.h(4),
    "mul": lambda t: t.f(4) * t.h(4),
    "div": lambda t: t.f(4) / t.h(4),
    "eq": lambda t: t.f(4) == t.h(4),
    "where": lambda t: torch.where(t.f(4) > 0, t.f(4), t.h(4)),
    "maximum": lambda t: torch.maximum(t.f(4), t.h(4)),
    "clamp": lambda t: t.h(4).clamp(0, 1),
    "exp_": lambda t: t.h(4).exp_(),
    "x *= y": lambda t: t.h(4).mul_(t.f(4)),
    # reductions
    "sum": lambda t: t.h(4, 4).sum(),
    "sum of a dimension": lambda t: t.h(4, 4).sum(1),
    "sum with a dtype": lambda t: t.h(4, 4).sum(dtype=t.half),
    "sum of integers": lambda t: t.i(4).sum(),
    "torch.sum": lambda t: torch.sum(t.h(4, 4), dim=0, keepdim=True),
    "nansum": lambda t: t.h(4, 4).nansum(),
    "prod": lambda t: t.h(4).prod(),
    "prod of a dimension": lambda t: t.h(4, 4).prod(0),
    "mean": lambda t: t.h(4, 4).mean(),
    "var": lambda t: t.h(4, 4).var(),
    "std": lambda t: t.h(4, 4).std(),
    "var_mean": lambda t: torch.var_mean(t.h(4, 4)),
    "max": lambda t: t.h(4, 4).max(),
    "amax": lambda t: t.h(4, 4).amax(1),
    "argmax": lambda t: t.h(4, 4).argmax(),
    "cumsum": lambda t: t.h(4).cumsum(0),
    "cumprod": lambda t: t.h(4).cumprod(0),
    "cummax": lambda t: t.h(4).cummax(0),
    "logcumsumexp": lambda t: t.h(4).logcumsumexp(0),
    "logsumexp": lambda t: t.h(4, 4).logsumexp(1),
    "norm": lambda t: t.h(4, 4).norm(),
    "norm of a dimension": lambda t: t.h(4, 4).norm(dim=0),
    "norm 1": lambda t: t.h(4, 4).norm(p=1),
    "torch.norm": lambda t: torch.norm(t.h(4, 4), 2, 0),
    "linalg.norm": lambda t: torch.linalg.norm(t.h(4, 4)),
    "linalg.vector_norm": lambda t: torch.linalg.vector_norm(t.h(4, 4)),
    "linalg.matrix_norm": lambda t: torch.linalg.matrix_norm(t.h(4, 4)),
    "dist": lambda t: torch.dist(t.h(4), t.h(4)),
    "cdist": lambda t: torch.cdist(t.h(4, 4), t.h(4, 4)),
    "pdist": lambda t: torch.pdist(t.f(4, 4)),
    "renorm": lambda t: torch.renorm(t.h(4, 4), 2, 0, 1.0),
    "quantile": lambda t: torch.quantile(t.f(4), 0.5),
    "median": lambda t: t.h(4).median(),
    "trace": lambda t: torch.trace(t.f(4, 4)),
    "softmax": lambda t: t.h(4).softmax(0),
    "torch.softmax": lambda t: torch.softmax(t.h(4), 0),
    "softmax with a dtype": lambda t: torch.softmax(t.h(4), 0, dtype=t.half),
    "F.softmax": lambda t: F.softmax(t.h(4), dim=0),
    "log_softmax": lambda t: F.log_softmax(t.h(4), dim=0),
    "softmin": lambda t: F.softmin(t.h(4), dim=0),
    # shapes and indices
    "cat": lambda t: torch.cat([t.h(4), t.f(4)]),
    "cat halves": lambda t: torch.cat([t.h(4), t.h(4)]),
    "stack": lambda t: torch.stack([t.h(4), t.f(4)]),
    "hstack": lambda t: torch.hstack([t.h(4), t.f(4)]),
    "cross": lambda t: torch.linalg.cross(t.f(3), t.f(3)),
    "torch.cross": lambda t: torch.cross(t.f(3), t.m(3), dim=0),
    "index_put": lambda t: torch.index_put(t.f(4), (t.i(1),), t.m(1)),
    "scatter_add": lambda t: torch.scatter_add(t.f(4), 0, t.i(4), t.m(4)),
    "scatter_add halves": lambda t: torch.scatter_add(t.m(4), 0, t.i(4), t.f(4)),
    "index_copy": lambda t: torch.index_copy(t.f(4), 0, t.i(1), t.f(1) if t.device == "cuda" else t.h(1)),
    "gather": lambda t: t.h(4).gather(0, t.i(2)),
    "embedding": lambda t: F.embedding(t.i(2), t.f(4, 3)),
    # linear algebra
    "inverse": lambda t: torch.inverse(t.eye(3)),
    "linalg.inv": lambda t: torch.linalg.inv(t.eye(3)),
    "linalg.solve": lambda t: torch.linalg.solve(t.eye(3), t.f(3)),
    "linalg.cholesky": lambda t: torch.linalg.cholesky(t.eye(3)),
    "linalg.qr": lambda t: torch.linalg.qr(t.eye(3)),
    "linalg.svd": lambda t: torch.linalg.svd(t.eye(3)),
    "linalg.eigh": lambda t: torch.linalg.eigh(t.eye(3)),
    "linalg.det": lambda t: torch.linalg.det(t.eye(3)),
    "matrix_power": lambda t: torch.matrix_power(t.eye(3), 3),
    # activations and layers
    "relu": lambda t: F.relu(t.h(4)),
    "gelu": lambda t: F.gelu(t.h(4)),
    "silu": lambda t: F.silu(t.h(4)),
    "mish": lambda t: F.mish(t.h(4)),
    "elu": lambda t: F.elu(t.h(4)),
    "selu": lambda t: F.selu(t.h(4)),
    "celu": lambda t: F.celu(t.h(4)),
    "glu": lambda t: F.glu(t.h(4)),
    "hardtanh": lambda t: F.hardtanh(t.h(4)),
    "hardswish": lambda t: F.hardswish(t.h(4)),
    "leaky_relu": lambda t: F.leaky_relu(t.h(4)),
    "logsigmoid": lambda t: F.logsigmoid(t.h(4)),
    "softplus": lambda t: F.softplus(t.h(4)),
    "softsign": lambda t: F.softsign(t.h(4)),
    "tanhshrink": lambda t: F.tanhshrink(t.h(4)),
    "normalize": lambda t: F.normalize(t.h(4, 4)),
    "layer_norm": lambda t: F.layer_norm(t.h(4, 4), (4,), t.f(4), t.f(4)),
    "layer_norm halves": lambda t: F.layer_norm(t.h(4, 4), (4,)),
    "group_norm": lambda t: F.group_norm(t.h(2, 4, 3), 2, t.f(4), t.f(4)),
    "batch_norm": lambda t: F.batch_norm(t.h(2, 4, 3), t.f(4), t.f(4), t.f(4), t.f(4), training=True),
    "instance_norm": lambda t: F.instance_norm(t.h(2, 4, 3)),
    "dropout": lambda t: F.dropout(t.h(4), 0.5),
    "max_pool2d": lambda t: F.max_pool2d(t.h(1, 2, 4, 4), 2),
    "max_pool3d": lambda t: F.max_pool3d(t.h(1, 2, 4, 4, 4), 2),
    "avg_pool2d": lambda t: F.avg_pool2d(t.h(1, 2, 4, 4), 2),
    "avg_pool3d": lambda t: F.avg_pool3d(t.h(1, 2, 4, 4, 4), 2),
    "adaptive_avg_pool2d": lambda t: F.adaptive_avg_pool2d(t.h(1, 2, 4, 4), 2),
    "adaptive_avg_pool3d": lambda t: F.adaptive_avg_pool3d(t.h(1, 2, 4, 4, 4), 2),
    "pad constant": lambda t: F.pad(t.h(1, 2, 4), (1, 1)),
    "pad reflect": lambda t: F.pad(t.h(1, 2, 4), (1, 1), mode="reflect"),
    "pad replicate": lambda t: F.pad(t.h(1, 2, 4, 4), (1, 1, 1, 1), mode="replicate"),
    "pad circular": lambda t: F.pad(t.h(1, 2, 4), (1, 1), mode="circular"),
    "interpolate nearest": lambda t: F.interpolate(t.h(1, 2, 4, 4), scale_factor=2),
    "interpolate bilinear": lambda t: F.interpolate(t.h(1, 2, 4, 4), scale_factor=2, mode="bilinear"),
    "interpolate bicubic": lambda t: F.interpolate(t.h(1, 2, 4, 4), scale_factor=2, mode="bicubic"),
    "interpolate linear": lambda t: F.interpolate(t.h(1, 2, 4), scale_factor=2, mode="linear"),
    "interpolate area": lambda t: F.interpolate(t.h(1, 2, 4, 4), size=2, mode="area"),
    "grid_sample": lambda t: F.grid_sample(t.h(1, 2, 4, 4), t.f(1, 3, 3, 2), align_corners=False),
    "unfold": lambda t: F.unfold(t.h(1, 2, 4, 4), 2),
    "pixel_shuffle": lambda t: F.pixel_shuffle(t.h(1, 4, 2, 2), 2),
    # losses
    "mse_loss": lambda t: F.mse_loss(t.h(4), t.h(4)),
    "l1_loss": lambda t: F.l1_loss(t.h(4), t.f(4)),
    "smooth_l1_loss": lambda t: F.smooth_l1_loss(t.h(4), t.h(4)),
    "huber_loss": lambda t: F.huber_loss(t.h(4), t.h(4)),
    "nll_loss": lambda t: F.nll_loss(t.h(4, 3), t.i(4)),
    "nll_loss of images": lambda t: F.nll_loss(t.h(2, 3, 2, 2), t.i(2, 2, 2)),
    "cross_entropy": lambda t: F.cross_entropy(t.h(4, 3), t.i(4)),
    "cross_entropy of probabilities": lambda t: F.cross_entropy(t.h(4, 3), t.h(4, 3)),
    "cross_entropy smoothed": lambda t: F.cross_entropy(t.h(4, 3), t.i(4), label_smoothing=0.1),
    "binary_cross_entropy_with_logits": lambda t: F.binary_cross_entropy_with_logits(t.h(4), t.h(4)),
    "kl_div": lambda t: F.kl_div(t.h(4), t.h(4), reduction="sum"),
    "poisson_nll_loss": lambda t: F.poisson_nll_loss(t.h(4), t.h(4)),
    "cosine_embedding_loss": lambda t: F.cosine_embedding_loss(t.h(2, 3), t.h(2, 3), t.i(2) + 1),
    "hinge_embedding_loss": lambda t: F.hinge_embedding_loss(t.h(4), t.i(4) + 1),
    "margin_ranking_loss": lambda t: F.margin_ranking_loss(t.h(4), t.h(4), t.h(4)),
    "triplet_margin_loss": lambda t: F.triplet_margin_loss(t.h(4, 4), t.h(4, 4), t.h(4, 4)),
    "multi_margin_loss": lambda t: F.multi_margin_loss(t.h(4, 3), t.i(4)),
    "multilabel_margin_loss": lambda t: F.multilabel_margin_loss(t.h(4, 3), t.i(4, 3)),
    "multilabel_soft_margin_loss": lambda t: F.multilabel_soft_margin_loss(t.h(4, 3), t.h(4, 3)),
    "soft_margin_loss": lambda t: F.soft_margin_loss(t.h(4), t.h(4)),
    "cosine_similarity": lambda t: F.cosine_similarity(t.h(4, 4), t.h(4, 4)),
    "pairwise_distance": lambda t: F.pairwise_distance(t.h(4, 4), t.h(4, 4)),
    # composed of others, or not
    "logdet": lambda t: torch.logdet(t.eye(3)),
    "matrix_exp": lambda t: torch.matrix_exp(t.eye(3)),
    "i0": lambda t: torch.i0(t.h(4)),
    "sinc": lambda t: torch.sinc(t.h(4)),
    "polygamma": lambda t: torch.polygamma(1, t.h(4)),
    "special.entr": lambda t: torch.special.entr(t.h(4)),
    "special.log_softmax": lambda t: torch.special.log_softmax(t.h(4), 0),
    "special.logit": lambda t: torch.special.logit(t.h(4)),
    "special.exp2": lambda t: torch.special.exp2(t.h(4)),
    "kthvalue": lambda t: torch.kthvalue(t.h(4), 1),
    "sort": lambda t: torch.sort(t.h(4)),
    "topk": lambda t: torch.topk(t.h(4), 2),
    "trapezoid": lambda t: torch.trapezoid(t.h(4)),
    "cumulative_trapezoid": lambda t: torch.cumulative_trapezoid(t.h(4)),
    "diff": lambda t: torch.diff(t.h(4)),
    "logaddexp": lambda t: torch.logaddexp(t.h(4), t.h(4)),
    "ldexp": lambda t: torch.ldexp(t.h(4), t.i(4)),
    "heaviside": lambda t: torch.heaviside(t.h(4), t.h(4)),
    "copysign": lambda t: torch.copysign(t.h(4), t.h(4)),
    "fmod": lambda t: torch.fmod(t.h(4), 2),
    "nanmean": lambda t: torch.nanmean(t.h(4)),
    "aminmax": lambda t: torch.aminmax(t.h(4)),
    "rms_norm": lambda t: F.rms_norm(t.h(2, 4), (4,)),
    "local_response_norm": lambda t: F.local_response_norm(t.h(1, 4, 4), 2),
    "lp_pool2d": lambda t: F.lp_pool2d(t.h(1, 2, 4, 4), 2, 2),
    "embedding_bag": lambda t: F.embedding_bag(t.i(1, 2), t.f(4, 3)),
    "affine_grid": lambda t: F.affine_grid(t.f(1, 2, 3), (1, 1, 2, 2), align_corners=False),
    "fold": lambda t: F.fold(t.h(1, 4, 9), (4, 4), 2),
    "threshold": lambda t: F.threshold(t.h(4), 0.1, 0.0),
    "hardsigmoid": lambda t: F.hardsigmoid(t.h(4)),
    "relu6": lambda t: F.relu6(t.h(4)),
    "channel_shuffle": lambda t: F.channel_shuffle(t.h(1, 4, 2, 2), 2),
    "F.cosine_similarity": lambda t: F.cosine_similarity(t.f(4, 4), t.h(4, 4)),
    "sum_to_size": lambda t: t.h(4, 4).sum_to_size(4),
    "masked_fill": lambda t: t.h(4).masked_fill(t.h(4) > 0, 0.0),
    "cumsum_": lambda t: t.h(4).cumsum_(0),
    "sum into out": lambda t: torch.mm(t.f(4, 4), t.f(4, 4), out=t.f(4, 4)),
    # modules
    "Linear": lambda t: nn.Linear(4, 3, device=t.device)(t.f(2, 4)),
    "Conv2d": lambda t: nn.Conv2d(2, 3, 3, device=t.device)(t.f(1, 2, 4, 4)),
    "BatchNorm2d of Conv2d": lambda t: nn.Sequential(nn.Conv2d(2, 3, 3, device=t.device), nn.BatchNorm2d(3, device=t.device))(t.f(2, 2, 4, 4)),
    "LayerNorm of Linear": lambda t: nn.Sequential(nn.Linear(4, 3, device=t.device), nn.LayerNorm(3, device=t.device))(t.f(2, 4)),
    "Embedding": lambda t: nn.Embedding(4, 3, device=t.device)(t.i(2)),
    "LSTMCell": lambda t: nn.LSTMCell(4, 3, device=t.device)(t.f(2, 4), (t.f(2, 3), t.f(2, 3))),
    "LSTM": lambda t: t.device == "cuda" or nn.LSTM(4, 3)(t.f(5, 2, 4))[0],
    "GRU": lambda t: t.device == "cuda" or nn.GRU(4, 3)(t.f(5, 2, 4))[0],
    "RNN": lambda t: t.device == "cuda" or nn.RNN(4, 3)(t.f(5, 2, 4))[0],
    "RNNCell": lambda t: nn.RNNCell(4, 3, device=t.device)(t.f(2, 4), t.f(2, 3)),
    "MultiheadAttention": lambda t: nn.MultiheadAttention(4, 2, device=t.device)(t.f(3, 1, 4), t.f(3, 1, 4), t.f(3, 1, 4)),
    "TransformerEncoderLayer": lambda t: nn.TransformerEncoderLayer(4, 2, 8, device=t.device)(t.f(3, 1, 4)),
}


def dtypes(device):
    make = Make(device)
    answers = {}
    for name, case in CASES.items():
        with torch.autocast(device):
            try:
                answers[name] = shown(case(make))
            except (RuntimeError, NotImplementedError) as error:
                answers[name] = type(error).__name__
    return answers


columns = [dtypes("cpu"), dtypes("cuda")]
for name in CASES:
    print(f"{name:32} {columns[0][name]:26} {columns[1][name]}")
