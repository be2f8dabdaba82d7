# Normalisation and attention kernels: values and gradients compared with float64 on the processor on the same rounded
# operands, for every floating dtype, and the number of launches.
import copy
import math

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.profiler import ProfilerActivity, profile

torch.manual_seed(0)
TOLERANCES = {torch.float64: 1e-12, torch.float32: 2e-5, torch.float16: 4e-3, torch.bfloat16: 3e-2}
HALVES = (torch.float16, torch.bfloat16)


def close(got, expected, tolerance, what):
    got, expected = got.detach().cpu().double(), expected.detach().cpu().double()
    assert got.shape == expected.shape, (what, got.shape, expected.shape)
    error = (got - expected).abs().max().item()
    assert error <= tolerance * (1 + expected.abs().max().item()), (what, error)


def compare(what, f, operands, dtype, of_parameters=None, reference=None):
    """f over operands on the device, of a dtype (the first) and another (the rest), beside float64."""
    dtypes = [dtype] + [of_parameters or dtype] * (len(operands) - 1)
    device = [x.to(dtype).cuda().requires_grad_() for x, dtype in zip(operands, dtypes)]
    host = [x.detach().cpu().double().requires_grad_() for x in device]
    got, expected = f(*device), (reference or f)(*host)
    assert got.dtype == dtype and got.is_cuda
    close(got, expected, TOLERANCES[dtype], (what, dtype, "result"))
    gradient = torch.randn(expected.shape, dtype=torch.float64).to(dtype)
    got.backward(gradient.cuda())
    expected.backward(gradient.double())
    for i, (x, y) in enumerate(zip(device, host)):
        close(x.grad, y.grad, 4 * TOLERANCES[dtype], (what, dtype, "gradient", i))


# --- rows: short, odd, kept in registers, too long for them, many
for dtype in TOLERANCES:
    for shape, dims in [((5, 7), 1), ((2, 3, 512), 1), ((2, 9000), 1), ((4, 6, 10), 2), ((300, 24), 1), ((1, 1), 1), ((6,), 1)]:
        tail = shape[len(shape) - dims:]
        x, weight, bias = torch.randn(shape) * 2 + 3, torch.randn(tail), torch.randn(tail)
        compare(("layer", shape), lambda x, w, b: F.layer_norm(x, tail, w, b), [x, weight, bias], dtype)
        compare(("layer alone", shape), lambda x: F.layer_norm(x, tail), [x], dtype)
        compare(("rms", shape), lambda x, w: F.rms_norm(x, tail, w, 1e-6), [x, weight], dtype)
        if dtype in HALVES:
            compare(("mixed", shape), lambda x, w, b: F.layer_norm(x, tail, w, b), [x, weight, bias], dtype, torch.float32)
    # --- channels: runs of 16 bytes and others, adjacent in memory, long
    for shape in [(4, 6, 8, 8), (3, 6, 5), (9, 6), (2, 6, 1), (16, 70), (2, 3, 60, 60)]:
        channels = shape[1]
        x, weight, bias = torch.randn(shape) * 2 + 1, torch.randn(channels), torch.randn(channels)
        mean, variance = torch.randn(channels).to(dtype), torch.rand(channels).to(dtype) + 0.5

        def given(x, w=None, b=None):
            return F.batch_norm(x, mean.to(x.device, x.dtype), variance.to(x.device, x.dtype), w, b)

        compare(("batch", shape), lambda x, w, b: F.batch_norm(x, None, None, w, b, True), [x, weight, bias], dtype)
        compare(("batch alone", shape), lambda x: F.batch_norm(x, None, None, None, None, True), [x], dtype)
        compare(("batch, given", shape), given, [x, weight, bias], dtype)
        compare(("batch alone, given", shape), given, [x], dtype)
        if shape != (2, 6, 1):
            groups = 2 if channels % 2 == 0 else 1
            compare(("group", shape), lambda x, w, b: F.group_norm(x, groups, w, b), [x, weight, bias], dtype)
        if len(shape) > 2 and shape[-1] > 1:
            compare(("instance", shape), lambda x, w, b: F.instance_norm(x, None, None, w, b), [x, weight, bias], dtype)

