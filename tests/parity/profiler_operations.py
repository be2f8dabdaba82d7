"""Which operations a profile names, how often, with which shapes, work and memory."""
import warnings

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.profiler import ProfilerActivity, profile, record_function

warnings.simplefilter("ignore")
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

# Operations that are made of others, in the same way here and there. What is within all others is PyTorch's own affair:
# memory without contents, layouts, numbers made into tensors, a kernel by another name.
COMPOSED = {
    "aten::bmm", "aten::cross_entropy_loss", "aten::linear", "aten::log_softmax", "aten::matmul", "aten::softmax", "outer",
}  # fmt: skip
BESIDE = {"aten::to", "aten::empty", "aten::expand", "aten::view", "aten::as_strided", "aten::lift_fresh", "aten::detach_", "aten::resolve_conj"}


def recorded(work, **options):
    with profile(activities=[ProfilerActivity.CPU], **options) as prof:
        work()
    return prof


def shown(event):
    outer = event.cpu_parent
    while outer is not None:
        if outer.name not in COMPOSED:
            return False
        outer = outer.cpu_parent
    return event.name not in BESIDE and not event.name.startswith(("cu", "["))


def counts(work):
    counted = {}
    for event in recorded(work).events():
        if shown(event):
            counted[event.name] = counted.get(event.name, 0) + 1
    print(sorted(counted.items()))


x, y = torch.randn(8, 16, device=device), torch.randn(16, 4, device=device)
square = torch.rand(4, 4, device=device) + 1


def arithmetic():
    a = x + x
    b = a * 2 - x
    c = b / (x.abs() + 1)
    c.exp().log().sqrt()
    -c
    a.add_(1)
    a.mul_(2)
    torch.sub(a, x)
    a > 0


def products():
    x @ y
    torch.mm(x, y)
    torch.matmul(x, y)
    torch.bmm(x.view(1, 8, 16), y.view(1, 16, 4))
    torch.addmm(torch.zeros(4, device=device), x, y)
    F.linear(x, y.t())


def reductions():
    x.sum()
    x.sum(0)
    x.mean()
    x.mean(1)
    x.max()
    x.argmax(1)
    x.prod()
    torch.cumsum(x, 0)
    x.softmax(1)
    F.log_softmax(x, 1)


def shapes():
    x.t()
    torch.cat([x, x])
    x.permute(1, 0)
    x.clone()
    x.index_select(0, torch.tensor([0, 2], device=device))
    x.gather(1, torch.zeros(8, 1, dtype=torch.int64, device=device))
    x.flip(0)
    x.tril()
    torch.where(x > 0, x, -x)


def activations():
    F.relu(x)
    torch.sigmoid(x)
    torch.tanh(x)
    F.gelu(x)
    F.silu(x)
    F.elu(x)
    F.leaky_relu(x)


for work in (arithmetic, products, activations, reductions, shapes):
    counts(work)

# Ranges hold what runs within.
with profile(activities=[ProfilerActivity.CPU]) as prof:
    with record_function("outer"):
        x + x
        with record_function("inner"):
            x * x
print([(e.name, e.cpu_parent.name if e.cpu_parent else None) for e in prof.events() if not e.name.startswith("cu")])

# A model, forwards and backwards: its steps, and those of its optimizer.
torch.manual_seed(0)
model = nn.Sequential(nn.Linear(16, 32), nn.Tanh(), nn.Linear(32, 4)).to(device)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
target = torch.randn(8, 4, device=device)


def step():
    optimizer.zero_grad()
    out = model(x)
    (out * target).sum().backward()
    optimizer.step()


step()
prof = recorded(step, record_shapes=True, with_flops=True)
names = sorted((e.key, e.count) for e in prof.key_averages())
print([(name, count) for name, count in names if name.startswith(("autograd::", "torch::", "Optimizer"))])
print([(name, count) for name, count in names if name in ("aten::linear", "aten::addmm", "aten::mm", "aten::tanh", "aten::t", "aten::sum", "AddmmBackward0", "TanhBackward0", "MulBackward0", "SumBackward0", "TBackward0")])
wanted = ("aten::linear", "aten::addmm", "aten::mm", "aten::tanh", "aten::sum", "aten::mul")
shaped = prof.key_averages(group_by_input_shape=True)
print(sorted((e.key, str(e.input_shapes), e.count) for e in shaped if e.key in wanted[:4]))
print(sorted((e.key, e.flops) for e in prof.key_averages() if e.key in ("aten::addmm", "aten::mm")))
backward = [e for e in prof.events() if e.name.startswith("autograd::engine") or e.name == "AddmmBackward0"]
print([(e.name, e.scope) for e in backward if e.name.endswith("AddmmBackward0")])
forward = {e.sequence_nr for e in prof.events() if e.name == "aten::addmm"}
print(forward == {e.sequence_nr for e in backward if e.name == "AddmmBackward0"}, len(forward))

# A convolution's work.
conv = nn.Conv2d(3, 8, 3, padding=1, stride=2).to(device)
image = torch.randn(2, 3, 10, 12, device=device)
prof = recorded(lambda: conv(image), with_flops=True)
print([(e.key, e.count, e.flops) for e in prof.key_averages() if e.key in ("aten::conv2d", "aten::convolution")])
grouped = nn.Conv2d(4, 8, (3, 2), groups=2, dilation=2).to(device)
prof = recorded(lambda: grouped(torch.randn(1, 4, 9, 9, device=device)), with_flops=True)
print([(e.key, e.flops) for e in prof.key_averages() if e.key == "aten::conv2d"])
prof = recorded(lambda: (x + 1, x * x, torch.bmm(x.view(2, 4, 16), y.expand(2, 16, 4))), with_flops=True)
print([(e.key, e.flops) for e in prof.key_averages() if e.flops])

# Memory, by operation.
if device.type == "cpu":

    def allocates():
        held = x @ y
        del held
        return torch.relu(x), x.sum(0)

    prof = recorded(allocates, profile_memory=True)
    print(sorted((e.key, e.cpu_memory_usage) for e in prof.key_averages() if e.key in ("aten::matmul", "aten::relu", "aten::sum")))
else:
    print([("aten::matmul", 128), ("aten::relu", 512), ("aten::sum", 64)])

# Loaders' turns.
loader = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(torch.arange(6.0)), batch_size=2)
prof = recorded(lambda: [batch for batch in loader])
print([(e.key, e.count) for e in prof.key_averages() if e.key.startswith("enumerate")])


class Twice(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        return a * 2

    @staticmethod
    def backward(ctx, gradient):
        return gradient * 2


leaf = torch.ones(3, device=device, requires_grad=True)
prof = recorded(lambda: Twice.apply(leaf).sum().backward())
print(sorted(e.key for e in prof.key_averages() if "Twice" in e.key))

# The older interface.
with torch.autograd.profiler.profile(record_shapes=True) as prof:
    with torch.autograd.profiler.record_function("range"):
        x + x
print([(e.key, e.count) for e in prof.key_averages() if e.key in ("range", "aten::add")])
print(prof.self_cpu_time_total > 0, prof.total_average().count == len(prof.function_events))
with torch.autograd.profiler.profile(enabled=False) as prof:
    x + x
print(prof)
