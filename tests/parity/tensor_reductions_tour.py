# Sums, means, extremes and norms over every kind of dimension.
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
x = torch.tensor([[3.0, -1.0, 2.0], [0.5, 4.0, -2.5]], device=device)
for name in ("sum", "mean", "prod", "std", "var", "max", "min", "median", "norm", "logsumexp", "amax", "argmax", "argmin", "any", "all", "numel", "count_nonzero", "nansum"):
    value = getattr(x, name)(0) if name == "logsumexp" else getattr(x, name)()
    print(name, round(value, 4) if not isinstance(value, torch.Tensor) else [round(v, 4) for v in value.flatten().tolist()])
print(x.sum(0).tolist(), x.sum((0, 1)).item(), x.mean(1, keepdim=True).shape, [round(v, 4) for v in x.std(0, unbiased=False).tolist()], [round(v, 4) for v in x.var(1, correction=0).tolist()])
values, indices = x.max(1)
print(values.tolist(), indices.tolist(), x.min(0).values.tolist(), x.median(1).indices.tolist(), x.cummax(1).values.tolist())
print([round(v, 4) for v in torch.linalg.vector_norm(x, ord=1, dim=1).tolist()], torch.norm(x, dim=0, p=float("inf")).tolist(), [t.tolist() for t in torch.aminmax(x, dim=1)], [round(v, 4) for v in torch.std_mean(x, 0)[1].tolist()])
print(x.sum(dtype=torch.float64).dtype, torch.tensor([1, 2], device=device).sum().dtype, torch.tensor([True, True], device=device).sum().item(), torch.empty(0, device=device).sum().item(), torch.empty(0, 2, device=device).prod(0).tolist())
for bad in (lambda: torch.empty(0, device=device).max(), lambda: x.sum(2), lambda: torch.tensor([1, 2], device=device).mean(), lambda: x.sum((0, 0))):
    try:
        bad()
    except (RuntimeError, IndexError) as error:
        print(type(error).__name__, str(error).split("\n")[0][:120])
