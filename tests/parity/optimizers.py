import torch
import torch.nn as nn

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
p = nn.Parameter(torch.tensor([1.0, 2.0]))
opt = torch.optim.SGD([p], lr=0.1, momentum=0.9)
print(opt)
for _ in range(3):
    opt.zero_grad()
    (p ** 2).sum().backward()
    opt.step()
    print(p.data)
print(opt.state_dict())
opt.param_groups[0]["lr"] = 0.01
opt.zero_grad()
print(p.grad)
a, b = nn.Parameter(torch.ones(1)), nn.Parameter(torch.ones(1))
opt = torch.optim.Adam([{"params": [a]}, {"params": [b], "lr": 0.1}], lr=0.01)
print(len(opt.param_groups), opt.param_groups[1]["lr"], opt.param_groups[0]["betas"])
(a * 2 + b).backward()
opt.step()
print(a.data, b.data)
print(opt.state_dict()["state"])
print(torch.optim.AdamW([a]))
try:
    torch.optim.SGD([a], lr=-1)
except ValueError as e:
    print(e)
try:
    torch.optim.SGD([], lr=1)
except ValueError as e:
    print(e)
def closure():
    opt.zero_grad()
    loss = (a - 3).pow(2).sum()
    loss.backward()
    return loss
print(opt.step(closure))
