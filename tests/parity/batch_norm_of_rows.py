"""Batch norm of (N, C), few rows and many, close to zero and far from it: values, statistics, gradients."""
import torch
import torch.nn as nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(0)
for rows, channels, center in ((4, 3, 0.0), (300, 70, 5.0), (2, 5, -1.0), (1500, 16, 1000.0), (64, 1, 0.5)):
    x = (torch.randn(rows, channels, device="cpu") + center).to(device).requires_grad_()
    weights = torch.arange(1.0, rows * channels + 1).reshape(rows, channels).sin().to(device)
    for norm in (nn.BatchNorm1d(channels), nn.BatchNorm1d(channels, affine=False, track_running_stats=False)):
        norm = norm.to(device)
        x.grad = None
        y = norm(x)
        (y * weights).sum().backward()
        shown = [y.pow(3).mean(), x.grad.abs().mean() * rows]
        if norm.affine:
            shown += [norm.weight.grad.abs().mean(), norm.bias.grad.mean(), norm.running_mean.mean(), norm.running_var.mean()]
        # Far from zero float32 keeps few digits of the differences.
        digits = 2 if center == 1000.0 else 3
        print(rows, channels, *(f"{value.item():.{digits}f}".replace("-0." + "0" * digits, "0." + "0" * digits) for value in shown))
alike = torch.full((40, 20), 3.25, device=device)
print(nn.BatchNorm1d(20).to(device)(alike).abs().max().item() < 1e-3)
hole = torch.ones(4, 2)
hole[1, 0] = float("nan")
print(nn.BatchNorm1d(2).to(device)(hole.to(device)).isnan().sum(0).tolist())
