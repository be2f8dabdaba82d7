"""What the host computes for an emulated device is what `cpu` gives, to the bit; errors are a kernel's. Prints `ok`."""

import torch
import torch.nn.functional as F

torch.manual_seed(0)
x, y = torch.randn(64, 96), torch.randn(64, 96)
image, filters = torch.randn(2, 3, 12, 12), torch.randn(4, 3, 3, 3)
index = torch.tensor([5, 0, 63])
rows = {
    "chain": lambda x, y, *_: ((x * 1.5 + y).tanh() * torch.sigmoid(y)).clone(),
    "large chain": lambda x, y, *_: (x.repeat(10, 20) * 2 + y.repeat(10, 20)).exp().clone(),
    "chain and sum": lambda x, y, *_: (x.repeat(10, 20) * y.repeat(10, 20)).sum(),
    "product": lambda x, y, *_: x @ y.T,
    "softmax": lambda x, *_: torch.softmax(x, 1),
    "norm": lambda x, *_: F.layer_norm(x, (96,)),
    "variance": lambda x, *_: x.var(0),
    "largest": lambda x, *_: x.max(1).indices,
    "sorted": lambda x, *_: x.sort(1).values,
    "running sum": lambda x, *_: x.cumsum(1),
    "convolution": lambda x, y, image, filters, _: F.conv2d(image, filters, padding=1),
    "pool": lambda x, y, image, *_: F.max_pool2d(image, 2),
    "rows": lambda x, y, image, filters, index: x[index],
    "transposed": lambda x, *_: x.T.contiguous(),
    "into a view": lambda x, y, *_: x.clone().T[::2].add_(y.T[::2]),
    "chosen": lambda x, *_: x[x > 1],
    "places": lambda x, *_: torch.nonzero(x > 1),
    "half": lambda x, y, *_: x.bfloat16() * y.bfloat16(),
    "attention": lambda x, *_: F.scaled_dot_product_attention(x[None], x[None], x[None]),
}
here = (x, y, image, filters, index)
there = tuple(t.cuda() for t in here)
for name, run in rows.items():
    want, got = run(*here), run(*there)
    assert got.is_cuda and got.dtype == want.dtype and torch.equal(got.cpu(), want), name

# A graph's replay computes anew, from what lies at its addresses then.
static = torch.zeros(64, 96, device="cuda")
graph = torch.cuda.CUDAGraph()
with torch.cuda.graph(graph):
    out = F.layer_norm(static, (96,)) @ there[1].T
for given in (x, y):
    static.copy_(given)
    graph.replay()
    assert torch.equal(out.cpu(), F.layer_norm(given, (96,)) @ y.T)
del graph

# More launches than may be ahead at once.
total = torch.zeros(3, device="cuda")
for _ in range(3000):
    total += 1
assert total.tolist() == [3000.0] * 3

wrong = {
    "gather": lambda: there[0].gather(0, torch.full((1, 96), 64, device="cuda")),
    "index": lambda: there[0][torch.tensor([64], device="cuda")],
    "embedding": lambda: F.embedding(torch.tensor([1, 64], device="cuda"), there[0]),
    "scatter": lambda: there[0].scatter(0, torch.full((1, 96), 64, device="cuda"), 1.0),
    "index_add": lambda: there[0].index_add(0, torch.tensor([64], device="cuda"), there[0][:1]),
}
for name, run in wrong.items():
    try:
        run()
        torch.cuda.synchronize()
    except IndexError as error:
        assert "index 64 is out of bounds for dimension 0 with size 64" in str(error), (name, error)
    else:
        raise AssertionError(name)
assert torch.equal(there[0].cpu(), x)
print("ok")
