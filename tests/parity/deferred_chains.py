# Long pointwise chains over tensors large enough to be computed together: results, aliases, in-place writes, gradients.
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
n = 40_000
x = torch.arange(n, dtype=torch.float32, device=device) / n - 0.5
y = torch.arange(n, dtype=torch.float32, device=device).flip(0) / n


def show(*tensors):
    for t in tensors:
        t = t.detach().cpu()
        print(list(t.shape), t.dtype, *(f"{v:.4f}" for v in (t.double().mean().item(), t.flatten()[7].item(), t.flatten()[-3].item())))


# A chain, its temporaries dropped or kept.
show((x * 1.5 + y).tanh() * torch.sigmoid(y))
a = x * 2
b = a + y
c = b.exp()
del b
show(c, a)

# Operands written to after they were read; results written to before they were computed.
p = x.clone()
q = p * 3 + 1
p.zero_()
show(q, p)
r = x + y
r.mul_(2).add_(1)
r += x
show(r)
s = x * 4
s[7] = 100.0
s[10:20] = 0
show(s, s[5:25])

# Views of what waits, and what waits as an operand of views.
m = (x * 2).view(200, 200)
show(m.t() * 2, (m + 1)[3], m[:, 1:] - m[:, :-1])
w = x + 1
v = w.view(100, 400)
w.sub_(1)
show(v, w)
t = (x * 5).reshape(200, 200)
t.t().add_(1)
show(t)

# Masks, choices, other dtypes, broadcasting.
k = x > 0.1
show(torch.where(k, x, -y), (k & (y < 0.3)).float(), x * k, k.float() + k.sum())
i = torch.arange(n, device=device)
show(x + i, x.double() * y, (x.half() + 1).float(), i * x / 2)
row, column = torch.linspace(0, 1, 200, device=device), torch.linspace(1, 2, 200, device=device).view(200, 1)
g = x.view(200, 200)
show(g * row + column, (row * column).log1p() - g)
show(x ** 2, y ** 0.5, (y + 1) ** -1, (y + 1) ** 1.5, (x * 0 + 2) ** 3)

# Sums and means at the end of a chain.
total = ((x - y) ** 2).sum()
mean = (x * y).abs().mean()
both = x * y
print(f"{total.item():.1f} {mean.item():.5f} {both.sum().item():.3f} {both.mean().item():.5f} {both.max().item():.5f}")
z = x + 1
print(f"{z.sum().item():.2f}", f"{(z + z.mean()).sum().item():.2f}")

# Gradients through chains; saved tensors and versions.
u = x.clone().requires_grad_()
e = ((u * 1.5 + y).tanh() * torch.sigmoid(u)).mean()
e.backward()
show(u.grad * n)
h = u * 2
h2 = h.exp()
h.add_(1)
h2.sum().backward()
show(u.grad)
f = (u * 3).sigmoid()
f.mul_(2)
try:
    f.sum().backward()
except RuntimeError as error:
    print(str(error).split(":")[0])
u.data = y * 2
show(u * 1)
with torch.no_grad():
    o = u * 0.5
    u -= 1
show(o, u)
print(torch.equal(torch.cat([x * 2, y * 2]), torch.cat([x, y]) * 2), (x * 2).tolist()[:2])
chain = x
for turn in range(200):
    chain = chain * 0.9 + 0.01
show(chain)
