# The log-partition of a linear chain by the forward algorithm; marginals are its gradient; Viterbi's path.
import itertools
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(107)
steps, tags = 4, 3
emit = torch.randn(steps, tags).double().to(device).requires_grad_()
move = torch.randn(tags, tags).double().to(device)


def partition(emit, move):
    alpha = emit[0]
    for t in range(1, len(emit)):
        alpha = torch.logsumexp(alpha[:, None] + move, dim=0) + emit[t]
    return torch.logsumexp(alpha, 0)


def viterbi(emit, move):
    best, back = emit[0], []
    for t in range(1, len(emit)):
        value, index = (best[:, None] + move).max(0)
        best = value + emit[t]
        back.append(index)
    path = [best.argmax().item()]
    for index in reversed(back):
        path.append(index[path[-1]].item())
    return best.max().item(), path[::-1]


z = partition(emit, move)
paths = list(itertools.product(range(tags), repeat=steps))
scores = torch.stack([sum(emit[t, p[t]] for t in range(steps)) + sum(move[p[t], p[t + 1]] for t in range(steps - 1)) for p in paths])
print(len(paths), f"{z.item():.6f}", torch.allclose(z, scores.logsumexp(0)))
z.backward()
print([[round(v, 5) for v in row] for row in emit.grad.tolist()], torch.allclose(emit.grad.sum(1), torch.ones(steps).double().to(device)))
value, path = viterbi(emit.detach(), move)
print(f"{value:.6f}", path, paths[scores.argmax().item()] == tuple(path))
