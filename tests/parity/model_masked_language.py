# Masked words are guessed from both sides; padded positions count nowhere.
import torch
from torch import nn
import torch.nn.functional as F

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(29)
PAD, MASK = 0, 1
words = torch.randint(2, 12, (5, 9))
words[0, 6:] = PAD
words[3, 4:] = PAD
masked = (torch.rand(words.shape) < 0.25) & (words != PAD)
inputs = words.masked_fill(masked, MASK)
labels = words.masked_fill(~masked, -100)
print(inputs.tolist(), masked.sum().item())
embedding = nn.Embedding(12, 16, padding_idx=PAD)
layer = nn.TransformerEncoderLayer(16, 4, 32, dropout=0.0, batch_first=True)
encoder = nn.TransformerEncoder(layer, 2, enable_nested_tensor=False)
head = nn.Linear(16, 12)
model = nn.ModuleList([embedding, encoder, head]).to(device)
inputs, labels = inputs.to(device), labels.to(device)
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
for step in range(10):
    hidden = encoder(embedding(inputs), src_key_padding_mask=inputs == PAD)
    loss = F.cross_entropy(head(hidden).transpose(1, 2), labels, ignore_index=-100)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if step % 3 == 0:
        print(f"{loss.item():.3f}")
print(embedding.weight[PAD].abs().sum().item(), embedding.weight.grad[PAD].abs().sum().item())
