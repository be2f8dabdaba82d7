"""What a device is measured by: runs under TensorCell and under PyTorch, and prints one line of JSON for each figure."""

import json
import sys
import time

import torch

quick = "--quick" in sys.argv
cuda = torch.device("cuda")


def seconds(work, repeat):
    """The best of five rounds, each of `repeat` calls and one wait for the device, per call."""
    for _ in range(3):
        work()
    best = float("inf")
    for _ in range(2 if quick else 5):
        torch.cuda.synchronize()
        start = time.perf_counter()
        for _ in range(repeat):
            work()
        torch.cuda.synchronize()
        best = min(best, (time.perf_counter() - start) / repeat)
    return best


def tell(name, unit, measure):
    try:
        print(json.dumps({"name": name, "unit": unit, "value": measure()}))
    except Exception as error:
        print(json.dumps({"name": name, "unit": unit, "error": f"{type(error).__name__}: {error}".splitlines()[0]}))
    sys.stdout.flush()


few = 2 if quick else 20


def overhead():
    # In place, so that it is launched at once: an unused sum would never be computed here.
    x, y = torch.ones(8, device=cuda), torch.ones(8, device=cuda)
    return seconds(lambda: x.add_(y), 50 if quick else 10000) * 1e6


def own_kernel():
    source = """extern "C" __global__ void twice(const float* x, float* y, int n) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n) y[i] = 2 * x[i];
    }"""
    twice = torch.cuda._compile_kernel(source, "twice")
    x, y = torch.ones(8, device=cuda), torch.empty(8, device=cuda)
    launch = lambda: twice(grid=(1, 1, 1), block=(32, 1, 1), args=[x, y, 8])
    launch()
    assert y.tolist() == [2.0] * 8
    return seconds(launch, 50 if quick else 10000) * 1e6


n = 1 << 14 if quick else 1 << 26


def copied():
    x, y = torch.ones(n, device=cuda), torch.empty(n, device=cuda)
    return 2 * 4 * n / seconds(lambda: y.copy_(x), few) / 1e9


def chain():
    x, y = torch.rand(n, device=cuda), torch.rand(n, device=cuda)
    done = torch.cuda.Event()

    def work():
        result = (x * 1.5 + y).tanh() * torch.sigmoid(y)
        done.record()  # launches pending work while its result is still referenced
        return result

    for _ in range(40):  # here a chain is compiled once it was seen some times
        work()
    time.sleep(0.1 if quick else 3)
    return 3 * 4 * n / seconds(work, few) / 1e9


def product(dtype, tf32):
    size = 64 if quick else 4096

    def measure():
        torch.backends.cuda.matmul.allow_tf32 = tf32
        a, b = torch.rand(size, size, device=cuda).to(dtype), torch.rand(size, size, device=cuda).to(dtype)
        rate = 2 * size**3 / seconds(lambda: a @ b, few) / 1e12
        torch.backends.cuda.matmul.allow_tf32 = False
        return rate

    return measure


def network():
    return torch.nn.Sequential(torch.nn.Linear(1000, 512), torch.nn.ReLU(), torch.nn.Linear(512, 10)).to(cuda)


def training_step():
    model = network()
    optimizer = torch.optim.Adam(model.parameters())
    x, y = torch.rand(64, 1000, device=cuda), torch.randint(0, 10, (64,), device=cuda)

    def step():
        optimizer.zero_grad()
        torch.nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()

    return seconds(step, few) * 1e6


def autocast_step(dtype):
    def measure():
        model = network()
        optimizer = torch.optim.Adam(model.parameters())
        scaler = torch.amp.GradScaler("cuda", enabled=dtype == torch.float16)
        x, y = torch.rand(64, 1000, device=cuda), torch.randint(0, 10, (64,), device=cuda)

        def step():
            optimizer.zero_grad()
            with torch.autocast("cuda", dtype=dtype):
                loss = torch.nn.functional.cross_entropy(model(x), y)
            scaler.scale(loss).backward()
            scaler.step(optimizer)
            scaler.update()

        return seconds(step, few) * 1e6

    return measure


def replayed_step():
    model = network()
    optimizer = torch.optim.Adam(model.parameters(), capturable=True)
    x, y = torch.rand(64, 1000, device=cuda), torch.randint(0, 10, (64,), device=cuda)

    def step():
        optimizer.zero_grad(set_to_none=True)
        torch.nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()

    with torch.cuda.stream(torch.cuda.Stream()):
        for _ in range(3):
            step()
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        step()
    return seconds(graph.replay, few) * 1e6


def convolution(enabled=True, backward=False):
    def measure():
        batch, side = (1, 8) if quick else (32, 56)
        x, w = torch.rand(batch, 64, side, side, device=cuda), torch.rand(64, 64, 3, 3, device=cuda)
        x.requires_grad_(backward), w.requires_grad_(backward)

        def work():
            y = torch.nn.functional.conv2d(x, w, padding=1)
            if backward:
                torch.autograd.grad(y, [x, w], y.detach())

        torch.backends.cudnn.enabled = enabled
        time = seconds(work, few) * 1e6
        torch.backends.cudnn.enabled = True
        return time

    return measure


def attention():
    length = 16 if quick else 1024
    q, k, v = (torch.rand(4, 8, length, 64, device=cuda) for _ in range(3))
    return seconds(lambda: torch.nn.functional.scaled_dot_product_attention(q, k, v), few) * 1e6


def adam():
    parameters = [torch.nn.Parameter(torch.rand(256, 256, device=cuda)) for _ in range(4 if quick else 100)]
    for parameter in parameters:
        parameter.grad = torch.rand_like(parameter)
    optimizer = torch.optim.Adam(parameters)
    return seconds(optimizer.step, few) * 1e6


tell("overhead of an operation", "us", overhead)
tell("launch of a user's kernel", "us", own_kernel)
tell("device-to-device copy", "GB/s", copied)
tell("elementwise chain", "GB/s", chain)
tell("product, float32", "TFLOP/s", product(torch.float32, False))
tell("product, TF32", "TFLOP/s", product(torch.float32, True))
tell("product, bfloat16", "TFLOP/s", product(torch.bfloat16, False))
tell("training step, 1000-512-10, Adam", "us", training_step)
tell("the same with autocast, float16, scaled", "us", autocast_step(torch.float16))
tell("the same with autocast, bfloat16", "us", autocast_step(torch.bfloat16))
tell("the same as a graph", "us", replayed_step)
tell("convolution 3x3, 64 channels", "us", convolution())
tell("the same without cuDNN", "us", convolution(enabled=False))
tell("convolution, forward and backward", "us", convolution(backward=True))
tell("attention, 8 heads of 64", "us", attention)
tell("Adam over many tensors", "us", adam)
