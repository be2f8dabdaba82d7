import torch
import torch.nn as nn

torch.manual_seed(0)
layer = nn.Linear(3, 2)
torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
layer.to(device)
print(layer, layer.weight, layer.bias)
x = torch.ones(2, 3)
y = layer(x)
print(y, y.shape)
y.sum().backward()
print(layer.weight.grad, layer.bias.grad)
print(nn.Linear(2, 2, bias=False), [name for name, p in layer.named_parameters()])
print(layer(torch.ones(4, 5, 3)).shape, layer(torch.ones(3)).shape)