# --- running statistics
for module, shape in [
    (nn.BatchNorm1d(6), (9, 6)),
    (nn.BatchNorm2d(6), (4, 6, 3, 5)),
    (nn.BatchNorm2d(6, affine=False, momentum=None), (4, 6, 4, 4)),
    (nn.InstanceNorm2d(6, affine=True, track_running_stats=True), (4, 6, 4, 4)),
]:
    device, host = copy.deepcopy(module).cuda(), copy.deepcopy(module).double()
    for _ in range(3):
        x = torch.randn(shape)
        close(device(x.cuda()), host(x.double()), 1e-5, module)
    for (name, got), expected in zip(device.state_dict().items(), host.state_dict().values()):
        close(got, expected, 1e-5, (module, name))
    close(device.eval()(x.cuda()), host.eval()(x.double()), 1e-5, module)
    half = copy.deepcopy(device).train()
    assert half(x.cuda().half()).dtype == torch.float16 and half.running_var.dtype == torch.float32 if module.affine else True

# Non-contiguous running statistics.
for training in (True, False):
    device, host = torch.zeros(6, device="cuda"), torch.zeros(6)
    x, variance = torch.randn(5, 3), torch.rand(3) + 0.5
    device[::2] += 0.5
    host[::2] += 0.5
    got = F.batch_norm(x.cuda(), device[::2], variance.cuda(), training=training)
    close(got, F.batch_norm(x, host[::2], variance, training=training), 1e-6, ("apart", training))
    close(device, host, 1e-6, ("apart", training))

# Backward keeps its own copy of the running statistics, so they may change before it.
norm = nn.BatchNorm1d(3, affine=False).cuda().eval()
x = torch.randn(4, 3, device="cuda", requires_grad=True)
y = norm(x)
norm.running_mean.add_(1.0)
y.sum().backward()
# They count as modified: a graph that read them detects it.
norm.train()
weight = torch.ones(3, device="cuda", requires_grad=True)
product = weight * norm.running_mean
norm(torch.randn(4, 3, device="cuda"))
try:
    product.sum().backward()
    raise AssertionError("the running mean was changed")
except RuntimeError as error:
    assert "modified by an inplace operation" in str(error)

wide = dict(dtype=torch.float64, device="cuda")
x, weight = torch.randn(3, 5, **wide).requires_grad_(), torch.randn(5, **wide).requires_grad_()
assert torch.autograd.gradgradcheck(lambda x, w: F.layer_norm(x, (5,), w), (x, weight))
assert torch.autograd.gradgradcheck(lambda x, w: F.batch_norm(x, torch.zeros(5, **wide), torch.ones(5, **wide), w), (x, weight))
assert F.layer_norm(torch.ones(0, 4, device="cuda"), (4,)).shape == (0, 4)


# --- attention
def plain(q, k, v, mask=None, causal=False, scale=None):
    scores = q @ k.transpose(-2, -1) * (1 / math.sqrt(q.shape[-1]) if scale is None else scale)
    if causal:
        mask = torch.ones(scores.shape[-2:], dtype=torch.bool).tril()
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf) if mask.dtype == torch.bool else scores + mask
    weights = scores.softmax(-1)
    return weights.masked_fill((scores == -math.inf).all(-1, keepdim=True), 0.0) @ v


