# Reading and writing by index along a dimension.
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
x = torch.arange(12.0, device=device).view(3, 4)
i = torch.tensor([[0, 2], [3, 3], [1, 0]], device=device)
print(x.gather(1, i).tolist(), torch.take(x, torch.tensor([0, 5, -1], device=device)).tolist(), x.index_select(1, torch.tensor([3, 0], device=device)).tolist(), torch.take_along_dim(x, x.argsort(1, descending=True), 1)[0].tolist())
z = torch.zeros(3, 4, device=device)
print(z.scatter(1, i, 5.0).tolist(), z.scatter_add(1, i, torch.ones(3, 2, device=device)).tolist(), z.scatter(1, i, torch.tensor([[1.0, 2.0]] * 3, device=device)).tolist())
print(z.index_add(0, torch.tensor([0, 0, 2], device=device), x, alpha=2).tolist(), z.index_fill(1, torch.tensor([1], device=device), 9).tolist(), z.index_copy(0, torch.tensor([2], device=device), x[:1])[2].tolist())
for reduce in ("sum", "prod", "mean", "amax", "amin"):
    print(reduce, torch.full((3,), 2.0, device=device).scatter_reduce(0, torch.tensor([0, 0, 2], device=device), torch.tensor([3.0, 4.0, 5.0], device=device), reduce=reduce).tolist(), torch.zeros(2, device=device).index_reduce(0, torch.tensor([0, 0], device=device), torch.tensor([3.0, 4.0], device=device), reduce if reduce not in ("sum",) else "mean", include_self=False).tolist())
print(z.index_put((torch.tensor([0, 0], device=device), torch.tensor([1, 1], device=device)), torch.tensor([1.0, 2.0], device=device), accumulate=True)[0].tolist(), x.masked_select(x % 2 == 0).tolist(), x.masked_fill(x > 5, 0).sum().item(), z.masked_scatter(x > 8, torch.arange(9.0, device=device)).tolist()[2])
print(torch.where(x > 5, x, -x)[1].tolist(), torch.where(x > 10)[0].tolist(), x.put(torch.tensor([0], device=device), torch.tensor([-1.0], device=device))[0].tolist(), torch.diagonal_scatter(z[:, :3], torch.ones(3, device=device)).tolist(), torch.select_scatter(z, torch.ones(4, device=device), 0, 1)[1].tolist(), torch.slice_scatter(z, torch.ones(3, 2, device=device), 1, 1, 3)[0].tolist())
for bad in (lambda: x.gather(1, torch.tensor([[4]], device=device)), lambda: x.gather(1, i.float()), lambda: x.index_select(0, i)):
    try:
        bad()
        torch.cuda.synchronize() if device.type == "cuda" else None
    except (RuntimeError, IndexError) as error:
        print(type(error).__name__) if "index 4" not in str(error) else print("RuntimeError")
