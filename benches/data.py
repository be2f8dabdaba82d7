"""What benches/data.rs runs here and with PyTorch: the best of several short runs, one line for each."""

import os
import time

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def best(work, runs):
    """The shortest time, in seconds."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(1000, 512), nn.ReLU(), nn.Linear(512, 10))
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
x, y = torch.randn(64, 1000), torch.randint(0, 10, (64,))
criterion = nn.CrossEntropyLoss()


def train():
    for _ in range(50):
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()


def adam():
    for _ in range(50):
        optimizer.step()


train()
print(f"Adam step, {sum(p.numel() for p in model.parameters())} parameters: {best(adam, 20) / 50 * 1e6:.0f} us")
print(f"1000-512-10 network, batch 64, Adam: {50 / best(train, 10):.0f} steps/s")

table = TensorDataset(torch.randn(1_000_000, 8), torch.arange(1_000_000))


def load_rows():
    for _ in DataLoader(table, batch_size=1000, shuffle=True):
        pass


print(f"loader over 1M rows, shuffled, batches of 1000: {best(load_rows, 2):.2f} s")
big = {f"layer{i}": torch.randn(2_500_000) for i in range(10)}


def save():
    torch.save(big, "bench.pt")


def load():
    torch.load("bench.pt")


print(f"save 100 MB: {best(save, 3) * 1e3:.0f} ms")
print(f"load 100 MB: {best(load, 3) * 1e3:.0f} ms")
os.remove("bench.pt")
