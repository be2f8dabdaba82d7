# Pruning step by step: masks, buffers, hooks, methods one after the other, global pruning, a method of one's own, and making it last.
import torch
import torch.nn.functional as F
from torch import nn
from torch.nn.utils import prune

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Small(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 3, 3)
        self.conv2 = nn.Conv2d(3, 4, 3)
        self.fc1 = nn.Linear(16, 6)
        self.fc2 = nn.Linear(6, 2)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.conv1(x)), 2)
        x = F.relu(self.conv2(x))
        return self.fc2(F.relu(self.fc1(x.view(-1, 16))))


torch.manual_seed(31)
model = Small().to(device=device)
module = model.conv1
print([name for name, _ in module.named_parameters()], list(module.named_buffers()))
torch.manual_seed(1)
mask = (torch.arange(27).view(3, 1, 3, 3) % 3 != 0).float().to(device)
prune.custom_from_mask(module, name="weight", mask=mask)
print([name for name, _ in module.named_parameters()], [name for name, _ in module.named_buffers()])
print([f"{v:.4f}" for v in module.weight[0].tolist()[0][0][1:]], [type(h).__name__ for h in module._forward_pre_hooks.values()])
prune.l1_unstructured(module, name="bias", amount=1)
print(module.bias_mask.sum().item(), len(module._forward_pre_hooks))
prune.ln_structured(module, name="weight", amount=0.34, n=2, dim=0)
for hook in module._forward_pre_hooks.values():
    if hook._tensor_name == "weight":
        break
print([type(m).__name__ for m in list(hook)], len(hook), type(hook[0]).__name__, type(hook).__name__)
print(module.weight_mask.sum(dim=(1, 2, 3)).tolist(), list(model.state_dict().keys())[:4])
prune.remove(module, "weight")
print(sorted(name for name, _ in module.named_parameters()), [name for name, _ in module.named_buffers()])
x = torch.randn(2, 1, 10, 10).to(device)
print(model(x).shape, prune.is_pruned(model), prune.is_pruned(model.fc1))

new_model = Small().to(device)
for name, module in new_model.named_modules():
    if isinstance(module, torch.nn.Conv2d):
        prune.l1_unstructured(module, name="weight", amount=0.2)
    elif isinstance(module, torch.nn.Linear):
        prune.l1_unstructured(module, name="weight", amount=0.4)
print(dict(new_model.named_buffers()).keys())
model = Small().to(device)
parameters = ((model.conv1, "weight"), (model.conv2, "weight"), (model.fc1, "weight"), (model.fc2, "weight"))
prune.global_unstructured(parameters, pruning_method=prune.L1Unstructured, amount=0.2)
zeros = sum(torch.sum(m.weight == 0).item() for m, _ in parameters)
total = sum(m.weight.nelement() for m, _ in parameters)
print(f"{100.0 * zeros / total:.2f}% of {total}", [f"{100 * (m.weight == 0).float().mean().item():.1f}" for m, _ in parameters])


class EveryOther(prune.BasePruningMethod):
    """Every other entry of what is left."""

    PRUNING_TYPE = "unstructured"

    def compute_mask(self, t, default_mask):
        mask = default_mask.clone()
        mask.view(-1)[::2] = 0
        return mask


def every_other(module, name):
    EveryOther.apply(module, name)
    return module


model = Small().to(device)
every_other(model.fc2, name="bias")
print(model.fc2.bias_mask.tolist())
every_other(model.fc1, name="weight")
every_other(model.fc1, name="weight")
print(model.fc1.weight_mask.sum().item(), len(next(iter(model.fc1._forward_pre_hooks.values()))))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
before = model.fc1.weight.clone()
model(x).sum().backward()
optimizer.step()
model(x)
print((model.fc1.weight[model.fc1.weight_mask == 0] == 0).all().item(), torch.equal(before, model.fc1.weight))
for bad in (lambda: prune.l1_unstructured(model.fc2, "weight", amount=1.5), lambda: prune.remove(model.conv1, "weight"), lambda: prune.ln_structured(model.conv1, "bias", 0.5, 2, 0)):
    try:
        bad()
    except (ValueError, TypeError) as error:
        print(str(error)[:80])
