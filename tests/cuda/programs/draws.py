"""Random numbers are the same whether the host or kernels draw them: the first run saves them in its folder, the second compares.
Prints `ok`."""

import os

import torch

SHAPES = [(3,), (255,), (257,), (64, 33), (5, 7, 11), (70_001,), (0,)]
FLOATS = (torch.float32, torch.float64, torch.float16, torch.bfloat16)
INTEGERS = (torch.int64, torch.int32, torch.int16, torch.int8, torch.uint8)


def drawn():
    """All kinds of draws in turn; each starts where the one before left the generator."""
    torch.manual_seed(1234)
    for shape in SHAPES:
        for dtype in FLOATS:
            made = torch.empty(shape, dtype=dtype, device="cuda")
            yield torch.rand(shape, dtype=dtype, device="cuda")
            yield torch.randn(shape, dtype=dtype, device="cuda")
            yield made.uniform_(-2, 3).clone()
            yield made.normal_(1, 2).clone()
            yield made.exponential_(1.5).clone()
            yield made.bernoulli_(0.3).clone()
            yield torch.bernoulli(torch.rand(shape, dtype=dtype, device="cuda"))
            yield torch.nn.functional.dropout(torch.ones(shape, dtype=dtype, device="cuda"), 0.4)
        for dtype in INTEGERS:
            yield torch.randint(0, 100, shape, dtype=dtype, device="cuda")
        yield torch.randint(-(1 << 40), 1 << 40, shape, device="cuda")
        yield torch.empty(shape, dtype=torch.int64, device="cuda").random_()
        yield torch.empty(shape, dtype=torch.bool, device="cuda").bernoulli_(0.5)
    yield torch.randperm(1000, device="cuda")
    # Views get the numbers in the order of their shape.
    turned = torch.zeros(40, 30, device="cuda")
    turned.T[::2].normal_()
    yield turned
    # A replay goes on where the one before ended.
    static = torch.zeros(300, device="cuda")
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        static.uniform_()
        other = torch.randn(300, device="cuda")
    for _ in range(2):
        graph.replay()
        yield static.clone()
        yield other.clone()
    yield torch.rand(5, device="cuda")
    yield torch.cuda.get_rng_state()


draws = [draw.cpu() for draw in drawn()]
if not os.path.exists("draws.pt"):
    torch.save(draws, "draws.pt")
for i, (draw, before) in enumerate(zip(draws, torch.load("draws.pt"), strict=True)):
    assert draw.dtype == before.dtype and draw.shape == before.shape, i
    # The host's logarithm and sine may round differently from the compiler's.
    near = 1e-5 if draw.dtype in (torch.float32, torch.float64) else 0.01
    close = torch.allclose(draw.double(), before.double(), rtol=near, atol=near)
    assert close, (i, draw.dtype, draw.shape, (draw.double() - before.double()).abs().max())
    if not draw.dtype.is_floating_point:
        assert torch.equal(draw, before), i
print("ok")
