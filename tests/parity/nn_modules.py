import torch
import torch.nn as nn

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Dropout(0.1))
        self.head = nn.Linear(8, 2)
        self.register_buffer("scale", torch.ones(1))

    def forward(self, x):
        return self.head(self.body(x)) * self.scale

net = Net()
print(net)
print([n for n, _ in net.named_parameters()], sum(p.numel() for p in net.parameters()))
print([n for n, _ in net.named_modules()], list(net.state_dict()))
print(net.training, net.eval().training, net.body[2].training, net.train().training)
other = Net()
print(other.load_state_dict(net.state_dict()))
print(torch.equal(other.head.weight, net.head.weight), other.head.weight is net.head.weight)
net.double()
print(net.head.weight.dtype, net.scale.dtype, net.to(torch.float32).head.weight.dtype)
for p in net.parameters():
    p.requires_grad_(False)
print(any(p.requires_grad for p in net.parameters()))
try:
    net.missing
except AttributeError as e:
    print(e)
try:
    net.load_state_dict({"head.weight": torch.zeros(1)})
except RuntimeError as e:
    print(str(e).split("\n")[0])
print(nn.ModuleList([nn.Linear(1, 1) for _ in range(3)]), nn.ModuleDict({"a": nn.ReLU()}))
print(nn.Sequential(nn.Flatten(), nn.Linear(4, 2))[1], isinstance(net.head.weight, nn.Parameter), isinstance(net.head.weight, torch.Tensor))
net.zero_grad()
net.apply(lambda m: print(type(m).__name__))
