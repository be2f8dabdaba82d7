import torch

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
print(torch.zeros(2, 3))
print(torch.ones(3, dtype=torch.int64))
print(torch.full((2, 2), 7))
print(torch.full((2,), 0.5))
print(torch.empty(0))
print(torch.empty(2, 0, 3))
print(torch.eye(3))
print(torch.eye(2, 3))
print(torch.zeros(()))
print(torch.zeros((2,)).shape, torch.zeros([2, 1]).shape, torch.zeros(size=(1, 2)).shape)
