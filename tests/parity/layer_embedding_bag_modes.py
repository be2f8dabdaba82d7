# Sums, means and largest values of bags, by offsets and by rows, with weights per sample.
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(14)
words = torch.tensor([1, 2, 4, 5, 4, 3, 2, 0], device=device)
offsets = torch.tensor([0, 3, 3, 6], device=device)
weight = torch.randn(6, 2)
for mode in ("sum", "mean", "max"):
    bag = nn.EmbeddingBag(6, 2, mode=mode, _weight=weight.clone()).to(device)
    y = bag(words, offsets)
    (y * torch.arange(1.0, 9.0, device=device).view(4, 2)).sum().backward()
    print(bag, [[round(v, 4) for v in row] for row in y.tolist()])
    print("  ", [[round(v, 4) for v in row] for row in bag.weight.grad.tolist()])
    print("  ", tuple(bag(words.view(2, 4)).shape))
bag = nn.EmbeddingBag(6, 2, mode="sum", _weight=weight.clone()).to(device)
per = torch.linspace(0, 1, 8, device=device)
print([[round(v, 4) for v in row] for row in bag(words, offsets, per_sample_weights=per).tolist()])
