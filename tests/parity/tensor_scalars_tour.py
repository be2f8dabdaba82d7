# Tensors of one number, and numbers of Python.
import math
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
t = torch.tensor(2.5, device=device)
print(t.item(), float(t), int(t), bool(t), t.shape, t.dim(), t.numel(), f"{t:.3f}", f"{t.item():>8.2f}", math.sqrt(t), round(t.item()), t.tolist())
print(3 - t.item(), (3 - t).item(), (t ** 2).item(), (2 ** t).item().__round__(5), (t > 2).item(), abs(-t).item(), t.neg().abs().item(), max(torch.tensor([1, 3, 2], device=device)).item(), sum(torch.arange(4, device=device)).item())
print([x.item() for x in torch.arange(3, device=device)], list(torch.arange(2, device=device).tolist()), len(torch.zeros(4, 2, device=device)), 2 in torch.arange(3, device=device), 7 in torch.arange(3, device=device))
x = torch.arange(3, device=device)
if (x == 0).any():
    print("some", bool((x >= 0).all()), [1, 2, 3][torch.tensor(1)], range(5)[torch.tensor(3)], "ab" * torch.tensor(2).item())
for bad in (lambda: bool(x), lambda: x.item(), lambda: float(x), lambda: len(t), lambda: t[0], lambda: iter(t)):
    try:
        bad()
    except (RuntimeError, ValueError, TypeError, IndexError) as error:
        print(type(error).__name__, str(error).split("\n")[0])
