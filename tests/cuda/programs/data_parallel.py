# One module on two devices: results, gradients and buffers are the single device's; torch.cuda.comm and torch.nn.parallel.
import copy
import warnings

import torch
import torch.nn as nn
from torch.nn.parallel import DataParallel, data_parallel, gather, parallel_apply, replicate, scatter

assert torch.cuda.device_count() >= 2
first, second = torch.device("cuda:0"), torch.device("cuda:1")
torch.manual_seed(0)


def raises(kind, text, work):
    try:
        work()
    except kind as error:
        assert text in str(error), error
        return
    raise AssertionError(f"no {kind.__name__}: {text}")


# torch.cuda.comm
x = torch.arange(12.0).view(6, 2)
copies = torch.cuda.comm.broadcast(x.to(first), [0, 1])
assert [c.device for c in copies] == [first, second] and all(torch.equal(c.cpu(), x) for c in copies)
out = [torch.empty(6, 2, device=first), torch.empty(6, 2, device=second)]
assert torch.cuda.comm.broadcast(x, out=out)[1] is out[1] and torch.equal(out[1].cpu(), x)
raises(RuntimeError, "Exactly one of 'devices' and 'out'", lambda: torch.cuda.comm.broadcast(x))
many = [torch.full((n,), float(n), device=first) for n in range(1, 30)] + [torch.arange(5, device=first)]
for each in torch.cuda.comm.broadcast_coalesced(many, [0, 1], buffer_size=64):
    assert all(torch.equal(a.cpu(), b.cpu()) and a.dtype == b.dtype for a, b in zip(each, many))
total = torch.cuda.comm.reduce_add([x.to(first), x.to(second) * 2], destination=1)
assert total.device == second and torch.equal(total.cpu(), x * 3)
raises(AssertionError, "input 1 is on CPU", lambda: torch.cuda.comm.reduce_add([x.to(first), x], 0))
raises(ValueError, "got 2x6, but expected 6x2", lambda: torch.cuda.comm.reduce_add([x.to(first), x.view(2, 6).to(second)], 0))
sums = torch.cuda.comm.reduce_add_coalesced([[x.to(d), torch.arange(3, device=d)] for d in (first, second)], 0)
assert torch.equal(sums[0].cpu(), x * 2) and sums[1].tolist() == [0, 2, 4] and sums[0].device == first
pieces = torch.cuda.comm.scatter(x, [0, 1], chunk_sizes=[2, 4])
assert [p.shape[0] for p in pieces] == [2, 4] and torch.equal(torch.cuda.comm.gather(pieces, destination="cpu"), x)
assert torch.equal(torch.cuda.comm.gather(torch.cuda.comm.scatter(x, [0, 1], dim=1), dim=1, destination=1).cpu(), x)
raises(RuntimeError, "given chunk sizes don't sum up", lambda: torch.cuda.comm.scatter(x, [0, 1], chunk_sizes=[1, 1]))
streams = [torch.cuda.Stream(0), torch.cuda.Stream(1)]
pinned = x.pin_memory()
pieces = torch.cuda.comm.scatter(pinned, [0, 1], streams=streams)
for stream in streams:
    stream.synchronize()
assert torch.equal(torch.cat([p.cpu() for p in pieces]), x)


# Gradients go back through scatter and gather.
leaf = x.clone().requires_grad_()
parts = scatter(leaf, [0, 1])
joined = gather([p * (i + 1) for i, p in enumerate(parts)], 0)
assert joined.device == first and type(joined.grad_fn).__name__ != "NoneType"
joined.sum().backward()
assert leaf.grad.tolist() == [[1.0, 1.0]] * 3 + [[2.0, 2.0]] * 3
nested = scatter({"a": x, "b": [x, "text"], "c": (x, 3)}, [0, 1])
assert nested[1]["a"].device == second and nested[1]["b"][1] == "text" and nested[1]["c"][1] == 3
assert gather([{"a": n["a"], "b": (n["c"][0],)} for n in nested], "cpu")["b"][0].tolist() == x.tolist()
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    assert gather([torch.tensor(1.0, device=first), torch.tensor(2.0, device=second)], 0).tolist() == [1.0, 2.0]
assert "all input tensors were scalars" in str(caught[0].message)


class Net(nn.Module):
    """Convolution, a norm with buffers, a module that is used twice, arguments of several kinds."""

    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 4, 3)
        self.norm = nn.BatchNorm2d(4, affine=True)
        self.shared = nn.Linear(4, 4)
        self.head = nn.Sequential(self.shared, nn.Tanh(), self.shared, nn.Linear(4, 3))
        self.register_buffer("offset", torch.tensor([0.1, 0.2, 0.3]))
        self.seen = []

    def forward(self, images, options, scale=None, extra=()):
        self.seen.append((images.device.index, tuple(images.shape), torch.cuda.current_device()))
        h = self.conv(images)
        if options["norm"]:
            h = self.norm(h)
        h = h.relu().mean((2, 3)) * scale
        if extra:
            h = h + extra[0]
        return {"logits": self.head(h) + self.offset, "features": (h, h * 2)}


def results(model, batch, dim_of=0, **more):
    model.zero_grad()
    out = model(batch["images"], {"norm": True}, scale=batch["scale"], extra=(batch["extra"],))
    loss = torch.nn.functional.cross_entropy(out["logits"], batch["targets"].to(out["logits"].device))
    (loss + out["features"][1].pow(2).sum()).backward()
    return out, loss, [p.grad.clone() for p in model.parameters()]


