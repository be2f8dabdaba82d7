# Nearest neighbours by distances, in blocks, with weights.
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(179)
train, labels = torch.randn(50, 4).to(device), torch.randint(0, 3, (50,)).to(device)
queries = torch.randn(7, 4).to(device)
distances = torch.cdist(queries, train)
near, index = distances.topk(5, largest=False)
print(index.tolist())
votes = labels[index]
print(votes.mode(1).values.tolist())
weights = torch.zeros(7, 3, device=device).scatter_add_(1, votes, 1 / near)
print(weights.argmax(1).tolist(), [f"{v:.4f}" for v in weights[0].tolist()])
blocks = torch.cat([torch.cdist(q, train).argmin(1) for q in queries.split(3)])
print(torch.equal(blocks, index[:, 0]), f"{(distances - ((queries[:, None] - train) ** 2).sum(2).sqrt()).abs().max().item() < 1e-5}")
