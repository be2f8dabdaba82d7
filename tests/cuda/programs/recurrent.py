"""Recurrent layers on a device compared with float64 on the processor: values, gradients, launches. Prints `ok`."""

import torch
import torch.nn as nn
from torch.nn.utils.rnn import pack_padded_sequence
from torch.profiler import ProfilerActivity, profile

KINDS = {
    "lstm": lambda: nn.LSTM(5, 7, 2, bidirectional=True),
    "lstm without bias": lambda: nn.LSTM(5, 7, bias=False),
    "lstm with projections": lambda: nn.LSTM(5, 7, proj_size=3),
    "gru": lambda: nn.GRU(5, 7, 2, batch_first=True),
    "gru without bias": lambda: nn.GRU(5, 7, bias=False, bidirectional=True),
    "tanh": lambda: nn.RNN(5, 7, bidirectional=True),
    "relu": lambda: nn.RNN(5, 7, nonlinearity="relu"),
}
# Each step of a half type is rounded.
TOLERANCES = {torch.float64: 1e-12, torch.float32: 1e-5, torch.float16: 6e-3, torch.bfloat16: 5e-2}


def everything(layer, x, lengths, weights):
    """The output, the last states, and all gradients."""
    x = x.clone().requires_grad_()
    given = x if lengths is None else pack_padded_sequence(x, lengths, layer.batch_first, enforce_sorted=False)
    output, last = layer(given)
    results = [output if lengths is None else output.data, *(last if isinstance(last, tuple) else [last])]
    sum((result * w).sum() for result, w in zip(results, weights)).backward()
    found = results + [x.grad] + [parameter.grad for parameter in layer.parameters()]
    return [tensor.detach().double().cpu() for tensor in found]


for kind, make in KINDS.items():
    for lengths in (None, [3, 4, 1, 4]):
        for dtype, tolerance in TOLERANCES.items():
            torch.manual_seed(3)
            layer = make().to(dtype)
            x = torch.randn(4, 4, 5).to(dtype)
            here = make().to("cuda", dtype)
            here.load_state_dict(layer.state_dict())
            exact = layer.double()
            weights = [torch.randn(1000) for _ in range(3)]
            shaped = lambda like: [w[: r.numel()].view(r.shape).to(like) for w, r in zip(weights, shapes)]
            given = x.double() if lengths is None else pack_padded_sequence(x.double(), lengths, exact.batch_first, enforce_sorted=False)
            output, last = exact(given)
            shapes = [output if lengths is None else output.data, *(last if isinstance(last, tuple) else [last])]
            expected = everything(exact, x.double(), lengths, shaped(x.double()))
            for number, (a, b) in enumerate(zip(expected, everything(here, x.cuda(), lengths, shaped(x.cuda())))):
                far = (a - b).abs().max().item()
                assert far <= tolerance * max(1.0, a.abs().max().item()), (kind, lengths, dtype, number, far)

# One product and one kernel for each step, forward and backward.
layer, x = nn.LSTM(5, 7).cuda(), torch.randn(9, 4, 5, device="cuda")
layer(x)[0].sum().backward()
with profile(activities=[ProfilerActivity.CUDA]) as prof:
    layer(x)[0].sum().backward()
kernels = {e.key: e.count for e in prof.key_averages()}
assert kernels["lstm_step_f32"] == kernels["lstm_back_f32"] == 9, kernels

# Double backward as in PyTorch: without the fused layer.
x.requires_grad_()
with torch.backends.cudnn.flags(enabled=False):
    (gradient,) = torch.autograd.grad(layer(x)[0].sum(), x, create_graph=True)
gradient.sum().backward()
try:
    torch.autograd.grad(layer(x)[0].sum(), x, create_graph=True)
except NotImplementedError as error:
    assert "torch.backends.cudnn.flags(enabled=False)" in str(error), error
else:
    raise AssertionError("the fused backward has no derivative")

# In a graph.
still, out = torch.randn(9, 4, 5, device="cuda"), None
with torch.no_grad():
    layer(still)
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        out = layer(still)[0]
    for seed in range(2):
        still.normal_()
        graph.replay()
        assert torch.equal(out, layer(still)[0])
print("ok")
