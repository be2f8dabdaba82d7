import torch

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
u = torch.zeros(7, 7)
u[0] = 100.0
for step in range(40):
    inner = (u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:]) / 4
    change = (inner - u[1:-1, 1:-1]).abs().max()
    u[1:-1, 1:-1] = inner
    if step % 10 == 0:
        print(step, f"{change.item():.3f}")
torch.set_printoptions(precision=1)
print(u)
kernel = torch.tensor([[0.0, 0.25, 0.0], [0.25, 0.0, 0.25], [0.0, 0.25, 0.0]])
same = torch.nn.functional.conv2d(u[None, None], kernel[None, None])[0, 0]
print(torch.allclose(same, (u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:]) / 4))
rod = torch.tensor([0.0, 0.0, 10.0, 0.0, 0.0])
for _ in range(3):
    rod = rod + 0.25 * (torch.roll(rod, 1) - 2 * rod + torch.roll(rod, -1))
    print(rod, rod.sum())
