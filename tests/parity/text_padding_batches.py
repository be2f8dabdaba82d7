# Sentences of different length: padding, masks, lengths, averages that ignore padding.
import torch
from torch import nn
from torch.nn.utils.rnn import pad_sequence

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(8)
sentences = [torch.tensor([4, 5]), torch.tensor([6]), torch.tensor([7, 8, 9])]
batch = pad_sequence(sentences, batch_first=True, padding_value=0).to(device)
mask = batch != 0
lengths = mask.sum(1)
print(batch.tolist(), mask.tolist(), lengths.tolist())
embedding = nn.Embedding(10, 4, padding_idx=0).to(device)
e = embedding(batch)
mean = (e * mask.unsqueeze(-1)).sum(1) / lengths.unsqueeze(1)
print(torch.allclose(mean[0], embedding(sentences[0].to(device)).mean(0)), mean.shape)
scores = torch.randn(3, 3).to(device).masked_fill(~mask, float("-inf"))
attention = scores.softmax(-1)
print([[round(v, 4) for v in row] for row in attention.tolist()], [round(v, 5) for v in attention.sum(-1).tolist()])
largest = e.masked_fill(~mask.unsqueeze(-1), float("-inf")).max(1).values
print(largest.isinf().any().item(), [round(v, 4) for v in largest[1].tolist()] == [round(v, 4) for v in e[1, 0].tolist()])
gru = nn.GRU(4, 3, batch_first=True).to(device)
out, _ = gru(e)
last = out[torch.arange(3, device=device), lengths - 1]
print(last.shape, [round(v, 4) for v in last[2].tolist()])
