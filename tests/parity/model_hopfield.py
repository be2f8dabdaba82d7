# Patterns stored in a symmetric matrix are recalled from damaged copies.
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(191)
patterns = torch.where(torch.rand(3, 40) < 0.5, -1.0, 1.0).to(device)
W = patterns.T @ patterns / 40
W.fill_diagonal_(0)


def energy(s):
    return -0.5 * (s @ W @ s).item()


state = patterns[1].clone()
damaged = torch.randperm(40)[:8].to(device)
state[damaged] *= -1
print(f"{energy(patterns[1]):.3f} {energy(state):.3f}", int((state == patterns[1]).sum()))
for sweep in range(3):
    state = torch.sign(W @ state)
    state = torch.where(state == 0, torch.ones_like(state), state)
    print(sweep, f"{energy(state):.3f}", int((state == patterns[1]).sum()))
print(torch.equal(W, W.T), (patterns @ patterns.T).int().tolist())