def attend(what, dtype, q, k, v, mask=None, causal=False, scale=None, turned=False):
    def on_device(q, k, v):
        if turned:
            q, k, v = [x.transpose(1, 2).contiguous().transpose(1, 2) for x in (q, k, v)]
        given = mask if mask is None or mask.dtype == torch.bool else mask.to(dtype)
        return F.scaled_dot_product_attention(q, k, v, None if given is None else given.cuda(), 0.0, causal, scale=scale)

    rounded = mask if mask is None or mask.dtype == torch.bool else mask.to(dtype).double()
    compare(what, on_device, [q, k, v], dtype, reference=lambda q, k, v: plain(q, k, v, rounded, causal, scale))


for dtype in TOLERANCES:
    for depth, width in [(8, 8), (33, 20), (64, 64), (100, 128)]:
        for queries, keys in [(5, 9), (70, 70)]:
            q, k, v = torch.randn(2, 2, queries, depth), torch.randn(2, 2, keys, depth), torch.randn(2, 2, keys, width)
            at = (depth, width, queries, keys)
            attend(("plain", at), dtype, q, k, v)
            if queries == 70:
                attend(("causal", at), dtype, q, k, v, causal=True)
                attend(("bool", at), dtype, q, k, v, torch.rand(queries, keys) > 0.5, scale=0.3)
                attend(("added, strided", at), dtype, q, k, v, torch.randn(2, 1, 1, keys), turned=True)
    blind = torch.rand(7, 5) > 0.5
    blind[2] = False
    attend("a query that sees nothing", dtype, torch.randn(1, 3, 7, 16), torch.randn(1, 3, 5, 16), torch.randn(1, 3, 5, 16), blind)
    attend("more queries", dtype, torch.randn(1, 3, 40, 16), torch.randn(1, 3, 5, 16), torch.randn(1, 3, 5, 16), causal=True)
    attend("three dimensions", dtype, torch.randn(3, 40, 16), torch.randn(3, 5, 16), torch.randn(3, 5, 16))
    attend("a wide head", dtype, torch.randn(3, 40, 200), torch.randn(3, 21, 200), torch.randn(3, 21, 256), causal=True)
    attend("too wide for a kernel", dtype, torch.randn(3, 40, 300), torch.randn(3, 5, 300), torch.randn(3, 5, 16))

# Dropout in the kernel. If the values are the identity, the result shows each weight after dropout; other values get
# the same random numbers, and so does backward.
for dtype, tolerance in [(torch.float64, 1e-12), (torch.float32, 1e-5), (torch.float16, 5e-3)]:
    keep, keys = 0.7, 60
    q, k, v = [torch.randn(2, 3, rows, 16, dtype=dtype) for rows in (37, keys, keys)]
    seen = torch.rand(37, keys) > 0.2

    def attended(seed, *operands):
        torch.manual_seed(seed)
        q, k, v = [x.to("cuda", dtype) for x in operands]
        return F.scaled_dot_product_attention(q, k, v, seen.cuda(), 1 - keep)

    identity = torch.eye(keys, dtype=dtype).expand(2, 3, keys, keys)
    left = attended(5, q, k, identity).cpu()
    assert torch.equal(left, attended(5, q, k, identity).cpu()) and not torch.equal(left, attended(6, q, k, identity).cpu())
    kept = (left != 0).double()
    share = (kept.sum() / (seen.sum() * 6)).item()
    assert abs(share - keep) < 0.02, share
    operands = [x.double().requires_grad_() for x in (q, k, v)]

    def dropped(q, k, v):
        weights = plain(q, k, torch.eye(keys, dtype=torch.float64), seen)
        return (weights * kept / keep) @ v

    close(left.cuda(), dropped(*operands[:2], torch.eye(keys, dtype=torch.float64)).detach(), tolerance, ("dropout's weights", dtype))
    here = [x.detach().to("cuda", dtype).requires_grad_() for x in operands]
    got, expected = attended(5, *here), dropped(*operands)
    close(got, expected.detach(), tolerance, ("dropout", dtype))
    g = torch.randn_like(expected).to(dtype)
    for a, b in zip(torch.autograd.grad(got, here, g.cuda()), torch.autograd.grad(expected, operands, g.double())):
        close(a, b, 10 * tolerance, ("dropout's gradients", dtype))

