# Memory techniques of the guides: checkpoints, activations on the host, gradient accumulation, copies during compute.
import torch
import torch.nn as nn
from torch.autograd.graph import save_on_cpu
from torch.utils.checkpoint import checkpoint, checkpoint_sequential
from torch.utils.data import DataLoader, TensorDataset

cuda = torch.device("cuda")
MIB = 1 << 20


def peak(run):
    """Bytes beyond what was there at first, while it runs; and its result."""
    torch.cuda.synchronize()
    before = torch.cuda.memory_allocated()
    torch.cuda.reset_peak_memory_stats()
    result = run()
    torch.cuda.synchronize()
    return torch.cuda.max_memory_allocated() - before, result


torch.manual_seed(0)
blocks = nn.Sequential(*[nn.Sequential(nn.Linear(64, 64), nn.Tanh(), nn.Linear(64, 64), nn.Sigmoid()) for _ in range(8)]).to(cuda)
x = torch.randn(2048, 64, device=cuda, requires_grad=True)


def plain():
    return blocks(x)


def reentrant():
    h = x
    for block in blocks:
        h = checkpoint(block, h, use_reentrant=True)
    return h


def packed():
    h = x
    for block in blocks:
        h = checkpoint(block, h, use_reentrant=False)
    return h


def in_parts():
    return checkpoint_sequential(blocks, 4, x, use_reentrant=False)


def on_host():
    with save_on_cpu(pin_memory=True):
        return blocks(x)


def step(forward):
    def run():
        blocks.zero_grad()
        x.grad = None
        forward().sum().backward()
        return [x.grad.clone()] + [p.grad.clone() for p in blocks.parameters()]

    return run


held, _ = peak(lambda: None)
most, expected = peak(step(plain))
for name, forward in (("reentrant", reentrant), ("packed", packed), ("in parts", in_parts), ("on the host", on_host)):
    least, grads = peak(step(forward))
    assert all(torch.allclose(a, b, atol=1e-6) for a, b in zip(expected, grads)), name
    assert least < 0.75 * most, f"{name}: {least / MIB:.1f} MiB of {most / MIB:.1f}"
# Memory kept for backward: the activations, or the blocks' inputs.
kept, result = peak(plain)
now = torch.cuda.memory_allocated()
del result
freed = now - torch.cuda.memory_allocated()
result = packed()
now = torch.cuda.memory_allocated()
del result
assert now - torch.cuda.memory_allocated() < 0.6 * freed

# Dropout on the device draws the same mask again; afterwards its generator continues from its previous state.
drop = nn.Dropout(0.5)
for kind in (True, False):
    ones = torch.ones(1000, device=cuda, requires_grad=True)
    y = checkpoint(lambda v: drop(v) * 2, ones, use_reentrant=kind)
    state = torch.cuda.get_rng_state()
    y.sum().backward()
    assert torch.equal(y, ones.grad) and torch.equal(state, torch.cuda.get_rng_state()), kind

# Gradients accumulated over four small batches equal those of the whole batch.
data, targets = torch.randn(32, 16, device=cuda), torch.randint(0, 4, (32,), device=cuda)
model = nn.Sequential(nn.Linear(16, 32), nn.ReLU(), nn.Linear(32, 4)).to(cuda)
nn.functional.cross_entropy(model(data), targets).backward()
whole = [p.grad.clone() for p in model.parameters()]
model.zero_grad()
for part, wanted in zip(data.split(8), targets.split(8)):
    (nn.functional.cross_entropy(model(part), wanted) / 4).backward()
assert all(torch.allclose(a, p.grad, atol=1e-6) for a, p in zip(whole, model.parameters()))
scaler = torch.amp.GradScaler("cuda", init_scale=1024.0)
model.zero_grad()
for part, wanted in zip(data.split(8), targets.split(8)):
    with torch.autocast("cuda", dtype=torch.bfloat16):
        loss = nn.functional.cross_entropy(model(part), wanted) / 4
    scaler.scale(loss).backward()
optimizer = torch.optim.SGD(model.parameters(), lr=0.0)
scaler.unscale_(optimizer)
scaler.step(optimizer)
scaler.update()
assert all(torch.allclose(a, p.grad, atol=2e-2) for a, p in zip(whole, model.parameters()))


class Prefetcher:
    """Batches of a pinned loader. The next one is copied on a stream of its own, once work on this one has begun."""

    def __init__(self, loader, stream):
        self.loader = iter(loader)
        self.stream = stream
        self.copies = []
        self.preload()

    def preload(self):
        batch = next(self.loader, None)
        self.batch = None
        if batch is None:
            return
        assert batch[0].is_pinned()
        start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        with torch.cuda.stream(self.stream):
            start.record()
            self.batch = [t.to(cuda, non_blocking=True) for t in batch]
            end.record()
        self.copies.append((start, end))

    def __iter__(self):
        while self.batch is not None:
            torch.cuda.current_stream().wait_stream(self.stream)
            batch = self.batch
            for t in batch:
                t.record_stream(torch.cuda.current_stream())
            began = torch.cuda.Event(enable_timing=True)
            began.record()
            yield batch, began
            self.stream.wait_event(began)
            self.preload()


inputs = torch.arange(6 * 1024 * 512, dtype=torch.float32).view(6 * 1024, 512) % 97
loader = DataLoader(TensorDataset(inputs, torch.arange(6 * 1024)), batch_size=1024, pin_memory=True)
# Collated in advance: on a slow host that would take longer than the work on a batch.
loader = list(loader)
weight = torch.randn(512, 512, device=cuda) / 512
torch.tanh(weight @ weight)
torch.cuda.synchronize()


def overlapping(stream):
    """How many of the later copies ran while some batch was worked on, by the times of events."""
    origin = torch.cuda.Event(enable_timing=True)
    origin.record()
    prefetcher, work, sums = Prefetcher(loader, stream), [], []
    for (images, numbers), start in prefetcher:
        end = torch.cuda.Event(enable_timing=True)
        h = images
        for _ in range(4):
            h = torch.tanh(h @ weight)
        end.record()
        work.append((start, end))
        sums.append((images.sum(), numbers.sum()))
    torch.cuda.synchronize()
    assert len(sums) == 6
    for i, (total, number) in enumerate(sums):
        part = inputs[i * 1024 : (i + 1) * 1024]
        assert total.item() == part.sum().item() and number.item() == sum(range(i * 1024, (i + 1) * 1024))
    times = [[[origin.elapsed_time(event) for event in pair] for pair in pairs] for pairs in (prefetcher.copies, work)]
    return sum(any(c[0] < w[1] and w[0] < c[1] for w in times[1]) for c in times[0][1:]), times


# A busy machine may delay the copying thread; one trial that overlaps is enough.
for _ in range(20):
    beside, times = overlapping(torch.cuda.Stream())
    if beside >= 3:
        break
else:
    raise AssertionError(times)
in_turn, times = overlapping(torch.cuda.current_stream())
assert in_turn == 0, times
print("ok")
