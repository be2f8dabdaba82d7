# The distinct rows, columns and slices of tensors, in the order of dictionaries.
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
a = torch.tensor([[3, 1, 2], [1, 2, 3], [3, 1, 2], [1, 2, 0]], device=device)
print(torch.unique(a, dim=0).tolist(), torch.unique(a, dim=1).tolist())
rows, inverse, counts = torch.unique(a, dim=0, return_inverse=True, return_counts=True)
print(rows[inverse].tolist() == a.tolist(), inverse.tolist(), counts.tolist())
b = torch.tensor([[0.5, -1.0], [0.5, -2.0], [-0.5, 7.0], [0.5, -1.0]], device=device)
print(torch.unique(b, dim=0).tolist(), torch.unique(b, dim=-1).tolist())
print(torch.unique(torch.tensor([[True, False], [False, True], [True, False]], device=device), dim=0).tolist())
c = torch.arange(24, device=device).reshape(2, 3, 4) % 4
print(torch.unique(c, dim=1).tolist(), torch.unique(c, dim=0, return_counts=True)[1].tolist(), torch.unique(c, dim=2).shape)
d = (torch.arange(3000, device=device) * 7919 % 5).reshape(300, 10)
kept, where, many = torch.unique(d, dim=0, return_inverse=True, return_counts=True)
print(kept.shape, (kept[where] == d).all().item(), many.sum().item())
