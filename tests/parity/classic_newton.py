import torch

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
def newton(f, x, steps=6):
    trace = []
    for _ in range(steps):
        x = x.detach().requires_grad_()
        y = f(x)
        (g,) = torch.autograd.grad(y, x)
        x = x - y / g
        trace.append(round(x.item(), 5))
    return trace
print(newton(lambda x: x ** 2 - 2, torch.tensor(1.0)))
print(newton(lambda x: torch.cos(x) - x, torch.tensor(0.5)))
print(newton(lambda x: x ** 3 - 2 * x - 5, torch.tensor(2.0)))
# a system: x^2 + y^2 = 4, x y = 1
v = torch.tensor([2.0, 0.5])
for _ in range(6):
    F = torch.stack([v[0] ** 2 + v[1] ** 2 - 4, v[0] * v[1] - 1])
    J = torch.autograd.functional.jacobian(lambda u: torch.stack([u[0] ** 2 + u[1] ** 2 - 4, u[0] * u[1] - 1]), v)
    v = v - torch.linalg.solve(J, F)
print([f"{n:.4f}" for n in v.tolist()])
