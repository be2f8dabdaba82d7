import torch
import torch.nn.functional as F

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
text = "hello tensor world"
chars = sorted(set(text))
index = {c: i for i, c in enumerate(chars)}
data = torch.tensor([index[c] for c in text])
counts = torch.zeros(len(chars), len(chars), dtype=torch.int32)
for a, b in zip(text, text[1:]):
    counts[index[a], index[b]] += 1
P = (counts + 1).float()
P /= P.sum(1, keepdim=True)
print(len(chars), counts.sum().item(), f"{-P[data[:-1], data[1:]].log().mean().item():.4f}")
torch.manual_seed(1)
C = torch.randn(len(chars), 4).to(device).requires_grad_()
W = (torch.randn(8, len(chars)) * 0.3).to(device).requires_grad_()
X = torch.stack([data[:-2], data[1:-1]], 1).to(device)
y = data[2:].to(device)
for step in range(40):
    logits = C[X].view(-1, 8) @ W
    loss = F.cross_entropy(logits, y)
    for p in (C, W):
        p.grad = None
    loss.backward()
    for p in (C, W):
        p.data -= 0.5 * p.grad
    if step % 13 == 0:
        print(step, f"{loss.item():.3f}")
print("".join(chars[i] for i in logits.argmax(1).tolist()))
g = torch.Generator().manual_seed(4)
out, at = [], index["h"]
for _ in range(8):
    at = torch.multinomial(P[at], 1, generator=g).item()
    out.append(chars[at])
print("".join(out))
