# Sorted, ranked, searched, counted.
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
x = torch.tensor([[3, 1, 2], [9, 7, 8]], device=device)
print(x.sort(1).indices.tolist(), x.sort(0, descending=True).values.tolist(), x.argsort(1).tolist(), torch.sort(torch.tensor([2, 1, 2, 1], device=device), stable=True).indices.tolist())
print(x.flatten().topk(2).values.tolist(), x.topk(1, dim=0, largest=False).values.tolist(), x.kthvalue(2, 1).values.tolist(), x.float().quantile(0.5).item(), x.msort().tolist())
y = torch.tensor([1, 3, 5, 7], device=device)
print(torch.searchsorted(y, torch.tensor([0, 3, 6, 9], device=device)).tolist(), torch.searchsorted(y, torch.tensor([3, 7], device=device), right=True).tolist(), torch.bucketize(torch.tensor([4, 5], device=device), y).tolist())
u, inverse, counts = torch.tensor([3, 1, 3, 2, 1], device=device).unique(return_inverse=True, return_counts=True)
print(u.tolist(), inverse.tolist(), counts.tolist(), torch.unique_consecutive(torch.tensor([1, 1, 2, 1], device=device)).tolist())
print(torch.bincount(torch.tensor([0, 3, 3], device=device), minlength=5).tolist(), torch.histc(torch.tensor([0.0, 0.5, 1.0, 1.0], device=device), bins=4).tolist(), torch.isin(y, torch.tensor([3, 9], device=device)).tolist())
print(torch.histogram(torch.tensor([0.1, 0.6, 0.7]), bins=2, range=(0.0, 1.0)), x.nonzero().shape, torch.nonzero(x > 7, as_tuple=True)[1].tolist(), torch.argwhere(x == 2).tolist())
