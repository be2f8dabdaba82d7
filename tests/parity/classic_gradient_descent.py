import torch

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
def rosenbrock(p):
    return (1 - p[0]) ** 2 + 100 * (p[1] - p[0] ** 2) ** 2

def descend(update, steps, lr):
    p = torch.tensor([-1.0, 1.0], requires_grad=True)
    state = {}
    for i in range(steps):
        loss = rosenbrock(p)
        (g,) = torch.autograd.grad(loss, p)
        with torch.no_grad():
            p -= update(g, state, lr)
    return f"{rosenbrock(p).item():.3f}", [f"{x:.2f}" for x in p.tolist()]

def plain(g, s, lr):
    return lr * g

def momentum(g, s, lr):
    s["v"] = 0.9 * s.get("v", torch.zeros_like(g)) + g
    return lr * s["v"]

def adam(g, s, lr):
    s["t"] = s.get("t", 0) + 1
    s["m"] = 0.9 * s.get("m", torch.zeros_like(g)) + 0.1 * g
    s["s"] = 0.999 * s.get("s", torch.zeros_like(g)) + 0.001 * g * g
    return lr * (s["m"] / (1 - 0.9 ** s["t"])) / ((s["s"] / (1 - 0.999 ** s["t"])).sqrt() + 1e-8)

print(descend(plain, 100, 1e-3))
print(descend(momentum, 60, 1e-4))
print(descend(adam, 100, 0.05))
x = torch.linspace(-1, 1, 5)
a = torch.tensor(3.0, requires_grad=True)
for step in range(4):
    loss = ((a * x - 2 * x) ** 2).mean()
    loss.backward()
    with torch.no_grad():
        a -= 0.5 * a.grad
        a.grad.zero_()
    print(step, f"{loss.item():.4f} {a.item():.4f}")
