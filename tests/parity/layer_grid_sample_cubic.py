# Images and volumes read at places: cubic, mirrored, held at the border.
import torch
import torch.nn.functional as F

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(34)
x = torch.rand(2, 1, 4, 5).to(device).requires_grad_()
grid = (torch.rand(2, 3, 3, 2) * 2.6 - 1.3).to(device).requires_grad_()
for padding in ("zeros", "border", "reflection"):
    for corners in (False, True):
        y = F.grid_sample(x, grid, mode="bicubic", padding_mode=padding, align_corners=corners)
        a, b = torch.autograd.grad(y.square().sum(), (x, grid))
        print(padding, corners, [round(v, 4) for v in y.flatten()[:4].tolist()], f"{a.norm().item():.4f} {b.norm().item():.4f}")
volume = torch.rand(1, 2, 3, 4, 3).to(device).requires_grad_()
places = (torch.rand(1, 2, 2, 2, 3) * 2.4 - 1.2).to(device).requires_grad_()
for mode in ("bilinear", "nearest"):
    for padding in ("zeros", "border", "reflection"):
        y = F.grid_sample(volume, places, mode=mode, padding_mode=padding, align_corners=False)
        a, b = torch.autograd.grad(y.square().sum(), (volume, places))
        print(mode, padding, [round(v, 4) for v in y.flatten()[:4].tolist()], f"{a.norm().item():.4f} {b.norm().item():.4f}")
theta = torch.tensor([[[0.8, 0.2, 0.1, 0.0], [-0.2, 0.8, 0.0, 0.1], [0.0, 0.1, 0.9, -0.2]]], device=device)
print([round(v, 4) for v in F.grid_sample(volume, F.affine_grid(theta, (1, 2, 2, 2, 2), align_corners=False), align_corners=False).flatten().tolist()])
for wrong in (lambda: F.grid_sample(volume, places, mode="bicubic"), lambda: F.grid_sample(x, grid[..., :1]), lambda: F.grid_sample(x, grid[:1])):
    try:
        wrong()
    except RuntimeError as error:
        print(error)
