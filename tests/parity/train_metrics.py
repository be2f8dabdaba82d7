# Accuracy, confusion, precision, recall, F1 and the area under the curve, from tensors.
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(11)
scores = torch.randn(50, 3)
labels = torch.randint(0, 3, (50,))
scores[torch.arange(50), labels] += 1.0
scores, labels = scores.to(device), labels.to(device)
predicted = scores.argmax(1)
confusion = torch.bincount(labels * 3 + predicted, minlength=9).view(3, 3)
print(confusion.tolist(), (predicted == labels).float().mean().item().__round__(4), (scores.topk(2, 1).indices == labels[:, None]).any(1).float().mean().item().__round__(4))
right = confusion.diagonal().double()
precision, recall = right / confusion.sum(0), right / confusion.sum(1)
f1 = 2 * precision * recall / (precision + recall)
print([round(v, 4) for v in precision.tolist()], [round(v, 4) for v in recall.tolist()], [round(v, 4) for v in f1.tolist()], round(f1.mean().item(), 4))
p, positive = scores[:, 0], labels == 0
order = p.argsort(descending=True)
hits = positive[order].double()
tpr, fpr = hits.cumsum(0) / hits.sum(), (1 - hits).cumsum(0) / (1 - hits).sum()
area = torch.trapezoid(tpr, fpr)
pairs = (p[positive][:, None] > p[~positive][None]).double().mean()
print(round(area.item(), 5), round(pairs.item(), 5))
