# A small causal language model over characters: training loss, and greedy continuation.
import torch
from torch import nn
import torch.nn.functional as F

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(23)
text = "the cat sat on the mat. the cat ate the rat. "
letters = sorted(set(text))
index = {c: i for i, c in enumerate(letters)}
data = torch.tensor([index[c] for c in text])


class Block(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.ln1, self.ln2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)
        self.mlp = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(approximate="tanh"), nn.Linear(4 * width, width))

    def forward(self, x):
        b, t, c = x.shape
        q, k, v = (z.view(b, t, self.heads, -1).transpose(1, 2) for z in self.qkv(self.ln1(x)).split(c, dim=2))
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.out(y.transpose(1, 2).contiguous().view(b, t, c))
        return x + self.mlp(self.ln2(x))


class GPT(nn.Module):
    def __init__(self, vocabulary, context=16, width=24):
        super().__init__()
        self.token, self.position = nn.Embedding(vocabulary, width), nn.Embedding(context, width)
        self.blocks = nn.ModuleList(Block(width, 3) for _ in range(2))
        self.norm = nn.LayerNorm(width)
        self.head = nn.Linear(width, vocabulary, bias=False)
        self.head.weight = self.token.weight

    def forward(self, x):
        x = self.token(x) + self.position(torch.arange(x.shape[1], device=x.device))
        for block in self.blocks:
            x = block(x)
        return self.head(self.norm(x))


model = GPT(len(letters)).to(device)
print(sum(p.numel() for p in model.parameters()), len(list(model.parameters())))
optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3, betas=(0.9, 0.95))
for step in range(20):
    starts = torch.randint(0, len(data) - 17, (8,)).tolist()
    x = torch.stack([data[i:i + 16] for i in starts]).to(device)
    y = torch.stack([data[i + 1:i + 17] for i in starts]).to(device)
    loss = F.cross_entropy(model(x).view(-1, len(letters)), y.view(-1))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if step % 5 == 0:
        print(step, f"{loss.item():.2f}")
logits = model(data[:8].to(device).unsqueeze(0))
changed = data[:8].clone()
changed[-1] = 0
print(torch.allclose(logits[:, :-1], model(changed.to(device).unsqueeze(0))[:, :-1], atol=1e-5))
