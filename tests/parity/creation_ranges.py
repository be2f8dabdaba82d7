import torch

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
print(torch.arange(5))
print(torch.arange(2, 10, 3))
print(torch.arange(0, 1, 0.25))
print(torch.arange(5, 0, -2))
print(torch.arange(3.0))
print(torch.arange(4, dtype=torch.float64))
print(torch.linspace(0, 1, 5))
print(torch.linspace(-1, 1, 4))
print(torch.linspace(3, 10, steps=1))
