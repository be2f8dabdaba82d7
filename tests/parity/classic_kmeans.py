import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(3)
centers = torch.tensor([[0.0, 0.0], [5.0, 5.0], [0.0, 6.0]])
points = (centers.repeat_interleave(20, 0) + torch.randn(60, 2) * 0.5).to(device)
means = points[[0, 25, 50]].clone()
for step in range(5):
    distance = ((points[:, None] - means[None]) ** 2).sum(-1)
    label = distance.argmin(1)
    moved = torch.stack([points[label == k].mean(0) for k in range(3)])
    shift = (moved - means).norm().item()
    means = moved
    print(step, f"{shift:.3f}", torch.bincount(label, minlength=3).tolist())
print([[f"{v:.2f}" for v in row] for row in means.tolist()])
print(f"{distance.min(1).values.sum().item():.2f}", torch.cdist(points[:2], means).shape)
one_hot = torch.nn.functional.one_hot(label, 3).float()
print(torch.allclose(one_hot.t() @ points / one_hot.sum(0)[:, None], means, atol=1e-4))
