"""Times tensor operations: the same program under TensorCell and under PyTorch. Prints `name<TAB>seconds` lines.

Each figure is the least of many short runs, on the default number of threads. `tensor.py PART` runs only the items whose
names contain PART.
"""

import sys
import time

import torch
import torch.nn.functional as F

only = sys.argv[1] if len(sys.argv) > 1 else ""
torch.manual_seed(0)


def item(name, work, number=1, budget=0.25):
    """Least time of one turn; `work(n)` does n turns."""
    if only not in name:
        return
    work(number)
    best, began = float("inf"), time.perf_counter()
    while True:
        start = time.perf_counter()
        work(number)
        now = time.perf_counter()
        best = min(best, (now - start) / number)
        if now - began > budget:
            break
    print(f"{name}\t{best:.4e}")


# The overhead of one operation: eight elements.

a, b = torch.rand(8), torch.rand(8)
ga, gb = torch.rand(8, requires_grad=True), torch.rand(8)


def add8(n):
    for _ in range(n):
        a + b


def add8_recorded(n):
    for _ in range(n):
        ga + gb


def relu8(n):
    for _ in range(n):
        torch.relu(a)


def sum8(n):
    for _ in range(n):
        a.sum()


def view8(n):
    for _ in range(n):
        a.view(2, 4)


def item8(n):
    for _ in range(n):
        a.sum().item()


def backward8(n):
    for _ in range(n):
        (ga * gb).sum().backward()


def add8_in_place(n):
    for _ in range(n):
        a.mul_(1.0)


def index8(n):
    for _ in range(n):
        a[3]


item("add, 8 elements", add8, 2000)
item("add with autograd, 8 elements", add8_recorded, 2000)
item("relu, 8 elements", relu8, 2000)
item("sum, 8 elements", sum8, 2000)
item("view, 8 elements", view8, 2000)
item("mul_, 8 elements", add8_in_place, 2000)
item("x[3], 8 elements", index8, 2000)
item("sum().item(), 8 elements", item8, 2000)
item("(g*b).sum().backward(), 8 elements", backward8, 200)


def run(expression):
    """A benchmark of one call."""

    def work(n):
        for _ in range(n):
            result = expression()
            if isinstance(result, torch.Tensor):
                result.data_ptr()  # whoever defers work must have done it now

    return work


# Pointwise functions over a million elements, and chains of them.

x, y = torch.randn(1 << 20), torch.randn(1 << 20)
p = torch.rand(1 << 20) + 0.5
item("add, 1M", run(lambda: x + y), 20)
item("mul_, 1M", run(lambda: x.mul_(1.0)), 20)
for name in ["exp", "tanh", "sigmoid", "sin", "erf"]:
    item(f"{name}, 1M", run(lambda f=getattr(torch, name): f(x)), 5)
for name in ["log", "sqrt", "rsqrt"]:
    item(f"{name}, 1M", run(lambda f=getattr(torch, name): f(p)), 5)
item("gelu, 1M", run(lambda: F.gelu(x)), 5)
item("silu, 1M", run(lambda: F.silu(x)), 5)
item("pow 1.5, 1M", run(lambda: p**1.5), 5)
item("where, 1M", run(lambda: torch.where(x > 0, x, y)), 10)
item("chain, 1M", run(lambda: (x * 1.5 + y).tanh() * torch.sigmoid(y)), 5)
item("chain and sum, 1M", run(lambda: ((x * 1.5 + y).tanh() * torch.sigmoid(y)).sum()), 5)
xd, yd = x.double(), y.double()
item("exp float64, 1M", run(lambda: torch.exp(xd)), 3)
item("chain float64, 1M", run(lambda: (xd * 1.5 + yd).tanh() * torch.sigmoid(yd)), 3)
xh, yh = x.bfloat16(), y.bfloat16()
item("add bfloat16, 1M", run(lambda: xh + yh), 5)
if only in "chain, 16M":
    big, big2 = torch.randn(1 << 24), torch.randn(1 << 24)
    item("chain, 16M", run(lambda: (big * 1.5 + big2).tanh() * torch.sigmoid(big2)), 1, 1.0)
    del big, big2

# Reductions, scans, order.

