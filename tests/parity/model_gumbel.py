# Discrete choices that carry a gradient: the Gumbel-softmax, soft and hard.
import torch
import torch.nn.functional as F

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(109)
logits = torch.randn(5, 4).to(device).requires_grad_()
noise = -torch.empty(5, 4).exponential_().log()
noise = noise.to(device)
for tau in (5.0, 1.0, 0.1):
    y = F.softmax((logits + noise) / tau, -1)
    print(tau, [f"{v:.4f}" for v in y[0].tolist()])
hard = F.one_hot(y.argmax(-1), 4).to(y.dtype) - y.detach() + y
print(hard.detach().round().tolist())
(hard * torch.arange(4.0, device=device)).sum().backward()
print(f"{logits.grad.abs().sum().item():.4f}", bool((logits.grad.sum(1).abs() < 1e-5).all()))
sample = F.gumbel_softmax(logits, tau=0.7, hard=True)
print(sample.shape, sample.sum(1).tolist(), sample.requires_grad)
