# A language model with nn.TransformerEncoder: positions by sines, a causal mask, batches cut from one stream, perplexity, and sampling by hand.
import math

import torch
from torch import nn
from torch.nn import TransformerEncoder, TransformerEncoderLayer

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class PositionalEncoding(nn.Module):
    def __init__(self, d_model, dropout=0.0, max_len=50):
        super().__init__()
        self.dropout = nn.Dropout(p=dropout)
        position = torch.arange(max_len).unsqueeze(1)
        div_term = torch.exp(torch.arange(0, d_model, 2) * (-math.log(10000.0) / d_model))
        pe = torch.zeros(max_len, 1, d_model)
        pe[:, 0, 0::2] = torch.sin(position * div_term)
        pe[:, 0, 1::2] = torch.cos(position * div_term)
        self.register_buffer("pe", pe)

    def forward(self, x):
        return self.dropout(x + self.pe[: x.size(0)])


class TransformerModel(nn.Module):
    def __init__(self, ntoken, d_model, nhead, d_hid, nlayers, dropout=0.0):
        super().__init__()
        self.pos_encoder = PositionalEncoding(d_model, dropout)
        encoder_layers = TransformerEncoderLayer(d_model, nhead, d_hid, dropout)
        self.transformer_encoder = TransformerEncoder(encoder_layers, nlayers)
        self.embedding = nn.Embedding(ntoken, d_model)
        self.d_model = d_model
        self.linear = nn.Linear(d_model, ntoken)
        self.init_weights()

    def init_weights(self):
        self.embedding.weight.data.uniform_(-0.1, 0.1)
        self.linear.bias.data.zero_()
        self.linear.weight.data.uniform_(-0.1, 0.1)

    def forward(self, src, src_mask=None):
        src = self.pos_encoder(self.embedding(src) * math.sqrt(self.d_model))
        return self.linear(self.transformer_encoder(src, src_mask))


torch.manual_seed(0)
text = "to be or not to be that is the question whether it is nobler to suffer or to act".split()
vocab = {w: i for i, w in enumerate(dict.fromkeys(text))}
stream = torch.tensor([vocab[w] for w in text * 6])


def batchify(data, bsz):
    seq_len = data.size(0) // bsz
    return data[: seq_len * bsz].view(bsz, seq_len).t().contiguous().to(device)


train_data = batchify(stream, 4)
bptt = 9


def get_batch(source, i):
    seq_len = min(bptt, len(source) - 1 - i)
    return source[i : i + seq_len], source[i + 1 : i + 1 + seq_len].reshape(-1)


model = TransformerModel(len(vocab), 16, 2, 32, 2).to(device)
print(model)
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 1.0, gamma=0.95)
mask = nn.Transformer.generate_square_subsequent_mask(bptt).to(device)
print(mask[:3, :4].tolist())
for epoch in range(4):
    model.train()
    total = 0.0
    for batch, i in enumerate(range(0, train_data.size(0) - 1, bptt)):
        data, targets = get_batch(train_data, i)
        output = model(data, mask[: len(data), : len(data)])
        loss = criterion(output.view(-1, len(vocab)), targets)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 0.5)
        optimizer.step()
        total += loss.item()
    print(f"epoch {epoch} lr {scheduler.get_last_lr()[0]:.4f} loss {total / (batch + 1):.3f} ppl {math.exp(total / (batch + 1)):.2f}")
    scheduler.step()
model.eval()
words = list(vocab)
ids = [vocab["to"], vocab["be"]]
with torch.no_grad():
    for _ in range(6):
        x = torch.tensor(ids, device=device).unsqueeze(1)
        logits = model(x, nn.Transformer.generate_square_subsequent_mask(len(ids)).to(device))[-1, 0]
        top = torch.topk(logits / 0.8, 3)
        ids.append(top.indices[0].item())
print(" ".join(words[i] for i in ids))
