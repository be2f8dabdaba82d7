import torch
import math

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
def derivative(state, length=1.0, g=9.81, damping=0.1):
    theta, omega = state
    return torch.stack([omega, -g / length * torch.sin(theta) - damping * omega])

def rk4(state, dt):
    k1 = derivative(state)
    k2 = derivative(state + dt / 2 * k1)
    k3 = derivative(state + dt / 2 * k2)
    k4 = derivative(state + dt * k3)
    return state + dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4)

state = torch.tensor([math.pi / 4, 0.0])
path = [state]
for _ in range(50):
    state = rk4(state, 0.02)
    path.append(state)
path = torch.stack(path)
energy = 0.5 * path[:, 1] ** 2 + 9.81 * (1 - torch.cos(path[:, 0]))
print(path.shape, [f"{v:.4f}" for v in path[10].tolist()], [f"{v:.4f}" for v in path[-1].tolist()])
print(f"{energy[0].item():.4f} {energy[-1].item():.4f}", bool((energy.diff() <= 1e-5).all()))
# the length that gives a wanted end angle, by gradient descent through the simulation
length = torch.tensor(1.0, requires_grad=True)
for step in range(4):
    s = torch.tensor([0.5, 0.0])
    for _ in range(20):
        d = torch.stack([s[1], -9.81 / length * torch.sin(s[0])])
        s = s + 0.02 * d
    loss = (s[0] - 0.2) ** 2
    loss.backward()
    print(step, f"{loss.item():.4f} {length.item():.3f} {length.grad.item():.4f}")
    with torch.no_grad():
        length -= 2.0 * length.grad
        length.grad.zero_()
