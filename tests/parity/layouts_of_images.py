# Memory layouts of what layers, joins, selections, sorts and reductions make of images in many layouts, and of their gradients.
import torch
import torch.nn.functional as F

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

torch.manual_seed(0)
L, L3 = torch.channels_last, torch.channels_last_3d


def images():
    x = torch.arange(2 * 4 * 6 * 6.0).view(2, 4, 6, 6) / 100
    yield "plain", x
    yield "last", x.to(memory_format=L)
    yield "turned", x.transpose(2, 3)
    yield "cut", x.to(memory_format=L)[:1]
    yield "half channels", torch.arange(2 * 8 * 6 * 6.0).view(2, 8, 6, 6).to(memory_format=L)[:, :4] / 100
    yield "one image last", x[:1].to(memory_format=L)


def volumes():
    x = torch.arange(2 * 4 * 4 * 4 * 4.0).view(2, 4, 4, 4, 4) / 100
    yield "plain", x
    yield "last", x.to(memory_format=L3)
    yield "turned", x.transpose(2, 4)
    yield "cut", x.to(memory_format=L3)[:1]


def lines():
    x = torch.arange(2 * 4 * 6.0).view(2, 4, 6) / 100
    yield "plain", x
    yield "turned", x.transpose(1, 2).contiguous().transpose(1, 2)


