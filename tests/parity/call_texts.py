# Calls of functions that PyTorch's C++ parses: what is missing, too much, or no number; and what a list of texts is.
import torch
import torch.nn.functional as F

x = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
whole = torch.tensor([1, 2])
for wrong in [lambda: torch.put(x), lambda: torch.put(x, whole), lambda: torch.renorm(x), lambda: torch.linalg.cross(x), lambda: torch.special.gammainc(x),
              lambda: torch.linalg.lu_solve(x), lambda: torch.swapaxes(x), lambda: torch.vdot(x), lambda: torch.cdist(x), lambda: torch.select_scatter(x),
              lambda: F.adaptive_avg_pool2d(x), lambda: F.adaptive_avg_pool1d(x, x), lambda: x.abs_(1), lambda: x.relu_(1), lambda: x.numel(2),
              lambda: torch.unsqueeze(x, x), lambda: torch.softmax(x, x), lambda: torch.sum(x, x), lambda: torch.zeros(x), lambda: torch.roll(x, x),
              lambda: x.sum(torch.tensor(0.0)), lambda: whole.sinc_(), lambda: whole.rad2deg_(), lambda: whole.float_power_(2), lambda: torch.tensor(["a"]),
              lambda: torch.tensor("a"), lambda: torch.tensor([["a", "b"]]), lambda: torch.tensor([1, "a"])]:
    try:
        print("gave", wrong())
    except Exception as error:
        print(type(error).__name__, error)
print(reversed(torch.arange(3)), reversed(torch.tensor(5)), reversed(torch.arange(4).view(2, 2)), list(reversed(torch.arange(2))))
a = torch.tensor([[1.0, 1.0, 1.0], [0.0, 0.0, 0.0], [1.0, -2.0, 3.0]], requires_grad=True)
b = torch.tensor([[1.0, 1.0, 1.0]])
similarity = F.cosine_similarity(a, b)
print(similarity)
similarity.sum().backward()
print(a.grad[1:], a.grad[0].abs().max() < 1e-6)
print(torch.tensor([1.5]).item(), torch.tensor([[True]]).item(), torch.tensor(7, dtype=torch.uint8).item(), x[1, 1].item(), x.T[0, 1].item())
