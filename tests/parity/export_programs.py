# cpu only: programs as text, which name their device
# Modules as graphs of ATen operators.
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.export import Dim, export


def text(program):
    """The printed program without the places of its lines, which are those of the library."""
    return "\n".join(line for line in str(program).splitlines() if "# File: " not in line and "# No stack" not in line)


class Convolutions(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 4, 3, padding=1)
        self.bn = nn.BatchNorm2d(4)
        self.pool = nn.MaxPool2d(2)
        self.fc = nn.Sequential(nn.Linear(64, 8), nn.ReLU(), nn.Dropout(0.5), nn.Linear(8, 2))
        self.register_buffer("scale", torch.ones(2))

    def forward(self, x):
        y = self.pool(F.relu(self.bn(self.conv(x))))
        y = y.view(y.size(0), -1)
        y = self.fc(y) * self.scale + 1
        return F.softmax(y, dim=1), {"a": y.sum()}


x = torch.randn(3, 1, 8, 8)
for training in (True, False):
    model = Convolutions().train(training)
    before = {name: value.clone() for name, value in model.state_dict().items()}
    program = export(model, (x,))
    print(all(torch.equal(before[name], value) for name, value in model.state_dict().items()))
    print(text(program))
print(program.graph)
print(program.graph_signature)
print(program.module().code)
print(program.module())
print(list(program.state_dict), list(program.constants), program.range_constraints)
print(program.call_spec)
expected, found = model(x), program.module()(x)
print(torch.allclose(expected[0], found[0]), torch.allclose(expected[1]["a"], found[1]["a"]))
for node in program.graph.nodes:
    print(node.op, node.name, node.target, node.args, node.kwargs)


class Indexing(nn.Module):
    def __init__(self):
        super().__init__()
        self.constant = torch.ones(2)

    def forward(self, x, y):
        h = x[:, 0:2] + self.constant + torch.tensor([1.0, 2.0])
        h = h[:, 0:1] * x[0] + x[:, -1, None] + x[None, 0, 1:3].sum() + y["a"][1]
        a, b = h.max(1)
        c = torch.cat([h, h], dim=1).T
        e = (c > 0).float()
        e += 1
        f = torch.where(c > 0, 1 - c, 0.0)
        g = x.unsqueeze(1).expand(-1, 4, -1).permute(0, 2, 1).contiguous()
        i, j = g.chunk(2, dim=-1)
        i[0] = 0
        i[:, 1:3] = f[:2].sum()
        return a, b, e, f, i, x[torch.tensor([0, 1])], x[..., ::2]


inputs = (torch.randn(4, 8), {"a": [torch.ones(1), torch.ones(1)]})
program = export(Indexing(), inputs)
print(text(program))
for expected, found in zip(Indexing()(*inputs), program.module()(*inputs)):
    print(torch.equal(expected, found))
for wrong in ((torch.randn(5, 8), inputs[1]), (inputs[0], {"a": [torch.ones(1)]})):
    try:
        program.module()(*wrong)
    except Exception as error:
        print(type(error).__name__, error)


class Functions(nn.Module):
    def forward(self, x, table):
        target = torch.arange(x.size(0)) % 8
        return (
            F.cross_entropy(x, target, label_smoothing=0.1), F.nll_loss(F.log_softmax(x, 1), target, reduction="sum"),
            x.std(dim=1, keepdim=True), x.var(0), x.mean(-1), x.mean(), x.sum((0, 1)), x.pow(2), x**0.5, 2**x, x // 2, x % 3, 1 / x,
            x.view(-1), torch.zeros(3), torch.randn(2, 2), torch.full((2,), 3.0), x.new_zeros(2), torch.zeros_like(x),
            x.masked_fill(x > 1, 0.0), x.to(torch.float64), x.long(), x.clamp(0, 1), -x, x / 2, x.norm(), x.norm(dim=1), x == x, ~(x > 0),
            F.gelu(x, approximate="tanh"), F.gelu(x), F.silu(x), F.leaky_relu(x, 0.2), F.elu(x), F.pad(x, (1, 1)), torch.tanh(x),
            x.argmax(1), x.topk(2)[0], x.sort()[1], x.split(4, 1)[0], torch.stack([x, x]), torch.einsum("ij,kj->ik", x, x),
            x @ x.t(), x.flatten(), x.transpose(0, 1), x.squeeze(0), x.repeat(2, 1), x.cumsum(1), x.abs().sqrt().log1p(),
            F.layer_norm(x, (8,)), F.group_norm(x, 2), F.embedding(target, table), F.linear(x, table), x.bmm(x) if x.dim() == 3 else x,
            F.scaled_dot_product_attention(x[None], x[None], x[None], is_causal=True), F.one_hot(target, 8), torch.outer(x[0], x[0]),
            torch.tril(torch.ones(3, 3)), torch.maximum(x, -x), torch.linalg.inv(x[:4, :4]), x.gather(1, target[:, None]), x.any(),
            F.avg_pool1d(x, 2), F.adaptive_avg_pool1d(x, 2), F.conv1d(x[:, None], table[:, None, :3], padding=1), x.size(0),
        )  # fmt: skip


program = export(Functions(), (torch.rand(4, 8), torch.rand(8, 8)))
for line in text(program).splitlines():
    if "torch.ops" in line or "return" in line:
        print(line)


class Changing(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("count", torch.zeros(1), persistent=False)

    def forward(self, x, factor=2.0, *, bias):
        self.count.add_(1)
        return x * factor + self.count + bias, 3, None


program = export(Changing(), (torch.ones(4),), {"bias": torch.ones(4)})
print(text(program))
module = program.module()
print(module(torch.ones(4), bias=torch.ones(4)), module(torch.ones(4), bias=torch.ones(4)))


class Batches(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 2)

    def forward(self, x):
        size = x.shape[0]
        return self.fc(x).view(size, 2, 1) + size, x.view(-1), x.reshape(size * 2, 4)


model = Batches()
program = export(model, (torch.randn(4, 8),), dynamic_shapes={"x": {0: Dim("batch", min=2, max=64)}})
print(program.range_constraints)
for size in (2, 7, 64):
    x = torch.randn(size, 8)
    print([torch.allclose(expected, found) for expected, found in zip(model(x), program.module()(x))])
for size in (1, 100):
    try:
        program.module()(torch.randn(size, 8))
    except AssertionError as error:
        print(error)


class Several(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(5, 3)

    def forward(self, w, x, y):
        return self.fc(w), x + y


inputs = (torch.randn(6, 5), torch.randn(4), torch.randn(8, 4))
program = export(Several(), inputs, dynamic_shapes={name: (Dim.AUTO,) * value.dim() for name, value in zip("wxy", inputs)})
print(sorted(str(bounds) for bounds in program.range_constraints.values()))
print([value.shape for value in program.module()(torch.randn(3, 5), torch.randn(7), torch.randn(2, 7))])
try:
    program.module()(torch.randn(3, 5), torch.randn(7), torch.randn(2, 6))
except AssertionError as error:
    print(type(error).__name__)
program = export(nn.Linear(4, 3), (torch.randn(1, 4),), dynamic_shapes={"input": (Dim.AUTO, Dim.STATIC)})
try:
    program.module()(torch.randn(2, 4))
except AssertionError as error:
    print(error)
print(Dim("batch"), Dim("batch", min=2, max=64), torch.export.dims("a", "b"))
for wrong in (lambda: export(torch.relu, (x,)), lambda: program(x)):
    try:
        wrong()
    except Exception as error:
        print(type(error).__name__, str(error).splitlines()[0][:100])
