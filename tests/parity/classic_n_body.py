import torch

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
position = torch.tensor([[0.0, 0.0], [1.0, 0.0], [0.0, 2.0]])
velocity = torch.tensor([[0.0, 0.0], [0.0, 1.0], [-0.7, 0.0]])
mass = torch.tensor([1.0, 1e-3, 1e-3])

def acceleration(p):
    d = p[None] - p[:, None]
    r2 = (d ** 2).sum(-1) + torch.eye(3)
    return (mass[None, :, None] * d / r2[..., None] ** 1.5).sum(1)

def energy(p, v):
    kinetic = 0.5 * (mass * (v ** 2).sum(1)).sum()
    i, j = torch.triu_indices(3, 3, 1)
    return kinetic - (mass[i] * mass[j] / (p[i] - p[j]).norm(dim=1)).sum()

start = energy(position, velocity)
a = acceleration(position)
for step in range(100):
    velocity = velocity + 0.005 * a
    position = position + 0.01 * velocity
    a = acceleration(position)
    velocity = velocity + 0.005 * a
    if step % 25 == 24:
        print(step, [[f"{x:.3f}" for x in row] for row in position.tolist()])
print(f"{abs((energy(position, velocity) - start) / start).item():.4f}")
p = position.clone().requires_grad_()
i, j = torch.triu_indices(3, 3, 1)
potential = -(mass[i] * mass[j] / (p[i] - p[j]).norm(dim=1)).sum()
(force,) = torch.autograd.grad(-potential, p)
print(torch.allclose(force, mass[:, None] * acceleration(position), atol=1e-4))
