# Parameters pruned by size, at random, by slices, over several layers; masks; for good.
import torch
from torch import nn
from torch.nn.utils import prune

torch.manual_seed(3)
layer = nn.Linear(4, 3)
prune.l1_unstructured(layer, "weight", amount=0.3)
print([name for name, _ in layer.named_parameters()], [name for name, _ in layer.named_buffers()])
print(layer.weight_mask.tolist(), layer.weight.count_nonzero().item(), prune.is_pruned(layer))
prune.ln_structured(layer, "weight", amount=1, n=2, dim=0)
print(layer.weight_mask.tolist())
prune.random_unstructured(layer, "bias", amount=1)
print(int(layer.bias_mask.sum()), torch.equal(layer.weight, layer.weight_orig * layer.weight_mask))
layer(torch.ones(2, 4)).sum().backward()
print(layer.weight_orig.grad.tolist())
with torch.no_grad():
    layer.weight_orig.add_(1.0)
layer(torch.ones(1, 4))
print(int((layer.weight == 0).sum()))
prune.remove(layer, "weight")
print(sorted(layer.state_dict()), isinstance(layer.weight, nn.Parameter), prune.is_pruned(layer))
model = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))
prune.global_unstructured([(model[0], "weight"), (model[2], "weight")], pruning_method=prune.L1Unstructured, amount=0.5)
print([int((m.weight == 0).sum()) for m in (model[0], model[2])])
prune.custom_from_mask(model[0], "bias", torch.tensor([1, 0, 1, 0]))
print([v == 0 for v in model[0].bias.tolist()])
conv = nn.Conv2d(2, 3, 2)
prune.random_structured(conv, "weight", amount=1, dim=1)
print([v > 0 for v in conv.weight.abs().sum((0, 2, 3)).tolist()].count(False))
for f in (lambda: prune.l1_unstructured(model[0], "weight", amount=1.5), lambda: prune.l1_unstructured(nn.Linear(2, 2), "weight", amount=9), lambda: prune.remove(nn.Linear(2, 2), "weight")):
    try:
        f()
    except ValueError as error:
        print(error)
