"""Page-locked host memory: where it is, that copies overlap with the host, and that it is not reused too early."""

import torch
from torch.utils.data import DataLoader, TensorDataset

plain = torch.arange(12.0).reshape(3, 4)
assert not plain.is_pinned()
pinned = plain.pin_memory()
assert pinned.is_pinned() and not plain.is_pinned()
assert pinned.pin_memory() is pinned
assert torch.equal(plain, pinned)
assert pinned[1].is_pinned() and pinned.t().is_pinned()
assert torch.equal(plain.t().pin_memory(), plain.t())
for made in (
    torch.empty(5, pin_memory=True),
    torch.zeros(2, 3, pin_memory=True),
    torch.tensor([1, 2], pin_memory=True),
    torch.full((2,), 3.0, pin_memory=True),
    torch.ones_like(plain, pin_memory=True),
):
    assert made.is_pinned() and made.device.type == "cpu"
assert torch.full((2,), 3.0, pin_memory=True).tolist() == [3.0, 3.0]
try:
    plain.cuda().pin_memory()
except RuntimeError as error:
    assert str(error) == "cannot pin 'torch.cuda.FloatTensor' only dense CPU tensors can be pinned"
assert not plain.cuda().is_pinned()

# Copies on a stream that is held up: the host goes on, and a page-locked source that is dropped is not reused yet.
device = torch.zeros(1 << 16, device="cuda")
torch.cuda.synchronize()
stream = torch.cuda.Stream()


def copied_behind(cycles):
    """Queues a copy behind so many cycles of sleep: whether the stream still slept when its source was dropped."""
    with torch.cuda.stream(stream):
        torch.cuda._sleep(cycles)
        source = torch.full((1 << 16,), 5.0).pin_memory()
        device.copy_(source, non_blocking=True)
        address = source.data_ptr()
        del source
        again = torch.zeros(1 << 16, pin_memory=True)
        busy = not stream.query()
        assert not busy or again.data_ptr() != address
        again.fill_(9.0)
        back = device.to("cpu", non_blocking=True)
        assert back.is_pinned()
    stream.synchronize()
    assert (back == 5.0).all().item()
    reused = torch.zeros(1 << 16, pin_memory=True)
    assert not busy or reused.data_ptr() == address
    return busy


# Increasingly long, since this program may be delayed as long.
assert any(copied_behind(1_000_000_000 << doubled) for doubled in range(6)), "the copy was to be queued behind the sleep"

loader = DataLoader(TensorDataset(torch.arange(10.0), torch.arange(10)), batch_size=4, pin_memory=True)
batches = list(loader)
assert all(x.is_pinned() and y.is_pinned() for x, y in batches)
assert torch.equal(torch.cat([x for x, _ in batches]), torch.arange(10.0))

# The cache's counters, by PyTorch's names; blocks are powers of two.
stats = torch.cuda.host_memory_stats()
block = torch.empty(3000, dtype=torch.uint8, pin_memory=True)
after = torch.cuda.host_memory_stats()
assert after["active_bytes.current"] - stats["active_bytes.current"] == 4096
assert after["active_requests.allocated"] == stats["active_requests.allocated"] + 1
for name in ("allocations.current", "allocated_bytes.peak", "num_host_alloc", "num_host_free", "host_alloc_time.avg"):
    assert name in after, name
del block
x = torch.ones(4, device="cuda")
with torch.cuda.stream(stream):
    y = x * 2
x.record_stream(stream)
del x
stream.synchronize()
print("ok")