model = Net().to(first)
model.norm.eval()
for size in (8, 7, 3, 2, 1):
    batch = {
        "images": torch.randn(size, 1, 6, 6, device=first),
        "scale": torch.rand(size, 1, device=first) + 0.5,
        "extra": torch.randn(size, 4, device=first),
        "targets": torch.randint(0, 3, (size,), device=first),
    }
    alone = results(model, batch)
    model.seen.clear()
    both = results(DataParallel(model), batch)
    assert both[0]["logits"].device == first and isinstance(both[0]["features"], tuple)
    assert torch.allclose(alone[0]["logits"], both[0]["logits"], atol=1e-6), size
    assert torch.allclose(alone[1], both[1], atol=1e-6)
    for want, have in zip(alone[2], both[2]):
        assert have.device == first and torch.allclose(want, have, atol=1e-5), (size, want, have)
    # A chunk is of ceil(size / 2); each replica runs on its own device, which is then the current one.
    expected = [n for n in (-(-size // 2), size - -(-size // 2)) if n]
    assert [(d, s[0], c) for d, s, c in model.seen] == [(i, n, i) for i, n in enumerate(expected)], model.seen

# Output elsewhere, devices in another order, one device, no gradients.
batch = torch.randn(5, 1, 6, 6)
plain = nn.Sequential(nn.Conv2d(1, 2, 3), nn.Flatten(), nn.Linear(32, 2)).to(second)
expected = plain(batch.to(second)).cpu()
wrapped = DataParallel(plain, device_ids=[1, 0], output_device=0)
assert wrapped(batch).device == first and torch.allclose(wrapped(batch).cpu(), expected, atol=1e-6)
assert wrapped.module is plain and list(wrapped.state_dict())[0] == "module.0.weight"
with torch.no_grad():
    assert not wrapped(batch).requires_grad
assert torch.allclose(DataParallel(plain, device_ids=[1])(batch.to(second)).cpu(), expected, atol=1e-6)
assert torch.allclose(data_parallel(plain, batch, [1, 0], output_device=-1).cpu(), expected, atol=1e-6)
raises(RuntimeError, "on device cuda:0 (device_ids[0]) but found one of them on device: cuda:1", lambda: DataParallel(plain, [0, 1])(batch))

# Buffers of the replica on the first device are the module's own: running statistics stay.
norm = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4)).to(first)
before = norm[1].running_mean.clone()
data = torch.randn(9, 3)
reference = copy.deepcopy(norm)
reference(data[:5].to(first))
DataParallel(norm)(data)
assert not torch.equal(norm[1].running_mean, before) and norm[1].num_batches_tracked.item() == 1
assert torch.allclose(norm[1].running_mean, reference[1].running_mean, atol=1e-6)

# Replicas by hand: their parameters are results, and cannot be trained.
replicas = replicate(norm, [0, 1])
assert [r[0].weight.device for r in replicas] == [first, second] and list(replicas[1].parameters()) == []
assert replicas[1][0].weight.grad_fn is not None and replicate(norm, [0, 1], detach=True)[1][0].weight.grad_fn is None
outputs = parallel_apply(replicas, scatter(data, [0, 1]))
assert [o.device for o in outputs] == [first, second]
raises(AssertionError, "The number of modules 2 is not equal to the number of inputs 1", lambda: parallel_apply(replicas, [data]))


class Fails(nn.Module):
    def forward(self, x):
        if x.device.index == 1:
            raise ValueError("too much")
        return x


raises(ValueError, "Caught ValueError in replica 1 on device 1.", lambda: DataParallel(Fails())(data))

# Training, with autocast and without, ends where one device ends.
def trained(wrap, steps=4):
    torch.manual_seed(1)
    net = nn.Sequential(nn.Linear(6, 16), nn.GELU(), nn.LayerNorm(16), nn.Linear(16, 2)).to(first)
    model = wrap(net)
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.01)
    inputs, targets = torch.randn(11, 6), torch.randn(11, 2, device=first)
    for _ in range(steps):
        optimizer.zero_grad()
        nn.functional.mse_loss(model(inputs.to(first)), targets).backward()
        optimizer.step()
    return [p.detach() for p in net.parameters()]


for a, b in zip(trained(lambda net: net), trained(DataParallel)):
    assert torch.allclose(a, b, atol=1e-5)
with torch.autocast("cuda"):
    out = DataParallel(nn.Linear(4, 2).to(first))(torch.randn(6, 4))
    assert out.dtype == torch.float16
    seen = []
    DataParallel(nn.Sequential(nn.Linear(4, 2).to(first)))(torch.randn(6, 4)).float().sum().backward()

# Twice differentiated: the copies' gradients have gradients.
net = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 1)).to(first)
inputs = torch.randn(5, 3, device=first, requires_grad=True)


def penalty(model):
    (g,) = torch.autograd.grad(model(inputs).sum(), inputs, create_graph=True)
    return torch.autograd.grad(g.pow(2).sum(), list(net.parameters())[:2])


for a, b in zip(penalty(net), penalty(DataParallel(net))):
    assert torch.allclose(a, b, atol=1e-6)
print("ok")
