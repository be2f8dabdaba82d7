"""A training loop, with a live curve where an argument says so."""

import sys
import time

import torch
import torch.nn as nn

torch.manual_seed(0)
x, y = torch.randn(512, 64), torch.randint(0, 10, (512,))
model = nn.Sequential(nn.Linear(64, 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU(), nn.Linear(256, 10))
optimizer = torch.optim.Adam(model.parameters())
curve = None
if len(sys.argv) > 1:
    import tensorcell

    curve = tensorcell.Curve("loss", "accuracy", title="Training", smooth=0.9)


def train(steps):
    for _ in range(steps):
        scores = model(x)
        loss = nn.functional.cross_entropy(scores, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if curve is not None:
            curve(loss=loss.item(), accuracy=(scores.argmax(1) == y).float().mean().item())
        else:
            loss.item(), (scores.argmax(1) == y).float().mean().item()


train(50)
began = time.perf_counter()
train(1500)
print("seconds", time.perf_counter() - began)
