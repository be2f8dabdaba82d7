"""CUDA graphs: capture, replay, pools, random numbers, errors, graphed callables."""

import warnings

import torch


def fails(kind, text, work):
    try:
        work()
    except kind as error:
        assert text in str(error), str(error)
    else:
        raise AssertionError(f"no {kind.__name__}: {text}")


# A replay reads the captured inputs anew and writes the captured outputs.
x = torch.zeros(1000, device="cuda")
g = torch.cuda.CUDAGraph()
fails(RuntimeError, "without a preceding successful capture", g.replay)
fails(RuntimeError, "without a preceding successful capture", g.pool)
fails(RuntimeError, "Capture must end on the same stream it began on.", g.capture_end)
fails(RuntimeError, "must be captured on a non-default stream", g.capture_begin)
assert not torch.cuda.is_current_stream_capturing()
with torch.cuda.graph(g):
    assert torch.cuda.is_current_stream_capturing()
    y = (x * 2 + 1).sum()
    z = x.sort(descending=True).values @ x
assert not torch.cuda.is_current_stream_capturing()
for value in (1.0, 3.0, -2.0):
    x.fill_(value)
    g.replay()
    assert y.item() == 1000 * (2 * value + 1)
    assert z.item() == 1000 * value * value
fails(RuntimeError, "already owns a captured graph", lambda: torch.cuda.graph(g).__enter__())
assert torch.cuda.current_stream() == torch.cuda.default_stream()

# Its memory is private: no other allocation gets addresses that a replay writes.
other = torch.full((1000,), 7.0, device="cuda")
g.replay()
assert (other == 7).all().item()

# A pool shared by graphs; its memory is returned when the last one is freed.
pool = torch.cuda.graph_pool_handle()
first, second = torch.cuda.CUDAGraph(), torch.cuda.CUDAGraph()
with torch.cuda.graph(first, pool=pool):
    a = x + 1
with torch.cuda.graph(second, pool=first.pool()):
    b = a * 2
assert first.pool() == second.pool() == pool
x.fill_(4)
first.replay()
second.replay()
assert b[0].item() == 10
del a, b
before = torch.cuda.memory_reserved()
first.reset()
second.reset()
torch.cuda.empty_cache()
assert torch.cuda.memory_reserved() <= before
fails(RuntimeError, "without a preceding successful capture", first.replay)

# Random numbers continue from replay to replay, and equal the eager ones for the same seed.
noise = torch.empty(100, device="cuda")
r = torch.cuda.CUDAGraph()
torch.cuda.manual_seed(5)
with torch.cuda.graph(r):
    noise.normal_()
    dropped = torch.nn.functional.dropout(noise, 0.5)
torch.cuda.manual_seed(11)
r.replay()
one, kept_one = noise.clone(), dropped.clone()
r.replay()
two = noise.clone()
assert not torch.equal(one, two)
torch.cuda.manual_seed(11)
assert torch.equal(torch.empty(100, device="cuda").normal_(), one)
assert torch.equal(torch.nn.functional.dropout(one, 0.5), kept_one)
assert torch.equal(torch.empty(100, device="cuda").normal_(), two)

# Calls that a capture forbids; the session continues.
s = torch.cuda.CUDAGraph()


def forbidden(work):
    def attempt():
        with torch.cuda.graph(torch.cuda.CUDAGraph()):
            work()

    return attempt


not_permitted = "operation not permitted when stream is capturing"
fails(torch.AcceleratorError, not_permitted, forbidden(torch.cuda.synchronize))
fails(torch.AcceleratorError, not_permitted, forbidden(lambda: x.sum().item()))
fails(RuntimeError, not_permitted, forbidden(lambda: torch.cuda.current_stream().synchronize()))
fails(RuntimeError, "unless the CPU tensor is pinned", forbidden(lambda: x.copy_(torch.ones(1000))))
fails(RuntimeError, "Unknown capture error mode", lambda: torch.cuda.graph(s, capture_error_mode="never").__enter__())
assert torch.cuda.current_stream() == torch.cuda.default_stream()
assert (x + 1).sum().item() == 5000

# Uncaptured work in another stream, and a stream that is not joined.
side = torch.cuda.Stream()


def isolated():
    event = torch.cuda.Event()
    event.record(side)
    forbidden(lambda: torch.cuda.current_stream().wait_event(event))()


def unjoined():
    def work():
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            x + 1

    forbidden(work)()


fails(RuntimeError, "dependency created on uncaptured work in another stream", isolated)
fails(RuntimeError, "capturing stream has unjoined work", unjoined)

# A fork and its join belong to the capture, with their memory.
fork = torch.cuda.CUDAGraph()
with torch.cuda.graph(fork):
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        left = x * 3
    right = x * 5
    torch.cuda.current_stream().wait_stream(side)
    both = left + right
x.fill_(1)
fork.replay()
assert both.sum().item() == 8000

