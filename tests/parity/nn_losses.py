import torch
import torch.nn as nn

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(0)
x = torch.randn(4, 3, device="cpu").to(device).requires_grad_()
t = torch.tensor([0, 2, 1, 0])
print(nn.CrossEntropyLoss()(x, t))
for kwargs in ({"reduction": "sum"}, {"reduction": "none"}, {"label_smoothing": 0.1}, {"weight": torch.tensor([1.0, 2.0, 0.5])}, {"ignore_index": 0}):
    x.grad = None
    loss = nn.CrossEntropyLoss(**kwargs)(x, t)
    loss.sum().backward()
    print(kwargs, loss.detach(), x.grad)
print(nn.NLLLoss()(x.log_softmax(1), t), nn.CrossEntropyLoss()(x, torch.softmax(torch.ones(4, 3), 1)))
a = torch.tensor([0.5, -1.0, 2.0], requires_grad=True)
b = torch.tensor([0.0, 0.0, 1.0])
print(nn.MSELoss()(a, b), nn.L1Loss()(a, b).item(), nn.SmoothL1Loss()(a, b), nn.BCEWithLogitsLoss()(a, b), nn.BCELoss()(a.sigmoid(), b), nn.HuberLoss()(a, b).item(), nn.MSELoss(reduction="sum")(a, b))
nn.MSELoss()(a, b).backward()
print(a.grad)
a.grad = None
nn.BCEWithLogitsLoss()(a, b).backward()
print(a.grad)
try:
    nn.CrossEntropyLoss()(x.cpu(), torch.tensor([0, 1, 2, 5], device="cpu"))
except IndexError as e:
    print(e)
try:
    nn.CrossEntropyLoss()(x.cpu(), torch.tensor([0, 1], device="cpu"))
except ValueError as e:
    print(e)
