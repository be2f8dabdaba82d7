"""Exports models as ONNX files, and writes what they compute beside them: NAME.onnx, NAME.npz."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)


class Convolutions(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv, self.bn, self.pool = nn.Conv2d(1, 4, 3, padding=1, groups=1), nn.BatchNorm2d(4), nn.MaxPool2d(2)
        self.deep = nn.Conv2d(4, 4, 3, stride=2, padding=1, groups=2)
        self.up = nn.ConvTranspose2d(4, 4, 3, stride=2, padding=1, output_padding=1)
        self.norm, self.mean = nn.GroupNorm(2, 4), nn.AdaptiveAvgPool2d(1)
        self.fc = nn.Sequential(nn.Linear(4, 8), nn.ReLU6(), nn.Dropout(0.5), nn.Linear(8, 2))

    def forward(self, x):
        y = self.pool(F.relu(self.bn(self.conv(x))))
        y = F.avg_pool2d(self.norm(self.up(self.deep(y))), 2)
        y = F.interpolate(y, scale_factor=2) + F.interpolate(y, size=(8, 8), mode="bilinear")
        return F.softmax(self.fc(self.mean(y).flatten(1)), dim=1)


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.token, self.place = nn.Embedding(10, 8), nn.Embedding(6, 8)
        self.qkv, self.norm, self.out = nn.Linear(8, 24), nn.LayerNorm(8), nn.Linear(8, 10)
        self.register_buffer("mask", torch.tril(torch.ones(6, 6)) == 0)

    def forward(self, tokens):
        batch, length = tokens.shape
        x = self.token(tokens) + self.place(torch.arange(length))
        q, k, v = self.qkv(self.norm(x)).split(8, dim=2)
        q, k, v = (part.view(batch, length, 2, 4).transpose(1, 2) for part in (q, k, v))
        fast = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        scores = (q @ k.transpose(-2, -1) / 2.0).masked_fill(self.mask[:length, :length], float("-inf"))
        slow = scores.softmax(-1) @ v
        y = (fast + slow).transpose(1, 2).contiguous().view(batch, length, 8)
        return self.out(F.gelu(x + y)), F.gelu(y, approximate="tanh").argmax(-1)


class Functions(nn.Module):
    def forward(self, x, y):
        a = x[:, 1:3] * 2 - 1 / (y.abs() + 1)[:, :2]
        b = torch.cat([a, x], 1).clamp(-1, 1)
        c = b.mean(1, keepdim=True) + b.sum() + b.max(1)[0][:, None] + b.amin(0).sum()
        d = torch.where(b > 0, b, -b).pow(2).sqrt() % 0.3
        e = torch.stack([x, y]).permute(1, 0, 2).flatten(1)
        f = F.pad(e, (1, 2), value=0.5).unsqueeze(1).repeat(1, 2, 1).squeeze(0)
        g = (x @ y.t()).tanh().sigmoid().log_softmax(-1)
        h = torch.einsum("ij,kj->ik", x, y) + torch.eye(3) + torch.ones(3, 3).tril()
        i = x.gather(1, x.argsort(1)[:, :2] if False else torch.tensor([[0, 1], [1, 0], [2, 3]]))
        return (
            c, d, e, f, g, h, i, x.argmax(1), (x > y).float(), x.masked_fill(x > 0, 0.0), F.silu(x), F.elu(x), F.leaky_relu(x, 0.2),
            1 - x, x.norm(dim=1), x.chunk(2, 1)[1], x[0], x[..., -1], x.cumsum(1), x.topk(2)[0], F.softplus(x), F.hardswish(x), F.mish(x),
            x.int() // 2, x.long() * 1.5, x.round() == x, ~(x > 0) | (y > 0), x[torch.tensor([2, 0])], x.rsqrt().isnan(), x.expand(2, 3, 4),
            torch.stack([x, y]).mT,
        )  # fmt: skip


class Sizes(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 4)

    def forward(self, x):
        size = x.shape[0]
        y = self.fc(x).view(size, 2, 2) + torch.arange(size).view(size, 1, 1)
        return y, y.reshape(-1), x.new_zeros(2) if False else torch.zeros(size, 2) + y.sum(1)


def results(value):
    return value if isinstance(value, tuple) else (value,)


def export(name, model, args, check=None, **options):
    torch.onnx.export(model, args, f"{name}.onnx", **options)
    model.eval()
    given = check or args
    arrays = {f"input{at}": value.numpy() for at, value in enumerate(given)}
    arrays |= {f"output{at}": value.detach().numpy() for at, value in enumerate(results(model(*given)))}
    np.savez(f"{name}.npz", **arrays)


export("convolutions", Convolutions(), (torch.randn(3, 1, 16, 16),), input_names=["image"], output_names=["chances"])
export("attention", Attention(), (torch.randint(0, 10, (2, 6)),))
export("functions", Functions(), (torch.randn(3, 4), torch.randn(3, 4)))
export("axes", Sizes(), (torch.randn(3, 8),), (torch.randn(7, 8),), input_names=["rows"], dynamic_axes={"rows": {0: "count"}})
shapes = {"x": {0: torch.export.Dim("count")}}
export("shapes", Sizes(), (torch.randn(3, 8),), (torch.randn(5, 8),), dynamic_shapes=shapes)
model = Convolutions()
assert torch.onnx.export(model, (torch.randn(1, 1, 16, 16),)).exported_program is not None and model.training


class Sorted(nn.Module):
    def forward(self, x):
        return x.sort()


try:
    torch.onnx.export(Sorted(), (torch.randn(3),), "sorted.onnx")
except torch.onnx.UnsupportedOperatorError as error:
    print(error)
