# New tensors the ways that a first notebook makes them.
import torch

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
print(torch.tensor([[1, 2], [3, 4]]), torch.tensor([1.5, 2]), torch.tensor(True), torch.tensor([]))
print(torch.zeros(2, 3), torch.ones(3, dtype=torch.int16), torch.full((2, 2), 7), torch.full((2,), 0.5))
print(torch.arange(5), torch.arange(1, 2, 0.25), torch.linspace(0, 1, 5), torch.logspace(0, 3, 4), torch.eye(2, 3))
print(torch.zeros_like(torch.ones(2, dtype=torch.float64)), torch.full_like(torch.zeros(2), 3), torch.empty(0, 3).shape)
print(torch.tril(torch.ones(3, 3)), torch.triu(torch.ones(3, 3), diagonal=1), torch.diag(torch.tensor([1.0, 2.0])))
a, b = torch.meshgrid(torch.arange(2), torch.arange(3), indexing="ij")
print(a, b, torch.cartesian_prod(torch.tensor([1, 2]), torch.tensor([3, 4])), torch.combinations(torch.tensor([1, 2, 3])))
print(torch.tril_indices(3, 3), torch.triu_indices(2, 3), torch.vander(torch.tensor([1.0, 2.0, 3.0])), torch.block_diag(torch.ones(1, 2), torch.ones(2, 1)))
