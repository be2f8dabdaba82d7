import torch

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
x = torch.tensor([[1.5, 2.0]], dtype=torch.float64)
print(torch.zeros_like(x), torch.ones_like(x, dtype=torch.int32), torch.full_like(x, 3))
print(x.new_zeros(2), x.new_ones((1, 2)), x.new_full((2,), 9), x.new_tensor([1, 2]))
print(torch.empty_like(x).shape, torch.rand_like(x).dtype)
