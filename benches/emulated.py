"""Operations and training steps on an emulated device beside the processor, by turns in one process:
`TENSORCELL_EMULATE=1 target/release/tensorcell run benches/emulated.py`."""

import time

import torch
import torch.nn.functional as F
from torch import nn

TURNS = 7


def finish():
    torch.cuda.synchronize()


def seconds(work, repeats):
    finish()
    began = time.perf_counter()
    for _ in range(repeats):
        work()
    finish()
    return (time.perf_counter() - began) / repeats


def compare(name, make, repeats=30):
    works = {device: make(device) for device in ("cpu", "cuda")}
    best = dict.fromkeys(works, float("inf"))
    for turn in range(TURNS + 1):
        for device, work in works.items():
            took = seconds(work, repeats)
            # The first turn compiles, allocates and fills caches.
            best[device] = min(best[device], took) if turn else best[device]
    cpu, cuda = (best[device] * 1e6 for device in ("cpu", "cuda"))
    print(f"| {name} | {cpu:.1f} | {cuda:.1f} | {cpu / cuda:.2f} |", flush=True)


def on_operands(function, *shapes):
    def make(device):
        operands = [torch.randn(shape).to(device) for shape in shapes]
        return lambda: function(*operands)

    return make


def chain(x, y, out):
    torch.exp(((x + y) * 2 - x).relu() * -1, out=out)


def optimizer(make):
    def work(device):
        parameters = [nn.Parameter(torch.randn(256, 256).to(device)) for _ in range(8)]
        for parameter in parameters:
            parameter.grad = torch.ones_like(parameter)
        return make(parameters).step

    return work


def compare_operations():
    for rows in (16, 1024):
        shape = (rows, 256)
        compare(f"add {rows} x 256", on_operands(lambda x, y: torch.add(x, y, out=y), shape, shape))
        compare(f"chain of five {rows} x 256", on_operands(chain, shape, shape, shape))
        compare(f"sum {rows} x 256", on_operands(torch.sum, shape))
        compare(f"softmax {rows} x 256", on_operands(lambda x: F.softmax(x, -1), shape))
        compare(f"layer_norm {rows} x 256", on_operands(lambda x: F.layer_norm(x, (256,)), shape))
        compare(f"rand {rows} x 256", lambda device, shape=shape: lambda: torch.rand(shape, device=device))
        compare(f"randn {rows} x 256", lambda device, shape=shape: lambda: torch.randn(shape, device=device))
        compare(f"dropout {rows} x 256", on_operands(lambda x: F.dropout(x, 0.5, True), shape))
        compare(f"max().item() {rows} x 256", on_operands(lambda x: x.max().item(), shape))
    for size in (32, 128, 512):
        compare(f"matmul {size}", on_operands(torch.matmul, (size, size), (size, size)))
    compare(
        "conv2d 8 x 16 x 32 x 32 to 32",
        on_operands(lambda *o: F.conv2d(*o, padding=1), (8, 16, 32, 32), (32, 16, 3, 3), (32,)),
        10,
    )
    compare("max_pool2d 8 x 16 x 32 x 32", on_operands(lambda x: F.max_pool2d(x, 2), (8, 16, 32, 32)))
    compare("batch_norm 8 x 16 x 32 x 32", on_operands(lambda x: F.batch_norm(x, None, None, training=True), (8, 16, 32, 32)))
    compare("Adam, 8 x 256 x 256", optimizer(torch.optim.Adam), 10)


def lenet():
    convolutions = [nn.Conv2d(1, 6, 5, padding=2), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(6, 16, 5), nn.ReLU(), nn.MaxPool2d(2)]
    return nn.Sequential(
        *convolutions, nn.Flatten(), nn.Linear(400, 120), nn.ReLU(), nn.Linear(120, 84), nn.ReLU(), nn.Linear(84, 10)
    )


class Block(nn.Module):
    def __init__(self, inputs, outputs, stride):
        super().__init__()
        self.first, self.second = (
            nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False),
            nn.Conv2d(outputs, outputs, 3, 1, 1, bias=False),
        )
        self.norms = nn.ModuleList([nn.BatchNorm2d(outputs), nn.BatchNorm2d(outputs)])
        self.beside = nn.Conv2d(inputs, outputs, 1, stride, bias=False) if inputs != outputs else nn.Identity()

    def forward(self, x):
        y = F.relu(self.norms[0](self.first(x)))
        return F.relu(self.norms[1](self.second(y)) + self.beside(x))


def resnet():
    blocks = [Block(16, 16, 1), Block(16, 32, 2), Block(32, 64, 2)]
    start = [nn.Conv2d(3, 16, 3, padding=1, bias=False), nn.BatchNorm2d(16), nn.ReLU()]
    return nn.Sequential(*start, *blocks, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(64, 10))


class Transformer(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding, self.last = nn.Embedding(100, 64), nn.Linear(64, 100)
        self.encoder = nn.TransformerEncoder(nn.TransformerEncoderLayer(64, 4, 128, 0.1, batch_first=True), 2)

    def forward(self, x):
        return self.last(self.encoder(self.embedding(x))).flatten(0, 1)


def training_step(make, inputs, targets):
    def step_on(device):
        torch.manual_seed(0)
        model, x, y = make().to(device), inputs.to(device), targets.to(device)
        adam = torch.optim.Adam(model.parameters(), lr=1e-3)

        def step():
            adam.zero_grad()
            F.cross_entropy(model(x), y).backward()
            adam.step()

        return step

    return step_on


def compare_steps():
    classes = torch.randint(0, 10, (32,))
    compare("step: LeNet, 32 images", training_step(lenet, torch.randn(32, 1, 28, 28), classes), 3)
    compare("step: ResNet of 3 blocks, 16 images", training_step(resnet, torch.randn(16, 3, 32, 32), classes[:16]), 2)
    words = torch.randint(0, 100, (8, 32))
    compare("step: transformer of 2 layers, 8 x 32 words", training_step(Transformer, words, words.flatten()), 3)


print("| | cpu, us | cuda, us | cpu / cuda |\n|---|---|---|---|")
compare_operations()
compare_steps()
