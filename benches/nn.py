"""Layers forwards and backwards: a line for each with the least of many times, in milliseconds."""

import time

start = time.perf_counter()
import torch

before = time.perf_counter()
import torch.nn as nn

print(f"first import of nn {(time.perf_counter() - before) * 1e3:.4f}")
before = time.perf_counter()
nn.Linear(2, 2)
print(f"first layer {(time.perf_counter() - before) * 1e3:.4f}")
import torch.nn.functional as F

torch.manual_seed(0)


def least(name, f, seconds=1.0):
    best, end = float("inf"), time.perf_counter() + seconds
    f()
    while time.perf_counter() < end:
        began = time.perf_counter()
        f()
        best = min(best, time.perf_counter() - began)
    print(f"{name} {best * 1e3:.4f}", flush=True)


def both(name, module, *inputs):
    """Without gradients, and forwards with backwards."""

    def forward():
        with torch.no_grad():
            module(*inputs)

    def backward():
        y = module(*inputs)
        y = y[0] if isinstance(y, tuple) else y
        y.sum().backward()

    least(name + ", forward", forward)
    least(name + ", forward and backward", backward)


both("conv 64 to 64, 3x3, 16x64x32x32", nn.Conv2d(64, 64, 3, padding=1), torch.randn(16, 64, 32, 32, requires_grad=True))
both("conv 3 to 32, 5x5, stride 2, 16x3x64x64", nn.Conv2d(3, 32, 5, stride=2), torch.randn(16, 3, 64, 64, requires_grad=True))
both("conv 1x1, 16x128x28x28", nn.Conv2d(128, 128, 1), torch.randn(16, 128, 28, 28, requires_grad=True))
both(
    "conv depthwise 3x3, 16x64x32x32",
    nn.Conv2d(64, 64, 3, padding=1, groups=64),
    torch.randn(16, 64, 32, 32, requires_grad=True),
)
both("LSTM 128 to 256, 50 steps of 32", nn.LSTM(128, 256), torch.randn(50, 32, 128, requires_grad=True))
both("GRU 128 to 256, 50 steps of 32", nn.GRU(128, 256), torch.randn(50, 32, 128, requires_grad=True))
layer = nn.TransformerEncoderLayer(256, 8, 1024, dropout=0.0, batch_first=True)
both("transformer layer 256, 8x128", layer, torch.randn(8, 128, 256, requires_grad=True))
both(
    "attention 8 heads of 64, 4x512",
    lambda x: F.scaled_dot_product_attention(x, x, x),
    torch.randn(4, 8, 512, 64, requires_grad=True),
)
both("batch norm, 16x64x32x32", nn.BatchNorm2d(64), torch.randn(16, 64, 32, 32, requires_grad=True))
both("batch norm of rows, 256x512", nn.BatchNorm1d(512), torch.randn(256, 512, requires_grad=True))
both("layer norm, 4096x512", nn.LayerNorm(512), torch.randn(4096, 512, requires_grad=True))
both("max pool 2x2, 16x64x32x32", nn.MaxPool2d(2), torch.randn(16, 64, 32, 32, requires_grad=True))
