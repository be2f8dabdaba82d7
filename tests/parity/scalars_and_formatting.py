import torch

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
x = torch.tensor(3.14159)
print(f"{x:.2f} {x:8.3f}| {x:e}", "{:.1f}".format(x), "%.3f" % x, f"{x.item():.4f}")
n = torch.tensor(42)
print(f"{n} {n:5d} {n:x}", int(n), float(n), bool(n), n + 1, hash(n) == hash(n))
print(round(x.item(), 2), x.round(decimals=2), abs(torch.tensor(-2)), -x, +x, x // 1, x % 1, divmod(7, 4))
print(torch.tensor([1.0, 2.0]).tolist(), [f"{v:.1f}" for v in torch.tensor([1.25, 2.75])], sum(torch.tensor([1, 2, 3])), max(torch.tensor([1, 5, 3])))
print([torch.tensor(1), torch.tensor([2.5])], {"k": torch.zeros(2)}, (torch.ones(1),))
print(str(torch.tensor([1, 2])), repr(torch.tensor(True)), "loss: " + str(torch.tensor(0.5)))
for row in torch.arange(4).view(2, 2):
    for v in row:
        print(v.item(), end=" ")
print()
a, b = torch.tensor([1, 2])
print(a, b, a < b, a == 1, a in torch.tensor([1, 2]), 5 in torch.tensor([1, 2]))
print(torch.tensor(5) == 5, torch.tensor([1, 2]) == torch.tensor([1, 3]), torch.equal(torch.tensor([1]), torch.tensor([1.0])))
if torch.tensor(1.0) > 0 and not torch.tensor(0):
    print("truth")
print(len(torch.zeros(3, 2)), torch.zeros(3, 2).shape[0], torch.zeros(3, 2).size(-1), torch.zeros(2, 3).numel(), torch.zeros(2, 3).dim(), torch.zeros(2, 3).ndim)
print(isinstance(x, torch.Tensor), type(x), x.dtype, isinstance(x.item(), float))
print(f"{torch.tensor([1.5, 2.5])}", f"{torch.Size([1, 2])}", f"{torch.float32}", f"{torch.tensor(1.0).shape}")
import math
print(math.sqrt(torch.tensor(16.0)), math.floor(torch.tensor(2.7)), range(torch.tensor(3)), [0] * torch.tensor(2).item(), "ab" * int(torch.tensor(2)))