with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    with torch.cuda.graph(torch.cuda.CUDAGraph()):
        pass
assert "The CUDA Graph is empty" in str(caught[0].message)

# A whole training step.
torch.manual_seed(0)
model = torch.nn.Sequential(torch.nn.Linear(8, 16), torch.nn.ReLU(), torch.nn.Linear(16, 3)).cuda()
twin = torch.nn.Sequential(torch.nn.Linear(8, 16), torch.nn.ReLU(), torch.nn.Linear(16, 3)).cuda()
twin.load_state_dict(model.state_dict())
inputs, targets = torch.randn(32, 8), torch.randint(0, 3, (32,))
static_input, static_target = torch.zeros(32, 8, device="cuda"), torch.zeros(32, dtype=torch.int64, device="cuda")


def train(network, data, target):
    optimizer = torch.optim.SGD(network.parameters(), lr=0.1)

    def step():
        optimizer.zero_grad(set_to_none=True)
        loss = torch.nn.functional.cross_entropy(network(data), target)
        loss.backward()
        optimizer.step()
        return loss

    return step


step = train(model, static_input, static_target)
saved = {name: value.clone() for name, value in model.state_dict().items()}
warm = torch.cuda.Stream()
warm.wait_stream(torch.cuda.current_stream())  # or the first steps would change the source of `saved`'s copy
with torch.cuda.stream(warm):
    for _ in range(3):
        step()
torch.cuda.synchronize()
model.load_state_dict(saved)
training = torch.cuda.CUDAGraph()
with torch.cuda.graph(training):
    loss = step()
model.load_state_dict(saved)
static_input.copy_(inputs)
static_target.copy_(targets)
eager = train(twin, inputs.cuda(), targets.cuda())
for _ in range(10):
    training.replay()
    expected = eager()
    assert abs(loss.item() - expected.item()) < 1e-5, (loss.item(), expected.item())
for ours, theirs in zip(model.parameters(), twin.parameters()):
    assert torch.allclose(ours, theirs, atol=1e-5)

# Graphed callables: functions and modules, forward and backward.
module = torch.nn.Sequential(torch.nn.Linear(8, 16), torch.nn.Tanh(), torch.nn.Linear(16, 3)).cuda()
reference = torch.nn.Sequential(torch.nn.Linear(8, 16), torch.nn.Tanh(), torch.nn.Linear(16, 3)).cuda()
reference.load_state_dict(module.state_dict())


def square_sum(a, b):
    return (a * a).sum(dim=1), a * b


sample = torch.randn(4, 8, device="cuda", requires_grad=True)
pair = (torch.randn(4, 3, device="cuda", requires_grad=True), torch.randn(4, 3, device="cuda"))
graphed, function = torch.cuda.make_graphed_callables((module, square_sum), ((sample,), pair))
assert graphed is module
for seed in range(3):
    torch.manual_seed(seed)
    data, factor = torch.randn(4, 8).cuda().requires_grad_(), torch.randn(4, 3).cuda()
    again = data.detach().clone().requires_grad_()
    module.zero_grad(set_to_none=True)
    reference.zero_grad(set_to_none=True)
    squares, product = function(graphed(data), factor)
    (squares.sum() + product.sum()).backward()
    squares_again, product_again = square_sum(reference(again), factor)
    (squares_again.sum() + product_again.sum()).backward()
    assert torch.allclose(squares, squares_again, atol=1e-5)
    assert torch.allclose(product, product_again, atol=1e-5)
    assert torch.allclose(data.grad, again.grad, atol=1e-4)
    for ours, theirs in zip(module.parameters(), reference.parameters()):
        assert torch.allclose(ours.grad, theirs.grad, atol=1e-4)
module.eval()
assert module(sample).shape == (4, 3)
fails(AssertionError, "must contain only Tensors", lambda: torch.cuda.make_graphed_callables(square_sum, (1, 2)))
# The driver's graph, for other libraries.
def refuses(text, work):
    try:
        work()
    except RuntimeError as error:
        assert text in str(error), error
    else:
        raise AssertionError(text)


kept, other = torch.cuda.CUDAGraph(keep_graph=True), torch.cuda.CUDAGraph()
numbers = torch.zeros(4, device="cuda")
refuses("until capture_end() has been called", kept.raw_cuda_graph)
refuses("capture_end() must have been called", kept.instantiate)
for captured in (kept, other):
    with torch.cuda.graph(captured):
        numbers.add_(1)
refuses("unless CUDAGraph was initialized with keep_graph=true", other.raw_cuda_graph)
refuses("only when keep_graph=true", other.instantiate)
refuses("until instantiate() has been called", kept.raw_cuda_graph_exec)
assert kept.raw_cuda_graph() != 0 and other.raw_cuda_graph_exec() != 0
kept.instantiate()
assert kept.raw_cuda_graph_exec() not in (0, kept.raw_cuda_graph())
kept.replay()
assert numbers.tolist() == [1.0] * 4
print("ok")
