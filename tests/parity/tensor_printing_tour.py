# How tensors look: small, large, mixed, empty, nested, special.
import torch

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
for value in (torch.tensor([1.0, 10.0, 100.0]), torch.tensor([1e-8, 1.0]), torch.tensor([1e10, 1.0]), torch.tensor([0.1, float("nan"), float("inf")]), torch.tensor([1, -10]), torch.tensor([True, False]), torch.tensor(3.14159265), torch.tensor([[1.5, -2.25], [0.0, 1e3]]),
              torch.zeros(2, 0), torch.arange(2000), torch.ones(3, dtype=torch.float64), torch.ones(2, dtype=torch.bfloat16), torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True) * 2, torch.zeros(1, 2, 2, dtype=torch.int8), torch.tensor([123456.789]), torch.tensor([1e-3, 1e-4]), torch.tensor([2.0, 3.0]), torch.full((50,), 0.5), torch.zeros(12, 120)):
    print(value)
torch.set_printoptions(precision=2, linewidth=40)
print(torch.tensor([3.14159, 2.71828, 1.41421, 1.73205, 2.23606, 2.44948]))
torch.set_printoptions(profile="default")
torch.set_printoptions(sci_mode=True)
print(torch.tensor([1.0, 2.5]))
torch.set_printoptions(sci_mode=False)
print(torch.tensor([1e-6, 2.5]))
torch.set_printoptions(threshold=5, edgeitems=1)
print(torch.arange(10.0), torch.zeros(4, 4))