# A graph draws new numbers at each replay.
q, graph = torch.randn(1, 2, 9, 8, device="cuda"), torch.cuda.CUDAGraph()
F.scaled_dot_product_attention(q, q, q, dropout_p=0.5)
torch.cuda.synchronize()
with torch.cuda.graph(graph):
    out = F.scaled_dot_product_attention(q, q, q, dropout_p=0.5)
graph.replay()
first = out.clone()
graph.replay()
assert not torch.equal(first, out) and torch.isfinite(out).all()
q.requires_grad_()
(once,) = torch.autograd.grad(F.scaled_dot_product_attention(q, q, q, dropout_p=0.5).sum(), q)
try:
    torch.autograd.grad(F.scaled_dot_product_attention(q, q, q, dropout_p=0.5).sum(), q, create_graph=True)
except NotImplementedError as error:
    assert "with dropout" in str(error), error
else:
    raise AssertionError("dropout's backward has no derivative")

# A mask of float32 where the operands are half; others are refused.
q, mask = torch.randn(1, 2, 9, 8).half(), torch.randn(9, 9)
got = F.scaled_dot_product_attention(q.cuda(), q.cuda(), q.cuda(), mask.cuda())
close(got, plain(q.double(), q.double(), q.double(), mask.half().double()), 4e-3, "a mask of float32")
for operands, mask, message in [
    (q, mask.double(), "Expected attn_mask dtype to be bool or float or to match query dtype, but got attn_mask.dtype: double and  "
     "query.dtype: c10::Half instead."),
    (q.long(), None, "expected scalar type Float but found Long"),
]:
    try:
        F.scaled_dot_product_attention(operands.cuda(), operands.cuda(), operands.cuda(), mask if mask is None else mask.cuda())
        raise AssertionError(message)
    except RuntimeError as error:
        assert str(error).startswith(message), error

q = torch.randn(1, 1, 3, 4, **wide).requires_grad_()
seen = torch.tensor([True, False, True], device="cuda").expand(3, 3)
assert torch.autograd.gradgradcheck(lambda q: F.scaled_dot_product_attention(q, q, q, seen), (q,))


# --- launches
def kernels(work):
    work()
    torch.cuda.synchronize()
    with profile(activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]) as profiler:
        work()
        torch.cuda.synchronize()
    return [event.name for event in profiler.events() if "CUDA" in str(event.device_type)]


x = torch.randn(8, 16, 64, device="cuda", requires_grad=True)
ones = torch.ones_like(x)
layer, batch = nn.LayerNorm(64).cuda(), nn.BatchNorm1d(16).cuda()
assert kernels(lambda: layer(x)) == ["norm_rows_f32_f32"]
assert kernels(lambda: F.batch_norm(x, batch.running_mean, batch.running_var, training=True)) == ["norm_rows_f32_f32"]
y = batch(x)
assert kernels(lambda: torch.autograd.grad(y, [x, batch.weight, batch.bias], ones, retain_graph=True)) == ["norm_rows_backward_f32_f32"]
y = layer(x)
found = kernels(lambda: torch.autograd.grad(y, [x, layer.weight, layer.bias], ones, retain_graph=True))
assert found == ["norm_rows_backward_f32_f32", "norm_parameter_columns_f32_f32", "norm_parameters_joined_f32_f32"], found
batch.eval()
assert kernels(lambda: batch(x)) == ["norm_given_f32_f32"]
q = torch.randn(2, 4, 40, 32, device="cuda")
assert kernels(lambda: F.scaled_dot_product_attention(q, q, q, is_causal=True)) == ["attention_32_f32"]
assert kernels(lambda: F.scaled_dot_product_attention(q, q, q, dropout_p=0.1)) == ["attention_32_f32"]
print("ok")
