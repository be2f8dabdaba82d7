import torch

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
print(torch.arange(1001))
print(torch.arange(1000).view(10, 100)[:2])
print(torch.arange(10000).view(100, 100))
print(torch.arange(8000.0).view(20, 20, 20))
print(torch.arange(2000.0).view(1000, 2) / 7)
print(torch.zeros(1001, dtype=torch.bool))
print(torch.linspace(0, 1, 40))
print(torch.arange(60).view(2, 30))
print(torch.arange(24).view(2, 3, 4))
print(torch.arange(16.0).view(2, 2, 2, 2))
print(torch.zeros(3, 1001, dtype=torch.float64))
