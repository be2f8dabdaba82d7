import torch
from torch.utils.checkpoint import checkpoint

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(0)
x = torch.randn(4, 3).to(device).requires_grad_()
block = torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.ReLU(), torch.nn.Linear(3, 3)).to(device)
checkpoint(block, x, use_reentrant=False).sum().backward()
g = x.grad.clone()
w = block[0].weight.grad.clone()
x.grad = None
block.zero_grad()
block(x).sum().backward()
print(torch.allclose(g, x.grad), torch.allclose(w, block[0].weight.grad), g.cpu())