def weight(x, out=4, groups=1, k=3, last=False, transposed=False):
    n = x.dim() - 2
    shape = (x.shape[1], out // groups) if transposed else (out, x.shape[1] // groups)
    w = torch.ones(*shape, *[k] * n, device=device) / 10
    w = w + torch.arange(w.numel(), device=device).view(w.shape) / 1000
    return w.to(memory_format=L if n == 2 else L3) if last else w


def conv(x):
    return getattr(F, f"conv{x.dim() - 2}d")


def tconv(x):
    return getattr(F, f"conv_transpose{x.dim() - 2}d")


def n(x):
    return x.dim() - 2


common = {
    "conv": lambda x: conv(x)(x, weight(x)),
    "conv padded": lambda x: conv(x)(x, weight(x), torch.ones(4, device=device), padding=1, stride=2),
    "conv 1x1": lambda x: conv(x)(x, weight(x, k=1)),
    "conv same": lambda x: conv(x)(x, weight(x), padding="same"),
    "conv dilated": lambda x: conv(x)(x, weight(x, k=2), dilation=2),
    "conv to one": lambda x: conv(x)(x, weight(x, out=1)),
    "depthwise": lambda x: conv(x)(x, weight(x, out=x.shape[1], groups=x.shape[1]), groups=x.shape[1]),
    "conv transposed": lambda x: tconv(x)(x, weight(x, transposed=True), stride=2),
    "max_pool": lambda x: getattr(F, f"max_pool{n(x)}d")(x, 2),
    "max_pool indices": lambda x: getattr(F, f"max_pool{n(x)}d")(x, 2, return_indices=True)[1],
    "avg_pool": lambda x: getattr(F, f"avg_pool{n(x)}d")(x, 2),
    "adaptive_avg_pool": lambda x: getattr(F, f"adaptive_avg_pool{n(x)}d")(x, 2),
    "adaptive_max_pool": lambda x: getattr(F, f"adaptive_max_pool{n(x)}d")(x, 2),
    "max_unpool": lambda x: getattr(F, f"max_unpool{n(x)}d")(*getattr(F, f"max_pool{n(x)}d")(x, 2, return_indices=True), 2),
    "batch_norm": lambda x: F.batch_norm(
        x, torch.zeros(x.shape[1], device=device), torch.ones(x.shape[1], device=device), training=True
    ),
    "batch_norm eval": lambda x: F.batch_norm(x, torch.zeros(x.shape[1], device=device), torch.ones(x.shape[1], device=device)),
    "batch_norm affine": lambda x: F.batch_norm(
        x, None, None, torch.ones(x.shape[1], device=device), torch.ones(x.shape[1], device=device), training=True
    ),
    "group_norm": lambda x: F.group_norm(x, 2 if x.shape[1] > 1 else 1),
    "group_norm affine": lambda x: F.group_norm(
        x, 1, torch.ones(x.shape[1], device=device), torch.ones(x.shape[1], device=device)
    ),
    "instance_norm": lambda x: F.instance_norm(x),
    "instance_norm affine": lambda x: F.instance_norm(
        x, weight=torch.ones(x.shape[1], device=device), bias=torch.ones(x.shape[1], device=device)
    ),
    "layer_norm": lambda x: F.layer_norm(x, x.shape[-1:]),
    "layer_norm 2": lambda x: F.layer_norm(x, x.shape[-2:]),
    "rms_norm": lambda x: F.rms_norm(x, x.shape[-1:]),
    "normalize": lambda x: F.normalize(x),
    "nearest": lambda x: F.interpolate(x, scale_factor=2),
    "nearest down": lambda x: F.interpolate(x, size=3),
    "nearest-exact": lambda x: F.interpolate(x, scale_factor=2, mode="nearest-exact"),
    "linear": lambda x: F.interpolate(x, scale_factor=2, mode=("linear", "bilinear", "trilinear")[n(x) - 1]),
    "nearest same": lambda x: F.interpolate(x, size=x.shape[2:]),
    "area": lambda x: F.interpolate(x, size=3, mode="area"),
    "pad": lambda x: F.pad(x, (1, 1)),
    "pad all": lambda x: F.pad(x, (1, 1) * x.dim()),
    "pad none": lambda x: F.pad(x, (0, 0)),
    "crop": lambda x: F.pad(x, (-1, -1)),
    "pad reflect": lambda x: F.pad(x, (1, 1) * n(x), mode="reflect"),
    "pad replicate": lambda x: F.pad(x, (1, 1) * n(x), mode="replicate"),
    "pad circular": lambda x: F.pad(x, (1, 1) * n(x), mode="circular"),
    "cat": lambda x: torch.cat([x, x], 1),
    "cat 0": lambda x: torch.cat([x, x]),
    "cat -1": lambda x: torch.cat([x, x], -1),
    "cat plain": lambda x: torch.cat([x, torch.ones(x.shape, device=device)], 1),
    "plain cat": lambda x: torch.cat([torch.ones(x.shape, device=device), x], 1),
    "cat one": lambda x: torch.cat([x], 1),
    "cat dtype": lambda x: torch.cat([x, x.double()], 1),
    "stack": lambda x: torch.stack([x, x]) if len(x) > 1 else x + 0,
    "stack -1": lambda x: torch.stack([x, x], -1),
    "relu": lambda x: F.relu(x),
    "relu_": lambda x: (x * 1).relu_(),
    "prelu": lambda x: F.prelu(x, torch.ones(x.shape[1], device=device)),
    "add bias": lambda x: x + torch.ones(x.shape[1], *[1] * n(x), device=device),
    "bias add": lambda x: torch.ones(x.shape[1], *[1] * n(x), device=device) + x,
    "add plain": lambda x: x + torch.ones(x.shape, device=device),
    "plain add": lambda x: torch.ones(x.shape, device=device) + x,
    "add row": lambda x: x + torch.ones(x.shape[-1], device=device),
    "add image": lambda x: x + torch.ones(1, *x.shape[1:], device=device),
    "where": lambda x: torch.where(x > 1, x, 0.0),
    "compare": lambda x: x > 1,
    "glu": lambda x: F.glu(x, -1),
    "softmax": lambda x: F.softmax(x, 1),
    "softmax -1": lambda x: F.softmax(x, -1),
    "log_softmax": lambda x: F.log_softmax(x, 1),
    "dropout eval": lambda x: F.dropout(x, 0.5, False),
    "gelu": lambda x: F.gelu(x),
    "silu": lambda x: F.silu(x),
    "hardswish": lambda x: F.hardswish(x),
    "mish": lambda x: F.mish(x),
    "logsigmoid": lambda x: F.logsigmoid(x),
    "softplus": lambda x: F.softplus(x),
    "leaky_relu": lambda x: F.leaky_relu(x),
    "elu": lambda x: F.elu(x),
    "softshrink": lambda x: F.softshrink(x),
    "threshold": lambda x: F.threshold(x, 1, 2),
    "rrelu": lambda x: F.rrelu(x),
    "sum": lambda x: x.sum(1),
    "sum keep": lambda x: x.sum(1, keepdim=True),
    "sum last": lambda x: x.sum(-1),
    "mean 0": lambda x: x.mean(0),
    "var": lambda x: x.var(1, keepdim=True),
    "std": lambda x: x.std(0),
    "amax": lambda x: x.amax(1, keepdim=True),
    "max": lambda x: x.max(1, keepdim=True)[0],
    "max indices": lambda x: x.max(1)[1],
    "min 0": lambda x: x.min(0)[0],
    "argmax": lambda x: x.argmax(1),
    "argmax keep": lambda x: x.argmax(1, keepdim=True),
    "prod": lambda x: x.prod(1),
    "any": lambda x: (x > 1).any(1),
    "all keep": lambda x: (x > 1).all(1, keepdim=True),
    "norm": lambda x: x.norm(dim=1),
    "norm inf": lambda x: x.norm(float("inf"), 1, keepdim=True),
    "vector_norm": lambda x: torch.linalg.vector_norm(x, 3, 1),
    "logsumexp": lambda x: x.logsumexp(1),
    "kthvalue": lambda x: x.kthvalue(1, 1)[0],
    "kthvalue keep": lambda x: x.kthvalue(1, 1, True)[0],
    "nansum": lambda x: x.nansum(1),
    "count_nonzero": lambda x: x.count_nonzero(1),
    "var_mean": lambda x: torch.var_mean(x, 1)[1],
    "cumsum": lambda x: x.cumsum(1),
    "cumprod": lambda x: x.cumprod(1),
    "cummax": lambda x: x.cummax(1)[0],
    "cummax indices": lambda x: x.cummax(1)[1],
    "logcumsumexp": lambda x: x.logcumsumexp(1),
    "diff": lambda x: x.diff(dim=1),
    "sort": lambda x: x.sort(1)[0],
    "sort indices": lambda x: x.sort(1)[1],
    "argsort": lambda x: x.argsort(-1),
    "msort": lambda x: torch.msort(x),
    "topk": lambda x: x.topk(1, 1)[0],
    "topk indices": lambda x: x.topk(2)[1],
    "flip": lambda x: x.flip(1),
    "flip two": lambda x: x.flip(-1, -2),
    "roll": lambda x: x.roll(1, 1),
    "tril": lambda x: x.tril(),
    "triu": lambda x: x.triu(1),
    "repeat": lambda x: x.repeat(*[1] * n(x), 2, 1),
    "tile": lambda x: x.tile(2),
    "repeat_interleave": lambda x: x.repeat_interleave(2, 1),
    "index_select": lambda x: x.index_select(1, torch.tensor([0, 0], device=device)),
    "index_select -1": lambda x: x.index_select(-1, torch.tensor([0, 1], device=device)),
    "index 0": lambda x: x[torch.tensor([0, 0], device=device)],
    "index 1": lambda x: x[:, torch.tensor([0, 0], device=device)],
    "index last": lambda x: x[..., torch.tensor([0, 2], device=device)],
    "index two": lambda x: x[:, torch.tensor([0, 0], device=device), torch.tensor([0, 2], device=device)],
    "index apart": lambda x: x[torch.tensor([0, 0], device=device), :, torch.tensor([0, 2], device=device)],
    "index mask": lambda x: x[:, torch.ones(x.shape[1], dtype=torch.bool, device=device)],
    "gather": lambda x: x.gather(1, torch.zeros(x.shape, dtype=torch.int64, device=device)),
    "take_along_dim": lambda x: x.take_along_dim(x.argsort(1), 1),
    "scatter": lambda x: x.scatter(1, torch.zeros(x.shape, dtype=torch.int64, device=device), 1.0),
    "scatter_add": lambda x: x.scatter_add(1, torch.zeros(x.shape, dtype=torch.int64, device=device), x),
    "scatter_reduce": lambda x: x.scatter_reduce(1, torch.zeros(x.shape, dtype=torch.int64, device=device), x, "sum"),
    "index_add": lambda x: x.index_add(1, torch.tensor([0], device=device), x[:, :1]),
    "index_copy": lambda x: x.index_copy(1, torch.tensor([0], device=device), x[:, :1]),
    "index_fill": lambda x: x.index_fill(1, torch.tensor([0], device=device), 1.0),
    "index_put": lambda x: x.index_put((torch.tensor([0], device=device),), torch.tensor(1.0, device=device)),
    "masked_fill": lambda x: x.masked_fill(x > 1, 0.0),
    "masked_scatter": lambda x: x.masked_scatter(x > 1, torch.ones(2000, device=device)),
    "select_scatter": lambda x: x.select_scatter(x[:, 0], 1, 0),
    "slice_scatter": lambda x: x.slice_scatter(x[:, :1], 1, 0, 1),
    "diagonal_scatter": lambda x: x.diagonal_scatter(torch.ones(x.diagonal().shape, device=device)),
    "clone": lambda x: x.clone(),
    "clone plain": lambda x: x.clone(memory_format=torch.contiguous_format),
    "contiguous": lambda x: x.contiguous(),
    "double": lambda x: x.double(),
    "to": lambda x: x.to(torch.float16),
    "to plain": lambda x: x.to(torch.float64, memory_format=torch.contiguous_format),
    "zeros_like": lambda x: torch.zeros_like(x),
    "ones_like": lambda x: torch.ones_like(x, dtype=torch.int64),
    "empty_like": lambda x: torch.empty_like(x),
    "full_like": lambda x: torch.full_like(x, 2),
    "reshape": lambda x: x.reshape(x.shape[0], -1),
    "flatten": lambda x: x.flatten(1),
    "matmul": lambda x: x @ torch.ones(x.shape[-1], 3, device=device),
    "fully connected": lambda x: F.linear(x, torch.ones(3, x.shape[-1], device=device)),
    "addcmul": lambda x: torch.addcmul(x, x, x),
    "lerp": lambda x: torch.lerp(x, x, 0.5),
    "clamp": lambda x: x.clamp(0, 1),
    "pow": lambda x: x**2,
    "maximum": lambda x: torch.maximum(x, torch.ones(x.shape, device=device)),
    "mse_loss": lambda x: F.mse_loss(x, torch.ones(x.shape, device=device), reduction="none"),
    "smooth_l1": lambda x: F.smooth_l1_loss(x, torch.ones(x.shape, device=device), reduction="none"),
    "bce logits": lambda x: F.binary_cross_entropy_with_logits(x, torch.ones(x.shape, device=device), reduction="none"),
    "cosine_similarity": lambda x: F.cosine_similarity(x, x + 1),
    "fill": lambda x: torch.fill(x, 2.0),
}
only2 = {
    "conv last": lambda x: F.conv2d(x, weight(x, last=True)),
    "conv last 1x1": lambda x: F.conv2d(x, weight(x, k=1, last=True)),
    "depthwise last": lambda x: F.conv2d(x, weight(x, out=x.shape[1], groups=x.shape[1], last=True), groups=x.shape[1]),
    "transposed last": lambda x: F.conv_transpose2d(x, weight(x, transposed=True, last=True)),
    "bicubic": lambda x: F.interpolate(x, scale_factor=2, mode="bicubic"),
    "bilinear aa": lambda x: F.interpolate(x, size=3, mode="bilinear", antialias=True),
    "bicubic aa": lambda x: F.interpolate(x, size=3, mode="bicubic", antialias=True),
    "bilinear corners": lambda x: F.interpolate(x, size=9, mode="bilinear", align_corners=True),
    "pixel_shuffle": lambda x: F.pixel_shuffle(x, 2) if x.shape[1] == 4 else x + 0,
    "pixel_unshuffle": lambda x: F.pixel_unshuffle(x, 2),
    "channel_shuffle": lambda x: F.channel_shuffle(x, 2 if x.shape[1] > 1 else 1),
    "conv double": lambda x: F.conv2d(x.double(), weight(x).double()),
    "max_pool padded": lambda x: F.max_pool2d(x, 3, 2, 1),
    "avg_pool padded": lambda x: F.avg_pool2d(x, 3, 2, 1),
    "batch module": lambda x: torch.nn.BatchNorm2d(x.shape[1]).to(device)(x),
    "conv module last": lambda x: torch.nn.Conv2d(x.shape[1], 3, 3).to(device).to(memory_format=L)(x),
    "conv module": lambda x: torch.nn.Conv2d(x.shape[1], 3, 3).to(device)(x),
    "instance module": lambda x: torch.nn.InstanceNorm2d(x.shape[1], affine=True, track_running_stats=True).to(device)(x),
    "upsample module": lambda x: torch.nn.Upsample(scale_factor=2).to(device)(x),
    "zero pad": lambda x: torch.nn.ZeroPad2d(1).to(device)(x),
    "block of all": lambda x: (
        torch.nn.Sequential(
            torch.nn.Conv2d(x.shape[1], 4, 3, padding=1), torch.nn.BatchNorm2d(4), torch.nn.ReLU(), torch.nn.MaxPool2d(2)
        )
        .to(device)
        .to(memory_format=L)(x)
    ),
    "to last": lambda x: x.to(memory_format=L),
    "contiguous last": lambda x: x.contiguous(memory_format=L),
    "clone last": lambda x: x.clone(memory_format=L),
    "zeros_like last": lambda x: torch.zeros_like(x, memory_format=L),
    "float last": lambda x: x.double().float(),
}
only3 = {
    "conv last": lambda x: F.conv3d(x, weight(x, last=True)),
    "transposed last": lambda x: F.conv_transpose3d(x, weight(x, transposed=True, last=True)),
    "batch module": lambda x: torch.nn.BatchNorm3d(x.shape[1]).to(device)(x),
    "to last": lambda x: x.to(memory_format=L3),
    "max_pool padded": lambda x: F.max_pool3d(x, 3, 2, 1),
    "avg_pool padded": lambda x: F.avg_pool3d(x, 3, 2, 1),
}


def tell(name, kind, layout, function):
    x = layout.detach().to(device).requires_grad_()
    y = function(x)
    told = f"{name}, {kind}: {tuple(y.shape)} {y.stride()}"
    if (
        any(word in name for word in ("conv", "pool", "batch_norm affine", "depthwise", "transposed", "module"))
        and y.requires_grad
    ):
        (gradient,) = torch.autograd.grad(y.sum(), x)
        told += f" gradient {gradient.stride()}"
    print(told)


for name, layouts, more in (("1d", lines, {}), ("2d", images, only2), ("3d", volumes, only3)):
    for function in (common | more).items():
        for kind, layout in layouts():
            tell(f"{name} {function[0]}", kind, layout, function[1])

for model in (torch.nn.Conv2d(3, 4, 2), torch.nn.Sequential(torch.nn.Conv2d(3, 4, 2), torch.nn.BatchNorm2d(4))):
    model = model.to(device).to(memory_format=L)
    model(torch.ones(2, 3, 4, 4, device=device)).sum().backward()
    print([(p.stride(), p.grad.stride()) for p in model.parameters()])
