# Slices, steps, ellipses, new axes, masks and lists of indices, mixed.
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
x = torch.arange(60, device=device).view(3, 4, 5)
for value in (x[1], x[-1, 2], x[:, 1], x[..., -1], x[0, 1:3, ::2], x[None, 0, 0], x[:, None, 0].shape, x[[0, 2]], x[[0, 2], [1, 3]], x[:, [1, 3], 0], x[x > 55], x[:, x[0, :, 0] > 6, 0], x[torch.tensor([2, 0]), ..., 1], x[0, [[0, 1], [2, 3]], 2], x[True].shape, x[1:1].shape, x[[]].shape):
    print(value.tolist() if isinstance(value, torch.Tensor) else value)
y = x.clone()
y[0, :, 0] = 0
y[1, [0, 2]] = torch.tensor([[1], [2]], device=device)
y[y > 50] = -1
y[2, ..., 1] += 100
print(y.tolist())
for bad in (lambda: x[3], lambda: x[0, 0, 0, 0], lambda: x[torch.tensor([True, False], device=device)], lambda: x[::-1], lambda: x[1.0], lambda: x["a"]):
    try:
        bad()
    except (IndexError, ValueError, TypeError) as error:
        print(type(error).__name__, str(error).split("\n")[0][:110])
