# Stumps fitted to residuals: thresholds by sorting and cumulative sums.
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(181)
x = torch.rand(40, 3).double().to(device)
y = (x[:, 0] > 0.5).double() + x[:, 1] ** 2


def stump(x, r):
    best = (float("inf"), None)
    for j in range(x.shape[1]):
        values, order = x[:, j].sort()
        s = r[order].cumsum(0)
        n = torch.arange(1, len(r) + 1, device=x.device)
        left, right = s / n, (s[-1] - s) / (len(r) - n).clamp(min=1)
        gain = -(left ** 2 * n + right ** 2 * (len(r) - n))[:-1]
        i = gain.argmin().item()
        if gain[i].item() < best[0]:
            best = (gain[i].item(), (j, ((values[i] + values[i + 1]) / 2).item(), left[i].item(), right[i].item()))
    return best[1]


prediction = torch.full_like(y, y.mean().item())
for round_ in range(6):
    j, threshold, left, right = stump(x, y - prediction)
    prediction = prediction + 0.5 * torch.where(x[:, j] <= threshold, left, right)
    print(round_, j, f"{threshold:.4f} {((y - prediction) ** 2).mean().item():.5f}")
