# cpu only: a program as a tutorial has it, without devices
# A transformer from scratch that learns letters, and PyTorch's own layers beside it.
import math
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(42)

class PositionalEncoding(nn.Module):
    def __init__(self, d_model, max_len=64):
        super().__init__()
        pe = torch.zeros(max_len, d_model)
        position = torch.arange(0, max_len, dtype=torch.float).unsqueeze(1)
        div_term = torch.exp(torch.arange(0, d_model, 2).float() * (-math.log(10000.0) / d_model))
        pe[:, 0::2] = torch.sin(position * div_term)
        pe[:, 1::2] = torch.cos(position * div_term)
        self.register_buffer("pe", pe.unsqueeze(0), persistent=False)
    def forward(self, x):
        return x + self.pe[:, : x.size(1)]

class Attention(nn.Module):
    def __init__(self, d, heads):
        super().__init__()
        assert d % heads == 0
        self.h, self.dk = heads, d // heads
        self.qkv = nn.Linear(d, 3 * d, bias=False)
        self.proj = nn.Linear(d, d)
    def forward(self, x, mask=None):
        b, t, c = x.shape
        q, k, v = self.qkv(x).chunk(3, dim=-1)
        q, k, v = (z.view(b, t, self.h, self.dk).transpose(1, 2) for z in (q, k, v))
        att = (q @ k.transpose(-2, -1)) / math.sqrt(self.dk)
        if mask is not None:
            att = att.masked_fill(mask == 0, float("-inf"))
        att = F.softmax(att, dim=-1)
        return self.proj((att @ v).transpose(1, 2).contiguous().view(b, t, c)), att

class Block(nn.Module):
    def __init__(self, d, heads):
        super().__init__()
        self.ln1, self.ln2 = nn.LayerNorm(d), nn.LayerNorm(d)
        self.attn = Attention(d, heads)
        self.mlp = nn.Sequential(nn.Linear(d, 4 * d), nn.ReLU(inplace=True), nn.Linear(4 * d, d))
    def forward(self, x, mask):
        a, w = self.attn(self.ln1(x), mask)
        x = x + a
        return x + self.mlp(self.ln2(x)), w

class GPT(nn.Module):
    def __init__(self, vocab, d=32, heads=4, layers=2, ctx=16):
        super().__init__()
        self.ctx = ctx
        self.tok = nn.Embedding(vocab, d)
        self.pos = PositionalEncoding(d)
        self.blocks = nn.ModuleList([Block(d, heads) for _ in range(layers)])
        self.ln = nn.LayerNorm(d)
        self.head = nn.Linear(d, vocab, bias=False)
        self.head.weight = self.tok.weight
        self.apply(self._init)
    def _init(self, m):
        if isinstance(m, (nn.Linear, nn.Embedding)):
            nn.init.normal_(m.weight, mean=0.0, std=0.02)
            if isinstance(m, nn.Linear) and m.bias is not None:
                nn.init.zeros_(m.bias)
    def forward(self, idx, targets=None):
        b, t = idx.shape
        mask = torch.tril(torch.ones(t, t)).view(1, 1, t, t)
        x = self.pos(self.tok(idx))
        for block in self.blocks:
            x, w = block(x, mask)
        logits = self.head(self.ln(x))
        loss = None if targets is None else F.cross_entropy(logits.view(-1, logits.size(-1)), targets.view(-1))
        return logits, loss
    @torch.no_grad()
    def generate(self, idx, n, temperature=1.0, top_k=None):
        for _ in range(n):
            logits, _ = self(idx[:, -self.ctx:])
            logits = logits[:, -1, :] / temperature
            if top_k is not None:
                v, _ = torch.topk(logits, min(top_k, logits.size(-1)))
                logits[logits < v[:, [-1]]] = -float("Inf")
            probs = F.softmax(logits, dim=-1)
            idx = torch.cat((idx, torch.argmax(probs, dim=-1, keepdim=True)), dim=1)
        return idx

text = "hello world, hello tensor world. " * 8
chars = sorted(set(text))
stoi = {c: i for i, c in enumerate(chars)}
itos = {i: c for c, i in stoi.items()}
data = torch.tensor([stoi[c] for c in text], dtype=torch.long)
print(len(chars), data.shape, data[:10])
model = GPT(len(chars))
print(sum(p.numel() for p in model.parameters()), [n for n, _ in model.named_parameters()][:5], len(list(model.buffers())))
opt = torch.optim.Adam(model.parameters(), lr=3e-3)
for step in range(40):
    ix = torch.randint(len(data) - 16, (8,))
    xb = torch.stack([data[i:i + 16] for i in ix])
    yb = torch.stack([data[i + 1:i + 17] for i in ix])
    _, loss = model(xb, yb)
    opt.zero_grad()
    loss.backward()
    opt.step()
    if step % 10 == 0:
        print(step, f"{loss.item():.3f}")
out = model.generate(torch.tensor([[stoi["h"]]]), 12, top_k=3)
print(out.shape, repr("".join(itos[int(i)] for i in out[0])))
enc = nn.TransformerEncoder(nn.TransformerEncoderLayer(16, 2, 32, dropout=0.0, batch_first=True, norm_first=True), num_layers=2)
src = torch.randn(2, 5, 16)
print(enc(src, mask=nn.Transformer.generate_square_subsequent_mask(5), is_causal=True).shape)
mha = nn.MultiheadAttention(16, 4, batch_first=True)
o, wts = mha(src, src, src, key_padding_mask=torch.tensor([[False] * 5, [False] * 3 + [True] * 2]))
print(o.shape, wts.shape, wts[1, 0, 3:].tolist())
print(F.scaled_dot_product_attention(src, src, src, is_causal=True).shape)
