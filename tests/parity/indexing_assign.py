import torch

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
x = torch.zeros(3, 4)
x[0] = 1
x[1, 2] = 5
x[:, 0] = torch.tensor([7.0, 8.0, 9.0])
x[2, 1:] = torch.arange(3)
print(x)
x[x > 6] = -1
print(x)
x[[0, 2], [1, 3]] = torch.tensor([10.0, 20.0])
print(x)
x[..., -1] += 100
print(x)
x[torch.tensor([0, 1])] = 0
print(x)
y = torch.arange(6)
y[::2] = 0
y[y == 5] = 50
print(y)
y[1:3] = torch.tensor([9, 9])
print(y)
m = torch.tensor([True, False, True])
x[m] = torch.ones(2, 4)
print(x)
z = torch.zeros(2, 2)
z[0][1] = 3
z[None, 0] = 4
print(z)
