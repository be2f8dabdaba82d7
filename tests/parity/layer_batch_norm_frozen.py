# Frozen statistics and frozen parameters.
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(7)
model = nn.Sequential(nn.Conv2d(2, 3, 3), nn.BatchNorm2d(3), nn.ReLU()).to(device)
x = torch.randn(4, 2, 6, 6).to(device)
model(x)
before = model[1].running_mean.clone()
model.train()
for module in model.modules():
    if isinstance(module, nn.modules.batchnorm._BatchNorm if hasattr(nn, "modules") else nn.BatchNorm2d):
        module.eval()
        module.requires_grad_(False)
model(x).sum().backward()
print(torch.equal(before, model[1].running_mean), model[1].weight.grad, model[0].weight.grad is not None)
print([m.training for m in model], [p.requires_grad for p in model.parameters()])
model[1].reset_running_stats()
print(model[1].running_mean.tolist(), model[1].running_var.tolist(), model[1].num_batches_tracked.item())
