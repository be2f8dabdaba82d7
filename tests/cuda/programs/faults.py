"""A device fault: the context is rebuilt, values that the host can recompute are restored, the others report their loss."""

import torch

host = torch.arange(6.0)
copied = host.cuda()
constant = torch.tensor([1.0, 2.0, 3.0], device="cuda")
zeros = torch.zeros(4, 5, device="cuda")
steps = torch.arange(10, device="cuda")
torch.cuda.manual_seed(3)
noise = torch.randn(1000, device="cuda")
noise_before = noise.cpu()
weights = torch.ones(3, device="cuda")
weights.mul_(2)  # written to: the host does not know it any more
computed = constant * 10
gone = torch.ones(8)[2:].cuda()  # a part of a lost tensor
module = torch.nn.Linear(3, 2).cuda()  # its originals were freed when the copies were made
parameters = [parameter.tolist() for parameter in module.parameters()]
stepped = torch.nn.Linear(2, 1).cuda()
torch.optim.SGD([stepped.bias], lr=1.0).step()
stepped.bias.grad = torch.ones(1, device="cuda")
torch.optim.SGD([stepped.bias], lr=1.0).step()
elsewhere = torch.full((3,), 4.0, device="cuda:1" if torch.cuda.device_count() > 1 else "cpu")
pinned = torch.arange(4.0).pin_memory()
stream, event = torch.cuda.Stream(), torch.cuda.Event(enable_timing=True)
event.record()
graph = torch.cuda.CUDAGraph()
with torch.cuda.graph(graph):
    replayed = constant + 1
torch.cuda.synchronize()

torch._assert_async(torch.tensor(1, device="cuda"))
torch.cuda.synchronize()
torch._assert_async(torch.tensor(0, device="cuda"))
try:
    torch.cuda.synchronize()
except torch.AcceleratorError as error:
    text = str(error)
    assert isinstance(error, RuntimeError)
    assert text.startswith("CUDA error: device-side assert triggered"), text
    assert "assert_async  " in text and "faults.py, line 34" in text, text
    assert "The context of cuda:0 was rebuilt" in text, text
    assert "weights  (" in text and "faults.py, line 13)" in text and "computed  (" in text, text
    assert "noise  (" not in text and "constant  (" not in text, text
else:
    raise AssertionError("the fault was not told")

# Restored from the host's information.
assert copied.tolist() == host.tolist()
assert constant.tolist() == [1, 2, 3]
assert zeros.sum().item() == 0
assert steps.tolist() == list(range(10))
assert torch.equal(noise.cpu(), noise_before)
assert [parameter.tolist() for parameter in module.parameters()] == parameters
assert stepped.weight.isfinite().all()
assert elsewhere.tolist() == [4, 4, 4]
assert pinned.tolist() == [0, 1, 2, 3] and pinned.cuda().sum().item() == 6

# Lost; every use reports it: as operand, result and value.
for touch in (
    lambda: weights + 1,
    lambda: weights.add_(1),
    lambda: computed.tolist(),
    lambda: gone.cpu(),
    lambda: stepped.bias + 1,
    lambda: torch.stack([constant, computed]),
    lambda: weights.sum().item(),
):
    try:
        touch()
    except RuntimeError as error:
        assert "was lost when the context of cuda:0 was rebuilt after a fault" in str(error), error
    else:
        raise AssertionError(f"a lost tensor was used: {touch()}")
try:
    graph.replay()
except RuntimeError as error:
    assert "the graph was lost" in str(error)

# Overwritten as a whole, it is usable again, as when a checkpoint is loaded.
weights.copy_(torch.tensor([5.0, 6.0, 7.0]))
assert (weights + 1).tolist() == [6, 7, 8]

# Streams, events, products and training work afterwards.
with torch.cuda.stream(stream):
    product = torch.ones(64, 64, device="cuda") @ torch.ones(64, 64, device="cuda")
    event.record()
stream.synchronize()
assert event.query() and product.sum().item() == 64**3
layer = torch.nn.Linear(4, 2).cuda()
layer(torch.ones(3, 4, device="cuda")).sum().backward()
assert layer.weight.grad.tolist() == [[3.0] * 4] * 2

# A second fault.
torch._assert_async(torch.zeros((), device="cuda"))
try:
    constant.sum().item()
except torch.AcceleratorError as error:
    assert "device-side assert triggered" in str(error)
assert constant.tolist() == [1, 2, 3]
del weights, computed, gone, product, layer
assert torch.cuda.memory_allocated() > 0

# The kernel detects an index out of bounds, reports it with its bound, and nothing else is lost.
table = torch.arange(10.0, device="cuda")
for found in (
    lambda: table[torch.tensor([3, 12], device="cuda")].sum().item(),
    lambda: table.index_select(0, torch.tensor([12], device="cuda")).tolist(),
    lambda: torch.gather(table, 0, torch.tensor([12], device="cuda")).cpu(),
    lambda: (table.scatter(0, torch.tensor([12], device="cuda"), 1.0), torch.cuda.synchronize()),
):
    try:
        found()
    except (IndexError, RuntimeError) as error:
        assert "index 12 is out of bounds for dimension 0 with size 10" in str(error), error
    else:
        raise AssertionError("an index out of bounds was not noticed")
    assert table.sum().item() == 45
try:
    torch._assert_async(torch.tensor(0.0))
except RuntimeError as error:
    assert str(error) == "Expected Tensor with single nonzero value, but got zero"
print("ok")
