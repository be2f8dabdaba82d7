import torch

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
print(torch.tensor([1.0], requires_grad=True))
x = torch.ones(2, 2, requires_grad=True)
print(x * 2, x.sum(), x.mean(), x + 1, x @ x, x.exp(), -x, x / 2, x - 1, x ** 2)
print(x.view(4), x.t(), x[0], x[:, 1], x.relu(), x.sigmoid(), torch.cat([x, x]), torch.stack([x, x]).shape)
print(torch.zeros(2, 0), torch.zeros(0, dtype=torch.int64), torch.zeros(0, 3, dtype=torch.float64))
print(torch.tensor([1, 2], dtype=torch.int32), torch.tensor([1, 2], dtype=torch.uint8))
print(torch.arange(25, dtype=torch.float64) / 3)
print(torch.nn.Parameter(torch.ones(2)))
print(torch.ones(20, requires_grad=True) * 1.5)
print(x.softmax(1), x.log_softmax(1), x.max(), x.reshape(4), x.permute(1, 0), x.unsqueeze(0), x.squeeze(), x.expand(2, 2, 2), x.clone(), x.double(), torch.where(x > 0, x, x), x.abs(), x.sqrt(), x.norm(), x.std(), x.var(), x.prod(), x.cumsum(0), x.tanh(), x.log())
