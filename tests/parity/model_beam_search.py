# The likeliest sequences of a Markov model: beams against all sequences.
import itertools
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(10)
moves = torch.log_softmax(torch.randn(5, 5), 1).to(device)
starts = torch.log_softmax(torch.randn(5), 0).to(device)


def beam(width, length):
    scores, paths = starts.topk(width)
    paths = paths[:, None]
    for _ in range(length - 1):
        table = scores[:, None] + moves[paths[:, -1]]
        scores, flat = table.flatten().topk(width)
        paths = torch.cat([paths[flat // 5], (flat % 5)[:, None]], 1)
    return scores, paths


every = {path: (starts[path[0]] + sum(moves[a, b] for a, b in zip(path, path[1:]))).item() for path in itertools.product(range(5), repeat=4)}
best = sorted(every, key=every.get, reverse=True)[:3]
for width in (1, 3, 5):
    scores, paths = beam(width, 4)
    print(width, [round(v, 4) for v in scores.tolist()][:3], paths.tolist()[:3])
print([list(path) for path in best], [round(every[path], 4) for path in best])
