# What a class looks at: hooks keep activations and their gradients.
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(131)
model = nn.Sequential(nn.Conv2d(1, 4, 3, padding=1), nn.ReLU(), nn.Conv2d(4, 5, 3, padding=1), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(5, 3)).to(device)
kept = {}
handles = [
    model[3].register_forward_hook(lambda module, inputs, output: kept.__setitem__("activation", output.detach())),
    model[3].register_full_backward_hook(lambda module, grad_in, grad_out: kept.__setitem__("gradient", grad_out[0].detach())),
]
x = torch.rand(1, 1, 8, 8).to(device)
score = model(x)[0, 1]
score.backward()
weights = kept["gradient"].mean((2, 3), keepdim=True)
cam = torch.relu((weights * kept["activation"]).sum(1))
cam = cam / cam.max().clamp_min(1e-8)
print(sorted(kept), tuple(cam.shape), f"{weights.flatten().tolist()[0]:.6f}", f"{cam.mean().item():.4f}")
for handle in handles:
    handle.remove()
kept.clear()
model(x)
print(kept)
big = nn.functional.interpolate(cam[None], scale_factor=2, mode="bilinear", align_corners=False)
print(big.shape, f"{big.sum().item():.3f}")