m = torch.randn(4096, 1000)
item("sum, 4M", run(lambda: m.sum()), 5)
item("sum dim 0, 4096x1000", run(lambda: m.sum(0)), 5)
item("sum dim 1, 4096x1000", run(lambda: m.sum(1)), 5)
item("mean dim 0, 4096x1000", run(lambda: m.mean(0)), 5)
item("var dim 1, 4096x1000", run(lambda: m.var(1)), 3)
item("max, 4M", run(lambda: m.max()), 5)
item("argmax dim 1, 4096x1000", run(lambda: m.argmax(1)), 5)
item("norm, 4M", run(lambda: m.norm()), 5)
item("softmax, 4096x1000", run(lambda: torch.softmax(m, 1)), 2)
item("log_softmax, 4096x1000", run(lambda: torch.log_softmax(m, 1)), 2)
item("layer_norm, 4096x1000", run(lambda: F.layer_norm(m, (1000,))), 2)
item("cumsum dim 1, 4096x1000", run(lambda: m.cumsum(1)), 2)
item("sort, 1M", run(lambda: x.sort()), 1)
item("sort dim 1, 4096x1000", run(lambda: m.sort(1)), 1)
item("topk 10, 4096x1000", run(lambda: m.topk(10)), 1)

# Selection and copies.

rows = torch.randint(0, 4096, (4096,))
places = torch.randint(0, 1000, (4096, 100))
mask = m > 0
item("index_select, 4096x1000", run(lambda: m.index_select(0, rows)), 2)
item("m[rows], 4096x1000", run(lambda: m[rows]), 2)
item("gather, 4096x100", run(lambda: m.gather(1, places)), 2)
item("cat, 2x 4096x1000", run(lambda: torch.cat([m, m])), 2)
item("t().contiguous(), 4096x1000", run(lambda: m.t().contiguous()), 2)
item("m[mask], 4096x1000", run(lambda: m[mask]), 2)
item("float64, 4096x1000", run(lambda: m.double()), 2)
item("rand, 1M", run(lambda: torch.rand(1 << 20)), 2)
item("randn, 1M", run(lambda: torch.randn(1 << 20)), 2)
item("dropout, 1M", run(lambda: F.dropout(x, 0.5)), 2)

# Matrix products.

for dtype in [torch.float32, torch.float64]:
    for n in [64, 128, 256, 512, 1024]:
        u, v = torch.randn(n, n, dtype=dtype), torch.randn(n, n, dtype=dtype)
        item(f"{n}x{n} @ {n}x{n}, {str(dtype)[6:]}", run(lambda: u @ v), max(1, 2048 // n // 4))
u, v = torch.randn(1024, 1024), torch.randn(1024)
item("1024x1024 @ 1024", run(lambda: u @ v), 20)
w = torch.randn(1000, 512)
h = torch.randn(128, 512)
item("linear 128x512 @ (1000x512).T", run(lambda: F.linear(h, w)), 5)
u, v = torch.randn(64, 64, 64), torch.randn(64, 64, 64)
item("bmm 64x 64x64", run(lambda: torch.bmm(u, v)), 5)
u, v = torch.randn(1024, 1024), torch.randn(1024, 10)
item("1024x1024 @ 1024x10", run(lambda: u @ v), 10)

# Training.

logits = torch.randn(4096, 1000, requires_grad=True)
target = torch.randint(0, 1000, (4096,))


def entropy():
    logits.grad = None
    F.cross_entropy(logits, target).backward()


item("cross_entropy fwd+bwd, 4096x1000", run(entropy), 1)

net = torch.nn.Sequential(torch.nn.Linear(1000, 512), torch.nn.ReLU(), torch.nn.Linear(512, 10))
optimizer = torch.optim.SGD(net.parameters(), lr=0.01)
batch, labels = torch.randn(128, 1000), torch.randint(0, 10, (128,))


def train():
    optimizer.zero_grad()
    F.cross_entropy(net(batch), labels).backward()
    optimizer.step()


item("MLP 1000-512-10 step, batch 128", run(train), 5)
adam = torch.optim.Adam(net.parameters())


def train_adam():
    adam.zero_grad()
    F.cross_entropy(net(batch), labels).backward()
    adam.step()


item("the same with Adam", run(train_adam), 5)
