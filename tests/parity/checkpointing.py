import torch

from torch.utils.checkpoint import checkpoint
torch.manual_seed(0)
x = torch.randn(4, 3, requires_grad=True)
block = torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.ReLU(), torch.nn.Linear(3, 3))
checkpoint(block, x, use_reentrant=False).sum().backward()
g = x.grad.clone()
w = block[0].weight.grad.clone()
x.grad = None
block.zero_grad()
block(x).sum().backward()
print(torch.allclose(g, x.grad), torch.allclose(w, block[0].weight.grad), g)
